//! What goes wrong around a command: nobody reads its notes, files are damaged, the disk is full, it is killed or refused.
#![allow(clippy::unwrap_used)]

mod common;

use common::{assert_same, dealwright, place, records, refuse, run, succeed};
use std::fs::{self, OpenOptions};
use std::io::{Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::Duration;

const STUDY: &str = "study pretzel/shuffled suits=2 ranks=3 --samples 20";

/// Runs a line of shell in which `dealwright` is the command.
fn shell(line: &str) -> Output {
    let program = format!("'{}'", env!("CARGO_BIN_EXE_dealwright"));
    Command::new("sh").arg("-c").arg(line.replace("dealwright", &program)).output().unwrap()
}

/// Names of everything in a directory, hidden files too.
fn names(dir: &Path) -> Vec<String> {
    let mut names: Vec<String> =
        fs::read_dir(dir).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

fn parts_left(dir: &Path) -> Vec<String> {
    names(dir).into_iter().filter(|name| name.contains(".part")).collect()
}

#[test]
fn work_is_done_though_nobody_reads_the_notes() {
    let place = place("notes");
    let dir = |name: &str| place.join(name).display().to_string();
    succeed(&format!("{STUDY} --block 5 --out {}", dir("whole")));
    for (number, closed) in ["2>&-", "2>&1 | true", "2>&1 | head -1"].iter().enumerate() {
        let out = dir(&format!("part{number}"));
        shell(&format!("dealwright {STUDY} --block 5 --shard 1/1 --resume --out {out} {closed}"));
        assert_same(&place.join("whole"), Path::new(&out));
        let out = dir(&format!("merged{number}"));
        shell(&format!("dealwright merge {} --out {out} {closed}", dir("whole")));
        assert_same(&place.join("whole"), Path::new(&out));
    }
    // A pipe whose reader is gone, for certain: the exit code is still that of the work.
    let status = |line: &str| {
        let line = format!("{{ {line}; echo $? >'{}'; }} 2>&1 | true", dir("status"));
        shell(&line);
        fs::read_to_string(place.join("status")).unwrap().trim().to_string()
    };
    assert_eq!(status(&format!("sleep 0.3; dealwright {STUDY} --out {}", dir("piped"))), "0");
    assert_eq!(records(&place.join("piped")).len(), 3);
    assert_eq!(status("sleep 0.3; dealwright solve nonsense"), "2");
    assert_eq!(
        status(&format!(
            "sleep 0.3; dealwright export {} --format csv --out {}",
            dir("whole"),
            dir("rows.csv")
        )),
        "0"
    );
    assert_eq!(fs::read_to_string(place.join("rows.csv")).unwrap().lines().count(), 21);
}

#[test]
fn a_reproduction_writes_its_report_though_nobody_reads_the_notes() {
    let place = place("report");
    let line = "dealwright reproduce fujisan-zeros --quick --threads 2 --out";
    shell(&format!("{line} {} 2>&1 | head -1", place.join("r").display()));
    assert!(place.join("r/report.html").exists() && place.join("r/claims.json").exists());
}

fn poke(file: &Path, at: u64, byte: u8) {
    let mut file = OpenOptions::new().write(true).open(file).unwrap();
    file.seek(SeekFrom::Start(at)).unwrap();
    file.write_all(&[byte]).unwrap();
}

/// The checksum of a block put right, whatever is in it.
fn fit_checksum(dir: &Path, block: &str) {
    let output = Command::new("sha256sum").arg(block).current_dir(dir).output().unwrap();
    let new = String::from_utf8(output.stdout).unwrap();
    let sums = fs::read_to_string(dir.join("SHA256SUMS")).unwrap();
    let lines = sums.lines().map(|line| if line.ends_with(block) { new.trim() } else { line });
    fs::write(dir.join("SHA256SUMS"), lines.map(|line| format!("{line}\n")).collect::<String>()).unwrap();
}

#[test]
fn a_damaged_block_is_named_and_made_again_whatever_its_checksum_says() {
    let place = place("blocks");
    let (whole, damaged) = (place.join("whole"), place.join("damaged"));
    for dir in [&whole, &damaged] {
        succeed(&format!("{STUDY} --block 10 --out {}", dir.display()));
    }
    let block = "records/000-000000.parquet";
    let there = damaged.display();
    let length = fs::metadata(whole.join(block)).unwrap().len();
    // Spread over pages, page headers and footer; among them are some that make the Parquet reader panic.
    let places: Vec<u64> = (4..length).step_by((length / 40) as usize).chain([6481]).collect();
    for (number, &at) in places.iter().enumerate() {
        let with_sums = number % 2 == 0;
        fs::copy(whole.join(block), damaged.join(block)).unwrap();
        let old = fs::read(whole.join(block)).unwrap()[at as usize];
        poke(&damaged.join(block), at, if old == 1 { 2 } else { 1 });
        if with_sums {
            fit_checksum(&damaged, block);
        } else {
            fs::remove_file(damaged.join("SHA256SUMS")).unwrap();
        }
        let summary = run(&format!("summary {there}"));
        assert!([Some(0), Some(2)].contains(&summary.status.code()), "byte {at}: {summary:?}");
        let said = String::from_utf8(summary.stderr).unwrap();
        assert!(!said.contains("panicked") && (with_sums || said.contains(block)), "byte {at}: {said}");
        let resumed = run(&format!("study --resume --out {there}"));
        assert!(resumed.status.success(), "byte {at}");
        let said = String::from_utf8(resumed.stderr).unwrap();
        assert!(!said.contains("panicked") && (with_sums || said.contains(block)), "byte {at}: {said}");
        if said.contains(block) {
            assert_same(&whole, &damaged);
        } else {
            // Only what the file says beside its rows may differ unnoticed, where the checksum fits.
            let rows = |dir: &Path| succeed(&format!("export {} --format jsonl", dir.display()));
            let (one, other) = (rows(&whole), rows(&damaged));
            assert_eq!(one.lines().count(), other.lines().count());
            fs::remove_dir_all(&damaged).unwrap();
            succeed(&format!("{STUDY} --block 10 --out {there}"));
        }
    }
}

#[test]
fn merge_and_bundle_read_rows_and_not_only_checksums() {
    let place = place("forged");
    let dir = place.join("study");
    succeed(&format!("{STUDY} --block 10 --out {}", dir.display()));
    let block = "records/000-000001.parquet";
    // Rows of another study, with a checksum that fits.
    let other = place.join("other");
    succeed(&format!("{STUDY} --block 10 --seed other --out {}", other.display()));
    fs::copy(other.join(block), dir.join(block)).unwrap();
    fit_checksum(&dir, block);
    let error = refuse(&format!("merge {} --out {}", dir.display(), place.join("m").display()));
    assert!(
        error.contains(&format!("{block} is damaged")) && error.contains("'seed' is not as planned"),
        "{error}"
    );
    assert!(!place.join("m").exists());
    let zip = place.join("b.zip");
    let error = refuse(&format!("bundle {} --out {}", dir.display(), zip.display()));
    assert!(error.contains(&format!("{block} is damaged")), "{error}");
    assert!(!zip.exists() && parts_left(&place).is_empty());
    let error = refuse(&format!("summary {}", dir.display()));
    assert!(error.contains(block) && error.contains("makes it again"), "{error}");
    let csv = place.join("rows.csv");
    let error = refuse(&format!("export {} --format csv --out {}", dir.display(), csv.display()));
    assert!(error.contains(block) && !csv.exists() && parts_left(&place).is_empty(), "{error}");
}

#[test]
fn a_refused_command_leaves_nothing_behind() {
    let place = place("nothing");
    let out = place.join("out");
    let there = out.display();
    let parts = [place.join("one"), place.join("two")];
    for (part, number) in parts.iter().zip(1..) {
        succeed(&format!("{STUDY} --block 10 --shard {number}/2 --out {}", part.display()));
    }
    let manifest = fs::read_to_string(parts[0].join("manifest.json")).unwrap();
    let changed = |name: &str, from: &str, to: &str| {
        assert!(manifest.contains(from), "{from}");
        fs::write(place.join(name), manifest.replace(from, to)).unwrap();
        place.join(name).display().to_string()
    };
    let other_setup =
        changed("setup.json", "pretzel/shuffled\",\n      \"options", "pretzel/banded\",\n      \"options");
    let other_generator = changed("generator.json", "\"generator\": 1", "\"generator\": 7");
    let other_size = changed("size.json", "\"challenges\": 20", "\"challenges\": 90");
    let refusals = [
        ("study pretzel/banded --until 2% --shard 1/5".to_string(), "--shard and --until"),
        ("study pretzel/banded --until 2% --shard 1/5 --resume".to_string(), "--shard and --until"),
        ("study pretzel/banded ranks=99 --samples 20".to_string(), "ranks"),
        (format!("study {other_setup}"), "not the setup"),
        (format!("study {other_generator} --shard 1/2 --resume"), "generator 7"),
        (format!("study {other_size}"), "90 challenges in the manifest"),
        ("tune boxoff/ltiles --open face".to_string(), "did you mean 'faces'"),
        ("tune boxoff/ltiles --keep 7_of_each".to_string(), "is not understood"),
        ("tune boxoff/ltiles --want solvable>=2".to_string(), "at most 1"),
        ("hunt fujisan/dominoes --most seed".to_string(), "seed"),
        ("compare boxoff/ltiles".to_string(), "2 to 12 setups"),
        ("shuffles pretzel/shuffled ranks=99".to_string(), "ranks"),
        (format!("merge {}", parts[0].display()), "part 2/2 is missing"),
    ];
    for (words, why) in refusals {
        let error = refuse(&format!("{words} --out {there}"));
        assert!(error.contains(why), "{words}: {error}");
        assert!(!out.exists(), "{words}");
    }
    // Two parts with one block of different bytes are refused before the whole is begun.
    fs::copy(parts[0].join("records/000-000000.parquet"), parts[1].join("records/000-000000.parquet"))
        .unwrap();
    succeed(&format!("merge {} {} --out {there}", parts[0].display(), parts[1].display()));
}

#[test]
fn a_search_that_was_killed_is_cleaned_up_by_the_next_run() {
    let place = place("killed-search");
    let dir = place.join("search");
    let there = dir.display();
    let tune = "tune boxoff/ltiles --open faces --keep counts --designs 30 --samples 20 --enough 60 --confirm 50 --seed t";
    let words = format!("{tune} --out {there}");
    let mut child = dealwright(&words).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    std::thread::sleep(Duration::from_millis(300));
    child.kill().unwrap();
    child.wait().unwrap();
    if !dir.join("tune.json").exists() {
        succeed(&words);
    }
    fs::create_dir_all(dir.join("designs")).unwrap();
    fs::create_dir_all(dir.join("front")).unwrap();
    for name in [".tune.json.1-0.part", "designs/.00007.toml.1-0.part", "front/.1.toml.1-0.part"] {
        fs::write(dir.join(name), "half").unwrap();
    }
    succeed(&format!("tune --resume --out {there}"));
    for folder in [dir.clone(), dir.join("designs"), dir.join("front")] {
        assert_eq!(parts_left(&folder), Vec::<String>::new());
    }
    fs::remove_file(dir.join("tune.json")).unwrap();
    assert!(refuse(&words).contains("is not empty and holds no search"));
}

/// Runs a command whose files may have no more than so many blocks of 512 bytes, as on a full disk.
fn with_small_files(blocks: u32, words: &str) -> Output {
    shell(&format!("trap '' XFSZ; ulimit -f {blocks}; exec dealwright {words}"))
}

#[test]
fn a_full_disk_leaves_no_half_files_and_gets_one_clear_sentence() {
    let place = place("full");
    let dir = place.join("study");
    let out = place.join("out");
    fs::create_dir(&out).unwrap();
    succeed(&format!(
        "study pretzel/shuffled --samples 300 --block 100 --measures all --out {}",
        dir.display()
    ));
    let file = |name: &str| out.join(name).display().to_string();
    let there = dir.display();
    let commands = [
        (format!("export {there} --format csv --out {}", file("rows.csv")), "rows.csv"),
        (format!("export {there} --format jsonl --out {}", file("rows.jsonl")), "rows.jsonl"),
        (format!("export {there} --format parquet --out {}", file("rows.parquet")), "rows.parquet"),
        (format!("bundle {there} --out {}", file("all.zip")), "all.zip"),
        (format!("merge {there} --out {}", file("merged")), "merged"),
    ];
    for (words, name) in commands {
        let output = with_small_files(8, &words);
        assert_eq!(output.status.code(), Some(1), "{words}: {output:?}");
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!(said.lines().count(), 1, "{words}: {said}");
        assert!(
            said.starts_with("error: ") && said.contains(name) && said.contains("File too large"),
            "{said}"
        );
        assert!(!said.contains("Os {") && !said.contains("ZipWriter"), "{said}");
        if name != "merged" {
            assert_eq!(names(&out), Vec::<String>::new(), "{words}");
        } else {
            assert!(parts_left(&out.join("merged/records")).is_empty());
            fs::remove_dir_all(out.join("merged")).unwrap();
        }
        succeed(&words);
        // What is there already stays as it is when it cannot be written anew.
        if name != "merged" {
            let before = fs::read(out.join(name)).unwrap();
            assert_eq!(with_small_files(8, &words).status.code(), Some(1));
            assert!(fs::read(out.join(name)).unwrap() == before && parts_left(&out).is_empty());
            fs::remove_file(out.join(name)).unwrap();
        }
    }
    // To what is no file, rows are written as they come.
    let output = shell(&format!("dealwright export {there} --format csv --out /dev/stdout | wc -l"));
    assert_eq!(String::from_utf8(output.stdout).unwrap().trim(), "301");
}

#[test]
fn memory_is_one_limit_for_all_threads_and_records_do_not_depend_on_their_number() {
    let place = place("memory");
    // So little that some searches need all of it, and some more than there is.
    let studies = [
        "study pretzel/shuffled pretzel/banded ranks=4,6 --samples 60 --block 20 --measures all --repair --plays 20 \
         --max-memory 60K",
        "study boxoff/ltiles boxoff/shuffled --samples 60 --block 20 --measures all --repair --plays 20 --max-memory 3K",
        "study fujisan/shuffled --samples 20 --block 10 --measures all --plays 20 --max-memory 400K",
        "hunt pretzel/shuffled ranks=4 --longest --climbs 4 --steps 200 --max-memory 30K",
    ];
    for (number, words) in studies.iter().enumerate() {
        let dir = |threads: u32| -> PathBuf { place.join(format!("{number}-{threads}")) };
        for threads in [1, 2, 8] {
            succeed(&format!("{words} --threads {threads} --out {}", dir(threads).display()));
        }
        assert_same(&dir(1), &dir(2));
        assert_same(&dir(1), &dir(8));
        if words.starts_with("study") && !words.contains("fujisan") {
            let rows = succeed(&format!("export {} --format jsonl", dir(8).display()));
            assert!(rows.contains("the memory limit of"), "{words}: the limit is never reached");
        }
    }
}

#[test]
fn study_files_are_told_with_file_line_and_key() {
    let place = place("study-files");
    let file = place.join("s.toml");
    let out = place.join("out");
    let refusal = |text: &[u8]| {
        fs::write(&file, text).unwrap();
        let error = refuse(&format!("study {} --out {}", file.display(), out.display()));
        assert!(!out.exists());
        let place = format!("{}:", file.display());
        let rest = error.strip_prefix("error: ").unwrap().strip_prefix(&place);
        rest.unwrap_or_else(|| panic!("{error}")).trim().to_string()
    };
    let begins = |text: &str, with: &str, has: &str| {
        let said = refusal(text.as_bytes());
        assert!(said.starts_with(with) && said.contains(has), "{text}: {said}");
        assert!(!said.contains("--"), "no flags: {said}");
    };
    begins(
        "title = \"x\"\nsetups = [\n  \"pretzel/banded\",\n  \"pretzel/bandet\",\n]\n",
        "4:3: ",
        "pretzel/banded",
    );
    begins("setups = [\"pretzel/banded\"]\n[parameters]\nsuits = 4\nranks = 99\n", "4:1: ", "ranks");
    begins("setups = [\"pretzel/banded\"]\n[parameters]\nsuits = 4\nrows = 9\n", "4:1: ", "rows");
    begins("setups = [\"boxoff/ltiles\",\n \"pretzel/banded?ranks=99\"]\n", "2:2: ", "ranks");
    begins("setups = [\"none.toml\"]\n", "1:11: ", "none.toml");
    begins("setups = [\"pretzel/banded\"]\nsamples = 5\n", "2:1: ", "give more 'samples' or fewer 'trials'");
    begins(
        "setups = [\"pretzel/banded\"]\n[limits]\nstates = 0\n",
        "2:2: ",
        "states = 0 leaves nothing to do",
    );
    begins("setups = [\"fujisan/shuffled\"]\ncensus = true\n", "2:1: ", "take a sample with 'samples'");
    begins(
        "setups = [\"pretzel/banded\"]\nsamples = 1_000_000_000\nblock = 1\n",
        "2:1: ",
        "larger blocks with 'block'",
    );
    begins("setups = [\"pretzel/banded\"]\nsample = 5\n", "2:1: ", "did you mean 'samples'");
    assert!(
        refusal(b"setups = [\"pretzel/banded\"]\ntitle = \"\xff\"\n")
            .contains("line 2, column 10: not text in UTF-8")
    );
    // What the command line says is told by its flags.
    fs::write(&file, "setups = [\"pretzel/banded\"]\n").unwrap();
    let error = refuse(&format!("study {} --samples 5 --out {}", file.display(), out.display()));
    assert!(error.contains("give more --samples or fewer --trials"), "{error}");
    fs::write(&file, "setups = [\"pretzel/banded\"]\nsamples = 5\n").unwrap();
    let error = refuse(&format!("study {} --seed x --out {}", file.display(), out.display()));
    assert!(error.contains("s.toml:2:1: ") && error.contains("'samples'"), "{error}");
}

#[test]
fn moves_of_a_file_are_told_with_its_name() {
    let place = place("ppn");
    let file = place.join("game.ppn");
    let text = "---\nGameType:\n  Name: Fujisan\n  Coins: \"55434422a335/3aa4nn5a22nn\"\n...\n1. hello\n";
    fs::write(&file, text).unwrap();
    let error = refuse(&format!("replay {}", file.display()));
    assert!(error.contains(&format!("{}: move 1", file.display())), "{error}");
}

/// Runs a command and gives its exit code and what it said.
fn said(words: &str) -> (Option<i32>, String) {
    let output = run(words);
    (output.status.code(), String::from_utf8(output.stderr).unwrap())
}

#[test]
fn what_is_not_there_is_said() {
    let place = place("lacking");
    let (dir, zip) = (place.join("s"), place.join("s.zip"));
    let (there, zip_name) = (dir.display(), zip.display());
    succeed(&format!("{STUDY} --block 4 --shard 1/2 --out {there}"));
    let (code, warning) = said(&format!("bundle {there} --out {zip_name}"));
    assert_eq!(code, Some(0));
    assert!(warning.contains("not complete: 2 of its 5 blocks are missing"), "{warning}");
    let mut packed = zip::ZipArchive::new(fs::File::open(&zip).unwrap()).unwrap();
    let readme = std::io::read_to_string(packed.by_name("s/README.md").unwrap()).unwrap();
    assert!(readme.contains("2 of its 5 blocks are missing"), "{readme}");
    // A file of checksums that is longer than all of them is not read to its end.
    let sums = OpenOptions::new().write(true).open(dir.join("SHA256SUMS")).unwrap();
    sums.set_len(3 << 30).unwrap();
    let (code, warning) = said(&format!("summary {there}"));
    assert_eq!(code, Some(0), "{warning}");
    assert!(warning.contains("SHA256SUMS is damaged: it is longer than"), "{warning}");
    // Without checksums the block that is damaged is named.
    fs::remove_file(dir.join("SHA256SUMS")).unwrap();
    let block = "records/000-000002.parquet";
    poke(&dir.join(block), 100, 7);
    let error = refuse(&format!("bundle {there} --out {zip_name}"));
    assert!(error.contains(block), "{error}");
    for number in [0, 2, 4] {
        fs::write(dir.join(format!("records/000-00000{number}.parquet")), "gone").unwrap();
    }
    for command in ["summary", "export --format csv"] {
        let (code, error) = said(&format!("{command} {there}"));
        assert_eq!(code, Some(1), "{error}");
        assert!(error.contains("warning: ") && error.contains("no records are left"), "{error}");
    }
}

#[test]
fn a_hunt_that_cannot_begin_leaves_nothing_behind() {
    let out = place("hunt-refused").join("x");
    let error = refuse(&format!(
        "hunt pretzel/shuffled --most counter --climbs 1 --steps 50 --out {}",
        out.display()
    ));
    assert!(error.contains("the measure counter is not defined for Pretzel"), "{error}");
    assert!(!out.exists());
}

#[test]
fn a_search_with_too_few_deals_does_not_name_a_best_design() {
    let told = succeed(
        "tune boxoff/ltiles --keep counts --designs 6 --samples 2 --enough 2 --confirm 2 --threads 2",
    );
    assert!(told.contains("too few deals to tell which is best"), "{told}");
}

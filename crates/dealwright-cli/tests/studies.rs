//! Studies as a user runs them: whatever happens on the way, the records come out the same.
#![allow(clippy::unwrap_used)]

mod common;

use common::{assert_same, dealwright, place, records, refuse, run, succeed};
use std::fs;
use std::path::Path;
use std::process::{Child, Stdio};
use std::time::Duration;

const STUDY: &str =
    "study pretzel/shuffled pretzel/banded ranks=4,5 --samples 2000 --block 100 --measures all --seed t";

#[test]
fn one_thread_and_two_and_seven_parts_give_the_same_bytes() {
    let place = place("threads");
    let dir = |name: &str| place.join(name).display().to_string();
    succeed(&format!("{STUDY} --threads 1 --out {}", dir("one")));
    succeed(&format!("{STUDY} --threads 2 --out {}", dir("two")));
    assert_same(&place.join("one"), &place.join("two"));
    let mut parts = Vec::new();
    for part in 1..=7 {
        parts.push(dir(&format!("part{part}")));
        succeed(&format!("{STUDY} --shard {part}/7 --out {}", dir(&format!("part{part}"))));
    }
    succeed(&format!("merge {} --out {}", parts.join(" "), dir("merged")));
    assert_same(&place.join("one"), &place.join("merged"));
    // Without two of them the rest is not joined, unless it is asked for; going on then makes the whole.
    let some = [&parts[..2], &parts[3..6]].concat().join(" ");
    let error = refuse(&format!("merge {some} --out {}", dir("some")));
    assert!(error.contains("part 3/7 is missing, part 7/7 is missing; --partial"), "{error}");
    succeed(&format!("merge {some} --partial --out {}", dir("some")));
    succeed(&format!("study --resume --out {}", dir("some")));
    assert_same(&place.join("one"), &place.join("some"));
}

#[test]
fn a_study_that_is_killed_ten_times_ends_as_if_nothing_had_happened() {
    let place = place("killed");
    let (whole, killed) = (place.join("whole"), place.join("killed"));
    let study =
        STUDY.replace("--samples 2000", "--samples 6000").replace("--measures all", "--measures length");
    succeed(&format!("{study} --out {}", whole.display()));
    let is_begun = || killed.join("manifest.json").exists();
    let words = || match is_begun() {
        true => format!("study --resume --out {}", killed.display()),
        false => format!("{study} --out {}", killed.display()),
    };
    let mut hit = 0;
    for round in 0..10 {
        let mut child: Child =
            dealwright(&words()).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        // Early and late, so that the manifest, blocks and checksums are all hit, on a busy machine too.
        while round >= 5 && !is_begun() && child.try_wait().unwrap().is_none() {
            std::thread::sleep(Duration::from_millis(1));
        }
        std::thread::sleep(Duration::from_millis([3, 8, 30, 12, 55, 21, 80, 44, 5, 33][round]));
        hit += u32::from(child.try_wait().unwrap().is_none());
        child.kill().unwrap();
        child.wait().unwrap();
    }
    assert!(hit > 3, "the study was over before it could be killed");
    succeed(&words());
    assert_same(&whole, &killed);
}

#[test]
fn damaged_files_are_named_and_made_again_and_the_rest_is_kept() {
    let place = place("damaged");
    let (whole, damaged) = (place.join("whole"), place.join("damaged"));
    succeed(&format!("{STUDY} --out {}", whole.display()));
    succeed(&format!("{STUDY} --out {}", damaged.display()));
    let record = |name: &str| damaged.join("records").join(name);
    // One byte changed, one file cut, one gone, and the last checksum cut in the middle.
    let mut bytes = fs::read(record("000-000003.parquet")).unwrap();
    bytes[700] ^= 1;
    fs::write(record("000-000003.parquet"), &bytes).unwrap();
    let bytes = fs::read(record("001-000007.parquet")).unwrap();
    fs::write(record("001-000007.parquet"), &bytes[..bytes.len() / 2]).unwrap();
    fs::remove_file(record("002-000000.parquet")).unwrap();
    let sums = fs::read(damaged.join("SHA256SUMS")).unwrap();
    fs::write(damaged.join("SHA256SUMS"), &sums[..sums.len() - 30]).unwrap();
    let kept = fs::metadata(record("000-000000.parquet")).unwrap().modified().unwrap();
    let summary = run(&format!("summary {}", damaged.display()));
    let warnings = String::from_utf8(summary.stderr).unwrap();
    for name in ["000-000003", "001-000007", "002-000000"] {
        assert!(warnings.contains(&format!("records/{name}.parquet")), "{warnings}");
    }
    assert!(String::from_utf8(summary.stdout).unwrap().contains("1,900"), "the sound part is summed up");
    let output = run(&format!("study --resume --out {}", damaged.display()));
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(said.contains("records/000-000003.parquet is damaged or gone"), "{said}");
    assert_same(&whole, &damaged);
    assert_eq!(fs::metadata(record("000-000000.parquet")).unwrap().modified().unwrap(), kept);
}

#[test]
fn without_its_checksums_a_study_is_read_through_and_kept() {
    let place = place("checksums");
    let (whole, damaged) = (place.join("whole"), place.join("damaged"));
    succeed(&format!("{STUDY} --out {}", whole.display()));
    succeed(&format!("{STUDY} --out {}", damaged.display()));
    fs::write(damaged.join("SHA256SUMS"), [0xff, 0, 7, b'\n', 9]).unwrap();
    let record = damaged.join("records/000-000003.parquet");
    let mut bytes = fs::read(&record).unwrap();
    bytes[700] ^= 1;
    fs::write(&record, &bytes).unwrap();
    let kept = fs::metadata(damaged.join("records/000-000000.parquet")).unwrap().modified().unwrap();
    let summary = run(&format!("summary {}", damaged.display()));
    let warnings = String::from_utf8(summary.stderr).unwrap();
    assert!(
        warnings.contains("SHA256SUMS is damaged or gone") && warnings.contains("lacks 1 of its blocks"),
        "{warnings}"
    );
    assert!(String::from_utf8(summary.stdout).unwrap().contains("1,900"));
    succeed(&format!("study --resume --out {}", damaged.display()));
    assert_same(&whole, &damaged);
    assert_eq!(fs::metadata(damaged.join("records/000-000000.parquet")).unwrap().modified().unwrap(), kept);
}

#[test]
fn a_manifest_that_was_changed_is_refused() {
    let place = place("manifest");
    let dir = place.join("study");
    succeed(&format!("{STUDY} --out {}", dir.display()));
    let manifest = fs::read_to_string(dir.join("manifest.json")).unwrap();
    for (from, to) in [("\"seed\": \"t\"", "\"seed\": \"u\""), ("\"block\": 100", "\"block\": 0")] {
        assert!(manifest.contains(from));
        fs::write(dir.join("manifest.json"), manifest.replace(from, to)).unwrap();
        for words in ["summary", "export --format csv", "study --resume --out"] {
            let error = refuse(&format!("{words} {}", dir.display()));
            assert!(error.contains("manifest.json is damaged: it is not what SHA256SUMS says"), "{error}");
        }
        // Even without checksums nothing breaks.
        fs::rename(dir.join("SHA256SUMS"), place.join("sums")).unwrap();
        run(&format!("summary {}", dir.display()));
        fs::rename(place.join("sums"), dir.join("SHA256SUMS")).unwrap();
    }
}

#[test]
fn two_who_begin_at_once_do_not_mix() {
    let place = place("race");
    for round in 0..10 {
        let dir = place.join(format!("study{round}"));
        let start = |seed: &str| {
            let words = format!("study pretzel/shuffled --samples 100 --seed {seed} --out {}", dir.display());
            dealwright(&words).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap()
        };
        let (mut a, mut b) = (start("a"), start("b"));
        let wins = [a.wait().unwrap(), b.wait().unwrap()].iter().filter(|status| status.success()).count();
        assert_eq!(wins, 1, "one of them does it, the other is refused");
        let rows = succeed(&format!("export {} --format jsonl", dir.display()));
        let manifest = fs::read_to_string(dir.join("manifest.json")).unwrap();
        let seed = if manifest.contains("\"seed\": \"a\"") { "a" } else { "b" };
        assert!(
            rows.lines().count() == 100
                && rows.lines().all(|row| row.contains(&format!("\"seed\":\"{seed}\"")))
        );
    }
}

#[test]
fn undecided_challenges_leave_what_rests_on_the_share_undefined() {
    let place = place("undecided");
    let dir = place.join("study").display().to_string();
    succeed(&format!(
        "study pretzel/shuffled pretzel/banded ranks=5 --samples 200 --measures all --max-states 50 --out {dir}"
    ));
    let summary: serde_json::Value =
        serde_json::from_str(&succeed(&format!("summary {dir} --format json"))).unwrap();
    let line = &summary["lines"][1];
    assert!(line["undecided"].as_u64().unwrap() > 0);
    assert!(
        line["share"].is_null()
            && line["interest"].is_null()
            && line["trials"].as_array().unwrap().is_empty()
    );
    assert!(line["share_range"][0].as_f64().unwrap() < line["share_range"][1].as_f64().unwrap());
    let pair = &summary["groups"][0]["pairs"][0];
    assert!(pair["shares"].is_null() && pair["welch"].is_null());
    assert!(succeed(&format!("summary {dir}")).contains("undefined"));
}

#[test]
fn a_study_of_a_setup_from_a_file_needs_the_file_only_once() {
    let place = place("own");
    let setup = place.join("mine.toml");
    let template =
        dealwright(&format!("new {} --from boxoff/ltiles", place.join("mine").display())).output().unwrap();
    assert!(template.status.success(), "{}", String::from_utf8_lossy(&template.stderr));
    fs::write(place.join("study.toml"), "setups = [\"mine.toml\"]\nsamples = 400\nblock = 100\n").unwrap();
    let (by_file, by_words) = (place.join("by-file"), place.join("by-words"));
    succeed(&format!("study {} --out {}", place.join("study.toml").display(), by_file.display()));
    succeed(&format!("study {} --samples 400 --block 100 --out {}", setup.display(), by_words.display()));
    assert_same(&by_file, &by_words);
    fs::remove_file(&setup).unwrap();
    fs::remove_file(by_words.join("records/000-000002.parquet")).unwrap();
    succeed(&format!("study --resume --out {}", by_words.display()));
    assert_same(&by_file, &by_words);
}

#[test]
fn a_census_is_exact() {
    let place = place("census");
    let dir = place.join("census").display().to_string();
    succeed(&format!("study pretzel/sequential pretzel/banded ranks=3 --census --out {dir}"));
    let summary = succeed(&format!("summary {dir} --format json"));
    let summary: serde_json::Value = serde_json::from_str(&summary).unwrap();
    // Both figures are known from elsewhere.
    for (line, solvable) in [(0, 524), (1, 992)] {
        let line = &summary["lines"][line];
        assert_eq!((&line["solvable"], &line["unsolvable"]), (&solvable.into(), &(1296 - solvable).into()));
        assert_eq!(line["interval"][0], line["interval"][1]);
    }
    // Ducking Crabs: one in six for spades and for diamonds each, on average a third; Duelling Deuces in one of nine.
    let mean = |name: &str| summary["lines"][0]["measures"][name]["all"]["mean"].as_f64().unwrap();
    assert!((mean("ducking_crabs") - 1.0 / 3.0).abs() < 1e-12);
    assert!((mean("duelling_deuces") - 2.0 / 9.0).abs() < 1e-12);
    assert_eq!(summary["groups"].as_array().unwrap().len(), 0, "nothing is left to chance");
    let error = refuse(&format!("study fujisan/shuffled --census --out {dir}2"));
    assert!(error.contains("a census would examine") && error.contains("--samples"), "{error}");
}

#[test]
fn a_study_until_ends_where_it_must_whatever_the_threads() {
    let place = place("until");
    let dir = |name: &str| place.join(name);
    let study = "study pretzel/banded ranks=4 --until 2% --block 250 --measures verdict --seed u";
    succeed(&format!("{study} --threads 1 --out {}", dir("one").display()));
    succeed(&format!("{study} --threads 2 --out {}", dir("two").display()));
    assert_same(&dir("one"), &dir("two"));
    // A last block that is lost is made again, and nothing after the end.
    let blocks = records(&dir("two")).len() - 2;
    fs::remove_file(dir("two").join(format!("records/000-{:06}.parquet", blocks - 1))).unwrap();
    succeed(&format!("study --resume --threads 2 --out {}", dir("two").display()));
    assert_same(&dir("one"), &dir("two"));
    let summary = succeed(&format!("summary {} --format json", dir("one").display()));
    let line: serde_json::Value = serde_json::from_str(&summary).unwrap();
    let line = &line["lines"][0];
    let (share, low) = (line["share"].as_f64().unwrap(), line["interval"][0].as_f64().unwrap());
    assert!(share - low <= 0.02 && line["choice"] == "until", "{line}");
    assert!(low < 273_552.0 / 331_776.0, "the exact share is inside: {line}");
    let error = refuse(&format!("{study} --shard 1/2 --out {}", dir("part").display()));
    assert!(error.contains("--shard and --until cannot be combined"), "{error}");
}

#[test]
fn what_cannot_be_done_is_said_before_the_work() {
    let place = place("refused");
    let dir = place.join("study");
    let there = dir.display();
    succeed(&format!("{STUDY} --out {there}"));
    let other_study = STUDY.replace("--seed t", "--seed other");
    for resume in ["", "--resume"] {
        let other = refuse(&format!("{other_study} {resume} --out {there}"));
        assert!(other.contains("holds another study"), "{other}");
        let more = refuse(&format!("study {resume} --samples 5 --out {there}"));
        assert!(more.contains("a study that is resumed stays as it is"), "{more}");
    }
    let file = place.join("file");
    fs::write(&file, "x").unwrap();
    assert!(refuse(&format!("{STUDY} --out {}/in", file.display())).contains("cannot be written to"));
    assert!(refuse(&format!("study --resume --out {}", place.display())).contains("not a study's directory"));
    assert!(refuse(&format!("study --out {}", place.join("n").display())).contains("nothing to study"));
    let wrong = refuse(&format!("study pretzel/banded ranks=9..2 --out {}", place.join("n").display()));
    assert!(wrong.contains("ranks=9..2: expected a range that goes up"), "{wrong}");
    let much = refuse(&format!("study boxoff/ltiles --samples 1e15 --out {}", place.join("n").display()));
    assert!(much.contains("too many files; take fewer"), "{much}");
    let study = "study boxoff/ltiles --block 100000 --samples 200_000_000_000";
    let much = refuse(&format!("{study} --out {}", place.join("n").display()));
    assert!(much.contains("MB are free there"), "{much}");
    assert!(!place.join("n").exists(), "nothing is left behind");
    let second = place.join("second");
    succeed(&format!("{other_study} --out {}", second.display()));
    let error = refuse(&format!("merge {there} {} --out {}", second.display(), place.join("m").display()));
    assert!(error.contains("are not parts of one study: the study differs (seed"), "{error}");
    fs::remove_file(second.join("SHA256SUMS")).unwrap();
    let manifest = fs::read_to_string(second.join("manifest.json")).unwrap();
    let version = format!("\"dealwright\": \"{}\"", env!("CARGO_PKG_VERSION"));
    fs::write(second.join("manifest.json"), manifest.replace(&version, "\"dealwright\": \"9.9.9\"")).unwrap();
    let error = refuse(&format!("merge {there} {} --out {}", second.display(), place.join("m").display()));
    assert!(error.contains("made by versions"), "{error}");
    assert!(
        refuse(&format!("study --resume --out {}", second.display())).contains("begun with dealwright 9.9.9")
    );
}

#[test]
fn samples_that_would_not_be_independent_are_refused() {
    let place = place("independent");
    let out = place.join("out");
    let there = out.display();
    for command in ["compare", "study"] {
        let twice =
            refuse(&format!("{command} boxoff/ltiles boxoff/abc boxoff/ltiles --samples 10 --out {there}"));
        assert!(twice.contains("boxoff/ltiles with rows=4 colours=4 is named twice"), "{twice}");
        // Also where it is written in two ways.
        let ways = "pretzel/banded?ranks=4 pretzel/banded?ranks=4&suits=4";
        assert!(refuse(&format!("{command} {ways} --samples 10 --out {there}")).contains("is named twice"));
    }
    // Two files of one name are two setups; whether they are equal or not, they would get the same random numbers.
    let abc = fs::read_to_string("../dealwright/setups/boxoff/abc.toml").unwrap();
    for (folder, text) in
        [("a", abc.clone()), ("b", abc.replace("ABC\", \"DAB", "AAC\", \"DBB")), ("c", abc.clone())]
    {
        fs::create_dir(place.join(folder)).unwrap();
        fs::write(place.join(folder).join("x.toml"), text).unwrap();
    }
    let file = |folder: &str| place.join(folder).join("x.toml").display().to_string();
    for command in ["compare", "study"] {
        let two = refuse(&format!("{command} {} {} --samples 10 --out {there}", file("a"), file("b")));
        assert!(
            two.contains("are different setups of the same name, boxoff/x") && two.contains("rename"),
            "{two}"
        );
        let same = refuse(&format!("{command} {} {} --samples 10 --out {there}", file("a"), file("c")));
        assert!(same.contains("are the same setup, boxoff/x"), "{same}");
    }
    // A study file tells where.
    let study = place.join("study.toml");
    fs::write(&study, "title = 'x'\nsetups = ['boxoff/abc', 'boxoff/abc']\n").unwrap();
    let error = refuse(&format!("study {} --out {there}", study.display()));
    assert!(error.contains("study.toml:2:1: boxoff/abc is named twice"), "{error}");
    assert!(!out.exists(), "nothing is left behind");
    // In two studies the same seed is nobody's fault, but whoever compares them is told.
    for folder in ["a", "b"] {
        let out = place.join(format!("study-{folder}"));
        succeed(&format!("study {} --samples 20 --measures verdict --out {}", file(folder), out.display()));
    }
    let both = format!("summary {0}/study-a {0}/study-b", place.display());
    assert!(String::from_utf8(run(&both).stderr).unwrap().contains("dealt from the same seed"), "{both}");
    let rules = "compare pretzel/shuffled pretzel/shuffled?rules=free-rows ranks=3 --samples 10 --no-repair";
    let notes = String::from_utf8(run(rules).stderr).unwrap();
    assert!(notes.contains("differ only in rules"), "{notes}");
}

#[test]
fn a_study_file_says_the_same_as_the_command_line() {
    let place = place("file");
    let file = place.join("bands.toml");
    let text = r#"
        question = "Do bands help?"
        setups = ["pretzel/shuffled", "pretzel/banded"]
        samples = 2000
        seed = "t"
        measures = ["all"]
        block = 100
        [parameters]
        ranks = [4, 5]
    "#;
    fs::write(&file, text).unwrap();
    let (by_file, by_words) = (place.join("by-file"), place.join("by-words"));
    succeed(&format!("study {} --out {}", file.display(), by_file.display()));
    succeed(&format!("{STUDY} --out {}", by_words.display()));
    // The question is kept with the records; beside it all rows are the same.
    let rows = |dir: &Path| succeed(&format!("export {} --format jsonl", dir.display()));
    assert_eq!(rows(&by_file), rows(&by_words));
    assert!(succeed(&format!("summary {}", by_file.display())).contains("Do bands help?"));
    fs::write(&file, text.replace("seed =", "sead =")).unwrap();
    let error = refuse(&format!("study {} --out {}", file.display(), place.join("x").display()));
    assert!(error.contains("bands.toml:5:9: 'sead' is not known here"), "{error}");
}

#[test]
fn exports_have_a_line_for_each_challenge_and_the_same_columns() {
    let place = place("exports");
    let dir = place.join("study");
    succeed(&format!(
        "study fujisan/dominoes --samples 50 --seed a,b\"c --measures all --out {}",
        dir.display()
    ));
    let csv = succeed(&format!("export {} --format csv", dir.display()));
    let jsonl = succeed(&format!("export {} --format jsonl", dir.display()));
    assert_eq!((csv.lines().count(), jsonl.lines().count()), (51, 50));
    let first: serde_json::Map<String, serde_json::Value> =
        serde_json::from_str(jsonl.lines().next().unwrap()).unwrap();
    assert_eq!(first["seed"], "a,b\"c");
    assert!(csv.lines().nth(1).unwrap().contains("\"a,b\"\"c\""));
    let mut names: Vec<&str> = csv.lines().next().unwrap().split(',').collect();
    assert_eq!(names.len(), first.len());
    names.retain(|name| !first.contains_key(*name));
    assert!(names.is_empty());
    assert!(refuse(&format!("export {} --format parquet", dir.display())).contains("--out FILE"));
    succeed(&format!("export {} --format parquet --out {}/one.parquet", dir.display(), place.display()));
}

#[test]
fn every_column_is_documented() {
    let formats =
        fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/formats.md")).unwrap();
    let schema = dealwright::record::Schema::of(dealwright::Registry::standard().infos()).unwrap();
    for column in schema.columns() {
        let kind = match column.kind {
            dealwright::record::ColumnKind::Text => "text",
            dealwright::record::ColumnKind::Int => "whole number",
            dealwright::record::ColumnKind::Real => "number",
            dealwright::record::ColumnKind::Flag => "true or false",
        };
        let line = format!("| `{}` | {kind} | {} |", column.name, column.about);
        assert!(formats.contains(&line), "docs/formats.md lacks: {line}");
    }
}

#[test]
fn ways_to_shuffle_are_lines_of_a_study_that_are_told_apart() {
    let place = place("shuffled");
    let (plain, ways) = (place.join("plain"), place.join("ways"));
    succeed(&format!("study pretzel/shuffled --samples 300 --out {}", plain.display()));
    let options = "shuffle=perfect,riffle:1..2 last=sorted";
    succeed(&format!("study pretzel/shuffled {options} --samples 300 --out {}", ways.display()));
    let found = succeed(&format!("summary {} --format json", ways.display()));
    let found: serde_json::Value = serde_json::from_str(&found).unwrap();
    let words: Vec<&str> =
        found["lines"].as_array().unwrap().iter().map(|line| line["shuffle"].as_str().unwrap()).collect();
    assert_eq!(words, ["", "riffle:1,last=sorted", "riffle:2,last=sorted"]);
    assert_eq!(found["groups"][0]["pairs"].as_array().unwrap().len(), 3);
    // The perfect line has the same rows as a study that says nothing of shuffling.
    let rows = |dir: &Path| {
        let text = succeed(&format!("export {} --format csv", dir.display()));
        text.lines().take(301).map(String::from).collect::<Vec<_>>()
    };
    let (plain, ways) = (rows(&plain), rows(&ways));
    assert!(plain[0].contains(",shuffle,suits,ranks,"), "{}", plain[0]);
    assert_eq!(plain, ways);
}

#[test]
fn shuffles_are_resumed_and_leave_nothing_in_the_way() {
    let place = place("shuffles");
    let command = "shuffles pretzel/shuffled suits=2 ranks=3 --samples 500 --model riffle --within 5% --json";
    let kept = place.join("kept");
    let first = succeed(&format!("{command} --out {}", kept.display()));
    let whole = records(&kept);
    fs::remove_file(kept.join("records/003-000001.parquet")).unwrap();
    assert_eq!(succeed(&format!("{command} --out {}", kept.display())), first);
    assert!(records(&kept) == whole, "what was made again is not what it was");
    let other = command.replace("500", "400");
    assert!(refuse(&format!("{other} --resume --out {}", kept.display())).contains("holds another study"));
    // Without a directory the answer is the same, and what it was made from is removed.
    let temporary = place.join("temporary");
    fs::create_dir(&temporary).unwrap();
    let output = dealwright(command).env("TMPDIR", &temporary).output().unwrap();
    assert_eq!(String::from_utf8(output.stdout).unwrap(), first);
    assert_eq!(fs::read_dir(&temporary).unwrap().count(), 0);
}

#[test]
fn records_of_format_1_are_opened_and_summed_up_and_not_gone_on_with() {
    let kept = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/format-1");
    let place = place("format-1");
    let dir = place.join("old");
    fs::create_dir_all(dir.join("records")).unwrap();
    for file in ["manifest.json", "SHA256SUMS"] {
        fs::copy(kept.join(file), dir.join(file)).unwrap();
    }
    for line in 0..4 {
        let name = format!("records/{line:03}-000000.parquet");
        fs::copy(kept.join(&name), dir.join(&name)).unwrap();
    }
    let summary = succeed(&format!("summary {}", dir.display()));
    for line in [
        "pretzel/shuffled (2,3)          20         9          11          0   45.00%",
        "pretzel/banded (2,4)            20        12           8          0   60.00%",
        "boxoff/ltiles (4,6,4)           20        16           4          0   80.00%",
        "fujisan/dominoes (12)           20        20           0          0  100.00%",
    ] {
        assert!(summary.contains(line), "{line} in\n{summary}");
    }
    for measure in ["pair_equality", "ducking_crabs", "connectivity", "walk_moves"] {
        assert!(summary.contains(measure), "{measure}");
    }
    let csv = succeed(&format!("export {} --format csv", dir.display()));
    assert_eq!(csv.lines().count(), 81);
    let error = refuse(&format!("study --resume --out {}", dir.display()));
    assert!(error.contains("records of format 1, this version writes format 2"), "{error}");
    assert!(error.contains("finish it with that version"), "{error}");
}

#[test]
fn a_setup_that_was_changed_since_is_named_with_the_reason() {
    let place = place("changed-setup");
    let (file, dir) = (place.join("own.toml"), place.join("study"));
    let text = dealwright::Registry::standard().setup_text("boxoff/ltiles").unwrap();
    fs::write(&file, text).unwrap();
    succeed(&format!("study {} --samples 20 --trials 1 --out {}", file.display(), dir.display()));
    let manifest = fs::read_to_string(dir.join("manifest.json")).unwrap();
    let sum = "plan_sha256\": \"";
    let at = manifest.find(sum).unwrap() + sum.len();
    let other = if &manifest[at..at + 1] == "0" { "1" } else { "0" };
    let changed = format!("{}{other}{}", &manifest[..at], &manifest[at + 1..]);
    fs::write(dir.join("manifest.json"), changed).unwrap();
    fs::remove_file(dir.join("SHA256SUMS")).unwrap();
    let error = refuse(&format!("study --resume --out {}", dir.display()));
    assert!(
        error.contains("is not the setup that this study was begun with: its pieces or steps were changed"),
        "{error}"
    );
}

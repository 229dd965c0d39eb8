//! `prove` on disk: parts, threads, interruptions and damage make no difference to the answer, or are named.
#![allow(clippy::unwrap_used)]

mod common;

use common::{place, refuse, run, succeed};
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::Path;

/// Twelve tiles of two squares in one colour each: every deal can be solved. 2 x 6 squares, so 90 different deals.
const SURE: &str = "\
game = 'boxoff'
[parameters]
rows = 2
columns = 6
colours = 3
[kit.tiles]
shape = '1x2'
turns = 'half'
list = ['AA', 'AA', 'BB', 'BB', 'CC', 'CC']
[board]
block = { rows = 1, columns = 2, slots = ['a1 b1'] }
[[step]]
shuffle = 'all'
[[step]]
lay = { along = 'slots' }
";

/// Loose tokens: 34,650 different deals in 35 blocks, some of them dead.
const LOOSE: &str = "boxoff/shuffled rows=3 columns=4 colours=3";

fn sure(dir: &Path) -> String {
    let file = dir.join("sure.toml");
    std::fs::write(&file, SURE).unwrap();
    file.display().to_string()
}

fn files(dir: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut found = BTreeMap::new();
    for folder in ["", "blocks"] {
        for entry in std::fs::read_dir(dir.join(folder)).unwrap().flatten() {
            let name = format!("{folder}/{}", entry.file_name().to_str().unwrap());
            if entry.path().is_file() && !name.contains("/.") {
                found.insert(name, std::fs::read(entry.path()).unwrap());
            }
        }
    }
    found
}

#[test]
fn the_answer_is_one_object_with_these_keys() {
    let dir = place("prove-keys");
    let setup = sure(&dir);
    let found: Value = serde_json::from_str(&succeed(&format!("prove {setup} --json"))).unwrap();
    let keys: Vec<&String> = found.as_object().unwrap().keys().collect();
    assert_eq!(keys, ["always", "counterexample", "different", "physical", "setup", "tried"]);
    assert_eq!(
        (
            &found["always"],
            &found["tried"],
            &found["different"],
            &found["physical"],
            &found["counterexample"]
        ),
        (&true.into(), &"90".into(), &"90".into(), &"720".into(), &Value::Null)
    );
    let dead: Value = serde_json::from_str(&succeed(&format!("prove {LOOSE} --json"))).unwrap();
    assert_eq!((&dead["always"], &dead["different"]), (&false.into(), &"34650".into()));
    let id = dead["counterexample"].as_str().unwrap();
    assert!(succeed(&format!("solve {id}")).starts_with("Unsolvable"));
    let some: Value = serde_json::from_str(&succeed(&format!("prove {setup} -n 50 --json"))).unwrap();
    assert_eq!((&some["always"], &some["tried"]), (&Value::Null, &"50".into()));
}

#[test]
fn the_answer_stands_in_words_and_a_dead_deal_with_its_reason() {
    let dir = place("prove-words");
    let setup = sure(&dir);
    assert_eq!(
        succeed(&format!("prove {setup}")),
        "Always solvable: all 90 different deals were solved, which stand for 720 physical arrangements.\n"
    );
    let fewer = succeed(&format!("prove {setup} --symmetry"));
    assert!(
        fewer.contains("all 90 different deals") && fewer.contains("turn, mirror, colours make equal"),
        "{fewer}"
    );
    let dead = succeed(&format!("prove {LOOSE}"));
    assert!(dead.starts_with("Not always solvable: of "), "{dead}");
    assert!(dead.contains("Dead: there is no solution.\n  boxoff:"), "{dead}");
    let sample = succeed("prove boxoff/ltiles --samples 1");
    assert!(sample.contains("So few solved deals say nothing") || sample.contains("dead"), "{sample}");
    let output = run("prove pretzel/shuffled");
    assert!(String::from_utf8_lossy(&output.stderr).contains("871,782,912,000 different deals, too many"));
    for (words, part) in [
        (format!("prove {setup} --symmetry=trun"), "did you mean 'turn'"),
        (format!("prove {setup} --samples 0"), "leaves nothing to do"),
        ("prove pretzel/random-suits ranks=2 --symmetry".into(), "no symmetry can be used"),
        ("prove boxoff/ltiles shuffle=riffle:3".into(), "leave out shuffle"),
        ("prove boxoff/nothing".into(), "boxoff/nothing"),
    ] {
        assert!(refuse(&words).contains(part), "{words}: {}", refuse(&words));
    }
}

#[test]
fn any_threads_parts_and_interruptions_give_the_same_bytes() {
    let dir = place("prove-bytes");
    let out = |name: &str| dir.join(name);
    for (what, words) in [("dead", LOOSE.to_string()), ("sample", format!("{} -n 5000", sure(&dir)))] {
        let prove = |name: &str, more: &str| {
            succeed(&format!("prove {words} --out {} {more}", out(&format!("{what}-{name}")).display()))
        };
        let answer = prove("one", "-t 1");
        assert_eq!(answer, prove("four", "-t 4"));
        let one = files(&out(&format!("{what}-one")));
        assert!(one.len() > 1);
        assert_eq!(one, files(&out(&format!("{what}-four"))));
        // What is lost or damaged is made again by the same command.
        let block = out(&format!("{what}-four/blocks/000000"));
        let mut bytes = std::fs::read(&block).unwrap();
        bytes[50] ^= 1;
        std::fs::write(&block, bytes).unwrap();
        assert_eq!(answer, prove("four", ""));
        assert_eq!(one, files(&out(&format!("{what}-four"))));
        assert_eq!(answer, succeed(&format!("prove --out {}", out(&format!("{what}-four")).display())));
        // Parts on other machines.
        let parts: Vec<String> = (1..=3)
            .map(|part| {
                prove(&format!("part-{part}"), &format!("--shard {part}/3 --json"));
                out(&format!("{what}-part-{part}")).display().to_string()
            })
            .collect();
        let whole = out(&format!("{what}-whole"));
        succeed(&format!("merge {} --out {}", parts.join(" "), whole.display()));
        assert_eq!(one, files(&whole));
        assert_eq!(answer, succeed(&format!("prove --out {}", whole.display())));
    }
    let first = out("sample-part-1").display().to_string();
    assert!(refuse(&format!("merge {first} --out {}", out("few").display())).contains("block 1 is missing"));
    assert!(!out("few").exists());
    let part = succeed(&format!("prove --shard 1/3 --out {first}"));
    assert!(part.starts_with("No dead deal among 2,000 deals of this part."), "{part}");
    let other = refuse(&format!("prove {LOOSE} --out {first}"));
    assert!(other.contains("holds another proof"), "{other}");
}

#[test]
fn a_certificate_is_checked_without_a_solver_and_any_damage_is_named() {
    let dir = place("prove-certificate");
    let setup = sure(&dir);
    let file = dir.join("sure.cert").display().to_string();
    succeed(&format!("prove {setup} --certificate {file}"));
    // It needs nothing from outside.
    let moved = dir.join("moved.cert").display().to_string();
    std::fs::rename(&file, &moved).unwrap();
    let answer = succeed(&format!("prove --check {moved}"));
    assert!(answer.starts_with("Checked without a solver: 90 solutions were replayed"), "{answer}");
    assert!(answer.contains("Always solvable: all 90 different deals were solved"), "{answer}");
    succeed(&format!("prove {setup} --check {moved}"));
    assert!(refuse(&format!("prove boxoff/ltiles --check {moved}")).contains("other pieces or steps"));
    assert!(refuse(&format!("prove --check {setup}")).contains("not a certificate"));
    let good = std::fs::read(&moved).unwrap();
    let broken = dir.join("broken.cert");
    let refused = |bytes: &[u8]| {
        std::fs::write(&broken, bytes).unwrap();
        refuse(&format!("prove --check {}", broken.display()))
    };
    for length in (0..good.len()).step_by(29).chain([good.len() - 1]) {
        let error = refused(&good[..length]);
        assert!(
            error.contains("damaged at byte") || error.contains("not a certificate"),
            "{length}: {error}"
        );
    }
    for at in (0..good.len()).step_by(23) {
        let mut bad = good.clone();
        bad[at] ^= 4;
        let error = refused(&bad);
        assert!(error.contains("broken.cert"), "{at}: {error}");
    }
    assert!(refused(&[good.as_slice(), b"x"].concat()).contains("something follows after the end"));
    // Dead deals cannot be seen from solutions.
    let dead = dir.join("dead.cert").display().to_string();
    let id: Value =
        serde_json::from_str(&succeed(&format!("prove {LOOSE} --json --certificate {dead}"))).unwrap();
    let checked: Value = serde_json::from_str(&succeed(&format!("prove --check {dead} --json"))).unwrap();
    assert_eq!((&checked["always"], &checked["counterexample"]), (&Value::Null, &id["counterexample"]));
    assert!(succeed(&format!("prove --check {dead}")).contains("no list of solutions can show"));
}

#[test]
fn undecided_deals_leave_the_answer_open() {
    let dir = place("prove-undecided");
    let setup = sure(&dir);
    let answer = succeed(&format!("prove {setup} --max-states 1"));
    assert!(
        answer.starts_with("Not known: no deal is dead, but 90 of 90 different deals are undecided"),
        "{answer}"
    );
    assert!(answer.contains("Undecided, for example:\n  boxoff:"), "{answer}");
    let found: Value = serde_json::from_str(&succeed(&format!("prove {setup} --max-states 1 -j"))).unwrap();
    assert_eq!((&found["always"], &found["counterexample"]), (&Value::Null, &Value::Null));
}

#[test]
fn a_refused_command_leaves_nothing_behind() {
    let dir = place("prove-refused");
    let out = dir.join("out");
    for words in
        ["boxoff/nothing", "boxoff/ltiles --symmetry=x", "boxoff/ltiles --resume", "boxoff/ltiles -n 0"]
    {
        refuse(&format!("prove {words} --out {}", out.display()));
        assert!(!out.exists(), "{words}");
    }
    let nowhere = dir.join("none/x.cert");
    refuse(&format!("prove boxoff/ltiles --certificate {}", nowhere.display()));
    std::fs::create_dir(&out).unwrap();
    std::fs::write(out.join("notes.txt"), "mine").unwrap();
    assert!(refuse(&format!("prove boxoff/ltiles --out {}", out.display())).contains("holds no proof"));
}

//! Sessions with people as somebody runs them who reads nothing: plans of odd sizes, damaged files, mixtures, a stopwatch in a terminal.
#![allow(clippy::unwrap_used)]

mod common;

use common::{dealwright, place, refuse, run, succeed};
use serde_json::Value;
use std::collections::HashSet;
use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Output, Stdio};

/// A plan, its simulated people, and their directory.
fn simulated(name: &str, plan: &str) -> std::path::PathBuf {
    let dir = place(name);
    let here = dir.display();
    succeed(&format!("people plan {plan} --out {here}/session"));
    succeed(&format!("people simulate {here}/session/plan.json --out {here}/exports"));
    dir
}

fn seats(dir: &Path) -> Vec<Value> {
    let plan: Value = serde_json::from_str(&fs::read_to_string(dir.join("plan.json")).unwrap()).unwrap();
    plan["seats"].as_array().unwrap().clone()
}

fn ids(seat: &Value) -> Vec<String> {
    let tasks = seat["tasks"].as_array().unwrap();
    tasks.iter().filter_map(|task| task["id"].as_str()).map(String::from).collect()
}

#[test]
fn nobody_plays_a_challenge_twice_nor_one_of_somebody_else() {
    let dir = place("people-plan");
    let here = dir.display();
    // Both setups deal the same few challenges.
    succeed(&format!(
        "people plan boxoff/ltiles boxoff/abc pretzel/banded --challenges pretzel/banded?ranks=3,pretzel/shuffled?ranks=3 --level gentle \
         --participants 7 --each 2 --seed a --out {here}/a"
    ));
    let found = seats(&dir.join("a"));
    let all: Vec<String> = found.iter().flat_map(ids).collect();
    assert_eq!((found.len(), all.len()), (7, 28));
    assert_eq!(all.iter().collect::<HashSet<_>>().len(), 28, "{all:?}");
    let begin: Vec<&str> = found.iter().map(|seat| seat["tasks"][0]["task"].as_str().unwrap()).collect();
    assert_eq!(begin, ["time", "play", "time", "play", "time", "play", "play"]);
    // Each challenge is what its seed deals, with the level that was wanted.
    for seat in &found {
        for task in seat["tasks"].as_array().unwrap().iter().filter(|task| task["task"] == "play") {
            let seed = task["seed"].as_str().unwrap();
            let rated: Value = serde_json::from_str(&succeed(&format!("rate {seed} --json"))).unwrap();
            assert_eq!((&rated["id"], &rated["level"]), (&task["id"], &task["level"]));
        }
    }
    succeed(&format!(
        "people plan --challenges boxoff/ltiles --level gentle --participants 3 --same --out {here}/same"
    ));
    let same = seats(&dir.join("same"));
    assert!(
        same.iter().all(|seat| ids(seat).iter().collect::<HashSet<_>>() == ids(&same[0]).iter().collect())
    );
    // Sheets do not tell levels, and have a code for each seat.
    let sheets = fs::read_to_string(dir.join("a/sheets.html")).unwrap();
    assert_eq!((sheets.matches("<h1>Seat").count(), sheets.matches("<svg").count()), (7, 7));
    assert!(!sheets.contains("gentle"));
}

#[test]
fn what_cannot_be_planned_is_refused_and_leaves_nothing() {
    let dir = place("people-refused");
    let out = format!("--out {}/x", dir.display());
    for (words, expected) in [
        (
            "--challenges pretzel/banded?ranks=2 --level gentle --each 9 --participants 30",
            "gentle were found in",
        ),
        ("boxoff/ltilez --participants 2", "did you mean 'boxoff/ltiles'"),
        ("pretzel/banded?ranks=99 --participants 2", "ranks"),
        ("--challenges boxoff/ltiles --level easy --participants 2", "known are gentle"),
        ("--participants 2", "a session needs something to do"),
        ("boxoff/ltiles --participants 0", "expected 1 to 500"),
        ("boxoff/ltiles --participants 501", "expected 1 to 500"),
        ("boxoff/ltiles boxoff/ltiles?rows=4 --participants 2", "is given twice"),
        ("boxoff/ltiles --repeats 0 --participants 2", "--repeats 0: expected 1 to 10"),
        ("boxoff/ltiles --participants 2 --link javascript:x", "expected the address of a page"),
    ] {
        let error = refuse(&format!("people plan {words} --max-deals 3000 {out}"));
        assert!(error.contains(expected), "{words}: {error}");
        assert!(!dir.join("x").exists(), "{words}");
    }
}

/// Numbers by chance, the same every time.
struct Dice(u64);

impl Dice {
    fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) as usize) % end.max(1)
    }
}

#[test]
fn damaged_files_are_refused_with_their_line_and_never_end_in_a_panic() {
    let dir = simulated(
        "people-damage",
        "boxoff/ltiles boxoff/shuffled pretzel/banded --challenges boxoff/ltiles --level gentle --each 1 --participants 2",
    );
    let exports = dir.join("exports");
    let (mut names, mut texts) = (Vec::new(), Vec::new());
    for entry in fs::read_dir(&exports).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_some_and(|end| end == "jsonl") {
            texts.push(fs::read_to_string(&path).unwrap());
            names.push(path);
        }
    }
    let good = texts[0].clone();
    let mut dice = Dice(7);
    for _ in 0..25 {
        let mut bytes = good.clone().into_bytes();
        match dice.below(5) {
            0 => bytes.truncate(dice.below(bytes.len())),
            1 => {
                let at = dice.below(bytes.len());
                bytes[at] = dice.below(256) as u8;
            }
            2 => {
                let mut lines: Vec<&str> = good.lines().collect();
                lines.remove(dice.below(lines.len()));
                bytes = lines.join("\n").into_bytes();
            }
            3 => {
                let mut lines: Vec<&str> = good.lines().collect();
                let (a, b) = (dice.below(lines.len()), dice.below(lines.len()));
                lines.swap(a, b);
                bytes = lines.join("\n").into_bytes();
            }
            _ => {
                let digits: Vec<usize> = (0..bytes.len()).filter(|&at| bytes[at].is_ascii_digit()).collect();
                let at = digits[dice.below(digits.len())];
                bytes.splice(at..at, *b"9999");
            }
        }
        fs::write(&names[0], &bytes).unwrap();
        let output = run(&format!("people fit {} --resamples 100 --json", exports.display()));
        let error = String::from_utf8_lossy(&output.stderr).into_owned();
        match output.status.code() {
            // Some damage cannot be seen: another time of a step, a task that is gone.
            Some(0) => {}
            Some(2) => {
                let name = names[0].display().to_string();
                let rest = error.split_once(&format!("{name}:")).map(|(_, rest)| rest);
                let has_line = rest.is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()));
                assert!(has_line || error.contains("UTF-8"), "{error}");
            }
            other => panic!("{other:?}: {error}"),
        }
    }
}

#[test]
fn real_and_simulated_people_are_never_put_together() {
    let dir = simulated("people-mixed", "boxoff/ltiles --participants 2");
    let exports = dir.join("exports");
    let path = fs::read_dir(&exports)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .find(|path| path.extension().is_some_and(|end| end == "jsonl"))
        .unwrap();
    let text = fs::read_to_string(&path).unwrap();
    fs::write(&path, text.replacen("\"simulated\":true", "\"simulated\":false", 1)).unwrap();
    let error = refuse(&format!("people fit {}", exports.display()));
    assert!(error.contains("cannot be put together"), "{error}");
    // Weights of simulated people say so wherever they are used.
    fs::write(&path, text).unwrap();
    let here = dir.display();
    succeed(&format!("people fit {here}/exports --resamples 100 --date 2026-01-31 --out {here}/fitted"));
    let weights = format!("--weights {here}/fitted/weights.json");
    for words in [
        format!("effort boxoff/ltiles {weights}"),
        format!("compare boxoff/ltiles boxoff/abc --samples 50 {weights}"),
    ] {
        assert!(succeed(&words).contains("SIMULATED"), "{words}");
    }
    let report = fs::read_to_string(dir.join("fitted/report.html")).unwrap();
    assert!(report.contains("<title>SIMULATED") && report.matches("SIMULATED").count() > 5);
    assert!(report.contains("No intervals: they need at least 5 participants with finished runs."));
}

/// The stopwatch with so many lines typed.
fn timed(setup: &str, file: &str, lines: &str) -> Output {
    let mut child = dealwright(&format!("time {setup} --out {file} --json"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(lines.as_bytes()).unwrap();
    child.wait_with_output().unwrap()
}

fn outcomes(output: &Output) -> Vec<String> {
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let rows = text.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
    rows.map(|row| row["outcome"].as_str().unwrap().to_string()).collect()
}

#[test]
fn a_terminal_times_a_setup_takes_taps_back_and_drops_runs() {
    let dir = place("people-time");
    let file = dir.join("me.jsonl").display().to_string();
    // Without consent there is no file.
    let refused = timed("boxoff/ltiles", &file, "no\n");
    assert_eq!(refused.status.code(), Some(2));
    assert!(!dir.join("me.jsonl").exists());
    // Three steps: a mistake, a tap too many that is taken back, and one more after the last step.
    let first = timed("boxoff/ltiles", &file, "yes\n\nmistake\n\nundo\n\n\n\nundo\n\n\n");
    assert_eq!(outcomes(&first), ["finished"], "{}", String::from_utf8_lossy(&first.stderr));
    let row: Value = serde_json::from_slice(&first.stdout).unwrap();
    let steps = row["steps"].as_array().unwrap();
    let numbers: Vec<u64> = steps.iter().map(|step| step["step"].as_u64().unwrap()).collect();
    assert_eq!(numbers, [1, 2, 3]);
    assert_eq!(steps[0]["corrections"], 1);
    // A finished run can still be dropped; one that is left in the middle is; and the same person goes on.
    assert_eq!(outcomes(&timed("boxoff/ltiles", &file, "\n\n\n\ndrop\n")), ["dropped"]);
    assert_eq!(outcomes(&timed("boxoff/ltiles", &file, "\n\n")), ["dropped"]);
    let text = fs::read_to_string(&file).unwrap();
    assert_eq!(text.lines().filter(|line| line.contains("\"row\":\"participant\"")).count(), 1);
    let found: Value =
        serde_json::from_str(&succeed(&format!("people fit {} --json --resamples 100", dir.display())))
            .unwrap();
    assert_eq!((&found["time"]["runs"], &found["time"]["dropped"]), (&1.into(), &2.into()));
    assert_eq!(found["simulated"], false);
}

#[test]
fn a_setup_file_is_known_by_its_name_and_not_by_whose_directory_it_is_in() {
    let dir = place("people-own-setup");
    let home = dir.join("jane-doe");
    fs::create_dir_all(&home).unwrap();
    let setup = home.join("mine.toml");
    fs::copy(concat!(env!("CARGO_MANIFEST_DIR"), "/../dealwright/setups/boxoff/abc.toml"), &setup).unwrap();
    let file = dir.join("me.jsonl").display().to_string();
    let output = timed(&setup.display().to_string(), &file, &format!("yes\n{}", "\n".repeat(12)));
    assert_eq!(outcomes(&output), ["finished"], "{}", String::from_utf8_lossy(&output.stderr));
    let text = fs::read_to_string(&file).unwrap();
    assert!(text.contains("\"setup\":\"mine.toml\"") && !text.contains("jane"), "{text}");
    let fit = format!("people fit {} --resamples 100", dir.display());
    assert!(refuse(&fit).contains("name it with --setup"));
    assert!(succeed(&format!("{fit} --setup {}", setup.display())).contains("1 finished run"));
}

#[test]
fn nothing_finished_and_nothing_played_is_said() {
    let dir = place("people-none");
    let file = dir.join("me.jsonl").display().to_string();
    timed("boxoff/ltiles", &file, "yes\n\n\n");
    let error = refuse(&format!("people fit {}", dir.display()));
    assert!(error.contains("no finished run and no game in 1 file"), "{error}");
    let empty = place("people-empty");
    assert!(refuse(&format!("people fit {}", empty.display())).contains("no file that ends in .jsonl"));
}

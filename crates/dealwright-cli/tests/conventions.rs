//! IDs from standard input, several setups, JSON everywhere, and resuming by running again, in all commands alike.
#![allow(clippy::unwrap_used)]

mod common;

use common::{dealwright, place, records, refuse, run, succeed};
use serde_json::Value;
use std::io::Write;
use std::process::{Output, Stdio};

fn with_input(words: &str, input: &str) -> Output {
    let mut command = dealwright(words);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
    child.wait_with_output().unwrap()
}

fn lines(output: &Output) -> Vec<Value> {
    let text = String::from_utf8(output.stdout.clone()).unwrap();
    text.lines().map(|line| serde_json::from_str(line).expect(line)).collect()
}

#[test]
fn ids_are_read_from_standard_input_by_every_command_that_takes_them() {
    let dir = place("ids-from-stdin");
    let board = dir.join("board.svg").display().to_string();
    for words in ["show -", "solve -", "why -", "rate -", "repair -", &format!("draw - --out {board}")] {
        let output =
            with_input(&format!("{words} --json"), "boxoff:AABB/BBAA\n\nnonsense\nboxoff/ltiles~a@1\n");
        assert_eq!(output.status.code(), Some(2), "{words}");
        let found = lines(&output);
        assert_eq!(found.len(), 3, "{words}");
        assert_eq!((&found[1]["id"], &found[1]["line"]), (&"nonsense".into(), &3.into()), "{words}");
        assert!(found[1]["error"].as_str().unwrap().contains("no colon"), "{words}");
        assert!(String::from_utf8_lossy(&output.stderr).contains("1 of 3 challenges was refused"), "{words}");
        let plain = with_input(words, "nonsense\n");
        assert!(String::from_utf8_lossy(&plain.stderr).contains("line 1: 'nonsense'"), "{words}");
    }
    assert!(dir.join("board-1.svg").exists() && dir.join("board-2.svg").exists());
    let output = with_input("replay - --json", "boxoff:AABB a1b1 c1d1\nboxoff:AABB\n");
    let found = lines(&output);
    assert_eq!((&found[0]["solved"], &found[1]["line"]), (&true.into(), &2.into()));
    assert!(found[1]["error"].as_str().unwrap().contains("no moves"));
    let book = dir.join("own.pdf").display().to_string();
    let output = with_input(&format!("book - --json --out {book}"), "boxoff:AABB/BBAA\nboxoff:AABB\n");
    assert_eq!(lines(&output)[0]["challenges"], 2);
    let wrong = with_input(&format!("book - --out {book}"), "boxoff:AABB\nnonsense\n");
    assert!(String::from_utf8_lossy(&wrong.stderr).contains("line 2: 'nonsense'"));
}

#[test]
fn several_setups_are_answered_one_after_the_other() {
    for command in ["check", "count", "effort", "tell"] {
        let text = succeed(&format!(
            "{command} --json boxoff/ltiles?rows=6&colours=6 pretzel/shuffled?ranks=3 boxoff/abc"
        ));
        let names: Vec<String> = text
            .lines()
            .map(|line| serde_json::from_str::<Value>(line).unwrap()["setup"].to_string())
            .collect();
        assert_eq!(names.len(), 3, "{command}");
        assert!(
            names[0].contains("boxoff/ltiles") && names[1].contains("pretzel/shuffled"),
            "{command}: {names:?}"
        );
    }
    assert_eq!(succeed("count --json pretzel/shuffled ranks=2..4").lines().count(), 3);
    assert_eq!(succeed("deal boxoff/ltiles boxoff/abc -n 3 -s a --ids").lines().count(), 6);
    let output = run("check --json boxoff/ltiles boxoff/nothing boxoff/abc");
    let found = lines(&output);
    assert_eq!((output.status.code(), found.len()), (Some(2), 3));
    assert_eq!(found[1]["setup"], "boxoff/nothing");
    // Sizes of nothing are refused rather than ignored.
    assert!(refuse("rate boxoff:AABB ranks=4").contains("--setup"));
}

#[test]
fn ids_are_found_in_json_and_setups_are_told_from_challenges() {
    let dealt = succeed("deal boxoff/ltiles --seed a -n 2 --json");
    let ids = succeed("deal boxoff/ltiles --seed a -n 2 --ids");
    let solved = |input: &str| String::from_utf8(with_input("solve --json -", input).stdout).unwrap();
    assert_eq!(solved(&dealt), solved(&ids));
    let wrong = with_input("solve -", "{\"seed\":1}\n");
    assert!(
        String::from_utf8_lossy(&wrong.stderr)
            .contains("line 1: '{\"seed\":1}': a JSON object without the key")
    );
    for command in ["solve", "show", "rate", "why", "repair", "replay"] {
        let why = refuse(&format!("{command} boxoff/ltiles"));
        assert!(
            why.contains("'boxoff/ltiles' is a setup") && why.contains("dealwright deal boxoff/ltiles"),
            "{why}"
        );
    }
    assert!(refuse("solve mine.toml").contains("is a setup"));
    assert!(refuse("solve boxoff/nothing").contains("has no colon"));
}

#[test]
fn the_same_command_resumes_and_another_one_is_refused() {
    let dir = place("again");
    let out = |name: &str| dir.join(name).display().to_string();
    for (name, words, other) in [
        ("study", "study boxoff/ltiles -n 20", "study boxoff/ltiles -n 30"),
        (
            "compare",
            "compare boxoff/ltiles boxoff/abc -n 10 --no-repair",
            "compare boxoff/ltiles boxoff/abc -n 12 --no-repair",
        ),
        ("shuffles", "shuffles pretzel/shuffled ranks=3 -n 10", "shuffles pretzel/shuffled ranks=3 -n 12"),
        ("hunt", "hunt boxoff/ltiles --climbs 1 --steps 20", "hunt boxoff/ltiles --climbs 1 --steps 21"),
        (
            "tune",
            "tune boxoff/ltiles --keep counts --designs 2 -n 2 --enough 2 --confirm 2",
            "tune boxoff/ltiles --keep counts --designs 3 -n 2 --enough 2 --confirm 2",
        ),
    ] {
        let out = out(name);
        let nothing = refuse(&format!("{words} --resume --out {out}"));
        assert!(nothing.contains("nothing to resume"), "{name}: {nothing}");
        let first = succeed(&format!("{words} --json --out {out}"));
        assert_eq!(succeed(&format!("{words} --json --out {out}")), first, "{name}");
        assert_eq!(succeed(&format!("{words} --json --resume --out {out}")), first, "{name}");
        let another = refuse(&format!("{other} --out {out}"));
        assert!(another.contains("holds another"), "{name}: {another}");
        // What was begun need not be named again, and stays as it is.
        assert_eq!(succeed(&format!("{name} --json --out {out}")), first, "{name}");
        let changed = refuse(&format!("{name} --seed other --out {out}"));
        assert!(changed.contains("stays as it is"), "{name}: {changed}");
        let nothing = refuse(&format!("{name} --out {out}-not-there"));
        assert!(nothing.contains("name a") || nothing.contains("name setups"), "{name}: {nothing}");
    }
    // Another command's directory is none of its own.
    assert!(refuse(&format!("compare --out {}", out("shuffles"))).contains("holds no comparison"));
    assert!(refuse(&format!("shuffles --out {}", out("compare"))).contains("holds no study of shuffles"));
    let before = records(&dir.join("study"));
    succeed(&format!("study --out {}", out("study")));
    assert!(records(&dir.join("study")) == before);
    assert!(refuse(&format!("study --out {}", out("none"))).contains("nothing to study"));
    for part in 1..=2 {
        succeed(&format!(
            "study boxoff/ltiles -n 20 --block 5 --shard {part}/2 --out {}",
            out(&format!("part-{part}"))
        ));
    }
    let merge = format!("merge {} {} --json --out {}", out("part-1"), out("part-2"), out("whole"));
    let first = succeed(&merge);
    assert_eq!(succeed(&merge), first);
    assert_eq!(serde_json::from_str::<Value>(&first).unwrap()["blocks"], 4);
    let other = refuse(&format!("merge {} --out {}", out("study"), out("whole")));
    assert!(other.contains("holds another study"), "{other}");
    // What scripts of version 0.1 say still begins, with a note.
    let shard = format!("study boxoff/ltiles -n 20 --block 5 --shard 1/2 --resume --out {}", out("old"));
    assert!(String::from_utf8_lossy(&run(&shard).stderr).contains("--resume is no longer needed"));
    let old = run(&format!("merge {} --partial --resume --out {}", out("old"), out("old-whole")));
    assert!(
        old.status.success() && String::from_utf8_lossy(&old.stderr).contains("--resume is no longer needed")
    );
}

#[test]
fn answers_come_as_json_where_they_are_asked_for() {
    let dir = place("json");
    let out = |name: &str| dir.join(name).display().to_string();
    let one = |words: &str| -> Value { serde_json::from_str(&succeed(words)).expect(words) };
    let study = one(&format!("study boxoff/ltiles -n 20 -j -o {}", out("study")));
    assert_eq!((&study["challenges"], &study["shard"]), (&20.into(), &Value::Null));
    let summary = one(&format!("summary --json {}", out("study")));
    assert_eq!(study["summary"], summary);
    assert_eq!(
        succeed(&format!("summary --format json {}", out("study"))),
        succeed(&format!("summary -j {}", out("study")))
    );
    let part = one(&format!("study boxoff/ltiles -n 20 --block 5 --shard 2/2 -j -o {}", out("part")));
    assert_eq!(
        (&part["shard"], &part["challenges"], &part["summary"]),
        (&"2/2".into(), &10.into(), &Value::Null)
    );
    let claims = one("reproduce --list --json");
    assert!(claims["claims"].as_array().unwrap().iter().any(|claim| claim["name"] == "fujisan-zeros"));
    let csv = out("a.csv");
    assert_eq!(one(&format!("export {} --format csv -o {csv} -j", out("study")))["rows"], 20);
    assert_eq!(one(&format!("sheet boxoff/ltiles -j -o {}", out("a.pdf")))["file"], out("a.pdf"));
    let zip = one(&format!("bundle {} -j -o {}", out("study"), out("a.zip")));
    assert!(zip["files"].as_u64() > Some(5) && zip["unfinished"] == serde_json::json!([]));
    let setup = out("mine");
    assert_eq!(one(&format!("new {setup} --from boxoff/ltiles -j"))["from"], "boxoff/ltiles");
}

#[test]
fn quiet_commands_say_nothing_beside_their_answer_but_errors() {
    let dir = place("quiet");
    let loud = run(&format!("study boxoff/ltiles -n 20 --out {}", dir.join("loud").display()));
    let quiet = run(&format!("study boxoff/ltiles -n 20 -q --out {}", dir.join("quiet").display()));
    assert!(!loud.stderr.is_empty() && quiet.stderr.is_empty());
    assert!(quiet.status.success() && !quiet.stdout.is_empty());
    // Nor is a note among the answers.
    assert!(!String::from_utf8_lossy(&quiet.stdout).contains("more:"));
    assert!(refuse("--quiet solve nonsense").contains("error: "));
    // Colours are left out where they are not wanted, in errors too.
    let forced = dealwright("solve --nonsense").env("CLICOLOR_FORCE", "1").output().unwrap();
    let plain = dealwright("--no-color solve --nonsense").env("CLICOLOR_FORCE", "1").output().unwrap();
    assert!(forced.stderr.contains(&0x1b) && !plain.stderr.contains(&0x1b));
    let no_color = dealwright("solve --nonsense").env("NO_COLOR", "1").output().unwrap();
    assert!(!no_color.stderr.contains(&0x1b));
}

#[test]
fn runs_are_logged_with_the_version_and_its_commit_but_plans_are_not() {
    let dir = place("commit");
    succeed(&format!("study boxoff/ltiles -n 20 --out {}", dir.display()));
    let log = std::fs::read_to_string(dir.join("runs.jsonl")).unwrap();
    let line: Value = serde_json::from_str(log.lines().next().unwrap()).unwrap();
    assert_eq!(line["dealwright"], env!("CARGO_PKG_VERSION"));
    let version = succeed("--version");
    match line["commit"].as_str() {
        Some(commit) => assert!(version.contains(commit), "{version}"),
        None => assert!(!version.contains('('), "{version}"),
    }
    assert!(!std::fs::read_to_string(dir.join("manifest.json")).unwrap().contains("commit"));
}

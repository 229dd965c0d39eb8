//! The command line keeps its own conventions: groups, examples that work, one word for one thing, pages that are written
//! from the program.
#![allow(clippy::unwrap_used)]

mod common;

use clap::{Arg, Command};
use common::{place, refuse, run, succeed};
use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command as Process;

/// All commands, those of `cluster` by both words.
fn commands() -> Vec<(String, Command)> {
    let root = dealwright_cli::command();
    let mut found = Vec::new();
    for command in root.get_subcommands() {
        found.push((command.get_name().to_string(), command.clone()));
        for below in command.get_subcommands() {
            found.push((format!("{} {}", command.get_name(), below.get_name()), below.clone()));
        }
    }
    found
}

fn examples(command: &Command) -> Vec<String> {
    let text = command.get_after_help().map(ToString::to_string).unwrap_or_default();
    let text = text.strip_prefix("Examples:\n").unwrap_or_default();
    text.lines().map(|line| line.trim().to_string()).collect()
}

#[test]
fn every_command_stands_in_one_group_of_the_overview() {
    let grouped: Vec<&str> =
        dealwright_cli::GROUPS.iter().flat_map(|(_, names)| names.iter().copied()).collect();
    let unique: BTreeSet<&str> = grouped.iter().copied().collect();
    assert_eq!(grouped.len(), unique.len(), "a command stands in two groups");
    let root = dealwright_cli::command();
    let known: BTreeSet<&str> = root.get_subcommands().map(Command::get_name).chain(["help"]).collect();
    assert_eq!(unique, known);
    let help = succeed("help");
    assert_eq!(help, succeed("--help"));
    for (title, names) in dealwright_cli::GROUPS {
        assert!(help.contains(&format!("\n{title}\n")), "{title}");
        names.iter().for_each(|name| assert!(help.contains(&format!("\n  {name} ")), "{name}"));
    }
    let widest = help.lines().map(|line| line.chars().count()).max();
    assert!(widest <= Some(110), "{widest:?}");
}

#[test]
fn an_unknown_command_is_told_the_nearest_one() {
    for words in ["help solv", "solv", "help repiar", "completion"] {
        assert!(refuse(words).contains("similar subcommand"), "{words}");
    }
    assert!(refuse("help solv").contains("'solve'"));
    assert!(!refuse("xyzzy").contains("similar"));
}

/// Commands that answer nothing that a program would read.
const WITHOUT_JSON: [&str; 5] = ["cluster", "completions", "man", "people", "serve"];

#[test]
fn one_word_stands_for_one_thing_in_all_commands() {
    let short_of = [("out", 'o'), ("json", 'j'), ("samples", 'n'), ("seed", 's'), ("threads", 't')];
    for (name, command) in commands() {
        let args: Vec<&Arg> = command.get_arguments().collect();
        let long = |word: &str| args.iter().find(|arg| arg.get_long() == Some(word));
        for (word, short) in short_of {
            if let Some(arg) = long(word) {
                assert_eq!(arg.get_short(), Some(short), "{name} --{word}");
            }
        }
        for arg in &args {
            let known = short_of.iter().find(|(_, short)| arg.get_short() == Some(*short));
            assert!(known.is_none_or(|(word, _)| arg.get_long() == Some(*word)), "{name}: {arg}");
        }
        assert_eq!(long("json").is_some(), !WITHOUT_JSON.contains(&name.as_str()), "{name} --json");
        for word in ["count", "deals", "levels", "max"] {
            assert!(long(word).is_none(), "{name} --{word}");
        }
        if let Some(most) = long("most") {
            assert_eq!(most.get_value_names().unwrap(), ["MEASURE"], "{name} --most");
        }
    }
}

#[test]
fn old_spellings_are_understood_with_a_note_and_stand_in_no_help() {
    let mut hidden = BTreeSet::new();
    for (name, command) in commands() {
        for arg in command.get_arguments() {
            let visible = arg.get_visible_aliases().unwrap_or_default();
            for alias in arg.get_all_aliases().unwrap_or_default() {
                if !visible.contains(&alias) {
                    hidden.insert((
                        name.clone(),
                        format!("--{alias}"),
                        format!("--{}", arg.get_long().unwrap()),
                    ));
                }
            }
        }
    }
    let old = |&(a, b, c): &(&str, &str, &str)| (a.to_string(), b.to_string(), c.to_string());
    assert_eq!(hidden, dealwright_cli::OLD_FLAGS.iter().map(old).collect());
    let dir = place("old-spellings");
    let out = |name: &str| dir.join(name).display().to_string();
    for (command, words, old) in [
        ("deal", "boxoff/ltiles --seed a --ids --count 2".to_string(), "--count"),
        ("rate", "boxoff:AABB --setup boxoff/ltiles --deals 2".into(), "--deals"),
        ("book", format!("boxoff/ltiles --count=2 --out {}", out("a.pdf")), "--count"),
        ("book", format!("boxoff/ltiles --levels gentle:1 --out {}", out("b.pdf")), "--levels"),
        ("book", format!("boxoff/ltiles -n 1 --most 50 --out {}", out("c.pdf")), "--most"),
        ("study", format!("boxoff/ltiles --until 20% --most 100 --out {}", out("study")), "--most"),
        ("compare", "boxoff/ltiles boxoff/abc -n 5 --until 20% --most 10 --no-repair".into(), "--most"),
        (
            "tune",
            "boxoff/ltiles --keep counts --designs 2 --deals 2 --enough 2 --confirm 2".into(),
            "--deals",
        ),
    ] {
        let (_, _, new) =
            *dealwright_cli::OLD_FLAGS.iter().find(|(c, o, _)| (*c, *o) == (command, old)).unwrap();
        let output = run(&format!("{command} {words}"));
        let error = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{command} {words}: {error}");
        assert!(error.contains(&format!("{old} is now {new}")), "{command}: {error}");
        let quiet = run("-q list");
        assert!(quiet.stderr.is_empty());
        let help = succeed(&format!("help {command}"));
        assert!(!help.lines().any(|line| line.trim().starts_with(old)), "{command} {old}: {help}");
    }
}

/// Examples that only have to be understood, and why.
const ONLY_PARSED: [(&str, &str); 7] = [
    ("dealwright time boxoff/ltiles --out me.jsonl", "it waits for taps"),
    ("dealwright serve", "it serves until it is stopped"),
    ("dealwright serve --port 0 --no-open --dir studies", "it serves until it is stopped"),
    ("dealwright serve --bind 0.0.0.0 --no-open", "it serves until it is stopped"),
    ("dealwright bench", "minutes; the next example runs two of its sets"),
    ("dealwright reproduce --quick", "minutes; the next example runs one claim"),
    ("dealwright deal boxoff/ltiles", "its seed is the time"),
];

/// Examples that are run with less to do, by these flags beside their own.
const SHORTENED: [(&str, &str); 4] = [
    ("dealwright tune boxoff/ltiles --want", "--keep counts --designs 3 -n 2 --enough 2 --confirm 2"),
    ("dealwright hunt boxoff/ltiles --least chance", "--climbs 1 --steps 20"),
    ("dealwright shuffles boxoff/shuffled --within 2%", "-n 20"),
    ("dealwright compare pretzel/shuffled pretzel/banded", "-n 20 --max-samples 40 --no-repair"),
];

#[test]
fn every_example_in_the_help_works() {
    let dir = place("examples");
    std::fs::write(dir.join("study.toml"), "setups = [\"boxoff/ltiles\"]\nsamples = 40\nblock = 10\n")
        .unwrap();
    let shell = |line: &str| {
        let program = Path::new(env!("CARGO_BIN_EXE_dealwright")).parent().unwrap();
        let path = format!("{}:{}", program.display(), std::env::var("PATH").unwrap());
        Process::new("sh").args(["-c", line]).current_dir(&dir).env("PATH", path).output().unwrap()
    };
    let order: Vec<&str> =
        dealwright_cli::GROUPS.iter().flat_map(|(_, names)| names.iter().copied()).collect();
    let mut all = commands();
    // In the order of the overview: what one example writes, a later one reads.
    all.sort_by_key(|(name, _)| order.iter().position(|known| name.split(' ').next() == Some(known)));
    let mut parsed = 0;
    for (name, command) in all {
        let examples = examples(&command);
        assert!(!examples.is_empty(), "{name} has no example");
        for example in &examples {
            assert!(example.contains(&format!("dealwright {name}")), "{name}: {example}");
            if let Some((line, _)) = ONLY_PARSED.iter().find(|(line, _)| line == example) {
                parsed += 1;
                dealwright_cli::command().try_get_matches_from(line.split(' ')).unwrap();
                continue;
            }
            let more =
                SHORTENED.iter().find(|(begin, _)| example.starts_with(begin)).map_or("", |(_, more)| more);
            if name == "merge" {
                // The other part, as on another machine.
                shell("dealwright study boxoff/ltiles boxoff/abc -n 200 --shard 2/2 --out part-2");
            }
            let output = shell(&format!("{example} {more}"));
            let error = String::from_utf8_lossy(&output.stderr);
            assert!(output.status.success(), "{example} {more}: {error}");
        }
    }
    assert_eq!(parsed, ONLY_PARSED.len(), "an example that is only parsed is gone");
}

#[test]
fn the_page_of_commands_is_what_the_program_writes() {
    let page = succeed("man --markdown");
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/commands.md");
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        std::fs::write(&file, &page).unwrap();
    }
    let kept = std::fs::read_to_string(&file).unwrap_or_default();
    assert!(kept == page, "docs/commands.md is not what the program says: UPDATE_GOLDEN=1 writes it anew");
}

#[test]
fn there_is_a_man_page_for_every_command() {
    let dir = place("man");
    let listed = succeed(&format!("man --out {}", dir.display()));
    assert_eq!(listed.lines().count(), commands().len() + 1);
    for (name, _) in commands() {
        let page =
            std::fs::read_to_string(dir.join(format!("dealwright-{}.1", name.replace(' ', "-")))).unwrap();
        assert!(page.contains(".SH EXAMPLES") && page.contains(".SH SYNOPSIS"), "{name}");
    }
    assert_eq!(succeed("man solve"), std::fs::read_to_string(dir.join("dealwright-solve.1")).unwrap());
    assert!(refuse("man slove").contains("did you mean 'solve'"));
}

#[test]
fn completions_know_setups_levels_solvers_and_claims() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        assert!(!succeed(&format!("completions {shell}")).is_empty());
    }
    for shell in ["bash", "zsh", "fish"] {
        let script = succeed(&format!("completions {shell}"));
        for name in
            ["boxoff/ltiles", "pretzel/banded", "fiendish", "lookahead", "fujisan-zeros", "boxoff-683-dead"]
        {
            assert!(script.contains(name), "{shell}: {name}");
        }
        assert!(!script.contains("--count"), "{shell}: old spellings are not offered");
    }
}

#[test]
fn the_version_is_told_with_its_commit_where_that_is_known() {
    let version = succeed("--version");
    let plain = format!("dealwright {}", env!("CARGO_PKG_VERSION"));
    let rest = version.trim().strip_prefix(&plain).unwrap();
    let commit = rest.trim().trim_matches(['(', ')']);
    assert!(
        commit.is_empty() || commit.len() == 12 && commit.bytes().all(|b| b.is_ascii_hexdigit()),
        "{version}"
    );
}

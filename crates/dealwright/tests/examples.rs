//! The worked examples in examples/setups keep their word: each can be dealt, counted, told and measured, and reads back as
//! the same after it is written. Instructions and first deals are recorded.
#![allow(clippy::unwrap_used, clippy::panic)]

mod golden_file;

use dealwright::Registry;
use dealwright::rng::Stream;
use dealwright::setup::Setup;
use dealwright::setup::count::count;
use dealwright::setup::deal::Dealer;
use dealwright::setup::effort::effort;
use dealwright::setup::read::read;
use dealwright::setup::tell::tell;
use dealwright::setup::write::write;
use std::fmt::Write;
use std::path::PathBuf;

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../examples/setups")
}

fn from_text(name: &str, text: &str) -> Setup {
    let beside = |file: &str| std::fs::read_to_string(folder().join(file)).map_err(|error| error.to_string());
    read(&Registry::standard(), text, name, &[], &beside).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// All examples by name, with their texts.
fn examples() -> Vec<(String, String)> {
    let files = std::fs::read_dir(folder()).unwrap().map(|entry| entry.unwrap().path());
    let mut files: Vec<PathBuf> =
        files.filter(|path| path.extension().is_some_and(|end| end == "toml")).collect();
    files.sort();
    let name = |path: &PathBuf| path.file_stem().unwrap().to_string_lossy().into_owned();
    files.iter().map(|path| (name(path), std::fs::read_to_string(path).unwrap())).collect()
}

/// The first deal of a seed.
fn first(setup: &Setup) -> String {
    let dealer = Dealer::new(setup).unwrap();
    dealer.challenge(&dealer.deal("examples", 0).unwrap()).unwrap().id()
}

/// Deals from the same random numbers, whatever the setup is called.
fn dealt(setup: &Setup) -> Vec<String> {
    let dealer = Dealer::new(setup).unwrap();
    let deal = |index: u64| dealer.deal_from(&mut Stream::new(&["examples"], index)).unwrap();
    (0..20).map(|index| dealer.challenge(&deal(index)).unwrap().id()).collect()
}

#[test]
fn instructions_numbers_and_first_deals_of_the_examples_are_what_they_were() {
    let mut out = String::new();
    for (name, text) in examples() {
        let setup = from_text(&name, &text);
        let dealer = Dealer::new(&setup).unwrap();
        let counted = count(&dealer, &[]);
        let work = effort(&dealer);
        writeln!(out, "{} ({})\n    {}", setup.title, setup.full_name(), tell(&dealer).join("\n    "))
            .unwrap();
        writeln!(out, "  {}", first(&setup)).unwrap();
        writeln!(out, "  {} different, {:.0} s\n", counted.distinct.in_words(), work.seconds()).unwrap();
    }
    golden_file::compare("examples.txt", &out);
}

#[test]
fn an_example_that_is_written_and_read_again_is_the_same() {
    for (name, text) in examples() {
        let setup = from_text(&name, &text);
        let again = from_text(&name, &write(&setup));
        assert_eq!(dealt(&setup), dealt(&again), "{name}");
        let told = |setup: &Setup| tell(&Dealer::new(setup).unwrap());
        assert_eq!(told(&setup), told(&again), "{name}");
        assert_eq!(setup.about, again.about, "{name}");
        assert_eq!(write(&setup), write(&again), "{name}");
    }
}

#[test]
fn there_is_an_example_for_every_verb_and_every_way_to_meet_a_requirement() {
    let all: String = examples().into_iter().map(|(_, text)| text).collect();
    let verbs = [
        "remove", "split", "shuffle", "arrange", "keep", "turn", "lay", "deal", "place", "reveal", "roll",
        "stand", "move", "require",
    ];
    for verb in verbs {
        assert!(all.contains(&format!("\n[[step]]\n{verb} ")), "no example has the verb {verb}");
    }
    for word in [
        "counts_as",
        "empty =",
        "count =",
        "to =",
        "to_and_fro",
        "face =",
        "when ",
        "|",
        "by = \"swapping\"",
        "by = \"turning\"",
        "by = \"dealing again\"",
    ] {
        assert!(all.contains(word), "no example has {word}");
    }
}

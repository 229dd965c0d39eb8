//! Setup files that are changed by accident: each is read or refused, and whatever is read has an answer to everything.

use crate::setup_cases::{cases, registry};
use dealwright::setup::count::count_with;
use dealwright::setup::deal::Dealer;
use dealwright::setup::effort::effort;
use dealwright::setup::fingerprint::fingerprint;
use dealwright::setup::read::read;
use dealwright::setup::tell::tell;
use dealwright::setup::write::write;
use proptest::prelude::*;
use std::sync::OnceLock;

fn texts() -> &'static [String] {
    static TEXTS: OnceLock<Vec<String>> = OnceLock::new();
    TEXTS.get_or_init(|| cases().into_iter().map(|case| case.text).collect())
}

/// Everything that stands in quotes, numbers and keys of all files, each once.
fn words() -> &'static [String] {
    static WORDS: OnceLock<Vec<String>> = OnceLock::new();
    WORDS.get_or_init(|| {
        let mut words: Vec<String> = texts().iter().flat_map(|text| pieces(text)).map(String::from).collect();
        words.sort();
        words.dedup();
        words
    })
}

/// A text in words, numbers and what stands between them.
fn pieces(text: &str) -> Vec<&str> {
    let mut pieces = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let end = match first {
            '\'' => rest[1..].find('\'').map_or(rest.len(), |at| at + 2),
            c if c.is_alphanumeric() => {
                rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len())
            }
            c => c.len_utf8(),
        };
        let (piece, more) = rest.split_at(end);
        pieces.push(piece);
        rest = more;
    }
    pieces
}

/// Whatever is read is dealt, numbered, told, counted, written and read again without panic.
fn all_answers(text: &str) {
    let read = |text: &str| read(registry(), text, "fuzz", &[], &|_| Err("none".into()));
    let Ok(setup) = read(text) else { return };
    let dealer = Dealer::new(&setup).unwrap_or_else(|fault| panic!("{}\n{text}", fault.message));
    let mut laid = dealer.once(&mut dealer.streams("x").stream(0));
    assert!(setup.build(&laid.cells, &laid.dice).is_ok(), "{text}");
    if dealer.settle(&mut laid).is_some() {
        assert!(dealer.accepts(&laid.cells, &laid.dice), "{text}");
        assert!(setup.build(&laid.cells, &laid.dice).is_ok(), "{text}");
        if dealer.plan.physical <= 2000u32.into() {
            let shown: Vec<Option<u8>> = laid.cells.iter().map(|&cell| Some(cell)).collect();
            assert!(dealer.can_show(&shown), "{text}");
        }
    }
    let told = tell(&dealer);
    let symmetries: Vec<&str> = setup.game.info.symmetries.iter().map(|symmetry| symmetry.name).collect();
    count_with(&dealer, &symmetries, 100);
    if dealer.plan.physical <= 2000u32.into() {
        effort(&dealer);
    }
    let written = write(&setup);
    let again = read(&written).unwrap_or_else(|error| panic!("{error}\n{written}\nfor\n{text}"));
    let other = Dealer::new(&again).unwrap();
    assert_eq!(fingerprint(&dealer), fingerprint(&other), "{text}");
    assert_eq!(told, tell(&other), "{text}");
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(3000) })]

    #[test]
    fn files_with_a_piece_cut_out_or_put_in_are_read_or_refused(
        text in 0..texts().len(), at in 0.0..1.0f64, cut in 0..20usize, put in "[a-zA-Z0-9\"'={}\\[\\],. |\n-]{0,6}"
    ) {
        let text = &texts()[text];
        let at = (at * text.len() as f64) as usize;
        let end = (at + cut).min(text.len());
        all_answers(&format!("{}{put}{}", &text[..at], &text[end..]));
    }

    #[test]
    fn files_with_a_word_replaced_by_another_are_read_or_refused(
        text in 0..texts().len(), changes in prop::collection::vec((0.0..1.0f64, 0..words().len()), 1..3)
    ) {
        let mut pieces = pieces(&texts()[text]);
        for (at, word) in changes {
            let is_word = |piece: &str| piece.starts_with(|c: char| c == '\'' || c.is_alphanumeric());
            let at_words: Vec<usize> = (0..pieces.len()).filter(|&n| is_word(pieces[n])).collect();
            pieces[at_words[(at * at_words.len() as f64) as usize]] = &words()[word];
        }
        all_answers(&pieces.concat());
    }

    #[test]
    fn files_with_a_number_changed_are_read_or_refused(
        text in 0..texts().len(), at in 0.0..1.0f64, number in prop_oneof![0..12u64, any::<u64>()]
    ) {
        let mut pieces = pieces(&texts()[text]);
        let number = number.to_string();
        let numbers: Vec<usize> = (0..pieces.len()).filter(|&n| pieces[n].parse::<u64>().is_ok()).collect();
        if !numbers.is_empty() {
            pieces[numbers[(at * numbers.len() as f64) as usize]] = &number;
            all_answers(&pieces.concat());
        }
    }

    #[test]
    fn files_with_steps_in_another_order_are_read_or_refused(text in 0..texts().len(), from in 0..9usize, to in 0..9usize) {
        let mut parts: Vec<&str> = texts()[text].split("[[step]]\n").collect();
        let step = parts.remove(1 + from % (parts.len() - 1));
        parts.insert(1 + to % parts.len(), step);
        all_answers(&parts.join("[[step]]\n"));
    }
}

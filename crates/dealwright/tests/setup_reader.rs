//! The reader of setup files refuses what is wrong with place, finding, expectation and the nearest word; nothing
//! makes it panic.
#![allow(clippy::unwrap_used, clippy::panic)]

mod golden_file;

use dealwright::Registry;
use dealwright::setup::deal::Dealer;
use dealwright::setup::read::{ReadError, read};
use dealwright::setup::seed::SeedId;
use proptest::prelude::*;
use std::fmt::Write;

/// A built-in file with one place changed.
/// The texts of all built-in setups.
fn setups() -> Vec<&'static str> {
    let registry = Registry::standard();
    registry.setup_names().iter().map(|name| registry.setup_text(name).unwrap()).collect()
}

fn edited(name: &str, from: &str, to: &str) -> String {
    let text = Registry::standard().setup_text(name).unwrap();
    assert!(text.contains(from), "{name} has no {from}");
    text.replacen(from, to, 1)
}

const EDITS: &[(&str, &str, &str)] = &[
    ("boxoff/shuffled", "game  = \"boxoff\"", "gane  = \"boxoff\""),
    ("boxoff/shuffled", "\"boxoff\"", "\"boxof\""),
    ("boxoff/shuffled", "\"boxoff\"", "7"),
    ("boxoff/shuffled", "game  = \"boxoff\"", ""),
    ("boxoff/shuffled", "title = \"Shuffled\"", "title = \"Shuffled"),
    ("boxoff/shuffled", "shuffle =", "shuffel ="),
    ("boxoff/shuffled", "\"all\"", "\"al\""),
    ("boxoff/shuffled", "\"all\"", "12"),
    ("boxoff/shuffled", "along = \"rows\"", "along = \"row\""),
    ("boxoff/shuffled", "along = \"rows\"", "allong = \"rows\""),
    ("boxoff/shuffled", "{ along = \"rows\" }", "{ along = \"slots\", from = \"right\" }"),
    ("boxoff/shuffled", "{ colours = \"colours\" }", "{ colours = \"rows\", each = 12 }"),
    ("boxoff/shuffled", "{ colours = \"colours\" }", "{ colours = 5 }"),
    ("boxoff/shuffled", "{ colours = \"colours\" }", "{ colours = 8 }"),
    ("boxoff/shuffled", "{ colours = \"colours\" }", "{ colours = \"colors\" }"),
    ("boxoff/shuffled", "{ colours = \"colours\" }", "{ colours = 2, each = 5 }"),
    ("boxoff/shuffled", "{ colours = \"colours\" }", "{ }"),
    ("boxoff/shuffled", "rows    = { default = 4, from = 1, to = 64 }", "rows = 9"),
    (
        "boxoff/shuffled",
        "rows    = { default = 4, from = 1, to = 64 }",
        "rows = { default = 4, from = 5, to = 64 }",
    ),
    ("boxoff/shuffled", "rows    = { default = 4, from = 1, to = 64 }", "rows = { default = 4, from = 1 }"),
    ("boxoff/shuffled", "rows    =", "row     ="),
    ("boxoff/shuffled", "[[step]]\nshuffle = \"all\"", "[[step]]\nkeep = 20\n[[step]]\nshuffle = \"all\""),
    ("boxoff/shuffled", "[[step]]\nshuffle = \"all\"", "[[step]]\nshuffle = \"all\"\n[[step]]\nkeep = 20"),
    ("boxoff/shuffled", "shuffle = \"all\"", "shuffle = \"all\"\nkeep = 3"),
    ("boxoff/shuffled", "[[step]]\nshuffle = \"all\"", "[[step]]\n"),
    ("boxoff/shuffled", "shuffle = \"all\"", "turn = \"by chance\""),
    ("boxoff/shuffled", "shuffle = \"all\"", "split = { by = \"suit\" }"),
    ("boxoff/shuffled", "shuffle = \"all\"", "require = { what = \"different steps\", by = \"the kit\" }"),
    ("boxoff/shuffled", "shuffle = \"all\"", "stand = { what = \"tokens\", at = \"somewhere\" }"),
    ("boxoff/ltiles", "\"AAB\", \"AAC\"", "\"AAB\", \"AA\""),
    ("boxoff/ltiles", "\"AAB\", \"AAC\"", "\"AAB\", \"AA7\""),
    ("boxoff/ltiles", "\"AAB\", \"AAC\"", "\"AAB\", \"AAB\""),
    ("boxoff/ltiles", "turns = \"flip\"", "turns = \"flop\""),
    ("boxoff/ltiles", "turns = \"flip\"", "turns = \"quarter\""),
    ("boxoff/ltiles", "shape = \"L\"", "shape = \"T\""),
    ("boxoff/ltiles", "when  = { rows = 4, colours = 4 }", "when  = { rows = 5, colours = 4 }"),
    ("boxoff/ltiles", "\"a2 b2 a1\"", "\"a2 b2\""),
    ("boxoff/ltiles", "\"a2 b2 a1\"", "\"a2 b2 d1\""),
    ("boxoff/ltiles", "\"a2 b2 a1\"", "\"a2 b2 b2\""),
    ("boxoff/ltiles", "\"a2 b2 a1\"", "\"a2 b2 -\""),
    ("boxoff/ltiles", "\"a2 b2 a1\"", "\"a2 b2 x\""),
    ("boxoff/ltiles", "block = { rows = 2, columns = 3", "block = { rows = 3, columns = 3"),
    ("boxoff/ltiles", "lay = { along = \"slots\" }", "lay = { along = \"rows\" }"),
    ("pretzel/banded", "by = \"suit\"", "by = \"suits\""),
    ("pretzel/banded", "piles = \"in order\"", "piles = \"in ordre\""),
    ("pretzel/banded", "deck = \"french\"", "deck = \"german\""),
    ("pretzel/banded", "deck = \"french\"", "deck = \"french\", ranks = \"A-5\""),
    ("pretzel/banded", "deck = \"french\"", "deck = \"french\", ranks = \"2-5\""),
    ("pretzel/banded", "deck = \"french\"", "deck = \"french\", suits = 3"),
    ("pretzel/banded", "what = \"aces\"", "what = \"kings\""),
    ("pretzel/banded", "what = \"aces\"", "what = \"doubles\""),
    ("pretzel/banded", "[[step]]\nmove = { what = \"aces\", to = \"left edge\" }", ""),
    ("pretzel/banded", "split = { by = \"suit\" }", "split = { by = \"suit\", together = [[\"spades\"]] }"),
    ("pretzel/banded", "split = { by = \"suit\" }", "split = { by = \"suit\", together = [[\"shovels\"]] }"),
    (
        "pretzel/banded",
        "shuffle = \"each pile\"",
        "shuffle = \"each pile\"\n[[step]]\nsplit = { by = \"rank\" }",
    ),
    ("pretzel/random-suits", "piles = \"in turn\"", "piles = \"in order\""),
    ("fujisan/dominoes", "keep = 12", "keep = 13"),
    ("fujisan/dominoes", "keep = 12", "keep = 11"),
    ("fujisan/dominoes", "keep = 12", "keep = 16"),
    ("fujisan/dominoes", "[\"with a 6\", \"doubles\"]", "[\"with a 6\"]"),
    ("fujisan/dominoes", "[\"with a 6\", \"doubles\"]", "[\"doubles\"]"),
    ("fujisan/dominoes", "[\"with a 6\", \"doubles\"]", "[\"with a 9\"]"),
    ("fujisan/dominoes", "count = 2", "count = 3"),
    ("fujisan/dominoes", "set = \"double-six\"", "set = \"double-four\""),
    ("fujisan/dominoes", "what = \"different steps\"", "what = \"diferent steps\""),
    ("fujisan/dominoes", "by = \"the kit\"", "by = \"hope\""),
    ("fujisan/dominoes", "what = \"priests\"", "what = \"dominoes\""),
    (
        "fujisan/shuffled",
        "[[step]]\nstand",
        "[[step]]\nrequire = { what = \"no double step\", by = \"the kit\" }\n\n[[step]]\nstand",
    ),
    ("fujisan/engraved", "layers = [6, 5, 4, 3, 2]", "layers = [6, 5, 4, 3]"),
    ("fujisan/engraved", "\"0110\"", "\"0000\""),
    ("fujisan/engraved", "\"0110\"", "\"0660\""),
    ("fujisan/engraved", "\"b2 b1 - -\"", "\"a2 a1 - -\""),
    ("fujisan/rolled", "dice = 24", "dice = 20"),
    ("fujisan/rolled", "\"0-5\"", "\"1-6\""),
    ("fujisan/rolled", "\"0-5\"", "\"zero to five\""),
    ("fujisan/unique", "title = \"Unique\"", "title = \"Unique\"\nrules = [\"fre\"]"),
    ("fujisan/unique", "pawns = 4", "pawns = -4"),
    ("fujisan/unique", "piecepack = \"coins\"", "piecepack = \"tiles\""),
    (
        "boxoff/shuffled",
        "lay = { along = \"rows\" }",
        "lay = { along = \"rows\" }\n[[step]]\nlay = { along = \"rows\" }",
    ),
    (
        "boxoff/shuffled",
        "lay = { along = \"rows\" }",
        "lay = { along = \"rows\" }\n[[step]]\nshuffle = \"all\"",
    ),
    ("boxoff/shuffled", "lay = { along = \"rows\" }", "lay = { along = \"rows\", at_a_time = 2 }"),
    ("boxoff/shuffled", "lay = { along = \"rows\" }", "lay = { along = \"rows\", layers = [24] }"),
    ("boxoff/shuffled", "{ colours = \"colours\" }", "{ colours = \"colours\", turns = \"flip\" }"),
    ("boxoff/shuffled", "{ colours = \"colours\" }", "{ colours = \"colours\", when = { row = 4 } }"),
    ("boxoff/shuffled", "{ colours = \"colours\" }", "{ colours = \"colours\", when = { rows = 5 } }"),
    ("boxoff/shuffled", "tokens = {", "coins = { piecepack = \"coins\" }\ntokens = {"),
    ("boxoff/shuffled", "{ colours = \"colours\" }", "{ piecepack = \"coins\" }"),
    ("boxoff/shuffled", "{ colours = \"colours\" }", "{ colours = 6 }"),
    ("boxoff/shuffled", "columns = { default = 6, from = 1, to = 26 }", ""),
    (
        "boxoff/shuffled",
        "{ default = 6, from = 1, to = 26 }",
        "{ default = 6, from = 1, to = 26, one_of = [6] }",
    ),
    ("boxoff/ltiles", "\"FFA\", \"FFD\"", "\"FFA\", \"FF\""),
    ("boxoff/ltiles", "when  = { rows = 4", "when  = { row = 4"),
    ("boxoff/ltiles", "\"a2 b2 a1\", \"c1 b1 c2\"", "\"a2 b2 c2\", \"c1 b1 a1\""),
    (
        "boxoff/ltiles",
        "[[step]]\nturn = \"by chance\"\n\n[[step]]\nlay = { along = \"slots\" }",
        "[[step]]\nlay = { along = \"slots\" }\n[[step]]\nturn = \"by chance\"",
    ),
    (
        "pretzel/banded",
        "shuffle = \"each pile\"",
        "shuffle = \"each pile\"\n[[step]]\nmove = { what = \"aces\", to = \"left edge\" }",
    ),
    ("pretzel/banded", "to = \"left edge\"", "to = \"moon\""),
    (
        "pretzel/banded",
        "{ by = \"suit\" }",
        "{ by = \"suit\", together = [[\"spades\", \"spades\"], [\"hearts\", \"diamonds\", \"clubs\"]] }",
    ),
    ("pretzel/banded", "{ by = \"suit\" }", "{ by = \"rank\", together = [[256, 1], [2, 3, 4]] }"),
    ("fujisan/dominoes", "keep = 12", "split = { by = \"value\" }"),
    ("fujisan/dominoes", "shuffle = \"all\"", "require = { what = \"different steps\", by = \"the kit\" }"),
    ("fujisan/rolled", "along = \"rows\"", "along = \"slots\""),
    ("fujisan/rolled", "pawns = 4", "pawns = 3"),
    ("fujisan/rolled", "pawns = 4", "pawns = 4294967295"),
    ("fujisan/rolled", "title = \"Rolled\"", "title = \"Rolled\"\nrules = [\"free\", \"column\"]"),
    ("fujisan/rolled", "title = \"Rolled\"", "title = \"Rolled\"\nrules = [\"dice-3156\"]"),
    ("fujisan/piecepack", "split = { by = \"suit\" }", "keep = 20\n[[step]]\nsplit = { by = \"suit\" }"),
    // A card is a rank and a suit; a number alone is a rank only where a rank is asked for.
    ("pretzel/banded", "split = {", "remove = { where = \"2\" }\n[[step]]\nsplit = {"),
    ("pretzel/banded", "split = {", "remove = { where = \"with a 1\" }\n[[step]]\nsplit = {"),
    ("pretzel/banded", "split = {", "remove = { where = \"with a 9\" }\n[[step]]\nsplit = {"),
    ("pretzel/banded", "split = {", "remove = { where = \"with stars\" }\n[[step]]\nsplit = {"),
    ("pretzel/banded", "split = {", "remove = { where = \"with a 4\" }\n[[step]]\nsplit = {"),
    ("fujisan/piecepack", "shuffle = \"all\"", "remove = { where = \"with hearts\" }"),
    ("fujisan/piecepack", "shuffle = \"all\"", "remove = { where = \"with a 9\" }"),
    ("boxoff/shuffled", "shuffle = \"all\"", "remove = { where = \"with a heart\" }"),
    ("boxoff/ltiles", "shuffle = \"all\"", "remove = { where = \"with an F\" }"),
];

#[test]
fn broken_files_are_refused_with_place_and_remedy() {
    let mut out = String::new();
    for (name, from, to) in EDITS {
        let text = edited(name, from, to);
        match read(&Registry::standard(), &text, "broken", &[], &|_| Err("none".into())) {
            Err(error) => writeln!(out, "{name}: {from:?} -> {to:?}\n    {error}").unwrap(),
            Ok(_) => panic!("{name}: {from:?} -> {to:?} was accepted"),
        }
    }
    golden_file::compare("broken-setups.txt", &out);
}

#[test]
fn options_that_a_file_does_not_open_are_refused() {
    let try_with = |name: &str, key: &str, value: &str| {
        let options = [(key.to_string(), value.to_string())];
        read(&Registry::standard(), Registry::standard().setup_text(name).unwrap(), "x", &options, &|_| {
            Err("none".into())
        })
        .err()
        .map(|e| match e {
            ReadError::Option(message) => message,
            ReadError::File(error) => format!("file: {error}"),
        })
    };
    assert_eq!(try_with("pretzel/banded", "ranks", "9"), None);
    for (name, key, value, expected) in [
        (
            "pretzel/banded",
            "rank",
            "9",
            "'rank' cannot be chosen for this setup, open are suits, ranks, rules, shuffle, last; did you mean 'ranks'?",
        ),
        ("pretzel/banded", "ranks", "14", "ranks can be 1 to 13, not '14'"),
        ("pretzel/banded", "ranks", "nine", "ranks can be 1 to 13, not 'nine'"),
        (
            "pretzel/banded",
            "rules",
            "free",
            "rule 'free': is not a rule of this game; known are free-rows; did you mean 'free-rows'?",
        ),
        ("boxoff/ltiles", "rows", "5", "rows can be 4 or 6, not '5'"),
        (
            "boxoff/shuffled",
            "rows",
            "60",
            "a board of 60 x 6 squares cannot be: at most 64 squares and 26 columns; with the other sizes as they are, rows can be \
             1 to 10, or columns can be 1",
        ),
        (
            "fujisan/dominoes",
            "steps",
            "13",
            "steps is 12 in this setup and cannot be chosen, open are rules, shuffle, last",
        ),
    ] {
        assert_eq!(try_with(name, key, value).as_deref(), Some(expected));
    }
    assert!(try_with("boxoff/ltiles", "colours", "6").unwrap().contains("no tiles for these parameters"));
}

/// Whatever is read can be dealt, numbered, told and counted without panic.
fn all_answers(text: &str) {
    if let Ok(setup) = read(&Registry::standard(), text, "fuzz", &[], &|_| Err("none".into())) {
        let dealer = Dealer::new(&setup).unwrap_or_else(|fault| panic!("{}", fault.message));
        let dealwright::setup::deal::Laid { cells, dice, stuck, .. } =
            dealer.once(&mut dealer.streams("x").stream(0));
        // Hands that got stuck have laid a part only, and begin again.
        assert!(stuck || setup.build(&cells, &dice).is_ok(), "{text}");
        dealwright::setup::tell::tell(&dealer);
        let symmetries: Vec<&str> = setup.game.info.symmetries.iter().map(|symmetry| symmetry.name).collect();
        dealwright::setup::count::count_with(&dealer, &symmetries, 100);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4000))]

    #[test]
    fn files_with_a_piece_cut_out_or_put_in_are_read_or_refused(
        setup in 0..setups().len(), at in 0.0..1.0f64, cut in 0..20usize, put in "[a-z0-9\"'={}\\[\\],. \n-]{0,6}"
    ) {
        let text = setups()[setup];
        let at = (at * text.len() as f64) as usize;
        let end = (at + cut).min(text.len());
        if text.is_char_boundary(at) && text.is_char_boundary(end) {
            all_answers(&format!("{}{put}{}", &text[..at], &text[end..]));
        }
    }

    #[test]
    fn files_with_lines_moved_are_read_or_refused(setup in 0..setups().len(), from in 0..40usize, to in 0..40usize) {
        let mut lines: Vec<&str> = setups()[setup].lines().collect();
        let line = lines.remove(from % lines.len());
        lines.insert(to % (lines.len() + 1), line);
        all_answers(&lines.join("\n"));
    }

    #[test]
    fn any_seed_id_is_read_or_refused(text in "[a-z]{1,8}/[a-z-]{1,9}(\\?[a-z=&0-9%]{0,9})?~[A-Za-z0-9_%.-]{0,9}@[0-9]{0,2}") {
        if let Ok(id) = text.parse::<SeedId>() {
            prop_assert_eq!(id.to_string().parse::<SeedId>().unwrap(), id);
        }
    }
}

//! Nothing that anybody types makes a parser panic, and every refusal is clear.
#![allow(clippy::unwrap_used, clippy::panic)]

mod golden_file;

use dealwright::games::fujisan::ppn;
use dealwright::{Registry, challenge::split_moves};
use proptest::prelude::*;
use std::fmt::Write;

#[test]
fn a_hundred_broken_ids_are_refused_with_place_and_remedy() {
    let broken: Vec<&str> = include_str!("golden/broken-ids.txt").lines().collect();
    assert!(broken.len() >= 100, "{}", broken.len());
    let mut out = String::new();
    for id in broken {
        match Registry::standard().challenge(id) {
            Ok(challenge) => panic!("{id} was read as {}", challenge.id()),
            Err(error) => writeln!(out, "{id}\n    {error}").unwrap(),
        }
    }
    golden_file::compare("broken-ids-errors.txt", &out);
}

/// Text that begins like an ID and goes wrong somewhere.
fn nearly_an_id() -> impl Strategy<Value = String> {
    let head = prop_oneof![
        Just("boxoff:".to_string()),
        Just("pretzel:".to_string()),
        Just("pretzel.free-rows:".to_string()),
        Just("fujisan:".to_string()),
        Just("fujisan.free.dice-3152:".to_string()),
        "[a-z]{1,8}(\\.[a-zA-Z0-9-]{0,8}){0,3}:",
    ];
    let layout = prop_oneof![
        "[A-Za-z0-9./ -]{0,120}",
        "([A-C]{4}/){0,5}[A-C]{4}",
        "(([2-5TJQKA]|10)[SHDC♠♥é]|--|/| ){0,70}",
        "[0-5]{12}/[0-5]{12}",
        "[0-6]{10,13}/[0-6]{10,13}",
        any::<String>(),
    ];
    (head, layout).prop_map(|(head, layout)| head + &layout)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(20_000))]

    #[test]
    fn any_text_is_read_or_refused_and_what_is_read_reads_back(text in nearly_an_id()) {
        if let Ok(challenge) = Registry::standard().challenge(&text) {
            let id = challenge.id();
            prop_assert_eq!(Registry::standard().challenge(&id).unwrap().id(), id.clone());
            // Typeable from a book, safe in a URL.
            prop_assert!(id.bytes().all(|b| b.is_ascii_alphanumeric() || b"./:-".contains(&b)), "{}", id);
            prop_assert_eq!(Registry::standard().challenge(&id.to_lowercase()).unwrap().id(), id);
        }
    }

    #[test]
    fn any_bytes_are_read_or_refused(text in any::<String>()) {
        let _ = Registry::standard().challenge(&text);
        let _ = ppn::read(&text);
    }

    #[test]
    fn any_move_list_is_played_or_refused(text in "([a-o♥2-9TJQKASHDC-][0-9a-nSHDC♥é.-]{0,7}[ ,;]){0,12}") {
        for id in ["boxoff:BBWBBW/BYYYWB/YWWWYY", "pretzel:--2S3S/3H--2H/2D3D--", "fujisan:551102224335/244331001054"] {
            let challenge = Registry::standard().challenge(id).unwrap();
            let moves = split_moves(&text);
            let replay = challenge.replay(&moves);
            prop_assert_eq!(replay.played.len() < moves.len(), replay.stopped.is_some());
        }
    }

    #[test]
    fn any_study_file_is_read_or_refused(
        keys in prop::collection::vec(
            ("(setups|samples|until|census|trials|seed|measures|block|most|title|x|parameters|limits)",
             "(\\[\"a/b\"(, \"c\")?\\]|[0-9_]{1,22}|-1|\"[0-9.%a-z]{0,6}\"|true|\\[1, 2\\]|\\{ ranks = \"[0-9.,]{0,9}\" \\}|\\{ states = 5 \\})"),
            0..6,
        ),
    ) {
        let text: String = keys.iter().map(|(key, value)| format!("{key} = {value}\n")).collect();
        if let Ok(study) = dealwright::study::read::read(&text) {
            prop_assert!(!study.lines.is_empty() && study.block_rows(1_000_000) > 0);
        }
    }

    #[test]
    fn any_ppn_movetext_reads_back_as_it_was_written(
        moves in prop_oneof!["[0-9.a-c{};, \n-]{0,40}", "([0-9.]{0,6}([a-n][12]-[a-n][12])?[ \n]){0,12}"]
    ) {
        let text = format!("---\nGameType: Fujisan\nCoins: \"444520240311/125335325100\"\n...\n{moves}");
        if let Ok(game) = ppn::read(&text) {
            prop_assert_eq!(ppn::read(&ppn::write(&game.challenge, &game.moves)).unwrap(), game);
        }
    }

    #[test]
    fn any_ppn_header_is_read_or_refused(
        coins in "[0-5na]{11,13}/[0-5na]{11,13}", dice in "[0-5na]{1,3}/[0-5na]{1,3}", moves in "([a-n][12]-[a-n][12] ){0,9}"
    ) {
        let text = format!("---\nGameType:\n  Name: Fujisan\n  Coins: \"{coins}\"\n  Dice: {dice}\n...\n{moves}");
        if let Ok(game) = ppn::read(&text) {
            prop_assert_eq!(ppn::read(&ppn::write(&game.challenge, &game.moves)).unwrap(), game);
        }
    }
}

#[test]
fn move_lists_are_taken_apart_as_people_write_them() {
    let expected = ["a1-b1", "n2-k2", "b1-e1"];
    for text in [
        "a1-b1 n2-k2 b1-e1",
        "1. a1-b1 2. n2-k2\n3. b1-e1",
        "1.a1-b1, 2.n2-k2; 3...b1-e1",
        " a1-b1,n2-k2,b1-e1 ",
    ] {
        assert_eq!(split_moves(text), expected, "{text}");
    }
}

#[test]
fn what_is_no_move_is_kept_to_be_refused() {
    // Numbers that number nothing: none of them may vanish, now or when it is written and read again.
    for word in ["3.2..9", "2..9", "1.5", "1..5", "7.8.a1-b1", ".", "..", ".5", "-"] {
        assert_eq!(split_moves(word), [word]);
        let text =
            format!("---\nGameType: Fujisan\nCoins: \"444520240311/125335325100\"\n...\n{word} a1-e1\n");
        let game = ppn::read(&text).unwrap();
        assert_eq!(game.moves, [word, "a1-e1"]);
        assert_eq!(ppn::read(&ppn::write(&game.challenge, &game.moves)).unwrap(), game);
    }
    assert_eq!(split_moves("12 12. 12... 1. 2.3Hb4"), ["3Hb4"]);
}

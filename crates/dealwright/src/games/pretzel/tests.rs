use super::*;
use crate::search::{Limits, Verdict, bfs};

fn deal(layout: &str) -> Pretzel {
    Pretzel::read(&[], layout).unwrap()
}

fn free(layout: &str) -> Pretzel {
    Pretzel::read(&[RuleText { name: "free-rows", value: "" }], layout).unwrap()
}

fn listed(challenge: &Pretzel) -> String {
    let mut moves = Vec::new();
    challenge.moves(&challenge.start(), &mut moves);
    moves.iter().map(Move::to_string).collect::<Vec<_>>().join(" ")
}

#[test]
fn a_card_goes_behind_its_predecessor_or_to_the_start_of_its_own_row() {
    assert_eq!(listed(&deal("--2S3S/3H--2H")), "2Sa2"); // nothing follows the highest rank
    assert_eq!(listed(&deal("2S--3S/--2H3H")), "3Sb2 2Ha1");
    assert_eq!(listed(&deal("----2S/3S3H2H")), "2Sa2"); // nothing follows a hole
}

#[test]
fn with_free_rows_any_two_starts_a_row_and_any_suit_may_fill_it() {
    assert_eq!(listed(&free("--2S3S/3H--2H")), "2Sa2 2Ha2");
    assert!(free("2H3H--/2S3S--").is_solved(&free("2H3H--/2S3S--").start()));
    assert!(!deal("2H3H--/2S3S--").is_solved(&deal("2H3H--/2S3S--").start()));
}

#[test]
fn generous_text_becomes_one_form() {
    let text = " as 2S 3♠ / H3 ah ♥2 ";
    assert_eq!(deal(text).layout(), "--2S3S/3H--2H");
    assert_eq!(deal("10S 2S3S4S5S6S7S8S9S --").layout(), "TS2S3S4S5S6S7S8S9S--");
}

#[test]
fn every_illegal_move_says_why() {
    let d = deal("--2S3S/3H--2H");
    let why = |text| d.read_move(&d.start(), text).unwrap_err().to_string();
    assert_eq!(why("3Sa2"), "3S does not fit into a2: this row begins with 2S");
    assert_eq!(why("2Hb1"), "2H does not fit into b1: nothing follows 3H");
    assert_eq!(why("2Sb2"), "b2 is not a hole, 2S lies there");
    assert_eq!(why("2Sd1"), "d1 is not on the grid of 3 columns and 2 rows");
    assert_eq!(why("ASa2"), "AS is an ace, aces never move");
    assert_eq!(why("2Da2"), "2D is not of this deck: 2 rows can only hold the suits SH");
    assert!(matches!(d.read_move(&d.start(), "a2"), Err(MoveError::Malformed(_))));
    assert_eq!(d.read_move(&d.start(), "s2-A2").unwrap().to_string(), "2Sa2");
}

#[test]
fn duelling_deuces_are_dead() {
    let outcome = bfs(&deal("2H--3S/2S--3H"), &Limits::default());
    assert_eq!(outcome.verdict, Verdict::Unsolvable);
}

#[test]
fn the_score_of_a_position_is_the_sum_over_its_holes() {
    assert_eq!(deal("--2S3S/3H--2H").score(&deal("--2S3S/3H--2H").start()), 2 - 1);
    assert_eq!(deal("2S--3S/3H2H--").score(&deal("2S--3S/3H2H--").start()), 2 + 1);
    assert_eq!(deal("2H----/2S3S3H").score(&deal("2H----/2S3S3H").start()), 1);
}

#[test]
fn renaming_suits_with_their_rows_gives_the_same_representative() {
    let d = deal("--2S3S/3H--2H/2D3D--");
    let image = d.rearranged(&[2, 0, 1], &[1, 2, 0]);
    assert_eq!(image.layout(), "2S3S--/--2H3H/3D--2D");
    assert_eq!(image.canonical(&["suits"]), d.canonical(&["suits"]));
    let f = free("--2S3S/3H--2H/2D3D--");
    let image = f.rearranged(&[2, 0, 1], &[2, 1, 0]);
    assert_eq!(image.canonical(&["suits"]), f.canonical(&["suits"]));
    assert_ne!(image.canonical(&[]), f);
}

#[test]
fn one_rank_is_solved_before_it_begins() {
    assert!(deal("--/--").is_solved(&deal("--/--").start()));
}

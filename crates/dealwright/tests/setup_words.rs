//! What instructions say: places, piles and pieces by names that a person at the table can find.
#![allow(clippy::unwrap_used, clippy::panic)]

use dealwright::Registry;
use dealwright::setup::Setup;
use dealwright::setup::count::{Number, count};
use dealwright::setup::deal::Dealer;
use dealwright::setup::effort::{Deals, effort};
use dealwright::setup::enumerate::Outcomes;
use dealwright::setup::notes::notes;
use dealwright::setup::read::read;
use dealwright::setup::tell::tell;
use num_bigint::BigUint;

fn own(text: &str) -> Setup {
    read(&Registry::standard(), text, "own", &[], &|_| Err("none".into())).unwrap_or_else(|e| panic!("{e}"))
}

fn told(text: &str) -> String {
    tell(&Dealer::new(&own(text)).unwrap()).join("\n")
}

const SMALL_HOLE: &str = "game = 'blackhole'
parameters = { suits = 2, ranks = 3, depth = 2 }
kit = { cards = { deck = 'french' } }
step = [{ place = { piece = 'AS', at = 'base' } }, { shuffle = 'all' }, { deal = { to = 'fans', along = 'rounds' } },
  { require = { what = 'no equal neighbours', of = 'rank', by = 'swapping', with = 'next' } }]";

#[test]
fn a_swap_leaves_the_base_alone_and_every_answer_agrees_on_what_is_dealt_again() {
    let setup = own(SMALL_HOLE);
    let dealer = Dealer::new(&setup).unwrap();
    let all = Outcomes::new(&dealer).unwrap();
    // Counted by a program of its own: only an equal card on the last place asks for a swap with the base.
    assert_eq!(
        all.iter().filter(|outcome| !outcome.accepted).map(|outcome| outcome.weight).sum::<BigUint>(),
        16u8.into()
    );
    assert!(all.iter().filter(|outcome| outcome.accepted).all(|o| dealer.build(&o.cells, &o.dice).is_ok()));
    assert_eq!(count(&dealer, &[]).distinct, Number::Exact(80u8.into()));
    assert_eq!(effort(&dealer).deals, Deals::Exact(120.0 / 104.0));
    for index in 0..300 {
        let deal = dealer.deal("base", index).unwrap();
        dealer.challenge(&deal).unwrap();
    }
    assert!(
        told(SMALL_HOLE).contains("where that is the piece on the base, gather everything and begin again")
    );
}

#[test]
fn a_shuffled_pile_keeps_its_name_when_part_of_it_is_dealt() {
    let text = "game = 'golf'
parameters = { suits = 2, ranks = 4, columns = 2, depth = 2 }
kit = { cards = { deck = 'french' } }
step = [{ place = { piece = '3H', at = 'waste' } }, { split = { by = 'rank', together = [['A', 2], [3, 4]] } },
  { shuffle = 'each pile' }, { deal = { to = 'columns', along = 'rounds', piles = 'in turn' } }, { deal = { to = 'stock', piles = 'in order' } }]";
    let told = told(text);
    assert!(told.contains("one pile after the other (aces and 2s, then 3s and 4s)"), "{told}");
    assert!(told.contains("Put the 3 of hearts on the waste."), "{told}");
    assert!(told.contains("You need 8 cards: spades and hearts from the ace to the 4."), "{told}");
}

#[test]
fn names_of_piles_that_have_commas_are_told_apart_by_semicolons() {
    let setup = Registry::standard().setup("golf/ends", &[]).unwrap();
    let told = tell(&Dealer::new(&setup).unwrap()).join("\n");
    assert!(told.contains("jacks and queens; aces and kings; then 2s"), "{told}");
    assert!(!told.contains("(4s"), "{told}");
}

#[test]
fn requirements_name_what_is_printed_and_what_it_counts_as() {
    let boxoff = |kit: &str, columns: u32, asked: &str| {
        told(&format!(
            "game = 'boxoff'\nparameters = {{ rows = 2, columns = {columns}, colours = 2 }}\nkit = {{ {kit} }}\n\
             step = [{{ shuffle = 'all' }}, {{ lay = {{}} }}, {{ require = {{ {asked}, by = 'dealing again' }} }}]"
        ))
    };
    let cards = "cards = { deck = 'french', suits = ['hearts', 'clubs'], ranks = '10-K', counts_as = { hearts = 'A', clubs = 'B' } }";
    for (asked, words) in [
        ("what = 'none', of = 'A', at = 'a1'", "If you see hearts (which count as A) on a1,"),
        ("what = 'no equal neighbours', along = 'rows'", "If two neighbours in a row show the same suit,"),
        (
            "what = 'at most', of = 'B', count = 1, at = 'row 2'",
            "If you see more than one club (which count as B) in row 2,",
        ),
    ] {
        let told = boxoff(cards, 4, asked);
        assert!(told.contains(words), "{told}");
    }
    // Two ranks that count alike are not the same to the eye.
    let ranks = "cards = { deck = 'french', suits = 1, ranks = 4, decks = 2, counts_as = { A = 'A', 2 = 'A', 3 = 'B', 4 = 'B' } }";
    let told = boxoff(ranks, 4, "what = 'no equal neighbours', along = 'rows'");
    assert!(told.contains("If two neighbours in a row count as the same colour,"), "{told}");
    let plain =
        boxoff("tokens = { colours = 2 }", 4, "what = 'at most', of = 'A', count = 1, at = 'column b'");
    assert!(plain.contains("If you see more than one A in column b,"), "{plain}");
}

#[test]
fn the_corner_is_told_once_and_a_single_row_is_no_row_by_row() {
    let told = told(
        "game = 'boxoff'\nparameters = { rows = 1, columns = 4, colours = 2 }\nkit = { tokens = { colours = 2 } }\n\
         step = [{ place = { piece = 'A', at = 'a1' } }, { place = { piece = 'A', at = 'b1' } }, { shuffle = 'all' }, { lay = {} }]",
    );
    assert_eq!(told.matches("is the square at the bottom left").count(), 1, "{told}");
    assert!(!told.contains("row by row") && told.contains("from left to right"), "{told}");
}

#[test]
fn a_structure_without_squares_cannot_be_put_right_by_hand_and_blocked_cards_of_the_stock_have_squares() {
    let klondike = |asked: &str| {
        format!(
            "game = 'klondike'\nparameters = {{ suits = 2, ranks = 4, columns = 2 }}\nkit = {{ cards = {{ deck = 'french' }} }}\n\
             step = [{{ shuffle = 'all' }}, {{ deal = {{ to = 'columns' }} }}, {{ deal = {{ to = 'stock' }} }}, {{ require = {{ {asked} }} }}]"
        )
    };
    let text = klondike("what = 'a first move', by = 'swapping', with = 'next'");
    let error =
        read(&Registry::standard(), &text, "own", &[], &|_| Err("none".into())).err().unwrap().to_string();
    assert!(error.contains("expected 'dealing again' or 'the kit'"), "{error}");
    let setup = own(&klondike("what = 'no blocked cards', by = 'swapping', with = 'next', tries = 4"));
    let dealer = Dealer::new(&setup).unwrap();
    let (condition, _) = setup.asked().next().unwrap();
    let mut in_the_stock = 0;
    let plain = own(&klondike("what = 'no blocked cards', by = 'dealing again'"));
    let plain = Dealer::new(&plain).unwrap();
    for index in 0..2000 {
        let laid = plain.once(&mut dealwright::rng::Stream::new(&["blocked"], index));
        let challenge = plain.build(&laid.cells, &laid.dice).unwrap();
        let cause = challenge.reasons().into_iter().find(|cause| cause.name == "blocked cards");
        let Some(cause) = cause else { continue };
        assert!(!cause.squares.is_empty(), "{}", challenge.id());
        let cell = condition.broken_at(&dealer, &laid.cells, &laid.dice).unwrap();
        assert!(cause.squares.contains(&setup.places.square(cell)), "{}: {cell}", challenge.id());
        in_the_stock += u32::from(cause.words.contains("can never be drawn"));
    }
    assert!(in_the_stock > 5, "{in_the_stock}");
}

#[test]
fn pieces_that_stay_face_down_are_worth_a_note_unless_the_game_turns_them_up() {
    let text = |last: &str| {
        format!(
            "game = 'boxoff'\nparameters = {{ rows = 2, columns = 4, colours = 2 }}\nkit = {{ tokens = {{ colours = 2 }} }}\n\
             step = [{{ shuffle = 'all' }}, {{ lay = {{ face = 'down' }} }}{last}]"
        )
    };
    let noted = |setup: &Setup| notes(&Dealer::new(setup).unwrap());
    let found = noted(&own(&text("")));
    assert!(found[0].contains("8 pieces stay face down (a2, b2, c2, d2 and 4 more)"), "{found:?}");
    assert!(noted(&own(&text(", { reveal = 'all' }"))).is_empty());
    let klondike = Registry::standard().setup("klondike/shuffled", &[]).unwrap();
    assert!(noted(&klondike).is_empty());
}

use super::*;
use crate::rng::Stream;
use crate::search::{self, Limits, Verdict};

fn deal(layout: &str) -> BlackHole {
    BlackHole::read(&[], layout).unwrap()
}

fn listed(game: &BlackHole) -> String {
    let mut moves = Vec::new();
    game.moves(&game.start(), &mut moves);
    moves.iter().map(Move::to_string).collect::<Vec<_>>().join(" ")
}

/// A shuffled deck.
pub(super) fn shuffled(suits: u8, ranks: u8, holds: usize, index: u64) -> BlackHole {
    let cards = (0..suits).flat_map(|suit| (1..=ranks).map(move |rank| Card::new(rank, suit)));
    let mut cards: Vec<Card> = cards.filter(|card| *card != first_base()).collect();
    Stream::new(&["blackhole", &format!("{suits} {ranks} {holds}")], index).shuffle(&mut cards);
    BlackHole::new(cards.chunks(holds).map(<[Card]>::to_vec).collect()).unwrap()
}

#[test]
fn neighbours_of_the_base_can_be_played_round_the_corner_too() {
    assert_eq!(listed(&deal("5S4S2H/3H4HAH/5H3S2S")), "2H 2S");
    assert_eq!(listed(&deal("2H4S/AH3H/3S4H/2S")), "4S 4H 2S", "the highest rank is next to the ace");
}

#[test]
fn every_illegal_move_says_why() {
    let d = deal("5S4S2H/3H4HAH/5H3S2S");
    let why = |text| d.read_move(&d.start(), text).unwrap_err().to_string();
    assert_eq!(why("AH"), "AH does not fit onto AS: only cards one rank higher or lower do");
    assert_eq!(why("4S"), "4S cannot be moved: 1 card on it in its fan, the top one is 2H");
    assert_eq!(why("AS"), "AS is on the base already");
    assert_eq!(why("KS"), "KS is not of this deck");
    assert_eq!(why("b2"), "'b2' is not a card such as 7H");
    assert_eq!(d.read_move(&d.start(), "h2").unwrap().to_string(), "2H");
}

#[test]
fn decks_that_are_not_whole_are_refused_by_card_and_place() {
    for (layout, expected) in [
        ("5S4S2H/3H4HAH/5H3S3S", "fan 3, card 3: 3S is at fan 3, card 2 already"),
        ("5S4S2H/3H4HAS/5H3S2S", "fan 2, card 3: AS is at the base already"),
        ("5S4S2H/3H4HAH/5H3S", "2S is missing"),
        ("5S4S2H/3H4H/AH5H3S2S", "fan 2: has 2 cards, expected 3 as in fan 1"),
        ("/2S", "fan 1: has 0 cards"),
        ("Foundations: AH\n2S", "base: is AH"),
        ("Talon: 3S\n2S", "stock: Black Hole has no stock"),
    ] {
        let error = BlackHole::read(&[], layout).unwrap_err().to_string();
        assert!(error.contains(expected), "{layout}: {error}");
    }
}

#[test]
fn deals_of_other_programs_are_read() {
    let ours = "5S4S2H/3H4HAH/5H3S2S";
    for text in [
        "Foundations: AS\n5S 4S 2H\n3H 4H AH\n5H 3S 2S\n",
        r#"{"tableau piles": [["5S","4S","2H"],["3H","4H","AH"],["5H","3S","2S"]], "hole": "AS"}"#,
    ] {
        assert_eq!(deal(text).layout(), ours);
    }
}

/// Solves by both and replays.
fn check(game: &BlackHole) -> Verdict {
    let id = crate::game::id_of(game);
    let limits = Limits::default();
    let plain = search::dfs(game, &limits);
    let fast = steps::steps(game, &limits);
    assert_eq!(fast.verdict, plain.verdict, "{id}");
    if let Some(line) = fast.solution {
        let mut position = game.start();
        for mv in line {
            assert_eq!(game.read_move(&position, &mv.to_string()), Ok(mv), "{id}");
            game.play(&mut position, mv);
        }
        assert!(game.is_solved(&position), "{id}");
    }
    if !game.named_reasons().is_empty() {
        assert_eq!(plain.verdict, Verdict::Unsolvable, "{id}");
    }
    fast.verdict
}

#[test]
fn the_own_solver_agrees_with_the_plain_one_at_all_small_sizes() {
    let mut verdicts = [0; 3];
    let sizes = [
        (1, 7, 2),
        (1, 8, 3),
        (2, 5, 3),
        (2, 6, 3),
        (2, 7, 2),
        (2, 9, 4),
        (3, 4, 2),
        (3, 5, 3),
        (3, 6, 4),
        (3, 7, 3),
        (4, 2, 3),
        (4, 3, 3),
        (4, 4, 3),
        (4, 5, 4),
        (4, 6, 5),
        (5, 4, 3),
        (6, 3, 2),
        (8, 2, 4),
    ];
    for (suits, ranks, holds) in sizes {
        for index in 0..150 {
            verdicts[check(&shuffled(suits, ranks, holds, index)) as usize] += 1;
        }
    }
    assert!(verdicts[0] > 500 && verdicts[1] > 500 && verdicts[2] == 0, "{verdicts:?}");
}

#[test]
fn the_own_solver_begins_anywhere() {
    for index in 0..100 {
        let game = shuffled(3, 5, 3, 1000 + index);
        let mut random = Stream::new(&["blackhole", "anywhere"], index);
        let mut position = game.start();
        loop {
            check(&game.starting_at(&position).unwrap());
            let mut moves = Vec::new();
            game.moves(&position, &mut moves);
            let Some(&mv) = random.choose(&moves) else { break };
            game.play(&mut position, mv);
        }
    }
}

#[test]
fn cards_that_are_walled_off_are_found() {
    // 5S and 5H lie on all neighbours of theirs (4 and 6), and the game begins far away.
    let game = deal("2S3S8S/2H3HAH/4S6S5S/4H6H5H/7S8H7H");
    assert_eq!(game.named_reasons().len(), 1);
    assert_eq!(check(&game), Verdict::Unsolvable);
}

#[test]
fn suits_and_fans_are_alike() {
    let game = shuffled(3, 5, 3, 7);
    let mut twin = game.clone();
    twin.fans[..4].reverse();
    for card in twin.fans.iter_mut().flatten() {
        if card.rank() > 2 {
            *card = Card::new(card.rank(), (card.suit() + 1) % 3);
        }
    }
    assert_ne!(twin, game);
    let twin = BlackHole::new(twin.fans).unwrap();
    assert_eq!(twin.canonical(&["suits", "fans"]), game.canonical(&["suits", "fans"]));
    assert_ne!(twin.canonical(&["suits"]), game.canonical(&["suits"]));
}

use super::*;
use crate::rng::Stream;
use crate::search::{self, Limits, Verdict};

fn deal(layout: &str) -> Golf {
    Golf::read(&[], layout).unwrap()
}

fn with(rule: &'static str, layout: &str) -> Golf {
    Golf::read(&[RuleText { name: rule, value: "" }], layout).unwrap()
}

fn listed(game: &Golf) -> String {
    let mut moves = Vec::new();
    game.moves(&game.start(), &mut moves);
    moves.iter().map(Move::to_string).collect::<Vec<_>>().join(" ")
}

/// A shuffled deck.
fn shuffled([suits, ranks]: [u8; 2], [columns, deep]: [usize; 2], switches: [bool; 2], index: u64) -> Golf {
    let mut cards: Vec<Card> =
        (0..suits).flat_map(|suit| (1..=ranks).map(move |rank| Card::new(rank, suit))).collect();
    Stream::new(&["golf", &format!("{suits} {ranks} {columns} {deep}")], index).shuffle(&mut cards);
    let stock = cards.split_off(columns * deep);
    Golf::new(cards.chunks(deep).map(<[Card]>::to_vec).collect(), stock, switches).unwrap()
}

#[test]
fn neighbours_of_the_waste_can_be_played_and_the_stock_turned_up() {
    let layout = "3S4S/AH2H/3H2S/4HAS";
    assert_eq!(listed(&deal(layout)), "draw", "the ace is no neighbour of the highest rank");
    assert_eq!(listed(&with("wrap", "3S2S/2HAH/3HAS/4H4S")), "AH AS draw");
    assert_eq!(listed(&deal("AH2H/3H3S/4S2S/4HAS")), "3S draw");
    assert_eq!(listed(&with("kings-closed", "AH2H/3H3S/4S2S/4HAS")), "draw");
    assert_eq!(listed(&deal("4S2H5H/3S4HAS/2S5S3H/AH")), "", "an empty stock is not turned up");
}

#[test]
fn every_illegal_move_says_why() {
    let d = deal("AH2H/3H3S/4S2S/4HAS");
    let why = |text| d.read_move(&d.start(), text).unwrap_err().to_string();
    assert_eq!(why("2H"), "2H does not fit onto 4H: only cards one rank higher or lower do");
    assert_eq!(why("3H"), "3H cannot be moved: 1 card on it in its column, the top one is 3S");
    assert_eq!(why("AS"), "AS is in the stock");
    assert_eq!(why("4H"), "4H is on the waste already");
    assert_eq!(why("KS"), "KS is not of this deck");
    assert_eq!(why("b2"), "'b2' is neither a card such as 7H nor draw");
    let closed = with("kings-closed", "AH2H/3H3S/4S2S/4HAS");
    let error = closed.read_move(&closed.start(), "3S").unwrap_err().to_string();
    assert_eq!(error, "nothing goes onto 4H: draw instead");
    assert_eq!(d.read_move(&d.start(), "DRAW"), Ok(Move::Draw));
}

#[test]
fn decks_that_are_not_whole_are_refused_by_card_and_place() {
    for (layout, expected) in [
        ("AH2H/3H3S/4S2S/4H4H", "stock, card 2: 4H is at stock, card 1 already"),
        ("AH2H/3H3S/4S2S/4H", "AS is missing"),
        ("AH2H/3H3S/4S2SAS/4H", "column 3: has 3 cards, expected 2 as in column 1"),
        ("AHAS2H2S", "0 columns of 0 and 4 other cards"),
        ("AH2H/AS2S/", "0 other cards"),
    ] {
        let error = Golf::read(&[], layout).unwrap_err().to_string();
        assert!(error.contains(expected), "{layout}: {error}");
    }
    let both = ["wrap", "kings-closed"].map(|name| RuleText { name, value: "" });
    assert!(Golf::read(&both, "AH2H/3H3S/4S2S/4HAS").unwrap_err().to_string().contains("contradict"));
}

#[test]
fn a_stock_without_a_card_is_a_place_too() {
    let sizes = [("suits", 1), ("ranks", 5), ("columns", 2), ("depth", 2)];
    let places = Golf::places(&Parameters(sizes.map(|(name, n)| (name.into(), n)).to_vec())).unwrap();
    let stock = places.named("stock").unwrap();
    assert_eq!(stock.iter().map(|&place| places.list()[place].holds).collect::<Vec<_>>(), [0]);
    let registry = crate::registry::Registry::standard();
    let chosen = sizes.map(|(name, n)| (name.to_string(), n.to_string()));
    let setup = crate::setup::read::read(
        &registry,
        include_str!("../../../setups/golf/shuffled.toml"),
        "own",
        &chosen,
        &|_| Err("none".into()),
    )
    .unwrap();
    let deal = crate::setup::deal::Dealer::new(&setup).unwrap().deal("empty", 0).unwrap();
    assert_eq!(deal.cells.len(), 5);
}

#[test]
fn deals_of_other_programs_are_read() {
    let ours = "AH2H/3H3S/4S2S/4HAS";
    for text in [
        "Talon: AS\nFoundations: 4H\nAH 2H\n3H 3S\n4S 2S\n",
        r#"{"tableau piles": [["AH","2H"],["3H","3S"],["4S","2S"]], "hole": "4H", "stock": ["AS"]}"#,
    ] {
        assert_eq!(deal(text).layout(), ours);
    }
    // A deal from the tests of the Black Hole Solver.
    let golf1 = "Talon: 8H 2C JH 7D 6D 8S 8D QS 6C 3D 8C TC 6S 9C 2H 6H\nFoundations: TH\nJD 5H KH AS 4H\n2D KD 3H AH AC\n\
                 9H KC 2S 3C 4D\nJC 9S KS 4C 7S\n5D 5S 9D 5C 3S\n7H AD QD TS TD\n7C QC JS QH 4S\n";
    assert!(deal(golf1).layout().ends_with("/7CQCJSQH4S/TH8H2CJH7D6D8S8DQS6C3D8CTC6S9C2H6H"));
}

/// Solves by all three and replays.
fn check(game: &Golf) -> Verdict {
    let id = crate::game::id_of(game);
    let limits = Limits::default();
    let plain = search::bfs(game, &limits);
    for (fast, shortest) in [(chains::chains(game, &limits), false), (chains::fewest(game, &limits), true)] {
        assert_eq!(fast.verdict, plain.verdict, "{id}");
        let Some(line) = fast.solution else { continue };
        if shortest {
            assert!(fast.shortest);
            assert_eq!(Some(line.len()), plain.solution.as_ref().map(Vec::len), "{id}");
        }
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
    plain.verdict
}

const SIZES: [([u8; 2], [usize; 2]); 16] = [
    ([1, 8], [3, 2]),
    ([2, 5], [3, 2]),
    ([2, 6], [3, 3]),
    ([2, 7], [4, 2]),
    ([3, 4], [3, 3]),
    ([3, 5], [4, 3]),
    ([3, 6], [5, 3]),
    ([4, 2], [2, 3]),
    ([4, 3], [4, 2]),
    ([4, 4], [5, 2]),
    ([4, 5], [4, 4]),
    ([2, 9], [3, 4]),
    ([5, 3], [3, 4]),
    ([4, 13], [12, 3]),
    ([2, 13], [4, 3]),
    ([1, 13], [3, 3]),
];

#[test]
fn the_own_solvers_agree_with_the_plain_ones_at_all_small_sizes_under_every_rule() {
    let mut verdicts = [0; 3];
    for (deck, shape) in SIZES.into_iter().filter(|(_, shape)| shape[0] < 12) {
        for switches in [[false, false], [true, false], [false, true]] {
            for index in 0..60 {
                verdicts[check(&shuffled(deck, shape, switches, index)) as usize] += 1;
            }
        }
    }
    assert!(verdicts[0] > 500 && verdicts[1] > 500 && verdicts[2] == 0, "{verdicts:?}");
}

#[test]
fn the_own_solvers_begin_anywhere() {
    for index in 0..60 {
        let game = shuffled(
            [3, 5],
            [4, 3],
            [[false, false], [true, false], [false, true]][index as usize % 3],
            1000 + index,
        );
        let mut random = Stream::new(&["golf", "anywhere"], index);
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
fn columns_and_suits_are_alike() {
    let game = shuffled([3, 5], [4, 3], [false, false], 7);
    let mut columns = game.columns.clone();
    let mut stock = game.stock.clone();
    columns.reverse();
    for card in columns.iter_mut().flatten().chain(&mut stock).filter(|card| card.rank() > 2) {
        *card = Card::new(card.rank(), (card.suit() + 1) % 3);
    }
    let twin = Golf::new(columns, stock, [false, false]).unwrap();
    assert_eq!(twin.canonical(&["suits", "columns"]), game.canonical(&["suits", "columns"]));
    assert_ne!(twin.canonical(&["suits"]), game.canonical(&["suits"]));
}

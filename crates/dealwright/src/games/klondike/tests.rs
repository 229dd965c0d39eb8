use super::*;
use crate::rng::Stream;
use crate::search::{self, Limits, Verdict};

fn with(rules: &[&str], layout: &str) -> Klondike {
    let rules = crate::id::read_rules(rules, info::INFO.rules).unwrap();
    Klondike::read(&rules, layout).unwrap()
}

fn deal(layout: &str) -> Klondike {
    with(&[], layout)
}

fn listed(game: &Klondike, position: &Position) -> String {
    let mut moves = Vec::new();
    game.moves(position, &mut moves);
    moves.iter().map(Move::to_string).collect::<Vec<_>>().join(" ")
}

fn played(game: &Klondike, moves: &str) -> Position {
    let mut position = game.start();
    for text in moves.split_whitespace() {
        let mv = game.read_move(&position, text).unwrap_or_else(|error| panic!("{text}: {error}"));
        game.play(&mut position, mv);
    }
    position
}

/// A shuffled deck.
fn shuffled(suits: u8, ranks: u8, columns: usize, rules: Switches, index: u64) -> Klondike {
    let mut cards: Vec<Card> =
        (0..suits).flat_map(|suit| (1..=ranks).map(move |rank| Card::new(rank, suit))).collect();
    Stream::new(&["klondike", &format!("{suits} {ranks} {columns}")], index).shuffle(&mut cards);
    let mut piles = Vec::new();
    for holds in 1..=columns {
        let behind = cards.split_off(holds);
        piles.push(std::mem::replace(&mut cards, behind));
    }
    Klondike::new(piles, cards, rules).unwrap()
}

// Columns 2S; 3S under 3H; 2D under 4S under AH; stock AS AD 2H 3D 4H 4D.
const SMALL: &str = "2S/3S3H/2D4SAH/ASAD2H3D4H4D";

#[test]
fn cards_go_onto_the_next_rank_of_the_other_colour_and_aces_up() {
    let game = deal(SMALL);
    assert_eq!(listed(&game, &game.start()), "2S-2 AH-1 AH-0 draw");
    // 3H goes with 2S onto 4S.
    let position = played(&game, "2S-2 AH-0 3H-3");
    assert_eq!(game.board(&position).space(game.at((3, 2))).unwrap().face, "2S");
    assert_eq!(listed(&game, &position), "4S-1 AH-3 draw", "only kings, here fours, go into an empty column");
}

#[test]
fn three_cards_are_drawn_and_the_waste_is_turned_over() {
    let game = deal(SMALL);
    let position = played(&game, "draw");
    assert_eq!(game.top_of_waste(&position), Some(Card::new(2, 1)));
    let position = played(&game, "draw draw");
    assert_eq!(game.top_of_waste(&position), Some(Card::new(4, 2)));
    assert_eq!(played(&game, "draw draw draw"), game.start());
    let one = with(&["draw-1"], SMALL);
    assert_eq!(one.top_of_waste(&played(&one, "draw draw")), Some(Card::new(1, 2)));
    let once = with(&["redeals-1"], SMALL);
    let position = played(&once, "draw draw draw draw draw");
    let error = once.read_move(&position, "draw").unwrap_err().to_string();
    assert_eq!(error, "the stock is empty, and the waste may not be turned over again");
}

#[test]
fn a_draw_needs_nothing_but_the_stock_to_be_pointed_at() {
    let game = deal(SMALL);
    let drawn = game.touches(&game.start(), Move::Draw);
    assert_eq!((drawn.from, drawn.to, drawn.words.as_str()), (Some(game.at((2, 4))), None, "3 cards"));
    assert_eq!(drawn.lifted.len(), game.stock.len(), "and any of its cards will do");
    let over = game.touches(&played(&game, "draw draw"), Move::Draw);
    assert_eq!((over.from.is_some(), over.to, over.words.as_str()), (true, None, "the waste is turned over"));
}

#[test]
fn a_deal_without_a_stock_is_played_from_its_columns() {
    let game = deal("3S/2SAS/");
    assert_eq!((game.layout().as_str(), listed(&game, &game.start()).as_str()), ("3S/2SAS/", "AS-0"));
    assert!(game.is_solved(&played(&game, "AS-0 2S-0 3S-0")));
    let mut verdicts = [0; 3];
    for index in 0..100 {
        let game = shuffled(2, 5, 4, Switches::default(), 9000 + index);
        assert!(game.stock.is_empty());
        verdicts[check(&game, &Limits::default()) as usize] += 1;
    }
    assert!(verdicts[0] > 0 && verdicts[1] > 0, "{verdicts:?}");
    let parameters = Parameters(vec![("suits".into(), 1), ("ranks".into(), 3), ("columns".into(), 2)]);
    let places = Klondike::places(&parameters).unwrap();
    let chosen = [("suits", "1"), ("ranks", "3"), ("columns", "2")].map(|(name, n)| (name.into(), n.into()));
    let setup = crate::Registry::standard().setup("klondike/shuffled", &chosen).unwrap();
    let dealer = crate::setup::deal::Dealer::new(&setup).unwrap();
    assert_eq!(crate::setup::tell::tell(&dealer).len(), 3, "nothing is said of the stock");
    let stock = places.named("stock").unwrap();
    assert_eq!(stock.iter().map(|&place| places.list()[place].holds).collect::<Vec<_>>(), [0]);
}

#[test]
fn a_foundation_gives_its_top_card_back_unless_that_is_switched_off() {
    let game = deal(SMALL);
    assert!(listed(&game, &played(&game, "AH-0")).contains("AH-1"));
    let game = with(&["no-worry"], SMALL);
    let position = played(&game, "AH-0");
    let error = game.read_move(&position, "AH-1").unwrap_err().to_string();
    assert_eq!(error, "AH is on its foundation, and nothing comes back from there");
}

#[test]
fn every_illegal_move_says_why() {
    let game = deal(SMALL);
    let why = |text| game.read_move(&game.start(), text).unwrap_err().to_string();
    assert_eq!(why("3S-1"), "3S lies face down");
    assert_eq!(why("4D-1"), "4D is in the stock: draw first");
    assert_eq!(
        why("2S-3"),
        "2S does not fit onto AH: cards go onto the next higher rank of the other colour"
    );
    assert_eq!(why("2S-1"), "2S is in column 1 already");
    assert_eq!(why("2S-0"), "2S does not fit onto its foundation, which needs AS");
    assert_eq!(why("KS-0"), "KS is not of this deck");
    assert!(why("2S-4").contains("is neither draw nor a card and a column 1 to 3"));
    let position = played(&game, "2S-2");
    let why = |text| game.read_move(&position, text).unwrap_err().to_string();
    assert_eq!(why("3H-0"), "3H is covered, only the top card of a column goes to its foundation");
    assert_eq!(why("AH-1"), "column 1 is empty, and only a king goes there");
    assert_eq!(
        game.read_move(&game.start(), "2s3").unwrap_err(),
        game.read_move(&game.start(), "2S-3").unwrap_err()
    );
}

#[test]
fn decks_that_are_not_whole_are_refused_by_card_and_place() {
    for (layout, expected) in [
        ("2S/3S3H/2D4SAH/ASAD2H3D4HAH", "stock, card 6: AH is at column 3, card 3 already"),
        ("2S/3S3H/2D4SAH/ASAD2H3D4H", "4D is missing"),
        ("2S3S/3H/2D4SAH/ASAD2H3D4H4D", "column 1: has 2 cards, expected 1"),
        ("AS/", "1 suit of 1 rank in 1 column cannot be"),
        ("2S/3S", "AS is missing"),
    ] {
        let error = Klondike::read(&[], layout).unwrap_err().to_string();
        assert!(error.contains(expected), "{layout}: {error}");
    }
    for rule in ["redeals-31", "redeals--1", "redeals-x"] {
        let rules = crate::id::read_rules(&[rule], info::INFO.rules).unwrap();
        assert!(
            Klondike::read(&rules, SMALL).unwrap_err().to_string().contains("number from 0 to 30"),
            "{rule}"
        );
    }
}

#[test]
fn deals_of_other_programs_are_read() {
    for text in [
        "Talon: AS AD 2H 3D 4H 4D\n2S\n<3S> 3H\n<2D> <4S> AH\n",
        r#"{"tableau piles": [["2S"],["3S","3H"],["2D","4S","AH"]], "stock": ["4D","4H","3D","2H","AD","AS"]}"#,
        r#"{"tableau piles": [["2D","4S","AH"],["3S","3H"],["2S"]], "stock": ["4D","4H","3D","2H","AD","AS"]}"#,
    ] {
        assert_eq!(deal(text).layout(), SMALL);
    }
}

const RULES: [&[&str]; 6] =
    [&[], &["draw-1"], &["no-worry"], &["redeals-0"], &["draw-1", "redeals-1", "no-worry"], &["redeals-2"]];

fn rules_of(words: &[&str]) -> Switches {
    Switches::read(&crate::id::read_rules(words, info::INFO.rules).unwrap()).unwrap()
}

/// Solves by both and replays.
fn check(game: &Klondike, plain_limits: &Limits) -> Verdict {
    let id = crate::game::id_of(game);
    let plain = search::dfs(game, plain_limits);
    let fast = thoughtful::thoughtful(game, &Limits::default());
    if let Some(line) = fast.solution {
        let mut position = game.start();
        for mv in line {
            assert_eq!(game.read_move(&position, &mv.to_string()), Ok(mv), "{id}");
            game.play(&mut position, mv);
        }
        assert!(game.is_solved(&position), "{id}");
    }
    if plain.verdict == Verdict::Undecided {
        return plain.verdict;
    }
    assert_eq!(fast.verdict, plain.verdict, "{id}");
    if !game.named_reasons().is_empty() {
        assert_eq!(plain.verdict, Verdict::Unsolvable, "{id}");
    }
    fast.verdict
}

#[test]
fn the_own_solver_agrees_with_the_plain_one_at_all_small_sizes_under_every_rule() {
    let mut verdicts = [0; 3];
    let sizes = [
        (1, 5, 2),
        (2, 4, 3),
        (2, 5, 3),
        (2, 6, 3),
        (3, 3, 3),
        (3, 4, 3),
        (4, 2, 3),
        (4, 3, 4),
        (4, 4, 4),
        (3, 5, 4),
    ];
    let limits = Limits { states: 20_000, ..Limits::default() };
    for (suits, ranks, columns) in sizes {
        for (number, rules) in RULES.iter().enumerate() {
            for index in 0..30 {
                let game = shuffled(suits, ranks, columns, rules_of(rules), 100 * number as u64 + index);
                verdicts[check(&game, &limits) as usize] += 1;
            }
        }
    }
    assert!(verdicts[0] > 1000 && verdicts[1] > 200, "{verdicts:?}");
}

#[test]
fn the_own_solver_begins_anywhere() {
    for index in 0..60 {
        let game = shuffled(4, 3, 3, rules_of(RULES[index as usize % RULES.len()]), 5000 + index);
        let mut random = Stream::new(&["klondike", "anywhere"], index);
        let mut position = game.start();
        for _ in 0..12 {
            check(&game.starting_at(&position).unwrap(), &Limits { states: 20_000, ..Limits::default() });
            let mut moves = Vec::new();
            game.moves(&position, &mut moves);
            let Some(&mv) = random.choose(&moves) else { break };
            game.play(&mut position, mv);
        }
    }
}

#[test]
fn suits_of_a_colour_and_colours_are_alike() {
    let game = shuffled(4, 5, 4, Switches::default(), 3);
    let rename = |cards: &Vec<Card>| -> Vec<Card> {
        cards.iter().map(|card| Card::new(card.rank(), [1, 3, 0, 2][usize::from(card.suit())])).collect()
    };
    let columns = game.columns.iter().map(rename).collect();
    let twin = Klondike::new(columns, rename(&game.stock), game.rules).unwrap();
    assert_ne!(twin, game);
    assert_eq!(twin.canonical(&["suits"]), game.canonical(&["suits"]));
}

//! Challenges that are built up by hand: each is solved by the line it was built around, replayed by rules that share no code with the
//! library; and small ones are built once more here, piece by piece, through everything that chance can decide.
#![allow(clippy::unwrap_used, clippy::panic)]

mod reference;

use dealwright::Registry;
use dealwright::construct::Lots;
use dealwright::rng::Stream;
use dealwright::search::Limits;
use dealwright::setup::Setup;
use dealwright::setup::count::{Number, count, count_with};
use dealwright::setup::deal::Dealer;
use dealwright::setup::effort::{Deals, effort};
use dealwright::setup::enumerate::Outcomes;
use dealwright::setup::fingerprint::fingerprint;
use dealwright::setup::read::read;
use dealwright::setup::tell::tell;
use dealwright::setup::write::write;
use num_bigint::BigUint;
use reference::{Reference, replay};
use std::collections::BTreeMap;

fn own(text: &str) -> Setup {
    read(&Registry::standard(), text, "own", &[], &|_| Err("none".into())).unwrap_or_else(|e| panic!("{e}"))
}

fn boxoff(rows: u8, columns: u8, colours: u8, by: &str) -> Setup {
    own(&format!(
        "game = 'boxoff'\n[parameters]\nrows = {rows}\ncolumns = {columns}\ncolours = {colours}\n[kit]\ntokens = {{ colours = 'colours' }}\n\
         [[step]]\nshuffle = 'all'\n[[step]]\nbuild = {{ by = '{by}' }}"
    ))
}

fn pretzel(suits: u8, ranks: u8, moves: u32, more: &str) -> Setup {
    own(&format!(
        "game = 'pretzel'\n{more}\n[parameters]\nsuits = {suits}\nranks = {ranks}\n[kit]\ncards = {{ deck = 'french' }}\n[[step]]\n\
         build = {{ by = 'moves back', moves = {moves} }}"
    ))
}

fn fujisan(moves: u32, more: &str) -> Setup {
    own(&format!(
        "game = 'fujisan'\n{more}\n[kit]\ncoins = {{ piecepack = 'coins' }}\npriests = {{ pawns = 4 }}\n[[step]]\nshuffle = 'all'\n[[step]]\n\
         build = {{ by = 'walks back', moves = {moves} }}\n[[step]]\nstand = {{ what = 'priests', at = 'on the ground' }}"
    ))
}

/// Patiences take no number of moves.
fn patience(game: &str, by: &str, sizes: &str, more: &str) -> Setup {
    own(&format!(
        "game = '{game}'\n{more}\nparameters = {{ {sizes} }}\nkit = {{ cards = {{ deck = 'french' }} }}\n\
         [[step]]\nshuffle = 'all'\n[[step]]\nbuild = {{ by = '{by}' }}"
    ))
}

fn blackhole(suits: u8, ranks: u8, depth: u8) -> Setup {
    patience("blackhole", "walk", &format!("suits = {suits}, ranks = {ranks}, depth = {depth}"), "")
}

fn golf([suits, ranks, columns, depth]: [u8; 4], more: &str) -> Setup {
    let sizes = format!("suits = {suits}, ranks = {ranks}, columns = {columns}, depth = {depth}");
    patience("golf", "play", &sizes, more)
}

fn klondike(suits: u8, ranks: u8, columns: u8, more: &str) -> Setup {
    let sizes = format!("suits = {suits}, ranks = {ranks}, columns = {columns}");
    patience("klondike", "taken apart", &sizes, more)
}

fn built() -> Vec<(&'static str, Setup, u64)> {
    vec![
        ("blackhole", blackhole(4, 13, 3), 1000),
        ("blackhole, an even number of ranks", blackhole(3, 6, 2), 300),
        ("blackhole, two ranks", blackhole(4, 2, 3), 100),
        ("blackhole, high fans", blackhole(8, 8, 8), 100),
        ("blackhole, one suit", blackhole(1, 5, 1), 20),
        ("golf", golf([4, 13, 7, 5], ""), 1000),
        ("golf, wrap", golf([4, 13, 7, 5], "rules = ['wrap']"), 300),
        ("golf, kings closed", golf([4, 13, 7, 5], "rules = ['kings-closed']"), 300),
        ("golf, small", golf([3, 5, 3, 3], "rules = ['kings-closed']"), 300),
        ("golf, many columns", golf([4, 4, 5, 2], ""), 100),
        ("klondike", klondike(4, 13, 7, ""), 1000),
        ("klondike, one by one", klondike(4, 13, 7, "rules = ['draw-1']"), 300),
        ("klondike, once through", klondike(4, 13, 7, "rules = ['redeals-0', 'no-worry']"), 300),
        (
            "klondike, one by one, once",
            klondike(4, 13, 7, "rules = ['draw-1', 'redeals-0', 'no-worry']"),
            300,
        ),
        ("klondike, eight columns", klondike(4, 13, 8, ""), 300),
        ("klondike, small", klondike(2, 7, 3, ""), 300),
        ("klondike, as many columns as suits", klondike(2, 5, 2, "rules = ['draw-1']"), 300),
        ("boxoff, first first", boxoff(4, 6, 4, "first pair first"), 1000),
        ("boxoff, last first", boxoff(4, 6, 4, "last pair first"), 1000),
        ("boxoff, six rows", boxoff(6, 6, 6, "first pair first"), 500),
        ("boxoff, the largest", boxoff(8, 8, 4, "first pair first"), 100),
        ("boxoff, one row", boxoff(1, 6, 3, "first pair first"), 100),
        ("pretzel", pretzel(4, 4, 30, ""), 1000),
        ("pretzel, free rows", pretzel(4, 5, 60, "rules = ['free-rows']"), 300),
        ("pretzel, many", pretzel(8, 8, 200, ""), 100),
        ("pretzel, one suit", pretzel(1, 5, 7, ""), 50),
        ("fujisan", fujisan(12, ""), 1000),
        ("fujisan, free summit", fujisan(20, "rules = ['free']"), 300),
        ("fujisan, dice", fujisan(1, "rules = ['dice-1234']"), 300),
    ]
}

#[test]
fn thousands_of_built_deals_are_solved_by_the_lines_they_were_built_around() {
    for (name, setup, deals) in built() {
        let dealer = Dealer::new(&setup).unwrap();
        let streams = dealer.streams("built");
        for index in 0..deals {
            let (laid, construction) = dealer.construction_from(&mut streams.stream(index)).unwrap();
            let id = dealer.build(&laid.cells, &laid.dice).unwrap().id();
            let reference = Reference::new(&id);
            let end = replay(&reference, &construction.line).unwrap_or_else(|e| panic!("{name}: {id}: {e}"));
            assert!(reference.solved(&end), "{name}: {id} ends in {end}");
            let deal = dealer.deal_from(&mut streams.stream(index)).unwrap();
            assert_eq!(deal.cells, laid.cells, "{name}: it is the deal of that number");
            // Each piece lies there once.
            let symbol =
                |place: &u16| dealer.plan.looks[usize::from(dealer.plan.table[usize::from(*place)])][0][0];
            let mut pieces: Vec<u8> =
                dealer.plan.build.iter().flat_map(|build| &build.pile).map(symbol).collect();
            let mut cells = laid.cells.clone();
            pieces.sort_unstable();
            cells.sort_unstable();
            assert_eq!(cells, pieces, "{name}");
        }
    }
}

#[test]
fn built_deals_differ_and_keep_to_the_number_of_moves() {
    for (name, setup, _) in built() {
        let dealer = Dealer::new(&setup).unwrap();
        let streams = dealer.streams("many");
        let mut ids: Vec<String> = Vec::new();
        for index in 0..50 {
            let (laid, construction) = dealer.construction_from(&mut streams.stream(index)).unwrap();
            ids.push(dealer.build(&laid.cells, &laid.dice).unwrap().id());
            match name {
                "pretzel" => assert!(construction.line.len() <= 30, "{name}"),
                "fujisan" => assert!(construction.line.len() >= 12, "{name}"),
                _ => {}
            }
        }
        ids.sort();
        ids.dedup();
        assert!(ids.len() > 45 || name.contains("one"), "{name}: {}", ids.len());
    }
}

/// Every order of some things, each as different from the others.
fn orders<T: Clone>(items: &[T]) -> Vec<Vec<T>> {
    if items.is_empty() {
        return vec![Vec::new()];
    }
    let mut all = Vec::new();
    for n in 0..items.len() {
        let mut rest = items.to_vec();
        let first = rest.remove(n);
        all.extend(orders(&rest).into_iter().map(|mut order| {
            order.insert(0, first.clone());
            order
        }));
    }
    all
}

/// Ways to each challenge by enumeration, and those in which hands got stuck.
fn enumerated(setup: &Setup) -> (BTreeMap<String, BigUint>, BigUint) {
    let dealer = Dealer::new(setup).unwrap();
    let (mut ways, mut stuck) = (BTreeMap::new(), BigUint::ZERO);
    for outcome in Outcomes::new(&dealer).unwrap().iter() {
        match outcome.accepted {
            true => {
                let id = dealer.build(&outcome.cells, &outcome.dice).unwrap().id();
                *ways.entry(id).or_insert(BigUint::ZERO) += outcome.weight;
            }
            false => stuck += outcome.weight,
        }
    }
    assert_eq!(ways.values().sum::<BigUint>() + &stuck, dealer.plan.physical, "weights add up");
    (ways, stuck)
}

/// A board built as the instructions say, with squares as texts; none where hands get stuck.
fn pairs_by_hand(tokens: &[char], slips: &[&str], last_first: bool) -> Option<String> {
    let corners = |a: &str, b: &str| -> Vec<String> {
        let (a, b) = (a.as_bytes(), b.as_bytes());
        let (files, ranks) = ([a[0].min(b[0]), a[0].max(b[0])], [a[1].min(b[1]), a[1].max(b[1])]);
        let squares = (files[0]..=files[1]).flat_map(|f| (ranks[0]..=ranks[1]).map(move |r| [f, r]));
        squares.map(|square| String::from_utf8(square.to_vec()).unwrap()).collect()
    };
    let mut board: BTreeMap<String, char> = BTreeMap::new();
    let mut pile: Vec<char> = tokens.to_vec();
    while let Some(colour) = pile.first().copied() {
        let free: Vec<&str> = slips.iter().copied().filter(|slip| !board.contains_key(*slip)).collect();
        let fits = |a: &str, b: &str| {
            let inside: Vec<String> = corners(a, b).into_iter().filter(|s| s != a && s != b).collect();
            match last_first {
                false => inside.iter().all(|square| board.contains_key(square)),
                true => {
                    let rest: Vec<&str> = free.iter().copied().filter(|s| *s != a && *s != b).collect();
                    let touch = |x: &str, y: &str| {
                        let (x, y) = (x.as_bytes(), y.as_bytes());
                        x[0].abs_diff(y[0]) + x[1].abs_diff(y[1]) == 1
                    };
                    inside.iter().all(|square| !board.contains_key(square))
                        && rest.iter().all(|s| rest.iter().any(|other| touch(s, other)))
                }
            }
        };
        let far = |a: &str, b: &str| {
            let (a, b) = (a.as_bytes(), b.as_bytes());
            a[0].abs_diff(b[0]) + a[1].abs_diff(b[1])
        };
        // Each of the first three squares that have a partner, with all of its partners.
        let with_partners = free.iter().filter_map(|&first| {
            let partners: Vec<(u8, &str, &str)> = free
                .iter()
                .filter(|second| **second != first && fits(first, second))
                .map(|second| (far(first, second), first, *second))
                .collect();
            (!partners.is_empty()).then_some(partners)
        });
        let pairs: Vec<(u8, &str, &str)> = with_partners.take(3).flatten().collect();
        let farthest = pairs.iter().map(|pair| pair.0).max();
        let found = pairs.iter().find(|pair| Some(pair.0) == farthest);
        let found = found.map(|(_, a, b)| (a.to_string(), b.to_string()));
        let (a, b) = found?;
        board.insert(a, colour);
        board.insert(b, colour);
        pile.remove(0);
        pile.remove(pile.iter().position(|other| *other == colour).unwrap());
    }
    let row = |rank: char| ('a'..='z').filter_map(|f| board.get(&format!("{f}{rank}"))).collect::<String>();
    let rows: Vec<String> = ('1'..='9').rev().map(row).filter(|row| !row.is_empty()).collect();
    Some(format!("boxoff:{}", rows.join("/")))
}

#[test]
fn pairs_are_laid_as_the_instructions_say() {
    let tokens: Vec<char> = "AABBAA".chars().collect();
    for (by, last_first) in [("first pair first", false), ("last pair first", true)] {
        let (mut ways, mut stuck) = (BTreeMap::new(), 0u64);
        for slips in orders(&["a2", "b2", "c2", "a1", "b1", "c1"]) {
            // Equal tokens are different pieces: each order of colours stands for 4! * 2! orders of pieces.
            let mut colours = orders(&tokens);
            colours.sort();
            colours.dedup();
            for tokens in colours {
                match pairs_by_hand(&tokens, &slips, last_first) {
                    Some(id) => *ways.entry(id).or_insert(BigUint::ZERO) += 48u8,
                    None => stuck += 48,
                }
            }
        }
        let setup = own(&format!(
            "game = 'boxoff'\n[parameters]\nrows = 2\ncolumns = 3\ncolours = 2\n[kit]\ntokens = {{ colours = {{ A = 4, B = 2 }} }}\n\
             [[step]]\nshuffle = 'all'\n[[step]]\nbuild = {{ by = '{by}' }}"
        ));
        assert_eq!(enumerated(&setup), (ways, BigUint::from(stuck)), "{by}");
        assert_eq!(stuck, 0, "on so small a board nobody gets stuck");
    }
}

#[test]
fn larger_boards_are_built_and_given_up_as_the_instructions_say() {
    let squares: Vec<String> =
        (1..=4).rev().flat_map(|rank| ('a'..='f').map(move |file| format!("{file}{rank}"))).collect();
    for (by, last_first) in [("first pair first", false), ("last pair first", true)] {
        let setup = boxoff(4, 6, 4, by);
        let mut random = Stream::new(&["larger", by], 0);
        let mut mix = |things: &mut [u16]| {
            for n in 1..things.len() {
                things.swap(n, random.below(n as u32 + 1) as usize);
            }
        };
        let mut stuck = 0;
        for _ in 0..200 {
            let (mut slips, mut tokens): (Vec<u16>, Vec<u16>) =
                ((0..24).collect(), (0..24).map(|n| n / 6 + 1).collect());
            mix(&mut slips);
            mix(&mut tokens);
            let pieces: Vec<u8> = tokens.iter().map(|&token| token as u8).collect();
            let lots = Lots { rules: &[], pieces: &pieces, slips: &slips, dice: &[] };
            let built = (setup.game.build_by_hand)(by, &setup.parameters, 0, &lots);
            let id = built.cells.map(|cells| setup.build(&cells, &Default::default()).unwrap().id());
            let letters: Vec<char> = pieces.iter().map(|&token| (b'@' + token) as char).collect();
            let names: Vec<&str> = slips.iter().map(|&slip| squares[usize::from(slip)].as_str()).collect();
            let by_hand = pairs_by_hand(&letters, &names, last_first);
            stuck += u32::from(by_hand.is_none());
            assert_eq!(id, by_hand, "{by}");
        }
        assert_eq!(stuck > 0, last_first, "only the last pair first can get stuck: {stuck}");
    }
}

/// Two suits of three ranks, built as the instructions say, and how many moves were made.
fn cards_by_hand(rolls: &[(usize, usize)]) -> (String, usize) {
    let mut rows = [vec!["2S", "3S", "--"], vec!["2H", "3H", "--"]];
    for (made, &(suit, hole)) in rolls.iter().enumerate() {
        let spots: Vec<(usize, usize)> = (0..2).flat_map(|r| (0..3).map(move |c| (r, c))).collect();
        let can_go = |card: &str, lower: &str| {
            let (row, column) = spots.iter().copied().find(|&(r, c)| rows[r][c] == card).unwrap();
            let left = if column == 0 { ["AS", "AH"][row] } else { rows[row][column - 1] };
            (left == lower).then_some((row, column))
        };
        let of_suit = |suit: usize| match suit {
            0 => can_go("3S", "2S").or_else(|| can_go("2S", "AS")),
            _ => can_go("3H", "2H").or_else(|| can_go("2H", "AH")),
        };
        let Some((row, column)) = of_suit(suit).or_else(|| of_suit(1 - suit)) else {
            return (format!("pretzel:{}/{}", rows[0].concat(), rows[1].concat()), made);
        };
        let holes: Vec<(usize, usize)> = spots.iter().copied().filter(|&(r, c)| rows[r][c] == "--").collect();
        let (to_row, to_column) = holes[hole];
        rows[to_row][to_column] = rows[row][column];
        rows[row][column] = "--";
    }
    (format!("pretzel:{}/{}", rows[0].concat(), rows[1].concat()), rolls.len())
}

#[test]
fn cards_go_back_as_the_instructions_say() {
    for moves in [1u32, 2, 5] {
        let mut ways: BTreeMap<String, BigUint> = BTreeMap::new();
        for dice in 0..1usize << (2 * moves) {
            let rolls: Vec<(usize, usize)> =
                (0..moves).map(|n| (dice >> (2 * n) & 1, dice >> (2 * n + 1) & 1)).collect();
            *ways.entry(cards_by_hand(&rolls).0).or_default() += 1u8;
        }
        assert_eq!(enumerated(&pretzel(2, 3, moves, "")), (ways, BigUint::ZERO), "{moves}");
    }
}

#[test]
fn small_spaces_are_counted_and_large_ones_have_a_bound() {
    let small = pretzel(2, 3, 2, "");
    let dealer = Dealer::new(&small).unwrap();
    let (ways, _) = enumerated(&small);
    let found = count(&dealer, &["suits"]);
    assert_eq!(found.distinct, Number::Exact(BigUint::from(ways.len())));
    assert_eq!(found.physical, BigUint::from(16u32));
    assert!(*found.up_to_symmetry.most() < BigUint::from(ways.len()));
    let bound = count_with(&dealer, &[], 0).distinct;
    assert!(matches!(&bound, Number::AtMost(most) if *most >= BigUint::from(ways.len())), "{bound:?}");
    // 24 tokens of four colours lie in no more than 24! / 6!^4 orders.
    let large = boxoff(4, 6, 4, "first pair first");
    let most = count(&Dealer::new(&large).unwrap(), &[]).distinct;
    assert_eq!(most, Number::AtMost(BigUint::from(2_308_743_493_056u64)));
}

#[test]
fn the_price_of_beginning_again_is_part_of_the_effort() {
    let never = effort(&Dealer::new(&boxoff(2, 4, 2, "first pair first")).unwrap());
    assert_eq!(never.deals, Deals::One);
    let setup = boxoff(2, 2, 2, "last pair first");
    let (_, stuck) = enumerated(&setup);
    let found = effort(&Dealer::new(&setup).unwrap());
    assert_eq!(stuck, BigUint::ZERO, "on four squares nobody gets stuck");
    assert_eq!(found.deals, Deals::Exact(1.0));
    let mountain = effort(&Dealer::new(&fujisan(12, "")).unwrap());
    assert!(mountain.deals.expected() > 1.0);
    assert!(mountain.each.roll > 10 && mountain.each.lay > 24);
    assert_eq!(mountain.then.lay, 4, "the priests stand up once it is built");
}

#[test]
fn a_built_setup_is_written_and_told_and_known_like_any_other() {
    for (name, setup, _) in built() {
        let text = write(&setup);
        let again = own(&text);
        let (one, two) = (Dealer::new(&setup).unwrap(), Dealer::new(&again).unwrap());
        assert_eq!(write(&again), text, "{name}");
        assert_eq!(fingerprint(&one), fingerprint(&two), "{name}");
        assert!(fingerprint(&one).contains("\nbuild "), "{name}");
        let told = tell(&one).join("\n");
        assert!(told.contains("You also need") && !told.contains('{'), "{name}: {told}");
    }
}

#[test]
fn what_the_kit_can_show_is_what_its_pieces_can_make() {
    let setup = pretzel(2, 3, 4, "");
    let dealer = Dealer::new(&setup).unwrap();
    let deal = dealer.deal("shown", 0).unwrap();
    let cells: Vec<Option<u8>> = deal.cells.iter().map(|&cell| Some((setup.game.seen)(cell))).collect();
    assert!(dealer.can_show(&cells));
    let mut twice = cells.clone();
    twice[0] = twice.iter().copied().find(|cell| *cell != twice[0] && *cell != Some(0)).unwrap();
    assert!(!dealer.can_show(&twice));
    assert!(
        dealer.repairs(&deal.cells, &deal.dice, &Limits::default()).is_none(),
        "there is nothing to repair"
    );
}

#[test]
fn what_cannot_be_built_is_refused_with_the_reason() {
    let refuse = |text: &str, words: &str| {
        let error = read(&Registry::standard(), text, "own", &[], &|_| Err("none".into())).err();
        let error = error.unwrap_or_else(|| panic!("{text} is accepted")).to_string();
        assert!(error.contains(words), "{error}\n{words}");
    };
    let boxoff = |kit: &str, step: &str| {
        format!("game = 'boxoff'\n[parameters]\nrows = 2\ncolumns = 2\ncolours = 2\n{kit}\n[[step]]\n{step}")
    };
    let tokens = "[kit]\ntokens = { colours = 2 }";
    refuse(&boxoff(tokens, "build = { by = 'magic' }"), "expected 'first pair first' or 'last pair first'");
    refuse(&boxoff(tokens, "build = {}"), "'by' is missing");
    refuse(&boxoff(tokens, "build = { by = 'first pair first', moves = 3 }"), "takes no number of moves");
    refuse(
        &boxoff("[kit]\ntokens = { colours = 2, each = 4 }", "build = { by = 'first pair first' }"),
        "4 squares",
    );
    refuse(
        &boxoff("[kit]\ntokens = { colours = { A = 3, B = 1 } }", "build = { by = 'first pair first' }"),
        "odd number of colour A",
    );
    refuse(
        &boxoff("[kit.tiles]\nshape = '1x2'\nlist = ['AA', 'BB']", "build = { by = 'first pair first' }"),
        "only pieces of one cell",
    );
    refuse(
        &boxoff(tokens, "place = { piece = 'A', at = 'a1' }\n[[step]]\nbuild = { by = 'first pair first' }"),
        "nothing may lie there before",
    );
    refuse(
        &boxoff(
            tokens,
            "build = { by = 'first pair first' }\n[[step]]\nrequire = { what = 'no equal neighbours', by = 'swapping', with = 'right' }",
        ),
        "would undo that",
    );
    refuse(&boxoff(tokens, "when = 'once'\nbuild = { by = 'first pair first' }"), "every deal");
    let pretzel = |cards: &str, step: &str| {
        format!(
            "game = 'pretzel'\n[parameters]\nsuits = 2\nranks = 3\n[kit]\ncards = {cards}\n[[step]]\n{step}"
        )
    };
    let deck = "{ deck = 'french' }";
    refuse(&pretzel(deck, "build = { by = 'moves back' }"), "'moves' is missing");
    refuse(&pretzel(deck, "build = { by = 'moves back', moves = 0 }"), "nothing would be left to solve");
    refuse(&pretzel(deck, "build = { by = 'moves back', moves = 201 }"), "expected 1 to 200");
    refuse(
        &pretzel("{ deck = 'french', ranks = '2-4' }", "build = { by = 'moves back', moves = 3 }"),
        "a whole deck",
    );
    refuse(
        &pretzel(
            deck,
            "build = { by = 'moves back', moves = 3 }\n[[step]]\nmove = { what = 'aces', to = 'left edge' }",
        ),
        "moved away already",
    );
    refuse(
        "game = 'fujisan'\n[kit]\ncoins = { piecepack = 'coins' }\n[[step]]\nremove = { where = ['0'] }\n[[step]]\nbuild = { by = 'walks back', moves = 3 }",
        "24 pieces, not of 20",
    );
    let cards = |game: &str, kit: &str, sizes: &str, by: &str| {
        format!(
            "game = '{game}'\nparameters = {{ {sizes} }}\nkit = {{ cards = {{ {kit} }} }}\n[[step]]\nbuild = {{ by = '{by}' }}"
        )
    };
    let hole = "suits = 4, ranks = 13, depth = 3";
    refuse(
        &cards("blackhole", "deck = 'french', ranks = '2-K'", hole, "walk"),
        "4 suits of 13 ranks, every card once",
    );
    refuse(&cards("blackhole", "deck = 'french'", hole, "play"), "expected 'walk'");
    let golf = "suits = 4, ranks = 13, columns = 7, depth = 5";
    refuse(&cards("golf", "deck = 'french', ranks = 'A-Q'", golf, "play"), "a whole deck");
    let narrow = "suits = 4, ranks = 4, columns = 5, depth = 3";
    refuse(&cards("golf", "deck = 'french'", narrow, "play"), "choose other sizes");
    let kings = |suits: u8, columns: u8| format!("suits = {suits}, ranks = 5, columns = {columns}");
    let deck = "deck = 'french'";
    refuse(&cards("klondike", deck, &kings(3, 4), "taken apart"), "not of 3 suits");
    refuse(
        &cards("klondike", deck, &kings(4, 3), "taken apart"),
        "4 runs are built in 4 columns, there are only 3 columns",
    );
    let shuffle = [("shuffle".to_string(), "riffle:3".to_string())];
    let text = boxoff(tokens, "build = { by = 'first pair first' }");
    let error = read(&Registry::standard(), &text, "own", &shuffle, &|_| Err("none".into())).err().unwrap();
    assert!(error.to_string().contains("perfect shuffling only"), "{error}");
}

#[test]
fn deals_of_one_stream_are_always_the_same() {
    for (name, setup, _) in built() {
        let dealer = Dealer::new(&setup).unwrap();
        let deal = |index| dealer.deal_from(&mut Stream::new(&["same"], index)).unwrap();
        assert_eq!(deal(3), deal(3), "{name}");
    }
}

//! Every number that is said of a setup, against steps that are followed by hand through everything that can happen.
#![allow(clippy::unwrap_used, clippy::panic)]

mod brute_force;

use brute_force::{Followed, follow_all};
use dealwright::Registry;
use dealwright::dealing::Dice;
use dealwright::setup::Setup;
use dealwright::setup::count::{Number, count_with};
use dealwright::setup::deal::Dealer;
use dealwright::setup::effort::{Deals, effort};
use dealwright::setup::enumerate::Outcomes;
use dealwright::setup::read::read;
use dealwright::setup::tell::tell;
use num_bigint::BigUint;
use std::collections::{BTreeMap, BTreeSet};

/// A small setup, and what the formulas ought to know of it.
struct Case {
    name: &'static str,
    text: String,
    /// Whether the number of different challenges follows from a formula.
    distinct: bool,
    /// Whether that up to all symmetries does.
    up_to: bool,
    /// Whether pieces are shuffled that were shuffled before, so that outcomes may look alike.
    shuffled_again: bool,
}

impl Case {
    fn new(name: &'static str, text: String) -> Self {
        Self { name, text, distinct: true, up_to: true, shuffled_again: false }
    }

    /// Only looking at all outcomes tells how many there are up to symmetry.
    fn bounds_only(self) -> Self {
        Self { up_to: false, ..self }
    }

    /// Only looking at all outcomes tells how many there are.
    fn no_formula(self) -> Self {
        Self { distinct: false, up_to: false, ..self }
    }

    fn shuffled_again(self) -> Self {
        Self { shuffled_again: true, ..self }
    }

    fn setup(&self) -> Setup {
        read(&Registry::standard(), &self.text, "small", &[], &|_| Err("none".into()))
            .unwrap_or_else(|error| panic!("{}: {error}\n{}", self.name, self.text))
    }
}

fn steps(steps: &[&str]) -> String {
    steps.iter().map(|step| format!("[[step]]\n{step}\n")).collect()
}

const ALL: &str = "shuffle = 'all'";
const EACH: &str = "shuffle = 'each pile'";
const SUITS: &str = "split = { by = 'suit' }";
const ROWS: &str = "deal = { along = 'rows' }";
const SLOTS: &str = "lay = { along = 'slots' }";
const TURN: &str = "turn = 'by chance'";

fn pretzel(suits: u8, ranks: u8, kit: &str, own: &[&str]) -> String {
    format!(
        "game = 'pretzel'\n[parameters]\nsuits = {suits}\nranks = {ranks}\n[kit]\n{kit}\n{}{}",
        steps(own),
        steps(&["move = { what = 'aces', to = 'left edge' }"])
    )
}

const DECK: &str = "cards = { deck = 'french' }";

fn boxoff(rows: u8, columns: u8, colours: u8, kit: &str, own: &[&str]) -> String {
    format!(
        "game = 'boxoff'\n[parameters]\nrows = {rows}\ncolumns = {columns}\ncolours = {colours}\n{kit}\n{}",
        steps(own)
    )
}

/// Tiles of two squares that lie one below the other.
fn pairs(turns: &str, list: &str) -> String {
    format!("[kit.tiles]\nshape = '1x2'\nturns = '{turns}'\nlist = [{list}]\n[board]\nslots = 'rows'")
}

/// A mountain whose middle is laid by `own`, on the slots; the rest are threes, so that it looks the same from all sides.
fn fujisan(kit: &str, slots: &str, middle: usize, own: &[&str]) -> String {
    fujisan_with(&"3".repeat(24 - middle), kit, slots, own)
}

/// The same with other values around the middle.
fn fujisan_with(fixed: &str, kit: &str, slots: &str, own: &[&str]) -> String {
    let fixed = fixed.chars().map(|value| format!("'{value}'")).collect::<Vec<_>>().join(", ");
    format!(
        "game = 'fujisan'\n[kit.fixed]\nshape = 'single'\nlist = [{fixed}]\n{kit}\n[board]\nslots = [{slots}]\n{}",
        steps(own)
    )
}

const FIXED: &str = "lay = { what = 'fixed', along = 'rows' }";
const MIDDLE: &str = "'g2', 'h2', 'g1', 'h1'";

fn cases() -> Vec<Case> {
    let in_turn = "deal = { piles = 'in turn', along = 'rows' }";
    let two_in_turn = "deal = { piles = 'in turn', at_a_time = 2, along = 'columns', from = 'right' }";
    let rounds = "deal = { piles = 'in turn', round = 'shuffled', along = 'rows' }";
    let three_rounds =
        "deal = { piles = 'in turn', round = 'shuffled', at_a_time = 3, along = 'rows', from = 'right' }";
    let uneven = "split = { by = 'suit', together = [['spades', 'hearts'], ['diamonds']] }";
    let in_order = "deal = { piles = 'in order', along = 'columns', from = 'right' }";
    let of_four = "cards = { deck = 'french', ranks = 'A-4' }";
    let of_three = "cards = { deck = 'french', suits = 3 }";
    let with_fixed = |list: &str| {
        format!("cards = {{ deck = 'french' }}\nfixed = {{ shape = 'single', list = [{list}] }}")
    };
    let cards = |verb: &str| format!("{verb} = {{ what = 'cards' }}");
    let lay = |what: &str| format!("lay = {{ what = '{what}', along = 'columns' }}");
    let mut all = vec![
        Case::new("the whole deck", pretzel(2, 3, DECK, &[ALL, ROWS])),
        Case::new("the whole deck of one suit", pretzel(1, 5, DECK, &[ALL, ROWS])),
        Case::new("suits in turn", pretzel(2, 3, DECK, &[SUITS, EACH, in_turn])),
        Case::new("suits in bands", pretzel(2, 4, DECK, &[SUITS, EACH, in_order])),
        Case::new("suits in bands across rows", pretzel(2, 3, DECK, &[SUITS, EACH, in_order])).bounds_only(),
        Case::new("rounds of shuffled suits", pretzel(2, 3, DECK, &[SUITS, EACH, rounds]))
            .no_formula()
            .shuffled_again(),
        Case::new("rounds of suits in order", pretzel(3, 2, DECK, &[SUITS, rounds])),
        Case::new("a shuffled deck sorted", pretzel(2, 3, DECK, &[ALL, SUITS, two_in_turn])).bounds_only(),
        Case::new("ranks", pretzel(2, 3, DECK, &["split = { by = 'rank' }", EACH, ROWS])),
        Case::new("uneven piles in turn", pretzel(3, 2, DECK, &[uneven, EACH, in_turn])).bounds_only(),
        Case::new("uneven piles, two at a time", pretzel(3, 2, DECK, &[uneven, EACH, two_in_turn]))
            .bounds_only(),
        Case::new("uneven rounds of three", pretzel(3, 2, DECK, &[uneven, EACH, three_rounds]))
            .no_formula()
            .shuffled_again(),
        Case::new("rounds of one pile", pretzel(2, 3, DECK, &[three_rounds])),
        Case::new("fours out", pretzel(2, 3, of_four, &["remove = { where = 'with a 4' }", ALL, ROWS])),
        Case::new(
            "diamonds out",
            pretzel(2, 3, of_three, &["remove = { where = 'with diamonds' }", ALL, ROWS]),
        ),
        Case::new(
            "a pile out",
            pretzel(2, 3, of_three, &[SUITS, "remove = { where = 'with a diamond' }", EACH, in_turn]),
        ),
        Case::new("the first six", pretzel(2, 3, of_three, &["keep = 6", ALL, ROWS])),
        Case::new("the first six, sorted", pretzel(2, 3, of_three, &["keep = 6", SUITS, EACH, in_turn])),
        Case::new("twice shuffled", pretzel(2, 2, DECK, &[ALL, ALL, ROWS])).shuffled_again(),
        Case::new("each, then all", pretzel(2, 2, DECK, &[SUITS, EACH, ALL, ROWS])).shuffled_again(),
        Case::new(
            "one suit fixed",
            pretzel(
                2,
                3,
                &with_fixed("'AS', '2S', '3S'"),
                &[
                    "remove = { what = 'cards', where = 'with spades' }",
                    &cards("shuffle"),
                    "lay = { what = 'fixed', along = 'rows' }",
                    "deal = { what = 'cards', along = 'rows' }",
                ],
            ),
        )
        .bounds_only(),
        Case::new(
            "aces fixed",
            pretzel(
                2,
                3,
                &with_fixed("'AS', 'AH'"),
                &[
                    "remove = { what = 'cards', where = 'aces' }",
                    &lay("fixed"),
                    &cards("shuffle"),
                    &lay("cards"),
                ],
            ),
        ),
        Case::new("nothing shuffled", pretzel(2, 3, DECK, &[SUITS, in_turn])),
    ];
    let tokens = |each: u8| format!("[kit]\ntokens = {{ colours = 3, each = {each} }}");
    let doubles = pairs("half", "'AA', 'BB', 'CC', 'DD'");
    let five = pairs("none", "'AA', 'BB', 'CC', 'DD', 'EE'");
    let three = pairs("half", "'AA', 'AB', 'AB'");
    let l_tiles = "[kit.tiles]\nshape = 'L'\nturns = 'flip'\nlist = ['AAB', 'BBC', 'CCA', 'DDA', 'DDA', 'EEF', 'EEF', 'CBC']\n\
                   [board]\nblock = { rows = 2, columns = 3, slots = ['a2 b2 a1', 'c1 b1 c2'] }";
    let squares = |list: &str| {
        format!(
            "[kit.tiles]\nshape = '2x2'\nturns = 'quarter'\nlist = [{list}]\n[board]\n\
             slots = ['a2 a1 b2 b1', 'c2 c1 d2 d1']"
        )
    };
    let two_kinds = "[kit.tiles]\nshape = '1x2'\nturns = 'half'\nlist = ['AB', 'BC']\n[kit.tokens]\ncolours = 3\neach = 1\n\
                     [kit.extra]\nshape = 'single'\nlist = ['B']\n[board]\nslots = ['a2 b2', 'c1 d1', 'a1']";
    all.extend([
        Case::new(
            "suits in turn, to and fro",
            pretzel(2, 3, DECK, &[SUITS, EACH, "deal = { piles = 'in turn', to_and_fro = true, from = 'bottom right' }"]),
        ),
        Case::new(
            "columns from the bottom, to and fro",
            pretzel(2, 3, DECK, &[SUITS, EACH, "deal = { along = 'columns', from = 'bottom', to_and_fro = true }"]),
        )
        .bounds_only(),
        Case::new(
            "bars of three, turned around",
            boxoff(
                2,
                3,
                3,
                "[kit.bars]\nshape = '1x3'\nturns = 'half'\nlist = ['ABC', 'CAB']\n[board]\nslots = 'rows'",
                &[ALL, TURN, SLOTS],
            ),
        )
        .bounds_only(),
        Case::new(
            "drawn tiles of four squares",
            boxoff(
                3,
                4,
                2,
                "[kit.zigzags]\nshape = ['.XX', 'XX']\nturns = 'half'\nlist = ['ABAB', 'AABB']\n[kit.rest]\nshape = 'single'\n\
                 list = ['A', 'B', 'A', 'B']\n[board]\nslots = ['b3 c3 a2 b2', 'c2 d2 b1 c1']",
                &[
                    "shuffle = { what = 'zigzags' }",
                    "turn = { what = 'zigzags', how = 'by chance' }",
                    "lay = { what = 'zigzags', along = 'slots' }",
                    "lay = { what = 'rest' }",
                ],
            ),
        )
        .bounds_only(),
        Case::new("tokens", boxoff(2, 3, 3, &tokens(2), &[ALL, "lay = { along = 'rows' }"])),
        Case::new("a square of tokens", boxoff(2, 2, 3, "[kit]\ntokens = { colours = 2 }", &[ALL, ROWS])),
        Case::new(
            "colours out",
            boxoff(2, 2, 3, &tokens(2), &["remove = { where = 'with a B' }", ALL, ROWS]),
        ),
        Case::new("colours in piles", boxoff(2, 3, 3, &tokens(2), &["split = { by = 'colour' }", in_order])),
        Case::new("keep, then turn", boxoff(3, 2, 4, &doubles, &[ALL, "keep = 3", TURN, SLOTS])),
        Case::new("turn, then keep", boxoff(3, 2, 4, &doubles, &[ALL, TURN, "keep = 3", SLOTS])),
        Case::new("keep first", boxoff(3, 2, 4, &doubles, &["keep = 3", TURN, ALL, SLOTS])),
        Case::new("turn, keep, turn", boxoff(3, 2, 4, &doubles, &[TURN, ALL, "keep = 3", TURN, SLOTS])),
        Case::new(
            "shuffle, keep, shuffle",
            boxoff(3, 2, 5, &five, &[ALL, "keep = 4", ALL, "keep = 3", SLOTS]),
        )
        .shuffled_again(),
        Case::new(
            "remove, then keep",
            boxoff(2, 2, 4, &doubles, &["remove = { where = 'C:C' }", ALL, "keep = 2", TURN, SLOTS]),
        )
        .bounds_only(),
        Case::new(
            "keep, then remove",
            boxoff(2, 2, 4, &doubles, &["keep = 3", "remove = { where = 'with an A' }", ALL, SLOTS]),
        )
        .bounds_only(),
        Case::new(
            "doubles out",
            boxoff(2, 2, 4, &three, &["remove = { where = 'doubles' }", ALL, TURN, SLOTS]),
        )
        .bounds_only(),
        Case::new("not turned", boxoff(2, 2, 4, &three, &["remove = { where = 'doubles' }", ALL, SLOTS])),
        Case::new("alike when turned", boxoff(2, 2, 4, &pairs("flip", "'AB', 'BA'"), &[ALL, TURN, SLOTS]))
            .bounds_only(),
        Case::new(
            "L-tiles",
            boxoff(
                2,
                3,
                6,
                l_tiles,
                &["keep = 5", "remove = { where = ['with a B', 'with a C'] }", ALL, TURN, SLOTS],
            ),
        )
        .bounds_only(),
        Case::new(
            "two of three squares",
            boxoff(2, 4, 4, &squares("'ABBA', 'CDDC', 'AABB'"), &[ALL, "keep = 2", TURN, SLOTS]),
        )
        .bounds_only(),
        Case::new(
            "two kinds of pieces",
            boxoff(
                2,
                4,
                3,
                two_kinds,
                &[
                    "shuffle = { what = 'tiles' }",
                    "turn = { what = 'tiles', how = 'by chance' }",
                    "lay = { what = 'tiles', along = 'slots' }",
                    "lay = { what = 'extra', along = 'slots' }",
                    "shuffle = { what = 'tokens' }",
                    "lay = { what = 'tokens', along = 'columns', from = 'right' }",
                ],
            ),
        )
        .bounds_only(),
    ]);
    let dice = |count: u8, values: &str| format!("[kit.dice]\ndice = {count}\nvalues = {values}");
    let roll = "roll = { into = 'spaces', along = 'columns', from = 'right' }";
    let loose = "[kit.loose]\nshape = 'single'\nlist = ['1', '1', '2', '3', '3']";
    let coins = "[kit.coins]\npiecepack = 'coins'";
    let few_coins = "remove = { what = 'coins', where = ['with a 0', 'with a 3', 'with a 4', 'with a 5', 'with suns', 'with arms'] }";
    let steps_of_two = "'f2 f1', 'g2 g1', 'h2 h1', 'i2 i1'";
    let two_cells = "[kit.pairs]\nshape = '1x2'\nturns = 'half'\nlist = ['01', '11', '02', '12']\n[kit.priests]\npawns = 4";
    let dominoes = "[kit.dominoes]\nset = 'double-six'";
    let few_dominoes =
        "remove = { what = 'dominoes', where = ['with a 6', 'with a 5', 'with a 4', 'with a 3', 'doubles'] }";
    let what = |verb: &str, group: &str| format!("{verb} = {{ what = '{group}' }}");
    let turn = |group: &str| format!("turn = {{ what = '{group}', how = 'by chance' }}");
    let slots = |group: &str| format!("lay = {{ what = '{group}', along = 'slots' }}");
    let covered = "[kit.tiles]\nshape = '2x2'\nturns = 'quarter'\nlist = ['0110', '0220', '3333']";
    all.extend([
        Case::new(
            "rolled",
            fujisan(&dice(4, "[0, 1, 2]"), "'b2'", 4, &[
                "lay = { what = 'fixed', along = 'rows' }",
                roll,
            ]),
        ),
        Case::new("rolled in the middle", rolled_in_the_middle("[0, 1, 3]")),
        Case::new("dice with a face twice", rolled_in_the_middle("[0, 0, 1]")),
        Case::new(
            "the priests' dice",
            fujisan(&dice(4, "'0-2'"), "'b2'", 0, &[FIXED, "roll = { into = 'priests' }"]),
        ),
        Case::new(
            "loose values",
            fujisan(loose, MIDDLE, 4, &[
                &what("shuffle", "loose"),
                "keep = { what = 'loose', count = 4 }",
                &slots("loose"),
                FIXED,
            ]),
        ),
        Case::new(
            "coins by suit",
            fujisan(coins, MIDDLE, 4, &[
                few_coins,
                &what("shuffle", "coins"),
                "split = { what = 'coins', by = 'suit' }",
                "deal = { what = 'coins', piles = 'in turn', along = 'slots' }",
                FIXED,
            ]),
        ),
        Case::new(
            "coins by value, kept in order",
            fujisan(coins, MIDDLE, 4, &[
                "keep = { what = 'coins', count = 4 }",
                "split = { what = 'coins', by = 'value', together = [[0, 2, 5], [1, 3, 4]] }",
                "shuffle = { what = 'coins', piles = 'each pile' }",
                "deal = { what = 'coins', piles = 'in turn', at_a_time = 2, round = 'shuffled', along = 'slots' }",
                FIXED,
            ]),
        )
        .shuffled_again(),
        Case::new(
            "dealt again",
            fujisan_with(
                "000111222345345345",
                two_cells,
                steps_of_two,
                &[
                    &what("shuffle", "pairs"),
                    "keep = { what = 'pairs', count = 3 }",
                    &turn("pairs"),
                    &slots("pairs"),
                    FIXED,
                    "require = { what = 'different steps', by = 'dealing again' }",
                    "require = { what = 'no double step', by = 'dealing again' }",
                    "cover = { what = 'pairs', count = 1, at = 'somewhere' }",
                    "stand = { what = 'priests', at = 'there' }",
                ],
            ),
        )
        .no_formula(),
        Case::new(
            "rolled again",
            rolled_in_the_middle("[0, 0, 1]")
                + &steps(&["require = { what = 'no 0:0 summit', by = 'dealing again' }"]),
        )
        .no_formula(),
        Case::new(
            "proved by the kit",
            fujisan(dominoes, "'f2 f1', 'g2 g1', 'h2 h1'", 6, &[
                few_dominoes,
                &what("shuffle", "dominoes"),
                &turn("dominoes"),
                &slots("dominoes"),
                FIXED,
                "require = { what = 'no 0:0 step', by = 'the kit' }",
            ]),
        )
        ,
        Case::new(
            "four of the dominoes",
            fujisan(dominoes, steps_of_two, 8, &[
                "keep = { what = 'dominoes', count = 5 }",
                &what("shuffle", "dominoes"),
                "keep = { what = 'dominoes', count = 4 }",
                &turn("dominoes"),
                &slots("dominoes"),
                FIXED,
            ]),
        ),
        Case::new(
            "covered parts",
            fujisan(covered, "'f2 f1 - -', '- - - -', '- - i2 i1'", 4, &[
                &what("shuffle", "tiles"),
                &turn("tiles"),
                &slots("tiles"),
                FIXED,
            ]),
        ),
    ]);
    all
}

/// Four dice between threes, so that they lie on each other's places when the mountain is turned.
fn rolled_in_the_middle(values: &str) -> String {
    let threes = vec!["'3'"; 20].join(", ");
    let around = "bcdefijklm".chars().flat_map(|file| [format!("'{file}2'"), format!("'{file}1'")]);
    format!(
        "game = 'fujisan'\n[kit.fixed]\nshape = 'single'\nlist = [{threes}]\n[kit.dice]\ndice = 4\nvalues = {values}\n\
         [board]\nslots = [{}]\n{}",
        around.collect::<Vec<_>>().join(", "),
        steps(&["lay = { what = 'fixed', along = 'slots' }", "roll = { into = 'spaces', along = 'rows' }"])
    )
}

fn each_case(check: impl Fn(&Case, &Dealer<'_>, &Followed)) {
    let cases = cases();
    assert!(cases.len() >= 50, "{}", cases.len());
    let mut failed = 0;
    for case in &cases {
        let setup = case.setup();
        let dealer = Dealer::new(&setup).unwrap_or_else(|fault| panic!("{}: {}", case.name, fault.message));
        let followed = follow_all(&setup);
        // One case that fails should not hide the others.
        let checked =
            std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| check(case, &dealer, &followed)));
        failed += u32::from(checked.is_err());
    }
    assert_eq!(failed, 0, "cases that failed, see above");
}

#[test]
fn every_count_is_what_hands_can_do() {
    each_case(|case, dealer, followed| {
        let name = case.name;
        assert!(
            followed.physical <= 50_000,
            "{name}: {} ways are too many for a quick test",
            followed.physical
        );
        assert_eq!(dealer.plan.physical, BigUint::from(followed.physical), "{name}: physical outcomes");
        let outcomes = Outcomes::new(dealer).unwrap();
        match case.shuffled_again {
            false => assert_eq!(outcomes.total, followed.layouts.len() as u128, "{name}: outcomes"),
            true => assert!(outcomes.total >= followed.layouts.len() as u128, "{name}: outcomes"),
        }
        let mut weights: BTreeMap<(Vec<u8>, Dice), u64> = BTreeMap::new();
        let seen = |cells: &[u8]| cells.iter().map(|&s| (dealer.setup.game.seen)(s)).collect::<Vec<u8>>();
        for outcome in outcomes.iter() {
            let weight = u64::try_from(outcome.weight).unwrap();
            *weights.entry((seen(&outcome.cells), outcome.dice.clone())).or_default() += weight;
            let board = (outcome.cells.clone(), outcome.dice);
            let good =
                followed.good_boards.iter().any(|good| seen(&good.0) == seen(&board.0) && good.1 == board.1);
            assert_eq!(outcome.accepted, good, "{name}: {board:?}");
        }
        let mut by_hand: BTreeMap<(Vec<u8>, Dice), u64> = BTreeMap::new();
        for ((cells, dice), ways) in &followed.boards {
            *by_hand.entry((seen(cells), dice.clone())).or_default() += ways;
        }
        assert_eq!(weights, by_hand, "{name}: weights");
    });
}

#[test]
fn different_challenges_are_as_many_as_hands_can_make() {
    each_case(|case, dealer, followed| {
        let setup = dealer.setup;
        let names: Vec<&str> = setup.game.info.symmetries.iter().map(|symmetry| symmetry.name).collect();
        let mut choices = vec![Vec::new(), names.clone()];
        choices.extend(names.iter().map(|&name| vec![name]));
        for symmetries in choices {
            let classes = |symmetries: &[&str]| {
                let challenges =
                    followed.good_boards.iter().map(|(cells, dice)| setup.build(cells, dice).unwrap());
                BigUint::from(challenges.map(|c| c.canonical(symmetries)).collect::<BTreeSet<_>>().len())
            };
            let (distinct, up_to) = (classes(&[]), classes(&symmetries));
            let what = format!("{} {symmetries:?}", case.name);
            let looked = count_with(dealer, &symmetries, u128::MAX);
            assert_eq!(looked.distinct, Number::Exact(distinct.clone()), "{what}");
            assert_eq!(looked.up_to_symmetry, Number::Exact(up_to.clone()), "{what}");
            let formula = count_with(dealer, &symmetries, 0);
            for (number, truth) in [(&formula.distinct, &distinct), (&formula.up_to_symmetry, &up_to)] {
                match number {
                    Number::Exact(number) => assert_eq!(number, truth, "{what}"),
                    Number::AtMost(most) => assert!(most >= truth, "{what}: {most} {truth}"),
                    Number::Between(least, most) => {
                        assert!(least <= truth && truth <= most, "{what}: {least} {truth} {most}");
                    }
                }
            }
            assert_eq!(
                matches!(formula.distinct, Number::Exact(_)),
                case.distinct,
                "{what}: {:?}",
                formula.distinct
            );
            if symmetries == names {
                let exact = matches!(formula.up_to_symmetry, Number::Exact(_));
                assert_eq!(exact, case.up_to, "{what}: {:?}", formula.up_to_symmetry);
            }
        }
    });
}

#[test]
fn the_effort_is_what_hands_did() {
    each_case(|case, dealer, followed| {
        let effort = effort(dealer);
        let name = case.name;
        assert_eq!(effort.once, followed.work.once, "{name}: once");
        assert_eq!(effort.each, followed.work.each, "{name}: each");
        assert_eq!(effort.then, followed.work.then, "{name}: then");
        let deals = followed.physical as f64 / followed.good as f64;
        assert!((effort.deals.expected() - deals).abs() < 1e-9, "{name}: {deals}");
        assert_eq!(effort.deals == Deals::One, dealer.setup.asked().next().is_none(), "{name}");
    });
}

#[test]
fn the_instructions_name_the_numbers_that_hands_find() {
    each_case(|case, dealer, followed| {
        let told = tell(dealer).join("\n");
        let name = case.name;
        if dealer.setup.game.info.name == "pretzel" {
            let holes = match followed.aces_taken {
                1 => "leaves a hole".to_string(),
                n => format!("They leave {n} holes"),
            };
            assert!(told.contains(&holes), "{name}: {holes}\n{told}");
        }
        assert!(!told.contains(" fixed,") && !told.contains("1 tiles"), "{name}\n{told}");
        // Whoever fills only part of the board says how much of it.
        let cells = dealer.setup.places.cells();
        let first = dealer.setup.steps.iter().find_map(|step| match step.verb {
            dealwright::setup::Verb::Lay { group, .. } => Some(group),
            _ => None,
        });
        if let Some(filled) =
            first.map(|group| followed.covered_squares[group]).filter(|&filled| filled < cells)
        {
            assert!(
                told.contains(&format!("fill {filled} of {cells} squares"))
                    || told.contains(&format!("fills {filled} of {cells} squares")),
                "{name}: {filled}\n{told}"
            );
        }
    });
}

//! Boards that are no grid: the layouts of known solitaires and a board in layers, as a game of somebody else's would declare
//! them. What setups say of them is a golden file; read it aloud after a change.
#![allow(clippy::unwrap_used, clippy::panic)]

mod golden_file;

use dealwright::Registry;
use dealwright::dealing::{Dice, Parameters};
use dealwright::game::{Game, GameInfo, ParameterInfo};
use dealwright::id::RuleText;
use dealwright::kit::cards::Card;
use dealwright::kit::faces::Faces;
use dealwright::places::Places;
use dealwright::puzzle::Puzzle;
use dealwright::setup::Setup;
use dealwright::setup::count::{Number, count_with};
use dealwright::setup::deal::Dealer;
use dealwright::setup::effort::{SECONDS, effort};
use dealwright::setup::read::read;
use dealwright::setup::tell::tell;
use dealwright::square::Square;
use dealwright::text::TextError;
use num_bigint::BigUint;
use std::fmt::{self, Write};

/// Cards on a layout; nothing can be moved, because only setups are looked at here.
#[derive(Debug, Clone, PartialEq)]
struct Layout(Vec<u8>);

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Never;

impl fmt::Display for Never {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("never")
    }
}

impl Puzzle for Layout {
    type State = ();
    type Move = Never;

    fn start(&self) {}

    fn moves(&self, _: &(), _: &mut Vec<Never>) {}

    fn play(&self, _: &mut (), _: Never) {}

    fn is_solved(&self, _: &()) -> bool {
        true
    }
}

const GOLF: u32 = 1;
const KLONDIKE: u32 = 2;
const BLACK_HOLE: u32 = 3;
const LAYERS: u32 = 4;

/// The squares of a stack: one column of the drawn board, downwards from the top row.
fn column(file: usize, holds: usize, rows: usize) -> Vec<Square> {
    (0..holds).map(|depth| Square { file: file as u8, rank: (rows - depth) as u8 }).collect()
}

impl Game for Layout {
    const INFO: GameInfo = GameInfo {
        name: "layout",
        title: "Layout",
        about: "Cards on a layout.",
        example: "layout:AS2S",
        parameters: &[ParameterInfo {
            name: "layout",
            unit: "number",
            about: "which layout, 1 to 4",
            fixed: None,
        }],
        ..GameInfo::NONE
    };
    const FACES: Faces = Faces::Cards;

    fn read(_: &[RuleText<'_>], layout: &str) -> Result<Self, TextError> {
        Faces::Cards.read(layout).map(Self).ok_or_else(|| TextError::whole("expected cards"))
    }

    fn layout(&self) -> String {
        self.0.iter().map(|&card| Card::from_symbol(card).unwrap().to_string()).collect()
    }

    fn parameters(&self) -> Vec<u32> {
        vec![GOLF]
    }

    fn places(parameters: &Parameters) -> Result<Places, String> {
        let rows = 24;
        let board = Places::none(rows, 20);
        let stacks = |board: Places, name: &str, family: &'static str, holds: &[usize]| {
            holds.iter().enumerate().fold(board, |board, (n, &holds)| {
                board.stack(format!("{name} {}", n + 1), family, column(n, holds, rows))
            })
        };
        match parameters.get("layout") {
            GOLF => Ok(stacks(board, "column", "columns", &[5; 7])
                .stack("base", "", column(7, 1, rows))
                .stack("stock", "", column(8, 16, rows))),
            KLONDIKE => Ok(stacks(board, "column", "columns", &[1, 2, 3, 4, 5, 6, 7]).stack(
                "stock",
                "",
                column(7, 24, rows),
            )),
            BLACK_HOLE => {
                Ok(stacks(board, "fan", "fans", &[3; 17]).stack("black hole", "", column(17, 1, rows)))
            }
            LAYERS => Ok(stacks(
                stacks(board, "lower place", "lower places", &[1; 6]),
                "upper place",
                "upper places",
                &[1; 2],
            )),
            _ => Err("layout can be 1 to 4".into()),
        }
    }

    fn from_cells(_: &Parameters, _: &[RuleText<'_>], cells: &[u8], _: &Dice) -> Result<Self, TextError> {
        Ok(Self(cells.to_vec()))
    }

    fn cells(&self) -> Vec<u8> {
        self.0.clone()
    }
}

fn registry() -> Registry {
    Registry::standard().with::<Layout>()
}

fn setup(layout: u32, kit: &str, steps: &[&str]) -> Setup {
    let steps: String = steps.iter().map(|step| format!("[[step]]\n{step}\n")).collect();
    let text = format!(
        "game = 'layout'\n[parameters]\nlayout = {layout}\n[kit]\ncards = {{ deck = 'french', {kit} }}\n{steps}"
    );
    read(&registry(), &text, "own", &[], &|_| Err("none".into()))
        .unwrap_or_else(|error| panic!("{error}\n{text}"))
}

const DECK: &str = "suits = 4, ranks = 13";
const ALL: &str = "shuffle = 'all'";

fn setups() -> Vec<(&'static str, Setup)> {
    vec![
        (
            "Golf, round by round",
            setup(
                GOLF,
                DECK,
                &[
                    ALL,
                    "deal = { to = 'columns', along = 'rounds' }",
                    "deal = { to = 'base' }",
                    "deal = { to = 'stock', face = 'down' }",
                ],
            ),
        ),
        (
            "Golf, column by column from the right",
            setup(
                GOLF,
                DECK,
                &[
                    ALL,
                    "deal = { to = 'columns', along = 'places', from = 'right' }",
                    "deal = { to = ['base', 'stock'], face = 'top up' }",
                ],
            ),
        ),
        (
            "Klondike, as it is dealt",
            setup(
                KLONDIKE,
                DECK,
                &[
                    ALL,
                    "deal = { to = 'columns', along = 'rounds', face = 'top up' }",
                    "lay = { to = 'stock', face = 'down' }",
                ],
            ),
        ),
        (
            "Klondike, column by column, then all face up",
            setup(
                KLONDIKE,
                DECK,
                &[
                    ALL,
                    "deal = { to = 'columns', along = 'places', face = 'down' }",
                    "reveal = ['column 1', 'column 2']",
                    "lay = { face = 'down' }",
                    "reveal = 'all'",
                ],
            ),
        ),
        (
            "Klondike with the aces at the bottom of the stock",
            setup(
                KLONDIKE,
                DECK,
                &[
                    "place = { piece = 'AS', at = 'stock' }",
                    "place = { piece = 'AH', at = 'stock' }",
                    "place = { piece = 'AD', at = 'column 7' }",
                    ALL,
                    "deal = { to = 'columns', along = 'rounds', to_and_fro = true }",
                    "lay = { to = 'stock', count = 10 }",
                    "lay = { to = 'stock' }",
                ],
            ),
        ),
        (
            "Black Hole",
            setup(
                BLACK_HOLE,
                DECK,
                &[
                    "place = { piece = 'AS', at = 'black hole' }",
                    ALL,
                    "deal = { to = 'fans', along = 'places' }",
                ],
            ),
        ),
        (
            "Black Hole by suits in turn",
            setup(
                BLACK_HOLE,
                DECK,
                &[
                    "place = { piece = 'AS', at = 'black hole' }",
                    "split = { by = 'suit' }",
                    "shuffle = 'each pile'",
                    "deal = { to = 'fans', along = 'rounds', piles = 'in turn' }",
                    "require = { what = 'no equal neighbours', of = 'rank', by = 'swapping', with = 'fan 17' }",
                ],
            ),
        ),
        (
            "two layers",
            setup(
                LAYERS,
                "suits = 2, ranks = 4",
                &[
                    ALL,
                    "lay = { to = 'lower places' }",
                    "lay = { to = 'upper places', from = 'right' }",
                    "require = { what = 'none', of = 'aces', at = 'lower places', by = 'dealing again' }",
                ],
            ),
        ),
    ]
}

#[test]
fn layouts_of_stacks_are_told_and_their_work_is_counted() {
    let mut text = String::new();
    for (name, setup) in setups() {
        let dealer = Dealer::new(&setup).unwrap();
        writeln!(text, "{name}").unwrap();
        tell(&dealer).iter().for_each(|step| writeln!(text, "    {step}").unwrap());
        let work = effort(&dealer);
        for (when, actions) in [("once", work.once), ("each deal", work.each), ("then", work.then)] {
            let counted = actions.numbers().into_iter().zip(SECONDS).filter(|(number, _)| *number > 0);
            let counted: Vec<String> =
                counted.map(|(number, (action, _))| format!("{action} {number}")).collect();
            if !counted.is_empty() {
                writeln!(text, "    {when}: {}", counted.join(", ")).unwrap();
            }
        }
        writeln!(text).unwrap();
    }
    golden_file::compare("layouts.txt", &text);
}

fn factorial(n: u32) -> BigUint {
    (1..=n).map(BigUint::from).product()
}

#[test]
fn layouts_of_stacks_are_counted_exactly() {
    let expected = [
        factorial(52),
        factorial(52),
        factorial(52),
        factorial(52),
        factorial(49),
        factorial(51),
        // Twelve spades, and thirteen of each other suit.
        factorial(12) * factorial(13).pow(3),
        // The aces of two suits lie on the two upper places.
        factorial(2) * factorial(6),
    ];
    for ((name, setup), expected) in setups().into_iter().zip(expected) {
        let dealer = Dealer::new(&setup).unwrap();
        let count = count_with(&dealer, &[], 0);
        match name {
            "Black Hole by suits in turn" => {
                assert_eq!(count.physical, expected, "{name}");
                assert!(matches!(count.distinct, Number::AtMost(_)), "hands may swap cards of two piles");
            }
            _ => assert_eq!(count.distinct, Number::Exact(expected), "{name}"),
        }
    }
}

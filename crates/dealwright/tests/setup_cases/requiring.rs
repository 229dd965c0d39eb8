//! What is asked of a deal: by the kit, by dealing again, by swapping and by turning.

use super::{
    ALL, Case, DECK, EACH, FIXED, ROWS, SLOTS, SUITS, TURN, boxoff, fujisan, fujisan_with, pairs, pretzel,
    rolled_in_the_middle, steps,
};

fn require(what: &str) -> String {
    format!("require = {{ {what} }}")
}

pub fn cases() -> Vec<Case> {
    let tokens = |each: u8| format!("[kit]\ntokens = {{ colours = 3, each = {each} }}");
    let six = |asked: &[&str]| {
        let asked: Vec<String> = asked.iter().map(|what| require(what)).collect();
        let own: Vec<&str> = [ALL, ROWS].into_iter().chain(asked.iter().map(String::as_str)).collect();
        boxoff(2, 3, 3, &tokens(2), &own)
    };
    let deck = |asked: &[&str]| {
        let asked: Vec<String> = asked.iter().map(|what| require(what)).collect();
        let own: Vec<&str> = [ALL, ROWS].into_iter().chain(asked.iter().map(String::as_str)).collect();
        pretzel(2, 3, DECK, &own)
    };
    let swap = |with: &str| format!("what = 'no equal neighbours', by = 'swapping', with = '{with}'");
    let dice = |asked: &str| rolled_in_the_middle("[0, 1, 3]") + &steps(&[&require(asked)]);
    let tiles = |list: &str, turns: &str, asked: &[&str]| {
        let asked: Vec<String> = asked.iter().map(|what| require(what)).collect();
        let own: Vec<&str> = [ALL, SLOTS].into_iter().chain(asked.iter().map(String::as_str)).collect();
        boxoff(3, 2, 3, &pairs(turns, list), &own)
    };
    let pairs_of_values = "[kit.pairs]\nshape = '1x2'\nturns = 'half'\nlist = ['01', '11', '02']";
    let steps_of_two = "'f2 f1', 'g2 g1', 'h2 h1'";
    let mountain = |asked: &[&str]| {
        let asked: Vec<String> = asked.iter().map(|what| require(what)).collect();
        let own = [
            "shuffle = 'pairs'",
            "turn = { what = 'pairs', how = 'by chance' }",
            "lay = { what = 'pairs', along = 'slots' }",
            FIXED,
        ];
        let own: Vec<&str> = own.into_iter().chain(asked.iter().map(String::as_str)).collect();
        fujisan_with("000111222345345345", pairs_of_values, steps_of_two, &own)
    };
    let two = |one: String, other: &str| six(&[&one, other]);
    vec![
        Case::new("no equal neighbours by dealing again", six(&["what = 'no equal neighbours', by = 'dealing again'"])).bounds_only(),
        Case::new("swapped with the right one", six(&[&swap("right")])).bounds_only(),
        Case::new("swapped with the left one", six(&[&swap("left")])).bounds_only(),
        Case::new("swapped with the one above", six(&[&swap("above")])).bounds_only(),
        Case::new("swapped with the one below, twice at most", six(&[&format!("{}, tries = 2", swap("below"))])).bounds_only(),
        Case::new("swapped with the next one", six(&[&swap("next")])).bounds_only(),
        Case::new("swapped with a square", six(&[&swap("b2")])).bounds_only(),
        Case::new("swapped once or dealt again", six(&[&format!("{}, tries = 1", swap("a1"))])).bounds_only(),
        Case::new(
            "no equal neighbours in rows",
            six(&["what = 'no equal neighbours', along = 'rows', by = 'swapping', with = 'below'"]),
        )
        .bounds_only(),
        Case::new(
            "no equal neighbours in columns of some squares",
            six(&["what = 'no equal neighbours', along = 'columns', at = ['column a', 'c1', 'c2'], of = 'colour', by = 'swapping', with = 'right'"]),
        )
        .bounds_only(),
        Case::new(
            "a row of different colours",
            six(&["what = 'all different', at = 'top row', by = 'swapping', with = 'below'"]),
        )
        .bounds_only(),
        Case::new(
            "a corner that two names share",
            six(&["what = 'at least', of = ['A', 'B'], count = 4, at = ['left column', 'top row'], by = 'dealing again'"]),
        ).bounds_only(),
        Case::new(
            "one of two kinds in a corner, with a shuffle of like pieces",
            boxoff(2, 3, 3, "[kit]\none = { colours = ['A'], each = 2 }\nothers = { colours = ['B', 'C'], each = 2 }", &[
                "shuffle = 'one'",
                "lay = { what = 'one', to = ['b1', 'b2'] }",
                "shuffle = 'others'",
                "lay = { what = 'others' }",
                "require = { what = 'at most', of = 'B', count = 1, at = ['a1', 'top row'], by = 'dealing again' }",
            ]),
        ).bounds_only(),
        Case::new("none in a column", six(&["what = 'none', of = 'A', at = 'left column', by = 'swapping', with = 'right'"]))
            .bounds_only(),
        Case::new("none of two colours on a square", six(&["what = 'none', of = ['A', 'B'], at = 'b1', by = 'dealing again'"]))
            .bounds_only(),
        Case::new(
            "at least one in a row",
            six(&["what = 'at least', of = 'B', count = 1, at = 'row 1', by = 'swapping', with = 'above'"]),
        )
        .bounds_only(),
        Case::new(
            "at most one in a row",
            six(&["what = 'at most', of = 'C', count = 1, at = 'row 2', by = 'swapping', with = 'below', tries = 3"]),
        )
        .bounds_only(),
        Case::new(
            "two that disturb each other",
            two(swap("right"), "what = 'none', of = 'A', at = 'a2', by = 'swapping', with = 'c1'"),
        )
        .bounds_only(),
        Case::new(
            "one dealt again, one swapped",
            two("what = 'none', of = 'A', at = 'a2', by = 'dealing again'".into(), &swap("next")),
        )
        .bounds_only(),
        Case::new("a first move", six(&["what = 'a first move', by = 'dealing again'"])).no_formula(),
        Case::new("no blocked colours", six(&["what = 'no blocked colours', by = 'swapping', with = 'right'"])).no_formula(),
        Case::new("no pairs that block each other", six(&["what = 'no pairs that block each other', by = 'dealing again'"]))
            .no_formula(),
        Case::new("the kit sees to at most two", six(&["what = 'at most', of = 'C', count = 2, by = 'the kit'"])),
        Case::new(
            "the kit sees to it also after swaps",
            two(swap("right"), "what = 'at least', of = 'C', count = 2, by = 'the kit'"),
        )
        .bounds_only(),
        Case::new(
            "tiles swapped until rows differ",
            tiles("'AB', 'BC', 'CA'", "none", &["what = 'no equal neighbours', by = 'swapping', with = 'below'"]),
        )
        .bounds_only(),
        Case::new(
            "tiles turned until columns differ",
            tiles("'AB', 'AC', 'BC'", "half", &["what = 'no equal neighbours', along = 'columns', by = 'turning'"]),
        )
        .no_formula(),
        Case::new(
            "tiles turned, some by chance before",
            boxoff(
                3,
                2,
                3,
                &pairs("half", "'AB', 'AB', 'CC'"),
                &[ALL, TURN, SLOTS, &require("what = 'no equal neighbours', along = 'columns', by = 'turning', tries = 2")],
            ),
        )
        .bounds_only(),
        Case::new(
            "tiles turned over until no A is at the top",
            tiles("'AA|BB', 'BB|AA', 'CC|AA'", "flip", &["what = 'none', of = 'A', at = 'top row', by = 'turning'"]),
        )
        .no_formula(),
        Case::new(
            "turned, and swapped where that does not help",
            tiles("'AB', 'BC', 'CA'", "half", &[
                "what = 'none', of = 'A', at = 'a3', by = 'turning'",
                "what = 'no equal neighbours', along = 'columns', by = 'swapping', with = 'next', tries = 1",
                "what = 'none', of = 'C', at = 'row 1', by = 'swapping', with = 'above'",
            ]),
        )
        .no_formula(),
        Case::new("steps made different by turning", mountain(&["what = 'different steps', by = 'turning'"])).bounds_only(),
        Case::new(
            "different steps, by swapping with the next one",
            mountain(&["what = 'different steps', by = 'swapping', with = 'next'", "what = 'no 0:0 summit', by = 'dealing again'"]),
        )
        .no_formula(),
        Case::new("dice swapped to the right", dice("what = 'no 0:0 summit', by = 'swapping', with = 'right'")).no_formula(),
        Case::new("dice swapped with the next", dice("what = 'no equal neighbours', at = ['g1', 'h1', 'g2', 'h2'], by = 'swapping', with = 'next', tries = 2"))
            .no_formula(),
        Case::new("no double zero on the summit", dice("what = 'no double zero on the summit', by = 'dealing again'"))
            .no_formula(),
        Case::new(
            "coins swapped over the summit",
            fujisan(
                "[kit.loose]\nshape = 'single'\nlist = ['0', '0', '2', '5']",
                super::MIDDLE,
                4,
                &[
                    "shuffle = 'loose'",
                    "lay = { what = 'loose', along = 'slots' }",
                    FIXED,
                    &require("what = 'all different', of = 'value', at = ['g2', 'h2'], by = 'swapping', with = 'below'"),
                ],
            ),
        )
        .no_formula(),
        Case::new(
            "no neighbours of one suit in a row",
            deck(&["what = 'no equal neighbours', of = 'suit', along = 'rows', by = 'dealing again'"]),
        )
        .bounds_only(),
        Case::new(
            "no neighbours of one rank, by swapping",
            deck(&["what = 'no equal neighbours', of = 'rank', by = 'swapping', with = 'right'"]),
        )
        .bounds_only(),
        Case::new(
            "a row of different suits",
            pretzel(2, 3, DECK, &[SUITS, EACH, ROWS, &require("what = 'all different', of = 'suit', at = ['b2', 'b1'], by = 'dealing again'")]),
        )
        .bounds_only(),
        Case::new("no ace at the right", deck(&["what = 'none', of = 'aces', at = 'right column', by = 'swapping', with = 'left'"]))
            .bounds_only(),
        Case::new("no spade in a row", deck(&["what = 'at most', of = 'spades', count = 1, at = 'row 2', by = 'swapping', with = 'below'"]))
            .bounds_only(),
        Case::new("a three in the first column", deck(&["what = 'at least', of = '3', count = 1, at = 'column a', by = 'dealing again'"]))
            .bounds_only(),
        Case::new("a card that is not somewhere", deck(&["what = 'none', of = '2H', at = ['a1', 'a2'], by = 'swapping', with = 'next'"]))
            .bounds_only(),
        Case::new("no Ducking Crab", deck(&["what = 'no Ducking Crab', by = 'dealing again'"])).no_formula(),
        Case::new("no Duelling Deuces", deck(&["what = 'no Duelling Deuces', by = 'swapping', with = 'right'"])).no_formula(),
        Case::new("no cyclic blockade", deck(&["what = 'no cyclic blockade', by = 'swapping', with = 'below', tries = 3"]))
            .no_formula(),
        Case::new(
            "swapped around an empty square",
            boxoff(2, 3, 2, "[kit]\ntokens = { colours = 2 }\n[board]\nempty = ['c2', 'c1']", &[
                ALL,
                ROWS,
                &require("what = 'no equal neighbours', by = 'swapping', with = 'right'"),
                &require("what = 'none', of = 'A', at = 'a2', by = 'swapping', with = 'left'"),
            ]),
        )
        ,
    ]
}

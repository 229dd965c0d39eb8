//! Kits: decks of any ranks, mappings, pieces with two sides, ordinary dice, squares that stay empty.

use super::{ALL, Case, FIXED, MIDDLE, ROWS, SLOTS, TURN, boxoff, fujisan, pretzel, rolled_in_the_middle};

pub fn cases() -> Vec<Case> {
    let in_turn = "deal = { piles = 'in turn' }";
    let suits = "split = { by = 'suit' }";
    let each = "shuffle = 'each pile'";
    let deck = |more: &str| format!("cards = {{ deck = 'french', {more} }}");
    let few_dominoes = |set: &str| {
        let out = ["3", "4", "5", "6", "7", "8", "9"].map(|n| format!("'with a {n}'"));
        let out = if set == "double-three" { &out[..1] } else { &out[..] };
        format!("remove = {{ where = [{}, 'doubles'] }}", out.join(", "))
    };
    let dominoes = |set: &str, counts: &str| {
        format!("[kit.dominoes]\nset = '{set}'\ncounts_as = {{ {counts} }}\n[board]\nslots = 'rows'")
    };
    let tiles = |shape: &str, turns: &str, list: &str| {
        format!("[kit.tiles]\nshape = '{shape}'\nturns = '{turns}'\nlist = [{list}]")
    };
    let rows = |kit: String| kit + "\n[board]\nslots = 'rows'";
    let shuffle_tiles = "shuffle = 'tiles'";
    let turn_tiles = "turn = { what = 'tiles', how = 'by chance' }";
    let lay_tiles = "lay = { what = 'tiles', along = 'slots' }";
    let tokens = |kit: &str, empty: &str| format!("[kit]\ntokens = {{ {kit} }}\n[board]\nempty = [{empty}]");
    let coins = "[kit.coins]\npiecepack = 'coins'\ncounts_as = { 5 = 0, 1 = 3 }";
    let few_coins = "remove = { what = 'coins', where = ['with a 0', 'with a 2', 'with a 3', 'with a 4', 'with suns', 'with arms'] }";
    vec![
        Case::new(
            "tokens of chosen colours",
            boxoff(2, 3, 3, "[kit]\ntokens = { colours = { C = 4, A = 2 } }", &[ALL, ROWS]),
        ),
        Case::new(
            "tokens of listed colours",
            boxoff(2, 2, 3, "[kit]\ntokens = { colours = ['C', 'A'], each = 2 }", &[ALL, ROWS]),
        ),
        Case::new(
            "threes, fours and fives as aces, twos and threes",
            pretzel(2, 3, &deck("ranks = '3-5', counts_as = { 3 = 'A', 4 = '2', 5 = '3' }"), &[ALL, ROWS]),
        ),
        Case::new(
            "ranks from a list",
            pretzel(2, 3, &deck("ranks = ['A', '5', 10], counts_as = { 5 = '2', T = '3' }"), &[suits, each, in_turn]),
        ),
        Case::new(
            "suits from a list, the first counts as another",
            pretzel(
                2,
                3,
                &deck("suits = ['clubs', 'hearts'], counts_as = { clubs = 'spades' }"),
                &[suits, each, in_turn],
            ),
        ),
        Case::new(
            "single cards that count as others",
            pretzel(
                1,
                4,
                &deck("ranks = ['A', 2, 7, 9], counts_as = { 7S = '4S', 9S = '3S' }"),
                &[ALL, ROWS],
            ),
        ),
        Case::new(
            "two decks by suit",
            boxoff(
                2,
                2,
                2,
                &format!("[kit]\n{}", deck("suits = ['hearts', 'clubs'], ranks = 1, decks = 2, counts_as = { hearts = 'A', clubs = 'B' }")),
                &[ALL, ROWS],
            ),
        ),
        Case::new(
            "cards by rank",
            boxoff(
                2,
                3,
                3,
                &format!("[kit]\n{}", deck("suits = 2, ranks = ['A', '3', 'K'], counts_as = { A = 'A', 3 = 'B', K = 'C' }")),
                &["split = { by = 'rank' }", in_turn],
            ),
        ),
        Case::new(
            "two decks of equal cards, in piles",
            boxoff(
                2,
                4,
                4,
                &format!("[kit]\n{}", deck("suits = 2, ranks = 2, decks = 2, counts_as = { AS = 'A', 2S = 'B', AH = 'C', 2H = 'D' }")),
                &[suits, each, in_turn],
            ),
        )
        .bounds_only(),
        Case::new(
            "a double-three set as colours",
            boxoff(
                3,
                2,
                2,
                &dominoes("double-three", "0 = 'A', 1 = 'B', 2 = 'A', 3 = 'B'"),
                &[&few_dominoes("double-three"), ALL, TURN, SLOTS],
            ),
        ),
        Case::new(
            "a double-nine set as three colours",
            boxoff(
                3,
                2,
                3,
                &dominoes("double-nine", "0 = 'A', 1 = 'B', 2 = 'C', 3 = 'A'"),
                &[&few_dominoes("double-nine"), ALL, TURN, SLOTS],
            ),
        ),
        Case::new("ordinary dice, six as nought", rolled_in_the_middle("'1-6'\ncounts_as = { 6 = 0 }")),
        Case::new(
            "ordinary dice without a word, two values alike",
            rolled_in_the_middle("'1-6'\ncounts_as = { 6 = 0, 4 = 0, 2 = 0 }").replace("values = '1-6'\n", ""),
        ),
        Case::new(
            "the priests' dice, six as nought",
            fujisan("[kit.dice]\ndice = 4\nvalues = [1, 2, 6]\ncounts_as = { 6 = 0 }", "'b2'", 0, &[
                FIXED,
                "roll = { into = 'priests' }",
            ]),
        ),
        Case::new(
            "coins that count as others",
            fujisan(coins, MIDDLE, 4, &[
                few_coins,
                "shuffle = 'coins'",
                "lay = { what = 'coins', along = 'slots' }",
                FIXED,
            ]),
        ),
        Case::new(
            "tokens of four colours as two",
            boxoff(2, 2, 2, "[kit]\ntokens = { colours = 4, each = 1, counts_as = { C = 'A', D = 'B' } }", &[ALL, ROWS]),
        ),
        Case::new(
            "tiles turned over",
            boxoff(3, 2, 3, &rows(tiles("1x2", "flip", "'AA|BB', 'AA|BB', 'CC|AA'")), &[ALL, TURN, SLOTS]),
        )
        .no_formula(),
        Case::new(
            "tiles turned over or around",
            boxoff(2, 2, 3, &rows(tiles("1x2", "any", "'AA|BB', 'CC|CC'")), &[ALL, TURN, SLOTS]),
        )
        .bounds_only(),
        Case::new(
            "two-sided tiles that nobody turns",
            boxoff(2, 2, 3, &rows(tiles("1x2", "flip", "'AA|BB', 'CC|AA'")), &[ALL, SLOTS]),
        )
        .bounds_only(),
        Case::new(
            "two-sided coins",
            fujisan(&tiles("single", "flip", "'1|2', '0|3', '4|4', '5|5'"), MIDDLE, 4, &[
                shuffle_tiles,
                turn_tiles,
                lay_tiles,
                FIXED,
            ]),
        ),
        Case::new(
            "two-sided coins of which some stay aside",
            fujisan(&tiles("single", "flip", "'1|2', '0|3', '4|4', '5|1', '5|1'"), "'g2', 'h2'", 2, &[
                shuffle_tiles,
                "keep = { what = 'tiles', count = 2 }",
                turn_tiles,
                lay_tiles,
                FIXED,
            ]),
        )
        .no_formula(),
        Case::new(
            "a side that looks the same however it lies",
            fujisan(&tiles("1x2", "any", "'11|12', '00|01'"), "'f2 f1', 'g2 g1'", 4, &[
                shuffle_tiles,
                turn_tiles,
                lay_tiles,
                FIXED,
            ]),
        )
        .shuffled_again(),
        Case::new(
            "a square with two sides",
            fujisan(&tiles("2x2", "any", "'0123|4444', '5550|1122'"), "'e2 e1 f2 f1', 'g2 g1 h2 h1'", 8, &[
                shuffle_tiles,
                turn_tiles,
                lay_tiles,
                FIXED,
            ]),
        )
        .shuffled_again()
        .bounds_only(),
        Case::new(
            "two empty squares in the middle",
            boxoff(2, 3, 2, &tokens("colours = 2", "'b2', 'b1'"), &[ALL, ROWS]),
        ),
        Case::new(
            "two empty squares across",
            boxoff(2, 3, 2, &tokens("colours = 2", "'a1', 'c2'"), &[ALL, ROWS]),
        ),
        Case::new(
            "an empty row",
            boxoff(3, 2, 2, &tokens("colours = 2", "'row 3'"), &[ALL, "lay = { along = 'columns', from = 'bottom right', to_and_fro = true }"]),
        ),
        Case::new(
            "empty squares between tiles",
            boxoff(
                2,
                3,
                4,
                "[kit.tiles]\nshape = '1x2'\nturns = 'half'\nlist = ['AB', 'BA']\n[board]\nslots = ['a2 b2', 'b1 c1']\nempty = ['c2', 'a1']",
                &[ALL, TURN, SLOTS],
            ),
        ),
    ]
}

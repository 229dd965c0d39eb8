//! Shuffling, splitting, keeping, turning, laying, rolling and removing.

use super::{
    ALL, Case, DECK, EACH, FIXED, MIDDLE, ROWS, SLOTS, SUITS, TURN, boxoff, fujisan, fujisan_with, pairs,
    pretzel, rolled_in_the_middle, steps,
};

pub fn cases() -> Vec<Case> {
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
        .bounds_only(),
        Case::new(
            "rolled again",
            rolled_in_the_middle("[0, 0, 1]")
                + &steps(&["require = { what = 'no 0:0 summit', by = 'dealing again' }"]),
        )
        .bounds_only(),
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

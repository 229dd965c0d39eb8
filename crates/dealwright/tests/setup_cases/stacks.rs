//! Boards of stacks with names, and a board that is no rectangle.

use super::{ALL, Case, ROWS, steps};

/// Fans of two, columns of one, two … pieces, a stock and a base.
fn stacks(sizes: [u8; 4], kit: &str, own: &[&str]) -> String {
    let [fans, columns, stock, base] = sizes;
    format!(
        "game = 'stacks'\n[parameters]\nfans = {fans}\ncolumns = {columns}\nstock = {stock}\nbase = {base}\n{kit}\n{}",
        steps(own)
    )
}

fn triangle(side: u8, kit: &str, own: &[&str]) -> String {
    format!("game = 'triangle'\n[parameters]\nside = {side}\n{kit}\n{}", steps(own))
}

pub fn cases() -> Vec<Case> {
    let tokens = |colours: u8, each: u8| format!("[kit]\ntokens = {{ colours = {colours}, each = {each} }}");
    let cards =
        "[kit]\ncards = { deck = 'french', suits = 2, ranks = 3, counts_as = { A = 'A', 2 = 'B', 3 = 'C' } }";
    let many = "[kit]\ncards = { deck = 'french', suits = 2, ranks = 4, counts_as = { A = 'A', 2 = 'B', 3 = 'C', 4 = 'D' } }";
    vec![
        Case::new(
            "fans filled one by one",
            stacks([3, 0, 0, 0], &tokens(3, 2), &[ALL, "lay = { along = 'places' }"]),
        ),
        Case::new("fans filled in rounds", stacks([3, 0, 0, 0], cards, &["lay = { along = 'rounds' }"])),
        Case::new(
            "fans filled in rounds to and fro",
            stacks([3, 0, 0, 0], cards, &["lay = { along = 'rounds', to_and_fro = true }"]),
        ),
        Case::new(
            "rounds to and fro from the right",
            stacks(
                [0, 3, 0, 0],
                cards,
                &[
                    "arrange = { order = 'by rank' }",
                    "lay = { along = 'rounds', to_and_fro = true, from = 'right' }",
                ],
            ),
        ),
        Case::new(
            "columns in rounds",
            stacks([0, 3, 0, 0], cards, &["shuffle = 'all'", "deal = { along = 'rounds' }"]),
        ),
        Case::new("columns from the right", stacks([0, 3, 0, 0], cards, &["lay = { from = 'right' }"])),
        Case::new(
            "a base, then fans, then the stock",
            stacks(
                [1, 2, 2, 1],
                many,
                &[
                    "split = { by = 'suit' }",
                    "place = { piece = 'AH', at = 'base' }",
                    "shuffle = { piles = 'hearts' }",
                    "deal = { to = 'columns', along = 'rounds', piles = 'in turn' }",
                    "deal = { to = ['stock', 'fan 1'], face = 'down' }",
                    "reveal = 'fans'",
                ],
            ),
        ),
        Case::new(
            "two pieces onto one fan",
            stacks(
                [2, 0, 1, 1],
                cards,
                &[
                    "place = { piece = '2S', at = 'fan 2' }",
                    "place = { piece = '3H', at = 'fan 2' }",
                    ALL,
                    "lay = { to = 'fans', face = 'top up' }",
                    "lay = { to = 'base' }",
                    "lay = { face = 'down' }",
                ],
            ),
        ),
        Case::new(
            "the top cards face up",
            stacks(
                [1, 2, 1, 0],
                cards,
                &[
                    ALL,
                    "deal = { face = 'top up', along = 'rounds', from = 'right' }",
                    "reveal = { at = ['fans', 'column 2'] }",
                ],
            ),
        ),
        Case::new(
            "the stock keeps what is left",
            stacks(
                [1, 0, 3, 0],
                &tokens(3, 2),
                &[ALL, "keep = 5", "lay = { to = 'fans', count = 1 }", "lay = { to = 'stock' }", "lay = {}"],
            ),
        ),
        Case::new(
            "no equal pieces on each other",
            stacks(
                [2, 0, 1, 0],
                &tokens(3, 2),
                &[
                    ALL,
                    "keep = 5",
                    "lay = {}",
                    "require = { what = 'no equal neighbours', by = 'swapping', with = 'stock' }",
                ],
            ),
        ),
        Case::new(
            "no A in the stock, by swapping with the next",
            stacks(
                [1, 2, 1, 0],
                cards,
                &[
                    ALL,
                    "lay = { along = 'rounds' }",
                    "require = { what = 'none', of = 'A', at = ['stock', 'column 1'], by = 'swapping', with = 'next' }",
                    "require = { what = 'at most', of = 'B', count = 1, at = 'columns', by = 'swapping', with = 'fan 1', tries = 1 }",
                ],
            ),
        ),
        Case::new("a triangle by rows", triangle(3, &tokens(3, 2), &[ALL, ROWS])),
        Case::new(
            "a triangle by columns, to and fro from below",
            triangle(3, cards, &["lay = { along = 'columns', from = 'bottom right', to_and_fro = true }"]),
        ),
        Case::new(
            "a triangle to and fro",
            triangle(3, cards, &["lay = { to_and_fro = true, from = 'right' }"]),
        ),
        Case::new(
            "a triangle with its tip placed and a row named",
            triangle(
                3,
                cards,
                &[
                    "place = { piece = '3S', at = 'a3' }",
                    ALL,
                    "lay = { to = 'row 1', from = 'right' }",
                    "lay = { to = 'column a' }",
                    "lay = {}",
                ],
            ),
        ),
        Case::new(
            "a triangle with an empty tip",
            triangle(
                3,
                "[kit]\ntokens = { colours = 5, each = 1 }\n[board]\nempty = ['top row']",
                &[ALL, "lay = { along = 'columns' }"],
            ),
        ),
        Case::new(
            "tiles on a triangle",
            triangle(
                3,
                "[kit.tiles]\nshape = '1x2'\nturns = 'half'\nlist = ['AB', 'CC']\n[kit.rest]\nshape = 'single'\nlist = ['A', 'B']\n[board]\nslots = ['a2 b2', 'b1 c1']",
                &[
                    "shuffle = 'tiles'",
                    "turn = { what = 'tiles', how = 'by chance' }",
                    "lay = { what = 'tiles', along = 'slots' }",
                    "lay = { what = 'rest' }",
                ],
            ),
        ),
        Case::new(
            "a triangle swapped at its edges",
            triangle(
                3,
                &tokens(3, 2),
                &[
                    ALL,
                    ROWS,
                    "require = { what = 'no equal neighbours', by = 'swapping', with = 'above' }",
                    "require = { what = 'none', of = 'A', at = ['a3', 'c1'], by = 'swapping', with = 'right', tries = 2 }",
                ],
            ),
        ),
        Case::new(
            "sides that come out odd",
            triangle(
                2,
                "[kit.coins]\nshape = 'single'\nturns = 'flip'\nlist = ['A|B', 'A|C', 'B|B']",
                &[
                    ALL,
                    "turn = 'by chance'",
                    ROWS,
                    "require = { what = 'at least', of = 'B', count = 2, by = 'turning' }",
                ],
            ),
        )
        .no_formula(),
    ]
}

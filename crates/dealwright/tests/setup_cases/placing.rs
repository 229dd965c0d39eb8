//! Pieces that are put somewhere one by one, in a stated order, to named places, face down; piles that are shuffled alone.

use super::{ALL, Case, DECK, EACH, FIXED, ROWS, SLOTS, SUITS, TURN, boxoff, fujisan, pairs, pretzel};

pub fn cases() -> Vec<Case> {
    let in_turn = "deal = { piles = 'in turn' }";
    let ace = "place = { piece = 'AS', at = 'a2' }";
    let heart = "place = { piece = '3H', at = 'c1' }";
    let tokens = |each: u8| format!("[kit]\ntokens = {{ colours = 3, each = {each} }}");
    let cards = "[kit]\ncards = { deck = 'french', suits = 2, ranks = 1, decks = 2, counts_as = { spades = 'A', hearts = 'B' } }";
    let once = |step: &str| format!("when = 'once'\n{step}");
    let always = |step: &str| format!("when = 'every deal'\n{step}");
    let tiles = pairs("half", "'AB', 'AC', 'BC'");
    let two_sided = "[kit.tiles]\nshape = 'single'\nturns = 'flip'\nlist = ['1|2', '1|2', '3|4']\n";
    vec![
        Case::new("a card placed, then the rest shuffled", pretzel(2, 3, DECK, &[ace, ALL, ROWS])).bounds_only(),
        Case::new(
            "a row and a column that share a square",
            boxoff(3, 2, 3, &tokens(2), &[ALL, "lay = { to = ['top row', 'column a'], along = 'columns' }", "lay = { to = ['row 1', 'all'], along = 'places', from = 'right' }"]),
        ),
        Case::new(
            "what is left of a row",
            pretzel(2, 3, DECK, &["place = { piece = '3S', at = 'b2' }", ALL, "deal = { to = 'top row', from = 'right' }", "deal = { to = ['column a', 'column b'], count = 1, from = 'bottom' }", "deal = {}"]),
        ).bounds_only(),
        Case::new(
            "shuffled piles of like pieces, then shuffled rounds",
            boxoff(2, 3, 3, &tokens(2), &["split = { by = 'colour' }", EACH, "deal = { piles = 'in turn', round = 'shuffled' }"]),
        )
        .shuffled_again(),
        Case::new("a card found in the shuffled deck", pretzel(2, 3, DECK, &[ALL, ace, ROWS])).bounds_only(),
        Case::new("cards found in shuffled piles", pretzel(2, 3, DECK, &[SUITS, EACH, heart, ace, in_turn])),
        Case::new("a card found, then shuffled again", pretzel(2, 2, DECK, &[ALL, "place = { piece = '2H', at = 'b2' }", ALL, ROWS]))
            .shuffled_again()
            .bounds_only(),
        Case::new(
            "one of two like cards placed",
            boxoff(2, 2, 2, cards, &["place = { piece = 'AH', at = 'b1' }", ALL, ROWS]),
        )
        .bounds_only(),
        Case::new(
            "one of two like cards found in its own pile",
            boxoff(2, 2, 2, "[kit]\ncards = { deck = 'french', suits = 2, ranks = 2, counts_as = { AS = 'A', 2S = 'B', AH = 'A', 2H = 'B' } }", &[
                SUITS,
                EACH,
                "place = { piece = 'AH', at = 'b1' }",
                ROWS,
            ]),
        )
        .bounds_only(),
        Case::new(
            "both of two like cards placed",
            boxoff(
                2,
                2,
                2,
                cards,
                &["place = { piece = 'AH', at = 'a1' }", "place = { piece = 'AH', at = 'b2' }", ALL, ROWS],
            ),
        ),
        Case::new(
            "a token found in its pile",
            boxoff(2, 3, 3, &tokens(2), &["split = { by = 'colour' }", "place = { piece = 'B', at = 'c2' }", ALL, ROWS]),
        )
        .bounds_only(),
        Case::new(
            "a tile named the other way round",
            boxoff(3, 2, 3, &tiles, &["place = { piece = 'B:A', at = 'a2 b2' }", ALL, TURN, SLOTS]),
        )
        .bounds_only(),
        Case::new(
            "a tile named as it is listed",
            boxoff(3, 2, 3, &tiles, &["place = { piece = 'BC', at = 'b2 a2' }", ALL, SLOTS]),
        )
        .bounds_only(),
        Case::new(
            "suits dealt in two parts, the first one used up",
            pretzel(2, 3, DECK, &[SUITS, EACH, "deal = { count = 3 }", "deal = { along = 'columns' }"]),
        ),
        Case::new(
            "suits dealt in two parts, the first one not used up",
            pretzel(2, 3, DECK, &[SUITS, EACH, "deal = { count = 2 }", "deal = { piles = 'in turn' }"]),
        ),
        Case::new("reversed", pretzel(2, 3, DECK, &["arrange = { order = 'reversed' }", ROWS])),
        Case::new("by rank", pretzel(2, 3, DECK, &["arrange = { order = 'by rank' }", ROWS])),
        Case::new(
            "by rank, then reversed, then in piles",
            pretzel(
                2,
                3,
                DECK,
                &["arrange = { order = 'by rank' }", "arrange = { order = 'reversed' }", SUITS, in_turn],
            ),
        ),
        Case::new(
            "by rank, then back by suit",
            pretzel(2, 3, DECK, &["arrange = { order = 'by rank' }", "arrange = { order = 'by suit' }", SUITS, EACH, ROWS]),
        ),
        Case::new(
            "as listed, in piles of which one is shuffled",
            pretzel(
                2,
                3,
                DECK,
                &[
                    "arrange = { order = ['2H', 'AS', '3H', '3S', 'AH', '2S'] }",
                    SUITS,
                    "shuffle = { piles = 'hearts' }",
                    in_turn,
                ],
            ),
        )
        .bounds_only(),
        Case::new(
            "as listed by what they are",
            boxoff(2, 3, 3, &tokens(2), &["arrange = { order = ['C', 'A', 'B', 'B', 'with a C', 'A'] }", ROWS]),
        ),
        Case::new(
            "one pile reversed after the split, the other shuffled",
            pretzel(2, 3, DECK, &[SUITS, "arrange = { order = 'reversed' }", "shuffle = { piles = [2] }", in_turn]),
        )
        .bounds_only(),
        Case::new("the first pile shuffled", pretzel(2, 3, DECK, &[SUITS, "shuffle = { piles = 1 }", in_turn]))
            .bounds_only(),
        Case::new("piles by name", pretzel(3, 2, DECK, &[SUITS, "shuffle = { piles = ['diamonds', 'spades'] }", in_turn]))
            .bounds_only(),
        Case::new(
            "a pile of several ranks by one of them",
            pretzel(
                2,
                3,
                DECK,
                &["split = { by = 'rank', together = [['A', 3], ['2']] }", "shuffle = { piles = ['3'] }", in_turn],
            ),
        ),
        Case::new(
            "the top row first, the rest shuffled once more",
            pretzel(2, 3, DECK, &[ALL, "deal = { to = 'top row' }", ALL, ROWS]),
        )
        .shuffled_again(),
        Case::new(
            "the bottom row first, in order",
            pretzel(2, 3, DECK, &["deal = { to = 'row 1' }", ALL, ROWS]),
        )
        .bounds_only(),
        Case::new(
            "a column from the bottom, then the others",
            pretzel(2, 3, DECK, &[SUITS, EACH, "deal = { to = 'column b', along = 'columns', from = 'bottom' }", in_turn]),
        )
        .bounds_only(),
        Case::new(
            "squares one by one as they are named",
            boxoff(2, 3, 3, &tokens(2), &["lay = { to = ['c1', 'a2', 'b2'], along = 'places' }", ALL, "lay = { to = 'all' }"]),
        )
        .bounds_only(),
        Case::new(
            "places from the right",
            boxoff(2, 3, 3, &tokens(2), &["lay = { to = ['a1', 'right column'], along = 'places', from = 'right', count = 1 }", ALL, ROWS]),
        )
        .bounds_only(),
        Case::new(
            "two first, then turn by turn",
            pretzel(2, 3, DECK, &[SUITS, EACH, "deal = { count = 2, along = 'columns' }", "deal = { piles = 'in turn', count = 1 }", "deal = {}"]),
        )
        .bounds_only(),
        Case::new(
            "the lower rows to and fro",
            boxoff(3, 2, 3, &tokens(2), &["lay = { to = ['bottom row', 'row 2'], to_and_fro = true }", "lay = { to = 'top row', from = 'right' }"]),
        ),
        Case::new(
            "face down and turned up by rows",
            pretzel(
                2,
                3,
                DECK,
                &[ALL, "deal = { face = 'down' }", "reveal = 'bottom row'", "reveal = { at = ['a2', 'b2'] }", "reveal = 'all'"],
            ),
        ),
        Case::new(
            "some face down for good",
            boxoff(2, 2, 2, "[kit]\ntokens = { colours = 2 }", &[ALL, "lay = { face = 'down', count = 3 }", "reveal = 'column a'", "lay = { face = 'top up' }"]),
        ),
        Case::new(
            "sorted once for all deals",
            pretzel(
                2,
                3,
                "cards = { deck = 'french', ranks = 'A-4' }",
                &[
                    &always("remove = { where = 'with a 4' }"),
                    &once("arrange = { order = 'reversed' }"),
                    &once(SUITS),
                    &once("place = { piece = 'AS', at = 'b2' }"),
                    &always(EACH),
                    in_turn,
                ],
            ),
        ),
        Case::new(
            "a tile placed, the others laid on the slots that are free",
            boxoff(3, 2, 3, &tiles, &["place = { piece = 'A:C', at = 'a2 b2' }", ALL, TURN, SLOTS]),
        )
        .bounds_only(),
        Case::new(
            "a tile placed as it is listed after all were turned",
            boxoff(3, 2, 3, &tiles, &[ALL, TURN, "place = { piece = 'B:C', at = 'b3 a3' }", SLOTS]),
        )
        .bounds_only(),
        Case::new(
            "some coins laid, then the rest turned",
            fujisan(two_sided, "'g2', 'h2', 'g1'", 3, &[
                "lay = { what = 'tiles', along = 'slots', count = 1 }",
                "shuffle = 'tiles'",
                "turn = { what = 'tiles', how = 'by chance' }",
                "lay = { what = 'tiles', along = 'slots' }",
                FIXED,
            ]),
        )
        .bounds_only(),
    ]
}

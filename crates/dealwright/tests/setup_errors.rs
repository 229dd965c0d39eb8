//! Broken setup files: each error names the place, and lists what is allowed there in the words of the file.
#![allow(clippy::unwrap_used, clippy::panic)]

#[path = "setup_cases/own_games.rs"]
mod own_games;

use dealwright::Registry;
use dealwright::setup::read::{ReadError, read};
use own_games::{Stacks, Taking, Triangle};

/// Marks the place of the fault in a text.
const HERE: char = '§';

fn steps(steps: &[&str]) -> String {
    steps.iter().map(|step| format!("[[step]]\n{step}\n")).collect()
}

fn boxoff(kit: &str, own: &[&str]) -> String {
    format!("game = 'boxoff'\n[parameters]\nrows = 2\ncolumns = 3\ncolours = 3\n{kit}\n{}", steps(own))
}

fn tokens(own: &[&str]) -> String {
    boxoff("[kit]\ntokens = { colours = 3, each = 2 }", own)
}

fn cards(kit: &str, own: &[&str]) -> String {
    format!(
        "game = 'pretzel'\n[parameters]\nsuits = 2\nranks = 3\n[kit]\ncards = {{ deck = 'french'{kit} }}\n{}{}",
        steps(own),
        steps(&["move = { what = 'aces', to = 'left edge' }"])
    )
}

fn stacks(own: &[&str]) -> String {
    format!(
        "game = 'stacks'\n[parameters]\nfans = 2\ncolumns = 0\nstock = 1\nbase = 1\n[kit]\ntokens = {{ colours = 3, each = 2 }}\n{}",
        steps(own)
    )
}

fn mountain(kit: &str, own: &[&str]) -> String {
    format!("game = 'fujisan'\n[kit]\n{kit}\n{}", steps(own))
}

fn registry() -> Registry {
    Registry::standard().with::<Taking<Stacks>>().with::<Taking<Triangle>>()
}

const ALL: &str = "shuffle = 'all'";
const ROWS: &str = "lay = { along = 'rows' }";

/// Files with the place of their fault, and what the error must say.
fn broken() -> Vec<(String, &'static [&'static str])> {
    let asked = |what: &str| tokens(&[ALL, ROWS, &format!("require = {{ {what} }}")]);
    let of_cards = |what: &str| cards("", &[ALL, ROWS, &format!("require = {{ {what} }}")]);
    let tile = |more: &str| {
        boxoff(
            &format!("[kit.tiles]\nshape = '1x2'\n{more}\n[board]\nslots = 'columns'"),
            &[ALL, "lay = { along = 'slots' }"],
        )
    };
    let hole = |steps: &str| {
        format!(
            "game = 'blackhole'\nparameters = {{ suits = 2, ranks = 3, depth = 2 }}\nkit = {{ cards = {{ deck = 'french' }} }}\nstep = {steps}"
        )
    };
    vec![
        // Kits.
        (cards(", ranks = §'4-2'", &[ALL, ROWS]), &["'4-2'", "lower rank comes first"]),
        (cards(", ranks = §'3-Z'", &[ALL, ROWS]), &["'Z' is no rank", "A, 2 to 10, J, Q or K"]),
        (cards(", ranks = ['A', §'1']", &[ALL, ROWS]), &["'1'", "A, 2 to 10, J, Q or K"]),
        (cards(", ranks = ['A', '2', §'A']", &[ALL, ROWS]), &["named twice"]),
        (cards(", ranks = §14", &[ALL, ROWS]), &["14 ranks are too many", "13"]),
        (cards(", ranks = §[]", &[ALL, ROWS]), &["expected at least one such as \"A\""]),
        (
            cards(", suits = [§'swords', 'hearts']", &[ALL, ROWS]),
            &["'swords'", "'spades', 'hearts', 'diamonds', 'clubs'"],
        ),
        (cards(", suits = ['hearts', §'hearts']", &[ALL, ROWS]), &["named twice", "decks = 2"]),
        (cards(", suits = §9", &[ALL, ROWS]), &["9 suits are too many", "8"]),
        (cards(", decks = §0", &[ALL, ROWS]), &["expected 1 to 42"]),
        (cards(", decks = §500", &[ALL, ROWS]), &["500 decks are too many, expected 1 to 42"]),
        (
            cards(", §deks = 2", &[ALL, ROWS]),
            &["'deks'", "'suits', 'ranks' or 'decks'", "did you mean 'decks'"],
        ),
        (
            cards(", ranks = '3-5', counts_as = { §6 = 'A' }", &[ALL, ROWS]),
            &["'6' is not printed", "3 4 5", "spades, hearts"],
        ),
        (
            cards(", ranks = '3-5', counts_as = { 3 = §'hearts' }", &[ALL, ROWS]),
            &["'hearts' is not a rank", "A, 2 to 10, J, Q or K"],
        ),
        (cards(", counts_as = { spades = §'K' }", &[ALL, ROWS]), &["'K' is not a suit", "spades, hearts"]),
        (cards(", counts_as = §{ }", &[ALL, ROWS]), &["what is printed = what it counts as"]),
        (
            cards(", ranks = '3-5'", &[ALL, ROWS]).replace("cards = ", "cards = §"),
            &["the card 4S", "A to 3 of spades and hearts", "counts_as"],
        ),
        (tile("list = ['AB', §'AZ', 'BC']"), &["AZ", "Z", "A to C", "counts_as"]),
        (tile("list = ['AB', §'A2', 'BC']"), &["'A2' is not a tile", "letters A-Z"]),
        (tile("list = ['AB', §'ABC', 'BC']"), &["'ABC' has 3 cells", "2"]),
        (tile("list = §['AB|BA', 'AB', 'BC|BC']"), &["FRONT|BACK"]),
        (
            tile("turns = §'quarter'\nlist = ['AB', 'BC', 'CA']"),
            &["'quarter'", "allowed are 'none', 'half', 'flip' and 'any'"],
        ),
        (
            tile("turns = §'flop'\nlist = ['AB', 'BC', 'CA']"),
            &["'none', 'half', 'flip', 'quarter' or 'any'", "did you mean 'flip'"],
        ),
        (
            boxoff("[kit.tiles]\nshape = §'T'\nlist = ['AB']", &[ALL]),
            &["'T'", "'single'", "'1x2'", "'L'", "drawing line by line"],
        ),
        (
            boxoff("[kit.tiles]\nshape = §['XX', '..X', 'O']\nlist = ['AB']", &[ALL]),
            &["'O'", "expected X for a cell and . for none"],
        ),
        (boxoff("[kit.tiles]\nshape = §['X.X']\nlist = ['AB']", &[ALL]), &["touch each other"]),
        (
            boxoff("[kit]\ndominoes = { set = §'double-seven' }", &[ALL]),
            &["'double-six'", "'double-nine'", "'double-three'"],
        ),
        (
            boxoff("[kit]\ntokens = §{ kind = 'tokens' }", &[ALL]),
            &["deck", "piecepack", "colours", "dice", "pawns"],
        ),
        (boxoff("[kit]\ntokens = { colours = 3, §many = 2 }", &[ALL]), &["'many'", "'each'"]),
        (
            boxoff("[kit]\ntokens = { colours = 2, counts_as = { §C = 'A' } }", &[ALL]),
            &["'C' is not printed", "A B"],
        ),
        (boxoff("[kit]\ntokens = { colours = 2, counts_as = { A = §'7' } }", &[ALL]), &["'7'", "colours"]),
        (
            mountain("dice = { dice = 24 }", &["roll = §{ into = 'spaces' }"]),
            &["a die shows 6", "0 to 5", "counts_as"],
        ),
        (
            mountain("dice = { dice = 24, values = §'six' }", &["roll = { into = 'spaces' }"]),
            &["\"0-5\"", "[0, 1, 2]"],
        ),
        (
            mountain("dice = { dice = 4, counts_as = { §7 = 0 } }", &["roll = { into = 'spaces' }"]),
            &["'7' is not printed", "1 2 3 4 5 6"],
        ),
        (
            mountain("dice = { dice = 24 }", &["roll = { into = §'space' }"]),
            &["'spaces' or 'priests'", "did you mean 'spaces'"],
        ),
        // Boards.
        (
            boxoff("[kit]\ntokens = { colours = 3 }\n[board]\nempty = [§'d1']", &[ALL]),
            &["'d1'", "a1 to c2", "'row 1' to 'row 2'"],
        ),
        (
            boxoff("[kit]\ntokens = { colours = 3 }\n[board]\nempty = ['a1', §'a1']", &[ALL]),
            &["'a1' is named twice"],
        ),
        (
            boxoff("[kit]\ntokens = { colours = 3 }\n[board]\nempty = §'all'", &[ALL]),
            &["every place would stay empty"],
        ),
        (
            cards(" }\n[board]\nempty = §['a1']\n[x", &[]).replace("\n[x }", ""),
            &["Pretzel", "every place is filled"],
        ),
        (
            boxoff("[kit]\ntokens = { colours = 3 }\n[board]\nslots = §'diagonals'", &[ALL]),
            &["'cells', 'columns' or 'rows'"],
        ),
        // Steps.
        (
            tokens(&["§shufle = 'all'"]),
            &["'shufle' is not a verb", "arrange", "place", "reveal", "did you mean 'shuffle'"],
        ),
        (tokens(&["shuffle = §'each'"]), &["'all'", "'each pile'"]),
        (tokens(&["shuffle = { §pile = 1 }"]), &["'pile'", "'what' or 'piles'"]),
        (
            cards("", &["split = { by = 'suit' }", "shuffle = { piles = §'diamonds' }"]),
            &["'diamonds'", "spades, hearts"],
        ),
        (cards("", &["split = { by = 'suit' }", "shuffle = { piles = §3 }"]), &["no pile 3", "1 (spades) and 2 (hearts)"]),
        (
            cards("", &["split = { by = 'suit', together = §[['spades']] }"]),
            &["hearts is missing"],
        ),
        (
            cards("", &["split = { by = 'rank', together = [['A', §'9'], ['2', '3']] }"]),
            &["'9' is no", "A, 2, 3"],
        ),
        (tokens(&["split = { by = §'suit' }"]), &["tokens have no suit", "'value', 'rank' or 'colour'"]),
        (
            cards("", &["arrange = { order = §'by colours' }"]),
            &["'reversed', 'by rank', 'by value', 'by colour' or 'by suit'", "did you mean 'by colour'"],
        ),
        (cards("", &["arrange = { order = §['AS', '2S'] }"]), &["2 of 6 cards", "name them all"]),
        (cards("", &["arrange = { order = §['AS', 'AS'] }"]), &["AS", "no such piece is left"]),
        (cards("", &["arrange = { order = ['AS', §'AX'] }"]), &["'AX'", "A 2 3", "spades, hearts"]),
        (cards("", &[ALL, "arrange = §{ order = 'reversed' }"]), &["shuffled", "before"]),
        (tokens(&["place = { piece = 'A', at = §'d9' }"]), &["d9", "a1 to c2"]),
        (tokens(&["place = { piece = §'AB C', at = 'a1' }"]), &["'AB C'", "A B C"]),
        (tokens(&["place = §{ piece = 'A', at = 'a1 b1' }"]), &["1", "2"]),
        (
            tokens(&["place = { piece = 'A', at = 'a1' }", "place = §{ piece = 'A', at = 'a1' }"]),
            &["a1 would be filled twice"],
        ),
        (
            tokens(&[ALL, "place = §{ piece = 'A', at = 'a1' }"]),
            &["2 of the shuffled tokens", "before they are shuffled"],
        ),
        (tokens(&["place = §{ at = 'a1' }"]), &["'piece' is missing"]),
        (
            tokens(&[ALL, "lay = { to = §'row 3' }"]),
            &["'row 3'", "'row 1' to 'row 2'", "'column a' to 'column c'"],
        ),
        (tokens(&[ALL, "lay = { to = §[] }"]), &["no place is named", "'top row'"]),
        (tokens(&[ALL, "lay = { along = §'rounds' }"]), &["'rows', 'columns', 'slots' or 'places'"]),
        (tokens(&[ALL, "lay = { face = §'hidden' }"]), &["'up', 'down' or 'top up'"]),
        (tokens(&[ALL, "lay = { from = §'middle' }"]), &["'left', 'right'", "'bottom right'"]),
        (tokens(&[ALL, "lay = { count = §7 }"]), &["7", "6 tokens"]),
        (tokens(&[ALL, "lay = { count = §0 }"]), &["0 pieces are none", "1 or more"]),
        (tokens(&[ALL, "lay = §{ to = 'top row', count = 3 }"]), &["3 tokens stay in hand", "a1 stays empty"]),
        (tokens(&[ALL, "lay = { to = 'top row' }", "lay = { to = §'row 2' }"]), &["full already"]),
        (tokens(&[ALL, ROWS, "reveal = §'all'"]), &["face = \"down\""]),
        (tokens(&[ALL, "lay = { face = 'down' }", "reveal = §'row 7'"]), &["'row 7'", "'row 1' to 'row 2'"]),
        (tokens(&["when = §'now'\nshuffle = 'all'"]), &["'once' or 'every deal'"]),
        (tokens(&["when = §'once'\nshuffle = 'all'"]), &["every deal"]),
        (
            tokens(&[ALL, ROWS]).replace("rows = 2", "rows = §0"),
            &["0 x 3", "rows can be 1 to 21"],
        ),
        (
            tokens(&[ALL, ROWS]).replace("rows = 2", "rows = 10").replace("columns = 3", "columns = 10").replace("[parameters]", "§[parameters]"),
            &["10 x 10", "at most 64 squares", "rows can be 1 to 6, or columns can be 1 to 6"],
        ),
        (tokens(&[ALL, ROWS]).replace("rows = 2", "rows = §-2"), &["'-2'", "from 0 on"]),
        (
            tokens(&[ALL, ROWS]).replace("rows = 2", "rows = §'two'"),
            &["a whole number or { default, from, to }", "found string"],
        ),
        (
            tokens(&[ALL, ROWS]).replace("rows = 2", "rows = §{ default = 9, from = 2, to = 4 }"),
            &["default 9", "2 to 4"],
        ),
        (
            tokens(&[ALL, ROWS]).replace("rows = 2", "rows = §{ default = 3, from = 4, to = 2 }"),
            &["from 4 to 2 is no range", "from <= to"],
        ),
        (
            tokens(&[ALL, ROWS]).replace("rows = 2\n", "").replace("[parameters]", "§[parameters]"),
            &["'rows' is missing", "at most 64"],
        ),
        (tokens(&[ALL, ROWS]).replace("game = 'boxoff'", "§"), &["'game' is missing", "boxoff, pretzel"]),
        // Words and numbers that are missing, or of another type.
        (tokens(&["split = §{ }"]), &["'by' is missing", "'suit', 'value', 'rank' or 'colour'"]),
        (tokens(&["place = §{ at = 'a1' }"]), &["'piece' is missing", "'A', 'B', 'C'"]),
        (tokens(&["place = §{ piece = 'A' }"]), &["'at' is missing", "a1 to c2"]),
        (tokens(&["place = { piece = §'Z', at = 'a1' }"]), &["none of the tokens is 'Z'", "A B C"]),
        (
            tokens(&["place = { piece = 'A', at = 'a1' }", "place = { piece = 'A', at = 'b1' }", "place = { piece = §'A', at = 'c1' }"]),
            &["no such piece is in hand", "'B', 'C'"],
        ),
        (tokens(&["keep = §0"]), &["0 pieces are none", "1 or more"]),
        (tokens(&["keep = { count = §9 }"]), &["9 cannot be kept of 6 tokens"]),
        (tokens(&["shuffle = §true"]), &["'all', 'each pile'", "found boolean"]),
        (tokens(&["remove = { where = ['A', §'D'] }"]), &["none of the tokens is 'D'", "A B C"]),
        (tokens(&["remove = { where = §[] }"]), &["nothing is named", "A B C"]),
        (tokens(&[]) + "§[[step]]\nwhen = 'once'", &["a step has no verb", "'lay', 'deal'"]),
        (tokens(&[]) + "§[step]\nlay = {}", &["[[step]] with two pairs of brackets"]),
        (format!("step = §[]\n{}", tokens(&[])), &["there are no steps", "'lay', 'deal'"]),
        (
            tokens(&[ALL, "lay = { to = ['row 1', 'column a', §'a2'] }"]),
            &["'a2' is named already"],
        ),
        (
            cards("", &["split = { by = 'suit', together = §[['spades', 'hearts'], ['spades']] }"]),
            &["names spades twice"],
        ),
        (
            boxoff("[kit]\ntokens = { deck = 'french', colours = §3 }", &[ALL]),
            &["says already what tokens are", "'colours' has no meaning"],
        ),
        (boxoff("[kit]\ntokens = { colours = §'x' }", &[ALL]), &["a whole number or the name of a size", "'rows', 'columns' or 'colours'"]),
        (boxoff("§[kit]", &[ALL]), &["the kit is empty", "deck (cards)", "list or file with a shape"]),
        (
            mountain("dice = { dice = 24, counts_as = { 6 = 0 } }", &["shuffle = §'dice'"]),
            &["no pieces to lay", "the dice are rolled"],
        ),
        (
            mountain("dice = { dice = 24, values = §'5-0' }", &["roll = { into = 'spaces' }"]),
            &["the lowest first"],
        ),
        (tile("list = ['AB', 'BC', 'CA']").replace("slots = 'columns'", "slots = ['a1 b1', 'c1 c2', §'a2 b3']"), &["b3 is not here", "a1 to c2"]),
        // Steps that contradict each other.
        (
            cards("", &["split = { by = 'suit' }", "when = §'once'\narrange = { order = 'reversed' }", ROWS]),
            &["step 1 handles the same pieces", "for every deal"],
        ),
        // Requirements that nothing on the board can meet.
        (asked("what = 'none', of = 'A', by = 'dealing again'").replace("require = {", "require = §{"), &["2 of these are always on the board", "no place is left"]),
        (
            asked("what = 'at least', of = 'A', count = 3, at = 'top row', by = 'dealing again'").replace("require = {", "require = §{"),
            &["only 2 of these are on the board"],
        ),
        (
            asked("what = 'at most', of = ['A', 'B'], count = 0, at = 'top row', by = 'swapping', with = 'next'").replace("require = {", "require = §{"),
            &["4 of these are always on the board", "only 3 of them can lie elsewhere"],
        ),
        (
            asked("what = 'all different', at = ['top row', 'a1'], by = 'dealing again'").replace("require = {", "require = §{"),
            &["4 places would have to differ", "only 3 different ones"],
        ),
        (
            "game = 'triangle'\n[parameters]\nside = §0\n[kit]\ntokens = { colours = 3, each = 2 }\n[[step]]\nshuffle = 'all'\n"
                .into(),
            &["no place"],
        ),
        // Stacks.
        (
            stacks(&["lay = { to = §'fan 3' }"]),
            &["'fan 3'", "'fans' ('fan 1' to 'fan 2'), 'stock' and 'base'"],
        ),
        (stacks(&["lay = { along = §'rows' }"]), &["'places' or 'rounds'"]),
        (stacks(&["lay = { from = §'bottom' }"]), &["'left'", "'right'"]),
        (stacks(&["place = { piece = 'A', at = §'fans' }"]), &["several places", "one"]),
        (
            stacks(&["place = { piece = 'A', at = 'base' }", "place = §{ piece = 'A', at = 'base' }"]),
            &["base is full already"],
        ),
        (
            stacks(&[
                "lay = {}",
                "require = { what = 'none', of = 'A', at = §'bases', by = 'dealing again' }",
            ]),
            &["'bases'", "'fans'", "did you mean 'base'"],
        ),
        // Requirements.
        (
            asked("what = §'no equal neigbours', by = 'dealing again'"),
            &[
                "'no equal neighbours'",
                "'all different'",
                "'at least'",
                "'no blocked colours'",
                "did you mean 'no equal neighbours'",
            ],
        ),
        (
            asked("what = 'no equal neighbours', by = §'hope'"),
            &["'the kit', 'dealing again', 'swapping' or 'turning'"],
        ),
        (
            asked("what = 'no equal neighbours', by = 'swapping', with = §'up'"),
            &["'right', 'left', 'above', 'below', 'next'", "a1 to c2"],
        ),
        (
            asked("what = 'no equal neighbours', by = 'swapping'").replace("require = ", "require = §"),
            &["'with' is missing"],
        ),
        (
            asked("what = 'no equal neighbours', by = 'dealing again', with = §'right'"),
            &["by = \"swapping\""],
        ),
        (
            asked("what = 'no equal neighbours', by = 'dealing again', tries = §3"),
            &["by = \"swapping\"", "by = \"turning\""],
        ),
        (asked("what = 'no equal neighbours', by = 'swapping', with = 'right', tries = §0"), &["1 to 100"]),
        (
            asked("what = 'no equal neighbours', by = 'turning'").replace("require = ", "require = §"),
            &["turns", "swapping"],
        ),
        (
            asked("what = 'no equal neighbours', along = §'diagonals', by = 'dealing again'"),
            &["'rows' or 'columns'"],
        ),
        (asked("what = 'no equal neighbours', of = §'suit', by = 'dealing again'"), &["'colour'"]),
        (asked("what = §'no equal neighbours', at = ['a1', 'c1'], by = 'dealing again'"), &["neighbours"]),
        (asked("what = 'none', of = §'D', by = 'dealing again'"), &["'D'", "A to C"]),
        (
            asked("what = 'none', by = 'dealing again'").replace("require = ", "require = §"),
            &["'of' is missing"],
        ),
        (
            asked("what = 'none', of = 'A', count = §1, by = 'dealing again'"),
            &["'count' has no meaning", "none"],
        ),
        (
            asked("what = §'at least', of = 'A', count = 4, at = 'row 1', by = 'dealing again'"),
            &["4", "3 cells"],
        ),
        (
            asked("what = 'none', of = 'A', at = 'row 1', by = 'the kit'")
                .replace("require = ", "require = §"),
            &["a1", "can show A", "dealing again"],
        ),
        (
            of_cards("what = §'no equal neighbours', by = 'dealing again'"),
            &["of = \"suit\" or of = \"rank\""],
        ),
        (of_cards("what = 'none', of = §'AS', by = 'dealing again'"), &["holes", "of = \"aces\""]),
        (
            of_cards("what = 'none', of = §'clubs', by = 'dealing again'"),
            &["'clubs'", "A to 3 of spades and hearts", "a suit ('hearts')", "a rank ('3')"],
        ),
        (
            of_cards("what = §'no Ducking Krab', by = 'dealing again'"),
            &["'no Ducking Crab'", "did you mean 'no Ducking Crab'"],
        ),
        // What hands cannot do.
        (asked("what = 'none', of = 'A', at = 'a1', by = 'swapping', with = §'a1'"), &["swapped with itself", "'right'"]),
        (asked("what = 'a first move', by = §'swapping', with = 'right'"), &["expected 'dealing again' or 'the kit'"]),
        (asked("what = 'a first move', by = §'turning'"), &["expected 'dealing again' or 'the kit'"]),
        (hole("[{ shuffle = 'all' }, { deal = §{ } }]"), &["base", "always has AS", "place = { piece = \"AS\", at = \"base\" }"]),
        (
            hole("[{ shuffle = 'all' }, { deal = §{ to = 'base' } }, { deal = { to = 'fans' } }]"),
            &["base", "always has AS"],
        ),
        (
            hole(
                "[{ place = { piece = 'AS', at = 'base' } }, { shuffle = 'all' }, { deal = { } }, \
                 { require = { what = 'no equal neighbours', of = 'rank', by = 'swapping', with = §'base' } }]",
            ),
            &["always has the same piece on base", "'fan 1'", "'next'"],
        ),
        // Values that are allowed, wherever one is missing or of another kind.
        (tokens(&[ALL, "lay = { along = §3 }"]), &["'rows', 'columns', 'slots' or 'places'"]),
        (tokens(&["remove = §'with a 7'", ALL, ROWS]), &["{ where = \"…\" }", "'with a …' (A B C)"]),
        (cards("", &["arrange = { order = §'sideways' }", ROWS]), &["'reversed'", "or a list of all pieces", "\"AS\", \"2S\""]),
        (cards("", &[ALL, "keep = §7", ROWS]), &["7 cannot be kept of 6 cards, expected 1 to 6"]),
        (boxoff("[kit]\ntokens = { §colors = 3 }", &[ALL, ROWS]), &["'colors'", "colours (tokens)", "did you mean 'colours'"]),
        (
            boxoff("[kit]\ntokens = { colours = 3 }\n[board]\nslots = §'diagonals'", &[ALL, ROWS]),
            &["'cells', 'columns' or 'rows'", "list of places"],
        ),
        (
            boxoff("[kit]\ntokens = { colours = 3 }\n[board]\nblock = §{ rows = 1, columns = 3 }", &[ALL, ROWS]),
            &["'slots' is missing", "a1 to c1"],
        ),
        (
            boxoff("[kit]\ntokens = { colours = 3 }\n[board]\nblock = §{ columns = 3, slots = ['a1'] }", &[ALL, ROWS]),
            &["'rows' is missing", "1, 2"],
        ),
        ("game = 'boxoff'\n§game = 'pretzel'".into(), &["'game' stands here for the second time"]),
        ("game = 'fujisan'\nrules = ['free', §'fast']".into(), &["'fast'", "column, free, dice"]),
        (cards("", &["build = { by = 'moves back', moves = §0 }"]), &["expected 1 to 200"]),
        (
            tokens(&[ALL, "require = §{ what = 'none', of = 'A', at = 'a1', by = 'dealing again' }", ROWS]),
            &["not all pieces are laid yet", "after"],
        ),
    ]
}

#[test]
fn each_error_names_the_place_and_what_is_allowed_there() {
    let broken = broken();
    assert!(broken.len() >= 80, "{}", broken.len());
    let mut wrong = Vec::new();
    for (marked, words) in &broken {
        let before = &marked[..marked.find(HERE).unwrap_or_else(|| panic!("no mark in\n{marked}"))];
        let (line, column) =
            (before.matches('\n').count() + 1, before.rsplit('\n').next().unwrap().chars().count() + 1);
        let text = marked.replace(HERE, "");
        let error = match read(&registry(), &text, "broken", &[], &|_| Err("none".into())) {
            Err(ReadError::File(error)) => error,
            Err(ReadError::Option(message)) => panic!("{message}"),
            Ok(_) => {
                wrong.push(format!("accepted:\n{text}"));
                continue;
            }
        };
        let missing: Vec<&&str> = words.iter().filter(|word| !error.message.contains(**word)).collect();
        if (error.line, error.column) != (line, column) || !missing.is_empty() {
            let at = text.lines().nth(line - 1).unwrap_or_default();
            wrong.push(format!("expected {line}:{column} with {missing:?}, found\n    {error}\n    in {at}"));
        }
    }
    assert!(wrong.is_empty(), "{} of {}:\n{}", wrong.len(), broken.len(), wrong.join("\n"));
}

#[test]
fn a_parameter_may_be_given_the_value_that_it_has_anyway() {
    let text = tokens(&[ALL, ROWS]);
    let with = |name: &str, value: &str| {
        let options = [(name.to_string(), value.to_string())];
        let read = read(&registry(), &text, "x", &options, &|_| Err("none".into()));
        read.map(|setup| setup.options()).map_err(|error| error.to_string())
    };
    assert_eq!(with("columns", "3"), Ok(Vec::new()));
    assert_eq!(
        with("columns", "4"),
        Err("columns is 3 in this setup and cannot be chosen, open are rules, shuffle, last".into())
    );
    assert!(with("colums", "3").unwrap_err().contains("cannot be chosen"));
}

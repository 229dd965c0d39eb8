//! Which pieces a step is about: how that is written, read and said.

use super::Setup;
use crate::kit::cards::{Card, MOST_RANKS, rank_letter, rank_of};
use crate::kit::faces::Faces;
use crate::kit::{CARD_SUITS, COIN_SUITS, Group, Piece, PieceKind};

/// Which pieces.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Which {
    /// Cards of the lowest rank.
    Aces,
    /// Pieces that show the same on all their cells.
    Doubles,
    /// Pieces that show this symbol.
    With(u8),
    /// Pieces that show a card of this rank.
    Rank(u8),
    /// Pieces of this suit.
    Suit(u8),
    /// Pieces that show exactly these symbols, in any order.
    Showing(Vec<u8>),
}

impl Which {
    /// Whether a piece is one of them.
    pub fn is(&self, piece: &Piece) -> bool {
        let shows_card = |fits: &dyn Fn(Card) -> bool| {
            piece.faces.iter().any(|&face| Card::from_symbol(face).is_some_and(fits))
        };
        match self {
            Which::Aces => piece.value == Some(1) && piece.suit.is_some(),
            Which::Doubles => piece.faces.len() > 1 && piece.faces.windows(2).all(|two| two[0] == two[1]),
            Which::With(symbol) => piece.symbols().any(|face| face == *symbol),
            Which::Rank(rank) => shows_card(&|card| card.rank() == *rank),
            // Tiles of several cells have no suit of their own.
            Which::Suit(suit) => match piece.suit {
                Some(own) => own == *suit,
                None => shows_card(&|card| card.suit() == *suit),
            },
            Which::Showing(symbols) => {
                let sorted = |faces: &[u8]| {
                    let mut faces = faces.to_vec();
                    faces.sort_unstable();
                    faces
                };
                sorted(&piece.faces) == sorted(symbols)
            }
        }
    }

    /// Reads what is said of the pieces of a group: `aces`, `doubles`, `with a 6`, or the faces themselves as in `0:0`. None
    /// when it is not understood.
    pub(super) fn read(text: &str, group: &Group, setup: &Setup) -> Option<Self> {
        match text {
            "aces" => return Some(Which::Aces),
            "doubles" => return Some(Which::Doubles),
            _ => {}
        }
        if let Some(word) = text.strip_prefix("with ") {
            let word = word.strip_prefix("a ").or(word.strip_prefix("an ")).unwrap_or(word).trim();
            let suits = suit_names(group, setup);
            let of_suit = |name: &&str| *name == word || name.strip_suffix('s') == Some(word);
            if let Some(suit) = suits.iter().position(of_suit) {
                return Some(Which::Suit(suit as u8));
            }
            let rank = if shows_cards(group, setup) { rank(word) } else { None };
            return match (rank, symbol(word, group, setup)) {
                (Some(rank), _) => Some(Which::Rank(rank)),
                // A card shows only itself.
                (None, Some(card)) if group.kind == PieceKind::Cards => Some(Which::Showing(vec![card])),
                (None, symbol) => symbol.map(Which::With),
            };
        }
        let faces: Option<Vec<u8>> = text.split(':').map(|part| symbol(part.trim(), group, setup)).collect();
        // Tiles are also named as the kit lists them: AB.
        let listed = || {
            let is_tile = matches!(group.kind, PieceKind::Tiles { .. });
            let cells = group.shape().cells();
            setup.game.faces.read(text).filter(|faces| is_tile && cells > 1 && faces.len() == cells)
        };
        match faces {
            Some(faces) if faces.len() > 1 || group.shape().cells() == 1 => Some(Which::Showing(faces)),
            faces => listed().or(faces).map(Which::Showing),
        }
    }

    /// As it is written in a file; reads back as the same.
    pub(super) fn text(&self, group: &Group, setup: &Setup) -> String {
        let symbol = |symbol: &u8| match shows_cards(group, setup) {
            true => Card::from_symbol(*symbol).map_or_else(|| symbol.to_string(), |card| card.to_string()),
            false => symbol.to_string(),
        };
        match self {
            Which::Aces => "aces".into(),
            Which::Doubles => "doubles".into(),
            Which::With(face) => format!("with a {}", symbol(face)),
            Which::Rank(rank) => format!("with a {}", rank_letter(*rank)),
            Which::Suit(suit) => {
                format!("with {}", suit_names(group, setup).get(*suit as usize).unwrap_or(&"a suit"))
            }
            Which::Showing(faces) => faces.iter().map(symbol).collect::<Vec<_>>().join(":"),
        }
    }

    /// As it is said in a sentence: "every domino with a 6".
    pub(super) fn words(&self, group: &Group, setup: &Setup) -> String {
        let each = group.singular();
        let cards = group.kind == PieceKind::Cards;
        match self {
            Which::Aces => "the aces".into(),
            Which::Doubles => "all doubles".into(),
            Which::With(face) => {
                let face = face_in_words(*face, group, setup);
                format!("every {each} with {} {face}", article(&face))
            }
            Which::Rank(rank) if cards => format!("every {}", rank_name(*rank)),
            Which::Rank(rank) => {
                let name = rank_name(*rank);
                format!("every {each} with {} {name}", article(&name))
            }
            Which::Suit(suit) => {
                let name = suit_names(group, setup).get(*suit as usize).copied().unwrap_or("a further suit");
                match (cards && name.ends_with('s'), &group.kind) {
                    (true, _) => format!("all {name}"),
                    (false, PieceKind::Tiles { .. }) => format!("every {each} with {name}"),
                    (false, _) => format!("every {each} of {name}"),
                }
            }
            Which::Showing(symbols) => {
                let faces: Vec<String> =
                    symbols.iter().map(|&face| face_in_words(face, group, setup)).collect();
                let several = group.pieces.iter().filter(|piece| self.is(piece)).count() > 1;
                if let ([face], true) = (symbols.as_slice(), cards)
                    && let Some(card) = Card::from_symbol(*face)
                {
                    return format!("{} {}", if several { "every" } else { "the" }, card_name(card));
                }
                format!("{} {each} {}", if several { "every" } else { "the" }, faces.join(":"))
            }
        }
    }
}

/// What can be said of the pieces of a group, for error messages.
pub(super) fn allowed(group: &Group, setup: &Setup) -> String {
    let mut faces: Vec<u8> = group.pieces.iter().flat_map(|piece| piece.faces.iter().copied()).collect();
    faces.sort_unstable();
    faces.dedup();
    let cards: Vec<Card> = match shows_cards(group, setup) {
        true => faces.iter().filter_map(|&face| Card::from_symbol(face)).collect(),
        false => Vec::new(),
    };
    let mut words = Vec::new();
    if cards.is_empty() {
        let faces: Vec<String> = faces.iter().map(|&face| face_in_words(face, group, setup)).collect();
        words.push(format!("'with a …' ({})", faces.join(" ")));
    } else {
        let ranks = (1..=MOST_RANKS as u8).filter(|rank| cards.iter().any(|card| card.rank() == *rank));
        let ranks: Vec<String> = ranks.map(|rank| rank_letter(rank).to_string()).collect();
        words.push(format!("'with a …' (a rank: {})", ranks.join(" ")));
    }
    let suits = suit_names(group, setup);
    let in_use = |suit: usize| {
        group.pieces.iter().any(|piece| piece.suit == Some(suit as u8))
            || cards.iter().any(|card| card.suit() == suit as u8)
    };
    let suits: Vec<&str> = (0..suits.len()).filter(|&suit| in_use(suit)).map(|suit| suits[suit]).collect();
    if !suits.is_empty() {
        words.push(format!("'with …' (a suit: {})", suits.join(", ")));
    }
    if group.pieces.iter().any(|piece| Which::Aces.is(piece)) {
        words.push("'aces'".into());
    }
    if group.pieces.iter().any(|piece| piece.faces.len() > 1) {
        words.push("'doubles'".into());
    }
    // The last piece rather than the first, which may be an ace or a double and so has another name.
    if let Some(piece) = group.pieces.last() {
        let faces: Vec<String> = piece.faces.iter().map(|&face| face_in_words(face, group, setup)).collect();
        words.push(format!("a piece such as '{}'", faces.join(":")));
    }
    match words.as_slice() {
        [rest @ .., last] if !rest.is_empty() => format!("{} or {last}", rest.join(", ")),
        words => words.concat(),
    }
}

/// The pieces of a group by name, for error messages: all of them, or one of many.
pub(super) fn one_of<'a>(pieces: impl Iterator<Item = &'a Piece>, group: &Group, setup: &Setup) -> String {
    const FEW: usize = 12;
    let mut names: Vec<String> = Vec::new();
    for piece in pieces {
        let faces = piece.faces.iter().map(|&face| face_in_words(face, group, setup));
        let name = format!("'{}'", faces.collect::<Vec<_>>().join(":"));
        if !names.contains(&name) {
            names.push(name);
        }
    }
    match (names.as_slice(), names.last()) {
        ([_, ..], Some(last)) if names.len() > FEW => format!("a piece such as {last}"),
        _ => names.join(", "),
    }
}

/// Whether the symbols on the pieces are cards.
fn shows_cards(group: &Group, setup: &Setup) -> bool {
    let has_suit = |face: &u8| setup.game.faces.suit_and_value(*face).0.is_some();
    match group.kind {
        PieceKind::Cards => true,
        PieceKind::Tiles { .. } => group.pieces.iter().flat_map(|piece| &piece.faces).any(has_suit),
        _ => false,
    }
}

/// The names of the suits that the pieces of a group can have.
fn suit_names(group: &Group, setup: &Setup) -> &'static [&'static str] {
    match group.kind {
        PieceKind::Coins => &COIN_SUITS,
        _ if shows_cards(group, setup) => &CARD_SUITS,
        _ => &[],
    }
}

/// The symbol that a word stands for on these pieces. Cards have a rank and a suit, so a number alone is none of them; on
/// all other pieces numbers are read as they are, for dominoes have more values than a board takes.
fn symbol(word: &str, group: &Group, setup: &Setup) -> Option<u8> {
    let one = |faces: Option<Vec<u8>>| faces.filter(|faces| faces.len() == 1).map(|faces| faces[0]);
    match shows_cards(group, setup) {
        true => one(Faces::Cards.read(word)),
        false => word.parse().ok().or_else(|| one(setup.game.faces.read(word))),
    }
}

/// A rank by letter, number or name.
fn rank(word: &str) -> Option<u8> {
    let named = (1..=MOST_RANKS as u8).find(|&rank| rank_name(rank) == word);
    named.or_else(|| rank_of(word).and_then(|rank| u8::try_from(rank).ok()))
}

/// "ace", "2", "king".
pub(super) fn rank_name(rank: u8) -> String {
    match rank {
        1 => "ace".into(),
        11 => "jack".into(),
        12 => "queen".into(),
        13 => "king".into(),
        rank => rank.to_string(),
    }
}

/// "ace of spades", "3 of hearts".
pub(super) fn card_name(card: Card) -> String {
    let suit = CARD_SUITS.get(usize::from(card.suit())).copied().unwrap_or("a further suit");
    format!("{} of {suit}", rank_name(card.rank()))
}

/// A symbol as the player sees it on a piece: pips and coins have numbers in every game.
pub(super) fn face_in_words(face: u8, group: &Group, setup: &Setup) -> String {
    group.printed(setup.game.faces).write(face)
}

/// A piece as the player sees it: "3H", "0:6", "AB", "AB|BA" for one with a back.
pub(super) fn piece_in_words(piece: &Piece, group: &Group, setup: &Setup) -> String {
    let side = |faces: &[u8]| {
        let faces: Vec<String> = faces.iter().map(|&face| face_in_words(face, group, setup)).collect();
        faces.join(if group.kind == PieceKind::Dominoes { ":" } else { "" })
    };
    match piece.back.is_empty() {
        true => side(&piece.faces),
        false => format!("{}|{}", side(&piece.faces), side(&piece.back)),
    }
}

/// "a" or "an", by how the letter, number or name is spoken.
fn article(word: &str) -> &'static str {
    let letter =
        word.len() == 1 && word.starts_with(['A', 'E', 'F', 'H', 'I', 'L', 'M', 'N', 'O', 'R', 'S', 'X']);
    if letter || word.starts_with('8') || word == "ace" { "an" } else { "a" }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Registry;

    fn setup(name: &str, sizes: &[(&str, &str)]) -> Setup {
        let sizes: Vec<_> = sizes.iter().map(|(name, value)| (name.to_string(), value.to_string())).collect();
        Registry::standard().setup(name, &sizes).unwrap()
    }

    #[test]
    fn with_a_means_a_rank_of_cards_a_value_of_coins_and_a_symbol_of_all_else() {
        let cards = setup("pretzel/shuffled", &[("suits", "5")]);
        let one_suit = setup("pretzel/shuffled", &[("suits", "1"), ("ranks", "13")]);
        let coins = setup("fujisan/shuffled", &[]);
        let dominoes = setup("fujisan/dominoes", &[]);
        let tokens = setup("boxoff/shuffled", &[]);
        let tiles = setup("boxoff/ltiles", &[]);
        for (setup, text, pieces, words) in [
            (&cards, "with a 2", 5, "every 2"),
            (&cards, "with an A", 5, "every ace"),
            (&cards, "with an ace", 5, "every ace"),
            (&cards, "aces", 5, "the aces"),
            (&cards, "with hearts", 4, "all hearts"),
            (&cards, "with a heart", 4, "all hearts"),
            (&cards, "with the fifth suit", 4, "every card of the fifth suit"),
            (&cards, "with a 2H", 1, "the 2 of hearts"),
            (&cards, "2H", 1, "the 2 of hearts"),
            (&one_suit, "with a 10", 1, "every 10"),
            (&one_suit, "with a T", 1, "every 10"),
            (&one_suit, "with a queen", 1, "every queen"),
            (&one_suit, "with a Q", 1, "every queen"),
            (&coins, "with a 3", 4, "every coin with a 3"),
            (&coins, "with suns", 6, "every coin of suns"),
            (&coins, "with a moon", 6, "every coin of moons"),
            (&coins, "aces", 4, "the aces"),
            (&coins, "3", 4, "every coin 3"),
            (&dominoes, "with a 6", 7, "every domino with a 6"),
            (&dominoes, "6:0", 1, "the domino 6:0"),
            (&dominoes, "doubles", 7, "all doubles"),
            (&tokens, "with an A", 6, "every token with an A"),
            (&tokens, "with a 2", 6, "every token with a B"),
            (&tiles, "with a D", 4, "every tile with a D"),
        ] {
            let group = setup.kit.iter().find(|group| group.is_laid()).unwrap();
            let which = Which::read(text, group, setup).unwrap_or_else(|| panic!("{text}"));
            assert_eq!(group.pieces.iter().filter(|piece| which.is(piece)).count(), pieces, "{text}");
            assert_eq!(which.words(group, setup), words, "{text}");
            let written = which.text(group, setup);
            assert_eq!(Which::read(&written, group, setup), Some(which), "{text}, written as {written}");
        }
        for (setup, text) in
            [(&cards, "2"), (&cards, "with a 1"), (&cards, "with a 2:3"), (&coins, "with hearts")]
        {
            let group = setup.kit.iter().find(|group| group.is_laid()).unwrap();
            assert_eq!(Which::read(text, group, setup), None, "{text}");
        }
    }

    #[test]
    fn tiles_with_several_cards_are_found_by_any_of_them() {
        let text = "game = 'pretzel'\n[parameters]\nsuits = 2\nranks = 2\n[kit.tiles]\nshape = '1x2'\nlist = ['AS2H', '2SAH']\n\
                    [board]\nslots = 'rows'\n[[step]]\nshuffle = 'all'\n[[step]]\nlay = { along = 'slots' }\n[[step]]\n\
                    move = { what = 'aces', to = 'left edge' }";
        let setup =
            super::super::read::read(&Registry::standard(), text, "own", &[], &|_| Err("none".into()))
                .unwrap();
        for (text, pieces, words) in [
            ("with a 2", 2, "every tile with a 2"),
            ("with hearts", 2, "every tile with hearts"),
            ("with a 2S", 1, "every tile with a 2S"),
            ("2H:AS", 1, "the tile 2H:AS"),
        ] {
            let which = Which::read(text, &setup.kit[0], &setup).unwrap();
            assert_eq!(setup.kit[0].pieces.iter().filter(|piece| which.is(piece)).count(), pieces, "{text}");
            assert_eq!(which.words(&setup.kit[0], &setup), words);
        }
    }
}

//! What stands on pieces. A symbol is one byte; these say how it is written, read and coloured.

use super::CARD_SUITS;
use super::cards::{Card, Reading, rank_letter, read_card};
use crate::board::Ink;
use crate::text::listed;
use std::collections::BTreeSet;

/// What the symbols of a game are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Faces {
    /// Colours, written as letters: 1 is A, 26 is Z.
    Colours,
    /// Values from 0 to some digit.
    Values {
        /// The greatest one.
        greatest: u8,
    },
    /// Playing cards, see [`Card::symbol`].
    Cards,
}

impl Faces {
    /// What may stand on a piece, for error messages.
    pub fn words(self) -> String {
        match self {
            Faces::Colours => "letters A-Z, one for each square".into(),
            Faces::Values { greatest } => format!("digits 0-{greatest}, one for each space"),
            Faces::Cards => "cards such as 3H, one for each cell".into(),
        }
    }

    /// What the symbols are called, with an example.
    pub fn kinds(self) -> &'static str {
        match self {
            Faces::Colours => "colours, such as A",
            Faces::Values { .. } => "values, such as 0",
            Faces::Cards => "cards, such as 3H",
        }
    }

    /// Whether a byte is a symbol of this kind.
    pub fn is_symbol(self, symbol: u8) -> bool {
        match self {
            Faces::Colours => (1..=26).contains(&symbol),
            Faces::Values { greatest } => symbol <= greatest,
            Faces::Cards => Card::from_symbol(symbol).is_some(),
        }
    }

    /// A list of symbols in words: "A to D", "0 to 5", "A to 4 of spades and hearts".
    pub fn in_words(self, symbols: &[u8]) -> String {
        let range = |symbols: &[u8], write: &dyn Fn(u8) -> String| {
            let in_a_row = symbols.windows(2).all(|two| two[1] == two[0] + 1);
            match symbols {
                [] => "nothing".to_string(),
                [one] => write(*one),
                [first, .., last] if in_a_row => format!("{} to {}", write(*first), write(*last)),
                all => all.iter().map(|&symbol| write(symbol)).collect::<Vec<_>>().join(" "),
            }
        };
        if self != Faces::Cards {
            return range(symbols, &|symbol| self.write(symbol));
        }
        let cards: Vec<Card> = symbols.iter().filter_map(|&symbol| Card::from_symbol(symbol)).collect();
        let ranks: BTreeSet<u8> = cards.iter().map(|card| card.rank()).collect();
        let suits: BTreeSet<u8> = cards.iter().map(|card| card.suit()).collect();
        if cards.len() != ranks.len() * suits.len() {
            return cards.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ");
        }
        let ranks: Vec<u8> = ranks.into_iter().collect();
        let suits: Vec<String> = suits.iter().map(|&suit| CARD_SUITS[suit as usize].to_string()).collect();
        format!("{} of {}", range(&ranks, &|rank| rank_letter(rank).to_string()), listed(&suits))
    }

    /// Reads the symbols of a piece in its footprint's order; none when something is not a symbol of this kind.
    pub fn read(self, text: &str) -> Option<Vec<u8>> {
        match self {
            Faces::Colours => text
                .bytes()
                .map(|b| b.is_ascii_alphabetic().then(|| b.to_ascii_uppercase() - b'A' + 1))
                .collect(),
            Faces::Values { .. } => text.bytes().map(|b| b.is_ascii_digit().then(|| b - b'0')).collect(),
            Faces::Cards => {
                let mut faces = Vec::new();
                let mut rest = text.trim();
                while !rest.is_empty() {
                    let (Reading::Card(card), behind) = read_card(rest).ok()? else { return None };
                    faces.push(card.symbol());
                    rest = behind.trim_start();
                }
                Some(faces)
            }
        }
    }

    /// Writes a symbol.
    pub fn write(self, symbol: u8) -> String {
        match self {
            Faces::Colours if (1..=26).contains(&symbol) => char::from(b'A' + symbol - 1).to_string(),
            Faces::Colours => format!("the value {symbol}"),
            Faces::Values { .. } => symbol.to_string(),
            Faces::Cards => Card::from_symbol(symbol).map_or("--".into(), |card| card.to_string()),
        }
    }

    /// The suit and the rank, value or colour that a piece with this symbol can be sorted by.
    pub fn suit_and_value(self, symbol: u8) -> (Option<u8>, Option<u8>) {
        match self {
            Faces::Colours | Faces::Values { .. } => (None, Some(symbol)),
            Faces::Cards => {
                let card = Card::from_symbol(symbol);
                (card.map(Card::suit), card.map(Card::rank))
            }
        }
    }

    /// How a symbol is coloured where it is drawn.
    pub fn ink(self, symbol: u8) -> Ink {
        match self {
            Faces::Colours => Ink::Token(symbol.saturating_sub(1)),
            Faces::Values { .. } => Ink::Plain,
            Faces::Cards => self.suit_and_value(symbol).0.map_or(Ink::Plain, Ink::Suit),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_symbol_reads_back_as_it_is_written() {
        let cards: Vec<u8> =
            (0..8).flat_map(|suit| (1..=13).map(move |rank| Card::new(rank, suit).symbol())).collect();
        for (faces, symbols) in [
            (Faces::Colours, (1..=26).collect()),
            (Faces::Values { greatest: 9 }, (0..=9).collect()),
            (Faces::Cards, cards),
        ] {
            let text: String = symbols.iter().map(|&symbol| faces.write(symbol)).collect();
            assert_eq!(faces.read(&text), Some(symbols), "{faces:?}");
        }
        for (faces, text) in
            [(Faces::Colours, "A1"), (Faces::Values { greatest: 5 }, "1A"), (Faces::Cards, "3")]
        {
            assert_eq!(faces.read(text), None, "{text}");
        }
    }
}

//! What stands on pieces. A symbol is one byte; these say how it is written, read and coloured.

use super::cards::{Card, Reading, read_card};
use crate::board::Ink;

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

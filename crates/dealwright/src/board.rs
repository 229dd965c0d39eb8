//! A position as something to draw, whatever the game: the terminal and the page need no rules to show it.

use crate::kit::cards::{Reading, read_card};
use crate::square::Square;

/// Spaces in rows from the top, each row from the left. All rows are equally long.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Board {
    /// The spaces.
    pub rows: Vec<Vec<Space>>,
    /// The name of each column ("a", "b" …), empty for a column without a file.
    pub files: Vec<String>,
    /// Height of each column for games that are built up, all 0 on flat boards.
    pub heights: Vec<u8>,
}

impl Board {
    /// The space on a square; none where there is no such square.
    pub fn space(&self, square: Square) -> Option<&Space> {
        let column =
            self.files.iter().position(|file| format!("{file}{}", square.rank) == square.to_string())?;
        self.rows.get(self.rows.len().checked_sub(square.rank.into())?)?.get(column)
    }
}

/// One space of a board.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Space {
    /// What is seen there in plain letters and digits ("B", "3H", "5"); empty for nothing.
    pub face: String,
    /// The same with the signs of real pieces ("3♥").
    pub sign: String,
    /// How it is coloured.
    pub ink: Ink,
    /// What kind of space it is.
    pub kind: SpaceKind,
    /// A pawn stands here.
    pub pawn: bool,
    /// It belongs to a stack that is laid out downwards: what lies on the space below covers the lower part of what lies here.
    pub stacked: bool,
    /// It can be taken from its stack with everything that lies on it: a finger has to reach it though it is covered.
    pub takes_along: bool,
    /// What is there, as it is spoken ("5, summit, priest"); empty where the face says it all.
    pub spoken: String,
}

impl Space {
    /// What is there, as it is spoken: "three of spades", "5, summit, priest", "empty".
    pub fn in_words(&self) -> String {
        let card = || match (self.ink, read_card(&self.face)) {
            (Ink::Suit(_), Ok((Reading::Card(card), ""))) => Some(card.in_words()),
            _ => None,
        };
        match (self.spoken.as_str(), self.face.as_str()) {
            ("", "") => "empty".into(),
            ("", face) => card().unwrap_or_else(|| face.into()),
            (spoken, _) => spoken.into(),
        }
    }
}

/// How a face is coloured. Colour never stands alone: the face says the same in letters.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Ink {
    /// No colour.
    #[default]
    Plain,
    /// A token's colour, from 0: blue, orange, green, red, light blue, pink, yellow, black, and again; [`Ink::WHITE`] is white.
    Token(u8),
    /// A card's suit, from 0: spades, hearts, diamonds, clubs, then four more.
    Suit(u8),
}

impl Ink {
    /// The number of a white token, beyond those of all letters.
    pub const WHITE: u8 = 26;
}

/// Kinds of spaces.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum SpaceKind {
    /// An ordinary space.
    #[default]
    Open,
    /// A space where something was taken away or may be put.
    Hole,
    /// A space whose piece lies face down; what it shows is known all the same.
    Turned,
    /// Beside the board proper: the ground of a mountain, a column of fixed cards.
    Edge,
    /// A space that has to be reached.
    Goal,
    /// No space at all: rows are equally long, and boards need not be rectangles.
    Nothing,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_there_is_spoken_in_words() {
        let space = |face: &str, ink: Ink| Space { face: face.into(), ink, ..Space::default() };
        assert_eq!(space("3S", Ink::Suit(0)).in_words(), "three of spades");
        assert_eq!(space("TD", Ink::Suit(2)).in_words(), "ten of diamonds");
        assert_eq!(space("AE", Ink::Suit(4)).in_words(), "ace of stars");
        assert_eq!(space("??", Ink::Suit(0)).in_words(), "??");
        assert_eq!(space("B", Ink::Token(0)).in_words(), "B");
        assert_eq!(Space::default().in_words(), "empty");
        let spoken = Space { spoken: "5, summit".into(), ..space("5", Ink::Plain) };
        assert_eq!(spoken.in_words(), "5, summit");
    }
}

//! Accordion, a patience.
//!
//! **Rules.** All cards are dealt face up in one row. A card may be put onto the card to its left, or onto the third card to
//! its left, if the two have the same suit or the same rank; the row closes up behind it. The challenge is solved when one
//! pile is left.
//!
//! Every move takes one pile away: plays are finite, and all solutions have the same length.

use dealwright::board::{Board, Ink, Space, SpaceKind};
use dealwright::dealing::{Dice, Parameters, Variation};
use dealwright::game::{Game, GameInfo, MeasureInfo, ParameterInfo, SetupFile, Touches};
use dealwright::id::RuleText;
use dealwright::kit::cards::{Card, Reading, read_card};
use dealwright::kit::faces::Faces;
use dealwright::places::Places;
use dealwright::puzzle::Puzzle;
use dealwright::square::Square;
use dealwright::text::TextError;
use std::fmt;

/// Squares are named by the letters a to z.
const MOST_CARDS: usize = 26;

/// One challenge: the cards as they were dealt.
#[derive(Debug, Clone, PartialEq)]
pub struct Accordion {
    cards: Vec<Card>,
}

/// A card and the one it is put onto.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Move {
    card: Card,
    onto: Card,
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.card, self.onto)
    }
}

fn fit(one: Card, other: Card) -> bool {
    one.suit() == other.suit() || one.rank() == other.rank()
}

fn square(at: usize) -> Square {
    Square { file: at as u8, rank: 1 }
}

fn size_of(parameters: &Parameters) -> usize {
    parameters.get("suits") as usize * parameters.get("ranks") as usize
}

impl Puzzle for Accordion {
    /// The cards that are seen, from the left.
    type State = Vec<Card>;
    type Move = Move;

    fn start(&self) -> Vec<Card> {
        self.cards.clone()
    }

    fn moves(&self, row: &Vec<Card>, out: &mut Vec<Move>) {
        for (at, &card) in row.iter().enumerate() {
            let targets = [1, 3].into_iter().filter_map(|back| Some(row[at.checked_sub(back)?]));
            out.extend(targets.filter(|onto| fit(card, *onto)).map(|onto| Move { card, onto }));
        }
    }

    fn play(&self, row: &mut Vec<Card>, mv: Move) {
        let place = |card: Card| row.iter().position(|other| *other == card);
        if let (Some(from), Some(to)) = (place(mv.card), place(mv.onto)) {
            row[to] = mv.card;
            row.remove(from);
        }
    }

    fn is_solved(&self, row: &Vec<Card>) -> bool {
        row.len() <= 1
    }

    fn bound(&self, row: &Vec<Card>) -> u32 {
        row.len().saturating_sub(1) as u32
    }
}

impl Game for Accordion {
    const INFO: GameInfo = GameInfo {
        name: "accordion",
        title: "Accordion",
        about: "Put a card onto its left neighbour, or onto the third card to its left, if they share suit or rank. \
                Bring all cards into one pile.",
        example: "accordion:2S3H2H3S",
        parameters: &[
            ParameterInfo { name: "suits", unit: "suits", about: "suits of the deck", fixed: None },
            ParameterInfo {
                name: "ranks",
                unit: "ranks",
                about: "ranks of the deck, suits x ranks at most 26",
                fixed: None,
            },
        ],
        measures: &[MeasureInfo {
            name: "neighbours",
            whole: true,
            unit: "pairs",
            about: "neighbours of the same suit or rank",
        }],
        equal_lengths: true,
        setups: &[
            SetupFile { name: "shuffled", text: include_str!("../setups/shuffled.toml") },
            SetupFile { name: "ranked", text: include_str!("../setups/ranked.toml") },
        ],
        ..GameInfo::NONE
    };

    fn read(_rules: &[RuleText<'_>], layout: &str) -> Result<Self, TextError> {
        let mut cards: Vec<Card> = Vec::new();
        let mut rest = layout.trim();
        while !rest.is_empty() {
            let place = format!("card {}", cards.len() + 1);
            match read_card(rest) {
                Ok((Reading::Card(card), _)) if cards.contains(&card) => {
                    return Err(TextError::at(place, format!("{card} stands twice")));
                }
                Ok((Reading::Card(card), more)) => {
                    cards.push(card);
                    rest = more.trim_start();
                }
                Ok((Reading::Hole, _)) => return Err(TextError::at(place, "a row has no holes")),
                Err(message) => return Err(TextError::at(place, message)),
            }
        }
        if cards.len() > MOST_CARDS {
            return Err(TextError::at(
                "layout",
                format!("has {} cards, at most {MOST_CARDS} fit", cards.len()),
            ));
        }
        Ok(Self { cards })
    }

    fn layout(&self) -> String {
        self.cards.iter().map(Card::to_string).collect()
    }

    fn parameters(&self) -> Vec<u32> {
        let count = |of: fn(&Card) -> u8| self.cards.iter().map(of).max().map_or(0, u32::from);
        vec![count(|card| card.suit() + 1), count(|card| card.rank())]
    }

    fn board(&self, row: &Vec<Card>) -> Board {
        let space = |at: usize| match row.get(at) {
            None => Space { kind: SpaceKind::Hole, ..Space::default() },
            Some(card) => Space {
                face: card.to_string(),
                sign: card.with_sign(),
                ink: Ink::Suit(card.suit()),
                ..Space::default()
            },
        };
        Board {
            rows: vec![(0..self.cards.len()).map(space).collect()],
            files: (0..self.cards.len()).map(|at| char::from(b'a' + at as u8).to_string()).collect(),
            heights: vec![0; self.cards.len()],
        }
    }

    fn touches(&self, row: &Vec<Card>, mv: Move) -> Touches {
        let place = |card: Card| row.iter().position(|other| *other == card).map(square);
        let from = place(mv.card);
        Touches { from, to: place(mv.onto), lifted: from.into_iter().collect(), ..Touches::default() }
    }

    fn starting_at(&self, row: &Vec<Card>) -> Option<Self> {
        Some(Self { cards: row.clone() })
    }

    fn is_finite(&self) -> bool {
        true
    }

    fn board_measures(&self) -> Vec<(&'static str, f64)> {
        let fitting = self.cards.windows(2).filter(|two| fit(two[0], two[1])).count();
        vec![("neighbours", fitting as f64)]
    }

    const FACES: Faces = Faces::Cards;
    const VARIATION: Variation = Variation::Never;

    fn places(parameters: &Parameters) -> Result<Places, String> {
        match size_of(parameters) {
            cards @ 1..=MOST_CARDS => Ok(Places::rectangle(1, cards)),
            cards => Err(format!("{cards} cards cannot be laid in one row, 1 to {MOST_CARDS} can")),
        }
    }

    fn takes(symbol: u8, _parameters: &Parameters) -> bool {
        Card::from_symbol(symbol).is_some()
    }

    fn from_cells(_: &Parameters, _: &[RuleText<'_>], cells: &[u8], _: &Dice) -> Result<Self, TextError> {
        let cards: Option<Vec<Card>> = cells.iter().map(|&symbol| Card::from_symbol(symbol)).collect();
        cards.map(|cards| Self { cards }).ok_or_else(|| TextError::at("layout", "is not a row of cards"))
    }

    fn cells(&self) -> Vec<u8> {
        self.cards.iter().map(|card| card.symbol()).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_keeps_the_laws_that_every_game_keeps() {
        for id in ["accordion:2S3H2H3S", "accordion:2S", "accordion:2S2H4C5D", "accordion:AS2S3S4SKHQHJH"] {
            assert_eq!(dealwright::conformance::check::<Accordion>(id, 20), Ok(()));
        }
    }

    #[test]
    fn it_fits_beside_the_other_games_and_its_example_and_setups_can_be_read() {
        assert_eq!(dealwright::Registry::standard().with::<Accordion>().check_whole(), Ok(()));
    }
}

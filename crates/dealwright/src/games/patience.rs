//! What games of cards in stacks share: how deals are written, which decks they are of, how stacks are drawn, what is alike.

mod alike;
pub(super) mod flow;
pub(super) mod relaxed;
mod written;

pub(super) use alike::{group, named_in_order};
pub(super) use written::read_deal;

use crate::board::{Board, Ink, Space, SpaceKind};
use crate::dealing::Parameters;
use crate::kit::cards::{Card, MOST_RANKS, MOST_SUITS};
use crate::square::Square;
use crate::text::{TextError, counted};

/// Most cards of a deck, so that heights of stacks fit into 64 bits.
pub(super) const MOST_CARDS: usize = 64;

/// Ways in which stacks can be high up to which a graph is explored for the chance of random play.
pub(super) const MOST_HEIGHTS: u64 = 1_000_000;

/// Suits and ranks of the deck that cards make up; each card has to be there once. The cards come with the place that an error
/// about them names.
pub(super) fn deck_of(cards: &[(String, Card)]) -> Result<(u8, u8), TextError> {
    for (number, (place, card)) in cards.iter().enumerate() {
        if let Some((other, _)) = cards[..number].iter().find(|(_, other)| other == card) {
            return Err(TextError::at(place, format!("{card} is at {other} already, a deck has it once")));
        }
    }
    let most = |of: fn(Card) -> u8| cards.iter().map(|(_, card)| of(*card)).max().unwrap_or(0);
    let (suits, ranks) = (most(Card::suit) + 1, most(Card::rank));
    let missing = (0..suits)
        .flat_map(|suit| (1..=ranks).map(move |rank| Card::new(rank, suit)))
        .find(|card| !cards.iter().any(|(_, other)| other == card));
    match missing {
        Some(card) => Err(TextError::at(
            "layout",
            format!(
                "{card} is missing: with {} of {} every card is there once",
                counted(suits.into(), "suit"),
                counted(ranks.into(), "rank")
            ),
        )),
        None => Ok((suits, ranks)),
    }
}

/// Refuses decks that are too small or too large.
pub(super) fn check_deck(suits: usize, ranks: usize, least_ranks: usize) -> Result<(), String> {
    let fits = (1..=MOST_SUITS).contains(&suits)
        && (least_ranks..=MOST_RANKS).contains(&ranks)
        && suits * ranks <= MOST_CARDS;
    match fits {
        true => Ok(()),
        false => Err(format!(
            "{} of {} cannot be: 1 to {MOST_SUITS} suits, {least_ranks} to {MOST_RANKS} ranks, at most {MOST_CARDS} cards",
            counted(suits as u64, "suit"),
            counted(ranks as u64, "rank")
        )),
    }
}

/// Cards as they stand in IDs.
pub(super) fn listed(cards: &[Card]) -> String {
    cards.iter().map(Card::to_string).collect()
}

/// A card as it is drawn.
pub(super) fn face(card: Card) -> Space {
    Space { face: card.to_string(), sign: card.with_sign(), ink: Ink::Suit(card.suit()), ..Space::default() }
}

/// A place without a card.
pub(super) fn empty(spoken: &str) -> Space {
    Space { kind: SpaceKind::Hole, spoken: spoken.into(), ..Space::default() }
}

/// A board on which stacks are laid out, each downwards from a square, the top card last.
pub(super) struct Table {
    rows: Vec<Vec<Space>>,
    columns: usize,
}

impl Table {
    /// A bare one.
    pub fn new(rows: usize, columns: usize) -> Self {
        let nothing = Space { kind: SpaceKind::Nothing, ..Space::default() };
        Self { rows: vec![vec![nothing; columns]; rows], columns }
    }

    /// Puts something onto a square.
    pub fn put(&mut self, (row, column): (usize, usize), space: Space) {
        if let Some(there) = self.rows.get_mut(row).and_then(|row| row.get_mut(column)) {
            *there = space;
        }
    }

    /// Lays out a stack from its bottom card on; `bare` is seen where there is none.
    pub fn stack(&mut self, (row, column): (usize, usize), bare: &str, cards: impl Iterator<Item = Space>) {
        self.put((row, column), Space { stacked: true, ..empty(bare) });
        for (depth, space) in cards.enumerate() {
            self.put((row + depth, column), Space { stacked: true, ..space });
        }
    }

    /// The board.
    pub fn board(self) -> Board {
        let files = (b'a'..).take(self.columns).map(|file| (file as char).to_string()).collect();
        Board { rows: self.rows, files, heights: vec![0; self.columns] }
    }
}

/// The square in a row, from the top, and a column.
pub(super) fn square(rows: usize, (row, column): (usize, usize)) -> Square {
    Square::from_top(row as u8, column as u8, rows as u8)
}

/// The cards of symbols.
pub(super) fn cards_of(symbols: &[u8]) -> Vec<Card> {
    symbols.iter().filter_map(|&symbol| Card::from_symbol(symbol)).collect()
}

/// Refuses pieces that are not every card of the deck once: deals are built by hand of a whole one.
pub(super) fn whole_deck(parameters: &Parameters, pieces: &[u8]) -> Result<(), String> {
    let (suits, ranks) = (parameters.get("suits"), parameters.get("ranks"));
    let deck = (0..suits as u8).flat_map(|suit| (1..=ranks as u8).map(move |rank| Card::new(rank, suit)));
    let (mut wanted, mut there): (Vec<u8>, Vec<u8>) = (deck.map(Card::symbol).collect(), pieces.to_vec());
    wanted.sort_unstable();
    there.sort_unstable();
    match wanted == there {
        true => Ok(()),
        false => Err(format!(
            "a deal is built of a whole deck: {} of {}, every card once",
            counted(suits.into(), "suit"),
            counted(ranks.into(), "rank")
        )),
    }
}

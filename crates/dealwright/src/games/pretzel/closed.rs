//! With free rows, what can happen after every row has begun.
//!
//! When a two lies in every first cell, no two can ever move again: only a first cell that is a hole could take it. From
//! there on each suit has its row, cards go only one way, and all that the solver for fixed rows knows holds: safe moves are made
//! at once, blockades are noticed, moves are made and taken back. Most positions of a search are of this kind.

use super::anchors::{Deck, Table};
use super::flat::Flat;
use super::numbers::{Number, Numbers};
use super::strata;
use super::walk::{Known, walk};
use super::{Move, Pretzel};
use crate::search::Reason;

/// What all searches have seen together.
struct Seen<'a, const WORDS: usize> {
    numbers: &'a Numbers<WORDS>,
    flat: &'a mut Flat<WORDS>,
}

impl<const WORDS: usize> Known for Seen<'_, WORDS> {
    type Number = Number<WORDS>;

    fn after(
        &self,
        deck: &Deck,
        table: &Table,
        number: Number<WORDS>,
        hole: usize,
        card: usize,
    ) -> Number<WORDS> {
        let (from, to) = (table.place[card], table.holes[hole]);
        self.numbers.moved(number, deck.by_rank(card), deck.plain(from), deck.plain(to))
    }

    fn note_all(&mut self, numbers: &[Number<WORDS>]) -> Result<u32, Reason> {
        self.flat.insert_all(numbers)
    }
}

/// The searches from all positions of this kind, which remember positions together.
pub(super) struct Closed<'a> {
    challenge: &'a Pretzel,
    deck: &'a strata::Deck,
    /// A deck for each way to give suits their rows that was met.
    decks: Vec<(Vec<u8>, Deck)>,
}

impl<'a> Closed<'a> {
    pub fn new(challenge: &'a Pretzel, deck: &'a strata::Deck) -> Self {
        Self { challenge, deck, decks: Vec::new() }
    }

    /// The row of each suit, if every row begins with a two.
    fn rows_of(&self, here: &strata::Table) -> Option<Vec<u8>> {
        let begins = |two: usize| {
            let place = here.place[two] as usize;
            place.is_multiple_of(self.deck.ranks).then_some((place / self.deck.ranks) as u8)
        };
        (0..self.deck.suits).map(begins).collect()
    }

    /// Looks at everything that can come of a position whose number is noted already. None if it is not of this kind;
    /// else the moves to a solution, if there is one.
    pub fn search<const WORDS: usize>(
        &mut self,
        here: &strata::Table,
        numbers: &Numbers<WORDS>,
        number: Number<WORDS>,
        seen: &mut Flat<WORDS>,
    ) -> Option<Result<Option<Vec<Move>>, Reason>> {
        if self.deck.ranks < 2 {
            return None;
        }
        let rows = self.rows_of(here)?;
        let at = self.decks.iter().position(|(known, _)| *known == rows).unwrap_or_else(|| {
            let deck = Deck::with_rows(self.challenge, &rows);
            self.decks.push((rows, deck));
            self.decks.len() - 1
        });
        let deck = &self.decks[at].1;
        let table = deck.table_as(&self.plain_places(here));
        Some(walk(deck, table, number, &mut Seen { numbers, flat: seen }))
    }

    /// Where the cards lie, suit by suit, on cells without the aces' column.
    fn plain_places(&self, here: &strata::Table) -> Vec<Vec<u8>> {
        let suit =
            |suit| (suit..self.deck.cards()).step_by(self.deck.suits).map(|card| here.place[card]).collect();
        (0..self.deck.suits).map(suit).collect()
    }
}

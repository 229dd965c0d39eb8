//! Positions with free rows as numbers, exactly, in about 100 bits for the full deck instead of 192.
//!
//! A card lies where a card of its suit was dealt, as many cells to the right as their ranks differ, or in a row as far
//! from the first column as its rank says. These are its *anchors*: its own cell first, then that of its predecessor, and
//! so on down to the two, then the rows. A card takes the anchor its predecessor has at that moment, and apart from the
//! rows, where twos may wander, anchors only ever go on in this order. So a card's anchor is never after the one that its
//! predecessor has now, and along a suit there are far fewer sequences of anchors than if each card had its own choice.
//!
//! Where several anchors stand for one cell, the first is written; what may follow goes by the last of them, which is the
//! one it may have come by. So more sequences are counted than there are, and none is left out. What may follow is always
//! a first part of the next card's list, hence the number of a sequence is a sum of one part for each card: how many
//! sequences have an earlier anchor there. A move changes the number by the difference of two parts.

use super::MOST_CELLS;
use super::strata::{Deck, Table};

/// The numbers of all suits side by side.
pub(super) type Number<const WORDS: usize> = [u128; WORDS];

/// The parts of each card's cells.
pub(super) struct Numbers<const WORDS: usize> {
    parts: Vec<[Number<WORDS>; MOST_CELLS]>,
}

/// One suit's anchors: for each of its cards the cells they stand for, and the last anchor that stands for the same.
struct Suit {
    cells: Vec<Vec<Option<usize>>>,
    last: Vec<Vec<usize>>,
}

impl Suit {
    fn of(deck: &Deck, suit: usize) -> Self {
        let (mut cells, mut last) = (Vec::new(), Vec::new());
        for rank in 0..deck.ranks - 1 {
            let dealt = (0..=rank).rev().map(|lower| {
                let cell = deck.start.place[lower * deck.suits + suit] as usize;
                (cell % deck.ranks + rank - lower < deck.ranks).then_some(cell + rank - lower)
            });
            let rows = (0..deck.suits).map(|row| Some(row * deck.ranks + rank));
            let list: Vec<Option<usize>> = dealt.chain(rows).collect();
            last.push(
                list.iter().map(|cell| list.iter().rposition(|other| other == cell).unwrap_or(0)).collect(),
            );
            cells.push(list);
        }
        Self { cells, last }
    }

    /// How many anchors of the next card may follow one of this card's.
    fn followers(&self, rank: usize, anchor: usize) -> usize {
        let last = self.last[rank][anchor];
        // After a row any may follow; a card's own anchor is its successor's second.
        if last > rank { self.cells[rank + 1].len() } else { last + 2 }
    }

    /// By rank and anchor: sequences from there on. None from an anchor that stands for no cell, or for an earlier one's.
    fn endings(&self) -> Option<Vec<Vec<u64>>> {
        let mut endings: Vec<Vec<u64>> = Vec::new();
        for rank in (0..self.cells.len()).rev() {
            let list = &self.cells[rank];
            let count = |anchor: usize| -> Option<u64> {
                if list[anchor].is_none()
                    || list.iter().position(|cell| *cell == list[anchor]) != Some(anchor)
                {
                    return Some(0);
                }
                let Some(next) = endings.last() else { return Some(1) };
                next[..self.followers(rank, anchor)].iter().try_fold(0u64, |sum, &ways| sum.checked_add(ways))
            };
            let row = (0..list.len()).map(count).collect::<Option<Vec<u64>>>()?;
            endings.push(row);
        }
        endings.reverse();
        Some(endings)
    }
}

impl<const WORDS: usize> Numbers<WORDS> {
    /// None if the numbers need more room.
    pub fn new(deck: &Deck) -> Option<Self> {
        let mut parts = vec![[[0; WORDS]; MOST_CELLS]; deck.cards()];
        let (mut word, mut shift) = (0, 0);
        for suit in 0..if deck.cards() == 0 { 0 } else { deck.suits } {
            let anchors = Suit::of(deck, suit);
            let endings = anchors.endings()?;
            let total = endings[0].iter().try_fold(0u64, |sum, &ways| sum.checked_add(ways))?;
            let bits = u64::BITS - total.leading_zeros();
            if shift + bits > u128::BITS {
                (word, shift) = (word + 1, 0);
            }
            if word == WORDS {
                return None;
            }
            for (rank, endings) in endings.iter().enumerate() {
                let mut before = 0;
                for (cell, &ways) in anchors.cells[rank].iter().zip(endings) {
                    if let (Some(cell), true) = (*cell, ways > 0) {
                        parts[rank * deck.suits + suit][cell][word] = u128::from(before) << shift;
                    }
                    before += ways;
                }
            }
            shift += bits;
        }
        Some(Self { parts })
    }

    /// What a card adds to the number on a cell.
    pub fn part(&self, card: usize, cell: u8) -> Number<WORDS> {
        self.parts[card][cell as usize % MOST_CELLS]
    }

    /// The number of a position.
    pub fn of(&self, deck: &Deck, table: &Table) -> Number<WORDS> {
        (0..deck.cards()).fold([0; WORDS], |number, card| sum(number, self.part(card, table.place[card])))
    }

    /// The number after a card went elsewhere.
    pub fn moved(&self, number: Number<WORDS>, card: usize, from: u8, to: u8) -> Number<WORDS> {
        let (from, to) = (self.part(card, from), self.part(card, to));
        std::array::from_fn(|word| number[word].wrapping_add(to[word]).wrapping_sub(from[word]))
    }
}

fn sum<const WORDS: usize>(one: Number<WORDS>, other: Number<WORDS>) -> Number<WORDS> {
    std::array::from_fn(|word| one[word].wrapping_add(other[word]))
}

#[cfg(test)]
mod tests {
    use super::super::strata::tests::shuffled;
    use super::*;
    use crate::game::{Game, id_of};
    use crate::puzzle::Puzzle;
    use crate::rng::Stream;
    use std::collections::HashMap;

    #[test]
    fn along_random_plays_each_anchor_may_follow_and_numbers_are_one_to_one() {
        let sizes =
            [(4, 13), (5, 12), (8, 8), (6, 10), (7, 9), (1, 13), (4, 4), (3, 5), (4, 3), (2, 6), (3, 1)];
        for index in 0..330 {
            let (suits, ranks) = sizes[index as usize % sizes.len()];
            let challenge = shuffled(suits, ranks, 5000 + index);
            let deck = Deck::new(&challenge);
            let numbers = Numbers::<2>::new(&deck).unwrap();
            let anchors: Vec<Suit> =
                (0..if ranks > 1 { suits } else { 0 }).map(|suit| Suit::of(&deck, suit)).collect();
            let mut random = Stream::new(&["numbers"], index);
            let mut known: HashMap<Number<2>, super::super::Grid> = HashMap::new();
            let mut grid = challenge.start();
            for step in 0..600 {
                let table = Deck::new(&challenge.starting_at(&grid).unwrap()).start;
                assert_eq!(*known.entry(numbers.of(&deck, &table)).or_insert(grid), grid);
                for (suit, anchors) in anchors.iter().enumerate() {
                    let anchor_of = |rank: usize| {
                        let place = table.place[rank * suits + suit] as usize;
                        anchors.cells[rank].iter().position(|cell| *cell == Some(place)).unwrap()
                    };
                    for rank in 0..ranks - 2 {
                        let may = anchors.followers(rank, anchor_of(rank));
                        assert!(anchor_of(rank + 1) < may, "{}", id_of(&challenge));
                    }
                }
                let mut moves = Vec::new();
                challenge.moves(&grid, &mut moves);
                let Some(&mv) = random.choose(&moves) else { break };
                challenge.play(&mut grid, mv);
                if step == 0 {
                    assert!(numbers.of(&deck, &table) == [0, 0], "as it was dealt");
                }
            }
        }
    }

    #[test]
    fn the_full_deck_needs_less_than_a_word() {
        assert!((0..200).all(|index| Numbers::<1>::new(&Deck::new(&shuffled(4, 13, index))).is_some()));
    }
}

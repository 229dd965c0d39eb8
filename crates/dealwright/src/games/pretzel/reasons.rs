//! Why a Pretzel is dead from the beginning: cyclic blockades, spelled out.
//!
//! In a simpler game cards and holes are never used up: a card may be in all places it could ever go to, and a cell that can
//! be left counts as a hole. A card that never moves even there never moves. It is worked out here on plain cells, without
//! the solver's compact positions, and the tests compare the two.

use super::Pretzel;
use crate::explain::Cause;
use crate::kit::cards::Card;
use crate::puzzle::Puzzle;
use crate::square::Square;

impl Pretzel {
    /// Crabs and duels, or a longer blockade.
    pub(super) fn named_reasons(&self) -> Vec<Cause> {
        if self.free_rows || self.is_solved(&self.start) {
            return Vec::new();
        }
        let mut causes = self.crabs();
        causes.extend(self.duels());
        if causes.is_empty() {
            causes.extend(self.blockade());
        }
        causes
    }
}

/// Where each card can be in the simpler game.
struct Reach {
    /// By suit and rank (the ace is 1): cells as bits.
    cells: Vec<Vec<u64>>,
}

impl Pretzel {
    /// The cell where a card belongs, with fixed rows.
    pub(super) fn home(&self, card: Card) -> usize {
        card.suit() as usize * self.ranks as usize + card.rank() as usize - 2
    }

    fn at(&self, card: Card) -> Option<(usize, Square)> {
        self.place_of(&self.start, card).map(|cell| (cell, self.square(cell)))
    }

    /// Suits whose three lies where the two belongs, while the two lies in the last column.
    pub(super) fn crabs(&self) -> Vec<Cause> {
        (0..self.suits).filter_map(|suit| self.crab(suit)).collect()
    }

    fn crab(&self, suit: u8) -> Option<Cause> {
        if self.ranks < 3 {
            return None;
        }
        let (two, three) = (Card::new(2, suit), Card::new(3, suit));
        let ((two_at, two_square), (three_at, three_square)) = (self.at(two)?, self.at(three)?);
        let columns = self.ranks as usize;
        (three_at == self.home(two) && two_at % columns == columns - 1).then(|| Cause {
            name: "Ducking Crab",
            words: format!(
                "{three} lies on {three_square}, the place of {two}, and {two} lies on {two_square} in the last column. \
                 {three} could only follow {two}, and there is no cell after it."
            ),
            squares: vec![three_square, two_square],
        })
    }

    /// Circles of twos on each other's places.
    pub(super) fn duels(&self) -> Vec<Cause> {
        if self.ranks < 2 {
            return Vec::new();
        }
        self.circles(
            2,
            "Duelling Deuces",
            "A two can only move to its own place, so none of them can ever move.",
        )
    }

    /// Cards of one rank on each other's places in a circle, and holes that nothing can fill. Neither is always dead: a card of the
    /// circle may follow the card before it elsewhere, and a last card may move on.
    pub(super) fn eye_catchers(&self) -> Vec<Cause> {
        if self.free_rows {
            return Vec::new();
        }
        let why = "Each can go home only after another of them, unless the card before it lies elsewhere.";
        let mut found: Vec<Cause> =
            (3..=self.ranks).flat_map(|rank| self.circles(rank, "circle of equals", why)).collect();
        let columns = self.ranks as usize;
        for cell in (1..self.cells()).filter(|cell| cell % columns != 0 && self.start.0[*cell].is_none()) {
            let Some(last) = self.start.0[cell - 1].filter(|card| card.rank() == self.ranks) else {
                continue;
            };
            let (hole, square) = (self.square(cell), self.square(cell - 1));
            found.push(Cause {
                name: "hole after a last card",
                words: format!("Nothing can go to {hole} as long as {last} lies on {square}."),
                squares: vec![square, hole],
            });
        }
        found
    }

    /// Circles of cards of one rank on each other's places.
    fn circles(&self, rank: u8, name: &'static str, why: &str) -> Vec<Cause> {
        let mut causes = Vec::new();
        let mut seen = vec![false; self.suits as usize];
        let lies_on = |suit: u8| {
            let (cell, _) = self.at(Card::new(rank, suit))?;
            (0..self.suits).find(|&other| self.home(Card::new(rank, other)) == cell)
        };
        for first in 0..self.suits {
            let mut circle = vec![first];
            let mut at = lies_on(first);
            while let Some(suit) = at.filter(|suit| !circle.contains(suit)) {
                circle.push(suit);
                at = lies_on(suit);
            }
            if at != Some(first) || circle.len() < 2 || seen[first as usize] {
                continue;
            }
            circle.iter().for_each(|&suit| seen[suit as usize] = true);
            let steps: Vec<String> = circle
                .iter()
                .map(|&suit| {
                    let on = lies_on(suit).map_or(String::new(), |row| Card::new(rank, row).to_string());
                    format!("{} lies on the place of {on}", Card::new(rank, suit))
                })
                .collect();
            causes.push(Cause {
                name,
                words: format!("{}. {why}", steps.join(", ")),
                squares: circle.iter().filter_map(|&suit| Some(self.at(Card::new(rank, suit))?.1)).collect(),
            });
        }
        causes
    }

    /// The simpler game, played to the end.
    fn reach(&self) -> Reach {
        let (suits, ranks) = (self.suits as usize, self.ranks as usize);
        let cell_bit = |cell: usize| 1u64 << cell;
        let place = |suit: usize, rank: usize| self.place_of(&self.start, Card::new(rank as u8, suit as u8));
        let mut cells: Vec<Vec<u64>> = (0..suits)
            .map(|suit| {
                (0..=ranks)
                    .map(|rank| if rank < 2 { 0 } else { place(suit, rank).map_or(0, cell_bit) })
                    .collect()
            })
            .collect();
        let mut holes = (0..self.cells())
            .filter(|&cell| self.start.0[cell].is_none())
            .fold(0, |mask, cell| mask | cell_bit(cell));
        loop {
            let before = (holes, cells.clone());
            for (suit, cells) in cells.iter_mut().enumerate() {
                for rank in 2..=ranks {
                    let gone = self.behind(cells, suit, rank).filter(|&cell| holes & cell_bit(cell) != 0);
                    let gone = gone.fold(0, |mask, cell| mask | cell_bit(cell));
                    if gone & !cells[rank] != 0 {
                        holes |= cells[rank];
                        cells[rank] |= gone;
                    }
                }
            }
            if (holes, &cells) == (before.0, &before.1) {
                return Reach { cells };
            }
        }
    }

    /// Cells behind the places of the card before: for a two, the first of its row.
    fn behind(&self, cells: &[u64], suit: usize, rank: usize) -> impl Iterator<Item = usize> {
        let ranks = self.ranks as usize;
        let places = if rank == 2 { 0 } else { cells[rank - 1] };
        let first = (rank == 2).then_some(suit * ranks);
        let next = (0..self.cells()).filter(move |cell| places >> cell & 1 == 1 && cell % ranks != ranks - 1);
        first.into_iter().chain(next.map(|cell| cell + 1))
    }

    /// A card that never comes home, and what it waits for, until the waiting comes round or to an end.
    fn blockade(&self) -> Option<Cause> {
        let reach = self.reach();
        let card_reach = |card: Card| reach.cells[card.suit() as usize][card.rank() as usize];
        let cards =
            || (0..self.suits).flat_map(|suit| (2..=self.ranks).map(move |rank| Card::new(rank, suit)));
        let never_moves = |card: &Card| card_reach(*card).count_ones() == 1;
        let is_home = |card: &Card| card_reach(*card) >> self.home(*card) & 1 == 1;
        cards().find(|card| !is_home(card))?;
        // Some card that never moves lies on another one's place; the shortest story is told.
        let stories =
            cards().filter(|card| never_moves(card) && !is_home(card)).map(|card| self.story(card, &reach));
        let (words, squares) = stories.min_by_key(|(_, squares)| squares.len())?;
        Some(Cause { name: "cyclic blockade", words, squares })
    }

    fn story(&self, first: Card, reach: &Reach) -> (String, Vec<Square>) {
        let mut told: Vec<Card> = Vec::new();
        let mut sentences: Vec<String> = Vec::new();
        let mut card = first;
        loop {
            if told.contains(&card) {
                sentences.push(format!("That leads back to {card}, so none of them can ever move."));
                break;
            }
            told.push(card);
            let here = self.at(card).map_or(String::new(), |(_, square)| square.to_string());
            let wanted: Vec<usize> = self
                .behind(&reach.cells[card.suit() as usize], card.suit().into(), card.rank().into())
                .collect();
            let before = if card.rank() == 2 {
                format!(
                    "to the start of its row, {}",
                    self.square(card.suit() as usize * self.ranks as usize)
                )
            } else {
                format!("after {}", Card::new(card.rank() - 1, card.suit()))
            };
            let blockers: Vec<(usize, Card)> = wanted
                .iter()
                .filter_map(|&cell| Some((cell, self.start.0[cell].filter(|other| *other != card)?)))
                .collect();
            let Some(&(_, next)) = blockers.first() else {
                let nowhere = "where there is no cell for it";
                sentences.push(format!("{card} on {here} can only go {before}, {nowhere}."));
                break;
            };
            let there: Vec<String> = blockers
                .iter()
                .map(|(cell, other)| format!("{other} lies on {}", self.square(*cell)))
                .collect();
            sentences.push(format!("{card} on {here} can only go {before}, but {}.", there.join(" and ")));
            card = next;
        }
        let squares = told.iter().filter_map(|card| Some(self.at(*card)?.1)).collect();
        (sentences.join(" "), squares)
    }
}

#[cfg(test)]
mod tests {
    use super::super::anchors::Deck;
    use super::*;
    use crate::explain::core;
    use crate::game::Game;
    use crate::rng::Stream;
    use crate::search::bfs;
    use crate::search::{Limits, Verdict};
    use std::collections::BTreeMap;

    #[test]
    fn reasons_are_proofs_and_are_found_whenever_the_solver_sees_a_blockade() {
        let mut seen: BTreeMap<&str, u32> = BTreeMap::new();
        let mut minimal = 0;
        for index in 0..3000 {
            let (suits, ranks) = [(4, 3), (4, 4), (3, 5), (2, 6), (5, 2), (4, 5)][index as usize % 6];
            let mut cells: Vec<Option<Card>> = Vec::new();
            for suit in 0..suits as u8 {
                cells.push(None);
                cells.extend((2..=ranks as u8).map(|rank| Some(Card::new(rank, suit))));
            }
            Stream::new(&["why"], index).shuffle(&mut cells);
            let game = Pretzel::new(suits, ranks, false, &cells).unwrap();
            let deck = Deck::new(&game).unwrap();
            let dead = !deck.start().is_solved(&deck) && deck.start().is_dead(&deck);
            let reasons = game.reasons();
            assert_eq!(!reasons.is_empty(), dead, "{}", crate::game::id_of(&game));
            if dead && index % 4 == 0 {
                assert_eq!(bfs(&game, &Limits::default()).verdict, Verdict::Unsolvable);
            }
            let limits = Limits { states: 100_000, ..Limits::default() };
            if index < 120 && bfs(&game, &limits).verdict == Verdict::Unsolvable {
                let core = core(&game, &limits).unwrap();
                let verdict = |kept: &[Square]| game.is_solvable_with(kept, &limits);
                assert_eq!(verdict(&core.squares), Verdict::Unsolvable);
                for n in 0..core.squares.len() {
                    let mut fewer = core.squares.clone();
                    fewer.remove(n);
                    assert!(!core.minimal || verdict(&fewer) == Verdict::Solvable);
                }
                minimal += u32::from(core.minimal);
            }
            for reason in reasons {
                assert!(!reason.squares.is_empty() && !reason.words.is_empty());
                *seen.entry(reason.name).or_default() += 1;
            }
        }
        assert!(seen.len() == 3 && seen.values().all(|&count| count > 20), "{seen:?}");
        assert!(minimal > 20, "{minimal}");
    }
}

//! The part of a dead deal that is stuck by itself. The stock stays as it is: only cards of columns are relaxed.

use super::{Golf, chains};
use crate::games::patience::relaxed::Relaxed;
use crate::puzzle::Puzzle;
use crate::search::{Limits, Verdict};
use crate::square::Square;

impl Golf {
    /// The squares of all cards that are left in columns.
    pub(super) fn squares_left(&self) -> Vec<Square> {
        let position = self.start();
        let of_column =
            |column: usize| (0..position.height(column)).map(move |depth| self.at((depth, column)));
        (0..self.columns.len()).flat_map(of_column).collect()
    }

    /// Whether the cards of the kept squares can all go when the others are relaxed ([`crate::games::patience::relaxed`]).
    pub(super) fn solvable_with(&self, kept: &[Square], limits: &Limits) -> Verdict {
        let position = self.start();
        let (ranks, ..) = self.counted();
        let (mut stacks, mut relaxed) = (Vec::new(), 0u16);
        for (column, cards) in self.columns.iter().enumerate() {
            let mut stack = Vec::new();
            for (depth, card) in cards[..position.height(column)].iter().enumerate() {
                match kept.contains(&self.at((depth, column))) {
                    true => stack.push(card.rank() - 1),
                    false => relaxed |= 1 << (card.rank() - 1),
                }
            }
            stacks.push(stack);
        }
        if relaxed == 0 {
            // Nothing is relaxed: the game's own solver has fewer positions to look at.
            return chains::chains(self, limits).verdict;
        }
        let stock = self.stock.iter().skip(position.turned.into()).map(|card| card.rank() - 1).collect();
        let first = position.waste.rank() - 1;
        let relaxed = Relaxed { ranks, stacks, stock, first, relaxed };
        Verdict::of(relaxed.is_solvable(limits))
    }
}

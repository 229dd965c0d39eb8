//! The part of a dead deal that is stuck by itself.

use super::{BlackHole, steps};
use crate::games::patience::{flow::Ranks, relaxed::Relaxed};
use crate::puzzle::Puzzle;
use crate::search::{Limits, Verdict};
use crate::square::Square;

impl BlackHole {
    /// The squares of all cards that are left in fans.
    pub(super) fn squares_left(&self) -> Vec<Square> {
        let position = self.start();
        let of_fan = |fan: usize| (0..position.height(fan)).map(move |depth| self.square(fan, depth));
        (0..self.fans.len()).flat_map(of_fan).collect()
    }

    /// Whether the cards of the kept squares can all go when the others are relaxed ([`crate::games::patience::relaxed`]).
    pub(super) fn solvable_with(&self, kept: &[Square], limits: &Limits) -> Verdict {
        let position = self.start();
        let count = usize::from(self.ranks);
        // The ace and the two are neighbours anyway.
        let ranks = Ranks { count, wrap: count > 2, closed: false };
        let (mut stacks, mut relaxed) = (Vec::new(), 0u16);
        for (fan, cards) in self.fans.iter().enumerate() {
            let mut stack = Vec::new();
            for (depth, card) in cards[..position.height(fan)].iter().enumerate() {
                match kept.contains(&self.square(fan, depth)) {
                    true => stack.push(card.rank() - 1),
                    false => relaxed |= 1 << (card.rank() - 1),
                }
            }
            stacks.push(stack);
        }
        if relaxed == 0 {
            // Nothing is relaxed: the game's own solver knows more about numbers of ranks.
            return steps::steps(self, limits).verdict;
        }
        let first = position.base.rank() - 1;
        let relaxed = Relaxed { ranks, stacks, stock: Vec::new(), first, relaxed };
        Verdict::of(relaxed.is_solvable(limits))
    }
}

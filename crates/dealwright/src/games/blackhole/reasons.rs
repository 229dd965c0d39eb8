//! Named dead ends and measures.

use super::BlackHole;
use crate::explain::Cause;
use crate::kit::cards::{Card, rank_letter};
use crate::puzzle::Puzzle;

/// Cards that can never be reached.
pub(super) const WALLED_OFF: &str = "walled-off cards";

impl BlackHole {
    /// How many cards of each fan could come onto the base if a card needed no more than to be uncovered and that some card of a
    /// neighbouring rank could be there at some time. That takes a solution's every condition but its order, so a card that is not
    /// among them is never played.
    fn reachable(&self) -> (Vec<usize>, u16) {
        let position = self.start();
        let mut left: Vec<usize> = (0..self.fans.len()).map(|fan| position.height(fan)).collect();
        let ranks = u32::from(self.ranks);
        let mut there = 1u16 << (position.base.rank() - 1);
        loop {
            let around =
                (there << 1 | there >> (ranks - 1) | there >> 1 | there << (ranks - 1)) & ((1 << ranks) - 1);
            let mut changed = false;
            for (fan, left) in left.iter_mut().enumerate() {
                while let Some(card) = left.checked_sub(1).map(|top| self.fans[fan][top]) {
                    let bit = 1 << (card.rank() - 1);
                    if around & bit == 0 {
                        break;
                    }
                    (*left, changed) = (*left - 1, true);
                    there |= bit;
                }
            }
            if !changed {
                return (left, there);
            }
        }
    }

    pub(super) fn named_reasons(&self) -> Vec<Cause> {
        let (left, there) = self.reachable();
        if left.iter().all(|left| *left == 0) || self.has_no_first_move() {
            return Vec::new();
        }
        let next = |(fan, left): (usize, &usize)| Some((fan, left.checked_sub(1)?));
        let next: Vec<(usize, usize)> = left.iter().enumerate().filter_map(next).collect();
        let cards: Vec<String> = next.iter().map(|&(fan, at)| self.fans[fan][at].to_string()).collect();
        let ranks: Vec<String> = (0..self.ranks)
            .filter(|rank| there >> rank & 1 == 1)
            .map(|rank| rank_letter(rank + 1).to_string())
            .collect();
        let words = format!(
            "Only cards of the ranks {} can ever be on the base. None of {} is next to one of these ranks, and all that is left lies \
             under them.",
            ranks.join(" "),
            cards.join(", ")
        );
        let squares = next.iter().map(|&(fan, at)| self.square(fan, at)).collect();
        vec![Cause { name: WALLED_OFF, words, squares }]
    }

    fn has_no_first_move(&self) -> bool {
        let mut moves = Vec::new();
        self.moves(&self.start(), &mut moves);
        moves.is_empty()
    }

    pub(super) fn measured(&self) -> Vec<(&'static str, f64)> {
        let pairs = |test: &dyn Fn(Card, Card) -> bool| {
            let pairs = self.fans.iter().flat_map(|fan| fan.windows(2));
            pairs.filter(|two| test(two[0], two[1])).count() as f64
        };
        let mut moves = Vec::new();
        self.moves(&self.start(), &mut moves);
        vec![
            ("links", pairs(&|below, above| self.fits(below, above))),
            ("likes", pairs(&|below, above| below.rank() == above.rank())),
            ("openings", moves.len() as f64),
        ]
    }
}

//! Named dead ends and measures.

use super::Golf;
use crate::explain::Cause;
use crate::games::patience::flow::{Counts, Ranks};
use crate::kit::cards::{Card, MOST_RANKS, rank_letter};
use crate::puzzle::Puzzle;

/// Cards that can never be reached.
pub(super) const WALLED_OFF: &str = "walled-off cards";
/// Ranks that are too many for their neighbours.
pub(super) const CROWDED: &str = "crowded ranks";

impl Golf {
    /// How many cards of each column are left if a card needs no more than to be uncovered and that some card it fits onto is on the
    /// waste at some time, and the ranks that are there at some time. That takes a solution's every condition but its order, so
    /// a card that is left is never played.
    fn reachable(&self) -> (Vec<usize>, u16) {
        let position = self.start();
        let mut left: Vec<usize> = (0..self.columns.len()).map(|column| position.height(column)).collect();
        let to_come = self.stock.iter().skip(position.turned.into()).chain([&position.waste]);
        let mut there = to_come.fold(0u16, |there, card| there | 1 << (card.rank() - 1));
        loop {
            let mut changed = false;
            for (column, left) in left.iter_mut().enumerate() {
                while let Some(card) = left.checked_sub(1).map(|top| self.columns[column][top]) {
                    let onto = (0..self.ranks).filter(|rank| there >> rank & 1 == 1);
                    if !onto.into_iter().any(|rank| self.fits(card, Card::new(rank + 1, 0))) {
                        break;
                    }
                    (*left, changed) = (*left - 1, true);
                    there |= 1 << (card.rank() - 1);
                }
            }
            if !changed {
                return (left, there);
            }
        }
    }

    /// The ranks as numbers, cards of each rank in the columns, and cards of each rank that are still turned up.
    pub(super) fn counted(&self) -> (Ranks, Counts, Counts) {
        let position = self.start();
        let (mut columns, mut turned) = ([0; MOST_RANKS], [0; MOST_RANKS]);
        for (column, cards) in self.columns.iter().enumerate() {
            cards[..position.height(column)]
                .iter()
                .for_each(|card| columns[usize::from(card.rank()) - 1] += 1);
        }
        let to_come = self.stock.iter().skip(position.turned.into()).chain([&position.waste]);
        to_come.for_each(|card| turned[usize::from(card.rank()) - 1] += 1);
        let ranks =
            Ranks { count: self.ranks.into(), wrap: self.wrap && self.ranks > 2, closed: self.kings_closed };
        (ranks, columns, turned)
    }

    pub(super) fn named_reasons(&self) -> Vec<Cause> {
        let mut causes = Vec::new();
        let (left, there) = self.reachable();
        let next = |(column, left): (usize, &usize)| Some((column, left.checked_sub(1)?));
        let next: Vec<(usize, usize)> = left.iter().enumerate().filter_map(next).collect();
        if !next.is_empty() {
            let cards: Vec<String> =
                next.iter().map(|&(column, at)| self.columns[column][at].to_string()).collect();
            let ranks: Vec<String> = (0..self.ranks)
                .filter(|rank| there >> rank & 1 == 1)
                .map(|rank| rank_letter(rank + 1).to_string())
                .collect();
            let words = format!(
                "Only cards of the ranks {} can ever be on the waste. None of {} goes onto one of these, and all that is left lies under \
                 them.",
                ranks.join(" "),
                cards.join(", ")
            );
            let squares = next.iter().map(|&(column, at)| self.at((at, column))).collect();
            causes.push(Cause { name: WALLED_OFF, words, squares });
        }
        let (ranks, columns, turned) = self.counted();
        if !ranks.can_go(&columns, &turned) {
            let list = |counts: &Counts| -> String {
                let there = (0..self.ranks).filter(|rank| counts[usize::from(*rank)] > 0);
                let words =
                    there.map(|rank| format!("{}x{}", counts[usize::from(rank)], rank_letter(rank + 1)));
                words.collect::<Vec<_>>().join(" ")
            };
            let words = format!(
                "Even if nothing lay on them, the cards of the columns ({}) could not all follow on neighbours, with {} turned up.",
                list(&columns),
                list(&turned)
            );
            causes.push(Cause { name: CROWDED, words, squares: Vec::new() });
        }
        causes
    }

    pub(super) fn measured(&self) -> Vec<(&'static str, f64)> {
        let pairs = |test: &dyn Fn(Card, Card) -> bool| {
            let pairs = self.columns.iter().flat_map(|column| column.windows(2));
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

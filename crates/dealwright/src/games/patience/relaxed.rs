//! The part of a dead deal that is stuck by itself, in games in which cards go one by one onto a neighbouring rank.
//!
//! A card that is *relaxed* is off the table: it covers nothing and need not go. Cards of its rank are put onto the heap as often as one likes, whenever
//! a neighbour is there. Relaxing more never makes a dead deal of a solvable one: play what is left of the solution, and
//! for each relaxed card one of its rank.
//!
//! So a position is the kept cards that are left, how much of the stock is turned up, and the ranks that can be on the heap now: that of the card
//! put there last, and all that are reached from it over ranks of relaxed cards.

use super::MOST_CARDS;
use super::flow::{Counts, Ranks};
use crate::kit::cards::MOST_RANKS;
use crate::search::{Keys, Limits, Reason};

/// Cards that stand for as many as one likes.
const PLENTY: i8 = 40;

/// A deal with some cards relaxed. Ranks are counted from 0.
pub(in super::super) struct Relaxed {
    pub ranks: Ranks,
    /// The kept cards of each stack, from the bottom one on.
    pub stacks: Vec<Vec<u8>>,
    /// What is turned up, in this order.
    pub stock: Vec<u8>,
    /// The rank on the heap.
    pub first: u8,
    /// The ranks of relaxed cards, a bit for each.
    pub relaxed: u16,
}

#[derive(Clone, Copy)]
struct Place {
    heights: [u8; MOST_CARDS],
    turned: u8,
    /// The ranks that can be on the heap.
    there: u16,
    /// The rank that was put there last.
    last: u8,
}

impl Relaxed {
    /// Whether all kept cards can go.
    pub fn is_solvable(&self, limits: &Limits) -> Result<bool, Reason> {
        let reached: Vec<u16> = (0..self.ranks.count as u8).map(|rank| self.reached_from(rank)).collect();
        let mut seen: Keys<u128> = Keys::new(limits);
        let mut start = Place {
            heights: [0; MOST_CARDS],
            turned: 0,
            there: reached[usize::from(self.first)],
            last: self.first,
        };
        for (height, stack) in start.heights.iter_mut().zip(&self.stacks) {
            *height = stack.len() as u8;
        }
        self.settle(&mut start, &reached);
        seen.insert(self.key(&start))?;
        let mut path = vec![start];
        while let Some(place) = path.pop() {
            if place.heights.iter().all(|height| *height == 0) {
                return Ok(true);
            }
            if !self.can_go(&place) {
                continue;
            }
            let mut go_to = |mut next: Place, rank: u8| -> Result<(), Reason> {
                (next.there, next.last) = (reached[usize::from(rank)], rank);
                self.settle(&mut next, &reached);
                if seen.insert(self.key(&next))? {
                    path.push(next);
                }
                Ok(())
            };
            if let Some(&rank) = self.stock.get(usize::from(place.turned)) {
                go_to(Place { turned: place.turned + 1, ..place }, rank)?;
            }
            for stack in 0..self.stacks.len() {
                let Some(top) = self.top(&place, stack).filter(|top| self.fits(*top, place.there)) else {
                    continue;
                };
                // Of bare cards of one rank one is enough.
                let like = |other: usize| place.heights[other] == 1 && self.top(&place, other) == Some(top);
                if place.heights[stack] == 1 && (0..stack).any(like) {
                    continue;
                }
                let mut next = place;
                next.heights[stack] -= 1;
                go_to(next, top)?;
            }
        }
        Ok(false)
    }

    fn top(&self, place: &Place, stack: usize) -> Option<u8> {
        self.stacks[stack].get(usize::from(place.heights[stack]).checked_sub(1)?).copied()
    }

    /// The ranks onto which nothing goes are taken out of these.
    fn open(&self, ranks: u16) -> u16 {
        if self.ranks.closed { ranks & !(1 << (self.ranks.count - 1)) } else { ranks }
    }

    /// The ranks that fit onto one of these.
    fn around(&self, ranks: u16) -> u16 {
        let (n, open) = (self.ranks.count, self.open(ranks));
        let round = if self.ranks.wrap { open >> (n - 1) | open << (n - 1) } else { 0 };
        (open << 1 | open >> 1 | round) & ((1 << n) - 1)
    }

    fn fits(&self, rank: u8, there: u16) -> bool {
        self.around(there) >> rank & 1 == 1
    }

    /// The ranks that can be on the heap after one of this rank, if nothing but relaxed cards is played.
    fn reached_from(&self, rank: u8) -> u16 {
        let mut there = 1u16 << rank;
        loop {
            let more = there | self.around(there) & self.relaxed;
            if more == there {
                return there;
            }
            there = more;
        }
    }

    /// Kept cards go at once where a relaxed card of their rank can be on the heap and nothing is given up by going there. Nothing is lost: what
    /// they may bear goes onto that rank later too, and what they cover is open.
    fn settle(&self, place: &mut Place, reached: &[u16]) {
        let mut stack = 0;
        while stack < self.stacks.len() {
            let goes = self.top(place, stack).filter(|top| {
                let is_relaxed = (self.relaxed & place.there) >> top & 1 == 1;
                is_relaxed && reached[usize::from(*top)] == place.there && self.fits(*top, place.there)
            });
            match goes {
                Some(_) => place.heights[stack] -= 1,
                None => stack += 1,
            }
        }
    }

    /// Whether numbers of cards of each rank allow for a solution; relaxed ones are there in plenty.
    fn can_go(&self, place: &Place) -> bool {
        let (mut left, mut turned): (Counts, Counts) = ([0; MOST_RANKS], [0; MOST_RANKS]);
        for (stack, height) in self.stacks.iter().zip(place.heights) {
            stack[..usize::from(height)].iter().for_each(|rank| left[usize::from(*rank)] += 1);
        }
        self.stock[usize::from(place.turned)..].iter().for_each(|rank| turned[usize::from(*rank)] += 1);
        turned[usize::from(place.last)] += 1;
        for (rank, turned) in turned.iter_mut().enumerate().filter(|(rank, _)| self.relaxed >> rank & 1 == 1)
        {
            debug_assert!(rank < self.ranks.count);
            *turned = PLENTY;
        }
        self.ranks.can_go(&left, &turned)
    }

    /// Two positions with equal keys have the same cards left and the same ranks on the heap.
    fn key(&self, place: &Place) -> u128 {
        let heights = self.stacks.iter().zip(place.heights);
        let key = heights.fold(0u128, |key, (stack, height)| {
            key << (usize::BITS - stack.len().leading_zeros()) | u128::from(height)
        });
        key << 21 | u128::from(place.turned) << 16 | u128::from(place.there)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::Stream;
    use std::collections::HashSet;

    /// The same question by plain search, with moves of relaxed cards one by one.
    fn plainly(relaxed: &Relaxed) -> bool {
        let n = relaxed.ranks.count as u8;
        let fits = |card: u8, heap: u8| {
            let apart = card.abs_diff(heap);
            (apart == 1 || relaxed.ranks.wrap && apart == n - 1) && !(relaxed.ranks.closed && heap == n - 1)
        };
        let heights: Vec<usize> = relaxed.stacks.iter().map(Vec::len).collect();
        let mut seen = HashSet::from([(heights.clone(), 0, relaxed.first)]);
        let mut todo = vec![(heights, 0, relaxed.first)];
        while let Some((heights, turned, heap)) = todo.pop() {
            if heights.iter().all(|height| *height == 0) {
                return true;
            }
            let mut next: Vec<(Vec<usize>, usize, u8)> = Vec::new();
            for (stack, cards) in relaxed.stacks.iter().enumerate() {
                if heights[stack] > 0 && fits(cards[heights[stack] - 1], heap) {
                    let mut less = heights.clone();
                    less[stack] -= 1;
                    next.push((less, turned, cards[heights[stack] - 1]));
                }
            }
            let ghosts = (0..n).filter(|rank| relaxed.relaxed >> rank & 1 == 1 && fits(*rank, heap));
            next.extend(ghosts.map(|rank| (heights.clone(), turned, rank)));
            next.extend(relaxed.stock.get(turned).map(|rank| (heights.clone(), turned + 1, *rank)));
            todo.extend(next.into_iter().filter(|position| seen.insert(position.clone())));
        }
        false
    }

    #[test]
    fn what_goes_with_some_cards_relaxed_agrees_with_plain_search() {
        let mut solvable = [0; 2];
        for index in 0..6000 {
            let mut random = Stream::new(&["relaxed"], index);
            let count = 2 + random.below(6) as usize;
            let [wrap, closed] = [[true, false], [false, false], [false, true]][index as usize % 3];
            let ranks = Ranks { count, wrap: wrap && count > 2, closed };
            let relaxed = random.below(1 << count) as u16 & random.below(1 << count) as u16;
            let mut card = || random.below(count as u32) as u8;
            let (first, stacks) = (card(), (0..4).map(|n| (0..n).map(|_| card()).collect()).collect());
            let stock = (0..index % 4).map(|_| card()).collect();
            let deal = Relaxed { ranks, stacks, stock, first, relaxed };
            let found = deal.is_solvable(&Limits::default());
            assert_eq!(found, Ok(plainly(&deal)), "{index}");
            solvable[usize::from(found == Ok(true))] += 1;
        }
        assert!(solvable.iter().all(|number| *number > 800), "{solvable:?}");
    }
}

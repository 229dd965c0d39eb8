//! How many boards meet what is asked of a deal, where only a few places decide that: everything that can lie on these is
//! tried, and the rest is counted as always.

use super::super::arrange::sequences;
use super::super::condition::Test;
use super::super::deal::Dealer;
use super::blocks::{Block, Blocks};
use crate::dealing::Dice;
use num_bigint::BigUint;
use num_traits::{One, Zero};
use std::collections::{BTreeSet, HashMap};

/// Ways to fill the places that decide, up to which they are tried.
const MOST_TRIED: u32 = 200_000;

/// Boards that meet everything that is asked; none where a look at the whole board decides it, where hands bring about boards
/// that shuffling does not, or where too many places are concerned.
pub(super) fn arrangements(dealer: &Dealer<'_>, blocks: &Blocks) -> Option<BigUint> {
    if !dealer.fixes_add_nothing() {
        return None;
    }
    let mut asked: BTreeSet<usize> = BTreeSet::new();
    for (what, _) in dealer.setup.asked() {
        let Test::Cells { scopes, .. } = &what.test else { return None };
        asked.extend(scopes.iter().flatten());
    }
    let all = blocks.blocks.iter().enumerate();
    let seats = all.flat_map(|(number, block)| (0..block.seats.len()).map(move |seat| (number, seat)));
    let decides = |&(block, seat): &(usize, usize)| {
        blocks.blocks[block].seats[seat].cells.iter().any(|cell| asked.contains(cell))
    };
    let seats: Vec<(usize, usize)> = seats.filter(decides).collect();
    let mut walk = Walk {
        dealer,
        blocks: &blocks.blocks,
        seats: &seats,
        // Dice that are rolled for the game lie on cells of their own, which no condition looks at.
        cells: vec![0; blocks.cells],
        left: blocks.blocks.iter().map(|block| block.counts.clone()).collect(),
        rest: HashMap::new(),
        tried: 0,
    };
    walk.from(0)
}

struct Walk<'a> {
    dealer: &'a Dealer<'a>,
    blocks: &'a [Block],
    /// The seats that decide, as numbers of a block and of a seat in it.
    seats: &'a [(usize, usize)],
    cells: Vec<u8>,
    /// Pieces of each kind that are left in each block.
    left: Vec<Vec<usize>>,
    /// What was worked out before: in how many ways the rest of a block can lie.
    rest: HashMap<(usize, Vec<usize>), BigUint>,
    tried: u32,
}

impl Walk<'_> {
    fn from(&mut self, number: usize) -> Option<BigUint> {
        let Some(&(block, seat)) = self.seats.get(number) else {
            self.tried += 1;
            let is_good = || self.dealer.accepts(&self.cells, &Dice::default());
            return match self.tried > MOST_TRIED {
                true => None,
                false if is_good() => Some(self.others()),
                false => Some(BigUint::zero()),
            };
        };
        let blocks = self.blocks;
        let here = &blocks[block].seats[seat];
        let mut sum = BigUint::zero();
        for (kind, views) in blocks[block].views[here.sort].iter().enumerate() {
            if self.left[block][kind] == 0 {
                continue;
            }
            self.left[block][kind] -= 1;
            for view in views {
                for (&cell, &symbol) in here.cells.iter().zip(view) {
                    // The dice of the game come after the cells.
                    if let Some(shown) = self.cells.get_mut(cell) {
                        *shown = symbol;
                    }
                }
                sum += self.from(number + 1)?;
            }
            self.left[block][kind] += 1;
        }
        Some(sum)
    }

    /// In how many ways everything else can lie.
    fn others(&mut self) -> BigUint {
        let mut product = BigUint::one();
        for (number, block) in self.blocks.iter().enumerate() {
            let decided = self.seats.iter().filter(|(own, _)| *own == number).count();
            let left = &self.left[number];
            let ways = self.rest.entry((number, left.clone())).or_insert_with(|| block.ways(left, decided));
            product *= &*ways;
        }
        product
    }
}

impl Block {
    /// In how many ways these pieces of each kind can lie on all but so many of its seats.
    fn ways(&self, left: &[usize], decided: usize) -> BigUint {
        sequences(left, &self.looks, self.seats.len() - decided)
    }
}

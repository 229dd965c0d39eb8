//! Why a BoxOff board is dead.

use super::sets::Bits;
use super::{BoxOff, Pair, letter};
use crate::explain::Cause;
use crate::puzzle::Puzzle;
use crate::square::Square;
use crate::text::listed;

impl BoxOff {
    /// Squares that block each other, or pairs that do.
    pub(super) fn named_reasons(&self) -> Vec<Cause> {
        let pairs = self.standing_pairs();
        let stuck = left_over(&pairs, self.start(), 0);
        let sets = Bits(stuck).map(|square| blocking_set(&pairs, square, stuck));
        let Some(smallest) = sets.min_by_key(|set| set.count_ones()) else {
            return self.without_partners(pairs).into_iter().collect();
        };
        let faces = self.faces(smallest);
        let words = match faces.as_slice() {
            [one] => format!("{one} has no partner left."),
            _ => format!(
                "{} block each other: whichever of them is to be removed first, another one is in the box around it and any \
                 partner of its colour.",
                listed(&faces)
            ),
        };
        vec![Cause { name: "blocked colours", words, squares: self.squares(smallest) }]
    }
}

/// Squares that cannot go with these pairs, even if partners were never used up, as long as those in `keep` neither go nor
/// serve.
fn left_over(pairs: &[&Pair], state: u64, keep: u64) -> u64 {
    let mut left = state;
    loop {
        let before = left;
        for pair in pairs.iter().filter(|pair| pair.both & keep == 0) {
            if left & pair.between == 0 {
                left &= !pair.both;
            }
        }
        if left == before {
            return left;
        }
    }
}

/// A set around a stuck square that is stuck by itself: the box of each of its members with any partner holds another
/// member, so none can be the first to go.
fn blocking_set(pairs: &[&Pair], first: usize, stuck: u64) -> u64 {
    let mut set = 1u64 << first;
    loop {
        let before = set;
        for pair in pairs {
            // A pair of a member that nothing of the set blocks needs a stuck square of its box in the set.
            if pair.both & set != 0 && pair.between & set == 0 {
                let blockers = pair.between & stuck;
                set |= blockers & blockers.wrapping_neg();
            }
        }
        if set == before {
            return set;
        }
    }
}

impl BoxOff {
    /// Pairs whose squares both stand at the start.
    fn standing_pairs(&self) -> Vec<&Pair> {
        self.pairs.iter().filter(|pair| pair.both & !self.start() == 0).collect()
    }

    pub(super) fn squares(&self, cells: u64) -> Vec<Square> {
        Bits(cells).map(|cell| self.square(cell)).collect()
    }

    /// "A on b3", for each.
    fn faces(&self, cells: u64) -> Vec<String> {
        Bits(cells).map(|cell| format!("{} on {}", letter(self.cells[cell]), self.square(cell))).collect()
    }

    /// Leaves out, again and again, every pair whose box cannot be emptied while both squares still stand, until a square
    /// cannot go any more or two squares have only one and the same partner. None when it comes to rest before.
    fn without_partners<'a>(&'a self, mut pairs: Vec<&'a Pair>) -> Option<Cause> {
        let state = self.start();
        let cause = |stuck: u64, why: &str| {
            let words = format!(
                "Leave out every pair whose box cannot be emptied while both of its squares are still there, then \
                 every pair that needs one of those. Then {} {why}.",
                listed(&self.faces(stuck))
            );
            Some(Cause { name: "pairs that block each other", words, squares: self.squares(stuck) })
        };
        loop {
            let left = left_over(&pairs, state, 0);
            if left != 0 {
                return cause(
                    left,
                    if left.count_ones() == 1 {
                        "has no partner any more"
                    } else {
                        "have no partners any more"
                    },
                );
            }
            // Two squares whose only partner is the same one.
            for cell in Bits(state) {
                let single: Vec<u64> = Bits(state)
                    .map(|other| 1u64 << other)
                    .filter(|&other| {
                        let mut own = pairs.iter().filter(|pair| pair.both & other != 0);
                        own.next().is_some_and(|pair| pair.both == other | 1 << cell) && own.next().is_none()
                    })
                    .filter(|&other| other != 1 << cell)
                    .collect();
                if let [one, two, ..] = single.as_slice() {
                    return cause(
                        one | two,
                        &format!(
                            "have only {} as a partner, and it cannot be removed twice",
                            self.square(cell)
                        ),
                    );
                }
            }
            let before = pairs.len();
            let empties = |pair: &&Pair| left_over(&pairs, state, pair.both) & pair.between == 0;
            pairs = pairs.iter().copied().filter(empties).collect();
            if pairs.len() == before {
                return None;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::explain::core;
    use crate::game::Game;
    use crate::rng::Stream;
    use crate::search::dfs;
    use crate::search::{Limits, Verdict};

    #[test]
    fn squares_that_block_each_other_leave_no_solution() {
        let (mut explained, mut dead) = (0, 0);
        for index in 0..4000 {
            let mut cells = [1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3].to_vec();
            Stream::new(&["reasons"], index).shuffle(&mut cells);
            let board = BoxOff::new(3, 4, cells).unwrap();
            let unsolvable = dfs(&board, &Limits::default()).verdict == Verdict::Unsolvable;
            let reasons = board.reasons();
            dead += u32::from(unsolvable);
            explained += u32::from(!reasons.is_empty());
            assert!(!unsolvable || reasons.len() <= 1);
            assert!(reasons.is_empty() || unsolvable);
            if unsolvable && index < 400 {
                let core = core(&board, &Limits::default()).unwrap();
                assert!(core.minimal);
                let verdict = |kept: &[Square]| board.is_solvable_with(kept, &Limits::default());
                assert_eq!(verdict(&core.squares), Verdict::Unsolvable);
                for n in 0..core.squares.len() {
                    let mut fewer = core.squares.clone();
                    fewer.remove(n);
                    assert_eq!(verdict(&fewer), Verdict::Solvable);
                }
            }
            for reason in reasons.iter().filter(|reason| reason.name == "blocked colours") {
                // The set proves it: each member's box with any partner holds another member.
                let cell = |square| 1u64 << board.cell(square).unwrap();
                let set = reason.squares.iter().fold(0, |set, square| set | cell(*square));
                for pair in board.pairs.iter().filter(|pair| pair.both & set != 0) {
                    assert!(pair.between & set != 0, "{reason:?}");
                }
            }
        }
        assert!(dead > 100 && explained > 50, "{explained} of {dead} explained");
    }
}

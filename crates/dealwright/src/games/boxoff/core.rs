//! The part of a dead BoxOff board that is stuck by itself.
//!
//! A square that is *relaxed* is out of the way, need not go, and may serve as a partner as often as one likes. Relaxing
//! more never makes a solvable board unsolvable: every removal stays possible, with a partner or with its ghost.

use super::{BoxOff, Pair};
use crate::puzzle::Puzzle;
use crate::search::{Keys, Limits, Reason};

impl BoxOff {
    /// Whether the squares of `kept` can all go when all others are relaxed.
    pub(super) fn solvable_with(&self, kept: u64, limits: &Limits) -> Result<bool, Reason> {
        let ghosts = self.start() & !kept;
        let mut seen = Keys::new(limits);
        self.clears(kept, ghosts, &mut seen)
    }

    fn clears(&self, standing: u64, ghosts: u64, seen: &mut Keys<u64>) -> Result<bool, Reason> {
        if standing == 0 {
            return Ok(true);
        }
        if !seen.insert(standing)? {
            return Ok(false);
        }
        let can_go = |pair: &&Pair| {
            pair.both & standing != 0 && pair.both & !(standing | ghosts) == 0 && pair.between & standing == 0
        };
        for pair in self.pairs.iter().filter(can_go) {
            if self.clears(standing & !pair.both, ghosts, seen)? {
                return Ok(true);
            }
        }
        Ok(false)
    }
}

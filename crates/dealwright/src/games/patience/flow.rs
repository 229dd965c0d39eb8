//! Whether the cards of the columns could be taken off if nothing covered them and the stock came in any order: a question about
//! ranks alone, asked at every position of a search.
//!
//! What is played onto one turned-up card until the next is a chain of neighbours. So in a solution every card of the columns arrives once, on a
//! card one rank lower or higher; and every card that was ever on top, of the columns or turned up, is left at most once.
//! Let c(r) cards of rank r be in the columns and s(r) be turned up, the top card of the waste among these. If a(r) of
//! the c(r) arrive from the rank below, c(r) - a(r) arrive from the rank above. From rank r go those that arrive at r + 1 from below and at r - 1
//! from above:
//!
//! ```text
//! a(r + 1) + c(r - 1) - a(r - 1) <= c(r) + s(r)         0 <= a(r) <= c(r)
//! ```
//!
//! Where the king and the ace are no neighbours, nothing arrives at the ace from below, a = 0, nor at the king from above, a = c. Where
//! nothing goes onto kings, the right side is 0 for them. These are only upper bounds for some a by another a, so there is a
//! greatest solution if there is any: begin with a = c and lower what is too large until nothing is, or something would be less than
//! it may be. Then there is no solution of the challenge either.

use crate::kit::cards::MOST_RANKS;

/// Cards of each rank, from the ace on.
pub(in super::super) type Counts = [i8; MOST_RANKS];

/// The rules as far as ranks go.
#[derive(Clone, Copy)]
pub(in super::super) struct Ranks {
    /// How many there are.
    pub count: usize,
    /// Whether the highest and the lowest are neighbours.
    pub wrap: bool,
    /// Whether nothing goes onto the highest.
    pub closed: bool,
}

impl Ranks {
    /// Whether cards could be taken off columns with what is turned up.
    pub fn can_go(self, columns: &Counts, turned: &Counts) -> bool {
        let n = self.count;
        let room = |rank: usize| match self.closed && rank == n - 1 {
            true => 0,
            false => columns[rank] + turned[rank],
        };
        let mut below = *columns;
        if !self.wrap {
            below[0] = 0;
            if n > 1 && below[1] > room(0) {
                below[1] = room(0);
            }
            for rank in 1..n - 1 {
                let most = room(rank) - columns[rank - 1] + below[rank - 1];
                if most < 0 {
                    return false;
                }
                below[rank + 1] = below[rank + 1].min(most);
            }
            return below[n - 1] == columns[n - 1] && columns[n - 2] - below[n - 2] <= room(n - 1);
        }
        loop {
            let mut changed = false;
            for rank in 0..n {
                let (before, after) = ((rank + n - 1) % n, (rank + 1) % n);
                let most = room(rank) - columns[before] + below[before];
                if most < 0 {
                    return false;
                }
                if most < below[after] {
                    (below[after], changed) = (most, true);
                }
            }
            if !changed {
                return true;
            }
        }
    }
}

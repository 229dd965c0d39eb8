//! Whether cards that are left can be played at all if nothing covers them: that is a question about their ranks alone.
//!
//! **Theorem.** Ranks lie in a circle of `n`. The cards are played in some order if and only if there is a walk on the circle that
//! begins at the base's rank and comes to rank r exactly c(r) times, where c(r) cards of it are left. Write e(r) for the steps of
//! that walk between r and r + 1, in both directions together. If the walk begins at b and ends at t, then it comes to r c(r) times, and leaves it
//! as often, save that it also leaves b once without having come and does not leave t the last time:
//!
//! ```text
//! e(r - 1) + e(r) = 2 c(r) + [r = b] - [r = t]        for every r
//! ```
//!
//! Conversely, let numbers e(r) >= 0 keep these equations for some t, and let the pairs with e(r) > 0 hang together and touch b. Take e(r) lines
//! between r and r + 1. Every rank has an even number of line ends, but for b and t if they differ: by Euler's theorem there is a way along all
//! lines, each once, from b to t. It comes to r as often as the equation says: c(r) times. (With c = 0 everywhere the walk has no steps.)
//!
//! **For odd n** the equations have one solution for each t. With s(k) = 1 for even and -1 for odd k in 0..n,
//! h(r) = sum over q of c(q) s(r - q mod n) solves h(r - 1) + h(r) = 2 c(r), and
//! e(r) = h(r) + (s(r - b) - s(r - t)) / 2. So e differs from h by at most 1, and a card less of rank q changes h(r) by s(r - q). [`Odd`]
//! keeps h up to date and tries all t at once with masks.
//!
//! **For even n** the equations with e(0) = x give e(r) = (something) + (-1)^r x, and they close to a circle or not whatever x is;
//! [`exists`] tries every x that leaves no number below 0.

use crate::kit::cards::MOST_RANKS;

/// Cards left of each rank, from the ace on.
pub(super) type Counts = [u8; MOST_RANKS];

/// Whether there is such a walk, for any number of ranks from 2 on; `base` is a rank counted from 0.
pub(super) fn exists(counts: &Counts, ranks: usize, base: usize) -> bool {
    if counts[..ranks].iter().all(|count| *count == 0) {
        return true;
    }
    (0..ranks).any(|end| {
        let ends =
            |rank: usize| 2 * i32::from(counts[rank]) + i32::from(rank == base) - i32::from(rank == end);
        // e(0) = x, e(r) = ends(r) - e(r - 1): part + sign * x.
        let mut edges = [(0, 1); MOST_RANKS];
        for rank in 1..ranks {
            let (part, sign) = edges[rank - 1];
            edges[rank] = (ends(rank) - part, -sign);
        }
        let edges = &edges[..ranks];
        let (part, sign) = edges[ranks - 1];
        // The circle closes: e(0) + e(n - 1) = ends(0), that is part + (1 + sign) x = ends(0).
        let open = ends(0) - part;
        let most = 2 * counts.iter().map(|count| i32::from(*count)).max().unwrap_or(0) + 1;
        let candidates: Vec<i32> = match sign {
            1 if open % 2 == 0 => vec![open / 2],
            -1 if open == 0 => (0..=most).collect(),
            _ => return false,
        };
        candidates.into_iter().any(|x| {
            let value = |(part, sign): &(i32, i32)| part + sign * x;
            if edges.iter().any(|edge| value(edge) < 0) {
                return false;
            }
            let used = edges.iter().enumerate().filter(|(_, edge)| value(edge) > 0);
            hangs_together(used.fold(0, |mask, (r, _)| mask | 1 << r), ranks, base)
        })
    })
}

/// Whether the pairs (r, r + 1) in a mask make up one arc, or the whole circle, that touches the base.
fn hangs_together(used: u16, ranks: usize, base: usize) -> bool {
    let all = (1 << ranks) - 1;
    let before = (used << 1 | used >> (ranks - 1)) & all;
    let begins = used & !before;
    let at_base = 1 << base | 1 << ((base + ranks - 1) % ranks);
    begins.count_ones() <= 1 && used & at_base != 0
}

/// The same for an odd number of ranks, kept up to date card by card.
#[derive(Clone, Copy)]
pub(super) struct Odd {
    /// h(r) for every rank.
    steps: [i8; 16],
    left: u16,
}

/// What never changes while cards are played.
pub(super) struct Circle {
    ranks: usize,
    /// s(r - q) for each q.
    impulse: [[i8; 16]; MOST_RANKS],
    /// The ranks r with s(r - q) = 1, for each q.
    even: [u16; MOST_RANKS],
}

impl Circle {
    /// None for an even number of ranks.
    pub fn new(ranks: usize) -> Option<Self> {
        if ranks.is_multiple_of(2) || ranks < 3 {
            return None;
        }
        let mut circle = Self { ranks, impulse: [[0; 16]; MOST_RANKS], even: [0; MOST_RANKS] };
        for q in 0..ranks {
            for r in 0..ranks {
                let is_even = ((r + ranks - q) % ranks).is_multiple_of(2);
                circle.impulse[q][r] = if is_even { 1 } else { -1 };
                circle.even[q] |= u16::from(is_even) << r;
            }
        }
        Some(circle)
    }

    /// The numbers for some cards.
    pub fn of(&self, counts: &Counts) -> Odd {
        let mut odd = Odd { steps: [0; 16], left: 0 };
        for (rank, count) in counts.iter().enumerate().take(self.ranks) {
            for _ in 0..*count {
                odd.left += 1;
                odd.steps.iter_mut().zip(&self.impulse[rank]).for_each(|(h, by)| *h += by);
            }
        }
        odd
    }

    /// The numbers with a card of a rank less.
    pub fn without(&self, odd: &Odd, rank: usize) -> Odd {
        let mut less = Odd { left: odd.left - 1, ..*odd };
        less.steps.iter_mut().zip(&self.impulse[rank]).for_each(|(h, by)| *h -= by);
        less
    }

    /// Whether there is a walk from a base through all cards.
    pub fn has_walk(&self, odd: &Odd, base: usize) -> bool {
        if odd.left == 0 {
            return true;
        }
        let mask = |test: &dyn Fn(i8) -> bool| -> u16 {
            odd.steps[..self.ranks].iter().enumerate().fold(0, |mask, (r, h)| mask | u16::from(test(*h)) << r)
        };
        let small = mask(&|h| h < 2);
        if small == 0 {
            return true;
        }
        if mask(&|h| h < -1) != 0 {
            return false;
        }
        let (one, none, owed) = (mask(&|h| h == 1), mask(&|h| h == 0), mask(&|h| h == -1));
        let many = !small & ((1 << self.ranks) - 1);
        let from = self.even[base];
        self.even[..self.ranks].iter().any(|to| {
            // Where e is one more than h, and where it is one less.
            let (more, less) = (from & !to, !from & to);
            let used = many | one & !less | none & more;
            owed & !more == 0 && none & less == 0 && hangs_together(used, self.ranks, base)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashMap;

    /// By trying all walks.
    fn plain(
        counts: &mut Counts,
        ranks: usize,
        base: usize,
        known: &mut HashMap<(Counts, usize), bool>,
    ) -> bool {
        if counts.iter().all(|count| *count == 0) {
            return true;
        }
        if let Some(answer) = known.get(&(*counts, base)) {
            return *answer;
        }
        let answer = [(base + 1) % ranks, (base + ranks - 1) % ranks].into_iter().any(|next| {
            if counts[next] == 0 {
                return false;
            }
            counts[next] -= 1;
            let found = plain(counts, ranks, next, known);
            counts[next] += 1;
            found
        });
        known.insert((*counts, base), answer);
        answer
    }

    #[test]
    fn the_equations_tell_exactly_whether_there_is_a_walk() {
        for (ranks, most) in [(2, 6u8), (3, 4), (4, 3), (5, 3), (6, 2), (7, 2), (9, 1), (13, 1)] {
            let mut known = HashMap::new();
            let circle = Circle::new(ranks);
            let all = (usize::from(most) + 1).pow(ranks as u32);
            for number in (0..all).step_by(1 + all / 20_000) {
                let mut counts = [0; MOST_RANKS];
                let mut rest = number;
                for count in &mut counts[..ranks] {
                    *count = (rest % (usize::from(most) + 1)) as u8;
                    rest /= usize::from(most) + 1;
                }
                for base in 0..ranks {
                    let expected = plain(&mut counts, ranks, base, &mut known);
                    assert_eq!(exists(&counts, ranks, base), expected, "{counts:?} {ranks} {base}");
                    if let Some(circle) = &circle {
                        assert_eq!(circle.has_walk(&circle.of(&counts), base), expected, "{counts:?} {base}");
                    }
                }
            }
        }
    }
}

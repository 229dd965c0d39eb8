//! BoxOff's own solver: works out which pairs can ever be removed, then searches depth first among those.
//!
//! **Squares that can go.** Let squares that can be paired now count as gone, but stay partners for others, and go on
//! until nothing changes. Whatever any play can remove is among them: by induction every box it uses is emptied in this
//! larger sense too. A square that is left over is a proof that there is no solution.
//!
//! **Pairs that can go.** For two squares to be removed together, everything in their box must go while both still
//! stand. So do the same without letting either of them go or serve as a partner: if something in their box is left, no
//! play from here ever removes this pair, and it need not be thought of any more. That weakens other squares in turn.
//!
//! **Partners.** A square without a possible partner is dead; if it has only one, that one can go with nobody else.
//!
//! Easy boards do not need any of this: a short plain search comes first.
//!
//! All three speak of a position and everything behind it, whatever led there, so what is left out stays out further
//! down, and a position found dead is dead for good.

use super::{BoxOff, Move};
use crate::puzzle::Puzzle;
use crate::search::{Keys, Limits, Outcome, Reason};
use hashbrown::HashSet;
use rustc_hash::FxBuildHasher;

/// Both squares, and the other squares of their box.
type Pair = (u64, u64);

/// How often, in moves along a line, it is worked out anew which pairs can go. In between only squares and partners are
/// looked at, which costs far less (docs/solvers.md has figures).
const REFINE_EVERY: usize = 2;

/// Positions that a short plain search may look at.
const PROBE: u64 = 100;
/// The same on boards with more pairs than [`LARGE`].
const LARGE_PROBE: u64 = 1000;
const LARGE: usize = 150;

struct Search {
    /// Positions entered: one that is met again has no solution.
    dead: Keys<u64>,
    /// The pairs removed so far.
    line: Vec<u64>,
    /// Lists of pairs to be used again.
    spare: Vec<Vec<Pair>>,
}

/// Verdict and solution; all solutions are equally long.
pub(super) fn pairs(challenge: &BoxOff, limits: &Limits) -> Outcome<Move> {
    let start = challenge.start();
    let all: Vec<Pair> = challenge.pairs.iter().map(|pair| (pair.both, pair.between)).collect();
    let written = |line: &[u64]| line.iter().map(|&both| move_of(challenge, both)).collect();
    let mut tried = 0;
    for order in orders(challenge, &all) {
        let room =
            limits.states.saturating_sub(tried).min(if all.len() > LARGE { LARGE_PROBE } else { PROBE });
        let mut probe =
            Probe { pairs: &order, seen: HashSet::with_hasher(FxBuildHasher), line: Vec::new(), most: room };
        let found = probe.solve(start);
        tried += probe.seen.len() as u64;
        match found {
            Some(true) => return Outcome::solved(challenge, written(&probe.line), true, tried + 1),
            Some(false) => return Outcome::unsolvable(tried),
            None => {}
        }
    }
    let rest = Limits { states: limits.states.saturating_sub(tried), ..*limits };
    let mut search = Search { dead: Keys::new(&rest), line: Vec::new(), spare: Vec::new() };
    let found = search.solve(start, &all);
    let states = tried + search.dead.len() + u64::from(matches!(found, Ok(true)));
    match found {
        Ok(true) => Outcome::solved(challenge, written(&search.line), true, states),
        Ok(false) => Outcome::unsolvable(states),
        Err(Reason::States(_)) => Outcome::undecided(Reason::States(limits.states), states),
        Err(reason) => Outcome::undecided(reason, states),
    }
}

/// Ways through the board for short plain searches: one on small boards; on large ones, which are nearly always solvable
/// but where a wrong beginning can cost a lot, from each of four sides.
fn orders(challenge: &BoxOff, all: &[Pair]) -> Vec<Vec<Pair>> {
    let mut orders = vec![all.to_vec()];
    if all.len() > LARGE {
        let mut by_rows: Vec<Pair> = all.to_vec();
        let columns = challenge.columns as usize;
        let rank_first = |both: u64| {
            let cell = both.ilog2() as usize; // the lower of the two squares
            (challenge.rows as usize - cell / columns, cell % columns)
        };
        by_rows.sort_by_key(|&(both, _)| rank_first(both));
        let reversed = |order: &Vec<Pair>| order.iter().rev().copied().collect::<Vec<_>>();
        orders.extend([reversed(&orders[0]), reversed(&by_rows)]);
        orders.push(by_rows);
    }
    orders
}

fn move_of(challenge: &BoxOff, both: u64) -> Move {
    challenge.pair_move(both.trailing_zeros() as usize, both.ilog2() as usize)
}

impl Search {
    /// Whether a position can be solved with some of these pairs; if so, `line` ends with a solution.
    fn solve(&mut self, state: u64, above: &[Pair]) -> Result<bool, Reason> {
        if state == 0 {
            return Ok(true);
        }
        if !self.dead.insert(state)? {
            return Ok(false);
        }
        let mut pairs = self.spare.pop().unwrap_or_default();
        pairs.clear();
        pairs.extend(above.iter().copied().filter(|&(both, _)| state & both == both));
        let alive = match self.line.len().is_multiple_of(REFINE_EVERY) {
            true => refine(&mut pairs, state),
            false => left_over(&pairs, state, 0, state) == 0 && match_partners(&mut pairs, state),
        };
        let mut solved = false;
        if alive {
            for n in 0..pairs.len() {
                let (both, between) = pairs[n];
                if state & between == 0 {
                    self.line.push(both);
                    if self.solve(state & !both, &pairs)? {
                        solved = true;
                        break;
                    }
                    self.line.pop();
                }
            }
        }
        self.spare.push(pairs);
        Ok(solved)
    }
}

/// A short plain search, for boards that are easy.
struct Probe<'a> {
    pairs: &'a [Pair],
    seen: HashSet<u64, FxBuildHasher>,
    line: Vec<u64>,
    /// Positions after which it gives up.
    most: u64,
}

impl Probe<'_> {
    /// None when it gave up.
    fn solve(&mut self, state: u64) -> Option<bool> {
        if state == 0 {
            return Some(true);
        }
        if self.seen.len() as u64 >= self.most {
            return None;
        }
        if !self.seen.insert(state) {
            return Some(false);
        }
        for &(both, between) in self.pairs {
            if state & (both | between) == both {
                self.line.push(both);
                if self.solve(state & !both)? {
                    return Some(true);
                }
                self.line.pop();
            }
        }
        Some(false)
    }
}

/// Squares that cannot go, even if partners were never used up, as long as those in `keep` neither go nor serve. Stops
/// as soon as all of `wanted` are gone.
fn left_over(pairs: &[Pair], state: u64, keep: u64, wanted: u64) -> u64 {
    let mut left = state;
    loop {
        let before = left;
        for &(both, between) in pairs {
            if left & between == 0 && both & keep == 0 {
                left &= !both;
            }
        }
        if left & wanted == 0 || left == before {
            return left;
        }
    }
}

/// Strikes out pairs that can never go, until there are none. False when a square can never go.
fn refine(pairs: &mut Vec<Pair>, state: u64) -> bool {
    if left_over(pairs, state, 0, state) != 0 || !match_partners(pairs, state) {
        return false;
    }
    loop {
        let before = pairs.len();
        let mut n = 0;
        while let Some(&(both, between)) = pairs.get(n) {
            let in_the_way = between & state;
            if in_the_way != 0 && left_over(pairs, state, both, in_the_way) & in_the_way != 0 {
                pairs.remove(n);
            } else {
                n += 1;
            }
        }
        if pairs.len() == before {
            return true;
        }
        if left_over(pairs, state, 0, state) != 0 || !match_partners(pairs, state) {
            return false;
        }
    }
}

/// Strikes out pairs whose square is the only partner of another. False when a square has no partner.
fn match_partners(pairs: &mut Vec<Pair>, state: u64) -> bool {
    loop {
        // Squares with at least one partner, and with at least two.
        let (mut once, mut twice) = (0u64, 0u64);
        for &(both, _) in pairs.iter() {
            twice |= once & both;
            once |= both;
        }
        if state & !once != 0 {
            return false;
        }
        let single = state & !twice;
        // Partners of squares that have no other: taken.
        let mut taken = 0;
        for &(both, _) in pairs.iter().filter(|&&(both, _)| both & single != 0) {
            let partner = both & !single;
            if partner & taken != 0 {
                return false; // two squares have nobody but this one
            }
            taken |= partner;
        }
        let before = pairs.len();
        pairs.retain(|&(both, _)| both & taken == 0 || both & single != 0);
        if pairs.len() == before {
            return true;
        }
    }
}

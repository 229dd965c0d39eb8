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
//! All three speak of a position and everything behind it, whatever led there, so what is left out stays out further
//! down, and a position found dead is dead for good.
//!
//! Easy boards do not need any of this: a short plain search comes first.
//!
//! **Beginning again.** On large boards a wrong beginning can cost a hundred times what a good one does. So a search that takes long
//! is left and begun again from another side, with more and more room. What was found dead stays dead, and only the positions that
//! were on the way when it was left are entered again: a proof that there is no solution loses next to nothing.

use super::sets::{Bits, PairSet, Pairs, members, remove, without};
use super::{BoxOff, Move};
use crate::puzzle::Puzzle;
use crate::search::{Keys, Limits, Outcome, Reason};

/// How often, in moves along a line, it is worked out anew which pairs can go. In between only squares and partners are
/// looked at, which costs far less (docs/solvers.md has figures).
const REFINE_EVERY: usize = 2;
/// The same on boards with more pairs than [`LARGE`], where it costs more.
const LARGE_REFINE_EVERY: usize = 4;

/// Positions that a short plain search may look at.
const PROBE: u64 = 40;
/// The same on boards with more pairs than [`LARGE`].
const LARGE_PROBE: u64 = 1000;
const LARGE: usize = 150;
/// Positions after which a search on a large board is begun again from another side, and how much more room it gets each time.
const FIRST_ROOM: u64 = 1000;
const MORE_ROOM: (u64, u64) = (3, 2);

/// Verdict and solution; all solutions are equally long.
pub(super) fn pairs(challenge: &BoxOff, limits: &Limits) -> Outcome<Move> {
    // Sets of pairs take as many words as they need: one for the boards most often asked about.
    match challenge.pairs.len().div_ceil(64) {
        0..=1 => solve::<1>(challenge, limits),
        2 => solve::<2>(challenge, limits),
        3..=6 => solve::<6>(challenge, limits),
        _ => solve::<32>(challenge, limits),
    }
}

fn solve<const WORDS: usize>(challenge: &BoxOff, limits: &Limits) -> Outcome<Move> {
    let start = challenge.start();
    let large = challenge.pairs.len() > LARGE;
    let written = |line: &[u64]| line.iter().map(|&both| move_of(challenge, both)).collect();
    let mut tried = 0;
    let mut sides = Vec::new();
    for order in orders(challenge, large) {
        let pairs = Pairs::<WORDS>::new(challenge, order);
        let room = limits.states.saturating_sub(tried).min(if large { LARGE_PROBE } else { PROBE });
        let seen = Keys::new(&Limits { states: room, ..*limits });
        let mut probe = Probe { pairs: &pairs, seen, line: Vec::new() };
        let found = probe.solve(start, &pairs.all());
        tried += probe.seen.len();
        match found {
            Ok(true) => return Outcome::solved(challenge, written(&probe.line), true, tried + 1),
            Ok(false) => return Outcome::unsolvable(tried),
            Err(_) => sides.push(pairs),
        }
    }
    let Some(first) = sides.first() else { return Outcome::undecided(Reason::States(limits.states), tried) };
    let rest = Limits { states: limits.states.saturating_sub(tried), ..*limits };
    let refine_every = if large { LARGE_REFINE_EVERY } else { REFINE_EVERY };
    let (dead, unfinished, line) = (Keys::new(&rest), Vec::new(), Vec::new());
    let mut search = Search { pairs: first, dead, unfinished, leave_at: 0, line, refine_every };
    let mut room = if large { FIRST_ROOM } else { u64::MAX };
    let mut next_side = sides.iter().cycle();
    let found = loop {
        search.pairs = next_side.next().unwrap_or(first);
        search.leave_at = search.dead.len().saturating_add(room);
        search.line.clear();
        match search.solve(start, search.pairs.all()) {
            Ok(found) => break Ok(found),
            Err(Left::AtLimit(reason)) => break Err(reason),
            Err(Left::ForAnotherSide) => room = room.saturating_mul(MORE_ROOM.0) / MORE_ROOM.1,
        }
    };
    let states = tried + search.dead.len() + u64::from(matches!(found, Ok(true)));
    match found {
        Ok(true) => Outcome::solved(challenge, written(&search.line), true, states),
        Ok(false) => Outcome::unsolvable(states),
        Err(Reason::States(_)) => Outcome::undecided(Reason::States(limits.states), states),
        Err(reason) => Outcome::undecided(reason, states),
    }
}

/// Ways through the board for short plain searches, as orders of the pairs: one on small boards; on large ones, which
/// are nearly always solvable but where a wrong beginning can cost a lot, from each of four sides.
fn orders(challenge: &BoxOff, large: bool) -> Vec<Vec<usize>> {
    let by_columns: Vec<usize> = (0..challenge.pairs.len()).collect();
    let mut orders = vec![by_columns];
    if large {
        let mut by_rows = orders[0].clone();
        let columns = challenge.columns as usize;
        by_rows.sort_by_key(|&pair| {
            let cell = challenge.pairs[pair].both.ilog2() as usize; // the lower of the two squares
            (challenge.rows as usize - cell / columns, cell % columns)
        });
        let reversed = |order: &Vec<usize>| order.iter().rev().copied().collect::<Vec<_>>();
        orders.extend([reversed(&orders[0]), reversed(&by_rows)]);
        orders.push(by_rows);
    }
    orders
}

fn move_of(challenge: &BoxOff, both: u64) -> Move {
    challenge.pair_move(both.trailing_zeros() as usize, both.ilog2() as usize)
}

/// A short plain search, for boards that are easy.
struct Probe<'a, const WORDS: usize> {
    pairs: &'a Pairs<WORDS>,
    seen: Keys<u64>,
    line: Vec<u64>,
}

impl<const WORDS: usize> Probe<'_, WORDS> {
    /// Whether a position can be solved with these pairs, whose squares stand; an error when it gives up.
    fn solve(&mut self, state: u64, standing: &PairSet<WORDS>) -> Result<bool, Reason> {
        if state == 0 {
            return Ok(true);
        }
        if !self.seen.insert(state)? {
            return Ok(false);
        }
        for pair in members(self.pairs.open(standing, state)) {
            let both = self.pairs.both[pair];
            self.line.push(both);
            if self.solve(state & !both, &self.pairs.not_touching(standing, both))? {
                return Ok(true);
            }
            self.line.pop();
        }
        Ok(false)
    }
}

/// Why a search was left before its end.
enum Left {
    ForAnotherSide,
    AtLimit(Reason),
}

struct Search<'a, const WORDS: usize> {
    pairs: &'a Pairs<WORDS>,
    /// Positions entered: one that is met again has no solution, unless it is unfinished.
    dead: Keys<u64>,
    /// Positions that were on the way when a search was left.
    unfinished: Vec<u64>,
    /// How many positions are entered before the search is left for another side.
    leave_at: u64,
    /// The pairs removed so far.
    line: Vec<u64>,
    refine_every: usize,
}

impl<const WORDS: usize> Search<'_, WORDS> {
    /// Whether a position can be solved with some of these pairs; if so, `line` ends with a solution.
    fn solve(&mut self, state: u64, mut pairs: PairSet<WORDS>) -> Result<bool, Left> {
        if state == 0 {
            return Ok(true);
        }
        if !self.dead.insert(state).map_err(Left::AtLimit)? {
            let Some(at) = self.unfinished.iter().position(|other| *other == state) else { return Ok(false) };
            self.unfinished.swap_remove(at);
        }
        if self.dead.len() > self.leave_at {
            self.unfinished.push(state);
            return Err(Left::ForAnotherSide);
        }
        let alive = match self.line.len().is_multiple_of(self.refine_every) {
            true => refine(self.pairs, &mut pairs, state),
            false => can_go(self.pairs, &mut pairs, state),
        };
        if !alive {
            return Ok(false);
        }
        for pair in members(self.pairs.open(&pairs, state)) {
            let both = self.pairs.both[pair];
            self.line.push(both);
            match self.solve(state & !both, self.pairs.not_touching(&pairs, both)) {
                Ok(true) => return Ok(true),
                Ok(false) => {}
                Err(left) => {
                    self.unfinished.push(state);
                    return Err(left);
                }
            }
            self.line.pop();
        }
        Ok(false)
    }
}

/// Whether all squares can go and have partners. Strikes out pairs whose square is the only partner of another.
fn can_go<const WORDS: usize>(board: &Pairs<WORDS>, pairs: &mut PairSet<WORDS>, state: u64) -> bool {
    board.left_over(pairs, state, state) == 0 && match_partners(board, pairs, state)
}

/// Strikes out pairs that can never go, until there are none. False when a square can never go.
fn refine<const WORDS: usize>(board: &Pairs<WORDS>, pairs: &mut PairSet<WORDS>, state: u64) -> bool {
    loop {
        let (left, free) = board.left_over_and_free(pairs, state);
        if left != 0 || !match_partners(board, pairs, state) {
            return false;
        }
        let before = *pairs;
        for pair in members(without(&before, &free)) {
            let others = board.not_touching(pairs, board.both[pair]);
            let in_the_way = board.between[pair] & state;
            if board.left_over(&others, state, in_the_way) & in_the_way != 0 {
                remove(pairs, pair);
            }
        }
        if *pairs == before {
            return true;
        }
    }
}

/// Strikes out pairs whose square is the only partner of another. False when a square has no partner.
fn match_partners<const WORDS: usize>(board: &Pairs<WORDS>, pairs: &mut PairSet<WORDS>, state: u64) -> bool {
    loop {
        let before = *pairs;
        for square in Bits(state) {
            let mut partners = members(board.of(pairs, square));
            let Some(pair) = partners.next() else { return false };
            if partners.next().is_none() {
                // Its only partner goes with nobody else.
                let other = board.both[pair] & !(1 << square);
                *pairs = board.not_touching(pairs, other);
                pairs[pair / 64] |= 1 << (pair % 64);
            }
        }
        if *pairs == before {
            return true;
        }
    }
}

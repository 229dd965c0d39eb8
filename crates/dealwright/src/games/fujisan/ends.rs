//! Fujisan's own solver: a search from both ends that meets in the middle, on masks.
//!
//! There are at most C(28, 4) = 20,475 positions, so each has a number and both searches keep their distances in plain
//! arrays. Levels are finished one by one on whichever side has fewer positions to go on from. When the sides first
//! meet, forward levels up to a and backward levels up to b were complete without meeting, so no solution is shorter
//! than a + b + 1, and that is the length found: it is shortest.
//!
//! Backward, a priest on a space of value v came along its row from the v-th free space to the left or to the right,
//! counted from where it stands now, because the space it left is free again: at most two such places.

use super::{COLUMNS, Fujisan, LAST, Move, Priests, SUMMIT, square};
use crate::puzzle::Puzzle;
use crate::search::{Limits, Outcome, Reason};

/// Number of positions: four priests on 28 spaces.
const POSITIONS: usize = 20_475;
/// What the search keeps: a distance and a place in a list that doubles, for each position.
const BYTES: u64 = POSITIONS as u64 * (2 + 2 * 4);
const ROW: u32 = (1 << COLUMNS) - 1;

/// Number of a row's pattern among those with as many priests: the combinatorial number system.
static BOTTOM: [u16; 1 << COLUMNS] = row_ranks();
/// What the top row adds to the number of a position: where positions with so many priests in the top row begin, and
/// for each lower pattern as many numbers as the bottom row has patterns with the other priests.
static TOP: [u16; 1 << COLUMNS] = top_parts();

const fn top_parts() -> [u16; 1 << COLUMNS] {
    /// Patterns of a row with so many priests.
    const PATTERNS: [u16; 5] = [1, 14, 91, 364, 1001];
    let ranks = row_ranks();
    let mut parts = [0u16; 1 << COLUMNS];
    let mut pattern = 0usize;
    while pattern < 1 << COLUMNS {
        let priests = pattern.count_ones() as usize;
        if priests <= 4 {
            let mut fewer = 0;
            while fewer < priests {
                parts[pattern] += PATTERNS[fewer] * PATTERNS[4 - fewer];
                fewer += 1;
            }
            parts[pattern] += ranks[pattern] * PATTERNS[4 - priests];
        }
        pattern += 1;
    }
    parts
}

const fn row_ranks() -> [u16; 1 << COLUMNS] {
    let mut ranks = [0u16; 1 << COLUMNS];
    let mut pattern = 1usize;
    while pattern < 1 << COLUMNS {
        // With its highest priest taken away, a pattern has a rank already: add choose(highest, priests).
        let highest = pattern.ilog2();
        let rest = pattern & !(1 << highest);
        let priests = pattern.count_ones();
        if priests <= 4 {
            let mut choose = 1u32;
            let mut n = 0;
            while n < priests {
                choose = choose * (highest.saturating_sub(n)) / (n + 1);
                n += 1;
            }
            ranks[pattern] = ranks[rest] + choose as u16;
        }
        pattern += 1;
    }
    ranks
}

fn number(state: u32) -> usize {
    TOP[(state & ROW) as usize] as usize + BOTTOM[(state >> COLUMNS & ROW) as usize] as usize
}

/// The mountain as the search needs it.
struct Mountain<'a> {
    challenge: &'a Fujisan,
    /// For each row, direction (right, left) and number of priests jumped: the spaces on which a priest from each column
    /// may land.
    landings: [[[[u16; COLUMNS as usize]; 4]; 2]; 2],
    values: [[u8; COLUMNS as usize]; 2],
}

impl<'a> Mountain<'a> {
    fn new(challenge: &'a Fujisan) -> Self {
        let mut values = [[0; COLUMNS as usize]; 2];
        let mut landings = [[[[0u16; COLUMNS as usize]; 4]; 2]; 2];
        for (row, numbers) in challenge.values.iter().enumerate() {
            for (column, &value) in (1..).zip(numbers).filter(|(_, value)| **value > 0) {
                values[row][column] = value;
                let [right, left] = &mut landings[row];
                for (jumped, (right, left)) in right.iter_mut().zip(left).enumerate() {
                    let way = value as usize + jumped;
                    if let Some(from) = column.checked_sub(way) {
                        right[from] |= 1 << column;
                    }
                    if let Some(from) = left.get_mut(column + way) {
                        *from |= 1 << column;
                    }
                }
            }
        }
        Self { challenge, landings, values }
    }

    fn each_move_along(&self, row: usize, pattern: u32, column: u32, mut go: impl FnMut(u32)) {
        let mut found = 0u32;
        // To the right: segment by segment between the priests, each one jumped.
        let mut ahead = pattern & !((2 << column) - 1);
        let mut segment = !((2u32 << column) - 1);
        for landing in &self.landings[row][0] {
            let until = ahead.trailing_zeros();
            found |= u32::from(landing[column as usize])
                & segment
                & (1u32.checked_shl(until).unwrap_or(0).wrapping_sub(1));
            if ahead == 0 {
                break;
            }
            segment = !((2u32 << until) - 1);
            ahead &= ahead - 1;
        }
        // To the left.
        let mut behind = pattern & ((1 << column) - 1);
        let mut segment = (1u32 << column) - 1;
        for landing in &self.landings[row][1] {
            let last = behind.checked_ilog2();
            let above = last.map_or(u32::MAX, |last| !((2u32 << last) - 1));
            found |= u32::from(landing[column as usize]) & segment & above;
            let Some(last) = last else { break };
            segment = (1 << last) - 1;
            behind &= !(1 << last);
        }
        while found != 0 {
            go(found.trailing_zeros());
            found &= found - 1;
        }
    }

    fn each_next(&self, state: u32, mut go: impl FnMut(u32)) {
        for row in 0..2usize {
            let shift = row as u32 * u32::from(COLUMNS);
            let other = (1 - row as u32) * u32::from(COLUMNS);
            let pattern = state >> shift & ROW;
            let mut priests = pattern;
            while priests != 0 {
                let column = priests.trailing_zeros();
                priests &= priests - 1;
                let without = state & !(1 << (column + shift));
                if SUMMIT.contains(&(column as u8)) {
                    let beside = 13 - column;
                    if self.challenge.free_summit && pattern >> beside & 1 == 0 {
                        go(without | 1 << (beside + shift));
                    }
                } else {
                    self.each_move_along(row, pattern, column, |to| go(without | 1 << (to + shift)));
                }
                if (1..u32::from(LAST)).contains(&column) && state >> (column + other) & 1 == 0 {
                    go(without | 1 << (column + other));
                }
            }
        }
    }

    fn each_before(&self, state: u32, mut go: impl FnMut(u32)) {
        for row in 0..2usize {
            let shift = row as u32 * u32::from(COLUMNS);
            let other = (1 - row as u32) * u32::from(COLUMNS);
            let pattern = state >> shift & ROW;
            // Priests on the ground have not moved yet.
            let mut priests = pattern & !(1 | 1 << LAST);
            while priests != 0 {
                let column = priests.trailing_zeros();
                priests &= priests - 1;
                let without = state & !(1 << (column + shift));
                let free = !pattern & ROW;
                let steps = self.values[row][column as usize];
                if steps > 0 {
                    if let Some(from) = nth_above(free, column, steps) {
                        go(without | 1 << (from + shift));
                    }
                    if let Some(from) = nth_below(free, column, steps) {
                        go(without | 1 << (from + shift));
                    }
                }
                if state >> (column + other) & 1 == 0 {
                    go(without | 1 << (column + other));
                }
                let beside = 13 - column;
                if self.challenge.free_summit
                    && SUMMIT.contains(&(column as u8))
                    && pattern >> beside & 1 == 0
                {
                    go(without | 1 << (beside + shift));
                }
            }
        }
    }
}

/// The n-th free column to the right, unless that is the summit, from which nobody walks.
fn nth_above(free: u32, column: u32, n: u8) -> Option<u32> {
    let mut ahead = free & !((2 << column) - 1);
    for _ in 1..n {
        ahead &= ahead.wrapping_sub(1);
    }
    (ahead != 0).then(|| ahead.trailing_zeros()).filter(|from| !SUMMIT.contains(&(*from as u8)))
}

/// The n-th free column to the left, likewise.
fn nth_below(free: u32, column: u32, n: u8) -> Option<u32> {
    let mut behind = free & ((1 << column) - 1);
    for _ in 1..n {
        behind &= !(1 << behind.checked_ilog2()?);
    }
    behind.checked_ilog2().filter(|from| !SUMMIT.contains(&(*from as u8)))
}

/// Distances from both ends in one array: 0 for positions not seen, else distance + 1, with [`BACK`] for those that the
/// search from the summit found. Before the sides meet, no position belongs to both.
struct Distances(Vec<u16>);

const BACK: u16 = 1 << 15;

impl Distances {
    fn after_start(&self, state: u32) -> Option<u16> {
        self.0[number(state)].checked_sub(1).filter(|d| d & BACK == 0)
    }

    fn before_goal(&self, state: u32) -> Option<u16> {
        self.0[number(state)].checked_sub(BACK + 1)
    }
}

/// Where the sides meet: the positions before and after the move that joins them.
struct Meeting {
    before: u32,
    after: u32,
}

/// One side of the search.
struct Side {
    frontier: Vec<u32>,
    /// The mark of its next level.
    mark: u16,
}

/// Searches from both ends. The solution is a shortest one.
pub fn ends(challenge: &Fujisan, limits: &Limits) -> Outcome<Move> {
    let start = challenge.start();
    if challenge.is_solved(&start) {
        return Outcome::solved(challenge, Vec::new(), true, 1);
    }
    if limits.memory < BYTES {
        return Outcome::undecided(Reason::Memory(limits.memory), 0);
    }
    let mountain = Mountain::new(challenge);
    // With dice the first move may be one of theirs; then the search begins behind it.
    let dice = first_dice_moves(challenge);
    let (first, made) = if dice.is_empty() { (vec![start.0], 0) } else { (dice.clone(), 1) };
    let mut distances = Distances(vec![0; POSITIONS]);
    let mut seen = 0;
    let (meeting, reason) = match meet(&mountain, &mut distances, first, made, &mut seen, limits) {
        Ok(meeting) => (meeting, None),
        Err(reason) => (None, Some(reason)),
    };
    match (meeting, reason) {
        (Some(meeting), _) => {
            let line = line_through(&mountain, &distances, &meeting, !dice.is_empty());
            Outcome::solved(challenge, line, true, seen)
        }
        (None, Some(reason)) => Outcome::undecided(reason, seen),
        (None, None) => Outcome::unsolvable(seen),
    }
}

/// Positions after a first move by dice; none unless the challenge begins with one.
fn first_dice_moves(challenge: &Fujisan) -> Vec<u32> {
    let start = challenge.start();
    if challenge.dice.is_none() || start != Priests::START {
        return Vec::new();
    }
    let mut moves = Vec::new();
    for (row, column) in start.spaces() {
        challenge.push_moves_of(start, row, column, &mut moves);
    }
    if !moves.is_empty() {
        return Vec::new();
    }
    challenge.push_dice_moves(&mut moves);
    let after = |mv: Move| {
        let mut state = start;
        challenge.play(&mut state, mv);
        state.0
    };
    moves.into_iter().map(after).collect()
}

/// The move that joins both sides; none when one side has nowhere left to go. `made` moves lie before `first`.
fn meet(
    mountain: &Mountain<'_>,
    distances: &mut Distances,
    first: Vec<u32>,
    made: u16,
    seen: &mut u64,
    limits: &Limits,
) -> Result<Option<Meeting>, Reason> {
    let goal = Priests::GOAL.0;
    distances.0[number(goal)] = BACK + 1;
    first.iter().for_each(|&state| distances.0[number(state)] = made + 1);
    *seen = first.len() as u64 + 1;
    let mut front = Side { frontier: first, mark: made + 2 };
    let mut back = Side { frontier: vec![goal], mark: BACK + 2 };
    while !front.frontier.is_empty() && !back.frontier.is_empty() {
        let forward = front.frontier.len() <= back.frontier.len();
        let here = if forward { &mut front } else { &mut back };
        let mut next_level = Vec::new();
        for &state in &here.frontier {
            let mut met = None;
            let mut visit = |next: u32| {
                let slot = &mut distances.0[number(next)];
                if *slot == 0 {
                    *slot = here.mark;
                    next_level.push(next);
                } else if (*slot ^ here.mark) & BACK != 0 {
                    met = Some(next);
                }
            };
            if forward {
                mountain.each_next(state, &mut visit);
            } else {
                mountain.each_before(state, &mut visit);
            }
            if let Some(other) = met {
                *seen += next_level.len() as u64;
                let (before, after) = if forward { (state, other) } else { (other, state) };
                return Ok(Some(Meeting { before, after }));
            }
        }
        here.mark += 1;
        *seen += next_level.len() as u64;
        here.frontier = next_level;
        if *seen > limits.states {
            return Err(Reason::States(limits.states));
        }
    }
    Ok(None)
}

/// A shortest line through the meeting, found again from the distances.
fn line_through(mountain: &Mountain<'_>, distances: &Distances, meeting: &Meeting, dice: bool) -> Vec<Move> {
    let mut states = vec![meeting.before];
    let mut at = meeting.before;
    let mut distance = distances.after_start(at).unwrap_or(0);
    while distance > u16::from(dice) {
        let mut before = at;
        mountain.each_before(at, |state| {
            if distances.after_start(state) == Some(distance - 1) {
                before = state;
            }
        });
        at = before;
        distance -= 1;
        states.push(at);
    }
    if dice {
        states.push(Priests::START.0);
    }
    states.reverse();
    let mut at = meeting.after;
    states.push(at);
    let mut distance = distances.before_goal(at).unwrap_or(0);
    while distance > 0 {
        let mut next = at;
        mountain.each_next(at, |state| {
            if distances.before_goal(state) == Some(distance - 1) {
                next = state;
            }
        });
        at = next;
        distance -= 1;
        states.push(at);
    }
    states.windows(2).map(|two| move_between(two[0], two[1])).collect()
}

/// The move that leads from one position to another.
fn move_between(from: u32, to: u32) -> Move {
    let at = |space: u32| square((space / u32::from(COLUMNS)) as u8, (space % u32::from(COLUMNS)) as u8);
    Move { from: at((from & !to).trailing_zeros()), to: at((to & !from).trailing_zeros()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_position_has_its_own_number() {
        let mut seen = vec![false; POSITIONS];
        let mut count = 0;
        for state in (0u32..1 << 28).step_by(1).filter(|s| s.count_ones() == 4) {
            assert!(!std::mem::replace(&mut seen[number(state)], true));
            count += 1;
        }
        assert_eq!(count, POSITIONS);
    }

    #[test]
    fn a_step_back_is_a_step_forward_the_other_way_round() {
        for (index, free) in [(1u64, false), (2, true), (3, false)] {
            let mut random = crate::rng::Stream::new(&["ends"], index);
            let values = [[0; 12]; 2].map(|row| row.map(|_: u8| random.below(6) as u8));
            let challenge = Fujisan::new(values, free, None).unwrap();
            let mountain = Mountain::new(&challenge);
            // Positions that can occur: a priest on the ground is on its own corner, so any set of spaces will do.
            for _ in 0..2000 {
                let mut state = 0u32;
                while state.count_ones() < 4 {
                    state |= 1 << random.below(28);
                }
                let mut plain: Vec<u32> = Vec::new();
                let mut moves = Vec::new();
                challenge.moves(&Priests(state), &mut moves);
                for mv in moves {
                    let mut next = Priests(state);
                    challenge.play(&mut next, mv);
                    plain.push(next.0);
                }
                let mut fast = Vec::new();
                mountain.each_next(state, |next| fast.push(next));
                plain.sort_unstable();
                fast.sort_unstable();
                assert_eq!(fast, plain);
                for next in fast {
                    let mut back = false;
                    mountain.each_before(next, |before| back |= before == state);
                    assert!(back, "{state:b} is before {next:b}");
                }
                mountain.each_before(state, |before| {
                    let mut there = false;
                    mountain.each_next(before, |next| there |= next == state);
                    assert!(there, "{before:b} leads to {state:b}");
                });
            }
        }
    }

    #[test]
    fn corners_are_where_the_dice_stand() {
        assert_eq!(
            super::super::CORNERS
                .iter()
                .fold(0, |mask, &(row, column)| mask | super::super::bit(row, column)),
            Priests::START.0
        );
    }
}

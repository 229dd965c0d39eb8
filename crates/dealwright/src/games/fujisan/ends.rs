//! Fujisan's own solver: a search from both ends that meets in the middle.
//!
//! There are at most C(28, 4) = 20,475 positions, so each has a number and both searches mark them in one plain array.
//! Levels are finished one by one on whichever side has fewer positions to go on from. When the sides first meet,
//! forward levels up to a and backward levels up to b were complete without meeting, so no solution is shorter than
//! a + b + 1, and that is the length found: it is shortest.

use super::mountain::{MOST_NEIGHBOURS, Mountain, POSITIONS, Walks, number};
use super::{COLUMNS, Fujisan, Move, Priests, square};
use crate::puzzle::Puzzle;
use crate::search::{Limits, Outcome, Reason};

/// What the search keeps: a mark and a place in a list that doubles for each position, and neighbours of rows.
const BYTES: u64 = POSITIONS as u64 * (1 + 2 * 4) + 700_000;

/// Positions whose neighbours are written into one list before they are visited.
const CHUNK: usize = 16;

/// Which side saw each position, and how far from its end: 0 for none. Before the sides meet, no position belongs to
/// both. Distances begin anew after [`ROUND`]: neighbours' distances differ by one at most, so that is enough to follow
/// them.
struct Marks(Vec<u8>);

/// Marks of the search from the summit, and of that from the start.
const BACK: u8 = 1 << 7;
const FRONT: u8 = 1 << 6;
const ROUND: u16 = 62;

fn mark(distance: u16, backward: bool) -> u8 {
    (1 + distance % ROUND) as u8 | if backward { BACK } else { FRONT }
}

/// Where the sides meet: the positions before and after the move that joins them, and how far each is from its end.
struct Meeting {
    before: (u32, u16),
    after: (u32, u16),
}

/// One side of the search.
struct Side {
    backward: bool,
    frontier: Vec<u32>,
    /// How far the frontier is from this side's end.
    distance: u16,
    walks: Walks,
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
    let mut marks = Marks(vec![0; POSITIONS]);
    let goal = Priests::GOAL.0;
    marks.0[number(goal)] = mark(0, true);
    first.iter().for_each(|&state| marks.0[number(state)] = mark(made, false));
    let mut seen = first.len() as u64 + 1;
    let mut front = Side { backward: false, frontier: first, distance: made, walks: Walks::new() };
    let mut back = Side { backward: true, frontier: vec![goal], distance: 0, walks: Walks::new() };
    let met = meet(&mountain, &mut marks, &mut front, &mut back, &mut seen, limits);
    limits.count(seen);
    match met {
        Ok(Some(meeting)) => {
            let mut states = way(&mountain, &marks, &mut back.walks, meeting.before, made, false);
            if !dice.is_empty() {
                states.push(start.0);
            }
            states.reverse();
            states.extend(way(&mountain, &marks, &mut front.walks, meeting.after, 0, true));
            let line = states.windows(2).map(|two| move_between(two[0], two[1])).collect();
            Outcome::solved(challenge, line, true, seen)
        }
        Ok(None) => Outcome::unsolvable(seen),
        Err(reason) => Outcome::undecided(reason, seen),
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

/// The move that joins both sides; none when one side has nowhere left to go.
fn meet(
    mountain: &Mountain,
    marks: &mut Marks,
    front: &mut Side,
    back: &mut Side,
    seen: &mut u64,
    limits: &Limits,
) -> Result<Option<Meeting>, Reason> {
    // The next level, and room behind its end.
    let mut next_level: Vec<u32> = vec![0; 256];
    let mut neighbours = vec![0u64; CHUNK * MOST_NEIGHBOURS + 16];
    while !front.frontier.is_empty() && !back.frontier.is_empty() {
        let (here, there) = match front.frontier.len() <= back.frontier.len() {
            true => (&mut *front, &*back),
            false => (&mut *back, &*front),
        };
        let mark = mark(here.distance + 1, here.backward);
        let other = if here.backward { FRONT } else { BACK };
        let mut count = 0;
        for chunk in here.frontier.chunks(CHUNK) {
            let mut written = 0;
            for &state in chunk {
                written += here.walks.write(mountain, here.backward, state, &mut neighbours[written..]);
            }
            if next_level.len() < count + written {
                next_level.resize(2 * (count + written), 0);
            }
            let before = count;
            let mut met = 0;
            for &neighbour in &neighbours[..written] {
                let slot = &mut marks.0[(neighbour >> 32) as usize];
                let new = *slot == 0;
                met |= *slot;
                *slot = if new { mark } else { *slot };
                next_level[count] = neighbour as u32;
                count += usize::from(new);
            }
            if met & other != 0 {
                // Which position of the chunk met is found by going through it again.
                for &state in &next_level[before..count] {
                    marks.0[number(state)] = 0;
                }
                count = before;
                for &state in chunk {
                    let mut met = 0;
                    here.walks.each(mountain, here.backward, state, |_, number| {
                        let slot = &mut marks.0[number];
                        let new = *slot == 0;
                        met |= *slot;
                        *slot = if new { mark } else { *slot };
                        count += usize::from(new);
                    });
                    if met & other != 0 {
                        *seen += count as u64;
                        return Ok(meeting(mountain, marks, here, there, state));
                    }
                }
            }
        }
        *seen += count as u64;
        here.distance += 1;
        here.frontier.clear();
        here.frontier.extend_from_slice(&next_level[..count]);
        if *seen > limits.states {
            return Err(Reason::States(limits.states));
        }
    }
    Ok(None)
}

/// Where a position of the frontier has a neighbour on the other side's frontier. It is nowhere before that: had the
/// other side gone on from it already, the position would be that side's.
fn meeting(mountain: &Mountain, marks: &Marks, here: &mut Side, there: &Side, state: u32) -> Option<Meeting> {
    let wanted = mark(there.distance, there.backward);
    let mut found = None;
    here.walks.each(mountain, here.backward, state, |next, number| {
        if marks.0[number] == wanted {
            found = Some(next);
        }
    });
    let (this, other) = ((state, here.distance), (found?, there.distance));
    Some(if here.backward {
        Meeting { before: other, after: this }
    } else {
        Meeting { before: this, after: other }
    })
}

/// The positions from one side of the meeting to that side's end at distance `end`, found again from the marks.
fn way(
    mountain: &Mountain,
    marks: &Marks,
    walks: &mut Walks,
    (mut at, distance): (u32, u16),
    end: u16,
    to_goal: bool,
) -> Vec<u32> {
    let mut states = vec![at];
    for distance in (end..distance).rev() {
        let wanted = mark(distance, to_goal);
        let mut next = at;
        walks.each(mountain, !to_goal, at, |state, number| {
            if marks.0[number] == wanted {
                next = state;
            }
        });
        at = next;
        states.push(at);
    }
    states
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
    fn corners_are_where_the_dice_stand() {
        assert_eq!(
            super::super::CORNERS
                .iter()
                .fold(0, |mask, &(row, column)| mask | super::super::bit(row, column)),
            Priests::START.0
        );
    }
}

//! A*: breadth first, led by the puzzle's own lower bound.

use super::bfs::{Step, line_to};
use super::visited::Visited;
use super::{Limits, Outcome, Reason};
use crate::puzzle::Puzzle;

/// Looks first where moves made plus [`Puzzle::bound`] is least. The solution is a shortest one as long as the
/// bound never exceeds the truth; it need not be consistent, a position reached by a shorter way is opened again.
pub fn astar<P: Puzzle>(puzzle: &P, limits: &Limits) -> Outcome<P::Move> {
    let mut seen = Visited::new(limits, 0);
    match run(puzzle, &mut seen) {
        Ok(Some(goal)) => Outcome::solved(puzzle, line_to(goal, |n| seen.get(n).1.step), true, seen.len()),
        Ok(None) => Outcome::unsolvable(seen.len()),
        Err(reason) => Outcome::undecided(reason, seen.len()),
    }
}

struct Note<M> {
    step: Step<M>,
    depth: u32,
}

/// Positions to open, by moves made plus bound. Within a bucket the newest comes first: it is the deepest.
#[derive(Default)]
struct Open {
    buckets: Vec<Vec<(u32, u32)>>,
    least: usize,
}

impl Open {
    fn push(&mut self, total: u32, entry: (u32, u32)) {
        let total = total as usize;
        if self.buckets.len() <= total {
            self.buckets.resize_with(total + 1, Vec::new);
        }
        self.buckets[total].push(entry);
        self.least = self.least.min(total);
    }

    fn pop(&mut self) -> Option<(u32, u32)> {
        while let Some(bucket) = self.buckets.get_mut(self.least) {
            if let Some(entry) = bucket.pop() {
                return Some(entry);
            }
            self.least += 1;
        }
        None
    }
}

fn run<P: Puzzle>(puzzle: &P, seen: &mut Visited<P::State, Note<P::Move>>) -> Result<Option<u32>, Reason> {
    const ENTRY: u64 = 2 * size_of::<(u32, u32)>() as u64; // twice, because a bucket doubles when it grows
    let start = puzzle.start();
    let mut open = Open::default();
    open.push(puzzle.bound(&start), (0, 0));
    seen.insert(start, Note { step: None, depth: 0 })?;
    let mut moves = Vec::new();
    while let Some((from, depth)) = open.pop() {
        let (here, note) = seen.get(from);
        if note.depth < depth {
            continue; // reached by a shorter way since
        }
        if puzzle.is_solved(here) {
            return Ok(Some(from));
        }
        let here = here.clone();
        moves.clear();
        puzzle.moves(&here, &mut moves);
        for &mv in moves.iter().rev() {
            let mut there = here.clone();
            puzzle.play(&mut there, mv);
            let total = depth + 1 + puzzle.bound(&there);
            let (number, new) = seen.insert(there, Note { step: Some((from, mv)), depth: depth + 1 })?;
            let note = seen.note_mut(number);
            if !new {
                if note.depth <= depth + 1 {
                    continue;
                }
                *note = Note { step: Some((from, mv)), depth: depth + 1 };
            }
            seen.take(ENTRY)?;
            open.push(total, (number, depth + 1));
        }
    }
    Ok(None)
}

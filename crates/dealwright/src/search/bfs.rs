//! Breadth first: the plain search that finds a shortest solution.

use super::visited::Visited;
use super::{Limits, Outcome, Reason};
use crate::puzzle::Puzzle;

/// Looks at positions in the order of their distance from the start. The solution is a shortest one.
pub fn bfs<P: Puzzle>(puzzle: &P, limits: &Limits) -> Outcome<P::Move> {
    let mut seen = Visited::new(limits, 0);
    match run(puzzle, &mut seen) {
        Ok(Some(goal)) => Outcome::solved(puzzle, line_to(goal, |n| seen.get(n).1), true, seen.len()),
        Ok(None) => Outcome::unsolvable(seen.len()),
        Err(reason) => Outcome::undecided(reason, seen.len()),
    }
}

/// How a position was first reached: from which one, by which move. None for the start.
pub(super) type Step<M> = Option<(u32, M)>;

fn run<P: Puzzle>(puzzle: &P, seen: &mut Visited<P::State, Step<P::Move>>) -> Result<Option<u32>, Reason> {
    let start = puzzle.start();
    let solved = puzzle.is_solved(&start);
    let (number, _) = seen.insert(start, None)?;
    if solved {
        return Ok(Some(number));
    }
    let mut moves = Vec::new();
    let mut next = 0u32;
    while u64::from(next) < seen.len() {
        let here = seen.get(next).0.clone();
        moves.clear();
        puzzle.moves(&here, &mut moves);
        for &mv in &moves {
            let mut there = here.clone();
            puzzle.play(&mut there, mv);
            let solved = puzzle.is_solved(&there);
            let (number, new) = seen.insert(there, Some((next, mv)))?;
            if new && solved {
                return Ok(Some(number));
            }
        }
        next += 1;
    }
    Ok(None)
}

/// The moves from the start to a position, by the steps it was reached with.
pub(super) fn line_to<M>(goal: u32, step_to: impl Fn(u32) -> Step<M>) -> Vec<M> {
    let mut line = Vec::new();
    let mut at = goal;
    while let Some((from, mv)) = step_to(at) {
        line.push(mv);
        at = from;
    }
    line.reverse();
    line
}

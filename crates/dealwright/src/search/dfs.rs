//! Depth first with a set of seen positions: the plain search for a verdict.

use super::bfs::{Step, line_to};
use super::visited::Visited;
use super::{Limits, Outcome, Reason};
use crate::puzzle::Puzzle;

/// Always goes on from the position found last, the first move first. Looks at every position at most once,
/// so an empty hand is a proof; a solution may take a long way round.
pub fn dfs<P: Puzzle>(puzzle: &P, limits: &Limits) -> Outcome<P::Move> {
    // Beside the set there is the stack: at most one number per position.
    let mut seen = Visited::new(limits, size_of::<u32>());
    match run(puzzle, &mut seen) {
        Ok(Some(goal)) => Outcome::solved(puzzle, line_to(goal, |n| seen.get(n).1), false, seen.len()),
        Ok(None) => Outcome::unsolvable(seen.len()),
        Err(reason) => Outcome::undecided(reason, seen.len()),
    }
}

fn run<P: Puzzle>(puzzle: &P, seen: &mut Visited<P::State, Step<P::Move>>) -> Result<Option<u32>, Reason> {
    let start = puzzle.start();
    let solved = puzzle.is_solved(&start);
    let (number, _) = seen.insert(start, None)?;
    if solved {
        return Ok(Some(number));
    }
    let mut stack = vec![number];
    let mut moves = Vec::new();
    while let Some(from) = stack.pop() {
        let here = seen.get(from).0.clone();
        moves.clear();
        puzzle.moves(&here, &mut moves);
        for &mv in moves.iter().rev() {
            let mut there = here.clone();
            puzzle.play(&mut there, mv);
            let solved = puzzle.is_solved(&there);
            let (number, new) = seen.insert(there, Some((from, mv)))?;
            if new && solved {
                return Ok(Some(number));
            }
            if new {
                stack.push(number);
            }
        }
    }
    Ok(None)
}

//! A player that looks one move ahead.

use super::visited::Visited;
use super::{Limits, Outcome, Reason};
use crate::puzzle::Puzzle;
use crate::text::counted;

/// Games in which positions can be scored at a glance.
pub trait Scored: Puzzle {
    /// How good a position looks; more is better.
    fn score(&self, state: &Self::State) -> i32;
}

/// Always makes the move to the position that looks best (the first of equals), until the challenge is solved, no
/// move is left, or it steps on a position it has seen. It never takes a move back, so losing proves nothing.
pub fn lookahead<P: Scored>(puzzle: &P, limits: &Limits) -> Outcome<P::Move> {
    let mut seen = Visited::new(limits, 0);
    let mut here = puzzle.start();
    let mut made: Vec<P::Move> = Vec::new();
    let mut moves = Vec::new();
    let lost = |how: &str, made: usize| {
        let why = format!(
            "the one-move lookahead {how} after {}, which proves nothing",
            counted(made as u64, "move")
        );
        Reason::Lost(why)
    };
    loop {
        if puzzle.is_solved(&here) {
            return Outcome::solved(puzzle, made, false, seen.len() + 1);
        }
        match seen.insert(here.clone(), ()) {
            Ok((_, true)) => {}
            Ok((_, false)) => {
                return Outcome::undecided(lost("went round in a circle", made.len()), seen.len());
            }
            Err(reason) => return Outcome::undecided(reason, seen.len()),
        }
        moves.clear();
        puzzle.moves(&here, &mut moves);
        let mut best: Option<(i32, P::Move, P::State)> = None;
        for &mv in &moves {
            let mut there = here.clone();
            puzzle.play(&mut there, mv);
            let score = puzzle.score(&there);
            if best.as_ref().is_none_or(|(most, ..)| score > *most) {
                best = Some((score, mv, there));
            }
        }
        let Some((_, mv, there)) = best else {
            return Outcome::undecided(lost("got stuck", made.len()), seen.len());
        };
        made.push(mv);
        here = there;
    }
}

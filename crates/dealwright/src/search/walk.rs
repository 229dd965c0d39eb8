//! Random play, the measure of how little thought a challenge needs.

use super::visited::Visited;
use super::{Limits, Outcome, Reason};
use crate::puzzle::Puzzle;
use crate::rng::Stream;
use crate::text::counted;

/// How one play ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ending {
    /// Solved.
    Won,
    /// No legal move was left.
    Stuck,
    /// It stepped on a position it had seen in this play. Only games that can go round in circles end so.
    Circle,
}

/// One random play.
#[derive(Debug, Clone)]
pub struct Walk<M> {
    /// How it ended.
    pub ending: Ending,
    /// The moves made.
    pub moves: Vec<M>,
}

/// Plays once, each legal move equally likely, until the challenge is solved, no move is left, or the player steps
/// on a position it has seen in this play. Fails only when the limits run out.
pub fn walk<P: Puzzle>(puzzle: &P, limits: &Limits, random: &mut Stream) -> Result<Walk<P::Move>, Reason> {
    let mut here = puzzle.start();
    let mut seen = Visited::new(limits, 0);
    let mut made = Vec::new();
    let mut moves = Vec::new();
    loop {
        if puzzle.is_solved(&here) {
            return Ok(Walk { ending: Ending::Won, moves: made });
        }
        let (_, new) = seen.insert(here.clone(), ())?;
        if !new {
            return Ok(Walk { ending: Ending::Circle, moves: made });
        }
        moves.clear();
        puzzle.moves(&here, &mut moves);
        let Some(&mv) = random.choose(&moves) else {
            return Ok(Walk { ending: Ending::Stuck, moves: made });
        };
        puzzle.play(&mut here, mv);
        made.push(mv);
    }
}

/// What many random plays came to.
#[derive(Debug, Clone)]
pub struct Plays<M> {
    /// Plays made.
    pub plays: u64,
    /// Plays that solved the challenge.
    pub wins: u64,
    /// Plays that ended by stepping on a position of their own.
    pub circles: u64,
    /// The limit that ended the plays before their number was reached.
    pub ran_out: Option<Reason>,
    /// The best that can be said: solvable when a play won (with its moves), otherwise undecided.
    pub outcome: Outcome<M>,
}

/// Plays `plays` times.
pub fn walks<P: Puzzle>(puzzle: &P, limits: &Limits, plays: u64, random: &mut Stream) -> Plays<P::Move> {
    let (mut wins, mut circles, mut states) = (0, 0, 0);
    let mut best: Option<Vec<P::Move>> = None;
    for played in 0..plays {
        match walk(puzzle, limits, random) {
            Ok(play) => {
                states += play.moves.len() as u64 + 1;
                match play.ending {
                    Ending::Won => {
                        wins += 1;
                        if best.as_ref().is_none_or(|b| play.moves.len() < b.len()) {
                            best = Some(play.moves);
                        }
                    }
                    Ending::Circle => circles += 1,
                    Ending::Stuck => {}
                }
            }
            Err(reason) => {
                let ran_out = Some(reason.clone());
                let outcome = match best {
                    Some(line) => Outcome::solved(puzzle, line, false, states),
                    None => Outcome::undecided(reason, states),
                };
                return Plays { plays: played, wins, circles, ran_out, outcome };
            }
        }
    }
    let outcome = match best {
        Some(line) => Outcome::solved(puzzle, line, false, states),
        None => {
            let why = format!("none of {} won, which proves nothing", counted(plays, "random play"));
            Outcome::undecided(Reason::Lost(why), states)
        }
    };
    Plays { plays, wins, circles, ran_out: None, outcome }
}

//! `dealwright replay ID --moves "…"`

use super::write_json;
use crate::args::LimitArgs;
use crate::draw::{Style, draw};
use crate::input::{WrongInput, read_given};
use anyhow::Result;
use dealwright::games::{Challenge, MoveError, split_moves};
use dealwright::search::{Limits, Outcome, Verdict};
use dealwright::text::counted;
use serde::Serialize;
use std::io::Write;

/// Check a list of moves
#[derive(clap::Args)]
pub struct Args {
    /// Challenge ID, or a Fujisan game file ending in .ppn that holds the moves too
    id: String,
    /// The moves, separated by spaces or commas; numbers like 12. are passed over
    #[arg(long, value_name = "MOVES", allow_hyphen_values = true)]
    moves: Option<String>,
    /// Also find the move after which no solution is left
    #[arg(long)]
    solvable: bool,
    #[command(flatten)]
    limits: LimitArgs,
    /// Plain letters, no colours or signs (the default where the output is not a terminal)
    #[arg(long)]
    plain: bool,
    /// One JSON object
    #[arg(long, conflicts_with = "plain")]
    json: bool,
}

#[derive(Serialize)]
struct Answer {
    id: String,
    /// Legal moves made.
    moves: usize,
    legal: bool,
    solved: bool,
    /// Number of the first move that cannot be made, from 1.
    stopped_at: Option<usize>,
    error: Option<String>,
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    solvable: Option<SolvableKeys>,
}

#[derive(Serialize)]
struct SolvableKeys {
    /// What can be said of the position after the last legal move.
    verdict: String,
    /// Number of the move after which no solution is left; 0 when there was none to begin with.
    lost_at: Option<usize>,
    reason: Option<String>,
}

pub fn run(args: &Args) -> Result<()> {
    let given = read_given(&args.id)?;
    let moves: Vec<&str> = match &args.moves {
        Some(text) => split_moves(text),
        None if given.moves.is_empty() && !args.id.ends_with(".ppn") => {
            return Err(WrongInput("no moves: give them with --moves \"…\"".into()).into());
        }
        None => given.moves.iter().map(String::as_str).collect(),
    };
    let replay = given.challenge.replay(&moves);
    let number = replay.played.len() + 1;
    if let Some((text, MoveError::Malformed(message))) = &replay.stopped {
        return Err(
            WrongInput(format!("move {number}, {}: {message}", dealwright::text::quoted(text))).into()
        );
    }
    let played: Vec<&str> = replay.played.iter().map(String::as_str).collect();
    let solvable = args.solvable.then(|| last_solvable(&given.challenge, &played, &args.limits.limits()));
    let mut out = anstream::stdout().lock();
    if args.json {
        let answer = Answer {
            id: given.challenge.id(),
            moves: played.len(),
            legal: replay.stopped.is_none(),
            solved: replay.solved,
            stopped_at: replay.stopped.is_some().then_some(number),
            error: replay.stopped.as_ref().map(|(_, error)| error.to_string()),
            solvable,
        };
        return write_json(&mut out, &answer);
    }
    let count = counted(played.len() as u64, "move");
    match &replay.stopped {
        Some((text, error)) => writeln!(out, "Move {number}, {text}, is not legal: {error}.")?,
        None if replay.solved => writeln!(out, "Solved in {count}, all legal.")?,
        None => writeln!(out, "Legal so far: {count}, not solved yet.")?,
    }
    if let Some(keys) = &solvable {
        writeln!(out, "{}", solvable_in_words(keys, &played))?;
    }
    writeln!(out)?;
    draw(&mut out, &replay.board, Style::for_stdout(args.plain))?;
    Ok(())
}

/// Finds where a line of legal moves loses its last solution. Along a line, what is lost stays lost, so the place is
/// found by halving.
fn last_solvable(challenge: &Challenge, played: &[&str], limits: &Limits) -> SolvableKeys {
    let after = |moves: usize| challenge.solve_after(moves, played, limits);
    let keys = |outcome: Option<Outcome<String>>, at: usize| {
        let verdict = outcome.as_ref().map_or(Verdict::Undecided, |o| o.verdict);
        SolvableKeys {
            verdict: verdict.to_string(),
            lost_at: (verdict == Verdict::Unsolvable).then_some(at),
            reason: outcome.and_then(|o| o.reason).map(|r| r.to_string()),
        }
    };
    let is_solvable =
        |outcome: &Option<Outcome<String>>| outcome.as_ref().is_some_and(|o| o.verdict == Verdict::Solvable);
    let last = after(played.len());
    if is_solvable(&last) {
        return keys(last, played.len());
    }
    let first = after(0);
    if !is_solvable(&first) {
        return keys(first, 0);
    }
    let (mut good, mut bad, mut outcome) = (0, played.len(), last);
    while bad - good > 1 {
        let middle = good + (bad - good) / 2;
        let found = after(middle);
        if is_solvable(&found) {
            good = middle;
        } else {
            (bad, outcome) = (middle, found);
        }
    }
    keys(outcome, bad)
}

fn solvable_in_words(keys: &SolvableKeys, played: &[&str]) -> String {
    match (keys.verdict.as_str(), keys.lost_at) {
        ("solvable", _) => "A solution is left.".to_string(),
        (_, Some(0)) => "There was no solution to begin with.".to_string(),
        (_, Some(at)) => format!("Lost at move {at}, {}: no solution is left after it.", played[at - 1]),
        _ => format!(
            "Whether a solution is left is undecided: {}.",
            keys.reason.as_deref().unwrap_or("unknown")
        ),
    }
}

//! `dealwright replay ID --moves "…"`

use super::write_json;
use crate::args::LimitArgs;
use crate::draw::{Style, draw};
use crate::input::{each_id, game_of_file, read_given};
use crate::progress::Progress;
use anyhow::Result;
use dealwright::Challenge;
use dealwright::InvalidInput;
use dealwright::Registry;
use dealwright::challenge::split_moves;
use dealwright::game::MoveError;
use dealwright::search::{Limits, Verdict};
use dealwright::text::counted;
use serde::Serialize;
use std::io::Write;

/// Check a list of moves
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  dealwright replay boxoff:AABB/BBAA --moves 'a1b1 a2b2 c1d1 c2d2'
  echo 'boxoff:AABB/BBAA a1b1 a2b2' | dealwright replay - --solvable --json")]
pub struct Args {
    /// Challenge IDs, seed IDs, or Fujisan game files (.ppn) that hold the moves too; - reads lines from standard input, each
    /// an ID and its moves
    #[arg(required = true, value_name = "ID")]
    ids: Vec<String>,
    /// The moves, separated by spaces or commas; numbers like 12. are ignored
    #[arg(long, value_name = "MOVES", allow_hyphen_values = true)]
    moves: Option<String>,
    /// Also find the move after which no solution is left
    #[arg(long)]
    solvable: bool,
    #[command(flatten)]
    limits: LimitArgs,
    /// Plain letters, no colours or symbols (the default when the output is not a terminal)
    #[arg(long)]
    plain: bool,
    /// One JSON object for each challenge, one per line
    #[arg(short, long, conflicts_with = "plain")]
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
    /// Number of the move after which no solution is left; 0 when there was none to begin with, none when a limit hides it.
    lost_at: Option<usize>,
    reason: Option<String>,
}

pub fn run(registry: &Registry, args: &Args) -> Result<()> {
    let mut written = 0;
    each_id(
        &args.ids,
        args.json,
        || (),
        |text| {
            // A line of standard input may have its own moves; an ID on the command line may have spaces in it.
            let (id, own) = match (&args.moves, text.split_once(char::is_whitespace)) {
                (None, Some((id, moves))) if args.ids.iter().any(|id| id == "-") => (id, Some(moves)),
                _ => (text, None),
            };
            replay(registry, id, args.moves.as_deref().or(own), args, &mut written)
        },
    )
}

fn replay(registry: &Registry, id: &str, moves: Option<&str>, args: &Args, written: &mut u64) -> Result<()> {
    let given = read_given(registry, id)?;
    let is_file_of_moves = moves.is_none();
    let moves: Vec<&str> = match moves {
        Some(text) => split_moves(text),
        None if given.moves.is_empty() && game_of_file(registry, id).is_none() => {
            let message =
                "no moves: give them with --moves \"…\", or after the ID on a line of standard input";
            return Err(InvalidInput(message.into()).into());
        }
        None => given.moves.iter().map(String::as_str).collect(),
    };
    let replay = given.challenge.replay(&moves);
    let number = replay.played.len() + 1;
    if let Some((text, MoveError::Malformed(message))) = &replay.stopped {
        // A move of a file is told with the file's name.
        let file = if is_file_of_moves { format!("{id}: ") } else { String::new() };
        let text = dealwright::text::quoted(text);
        return Err(InvalidInput(format!("{file}move {number}, {text}: {message}")).into());
    }
    let played: Vec<&str> = replay.played.iter().map(String::as_str).collect();
    let progress = Progress::new("solving the last position, and earlier ones if it is lost");
    let limits = progress.watched(args.limits.limits_of_seconds());
    let solvable = args.solvable.then(|| last_solvable(&given.challenge, &played, &limits));
    drop(progress);
    let mut out = anstream::stdout().lock();
    *written += 1;
    if *written > 1 && !args.json {
        writeln!(out)?;
    }
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

/// Where a line without a solution at its end lost the last one: 0 from the start, none if that is undecided. Along a line,
/// what is lost stays lost, so the place is found by halving.
pub fn lost_at(challenge: &Challenge, played: &[&str], limits: &Limits) -> Option<usize> {
    let verdict_after = |moves: usize| {
        let outcome = challenge.solve_after(&played[..moves], false, limits);
        outcome.map_or(Verdict::Undecided, |outcome| outcome.verdict)
    };
    match verdict_after(0) {
        Verdict::Unsolvable => return Some(0),
        Verdict::Undecided => return None,
        Verdict::Solvable => {}
    }
    let (mut good, mut bad) = (0, played.len());
    while bad - good > 1 {
        let middle = good + (bad - good) / 2;
        match verdict_after(middle) {
            Verdict::Solvable => good = middle,
            Verdict::Unsolvable => bad = middle,
            Verdict::Undecided => return None,
        }
    }
    Some(bad)
}

/// What can be said of the last position, and where the line lost its last solution.
fn last_solvable(challenge: &Challenge, played: &[&str], limits: &Limits) -> SolvableKeys {
    let last = challenge.solve_after(played, false, limits);
    let verdict = last.as_ref().map_or(Verdict::Undecided, |outcome| outcome.verdict);
    let lost = verdict == Verdict::Unsolvable;
    SolvableKeys {
        verdict: verdict.to_string(),
        lost_at: if lost { lost_at(challenge, played, limits) } else { None },
        reason: last.and_then(|outcome| outcome.reason).map(|reason| reason.to_string()),
    }
}

fn solvable_in_words(keys: &SolvableKeys, played: &[&str]) -> String {
    match (keys.verdict.as_str(), keys.lost_at) {
        ("solvable", _) => "A solution is left.".to_string(),
        ("unsolvable", None) => {
            "No solution is left; where it was lost is undecided under these limits.".to_string()
        }
        (_, Some(0)) => "There was no solution to begin with.".to_string(),
        (_, Some(at)) => format!("Lost at move {at}, {}: no solution is left after it.", played[at - 1]),
        _ => format!(
            "Whether a solution is left is undecided: {}.",
            keys.reason.as_deref().unwrap_or("unknown")
        ),
    }
}

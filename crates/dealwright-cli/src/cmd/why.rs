//! `dealwright why ID`

use super::write_json;
use crate::args::LimitArgs;
use crate::draw::{Style, draw_marked};
use crate::input::{IdArgs, each_id, read_given};
use crate::progress::Progress;
use anyhow::Result;
use dealwright::Challenge;
use dealwright::Registry;
use dealwright::explain::{Core, Ways};
use dealwright::search::Verdict;
use dealwright::square::Square;
use dealwright::text::{counted, grouped};
use dealwright_desk::why::{Why, why};
use std::io::Write;

/// Say why challenges cannot be solved, or where they can be lost
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  dealwright why boxoff:AADDAC/CBDDBB/CDABDA/CBABCC
  dealwright why pretzel/banded~hello@1 --json")]
pub struct Args {
    #[command(flatten)]
    ids: IdArgs,
    #[command(flatten)]
    limits: LimitArgs,
    /// One JSON object for each challenge, one per line
    #[arg(short, long)]
    json: bool,
    /// Plain letters, no colours or symbols (the default when the output is not a terminal)
    #[arg(long)]
    plain: bool,
}

pub fn run(registry: &Registry, args: &Args) -> Result<()> {
    let mut written = 0;
    each_id(
        &args.ids.ids,
        args.json,
        || (),
        |text| {
            let challenge = read_given(registry, text)?.challenge;
            written += 1;
            explain(&challenge, args, written == 1)
        },
    )
}

fn explain(challenge: &Challenge, args: &Args, first: bool) -> Result<()> {
    let progress = Progress::new("solving");
    let limits = progress.watched(args.limits.limits_of_seconds());
    let found = why(challenge, &limits, |what| progress.say(|| what.to_string()))?;
    drop(progress);
    let mut out = anstream::stdout().lock();
    if !first && !args.json {
        writeln!(out)?;
    }
    if args.json {
        return write_json(&mut out, &found.keys(challenge));
    }
    let Why { outcome, causes, core, ways } = found;
    let style = Style::for_stdout(args.plain);
    match outcome.verdict {
        Verdict::Undecided => {
            let why = outcome.reason.map_or(String::new(), |reason| format!(": {reason}"));
            writeln!(out, "Undecided{why}.")?;
            writeln!(out, "  {}", challenge.id())?;
        }
        Verdict::Unsolvable => {
            let mut marked: Vec<Square> = Vec::new();
            writeln!(out, "Dead: there is no solution.\n  {}", challenge.id())?;
            for cause in &causes {
                let (first, rest) = cause.name.split_at(1);
                writeln!(out, "  {}{rest}. {}", first.to_uppercase(), cause.words)?;
                marked.extend(&cause.squares);
            }
            match &core {
                Some(Ok(core)) => {
                    marked.extend(&core.squares);
                    write_core(&mut out, core)?;
                }
                Some(Err(why)) => writeln!(out, "  {}", Why::without_a_name(challenge, why))?,
                None => {}
            }
            if !marked.is_empty() {
                writeln!(out)?;
                draw_marked(&mut out, &challenge.board(), style, &marked)?;
            }
        }
        Verdict::Solvable => write_ways(&mut out, challenge, ways.as_ref())?,
    }
    Ok(())
}

fn write_core(out: &mut impl Write, core: &Core) -> Result<()> {
    let pieces = counted(core.squares.len() as u64, core.piece);
    let squares: Vec<String> = core.squares.iter().map(ToString::to_string).collect();
    let are_stuck = if core.squares.len() == 1 { "is stuck by itself" } else { "are stuck by themselves" };
    writeln!(out, "  No named structure, but {pieces} {are_stuck},")?;
    writeln!(out, "  {}: {}.", core.relaxed, squares.join(" "))?;
    let each = match core.minimal {
        true => "Relax any one of them in the same way, and there is a solution.",
        false => "A smaller part may be stuck too; finding it was beyond the limits.",
    };
    writeln!(out, "  {each}")?;
    Ok(())
}

fn write_ways(out: &mut impl Write, challenge: &Challenge, ways: Option<&Ways>) -> Result<()> {
    let Some(ways) = ways else {
        writeln!(out, "Solvable, but its whole graph is beyond the limits.\n  {}", challenge.id())?;
        return Ok(());
    };
    if ways.solution.is_empty() {
        writeln!(out, "Solved already: there is nothing to do.\n  {}", challenge.id())?;
        return Ok(());
    }
    let moves = counted(ways.solution.len() as u64, "move");
    writeln!(out, "Solvable: the shortest solution has {moves}.\n  {}", challenge.id())?;
    writeln!(out, "  {}", ways.solution.join(" "))?;
    if ways.crossroads.is_empty() {
        writeln!(out, "  No move along this solution can lose.")?;
    }
    for crossroads in &ways.crossroads {
        let place = match crossroads.after {
            0 => "at the start".to_string(),
            n => format!("after move {n}"),
        };
        let losing = grouped(crossroads.losing.len() as u64);
        let moves = crossroads.losing.join(" ");
        writeln!(out, "  Crossroads {place}: {losing} of {} moves lose ({moves}).", crossroads.choices)?;
    }
    match ways.bottlenecks.as_slice() {
        [] if ways.solution.len() < 2 => Ok(()),
        [] => writeln!(out, "  No position between the start and the end is part of every solution."),
        numbers => {
            let numbers: Vec<String> = numbers.iter().map(usize::to_string).collect();
            let moves = if numbers.len() == 1 { "move" } else { "moves" };
            writeln!(
                out,
                "  Every solution passes through the position after {moves} {}.",
                numbers.join(", ")
            )
        }
    }?;
    Ok(())
}

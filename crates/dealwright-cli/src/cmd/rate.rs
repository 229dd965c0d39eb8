//! `dealwright rate ID`

use super::write_json;
use crate::args::{LimitArgs, parse_count};
use crate::input::{IdAndSizeArgs, each_id, read_given};
use crate::progress::{BudgetArgs, Progress};
use anyhow::Result;
use dealwright::Challenge;
use dealwright::InvalidInput;
use dealwright::Registry;
use dealwright::measure::{Chance, MANY_COUNTER, MOST_MOVES, MeasureRequest, Measured, Scale};
use dealwright::search::{Limits, Verdict};
use dealwright::setup::Setup;
use dealwright::setup::load::dealer;
use dealwright::study::ONLY_VERDICT;
use dealwright::text::{counted, grouped};
use dealwright_lab::files::load_setup;
use serde::Serialize;
use std::io::Write;

/// Say how hard challenges are, and why
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  dealwright rate fujisan:551102224335/244331001054
  dealwright rate boxoff/ltiles~hello@1 --setup boxoff/ltiles -n 50")]
pub struct Args {
    #[command(flatten)]
    what: IdAndSizeArgs,
    /// Compare with deals of this setup: GAME/SETUP or a path ending in .toml
    #[arg(long, value_name = "SETUP")]
    setup: Option<String>,
    /// Deals to compare with, always the same ones (seed "rate")
    #[arg(short = 'n', long, alias = "deals", value_name = "N", default_value = "300", value_parser = parse_count)]
    samples: u64,
    #[command(flatten)]
    budget: BudgetArgs,
    #[command(flatten)]
    limits: LimitArgs,
    /// One JSON object for each challenge, one per line
    #[arg(short, long)]
    json: bool,
}

#[derive(Serialize)]
struct Rated {
    id: String,
    verdict: &'static str,
    level: Option<&'static str>,
    meaning: Option<&'static str>,
    chance: Option<f64>,
    chance_exact: Option<bool>,
    length: Option<u32>,
    counter_least: Option<u32>,
    counter_most: Option<u32>,
    switches: Option<u32>,
    changes: Option<u32>,
    walk_moves: Option<f64>,
    lost: Option<u64>,
    reachable: Option<u64>,
    /// Share of solvable deals of the setup that are easier, those that are equally hard counted half.
    harder_than: Option<f64>,
    solvable_deals: Option<u64>,
    /// Deals that were looked at, solvable or not.
    deals: Option<u64>,
    /// Deals left out because a limit ran out before their difficulty was known.
    unknown_deals: Option<u64>,
}

/// A challenge among the deals of a setup.
struct Compared {
    /// Deals looked at: fewer than asked for if the budget ran out.
    deals: u64,
    solvable: u64,
    /// Deals of which it is not known how hard they are.
    unknown: u64,
    /// Solvable ones that are easier, those that are equally hard counted half.
    easier: f64,
}

impl Compared {
    fn harder_than(&self) -> Option<f64> {
        (self.solvable > 0).then(|| self.easier / self.solvable as f64)
    }
}

pub fn run(registry: &Registry, args: &Args) -> Result<()> {
    let (ids, options) = args.what.split(args.setup.is_some())?;
    let mut written = 0;
    each_id(
        &ids,
        args.json,
        || (),
        |text| {
            let challenge = read_given(registry, text)?.challenge;
            written += 1;
            rate(registry, &challenge, args, &options, written == 1)
        },
    )
}

fn rate(
    registry: &Registry,
    challenge: &Challenge,
    args: &Args,
    options: &[(String, String)],
    first: bool,
) -> Result<()> {
    let progress = Progress::new("measuring the challenge");
    let limits = progress.watched(args.limits.limits_of_seconds());
    let request =
        MeasureRequest { length: true, chance: true, graph: true, difficulty: true, ..ONLY_VERDICT };
    let found = challenge.measure(&request, &limits, "level");
    let compared = match &args.setup {
        Some(setup) if found.verdict == Verdict::Solvable => {
            let setup = load_setup(registry, setup, options)?;
            compare(challenge, &found, &setup, args, &limits, &progress)?
        }
        _ => None,
    };
    drop(progress);
    let mut out = anstream::stdout().lock();
    if !first && !args.json {
        writeln!(out)?;
    }
    if args.json {
        return write_json(&mut out, &rated(challenge, &found, compared.as_ref()));
    }
    write_words(&mut out, challenge, &found)?;
    if let (Some(setup), Some(compared)) = (&args.setup, compared) {
        write_compared(&mut out, &compared, setup, args)?;
    }
    Ok(())
}

fn write_compared(out: &mut impl Write, compared: &Compared, setup: &str, args: &Args) -> Result<()> {
    match compared.harder_than() {
        Some(harder) => {
            let deals = counted(compared.solvable, "solvable deal");
            writeln!(out, "  Harder than {:.0}% of {deals} of {setup}.", 100.0 * harder)?;
        }
        None => {
            let deals = counted(compared.deals, "deal");
            writeln!(out, "  Nothing to compare with: no solvable deal among {deals} of {setup}.")?;
        }
    }
    if compared.unknown > 0 {
        let deals = counted(compared.unknown, "deal");
        writeln!(out, "  {deals} left out: the limits ran out before it was known how hard they are.")?;
    }
    if compared.deals < args.samples {
        let (deals, asked) = (grouped(compared.deals), counted(args.samples, "deal"));
        let budget = args.budget.words();
        writeln!(out, "  Only {deals} of {asked} were examined within {budget}; --budget N allows more.")?;
    }
    Ok(())
}

fn rated(challenge: &Challenge, found: &Measured, compared: Option<&Compared>) -> Rated {
    let range = found.counter.and_then(|counter| counter.range);
    Rated {
        id: challenge.id(),
        verdict: found.verdict.word(),
        level: found.level.map(|level| level.word()),
        meaning: found.level.map(|level| challenge.info().scale.meaning(level)),
        chance: found.chance.map(|chance| chance.win),
        chance_exact: found.chance.map(|chance| chance.plays.is_none()),
        length: found.length,
        counter_least: range.map(|(least, _)| least),
        counter_most: range.map(|(_, most)| most),
        switches: found.switches,
        changes: found.changes,
        walk_moves: found.walk.map(|walk| walk.moves),
        lost: found.graph.as_ref().map(|graph| graph.lost),
        reachable: found.graph.as_ref().map(|graph| graph.reachable),
        harder_than: compared.and_then(Compared::harder_than),
        solvable_deals: compared.map(|compared| compared.solvable),
        deals: compared.map(|compared| compared.deals),
        unknown_deals: compared.map(|compared| compared.unknown),
    }
}

fn write_words(out: &mut impl Write, challenge: &Challenge, found: &Measured) -> Result<()> {
    match (found.verdict, found.level) {
        (Verdict::Unsolvable, _) => writeln!(out, "No level: it cannot be solved.")?,
        (Verdict::Solvable, _) if found.length == Some(0) => {
            writeln!(out, "No level: it is solved already.\n  {}", challenge.id())?;
            return Ok(());
        }
        (Verdict::Undecided, _) => {
            let why = found.reason.as_ref().map_or(String::new(), |reason| format!(": {reason}"));
            writeln!(out, "No level: it is undecided whether it can be solved{why}.")?;
        }
        (_, None) => {
            writeln!(out, "No level: it can be solved, but measuring its level is beyond the limits.")?
        }
        (_, Some(level)) => {
            let (first, rest) = level.word().split_at(1);
            let word = first.to_uppercase() + rest;
            writeln!(out, "{word}: {}.", challenge.info().scale.meaning(level))?;
        }
    }
    writeln!(out, "  {}", challenge.id())?;
    if found.verdict != Verdict::Solvable {
        return Ok(());
    }
    if let Some(length) = found.length {
        writeln!(out, "  The shortest solution has {}.", counted(length.into(), "move"))?;
    }
    if let Some((least, most)) = found.counter.and_then(|counter| counter.range) {
        let moves = match (least, most) {
            (0, 0) => "No shortest solution ever moves away from the goal.".into(),
            (0, most) => {
                format!("Shortest solutions move away from the goal up to {}, but need not.", times(most))
            }
            (least, most) if least == most => {
                format!("Every shortest solution moves away from the goal {}.", times(least))
            }
            (least, most) => {
                format!("Shortest solutions move away from the goal {least} to {}.", times(most))
            }
        };
        // Beyond the longest there is nothing harder.
        let can_be_harder = found.length.is_some_and(|length| length <= MOST_MOVES[2]);
        let harder =
            if least >= MANY_COUNTER && can_be_harder { " That makes it one level harder." } else { "" };
        writeln!(out, "  {moves}{harder}")?;
    }
    match found.chance {
        Some(Chance { plays: Some((plays, wins)), .. }) => {
            writeln!(out, "  Random play won {} of {} games.", grouped(wins), grouped(plays))?;
        }
        Some(chance) => writeln!(out, "  Random play wins {}, computed exactly.", frequency(chance.win))?,
        None => {}
    }
    if let Some(graph) = &found.graph {
        let positions = counted(graph.reachable, "position");
        match graph.lost {
            0 if graph.reachable == 1 => {}
            0 => writeln!(out, "  It cannot be lost: a solution is left from each of {positions}.")?,
            lost => writeln!(out, "  It can be lost: {} of {positions} are.", grouped(lost))?,
        }
    }
    if let Some(switches) = found.switches.filter(|switches| *switches > 0) {
        let switches = times(switches);
        writeln!(
            out,
            "  Its pieces fall into two groups between which the solution switches only {switches}."
        )?;
    }
    if let Some(walk) = found.walk {
        let moves = counted(walk.moves.round() as u64, "move");
        writeln!(out, "  A player who tends towards the goal needs {moves} on average.")?;
    }
    Ok(())
}

fn times(count: u32) -> String {
    match count {
        0 => "never".into(),
        1 => "once".into(),
        2 => "twice".into(),
        n => format!("{n} times"),
    }
}

/// A chance in words that need no counting of zeros.
fn frequency(chance: f64) -> String {
    match chance {
        c if c <= 0.0 => "never".into(),
        c if c >= 1.0 => "always".into(),
        c if c >= 0.1 => format!("{:.0} games in 100", 100.0 * c),
        c => format!("one game in {}", grouped((1.0 / c).round() as u64)),
    }
}

/// The challenge among a setup's deals; none if it is not known how hard it is.
fn compare(
    challenge: &Challenge,
    found: &Measured,
    setup: &Setup,
    args: &Args,
    limits: &Limits,
    progress: &Progress,
) -> Result<Option<Compared>> {
    let dealer = dealer(setup)?;
    let Some(hardness) = hardness(challenge.info().scale, found) else { return Ok(None) };
    let streams = dealer.streams("rate");
    let mut compared = Compared { deals: 0, solvable: 0, unknown: 0, easier: 0.0 };
    for index in 0..args.samples {
        progress.say(|| {
            let (deals, asked) = (grouped(compared.deals), counted(args.samples, "deal"));
            format!("{deals} of {asked} compared, {} solvable", grouped(compared.solvable))
        });
        if args.budget.left(progress, limits).is_none() {
            break;
        }
        let other = dealer.challenge_at(&streams, index)?;
        if other.info().name != challenge.info().name {
            let message =
                format!("{} deals {}, not {}", setup.full_name(), other.info().title, challenge.info().title);
            return Err(InvalidInput(message).into());
        }
        let measured = other.measure_level(limits);
        compared.deals += 1;
        let of_other = self::hardness(other.info().scale, &measured);
        compared.unknown += u64::from(of_other.is_none() && measured.verdict != Verdict::Unsolvable);
        if let Some(of_other) = of_other {
            compared.solvable += 1;
            compared.easier += match of_other.total_cmp(&hardness) {
                std::cmp::Ordering::Less => 1.0,
                std::cmp::Ordering::Equal => 0.5,
                std::cmp::Ordering::Greater => 0.0,
            };
        }
    }
    Ok(Some(compared))
}

/// What levels are built on, more being harder; none unless it is solvable.
fn hardness(scale: Scale, found: &Measured) -> Option<f64> {
    if found.verdict != Verdict::Solvable {
        return None;
    }
    match scale {
        Scale::Chance => found.chance.map(|chance| -chance.win),
        Scale::Length => found.length.map(f64::from),
    }
}

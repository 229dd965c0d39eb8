//! `dealwright deal GAME/SETUP`

use super::rate::measured_for_level;
use super::{SetupArgs, write_json};
use crate::args::{LimitArgs, parse_count};
use crate::draw::{Style, draw};
use crate::input::{WrongInput, dealer_for};
use anyhow::Result;
use dealwright::games::Challenge;
use dealwright::measure::Level;
use dealwright::search::{Limits, Verdict};
use dealwright::setup::seed::SeedId;
use dealwright::text::grouped;
use serde::Serialize;
use std::io::Write;

/// Deals after which one that is solvable, or of a level, is given up.
const MOST_SOLVED: u64 = 100_000;
const MOST_RATED: u64 = 20_000;

/// Deal random challenges of a setup
#[derive(clap::Args)]
pub struct Args {
    #[command(flatten)]
    setup: SetupArgs,
    /// Any text; the same text gives the same deals for ever
    #[arg(long, value_name = "TEXT")]
    seed: Option<String>,
    /// How many
    #[arg(long, value_name = "N", default_value = "1", value_parser = parse_count)]
    count: u64,
    /// Number of the first deal
    #[arg(long, value_name = "I", default_value = "0", value_parser = parse_count)]
    start: u64,
    /// Only deals that are proved solvable; the others are passed over
    #[arg(long)]
    solvable: bool,
    /// Only solvable deals of a level: gentle, steady, tricky or fiendish (see dealwright rate)
    #[arg(long, value_name = "LEVEL")]
    level: Option<Level>,
    #[command(flatten)]
    limits: LimitArgs,
    /// One JSON object per deal and line
    #[arg(long)]
    json: bool,
    /// One challenge ID a line and nothing else
    #[arg(long, conflicts_with = "json")]
    ids: bool,
    /// Plain letters, no colours or signs (the default where the output is not a terminal)
    #[arg(long)]
    plain: bool,
}

#[derive(Serialize)]
struct Dealt {
    id: String,
    /// None for setups from a file: a path says nothing to anybody else.
    seed_id: Option<String>,
    index: u64,
    redeals: u32,
}

pub fn run(args: &Args) -> Result<()> {
    let setup = args.setup.load()?;
    let dealer = dealer_for(&setup)?;
    let seed = args.seed.clone().unwrap_or_else(fresh_seed);
    let streams = dealer.streams(&seed);
    let limits = args.limits.limits();
    let built_in = !args.setup.setup.ends_with(".toml");
    let mut out = std::io::BufWriter::new(anstream::stdout().lock());
    let (mut found, mut passed_over) = (0, 0u64);
    let mut next = Some(args.start);
    while found < args.count {
        let Some(index) = next else {
            return Err(WrongInput(format!("there are no deals behind number {}", u64::MAX)).into());
        };
        next = index.checked_add(1);
        let deal = dealer.deal_from(&mut streams.stream(index)).map_err(|e| WrongInput(e.to_string()))?;
        let challenge = dealer.challenge(&deal).map_err(|e| WrongInput(e.to_string()))?;
        if !is_wanted(&challenge, args.level, args.solvable, &limits) {
            passed_over += 1;
            let most = if args.level.is_some() { MOST_RATED } else { MOST_SOLVED };
            if passed_over >= most && found == 0 {
                let kind =
                    args.level.map_or("proved solvable".into(), |level| format!("found to be {level}"));
                let message = format!(
                    "none of the first {} deals was {kind}; ask for another setup or level, or raise the limits",
                    grouped(most)
                );
                return Err(WrongInput(message).into());
            }
            continue;
        }
        found += 1;
        let seed_id =
            SeedId { setup: setup.full_name(), options: setup.options(), text: seed.clone(), index };
        if args.ids {
            writeln!(out, "{}", challenge.id())?;
        } else if args.json {
            let seed_id = built_in.then(|| seed_id.to_string());
            write_json(&mut out, &Dealt { id: challenge.id(), seed_id, index, redeals: deal.redeals })?;
        } else {
            if found > 1 {
                writeln!(out)?;
            }
            let again = match deal.redeals {
                0 => String::new(),
                1 => ", after 1 deal that was gathered again".into(),
                n => format!(", after {n} deals that were gathered again"),
            };
            writeln!(
                out,
                "{} {}, deal {index} of seed \"{seed}\"{again}.",
                challenge.info().title,
                setup.title
            )?;
            writeln!(out)?;
            draw(&mut out, &challenge.board(), Style::for_stdout(args.plain))?;
            writeln!(out)?;
            writeln!(out, "{}", challenge.id())?;
            if built_in {
                writeln!(out, "{seed_id}")?;
            }
        }
    }
    out.flush()?;
    Ok(())
}

/// Whether a deal is of the kind that was asked for: of a level, or proved solvable, or any.
pub fn is_wanted(challenge: &Challenge, level: Option<Level>, solvable: bool, limits: &Limits) -> bool {
    match level {
        Some(level) => {
            // Most deals are no good: the verdict is cheaper than a level.
            is_solvable(challenge, limits) && measured_for_level(challenge, limits).level == Some(level)
        }
        None => !solvable || is_solvable(challenge, limits),
    }
}

fn is_solvable(challenge: &Challenge, limits: &Limits) -> bool {
    let outcome = challenge.solve(challenge.default_solver(false), limits);
    outcome.is_ok_and(|outcome| outcome.verdict == Verdict::Solvable)
}

/// A seed that nobody has used before: the time. It is shown, so the deal can be had again.
fn fresh_seed() -> String {
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap_or_default();
    format!("{:x}", now.as_micros())
}

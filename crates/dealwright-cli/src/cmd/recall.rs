//! `dealwright recall SETUP`

use super::write_json;
use crate::args::{LimitArgs, parse_count};
use crate::input::parse_option;
use crate::progress::Progress;
use anyhow::Result;
use dealwright::text::counted;
use dealwright::{InvalidInput, Registry};
use dealwright_lab::files::load_setup;
use dealwright_lab::machine::cores;
use dealwright_lab::recall::{RecallPlan, RecallRow, Recalled, recall};
use serde::Serialize;
use std::io::Write;

/// Say how much a setup that builds its challenges by hand gives away
///
/// A player remembers the last placements and plays everything else at random. The answer is the chance to win: with nothing
/// remembered, which is random play, and with the last few.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  dealwright recall boxoff/built -n 20
  dealwright recall pretzel/built ranks=4 -n 50 --remember 0,3,all --json")]
pub struct Args {
    /// GAME/SETUP (see dealwright list) or a path ending in .toml, with a step build
    setup: String,
    /// Sizes and rules that the setup lets you choose, such as ranks=9 or rules=free
    #[arg(value_name = "NAME=VALUE", value_parser = parse_option)]
    options: Vec<(String, String)>,
    /// Deals
    #[arg(short = 'n', long, value_name = "N", default_value = "300", value_parser = parse_count)]
    samples: u64,
    /// How many of the last placements are remembered, separated by commas; 'all' for all
    #[arg(long, value_name = "LIST", default_value = "0,1,2,4,8,all")]
    remember: String,
    /// Random plays where the chance cannot be worked out exactly
    #[arg(long, value_name = "N", default_value = "1000", value_parser = parse_count)]
    plays: u64,
    /// Any text: the same text gives the same deals
    #[arg(short, long, value_name = "TEXT", default_value = "recall")]
    seed: String,
    /// Threads [default: all cores]
    #[arg(short, long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    #[command(flatten)]
    limits: LimitArgs,
    /// One JSON object
    #[arg(short, long)]
    json: bool,
}

#[derive(Serialize)]
struct Keys {
    setup: String,
    deals: u64,
    /// Deals of which limits allowed no play at all.
    left_out: u64,
    placements: f64,
    /// `first` where the piece that was laid last is played first, else `last`.
    last_laid_goes: &'static str,
    rows: Vec<RowKeys>,
}

#[derive(Serialize)]
struct RowKeys {
    /// None for all.
    remembered: Option<u64>,
    wins: f64,
    wins_interval: Option<[f64; 2]>,
    exact: f64,
}

/// Positions of a graph that is explored whole.
const GRAPH_STATES: u64 = 200_000;
/// Numbers in the list at most.
const MOST_ROWS: usize = 20;

fn numbers(list: &str) -> Result<Vec<Option<u64>>> {
    let read = |word: &str| match word.trim() {
        "all" => Ok(None),
        word => parse_count(word).map(Some).map_err(|error| {
            InvalidInput(format!(
                "--remember {list}: {error}; expected numbers and 'all', such as 0,1,2,4,8,all"
            ))
        }),
    };
    let rows = list.split(',').map(read).collect::<Result<Vec<_>, InvalidInput>>()?;
    match rows.len() > MOST_ROWS {
        true => Err(InvalidInput(format!("--remember takes at most {MOST_ROWS} numbers")).into()),
        false => Ok(rows),
    }
}

pub fn run(registry: &Registry, args: &Args) -> Result<()> {
    let remembered = numbers(&args.remember)?;
    if args.samples == 0 || args.plays == 0 {
        return Err(InvalidInput("at least one deal and one play are needed".into()).into());
    }
    let setup = load_setup(registry, &args.setup, &args.options)?;
    let progress = Progress::new("playing deals");
    let mut limits = args.limits.limits_of_seconds();
    if !args.limits.is_given() {
        limits.states = limits.states.min(GRAPH_STATES);
    }
    let limits = progress.watched(limits);
    let plan =
        RecallPlan { deals: args.samples, remembered, plays: args.plays, seed: args.seed.clone(), limits };
    let threads = args.threads.map_or_else(cores, usize::from);
    let found = recall(&setup, &plan, threads)?;
    drop(progress);
    if found.deals == 0 {
        return Err(
            InvalidInput("the limits allow not a single play; allow more states or memory".into()).into()
        );
    }
    let mut out = anstream::stdout().lock();
    match args.json {
        true => write_json(&mut out, &keys(setup.name_with_choices(), &found)),
        false => write_words(&mut out, &setup.name_with_choices(), &found),
    }
}

fn keys(setup: String, found: &Recalled) -> Keys {
    let row = |row: &RecallRow| RowKeys {
        remembered: row.remembered,
        wins: row.wins,
        wins_interval: row.interval.map(|interval| interval.ends()),
        exact: row.exact,
    };
    Keys {
        setup,
        deals: found.deals,
        left_out: found.left_out,
        placements: found.placements,
        last_laid_goes: if found.last_laid_first { "first" } else { "last" },
        rows: found.rows.iter().map(row).collect(),
    }
}

fn write_words(out: &mut impl Write, name: &str, found: &Recalled) -> Result<()> {
    writeln!(
        out,
        "How often a player wins who remembers the last placements of {name} and plays all else at random: {}, {:.1} placements each \
         on average.",
        counted(found.deals, "deal"),
        found.placements
    )?;
    match found.last_laid_first {
        true => writeln!(out, "What was laid last can go first, so the player plays it back at once.\n")?,
        false => writeln!(
            out,
            "What was laid last can go last, so the player leaves it alone until nothing else can be moved.\n"
        )?,
    }
    writeln!(out, "remembered  wins (95%)")?;
    for row in &found.rows {
        let remembered = row.remembered.map_or("all".into(), |n| n.to_string());
        let between = row.interval.filter(|_| row.remembered.is_some()).map_or(String::new(), |interval| {
            let [low, high] = interval.ends();
            format!(" ({:.2}% to {:.2}%)", 100.0 * low, 100.0 * high)
        });
        let sampled = match row.exact < 1.0 {
            true => format!(", {:.0}% of the chances are sampled", 100.0 * (1.0 - row.exact)),
            false => String::new(),
        };
        writeln!(out, "{remembered:>10}  {:.2}%{between}{sampled}", 100.0 * row.wins)?;
    }
    if found.left_out > 0 {
        let deals = counted(found.left_out, "deal");
        writeln!(out, "\n{deals} left out: the limits allowed not a single play.")?;
    }
    Ok(())
}

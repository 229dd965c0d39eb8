//! `dealwright people power`

use super::super::write_json;
use super::built_in;
use crate::progress::Progress;
use anyhow::Result;
use dealwright::setup::load::dealer;
use dealwright::setup::stopwatch::stopwatch;
use dealwright::{InvalidInput, Registry};
use dealwright_people::SIMULATED;
use dealwright_people::power::{Design, PowerRow, power, table};
use dealwright_people::simulate::rows_of;
use serde::Serialize;
use std::io::Write;

/// How many people are needed for which precision, by simulated people
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  dealwright people power boxoff/shuffled boxoff/ltiles boxoff/abc --participants 8,16 -n 5")]
pub struct Args {
    /// Setups that everybody lays out, GAME/SETUP
    #[arg(required = true, value_name = "SETUP")]
    setups: Vec<String>,
    /// Numbers of participants
    #[arg(long, value_name = "N", value_delimiter = ',', default_values = ["5", "8", "12", "20", "30", "50"], value_parser = clap::value_parser!(u32).range(2..=500))]
    participants: Vec<u32>,
    /// How often everybody lays out each setup
    #[arg(long, value_name = "N", default_value = "2", value_parser = clap::value_parser!(u32).range(1..=10))]
    repeats: u32,
    /// Challenges of each of the four levels that everybody plays; 0 for none
    #[arg(long, value_name = "N", default_value = "2", value_parser = clap::value_parser!(u32).range(0..=20))]
    each: u32,
    /// Sessions of each size that are simulated
    #[arg(short = 'n', long, value_name = "N", default_value = "100", value_parser = clap::value_parser!(u32).range(1..=10_000))]
    samples: u32,
    /// Any text; the same text gives the same table
    #[arg(short, long, value_name = "TEXT", default_value = "power")]
    seed: String,
    /// One JSON object
    #[arg(short, long)]
    json: bool,
}

#[derive(Serialize)]
struct Answer<'a> {
    simulated: bool,
    setups: &'a [String],
    repeats: u32,
    each: u32,
    samples: u32,
    rows: Vec<PowerRow>,
}

pub fn run(registry: &Registry, args: &Args) -> Result<()> {
    let setups = built_in(registry, &args.setups)?;
    if setups.len() > 20 || args.participants.len() > 20 {
        return Err(InvalidInput("at most 20 setups and 20 numbers of participants".into()).into());
    }
    let watches = setups.iter().map(|setup| Ok(stopwatch(&dealer(setup)?))).collect::<Result<Vec<_>>>()?;
    let rows = rows_of(&watches);
    let design = Design {
        setups: &rows,
        repeats: args.repeats,
        each: args.each,
        runs: args.samples,
        seed: &args.seed,
    };
    let progress = Progress::new("simulating sessions");
    let rows: Vec<PowerRow> = (args.participants.iter())
        .map(|&people| {
            progress.say(|| format!("simulating sessions of {people} people"));
            power(&design, people)
        })
        .collect();
    drop(progress);
    let mut out = anstream::stdout().lock();
    if args.json {
        let (repeats, each, samples) = (args.repeats, args.each, args.samples);
        return write_json(
            &mut out,
            &Answer { simulated: true, setups: &args.setups, repeats, each, samples, rows },
        );
    }
    writeln!(out, "{SIMULATED}.")?;
    write!(out, "{}", table(&rows))?;
    Ok(())
}

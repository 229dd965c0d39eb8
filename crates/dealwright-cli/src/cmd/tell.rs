//! `dealwright tell SETUP`

use super::{SetupsArgs, write_json};
use anyhow::Result;
use dealwright::Registry;
use dealwright::setup::Setup;
use dealwright::setup::load::dealer;
use dealwright::setup::tell::tell;
use serde::Serialize;
use std::io::Write;

/// Explain in words how to set a game up at the table
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  dealwright tell boxoff/ltiles
  dealwright tell pretzel/banded pretzel/random-suits ranks=9")]
pub struct Args {
    #[command(flatten)]
    setups: SetupsArgs,
    /// One JSON object for each setup, one per line
    #[arg(short, long)]
    json: bool,
}

#[derive(Serialize)]
struct Told {
    setup: String,
    title: String,
    about: String,
    steps: Vec<String>,
}

pub fn run(registry: &Registry, args: &Args) -> Result<()> {
    let mut out = anstream::stdout().lock();
    for (number, setup) in args.setups.load(registry)?.iter().enumerate() {
        let steps = tell(&dealer(setup)?);
        if args.json {
            let (title, about) = (setup.title.clone(), setup.about.clone());
            write_json(&mut out, &Told { setup: setup.name_with_choices(), title, about, steps })?;
            continue;
        }
        if number > 0 {
            writeln!(out)?;
        }
        write_words(&mut out, setup, &steps)?;
    }
    Ok(())
}

fn write_words(out: &mut impl Write, setup: &Setup, steps: &[String]) -> Result<()> {
    let about = if setup.about.is_empty() { String::new() } else { format!(" {}", setup.about) };
    writeln!(out, "{} {}.{about}", setup.game.info.title, setup.title)?;
    writeln!(out)?;
    let mut number = 0;
    for (n, step) in steps.iter().enumerate() {
        // What is needed and what cannot happen are not things to do.
        if n == 0 || step.starts_with('(') {
            writeln!(out, "   {step}")?;
        } else {
            number += 1;
            writeln!(out, "{number:>2}. {step}")?;
        }
    }
    Ok(())
}

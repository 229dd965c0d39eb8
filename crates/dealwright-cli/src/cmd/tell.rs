//! `dealwright tell SETUP`

use super::{SetupArgs, write_json};
use anyhow::Result;
use dealwright::Registry;
use dealwright::setup::load::dealer;
use dealwright::setup::tell::tell;
use serde::Serialize;
use std::io::Write;

/// Tell in words how to set a game up at the table
#[derive(clap::Args)]
pub struct Args {
    #[command(flatten)]
    setup: SetupArgs,
    /// One JSON object
    #[arg(long)]
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
    let setup = args.setup.load(registry)?;
    let steps = tell(&dealer(&setup)?);
    let mut out = anstream::stdout().lock();
    if args.json {
        let (title, about) = (setup.title.clone(), setup.about.clone());
        return write_json(&mut out, &Told { setup: setup.name_with_choices(), title, about, steps });
    }
    writeln!(out, "{} {}. {}", setup.game.info.title, setup.title, setup.about)?;
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

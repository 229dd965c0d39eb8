//! `dealwright check SETUP`

use super::{SetupArgs, write_json};
use anyhow::Result;
use dealwright::InvalidInput;
use dealwright::Registry;
use dealwright::setup::load::dealer;
use dealwright::setup::{By, Verb};
use serde::Serialize;
use std::io::Write;

/// Check a setup file
#[derive(clap::Args)]
pub struct Args {
    #[command(flatten)]
    setup: SetupArgs,
    /// One JSON object; a wrong file gives {"setup","error"}
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Checked {
    setup: String,
    title: String,
    game: &'static str,
    pieces: usize,
    cells: usize,
    steps: usize,
    proved: Vec<&'static str>,
    redealt: Vec<&'static str>,
}

#[derive(Serialize)]
struct Refused<'a> {
    setup: &'a str,
    error: String,
}

pub fn run(registry: &Registry, args: &Args) -> Result<()> {
    let mut out = anstream::stdout().lock();
    let setup = match args.setup.load(registry) {
        Ok(setup) => setup,
        Err(error) => {
            if let (true, Some(InvalidInput(message))) = (args.json, error.downcast_ref()) {
                write_json(&mut out, &Refused { setup: &args.setup.setup, error: message.clone() })?;
            }
            return Err(error);
        }
    };
    let dealer = dealer(&setup)?;
    dealer.deal("check", 0).map_err(|e| InvalidInput(format!("{}: {e}", args.setup.setup)))?;
    let by = |wanted: By| {
        let names = setup.steps.iter().filter_map(move |step| match step.verb {
            Verb::Require { what, by } if by == wanted => Some(what.name),
            _ => None,
        });
        names.collect::<Vec<_>>()
    };
    let checked = Checked {
        setup: setup.name_with_choices(),
        title: setup.title.clone(),
        game: setup.game.info.name,
        pieces: setup.kit.iter().map(|group| group.pieces.len()).sum(),
        cells: setup.grid.cells(),
        steps: setup.steps.len(),
        proved: by(By::Kit),
        redealt: by(By::DealingAgain),
    };
    if args.json {
        return write_json(&mut out, &checked);
    }
    writeln!(
        out,
        "Good: {} has {} pieces for {} cells and sets them up in {} steps.",
        checked.setup, checked.pieces, checked.cells, checked.steps
    )?;
    for name in &checked.proved {
        writeln!(out, "  {name}: proved, every deal of this kit fulfils it")?;
    }
    for name in &checked.redealt {
        writeln!(out, "  {name}: by dealing again")?;
    }
    Ok(())
}

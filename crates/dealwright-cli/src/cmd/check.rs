//! `dealwright check SETUP`

use super::{SetupsArgs, write_json};
use anyhow::Result;
use dealwright::InvalidInput;
use dealwright::Registry;
use dealwright::setup::load::dealer;
use dealwright::setup::{By, Setup, Verb};
use dealwright::text::counted;
use dealwright_lab::files::load_setup;
use serde::Serialize;
use std::io::Write;

/// Check setup files
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  dealwright check boxoff/ltiles
  dealwright new mine --from boxoff/ltiles && dealwright check mine.toml")]
pub struct Args {
    #[command(flatten)]
    setups: SetupsArgs,
    /// One JSON object for each setup, one per line; an invalid one gives {"setup","error"}
    #[arg(short, long)]
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
    proved: Vec<String>,
    redealt: Vec<String>,
    fixed: Vec<String>,
}

#[derive(Serialize)]
struct Refused<'a> {
    setup: &'a str,
    error: String,
}

pub fn run(registry: &Registry, args: &Args) -> Result<()> {
    let mut out = anstream::stdout().lock();
    let lines = args.setups.lines()?;
    let mut refused = 0;
    for line in &lines {
        let checked = load_setup(registry, &line.setup, &line.options);
        let Err(error) = checked.and_then(|setup| check(&mut out, &setup, &line.setup, args)) else {
            continue;
        };
        let Some(InvalidInput(message)) = error.downcast_ref() else { return Err(error) };
        refused += 1;
        if args.json {
            write_json(&mut out, &Refused { setup: &line.setup, error: message.clone() })?;
        }
        if lines.len() == 1 {
            return Err(error);
        }
        if !args.json {
            crate::note::error(message);
        }
    }
    if refused > 0 {
        let was = if refused == 1 { "was" } else { "were" };
        let message = format!("{refused} of {} {was} refused", counted(lines.len() as u64, "setup"));
        return Err(InvalidInput(message).into());
    }
    Ok(())
}

fn check(mut out: &mut impl Write, setup: &Setup, name: &str, args: &Args) -> Result<()> {
    let dealer = dealer(setup)?;
    dealer.deal("check", 0).map_err(|e| InvalidInput(format!("{name}: {e}")))?;
    let by = |is_meant: fn(&By) -> bool| {
        let names = setup.steps.iter().filter_map(move |step| match &step.verb {
            Verb::Require { what, by } if is_meant(by) => Some(what.in_full()),
            _ => None,
        });
        names.collect::<Vec<_>>()
    };
    let checked = Checked {
        setup: setup.name_with_choices(),
        title: setup.title.clone(),
        game: setup.game.info.name,
        pieces: setup.kit.iter().map(|group| group.pieces.len()).sum(),
        cells: setup.places.cells(),
        steps: setup.steps.len(),
        proved: by(|by| *by == By::Kit),
        redealt: by(|by| *by == By::DealingAgain),
        fixed: by(|by| matches!(by, By::Fix { .. })),
    };
    if args.json {
        return write_json(&mut out, &checked);
    }
    writeln!(
        out,
        "Good: {} has {} pieces for {} cells, set up in {} steps.",
        checked.setup, checked.pieces, checked.cells, checked.steps
    )?;
    for name in &checked.proved {
        writeln!(out, "  {name}: proved, every deal of this kit meets it")?;
    }
    for name in &checked.redealt {
        writeln!(out, "  {name}: by dealing again")?;
    }
    for name in &checked.fixed {
        writeln!(out, "  {name}: put right by hand")?;
    }
    Ok(())
}

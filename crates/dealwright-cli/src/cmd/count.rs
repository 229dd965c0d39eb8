//! `dealwright count SETUP`

use super::{SetupsArgs, write_json};
use anyhow::Result;
use dealwright::InvalidInput;
use dealwright::Registry;
use dealwright::setup::Setup;
use dealwright::setup::count::{Number, count, with_power};
use dealwright::setup::load::dealer;
use dealwright::text::{did_you_mean, quoted};
use serde::Serialize;
use std::io::Write;

/// Count the different challenges that a setup can make
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  dealwright count boxoff/ltiles
  dealwright count pretzel/shuffled ranks=2..9 --json")]
pub struct Args {
    #[command(flatten)]
    setups: SetupsArgs,
    /// Symmetries to count up to, by name [default: all of the game's]
    #[arg(long, value_name = "NAME", value_delimiter = ',')]
    symmetry: Option<Vec<String>>,
    /// One JSON object for each setup, one per line; numbers are decimal strings
    #[arg(short, long)]
    json: bool,
}

#[derive(Serialize)]
struct Counted {
    setup: String,
    physical: String,
    outcomes: Option<String>,
    distinct: Bounds,
    symmetries: Vec<String>,
    up_to_symmetry: Bounds,
}

#[derive(Serialize)]
struct Bounds {
    exact: bool,
    at_least: Option<String>,
    at_most: String,
}

impl From<&Number> for Bounds {
    fn from(number: &Number) -> Self {
        match number {
            Number::Exact(n) => Self { exact: true, at_least: Some(n.to_string()), at_most: n.to_string() },
            Number::AtMost(n) => Self { exact: false, at_least: None, at_most: n.to_string() },
            Number::Between(a, b) => {
                Self { exact: false, at_least: Some(a.to_string()), at_most: b.to_string() }
            }
        }
    }
}

pub fn run(registry: &Registry, args: &Args) -> Result<()> {
    let mut out = anstream::stdout().lock();
    args.setups.load(registry)?.iter().try_for_each(|setup| write(&mut out, setup, args))
}

fn write(mut out: &mut impl Write, setup: &Setup, args: &Args) -> Result<()> {
    if let Some(shuffling) = setup.shuffling.words() {
        let message = format!("count assumes perfect shuffling, not {shuffling}; leave out shuffle");
        return Err(InvalidInput(message).into());
    }
    let known: Vec<&str> = setup.game.info.symmetries.iter().map(|s| s.name).collect();
    let chosen: Vec<&str> = match &args.symmetry {
        None => known.clone(),
        Some(names) => names.iter().map(String::as_str).collect(),
    };
    if let Some(odd) = chosen.iter().find(|name| !known.contains(name)) {
        let hint = did_you_mean(odd, known.iter().copied());
        let message =
            format!("{} is not a symmetry of this game, known are {}{hint}", quoted(odd), known.join(", "));
        return Err(InvalidInput(message).into());
    }
    let dealer = dealer(setup)?;
    let found = count(&dealer, &chosen);
    if args.json {
        let counted = Counted {
            setup: setup.name_with_choices(),
            physical: found.physical.to_string(),
            outcomes: found.outcomes.map(|n| n.to_string()),
            distinct: Bounds::from(&found.distinct),
            up_to_symmetry: Bounds::from(&found.up_to_symmetry),
            symmetries: found.symmetries,
        };
        return write_json(&mut out, &counted);
    }
    let (distinct, physical) = (found.distinct.in_words(), with_power(&found.physical));
    let s = |number: &str| if number == "1" { "" } else { "s" };
    writeln!(out, "{distinct} different challenge{} from {}.", s(&distinct), setup.name_with_choices())?;
    writeln!(out, "  {physical} physical arrangement{}, counting every piece as different", s(&physical))?;
    if !chosen.is_empty() {
        let (up_to, names) = (&found.up_to_symmetry, chosen.join(", "));
        // A bound that is no lower than without symmetries says nothing about them.
        match matches!((up_to, &found.distinct), (Number::AtMost(most), Number::Exact(all)) if most == all) {
            true => writeln!(out, "  how many are different up to {names} is not known")?,
            false => writeln!(out, "  {} different up to {names}", up_to.in_words())?,
        }
    }
    Ok(())
}

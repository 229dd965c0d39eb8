//! `dealwright count SETUP`

use super::{SetupArgs, name_with_sizes, write_json};
use crate::input::{WrongInput, dealer_for};
use anyhow::Result;
use dealwright::Registry;
use dealwright::setup::count::{Number, count};
use dealwright::text::{did_you_mean, group_digits, quoted};
use serde::Serialize;
use std::io::Write;

/// Count the challenges a setup can make
#[derive(clap::Args)]
pub struct Args {
    #[command(flatten)]
    setup: SetupArgs,
    /// Symmetries to reckon with, by name (all of the game's when nothing is said)
    #[arg(long, value_name = "NAME", value_delimiter = ',')]
    symmetry: Option<Vec<String>>,
    /// One JSON object; numbers are decimal strings
    #[arg(long)]
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
    let setup = args.setup.load(registry)?;
    if let Some(manner) = setup.manner.words() {
        let message = format!("counting knows only perfect shuffling, not {manner}; leave out shuffle");
        return Err(WrongInput(message).into());
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
        return Err(WrongInput(message).into());
    }
    let dealer = dealer_for(&setup)?;
    let found = count(&dealer, &chosen);
    let mut out = anstream::stdout().lock();
    if args.json {
        let counted = Counted {
            setup: name_with_sizes(&setup),
            physical: found.physical.to_string(),
            outcomes: found.outcomes.map(|n| n.to_string()),
            distinct: Bounds::from(&found.distinct),
            up_to_symmetry: Bounds::from(&found.up_to_symmetry),
            symmetries: found.symmetries,
        };
        return write_json(&mut out, &counted);
    }
    writeln!(out, "{} different challenges from {}.", in_words(&found.distinct), name_with_sizes(&setup))?;
    writeln!(
        out,
        "  {} things that hands can do, every piece taken as different",
        with_power(&found.physical.to_string())
    )?;
    if !chosen.is_empty() {
        writeln!(out, "  {} different up to {}", in_words(&found.up_to_symmetry), chosen.join(", "))?;
    }
    Ok(())
}

pub fn in_words(number: &Number) -> String {
    match number {
        Number::Exact(n) => with_power(&n.to_string()),
        Number::AtMost(n) => format!("At most {}", with_power(&n.to_string())),
        Number::Between(a, b) => {
            format!("Between {} and {}", with_power(&a.to_string()), with_power(&b.to_string()))
        }
    }
}

/// Digits in groups, with the power of ten where it helps.
fn with_power(digits: &str) -> String {
    let grouped = group_digits(digits);
    if digits.len() <= 7 {
        return grouped;
    }
    // Rounded to two figures; 9.95 and above becomes the next power of ten.
    let three: u32 = digits[..3].parse().unwrap_or(0);
    let (two, power) = match (three + 5) / 10 {
        100 => (10, digits.len()),
        two => (two, digits.len() - 1),
    };
    format!("{grouped} ({}.{}e{power})", two / 10, two % 10)
}

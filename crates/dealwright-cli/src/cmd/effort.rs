//! `dealwright effort SETUP`

use super::{SetupsArgs, write_json};
use crate::args::WeightsArgs;
use anyhow::Result;
use dealwright::InvalidInput;
use dealwright::Registry;
use dealwright::setup::Setup;
use dealwright::setup::effort::{Actions, Deals, SECONDS, Weights, effort};
use dealwright::setup::load::dealer;
use serde::Serialize;
use std::collections::BTreeMap;
use std::io::Write;

/// Estimate how long a setup takes at the table
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  dealwright effort fujisan/dominoes
  dealwright effort boxoff/shuffled boxoff/ltiles boxoff/abc
  dealwright effort boxoff/ltiles --weights fitted/weights.json")]
pub struct Args {
    #[command(flatten)]
    setups: SetupsArgs,
    #[command(flatten)]
    weights: WeightsArgs,
    /// One JSON object for each setup, one per line
    #[arg(short, long)]
    json: bool,
}

#[derive(Serialize)]
struct Work {
    setup: String,
    once: Part,
    each: Part,
    then: Part,
    /// What is put right by hand, on average per deal; only where something is.
    #[serde(skip_serializing_if = "Option::is_none")]
    fixes: Option<Fixed>,
    /// Expected number of deals until one meets the requirements.
    deals: f64,
    /// Whether that number is exact rather than estimated from tries.
    deals_exact: bool,
    /// Seconds for one challenge, redeals included.
    seconds: f64,
    /// Where the weights come from; only for weights that were measured.
    #[serde(skip_serializing_if = "Option::is_none")]
    weights: Option<WeightsKeys>,
}

#[derive(Serialize)]
struct WeightsKeys {
    date: String,
    people: u32,
    simulated: bool,
}

fn weights_keys(weights: &Weights) -> Option<WeightsKeys> {
    let found = weights.measurement()?;
    Some(WeightsKeys { date: found.date.clone(), people: found.people, simulated: found.is_simulated })
}

#[derive(Serialize)]
struct Fixed {
    actions: BTreeMap<&'static str, f64>,
    seconds: f64,
}

#[derive(Serialize)]
struct Part {
    actions: BTreeMap<&'static str, u32>,
    seconds: f64,
}

fn part(actions: &Actions, weights: &Weights) -> Part {
    let actions_by_name =
        SECONDS.iter().map(|(name, _)| *name).zip(actions.numbers()).filter(|(_, n)| *n > 0);
    Part { actions: actions_by_name.collect(), seconds: rounded(actions.seconds(weights)) }
}

/// To a tenth of a second: more would pretend to know more.
fn rounded(seconds: f64) -> f64 {
    (seconds * 10.0).round() / 10.0
}

pub fn run(registry: &Registry, args: &Args) -> Result<()> {
    let registry = &args.weights.registry(registry)?;
    let mut out = anstream::stdout().lock();
    args.setups.load(registry)?.iter().try_for_each(|setup| write(&mut out, setup, args))
}

fn write(mut out: &mut impl Write, setup: &Setup, args: &Args) -> Result<()> {
    let dealer = dealer(setup)?;
    let found = effort(&dealer);
    let weights = &found.weights;
    if !found.seconds().is_finite() {
        let message = format!("{}: no deal was found that meets the requirements", setup.name_with_choices());
        return Err(InvalidInput(message).into());
    }
    if args.json {
        let work = Work {
            setup: setup.name_with_choices(),
            once: part(&found.once, weights),
            each: part(&found.each, weights),
            then: part(&found.then, weights),
            fixes: dealer.has_fixes().then(|| Fixed {
                actions: found.fixes.named().into_iter().filter(|(_, n)| *n > 0.0).collect(),
                seconds: rounded(found.fixes.seconds(weights)),
            }),
            deals: found.deals.expected(),
            deals_exact: !matches!(found.deals, Deals::Estimated { .. }),
            seconds: rounded(found.seconds()),
            weights: weights_keys(weights),
        };
        return write_json(&mut out, &work);
    }
    writeln!(out, "About {:.0} seconds for a challenge of {}.", found.seconds(), setup.name_with_choices())?;
    write_actions(out, "each deal", &found.each, weights)?;
    if dealer.has_fixes() {
        let done: Vec<String> = (found.fixes.named().iter())
            .filter(|(_, number)| *number > 0.0)
            .map(|(name, number)| format!("{name} {number:.2}"))
            .collect();
        let done = if done.is_empty() { "nothing".to_string() } else { done.join(", ") };
        writeln!(
            out,
            "  put right by hand, on average per deal: {done} ({:.1} s)",
            found.fixes.seconds(weights)
        )?;
    }
    match found.deals {
        Deals::One => {}
        Deals::Exact(deals) => writeln!(out, "  {deals:.2} deals until one is accepted")?,
        Deals::Estimated { tries, good } => writeln!(
            out,
            "  about {:.1} deals until one is accepted ({good} of {tries} tries were)",
            found.deals.expected()
        )?,
    }
    if found.then != Actions::default() {
        write_actions(out, "then", &found.then, weights)?;
    }
    if found.once != Actions::default() {
        write_actions(out, "once, before the first deal", &found.once, weights)?;
    }
    if let Some(words) = weights.words() {
        writeln!(out, "  estimated with {words}")?;
    }
    Ok(())
}

fn write_actions(out: &mut impl Write, when: &str, actions: &Actions, weights: &Weights) -> Result<()> {
    let words: Vec<String> = SECONDS
        .iter()
        .zip(actions.numbers())
        .filter(|(_, n)| *n > 0)
        .map(|((name, _), n)| format!("{} {n}", name.replace('_', " ")))
        .collect();
    writeln!(out, "  {when}: {} ({:.0} s)", words.join(", "), actions.seconds(weights))?;
    Ok(())
}

//! `dealwright check SETUP`

use super::{SetupsArgs, write_json};
use anyhow::Result;
use dealwright::InvalidInput;
use dealwright::Registry;
use dealwright::dealing::Parameters;
use dealwright::setup::load::dealer;
use dealwright::setup::notes::notes;
use dealwright::setup::{By, OpenParameter, Setup, Verb};
use dealwright::text::{counted, listed};
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
    notes: Vec<String>,
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
        let read = |options: &Options| load_setup(registry, &line.setup, options);
        let checked = read(&line.options).and_then(|setup| {
            // Sizes that nobody asked for now are looked at too: a fault in them should not wait.
            let sizes = match line.options.is_empty() {
                true => other_sizes(&setup, &read),
                false => Vec::new(),
            };
            check(&mut out, &setup, &line.setup, &sizes, args)
        });
        let Err(error) = checked else { continue };
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

/// Sizes and rules by name, as they are chosen.
type Options = [(String, String)];

/// Values of a size that are tried.
const MOST_VALUES: usize = 100;

/// What is to be said of the other sizes that a file opens: of those for which its kit has pieces of its own, or of each by itself.
fn other_sizes(setup: &Setup, read: &dyn Fn(&Options) -> Result<Setup>) -> Vec<String> {
    let options = |parameters: &Parameters| {
        let other = |open: &&OpenParameter| parameters.get(&open.name) != open.default;
        let words = |open: &OpenParameter| (open.name.clone(), parameters.get(&open.name).to_string());
        setup.open.iter().filter(other).map(words).collect::<Vec<_>>()
    };
    let mut said = Vec::new();
    for parameters in &setup.variants {
        let options = options(parameters);
        let words: Vec<String> = options.iter().map(|(name, value)| format!("{name}={value}")).collect();
        if let Err(error) = read(&options) {
            said.push(format!("with {} it is refused: {error}", words.join(" ")));
        }
    }
    if !setup.variants.is_empty() {
        return said;
    }
    for open in setup.open.iter().filter(|open| open.values.len() <= MOST_VALUES) {
        let (mut good, mut refused) = (Vec::new(), None);
        for value in &open.values {
            match read(&[(open.name.clone(), value.to_string())]) {
                Ok(_) => good.push(value.to_string()),
                Err(error) => refused = refused.or(Some((*value, error.to_string()))),
            }
        }
        if let Some((value, why)) = refused {
            let good = listed(&good);
            said.push(format!(
                "{} can be {good} if nothing else is changed; {value} is refused: {why}",
                open.name
            ));
        }
    }
    said
}

fn check(mut out: &mut impl Write, setup: &Setup, name: &str, sizes: &[String], args: &Args) -> Result<()> {
    let dealer = dealer(setup)?;
    dealer.deal("check", 0).map_err(|error| {
        let at = error.step.and_then(|step| setup.steps.get(step)).map(|step| step.place);
        let at = at.map_or_else(String::new, |(line, column)| format!(":{line}:{column}"));
        InvalidInput(format!("{name}{at}: {error}"))
    })?;
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
        notes: notes(&dealer),
    };
    if args.json {
        return write_json(&mut out, &checked);
    }
    writeln!(
        out,
        "Good: {} has {} for {}, set up in {}.",
        checked.setup,
        counted(checked.pieces as u64, "piece"),
        counted(checked.cells as u64, "cell"),
        counted(checked.steps as u64, "step")
    )?;
    for step in &setup.steps {
        let Verb::Require { what, by } = &step.verb else { continue };
        let how = match by {
            By::Kit => "proved, every deal of this kit meets it",
            By::DealingAgain => "by dealing again",
            By::Fix { .. } => "put right by hand",
        };
        writeln!(out, "  {}: {how}", what.in_full())?;
    }
    for words in checked.notes.iter().chain(sizes) {
        writeln!(out, "  {words}")?;
    }
    Ok(())
}

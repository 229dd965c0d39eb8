//! `dealwright fixes SETUP`

use super::write_json;
use crate::args::{LimitArgs, WeightsArgs, parse_count};
use crate::input::parse_option;
use crate::note::note;
use crate::progress::Progress;
use anyhow::Result;
use dealwright::setup::write::write;
use dealwright::stats::wilson_with_undecided;
use dealwright::text::{counted, grouped};
use dealwright::{InvalidInput, Registry};
use dealwright_lab::files::load_setup;
use dealwright_lab::fixes::{FixPlan, Fixed, Outcome, run as search};
use dealwright_lab::machine::cores;
use dealwright_lab::store::file::NewFile;
use serde::Serialize;
use std::io::Write;
use std::path::PathBuf;

/// Rules in a list at most.
const MOST_RULES: u64 = 5;

/// Search for rules by eye that make a setup solvable more often, or always
///
/// A rule says what one look at the board shows, and what to do then: swap two pieces, turn one, or deal again. Lists of rules are tried
/// on the same deals, the best are confirmed on fresh ones, and where there are at most 1,000,000 different deals all of them are tried.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  dealwright fixes pretzel/shuffled suits=2 ranks=3
  dealwright fixes boxoff/ltiles --rules 1 --samples 200 --confirm 500 --max-seconds 30 --out fixed.toml")]
pub struct Args {
    /// GAME/SETUP (see dealwright list) or a path ending in .toml
    setup: String,
    /// Sizes and rules that the setup lets you choose, such as ranks=9 or rules=free
    #[arg(value_name = "NAME=VALUE", value_parser = parse_option)]
    options: Vec<(String, String)>,
    /// Rules in a list at most, 1 to 5
    #[arg(long, value_name = "N", default_value = "2", value_parser = parse_count)]
    rules: u64,
    /// Seconds that the rules may add to the setup time
    #[arg(long, value_name = "SECONDS", allow_negative_numbers = true)]
    max_seconds: Option<f64>,
    /// Deals for each list of rules
    #[arg(short = 'n', long, value_name = "N", default_value = "1000", value_parser = parse_count)]
    samples: u64,
    /// Fresh deals for each list of the answer
    #[arg(long, value_name = "N", default_value = "10000", value_parser = parse_count)]
    confirm: u64,
    /// Lists that get one more rule in the next round
    #[arg(long, value_name = "N", default_value = "4", value_parser = parse_count)]
    keep: u64,
    /// Any text: the same text gives the same search
    #[arg(short, long, value_name = "TEXT", default_value = "fixes")]
    seed: String,
    /// Write the setup with the last list, which leaves the fewest dead deals, to this file
    #[arg(short, long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Threads [default: all cores]
    #[arg(short, long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    #[command(flatten)]
    weights: WeightsArgs,
    #[command(flatten)]
    limits: LimitArgs,
    /// One JSON object
    #[arg(short, long)]
    json: bool,
}

#[derive(Serialize)]
struct Keys {
    setup: String,
    rules_tried: usize,
    lists_tried: usize,
    /// Where the weights of the seconds come from, if they were measured.
    #[serde(skip_serializing_if = "Option::is_none")]
    weights: Option<String>,
    lists: Vec<ListKeys>,
}

#[derive(Serialize)]
struct ListKeys {
    rules: Vec<RuleKeys>,
    /// Fresh deals that were good in the end.
    deals: u64,
    dead: u64,
    undecided: u64,
    /// Share of solvable deals at 95% confidence.
    solvable_interval: Option<[f64; 2]>,
    seconds: f64,
    /// What trying every different deal came to; none where it was not tried.
    always: Option<bool>,
}

#[derive(Serialize)]
struct RuleKeys {
    step: String,
    words: String,
}

impl Args {
    fn plan(&self) -> Result<FixPlan> {
        if self.samples == 0 || self.confirm == 0 || self.keep == 0 || !(1..=MOST_RULES).contains(&self.rules)
        {
            let message = format!(
                "a search tries 1 to {MOST_RULES} rules and keeps at least one list, with at least one deal for each and one at the end"
            );
            return Err(InvalidInput(message).into());
        }
        if self.max_seconds.is_some_and(|seconds| !seconds.is_finite() || seconds < 0.0) {
            return Err(InvalidInput("--max-seconds needs a number from 0 on".into()).into());
        }
        Ok(FixPlan {
            most_rules: self.rules as usize,
            deals: self.samples,
            confirm: self.confirm,
            kept: self.keep as usize,
            most_seconds: self.max_seconds,
            seed: self.seed.clone(),
            limits: self.limits.limits_of_seconds(),
        })
    }
}

pub fn run(registry: &Registry, args: &Args) -> Result<()> {
    let registry = &args.weights.registry(registry)?;
    let plan = args.plan()?;
    let setup = load_setup(registry, &args.setup, &args.options)?;
    if let Some(shuffling) = setup.shuffling.words() {
        let message =
            format!("fixes are compared with perfect shuffling, not with {shuffling}; leave out shuffle");
        return Err(InvalidInput(message).into());
    }
    // A path that cannot be written to is noticed before the work.
    let file = args.out.as_deref().map(NewFile::create).transpose()?;
    let progress = Progress::new("looking for rules");
    let limits = progress.watched(plan.limits);
    let threads = args.threads.map_or_else(cores, usize::from);
    let found =
        search(registry, &setup, &FixPlan { limits, ..plan }, threads, |what| progress.say(|| what.clone()))?;
    drop(progress);
    if let (Some(mut file), Some(path), Some(best)) = (file, &args.out, found.front.last()) {
        if best.rules.is_empty() {
            note(format_args!("{} not written: there is no list that helps", path.display()));
        } else {
            match file.write_all(write(&best.setup).as_bytes()) {
                Ok(()) => file.finish()?,
                Err(error) => return Err(file.error(&error.to_string())),
            }
            note(format_args!("{} written: the setup with the last list", path.display()));
        }
    }
    let mut out = anstream::stdout().lock();
    if args.json {
        let keys = Keys {
            setup: setup.name_with_choices(),
            rules_tried: found.rules,
            lists_tried: found.lists,
            weights: setup.weights.words(),
            lists: found.front.iter().map(ListKeys::from).collect(),
        };
        return write_json(&mut out, &keys);
    }
    write_answer(&mut out, &setup.name_with_choices(), &found)?;
    if let Some(weights) = setup.weights.words() {
        writeln!(out, "\nSetup times are estimated with {weights}.")?;
    }
    Ok(())
}

fn interval(fixed: &Fixed) -> Option<[f64; 2]> {
    let tally = &fixed.tally;
    let solvable = tally.good - tally.dead - tally.undecided;
    Some(wilson_with_undecided(solvable, tally.dead, tally.undecided, 0.95)?.ends())
}

impl From<&Fixed> for ListKeys {
    fn from(fixed: &Fixed) -> Self {
        let rule =
            |rule: &dealwright::fixes::Rule| RuleKeys { step: rule.step.clone(), words: rule.words.clone() };
        Self {
            rules: fixed.rules.iter().map(rule).collect(),
            deals: fixed.tally.good,
            dead: fixed.tally.dead,
            undecided: fixed.tally.undecided,
            solvable_interval: interval(fixed),
            seconds: (fixed.seconds * 10.0).round() / 10.0,
            always: fixed.proof.as_ref().and_then(|proof| proof.always),
        }
    }
}

fn write_answer(out: &mut impl Write, name: &str, found: &Outcome) -> Result<()> {
    let own = found.front.first().map_or(0.0, |fixed| fixed.seconds);
    writeln!(
        out,
        "Fixes by eye for {name}: {} tried in {}.",
        counted(found.rules as u64, "rule"),
        counted(found.lists as u64, "list")
    )?;
    for fixed in &found.front {
        let tally = &fixed.tally;
        let price = match fixed.rules.is_empty() {
            true => format!("Without rules, about {:.0} s", fixed.seconds),
            false => format!(
                "{}, about {:.0} s more",
                counted(fixed.rules.len() as u64, "rule"),
                fixed.seconds - own
            ),
        };
        let share = 100.0 * (1.0 - tally.dead_share());
        let between = interval(fixed).map_or(String::new(), |[low, high]| {
            format!(" (95%: {:.2}% to {:.2}%)", 100.0 * low, 100.0 * high)
        });
        let undecided = match tally.undecided {
            0 => String::new(),
            n => format!(", {} undecided", grouped(n)),
        };
        writeln!(
            out,
            "\n{price}: {share:.2}% of {} solvable{between}, {} dead{undecided}.",
            counted(tally.good, "fresh deal"),
            grouped(tally.dead)
        )?;
        for rule in &fixed.rules {
            writeln!(out, "  {}", rule.words)?;
        }
        for sentence in fixed.proof.iter().flat_map(|proof| proof.in_words()) {
            writeln!(out, "  {sentence}")?;
        }
    }
    if found.front.len() < 2 {
        writeln!(
            out,
            "\nNo list of rules that was tried leaves fewer dead deals within the time that is allowed."
        )?;
    }
    Ok(())
}

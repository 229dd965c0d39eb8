//! `dealwright deal GAME/SETUP`

use super::{SetupsArgs, write_json};
use crate::args::{LimitArgs, parse_count};
use crate::draw::{Style, draw};
use crate::progress::{BudgetArgs, Progress};
use anyhow::Result;
use dealwright::InvalidInput;
use dealwright::Registry;
use dealwright::measure::Level;
use dealwright::setup::Setup;
use dealwright::setup::load::dealer;
use dealwright::setup::seed::SeedId;
use dealwright::text::{counted, grouped, listed};
use dealwright_desk::deal::DealKind;
use serde::Serialize;
use std::io::Write;

/// Deals, one after another, after which one that is solvable, or of a level, is given up.
const MOST_SOLVED: u64 = 100_000;
const MOST_RATED: u64 = 20_000;

/// Deal random challenges
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  dealwright deal boxoff/ltiles
  dealwright deal pretzel/banded ranks=6 --level tricky --seed hello
  dealwright deal boxoff/ltiles boxoff/abc -n 10 --seed a --ids")]
pub struct Args {
    #[command(flatten)]
    setups: SetupsArgs,
    /// Any text; the same text always gives the same deals [default: the current time, so every run is different]
    #[arg(short, long, value_name = "TEXT")]
    seed: Option<String>,
    /// How many deals of each setup
    #[arg(short = 'n', long, alias = "count", value_name = "N", default_value = "1", value_parser = parse_count)]
    samples: u64,
    /// Number of the first deal
    #[arg(long, value_name = "I", default_value = "0", value_parser = parse_count)]
    start: u64,
    /// Only deals that are proved solvable; the others are skipped
    #[arg(long)]
    solvable: bool,
    /// Only solvable deals of a level: gentle, steady, tricky or fiendish (see dealwright rate)
    #[arg(long, value_name = "LEVEL")]
    level: Option<Level>,
    /// Maximum deals to try for each one that --solvable or --level accepts [default: 100,000; 20,000 with --level]
    #[arg(long, value_name = "N", value_parser = parse_count)]
    max_deals: Option<u64>,
    #[command(flatten)]
    budget: BudgetArgs,
    #[command(flatten)]
    limits: LimitArgs,
    /// One JSON object for each deal, one per line
    #[arg(short, long)]
    json: bool,
    /// One challenge ID per line and nothing else
    #[arg(long, conflicts_with = "json")]
    ids: bool,
    /// Plain letters, no colours or symbols (the default when the output is not a terminal)
    #[arg(long)]
    plain: bool,
}

#[derive(Serialize)]
struct Dealt {
    id: String,
    /// None for setups from a file: a path says nothing to anybody else.
    seed_id: Option<String>,
    index: u64,
    redeals: u32,
    /// Where there are several.
    #[serde(skip_serializing_if = "Option::is_none")]
    setup: Option<String>,
}

pub fn run(registry: &Registry, args: &Args) -> Result<()> {
    let lines = args.setups.lines()?;
    let seed = args.seed.clone().unwrap_or_else(fresh_seed);
    let setups = args.setups.load(registry)?;
    for (number, (line, setup)) in lines.iter().zip(&setups).enumerate() {
        if number > 0 && !args.ids && !args.json {
            writeln!(anstream::stdout())?;
        }
        let built_in = !line.setup.ends_with(".toml");
        deal(setup, built_in, lines.len() > 1, &seed, args)?;
    }
    Ok(())
}

/// The deals of one setup of one or several.
fn deal(setup: &Setup, built_in: bool, of_several: bool, seed: &str, args: &Args) -> Result<()> {
    let dealer = dealer(setup)?;
    let streams = dealer.streams(seed);
    let progress = Progress::new("dealing");
    let limits = progress.watched(args.limits.limits_of_seconds());
    let mut out = std::io::BufWriter::new(anstream::stdout().lock());
    let choosy = args.solvable || args.level.is_some();
    let most = args.max_deals.unwrap_or(if args.level.is_some() { MOST_RATED } else { MOST_SOLVED });
    let mut tried = Tried::default();
    let mut found = 0;
    let mut next = Some(args.start);
    while found < args.samples {
        let Some(index) = next else {
            return Err(InvalidInput(format!("there are no deals after number {}", u64::MAX)).into());
        };
        next = index.checked_add(1);
        let deal = dealer.deal_from(&mut streams.stream(index)).map_err(|e| InvalidInput(e.to_string()))?;
        let challenge = dealer.challenge(&deal).map_err(|e| InvalidInput(e.to_string()))?;
        if choosy {
            progress.say(|| format!("{} found; {}", grouped(found), tried.so_far()));
            let first_limits = args.budget.left(&progress, &limits).filter(|_| tried.deals < most);
            let Some(first_limits) = first_limits else {
                out.flush()?;
                let flag = if tried.deals < most { "--budget" } else { "--max-deals" };
                let enough = (tried.deals < most).then(|| args.budget.words());
                return Err(InvalidInput(tried.in_vain(args, found, enough, flag)).into());
            };
            let kind = DealKind::of(&challenge, args.level.is_some(), &first_limits, &limits);
            if !kind.is_wanted(args.level) {
                tried.count(kind);
                continue;
            }
            tried = Tried::default();
            progress.count_from_here();
        }
        found += 1;
        let seed_id =
            SeedId { setup: setup.full_name(), options: setup.options(), text: seed.to_string(), index };
        // Deals that take their time are shown one by one, on a line that is free for them.
        let mut write = || -> Result<()> {
            if args.ids {
                writeln!(out, "{}", challenge.id())?;
            } else if args.json {
                let seed_id = built_in.then(|| seed_id.to_string());
                let setup = of_several.then(|| setup.name_with_choices());
                let (id, redeals) = (challenge.id(), deal.redeals);
                write_json(&mut out, &Dealt { id, seed_id, index, redeals, setup })?;
            } else {
                if found > 1 {
                    writeln!(out)?;
                }
                let again = match deal.redeals {
                    0 => String::new(),
                    1 => ", after 1 rejected deal".into(),
                    n => format!(", after {n} rejected deals"),
                };
                writeln!(
                    out,
                    "{} {}, deal {index} of seed \"{seed}\"{again}.",
                    challenge.info().title,
                    setup.title
                )?;
                writeln!(out)?;
                draw(&mut out, &challenge.board(), Style::for_stdout(args.plain))?;
                writeln!(out)?;
                writeln!(out, "{}", challenge.id())?;
                if built_in {
                    writeln!(out, "{seed_id}")?;
                }
            }
            if choosy {
                out.flush()?;
            }
            Ok(())
        };
        if choosy { progress.aside(write)? } else { write()? }
    }
    drop(progress);
    out.flush()?;
    Ok(())
}

/// Deals that were tried since the last one that was wanted.
#[derive(Default)]
struct Tried {
    deals: u64,
    kinds: [u64; DealKind::ALL.len()],
}

impl Tried {
    fn count(&mut self, kind: DealKind) {
        self.deals += 1;
        if let Some(number) = DealKind::ALL.iter().position(|known| *known == kind) {
            self.kinds[number] += 1;
        }
    }

    /// "3 steady and 40 unsolvable".
    fn kinds(&self) -> String {
        let counts = DealKind::ALL.iter().zip(self.kinds).filter(|(_, count)| *count > 0);
        let words: Vec<String> =
            counts.map(|(kind, count)| format!("{} {}", grouped(count), kind.words())).collect();
        listed(&words)
    }

    fn so_far(&self) -> String {
        match self.deals {
            0 => "trying deals".into(),
            n => format!("{} tried: {}", counted(n, "deal"), self.kinds()),
        }
    }

    /// What was tried and found when it is given up; `enough` is what ran out if it was not the deals.
    fn in_vain(&self, args: &Args, found: u64, enough: Option<String>, flag: &str) -> String {
        let wanted = args.level.map_or("proved solvable".into(), |level| format!("found to be {level}"));
        let within = enough.map_or(String::new(), |positions| format!(" within {positions}"));
        let some = match found {
            0 => String::new(),
            n => format!("only {} of {} found: ", grouped(n), grouped(args.samples)),
        };
        let tried = match self.deals {
            0 => format!("no deal was tried{within}"),
            1 => format!(
                "the one deal tried{within} was not {wanted}: it is {}",
                self.kinds().trim_start_matches("1 ")
            ),
            n => format!("none of the {} deals tried{within} was {wanted}: {}", grouped(n), self.kinds()),
        };
        format!("{some}{tried}; {flag} N tries more, or ask for another setup or level")
    }
}

/// A seed that nobody has used before: the time. It is shown, so the deal can be had again.
fn fresh_seed() -> String {
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap_or_default();
    format!("{:x}", now.as_micros())
}

//! `dealwright hunt`

use super::{SetupOrResumeArgs, write_json};
use crate::args::{KeptArgs, parse_count};
use crate::input::{WrongInput, dealer_for};
use crate::progress::Progress;
use crate::run::Manner;
use crate::run::session::{run_and_log, stop_on_ctrl_c};
use crate::store::dir::StudyDir;
use crate::store::manifest::Manifest;
use crate::store::scratch::Place;
use anyhow::{Context, Result};
use dealwright::hunt::{self, DEFAULT_STEPS, Hunt, MOST_STEPS, Quarry};
use dealwright::measure::Asked;
use dealwright::record::{Value, at, number};
use dealwright::search::{Limits, Verdict};
use dealwright::study::{DEFAULT_PLAYS, Extent, ONLY_VERDICT, Study, lines};
use dealwright::text::{counted, grouped};
use dealwright::{Challenge, Registry};
use serde::Serialize;
use std::io::Write;
use std::time::{Duration, Instant};

/// Climbs when nothing is said.
const DEFAULT_CLIMBS: u64 = 8;

/// Search for the longest or hardest challenge that a setup can deal
#[derive(clap::Args)]
pub struct Args {
    #[command(flatten)]
    begin: SetupOrResumeArgs,
    /// For the longest shortest solution (the same as --most length)
    #[arg(long, group = "quarry")]
    longest: bool,
    /// For the most moves of the walk model (the same as --most walk_moves)
    #[arg(long, group = "quarry")]
    hardest: bool,
    /// For the most of a measure: length, walk_moves, counter, switches, changes, reachable, lost …
    #[arg(long, value_name = "MEASURE", group = "quarry")]
    most: Option<String>,
    /// For the least of a measure, such as chance
    #[arg(long, value_name = "MEASURE", group = "quarry")]
    least: Option<String>,
    /// Climbs, each from a deal of its own
    #[arg(long, value_name = "N", default_value_t = DEFAULT_CLIMBS, value_parser = parse_count)]
    climbs: u64,
    /// Layouts that each climb looks at
    #[arg(long, value_name = "N", default_value_t = DEFAULT_STEPS, value_parser = parse_count)]
    steps: u64,
    /// Any text: the same text gives the same climbs
    #[arg(long, value_name = "TEXT", default_value = "hunt")]
    seed: String,
    /// How many of the best to show
    #[arg(long, value_name = "N", default_value = "5", value_parser = parse_count)]
    top: u64,
    /// Random plays where a chance cannot be worked out
    #[arg(long, value_name = "N", default_value_t = DEFAULT_PLAYS, value_parser = parse_count)]
    plays: u64,
    #[command(flatten)]
    kept: KeptArgs,
}

impl Args {
    fn quarry(&self) -> Result<Quarry, WrongInput> {
        let (name, most) = match (&self.most, &self.least) {
            (Some(name), _) => (name.as_str(), true),
            (_, Some(name)) => (name.as_str(), false),
            _ if self.hardest => ("walk_moves", true),
            _ => ("length", true),
        };
        Quarry::new(name, most).map_err(WrongInput)
    }

    fn study(&self, setup: &str) -> Result<Study> {
        if self.begin.options.iter().any(|(name, _)| name == "shuffle" || name == "last") {
            let message =
                "a hunt looks at whatever can be dealt, however it is shuffled; leave out shuffle and last";
            return Err(WrongInput(message.into()).into());
        }
        if self.climbs == 0 || self.steps == 0 || self.steps > MOST_STEPS || self.plays == 0 {
            let message = format!(
                "a hunt makes at least 1 climb of 1 to {} steps, with at least 1 play",
                grouped(MOST_STEPS)
            );
            return Err(WrongInput(message).into());
        }
        let quarry = self.quarry()?;
        let measured = Asked { plays: self.plays, length: true, ..ONLY_VERDICT };
        let needed = quarry.asked(&measured);
        Ok(Study {
            title: format!("The {} of {setup}", quarry.words()),
            question: String::new(),
            expectation: String::new(),
            lines: lines(&[setup.to_string()], &self.begin.options).map_err(WrongInput)?,
            seed: self.seed.clone(),
            extent: Extent::Samples(self.climbs),
            trials: 1,
            asked: Asked { length: true, ..needed },
            limits: self.kept.limits.limits_of_seconds(),
            block: None,
            hunt: Some(Hunt { quarry, steps: self.steps }),
        })
    }

    fn open(&self, registry: &Registry, place: &Place) -> Result<StudyDir> {
        let wanted = match &self.begin.setup {
            Some(setup) => Some(Manifest::new(registry, &self.study(setup)?)?),
            None => None,
        };
        match (self.kept.resume, wanted) {
            (true, wanted) => place.resume(registry, "", wanted.as_ref()),
            (false, Some(manifest)) => {
                check_outlook(registry, &manifest)?;
                place.create(registry, "", manifest)
            }
            (false, None) => Err(WrongInput("name a setup to hunt in".into()).into()),
        }
    }
}

/// Time for what is found out before anything is written.
const OUTLOOK: Duration = Duration::from_secs(3);

/// Refuses a hunt whose measure is not defined for the game, or for which no deal is solvable: a refused command leaves
/// nothing behind.
pub fn check_outlook(registry: &Registry, manifest: &Manifest) -> Result<()> {
    let study = manifest.study()?;
    let Some(hunt) = study.hunt else { return Ok(()) };
    let progress = Progress::new("looking for a solvable deal");
    for line in &manifest.lines {
        let (setup, begun) = (line.load(registry)?, Instant::now());
        hunt::check_outlook(&dealer_for(&setup)?, hunt.quarry, &study.asked, &study.limits, |tried| {
            progress.say(|| format!("looking for a solvable deal, {} tried", grouped(tried.into())));
            begun.elapsed() < OUTLOOK
        })
        .map_err(WrongInput)?;
    }
    Ok(())
}

/// What a hunt came to.
#[derive(Serialize)]
struct Report {
    setup: String,
    quarry: String,
    climbs: u64,
    steps: u64,
    seed: String,
    found: Vec<Found>,
    /// Climbs that ended at the best value.
    at_the_top: u64,
    /// With 95% confidence, the share of climbs that end higher is no greater.
    higher_at_most: f64,
}

/// A challenge that climbs ended at; those that differ only by a symmetry are one.
#[derive(Serialize)]
struct Found {
    id: String,
    value: f64,
    climbs: u64,
    /// Moves of a shortest solution by the plain solver; none where it ran out of its limits.
    plain_length: Option<u32>,
}

pub fn run(registry: &Registry, args: &Args) -> Result<()> {
    let place = Place::new(args.kept.out.as_deref())?;
    let mut dir = args.open(registry, &place)?;
    let study = dir.manifest.study()?;
    let Some(hunt) = study.hunt else {
        return Err(WrongInput(format!("{} holds a study, not a hunt", dir.path.display())).into());
    };
    stop_on_ctrl_c();
    let done = run_and_log(&mut dir, &Manner::new(args.kept.threads, None))?;
    let report = report(registry, &dir, &study, hunt, args.top)?;
    let mut out = anstream::stdout().lock();
    let written = match args.kept.json {
        true => write_json(&mut out, &report),
        false => write_words(&mut out, &report, hunt),
    };
    // A hunt that was stopped is not done, whether or not somebody read what it found so far.
    if done.stopped {
        return place.stop();
    }
    written
}

fn report(registry: &Registry, dir: &StudyDir, study: &Study, hunt: Hunt, top: u64) -> Result<Report> {
    let mut found: Vec<(String, Found)> = Vec::new();
    let mut climbs = 0;
    for &block in dir.blocks.keys() {
        for row in dir.rows(block)? {
            climbs += 1;
            let (Some(value), Some(Value::Text(id))) = (number(&row, hunt.quarry.column), row.get(at::ID))
            else {
                continue;
            };
            let challenge = registry.challenge(id).map_err(|error| WrongInput(error.to_string()))?;
            let same = alike(&challenge);
            match found.iter_mut().find(|(known, _)| *known == same) {
                Some((_, known)) => known.climbs += 1,
                None => {
                    let new = Found { id: id.to_string(), value, climbs: 1, plain_length: None };
                    found.push((same, new));
                }
            }
        }
    }
    let better = |a: &Found, b: &Found| match hunt.quarry.most {
        true => b.value.total_cmp(&a.value),
        false => a.value.total_cmp(&b.value),
    };
    found.sort_by(|(_, a), (_, b)| better(a, b).then_with(|| a.id.cmp(&b.id)));
    let mut found: Vec<Found> = found.into_iter().map(|(_, found)| found).collect();
    let best = found.first().map(|first| first.value);
    let at_the_top = found.iter().filter(|f| Some(f.value) == best).map(|f| f.climbs).sum();
    found.truncate(usize::try_from(top).unwrap_or(usize::MAX).max(1));
    let progress = Progress::new("proving the best by plain search");
    let limits = progress.watched(study.limits);
    for one in &mut found {
        one.plain_length = plain_length(registry, &one.id, &limits)?;
    }
    drop(progress);
    Ok(Report {
        setup: dir.manifest.lines.first().context("a line")?.words(),
        quarry: hunt.quarry.words(),
        climbs,
        steps: hunt.steps,
        seed: study.seed.clone(),
        found,
        at_the_top,
        higher_at_most: if climbs == 0 { 1.0 } else { 1.0 - 0.05f64.powf(1.0 / climbs as f64) },
    })
}

/// The same text for all challenges that differ only by symmetries of their game.
fn alike(challenge: &Challenge) -> String {
    let all: Vec<&str> = challenge.info().symmetries.iter().map(|symmetry| symmetry.name).collect();
    challenge.canonical(&all)
}

/// The shortest length by plain breadth-first search, which shares nothing with the games' own solvers.
pub fn plain_length(registry: &Registry, id: &str, limits: &Limits) -> Result<Option<u32>> {
    let challenge = registry.challenge(id).map_err(|error| WrongInput(error.to_string()))?;
    let outcome = challenge.solve("bfs", limits).map_err(|error| WrongInput(error.to_string()))?;
    let solved = outcome.verdict == Verdict::Solvable;
    Ok(outcome.solution.filter(|_| solved).map(|line| line.len() as u32))
}

fn write_words(out: &mut impl Write, report: &Report, hunt: Hunt) -> Result<()> {
    let value = |value: f64| match hunt.quarry.column {
        at::CHANCE => format!("{value:.3e}"),
        at::WALK_MOVES => format!("{value:.1}"),
        _ => format!("{value}"),
    };
    writeln!(out, "The {} of {}", report.quarry, report.setup)?;
    for (place, found) in (1..).zip(&report.found) {
        let climbs = counted(found.climbs, "climb");
        let checked = match found.plain_length {
            Some(moves) => format!("; shortest solution by plain search: {}", counted(moves.into(), "move")),
            None => "; plain search ran out of its limits".into(),
        };
        writeln!(out, "{place:>3}. {:>9}  {}", value(found.value), found.id)?;
        writeln!(out, "     {climbs} ended here{checked}")?;
    }
    let climbs = counted(report.climbs, "climb");
    writeln!(out, "{climbs} of {} steps, seed '{}'.", grouped(report.steps), report.seed)?;
    if report.climbs > 0 {
        writeln!(
            out,
            "{} of them ended at the best value, none higher: with 95% confidence fewer than {:.1}% of such climbs would.",
            grouped(report.at_the_top),
            100.0 * report.higher_at_most
        )?;
    }
    Ok(())
}

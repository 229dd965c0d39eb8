//! `dealwright hunt`

use super::{SetupOrResumeArgs, write_json};
use crate::args::{KeptArgs, parse_count};
use crate::progress::Progress;
use crate::terminal::{end_stopped, lab_on_terminal, run_options, stop_on_ctrl_c};
use anyhow::{Context, Result};
use dealwright::InvalidInput;
use dealwright::hunt::{DEFAULT_STEPS, Hunt, MOST_STEPS, Quarry};
use dealwright::measure::MeasureRequest;
use dealwright::record::{Value, at, number};
use dealwright::study::{DEFAULT_PLAYS, Extent, ONLY_VERDICT, Study, lines};
use dealwright::text::{counted, grouped};
use dealwright::{Challenge, Registry};
use dealwright_lab::Lab;
use dealwright_lab::hunt::check_outlook;
use dealwright_lab::run::log::run_and_log;
use dealwright_lab::store::dir::StudyDir;
use dealwright_lab::store::manifest::Manifest;
use dealwright_lab::store::scratch::Place;
use serde::Serialize;
use std::io::Write;

/// Climbs by default.
const DEFAULT_CLIMBS: u64 = 8;

/// Search for the longest or hardest challenge that a setup can deal
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  dealwright hunt fujisan/dominoes --climbs 2 --steps 500
  dealwright hunt boxoff/ltiles --least chance --out hardest")]
pub struct Args {
    #[command(flatten)]
    begin: SetupOrResumeArgs,
    /// Hunt for the longest shortest solution (the same as --most length) [default]
    #[arg(long, group = "quarry")]
    longest: bool,
    /// Hunt for the highest number of moves in the walk model (the same as --most walk_moves)
    #[arg(long, group = "quarry")]
    hardest: bool,
    /// Hunt for the highest value of a measure: length, walk_moves, counter, switches, changes, reachable, lost …
    #[arg(long, value_name = "MEASURE", group = "quarry")]
    most: Option<String>,
    /// Hunt for the lowest value of a measure, such as chance
    #[arg(long, value_name = "MEASURE", group = "quarry")]
    least: Option<String>,
    /// Climbs, each starting from its own deal
    #[arg(long, value_name = "N", default_value_t = DEFAULT_CLIMBS, value_parser = parse_count)]
    climbs: u64,
    /// Layouts that each climb examines
    #[arg(long, value_name = "N", default_value_t = DEFAULT_STEPS, value_parser = parse_count)]
    steps: u64,
    /// Any text: the same text gives the same climbs; each kind of search has its own default
    #[arg(short, long, value_name = "TEXT", default_value = "hunt")]
    seed: String,
    /// How many of the best to show
    #[arg(long, value_name = "N", default_value = "5", value_parser = parse_count)]
    top: u64,
    /// Random plays where the chance of random play cannot be computed
    #[arg(long, value_name = "N", default_value_t = DEFAULT_PLAYS, value_parser = parse_count)]
    plays: u64,
    #[command(flatten)]
    kept: KeptArgs,
}

impl Args {
    fn quarry(&self) -> Result<Quarry, InvalidInput> {
        let (name, most) = match (&self.most, &self.least) {
            (Some(name), _) => (name.as_str(), true),
            (_, Some(name)) => (name.as_str(), false),
            _ if self.hardest => ("walk_moves", true),
            _ => ("length", true),
        };
        Quarry::new(name, most).map_err(InvalidInput)
    }

    fn study(&self, setup: &str) -> Result<Study> {
        if self.begin.options.iter().any(|(name, _)| name == "shuffle" || name == "last") {
            let message = "a hunt searches everything that can be dealt, so shuffling plays no part; leave out shuffle and last";
            return Err(InvalidInput(message.into()).into());
        }
        if self.climbs == 0 || self.steps == 0 || self.steps > MOST_STEPS || self.plays == 0 {
            let message = format!(
                "a hunt makes at least 1 climb of 1 to {} steps, with at least 1 play",
                grouped(MOST_STEPS)
            );
            return Err(InvalidInput(message).into());
        }
        let quarry = self.quarry()?;
        let measured = MeasureRequest { plays: self.plays, length: true, ..ONLY_VERDICT };
        let needed = quarry.request(&measured);
        Ok(Study {
            title: format!("The {} of {setup}", quarry.words()),
            question: String::new(),
            expectation: String::new(),
            lines: lines(&[setup.to_string()], &self.begin.options).map_err(InvalidInput)?,
            seed: self.seed.clone(),
            extent: Extent::Samples(self.climbs),
            trials: 1,
            request: MeasureRequest { length: true, ..needed },
            limits: self.kept.limits.limits_of_seconds(),
            block: None,
            hunt: Some(Hunt { quarry, steps: self.steps }),
        })
    }

    fn open(&self, lab: &Lab, place: &Place) -> Result<StudyDir> {
        let wanted = match &self.begin.setup {
            Some(setup) => Some(Manifest::new(&lab.registry, &self.study(setup)?)?),
            None => None,
        };
        if self.kept.resume {
            Place::check_begun(place.path(), "manifest.json")?;
        }
        match wanted {
            None if place.is_begun("") => place.resume(lab, "", None),
            None => Err(InvalidInput("name a setup to hunt in".into()).into()),
            Some(manifest) => {
                if !place.is_begun("") {
                    check_outlook(lab, &manifest)?;
                }
                place.begin_or_resume(lab, "", manifest)
            }
        }
    }
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
    let mut dir = args.open(&lab_on_terminal(registry), &place)?;
    let study = dir.manifest.study()?;
    let Some(hunt) = study.hunt else {
        return Err(InvalidInput(format!("{} holds a study, not a hunt", dir.path.display())).into());
    };
    stop_on_ctrl_c();
    let done = run_and_log(&mut dir, &run_options(args.kept.threads, None))?;
    let report = report(registry, &dir, &study, hunt, args.top)?;
    let mut out = anstream::stdout().lock();
    let written = match args.kept.json {
        true => write_json(&mut out, &report),
        false => write_words(&mut out, &report, hunt),
    };
    // A hunt that was stopped is not done, whether or not somebody read what it found so far.
    if done.stopped {
        return end_stopped(place);
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
            let challenge = registry.challenge(id).map_err(|error| InvalidInput(error.to_string()))?;
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
        let challenge = registry.challenge(&one.id).map_err(InvalidInput::because)?;
        one.plain_length = challenge.plain_length(&limits);
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

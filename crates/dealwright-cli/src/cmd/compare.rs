//! `dealwright compare`

use super::write_json;
use crate::args::{KeptArgs, parse_count, words_as_lines};
use crate::note::note;
use crate::tables::write_table;
use crate::terminal::{end_stopped, lab_on_terminal, run_options, stop_on_ctrl_c};
use anyhow::Result;
use dealwright::InvalidInput;
use dealwright::Registry;
use dealwright::stats::Interval;
use dealwright::study::{self, Extent, Study};
use dealwright::summary::{Answer, Difference, SummaryLine, differences};
use dealwright::text::{counted, grouped};
use dealwright_desk::compare::words::{sentences, table};
use dealwright_desk::compare::{
    ERROR, Facts, Figures, MARGIN, PLAYS, error_of_look, open_questions, request_for,
};
use dealwright_lab::files::load_setup;
use dealwright_lab::run::log::run_and_log;
use dealwright_lab::store::dir::StudyDir;
use dealwright_lab::store::manifest::Manifest;
use dealwright_lab::store::scratch::Place;
use dealwright_lab::summary::lines_of_all;
use serde::Serialize;
use std::io::Write;

/// Challenges of each setup at the first look, and at most, by default.
const SAMPLES: u64 = 1000;
const MOST: u64 = 100_000;
/// Most setups at once: every two are compared.
const MOST_LINES: usize = 12;

/// Compare setups side by side, and say which differences are real
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  dealwright compare boxoff/shuffled boxoff/ltiles -n 200 --no-repair
  dealwright compare pretzel/shuffled pretzel/banded ranks=4 --until 5% --json")]
pub struct Args {
    /// Setups, each with its sizes if they differ (boxoff/ltiles?rows=6&colours=6), and sizes for all (ranks=4)
    #[arg(required = true, value_name = "SETUP|NAME=VALUE")]
    what: Vec<String>,
    /// Challenges of each setup, at the first look with --until
    #[arg(short = 'n', long, value_name = "N", default_value_t = SAMPLES, value_parser = parse_count)]
    samples: u64,
    /// Double the deals until solvability and interest of every two setups are known to differ, or to be closer than this,
    /// such as 1%
    #[arg(long, value_name = "SHARE", value_parser = study::share)]
    until: Option<f64>,
    /// With --until, most challenges of each setup [default: 100000]
    #[arg(long, alias = "most", value_name = "N", value_parser = parse_count, requires = "until")]
    max_samples: Option<u64>,
    /// Leave out what takes longest: the smallest changes that make dead deals solvable
    #[arg(long)]
    no_repair: bool,
    /// Any text: the same text gives the same challenges, other ones than study and shuffles deal by default
    #[arg(short, long, value_name = "TEXT", default_value = "compare")]
    seed: String,
    /// Random plays for each chance that cannot be worked out; fewer than in study and hunt, because means of many deals are
    /// compared
    #[arg(long, value_name = "N", default_value_t = PLAYS, value_parser = parse_count)]
    plays: u64,
    #[command(flatten)]
    kept: KeptArgs,
}

impl Args {
    /// The study of one look.
    fn look(&self, registry: &Registry, number: u32, samples: u64) -> Result<Study> {
        let lines = words_as_lines(&self.what)?;
        if lines.len() < 2 || lines.len() > MOST_LINES {
            let message = format!(
                "a comparison needs 2 to {MOST_LINES} setups, found {}; see dealwright list",
                lines.len()
            );
            return Err(InvalidInput(message).into());
        }
        let setups = lines.iter().map(|line| load_setup(registry, &line.setup, &line.options));
        let setups = setups.collect::<Result<Vec<_>>>()?;
        let mut request = request_for(&setups.iter().collect::<Vec<_>>(), self.plays);
        request.repair = !self.no_repair;
        Ok(Study {
            title: "Setups compared".into(),
            question: "Which differences between these setups are real?".into(),
            expectation: String::new(),
            lines,
            seed: if number == 1 { self.seed.clone() } else { format!("{} look {number}", self.seed) },
            extent: Extent::Samples(samples),
            trials: 1,
            request,
            limits: self.kept.limits.limits_of_seconds(),
            block: None,
            hunt: None,
        })
    }

    /// Challenges of a look: each time as many as all before.
    fn samples_of(&self, number: u32) -> u64 {
        if number == 1 { self.samples } else { self.samples << (number - 2).min(40) }
    }
}

pub fn run(registry: &Registry, args: &Args) -> Result<()> {
    if args.samples < 2 || args.plays == 0 || args.samples > 1 << 40 {
        return Err(InvalidInput(
            "give at least --samples 2 and --plays 1, and at most --samples 1e12".into(),
        )
        .into());
    }
    let place = Place::new(args.kept.out.as_deref())?;
    if args.kept.resume {
        let first = if args.until.is_some() { "look-1/manifest.json" } else { "manifest.json" };
        Place::check_begun(place.path(), first)?;
    }
    let margin = args.until.unwrap_or(MARGIN);
    stop_on_ctrl_c();
    let lab = lab_on_terminal(registry);
    let mut looks: Vec<StudyDir> = Vec::new();
    let mut number = 0;
    loop {
        number += 1;
        let manifest = Manifest::new(registry, &args.look(registry, number, args.samples_of(number))?)?;
        let folder = if args.until.is_some() { format!("look-{number}") } else { String::new() };
        let mut dir = place.begin_or_resume(&lab, &folder, manifest)?;
        let done = run_and_log(&mut dir, &run_options(args.kept.threads, None))?;
        looks.push(dir);
        if done.stopped {
            return end_stopped(place);
        }
        let lines = lines_of_all(&looks, "")?;
        let error = if args.until.is_some() { error_of_look(number) } else { ERROR };
        let found = differences(&lines, error, margin);
        let all = lines.first().map_or(0, |line| line.challenges);
        let open = open_questions(&found);
        if args.until.is_none()
            || open == 0
            || all + args.samples_of(number + 1) > args.max_samples.unwrap_or(MOST)
        {
            let settled = args.until.map(|_| open == 0);
            return write(registry, args, &lines, &found, margin, number, settled);
        }
        let deals = counted(all, "deal");
        note(format_args!("{} still open after {deals} of each", counted(open as u64, "question")));
    }
}

#[derive(Serialize)]
struct Report {
    lines: Vec<LineKeys>,
    differences: Vec<DifferenceKeys>,
    sentences: Vec<String>,
    margin: f64,
    looks: u32,
    settled: Option<bool>,
}

#[derive(Serialize)]
struct LineKeys {
    setup: String,
    challenges: u64,
    #[serde(flatten)]
    figures: Figures,
    levels: [u64; 4],
    mean_length: Option<f64>,
    dead: u64,
    mended: Option<u64>,
}

#[derive(Serialize)]
struct DifferenceKeys {
    what: &'static str,
    first: String,
    second: String,
    difference: Option<f64>,
    interval: Option<[f64; 2]>,
    superiority: Option<f64>,
    direction: Option<bool>,
    p: Option<f64>,
    p_holm: Option<f64>,
    answer: &'static str,
}

fn write(
    registry: &Registry,
    args: &Args,
    lines: &[SummaryLine],
    found: &[Difference],
    margin: f64,
    looks: u32,
    settled: Option<bool>,
) -> Result<()> {
    let setups =
        words_as_lines(&args.what)?.into_iter().map(|line| load_setup(registry, &line.setup, &line.options));
    let facts = setups.map(|setup| Ok(Facts::of(&setup?)?)).collect::<Result<Vec<_>>>()?;
    let names = names(lines, &facts);
    let sentences = sentences(&names, found, margin);
    let mut out = anstream::stdout().lock();
    if args.kept.json {
        let line = |(line, facts): (&SummaryLine, &Facts)| LineKeys {
            setup: line.words(),
            challenges: line.challenges,
            figures: Figures::new(line, facts),
            levels: line.levels,
            mean_length: line.measure("length").and_then(|lengths| lengths.solvable.mean()),
            dead: line.unsolvable,
            mended: line.repaired().map(|(mended, _)| mended),
        };
        let difference = |d: &Difference| DifferenceKeys {
            what: d.what.word(),
            first: names[d.lines.0].clone(),
            second: names[d.lines.1].clone(),
            difference: d.difference,
            interval: d.interval.map(Interval::ends),
            superiority: d.superiority,
            direction: d.direction,
            p: d.p,
            p_holm: d.p_holm,
            answer: match d.answer {
                Answer::Real => "real",
                Answer::Small => "small",
                Answer::Open => "open",
                Answer::TooFew => "too few",
            },
        };
        let report = Report {
            lines: lines.iter().zip(&facts).map(line).collect(),
            differences: found.iter().map(difference).collect(),
            sentences,
            margin,
            looks,
            settled,
        };
        return write_json(&mut out, &report);
    }
    write_table(&mut out, &table(&names, lines, &facts))?;
    writeln!(out)?;
    for sentence in &sentences {
        writeln!(out, "{sentence}")?;
    }
    match settled {
        Some(true) => writeln!(out, "Settled after {}.", counted(looks.into(), "look"))?,
        Some(false) => writeln!(
            out,
            "Not settled after {}; --max-samples allows more than {} deals of each.",
            counted(looks.into(), "look"),
            grouped(args.max_samples.unwrap_or(MOST))
        )?,
        None => {}
    }
    writeln!(out, "All statements of this comparison hold at once with 95% confidence.")?;
    Ok(())
}

/// Short names where they tell the lines apart.
fn names(lines: &[SummaryLine], facts: &[Facts]) -> Vec<String> {
    let titles: Vec<String> = facts.iter().map(|facts| facts.title.clone()).collect();
    let all_differ = (1..titles.len()).all(|n| !titles[..n].contains(&titles[n]));
    if all_differ { titles } else { lines.iter().map(SummaryLine::words).collect() }
}

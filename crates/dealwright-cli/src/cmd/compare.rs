//! `dealwright compare`

use super::write_json;
use crate::args::{KeptArgs, WeightsArgs, parse_count, words_as_lines};
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
use serde::{Deserialize, Serialize};
use std::io::Write;

/// Challenges of each setup at the first look, and at most, by default.
const SAMPLES: u64 = 1000;
const MOST: u64 = 100_000;
/// Most setups at once: every two are compared.
const MOST_LINES: usize = 12;

/// The title of the study that a look is.
const TITLE: &str = "Setups compared";
/// When a comparison with --until ends, in a file beside its looks.
const UNTIL: &str = "compare.json";

/// Compare setups side by side, and say which differences are real
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  dealwright compare boxoff/shuffled boxoff/ltiles -n 200 --no-repair
  dealwright compare pretzel/shuffled pretzel/banded ranks=4 --until 5% --json")]
pub struct Args {
    /// Setups, each with its sizes if they differ (boxoff/ltiles?rows=6&colours=6), and sizes for all (ranks=4); may be left
    /// out to resume what --out holds
    #[arg(required_unless_present_any = ["out", "resume"], value_name = "SETUP|NAME=VALUE")]
    what: Vec<String>,
    /// Challenges of each setup, at the first look with --until
    #[arg(short = 'n', long, value_name = "N", default_value_t = SAMPLES, value_parser = parse_count)]
    samples: u64,
    /// Double the deals until solvability and interest of every two setups are known to differ, or to be closer than this,
    /// such as 1%
    #[arg(long, value_name = "SHARE", value_parser = study::share)]
    until: Option<f64>,
    /// With --until, maximum challenges of each setup [default: 100000]
    #[arg(long, alias = "most", value_name = "N", value_parser = parse_count)]
    max_samples: Option<u64>,
    /// Leave out what takes longest: the smallest changes that make dead deals solvable
    #[arg(long)]
    no_repair: bool,
    /// Any text: the same text gives the same challenges; by default not those of study and shuffles
    #[arg(short, long, value_name = "TEXT", default_value = "compare")]
    seed: String,
    /// Random plays where the chance of random play cannot be computed; fewer than in study and hunt, because compare
    /// averages over many deals
    #[arg(long, value_name = "N", default_value_t = PLAYS, value_parser = parse_count)]
    plays: u64,
    #[command(flatten)]
    weights: WeightsArgs,
    #[command(flatten)]
    kept: KeptArgs,
}

/// When a comparison ends that deals more and more.
#[derive(Clone, Copy, Serialize, Deserialize)]
struct Until {
    /// As a share.
    until: f64,
    max_samples: u64,
}

impl Args {
    /// The first look, and when the last one comes; none if the first is the only one.
    fn begin(&self, registry: &Registry, place: &Place) -> Result<(Manifest, Option<Until>)> {
        let path = place.path();
        let (alone, first) = (path.join("manifest.json"), path.join("look-1").join("manifest.json"));
        let refused = |why: &str| InvalidInput(format!("{}: {why}", path.display()));
        let until = match place.is_kept() {
            true => place.kept::<Until>(UNTIL)?,
            false => None,
        };
        if self.what.is_empty() {
            let (file, until) = match (alone.exists(), first.exists()) {
                (true, _) if self.until.is_some() => {
                    return Err(refused("holds a comparison without --until; leave it out to resume").into());
                }
                (true, _) => (alone, None),
                (_, true) => match self.until.or(until.map(|kept| kept.until)) {
                    Some(share) => (first, Some(self.until(share, until))),
                    None => return Err(refused("give --until again to resume this comparison").into()),
                },
                _ => return Err(refused("there is nothing to resume here; name setups to compare").into()),
            };
            let manifest = Manifest::open(&file)?;
            if manifest.study.title != TITLE {
                return Err(refused("holds no comparison").into());
            }
            manifest.check_resumed(None, path)?;
            manifest.check(registry)?;
            return Ok((manifest, until));
        }
        if self.until.is_some() && alone.exists() {
            return Err(refused("holds a comparison without --until; choose another directory").into());
        }
        if self.until.is_none() && first.exists() {
            return Err(refused("holds a comparison with --until; give it again to resume").into());
        }
        if self.max_samples.is_some() && self.until.is_none() {
            return Err(InvalidInput("--max-samples needs --until".into()).into());
        }
        let until = self.until.map(|share| self.until(share, None));
        Ok((Manifest::new(registry, &self.look(registry)?)?, until))
    }

    fn until(&self, until: f64, kept: Option<Until>) -> Until {
        let most = self.max_samples.or(kept.map(|kept| kept.max_samples));
        Until { until, max_samples: most.unwrap_or(MOST) }
    }

    /// The study of the first look.
    fn look(&self, registry: &Registry) -> Result<Study> {
        if self.samples < 2 || self.plays == 0 || self.samples > 1 << 40 {
            return Err(InvalidInput(
                "give at least --samples 2 and --plays 1, and at most --samples 1e12".into(),
            )
            .into());
        }
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
            title: TITLE.into(),
            question: "Which differences between these setups are real?".into(),
            expectation: String::new(),
            lines,
            seed: self.seed.clone(),
            extent: Extent::Samples(self.samples),
            trials: 1,
            request,
            limits: self.kept.limits.limits_of_seconds(),
            block: None,
            hunt: None,
        })
    }
}

/// Challenges of a look: each time as many as all before.
fn samples_of(first: u64, number: u32) -> u64 {
    if number == 1 { first } else { first << (number - 2).min(40) }
}

pub fn run(registry: &Registry, args: &Args) -> Result<()> {
    let registry = &args.weights.registry(registry)?;
    let place = Place::new(args.kept.out.as_deref())?;
    if args.kept.resume {
        let first = if args.until.is_some() { "look-1/manifest.json" } else { "manifest.json" };
        if !args.what.is_empty() {
            Place::check_begun(place.path(), first)?;
        }
    }
    let (first, until) = args.begin(registry, &place)?;
    note_same_deals(registry, &first);
    let samples = first.study.samples.unwrap_or(SAMPLES);
    stop_on_ctrl_c();
    let lab = lab_on_terminal(registry);
    let mut looks: Vec<StudyDir> = Vec::new();
    let mut number = 0;
    loop {
        number += 1;
        let manifest = match number {
            1 => first.clone(),
            _ => {
                let seed = format!("{} look {number}", first.study.seed);
                first.with_deals(&seed, samples_of(samples, number))?
            }
        };
        let folder = if until.is_some() { format!("look-{number}") } else { String::new() };
        let mut dir = place.begin_or_resume(&lab, &folder, manifest)?;
        if let Some(until) = until.filter(|_| place.is_kept()) {
            place.keep(UNTIL, &until)?;
        }
        let done = run_and_log(&mut dir, &run_options(args.kept.threads, None))?;
        looks.push(dir);
        if done.stopped {
            return end_stopped(place);
        }
        let lines = lines_of_all(&looks, "")?;
        let error = if until.is_some() { error_of_look(number) } else { ERROR };
        let margin = until.map_or(MARGIN, |until| until.until);
        let found = differences(&lines, error, margin);
        let all = lines.first().map_or(0, |line| line.challenges);
        let open = open_questions(&found);
        let goes_on = |until: Until| open > 0 && all + samples_of(samples, number + 1) <= until.max_samples;
        if !until.is_some_and(goes_on) {
            let setups = first.lines.iter().map(|line| Ok(Facts::of(&*line.load(registry)?)?));
            let facts = setups.collect::<Result<Vec<_>>>()?;
            let end = End { looks: number, margin, open, most: until.map(|until| until.max_samples) };
            return write(args.kept.json, &lines, &facts, &found, &end);
        }
        let deals = counted(all, "deal");
        note(format_args!("{} still open after {deals} of each", counted(open as u64, "question")));
    }
}

/// Says where lines are the same deals under different rules.
fn note_same_deals(registry: &Registry, manifest: &Manifest) {
    let origins = manifest.origins(registry);
    let pairs = (1..origins.len()).flat_map(|n| origins[..n].iter().map(move |other| (other, n)));
    if pairs.into_iter().any(|(other, n)| other.differs_in_rules_from(&origins[n])) {
        note(
            "note: setups here that differ only in rules are dealt the same pieces, but are compared like independent \
             samples: that is cautious where deals that are solvable under one rule tend to be so under the other",
        );
    }
}

/// How a comparison ended.
struct End {
    looks: u32,
    margin: f64,
    /// Questions that are still open.
    open: usize,
    /// The most deals of each, where it goes on until it is settled.
    most: Option<u64>,
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

fn write(json: bool, lines: &[SummaryLine], facts: &[Facts], found: &[Difference], end: &End) -> Result<()> {
    let settled = end.most.map(|_| end.open == 0);
    let names = names(lines, facts);
    let sentences = sentences(&names, found, end.margin);
    let mut out = anstream::stdout().lock();
    if json {
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
            lines: lines.iter().zip(facts).map(line).collect(),
            differences: found.iter().map(difference).collect(),
            sentences,
            margin: end.margin,
            looks: end.looks,
            settled,
        };
        return write_json(&mut out, &report);
    }
    write_table(&mut out, &table(&names, lines, facts))?;
    writeln!(out)?;
    for sentence in &sentences {
        writeln!(out, "{sentence}")?;
    }
    match (settled, end.most) {
        (Some(true), _) => writeln!(out, "Settled after {}.", counted(end.looks.into(), "look"))?,
        (Some(false), Some(most)) => writeln!(
            out,
            "Not settled after {}; --max-samples allows more than {} deals of each.",
            counted(end.looks.into(), "look"),
            grouped(most)
        )?,
        _ => {}
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

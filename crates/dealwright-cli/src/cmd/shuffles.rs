//! `dealwright shuffles SETUP`

mod advice;

use super::{SetupOrResumeArgs, write_json};
use crate::args::{KeptArgs, parse_count};
use crate::note::note;
use crate::tables::write_table;
use crate::terminal::{end_stopped, lab_on_terminal, run_options, stop_on_ctrl_c};
use advice::{Looked, advice};
use anyhow::Result;
use clap::ValueEnum;
use dealwright::InvalidInput;
use dealwright::Registry;
use dealwright::setup::shuffle::Shuffle;
use dealwright::stats::Interval;
use dealwright::study::{self, DEFAULT_SEED, DEFAULT_TRIALS, Extent, ONLY_VERDICT, Study};
use dealwright::summary::{CONFIDENCE, SummaryLine};
use dealwright::text::grouped;
use dealwright_desk::sections::{range, section, share};
use dealwright_lab::files::load_setup;
use dealwright_lab::outlook::say_what_comes;
use dealwright_lab::run::log::run_and_log;
use dealwright_lab::store::manifest::Manifest;
use dealwright_lab::store::scratch::Place;
use dealwright_lab::summary::lines_of;
use serde::{Deserialize, Serialize};
use std::io::Write;

/// Deals of each way to shuffle by default.
const SAMPLES: u64 = 40_000;
/// Numbers of riffles that are looked at, beside none.
const RIFFLES: [u32; 8] = [1, 2, 3, 4, 5, 6, 7, 8];
/// Numbers of overhand passes that are looked at, beside none: these mix much more slowly.
const PASSES: [u32; 8] = [1, 2, 4, 8, 16, 32, 64, 128];

/// The title of the study that it is.
const TITLE: &str = "How often to shuffle";
/// The margin, in a file beside the records.
const MARGIN: &str = "shuffles.json";
/// The margin by default.
const WITHIN: f64 = 0.01;

/// Find out how many shuffles it takes until a setup is as solvable as after a perfect shuffle
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  dealwright shuffles pretzel/shuffled ranks=4 -n 500 --model riffle
  dealwright shuffles boxoff/shuffled --within 2% --out shuffling")]
pub struct Args {
    #[command(flatten)]
    begin: SetupOrResumeArgs,
    /// Deals of each way to shuffle
    #[arg(short = 'n', long, value_name = "N", default_value_t = SAMPLES, value_parser = parse_count)]
    samples: u64,
    /// Model of shuffling
    #[arg(long, value_enum, default_value = "both")]
    model: Model,
    /// How close to a perfect shuffle is close enough [default: 1%]
    #[arg(long, value_name = "SHARE", value_parser = study::share)]
    within: Option<f64>,
    /// Any text: the same text gives the same deals [default: study]
    #[arg(short, long, value_name = "TEXT")]
    seed: Option<String>,
    #[command(flatten)]
    kept: KeptArgs,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Model {
    /// Riffles after Gilbert, Shannon and Reeds
    Riffle,
    /// Passes of an overhand shuffle after Pemantle
    Overhand,
    /// Both
    Both,
}

/// A way that hands shuffle, with the numbers of times that are looked at.
struct Way {
    name: &'static str,
    one: &'static str,
    many: &'static str,
    times: Vec<u32>,
    shuffle: fn(u32) -> Shuffle,
}

/// What is kept for whoever resumes it.
#[derive(Serialize, Deserialize)]
struct Kept {
    within: f64,
}

impl Way {
    fn riffle(times: Vec<u32>) -> Self {
        Self { name: "riffle", one: "riffle", many: "riffles", times, shuffle: Shuffle::Riffle }
    }

    fn overhand(times: Vec<u32>) -> Self {
        Self {
            name: "overhand",
            one: "overhand pass",
            many: "overhand passes",
            times,
            shuffle: Shuffle::Overhand,
        }
    }

    /// The ways whose lines follow the perfect one in a study.
    fn of(manifest: &Manifest, registry: &Registry) -> Result<Vec<Self>> {
        let (mut riffles, mut passes) = (Vec::new(), Vec::new());
        for line in manifest.lines.iter().skip(1) {
            match line.load(registry)?.shuffling.shuffle {
                Shuffle::Riffle(times) => riffles.push(times),
                Shuffle::Overhand(times) => passes.push(times),
                Shuffle::Perfect => {}
            }
        }
        let ways = [Self::riffle(riffles), Self::overhand(passes)];
        Ok(ways.into_iter().filter(|way| !way.times.is_empty()).collect())
    }
}

impl Args {
    fn ways(&self, with_none: bool) -> Vec<Way> {
        let times = |times: &[u32]| [if with_none { &[0][..] } else { &[] }, times].concat();
        let (riffle, overhand) = (Way::riffle(times(&RIFFLES)), Way::overhand(times(&PASSES)));
        match self.model {
            Model::Riffle => vec![riffle],
            Model::Overhand => vec![overhand],
            Model::Both => vec![riffle, overhand],
        }
    }

    /// The study and the margin: as they are asked for, or as they were begun.
    fn begin(&self, registry: &Registry, place: &Place) -> Result<(Manifest, f64)> {
        if self.kept.resume {
            Place::check_begun(place.path(), "manifest.json")?;
        }
        let Some(name) = &self.begin.setup else {
            let refused = |why: &str| InvalidInput(format!("{}: {why}", place.path().display()));
            if !place.is_begun("") {
                return Err(refused("there is nothing to resume here; name a setup").into());
            }
            let manifest = Manifest::open(&place.path().join("manifest.json"))?;
            if manifest.study.title != TITLE {
                return Err(refused("holds no study of shuffles").into());
            }
            manifest.check_resumed(None, place.path())?;
            let kept = place.kept::<Kept>(MARGIN)?.map(|kept| kept.within);
            let within = self.within.or(kept).ok_or_else(|| refused("give --within again to resume"))?;
            return Ok((manifest, within));
        };
        if self.begin.options.iter().any(|(name, _)| name == "shuffle") {
            let message = "shuffles tries all numbers of shuffles itself; leave out shuffle=, and choose the kind with --model";
            return Err(InvalidInput(message.into()).into());
        }
        let setup = load_setup(registry, name, &self.begin.options)?;
        // Where refused deals are dealt again, one that is not shuffled would always come back.
        let ways = self.ways(setup.asked().next().is_none());
        let within = self.within.unwrap_or(WITHIN);
        Ok((Manifest::new(registry, &self.study(name, &ways, within)?)?, within))
    }

    /// A line for the perfect shuffle, then those of each way.
    fn study(&self, setup: &str, ways: &[Way], within: f64) -> Result<Study> {
        if !(2..=1_000_000_000_000_000_000).contains(&self.samples) {
            return Err(InvalidInput("--samples must be a number from 2 to 10^18".into()).into());
        }
        let line = |shuffle: Shuffle| {
            let mut options = self.begin.options.clone();
            options.push(("shuffle".into(), shuffle.to_string()));
            study::StudyLine { setup: setup.to_string(), options }
        };
        let shuffled = ways.iter().flat_map(|way| way.times.iter().map(|&times| (way.shuffle)(times)));
        let study = Study {
            title: TITLE.into(),
            question: format!(
                "From where on is the solvable share within {} of a perfect shuffle?",
                points(within)
            ),
            expectation: String::new(),
            lines: std::iter::once(Shuffle::Perfect).chain(shuffled).map(line).collect(),
            seed: self.seed.clone().unwrap_or(DEFAULT_SEED.into()),
            extent: Extent::Samples(self.samples),
            trials: DEFAULT_TRIALS.min(u32::try_from(self.samples).unwrap_or(DEFAULT_TRIALS)),
            request: ONLY_VERDICT,
            limits: self.kept.limits.limits(),
            block: None,
            hunt: None,
        };
        if study.limits.states == 0 || study.limits.memory == 0 {
            return Err(
                InvalidInput("a search that may use nothing finds nothing, raise the limits".into()).into()
            );
        }
        Ok(study)
    }
}

/// "2 points", "0.5 points".
fn points(share: f64) -> String {
    let number = (share * 1e6).round() / 1e4;
    format!("{number} {}", if number == 1.0 { "point" } else { "points" })
}

pub fn run(registry: &Registry, args: &Args) -> Result<()> {
    let place = Place::new(args.kept.out.as_deref())?;
    let (manifest, within) = args.begin(registry, &place)?;
    let lab = lab_on_terminal(registry);
    let mut dir = place.begin_or_resume(&lab, "", manifest)?;
    if place.is_kept() {
        place.keep(MARGIN, &Kept { within })?;
    }
    let options = run_options(args.kept.threads, None);
    say_what_comes(&dir, &dir.manifest.study()?, &options)?;
    stop_on_ctrl_c();
    let done = run_and_log(&mut dir, &options)?;
    if done.stopped {
        return end_stopped(place);
    }
    let lines = lines_of(&dir, "")?;
    let (Some((perfect, shuffled)), Some(first)) = (lines.split_first(), dir.manifest.lines.first()) else {
        anyhow::bail!("{} has no records", dir.path.display());
    };
    let about = About {
        setup: first.load(registry)?.name_with_choices(),
        samples: first.challenges,
        within,
        ways: Way::of(&dir.manifest, registry)?,
    };
    write(args.kept.json, &about, perfect, shuffled)?;
    if place.is_kept() {
        note(format_args!("records in {}", dir.path.join("records").display()));
    }
    Ok(())
}

/// What the answer is about.
struct About {
    setup: String,
    samples: u64,
    within: f64,
    ways: Vec<Way>,
}

fn write(json: bool, about: &About, perfect: &SummaryLine, shuffled: &[SummaryLine]) -> Result<()> {
    let About { setup, samples, within, ways } = about;
    let (samples, within) = (*samples, *within);
    let mut rest = shuffled.iter();
    // All models share the error, so that everything said holds at once.
    let confidence = 1.0 - (1.0 - CONFIDENCE) / ways.len().max(1) as f64;
    let looked: Vec<Vec<Looked<'_>>> = ways
        .iter()
        .map(|way| {
            let looks = way.times.iter().zip(rest.by_ref());
            looks.map(|(&times, line)| Looked::new(times, line, perfect, confidence)).collect()
        })
        .collect();
    let mut out = anstream::stdout().lock();
    if json {
        let models = ways.iter().zip(&looked).map(|(way, looked)| ModelKeys::new(way, looked, within));
        let report = Report {
            setup,
            samples,
            within,
            confidence: CONFIDENCE,
            difference_confidence: confidence,
            perfect: LineKeys::new(perfect),
            models: models.collect(),
        };
        return write_json(&mut out, &report);
    }
    let mut rows = vec![row("perfect", perfect, None)];
    for (way, looked) in ways.iter().zip(&looked) {
        rows.extend(looked.iter().map(|look| row(&way.counted(look.times), look.line, Some(look))));
    }
    let title = format!("Solvable challenges of {setup}, {} deals each", grouped(samples));
    let level = format!("{}%", (1e6 * confidence).round() / 1e4);
    let columns = ["shuffled by", "solvable", "95%", "from perfect", &level];
    write_table(&mut out, &section(&title, 1, &columns, rows, &[]))?;
    writeln!(out)?;
    for (way, looked) in ways.iter().zip(&looked) {
        writeln!(out, "{}", advice(looked, within).in_words(way, looked, within))?;
    }
    Ok(())
}

impl Way {
    /// "1 riffle", "3 riffles".
    fn counted(&self, times: u32) -> String {
        format!("{times} {}", if times == 1 { self.one } else { self.many })
    }
}

fn row(name: &str, line: &SummaryLine, look: Option<&Looked<'_>>) -> Vec<String> {
    let (difference, interval) =
        look.map_or(Default::default(), |look| (look.difference_in_words(), look.interval_in_words()));
    vec![name.into(), share(line), range(line.interval()), difference, interval]
}

#[derive(Serialize)]
struct Report<'a> {
    setup: &'a str,
    samples: u64,
    within: f64,
    /// Of the intervals of shares.
    confidence: f64,
    /// Of the intervals of differences.
    difference_confidence: f64,
    perfect: LineKeys<'a>,
    models: Vec<ModelKeys<'a>>,
}

#[derive(Serialize)]
struct LineKeys<'a> {
    shuffle: &'a str,
    solvable: u64,
    unsolvable: u64,
    undecided: u64,
    share: Option<f64>,
    interval: Option<[f64; 2]>,
}

#[derive(Serialize)]
struct ModelKeys<'a> {
    model: &'static str,
    looks: Vec<LookKeys<'a>>,
    /// The fewest times that are enough.
    enough: Option<u32>,
    /// Deals of each way that might tell, where these do not.
    needed: Option<u64>,
    advice: String,
}

#[derive(Serialize)]
struct LookKeys<'a> {
    #[serde(flatten)]
    line: LineKeys<'a>,
    times: u32,
    difference: Option<f64>,
    difference_interval: Option<[f64; 2]>,
}

impl<'a> LineKeys<'a> {
    fn new(line: &'a SummaryLine) -> Self {
        let [solvable, unsolvable, undecided] = line.verdicts();
        let (share, interval) = (line.share(), line.interval().map(Interval::ends));
        Self { shuffle: &line.shuffle, solvable, unsolvable, undecided, share, interval }
    }
}

impl<'a> ModelKeys<'a> {
    fn new(way: &Way, looked: &'a [Looked<'a>], within: f64) -> Self {
        let look = |look: &'a Looked<'a>| LookKeys {
            line: LineKeys::new(look.line),
            times: look.times,
            difference: look.difference,
            difference_interval: look.interval.map(Interval::ends),
        };
        let advice = advice(looked, within);
        Self {
            model: way.name,
            looks: looked.iter().map(look).collect(),
            enough: advice.enough(looked),
            needed: advice.needed(),
            advice: advice.in_words(way, looked, within),
        }
    }
}

//! `dealwright study`

use super::summary::json::summary;
use super::write_json;
use crate::args::{LimitArgs, parse_count, words_as_lines};
use crate::note::note;
use crate::tables::write_table;
use crate::terminal::{lab_on_terminal, run_options, stop_on_ctrl_c};
use anyhow::Result;
use dealwright::measure::MeasureRequest;
use dealwright::study::{self, DEFAULT_MOST, Extent, ONLY_VERDICT, Study, Wording};
use dealwright::summary::groups;
use dealwright::text::counted;
use dealwright::{InvalidInput, Registry};
use dealwright_desk::sections::sections;
use dealwright_lab::Lab;
use dealwright_lab::files::read_limited;
use dealwright_lab::hunt::check_outlook;
use dealwright_lab::outlook::{check_parts, say_what_comes};
use dealwright_lab::run::log::run_and_log;
use dealwright_lab::store::dir::StudyDir;
use dealwright_lab::store::manifest::Manifest;
use dealwright_lab::store::room::check_room_for_part;
use dealwright_lab::store::scratch::Place;
use dealwright_lab::study_file::StudyFile;
use dealwright_lab::summary::{lines_of, warnings_of_lines};
use serde::Serialize;
use std::io::Write;
use std::path::{Path, PathBuf};

/// Deal and measure many challenges, and keep a record of each
///
/// The same command on the same --out resumes where it was interrupted.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  dealwright study boxoff/ltiles boxoff/abc -n 200 --out tiles
  dealwright study pretzel/shuffled ranks=2..4 --until 5% --out pretzel
  dealwright study boxoff/ltiles boxoff/abc -n 200 --shard 1/2 --out part-1")]
pub struct Args {
    /// A study file (.toml), the manifest.json of a study, or setups, and sizes such as ranks=9, ranks=2..9, ranks=4,6,8; may
    /// be left out to resume what --out holds
    #[arg(value_name = "STUDY|SETUP|NAME=VALUE")]
    what: Vec<String>,
    /// Directory of the records: a new one, or one to resume
    #[arg(short, long, value_name = "DIR")]
    out: PathBuf,
    /// Challenges of each setup with each choice of sizes [default: 1000]
    #[arg(short = 'n', long, value_name = "N", value_parser = parse_count, conflicts_with_all = ["until", "census"])]
    samples: Option<u64>,
    /// Deal until the interval reaches no further than this to either side, such as 0.5%
    #[arg(long, value_name = "SHARE", conflicts_with = "census", value_parser = study::share)]
    until: Option<f64>,
    /// With --until, maximum challenges of each setup [default: 10000000]
    #[arg(long, alias = "most", value_name = "N", value_parser = parse_count)]
    max_samples: Option<u64>,
    /// Every outcome of the setups instead of a sample: exact shares
    #[arg(long)]
    census: bool,
    /// Trials into which a sample is divided [default: 10]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    trials: Option<u32>,
    /// Any text: the same text gives the same challenges, in shuffles too [default: study]
    #[arg(short, long, value_name = "TEXT")]
    seed: Option<String>,
    /// What to measure besides the verdict: length, chance, graph, difficulty, cause, repair, all [default: length]
    #[arg(long, value_name = "LIST", value_delimiter = ',')]
    measures: Option<Vec<String>>,
    /// Also find the smallest change that makes each dead deal solvable (adds repair to --measures)
    #[arg(long)]
    repair: bool,
    /// Random plays where the chance of random play cannot be computed [default: 1000]
    #[arg(long, value_name = "N", value_parser = parse_count)]
    plays: Option<u64>,
    /// Positions up to which whole graphs are explored [default: 1000000]
    #[arg(long, value_name = "N", value_parser = parse_count)]
    graph_states: Option<u64>,
    /// Challenges in a block of records; if the power fails, at most one block per thread is lost
    #[arg(long, value_name = "N", value_parser = parse_count)]
    block: Option<u64>,
    /// Run only one part of the work, such as 3/16; `dealwright merge` joins the parts
    #[arg(long, value_name = "PART/PARTS", value_parser = study::shard)]
    shard: Option<(u64, u64)>,
    /// Only resume: fail if --out holds nothing yet
    #[arg(long)]
    resume: bool,
    /// Threads [default: all cores]
    #[arg(short, long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    #[command(flatten)]
    limits: LimitArgs,
    /// One JSON object: the directory and the summary (null for a part)
    #[arg(short, long)]
    json: bool,
}

#[derive(Serialize)]
struct Report {
    out: String,
    shard: Option<String>,
    /// Challenges whose records are there.
    challenges: u64,
    /// As `dealwright summary --json` writes it; none for a part.
    summary: Option<serde_json::Value>,
}

impl Args {
    /// Whether a flag says how the study should be.
    fn says_more(&self) -> bool {
        let numbers = [self.samples, self.max_samples, self.plays, self.graph_states, self.block];
        let others = [self.until.is_some(), self.census, self.trials.is_some(), self.seed.is_some()];
        let more = [self.measures.is_some(), self.limits.is_given(), self.repair];
        numbers.iter().any(Option::is_some) || others.into_iter().chain(more).any(|given| given)
    }

    /// The manifest of what is to be done; none when nothing but a directory is given.
    fn manifest(&self, registry: &Registry) -> Result<Option<Manifest>> {
        let file = self.what.first().filter(|file| self.what.len() == 1 && file.ends_with(".json"));
        let Some(file) = file else { return self.manifest_of_words(registry) };
        if self.says_more() {
            let message = format!("{file} fixes the study; leave out the flags that would change it");
            return Err(InvalidInput(message).into());
        }
        let manifest = Manifest::open(Path::new(file))?;
        manifest.check_resumed(None, Path::new(file))?;
        manifest.check(registry).map_err(|error| InvalidInput(format!("{file}: {error:#}")))?;
        Ok(Some(manifest))
    }

    /// The manifest of a study file or of setups, changed by flags; none when nothing but a directory is given.
    fn manifest_of_words(&self, registry: &Registry) -> Result<Option<Manifest>> {
        let is_study = |text: &String| text.ends_with(".toml") && is_study_file(Path::new(text));
        match self.what.as_slice() {
            [] => Ok(None),
            [file] if is_study(file) => {
                let mut file = StudyFile::read(registry, file)?;
                self.change(&mut file.study)?;
                // Whatever the flags do not speak of stands in the file.
                match file.study.impossible(Wording::Keys) {
                    Some((key, _)) if !self.gives(key) => file.check()?,
                    _ => file.study.check().map_err(InvalidInput)?,
                }
                match self.gives("samples") || self.until.is_some() || self.census {
                    true => Manifest::new(registry, &file.study).map(Some),
                    false => file.manifest(registry, &file.study).map(Some),
                }
            }
            words => {
                if let Some(file) = words.iter().find(|word| is_study(word)) {
                    let message = format!(
                        "{file} is a study file and cannot be combined with setups; add them to the file"
                    );
                    return Err(InvalidInput(message).into());
                }
                let mut study = words_as_study(words)?;
                self.change(&mut study)?;
                study.check().map_err(InvalidInput)?;
                Manifest::new(registry, &study).map(Some)
            }
        }
    }

    /// Puts what the flags say into a study.
    fn change(&self, study: &mut Study) -> Result<()> {
        if let Some(samples) = self.samples {
            study.extent = Extent::Samples(samples);
        }
        let given_most = |extent| if let Extent::Until { most, .. } = extent { Some(most) } else { None };
        if let Some(within) = self.until {
            let most = given_most(study.extent).unwrap_or(DEFAULT_MOST);
            study.extent = Extent::Until { within, most };
        }
        if let Some(wanted) = self.max_samples {
            let Extent::Until { most, .. } = &mut study.extent else {
                return Err(InvalidInput("--max-samples needs --until".into()).into());
            };
            *most = wanted;
        }
        if self.census {
            study.extent = Extent::Census;
        }
        if let Some(measures) = &self.measures {
            let MeasureRequest { plays, graph_states, .. } = study.request;
            study.request = MeasureRequest { plays, graph_states, ..ONLY_VERDICT };
            for word in measures {
                study::ask(&mut study.request, word).map_err(InvalidInput)?;
            }
        }
        study.request.repair |= self.repair;
        study.trials = self.trials.unwrap_or(study.trials);
        if let Some(seed) = &self.seed {
            study.seed.clone_from(seed);
        }
        study.request.plays = self.plays.unwrap_or(study.request.plays);
        study.request.graph_states = self.graph_states.unwrap_or(study.request.graph_states);
        study.block = self.block.or(study.block);
        self.limits.overwrite(&mut study.limits);
        Ok(())
    }

    /// Whether a flag stands in the place of a study file's key.
    fn gives(&self, key: &str) -> bool {
        match key {
            "samples" => self.samples.is_some() || self.trials.is_some(),
            "trials" => self.trials.is_some(),
            "most" => self.max_samples.is_some(),
            "block" => self.block.is_some(),
            "plays" => self.plays.is_some(),
            _ => self.limits.is_given(),
        }
    }
}

/// The study of setups and sizes, all else by default.
fn words_as_study(words: &[String]) -> Result<Study> {
    Ok(Study::of(words_as_lines(words)?))
}

/// Study files and setup files both end in .toml; only the latter name a game.
fn is_study_file(path: &Path) -> bool {
    let Ok(text) = read_limited(path, study::read::MOST_BYTES) else { return false };
    let begins =
        |word: &str| text.lines().any(|line| line.trim_start().trim_start_matches('"').starts_with(word));
    begins("setups") || !begins("game")
}

pub fn run(registry: &Registry, args: &Args) -> Result<()> {
    let mut dir = open_or_create(&lab_on_terminal(registry), args)?;
    for what in &dir.damaged {
        note(what);
    }
    let study = dir.manifest.study()?;
    let options = run_options(args.threads, args.shard);
    say_what_comes(&dir, &study, &options)?;
    stop_on_ctrl_c();
    let done = run_and_log(&mut dir, &options)?;
    note(format_args!(
        "{} in {:.1} s, records in {}",
        counted(done.challenges, "challenge"),
        done.wall_seconds,
        dir.path.join("records").display()
    ));
    if done.stopped {
        note(format_args!(
            "stopped; run it again, or dealwright study --out {}, to resume",
            dir.path.display()
        ));
        std::process::exit(130);
    }
    let mut out = anstream::stdout().lock();
    let mut report = Report {
        out: dir.path.display().to_string(),
        shard: args.shard.map(|(part, parts)| format!("{}/{parts}", part + 1)),
        challenges: dir.challenges_there(),
        summary: None,
    };
    if args.shard.is_some() {
        return if args.json { write_json(&mut out, &report) } else { Ok(()) };
    }
    let lines = lines_of(&dir, "")?;
    warnings_of_lines(&dir, &lines).iter().for_each(note);
    if args.json {
        report.summary = Some(summary(&lines, &groups(&lines, false)));
        return write_json(&mut out, &report);
    }
    if let Some(section) = sections(&lines, &[]).first() {
        write_table(&mut out, section)?;
    }
    out.flush()?;
    note(format_args!("more: dealwright summary {}", dir.path.display()));
    Ok(())
}

fn open_or_create(lab: &Lab, args: &Args) -> Result<StudyDir> {
    let given = args.manifest(&lab.registry)?;
    let is_begun = args.out.join("manifest.json").exists();
    // Before a directory is made: a refused command leaves nothing there.
    if let (Some(manifest), Some(_)) = (&given, args.shard) {
        check_parts(&manifest.study()?)?;
    }
    let parts = args.shard.map_or(1, |(_, parts)| parts);
    let dir = match &given {
        None if !is_begun && !args.resume => {
            let message = "nothing to study: name a study file or setups (see dealwright list)";
            return Err(InvalidInput(message.into()).into());
        }
        None if args.says_more() => {
            let message = "a study that is resumed stays as it is; leave out the flags that would change it";
            return Err(InvalidInput(message.into()).into());
        }
        None => StudyDir::resume(lab, &args.out)?,
        Some(manifest) => {
            if !is_begun {
                begins(args)?;
                check_room_for_part(manifest, &args.out, 0, parts)?;
                if args.shard.is_none() {
                    check_outlook(lab, manifest)?;
                }
            }
            match (is_begun, args.shard) {
                // The same part may be run twice at once: the second run waits and finds the work done.
                (_, Some(_)) => StudyDir::begin_or_resume(lab, &args.out, manifest.clone())?,
                (true, None) => StudyDir::resume(lab, &args.out)?,
                (false, None) => StudyDir::create(lab, &args.out, manifest.clone())?,
            }
        }
    };
    dir.manifest.check_resumed(given.as_ref(), &args.out)?;
    if args.shard.is_some() {
        check_parts(&dir.manifest.study()?)?;
    }
    check_room_for_part(&dir.manifest, &args.out, dir.challenges_there(), parts)?;
    Ok(dir)
}

/// Refuses to begin where `--resume` wants something to be there. With `--shard` it began all the same in version 0.1, and
/// does so once more.
fn begins(args: &Args) -> Result<()> {
    match (args.resume, args.shard) {
        (true, None) => Place::check_begun(&args.out, "manifest.json"),
        (true, Some(_)) => {
            note("--resume is no longer needed with --shard: the same command begins or resumes");
            Ok(())
        }
        _ => Ok(()),
    }
}

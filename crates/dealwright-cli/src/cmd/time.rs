//! `dealwright time SETUP`

use super::write_json;
use crate::input::parse_option;
use crate::note::prompt;
use anyhow::{Context, Result};
use dealwright::setup::Setup;
use dealwright::setup::effort::Phase;
use dealwright::setup::load::dealer;
use dealwright::setup::stopwatch::{Stopwatch, TimedStep, stopwatch};
use dealwright::text::quoted;
use dealwright::{InvalidInput, Registry};
use dealwright_lab::files::{load_setup, read_limited};
use dealwright_people::plan::paper::CONSENT_TEXT;
use dealwright_people::read;
use dealwright_people::rows::{Export, LETTERS, MOST_SECONDS, Run, RunOutcome, Step, Task};
use serde::Serialize;
use std::io::{BufRead, Write};
use std::path::{Path, PathBuf};
use std::time::Instant;

/// Time a setup at the table, step by step
///
/// Shows one step after the other; Enter ends a step. The times are added to a file that dealwright people fit reads. A new file begins
/// with a consent text and gets a random participant number. Nothing else is kept anywhere: remove the file to delete everything.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  dealwright time boxoff/ltiles --out me.jsonl")]
pub struct Args {
    /// GAME/SETUP (see dealwright list) or a path ending in .toml
    setup: String,
    /// Sizes and rules that the setup lets you choose, such as ranks=9
    #[arg(value_name = "NAME=VALUE", value_parser = parse_option)]
    options: Vec<(String, String)>,
    /// The file that the times are added to: a name ending in .jsonl
    #[arg(short, long, value_name = "FILE")]
    out: PathBuf,
    /// Runs, one after the other
    #[arg(long, value_name = "N", default_value = "1", value_parser = clap::value_parser!(u32).range(1..=100))]
    repeats: u32,
    /// One JSON object for each run, one per line
    #[arg(short, long)]
    json: bool,
}

#[derive(Serialize)]
struct Answer<'a> {
    participant: &'a str,
    #[serde(flatten)]
    run: &'a Run,
    steps: Vec<&'a Step>,
}

const KEYS: &str = "Enter ends a step. Before that, in words: again (gather everything, deal again), mistake (made and put right), swap, turn (of the \
setup's own fixes), undo (take the last Enter back), drop (give this run up).";

pub fn run(registry: &Registry, args: &Args) -> Result<()> {
    let name = args.out.display().to_string();
    if args.out.extension().is_none_or(|end| end != "jsonl") {
        return Err(InvalidInput(format!("{name}: expected a name that ends in .jsonl")).into());
    }
    let setup = load_setup(registry, &args.setup, &args.options)?;
    let watch = stopwatch(&dealer(&setup)?);
    let lines = &mut std::io::stdin().lock().lines();
    let mut export = match read_existing(&args.out)? {
        Some(export) => export,
        None => new_export(lines, &name)?,
    };
    if export.who.simulated {
        return Err(
            InvalidInput(format!("{name}: holds simulated people, expected a file of your own")).into()
        );
    }
    let mut out = anstream::stdout().lock();
    for _ in 0..args.repeats {
        let task = next_task(&export, &name)?;
        let timed = Timing::new(&watch, task, &export).go(lines, &setup.title)?;
        let Some((outcome, seconds, steps)) = timed else {
            prompt("nothing was timed");
            return Ok(());
        };
        let mut run = Run {
            row: "run".into(),
            task,
            setup: name_of(&args.setup, &setup),
            options: setup.options().into_iter().collect(),
            fingerprint: watch.fingerprint.clone(),
            outcome,
            seconds,
        };
        let mut rows: Vec<(usize, Step)> = steps.into_iter().map(|step| (0, step)).collect();
        // Another terminal may have added to the file meanwhile: this run comes after that.
        if let Some(newer) = read_existing(&args.out)? {
            if newer.who != export.who {
                let message = format!("{name}: holds somebody else by now; this run was not added");
                return Err(InvalidInput(message).into());
            }
            export = newer;
        }
        let task = next_task(&export, &name)?;
        run.task = task;
        rows.iter_mut().for_each(|(_, step)| step.task = task);
        export.tasks.push((0, Task::Run(run.clone(), rows.clone())));
        keep(&args.out, &export)?;
        let words = if outcome == RunOutcome::Finished { "finished" } else { "dropped" };
        match args.json {
            true => {
                let steps = rows.iter().map(|(_, step)| step).collect();
                write_json(&mut out, &Answer { participant: &export.who.participant, run: &run, steps })?;
            }
            false => writeln!(out, "{} {words} after {seconds:.1} s; added to {name}.", setup.title)?,
        }
    }
    Ok(())
}

/// What is in the file; none if there is no file.
fn read_existing(path: &Path) -> Result<Option<Export>> {
    if !path.exists() {
        return Ok(None);
    }
    let text = read_limited(path, read::MOST_BYTES as usize)?;
    Ok(Some(read::read(&path.display().to_string(), &text)?))
}

/// The number of the task that can be added.
fn next_task(export: &Export, name: &str) -> Result<u32, InvalidInput> {
    let task = export.tasks.last().map_or(0, |(_, task)| task.number()) + 1;
    match task > read::MOST_TASKS {
        true => Err(InvalidInput(format!("{name}: holds {} tasks, more cannot be added", read::MOST_TASKS))),
        false => Ok(task),
    }
}

/// What a setup is called in the file. Of a setup file only its own name: the directories before it may name a person.
fn name_of(given: &str, setup: &Setup) -> String {
    match given.ends_with(".toml") {
        true => given.rsplit(['/', '\\']).next().unwrap_or(given).to_string(),
        false => setup.full_name(),
    }
}

/// A file with nothing in it yet, after consent was given.
fn new_export(lines: &mut impl Iterator<Item = std::io::Result<String>>, name: &str) -> Result<Export> {
    for sentence in CONSENT_TEXT {
        prompt(sentence);
    }
    prompt("Type yes to agree, anything else to leave:");
    let answer = lines.next().transpose()?.unwrap_or_default();
    if !answer.trim().eq_ignore_ascii_case("yes") {
        return Err(InvalidInput("without consent nothing is kept; no file was written".into()).into());
    }
    let mut bytes = [0u8; 64];
    getrandom::fill(&mut bytes)
        .map_err(|error| anyhow::anyhow!("no randomness for a participant number: {error}"))?;
    // Bytes that would make some letters likelier than others are passed over.
    let fair = 256 / LETTERS.len() * LETTERS.len();
    let letters: Vec<char> = (bytes.iter())
        .filter(|byte| usize::from(**byte) < fair)
        .map(|byte| char::from(LETTERS[usize::from(*byte) % LETTERS.len()]))
        .take(8)
        .collect();
    let (first, second) = letters.split_at_checked(4).context("no randomness for a participant number")?;
    let number = format!("{}-{}", first.iter().collect::<String>(), second.iter().collect::<String>());
    prompt(format_args!(
        "Your participant number is {number}. Note it if you may want your file taken out later. Remove {name} to delete everything."
    ));
    Ok(Export::new(number, false))
}

/// Writes the file whole, so that an interruption leaves the one before.
fn keep(path: &Path, export: &Export) -> Result<()> {
    let text = export.text()?;
    let beside = path.with_extension("jsonl.part");
    std::fs::write(&beside, text)
        .and_then(|()| std::fs::rename(&beside, path))
        .with_context(|| format!("writing {}", path.display()))
}

/// One run at work.
struct Timing<'a> {
    watch: &'a Stopwatch,
    task: u32,
    pass: u32,
    at: usize,
    /// Whether the same person has done this setup to its end before, in this file: what is done once is left out then.
    knows: bool,
    steps: Vec<Step>,
}

/// How a run ended, its seconds, its steps.
type Timed = (RunOutcome, f64, Vec<Step>);

impl<'a> Timing<'a> {
    fn new(watch: &'a Stopwatch, task: u32, export: &Export) -> Self {
        let is_same = |(_, task): &(usize, Task)| match task {
            Task::Run(run, _) => run.fingerprint == watch.fingerprint && run.outcome == RunOutcome::Finished,
            Task::Game(..) => false,
        };
        let knows = export.tasks.iter().any(is_same);
        Self { watch, task, pass: 1, at: 0, knows, steps: Vec::new() }
    }

    /// Goes through the steps; none if the input ended before anything was timed.
    fn go(
        mut self,
        lines: &mut impl Iterator<Item = std::io::Result<String>>,
        title: &str,
    ) -> Result<Option<Timed>> {
        prompt(format_args!("\n{title}. {}", self.watch.needed));
        prompt(KEYS);
        prompt("Put the pieces before you and press Enter to start.");
        if lines.next().transpose()?.is_none() {
            return Ok(None);
        }
        let begun = Instant::now();
        let mut since = 0.0;
        let (mut corrections, mut swaps, mut turns) = (0, 0, 0);
        // When the last step was ended; the run may still be taken back or dropped then.
        let mut finished_at = None;
        loop {
            let step = self.watch.steps.get(self.at);
            // What is done once is done by now.
            if step.is_some_and(|step| step.phase == Phase::Once && (self.pass > 1 || self.knows)) {
                self.at += 1;
                continue;
            }
            match step {
                Some(step) => {
                    finished_at = None;
                    let number = self.at + 1;
                    prompt(format_args!("\n{number} of {}: {}", self.watch.steps.len(), step.words));
                }
                None => {
                    let over = *finished_at.get_or_insert_with(|| begun.elapsed().as_secs_f64());
                    prompt(format_args!(
                        "\nFinished after {over:.1} s. Enter keeps this run; or undo, or drop."
                    ));
                }
            }
            // Without an answer a finished run is kept, and any other is dropped.
            let Some(line) = lines.next().transpose()? else { break };
            let now = begun.elapsed().as_secs_f64();
            if now > MOST_SECONDS && step.is_some() {
                prompt("This took more than four hours; the run is dropped.");
                break;
            }
            let word = line.trim().to_ascii_lowercase();
            let Some(step) = step else {
                match word.as_str() {
                    "" => break,
                    "undo" => since = self.undo(since, [&mut corrections, &mut swaps, &mut turns]),
                    "drop" => {
                        self.at = 0;
                        break;
                    }
                    other => prompt(format_args!("{} is not understood here.", quoted(other))),
                }
                continue;
            };
            match word.as_str() {
                "" => {
                    let counts = [corrections, swaps, turns];
                    self.end_step(step, now - since, counts);
                    since = now;
                    (corrections, swaps, turns) = (0, 0, 0);
                    self.at += 1;
                }
                "again" if step.can_deal_again => {
                    self.end_step(step, now - since, [corrections, swaps, turns]);
                    since = now;
                    (corrections, swaps, turns) = (0, 0, 0);
                    self.pass += 1;
                    self.at = 0;
                }
                "mistake" => corrections += 1,
                "swap" if step.can_fix => swaps += 1,
                "turn" if step.can_fix => turns += 1,
                "undo" => since = self.undo(since, [&mut corrections, &mut swaps, &mut turns]),
                "drop" => break,
                other => prompt(format_args!("{} is not understood here. {KEYS}", quoted(other))),
            }
        }
        let is_finished = self.at == self.watch.steps.len();
        let outcome = if is_finished { RunOutcome::Finished } else { RunOutcome::Dropped };
        let sum: f64 = self.steps.iter().map(|step| step.seconds).sum();
        let end = finished_at.unwrap_or_else(|| begun.elapsed().as_secs_f64());
        let seconds = thousandths(end.min(MOST_SECONDS)).max(sum);
        Ok(Some((outcome, thousandths(seconds), self.steps)))
    }

    /// Takes the last step back; its counts go on, and so does its time. Says since when.
    fn undo(&mut self, since: f64, [corrections, swaps, turns]: [&mut u32; 3]) -> f64 {
        let Some(last) = self.steps.pop() else {
            prompt("There is nothing to take back.");
            return since;
        };
        self.pass = last.pass;
        self.at =
            self.watch.steps.iter().position(|step| step.step == last.step as usize).unwrap_or_default();
        // A mistake that was marked since belongs to the longer step.
        *corrections += last.corrections;
        (*swaps, *turns) = (last.swaps, last.turns);
        since - last.seconds
    }

    fn end_step(&mut self, step: &TimedStep, seconds: f64, [corrections, swaps, turns]: [u32; 3]) {
        let (task, pass, step) = (self.task, self.pass, step.step as u32);
        let seconds = thousandths(seconds.max(0.0));
        self.steps.push(Step { row: "step".into(), task, pass, step, seconds, corrections, swaps, turns });
    }
}

fn thousandths(seconds: f64) -> f64 {
    (seconds * 1000.0).round() / 1000.0
}

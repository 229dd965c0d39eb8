//! `dealwright people fit`

mod answer;
mod tell;

use super::super::write_json;
use super::{MARK, check_out, write};
use crate::args::LimitArgs;
use crate::note::note;
use crate::progress::Progress;
use answer::Answer;
use anyhow::Result;
use dealwright::setup::Setup;
use dealwright::setup::load::dealer;
use dealwright::text::counted;
use dealwright::{InvalidInput, Registry};
use dealwright_lab::files::{load_setup, read_limited};
use dealwright_lab::machine::today;
use dealwright_people::challenges::Measures;
use dealwright_people::check::{MOST_PEOPLE, Session, check};
use dealwright_people::difficulty::{self, GameFit};
use dealwright_people::report::{self, Report};
use dealwright_people::rows::{Export, RunOutcome};
use dealwright_people::time::{self, NoFit, TimeFit};
use dealwright_people::{read, table, weights};
use std::collections::BTreeMap;
use std::io::Write;
use std::path::{Path, PathBuf};

/// Fit seconds of actions and what makes challenges hard to the files that people exported
///
/// Reads every .jsonl file of a directory, one for each participant, and refuses a file that is not as it should be with its line.
/// Writes weights.json for --weights of other commands, report.html with figures, and all rows as Parquet and CSV.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  dealwright people fit exports --resamples 200 --out fitted
  dealwright people fit exports --resamples 200 --json")]
pub struct Args {
    /// Directory with the participants' files, *.jsonl
    dir: PathBuf,
    /// Directory for weights.json, report.html and the rows; without it the answer is only told
    #[arg(short, long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// A setup file of your own that was timed, known by its file name; may be given again
    #[arg(long, value_name = "FILE")]
    setup: Vec<PathBuf>,
    /// Resamples of participants for each interval of setup times
    #[arg(long, value_name = "N", default_value_t = time::RESAMPLES, value_parser = clap::value_parser!(u32).range(100..=100_000))]
    resamples: u32,
    /// The day that stands in the weights and the report [default: today]
    #[arg(long, value_name = "DAY")]
    date: Option<String>,
    /// Any text; the same text gives the same intervals
    #[arg(short, long, value_name = "TEXT", default_value = "people")]
    seed: String,
    #[command(flatten)]
    limits: LimitArgs,
    /// One JSON object
    #[arg(short, long)]
    json: bool,
}

/// Bytes of all files together.
const MOST_BYTES: u64 = 1 << 30;
const ANSWER: &str = "fit.json";
const WEIGHTS: &str = "weights.json";

pub fn run(registry: &Registry, args: &Args) -> Result<()> {
    let date = args.date.clone().unwrap_or_else(today);
    if !weights::is_day(&date) {
        return Err(InvalidInput(format!("--date {date}: expected a day such as 2026-01-31")).into());
    }
    let files = read_all(&args.dir)?;
    let own = own_setups(args)?;
    let load = |name: &str, options: &[(String, String)]| -> Result<Setup, InvalidInput> {
        load_named(registry, &own, name, options)
    };
    let session = check(registry, &files, &load)?;
    if session.games.is_empty() && session.runs.iter().all(|run| run.outcome == RunOutcome::Dropped) {
        let message = format!(
            "{}: no finished run and no game in {}",
            args.dir.display(),
            counted(files.len() as u64, "file")
        );
        return Err(InvalidInput(message).into());
    }
    if let Some(out) = &args.out {
        check_out(out, ANSWER)?;
    }
    let progress = Progress::new("fitting setup times");
    let times = time::fit(&session, args.resamples, &args.seed);
    let limits = progress.watched(args.limits.limits_of_seconds());
    let mut measured = Vec::new();
    for (number, id) in session.challenges.iter().enumerate() {
        progress.say(|| format!("measuring challenge {} of {}", number + 1, session.challenges.len()));
        let challenge = registry.challenge(id).map_err(|error| InvalidInput(format!("{id}: {error}")))?;
        measured.push(Measures::of(&challenge, &limits));
    }
    progress.say(|| "fitting difficulty".into());
    let games = difficulty::fit(&session, &measured);
    drop(progress);
    let times = times.as_ref().map_err(|why| *why);
    let answer = Answer::new(&session, times, &games, &date);
    if let Some(out) = &args.out {
        write_all(out, args, &session, &measured, times, &games, &answer)?;
    }
    let mut out = anstream::stdout().lock();
    if args.json {
        return write_json(&mut out, &answer);
    }
    tell::tell(&mut out, session.simulated, times, &games)?;
    if let Some(dir) = &args.out {
        let what = if times.is_ok() { "weights and rows are" } else { "rows, but no weights, are" };
        writeln!(out, "\nWritten to {}: {what} in it, report.html shows everything.", dir.display())?;
    }
    Ok(())
}

/// Every participant's file, in the order of their names.
fn read_all(dir: &Path) -> Result<Vec<(String, Export)>> {
    let refuse = |why: String| InvalidInput(format!("{}: {why}", dir.display()));
    let mut paths = Vec::new();
    let mut others = 0u64;
    for entry in std::fs::read_dir(dir).map_err(|error| refuse(error.to_string()))? {
        let path = entry.map_err(|error| refuse(error.to_string()))?.path();
        match path.extension().is_some_and(|end| end == "jsonl") && path.is_file() {
            true => paths.push(path),
            false => others += u64::from(path.file_name().is_none_or(|name| name != MARK)),
        }
    }
    if paths.is_empty() {
        return Err(refuse(
            "no file that ends in .jsonl; the page and dealwright time export such files".into(),
        )
        .into());
    }
    if others > 0 {
        note(format_args!(
            "note: only files that end in .jsonl are read; {} has {} that {}",
            dir.display(),
            counted(others, "entry").replace("entrys", "entries"),
            if others == 1 { "is none" } else { "are none" }
        ));
    }
    if paths.len() > MOST_PEOPLE {
        return Err(refuse(format!("{} files, at most {MOST_PEOPLE} are allowed", paths.len())).into());
    }
    paths.sort();
    let sizes: u64 = paths.iter().filter_map(|path| path.metadata().ok()).map(|data| data.len()).sum();
    if sizes > MOST_BYTES {
        return Err(refuse(format!(
            "the files have {sizes} bytes together, at most {MOST_BYTES} are allowed"
        ))
        .into());
    }
    let one = |path: PathBuf| {
        let name = path.display().to_string();
        let text = read_limited(&path, read::MOST_BYTES as usize)?;
        Ok((name.clone(), read::read(&name, &text)?))
    };
    paths.into_iter().map(one).collect()
}

/// Setup files by the names that runs may give them.
fn own_setups(args: &Args) -> Result<BTreeMap<String, PathBuf>> {
    let name = |path: &PathBuf| match path.file_name() {
        Some(name) if path.extension().is_some_and(|end| end == "toml") => {
            Ok((name.to_string_lossy().into_owned(), path.clone()))
        }
        _ => Err(InvalidInput(format!("--setup {}: expected a path ending in .toml", path.display()))),
    };
    let mut named = BTreeMap::new();
    for path in &args.setup {
        let (name, path) = name(path)?;
        if let Some(other) = named.insert(name.clone(), path) {
            let message = format!("--setup {name}: {} has that name too; give each once", other.display());
            return Err(InvalidInput(message).into());
        }
    }
    Ok(named)
}

fn load_named(
    registry: &Registry,
    own: &BTreeMap<String, PathBuf>,
    name: &str,
    options: &[(String, String)],
) -> Result<Setup, InvalidInput> {
    if !name.ends_with(".toml") {
        return registry.setup(name, options);
    }
    let file = name.rsplit(['/', '\\']).next().unwrap_or(name);
    let path =
        own.get(file).ok_or_else(|| InvalidInput(format!("{name} is a setup file: name it with --setup")))?;
    let setup = load_setup(registry, &path.display().to_string(), options)
        .map_err(|error| InvalidInput(format!("{error:#}")))?;
    dealer(&setup)?;
    Ok(setup)
}

fn write_all(
    out: &Path,
    args: &Args,
    session: &Session,
    measured: &[Measures],
    times: Result<&TimeFit, NoFit>,
    games: &[GameFit],
    answer: &Answer,
) -> Result<()> {
    match times {
        Ok(fit) => write(out, WEIGHTS, weights::write(fit, &answer.date)?.as_bytes())?,
        // Weights of an earlier fit would be taken for those of this one.
        Err(_) if out.join(WEIGHTS).exists() => std::fs::remove_file(out.join(WEIGHTS))?,
        Err(_) => {}
    }
    for table in table::tables(session, measured) {
        write(out, &format!("{}.csv", table.name), table.csv().as_bytes())?;
        write(out, &format!("{}.parquet", table.name), &table.parquet(session.simulated)?)?;
    }
    let report = Report {
        date: &answer.date,
        version: crate::version::VERSION,
        people: session.people.len(),
        simulated: session.simulated,
        time: times,
        games,
        seed: &args.seed,
    };
    write(out, "report.html", report::html(&report).as_bytes())?;
    write(out, ANSWER, (serde_json::to_string_pretty(answer)? + "\n").as_bytes())
}

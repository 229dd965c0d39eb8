//! `dealwright people fit`

use super::super::write_json;
use super::{MARK, check_out, write};
use crate::args::LimitArgs;
use crate::note::note;
use crate::progress::Progress;
use anyhow::Result;
use dealwright::setup::Setup;
use dealwright::setup::load::dealer;
use dealwright::text::counted;
use dealwright::{InvalidInput, Registry};
use dealwright_lab::files::{load_setup, read_limited};
use dealwright_lab::machine::today;
use dealwright_people::challenges::{MEASURES, Measures};
use dealwright_people::check::{MOST_PEOPLE, Session, check};
use dealwright_people::difficulty::{self, GameFit, LevelPair, Model, Outcome};
use dealwright_people::math::MeanOver;
use dealwright_people::report::{self, Report, change_words, p_words, standing_words, with_interval};
use dealwright_people::rows::Export;
use dealwright_people::time::{self, Standing, TimeFit, Value};
use dealwright_people::{SIMULATED, read, table, weights};
use serde::Serialize;
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
    /// A setup file of your own that was timed, by the path that the participants gave; may be given again
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
    if times.is_none() && games.is_empty() {
        let message = format!(
            "{}: no finished run and no game in {}",
            args.dir.display(),
            counted(files.len() as u64, "file")
        );
        return Err(InvalidInput(message).into());
    }
    let answer = Answer::new(&session, times.as_ref(), &games, &date);
    if let Some(out) = &args.out {
        write_all(out, args, &session, &measured, times.as_ref(), &games, &answer)?;
    }
    let mut out = anstream::stdout().lock();
    if args.json {
        return write_json(&mut out, &answer);
    }
    tell(&mut out, &session, times.as_ref(), &games)?;
    if let Some(dir) = &args.out {
        writeln!(
            out,
            "\nWritten to {}: weights and rows are in it, report.html shows everything.",
            dir.display()
        )?;
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
        _ => Err(InvalidInput(format!("--setup {}: expected a path ending in .toml", path.display())).into()),
    };
    args.setup.iter().map(name).collect()
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
    times: Option<&TimeFit>,
    games: &[GameFit],
    answer: &Answer,
) -> Result<()> {
    if let Some(fit) = times {
        write(out, "weights.json", weights::write(fit, &answer.date)?.as_bytes())?;
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

#[derive(Serialize)]
struct Answer {
    simulated: bool,
    date: String,
    participants: usize,
    time: Option<TimeKeys>,
    games: Vec<GameKeys>,
}

#[derive(Serialize)]
struct Number {
    value: f64,
    interval: Option<[f64; 2]>,
}

#[derive(Serialize)]
struct OverPeople {
    value: f64,
    interval: Option<[f64; 2]>,
    p: Option<f64>,
    participants: usize,
}

#[derive(Serialize)]
struct TimeKeys {
    participants: usize,
    runs: usize,
    steps: usize,
    corrections: u32,
    dropped: usize,
    weights: BTreeMap<&'static str, WeightKeys>,
    overhead: Option<Number>,
    practice: Option<Number>,
    tiring: Option<Number>,
    held_out: Option<HeldOutKeys>,
}

#[derive(Serialize)]
struct WeightKeys {
    seconds: f64,
    interval: Option<[f64; 2]>,
    assumed: f64,
    standing: &'static str,
    actions: f64,
}

#[derive(Serialize)]
struct HeldOutKeys {
    setups: usize,
    error_measured: f64,
    error_assumed: f64,
    error_scaled: f64,
    assumed_worse_by: Number,
    scaled_worse_by: Number,
}

#[derive(Serialize)]
struct GameKeys {
    game: String,
    participants: usize,
    games: usize,
    challenges: usize,
    solved_alone: usize,
    solved_with_help: usize,
    left_out: LeftOutKeys,
    correlations: Vec<CorrelationKeys>,
    levels: Vec<PairKeys>,
    models: Vec<ModelKeys>,
}

#[derive(Serialize)]
struct LeftOutKeys {
    broken_off: usize,
    again: usize,
    unsolvable: usize,
    undecided: usize,
}

#[derive(Serialize)]
struct CorrelationKeys {
    measure: &'static str,
    outcome: &'static str,
    kendall: OverPeople,
    spearman: Option<OverPeople>,
    p_holm: Option<f64>,
}

#[derive(Serialize)]
struct PairKeys {
    easier: &'static str,
    harder: &'static str,
    outcome: &'static str,
    difference: OverPeople,
    p_holm: Option<f64>,
    beyond_doubt: bool,
}

#[derive(Serialize)]
struct ModelKeys {
    outcome: &'static str,
    losses: BTreeMap<String, f64>,
    best_single: &'static str,
    best_better_than_none_by: OverPeople,
    all_better_than_best_by: OverPeople,
}

impl From<&MeanOver> for OverPeople {
    fn from(found: &MeanOver) -> Self {
        let interval = found.interval.map(|interval| interval.ends());
        Self { value: found.mean, interval, p: found.p, participants: found.people }
    }
}

impl From<&Value> for Number {
    fn from(found: &Value) -> Self {
        Self { value: found.value, interval: found.interval.map(|interval| interval.ends()) }
    }
}

impl From<&TimeFit> for TimeKeys {
    fn from(fit: &TimeFit) -> Self {
        let weight = |kind: &time::Kind| {
            let standing = match kind.standing {
                Standing::Measured => "measured",
                Standing::NotSeen => "not seen",
                Standing::NotApart => "not apart",
            };
            let interval = kind.interval.map(|interval| interval.ends());
            (
                kind.name,
                WeightKeys {
                    seconds: kind.seconds,
                    interval,
                    assumed: kind.assumed,
                    standing,
                    actions: kind.actions,
                },
            )
        };
        let gain = |(value, interval): (f64, Option<dealwright::stats::Interval>)| Number {
            value,
            interval: interval.map(|i| i.ends()),
        };
        let held_out = fit.held_out.as_ref().map(|held| HeldOutKeys {
            setups: held.setups.len(),
            error_measured: held.errors[0],
            error_assumed: held.errors[1],
            error_scaled: held.errors[2],
            assumed_worse_by: gain(held.gains[0]),
            scaled_worse_by: gain(held.gains[1]),
        });
        Self {
            participants: fit.people,
            runs: fit.runs,
            steps: fit.steps,
            corrections: fit.corrections,
            dropped: fit.dropped,
            weights: fit.kinds.iter().map(weight).collect(),
            overhead: fit.overhead.as_ref().map(Number::from),
            practice: fit.practice.as_ref().map(Number::from),
            tiring: fit.tiring.as_ref().map(Number::from),
            held_out,
        }
    }
}

fn model_name(model: &Model) -> String {
    match model {
        Model::None => "none".into(),
        Model::One(measure) => MEASURES[*measure].name.into(),
        Model::BestOne => "best_single".into(),
        Model::All => "all".into(),
    }
}

impl From<&GameFit> for GameKeys {
    fn from(fit: &GameFit) -> Self {
        let pair = |pair: &LevelPair| PairKeys {
            easier: pair.levels[0].word(),
            harder: pair.levels[1].word(),
            outcome: pair.outcome.word(),
            difference: OverPeople::from(&pair.difference),
            p_holm: pair.p_holm,
            beyond_doubt: pair.is_beyond_doubt(),
        };
        let out = fit.left_out;
        Self {
            game: fit.game.clone(),
            participants: fit.people,
            games: fit.games,
            challenges: fit.challenges,
            solved_alone: fit.solved,
            solved_with_help: fit.with_help,
            left_out: LeftOutKeys {
                broken_off: out.left,
                again: out.again,
                unsolvable: out.unsolvable,
                undecided: out.undecided,
            },
            correlations: fit
                .correlations
                .iter()
                .map(|one| CorrelationKeys {
                    measure: MEASURES[one.measure].name,
                    outcome: one.outcome.word(),
                    kendall: OverPeople::from(&one.kendall),
                    spearman: one.spearman.as_ref().map(OverPeople::from),
                    p_holm: one.p_holm,
                })
                .collect(),
            levels: fit.pairs.iter().map(pair).collect(),
            models: fit
                .models
                .iter()
                .map(|models| ModelKeys {
                    outcome: models.outcome.word(),
                    losses: models.losses.iter().map(|(model, loss)| (model_name(model), *loss)).collect(),
                    best_single: MEASURES[models.best].name,
                    best_better_than_none_by: OverPeople::from(&models.best_over_none),
                    all_better_than_best_by: OverPeople::from(&models.all_over_best),
                })
                .collect(),
        }
    }
}

impl Answer {
    fn new(session: &Session, times: Option<&TimeFit>, games: &[GameFit], date: &str) -> Self {
        Self {
            simulated: session.simulated,
            date: date.into(),
            participants: session.people.len(),
            time: times.map(TimeKeys::from),
            games: games.iter().map(GameKeys::from).collect(),
        }
    }
}

fn tell(out: &mut impl Write, session: &Session, times: Option<&TimeFit>, games: &[GameFit]) -> Result<()> {
    if session.simulated {
        writeln!(out, "{SIMULATED}.")?;
    }
    match times {
        Some(fit) => tell_times(out, fit)?,
        None => writeln!(out, "No setup was timed to its end.")?,
    }
    games.iter().try_for_each(|game| tell_game(out, game))
}

fn tell_times(out: &mut impl Write, fit: &TimeFit) -> Result<()> {
    let (runs, people) =
        (counted(fit.runs as u64, "finished run"), counted(fit.people as u64, "participant"));
    writeln!(
        out,
        "Setup times: {runs} of {people}, {} dropped. Seconds for one action (95% intervals):",
        fit.dropped
    )?;
    for kind in &fit.kinds {
        let name = kind.name.replace('_', " ");
        match kind.standing {
            Standing::Measured => {
                let found = with_interval(kind.seconds, kind.interval, 2);
                writeln!(out, "  {name:<16} {found}, assumed {:.2}", kind.assumed)?;
            }
            standing => writeln!(out, "  {name:<16} {:.2}, {}", kind.seconds, standing_words(standing))?,
        }
    }
    if let Some(found) = &fit.practice {
        writeln!(out, "  every doubling of the runs of a setup: {}", change_words(found))?;
    }
    if let Some(found) = &fit.tiring {
        writeln!(out, "  every ten tasks before: {}", change_words(found))?;
    }
    match &fit.held_out {
        Some(held) => writeln!(
            out,
            "  on setups left out, mean absolute error {:.1} s; assumed weights {:.1} s, scaled {:.1} s",
            held.errors[0], held.errors[1], held.errors[2]
        )?,
        None => writeln!(out, "  fewer than three setups: not tried on setups left out")?,
    }
    Ok(())
}

fn tell_game(out: &mut impl Write, game: &GameFit) -> Result<()> {
    let (games, people) = (counted(game.games as u64, "game"), counted(game.people as u64, "participant"));
    writeln!(
        out,
        "\nDifficulty of {}: {games} of {people}, {} solved alone, {} with help.",
        game.game, game.solved, game.with_help
    )?;
    let left = &game.left_out;
    writeln!(
        out,
        "  left out: {} broken off, {} played before, {} without a solution, {} undecided",
        left.left, left.again, left.unsolvable, left.undecided
    )?;
    for outcome in Outcome::ALL {
        let those: Vec<_> = game.correlations.iter().filter(|one| one.outcome == outcome).collect();
        if !those.is_empty() {
            writeln!(
                out,
                "  correlation with {} (Kendall's tau-b within people; adjusted p):",
                outcome.word()
            )?;
        }
        for one in those {
            let tau = with_interval(one.kendall.mean, one.kendall.interval, 2);
            writeln!(out, "    {:<32} {tau}  {}", MEASURES[one.measure].words, p_words(one.p_holm))?;
        }
    }
    for pair in game.pairs.iter().filter(|pair| pair.is_beyond_doubt()) {
        let found = with_interval(pair.difference.mean, pair.difference.interval, 2);
        let what = if pair.outcome == Outcome::Failure {
            "not solved more often"
        } else {
            "logarithm of seconds greater"
        };
        writeln!(
            out,
            "  beyond doubt: {} against {}, {what} by {found}",
            pair.levels[1].word(),
            pair.levels[0].word()
        )?;
    }
    if !game.pairs.iter().any(LevelPair::is_beyond_doubt) {
        writeln!(out, "  no two levels differ beyond doubt")?;
    }
    for models in &game.models {
        let all = with_interval(models.all_over_best.mean, models.all_over_best.interval, 4);
        writeln!(
            out,
            "  model of {}: best single measure {}; all together lose less by {all}",
            models.outcome.word(),
            MEASURES[models.best].words
        )?;
    }
    Ok(())
}

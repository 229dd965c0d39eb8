//! Studies and reproductions that lie on this machine: looked through, begun, stopped, gone on with.

use super::App;
use super::ask::{Answer, JsonBody, Refused};
use super::folder::Folder;
use super::work::Turn;
use axum::Json;
use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use dealwright::Registry;
use dealwright::record::{CORE, Value, at};
use dealwright::study::{Extent, ONLY_VERDICT, Study, ask, lines};
use dealwright_lab::Lab;
use dealwright_lab::machine::cores;
use dealwright_lab::run::RunOptions;
use dealwright_lab::run::log::run_and_log;
use dealwright_lab::store::dir::StudyDir;
use dealwright_lab::store::manifest::Manifest;
use dealwright_lab::store::room::check_room;
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use std::fs;
use std::io::Write;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// Folders below the root that are looked into, and directories that are listed.
const DEPTH: usize = 3;
const MOST_RUNS: usize = 200;
/// Rows given at once, and challenges of a study that is begun here.
const MOST_ROWS: usize = 100;
const MOST_SAMPLES: u64 = 100_000;
const MOST_SETUPS: usize = 50;
/// Studies that run at once, and failures that are remembered.
const MOST_AT_WORK: usize = 2;
const MOST_FAILED: usize = 100;
/// Bytes of a ledger and of a figure, and figures that are listed.
const MOST_LEDGER: u64 = 8 << 20;
const MOST_FIGURE: u64 = 16 << 20;
const MOST_FIGURES: usize = 500;

/// Where they lie, and which are at work.
#[derive(Clone)]
pub struct Studies {
    pub(super) folder: Arc<Folder>,
    at_work: Arc<Mutex<HashMap<String, Arc<AtomicBool>>>>,
    /// Why studies of this server ended before they were done.
    failed: Arc<Mutex<HashMap<String, String>>>,
}

impl Studies {
    pub fn new(root: PathBuf) -> Self {
        Self { folder: Arc::new(Folder::new(root)), at_work: Arc::default(), failed: Arc::default() }
    }

    fn at_work(&self) -> MutexGuard<'_, HashMap<String, Arc<AtomicBool>>> {
        self.at_work.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn failed(&self) -> MutexGuard<'_, HashMap<String, String>> {
        self.failed.lock().unwrap_or_else(PoisonError::into_inner)
    }

    #[cfg(test)]
    pub fn is_any_at_work(&self) -> bool {
        !self.at_work().is_empty()
    }

    /// Notes why a study ended, for the page and for whoever reads what the server writes.
    fn note_failure(&self, path: &str, why: String) {
        // Nobody may read it any more.
        let _ = writeln!(anstream::stderr(), "study {path} failed: {why}");
        let mut failed = self.failed();
        if failed.len() < MOST_FAILED || failed.contains_key(path) {
            failed.insert(path.into(), why);
        }
    }

    /// Asks all to stop, and waits for them for a while. What is not done by then is done again when they are gone on with.
    pub async fn stop_all(&self, most: Duration) {
        self.at_work().values().for_each(|stop| stop.store(true, Ordering::Relaxed));
        let begun = Instant::now();
        while begun.elapsed() < most && !self.at_work().is_empty() {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }

    /// A place among the studies at work, kept until it is dropped.
    fn reserve(&self, path: &str) -> Result<Seat, Refused> {
        let mut at_work = self.at_work();
        if at_work.len() >= MOST_AT_WORK || at_work.contains_key(path) {
            return Err(Refused::wrong(
                "this study is running already, or too many others are; stop one, or wait",
            ));
        }
        let stop = Arc::new(AtomicBool::new(false));
        at_work.insert(path.into(), stop.clone());
        drop(at_work);
        Ok(Seat { studies: self.clone(), path: path.into(), stop })
    }
}

/// A study at work.
struct Seat {
    studies: Studies,
    path: String,
    stop: Arc<AtomicBool>,
}

impl Drop for Seat {
    fn drop(&mut self) {
        self.studies.at_work().remove(&self.path);
    }
}

#[derive(Deserialize)]
pub struct Place {
    path: String,
}

#[derive(Serialize)]
pub struct Runs {
    runs: Vec<RunKeys>,
}

#[derive(Serialize)]
struct RunKeys {
    path: String,
    /// `reproduction` or `study`.
    kind: &'static str,
}

pub async fn runs(State(app): State<App>) -> Answer<Runs> {
    let job = move || {
        let mut runs = Vec::new();
        look(app.studies.folder.path(), "", DEPTH, &mut runs);
        runs.sort_by(|a, b| (a.kind, &a.path).cmp(&(b.kind, &b.path)));
        Ok(Runs { runs })
    };
    app.work.once(Turn::MIDDLE, job).await.map(Json)
}

fn look(folder: &Path, path: &str, depth: usize, runs: &mut Vec<RunKeys>) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let name = entry.file_name().to_string_lossy().into_owned();
        let is_folder = entry.file_type().is_ok_and(|kind| kind.is_dir());
        if !is_folder
            || name.starts_with('.')
            || ["target", "node_modules"].contains(&name.as_str())
            || runs.len() >= MOST_RUNS
        {
            continue;
        }
        let inner = entry.path();
        let path = if path.is_empty() { name } else { format!("{path}/{name}") };
        let has = |name: &str| inner.join(name).symlink_metadata().is_ok();
        if has("claims.json") {
            runs.push(RunKeys { path: path.clone(), kind: "reproduction" });
        }
        if has("manifest.json") {
            runs.push(RunKeys { path, kind: "study" });
        } else if depth > 1 {
            look(&inner, &path, depth - 1, runs);
        }
    }
}

/// The ledger of a reproduction, and the names of its figures.
pub async fn ledger(State(app): State<App>, JsonBody(place): JsonBody<Place>) -> Result<Response, Refused> {
    let job = move || {
        let folder = &app.studies.folder;
        let ledger = folder.text(&place.path, "claims.json", MOST_LEDGER)?;
        // It is handed on as it is: taken apart it would need many times the room.
        serde_json::from_str::<serde::de::IgnoredAny>(&ledger)
            .map_err(|error| Refused::wrong(format!("{}/claims.json is damaged: {error}", place.path)))?;
        let entries = fs::read_dir(folder.directory(&place.path)?.join("figures"));
        let names =
            entries.into_iter().flatten().flatten().filter_map(|entry| {
                Some(entry.file_name().to_string_lossy().strip_suffix(".svg")?.to_string())
            });
        let mut figures: Vec<String> = names.filter(|name| is_figure(name)).take(MOST_FIGURES).collect();
        figures.sort();
        let figures = serde_json::to_string(&figures).map_err(Refused::wrong)?;
        Ok(format!(r#"{{"ledger":{ledger},"figures":{figures}}}"#))
    };
    let json = app.work.once(Turn::MIDDLE, job).await?;
    Ok(([(header::CONTENT_TYPE, "application/json")], json).into_response())
}

fn is_figure(name: &str) -> bool {
    !name.is_empty() && name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-')
}

#[derive(Deserialize)]
pub struct FigureOf {
    path: String,
    name: String,
}

#[derive(Serialize)]
pub struct Figure {
    svg: String,
}

/// A figure of a reproduction. It is shown as a picture, so nothing in it is ever run.
pub async fn figure(State(app): State<App>, JsonBody(figure): JsonBody<FigureOf>) -> Answer<Figure> {
    let job = move || {
        if !is_figure(&figure.name) {
            return Err(Refused::wrong("'name': expected the name of a figure"));
        }
        let folder = format!("{}/figures", figure.path);
        let svg = app.studies.folder.text(&folder, &format!("{}.svg", figure.name), MOST_FIGURE)?;
        Ok(Figure { svg })
    };
    app.work.once(Turn::MIDDLE, job).await.map(Json)
}

#[derive(Serialize)]
pub struct StudyKeys {
    title: String,
    question: String,
    lines: Vec<LineKeys>,
    challenges: u64,
    there: u64,
    at_work: bool,
    /// Why it ended before it was done, when it was this server that ran it.
    failed: Option<String>,
    damaged: Vec<String>,
}

#[derive(Serialize)]
struct LineKeys {
    words: String,
    challenges: u64,
}

pub async fn study(State(app): State<App>, JsonBody(place): JsonBody<Place>) -> Answer<StudyKeys> {
    let lab = Lab::silent(app.registry.clone());
    let at_work = app.studies.at_work().contains_key(&place.path);
    let failed = app.studies.failed().get(&place.path).cloned();
    let job = move || {
        let dir = StudyDir::open(&lab, &app.studies.folder.study(&place.path)?).map_err(with_reason)?;
        let line = |keys: &dealwright_lab::store::manifest::LineKeys| LineKeys {
            words: keys.words(),
            challenges: keys.challenges,
        };
        Ok(StudyKeys {
            title: dir.manifest.study.title.clone(),
            question: dir.manifest.study.question.clone(),
            lines: dir.manifest.lines.iter().map(line).collect(),
            challenges: dir.manifest.challenges(),
            there: dir.challenges_there(),
            at_work,
            failed,
            damaged: dir.unknown_games.iter().chain(&dir.damaged).cloned().collect(),
        })
    };
    app.work.once(Turn::LONG, job).await.map(Json)
}

#[derive(Deserialize)]
pub struct RowsOf {
    path: String,
    line: usize,
    /// Only those with this verdict.
    verdict: Option<String>,
    #[serde(default)]
    skip: usize,
}

#[derive(Serialize)]
pub struct Rows {
    columns: Vec<&'static str>,
    rows: Vec<Vec<serde_json::Value>>,
    more: bool,
}

/// Columns that are shown.
const SHOWN: [usize; 8] =
    [at::INDEX, at::ID, at::VERDICT, at::LENGTH, at::CHANCE, at::LEVEL, at::CAUSE, at::REPAIR];

pub async fn rows(State(app): State<App>, JsonBody(request): JsonBody<RowsOf>) -> Answer<Rows> {
    let lab = Lab::silent(app.registry.clone());
    let (mut skipped, mut rows, mut next) = (0, Vec::new(), None);
    let job = move |turn: Turn| {
        let dir = StudyDir::open(&lab, &app.studies.folder.study(&request.path)?).map_err(with_reason)?;
        let begun = Instant::now();
        let blocks = dir.blocks.keys().filter(|(line, _)| *line == request.line);
        let (mut more, first) = (false, next);
        'blocks: for &block in blocks.filter(|block| first.is_none_or(|first| **block >= first)) {
            // At least one in every turn.
            if begun.elapsed() > turn.time() && first != Some(block) {
                next = Some(block);
                return Ok(None);
            }
            for row in dir.rows(block).map_err(with_reason)? {
                let fits = |wanted: &String| matches!(&row[at::VERDICT], Value::Text(word) if word == wanted);
                if !request.verdict.as_ref().is_none_or(fits) {
                    continue;
                }
                skipped += 1;
                if skipped <= request.skip {
                    continue;
                }
                if rows.len() == MOST_ROWS {
                    more = true;
                    break 'blocks;
                }
                rows.push(SHOWN.iter().map(|&column| json(&row[column])).collect());
            }
        }
        let columns = SHOWN.iter().map(|&column| CORE[column].0).collect();
        Ok(Some(Rows { columns, rows: std::mem::take(&mut rows), more }))
    };
    app.work.run(Turn::LONG, job).await.map(Json)
}

fn json(value: &Value) -> serde_json::Value {
    match value {
        Value::Missing => serde_json::Value::Null,
        Value::Text(text) => text.as_ref().into(),
        Value::Int(number) => (*number).into(),
        Value::Real(number) => (*number).into(),
        Value::Flag(flag) => (*flag).into(),
    }
}

#[derive(Deserialize)]
pub struct Begun {
    path: String,
    /// None goes on with what is there.
    plan: Option<StudyRequest>,
}

#[derive(Deserialize)]
struct StudyRequest {
    setups: Vec<String>,
    #[serde(default)]
    options: Vec<(String, String)>,
    samples: u64,
    #[serde(default)]
    measures: Vec<String>,
    seed: String,
}

#[derive(Serialize)]
pub struct AtWork {
    at_work: bool,
}

/// Begins a study or goes on with one; it runs beside everything else, on all cores but one.
pub async fn start(State(app): State<App>, JsonBody(begun): JsonBody<Begun>) -> Answer<AtWork> {
    let lab = Lab::silent(app.registry.clone());
    let studies = app.studies.clone();
    let job = move || {
        let folder = studies.folder.study(&begun.path)?;
        let seat = studies.reserve(&begun.path)?;
        let mut dir = match begun.plan {
            None => StudyDir::resume(&lab, &folder).map_err(with_reason)?,
            Some(plan) => {
                let manifest = manifest(&lab.registry, plan)?;
                check_room(&manifest, &folder, 0).map_err(with_reason)?;
                StudyDir::create(&lab, &folder, manifest).map_err(with_reason)?
            }
        };
        studies.failed().remove(&begun.path);
        std::thread::spawn(move || {
            let options = RunOptions {
                threads: (cores() - 1).max(1),
                stop: seat.stop.clone(),
                command: std::env::args().collect(),
                ..RunOptions::default()
            };
            let done = catch_unwind(AssertUnwindSafe(|| run_and_log(&mut dir, &options)));
            let failed = match done {
                Ok(Ok(_)) => None,
                Ok(Err(error)) => Some(format!("{error:#}")),
                Err(_) => Some("internal error, please report it".into()),
            };
            if let Some(why) = failed {
                seat.studies.note_failure(&seat.path, why);
            }
            // Whoever sees that it has ended may begin it again.
            drop(dir);
            drop(seat);
        });
        Ok(AtWork { at_work: true })
    };
    app.work.once(Turn::LONG, job).await.map(Json)
}

/// What went wrong, and why.
fn with_reason(error: anyhow::Error) -> Refused {
    Refused::wrong(format!("{error:#}"))
}

fn manifest(registry: &Registry, plan: StudyRequest) -> Result<Manifest, Refused> {
    if plan.setups.is_empty() || plan.setups.len() > MOST_SETUPS {
        return Err(Refused::wrong(format!("a study here has 1 to {MOST_SETUPS} setups")));
    }
    if plan.setups.iter().any(|setup| setup.ends_with(".toml"))
        || plan.samples == 0
        || plan.samples > MOST_SAMPLES
    {
        return Err(Refused::wrong(format!(
            "expected built-in setups and 1 to {MOST_SAMPLES} challenges of each"
        )));
    }
    dealwright_desk::play::check_seed(&plan.seed)?;
    let mut request = ONLY_VERDICT;
    for word in &plan.measures {
        ask(&mut request, word).map_err(Refused::wrong)?;
    }
    let study = Study {
        title: String::new(),
        question: String::new(),
        expectation: String::new(),
        lines: lines(&plan.setups, &plan.options).map_err(Refused::wrong)?,
        seed: plan.seed,
        extent: Extent::Samples(plan.samples),
        trials: (plan.samples / 100).clamp(1, 1000) as u32,
        request,
        limits: dealwright_desk::budget::limits(),
        // Small ones, so that it can be stopped soon.
        block: Some(200),
        hunt: None,
    };
    Manifest::new(registry, &study).map_err(Refused::wrong)
}

/// Asks a study to stop after the blocks at work.
pub async fn stop(State(app): State<App>, JsonBody(place): JsonBody<Place>) -> Answer<AtWork> {
    if let Some(stop) = app.studies.at_work().get(&place.path) {
        stop.store(true, Ordering::Relaxed);
    }
    Ok(Json(AtWork { at_work: app.studies.at_work().contains_key(&place.path) }))
}

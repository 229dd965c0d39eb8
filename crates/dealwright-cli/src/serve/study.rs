//! Studies and reproductions that lie on this machine: looked through, begun, stopped, gone on with.

use super::App;
use super::play::Answer;
use super::work::Refused;
use crate::run::session::run_and_log;
use crate::run::{Manner, cores};
use crate::store::dir::StudyDir;
use crate::store::manifest::Manifest;
use crate::store::room::check_room;
use axum::Json;
use axum::extract::State;
use dealwright::record::{COLUMNS, Value, at};
use dealwright::study::{Extent, ONLY_VERDICT, Study, ask, lines};
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use std::fs;
use std::path::{Component, Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Folders below the root that are looked into, and directories that are listed.
const DEPTH: usize = 3;
const MOST_RUNS: usize = 200;
/// Rows given at once, and challenges of a study that is begun here.
const MOST_ROWS: usize = 100;
const MOST_SAMPLES: u64 = 100_000;
const MOST_SETUPS: usize = 50;
/// Studies that run at once.
const MOST_AT_WORK: usize = 2;

/// Where they lie, and which are at work.
#[derive(Clone)]
pub struct Studies {
    root: Arc<PathBuf>,
    at_work: Arc<Mutex<HashMap<String, Arc<AtomicBool>>>>,
}

impl Studies {
    pub fn new(root: PathBuf) -> Self {
        Self { root: Arc::new(root), at_work: Arc::default() }
    }

    fn at_work(&self) -> MutexGuard<'_, HashMap<String, Arc<AtomicBool>>> {
        self.at_work.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A directory below the root, and nothing else: no way out by dots or links, and nothing hidden.
    fn inside(&self, path: &str) -> Result<PathBuf, Refused> {
        let wrong = || Refused::wrong("expected a directory below the one that is served");
        let is_plain = |part: Component<'_>| matches!(part, Component::Normal(name) if !name.to_string_lossy().starts_with('.'));
        if path.is_empty()
            || path.len() > 300
            || path.ends_with('/')
            || !Path::new(path).components().all(is_plain)
        {
            return Err(wrong());
        }
        let folder = self.root.join(path);
        let root = fs::canonicalize(&*self.root).map_err(Refused::wrong)?;
        let there = folder.ancestors().find_map(|parent| fs::canonicalize(parent).ok()).ok_or_else(wrong)?;
        if there.starts_with(root) { Ok(folder) } else { Err(wrong()) }
    }

    /// A place among the studies at work, kept until it is dropped.
    fn reserve(&self, path: &str) -> Result<Seat, Refused> {
        let mut at_work = self.at_work();
        if at_work.len() >= MOST_AT_WORK || at_work.contains_key(path) {
            return Err(Refused::wrong("this study or enough others are at work; stop one, or wait"));
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
    app.work
        .run(move || {
            let mut runs = Vec::new();
            look(&app.studies.root, "", DEPTH, &mut runs);
            runs.sort_by(|a, b| (a.kind, &a.path).cmp(&(b.kind, &b.path)));
            Ok(Runs { runs })
        })
        .await
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
        if inner.join("claims.json").exists() {
            runs.push(RunKeys { path: path.clone(), kind: "reproduction" });
        }
        if inner.join("manifest.json").exists() {
            runs.push(RunKeys { path, kind: "study" });
        } else if depth > 1 {
            look(&inner, &path, depth - 1, runs);
        }
    }
}

#[derive(Serialize)]
pub struct Ledger {
    ledger: serde_json::Value,
    figures: Vec<String>,
}

/// The ledger of a reproduction, and the names of its figures.
pub async fn ledger(State(app): State<App>, Json(place): Json<Place>) -> Answer<Ledger> {
    app.work
        .run(move || {
            let folder = app.studies.inside(&place.path)?;
            let text = fs::read(folder.join("claims.json")).map_err(Refused::wrong)?;
            let ledger = serde_json::from_slice(&text).map_err(Refused::wrong)?;
            let entries = fs::read_dir(folder.join("figures")).into_iter().flatten().flatten();
            let names = entries.filter_map(|entry| {
                Some(entry.file_name().to_string_lossy().strip_suffix(".svg")?.to_string())
            });
            let mut figures: Vec<String> = names.collect();
            figures.sort();
            Ok(Ledger { ledger, figures })
        })
        .await
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
pub async fn figure(State(app): State<App>, Json(figure): Json<FigureOf>) -> Answer<Figure> {
    app.work
        .run(move || {
            let plain = figure.name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-');
            if !plain {
                return Err(Refused::wrong("expected the name of a figure"));
            }
            let file = app.studies.inside(&figure.path)?.join("figures").join(format!("{}.svg", figure.name));
            Ok(Figure { svg: fs::read_to_string(file).map_err(Refused::wrong)? })
        })
        .await
}

#[derive(Serialize)]
pub struct StudyKeys {
    title: String,
    question: String,
    lines: Vec<LineKeys>,
    challenges: u64,
    there: u64,
    at_work: bool,
    damaged: Vec<String>,
}

#[derive(Serialize)]
struct LineKeys {
    words: String,
    challenges: u64,
}

pub async fn study(State(app): State<App>, Json(place): Json<Place>) -> Answer<StudyKeys> {
    let at_work = app.studies.at_work().contains_key(&place.path);
    app.work
        .run(move || {
            let dir = StudyDir::open(&app.studies.inside(&place.path)?).map_err(Refused::wrong)?;
            let line = |keys: &crate::store::manifest::LineKeys| LineKeys {
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
                damaged: dir.damaged.clone(),
            })
        })
        .await
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

pub async fn rows(State(app): State<App>, Json(asked): Json<RowsOf>) -> Answer<Rows> {
    app.work
        .run(move || {
            let dir = StudyDir::open(&app.studies.inside(&asked.path)?).map_err(Refused::wrong)?;
            let (mut skipped, mut rows, mut more) = (0, Vec::new(), false);
            let json = |value: &Value| match value {
                Value::Missing => serde_json::Value::Null,
                Value::Text(text) => text.as_ref().into(),
                Value::Int(number) => (*number).into(),
                Value::Real(number) => (*number).into(),
                Value::Flag(flag) => (*flag).into(),
            };
            'blocks: for &block in dir.blocks.keys().filter(|(line, _)| *line == asked.line) {
                for row in dir.rows(block).map_err(Refused::wrong)? {
                    let fits =
                        |wanted: &String| matches!(&row[at::VERDICT], Value::Text(word) if word == wanted);
                    if !asked.verdict.as_ref().is_none_or(fits) {
                        continue;
                    }
                    skipped += 1;
                    if skipped <= asked.skip {
                        continue;
                    }
                    if rows.len() == MOST_ROWS {
                        more = true;
                        break 'blocks;
                    }
                    rows.push(SHOWN.iter().map(|&column| json(&row[column])).collect());
                }
            }
            Ok(Rows { columns: SHOWN.iter().map(|&column| COLUMNS[column].name).collect(), rows, more })
        })
        .await
}

#[derive(Deserialize)]
pub struct Begun {
    path: String,
    /// None goes on with what is there.
    plan: Option<Plan>,
}

#[derive(Deserialize)]
struct Plan {
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
pub async fn start(State(app): State<App>, Json(begun): Json<Begun>) -> Answer<AtWork> {
    let studies = app.studies.clone();
    app.work
        .run(move || {
            let folder = studies.inside(&begun.path)?;
            let seat = studies.reserve(&begun.path)?;
            let mut dir = match begun.plan {
                None => StudyDir::resume(&folder).map_err(Refused::wrong)?,
                Some(plan) => {
                    let manifest = manifest(plan)?;
                    check_room(&manifest, &folder, 0).map_err(Refused::wrong)?;
                    StudyDir::create(&folder, manifest).map_err(Refused::wrong)?
                }
            };
            std::thread::spawn(move || {
                // What failed is seen when the study is looked at.
                let _ = run_and_log(&mut dir, &Manner::unseen((cores() - 1).max(1), seat.stop.clone()));
            });
            Ok(AtWork { at_work: true })
        })
        .await
}

fn manifest(plan: Plan) -> Result<Manifest, Refused> {
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
    let mut asked = ONLY_VERDICT;
    for word in &plan.measures {
        ask(&mut asked, word).map_err(Refused::wrong)?;
    }
    let study = Study {
        title: String::new(),
        question: String::new(),
        expectation: String::new(),
        lines: lines(&plan.setups, &plan.options).map_err(Refused::wrong)?,
        seed: plan.seed,
        extent: Extent::Samples(plan.samples),
        trials: (plan.samples / 100).clamp(1, 1000) as u32,
        asked,
        limits: super::play::limits(),
        // Small ones, so that it can be stopped soon.
        block: Some(200),
        hunt: None,
    };
    Manifest::new(&study).map_err(Refused::wrong)
}

/// Asks a study to stop behind the blocks at work.
pub async fn stop(State(app): State<App>, Json(place): Json<Place>) -> Answer<AtWork> {
    if let Some(stop) = app.studies.at_work().get(&place.path) {
        stop.store(true, Ordering::Relaxed);
    }
    Ok(Json(AtWork { at_work: app.studies.at_work().contains_key(&place.path) }))
}

//! Studies in memory: the same records as the command's, as columns.

use crate::challenge::request;
use crate::records::{Records, batch};
use crate::setup::{Setup, option_text};
use crate::work::{Stop, on_cores};
use crate::wrong_input;
use arrow_array::RecordBatch;
use dealwright::setup;
use dealwright::study::read::{self, MOST_BYTES};
use dealwright::study::{self, DEFAULT_MOST, Extent, measure_words, shard};
use dealwright::text::{grouped, read_text};
use dealwright_lab::batches::{self as lab, InMemory, NoBatch};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

/// Most challenges of a study that is kept in memory as a whole: some 10 GB.
const MOST_IN_MEMORY: u64 = 20_000_000;

/// Which setups, how many challenges, what is measured of each.
///
/// Setups are names, paths of setup files, or Setups; sizes and rules are keywords and may have several values:
/// `Study("pretzel/shuffled", "pretzel/banded", ranks=range(2, 8), samples=1000)`. The rest is called and understood as in a
/// study file, see FORMATS.
#[pyclass(frozen, module = "dealwright")]
pub struct Study {
    run: InMemory,
    /// One for each line.
    setups: Vec<Setup>,
}

impl Study {
    /// Loads the setups of the lines and sees whether it can be done. Files stand in `folder`.
    fn load(study: study::Study, folder: &Path) -> PyResult<Self> {
        let load = |line: &study::StudyLine| {
            let name = match line.setup.ends_with(".toml") {
                true => folder.join(&line.setup).display().to_string(),
                false => line.setup.clone(),
            };
            Setup::load(&name, line.options.clone())
        };
        let setups = study.lines.iter().map(load).collect::<PyResult<Vec<_>>>()?;
        Self::new_with(study, setups)
    }

    fn new_with(study: study::Study, setups: Vec<Setup>) -> PyResult<Self> {
        let loaded = setups.iter().map(|setup| setup::Setup::clone(&setup.loaded)).collect();
        Ok(Self { run: InMemory::new(study, loaded).map_err(wrong_input)?, setups })
    }
}

/// A part as `"3/16"` or `(3, 16)`.
fn part(given: Option<&Bound<'_, PyAny>>) -> PyResult<(u64, u64)> {
    let Some(given) = given else { return Ok((0, 1)) };
    let text = match given.extract::<(u64, u64)>() {
        Ok((part, parts)) => format!("{part}/{parts}"),
        Err(_) => given.str()?.to_string(),
    };
    shard(&text).map_err(wrong_input)
}

impl Study {
    fn begin(&self, shard: Option<&Bound<'_, PyAny>>) -> PyResult<lab::Batches> {
        self.run.begin(part(shard)?).map_err(wrong_input)
    }

    /// The next records; none at the end.
    fn next(&self, batches: &mut lab::Batches, threads: usize, stop: &Stop) -> PyResult<Option<RecordBatch>> {
        match batches.next(&self.run, threads, stop.flag()) {
            Ok(rows) => rows.map(|rows| batch(&self.run.schema, &rows)).transpose(),
            Err(NoBatch::Stopped) => Err(Stop::stopped()),
            Err(NoBatch::Invalid(error)) => Err(wrong_input(error)),
        }
    }
}

#[pymethods]
impl Study {
    #[new]
    #[pyo3(signature = (*setups, samples=None, until=None, most=None, census=false, trials=None, seed=None, measures=None,
        plays=None, graph_states=None, max_states=None, max_memory=None, block=None, **parameters))]
    #[expect(clippy::too_many_arguments, reason = "they are keywords in Python")]
    fn new(
        setups: &Bound<'_, PyTuple>,
        samples: Option<u64>,
        until: Option<f64>,
        most: Option<u64>,
        census: bool,
        trials: Option<u32>,
        seed: Option<String>,
        measures: Option<Vec<String>>,
        plays: Option<u64>,
        graph_states: Option<u64>,
        max_states: Option<u64>,
        max_memory: Option<u64>,
        block: Option<u64>,
        parameters: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Self> {
        if [samples.is_some(), until.is_some(), census].into_iter().filter(|given| *given).count() > 1 {
            return Err(wrong_input("samples, until and census exclude each other"));
        }
        if most.is_some() && until.is_none() {
            return Err(wrong_input("most needs until"));
        }
        let (lines, setups) = lines(setups, parameters)?;
        let mut study = study::Study::of(lines);
        study.extent = match (samples, until, census) {
            (Some(samples), ..) => Extent::Samples(samples),
            (_, Some(within), _) => {
                let within = study::share(&within.to_string()).map_err(wrong_input)?;
                Extent::Until { within, most: most.unwrap_or(DEFAULT_MOST) }
            }
            (.., true) => Extent::Census,
            _ => study.extent,
        };
        study.trials = trials.unwrap_or(study.trials);
        study.seed = seed.unwrap_or(study.seed);
        study.request = request(measures, plays, graph_states)?;
        study.limits.states = max_states.unwrap_or(study.limits.states);
        study.limits.memory = max_memory.unwrap_or(study.limits.memory);
        study.block = block;
        Self::new_with(study, setups)
    }

    /// A study from a study file.
    #[staticmethod]
    fn from_file(path: PathBuf) -> PyResult<Self> {
        let place = path.display();
        let file = std::fs::File::open(&path).map_err(|error| wrong_input(format!("{place}: {error}")))?;
        let text = read_text(file, MOST_BYTES).map_err(|error| wrong_input(format!("{place}: {error}")))?;
        let study = read::read(&text).map_err(|error| {
            wrong_input(format!("{place}:{}:{}: {}", error.line, error.column, error.message))
        })?;
        Self::load(study, path.parent().unwrap_or(Path::new("")))
    }

    /// A study from the text of a study file.
    #[staticmethod]
    fn from_text(text: &str) -> PyResult<Self> {
        let study = read::read(text).map_err(|error| {
            wrong_input(format!("line {}, column {}: {}", error.line, error.column, error.message))
        })?;
        Self::load(study, Path::new(""))
    }

    /// One Setup for each line: each setup with each choice of sizes and rules.
    #[getter]
    fn lines(&self) -> Vec<Setup> {
        self.setups.clone()
    }

    /// Challenges of all lines; the most there may be where the study ends by itself.
    #[getter]
    fn challenges(&self) -> u64 {
        self.run.all_challenges()
    }

    /// Blocks into which it is cut; parts are made of whole blocks.
    #[getter]
    fn block_count(&self) -> u64 {
        self.run.blocks().sum()
    }

    /// Deals and measures all challenges, on all cores. With `shard`, such as "3/16", only one part: the same as the
    /// command's `--shard` makes.
    #[pyo3(signature = (shard=None, *, threads=None))]
    fn run(
        &self,
        py: Python<'_>,
        shard: Option<&Bound<'_, PyAny>>,
        threads: Option<usize>,
    ) -> PyResult<Records> {
        let parts = part(shard)?.1;
        if self.challenges() / parts > MOST_IN_MEMORY {
            return Err(wrong_input(format!(
                "{} challenges do not fit into memory, at most {} do; take batches(), or the command dealwright study, which keeps records on disk",
                grouped(self.challenges()),
                grouped(MOST_IN_MEMORY)
            )));
        }
        let mut batches = self.begin(shard)?;
        let found = on_cores(py, threads, |threads, stop| {
            let mut found = Vec::new();
            while let Some(batch) = self.next(&mut batches, threads, stop)? {
                found.push(batch);
            }
            Ok(found)
        })?;
        Ok(Records::new(Arc::clone(&self.run.schema), found, batches.lines()))
    }

    /// The same bit by bit, for studies that do not fit into memory: an iterator over Records. `summary()` of each tells of
    /// all so far.
    #[pyo3(signature = (shard=None, *, threads=None))]
    fn batches(
        slf: Bound<'_, Self>,
        shard: Option<&Bound<'_, PyAny>>,
        threads: Option<usize>,
    ) -> PyResult<Batches> {
        let batches = Mutex::new(slf.get().begin(shard)?);
        Ok(Batches { study: slf.unbind(), batches, threads })
    }

    fn __repr__(&self) -> String {
        let lines = self.setups.len();
        format!("<dealwright.Study of {} challenges in {lines} lines>", grouped(self.challenges()))
    }

    #[expect(clippy::type_complexity, reason = "what pickle wants")]
    fn __reduce__<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<(Bound<'py, PyAny>, (Vec<Setup>, Bound<'py, PyDict>))> {
        let (study, keys) = (&self.run.study, PyDict::new(py));
        if study.hunt.is_some() {
            return Err(wrong_input("a hunt stays where it is read; send its file instead"));
        }
        match study.extent {
            Extent::Samples(samples) => keys.set_item("samples", samples)?,
            Extent::Until { within, most } => {
                keys.set_item("until", within)?;
                keys.set_item("most", most)?;
            }
            Extent::Census => keys.set_item("census", true)?,
        }
        keys.set_item("trials", study.trials)?;
        keys.set_item("seed", &study.seed)?;
        keys.set_item("measures", measure_words(&study.request))?;
        keys.set_item("plays", study.request.plays)?;
        keys.set_item("graph_states", study.request.graph_states)?;
        keys.set_item("max_states", study.limits.states)?;
        keys.set_item("max_memory", study.limits.memory)?;
        keys.set_item("block", study.block)?;
        let again = py.import("dealwright._dealwright")?.getattr("study_again")?;
        Ok((again, (self.setups.clone(), keys)))
    }
}

/// A study that was sent from elsewhere.
#[pyfunction]
pub fn study_again<'py>(
    py: Python<'py>,
    setups: &Bound<'py, PyAny>,
    keywords: &Bound<'py, PyDict>,
) -> PyResult<Bound<'py, PyAny>> {
    let setups: Vec<Bound<'py, PyAny>> = setups.extract()?;
    py.get_type::<Study>().call(PyTuple::new(py, setups)?, Some(keywords))
}

/// A line for each setup with each choice among the parameters. Setups that are loaded already have made their choice.
fn lines(
    setups: &Bound<'_, PyTuple>,
    parameters: Option<&Bound<'_, PyDict>>,
) -> PyResult<(Vec<study::StudyLine>, Vec<Setup>)> {
    let mut options = Vec::new();
    for (name, value) in parameters.iter().flat_map(|parameters| parameters.iter()) {
        let name: String = name.extract()?;
        // Rules are written with commas themselves, so each choice of them stands alone.
        let alone = name == "rules" && !value.is_instance_of::<pyo3::types::PyString>();
        match alone {
            false => options.push((name, option_text(&value)?)),
            true => {
                for rules in value.try_iter()? {
                    options.push((name.clone(), rules?.str()?.to_string()));
                }
            }
        }
    }
    let loaded: Vec<Setup> = setups
        .iter()
        .filter_map(|setup| setup.cast::<Setup>().ok().map(|setup| setup.get().clone()))
        .collect();
    if !loaded.is_empty() {
        if loaded.len() < setups.len() || !options.is_empty() {
            return Err(wrong_input(
                "Setups have their sizes already: give either Setups alone, or names and sizes",
            ));
        }
        let line = |setup: &Setup| study::StudyLine { setup: setup.loaded.full_name(), options: Vec::new() };
        return Ok((loaded.iter().map(line).collect(), loaded));
    }
    let names = setups.iter().map(|name| Ok(name.extract::<PathBuf>()?.display().to_string()));
    let names = names.collect::<PyResult<Vec<_>>>()?;
    if names.is_empty() {
        return Err(wrong_input("a study needs at least one setup, see dealwright.setups()"));
    }
    let lines = study::lines(&names, &options).map_err(wrong_input)?;
    let setups = lines.iter().map(|line| Setup::load(&line.setup, line.options.clone()));
    let setups = setups.collect::<PyResult<Vec<_>>>()?;
    Ok((lines, setups))
}

/// The records of a study bit by bit.
#[pyclass(frozen, module = "dealwright")]
pub struct Batches {
    study: Py<Study>,
    batches: Mutex<lab::Batches>,
    threads: Option<usize>,
}

#[pymethods]
impl Batches {
    fn __iter__(slf: PyRef<'_, Self>) -> PyRef<'_, Self> {
        slf
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<Records>> {
        let study = self.study.get();
        on_cores(py, self.threads, |threads, stop| {
            // One at a time, whoever asks.
            let mut batches = self.batches.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
            let batch = study.next(&mut batches, threads, stop)?;
            let schema = Arc::clone(&study.run.schema);
            Ok(batch.map(|batch| Records::new(schema, vec![batch], batches.lines())))
        })
    }
}

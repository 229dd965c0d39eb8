//! Setups: built-in ones, files and texts; what they deal, and what can be told about them.

use crate::challenge::Challenge;
use crate::work::on_cores;
use crate::wrong_input;
use dealwright::Registry;
use dealwright::setup::count::{Number, count};
use dealwright::setup::effort::{SECONDS, effort};
use dealwright::setup::load::dealer;
use dealwright::setup::{self, tell};
use dealwright_lab::files;
use dealwright_lab::parallel::in_order;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Most challenges dealt at once; each takes some hundred bytes.
const MOST_DEALS: u64 = 10_000_000;

/// Sizes and rules by name.
pub type Options = Vec<(String, String)>;

/// Pieces and what hands do with them: `GAME/SETUP` (see `dealwright.setups()`) or the path of a setup file.
///
/// Sizes and rules that the setup opens are keywords: `Setup("pretzel/banded", ranks=9)`.
#[pyclass(frozen, module = "dealwright")]
#[derive(Clone)]
pub struct Setup {
    pub loaded: Arc<setup::Setup>,
    /// What it was loaded from, so that it can be sent elsewhere.
    name: String,
    options: Options,
    files: BTreeMap<String, String>,
}

/// A keyword's value as it would stand on the command line: 9, "free", or several with commas between them.
pub fn option_text(value: &Bound<'_, PyAny>) -> PyResult<String> {
    if value.is_instance_of::<pyo3::types::PyString>() || value.try_iter().is_err() {
        return Ok(value.str()?.to_string());
    }
    let words: PyResult<Vec<String>> = value.try_iter()?.map(|item| Ok(item?.str()?.to_string())).collect();
    Ok(words?.join(","))
}

fn options(keywords: Option<&Bound<'_, PyDict>>) -> PyResult<Options> {
    let mut options = Options::new();
    for (name, value) in keywords.iter().flat_map(|keywords| keywords.iter()) {
        options.push((name.extract()?, option_text(&value)?));
    }
    Ok(options)
}

impl Setup {
    /// By name, or by a path ending in .toml.
    pub fn load(name: &str, options: Options) -> PyResult<Self> {
        let found = files::load_setup_with_files(&Registry::standard(), name, &options);
        let (loaded, files) = found.map_err(wrong_input)?;
        let short = Path::new(name).file_name().map_or(name.into(), |name| name.to_string_lossy());
        let name = if files.is_empty() { name.into() } else { short.into_owned() };
        Ok(Self { loaded: Arc::new(loaded), name, options, files })
    }

    fn from_files(name: String, options: Options, files: BTreeMap<String, String>) -> PyResult<Self> {
        let found = files::setup_from_files(&Registry::standard(), &name, &options, &files);
        Ok(Self { loaded: Arc::new(found.map_err(wrong_input)?), name, options, files })
    }
}

/// A setup that was sent from elsewhere.
#[pyfunction]
pub fn setup_from_files(name: String, options: Options, files: BTreeMap<String, String>) -> PyResult<Setup> {
    Setup::from_files(name, options, files)
}

/// Python's number of a decimal text.
fn number<'py>(py: Python<'py>, digits: &str) -> PyResult<Bound<'py, PyAny>> {
    py.import("builtins")?.call_method1("int", (digits,))
}

fn bounds<'py>(py: Python<'py>, found: &Number) -> PyResult<Bound<'py, PyDict>> {
    let (exact, least, most) = match found {
        Number::Exact(n) => (true, Some(n), n),
        Number::AtMost(n) => (false, None, n),
        Number::Between(least, most) => (false, Some(least), most),
    };
    let dict = PyDict::new(py);
    dict.set_item("exact", exact)?;
    dict.set_item("at_least", least.map(|n| number(py, &n.to_string())).transpose()?)?;
    dict.set_item("at_most", number(py, &most.to_string())?)?;
    Ok(dict)
}

#[pymethods]
impl Setup {
    #[new]
    #[pyo3(signature = (name, **keywords))]
    fn new(name: PathBuf, keywords: Option<&Bound<'_, PyDict>>) -> PyResult<Self> {
        Self::load(&name.display().to_string(), options(keywords)?)
    }

    /// A setup from the text of a setup file. Its deals are named after `name`, as those of a file `NAME.toml` would be.
    #[staticmethod]
    #[pyo3(signature = (text, name="setup", **keywords))]
    fn from_text(text: String, name: &str, keywords: Option<&Bound<'_, PyDict>>) -> PyResult<Self> {
        let file = format!("{}.toml", name.trim_end_matches(".toml"));
        Self::from_files(file.clone(), options(keywords)?, BTreeMap::from([(file, text)]))
    }

    /// GAME/SETUP.
    #[getter]
    fn name(&self) -> String {
        self.loaded.full_name()
    }

    /// Name of the game.
    #[getter]
    fn game(&self) -> &'static str {
        self.loaded.game.info.name
    }

    /// The name people use.
    #[getter]
    fn title(&self) -> &str {
        &self.loaded.title
    }

    /// What is special about it.
    #[getter]
    fn about(&self) -> &str {
        &self.loaded.about
    }

    /// Rules that are switched.
    #[getter]
    fn rules(&self) -> Vec<String> {
        self.loaded.rules.clone()
    }

    /// Sizes in force.
    #[getter]
    fn sizes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let dict = PyDict::new(py);
        self.loaded.parameters.0.iter().try_for_each(|(name, size)| dict.set_item(name, size))?;
        Ok(dict)
    }

    /// Sizes that may be chosen, with the values they may take.
    #[getter]
    fn open_sizes(&self) -> BTreeMap<String, Vec<u32>> {
        self.loaded.open.iter().map(|open| (open.name.clone(), open.values.clone())).collect()
    }

    /// Deal number `index` of a seed text: always the same.
    #[pyo3(signature = (seed, index=0))]
    fn deal(&self, seed: &str, index: u64) -> PyResult<Challenge> {
        let dealer = dealer(&self.loaded).map_err(wrong_input)?;
        let deal = dealer.deal(seed, index).map_err(wrong_input)?;
        Ok(Challenge(Arc::new(dealer.challenge(&deal).map_err(wrong_input)?)))
    }

    /// Many deals of a seed text, from number `start` on, on all cores.
    #[pyo3(signature = (seed, count, start=0, *, threads=None))]
    fn deals<'py>(
        &self,
        py: Python<'py>,
        seed: &str,
        count: u64,
        start: u64,
        threads: Option<usize>,
    ) -> PyResult<Bound<'py, PyList>> {
        let end = start.checked_add(count).filter(|_| count <= MOST_DEALS);
        let end =
            end.ok_or_else(|| wrong_input(format!("at most {MOST_DEALS} deals at once are possible")))?;
        let dealer = dealer(&self.loaded).map_err(wrong_input)?;
        let streams = dealer.streams(seed);
        let dealt = on_cores(py, threads, |threads, stop| {
            let indices: Vec<u64> = (start..end).collect();
            in_order(&indices, threads, |_, &index| {
                stop.check()?;
                let challenge = dealer.challenge_at(&streams, index).map_err(wrong_input)?;
                Ok(Some(Challenge(Arc::new(challenge))))
            })
        })?;
        let dealt = dealt.into_iter().map(|challenge| challenge.into_pyobject(py));
        PyList::new(py, dealt.collect::<PyResult<Vec<_>>>()?)
    }

    /// The instructions, step by step.
    fn tell(&self) -> PyResult<Vec<String>> {
        Ok(tell::tell(&dealer(&self.loaded).map_err(wrong_input)?))
    }

    /// How many challenges there are: physical outcomes, different challenges, and those up to the game's symmetries.
    fn count<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let dealer = dealer(&self.loaded).map_err(wrong_input)?;
        let symmetries: Vec<&str> = self.loaded.game.info.symmetries.iter().map(|s| s.name).collect();
        let found = py.detach(|| count(&dealer, &symmetries));
        let dict = PyDict::new(py);
        dict.set_item("physical", number(py, &found.physical.to_string())?)?;
        dict.set_item("outcomes", found.outcomes)?;
        dict.set_item("distinct", bounds(py, &found.distinct)?)?;
        dict.set_item("up_to_symmetry", bounds(py, &found.up_to_symmetry)?)?;
        Ok(dict)
    }

    /// The work of hands: seconds for a challenge by stated weights, and the actions of each deal by kind.
    fn effort<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let dealer = dealer(&self.loaded).map_err(wrong_input)?;
        let found = py.detach(|| effort(&dealer));
        let actions = PyDict::new(py);
        for ((name, _), count) in SECONDS.iter().zip(found.each.numbers()).filter(|(_, count)| *count > 0) {
            actions.set_item(name, count)?;
        }
        let dict = PyDict::new(py);
        dict.set_item("seconds", found.seconds())?;
        dict.set_item("deals", found.deals.expected())?;
        dict.set_item("each_deal", actions)?;
        Ok(dict)
    }

    fn __repr__(&self) -> String {
        let options = self.options.iter().map(|(name, value)| format!(", {name}={value}"));
        format!("Setup('{}'{})", self.loaded.full_name(), options.collect::<String>())
    }

    #[expect(clippy::type_complexity, reason = "what pickle wants")]
    fn __reduce__<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<(Bound<'py, PyAny>, (String, Options, BTreeMap<String, String>))> {
        let again = py.import("dealwright._dealwright")?.getattr("setup_from_files")?;
        Ok((again, (self.name.clone(), self.options.clone(), self.files.clone())))
    }
}

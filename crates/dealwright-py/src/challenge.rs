//! Challenges: read, drawn, solved, measured; one or many.

use crate::lists::all_columns;
use crate::records::{Records, Row, as_dict, batch};
use crate::work::on_cores;
use crate::wrong_input;
use dealwright::Registry;
use dealwright::measure::MeasureRequest;
use dealwright::record::{self, Origin, Schema, Value, at};
use dealwright::search::{Limits, Verdict};
use dealwright::setup::load;
use dealwright::setup::seed::{SeedId, looks_like_seed};
use dealwright::study::{ONLY_VERDICT, ask};
use dealwright::text::TextError;
use dealwright_lab::parallel::in_order;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyString, PyTuple};
use std::sync::Arc;

/// A start position of a game, by its ID or its seed ID.
///
/// >>> Challenge("boxoff:BBWBBW/BYYYWB/YWWWYY").solve().verdict
/// 'solvable'
#[pyclass(frozen, module = "dealwright")]
#[derive(Clone)]
pub struct Challenge(pub Arc<dealwright::Challenge>);

/// Reads an ID or a seed ID.
fn read(text: &str) -> PyResult<dealwright::Challenge> {
    if !looks_like_seed(text) {
        return Registry::standard().challenge(text).map_err(wrong_input);
    }
    let seed: SeedId = text.parse().map_err(|error: TextError| wrong_input(error))?;
    let setup = Registry::standard().setup(&seed.setup, &seed.options).map_err(wrong_input)?;
    load::dealt(&seed, &setup).map_err(wrong_input)
}

/// A challenge as it is given: read already, or a text to be read where no interpreter is needed.
enum Given {
    Read(Challenge),
    Text(String),
}

impl Given {
    fn from(item: &Bound<'_, PyAny>) -> PyResult<Self> {
        if let Ok(challenge) = item.cast::<Challenge>() {
            return Ok(Self::Read(challenge.get().clone()));
        }
        let text = item.cast::<PyString>().map_err(|_| {
            let found =
                item.get_type().name().map_or_else(|_| "something else".into(), |name| name.to_string());
            wrong_input(format!("expected a challenge ID or a Challenge, found {found}"))
        })?;
        Ok(Self::Text(text.to_str()?.to_string()))
    }

    fn challenge(&self) -> PyResult<Challenge> {
        match self {
            Self::Read(challenge) => Ok(challenge.clone()),
            Self::Text(text) => Ok(Challenge(Arc::new(read(text)?))),
        }
    }
}

/// One challenge or many.
enum OneOrMany {
    One(Given),
    Many(Vec<Given>),
}

impl OneOrMany {
    fn from(what: &Bound<'_, PyAny>) -> PyResult<Self> {
        if what.is_instance_of::<PyString>() || what.is_instance_of::<Challenge>() {
            return Ok(Self::One(Given::from(what)?));
        }
        let many: PyResult<Vec<Given>> = what.try_iter()?.map(|item| Given::from(&item?)).collect();
        Ok(Self::Many(many?))
    }
}

/// Names the place of a wrong challenge among many.
fn at_number<T>(number: usize, result: PyResult<T>) -> PyResult<T> {
    let named = |error: PyErr| {
        Python::attach(|py| match error.is_instance_of::<crate::WrongInput>(py) {
            true => wrong_input(format!("challenge {number}: {}", error.value(py))),
            false => error,
        })
    };
    result.map_err(named)
}

/// What a search may use.
fn limits(max_states: Option<u64>, max_memory: Option<u64>) -> PyResult<Limits> {
    let mut limits = Limits::default();
    limits.states = max_states.unwrap_or(limits.states);
    limits.memory = max_memory.unwrap_or(limits.memory);
    match limits.states > 0 && limits.memory > 0 {
        true => Ok(limits),
        false => Err(wrong_input("a limit of 0 leaves nothing to do, give at least 1")),
    }
}

/// What a solver found out about a challenge.
#[pyclass(frozen, module = "dealwright")]
pub struct Answer {
    /// ID of the challenge.
    #[pyo3(get)]
    id: String,
    /// "solvable", "unsolvable" or "undecided" (a limit ran out: never the same as unsolvable).
    #[pyo3(get)]
    verdict: &'static str,
    /// Whether the solution is proved to be a shortest one.
    #[pyo3(get)]
    shortest: bool,
    /// Positions that the solver kept.
    #[pyo3(get)]
    states: u64,
    /// Why it is undecided.
    #[pyo3(get)]
    reason: Option<String>,
    /// The solver.
    #[pyo3(get)]
    solver: String,
    solution: Option<Vec<String>>,
}

#[pymethods]
impl Answer {
    /// Moves of the solution found; None where there is none.
    #[getter]
    fn moves(&self) -> Option<usize> {
        self.solution.as_ref().map(Vec::len)
    }

    /// The moves of a solution; empty where none was found.
    #[getter]
    fn solution<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        PyList::new(py, self.solution.iter().flatten())
    }

    /// The same as `dealwright solve --json` prints.
    fn as_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let dict = PyDict::new(py);
        dict.set_item("id", &self.id)?;
        dict.set_item("verdict", self.verdict)?;
        dict.set_item("moves", self.moves())?;
        dict.set_item("shortest", self.shortest)?;
        dict.set_item("states", self.states)?;
        dict.set_item("solution", self.solution(py)?)?;
        dict.set_item("reason", &self.reason)?;
        Ok(dict)
    }

    fn __repr__(&self) -> String {
        format!("<dealwright.Answer: {} is {}>", self.id, self.verdict)
    }
}

fn answer(
    challenge: &dealwright::Challenge,
    shortest: bool,
    solver: Option<&str>,
    limits: &Limits,
) -> PyResult<Answer> {
    let solver = challenge.solver_for(solver, shortest).map_err(wrong_input)?;
    let found = challenge.solve(&solver, limits).map_err(wrong_input)?;
    Ok(Answer {
        id: challenge.id(),
        verdict: found.verdict.word(),
        shortest: found.shortest,
        states: found.states,
        reason: found.reason.map(|reason| reason.to_string()),
        solver,
        solution: found.solution.filter(|_| found.verdict == Verdict::Solvable),
    })
}

/// Solves one challenge, or many on all cores; takes IDs, seed IDs and Challenges.
///
/// One gives an Answer, many give a list of them in the same order. With `shortest` solutions are proved to be shortest.
#[pyfunction]
#[pyo3(signature = (what, *, shortest=false, solver=None, max_states=None, max_memory=None, threads=None))]
pub fn solve<'py>(
    py: Python<'py>,
    what: &Bound<'py, PyAny>,
    shortest: bool,
    solver: Option<String>,
    max_states: Option<u64>,
    max_memory: Option<u64>,
    threads: Option<usize>,
) -> PyResult<Bound<'py, PyAny>> {
    let limits = limits(max_states, max_memory)?;
    let solver = solver.as_deref();
    match OneOrMany::from(what)? {
        OneOrMany::One(given) => {
            let challenge = given.challenge()?;
            let answer = py.detach(|| answer(&challenge.0, shortest, solver, &limits))?;
            Ok(answer.into_pyobject(py)?.into_any())
        }
        OneOrMany::Many(many) => {
            let answers = on_cores(py, threads, |threads, stop| {
                in_order(&many, threads, |number, given: &Given| {
                    stop.check()?;
                    let answer = given.challenge().and_then(|c| answer(&c.0, shortest, solver, &limits));
                    at_number(number, answer).map(Some)
                })
            })?;
            let answers = answers.into_iter().map(|answer| answer.into_pyobject(py));
            Ok(PyList::new(py, answers.collect::<PyResult<Vec<_>>>()?)?.into_any())
        }
    }
}

/// What to measure, from words.
pub fn request(
    words: Option<Vec<String>>,
    plays: Option<u64>,
    graph_states: Option<u64>,
) -> PyResult<MeasureRequest> {
    let mut request = ONLY_VERDICT;
    for word in words.unwrap_or_else(|| vec!["length".into()]) {
        ask(&mut request, &word).map_err(wrong_input)?;
    }
    request.plays = plays.unwrap_or(request.plays);
    request.graph_states = graph_states.unwrap_or(request.graph_states);
    match request.plays {
        0 => Err(wrong_input("plays=0 leaves nothing to do, give at least 1")),
        _ => Ok(request),
    }
}

/// A record of a challenge that comes from nowhere.
fn row(
    schema: &Schema,
    challenge: &dealwright::Challenge,
    number: usize,
    request: &MeasureRequest,
    limits: &Limits,
    seed: &str,
) -> PyResult<Row> {
    let found = challenge.measure(request, limits, seed);
    let (setup, index) = (String::new(), number as i64);
    let origin = Origin { setup, seed: None, index, trial: None, redeals: None, weight: 1, shuffle: None };
    let mut row = record::row(schema, origin, challenge, &found, limits).map_err(wrong_input)?;
    row[at::SETUP] = Value::Missing;
    Ok(row)
}

/// Measures one challenge, or many on all cores; takes IDs, seed IDs and Challenges.
///
/// One gives a dict of the columns that apply, many give Records. `measures` are words of `dealwright.measures()`; `repair`
/// needs a setup, so it is measured in studies only.
#[pyfunction]
#[pyo3(signature = (what, measures=None, *, seed="", plays=None, graph_states=None, max_states=None, max_memory=None,
    threads=None))]
#[expect(clippy::too_many_arguments, reason = "they are keywords in Python")]
pub fn measure<'py>(
    py: Python<'py>,
    what: &Bound<'py, PyAny>,
    measures: Option<Vec<String>>,
    seed: &str,
    plays: Option<u64>,
    graph_states: Option<u64>,
    max_states: Option<u64>,
    max_memory: Option<u64>,
    threads: Option<usize>,
) -> PyResult<Bound<'py, PyAny>> {
    let limits = limits(max_states, max_memory)?;
    let request = request(measures, plays, graph_states)?;
    if request.repair {
        return Err(wrong_input("repair is asked of a setup: measure it in a Study"));
    }
    let schema = Arc::new(all_columns()?);
    match OneOrMany::from(what)? {
        OneOrMany::One(given) => {
            let challenge = given.challenge()?;
            let mut row = py.detach(|| row(&schema, &challenge.0, 0, &request, &limits, seed))?;
            row[at::INDEX] = Value::Missing;
            Ok(as_dict(py, &schema, &row)?.into_any())
        }
        OneOrMany::Many(many) => {
            let batch = on_cores(py, threads, |threads, stop| {
                let rows = in_order(&many, threads, |number, given: &Given| {
                    stop.check()?;
                    let challenge = at_number(number, given.challenge())?;
                    row(&schema, &challenge.0, number, &request, &limits, seed).map(Some)
                });
                batch(&schema, &rows?)
            })?;
            Ok(Records::new(schema, vec![batch], Vec::new()).into_pyobject(py)?.into_any())
        }
    }
}

#[pymethods]
impl Challenge {
    #[new]
    fn new(id: &str) -> PyResult<Self> {
        Ok(Self(Arc::new(read(id)?)))
    }

    /// The ID, in the one form that is written.
    #[getter]
    fn id(&self) -> String {
        self.0.id()
    }

    /// Name of the game.
    #[getter]
    fn game(&self) -> &'static str {
        self.0.info().name
    }

    /// Rules that are not the default, as they stand in the ID.
    #[getter]
    fn rules(&self) -> Vec<String> {
        self.0.rules()
    }

    /// Sizes by name.
    #[getter]
    fn parameters<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let dict = PyDict::new(py);
        let sizes = self.0.info().parameters.iter().zip(self.0.parameters());
        sizes.into_iter().try_for_each(|(parameter, size)| dict.set_item(parameter.name, size))?;
        Ok(dict)
    }

    /// What is seen of the pieces, row by row from the top.
    #[getter]
    fn board(&self) -> Vec<Vec<String>> {
        let board = self.0.board();
        board.rows.into_iter().map(|row| row.into_iter().map(|space| space.face).collect()).collect()
    }

    /// The ID that stands for this challenge and all its symmetric twins.
    fn canonical(&self) -> String {
        let symmetries: Vec<&str> = self.0.info().symmetries.iter().map(|symmetry| symmetry.name).collect();
        self.0.canonical(&symmetries)
    }

    /// The legal moves after a line of moves, in their fixed order.
    #[pyo3(signature = (line=None))]
    fn moves(&self, line: Option<Vec<String>>) -> PyResult<Vec<String>> {
        let line = line.unwrap_or_default();
        self.replay(line.clone())?;
        let line: Vec<&str> = line.iter().map(String::as_str).collect();
        Ok(self.0.moves_after(&line).unwrap_or_default().into_iter().map(|mv| mv.text).collect())
    }

    /// Whether a line of moves solves it. A move that cannot be made is an error that says why.
    fn replay(&self, line: Vec<String>) -> PyResult<bool> {
        let replay = self.0.replay(&line.iter().map(String::as_str).collect::<Vec<_>>());
        match replay.stopped {
            None => Ok(replay.solved),
            Some((text, error)) => {
                Err(wrong_input(format!("move {} '{text}': {error}", replay.played.len() + 1)))
            }
        }
    }

    /// Solves it: see `dealwright.solve`.
    #[pyo3(signature = (*, shortest=false, solver=None, max_states=None, max_memory=None))]
    fn solve(
        &self,
        py: Python<'_>,
        shortest: bool,
        solver: Option<String>,
        max_states: Option<u64>,
        max_memory: Option<u64>,
    ) -> PyResult<Answer> {
        let limits = limits(max_states, max_memory)?;
        py.detach(|| answer(&self.0, shortest, solver.as_deref(), &limits))
    }

    /// Measures it: see `dealwright.measure`.
    #[pyo3(signature = (measures=None, **keywords))]
    fn measure<'py>(
        slf: Bound<'py, Self>,
        measures: Option<Bound<'py, PyAny>>,
        keywords: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let measure = slf.py().import("dealwright")?.getattr("measure")?;
        measure.call((slf, measures), keywords)
    }

    /// Explores every position that can be reached.
    #[pyo3(signature = (*, max_states=None, max_memory=None))]
    fn graph<'py>(
        &self,
        py: Python<'py>,
        max_states: Option<u64>,
        max_memory: Option<u64>,
    ) -> PyResult<Bound<'py, PyDict>> {
        let limits = limits(max_states, max_memory)?;
        let graph = py
            .detach(|| self.0.graph(&limits))
            .map_err(|limit| wrong_input(format!("whole graph: {limit}")))?;
        let dict = PyDict::new(py);
        dict.set_item("reachable", graph.reachable)?;
        dict.set_item("dead_ends", graph.dead_ends)?;
        dict.set_item("lost", graph.lost)?;
        dict.set_item("can_be_lost", graph.can_be_lost())?;
        dict.set_item("shortest", graph.shortest)?;
        // As large as it may be: Python's numbers know no end.
        let count = py.import("builtins")?.call_method1("int", (graph.shortest_count.to_string(),))?;
        dict.set_item("shortest_count", count)?;
        dict.set_item("random_win", graph.random_win)?;
        Ok(dict)
    }

    fn __str__(&self) -> String {
        self.0.id()
    }

    fn __repr__(&self) -> String {
        format!("Challenge('{}')", self.0.id())
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Self>().is_ok_and(|other| other.get().0.id() == self.0.id())
    }

    fn __hash__(&self) -> u64 {
        use std::hash::{DefaultHasher, Hash, Hasher};
        let mut hasher = DefaultHasher::new();
        self.0.id().hash(&mut hasher);
        hasher.finish()
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let id = slf.get().0.id();
        Ok((slf.get_type().into_any(), PyTuple::new(slf.py(), [id])?))
    }
}

//! The model and how it is fitted: seconds of a step = speed of the person x course of the session x sum of the actions' seconds.
//!
//! All that a fit needs of a run are sums over its steps, so a resample of people costs little.

use super::Standing;
use crate::math::{independent, nnls, solve};
use dealwright::setup::effort::{KINDS, SECONDS};

/// Kinds of actions, and one column for reading a step and tapping.
pub const COLUMNS: usize = KINDS + 1;
/// The column of reading and tapping.
pub const OVERHEAD: usize = KINDS;
/// Seconds for it that steps are weighed by before anything is known.
const ASSUMED_OVERHEAD: f64 = 2.0;
/// A column is told apart from others if more than this share of its square is left.
const LEAST_LEFT: f64 = 1e-3;
/// Rounds of one fit at most, and the change at which it is done.
const ROUNDS: usize = 200;
const SETTLED: f64 = 1e-7;

/// The numbers of actions of a step, and 1 for the step itself.
pub type Row = [f64; COLUMNS];

/// The row of a step.
pub fn row(actions: &[f64; KINDS]) -> Row {
    let mut row = [1.0; COLUMNS];
    row[..KINDS].copy_from_slice(actions);
    row
}

/// A finished run, as sums over its steps.
#[derive(Debug, Clone)]
pub struct TimedRun {
    /// Who.
    pub person: usize,
    /// Which setup.
    pub setup: usize,
    /// How many steps.
    pub steps: usize,
    /// How often the setup was done before (as a power of two), and tasks before it in tens.
    pub course: [f64; 2],
    /// Which steps they were.
    design: usize,
    /// Each step's row times its seconds, over the square of what is expected of the step.
    sums: Row,
    seconds: Vec<f64>,
}

/// All runs.
#[derive(Debug, Clone, Default)]
pub struct Data {
    people: usize,
    /// The runs.
    pub runs: Vec<TimedRun>,
    designs: Vec<Design>,
}

/// The steps of runs that had the same.
#[derive(Debug, Clone)]
struct Design {
    rows: Vec<Row>,
    /// Products of the columns, over the square of what is expected of the step.
    products: Vec<Vec<f64>>,
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

/// Weights to begin with.
fn assumed() -> Row {
    let mut weights = [ASSUMED_OVERHEAD; COLUMNS];
    weights.iter_mut().zip(SECONDS).for_each(|(weight, (_, seconds))| *weight = seconds);
    weights
}

/// One over the square of what these weights expect of a step.
fn precision(row: &Row, weights: &Row) -> f64 {
    dot(row, weights).max(0.1).powi(-2)
}

impl Design {
    fn new(rows: Vec<Row>, weights: &Row) -> Self {
        let mut products = vec![vec![0.0; COLUMNS]; COLUMNS];
        for row in &rows {
            let precision = precision(row, weights);
            for k in (0..COLUMNS).filter(|&k| row[k] != 0.0) {
                (0..COLUMNS).for_each(|l| products[k][l] += precision * row[k] * row[l]);
            }
        }
        Self { rows, products }
    }

    /// The square of what weights say of these steps.
    fn square(&self, weights: &Row) -> f64 {
        (0..COLUMNS)
            .filter(|&k| weights[k] != 0.0)
            .map(|k| weights[k] * dot(&self.products[k], weights))
            .sum()
    }
}

impl Data {
    /// One more person.
    pub fn add_person(&mut self) -> usize {
        self.people += 1;
        self.people - 1
    }

    /// How many people.
    pub fn people(&self) -> usize {
        self.people
    }

    /// A finished run: each step's row and seconds.
    pub fn add_run(&mut self, person: usize, setup: usize, course: [f64; 2], steps: &[(Row, f64)]) {
        let rows: Vec<Row> = steps.iter().map(|(row, _)| *row).collect();
        let known = self.designs.iter().position(|design| design.rows == rows);
        let design = known.unwrap_or_else(|| {
            self.designs.push(Design::new(rows, &assumed()));
            self.designs.len() - 1
        });
        let seconds = steps.iter().map(|(_, seconds)| *seconds).collect();
        let mut run =
            TimedRun { person, setup, steps: steps.len(), course, design, sums: [0.0; COLUMNS], seconds };
        self.sum_up(&mut run, &assumed());
        self.runs.push(run);
    }

    fn sum_up(&self, run: &mut TimedRun, weights: &Row) {
        run.sums = [0.0; COLUMNS];
        for (row, seconds) in self.designs[run.design].rows.iter().zip(&run.seconds) {
            let part = precision(row, weights) * seconds;
            run.sums.iter_mut().zip(row).for_each(|(sum, x)| *sum += part * x);
        }
    }

    /// The same with steps counted by what these weights expect of them.
    pub fn weighed_by(&self, weights: &Row) -> Self {
        let rows = self.designs.iter().map(|design| design.rows.clone());
        let designs = rows.map(|rows| Design::new(rows, weights)).collect();
        let mut data = Self { people: self.people, runs: self.runs.clone(), designs };
        let mut runs = std::mem::take(&mut data.runs);
        runs.iter_mut().for_each(|run| data.sum_up(run, weights));
        data.runs = runs;
        data
    }

    /// The same without the runs of a setup, or with only those.
    pub fn with(&self, setup: usize, only: bool) -> Self {
        let runs = self.runs.iter().filter(|run| (run.setup == setup) == only).cloned().collect();
        Self { people: self.people, runs, designs: self.designs.clone() }
    }

    /// How many actions of a kind were timed.
    pub fn total(&self, column: usize) -> f64 {
        self.runs.iter().flat_map(|run| &self.designs[run.design].rows).map(|row| row[column]).sum()
    }

    /// What weights expect of a run, and how long it was.
    pub fn expected_and_seen(&self, run: &TimedRun, weights: &Row) -> (f64, f64) {
        let expected = self.designs[run.design].rows.iter().map(|row| dot(row, weights)).sum();
        (expected, run.seconds.iter().sum())
    }
}

/// What can be found out from these runs.
#[derive(Debug, Clone)]
pub struct Plan {
    /// Columns that are fitted; the others keep the assumed weight.
    pub free: Vec<usize>,
    seen: [bool; COLUMNS],
    /// Whether a column is no sum of all the others.
    apart: [bool; COLUMNS],
    /// Whether practice and tiring are fitted.
    pub slopes: [bool; 2],
}

impl Plan {
    /// Looks at the runs; none if there are none.
    pub fn of(data: &Data) -> Option<Self> {
        if data.runs.is_empty() {
            return None;
        }
        let mut products = vec![vec![0.0; COLUMNS]; COLUMNS];
        for run in &data.runs {
            for (sum, of) in products.iter_mut().zip(&data.designs[run.design].products) {
                sum.iter_mut().zip(of).for_each(|(sum, of)| *sum += of);
            }
        }
        let mut seen = [false; COLUMNS];
        (0..COLUMNS).for_each(|k| seen[k] = products[k][k] > 0.0);
        // The actions before the overhead: it is given up first.
        let order: Vec<usize> = (0..COLUMNS).collect();
        let free = independent(&products, &order, LEAST_LEFT);
        let is_apart = |column: usize| {
            let last: Vec<usize> = order.iter().copied().filter(|&k| k != column).chain([column]).collect();
            independent(&products, &last, LEAST_LEFT).contains(&column)
        };
        let apart = std::array::from_fn(is_apart);
        Some(Self { free, seen, apart, slopes: slopes_of(data) })
    }

    /// Whether a column is fitted.
    pub fn is_free(&self, column: usize) -> bool {
        self.free.contains(&column)
    }

    /// What became of a column.
    pub fn standing(&self, column: usize) -> Standing {
        match (self.seen[column], self.apart[column]) {
            (true, true) => Standing::Measured,
            (true, false) => Standing::NotApart,
            (false, _) => Standing::NotSeen,
        }
    }
}

/// Whether the course of the session varies for the same person, so that it can be told from speed, and one part of it from the other.
fn slopes_of(data: &Data) -> [bool; 2] {
    let mut products = vec![vec![0.0; 2]; 2];
    for person in 0..data.people {
        let own: Vec<[f64; 2]> =
            data.runs.iter().filter(|run| run.person == person).map(|run| run.course).collect();
        let mean = |k: usize| own.iter().map(|c| c[k]).sum::<f64>() / own.len().max(1) as f64;
        let means = [mean(0), mean(1)];
        for course in &own {
            for k in 0..2 {
                (0..2).for_each(|l| products[k][l] += (course[k] - means[k]) * (course[l] - means[l]));
            }
        }
    }
    let free = independent(&products, &[0, 1], LEAST_LEFT);
    [free.contains(&0), free.contains(&1)]
}

/// A fitted model.
#[derive(Debug, Clone, PartialEq)]
pub struct State {
    /// Seconds of each column for a person of mean speed, at the reference point of the session.
    pub weights: Row,
    /// Each person's time as a multiple of the mean.
    pub speeds: Vec<f64>,
    /// Logarithms of the factors of practice and tiring.
    pub slopes: [f64; 2],
}

/// The course of a run from the reference point: the second time of a setup (where anybody did one twice), at the beginning of a
/// session.
fn course(run: &TimedRun, plan: &Plan) -> [f64; 2] {
    [if plan.slopes[0] { run.course[0] - 1.0 } else { 0.0 }, if plan.slopes[1] { run.course[1] } else { 0.0 }]
}

impl State {
    /// The factor of the session's course for a run.
    pub fn factor(&self, run: &TimedRun, plan: &Plan) -> f64 {
        dot(&course(run, plan), &self.slopes).clamp(-3.0, 3.0).exp()
    }
}

/// Fits the model to people who each count so many times, beginning from another fit. None if it does not settle.
pub fn fit(data: &Data, plan: &Plan, times: &[f64], from: Option<&State>) -> Option<State> {
    let begin = || State { weights: assumed(), speeds: vec![1.0; data.people], slopes: [0.0; 2] };
    let mut state = from.cloned().unwrap_or_else(begin);
    for _ in 0..ROUNDS {
        let before = state.clone();
        let squares: Vec<f64> = data.designs.iter().map(|design| design.square(&state.weights)).collect();
        fit_speeds(&mut state, data, plan, times, &squares);
        fit_slopes(&mut state, data, plan, times, &squares)?;
        fit_weights(&mut state, data, plan, times)?;
        let change = |a: &[f64], b: &[f64]| {
            let scale = b.iter().fold(1e-3, |most: f64, value| most.max(value.abs()));
            a.iter().zip(b).map(|(a, b)| (a - b).abs() / scale).fold(0.0, f64::max)
        };
        let moved = change(&before.weights, &state.weights).max((before.slopes[0] - state.slopes[0]).abs());
        if moved.max((before.slopes[1] - state.slopes[1]).abs()) < SETTLED {
            return Some(state);
        }
    }
    None
}

/// Each person's speed, so that what they took is what is expected of them; the mean of all is 1.
fn fit_speeds(state: &mut State, data: &Data, plan: &Plan, times: &[f64], squares: &[f64]) {
    let mut took = vec![0.0; data.people];
    let mut expected = vec![0.0; data.people];
    for run in data.runs.iter().filter(|run| times[run.person] > 0.0) {
        took[run.person] += dot(&run.sums, &state.weights) / state.factor(run, plan);
        expected[run.person] += squares[run.design];
    }
    let (mut sum, mut people) = (0.0, 0.0);
    for person in 0..data.people {
        if times[person] > 0.0 && expected[person] > 0.0 && took[person] > 0.0 {
            state.speeds[person] = took[person] / expected[person];
            sum += times[person] * state.speeds[person];
            people += times[person];
        }
    }
    if sum > 0.0 {
        state.speeds.iter_mut().for_each(|speed| *speed *= people / sum);
    }
}

/// One step of Newton's method for practice and tiring.
fn fit_slopes(state: &mut State, data: &Data, plan: &Plan, times: &[f64], squares: &[f64]) -> Option<()> {
    let free: Vec<usize> = (0..2).filter(|&k| plan.slopes[k]).collect();
    if free.is_empty() {
        return Some(());
    }
    // What is left after each person's own mean: a person's speed takes up the rest.
    let mut mean = vec![[0.0; 2]; data.people];
    let mut sum = vec![0.0; data.people];
    for run in &data.runs {
        let course = course(run, plan);
        (0..2).for_each(|k| mean[run.person][k] += squares[run.design] * course[k]);
        sum[run.person] += squares[run.design];
    }
    let mut slope = vec![0.0; free.len()];
    let mut bend = vec![vec![0.0; free.len()]; free.len()];
    for run in data.runs.iter().filter(|run| times[run.person] > 0.0) {
        let own = course(run, plan);
        let from = |k: usize| own[k] - mean[run.person][k] / sum[run.person].max(1e-300);
        let took = dot(&run.sums, &state.weights) / (state.speeds[run.person] * state.factor(run, plan));
        let square = squares[run.design];
        for (a, &k) in free.iter().enumerate() {
            slope[a] += times[run.person] * from(k) * (took - square);
            for (b, &l) in free.iter().enumerate() {
                bend[a][b] += times[run.person] * from(k) * from(l) * square;
            }
        }
    }
    let step = solve(&bend, &slope)?;
    free.iter().zip(step).for_each(|(&k, step)| state.slopes[k] = (state.slopes[k] + step).clamp(-2.0, 2.0));
    Some(())
}

fn fit_weights(state: &mut State, data: &Data, plan: &Plan, times: &[f64]) -> Option<()> {
    let mut of_design = vec![0.0; data.designs.len()];
    let mut with = [0.0; COLUMNS];
    for run in data.runs.iter().filter(|run| times[run.person] > 0.0) {
        of_design[run.design] += times[run.person];
        let part = times[run.person] / (state.speeds[run.person] * state.factor(run, plan));
        with.iter_mut().zip(&run.sums).for_each(|(with, sum)| *with += part * sum);
    }
    let product = |k: usize, l: usize| -> f64 {
        of_design.iter().zip(&data.designs).map(|(times, design)| times * design.products[k][l]).sum()
    };
    // What keeps its assumed weight is taken off first.
    let weights = assumed();
    let fixed: Vec<usize> = (0..OVERHEAD).filter(|&k| plan.seen[k] && !plan.is_free(k)).collect();
    let own: Vec<Vec<f64>> =
        plan.free.iter().map(|&k| plan.free.iter().map(|&l| product(k, l)).collect()).collect();
    let left: Vec<f64> = plan
        .free
        .iter()
        .map(|&k| with[k] - fixed.iter().map(|&l| product(k, l) * weights[l]).sum::<f64>())
        .collect();
    let found = nnls(&own, &left)?;
    state.weights = weights;
    state.weights[OVERHEAD] = 0.0;
    plan.free.iter().zip(found).for_each(|(&k, value)| state.weights[k] = value);
    Some(())
}

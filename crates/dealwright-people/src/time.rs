//! Seconds for each kind of action, from stopwatches. `docs/methods.md` states the model.

mod fit;
mod held_out;

use crate::check::Session;
use crate::math::{bootstrap_shares, quantile, resampled};
use crate::rows::RunOutcome;
use dealwright::rng::StreamName;
use dealwright::setup::effort::SECONDS;
use dealwright::stats::Interval;
pub use fit::{COLUMNS, Data, OVERHEAD, State, TimedRun, row};
pub use held_out::{HeldOut, HeldOutSetup};

/// Resamples of people for each interval, by default.
pub const RESAMPLES: u32 = 1999;
/// People that an interval needs.
pub const FEWEST: usize = crate::math::FEWEST;
/// Share of resamples that may fail before there is no interval.
const MOST_FAILED: f64 = 0.05;

/// Whether a weight was found out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Standing {
    /// It was measured.
    Measured,
    /// No step of these runs has the action: the assumed weight is kept.
    NotSeen,
    /// The action always comes along with others, so that only the sum of their seconds is known.
    NotApart,
}

/// A kind of action.
#[derive(Debug, Clone, PartialEq)]
pub struct Kind {
    /// Its name.
    pub name: &'static str,
    /// Seconds that were assumed until now.
    pub assumed: f64,
    /// Seconds by these runs, or the assumed ones.
    pub seconds: f64,
    /// Its 95% interval, if it was measured with enough people.
    pub interval: Option<Interval>,
    /// Whether it was measured.
    pub standing: Standing,
    /// How many of these actions were timed.
    pub actions: f64,
}

/// An estimate that may have an interval.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Value {
    /// The estimate.
    pub value: f64,
    /// Its 95% interval.
    pub interval: Option<Interval>,
}

/// What stopwatches say.
#[derive(Debug, Clone, PartialEq)]
pub struct TimeFit {
    /// Kinds of actions, in the order of [`SECONDS`].
    pub kinds: Vec<Kind>,
    /// Seconds for reading a step and tapping, which are no part of the setup.
    pub overhead: Option<Value>,
    /// By which share a run gets longer (or shorter, below 0) whenever the number of runs of the same setup doubles; none where nobody
    /// did a setup twice.
    pub practice: Option<Value>,
    /// The same for every ten tasks done before.
    pub tiring: Option<Value>,
    /// The slowest and the fastest person, as multiples of the mean.
    pub speeds: [f64; 2],
    /// People with finished runs.
    pub people: usize,
    /// Finished runs.
    pub runs: usize,
    /// Their steps.
    pub steps: usize,
    /// Mistakes that were put right in them.
    pub corrections: u32,
    /// Runs that were dropped, and so are left out.
    pub dropped: usize,
    /// Resamples of people.
    pub resamples: u32,
    /// How far off weights are for a setup that they were not fitted to; none with fewer than three setups.
    pub held_out: Option<HeldOut>,
    /// What could not be found out, and why: one sentence each.
    pub missing: Vec<String>,
    /// Whether these are simulated people.
    pub simulated: bool,
}

/// Why there are no weights.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NoFit {
    /// No setup was timed to its end.
    NoRuns,
    /// The method does not settle on these runs.
    NotSettled,
}

impl NoFit {
    /// A sentence.
    pub fn words(self) -> &'static str {
        match self {
            NoFit::NoRuns => "No setup was timed to its end.",
            NoFit::NotSettled => "No weights: the method does not settle on the times of these runs.",
        }
    }
}

/// Fits weights to the finished runs of a session. The same seed gives the same intervals.
pub fn fit(session: &Session, resamples: u32, seed: &str) -> Result<TimeFit, NoFit> {
    let data = data(session);
    if data.runs.is_empty() {
        return Err(NoFit::NoRuns);
    }
    let mut found = fit_data(&data, resamples, seed).ok_or(NoFit::NotSettled)?;
    let finished = session.runs.iter().filter(|run| run.outcome == RunOutcome::Finished);
    found.corrections = finished.flat_map(|run| &run.steps).map(|row| row.step.corrections).sum();
    found.dropped = session.runs.len() - found.runs;
    found.simulated = session.simulated;
    let names: Vec<String> = session.setups.iter().map(|setup| setup.name.clone()).collect();
    match held_out::held_out(&data, &names, resamples.min(499), seed) {
        Ok(held_out) => found.held_out = Some(held_out),
        Err(why) => found.missing.push(format!("The weights were not tried on setups left out: {why}.")),
    }
    Ok(found)
}

/// What can be found out of each kind of action from these runs, in the order of [`SECONDS`].
pub fn standings(data: &Data) -> Vec<Standing> {
    let plan = fit::Plan::of(data);
    let of = |column| plan.as_ref().map_or(Standing::NotSeen, |plan| plan.standing(column));
    (0..SECONDS.len()).map(of).collect()
}

/// The finished runs as numbers. People without any are not in it.
pub fn data(session: &Session) -> Data {
    let mut data = Data::default();
    let mut numbers = vec![None; session.people.len()];
    for run in session.runs.iter().filter(|run| run.outcome == RunOutcome::Finished) {
        let person = *numbers[run.person].get_or_insert_with(|| data.add_person());
        let steps: Vec<(fit::Row, f64)> =
            run.steps.iter().map(|row| (fit::row(&row.actions), row.step.seconds)).collect();
        let practice = f64::from(run.repeat).log2();
        data.add_run(person, run.setup, [practice, f64::from(run.before) / 10.0], &steps);
    }
    data
}

/// The same for runs that are numbers already.
pub fn fit_data(data: &Data, resamples: u32, seed: &str) -> Option<TimeFit> {
    let plan = fit::Plan::of(data)?;
    let ones = vec![1.0; data.people()];
    // Steps count by what they take: first by the assumed weights, then by those that were found with them.
    let first = fit::fit(data, &plan, &ones, None)?;
    let data = &data.weighed_by(&first.weights);
    let state = fit::fit(data, &plan, &ones, Some(&first))?;
    let ends = intervals(data, &plan, &state, resamples, seed);
    let interval = |column: usize| ends.as_ref().map(|ends| ends[column]);
    let kinds = SECONDS.iter().enumerate().map(|(column, (name, assumed))| {
        let standing = plan.standing(column);
        Kind {
            name,
            assumed: *assumed,
            seconds: state.weights[column],
            interval: interval(column).filter(|_| standing == Standing::Measured),
            standing,
            actions: data.total(column),
        }
    });
    let value = |is_free: bool, value: f64, column: usize| {
        is_free.then(|| Value { value, interval: interval(column) })
    };
    let share = |column: usize, slope: usize| {
        value(plan.slopes[slope], state.slopes[slope].exp_m1(), column).map(|found| Value {
            interval: found.interval.map(|i| Interval { low: i.low.exp_m1(), high: i.high.exp_m1() }),
            ..found
        })
    };
    let mut missing = Vec::new();
    match &ends {
        Some(_) => {}
        None if data.people() < FEWEST => missing
            .push(format!("No intervals: they need at least {FEWEST} participants with finished runs.")),
        None => {
            missing.push("No intervals: too many resamples of these participants cannot be fitted.".into())
        }
    }
    if !plan.slopes[0] {
        missing.push("Practice is not fitted: nobody timed a setup twice.".into());
    }
    if !plan.slopes[1] {
        missing.push("Tiredness is not fitted: it cannot be told from practice in these sessions.".into());
    }
    Some(TimeFit {
        kinds: kinds.collect(),
        overhead: value(plan.is_free(OVERHEAD), state.weights[OVERHEAD], OVERHEAD),
        practice: share(COLUMNS, 0),
        tiring: share(COLUMNS + 1, 1),
        speeds: [
            state.speeds.iter().copied().fold(0.0, f64::max),
            state.speeds.iter().copied().fold(f64::INFINITY, f64::min),
        ],
        people: data.people(),
        runs: data.runs.len(),
        steps: data.runs.iter().map(|run| run.steps).sum(),
        corrections: 0,
        dropped: 0,
        resamples,
        held_out: None,
        missing,
        simulated: false,
    })
}

/// Intervals of all columns and then of both slopes, by drawing people with replacement.
fn intervals(
    data: &Data,
    plan: &fit::Plan,
    state: &State,
    resamples: u32,
    seed: &str,
) -> Option<Vec<Interval>> {
    if data.people() < FEWEST || resamples < 100 {
        return None;
    }
    let name = StreamName::new(&["people", "time", seed]);
    let mut found: Vec<Vec<f64>> = vec![Vec::new(); COLUMNS + 2];
    for number in 0..resamples {
        let times = resampled(data.people(), &mut name.stream(number.into()));
        if let Some(again) = fit::fit(data, plan, &times, Some(state)) {
            let all = again.weights.iter().chain(&again.slopes);
            found.iter_mut().zip(all).for_each(|(list, value)| list.push(*value));
        }
    }
    if (found[0].len() as f64) < (1.0 - MOST_FAILED) * f64::from(resamples) {
        return None;
    }
    let [low, high] = bootstrap_shares(data.people())?;
    let ends =
        |list: &mut Vec<f64>| Some(Interval { low: quantile(list, low)?, high: quantile(list, high)? });
    found.iter_mut().map(ends).collect()
}

#[cfg(test)]
mod tests;

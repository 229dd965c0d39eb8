//! How far off weights are for a setup that they were not fitted to.

use super::fit::{COLUMNS, Data, OVERHEAD, Plan, Row, State, fit};
use crate::math::{bootstrap_shares, quantile, resampled};
use dealwright::rng::StreamName;
use dealwright::setup::effort::SECONDS;
use dealwright::stats::Interval;

/// Setups that are needed: one is left out, and weights are fitted to the others.
const FEWEST_SETUPS: usize = 3;

/// One setup that was left out.
#[derive(Debug, Clone, PartialEq)]
pub struct HeldOutSetup {
    /// The setup.
    pub name: String,
    /// Mean seconds of its runs, by a person of mean speed.
    pub seen: f64,
    /// Seconds by weights that were fitted to the other setups. Reading and tapping, as fitted to the other setups, are in all three.
    pub measured: f64,
    /// Seconds by the assumed weights.
    pub assumed: f64,
    /// Seconds by the assumed weights, all multiplied by what fits the other setups best.
    pub scaled: f64,
}

/// All setups, each left out once.
#[derive(Debug, Clone, PartialEq)]
pub struct HeldOut {
    /// The setups.
    pub setups: Vec<HeldOutSetup>,
    /// Mean absolute error in seconds: measured, assumed, scaled.
    pub errors: [f64; 3],
    /// How much greater the error of the assumed weights is, and that of the scaled ones; 95% intervals over people.
    pub gains: [(f64, Option<Interval>); 2],
}

/// Leaves out every setup in turn; says why where there are too few, or where the rest of the runs cannot be fitted.
pub fn held_out(data: &Data, names: &[String], resamples: u32, seed: &str) -> Result<HeldOut, String> {
    let mut there: Vec<usize> = data.runs.iter().map(|run| run.setup).collect();
    there.sort_unstable();
    there.dedup();
    if there.len() < FEWEST_SETUPS {
        return Err(format!("fewer than {FEWEST_SETUPS} setups were timed to the end"));
    }
    let names = there.iter().map(|&setup| names.get(setup).cloned().unwrap_or_default()).collect();
    tried(data, &there, names, resamples, seed)
        .ok_or_else(|| "without one of them the runs of the others cannot be fitted".into())
}

/// Leaves out each of these setups; none where the rest cannot be fitted.
fn tried(data: &Data, there: &[usize], names: Vec<String>, resamples: u32, seed: &str) -> Option<HeldOut> {
    let cases: Vec<Case> = there.iter().map(|&setup| Case::new(data, setup)).collect::<Option<_>>()?;
    let ones = vec![1.0; data.people()];
    let found: Vec<[f64; 4]> = cases.iter().map(|case| case.predict(&ones)).collect::<Option<_>>()?;
    let errors = errors(&found);
    let gains = |errors: [f64; 3]| [errors[1] - errors[0], errors[2] - errors[0]];
    let mut lists = [Vec::new(), Vec::new()];
    let name = StreamName::new(&["people", "held out", seed]);
    for number in 0..resamples {
        let times = resampled(data.people(), &mut name.stream(number.into()));
        let Some(again) = cases.iter().map(|case| case.predict(&times)).collect::<Option<Vec<_>>>() else {
            continue;
        };
        let gains = gains(self::errors(&again));
        lists.iter_mut().zip(gains).for_each(|(list, gain)| list.push(gain));
    }
    let is_enough = data.people() >= super::FEWEST
        && lists[0].len() as f64 >= 0.95 * f64::from(resamples)
        && resamples >= 100;
    let shares = bootstrap_shares(data.people()).filter(|_| is_enough);
    let interval = |list: &mut Vec<f64>| {
        let [low, high] = shares?;
        Some(Interval { low: quantile(list, low)?, high: quantile(list, high)? })
    };
    let [first, second] = &mut lists;
    let ends = [interval(first), interval(second)];
    let setups = names.into_iter().zip(&found).map(|(name, [seen, measured, assumed, scaled])| {
        HeldOutSetup { name, seen: *seen, measured: *measured, assumed: *assumed, scaled: *scaled }
    });
    let [gain, scaled] = gains(errors);
    Some(HeldOut { setups: setups.collect(), errors, gains: [(gain, ends[0]), (scaled, ends[1])] })
}

fn errors(found: &[[f64; 4]]) -> [f64; 3] {
    let mean =
        |k: usize| found.iter().map(|case| (case[k] - case[0]).abs()).sum::<f64>() / found.len() as f64;
    [mean(1), mean(2), mean(3)]
}

/// One setup left out.
struct Case {
    others: Data,
    own: Data,
    plan: Plan,
    start: State,
}

impl Case {
    fn new(data: &Data, setup: usize) -> Option<Self> {
        let (others, own) = (data.with(setup, false), data.with(setup, true));
        let plan = Plan::of(&others)?;
        let start = fit(&others, &plan, &vec![1.0; data.people()], None)?;
        Some(Self { others, own, plan, start })
    }

    /// What was seen, and what is said by measured, assumed and scaled weights, if people count so many times.
    fn predict(&self, times: &[f64]) -> Option<[f64; 4]> {
        let state = fit(&self.others, &self.plan, times, Some(&self.start))?;
        let mut assumed: Row = [0.0; COLUMNS];
        assumed.iter_mut().zip(SECONDS).for_each(|(weight, (_, seconds))| *weight = seconds);
        // The stopwatch itself costs time, whatever actions cost: all that are compared get the same for it.
        let mut stopwatch: Row = [0.0; COLUMNS];
        stopwatch[OVERHEAD] = state.weights[OVERHEAD];
        let mean = |data: &Data, weights: &Row| {
            let (mut seen, mut expected, mut all) = (0.0, 0.0, 0.0);
            for run in &data.runs {
                let (of_run, took) = data.expected_and_seen(run, weights);
                let times = times[run.person];
                seen += times * took / (state.speeds[run.person] * state.factor(run, &self.plan));
                expected += times * of_run;
                all += times;
            }
            (all > 0.0).then(|| (seen / all, expected / all))
        };
        let (seen, measured) = mean(&self.own, &state.weights)?;
        let (_, plain) = mean(&self.own, &assumed)?;
        let (_, tapped) = mean(&self.own, &stopwatch)?;
        let (others_seen, others_plain) = mean(&self.others, &assumed)?;
        let (_, others_tapped) = mean(&self.others, &stopwatch)?;
        let scale =
            if others_plain > 0.0 { ((others_seen - others_tapped) / others_plain).max(0.0) } else { 1.0 };
        Some([seen, measured, plain + tapped, plain * scale + tapped])
    }
}

//! How many people are needed for which precision, by simulated people.

use crate::difficulty::{Outcome, correlations, pairs};
use crate::simulate::{PlayTruth, TimeTruth, plays, pool, runs};
use crate::time::{COLUMNS, Standing, fit_data};
use dealwright::rng::StreamName;
use dealwright::stats::Interval;
use serde::Serialize;

/// Challenges of each level in the pool.
const POOL: usize = 60;
/// Resamples of people in each run.
const RESAMPLES: u32 = 399;

/// What is simulated.
pub struct Design<'a> {
    /// The steps of the setups that everybody times.
    pub setups: &'a [Vec<[f64; COLUMNS]>],
    /// How often each.
    pub repeats: u32,
    /// Challenges of each of the four levels that everybody plays.
    pub each: u32,
    /// Sessions of each size that are simulated.
    pub runs: u32,
    /// The text that chance comes from.
    pub seed: &'a str,
}

/// What sessions of one size come to.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct PowerRow {
    /// Participants.
    pub people: u32,
    /// Half the width of a weight's interval, as a share of the true weight; the median over kinds and sessions.
    pub weight: Option<f64>,
    /// The share of weights whose estimate is within a tenth of the truth.
    pub weight_within_tenth: Option<f64>,
    /// Half the width of the interval of a correlation (Kendall's tau with not solving), in the mean.
    pub correlation: Option<f64>,
    /// Half the width of the interval of the difference between two levels in the share solved, in the mean.
    pub levels: Option<f64>,
    /// The share of sessions in which the easiest and the hardest level differ significantly.
    pub found_far: Option<f64>,
    /// The same for neighbouring levels, in the mean over the three pairs.
    pub found_near: Option<f64>,
}

fn half(interval: Option<Interval>) -> Option<f64> {
    interval.map(|interval| (interval.high - interval.low) / 2.0)
}

fn mean(values: &[f64]) -> Option<f64> {
    (!values.is_empty()).then(|| values.iter().sum::<f64>() / values.len() as f64)
}

/// Simulates sessions with so many people.
pub fn power(design: &Design<'_>, people: u32) -> PowerRow {
    let (time, play) = (TimeTruth::default(), PlayTruth::default());
    let name = StreamName::new(&["people", "power", design.seed, &people.to_string()]);
    let (mut widths, mut near, mut taus, mut differences) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    let (mut far_found, mut near_found) = (Vec::new(), Vec::new());
    for number in 0..design.runs {
        let mut random = name.stream(number.into());
        let seed = format!("{} {number}", design.seed);
        let data = runs(design.setups, people as usize, design.repeats, &time, &mut random);
        if let Some(found) = fit_data(&data, RESAMPLES, &seed) {
            let measured =
                found.kinds.iter().zip(time.weights).filter(|(kind, _)| kind.standing == Standing::Measured);
            for (kind, truth) in measured {
                widths.extend(half(kind.interval).map(|half| half / truth));
                near.push(f64::from(u8::from((kind.seconds / truth - 1.0).abs() <= 0.1)));
            }
        }
        if design.each > 0 {
            let pool = pool(POOL, &mut random);
            let games = plays(&pool, people as usize, design.each as usize, &play, &mut random);
            let by_person = by_person(&games, people as usize);
            let of = |outcome| outcome == Outcome::Failure;
            let found = correlations(&by_person, &pool);
            taus.extend(found.iter().filter(|c| of(c.outcome)).filter_map(|c| half(c.kendall.interval)));
            let found = pairs(&by_person, &pool);
            for pair in found.iter().filter(|pair| of(pair.outcome)) {
                differences.extend(half(pair.difference.interval));
                let apart = pair.levels[1] as usize - pair.levels[0] as usize;
                let yes = f64::from(u8::from(pair.differs()));
                match apart {
                    1 => near_found.push(yes),
                    3 => far_found.push(yes),
                    _ => {}
                }
            }
        }
    }
    widths.sort_by(f64::total_cmp);
    PowerRow {
        people,
        weight: widths.get(widths.len() / 2).copied(),
        weight_within_tenth: mean(&near),
        correlation: mean(&taus),
        levels: mean(&differences),
        found_far: mean(&far_found),
        found_near: mean(&near_found),
    }
}

/// Rows as a table in Markdown, as the guide has it.
pub fn table(rows: &[PowerRow]) -> String {
    let share = |value: Option<f64>| value.map_or("–".into(), |value| format!("{:.0}%", 100.0 * value));
    let number = |value: Option<f64>| value.map_or("–".into(), |value| format!("{value:.2}"));
    let mut text = String::from(
        "| participants | weight of an action, ± | weights within 10% | correlation, ± | share solved, two levels, ± | gentle and fiendish told apart | neighbouring levels told apart |\n|---|---|---|---|---|---|---|\n",
    );
    for row in rows {
        let cells = [
            row.people.to_string(),
            share(row.weight),
            share(row.weight_within_tenth),
            number(row.correlation),
            number(row.levels),
            share(row.found_far),
            share(row.found_near),
        ];
        text += &format!("| {} |\n", cells.join(" | "));
    }
    text
}

/// Each person's games.
pub fn by_person(games: &[crate::difficulty::Play], people: usize) -> Vec<Vec<crate::difficulty::Play>> {
    let mut lists = vec![Vec::new(); people];
    games.iter().for_each(|play| lists[play.person].push(play.clone()));
    lists
}

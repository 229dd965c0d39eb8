//! Models of success and time, each tried on people that it was not fitted to.

use super::{Outcome, Play};
use crate::challenges::{MEASURES, Measures};
use crate::math::{MeanOver, logistic, mean_over, solve};

/// Parts that people are split into; each is left out once.
const PARTS: usize = 10;
/// People and games that a model needs.
const FEWEST_PEOPLE: usize = 5;
const FEWEST_GAMES: usize = 20;
/// How much slopes are shrunk, for standardised measures.
const SHRINK: f64 = 1.0;

/// What a model is made of.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Model {
    /// No measure: everybody and every challenge alike.
    None,
    /// One measure, by its number.
    One(usize),
    /// The one measure that fits the people best that it is fitted to.
    BestOne,
    /// All measures together.
    All,
}

/// How models of an outcome do on people that they were not fitted to.
#[derive(Debug, Clone, PartialEq)]
pub struct Models {
    /// The outcome.
    pub outcome: Outcome,
    /// Measures that every challenge has and that vary.
    pub measures: Vec<usize>,
    /// Mean loss over people of each model, the less the better: minus log likelihood of a game (failure), or the square of what is
    /// left of the logarithm of seconds after each person's own mean (time).
    pub losses: Vec<(Model, f64)>,
    /// How much less the best single measure loses than no measure.
    pub best_over_none: MeanOver,
    /// How much less all measures together lose than the best single one; below 0 they are worse.
    pub all_over_best: MeanOver,
    /// The single measure that was best on most parts.
    pub best: usize,
}

/// One game for a model: its measures, and what came of it.
struct Example {
    x: Vec<f64>,
    y: f64,
}

/// Tries models of an outcome. Without enough people or games, where nothing varies, or where a model does not settle, it says so.
pub fn models(by_person: &[Vec<Play>], measured: &[Measures], outcome: Outcome) -> Result<Models, String> {
    let has = |play: &&Play| play.value(outcome).is_some();
    let all = || by_person.iter().flatten().filter(has);
    let complete =
        |measure: &usize| all().all(|play| measured[play.challenge].for_models(*measure).is_some());
    let varies = |measure: &usize| {
        let mut values = all().filter_map(|play| measured[play.challenge].for_models(*measure));
        let first = values.next();
        values.any(|value| Some(value) != first)
    };
    let measures: Vec<usize> = (0..MEASURES.len()).filter(complete).filter(varies).collect();
    let people: Vec<Vec<Example>> = by_person
        .iter()
        .map(|plays| {
            let examples = plays.iter().filter(has).map(|play| Example {
                x: measures.iter().filter_map(|&m| measured[play.challenge].for_models(m)).collect(),
                y: play.value(outcome).unwrap_or_default(),
            });
            examples.collect::<Vec<_>>()
        })
        // Of time only differences within a person count.
        .filter(|examples| examples.len() > usize::from(outcome == Outcome::Time))
        .map(|examples| if outcome == Outcome::Time { centred(examples) } else { examples })
        .collect();
    let games: usize = people.iter().map(Vec::len).sum();
    let with = match outcome {
        Outcome::Failure => "games that count",
        Outcome::Time => "two solved games or more",
    };
    if people.len() < FEWEST_PEOPLE || games < FEWEST_GAMES {
        return Err(format!(
            "it needs at least {FEWEST_PEOPLE} participants with {with}, and {FEWEST_GAMES} games of theirs; here are {} and {games}",
            people.len()
        ));
    }
    let mut values = people.iter().flatten().map(|example| example.y);
    let first = values.next();
    if values.all(|value| Some(value) == first) {
        return Err("every game came out alike".into());
    }
    if measures.is_empty() {
        return Err("no measure is known of every challenge and varies".into());
    }
    tried(&people, measures, outcome).ok_or_else(|| "the method does not settle on these games".into())
}

/// Fits and tries all models; none where one does not settle.
fn tried(people: &[Vec<Example>], measures: Vec<usize>, outcome: Outcome) -> Option<Models> {
    let parts = PARTS.min(people.len());
    let count = measures.len();
    // No measure, each one, the best one, all.
    let mut losses = vec![Vec::new(); count + 3];
    let mut chosen = vec![0; count];
    for part in 0..parts {
        let rest: Vec<&Example> = others(people, part, parts).flatten().collect();
        let scale = Scale::of(&rest, count);
        let alone: Vec<Fitted> =
            (0..count).map(|m| fit(&rest, &scale, &[m], outcome)).collect::<Option<_>>()?;
        let loss_there = |fitted: &Fitted| rest.iter().map(|e| fitted.loss(e, &scale, outcome)).sum::<f64>();
        let best = (0..count).min_by(|&a, &b| loss_there(&alone[a]).total_cmp(&loss_there(&alone[b])))?;
        chosen[best] += 1;
        let none = fit(&rest, &scale, &[], outcome)?;
        let every: Vec<usize> = (0..count).collect();
        let together = fit(&rest, &scale, &every, outcome)?;
        let fitted: Vec<&Fitted> =
            [&none].into_iter().chain(&alone).chain([&alone[best], &together]).collect();
        for person in people.iter().enumerate().filter(|(n, _)| n % parts == part).map(|(_, person)| person) {
            for (list, fitted) in losses.iter_mut().zip(&fitted) {
                let loss: f64 = person.iter().map(|example| fitted.loss(example, &scale, outcome)).sum();
                list.push(loss / person.len() as f64);
            }
        }
    }
    let mean = |list: &[f64]| list.iter().sum::<f64>() / list.len() as f64;
    let less = |worse: usize, better: usize| {
        let gains: Vec<f64> = losses[worse].iter().zip(&losses[better]).map(|(w, b)| w - b).collect();
        mean_over(&gains)
    };
    let names = [Model::None]
        .into_iter()
        .chain(measures.iter().map(|&m| Model::One(m)))
        .chain([Model::BestOne, Model::All]);
    let best = (0..count).max_by_key(|&m| (chosen[m], count - m))?;
    Some(Models {
        outcome,
        best: measures[best],
        losses: names.zip(losses.iter().map(|list| mean(list))).collect(),
        best_over_none: less(0, count + 1)?,
        all_over_best: less(count + 1, count + 2)?,
        measures,
    })
}

fn others(people: &[Vec<Example>], part: usize, parts: usize) -> impl Iterator<Item = &Vec<Example>> {
    people.iter().enumerate().filter(move |(n, _)| n % parts != part).map(|(_, person)| person)
}

/// Everything of a person less the person's own mean.
fn centred(mut examples: Vec<Example>) -> Vec<Example> {
    let n = examples.len() as f64;
    let mean = examples.iter().map(|example| example.y).sum::<f64>() / n;
    let columns = examples.first().map_or(0, |example| example.x.len());
    let means: Vec<f64> =
        (0..columns).map(|k| examples.iter().map(|example| example.x[k]).sum::<f64>() / n).collect();
    for example in &mut examples {
        example.y -= mean;
        example.x.iter_mut().zip(&means).for_each(|(x, mean)| *x -= mean);
    }
    examples
}

/// Mean and spread of each measure where a model is fitted.
struct Scale(Vec<(f64, f64)>);

impl Scale {
    fn of(examples: &[&Example], count: usize) -> Self {
        let n = examples.len().max(1) as f64;
        let of = |k: usize| {
            let mean = examples.iter().map(|example| example.x[k]).sum::<f64>() / n;
            let variance = examples.iter().map(|example| (example.x[k] - mean).powi(2)).sum::<f64>() / n;
            (mean, if variance > 0.0 { variance.sqrt() } else { 1.0 })
        };
        Self((0..count).map(of).collect())
    }

    fn standard(&self, x: &[f64], measures: &[usize]) -> Vec<f64> {
        measures.iter().map(|&m| (x[m] - self.0[m].0) / self.0[m].1).collect()
    }
}

struct Fitted {
    measures: Vec<usize>,
    intercept: f64,
    slopes: Vec<f64>,
}

fn fit(examples: &[&Example], scale: &Scale, measures: &[usize], outcome: Outcome) -> Option<Fitted> {
    let rows: Vec<Vec<f64>> = examples.iter().map(|example| scale.standard(&example.x, measures)).collect();
    let measures = measures.to_vec();
    match outcome {
        Outcome::Failure => {
            let failed: Vec<bool> = examples.iter().map(|example| example.y > 0.5).collect();
            let found = logistic(&rows, &failed, SHRINK)?;
            Some(Fitted { measures, intercept: found.intercept, slopes: found.slopes })
        }
        Outcome::Time => {
            let n = measures.len();
            let product = |k: usize, l: usize| -> f64 {
                rows.iter().map(|row| row[k] * row[l]).sum::<f64>() + if k == l { SHRINK } else { 0.0 }
            };
            let products: Vec<Vec<f64>> = (0..n).map(|k| (0..n).map(|l| product(k, l)).collect()).collect();
            let with: Vec<f64> = (0..n)
                .map(|k| rows.iter().zip(examples).map(|(row, example)| row[k] * example.y).sum())
                .collect();
            Some(Fitted { measures, intercept: 0.0, slopes: solve(&products, &with)? })
        }
    }
}

impl Fitted {
    fn loss(&self, example: &Example, scale: &Scale, outcome: Outcome) -> f64 {
        let x = scale.standard(&example.x, &self.measures);
        let sum = self.intercept + self.slopes.iter().zip(&x).map(|(slope, x)| slope * x).sum::<f64>();
        match outcome {
            // Log of 1 + exp, without overflow.
            Outcome::Failure => {
                let sum = if example.y > 0.5 { -sum } else { sum };
                sum.max(0.0) + (-sum.abs()).exp().ln_1p()
            }
            Outcome::Time => (example.y - sum).powi(2),
        }
    }
}

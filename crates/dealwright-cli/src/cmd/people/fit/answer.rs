//! The answer of `dealwright people fit` as JSON.

use dealwright_people::challenges::MEASURES;
use dealwright_people::check::Session;
use dealwright_people::difficulty::{GameFit, LevelPair, Model};
use dealwright_people::math::MeanOver;
use dealwright_people::time::{self, NoFit, Standing, TimeFit, Value};
use serde::Serialize;
use std::collections::BTreeMap;

/// What is answered with `--json`, and kept beside the rows.
#[derive(Serialize)]
pub struct Answer {
    simulated: bool,
    /// The day of the fit.
    pub date: String,
    participants: usize,
    time: Option<TimeKeys>,
    /// Why there are no setup times.
    #[serde(skip_serializing_if = "Option::is_none")]
    missing: Option<&'static str>,
    games: Vec<GameKeys>,
}

#[derive(Serialize)]
struct Number {
    value: f64,
    interval: Option<[f64; 2]>,
}

#[derive(Serialize)]
struct OverPeople {
    value: f64,
    interval: Option<[f64; 2]>,
    p: Option<f64>,
    participants: usize,
}

#[derive(Serialize)]
struct TimeKeys {
    participants: usize,
    runs: usize,
    steps: usize,
    corrections: u32,
    dropped: usize,
    weights: BTreeMap<&'static str, WeightKeys>,
    overhead: Option<Number>,
    practice: Option<Number>,
    tiring: Option<Number>,
    held_out: Option<HeldOutKeys>,
    missing: Vec<String>,
}

#[derive(Serialize)]
struct WeightKeys {
    seconds: f64,
    interval: Option<[f64; 2]>,
    assumed: f64,
    standing: &'static str,
    actions: f64,
}

#[derive(Serialize)]
struct HeldOutKeys {
    setups: usize,
    error_measured: f64,
    error_assumed: f64,
    error_scaled: f64,
    assumed_worse_by: Number,
    scaled_worse_by: Number,
}

#[derive(Serialize)]
struct GameKeys {
    game: String,
    participants: usize,
    games: usize,
    challenges: usize,
    solved_alone: usize,
    solved_with_help: usize,
    left_out: LeftOutKeys,
    correlations: Vec<CorrelationKeys>,
    levels: Vec<PairKeys>,
    models: Vec<ModelKeys>,
    missing: Vec<String>,
}

#[derive(Serialize)]
struct LeftOutKeys {
    broken_off: usize,
    again: usize,
    unsolvable: usize,
    undecided: usize,
}

#[derive(Serialize)]
struct CorrelationKeys {
    measure: &'static str,
    outcome: &'static str,
    kendall: OverPeople,
    spearman: Option<OverPeople>,
    p_holm: Option<f64>,
}

#[derive(Serialize)]
struct PairKeys {
    easier: &'static str,
    harder: &'static str,
    outcome: &'static str,
    difference: OverPeople,
    p_holm: Option<f64>,
    differs: bool,
}

#[derive(Serialize)]
struct ModelKeys {
    outcome: &'static str,
    losses: BTreeMap<String, f64>,
    best_single: &'static str,
    best_better_than_none_by: OverPeople,
    all_better_than_best_by: OverPeople,
}

impl From<&MeanOver> for OverPeople {
    fn from(found: &MeanOver) -> Self {
        let interval = found.interval.map(|interval| interval.ends());
        Self { value: found.mean, interval, p: found.p, participants: found.people }
    }
}

impl From<&Value> for Number {
    fn from(found: &Value) -> Self {
        Self { value: found.value, interval: found.interval.map(|interval| interval.ends()) }
    }
}

impl From<&TimeFit> for TimeKeys {
    fn from(fit: &TimeFit) -> Self {
        let weight = |kind: &time::Kind| {
            let standing = match kind.standing {
                Standing::Measured => "measured",
                Standing::NotSeen => "not seen",
                Standing::NotApart => "not apart",
            };
            let interval = kind.interval.map(|interval| interval.ends());
            (
                kind.name,
                WeightKeys {
                    seconds: kind.seconds,
                    interval,
                    assumed: kind.assumed,
                    standing,
                    actions: kind.actions,
                },
            )
        };
        let gain = |(value, interval): (f64, Option<dealwright::stats::Interval>)| Number {
            value,
            interval: interval.map(|i| i.ends()),
        };
        let held_out = fit.held_out.as_ref().map(|held| HeldOutKeys {
            setups: held.setups.len(),
            error_measured: held.errors[0],
            error_assumed: held.errors[1],
            error_scaled: held.errors[2],
            assumed_worse_by: gain(held.gains[0]),
            scaled_worse_by: gain(held.gains[1]),
        });
        Self {
            participants: fit.people,
            runs: fit.runs,
            steps: fit.steps,
            corrections: fit.corrections,
            dropped: fit.dropped,
            weights: fit.kinds.iter().map(weight).collect(),
            overhead: fit.overhead.as_ref().map(Number::from),
            practice: fit.practice.as_ref().map(Number::from),
            tiring: fit.tiring.as_ref().map(Number::from),
            held_out,
            missing: fit.missing.clone(),
        }
    }
}

fn model_name(model: &Model) -> String {
    match model {
        Model::None => "none".into(),
        Model::One(measure) => MEASURES[*measure].name.into(),
        Model::BestOne => "best_single".into(),
        Model::All => "all".into(),
    }
}

impl From<&GameFit> for GameKeys {
    fn from(fit: &GameFit) -> Self {
        let pair = |pair: &LevelPair| PairKeys {
            easier: pair.levels[0].word(),
            harder: pair.levels[1].word(),
            outcome: pair.outcome.word(),
            difference: OverPeople::from(&pair.difference),
            p_holm: pair.p_holm,
            differs: pair.differs(),
        };
        let out = fit.left_out;
        Self {
            game: fit.game.clone(),
            participants: fit.people,
            games: fit.games,
            challenges: fit.challenges,
            solved_alone: fit.solved,
            solved_with_help: fit.with_help,
            left_out: LeftOutKeys {
                broken_off: out.left,
                again: out.again,
                unsolvable: out.unsolvable,
                undecided: out.undecided,
            },
            correlations: fit
                .correlations
                .iter()
                .map(|one| CorrelationKeys {
                    measure: MEASURES[one.measure].name,
                    outcome: one.outcome.word(),
                    kendall: OverPeople::from(&one.kendall),
                    spearman: one.spearman.as_ref().map(OverPeople::from),
                    p_holm: one.p_holm,
                })
                .collect(),
            levels: fit.pairs.iter().map(pair).collect(),
            models: fit
                .models
                .iter()
                .map(|models| ModelKeys {
                    outcome: models.outcome.word(),
                    losses: models.losses.iter().map(|(model, loss)| (model_name(model), *loss)).collect(),
                    best_single: MEASURES[models.best].name,
                    best_better_than_none_by: OverPeople::from(&models.best_over_none),
                    all_better_than_best_by: OverPeople::from(&models.all_over_best),
                })
                .collect(),
            missing: fit.missing.clone(),
        }
    }
}

impl Answer {
    /// What was found.
    pub fn new(session: &Session, times: Result<&TimeFit, NoFit>, games: &[GameFit], date: &str) -> Self {
        Self {
            simulated: session.simulated,
            date: date.into(),
            participants: session.people.len(),
            time: times.ok().map(TimeKeys::from),
            missing: times.err().map(|why| why.words()),
            games: games.iter().map(GameKeys::from).collect(),
        }
    }
}

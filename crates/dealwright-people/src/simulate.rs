//! Simulated people, whose speed, weights and difficulty are known: to see whether the fits find them again, and how many people
//! they need. Nothing that comes from them is a finding.

mod exports;

use crate::challenges::{MEASURES, Measures};
use crate::difficulty::Play;
use crate::math::{normal, uniform};
use crate::plan::williams;
use crate::time::{COLUMNS, Data, OVERHEAD, row};
use dealwright::measure::Level;
use dealwright::rng::Stream;
use dealwright::search::Verdict;
use dealwright::setup::effort::{KINDS, SECONDS};
use dealwright::setup::stopwatch::Stopwatch;
pub use exports::exports;

/// What is true of the simulated people's setup times.
#[derive(Debug, Clone, PartialEq)]
pub struct TimeTruth {
    /// Seconds for each kind of action.
    pub weights: [f64; KINDS],
    /// Seconds for reading a step and tapping.
    pub overhead: f64,
    /// Standard deviation of the logarithm of people's speed.
    pub speeds: f64,
    /// The same for a person's own weight of each kind.
    pub own: f64,
    /// The same for each step.
    pub noise: f64,
    /// Logarithm of the factor whenever the number of runs of a setup doubles.
    pub practice: f64,
    /// Logarithm of the factor for ten tasks before.
    pub tiring: f64,
    /// Chance that a run is dropped.
    pub drops: f64,
    /// Chance before each task that a person goes home.
    pub quits: f64,
}

impl Default for TimeTruth {
    /// Not the assumed weights: the fits have to find others.
    fn default() -> Self {
        let factors = [1.3, 1.5, 1.2, 0.8, 1.6, 0.9, 1.5, 1.2, 0.6, 1.1, 1.2, 1.4];
        let mut weights = SECONDS.map(|(_, seconds)| seconds);
        weights.iter_mut().zip(factors).for_each(|(weight, factor)| *weight *= factor);
        Self {
            weights,
            overhead: 2.5,
            speeds: 0.25,
            own: 0.15,
            noise: 0.3,
            practice: -0.12,
            tiring: 0.08,
            drops: 0.04,
            quits: 0.01,
        }
    }
}

/// What is true of the simulated people's play.
#[derive(Debug, Clone, PartialEq)]
pub struct PlayTruth {
    /// Log odds of solving a challenge of middle hardness, for a person of middle ability.
    pub odds: f64,
    /// By how much they fall from one level to the next.
    pub slope: f64,
    /// Standard deviation of people's ability in log odds.
    pub abilities: f64,
    /// Logarithm of the seconds for a challenge of middle hardness.
    pub log_time: f64,
    /// By how much it grows from one level to the next.
    pub time_slope: f64,
    /// Standard deviation of it between people, and from game to game.
    pub time_noise: [f64; 2],
    /// What every ten tasks before change in log odds.
    pub tiring: f64,
    /// Chance before each task that a person goes home.
    pub quits: f64,
}

impl Default for PlayTruth {
    fn default() -> Self {
        Self {
            odds: 0.6,
            slope: 0.9,
            abilities: 0.8,
            log_time: 4.5,
            time_slope: 0.25,
            time_noise: [0.4, 0.5],
            tiring: -0.1,
            quits: 0.02,
        }
    }
}

impl PlayTruth {
    /// Nothing depends on the challenge: whatever a fit finds is false.
    pub fn nothing() -> Self {
        Self { slope: 0.0, time_slope: 0.0, ..Self::default() }
    }
}

/// A factor with mean 1.
fn factor(deviation: f64, random: &mut Stream) -> f64 {
    (deviation * normal(random) - deviation * deviation / 2.0).exp()
}

/// A person who sets up.
struct Hands {
    speed: f64,
    weights: [f64; COLUMNS],
}

impl Hands {
    fn new(truth: &TimeTruth, random: &mut Stream) -> Self {
        let mut weights = [truth.overhead; COLUMNS];
        weights[..KINDS].copy_from_slice(&truth.weights);
        weights.iter_mut().take(OVERHEAD).for_each(|weight| *weight *= factor(truth.own, random));
        Self { speed: factor(truth.speeds, random), weights }
    }

    /// Seconds of a step, for the so manyth run of the setup after so many tasks.
    fn seconds(
        &self,
        row: &[f64; COLUMNS],
        repeat: u32,
        before: u32,
        truth: &TimeTruth,
        random: &mut Stream,
    ) -> f64 {
        let expected: f64 = row.iter().zip(&self.weights).map(|(n, weight)| n * weight).sum();
        let course =
            truth.practice * (f64::from(repeat).log2() - 1.0) + truth.tiring * f64::from(before) / 10.0;
        expected * self.speed * course.exp() * factor(truth.noise, random)
    }
}

/// The rows of the steps of setups.
pub fn rows_of(setups: &[Stopwatch]) -> Vec<Vec<[f64; COLUMNS]>> {
    let of = |stopwatch: &Stopwatch| {
        stopwatch.steps.iter().map(|step| row(&step.actions.numbers().map(f64::from))).collect()
    };
    setups.iter().map(of).collect()
}

/// Runs of so many people, each setup so often, in balanced orders.
pub fn runs(
    setups: &[Vec<[f64; COLUMNS]>],
    people: usize,
    repeats: u32,
    truth: &TimeTruth,
    random: &mut Stream,
) -> Data {
    let orders = williams(setups.len());
    let mut data = Data::default();
    for number in 0..people {
        let hands = Hands::new(truth, random);
        let mut person = None;
        let mut before = 0;
        'session: for repeat in 1..=repeats {
            for &setup in &orders[(number + repeat as usize) % orders.len()] {
                if uniform(random) < truth.quits {
                    break 'session;
                }
                let steps: Vec<_> = setups[setup]
                    .iter()
                    .map(|row| (*row, hands.seconds(row, repeat, before, truth, random)))
                    .collect();
                if uniform(random) >= truth.drops {
                    let person = *person.get_or_insert_with(|| data.add_person());
                    let course = [f64::from(repeat).log2(), f64::from(before) / 10.0];
                    data.add_run(person, setup, course, &steps);
                }
                before += 1;
            }
        }
    }
    data
}

/// A person who plays.
struct Mind {
    ability: f64,
    pace: f64,
}

impl Mind {
    fn new(truth: &PlayTruth, random: &mut Stream) -> Self {
        Self { ability: truth.abilities * normal(random), pace: truth.time_noise[0] * normal(random) }
    }

    /// Whether a challenge of a level is solved, and the logarithm of the seconds.
    fn plays(&self, level: Level, before: u32, truth: &PlayTruth, random: &mut Stream) -> (bool, f64) {
        let hard = level as usize as f64 - 1.5;
        let odds = truth.odds + self.ability - truth.slope * hard + truth.tiring * f64::from(before) / 10.0;
        let solved = uniform(random) < 1.0 / (1.0 + (-odds).exp());
        let noise = truth.time_noise[1] * normal(random);
        (solved, truth.log_time + self.pace + truth.time_slope * hard + noise)
    }
}

/// Games of so many people: so many of each level, in balanced orders. Everybody plays challenges of the pool that chance draws.
pub fn plays(
    pool: &[Measures],
    people: usize,
    each: usize,
    truth: &PlayTruth,
    random: &mut Stream,
) -> Vec<Play> {
    let levels: Vec<Vec<usize>> = Level::ALL
        .iter()
        .map(|level| (0..pool.len()).filter(|&n| pool[n].level == Some(*level)).collect())
        .collect();
    let orders = williams(Level::ALL.len());
    let mut found = Vec::new();
    for person in 0..people {
        let mind = Mind::new(truth, random);
        let mut before = 0;
        'session: for block in 0..each {
            for &level in &orders[(person + block) % orders.len()] {
                if uniform(random) < truth.quits {
                    break 'session;
                }
                let Some(&challenge) = random.choose(&levels[level]) else { continue };
                let (solved, log_time) = mind.plays(Level::ALL[level], before, truth, random);
                found.push(Play { person, challenge, solved, log_time: solved.then_some(log_time) });
                before += 1;
            }
        }
    }
    found
}

/// Challenges that do not exist, so many of each level, whose measures go along with their level more or less.
pub fn pool(each: usize, random: &mut Stream) -> Vec<Measures> {
    let mut pool = Vec::new();
    for level in Level::ALL {
        for number in 0..each {
            let hard = level as usize as f64;
            let mut along = |weight: f64| weight * hard + normal(random);
            let values: [f64; MEASURES.len()] = [
                hard + 1.0,
                (-0.8 - along(1.0)).exp().min(1.0),
                (4.0 + along(0.7)).exp(),
                (10.0 + along(0.5)).round(),
                along(0.3).abs().round(),
                (2.0 + along(0.5)).exp().round(),
                (3.0 + along(0.6)).abs().round(),
                (6.0 + along(0.0)).exp().round(),
            ];
            pool.push(Measures {
                id: format!("simulated {} {number}", level.word()),
                game: "simulated".into(),
                verdict: Verdict::Solvable,
                level: Some(level),
                values: values.map(Some),
            });
        }
    }
    pool
}

//! What a design's deals come to: up to the first dead one.

use super::memory::{DeadBoard, Memory};
use crate::challenge::Challenge;
use crate::dealing::Dice;
use crate::measure::MeasureRequest;
use crate::rng::StreamName;
use crate::search::{Allowance, Reason, Verdict};
use crate::setup::deal::Dealer;
use crate::stats::Moments;

/// How much is tried.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Tries {
    /// Deals at most.
    pub deals: u64,
    /// Deals at most of a design that died of what is remembered: how long it would have lived says whether others like it are
    /// worth a try.
    pub after_death: u64,
    /// Deals that are measured of a design that lives.
    pub measured: u64,
    /// Random plays for a chance that cannot be worked out.
    pub plays: u64,
    /// Positions up to which it is worked out.
    pub graph_states: u64,
}

/// What came of a design's deals.
#[derive(Debug, Clone, PartialEq)]
pub struct Trial {
    /// Deals by chance that were solved before the first dead one.
    pub lived: u64,
    /// The board that is dead.
    pub dead: Option<DeadBoard>,
    /// The remembered board that it died of; none if it died by chance.
    pub known: Option<u64>,
    /// Deals that stayed undecided.
    pub undecided: u64,
    /// What the deals are like, of a design that lives.
    pub measured: Option<Likeness>,
}

/// What some deals are like.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Likeness {
    /// How many were measured.
    pub deals: u64,
    /// Mean of solvable less chance of random play.
    pub interest: f64,
    /// Its standard error.
    pub error: f64,
    /// Deals of each level.
    pub levels: [u64; 4],
}

/// Deals a design until one is dead, those first that others died of. `seed` names its deals.
pub fn try_design(
    dealer: &Dealer<'_>,
    memory: &Memory,
    tries: &Tries,
    allowance: &impl Allowance,
    seed: &str,
) -> Result<Trial, String> {
    let mut trial = Trial { lived: 0, dead: None, known: None, undecided: 0, measured: None };
    let verdict = |challenge: &Challenge| {
        allowance.run(|limits| {
            let outcome = challenge.solve_by_numbers(limits);
            (outcome.verdict, outcome.reason.as_ref().is_some_and(Reason::is_memory))
        })
    };
    for (number, cells) in memory.boards_for(dealer) {
        let challenge = dealer.build(&cells, &Dice::default()).map_err(|error| error.to_string())?;
        if verdict(&challenge) == Verdict::Unsolvable {
            trial.known = Some(number);
            trial.dead = Some(DeadBoard { cells: challenge.cells(), core: None });
            break;
        }
    }
    let streams = dealer.streams(seed);
    let deals = if trial.dead.is_some() { tries.after_death.min(tries.deals) } else { tries.deals };
    for index in 0..deals {
        let challenge = dealer.challenge_at(&streams, index).map_err(|error| error.to_string())?;
        match verdict(&challenge) {
            Verdict::Solvable => trial.lived += 1,
            Verdict::Undecided => trial.undecided += 1,
            Verdict::Unsolvable if trial.dead.is_some() => return Ok(trial),
            Verdict::Unsolvable => {
                trial.dead = Some(DeadBoard::of(dealer, &challenge));
                return Ok(trial);
            }
        }
    }
    if trial.undecided == 0 && trial.dead.is_none() {
        trial.measured = Some(likeness(dealer, &streams, tries, allowance, seed)?);
    }
    Ok(trial)
}

fn likeness(
    dealer: &Dealer<'_>,
    streams: &StreamName,
    tries: &Tries,
    allowance: &impl Allowance,
    seed: &str,
) -> Result<Likeness, String> {
    let asked = MeasureRequest {
        chance: true,
        ..dealer.setup.game.info.scale.request(tries.plays, tries.graph_states)
    };
    let mut gain = Moments::default();
    let mut levels = [0; 4];
    for index in 0..tries.measured.min(tries.deals) {
        let challenge = dealer.challenge_at(streams, index).map_err(|error| error.to_string())?;
        let found = allowance.run(|limits| {
            let found = challenge.measure(&asked, limits, seed);
            let ran_out = found.memory_ran_out;
            (found, ran_out)
        });
        if let Some(chance) = &found.chance {
            gain.add(1.0 - chance.win, 1.0);
        }
        if let Some(level) = found.level {
            levels[level as usize] += 1;
        }
    }
    Ok(Likeness {
        deals: levels.iter().sum(),
        interest: gain.mean().unwrap_or(0.0),
        error: gain.error().map_or(1.0, f64::sqrt),
        levels,
    })
}

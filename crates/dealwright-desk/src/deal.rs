//! A deal of some kind: solvable, or of a level.

use crate::budget::{Budget, Question};
use crate::play::{builtin_setup, check_seed};
use dealwright::measure::Level;
use dealwright::search::{Limits, Verdict};
use dealwright::setup::load::dealer;
use dealwright::setup::seed::SeedId;
use dealwright::{Challenge, InvalidInput, Registry};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// What a deal turned out to be, as far as was asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DealKind {
    /// Solvable; no more was asked.
    Solvable,
    /// Solvable, of a level.
    Of(Level),
    /// Solvable, but what its level is built on is beyond the limits.
    NoLevel,
    /// Without a solution.
    Unsolvable,
    /// The limits ran out.
    Undecided,
}

impl DealKind {
    /// From the easiest on.
    pub const ALL: [Self; 8] = [
        Self::Of(Level::Gentle),
        Self::Of(Level::Steady),
        Self::Of(Level::Tricky),
        Self::Of(Level::Fiendish),
        Self::Solvable,
        Self::NoLevel,
        Self::Unsolvable,
        Self::Undecided,
    ];

    /// Whether it is of the level that is wanted, or solvable where none is.
    pub fn is_wanted(self, level: Option<Level>) -> bool {
        self == level.map_or(DealKind::Solvable, DealKind::Of)
    }

    /// "solvable", "tricky", …
    pub fn words(self) -> &'static str {
        match self {
            DealKind::Solvable => "solvable",
            DealKind::Of(level) => level.word(),
            DealKind::NoLevel => "solvable of a level that is not known",
            DealKind::Unsolvable => "unsolvable",
            DealKind::Undecided => "undecided",
        }
    }

    /// What a challenge is. The verdict is cheaper than a level and most deals need no more: it comes first, under limits
    /// of its own.
    pub fn of(challenge: &Challenge, level: bool, first: &Limits, limits: &Limits) -> Self {
        let outcome = challenge.solve(challenge.default_solver(false), first);
        match outcome.map_or(Verdict::Undecided, |outcome| outcome.verdict) {
            Verdict::Unsolvable => DealKind::Unsolvable,
            Verdict::Undecided => DealKind::Undecided,
            Verdict::Solvable if !level => DealKind::Solvable,
            Verdict::Solvable => {
                challenge.measure_level(limits).level.map_or(DealKind::NoLevel, DealKind::Of)
            }
        }
    }
}

/// Deal a challenge of a built-in setup that is solvable, or of a level.
#[derive(Deserialize)]
pub struct DealOne {
    setup: String,
    #[serde(default)]
    options: BTreeMap<String, String>,
    level: Option<String>,
    /// Whether it has to be proved solvable.
    #[serde(default = "yes")]
    solvable: bool,
    seed: String,
    /// The number of the deal to begin with, and then of the one to go on with.
    #[serde(default)]
    start: u64,
}

fn yes() -> bool {
    true
}

/// A deal, or where to go on.
#[derive(Serialize)]
pub struct Dealt {
    /// None as long as none was found; ask again from `next` on.
    id: Option<String>,
    seed_id: Option<String>,
    level: Option<&'static str>,
    /// None after the last deal there is.
    next: Option<u64>,
}

impl Question for DealOne {
    type Answer = Dealt;
    const NAME: &'static str = "deal";
    const PATIENCE: u64 = 700;

    fn turn(&mut self, registry: &Registry, budget: &Budget<'_>) -> Result<Option<Dealt>, InvalidInput> {
        check_seed(&self.seed)?;
        let level = self.level.as_deref().map(str::parse::<Level>).transpose().map_err(InvalidInput)?;
        let setup = builtin_setup(registry, &self.setup, &self.options)?;
        let dealer = dealer(&setup)?;
        let streams = dealer.streams(&self.seed);
        loop {
            let index = self.start;
            let challenge = dealer.challenge_at(&streams, index)?;
            let Some(is_good) = is_wanted(&challenge, level, self.solvable, budget)? else { return Ok(None) };
            let next = index.checked_add(1);
            if is_good {
                let (options, text) = (setup.options(), self.seed.clone());
                let seed_id = SeedId { setup: setup.full_name(), options, text, index };
                return Ok(Some(Dealt {
                    id: Some(challenge.id()),
                    seed_id: Some(seed_id.to_string()),
                    level: level.map(|level| level.word()),
                    next,
                }));
            }
            let Some(next) = next else {
                return Err(InvalidInput(format!("there are no deals after number {index}")));
            };
            self.start = next;
            if (budget.give_up)() {
                return Ok(Some(Dealt { id: None, seed_id: None, level: None, next: Some(next) }));
            }
            if (budget.pause)() {
                return Ok(None);
            }
        }
    }
}

/// Whether a deal is of the kind that was asked for; none if it takes a greater turn to say so.
fn is_wanted(
    challenge: &Challenge,
    level: Option<Level>,
    solvable: bool,
    budget: &Budget<'_>,
) -> Result<Option<bool>, InvalidInput> {
    if level.is_none() && !solvable {
        return Ok(Some(true));
    }
    // Most deals are no good: the verdict is cheaper than a level.
    let solver = challenge.default_solver(false);
    let found = challenge.solve(solver, &budget.limits).map_err(InvalidInput::because)?;
    Ok(match (found.verdict, level) {
        (Verdict::Undecided, _) if !budget.is_last => None,
        (Verdict::Solvable, None) => Some(true),
        (Verdict::Solvable, level) if budget.is_large => {
            Some(challenge.measure_level(&crate::budget::limits()).level == level)
        }
        (Verdict::Solvable, level) => {
            challenge.measure_level_within(&budget.limits).map(|found| found.level == level)
        }
        _ => Some(false),
    })
}

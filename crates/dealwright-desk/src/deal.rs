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

/// Memory of one search for a deal, wherever it is looked for: the workers of a browser have no more, and a daily challenge has to
/// be the same for everybody.
const DEAL_MEMORY: u64 = 256 << 20;

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
    #[serde(skip)]
    passed: BTreeMap<&'static str, u64>,
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
    /// What the deals were that were examined for this answer and are not of the kind that was asked for: how many of each.
    passed: BTreeMap<&'static str, u64>,
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
            let Some(kind) = kind_of(&challenge, level, self.solvable, budget)? else { return Ok(None) };
            let next = index.checked_add(1);
            if !self.solvable && level.is_none() || kind.is_wanted(level) {
                let (options, text) = (setup.options(), self.seed.clone());
                let seed_id = SeedId { setup: setup.full_name(), options, text, index };
                return Ok(Some(Dealt {
                    id: Some(challenge.id()),
                    seed_id: Some(seed_id.to_string()),
                    level: level.map(|level| level.word()),
                    next,
                    passed: std::mem::take(&mut self.passed),
                }));
            }
            let Some(next) = next else {
                return Err(InvalidInput(format!("there are no deals after number {index}")));
            };
            *self.passed.entry(kind.words()).or_default() += 1;
            self.start = next;
            if (budget.give_up)() {
                let passed = std::mem::take(&mut self.passed);
                return Ok(Some(Dealt { id: None, seed_id: None, level: None, next: Some(next), passed }));
            }
            if (budget.pause)() {
                return Ok(None);
            }
        }
    }
}

/// What a deal is, as far as it has to be known; none if it takes a greater turn to say so.
fn kind_of(
    challenge: &Challenge,
    level: Option<Level>,
    solvable: bool,
    budget: &Budget<'_>,
) -> Result<Option<DealKind>, InvalidInput> {
    if level.is_none() && !solvable {
        return Ok(Some(DealKind::Undecided));
    }
    // Most deals are no good: the verdict is cheaper than a level.
    let solver = challenge.default_solver(false);
    let within = |limits: &Limits| Limits { memory: limits.memory.min(DEAL_MEMORY), ..*limits };
    let limits = within(&budget.limits);
    let found = challenge.solve(solver, &limits).map_err(InvalidInput::because)?;
    let of = |level: Option<Level>| level.map_or(DealKind::NoLevel, DealKind::Of);
    Ok(match (found.verdict, level) {
        (Verdict::Unsolvable, _) => Some(DealKind::Unsolvable),
        (Verdict::Undecided, _) => budget.is_last.then_some(DealKind::Undecided),
        (Verdict::Solvable, None) => Some(DealKind::Solvable),
        (Verdict::Solvable, Some(_)) if budget.is_large => {
            Some(of(challenge.measure_level(&within(&crate::budget::limits())).level))
        }
        (Verdict::Solvable, Some(_)) => challenge.measure_level_within(&limits).map(|found| of(found.level)),
    })
}

#[cfg(test)]
mod tests {
    use crate::budget::Budget;
    use crate::questions::answer;
    use dealwright::Registry;
    use serde_json::Value;

    #[test]
    fn every_deal_that_was_passed_by_is_told_as_what_it_is() {
        let body = r#"{"setup":"boxoff/shuffled","seed":"rare","level":"fiendish"}"#;
        let found = answer(&Registry::standard(), "deal", body, &Budget::whole()).unwrap();
        let found: Value = serde_json::from_str(&found).unwrap();
        let passed = found["passed"].as_object().unwrap();
        let sum: u64 = passed.values().map(|many| many.as_u64().unwrap()).sum();
        assert_eq!(sum + 1, found["next"].as_u64().unwrap(), "{passed:?}");
        assert!(passed["unsolvable"].as_u64().unwrap() > 0 && !passed.contains_key("fiendish"));
    }
}

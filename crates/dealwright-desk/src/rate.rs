//! How hard a challenge is.

use crate::budget::{Budget, Question, Weight, limits};
use crate::play::read_played;
use dealwright::{InvalidInput, Registry};
use serde::{Deserialize, Serialize};

/// How hard is this challenge?
#[derive(Deserialize)]
pub struct RateChallenge {
    id: String,
}

/// How hard it is.
#[derive(Serialize)]
pub struct Rated {
    verdict: &'static str,
    /// Why it is undecided.
    reason: Option<String>,
    level: Option<&'static str>,
    meaning: Option<&'static str>,
    length: Option<u32>,
}

impl Question for RateChallenge {
    type Answer = Rated;
    const NAME: &'static str = "rate";
    const WEIGHT: Weight = Weight::Long;

    fn turn(&mut self, registry: &Registry, _: &Budget<'_>) -> Result<Option<Rated>, InvalidInput> {
        let (challenge, _) = read_played(registry, &self.id, &[])?;
        let found = challenge.measure_level(&limits());
        Ok(Some(Rated {
            verdict: found.verdict.word(),
            reason: found.reason.map(|reason| reason.to_string()),
            level: found.level.map(|level| level.word()),
            meaning: found.level.map(|level| challenge.info().scale.meaning(level)),
            length: found.length,
        }))
    }
}

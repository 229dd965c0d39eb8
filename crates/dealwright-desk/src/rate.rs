//! How hard a challenge is.

use crate::budget::{Budget, Question};
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

    fn turn(&mut self, registry: &Registry, budget: &Budget<'_>) -> Result<Option<Rated>, InvalidInput> {
        let (challenge, _) = read_played(registry, &self.id, &[])?;
        // Most challenges are small, and whoever asks about one should not wait for those who ask about large ones.
        let found = match challenge.measure_level_within(&budget.limits) {
            Some(found) => found,
            None if budget.is_last => challenge.measure_level(&budget.limits),
            None => return Ok(None),
        };
        Ok(Some(Rated {
            verdict: found.verdict.word(),
            reason: found.reason.map(|reason| reason.to_string()),
            level: found.level.map(|level| level.word()),
            meaning: found.level.map(|level| challenge.info().scale.meaning(level)),
            length: found.length,
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::budget::limits;
    use dealwright::search::Limits;

    #[test]
    fn small_challenges_are_rated_in_the_first_turns_and_as_in_the_last() {
        let registry = Registry::standard();
        let rated = |id: &str, states: u64, is_last: bool| {
            let limits = Limits { states, ..limits() };
            let budget = Budget { limits, is_large: is_last, is_last, ..Budget::whole() };
            let found = RateChallenge { id: id.into() }.turn(&registry, &budget).unwrap();
            found.map(|found| serde_json::to_string(&found).unwrap())
        };
        let cases = [
            ("boxoff:BBWBBW/BYYYWB/YWWWYY", 1000),
            ("boxoff:AADDAC/CBDDBB/CDABDA/CBABCC", 1000),
            ("pretzel:--2S3S/3H--2H/2D3D--", 1000),
            ("fujisan:551102224335/244331001054", 64_000),
        ];
        for (id, states) in cases {
            let small = rated(id, states, false);
            assert!(small.is_some(), "{id} takes more than {states} positions");
            assert_eq!(small, rated(id, 1_000_000, true), "{id}");
        }
        assert_eq!(rated(cases[3].0, 100, false), None);
    }
}

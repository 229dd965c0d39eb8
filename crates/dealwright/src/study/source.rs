//! Where the challenges of a study come from, and their records one by one.

use super::{Extent, Study};
use crate::challenge::Challenge;
use crate::dealing::Dice;
use crate::hunt::{Catch, climb, none_to_begin_with};
use crate::record::{self, Origin, Schema, Value, at};
use crate::rng::StreamName;
use crate::search::{Allowance, Verdict};
use crate::setup::deal::Dealer;
use crate::setup::enumerate::Outcomes;
use crate::setup::repair::Repairs;
use crate::text::grouped;

/// Most outcomes of a census.
const MOST_OUTCOMES: u128 = 1_000_000_000;

/// A challenge that the setup cannot give; what is wrong, in words.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct NoChallenge(String);

/// Where the challenges of a line come from.
pub struct Source<'a> {
    /// The line's setup.
    pub dealer: &'a Dealer<'a>,
    /// The columns of the study's records.
    schema: &'a Schema,
    streams: StreamName,
    outcomes: Option<Outcomes<'a>>,
}

/// What a record's searches may use, and who is told how far a climb is.
pub struct Watched<'a, A> {
    /// See [`Allowance`].
    pub allowance: &'a A,
    /// Told before each step of a climb its number and the best value so far.
    pub step: &'a dyn Fn(u64, f64),
}

impl<'a> Source<'a> {
    /// The source of a line that is dealt so.
    pub fn new(dealer: &'a Dealer<'a>, study: &Study, schema: &'a Schema) -> Self {
        let outcomes = if study.extent == Extent::Census { Outcomes::new(dealer) } else { None };
        // Climbs are no deals, and have randomness of their own.
        let streams = match study.hunt {
            Some(_) => dealer.streams(&format!("hunt {}", study.seed)),
            None => dealer.streams(&study.seed),
        };
        Self { dealer, schema, streams, outcomes }
    }

    /// What climb number `index` of a hunt brings home.
    fn climb(&self, study: &Study, index: u64, watched: &Watched<'_, impl Allowance>) -> Option<Catch> {
        let mut random = self.streams.stream(index);
        let hunt = study.hunt.as_ref()?;
        let step = |step, best| {
            (watched.step)(step, best);
            true
        };
        climb(self.dealer, hunt, &study.request, watched.allowance, &study.seed, &mut random, step)
    }

    /// A challenge of the study, not yet measured, unless it is hunted for; none for an outcome that would be dealt again.
    pub fn dealt(
        &self,
        study: &Study,
        index: u64,
        watched: &Watched<'_, impl Allowance>,
    ) -> Result<Option<Dealt>, NoChallenge> {
        let setup = self.dealer.setup;
        let wrong = |what: String| NoChallenge(format!("{}: {what}", setup.full_name()));
        let (cells, dice, weight, redeals) = match &self.outcomes {
            Some(outcomes) => {
                let outcome = outcomes.get(index.into());
                let outcome = outcome.ok_or_else(|| wrong(format!("there is no outcome {index}")))?;
                if !outcome.accepted {
                    return Ok(None);
                }
                let weight = i64::try_from(&outcome.weight / outcomes.unit());
                let weight = weight.map_err(|_| wrong("a weight is too large".into()))?;
                (outcome.cells, outcome.dice, weight, None)
            }
            None if study.hunt.is_some() => {
                let found = self.climb(study, index, watched);
                let found = found.ok_or_else(|| match study.hunt {
                    Some(hunt) => NoChallenge(none_to_begin_with(self.dealer, hunt.quarry)),
                    None => wrong("nothing is hunted for".into()),
                })?;
                (found.cells, found.dice, 1, None)
            }
            None => {
                let deal = self.dealer.deal_from(&mut self.streams.stream(index));
                let deal = deal.map_err(|error| wrong(error.to_string()))?;
                (deal.cells, deal.dice, 1, Some(i64::from(deal.redeals)))
            }
        };
        let challenge = self.dealer.build(&cells, &dice).map_err(|error| wrong(error.to_string()))?;
        Ok(Some(Dealt { cells, dice, weight, redeals, challenge }))
    }

    /// The record of a challenge; none for an outcome that would be dealt again.
    pub fn row(&self, study: &Study, index: u64) -> Result<Option<Vec<Value>>, NoChallenge> {
        self.row_watched(study, index, &Watched { allowance: &study.limits, step: &|_, _| {} })
    }

    /// The same by searches that share what they use with others. The record is the same whatever they get at first.
    pub fn row_watched(
        &self,
        study: &Study,
        index: u64,
        watched: &Watched<'_, impl Allowance>,
    ) -> Result<Option<Vec<Value>>, NoChallenge> {
        let setup = self.dealer.setup;
        let Some(Dealt { cells, dice, weight, redeals, challenge }) = self.dealt(study, index, watched)?
        else {
            return Ok(None);
        };
        let found = watched.allowance.run(|limits| {
            let found = challenge.measure(&study.request, limits, &study.seed);
            let ran_out = found.memory_ran_out;
            (found, ran_out)
        });
        let trial = match study.extent {
            Extent::Samples(samples) => Some(study.trial(index, samples) as i64),
            _ => None,
        };
        let origin = Origin {
            setup: setup.full_name(),
            seed: self.outcomes.is_none().then(|| study.seed.clone()),
            index: index as i64,
            trial,
            redeals,
            weight,
            shuffle: setup.shuffling.words(),
        };
        let mut row = record::row(self.schema, origin, &challenge, &found, &study.limits)
            .map_err(|error| NoChallenge(error.to_string()))?;
        if study.request.repair && found.verdict == Verdict::Unsolvable {
            // With undecided ones among them it is not known that none helps, or no smaller one.
            let repairs = watched.allowance.run(|limits| {
                let repairs = self.dealer.repairs(&cells, &dice, limits);
                let ran_out = repairs.as_ref().is_some_and(|repairs| repairs.memory_ran_out);
                (repairs, ran_out)
            });
            let repairs = repairs.filter(Repairs::is_smallest);
            let first = repairs.as_ref().and_then(|repairs| repairs.found.first());
            row[at::REPAIR] = match first {
                Some(repair) => Value::Text(repair.kind.word().into()),
                None if repairs.is_some() => Value::Text("none".into()),
                None => Value::Missing,
            };
            row[at::REPAIRED_ID] =
                first.map_or(Value::Missing, |repair| Value::Text(repair.challenge.id().into()));
        }
        Ok(Some(row))
    }
}

/// A challenge as it came from its setup.
pub struct Dealt {
    cells: Vec<u8>,
    dice: Dice,
    /// How often it counts.
    pub weight: i64,
    /// Deals that were gathered again before it; none in a census.
    pub redeals: Option<i64>,
    /// What is to be solved.
    pub challenge: Challenge,
}

/// Challenges of a line: outcomes in a census, and the most there may be where the study ends by itself.
pub fn challenges(study: &Study, dealer: &Dealer<'_>, name: &str) -> Result<u64, NoChallenge> {
    match study.extent {
        Extent::Samples(samples) => Ok(samples),
        Extent::Until { most, .. } => Ok(most),
        Extent::Census => outcomes(dealer, name),
    }
}

/// How many outcomes a census looks at.
fn outcomes(dealer: &Dealer<'_>, name: &str) -> Result<u64, NoChallenge> {
    if let Some(shuffling) = dealer.setup.shuffling.words() {
        return Err(NoChallenge(format!(
            "{name}: a census is made for perfect shuffling, not for {shuffling}; leave out \
             shuffle, or take a sample"
        )));
    }
    let total = Outcomes::new(dealer).map(|outcomes| outcomes.total);
    match total.filter(|&total| total <= MOST_OUTCOMES) {
        Some(total) => Ok(total as u64),
        None => {
            let many = total.map_or("more than 10^38".into(), |total| match u64::try_from(total) {
                Ok(total) => grouped(total),
                Err(_) => format!("{:.1e}", total as f64),
            });
            Err(NoChallenge(format!(
                "{name}: a census would examine {many} outcomes, at most {} are possible; take a sample",
                grouped(MOST_OUTCOMES as u64)
            )))
        }
    }
}

//! What setups that build challenges by hand give away, over many deals and on all cores.

use crate::parallel::one_by_one;
use anyhow::Result;
use dealwright::InvalidInput;
use dealwright::recall::RecallRequest;
use dealwright::search::Limits;
use dealwright::setup::Setup;
use dealwright::setup::load::dealer;
use dealwright::stats::{Bounded, Counts, Interval};

/// What is asked.
pub struct RecallPlan {
    /// Deals.
    pub deals: u64,
    /// Numbers of placements that are remembered; none for all of them.
    pub remembered: Vec<Option<u64>>,
    /// Random plays where a chance cannot be worked out.
    pub plays: u64,
    /// Any text.
    pub seed: String,
    /// Of each search.
    pub limits: Limits,
}

/// The chance to win with so much remembered.
pub struct RecallRow {
    /// Placements that are remembered; none for all.
    pub remembered: Option<u64>,
    /// The mean chance, and where the true one lies at 95% confidence.
    pub wins: f64,
    /// The interval.
    pub interval: Option<Interval>,
    /// The share of deals whose chance was worked out exactly.
    pub exact: f64,
}

/// The answer.
pub struct Recalled {
    /// Deals looked at.
    pub deals: u64,
    /// Deals of which limits allowed no play at all; they are left out.
    pub left_out: u64,
    /// Placements of a deal, on average.
    pub placements: f64,
    /// Whether what was laid last is played first.
    pub last_laid_first: bool,
    /// One for each number of placements.
    pub rows: Vec<RecallRow>,
}

/// One deal: its placements, and for each row the chance and whether it is exact.
struct One {
    placements: usize,
    chances: Vec<(f64, bool)>,
}

/// Looks at deals of a setup that builds them.
pub fn recall(setup: &Setup, plan: &RecallPlan, threads: usize) -> Result<Recalled> {
    let dealer = dealer(setup)?;
    let Some(build) = dealer.plan.build.as_ref() else {
        let name = setup.name_with_choices();
        let message = format!(
            "{name} lays its pieces by chance and has no step build, so there is no solution that could be remembered; compare shows \
             how often random play wins"
        );
        return Err(InvalidInput(message).into());
    };
    let streams = dealer.streams(&plan.seed);
    let numbers: Vec<u64> = (0..plan.deals).collect();
    let found = one_by_one(&numbers, threads, |_, &index| -> Result<Option<Option<One>>> {
        let built = dealer.construction_from(&mut streams.stream(index));
        let (laid, built) =
            built.ok_or_else(|| InvalidInput("hands got stuck in every try to build a deal".into()))?;
        let challenge = dealer.build(&laid.cells, &laid.dice).map_err(InvalidInput::because)?;
        let mut chances = Vec::new();
        for remembered in &plan.remembered {
            let request = RecallRequest {
                remembered: remembered.map_or(usize::MAX, |n| n as usize),
                last_laid_first: build.by.last_laid_first,
                plays: plan.plays,
                limits: plan.limits,
                seed: plan.seed.clone(),
            };
            match challenge.recall(&built.line, &request).map_err(InvalidInput)? {
                Some(chance) => chances.push((chance.win, chance.plays.is_none())),
                None => return Ok(Some(None)),
            }
        }
        Ok(Some(Some(One { placements: built.line.len(), chances })))
    })?;
    let deals: Vec<One> = found.into_iter().flatten().collect();
    let count = deals.len() as f64;
    let row = |(n, remembered): (usize, &Option<u64>)| {
        let values: Vec<f64> = deals.iter().map(|deal| deal.chances[n].0).collect();
        let exact = deals.iter().filter(|deal| deal.chances[n].1).count();
        let interval = Counts::from_values(&values).as_ref().and_then(Bounded::new);
        RecallRow {
            remembered: *remembered,
            wins: values.iter().sum::<f64>() / count,
            // Whoever remembers all of it plays a solution: that is no matter of chance.
            interval: match remembered {
                None => Some(Interval { low: 1.0, high: 1.0 }),
                Some(_) => interval.and_then(|bounded| bounded.interval(0.95)),
            },
            exact: exact as f64 / count,
        }
    };
    Ok(Recalled {
        deals: deals.len() as u64,
        left_out: plan.deals - deals.len() as u64,
        placements: deals.iter().map(|deal| deal.placements as f64).sum::<f64>() / count,
        last_laid_first: build.by.last_laid_first,
        rows: plan.remembered.iter().enumerate().map(row).collect(),
    })
}

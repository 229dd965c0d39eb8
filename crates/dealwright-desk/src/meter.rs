//! The live meter: deals of a setup, measured as they come.

use crate::budget::{Pace, Piece, Stream, Streamed, limits};
use crate::design::setup_from_text;
use crate::play::check_seed;
use dealwright::measure::{MeasureRequest, Scale};
use dealwright::search::{Limits, Verdict};
use dealwright::setup::Setup;
use dealwright::setup::load::dealer;
use dealwright::stats::wilson_with_undecided;
use dealwright::study::ONLY_VERDICT;
use dealwright::{InvalidInput, Registry};
use dealwright_draw::chart::{Chart, Histogram, Histograms};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Deals that a meter looks at, and positions of one deal.
const MOST_DEALS: u64 = 50_000;
pub(crate) const STATES_OF_ONE: u64 = 200_000;

/// What a meter has found so far.
#[derive(Default)]
struct Tally {
    dealt: u64,
    solvable: u64,
    undecided: u64,
    chance: f64,
    lengths: BTreeMap<u64, u64>,
    levels: [u64; 4],
}

/// What it tells.
#[derive(Serialize)]
pub struct Reading {
    dealt: u64,
    solvable: f64,
    low: f64,
    high: f64,
    undecided: u64,
    chance: f64,
    /// None while it is not known of every deal whether it is solvable.
    interest: Option<f64>,
    levels: [u64; 4],
    median: Option<u64>,
    histogram: Option<String>,
    done: bool,
}

impl Tally {
    fn reading(&self, done: bool) -> Reading {
        let n = self.dealt.max(1) as f64;
        let dead = self.dealt - self.solvable - self.undecided;
        let interval = wilson_with_undecided(self.solvable, dead, self.undecided, 0.95);
        let half = self.lengths.values().sum::<u64>().div_ceil(2);
        let mut seen = 0;
        let median = self.lengths.iter().find(|(_, count)| {
            seen += **count;
            seen >= half && half > 0
        });
        let histogram = (self.lengths.len() > 1).then(|| {
            let panel = Histogram { heading: "solvable deals".into(), counts: self.lengths.clone() };
            let (across, up) = ("moves of a shortest solution".into(), "share".into());
            Histograms { title: "Lengths".into(), across, up, cut: None, panels: vec![panel] }.svg()
        });
        Reading {
            dealt: self.dealt,
            solvable: self.solvable as f64 / n,
            low: interval.map_or(0.0, |interval| interval.low),
            high: interval.map_or(1.0, |interval| interval.high),
            undecided: self.undecided,
            chance: self.chance / n,
            interest: (self.undecided == 0).then(|| (self.solvable as f64 - self.chance) / n),
            levels: self.levels,
            median: median.map(|(length, _)| *length),
            histogram,
            done,
        }
    }
}

/// Deal and measure as long as somebody listens.
#[derive(Deserialize)]
pub struct RunMeter {
    text: String,
    #[serde(default)]
    options: BTreeMap<String, String>,
    #[serde(default)]
    seed: String,
}

/// A meter at work.
pub struct Meter {
    setup: Setup,
    seed: String,
    tally: Tally,
}

impl Streamed for RunMeter {
    type Work = Meter;
    const NAME: &'static str = "meter";
    const MOST_SECONDS: u64 = 60;

    fn begin(self, registry: &Registry) -> Result<Meter, InvalidInput> {
        check_seed(&self.seed)?;
        let setup = setup_from_text(registry, &self.text, &self.options).map_err(InvalidInput::because)?;
        Ok(Meter { setup, seed: self.seed, tally: Tally::default() })
    }
}

impl Stream for Meter {
    type Told = Reading;

    fn go_on(&mut self, pace: &Pace<'_>) -> Result<Piece<Reading>, InvalidInput> {
        deal_some(&self.setup, &self.seed, &mut self.tally, pace)?;
        let done = self.tally.dealt >= MOST_DEALS || pace.is_late;
        Ok(Piece { tell: Some(self.tally.reading(done)), done })
    }
}

/// Some more deals.
fn deal_some(setup: &Setup, seed: &str, tally: &mut Tally, pace: &Pace<'_>) -> Result<(), InvalidInput> {
    let dealer = dealer(setup)?;
    let streams = dealer.streams(seed);
    let few = Limits { states: STATES_OF_ONE, ..limits() };
    while tally.dealt < MOST_DEALS {
        let challenge = dealer.challenge_at(&streams, tally.dealt)?;
        // Random play is sampled: exact chances would take their time.
        let length = challenge.info().scale == Scale::Length;
        let request = MeasureRequest { length, chance: true, plays: 20, graph_states: 2000, ..ONLY_VERDICT };
        let found = challenge.measure(&request, &few, "meter");
        tally.dealt += 1;
        tally.solvable += u64::from(found.verdict == Verdict::Solvable);
        tally.undecided += u64::from(found.verdict == Verdict::Undecided);
        tally.chance += found.chance.map_or(0.0, |chance| chance.win);
        if let Some(length) = found.length.filter(|_| found.verdict == Verdict::Solvable) {
            *tally.lengths.entry(length.into()).or_default() += 1;
        }
        if let Some(level) = found.level {
            tally.levels[level as usize] += 1;
        }
        if (pace.pause)() {
            break;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn interest_is_not_told_while_deals_are_undecided() {
        let mut tally = Tally { dealt: 10, solvable: 6, chance: 2.0, ..Tally::default() };
        assert_eq!(tally.reading(false).interest, Some(0.4));
        tally.undecided = 1;
        let reading = tally.reading(false);
        assert_eq!(reading.interest, None);
        assert!(reading.low < 0.35 && reading.high > 0.85, "{} to {}", reading.low, reading.high);
    }
}

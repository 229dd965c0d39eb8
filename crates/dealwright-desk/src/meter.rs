//! The live meter: deals of a setup, measured as they come.

use crate::budget::{Budget, Pace, Piece, Question, Stream, Streamed, limits};
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

/// Parts that the deals of one meter may be cut into.
const MOST_PARTS: u64 = 64;

/// What a meter has found so far.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Tally {
    dealt: u64,
    solvable: u64,
    undecided: u64,
    chance: f64,
    lengths: BTreeMap<u64, u64>,
    levels: [u64; 4],
}

/// Whether counts together are no more than so many.
fn within(mut counts: impl Iterator<Item = u64>, most: u64) -> bool {
    counts.try_fold(0_u64, u64::checked_add).is_some_and(|sum| sum <= most)
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
    /// What was counted, where only a part of the deals was looked at.
    #[serde(skip_serializing_if = "Option::is_none")]
    tally: Option<Tally>,
    done: bool,
}

impl Tally {
    /// Whether counts can have been found together: no more of anything than were dealt.
    fn is_sound(&self) -> bool {
        self.dealt <= MOST_DEALS
            && within([self.solvable, self.undecided].into_iter(), self.dealt)
            && within(self.lengths.values().copied(), self.dealt)
            && within(self.levels.into_iter(), self.dealt)
            && (0.0..=self.dealt as f64).contains(&self.chance)
    }

    /// Adds what was found for other deals, unless those counts or their sums cannot be: none of them overflows, as each
    /// is at most the number of deals.
    fn add(&mut self, other: &Tally) -> Option<()> {
        if !other.is_sound() || self.dealt + other.dealt > MOST_DEALS {
            return None;
        }
        self.dealt += other.dealt;
        self.solvable += other.solvable;
        self.undecided += other.undecided;
        self.chance += other.chance;
        for (length, count) in &other.lengths {
            *self.lengths.entry(*length).or_default() += count;
        }
        for (known, count) in self.levels.iter_mut().zip(other.levels) {
            *known += count;
        }
        Some(())
    }

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
            tally: None,
            done,
        }
    }
}

/// What several parts of one meter have found together.
#[derive(Deserialize)]
pub struct ReadMeter {
    tallies: Vec<Tally>,
    #[serde(default)]
    done: bool,
}

impl Question for ReadMeter {
    type Answer = Reading;
    const NAME: &'static str = "reading";

    fn turn(&mut self, _: &Registry, _: &Budget<'_>) -> Result<Option<Reading>, InvalidInput> {
        let mut all = Tally::default();
        for (n, tally) in self.tallies.iter().enumerate() {
            let wrong = || InvalidInput(format!("'tallies[{n}]': these counts do not agree with each other"));
            all.add(tally).ok_or_else(wrong)?;
        }
        Ok(Some(all.reading(self.done)))
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
    /// Which part of how many, counted from 0, when several work on the same meter: deals are shared out in turn.
    part: Option<[u64; 2]>,
}

/// A meter at work.
pub struct Meter {
    setup: Setup,
    seed: String,
    tally: Tally,
    /// The number of the next deal, and how far it is to the one after it.
    next: u64,
    step: u64,
}

impl Streamed for RunMeter {
    type Work = Meter;
    const NAME: &'static str = "meter";
    const MOST_SECONDS: u64 = 60;

    fn begin(self, registry: &Registry) -> Result<Meter, InvalidInput> {
        check_seed(&self.seed)?;
        let setup = setup_from_text(registry, &self.text, &self.options).map_err(InvalidInput::because)?;
        let [next, step] = self.part.unwrap_or([0, 1]);
        if step == 0 || step > MOST_PARTS || next >= step {
            return Err(InvalidInput(format!(
                "'part': expected a number from 0 and how many there are, at most {MOST_PARTS}, found {next} of {step}"
            )));
        }
        Ok(Meter { setup, seed: self.seed, tally: Tally::default(), next, step })
    }
}

impl Stream for Meter {
    type Told = Reading;

    fn go_on(&mut self, pace: &Pace<'_>) -> Result<Piece<Reading>, InvalidInput> {
        self.deal_some(pace)?;
        let done = self.next >= MOST_DEALS || pace.is_late;
        let mut reading = self.tally.reading(done);
        if self.step > 1 {
            reading.tally = Some(self.tally.clone());
        }
        Ok(Piece { tell: Some(reading), done })
    }
}

impl Meter {
    /// Some more deals.
    fn deal_some(&mut self, pace: &Pace<'_>) -> Result<(), InvalidInput> {
        let tally = &mut self.tally;
        let dealer = dealer(&self.setup)?;
        let streams = dealer.streams(&self.seed);
        let few = Limits { states: STATES_OF_ONE, ..limits() };
        while self.next < MOST_DEALS {
            let challenge = dealer.challenge_at(&streams, self.next)?;
            self.next += self.step;
            // Random play is sampled: exact chances would take their time.
            let length = challenge.info().scale == Scale::Length;
            let request =
                MeasureRequest { length, chance: true, plays: 20, graph_states: 2000, ..ONLY_VERDICT };
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

    /// What a meter or a part of one has counted after so many deals.
    fn counted(part: Option<[u64; 2]>, deals: u64) -> Tally {
        let registry = Registry::standard();
        let text = registry.setup_text("boxoff/ltiles").unwrap().to_string();
        let question = RunMeter { text, options: BTreeMap::new(), seed: "x".into(), part };
        let mut meter = question.begin(&registry).unwrap();
        let left = std::cell::Cell::new(deals);
        let pause = || {
            left.set(left.get() - 1);
            left.get() == 0
        };
        meter.go_on(&Pace { pause: &pause, is_late: false }).unwrap();
        meter.tally
    }

    #[test]
    fn parts_of_a_meter_come_to_the_same_as_the_whole() {
        let whole = counted(None, 60);
        let tallies: Vec<Tally> = (0..3).map(|part| counted(Some([part, 3]), 20)).collect();
        assert!(tallies[0] != tallies[1]);
        let mut question = ReadMeter { tallies, done: false };
        let reading = question.turn(&Registry::standard(), &Budget::whole()).unwrap().unwrap();
        let expected = whole.reading(false);
        assert_eq!((reading.dealt, reading.levels, reading.median), (60, expected.levels, expected.median));
        assert_eq!((reading.solvable, reading.low), (expected.solvable, expected.low));
        assert!((reading.chance - expected.chance).abs() < 1e-9);
    }

    #[test]
    fn parts_that_make_no_sense_and_counts_that_cannot_be_are_refused() {
        let registry = Registry::standard();
        let text = registry.setup_text("boxoff/ltiles").unwrap().to_string();
        for part in [[0, 0], [3, 3], [0, 65], [u64::MAX, u64::MAX]] {
            let question =
                RunMeter { text: text.clone(), options: BTreeMap::new(), seed: "x".into(), part: Some(part) };
            assert!(question.begin(&registry).err().unwrap().0.contains("'part'"), "{part:?}");
        }
        let good = Tally { dealt: 10, solvable: 6, chance: 2.0, ..Tally::default() };
        for wrong in [
            Tally { dealt: u64::MAX, ..good.clone() },
            Tally { solvable: 11, ..good.clone() },
            Tally { chance: f64::NAN, ..good.clone() },
            Tally { chance: -1.0, ..good.clone() },
            Tally { lengths: BTreeMap::from([(1, u64::MAX), (2, 1)]), ..good.clone() },
            Tally { levels: [u64::MAX, 1, 0, 0], ..good.clone() },
        ] {
            let mut question = ReadMeter { tallies: vec![good.clone(), wrong], done: true };
            let refused = question.turn(&registry, &Budget::whole()).err().unwrap();
            assert!(refused.0.contains("'tallies[1]'"), "{}", refused.0);
        }
    }
}

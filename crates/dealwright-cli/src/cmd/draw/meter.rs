//! `dealwright draw … --meter N`: many deals of a setup, measured as `dealwright compare` measures them.

use crate::progress::Progress;
use anyhow::{Result, bail};
use dealwright::InvalidInput;
use dealwright::measure::{Level, MeasureRequest};
use dealwright::search::Limits;
use dealwright::setup::Setup;
use dealwright::stats::Interval;
use dealwright::study::{DEFAULT_GRAPH_STATES, Extent, Study};
use dealwright::summary::SummaryLine;
use dealwright::text::counted;
use dealwright_desk::compare::PLAYS;
use dealwright_draw::chart::{Estimate, Meter};
use dealwright_lab::batches::{InMemory, NoBatch};
use std::sync::atomic::AtomicBool;

/// Fewest and most deals of a meter: an interval needs two, and records of all of them are made in memory.
const FEWEST: u64 = 2;
const MOST: u64 = 1_000_000;
/// Positions of one search, as in other commands that somebody waits for.
const STATES: u64 = 2_000_000;

/// Deals that many challenges of a seed, on all cores, and tells what they are like.
pub fn measure(setup: &Setup, seed: &str, deals: u64) -> Result<Meter> {
    if !(FEWEST..=MOST).contains(&deals) {
        let message = format!("--meter {deals}: expected {FEWEST} to 1,000,000 deals");
        return Err(InvalidInput(message).into());
    }
    let progress = Progress::new(format!("measuring {} of {}", counted(deals, "deal"), setup.full_name()));
    let levels = setup.game.info.scale.request(PLAYS, DEFAULT_GRAPH_STATES);
    let study = Study {
        title: String::new(),
        question: String::new(),
        expectation: String::new(),
        lines: Vec::new(),
        seed: seed.into(),
        extent: Extent::Samples(deals),
        trials: 1,
        request: MeasureRequest { chance: true, plays: PLAYS, ..levels },
        limits: progress.watched(Limits { states: STATES, ..Limits::default() }),
        block: None,
        hunt: None,
    };
    let study = InMemory::new(study, vec![setup.clone()])?;
    let mut batches = study.begin((0, 1))?;
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    loop {
        match batches.next(&study, threads, &AtomicBool::new(false)) {
            Ok(Some(_)) => {}
            Ok(None) => break,
            Err(NoBatch::Invalid(error)) => return Err(error.into()),
            Err(NoBatch::Stopped) => bail!("stopped"),
        }
    }
    match batches.lines().first() {
        Some(line) => Ok(meter(setup, line)),
        None => bail!("no deal of {} was measured", setup.full_name()),
    }
}

fn meter(setup: &Setup, line: &SummaryLine) -> Meter {
    let known = |value: Option<f64>, interval: Option<Interval>| {
        let interval = interval?;
        Some(Estimate::new(value?, interval.low, interval.high))
    };
    // Undecided deals leave a range of shares: the middle of it stands for them.
    let middle = line.share_range().map(|range| (range.low + range.high) / 2.0);
    let shares = [
        ("solvable", known(line.share().or(middle), line.interval())),
        ("random play wins", known(line.chance(), line.chance_interval())),
        ("interest (the difference)", known(line.interest(), line.interest_interval())),
    ];
    Meter {
        name: format!("{} {}", setup.game.info.title, setup.title),
        deals: line.total(),
        shares: shares.map(|(name, share)| (name.to_string(), share)).to_vec(),
        parts_title: "levels of solvable deals".into(),
        parts: Level::ALL.map(|level| (level.word().to_string(), line.levels[level as usize])).to_vec(),
    }
}

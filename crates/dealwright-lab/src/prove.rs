//! Proofs on all cores: every challenge of a setup tried, block by block, with what came of it on disk where that is wanted.
//!
//! Blocks are taken in their order. When one has a dead challenge, only those before it are still of interest, and whatever
//! comes after it is dropped: so the answer and all files are the same for any number of threads, and parts that were run
//! on different machines fit together.

pub mod block;
pub mod certificate;
pub mod dir;
mod plan;

use crate::Lab;
use crate::run::RunOptions;
use crate::run::memory::SharedMemory;
use crate::run::progress::RunProgress;
use anyhow::{Result, anyhow};
use block::Found;
use dealwright::prove::answer::{Answer, Tally};
use dealwright::prove::{NotAll, Proof};
use dealwright::setup::Setup;
use dealwright::setup::deal::Dealer;
use dealwright::setup::load::dealer;
use dealwright::study::blocks_of_part;
use dealwright::text::{group_digits, grouped};
use dealwright::{Challenge, InvalidInput};
use dir::ProofDir;
pub use plan::ProofPlan;
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// What a run came to.
pub struct Outcome {
    /// The answer so far.
    pub answer: Answer,
    /// The challenge that has no solution.
    pub dead: Option<Challenge>,
    /// IDs of some that stayed undecided.
    pub undecided: Vec<String>,
    /// Whether it was ended before it was done.
    pub stopped: bool,
}

/// Undecided challenges that are named.
const MOST_NAMED: usize = 5;

/// Why not all challenges can be tried, in words; the remedy is the caller's.
pub fn why_not_all(setup: &Setup, why: &NotAll) -> String {
    let name = setup.full_name();
    let is_built = setup.steps.iter().any(|step| matches!(step.verb, dealwright::setup::Verb::Build { .. }));
    match why {
        NotAll::TooMany(_) if is_built => {
            format!("{name} can be built in more ways than can be gone through one by one")
        }
        NotAll::TooMany(Some(boards)) => format!(
            "{name} has {} different deals, too many to try them all (at most {})",
            group_digits(&boards.to_string()),
            grouped(dealwright::prove::MOST_BOARDS as u64)
        ),
        NotAll::TooMany(None) => {
            format!("{name} has more than 10^38 different deals, too many to try them all")
        }
        NotAll::NoSymmetry(why) => format!("{name}: no symmetry can be used: {why}; leave out --symmetry"),
    }
}

/// What there is to try of a setup.
pub fn proof<'a>(dealer: &'a Dealer<'a>, plan: &ProofPlan) -> Result<Proof<'a>> {
    let proof = Proof::new(dealer, &plan.extent());
    proof.map_err(|why| InvalidInput(why_not_all(dealer.setup, &why)).into())
}

fn held<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Tries whatever is not in the directory yet, or everything where nothing is kept.
pub fn run(
    lab: &Lab,
    plan: &ProofPlan,
    mut kept: Option<&mut ProofDir>,
    options: &RunOptions,
) -> Result<Outcome> {
    let setup = plan.load(&lab.registry)?;
    let dealer = dealer(&setup)?;
    let proof = proof(&dealer, plan)?;
    let mut found = match &mut kept {
        Some(dir) => dir.read_blocks(proof.blocks())?,
        None => BTreeMap::new(),
    };
    let shard = options.shard.unwrap_or((0, 1));
    let first_dead = AtomicU64::new(first_dead(&found).unwrap_or(u64::MAX));
    let to_do: Vec<u64> = blocks_of_part([proof.blocks()], shard)
        .map(|(_, block)| block)
        .filter(|block| !found.contains_key(block) && *block <= first_dead.load(Ordering::Relaxed))
        .collect();
    let boards = |block: u64| {
        let range = proof.range(block);
        (range.end - range.start) as u64
    };
    let progress = Arc::new(RunProgress::of_challenges(to_do.iter().map(|&block| boards(block)).sum()));
    if options.tell_progress {
        lab.listener.run_begins(&progress);
    }
    let memory = SharedMemory::new(&plan.limits(), options.threads);
    let (next, failed) = (AtomicUsize::new(0), Mutex::new(None));
    let results = Mutex::new(&mut found);
    let work = || {
        while !options.is_stopped() && held(&failed).is_none() {
            let Some(&block) = to_do.get(next.fetch_add(1, Ordering::Relaxed)) else { break };
            let wanted = || block <= first_dead.load(Ordering::Relaxed);
            let tried = match proof.try_block(block, &memory, wanted) {
                Ok(Some(tried)) => tried,
                Ok(None) => continue,
                Err(mistake) => {
                    held(&failed).get_or_insert(anyhow!("{}", InvalidInput::from(mistake)));
                    break;
                }
            };
            if tried.dead {
                first_dead.fetch_min(block, Ordering::Relaxed);
            }
            if let Some(dir) = &kept
                && let Err(error) = dir.write_block(block, &tried)
            {
                held(&failed).get_or_insert(error);
                break;
            }
            held(&results).insert(block, Found::of(&tried));
            progress.add(boards(block));
        }
    };
    std::thread::scope(|scope| {
        for _ in 1..options.threads.clamp(1, to_do.len().max(1)) {
            scope.spawn(work);
        }
        work();
    });
    if options.tell_progress {
        lab.listener.run_ends();
    }
    if let Some(error) = held(&failed).take() {
        return Err(error);
    }
    if let Some(block) = self::first_dead(&found) {
        found.split_off(&(block + 1));
        if let Some(dir) = &kept {
            dir.remove_after(block)?;
        }
    }
    Ok(Outcome { stopped: options.is_stopped(), ..outcome(&proof, plan, &found) })
}

/// The first block with a dead challenge.
fn first_dead(found: &BTreeMap<u64, Found>) -> Option<u64> {
    found.iter().find(|(_, found)| found.dead).map(|(block, _)| *block)
}

/// What blocks come to.
fn outcome(proof: &Proof<'_>, plan: &ProofPlan, found: &BTreeMap<u64, Found>) -> Outcome {
    let mut tally = Tally::default();
    let mut undecided = Vec::new();
    for (&block, found) in found {
        tally.add(found.tried, found.different, found.undecided.len() as u64);
        let named = found.undecided.iter().filter_map(|&place| proof.challenge(block, place));
        undecided.extend(named.take(MOST_NAMED - undecided.len()).map(|challenge| challenge.id()));
    }
    let dead = first_dead(found);
    let challenge = dead.and_then(|block| proof.challenge(block, found[&block].tried - 1));
    let blocks = dead.map_or(proof.blocks(), |dead| dead + 1);
    let answer = Answer::new(proof, tally, challenge.as_ref().map(Challenge::id), &plan.symmetries);
    let is_whole = found.len() as u64 == blocks;
    let answer = if is_whole { answer } else { answer.of_part() };
    Outcome { answer, dead: challenge, undecided, stopped: false }
}

//! The search for designs that never fail, on disk and on all cores: what came of each design of a round is kept in one file,
//! and the proof of each design that lived in a directory of its own. The search follows from these, so one that was
//! stopped is run again from what is there.

use super::{NeverFailing, Outcome, Progress, RacePlan, Winner, Work};
use crate::files::read_limited;
use crate::parallel::one_by_one;
use crate::prove::dir::ProofDir;
use crate::prove::{self, ProofPlan};
use crate::run::RunOptions;
use crate::run::memory::SharedMemory;
use crate::store::dir::Busy;
use crate::store::file::write_whole;
use anyhow::Result;
use dealwright::InvalidInput;
use dealwright::prove::answer::Answer;
use dealwright::prove::{Extent, Proof};
use dealwright::setup::design::{Design, Space};
use dealwright::setup::load::dealer;
use dealwright::tune::Want;
use dealwright::tune::always::{DeadBoard, Fate, Likeness, Proved, Rules, Search, Trial, try_design};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::path::Path;

/// Climbs that go on side by side.
const CLIMBS: usize = 32;
/// Different deals up to which all of them are tried.
const MOST_TRIED: u128 = 20_000_000;
/// Deals of a design that lives that are measured, and random plays for each where the chance cannot be worked out.
const MEASURED: u64 = 200;
const PLAYS: u64 = 50;
const GRAPH_STATES: u64 = 20_000;
/// Designs of the front that are confirmed.
const MOST_CONFIRMED: usize = 8;
/// Longest file of a round that is read.
const MOST_BYTES: usize = 16 << 20;

/// What came of the designs of a round.
#[derive(Serialize, Deserialize)]
struct RoundKeys {
    designs: Vec<DesignKeys>,
}

/// What came of a design.
#[derive(Serialize, Deserialize)]
struct DesignKeys {
    number: usize,
    lived: u64,
    undecided: u64,
    /// The board that is dead.
    dead: Option<Vec<u8>>,
    /// Cells of it that are stuck whatever lies around them.
    core: Option<Vec<usize>>,
    /// The remembered board that it died of.
    known: Option<u64>,
    measured: Option<LikenessKeys>,
}

#[derive(Serialize, Deserialize)]
struct LikenessKeys {
    deals: u64,
    interest: f64,
    error: f64,
    levels: [u64; 4],
}

impl DesignKeys {
    fn of(number: usize, trial: &Trial) -> Self {
        let likeness = |found: &Likeness| LikenessKeys {
            deals: found.deals,
            interest: found.interest,
            error: found.error,
            levels: found.levels,
        };
        Self {
            number,
            lived: trial.lived,
            undecided: trial.undecided,
            dead: trial.dead.as_ref().map(|dead| dead.cells.clone()),
            core: trial.dead.as_ref().and_then(|dead| dead.core.clone()),
            known: trial.known,
            measured: trial.measured.as_ref().map(likeness),
        }
    }

    fn trial(self) -> Trial {
        let likeness = |keys: LikenessKeys| Likeness {
            deals: keys.deals,
            interest: keys.interest,
            error: keys.error,
            levels: keys.levels,
        };
        let core = self.core;
        Trial {
            lived: self.lived,
            dead: self.dead.map(|cells| DeadBoard { cells, core }),
            known: self.known,
            undecided: self.undecided,
            measured: self.measured.map(likeness),
        }
    }
}

fn rules(plan: &RacePlan) -> Rules {
    Rules { designs: plan.designs, climbs: CLIMBS, enough: plan.enough }
}

/// Refuses what cannot be searched.
pub fn check(plan: &RacePlan, space: &Space<'_>, wants: &[Want]) -> Result<()> {
    Search::new(space, wants, rules(plan), &plan.seed).map(drop).map_err(|error| InvalidInput(error).into())
}

/// Runs a search, or goes on with it.
pub fn run(work: &Work<'_>, wants: &[Want], mut see: impl FnMut(&Progress)) -> Result<Outcome> {
    let (plan, space) = (work.plan, work.space);
    let mut search = Search::new(space, wants, rules(plan), &plan.seed).map_err(InvalidInput)?;
    let mut proofs: BTreeMap<usize, Answer> = BTreeMap::new();
    let (mut rounds, mut deals, mut stopped) = (0, 0, false);
    loop {
        let next = search.next_round();
        if !search.goes_on() {
            break;
        }
        if work.options.is_stopped() {
            stopped = true;
            break;
        }
        rounds += 1;
        for (&number, trial) in next.iter().zip(trials(work, &search, rounds, &next)?) {
            deals += trial.lived + trial.undecided + u64::from(trial.dead.is_some());
            search.tell(number, trial);
        }
        for &number in &next {
            if search.candidates[number].fate == Fate::Alive {
                let design = search.candidates[number].design.clone();
                let Some((proved, answer)) = prove(work, number, &design)? else {
                    stopped = true;
                    break;
                };
                deals += answer.tried;
                search.tell_proof(number, &proved);
                proofs.insert(number, answer);
            }
        }
        if stopped {
            break;
        }
        search.judge();
        see(&Progress { racing: next.len(), ..progress(&search, space, rounds) });
    }
    let fates = search.fates();
    let front = search.front();
    let longest = search.longest_life().map(|n| {
        let lived = search.candidates[n].trial.as_ref().map_or(0, |trial| trial.lived);
        (space.words(&search.candidates[n].design), lived)
    });
    let mut winners = Vec::new();
    if !stopped {
        let chosen: Vec<usize> = spread(&front).into_iter().filter(|&n| n != 0).collect();
        see(&Progress { confirming: 1 + chosen.len(), ..progress(&search, space, rounds) });
        let mut designs: Vec<(usize, &Design)> = vec![(0, space.own())];
        designs.extend(chosen.iter().map(|&n| (n, &search.candidates[n].design)));
        for &(number, design) in &designs {
            work.keep_design(number, design)?;
        }
        (winners, stopped) = work.confirm(&designs)?;
        let answers = |winner: &Winner| {
            let number = designs.iter().find(|(_, design)| space.words(design) == winner.words);
            number.and_then(|(number, _)| proofs.get(number).cloned())
        };
        winners.iter_mut().for_each(|winner| winner.proof = answers(winner));
    }
    Ok(Outcome {
        winners,
        tried: fates.tried,
        deals,
        rounds,
        whole: search.is_whole(),
        open: 0,
        stopped,
        always: Some(NeverFailing { fates, longest, front: front.len() }),
    })
}

fn progress(search: &Search<'_>, space: &Space<'_>, round: u32) -> Progress {
    let front = search.front();
    let interest = |n: usize| {
        let measured = search.candidates[n].trial.as_ref().and_then(|trial| trial.measured.as_ref());
        measured.map_or(0.0, |measured| measured.interest)
    };
    Progress {
        round,
        tried: search.candidates.len(),
        racing: 0,
        best: front.first().map(|&n| (space.words(&search.candidates[n].design), interest(n))),
        confirming: 0,
        never_failing: Some(search.fates().always + search.fates().none_dead),
    }
}

/// At most so many of a front, from end to end.
fn spread(front: &[usize]) -> Vec<usize> {
    match front.len() {
        many if many > MOST_CONFIRMED => {
            (0..MOST_CONFIRMED).map(|n| front[n * (many - 1) / (MOST_CONFIRMED - 1)]).collect()
        }
        _ => front.to_vec(),
    }
}

/// What came of each of these designs, from the file of the round if it is there.
fn trials(work: &Work<'_>, search: &Search<'_>, round: u32, next: &[usize]) -> Result<Vec<Trial>> {
    let path = work.place.path().join(format!("rounds/{round:05}.json"));
    if path.exists() {
        let damaged = |what: &str| InvalidInput(format!("{}: damaged: {what}", path.display()));
        let text = read_limited(&path, MOST_BYTES)?;
        let keys: RoundKeys = serde_json::from_str(&text).map_err(|error| damaged(&error.to_string()))?;
        if !keys.designs.iter().map(|keys| keys.number).eq(next.iter().copied()) {
            return Err(damaged("it is about other designs").into());
        }
        return Ok(keys.designs.into_iter().map(DesignKeys::trial).collect());
    }
    let tries = search.tries(MEASURED, PLAYS, GRAPH_STATES);
    let memory = SharedMemory::new(&work.plan.limits(), work.options.threads);
    let trials = one_by_one(next, work.options.threads, |_, &number| {
        let setup = work.space.setup(&search.candidates[number].design).map_err(InvalidInput)?;
        let seed = format!("{} design {number}", work.plan.seed);
        try_design(&dealer(&setup)?, &search.memory, &tries, &memory, &seed).map(Some).map_err(InvalidInput)
    })?;
    let designs = next.iter().zip(&trials).map(|(&number, trial)| DesignKeys::of(number, trial)).collect();
    let text = serde_json::to_string(&RoundKeys { designs })? + "\n";
    if let Some(folder) = path.parent() {
        let cannot = |error| InvalidInput(format!("{}: cannot be written to: {error}", folder.display()));
        std::fs::create_dir_all(folder).map_err(cannot)?;
    }
    write_whole(&path, text.as_bytes())?;
    Ok(trials)
}

/// Proves a design that lived, or goes on with that; none when it is stopped.
fn prove(work: &Work<'_>, number: usize, design: &Design) -> Result<Option<(Proved, Answer)>> {
    let (lab, plan) = (work.lab, work.plan);
    let setup = work.space.setup(design).map_err(InvalidInput)?;
    let own_dealer = dealer(&setup)?;
    let symmetries = || setup.game.info.symmetries.iter().map(|symmetry| symmetry.name.to_string());
    let all = |symmetries: Vec<String>| {
        let extent = Extent::All { symmetries };
        let total = Proof::new(&own_dealer, &extent).ok().map(|proof| proof.total());
        total.filter(|total| *total <= MOST_TRIED).map(|_| extent)
    };
    // Where symmetries cannot be used it goes without.
    let extent = all(symmetries().collect()).or_else(|| all(Vec::new()));
    let extent = extent.unwrap_or_else(|| Extent::Samples {
        count: plan.prove,
        seed: format!("{} prove {number}", plan.seed),
    });
    let file = work.keep_design(number, design)?;
    let (proof_plan, _) = ProofPlan::new(&lab.registry, &file, &[], &extent, &plan.limits())?;
    let mut dir = match work.place.is_kept() {
        true => {
            let path = work.place.path().join(format!("proofs/{number:05}"));
            Some(ProofDir::begin_or_resume(lab, Path::new(&path), &proof_plan, Busy::Refuse)?)
        }
        false => None,
    };
    let options = RunOptions { shard: None, ..work.options.clone() };
    let found = prove::run(lab, &proof_plan, dir.as_mut(), &options)?;
    if found.stopped {
        return Ok(None);
    }
    let proved = match (&found.dead, found.answer.undecided, found.answer.always) {
        (Some(challenge), ..) => Proved::Dead(DeadBoard::of(&own_dealer, challenge)),
        (None, 1.., _) => Proved::Undecided,
        (None, 0, Some(true)) => Proved::Always,
        (None, 0, _) => Proved::NoneDead(found.answer.tried),
    };
    Ok(Some((proved, found.answer)))
}

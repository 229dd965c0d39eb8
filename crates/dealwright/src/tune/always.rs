//! The search for components that never fail, guided by counterexamples.
//!
//! A design dies at its first dead deal. What killed it is remembered ([`Memory`]), and is what the next designs are tried on
//! first: designs that are neighbours mostly die of the same. The longer a design lived, the better a place it is to look
//! for others; several climbs go on side by side, each from the best it has met, and begin anew somewhere else when they come
//! to nothing. Designs that live through enough deals are proved, and a dead deal that the proof finds is remembered too.
//!
//! The search deals nothing itself: it says which designs are next and is told what came of them. The same seed and the
//! same answers give the same search.

mod memory;
mod trial;

pub use memory::{DeadBoard, Memory};
pub use trial::{Likeness, Trial, Tries, try_design};

use super::{Goal, LOOKED_AT, Want};
use crate::measure::Level;
use crate::rng::Stream;
use crate::setup::count::count_with;
use crate::setup::deal::Dealer;
use crate::setup::design::{Design, Space};
use crate::setup::effort::effort;
use num_traits::ToPrimitive;
use std::collections::HashSet;

/// How a search is run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Rules {
    /// Designs that may be tried.
    pub designs: usize,
    /// Climbs that go on side by side.
    pub climbs: usize,
    /// Deals that a design has to live through before it is proved.
    pub enough: u64,
}

/// Designs of a round where all designs of a space are tried.
const TOGETHER: usize = 500;
/// Deals of a design that died of what is remembered, so that a climb knows where to go on.
const AFTER_DEATH: u64 = 200;

/// What became of a design.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Fate {
    /// It has not been tried yet.
    Waiting,
    /// It misses what is wanted, as is known without a single deal: different challenges, effort.
    Unwanted,
    /// A deal of it is dead.
    Dead,
    /// It lived, but not as is wanted of interest and levels: it was not proved.
    Dull,
    /// It lived, and a proof is wanted.
    Alive,
    /// Every deal can be solved: proved.
    Always,
    /// No dead deal was found among so many; there are too many to try them all.
    NoneDead(u64),
    /// A limit ran out on some deals, so that it is not known.
    Undecided,
}

/// A design and what is known of it.
#[derive(Debug, Clone)]
pub struct Candidate {
    /// The design.
    pub design: Design,
    /// Different challenges, at most.
    pub distinct: f64,
    /// Estimated seconds of the setup.
    pub seconds: f64,
    /// What became of it.
    pub fate: Fate,
    /// What came of its deals.
    pub trial: Option<Trial>,
}

/// A climb: the best design it has met, and steps since then that came to nothing.
#[derive(Debug, Clone, Default)]
struct Climb {
    at: Option<usize>,
    in_vain: u32,
}

/// Steps in vain after which a climb begins anew.
const PATIENCE: u32 = 120;
/// Changes at most that a climb begins with.
const FIRST_CHANGES: u32 = 15;
/// How much worse, at most, a step may be that is taken all the same.
const SLACK: f64 = 0.3;
/// What more different challenges are worth beside a longer life.
const VARIETY: f64 = 0.25;
/// Standard errors by which a design has to miss what is wanted until it is not proved.
const SURE: f64 = 2.5;

/// A search.
pub struct Search<'a> {
    space: &'a Space<'a>,
    wants: &'a [Want],
    rules: Rules,
    seed: &'a str,
    /// Everything that was tried; the first is the file's own design.
    pub candidates: Vec<Candidate>,
    /// What designs died of.
    pub memory: Memory,
    seen: HashSet<Design>,
    /// All designs of the space that were not tried yet, the last one next, if there are few enough to try all.
    waiting: Option<Vec<Design>>,
    climbs: Vec<Climb>,
    /// Which climb each design of this round belongs to.
    round: Vec<(usize, usize)>,
    rounds: u64,
}

/// A search that rests, apart from the space it is run in.
pub struct Paused {
    candidates: Vec<Candidate>,
    memory: Memory,
    seen: HashSet<Design>,
    waiting: Option<Vec<Design>>,
    climbs: Vec<Climb>,
    round: Vec<(usize, usize)>,
    rounds: u64,
}

impl<'a> Search<'a> {
    /// A search with only the file's own design at the start.
    pub fn new(space: &'a Space<'a>, wants: &'a [Want], rules: Rules, seed: &'a str) -> Result<Self, String> {
        let mut search = Self {
            space,
            wants,
            rules,
            seed,
            candidates: Vec::new(),
            memory: Memory::default(),
            seen: HashSet::new(),
            waiting: space.all(rules.designs),
            climbs: Vec::new(),
            round: Vec::new(),
            rounds: 0,
        };
        // Where all are tried there are no climbs, only many designs in a round.
        let together = if search.is_whole() { TOGETHER } else { rules.climbs.max(1) };
        search.climbs = vec![Climb::default(); together];
        let own = space.own().clone();
        search.seen.insert(space.canonical(&own));
        search.enter(own)?;
        if let Some(waiting) = &mut search.waiting {
            waiting.retain(|design| !search.seen.contains(design));
            waiting.reverse();
        }
        Ok(search)
    }

    /// Lets the search rest; [`Search::resume`] goes on with it.
    pub fn pause(self) -> Paused {
        let Self { candidates, memory, seen, waiting, climbs, round, rounds, .. } = self;
        Paused { candidates, memory, seen, waiting, climbs, round, rounds }
    }

    /// Goes on with a search that rests, with everything else as it was.
    pub fn resume(
        paused: Paused,
        space: &'a Space<'a>,
        wants: &'a [Want],
        rules: Rules,
        seed: &'a str,
    ) -> Self {
        let Paused { candidates, memory, seen, waiting, climbs, round, rounds } = paused;
        Self { space, wants, rules, seed, candidates, memory, seen, waiting, climbs, round, rounds }
    }

    /// Whether every design of the space is tried.
    pub fn is_whole(&self) -> bool {
        self.waiting.is_some()
    }

    /// How much is tried of each design, if so many deals of one that lives are measured.
    pub fn tries(&self, measured: u64, plays: u64, graph_states: u64) -> Tries {
        let after_death = if self.is_whole() { 0 } else { AFTER_DEATH };
        Tries { deals: self.rules.enough, after_death, measured, plays, graph_states }
    }

    fn enter(&mut self, design: Design) -> Result<usize, String> {
        let setup = self.space.setup(&design)?;
        let dealer = Dealer::new(&setup).map_err(|fault| fault.message)?;
        let distinct = count_with(&dealer, &[], LOOKED_AT).distinct.most().to_f64().unwrap_or(f64::INFINITY);
        let seconds = effort(&dealer).seconds();
        let is_met = |want: &Want| match want.goal {
            Goal::Distinct => want.is_met(distinct),
            Goal::Effort => want.is_met(seconds),
            _ => true,
        };
        let fate = if self.wants.iter().all(is_met) { Fate::Waiting } else { Fate::Unwanted };
        self.candidates.push(Candidate { design, distinct, seconds, fate, trial: None });
        Ok(self.candidates.len() - 1)
    }

    /// The designs to try next, by their numbers. Whether the search goes on, [`Search::goes_on`] says.
    pub fn next_round(&mut self) -> Vec<usize> {
        self.rounds += 1;
        self.round.clear();
        if self.rounds == 1 {
            self.round.push((0, 0));
        }
        let mut random = Stream::new(&["tune always", self.seed], self.rounds);
        for climb in 0..self.climbs.len() {
            let room = self.candidates.len() < self.rules.designs;
            // A design of the space that cannot be dealt is passed over.
            if room
                && let Some(design) = self.newcomer(climb, &mut random)
                && self.seen.insert(design.clone())
                && let Ok(number) = self.enter(design)
            {
                self.round.push((climb, number));
            }
        }
        let tried = self.round.iter().map(|(_, number)| *number);
        // Those that are not wanted are judged with the others, but nobody deals them.
        tried.filter(|&number| self.candidates[number].fate == Fate::Waiting).collect()
    }

    /// Whether the round has any designs, also such as nobody needs to deal: without one the search is over.
    pub fn goes_on(&self) -> bool {
        !self.round.is_empty()
    }

    fn newcomer(&mut self, climb: usize, random: &mut Stream) -> Option<Design> {
        if let Some(waiting) = &mut self.waiting {
            return waiting.pop();
        }
        for _ in 0..50 {
            let (mut design, changes) = match self.climbs[climb].at {
                Some(at) => (self.candidates[at].design.clone(), 1),
                None => self.beginning(climb, random),
            };
            for _ in 0..changes {
                design = self.space.neighbour(&design, random)?;
            }
            let design = self.space.canonical(&design);
            if !self.seen.contains(&design) {
                return Some(design);
            }
            self.climbs[climb].in_vain += 1;
            if self.climbs[climb].in_vain > PATIENCE {
                self.climbs[climb] = Climb::default();
            }
        }
        None
    }

    /// Where a climb begins: so many changes away from the file's own design, from one with like symbols together, or from one
    /// that never fails. At first there is one of like symbols as they are, and the others further and further away.
    fn beginning(&self, climb: usize, random: &mut Stream) -> (Design, u32) {
        let own = || self.space.own().clone();
        let like = |random: &mut Stream| self.space.like_together(random).unwrap_or_else(own);
        if self.rounds == 1 {
            let far = climb as u32 % FIRST_CHANGES;
            return if climb == 1 {
                (like(random), 0)
            } else if climb % 2 == 1 {
                (like(random), far)
            } else {
                (own(), 1 + far)
            };
        }
        let changes = random.below(FIRST_CHANGES);
        let front = self.front();
        match (random.below(3), random.choose(&front)) {
            (0, _) => (own(), changes),
            (1, Some(&number)) => (self.candidates[number].design.clone(), 1 + changes / 4),
            _ => (like(random), changes),
        }
    }

    /// Tells what came of a design's deals.
    pub fn tell(&mut self, number: usize, trial: Trial) {
        let is_dull = self.wants.iter().any(|want| self.misses(want, &trial));
        let Some(candidate) = self.candidates.get_mut(number) else { return };
        candidate.fate = match (&trial.dead, trial.undecided) {
            (Some(_), _) => Fate::Dead,
            (None, 1..) => Fate::Undecided,
            (None, 0) if is_dull => Fate::Dull,
            (None, 0) => Fate::Alive,
        };
        candidate.trial = Some(trial);
    }

    /// Whether a design surely misses something that is wanted, by what its first deals say.
    fn misses(&self, want: &Want, trial: &Trial) -> bool {
        let Some(measured) = &trial.measured else { return false };
        let n = measured.deals.max(1) as f64;
        let (value, error) = match want.goal {
            Goal::Interest => (measured.interest, measured.error),
            Goal::Random => (1.0 - measured.interest, measured.error),
            Goal::Level(level) => {
                let share = measured.levels[level as usize] as f64 / n;
                (share, ((share + 1.0 / n) * (1.0 - share + 1.0 / n) / n).sqrt())
            }
            Goal::Always | Goal::Solvable | Goal::Effort | Goal::Distinct => return false,
        };
        let at_best = if want.at_least { value + SURE * error } else { value - SURE * error };
        !want.is_met(at_best)
    }

    /// Tells what the proof of a design that lived came to: a dead board, or how many deals were tried, whether these are all,
    /// and how many stayed undecided.
    pub fn tell_proof(&mut self, number: usize, proved: &Proved) {
        let Some(candidate) = self.candidates.get_mut(number) else { return };
        candidate.fate = match proved {
            Proved::Dead(_) => Fate::Dead,
            Proved::Always => Fate::Always,
            Proved::NoneDead(tried) => Fate::NoneDead(*tried),
            Proved::Undecided => Fate::Undecided,
        };
        if let (Proved::Dead(board), Some(trial)) = (proved, &mut candidate.trial) {
            trial.dead = Some(board.clone());
        }
    }

    /// Ends a round, when all of it is told: remembers what designs died of, and lets the climbs step.
    pub fn judge(&mut self) {
        let mut random = Stream::new(&["tune always", self.seed, "steps"], self.rounds);
        for (climb, number) in self.round.clone() {
            if let Some(trial) = &self.candidates[number].trial {
                self.memory.see(trial);
            }
            if self.waiting.is_some() {
                continue;
            }
            let slack = SLACK * f64::from(random.below(1000)) / 1000.0;
            let new = self.worth(number);
            let old = self.climbs[climb].at.map(|at| self.worth(at));
            let climb = &mut self.climbs[climb];
            climb.in_vain = if old.is_none_or(|old| new > old) { 0 } else { climb.in_vain + 1 };
            if old.is_none_or(|old| new >= old - slack) {
                climb.at = Some(number);
            }
            if climb.in_vain > PATIENCE {
                *climb = Climb::default();
            }
        }
    }

    /// How good a place a design is to look for others.
    fn worth(&self, number: usize) -> f64 {
        let candidate = &self.candidates[number];
        let lived = match &candidate.fate {
            Fate::Unwanted | Fate::Waiting => 0.0,
            Fate::Dead => candidate.trial.as_ref().map_or(0.0, |trial| trial.lived as f64),
            Fate::Dull | Fate::Alive | Fate::Undecided => self.rules.enough as f64,
            Fate::Always | Fate::NoneDead(_) => 4.0 * self.rules.enough as f64,
        };
        lived.ln_1p() + VARIETY * candidate.distinct.max(1.0).ln()
    }

    /// The designs that never fail, and are as wanted, that no other is better than in every respect: interest, different
    /// challenges, effort, evenness of levels. The most interesting first.
    pub fn front(&self) -> Vec<usize> {
        let good: Vec<(usize, [f64; 4])> = (0..self.candidates.len())
            .filter(|&n| matches!(self.candidates[n].fate, Fate::Always | Fate::NoneDead(_)))
            .map(|n| (n, self.values(n)))
            .collect();
        let is_better = |one: &[f64; 4], other: &[f64; 4]| {
            one.iter().zip(other).all(|(a, b)| a >= b) && one.iter().zip(other).any(|(a, b)| a > b)
        };
        let mut front: Vec<(usize, [f64; 4])> = good
            .iter()
            .filter(|(_, own)| !good.iter().any(|(_, other)| is_better(other, own)))
            .copied()
            .collect();
        front.sort_by(|(a, one), (b, other)| other[0].total_cmp(&one[0]).then(a.cmp(b)));
        front.into_iter().map(|(number, _)| number).collect()
    }

    fn values(&self, number: usize) -> [f64; 4] {
        let candidate = &self.candidates[number];
        let measured = candidate.trial.as_ref().and_then(|trial| trial.measured.as_ref());
        let (interest, levels) =
            measured.map_or((0.0, 0.0), |measured| (measured.interest, evenness(&measured.levels)));
        [interest, candidate.distinct, -candidate.seconds, levels]
    }

    /// How many designs came to an end in each way.
    pub fn fates(&self) -> Fates {
        let count = |is: fn(&Fate) -> bool| self.candidates.iter().filter(|tried| is(&tried.fate)).count();
        Fates {
            tried: self.candidates.len(),
            unwanted: count(|fate| *fate == Fate::Unwanted),
            dead: count(|fate| *fate == Fate::Dead),
            dull: count(|fate| *fate == Fate::Dull),
            always: count(|fate| *fate == Fate::Always),
            none_dead: count(|fate| matches!(fate, Fate::NoneDead(_))),
            undecided: count(|fate| *fate == Fate::Undecided),
        }
    }

    /// The design that lived longest among those that died.
    pub fn longest_life(&self) -> Option<usize> {
        let dead = (0..self.candidates.len()).filter(|&n| self.candidates[n].fate == Fate::Dead);
        let lived = |n: &usize| self.candidates[*n].trial.as_ref().map_or(0, |trial| trial.lived);
        dead.max_by_key(|n| (lived(n), std::cmp::Reverse(*n)))
    }
}

/// What a proof came to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Proved {
    /// A board that has no solution.
    Dead(DeadBoard),
    /// All different deals were solved.
    Always,
    /// So many deals by chance were solved, and there are more.
    NoneDead(u64),
    /// Some deals stayed undecided.
    Undecided,
}

/// How many designs came to an end in each way.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Fates {
    /// All of them.
    pub tried: usize,
    /// Not as wanted, as was known without a deal.
    pub unwanted: usize,
    /// With a dead deal.
    pub dead: usize,
    /// Not as wanted in interest or levels.
    pub dull: usize,
    /// Proved.
    pub always: usize,
    /// Without a dead deal among many.
    pub none_dead: usize,
    /// Not known.
    pub undecided: usize,
}

/// How evenly deals are spread over the levels: 1 if each has as many, 0 if one has all.
fn evenness(levels: &[u64; 4]) -> f64 {
    let all: u64 = levels.iter().sum();
    let share = |&count: &u64| count as f64 / all.max(1) as f64;
    let shares = levels.iter().map(share).filter(|share| *share > 0.0);
    shares.map(|share| -share * share.ln()).sum::<f64>() / (Level::ALL.len() as f64).ln()
}

#[cfg(test)]
mod tests;

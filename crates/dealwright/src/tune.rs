//! The search for better components: an evolutionary race.
//!
//! Designs enter in rounds, as neighbours of the best so far. In each round every design that is still racing is dealt
//! equally many fresh deals; one that some other is surely better than in every respect is out, one that has had enough
//! deals is settled. So deals are spent where designs are close. What is wanted comes first: a design that misses it is
//! worse than any that does not. The race knows nothing of files or of how deals are made: it says which designs to deal
//! next, and is told what came of it. The same seed and the same answers give the same race.

pub mod always;
mod want;

use crate::rng::Stream;
use crate::setup::count::count_with;
use crate::setup::deal::Dealer;
use crate::setup::design::{Design, Space};
use crate::setup::effort::effort;
use crate::stats::Moments;
use crate::summary::SummaryLine;
use num_traits::ToPrimitive;
use std::collections::HashSet;
pub use want::{Goal, Want};

/// How a race is run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Rules {
    /// Designs that may enter.
    pub designs: usize,
    /// Designs that enter in each round.
    pub new: usize,
    /// Most designs that go on racing.
    pub racing: usize,
    /// Deals that are enough for a design.
    pub enough: u64,
}

/// Where a design stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Standing {
    /// It gets more deals.
    Racing,
    /// It had enough.
    Settled,
    /// Others are better.
    Out,
}

/// A design and what is known of it.
#[derive(Debug, Clone)]
pub struct Tried {
    /// The design.
    pub design: Design,
    /// Different challenges, at most.
    pub distinct: f64,
    /// Estimated seconds of the setup.
    pub seconds: f64,
    /// Deals so far.
    pub deals: u64,
    /// Solvable ones among them.
    pub solvable: u64,
    /// Solvable less chance of random play, deal by deal.
    pub gain: Moments,
    /// Where it stands.
    pub standing: Standing,
}

/// Standard errors that make a difference sure enough to end a design's race.
const SURE: f64 = 2.5;
/// Outcomes that are looked at to count different challenges.
const LOOKED_AT: u128 = 1000;

/// What designs are compared by, all to be as great as possible: interest, share solvable, variety, ease.
type Values = [f64; 4];

/// A race.
pub struct Race<'a> {
    space: &'a Space<'a>,
    wants: &'a [Want],
    rules: Rules,
    seed: &'a str,
    /// Everything that entered; the first is the file's own design.
    pub tried: Vec<Tried>,
    seen: HashSet<Design>,
    /// All designs of the space that have not entered yet, if they are few enough to enter all.
    waiting: Option<Vec<Design>>,
    round: u64,
}

/// A race that rests, apart from the space it is run in.
pub struct Paused {
    tried: Vec<Tried>,
    seen: HashSet<Design>,
    waiting: Option<Vec<Design>>,
    round: u64,
}

impl<'a> Race<'a> {
    /// A race with only the file's own design at the start.
    pub fn new(space: &'a Space<'a>, wants: &'a [Want], rules: Rules, seed: &'a str) -> Result<Self, String> {
        if Want::is_always(wants)? {
            return Err("a race cannot tell whether every deal can be solved".into());
        }
        let mut race = Self {
            space,
            wants,
            rules,
            seed,
            tried: Vec::new(),
            seen: HashSet::new(),
            waiting: space.all(rules.designs),
            round: 0,
        };
        let own = space.own().clone();
        race.seen.insert(space.canonical(&own));
        race.enter(own)?;
        if let Some(waiting) = &mut race.waiting {
            waiting.retain(|design| !race.seen.contains(design));
            waiting.reverse();
        }
        Ok(race)
    }

    /// Lets the race rest; [`Race::resume`] goes on with it.
    pub fn pause(self) -> Paused {
        Paused { tried: self.tried, seen: self.seen, waiting: self.waiting, round: self.round }
    }

    /// Goes on with a race that rests, with everything else as it was.
    pub fn resume(
        paused: Paused,
        space: &'a Space<'a>,
        wants: &'a [Want],
        rules: Rules,
        seed: &'a str,
    ) -> Self {
        let Paused { tried, seen, waiting, round } = paused;
        Self { space, wants, rules, seed, tried, seen, waiting, round }
    }

    /// Whether every design of the space enters, so that nothing is left to luck but the deals.
    pub fn is_whole(&self) -> bool {
        self.waiting.is_some()
    }

    fn enter(&mut self, design: Design) -> Result<(), String> {
        let setup = self.space.setup(&design)?;
        let dealer = Dealer::new(&setup).map_err(|fault| fault.message)?;
        let distinct = count_with(&dealer, &[], LOOKED_AT).distinct;
        self.tried.push(Tried {
            design,
            distinct: distinct.most().to_f64().unwrap_or(f64::INFINITY),
            seconds: effort(&dealer).seconds(),
            deals: 0,
            solvable: 0,
            gain: Moments::default(),
            standing: Standing::Racing,
        });
        Ok(())
    }

    /// The designs to deal next, by their numbers; none when the race is over.
    pub fn next_round(&mut self) -> Vec<usize> {
        self.round += 1;
        let mut random = Stream::new(&["tune", self.seed], self.round);
        let room = self.rules.designs.saturating_sub(self.tried.len()).min(self.rules.new);
        let parents = self.parents();
        for _ in 0..room {
            let Some(design) = self.newcomer(&parents, &mut random) else { break };
            self.seen.insert(design.clone());
            // A design of the space that cannot be dealt is passed over.
            let _ = self.enter(design);
        }
        (0..self.tried.len()).filter(|&n| self.tried[n].standing == Standing::Racing).collect()
    }

    fn newcomer(&mut self, parents: &[usize], random: &mut Stream) -> Option<Design> {
        if let Some(waiting) = &mut self.waiting {
            return waiting.pop();
        }
        // Some from far away, so that the race does not end on the hill it began on.
        let far = parents.is_empty() || random.below(5) == 0;
        for _ in 0..50 {
            let from = match far {
                true => self.space.own(),
                false => &self.tried[*random.choose(parents)?].design,
            };
            let mut design = from.clone();
            for _ in 0..if far { 1 + random.below(20) } else { 1 } {
                design = self.space.neighbour(&design, random)?;
            }
            if !self.seen.contains(&design) {
                return Some(design);
            }
        }
        None
    }

    /// Tells what a round of deals brought for a design.
    pub fn tell(&mut self, number: usize, line: &SummaryLine) {
        let Some(tried) = self.tried.get_mut(number) else { return };
        tried.deals += line.total();
        tried.solvable += line.solvable;
        tried.gain.merge(&line.gain);
    }

    /// Ends the race of designs that are surely worse than others, or had enough deals. To be called when all of a round
    /// are told.
    pub fn judge(&mut self) {
        let racing = |tried: &Tried| tried.standing != Standing::Out && tried.deals > 0;
        let field: Vec<usize> = (0..self.tried.len()).filter(|&n| racing(&self.tried[n])).collect();
        let mut out = Vec::new();
        for &one in &field {
            let at_best = self.values(one, SURE);
            let beaten = field
                .iter()
                .any(|&other| other != one && self.is_better(&self.values(other, -SURE), &at_best));
            if beaten {
                out.push(one);
            }
        }
        out.iter().for_each(|&n| self.tried[n].standing = Standing::Out);
        for tried in self.tried.iter_mut().filter(|tried| tried.standing == Standing::Racing) {
            if tried.deals >= self.rules.enough {
                tried.standing = Standing::Settled;
            }
        }
        let mut ranked: Vec<(usize, usize)> = (0..self.tried.len())
            .filter(|&n| self.tried[n].standing == Standing::Racing)
            .map(|n| (self.rank(n), n))
            .collect();
        ranked.sort_by(|a, b| {
            let interest = |n: usize| self.values(n, 0.0)[0];
            a.0.cmp(&b.0).then(interest(b.1).total_cmp(&interest(a.1))).then(a.1.cmp(&b.1))
        });
        for &(_, n) in ranked.iter().skip(self.rules.racing) {
            self.tried[n].standing = Standing::Out;
        }
        // The file's own design is what all others are compared with in the end.
        self.tried[0].standing = match self.tried[0].deals >= self.rules.enough {
            true => Standing::Settled,
            false => Standing::Racing,
        };
    }

    /// Ends the race where it stands: whoever is still in it is settled.
    pub fn settle(&mut self) {
        for tried in
            self.tried.iter_mut().filter(|tried| tried.standing == Standing::Racing && tried.deals > 0)
        {
            tried.standing = Standing::Settled;
        }
    }

    /// How many others that are in the race are better.
    fn rank(&self, number: usize) -> usize {
        let own = self.values(number, 0.0);
        let better = |&other: &usize| {
            other != number
                && self.tried[other].standing != Standing::Out
                && self.is_better(&self.values(other, 0.0), &own)
        };
        (0..self.tried.len()).filter(better).count()
    }

    /// Designs to make new ones from: the best, each as often as it is good.
    fn parents(&self) -> Vec<usize> {
        let alive: Vec<usize> = (0..self.tried.len())
            .filter(|&n| self.tried[n].standing != Standing::Out && self.tried[n].deals > 0)
            .collect();
        let mut ranked: Vec<(usize, usize)> = alive.iter().map(|&n| (self.rank(n), n)).collect();
        ranked.sort_unstable();
        let few = ranked.iter().take(self.rules.racing.max(1));
        few.flat_map(|&(rank, n)| std::iter::repeat_n(n, 4 / (rank + 1) + 1)).collect()
    }

    /// The designs that no other is better than, judged by what the race saw; the most interesting first.
    pub fn front(&self) -> Vec<usize> {
        let mut front: Vec<usize> = (0..self.tried.len())
            .filter(|&n| self.tried[n].standing == Standing::Settled && self.rank(n) == 0)
            .collect();
        front.sort_by(|&a, &b| self.values(b, 0.0)[0].total_cmp(&self.values(a, 0.0)[0]).then(a.cmp(&b)));
        front
    }

    /// Designs that are in the race and that no other is better than by what was seen so far; the most interesting first. Nothing is
    /// confirmed yet.
    pub fn leading(&self) -> Vec<usize> {
        let is_in = |tried: &Tried| tried.standing != Standing::Out && tried.deals > 0;
        let mut leading: Vec<usize> =
            (0..self.tried.len()).filter(|&n| is_in(&self.tried[n]) && self.rank(n) == 0).collect();
        leading.sort_by(|&a, &b| self.values(b, 0.0)[0].total_cmp(&self.values(a, 0.0)[0]).then(a.cmp(&b)));
        leading
    }

    /// Designs beside the file's own that no other is surely better than: which of them all is best is not known.
    pub fn not_surely_worse(&self) -> usize {
        let field: Vec<usize> = (0..self.tried.len())
            .filter(|&n| self.tried[n].standing != Standing::Out && self.tried[n].deals > 0)
            .collect();
        let is_open = |&one: &usize| {
            let at_best = self.values(one, SURE);
            !field.iter().any(|&other| other != one && self.is_better(&self.values(other, -SURE), &at_best))
        };
        (1..self.tried.len()).filter(is_open).count()
    }

    /// What a design is compared by, so many standard errors above what was seen.
    fn values(&self, number: usize, errors: f64) -> Values {
        let tried = &self.tried[number];
        let n = tried.deals as f64;
        // One of each kind more than was seen: after few deals nothing is certain.
        let share = (tried.solvable as f64 + 1.0) / (n + 2.0);
        let share_error = (share * (1.0 - share) / (n + 2.0)).sqrt();
        let interest = tried.gain.mean().unwrap_or(0.0);
        let interest_error = tried.gain.error().map_or(1.0, f64::sqrt).max(0.5 / (n + 2.0));
        [
            interest + errors * interest_error,
            share + errors * share_error,
            tried.distinct.max(1.0).log10(),
            -tried.seconds,
        ]
    }

    /// How far values are from what is wanted, 0 when nothing is missed.
    fn missed(&self, [interest, solvable, variety, ease]: &Values) -> f64 {
        let goal = |want: &Want| match want.goal {
            Goal::Interest => want.missed(*interest, 1.0),
            Goal::Solvable => want.missed(*solvable, 1.0),
            // Random play wins what is solvable and not interesting.
            Goal::Random => want.missed(solvable - interest, 1.0),
            Goal::Distinct => want.missed_power(*variety),
            Goal::Effort => want.missed(-ease, want.value.max(1.0)),
            // A race does not know: whoever wants these asks for a search of another kind.
            Goal::Always | Goal::Level(_) => 0.0,
        };
        self.wants.iter().map(goal).sum()
    }

    /// Whether values are better: nearer to what is wanted, or no worse in any respect and better in one.
    fn is_better(&self, one: &Values, other: &Values) -> bool {
        let (missed, other_missed) = (self.missed(one), self.missed(other));
        if missed > 0.0 || other_missed > 0.0 {
            return missed < other_missed;
        }
        one.iter().zip(other).all(|(a, b)| a >= b) && one.iter().zip(other).any(|(a, b)| a > b)
    }
}

#[cfg(test)]
mod tests;

//! Fixes by eye: short lists of rules such as "if you see this, swap those two" that make a setup solvable more often, or always.
//!
//! A [`Rule`] is a requirement of the setup language: something that one look at the board shows, and what hands do about it. A list of
//! rules is tried on deals that are the same for every list before anything is put right, so that lists differ by their rules
//! and not by luck. What a list costs is counted in the same seconds as every other setup time.

pub mod rules;

use crate::InvalidInput;
use crate::registry::Registry;
use crate::rng::StreamName;
use crate::search::{Limits, Verdict};
use crate::setup::Setup;
use crate::setup::deal::Dealer;
use crate::setup::effort::{FixWork, work_of_steps};
use crate::setup::settle::Fixes;
use crate::setup::{Verb, read::read, write::write};
pub use rules::{Rule, candidates};
use std::ops::Range;

/// A setup with rules after the deal. The pieces and all other steps stay as they are.
pub fn with_rules(registry: &Registry, setup: &Setup, rules: &[Rule]) -> Result<Setup, InvalidInput> {
    let fills = |verb: &Verb| {
        matches!(
            verb,
            Verb::Lay { .. }
                | Verb::Place { .. }
                | Verb::Roll { .. }
                | Verb::Reveal { .. }
                | Verb::Build { .. }
                | Verb::Require { .. }
        )
    };
    let after = setup.steps.iter().rposition(|step| fills(&step.verb)).map_or(0, |last| last + 1);
    let part = |steps: &[crate::setup::Step]| write(&Setup { steps: steps.to_vec(), ..setup.clone() });
    let nothing = part(&[]);
    let mut text = part(&setup.steps[..after]);
    for rule in rules {
        text.push_str(&format!("\n[[step]]\n{}\n", rule.step));
    }
    text.push_str(part(&setup.steps[after..]).strip_prefix(&nothing).unwrap_or_default());
    let alone = |_: &str| Err("a setup that was written has no files beside it".into());
    read(registry, &text, &setup.name, &[], &alone).map_err(|error| InvalidInput(error.to_string()))
}

/// What came of deals with a list of rules.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Tally {
    /// Deals before anything was put right.
    pub tries: u64,
    /// Those that were good in the end; the others are dealt again.
    pub good: u64,
    /// Good ones without a solution.
    pub dead: u64,
    /// Good ones that stayed undecided.
    pub undecided: u64,
    /// What was put right by hand, in all tries together.
    pub work: FixWork,
}

impl Tally {
    /// Adds another part of the deals.
    pub fn add(&mut self, other: &Self) {
        self.tries += other.tries;
        self.good += other.good;
        self.dead += other.dead;
        self.undecided += other.undecided;
        self.work.check += other.work.check;
        self.work.swap += other.work.swap;
        self.work.turn += other.work.turn;
    }

    /// The share of good deals that are not known to be solvable; 1 where no deal was good.
    pub fn dead_share(&self) -> f64 {
        match self.good {
            0 => 1.0,
            good => (self.dead + self.undecided) as f64 / good as f64,
        }
    }

    /// Estimated seconds for one challenge, those of deals that are gathered again included.
    pub fn seconds(&self, dealer: &Dealer<'_>) -> f64 {
        let [_, each, then] = work_of_steps(dealer);
        let weights = &dealer.setup.weights;
        let deal = each.seconds(weights) + self.work.seconds(weights) / (self.tries as f64).max(1.0);
        deal * self.tries as f64 / self.good as f64 + then.seconds(weights)
    }
}

/// Deals the numbers of a stream once each, puts right what the rules ask for, and solves what is good then. Lists of rules for
/// one setup get the same deals before anything is put right.
pub fn tally(
    dealer: &Dealer<'_>,
    streams: &StreamName,
    numbers: Range<u64>,
    limits: &Limits,
) -> Result<Tally, InvalidInput> {
    let mut found = Tally::default();
    for number in numbers {
        found.tries += 1;
        let mut laid = dealer.once(&mut streams.stream(number));
        let mut fixes = Fixes::default();
        let is_good = dealer.settle_counting(&mut laid, &mut fixes);
        found.work.add(fixes, 1.0);
        if !is_good {
            continue;
        }
        found.good += 1;
        let challenge = dealer.build(&laid.cells, &laid.dice).map_err(InvalidInput::because)?;
        match challenge.solve_by_numbers(limits).verdict {
            Verdict::Solvable => {}
            Verdict::Unsolvable => found.dead += 1,
            Verdict::Undecided => found.undecided += 1,
        }
    }
    Ok(found)
}

/// A list of rules in the search, by their numbers, and what its deals came to so far.
#[derive(Debug, Clone, PartialEq)]
pub struct Listed {
    /// Numbers of the rules in the order in which they are looked at.
    pub rules: Vec<usize>,
    /// Its deals.
    pub tally: Tally,
    /// Estimated seconds for one challenge.
    pub seconds: f64,
}

impl Listed {
    /// Whether this list is better: fewer dead deals, else cheaper, else shorter.
    pub fn order(&self, other: &Self) -> std::cmp::Ordering {
        (self.tally.dead_share().total_cmp(&other.tally.dead_share()))
            .then(self.seconds.total_cmp(&other.seconds))
            .then(self.rules.len().cmp(&other.rules.len()))
            .then(self.rules.cmp(&other.rules))
    }
}

/// Whether deals of a dearer list leave clearly fewer dead ones than those of a cheaper list.
pub fn leaves_clearly_fewer(list: &Tally, cheaper: &Tally) -> bool {
    let (share, before) = (list.dead_share(), cheaper.dead_share());
    share < before && share <= WORTH_IT * before
}

/// A dearer list has to leave at most this part of the dead deals of the list before it: less is luck.
const WORTH_IT: f64 = 0.9;

/// The lists that no cheaper one equals or nearly equals in dead deals, the cheapest first.
pub fn front(lists: &[Listed]) -> Vec<Listed> {
    let mut sorted: Vec<&Listed> = lists.iter().filter(|list| list.tally.good > 0).collect();
    sorted.sort_by(|a, b| {
        (a.seconds.total_cmp(&b.seconds))
            .then(a.tally.dead_share().total_cmp(&b.tally.dead_share()))
            .then(a.rules.len().cmp(&b.rules.len()))
            .then(a.rules.cmp(&b.rules))
    });
    let mut front: Vec<Listed> = Vec::new();
    for list in sorted {
        if front.last().is_none_or(|last| leaves_clearly_fewer(&list.tally, &last.tally)) {
            front.push(list.clone());
        }
    }
    front
}

#[cfg(test)]
mod tests;

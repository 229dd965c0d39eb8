//! How much work a setup is for the hands.

use super::condition::Test;
use super::deal::Dealer;
use super::enumerate::Outcomes;
use super::hands::Hands;
use super::settle::Fixes;
use super::shuffle::Shuffle;
use super::{Arrangement, By, Lay, Order, Piles, Setup, Verb};
use crate::kit::PieceKind;
use crate::rng::Stream;
use num_bigint::BigUint;
use num_traits::{ToPrimitive, Zero};
use std::sync::Arc;

/// Actions by kind, counted in the unit that its weight is for.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Actions {
    /// Pieces sorted into piles, or sorted out.
    pub sort: u32,
    /// Piles shuffled.
    pub shuffle: u32,
    /// Pieces in shuffled piles.
    pub shuffled_pieces: u32,
    /// Pieces counted off.
    pub count: u32,
    /// Pieces turned.
    pub turn: u32,
    /// Pieces laid, stood or put somewhere.
    pub lay: u32,
    /// Times the hand goes to another pile.
    pub change_pile: u32,
    /// Dice rolled and noted.
    pub roll: u32,
    /// Looks at the board to see whether a requirement holds.
    pub check: u32,
    /// Riffles of a pile, where they are counted.
    pub riffle: u32,
    /// Passes of an overhand shuffle through a pile, where they are counted.
    pub overhand: u32,
    /// Two pieces on the board that change places.
    pub swap: u32,
}

/// Kinds of actions, in the order of [`Actions::numbers`].
pub const KINDS: usize = 12;

/// Seconds for one unit of each kind by default. They are stated assumptions, not measurements; METHOD says so.
pub const SECONDS: [(&str, f64); KINDS] = [
    ("sort", 0.8),
    ("shuffle", 5.0),
    ("shuffled_pieces", 0.1),
    ("count", 0.3),
    ("turn", 0.3),
    ("lay", 1.0),
    ("change_pile", 0.4),
    ("roll", 2.0),
    ("check", 10.0),
    ("riffle", 4.0),
    ("overhand", 3.0),
    ("swap", 2.5),
];

/// How long actions take: the assumed weights, or weights that were measured with people.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Weights(Option<Arc<MeasuredWeights>>);

/// Weights from a stopwatch.
#[derive(Debug, Clone, PartialEq)]
pub struct MeasuredWeights {
    /// Seconds for one unit of each kind, in the order of [`SECONDS`].
    pub seconds: [f64; KINDS],
    /// The day they were worked out, `2026-01-31`.
    pub date: String,
    /// How many people they come from.
    pub people: u32,
    /// Whether these people were simulated, so that the weights mean nothing for real ones.
    pub is_simulated: bool,
}

impl Weights {
    /// Weights that were measured.
    pub fn measured(found: MeasuredWeights) -> Self {
        Self(Some(Arc::new(found)))
    }

    /// What is known of the measurement; none for the assumed weights.
    pub fn measurement(&self) -> Option<&MeasuredWeights> {
        self.0.as_deref()
    }

    /// Seconds for one unit of each kind, in the order of [`SECONDS`].
    pub fn seconds(&self) -> [f64; KINDS] {
        self.0.as_ref().map_or(SECONDS.map(|(_, seconds)| seconds), |found| found.seconds)
    }

    /// Where measured weights come from, in words; none for the assumed ones.
    pub fn words(&self) -> Option<String> {
        let MeasuredWeights { date, people, is_simulated, .. } = self.measurement()?;
        Some(match is_simulated {
            true => format!("weights of SIMULATED people ({people}, {date}): no finding"),
            false => format!("weights measured with {}, {date}", counted_people(*people)),
        })
    }
}

fn counted_people(people: u32) -> String {
    if people == 1 { "1 person".into() } else { format!("{people} people") }
}

impl Actions {
    /// Adds those of another part.
    pub fn add(&mut self, other: &Self) {
        self.sort += other.sort;
        self.shuffle += other.shuffle;
        self.shuffled_pieces += other.shuffled_pieces;
        self.count += other.count;
        self.turn += other.turn;
        self.lay += other.lay;
        self.change_pile += other.change_pile;
        self.roll += other.roll;
        self.check += other.check;
        self.riffle += other.riffle;
        self.overhand += other.overhand;
        self.swap += other.swap;
    }

    /// The numbers in the order of [`SECONDS`].
    pub fn numbers(&self) -> [u32; KINDS] {
        [
            self.sort,
            self.shuffle,
            self.shuffled_pieces,
            self.count,
            self.turn,
            self.lay,
            self.change_pile,
            self.roll,
            self.check,
            self.riffle,
            self.overhand,
            self.swap,
        ]
    }

    /// Adds shuffling of a pile; a single piece needs none.
    fn add_shuffle(&mut self, shuffle: Shuffle, pieces: usize) {
        if pieces < 2 {
            return;
        }
        match shuffle {
            Shuffle::Perfect => {
                self.shuffle += 1;
                self.shuffled_pieces += pieces as u32;
            }
            Shuffle::Riffle(times) => self.riffle += times,
            Shuffle::Overhand(times) => self.overhand += times,
        }
    }

    /// Estimated seconds.
    pub fn seconds(&self, weights: &Weights) -> f64 {
        self.numbers().iter().zip(weights.seconds()).map(|(&n, seconds)| f64::from(n) * seconds).sum()
    }
}

/// The work.
#[derive(Debug, Clone, PartialEq)]
pub struct Effort {
    /// Done once, before the first deal.
    pub once: Actions,
    /// Done for every deal, up to the last look whether it is good.
    pub each: Actions,
    /// Done when a deal is good: what comes after the last requirement that is met by dealing again.
    pub then: Actions,
    /// What is put right by hand, on average over all deals, also those that are dealt again.
    pub fixes: FixWork,
    /// How many deals it takes on average until one meets the requirements.
    pub deals: Deals,
    /// How long actions take.
    pub weights: Weights,
}

/// What is done on average to put a deal right by hand.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct FixWork {
    /// Further looks at the board.
    pub check: f64,
    /// Swaps of two pieces.
    pub swap: f64,
    /// Pieces turned.
    pub turn: f64,
}

impl FixWork {
    /// Whether there is nothing to put right.
    pub fn is_none(&self) -> bool {
        *self == Self::default()
    }

    /// The numbers with the names of their weights.
    pub fn named(&self) -> [(&'static str, f64); 3] {
        [("check", self.check), ("swap", self.swap), ("turn", self.turn)]
    }

    /// Estimated seconds.
    pub fn seconds(&self, weights: &Weights) -> f64 {
        let all = weights.seconds();
        let weight = |name: &str| {
            SECONDS.iter().zip(all).find(|((known, _), _)| *known == name).map_or(0.0, |(_, weight)| weight)
        };
        self.named().iter().map(|(name, number)| number * weight(name)).sum()
    }

    /// Adds what was done to one deal.
    pub fn add(&mut self, fixes: Fixes, weight: f64) {
        self.check += f64::from(fixes.looks) * weight;
        self.swap += f64::from(fixes.swaps) * weight;
        self.turn += f64::from(fixes.turns) * weight;
    }
}

/// Expected number of deals for one challenge.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Deals {
    /// The first one is always good.
    One,
    /// Exactly this, from looking at every outcome.
    Exact(f64),
    /// Estimated from so many tries, of which so many were good.
    Estimated {
        /// Deals tried.
        tries: u32,
        /// Those that met the requirements.
        good: u32,
    },
}

impl Deals {
    /// The expected number; infinite when none can be good or no try was.
    pub fn expected(&self) -> f64 {
        match self {
            Deals::One => 1.0,
            Deals::Exact(deals) => *deals,
            Deals::Estimated { tries, good } => f64::from(*tries) / f64::from(*good),
        }
    }
}

impl Effort {
    /// Estimated seconds for one challenge, redeals included.
    pub fn seconds(&self) -> f64 {
        let weights = &self.weights;
        let each = self.each.seconds(weights) + self.fixes.seconds(weights);
        each * self.deals.expected() + self.then.seconds(weights)
    }
}

/// Tries from which the price of dealing again is estimated.
const TRIES: u32 = 200_000;
/// Good deals from which it is estimated where shuffling is not perfect.
const SERIES: u64 = 500;
/// Spaces of up to so many outcomes are looked at whole instead.
const LOOK_AT_ALL: u128 = 20_000;

/// Adds up the work of the steps, and what requirements add to it.
pub fn effort(dealer: &Dealer<'_>) -> Effort {
    let [once, each, then] = work_of_steps(dealer);
    let (deals, fixes) = expected_deals(dealer);
    Effort { once, each, then, fixes, deals, weights: dealer.setup.weights.clone() }
}

/// When a step is done.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Phase {
    /// Once, before the first deal.
    Once,
    /// For every deal, up to the last look whether it is good.
    Each,
    /// When a deal is good.
    Then,
}

/// Estimated seconds for one challenge where they need no sample: nothing is asked of a deal, or every outcome can be looked at.
pub fn exact_seconds(dealer: &Dealer<'_>) -> Option<f64> {
    let is_small = || Outcomes::new(dealer).is_some_and(|all| all.total <= LOOK_AT_ALL);
    let is_exact = !dealer.setup.deals_again() || dealer.setup.shuffling.is_perfect() && is_small();
    is_exact.then(|| effort(dealer).seconds())
}

/// The work of the steps alone: done once, for every deal, and when a deal is good.
pub fn work_of_steps(dealer: &Dealer<'_>) -> [Actions; 3] {
    let mut sums = [Actions::default(); 3];
    for (phase, actions) in work_by_step(dealer) {
        sums[phase as usize].add(&actions);
    }
    sums
}

/// The work of each step, and when it is done. What is put right by hand is not in it: that depends on the deal.
pub fn work_by_step(dealer: &Dealer<'_>) -> Vec<(Phase, Actions)> {
    let setup = dealer.setup;
    // What is put right by hand may fail too, and then everything is dealt again.
    let again = |verb: &Verb| match verb {
        Verb::Require { by, .. } => *by != By::Kit,
        Verb::Build { by, .. } => by.can_get_stuck,
        _ => false,
    };
    let last_look = setup.steps.iter().rposition(|step| again(&step.verb));
    let mut all = Vec::with_capacity(setup.steps.len());
    let found = Hands::piles_found(setup, &dealer.plan);
    // The pile of each group that pieces were laid from last, until the piles are made anew.
    let mut hands_at: Vec<Option<Vec<usize>>> = vec![None; setup.kit.len()];
    for (number, (step, fact)) in setup.steps.iter().zip(&dealer.plan.facts).enumerate() {
        let sizes: Vec<usize> = found[number].iter().map(Vec::len).collect();
        let phase = match step.is_once() {
            true => Phase::Once,
            _ if last_look.is_some_and(|last| number > last) => Phase::Then,
            _ => Phase::Each,
        };
        let mut actions = Actions::default();
        let part = &mut actions;
        let count_of = |group: usize| match setup.kit[group].kind {
            PieceKind::Dice { count, .. } | PieceKind::Pawns { count } => count,
            _ => 0,
        };
        let pieces = fact.before.pieces as u32;
        match &step.verb {
            Verb::Remove { .. } => part.sort += pieces,
            Verb::Split { group, .. } => {
                part.sort += pieces;
                hands_at[*group] = None;
            }
            Verb::Shuffle { piles: Piles::All, group } => {
                hands_at[*group] = None;
                part.add_shuffle(setup.shuffling.shuffle, sizes.iter().sum());
            }
            Verb::Shuffle { piles: Piles::Each, .. } => {
                sizes.iter().for_each(|&size| part.add_shuffle(setup.shuffling.shuffle, size));
            }
            Verb::Shuffle { piles: Piles::These(names), .. } => {
                for (number, &size) in sizes.iter().enumerate() {
                    let label = fact.before.piles.get(number);
                    if names.iter().any(|name| name.is(number, label)) {
                        part.add_shuffle(setup.shuffling.shuffle, size);
                    }
                }
            }
            // Whoever counts a pile off one by one has turned its order round.
            Verb::Arrange { order: Arrangement::Reversed, .. } => part.count += pieces,
            // To put pieces into another order is to sort them.
            Verb::Arrange { .. } => part.sort += pieces,
            Verb::Place { .. } => part.lay += 1,
            Verb::Reveal { .. } => part.turn += fact.revealed as u32,
            Verb::Keep { count, .. } => part.count += *count as u32,
            Verb::Turn { .. } => part.turn += pieces,
            Verb::Lay { group, lay } => {
                let piles = &found[number];
                let is_at =
                    |hand: &Vec<usize>| piles.iter().position(|pile| pile.iter().any(|p| hand.contains(p)));
                // A pile that is used up is none of those that are left.
                let hand_at = hands_at[*group].as_ref().map(|hand| is_at(hand).unwrap_or(usize::MAX));
                let last = add_lay(part, sizes, hand_at, fact.laid, lay, setup.shuffling.shuffle);
                hands_at[*group] = last.and_then(|last| piles.get(last).cloned());
                part.turn += fact.revealed as u32;
            }
            Verb::Roll { group, .. } => part.roll += count_of(*group),
            Verb::Stand { group, .. } => part.lay += count_of(*group),
            Verb::Cover { count, .. } => part.lay += *count as u32,
            Verb::Move { .. } => part.lay += fact.taken_off as u32,
            Verb::Build { .. } => {
                let [lay, count, roll] = work_of_building(dealer);
                part.lay += lay;
                part.count += count;
                part.roll += roll;
                if let Some(build) = &dealer.plan.build {
                    part.add_shuffle(setup.shuffling.shuffle, build.slips);
                }
            }
            Verb::Require { by: By::Kit, .. } => {}
            Verb::Require { .. } => part.check += 1,
        }
        all.push((phase, actions));
    }
    all
}

/// Tries to build whose work is averaged.
const BUILT: u32 = 1_000;

/// Pieces laid, slips and pieces looked at, and rolls of one try to build, on average and rounded.
fn work_of_building(dealer: &Dealer<'_>) -> [u32; 3] {
    let mut random = Stream::new(&["effort", "build", &dealer.setup.full_name()], 0);
    let mut sums = [0u32; 3];
    for _ in 0..BUILT {
        let work = dealer.work_of_a_try(&mut random);
        sums.iter_mut().zip([work.lay, work.look, work.roll]).for_each(|(sum, part)| *sum += part);
    }
    sums.map(|sum| (sum + BUILT / 2) / BUILT)
}

/// Adds the work of laying piles of these sizes: every piece, and every time the hand goes to another pile than the one it
/// took from last. Gives the pile that it took from in the end.
fn add_lay(
    part: &mut Actions,
    mut sizes: Vec<usize>,
    hand_at: Option<usize>,
    laid: usize,
    lay: &Lay,
    shuffle: Shuffle,
) -> Option<usize> {
    part.lay += laid as u32;
    let mut last = hand_at;
    let mut left = laid;
    while left > 0 && sizes.iter().any(|&size| size > 0) {
        let mut round = 0;
        for (pile, size) in sizes.iter_mut().enumerate().filter(|(_, size)| **size > 0) {
            let taken = if lay.piles == Order::InOrder { *size } else { lay.at_a_time.min(*size) }.min(left);
            if taken == 0 {
                break;
            }
            *size -= taken;
            left -= taken;
            round += taken;
            part.change_pile += u32::from(last.replace(pile).is_some_and(|last| last != pile));
        }
        if lay.piles == Order::InShuffledRounds {
            part.add_shuffle(shuffle, round);
        }
    }
    last
}

/// How many deals it takes, and what is put right by hand in each on average.
fn expected_deals(dealer: &Dealer<'_>) -> (Deals, FixWork) {
    let setup = dealer.setup;
    let mut work = FixWork::default();
    if !setup.deals_again() {
        return (Deals::One, work);
    }
    if !setup.shuffling.is_perfect() {
        // By hand one deal depends on the one before it, so whole series are dealt until one is good.
        let streams = dealer.streams("effort");
        let series = (0..SERIES).map(|index| dealer.deal_from(&mut streams.stream(index)));
        let mut tries = 0u32;
        for deal in series {
            let Ok(deal) = deal else { return (Deals::Exact(f64::INFINITY), work) };
            tries += deal.redeals + 1;
            work.add(deal.fixes, 1.0);
        }
        let deals = Deals::Estimated { tries, good: SERIES as u32 };
        // Fixes are counted in good deals only; each of them is paid for once in so many deals.
        let each = f64::from(tries);
        let work = FixWork { check: work.check / each, swap: work.swap / each, turn: work.turn / each };
        return (deals, work);
    }
    if let Some(all) = Outcomes::new(dealer).filter(|all| all.total <= LOOK_AT_ALL) {
        let physical = dealer.plan.physical.to_f64().unwrap_or(f64::MAX);
        let mut accepted = BigUint::zero();
        for outcome in all.iter() {
            let weight = outcome.weight.to_f64().unwrap_or(f64::MAX);
            work.add(outcome.fixes, weight / physical);
            if outcome.accepted {
                accepted += outcome.weight;
            }
        }
        if accepted.is_zero() {
            return (Deals::Exact(f64::INFINITY), work);
        }
        return (Deals::Exact(physical / accepted.to_f64().unwrap_or(f64::MAX)), work);
    }
    let mut random = Stream::new(&["effort", &setup.full_name()], 0);
    let mut good = 0;
    for _ in 0..tries_for(setup) {
        let mut fixes = Fixes::default();
        good += u32::from(dealer.settle_counting(&mut dealer.once(&mut random), &mut fixes));
        work.add(fixes, 1.0 / f64::from(tries_for(setup)));
    }
    (Deals::Estimated { tries: tries_for(setup), good }, work)
}

/// Tries from which the price of dealing again is estimated: fewer where a look means to search the board for a structure.
fn tries_for(setup: &Setup) -> u32 {
    let structure = |(what, _): (&super::Condition, &By)| matches!(what.test, Test::Structure(_));
    let is_built = setup.steps.iter().any(|step| matches!(step.verb, Verb::Build { .. }));
    if is_built || setup.asked().any(structure) { TRIES / 20 } else { TRIES }
}

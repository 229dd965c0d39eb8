//! How much work a setup is for the hands.

use super::deal::Dealer;
use super::enumerate::Outcomes;
use super::hands::Hands;
use super::shuffle::Shuffle;
use super::{By, Lay, Order, Piles, Verb};
use crate::kit::PieceKind;
use crate::rng::Stream;
use num_bigint::BigUint;
use num_traits::{ToPrimitive, Zero};

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
}

/// Estimated seconds for one unit of each kind. They are stated assumptions, not measurements; METHOD says so.
pub const SECONDS: [(&str, f64); 11] = [
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
];

impl Actions {
    /// The numbers in the order of [`SECONDS`].
    pub fn numbers(&self) -> [u32; 11] {
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
    pub fn seconds(&self) -> f64 {
        self.numbers().iter().zip(SECONDS).map(|(&n, (_, seconds))| f64::from(n) * seconds).sum()
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
    /// How many deals it takes on average until one meets the requirements.
    pub deals: Deals,
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
        self.each.seconds() * self.deals.expected() + self.then.seconds()
    }
}

/// Tries from which the price of dealing again is estimated.
const TRIES: u32 = 200_000;
/// Good deals from which it is estimated where shuffling is not perfect.
const SERIES: u64 = 500;
/// Spaces of up to so many outcomes are looked at whole instead.
const LOOK_AT_ALL: u128 = 20_000;

/// Adds up the work of the steps.
pub fn effort(dealer: &Dealer<'_>) -> Effort {
    let setup = dealer.setup;
    let again = |verb: &Verb| matches!(verb, Verb::Require { by: By::DealingAgain, .. });
    let last_look = setup.steps.iter().rposition(|step| again(&step.verb));
    let (mut once, mut each, mut then) = (Actions::default(), Actions::default(), Actions::default());
    let found = Hands::piles_found(setup, &dealer.plan);
    for (number, (step, fact)) in setup.steps.iter().zip(&dealer.plan.facts).enumerate() {
        let sizes: Vec<usize> = found[number].iter().map(Vec::len).collect();
        let part = match &step.verb {
            Verb::Remove { .. } => &mut once,
            _ if last_look.is_some_and(|last| number > last) => &mut then,
            _ => &mut each,
        };
        let count_of = |group: usize| match setup.kit[group].kind {
            PieceKind::Dice { count, .. } | PieceKind::Pawns { count } => count,
            _ => 0,
        };
        let pieces = fact.before.pieces as u32;
        match &step.verb {
            Verb::Remove { .. } | Verb::Split { .. } => part.sort += pieces,
            Verb::Shuffle { piles: Piles::All, .. } => {
                part.add_shuffle(setup.shuffling.shuffle, sizes.iter().sum());
            }
            Verb::Shuffle { piles: Piles::Each, .. } => {
                sizes.iter().for_each(|&size| part.add_shuffle(setup.shuffling.shuffle, size));
            }
            Verb::Keep { count, .. } => part.count += *count as u32,
            Verb::Turn { .. } => part.turn += pieces,
            Verb::Lay { lay, .. } => add_lay(part, sizes, lay, setup.shuffling.shuffle),
            Verb::Roll { group, .. } => part.roll += count_of(*group),
            Verb::Stand { group, .. } => part.lay += count_of(*group),
            Verb::Cover { count, .. } => part.lay += *count as u32,
            Verb::Move { .. } => part.lay += fact.taken_off as u32,
            Verb::Require { by: By::Kit, .. } => {}
            Verb::Require { by: By::DealingAgain, .. } => part.check += 1,
        }
    }
    Effort { once, each, then, deals: expected_deals(dealer) }
}

/// Adds the work of laying piles of these sizes: every piece, and every time the hand goes to another pile.
fn add_lay(part: &mut Actions, mut sizes: Vec<usize>, lay: &Lay, shuffle: Shuffle) {
    part.lay += sizes.iter().sum::<usize>() as u32;
    let mut last = None;
    while sizes.iter().any(|&size| size > 0) {
        let mut round = 0;
        for (pile, size) in sizes.iter_mut().enumerate().filter(|(_, size)| **size > 0) {
            let taken = if lay.piles == Order::InOrder { *size } else { lay.at_a_time.min(*size) };
            *size -= taken;
            round += taken;
            part.change_pile += u32::from(last.replace(pile).is_some_and(|last| last != pile));
        }
        if lay.piles == Order::InShuffledRounds {
            part.add_shuffle(shuffle, round);
        }
    }
}

fn expected_deals(dealer: &Dealer<'_>) -> Deals {
    let setup = dealer.setup;
    if setup.redealt().next().is_none() {
        return Deals::One;
    }
    if !setup.shuffling.is_perfect() {
        // By hand one deal depends on the one before it, so whole series are dealt until one is good.
        let streams = dealer.streams("effort");
        let series = (0..SERIES).map(|index| dealer.deal_from(&mut streams.stream(index)));
        let tries = series.map(|deal| deal.ok().map(|deal| deal.redeals + 1)).sum::<Option<u32>>();
        return tries
            .map_or(Deals::Exact(f64::INFINITY), |tries| Deals::Estimated { tries, good: SERIES as u32 });
    }
    if let Some(all) = Outcomes::new(dealer).filter(|all| all.total <= LOOK_AT_ALL) {
        let accepted: BigUint = all.iter().filter(|o| o.accepted).map(|o| o.weight).sum();
        if accepted.is_zero() {
            return Deals::Exact(f64::INFINITY);
        }
        let deals = dealer.plan.physical.to_f64().unwrap_or(f64::MAX) / accepted.to_f64().unwrap_or(f64::MAX);
        return Deals::Exact(deals);
    }
    let mut random = Stream::new(&["effort", &setup.full_name()], 0);
    let good = (0..TRIES).filter(|_| dealer.accepts(&dealer.once(&mut random).0)).count() as u32;
    Deals::Estimated { tries: TRIES, good }
}

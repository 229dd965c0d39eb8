//! How much work a setup is for the hands.

use super::deal::Dealer;
use super::enumerate::Outcomes;
use super::{By, Order, Piles, Verb};
use crate::kit::{Kind, Piece};
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
}

/// Estimated seconds for one unit of each kind. They are stated assumptions, not measurements; METHOD says so.
pub const SECONDS: [(&str, f64); 9] = [
    ("sort", 0.8),
    ("shuffle", 5.0),
    ("shuffled_pieces", 0.1),
    ("count", 0.3),
    ("turn", 0.3),
    ("lay", 1.0),
    ("change_pile", 0.4),
    ("roll", 2.0),
    ("check", 10.0),
];

impl Actions {
    /// The numbers in the order of [`SECONDS`].
    pub fn numbers(&self) -> [u32; 9] {
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
        ]
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
    /// Done for every deal.
    pub each: Actions,
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
    /// The expected number; infinite when no try was good.
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
    pub fn seconds_each(&self) -> f64 {
        self.each.seconds() * self.deals.expected()
    }
}

/// Tries from which the price of dealing again is estimated.
const TRIES: u32 = 200_000;
/// Spaces of up to so many outcomes are looked at whole instead.
const LOOK_AT_ALL: u128 = 20_000;

/// Adds up the work of the steps.
pub fn effort(dealer: &Dealer<'_>) -> Effort {
    let setup = dealer.setup;
    let (mut once, mut each) = (Actions::default(), Actions::default());
    // Pieces in hand and piles on the table, for each group.
    let mut pieces: Vec<Vec<&Piece>> = setup.kit.iter().map(|group| group.pieces.iter().collect()).collect();
    let mut piles: Vec<u32> = vec![1; setup.kit.len()];
    for step in &setup.steps {
        match &step.verb {
            Verb::Remove { group, which } => {
                once.sort += pieces[*group].len() as u32;
                pieces[*group].retain(|piece| !which.iter().any(|w| w.is(piece)));
            }
            Verb::Split { group, by, together } => {
                each.sort += pieces[*group].len() as u32;
                piles[*group] = by.piles(pieces[*group].iter().copied(), together).len() as u32;
            }
            Verb::Shuffle { group, piles: which } => {
                if *which == Piles::All {
                    piles[*group] = 1;
                }
                each.shuffle += piles[*group];
                each.shuffled_pieces += pieces[*group].len() as u32;
            }
            Verb::Keep { group, count } => {
                each.count += *count as u32;
                pieces[*group].truncate(*count);
            }
            Verb::Turn { group } => each.turn += pieces[*group].len() as u32,
            Verb::Lay { group, lay } => {
                let laid = pieces[*group].len() as u32;
                each.lay += laid;
                let hands = laid.div_ceil(lay.at_a_time as u32);
                match lay.piles {
                    _ if piles[*group] < 2 => {}
                    Order::InOrder => each.change_pile += piles[*group] - 1,
                    Order::InTurn => each.change_pile += hands.saturating_sub(1),
                    Order::InShuffledRounds => {
                        each.change_pile += hands.saturating_sub(1);
                        each.shuffle += hands.div_ceil(piles[*group]);
                        each.shuffled_pieces += pieces[*group].len() as u32;
                    }
                }
            }
            Verb::Roll { group, .. } => {
                if let Kind::Dice { count, .. } = setup.kit[*group].kind {
                    each.roll += count;
                }
            }
            Verb::Stand { group, .. } => {
                if let Kind::Pawns { count } = setup.kit[*group].kind {
                    each.lay += count;
                }
            }
            Verb::Cover { count, .. } => each.lay += *count as u32,
            Verb::Move { group, which, .. } => {
                each.lay += pieces[*group].iter().filter(|piece| which.is(piece)).count() as u32;
            }
            Verb::Require { by: By::Kit, .. } => {}
            Verb::Require { by: By::DealingAgain, .. } => each.check += 1,
        }
    }
    Effort { once, each, deals: expected_deals(dealer) }
}

fn expected_deals(dealer: &Dealer<'_>) -> Deals {
    let setup = dealer.setup;
    if setup.redealt().next().is_none() {
        return Deals::One;
    }
    if let Some(all) = Outcomes::new(dealer).filter(|all| all.total <= LOOK_AT_ALL) {
        let accepted: BigUint = all.iter().filter(|o| o.accepted).map(|o| o.weight).sum();
        if accepted.is_zero() {
            return Deals::Exact(f64::INFINITY);
        }
        let share = dealer.plan.physical.to_f64().unwrap_or(f64::MAX) / accepted.to_f64().unwrap_or(f64::MAX);
        return Deals::Exact(share);
    }
    let mut random = Stream::new(&["effort", &setup.full_name()], 0);
    let good = (0..TRIES).filter(|_| dealer.accepts(&dealer.once(&mut random).0)).count() as u32;
    Deals::Estimated { tries: TRIES, good }
}

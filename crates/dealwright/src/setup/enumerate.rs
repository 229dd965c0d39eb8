//! Every outcome of a setup, by number.
//!
//! Pieces that are alike are not told apart, and what nobody sees is passed over: an *outcome* stands for as many
//! physical ones as its weight says. The weights of all outcomes add up to the number of physical ones.

use super::arrange::{sequence, sequences_u128};
use super::deal::{Dealer, Laid};
use super::plan::{BuildPlan, Mix};
use super::settle::Fixes;
use crate::dealing::Dice;
use num_bigint::BigUint;
use num_traits::One;

/// All outcomes of a setup.
pub struct Outcomes<'a> {
    dealer: &'a Dealer<'a>,
    mixes: Vec<Kinds>,
    /// How many outcomes there are.
    pub total: u128,
    /// Physical outcomes that every outcome stands for at least.
    common_weight: BigUint,
}

/// The pieces of a mix by kind.
struct Kinds {
    /// Pieces of each kind. For a mix of unknown pieces: the places themselves, each a kind.
    members: Vec<Vec<u16>>,
    counts: Vec<usize>,
    cases: u128,
}

/// One outcome.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Outcome {
    /// The symbols on the cells.
    pub cells: Vec<u8>,
    /// The dice that are rolled for the game.
    pub dice: Dice,
    /// How many physical outcomes it stands for.
    pub weight: BigUint,
    /// Whether it meets the requirements, put right by hand where that is done.
    pub accepted: bool,
    /// What was done to meet them.
    pub fixes: Fixes,
}

impl<'a> Outcomes<'a> {
    /// The outcomes of a setup; none when there are too many to be numbered (more than 2^128).
    pub fn new(dealer: &'a Dealer<'a>) -> Option<Self> {
        let plan = &dealer.plan;
        let mut total = 1u128;
        let mut physical = BigUint::one();
        let mut mixes = Vec::new();
        for mix in &plan.mixes {
            let kinds = Kinds::of(mix, dealer)?;
            total = total.checked_mul(kinds.cases)?;
            physical = (1..=mix.places.len()).fold(physical, |product, n| product * n);
            mixes.push(kinds);
        }
        let choices =
            plan.seats.iter().map(|seat| seat.turns).chain(plan.rolls.iter().map(|(_, faces)| faces.len()));
        let dice = plan.die_faces().map(<[u8]>::len);
        for choice in choices.chain(dice) {
            total = total.checked_mul(choice as u128)?;
            physical *= choice;
        }
        if let Some(build) = &plan.build {
            for n in 1..=build.slips {
                total = total.checked_mul(n as u128)?;
                physical *= n;
            }
            for &sides in &build.dice {
                total = total.checked_mul(sides.into())?;
                physical *= sides;
            }
        }
        Some(Self { dealer, mixes, total, common_weight: &plan.physical / physical })
    }

    /// A number that divides all weights.
    pub fn unit(&self) -> &BigUint {
        &self.common_weight
    }

    /// The outcome with a number below [`Outcomes::total`].
    pub fn get(&self, number: u128) -> Option<Outcome> {
        if number >= self.total {
            return None;
        }
        let plan = &self.dealer.plan;
        let mut rest = number;
        let mut digit = |cases: u128| {
            let digit = rest % cases;
            rest /= cases;
            digit
        };
        // The last choice changes fastest.
        let lots = plan.build.as_ref().map(|build| lots_of(build, &mut digit));
        let mut cells = plan.blank.clone();
        let mut dice: Vec<u8> =
            plan.die_faces().rev().map(|faces| faces[digit(faces.len() as u128) as usize]).collect();
        dice.reverse();
        let dice = plan.dice_of(&dice);
        for (cell, faces) in plan.rolls.iter().rev() {
            cells[*cell] = faces[digit(faces.len() as u128) as usize];
        }
        let mut turns: Vec<usize> =
            plan.seats.iter().rev().map(|seat| digit(seat.turns as u128) as usize).collect();
        turns.reverse();
        let mut orders: Vec<u128> = self.mixes.iter().rev().map(|kinds| digit(kinds.cases)).collect();
        orders.reverse();

        let mut table = plan.table.clone();
        let mut weight = self.common_weight.clone();
        for ((mix, kinds), order) in plan.mixes.iter().zip(&self.mixes).zip(orders) {
            kinds.arrange(mix, order, &mut table, &mut weight);
        }
        let layout: Vec<(u16, usize)> =
            plan.seats.iter().zip(turns).map(|(seat, turn)| (table[seat.place as usize], turn)).collect();
        self.dealer.show(layout.iter().copied(), &mut cells);
        let mut laid = Laid { layout, cells, dice, stuck: false };
        if let (Some(build), Some((slips, dice))) = (&plan.build, &lots) {
            self.dealer.take_over(self.dealer.construct_with(build, &table, slips, dice).cells, &mut laid);
        }
        let mut fixes = Fixes::default();
        let accepted = self.dealer.settle_counting(&mut laid, &mut fixes);
        Some(Outcome { cells: laid.cells, dice: laid.dice, weight, accepted, fixes })
    }

    /// All outcomes, one after the other.
    pub fn iter(&self) -> impl Iterator<Item = Outcome> + '_ {
        (0..self.total).filter_map(|number| self.get(number))
    }
}

/// What slips and dice show in an outcome: slip by slip its place among those that are left, then the dice.
fn lots_of(build: &BuildPlan, digit: &mut impl FnMut(u128) -> u128) -> (Vec<u16>, Vec<u8>) {
    let mut dice: Vec<u8> = build.dice.iter().rev().map(|&sides| digit(sides.into()) as u8).collect();
    dice.reverse();
    let mut rest: Vec<u16> = (0..build.slips as u16).collect();
    let slips = (1..=build.slips).rev().map(|left| rest.remove(digit(left as u128) as usize)).collect();
    (slips, dice)
}

impl Kinds {
    fn of(mix: &Mix, dealer: &Dealer<'_>) -> Option<Self> {
        let mut members: Vec<Vec<u16>> = Vec::new();
        let seen = |piece: u16| -> Vec<Vec<u8>> {
            let looks = &dealer.plan.looks[piece as usize];
            looks
                .iter()
                .map(|look| look.iter().map(|&symbol| (dealer.setup.game.seen)(symbol)).collect())
                .collect()
        };
        for &place in &mix.places {
            let piece = dealer.plan.table[place as usize];
            let alike = members.iter_mut().find(|kind| mix.known && seen(kind[0]) == seen(piece));
            match alike {
                Some(kind) => kind.push(piece),
                None => members.push(vec![if mix.known { piece } else { place }]),
            }
        }
        let counts: Vec<usize> = members.iter().map(Vec::len).collect();
        let cases = sequences_u128(&counts, mix.take)?;
        Some(Self { members, counts, cases })
    }

    fn arrange(&self, mix: &Mix, order: u128, table: &mut [u16], weight: &mut BigUint) {
        let before = table.to_vec();
        let mut used = vec![0; self.members.len()];
        for (place, kind) in mix.places.iter().zip(sequence(order, &self.counts, mix.take)) {
            let member = self.members[kind][used[kind]];
            // Which of several like pieces it is makes no difference to the eye, but to the number of ways.
            *weight *= self.counts[kind] - used[kind];
            used[kind] += 1;
            table[*place as usize] = if mix.known { member } else { before[member as usize] };
        }
        *weight = (1..=mix.places.len() - mix.take).fold(weight.clone(), |product, n| product * n);
    }
}

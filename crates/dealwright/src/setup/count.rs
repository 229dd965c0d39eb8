//! How many challenges a setup can make.

mod asked;
pub(crate) mod blocks;
mod burnside;

use super::arrange::sequences;
use super::deal::Dealer;
use super::enumerate::Outcomes;
use crate::dealing::Element;
use crate::text::group_digits;
use blocks::Blocks;
use num_bigint::BigUint;
use num_traits::{One, ToPrimitive};
use std::collections::{BTreeMap, BTreeSet, HashSet};

/// Spaces of up to so many outcomes are counted by looking at each.
pub const LOOK_AT_ALL: u128 = 100_000;

/// A number that is known, or known not to be exceeded.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Number {
    /// Exactly so many.
    Exact(BigUint),
    /// At most so many.
    AtMost(BigUint),
    /// Between two bounds.
    Between(BigUint, BigUint),
}

impl Number {
    /// The greatest it can be.
    pub fn most(&self) -> &BigUint {
        let (Number::Exact(most) | Number::AtMost(most) | Number::Between(_, most)) = self;
        most
    }

    /// "10,321,920 (1.0e7)", "At most 40", "Between 12 and 24".
    pub fn in_words(&self) -> String {
        match self {
            Number::Exact(n) => with_power(n),
            Number::AtMost(n) => format!("At most {}", with_power(n)),
            Number::Between(a, b) => format!("Between {} and {}", with_power(a), with_power(b)),
        }
    }
}

/// Digits in groups, with the power of ten where it helps.
pub fn with_power(number: &BigUint) -> String {
    let digits = number.to_string();
    let grouped = group_digits(&digits);
    if digits.len() <= 7 {
        return grouped;
    }
    // Rounded to two figures; 9.95 and above becomes the next power of ten.
    let three: u32 = digits[..3].parse().unwrap_or(0);
    let (two, power) = match (three + 5) / 10 {
        100 => (10, digits.len()),
        two => (two, digits.len() - 1),
    };
    format!("{grouped} ({}.{}e{power})", two / 10, two % 10)
}

/// The answers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Count {
    /// Everything that hands and dice can do, each piece taken as different from every other.
    pub physical: BigUint,
    /// Outcomes that are told apart when alike pieces are not, and hidden ones do not count; none when beyond 2^128.
    pub outcomes: Option<u128>,
    /// Different challenges.
    pub distinct: Number,
    /// Different challenges when those that the named symmetries make equal count once.
    pub up_to_symmetry: Number,
    /// Those symmetries.
    pub symmetries: Vec<String>,
}

/// Counts. `symmetries` are names of the game's own; unknown ones are passed over.
pub fn count(dealer: &Dealer<'_>, symmetries: &[&str]) -> Count {
    count_with(dealer, symmetries, LOOK_AT_ALL)
}

/// Counts, and looks at each outcome where there are at most `look_at_all`.
pub fn count_with(dealer: &Dealer<'_>, symmetries: &[&str], look_at_all: u128) -> Count {
    let outcomes = Outcomes::new(dealer);
    let small = outcomes.as_ref().filter(|all| all.total <= look_at_all);
    let is_asked = dealer.setup.deals_again();
    let blocks = Blocks::of(dealer);
    let by_formula = blocks.as_ref().and_then(|blocks| match is_asked {
        false => Some(blocks.arrangements()),
        // To look at few boards is quicker than to try what can lie on the places that decide.
        true if small.is_some() => None,
        true => asked::arrangements(dealer, blocks),
    });
    // What is asked of the boards need not be symmetric.
    let blocks = blocks.filter(|_| !is_asked);
    let distinct = match (by_formula, small, &outcomes) {
        (Some(number), ..) => Number::Exact(number),
        (None, Some(all), _) => Number::Exact(BigUint::from(ids(dealer, all, &[]).len())),
        (None, None, Some(all)) => Number::AtMost(most_boards(dealer, BigUint::from(all.total))),
        (None, None, None) => Number::AtMost(most_boards(dealer, dealer.plan.physical.clone())),
    };
    let setup = dealer.setup;
    let group = (setup.game.group)(&setup.parameters, &setup.rules, symmetries, &symbols(dealer));
    // Finding a representative means looking at every symmetric twin.
    let twins = group.as_ref().map_or(u128::MAX, |group| {
        let (listed, order) = (group.len() as u128, order(group).to_u128().unwrap_or(u128::MAX));
        // Where very many stand behind each that is listed, places are exchanged too and not only names.
        if order / listed.max(1) > 1000 { order } else { listed }
    });
    let few = |all: &&Outcomes<'_>| all.total.saturating_mul(twins) <= look_at_all.saturating_mul(10);
    let up_to_symmetry = match small.filter(few) {
        Some(all) => Number::Exact(BigUint::from(ids(dealer, all, symmetries).len())),
        None => up_to(&distinct, blocks.as_ref(), group),
    };
    // Hands that shuffle badly may not come to every order.
    let at_most = |number: Number| match setup.shuffling.is_perfect() {
        true => number,
        false => Number::AtMost(number.most().clone()),
    };
    let (distinct, up_to_symmetry) = (at_most(distinct), at_most(up_to_symmetry));
    Count {
        physical: dealer.plan.physical.clone(),
        outcomes: outcomes.map(|all| all.total),
        distinct,
        up_to_symmetry,
        symmetries: symmetries.iter().map(ToString::to_string).collect(),
    }
}

/// A bound on the boards that is not greater than another one: pieces that are built up lie in some order on the cells, each once.
fn most_boards(dealer: &Dealer<'_>, most: BigUint) -> BigUint {
    let Some(build) = &dealer.plan.build else { return most };
    let seen = |&place: &u16| {
        let look = &dealer.plan.looks[dealer.plan.table[place as usize] as usize][0];
        (dealer.setup.game.seen)(look[0])
    };
    let mut counts: BTreeMap<u8, usize> = BTreeMap::new();
    build.pile.iter().map(seen).for_each(|symbol| *counts.entry(symbol).or_default() += 1);
    let counts: Vec<usize> = counts.into_values().collect();
    most.min(sequences(&counts, &vec![1; counts.len()], build.pile.len()))
}

/// The IDs of all challenges, each reduced to the representative of its symmetric twins.
fn ids(dealer: &Dealer<'_>, all: &Outcomes<'_>, symmetries: &[&str]) -> HashSet<String> {
    let challenges = all.iter().filter(|o| o.accepted).filter_map(|o| dealer.build(&o.cells, &o.dice).ok());
    challenges.map(|challenge| challenge.canonical(symmetries)).collect()
}

/// How many symmetries there are.
fn order(group: &[Element]) -> BigUint {
    group.iter().map(|element| &element.count).sum()
}

/// Challenges up to symmetry: by Burnside's lemma where the structure allows it, else by bounds.
fn up_to(distinct: &Number, blocks: Option<&Blocks>, group: Option<Vec<Element>>) -> Number {
    let most = distinct.most().clone();
    let Some(group) = group else { return Number::AtMost(most) };
    let order = order(&group);
    if order.is_one() {
        return distinct.clone();
    }
    if let Some(classes) = blocks.and_then(|blocks| burnside::classes(blocks, &group)) {
        return Number::Exact(classes);
    }
    match distinct {
        // A class of twins has at most as many members as there are symmetries.
        Number::Exact(n) => match (n + &order - 1u8) / order {
            least if least == most => Number::Exact(most),
            least => Number::Between(least, most),
        },
        _ => Number::AtMost(most),
    }
}

/// The symbols on the board and how often each is there. Where that differs from deal to deal: every symbol that can
/// be there, all as if equally frequent, so that the group is rather too large than too small for a lower bound.
pub(crate) fn symbols(dealer: &Dealer<'_>) -> Vec<(u8, usize)> {
    let plan = &dealer.plan;
    let mut counts: BTreeMap<u8, usize> = BTreeMap::new();
    let mut add = |symbol: u8| *counts.entry((dealer.setup.game.seen)(symbol)).or_default() += 1;
    let mixed: BTreeSet<u16> = plan.mixes.iter().flat_map(|mix| mix.places.iter().copied()).collect();
    let built = plan.build.iter().flat_map(|build| build.pile.iter().copied());
    let fixed = plan.seats.iter().map(|seat| seat.place).chain(built).filter(|place| !mixed.contains(place));
    // What can be turned over may show its back.
    let turned = dealer.can_turn();
    for place in mixed.iter().copied().chain(fixed) {
        let looks = &plan.looks[plan.table[place as usize] as usize];
        looks.iter().take(if turned { looks.len() } else { 1 }).flatten().for_each(|&face| add(face));
    }
    plan.rolls.iter().flat_map(|(_, faces)| faces).for_each(|&face| add(face));
    let varies = plan.varies(turned);
    counts.into_iter().map(|(symbol, count)| (symbol, if varies { 1 } else { count })).collect()
}

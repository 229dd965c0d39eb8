//! How many challenges a setup can make.

use super::arrange::sequences;
use super::deal::Dealer;
use super::enumerate::Outcomes;
use super::plan::{Mix, Seat};
use crate::games::dealt::Element;
use num_bigint::BigUint;
use num_traits::{One, Zero};
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

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
    let by_formula = if dealer.setup.redealt().next().is_none() { by_formula(dealer) } else { None };
    let distinct = match (by_formula, small, &outcomes) {
        (Some(number), ..) => Number::Exact(number),
        (None, Some(all), _) => Number::Exact(BigUint::from(ids(dealer, all, &[]).len())),
        (None, None, Some(all)) => Number::AtMost(BigUint::from(all.total)),
        (None, None, None) => Number::AtMost(dealer.plan.physical.clone()),
    };
    let setup = dealer.setup;
    let group = (setup.game.group)(&setup.sizes, &setup.rules, symmetries, &symbols(dealer));
    // Finding a representative means looking at every symmetric twin.
    let twins = group.as_ref().map_or(u128::MAX, |group| group.len() as u128);
    let few = |all: &&Outcomes<'_>| all.total.saturating_mul(twins) <= look_at_all.saturating_mul(10);
    let up_to_symmetry = match small.filter(few) {
        Some(all) => Number::Exact(BigUint::from(ids(dealer, all, symmetries).len())),
        None => up_to(dealer, &distinct, group),
    };
    // Hands that shuffle badly may not come to every order.
    let at_most = |number: Number| match setup.manner.is_perfect() {
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

/// The IDs of all challenges, each reduced to the representative of its symmetric twins.
fn ids(dealer: &Dealer<'_>, all: &Outcomes<'_>, symmetries: &[&str]) -> HashSet<String> {
    let challenges =
        all.iter().filter(|o| o.accepted).filter_map(|o| dealer.setup.build(&o.cells, o.dice).ok());
    challenges.map(|challenge| challenge.canonical(symmetries)).collect()
}

/// The number of different challenges where it follows from the structure: every mix is of known pieces and apart from
/// the others, and what is seen of a piece tells which kind it is, so that different arrangements look different.
fn by_formula(dealer: &Dealer<'_>) -> Option<BigUint> {
    let plan = &dealer.plan;
    let mut total = BigUint::one();
    let mut mixed = BTreeSet::new();
    for mix in &plan.mixes {
        if !mix.known || mix.places.iter().any(|place| !mixed.insert(*place)) {
            return None;
        }
        total *= of_mix(dealer, mix)?;
    }
    for seat in plan.seats.iter().filter(|seat| !mixed.contains(&seat.place)) {
        total *= views(dealer, seat, plan.table[seat.place as usize]).len();
    }
    let different = |faces: &Vec<u8>| faces.iter().collect::<BTreeSet<_>>().len();
    for (_, faces) in &plan.rolls {
        total *= different(faces);
    }
    if let Some(faces) = &plan.priests_die {
        total *= different(faces).pow(4);
    }
    Some(total)
}

/// What can be seen of a piece on a seat.
fn views(dealer: &Dealer<'_>, seat: &Seat, piece: u16) -> BTreeSet<Vec<u8>> {
    let looks = dealer.plan.looks[piece as usize].iter().take(seat.turns);
    looks
        .map(|look| {
            seat.cells.iter().map(|&(of_piece, _)| (dealer.setup.game.seen)(look[of_piece])).collect()
        })
        .collect()
}

fn of_mix(dealer: &Dealer<'_>, mix: &Mix) -> Option<BigUint> {
    let plan = &dealer.plan;
    let pieces: Vec<u16> = mix.places.iter().map(|&place| plan.table[place as usize]).collect();
    let mut kinds: Option<Vec<(Vec<u16>, usize)>> = None; // pieces of each kind, and how many views it has
    for place in &mix.places[..mix.take] {
        let seat = plan.seats.iter().find(|seat| seat.place == *place)?;
        let mut here: Vec<(BTreeSet<Vec<u8>>, Vec<u16>)> = Vec::new();
        for &piece in &pieces {
            let seen = views(dealer, seat, piece);
            if let Some(at) = here.iter().position(|(views, _)| *views == seen) {
                here[at].1.push(piece);
            } else if here.iter().any(|(views, _)| !views.is_disjoint(&seen)) {
                return None; // kinds that share some views but not all could be taken for each other
            } else {
                here.push((seen, vec![piece]));
            }
        }
        let here: Vec<(Vec<u16>, usize)> =
            here.into_iter().map(|(views, kind)| (kind, views.len())).collect();
        // Seats that hide different parts of pieces tell different kinds apart; then the formula does not hold.
        if *kinds.get_or_insert_with(|| here.clone()) != here {
            return None;
        }
    }
    let kinds = kinds.unwrap_or_default();
    let (counts, looks): (Vec<usize>, Vec<usize>) =
        kinds.into_iter().map(|(kind, views)| (kind.len(), views)).unzip();
    Some(sequences(&counts, &looks, mix.take))
}

/// Challenges up to symmetry: by Burnside's lemma where all arrangements of the pieces occur, else by bounds.
fn up_to(dealer: &Dealer<'_>, distinct: &Number, group: Option<Vec<Element>>) -> Number {
    let most = distinct.most().clone();
    let symbols = symbols(dealer);
    let Some(group) = group else { return Number::AtMost(most) };
    let order: BigUint = group.iter().map(|element| &element.count).sum();
    if order.is_one() {
        return distinct.clone();
    }
    if let (Number::Exact(_), true) = (distinct, has_all_arrangements(dealer)) {
        let fixed: BigUint = group.iter().map(|element| fixed(element, &symbols) * &element.count).sum();
        return Number::Exact(fixed / order);
    }
    match distinct {
        // A class of twins has at most as many members as there are symmetries.
        Number::Exact(n) => Number::Between((n + &order - 1u8) / order, most),
        _ => Number::AtMost(most),
    }
}

/// The symbols on the board and how often each is there. Where that differs from deal to deal: every symbol that can
/// be there, all as if equally frequent, so that the group is rather too large than too small for a lower bound.
fn symbols(dealer: &Dealer<'_>) -> Vec<(u8, usize)> {
    let plan = &dealer.plan;
    let mut counts: BTreeMap<u8, usize> = BTreeMap::new();
    let mut add = |symbol: u8| *counts.entry((dealer.setup.game.seen)(symbol)).or_default() += 1;
    let mixed: BTreeSet<u16> = plan.mixes.iter().flat_map(|mix| mix.places.iter().copied()).collect();
    let fixed = plan.seats.iter().map(|seat| seat.place).filter(|place| !mixed.contains(place));
    for place in mixed.iter().copied().chain(fixed) {
        plan.looks[plan.table[place as usize] as usize][0].iter().for_each(|&face| add(face));
    }
    plan.rolls.iter().flat_map(|(_, faces)| faces).for_each(|&face| add(face));
    let varies = plan.varies();
    counts.into_iter().map(|(symbol, count)| (symbol, if varies { 1 } else { count })).collect()
}

/// Whether every arrangement of single symbols can come out: one shuffle of pieces of one cell over the whole board.
fn has_all_arrangements(dealer: &Dealer<'_>) -> bool {
    let plan = &dealer.plan;
    plan.rolls.is_empty()
        && plan.priests_die.is_none()
        && matches!(plan.mixes.as_slice(), [mix] if mix.known && mix.take == plan.seats.len())
        && !plan.varies()
        && plan.seats.iter().all(|seat| seat.cells.len() == 1 && seat.turns == 1)
}

/// Arrangements that a symmetry leaves as they are. Along a circle of cells the symbols must run along a circle of
/// renamed symbols whose length divides its own.
fn fixed(element: &Element, symbols: &[(u8, usize)]) -> BigUint {
    let cell_circles = circle_lengths(element.cells.len(), |n| element.cells[n]);
    let number = |symbol: u8| symbols.iter().position(|(known, _)| *known == symbol);
    let renamed = |n: usize| {
        let to = element
            .symbols
            .iter()
            .find(|(from, _)| *from == symbols[n].0)
            .map_or(symbols[n].0, |(_, to)| *to);
        number(to).unwrap_or(n)
    };
    let mut symbol_circles = Vec::new();
    let mut seen = vec![false; symbols.len()];
    for first in 0..symbols.len() {
        if seen[first] {
            continue;
        }
        let mut length = 0;
        let mut at = first;
        while !std::mem::replace(&mut seen[at], true) {
            if symbols[at].1 != symbols[first].1 {
                return BigUint::zero(); // a symbol cannot become one of another frequency
            }
            length += 1;
            at = renamed(at);
        }
        symbol_circles.push((length, symbols[first].1));
    }
    let mut left: Vec<(usize, usize)> = Vec::new(); // circles of cells by length
    for length in cell_circles {
        match left.iter_mut().find(|(known, _)| *known == length) {
            Some((_, count)) => *count += 1,
            None => left.push((length, 1)),
        }
    }
    spread(&symbol_circles, &mut left, &mut HashMap::new())
}

fn circle_lengths(n: usize, next: impl Fn(usize) -> usize) -> Vec<usize> {
    let mut seen = vec![false; n];
    let mut lengths = Vec::new();
    for first in 0..n {
        let mut length = 0;
        let mut at = first;
        while !std::mem::replace(&mut seen[at], true) {
            length += 1;
            at = next(at);
        }
        if length > 0 {
            lengths.push(length);
        }
    }
    lengths
}

type Memo = HashMap<(usize, Vec<(usize, usize)>), BigUint>;

/// Ways to give each circle of symbols (length, frequency of each symbol) its circles of cells.
fn spread(symbols: &[(usize, usize)], left: &mut Vec<(usize, usize)>, memo: &mut Memo) -> BigUint {
    let Some((&(length, frequency), rest)) = symbols.split_first() else {
        return if left.iter().all(|(_, count)| *count == 0) { BigUint::one() } else { BigUint::zero() };
    };
    let key = (symbols.len(), left.clone());
    if let Some(known) = memo.get(&key) {
        return known.clone();
    }
    let ways = choose_circles(length, frequency, 0, rest, left, memo);
    memo.insert(key, ways.clone());
    ways
}

/// Takes cell circles of each length from `from` on until the symbols of the circle are used up.
fn choose_circles(
    length: usize,
    needed: usize,
    from: usize,
    rest: &[(usize, usize)],
    left: &mut Vec<(usize, usize)>,
    memo: &mut Memo,
) -> BigUint {
    if needed == 0 {
        return spread(rest, left, memo);
    }
    let Some(&(cells, available)) = left.get(from) else { return BigUint::zero() };
    let mut total = choose_circles(length, needed, from + 1, rest, left, memo);
    if cells % length != 0 {
        return total;
    }
    let each = cells / length;
    let mut factor = BigUint::one(); // choose(available, taken) * length^taken
    for taken in 1..=available {
        if taken * each > needed {
            break;
        }
        factor = factor * (available - taken + 1) / taken * length;
        left[from].1 = available - taken;
        total += &factor * choose_circles(length, needed - taken * each, from + 1, rest, left, memo);
    }
    left[from].1 = available;
    total
}

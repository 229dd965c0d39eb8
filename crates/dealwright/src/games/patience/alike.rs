//! What is alike to a player: stacks in another order, cards of one rank with their suits exchanged.

use crate::dealing::{Element, orders, partitions, permutations_with};
use crate::kit::cards::Card;
use num_bigint::BigUint;
use num_traits::One;
use std::ops::Range;

/// Symmetries that are listed one by one; beyond, by kinds.
const MOST_ELEMENTS: usize = 50_000;

/// Gives the cards new suits: within each rank, suits in the order in which its cards are met, beginning with `first`.
pub(in super::super) fn named_in_order<'a>(
    cards: impl Iterator<Item = &'a mut Card>,
    first: impl Fn(u8) -> u8,
) {
    let mut met = [0; 16];
    for card in cards {
        let rank = card.rank();
        *card = Card::new(rank, first(rank) + met[rank as usize]);
        met[rank as usize] += 1;
    }
}

/// An order of things, and how many of its kind there are.
type Kind = (Vec<u8>, BigUint);

/// One order of each kind: those with circles of the same lengths.
fn kinds(n: usize) -> Vec<Kind> {
    let kind = |lengths: Vec<usize>| {
        let mut order: Vec<u8> = Vec::new();
        for &length in &lengths {
            let first = order.len() as u8;
            order.extend((0..length as u8).map(|at| first + (at + 1) % length as u8));
        }
        (order, permutations_with(&lengths))
    };
    partitions(n, n).into_iter().map(kind).collect()
}

fn all_orders(n: usize) -> Vec<Kind> {
    orders(n as u8).into_iter().map(|order| (order, BigUint::one())).collect()
}

fn factorial(n: usize) -> usize {
    (1..=n).fold(1, usize::saturating_mul)
}

/// The group of all orders of stacks that are equally high, together with all exchanges of symbols that stand in one list.
/// `symbols` are those of a deal with their numbers. None where it is too large to list.
pub(in super::super) fn group(
    cells: usize,
    stacks: &[Range<usize>],
    exchanged: &[Vec<u8>],
    symbols: &[(u8, usize)],
) -> Option<Vec<Element>> {
    let ways =
        |lists: &[Vec<u8>]| lists.iter().fold(1, |all, list| factorial(list.len()).saturating_mul(all));
    let (of_stacks, of_symbols) = (factorial(stacks.len()), ways(exchanged));
    let element = |order: &[u8], names: Vec<(u8, u8)>, count: BigUint| {
        let mut from: Vec<usize> = (0..cells).collect();
        for (to, &stack) in stacks.iter().zip(order) {
            to.clone().zip(stacks[stack as usize].clone()).for_each(|(to, source)| from[to] = source);
        }
        Element { cells: from, symbols: names, dice: Vec::new(), count }
    };
    if of_symbols <= MOST_ELEMENTS {
        let names = all_names(exchanged);
        let listed = match of_stacks.saturating_mul(of_symbols) <= MOST_ELEMENTS {
            true => all_orders(stacks.len()),
            false => kinds(stacks.len()),
        };
        if listed.len().saturating_mul(names.len()) > MOST_ELEMENTS {
            return None;
        }
        let with = |(order, count): &Kind| {
            names.iter().map(|names| element(order, names.clone(), count.clone())).collect::<Vec<_>>()
        };
        return Some(listed.iter().flat_map(with).collect());
    }
    // Where every symbol is there once, an exchange of symbols alone leaves no deal as it is, save the one that exchanges nothing. So
    // one of them stands for all the others; the two beside it for each list make all others, so if these keep the deals
    // of a setup, all do. Together with orders of stacks that is not so.
    let once = symbols.iter().all(|(_, count)| *count == 1);
    if !stacks.is_empty() || !once {
        return None;
    }
    let still = || element(&[], Vec::new(), BigUint::one());
    let mut all = vec![still()];
    let cycle = |list: &[u8]| -> Vec<(u8, u8)> {
        list.iter().copied().zip(list.iter().copied().cycle().skip(1)).collect()
    };
    for list in exchanged.iter().filter(|list| list.len() > 1) {
        all.push(element(&[], cycle(&list[..2]), BigUint::one()));
        if list.len() > 2 {
            all.push(element(&[], cycle(list), BigUint::one()));
        }
    }
    let number = |list: &Vec<u8>| (1..=list.len()).fold(BigUint::one(), |all, n| all * n);
    let order: BigUint = exchanged.iter().map(number).product();
    let rest = order - all.len();
    let every = exchanged.iter().filter(|list| list.len() > 1).flat_map(|list| cycle(list)).collect();
    all.push(element(&[], every, rest));
    Some(all)
}

/// Every exchange of the symbols of each list.
fn all_names(exchanged: &[Vec<u8>]) -> Vec<Vec<(u8, u8)>> {
    let mut all = vec![Vec::new()];
    for list in exchanged {
        let with = |names: &Vec<(u8, u8)>| {
            let renamed = |order: Vec<u8>| {
                let pairs = list.iter().copied().zip(order.into_iter().map(|n| list[n as usize]));
                names.iter().copied().chain(pairs).collect()
            };
            orders(list.len() as u8).into_iter().map(renamed).collect::<Vec<_>>()
        };
        all = all.iter().flat_map(with).collect();
    }
    all
}

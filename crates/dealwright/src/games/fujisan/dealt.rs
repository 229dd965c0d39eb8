//! What setups may ask of a mountain, and its symmetries. A symbol is a value from 0 to 5.

use super::STEPS;
use crate::dealing::{Element, Parameters, Requirement};
use num_bigint::BigUint;
use num_traits::One;

/// Pairs of cells: a step each.
fn steps(_: &Parameters) -> Vec<Vec<usize>> {
    (0..STEPS).map(|column| vec![column, STEPS + column]).collect()
}

/// Conditions on the steps.
pub(super) const REQUIREMENTS: &[Requirement] = &[
    Requirement {
        name: "different steps",
        broken_when: "two steps show the same two values",
        scopes: |parameters| {
            let steps = steps(parameters);
            let pairs = |first: usize| (0..first).map(move |second| (first, second));
            let both = |(a, b): (usize, usize)| [steps[a].clone(), steps[b].clone()].concat();
            (0..STEPS).flat_map(pairs).map(both).collect()
        },
        holds: |v| (v[0].min(v[1]), v[0].max(v[1])) != (v[2].min(v[3]), v[2].max(v[3])),
    },
    Requirement {
        name: "no double step",
        broken_when: "a step shows the same value twice",
        scopes: steps,
        holds: |v| v[0] != v[1],
    },
    Requirement {
        name: "no 0:0 step",
        broken_when: "a step shows two zeros",
        scopes: steps,
        holds: |v| v[0] != 0 || v[1] != 0,
    },
    Requirement {
        name: "no 0:0 summit",
        broken_when: "a summit column shows two zeros",
        scopes: |parameters| steps(parameters)[5..7].to_vec(),
        holds: |v| v[0] != 0 || v[1] != 0,
    },
];

/// The mountain mirrored or its rows exchanged; the priests' dice go with their corners.
pub(super) fn group(rules: &[String], symmetries: &[&str]) -> Vec<Element> {
    // Dice that are fixed by a rule must come to lie as they lay.
    let dice: Vec<u8> =
        rules.iter().find_map(|rule| rule.strip_prefix("dice-")).unwrap_or("").bytes().collect();
    let keeps = |order: [usize; 4]| {
        dice.is_empty() || order.iter().zip(&dice).all(|(&n, die)| dice.get(n) == Some(die))
    };
    let cells = |mirror: bool, flip: bool| {
        let from = move |row: usize, column: usize| {
            let row = if flip { 1 - row } else { row };
            row * STEPS + if mirror { STEPS - 1 - column } else { column }
        };
        (0..2).flat_map(move |row| (0..STEPS).map(move |column| from(row, column))).collect()
    };
    let elements = [
        (false, false, [0, 1, 2, 3]),
        (true, false, [1, 0, 3, 2]),
        (false, true, [2, 3, 0, 1]),
        (true, true, [3, 2, 1, 0]),
    ]
    .into_iter()
    .filter(|(mirror, flip, _)| {
        (!mirror || symmetries.contains(&"mirror")) && (!flip || symmetries.contains(&"flip"))
    })
    .filter(|(_, _, order)| keeps(*order))
    .map(|(mirror, flip, dice)| Element {
        cells: cells(mirror, flip),
        symbols: Vec::new(),
        dice: dice.to_vec(),
        count: BigUint::one(),
    });
    elements.collect()
}

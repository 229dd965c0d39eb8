//! Symmetries of BoxOff boards: turned, mirrored, colours renamed.

use crate::dealing::{Element, Parameters, partitions, permutations_with};
use num_bigint::BigUint;
use num_traits::One;

/// The group of the named symmetries; `symbols` are the colours and how often each is there.
pub(super) fn group(parameters: &Parameters, symmetries: &[&str], symbols: &[(u8, usize)]) -> Vec<Element> {
    let (rows, columns) = (parameters.get("rows") as usize, parameters.get("columns") as usize);
    let here: Vec<usize> = (0..rows * columns).collect();
    let half: Vec<usize> = here.iter().rev().copied().collect();
    let mirror = |cells: &Vec<usize>| -> Vec<usize> {
        (0..cells.len()).map(|n| cells[n / columns * columns + columns - 1 - n % columns]).collect()
    };
    let quarter = |cells: &Vec<usize>| -> Vec<usize> {
        (0..cells.len()).map(|n| cells[(rows - 1 - n % columns) * columns + n / columns]).collect()
    };
    let mut boards = vec![here];
    if symmetries.contains(&"turn") {
        if rows == columns {
            boards.extend([quarter(&boards[0]), quarter(&half)]);
        }
        boards.push(half);
    }
    if symmetries.contains(&"mirror") {
        boards.extend(boards.clone().iter().map(mirror));
    }
    let renamings =
        if symmetries.contains(&"colours") { renamings(symbols) } else { vec![(Vec::new(), BigUint::one())] };
    let with_names = |cells: &Vec<usize>| {
        let cells = cells.clone();
        renamings.clone().into_iter().map(move |(symbols, count)| Element {
            cells: cells.clone(),
            symbols,
            dice: Vec::new(),
            count,
        })
    };
    boards.iter().flat_map(with_names).collect()
}

/// One renaming of each kind among colours that are equally frequent, and how many of its kind there are. Renamings
/// with the same lengths of circles are of one kind.
fn renamings(symbols: &[(u8, usize)]) -> Vec<(Vec<(u8, u8)>, BigUint)> {
    let mut kinds = vec![(Vec::new(), BigUint::one())];
    let mut counts: Vec<usize> = symbols.iter().map(|(_, count)| *count).collect();
    counts.sort_unstable();
    counts.dedup();
    for count in counts {
        let alike: Vec<u8> = symbols.iter().filter(|(_, n)| *n == count).map(|(symbol, _)| *symbol).collect();
        let mut longer = Vec::new();
        for circles in partitions(alike.len(), alike.len()) {
            let mut renamed = Vec::new();
            let mut rest = alike.as_slice();
            for &length in &circles {
                let (circle, others) = rest.split_at(length);
                renamed.extend((0..length).map(|n| (circle[n], circle[(n + 1) % length])));
                rest = others;
            }
            let number = permutations_with(&circles);
            longer.extend(kinds.iter().map(|(before, n): &(Vec<(u8, u8)>, BigUint)| {
                ([before.as_slice(), renamed.as_slice()].concat(), n * &number)
            }));
        }
        kinds = longer;
    }
    kinds
}

//! The words that games and setups share: parameters, cells, dice, requirements, symmetries of a board.
//!
//! To a setup, a board is a list of [places](crate::places) with cells, and what lies on a cell is a *symbol*, one byte whose meaning is
//! the game's: a colour, a card, a value.

use num_bigint::BigUint;
use num_traits::One;

/// The parameters of a challenge, such as rows and columns, by name.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Parameters(pub Vec<(String, u32)>);

impl Parameters {
    /// A size by name; 0 for one that is not there.
    pub fn get(&self, name: &str) -> u32 {
        self.0.iter().find(|(n, _)| n == name).map_or(0, |(_, value)| *value)
    }
}

/// A condition on deals that a setup may ask for: it must hold for each of a list of cell groups.
#[derive(Debug)]
pub struct Requirement {
    /// Its name in setup files.
    pub name: &'static str,
    /// What must not be seen, to be put behind "if": "two steps show the same two values".
    pub broken_when: &'static str,
    /// The groups of cells it speaks about.
    pub scopes: fn(&Parameters) -> Vec<Vec<usize>>,
    /// Whether it holds for the symbols on one group.
    pub holds: fn(&[u8]) -> bool,
}

/// Whether the pieces that end up on the board may differ from deal to deal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Variation {
    /// Any symbols in any number make a challenge.
    Any,
    /// Every symbol must come in an even number.
    EvenCounts,
    /// It must always be the same ones.
    Never,
}

/// One symmetry of a board: where cells come from, what symbols become, and how many symmetries it stands for.
#[derive(Debug, Clone)]
pub struct Element {
    /// Cell n of the image shows what cell `cells[n]` showed.
    pub cells: Vec<usize>,
    /// Symbols that become others; all else stays.
    pub symbols: Vec<(u8, u8)>,
    /// Die n of the image shows what die `dice[n]` showed, all lists of [`GameInfo::dice`](crate::game::GameInfo::dice)
    /// one after the other; empty where no die changes its place.
    pub dice: Vec<usize>,
    /// Symmetries of the same kind.
    pub count: BigUint,
}

impl Element {
    /// The symmetry that changes nothing.
    pub fn identity(cells: usize) -> Self {
        Self { cells: (0..cells).collect(), symbols: Vec::new(), dice: Vec::new(), count: BigUint::from(1u8) }
    }
}

/// A list of dice that a setup may roll for a game, beside those that lie on the board.
#[derive(Debug, PartialEq, Eq)]
pub struct DiceInfo {
    /// Its name in setup files: `roll = { into = "priests" }`.
    pub name: &'static str,
    /// How many dice.
    pub count: usize,
    /// The rule that fixes them in IDs; where it is in force they are not rolled.
    pub rule: &'static str,
    /// What to do, as an instruction.
    pub told: &'static str,
    /// What is wrong when they are rolled twice.
    pub twice: &'static str,
}

/// The dice that were rolled for a challenge, by the names of their lists.
#[derive(Debug, Clone, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Dice(pub Vec<(&'static str, Vec<u8>)>);

impl Dice {
    /// The dice of a list; none if they were not rolled.
    pub fn get(&self, name: &str) -> Option<&[u8]> {
        self.0.iter().find(|(list, _)| *list == name).map(|(_, values)| values.as_slice())
    }
}

/// Figures that stand on the board of a game.
#[derive(Debug, PartialEq, Eq)]
pub struct PawnInfo {
    /// What they are called ("priests").
    pub name: &'static str,
    /// How many there are.
    pub count: u32,
}

/// Pieces that are dealt and then taken off the board again: every setup of such a game has a step for it.
#[derive(Debug, PartialEq, Eq)]
pub struct TakenOff {
    /// Which pieces, as setup files say it ("aces").
    pub what: &'static str,
    /// Where they go ("left edge").
    pub to: &'static str,
}

/// Every order of `0..n`.
pub(crate) fn orders(n: u8) -> Vec<Vec<u8>> {
    let mut all = vec![Vec::new()];
    for item in 0..n {
        let longer = |order: Vec<u8>| {
            (0..=order.len()).map(move |at| {
                let mut longer = order.clone();
                longer.insert(at, item);
                longer
            })
        };
        all = all.into_iter().flat_map(longer).collect();
    }
    all
}

/// Ways to write `n` as a sum of numbers up to `most`, the greatest first.
pub(crate) fn partitions(n: usize, most: usize) -> Vec<Vec<usize>> {
    if n == 0 {
        return vec![Vec::new()];
    }
    let with_first =
        |first: usize| partitions(n - first, first).into_iter().map(move |rest| [vec![first], rest].concat());
    (1..=most.min(n)).flat_map(with_first).collect()
}

/// Permutations whose circles have these lengths: n! / product of (length^m * m!) over lengths that occur m times.
pub(crate) fn permutations_with(circles: &[usize]) -> BigUint {
    let factorial = |n: usize| (1..=n).fold(BigUint::one(), |product, k| product * k);
    let mut lengths = circles.to_vec();
    lengths.dedup();
    let divisor = lengths.iter().fold(BigUint::one(), |product, &length| {
        let times = circles.iter().filter(|&&c| c == length).count();
        product * BigUint::from(length).pow(times as u32) * factorial(times)
    });
    factorial(circles.iter().sum()) / divisor
}

//! The whole graph of a challenge: every position that can be reached, and what follows from knowing them all.

use super::layers::look_back_by_layers;
use super::map::{Map, explore};
use super::{Limits, Reason};
use crate::WHOLE;
use crate::puzzle::Puzzle;
use num_bigint::BigUint;
use num_traits::{CheckedAdd, One, Zero};

/// What the whole graph tells.
#[derive(Debug, Clone, PartialEq)]
pub struct Graph {
    /// Positions that can be reached, the start included.
    pub reachable: u64,
    /// Unsolved positions without a legal move.
    pub dead_ends: u64,
    /// Positions from which no solution can be reached any more.
    pub lost: u64,
    /// Moves of a shortest solution; none when there is no solution.
    pub shortest: Option<u32>,
    /// Number of shortest solutions, as move sequences.
    pub shortest_count: BigUint,
    /// The chance that uniformly random play wins; none when plays can go round in circles without end.
    pub random_win: Option<f64>,
}

impl Graph {
    /// Whether a player can lose at all.
    pub fn can_be_lost(&self) -> bool {
        self.lost > 0
    }
}

/// Explores everything that can be reached. A solved position is an end: play stops there.
pub fn graph<P: Puzzle>(puzzle: &P, limits: &Limits) -> Result<Graph, Reason> {
    let (map, _) = explore(puzzle, limits)?;
    Ok(graph_of(&map))
}

/// The same of a graph that is explored already.
pub(crate) fn graph_of(map: &Map) -> Graph {
    let (shortest, shortest_count) = shortest_solutions(map);
    let (won, random_win) = look_back(map);
    Graph {
        reachable: map.positions(),
        dead_ends: map.dead_ends,
        lost: map.positions() - won,
        shortest,
        shortest_count,
        random_win,
    }
}

/// Distance of the nearest solved position, and the number of ways to get there in so many moves.
fn shortest_solutions(map: &Map) -> (Option<u32>, BigUint) {
    let depths = map.depth_starts.windows(2);
    let goal =
        depths.map(|w| w[0] as usize..w[1] as usize).position(|mut depth| depth.any(|n| map.solved[n]));
    let Some(goal) = goal else { return (None, BigUint::zero()) };
    // Nearly always small; the exact big numbers are only for the rest.
    let count = ways::<u128>(map, goal).map(BigUint::from).or_else(|| ways::<BigUint>(map, goal));
    (Some(goal as u32), count.unwrap_or_default())
}

/// Ways from the start to solved positions at distance `goal`; none when the number type is too small.
fn ways<N: Zero + One + CheckedAdd + Clone>(map: &Map, goal: usize) -> Option<N> {
    let mut here = vec![N::one()];
    for depth in 0..goal {
        let (first, next, end) =
            (map.depth_starts[depth], map.depth_starts[depth + 1], map.depth_starts[depth + 2]);
        let mut there = vec![N::zero(); (end - next) as usize];
        for (number, count) in (first..next).zip(&here) {
            // A successor below `next` was reached as early or earlier: not part of a shortest way.
            for &target in map.successors(number as usize).iter().filter(|&&t| t >= next) {
                let slot = &mut there[(target - next) as usize];
                *slot = slot.checked_add(count)?;
            }
        }
        here = there;
    }
    let first = map.depth_starts[goal];
    let mut total = N::zero();
    for (count, _) in here.iter().zip(first..).filter(|(_, n)| map.solved[*n as usize]) {
        total = total.checked_add(count)?;
    }
    Some(total)
}

/// The chance that uniformly random play wins; none when plays can go round in circles without end.
pub(crate) fn random_win(map: &Map) -> Option<f64> {
    look_back(map).1
}

/// Goes back from the ends: how many positions can still be won, and the start's chance under random play.
fn look_back(map: &Map) -> (u64, Option<f64>) {
    match WHOLE.then(|| look_back_by_layers(map.layers().rev())).flatten() {
        Some((won, chance)) => (won, Some(chance)),
        None => look_back_anywhere(map),
    }
}

/// The same where moves may lead to any layer.
pub(crate) fn look_back_anywhere(map: &Map) -> (u64, Option<f64>) {
    let states = map.solved.len();
    let back = map.backward();
    let won = map.winnable(&back).iter().filter(|&&winnable| winnable).count() as u64;

    // A position's chance is known once those of all its successors are: ends first. Whatever never becomes
    // known lies on or before a circle.
    let mut unknown: Vec<u32> = (0..states).map(|n| map.successors(n).len() as u32).collect();
    let mut chance: Vec<f64> = map.solved.iter().map(|&s| f64::from(u8::from(s))).collect();
    let mut todo: Vec<u32> = (0..states as u32).filter(|&n| unknown[n as usize] == 0).collect();
    let mut known = 0;
    while let Some(number) = todo.pop() {
        known += 1;
        let number = number as usize;
        let choices = map.successors(number).len();
        if choices > 0 {
            chance[number] /= choices as f64;
        }
        for &from in back.predecessors(number) {
            let from = from as usize;
            chance[from] += chance[number];
            unknown[from] -= 1;
            if unknown[from] == 0 {
                todo.push(from as u32);
            }
        }
    }
    (won, (known == states).then_some(chance[0]))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::registry::read_game;
    use crate::search::explore;
    use crate::{Game, id};

    fn both_ways<G: Game>(text: &str) -> ((u64, Option<f64>), (u64, Option<f64>)) {
        let game: G = read_game(&id::split(text).unwrap()).unwrap();
        let (map, _) = explore(&game, &Limits::default()).unwrap();
        (look_back(&map), look_back_anywhere(&map))
    }

    #[test]
    fn chances_are_the_same_to_the_bit_in_games_with_layers_and_without() {
        let layered = both_ways::<crate::games::boxoff::BoxOff>("boxoff:BBWBBW/BYYYWB/YWWWYY");
        assert!(layered.0.1.is_some_and(|win| win > 0.0));
        let with_many_ways = both_ways::<crate::games::pretzel::Pretzel>("pretzel:2S--3S4S/--2H4H3H");
        assert!(with_many_ways.0.1.is_some_and(|win| win > 0.0));
        let with_circles = both_ways::<crate::games::fujisan::Fujisan>("fujisan:551102224335/244331001054");
        assert_eq!(with_circles.0.1, None);
        for (by_layers, anywhere) in [layered, with_many_ways, with_circles] {
            assert_eq!(by_layers.0, anywhere.0);
            assert_eq!(by_layers.1.map(f64::to_bits), anywhere.1.map(f64::to_bits));
        }
    }
}

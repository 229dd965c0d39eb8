//! The whole graph of a challenge: every position that can be reached, and what follows from knowing them all.

use super::visited::Visited;
use super::{Limits, Reason};
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
    /// The chance that uniformly random play wins; none when plays can go round in circles for ever.
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
    let map = explore(puzzle, limits)?;
    let (shortest, shortest_count) = shortest_solutions(&map);
    let (won, random_win) = look_back(&map);
    Ok(Graph {
        reachable: map.positions(),
        dead_ends: map.dead_ends,
        lost: map.positions() - won,
        shortest,
        shortest_count,
        random_win,
    })
}

/// The explored graph. Positions are numbered in order of their distance from the start.
struct Map {
    /// Successors of position n: `targets[starts[n]..starts[n + 1]]`.
    starts: Vec<u32>,
    targets: Vec<u32>,
    solved: Vec<bool>,
    /// Number of the first position at each distance from the start.
    depth_starts: Vec<u32>,
    dead_ends: u64,
}

impl Map {
    fn positions(&self) -> u64 {
        self.solved.len() as u64
    }

    fn successors(&self, number: usize) -> &[u32] {
        &self.targets[self.starts[number] as usize..self.starts[number + 1] as usize]
    }
}

fn explore<P: Puzzle>(puzzle: &P, limits: &Limits) -> Result<Map, Reason> {
    // Beside the set, per position: start and solved, in vectors of which three sizes exist while they double; and
    // while looking back starts, places to fill, lists of what is to do, counts and chances.
    const PER_STATE: usize = 3 * (4 + 1) + 4 + 4 + 8 + 4 + 8;
    // Per move: its target, in a vector that doubles, and the way back.
    const PER_MOVE: u64 = 3 * 4 + 4;
    let mut seen = Visited::new(limits, PER_STATE);
    let mut map =
        Map { starts: vec![0], targets: Vec::new(), solved: Vec::new(), depth_starts: vec![0], dead_ends: 0 };
    seen.insert(puzzle.start(), ())?;
    let mut moves = Vec::new();
    let mut next = 0u32;
    let mut end_of_depth = 1;
    while u64::from(next) < seen.len() {
        if next == end_of_depth {
            map.depth_starts.push(next);
            end_of_depth = seen.len() as u32;
        }
        let here = seen.get(next).0.clone();
        let solved = puzzle.is_solved(&here);
        map.solved.push(solved);
        moves.clear();
        if !solved {
            puzzle.moves(&here, &mut moves);
            map.dead_ends += u64::from(moves.is_empty());
        }
        seen.take(PER_MOVE * moves.len() as u64)?;
        for &mv in &moves {
            let mut there = here.clone();
            puzzle.play(&mut there, mv);
            map.targets.push(seen.insert(there, ())?.0);
        }
        let total = u32::try_from(map.targets.len()).map_err(|_| Reason::States(u64::from(u32::MAX)))?;
        map.starts.push(total);
        next += 1;
    }
    map.depth_starts.push(next);
    Ok(map)
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

/// Goes back from the ends: how many positions can still be won, and the start's chance under random play.
fn look_back(map: &Map) -> (u64, Option<f64>) {
    let states = map.solved.len();
    // The graph the other way round, by counting sort.
    let mut back_starts = vec![0u32; states + 1];
    for &target in &map.targets {
        back_starts[target as usize + 1] += 1;
    }
    for n in 0..states {
        back_starts[n + 1] += back_starts[n];
    }
    let mut fill = back_starts.clone();
    let mut back = vec![0u32; map.targets.len()];
    for number in 0..states {
        for &target in map.successors(number) {
            back[fill[target as usize] as usize] = number as u32;
            fill[target as usize] += 1;
        }
    }
    drop(fill);
    let before = |number: usize| &back[back_starts[number] as usize..back_starts[number + 1] as usize];

    let mut winnable = map.solved.clone();
    let mut todo: Vec<u32> = (0..states as u32).filter(|&n| map.solved[n as usize]).collect();
    let mut won = todo.len() as u64;
    while let Some(number) = todo.pop() {
        for &from in before(number as usize) {
            if !std::mem::replace(&mut winnable[from as usize], true) {
                won += 1;
                todo.push(from);
            }
        }
    }

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
        for &from in before(number) {
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

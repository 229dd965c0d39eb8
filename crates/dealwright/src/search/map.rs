//! Every position of a challenge and the moves between them.

use super::layers::Step;
use super::visited::Visited;
use super::{Limits, Reason};
use crate::puzzle::Puzzle;

/// The explored graph. Positions are numbered in order of their distance from the start.
#[derive(Default, PartialEq)]
pub struct Map {
    /// Successors of position n: `targets[starts[n]..starts[n + 1]]`.
    pub(super) starts: Vec<u32>,
    pub(super) targets: Vec<u32>,
    /// Whether a position is solved, by its number.
    pub solved: Vec<bool>,
    /// Number of the first position at each distance from the start.
    pub depth_starts: Vec<u32>,
    /// Unsolved positions without a legal move.
    pub dead_ends: u64,
}

impl Map {
    /// How many there are.
    pub fn positions(&self) -> u64 {
        self.solved.len() as u64
    }

    /// Where the moves of a position lead, in their fixed order.
    pub fn successors(&self, number: usize) -> &[u32] {
        &self.targets[self.starts[number] as usize..self.starts[number + 1] as usize]
    }

    /// What looking back needs of the positions at each distance from the start.
    pub(super) fn layers(&self) -> impl DoubleEndedIterator<Item = Step<'_>> {
        let layer = |depth: usize| {
            let (first, next) = (self.depth_starts[depth] as usize, self.depth_starts[depth + 1] as usize);
            Step {
                starts: &self.starts[first..=next],
                targets: &self.targets,
                next: next as u32,
                solved: &self.solved[first..next],
            }
        };
        (0..self.depth_starts.len() - 1).map(layer)
    }

    /// Which positions a solution can be reached from.
    pub fn winnable(&self, back: &Backward) -> Vec<bool> {
        let mut winnable = self.solved.clone();
        let mut todo: Vec<u32> = (0..winnable.len() as u32).filter(|&n| winnable[n as usize]).collect();
        while let Some(number) = todo.pop() {
            for &from in back.predecessors(number as usize) {
                if !std::mem::replace(&mut winnable[from as usize], true) {
                    todo.push(from);
                }
            }
        }
        winnable
    }

    /// The graph the other way round.
    pub fn backward(&self) -> Backward {
        let states = self.solved.len();
        // By counting sort.
        let mut starts = vec![0u32; states + 1];
        for &target in &self.targets {
            starts[target as usize + 1] += 1;
        }
        for n in 0..states {
            starts[n + 1] += starts[n];
        }
        let mut fill = starts.clone();
        let mut sources = vec![0u32; self.targets.len()];
        for number in 0..states {
            for &target in self.successors(number) {
                sources[fill[target as usize] as usize] = number as u32;
                fill[target as usize] += 1;
            }
        }
        Backward { starts, sources }
    }
}

/// Explores everything that can be reached. A solved position is an end: play stops there.
pub fn explore<P: Puzzle>(puzzle: &P, limits: &Limits) -> Result<(Map, Positions<P::State>), Reason> {
    // Beside the set, per position: start and solved, in vectors of which three sizes exist while they double; and
    // while looking back starts, places to fill, lists of what is to do, counts and chances.
    const PER_STATE: usize = 3 * (4 + 1) + 4 + 4 + 8 + 4 + 8;
    // Per move: its target, in a vector that doubles, and the way back.
    const PER_MOVE: u64 = 3 * 4 + 4;
    let mut seen = Visited::new(limits, PER_STATE);
    let mut map = Map { starts: vec![0], depth_starts: vec![0], ..Map::default() };
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
    Ok((map, Positions::Seen(seen)))
}

/// The positions of a map, by number.
pub enum Positions<S> {
    /// As they were found.
    Seen(Visited<S, ()>),
    /// In the order of their numbers.
    Listed(Vec<S>),
}

impl<S: Eq + std::hash::Hash> Positions<S> {
    /// The position with a number.
    pub fn get(&self, number: u32) -> &S {
        match self {
            Self::Seen(seen) => &seen.get(number).0,
            Self::Listed(states) => &states[number as usize],
        }
    }
}

/// Moves the other way round.
pub struct Backward {
    starts: Vec<u32>,
    sources: Vec<u32>,
}

impl Backward {
    /// Positions from which a move leads here, once for each move.
    pub fn predecessors(&self, number: usize) -> &[u32] {
        &self.sources[self.starts[number] as usize..self.starts[number + 1] as usize]
    }
}

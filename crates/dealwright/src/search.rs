//! Solvers: free functions of one shape, `fn name<P: Puzzle>(&P, &Limits) -> Outcome<P::Move>`.

mod astar;
mod bfs;
mod dfs;
mod graph;
mod keys;
mod layers;
mod lookahead;
mod map;
mod visited;
mod walk;
mod watch;

pub use astar::astar;
pub use bfs::bfs;
pub use dfs::dfs;
#[cfg(test)]
pub(crate) use graph::look_back_anywhere;
pub use graph::{Graph, graph};
pub(crate) use graph::{graph_of, random_win};
pub use keys::{Keys, Number};
pub(crate) use layers::{Layered, Layers, explore_layers};
pub use lookahead::{Scored, lookahead};
pub use map::{Map, Positions, explore};
pub use visited::Visited;
pub use walk::{Ending, Plays, Walk, walk, walks};
pub use watch::Watch;

use crate::puzzle::Puzzle;
use crate::text::grouped;
use std::fmt;

/// What is known about a challenge.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Verdict {
    /// There is a solution, and it was found.
    Solvable,
    /// There is none: proved.
    Unsolvable,
    /// Not known. Never to be counted as unsolvable.
    Undecided,
}

impl Verdict {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Solvable, Self::Unsolvable, Self::Undecided];

    /// The verdict of a word; none for any other word.
    pub fn read(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|verdict| verdict.word() == word)
    }

    /// Of a search that knows whether there is a solution, or why it does not know.
    pub(crate) fn of(found: Result<bool, Reason>) -> Self {
        match found {
            Ok(true) => Verdict::Solvable,
            Ok(false) => Verdict::Unsolvable,
            Err(_) => Verdict::Undecided,
        }
    }

    /// The word for it.
    pub fn word(self) -> &'static str {
        match self {
            Verdict::Solvable => "solvable",
            Verdict::Unsolvable => "unsolvable",
            Verdict::Undecided => "undecided",
        }
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

/// How much a search may use.
#[derive(Clone, Copy)]
pub struct Limits {
    /// Most positions kept.
    pub states: u64,
    /// Most bytes of the search's own tables.
    pub memory: u64,
    /// Where positions are counted while they are looked at. It limits nothing: limits are compared and written without
    /// it.
    pub watch: Option<&'static Watch>,
}

impl Limits {
    /// Counts positions for whoever watches.
    pub(crate) fn count(&self, positions: u64) {
        if let Some(watch) = self.watch {
            watch.add(positions);
        }
    }
}

impl PartialEq for Limits {
    fn eq(&self, other: &Self) -> bool {
        (self.states, self.memory) == (other.states, other.memory)
    }
}

impl Eq for Limits {}

impl fmt::Debug for Limits {
    /// The text of a study's plan, limits included, is what it is known by: it must not change.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Limits").field("states", &self.states).field("memory", &self.memory).finish()
    }
}

impl Default for Limits {
    /// As many positions as fit into two gibibytes.
    fn default() -> Self {
        Self { states: u64::from(u32::MAX), memory: 2 << 30, watch: None }
    }
}

/// Who gives searches their limits: the same to each, or a share of what several threads may use together.
pub trait Allowance {
    /// Runs a search, which also says whether its memory ran out. Then it may be run again with more, and the last answer
    /// counts: no answer depends on a share that was too small.
    fn run<T>(&self, search: impl FnMut(&Limits) -> (T, bool)) -> T;

    /// Bytes of the limit that fall to whoever asks, where several share it.
    fn share(&self) -> u64;
}

impl Allowance for Limits {
    fn run<T>(&self, mut search: impl FnMut(&Limits) -> (T, bool)) -> T {
        search(self).0
    }

    fn share(&self) -> u64 {
        self.memory
    }
}

/// Why a search gave no verdict.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Reason {
    /// [`Limits::states`] ran out.
    States(u64),
    /// [`Limits::memory`] ran out.
    Memory(u64),
    /// The player is not one that can prove anything by losing; what it did.
    Lost(String),
}

impl Reason {
    /// Whether more memory might have helped.
    pub fn is_memory(&self) -> bool {
        matches!(self, Reason::Memory(_))
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Reason::States(n) => write!(f, "the limit of {} states ran out", grouped(*n)),
            Reason::Memory(bytes) => write!(f, "the memory limit of {} ran out", bytes_in_words(*bytes)),
            Reason::Lost(what) => f.write_str(what),
        }
    }
}

fn bytes_in_words(bytes: u64) -> String {
    match bytes {
        b if b >= 1 << 30 && b.is_multiple_of(1 << 30) => format!("{} GiB", b >> 30),
        b if b >= 1 << 20 && b.is_multiple_of(1 << 20) => format!("{} MiB", b >> 20),
        b => format!("{} bytes", grouped(b)),
    }
}

/// What a solver found out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Outcome<M> {
    /// Solvable, unsolvable or undecided.
    pub verdict: Verdict,
    /// The moves of a solution, when there is one.
    pub solution: Option<Vec<M>>,
    /// Whether that solution is proved to be a shortest one.
    pub shortest: bool,
    /// Distinct positions the search kept, the start included.
    pub states: u64,
    /// Why it is undecided.
    pub reason: Option<Reason>,
}

impl<M> Outcome<M> {
    /// Solved. A solution as short as the puzzle's own lower bound is a shortest one whoever found it.
    pub(crate) fn solved<P: Puzzle<Move = M>>(
        puzzle: &P,
        solution: Vec<M>,
        shortest: bool,
        states: u64,
    ) -> Self {
        let shortest = shortest || solution.len() as u64 == u64::from(puzzle.bound(&puzzle.start()));
        Self { verdict: Verdict::Solvable, solution: Some(solution), shortest, states, reason: None }
    }

    pub(crate) fn unsolvable(states: u64) -> Self {
        Self { verdict: Verdict::Unsolvable, solution: None, shortest: false, states, reason: None }
    }

    pub(crate) fn undecided(reason: Reason, states: u64) -> Self {
        Self { verdict: Verdict::Undecided, solution: None, shortest: false, states, reason: Some(reason) }
    }

    /// The same with other words for moves.
    pub fn map<N>(self, f: impl FnMut(M) -> N) -> Outcome<N> {
        Outcome {
            verdict: self.verdict,
            solution: self.solution.map(|moves| moves.into_iter().map(f).collect()),
            shortest: self.shortest,
            states: self.states,
            reason: self.reason,
        }
    }
}

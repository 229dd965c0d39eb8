//! Dealwright's library: physical solitaire puzzles as values.
//!
//! Nothing in here reads files, looks at a clock, prints or keeps global state. The words it uses:
//! a *challenge* is a start position of a game, a *verdict* says whether it can be solved, and
//! *undecided* (a limit ran out) is never the same as *unsolvable*.
//!
//! ```
//! use dealwright::{Registry, search::{Limits, Verdict}};
//!
//! let challenge = Registry::standard().challenge("boxoff:BBWBBW/BYYYWB/YWWWYY")?;
//! let answer = challenge.solve("bfs", &Limits::default())?;
//! assert_eq!(answer.verdict, Verdict::Solvable);
//! assert_eq!(answer.solution.map(|moves| moves.len()), Some(9));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
#![deny(clippy::print_stdout, clippy::print_stderr)]

pub mod board;
pub mod challenge;
pub mod conformance;
pub mod construct;
pub mod dealing;
pub mod explain;
pub mod fixes;
pub mod gallery;
pub mod game;
pub mod games;
pub mod hunt;
pub mod id;
mod invalid;
pub mod kit;
pub mod measure;
pub mod places;
pub mod prove;
pub mod puzzle;
pub mod recall;
pub mod record;
pub mod registry;
pub mod rng;
pub mod search;
pub mod setup;
pub mod square;
pub mod stats;
pub mod study;
pub mod summary;
pub mod text;
pub mod tune;

pub use challenge::Challenge;
pub use game::Game;
pub use invalid::InvalidInput;
pub use puzzle::Puzzle;
pub use registry::Registry;

/// Whether this build has everything. A program that has to be small, such as the first part of the page, leaves out the feature `whole`:
/// then challenges are dealt, played, solved and measured, and what else is asked of them is refused, never answered wrongly.
const WHOLE: bool = cfg!(feature = "whole");

/// Refuses what a small build leaves out.
fn not_here(what: &str) -> String {
    format!("this build of dealwright leaves out {what}: build it with the feature 'whole'")
}

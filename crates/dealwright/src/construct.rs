//! Challenges that are built up by hand so that they can be solved: the words that games and setups share for it.
//!
//! A way to build is a list of things hands do: take the next piece of the pile, draw a slip, roll a die. Given what pile, slips and dice
//! show, nothing is left to decide, so a [`Construction`] is one value of those. It keeps the solution that it was built around.

use crate::dealing::Parameters;
use crate::id::RuleText;

/// A way to build a challenge.
#[derive(Debug)]
pub struct BuildInfo {
    /// Its name in setup files.
    pub name: &'static str,
    /// What it comes to, in a few words.
    pub about: &'static str,
    /// What is needed beside the pieces: "a slip for each square".
    pub needs: &'static str,
    /// What hands do, as instructions; `{moves}` stands for the number that the file gives.
    pub told: &'static str,
    /// Whether the file says how many moves are made.
    pub takes_moves: bool,
    /// Whether the piece that was laid last is the first to be played. If not, it is the last.
    pub last_laid_first: bool,
    /// Whether pieces may be left that fit nowhere, so that hands have to begin again.
    pub can_get_stuck: bool,
    /// Whether it also takes away what other setups take off the board in a step of their own.
    pub takes_off: bool,
    /// Slips that are shuffled and drawn from.
    pub slips: fn(&Parameters) -> usize,
    /// The sides of every die that is rolled, in the order of the rolls, for so many moves.
    pub dice: fn(&Parameters, u32) -> Vec<u8>,
    /// Refuses pieces, by their symbols, with which it cannot be done.
    pub fits: fn(&Parameters, &[u8]) -> Result<(), String>,
}

/// What is given before hands begin to build: what chance decided, and the rules.
#[derive(Debug, Clone, Copy)]
pub struct Lots<'a> {
    /// The rules in force. What hands do is the same under all of them; the moves of the solution may differ.
    pub rules: &'a [RuleText<'a>],
    /// The symbols of the pieces, the top of the pile first.
    pub pieces: &'a [u8],
    /// The slips, the top one first: each number below [`BuildInfo::slips`] once.
    pub slips: &'a [u16],
    /// What each die shows, counted from 0.
    pub dice: &'a [u8],
}

/// What was built.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Construction<M> {
    /// The symbols on the cells, each piece once; none where hands got stuck.
    pub cells: Option<Vec<u8>>,
    /// The solution around which it was built, in the order of play.
    pub line: Vec<M>,
    /// What hands did.
    pub work: BuildWork,
}

impl<M> Construction<M> {
    /// Nothing was built.
    pub fn nothing() -> Self {
        Self { cells: None, line: Vec::new(), work: BuildWork::default() }
    }

    /// The same with moves written in another way.
    pub fn map<N>(self, write: impl FnMut(M) -> N) -> Construction<N> {
        let Self { cells, line, work } = self;
        Construction { cells, line: line.into_iter().map(write).collect(), work }
    }
}

/// What hands do while they build.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct BuildWork {
    /// Pieces laid or moved.
    pub lay: u32,
    /// Slips and pieces of the pile that were looked at.
    pub look: u32,
    /// Rolls; dice that are rolled together are one.
    pub roll: u32,
}

/// No dice.
pub(crate) fn no_dice(_: &Parameters, _: u32) -> Vec<u8> {
    Vec::new()
}

//! Whether every deal of a setup can be solved: tried one by one, each different challenge once.
//!
//! A [`Proof`] says which challenges there are to try and cuts them into blocks that can be tried in any order, on any
//! thread or machine. What a block came to is a list of solutions ([`Tried`]), which a plain checker replays: it knows the
//! rules of the game and the pieces of the setup, and nothing of how solutions are found.

pub mod answer;
pub mod boards;
pub mod solutions;
pub mod symmetry;

use crate::InvalidInput;
use crate::challenge::Challenge;
use crate::rng::StreamName;
use crate::search::{Allowance, Reason, Verdict};
use crate::setup::deal::Dealer;
use boards::{Boards, TooMany};
use solutions::{Entry, Reader, write_entry};
use std::ops::Range;
use symmetry::Symmetry;

/// Boards that are gone through at most.
pub const MOST_BOARDS: u128 = 10_000_000_000;

/// What is tried.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Extent {
    /// Every different challenge; of those that the named symmetries make equal only one.
    All {
        /// Names of the game's symmetries; none for no shortcut.
        symmetries: Vec<String>,
    },
    /// So many deals of a seed text.
    Samples {
        /// How many.
        count: u64,
        /// The text.
        seed: String,
    },
}

/// What there is to try of a setup.
pub struct Proof<'a> {
    dealer: &'a Dealer<'a>,
    source: Source<'a>,
}

enum Source<'a> {
    All { boards: Boards<'a>, symmetry: Option<Symmetry> },
    Samples { streams: StreamName, count: u64 },
}

/// Why not all challenges can be tried.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NotAll {
    /// There are too many; how many boards, if that is known.
    TooMany(Option<u128>),
    /// The symmetries cannot be used; why, in words.
    NoSymmetry(String),
}

/// What trying a block came to.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Tried {
    /// Challenges that were tried.
    pub tried: u64,
    /// Different challenges that these stand for.
    pub different: u64,
    /// Places among the tried ones, from 0, that stayed undecided.
    pub undecided: Vec<u64>,
    /// Whether the last one is dead: nothing after it was tried.
    pub dead: bool,
    /// An entry for each challenge that was tried, as [`solutions`] writes them.
    pub solutions: Vec<u8>,
}

/// Something that never happens unless the program is wrong, or a list of solutions is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mistake {
    /// The place among the challenges of the block, from 0.
    pub place: u64,
    /// The challenge; none where there is no such one.
    pub id: Option<String>,
    /// What is wrong.
    pub what: String,
}

/// Fewest and most challenges in a block, and how many blocks are good.
const FEWEST_IN_BLOCK: u128 = 1000;
const MOST_IN_BLOCK: u128 = 1_000_000;
const GOOD_BLOCKS: u128 = 1000;
/// Challenges after which a block asks whether it is still wanted.
const ASK_EVERY: u64 = 64;

impl<'a> Proof<'a> {
    /// What there is to try.
    pub fn new(dealer: &'a Dealer<'a>, extent: &Extent) -> Result<Self, NotAll> {
        let source = match extent {
            Extent::Samples { count, seed } => {
                Source::Samples { streams: dealer.streams(seed), count: *count }
            }
            Extent::All { symmetries } => {
                let boards = Boards::new(dealer).map_err(|TooMany(known)| NotAll::TooMany(known))?;
                if boards.total > MOST_BOARDS {
                    return Err(NotAll::TooMany(Some(boards.total)));
                }
                let names: Vec<&str> = symmetries.iter().map(String::as_str).collect();
                let symmetry = match names.as_slice() {
                    [] => None,
                    names => Some(Symmetry::new(&boards, names).map_err(NotAll::NoSymmetry)?),
                };
                Source::All { boards, symmetry }
            }
        };
        Ok(Self { dealer, source })
    }

    /// Boards or deals to go through; some boards may be dealt again, or stand for others.
    pub fn total(&self) -> u128 {
        match &self.source {
            Source::All { boards, .. } => boards.total,
            Source::Samples { count, .. } => (*count).into(),
        }
    }

    /// Whether every different challenge is gone through, not a sample.
    pub fn is_whole(&self) -> bool {
        matches!(self.source, Source::All { .. })
    }

    /// How many symmetries are used, 1 for none.
    pub fn symmetries(&self) -> usize {
        match &self.source {
            Source::All { symmetry: Some(symmetry), .. } => symmetry.order(),
            _ => 1,
        }
    }

    /// Different challenges, where that is known before they are gone through: unless some boards are dealt again.
    pub fn different(&self) -> Option<u128> {
        let all = self.is_whole() && !self.dealer.setup.deals_again() && self.dealer.plan.build.is_none();
        all.then(|| self.total())
    }

    fn block_size(&self) -> u128 {
        self.total().div_ceil(GOOD_BLOCKS).clamp(FEWEST_IN_BLOCK, MOST_IN_BLOCK)
    }

    /// Number of blocks.
    pub fn blocks(&self) -> u64 {
        self.total().div_ceil(self.block_size()) as u64
    }

    /// The numbers of a block's boards or deals. Blocks leap about, so that what is rare is met soon: the first few hundred
    /// are spread over everything.
    pub fn range(&self, block: u64) -> Range<u128> {
        let (blocks, size) = (u128::from(self.blocks()), self.block_size());
        let place = match self.is_whole() {
            true => u128::from(block) * leap(blocks) % blocks,
            false => block.into(),
        };
        place * size..self.total().min((place + 1) * size)
    }

    /// Tries the challenges of a block, up to the first dead one. `wanted` is asked now and then; none when it says no.
    pub fn try_block(
        &self,
        block: u64,
        allowance: &impl Allowance,
        wanted: impl Fn() -> bool,
    ) -> Result<Option<Tried>, Mistake> {
        let mut found = Tried::default();
        let mut given_up = false;
        let different = self.each(block, |challenge| {
            if found.tried.is_multiple_of(ASK_EVERY) && !wanted() {
                given_up = true;
                return Ok(false);
            }
            let solved = allowance.run(|limits| {
                let outcome = challenge.solve_by_numbers(limits);
                let ran_out = outcome.reason.as_ref().is_some_and(Reason::is_memory);
                (outcome, ran_out)
            });
            let entry = match solved.verdict {
                Verdict::Solvable => {
                    let moves = solved.solution.unwrap_or_default();
                    // The solver is not believed: its solution is played by the rules.
                    challenge.check_numbers(&moves).map_err(|what| Mistake {
                        place: found.tried,
                        id: Some(challenge.id()),
                        what: format!("the solver's solution does not hold: {what}"),
                    })?;
                    Entry::Solved(moves)
                }
                Verdict::Unsolvable => Entry::Dead,
                Verdict::Undecided => Entry::Undecided,
            };
            write_entry(&mut found.solutions, &entry);
            if entry == Entry::Undecided {
                found.undecided.push(found.tried);
            }
            found.tried += 1;
            found.dead = entry == Entry::Dead;
            Ok(!found.dead)
        })?;
        found.different = different;
        Ok((!given_up).then_some(found))
    }

    /// Tries more challenges of a block, after those of it that were tried before, until `pause` says that it is enough; for a
    /// program that has to do other things meanwhile. The block is over when `over` is true; `different` is known then.
    pub fn try_more(
        &self,
        block: u64,
        before: u64,
        allowance: &impl Allowance,
        pause: impl Fn() -> bool,
    ) -> Result<(Tried, bool), Mistake> {
        let mut found = Tried::default();
        let mut place = 0;
        let mut over = true;
        let different = self.each(block, |challenge| {
            place += 1;
            if place <= before {
                return Ok(true);
            }
            if found.tried > 0 && pause() {
                over = false;
                return Ok(false);
            }
            let outcome = allowance.run(|limits| {
                let outcome = challenge.solve_by_numbers(limits);
                let ran_out = outcome.reason.as_ref().is_some_and(Reason::is_memory);
                (outcome, ran_out)
            });
            if outcome.verdict == Verdict::Solvable {
                // The solver is not believed: its solution is played by the rules.
                let moves = outcome.solution.unwrap_or_default();
                challenge.check_numbers(&moves).map_err(|what| Mistake {
                    place: place - 1,
                    id: Some(challenge.id()),
                    what: format!("the solver's solution does not hold: {what}"),
                })?;
            }
            if outcome.verdict == Verdict::Undecided {
                found.undecided.push(place - 1);
            }
            found.tried += 1;
            found.dead = outcome.verdict == Verdict::Unsolvable;
            Ok(!found.dead)
        })?;
        found.different = if over { different } else { 0 };
        Ok((found, over))
    }

    /// Replays the solutions of a block by the rules of the game alone, and finds that there is one for each challenge of it.
    pub fn check_block(&self, block: u64, solutions: &[u8]) -> Result<Tried, Mistake> {
        let mut reader = Reader::new(solutions);
        let mut found = Tried::default();
        let different = self.each(block, |challenge| {
            let wrong = |what: String| Mistake { place: found.tried, id: Some(challenge.id()), what };
            match reader.next_entry().map_err(wrong)? {
                None => return Err(wrong("has no solution in the list".into())),
                Some(Entry::Solved(moves)) => challenge.check_numbers(&moves).map_err(wrong)?,
                Some(Entry::Undecided) => found.undecided.push(found.tried),
                Some(Entry::Dead) => found.dead = true,
            }
            found.tried += 1;
            Ok(!found.dead)
        })?;
        found.different = different;
        if !reader.is_at_end() {
            let what = "there are more solutions than challenges".into();
            return Err(Mistake { place: found.tried, id: None, what });
        }
        Ok(found)
    }

    /// The challenge that was tried as number `place` of a block.
    pub fn challenge(&self, block: u64, place: u64) -> Option<Challenge> {
        let mut left = place;
        let mut found = None;
        let _ = self.each(block, |challenge| {
            let here = left == 0;
            left = left.saturating_sub(1);
            found = here.then_some(challenge);
            Ok(!here)
        });
        found
    }

    /// Goes through the challenges of a block as long as it is told to go on; says how many different ones these were, with
    /// those that they stand for.
    fn each(
        &self,
        block: u64,
        mut see: impl FnMut(Challenge) -> Result<bool, Mistake>,
    ) -> Result<u64, Mistake> {
        let no_challenge = |what: String| Mistake { place: 0, id: None, what };
        let range = self.range(block);
        let mut different = 0;
        match &self.source {
            Source::Samples { streams, .. } => {
                for index in range {
                    let challenge = self.dealer.challenge_at(streams, index as u64);
                    different += 1;
                    if !see(challenge.map_err(|error| no_challenge(error.to_string()))?)? {
                        break;
                    }
                }
            }
            Source::All { boards, symmetry } => {
                let mut walk = boards.walk(range.start);
                for number in range {
                    // Each board is greater than the one before, so as many as were counted are all there are.
                    let board = walk.next_board().ok_or_else(|| {
                        no_challenge(format!("there are only {number} boards, not as many as were counted"))
                    })?;
                    let (cells, dice) = boards.cells_and_dice(board.symbols);
                    if !self.dealer.accepts(cells, &dice) {
                        continue;
                    }
                    different += 1;
                    if symmetry.as_ref().is_some_and(|known| !known.stands_for_all(boards, board.digits)) {
                        continue;
                    }
                    let challenge = self.dealer.build(cells, &dice);
                    if !see(challenge.map_err(|error| no_challenge(error.to_string()))?)? {
                        break;
                    }
                }
            }
        }
        Ok(different)
    }
}

/// How far one leaps from one of so many blocks to the next: about the golden section of all, and without a common divisor,
/// so that every block is met once.
fn leap(blocks: u128) -> u128 {
    let near = blocks * 618 / 1000;
    (near.max(1)..).find(|&leap| gcd(leap, blocks) == 1).unwrap_or(1)
}

fn gcd(a: u128, b: u128) -> u128 {
    if b == 0 { a } else { gcd(b, a % b) }
}

impl From<Mistake> for InvalidInput {
    fn from(mistake: Mistake) -> Self {
        let id = mistake.id.map_or(String::new(), |id| format!(" ({id})"));
        InvalidInput(format!("challenge {}{id}: {}", mistake.place + 1, mistake.what))
    }
}

#[cfg(test)]
mod tests;

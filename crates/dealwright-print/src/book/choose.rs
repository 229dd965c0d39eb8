//! Which challenges come into a book. The same seed gives the same ones.

use anyhow::Result;
use dealwright::Challenge;
use dealwright::InvalidInput;
use dealwright::measure::Level;
use dealwright::search::{Limits, Outcome, Verdict};
use dealwright::setup::Setup;
use dealwright::setup::load::dealer;
use dealwright::square::Square;
use dealwright::text::{counted, grouped};
use std::collections::HashSet;
use std::str::FromStr;

/// Kinds of challenges that can be asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EntryKind {
    /// Solvable, of a level.
    Level(Level),
    /// Solvable, of any level or of one that is not known.
    Solvable,
    /// As they are dealt, solvable or not.
    Open,
}

impl FromStr for EntryKind {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "open" => Ok(EntryKind::Open),
            level => level.parse().map(EntryKind::Level).map_err(|error: String| format!("{error}; or open")),
        }
    }
}

/// A challenge of a book.
pub struct Chosen {
    /// The challenge.
    pub challenge: Challenge,
    /// What it was dealt by: "BoxOff L-Tiles".
    pub source: String,
    /// The places of large pieces.
    pub pieces: Vec<Vec<Square>>,
    /// How hard it is, where that is known.
    pub level: Option<Level>,
    /// Nobody is told beforehand whether it can be solved.
    pub is_open: bool,
    pub(crate) answer: Answer,
}

pub struct Answer {
    pub verdict: Verdict,
    pub line: Vec<String>,
    /// Whether it is proved that no line is shorter.
    pub shortest: bool,
    /// Why there is none, where that has a name.
    pub cause: Option<String>,
}

impl Chosen {
    /// A challenge with its answer.
    pub fn new(challenge: Challenge, source: String, pieces: Vec<Vec<Square>>, limits: &Limits) -> Self {
        let solve = |shortest| challenge.solve_after(&[], shortest, limits);
        let decided = |found: &Outcome<String>| found.verdict != Verdict::Undecided;
        let found = solve(true).filter(decided).or_else(|| solve(false));
        let (verdict, line, shortest) = match found {
            Some(found) => (found.verdict, found.solution.unwrap_or_default(), found.shortest),
            None => (Verdict::Undecided, Vec::new(), false),
        };
        let level = match verdict {
            Verdict::Solvable => challenge.measure_level(limits).level,
            _ => None,
        };
        let cause = match verdict {
            Verdict::Unsolvable => challenge.reasons().into_iter().next().map(|cause| cause.words),
            _ => None,
        };
        let answer = Answer { verdict, line, shortest, cause };
        Self { challenge, source, pieces, level, is_open: false, answer }
    }

    /// The level that is told beforehand.
    pub fn shown_level(&self) -> Option<Level> {
        self.level.filter(|_| !self.is_open)
    }

    /// What stands above it.
    pub fn level_in_words(&self) -> String {
        match (self.is_open, self.level) {
            (true, _) => "open".into(),
            (false, Some(level)) => level.to_string(),
            (false, None) => String::new(),
        }
    }
}

/// What is asked for: kinds and how many of each.
pub type Wanted = Vec<(EntryKind, u64)>;

/// The part of what is asked for that falls to one of several setups: as equal as it can be.
fn share(wanted: &Wanted, setup: usize, setups: usize) -> Wanted {
    // What is left over goes on where the kind before it ended, so that nobody gets all remainders.
    let mut begin = 0;
    let mut parts = Vec::new();
    for &(kind, count) in wanted {
        let (each, rest) = (count / setups as u64, (count % setups as u64) as usize);
        let behind = (setup + setups - begin % setups) % setups;
        parts.push((kind, each + u64::from(behind < rest)));
        begin += rest;
    }
    parts
}

/// Deals and chooses; `most` is how many deals of each setup are looked at. `tell` is told how far it is.
pub fn choose(
    setups: &[Setup],
    wanted: &Wanted,
    seed: &str,
    most: u64,
    limits: &Limits,
    tell: &dyn Fn(String),
) -> Result<Vec<Chosen>> {
    let mut chosen: Vec<(EntryKind, usize, Chosen)> = Vec::new();
    let mut seen: HashSet<String> = HashSet::new();
    let mut looked_at = 0;
    for (number, setup) in setups.iter().enumerate() {
        let mut left = share(wanted, number, setups.len());
        left.retain(|(_, count)| *count > 0);
        let dealer = dealer(setup)?;
        let pieces = dealer.pieces_on_board();
        let source = format!("{} {}", setup.game.info.title, setup.title);
        let (fixed, open): (Wanted, Wanted) =
            left.into_iter().partition(|(kind, _)| *kind != EntryKind::Open);
        // Open ones have deals of their own: they must not be what others left over.
        for (mut left, text) in [(fixed, seed.to_string()), (open, format!("{seed}, open"))] {
            let streams = dealer.streams(&text);
            let mut index = 0;
            while left.iter().any(|(_, count)| *count > 0) {
                if index >= most {
                    return Err(InvalidInput(too_few(setup, &left, most)).into());
                }
                let deal =
                    dealer.deal_from(&mut streams.stream(index)).map_err(|e| InvalidInput(e.to_string()))?;
                index += 1;
                let so_far = grouped(chosen.len() as u64);
                tell(format!("{} looked at, {so_far} chosen", counted(looked_at, "deal")));
                looked_at += 1;
                let challenge = dealer.challenge(&deal).map_err(|e| InvalidInput(e.to_string()))?;
                let id = challenge.id();
                if seen.contains(&id) {
                    continue;
                }
                let Some((kind, found)) = wanted_as(challenge, &left, &source, &pieces, limits) else {
                    continue;
                };
                if let Some((_, count)) = left.iter_mut().find(|(known, _)| *known == kind) {
                    *count -= 1;
                }
                seen.insert(id);
                chosen.push((kind, number, found));
            }
        }
    }
    // From the easiest to the hardest, what is not known last; setups in their order, deals in theirs.
    let rank = |kind: &EntryKind, found: &Chosen| match kind {
        EntryKind::Open => 5,
        _ => found.level.map_or(4, |level| level as usize),
    };
    chosen.sort_by_key(|(kind, number, found)| (rank(kind, found), *number));
    Ok(chosen.into_iter().map(|(.., found)| found).collect())
}

/// What a deal is wanted as; none if it is not.
fn wanted_as(
    challenge: Challenge,
    left: &Wanted,
    source: &str,
    pieces: &[Vec<Square>],
    limits: &Limits,
) -> Option<(EntryKind, Chosen)> {
    let wants = |kind: EntryKind| left.iter().any(|(known, count)| *known == kind && *count > 0);
    let open = wants(EntryKind::Open);
    // The verdict is cheaper than anything else, and most deals need no more.
    let quick = challenge.solve(challenge.default_solver(false), limits).ok()?;
    match quick.verdict {
        Verdict::Undecided => return None,
        Verdict::Unsolvable if !open => return None,
        _ => {}
    }
    if !open && !wants(EntryKind::Solvable) {
        let level = challenge.measure_level(limits).level?;
        if !wants(EntryKind::Level(level)) {
            return None;
        }
    }
    let mut found = Chosen::new(challenge, source.into(), pieces.to_vec(), limits);
    found.is_open = open;
    let kind = match found.level {
        _ if open => EntryKind::Open,
        _ if wants(EntryKind::Solvable) => EntryKind::Solvable,
        level => EntryKind::Level(level?),
    };
    Some((kind, found))
}

fn too_few(setup: &Setup, left: &Wanted, most: u64) -> String {
    let missing: Vec<String> = left
        .iter()
        .filter(|(_, count)| *count > 0)
        .map(|(kind, count)| match kind {
            EntryKind::Level(level) => format!("{count} {level}"),
            EntryKind::Solvable => format!("{count} solvable"),
            EntryKind::Open => format!("{count} open"),
        })
        .collect();
    format!(
        "among the first {} of {} there were {} too few: ask for other levels (--level) or setups, or try more deals with --max-deals",
        counted(most, "deal"),
        setup.full_name(),
        missing.join(", ")
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn setups_share_what_is_asked_for_as_equally_as_can_be() {
        let wanted =
            vec![(EntryKind::Level(Level::Gentle), 5), (EntryKind::Open, 4), (EntryKind::Solvable, 3)];
        let parts: Vec<Wanted> = (0..3).map(|setup| share(&wanted, setup, 3)).collect();
        for (n, (_, count)) in wanted.iter().enumerate() {
            assert_eq!(parts.iter().map(|part| part[n].1).sum::<u64>(), *count);
        }
        let all: Vec<u64> = parts.iter().map(|part| part.iter().map(|(_, count)| count).sum()).collect();
        assert_eq!(all, [4, 4, 4]);
    }
}

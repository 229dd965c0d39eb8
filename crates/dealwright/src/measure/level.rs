//! Four levels of difficulty, with the same meaning everywhere.

use super::{MeasureRequest, Measured};
use crate::search::Verdict;
use crate::text::{did_you_mean, quoted};
use std::fmt;
use std::str::FromStr;

/// How hard a solvable challenge is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Level {
    /// The easiest.
    Gentle,
    /// Some thought is needed.
    Steady,
    /// Much thought is needed.
    Tricky,
    /// The hardest.
    Fiendish,
}

impl Level {
    /// From the easiest to the hardest.
    pub const ALL: [Self; 4] = [Self::Gentle, Self::Steady, Self::Tricky, Self::Fiendish];

    /// The word for it.
    pub fn word(self) -> &'static str {
        ["gentle", "steady", "tricky", "fiendish"][self as usize]
    }

    /// The next harder one, if there is one.
    fn harder(self) -> Self {
        Self::ALL[(self as usize + 1).min(3)]
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

impl FromStr for Level {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let words = Self::ALL.map(Self::word);
        Self::ALL.into_iter().find(|level| level.word() == text).ok_or_else(|| {
            let hint = did_you_mean(text, words);
            format!("{} is not a level, known are {}{hint}", quoted(text), words.join(", "))
        })
    }
}

/// What a game's levels are built on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Scale {
    /// How often random play wins: at least one game in 3, in 10, in 100, or less. For games in which mistakes cannot be
    /// undone by more moves.
    Chance,
    /// The length of a shortest solution: up to 11 moves, 14, 19, or more; one level harder if every shortest solution has
    /// three or more moves that lead away from the goal.
    Length,
}

/// Least chances of all levels but the hardest.
pub const LEAST_CHANCE: [f64; 3] = [1.0 / 3.0, 0.1, 0.01];
/// Greatest lengths of all levels but the hardest.
pub const MOST_MOVES: [u32; 3] = [11, 14, 19];
/// Moves away from the goal on every shortest solution from which on a challenge is one level harder.
pub const MANY_COUNTER: u32 = 3;

impl Scale {
    /// What has to be measured for a level.
    pub fn request(self, plays: u64, graph_states: u64) -> MeasureRequest {
        let (length, chance) = (self == Scale::Length, self == Scale::Chance);
        // The least number of moves away from the goal needs the whole graph.
        MeasureRequest {
            length,
            chance,
            graph: length,
            difficulty: false,
            cause: false,
            repair: false,
            plays,
            graph_states,
        }
    }

    /// The measure that levels are built on, by its column.
    pub fn measure(self) -> &'static str {
        match self {
            Scale::Chance => "chance",
            Scale::Length => "length",
        }
    }

    /// Whether a challenge is the harder the more there is of that measure.
    pub fn most_is_hard(self) -> bool {
        self == Scale::Length
    }

    /// What a level means, in words.
    pub fn meaning(self, level: Level) -> &'static str {
        match (self, level) {
            (Scale::Chance, Level::Gentle) => "random play wins at least one game in 3",
            (Scale::Chance, Level::Steady) => "random play wins at least one game in 10, but not one in 3",
            (Scale::Chance, Level::Tricky) => "random play wins at least one game in 100, but not one in 10",
            (Scale::Chance, Level::Fiendish) => "random play wins less than one game in 100",
            (Scale::Length, Level::Gentle) => "at most 11 moves",
            (Scale::Length, Level::Steady) => {
                "12 to 14 moves, or fewer with three or more away from the goal on every shortest solution"
            }
            (Scale::Length, Level::Tricky) => {
                "15 to 19 moves, or 12 to 14 with three or more away from the goal on every shortest solution"
            }
            (Scale::Length, Level::Fiendish) => {
                "20 moves or more, or 15 to 19 with three or more away from the goal on every shortest solution"
            }
        }
    }

    /// The level of a solvable challenge; none if what it is built on was not measured.
    pub(super) fn level(self, found: &Measured) -> Option<Level> {
        if found.verdict != Verdict::Solvable {
            return None;
        }
        match self {
            Scale::Chance => {
                let win = found.chance?.win;
                let number = LEAST_CHANCE.iter().position(|least| win >= *least).unwrap_or(3);
                Some(Level::ALL[number])
            }
            Scale::Length => {
                let (length, counter) = (found.length?, found.counter?.range?.0);
                let number = MOST_MOVES.iter().position(|most| length <= *most).unwrap_or(3);
                let level = Level::ALL[number];
                Some(if counter >= MANY_COUNTER { level.harder() } else { level })
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_read_and_written() {
        for level in Level::ALL {
            assert_eq!(level.word().parse(), Ok(level));
        }
        let error = "trickey".parse::<Level>().unwrap_err();
        assert_eq!(
            error,
            "'trickey' is not a level, known are gentle, steady, tricky, fiendish; did you mean 'tricky'?"
        );
    }

    #[test]
    fn levels_go_by_what_was_measured() {
        let level = |id: &str| {
            let challenge = crate::Registry::standard().challenge(id).unwrap();
            let request = challenge.info().scale.request(1000, 1 << 20);
            challenge.measure(&request, &crate::search::Limits::default(), "").level
        };
        // Two pairs side by side: nothing can go wrong.
        assert_eq!(level("boxoff:AABB"), Some(Level::Gentle));
        // Random play wins 8 of 100.
        assert_eq!(level("boxoff:BBWBBW/BYYYWB/YWWWYY"), Some(Level::Tricky));
        // 12, 29 and 62 moves; unsolvable.
        assert_eq!(level("fujisan:554344221335/311400512200"), Some(Level::Steady));
        assert_eq!(level("fujisan:444520240311/125335325100"), Some(Level::Fiendish));
        assert_eq!(level("fujisan:551102224335/244331001054"), Some(Level::Fiendish));
        assert_eq!(level("fujisan:235334140030/554141221205"), None);
    }
}

//! What a setup can ask of a deal, whatever the game: no equal neighbours, so many of something somewhere, and the game's own
//! requirements and named dead ends.

use super::Setup;
use super::deal::Dealer;
use crate::dealing::{Dice, Requirement};
use crate::explain::{CauseInfo, NO_FIRST_MOVE};
use crate::places::Places;
use crate::square::Square;

/// A condition on the board that lies there after a deal.
#[derive(Debug, Clone)]
pub struct Condition {
    /// Its name in setup files, after `what = `.
    pub name: String,
    /// The other keys that it is written with, and their values as TOML.
    pub keys: Vec<(&'static str, String)>,
    /// What must not be seen, after "if": "two steps show the same two values".
    pub broken_when: String,
    /// How it is tested.
    pub test: Test,
}

/// How a condition is tested.
#[derive(Debug, Clone)]
pub enum Test {
    /// On each of a list of groups of cells by itself.
    Cells {
        /// The groups.
        scopes: Vec<Vec<usize>>,
        /// What must hold for the symbols on each.
        holds: Holds,
    },
    /// By a structure that the game knows by name.
    Structure(&'static str),
}

/// What must hold for the symbols on a group of cells.
#[derive(Debug, Clone)]
pub enum Holds {
    /// What a requirement of the game says.
    Game(fn(&[u8]) -> bool),
    /// So many of them are among these.
    Count {
        /// The symbols that are counted, as the challenge keeps them.
        of: Vec<u8>,
        /// At least so many.
        least: usize,
        /// At most so many.
        most: usize,
    },
    /// No two of them are alike.
    Differ(Alike),
}

/// When two symbols are alike.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Alike {
    /// When they are the same.
    Same,
    /// When their suits are.
    Suit,
    /// When their ranks, values or colours are.
    Value,
}

impl Holds {
    /// Whether it holds for these symbols, as far as the challenge keeps them: a hole where an ace lay.
    pub fn holds(&self, values: &[u8], setup: &Setup) -> bool {
        self.culprit(values, setup).is_none()
    }

    /// Which of these symbols breaks it: the one that hands would do something about.
    fn culprit(&self, values: &[u8], setup: &Setup) -> Option<usize> {
        match self {
            // Which one is up to whoever asks: see `Condition::broken_at`.
            Holds::Game(holds) => (!holds(values)).then_some(0),
            Holds::Count { of, least, most } => {
                let is = |symbol: u8| of.contains(&symbol);
                let mut counted = (0..values.len()).filter(|&n| is(values[n]));
                match counted.clone().count() {
                    count if count > *most => counted.nth(*most),
                    count if count < *least => Some((0..values.len()).find(|&n| !is(values[n])).unwrap_or(0)),
                    _ => None,
                }
            }
            Holds::Differ(alike) => {
                let key = |n: usize| {
                    let (suit, value) = setup.game.faces.suit_and_value(values[n]);
                    match alike {
                        // Places that stay empty are not alike.
                        Alike::Same => Some(values[n]).filter(|value| setup.game.empty != Some(*value)),
                        Alike::Suit => suit,
                        Alike::Value => value,
                    }
                };
                // The later one of the first two that are alike.
                (1..values.len()).find(|&n| key(n).is_some() && (0..n).any(|before| key(before) == key(n)))
            }
        }
    }
}

impl Condition {
    /// A requirement that a game declares.
    pub(super) fn of_game(requirement: &Requirement, setup: &Setup) -> Self {
        Self {
            name: requirement.name.into(),
            keys: Vec::new(),
            broken_when: format!("{}{}", requirement.broken_when, as_counted(setup)),
            test: Test::Cells {
                scopes: (requirement.scopes)(&setup.parameters),
                holds: Holds::Game(requirement.holds),
            },
        }
    }

    /// That a named dead end is not there.
    pub(super) fn without(cause: &'static CauseInfo, setup: &Setup) -> Self {
        Self {
            name: absence(cause.name),
            keys: Vec::new(),
            broken_when: format!(
                "you find {} ({}){}",
                with_article(cause.name),
                cause.about_under(&setup.rules),
                as_counted(setup)
            ),
            test: Test::Structure(cause.name),
        }
    }

    /// That something can be moved at all.
    pub(super) fn with_a_first_move() -> Self {
        Self {
            name: A_FIRST_MOVE.into(),
            keys: Vec::new(),
            broken_when: "not a single move can be made".into(),
            test: Test::Structure(NO_FIRST_MOVE),
        }
    }

    /// The condition as the file says it, with all its keys: "none (of = 0, at = "g2")".
    pub fn in_full(&self) -> String {
        let keys: Vec<String> = self.keys.iter().map(|(key, value)| format!("{key} = {value}")).collect();
        match keys.is_empty() {
            true => self.name.clone(),
            false => format!("{} ({})", self.name, keys.join(", ")),
        }
    }

    /// The cell where the board breaks the condition; none where it holds.
    pub fn broken_at(&self, dealer: &Dealer<'_>, cells: &[u8], dice: &Dice) -> Option<usize> {
        match &self.test {
            Test::Cells { scopes, holds } => {
                let mut values = Vec::new();
                // What the challenge keeps decides, so that whoever has only the challenge sees the same.
                let seen = dealer.setup.game.seen;
                scopes.iter().find_map(|scope| {
                    values.clear();
                    values.extend(scope.iter().map(|&cell| seen(cells[cell])));
                    let culprit = holds.culprit(&values, dealer.setup).map(|n| scope[n])?;
                    // What a game says of several cells is broken by all of them: the first one as one reads stands for it.
                    match holds {
                        Holds::Game(_) => scope.iter().copied().min(),
                        _ => Some(culprit),
                    }
                })
            }
            Test::Structure(name) => {
                // A board that is no challenge has no such structure. Every deal is one: whatever the game fixes is seen to by the
                // reader, and no fix moves it.
                let challenge = dealer.build(cells, dice).ok()?;
                let is_pattern = dealer.setup.game.info.patterns.iter().any(|pattern| pattern.name == *name);
                let seen = if is_pattern { challenge.patterns() } else { challenge.reasons() };
                let cause = seen.into_iter().find(|cause| cause.name == *name)?;
                let places = &dealer.setup.places;
                let cells = cause.squares.iter().filter_map(|&square| places.cell_of(square));
                // A structure beside the board, such as a priest on the ground, is changed where the board is nearest.
                Some(cells.min().unwrap_or_else(|| nearest(places, &cause.squares)))
            }
        }
    }

    /// Whether it is not broken as far as cells are known.
    pub fn can_hold(&self, setup: &Setup, cells: &[Option<u8>]) -> bool {
        match &self.test {
            Test::Cells { scopes, holds } => scopes.iter().all(|scope| {
                let known =
                    scope.iter().map(|&cell| cells[cell].map(setup.game.seen)).collect::<Option<Vec<u8>>>();
                known.is_none_or(|values| holds.holds(&values, setup))
            }),
            Test::Structure(_) => true,
        }
    }
}

/// The cell that is nearest to one of these squares, the first one as one reads.
fn nearest(places: &Places, squares: &[Square]) -> usize {
    let distance = |cell: usize| {
        let own = places.square(cell);
        let to = |square: &Square| own.file.abs_diff(square.file) + own.rank.abs_diff(square.rank);
        squares.iter().map(to).min()
    };
    (0..places.cells()).min_by_key(|&cell| distance(cell)).unwrap_or(0)
}

/// Said where pieces count as something else than they show: the game's own words are about what they count as.
fn as_counted(setup: &Setup) -> &'static str {
    let differs =
        setup.kit.iter().any(|group| group.counts_as.words.iter().any(|(printed, seen)| printed != seen));
    if differs { ", by what the pieces count as" } else { "" }
}

/// The condition that there is a first move.
pub const A_FIRST_MOVE: &str = "a first move";

/// The name of the condition that a structure is not there: "no Ducking Crab".
pub fn absence(structure: &str) -> String {
    format!("no {}", structure.strip_prefix("a ").unwrap_or(structure))
}

/// "a circle of equals", "blocked cards": what comes before the first of these words says whether it is one or several.
fn with_article(structure: &str) -> String {
    const BEHIND: [&str; 4] = [" of ", " that ", " after ", " on "];
    let head = BEHIND
        .iter()
        .filter_map(|word| structure.find(word))
        .min()
        .map_or(structure, |end| &structure[..end]);
    match head.ends_with('s') || structure.starts_with("a ") {
        true => structure.into(),
        false => format!("a {structure}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Registry;

    #[test]
    fn a_structure_has_an_article_where_it_is_one() {
        for (structure, words) in [
            ("circle of equals", "a circle of equals"),
            ("Ducking Crab", "a Ducking Crab"),
            ("Duelling Deuces", "Duelling Deuces"),
            ("hole after a last card", "a hole after a last card"),
            ("double zero on the summit", "a double zero on the summit"),
            ("pairs that block each other", "pairs that block each other"),
            ("a priest that can never start", "a priest that can never start"),
        ] {
            assert_eq!(with_article(structure), words);
        }
    }

    #[test]
    fn a_structure_is_explained_by_the_rules_in_force() {
        let registry = Registry::standard();
        let fujisan = registry.game("fujisan").unwrap();
        let zero = fujisan.info.structures().find(|cause| cause.name == "double zero on the summit").unwrap();
        assert!(zero.about_under(&[]).starts_with("both spaces of a summit column are 0"));
        assert!(zero.about_under(&["free".into()]).starts_with("all four spaces of the summit are 0"));
    }
}

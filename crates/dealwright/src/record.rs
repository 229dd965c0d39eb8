//! Records: one row for one challenge, the same columns for every game and study.

use crate::games::Challenge;
use crate::measure::Measured;
use crate::search::Limits;
use std::borrow::Cow;

/// What a column holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// Text.
    Text,
    /// A whole number of 64 bits.
    Int,
    /// A floating point number of 64 bits.
    Real,
    /// True or false.
    Flag,
}

/// A column of the records.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Column {
    /// Its name.
    pub name: &'static str,
    /// What it holds.
    pub kind: Kind,
    /// What it means, and its unit.
    pub about: &'static str,
}

/// One value of a row.
#[derive(Debug, Clone, PartialEq)]
pub enum Value {
    /// Not measured, not defined, or not known.
    Missing,
    /// See [`Kind::Text`].
    Text(Cow<'static, str>),
    /// See [`Kind::Int`].
    Int(i64),
    /// See [`Kind::Real`].
    Real(f64),
    /// See [`Kind::Flag`].
    Flag(bool),
}

/// Lists the columns once: their names, their numbers, what they hold and what they mean.
macro_rules! columns {
    ($($constant:ident = $name:literal, $kind:ident, $about:literal;)*) => {
        #[allow(non_camel_case_types, clippy::upper_case_acronyms)]
        enum Number { $($constant,)* Count }

        /// Numbers of the columns.
        pub mod at {
            $(#[doc = $about] pub const $constant: usize = super::Number::$constant as usize;)*
        }

        /// All columns, in their order.
        pub const COLUMNS: [Column; Number::Count as usize] =
            [$(Column { name: $name, kind: Kind::$kind, about: $about }),*];
    };
}

columns! {
    GAME = "game", Text, "name of the game";
    SETUP = "setup", Text, "GAME/SETUP";
    RULES = "rules", Text, "rules that are not the default, as in IDs, with commas between them";
    ROWS = "rows", Int, "rows of the board (BoxOff)";
    COLUMNS = "columns", Int, "columns of the board (BoxOff)";
    COLOURS = "colours", Int, "colours (BoxOff)";
    SUITS = "suits", Int, "suits (Pretzel)";
    RANKS = "ranks", Int, "ranks (Pretzel)";
    STEPS = "steps", Int, "columns of the mountain (Fujisan)";
    SEED = "seed", Text, "seed text; missing in a census";
    INDEX = "index", Int, "number of the deal, or of the outcome in a census";
    TRIAL = "trial", Int, "trial the challenge belongs to, from 0; only where the sample size was fixed";
    REDEALS = "redeals", Int, "deals that broke a requirement and were gathered again";
    ID = "id", Text, "challenge ID";
    WEIGHT = "weight", Int, "how often it counts: 1 in a sample; in a census, physical outcomes, in a common unit";
    VERDICT = "verdict", Text, "solvable, unsolvable or undecided";
    REASON = "reason", Text, "why it is undecided";
    LENGTH = "length", Int, "moves of a shortest solution";
    STATES = "states", Int, "positions the solver kept";
    DEAD_START = "dead_start", Flag, "not a single legal move, and not solved";
    CHANCE = "chance", Real, "chance that random play wins, 0 to 1";
    CHANCE_EXACT = "chance_exact", Flag, "whether that chance is worked out exactly";
    PLAYS = "plays", Int, "random plays made, where it is not";
    WINS = "wins", Int, "random plays won, where it is not";
    REACHABLE = "reachable", Int, "positions that can be reached, the start included";
    DEAD_ENDS = "dead_ends", Int, "unsolved positions without a legal move";
    LOST = "lost", Int, "positions from which no solution can be reached";
    CAN_BE_LOST = "can_be_lost", Flag, "whether there is such a position";
    SHORTEST_COUNT = "shortest_count", Text, "number of shortest solutions, in decimal digits";
    PAIR_EQUALITY = "pair_equality", Real, "equal adjacent pairs among adjacent pairs (BoxOff), 0 to 1";
    DUCKING_CRABS = "ducking_crabs", Int, "suits with a Ducking Crab (Pretzel, fixed rows)";
    DUELLING_DEUCES = "duelling_deuces", Int, "twos on circles of twos on each other's places (Pretzel, fixed rows)";
    BLOCKADE = "blockade", Int, "1 if some card can never come home by a cyclic blockade (Pretzel, fixed rows)";
    CONNECTIVITY = "connectivity", Real, "places a step is reached from, mean over the columns (Fujisan)";
    DISTINCT_PAIRS = "distinct_pairs", Int, "different pairs of values among the columns (Fujisan)";
    EQUAL_STEPS = "equal_steps", Int, "columns with two equal values (Fujisan)";
    ZEROS = "zeros", Int, "spaces with value 0 (Fujisan)";
    ZERO_STEPS = "zero_steps", Int, "columns with at least one 0 (Fujisan)";
    DOUBLE_ZEROS = "double_zeros", Int, "columns with two 0s (Fujisan)";
    COUNTER = "counter", Int, "counter-intuitive moves on the shortest solution found (Fujisan)";
    COUNTER_LEAST = "counter_least", Int, "their least number over all shortest solutions";
    COUNTER_MOST = "counter_most", Int, "their greatest number over all shortest solutions";
    SWITCHES = "switches", Int, "fewest switches between two groups of pieces on the shortest solution found";
    CHANGES = "changes", Int, "changes of the moved piece on the shortest solution found";
    WALK_MOVES = "walk_moves", Real, "expected moves of the walk model";
    WALK_PLAYS = "walk_plays", Int, "plays of the walk model, where it is not worked out exactly";
    LEVEL = "level", Text, "gentle, steady, tricky or fiendish, where what it is built on was measured";
    CAUSE = "cause", Text, "first named structure that leaves a dead challenge without a solution";
    REPAIR = "repair", Text, "smallest change that brings a dead deal to life: turn, neighbours, swap or none";
    REPAIRED_ID = "repaired_id", Text, "ID of the first challenge that such a change gives";
    SOLVER = "solver", Text, "solver that gave the verdict";
    MAX_STATES = "max_states", Int, "most positions a search might keep";
    MAX_MEMORY = "max_memory", Int, "most bytes a search might use";
    SHUFFLE = "shuffle", Text, "way to shuffle, such as riffle:3 or riffle:3,last=sorted; missing when it is perfect";
}

/// The place of a column by name.
pub fn column_number(name: &str) -> Option<usize> {
    COLUMNS.iter().position(|column| column.name == name)
}

/// A number in a row; none where it is missing, or no number.
pub fn number(row: &[Value], column: usize) -> Option<f64> {
    match row.get(column)? {
        Value::Int(number) => Some(*number as f64),
        Value::Real(number) => Some(*number),
        _ => None,
    }
}

/// Where a challenge comes from.
#[derive(Debug, Clone)]
pub struct Origin {
    /// GAME/SETUP.
    pub setup: String,
    /// The seed text; none in a census.
    pub seed: Option<String>,
    /// Number of the deal or of the outcome.
    pub index: i64,
    /// The trial.
    pub trial: Option<i64>,
    /// Deals gathered again.
    pub redeals: Option<i64>,
    /// How often it counts.
    pub weight: i64,
    /// The way to shuffle, if it is not perfect.
    pub shuffle: Option<String>,
}

/// A row, in the order of [`COLUMNS`].
pub fn row(origin: Origin, challenge: &Challenge, found: &Measured, limits: &Limits) -> Vec<Value> {
    let mut row = vec![Value::Missing; COLUMNS.len()];
    let mut set = |number: usize, value: Value| row[number] = value;
    let info = challenge.info();
    set(at::GAME, text(info.name));
    set(at::SETUP, text(origin.setup));
    set(at::RULES, text(challenge.rules().join(",")));
    for (parameter, value) in info.parameters.iter().zip(challenge.parameters()) {
        if let Some(number) = column_number(parameter.name) {
            set(number, Value::Int(value.into()));
        }
    }
    set(at::SEED, origin.seed.map_or(Value::Missing, text));
    set(at::INDEX, Value::Int(origin.index));
    set(at::TRIAL, origin.trial.map_or(Value::Missing, Value::Int));
    set(at::REDEALS, origin.redeals.map_or(Value::Missing, Value::Int));
    set(at::ID, text(challenge.id()));
    set(at::WEIGHT, Value::Int(origin.weight));
    set(at::VERDICT, text(found.verdict.word()));
    set(at::REASON, found.reason.as_ref().map_or(Value::Missing, |reason| text(reason.to_string())));
    set(at::LENGTH, int(found.length));
    set(at::STATES, int(Some(found.states)));
    set(at::DEAD_START, Value::Flag(found.dead_start));
    if let Some(chance) = found.chance {
        set(at::CHANCE, Value::Real(chance.win));
        set(at::CHANCE_EXACT, Value::Flag(chance.plays.is_none()));
        set(at::PLAYS, int(chance.plays.map(|(plays, _)| plays)));
        set(at::WINS, int(chance.plays.map(|(_, wins)| wins)));
    }
    if let Some(graph) = &found.graph {
        set(at::REACHABLE, int(Some(graph.reachable)));
        set(at::DEAD_ENDS, int(Some(graph.dead_ends)));
        set(at::LOST, int(Some(graph.lost)));
        set(at::CAN_BE_LOST, Value::Flag(graph.can_be_lost()));
        set(at::SHORTEST_COUNT, text(graph.shortest_count.to_string()));
    }
    for &(name, value) in &found.board {
        if let Some(number) = column_number(name) {
            let whole = COLUMNS[number].kind == Kind::Int;
            set(number, if whole { Value::Int(value as i64) } else { Value::Real(value) });
        }
    }
    if let Some(counter) = found.counter {
        set(at::COUNTER, int(Some(counter.found)));
        set(at::COUNTER_LEAST, int(counter.range.map(|(least, _)| least)));
        set(at::COUNTER_MOST, int(counter.range.map(|(_, most)| most)));
    }
    set(at::SWITCHES, int(found.switches));
    set(at::CHANGES, int(found.changes));
    if let Some(walk) = found.walk {
        set(at::WALK_MOVES, Value::Real(walk.moves));
        set(at::WALK_PLAYS, int(walk.plays));
    }
    set(at::LEVEL, found.level.map_or(Value::Missing, |level| text(level.word())));
    set(at::CAUSE, found.cause.map_or(Value::Missing, text));
    set(at::SOLVER, text(found.solver));
    set(at::MAX_STATES, int(Some(limits.states)));
    set(at::MAX_MEMORY, int(Some(limits.memory)));
    set(at::SHUFFLE, origin.shuffle.map_or(Value::Missing, text));
    row
}

fn text(text: impl Into<Cow<'static, str>>) -> Value {
    Value::Text(text.into())
}

/// Numbers beyond the range are written as the greatest there is; only limits get that far.
fn int(number: Option<impl Into<u64>>) -> Value {
    number.map_or(Value::Missing, |number| Value::Int(i64::try_from(number.into()).unwrap_or(i64::MAX)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::read_challenge;
    use crate::measure::Asked;
    use crate::study::ONLY_VERDICT;

    #[test]
    fn every_measure_has_its_column_and_every_column_its_kind() {
        let asked =
            Asked { length: true, chance: true, graph: true, difficulty: true, plays: 10, ..ONLY_VERDICT };
        let mut filled = vec![false; COLUMNS.len()];
        for id in
            ["boxoff:AABB/ABAB", "pretzel:--2S3S/3H--2H/2D3D--", "fujisan.free:554344221335/311400512200"]
        {
            let challenge = read_challenge(id).unwrap();
            let limits = Limits::default();
            let found = challenge.measure(&asked, &limits, "x");
            let origin = Origin {
                setup: "a/b".into(),
                seed: Some("s".into()),
                index: 1,
                trial: Some(0),
                redeals: Some(0),
                weight: 1,
                shuffle: Some("riffle:3".into()),
            };
            for (name, _) in &found.board {
                assert!(column_number(name).is_some(), "{name}");
            }
            for (number, value) in row(origin, &challenge, &found, &limits).iter().enumerate() {
                let fits = matches!(
                    (COLUMNS[number].kind, value),
                    (_, Value::Missing)
                        | (Kind::Text, Value::Text(_))
                        | (Kind::Int, Value::Int(_))
                        | (Kind::Real, Value::Real(_))
                        | (Kind::Flag, Value::Flag(_))
                );
                assert!(fits, "{} is {value:?}", COLUMNS[number].name);
                filled[number] |= *value != Value::Missing;
            }
        }
        let empty: Vec<&str> = COLUMNS
            .iter()
            .zip(&filled)
            .filter(|(_, filled)| !**filled)
            .map(|(column, _)| column.name)
            .collect();
        // No search ran out, and everything was worked out.
        // Dead challenges and their repair are not among them.
        assert_eq!(empty, ["reason", "walk_plays", "cause", "repair", "repaired_id"]);
    }
}

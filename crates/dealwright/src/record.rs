//! Records: one row for one challenge. The columns that every study has come first, always the same; then those that
//! the games of the study declare, by name.

mod schema;

use crate::challenge::Challenge;
use crate::measure::Measured;
use crate::search::{Limits, Verdict};
pub use schema::{Column, ColumnKind, Role, Schema};
use std::borrow::Cow;

/// One value of a row.
#[derive(Debug, Clone, PartialEq)]
pub enum Value {
    /// Not measured, not defined, or not known.
    Missing,
    /// See [`ColumnKind::Text`].
    Text(Cow<'static, str>),
    /// See [`ColumnKind::Int`].
    Int(i64),
    /// See [`ColumnKind::Real`].
    Real(f64),
    /// See [`ColumnKind::Flag`].
    Flag(bool),
}

/// Lists the columns once: their names, their numbers, what they hold and what they mean.
macro_rules! columns {
    ($($constant:ident = $name:literal, $kind:ident, $about:literal;)*) => {
        #[allow(non_camel_case_types, clippy::upper_case_acronyms)]
        enum Number { $($constant,)* Count }

        /// Numbers of the core columns.
        pub mod at {
            $(#[doc = $about] pub const $constant: usize = super::Number::$constant as usize;)*
        }

        /// The columns that every study has, in their order.
        pub const CORE: [(&str, ColumnKind, &str); Number::Count as usize] = [$(($name, ColumnKind::$kind, $about)),*];
    };
}

columns! {
    GAME = "game", Text, "name of the game";
    SETUP = "setup", Text, "GAME/SETUP";
    RULES = "rules", Text, "rules that are not the default, as in IDs, with commas between them";
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
    COUNTER = "counter", Int, "counter-intuitive moves on the shortest solution found, where the game knows such moves";
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

/// The verdict of a row; what is no verdict at all is undecided.
pub fn verdict(row: &[Value]) -> Verdict {
    match row.get(at::VERDICT) {
        Some(Value::Text(word)) => Verdict::read(word).unwrap_or(Verdict::Undecided),
        _ => Verdict::Undecided,
    }
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

/// A measure or parameter for which the records have no column.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{game} gives the {role} '{name}', which it does not declare, so there is no column for it")]
pub struct NoColumn {
    /// The game.
    pub game: &'static str,
    /// What it is.
    pub role: &'static str,
    /// Its name.
    pub name: String,
}

/// A row, in the order of the schema's columns.
pub fn row(
    schema: &Schema,
    origin: Origin,
    challenge: &Challenge,
    found: &Measured,
    limits: &Limits,
) -> Result<Vec<Value>, NoColumn> {
    let mut row = vec![Value::Missing; schema.columns().len()];
    let info = challenge.info();
    let column = |role: &'static str, name: &str| {
        schema.number(name).ok_or_else(|| NoColumn { game: info.title, role, name: name.to_string() })
    };
    for (parameter, value) in info.parameters.iter().zip(challenge.parameters()) {
        row[column("parameter", parameter.name)?] = Value::Int(value.into());
    }
    for &(name, value) in &found.board {
        let number = column("measure", name)?;
        row[number] = match schema.columns()[number].kind {
            // A value that is declared as whole and is not would be cut off without a word.
            ColumnKind::Int if value.fract() != 0.0 => {
                let (game, name) = (info.title, format!("{name} = {value}"));
                return Err(NoColumn { game, role: "fraction", name });
            }
            ColumnKind::Int => Value::Int(value as i64),
            _ => Value::Real(value),
        };
    }
    let mut set = |number: usize, value: Value| row[number] = value;
    set(at::GAME, text(info.name));
    set(at::SETUP, text(origin.setup));
    set(at::RULES, text(challenge.rules().join(",")));
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
    Ok(row)
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
    use crate::measure::MeasureRequest;
    use crate::registry::Registry;
    use crate::study::ONLY_VERDICT;

    #[test]
    fn every_measure_has_its_column_and_every_column_its_kind() {
        let request = MeasureRequest {
            length: true,
            chance: true,
            graph: true,
            difficulty: true,
            plays: 10,
            ..ONLY_VERDICT
        };
        let registry = Registry::standard();
        let schema = Schema::of(registry.infos()).unwrap();
        let mut filled = vec![false; schema.columns().len()];
        let examples = registry.infos().map(|info| info.example);
        for id in examples.chain(["boxoff:AABB/ABAB", "fujisan.free:554344221335/311400512200"]) {
            let challenge = registry.challenge(id).unwrap();
            let limits = Limits::default();
            let found = challenge.measure(&request, &limits, "x");
            let origin = Origin {
                setup: "a/b".into(),
                seed: Some("s".into()),
                index: 1,
                trial: Some(0),
                redeals: Some(0),
                weight: 1,
                shuffle: Some("riffle:3".into()),
            };
            let row = row(&schema, origin, &challenge, &found, &limits).unwrap();
            for (number, value) in row.iter().enumerate() {
                let fits = matches!(
                    (schema.columns()[number].kind, value),
                    (_, Value::Missing)
                        | (ColumnKind::Text, Value::Text(_))
                        | (ColumnKind::Int, Value::Int(_))
                        | (ColumnKind::Real, Value::Real(_))
                        | (ColumnKind::Flag, Value::Flag(_))
                );
                assert!(fits, "{} is {value:?}", schema.columns()[number].name);
                filled[number] |= *value != Value::Missing;
            }
        }
        let columns = schema.columns().iter().zip(&filled);
        let empty: Vec<&str> =
            columns.filter(|(_, filled)| !**filled).map(|(column, _)| column.name.as_ref()).collect();
        // No search ran out, and everything was worked out.
        // Dead challenges and their repair are not among them.
        assert_eq!(empty, ["reason", "walk_plays", "cause", "repair", "repaired_id"]);
    }

    #[test]
    fn a_measure_that_has_no_column_is_an_error_and_not_dropped() {
        let registry = Registry::standard();
        let challenge = registry.challenge("boxoff:AABB/ABAB").unwrap();
        let limits = Limits::default();
        let found = challenge.measure(&ONLY_VERDICT, &limits, "x");
        let origin = Origin {
            setup: "a/b".into(),
            seed: None,
            index: 1,
            trial: None,
            redeals: None,
            weight: 1,
            shuffle: None,
        };
        let empty = Schema::of(std::iter::empty()).unwrap();
        let error = row(&empty, origin, &challenge, &found, &limits).unwrap_err();
        assert_eq!(
            error.to_string(),
            "BoxOff gives the parameter 'rows', which it does not declare, so there is no column for it"
        );
    }
}

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

const fn column(name: &'static str, kind: Kind, about: &'static str) -> Column {
    Column { name, kind, about }
}

/// All columns, in their order.
pub const COLUMNS: [Column; 49] = [
    column("game", Kind::Text, "name of the game"),
    column("setup", Kind::Text, "GAME/SETUP"),
    column("rules", Kind::Text, "rules that are not the default, as in IDs, with commas between them"),
    column("rows", Kind::Int, "rows of the board (BoxOff)"),
    column("columns", Kind::Int, "columns of the board (BoxOff)"),
    column("colours", Kind::Int, "colours (BoxOff)"),
    column("suits", Kind::Int, "suits (Pretzel)"),
    column("ranks", Kind::Int, "ranks (Pretzel)"),
    column("steps", Kind::Int, "columns of the mountain (Fujisan)"),
    column("seed", Kind::Text, "seed text; missing in a census"),
    column("index", Kind::Int, "number of the deal, or of the outcome in a census"),
    column(
        "trial",
        Kind::Int,
        "trial the challenge belongs to, from 0; only where the sample size was fixed",
    ),
    column("redeals", Kind::Int, "deals that broke a requirement and were gathered again"),
    column("id", Kind::Text, "challenge ID"),
    column(
        "weight",
        Kind::Int,
        "how often it counts: 1 in a sample; in a census, physical outcomes, in a common unit",
    ),
    column("verdict", Kind::Text, "solvable, unsolvable or undecided"),
    column("reason", Kind::Text, "why it is undecided"),
    column("length", Kind::Int, "moves of a shortest solution"),
    column("states", Kind::Int, "positions the solver kept"),
    column("dead_start", Kind::Flag, "not a single legal move, and not solved"),
    column("chance", Kind::Real, "chance that random play wins, 0 to 1"),
    column("chance_exact", Kind::Flag, "whether that chance is worked out exactly"),
    column("plays", Kind::Int, "random plays made, where it is not"),
    column("wins", Kind::Int, "random plays won, where it is not"),
    column("reachable", Kind::Int, "positions that can be reached, the start included"),
    column("dead_ends", Kind::Int, "unsolved positions without a legal move"),
    column("lost", Kind::Int, "positions from which no solution can be reached"),
    column("can_be_lost", Kind::Flag, "whether there is such a position"),
    column("shortest_count", Kind::Text, "number of shortest solutions, in decimal digits"),
    column("pair_equality", Kind::Real, "equal adjacent pairs among adjacent pairs (BoxOff), 0 to 1"),
    column("ducking_crabs", Kind::Int, "suits with a Ducking Crab (Pretzel, fixed rows)"),
    column(
        "duelling_deuces",
        Kind::Int,
        "twos on circles of twos on each other's places (Pretzel, fixed rows)",
    ),
    column(
        "blockade",
        Kind::Int,
        "1 if some card can never come home by a cyclic blockade (Pretzel, fixed rows)",
    ),
    column("connectivity", Kind::Real, "places a step is reached from, mean over the columns (Fujisan)"),
    column("distinct_pairs", Kind::Int, "different pairs of values among the columns (Fujisan)"),
    column("equal_steps", Kind::Int, "columns with two equal values (Fujisan)"),
    column("zeros", Kind::Int, "spaces with value 0 (Fujisan)"),
    column("zero_steps", Kind::Int, "columns with at least one 0 (Fujisan)"),
    column("double_zeros", Kind::Int, "columns with two 0s (Fujisan)"),
    column("counter", Kind::Int, "counter-intuitive moves on the shortest solution found (Fujisan)"),
    column("counter_least", Kind::Int, "their least number over all shortest solutions"),
    column("counter_most", Kind::Int, "their greatest number over all shortest solutions"),
    column(
        "switches",
        Kind::Int,
        "fewest switches between two groups of pieces on the shortest solution found",
    ),
    column("changes", Kind::Int, "changes of the moved piece on the shortest solution found"),
    column("walk_moves", Kind::Real, "expected moves of the walk model"),
    column("walk_plays", Kind::Int, "plays of the walk model, where it is not worked out exactly"),
    column("solver", Kind::Text, "solver that gave the verdict"),
    column("max_states", Kind::Int, "most positions a search might keep"),
    column("max_memory", Kind::Int, "most bytes a search might use"),
];

/// The place of a column by name.
pub fn column_number(name: &str) -> Option<usize> {
    COLUMNS.iter().position(|column| column.name == name)
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
}

/// A row, in the order of [`COLUMNS`].
pub fn row(origin: Origin, challenge: &Challenge, found: &Measured, limits: &Limits) -> Vec<Value> {
    let mut row = vec![Value::Missing; COLUMNS.len()];
    let mut set = |name: &str, value: Value| {
        if let Some(number) = column_number(name) {
            row[number] = value;
        }
    };
    let info = challenge.info();
    set("game", text(info.name));
    set("setup", text(origin.setup));
    set("rules", text(challenge.rules().join(",")));
    for (parameter, value) in info.parameters.iter().zip(challenge.parameters()) {
        set(parameter.name, Value::Int(value.into()));
    }
    set("seed", origin.seed.map_or(Value::Missing, text));
    set("index", Value::Int(origin.index));
    set("trial", origin.trial.map_or(Value::Missing, Value::Int));
    set("redeals", origin.redeals.map_or(Value::Missing, Value::Int));
    set("id", text(challenge.id()));
    set("weight", Value::Int(origin.weight));
    set("verdict", text(found.verdict.word()));
    set("reason", found.reason.as_ref().map_or(Value::Missing, |reason| text(reason.to_string())));
    set("length", int(found.length));
    set("states", int(Some(found.states)));
    set("dead_start", Value::Flag(found.dead_start));
    if let Some(chance) = found.chance {
        set("chance", Value::Real(chance.win));
        set("chance_exact", Value::Flag(chance.plays.is_none()));
        set("plays", int(chance.plays.map(|(plays, _)| plays)));
        set("wins", int(chance.plays.map(|(_, wins)| wins)));
    }
    if let Some(graph) = &found.graph {
        set("reachable", int(Some(graph.reachable)));
        set("dead_ends", int(Some(graph.dead_ends)));
        set("lost", int(Some(graph.lost)));
        set("can_be_lost", Value::Flag(graph.can_be_lost()));
        set("shortest_count", text(graph.shortest_count.to_string()));
    }
    for &(name, value) in &found.board {
        let kind = column_number(name).map(|number| COLUMNS[number].kind);
        set(name, if kind == Some(Kind::Int) { Value::Int(value as i64) } else { Value::Real(value) });
    }
    if let Some(counter) = found.counter {
        set("counter", int(Some(counter.found)));
        set("counter_least", int(counter.range.map(|(least, _)| least)));
        set("counter_most", int(counter.range.map(|(_, most)| most)));
    }
    set("switches", int(found.switches));
    set("changes", int(found.changes));
    if let Some(walk) = found.walk {
        set("walk_moves", Value::Real(walk.moves));
        set("walk_plays", int(walk.plays));
    }
    set("solver", text(found.solver));
    set("max_states", int(Some(limits.states)));
    set("max_memory", int(Some(limits.memory)));
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

    #[test]
    fn every_measure_has_its_column_and_every_column_its_kind() {
        let asked = Asked {
            length: true,
            chance: true,
            graph: true,
            difficulty: true,
            plays: 10,
            graph_states: 1 << 20,
        };
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
            };
            for (name, _) in &found.board {
                assert!(column_number(name).is_some(), "{name}");
            }
            for (number, value) in row(origin, &challenge, &found, &limits).iter().enumerate() {
                let fits = match (COLUMNS[number].kind, value) {
                    (_, Value::Missing) => true,
                    (Kind::Text, Value::Text(_)) | (Kind::Int, Value::Int(_)) => true,
                    (Kind::Real, Value::Real(_)) | (Kind::Flag, Value::Flag(_)) => true,
                    _ => false,
                };
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
        assert_eq!(empty, ["reason", "walk_plays"]);
    }
}

//! What is measured of the challenges that people played.

use dealwright::Challenge;
use dealwright::measure::{Level, MeasureRequest};
use dealwright::search::{Limits, Verdict};

/// Random plays where the chance of random play cannot be worked out.
const PLAYS: u64 = 1000;
/// Positions up to which whole graphs are explored.
pub const GRAPH_STATES: u64 = 1_000_000;

/// A measure that may predict how hard a challenge is for people.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Measure {
    /// Its name.
    pub name: &'static str,
    /// What it is.
    pub words: &'static str,
    /// Whether models use its logarithm: it counts what multiplies.
    pub is_logarithmic: bool,
}

/// All measures, in the order of [`Measures::values`].
pub const MEASURES: [Measure; 8] = [
    Measure { name: "level", words: "level, 1 gentle to 4 fiendish", is_logarithmic: false },
    Measure { name: "chance", words: "chance of random play", is_logarithmic: true },
    Measure { name: "walk_moves", words: "walk model, expected moves", is_logarithmic: true },
    Measure { name: "length", words: "moves of a shortest solution", is_logarithmic: false },
    Measure { name: "counter", words: "moves away from the goal", is_logarithmic: false },
    Measure { name: "dead_ends", words: "dead ends", is_logarithmic: true },
    Measure { name: "crossroads", words: "crossroads of a solution", is_logarithmic: false },
    Measure { name: "positions", words: "positions that can be reached", is_logarithmic: true },
];

/// What was found out about a challenge.
#[derive(Debug, Clone, PartialEq)]
pub struct Measures {
    /// The challenge.
    pub id: String,
    /// Its game.
    pub game: String,
    /// Whether it has a solution.
    pub verdict: Verdict,
    /// Its level.
    pub level: Option<Level>,
    /// Values of [`MEASURES`]; none where the game does not have one or the limits ran out.
    pub values: [Option<f64>; MEASURES.len()],
}

impl Measures {
    /// Measures a challenge.
    pub fn of(challenge: &Challenge, limits: &Limits) -> Self {
        let request = MeasureRequest {
            length: true,
            chance: true,
            graph: true,
            difficulty: true,
            cause: false,
            repair: false,
            plays: PLAYS,
            graph_states: GRAPH_STATES,
        };
        let found = challenge.measure(&request, limits, "people");
        let is_solvable = found.verdict == Verdict::Solvable;
        let graph_limits = Limits { states: limits.states.min(GRAPH_STATES), ..*limits };
        let crossroads =
            found.graph.as_ref().filter(|_| is_solvable).and_then(|_| challenge.ways(&graph_limits));
        let graph =
            |of: fn(&dealwright::search::Graph) -> u64| found.graph.as_ref().map(|graph| of(graph) as f64);
        let values = [
            found.level.map(|level| level as usize as f64 + 1.0),
            found.chance.map(|chance| chance.win),
            found.walk.as_ref().map(|walk| walk.moves),
            found.length.map(f64::from),
            found.counter.map(|counter| f64::from(counter.range.map_or(counter.found, |(least, _)| least))),
            graph(|graph| graph.dead_ends),
            crossroads.map(|ways| ways.crossroads.len() as f64),
            graph(|graph| graph.reachable),
        ];
        let (id, game) = (challenge.id(), challenge.info().name.to_string());
        Self { id, game, verdict: found.verdict, level: found.level, values }
    }

    /// The value that models use of a measure.
    pub fn for_models(&self, measure: usize) -> Option<f64> {
        let value = self.values[measure]?;
        Some(if MEASURES[measure].is_logarithmic { (value + SMALL).ln() } else { value })
    }
}

/// Added before a logarithm is taken: a chance of nothing, no dead ends.
const SMALL: f64 = 0.001;

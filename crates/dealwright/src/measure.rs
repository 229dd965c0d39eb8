//! What is measured of a challenge. METHOD defines each measure.

mod counter;
mod level;
mod order;
mod walk_model;

use crate::WHOLE;
use crate::game::{Game, id_of};
use crate::rng::Stream;
use crate::search::{self, Graph, Limits, Reason, Verdict};
pub use counter::Counter;
pub use level::{LEAST_CHANCE, Level, MANY_COUNTER, MOST_MOVES, Scale};
pub use walk_model::WalkModel;

/// A piece that is moved.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Moved {
    /// The piece.
    pub piece: u8,
    /// What it belongs to when the problem is taken apart: below 8.
    pub group: u8,
}

/// What is asked for; the verdict always is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MeasureRequest {
    /// The length of a shortest solution.
    pub length: bool,
    /// The chance of random play.
    pub chance: bool,
    /// What the whole graph tells.
    pub graph: bool,
    /// How hard it is.
    pub difficulty: bool,
    /// Which named structure leaves a dead challenge without a solution.
    pub cause: bool,
    /// Which change would bring a dead deal to life; that is asked of its setup, not here.
    pub repair: bool,
    /// Random plays where the chance cannot be worked out.
    pub plays: u64,
    /// Positions up to which whole graphs are explored.
    pub graph_states: u64,
}

/// The chance that random play wins.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Chance {
    /// Exact, or the share of plays that won.
    pub win: f64,
    /// Plays made and won; none when it is exact.
    pub plays: Option<(u64, u64)>,
}

/// What was found out about a challenge.
#[derive(Debug, Clone, PartialEq)]
pub struct Measured {
    /// Solvable, unsolvable or undecided.
    pub verdict: Verdict,
    /// Why it is undecided.
    pub reason: Option<Reason>,
    /// Moves of a shortest solution, if that was asked for and found, or if all solutions are equally long.
    pub length: Option<u32>,
    /// Positions the solver kept.
    pub states: u64,
    /// The solver that gave the verdict.
    pub solver: &'static str,
    /// Not solved, and not a single legal move.
    pub dead_start: bool,
    /// The chance of random play.
    pub chance: Option<Chance>,
    /// The whole graph, if it was asked for and fits.
    pub graph: Option<Graph>,
    /// The game's own measures.
    pub board: Vec<(&'static str, f64)>,
    /// Moves away from the goal on shortest solutions.
    pub counter: Option<Counter>,
    /// Fewest switches between two groups of pieces along the shortest solution found.
    pub switches: Option<u32>,
    /// How often another piece is moved than before along the shortest solution found.
    pub changes: Option<u32>,
    /// Expected moves of a player who tends towards the goal.
    pub walk: Option<WalkModel>,
    /// The level, if it is solvable and what levels are built on was measured.
    pub level: Option<Level>,
    /// The first named structure that leaves it without a solution, if it was asked for and there is one.
    pub cause: Option<&'static str>,
    /// Whether some search, for whichever measure, ran out of memory: with more, something of this might be different.
    pub memory_ran_out: bool,
}

/// Measures a challenge. `seed` names the randomness of sampled measures; the challenge's ID is part of the name too. The small
/// build measures what levels are built on.
pub fn measure<G: Game>(game: &G, request: &MeasureRequest, limits: &Limits, seed: &str) -> Measured {
    let shortest = request.length || request.difficulty;
    let found = game.solve_by_default(shortest, limits);
    let line = found.solution.as_deref();
    let is_shortest = found.shortest || G::INFO.equal_lengths;
    let shortest_line = line.filter(|_| is_shortest);
    let graph_limits = Limits { states: limits.states.min(request.graph_states), ..*limits };
    // Without a solution there is neither a chance nor a walk to the goal; and random play needs the graph only where
    // plays cannot go round in circles, the others are sampled anyway.
    let wanted = request.graph
        || found.verdict != Verdict::Unsolvable
            && (request.difficulty || request.chance && game.has_small_graph());
    let mut memory_ran_out = found.reason.as_ref().is_some_and(Reason::is_memory);
    let mut unless_memory_ran_out = |reason: &Reason| memory_ran_out |= reason.is_memory();
    // Where nothing but the chance is asked for, a game may know it without the graph.
    let only_chance = wanted && !request.graph && !request.difficulty;
    let own_chance = only_chance.then(|| game.own_chance(&graph_limits)).flatten();
    let wanted = wanted && own_chance.is_none();
    let explored = wanted.then(|| game.explore(&graph_limits));
    let explored = explored.and_then(|explored| explored.inspect_err(&mut unless_memory_ran_out).ok());
    let own_chance = own_chance.and_then(|chance| chance.inspect_err(&mut unless_memory_ran_out).ok());
    let graph = explored.as_ref().filter(|_| request.graph).map(|(map, _)| search::graph_of(map));
    let exact = || match (&graph, &explored) {
        (Some(graph), _) => graph.random_win,
        (None, Some((map, _))) => search::random_win(map),
        (None, None) => own_chance,
    };
    let random = |what: &str| Stream::new(&["measure", what, seed, &id_of(game)], 0);
    let chance = match request.chance {
        true => {
            let mut random = random("chance");
            let plays = Plays { plays: request.plays, limits, memory_ran_out: &mut memory_ran_out };
            chance_of(game, found.verdict, exact, plays, &mut random)
        }
        false => None,
    };
    let moved = shortest_line.filter(|_| WHOLE && request.difficulty).and_then(|line| game.moved(line));
    let walk = (WHOLE && request.difficulty && found.verdict == Verdict::Solvable)
        .then(|| match &explored {
            Some((map, _)) => walk_model::exact(map),
            None => walk_model::sampled(game, limits, &mut random("walk"), &mut memory_ran_out),
        })
        .flatten();
    let mut measured = Measured {
        verdict: found.verdict,
        reason: found.reason.clone(),
        length: shortest_line.map(|line| line.len() as u32),
        states: found.states,
        solver: G::default_solver(shortest),
        dead_start: WHOLE && game.has_dead_start(),
        chance,
        graph,
        board: if WHOLE { game.board_measures() } else { Vec::new() },
        counter: shortest_line.and_then(|line| counter::counter(game, line, explored.as_ref())),
        switches: moved.as_deref().map(order::fewest_switches),
        changes: moved.as_deref().map(order::changes),
        walk,
        level: None,
        cause: None,
        memory_ran_out,
    };
    measured.level = G::INFO.scale.level(&measured);
    measured
}

/// How a chance is sampled.
struct Plays<'a> {
    plays: u64,
    limits: &'a Limits,
    memory_ran_out: &'a mut bool,
}

fn chance_of<G: Game>(
    game: &G,
    verdict: Verdict,
    exact: impl FnOnce() -> Option<f64>,
    request: Plays<'_>,
    random: &mut Stream,
) -> Option<Chance> {
    if verdict == Verdict::Unsolvable {
        return Some(Chance { win: 0.0, plays: None });
    }
    if let Some(win) = exact() {
        return Some(Chance { win, plays: None });
    }
    let found = search::walks(game, request.limits, request.plays, random);
    *request.memory_ran_out |= found.ran_out.as_ref().is_some_and(Reason::is_memory);
    let win = found.wins as f64 / found.plays as f64;
    (found.plays > 0).then_some(Chance { win, plays: Some((found.plays, found.wins)) })
}

//! One challenge of any game, strings in and strings out.

use crate::board::Board;
use crate::explain::{self, Cause, Core, Ways};
use crate::game::{Game, GameInfo, MoveError, SolverInfo, Touches, id_of, solve_from, solver_named};
use crate::measure::{self, Chance, MeasureRequest, Measured, Scale};
use crate::recall::{self, RecallRequest};
use crate::rng::Stream;
use crate::search::{self, Graph, Limits, Outcome, Plays, Reason, Verdict};
use crate::square::Square;
use crate::study::DEFAULT_GRAPH_STATES;
use crate::text::{counted, did_you_mean, quoted};
use crate::{WHOLE, not_here};

/// A move list played as far as it goes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Replay {
    /// The legal moves, as they are written.
    pub played: Vec<String>,
    /// The first move that could not be made, as it was given, and why.
    pub stopped: Option<(String, MoveError)>,
    /// Whether the challenge is solved in the end.
    pub solved: bool,
    /// The last position.
    pub board: Board,
}

/// A legal move and what it does on the board.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LegalMove {
    /// The move, as it is written.
    pub text: String,
    /// What it does.
    pub touches: Touches,
}

/// Solvers that every game has.
pub const COMMON_SOLVERS: [SolverInfo; 4] = [
    SolverInfo { name: "bfs", about: "plain breadth-first search", shortest: true, proves_unsolvable: true },
    SolverInfo {
        name: "dfs",
        about: "plain depth-first search that remembers every position",
        shortest: false,
        proves_unsolvable: true,
    },
    SolverInfo {
        name: "astar",
        about: "A* with the game's own lower bound",
        shortest: true,
        proves_unsolvable: true,
    },
    SolverInfo {
        name: "walk",
        about: "random play until solved, stuck, or back on a position seen in the same play",
        shortest: false,
        proves_unsolvable: false,
    },
];

/// Plays that [`Challenge::solve`] makes when it is asked for random play without a number.
pub const DEFAULT_PLAYS: u64 = 1000;

/// A solver that the game does not have, or that is asked for more than it can do.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct UnknownSolver(String);

/// The solvers of a game.
pub(crate) fn solvers_of<G: Game>() -> Vec<SolverInfo> {
    let all = COMMON_SOLVERS.into_iter().chain(G::own_solvers().iter().map(|(info, _)| *info));
    all.map(|info| SolverInfo { shortest: info.shortest || G::INFO.equal_lengths, ..info }).collect()
}

/// One challenge of any game.
pub struct Challenge(Box<dyn AnyChallenge>);

/// A challenge with its game forgotten. [`Game`] implements it once for all.
trait AnyChallenge: Send + Sync {
    fn info(&self) -> &'static GameInfo;
    fn id(&self) -> String;
    fn rules(&self) -> Vec<String>;
    fn parameters(&self) -> Vec<u32>;
    fn board(&self) -> Board;
    fn canonical(&self, symmetries: &[&str]) -> String;
    fn solvers(&self) -> Vec<SolverInfo>;
    fn default_solver(&self, shortest: bool) -> &'static str;
    fn solve(&self, solver: &str, limits: &Limits) -> Result<Outcome<String>, UnknownSolver>;
    fn solve_by_numbers(&self, limits: &Limits) -> Outcome<u32>;
    fn check_numbers(&self, moves: &[u32]) -> Result<(), String>;
    fn walks(&self, limits: &Limits, plays: u64, seed: &str) -> Plays<String>;
    fn graph(&self, limits: &Limits) -> Result<Graph, Reason>;
    fn measure(&self, request: &MeasureRequest, limits: &Limits, seed: &str) -> Measured;
    fn recall(&self, line: &[String], request: &RecallRequest) -> Result<Option<Chance>, String>;
    fn board_measures(&self) -> Vec<(&'static str, f64)>;
    fn has_dead_start(&self) -> bool;
    fn reasons(&self) -> Vec<Cause>;
    fn patterns(&self) -> Vec<Cause>;
    fn cells(&self) -> Vec<u8>;
    fn gathered(&self, dealt: &[u8], played: Option<&Limits>) -> Vec<usize>;
    fn core(&self, limits: &Limits) -> Result<Core, String>;
    fn ways(&self, limits: &Limits) -> Option<Ways>;
    fn replay(&self, moves: &[&str]) -> Replay;
    fn solve_after(&self, line: &[&str], shortest: bool, limits: &Limits) -> Option<Outcome<String>>;
    fn moves_after(&self, line: &[&str]) -> Option<Vec<LegalMove>>;
    fn move_between(&self, line: &[&str], from: Square, to: Square) -> Result<String, MoveError>;
    fn after(&self, line: &[&str]) -> Option<Challenge>;
    fn game_file(&self, moves: &[String]) -> Option<String>;
}

impl<G: Game> AnyChallenge for G {
    fn info(&self) -> &'static GameInfo {
        const { &G::INFO }
    }

    fn id(&self) -> String {
        id_of(self)
    }

    fn rules(&self) -> Vec<String> {
        Game::rules(self)
    }

    fn parameters(&self) -> Vec<u32> {
        Game::parameters(self)
    }

    fn board(&self) -> Board {
        Game::board(self, &self.start())
    }

    fn canonical(&self, symmetries: &[&str]) -> String {
        // Nobody asks the small build.
        if WHOLE { id_of(&Game::canonical(self, symmetries)) } else { id_of(self) }
    }

    fn solvers(&self) -> Vec<SolverInfo> {
        solvers_of::<G>()
    }

    fn default_solver(&self, shortest: bool) -> &'static str {
        G::default_solver(shortest)
    }

    fn solve(&self, solver: &str, limits: &Limits) -> Result<Outcome<String>, UnknownSolver> {
        if solver == "walk" {
            return Ok(AnyChallenge::walks(self, limits, DEFAULT_PLAYS, "").outcome);
        }
        match solver_named(solver) {
            Some(solve) => Ok(solve(self, limits).map(|mv| mv.to_string())),
            None => Err(unknown_solver(solver, &AnyChallenge::solvers(self), G::INFO.title)),
        }
    }

    fn solve_by_numbers(&self, limits: &Limits) -> Outcome<u32> {
        if !WHOLE {
            return Outcome::undecided(Reason::States(0), 0);
        }
        let found = self.solve_by_default(false, limits);
        let mut state = self.start();
        let mut legal = Vec::new();
        found.map(|mv| {
            legal.clear();
            self.moves(&state, &mut legal);
            // A move that is not legal gets a number that no move has.
            let number = legal.iter().position(|other| *other == mv);
            self.play(&mut state, mv);
            number.map_or(u32::MAX, |number| number as u32)
        })
    }

    fn check_numbers(&self, moves: &[u32]) -> Result<(), String> {
        if !WHOLE {
            return Err(not_here("certificates"));
        }
        let mut state = self.start();
        let mut legal = Vec::new();
        for (played, &number) in moves.iter().enumerate() {
            legal.clear();
            self.moves(&state, &mut legal);
            let mv = legal.get(number as usize).ok_or_else(|| {
                let there = counted(legal.len() as u64, "legal move");
                format!("move {} is number {number}, but there are {there}", played + 1)
            })?;
            self.play(&mut state, *mv);
        }
        match self.is_solved(&state) {
            true => Ok(()),
            false => Err(format!("is not solved after {}", counted(moves.len() as u64, "move"))),
        }
    }

    fn walks(&self, limits: &Limits, plays: u64, seed: &str) -> Plays<String> {
        // A stream of its own for each challenge.
        let mut random = Stream::new(&["walk", seed, &id_of(self)], 0);
        let found = search::walks(self, limits, plays, &mut random);
        Plays {
            plays: found.plays,
            wins: found.wins,
            circles: found.circles,
            ran_out: found.ran_out,
            outcome: found.outcome.map(|mv| mv.to_string()),
        }
    }

    fn graph(&self, limits: &Limits) -> Result<Graph, Reason> {
        self.explore(limits).map(|(map, _)| search::graph_of(&map))
    }

    fn measure(&self, request: &MeasureRequest, limits: &Limits, seed: &str) -> Measured {
        let mut found = measure::measure(self, request, limits, seed);
        if WHOLE && request.cause && found.verdict == Verdict::Unsolvable {
            found.cause = explain::causes(self).first().map(|cause| cause.name);
        }
        found
    }

    fn recall(&self, line: &[String], request: &RecallRequest) -> Result<Option<Chance>, String> {
        if !WHOLE {
            return Err(not_here("recall"));
        }
        let mut state = self.start();
        let mut moves = Vec::with_capacity(line.len());
        for text in line {
            let mv = self.read_move(&state, text).map_err(|error| format!("{text}: {error}"))?;
            self.play(&mut state, mv);
            moves.push(mv);
        }
        match self.is_solved(&state) {
            true => Ok(recall::recall(self, &moves, request)),
            false => Err(format!("the line of {} solves nothing", counted(line.len() as u64, "move"))),
        }
    }

    fn board_measures(&self) -> Vec<(&'static str, f64)> {
        if WHOLE { Game::board_measures(self) } else { Vec::new() }
    }

    fn has_dead_start(&self) -> bool {
        WHOLE && Game::has_dead_start(self)
    }

    fn reasons(&self) -> Vec<Cause> {
        // Without them no setup can ask for their absence: that is refused when it is read.
        if WHOLE { explain::causes(self) } else { Vec::new() }
    }

    fn patterns(&self) -> Vec<Cause> {
        if WHOLE { Game::patterns(self) } else { Vec::new() }
    }

    fn cells(&self) -> Vec<u8> {
        Game::cells(self)
    }

    fn gathered(&self, dealt: &[u8], played: Option<&Limits>) -> Vec<usize> {
        let solution = played.and_then(|limits| self.solve_by_default(false, limits).solution);
        Game::gathered(self, dealt, &solution.unwrap_or_default())
    }

    fn core(&self, limits: &Limits) -> Result<Core, String> {
        if WHOLE { explain::core(self, limits) } else { Err(not_here("cores")) }
    }

    fn ways(&self, limits: &Limits) -> Option<Ways> {
        // Nothing is what is known beyond the limits too.
        if WHOLE { explain::ways(self, limits) } else { None }
    }

    fn replay(&self, moves: &[&str]) -> Replay {
        let (state, played, stopped) = play_along(self, moves);
        Replay { played, stopped, solved: self.is_solved(&state), board: Game::board(self, &state) }
    }

    fn solve_after(&self, line: &[&str], shortest: bool, limits: &Limits) -> Option<Outcome<String>> {
        let (state, _, stopped) = play_along(self, line);
        if stopped.is_some() {
            return None;
        }
        let mut found = solve_from(self, &state, shortest, limits);
        found.shortest |= G::INFO.equal_lengths && found.verdict == Verdict::Solvable;
        Some(found.map(|mv| mv.to_string()))
    }

    fn moves_after(&self, line: &[&str]) -> Option<Vec<LegalMove>> {
        let (state, _, stopped) = play_along(self, line);
        let mut moves = Vec::new();
        self.moves(&state, &mut moves);
        let legal = |&mv: &G::Move| LegalMove { text: mv.to_string(), touches: self.touches(&state, mv) };
        stopped.is_none().then(|| moves.iter().map(legal).collect())
    }

    fn move_between(&self, line: &[&str], from: Square, to: Square) -> Result<String, MoveError> {
        let (state, _, stopped) = play_along(self, line);
        match stopped {
            Some((_, error)) => Err(error),
            None => Game::move_between(self, &state, from, to).map(|mv| mv.to_string()),
        }
    }

    fn after(&self, line: &[&str]) -> Option<Challenge> {
        let (state, _, stopped) = play_along(self, line);
        let there = self.starting_at(&state).filter(|_| stopped.is_none());
        there.map(Challenge::new)
    }

    fn game_file(&self, moves: &[String]) -> Option<String> {
        if WHOLE { Game::write_game_file(self, moves) } else { None }
    }
}

type Stopped = Option<(String, MoveError)>;

fn play_along<G: Game>(game: &G, moves: &[&str]) -> (G::State, Vec<String>, Stopped) {
    let mut state = game.start();
    let mut played = Vec::new();
    for text in moves {
        match game.read_move(&state, text) {
            Ok(mv) => {
                game.play(&mut state, mv);
                played.push(mv.to_string());
            }
            Err(error) => return (state, played, Some((text.to_string(), error))),
        }
    }
    (state, played, None)
}

fn unknown_solver(name: &str, known: &[SolverInfo], title: &str) -> UnknownSolver {
    let names: Vec<&str> = known.iter().map(|s| s.name).collect();
    let hint = did_you_mean(name, names.iter().copied());
    UnknownSolver(format!("{title} has no solver {}, known are {}{hint}", quoted(name), names.join(", ")))
}

impl Challenge {
    /// A challenge of a known game.
    pub fn new<G: Game>(game: G) -> Self {
        Self(Box::new(game))
    }

    /// The game it belongs to.
    pub fn info(&self) -> &'static GameInfo {
        self.0.info()
    }

    /// The chance to win of a player who remembers the last placements of a solution that it was built around; an error where the line
    /// is none, nothing where the limits allow not a single play.
    pub fn recall(&self, line: &[String], request: &RecallRequest) -> Result<Option<Chance>, String> {
        self.0.recall(line, request)
    }

    /// Its ID, in the one form that is written.
    pub fn id(&self) -> String {
        self.0.id()
    }

    /// The rules in force that are not the default, as they stand in the ID.
    pub fn rules(&self) -> Vec<String> {
        self.0.rules()
    }

    /// The sizes, in the order of [`GameInfo::parameters`].
    pub fn parameters(&self) -> Vec<u32> {
        self.0.parameters()
    }

    /// The start position, to be drawn.
    pub fn board(&self) -> Board {
        self.0.board()
    }

    /// The ID that stands for all challenges equal to this one under the named symmetries.
    pub fn canonical(&self, symmetries: &[&str]) -> String {
        self.0.canonical(symmetries)
    }

    /// The solvers this game has.
    pub fn solvers(&self) -> Vec<SolverInfo> {
        self.0.solvers()
    }

    /// The solver to use when none is named.
    pub fn default_solver(&self, shortest: bool) -> &'static str {
        self.0.default_solver(shortest)
    }

    /// The solver to use when one may be named, and when a shortest solution may be asked for.
    pub fn solver_for(&self, name: Option<&str>, shortest: bool) -> Result<String, UnknownSolver> {
        let Some(name) = name else { return Ok(self.default_solver(shortest).to_string()) };
        let known = self.solvers();
        if shortest && known.iter().any(|solver| solver.name == name && !solver.shortest) {
            let proving: Vec<&str> = known.iter().filter(|s| s.shortest).map(|s| s.name).collect();
            return Err(UnknownSolver(format!(
                "solver '{name}' does not prove the shortest solution, use {}",
                proving.join(" or ")
            )));
        }
        Ok(name.to_string())
    }

    /// Runs a solver.
    pub fn solve(&self, solver: &str, limits: &Limits) -> Result<Outcome<String>, UnknownSolver> {
        self.0.solve(solver, limits)
    }

    /// Runs the default solver for a verdict; a solution comes as the number of each move among the legal ones of its
    /// position, from 0.
    pub fn solve_by_numbers(&self, limits: &Limits) -> Outcome<u32> {
        self.0.solve_by_numbers(limits)
    }

    /// Plays such a solution by the rules alone. What is wrong with it, if it does not solve the challenge.
    pub fn check_numbers(&self, moves: &[u32]) -> Result<(), String> {
        self.0.check_numbers(moves)
    }

    /// Plays at random a number of times; `seed` is any text.
    pub fn walks(&self, limits: &Limits, plays: u64, seed: &str) -> Plays<String> {
        self.0.walks(limits, plays, seed)
    }

    /// Explores everything that can be reached.
    pub fn graph(&self, limits: &Limits) -> Result<Graph, Reason> {
        self.0.graph(limits)
    }

    /// Measures it; `seed` is any text and names the randomness of what is sampled.
    pub fn measure(&self, request: &MeasureRequest, limits: &Limits, seed: &str) -> Measured {
        self.0.measure(request, limits, seed)
    }

    /// The length of a shortest solution by plain breadth-first search, which shares nothing with the games' own solvers; none
    /// where there is no solution, or the limits ran out.
    pub fn plain_length(&self, limits: &Limits) -> Option<u32> {
        let outcome = self.solve("bfs", limits).ok()?;
        let solved = outcome.verdict == Verdict::Solvable;
        outcome.solution.filter(|_| solved).map(|line| line.len() as u32)
    }

    /// Measures what its level is built on.
    pub fn measure_level(&self, limits: &Limits) -> Measured {
        self.measure(&self.info().scale.request(DEFAULT_PLAYS, DEFAULT_GRAPH_STATES), limits, "level")
    }

    /// The same, but only if greater limits would find the same: the verdict is known, and nothing had to be sampled or
    /// left out. For whoever tries small limits first.
    pub fn measure_level_within(&self, limits: &Limits) -> Option<Measured> {
        // Plays are the last resort where a graph is too large; their result would not be used.
        let found = self.measure(&self.info().scale.request(1, DEFAULT_GRAPH_STATES), limits, "level");
        let is_known = match found.verdict {
            Verdict::Unsolvable => true,
            Verdict::Undecided => false,
            Verdict::Solvable => match self.info().scale {
                Scale::Chance => found.chance.is_some_and(|chance| chance.plays.is_none()),
                Scale::Length => found.graph.is_some(),
            },
        };
        (is_known && !found.memory_ran_out).then_some(found)
    }

    /// "BoxOff, 3 rows, 6 columns, 3 colours" and the rules that are switched.
    pub fn in_words(&self) -> String {
        let info = self.info();
        let mut words = vec![info.title.to_string()];
        for (parameter, value) in info.parameters.iter().zip(self.parameters()) {
            // "5 rows", but "side 5".
            words.push(match parameter.name.strip_suffix('s') {
                Some(one) => counted(value.into(), one),
                None => format!("{} {value}", parameter.name),
            });
        }
        let rules = self.rules();
        if !rules.is_empty() {
            words.push(format!("rules {}", rules.join(" and ")));
        }
        words.join(", ")
    }

    /// Measures of the pieces as they lie there, by the names of their columns; no search is needed for them.
    pub fn board_measures(&self) -> Vec<(&'static str, f64)> {
        self.0.board_measures()
    }

    /// Whether it is not solved and has not a single legal move.
    pub fn has_dead_start(&self) -> bool {
        self.0.has_dead_start()
    }

    /// Named structures that leave no solution, each a proof.
    pub fn reasons(&self) -> Vec<Cause> {
        self.0.reasons()
    }

    /// Structures that are seen at once and often, but not always, cost the solution.
    pub fn patterns(&self) -> Vec<Cause> {
        self.0.patterns()
    }

    /// The symbols on its cells, as setups deal them.
    pub fn cells(&self) -> Vec<u8> {
        self.0.cells()
    }

    /// The cells in the order in which their pieces are taken up: after the solution that the game's solver finds within
    /// limits, or as they were dealt if it finds none or the game is not `played`. `dealt` has the symbols on the cells.
    pub fn gathered(&self, dealt: &[u8], played: Option<&Limits>) -> Vec<usize> {
        self.0.gathered(dealt, played)
    }

    /// A part of a dead challenge that is stuck by itself, or why there is none, in words.
    pub fn core(&self, limits: &Limits) -> Result<Core, String> {
        self.0.core(limits)
    }

    /// A solution with its crossroads and bottlenecks; none when there is none or a limit runs out.
    pub fn ways(&self, limits: &Limits) -> Option<Ways> {
        self.0.ways(limits)
    }

    /// Plays a list of moves as far as it goes.
    pub fn replay(&self, moves: &[&str]) -> Replay {
        self.0.replay(moves)
    }

    /// Solves what is left after a line of moves, by a shortest solution if that is wanted; none when they are not all legal.
    pub fn solve_after(&self, line: &[&str], shortest: bool, limits: &Limits) -> Option<Outcome<String>> {
        self.0.solve_after(line, shortest, limits)
    }

    /// The legal moves after a line, in their fixed order; none when the line is not legal.
    pub fn moves_after(&self, line: &[&str]) -> Option<Vec<LegalMove>> {
        self.0.moves_after(line)
    }

    /// The move that a player means who points at one square and then at another, or why there is none.
    pub fn move_between(&self, line: &[&str], from: Square, to: Square) -> Result<String, MoveError> {
        self.0.move_between(line, from, to)
    }

    /// The challenge that begins where these moves lead, for questions about that position; none where a move is not legal, or where
    /// the game cannot begin there.
    pub fn after(&self, line: &[&str]) -> Option<Self> {
        self.0.after(line)
    }

    /// A played game in the notation that other programs read; none for games that have no such notation.
    pub fn game_file(&self, moves: &[String]) -> Option<String> {
        self.0.game_file(moves)
    }
}

/// Takes a move list apart: moves stand between spaces, commas or semicolons; numbers like `12.` are passed over, before a
/// move too (`12.a1-b1`). Whatever else stands there is kept as it is, so that it is refused and not lost: each word
/// that is kept is its own list.
pub fn split_moves(text: &str) -> Vec<&str> {
    let number = |word: &str| {
        let digits = word.trim_end_matches('.');
        !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit())
    };
    text.split(|c: char| c.is_whitespace() || c == ',' || c == ';')
        .map(|word| match word.split_once('.') {
            // `1.a1-b1` without a space; a number before another number numbers nothing.
            Some((digits, rest)) if number(digits) => {
                let rest = rest.trim_start_matches('.');
                let is_numbered = rest.split_once('.').is_some_and(|(digits, _)| number(digits));
                if number(rest) || is_numbered { word } else { rest }
            }
            _ => word,
        })
        .filter(|word| !word.is_empty() && !number(word))
        .collect()
}

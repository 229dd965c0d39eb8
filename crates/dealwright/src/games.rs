//! The registry: games by name, strings in and strings out.
//!
//! The command line and the page know games only through [`read_challenge`] and [`Challenge`]; each game's rules
//! stand once, in its own file.

pub mod boxoff;
pub mod dealt;
pub mod fujisan;
pub mod pretzel;

use crate::board::Board;
use crate::explain::{self, Cause, Core, Ways};
use crate::id::{self, RuleInfo, RuleText};
use crate::measure::{self, Asked, Measured, Scale};
use crate::puzzle::Puzzle;
use crate::rng::Stream;
use crate::search::{self, Graph, Limits, Outcome, Plays, Reason, Verdict};
use crate::text::{TextError, did_you_mean, quoted};
use boxoff::BoxOff;
use dealt::Dealt;
use fujisan::Fujisan;
use pretzel::Pretzel;

/// A game, described.
#[derive(Debug)]
pub struct GameInfo {
    /// The word in IDs.
    pub name: &'static str,
    /// The name people use.
    pub title: &'static str,
    /// The goal and the rules, in a few sentences.
    pub about: &'static str,
    /// The switches of its rules.
    pub rules: &'static [RuleInfo],
    /// The sizes a challenge has.
    pub parameters: &'static [ParameterInfo],
    /// A challenge to begin with.
    pub example: &'static str,
    /// Ways in which two challenges can be the same to a player.
    pub symmetries: &'static [SymmetryInfo],
}

/// A size of a challenge.
#[derive(Debug)]
pub struct ParameterInfo {
    /// Its name.
    pub name: &'static str,
    /// What it counts and which values it takes.
    pub about: &'static str,
}

/// A change of a challenge that keeps everything a player can notice.
#[derive(Debug)]
pub struct SymmetryInfo {
    /// Its name.
    pub name: &'static str,
    /// What it does.
    pub about: &'static str,
}

/// What a game adds to its [`Puzzle`], so that people and programs can speak about it.
pub trait Game: Puzzle + Clone + PartialEq + Send + Sync + 'static {
    /// The game's description.
    const INFO: GameInfo;
    /// Whether all solutions of a challenge are equally long, so that every one is a shortest one.
    const EQUAL_LENGTHS: bool = false;
    /// The solver used when only a verdict is asked for.
    const VERDICT_SOLVER: &'static str;
    /// The solver used when a shortest solution is asked for.
    const SHORTEST_SOLVER: &'static str;

    /// Reads a layout under rules that the registry recognised.
    fn read(rules: &[RuleText<'_>], layout: &str) -> Result<Self, TextError>;

    /// The rules in force that are not the default, as they stand in IDs.
    fn rules(&self) -> Vec<String>;

    /// The layout as it stands in IDs.
    fn layout(&self) -> String;

    /// The sizes, in the order of [`GameInfo::parameters`].
    fn parameters(&self) -> Vec<u32>;

    /// Reads a move and says why it cannot be made, if so.
    fn read_move(&self, state: &Self::State, text: &str) -> Result<Self::Move, MoveError>;

    /// A position, to be drawn.
    fn board(&self, state: &Self::State) -> Board;

    /// The same challenge begun at another position.
    fn starting_at(&self, state: &Self::State) -> Self;

    /// The representative of all challenges that the named symmetries make of this one: the same for all of them.
    /// Names that the game does not list are passed over.
    fn canonical(&self, symmetries: &[&str]) -> Self;

    /// A played game in the notation that other programs read, for games that have one.
    fn game_file(&self, _moves: &[String]) -> Option<String> {
        None
    }

    /// Whether no play can go on for ever.
    fn is_finite(&self) -> bool;

    /// Whether it is not solved and not a single move can be made.
    fn has_dead_start(&self) -> bool {
        let mut moves = Vec::new();
        self.moves(&self.start(), &mut moves);
        moves.is_empty() && !self.is_solved(&self.start())
    }

    /// The solver to use when none is named.
    fn default_solver(shortest: bool) -> &'static str {
        if shortest { Self::SHORTEST_SOLVER } else { Self::VERDICT_SOLVER }
    }

    /// Runs that solver.
    fn solve_by_default(&self, shortest: bool, limits: &Limits) -> Outcome<Self::Move> {
        solver_named(Self::default_solver(shortest)).unwrap_or(search::astar)(self, limits)
    }

    /// Solvers of this game's own, by name, beside those every game has.
    fn own_solvers() -> &'static [(SolverInfo, Solver<Self>)] {
        &[]
    }
}

/// A solver of a game.
pub type Solver<P> = fn(&P, &Limits) -> Outcome<<P as Puzzle>::Move>;

/// A solver by its name; none for random play, which needs more than limits.
fn solver_named<G: Game>(name: &str) -> Option<Solver<G>> {
    match name {
        "bfs" => Some(search::bfs),
        "dfs" => Some(search::dfs),
        "astar" => Some(search::astar),
        name => G::own_solvers().iter().find(|(info, _)| info.name == name).map(|(_, solve)| *solve),
    }
}

/// The ID of a challenge.
pub fn id_of<G: Game>(game: &G) -> String {
    let mut id = String::from(G::INFO.name);
    for rule in game.rules() {
        id.push('.');
        id.push_str(&rule);
    }
    id.push(':');
    id.push_str(&game.layout());
    id
}

/// What a solver claims.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SolverInfo {
    /// Its name.
    pub name: &'static str,
    /// How it goes about it.
    pub about: &'static str,
    /// Whether its solutions are proved shortest.
    pub shortest: bool,
    /// Whether it can prove that there is no solution.
    pub proves_unsolvable: bool,
}

/// Why a move cannot be made.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum MoveError {
    /// The text is not a move of this game.
    #[error("{0}")]
    Malformed(String),
    /// It is, but not here and now.
    #[error("{0}")]
    Illegal(String),
}

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

/// A solver that the game does not have, or that is asked for more than it can do.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct UnknownSolver(String);

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
    fn walks(&self, limits: &Limits, plays: u64, seed: &str) -> Plays<String>;
    fn graph(&self, limits: &Limits) -> Result<Graph, Reason>;
    fn measure(&self, asked: &Asked, limits: &Limits, seed: &str) -> Measured;
    fn scale(&self) -> Scale;
    fn board_measures(&self) -> Vec<(&'static str, f64)>;
    fn has_dead_start(&self) -> bool;
    fn reasons(&self) -> Vec<Cause>;
    fn cells(&self) -> Vec<u8>;
    fn gathered(&self, dealt: &[u8], played: Option<&Limits>) -> Vec<usize>;
    fn core(&self, limits: &Limits) -> Result<Core, &'static str>;
    fn ways(&self, limits: &Limits) -> Option<Ways>;
    fn replay(&self, moves: &[&str]) -> Replay;
    fn solve_after(&self, line: &[&str], shortest: bool, limits: &Limits) -> Option<Outcome<String>>;
    fn moves_after(&self, line: &[&str]) -> Option<Vec<String>>;
    fn game_file(&self, moves: &[String]) -> Option<String>;
}

impl<G: Dealt> AnyChallenge for G {
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
        id_of(&Game::canonical(self, symmetries))
    }

    fn solvers(&self) -> Vec<SolverInfo> {
        let all = COMMON_SOLVERS.into_iter().chain(G::own_solvers().iter().map(|(info, _)| *info));
        all.map(|info| SolverInfo { shortest: info.shortest || G::EQUAL_LENGTHS, ..info }).collect()
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
        search::graph(self, limits)
    }

    fn measure(&self, asked: &Asked, limits: &Limits, seed: &str) -> Measured {
        let mut found = measure::measure(self, asked, limits, seed);
        if asked.cause && found.verdict == Verdict::Unsolvable {
            found.cause = explain::causes(self).first().map(|cause| cause.name);
        }
        found
    }

    fn scale(&self) -> Scale {
        G::SCALE
    }

    fn board_measures(&self) -> Vec<(&'static str, f64)> {
        measure::Measurable::board_measures(self)
    }

    fn has_dead_start(&self) -> bool {
        Game::has_dead_start(self)
    }

    fn reasons(&self) -> Vec<Cause> {
        explain::causes(self)
    }

    fn cells(&self) -> Vec<u8> {
        Dealt::cells(self)
    }

    fn gathered(&self, dealt: &[u8], played: Option<&Limits>) -> Vec<usize> {
        let solution = played.and_then(|limits| self.solve_by_default(false, limits).solution);
        Dealt::gathered(self, dealt, &solution.unwrap_or_default())
    }

    fn core(&self, limits: &Limits) -> Result<Core, &'static str> {
        explain::core(self, limits)
    }

    fn ways(&self, limits: &Limits) -> Option<Ways> {
        explain::ways(self, limits)
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
        let mut found = self.starting_at(&state).solve_by_default(shortest, limits);
        found.shortest |= G::EQUAL_LENGTHS && found.verdict == Verdict::Solvable;
        Some(found.map(|mv| mv.to_string()))
    }

    fn moves_after(&self, line: &[&str]) -> Option<Vec<String>> {
        let (state, _, stopped) = play_along(self, line);
        let mut moves = Vec::new();
        self.moves(&state, &mut moves);
        stopped.is_none().then(|| moves.iter().map(ToString::to_string).collect())
    }

    fn game_file(&self, moves: &[String]) -> Option<String> {
        Game::game_file(self, moves)
    }
}

/// Plays that [`Challenge::solve`] makes when it is asked for random play without a number.
pub const DEFAULT_PLAYS: u64 = 1000;

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
    pub fn new<G: Dealt>(game: G) -> Self {
        Self(Box::new(game))
    }

    /// The game it belongs to.
    pub fn info(&self) -> &'static GameInfo {
        self.0.info()
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

    /// Plays at random a number of times; `seed` is any text.
    pub fn walks(&self, limits: &Limits, plays: u64, seed: &str) -> Plays<String> {
        self.0.walks(limits, plays, seed)
    }

    /// Explores everything that can be reached.
    pub fn graph(&self, limits: &Limits) -> Result<Graph, Reason> {
        self.0.graph(limits)
    }

    /// Measures it; `seed` is any text and names the randomness of what is sampled.
    pub fn measure(&self, asked: &Asked, limits: &Limits, seed: &str) -> Measured {
        self.0.measure(asked, limits, seed)
    }

    /// What the game's levels are built on.
    pub fn scale(&self) -> Scale {
        self.0.scale()
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

    /// The symbols on its cells, as setups deal them.
    pub fn cells(&self) -> Vec<u8> {
        self.0.cells()
    }

    /// The cells in the order in which their pieces are taken up: after the solution that the game's solver finds within
    /// limits, or as they were dealt if it finds none or the game is not `played`. `dealt` has the symbols on the cells.
    pub fn gathered(&self, dealt: &[u8], played: Option<&Limits>) -> Vec<usize> {
        self.0.gathered(dealt, played)
    }

    /// A part of a dead challenge that is stuck by itself; none when it is not dead or a limit runs out.
    pub fn core(&self, limits: &Limits) -> Result<Core, &'static str> {
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
    pub fn moves_after(&self, line: &[&str]) -> Option<Vec<String>> {
        self.0.moves_after(line)
    }

    /// A played game in the notation that other programs read; none for games that have no such notation.
    pub fn game_file(&self, moves: &[String]) -> Option<String> {
        self.0.game_file(moves)
    }
}

/// All games.
pub fn games() -> [&'static GameInfo; 3] {
    const { [&BoxOff::INFO, &Pretzel::INFO, &Fujisan::INFO] }
}

/// Reads a challenge ID of any game.
pub fn read_challenge(text: &str) -> Result<Challenge, TextError> {
    let parts = id::split(text)?;
    match parts.game.to_ascii_lowercase().as_str() {
        "boxoff" => read_game::<BoxOff>(&parts).map(Challenge::new),
        "pretzel" => read_game::<Pretzel>(&parts).map(Challenge::new),
        "fujisan" => read_game::<Fujisan>(&parts).map(Challenge::new),
        other => {
            let names = games().map(|g| g.name);
            let hint = did_you_mean(other, names);
            let known = names.join(", ");
            let message = format!("{} is not a game, known are {known}{hint}", quoted(parts.game));
            Err(TextError::at("game", message))
        }
    }
}

/// Reads a challenge ID of one game; the game's word has been looked at already.
pub fn read_game<G: Game>(parts: &id::Parts<'_>) -> Result<G, TextError> {
    let rules = id::read_rules(&parts.rules, G::INFO.rules)?;
    if parts.layout.trim().is_empty() {
        let example = G::INFO.example;
        return Err(TextError::at("layout", format!("is empty, expected something like {example}")));
    }
    G::read(&rules, parts.layout)
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

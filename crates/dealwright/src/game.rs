//! What a game tells about itself. [`Puzzle`] is all that search needs; [`Game`] adds what people and programs need to
//! speak about a challenge. Only its description and its text form must be written: everything else has a default that
//! works for every game, or says in a sentence that the game does not have it.

use crate::WHOLE;
use crate::board::Board;
use crate::construct::{BuildInfo, Construction, Lots};
use crate::dealing::{Dice, DiceInfo, Element, Parameters, PawnInfo, Requirement, TakenOff, Variation};
use crate::explain::{Cause, CauseInfo, Relaxation};
use crate::id::{RuleInfo, RuleText};
use crate::kit::faces::Faces;
use crate::measure::{Moved, Scale};
use crate::places::Places;
use crate::puzzle::Puzzle;
use crate::search::{self, Limits, Map, Outcome, Positions, Reason, Verdict};
use crate::square::Square;
use crate::text::{TextError, quoted};
use std::fmt;

/// A game, described. Write what the game has and take the rest from [`GameInfo::NONE`].
#[derive(Debug)]
pub struct GameInfo {
    /// The word in IDs: lower case letters, digits and hyphens.
    pub name: &'static str,
    /// The name people use.
    pub title: &'static str,
    /// The goal and the rules, in a few sentences.
    pub about: &'static str,
    /// A challenge to begin with, as an ID.
    pub example: &'static str,
    /// The switches of its rules.
    pub rules: &'static [RuleInfo],
    /// The parameters a challenge has.
    pub parameters: &'static [ParameterInfo],
    /// What it measures of a start position, beside what is measured of every game.
    pub measures: &'static [MeasureInfo],
    /// Named structures that leave a challenge without a solution, each a proof.
    pub causes: &'static [CauseInfo],
    /// Structures that are seen at once and often cost the solution, though not always; setups may forbid them.
    pub patterns: &'static [CauseInfo],
    /// For structures by name, which pieces are theirs and which one comes first where there are several: for hands that put one
    /// right. What is not here has its own pieces, and the first one comes first as one reads.
    pub begin_with: &'static [(&'static str, &'static str)],
    /// Ways in which two challenges can be the same to a player.
    pub symmetries: &'static [SymmetryInfo],
    /// What its levels are built on.
    pub scale: Scale,
    /// Whether all solutions of a challenge are equally long, so that every one is a shortest one.
    pub equal_lengths: bool,
    /// The setups that come with it.
    pub setups: &'static [SetupFile],
    /// The name of the setup to begin with; the first one where it is empty.
    pub default_setup: &'static str,
    /// Lists of dice that a setup may roll for the game, beside those that lie on the board.
    pub dice: &'static [DiceInfo],
    /// The figures that stand on the board.
    pub pawns: Option<PawnInfo>,
    /// Pieces that are dealt and then taken off the board again.
    pub taken_off: Option<TakenOff>,
    /// Whether pieces that lie face down are turned up in the course of play, so that a setup may leave them so.
    pub turns_up: bool,
    /// Whether pieces are cleared one by one, so that a tile of several squares has to be covered piece by piece.
    pub clears_squares: bool,
    /// The notation in which other programs write played games.
    pub game_file: Option<GameFileInfo>,
    /// Its rules one by one, each shown on a position: pictures, short examples and a guided first game are made of them. Without
    /// any, people read [`GameInfo::about`] and are shown a solution of a deal.
    pub lessons: &'static [Lesson],
}

impl GameInfo {
    /// A game that has nothing but its rules: a base for descriptions.
    pub const NONE: Self = Self {
        name: "",
        title: "",
        about: "",
        example: "",
        rules: &[],
        parameters: &[],
        measures: &[],
        causes: &[],
        patterns: &[],
        begin_with: &[],
        symmetries: &[],
        scale: Scale::Chance,
        equal_lengths: false,
        setups: &[],
        default_setup: "",
        dice: &[],
        pawns: None,
        taken_off: None,
        turns_up: false,
        clears_squares: false,
        game_file: None,
        lessons: &[],
    };

    /// Every structure that a setup may forbid by its name.
    pub fn structures(&self) -> impl Iterator<Item = &'static CauseInfo> + use<> {
        self.causes.iter().chain(self.patterns)
    }
}

/// A rule, shown on a position of a challenge.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Lesson {
    /// The rule in two or three words ("An empty box").
    pub title: &'static str,
    /// The rule in a sentence or two.
    pub words: &'static str,
    /// The challenge, as an ID.
    pub id: &'static str,
    /// The moves that lead to the position.
    pub before: &'static [&'static str],
    /// The moves that show the rule, if it is about what can be done.
    pub moves: &'static [&'static str],
    /// Two squares between which no move leads, if it is about what cannot be done.
    pub refused: Option<[&'static str; 2]>,
}

/// A size of a challenge. Every parameter is a whole number and a column of the records.
#[derive(Debug)]
pub struct ParameterInfo {
    /// Its name, also in setup files and on the command line.
    pub name: &'static str,
    /// What is counted ("rows").
    pub unit: &'static str,
    /// What it means and which values it takes.
    pub about: &'static str,
    /// Its value where it is always the same; such a parameter need not stand in setup files.
    pub fixed: Option<u32>,
}

/// A measure of a game's own. Every measure is a column of the records.
#[derive(Debug)]
pub struct MeasureInfo {
    /// Its name.
    pub name: &'static str,
    /// Whether it is a whole number.
    pub whole: bool,
    /// What is counted, or the range of a share ("0 to 1").
    pub unit: &'static str,
    /// What it means.
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

/// A setup that comes with a game.
#[derive(Debug, Clone, Copy)]
pub struct SetupFile {
    /// Its name within the game ("banded").
    pub name: &'static str,
    /// The file.
    pub text: &'static str,
}

/// Files of played games.
#[derive(Debug)]
pub struct GameFileInfo {
    /// The ending of their names ("ppn").
    pub ending: &'static str,
    /// What they are called ("PPN").
    pub name: &'static str,
}

/// What a move does on the board, so that nobody has to understand its text.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Touches {
    /// The square that a player points at first; none for moves that begin nowhere on the board.
    pub from: Option<Square>,
    /// The square that a player points at last; none for moves that end nowhere on the board, which pointing at `from` plays
    /// at once.
    pub to: Option<Square>,
    /// Whether both squares go at once, so that neither comes first.
    pub pair: bool,
    /// The squares whose pieces are lifted. Pointing at any of them plays a move that ends nowhere on the board.
    pub lifted: Vec<Square>,
    /// The squares on the way that count, the last one not among them.
    pub counted: Vec<Square>,
    /// The squares on the way that do not count.
    pub passed: Vec<Square>,
    /// The numbers of the rules that allow it, as the game's rules are numbered.
    pub rules: Vec<&'static str>,
    /// What happens, in a few words.
    pub words: String,
}

/// A game file, taken apart.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GameFile<G> {
    /// The challenge.
    pub challenge: G,
    /// The moves, as they are written.
    pub moves: Vec<String>,
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

/// A solver of a game.
pub type Solver<P> = fn(&P, &Limits) -> Outcome<<P as Puzzle>::Move>;

/// What a game adds to its [`Puzzle`], so that people and programs can speak about it.
pub trait Game: Puzzle + Clone + PartialEq + Send + Sync + 'static {
    /// The game's description.
    const INFO: GameInfo;

    // ---- The text form: required.

    /// Reads a layout under rules that were recognised.
    fn read(rules: &[RuleText<'_>], layout: &str) -> Result<Self, TextError>;

    /// The layout as it stands in IDs.
    fn layout(&self) -> String;

    /// The parameters, in the order of [`GameInfo::parameters`]; those that are fixed too.
    fn parameters(&self) -> Vec<u32> {
        Self::INFO.parameters.iter().map(|parameter| parameter.fixed.unwrap_or(0)).collect()
    }

    /// The rules in force that are not the default, as they stand in IDs. Every game with [`GameInfo::rules`] needs it: without it
    /// a switched rule would be lost from IDs and records.
    fn rules(&self) -> Vec<String> {
        Vec::new()
    }

    // ---- Moves and the board: without them a game is played by the texts of its moves.

    /// Reads a move and says why it cannot be made, if so.
    fn read_move(&self, state: &Self::State, text: &str) -> Result<Self::Move, MoveError> {
        let mut moves = Vec::new();
        self.moves(state, &mut moves);
        let found = moves.iter().find(|mv| mv.to_string().eq_ignore_ascii_case(text.trim()));
        found.copied().ok_or_else(|| MoveError::Illegal(not_legal(text, &moves)))
    }

    /// A position, to be drawn; a board without spaces where the game has none.
    fn board(&self, _state: &Self::State) -> Board {
        Board::default()
    }

    /// What a legal move does on the board.
    fn touches(&self, _state: &Self::State, _mv: Self::Move) -> Touches {
        Touches::default()
    }

    /// The move that a player means who points at one square and then at another, or why there is none.
    fn move_between(&self, state: &Self::State, from: Square, to: Square) -> Result<Self::Move, MoveError> {
        let mut moves = Vec::new();
        self.moves(state, &mut moves);
        let leads = |mv: &&Self::Move| {
            let touched = self.touches(state, **mv);
            let (ends, asked) = ((touched.from, touched.to), (Some(from), Some(to)));
            ends == asked || touched.pair && ends == (asked.1, asked.0)
        };
        let none = || MoveError::Illegal(format!("no move leads from {from} to {to}"));
        moves.iter().find(leads).copied().ok_or_else(none)
    }

    /// The same challenge begun at another position; none where that cannot be said as a challenge of this game. Games with
    /// solvers of their own need it, so that these can be used from any position.
    fn starting_at(&self, _state: &Self::State) -> Option<Self> {
        None
    }

    /// Whether no play can go on without end. Where it is, the whole graph is explored to work out the chance of random play
    /// exactly, unless [`Game::has_small_graph`] says otherwise; elsewhere that is done only where the graph is explored anyway, and
    /// then tells whether play is finite.
    fn is_finite(&self) -> bool {
        false
    }

    /// Whether its graph may be small enough to be explored only to work out the chance of random play; where it is not, plays are
    /// sampled unless the graph is explored anyway.
    fn has_small_graph(&self) -> bool {
        self.is_finite()
    }

    /// Explores everything that can be reached. A game may know a faster way to the same map, to the number.
    fn explore(&self, limits: &Limits) -> Result<(Map, Positions<Self::State>), Reason> {
        search::explore(self, limits)
    }

    /// The chance that random play wins, where a game knows a faster way to it than the whole graph: the same figure, to the
    /// bit. None where it does not, and in a game that tells moves away from the goal ([`Game::is_counter`]), which need the graph.
    fn own_chance(&self, _limits: &Limits) -> Option<Result<f64, Reason>> {
        None
    }

    /// Whether it is not solved and not a single move can be made.
    fn has_dead_start(&self) -> bool {
        let mut moves = Vec::new();
        self.moves(&self.start(), &mut moves);
        moves.is_empty() && !self.is_solved(&self.start())
    }

    // ---- Solvers of its own.

    /// The solver used when only a verdict is asked for.
    const VERDICT_SOLVER: &'static str = "dfs";
    /// The solver used when a shortest solution is asked for.
    const SHORTEST_SOLVER: &'static str = "astar";

    /// Solvers of this game's own, by name, beside those every game has.
    fn own_solvers() -> &'static [(SolverInfo, Solver<Self>)] {
        &[]
    }

    /// The solver to use when none is named.
    fn default_solver(shortest: bool) -> &'static str {
        if shortest { Self::SHORTEST_SOLVER } else { Self::VERDICT_SOLVER }
    }

    /// Runs that solver.
    fn solve_by_default(&self, shortest: bool, limits: &Limits) -> Outcome<Self::Move> {
        solver_named(Self::default_solver(shortest)).unwrap_or(search::astar)(self, limits)
    }

    // ---- Measures.

    /// Measures of the pieces as they lie there, by the names in [`GameInfo::measures`].
    fn board_measures(&self) -> Vec<(&'static str, f64)> {
        Vec::new()
    }

    /// The piece that each move of a line moves; none where pieces that move are used up.
    fn moved(&self, _line: &[Self::Move]) -> Option<Vec<Moved>> {
        None
    }

    /// Whether a move goes away from the goal at first sight; none where there is no such thing.
    fn is_counter(&self, _before: &Self::State, _after: &Self::State) -> Option<bool> {
        None
    }

    // ---- Explanations.

    /// Named structures, each of which proves by itself that there is no solution; their names are in
    /// [`GameInfo::causes`].
    fn reasons(&self) -> Vec<Cause> {
        Vec::new()
    }

    /// Structures that are seen at once and often cost the solution; their names are in [`GameInfo::patterns`].
    fn patterns(&self) -> Vec<Cause> {
        Vec::new()
    }

    /// How pieces can be relaxed: taken as less of a hindrance than they are. None where the rules have no such thing.
    const RELAXATION: Option<Relaxation> = None;

    /// Squares with pieces that can be relaxed. Empty where the rules in force do not allow for it.
    fn pieces(&self) -> Vec<Square> {
        Vec::new()
    }

    /// Whether there is a solution when all pieces but some are relaxed.
    fn is_solvable_with(&self, _kept: &[Square], _limits: &Limits) -> Verdict {
        Verdict::Undecided
    }

    // ---- Symmetries.

    /// The representative of all challenges that the named symmetries make of this one: the same for all of them.
    /// Names that the game does not list are passed over.
    fn canonical(&self, _symmetries: &[&str]) -> Self {
        self.clone()
    }

    /// The group of the named symmetries on boards of this size; none when it is not known or too large to list.
    fn group(
        parameters: &Parameters,
        _rules: &[String],
        symmetries: &[&str],
        _symbols: &[(u8, usize)],
    ) -> Option<Vec<Element>> {
        let places = Self::places(parameters).ok()?;
        symmetries.is_empty().then(|| vec![Element::identity(places.cells())])
    }

    // ---- Setups: a game that has cells can be dealt.

    /// What stands on the pieces that a setup lists.
    const FACES: Faces = Faces::Colours;
    /// The symbol of a place that a setup leaves empty; none where every place must be filled.
    const EMPTY: Option<u8> = None;
    /// Whether the pieces on the board may differ from deal to deal.
    const VARIATION: Variation = Variation::Any;
    /// Conditions that setups may ask for.
    const REQUIREMENTS: &'static [Requirement] = &[];

    /// The places that setups fill, or why these parameters cannot be. Their rows and columns are those of [`Game::board`], so that both
    /// give a cell the same square; [`Registry::check_whole`](crate::registry::Registry::check_whole) sees to that.
    fn places(_parameters: &Parameters) -> Result<Places, String> {
        Err(format!("{} does not say which places it has, so no setup can deal it", Self::INFO.title))
    }

    /// Cells on which every challenge shows the same symbol, and that symbol: a setup puts it there, and no hand moves it.
    fn fixed(_parameters: &Parameters) -> Vec<(usize, u8)> {
        Vec::new()
    }

    /// Whether a symbol can stand on a board of this size.
    fn takes(_symbol: u8, _parameters: &Parameters) -> bool {
        true
    }

    /// What the challenge keeps of a symbol: symbols with the same answer are alike to the player.
    fn seen(symbol: u8) -> u8 {
        symbol
    }

    /// Refuses rules that contradict each other.
    fn check_rules(_rules: &[RuleText<'_>]) -> Result<(), TextError> {
        Ok(())
    }

    /// The challenge that lies on the table: the symbols on the cells, row by row, and the dice that were rolled for it.
    fn from_cells(
        _parameters: &Parameters,
        _rules: &[RuleText<'_>],
        _cells: &[u8],
        _dice: &Dice,
    ) -> Result<Self, TextError> {
        Err(TextError::whole(format!("{} cannot be made from cells", Self::INFO.title)))
    }

    /// The symbols that lie on the cells, as far as the challenge keeps them: the reverse of [`Game::from_cells`].
    fn cells(&self) -> Vec<u8> {
        Vec::new()
    }

    /// The cells in the order in which their pieces are taken up after these moves of a game; `dealt` has the symbols that
    /// were dealt, also those that the challenge does not keep. A cell may be named again, the first time counts. Pieces
    /// that stay where they lie are taken up row by row.
    fn gathered(&self, dealt: &[u8], _moves: &[Self::Move]) -> Vec<usize> {
        (0..dealt.len()).collect()
    }

    /// Ways to build a challenge by hand so that it can be solved; none where the game has no moves that hands can make backwards.
    const BUILDS: &'static [BuildInfo] = &[];

    /// Builds one in a way of [`Game::BUILDS`], with so many moves where the way takes a number. What it keeps as the line must solve what it
    /// keeps as the cells, and these must be the pieces, each once.
    fn build_by_hand(
        _by: &str,
        _parameters: &Parameters,
        _moves: u32,
        _lots: &Lots<'_>,
    ) -> Construction<Self::Move> {
        Construction::nothing()
    }

    // ---- Game files.

    /// A played game in the notation of [`GameInfo::game_file`].
    fn write_game_file(&self, _moves: &[String]) -> Option<String> {
        None
    }

    /// Reads such a file.
    fn read_game_file(_text: &str) -> Result<GameFile<Self>, TextError> {
        Err(TextError::whole(format!("{} has no game files", Self::INFO.title)))
    }
}

/// A solver by its name; none for random play, which needs more than limits.
pub(crate) fn solver_named<G: Game>(name: &str) -> Option<Solver<G>> {
    match name {
        "bfs" if WHOLE => Some(search::bfs),
        "dfs" if WHOLE => Some(search::dfs),
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

/// Moves that are listed in an error.
const MOST_LISTED: usize = 12;

fn not_legal<M: fmt::Display>(text: &str, moves: &[M]) -> String {
    let listed: Vec<String> = moves.iter().take(MOST_LISTED).map(ToString::to_string).collect();
    let more = if moves.len() > MOST_LISTED { " …" } else { "" };
    match listed.as_slice() {
        [] => format!("{} cannot be made: there is no legal move here", quoted(text)),
        listed => format!("{} is not a legal move here, legal are {}{more}", quoted(text), listed.join(", ")),
    }
}

/// A challenge of a game that is gone on with from another position, for search alone.
pub(crate) struct Continued<'a, G: Game> {
    pub game: &'a G,
    pub start: G::State,
}

impl<G: Game> Puzzle for Continued<'_, G> {
    type State = G::State;
    type Move = G::Move;

    fn start(&self) -> G::State {
        self.start.clone()
    }

    fn moves(&self, state: &G::State, out: &mut Vec<G::Move>) {
        self.game.moves(state, out);
    }

    fn play(&self, state: &mut G::State, mv: G::Move) {
        self.game.play(state, mv);
    }

    fn is_solved(&self, state: &G::State) -> bool {
        self.game.is_solved(state)
    }

    fn bound(&self, state: &G::State) -> u32 {
        self.game.bound(state)
    }
}

/// Solves a challenge from another position: by the game's own solver where it can begin there, else by plain search.
pub(crate) fn solve_from<G: Game>(
    game: &G,
    state: &G::State,
    shortest: bool,
    limits: &Limits,
) -> Outcome<G::Move> {
    match game.starting_at(state) {
        Some(there) => there.solve_by_default(shortest, limits),
        // The games of the small build can all start anywhere.
        None if !WHOLE => Outcome::undecided(Reason::States(0), 0),
        None => {
            let there = Continued { game, start: state.clone() };
            if shortest { search::astar(&there, limits) } else { search::dfs(&there, limits) }
        }
    }
}

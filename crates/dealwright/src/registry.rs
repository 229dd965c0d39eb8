//! The games that are known, as a value. Everything outside a game's own files knows games only through it.

use crate::InvalidInput;
use crate::challenge::{Challenge, solvers_of};
use crate::conformance;
use crate::construct::{BuildInfo, Construction, Lots};
use crate::dealing::{Dice, Element, Parameters, Requirement, Variation};
use crate::game::{Game, GameFile, GameInfo, Lesson, SolverInfo};
use crate::games::{
    blackhole::BlackHole, boxoff::BoxOff, fujisan::Fujisan, golf::Golf, klondike::Klondike, pretzel::Pretzel,
};
use crate::id::{self, RuleText};
use crate::kit::faces::Faces;
use crate::places::Places;
use crate::record::Schema;
use crate::setup::Setup;
use crate::setup::effort::Weights;
use crate::setup::load::dealer;
use crate::setup::read::{Beside, ReadError, read};
use crate::square::Square;
use crate::text::{TextError, did_you_mean, quoted};
use crate::{WHOLE, not_here};

/// The games that are known. [`Registry::standard`] has those that come with Dealwright; [`Registry::with`] adds one.
///
/// ```
/// use dealwright::Registry;
///
/// let registry = Registry::standard();
/// let challenge = registry.challenge("boxoff:BBWBBW/BYYYWB/YWWWYY")?;
/// assert_eq!(challenge.info().title, "BoxOff");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Default)]
pub struct Registry {
    games: Vec<&'static Entry>,
    /// What was wrong with games that were added.
    faults: Vec<String>,
    /// How long actions take.
    weights: Weights,
}

/// A game with its type forgotten: its description, and what setups need of it.
pub struct Entry {
    /// Its description.
    pub info: &'static GameInfo,
    /// See [`Game::FACES`].
    pub faces: Faces,
    /// See [`Game::EMPTY`].
    pub empty: Option<u8>,
    /// See [`Game::VARIATION`].
    pub variation: Variation,
    /// See [`Game::REQUIREMENTS`].
    pub requirements: &'static [Requirement],
    /// See [`Game::places`].
    pub places: fn(&Parameters) -> Result<Places, String>,
    /// See [`Game::fixed`].
    pub fixed: fn(&Parameters) -> Vec<(usize, u8)>,
    /// See [`Game::takes`].
    pub takes: fn(u8, &Parameters) -> bool,
    /// See [`Game::seen`].
    pub seen: fn(u8) -> u8,
    /// Recognises rule words and refuses those that contradict each other.
    pub check_rules: fn(&[String]) -> Result<(), TextError>,
    /// Builds the challenge from cells.
    #[expect(clippy::type_complexity, reason = "a function pointer of the trait's own shape")]
    pub build: fn(&Parameters, &[RuleText<'_>], &[u8], &Dice) -> Result<Challenge, TextError>,
    /// See [`Game::BUILDS`].
    pub builds: &'static [BuildInfo],
    /// See [`Game::build_by_hand`]; moves as they are written.
    pub build_by_hand: fn(&str, &Parameters, u32, &Lots<'_>) -> Construction<String>,
    /// See [`Game::group`].
    #[expect(clippy::type_complexity, reason = "a function pointer of the trait's own shape")]
    pub group: fn(&Parameters, &[String], &[&str], &[(u8, usize)]) -> Option<Vec<Element>>,
    /// The solvers it has.
    pub solvers: fn() -> Vec<SolverInfo>,
    /// The solver used when none is named, for a shortest solution or for a verdict.
    pub default_solver: fn(bool) -> &'static str,
    conforms: fn(&str, u64) -> Result<(), String>,
    read: fn(&id::Parts<'_>) -> Result<Challenge, TextError>,
    read_game_file: fn(&str) -> Result<GameFile<Challenge>, TextError>,
}

const fn entry<G: Game>() -> Entry {
    Entry {
        info: const { &G::INFO },
        faces: G::FACES,
        empty: G::EMPTY,
        variation: G::VARIATION,
        requirements: G::REQUIREMENTS,
        places: G::places,
        fixed: G::fixed,
        takes: G::takes,
        seen: G::seen,
        check_rules: check_rules::<G>,
        build: build::<G>,
        // Without them setups that build are refused when they are read.
        builds: if WHOLE { G::BUILDS } else { &[] },
        build_by_hand: if WHOLE {
            |by, parameters, moves, lots| {
                G::build_by_hand(by, parameters, moves, lots).map(|mv| mv.to_string())
            }
        } else {
            |_, _, _, _| Construction::nothing()
        },
        // Without it, what is counted up to symmetry is a bound.
        group: if WHOLE { G::group } else { |_, _, _, _| None },
        solvers: solvers_of::<G>,
        default_solver: G::default_solver,
        conforms: if WHOLE { conformance::check::<G> } else { |_, _| Err(not_here("the laws of games")) },
        read: |parts| read_game::<G>(parts).map(Challenge::new),
        read_game_file: if WHOLE {
            |text| {
                let GameFile { challenge, moves } = G::read_game_file(text)?;
                Ok(GameFile { challenge: Challenge::new(challenge), moves })
            }
        } else {
            |_| Err(TextError::at("", not_here("files of played games")))
        },
    }
}

fn check_rules<G: Game>(rules: &[String]) -> Result<(), TextError> {
    let words: Vec<&str> = rules.iter().map(String::as_str).collect();
    G::check_rules(&id::read_rules(&words, G::INFO.rules)?)
}

fn build<G: Game>(
    parameters: &Parameters,
    rules: &[RuleText<'_>],
    cells: &[u8],
    dice: &Dice,
) -> Result<Challenge, TextError> {
    G::from_cells(parameters, rules, cells, dice).map(Challenge::new)
}

/// Random plays by which the laws are tried when a program checks its games.
const PLAYS: u64 = 2;

/// Deals once, and sees whether the game makes of it what the setup says.
fn check_setup(game: &Entry, setup: &Setup) -> Result<(), String> {
    let dealer = dealer(setup).map_err(|error| error.to_string())?;
    let challenge = dealer.challenge_at(&dealer.streams("check"), 0).map_err(|error| error.to_string())?;
    (game.conforms)(&challenge.id(), 1)?;
    for (parameter, value) in game.info.parameters.iter().zip(challenge.parameters()) {
        let wanted =
            setup.parameters.0.iter().find(|(name, _)| name == parameter.name).map(|(_, size)| *size);
        if let Some(wanted) = wanted.filter(|wanted| *wanted != value) {
            let name = parameter.name;
            return Err(format!(
                "a deal with {name} = {wanted} is a challenge whose parameters() say {value}"
            ));
        }
    }
    let board = challenge.board();
    let missing =
        (0..setup.places.cells()).map(|cell| setup.square(cell)).find(|&at| board.space(at).is_none());
    match missing.filter(|_| !board.rows.is_empty()) {
        Some(square) => Err(format!(
            "cell {square} of places() is no square of board(): both must be the same rows and columns, counted alike"
        )),
        None => Ok(()),
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

impl Registry {
    /// No games.
    pub fn empty() -> Self {
        Self::default()
    }

    /// The games of the paper. A page that has to be there soon begins with these, so that it need not wait for all others.
    pub fn of_the_paper() -> Self {
        Self::empty().with::<BoxOff>().with::<Pretzel>().with::<Fujisan>()
    }

    /// The games that come with Dealwright.
    pub fn standard() -> Self {
        Self::of_the_paper().with::<BlackHole>().with::<Golf>().with::<Klondike>()
    }

    /// The same and one more game. What is wrong with it is told by [`Registry::check`].
    #[must_use]
    pub fn with<G: Game>(mut self) -> Self {
        let entry: &'static Entry = const { &entry::<G>() };
        self.faults.extend(fault_of(entry, &self.games));
        self.games.push(entry);
        self
    }

    /// What is wrong with games that were added: a name that is taken or cannot stand in an ID, a column that another game
    /// uses for something else. Asked whenever a program starts, so it reads nothing.
    pub fn check(&self) -> Result<(), String> {
        match self.faults.first() {
            Some(fault) => Err(fault.clone()),
            None => Schema::of(self.infos()).map(|_| ()),
        }
    }

    /// The same, and whether every example and a deal of every built-in setup keep the laws of [`conformance`]. For tests, and
    /// before games are served.
    pub fn check_whole(&self) -> Result<(), String> {
        self.check()?;
        for game in &self.games {
            let info = game.info;
            (game.conforms)(info.example, PLAYS)?;
            for lesson in info.lessons {
                self.check_lesson(lesson)
                    .map_err(|fault| format!("{}, lesson '{}': {fault}", info.title, lesson.title))?;
            }
            for setup in info.setups {
                let name = format!("{}/{}", info.name, setup.name);
                let setup = self.setup(&name, &[]).map_err(|error| error.to_string())?;
                check_setup(game, &setup).map_err(|fault| format!("{name}: {fault}"))?;
            }
        }
        Ok(())
    }

    /// Whether a lesson shows what it says: its moves are legal, and what it says is refused is refused.
    fn check_lesson(&self, lesson: &Lesson) -> Result<(), String> {
        let challenge = self.challenge(lesson.id).map_err(|error| error.to_string())?;
        if challenge.id() != lesson.id {
            return Err(format!("its ID must be written as {}", challenge.id()));
        }
        if let Some((mv, error)) = challenge.replay(&[lesson.before, lesson.moves].concat()).stopped {
            return Err(format!("{mv}: {error}"));
        }
        if lesson.moves.is_empty() && lesson.refused.is_none() {
            return Err("it shows neither a move nor a refusal".into());
        }
        let Some([from, to]) = lesson.refused else { return Ok(()) };
        let square = |text: &str| match Square::read_prefix(text) {
            Some((square, "")) => Ok(square),
            _ => Err(format!("{} is not a square", quoted(text))),
        };
        match challenge.move_between(lesson.before, square(from)?, square(to)?) {
            Err(_) => Ok(()),
            Ok(mv) => Err(format!("{mv} is said to be refused, but it is legal")),
        }
    }

    /// The same games; setup times are estimated with these weights.
    #[must_use]
    pub fn with_weights(mut self, weights: Weights) -> Self {
        self.weights = weights;
        self
    }

    /// How long actions take, for every setup that is read.
    pub fn weights(&self) -> &Weights {
        &self.weights
    }

    /// All games.
    pub fn games(&self) -> impl ExactSizeIterator<Item = &'static Entry> + '_ {
        self.games.iter().copied()
    }

    /// The descriptions of all games.
    pub fn infos(&self) -> impl ExactSizeIterator<Item = &'static GameInfo> + '_ {
        self.games().map(|game| game.info)
    }

    /// The game with a name.
    pub fn game(&self, name: &str) -> Option<&'static Entry> {
        self.games().find(|game| game.info.name == name)
    }

    /// The game with a name, or what is wrong with the name.
    pub fn known_game(&self, name: &str) -> Result<&'static Entry, String> {
        self.game(name).ok_or_else(|| {
            let names: Vec<&str> = self.infos().map(|info| info.name).collect();
            let hint = did_you_mean(&name.to_ascii_lowercase(), names.iter().copied());
            format!("{} is not a game, known are {}{hint}", quoted(name), names.join(", "))
        })
    }

    /// Reads a challenge ID of any game.
    pub fn challenge(&self, id: &str) -> Result<Challenge, TextError> {
        let parts = id::split(id)?;
        match self.games().find(|game| game.info.name.eq_ignore_ascii_case(parts.game)) {
            Some(game) => (game.read)(&parts),
            None => {
                let message = self.known_game(parts.game).err().unwrap_or_default();
                Err(TextError::at("game", message))
            }
        }
    }

    /// The game whose files of played games have names with this ending.
    pub fn game_with_files(&self, ending: &str) -> Option<&'static Entry> {
        self.games().find(|game| game.info.game_file.as_ref().is_some_and(|file| file.ending == ending))
    }

    /// Names of all built-in setups, `GAME/SETUP`.
    pub fn setup_names(&self) -> Vec<String> {
        let of = |info: &'static GameInfo| {
            info.setups.iter().map(move |setup| format!("{}/{}", info.name, setup.name))
        };
        self.infos().flat_map(of).collect()
    }

    /// The file of a built-in setup.
    pub fn setup_text(&self, name: &str) -> Option<&'static str> {
        let (game, short) = name.split_once('/')?;
        self.game(game)?.info.setups.iter().find(|setup| setup.name == short).map(|setup| setup.text)
    }

    /// A built-in setup, `GAME/SETUP`, with what is chosen of it.
    pub fn setup(&self, name: &str, options: &[(String, String)]) -> Result<Setup, InvalidInput> {
        let text = self.setup_text(name).ok_or_else(|| {
            let names = self.setup_names();
            let hint = did_you_mean(name, names.iter().map(String::as_str));
            InvalidInput(format!(
                "{} is not a setup, expected a path ending in .toml or one of {}{hint}",
                quoted(name),
                names.join(", ")
            ))
        })?;
        let short = name.split_once('/').map_or(name, |(_, short)| short);
        let alone = |_: &str| Err("built-in setups have no files beside them".into());
        read(self, text, short, options, &alone).map_err(|error| InvalidInput(format!("{name}: {error}")))
    }

    /// A setup from the text of a file; errors name its path.
    pub fn setup_from_text(
        &self,
        path: &str,
        text: &str,
        options: &[(String, String)],
        beside: Beside<'_>,
    ) -> Result<Setup, InvalidInput> {
        let file = path.rsplit(['/', '\\']).next().unwrap_or(path);
        let short = file.rsplit_once('.').map_or(file, |(stem, _)| stem);
        read(self, text, short, options, beside).map_err(|error| match error {
            ReadError::File(error) => {
                InvalidInput(format!("{path}:{}:{}: {}", error.line, error.column, error.message))
            }
            ReadError::Option(message) => InvalidInput(format!("{path}: {message}")),
        })
    }

    /// A setup from a file whose text, and that of files beside it, is opened by `open` from their names. Only files beside it
    /// are opened.
    pub fn setup_from_file(
        &self,
        path: &str,
        options: &[(String, String)],
        open: &dyn Fn(&str) -> Result<String, String>,
    ) -> Result<Setup, InvalidInput> {
        let file = path.rsplit(['/', '\\']).next().unwrap_or(path);
        let text = open(file).map_err(InvalidInput)?;
        let beside = |name: &str| {
            if name.is_empty() || name == "." || name == ".." || name.contains(['/', '\\']) {
                return Err("must be in the same folder as the setup file".to_string());
            }
            open(name)
        };
        self.setup_from_text(path, &text, options, &beside)
    }
}

impl Entry {
    /// Builds a challenge from cells under rules in the words of IDs.
    pub fn build_with(
        &self,
        parameters: &Parameters,
        rules: &[String],
        cells: &[u8],
        dice: &Dice,
    ) -> Result<Challenge, TextError> {
        let words: Vec<&str> = rules.iter().map(String::as_str).collect();
        (self.build)(parameters, &id::read_rules(&words, self.info.rules)?, cells, dice)
    }

    /// Reads a file of a played game.
    pub fn read_game_file(&self, text: &str) -> Result<GameFile<Challenge>, TextError> {
        (self.read_game_file)(text)
    }

    /// The name of the setup to begin with, `GAME/SETUP`; none for a game without setups.
    pub fn default_setup(&self) -> Option<String> {
        let wanted = self.info.setups.iter().find(|setup| setup.name == self.info.default_setup);
        wanted.or(self.info.setups.first()).map(|setup| format!("{}/{}", self.info.name, setup.name))
    }
}

/// What is wrong with the name of a game that is added to others.
fn fault_of(entry: &Entry, others: &[&'static Entry]) -> Option<String> {
    let name = entry.info.name;
    let fits = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    if name.is_empty() || !name.chars().all(fits) {
        return Some(format!(
            "{} cannot be the name of a game, expected lower case letters, digits and hyphens",
            quoted(name)
        ));
    }
    let taken = others.iter().find(|other| other.info.name == name)?;
    Some(format!("the name {} belongs to {} already", quoted(name), taken.info.title))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_lesson_that_does_not_show_what_it_says_is_refused() {
        let right = Lesson {
            title: "",
            words: "",
            id: "boxoff:AAB/B..",
            before: &["a2b2"],
            moves: &["a1c2"],
            refused: None,
        };
        let check = |lesson: Lesson| Registry::standard().check_lesson(&lesson);
        assert_eq!(check(right), Ok(()));
        assert_eq!(check(Lesson { before: &[], moves: &[], refused: Some(["a1", "c2"]), ..right }), Ok(()));
        let fault = |lesson: Lesson| check(lesson).unwrap_err();
        assert!(fault(Lesson { before: &[], ..right }).starts_with("a1c2: "));
        assert!(fault(Lesson { moves: &[], ..right }).contains("neither a move nor a refusal"));
        assert!(fault(Lesson { refused: Some(["a1", "c2"]), ..right }).contains("but it is legal"));
        assert!(fault(Lesson { refused: Some(["a1", "zz"]), ..right }).contains("'zz' is not a square"));
        assert!(
            fault(Lesson { id: "boxoff:aab/b..", ..right }).contains("must be written as boxoff:AAB/B..")
        );
    }
}

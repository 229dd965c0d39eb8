//! Playing: a challenge and moves in, a position out. Nothing is kept between questions.

use crate::budget::{Budget, Question};
use dealwright::board::{Board, Space, SpaceKind};
use dealwright::challenge::LegalMove;
use dealwright::game::MoveError;
use dealwright::setup::Setup;
use dealwright::square::Square;
use dealwright::text::quoted;
use dealwright::{Challenge, InvalidInput, Registry};
use dealwright_draw::picture::View;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Moves of a game, and letters of one.
const MOST_MOVES: usize = 2000;
const MOST_LETTERS: usize = 16;
/// Letters of a seed.
const MOST_SEED: usize = 100;

/// A built-in setup with its sizes.
pub fn builtin_setup(
    registry: &Registry,
    name: &str,
    options: &BTreeMap<String, String>,
) -> Result<Setup, InvalidInput> {
    if name.ends_with(".toml") {
        return Err(InvalidInput(
            "'setup': expected a built-in setup such as boxoff/ltiles, not a file".into(),
        ));
    }
    let options: Vec<(String, String)> = options.clone().into_iter().collect();
    registry.setup(name, &options)
}

/// Refuses a seed that nobody would type.
pub fn check_seed(seed: &str) -> Result<(), InvalidInput> {
    match seed.chars().count() {
        letters if letters > MOST_SEED => {
            Err(InvalidInput(format!("'seed': expected at most {MOST_SEED} letters, found {letters}")))
        }
        _ => Ok(()),
    }
}

/// Reads a challenge and the moves played on it.
pub fn read_played<'a>(
    registry: &Registry,
    id: &str,
    moves: &'a [String],
) -> Result<(Challenge, Vec<&'a str>), InvalidInput> {
    if moves.len() > MOST_MOVES || moves.iter().any(|mv| mv.len() > MOST_LETTERS) {
        return Err(InvalidInput(format!("at most {MOST_MOVES} moves of {MOST_LETTERS} letters are read")));
    }
    let challenge = registry.challenge(id).map_err(InvalidInput::because)?;
    Ok((challenge, moves.iter().map(String::as_str).collect()))
}

/// What is where after some moves, and what can be played next?
#[derive(Deserialize)]
pub struct ShowPosition {
    id: String,
    #[serde(default)]
    moves: Vec<String>,
    /// Two squares that a player points at after these moves.
    #[serde(default)]
    attempt: Option<[String; 2]>,
}

impl ShowPosition {
    /// The move that is meant by pointing at two squares, or why there is none.
    fn attempted(
        &self,
        challenge: &Challenge,
        moves: &[&str],
    ) -> Result<Option<Result<String, MoveError>>, InvalidInput> {
        let Some([from, to]) = &self.attempt else { return Ok(None) };
        let square = |text: &String| match Square::read_prefix(text) {
            Some((square, "")) => Ok(square),
            _ => Err(InvalidInput(format!("attempt: {} is not a square such as b2", quoted(text)))),
        };
        Ok(Some(challenge.move_between(moves, square(from)?, square(to)?)))
    }
}

/// A position, as it is drawn and spoken of.
#[derive(Serialize)]
pub struct Position {
    id: String,
    game: &'static str,
    /// "Pretzel, 4 suits, 4 ranks".
    title: String,
    /// The moves that could be made, as they are written.
    moves: Vec<String>,
    /// The first that could not, and why.
    stopped: Option<Stopped>,
    solved: bool,
    legal: Vec<Legal>,
    /// What lies where, row by row from the top.
    rows: Vec<Vec<SpaceKeys>>,
    svg: String,
}

#[derive(Serialize)]
struct Stopped {
    #[serde(rename = "move")]
    mv: String,
    why: String,
}

#[derive(Serialize)]
struct Legal {
    #[serde(rename = "move")]
    mv: String,
    /// The squares that a player points at; none for moves that begin or end nowhere on the board.
    from: Option<String>,
    to: Option<String>,
    /// Whether both go at once, so that neither comes first.
    pair: bool,
    lifted: Vec<String>,
    passed: Vec<String>,
    rules: Vec<&'static str>,
    words: String,
}

impl From<LegalMove> for Legal {
    fn from(LegalMove { text, touches }: LegalMove) -> Self {
        let names = |squares: &[Square]| squares.iter().map(ToString::to_string).collect();
        Self {
            mv: text,
            from: touches.from.map(|square| square.to_string()),
            to: touches.to.map(|square| square.to_string()),
            pair: touches.pair,
            lifted: names(&touches.lifted),
            passed: names(&[touches.counted.as_slice(), touches.passed.as_slice()].concat()),
            rules: touches.rules,
            words: touches.words,
        }
    }
}

#[derive(Serialize)]
struct SpaceKeys {
    /// None for what is beside the board.
    square: Option<String>,
    /// What is seen there, as in IDs.
    face: String,
    /// What is there, in words.
    words: String,
}

impl Question for ShowPosition {
    type Answer = Position;
    const NAME: &'static str = "position";

    fn turn(&mut self, registry: &Registry, _: &Budget<'_>) -> Result<Option<Position>, InvalidInput> {
        let (challenge, mut moves) = read_played(registry, &self.id, &self.moves)?;
        let attempt = self.attempted(&challenge, &moves)?;
        let meant = attempt.as_ref().and_then(|attempt| attempt.as_ref().ok());
        moves.extend(meant.map(String::as_str));
        let mut replay = challenge.replay(&moves);
        if let (Some(Err(why)), None) = (attempt, &replay.stopped) {
            let squares = self.attempt.clone().unwrap_or_default().concat();
            replay.stopped = Some((squares, why));
        }
        let line: Vec<&str> = replay.played.iter().map(String::as_str).collect();
        let legal = if replay.solved { Vec::new() } else { challenge.moves_after(&line).unwrap_or_default() };
        let title = challenge.in_words();
        Ok(Some(Position {
            id: challenge.id(),
            game: challenge.info().name,
            stopped: replay.stopped.map(|(mv, why)| Stopped { mv, why: why.to_string() }),
            solved: replay.solved,
            legal: legal.into_iter().map(Legal::from).collect(),
            rows: rows(&replay.board),
            svg: View::of(&replay.board).picture(&title),
            title,
            moves: replay.played,
        }))
    }
}

fn rows(board: &Board) -> Vec<Vec<SpaceKeys>> {
    let row = |(row, spaces): (usize, &Vec<Space>)| {
        let rank = board.rows.len() - row;
        let space = |(space, file): (&Space, &String)| {
            if space.kind == SpaceKind::Nothing {
                return SpaceKeys { face: String::new(), words: String::new(), square: None };
            }
            let square = (!file.is_empty()).then(|| format!("{file}{rank}"));
            let what = match (space.spoken.as_str(), space.face.as_str()) {
                ("", "") => "empty",
                ("", face) => face,
                (spoken, _) => spoken,
            };
            let face = space.face.clone();
            let words = square.as_ref().map_or(what.to_string(), |square| format!("{square}: {what}"));
            SpaceKeys { face, words, square }
        };
        spaces.iter().zip(&board.files).map(space).collect()
    };
    board.rows.iter().enumerate().map(row).collect()
}

//! Playing: a challenge and moves in, a position out. Nothing is kept between questions.

use crate::budget::{Budget, Question};
use crate::repair::{check_fits, options_for};
use dealwright::board::{Board, Space, SpaceKind};
use dealwright::challenge::LegalMove;
use dealwright::game::MoveError;
use dealwright::kit::PieceKind;
use dealwright::setup::Setup;
use dealwright::setup::load::{dealer, dealt};
use dealwright::setup::seed::{SeedId, looks_like_seed};
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
    Ok((read_challenge(registry, id)?, moves.iter().map(String::as_str).collect()))
}

/// A challenge by its ID, or by the ID of a seed of a built-in setup.
pub fn read_challenge(registry: &Registry, id: &str) -> Result<Challenge, InvalidInput> {
    if !looks_like_seed(id) {
        return registry.challenge(id).map_err(InvalidInput::because);
    }
    let seed: SeedId = id.parse().map_err(InvalidInput::because)?;
    check_seed(&seed.text)?;
    dealt(&seed, &builtin_setup(registry, &seed.setup, &seed.options.iter().cloned().collect())?)
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
    /// The built-in setup it was dealt with: outlines of its pieces are drawn. An ID of a seed names it already.
    #[serde(default)]
    setup: Option<String>,
    /// Whether columns are drawn as rows, the first one on top.
    #[serde(default)]
    upright: bool,
    /// Whether the screen is narrow: what lies beside the stacks of a board is drawn above them.
    #[serde(default)]
    narrow: bool,
    /// For fingers: how wide one is, and how much room there is for the board. Covered pieces that can be taken are as large.
    #[serde(default)]
    finger: Option<f64>,
    #[serde(default)]
    room: Option<f64>,
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
    /// What lies where, row by row as it is drawn, from the top.
    rows: Vec<Vec<SpaceKeys>>,
    /// The setup it was dealt with, if that is known.
    setup: Option<DealtWith>,
    /// Whether columns are drawn as rows.
    upright: bool,
    svg: String,
}

#[derive(Serialize)]
struct Stopped {
    #[serde(rename = "move")]
    mv: String,
    why: String,
    /// The squares that the reason names.
    squares: Vec<String>,
}

/// The setup of a deal.
#[derive(Serialize)]
struct DealtWith {
    name: String,
    title: String,
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
    /// What is there, in words: "three of spades".
    what: String,
    /// The same with its square.
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
        let setup = self.dealt_with(registry, &challenge);
        let board = &replay.board;
        let mut view = View::of(board);
        view.screen = true;
        view.upright = self.upright && view.can_stand_upright();
        let upright = view.upright;
        if self.narrow {
            view.make_narrow();
        }
        if let Some((finger, room)) = self.finger.zip(self.room) {
            view.fit_fingers(finger, room);
        }
        if let Some(setup) = &setup {
            view.tiles = dealer(setup)?.pieces_on_board();
            view.pips = has_pips(setup);
        }
        let mut rows = rows(board);
        if upright {
            rows = turned(rows);
        }
        if let Some(fold) = view.fold() {
            rows = fold.folded(rows, unnamed);
        }
        let stopped = replay.stopped.map(|(mv, why)| {
            let why = why.to_string();
            Stopped { mv, squares: named_squares(&why, board), why }
        });
        Ok(Some(Position {
            id: challenge.id(),
            game: challenge.info().name,
            stopped,
            solved: replay.solved,
            legal: legal.into_iter().map(Legal::from).collect(),
            rows,
            setup: setup.map(|setup| DealtWith { name: setup.full_name(), title: setup.title }),
            upright,
            svg: view.picture(&title),
            title,
            moves: replay.played,
        }))
    }
}

impl ShowPosition {
    /// The setup it was dealt with, in its size. A challenge that the setup cannot deal has none.
    fn dealt_with(&self, registry: &Registry, challenge: &Challenge) -> Option<Setup> {
        let text = match looks_like_seed(&self.id) {
            true => self.id.split('~').next(),
            false => self.setup.as_deref(),
        };
        // The sizes are those of the challenge, whatever stands behind the name.
        let name = text?.split('?').next()?;
        let plain = builtin_setup(registry, name, &BTreeMap::new()).ok()?;
        let options = options_for(&plain, challenge, &[]).into_iter().collect();
        let setup = builtin_setup(registry, name, &options).ok()?;
        check_fits(&setup, challenge).ok().map(|()| setup)
    }
}

/// Whether values lie there as pips: on dominoes of two spaces.
fn has_pips(setup: &Setup) -> bool {
    let mut laid = setup.kit.iter().filter(|group| !group.pieces.is_empty()).peekable();
    laid.peek().is_some() && laid.all(|group| group.kind == PieceKind::Dominoes)
}

/// The squares of a board that a sentence names, in their order.
fn named_squares(words: &str, board: &Board) -> Vec<String> {
    let mut squares: Vec<Square> = Vec::new();
    for word in words.split(|c: char| !c.is_ascii_alphanumeric()) {
        if let Some((square, "")) = Square::read_prefix(word)
            && board.space(square).is_some()
            && !squares.contains(&square)
        {
            squares.push(square);
        }
    }
    squares.iter().map(Square::to_string).collect()
}

/// Columns as rows.
fn turned(rows: Vec<Vec<SpaceKeys>>) -> Vec<Vec<SpaceKeys>> {
    let mut turned: Vec<Vec<SpaceKeys>> = Vec::new();
    for row in rows {
        turned.resize_with(turned.len().max(row.len()), Vec::new);
        for (column, space) in turned.iter_mut().zip(row) {
            column.push(space);
        }
    }
    turned
}

/// No space at all.
fn unnamed() -> SpaceKeys {
    SpaceKeys { face: String::new(), what: String::new(), words: String::new(), square: None }
}

fn rows(board: &Board) -> Vec<Vec<SpaceKeys>> {
    let row = |(row, spaces): (usize, &Vec<Space>)| {
        let rank = board.rows.len() - row;
        let space = |(space, file): (&Space, &String)| {
            if space.kind == SpaceKind::Nothing {
                return unnamed();
            }
            let square = (!file.is_empty()).then(|| format!("{file}{rank}"));
            let what = space.in_words();
            let face = space.face.clone();
            let words = square.as_ref().map_or(what.clone(), |square| format!("{square}: {what}"));
            SpaceKeys { face, what, words, square }
        };
        spaces.iter().zip(&board.files).map(space).collect()
    };
    board.rows.iter().enumerate().map(row).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::questions::answer;
    use serde_json::Value;

    fn position(body: &str) -> Value {
        serde_json::from_str(&answer(&Registry::standard(), "position", body, &Budget::whole()).unwrap())
            .unwrap()
    }

    fn squares(found: &Value) -> Vec<Vec<String>> {
        let row = |row: &Value| -> Vec<String> {
            row.as_array()
                .unwrap()
                .iter()
                .filter_map(|space| space["square"].as_str().map(String::from))
                .collect()
        };
        found["rows"].as_array().unwrap().iter().map(row).collect()
    }

    /// Width and height of the picture.
    fn sides(found: &Value) -> Vec<f64> {
        let svg = found["svg"].as_str().unwrap();
        let view = svg.split("viewBox=\"0 0 ").nth(1).unwrap().split('"').next().unwrap();
        view.split(' ').map(|side| side.parse().unwrap()).collect()
    }

    #[test]
    fn on_a_narrow_screen_stock_and_foundations_are_drawn_above_the_columns() {
        let wide = position(r#"{"id":"klondike/shuffled~narrow@1"}"#);
        let narrow = position(r#"{"id":"klondike/shuffled~narrow@1","narrow":true}"#);
        let (mut a, mut b) = (squares(&wide).concat(), squares(&narrow).concat());
        let last_of_stock = b.iter().position(|square| square == "p17").unwrap();
        let first_of_columns = b.iter().position(|square| square == "a19").unwrap();
        assert!(last_of_stock < first_of_columns, "{b:?}");
        a.sort();
        b.sort();
        assert_eq!(a, b, "every space is drawn once");
        assert_eq!(narrow["rows"][0].as_array().unwrap().len(), 8);
        assert!(sides(&wide)[0] > 1.5 * sides(&narrow)[0], "it is half as wide");
    }

    #[test]
    fn an_upright_board_has_columns_as_rows_in_the_answer_and_in_the_picture() {
        let lying = position(r#"{"id":"fujisan:551102224335/244331001054"}"#);
        let upright = position(r#"{"id":"fujisan:551102224335/244331001054","upright":true}"#);
        assert_eq!((&lying["upright"], &upright["upright"]), (&false.into(), &true.into()));
        let (a, b) = (squares(&lying), squares(&upright));
        assert_eq!((a.len(), a[0].len(), b.len(), b[0].len()), (2, 14, 14, 2));
        assert_eq!(b[0], ["a2", "a1"]);
        for (row, spaces) in a.iter().enumerate() {
            for (column, square) in spaces.iter().enumerate() {
                assert_eq!(b[column][row], *square);
            }
        }
        assert!(sides(&lying)[0] > 3.0 * sides(&lying)[1] && sides(&upright)[1] > 2.0 * sides(&upright)[0]);
        assert_eq!(upright["svg"].as_str().unwrap().matches("class=\"hit\"").count(), 28);
    }

    #[test]
    fn the_setup_of_a_deal_is_known_from_its_seed_or_told_and_one_that_cannot_deal_it_is_passed_over() {
        let seed = position(r#"{"id":"boxoff/ltiles?rows=6&colours=6~hello@1"}"#);
        assert_eq!(seed["setup"]["title"], "L-Tiles");
        assert!(seed["svg"].as_str().unwrap().contains("class=\"outline\""));
        let id = seed["id"].as_str().unwrap();
        let told = position(&format!(r#"{{"id":"{id}","setup":"boxoff/ltiles"}}"#));
        assert_eq!((&told["setup"], &told["svg"]), (&seed["setup"], &seed["svg"]));
        assert_eq!(position(&format!(r#"{{"id":"{id}"}}"#))["setup"], Value::Null);
        for other in ["fujisan/dominoes", "boxoff/nothing", "boxoff/abc"] {
            let found = position(&format!(r#"{{"id":"{id}","setup":"{other}"}}"#));
            assert_eq!(found["setup"], Value::Null, "{other}");
        }
        let dominoes = position(r#"{"id":"fujisan/dominoes~hello@1"}"#);
        assert_eq!(dominoes["svg"].as_str().unwrap().matches("class=\"ivory\"").count(), 12);
        assert!(!position(r#"{"id":"fujisan/shuffled~hello@1"}"#)["svg"].as_str().unwrap().contains("ivory"));
    }

    #[test]
    fn a_refusal_names_the_squares_it_speaks_of() {
        let found = position(r#"{"id":"boxoff:AAB/B..","attempt":["a1","c2"]}"#);
        assert_eq!(found["stopped"]["squares"], serde_json::json!(["a2", "a1", "c2"]));
        let challenge = Registry::standard().challenge("boxoff:AAB/B..").unwrap();
        let board = challenge.board();
        assert_eq!(named_squares("b2, z9 and B2 of a1; a1b2 is a move, 3H a card", &board), ["b2", "a1"]);
    }

    #[test]
    fn cards_are_spoken_in_full_and_what_is_there_is_told_without_its_square_too() {
        let found = position(r#"{"id":"pretzel:--2S3S/3H--2H/2D3D--"}"#);
        let row = &found["rows"][0];
        assert_eq!((&row[0]["square"], &row[0]["what"]), (&Value::Null, &"ace of spades".into()));
        assert_eq!((&row[1]["what"], &row[2]["words"]), (&"empty".into(), &"b3: two of spades".into()));
    }
}

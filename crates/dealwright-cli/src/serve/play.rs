//! Playing: a challenge and moves in, a position out. Nothing is kept between requests.

use super::App;
use super::ask::{Question, Refused};
use super::work::Turn;
use crate::cmd::list::{Listing, listing};
use crate::cmd::rate::measured_for_level;
use crate::input::{dealer_for, load_setup};
use crate::picture::View;
use axum::Json;
use axum::extract::State;
use dealwright::board::{Board, Space};
use dealwright::challenge::LegalMove;
use dealwright::game::MoveError;
use dealwright::measure::Level;
use dealwright::rng::StreamName;
use dealwright::search::{Limits, Verdict};
use dealwright::setup::Setup;
use dealwright::setup::deal::Dealer;
use dealwright::setup::seed::SeedId;
use dealwright::square::Square;
use dealwright::text::quoted;
use dealwright::{Challenge, Registry};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::time::{Duration, Instant};

/// Moves of a game, and letters of one.
const MOST_MOVES: usize = 2000;
const MOST_LETTERS: usize = 16;
/// Letters of a seed.
const MOST_SEED: usize = 100;
/// Work on a search for a deal of some kind before it says that it goes on.
const PATIENCE: Duration = Duration::from_millis(700);

pub type Answer<T> = Result<Json<T>, Refused>;

pub fn limits() -> Limits {
    Turn::LAST.limits()
}

impl Played {
    /// The move that is meant by pointing at two squares, or why there is none.
    fn attempted(
        &self,
        challenge: &Challenge,
        moves: &[&str],
    ) -> Result<Option<Result<String, MoveError>>, Refused> {
        let Some([from, to]) = &self.attempt else { return Ok(None) };
        let square = |text: &String| match Square::read_prefix(text) {
            Some((square, "")) => Ok(square),
            _ => Err(Refused::wrong(format!("attempt: {} is not a square such as b2", quoted(text)))),
        };
        Ok(Some(challenge.move_between(moves, square(from)?, square(to)?)))
    }
}

/// A built-in setup with its sizes.
pub fn builtin_setup(
    registry: &Registry,
    name: &str,
    options: &BTreeMap<String, String>,
) -> Result<Setup, Refused> {
    if name.ends_with(".toml") {
        return Err(Refused::wrong("'setup': expected a built-in setup such as boxoff/ltiles, not a file"));
    }
    let options: Vec<(String, String)> = options.clone().into_iter().collect();
    load_setup(registry, name, &options).map_err(Refused::wrong)
}

/// Refuses a seed that nobody would type.
pub fn check_seed(seed: &str) -> Result<(), Refused> {
    let letters = seed.chars().count();
    if letters > MOST_SEED {
        let why = format!("'seed': expected at most {MOST_SEED} letters, found {letters}");
        return Err(Refused::wrong(why));
    }
    Ok(())
}

/// The challenge of a deal by its number.
pub fn dealt(dealer: &Dealer<'_>, streams: &StreamName, index: u64) -> Result<Challenge, Refused> {
    let deal = dealer.deal_from(&mut streams.stream(index)).map_err(Refused::wrong)?;
    dealer.challenge(&deal).map_err(Refused::wrong)
}

/// A challenge and what has been played.
#[derive(Deserialize)]
pub struct Played {
    pub id: String,
    #[serde(default)]
    pub moves: Vec<String>,
    /// Two squares that a player points at after these moves.
    #[serde(default)]
    pub attempt: Option<[String; 2]>,
}

impl Played {
    pub fn read(&self, registry: &Registry) -> Result<(Challenge, Vec<&str>), Refused> {
        if self.moves.len() > MOST_MOVES || self.moves.iter().any(|mv| mv.len() > MOST_LETTERS) {
            return Err(Refused::wrong(format!(
                "at most {MOST_MOVES} moves of {MOST_LETTERS} letters are read"
            )));
        }
        let challenge = registry.challenge(&self.id).map_err(Refused::wrong)?;
        Ok((challenge, self.moves.iter().map(String::as_str).collect()))
    }
}

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

pub async fn games(State(app): State<App>) -> Answer<Listing> {
    Ok(Json(listing(&app.registry)))
}

pub async fn position(State(app): State<App>, Question(played): Question<Played>) -> Answer<Position> {
    let registry = app.registry.clone();
    let job = move || {
        let (challenge, mut moves) = played.read(&registry)?;
        let attempt = played.attempted(&challenge, &moves)?;
        let meant = attempt.as_ref().and_then(|attempt| attempt.as_ref().ok());
        moves.extend(meant.map(String::as_str));
        let mut replay = challenge.replay(&moves);
        if let (Some(Err(why)), None) = (attempt, &replay.stopped) {
            let squares = played.attempt.clone().unwrap_or_default().concat();
            replay.stopped = Some((squares, why));
        }
        let line: Vec<&str> = replay.played.iter().map(String::as_str).collect();
        let board = &replay.board;
        let legal = if replay.solved { Vec::new() } else { challenge.moves_after(&line).unwrap_or_default() };
        let legal: Vec<Legal> = legal.into_iter().map(Legal::from).collect();
        Ok(Position {
            id: challenge.id(),
            game: challenge.info().name,
            title: title(&challenge),
            stopped: replay.stopped.map(|(mv, why)| Stopped { mv, why: why.to_string() }),
            solved: replay.solved,
            legal,
            rows: rows(board),
            svg: View::of(board).picture(&title(&challenge)),
            moves: replay.played,
        })
    };
    app.work.once(Turn::FIRST, job).await.map(Json)
}

pub fn title(challenge: &Challenge) -> String {
    let info = challenge.info();
    let sizes: Vec<String> = info
        .parameters
        .iter()
        .zip(challenge.parameters())
        .map(|(parameter, value)| match value {
            1 => format!("1 {}", parameter.name.trim_end_matches('s')),
            _ => format!("{value} {}", parameter.name),
        })
        .collect();
    let rules: Vec<String> = challenge.rules().iter().map(|rule| format!("rule {rule}")).collect();
    [vec![info.title.to_string()], sizes, rules].concat().join(", ")
}

fn rows(board: &Board) -> Vec<Vec<SpaceKeys>> {
    let row = |(row, spaces): (usize, &Vec<Space>)| {
        let rank = board.rows.len() - row;
        let space = |(space, file): (&Space, &String)| {
            let square = (!file.is_empty()).then(|| format!("{file}{rank}"));
            let what = match (space.spoken.as_str(), space.face.as_str()) {
                ("", "") => "empty",
                ("", face) => face,
                (spoken, _) => spoken,
            };
            let face = space.face.clone();
            SpaceKeys { face, words: format!("{}: {what}", square.clone().unwrap_or_default()), square }
        };
        spaces.iter().zip(&board.files).map(space).collect()
    };
    board.rows.iter().enumerate().map(row).collect()
}

#[derive(Deserialize)]
pub struct Wanted {
    setup: String,
    #[serde(default)]
    options: BTreeMap<String, String>,
    level: Option<String>,
    /// Whether it has to be proved solvable.
    #[serde(default = "yes")]
    solvable: bool,
    seed: String,
    #[serde(default)]
    start: u64,
}

fn yes() -> bool {
    true
}

#[derive(Serialize)]
pub struct Dealt {
    /// None as long as none was found; ask again from `next` on.
    id: Option<String>,
    seed_id: Option<String>,
    level: Option<&'static str>,
    /// None after the last deal there is.
    next: Option<u64>,
}

pub async fn deal(State(app): State<App>, Question(wanted): Question<Wanted>) -> Answer<Dealt> {
    let registry = app.registry.clone();
    check_seed(&wanted.seed)?;
    let level = wanted.level.as_deref().map(str::parse::<Level>).transpose().map_err(Refused::wrong)?;
    let mut index = wanted.start;
    let mut worked = Duration::ZERO;
    let job = move |turn: Turn| {
        let setup = builtin_setup(&registry, &wanted.setup, &wanted.options)?;
        let dealer = dealer_for(&setup).map_err(Refused::wrong)?;
        let streams = dealer.streams(&wanted.seed);
        let begun = Instant::now();
        loop {
            let challenge = dealt(&dealer, &streams, index)?;
            let Some(is_good) = is_wanted(&challenge, level, wanted.solvable, turn)? else {
                worked += begun.elapsed();
                return Ok(None);
            };
            let next = index.checked_add(1);
            if is_good {
                let seed_id = SeedId {
                    setup: setup.full_name(),
                    options: setup.options(),
                    text: wanted.seed.clone(),
                    index,
                };
                return Ok(Some(Dealt {
                    id: Some(challenge.id()),
                    seed_id: Some(seed_id.to_string()),
                    level: level.map(|level| level.word()),
                    next,
                }));
            }
            let Some(next) = next else {
                return Err(Refused::wrong(format!("there are no deals after number {index}")));
            };
            index = next;
            if worked + begun.elapsed() > PATIENCE {
                return Ok(Some(Dealt { id: None, seed_id: None, level: None, next: Some(index) }));
            }
            if begun.elapsed() > turn.time() {
                worked += begun.elapsed();
                return Ok(None);
            }
        }
    };
    app.work.run(Turn::FIRST, job).await.map(Json)
}

/// Whether a deal is of the kind that was asked for; none if it takes a longer turn to say so.
fn is_wanted(
    challenge: &Challenge,
    level: Option<Level>,
    solvable: bool,
    turn: Turn,
) -> Result<Option<bool>, Refused> {
    if level.is_none() && !solvable {
        return Ok(Some(true));
    }
    // Most deals are no good: the verdict is cheaper than a level.
    let found = challenge.solve(challenge.default_solver(false), &turn.limits()).map_err(Refused::wrong)?;
    Ok(match (found.verdict, level) {
        (Verdict::Undecided, _) if turn != Turn::LAST => None,
        (Verdict::Solvable, None) => Some(true),
        (Verdict::Solvable, Some(_)) if turn < Turn::LONG => None,
        (Verdict::Solvable, level) => Some(measured_for_level(challenge, &limits()).level == level),
        _ => Some(false),
    })
}

#[derive(Serialize)]
pub struct Rated {
    verdict: &'static str,
    /// Why it is undecided.
    reason: Option<String>,
    level: Option<&'static str>,
    meaning: Option<&'static str>,
    length: Option<u32>,
}

pub async fn rate(State(app): State<App>, Question(played): Question<Played>) -> Answer<Rated> {
    let registry = app.registry.clone();
    let job = move || {
        let (challenge, _) = played.read(&registry)?;
        let found = measured_for_level(&challenge, &limits());
        Ok(Rated {
            verdict: found.verdict.word(),
            reason: found.reason.map(|reason| reason.to_string()),
            level: found.level.map(|level| level.word()),
            meaning: found.level.map(|level| challenge.info().scale.meaning(level)),
            length: found.length,
        })
    };
    app.work.once(Turn::LONG, job).await.map(Json)
}

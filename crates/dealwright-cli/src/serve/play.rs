//! Playing: a challenge and moves in, a position out. Nothing is kept between requests.

use super::App;
use super::ask::{Question, Refused};
use super::work::Turn;
use crate::cmd::list::{Listing, listing};
use crate::cmd::rate::measured_for_level;
use crate::input::{dealer_for, load_setup};
use crate::picture::{Step, View};
use axum::Json;
use axum::extract::State;
use dealwright::board::{Board, Kind, Space};
use dealwright::{Challenge, Registry};
use dealwright::measure::Level;
use dealwright::rng::StreamName;
use dealwright::search::{Limits, Verdict};
use dealwright::setup::Setup;
use dealwright::setup::deal::Dealer;
use dealwright::setup::seed::SeedId;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::time::{Duration, Instant};

/// Moves of a game, and letters of one.
const MOST_MOVES: usize = 2000;
const MOST_LETTERS: usize = 16;
/// Work on a search for a deal of some kind before it says that it goes on.
const PATIENCE: Duration = Duration::from_millis(700);

pub type Answer<T> = Result<Json<T>, Refused>;

pub fn limits() -> Limits {
    Turn::LAST.limits()
}

/// A built-in setup with its sizes.
pub fn builtin_setup(name: &str, options: &BTreeMap<String, String>) -> Result<Setup, Refused> {
    if name.ends_with(".toml") {
        return Err(Refused::wrong("expected GAME/SETUP"));
    }
    let options: Vec<(String, String)> = options.clone().into_iter().collect();
    load_setup(registry, name, &options).map_err(Refused::wrong)
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
}

impl Played {
    pub fn read(&self) -> Result<(Challenge, Vec<&str>), Refused> {
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
    /// Whether a move takes two squares at once, so that neither comes first.
    pairs: bool,
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
    from: String,
    to: String,
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

#[derive(Serialize)]
pub struct Games {
    #[serde(flatten)]
    listing: Listing,
    levels: Vec<GameLevels>,
}

#[derive(Serialize)]
struct GameLevels {
    game: &'static str,
    levels: Vec<LevelKeys>,
}

#[derive(Serialize)]
struct LevelKeys {
    level: &'static str,
    meaning: &'static str,
}

pub async fn games() -> Answer<Games> {
    let levels = dealwright::games::games().into_iter().map(|info| {
        let scale = registry.challenge(info.example).map_err(Refused::wrong)?.scale();
        let levels = Level::ALL.map(|level| LevelKeys { level: level.word(), meaning: scale.meaning(level) });
        Ok(GameLevels { game: info.name, levels: levels.into() })
    });
    Ok(Json(Games { listing: listing(), levels: levels.collect::<Result<_, Refused>>()? }))
}

pub async fn position(State(app): State<App>, Question(played): Question<Played>) -> Answer<Position> {
    let job = move || {
        let (challenge, moves) = played.read()?;
        let replay = challenge.replay(&moves);
        let line: Vec<&str> = replay.played.iter().map(String::as_str).collect();
        let board = &replay.board;
        let legal = if replay.solved { Vec::new() } else { challenge.moves_after(&line).unwrap_or_default() };
        let legal: Vec<Legal> = legal
            .into_iter()
            .filter_map(|mv| {
                let step = Step::read(board, &mv, "")?;
                Some(Legal { mv, from: step.from.to_string(), to: step.to.to_string() })
            })
            .collect();
        Ok(Position {
            id: challenge.id(),
            game: challenge.info().name,
            title: title(&challenge),
            pairs: challenge.info().name == "boxoff",
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
            let what = match (space.kind, space.face.as_str()) {
                (Kind::Hole, _) => "empty".to_string(),
                (Kind::Goal, face) => format!("{face}, summit"),
                (Kind::Edge, "") => "ground".into(),
                (_, "") => "empty".into(),
                (_, face) => face.to_string(),
            };
            let pawn = if space.pawn { ", priest" } else { "" };
            let face = space.face.clone();
            SpaceKeys { face, words: format!("{}: {what}{pawn}", square.clone().unwrap_or_default()), square }
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
    if wanted.seed.len() > 100 {
        return Err(Refused::wrong("expected a seed of at most 100 letters"));
    }
    let level = wanted.level.as_deref().map(str::parse::<Level>).transpose().map_err(Refused::wrong)?;
    let mut index = wanted.start;
    let mut worked = Duration::ZERO;
    let job = move |turn: Turn| {
        let setup = builtin_setup(&wanted.setup, &wanted.options)?;
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
    let job = move || {
        let (challenge, _) = played.read()?;
        let found = measured_for_level(&challenge, &limits());
        Ok(Rated {
            verdict: found.verdict.word(),
            reason: found.reason.map(|reason| reason.to_string()),
            level: found.level.map(|level| level.word()),
            meaning: found.level.map(|level| challenge.scale().meaning(level)),
            length: found.length,
        })
    };
    app.work.once(Turn::LONG, job).await.map(Json)
}

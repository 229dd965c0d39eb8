//! Playing: a challenge and moves in, a position out. Nothing is kept between requests.

use super::App;
use super::work::Refused;
use crate::cmd::deal::is_wanted;
use crate::cmd::list::{Listing, listing};
use crate::cmd::rate::measured_for_level;
use crate::cmd::replay::lost_at;
use crate::input::{dealer_for, load_setup};
use crate::picture::{Step, View};
use axum::Json;
use axum::extract::State;
use dealwright::board::{Board, Kind, Space};
use dealwright::games::{Challenge, read_challenge};
use dealwright::measure::Level;
use dealwright::rng::StreamName;
use dealwright::search::{Limits, Verdict};
use dealwright::setup::Setup;
use dealwright::setup::deal::Dealer;
use dealwright::setup::seed::SeedId;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::time::{Duration, Instant};

/// Positions that one question may look at.
const STATES: u64 = 1_000_000;
const MEMORY: u64 = 1 << 30;
/// Moves of a game, and letters of one.
const MOST_MOVES: usize = 2000;
const MOST_LETTERS: usize = 16;
/// How long a search for a deal of some kind goes on before it says that it goes on.
const PATIENCE: Duration = Duration::from_millis(700);

pub type Answer<T> = Result<Json<T>, Refused>;

pub fn limits() -> Limits {
    Limits { states: STATES, memory: MEMORY, watch: None }
}

/// A built-in setup with its sizes.
pub fn builtin_setup(name: &str, options: &BTreeMap<String, String>) -> Result<Setup, Refused> {
    if name.ends_with(".toml") {
        return Err(Refused::wrong("expected GAME/SETUP"));
    }
    let options: Vec<(String, String)> = options.clone().into_iter().collect();
    load_setup(name, &options).map_err(Refused::wrong)
}

/// The challenge of a deal by its number.
pub fn dealt(dealer: &Dealer<'_>, streams: &StreamName, index: u64) -> Result<Challenge, Refused> {
    let deal = dealer.deal_from(&mut streams.stream(index)).map_err(Refused::wrong)?;
    dealer.challenge(&deal).map_err(Refused::wrong)
}

/// A challenge and what has been played.
#[derive(Deserialize)]
pub struct Played {
    id: String,
    #[serde(default)]
    moves: Vec<String>,
}

impl Played {
    fn read(&self) -> Result<(Challenge, Vec<&str>), Refused> {
        if self.moves.len() > MOST_MOVES || self.moves.iter().any(|mv| mv.len() > MOST_LETTERS) {
            return Err(Refused::wrong(format!(
                "at most {MOST_MOVES} moves of {MOST_LETTERS} letters are read"
            )));
        }
        let challenge = read_challenge(&self.id).map_err(Refused::wrong)?;
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
        let scale = read_challenge(info.example).map_err(Refused::wrong)?.scale();
        let levels = Level::ALL.map(|level| LevelKeys { level: level.word(), meaning: scale.meaning(level) });
        Ok(GameLevels { game: info.name, levels: levels.into() })
    });
    Ok(Json(Games { listing: listing(), levels: levels.collect::<Result<_, Refused>>()? }))
}

pub async fn position(State(app): State<App>, Json(played): Json<Played>) -> Answer<Position> {
    app.work
        .run(move || {
            let (challenge, moves) = played.read()?;
            let replay = challenge.replay(&moves);
            let line: Vec<&str> = replay.played.iter().map(String::as_str).collect();
            let board = &replay.board;
            let legal =
                if replay.solved { Vec::new() } else { challenge.moves_after(&line).unwrap_or_default() };
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
        })
        .await
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

#[derive(Serialize)]
pub struct Hint {
    verdict: &'static str,
    /// Why it is undecided.
    reason: Option<String>,
    /// A way to the end from here.
    line: Vec<String>,
    /// Whether it is proved that no way is shorter.
    shortest: bool,
    /// The piece to move, and where to.
    from: Option<String>,
    to: Option<String>,
}

pub async fn hint(State(app): State<App>, Json(played): Json<Played>) -> Answer<Hint> {
    app.work
        .run(move || {
            let (challenge, moves) = played.read()?;
            let shortest = challenge.solve_after(&moves, true, &limits()).ok_or_else(illegal)?;
            let found = match shortest.verdict {
                Verdict::Undecided => challenge.solve_after(&moves, false, &limits()).ok_or_else(illegal)?,
                _ => shortest,
            };
            let line = found.solution.unwrap_or_default();
            let board = challenge.replay(&moves).board;
            let step = line.first().and_then(|mv| Step::read(&board, mv, ""));
            Ok(Hint {
                verdict: found.verdict.word(),
                reason: found.reason.map(|reason| reason.to_string()),
                shortest: found.shortest,
                from: step.as_ref().map(|step| step.from.to_string()),
                to: step.as_ref().map(|step| step.to.to_string()),
                line,
            })
        })
        .await
}

#[derive(Serialize)]
pub struct Lost {
    /// The number of the move after which no solution was left; none if one is left, or nothing is known.
    lost_at: Option<usize>,
    known: bool,
}

/// Where the game was lost.
pub async fn lost(State(app): State<App>, Json(played): Json<Played>) -> Answer<Lost> {
    app.work
        .run(move || {
            let (challenge, moves) = played.read()?;
            let last = challenge.solve_after(&moves, false, &limits()).ok_or_else(illegal)?;
            Ok(match last.verdict {
                Verdict::Solvable => Lost { lost_at: None, known: true },
                Verdict::Undecided => Lost { lost_at: None, known: false },
                Verdict::Unsolvable => {
                    let lost_at = lost_at(&challenge, &moves, &limits());
                    Lost { lost_at, known: lost_at.is_some() }
                }
            })
        })
        .await
}

fn illegal() -> Refused {
    Refused::wrong("the moves are not all legal")
}

#[derive(Serialize)]
pub struct Game {
    /// Moves of a shortest solution from the start.
    shortest: Option<usize>,
    /// Positions of the game where a move would have lost.
    crossroads: Vec<CrossroadsKeys>,
}

#[derive(Serialize)]
struct CrossroadsKeys {
    after: usize,
    choices: usize,
    losing: Vec<String>,
}

/// A game looked back on.
pub async fn game(State(app): State<App>, Json(played): Json<Played>) -> Answer<Game> {
    app.work
        .run(move || {
            let (challenge, moves) = played.read()?;
            let found = challenge.solve_after(&[], true, &limits());
            let shortest = found.filter(|found| found.shortest).and_then(|found| Some(found.solution?.len()));
            let begun = Instant::now();
            let mut crossroads = Vec::new();
            for after in 0..moves.len() {
                let mut line = moves[..after].to_vec();
                let Some(choices) = challenge.moves_after(&line) else { break };
                let mut losing = Vec::new();
                for mv in choices.iter().take_while(|_| begun.elapsed() < 3 * PATIENCE) {
                    line.push(mv);
                    let outcome = challenge.solve_after(&line, false, &limits());
                    line.pop();
                    if outcome.is_some_and(|outcome| outcome.verdict == Verdict::Unsolvable) {
                        losing.push(mv.clone());
                    }
                }
                if !losing.is_empty() {
                    crossroads.push(CrossroadsKeys { after, choices: choices.len(), losing });
                }
                if begun.elapsed() > 3 * PATIENCE {
                    break;
                }
            }
            Ok(Game { shortest, crossroads })
        })
        .await
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
    next: u64,
}

pub async fn deal(State(app): State<App>, Json(wanted): Json<Wanted>) -> Answer<Dealt> {
    app.work
        .run(move || {
            if wanted.seed.len() > 100 {
                return Err(Refused::wrong("expected a seed of at most 100 letters"));
            }
            let level =
                wanted.level.as_deref().map(str::parse::<Level>).transpose().map_err(Refused::wrong)?;
            let setup = builtin_setup(&wanted.setup, &wanted.options)?;
            let dealer = dealer_for(&setup).map_err(Refused::wrong)?;
            let streams = dealer.streams(&wanted.seed);
            let begun = Instant::now();
            let mut index = wanted.start;
            loop {
                let challenge = dealt(&dealer, &streams, index)?;
                index = index.saturating_add(1);
                let good = is_wanted(&challenge, level, wanted.solvable, &limits());
                if good {
                    let seed_id = SeedId {
                        setup: setup.full_name(),
                        options: setup.options(),
                        text: wanted.seed.clone(),
                        index: index - 1,
                    };
                    return Ok(Dealt {
                        id: Some(challenge.id()),
                        seed_id: Some(seed_id.to_string()),
                        level: level.map(|level| level.word()),
                        next: index,
                    });
                }
                if begun.elapsed() > PATIENCE {
                    return Ok(Dealt { id: None, seed_id: None, level: None, next: index });
                }
            }
        })
        .await
}

#[derive(Serialize)]
pub struct Rated {
    verdict: &'static str,
    level: Option<&'static str>,
    meaning: Option<&'static str>,
    length: Option<u32>,
}

pub async fn rate(State(app): State<App>, Json(played): Json<Played>) -> Answer<Rated> {
    app.work
        .run(move || {
            let (challenge, _) = played.read()?;
            let found = measured_for_level(&challenge, &limits());
            Ok(Rated {
                verdict: found.verdict.word(),
                level: found.level.map(|level| level.word()),
                meaning: found.level.map(|level| challenge.scale().meaning(level)),
                length: found.length,
            })
        })
        .await
}

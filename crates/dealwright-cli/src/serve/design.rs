//! Designing: a setup file as text in, everything that follows from it out.

use super::App;
use super::play::{Answer, dealt, limits};
use super::work::Refused;
use crate::chart::{Chart, Histogram, Histograms};
use crate::cmd::count::in_words;
use crate::input::dealer_for;
use crate::picture::View;
use axum::Json;
use axum::extract::State;
use axum::response::sse::{Event, Sse};
use dealwright::kit::{Kind, Piece, Shape};
use dealwright::measure::{Asked, Level, Scale};
use dealwright::search::{Limits, Verdict};
use dealwright::setup::Setup;
use dealwright::setup::builtin::SETUPS;
use dealwright::setup::count::count_with;
use dealwright::setup::effort::effort;
use dealwright::setup::read::{ReadError, read};
use dealwright::setup::tell::tell;
use dealwright::stats::wilson_with_undecided;
use dealwright::study::ONLY_VERDICT;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::convert::Infallible;
use std::time::{Duration, Instant};
use tokio_stream::wrappers::ReceiverStream;

/// A meter gives way to others after so long, and says what it has found.
const SLICE: Duration = Duration::from_millis(250);
/// Deals that a meter looks at, seconds that it goes on, and positions of one deal.
const MOST_DEALS: u64 = 50_000;
const MOST_SECONDS: u64 = 60;
const STATES_OF_ONE: u64 = 200_000;
/// Outcomes that are looked at one by one to count them.
const LOOK_AT_ALL: u128 = 20_000;
/// How long a list of challenges may take; what there is by then is given.
const PATIENCE: Duration = Duration::from_secs(2);
/// Challenges that can be asked for at once.
const MOST_IDS: u64 = 1000;

#[derive(Deserialize)]
pub struct Design {
    text: String,
    #[serde(default)]
    options: BTreeMap<String, String>,
    #[serde(default)]
    seed: String,
    #[serde(default)]
    count: u64,
}

impl Design {
    fn read(&self) -> Result<Setup, ReadError> {
        let options: Vec<(String, String)> = self.options.clone().into_iter().collect();
        read(&self.text, "mine", &options, &|_| Err("files beside this one cannot be opened here".into()))
    }

    pub fn setup(&self) -> Result<Setup, Refused> {
        self.read().map_err(Refused::wrong)
    }
}

#[derive(Deserialize)]
pub struct Named {
    setup: String,
}

#[derive(Serialize)]
pub struct Text {
    text: &'static str,
}

/// The file of a built-in setup.
pub async fn builtin(Json(named): Json<Named>) -> Answer<Text> {
    let found = SETUPS.iter().find(|(name, _)| *name == named.setup);
    let unknown = || Refused::wrong(format!("{} is not built in", dealwright::text::quoted(&named.setup)));
    found.map(|(_, text)| Json(Text { text })).ok_or_else(unknown)
}

#[derive(Serialize)]
pub struct Designed {
    error: Option<Fault>,
    setup: Option<SetupKeys>,
}

#[derive(Serialize)]
struct Fault {
    line: usize,
    column: usize,
    message: String,
}

#[derive(Serialize)]
struct SetupKeys {
    title: String,
    about: String,
    game: &'static str,
    /// What a search for better components may change.
    tunable: Vec<&'static str>,
    pieces: usize,
    open: Vec<Open>,
    kit: Vec<GroupKeys>,
    tiles: Vec<Tile>,
    /// What may stand on tiles.
    symbols: Vec<String>,
    tell: Vec<String>,
    different: String,
    seconds: f64,
    levels: Vec<&'static str>,
}

#[derive(Serialize)]
struct Open {
    name: String,
    value: u32,
    values: Vec<u32>,
}

/// Pieces of one kind; alike ones once, with their number.
#[derive(Serialize)]
struct GroupKeys {
    name: String,
    pieces: Vec<PieceKeys>,
}

#[derive(Serialize)]
struct PieceKeys {
    faces: Vec<String>,
    count: usize,
}

fn faces_of(setup: &Setup, piece: &Piece) -> Vec<String> {
    piece.faces.iter().map(|&face| (setup.game.write_face)(face)).collect()
}

fn kit(setup: &Setup) -> Vec<GroupKeys> {
    let group = |group: &dealwright::kit::Group| {
        let mut pieces: Vec<PieceKeys> = Vec::new();
        for piece in &group.pieces {
            let faces = faces_of(setup, piece);
            match pieces.iter_mut().find(|known| known.faces == faces) {
                Some(known) => known.count += 1,
                None => pieces.push(PieceKeys { faces, count: 1 }),
            }
        }
        GroupKeys { name: group.name.clone(), pieces }
    };
    setup.kit.iter().filter(|group| !group.pieces.is_empty()).map(group).collect()
}

/// A tile that is listed in the text.
#[derive(Serialize)]
struct Tile {
    shape: &'static str,
    faces: Vec<String>,
    /// Where its first face stands in the text, in units of UTF-16; none where the text is written in another way.
    at: Option<usize>,
}

/// What a text comes to; a wrong one is no refusal but an answer.
pub async fn design(State(app): State<App>, Json(design): Json<Design>) -> Answer<Designed> {
    app.work
        .run(move || {
            let wrong = |line, column, message| {
                Ok(Designed { error: Some(Fault { line, column, message }), setup: None })
            };
            let setup = match design.read() {
                Ok(setup) => setup,
                Err(ReadError::File(error)) => return wrong(error.line, error.column, error.message),
                Err(ReadError::Option(message)) => return wrong(1, 1, message),
            };
            let dealer = dealer_for(&setup).map_err(Refused::wrong)?;
            if let Err(error) = dealer.deal("design", 0) {
                return wrong(1, 1, error.to_string());
            }
            let count = count_with(&dealer, &[], LOOK_AT_ALL);
            let open = setup.open.iter().map(|open| Open {
                name: open.name.clone(),
                value: setup.sizes.get(&open.name),
                values: open.values.clone(),
            });
            let tiles = tiles(&setup, &design.text);
            let mut symbols: Vec<String> = tiles.iter().flat_map(|tile| tile.faces.clone()).collect();
            symbols.sort();
            symbols.dedup();
            Ok(Designed {
                error: None,
                setup: Some(SetupKeys {
                    title: setup.title.clone(),
                    about: setup.about.clone(),
                    game: setup.game.game.name,
                    tunable: setup.tunable.iter().map(|part| part.word()).collect(),
                    pieces: setup.kit.iter().map(|group| group.pieces.len()).sum(),
                    open: open.collect(),
                    kit: kit(&setup),
                    tiles,
                    symbols,
                    tell: tell(&dealer),
                    different: in_words(&count.distinct),
                    seconds: effort(&dealer).seconds(),
                    levels: Level::ALL.map(Level::word).into(),
                }),
            })
        })
        .await
}

fn tiles(setup: &Setup, text: &str) -> Vec<Tile> {
    let mut tiles = Vec::new();
    for group in &setup.kit {
        let Kind::Tiles { shape } = group.kind else { continue };
        let name = Shape::NAMES.iter().find(|(_, known)| *known == shape).map_or("", |(name, _)| name);
        for (number, piece) in group.pieces.iter().enumerate() {
            let faces = faces_of(setup, piece);
            let at = group.listed_at.get(number).and_then(|&offset| {
                let inside = text.get(offset + 1..)?;
                inside.starts_with(&faces.concat()).then(|| text[..offset + 1].encode_utf16().count())
            });
            tiles.push(Tile { shape: name, faces, at });
        }
    }
    tiles
}

#[derive(Serialize)]
pub struct Samples {
    samples: Vec<Sample>,
}

#[derive(Serialize)]
struct Sample {
    id: String,
    verdict: &'static str,
    svg: String,
}

/// Nine deals, with their verdicts.
pub async fn samples(State(app): State<App>, Json(design): Json<Design>) -> Answer<Samples> {
    app.work
        .run(move || {
            let setup = design.setup()?;
            let dealer = dealer_for(&setup).map_err(Refused::wrong)?;
            let streams = dealer.streams(&design.seed);
            let pieces = dealer.pieces_on_board();
            let samples = (0..9).map(|index| {
                let challenge = dealt(&dealer, &streams, index)?;
                let few = Limits { states: STATES_OF_ONE, ..limits() };
                let found = challenge.solve(challenge.default_solver(false), &few).map_err(Refused::wrong)?;
                let board = challenge.board();
                let mut view = View::of(&board);
                view.tiles.clone_from(&pieces);
                Ok(Sample {
                    svg: view.picture(&challenge.id()),
                    id: challenge.id(),
                    verdict: found.verdict.word(),
                })
            });
            Ok(Samples { samples: samples.collect::<Result<_, Refused>>()? })
        })
        .await
}

#[derive(Serialize)]
pub struct Ids {
    ids: Vec<String>,
}

pub async fn ids(State(app): State<App>, Json(design): Json<Design>) -> Answer<Ids> {
    app.slow
        .run(move || {
            let setup = design.setup()?;
            let dealer = dealer_for(&setup).map_err(Refused::wrong)?;
            let streams = dealer.streams(&design.seed);
            let id = |index| Ok(dealt(&dealer, &streams, index)?.id());
            let begun = Instant::now();
            let few = (0..design.count.min(MOST_IDS)).take_while(|_| begun.elapsed() < PATIENCE);
            Ok(Ids { ids: few.map(id).collect::<Result<_, Refused>>()? })
        })
        .await
}

/// What a meter has found so far.
#[derive(Default)]
struct Tally {
    dealt: u64,
    solvable: u64,
    undecided: u64,
    chance: f64,
    lengths: BTreeMap<u64, u64>,
    levels: [u64; 4],
}

#[derive(Serialize)]
struct Reading {
    dealt: u64,
    solvable: f64,
    low: f64,
    high: f64,
    undecided: u64,
    chance: f64,
    interest: f64,
    levels: [u64; 4],
    median: Option<u64>,
    histogram: Option<String>,
    done: bool,
}

impl Tally {
    fn reading(&self, done: bool) -> Reading {
        let n = self.dealt.max(1) as f64;
        let dead = self.dealt - self.solvable - self.undecided;
        let interval = wilson_with_undecided(self.solvable, dead, self.undecided, 0.95);
        let half = self.lengths.values().sum::<u64>().div_ceil(2);
        let mut seen = 0;
        let median = self.lengths.iter().find(|(_, count)| {
            seen += **count;
            seen >= half && half > 0
        });
        let histogram = (self.lengths.len() > 1).then(|| {
            let panel = Histogram { heading: "solvable deals".into(), counts: self.lengths.clone() };
            let (across, up) = ("moves of a shortest solution".into(), "share".into());
            Histograms { title: "Lengths".into(), across, up, cut: None, panels: vec![panel] }.svg()
        });
        Reading {
            dealt: self.dealt,
            solvable: self.solvable as f64 / n,
            low: interval.map_or(0.0, |interval| interval.low),
            high: interval.map_or(1.0, |interval| interval.high),
            undecided: self.undecided,
            chance: self.chance / n,
            interest: self.solvable as f64 / n - self.chance / n,
            levels: self.levels,
            median: median.map(|(length, _)| *length),
            histogram,
            done,
        }
    }
}

/// Deals and measures as long as somebody listens, slice by slice, so that many can do so at once.
pub async fn meter(
    State(app): State<App>,
    Json(design): Json<Design>,
) -> Result<Sse<ReceiverStream<Result<Event, Infallible>>>, Refused> {
    // What is wrong with the text is said at once.
    design.setup()?;
    let (sender, receiver) = tokio::sync::mpsc::channel::<Result<Event, Infallible>>(2);
    tokio::spawn(async move {
        let design = std::sync::Arc::new(design);
        let begun = Instant::now();
        let mut tally = Tally::default();
        loop {
            let text = design.clone();
            let work = app.slow.take(move || slice(&text, tally));
            // Somebody who leaves is noticed at the end of a slice at the latest.
            let Some(Ok(next)) = work.await else { return };
            tally = next;
            let done = tally.dealt >= MOST_DEALS || begun.elapsed().as_secs() >= MOST_SECONDS;
            let Ok(event) = Event::default().json_data(tally.reading(done)) else { return };
            if sender.send(Ok(event)).await.is_err() || done {
                return;
            }
        }
    });
    Ok(Sse::new(ReceiverStream::new(receiver)))
}

/// Some more deals.
fn slice(design: &Design, mut tally: Tally) -> Result<Tally, Refused> {
    let setup = design.setup()?;
    let dealer = dealer_for(&setup).map_err(Refused::wrong)?;
    let streams = dealer.streams(&design.seed);
    let few = Limits { states: STATES_OF_ONE, ..limits() };
    let begun = Instant::now();
    while begun.elapsed() < SLICE && tally.dealt < MOST_DEALS {
        let challenge = dealt(&dealer, &streams, tally.dealt)?;
        // Random play is sampled: exact chances would take their time.
        let length = challenge.scale() == Scale::Length;
        let asked = Asked { length, chance: true, plays: 20, graph_states: 2000, ..ONLY_VERDICT };
        let found = challenge.measure(&asked, &few, "meter");
        tally.dealt += 1;
        tally.solvable += u64::from(found.verdict == Verdict::Solvable);
        tally.undecided += u64::from(found.verdict == Verdict::Undecided);
        tally.chance += found.chance.map_or(0.0, |chance| chance.win);
        if let Some(length) = found.length.filter(|_| found.verdict == Verdict::Solvable) {
            *tally.lengths.entry(length.into()).or_default() += 1;
        }
        if let Some(level) = found.level {
            tally.levels[level as usize] += 1;
        }
    }
    Ok(tally)
}

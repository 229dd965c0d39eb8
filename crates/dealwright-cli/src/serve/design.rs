//! Designing: a setup file as text in, everything that follows from it out.

use super::App;
use super::ask::{Question, Refused};
use super::net::Ends;
use super::play::{Answer, check_seed, dealt, limits};
use super::streams::{Events, Piece, Pieces, stream};
use super::work::Turn;
use crate::chart::{Chart, Histogram, Histograms};
use crate::cmd::count::in_words;
use crate::input::dealer_for;
use crate::picture::View;
use axum::Json;
use axum::extract::{Extension, State};
use dealwright::Challenge;
use dealwright::Registry;
use dealwright::kit::{self, Kind, Shape};
use dealwright::measure::{Asked, Level, Scale};
use dealwright::search::{Limits, Verdict};
use dealwright::setup::Setup;
use dealwright::setup::count::count_with;
use dealwright::setup::effort::effort;
use dealwright::setup::read::{ReadError, read};
use dealwright::setup::tell::tell;
use dealwright::stats::wilson_with_undecided;
use dealwright::study::ONLY_VERDICT;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::time::{Duration, Instant};

/// Deals that a meter looks at, seconds that it goes on, and positions of one deal.
const MOST_DEALS: u64 = 50_000;
const MOST_SECONDS: u64 = 60;
const STATES_OF_ONE: u64 = 200_000;
/// Outcomes that are looked at one by one to count them.
const LOOK_AT_ALL: u128 = 20_000;
/// Work on a list of challenges; what there is by then is given.
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
    pub fn new(text: String, options: BTreeMap<String, String>) -> Self {
        Self { text, options, seed: String::new(), count: 0 }
    }

    fn read(&self, registry: &Registry) -> Result<Setup, ReadError> {
        let options: Vec<(String, String)> = self.options.clone().into_iter().collect();
        read(registry, &self.text, "mine", &options, &|_| {
            Err("files beside this one cannot be opened here".into())
        })
    }

    pub fn setup(&self, registry: &Registry) -> Result<Setup, Refused> {
        check_seed(&self.seed)?;
        self.read(registry).map_err(Refused::wrong)
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
pub async fn builtin(State(app): State<App>, Question(named): Question<Named>) -> Answer<Text> {
    let found = app.registry.setup_text(&named.setup);
    let unknown = || Refused::wrong(format!("{} is not built in", dealwright::text::quoted(&named.setup)));
    found.map(|text| Json(Text { text })).ok_or_else(unknown)
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
    /// Sizes and rules: figures of two files can be compared where these are the same.
    parameters: String,
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

fn faces_of(setup: &Setup, piece: &kit::Piece) -> Vec<String> {
    piece.faces.iter().map(|&face| setup.game.faces.write(face)).collect()
}

fn groups(setup: &Setup) -> Vec<GroupKeys> {
    let group = |group: &kit::Group| {
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
pub async fn design(State(app): State<App>, Question(design): Question<Design>) -> Answer<Designed> {
    let registry = app.registry.clone();
    let job = move || {
        let wrong = |line, column, message| {
            Ok(Designed { error: Some(Fault { line, column, message }), setup: None })
        };
        let setup = match design.read(&registry) {
            Ok(setup) => setup,
            Err(ReadError::File(error)) => return wrong(error.line, error.column, error.message),
            Err(ReadError::Option(message)) => return wrong(1, 1, message),
        };
        let dealer = dealer_for(&setup).map_err(Refused::wrong)?;
        let challenge = match dealer.deal("design", 0) {
            Ok(deal) => dealer.challenge(&deal).map_err(Refused::wrong)?,
            Err(error) => return wrong(1, 1, error.to_string()),
        };
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
                game: setup.game.info.name,
                parameters: parameters(&challenge),
                tunable: setup.tunable.iter().map(|part| part.word()).collect(),
                pieces: setup.kit.iter().map(|group| group.pieces.len()).sum(),
                open: open.collect(),
                kit: groups(&setup),
                tiles,
                symbols,
                tell: tell(&dealer),
                different: in_words(&count.distinct),
                seconds: effort(&dealer).seconds(),
                levels: Level::ALL.map(Level::word).into(),
            }),
        })
    };
    app.work.once(Turn::MIDDLE, job).await.map(Json)
}

/// "suits 4, ranks 4, rule free-rows".
fn parameters(challenge: &Challenge) -> String {
    let sizes = challenge.info().parameters.iter().zip(challenge.parameters());
    let sizes = sizes.map(|(parameter, value)| format!("{} {value}", parameter.name));
    let rules = challenge.rules().into_iter().map(|rule| format!("rule {rule}"));
    sizes.chain(rules).collect::<Vec<_>>().join(", ")
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
pub async fn samples(State(app): State<App>, Question(design): Question<Design>) -> Answer<Samples> {
    let registry = app.registry.clone();
    let mut samples = Vec::new();
    let job = move |turn: Turn| {
        let setup = design.setup(&registry)?;
        let dealer = dealer_for(&setup).map_err(Refused::wrong)?;
        let streams = dealer.streams(&design.seed);
        let pieces = dealer.pieces_on_board();
        let states = turn.limits().states.min(STATES_OF_ONE);
        let few = Limits { states, ..limits() };
        let begun = Instant::now();
        while samples.len() < 9 {
            let challenge = dealt(&dealer, &streams, samples.len() as u64)?;
            let found = challenge.solve(challenge.default_solver(false), &few).map_err(Refused::wrong)?;
            if found.verdict == Verdict::Undecided && states < STATES_OF_ONE {
                return Ok(None);
            }
            let board = challenge.board();
            let mut view = View::of(&board);
            view.tiles.clone_from(&pieces);
            samples.push(Sample {
                svg: view.picture(&challenge.id()),
                id: challenge.id(),
                verdict: found.verdict.word(),
            });
            if begun.elapsed() > turn.time() && samples.len() < 9 {
                return Ok(None);
            }
        }
        Ok(Some(Samples { samples: std::mem::take(&mut samples) }))
    };
    app.work.run(Turn::FIRST, job).await.map(Json)
}

#[derive(Serialize)]
pub struct Ids {
    ids: Vec<String>,
    /// How many there should have been; fewer are given when the time is over.
    wanted: u64,
}

pub async fn ids(State(app): State<App>, Question(design): Question<Design>) -> Answer<Ids> {
    let registry = app.registry.clone();
    let wanted = design.count.min(MOST_IDS);
    let mut ids = Vec::new();
    let mut worked = Duration::ZERO;
    let job = move |turn: Turn| {
        let setup = design.setup(&registry)?;
        let dealer = dealer_for(&setup).map_err(Refused::wrong)?;
        let streams = dealer.streams(&design.seed);
        let begun = Instant::now();
        while (ids.len() as u64) < wanted && worked + begun.elapsed() < PATIENCE {
            ids.push(dealt(&dealer, &streams, ids.len() as u64)?.id());
            if begun.elapsed() > turn.time() {
                worked += begun.elapsed();
                return Ok(None);
            }
        }
        Ok(Some(Ids { ids: std::mem::take(&mut ids), wanted }))
    };
    app.work.run(Turn::MIDDLE, job).await.map(Json)
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

/// A meter at work.
struct Meter {
    setup: Setup,
    seed: String,
    begun: Instant,
    tally: Tally,
}

/// Deals and measures as long as somebody listens.
pub async fn meter(
    State(app): State<App>,
    Extension(ends): Extension<Ends>,
    Question(design): Question<Design>,
) -> Events {
    let setup = design.setup(&app.registry)?;
    let seed = design.seed;
    stream(app, ends, Meter { setup, seed, begun: Instant::now(), tally: Tally::default() }).await
}

impl Pieces for Meter {
    type Told = Reading;

    fn go_on(&mut self, until: Instant) -> Result<Piece<Reading>, Refused> {
        deal_until(&self.setup, &self.seed, &mut self.tally, until)?;
        let done = self.tally.dealt >= MOST_DEALS || self.begun.elapsed().as_secs() >= MOST_SECONDS;
        Ok(Piece { tell: Some(self.tally.reading(done)), done })
    }
}

/// Some more deals.
fn deal_until(setup: &Setup, seed: &str, tally: &mut Tally, until: Instant) -> Result<(), Refused> {
    let dealer = dealer_for(setup).map_err(Refused::wrong)?;
    let streams = dealer.streams(seed);
    let few = Limits { states: STATES_OF_ONE, ..limits() };
    while Instant::now() < until && tally.dealt < MOST_DEALS {
        let challenge = dealt(&dealer, &streams, tally.dealt)?;
        // Random play is sampled: exact chances would take their time.
        let length = challenge.info().scale == Scale::Length;
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
    Ok(())
}

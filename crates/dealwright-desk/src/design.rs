//! Designing: a setup file as text in, everything that follows from it out.

use crate::budget::{Budget, Question, Weight, limits};
use crate::meter::STATES_OF_ONE;
use crate::play::check_seed;
use dealwright::kit::{self, PieceKind};
use dealwright::measure::Level;
use dealwright::search::{Limits, Verdict};
use dealwright::setup::Setup;
use dealwright::setup::count::count_with;
use dealwright::setup::effort::effort;
use dealwright::setup::load::dealer;
use dealwright::setup::notes::notes;
use dealwright::setup::read::{ReadError, read};
use dealwright::setup::tell::tell;
use dealwright::{Challenge, InvalidInput, Registry};
use dealwright_draw::picture::View;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Outcomes that are looked at one by one to count them.
const LOOK_AT_ALL: u128 = 20_000;
/// Challenges that can be asked for at once.
const MOST_IDS: u64 = 1000;

/// A setup from the text of a file, with what is chosen of it.
pub fn setup_from_text(
    registry: &Registry,
    text: &str,
    options: &BTreeMap<String, String>,
) -> Result<Setup, ReadError> {
    let options: Vec<(String, String)> = options.clone().into_iter().collect();
    read(registry, text, "mine", &options, &|_| Err("files beside this one cannot be opened here".into()))
}

/// The file of a built-in setup.
#[derive(Deserialize)]
pub struct GetSetupFile {
    setup: String,
}

/// A file's text.
#[derive(Serialize)]
pub struct FileText {
    text: &'static str,
}

impl Question for GetSetupFile {
    type Answer = FileText;
    const NAME: &'static str = "setup";

    fn turn(&mut self, registry: &Registry, _: &Budget<'_>) -> Result<Option<FileText>, InvalidInput> {
        let unknown = || InvalidInput(format!("{} is not built in", dealwright::text::quoted(&self.setup)));
        let text = registry.setup_text(&self.setup).ok_or_else(unknown)?;
        Ok(Some(FileText { text }))
    }
}

/// What does the text of a setup file come to?
#[derive(Deserialize)]
pub struct ReadDesign {
    text: String,
    #[serde(default)]
    options: BTreeMap<String, String>,
}

/// A setup, or what is wrong with its text.
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
    /// What is allowed and yet worth a word.
    notes: Vec<String>,
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

fn faces_of(setup: &Setup, group: &kit::Group, piece: &kit::Piece) -> Vec<String> {
    piece.faces.iter().map(|&face| group.printed(setup.game.faces).write(face)).collect()
}

fn groups(setup: &Setup) -> Vec<GroupKeys> {
    let group = |group: &kit::Group| {
        let mut pieces: Vec<PieceKeys> = Vec::new();
        for piece in &group.pieces {
            let faces = faces_of(setup, group, piece);
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

impl Question for ReadDesign {
    type Answer = Designed;
    const NAME: &'static str = "design";
    const WEIGHT: Weight = Weight::Moment;

    /// A wrong text is no refusal but an answer.
    fn turn(&mut self, registry: &Registry, _: &Budget<'_>) -> Result<Option<Designed>, InvalidInput> {
        let wrong = |line, column, message| {
            Ok(Some(Designed { error: Some(Fault { line, column, message }), setup: None }))
        };
        let setup = match setup_from_text(registry, &self.text, &self.options) {
            Ok(setup) => setup,
            Err(ReadError::File(error)) => return wrong(error.line, error.column, error.message),
            Err(ReadError::Option(message)) => return wrong(1, 1, message),
        };
        let dealer = dealer(&setup)?;
        let challenge = match dealer.deal("design", 0) {
            Ok(deal) => dealer.challenge(&deal).map_err(InvalidInput::because)?,
            Err(error) => return wrong(1, 1, error.to_string()),
        };
        let count = count_with(&dealer, &[], LOOK_AT_ALL);
        let open = setup.open.iter().map(|open| Open {
            name: open.name.clone(),
            value: setup.parameters.get(&open.name),
            values: open.values.clone(),
        });
        let tiles = tiles(&setup, &self.text);
        let mut symbols: Vec<String> = tiles.iter().flat_map(|tile| tile.faces.clone()).collect();
        symbols.sort();
        symbols.dedup();
        Ok(Some(Designed {
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
                notes: notes(&dealer).into_iter().chain(weights_note(setup.weights.words())).collect(),
                different: count.distinct.in_words(),
                seconds: effort(&dealer).seconds(),
                levels: Level::ALL.map(Level::word).into(),
            }),
        }))
    }
}

/// Where the weights of setup times come from, if they were measured: whoever reads seconds is told.
pub(crate) fn weights_note(words: Option<String>) -> Option<String> {
    words.map(|words| format!("Setup times are estimated with {words}."))
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
        let PieceKind::Tiles { shape } = group.kind else { continue };
        let name = shape.name().unwrap_or("drawn");
        for (number, piece) in group.pieces.iter().enumerate() {
            let faces = faces_of(setup, group, piece);
            let at = group.listed_at.get(number).and_then(|&offset| {
                let inside = text.get(offset + 1..)?;
                inside.starts_with(&faces.concat()).then(|| text[..offset + 1].encode_utf16().count())
            });
            tiles.push(Tile { shape: name, faces, at });
        }
    }
    tiles
}

/// Nine deals of a setup, with their verdicts.
#[derive(Deserialize)]
pub struct DealSamples {
    text: String,
    #[serde(default)]
    options: BTreeMap<String, String>,
    #[serde(default)]
    seed: String,
    #[serde(skip)]
    samples: Vec<Sample>,
}

/// The deals.
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

impl Question for DealSamples {
    type Answer = Samples;
    const NAME: &'static str = "samples";

    fn turn(&mut self, registry: &Registry, budget: &Budget<'_>) -> Result<Option<Samples>, InvalidInput> {
        check_seed(&self.seed)?;
        let setup = setup_from_text(registry, &self.text, &self.options).map_err(InvalidInput::because)?;
        let dealer = dealer(&setup)?;
        let streams = dealer.streams(&self.seed);
        let pieces = dealer.pieces_on_board();
        let states = budget.limits.states.min(STATES_OF_ONE);
        let few = Limits { states, ..limits() };
        while self.samples.len() < 9 {
            let challenge = dealer.challenge_at(&streams, self.samples.len() as u64)?;
            let solver = challenge.default_solver(false);
            let found = challenge.solve(solver, &few).map_err(InvalidInput::because)?;
            if found.verdict == Verdict::Undecided && states < STATES_OF_ONE {
                return Ok(None);
            }
            let board = challenge.board();
            let mut view = View::of(&board);
            view.tiles.clone_from(&pieces);
            self.samples.push(Sample {
                svg: view.picture(&challenge.id()),
                id: challenge.id(),
                verdict: found.verdict.word(),
            });
            if (budget.pause)() && self.samples.len() < 9 {
                return Ok(None);
            }
        }
        Ok(Some(Samples { samples: std::mem::take(&mut self.samples) }))
    }
}

/// The IDs of the first deals of a setup.
#[derive(Deserialize)]
pub struct DealIds {
    text: String,
    #[serde(default)]
    options: BTreeMap<String, String>,
    #[serde(default)]
    seed: String,
    #[serde(default)]
    count: u64,
    #[serde(skip)]
    ids: Vec<String>,
}

/// The IDs.
#[derive(Serialize)]
pub struct Ids {
    ids: Vec<String>,
    /// How many there should have been; fewer are given when the time is over.
    wanted: u64,
}

impl Question for DealIds {
    type Answer = Ids;
    const NAME: &'static str = "ids";
    const WEIGHT: Weight = Weight::Moment;
    const PATIENCE: u64 = 2000;

    fn turn(&mut self, registry: &Registry, budget: &Budget<'_>) -> Result<Option<Ids>, InvalidInput> {
        check_seed(&self.seed)?;
        let wanted = self.count.min(MOST_IDS);
        let setup = setup_from_text(registry, &self.text, &self.options).map_err(InvalidInput::because)?;
        let dealer = dealer(&setup)?;
        let streams = dealer.streams(&self.seed);
        while (self.ids.len() as u64) < wanted && !(budget.give_up)() {
            self.ids.push(dealer.challenge_at(&streams, self.ids.len() as u64)?.id());
            if (budget.pause)() {
                return Ok(None);
            }
        }
        Ok(Some(Ids { ids: std::mem::take(&mut self.ids), wanted }))
    }
}

/// Deal a challenge of a setup that is given as a file: what play-testers of a kit ask.
#[derive(Deserialize)]
pub struct DealOfText {
    text: String,
    #[serde(default)]
    options: BTreeMap<String, String>,
    #[serde(default)]
    seed: String,
    /// The number of the deal to begin with, and then of the one to go on with.
    #[serde(default)]
    start: u64,
    /// Whether it has to be proved solvable.
    #[serde(default)]
    solvable: bool,
    #[serde(skip)]
    passed: u64,
}

/// The deal, or where to go on.
#[derive(Serialize)]
pub struct DealtText {
    /// None as long as none was found; ask again from `next` on.
    id: Option<String>,
    next: u64,
    /// Deals that were passed by because they are dead or undecided.
    passed: u64,
    svg: String,
}

impl Question for DealOfText {
    type Answer = DealtText;
    const NAME: &'static str = "dealtext";
    const PATIENCE: u64 = 700;

    fn turn(&mut self, registry: &Registry, budget: &Budget<'_>) -> Result<Option<DealtText>, InvalidInput> {
        check_seed(&self.seed)?;
        let setup = setup_from_text(registry, &self.text, &self.options).map_err(InvalidInput::because)?;
        let dealer = dealer(&setup)?;
        let streams = dealer.streams(&self.seed);
        loop {
            let challenge = dealer.challenge_at(&streams, self.start)?;
            let next =
                self.start.checked_add(1).ok_or_else(|| InvalidInput("there are no more deals".into()))?;
            let good = !self.solvable || {
                let found = challenge
                    .solve(challenge.default_solver(false), &budget.limits)
                    .map_err(InvalidInput::because)?;
                if found.verdict == Verdict::Undecided && !budget.is_last {
                    return Ok(None);
                }
                found.verdict == Verdict::Solvable
            };
            if good {
                let board = challenge.board();
                let mut view = View::of(&board);
                view.tiles = dealer.pieces_on_board();
                let (svg, id) = (view.picture(&challenge.id()), Some(challenge.id()));
                return Ok(Some(DealtText { id, next, passed: std::mem::take(&mut self.passed), svg }));
            }
            self.start = next;
            self.passed += 1;
            if (budget.give_up)() {
                let passed = std::mem::take(&mut self.passed);
                return Ok(Some(DealtText { id: None, next, passed, svg: String::new() }));
            }
            if (budget.pause)() {
                return Ok(None);
            }
        }
    }
}

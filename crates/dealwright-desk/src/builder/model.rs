//! What the builder shows of a file: its pieces one by one, the board, the steps, and what is wrong where. Works for files with
//! faults too, as far as they can be understood.

use super::document::{Like, Steps, json_of};
use super::edit::Edited;
use super::fields::{Asked, Field, of_group, of_step};
use super::groups::KINDS;
use super::pieces::{Look, shape_in};
use super::places::name_of;
use super::remedy::{Problem, problems};
use super::steps::{short_key, verb_of};
use super::{draw, fields};
use dealwright::Registry;
use dealwright::dealing::Variation;
use dealwright::kit::{Group, PieceKind, Shape};
use dealwright::setup::deal::Dealer;
use dealwright::setup::read::outline::Outline;
use dealwright::setup::tell::tell;
use dealwright::setup::{Setup, choices};
use serde::Serialize;
use serde_json::Value as Json;
use std::collections::{BTreeMap, BTreeSet};
use toml_edit::Value;

/// Everything about a file that can be shown and changed.
#[derive(Serialize)]
pub struct Model {
    /// Whether deals can be made of it.
    valid: bool,
    /// Whether it can be edited piece by piece: it is TOML and names a game.
    editable: bool,
    game: Option<&'static str>,
    title: String,
    about: String,
    rules: Vec<String>,
    known_rules: Vec<Rule>,
    open: Vec<String>,
    sizes: Vec<Size>,
    groups: Vec<GroupModel>,
    /// What can be added.
    kinds: Vec<Kind>,
    symbols: Vec<SymbolModel>,
    /// Pictures of symbols, by symbol.
    pictures: BTreeMap<String, String>,
    board: Option<Board>,
    steps: Vec<StepModel>,
    verbs: Vec<VerbModel>,
    problems: Vec<Problem>,
    /// What lies where in a deal, and in which order it is laid.
    laying: Option<Laying>,
}

#[derive(Serialize)]
struct Size {
    name: &'static str,
    about: &'static str,
    value: u32,
    /// The values that may be chosen, where the file opens it.
    values: Vec<u32>,
}

#[derive(Serialize)]
struct Rule {
    name: &'static str,
    about: &'static str,
}

#[derive(Serialize)]
struct Kind {
    kind: &'static str,
    title: &'static str,
    about: &'static str,
}

#[derive(Serialize)]
struct GroupModel {
    name: String,
    /// "Tiles", "Cards", …
    title: String,
    /// Whether its pieces are listed one by one, so that each can be painted.
    listed: bool,
    /// Whether pieces can be added and taken out.
    counted: bool,
    /// Whether it is a set whose pieces could be listed one by one.
    can_be_listed: bool,
    /// Rows and columns of the squares of a piece, and its drawing.
    footprint: Vec<(u8, u8)>,
    drawing: Vec<String>,
    two_sided: bool,
    pieces: Vec<PieceModel>,
    fields: Vec<Field>,
}

#[derive(Serialize)]
struct PieceModel {
    /// Its number in the group, from 0.
    number: usize,
    /// Its symbols, square by square.
    front: Vec<String>,
    back: Vec<String>,
    /// In words.
    words: String,
    /// A picture, where it is not put together of squares.
    svg: Option<String>,
    /// How many there are, where alike ones are shown once.
    count: usize,
}

#[derive(Serialize)]
struct SymbolModel {
    symbol: String,
    /// Squares of the kit that show it.
    count: usize,
    /// What is wrong with that number.
    problem: Option<String>,
}

#[derive(Serialize)]
struct Board {
    rows: usize,
    columns: usize,
    cells: Vec<CellModel>,
    /// Whether places may stay empty in this game.
    can_be_empty: bool,
    has_stacks: bool,
    /// "cells", "rows", "columns", "block" or "list".
    kind: &'static str,
    /// The places in the order in which they are filled: numbers of cells.
    places: Vec<PlaceModel>,
    /// Groups whose pieces need places of several squares.
    wide: Vec<String>,
}

#[derive(Serialize)]
struct CellModel {
    name: String,
    row: usize,
    column: usize,
    empty: bool,
}

#[derive(Serialize)]
struct PlaceModel {
    words: String,
    cells: Vec<usize>,
}

#[derive(Serialize)]
struct StepModel {
    verb: String,
    sentence: String,
    fields: Vec<Field>,
}

#[derive(Serialize)]
struct VerbModel {
    verb: String,
    about: String,
}

#[derive(Serialize)]
struct Laying {
    /// The symbol on each cell of a deal; empty where nothing lies.
    faces: Vec<String>,
    /// What is laid one after the other: the step, and the cells of each piece.
    laid: Vec<Laid>,
}

#[derive(Serialize)]
struct Laid {
    step: usize,
    cells: Vec<usize>,
    /// Whether it is laid face down.
    down: bool,
}

/// The model of a file and the sizes that are chosen. `file` is none where the text is no TOML; `give_up` is asked between remedies.
pub fn model(
    registry: &Registry,
    source: (&str, &BTreeMap<String, String>),
    outline: &Outline,
    file: Option<Edited<'_>>,
    give_up: &dyn Fn() -> bool,
) -> Model {
    let setup = outline.setup.as_ref();
    let valid = outline.wrong.is_empty() && setup.is_some();
    let dealer = if valid { setup.and_then(|setup| Dealer::new(setup).ok()) } else { None };
    let mut found = Model {
        valid,
        editable: file.is_some() && outline.game.is_some(),
        game: outline.game.map(|game| game.info.name),
        title: setup.map(|setup| setup.title.clone()).unwrap_or_default(),
        about: setup.map(|setup| setup.about.clone()).unwrap_or_default(),
        rules: setup.map(|setup| setup.rules.clone()).unwrap_or_default(),
        known_rules: outline.game.map(rules).unwrap_or_default(),
        open: setup
            .map(|setup| setup.tunable.iter().map(|part| part.word().into()).collect())
            .unwrap_or_default(),
        sizes: sizes(outline),
        groups: Vec::new(),
        kinds: kinds(outline),
        symbols: Vec::new(),
        pictures: BTreeMap::new(),
        board: setup.map(board),
        steps: Vec::new(),
        verbs: fields::verbs().into_iter().map(|(verb, about)| VerbModel { verb, about }).collect(),
        problems: problems(registry, source, outline, give_up),
        laying: dealer.as_ref().and_then(laying),
    };
    if let Some(mut file) = file {
        found.groups = groups(&mut file);
        let told = dealer.as_ref().map(tell).unwrap_or_default();
        found.steps = steps(&mut file, &told);
        if let (Some(board), Some(block)) = (&mut found.board, file.document.get("board")) {
            board.kind = kind_of_board(block);
        }
    }
    found.symbols = symbols(outline, &found.groups);
    if let Some(game) = outline.game {
        let mut all: BTreeSet<String> = found.symbols.iter().map(|symbol| symbol.symbol.clone()).collect();
        all.extend(
            found
                .laying
                .iter()
                .flat_map(|laying| laying.faces.iter().filter(|face| !face.is_empty()).cloned()),
        );
        found.pictures =
            all.into_iter().map(|symbol| (symbol.clone(), draw::symbol(game.faces, &symbol))).collect();
    }
    found
}

fn kind_of_board(board: &toml_edit::Item) -> &'static str {
    if board.get("block").is_some() {
        return "block";
    }
    match board.get("slots").and_then(|slots| slots.as_value()) {
        Some(Value::Array(_)) => "list",
        Some(Value::String(word)) if word.value() == "rows" => "rows",
        Some(Value::String(word)) if word.value() == "columns" => "columns",
        _ => "cells",
    }
}

fn sizes(outline: &Outline) -> Vec<Size> {
    let Some(game) = outline.game else { return Vec::new() };
    let open = |name: &str| {
        outline.setup.as_ref().and_then(|setup| setup.open.iter().find(|open| open.name == name))
    };
    let size = |parameter: &'static dealwright::game::ParameterInfo| {
        let open = open(parameter.name);
        Size {
            name: parameter.name,
            about: parameter.about,
            value: outline.parameters.get(parameter.name),
            values: open.map(|open| open.values.clone()).unwrap_or_default(),
        }
    };
    game.info.parameters.iter().filter(|parameter| parameter.fixed.is_none()).map(size).collect()
}

/// Rules that can be switched on.
fn rules(game: &dealwright::registry::Entry) -> Vec<Rule> {
    let can = |rule: &&dealwright::id::RuleInfo| !rule.default && rule.value.is_none();
    game.info.rules.iter().filter(can).map(|rule| Rule { name: rule.name, about: rule.about }).collect()
}

/// Kinds of pieces that this game can use at all.
fn kinds(outline: &Outline) -> Vec<Kind> {
    let Some(game) = outline.game else { return Vec::new() };
    let cards = game.faces == dealwright::kit::faces::Faces::Cards;
    let fits = |kind: &str| match kind {
        "tokens" | "dominoes" | "piecepack" | "dice" => !cards,
        "pawns" => game.info.pawns.is_some(),
        _ => true,
    };
    let kind =
        |&(kind, title, about): &(&'static str, &'static str, &'static str)| Kind { kind, title, about };
    KINDS.iter().filter(|(kind, ..)| fits(kind)).map(kind).collect()
}

/// The keys of a table with their values, as JSON and as they are written.
fn keys_of(table: &mut Like<'_>) -> Vec<(String, Json, String)> {
    let mut found = Vec::new();
    for key in table.keys() {
        match table.value(&key) {
            Some(value) => {
                let written = value.clone().decorated("", "").to_string();
                found.push((key, json_of(value), written));
            }
            None => {
                if let Some(mut inner) = table.child(&key) {
                    let inner: serde_json::Map<String, Json> =
                        keys_of(&mut inner).into_iter().map(|(key, value, _)| (key, value)).collect();
                    found.push((key, Json::Object(inner), String::new()));
                }
            }
        }
    }
    found
}

fn groups(file: &mut Edited<'_>) -> Vec<GroupModel> {
    let names: Vec<(String, Option<usize>)> = file.outline.groups.clone();
    let setup = file.outline.setup.clone();
    let game = file.outline.game;
    let sizes: Vec<String> = file.outline.parameters.0.iter().map(|(name, _)| name.clone()).collect();
    let pictures = setup.as_ref().map(draw::pieces).unwrap_or_default();
    let mut found = Vec::new();
    for (name, number) in names {
        let Ok(mut table) = file.group(&name) else { continue };
        let keys = keys_of(&mut table);
        let (title, fields) = of_group(&keys, &sizes);
        let kit = number.and_then(|number| setup.as_ref()?.kit.get(number));
        let has = |key: &str| keys.iter().any(|(own, ..)| own == key);
        let listed = has("list");
        let shape = shape_in(&table).or(kit.map(Group::shape)).unwrap_or(Shape::SINGLE);
        let mut pieces = Vec::new();
        let mut two_sided = false;
        if listed && let (Some(list), Some(game)) = (table.value("list").and_then(Value::as_array), game) {
            for (number, item) in list.iter().enumerate() {
                let text = item.as_str().unwrap_or_default();
                let words =
                    |side: &Vec<u8>| side.iter().map(|&symbol| game.faces.write(symbol)).collect::<Vec<_>>();
                let look = Look::read(text, game.faces);
                let front = look.as_ref().map(|look| words(&look.front)).unwrap_or_default();
                let back = look.as_ref().and_then(|look| look.back.as_ref().map(words)).unwrap_or_default();
                two_sided |= !back.is_empty();
                pieces.push(PieceModel { number, front, back, words: text.into(), svg: None, count: 1 });
            }
        } else if let (Some(kit), Some(setup), Some(number)) = (kit, setup.as_ref(), number) {
            pieces = whole(kit, setup, number, has("colours"), pictures.get(&name));
        }
        found.push(GroupModel {
            title,
            listed,
            counted: listed || has("colours") || has("dice") || has("pawns"),
            can_be_listed: kit
                .is_some_and(|kit| kit.is_laid() && !matches!(kit.kind, PieceKind::Tiles { .. })),
            footprint: shape.footprint().to_vec(),
            drawing: shape.drawing(),
            two_sided,
            pieces,
            fields,
            name,
        });
    }
    found
}

/// Pieces that are not listed: tokens one by one, all others once with their number.
fn whole(
    kit: &Group,
    setup: &Setup,
    group: usize,
    each: bool,
    pictures: Option<&Vec<draw::Drawn>>,
) -> Vec<PieceModel> {
    if !kit.is_laid() {
        let count = match &kit.kind {
            PieceKind::Dice { count, .. } | PieceKind::Pawns { count } => *count as usize,
            _ => 0,
        };
        let svg = pictures.and_then(|all| all.first()).map(|drawn| drawn.svg.clone());
        let piece = |number| PieceModel {
            number,
            front: Vec::new(),
            back: Vec::new(),
            words: kit.singular(),
            svg: svg.clone(),
            count: 1,
        };
        return (0..count).map(piece).collect();
    }
    let mut found: Vec<PieceModel> = Vec::new();
    for (number, piece) in kit.pieces.iter().enumerate() {
        let words = choices::piece_words(setup, group, number);
        if !each && let Some(known) = found.iter_mut().find(|known| known.words == words) {
            known.count += 1;
            continue;
        }
        let printed = kit.printed(setup.game.faces);
        let front: Vec<String> = piece.faces.iter().map(|&face| printed.write(face)).collect();
        let svg = pictures.and_then(|all| all.get(found.len())).map(|drawn| drawn.svg.clone());
        found.push(PieceModel {
            number,
            svg: svg.filter(|_| !each),
            front,
            back: Vec::new(),
            words,
            count: 1,
        });
    }
    found
}

/// What can stand on pieces, and how often it does.
fn symbols(outline: &Outline, groups: &[GroupModel]) -> Vec<SymbolModel> {
    let (Some(game), Some(setup)) = (outline.game, outline.setup.as_ref()) else { return Vec::new() };
    let mut counts: BTreeMap<u8, usize> =
        choices::symbols(setup).into_iter().map(|symbol| (symbol, 0)).collect();
    for group in setup.kit.iter().filter(|group| group.is_laid()) {
        for piece in &group.pieces {
            for &face in &piece.faces {
                *counts.entry(group.counts_as.seen(face)).or_default() += 1;
            }
        }
    }
    // Groups that cannot be read as a whole still show something.
    for group in groups
        .iter()
        .filter(|group| outline.groups.iter().any(|(name, number)| *name == group.name && number.is_none()))
    {
        for face in group.pieces.iter().flat_map(|piece| &piece.front) {
            if let Some([symbol]) = game.faces.read(face).as_deref() {
                *counts.entry(*symbol).or_default() += 1;
            }
        }
    }
    let pairs = game.variation == Variation::EvenCounts && !outline.wrong.is_empty();
    let known = choices::symbols(setup);
    counts
        .into_iter()
        .filter(|(symbol, _)| game.faces.is_symbol(*symbol))
        .map(|(symbol, count)| {
            let problem = if !known.contains(&symbol) {
                Some("is not on a board of these sizes".to_string())
            } else if pairs && count % 2 == 1 {
                Some("an odd number".to_string())
            } else {
                None
            };
            SymbolModel { symbol: game.faces.write(symbol), count, problem }
        })
        .collect()
}

fn board(setup: &Setup) -> Board {
    let cell = |cell: usize| {
        let (row, column) = setup.places.spot(cell);
        CellModel { name: setup.places.cell_name(cell), row, column, empty: setup.empty.contains(&cell) }
    };
    let place = |slot: &dealwright::setup::Slot| PlaceModel {
        words: name_of(setup, slot),
        cells: slot.0.iter().flatten().copied().collect(),
    };
    let wide = |group: &&Group| group.is_laid() && group.shape() != Shape::SINGLE;
    Board {
        rows: setup.places.rows,
        columns: setup.places.columns,
        cells: (0..setup.places.cells()).map(cell).collect(),
        can_be_empty: setup.game.empty.is_some(),
        has_stacks: setup.places.has_stacks(),
        kind: "cells",
        places: setup.slots.iter().map(place).collect(),
        wide: setup.kit.iter().filter(wide).map(|group| group.name.clone()).collect(),
    }
}

fn steps(file: &mut Edited<'_>, told: &[String]) -> Vec<StepModel> {
    let setup = file.outline.setup.clone();
    if file.document.get("step").is_none() {
        return Vec::new();
    }
    let Ok(mut steps) = Steps::of(&mut file.document) else { return Vec::new() };
    let mut found = Vec::new();
    for number in 0..steps.len() {
        let Some(mut table) = steps.get(number) else { continue };
        let verb = verb_of(&table).unwrap_or_default();
        let mut keys: Vec<(String, Json, String)> = Vec::new();
        match table.value(&verb) {
            Some(value) if !value.is_inline_table() => {
                let names_a_group = verb == "shuffle"
                    && value.as_str().is_some_and(|word| {
                        setup.as_ref().is_some_and(|setup| setup.kit.iter().any(|group| group.name == word))
                    });
                let key = if names_a_group { "what" } else { short_key(&verb).unwrap_or("what") };
                keys.push((key.into(), json_of(value), value.clone().decorated("", "").to_string()));
            }
            _ => keys.extend(table.child(&verb).map(|mut inner| keys_of(&mut inner)).unwrap_or_default()),
        }
        if let Some(when) = table.value("when") {
            keys.push(("when".into(), json_of(when), when.clone().decorated("", "").to_string()));
        }
        let fields = of_step(&Asked { verb: &verb, keys: &keys, number }, setup.as_ref());
        let sentence = told.get(number + 1).cloned().unwrap_or_else(|| in_short(&verb, &keys));
        found.push(StepModel { verb, sentence, fields });
    }
    found
}

/// A step while the file has faults: its verb and what it says.
fn in_short(verb: &str, keys: &[(String, Json, String)]) -> String {
    let words: Vec<String> = keys
        .iter()
        .map(|(key, _, written)| format!("{} {}", key.replace('_', " "), written.trim()))
        .collect();
    format!("{verb}: {}", words.join(", "))
}

/// A deal, and the order in which its pieces are laid.
fn laying(dealer: &Dealer<'_>) -> Option<Laying> {
    let setup = dealer.setup;
    let deal = dealer.deal("design", 0).ok()?;
    let face = |&symbol: &u8| match setup.game.faces.is_symbol(symbol) && setup.game.empty != Some(symbol) {
        true => setup.game.faces.write(symbol),
        false => String::new(),
    };
    let mut laid = Vec::new();
    for (number, (step, fact)) in setup.steps.iter().zip(&dealer.plan.facts).enumerate() {
        let down = matches!(&step.verb, dealwright::setup::Verb::Lay { lay, .. } if lay.face == dealwright::setup::FaceUp::None);
        match fact.slots.is_empty() {
            true => {
                laid.extend(fact.cells.iter().map(|&cell| Laid { step: number, cells: vec![cell], down }))
            }
            false => {
                let slots = fact.slots.iter().filter_map(|&slot| setup.slots.get(slot));
                laid.extend(slots.map(|slot| Laid {
                    step: number,
                    cells: slot.0.iter().flatten().copied().collect(),
                    down,
                }));
            }
        }
        if let dealwright::setup::Verb::Place { at, .. } = &step.verb {
            laid.push(Laid { step: number, cells: at.0.iter().flatten().copied().collect(), down: false });
        }
    }
    Some(Laying { faces: deal.cells.iter().map(face).collect(), laid })
}

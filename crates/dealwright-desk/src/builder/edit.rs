//! Edits of a setup file, each named as a value: the text and an edit give another text.

use super::document::{Like, Steps, before_steps, json_of, value_of};
use super::{groups, pieces, places, start, steps};
use dealwright::setup::read::outline::{Outline, outline};
use dealwright::text::quoted;
use dealwright::{InvalidInput, Registry};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use toml_edit::{DocumentMut, Item, Table, Value};

/// A square of a piece.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct At {
    /// The group, by name.
    pub group: String,
    /// The piece, counted from 0.
    pub piece: usize,
    /// Whether it is on the back.
    #[serde(default)]
    pub back: bool,
    /// The square, in the order of the footprint.
    #[serde(default)]
    pub cell: usize,
}

/// One change.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "edit", rename_all = "snake_case")]
#[expect(missing_docs, reason = "fields are named after what they say, and each edit is told in a sentence")]
pub enum Edit {
    /// Begin anew with an empty tray.
    New { game: String },
    /// A key of the file itself: title, about, rules, open. Null takes it out.
    Set { key: String, value: serde_json::Value },
    /// Fix a size, or change the value by default of an open one.
    Size { name: String, value: u32 },
    /// Open a size to be chosen between two values.
    OpenSize { name: String, from: u32, to: u32 },
    /// Fix an open size at its value by default.
    CloseSize { name: String },
    /// A new group of pieces.
    AddGroup { kind: String },
    /// Take out a group, and the steps that name it.
    RemoveGroup { group: String },
    /// Give a group another name, here and in the steps.
    RenameGroup { group: String, name: String },
    /// A key of a group. Null takes it out; `toml` is a value as files have it.
    SetGroup {
        group: String,
        key: String,
        #[serde(default)]
        value: serde_json::Value,
        #[serde(default)]
        toml: Option<String>,
    },
    /// Write the pieces of a set down one by one, so that each can be changed.
    ListPieces { group: String },
    /// The form of the pieces, drawn line by line.
    Shape { group: String, drawing: Vec<String> },
    /// Whether pieces show something on their backs.
    Sides { group: String, two: bool },
    /// A new piece, at the end: one symbol on all squares, or a copy of the last piece.
    AddPiece { group: String, symbol: Option<String> },
    /// Take a piece out.
    RemovePiece { at: At },
    /// The same piece again, right after it.
    CopyPiece { at: At },
    /// Put a piece elsewhere in the list.
    MovePiece { at: At, to: usize },
    /// A symbol on a square.
    Paint { at: At, symbol: String },
    /// Exchange what two squares show.
    Swap { one: At, other: At },
    /// Turn a piece to its next look.
    Turn { at: At },
    /// All places by a word: cells, rows, columns. Null for every square.
    Places { value: serde_json::Value },
    /// One more place, on these squares.
    AddPlace { cells: Vec<String> },
    /// Take a place out.
    RemovePlace { place: usize },
    /// Fill a place earlier or later.
    MovePlace { from: usize, to: usize },
    /// Cover the board with places for the pieces of a group.
    FillPlaces { group: String },
    /// Squares that stay empty, or are not empty any more.
    ToggleEmpty { cell: String },
    /// A new step.
    AddStep { at: usize, verb: String },
    /// Take out a step.
    RemoveStep { step: usize },
    /// The same step again, right after it.
    CopyStep { step: usize },
    /// Do a step earlier or later.
    MoveStep { from: usize, to: usize },
    /// Do something else instead.
    SetVerb { step: usize, verb: String },
    /// A key of a step. Null takes it out; `toml` is a value as files have it.
    SetStep {
        step: usize,
        key: String,
        #[serde(default)]
        value: serde_json::Value,
        #[serde(default)]
        toml: Option<String>,
    },
}

/// A file that is being edited.
pub struct Edited<'r> {
    /// The games.
    pub registry: &'r Registry,
    /// What the file comes to before the edit.
    pub outline: Outline,
    /// The file.
    pub document: DocumentMut,
}

/// What the file comes to, as far as it can be read.
pub fn outlined(registry: &Registry, text: &str, options: &BTreeMap<String, String>) -> Outline {
    let options: Vec<(String, String)> = options.clone().into_iter().collect();
    outline(registry, text, "mine", &options, &|_| Err("files beside this one cannot be opened here".into()))
}

/// The text after some edits, one after the other.
pub fn apply(
    registry: &Registry,
    text: &str,
    options: &BTreeMap<String, String>,
    edits: &[Edit],
) -> Result<String, InvalidInput> {
    let mut text = text.to_string();
    for edit in edits {
        text = apply_one(registry, &text, options, edit)?;
    }
    Ok(text)
}

fn apply_one(
    registry: &Registry,
    text: &str,
    options: &BTreeMap<String, String>,
    edit: &Edit,
) -> Result<String, InvalidInput> {
    if let Edit::New { game } = edit {
        return start::file(registry, game);
    }
    let document: DocumentMut = text
        .parse()
        .map_err(|_| InvalidInput("the file cannot be read: mend it in the file, or undo".into()))?;
    let mut file = Edited { registry, outline: outlined(registry, text, options), document };
    file.apply(edit)?;
    Ok(file.document.to_string())
}

impl Edited<'_> {
    fn apply(&mut self, edit: &Edit) -> Result<(), InvalidInput> {
        match edit {
            Edit::New { .. } => Ok(()),
            Edit::Set { key, value } => self.set(key, value),
            Edit::Size { name, value } => self.size(name, *value),
            Edit::OpenSize { name, from, to } => self.open_size(name, *from, *to),
            Edit::CloseSize { name } => {
                let now = self.outline.parameters.get(name);
                self.sizes()?.put(name, i64::from(now).into());
                Ok(())
            }
            Edit::AddGroup { kind } => groups::add(self, kind),
            Edit::RemoveGroup { group } => groups::remove(self, group),
            Edit::RenameGroup { group, name } => groups::rename(self, group, name),
            Edit::SetGroup { group, key, value, toml } => {
                groups::set(self, group, key, value, toml.as_deref())
            }
            Edit::ListPieces { group } => groups::list_pieces(self, group),
            Edit::Shape { group, drawing } => pieces::reshape(self, group, drawing),
            Edit::Sides { group, two } => pieces::sides(self, group, *two),
            Edit::AddPiece { group, symbol } => pieces::add(self, group, symbol.as_deref()),
            Edit::RemovePiece { at } => pieces::remove(self, at),
            Edit::CopyPiece { at } => pieces::copy(self, at),
            Edit::MovePiece { at, to } => pieces::shift(self, at, *to),
            Edit::Paint { at, symbol } => pieces::paint(self, at, symbol),
            Edit::Swap { one, other } => pieces::swap(self, one, other),
            Edit::Turn { at } => pieces::turn(self, at),
            Edit::Places { value } => places::set(self, value),
            Edit::AddPlace { cells } => places::add(self, cells),
            Edit::RemovePlace { place } => places::remove(self, *place),
            Edit::MovePlace { from, to } => places::shift(self, *from, *to),
            Edit::FillPlaces { group } => places::fill(self, group),
            Edit::ToggleEmpty { cell } => places::toggle_empty(self, cell),
            Edit::AddStep { at, verb } => steps::add(self, *at, verb),
            Edit::RemoveStep { step } => steps::remove(self, *step),
            Edit::CopyStep { step } => steps::copy(self, *step),
            Edit::MoveStep { from, to } => steps::shift(self, *from, *to),
            Edit::SetVerb { step, verb } => steps::set_verb(self, *step, verb),
            Edit::SetStep { step, key, value, toml } => steps::set(self, *step, key, value, toml.as_deref()),
        }
    }

    fn set(&mut self, key: &str, value: &serde_json::Value) -> Result<(), InvalidInput> {
        const KEYS: [&str; 4] = ["title", "about", "rules", "open"];
        if !KEYS.contains(&key) {
            return Err(InvalidInput(format!(
                "{} is not changed so, expected {}",
                quoted(key),
                KEYS.join(", ")
            )));
        }
        let empty = value.as_str().is_some_and(str::is_empty) || value.as_array().is_some_and(Vec::is_empty);
        let mut root = Like::Table(self.document.as_table_mut());
        match value_of(value).filter(|_| !empty) {
            Some(value) => root.put(key, value),
            None => root.remove(key),
        }
        Ok(())
    }

    /// The sizes, made where there are none.
    fn sizes(&mut self) -> Result<Like<'_>, InvalidInput> {
        if self.document.get("parameters").is_none() {
            let mut table = Table::new();
            table.set_position(before_steps(&self.document));
            self.document.insert("parameters", Item::Table(table));
        }
        self.document
            .get_mut("parameters")
            .and_then(Like::of)
            .ok_or_else(|| InvalidInput("'parameters' is no table: mend that in the file first".into()))
    }

    fn size(&mut self, name: &str, value: u32) -> Result<(), InvalidInput> {
        let mut sizes = self.sizes()?;
        match sizes.child(name) {
            Some(mut open) => open.put("default", i64::from(value).into()),
            None => sizes.put(name, i64::from(value).into()),
        }
        Ok(())
    }

    fn open_size(&mut self, name: &str, from: u32, to: u32) -> Result<(), InvalidInput> {
        if from == 0 || from > to {
            return Err(InvalidInput(format!(
                "from {from} to {to} is no range of sizes, expected 1 or more, and the least first"
            )));
        }
        let now = self.outline.parameters.get(name).clamp(from, to);
        let mut sizes = self.sizes()?;
        let open = [("default", now), ("from", from), ("to", to)];
        let open: toml_edit::InlineTable =
            open.iter().map(|(key, value)| (*key, i64::from(*value))).collect();
        sizes.put(name, Value::InlineTable(open));
        Ok(())
    }

    /// The steps.
    pub fn steps(&mut self) -> Result<Steps<'_>, InvalidInput> {
        Steps::of(&mut self.document)
    }

    /// The kit, made where there is none.
    pub fn kit(&mut self) -> Result<Like<'_>, InvalidInput> {
        if self.document.get("kit").is_none() {
            let mut table = Table::new();
            table.set_position(before_steps(&self.document));
            self.document.insert("kit", Item::Table(table));
        }
        self.document
            .get_mut("kit")
            .and_then(Like::of)
            .ok_or_else(|| InvalidInput("'kit' is no table: mend that in the file first".into()))
    }

    /// A group of pieces as it stands in the file; of several variants the one in force.
    pub fn group(&mut self, name: &str) -> Result<Like<'_>, InvalidInput> {
        let sizes = self.outline.parameters.clone();
        let unknown = || InvalidInput(format!("there is no group {} in the kit", quoted(name)));
        let fits = |when: Option<serde_json::Value>| {
            let when = when.and_then(|when| when.as_object().cloned()).unwrap_or_default();
            when.iter().all(|(size, value)| value.as_u64() == Some(sizes.get(size).into()))
        };
        let kit = self.document.get_mut("kit").ok_or_else(unknown)?;
        let found = match kit {
            Item::Table(kit) => match kit.get_mut(name).ok_or_else(unknown)? {
                Item::ArrayOfTables(variants) => {
                    let chosen =
                        variants.iter().position(|variant| fits(variant.get("when").map(json_of_item)));
                    chosen.and_then(|chosen| variants.get_mut(chosen)).map(Like::Table)
                }
                Item::Value(Value::Array(variants)) => variant_of(variants, fits),
                item => Like::of(item),
            },
            Item::Value(Value::InlineTable(kit)) => match kit.get_mut(name).ok_or_else(unknown)? {
                Value::Array(variants) => variant_of(variants, fits),
                value => value.as_inline_table_mut().map(Like::Inline),
            },
            _ => None,
        };
        found.ok_or_else(|| {
            InvalidInput(format!(
                "the group {} has nothing for these sizes: mend that in the file first",
                quoted(name)
            ))
        })
    }
}

fn variant_of(
    variants: &mut toml_edit::Array,
    fits: impl Fn(Option<serde_json::Value>) -> bool,
) -> Option<Like<'_>> {
    let when = |value: &Value| value.as_inline_table().and_then(|table| table.get("when")).map(json_of);
    let chosen = variants.iter().position(|variant| fits(when(variant)))?;
    variants.get_mut(chosen)?.as_inline_table_mut().map(Like::Inline)
}

/// An item as JSON.
pub fn json_of_item(item: &Item) -> serde_json::Value {
    match item {
        Item::Value(value) => json_of(value),
        Item::Table(table) => table.iter().map(|(key, item)| (key.to_string(), json_of_item(item))).collect(),
        Item::ArrayOfTables(tables) => tables
            .iter()
            .map(|table| {
                table
                    .iter()
                    .map(|(key, item)| (key.to_string(), json_of_item(item)))
                    .collect::<serde_json::Value>()
            })
            .collect(),
        Item::None => serde_json::Value::Null,
    }
}

/// A value that was given in JSON, or as files have it; none takes the key out.
pub fn given(value: &serde_json::Value, toml: Option<&str>) -> Result<Option<Value>, InvalidInput> {
    match toml {
        Some(text) if text.trim().is_empty() => Ok(None),
        Some(text) => text.trim().parse::<Value>().map(|value| Some(value.decorated("", ""))).map_err(|_| {
            InvalidInput(format!(
                "{} is no value as files have it, such as 3, \"rows\" or [\"a1\", \"b1\"]",
                quoted(text)
            ))
        }),
        None => Ok(value_of(value)),
    }
}

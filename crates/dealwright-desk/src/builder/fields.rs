//! The keys of steps and groups as fields of a form: from the schema of setup files, filled with what the game and the kit at
//! hand know.

use dealwright::kit::{Group, PieceKind};
use dealwright::setup::{SCHEMA, Setup, choices};
use serde::Serialize;
use serde_json::Value as Json;
use std::sync::LazyLock;

/// One key that can be set.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Field {
    /// The key in the file.
    pub key: String,
    /// Its name for people.
    pub label: String,
    /// What it means, where the schema says so.
    pub about: String,
    /// How it is chosen: `choice` (one of the options), `names` (some of them), `number`, `flag`, `text` (options are suggestions),
    /// or `toml` (as files have it).
    pub kind: &'static str,
    /// What it is now, null where the file says nothing.
    pub value: Json,
    /// The same as files have it.
    pub written: String,
    /// What can be chosen.
    pub options: Vec<Choice>,
    /// The least of a number.
    pub least: Option<i64>,
    /// The greatest of a number.
    pub most: Option<i64>,
    /// Whether it has to be there.
    pub required: bool,
}

/// Something to choose.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Choice {
    /// As it is set.
    pub value: Json,
    /// As it is shown.
    pub words: String,
}

static FORM: LazyLock<Json> = LazyLock::new(|| serde_json::from_str(SCHEMA).unwrap_or_default());

fn words_of(node: &Json) -> String {
    node.get("description").and_then(Json::as_str).unwrap_or_default().to_string()
}

/// A node itself, or the one it refers to.
fn resolved(node: &Json) -> &Json {
    match node.get("$ref").and_then(Json::as_str).and_then(|path| path.strip_prefix('#')) {
        Some(path) => FORM.pointer(path).unwrap_or(node),
        None => node,
    }
}

/// What a node allows: itself, or each of its alternatives.
fn alternatives(node: &Json) -> Vec<&Json> {
    let node = resolved(node);
    match node.get("oneOf").and_then(Json::as_array) {
        Some(several) => several.iter().flat_map(alternatives).collect(),
        None => vec![node],
    }
}

/// All verbs in the order of the schema, with what they do.
pub fn verbs() -> Vec<(String, String)> {
    let step = |path: &str| FORM.pointer(&format!("/definitions/step/{path}"));
    let each = step("oneOf").and_then(Json::as_array).cloned().unwrap_or_default();
    let name = |node: &Json| node.pointer("/required/0").and_then(Json::as_str).map(String::from);
    each.iter()
        .filter_map(name)
        .map(|verb| {
            let words = step(&format!("properties/{verb}")).map(words_of).unwrap_or_default();
            (verb, words)
        })
        .collect()
}

/// The keys of an object of the schema with their nodes: `what` first, then those that have to be there, then the rest.
fn keys_of(object: &Json) -> Vec<(String, &Json, bool)> {
    let properties = object.get("properties").and_then(Json::as_object).into_iter().flatten();
    let needed: Vec<&str> = object
        .get("required")
        .and_then(Json::as_array)
        .map(|list| list.iter().filter_map(Json::as_str).collect())
        .unwrap_or_default();
    let mut keys: Vec<(String, &Json, bool)> =
        properties.map(|(key, node)| (key.clone(), node, needed.contains(&key.as_str()))).collect();
    let rank = |key: &str| match needed.iter().position(|needed| *needed == key) {
        _ if key == "what" => 0,
        Some(at) => 1 + at,
        None => 100,
    };
    // The order in which hands think of it.
    const LATER: [&str; 12] = [
        "piles",
        "at_a_time",
        "round",
        "to",
        "along",
        "from",
        "to_and_fro",
        "count",
        "face",
        "layers",
        "with",
        "tries",
    ];
    keys.sort_by_key(|(key, ..)| {
        (rank(key), LATER.iter().position(|later| later == key).unwrap_or(LATER.len()), key.clone())
    });
    keys
}

fn choice(value: impl Into<Json>) -> Choice {
    let value = value.into();
    let words = match &value {
        Json::String(text) => text.clone(),
        Json::Bool(flag) => if *flag { "yes" } else { "no" }.into(),
        other => other.to_string(),
    };
    Choice { value, words }
}

fn chosen(words: impl IntoIterator<Item = String>) -> Vec<Choice> {
    words.into_iter().map(choice).collect()
}

/// The field of a key as the schema alone has it.
fn field(key: &str, node: &Json, required: bool, value: Json, written: String, sizes: &[String]) -> Field {
    let all = alternatives(node);
    let is = |kind: &str| all.iter().any(|node| node.get("type").and_then(Json::as_str) == Some(kind));
    let bound = |name: &str| all.iter().find_map(|node| node.get(name)?.as_i64());
    let mut options: Vec<Choice> = Vec::new();
    for node in &all {
        options.extend(node.get("const").map(|only| choice(only.clone())));
        options.extend(node.get("enum").and_then(Json::as_array).into_iter().flatten().cloned().map(choice));
    }
    let items = all.iter().find_map(|node| node.get("items"));
    let names = items.is_some_and(|items| {
        alternatives(items).iter().any(|item| {
            item.get("type").and_then(Json::as_str) == Some("string") || item.get("enum").is_some()
        })
    });
    let kind = if !options.is_empty() && !value.is_array() {
        "choice"
    } else if is("boolean") {
        "flag"
    } else if is("integer") && is("string") && !value.is_array() && !value.is_object() {
        // A number, or the name of a size.
        options.extend(chosen(sizes.iter().cloned()));
        let (least, most) = (bound("minimum").unwrap_or(0).max(0), bound("maximum").unwrap_or(64));
        options.extend((least..=most).map(choice));
        "choice"
    } else if names && (is("string") || value.is_array() || value.is_null()) {
        options = items
            .map(|items| {
                let items = alternatives(items);
                items
                    .iter()
                    .filter_map(|item| item.get("enum")?.as_array())
                    .flatten()
                    .cloned()
                    .map(choice)
                    .collect()
            })
            .unwrap_or_default();
        "names"
    } else if items.is_some() || value.is_object() || is("object") {
        "toml"
    } else if is("integer") {
        "number"
    } else {
        "text"
    };
    Field {
        key: key.into(),
        label: key.replace('_', " "),
        about: words_of(node),
        kind,
        value,
        written,
        options,
        least: bound("minimum"),
        most: bound("maximum"),
        required,
    }
}

/// A step of the file, as far as its form goes.
pub struct Asked<'s> {
    /// Its verb.
    pub verb: &'s str,
    /// Its keys with their values, and as they are written.
    pub keys: &'s [(String, Json, String)],
    /// Its number in the file.
    pub number: usize,
}

/// The fields of a step: keys of its verb, and `when`.
pub fn of_step(asked: &Asked<'_>, setup: Option<&Setup>) -> Vec<Field> {
    let Some(step) = FORM.pointer("/definitions/step/properties") else { return Vec::new() };
    let Some(node) = step.get(asked.verb) else { return Vec::new() };
    let object = alternatives(node).into_iter().find(|node| node.get("properties").is_some());
    let own = |key: &str| {
        let found = asked.keys.iter().find(|(name, ..)| name == key);
        found.map_or((Json::Null, String::new()), |(_, value, written)| (value.clone(), written.clone()))
    };
    let mut fields = Vec::new();
    for (key, node, required) in object.map(keys_of).unwrap_or_default() {
        let (value, written) = own(&key);
        let mut field = field(&key, node, required, value, written, &[]);
        if let Some(setup) = setup {
            fill(&mut field, asked, setup);
        }
        // Nothing to choose from: nothing to ask.
        if field.key == "what" && field.options.len() < 2 && field.value.is_null() {
            continue;
        }
        fields.push(field);
    }
    if asked.verb == "turn" {
        fields.retain(|field| field.key != "how");
    }
    if let Some(when) = step.get("when") {
        let (value, written) = own("when");
        fields.push(field("when", when, false, value, written, &[]));
    }
    fields
}

/// The group that a step is about.
fn group_of(asked: &Asked<'_>, setup: &Setup) -> Option<usize> {
    let named = asked.keys.iter().find(|(key, ..)| key == "what").and_then(|(_, value, _)| value.as_str());
    setup.kit.iter().position(|group| match named {
        Some(name) => group.name == name,
        None => group.is_laid(),
    })
}

/// Puts in what the game and the kit know.
fn fill(field: &mut Field, asked: &Asked<'_>, setup: &Setup) {
    let group = group_of(asked, setup);
    let names = |fits: &dyn Fn(&Group) -> bool| {
        chosen(setup.kit.iter().filter(|group| fits(group)).map(|group| group.name.clone()))
    };
    let mut offer = |kind: &'static str, options: Vec<Choice>| (field.kind, field.options) = (kind, options);
    match (asked.verb, field.key.as_str()) {
        ("move", "what") => {
            offer("choice", chosen(setup.game.info.taken_off.iter().map(|off| off.what.into())))
        }
        ("move", "to") => offer("choice", chosen(setup.game.info.taken_off.iter().map(|off| off.to.into()))),
        ("require", "what") => offer("choice", chosen(choices::requirements(setup))),
        ("require", "of") => {
            let symbols = choices::symbols(setup);
            let mut words: Vec<String> =
                symbols.iter().map(|&symbol| setup.game.faces.write(symbol)).collect();
            words.extend(["suit", "rank", "colour", "value"].map(String::from));
            offer("names", chosen(words));
        }
        ("require", "with") => {
            let sides = ["right", "left", "above", "below", "next"].map(String::from);
            offer(
                "choice",
                chosen(sides.into_iter().chain(setup.places.list().iter().map(|place| place.name.clone()))),
            );
        }
        ("roll", "what") => offer("choice", names(&|group| matches!(group.kind, PieceKind::Dice { .. }))),
        ("stand", "what") => offer("choice", names(&|group| matches!(group.kind, PieceKind::Pawns { .. }))),
        (_, "what") => offer("choice", names(&Group::is_laid)),
        ("remove", "where") => {
            offer("names", chosen(group.map(|group| choices::which(setup, group)).unwrap_or_default()))
        }
        ("shuffle", "piles") => {
            let piles = group.map(|group| choices::piles(setup, group, asked.number)).unwrap_or_default();
            let kind = if piles.is_empty() && !field.value.is_array() { "choice" } else { "names" };
            let all = ["all", "each pile"].map(String::from);
            offer(kind, chosen(all.into_iter().chain(piles)));
        }
        ("place", "piece") => {
            offer("choice", chosen(group.map(|group| choices::pieces(setup, group)).unwrap_or_default()))
        }
        ("place", "at") => offer("text", chosen(setup.places.list().iter().map(|place| place.name.clone()))),
        ("lay" | "deal", "to") | ("reveal" | "require", "at") => {
            let mut words = choices::places(setup);
            if asked.verb != "reveal" {
                words.retain(|word| word != "all");
            }
            offer("names", chosen(words));
        }
        ("lay" | "deal" | "roll", "along") => {
            let stacks = setup.places.has_stacks();
            let allowed: &[&str] =
                if stacks { &["places", "rounds"] } else { &["rows", "columns", "slots", "places"] };
            field.options.retain(|option| option.value.as_str().is_some_and(|word| allowed.contains(&word)));
            if asked.verb == "roll" {
                field.options.retain(|option| option.value != "slots");
            }
        }
        ("lay" | "deal" | "roll", "from") if setup.places.has_stacks() => {
            field.options.retain(|option| option.value == "left" || option.value == "right");
        }
        ("roll", "into") => {
            let lists = setup.game.info.dice.iter().map(|dice| dice.name.to_string());
            offer("choice", chosen(std::iter::once("spaces".to_string()).chain(lists)));
        }
        ("build", "by") => offer("choice", chosen(setup.game.builds.iter().map(|by| by.name.to_string()))),
        _ => {}
    }
}

/// The kind of a group by the keys it has, in the words of the schema, and its fields. What is on its pieces is shown in another way.
pub fn of_group(keys: &[(String, Json, String)], sizes: &[String]) -> (String, Vec<Field>) {
    let kinds =
        FORM.pointer("/definitions/group/oneOf").and_then(Json::as_array).cloned().unwrap_or_default();
    let has = |key: &str| keys.iter().any(|(name, ..)| name == key);
    let fits = |node: &&Json| {
        let node = resolved(node);
        let needed = node.get("required").and_then(Json::as_array);
        needed.is_some_and(|needed| needed.iter().filter_map(Json::as_str).all(has))
    };
    let Some(node) = kinds.iter().find(fits).map(|node| resolved(node).clone()) else {
        return (String::new(), Vec::new());
    };
    let title = node.get("title").and_then(Json::as_str).unwrap_or_default().to_string();
    let hidden = ["list", "file", "shape", "when"];
    let shown = keys_of(&node).into_iter().filter(|(key, ..)| !hidden.contains(&key.as_str()));
    let fields = shown
        .map(|(key, node, required)| {
            let found = keys.iter().find(|(name, ..)| *name == key);
            let (value, written) = found
                .map_or((Json::Null, String::new()), |(_, value, written)| (value.clone(), written.clone()));
            field(&key, node, required, value, written, sizes)
        })
        .filter(|field| !(field.required && field.options.len() == 1))
        .collect();
    (title, fields)
}

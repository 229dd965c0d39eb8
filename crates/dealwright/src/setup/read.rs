//! Reads setup files.

mod board;
mod cards;
pub(super) mod kit;
mod mapping;
pub mod outline;
mod steps;
mod tiles;

use super::design::Part;
use super::shuffle::Shuffling;
use super::tree::{Node, Table, parse};
use super::{Fault, OpenParameter, Setup, SetupError};
use crate::dealing::Parameters;
use crate::registry::{Entry, Registry};
use crate::text::{did_you_mean, quoted};
pub(super) use steps::require::{known_names as known_requirements, symbols as known_symbols};

/// The longest file that is looked at.
pub const MOST_BYTES: usize = 256 * 1024;

/// Opens a file that stands beside the setup file, by name.
pub type Beside<'a> = &'a dyn Fn(&str) -> Result<String, String>;

/// Why a setup cannot be used: the file is at fault, or what was asked of it.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ReadError {
    /// The file, with the place.
    #[error("{0}")]
    File(SetupError),
    /// A `name=value` that the file does not open.
    #[error("{0}")]
    Option(String),
}

/// Reads a setup file of a game that the registry knows. `options` are parameters and rules chosen by the user; `beside` opens lists in files of their own.
pub fn read(
    registry: &Registry,
    text: &str,
    name: &str,
    options: &[(String, String)],
    beside: Beside<'_>,
) -> Result<Setup, ReadError> {
    if text.len() > MOST_BYTES {
        let message = format!("the file is longer than {MOST_BYTES} bytes");
        return Err(ReadError::File(Fault::new(0, message).in_text(text)));
    }
    let mut setup = read_file(registry, text, name, options, beside).map_err(|error| match error {
        Invalid::File(fault) => ReadError::File(fault.in_text(text)),
        Invalid::Option(message) => ReadError::Option(message),
    })?;
    for step in &mut setup.steps {
        let place = Fault::new(step.offset, "").in_text(text);
        step.place = (place.line, place.column);
    }
    Ok(setup)
}

enum Invalid {
    File(Fault),
    Option(String),
}

impl Invalid {
    /// What is wrong, without the place.
    fn words(self) -> String {
        match self {
            Invalid::File(fault) => fault.message,
            Invalid::Option(message) => message,
        }
    }
}

impl From<Fault> for Invalid {
    fn from(fault: Fault) -> Self {
        Invalid::File(fault)
    }
}

fn read_file(
    registry: &Registry,
    text: &str,
    name: &str,
    options: &[(String, String)],
    beside: Beside<'_>,
) -> Result<Setup, Invalid> {
    let document = parse(text)?;
    let root = Table::root(
        &document,
        &["game", "title", "about", "rules", "parameters", "kit", "board", "step", "open"],
    )?;
    let games = || registry.games().map(|game| game.info.name).collect::<Vec<_>>().join(", ");
    let game = read_game(registry, &root.need_as("game", games)?)?;
    let (mut parameters, open) = read_parameters(&root, game)?;
    let mut rules = read_rules(&root, game)?;
    let mut shuffling = Shuffling::default();
    for (key, value) in options {
        match key.as_str() {
            "shuffle" => shuffling.shuffle = value.parse().map_err(Invalid::Option)?,
            "last" => shuffling.last = value.parse().map_err(Invalid::Option)?,
            _ => apply_option(key, value, game, &mut parameters, &open, &mut rules)?,
        }
    }
    let places = (game.places)(&parameters).and_then(|places| match places.cells() {
        0 => Err("a board of these sizes has no place for a piece".into()),
        _ => Ok(places),
    });
    let places = places.map_err(|message| {
        let (at, message) = no_board(&root, game, &parameters, message);
        match options.is_empty() {
            true => Invalid::File(Fault::new(at, message)),
            false => Invalid::Option(message),
        }
    })?;
    let empty = board::read_empty(root.get("board"), game, &places)?;
    let (kit, variants) = kit::read(
        &root.need("kit")?,
        game,
        &parameters,
        (places.cells() - empty.len(), empty.len()),
        beside,
    )?;
    let (slots, block) = board::read(root.get("board"), &places, &empty)?;
    let mut setup = Setup {
        game,
        name: name.to_string(),
        title: root.text_or("title", name)?,
        about: root.text_or("about", "")?,
        parameters,
        open,
        variants,
        rules,
        kit,
        places,
        empty,
        slots,
        block,
        steps: Vec::new(),
        tunable: read_open(&root)?,
        shuffling,
        weights: registry.weights().clone(),
    };
    steps::read(&root.need("step")?, &mut setup)?;
    super::proof::check(&setup)?;
    Ok(setup)
}

/// Where sizes stand that are no board, and which ones would be: a single size is to blame when only a change of it helps.
fn no_board(root: &Table<'_>, game: &Entry, parameters: &Parameters, message: String) -> (usize, String) {
    const MOST: u32 = 64;
    let is_board = |sizes: &Parameters| (game.places)(sizes).is_ok_and(|places| places.cells() > 0);
    let with = |n: usize, value: u32| {
        let mut sizes = parameters.clone();
        sizes.0[n].1 = value;
        sizes
    };
    let helps: Vec<(&str, Vec<u32>)> = (0..parameters.0.len())
        .map(|n| {
            (parameters.0[n].0.as_str(), (0..=MOST).filter(|&value| is_board(&with(n, value))).collect())
        })
        .filter(|(_, values): &(&str, Vec<u32>)| !values.is_empty())
        .collect();
    let table = root.get("parameters");
    let value = |name: &str| table.and_then(|node| node.any_table().ok())?.get(name);
    let at = match helps.as_slice() {
        [(name, _)] => value(name).or(table),
        _ => table,
    };
    let words: Vec<String> =
        helps.iter().map(|(name, values)| format!("{name} can be {}", in_words(values))).collect();
    let words = if words.is_empty() {
        String::new()
    } else {
        format!("; with the other sizes as they are, {}", words.join(", or "))
    };
    (at.map_or(0, |node| node.offset), format!("{message}{words}"))
}

fn read_game(registry: &Registry, node: &Node<'_>) -> Result<&'static Entry, Fault> {
    registry.known_game(&node.text()?).map_err(|message| node.fault(message))
}

fn read_parameters(root: &Table<'_>, game: &Entry) -> Result<(Parameters, Vec<OpenParameter>), Fault> {
    const MOST_VALUES: u32 = 1000;
    let mut parameters = Parameters::default();
    let mut open = Vec::new();
    let names: Vec<&str> = game.info.parameters.iter().map(|p| p.name).collect();
    let table = match root.get("parameters") {
        Some(node) => node.table(&names)?,
        None if game.info.parameters.iter().all(|p| p.fixed.is_some()) => return Ok((parameters, open)),
        None => return Err(Fault::new(0, format!("[parameters] is missing, expected {}", names.join(", ")))),
    };
    for (name, parameter) in names.into_iter().zip(game.info.parameters) {
        let Some(node) = table.get(name) else {
            if parameter.fixed.is_none() {
                let message = format!("the size '{name}' is missing here ({})", parameter.about);
                return Err(Fault::new(table.offset, message));
            }
            continue;
        };
        if !node.is_table() {
            let number = node.number_or("or { default, from, to }")?;
            parameters.0.push((name.to_string(), number));
            continue;
        }
        let range = node.table(&["default", "from", "to", "one_of"])?;
        let default = range.need("default")?.number()?;
        let values: Vec<u32> = match range.get("one_of") {
            Some(list) => {
                if let Some(other) = range.get("from").or(range.get("to")) {
                    return Err(other.fault("either one_of or from and to, not both"));
                }
                list.items()?.iter().map(Node::number).collect::<Result<_, _>>()?
            }
            None => {
                let (from, to) = (range.need("from")?.number()?, range.need("to")?.number()?);
                if from > to || to - from > MOST_VALUES {
                    return Err(node.fault(format!(
                        "from {from} to {to} is no range: expected from <= to, with at most {MOST_VALUES} values between them"
                    )));
                }
                (from..=to).collect()
            }
        };
        if !values.contains(&default) {
            return Err(node.fault(format!(
                "the default {default} is not among the values this file opens, {}",
                in_words(&values)
            )));
        }
        parameters.0.push((name.to_string(), default));
        open.push(OpenParameter { name: name.to_string(), default, values });
    }
    Ok((parameters, open))
}

fn read_open(root: &Table<'_>) -> Result<Vec<Part>, Fault> {
    let Some(node) = root.get("open") else { return Ok(Vec::new()) };
    let part = |node: &Node<'_>| Part::read(&node.text()?).map_err(|message| node.fault(message));
    node.items()?.iter().map(part).collect()
}

fn read_rules(root: &Table<'_>, game: &Entry) -> Result<Vec<String>, Fault> {
    let Some(node) = root.get("rules") else { return Ok(Vec::new()) };
    let words: Vec<String> = node.items()?.iter().map(Node::text).collect::<Result<_, _>>()?;
    // A word that is wrong by itself is to blame, else all of them together.
    for (item, word) in node.items()?.iter().zip(&words) {
        check_rules(std::slice::from_ref(word), game).map_err(|message| item.fault(message))?;
    }
    check_rules(&words, game).map_err(|message| node.fault(message))?;
    Ok(words)
}

fn check_rules(words: &[String], game: &Entry) -> Result<(), String> {
    (game.check_rules)(words).map_err(|error| error.to_string())
}

fn apply_option(
    key: &str,
    value: &str,
    game: &Entry,
    parameters: &mut Parameters,
    open: &[OpenParameter],
    rules: &mut Vec<String>,
) -> Result<(), Invalid> {
    if key == "rules" {
        *rules = value.split(',').filter(|word| !word.is_empty()).map(|word| word.to_lowercase()).collect();
        return check_rules(rules, game).map_err(Invalid::Option);
    }
    let names: Vec<&str> = open.iter().map(|o| o.name.as_str()).chain(["rules", "shuffle", "last"]).collect();
    let Some(size) = open.iter().find(|o| o.name == key) else {
        let here = parameters.0.iter().find(|(name, _)| name == key).map(|(_, value)| *value);
        let always = game.info.parameters.iter().find(|p| p.name == key).and_then(|p| p.fixed);
        // To ask for what it is anyway is no mistake.
        if let Some(fixed) = here.or(always) {
            return match value.trim().parse() == Ok(fixed) {
                true => Ok(()),
                false => Err(Invalid::Option(format!(
                    "{key} is {fixed} in this setup and cannot be chosen, open are {}",
                    names.join(", ")
                ))),
            };
        }
        let hint = did_you_mean(key, names.iter().copied());
        return Err(Invalid::Option(format!(
            "{} cannot be chosen for this setup, open are {}{hint}",
            quoted(key),
            names.join(", ")
        )));
    };
    let wanted = value.parse().ok().filter(|wanted| size.values.contains(wanted));
    let Some(wanted) = wanted else {
        return Err(Invalid::Option(format!(
            "{key} can be {}, not {}",
            in_words(&size.values),
            quoted(value)
        )));
    };
    for (name, current) in &mut parameters.0 {
        if name == key {
            *current = wanted;
        }
    }
    Ok(())
}

fn in_words(values: &[u32]) -> String {
    let in_a_row = values.windows(2).all(|two| two[1] == two[0] + 1);
    match values {
        [first, .., last] if in_a_row => format!("{first} to {last}"),
        values => values.iter().map(u32::to_string).collect::<Vec<_>>().join(" or "),
    }
}

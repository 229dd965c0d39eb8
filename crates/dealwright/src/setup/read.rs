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
use crate::kit::Group;
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
    let read = read_whole(&mut Strict, registry, text, name, options, beside);
    let read = read.and_then(|setup| setup.ok_or_else(|| Fault::new(0, "the file gives no board").into()));
    read.map_err(|error| match error {
        Invalid::File(fault) => ReadError::File(fault.in_text(text)),
        Invalid::Option(fault) => ReadError::Option(fault.message),
    })
}

enum Invalid {
    File(Fault),
    /// What was asked of the file is wrong; the place is one that has to do with it.
    Option(Fault),
}

impl Invalid {
    /// An option that the file does not take.
    fn option(message: String) -> Self {
        Invalid::Option(Fault::new(0, message))
    }

    fn fault(self) -> Fault {
        match self {
            Invalid::File(fault) | Invalid::Option(fault) => fault,
        }
    }
}

impl From<Fault> for Invalid {
    fn from(fault: Fault) -> Self {
        Invalid::File(fault)
    }
}

/// What a way to read files makes of faults, and of what can be understood in parts. Everything else is the same for all of them.
trait Reader {
    /// A fault: an error ends the reading, otherwise it goes on without that part.
    fn fault(&mut self, part: outline::Part, why: Invalid) -> Result<(), Invalid>;

    /// What is known before there is a setup.
    fn know(&mut self, _: &'static Entry, _: &Parameters) {}

    /// The groups, and all other parameters that their variants name.
    fn kit(&mut self, root: &Table<'_>, board: &kit::Board<'_>) -> Result<Kit, Invalid>;

    /// Puts the steps into the setup, and checks what they come to.
    fn steps(&mut self, root: &Table<'_>, setup: &mut Setup) -> Result<(), Invalid>;

    /// What was read, or its default where a fault does not end the reading.
    fn or_default<T: Default>(&mut self, part: outline::Part, read: Result<T, Fault>) -> Result<T, Invalid> {
        match read {
            Ok(value) => Ok(value),
            Err(fault) => self.fault(part, fault.into()).map(|()| T::default()),
        }
    }
}

/// Groups, and all other parameters that their variants name.
type Kit = (Vec<Group>, Vec<Parameters>);

/// Ends at the first fault.
struct Strict;

impl Reader for Strict {
    fn fault(&mut self, _: outline::Part, why: Invalid) -> Result<(), Invalid> {
        Err(why)
    }

    fn kit(&mut self, root: &Table<'_>, board: &kit::Board<'_>) -> Result<Kit, Invalid> {
        Ok(kit::read(&root.need("kit")?, board)?)
    }

    fn steps(&mut self, root: &Table<'_>, setup: &mut Setup) -> Result<(), Invalid> {
        steps::read(&root.need("step")?, setup)?;
        Ok(super::proof::check(setup)?)
    }
}

/// Reads a file in one of the ways to read it; none where there is no board.
fn read_whole(
    reader: &mut impl Reader,
    registry: &Registry,
    text: &str,
    name: &str,
    options: &[(String, String)],
    beside: Beside<'_>,
) -> Result<Option<Setup>, Invalid> {
    use outline::Part as Where;
    if text.len() > MOST_BYTES {
        return Err(Fault::new(0, format!("the file is longer than {MOST_BYTES} bytes")).into());
    }
    let document = parse(text)?;
    let keys = ["game", "title", "about", "rules", "parameters", "kit", "board", "step", "open"];
    let root = match Table::root(&document, &keys) {
        Ok(root) => root,
        Err(fault) => {
            reader.fault(Where::File, fault.into())?;
            Table { offset: 0, table: document.get_ref() }
        }
    };
    let games = || registry.games().map(|game| game.info.name).collect::<Vec<_>>().join(", ");
    let game = read_game(registry, &root.need_as("game", games)?)?;
    reader.know(game, &Parameters::default());
    let (mut parameters, open) = match read_parameters(&root, game) {
        Ok(sizes) => sizes,
        Err(fault) => return reader.fault(Where::Sizes, fault.into()).map(|()| None),
    };
    let mut rules = reader.or_default(Where::File, read_rules(&root, game))?;
    let mut shuffling = Shuffling::default();
    for (key, value) in options {
        let read = match key.as_str() {
            "shuffle" => value.parse().map(|shuffle| shuffling.shuffle = shuffle).map_err(Invalid::option),
            "last" => value.parse().map(|last| shuffling.last = last).map_err(Invalid::option),
            _ => apply_option(key, value, game, &mut parameters, &open, &mut rules),
        };
        if let Err(why) = read {
            reader.fault(Where::Sizes, why)?;
        }
    }
    reader.know(game, &parameters);
    let places = (game.places)(&parameters).and_then(|places| match places.cells() {
        0 => Err("a board of these sizes has no place for a piece".into()),
        _ => Ok(places),
    });
    let places = match places {
        Ok(places) => places,
        Err(message) => {
            let (at, message) = no_board(&root, game, &parameters, message);
            let fault = Fault::new(at, message);
            let why = if options.is_empty() { Invalid::File(fault) } else { Invalid::Option(fault) };
            return reader.fault(Where::Sizes, why).map(|()| None);
        }
    };
    let empty = reader.or_default(Where::Board, board::read_empty(root.get("board"), game, &places))?;
    let cells = (places.cells() - empty.len(), empty.len());
    let (kit, variants) = reader.kit(&root, &kit::Board { game, parameters: &parameters, cells, beside })?;
    let (slots, block) = reader.or_default(Where::Board, board::read(root.get("board"), &places, &empty))?;
    let mut setup = Setup {
        game,
        name: name.to_string(),
        title: reader.or_default(Where::File, root.text_or("title", name))?,
        about: reader.or_default(Where::File, root.text_or("about", ""))?,
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
        tunable: reader.or_default(Where::File, read_open(&root))?,
        shuffling,
        weights: registry.weights().clone(),
    };
    reader.steps(&root, &mut setup)?;
    for step in &mut setup.steps {
        let place = Fault::new(step.offset, "").in_text(text);
        step.place = (place.line, place.column);
    }
    Ok(Some(setup))
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
        return check_rules(rules, game).map_err(Invalid::option);
    }
    let names: Vec<&str> = open.iter().map(|o| o.name.as_str()).chain(["rules", "shuffle", "last"]).collect();
    let Some(size) = open.iter().find(|o| o.name == key) else {
        let here = parameters.0.iter().find(|(name, _)| name == key).map(|(_, value)| *value);
        let always = game.info.parameters.iter().find(|p| p.name == key).and_then(|p| p.fixed);
        // To ask for what it is anyway is no mistake.
        if let Some(fixed) = here.or(always) {
            return match value.trim().parse() == Ok(fixed) {
                true => Ok(()),
                false => Err(Invalid::option(format!(
                    "{key} is {fixed} in this setup and cannot be chosen, open are {}",
                    names.join(", ")
                ))),
            };
        }
        let hint = did_you_mean(key, names.iter().copied());
        return Err(Invalid::option(format!(
            "{} cannot be chosen for this setup, open are {}{hint}",
            quoted(key),
            names.join(", ")
        )));
    };
    let wanted = value.parse().ok().filter(|wanted| size.values.contains(wanted));
    let Some(wanted) = wanted else {
        return Err(Invalid::option(format!(
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

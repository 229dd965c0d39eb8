//! Study files: TOML. FORMATS describes every key.

use super::{
    DEFAULT_MOST, DEFAULT_SAMPLES, DEFAULT_SEED, DEFAULT_TRIALS, Extent, ONLY_VERDICT, Study, ask, lines,
    share,
};
use crate::hunt::{DEFAULT_STEPS, Hunt, MOST_STEPS, Quarry};
use crate::search::Limits;
use crate::setup::tree::{Node, Table, parse};
use crate::setup::{Fault, SetupError};

/// Longest study file.
pub const MOST_BYTES: usize = 1 << 20;

const KEYS: [&str; 16] = [
    "title",
    "question",
    "expectation",
    "setups",
    "parameters",
    "samples",
    "until",
    "most",
    "census",
    "trials",
    "seed",
    "measures",
    "plays",
    "limits",
    "block",
    "hunt",
];

/// Reads a study file.
pub fn read(text: &str) -> Result<Study, SetupError> {
    read_with_places(text).map_err(|fault| fault.in_text(text))
}

fn read_with_places(text: &str) -> Result<Study, Fault> {
    if text.len() > MOST_BYTES {
        return Err(Fault::new(0, format!("the file is longer than {MOST_BYTES} bytes")));
    }
    let document = parse(text)?;
    let table = Table::root(&document, &KEYS)?;
    let mut request = ONLY_VERDICT;
    request.length = table.get("measures").is_none();
    if let Some(node) = table.get("measures") {
        for word in node.items()? {
            ask(&mut request, &word.text()?).map_err(|message| word.fault(message))?;
        }
    }
    if let Some(node) = table.get("plays") {
        request.plays = at_least_one(&node)?;
    }
    let mut limits = Limits::default();
    if let Some(node) = table.get("limits") {
        let given = node.table(&["states", "memory", "graph_states"])?;
        if let Some(node) = given.get("states") {
            limits.states = count(&node)?;
        }
        if let Some(node) = given.get("graph_states") {
            request.graph_states = count(&node)?;
        }
        if let Some(node) = given.get("memory") {
            limits.memory = if node.is_text() { size(&node)? } else { count(&node)? };
        }
    }
    Ok(Study {
        title: table.text_or("title", "")?,
        question: table.text_or("question", "")?,
        expectation: table.text_or("expectation", "")?,
        lines: read_lines(&table)?,
        seed: table.text_or("seed", DEFAULT_SEED)?,
        extent: read_extent(&table)?,
        trials: match table.get("trials") {
            Some(node) => {
                at_least_one(&node)?;
                node.number()?
            }
            None => DEFAULT_TRIALS,
        },
        request,
        limits,
        block: table.get("block").map(|node| at_least_one(&node)).transpose()?,
        hunt: table.get("hunt").map(|node| read_hunt(&node, &table)).transpose()?,
    })
}

/// A line and a column of a text, from 1.
pub type Place = (usize, usize);

/// Where things stand in a study file, for whoever finds out later that they are wrong.
#[derive(Debug, Clone, Default)]
pub struct Places {
    keys: Vec<(String, Place)>,
    parameters: Vec<(String, Place)>,
    setups: Vec<(String, Place)>,
}

/// The places of a file that can be read.
pub fn places(text: &str) -> Places {
    let place = |offset: usize| {
        let error = Fault::new(offset, "").in_text(text);
        (error.line, error.column)
    };
    let Ok(document) = parse(text) else { return Places::default() };
    let Ok(table) = Table::root(&document, &KEYS) else { return Places::default() };
    let names = |table: &Table<'_>| {
        let keys = table.keys().into_iter();
        keys.map(|(offset, name, _)| (name, place(offset))).collect::<Vec<_>>()
    };
    let parameters = table.get("parameters").and_then(|node| node.any_table().ok());
    let setups = table.get("setups").and_then(|node| node.items().ok()).unwrap_or_default();
    let setup = |node: &Node<'_>| Some((node.text().ok()?, place(node.offset)));
    Places {
        keys: names(&table),
        parameters: parameters.as_ref().map(names).unwrap_or_default(),
        setups: setups.iter().filter_map(setup).collect(),
    }
}

impl Places {
    /// The place of a key, by its name.
    pub fn key(&self, key: &str) -> Option<Place> {
        self.keys.iter().find(|(name, _)| name == key).map(|(_, place)| *place)
    }

    /// The place of the setup that gave a line.
    pub fn setup(&self, setup: &str, options: &[(String, String)]) -> Option<Place> {
        let gives = |text: &str| {
            let (name, own) = text.split_once('?').unwrap_or((text, ""));
            let own: Vec<&str> = own.split('&').filter(|pair| !pair.is_empty()).collect();
            let first = options.iter().take(own.len()).map(|(name, value)| format!("{name}={value}"));
            name == setup && first.eq(own)
        };
        // Where a name stands with values of its own and without, the one with its values is meant.
        let longest = self.setups.iter().filter(|(text, _)| gives(text)).max_by_key(|(text, _)| text.len());
        longest.map(|(_, place)| *place)
    }

    /// The place of a value that was chosen for a line: among the parameters, or with the setup.
    pub fn option(&self, name: &str, setup: &str, options: &[(String, String)]) -> Option<Place> {
        let parameter = self.parameters.iter().find(|(known, _)| known == name);
        let own = |(text, place): &&(String, Place)| {
            text.contains(&format!("{name}=")) && Some(*place) == self.setup(setup, options)
        };
        self.setups.iter().find(own).or(parameter).map(|(_, place)| *place)
    }
}

fn read_lines(table: &Table<'_>) -> Result<Vec<super::StudyLine>, Fault> {
    let node = table.need("setups")?;
    let setups: Vec<String> = node.items()?.iter().map(Node::text).collect::<Result<_, _>>()?;
    if setups.is_empty() {
        return Err(node.fault("a study needs at least one setup"));
    }
    let mut options = Vec::new();
    let mut place = node;
    if let Some(parameters) = table.get("parameters") {
        place = parameters;
        let mut keys = parameters.any_table()?.keys();
        keys.sort_by_key(|(offset, ..)| *offset);
        for (_, name, node) in keys {
            let value =
                |node: &Node<'_>| if node.is_text() { node.text() } else { Ok(count(node)?.to_string()) };
            let values = if node.is_array() { node.items()? } else { vec![node] };
            for node in &values {
                options.push((name.clone(), value(node)?));
            }
        }
    }
    lines(&setups, &options).map_err(|message| place.fault(message))
}

fn read_extent(table: &Table<'_>) -> Result<Extent, Fault> {
    let given: Vec<&str> =
        ["samples", "until", "census"].into_iter().filter(|key| table.get(key).is_some()).collect();
    if let [_, second, ..] = given.as_slice() {
        let node = table.need(second)?;
        return Err(node.fault(format!("{} cannot be combined, choose one", given.join(" and "))));
    }
    let most = table.get("most").map(|node| at_least_one(&node)).transpose()?;
    if let (Some(node), None) = (table.get("most"), table.get("until")) {
        return Err(node.fault("'most' needs 'until'"));
    }
    if let Some(node) = table.get("until") {
        let within = share(&node.text()?).map_err(|message| node.fault(message))?;
        return Ok(Extent::Until { within, most: most.unwrap_or(DEFAULT_MOST) });
    }
    if let Some(node) = table.get("census") {
        return if node.flag()? { Ok(Extent::Census) } else { Ok(Extent::Samples(DEFAULT_SAMPLES)) };
    }
    let samples = table.get("samples").map(|node| at_least_one(&node)).transpose()?;
    Ok(Extent::Samples(samples.unwrap_or(DEFAULT_SAMPLES)))
}

fn read_hunt(node: &Node<'_>, study: &Table<'_>) -> Result<Hunt, Fault> {
    if let Some(other) = study.get("until").or(study.get("census")) {
        return Err(other.fault("a hunt needs a number of climbs: give it as 'samples'"));
    }
    let table = node.table(&["most", "least", "steps"])?;
    let (measure, most) = match (table.get("most"), table.get("least")) {
        (Some(measure), None) => (measure, true),
        (None, Some(measure)) => (measure, false),
        _ => return Err(node.fault("a hunt is for the most or the least of a measure: give one of the two")),
    };
    let quarry = Quarry::new(&measure.text()?, most).map_err(|message| measure.fault(message))?;
    let steps = table.get("steps").map_or(Ok(DEFAULT_STEPS), |node| at_least_one(&node))?;
    if steps > MOST_STEPS {
        return Err(node.fault(format!("a climb has at most {MOST_STEPS} steps")));
    }
    Ok(Hunt { quarry, steps })
}

fn at_least_one(node: &Node<'_>) -> Result<u64, Fault> {
    match count(node)? {
        0 => Err(node.fault("expected at least 1")),
        number => Ok(number),
    }
}

fn count(node: &Node<'_>) -> Result<u64, Fault> {
    node.long_number()
}

/// `500M`, `2G`.
fn size(node: &Node<'_>) -> Result<u64, Fault> {
    let text = node.text()?.to_ascii_uppercase();
    let (digits, shift) = match text.chars().last() {
        Some('K') => (&text[..text.len() - 1], 10),
        Some('M') => (&text[..text.len() - 1], 20),
        Some('G') => (&text[..text.len() - 1], 30),
        _ => (text.as_str(), 0),
    };
    let bytes = digits.trim().parse::<u64>().ok().and_then(|number| number.checked_mul(1 << shift));
    bytes.ok_or_else(|| node.fault("expected a size such as \"500M\" or \"2G\""))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_study_file_says_everything() {
        let text = r#"
            title = "Pretzel"
            question = "Do bands help?"
            expectation = "Yes, at every number of ranks."
            setups = ["pretzel/shuffled", "pretzel/banded"]
            seed = "paper"
            samples = 1_000
            trials = 10
            measures = ["length", "chance"]
            plays = 50
            [parameters]
            suits = 4
            ranks = "2..4"
            [limits]
            memory = "500M"
            states = 1000000
        "#;
        let study = read(text).unwrap();
        assert_eq!(study.lines.len(), 6);
        assert_eq!(study.lines[1].options[1], ("ranks".to_string(), "2".to_string()));
        assert_eq!(study.extent, Extent::Samples(1000));
        assert!(study.request.length && study.request.chance && !study.request.graph);
        assert_eq!((study.limits.memory, study.limits.states), (500 << 20, 1_000_000));
    }

    #[test]
    fn places_are_those_of_keys_parameters_and_setups() {
        let text = "setups = [\n  \"a/b\",\n  \"a/b?ranks=7\",\n]\nsamples = 3\n[parameters]\n  suits = 4\nranks = [2, 3]\n";
        let places = places(text);
        let option = |name: &str, value: &str| (name.to_string(), value.to_string());
        assert_eq!(places.key("samples"), Some((5, 1)));
        assert_eq!(places.key("seed"), None);
        let (shared, own) =
            ([option("suits", "4"), option("ranks", "2")], [option("ranks", "7"), option("suits", "4")]);
        assert_eq!((places.setup("a/b", &shared), places.setup("a/b", &own)), (Some((2, 3)), Some((3, 3))));
        assert_eq!(places.option("suits", "a/b", &shared), Some((7, 3)));
        assert_eq!(places.option("ranks", "a/b", &shared), Some((8, 1)));
        assert_eq!(places.option("ranks", "a/b", &own), Some((3, 3)));
    }

    #[test]
    fn a_study_can_hunt_instead_of_deal() {
        let study = read("setups = [\"x\"]\nhunt = { most = \"length\", steps = 500 }").unwrap();
        assert_eq!(study.hunt, Some(Hunt { quarry: Quarry::new("length", true).unwrap(), steps: 500 }));
        assert_eq!(study.block_rows(1000), 1);
        for wrong in ["{ steps = 5 }", "{ most = \"length\", least = \"chance\" }", "{ most = \"seed\" }"] {
            assert!(read(&format!("setups = [\"x\"]\nhunt = {wrong}")).is_err(), "{wrong}");
        }
        assert!(read("setups = [\"x\"]\ncensus = true\nhunt = { most = \"length\" }").is_err());
    }

    #[test]
    fn wrong_files_name_the_place_and_the_remedy() {
        let error = |text: &str| read(text).unwrap_err().to_string();
        assert_eq!(error(""), "line 1, column 1: 'setups' is missing here");
        assert_eq!(
            error("setups = [\"x\"]\nsample = 3"),
            "line 2, column 1: 'sample' is not known here, expected 'title', 'question', 'expectation', 'setups', \
             'parameters', 'samples', 'until', 'most', 'census', 'trials', 'seed', 'measures', 'plays', 'limits', \
             'block' or 'hunt'; did you mean 'samples'?"
        );
        assert_eq!(
            error("setups = [\"x\"]\nsamples = 3\ncensus = true"),
            "line 3, column 10: samples and census cannot be combined, choose one"
        );
        assert_eq!(error("setups = [\"x\"]\nsamples = 0"), "line 2, column 11: expected at least 1");
        assert_eq!(
            error("setups = [\"x\"]\nmeasures = [\"lenght\"]"),
            "line 2, column 13: 'lenght' is not a measure, known are verdict, length, chance, graph, difficulty, \
             cause, repair and all (but repair); did you mean 'length'?"
        );
        assert_eq!(error("setups = []"), "line 1, column 10: a study needs at least one setup");
        assert_eq!(
            error("setups = [\"x\"]\nuntil = \"60%\""),
            "line 2, column 9: expected a share such as 0.5% or 0.005, found '60%'"
        );
    }
}

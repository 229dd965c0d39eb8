//! Studies: which setups, how many challenges, what is measured of each. Plans as values; files are the binary's business.

pub mod independent;
pub mod read;
pub mod source;

use crate::hunt::Hunt;
use crate::measure::MeasureRequest;
use crate::search::Limits;
use crate::stats::anytime_with_undecided;
use crate::summary::CONFIDENCE;
use crate::text::{did_you_mean, grouped, quoted};

/// A study.
#[derive(Debug, Clone, PartialEq)]
pub struct Study {
    /// What it is called; may be empty.
    pub title: String,
    /// What it asks; may be empty.
    pub question: String,
    /// What is expected, and from where; may be empty.
    pub expectation: String,
    /// One for each setup with each choice of sizes.
    pub lines: Vec<StudyLine>,
    /// The seed text of all deals and of sampled measures.
    pub seed: String,
    /// How many challenges of each line.
    pub extent: Extent,
    /// Trials into which a sample is divided.
    pub trials: u32,
    /// What is measured.
    pub request: MeasureRequest,
    /// What a search may use.
    pub limits: Limits,
    /// Challenges in a block of records; none for as many as seem right.
    pub block: Option<u64>,
    /// Where challenges are not dealt but hunted for: each is the best of one climb.
    pub hunt: Option<Hunt>,
}

/// A setup with its sizes and rules.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StudyLine {
    /// `GAME/SETUP` or a path ending in `.toml`.
    pub setup: String,
    /// What is chosen of it.
    pub options: Vec<(String, String)>,
}

/// How many challenges.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Extent {
    /// So many of each line.
    Samples(u64),
    /// Until the interval reaches no further than this to either side, and at most so many.
    Until {
        /// As a share: 0.005 for half a percentage point.
        within: f64,
        /// Challenges after which it ends anyway.
        most: u64,
    },
    /// Every outcome of the setup.
    Census,
}

/// How an error names what it is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Wording {
    /// By flags of the command line: `--samples`.
    Flags,
    /// By keys of a study file: `samples`.
    Keys,
}

impl Wording {
    /// What a key of a study file is called.
    pub fn name(self, key: &str) -> String {
        match (self, key) {
            (Wording::Keys, key) => format!("'{key}'"),
            (Wording::Flags, "states" | "memory") => format!("--max-{key}"),
            (Wording::Flags, key) => format!("--{key}"),
        }
    }

    /// How it is given a value.
    fn value(self, key: &str, value: u64) -> String {
        match self {
            Wording::Keys => format!("{key} = {value}"),
            Wording::Flags => format!("{} {value}", self.name(key)),
        }
    }
}

/// Challenges of each line by default.
pub const DEFAULT_SAMPLES: u64 = 1000;
/// Challenges after which a study with a wanted width ends anyway.
pub const DEFAULT_MOST: u64 = 10_000_000;
/// Trials by default, as in the paper.
pub const DEFAULT_TRIALS: u32 = 10;
/// Positions up to which whole graphs are explored by default.
pub const DEFAULT_GRAPH_STATES: u64 = 1_000_000;
/// The seed text by default.
pub const DEFAULT_SEED: &str = "study";
/// Random plays by default.
pub const DEFAULT_PLAYS: u64 = 1000;
/// Most lines of a study.
const MOST_LINES: usize = 10_000;
/// Fewest and most challenges in a block. A block is kept in memory until it is written.
const FEWEST_IN_BLOCK: u64 = 200;
const MOST_IN_BLOCK: u64 = 20_000;
/// Most blocks of a study.
pub const MOST_BLOCKS: u64 = 2_000_000;
/// Most challenges in a block that may be asked for.
pub const LARGEST_BLOCK: u64 = 100_000;
/// Challenges in a block where the width of the interval is looked at behind each.
const BLOCK_UNTIL: u64 = 1000;

/// What can be asked for by name.
pub const MEASURES: [(&str, &str); 7] = [
    ("verdict", "solvable, unsolvable or undecided, and what the board shows at once (always measured)"),
    ("length", "moves of a shortest solution, counter-intuitive moves on it"),
    ("chance", "chance that random play wins: exact where the whole graph fits, else sampled"),
    (
        "graph",
        "whole graph: reachable, dead ends, lost positions, can it be lost, number of shortest solutions",
    ),
    ("difficulty", "problem decomposition, changes of the moved piece, walk model"),
    ("cause", "named structure that leaves a dead challenge without a solution"),
    ("repair", "smallest physical change that makes a dead deal solvable"),
];

/// Sets what a word asks for.
pub fn ask(request: &mut MeasureRequest, word: &str) -> Result<(), String> {
    match word {
        "verdict" => {}
        "length" => request.length = true,
        "chance" => request.chance = true,
        "graph" => request.graph = true,
        "difficulty" => request.difficulty = true,
        "cause" => request.cause = true,
        "repair" => request.repair = true,
        "all" => {
            (request.length, request.chance, request.graph, request.difficulty) = (true, true, true, true);
            request.cause = true;
        }
        other => {
            let names = MEASURES.map(|(name, _)| name);
            let hint = did_you_mean(other, names);
            let known = names.join(", ");
            return Err(format!(
                "{} is not a measure, known are {known} and all (but repair){hint}",
                quoted(other)
            ));
        }
    }
    Ok(())
}

/// The words for what is asked for.
pub fn measure_words(request: &MeasureRequest) -> Vec<&'static str> {
    let all = [
        true,
        request.length,
        request.chance,
        request.graph,
        request.difficulty,
        request.cause,
        request.repair,
    ];
    MEASURES.iter().zip(all).filter(|(_, is_requested)| *is_requested).map(|((name, _), _)| *name).collect()
}

/// Nothing but the verdict.
pub const ONLY_VERDICT: MeasureRequest = MeasureRequest {
    length: false,
    chance: false,
    graph: false,
    difficulty: false,
    cause: false,
    repair: false,
    plays: DEFAULT_PLAYS,
    graph_states: DEFAULT_GRAPH_STATES,
};

/// One line for each setup with each choice among values such as `2..9` or `4,6`; a name that is given several times adds
/// its values. Sizes change slowest from the first on, setups fastest. A setup may bring values of its own along, as in
/// `pretzel/banded?ranks=9&rules=free`; these are not changed.
pub fn lines(setups: &[String], options: &[(String, String)]) -> Result<Vec<StudyLine>, String> {
    let mut names: Vec<(&str, Vec<String>)> = Vec::new();
    for (name, text) in options {
        // Rules are written with commas themselves.
        let values = if name == "rules" { vec![text.clone()] } else { values(name, text)? };
        match names.iter_mut().find(|(known, _)| known == name) {
            Some((_, known)) => known.extend(values),
            None => names.push((name, values)),
        }
    }
    let mut choices: Vec<Vec<(String, String)>> = vec![Vec::new()];
    for (name, values) in &names {
        if choices.len() * values.len() * setups.len() > MOST_LINES {
            return Err(format!("{name} with {} values makes more than {MOST_LINES} lines", values.len()));
        }
        let with = |chosen: Vec<(String, String)>| {
            let one = |value: &String| {
                let mut chosen = chosen.clone();
                chosen.push((name.to_string(), value.clone()));
                chosen
            };
            values.iter().map(one).collect::<Vec<_>>()
        };
        choices = choices.into_iter().flat_map(with).collect();
    }
    let mut lines: Vec<(usize, StudyLine)> = Vec::new();
    for options in &choices {
        for (number, setup) in setups.iter().enumerate() {
            let (setup, own) = setup.split_once('?').unwrap_or((setup, ""));
            let mut all: Vec<(String, String)> = Vec::new();
            for pair in own.split('&').filter(|pair| !pair.is_empty()) {
                let (name, value) = pair.split_once('=').ok_or_else(|| {
                    format!(
                        "{setup}?{own}: expected NAME=VALUE after the question mark, found {}",
                        quoted(pair)
                    )
                })?;
                all.push((name.to_string(), value.to_string()));
            }
            let others = options.iter().filter(|(name, _)| all.iter().all(|(own, _)| own != name));
            let others: Vec<(String, String)> = others.cloned().collect();
            all.extend(others);
            let line = (number, StudyLine { setup: setup.to_string(), options: all });
            // Where a setup has its own value, other choices of it give the same line again. One that is named twice does
            // not go unnoticed here: a study refuses it.
            if own.is_empty() || !lines.contains(&line) {
                lines.push(line);
            }
        }
    }
    Ok(lines.into_iter().map(|(_, line)| line).collect())
}

/// The values that `4`, `2..9`, `4,6,8` or `riffle:1..8` stand for.
fn values(name: &str, text: &str) -> Result<Vec<String>, String> {
    let mut values = Vec::new();
    for part in text.split(',') {
        match part.split_once("..") {
            None => values.push(part.trim().to_string()),
            Some((from, to)) => {
                // What stands before a colon belongs to every value of the range.
                let (before, from) = from.split_at(from.rfind(':').map_or(0, |colon| colon + 1));
                let before = before.trim_start();
                let number = |text: &str| text.trim().trim_start_matches('=').parse::<u32>();
                let (Ok(from), Ok(to)) = (number(from), number(to)) else {
                    return Err(format!("{name}={text}: expected something like {name}=2..9"));
                };
                if from > to || to - from >= MOST_LINES as u32 {
                    return Err(format!("{name}={text}: expected a range that goes up, such as 2..9"));
                }
                values.extend((from..=to).map(|value| format!("{before}{value}")));
            }
        }
    }
    Ok(values)
}

/// Reads `0.5%` or `0.005` as a share.
pub fn share(text: &str) -> Result<f64, String> {
    let (digits, unit) = match text.trim().strip_suffix('%') {
        Some(digits) => (digits, 100.0),
        None => (text.trim(), 1.0),
    };
    let value = digits.trim().parse::<f64>().ok().map(|value| value / unit);
    match value.filter(|value| (1e-6..0.5).contains(value)) {
        Some(value) => Ok(value),
        None => Err(format!("expected a share such as 0.5% or 0.005, found {}", quoted(text))),
    }
}

/// Whether a study that ends by itself has come to its end: the interval reaches no further than `within` to either side
/// of the share. It holds at every moment at once, so stopping by it does no harm.
pub fn is_within(solvable: u64, unsolvable: u64, undecided: u64, within: f64) -> bool {
    let all = solvable + unsolvable + undecided;
    let interval = anytime_with_undecided(solvable, unsolvable, undecided, CONFIDENCE);
    let share = solvable as f64 / all as f64;
    all > 0
        && interval.is_some_and(|interval| interval.high - share <= within && share - interval.low <= within)
}

/// Reads `3/16` as a part, counted from 0, and how many there are.
pub fn shard(text: &str) -> Result<(u64, u64), String> {
    let wrong = || format!("expected a part such as 3/16, found {}", quoted(text));
    let (part, parts) = text.split_once('/').ok_or_else(wrong)?;
    let (part, parts): (u64, u64) = (part.parse().map_err(|_| wrong())?, parts.parse().map_err(|_| wrong())?);
    if (1..=parts).contains(&part) && parts <= 1_000_000 { Ok((part - 1, parts)) } else { Err(wrong()) }
}

/// The blocks of a part, each with its line, where the lines have so many blocks. Blocks of all lines are counted through, so
/// that every part gets its share of each.
pub fn blocks_of_part(
    lines: impl IntoIterator<Item = u64>,
    (part, parts): (u64, u64),
) -> impl Iterator<Item = (usize, u64)> {
    let all =
        lines.into_iter().enumerate().flat_map(|(line, blocks)| (0..blocks).map(move |block| (line, block)));
    all.zip((0..parts).cycle()).filter(move |(_, number)| *number == part).map(|(block, _)| block)
}

impl Study {
    /// A study of these lines, everything else as by default.
    pub fn of(lines: Vec<StudyLine>) -> Self {
        Self {
            title: String::new(),
            question: String::new(),
            expectation: String::new(),
            lines,
            seed: DEFAULT_SEED.into(),
            extent: Extent::Samples(DEFAULT_SAMPLES),
            trials: DEFAULT_TRIALS,
            request: MeasureRequest { length: true, ..ONLY_VERDICT },
            limits: Limits::default(),
            block: None,
            hunt: None,
        }
    }

    /// What makes it impossible, in the words of the command line.
    pub fn check(&self) -> Result<(), String> {
        self.impossible(Wording::Flags).map_or(Ok(()), |(_, why)| Err(why))
    }

    /// What makes it impossible: the key of a study file that it is about, and why, in words.
    pub fn impossible(&self, wording: Wording) -> Option<(&'static str, String)> {
        let zero = |key: &'static str, name: &str| {
            Some((key, format!("{} leaves nothing to do, give at least 1", wording.value(name, 0))))
        };
        match self.extent {
            Extent::Samples(0) => zero("samples", "samples"),
            Extent::Until { most: 0, .. } => zero("most", "most"),
            _ if self.trials == 0 => zero("trials", "trials"),
            _ if self.block == Some(0) => zero("block", "block"),
            _ if self.request.plays == 0 => zero("plays", "plays"),
            _ if self.limits.states == 0 => zero("limits", "states"),
            _ if self.limits.memory == 0 => zero("limits", "memory"),
            Extent::Samples(samples) if samples < u64::from(self.trials) => {
                let message = format!("{samples} challenges do not make {} trials", self.trials);
                let (samples, trials) = (wording.name("samples"), wording.name("trials"));
                Some(("samples", format!("{message}, give more {samples} or fewer {trials}")))
            }
            _ if self.block > Some(LARGEST_BLOCK) => {
                let most = grouped(LARGEST_BLOCK);
                Some(("block", format!("a block is kept in memory, it has at most {most} challenges")))
            }
            Extent::Samples(n) | Extent::Until { most: n, .. } if n > i64::MAX as u64 => {
                let key = if matches!(self.extent, Extent::Samples(_)) { "samples" } else { "most" };
                Some((key, format!("at most {} challenges can be numbered", i64::MAX)))
            }
            _ => None,
        }
    }

    /// Challenges in a block of a line with so many: at most 200 blocks, as far as blocks may be as large.
    pub fn block_rows(&self, challenges: u64) -> u64 {
        self.block.unwrap_or_else(|| match self.extent {
            // A climb takes seconds or minutes, and what is done is kept.
            _ if self.hunt.is_some() => 1,
            Extent::Until { .. } => BLOCK_UNTIL,
            _ => challenges.div_ceil(200).clamp(FEWEST_IN_BLOCK, MOST_IN_BLOCK),
        })
    }

    /// The trial of a sample's challenge: trials are equally long runs of indices, as far as the number can be divided.
    pub fn trial(&self, index: u64, challenges: u64) -> u64 {
        trial_of(self.trials, index, challenges)
    }
}

/// The same for so many trials.
pub fn trial_of(trials: u32, index: u64, challenges: u64) -> u64 {
    (u128::from(index) * u128::from(trials.max(1)) / u128::from(challenges.max(1))) as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_and_lists_give_a_line_for_each_choice() {
        let setups = ["a".to_string(), "b".to_string()];
        let option = |name: &str, value: &str| (name.to_string(), value.to_string());
        let found = lines(&setups, &[option("suits", "4"), option("ranks", "2..3,9")]).unwrap();
        let short: Vec<String> =
            found.iter().map(|line| format!("{}{}", line.setup, line.options[1].1)).collect();
        assert_eq!(short, ["a2", "b2", "a3", "b3", "a9", "b9"]);
        assert_eq!(lines(&setups, &[option("rules", "free,dice")]).unwrap().len(), 2);
        let both = lines(&setups, &[option("rules", "column"), option("rules", "free")]).unwrap();
        assert_eq!((both.len(), both[2].options[0].1.as_str()), (4, "free"));
        let own = lines(&["a?ranks=7".into(), "b".into()], &[option("ranks", "2..3")]).unwrap();
        let short: Vec<String> =
            own.iter().map(|line| format!("{}{}", line.setup, line.options[0].1)).collect();
        assert_eq!(short, ["a7", "b2", "b3"]);
        assert!(lines(&["a?ranks".into()], &[]).is_err());
        let hands = lines(&setups, &[option("shuffle", "perfect,riffle:0..2, overhand:8")]).unwrap();
        let ways: Vec<&str> = hands.iter().step_by(2).map(|line| line.options[0].1.as_str()).collect();
        assert_eq!(ways, ["perfect", "riffle:0", "riffle:1", "riffle:2", "overhand:8"]);
        for wrong in ["9..2", "2..", "x..3", "1..99999999", "riffle:3..riffle:8", ":..2"] {
            assert!(lines(&setups, &[option("ranks", wrong)]).is_err(), "{wrong}");
        }
    }

    #[test]
    fn shares_are_read_with_and_without_a_sign() {
        assert_eq!(share("0.5%"), Ok(0.005));
        assert_eq!(share(" 0.005 "), Ok(0.005));
        for wrong in ["", "%", "0", "-1%", "60%", "x", "nan", "inf%"] {
            assert!(share(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn trials_are_equally_long() {
        let study = Study { extent: Extent::Samples(1000), ..Study::of(Vec::new()) };
        let mut sizes = [0; 10];
        (0..1000).for_each(|index| sizes[study.trial(index, 1000) as usize] += 1);
        assert_eq!(sizes, [100; 10]);
        assert_eq!(study.block_rows(1000), 200);
        assert_eq!(study.block_rows(1_000_000), 5000);
        assert_eq!(study.block_rows(1_000_000_000), 20_000);
    }

    #[test]
    fn parts_share_all_blocks_of_all_lines() {
        assert_eq!(shard("3/16"), Ok((2, 16)));
        for wrong in ["", "3", "0/4", "5/4", "1/0", "-1/2", "1/2000000", "a/b"] {
            assert!(shard(wrong).is_err(), "{wrong}");
        }
        let part = |part| blocks_of_part([3, 4], (part, 3)).collect::<Vec<_>>();
        assert_eq!(
            [part(0), part(1), part(2)],
            [vec![(0, 0), (1, 0), (1, 3)], vec![(0, 1), (1, 1)], vec![(0, 2), (1, 2)]]
        );
    }

    #[test]
    fn what_cannot_be_done_is_refused_by_name() {
        let with = |change: fn(&mut Study)| {
            let mut study = Study::of(Vec::new());
            change(&mut study);
            study.check().err().unwrap_or_default()
        };
        assert_eq!(with(|_| ()), "");
        assert!(with(|study| study.extent = Extent::Samples(0)).contains("--samples 0"));
        let study = Study { extent: Extent::Samples(5), ..Study::of(Vec::new()) };
        let in_file = study.impossible(Wording::Keys).unwrap();
        assert_eq!(
            in_file,
            ("samples", "5 challenges do not make 10 trials, give more 'samples' or fewer 'trials'".into())
        );
        assert!(
            with(|study| study.extent = Extent::Samples(5)).contains("5 challenges do not make 10 trials")
        );
        assert!(with(|study| study.block = Some(LARGEST_BLOCK + 1)).contains("at most 100,000"));
        assert!(with(|study| study.extent = Extent::Samples(u64::MAX)).contains("can be numbered"));
    }
}

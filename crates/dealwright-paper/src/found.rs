//! What the records say, line by line: summaries, and a few things only the claims ask for.

use super::plan::setup_text;
use anyhow::Result;
use dealwright::Registry;
use dealwright::record::{self, Schema, Value, at};
use dealwright::search::Verdict;
use dealwright::setup::Setup;
use dealwright::stats::{Counts, Moments};
use dealwright::summary::{Choice, SummaryLine};
use dealwright_draw::chart::Estimate;
use dealwright_lab::files::{load_setup, setup_from_files};
use dealwright_lab::store::dir::StudyDir;
use std::collections::BTreeMap;
use std::sync::Arc;

/// Standard errors to either side that hold 95%.
pub const Z: f64 = 1.959964;
/// Columns that each engraved tile shows: the two topmost show two.
const TILES: [&[usize]; 10] = [&[0], &[1], &[2], &[3], &[4, 5], &[6, 7], &[8], &[9], &[10], &[11]];
/// IDs kept as examples, of each kind.
const EXAMPLES: usize = 3;

/// One line of a study.
pub struct Seen {
    /// The study's name.
    pub part: &'static str,
    pub line: SummaryLine,
    /// The columns that count Ducking Crabs and Duelling Deuces, where there are any.
    blockades: [Option<usize>; 2],
    /// Mean chance of random play in each trial.
    chances: BTreeMap<i64, Moments>,
    /// The first challenge, whatever it is.
    pub first_id: Option<String>,
    pub solvable_ids: Vec<String>,
    pub dead_ids: Vec<String>,
    /// The longest shortest solution, and the shortest one.
    pub longest: Option<(i64, String)>,
    pub shortest: Option<(i64, String)>,
    /// The solution found with the most counter-intuitive moves.
    pub most_counter: Option<(i64, String)>,
    /// Weight of deals with a Ducking Crab or Duelling Deuces.
    pub crab_or_duel: u64,
    /// Fujisan: deals with two zeros in a summit column, those of them that are solvable, and such an ID.
    pub zero_summit: (u64, u64),
    pub zero_summit_id: Option<String>,
    /// Fujisan Engraved: tiles that show a zero.
    pub zero_tiles: Moments,
}

impl Seen {
    fn new(part: &'static str, choice: Choice, schema: &Arc<Schema>, first: &[Value]) -> Self {
        Self {
            part,
            line: SummaryLine::new("", choice, schema, first),
            blockades: ["ducking_crabs", "duelling_deuces"].map(|name| schema.number(name)),
            chances: BTreeMap::new(),
            first_id: None,
            solvable_ids: Vec::new(),
            dead_ids: Vec::new(),
            longest: None,
            shortest: None,
            most_counter: None,
            crab_or_duel: 0,
            zero_summit: (0, 0),
            zero_summit_id: None,
            zero_tiles: Moments::default(),
        }
    }

    fn add(&mut self, row: &[Value]) {
        self.line.add(row);
        let text = |number: usize| if let Value::Text(text) = &row[number] { text.as_ref() } else { "" };
        let whole = |number: usize| if let Value::Int(value) = row[number] { Some(value) } else { None };
        let weight = whole(at::WEIGHT).unwrap_or(1).max(0) as u64;
        let verdict = record::verdict(row);
        let solvable = verdict == Verdict::Solvable;
        let id = text(at::ID);
        self.first_id.get_or_insert_with(|| id.into());
        let ids = if solvable { &mut self.solvable_ids } else { &mut self.dead_ids };
        if ids.len() < EXAMPLES && verdict != Verdict::Undecided {
            ids.push(id.into());
        }
        if let (Value::Real(chance), Some(trial)) = (&row[at::CHANCE], whole(at::TRIAL)) {
            self.chances.entry(trial).or_default().add(*chance, 1.0);
        }
        if let Some(length) = whole(at::LENGTH) {
            if self.longest.as_ref().is_none_or(|(most, _)| length > *most) {
                self.longest = Some((length, id.into()));
            }
            if self.shortest.as_ref().is_none_or(|(least, _)| length < *least) {
                self.shortest = Some((length, id.into()));
            }
        }
        if let Some(counter) = whole(at::COUNTER).filter(|_| solvable)
            && self.most_counter.as_ref().is_none_or(|(most, _)| counter > *most)
        {
            self.most_counter = Some((counter, id.into()));
        }
        let has = |number: usize| whole(number).is_some_and(|value| value > 0);
        if self.blockades.into_iter().flatten().any(has) {
            self.crab_or_duel += weight;
        }
        if let Some(columns) = columns_of(id) {
            if [5, 6].iter().any(|&column| columns[column] == (b'0', b'0')) {
                self.zero_summit.0 += weight;
                self.zero_summit.1 += if solvable { weight } else { 0 };
                if solvable || self.zero_summit_id.is_none() {
                    self.zero_summit_id = Some(id.into());
                }
            }
            let has_zero = |column: &usize| columns[*column].0 == b'0' || columns[*column].1 == b'0';
            let zeros = TILES.iter().filter(|tile| tile.iter().any(has_zero)).count();
            self.zero_tiles.add(zeros as f64, weight as f64);
        }
    }

    /// The setup at its sizes.
    pub fn setup(&self) -> Option<Setup> {
        let name = &self.line.setup;
        let file = format!("{}.toml", name.split_once('/')?.1);
        if let Some(text) = setup_text(&file) {
            return setup_from_files(
                &Registry::standard(),
                &file,
                &[],
                &BTreeMap::from([(file.clone(), text.to_string())]),
            )
            .ok();
        }
        let open = load_setup(&Registry::standard(), name, &[]).ok()?.open;
        let sizes =
            self.line.parameters.iter().filter(|(size, _)| open.iter().any(|open| open.name == *size));
        let options: Vec<(String, String)> =
            sizes.map(|(size, value)| (size.to_string(), value.to_string())).collect();
        load_setup(&Registry::standard(), name, &options).ok()
    }

    /// "boxoff/ltiles (4,6,4)".
    pub fn words(&self) -> String {
        self.line.words()
    }

    pub fn is_exact(&self) -> bool {
        self.line.choice == Choice::Census && self.line.undecided == 0
    }

    /// The share of solvable deals with its interval; with undecided ones the middle of what it can be.
    pub fn share(&self) -> Option<Estimate> {
        let range = self.line.share_range()?;
        let interval = self.line.interval()?;
        Some(Estimate::new((range.low + range.high) / 2.0, interval.low, interval.high))
    }

    fn estimate(&self, moments: Moments) -> Option<Estimate> {
        let mean = moments.mean()?;
        let error = if self.is_exact() { 0.0 } else { moments.error()?.sqrt() * Z };
        Some(Estimate::new(mean, mean - error, mean + error))
    }

    /// How far solvable deals are ahead of random play; none unless its chance is known of all.
    pub fn interest(&self) -> Option<Estimate> {
        let gain = self.line.gain;
        (gain.weight as u64 == self.line.total()).then(|| self.estimate(gain)).flatten()
    }

    /// Mean chance of random play.
    pub fn chance(&self) -> Option<Estimate> {
        self.line.chance()?;
        self.mean_of(self.line.measure("chance")?.all)
    }

    pub fn zero_tiles(&self) -> Option<Estimate> {
        self.estimate(self.zero_tiles)
    }

    /// Lengths of shortest solutions.
    pub fn lengths(&self) -> Option<&Counts> {
        Some(self.line.measure("length")?.solvable)
    }

    /// A mean with its interval.
    pub fn mean_of(&self, counts: &Counts) -> Option<Estimate> {
        let (mean, n) = (counts.mean()?, counts.len() as f64);
        let error = if self.is_exact() { 0.0 } else { Z * counts.sd().unwrap_or(0.0) / n.sqrt() };
        Some(Estimate::new(mean, mean - error, mean + error))
    }

    pub fn trial_chances(&self) -> Vec<f64> {
        self.chances.values().filter_map(Moments::mean).collect()
    }
}

/// The two values of each step of a mountain, from its ID.
fn columns_of(id: &str) -> Option<Vec<(u8, u8)>> {
    let (top, bottom) = id.strip_prefix("fujisan")?.split_once(':')?.1.split_once('/')?;
    let columns: Vec<(u8, u8)> = top.bytes().zip(bottom.bytes()).collect();
    (columns.len() == 12).then_some(columns)
}

/// All lines of all studies.
#[derive(Default)]
pub struct Found {
    /// A line for each setup with each choice of sizes.
    pub lines: Vec<Seen>,
}

impl Found {
    /// Adds the lines of a study.
    pub fn read(&mut self, part: &'static str, dir: &StudyDir) -> Result<()> {
        let choice = if dir.manifest.study.census { Choice::Census } else { Choice::Sample };
        let mut lines: Vec<Option<Seen>> = dir.manifest.lines.iter().map(|_| None).collect();
        dir.each_block(
            "reading",
            |block, rows| (block.0, rows),
            |(number, rows)| {
                for row in rows {
                    lines[number]
                        .get_or_insert_with(|| Seen::new(part, choice, &dir.columns.schema, &row))
                        .add(&row);
                }
            },
        )?;
        self.lines.extend(lines.into_iter().flatten());
        Ok(())
    }

    /// A line by its study, setup, sizes ("4,9") and rules.
    pub fn get(&self, part: &str, setup: &str, sizes: &str, rules: &str) -> Option<&Seen> {
        let fits = |seen: &&Seen| {
            seen.part == part
                && seen.line.setup == setup
                && seen.line.size_words() == sizes
                && seen.line.rules == rules
        };
        self.lines.iter().find(fits)
    }

    /// Boards of 4x6: the census where there is one, else the sample.
    pub fn boxoff_464(&self, setup: &str) -> Option<&Seen> {
        let all = self.get("boxoff-464-census", setup, "4,6,4", "");
        all.or_else(|| self.get("boxoff-464", setup, "4,6,4", ""))
    }

    /// Pretzel with four suits: the census where there is one, else the sample.
    pub fn pretzel(&self, setup: &str, ranks: u32) -> Option<&Seen> {
        let sizes = format!("4,{ranks}");
        let parts = ["pretzel-census", "pretzel-census-shuffled", "pretzel", "pretzel-long"];
        parts.iter().find_map(|part| self.get(part, setup, &sizes, ""))
    }

    /// The line of a Fujisan setup under these rules.
    pub fn fujisan(&self, setup: &str, rules: &str) -> Option<&Seen> {
        self.get("fujisan", setup, "12", rules)
    }
}

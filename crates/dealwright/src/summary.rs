//! What the records of a study come to. Made from rows alone, in any order.

mod between;
mod differences;
mod plays;

use crate::measure::Level;
use crate::record::{self, ColumnKind, Role, Schema, Value, at};
use crate::search::Verdict;
use crate::stats::{
    Bounded, Counts, Fit, Interval, MannWhitney, Moments, anytime_mean, anytime_with_undecided, fit,
    mann_whitney, wilson_with_undecided,
};
pub use between::{Group, PairTest, SharesTest, groups};
pub use differences::{Answer, Compared, Difference, differences, shares_apart};
use plays::{Plays, widened};
use std::collections::BTreeMap;
use std::sync::Arc;

/// Confidence of all intervals.
pub const CONFIDENCE: f64 = 0.95;

/// Core columns that are summed up as measures, beside those that have a place of their own.
const MEASURES: [usize; 12] = [
    at::LENGTH,
    at::CHANCE,
    at::COUNTER,
    at::COUNTER_LEAST,
    at::COUNTER_MOST,
    at::SWITCHES,
    at::CHANGES,
    at::WALK_MOVES,
    at::REACHABLE,
    at::DEAD_ENDS,
    at::LOST,
    at::STATES,
];

/// How the challenges of a line were chosen.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Choice {
    /// A sample of a size that was fixed before.
    Sample,
    /// A sample that ended when its interval was narrow enough.
    Until,
    /// Every outcome.
    Census,
}

/// One setup with its sizes and rules, summed up.
#[derive(Debug, Clone)]
pub struct SummaryLine {
    /// Where the records lie, if there are several places.
    pub place: String,
    /// GAME/SETUP.
    pub setup: String,
    /// The game.
    pub game: String,
    /// Rules that are not the default.
    pub rules: String,
    /// The way to shuffle, if it is not perfect.
    pub shuffle: String,
    /// All parameters of its challenges, by name.
    pub parameters: Vec<(String, i64)>,
    /// How the challenges were chosen.
    pub choice: Choice,
    /// The first challenge, by which the same ones are known again.
    first_id: String,
    /// Rows.
    pub challenges: u64,
    /// Weights of solvable, unsolvable and undecided challenges; in a sample each weighs 1.
    pub solvable: u64,
    /// See [`SummaryLine::solvable`].
    pub unsolvable: u64,
    /// See [`SummaryLine::solvable`].
    pub undecided: u64,
    /// Weight of challenges without a single legal move.
    pub dead_start: u64,
    /// Weight of challenges that can be lost, and of those of which it is known.
    pub can_be_lost: (u64, u64),
    /// Weight of solvable challenges of each level.
    pub levels: [u64; 4],
    /// Weight of dead challenges by their first named structure.
    pub causes: BTreeMap<String, u64>,
    /// Weight of dead deals by the smallest change that brings them to life.
    pub repairs: BTreeMap<String, u64>,
    /// Weight of challenges whose chance of random play is sampled.
    pub chance_sampled: u64,
    /// Solvable less chance of random play, challenge by challenge, of those of which it is known.
    pub gain: Moments,
    /// The plays behind sampled chances.
    plays: Plays,
    /// For each trial: solvable, and all.
    trials: BTreeMap<i64, (u64, u64)>,
    /// The columns of its records.
    schema: Arc<Schema>,
    /// Columns that are summed up as measures.
    measured: Vec<usize>,
    /// Values of each measure by its column: of all, of solvable and of unsolvable challenges.
    measures: BTreeMap<usize, [Counts; 3]>,
}

/// Means over the challenges of a line that have an interval.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Mean {
    /// Of the chance of random play.
    Chance,
    /// Of solvable less that chance.
    Interest,
}

/// A measure of a line.
#[derive(Debug)]
pub struct Measure<'a> {
    /// Its column.
    pub name: &'a str,
    /// Whether its values are whole numbers.
    pub whole: bool,
    /// Values of all challenges that have one.
    pub all: &'a Counts,
    /// Of solvable ones.
    pub solvable: &'a Counts,
    /// Of unsolvable ones.
    pub unsolvable: &'a Counts,
}

impl Measure<'_> {
    /// Whether solvable and unsolvable challenges differ; none where there is only one kind, or in a census, where
    /// nothing is left to chance.
    pub fn between_verdicts(&self, line: &SummaryLine) -> Option<MannWhitney> {
        if line.choice == Choice::Census { None } else { mann_whitney(self.solvable, self.unsolvable) }
    }
}

impl SummaryLine {
    /// A line without challenges, named after its first row, whose columns are those of the schema.
    pub fn new(place: &str, choice: Choice, schema: &Arc<Schema>, first: &[Value]) -> Self {
        let word = |number: usize| match first.get(number) {
            Some(Value::Text(text)) => text.to_string(),
            _ => String::new(),
        };
        let parameters =
            schema.columns().iter().zip(first).filter(|(column, _)| column.role == Role::Parameter);
        let size = |(column, value): (&record::Column, &Value)| match value {
            Value::Int(size) => Some((column.name.to_string(), *size)),
            _ => None,
        };
        Self {
            place: place.into(),
            setup: word(at::SETUP),
            game: word(at::GAME),
            rules: word(at::RULES),
            shuffle: word(at::SHUFFLE),
            parameters: parameters.filter_map(size).collect(),
            choice,
            first_id: word(at::ID),
            challenges: 0,
            solvable: 0,
            unsolvable: 0,
            undecided: 0,
            dead_start: 0,
            can_be_lost: (0, 0),
            levels: [0; 4],
            causes: BTreeMap::new(),
            repairs: BTreeMap::new(),
            chance_sampled: 0,
            gain: Moments::default(),
            plays: Plays::default(),
            trials: BTreeMap::new(),
            schema: Arc::clone(schema),
            measured: measured_columns(schema),
            measures: BTreeMap::new(),
        }
    }

    /// Adds a challenge.
    pub fn add(&mut self, row: &[Value]) {
        let get = |number: usize| row.get(number).unwrap_or(&Value::Missing);
        let weight = if let Value::Int(weight) = get(at::WEIGHT) { (*weight).max(0) as u64 } else { 1 };
        self.challenges += 1;
        let verdict = record::verdict(row);
        match verdict {
            Verdict::Solvable => self.solvable += weight,
            Verdict::Unsolvable => self.unsolvable += weight,
            Verdict::Undecided => self.undecided += weight,
        }
        self.dead_start += if *get(at::DEAD_START) == Value::Flag(true) { weight } else { 0 };
        if let Value::Flag(lost) = get(at::CAN_BE_LOST) {
            self.can_be_lost.0 += if *lost { weight } else { 0 };
            self.can_be_lost.1 += weight;
        }
        if let Value::Text(word) = get(at::LEVEL)
            && let Ok(level) = word.parse::<Level>()
        {
            self.levels[level as usize] += weight;
        }
        if let Value::Text(cause) = get(at::CAUSE) {
            *self.causes.entry(cause.to_string()).or_default() += weight;
        }
        if let Value::Text(repair) = get(at::REPAIR) {
            *self.repairs.entry(repair.to_string()).or_default() += weight;
        }
        if let (Value::Flag(false), Value::Real(chance)) = (get(at::CHANCE_EXACT), get(at::CHANCE)) {
            self.chance_sampled += weight;
            if let (Value::Text(id), Value::Int(plays)) = (get(at::ID), get(at::PLAYS)) {
                self.plays.add(id, weight, *chance, (*plays).max(0) as u64);
            }
        }
        let is_solvable = verdict == Verdict::Solvable;
        if let (Value::Real(chance), true) = (get(at::CHANCE), verdict != Verdict::Undecided) {
            self.gain.add(f64::from(u8::from(is_solvable)) - chance, weight as f64);
        }
        if let Value::Int(trial) = get(at::TRIAL) {
            let (solvable, all) = self.trials.entry(*trial).or_default();
            *solvable += u64::from(is_solvable);
            *all += 1;
        }
        for &number in &self.measured {
            let Some(value) = record::number(row, number) else { continue };
            let counts = self.measures.entry(number).or_default();
            counts[0].add_many(value, weight);
            match verdict {
                Verdict::Solvable => counts[1].add_many(value, weight),
                Verdict::Unsolvable => counts[2].add_many(value, weight),
                Verdict::Undecided => false,
            };
        }
    }

    /// Adds the challenges of another part of the same line, which come after those that are there. Everything but the sums
    /// behind `gain` is the same to the last bit as if they had been added one by one.
    pub fn add_all(&mut self, later: Self) {
        self.challenges += later.challenges;
        self.solvable += later.solvable;
        self.unsolvable += later.unsolvable;
        self.undecided += later.undecided;
        self.dead_start += later.dead_start;
        self.can_be_lost.0 += later.can_be_lost.0;
        self.can_be_lost.1 += later.can_be_lost.1;
        for (level, more) in self.levels.iter_mut().zip(later.levels) {
            *level += more;
        }
        for (counted, more) in [(&mut self.causes, later.causes), (&mut self.repairs, later.repairs)] {
            more.into_iter().for_each(|(word, weight)| *counted.entry(word).or_default() += weight);
        }
        self.chance_sampled += later.chance_sampled;
        self.gain.merge(&later.gain);
        self.plays.add_all(later.plays);
        for (trial, (solvable, all)) in later.trials {
            let there = self.trials.entry(trial).or_default();
            there.0 += solvable;
            there.1 += all;
        }
        for (number, counts) in later.measures {
            let there = self.measures.entry(number).or_default();
            for (there, more) in there.iter_mut().zip(counts) {
                there.add_all(more);
            }
        }
    }

    /// Weights of solvable, unsolvable and undecided challenges.
    pub fn verdicts(&self) -> [u64; 3] {
        [self.solvable, self.unsolvable, self.undecided]
    }

    /// Solvable, unsolvable and undecided together.
    pub fn total(&self) -> u64 {
        self.solvable + self.unsolvable + self.undecided
    }

    /// The share of solvable challenges; none while some are undecided, or without challenges.
    pub fn share(&self) -> Option<f64> {
        self.share_range().filter(|_| self.undecided == 0).map(|range| range.low)
    }

    /// The least and the greatest that the share can be, all undecided challenges taken as unsolvable or as solvable.
    pub fn share_range(&self) -> Option<Interval> {
        let share = |weight: u64| weight as f64 / self.total() as f64;
        let (low, high) = (self.solvable, self.solvable + self.undecided);
        (self.total() > 0).then(|| Interval { low: share(low), high: share(high) })
    }

    /// Where the true share lies: a point or, with undecided challenges, a range in a census; else an interval, valid
    /// under the stopping rule where there was one.
    pub fn interval(&self) -> Option<Interval> {
        match self.choice {
            Choice::Census => self.share_range(),
            Choice::Sample => {
                wilson_with_undecided(self.solvable, self.unsolvable, self.undecided, CONFIDENCE)
            }
            Choice::Until => self.share_at_any_time(CONFIDENCE),
        }
    }

    /// Where the true share lies, however the moment to stop was chosen.
    fn share_at_any_time(&self, confidence: f64) -> Option<Interval> {
        anytime_with_undecided(self.solvable, self.unsolvable, self.undecided, confidence)
    }

    /// The share of solvable challenges in each trial; nothing while some are undecided.
    pub fn trial_shares(&self) -> Vec<f64> {
        if self.undecided > 0 {
            return Vec::new();
        }
        self.trials.values().map(|&(solvable, all)| solvable as f64 / all as f64).collect()
    }

    /// A measure; none if nothing was measured.
    pub fn measure(&self, name: &str) -> Option<Measure<'_>> {
        self.measured(self.schema.number(name)?)
    }

    fn measured(&self, number: usize) -> Option<Measure<'_>> {
        let [all, solvable, unsolvable] = self.measures.get(&number)?;
        let column = &self.schema.columns()[number];
        Some(Measure { name: &column.name, whole: column.kind == ColumnKind::Int, all, solvable, unsolvable })
    }

    /// All that was measured, in the order of the columns.
    pub fn measures(&self) -> impl Iterator<Item = Measure<'_>> {
        self.measures.keys().filter_map(|&number| self.measured(number))
    }

    /// The mean chance of random play; none unless it is known of all challenges.
    pub fn chance(&self) -> Option<f64> {
        let known = self.measure("chance")?.all;
        if known.len() == self.total() { known.mean() } else { None }
    }

    /// How much a thinking player has ahead of random play: share solvable less chance of random play.
    pub fn interest(&self) -> Option<f64> {
        Some(self.share()? - self.chance()?)
    }

    /// Where the true interest lies: a point in a census whose chances are all exact.
    pub fn interest_interval(&self) -> Option<Interval> {
        self.mean_interval(Mean::Interest, CONFIDENCE)
    }

    /// Where the true mean chance of random play lies: a point in a census whose chances are all exact.
    pub fn chance_interval(&self) -> Option<Interval> {
        self.mean_interval(Mean::Chance, CONFIDENCE)
    }

    /// What the deals alone say about a mean; none where it is not defined.
    fn deals_of(&self, mean: Mean) -> Option<Bounded> {
        let measured = self.measure("chance")?;
        match (mean, self.choice) {
            (Mean::Chance, Choice::Census) => Some(Bounded::exact(self.chance()?)),
            (Mean::Interest, Choice::Census) => Some(Bounded::exact(self.interest()?)),
            (Mean::Chance, _) => self.chance().and_then(|_| Bounded::new(measured.all)),
            (Mean::Interest, _) => {
                self.interest()?;
                let mut gains = Counts::new();
                for (share, counts) in [(1.0, measured.solvable), (0.0, measured.unsolvable)] {
                    counts.iter().for_each(|(chance, count)| {
                        gains.add_many(share - chance, count);
                    });
                }
                Bounded::new(&gains)
            }
        }
    }

    /// How far down and up a mean can be off by the luck of sampled plays that the deals do not show.
    fn plays_of(&self, mean: Mean, confidence: f64) -> (f64, f64) {
        let (down, up) = self.plays.reach(self.choice, self.total() as f64, confidence);
        if mean == Mean::Chance { (down, up) } else { (up, down) }
    }

    fn mean_interval(&self, mean: Mean, confidence: f64) -> Option<Interval> {
        let deals = self.deals_of(mean)?;
        let interval = match self.choice {
            Choice::Until => {
                let n = self.total() as f64;
                anytime_mean((deals.mean() * n).clamp(0.0, n), n, confidence)?
            }
            Choice::Sample | Choice::Census => deals.interval(confidence)?,
        };
        Some(widened(deals.mean(), interval, self.plays_of(mean, confidence), (0.0, 1.0)))
    }

    /// Dead deals that one change brings to life, and all dead deals; none unless it is known of each of them.
    pub fn repaired(&self) -> Option<(u64, u64)> {
        let known: u64 = self.repairs.values().sum();
        let none = self.repairs.get("none").copied().unwrap_or(0);
        (known > 0 && known == self.unsolvable).then_some((known - none, known))
    }

    /// Which distribution the lengths follow better.
    pub fn length_fit(&self) -> Option<Fit> {
        fit(self.measure("length")?.all, 0)
    }

    /// Whether two lines are about the same challenges, dealt from the same seed.
    pub fn is_the_same(&self, other: &Self) -> bool {
        (&self.setup, &self.rules, &self.shuffle, &self.parameters, &self.first_id)
            == (&other.setup, &other.rules, &other.shuffle, &other.parameters, &other.first_id)
    }

    /// "pretzel/banded (4,9)", with rules, way to shuffle and place if there are any.
    pub fn words(&self) -> String {
        let mut words = format!("{} ({})", self.setup, self.size_words());
        for more in [&self.rules, &self.shuffle].into_iter().filter(|more| !more.is_empty()) {
            words.push_str(&format!(" {more}"));
        }
        if !self.place.is_empty() {
            words.push_str(&format!(" in {}", self.place));
        }
        words
    }

    /// "4,9".
    pub fn size_words(&self) -> String {
        self.parameters.iter().map(|(_, size)| size.to_string()).collect::<Vec<_>>().join(",")
    }
}

/// Columns that are summed up as measures: core ones, and those that the games declare.
fn measured_columns(schema: &Schema) -> Vec<usize> {
    let own = schema.columns().iter().enumerate().filter(|(_, column)| column.role == Role::Measure);
    MEASURES.into_iter().chain(own.map(|(number, _)| number)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A record with a bit of everything that is summed up.
    fn row(n: u64) -> Vec<Value> {
        let mut row = vec![Value::Missing; record::CORE.len()];
        let text = |text: &str| Value::Text(text.to_string().into());
        let verdict = ["solvable", "unsolvable", "solvable", "undecided", "solvable"][n as usize % 5];
        let chance = (n % 17) as f64 / 20.0;
        row[at::ID] = text(&format!("game:{}", n % 23));
        row[at::WEIGHT] = Value::Int(1 + n as i64 % 3);
        row[at::VERDICT] = text(verdict);
        row[at::DEAD_START] = Value::Flag(n.is_multiple_of(11));
        row[at::TRIAL] = Value::Int(n as i64 / 40);
        row[at::LENGTH] = if verdict == "solvable" { Value::Int(n as i64 % 13) } else { Value::Missing };
        row[at::CHANCE] = Value::Real(chance);
        row[at::CHANCE_EXACT] = Value::Flag(n.is_multiple_of(4));
        row[at::PLAYS] = Value::Int(20);
        row[at::CAN_BE_LOST] =
            if n.is_multiple_of(3) { Value::Flag(n.is_multiple_of(2)) } else { Value::Missing };
        row[at::LEVEL] = if verdict == "solvable" { text("steady") } else { Value::Missing };
        if verdict == "unsolvable" {
            row[at::CAUSE] = text(["crab", "duel"][n as usize % 2]);
            row[at::REPAIR] = text(["swap", "none", "turn"][n as usize % 3]);
        }
        row
    }

    fn summed(rows: std::ops::Range<u64>, choice: Choice, schema: &Arc<Schema>) -> SummaryLine {
        let mut line = SummaryLine::new("", choice, schema, &row(rows.start));
        rows.for_each(|n| line.add(&row(n)));
        line
    }

    #[test]
    fn a_line_summed_up_in_parts_says_what_it_says_in_one() {
        let schema = Arc::new(Schema::of([]).unwrap());
        for choice in [Choice::Sample, Choice::Census] {
            let whole = summed(0..200, choice, &schema);
            for cuts in [&[0, 100, 200][..], &[0, 1, 2, 199, 200], &[0, 50, 51, 120, 200]] {
                let mut parts = cuts.windows(2).map(|cut| summed(cut[0]..cut[1], choice, &schema));
                let mut line = parts.next().unwrap();
                parts.for_each(|part| line.add_all(part));
                assert_eq!(line.verdicts(), whole.verdicts());
                assert_eq!(
                    (line.challenges, line.dead_start, line.can_be_lost, line.levels, line.chance_sampled),
                    (
                        whole.challenges,
                        whole.dead_start,
                        whole.can_be_lost,
                        whole.levels,
                        whole.chance_sampled
                    )
                );
                assert_eq!((&line.causes, &line.repairs), (&whole.causes, &whole.repairs));
                assert_eq!((&line.trials, &line.first_id), (&whole.trials, &whole.first_id));
                assert_eq!(line.measures, whole.measures);
                assert_eq!(line.interval(), whole.interval());
                assert_eq!(line.chance_interval(), whole.chance_interval());
                let (gain, all) = (line.gain.mean().unwrap(), whole.gain.mean().unwrap());
                assert!((gain - all).abs() < 1e-12, "{gain} {all}");
            }
        }
    }
}

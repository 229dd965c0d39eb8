//! The rules by which a statement of the paper is found to hold or not.
//!
//! *Agrees* means: consistent, at 95%, with a sample of the paper's size (1,000 challenges, in ten trials of 100) drawn from
//! what we found. A printed number stands for all that round to it. Where our own records leave it open, the verdict is
//! *cannot tell*.

use super::found::{Seen, Z};
use super::resample;
use crate::chart::Estimate;
use dealwright::stats::{Counts, MannWhitney, two_proportions};

/// Challenges of each setup in the paper.
pub const PAPER: u64 = 1000;
/// A result of the paper is consistent if at least this share of studies of its size gives it.
pub const LEAST: f64 = 0.05;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    Agrees,
    Differs,
    /// Only under a reading that is not the paper's own.
    OnlyUnder(&'static str),
    CannotTell,
    /// Not a statement of the paper: shown beside one, and not judged.
    Shown,
}

impl Verdict {
    pub fn words(self) -> String {
        match self {
            Verdict::Agrees => "agrees".into(),
            Verdict::Differs => "differs".into(),
            Verdict::OnlyUnder(reading) => format!("agrees only under {reading}"),
            Verdict::CannotTell => "cannot tell".into(),
            Verdict::Shown => "not judged".into(),
        }
    }

    pub fn of(agrees: bool) -> Self {
        if agrees { Verdict::Agrees } else { Verdict::Differs }
    }
}

/// A number as the paper prints it, with so many decimals.
#[derive(Debug, Clone, Copy)]
pub struct Printed {
    pub value: f64,
    pub decimals: u32,
}

impl Printed {
    pub fn new(value: f64, decimals: u32) -> Self {
        Self { value, decimals }
    }

    fn half_unit(self) -> f64 {
        0.5 * 10f64.powi(-(self.decimals as i32))
    }

    /// The number nearest to `value` that is printed like this one.
    fn nearest_to(self, value: f64) -> f64 {
        value.clamp(self.value - self.half_unit(), self.value + self.half_unit())
    }
}

/// One statement put to the test.
#[derive(Debug, Clone)]
pub struct Finding {
    pub what: String,
    /// The reading of the rules, where it matters.
    pub reading: &'static str,
    pub paper: String,
    pub paper_value: Option<f64>,
    pub ours: String,
    pub value: Option<Estimate>,
    pub exact: bool,
    /// Effect sizes, and shares of studies of the paper's size.
    pub more: String,
    /// Numbers behind it, by name: p values, effect sizes, shares of studies that reject, counts.
    pub numbers: Vec<(&'static str, f64)>,
    pub verdict: Verdict,
    /// Studies and lines behind it.
    pub records: Vec<String>,
}

impl Finding {
    /// A statement that is judged elsewhere.
    pub fn new(what: &str, paper: &str, ours: String, verdict: Verdict, seen: &[&Seen]) -> Self {
        Self {
            what: what.into(),
            reading: "",
            paper: paper.into(),
            paper_value: None,
            ours,
            value: None,
            exact: !seen.is_empty() && seen.iter().all(|seen| seen.is_exact()),
            more: String::new(),
            numbers: Vec::new(),
            verdict,
            records: seen.iter().map(|seen| format!("{}: {}", seen.part, seen.words())).collect(),
        }
    }

    /// The same with a number to be drawn.
    pub fn valued(mut self, value: Option<Estimate>, paper: Option<f64>) -> Self {
        (self.value, self.paper_value) = (value, paper);
        self
    }

    pub fn under(mut self, reading: &'static str) -> Self {
        self.reading = reading;
        self
    }

    pub fn more(mut self, more: String) -> Self {
        self.more = more;
        self
    }

    /// What a Mann–Whitney test says, and the share of studies of the paper's size in which it says the same.
    pub fn by_ranks(self, test: &MannWhitney, found_in: f64) -> Self {
        let more = format!(
            "rank-biserial correlation {:.2}; a Mann–Whitney test finds it in {} of studies of the paper's size",
            test.rank_biserial.abs(),
            per_cent(found_in, 0)
        );
        let numbers =
            [("p", test.p), ("rank_biserial", test.rank_biserial), ("rejects_as_claimed", found_in)];
        self.more(more).numbers(&numbers)
    }

    pub fn numbers(mut self, numbers: &[(&'static str, f64)]) -> Self {
        self.numbers.extend(numbers);
        self
    }
}

pub fn per_cent(share: f64, decimals: usize) -> String {
    format!("{:.decimals$}%", 100.0 * share)
}

/// "26.6% (25.7 to 27.5)", or all digits where it is exact.
pub fn share_words(seen: &Seen) -> Option<String> {
    let share = seen.share()?;
    let line = &seen.line;
    if seen.is_exact() {
        use dealwright::text::grouped;
        return Some(format!(
            "{} exactly ({} of {})",
            per_cent(share.value, 4),
            grouped(line.solvable),
            grouped(line.total())
        ));
    }
    let undecided = match line.undecided {
        0 => String::new(),
        n => format!(", {n} undecided"),
    };
    Some(format!("{}{undecided}", estimate_words(share, 1)))
}

/// "26.6% (25.7 to 27.5)".
pub fn estimate_words(share: Estimate, decimals: usize) -> String {
    let [value, low, high] = [share.value, share.low, share.high].map(|share| 100.0 * share);
    if share.low == share.high {
        return format!("{value:.decimals$}% exactly");
    }
    format!("{value:.decimals$}% ({low:.decimals$} to {high:.decimals$})")
}

/// A plain number with its interval.
pub fn number_words(number: Estimate, decimals: usize) -> String {
    let Estimate { value, low, high } = number;
    if low == high {
        return format!("{value:.decimals$} exactly");
    }
    format!("{value:.decimals$} ({low:.decimals$} to {high:.decimals$})")
}

/// A share in per cent against a sample of `size` challenges of the paper. An exact share has no error of its own.
fn is_consistent(solvable: u64, all: u64, exact: bool, paper: Printed, size: u64) -> bool {
    let share = solvable as f64 / all as f64;
    let nearest = paper.nearest_to(100.0 * share) / 100.0;
    if exact {
        return (nearest - share).abs() <= Z * (share * (1.0 - share) / size as f64).sqrt();
    }
    let theirs = (nearest * size as f64).round() as u64;
    match two_proportions(theirs.min(size), size, solvable, all, 0.95) {
        Some(test) => test.p.is_none_or(|p| p >= 0.05),
        None => false,
    }
}

/// How far ours is from the paper's, and how far a sample of its size may be.
pub fn distance_words(paper: Printed, seen: &Seen) -> Option<String> {
    let share = seen.share()?.value;
    let difference = 100.0 * share - paper.value;
    let way = if difference >= 0.0 { "above" } else { "below" };
    // The paper's error, ours, and that of its rounding.
    let own = if seen.is_exact() { 0.0 } else { 1.0 / seen.line.total() as f64 };
    let error = 100.0 * Z * (share * (1.0 - share) * (1.0 / PAPER as f64 + own)).sqrt() + paper.half_unit();
    Some(format!(
        "Ours is {:.1} points {way} the printed {}%; samples of 1,000, rounded like that, are within {error:.1} points of it in 95% of \
         cases.",
        difference.abs(),
        paper.value
    ))
}

/// "Solvable: 27%".
pub fn share(what: &str, paper: Printed, seen: &Seen) -> Option<Finding> {
    let line = &seen.line;
    let verdicts: Vec<bool> = [line.solvable, line.solvable + line.undecided]
        .iter()
        .map(|&solvable| is_consistent(solvable, line.total(), seen.is_exact(), paper, PAPER))
        .collect();
    let verdict = if verdicts[0] == verdicts[1] { Verdict::of(verdicts[0]) } else { Verdict::CannotTell };
    let printed = per_cent(paper.value / 100.0, paper.decimals as usize);
    Some(
        Finding::new(what, &printed, share_words(seen)?, verdict, &[seen])
            .valued(seen.share(), Some(paper.value / 100.0)),
    )
}

/// A share of part of the challenges, such as those of some lengths among the solvable ones.
pub fn part_share(what: &str, paper: Printed, part: u64, all: u64, seen: &Seen) -> Option<Finding> {
    let size = paper_part(all, seen);
    let verdict = Verdict::of(is_consistent(part, all, seen.is_exact(), paper, size));
    let interval = dealwright::stats::wilson(part, all, 0.95)?;
    let value = Estimate::new(part as f64 / all as f64, interval.low, interval.high);
    let printed = per_cent(paper.value / 100.0, paper.decimals as usize);
    Some(
        Finding::new(what, &printed, estimate_words(value, 1), verdict, &[seen])
            .valued(Some(value), Some(paper.value / 100.0)),
    )
}

/// A mean against the mean of `size` values of the paper; both in the paper's unit.
pub fn mean(
    what: &str,
    paper: Printed,
    counts: &Counts,
    size: u64,
    unit: f64,
    seen: &Seen,
) -> Option<Finding> {
    let value = seen.mean_of(counts)?;
    let own = if seen.is_exact() { 0.0 } else { 1.0 / counts.len() as f64 };
    let error = unit * counts.sd().unwrap_or(0.0) * (1.0 / size as f64 + own).sqrt();
    let distance = (paper.nearest_to(unit * value.value) - unit * value.value).abs();
    let (printed, ours) = match unit {
        100.0 => (per_cent(paper.value / 100.0, paper.decimals as usize), estimate_words(value, 2)),
        _ => (format!("{:.*}", paper.decimals as usize, paper.value), number_words(value, 3)),
    };
    let verdict = Verdict::of(distance <= Z * error);
    Some(Finding::new(what, &printed, ours, verdict, &[seen]).valued(Some(value), Some(paper.value / unit)))
}

/// Points between solvable deals and random play: in the paper each challenge counts 1 if it is solvable and was not won at
/// random.
pub fn interest(what: &str, paper: Printed, seen: &Seen) -> Option<Finding> {
    let value = seen.interest()?;
    let own = (value.high - value.low) / (2.0 * Z);
    let error = (value.value * (1.0 - value.value) / PAPER as f64 + own * own).sqrt();
    let distance = (paper.nearest_to(100.0 * value.value) / 100.0 - value.value).abs();
    let printed = format!("{} points", paper.value);
    let [middle, low, high] = [value.value, value.low, value.high].map(|share| 100.0 * share);
    let ours = format!("{middle:.1} points ({low:.1} to {high:.1})");
    Some(
        Finding::new(what, &printed, ours, Verdict::of(distance <= Z * error), &[seen])
            .valued(Some(value), Some(paper.value / 100.0)),
    )
}

/// What is known of two shares, the first of which is said to be greater.
pub struct Compared {
    pub difference: f64,
    pub low: f64,
    pub high: f64,
    /// Share of studies of the paper's size that find the first greater, and any difference.
    pub above: f64,
    pub any: f64,
    pub words: String,
    pub more: String,
    pub numbers: Vec<(&'static str, f64)>,
}

pub fn compared(first: &Seen, second: &Seen) -> Option<Compared> {
    let (a, b) = (&first.line, &second.line);
    if a.undecided + b.undecided > 0 {
        return None;
    }
    let test = two_proportions(a.solvable, a.total(), b.solvable, b.total(), 0.95)?;
    let (above, any) = resample::share_tests(a.share()?, b.share()?, [&first.words(), &second.words()]);
    // A census has no error: then the other's interval is all there is.
    let (of_first, of_second) = (first.share()?, second.share()?);
    let (low, high) = match (first.is_exact(), second.is_exact()) {
        (false, false) => (test.interval.low, test.interval.high),
        _ => (of_first.low - of_second.high, of_first.high - of_second.low),
    };
    let [difference, low, high] = [test.difference, low, high].map(|share| 100.0 * share);
    let words = match first.is_exact() && second.is_exact() {
        true => format!("{difference:+.2} points exactly"),
        false => format!("{difference:+.1} points ({low:+.1} to {high:+.1})"),
    };
    // Whichever way the difference goes.
    let found_in = if difference >= 0.0 { above } else { any - above };
    let more = format!(
        "effect size h = {:.2}; the paper's test finds it in {} of studies of its size",
        test.cohens_h.abs(),
        per_cent(found_in, 0)
    );
    let mut numbers = vec![("cohens_h", test.cohens_h), ("rejects", any), ("rejects_as_claimed", above)];
    numbers.extend(test.p.map(|p| ("p", p)));
    Some(Compared { difference, low, high, above, any, words, more, numbers })
}

/// Two lines that cannot be compared as long as some challenges are undecided.
fn undecided(what: &str, paper: &str, first: &Seen, second: &Seen) -> Finding {
    let ours = format!("{} challenges are undecided", first.line.undecided + second.line.undecided);
    Finding::new(what, paper, ours, Verdict::CannotTell, &[first, second])
}

/// "Significantly above": the difference is there, and a study of the paper's size can find it.
pub fn above(what: &str, first: &Seen, second: &Seen) -> Option<Finding> {
    const PAPER_SAYS: &str = "significantly above";
    let Some(found) = compared(first, second) else {
        return Some(undecided(what, PAPER_SAYS, first, second));
    };
    let verdict = match &found {
        found if found.low > 0.0 => Verdict::of(found.above >= LEAST),
        found if found.high < 0.0 => Verdict::Differs,
        _ => Verdict::CannotTell,
    };
    let estimate = Estimate::new(found.difference / 100.0, found.low / 100.0, found.high / 100.0);
    Some(
        Finding::new(what, PAPER_SAYS, found.words, verdict, &[first, second])
            .valued(Some(estimate), None)
            .numbers(&found.numbers)
            .more(found.more),
    )
}

/// "No significant difference": a study of the paper's size can have missed whatever there is.
pub fn not_significant(what: &str, first: &Seen, second: &Seen) -> Option<Finding> {
    const PAPER_SAYS: &str = "no significant difference";
    let Some(found) = compared(first, second) else {
        return Some(undecided(what, PAPER_SAYS, first, second));
    };
    let estimate = Estimate::new(found.difference / 100.0, found.low / 100.0, found.high / 100.0);
    let verdict = Verdict::of(1.0 - found.any >= LEAST);
    Some(
        Finding::new(what, PAPER_SAYS, found.words, verdict, &[first, second])
            .valued(Some(estimate), None)
            .numbers(&found.numbers)
            .more(found.more),
    )
}

/// How many of so many of our challenges a study of the paper's size has.
pub fn paper_part(ours: u64, seen: &Seen) -> u64 {
    (PAPER as f64 * ours as f64 / seen.line.total() as f64).round() as u64
}

/// Solvable challenges in a study of the paper's size.
pub fn paper_solvable(seen: &Seen) -> u64 {
    (PAPER as f64 * seen.share().map_or(0.0, |share| share.value)).round() as u64
}

/// What several statements come to, each perhaps judged under two readings: the paper's own comes first.
pub fn together(findings: &[Finding]) -> Verdict {
    let judged = || findings.iter().filter(|f| f.verdict != Verdict::Shown);
    let own: Vec<&Finding> = judged().filter(|f| f.reading.is_empty() || f.reading == OWN).collect();
    let other: Vec<&Finding> = judged().filter(|f| f.reading.is_empty() || f.reading == FREE).collect();
    let all = |findings: &[&Finding]| findings.iter().all(|f| f.verdict == Verdict::Agrees);
    if all(&own) {
        return Verdict::Agrees;
    }
    if judged().any(|f| f.reading == FREE) && all(&other) {
        return Verdict::OnlyUnder(FREE);
    }
    match own.iter().map(|f| f.verdict).find(|v| *v == Verdict::Differs) {
        Some(verdict) => verdict,
        None => own.iter().map(|f| f.verdict).find(|v| *v != Verdict::Agrees).unwrap_or(Verdict::CannotTell),
    }
}

/// Readings of Fujisan's summit rule: the paper's, and the original one.
pub const OWN: &str = "column";
pub const FREE: &str = "free";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_printed_share_stands_for_all_that_round_to_it() {
        // 27% may be 265 to 275 of 1,000; the exact share may lie about 2.8 points further off.
        for (solvable, agrees) in [(2700, true), (3020, true), (3050, false), (2400, true), (2360, false)] {
            assert_eq!(
                is_consistent(solvable, 10_000, false, Printed::new(27.0, 0), PAPER),
                agrees,
                "{solvable}"
            );
        }
        // With a decimal there is less room, and a small sample of our own leaves more.
        assert!(!is_consistent(1100, 10_000, false, Printed::new(8.2, 1), PAPER));
        assert!(is_consistent(11, 100, false, Printed::new(8.2, 1), PAPER));
        // A census leaves only the paper's own error.
        assert!(is_consistent(868, 1000, true, Printed::new(88.0, 0), PAPER));
        assert!(!is_consistent(850, 1000, true, Printed::new(88.0, 0), PAPER));
    }

    #[test]
    fn statements_are_judged_together_under_the_papers_reading_first() {
        let finding = |verdict, reading| Finding::new("", "", String::new(), verdict, &[]).under(reading);
        let (yes, no, open) = (Verdict::Agrees, Verdict::Differs, Verdict::CannotTell);
        let cases = [
            (vec![(yes, ""), (yes, OWN), (no, FREE)], yes),
            (vec![(yes, ""), (no, OWN), (yes, FREE)], Verdict::OnlyUnder(FREE)),
            (vec![(no, ""), (no, OWN), (yes, FREE)], no),
            (vec![(yes, ""), (no, OWN), (no, FREE)], no),
            (vec![(yes, ""), (open, "")], open),
            (vec![(open, ""), (no, "")], no),
            (vec![(yes, ""), (Verdict::Shown, "")], yes),
        ];
        for (findings, expected) in cases {
            let findings: Vec<Finding> =
                findings.into_iter().map(|(verdict, reading)| finding(verdict, reading)).collect();
            assert_eq!(together(&findings), expected, "{findings:?}");
        }
    }
}

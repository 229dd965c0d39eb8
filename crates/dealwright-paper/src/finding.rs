//! One statement of the paper beside what was found: verdict, rule, numbers, and the words for them.

use super::found::Seen;
use dealwright::stats::MannWhitney;
use dealwright_draw::chart::Estimate;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    Agrees,
    /// A study of the paper's size can find it, but fewer than half of them do.
    Lucky,
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
            Verdict::Lucky => "possible but lucky".into(),
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

/// The rule by which a statement is judged; METHOD has one paragraph for each.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Rule {
    PrintedShare,
    PrintedMean,
    /// A median, a greatest value, a p value: compared with those of resampled studies.
    PrintedValue,
    Significance,
    NoSignificance,
    Direction,
    Bound,
    Fact,
    PowerOfTen,
    Fit,
}

impl Rule {
    pub fn word(self) -> &'static str {
        match self {
            Rule::PrintedShare => "printed share",
            Rule::PrintedMean => "printed mean",
            Rule::PrintedValue => "printed value",
            Rule::Significance => "significance",
            Rule::NoSignificance => "no significance",
            Rule::Direction => "direction",
            Rule::Bound => "bound",
            Rule::Fact => "fact",
            Rule::PowerOfTen => "power of ten",
            Rule::Fit => "fit",
        }
    }

    /// Whether the share of studies that find it decides the verdict.
    pub fn is_by_studies(self) -> bool {
        matches!(self, Rule::Significance | Rule::NoSignificance)
    }
}

/// One statement put to the test.
#[derive(Debug, Clone)]
pub struct Finding {
    pub statement: String,
    pub rule: Rule,
    /// The reading of the rules of the game, where it matters.
    pub reading: &'static str,
    pub paper: String,
    pub paper_value: Option<f64>,
    /// Challenges in each of the paper's samples; empty where the paper has none.
    pub paper_n: Vec<u64>,
    pub ours: String,
    pub value: Option<Estimate>,
    /// Challenges in each of our samples, or outcomes looked at where the value is exact.
    pub n: Vec<u64>,
    pub exact: bool,
    /// Share of resampled studies of the paper's size that find what the paper reports.
    pub found_in: Option<f64>,
    /// Effect sizes, and how words of the paper are read.
    pub more: String,
    /// Numbers beside it, by name: p values, effect sizes, counts.
    pub numbers: Vec<(&'static str, f64)>,
    pub verdict: Verdict,
    /// Studies and lines that it rests on.
    pub records: Vec<String>,
}

impl Finding {
    pub fn new(
        statement: &str,
        rule: Rule,
        paper: &str,
        ours: String,
        verdict: Verdict,
        seen: &[&Seen],
    ) -> Self {
        Self {
            statement: statement.into(),
            rule,
            reading: "",
            paper: paper.into(),
            paper_value: None,
            paper_n: Vec::new(),
            ours,
            value: None,
            n: seen.iter().map(|seen| seen.line.challenges).collect(),
            exact: !seen.is_empty() && seen.iter().all(|seen| seen.is_exact()),
            found_in: None,
            more: String::new(),
            numbers: Vec::new(),
            verdict,
            records: seen.iter().map(|seen| format!("{}: {}", seen.part, seen.words())).collect(),
        }
    }

    /// Our value, and the paper's where it prints one.
    pub fn valued(mut self, value: Estimate, paper: Option<f64>) -> Self {
        (self.value, self.paper_value) = (Some(value), paper);
        self
    }

    /// A value that is known exactly, after looking at so many outcomes.
    pub fn exactly(mut self, value: f64, paper: Option<f64>, n: u64) -> Self {
        (self.exact, self.n) = (true, vec![n]);
        self.valued(Estimate::exact(value), paper)
    }

    /// A value that has no interval.
    pub fn plain(self, value: f64, paper: Option<f64>) -> Self {
        self.valued(Estimate::new(value, f64::NAN, f64::NAN), paper)
    }

    /// Sizes of our samples, where only some of the challenges count.
    pub fn sizes(mut self, n: &[u64]) -> Self {
        self.n = n.into();
        self
    }

    /// Sizes of the paper's samples.
    pub fn paper_sizes(mut self, n: &[u64]) -> Self {
        self.paper_n = n.into();
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

    pub fn found_in(mut self, share: f64) -> Self {
        self.found_in = Some(share);
        self
    }

    /// What a Mann–Whitney test says. The value is the chance that the first is greater, equal ones counted half.
    pub fn by_ranks(self, test: &MannWhitney, found_in: f64) -> Self {
        let more =
            format!("rank-biserial correlation {:.2}; Mann–Whitney, {}", test.rank_biserial, p_words(test.p));
        self.plain(test.superiority, None)
            .found_in(found_in)
            .more(more)
            .numbers(&[("p", test.p), ("rank_biserial", test.rank_biserial)])
    }

    pub fn numbers(mut self, numbers: &[(&'static str, f64)]) -> Self {
        self.numbers.extend(numbers);
        self
    }

    /// The ends of our interval, where there is one.
    pub fn interval(&self) -> Option<(f64, f64)> {
        self.value.map(|value| (value.low, value.high)).filter(|(low, high)| !(low.is_nan() || high.is_nan()))
    }

    /// "30%", or nothing where no studies were drawn.
    pub fn found_words(&self) -> String {
        self.found_in.map_or(String::new(), |share| per_cent(share, 0))
    }
}

/// Numbers in a list, as in a sentence: "1,000; 1,000".
pub fn size_words(sizes: &[u64]) -> String {
    sizes.iter().map(|n| dealwright::text::grouped(*n)).collect::<Vec<_>>().join("; ")
}

pub fn per_cent(share: f64, decimals: usize) -> String {
    format!("{:.decimals$}%", 100.0 * share)
}

/// "p = 0.03", "p = 2e-9", "p < 1e-300": never as a plain zero.
pub fn p_words(p: f64) -> String {
    match p {
        p if p < 1e-300 => "p < 1e-300".into(),
        p if p < 0.001 => format!("p = {p:.1e}"),
        p => format!("p = {p:.3}"),
    }
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

/// "+4.6 points (+4.3 to +4.9)", for a difference of shares.
pub fn points_words(difference: Estimate) -> String {
    let [value, low, high] = [difference.value, difference.low, difference.high].map(|share| 100.0 * share);
    if low == high {
        return format!("{value:+.2} points exactly");
    }
    format!("{value:+.1} points ({low:+.1} to {high:+.1})")
}

/// A plain number with its interval.
pub fn number_words(number: Estimate, decimals: usize) -> String {
    let Estimate { value, low, high } = number;
    if low == high {
        return format!("{value:.decimals$} exactly");
    }
    format!("{value:.decimals$} ({low:.decimals$} to {high:.decimals$})")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_p_value_is_never_printed_as_zero() {
        for (p, words) in [
            (0.0, "p < 1e-300"),
            (1e-310, "p < 1e-300"),
            (6.4e-9, "p = 6.4e-9"),
            (0.0314, "p = 0.031"),
            (1.0, "p = 1.000"),
        ] {
            assert_eq!(p_words(p), words);
        }
    }
}

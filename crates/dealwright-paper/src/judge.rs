//! The rules by which a statement of the paper is found to hold or not. METHOD states them for whoever wants to work a row out again.
//!
//! A printed number is judged by whether a sample of the paper's size (1,000 challenges, in ten trials of 100), drawn from what we
//! found, is consistent with it at 95%; a claim of significance by the share of such studies that would find it. Where our own
//! records leave it open, the verdict is *cannot tell*.

use super::finding::{
    Finding, Rule, Verdict, estimate_words, number_words, per_cent, points_words, share_words,
};
use super::found::{Seen, Z};
use super::resample::{self, Studies, Tests};
use dealwright::stats::{
    Counts, MannWhitney, TwoProportions, difference_with_undecided, two_proportions, wilson,
};
use dealwright_draw::chart::Estimate;

/// Challenges of each setup in the paper.
pub const PAPER: u64 = 1000;
/// From this share of studies of the paper's size on, what the paper reports is what such a study is expected to find.
const HALF: f64 = 0.5;
/// Below this share no such study can be expected to have found it.
const LEAST: f64 = 0.05;
/// What counts as significant, in the paper and here.
pub const LEVEL: f64 = 0.05;

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

    /// Whether a number is printed like this one; at the very edge, either way of rounding will do.
    pub fn stands_for(self, value: f64) -> bool {
        (value - self.value).abs() <= self.half_unit()
    }
}

/// What our own records say about a direction.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ours {
    Shown,
    Contrary,
    Open,
}

impl Ours {
    /// A difference that is said to be positive.
    pub fn of_interval(low: f64, high: f64) -> Self {
        match () {
            () if low > 0.0 => Ours::Shown,
            () if high < 0.0 => Ours::Contrary,
            () if low == 0.0 && high == 0.0 => Ours::Contrary,
            () => Ours::Open,
        }
    }

    /// A Mann–Whitney test whose first values are said to be greater.
    pub fn of_greater(test: &MannWhitney) -> Self {
        match test {
            test if test.p >= LEVEL => Ours::Open,
            test if test.superiority > 0.5 => Ours::Shown,
            _ => Ours::Contrary,
        }
    }

    /// The same of first values that are said to be smaller.
    pub fn of_smaller(test: &MannWhitney) -> Self {
        match Ours::of_greater(test) {
            Ours::Shown => Ours::Contrary,
            Ours::Contrary => Ours::Shown,
            Ours::Open => Ours::Open,
        }
    }

    /// The verdict on a plain direction.
    pub fn verdict(self) -> Verdict {
        match self {
            Ours::Shown => Verdict::Agrees,
            Ours::Contrary => Verdict::Differs,
            Ours::Open => Verdict::CannotTell,
        }
    }
}

/// The verdict by the share of studies of the paper's size that find what it reports.
pub fn by_studies(found_in: f64) -> Verdict {
    match found_in {
        share if share >= HALF => Verdict::Agrees,
        share if share >= LEAST => Verdict::Lucky,
        _ => Verdict::Differs,
    }
}

/// The verdict on a claim of significance: the difference has to be there, and studies of the paper's size have to find it.
pub fn significance(ours: Ours, found_in: f64) -> Verdict {
    match ours {
        Ours::Shown => by_studies(found_in),
        other => other.verdict(),
    }
}

/// The verdict on a claim of no significant difference. That studies find one is held against it only if our own records do:
/// studies drawn from a small sample of ours have its noise in them.
pub fn no_significance(is_shown: bool, found_in: f64) -> Verdict {
    match by_studies(found_in) {
        Verdict::Agrees => Verdict::Agrees,
        verdict if is_shown => verdict,
        _ => Verdict::CannotTell,
    }
}

/// The verdict on a value that is said to be within bounds.
pub fn within(value: Estimate, least: f64, most: f64) -> Verdict {
    match value {
        value if value.low >= least && value.high <= most => Verdict::Agrees,
        value if value.high < least || value.low > most => Verdict::Differs,
        _ => Verdict::CannotTell,
    }
}

/// The verdict on a value that is said to be less than a bound.
pub fn below(value: Estimate, bound: f64) -> Verdict {
    match value {
        value if value.high < bound => Verdict::Agrees,
        value if value.low >= bound => Verdict::Differs,
        _ => Verdict::CannotTell,
    }
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
        Some(test) => test.p.is_none_or(|p| p >= LEVEL),
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
pub fn share(statement: &str, paper: Printed, seen: &Seen) -> Option<Finding> {
    let line = &seen.line;
    let consistent = |solvable| is_consistent(solvable, line.total(), seen.is_exact(), paper, PAPER);
    let verdict = match (consistent(line.solvable), consistent(line.solvable + line.undecided)) {
        (low, high) if low == high => Verdict::of(low),
        _ => Verdict::CannotTell,
    };
    let printed = per_cent(paper.value / 100.0, paper.decimals as usize);
    Some(
        Finding::new(statement, Rule::PrintedShare, &printed, share_words(seen)?, verdict, &[seen])
            .valued(seen.share()?, Some(paper.value / 100.0))
            .paper_sizes(&[PAPER]),
    )
}

/// A share of part of the challenges, such as those of some lengths among the solvable ones.
pub fn part_share(statement: &str, paper: Printed, part: u64, all: u64, seen: &Seen) -> Option<Finding> {
    let size = paper_part(all, seen);
    let verdict = Verdict::of(is_consistent(part, all, seen.is_exact(), paper, size));
    let interval = wilson(part, all, 0.95)?;
    let value = Estimate::new(part as f64 / all as f64, interval.low, interval.high);
    let printed = per_cent(paper.value / 100.0, paper.decimals as usize);
    Some(
        Finding::new(statement, Rule::PrintedShare, &printed, estimate_words(value, 1), verdict, &[seen])
            .valued(value, Some(paper.value / 100.0))
            .sizes(&[all])
            .paper_sizes(&[size]),
    )
}

/// A mean against the mean of `size` values of the paper; both in the paper's unit.
pub fn mean(
    statement: &str,
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
    Some(
        Finding::new(statement, Rule::PrintedMean, &printed, ours, verdict, &[seen])
            .valued(value, Some(paper.value / unit))
            .sizes(&[counts.len()])
            .paper_sizes(&[size]),
    )
}

/// Points between solvable deals and random play: in the paper each challenge counts 1 if it is solvable and was not won at
/// random.
pub fn interest(statement: &str, paper: Printed, seen: &Seen) -> Option<Finding> {
    let value = seen.interest()?;
    let own = (value.high - value.low) / (2.0 * Z);
    let error = (value.value * (1.0 - value.value) / PAPER as f64 + own * own).sqrt();
    let distance = (paper.nearest_to(100.0 * value.value) / 100.0 - value.value).abs();
    let printed = format!("{} points", paper.value);
    let [middle, low, high] = [value.value, value.low, value.high].map(|share| 100.0 * share);
    let ours = format!("{middle:.1} points ({low:.1} to {high:.1})");
    let verdict = Verdict::of(distance <= Z * error);
    Some(
        Finding::new(statement, Rule::PrintedMean, &printed, ours, verdict, &[seen])
            .valued(value, Some(paper.value / 100.0))
            .paper_sizes(&[PAPER]),
    )
}

/// A printed value against those of resampled studies: it agrees if it is in the middle 95% of them.
pub fn is_usual(paper: Printed, studies: &Studies) -> bool {
    studies.low <= paper.value + paper.half_unit() && studies.high >= paper.value - paper.half_unit()
}

/// What is known of two shares, the first of which is said to be greater.
struct Compared {
    difference: Estimate,
    /// What the test of the paper says in studies of its size.
    studies: Tests,
    more: String,
    numbers: Vec<(&'static str, f64)>,
}

fn compared(first: &Seen, second: &Seen) -> Option<Compared> {
    let (a, b) = (&first.line, &second.line);
    let test = two_proportions(a.solvable, a.total(), b.solvable, b.total(), 0.95)?;
    let studies = resample::share_tests(a.share()?, b.share()?, [&first.words(), &second.words()]);
    let more = format!("effect size h = {:.2}", test.cohens_h);
    let mut numbers = vec![("cohens_h", test.cohens_h)];
    if !first.is_exact() && !second.is_exact() {
        numbers.extend(test.p.map(|p| ("p", p)));
    }
    Some(Compared { difference: between(&test, first, second)?, studies, more, numbers })
}

/// The difference of two shares. A census has no error: then the other's interval is all there is.
fn between(test: &TwoProportions, first: &Seen, second: &Seen) -> Option<Estimate> {
    let (one, two) = (first.share()?, second.share()?);
    let (low, high) = match (first.is_exact(), second.is_exact()) {
        (false, false) => (test.interval.low, test.interval.high),
        _ => (one.low - two.high, one.high - two.low),
    };
    Some(Estimate::new(test.difference, low, high))
}

/// The difference of two shares with its 95% interval.
pub fn difference(first: &Seen, second: &Seen) -> Option<Estimate> {
    let (a, b) = (&first.line, &second.line);
    let test = two_proportions(a.solvable, a.total(), b.solvable, b.total(), 0.95)?;
    between(&test, first, second)
}

/// Two lines that cannot be compared as long as some challenges are undecided.
fn undecided(statement: &str, rule: Rule, paper: &str, first: &Seen, second: &Seen) -> Option<Finding> {
    let counts = |seen: &Seen| [seen.line.solvable, seen.line.unsolvable, seen.line.undecided];
    let number = first.line.undecided + second.line.undecided;
    if number == 0 {
        return None;
    }
    let interval = difference_with_undecided(counts(first), counts(second), 0.95)?;
    let value = first.share()?.value - second.share()?.value;
    let value = Estimate::new(value, interval.low, interval.high);
    let ours = format!("{}, {number} challenges undecided", points_words(value));
    Some(
        Finding::new(statement, rule, paper, ours, Verdict::CannotTell, &[first, second])
            .valued(value, None)
            .paper_sizes(&[PAPER, PAPER]),
    )
}

/// A statement about two shares, judged by what is known of them.
fn about_two(
    statement: &str,
    rule: Rule,
    paper: &str,
    [first, second]: [&Seen; 2],
    judge: impl Fn(&Compared) -> (Verdict, f64),
) -> Option<Finding> {
    if let Some(finding) = undecided(statement, rule, paper, first, second) {
        return Some(finding);
    }
    let found = compared(first, second)?;
    let (verdict, found_in) = judge(&found);
    let ours = points_words(found.difference);
    Some(
        Finding::new(statement, rule, paper, ours, verdict, &[first, second])
            .valued(found.difference, None)
            .paper_sizes(&[PAPER, PAPER])
            .found_in(found_in)
            .numbers(&found.numbers)
            .more(found.more),
    )
}

/// "Significantly above": the difference is there, and studies of the paper's size find it.
pub fn above(statement: &str, first: &Seen, second: &Seen) -> Option<Finding> {
    about_two(statement, Rule::Significance, "significantly above", [first, second], |found| {
        let ours = Ours::of_interval(found.difference.low, found.difference.high);
        (significance(ours, found.studies.above), found.studies.above)
    })
}

/// "No significant difference": studies of the paper's size do not find one, whether there is one or not.
pub fn not_significant(statement: &str, first: &Seen, second: &Seen) -> Option<Finding> {
    about_two(statement, Rule::NoSignificance, "no significant difference", [first, second], |found| {
        let Estimate { low, high, .. } = found.difference;
        (no_significance(low > 0.0 || high < 0.0, found.studies.none), found.studies.none)
    })
}

/// "Helps", "hinders", "worse": a plain direction, the first share being greater or not.
pub fn direction(
    statement: &str,
    paper: &str,
    greater: bool,
    first: &Seen,
    second: &Seen,
) -> Option<Finding> {
    about_two(statement, Rule::Direction, paper, [first, second], |found| {
        let Estimate { low, high, .. } = found.difference;
        match greater {
            true => (Ours::of_interval(low, high).verdict(), found.studies.above),
            false => (Ours::of_interval(-high, -low).verdict(), found.studies.below),
        }
    })
}

/// The difference of two independent estimates, with its 95% interval.
pub fn apart(a: Estimate, b: Estimate) -> Estimate {
    let error = (a.high - a.low).hypot(b.high - b.low) / 2.0;
    let difference = a.value - b.value;
    Estimate::new(difference, difference - error, difference + error)
}

/// Of several differences that are all said to be positive, the one that says least for it: one that is negative, or else the one
/// whose interval reaches lowest.
pub fn weakest(differences: &[Estimate]) -> Option<Estimate> {
    let is_open = |difference: &Estimate| difference.high >= 0.0;
    differences.iter().copied().min_by(|a, b| is_open(a).cmp(&is_open(b)).then(a.low.total_cmp(&b.low)))
}

/// "About 10^n". The paper does not say whether it cuts or rounds, so both are allowed: the power of ten in scientific notation,
/// or the nearest one on a logarithmic scale.
pub fn is_about_power(value: f64, power: i32) -> bool {
    let log = value.log10();
    log >= f64::from(power) - 0.5 && log < f64::from(power) + 1.0
}

/// How many of so many of our challenges a study of the paper's size has.
pub fn paper_part(ours: u64, seen: &Seen) -> u64 {
    (PAPER as f64 * ours as f64 / seen.line.total() as f64).round() as u64
}

/// Solvable challenges in a study of the paper's size.
pub fn paper_solvable(seen: &Seen) -> u64 {
    (PAPER as f64 * seen.share().map_or(0.0, |share| share.value)).round() as u64
}

/// A claim is as good as its weakest statement.
pub fn of_all<'a>(findings: impl Iterator<Item = &'a Finding>) -> Verdict {
    let rank = |verdict: &Verdict| match verdict {
        Verdict::Differs => 0,
        Verdict::CannotTell => 1,
        Verdict::OnlyUnder(_) => 2,
        Verdict::Lucky => 3,
        Verdict::Agrees | Verdict::Shown => 4,
    };
    findings.map(|finding| finding.verdict).min_by_key(rank).unwrap_or(Verdict::CannotTell)
}

/// What several statements come to, each perhaps judged under several readings. The paper's own decides; only where it differs,
/// another one under which all statements agree is named.
pub fn together(findings: &[Finding], own: &str, others: &[&'static str]) -> Verdict {
    let under = |reading: &str| {
        let judged = findings.iter().filter(|finding| finding.verdict != Verdict::Shown);
        let of_it: Vec<&Finding> =
            judged.filter(|finding| finding.reading.is_empty() || finding.reading == reading).collect();
        of_it
    };
    let verdict = of_all(under(own).into_iter());
    let agrees = |reading: &&&'static str| {
        let of_it = under(reading);
        of_it.iter().any(|finding| finding.reading == **reading)
            && of_all(of_it.into_iter()) == Verdict::Agrees
    };
    match others.iter().find(agrees) {
        Some(reading) if verdict == Verdict::Differs => Verdict::OnlyUnder(reading),
        _ => verdict,
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
    fn a_share_of_studies_tells_what_is_expected_from_what_is_lucky_and_from_what_differs() {
        let cases = [
            (1.0, Verdict::Agrees),
            (0.5, Verdict::Agrees),
            (0.499, Verdict::Lucky),
            (0.05, Verdict::Lucky),
            (0.049, Verdict::Differs),
            (0.0, Verdict::Differs),
        ];
        for (share, verdict) in cases {
            assert_eq!(by_studies(share), verdict, "{share}");
            assert_eq!(significance(Ours::Shown, share), verdict, "{share}");
            // Whatever the studies say: our own records have to show it.
            assert_eq!(significance(Ours::Open, share), Verdict::CannotTell);
            assert_eq!(significance(Ours::Contrary, share), Verdict::Differs);
            assert_eq!(no_significance(true, share), verdict);
            let open = if share >= 0.5 { Verdict::Agrees } else { Verdict::CannotTell };
            assert_eq!(no_significance(false, share), open);
        }
    }

    #[test]
    fn directions_and_bounds_are_left_open_where_our_interval_is_on_both_sides() {
        let estimate = |low: f64, high: f64| Estimate::new((low + high) / 2.0, low, high);
        assert_eq!(Ours::of_interval(0.1, 0.2), Ours::Shown);
        assert_eq!(Ours::of_interval(-0.2, -0.1), Ours::Contrary);
        assert_eq!(Ours::of_interval(-0.1, 0.2), Ours::Open);
        assert_eq!(Ours::of_interval(0.0, 0.0), Ours::Contrary, "exactly no difference");
        assert_eq!(within(estimate(0.21, 0.29), 0.2, 0.3), Verdict::Agrees);
        assert_eq!(within(estimate(0.29, 0.31), 0.2, 0.3), Verdict::CannotTell);
        assert_eq!(within(estimate(0.31, 0.32), 0.2, 0.3), Verdict::Differs);
        assert_eq!(below(estimate(0.01, 0.02), 0.05), Verdict::Agrees);
        assert_eq!(below(estimate(0.04, 0.06), 0.05), Verdict::CannotTell);
        assert_eq!(below(estimate(0.05, 0.06), 0.05), Verdict::Differs);
    }

    #[test]
    fn of_several_differences_a_negative_one_decides_before_a_wide_one() {
        let (clear, wide, negative) =
            (Estimate::new(2.0, 1.0, 3.0), Estimate::new(0.5, -4.0, 5.0), Estimate::new(-1.0, -2.0, -0.5));
        assert_eq!(weakest(&[clear, wide, negative]), Some(negative));
        assert_eq!(weakest(&[clear, wide]), Some(wide));
        assert_eq!(weakest(&[]), None);
    }

    #[test]
    fn about_a_power_of_ten_means_cut_or_rounded_to_it() {
        for (value, power, agrees) in [
            (871_782_912_000.0, 13, false),
            (871_782_912_000.0, 12, true),
            (871_782_912_000.0, 11, true),
            (331_776.0, 5, true),
            (331_776.0, 6, true),
            (8.9e14, 14, true),
            (1.0e14, 14, true),
            (9.999e14, 14, true),
            (1.0e15, 14, false),
            (3.1e13, 14, false),
            (3.2e13, 14, true),
        ] {
            assert_eq!(is_about_power(value, power), agrees, "{value:e} and 10^{power}");
        }
    }

    #[test]
    fn a_printed_value_is_usual_if_a_value_that_rounds_to_it_is_in_the_middle_of_the_studies() {
        let studies = |low, high| Studies { low, median: low, high, found_in: 0.0 };
        let printed = Printed::new(44.0, 0);
        for (low, high, usual) in [
            (43.0, 45.0, true),
            (44.5, 46.0, true),
            (45.0, 46.0, false),
            (42.0, 43.5, true),
            (42.0, 43.0, false),
        ] {
            assert_eq!(is_usual(printed, &studies(low, high)), usual, "{low} to {high}");
        }
    }

    #[test]
    fn a_claim_is_as_good_as_its_weakest_statement_and_the_papers_reading_comes_first() {
        let finding =
            |verdict, reading| Finding::new("", Rule::Fact, "", String::new(), verdict, &[]).under(reading);
        let (yes, lucky, no, open) = (Verdict::Agrees, Verdict::Lucky, Verdict::Differs, Verdict::CannotTell);
        let cases = [
            (vec![(yes, ""), (yes, OWN), (no, FREE)], yes),
            (vec![(yes, ""), (no, OWN), (yes, FREE)], Verdict::OnlyUnder(FREE)),
            (vec![(no, ""), (no, OWN), (yes, FREE)], no),
            (vec![(yes, ""), (no, OWN), (no, FREE)], no),
            (vec![(yes, ""), (open, "")], open),
            (vec![(open, ""), (no, "")], no),
            (vec![(yes, ""), (Verdict::Shown, "")], yes),
            (vec![(yes, ""), (lucky, ""), (yes, "")], lucky),
            (vec![(lucky, ""), (open, "")], open),
            (vec![(lucky, ""), (no, "")], no),
            // Only what differs under the paper's own reading is looked for under another, and luck there is no support.
            (vec![(lucky, OWN), (yes, FREE)], lucky),
            (vec![(open, OWN), (yes, FREE)], open),
            (vec![(no, OWN), (lucky, FREE)], no),
            // Statements that no reading changes are no other reading.
            (vec![(no, OWN), (yes, "")], no),
            (vec![], open),
        ];
        for (findings, expected) in cases {
            let findings: Vec<Finding> =
                findings.into_iter().map(|(verdict, reading)| finding(verdict, reading)).collect();
            assert_eq!(together(&findings, OWN, &[FREE]), expected, "{findings:?}");
        }
    }
}

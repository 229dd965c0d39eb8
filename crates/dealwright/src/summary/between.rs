//! Tests between lines.

use super::{CONFIDENCE, Choice, SummaryLine, shares_apart};
use crate::stats::{
    Counts, Interval, KruskalWallis, MannWhitney, TTest, holm, kruskal_wallis, mann_whitney, student,
    two_proportions, welch,
};

/// Lines that are compared with each other.
#[derive(Debug)]
pub struct Group {
    /// What they have in common.
    pub title: String,
    /// The lines, by their numbers.
    pub lines: Vec<usize>,
    /// Whether lengths differ among them at all.
    pub lengths: Option<KruskalWallis>,
    /// Every two of them.
    pub pairs: Vec<PairTest>,
}

/// Two lines compared. P values with `_holm` are corrected for all pairs of the group.
#[derive(Debug)]
pub struct PairTest {
    /// The lines, by their numbers.
    pub lines: (usize, usize),
    /// Shares of solvable challenges, pooled; none while some are undecided: which those are is no chance.
    pub shares: Option<SharesTest>,
    /// See [`PairTest`].
    pub shares_holm: Option<f64>,
    /// Welch's test on the shares of the trials.
    pub welch: Option<TTest>,
    /// See [`PairTest`].
    pub welch_holm: Option<f64>,
    /// Student's test on the shares of the trials.
    pub student: Option<TTest>,
    /// See [`PairTest`].
    pub student_holm: Option<f64>,
    /// Lengths of shortest solutions.
    pub lengths: Option<MannWhitney>,
    /// See [`PairTest`].
    pub lengths_holm: Option<f64>,
}

/// Shares of solvable challenges compared.
#[derive(Debug)]
pub struct SharesTest {
    /// The first less the second.
    pub difference: f64,
    /// Where the true difference lies.
    pub interval: Interval,
    /// The statistic of the test with pooled variance.
    pub z: Option<f64>,
    /// Fisher's exact p value, twice the smaller tail; none where the moment to stop was chosen by the results.
    pub p: Option<f64>,
    /// Effect size (Cohen 1988).
    pub cohens_h: f64,
}

impl SharesTest {
    fn new(a: &SummaryLine, b: &SummaryLine) -> Option<Self> {
        let (difference, interval, p) = shares_apart(a, b, CONFIDENCE)?;
        let pooled = two_proportions(a.solvable, a.total(), b.solvable, b.total(), CONFIDENCE)?;
        let (difference, interval) = (difference?, interval?);
        Some(Self { difference, interval, z: pooled.z, p, cohens_h: pooled.cohens_h })
    }
}

/// Lines of the same game, sizes and rules are compared with each other, or all of a game with `across`. A census leaves
/// nothing to chance, so its lines are not tested; nor are lines that are about the same challenges.
pub fn groups(lines: &[SummaryLine], across: bool) -> Vec<Group> {
    let mut groups: Vec<(String, Vec<usize>)> = Vec::new();
    for (number, line) in lines.iter().enumerate().filter(|(_, line)| line.choice != Choice::Census) {
        let title = match across {
            true => line.game.clone(),
            false if line.rules.is_empty() => format!("{} ({})", line.game, line.size_words()),
            false => format!("{} ({}) {}", line.game, line.size_words(), line.rules),
        };
        match groups.iter_mut().find(|(known, _)| *known == title) {
            Some((_, members)) => members.push(number),
            None => groups.push((title, vec![number])),
        }
    }
    groups.retain(|(_, members)| members.len() > 1);
    let groups = groups.into_iter().map(|(title, members)| Group::new(title, members, lines));
    groups.filter(|group| !group.pairs.is_empty()).collect()
}

impl Group {
    fn new(title: String, members: Vec<usize>, lines: &[SummaryLine]) -> Self {
        let lengths = |number: usize| lines[number].measure("length").map(|measure| measure.all);
        let known: Vec<&Counts> = members.iter().filter_map(|&number| lengths(number)).collect();
        let kruskal = if known.len() > 1 { kruskal_wallis(&known) } else { None };
        let mut pairs = Vec::new();
        for (n, &first) in members.iter().enumerate() {
            for &second in &members[n + 1..] {
                let (a, b) = (&lines[first], &lines[second]);
                if a.is_the_same(b) {
                    continue;
                }
                let (trials_a, trials_b) = (a.trial_shares(), b.trial_shares());
                pairs.push(PairTest {
                    lines: (first, second),
                    shares: SharesTest::new(a, b),
                    shares_holm: None,
                    welch: welch(&trials_a, &trials_b, CONFIDENCE),
                    welch_holm: None,
                    student: student(&trials_a, &trials_b, CONFIDENCE),
                    student_holm: None,
                    lengths: lengths(first).zip(lengths(second)).and_then(|(a, b)| mann_whitney(a, b)),
                    lengths_holm: None,
                });
            }
        }
        correct(&mut pairs, |pair| pair.shares.as_ref()?.p, |pair| &mut pair.shares_holm);
        correct(&mut pairs, |pair| Some(pair.welch.as_ref()?.p), |pair| &mut pair.welch_holm);
        correct(&mut pairs, |pair| Some(pair.student.as_ref()?.p), |pair| &mut pair.student_holm);
        correct(&mut pairs, |pair| Some(pair.lengths.as_ref()?.p), |pair| &mut pair.lengths_holm);
        Self { title, lines: members, lengths: kruskal, pairs }
    }
}

/// Holm's correction over the pairs that have a p value.
fn correct(
    pairs: &mut [PairTest],
    p: impl Fn(&PairTest) -> Option<f64>,
    place: impl Fn(&mut PairTest) -> &mut Option<f64>,
) {
    let known: Vec<(usize, f64)> =
        pairs.iter().enumerate().filter_map(|(n, pair)| Some((n, p(pair)?))).collect();
    let values: Vec<f64> = known.iter().map(|(_, p)| *p).collect();
    for ((n, _), corrected) in known.iter().zip(holm(&values).unwrap_or_default()) {
        *place(&mut pairs[*n]) = Some(corrected);
    }
}

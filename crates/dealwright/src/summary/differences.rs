//! Which differences between lines are real.

use super::{Choice, Line};
use crate::stats::{
    Counts, Interval, Moments, difference_with_undecided, holm, mann_whitney, two_means, two_proportions,
};

/// What is compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Compared {
    /// The share of solvable challenges.
    Solvable,
    /// The mean chance of random play.
    Chance,
    /// Interest: solvable less chance of random play.
    Interest,
    /// The share of dead deals that one change of a piece or two brings to life.
    Repair,
    /// The levels of solvable challenges, by their ranks.
    Levels,
    /// Lengths of shortest solutions, by their ranks.
    Lengths,
}

impl Compared {
    /// All of them.
    pub const ALL: [Self; 6] =
        [Self::Solvable, Self::Chance, Self::Interest, Self::Repair, Self::Levels, Self::Lengths];

    /// The word in tables.
    pub fn word(self) -> &'static str {
        match self {
            Self::Solvable => "solvable",
            Self::Chance => "chance win",
            Self::Interest => "interest",
            Self::Repair => "repaired by one change",
            Self::Levels => "levels",
            Self::Lengths => "lengths",
        }
    }

    /// Whether it is a share, whose difference is said in points.
    pub fn is_share(self) -> bool {
        !matches!(self, Self::Levels | Self::Lengths)
    }
}

/// What the records say about a difference.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Answer {
    /// There is one.
    Real,
    /// If there is one, it is smaller than what matters.
    Small,
    /// It is not settled.
    Open,
}

/// Two lines compared in one respect.
#[derive(Debug, Clone)]
pub struct Difference {
    /// In which.
    pub what: Compared,
    /// The lines, by their numbers.
    pub lines: (usize, usize),
    /// The first minus the second, for shares.
    pub difference: Option<f64>,
    /// Where the true difference lies, all of them at once with the confidence asked for.
    pub interval: Option<Interval>,
    /// How often a challenge of the first line has more than one of the second, ties counted half; for ranks.
    pub superiority: Option<f64>,
    /// P value.
    pub p: Option<f64>,
    /// The same, corrected by Holm for all comparisons.
    pub p_holm: Option<f64>,
    /// What it comes to.
    pub answer: Answer,
}

/// Compares every two lines in every respect that was measured of both. Intervals hold all at once with a probability of
/// error of at most `error` (Bonferroni); a difference is small when its interval lies within `margin` of 0.
pub fn differences(lines: &[Line], error: f64, margin: f64) -> Vec<Difference> {
    let pairs: Vec<(usize, usize)> =
        (0..lines.len()).flat_map(|a| (a + 1..lines.len()).map(move |b| (a, b))).collect();
    let wanted = |what: Compared| pairs.iter().map(move |&pair| (what, pair));
    let known: Vec<(Compared, (usize, usize))> = Compared::ALL
        .into_iter()
        .flat_map(wanted)
        .filter(|&(what, (a, b))| is_known(what, &lines[a]) && is_known(what, &lines[b]))
        .collect();
    let intervals = known.iter().filter(|(what, _)| what.is_share()).count().max(1);
    let confidence = 1.0 - error / intervals as f64;
    let mut found: Vec<Difference> = known
        .into_iter()
        .filter_map(|(what, (a, b))| compare(what, &lines[a], &lines[b], confidence).map(|d| d.of((a, b))))
        .collect();
    let tested: Vec<(usize, f64)> =
        found.iter().enumerate().filter_map(|(n, difference)| Some((n, difference.p?))).collect();
    let p_values: Vec<f64> = tested.iter().map(|(_, p)| *p).collect();
    for ((n, _), corrected) in tested.iter().zip(holm(&p_values).unwrap_or_default()) {
        found[*n].p_holm = Some(corrected);
    }
    for difference in &mut found {
        difference.answer = match (difference.interval, difference.p_holm) {
            (Some(interval), _) if !interval.contains(0.0) => Answer::Real,
            (Some(interval), _) if interval.low >= -margin && interval.high <= margin => Answer::Small,
            (None, Some(p)) if p < error => Answer::Real,
            _ => Answer::Open,
        };
    }
    found
}

fn is_known(what: Compared, line: &Line) -> bool {
    match what {
        Compared::Solvable => line.total() > 0,
        Compared::Chance => line.chance().is_some(),
        Compared::Interest => line.interest().is_some(),
        Compared::Repair => line.repaired().is_some(),
        Compared::Levels => line.levels.iter().sum::<u64>() > 0,
        Compared::Lengths => line.measure("length").is_some(),
    }
}

impl Difference {
    fn of(self, lines: (usize, usize)) -> Self {
        Self { lines, ..self }
    }
}

fn compare(what: Compared, a: &Line, b: &Line, confidence: f64) -> Option<Difference> {
    let mut found = Difference {
        what,
        lines: (0, 0),
        difference: None,
        interval: None,
        superiority: None,
        p: None,
        p_holm: None,
        answer: Answer::Open,
    };
    match what {
        Compared::Solvable if a.undecided + b.undecided > 0 => {
            found.interval = difference_with_undecided(a.verdicts(), b.verdicts(), confidence);
        }
        Compared::Solvable => {
            let test = two_proportions(a.solvable, a.total(), b.solvable, b.total(), confidence)?;
            (found.difference, found.interval, found.p) =
                (Some(test.difference), Some(test.interval), test.p);
        }
        Compared::Repair => {
            let ((s1, n1), (s2, n2)) = (a.repaired()?, b.repaired()?);
            let test = two_proportions(s1, n1, s2, n2, confidence)?;
            (found.difference, found.interval, found.p) =
                (Some(test.difference), Some(test.interval), test.p);
        }
        Compared::Chance | Compared::Interest => {
            let moments = |line: &Line| match what {
                Compared::Interest => Some(line.gain),
                _ => Some(Moments::from(line.measure("chance")?.all)),
            };
            let test = two_means(&moments(a)?, &moments(b)?, confidence)?;
            (found.difference, found.interval, found.p) =
                (Some(test.difference), Some(test.interval), test.p);
        }
        Compared::Levels | Compared::Lengths => {
            let counts = |line: &Line| match what {
                Compared::Lengths => Some(line.measure("length")?.solvable.clone()),
                _ => {
                    let mut counts = Counts::new();
                    for (level, &weight) in line.levels.iter().enumerate() {
                        counts.add_many(level as f64, weight);
                    }
                    Some(counts)
                }
            };
            let test = mann_whitney(&counts(a)?, &counts(b)?)?;
            (found.superiority, found.p) = (Some(test.superiority), Some(test.p));
        }
    }
    // Of two censuses everything is known.
    if let (Choice::Census, Choice::Census, Some(difference)) = (a.choice, b.choice, found.difference) {
        found.interval = Some(Interval { low: difference, high: difference });
        found.p = None;
    }
    Some(found)
}

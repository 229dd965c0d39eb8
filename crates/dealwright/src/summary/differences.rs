//! Which differences between lines are real.

use super::plays::widened;
use super::{Choice, Mean, SummaryLine};
use crate::stats::{Apart, Bounded, Counts, Interval, holm, mann_whitney, superiority_reach};

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
    /// It cannot be settled: so few deals prove nothing, however they turn out.
    TooFew,
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
    /// For ranks, whether the line that has more is known too. A difference without it may be one of spread alone.
    pub direction: Option<bool>,
    /// P value, for this comparison alone; none where the moment to stop was chosen by the results, or plays were sampled
    /// of challenges that came up several times.
    pub p: Option<f64>,
    /// The same, corrected by Holm for all comparisons.
    pub p_holm: Option<f64>,
    /// What it comes to.
    pub answer: Answer,
}

/// Compares every two lines in every respect that was measured of both. All answers are right at once with a probability
/// of error of at most `error`, which the comparisons share equally (Bonferroni); a difference is small when its interval
/// lies within `margin` of 0.
pub fn differences(lines: &[SummaryLine], error: f64, margin: f64) -> Vec<Difference> {
    let pairs: Vec<(usize, usize)> =
        (0..lines.len()).flat_map(|a| (a + 1..lines.len()).map(move |b| (a, b))).collect();
    let wanted = |what: Compared| pairs.iter().map(move |&pair| (what, pair));
    let known: Vec<(Compared, (usize, usize))> = Compared::ALL
        .into_iter()
        .flat_map(wanted)
        .filter(|&(what, (a, b))| is_known(what, &lines[a]) && is_known(what, &lines[b]))
        // Ranks of values that are all equal are no comparison.
        .filter(|&(what, (a, b))| what.is_share() || ranks(what, &lines[a], &lines[b]).is_some())
        .collect();
    let error_of_one = error / known.len().max(1) as f64;
    let mut found: Vec<Difference> = known
        .into_iter()
        .filter_map(|(what, (a, b))| {
            let mut found = compare(what, &lines[a], &lines[b], 1.0 - error_of_one)?;
            found.lines = (a, b);
            found.answer = answer(&found, &lines[a], &lines[b], error_of_one, margin);
            found.direction = found.superiority.map(|share| {
                let reach =
                    superiority_reach(size(what, &lines[a]), size(what, &lines[b]), 1.0 - error_of_one);
                found.answer == Answer::Real && reach.is_some_and(|reach| (share - 0.5).abs() > reach)
            });
            Some(found)
        })
        .collect();
    let tested: Vec<(usize, f64)> =
        found.iter().enumerate().filter_map(|(n, difference)| Some((n, difference.p?))).collect();
    let p_values: Vec<f64> = tested.iter().map(|(_, p)| *p).collect();
    for ((n, _), corrected) in tested.iter().zip(holm(&p_values).unwrap_or_default()) {
        found[*n].p_holm = Some(corrected);
    }
    found
}

fn answer(found: &Difference, a: &SummaryLine, b: &SummaryLine, error: f64, margin: f64) -> Answer {
    match (found.interval, found.p) {
        (Some(interval), _) if !interval.contains(0.0) => Answer::Real,
        (Some(interval), _) if interval.low >= -margin && interval.high <= margin => Answer::Small,
        (None, Some(p)) if p < error => Answer::Real,
        _ if least_p(found.what, a, b) >= error => Answer::TooFew,
        _ => Answer::Open,
    }
}

/// The smallest p value that samples of these sizes can have: when one of them is above the other in everything.
fn least_p(what: Compared, a: &SummaryLine, b: &SummaryLine) -> f64 {
    if a.choice == Choice::Census || b.choice == Choice::Census {
        return 0.0;
    }
    let (one, two) = (size(what, a), size(what, b));
    let (small, large) = (one.min(two), one.max(two));
    // Twice one over the number of ways to choose the smaller sample of all.
    let mut p = 2.0f64;
    for n in 1..=small.min(2000) {
        p *= n as f64 / (large + n) as f64;
    }
    p.min(1.0)
}

/// How many values of a line are compared.
fn size(what: Compared, line: &SummaryLine) -> u64 {
    match what {
        Compared::Solvable | Compared::Chance | Compared::Interest => line.total(),
        Compared::Repair => line.repaired().map_or(0, |(_, dead)| dead),
        Compared::Levels => line.levels.iter().sum(),
        Compared::Lengths => line.measure("length").map_or(0, |lengths| lengths.solvable.len()),
    }
}

fn is_known(what: Compared, line: &SummaryLine) -> bool {
    match what {
        Compared::Solvable => line.total() > 0,
        Compared::Chance => line.chance().is_some(),
        Compared::Interest => line.interest().is_some(),
        Compared::Repair => line.repaired().is_some(),
        Compared::Levels => line.levels.iter().sum::<u64>() > 0,
        Compared::Lengths => line.measure("length").is_some(),
    }
}

fn compare(what: Compared, a: &SummaryLine, b: &SummaryLine, confidence: f64) -> Option<Difference> {
    let mut found = Difference {
        what,
        lines: (0, 0),
        difference: None,
        interval: None,
        superiority: None,
        direction: None,
        p: None,
        p_holm: None,
        answer: Answer::Open,
    };
    match what {
        Compared::Solvable => {
            (found.difference, found.interval, found.p) = shares_apart(a, b, confidence)?;
        }
        Compared::Repair => {
            let share = |line: &SummaryLine| {
                let (mended, dead) = line.repaired()?;
                match line.choice {
                    Choice::Census => Some(Bounded::exact(mended as f64 / dead as f64)),
                    _ => Bounded::share(mended as f64, dead as f64),
                }
            };
            let (one, two) = (share(a)?, share(b)?);
            let apart = one.difference(&two, confidence)?;
            (found.difference, found.interval) = (Some(apart.difference), Some(apart.interval));
            found.p = tested(a, b, apart);
        }
        Compared::Chance => {
            (found.difference, found.interval, found.p) = means_apart(Mean::Chance, a, b, confidence)?;
        }
        Compared::Interest => {
            (found.difference, found.interval, found.p) = means_apart(Mean::Interest, a, b, confidence)?;
        }
        Compared::Levels | Compared::Lengths => {
            let (superiority, p) = ranks(what, a, b)?;
            let fixed = a.choice != Choice::Until && b.choice != Choice::Until;
            (found.superiority, found.p) = (Some(superiority), fixed.then_some(p));
        }
    }
    Some(found)
}

/// How often the first line has more than the second, and the p value of both having the same distribution; none where all
/// values are equal.
fn ranks(what: Compared, a: &SummaryLine, b: &SummaryLine) -> Option<(f64, f64)> {
    let counts = |line: &SummaryLine| match what {
        Compared::Lengths => Some(line.measure("length")?.solvable.clone()),
        _ => {
            let mut counts = Counts::new();
            for (level, &weight) in line.levels.iter().enumerate() {
                counts.add_many(level as f64, weight);
            }
            Some(counts)
        }
    };
    let (one, two) = (counts(a)?, counts(b)?);
    let test = mann_whitney(&one, &two)?;
    Some((test.superiority, test.p))
}

/// The p value of equal means; none where everything is known, or the moment to stop was chosen by the results.
fn tested(a: &SummaryLine, b: &SummaryLine, apart: Apart) -> Option<f64> {
    let choices = [a.choice, b.choice];
    let known = choices.iter().all(|choice| *choice == Choice::Census);
    (!known && !choices.contains(&Choice::Until)).then_some(apart.p)
}

/// What two lines say about the difference of a figure: the difference itself, where the true one lies, and the p value
/// of there being none.
type Told = (Option<f64>, Option<Interval>, Option<f64>);

/// How far apart the shares of solvable challenges of two lines are.
pub fn shares_apart(a: &SummaryLine, b: &SummaryLine, confidence: f64) -> Option<Told> {
    let difference = a.share().zip(b.share()).map(|(a, b)| a - b);
    if a.choice == Choice::Until || b.choice == Choice::Until {
        // Each share holds at any time; together they leave this.
        let at_any_time = |line: &SummaryLine| match line.choice {
            Choice::Census => line.share_range(),
            _ => line.share_at_any_time(1.0 - (1.0 - confidence) / 2.0),
        };
        return Some((difference, Some(far_ends(at_any_time(a)?, at_any_time(b)?)), None));
    }
    // Undecided challenges are taken as whatever moves an end outwards.
    let share = |line: &SummaryLine, undecided: bool| {
        let solvable = (line.solvable + if undecided { line.undecided } else { 0 }) as f64;
        match line.choice {
            Choice::Census => (line.total() > 0).then(|| Bounded::exact(solvable / line.total() as f64)),
            _ => Bounded::share(solvable, line.total() as f64),
        }
    };
    let (one, two) = (share(a, false)?, share(b, false)?);
    if difference.is_some() {
        let apart = one.difference(&two, confidence)?;
        return Some((difference, Some(apart.interval), tested(a, b, apart)));
    }
    let low = one.difference(&share(b, true)?, confidence)?.interval.low;
    let high = share(a, true)?.difference(&two, confidence)?.interval.high;
    Some((None, Some(Interval { low, high }), None))
}

/// The same for means over the challenges.
fn means_apart(mean: Mean, a: &SummaryLine, b: &SummaryLine, confidence: f64) -> Option<Told> {
    let (one, two) = (a.deals_of(mean)?, b.deals_of(mean)?);
    let difference = one.mean() - two.mean();
    if a.choice == Choice::Until || b.choice == Choice::Until {
        let each = 1.0 - (1.0 - confidence) / 2.0;
        let interval = far_ends(a.mean_interval(mean, each)?, b.mean_interval(mean, each)?);
        return Some((Some(difference), Some(interval), None));
    }
    let (down_a, up_a) = a.plays_of(mean, confidence);
    let (down_b, up_b) = b.plays_of(mean, confidence);
    let reach = (down_a.hypot(up_b), up_a.hypot(down_b));
    let apart = one.difference(&two, confidence)?;
    let interval = widened(difference, apart.interval, reach, (-1.0, 1.0));
    let p = if reach == (0.0, 0.0) { tested(a, b, apart) } else { None };
    Some((Some(difference), Some(interval), p))
}

/// The least and the greatest difference of what lies in two intervals.
fn far_ends(a: Interval, b: Interval) -> Interval {
    Interval { low: a.low - b.high, high: a.high - b.low }
}

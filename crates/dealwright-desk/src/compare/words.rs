//! A comparison as a table, and as sentences.

use super::Facts;
use crate::design::weights_note;
use crate::sections::Section;
use dealwright::measure::Level;
use dealwright::stats::Interval;
use dealwright::summary::{Answer, Compared, Difference, SummaryLine};
use dealwright::text::{grouped, listed};

/// What every line is like: one row for each respect, one column for each line.
pub fn table(names: &[String], lines: &[SummaryLine], facts: &[Facts]) -> Section {
    let row = |what: &str, cell: &dyn Fn(&SummaryLine) -> Option<String>| -> Option<Vec<String>> {
        let cells: Vec<Option<String>> = lines.iter().map(cell).collect();
        // What nobody measured is not spoken of.
        cells.iter().any(Option::is_some).then(|| {
            let cells = cells.into_iter().map(|cell| cell.unwrap_or("unknown".into()));
            std::iter::once(what.to_string()).chain(cells).collect()
        })
    };
    let mut rows = vec![
        row("challenges", &|line| Some(grouped(line.challenges))),
        row("solvable", &|line| Some(share(line.share(), line.interval()))),
        row("chance win", &|line| Some(share(Some(line.chance()?), line.chance_interval()))),
        row("interest", &|line| Some(share(Some(line.interest()?), line.interest_interval()))),
    ];
    for level in Level::ALL {
        let of_level = |line: &SummaryLine| {
            let all: u64 = line.levels.iter().sum();
            (all > 0).then(|| format!("{:.1}%", 100.0 * line.levels[level as usize] as f64 / all as f64))
        };
        rows.push(row(&format!("  {}", level.word()), &of_level));
    }
    // Where all solutions are equally long, that is no news.
    let lengths = |line: &SummaryLine| Some(line.measure("length")?.solvable.clone());
    if lines.iter().filter_map(lengths).any(|lengths| lengths.min() != lengths.max()) {
        rows.push(row("mean length", &|line| Some(format!("{:.2}", lengths(line)?.mean()?))));
    }
    rows.push(row("dead, repaired by one change", &|line| {
        let (mended, dead) = line.repaired()?;
        let interval = dealwright::stats::wilson(mended, dead, dealwright::summary::CONFIDENCE);
        Some(share(Some(mended as f64 / dead as f64), interval))
    }));
    let mut rows: Vec<Vec<String>> = rows.into_iter().flatten().collect();
    let fact = |what: &str, cell: &dyn Fn(&Facts) -> String| {
        std::iter::once(what.to_string()).chain(facts.iter().map(cell)).collect::<Vec<String>>()
    };
    rows.push(fact("different challenges", &|facts| facts.distinct.in_words()));
    rows.push(fact("setup, estimated", &|facts| format!("{:.0} s", facts.seconds)));
    Section {
        title: "Side by side (95% intervals)".into(),
        columns: std::iter::once(String::new()).chain(names.iter().cloned()).collect(),
        rows,
        words: 1,
        notes: notes(facts),
    }
}

/// Where the weights of the setup times come from, if they were measured.
fn notes(facts: &[Facts]) -> Vec<String> {
    weights_note(facts.first().and_then(|facts| facts.weights.clone())).into_iter().collect()
}

/// "86.8% (86.1 to 87.4)".
fn share(share: Option<f64>, interval: Option<Interval>) -> String {
    let value = share.map_or("undecided".into(), |share| format!("{:.1}%", 100.0 * share));
    match interval {
        Some(interval) if interval.low < interval.high => {
            format!("{value} ({:.1} to {:.1})", 100.0 * interval.low, 100.0 * interval.high)
        }
        _ => value,
    }
}

/// Which differences are real, one sentence each: the real ones first, then those too small to matter, then open ones.
pub fn sentences(names: &[String], found: &[Difference], margin: f64) -> Vec<String> {
    let rankings = rankings(names, found);
    // What a ranking says need not be said again pair by pair.
    let is_ranked = |difference: &Difference| {
        let of = rankings.iter().find(|ranking| ranking.what == difference.what);
        of.is_some_and(|ranking| match difference.answer {
            Answer::Real => ranking.tier(difference.lines.0) != ranking.tier(difference.lines.1),
            Answer::Open => true,
            Answer::Small | Answer::TooFew => false,
        })
    };
    let of = |answer: Answer| {
        found.iter().filter(move |difference| difference.answer == answer && !is_ranked(difference))
    };
    let mut sentences: Vec<String> = rankings.iter().map(|ranking| ranking.in_words(names)).collect();
    sentences.extend(of(Answer::Real).map(|d| real(names, d)));
    if sentences.is_empty() {
        sentences.push("These deals do not prove any difference real.".into());
    }
    let short =
        |d: &Difference| format!("{} of {} and {}", d.what.word(), names[d.lines.0], names[d.lines.1]);
    let small: Vec<String> = of(Answer::Small).map(short).collect();
    if !small.is_empty() {
        let points = 100.0 * margin;
        let unit = if points == 1.0 { "point" } else { "points" };
        sentences.push(format!("Within {points} {unit} of each other: {}.", small.join("; ")));
    }
    let open: Vec<String> = of(Answer::Open).map(short).collect();
    if !open.is_empty() {
        sentences.push(format!("Not settled by this many deals: {}.", open.join("; ")));
    }
    let too_few: Vec<String> = of(Answer::TooFew).map(short).collect();
    if !too_few.is_empty() {
        sentences.push(format!("Too few deals to tell, however they turn out: {}.", too_few.join("; ")));
    }
    sentences
}

/// Setups from which on a ranking is easier to read than a sentence for each pair.
const MANY: usize = 4;

/// Setups in the order of one respect. All of a tier are proved to be ahead of all of the next; within a tier they are not
/// told apart.
struct Ranking {
    what: Compared,
    tiers: Vec<Vec<usize>>,
}

impl Ranking {
    fn tier(&self, line: usize) -> Option<usize> {
        self.tiers.iter().position(|tier| tier.contains(&line))
    }

    fn in_words(&self, names: &[String]) -> String {
        let tier = |tier: &Vec<usize>| {
            let names: Vec<String> = tier.iter().map(|&line| names[line].clone()).collect();
            match tier.len() {
                1 => names.concat(),
                2 => format!("{} (not told apart)", listed(&names)),
                _ => format!("{} (not all told apart)", listed(&names)),
            }
        };
        let tiers: Vec<String> = self.tiers.iter().map(tier).collect();
        let what = match self.what {
            Compared::Solvable => "Solvable most often",
            Compared::Chance => "Won by chance most often",
            Compared::Interest => "Most interesting",
            Compared::Repair => "Dead deals repaired most often by one change",
            Compared::Levels => "Highest levels",
            Compared::Lengths => "Longest solutions",
        };
        format!("{what}, from first to last: {}.", tiers.join("; then "))
    }
}

/// A ranking for each respect in which all of many setups have a value and some are told apart.
fn rankings(names: &[String], found: &[Difference]) -> Vec<Ranking> {
    if names.len() < MANY {
        return Vec::new();
    }
    let respects = [Compared::Solvable, Compared::Chance, Compared::Interest, Compared::Repair];
    respects.into_iter().filter_map(|what| ranking(names.len(), what, found)).collect()
}

fn ranking(lines: usize, what: Compared, found: &[Difference]) -> Option<Ranking> {
    let pairs: Vec<&Difference> = found.iter().filter(|difference| difference.what == what).collect();
    if pairs.len() != lines * (lines - 1) / 2 || !pairs.iter().any(|pair| pair.answer == Answer::Real) {
        return None;
    }
    // How far each is ahead of all others together: the order of the values themselves.
    let mut ahead = vec![0.0; lines];
    for pair in &pairs {
        let difference = pair.difference?;
        ahead[pair.lines.0] += difference;
        ahead[pair.lines.1] -= difference;
    }
    let mut order: Vec<usize> = (0..lines).collect();
    order.sort_by(|&a, &b| ahead[b].total_cmp(&ahead[a]));
    let is_proved = |a: usize, b: usize| {
        pairs.iter().any(|pair| (pair.lines == (a, b) || pair.lines == (b, a)) && pair.answer == Answer::Real)
    };
    let mut tiers: Vec<Vec<usize>> = Vec::new();
    for (place, &line) in order.iter().enumerate() {
        let (before, after) = order.split_at(place);
        let breaks = before.iter().all(|&b| after.iter().all(|&a| is_proved(b, a)));
        match tiers.last_mut() {
            Some(tier) if !breaks => tier.push(line),
            _ => tiers.push(vec![line]),
        }
    }
    Some(Ranking { what, tiers })
}

/// "L-Tiles has more solvable deals than Shuffled: by 44.6 points (43.1 to 46.0)."
fn real(names: &[String], found: &Difference) -> String {
    let up = match (found.difference, found.interval, found.superiority) {
        (Some(difference), ..) => difference > 0.0,
        (None, Some(interval), _) => interval.low > 0.0,
        (None, None, superiority) => superiority.is_some_and(|share| share > 0.5),
    };
    let (more, less) = match up {
        true => (&names[found.lines.0], &names[found.lines.1]),
        false => (&names[found.lines.1], &names[found.lines.0]),
    };
    if found.direction == Some(false) {
        return differ(names, found, more, up);
    }
    let amount = match (found.difference, found.interval) {
        (Some(difference), Some(interval)) if interval.low < interval.high => {
            let (low, high) =
                (interval.low.abs().min(interval.high.abs()), interval.low.abs().max(interval.high.abs()));
            format!("by {:.1} points ({:.1} to {:.1})", 100.0 * difference.abs(), 100.0 * low, 100.0 * high)
        }
        (Some(difference), _) => format!("by {:.4} points, exactly", 100.0 * difference.abs()),
        (None, Some(interval)) => {
            format!("by at least {:.1} points", 100.0 * interval.low.abs().min(interval.high.abs()))
        }
        (None, None) => {
            let share = found.superiority.unwrap_or(0.5);
            let share = if up { share } else { 1.0 - share };
            format!("in {:.0}% of pairs, ties shared", 100.0 * share)
        }
    };
    let what = match found.what {
        Compared::Solvable => format!("{more} is solvable more often than {less}"),
        Compared::Chance => format!("{more} is won by chance more often than {less}"),
        Compared::Interest => format!("{more} is more interesting than {less}"),
        Compared::Repair => {
            format!("dead deals of {more} can be repaired by one change more often than those of {less}")
        }
        Compared::Levels => format!("solvable deals of {more} are of higher levels than those of {less}"),
        Compared::Lengths => format!("shortest solutions of {more} are longer than those of {less}"),
    };
    let mut sentence = format!("{what}: {amount}.");
    if let Some(first) = sentence.get_mut(..1) {
        first.make_ascii_uppercase();
    }
    sentence
}

/// "Solvable deals of Shuffled and of Banded differ in level; in 63% of the pairs seen Banded has the harder one, ties
/// shared." Which of them is ahead in truth is not known then: one may just vary more.
fn differ(names: &[String], found: &Difference, more: &str, up: bool) -> String {
    let (first, second) = (&names[found.lines.0], &names[found.lines.1]);
    let (what, ahead) = match found.what {
        Compared::Lengths => ("Shortest solutions", ("length", "longer")),
        _ => ("Solvable deals", ("level", "harder")),
    };
    let share = found.superiority.unwrap_or(0.5);
    let share = 100.0 * if up { share } else { 1.0 - share };
    let (respect, ahead) = ahead;
    format!(
        "{what} of {first} and of {second} differ in {respect}; in {share:.0}% of the pairs seen {more} has the {ahead} one, \
         ties shared."
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pair(lines: (usize, usize), difference: f64, answer: Answer) -> Difference {
        Difference {
            what: Compared::Solvable,
            lines,
            difference: Some(difference),
            interval: Some(Interval { low: difference - 0.1, high: difference + 0.1 }),
            superiority: None,
            direction: None,
            p: None,
            p_holm: None,
            answer,
        }
    }

    #[test]
    fn many_setups_are_ranked_and_only_what_the_ranking_leaves_open_is_said_pair_by_pair() {
        let names: Vec<String> = ["A", "B", "C", "D"].map(String::from).into();
        let found = [
            pair((0, 1), -0.5, Answer::Real),
            pair((0, 2), -0.2, Answer::Open),
            pair((0, 3), 0.3, Answer::Real),
            pair((1, 2), 0.3, Answer::Real),
            pair((1, 3), 0.8, Answer::Real),
            pair((2, 3), 0.5, Answer::Real),
        ];
        assert_eq!(
            sentences(&names, &found, 0.01),
            ["Solvable most often, from first to last: B; then C and A (not told apart); then D."]
        );
        // Not every neighbour of the first two is told apart from both: they share a tier with them.
        let mut found = found;
        found[3].answer = Answer::Open;
        let words = sentences(&names, &found, 0.01);
        assert_eq!(
            words[0],
            "Solvable most often, from first to last: B, C and A (not all told apart); then D."
        );
        assert_eq!(words[1], "B is solvable more often than A: by 50.0 points (40.0 to 60.0).");
        assert_eq!(words.len(), 2);
        assert!(sentences(&names[..3], &found[..1], 0.01)[0].starts_with("B is solvable more often"));
    }

    #[test]
    fn ranks_that_may_only_vary_more_are_not_called_higher() {
        let names = ["Mix".to_string(), "Mid".to_string()];
        let mut found = Difference {
            what: Compared::Levels,
            lines: (0, 1),
            difference: None,
            interval: None,
            superiority: Some(0.25),
            direction: Some(false),
            p: Some(1e-4),
            p_holm: Some(1e-4),
            answer: Answer::Real,
        };
        assert_eq!(
            sentences(&names, std::slice::from_ref(&found), 0.01),
            [
                "Solvable deals of Mix and of Mid differ in level; in 75% of the pairs seen Mid has the harder one, ties shared."
            ]
        );
        found.direction = Some(true);
        assert_eq!(
            sentences(&names, std::slice::from_ref(&found), 0.01),
            ["Solvable deals of Mid are of higher levels than those of Mix: in 75% of pairs, ties shared."]
        );
        (found.what, found.direction) = (Compared::Lengths, Some(false));
        assert_eq!(
            sentences(&names, &[found], 0.01),
            [
                "Shortest solutions of Mix and of Mid differ in length; in 75% of the pairs seen Mid has the longer one, ties shared."
            ]
        );
    }
}

//! Claims about Fujisan: solvability, random play, lengths, counter-intuitive moves. Each under both summit rules.

use super::Judged;
use crate::finding::{Finding, Rule, Verdict, p_words, per_cent};
use crate::found::{Found, Seen};
use crate::judge::{
    FREE, LEVEL, OWN, Ours, PAPER, Printed, above, below, is_usual, no_significance, not_significant,
    paper_solvable, part_share, share, significance,
};
use crate::resample;
use dealwright::Registry;
use dealwright::search::{Limits, Verdict as Solved};
use dealwright::stats::{Counts, kruskal_wallis, mann_whitney};
use dealwright_draw::chart::Estimate;

/// Readings of the summit rule: what they are called, and how they stand in records.
pub const READINGS: [(&str, &str); 2] = [(OWN, ""), (FREE, "free")];
/// The p value that the paper prints for lengths.
const PRINTED_P: f64 = 6.4e-9;
/// The four setups that the paper compares.
pub const FOUR: [(&str, &str); 4] = [
    ("fujisan/shuffled", "Shuffled"),
    ("fujisan/piecepack", "Piecepack"),
    ("fujisan/engraved", "Engraved"),
    ("fujisan/dominoes", "Dominoes"),
];

fn four<'a>(found: &'a Found, rules: &str) -> Option<Vec<&'a Seen>> {
    FOUR.iter().map(|(setup, _)| found.fujisan(setup, rules)).collect()
}

pub fn solvability(found: &Found) -> Option<Judged> {
    let mut judged = Judged::default();
    let (mut shares, mut distances) = (Vec::new(), Vec::new());
    for (reading, rules) in READINGS {
        let seen = four(found, rules)?;
        let [shuffled, piecepack, engraved, dominoes] = seen[..] else { return None };
        let own = shuffled.share()?.value;
        let others =
            [piecepack, engraved, dominoes].into_iter().filter_map(|seen| Some(seen.share()?.value - own));
        shares.push(own);
        distances.push(100.0 * others.sum::<f64>() / 3.0);
        let findings = [
            share("Shuffled: solvable", Printed::new(85.0, 0), shuffled),
            above("Piecepack above Shuffled", piecepack, shuffled),
            above("Engraved above Shuffled", engraved, shuffled),
            above("Dominoes above Shuffled", dominoes, shuffled),
            above("Dominoes above Piecepack", dominoes, piecepack),
            not_significant("Engraved against Piecepack", engraved, piecepack),
            not_significant("Dominoes against Engraved", dominoes, engraved),
        ];
        for finding in findings {
            judged.push(finding.map(|finding| finding.under(reading)));
        }
        judged.example(&format!("a dead Shuffled mountain ({reading})"), shuffled.dead_ids.first());
    }
    judged.words = format!(
        "Under the paper's summit rule Shuffled stands at {}, on average {:.1} points below the other three; under the original \
         rule, which lets priests step sideways on the summit, at {} and {:.1} points.",
        per_cent(shares[0], 1),
        distances[0],
        per_cent(shares[1], 1),
        distances[1]
    );
    Some(judged)
}

pub fn random(found: &Found) -> Option<Judged> {
    let mut judged = Judged::default();
    let mut greatest = 0.0f64;
    for (reading, rules) in READINGS {
        for (setup, title) in FOUR {
            let seen = found.fujisan(setup, rules)?;
            let chance = seen.chance()?;
            greatest = greatest.max(chance.value);
            let ours = format!("{:.5} ({:.5} to {:.5})", chance.value, chance.low, chance.high);
            let statement = format!("{title}: random play wins");
            judged.findings.push(
                Finding::new(&statement, Rule::Bound, "less than 0.003", ours, below(chance, 0.003), &[seen])
                    .valued(chance, Some(0.003))
                    .paper_sizes(&[PAPER])
                    .under(reading),
            );
        }
    }
    judged.words = format!(
        "Each mountain was played 100 times; a play ends on a position it has seen before, as the authors' player does. The \
         greatest share is {greatest:.4}."
    );
    Some(judged)
}

pub fn length(found: &Found) -> Option<Judged> {
    let mut judged = Judged::default();
    let mut longest: Option<(i64, String)> = None;
    let mut shortest: Option<(i64, String)> = None;
    for (reading, rules) in READINGS {
        let seen = four(found, rules)?;
        let counts = seen.iter().map(|seen| seen.lengths()).collect::<Option<Vec<&Counts>>>()?;
        let samples: Vec<(&Counts, u64)> =
            counts.iter().zip(&seen).map(|(counts, seen)| (*counts, paper_solvable(seen))).collect();
        let sizes: Vec<u64> = counts.iter().map(|counts| counts.len()).collect();
        let paper_sizes: Vec<u64> = samples.iter().map(|(_, size)| *size).collect();
        let studies = resample::kruskal(&samples, PRINTED_P, &format!("lengths {reading}"))?;
        let test = kruskal_wallis(&counts)?;
        let ours = if test.p < LEVEL { Ours::Shown } else { Ours::Open };
        judged.findings.push(
            Finding::new(
                "lengths differ between the four setups",
                Rule::Significance,
                "significant",
                format!("{}, epsilon squared {:.4}", p_words(test.p), test.epsilon_squared),
                significance(ours, studies.rejects),
                &seen,
            )
            .plain(test.epsilon_squared, None)
            .sizes(&sizes)
            .paper_sizes(&paper_sizes)
            .found_in(studies.rejects)
            .more("Kruskal–Wallis; the value is epsilon squared".into())
            .numbers(&[("p", test.p)])
            .under(reading),
        );
        let p = studies.p;
        judged.findings.push(
            Finding::new(
                "how strongly the test rejects, in a study of the paper's size",
                Rule::PrintedValue,
                "p = 6.4e-9",
                format!("p = {:.0e} ({:.0e} to {:.0e})", p.median, p.low, p.high),
                Verdict::of(is_usual(Printed::new(PRINTED_P, 10), &p)),
                &seen,
            )
            .valued(Estimate::new(p.median, p.low, p.high), Some(PRINTED_P))
            .sizes(&sizes)
            .paper_sizes(&paper_sizes)
            .found_in(p.found_in)
            .numbers(&[("studies_low", p.low), ("studies_high", p.high)])
            .more(
                "the median and the middle 95% of studies; found by those that reject at least as strongly"
                    .into(),
            )
            .under(reading),
        );
        let engraved = seen[2];
        for (number, (_, title)) in FOUR.iter().enumerate().filter(|(number, _)| *number != 2) {
            let test = mann_whitney(counts[2], counts[number])?;
            let share = resample::smaller(samples[2], samples[number], &format!("{title} {reading}"));
            judged.findings.push(
                Finding::new(
                    &format!("Engraved shorter than {title}"),
                    Rule::Direction,
                    "shorter",
                    format!("medians {} and {}", counts[2].median()?, counts[number].median()?),
                    Ours::of_smaller(&test).verdict(),
                    &[engraved, seen[number]],
                )
                .by_ranks(&test, share)
                .sizes(&[sizes[2], sizes[number]])
                .paper_sizes(&[paper_sizes[2], paper_sizes[number]])
                .under(reading),
            );
        }
        // "Almost 10%" is read as nine to ten.
        for (number, title, words, paper) in [(2, "Engraved", "almost 10%", 9.5), (3, "Dominoes", "3%", 3.0)]
        {
            let few = counts[number].count(8.0) + counts[number].count(9.0);
            let statement = format!("{title}: solutions of 8 or 9 moves");
            let finding =
                part_share(&statement, Printed::new(paper, 0), few, counts[number].len(), seen[number]);
            judged.push(finding.map(|finding| Finding { paper: words.into(), ..finding }.under(reading)));
        }
        for seen in &seen {
            let nearer = |a: &Option<(i64, String)>, b: &(i64, String)| a.as_ref().is_none_or(|a| b.0 < a.0);
            if let Some(found) = seen.shortest.as_ref().filter(|found| nearer(&shortest, found)) {
                shortest = Some(found.clone());
            }
            let further = |a: &Option<(i64, String)>, b: &(i64, String)| a.as_ref().is_none_or(|a| b.0 > a.0);
            if let Some(found) = seen.longest.as_ref().filter(|found| further(&longest, found)) {
                longest = Some(found.clone());
            }
        }
    }
    let (least, least_id) = shortest?;
    for (reading, _) in READINGS {
        let mut looked_at = 0;
        let fewer = can_be_solved_within(7, reading == FREE, &mut looked_at);
        let proved = if fewer { "with other values fewer moves do" } else { "no values at all allow for 7" };
        judged.findings.push(
            Finding::new(
                "shortest possible solution",
                Rule::Fact,
                "8 moves",
                format!("{least} moves were dealt; {proved}"),
                Verdict::of(least == 8 && !fewer),
                &[],
            )
            .exactly(least as f64, Some(8.0), looked_at)
            .more("searched through: every way of seven moves, the values chosen on the way".into())
            .under(reading),
        );
    }
    let constructed = "fujisan:551102224335/244331001054";
    let solved = Registry::standard().challenge(constructed).ok()?;
    let outcome = solved.solve(solved.default_solver(true), &Limits::default()).ok()?;
    let moves = outcome.solution.filter(|_| outcome.verdict == Solved::Solvable).map(|moves| moves.len());
    judged.findings.push(
        Finding::new(
            "longest known constructed challenge",
            Rule::Fact,
            "62 moves",
            format!("that one needs {} moves", moves?),
            Verdict::of(moves == Some(62)),
            &[],
        )
        .exactly(moves? as f64, Some(62.0), 1)
        .more(
            "out of date: a layout of dominoes that needs 70 was published later (donimoes, problem 20)"
                .into(),
        ),
    );
    judged.example("the 62 moves", Some(&constructed.to_string()));
    judged.example("shortest dealt", Some(&least_id));
    let (most, most_id) = longest?;
    judged.example(&format!("longest dealt: {most} moves"), Some(&most_id));
    let shorter = |finding: &&Finding| finding.statement.starts_with("Engraved shorter");
    let (all, hold) = (
        judged.findings.iter().filter(shorter).count(),
        judged.findings.iter().filter(shorter).filter(|finding| finding.verdict == Verdict::Agrees).count(),
    );
    judged.words = format!(
        "Engraved Tiles give shorter solutions in {hold} of {all} comparisons with the other setups under both summit rules. The \
         longest known challenge is out of date: 70 moves have been published."
    );
    Some(judged)
}

pub fn counter(found: &Found) -> Option<Judged> {
    let mut judged = Judged::default();
    for (reading, rules) in READINGS {
        let seen = FOUR
            .iter()
            .map(|(setup, _)| found.get("fujisan-counter", setup, "12", rules))
            .collect::<Option<Vec<&Seen>>>()?;
        for (name, title) in [
            ("counter", "on the solution found"),
            ("counter_least", "fewest over all shortest solutions"),
            ("counter_most", "most over all shortest solutions"),
        ] {
            let counts: Vec<&Counts> =
                seen.iter().map(|seen| Some(seen.line.measure(name)?.solvable)).collect::<Option<_>>()?;
            let mut together = Counts::new();
            counts.iter().for_each(|counts| {
                together.merge(counts);
            });
            let size: u64 = seen.iter().map(|seen| paper_solvable(seen)).sum();
            let printed = Printed::new(8.0, 0);
            let studies = resample::greatest(&together, size, printed, &format!("{name} {reading}"))?;
            let (least, greatest) = (together.min()?, together.max()?);
            let is_it = least == 0.0 && is_usual(printed, &studies);
            judged.findings.push(
                Finding::new(
                    &format!("counter-intuitive moves, {title}"),
                    Rule::PrintedValue,
                    "0 to 8",
                    format!("{least} to {greatest}, mean {:.2}", together.mean()?),
                    if name == "counter" { Verdict::of(is_it) } else { Verdict::Shown },
                    &seen,
                )
                .plain(greatest, Some(8.0))
                .sizes(&counts.iter().map(|counts| counts.len()).collect::<Vec<_>>())
                .paper_sizes(&seen.iter().map(|seen| paper_solvable(seen)).collect::<Vec<_>>())
                .found_in(studies.found_in)
                .numbers(&[("least", least), ("studies_low", studies.low), ("studies_high", studies.high)])
                .more(format!(
                    "the greatest of a study of the paper's size is {} to {} (95%)",
                    studies.low, studies.high
                ))
                .under(reading),
            );
            if name == "counter" {
                let samples: Vec<(&Counts, u64)> =
                    counts.iter().zip(&seen).map(|(counts, seen)| (*counts, paper_solvable(seen))).collect();
                let studies = resample::kruskal(&samples, PRINTED_P, &format!("counter {reading}"))?;
                let test = kruskal_wallis(&counts)?;
                judged.findings.push(
                    Finding::new(
                        "no difference between the four setups",
                        Rule::NoSignificance,
                        "no significant difference",
                        format!("{}, epsilon squared {:.4}", p_words(test.p), test.epsilon_squared),
                        no_significance(test.p < LEVEL, studies.keeps),
                        &seen,
                    )
                    .plain(test.epsilon_squared, None)
                    .sizes(&counts.iter().map(|counts| counts.len()).collect::<Vec<_>>())
                    .paper_sizes(&samples.iter().map(|(_, size)| *size).collect::<Vec<_>>())
                    .found_in(studies.keeps)
                    .more("Kruskal–Wallis; the value is epsilon squared".into())
                    .numbers(&[("p", test.p)])
                    .under(reading),
                );
            }
        }
    }
    judged.words = "Which of several shortest solutions is looked at changes the number, so the least and the most over all of \
                    them stand beside the one that the solver happens to find."
        .into();
    for (reading, rules) in READINGS {
        let all = FOUR
            .iter()
            .filter_map(|(setup, _)| found.get("fujisan-counter", setup, "12", rules)?.most_counter.as_ref());
        if let Some((moves, id)) = all.max_by_key(|(moves, _)| *moves) {
            judged.example(&format!("{moves} counter-intuitive moves ({reading})"), Some(id));
        }
    }
    Some(judged)
}

/// Whether some mountain can be solved in so many moves: values are chosen on the way, each space once.
/// `looked_at` counts the positions on the way.
fn can_be_solved_within(moves: usize, free: bool, looked_at: &mut u64) -> bool {
    let start = [(0, 0), (0, 13), (1, 0), (1, 13)];
    climb(start, &mut [[None; 14]; 2], moves, free, looked_at)
}

fn climb(
    priests: [(usize, usize); 4],
    values: &mut [[Option<usize>; 14]; 2],
    left: usize,
    free: bool,
    looked_at: &mut u64,
) -> bool {
    *looked_at += 1;
    let is_summit = |column: usize| column == 6 || column == 7;
    let below = priests.iter().filter(|(_, column)| !is_summit(*column)).count();
    if below == 0 {
        return true;
    }
    if below > left {
        return false;
    }
    let taken = |row: usize, column: usize| priests.contains(&(row, column));
    for number in 0..4 {
        let (row, column) = priests[number];
        let moved = |to: (usize, usize)| {
            let mut after = priests;
            after[number] = to;
            after
        };
        if (1..13).contains(&column)
            && !taken(1 - row, column)
            && climb(moved((1 - row, column)), values, left - 1, free, looked_at)
        {
            return true;
        }
        if is_summit(column) {
            let beside = 13 - column;
            if free && !taken(row, beside) && climb(moved((row, beside)), values, left - 1, free, looked_at) {
                return true;
            }
            continue;
        }
        let ways: [Vec<usize>; 2] = [(1..column).rev().collect(), (column + 1..13).collect()];
        for way in ways {
            for (to, walked) in way.into_iter().filter(|&to| !taken(row, to)).zip(1..=5) {
                let known = values[row][to];
                if known.is_some_and(|value| value != walked) {
                    continue;
                }
                values[row][to] = Some(walked);
                let solved = climb(moved((row, to)), values, left - 1, free, looked_at);
                values[row][to] = known;
                if solved {
                    return true;
                }
            }
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_mountain_is_climbed_in_seven_moves_and_some_in_eight() {
        for free in [false, true] {
            assert!(!can_be_solved_within(7, free, &mut 0));
            assert!(can_be_solved_within(8, free, &mut 0));
        }
    }
}

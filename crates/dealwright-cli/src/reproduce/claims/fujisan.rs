//! Claims about Fujisan: solvability, random play, lengths, counter-intuitive moves. Each under both summit rules.

use super::Judged;
use crate::reproduce::found::{Found, Seen};
use crate::reproduce::judge::{
    FREE, Finding, LEAST, OWN, Printed, Verdict, above, not_significant, paper_solvable, part_share,
    per_cent, share,
};
use crate::reproduce::resample;
use dealwright::games::read_challenge;
use dealwright::search::{Limits, Verdict as Solved};
use dealwright::stats::{Counts, kruskal_wallis, mann_whitney};

/// Readings of the summit rule: what they are called, and how they stand in records.
pub const READINGS: [(&str, &str); 2] = [(OWN, ""), (FREE, "free")];
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
            let verdict = match chance {
                c if c.high < 0.003 => Verdict::Agrees,
                c if c.low >= 0.003 => Verdict::Differs,
                _ => Verdict::CannotTell,
            };
            let ours = format!("{:.5} ({:.5} to {:.5})", chance.value, chance.low, chance.high);
            let finding = Finding::new(
                &format!("{title}: random play wins"),
                "less than 0.003",
                ours,
                verdict,
                &[seen],
            );
            judged.findings.push(finding.valued(Some(chance), Some(0.003)).under(reading));
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
        let (rejected, (low, high)) = resample::kruskal(&samples, &format!("lengths {reading}"))?;
        let test = kruskal_wallis(&counts)?;
        judged.findings.push(
            Finding::new(
                "lengths differ between the four setups",
                "p = 6.4e-9",
                format!("p = {:.1e}, epsilon squared {:.4}", test.p, test.epsilon_squared),
                Verdict::of(test.p < 0.05 && (low..=high).contains(&6.4e-9)),
                &seen,
            )
            .more(format!(
                "studies of the paper's size reject in {} and give p between {low:.0e} and {high:.0e} (95%)",
                per_cent(rejected, 0)
            ))
            .numbers(&[("p", test.p), ("epsilon_squared", test.epsilon_squared), ("rejects", rejected)])
            .under(reading),
        );
        let engraved = seen[2];
        for (number, (_, title)) in FOUR.iter().enumerate().filter(|(number, _)| *number != 2) {
            let test = mann_whitney(counts[2], counts[number])?;
            let share = resample::smaller(samples[2], samples[number], &format!("{title} {reading}"));
            judged.findings.push(
                Finding::new(
                    &format!("Engraved shorter than {title}"),
                    "shorter",
                    format!("medians {} and {}", counts[2].median()?, counts[number].median()?),
                    Verdict::of(test.p < 0.05 && test.superiority < 0.5 && share >= LEAST),
                    &[engraved, seen[number]],
                )
                .by_ranks(&test, share)
                .under(reading),
            );
        }
        // "Almost 10%" is read as nine to ten.
        for (number, title, words, paper) in [(2, "Engraved", "almost 10%", 9.5), (3, "Dominoes", "3%", 3.0)]
        {
            let few = counts[number].count(8.0) + counts[number].count(9.0);
            let what = format!("{title}: solutions of 8 or 9 moves");
            let finding = part_share(&what, Printed::new(paper, 0), few, counts[number].len(), seen[number]);
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
        let fewer = can_be_solved_within(7, reading == FREE);
        let proved = if fewer { "with other values fewer moves do" } else { "no values at all allow for 7" };
        let mut finding = Finding::new(
            "shortest possible solution",
            "8 moves",
            format!("{least} moves were dealt; {proved}"),
            Verdict::of(least == 8 && !fewer),
            &[],
        );
        finding.exact = true;
        let searched = "searched through: every way of seven moves, the values chosen on the way".to_string();
        judged.findings.push(finding.more(searched).under(reading));
    }
    let constructed = "fujisan:551102224335/244331001054";
    let solved = read_challenge(constructed).ok()?;
    let outcome = solved.solve(solved.default_solver(true), &Limits::default()).ok()?;
    let moves = outcome.solution.filter(|_| outcome.verdict == Solved::Solvable).map(|moves| moves.len());
    judged.findings.push(
        Finding::new(
            "longest known constructed challenge",
            "62 moves",
            format!("that one needs {} moves", moves?),
            Verdict::of(moves == Some(62)),
            &[],
        )
        .more(
            "out of date: a layout of dominoes that needs 70 was published later (donimoes, problem 20)"
                .into(),
        ),
    );
    judged.example("the 62 moves", Some(&constructed.to_string()));
    judged.example("shortest dealt", Some(&least_id));
    let (most, most_id) = longest?;
    judged.example(&format!("longest dealt: {most} moves"), Some(&most_id));
    let shorter = |finding: &&Finding| finding.what.starts_with("Engraved shorter");
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
            let (low, high) = resample::greatest(&together, size, &format!("{name} {reading}"))?;
            let range = format!("{} to {}, mean {:.2}", together.min()?, together.max()?, together.mean()?);
            let in_range = together.min()? == 0.0 && (low..=high).contains(&8.0);
            let what = format!("counter-intuitive moves, {title}");
            let verdict = if name == "counter" { Verdict::of(in_range) } else { Verdict::Shown };
            judged.findings.push(
                Finding::new(&what, "0 to 8", range, verdict, &seen)
                    .more(format!("the greatest of a study of the paper's size is {low} to {high} (95%)"))
                    .under(reading),
            );
            if name == "counter" {
                let samples: Vec<(&Counts, u64)> =
                    counts.iter().zip(&seen).map(|(counts, seen)| (*counts, paper_solvable(seen))).collect();
                let (rejected, _) = resample::kruskal(&samples, &format!("counter {reading}"))?;
                let test = kruskal_wallis(&counts)?;
                judged.findings.push(
                    Finding::new(
                        "no difference between the four setups",
                        "no significant difference",
                        format!("p = {:.2}, epsilon squared {:.4}", test.p, test.epsilon_squared),
                        Verdict::of(1.0 - rejected >= LEAST),
                        &seen,
                    )
                    .more(format!(
                        "a Kruskal–Wallis test rejects in {} of studies of the paper's size",
                        per_cent(rejected, 0)
                    ))
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
fn can_be_solved_within(moves: usize, free: bool) -> bool {
    let start = [(0, 0), (0, 13), (1, 0), (1, 13)];
    climb(start, &mut [[None; 14]; 2], moves, free)
}

fn climb(
    priests: [(usize, usize); 4],
    values: &mut [[Option<usize>; 14]; 2],
    left: usize,
    free: bool,
) -> bool {
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
            && climb(moved((1 - row, column)), values, left - 1, free)
        {
            return true;
        }
        if is_summit(column) {
            let beside = 13 - column;
            if free && !taken(row, beside) && climb(moved((row, beside)), values, left - 1, free) {
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
                let solved = climb(moved((row, to)), values, left - 1, free);
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
            assert!(!can_be_solved_within(7, free));
            assert!(can_be_solved_within(8, free));
        }
    }
}

//! Claims about Fujisan's mountains: connections, restrictions, zeros, and what lengths look like.

use super::Judged;
use super::fujisan::{FOUR, READINGS};
use crate::finding::{Finding, Rule, Verdict, number_words, per_cent};
use crate::found::Found;
use crate::judge::{
    FREE, OWN, Ours, PAPER, Printed, above, apart, of_all, paper_solvable, share, together, weakest,
};
use crate::resample;
use dealwright::stats::{Counts, mann_whitney, wilson};
use dealwright::text::{grouped, listed};
use dealwright_draw::chart::Estimate;

pub fn connectivity(found: &Found) -> Option<Judged> {
    let mut judged = Judged::default();
    for (reading, rules) in READINGS {
        for (setup, title) in FOUR {
            let seen = found.fujisan(setup, rules)?;
            let measure = seen.line.measure("connectivity")?;
            let test = mann_whitney(measure.solvable, measure.unsolvable)?;
            let sizes = (paper_solvable(seen), PAPER - paper_solvable(seen).min(PAPER));
            let share = resample::smaller(
                (measure.unsolvable, sizes.1),
                (measure.solvable, sizes.0),
                &format!("connectivity {setup} {reading}"),
            );
            let ours = format!(
                "{} against {}",
                number_words(seen.mean_of(measure.solvable)?, 3),
                number_words(seen.mean_of(measure.unsolvable)?, 3)
            );
            judged.findings.push(
                Finding::new(
                    &format!("{title}: solvable ones better connected"),
                    Rule::Direction,
                    "higher",
                    ours,
                    Ours::of_greater(&test).verdict(),
                    &[seen],
                )
                .by_ranks(&test, share)
                .sizes(&[measure.solvable.len(), measure.unsolvable.len()])
                .paper_sizes(&[sizes.0, sizes.1])
                .under(reading),
            );
        }
    }
    // What is laid does not depend on the summit rule.
    let means = FOUR
        .iter()
        .map(|(setup, _)| {
            let seen = found.fujisan(setup, "")?;
            seen.mean_of(seen.line.measure("connectivity")?.all)
        })
        .collect::<Option<Vec<_>>>()?;
    let lines = FOUR.iter().map(|(setup, _)| found.fujisan(setup, "")).collect::<Option<Vec<_>>>()?;
    let (shuffled, piecepack, engraved, dominoes) = (means[0], means[1], means[2], means[3]);
    let ours = FOUR
        .iter()
        .zip(&means)
        .map(|((_, title), mean)| format!("{title} {:.3}", mean.value))
        .collect::<Vec<_>>()
        .join(", ");
    let steps: Vec<Estimate> = [piecepack, dominoes]
        .iter()
        .flat_map(|more| [shuffled, engraved].map(|less| apart(*more, less)))
        .collect();
    let least = weakest(&steps)?;
    judged.findings.push(
        Finding::new(
            "Piecepack and Dominoes above Shuffled and Engraved",
            Rule::Direction,
            "higher",
            format!("{ours}; the smallest difference is {}", number_words(least, 3)),
            Ours::of_interval(least.low, least.high).verdict(),
            &lines,
        )
        .valued(least, None)
        .paper_sizes(&[PAPER; 4]),
    );
    judged.words = format!(
        "Between setups it does not decide alone: Engraved has a connectivity of {:.2} and {} solvable, Piecepack {:.2} and {}.",
        engraved.value,
        per_cent(lines[2].share()?.value, 1),
        piecepack.value,
        per_cent(lines[1].share()?.value, 1)
    );
    Some(judged)
}

pub fn unique(found: &Found) -> Option<Judged> {
    let mut judged = Judged::default();
    for (reading, rules) in READINGS {
        let (unique, shuffled) =
            (found.fujisan("fujisan/unique", rules)?, found.fujisan("fujisan/shuffled", rules)?);
        judged.push(share(DIFFERENT, Printed::new(89.0, 0), unique).map(|finding| finding.under(reading)));
        judged.push(above("above Shuffled", unique, shuffled).map(|finding| finding.under(reading)));
    }
    // What else the authors may have left out, under both rules.
    let readings = [
        ("fujisan/unique-no-zero-step", ["no 0:0 either", "no 0:0 either, free summit"]),
        (
            "fujisan/unique-no-zero-summit",
            ["no 0:0 on the summit either", "no 0:0 on the summit either, free summit"],
        ),
        ("fujisan/unique-no-double", ["no equal values either", "no equal values either, free summit"]),
    ];
    for (setup, names) in readings {
        for ((_, rules), name) in READINGS.iter().zip(names) {
            let seen = found.get("fujisan-restrictions", setup, "12", rules)?;
            let shuffled = found.fujisan("fujisan/shuffled", rules)?;
            judged.push(share(DIFFERENT, Printed::new(89.0, 0), seen).map(|finding| finding.under(name)));
            judged.push(above("above Shuffled", seen, shuffled).map(|finding| finding.under(name)));
        }
    }
    let others: Vec<&'static str> =
        readings.iter().flat_map(|(_, names)| names.iter().copied()).chain([FREE]).collect();
    let under = |reading: &str| of_all(judged.findings.iter().filter(|finding| finding.reading == reading));
    let agreeing: Vec<&'static str> =
        others.iter().copied().filter(|reading| under(reading) == Verdict::Agrees).collect();
    judged.verdict = Some(together(&judged.findings, OWN, &others));
    let (unique, shuffled) = (found.fujisan("fujisan/unique", "")?, found.fujisan("fujisan/shuffled", "")?);
    let also = match agreeing.as_slice() {
        [] => "Under no other reading do both the figure and the improvement come out for sure.".to_string(),
        readings => {
            let words: Vec<String> = readings.iter().map(|reading| format!("'{reading}'")).collect();
            format!("Figure and improvement both come out under {}.", listed(&words))
        }
    };
    judged.words = format!(
        "Different steps alone give {} against {} for Shuffled under the paper's summit rule. {also}",
        per_cent(unique.share()?.value, 1),
        per_cent(shuffled.share()?.value, 1)
    );
    judged.example("dead, twelve different steps", unique.dead_ids.first());
    Some(judged)
}

const DIFFERENT: &str = "twelve different steps: solvable";

pub fn zeros(found: &Found) -> Option<Judged> {
    let seen = found.fujisan("fujisan/engraved", "")?;
    let spaces = seen.mean_of(seen.line.measure("zeros")?.all)?;
    let tiles = seen.zero_tiles()?;
    let mut judged = Judged::default();
    // Known without dealing: each column of the mountain shows each of the twenty tiles equally often.
    let (exact_spaces, exact_tiles) = (12.0 * 5.0 / 20.0, 10.0 * 5.0 / 20.0);
    let rows = [
        ("spaces that show a zero", "", spaces, exact_spaces, "twelve columns, each with a zero in 5 of 20"),
        (
            "tiles that show a zero",
            COUNTING_TILES,
            tiles,
            exact_tiles,
            "ten tiles show, five of twenty have a zero",
        ),
    ];
    for (what, reading, value, exact, why) in rows {
        judged.findings.push(
            Finding::new(what, Rule::Fact, "2.5", number_words(value, 3), Verdict::of(exact == 2.5), &[seen])
                .valued(value, Some(2.5))
                .paper_sizes(&[PAPER])
                .numbers(&[("exact", exact)])
                .more(format!("exactly {exact}: {why}"))
                .under(reading),
        );
    }
    judged.verdict =
        Some(match judged.findings.iter().map(|finding| finding.verdict).collect::<Vec<_>>()[..] {
            [Verdict::Agrees, ..] => Verdict::Agrees,
            [_, Verdict::Agrees] => Verdict::OnlyUnder(COUNTING_TILES),
            _ => Verdict::Differs,
        });
    judged.words = "2.5 is the number of tiles with a zero among the ten that show. The two topmost tiles show two columns \
                    each, so three values of zero are seen on average."
        .into();
    Some(judged)
}

const COUNTING_TILES: &str = "counting tiles";

pub fn doubles(found: &Found) -> Option<Judged> {
    let mut judged = Judged::default();
    for (reading, rules) in READINGS {
        let seen = found.fujisan("fujisan/shuffled", rules)?;
        let (dealt, solvable) = seen.zero_summit;
        let ours = format!("{} of {} such mountains are solvable", grouped(solvable), grouped(dealt));
        let (verdict, value) = match wilson(solvable, dealt, 0.95) {
            Some(interval) => (
                Verdict::of(solvable == 0),
                Estimate::new(solvable as f64 / dealt as f64, interval.low, interval.high),
            ),
            // None was dealt: nothing is known.
            None => (Verdict::CannotTell, Estimate::new(f64::NAN, 0.0, 1.0)),
        };
        let statement = "two zeros in a summit column (Shuffled)";
        judged.findings.push(
            Finding::new(statement, Rule::Fact, "impossible", ours, verdict, &[seen])
                .valued(value, Some(0.0))
                .sizes(&[dealt])
                .under(reading),
        );
        if solvable > 0 {
            judged.example("0:0 on the summit and solvable (free)", seen.zero_summit_id.as_ref());
        } else {
            judged.example("0:0 on the summit", seen.zero_summit_id.as_ref());
        }
    }
    judged.findings.push(
        Finding::new(
            "a step with two zeros cannot be entered",
            Rule::Fact,
            "cannot be entered",
            "follows from the rules: a walk ends on the number of spaces walked; of 0 to 5 only 0 is never one".into(),
            Verdict::Agrees,
            &[],
        )
        .exactly(0.0, Some(0.0), 6)
        .under(OWN),
    );
    let free = found.fujisan("fujisan/shuffled", FREE)?;
    judged.findings.push(
        Finding::new(
            "a step with two zeros cannot be entered",
            Rule::Fact,
            "cannot be entered",
            format!(
                "a summit column can, from beside: {} such mountains are solvable",
                grouped(free.zero_summit.1)
            ),
            Verdict::of(free.zero_summit.1 == 0),
            &[free],
        )
        .plain(free.zero_summit.1 as f64, Some(0.0))
        .sizes(&[free.zero_summit.0])
        .under(FREE),
    );
    let piecepack = found.fujisan("fujisan/piecepack", "")?;
    let equal = piecepack.line.measure("equal_steps")?.all.max()?;
    judged.findings.push(
        Finding::new(
            "Piecepack: steps with two equal values",
            Rule::Fact,
            "never",
            format!("at most {equal} of 12"),
            Verdict::of(equal == 0.0),
            &[piecepack],
        )
        .plain(equal, Some(0.0)),
    );
    let engraved = found.fujisan("fujisan/engraved", "")?;
    let distinct = engraved.line.measure("distinct_pairs")?.all;
    let (fewest, most) = (distinct.min()?, distinct.max()?);
    judged.findings.push(
        Finding::new(
            "Engraved: different pairs among twelve columns",
            Rule::Fact,
            "10: only the two topmost tiles repeat theirs",
            format!("{fewest} to {most}"),
            Verdict::of(fewest == 10.0 && most == 10.0),
            &[engraved],
        )
        .plain(fewest, Some(10.0)),
    );
    let (dealt, solvable) = free.zero_summit;
    judged.words = format!(
        "With two zeros in a summit column {} of {} mountains are solvable under the paper's summit rule, {} of {} under the \
         original one, where a priest can step onto them from the other summit column.",
        grouped(found.fujisan("fujisan/shuffled", "")?.zero_summit.1),
        grouped(found.fujisan("fujisan/shuffled", "")?.zero_summit.0),
        grouped(solvable),
        grouped(dealt)
    );
    Some(judged)
}

pub fn poisson(found: &Found) -> Option<Judged> {
    let mut judged = Judged::default();
    let (mut plain, mut beyond) = (0, 0);
    for (reading, rules) in READINGS {
        for (setup, title) in FOUR {
            let seen = found.fujisan(setup, rules)?;
            let lengths = seen.lengths()?;
            let (gain, ours) = poisson_against_normal(lengths, 0)?;
            let below = poisson_below(lengths.mean()?, 8);
            judged.findings.push(
                Finding::new(
                    &format!("{title}: Poisson fits better than normal"),
                    Rule::Fit,
                    "Poisson",
                    ours,
                    Verdict::of(gain > 0.0),
                    &[seen],
                )
                .plain(gain, None)
                .sizes(&[lengths.len()])
                .paper_sizes(&[paper_solvable(seen)])
                .more(format!(
                    "a Poisson distribution of this mean has {} below 8 moves, where no solution is",
                    per_cent(below, 1)
                ))
                .under(reading),
            );
            let (gain_beyond, ours) = poisson_against_normal(lengths, 8)?;
            plain += u32::from(gain > 0.0);
            beyond += u32::from(gain_beyond > 0.0);
            let statement = format!("{title}: the same for moves beyond 8");
            judged.findings.push(
                Finding::new(&statement, Rule::Fit, "", ours, Verdict::Shown, &[seen])
                    .plain(gain_beyond, None)
                    .sizes(&[lengths.len()])
                    .under(reading),
            );
        }
    }
    judged.words = format!(
        "Of the two, Poisson fits better by AIC in {plain} of 8 lines. Neither fits well: a Poisson distribution has some lengths below \
         8, where there are none; counted from 8 on, which is the reason the paper gives, Poisson fits better in {beyond} of 8."
    );
    Some(judged)
}

/// How much better Poisson fits than normal, and the same in words.
fn poisson_against_normal(lengths: &Counts, least: u64) -> Option<(f64, String)> {
    let fit = dealwright::stats::fit(lengths, least)?;
    let gain = fit.normal?.aic - fit.poisson?.aic;
    let lower = if gain > 0.0 { "lower" } else { "higher" };
    let words =
        format!("Poisson's AIC is {lower} by {:.0}; variance over mean {:.2}", gain.abs(), fit.dispersion?);
    Some((gain, words))
}

/// The chance of less than `bound` under a Poisson distribution.
fn poisson_below(mean: f64, bound: u32) -> f64 {
    let mut term = (-mean).exp();
    let mut sum = 0.0;
    for n in 0..bound {
        sum += term;
        term *= mean / f64::from(n + 1);
    }
    sum
}

//! Claims about Fujisan's mountains: connections, restrictions, zeros, and what lengths look like.

use super::Judged;
use super::fujisan::{FOUR, READINGS};
use crate::reproduce::found::Found;
use crate::reproduce::judge::{
    Finding, OWN, Printed, Verdict, above, number_words, paper_solvable, per_cent, share,
};
use crate::reproduce::resample;
use dealwright::stats::{Counts, mann_whitney};
use dealwright::text::grouped;

pub fn connectivity(found: &Found) -> Option<Judged> {
    let mut judged = Judged::default();
    for (reading, rules) in READINGS {
        for (setup, title) in FOUR {
            let seen = found.fujisan(setup, rules)?;
            let measure = seen.line.measure("connectivity")?;
            let test = mann_whitney(measure.solvable, measure.unsolvable)?;
            let sizes = (paper_solvable(seen), 1000 - paper_solvable(seen).min(1000));
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
                    "higher",
                    ours,
                    Verdict::of(test.p < 0.05 && test.superiority > 0.5),
                    &[seen],
                )
                .more(format!(
                    "rank-biserial correlation {:.2}; a Mann–Whitney test finds it in {} of studies of the paper's size",
                    test.rank_biserial.abs(),
                    per_cent(share, 0)
                ))
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
    let higher = piecepack.low.min(dominoes.low) > shuffled.high.max(engraved.high);
    judged.findings.push(Finding::new(
        "Piecepack and Dominoes above Shuffled and Engraved",
        "higher",
        ours,
        Verdict::of(higher),
        &lines,
    ));
    judged.words = "Connectivity goes with solvability inside every setup. Between setups it does not decide alone: Engraved is \
                    connected less well than Piecepack and about as often solvable."
        .into();
    Some(judged)
}

pub fn unique(found: &Found) -> Option<Judged> {
    let mut judged = Judged::default();
    let mut agrees = Vec::new();
    for (reading, rules) in READINGS {
        let (unique, shuffled) =
            (found.fujisan("fujisan/unique", rules)?, found.fujisan("fujisan/shuffled", rules)?);
        judged.push(
            share("twelve different steps: solvable", Printed::new(89.0, 0), unique)
                .map(|f| f.under(reading)),
        );
        judged.push(above("above Shuffled", unique, shuffled).map(|finding| finding.under(reading)));
    }
    let plain = found.fujisan("fujisan/shuffled", "")?;
    for (setup, title) in [
        ("fujisan/unique-no-zero-step", "different steps, no 0:0"),
        ("fujisan/unique-no-zero-summit", "different steps, no 0:0 on the summit"),
        ("fujisan/unique-no-double", "different steps, no equal values"),
    ] {
        let seen = found.get("fujisan-restrictions", setup, "12", "")?;
        let both = [
            share("twelve different steps: solvable", Printed::new(89.0, 0), seen),
            above("above Shuffled", seen, plain),
        ];
        if both.iter().flatten().all(|finding| finding.verdict == Verdict::Agrees) {
            agrees.push(title);
        }
        both.into_iter().for_each(|finding| judged.push(finding.map(|finding| finding.under(title))));
    }
    let own: Vec<&Finding> = judged.findings.iter().filter(|finding| finding.reading == OWN).collect();
    judged.verdict = Some(match agrees.first() {
        _ if own.iter().all(|finding| finding.verdict == Verdict::Agrees) => Verdict::Agrees,
        Some(reading) => Verdict::OnlyUnder(reading),
        None => Verdict::Differs,
    });
    let (unique, shuffled) = (found.fujisan("fujisan/unique", "")?.share()?, plain.share()?);
    judged.words = format!(
        "Different steps alone do not help: {} against {} for Shuffled under the paper's summit rule, since a step of 0:0 then \
         survives more often. The paper's figure and its improvement come out when steps of 0:0 are left out as well, which is \
         where the gain comes from.",
        per_cent(unique.value, 1),
        per_cent(shuffled.value, 1)
    );
    judged.example("dead, twelve different steps", found.fujisan("fujisan/unique", "")?.dead_ids.first());
    Some(judged)
}

pub fn zeros(found: &Found) -> Option<Judged> {
    let seen = found.fujisan("fujisan/engraved", "")?;
    let spaces = seen.mean_of(seen.line.measure("zeros")?.all)?;
    let tiles = seen.zero_tiles()?;
    let is = |value: crate::chart::Estimate| Verdict::of((value.low..=value.high).contains(&2.5));
    let mut judged = Judged::default();
    judged.findings.push(
        Finding::new("spaces that show a zero", "2.5", number_words(spaces, 3), is(spaces), &[seen])
            .valued(Some(spaces), Some(2.5))
            .more("exactly 3: twelve columns, each with a zero in 5 of 20".into()),
    );
    judged.findings.push(
        Finding::new("tiles that show a zero", "2.5", number_words(tiles, 3), is(tiles), &[seen])
            .valued(Some(tiles), Some(2.5))
            .more("exactly 2.5: ten tiles show, five of twenty have a zero".into())
            .under("counting tiles"),
    );
    judged.verdict = Some(match (is(spaces), is(tiles)) {
        (Verdict::Agrees, _) => Verdict::Agrees,
        (_, Verdict::Agrees) => Verdict::OnlyUnder("counting tiles"),
        _ => Verdict::Differs,
    });
    judged.words = "2.5 is the number of tiles with a zero among the ten that show. The two topmost tiles show two columns \
                    each, so three values of zero are seen on average."
        .into();
    Some(judged)
}

pub fn doubles(found: &Found) -> Option<Judged> {
    let mut judged = Judged::default();
    for (reading, rules) in READINGS {
        let seen = found.fujisan("fujisan/shuffled", rules)?;
        let (dealt, solvable) = seen.zero_summit;
        let ours = format!("{} of {} such mountains are solvable", grouped(solvable), grouped(dealt));
        let verdict = if dealt == 0 { Verdict::CannotTell } else { Verdict::of(solvable == 0) };
        judged.findings.push(
            Finding::new("two zeros in a summit column (Shuffled)", "impossible", ours, verdict, &[seen])
                .under(reading),
        );
        if solvable > 0 {
            judged.example("0:0 on the summit and solvable (free)", seen.zero_summit_id.as_ref());
        } else {
            judged.example("0:0 on the summit", seen.zero_summit_id.as_ref());
        }
    }
    judged.findings.push(Finding::new(
        "a step with two zeros cannot be entered",
        "cannot be entered",
        "follows from the rules: a walk ends on the number of spaces walked, which is at least 1".into(),
        Verdict::Agrees,
        &[],
    ));
    let piecepack = found.fujisan("fujisan/piecepack", "")?;
    let equal = piecepack.line.measure("equal_steps")?.all.max()?;
    judged.findings.push(Finding::new(
        "Piecepack: steps with two equal values",
        "never",
        format!("at most {equal} of 12"),
        Verdict::of(equal == 0.0),
        &[piecepack],
    ));
    let engraved = found.fujisan("fujisan/engraved", "")?;
    let distinct = engraved.line.measure("distinct_pairs")?.all;
    judged.findings.push(Finding::new(
        "Engraved: different pairs among twelve columns",
        "10: only the two topmost tiles repeat theirs",
        format!("{} to {}", distinct.min()?, distinct.max()?),
        Verdict::of(distinct.min()? == 10.0 && distinct.max()? == 10.0),
        &[engraved],
    ));
    judged.words = "Two zeros on the summit are fatal under the paper's summit rule only: under the original one a priest can \
                    step onto them from the other summit column."
        .into();
    Some(judged)
}

pub fn poisson(found: &Found) -> Option<Judged> {
    let mut judged = Judged::default();
    for (reading, rules) in READINGS {
        for (setup, title) in FOUR {
            let seen = found.fujisan(setup, rules)?;
            let lengths = seen.line.measure("length")?.solvable;
            let (gain, ours) = poisson_against_normal(lengths, 0)?;
            let below = poisson_below(lengths.mean()?, 8);
            judged.findings.push(
                Finding::new(
                    &format!("{title}: Poisson fits better than normal"),
                    "Poisson",
                    ours,
                    Verdict::of(gain > 0.0),
                    &[seen],
                )
                .more(format!(
                    "a Poisson distribution of this mean has {} below 8 moves, where no solution is",
                    per_cent(below, 1)
                ))
                .under(reading),
            );
            let (_, ours) = poisson_against_normal(lengths, 8)?;
            let what = format!("{title}: the same for moves beyond 8");
            judged.findings.push(Finding::new(&what, "", ours, Verdict::Shown, &[seen]).under(reading));
        }
    }
    judged.words = "Of the two, Poisson fits better by AIC, since lengths are skewed to the right. Neither fits well: no length is \
                    below 8, and counted from 8 on the variance is about twice the mean."
        .into();
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

//! Claims about Pretzel.

use super::Judged;
use crate::finding::{Finding, Rule, Verdict, estimate_words, per_cent, points_words, share_words};
use crate::found::Found;
use crate::judge::{
    Ours, PAPER, Printed, above, apart, difference, direction, is_usual, paper_solvable, share, significance,
    weakest, within,
};
use crate::resample;
use dealwright::stats::mann_whitney;
use dealwright::text::{grouped, listed};
use dealwright_draw::chart::Estimate;

const SHUFFLED: &str = "pretzel/shuffled";
const SEQUENTIAL: &str = "pretzel/sequential";
const BANDED: &str = "pretzel/banded";
/// Ranks that the paper looks at.
const RANKS: std::ops::RangeInclusive<u32> = 2..=9;

pub fn four_by_four(found: &Found) -> Option<Judged> {
    let seen = found.pretzel(SHUFFLED, 4)?;
    let mut judged = Judged {
        words: "De Bruijn's figure rests on a sample of unknown size; it is judged as if that were 1,000."
            .into(),
        ..Judged::default()
    };
    judged.push(share("solvable, (4,4) Shuffled", Printed::new(45.0, 0), seen));
    judged.example("solvable", seen.solvable_ids.first());
    judged.example("unsolvable", seen.dead_ids.first());
    Some(judged)
}

pub fn solvability(found: &Found) -> Option<Judged> {
    let mut judged = Judged::default();
    let (mut against, mut open) = (Vec::new(), Vec::new());
    let share_of = |setup: &str, ranks: u32| Some(found.pretzel(setup, ranks)?.share()?.value);
    for ranks in RANKS {
        let [shuffled, sequential, banded] =
            [SHUFFLED, SEQUENTIAL, BANDED].map(|setup| found.pretzel(setup, ranks));
        judged.push(above(&format!("(4,{ranks}): Banded above Shuffled"), banded?, shuffled?));
        let even = ranks % 2 == 0;
        let paper = if even { "helps" } else { "hinders" };
        let statement = format!("(4,{ranks}): Sequential against Shuffled");
        let finding = direction(&statement, paper, even, sequential?, shuffled?)?;
        match finding.verdict {
            Verdict::Agrees => {}
            Verdict::Differs => against.push(ranks.to_string()),
            _ => open.push(ranks.to_string()),
        }
        judged.findings.push(finding);
    }
    let around = [2, 3, 4, 5].map(|ranks| found.pretzel(SEQUENTIAL, ranks));
    let [two, three, four, five] = around;
    let (two, three, four, five) = (two?, three?, four?, five?);
    let steps = [difference(two, three)?, difference(four, three)?, difference(four, five)?];
    let least = weakest(&steps)?;
    let shares: Vec<String> = [two, three, four, five]
        .iter()
        .map(|seen| Some(per_cent(seen.share()?.value, 1)))
        .collect::<Option<_>>()?;
    judged.findings.push(
        Finding::new(
            "Sequential: dip at (4,3), spike at (4,4)",
            Rule::Direction,
            "both",
            format!("{} at 2 to 5 ranks; the smallest step is {}", shares.join(", "), points_words(least)),
            Ours::of_interval(least.low, least.high).verdict(),
            &[two, three, four, five],
        )
        .valued(least, None)
        .paper_sizes(&[PAPER; 4]),
    );
    let (sequential, banded) = (four, found.pretzel(BANDED, 4)?);
    let same = sequential.line.solvable == banded.line.solvable && sequential.is_exact() && banded.is_exact();
    judged.findings.push(
        Finding::new(
            "(4,4): Sequential and Banded the same",
            Rule::Fact,
            "identical",
            format!("{} and {}", share_words(sequential)?, share_words(banded)?),
            Verdict::of(same),
            &[sequential, banded],
        )
        .valued(difference(sequential, banded)?, Some(0.0))
        .paper_sizes(&[PAPER, PAPER]),
    );
    let mut seesaw = match against.as_slice() {
        [] => "Wherever it can be told, Sequential helps with even and hinders with odd ranks.".to_string(),
        ranks => format!(
            "That Sequential helps with even and hinders with odd ranks does not hold at {} ranks.",
            listed(ranks)
        ),
    };
    if !open.is_empty() {
        seesaw += &format!(" At {} ranks these records leave it open.", listed(&open));
    }
    let gains: Vec<f64> = RANKS
        .filter_map(|ranks| Some(100.0 * (share_of(BANDED, ranks)? - share_of(SHUFFLED, ranks)?)))
        .collect();
    let (least, most) =
        gains.iter().fold((f64::MAX, f64::MIN), |(low, high), gain| (low.min(*gain), high.max(*gain)));
    judged.words = format!("Banded is {least:+.0} to {most:+.0} points from Shuffled. {seesaw}");
    Some(judged)
}

pub fn length(found: &Found) -> Option<Judged> {
    let mut judged = Judged::default();
    for (setup, title, paper) in
        [(SHUFFLED, "Shuffled", 44.0), (SEQUENTIAL, "Sequential", 44.0), (BANDED, "Banded", 42.0)]
    {
        let seen = found.pretzel(setup, 8)?;
        let counts = seen.lengths()?;
        let (median, printed) = (counts.median()?, Printed::new(paper, 0));
        let studies = resample::medians(counts, paper_solvable(seen), printed, &seen.words())?;
        let interval = counts.median_interval(0.95)?.interval;
        judged.findings.push(
            Finding::new(
                &format!("(4,8) {title}: median length"),
                Rule::PrintedValue,
                &format!("{paper}"),
                format!("{median} ({} to {})", interval.low, interval.high),
                Verdict::of(is_usual(printed, &studies)),
                &[seen],
            )
            .valued(Estimate::new(median, interval.low, interval.high), Some(paper))
            .sizes(&[counts.len()])
            .paper_sizes(&[paper_solvable(seen)])
            .found_in(studies.found_in)
            .numbers(&[("studies_low", studies.low), ("studies_high", studies.high)])
            .more(format!("95% of studies of the paper's size give {} to {}", studies.low, studies.high)),
        );
        judged.example(&format!("{title}, longest found"), seen.longest.as_ref().map(|(_, id)| id));
    }
    let mut found_in = Vec::new();
    for ranks in RANKS.skip(1) {
        let (banded, shuffled) = (found.pretzel(BANDED, ranks)?, found.pretzel(SHUFFLED, ranks)?);
        let (of_banded, of_shuffled) = (banded.lengths()?, shuffled.lengths()?);
        let share = resample::smaller(
            (of_banded, paper_solvable(banded)),
            (of_shuffled, paper_solvable(shuffled)),
            &banded.words(),
        );
        let test = mann_whitney(of_banded, of_shuffled)?;
        let fewer = of_shuffled.median()? - of_banded.median()?;
        found_in.push((ranks, share, fewer));
        let ours = format!("medians {} and {}", of_banded.median()?, of_shuffled.median()?);
        let verdict = match ranks {
            // Where growing ranks end, it has to be there.
            8.. => significance(Ours::of_smaller(&test), share),
            _ => Verdict::Shown,
        };
        let statement = format!("(4,{ranks}): Banded shorter than Shuffled");
        judged.findings.push(
            Finding::new(
                &statement,
                Rule::Significance,
                "significant as ranks grow",
                ours,
                verdict,
                &[banded, shuffled],
            )
            .by_ranks(&test, share)
            .sizes(&[of_banded.len(), of_shuffled.len()])
            .paper_sizes(&[paper_solvable(banded), paper_solvable(shuffled)]),
        );
    }
    // From where on it is found every time.
    let usual = found_in.iter().rev().take_while(|(_, share, _)| *share >= 0.5);
    let first = usual.last().map(|(ranks, ..)| *ranks);
    judged.words = match first {
        Some(first) => {
            let fewer = found_in.iter().filter(|(ranks, ..)| *ranks >= first).map(|(.., fewer)| *fewer);
            let (least, most) = fewer.fold((f64::MAX, f64::MIN), |(low, high), f| (low.min(f), high.max(f)));
            format!(
                "A study of the paper's size finds Banded's solutions shorter more often than not from {first} ranks on; there \
                 medians differ by {least} to {most} moves."
            )
        }
        None => "At no number of ranks does a study of the paper's size find Banded's solutions shorter more often than not."
            .into(),
    };
    Some(judged)
}

pub fn interest(found: &Found) -> Option<Judged> {
    let mut judged = Judged::default();
    let (mut behind, mut open) = (Vec::new(), Vec::new());
    for ranks in RANKS {
        let banded = found.pretzel(BANDED, ranks)?;
        for (setup, title) in [(SHUFFLED, "Shuffled"), (SEQUENTIAL, "Sequential")] {
            let other = found.pretzel(setup, ranks)?;
            let (a, b) = (banded.interest()?, other.interest()?);
            let difference = apart(a, b);
            let statement = format!("(4,{ranks}): Banded ahead of {title}");
            let ours = format!(
                "{}; {} and {}",
                points_words(difference),
                estimate_words(a, 1),
                estimate_words(b, 1)
            );
            let (paper, rule, verdict) = match (ranks, setup) {
                (4, SEQUENTIAL) => ("similar", Rule::Bound, within(difference, -0.05, 0.05)),
                (5.., _) => {
                    ("ahead", Rule::Direction, Ours::of_interval(difference.low, difference.high).verdict())
                }
                _ => continue,
            };
            let words = format!("{title} at {ranks} ranks");
            match verdict {
                Verdict::Agrees => {}
                Verdict::Differs => behind.push(words),
                _ => open.push(words),
            }
            let mut finding = Finding::new(&statement, rule, paper, ours, verdict, &[banded, other])
                .valued(difference, None)
                .paper_sizes(&[PAPER, PAPER]);
            if ranks == 4 {
                finding = finding.more("'similar' is read as at most five points apart".into());
            }
            judged.findings.push(finding);
        }
    }
    judged.words = match behind.as_slice() {
        [] => "Nowhere from five ranks on is Banded behind one of the others.".into(),
        behind => format!("The claim does not hold against {}.", listed(behind)),
    };
    if !open.is_empty() {
        judged.words += &format!(" These records leave it open against {}.", listed(&open));
    }
    Some(judged)
}

pub fn blockades(found: &Found) -> Option<Judged> {
    let three = found.get("pretzel-census", SEQUENTIAL, "4,3", "")?;
    let all = three.line.total() as f64;
    let crabs = three.line.measure("ducking_crabs")?.all;
    let duels = three.line.measure("duelling_deuces")?.all;
    let per_suit = crabs.mean()? / 2.0;
    let any_crab = 1.0 - crabs.count(0.0) as f64 / all;
    let any_duel = 1.0 - duels.count(0.0) as f64 / all;
    let blocked = three.line.measure("blockade")?.all.mean()?;
    let words = |share: f64| {
        format!("{} exactly ({} of {})", per_cent(share, 2), (share * all).round(), grouped(all as u64))
    };
    let mut judged = Judged::default();
    let about_crabs = "both suits can have one at the same time: 11 in 36, not 1 in 3";
    for (statement, rule, paper, value, printed, more) in [
        ("Ducking Crab, per suit (spades, diamonds)", Rule::Fact, "1 in 6", per_suit, 1.0 / 6.0, ""),
        ("dead at once by a Ducking Crab", Rule::Bound, "at least 1 in 3", any_crab, 1.0 / 3.0, about_crabs),
        ("dead at once by any cyclic blockade", Rule::Bound, "at least 1 in 3", blocked, 1.0 / 3.0, ""),
        ("Duelling Deuces", Rule::Fact, "1 in 9", any_duel, 1.0 / 9.0, ""),
    ] {
        let verdict = match rule {
            Rule::Bound => within(Estimate::exact(value), printed, 1.0),
            _ => Verdict::of((value - printed).abs() < 1e-12),
        };
        judged.findings.push(
            Finding::new(statement, rule, paper, words(value), verdict, &[three])
                .valued(Estimate::exact(value), Some(printed))
                .more(more.into()),
        );
    }
    let mut none = 0.0f64;
    let mut looked_at = Vec::new();
    let banded = RANKS.map(|ranks| found.pretzel(BANDED, ranks));
    let square = |part: &str, sizes: &str| found.get(part, SEQUENTIAL, sizes, "");
    let squares =
        [square("pretzel-squares", "2,2"), square("pretzel-squares", "3,3"), square("pretzel-census", "4,4")];
    for seen in banded.chain(squares) {
        let seen = seen?;
        for name in ["ducking_crabs", "duelling_deuces"] {
            none = none.max(seen.line.measure(name)?.all.max()?);
        }
        looked_at.push(seen);
    }
    let ours = if none == 0.0 { "none was dealt".to_string() } else { "some were dealt".to_string() };
    judged.findings.push(
        Finding::new(
            "either, in Banded or with as many ranks as suits (2, 3, 4)",
            Rule::Fact,
            "impossible",
            ours,
            Verdict::of(none == 0.0),
            &looked_at,
        )
        .plain(none, Some(0.0))
        .more("every deal of two to four suits and ranks, a sample of Banded with four suits beyond".into()),
    );
    judged.words = format!(
        "The chances per suit are right, but adding them counts deals with two crabs twice: crabs kill {} at once. The sentence \
         that at least a third are dead at once is true all the same, since other blockades bring it to {}; crabs or duels \
         alone make {}.",
        per_cent(any_crab, 1),
        per_cent(blocked, 1),
        per_cent(three.crab_or_duel as f64 / all, 1)
    );
    judged.example("a dead deal", three.dead_ids.first());
    Some(judged)
}

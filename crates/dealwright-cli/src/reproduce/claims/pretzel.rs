//! Claims about Pretzel.

use super::Judged;
use crate::chart::Estimate;
use crate::reproduce::found::Found;
use crate::reproduce::judge::{
    Finding, LEAST, Printed, Verdict, above, compared, estimate_words, paper_solvable, per_cent, share,
};
use crate::reproduce::resample;
use dealwright::stats::mann_whitney;
use dealwright::text::listed;

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
        let what = format!("(4,{ranks}): Sequential against Shuffled");
        let Some(compared) = compared(sequential?, shuffled?) else { continue };
        let verdict = match compared {
            ref c if c.low > 0.0 => Verdict::of(even),
            ref c if c.high < 0.0 => Verdict::of(!even),
            _ => Verdict::CannotTell,
        };
        match verdict {
            Verdict::Agrees => {}
            Verdict::Differs => against.push(ranks.to_string()),
            _ => open.push(ranks.to_string()),
        }
        let value = Estimate::new(compared.difference / 100.0, compared.low / 100.0, compared.high / 100.0);
        judged.findings.push(
            Finding::new(&what, paper, compared.words, verdict, &[sequential?, shuffled?])
                .valued(Some(value), None)
                .numbers(&compared.numbers)
                .more(compared.more),
        );
    }
    let [two, three, four, five] = [2, 3, 4, 5].map(|ranks| share_of(SEQUENTIAL, ranks));
    let dip = three? < two? && three? < four?;
    let spike = four? > three? && four? > five?;
    let ours = format!(
        "{}, {}, {}, {} at 2 to 5 ranks",
        per_cent(two?, 1),
        per_cent(three?, 1),
        per_cent(four?, 1),
        per_cent(five?, 1)
    );
    let sequential = found.pretzel(SEQUENTIAL, 4)?;
    let banded = found.pretzel(BANDED, 4)?;
    judged.findings.push(Finding::new(
        "Sequential: dip at (4,3), spike at (4,4)",
        "both",
        ours,
        Verdict::of(dip && spike),
        &[sequential],
    ));
    let same = sequential.line.solvable == banded.line.solvable && sequential.is_exact() && banded.is_exact();
    let ours = format!("{} and {}", per_cent(four?, 4), per_cent(share_of(BANDED, 4)?, 4));
    judged.findings.push(Finding::new(
        "(4,4): Sequential and Banded the same",
        "identical",
        ours,
        Verdict::of(same),
        &[sequential, banded],
    ));
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
        let median = counts.median()?;
        let (low, high) = resample::medians(counts, paper_solvable(seen), &seen.words())?;
        let own = counts.median_interval(0.95).map(|found| (found.interval.low, found.interval.high));
        let interval = own.map_or(String::new(), |(low, high)| format!(" ({low} to {high})"));
        judged.findings.push(
            Finding::new(
                &format!("(4,8) {title}: median length"),
                &format!("{paper}"),
                format!("{median}{interval}"),
                Verdict::of((low..=high).contains(&paper)),
                &[seen],
            )
            .numbers(&[("median", median), ("paper", paper)])
            .more(format!("95% of studies of the paper's size give {low} to {high}")),
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
            8.. => Verdict::of(share >= LEAST && test.p < 0.05 && test.superiority < 0.5),
            _ => Verdict::Shown,
        };
        judged.findings.push(
            Finding::new(&format!("(4,{ranks}): Banded shorter than Shuffled"), "as ranks grow", ours, verdict, &[banded, shuffled])
                .more(format!(
                    "rank-biserial correlation {:.2}; a Mann–Whitney test finds Banded shorter in {} of studies of the paper's size",
                    -test.rank_biserial.abs() * (0.5 - test.superiority).signum(),
                    per_cent(share, 0)
                )),
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
            let error = ((a.high - a.low).powi(2) + (b.high - b.low).powi(2)).sqrt() / 2.0;
            let difference = a.value - b.value;
            let (low, high) = (difference - error, difference + error);
            let what = format!("(4,{ranks}): Banded ahead of {title}");
            let ours = format!(
                "{:+.1} points ({:+.1} to {:+.1}); {} and {}",
                100.0 * difference,
                100.0 * low,
                100.0 * high,
                estimate_words(a, 1),
                estimate_words(b, 1)
            );
            let (paper, verdict) = match (ranks, setup) {
                (4, SEQUENTIAL) => ("similar", Verdict::of(difference.abs() < 0.05)),
                (5.., _) if low > 0.0 => ("ahead", Verdict::Agrees),
                (5.., _) if high < 0.0 => ("ahead", Verdict::Differs),
                (5.., _) => ("ahead", Verdict::CannotTell),
                _ => continue,
            };
            let words = format!("{title} at {ranks} ranks");
            match verdict {
                Verdict::Agrees => {}
                Verdict::Differs => behind.push(words),
                _ => open.push(words),
            }
            let value = Estimate::new(difference, low, high);
            let mut finding =
                Finding::new(&what, paper, ours, verdict, &[banded, other]).valued(Some(value), None);
            if ranks == 4 {
                finding = finding.more("'similar' is read as less than five points apart".into());
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
    let is = |value: f64, expected: f64| Verdict::of((value - expected).abs() < 1e-12);
    let words = |share: f64| format!("{} exactly ({} of 1,296)", per_cent(share, 2), (share * all).round());
    let mut judged = Judged::default();
    judged.findings.push(Finding::new(
        "Ducking Crab, per suit (spades, diamonds)",
        "1 in 6",
        words(per_suit),
        is(per_suit, 1.0 / 6.0),
        &[three],
    ));
    judged.findings.push(
        Finding::new(
            "dead at once by a Ducking Crab",
            "at least 1 in 3",
            words(any_crab),
            Verdict::of(any_crab >= 1.0 / 3.0),
            &[three],
        )
        .more("both suits can have one at the same time: 11 in 36, not 1 in 3".into()),
    );
    judged.findings.push(Finding::new(
        "dead at once by any cyclic blockade",
        "at least 1 in 3",
        words(blocked),
        Verdict::of(blocked >= 1.0 / 3.0),
        &[three],
    ));
    judged.findings.push(Finding::new(
        "Duelling Deuces",
        "1 in 9",
        words(any_duel),
        is(any_duel, 1.0 / 9.0),
        &[three],
    ));
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
            "impossible",
            ours,
            Verdict::of(none == 0.0),
            &looked_at,
        )
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

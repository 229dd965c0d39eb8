//! Claims about BoxOff.

use super::Judged;
use crate::finding::{Finding, Rule, Verdict, estimate_words, per_cent, points_words};
use crate::found::{Found, Seen};
use crate::judge::{
    Ours, PAPER, Printed, above, apart, below, direction, distance_words, interest as interest_of, mean,
    paper_part, share, significance as significant, within,
};
use crate::resample;
use dealwright::stats::mann_whitney;
use dealwright::text::{grouped, listed};

fn solvable(seen: Option<&Seen>, value: f64, decimals: u32) -> Option<Judged> {
    let (seen, paper) = (seen?, Printed::new(value, decimals));
    let mut judged = Judged { words: distance_words(paper, seen)?, ..Judged::default() };
    judged.push(share("solvable", paper, seen));
    judged.example("solvable", seen.solvable_ids.first());
    judged.example("unsolvable", seen.dead_ids.first());
    Some(judged)
}

pub fn shuffled_464(found: &Found) -> Option<Judged> {
    solvable(found.boxoff_464("boxoff/shuffled"), 27.0, 0)
}

pub fn ltiles_464(found: &Found) -> Option<Judged> {
    solvable(found.boxoff_464("boxoff/ltiles"), 88.0, 0)
}

pub fn shuffled_666(found: &Found) -> Option<Judged> {
    solvable(found.get("boxoff-666-shuffled", "boxoff/shuffled", "6,6,6", ""), 3.0, 0)
}

pub fn ltiles_666(found: &Found) -> Option<Judged> {
    solvable(found.get("boxoff-666-ltiles", "boxoff/ltiles", "6,6,6", ""), 57.0, 0)
}

pub fn abc_464(found: &Found) -> Option<Judged> {
    let (abc, shuffled) = (found.boxoff_464("boxoff/abc")?, found.boxoff_464("boxoff/shuffled")?);
    let mut judged = solvable(Some(abc), 8.2, 1)?;
    judged.push(direction("tiles of three colours against Shuffled", "much worse", false, abc, shuffled));
    judged.words += " The paper does not print its eight tiles; ours are those of the authors' program.";
    Some(judged)
}

pub fn significance(found: &Found) -> Option<Judged> {
    let (small, small_tiles) = (found.boxoff_464("boxoff/shuffled")?, found.boxoff_464("boxoff/ltiles")?);
    let large = found.get("boxoff-666-shuffled", "boxoff/shuffled", "6,6,6", "")?;
    let large_tiles = found.get("boxoff-666-ltiles", "boxoff/ltiles", "6,6,6", "")?;
    let mut judged = Judged::default();
    judged.push(above("(4,6,4): L-Tiles above Shuffled", small_tiles, small));
    judged.push(above("(6,6,6): L-Tiles above Shuffled", large_tiles, large));
    let about = small.share()?;
    judged.findings.push(
        Finding::new(
            "(4,6,4) Shuffled, Browne and Maire",
            Rule::Bound,
            "about 25%",
            estimate_words(about, 1),
            within(about, 0.20, 0.30),
            &[small],
        )
        .valued(about, Some(0.25))
        .more("'about' is read as within five points".into()),
    );
    let under = large.share()?;
    judged.findings.push(
        Finding::new(
            "(6,6,6) Shuffled, Browne and Maire",
            Rule::Bound,
            "under 5%",
            estimate_words(under, 1),
            below(under, 0.05),
            &[large],
        )
        .valued(under, Some(0.05)),
    );
    let found_in: Vec<String> = judged
        .findings
        .iter()
        .filter(|finding| finding.rule == Rule::Significance)
        .map(Finding::found_words)
        .collect();
    judged.words = format!(
        "The paper's test finds the effect of the tiles in {} of studies of its size.",
        listed(&found_in)
    );
    Some(judged)
}

pub fn standard(found: &Found) -> Option<Judged> {
    let seen = found.get("boxoff-683", "boxoff/shuffled", "6,8,3", "")?;
    let (share, chance) = (seen.share()?, seen.chance()?);
    let mut judged = Judged::default();
    judged.findings.push(
        Finding::new(
            "solvable",
            Rule::Bound,
            "nearly always",
            estimate_words(share, 2),
            within(share, 0.95, 1.0),
            &[seen],
        )
        .valued(share, None)
        .more("'nearly always' is read as at least 95%".into()),
    );
    judged.findings.push(
        Finding::new(
            "won by random play",
            Rule::Bound,
            "seldom",
            estimate_words(chance, 2),
            below(chance, 0.10),
            &[seen],
        )
        .valued(chance, None)
        .more(
            "'seldom' is read as less than one game in ten; each board was played 100 times at random".into(),
        ),
    );
    judged.words = format!(
        "{} of {} boards cannot be cleared; random play clears about one board in {:.0}.",
        grouped(seen.line.unsolvable),
        grouped(seen.line.total()),
        1.0 / chance.value
    );
    judged.example("one of the dead boards", seen.dead_ids.first());
    judged.example("solvable", seen.solvable_ids.first());
    Some(judged)
}

pub fn interest(found: &Found) -> Option<Judged> {
    // Random play is part of the sample, not of the census.
    let line = |part: &str, setup: &str, sizes: &str| found.get(part, setup, sizes, "");
    let pairs = [
        (
            line("boxoff-464", "boxoff/ltiles", "4,6,4")?,
            line("boxoff-464", "boxoff/shuffled", "4,6,4")?,
            62.0,
        ),
        (
            line("boxoff-666-ltiles", "boxoff/ltiles", "6,6,6")?,
            line("boxoff-666-shuffled", "boxoff/shuffled", "6,6,6")?,
            50.0,
        ),
    ];
    let mut judged = Judged::default();
    for (tiles, shuffled, points) in pairs {
        let size = tiles.line.size_words();
        judged.push(interest_of(
            &format!("({size}) L-Tiles ahead of random play"),
            Printed::new(points, 0),
            tiles,
        ));
        let (with, without) = (tiles.chance()?, shuffled.chance()?);
        let difference = apart(with, without);
        let ours = format!(
            "{}; {} against {}",
            points_words(difference),
            estimate_words(with, 1),
            estimate_words(without, 1)
        );
        let verdict = Ours::of_interval(difference.low, difference.high).verdict();
        let statement = format!("({size}) random play wins more often on L-Tiles");
        judged.findings.push(
            Finding::new(&statement, Rule::Direction, "more often", ours, verdict, &[tiles, shuffled])
                .valued(difference, None)
                .paper_sizes(&[PAPER, PAPER]),
        );
    }
    judged.words = "The chance of random play is worked out exactly for each board as far as its graph fits, and sampled \
                    beyond; the paper played each board once."
        .into();
    Some(judged)
}

pub fn pairs(found: &Found) -> Option<Judged> {
    let shuffled = found.get("boxoff-464", "boxoff/shuffled", "4,6,4", "")?;
    let tiles = found.get("boxoff-464", "boxoff/ltiles", "4,6,4", "")?;
    let mut judged = Judged::default();
    let (rows, columns) = (4i32, 6i32);
    let adjacent = rows * (columns - 1) + columns * (rows - 1);
    judged.findings.push(
        Finding::new(
            "adjacent pairs on 4x6",
            Rule::Fact,
            "38",
            adjacent.to_string(),
            Verdict::of(adjacent == 38),
            &[],
        )
        .exactly(f64::from(adjacent), Some(38.0), 1),
    );
    for (seen, title, values) in [
        (shuffled, "Shuffled", [Some(22.0), Some(26.0), Some(20.0)]),
        (tiles, "L-Tiles", [None, Some(34.0), Some(32.0)]),
    ] {
        let measure = seen.line.measure("pair_equality")?;
        let parts =
            [("all", measure.all), ("solvable", measure.solvable), ("unsolvable", measure.unsolvable)];
        for ((kind, counts), value) in parts.into_iter().zip(values) {
            let Some(value) = value else { continue };
            let size = paper_part(counts.len(), seen).max(1);
            let statement = format!("{title}, {kind} boards: equal pairs");
            judged.push(mean(&statement, Printed::new(value, 0), counts, size, 100.0, seen));
        }
    }
    let measure = shuffled.line.measure("pair_equality")?;
    let test = mann_whitney(measure.solvable, measure.unsolvable)?;
    let sizes = [measure.solvable, measure.unsolvable].map(|counts| paper_part(counts.len(), shuffled));
    let found_in =
        resample::smaller((measure.unsolvable, sizes[1]), (measure.solvable, sizes[0]), "pair equality");
    judged.findings.push(
        Finding::new(
            "Shuffled: solvable boards have more equal pairs",
            Rule::Significance,
            "significant",
            format!("a solvable board has more in {} of pairs", per_cent(test.superiority, 0)),
            significant(Ours::of_greater(&test), found_in),
            &[shuffled],
        )
        .by_ranks(&test, found_in)
        .sizes(&[measure.solvable.len(), measure.unsolvable.len()])
        .paper_sizes(&sizes),
    );
    let least = tiles.line.measure("pair_equality")?.all.min()?;
    judged.findings.push(
        Finding::new(
            "L-Tiles: fewest equal pairs",
            Rule::Fact,
            "at least 21%",
            format!("{} is the least that was dealt", per_cent(least, 2)),
            Verdict::of(least >= 0.205),
            &[tiles],
        )
        .plain(least, Some(0.21))
        .paper_sizes(&[PAPER]),
    );
    judged.words = "On shuffled boards the mean is exactly 5 in 23, 21.7%. Each of the eight L-tiles brings one equal pair, \
                    so at least 8 of 38 are equal."
        .into();
    Some(judged)
}

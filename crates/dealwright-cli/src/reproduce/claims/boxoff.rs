//! Claims about BoxOff.

use super::Judged;
use crate::reproduce::found::{Found, Seen};
use crate::reproduce::judge::{
    Finding, LEAST, Printed, Verdict, above, distance_words, estimate_words, interest as interest_of, mean,
    paper_part, per_cent, share,
};
use crate::reproduce::resample;
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
    judged.push(above("Shuffled above tiles of three colours", shuffled, abc));
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
    // "About" is taken as five points to either side.
    let near = Verdict::of(about.high >= 0.20 && about.low <= 0.30);
    let words = estimate_words(about, 1);
    judged.findings.push(
        Finding::new("(4,6,4) Shuffled, Browne and Maire", "about 25%", words, near, &[small])
            .valued(Some(about), Some(0.25))
            .more("'about' is read as within five points".into()),
    );
    let under = large.share()?;
    let verdict = match () {
        () if under.high < 0.05 => Verdict::Agrees,
        () if under.low > 0.05 => Verdict::Differs,
        () => Verdict::CannotTell,
    };
    judged.findings.push(
        Finding::new(
            "(6,6,6) Shuffled, Browne and Maire",
            "under 5%",
            estimate_words(under, 1),
            verdict,
            &[large],
        )
        .valued(Some(under), Some(0.05)),
    );
    let found_in: Vec<String> = judged
        .findings
        .iter()
        .filter_map(|finding| finding.numbers.iter().find(|(name, _)| *name == "rejects_as_claimed"))
        .map(|(_, share)| per_cent(*share, 0))
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
            "nearly always",
            estimate_words(share, 2),
            Verdict::of(share.low > 0.95),
            &[seen],
        )
        .valued(Some(share), None)
        .more("'nearly always' is read as more than 95%".into()),
    );
    judged.findings.push(
        Finding::new(
            "won by random play",
            "seldom",
            estimate_words(chance, 2),
            Verdict::of(chance.high < 0.10),
            &[seen],
        )
        .valued(Some(chance), None)
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
        let ours = format!("{} against {}", estimate_words(with, 1), estimate_words(without, 1));
        let verdict = Verdict::of(with.low > without.high);
        let what = format!("({size}) random play wins more often on L-Tiles");
        judged.findings.push(Finding::new(&what, "more often", ours, verdict, &[tiles, shuffled]));
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
    let (rows, columns) = (4, 6);
    let adjacent = rows * (columns - 1) + columns * (rows - 1);
    judged.findings.push(Finding::new(
        "adjacent pairs on 4x6",
        "38",
        adjacent.to_string(),
        Verdict::of(adjacent == 38),
        &[],
    ));
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
            let what = format!("{title}, {kind} boards: equal pairs");
            judged.push(mean(&what, Printed::new(value, 0), counts, size, 100.0, seen));
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
            "significant",
            format!("a solvable board has more in {} of pairs", per_cent(test.superiority, 0)),
            Verdict::of(test.p < 0.05 && test.superiority > 0.5 && found_in >= LEAST),
            &[shuffled],
        )
        .by_ranks(&test, found_in),
    );
    let least = tiles.line.measure("pair_equality")?.all.min()?;
    judged.findings.push(Finding::new(
        "L-Tiles: fewest equal pairs",
        "at least 21%",
        format!("{} is the least that was dealt", per_cent(least, 2)),
        Verdict::of(least * 38.0 > 7.999),
        &[tiles],
    ));
    judged.words = "On shuffled boards the mean is exactly 5 in 23, 21.7%. Each of the eight L-tiles brings one equal pair, \
                    so at least 8 of 38 are equal."
        .into();
    Some(judged)
}

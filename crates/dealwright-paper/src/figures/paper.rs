//! The charts of the paper, drawn from our records.

use super::Figure;
use crate::found::{Found, Seen};
use dealwright_draw::chart::{
    Axis, BoxGroup, BoxPanel, Boxes, Histogram, Histograms, Lines, Mean, MeanGroup, MeanPanel, Means, Point,
    Sample, Series, Unit,
};
use std::collections::BTreeMap;

/// Ranks from two to the whole deck.
const RANKS: std::ops::RangeInclusive<u32> = 2..=13;
const PRETZEL: [(&str, &str); 3] =
    [("pretzel/shuffled", "Shuffled"), ("pretzel/sequential", "Sequential"), ("pretzel/banded", "Banded")];
const FUJISAN: [(&str, &str); 5] = [
    ("fujisan/shuffled", "Shuffled"),
    ("fujisan/piecepack", "Piecepack"),
    ("fujisan/engraved", "Engraved"),
    ("fujisan/dominoes", "Dominoes"),
    ("fujisan/unique", "Unique"),
];

/// Shares of trials and the share of all.
fn solvable(seen: &Seen) -> Option<Sample> {
    Some(Sample { values: seen.line.trial_shares(), overall: seen.share() })
}

fn random(seen: &Seen) -> Option<Sample> {
    Some(Sample { values: seen.trial_chances(), overall: seen.chance() })
}

pub fn boxoff(found: &Found) -> Vec<Figure> {
    let mut figures = Vec::new();
    let line = |part: &str, setup: &str, sizes: &str| found.get(part, setup, sizes, "");
    let panels = [
        (
            "(4,6,4)",
            vec![
                ("Shuffled", line("boxoff-464", "boxoff/shuffled", "4,6,4")),
                ("L-Tiles", line("boxoff-464", "boxoff/ltiles", "4,6,4")),
                ("ABC", line("boxoff-464", "boxoff/abc", "4,6,4")),
            ],
        ),
        (
            "(6,6,6)",
            vec![
                ("Shuffled", line("boxoff-666-shuffled", "boxoff/shuffled", "6,6,6")),
                ("L-Tiles", line("boxoff-666-ltiles", "boxoff/ltiles", "6,6,6")),
            ],
        ),
        ("(6,8,3)", vec![("Shuffled", line("boxoff-683", "boxoff/shuffled", "6,8,3"))]),
    ];
    let panels: Vec<BoxPanel> = panels
        .into_iter()
        .map(|(heading, groups)| BoxPanel {
            heading: heading.into(),
            groups: groups
                .into_iter()
                .filter_map(|(name, seen)| {
                    let seen = seen?;
                    Some(BoxGroup { name: name.into(), samples: vec![solvable(seen), random(seen)] })
                })
                .collect(),
        })
        .filter(|panel| !panel.groups.is_empty())
        .collect();
    if !panels.is_empty() {
        let chart = Boxes {
            title: "BoxOff: share of solvable boards and of games that random play wins".into(),
            axis: Axis::with_range("share of trials of 100 boards", Unit::PerCent, 0.0, 1.0),
            kinds: vec!["solvable".into(), "won by random play".into()],
            panels,
        };
        let caption = "BoxOff: boards that can be solved, and games that random play wins, in trials of 100 boards (boxes) and \
                       overall (diamonds, with 95% intervals). The paper shows the first two sizes without ABC.";
        let parts = &["boxoff-464", "boxoff-666-shuffled", "boxoff-666-ltiles", "boxoff-683"];
        figures.push(Figure::chart("boxoff-solvability", caption, &chart, parts));
    }
    let setups = [("boxoff/shuffled", "Shuffled"), ("boxoff/ltiles", "L-Tiles"), ("boxoff/abc", "ABC")];
    let seen = setups.iter().map(|(setup, title)| Some((*title, line("boxoff-464", setup, "4,6,4")?)));
    let groups = mean_groups(seen.flatten(), "pair_equality");
    if !groups.is_empty() {
        let chart = means("BoxOff (4,6,4): equal pairs", "equal adjacent pairs", Unit::PerCent, groups);
        let caption = "BoxOff (4,6,4): share of equal pairs among the 38 adjacent ones, on solvable and on unsolvable boards: \
                       means with 95% intervals, and standard deviations as thin bars.";
        figures.push(Figure::chart("boxoff-pairs", caption, &chart, &["boxoff-464"]));
    }
    figures
}

fn mean_groups<'a>(lines: impl Iterator<Item = (&'a str, &'a Seen)>, name: &str) -> Vec<MeanGroup> {
    let group = |(title, seen): (&str, &Seen)| {
        let measure = seen.line.measure(name)?;
        let means = [measure.solvable, measure.unsolvable].map(|counts| {
            Some(Mean { mean: seen.mean_of(counts)?, deviation: counts.sd()?, count: counts.len() })
        });
        Some(MeanGroup { name: title.into(), means })
    };
    lines.filter_map(group).collect()
}

fn means(title: &str, axis: &str, unit: Unit, groups: Vec<MeanGroup>) -> Means {
    Means {
        title: title.into(),
        axis: Axis::new(axis, unit),
        kinds: ["solvable".into(), "unsolvable".into()],
        panels: vec![MeanPanel { heading: String::new(), groups }],
    }
}

fn point(ranks: u32, seen: &Seen, estimate: Option<dealwright_draw::chart::Estimate>) -> Option<Point> {
    let estimate = estimate?;
    Some(Point {
        x: ranks.into(),
        y: estimate.value,
        interval: (estimate.low < estimate.high).then_some((estimate.low, estimate.high)),
        exact: seen.is_exact(),
    })
}

pub fn pretzel(found: &Found) -> Vec<Figure> {
    let mut figures = Vec::new();
    type Value = fn(&Seen) -> Option<dealwright_draw::chart::Estimate>;
    let charts: [(&'static str, &str, &str, Value); 2] = [
        (
            "pretzel-solvability",
            "share of solvable deals",
            "Pretzel with four suits: solvable deals against the number of ranks, with 95% intervals as bands and hollow marks \
             where every deal was looked at. The paper ends at nine ranks.",
            |seen| seen.share(),
        ),
        (
            "pretzel-interest",
            "solvable less won by random play",
            "Pretzel with four suits: how far solvable deals are ahead of random play, the paper's measure of interest.",
            |seen| seen.interest(),
        ),
    ];
    for (name, axis, caption, value) in charts {
        let series: Vec<Series> = PRETZEL
            .iter()
            .map(|(setup, title)| {
                let points = RANKS.filter_map(|ranks| {
                    let seen = found.pretzel(setup, ranks)?;
                    point(ranks, seen, value(seen))
                });
                Series { name: title.to_string(), points: points.collect() }
            })
            .filter(|series| !series.points.is_empty())
            .collect();
        if series.is_empty() {
            continue;
        }
        let chart = Lines {
            title: caption.into(),
            across: Axis::new("ranks", Unit::Whole),
            up: Axis::with_range(axis, Unit::PerCent, 0.0, 1.0),
            series,
        };
        let parts = &["pretzel", "pretzel-long", "pretzel-census", "pretzel-census-shuffled"];
        figures.push(Figure::chart(name, caption, &chart, parts));
    }
    let panels: Vec<Histogram> =
        PRETZEL.iter().filter_map(|(setup, title)| histogram(title, found.pretzel(setup, 8)?)).collect();
    if !panels.is_empty() {
        let chart = lengths("Pretzel (4,8): lengths of shortest solutions", panels, None);
        let caption = "Pretzel with four suits and eight ranks: lengths of shortest solutions of solvable deals; medians dotted.";
        figures.push(Figure::chart("pretzel-length", caption, &chart, &["pretzel"]));
    }
    figures
}

fn histogram(title: &str, seen: &Seen) -> Option<Histogram> {
    let lengths = seen.lengths()?;
    let counts: BTreeMap<u64, u64> = lengths.iter().map(|(length, count)| (length as u64, count)).collect();
    (!counts.is_empty()).then(|| Histogram { heading: title.into(), counts })
}

fn lengths(title: &str, panels: Vec<Histogram>, cut: Option<u64>) -> Histograms {
    Histograms {
        title: title.into(),
        across: "moves of a shortest solution".into(),
        up: "share of solvable".into(),
        cut,
        panels,
    }
}

pub fn fujisan(found: &Found) -> Vec<Figure> {
    let mut figures = Vec::new();
    let readings = [
        ("", "on the summit only up and down (the paper's rule)"),
        ("free", "sideways too (the original rule)"),
    ];
    let panels: Vec<BoxPanel> = readings
        .iter()
        .map(|(rules, heading)| BoxPanel {
            heading: heading.to_string(),
            groups: FUJISAN
                .iter()
                .filter_map(|(setup, title)| {
                    let seen = found.fujisan(setup, rules)?;
                    Some(BoxGroup { name: title.to_string(), samples: vec![solvable(seen)] })
                })
                .collect(),
        })
        .filter(|panel| !panel.groups.is_empty())
        .collect();
    if panels.is_empty() {
        return figures;
    }
    let chart = Boxes {
        title: "Fujisan: share of solvable mountains".into(),
        axis: Axis::with_range("share of trials of 100 mountains", Unit::PerCent, 0.7, 1.0),
        kinds: vec!["solvable".into()],
        panels,
    };
    let caption = "Fujisan: mountains that can be solved, in trials of 100 (boxes) and overall (diamonds, with 95% intervals), \
                   under both summit rules. Unique is Shuffled, dealt again until all twelve steps differ.";
    figures.push(Figure::chart("fujisan-solvability", caption, &chart, &["fujisan"]));
    let panels: Vec<Histogram> = FUJISAN[..4]
        .iter()
        .filter_map(|(setup, title)| histogram(title, found.fujisan(setup, "")?))
        .collect();
    let chart = lengths("Fujisan: lengths of shortest solutions", panels, Some(40));
    let caption = "Fujisan: lengths of shortest solutions of solvable mountains, the paper's summit rule; medians dotted.";
    figures.push(Figure::chart("fujisan-length", caption, &chart, &["fujisan"]));
    let seen = FUJISAN.iter().filter_map(|(setup, title)| Some((*title, found.fujisan(setup, "")?)));
    let groups = mean_groups(seen, "connectivity");
    let chart = means(
        "Fujisan: connectivity",
        "connectivity: places from which a step is reached",
        Unit::Plain,
        groups,
    );
    let caption = "Fujisan: connectivity of solvable and of unsolvable mountains: means with 95% intervals, and standard \
                   deviations as thin bars.";
    figures.push(Figure::chart("fujisan-connectivity", caption, &chart, &["fujisan"]));
    figures
}

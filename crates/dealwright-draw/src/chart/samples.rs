//! A sample of every chart, with data as a report has them, to be looked at and tested.

use super::*;

/// Numbers that look like chance, the same every time.
struct Chance(u64);

impl Chance {
    fn share(&mut self) -> f64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 11) as f64 / (1u64 << 53) as f64
    }

    /// About normal, by the sum of twelve.
    fn normal(&mut self, mean: f64, deviation: f64) -> f64 {
        mean + deviation * ((0..12).map(|_| self.share()).sum::<f64>() - 6.0)
    }

    fn estimate(&mut self, from: f64, to: f64, half: f64) -> Estimate {
        let value = from + (to - from) * self.share();
        Estimate::new(value, (value - half).max(0.0), (value + half).min(1.0))
    }
}

const SETUPS: [&str; 7] =
    ["Shuffled", "L-Tiles", "Pairs apart", "Two halves", "Mirror", "Rows of four", "Spiral"];

/// Every chart by a name, with data that are usual, many, few or poor.
pub fn all() -> Vec<(&'static str, Box<dyn Chart>)> {
    vec![
        ("boxes", Box::new(boxes(3, 2, 2))),
        ("boxes-many", Box::new(boxes(3, 5, 2))),
        ("boxes-one", Box::new(boxes(1, 4, 3))),
        ("lines", Box::new(lines(4, false))),
        ("lines-many", Box::new(lines(7, true))),
        ("histograms", Box::new(histograms(3, Some(90)))),
        ("histograms-many", Box::new(histograms(7, None))),
        ("means", Box::new(means(1, 3, Unit::PerCent))),
        ("means-many", Box::new(means(2, 6, Unit::Plain))),
        ("trade", Box::new(trade())),
        ("stacked", Box::new(stacked(15, 9))),
        ("stacked-few", Box::new(stacked(3, 4))),
        ("restrictions", Box::new(restrictions())),
        ("ledger", Box::new(ledger())),
    ]
}

pub fn boxes(panels: usize, groups: usize, kinds: usize) -> Boxes {
    let mut chance = Chance(7);
    let mut sample = |centre: f64| {
        let mut values: Vec<f64> = (0..60).map(|_| chance.normal(centre, 0.05).clamp(0.0, 1.0)).collect();
        values.push((centre + 0.2).min(1.0));
        let overall = values.iter().sum::<f64>() / values.len() as f64;
        Some(Sample { values, overall: Some(Estimate::new(overall, overall - 0.008, overall + 0.008)) })
    };
    let mut group = |panel: usize, group: usize| BoxGroup {
        name: SETUPS[group].into(),
        samples: (0..kinds)
            .map(|kind| sample(0.85 - 0.17 * panel as f64 - 0.05 * group as f64 - 0.3 * kind as f64))
            .collect(),
    };
    let headings = ["(4,6,4)", "(5,6,5)", "(6,6,6)"];
    Boxes {
        title: "Shares of solvable challenges".into(),
        axis: Axis::with_range("share of challenges per trial", Unit::PerCent, 0.0, 1.0),
        kinds: ["solvable", "solved by random play", "solved by greed"][..kinds]
            .iter()
            .map(|k| k.to_string())
            .collect(),
        panels: (0..panels)
            .map(|panel| BoxPanel {
                heading: headings[panel].into(),
                groups: (0..groups).map(|index| group(panel, index)).collect(),
            })
            .collect(),
    }
}

pub fn lines(count: usize, negative: bool) -> Lines {
    let mut chance = Chance(3);
    let series = (0..count).map(|index| {
        let points = (2..=13).filter(|x| !(index == 1 && (*x == 6 || *x == 8))).map(|x| {
            let slope = (index as f64 - if negative { 3.0 } else { 0.0 }) * 0.02;
            let y = 0.12 + slope * (x as f64 - 2.0) + 0.01 * chance.share();
            let half = 0.004 * x as f64;
            let exact = x < 5 && index != 2;
            Point { x, y, interval: (!exact).then_some((y - half, y + half)), exact }
        });
        let upto = if index == 3 && !negative { 9 } else { 12 };
        let names = ["king of the hill", "free summit", "summit must match", "no summit", "one way up"];
        let name = names.get(index).map_or_else(|| format!("further rule {index}"), |name| name.to_string());
        Series { name, points: points.take(upto).collect() }
    });
    Lines {
        title: "Solvable by number of ranks".into(),
        across: Axis::new("ranks", Unit::Whole),
        up: Axis::new("share solvable", Unit::PerCent),
        series: series.collect(),
    }
}

pub fn histograms(count: usize, cut: Option<u64>) -> Histograms {
    let mut chance = Chance(11);
    let panels = (0..count).map(|index| {
        let centre = 36.0 + 5.0 * index as f64;
        let values = (0..3000).map(|_| {
            let tail = if chance.share() < 0.05 { 70.0 * chance.share() } else { 0.0 };
            (chance.normal(centre, 7.0) + tail).max(8.0) as u64
        });
        Histogram::of(SETUPS[index], values.collect::<Vec<_>>())
    });
    Histograms {
        title: "Lengths of shortest solutions".into(),
        across: "moves of a shortest solution".into(),
        up: "share of solvable challenges".into(),
        cut,
        panels: panels.collect(),
    }
}

pub fn means(panels: usize, groups: usize, unit: Unit) -> Means {
    let mut chance = Chance(5);
    let factor = if unit == Unit::PerCent { 0.01 } else { 0.05 };
    let mut mean = |base: f64| {
        let value = (base + 6.0 * chance.share()) * factor;
        let half = 0.6 * factor;
        Some(Mean {
            mean: Estimate::new(value, value - half, value + half),
            deviation: 8.0 * factor,
            count: 5000,
        })
    };
    let mut group = |index: usize| MeanGroup {
        name: SETUPS[index].into(),
        means: [mean(40.0), if index == 1 { None } else { mean(30.0) }],
    };
    let headings = if panels == 1 { [""; 2] } else { ["free summit", "summit must match"] };
    Means {
        title: "Pair equality".into(),
        axis: Axis::new("pair equality", unit),
        kinds: ["solvable".into(), "unsolvable".into()],
        panels: (0..panels)
            .map(|panel| MeanPanel {
                heading: headings[panel].into(),
                groups: (0..groups).map(&mut group).collect(),
            })
            .collect(),
    }
}

pub fn trade() -> Trade {
    let mut chance = Chance(2);
    let mut bubble = |name: &&str| Bubble {
        name: name.to_string(),
        effort: 5.0 + 100.0 * chance.share().powi(2),
        share: chance.estimate(0.3, 0.98, 0.02),
        interest: 0.35 * chance.share(),
    };
    let names = ["Plateau", "Summit Walk", "Crossing"];
    let games =
        names.map(|name| Game { name: name.into(), bubbles: SETUPS.iter().map(&mut bubble).collect() });
    Trade {
        title: "Effort against what it gives".into(),
        across: Axis::new("effort of setting up in seconds", Unit::Plain),
        up: Axis::new("share solvable", Unit::PerCent),
        interest: "of solvable challenges interesting".into(),
        games: games.to_vec(),
    }
}

pub fn stacked(bars: usize, parts: usize) -> Stacked {
    let mut chance = Chance(13);
    let names = [
        "start walled in",
        "target walled in",
        "lone pawn",
        "odd ring",
        "bridge out of reach",
        "two islands",
        "no first move",
        "wrong parity",
        "too few steps",
        "blocked pair",
    ];
    let bar = |index: usize| {
        let weights: Vec<f64> = (0..parts).map(|_| chance.share().powi(2)).collect();
        let sum: f64 = weights.iter().sum::<f64>() / (0.5 + 0.48 * chance.share());
        Bar {
            name: format!("{} {}", SETUPS[index % 7], ["(4,6,4)", "(5,6,5)", "(6,6,6)"][index / 7]),
            shares: weights.iter().map(|weight| weight / sum).collect(),
            count: Some(100 + 1234 * index as u64),
        }
    };
    Stacked {
        title: "Causes of dead deals".into(),
        axis: "share of unsolvable challenges".into(),
        parts: names[..parts].iter().map(|name| name.to_string()).collect(),
        rest: "no named structure".into(),
        bars: (0..bars).map(bar).collect(),
    }
}

fn track(name: &str, mark: Mark, hollow: bool) -> Track {
    Track { name: name.into(), mark, hollow }
}

pub fn restrictions() -> Intervals {
    let mut chance = Chance(17);
    let names = [
        "no pair beside each other",
        "no tower higher than three",
        "start and target far apart",
        "colours balanced in every row",
        "no piece alone",
        "one way out of each corner",
        "mirror halves",
        "all together",
    ];
    let rows = names.map(|name| Row {
        name: name.into(),
        points: (0..2).map(|_| Some(chance.estimate(-0.05, 0.25, 0.02))).map(signed).collect(),
        words: Vec::new(),
    });
    Intervals {
        title: "What each restriction buys".into(),
        axis: Axis::new("gain in share solvable, in points", Unit::PerCent),
        interval: "95% interval".into(),
        reference: Some(0.0),
        tracks: vec![
            track("free summit", Mark::Circle, false),
            track("summit must match", Mark::Square, false),
        ],
        columns: Vec::new(),
        sections: vec![Section { heading: String::new(), rows: rows.to_vec() }],
    }
}

/// Puts ends back that were kept above nothing.
fn signed(point: Option<Estimate>) -> Option<Estimate> {
    point.map(|point| Estimate::new(point.value, point.value - 0.02, point.value + 0.02))
}

pub fn ledger() -> Intervals {
    let mut chance = Chance(19);
    let mut row = |name: &str, verdict: &str| {
        let ours = chance.estimate(0.1, 0.9, 0.015);
        let theirs = ours.value + 0.05 * (chance.share() - 0.5);
        Row {
            name: name.into(),
            points: vec![Some(ours), Some(Estimate::exact(theirs))],
            words: vec![
                Unit::PerCent.words(theirs, 0.001),
                format!(
                    "{} ({}–{})",
                    Unit::PerCent.words(ours.value, 0.001),
                    Unit::PerCent.words(ours.low, 0.001).replace('%', ""),
                    Unit::PerCent.words(ours.high, 0.001)
                ),
                verdict.into(),
            ],
        }
    };
    let sections = [
        (
            "Plateau",
            vec![
                row("solvable, shuffled", "confirmed"),
                row("solvable, L-Tiles", "confirmed"),
                row("solved by random play out of one hundred", "differs"),
            ],
        ),
        ("Summit Walk", vec![row("solvable, shuffled", "confirmed"), row("solvable, mirror", "not decided")]),
    ];
    Intervals {
        title: "The paper against ours".into(),
        axis: Axis::with_range("share of challenges", Unit::PerCent, 0.0, 1.0),
        interval: "95% interval".into(),
        reference: None,
        tracks: vec![track("ours", Mark::Circle, false), track("the paper's value", Mark::Diamond, true)],
        columns: ["paper", "ours (95%)", "verdict"].map(String::from).to_vec(),
        sections: sections.map(|(heading, rows)| Section { heading: heading.into(), rows }).to_vec(),
    }
}

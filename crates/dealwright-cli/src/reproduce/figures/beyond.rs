//! Figures that the paper does not have.

use super::Figure;
use crate::chart::{
    Axis, Bar, Bubble, Estimate, Game, Intervals, Mark, Row, Section, Stacked, Track, Trade, Unit,
};
use crate::input::{dealer_for, load_setup, setup_from_files};
use crate::reproduce::claims::Entry;
use crate::reproduce::found::{Found, Seen};
use crate::reproduce::judge::per_cent;
use crate::reproduce::plan::setup_text;
use dealwright::setup::Setup;
use dealwright::setup::count::{Number, count};
use dealwright::setup::effort::effort;
use std::collections::BTreeMap;

pub fn figures(found: &Found, ledger: &[Entry]) -> Vec<Figure> {
    [overview(ledger), trade(found), numbers(), causes(found), restrictions(found)]
        .into_iter()
        .flatten()
        .collect()
}

/// All printed shares beside ours.
fn overview(ledger: &[Entry]) -> Option<Figure> {
    let mut sections = Vec::new();
    for entry in ledger {
        let rows: Vec<Row> = entry
            .judged
            .findings
            .iter()
            .filter(|finding| finding.paper.ends_with('%') || finding.paper.ends_with("points"))
            .filter_map(|finding| {
                let value = finding.value.filter(|value| value.value <= 1.0)?;
                let paper = Estimate::exact(finding.paper_value?);
                let reading = match finding.reading {
                    "" => String::new(),
                    reading => format!(" [{reading}]"),
                };
                Some(Row {
                    name: format!("{}{reading}", finding.what),
                    points: vec![Some(value), Some(paper)],
                    words: vec![per_cent(value.value, 1), finding.paper.clone(), finding.verdict.words()],
                })
            })
            .collect();
        if !rows.is_empty() {
            sections.push(Section { heading: entry.claim.name.into(), rows });
        }
    }
    let chart = Intervals {
        title: "Shares that the paper prints, and ours".into(),
        axis: Axis::with_range("share", Unit::PerCent, 0.0, 1.0),
        reference: None,
        tracks: vec![
            Track { name: "ours, 95% interval".into(), mark: Mark::Circle, hollow: false },
            Track { name: "the paper's".into(), mark: Mark::Diamond, hollow: true },
        ],
        columns: vec!["ours".into(), "paper".into(), "verdict".into()],
        sections,
    };
    let caption = "Every share that the paper prints, beside ours. A sample of 1,000 has an error of up to three points.";
    (!chart.sections.is_empty()).then(|| Figure::chart("paper-against-ours", caption, &chart, &[]))
}

/// Setups whose solvability, interest and work are compared: game, name in the chart, setup, options, and where they are.
type Compared = (&'static str, &'static str, &'static str, &'static [(&'static str, &'static str)]);
const COMPARED: [Compared; 15] = [
    ("BoxOff", "Shuffled (4,6,4)", "boxoff/shuffled", &[]),
    ("BoxOff", "L-Tiles (4,6,4)", "boxoff/ltiles", &[]),
    ("BoxOff", "ABC (4,6,4)", "boxoff/abc", &[]),
    ("BoxOff", "Shuffled (6,6,6)", "boxoff/shuffled", &[("rows", "6"), ("columns", "6"), ("colours", "6")]),
    ("BoxOff", "L-Tiles (6,6,6)", "boxoff/ltiles", &[("rows", "6"), ("colours", "6")]),
    ("BoxOff", "Shuffled (6,8,3)", "boxoff/shuffled", &[("rows", "6"), ("columns", "8"), ("colours", "3")]),
    ("Pretzel, 8 ranks", "Shuffled", "pretzel/shuffled", &[("ranks", "8")]),
    ("Pretzel, 8 ranks", "Sequential", "pretzel/sequential", &[("ranks", "8")]),
    ("Pretzel, 8 ranks", "Banded", "pretzel/banded", &[("ranks", "8")]),
    ("Fujisan", "Shuffled", "fujisan/shuffled", &[]),
    ("Fujisan", "Piecepack", "fujisan/piecepack", &[]),
    ("Fujisan", "Engraved", "fujisan/engraved", &[]),
    ("Fujisan", "Dominoes", "fujisan/dominoes", &[]),
    ("Fujisan", "Unique", "fujisan/unique", &[]),
    ("Fujisan", "Rolled", "fujisan/rolled", &[]),
];

fn loaded(setup: &str, options: &[(&str, &str)]) -> Option<Setup> {
    let options: Vec<(String, String)> =
        options.iter().map(|(name, value)| (name.to_string(), value.to_string())).collect();
    load_setup(setup, &options).ok()
}

/// The sampled line of a setup that knows what random play does.
fn line_of<'a>(found: &'a Found, setup: &Setup) -> Option<&'a Seen> {
    let size =
        |name: &str| setup.game.game.parameters.iter().any(|p| p.name == name).then(|| setup.sizes.get(name));
    let sizes: Vec<String> = ["rows", "columns", "colours", "suits", "ranks"]
        .into_iter()
        .filter_map(size)
        .map(|n| n.to_string())
        .collect();
    let sizes = if setup.game.game.name == "fujisan" { "12".into() } else { sizes.join(",") };
    let fits = |seen: &&Seen| {
        seen.line.setup == setup.full_name()
            && seen.line.size_words() == sizes
            && seen.line.rules.is_empty()
            && seen.interest().is_some()
    };
    found.lines.iter().find(fits)
}

fn trade(found: &Found) -> Option<Figure> {
    let mut games: Vec<Game> = Vec::new();
    for (game, name, setup, options) in COMPARED {
        let setup = loaded(setup, options)?;
        let Some(seen) = line_of(found, &setup) else { continue };
        let work = effort(&dealer_for(&setup).ok()?);
        let bubble = Bubble {
            name: name.into(),
            effort: work.seconds(),
            share: seen.share()?,
            interest: seen.interest()?.value,
        };
        match games.iter_mut().find(|known| known.name == game) {
            Some(known) => known.bubbles.push(bubble),
            None => games.push(Game { name: game.into(), bubbles: vec![bubble] }),
        }
    }
    let chart = Trade {
        title: "Work, solvability and interest of every setup".into(),
        across: Axis::new("work of one deal, seconds", Unit::Plain),
        up: Axis::with_range("share of solvable deals", Unit::PerCent, 0.0, 1.0),
        interest: "solvable less random play".into(),
        games,
    };
    let caption = "What a setup costs and what it gives: estimated seconds of work for one deal (stated weights, redeals \
                   included), share of solvable deals with 95% intervals, and as the area of the disc how far solvable deals are \
                   ahead of random play.";
    (!chart.games.is_empty()).then(|| {
        Figure::chart(
            "trade",
            caption,
            &chart,
            &["boxoff-464", "boxoff-666-shuffled", "boxoff-666-ltiles", "boxoff-683", "pretzel", "fujisan"],
        )
    })
}

/// How many challenges there are, as powers of ten.
fn numbers() -> Option<Figure> {
    let mut sections: Vec<Section> = Vec::new();
    for (game, name, setup, options) in COMPARED {
        let setup = loaded(setup, options)?;
        let symmetries: Vec<&str> = setup.game.game.symmetries.iter().map(|symmetry| symmetry.name).collect();
        let count = count(&dealer_for(&setup).ok()?, &symmetries);
        let power = |n: &dyn ToString| n.to_string().parse::<f64>().ok().map(f64::log10);
        let (value, words) = match &count.distinct {
            Number::Exact(n) => (power(n)?, "exactly"),
            Number::AtMost(n) => (power(n)?, "at most"),
            Number::Between(_, n) => (power(n)?, "at most"),
        };
        let symmetric = match &count.up_to_symmetry {
            Number::Exact(n) => Some(Estimate::exact(power(n)?)),
            Number::AtMost(_) => None,
            Number::Between(a, b) => {
                let (low, high) = (power(a)?, power(b)?);
                Some(Estimate::new((low + high) / 2.0, low, high))
            }
        };
        let row = Row {
            name: name.into(),
            points: vec![Some(Estimate::exact(value)), symmetric],
            words: vec![format!("{words} {:.1e}", 10f64.powf(value))],
        };
        match sections.iter_mut().find(|section| section.heading == game) {
            Some(section) => section.rows.push(row),
            None => sections.push(Section { heading: game.into(), rows: vec![row] }),
        }
    }
    let chart = Intervals {
        title: "How many different challenges a setup can deal".into(),
        axis: Axis::new("power of ten", Unit::Plain),
        reference: None,
        tracks: vec![
            Track { name: "different challenges".into(), mark: Mark::Circle, hollow: false },
            Track { name: "up to all symmetries (between bounds)".into(), mark: Mark::Square, hollow: true },
        ],
        columns: vec!["different challenges".into()],
        sections,
    };
    let caption = "How many different challenges each setup can deal, as powers of ten, and how many are left when those that a \
                   symmetry of the game makes equal count once (bounds where the exact number is not known).";
    Some(Figure::chart("counts", caption, &chart, &[]))
}

/// Which structures kill deals.
fn causes(found: &Found) -> Option<Figure> {
    let wanted = |seen: &&Seen| {
        let part = ["boxoff-464", "boxoff-666-shuffled", "boxoff-666-ltiles", "fujisan"].contains(&seen.part)
            || seen.part == "pretzel" && ["4,4", "4,8"].contains(&seen.line.size_words().as_str())
            || seen.part == "pretzel-census" && seen.line.size_words() == "4,3";
        part && seen.line.rules.is_empty() && seen.line.unsolvable > 0
    };
    let lines: Vec<&Seen> = found.lines.iter().filter(wanted).collect();
    let mut totals: BTreeMap<&str, f64> = BTreeMap::new();
    for seen in &lines {
        for (cause, weight) in &seen.line.causes {
            *totals.entry(cause).or_default() += *weight as f64 / seen.line.unsolvable as f64;
        }
    }
    let mut parts: Vec<&str> = totals.keys().copied().collect();
    parts.sort_by(|a, b| totals[b].total_cmp(&totals[a]));
    let bars = lines.iter().map(|seen| {
        let share = |part: &&str| {
            seen.line.causes.get(*part).map_or(0.0, |weight| *weight as f64 / seen.line.unsolvable as f64)
        };
        Bar {
            name: format!("{} ({})", seen.line.setup, seen.line.size_words()),
            shares: parts.iter().map(share).collect(),
            count: Some(seen.line.unsolvable),
        }
    });
    let chart = Stacked {
        title: "Structures that leave deals without a solution".into(),
        axis: "share of unsolvable deals".into(),
        parts: parts.iter().map(|part| part.to_string()).collect(),
        rest: "no named structure".into(),
        bars: bars.collect(),
    };
    let caption = "Why deals are dead: unsolvable ones by the first named structure that proves it. Each structure is a proof by \
                   itself; the rest has none that is named.";
    (!chart.bars.is_empty()).then(|| {
        Figure::chart(
            "causes",
            caption,
            &chart,
            &[
                "boxoff-464",
                "boxoff-666-shuffled",
                "boxoff-666-ltiles",
                "fujisan",
                "pretzel",
                "pretzel-census",
            ],
        )
    })
}

/// What the restrictions of Shuffled buy.
fn restrictions(found: &Found) -> Option<Figure> {
    const ROWS: [(&str, &str); 8] = [
        ("fujisan/shuffled", "Shuffled"),
        ("fujisan/no-zero-summit", "no 0:0 on the summit"),
        ("fujisan/no-zero-step", "no 0:0"),
        ("fujisan/no-double", "no equal values"),
        ("fujisan/unique", "different steps"),
        ("fujisan/unique-no-zero-summit", "different, no 0:0 on the summit"),
        ("fujisan/unique-no-zero-step", "different, no 0:0"),
        ("fujisan/unique-no-double", "different, no equal values"),
    ];
    let line = |setup: &str, rules: &str| found.get("fujisan-restrictions", setup, "12", rules);
    let rows = ROWS.iter().map(|(setup, name)| {
        let file = format!("{}.toml", setup.trim_start_matches("fujisan/"));
        let loaded = match setup_text(&file) {
            Some(text) => {
                setup_from_files(&file, &[], &BTreeMap::from([(file.clone(), text.to_string())])).ok()
            }
            None => load_setup(setup, &[]).ok(),
        };
        let deals = loaded.and_then(|setup| Some(effort(&dealer_for(&setup).ok()?).deals.expected()))?;
        let share = |rules: &str| line(setup, rules)?.share();
        let words = [share("")?, share("free")?].map(|share| per_cent(share.value, 1));
        let [column, free] = words;
        Some(Row {
            name: name.to_string(),
            points: vec![share(""), share("free")],
            words: vec![column, free, format!("{deals:.1}")],
        })
    });
    let chart = Intervals {
        title: "What each restriction of Shuffled buys".into(),
        axis: Axis::new("share of solvable mountains", Unit::PerCent),
        reference: line("fujisan/shuffled", "")?.line.share(),
        tracks: vec![
            Track { name: "the paper's summit rule".into(), mark: Mark::Circle, hollow: false },
            Track { name: "the original one".into(), mark: Mark::Square, hollow: true },
        ],
        columns: vec!["paper's rule".into(), "original".into(), "deals needed".into()],
        sections: vec![Section { heading: String::new(), rows: rows.collect::<Option<Vec<_>>>()? }],
    };
    let caption = "Fujisan: what each restriction of Shuffled buys when coins are dealt again until it holds, and how many deals \
                   that takes on average. The gain is the zeros', not the difference of steps.";
    Some(Figure::chart("fujisan-restrictions", caption, &chart, &["fujisan-restrictions"]))
}

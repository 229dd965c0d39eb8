//! Figures that the paper does not have.

use super::Figure;
use crate::claims::Entry;
use crate::finding::per_cent;
use crate::found::{Found, Seen};
use dealwright::setup::Setup;
use dealwright::setup::count::{Number, count};
use dealwright::setup::effort::effort;
use dealwright::setup::load::dealer;
use dealwright_draw::chart::{
    Axis, Bar, Bubble, Estimate, Game, Intervals, Mark, Row, Section, Stacked, Track, Trade, Unit,
};
use std::collections::BTreeMap;

pub fn figures(found: &Found, ledger: &[Entry]) -> Vec<Figure> {
    [overview(ledger), trade(found), numbers(found), causes(found), restrictions(found)]
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
                    name: format!("{}{reading}", finding.statement),
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
        interval: "95% interval".into(),
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

/// Setups that are compared with each other: game, name in the chart, study, setup and sizes.
const COMPARED: [(&str, &str, &str, &str, &str); 15] = [
    ("BoxOff", "Shuffled (4,6,4)", "boxoff-464", "boxoff/shuffled", "4,6,4"),
    ("BoxOff", "L-Tiles (4,6,4)", "boxoff-464", "boxoff/ltiles", "4,6,4"),
    ("BoxOff", "ABC (4,6,4)", "boxoff-464", "boxoff/abc", "4,6,4"),
    ("BoxOff", "Shuffled (6,6,6)", "boxoff-666-shuffled", "boxoff/shuffled", "6,6,6"),
    ("BoxOff", "L-Tiles (6,6,6)", "boxoff-666-ltiles", "boxoff/ltiles", "6,6,6"),
    ("BoxOff", "Shuffled (6,8,3)", "boxoff-683", "boxoff/shuffled", "6,8,3"),
    ("Pretzel, 8 ranks", "Shuffled", "pretzel", "pretzel/shuffled", "4,8"),
    ("Pretzel, 8 ranks", "Sequential", "pretzel", "pretzel/sequential", "4,8"),
    ("Pretzel, 8 ranks", "Banded", "pretzel", "pretzel/banded", "4,8"),
    ("Fujisan", "Shuffled", "fujisan", "fujisan/shuffled", "12"),
    ("Fujisan", "Piecepack", "fujisan", "fujisan/piecepack", "12"),
    ("Fujisan", "Engraved", "fujisan", "fujisan/engraved", "12"),
    ("Fujisan", "Dominoes", "fujisan", "fujisan/dominoes", "12"),
    ("Fujisan", "Rolled", "fujisan", "fujisan/rolled", "12"),
    ("Fujisan", UNIQUE, "fujisan", "fujisan/unique", "12"),
];
/// Far beyond the others: dealt again and again.
const UNIQUE: &str = "Unique";

/// Those that there are records of, with their setups.
fn compared(found: &Found) -> impl Iterator<Item = (&'static str, &'static str, &Seen, Setup)> {
    COMPARED.into_iter().filter_map(|(game, name, part, setup, sizes)| {
        let seen = found.get(part, setup, sizes, "")?;
        Some((game, name, seen, seen.setup()?))
    })
}

fn trade(found: &Found) -> Option<Figure> {
    let mut games: Vec<Game> = Vec::new();
    let mut left_out = String::new();
    for (game, name, seen, setup) in compared(found) {
        let work = effort(&dealer(&setup).ok()?);
        if name == UNIQUE {
            left_out = format!(" Fujisan Unique is left out: it takes about {:.0} seconds.", work.seconds());
            continue;
        }
        let different = count(&dealer(&setup).ok()?, &[]).distinct;
        let different = different.most().to_string().parse::<f64>().ok()?;
        let bubble = Bubble {
            name: format!("{name}: {different:.0e}"),
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
                   ahead of random play. Beside each name stands the number of different challenges.";
    let caption = &format!("{caption}{left_out}");
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
fn numbers(found: &Found) -> Option<Figure> {
    let mut sections: Vec<Section> = Vec::new();
    for (game, name, _, setup) in compared(found) {
        let symmetries: Vec<&str> = setup.game.info.symmetries.iter().map(|symmetry| symmetry.name).collect();
        let count = count(&dealer(&setup).ok()?, &symmetries);
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
        interval: "between bounds".into(),
        reference: None,
        tracks: vec![
            Track { name: "different challenges".into(), mark: Mark::Circle, hollow: false },
            Track { name: "up to all symmetries".into(), mark: Mark::Square, hollow: true },
        ],
        columns: vec!["different challenges".into()],
        sections,
    };
    let caption = "How many different challenges each setup can deal, as powers of ten, and how many are left when those that a \
                   symmetry of the game makes equal count once (bounds where the exact number is not known).";
    (!chart.sections.is_empty()).then(|| Figure::chart("counts", caption, &chart, &[]))
}

/// Which structures kill deals.
fn causes(found: &Found) -> Option<Figure> {
    let of_game = |part: &'static str| {
        found.lines.iter().filter(move |seen| seen.part == part && seen.line.rules.is_empty())
    };
    let boxoff = ["boxoff-464", "boxoff-666-shuffled", "boxoff-666-ltiles"].into_iter().flat_map(of_game);
    // The census where there is one.
    let pretzel = [3, 4, 8].into_iter().flat_map(|ranks| {
        let setups = ["pretzel/shuffled", "pretzel/sequential", "pretzel/banded"];
        setups.into_iter().filter_map(move |setup| found.pretzel(setup, ranks))
    });
    let lines: Vec<&Seen> =
        boxoff.chain(pretzel).chain(of_game("fujisan")).filter(|seen| seen.line.unsolvable > 0).collect();
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
        let loaded = line(setup, "")?.setup()?;
        let deals = effort(&dealer(&loaded).ok()?).deals.expected();
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
        interval: "95% interval".into(),
        reference: line("fujisan/shuffled", "")?.line.share(),
        tracks: vec![
            Track { name: "the paper's summit rule".into(), mark: Mark::Circle, hollow: false },
            Track { name: "the original one".into(), mark: Mark::Square, hollow: true },
        ],
        columns: vec!["paper's rule".into(), "original".into(), "deals needed".into()],
        sections: vec![Section { heading: String::new(), rows: rows.collect::<Option<Vec<_>>>()? }],
    };
    let caption = "Fujisan: what each restriction of Shuffled buys when coins are dealt again until it holds, and how many deals \
                   that takes on average, by an estimate of its own.";
    Some(Figure::chart("fujisan-restrictions", caption, &chart, &["fujisan-restrictions"]))
}

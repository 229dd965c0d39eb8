//! What holds for every chart.

use super::place::Area;
use super::samples;
use super::words::{SIZE, width};
use super::*;

/// The words of a picture and the area each of them takes; turned ones are left out.
fn words_of(svg: &str) -> Vec<(String, Area)> {
    let texts = svg.lines().filter(|line| line.starts_with("<text") && !line.contains("rotate"));
    let attribute = |line: &str, name: &str| -> String {
        line.split(&format!(" {name}=\"")).nth(1).and_then(|rest| rest.split('"').next()).unwrap_or("").into()
    };
    texts
        .filter_map(|line| {
            let words = line.split('>').nth(1)?.trim_end_matches("</text").replace("&gt;", ">");
            let (x, y): (f64, f64) = (attribute(line, "x").parse().ok()?, attribute(line, "y").parse().ok()?);
            let wide = width(&words) * if line.contains("bold") { 1.05 } else { 0.97 };
            let left = match attribute(line, "text-anchor").as_str() {
                "end" => x - wide,
                "middle" => x - wide / 2.0,
                _ => x,
            };
            let area = Area { left, top: y - 0.76 * SIZE, right: left + wide, bottom: y + 0.2 * SIZE };
            (!words.is_empty()).then_some((words, area))
        })
        .collect()
}

fn size_of(svg: &str, name: &str) -> f64 {
    svg.split(&format!("{name}=\"")).nth(1).unwrap().split('"').next().unwrap().parse().unwrap()
}

#[test]
fn words_neither_overlap_nor_leave_the_picture() {
    for (name, chart) in samples::all() {
        let svg = chart.svg();
        let (wide, high) = (size_of(&svg, "width"), size_of(&svg, "height"));
        let words = words_of(&svg);
        assert!(words.len() > 4, "{name}");
        for (index, (one, area)) in words.iter().enumerate() {
            let is_inside = area.left >= 0.0 && area.top >= 0.0 && area.right <= wide && area.bottom <= high;
            assert!(is_inside, "{name}: {one} at {area:?} of {wide} by {high}");
            for (other, there) in &words[..index] {
                assert!(area.overlap(there) == 0.0, "{name}: {one} over {other}");
            }
        }
    }
}

#[test]
fn equal_ids_mean_equal_content_across_pictures() {
    let mut seen = std::collections::BTreeMap::new();
    for (name, chart) in samples::all() {
        let svg = chart.svg();
        for line in svg.lines().filter(|line| line.contains(" id=\"")) {
            let id = line.split(" id=\"").nth(1).and_then(|rest| rest.split('"').next()).unwrap().to_string();
            assert!(svg.contains(&format!("url(#{id})")), "{name} defines {id} for nothing");
            let before = seen.insert(id.clone(), line.to_string());
            assert!(before.is_none_or(|before| before == line), "{id}");
        }
    }
}

/// Charts without anything, with one thing, and with numbers that are none.
fn poor() -> Vec<Box<dyn Chart>> {
    let mut charts: Vec<Box<dyn Chart>> = Vec::new();
    for value in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY, 1e300, 0.0, 0.5, -1.0] {
        for half in [0.0, 0.1, f64::NAN, f64::INFINITY] {
            let estimate = Estimate::new(value, value - half, value + half);
            let (mut boxes, mut lines, mut means) =
                (samples::boxes(1, 1, 1), samples::lines(1, false), samples::means(1, 1, Unit::PerCent));
            let (mut trade, mut stacked, mut ledger) =
                (samples::trade(), samples::stacked(1, 2), samples::ledger());
            boxes.panels[0].groups[0].samples[0] =
                Some(Sample { values: vec![value; 3], overall: Some(estimate) });
            lines.series[0].points =
                vec![Point { x: 2, y: value, interval: Some((value - half, value + half)), exact: false }];
            means.panels[0].groups[0].means[0] = Some(Mean { mean: estimate, deviation: half, count: 1 });
            trade.games[0].bubbles[0] =
                Bubble { name: "x".into(), effort: value, share: estimate, interest: value };
            trade.games.truncate(1);
            stacked.bars[0].shares = vec![value, half];
            ledger.sections[0].rows[0].points = vec![Some(estimate), None];
            ledger.reference = Some(value);
            ledger.axis.range = Some((value, half));
            charts.push(Box::new(boxes.clone()));
            charts.push(Box::new(lines));
            charts.push(Box::new(means));
            charts.push(Box::new(trade));
            charts.push(Box::new(stacked));
            charts.push(Box::new(ledger));
            boxes.axis.range = None;
            charts.push(Box::new(boxes));
        }
    }
    charts.push(Box::new(Boxes { panels: Vec::new(), ..samples::boxes(1, 1, 1) }));
    charts.push(Box::new(Boxes { kinds: Vec::new(), ..samples::boxes(1, 1, 2) }));
    charts.push(Box::new(samples::boxes(1, 0, 1)));
    charts.push(Box::new(samples::lines(0, false)));
    charts.push(Box::new(samples::histograms(0, Some(3))));
    charts.push(Box::new(Histograms { panels: vec![Histogram::default()], ..samples::histograms(0, None) }));
    charts.push(Box::new(Histograms {
        panels: vec![Histogram::of("one", [5])],
        ..samples::histograms(0, Some(5))
    }));
    charts.push(Box::new(samples::means(0, 0, Unit::Plain)));
    charts.push(Box::new(samples::means(2, 0, Unit::Plain)));
    charts.push(Box::new(Trade { games: Vec::new(), ..samples::trade() }));
    charts.push(Box::new(samples::stacked(0, 0)));
    charts.push(Box::new(Intervals { sections: Vec::new(), ..samples::ledger() }));
    charts.push(Box::new(Intervals { tracks: Vec::new(), columns: Vec::new(), ..samples::ledger() }));
    charts
}

#[test]
fn poor_data_make_poor_pictures_but_never_broken_ones() {
    for chart in poor().into_iter().chain(samples::all().into_iter().map(|(_, chart)| chart)) {
        let svg = chart.svg();
        for wrong in ["NaN", "inf", "=\"-0\"", "\"\"e"] {
            assert!(!svg.contains(wrong), "{wrong} in {svg}");
        }
        for name in ["width", "height", " r"] {
            assert!(!svg.contains(&format!("{name}=\"-")), "negative {name} in {svg}");
        }
        assert_eq!(svg.matches("<g").count(), svg.matches("</g>").count());
        let csv = chart.csv();
        assert!(!csv.contains("NaN") && !csv.contains("inf") && csv.ends_with('\n'), "{csv}");
    }
}

#[test]
fn the_csv_has_a_row_for_everything_drawn() {
    let rows = |chart: &dyn Chart| chart.csv().lines().count() - 1;
    assert_eq!(rows(&samples::boxes(2, 3, 2)), 2 * 3 * 2 * (61 + 1));
    assert_eq!(rows(&samples::lines(3, true)), 12 + 10 + 12);
    assert_eq!(rows(&samples::means(2, 4, Unit::Plain)), 2 * (2 + 1 + 2 + 2));
    assert_eq!(rows(&samples::trade()), 21);
    assert_eq!(rows(&samples::stacked(5, 4)), 5 * (4 + 1));
    assert_eq!(rows(&samples::restrictions()), 8 * 2);
    assert_eq!(rows(&samples::ledger()), 5 * 2);
}

/// Writes the samples into the directory that this variable names, to be looked at.
#[test]
fn samples_can_be_looked_at() {
    let Some(directory) = std::env::var_os("DEALWRIGHT_CHART_SAMPLES") else { return };
    for (name, chart) in samples::all() {
        let path = std::path::Path::new(&directory).join(name);
        std::fs::write(path.with_extension("svg"), chart.svg()).unwrap();
        std::fs::write(path.with_extension("csv"), chart.csv()).unwrap();
    }
}

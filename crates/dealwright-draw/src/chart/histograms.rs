//! Histograms of whole numbers one above the other, with the same axes for all.

use super::axis::{self, Axis, Scale, Span, Unit};
use super::csv::{Cell, Table};
use super::looks::{Fill, Pattern};
use super::words::{self, BOLD, HALF, LINE, SIZE};
use super::{Chart, WIDTH};
use crate::svg::{Anchor, INK, PALETTE, Svg};
use dealwright::text::grouped;
use std::collections::BTreeMap;

/// One panel for each setup.
#[derive(Debug, Clone, PartialEq)]
pub struct Histograms {
    /// For those who hear the picture.
    pub title: String,
    /// What is counted, such as "moves".
    pub across: String,
    /// What has it, such as "share of solvable challenges".
    pub up: String,
    /// Numbers from here on share one last bar.
    pub cut: Option<u64>,
    /// The panels, from the left.
    pub panels: Vec<Histogram>,
}

/// How often each number came up.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Histogram {
    /// What stands above it.
    pub heading: String,
    /// How often each value was seen.
    pub counts: BTreeMap<u64, u64>,
}

impl Histogram {
    /// Counts numbers.
    #[cfg(test)]
    pub fn of(heading: &str, values: impl IntoIterator<Item = u64>) -> Self {
        let mut counts = BTreeMap::new();
        for value in values {
            *counts.entry(value).or_insert(0) += 1;
        }
        Self { heading: heading.into(), counts }
    }

    fn total(&self) -> u64 {
        self.counts.values().sum()
    }

    /// The middle of all, between two numbers if half are up to the one and half from the other on.
    fn median(&self) -> Option<f64> {
        let total = self.total();
        let at = |place: u64| {
            let mut seen = 0;
            self.counts.iter().find_map(|(value, count)| {
                seen += count;
                (seen > place).then_some(*value as f64)
            })
        };
        Some((at(total.checked_sub(1)? / 2)? + at(total / 2)?) / 2.0)
    }
}

/// The bars: so many numbers wide, from the first number on; the last begins at the cut if there is one.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Bins {
    first: i64,
    width: u64,
    count: u64,
    /// Where the last bar begins that holds all greater numbers, and how wide it is drawn.
    tail: Option<(u64, f64)>,
}

impl Bins {
    /// The shares in each bar, and in the tail.
    fn shares(&self, panel: &Histogram) -> (Vec<f64>, f64) {
        let total = panel.total().max(1) as f64;
        let (mut shares, mut tail) = (vec![0.0; self.count as usize], 0.0);
        for (value, count) in &panel.counts {
            let share = *count as f64 / total;
            match self.tail {
                Some((cut, _)) if *value >= cut => tail += share,
                _ => {
                    let bin = ((*value as i64 - self.first) as u64 / self.width) as usize;
                    shares.get_mut(bin).into_iter().for_each(|sum| *sum += share);
                }
            }
        }
        (shares, tail)
    }

    /// Whole numbers are in the middle of their place, so bars begin half before.
    fn start(&self, bin: u64) -> f64 {
        self.first as f64 + (bin * self.width) as f64 - 0.5
    }

    fn end(&self) -> f64 {
        self.start(self.count) + self.tail.map_or(0.0, |(_, wide)| wide)
    }
}

/// Where headings are: in the line of the medians at one side, or in a line of their own.
#[derive(Clone, Copy, PartialEq)]
enum Headings {
    Left,
    Right,
    Above,
}

const MOST_BARS: u64 = 100;
const TAIL: Fill = Fill { pattern: Pattern::Rising, colour: PALETTE[0] };

impl Histograms {
    fn bins(&self) -> Bins {
        let least = self.panels.iter().filter_map(|panel| panel.counts.keys().next()).min();
        let most = self.panels.iter().filter_map(|panel| panel.counts.keys().next_back()).max();
        let (Some(least), Some(most)) = (least, most) else {
            return Bins { first: 0, width: 1, count: 10, tail: None };
        };
        let cut = self.cut.filter(|cut| cut > least && cut <= most);
        let end = cut.unwrap_or(most + 1);
        let steps = [1, 2, 5, 10, 20, 25, 50, 100, 200, 250, 500, 1000, 2000, 5000, 10_000];
        let fits = |width: &u64| (end - least).div_ceil(*width) <= MOST_BARS;
        let width = steps.into_iter().find(fits).unwrap_or((end - least).div_ceil(MOST_BARS));
        // With a cut, bars are laid from the cut downwards, so that the last one is full.
        let first = match cut {
            Some(cut) => cut as i64 - ((cut - least).div_ceil(width) * width) as i64,
            None => (least / width * width) as i64,
        };
        let count = ((end as i64 - first) as u64).div_ceil(width);
        // Some air around few bars.
        let count = if cut.is_none() { count.max(5) } else { count };
        let wide = (width * count) as f64 * 0.09;
        Bins { first, width, count, tail: cut.map(|cut| (cut, wide)) }
    }

    fn up_title(&self, bins: &Bins) -> String {
        match bins.width {
            1 => self.up.clone(),
            width => format!("{}, in bars of {width}", self.up),
        }
    }

    /// The first arrangement in which no heading meets a median's label.
    fn headings(&self, across: &Scale) -> Headings {
        let meets = |side: Headings| {
            self.panels.iter().any(|panel| {
                let Some((_, from, to)) = median_label(panel, across) else { return false };
                let width = words::bold_width(&heading(panel)) + 20.0;
                if side == Headings::Left { from < across.from + width } else { to > across.to - width }
            })
        };
        [Headings::Left, Headings::Right].into_iter().find(|side| !meets(*side)).unwrap_or(Headings::Above)
    }
}

/// The heading, with how many there are.
fn heading(panel: &Histogram) -> String {
    format!("{} (n = {})", panel.heading, grouped(panel.total()))
}

/// The label of a median, and where it begins and ends.
fn median_label(panel: &Histogram, across: &Scale) -> Option<(String, f64, f64)> {
    let label = format!("median {}", panel.median()?);
    let (x, width) = (across.within(panel.median()?), words::width(&label));
    let from = if x + 5.0 + width > across.to { x - 5.0 - width } else { x + 5.0 };
    Some((label, from, from + width))
}

impl Chart for Histograms {
    fn svg(&self) -> String {
        let bins = self.bins();
        let shares: Vec<(Vec<f64>, f64)> = self.panels.iter().map(|panel| bins.shares(panel)).collect();
        let count = self.panels.len().max(1) as f64;
        let height = (440.0 / count).clamp(56.0, 130.0);
        let most = shares
            .iter()
            .flat_map(|(shares, tail)| shares.iter().chain([tail]))
            .fold(0.0f64, |a, b| a.max(*b));
        let up = Axis::new("", Unit::PerCent)
            .span([0.0, if most > 0.0 { most } else { 1.0 }], (height / 20.0).floor());
        let title = self.up_title(&bins);
        let length = count * (height + 30.0);
        let left = axis::upright_title_room(&title, length) + up.label_room();
        let range = Axis::with_range("", Unit::Whole, bins.start(0), bins.end());
        let across: Span = range.span([], 10.0);
        let across = across.onto(left, WIDTH - 12.0);
        let headings = self.headings(&across);
        let strip = if headings == Headings::Above { 2.0 * LINE + 6.0 } else { LINE + 6.0 };
        let bottom = (strip + height) * count + (count - 1.0) * 8.0;
        let mut svg = Svg::new(WIDTH, bottom + 28.0 + LINE, &self.title);
        axis::write_upright_title(&mut svg, &title, bottom / 2.0, length);

        for (index, (panel, (shares, tail))) in self.panels.iter().zip(&shares).enumerate() {
            let top = (strip + height + 8.0) * index as f64 + strip;
            let scale = up.onto(top + height, top);
            scale.draw_rows(&mut svg, across.from, across.to);
            scale.label_rows(&mut svg, across.from);
            let edge = bins.start(bins.count);
            for (bin, share) in shares.iter().enumerate() {
                let ends = (bins.start(bin as u64), bins.start(bin as u64 + 1).min(edge));
                draw_bar(&mut svg, &across, &scale, ends, *share, PALETTE[0]);
            }
            if let Some((_, wide)) = bins.tail {
                let paint = TAIL.paint(&mut svg);
                draw_bar(&mut svg, &across, &scale, (edge + wide * 0.25, edge + wide), *tail, &paint);
            }
            svg.line((across.from, top + height), (across.to, top + height), &[("stroke", INK)]);
            draw_median(&mut svg, panel, &across, top, height);
            write_heading(&mut svg, panel, &across, headings, top);
        }
        write_numbers(&mut svg, &across, &bins, bottom);
        let below = ((across.from + across.to) / 2.0, bottom + 26.0 + SIZE);
        words::write(&mut svg, below, Anchor::Middle, &self.across, &[]);
        svg.finish()
    }

    fn csv(&self) -> String {
        let mut table = Table::new(&["panel", "value", "count"]);
        for panel in &self.panels {
            for (value, count) in &panel.counts {
                table.row(&[Cell::Text(&panel.heading), Cell::Whole(*value), Cell::Whole(*count)]);
            }
        }
        table.finish()
    }
}

fn draw_bar(svg: &mut Svg, across: &Scale, up: &Scale, (from, to): (f64, f64), share: f64, paint: &str) {
    if share > 0.0 {
        let (left, right, top) = (across.at(from), across.at(to), up.at(share));
        let look = [("fill", paint), ("stroke", "#FFFFFF"), ("stroke-width", "0.6")];
        let hatched = [("fill", paint), ("stroke", PALETTE[0]), ("stroke-width", "0.8")];
        let look = if paint.starts_with('#') { &look } else { &hatched };
        svg.rect(left, top, right - left, up.from - top, look);
    }
}

fn draw_median(svg: &mut Svg, panel: &Histogram, across: &Scale, top: f64, height: f64) {
    let (Some(median), Some((label, from, _))) = (panel.median(), median_label(panel, across)) else {
        return;
    };
    let x = across.within(median);
    let look = [("stroke", INK), ("stroke-width", "1.6"), ("stroke-dasharray", "1.6 2.6")];
    svg.line((x, top - LINE), (x, top + height), &look);
    words::write(svg, (from, top - LINE / 2.0 + HALF - 1.0), Anchor::Start, &label, &[]);
}

fn write_heading(svg: &mut Svg, panel: &Histogram, across: &Scale, headings: Headings, top: f64) {
    let line = top - LINE / 2.0 + HALF - 1.0;
    let (at, anchor) = match headings {
        Headings::Left => ((across.from + 4.0, line), Anchor::Start),
        Headings::Above => ((across.from + 4.0, line - LINE), Anchor::Start),
        Headings::Right => ((across.to - 4.0, line), Anchor::End),
    };
    words::write(svg, at, anchor, &heading(panel), &BOLD);
}

/// The numbers below the lowest panel; those at the last bar say that it holds more than one.
fn write_numbers(svg: &mut Svg, across: &Scale, bins: &Bins, bottom: f64) {
    let Some((cut, wide)) = bins.tail else { return across.label_columns(svg, bottom) };
    let edge = bins.start(bins.count);
    let tail = format!("≥ {}", grouped(cut));
    let middle = across.at(edge + wide * 0.625);
    let free = middle - words::width(&tail) / 2.0 - 8.0;
    for (value, label) in across.span.ticks() {
        let x = across.at(value);
        if value < edge {
            svg.line((x, bottom), (x, bottom + 4.0), &[("stroke", INK)]);
            if x + words::width(&label) / 2.0 < free {
                words::write(svg, (x, bottom + 6.0 + SIZE), Anchor::Middle, &label, &[]);
            }
        }
    }
    words::write(svg, (middle, bottom + 6.0 + SIZE), Anchor::Middle, &tail, &[]);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn one(values: &[u64], cut: Option<u64>) -> Histograms {
        let panels = vec![Histogram::of("Shuffled", values.iter().copied())];
        Histograms { title: String::new(), across: "moves".into(), up: "share".into(), cut, panels }
    }

    #[test]
    fn medians_are_in_the_middle() {
        assert_eq!(Histogram::of("", [5, 1, 3]).median(), Some(3.0));
        assert_eq!(Histogram::of("", [4, 1, 3, 9]).median(), Some(3.5));
        assert_eq!(Histogram::of("", []).median(), None);
        assert!(one(&[44, 44, 45], None).svg().contains(">median 44</text>"));
    }

    #[test]
    fn the_last_bar_holds_all_from_the_cut_on() {
        let chart = one(&[1, 2, 2, 30, 31, 99], Some(30));
        let bins = chart.bins();
        let (shares, tail) = bins.shares(&chart.panels[0]);
        assert!((tail - 0.5).abs() < 1e-9 && (shares.iter().sum::<f64>() - 0.5).abs() < 1e-9);
        assert!(chart.svg().contains(">≥ 30</text>"));
    }

    #[test]
    fn bars_hold_everything_however_wide_the_numbers_are_spread() {
        for values in [&[7][..], &[0, 0], &[3, 900], &[12, 1_000_000], &[1, 2, 3, 4]] {
            for cut in [None, Some(2), Some(100)] {
                let chart = one(values, cut);
                let (shares, tail) = chart.bins().shares(&chart.panels[0]);
                assert!((shares.iter().sum::<f64>() + tail - 1.0).abs() < 1e-9, "{values:?} {cut:?}");
                assert!(shares.len() <= MOST_BARS as usize + 1);
            }
        }
    }
}

//! Box plots: how the shares of single trials are spread, beside the share of all trials together.

use super::axis::{self, Axis, Scale};
use super::csv::{self, Cell, Table};
use super::legend::{self, Legend, Swatch};
use super::looks::BOX_FILLS;
use super::words::{self, BOLD, HALF, LINE, SIZE};
use super::{Chart, Estimate, WIDTH, drawable};
use crate::svg::{Anchor, INK, PAPER, Svg, number};

/// Panels side by side with one upright axis for all.
#[derive(Debug, Clone, PartialEq)]
pub struct Boxes {
    /// For those who hear the picture.
    pub title: String,
    /// The axis of values.
    pub axis: Axis,
    /// What the boxes of a group stand for, in the order in which groups have them.
    pub kinds: Vec<String>,
    /// The panels, from the left.
    pub panels: Vec<BoxPanel>,
}

/// Groups under one heading.
#[derive(Debug, Clone, PartialEq)]
pub struct BoxPanel {
    /// What stands above it.
    pub heading: String,
    /// Groups, in their order.
    pub groups: Vec<BoxGroup>,
}

/// The boxes of one setup.
#[derive(Debug, Clone, PartialEq)]
pub struct BoxGroup {
    /// Its name.
    pub name: String,
    /// One for each kind, in the same order; those that are missing leave a gap.
    pub samples: Vec<Option<Sample>>,
}

/// What one box is made of.
#[derive(Debug, Clone, PartialEq)]
pub struct Sample {
    /// The share of each trial.
    pub values: Vec<f64>,
    /// The share of all trials together.
    pub overall: Option<Estimate>,
}

/// A box after Tukey.
#[derive(Debug, Clone, PartialEq)]
struct Tukey {
    quartiles: [f64; 3],
    /// The furthest values no further from the box than one and a half times its height.
    whiskers: (f64, f64),
    outliers: Vec<f64>,
}

impl Tukey {
    fn of(values: &[f64]) -> Option<Self> {
        let mut values: Vec<f64> = values.iter().copied().filter(|value| drawable(*value)).collect();
        values.sort_by(f64::total_cmp);
        let (first, last) = (*values.first()?, *values.last()?);
        let quartiles = [0.25, 0.5, 0.75].map(|part| quantile(&values, part));
        let reach = 1.5 * (quartiles[2] - quartiles[0]);
        // A hair of room: what lies exactly at the end of the reach must not fall out of it by rounding.
        let fence = (quartiles[0] - reach - 1e-12, quartiles[2] + reach + 1e-12);
        let is_near = |value: &&f64| **value >= fence.0 && **value <= fence.1;
        let low = values.iter().find(is_near).copied().unwrap_or(first);
        let high = values.iter().rev().find(is_near).copied().unwrap_or(last);
        let whiskers = (low.min(quartiles[0]), high.max(quartiles[2]));
        let outliers = values.iter().filter(|value| !is_near(value)).copied().collect();
        Some(Self { quartiles, whiskers, outliers })
    }
}

/// The value below which this part of the sorted values lies, in between by straight lines.
fn quantile(sorted: &[f64], part: f64) -> f64 {
    let place = part * (sorted.len() as f64 - 1.0);
    let below = place.floor() as usize;
    let above = (below + 1).min(sorted.len() - 1);
    sorted[below] + (sorted[above] - sorted[below]) * (place - below as f64)
}

const PLOT_HEIGHT: f64 = 320.0;
const PANEL_GAP: f64 = 12.0;
/// The part of a turned name's length that it takes across and down.
const TURNED: f64 = 0.71;

impl Boxes {
    fn samples(&self) -> impl Iterator<Item = (&BoxPanel, &BoxGroup, usize, &Sample)> {
        let groups =
            self.panels.iter().flat_map(|panel| panel.groups.iter().map(move |group| (panel, group)));
        groups.flat_map(|(panel, group)| {
            let samples = group.samples.iter().enumerate();
            samples.filter_map(move |(kind, sample)| Some((panel, group, kind, sample.as_ref()?)))
        })
    }

    fn legend(&self, left: f64) -> Legend {
        let fills = BOX_FILLS.iter().cycle();
        let mut entries: Vec<_> =
            self.kinds.iter().zip(fills).map(|(kind, fill)| (Swatch::Fill(*fill), kind.clone())).collect();
        if self.samples().any(|(_, _, _, sample)| sample.overall.is_some()) {
            entries.push((Swatch::Overall, "all trials together, 95% interval".into()));
        }
        Legend::new(entries, left, WIDTH - 6.0)
    }

    /// Where the first panel begins, how wide a group is, and the lines of the groups' names unless they must be turned; the
    /// first panel moves to the right if turned names would otherwise run out of the picture.
    fn columns(&self, left: f64) -> (f64, f64, Option<Vec<Vec<String>>>) {
        let slots: usize = self.panels.iter().map(|panel| panel.groups.len().max(1)).sum();
        let gaps = PANEL_GAP * self.panels.len().saturating_sub(1) as f64;
        let slot = |left: f64| (WIDTH - left - 6.0 - gaps) / slots.max(1) as f64;
        let names = self.names(slot(left) - 6.0);
        if names.is_some() {
            return (left, slot(left), names);
        }
        let first = self.panels.iter().take(1).flat_map(|panel| &panel.groups).enumerate();
        let needs = first.map(|(index, group)| {
            words::width(&group.name) * TURNED + 6.0 - slot(left) * 0.9 * (index as f64 + 0.5)
        });
        let left = needs.fold(left, f64::max).min(WIDTH / 3.0);
        (left, slot(left), None)
    }

    /// The lines of each group's name within the width of a group, or none if they must be turned to fit.
    fn names(&self, room: f64) -> Option<Vec<Vec<String>>> {
        let groups = self.panels.iter().flat_map(|panel| &panel.groups);
        let names: Vec<_> = groups.map(|group| words::wrapped(&group.name, room)).collect();
        names.iter().all(|lines| words::widest(lines) <= room).then_some(names)
    }
}

impl Chart for Boxes {
    fn svg(&self) -> String {
        let values = self.samples().flat_map(|(_, _, _, sample)| {
            sample.values.iter().copied().chain(sample.overall.iter().flat_map(Estimate::extent))
        });
        let span = self.axis.span(values, 8.0);
        let left = axis::upright_title_room(&self.axis.title, PLOT_HEIGHT) + span.label_room();
        let (left, slot, names) = self.columns(left);
        let legend = self.legend(left);
        let group_names = self.panels.iter().flat_map(|panel| &panel.groups).map(|group| &group.name);
        let names_height = match &names {
            Some(names) => LINE * names.iter().map(Vec::len).max().unwrap_or(0) as f64,
            None => words::widest(group_names) * TURNED + SIZE,
        };
        let heading = if self.panels.iter().all(|panel| panel.heading.is_empty()) { 4.0 } else { 22.0 };
        let top = legend.height() + 6.0 + heading;
        let bottom = top + PLOT_HEIGHT;
        let mut svg = Svg::new(WIDTH, bottom + names_height + 14.0, &self.title);
        legend.draw(&mut svg, 2.0);
        let scale = span.onto(bottom, top);
        axis::write_upright_title(&mut svg, &self.axis.title, (top + bottom) / 2.0, PLOT_HEIGHT);
        scale.label_rows(&mut svg, left);

        let mut names = names.map(Vec::into_iter);
        let mut x = left;
        for panel in &self.panels {
            let right = x + slot * panel.groups.len().max(1) as f64;
            scale.draw_rows(&mut svg, x, right);
            axis::draw_frame(&mut svg, (x, top), (right, bottom));
            words::write(&mut svg, ((x + right) / 2.0, top - 8.0), Anchor::Middle, &panel.heading, &BOLD);
            for (index, group) in panel.groups.iter().enumerate() {
                let middle = x + slot * (index as f64 + 0.5);
                self.draw_group(&mut svg, group, &scale, middle, slot);
                match names.as_mut().map(Iterator::next) {
                    Some(lines) => {
                        let lines = lines.unwrap_or_default();
                        let y = bottom + 12.0 + LINE * (lines.len() as f64 - 1.0) / 2.0;
                        words::write_around(&mut svg, (middle, y), Anchor::Middle, &lines, &[]);
                    }
                    None => write_turned(&mut svg, (middle, bottom + 8.0), &group.name),
                }
            }
            x = right + PANEL_GAP;
        }
        svg.finish()
    }

    fn csv(&self) -> String {
        let mut table = Table::new(&["panel", "setup", "kind", "what", "value", "low", "high"]);
        for (panel, group, kind, sample) in self.samples() {
            let kind = self.kinds.get(kind).map_or("", String::as_str);
            let trials =
                sample.values.iter().map(|value| ("trial", [Cell::Number(*value), Cell::Empty, Cell::Empty]));
            let overall = sample.overall.iter().map(|overall| ("overall", csv::estimate(Some(*overall))));
            for (what, [value, low, high]) in trials.chain(overall) {
                let names = [Cell::Text(&panel.heading), Cell::Text(&group.name), Cell::Text(kind)];
                let [panel, group, kind] = names;
                table.row(&[panel, group, kind, Cell::Text(what), value, low, high]);
            }
        }
        table.finish()
    }
}

impl Boxes {
    fn draw_group(&self, svg: &mut Svg, group: &BoxGroup, scale: &Scale, middle: f64, slot: f64) {
        let count = self.kinds.len().max(group.samples.len()).max(1) as f64;
        // A box, its diamond and some air; the air between groups is wider.
        let each = (slot * 0.86 / count).min(62.0);
        let width = (each * 0.5).min(34.0);
        let aside = (each - width - 4.0).clamp(7.0, 10.0);
        for (kind, sample) in group.samples.iter().enumerate() {
            let Some(sample) = sample else { continue };
            let place = middle + each * (kind as f64 - (count - 1.0) / 2.0);
            let x = if sample.overall.is_some() { place - aside / 2.0 - 1.0 } else { place };
            if let Some(tukey) = Tukey::of(&sample.values) {
                let paint = BOX_FILLS[kind % BOX_FILLS.len()].paint(svg);
                draw_box(svg, &tukey, scale, x, width, &paint);
            }
            if let Some(overall) = sample.overall.filter(|overall| scale.holds(overall.value)) {
                let [value, low, high] = overall.extent().map(|value| scale.within(value));
                legend::draw_overall(svg, x + width / 2.0 + aside, (value, low, high));
            }
        }
    }
}

fn draw_box(svg: &mut Svg, tukey: &Tukey, scale: &Scale, x: f64, width: f64, paint: &str) {
    let [lower, median, upper] = tukey.quartiles.map(|value| scale.within(value));
    let (low, high) = (scale.within(tukey.whiskers.0), scale.within(tukey.whiskers.1));
    for (from, to) in [(upper, high), (lower, low)] {
        if (to - from).abs() > 0.01 {
            svg.line((x, from), (x, to), &[("stroke", INK)]);
            svg.line((x - width / 4.0, to), (x + width / 4.0, to), &[("stroke", INK)]);
        }
    }
    let look = [("fill", paint), ("stroke", INK)];
    svg.rect(x - width / 2.0, upper, width, (lower - upper).max(0.5), &look);
    let ends = ((x - width / 2.0, median), (x + width / 2.0, median));
    svg.line(ends.0, ends.1, &[("stroke", PAPER), ("stroke-width", "4.5")]);
    svg.line(ends.0, ends.1, &[("stroke", INK), ("stroke-width", "2.2")]);
    for outlier in tukey.outliers.iter().filter(|value| scale.holds(**value)) {
        svg.circle(
            (x, scale.at(*outlier)),
            2.2,
            &[("fill", PAPER), ("stroke", INK), ("stroke-width", "0.9")],
        );
    }
}

/// Writes a name that would be too wide so that it rises to its place.
fn write_turned(svg: &mut Svg, (x, y): (f64, f64), name: &str) {
    let turn = format!("rotate(-45 {} {})", number(x), number(y + HALF));
    words::write(svg, (x + 3.0, y + HALF), Anchor::End, name, &[("transform", &turn)]);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quartiles_are_in_between_by_straight_lines() {
        let values = [7.0, 15.0, 36.0, 39.0, 40.0, 41.0];
        assert_eq!([0.25, 0.5, 0.75].map(|part| quantile(&values, part)), [20.25, 37.5, 39.75]);
        assert_eq!(quantile(&[1.0, 2.0, 3.0, 4.0], 0.25), 1.75);
        assert_eq!(quantile(&[5.0], 0.75), 5.0);
    }

    #[test]
    fn whiskers_end_at_values_and_the_far_ones_stand_alone() {
        let tukey = Tukey::of(&[1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0, 30.0, -20.0]).unwrap();
        assert_eq!(tukey.quartiles, [2.5, 5.0, 7.5]);
        assert_eq!(tukey.whiskers, (1.0, 9.0));
        assert_eq!(tukey.outliers, [-20.0, 30.0]);
        let alone = Tukey::of(&[0.3]).unwrap();
        assert_eq!((alone.quartiles, alone.whiskers), ([0.3; 3], (0.3, 0.3)));
        assert_eq!(Tukey::of(&[f64::NAN]), None);
    }

    #[test]
    fn long_names_are_turned_and_stay_in_the_picture() {
        let group = BoxGroup { name: "incomprehensibly long".into(), samples: Vec::new() };
        let chart = Boxes {
            title: String::new(),
            axis: Axis::new("share", crate::chart::Unit::PerCent),
            kinds: vec!["solvable".into()],
            panels: vec![BoxPanel { heading: String::new(), groups: vec![group.clone(); 12] }],
        };
        let (left, slot, names) = chart.columns(40.0);
        let names_fit = left + slot / 2.0 - words::width(&group.name) * TURNED >= 0.0;
        assert!(names.is_none() && names_fit, "{left} {slot}");
    }
}

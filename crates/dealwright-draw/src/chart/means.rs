//! Means of two kinds beside each other, each with its interval and its standard deviation.

use super::axis::{self, Axis, Scale, Unit};
use super::csv::{self, Cell, Table};
use super::legend::{Legend, Swatch};
use super::looks::{self, Mark};
use super::words::{self, BOLD, LINE, SIZE};
use super::{Chart, Estimate, WIDTH, drawable};
use crate::svg::{Anchor, INK, Svg};

/// Panels side by side with the same axis, one row for each setup.
#[derive(Debug, Clone, PartialEq)]
pub struct Means {
    /// For those who hear the picture.
    pub title: String,
    /// The axis of values.
    pub axis: Axis,
    /// What the filled and what the hollow dots stand for.
    pub kinds: [String; 2],
    /// The panels, from the left.
    pub panels: Vec<MeanPanel>,
}

/// Rows under one heading. Panels whose rows have the same names in the same order share the names.
#[derive(Debug, Clone, PartialEq)]
pub struct MeanPanel {
    /// What stands above it.
    pub heading: String,
    /// Groups, in their order.
    pub groups: Vec<MeanGroup>,
}

/// The means of one setup.
#[derive(Debug, Clone, PartialEq)]
pub struct MeanGroup {
    /// Its name.
    pub name: String,
    /// The mean of each kind, if it has one.
    pub means: [Option<Mean>; 2],
}

/// A mean of so many values.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Mean {
    /// The mean with its interval.
    pub mean: Estimate,
    /// The standard deviation.
    pub deviation: f64,
    /// How many values there are.
    pub count: u64,
}

impl Mean {
    fn deviation_ends(&self) -> Option<(f64, f64)> {
        let ends = (self.mean.value - self.deviation, self.mean.value + self.deviation);
        (drawable(ends.0) && drawable(ends.1) && self.deviation > 0.0).then_some(ends)
    }
}

const ROW: f64 = 40.0;
const GAP: f64 = 34.0;

impl Means {
    fn groups(&self) -> impl Iterator<Item = (&MeanPanel, &MeanGroup)> {
        self.panels.iter().flat_map(|panel| panel.groups.iter().map(move |group| (panel, group)))
    }

    fn means(&self) -> impl Iterator<Item = &Mean> {
        let means = self.groups().flat_map(|(_, group)| group.means.iter().flatten());
        means.filter(|mean| drawable(mean.mean.value))
    }

    /// Shares that are all between none and all need no axis beyond, though deviations may reach there.
    fn fitting_axis(&self, width: f64) -> axis::Span {
        let ticks = (width / 62.0).floor().clamp(2.0, 8.0);
        let values = self.means().flat_map(|mean| {
            let (low, high) = mean.deviation_ends().unwrap_or((mean.mean.value, mean.mean.value));
            mean.mean.extent().into_iter().chain([low, high])
        });
        let are_shares = self.axis.unit == Unit::PerCent
            && self.means().all(|mean| (0.0..=1.0).contains(&mean.mean.value));
        let values = values.map(|value| if are_shares { value.clamp(0.0, 1.0) } else { value });
        self.axis.span(values, ticks)
    }

    fn legend(&self, left: f64) -> Legend {
        let entries = vec![
            (Swatch::Mark(Mark::Circle, INK, false), self.kinds[0].clone()),
            (Swatch::Mark(Mark::Circle, INK, true), self.kinds[1].clone()),
            (Swatch::Interval, "95% interval of the mean".into()),
            (Swatch::Thin, "standard deviation".into()),
        ];
        Legend::new(entries, left, WIDTH - 4.0)
    }

    fn share_names(&self) -> bool {
        let names =
            |panel: &MeanPanel| panel.groups.iter().map(|group| group.name.clone()).collect::<Vec<_>>();
        self.panels.windows(2).all(|pair| names(&pair[0]) == names(&pair[1]))
    }
}

impl Chart for Means {
    fn svg(&self) -> String {
        let room = if self.share_names() { 170.0 } else { 110.0 };
        let wrap = |group: &MeanGroup| words::wrapped(&group.name, room);
        let widest = self.groups().map(|(_, group)| words::widest(&wrap(group))).fold(0.0, f64::max);
        let names_room = widest + 12.0;
        let count = self.panels.len().max(1) as f64;
        let columns = if self.share_names() { 1.0 } else { count };
        let width = (WIDTH - 16.0 - names_room * columns - GAP * (count - 1.0)) / count;
        let rows = self.panels.iter().map(|panel| panel.groups.len()).max().unwrap_or(0).max(1) as f64;
        let legend = self.legend(4.0);
        let has_headings = self.panels.iter().any(|panel| !panel.heading.is_empty());
        let top = legend.height() + if has_headings { 30.0 } else { 10.0 };
        let bottom = top + ROW * rows;
        let mut svg = Svg::new(WIDTH, bottom + 28.0 + LINE, &self.title);
        legend.draw(&mut svg, 2.0);
        let span = self.fitting_axis(width);
        let mut left = names_room;
        for (index, panel) in self.panels.iter().enumerate() {
            let scale = span.onto(left, left + width);
            let middle = left + width / 2.0;
            scale.draw_columns(&mut svg, top, bottom);
            axis::draw_frame(&mut svg, (left, top), (left + width, bottom));
            scale.label_columns(&mut svg, bottom);
            words::write(&mut svg, (middle, top - 8.0), Anchor::Middle, &panel.heading, &BOLD);
            for (row, group) in panel.groups.iter().enumerate() {
                let y = top + ROW * (row as f64 + 0.5);
                if row > 0 {
                    let edge = y - ROW / 2.0;
                    svg.line((left, edge), (left + width, edge), &[("stroke", "#EEEEEE")]);
                }
                if index == 0 || !self.share_names() {
                    words::write_around(&mut svg, (left - 8.0, y), Anchor::End, &wrap(group), &[]);
                }
                for (kind, mean) in group.means.iter().enumerate() {
                    if let Some(mean) = mean.filter(|mean| drawable(mean.mean.value)) {
                        draw_mean(&mut svg, &mean, &scale, y - 8.0 + 16.0 * kind as f64, kind == 1);
                    }
                }
            }
            left += width + GAP + if self.share_names() { 0.0 } else { names_room };
        }
        let area_middle = if self.share_names() { (names_room + WIDTH - 16.0) / 2.0 } else { WIDTH / 2.0 };
        words::write(&mut svg, (area_middle, bottom + 26.0 + SIZE), Anchor::Middle, &self.axis.title, &[]);
        svg.finish()
    }

    fn csv(&self) -> String {
        let header = ["panel", "setup", "kind", "mean", "low", "high", "standard deviation", "count"];
        let mut table = Table::new(&header);
        for (panel, group) in self.groups() {
            for (kind, mean) in self.kinds.iter().zip(&group.means) {
                let Some(mean) = mean else { continue };
                let [value, low, high] = csv::estimate(Some(mean.mean));
                table.row(&[
                    Cell::Text(&panel.heading),
                    Cell::Text(&group.name),
                    Cell::Text(kind),
                    value,
                    low,
                    high,
                    Cell::Number(mean.deviation),
                    Cell::Whole(mean.count),
                ]);
            }
        }
        table.finish()
    }
}

/// Draws the deviation, over it the interval, whose caps are higher than the dot so that a short one is seen, and the dot.
fn draw_mean(svg: &mut Svg, mean: &Mean, scale: &Scale, y: f64, hollow: bool) {
    if let Some((low, high)) = mean.deviation_ends() {
        let look = [("stroke", "#888888"), ("stroke-width", "1")];
        svg.line((scale.within(low), y), (scale.within(high), y), &look);
    }
    if scale.holds(mean.mean.value) {
        Mark::Circle.draw(svg, (scale.at(mean.mean.value), y), 4.5, INK, hollow);
    }
    if let Some((low, high)) = mean.mean.interval() {
        let ends = ((scale.within(low), y), (scale.within(high), y));
        looks::draw_interval(svg, ends.0, ends.1, 6.5, &[("stroke-width", "1.6")]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn deviations_beyond_all_or_nothing_are_cut_off() {
        let mean = |value| Some(Mean { mean: Estimate::exact(value), deviation: 0.3, count: 9 });
        let groups = vec![MeanGroup { name: "Shuffled".into(), means: [mean(0.9), mean(0.2)] }];
        let chart = Means {
            title: String::new(),
            axis: Axis::new("pair equality", Unit::PerCent),
            kinds: ["solvable".into(), "unsolvable".into()],
            panels: vec![MeanPanel { heading: String::new(), groups }],
        };
        let span = chart.fitting_axis(500.0);
        assert!(span.low.abs() < 1e-9 && (span.high - 1.0).abs() < 1e-9);
        assert_eq!(chart.csv().lines().count(), 3);
    }
}

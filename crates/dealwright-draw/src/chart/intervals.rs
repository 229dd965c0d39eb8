//! Forest plots: rows with points and intervals on one axis, and words at the right.

use super::axis::{Axis, Scale};
use super::csv::{self, Cell, Table};
use super::legend::{Legend, Swatch};
use super::looks::{self, Mark};
use super::words::{self, BOLD, LINE, SIZE};
use super::{Chart, Estimate, WIDTH, drawable};
use crate::svg::{Anchor, INK, Svg, number};

/// Rows under headings.
#[derive(Debug, Clone, PartialEq)]
pub struct Intervals {
    /// For those who hear the picture.
    pub title: String,
    /// The axis of values.
    pub axis: Axis,
    /// What the intervals are, for the legend.
    pub interval: String,
    /// A value to compare with, such as no difference, drawn as a line.
    pub reference: Option<f64>,
    /// What the points of a row stand for, in their order.
    pub tracks: Vec<Track>,
    /// The headings of the words at the right.
    pub columns: Vec<String>,
    /// Sections, from the top.
    pub sections: Vec<Section>,
}

/// A kind of points.
#[derive(Debug, Clone, PartialEq)]
pub struct Track {
    /// Its name.
    pub name: String,
    /// The sign of its points.
    pub mark: Mark,
    /// Whether its points are hollow.
    pub hollow: bool,
}

/// Rows that belong together; a heading without words takes no room.
#[derive(Debug, Clone, PartialEq)]
pub struct Section {
    /// What stands above it.
    pub heading: String,
    /// Rows, from the top.
    pub rows: Vec<Row>,
}

/// A row: for each track a point or none, for each column some words.
#[derive(Debug, Clone, PartialEq)]
pub struct Row {
    /// Its name.
    pub name: String,
    /// A point for each track; none where there is no value.
    pub points: Vec<Option<Estimate>>,
    /// What is written beside it.
    pub words: Vec<String>,
}

/// Colours of tracks: two kinds that differ in brightness, then black for all others.
const COLOURS: [&str; 3] = ["#0072B2", "#D55E00", INK];
const NAME_ROOM: f64 = 210.0;
const COLUMN_GAP: f64 = 16.0;
const COLUMN_ROOM: f64 = 170.0;

/// What has been worked out of where things go.
struct Layout {
    left: f64,
    right: f64,
    /// The left edge of each column and its lines of heading.
    columns: Vec<(f64, Vec<String>)>,
}

impl Intervals {
    fn rows(&self) -> impl Iterator<Item = (&Section, &Row)> {
        self.sections.iter().flat_map(|section| section.rows.iter().map(move |row| (section, row)))
    }

    fn layout(&self) -> Layout {
        let names = self.rows().map(|(_, row)| words::widest(&words::wrapped(&row.name, NAME_ROOM)));
        let left = names.fold(40.0, f64::max) + 14.0;
        let mut right = WIDTH - 4.0;
        let mut columns = Vec::new();
        for (index, heading) in self.columns.iter().enumerate().rev() {
            let cells = self.rows().filter_map(|(_, row)| row.words.get(index));
            let cells = cells.map(|cell| words::widest(&words::wrapped(cell, COLUMN_ROOM)));
            let heading = words::wrapped(heading, COLUMN_ROOM * 0.9);
            let width = cells.fold(1.12 * words::widest(&heading), f64::max);
            columns.push((right - width, heading));
            right -= width + COLUMN_GAP;
        }
        columns.reverse();
        // Even many words leave some room for the axis; they then run over the edge rather than over the points.
        let right = if self.columns.is_empty() { WIDTH - 20.0 } else { right.max(left + 120.0) };
        Layout { left, right, columns }
    }

    fn row_height(&self, row: &Row) -> f64 {
        let cells = row.words.iter().map(|cell| words::wrapped(cell, COLUMN_ROOM).len());
        let lines = cells.chain([words::wrapped(&row.name, NAME_ROOM).len()]).max().unwrap_or(1);
        (LINE * lines as f64 + 8.0).max(10.0 + 14.0 * self.tracks.len() as f64).max(24.0)
    }

    fn legend(&self) -> Legend {
        let tracks = self.tracks.iter().enumerate();
        let mut entries: Vec<_> = tracks
            .map(|(index, track)| {
                (Swatch::Mark(track.mark, colour(index, track), track.hollow), track.name.clone())
            })
            .collect();
        if self.rows().any(|(_, row)| row.points.iter().flatten().any(|point| point.interval().is_some())) {
            entries.push((Swatch::Interval, self.interval.clone()));
        }
        Legend::new(entries, 4.0, WIDTH - 4.0)
    }
}

fn colour(index: usize, track: &Track) -> &'static str {
    if track.hollow { INK } else { COLOURS[index.min(2)] }
}

impl Chart for Intervals {
    fn svg(&self) -> String {
        let layout = self.layout();
        let legend = self.legend();
        let head = layout.columns.iter().map(|(_, lines)| lines.len()).max().unwrap_or(0) as f64;
        let top = legend.height() + 10.0 + LINE * head;
        let heading_height = |section: &Section| if section.heading.is_empty() { 0.0 } else { LINE + 12.0 };
        let rows: f64 = self.rows().map(|(_, row)| self.row_height(row)).sum();
        let bottom = top + (rows + self.sections.iter().map(heading_height).sum::<f64>()).max(24.0);
        let mut svg = Svg::new(WIDTH, bottom + 28.0 + LINE, &self.title);
        legend.draw(&mut svg, 2.0);
        let points = self.rows().flat_map(|(_, row)| row.points.iter().flatten());
        let values = points.filter(|point| drawable(point.value)).flat_map(Estimate::extent);
        let ticks = ((layout.right - layout.left) / 58.0).floor().clamp(2.0, 8.0);
        let span = self.axis.span(values.chain(self.reference), ticks);
        let scale = span.onto(layout.left, layout.right);
        scale.draw_columns(&mut svg, top, bottom);
        if let Some(reference) = self.reference.filter(|value| scale.holds(*value)) {
            let x = scale.at(reference);
            svg.line(
                (x, top),
                (x, bottom),
                &[("stroke", INK), ("stroke-width", "1.2"), ("stroke-dasharray", "5 3")],
            );
        }
        svg.line((layout.left, bottom), (layout.right, bottom), &[("stroke", INK)]);
        scale.label_columns(&mut svg, bottom);
        let below = ((layout.left + layout.right) / 2.0, bottom + 26.0 + SIZE);
        words::write(&mut svg, below, Anchor::Middle, &self.axis.title, &[]);
        for (x, lines) in &layout.columns {
            let middle = top - 6.0 - LINE * lines.len() as f64 / 2.0;
            words::write_around(&mut svg, (*x, middle), Anchor::Start, lines, &BOLD);
        }
        let mut y = top;
        for section in &self.sections {
            if !section.heading.is_empty() {
                words::write(&mut svg, (4.0, y + LINE + 4.0), Anchor::Start, &section.heading, &BOLD);
            }
            y += heading_height(section);
            for (index, row) in section.rows.iter().enumerate() {
                let height = self.row_height(row);
                if index > 0 {
                    svg.line((4.0, y), (WIDTH - 4.0, y), &[("stroke", "#EEEEEE")]);
                }
                self.draw_row(&mut svg, row, &layout, &scale, y + height / 2.0);
                y += height;
            }
        }
        svg.finish()
    }

    fn csv(&self) -> String {
        let mut header = vec!["section", "row", "what", "value", "low", "high"];
        header.extend(self.columns.iter().map(String::as_str));
        let mut table = Table::new(&header);
        for (section, row) in self.rows() {
            for (track, point) in self.tracks.iter().zip(&row.points) {
                let Some(point) = point else { continue };
                let mut cells =
                    vec![Cell::Text(&section.heading), Cell::Text(&row.name), Cell::Text(&track.name)];
                cells.extend(csv::estimate(Some(*point)));
                let words = (0..self.columns.len()).map(|column| row.words.get(column));
                cells.extend(words.map(|words| words.map_or(Cell::Empty, |words| Cell::Text(words))));
                table.row(&cells);
            }
        }
        table.finish()
    }
}

impl Intervals {
    fn draw_row(&self, svg: &mut Svg, row: &Row, layout: &Layout, scale: &Scale, middle: f64) {
        let name = words::wrapped(&row.name, NAME_ROOM);
        words::write_around(svg, (layout.left - 10.0, middle), Anchor::End, &name, &[]);
        for ((x, _), cell) in layout.columns.iter().zip(&row.words) {
            words::write_around(svg, (*x, middle), Anchor::Start, &words::wrapped(cell, COLUMN_ROOM), &[]);
        }
        let count = self.tracks.len() as f64;
        for (index, (track, point)) in self.tracks.iter().zip(&row.points).enumerate() {
            let Some(point) = point.filter(|point| drawable(point.value)) else { continue };
            let y = middle + 12.0 * (index as f64 - (count - 1.0) / 2.0);
            let colour = colour(index, track);
            if scale.holds(point.value) {
                track.mark.draw(svg, (scale.at(point.value), y), 3.8, colour, track.hollow);
            }
            if let Some((low, high)) = point.interval() {
                draw_cut_interval(svg, scale, (low, high), y, colour);
            }
        }
    }
}

/// Draws an interval; an end that lies beyond the axis is an arrow.
fn draw_cut_interval(svg: &mut Svg, scale: &Scale, (low, high): (f64, f64), y: f64, colour: &str) {
    let (from, to) = (scale.within(low), scale.within(high));
    let look = [("stroke", colour), ("stroke-width", "1.6"), ("fill", "none")];
    if scale.holds(low) && scale.holds(high) {
        return looks::draw_interval(svg, (from, y), (to, y), 5.5, &look);
    }
    svg.line((from, y), (to, y), &look);
    for (value, x, back) in [(low, from, 5.0), (high, to, -5.0)] {
        let (tip, ends, above, below) = (number(x), number(x + back), number(y - 4.0), number(y + 4.0));
        let path = if scale.holds(value) {
            format!("M{tip} {above}L{tip} {below}")
        } else {
            format!("M{ends} {above}L{tip} {}L{ends} {below}", number(y))
        };
        svg.path(&path, &look);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chart::Unit;

    #[test]
    fn every_point_is_a_row_of_the_csv_with_the_words_beside_it() {
        let track = |name: &str, hollow| Track { name: name.into(), mark: Mark::Diamond, hollow };
        let row = Row {
            name: "solvable, shuffled".into(),
            points: vec![Some(Estimate::new(0.4, 0.39, 0.41)), Some(Estimate::exact(0.42)), None],
            words: vec!["as printed".into()],
        };
        let chart = Intervals {
            title: String::new(),
            axis: Axis::with_range("share", Unit::PerCent, 0.0, 0.405),
            interval: "95% interval".into(),
            reference: Some(0.2),
            tracks: vec![track("ours", false), track("the paper's", true), track("third", false)],
            columns: vec!["verdict".into()],
            sections: vec![Section { heading: "all".into(), rows: vec![row] }],
        };
        assert_eq!(
            chart.csv(),
            "section,row,what,value,low,high,verdict\n\
             all,\"solvable, shuffled\",ours,0.4,0.39,0.41,as printed\n\
             all,\"solvable, shuffled\",the paper's,0.42,0.42,0.42,as printed\n"
        );
        assert_eq!(chart.svg().matches("fill=\"none\"/>").count(), 3, "a line, a cap and an arrow");
    }
}

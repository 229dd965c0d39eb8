//! Lines over whole numbers, with bands for intervals and names at their right ends.

use super::axis::{self, Axis, Scale};
use super::csv::{Cell, Table};
use super::legend::{Legend, Swatch};
use super::looks::{self, Mark, Stroke};
use super::words::{self, LINE, SIZE};
use super::{Chart, WIDTH, drawable, place};
use crate::svg::{Anchor, INK, Svg, number};
use std::collections::BTreeSet;

/// Several series over the same whole numbers.
#[derive(Debug, Clone, PartialEq)]
pub struct Lines {
    /// For those who hear the picture.
    pub title: String,
    /// The level axis, mostly of [`super::Unit::Whole`].
    pub across: Axis,
    /// The upright axis.
    pub up: Axis,
    /// The lines.
    pub series: Vec<Series>,
}

/// A line with its name.
#[derive(Debug, Clone, PartialEq)]
pub struct Series {
    /// Its name.
    pub name: String,
    /// In any order; the line is broken where a number is missing that another series has.
    pub points: Vec<Point>,
}

/// A point of a line.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Point {
    /// Where it is from left to right.
    pub x: i64,
    /// How high it is.
    pub y: f64,
    /// The ends of the interval, if there is one.
    pub interval: Option<(f64, f64)>,
    /// An exact value is drawn hollow.
    pub exact: bool,
}

impl Point {
    fn band(&self) -> Option<(f64, f64)> {
        self.interval.filter(|(low, high)| drawable(*low) && drawable(*high) && low <= high)
    }
}

const PLOT_HEIGHT: f64 = 330.0;
const LABEL_ROOM: f64 = 150.0;
const RADIUS: f64 = 4.0;

impl Lines {
    fn points(&self) -> impl Iterator<Item = &Point> {
        self.series.iter().flat_map(|series| &series.points)
    }

    /// The stretches of a series without gaps, each in order.
    fn runs(&self, series: &Series) -> Vec<Vec<Point>> {
        let all: BTreeSet<i64> = self.points().map(|point| point.x).collect();
        let mut points: Vec<Point> =
            series.points.iter().copied().filter(|point| drawable(point.y)).collect();
        points.sort_by_key(|point| point.x);
        let goes_on = |a: &Point, b: &Point| a.x == b.x || all.range(a.x + 1..b.x).next().is_none();
        points.chunk_by(goes_on).map(<[Point]>::to_vec).collect()
    }

    fn legend(&self, left: f64) -> Legend {
        let mut entries = Vec::new();
        if self.points().any(|point| point.band().is_some_and(|(low, high)| low < high)) {
            entries.push((Swatch::Band, "95% interval".into()));
        }
        if self.points().any(|point| point.exact) {
            entries.push((Swatch::Mark(Mark::Circle, INK, true), "exact value".into()));
        }
        Legend::new(entries, left, WIDTH)
    }
}

impl Chart for Lines {
    fn svg(&self) -> String {
        let names: Vec<Vec<String>> =
            self.series.iter().map(|series| words::wrapped(&series.name, LABEL_ROOM)).collect();
        let names_height: f64 = names.iter().map(|lines| LINE * lines.len() as f64 + 2.0).sum();
        let height = PLOT_HEIGHT.max(names_height);
        let values = self.points().filter(|point| drawable(point.y)).flat_map(|point| {
            let (low, high) = point.band().unwrap_or((point.y, point.y));
            [point.y, low, high]
        });
        let up = self.up.span(values, 7.0);
        let left = axis::upright_title_room(&self.up.title, height) + up.label_room();
        let label_room = names.iter().map(words::widest).fold(0.0, f64::max);
        let right = WIDTH - label_room - 40.0;
        let across =
            self.across.span(self.points().map(|point| point.x as f64), ((right - left) / 36.0).floor());
        let legend = self.legend(left);
        let top = legend.height() + 10.0;
        let bottom = top + height;
        let title_room = if self.across.title.is_empty() { 0.0 } else { LINE + 2.0 };
        let mut svg = Svg::new(WIDTH, bottom + 28.0 + title_room, &self.title);
        legend.draw(&mut svg, 0.0);
        let (up, across) = (up.onto(bottom, top), across.onto(left + 12.0, right - 12.0));
        up.draw_rows(&mut svg, left, right);
        up.label_rows(&mut svg, left);
        axis::draw_frame(&mut svg, (left, top), (right, bottom));
        across.label_columns(&mut svg, bottom);
        axis::write_upright_title(&mut svg, &self.up.title, (top + bottom) / 2.0, height);
        let below = ((left + right) / 2.0, bottom + 26.0 + SIZE);
        words::write(&mut svg, below, Anchor::Middle, &self.across.title, &[]);

        let clip = clip(&mut svg, (left, top), (right, bottom));
        svg.begin(&[("clip-path", &clip)]);
        let runs: Vec<Vec<Vec<Point>>> = self.series.iter().map(|series| self.runs(series)).collect();
        let numbered =
            runs.iter().enumerate().flat_map(|(index, runs)| runs.iter().map(move |run| (index, run)));
        let drawn: Vec<(Stroke, &Vec<Point>)> =
            numbered.map(|(index, run)| (looks::stroke(index), run)).collect();
        for (stroke, run) in &drawn {
            draw_band(&mut svg, run, &across, &up, stroke.colour);
        }
        for (stroke, run) in drawn.iter().filter(|(_, run)| run.len() > 1) {
            let places: Vec<_> =
                run.iter().map(|point| (across.at(point.x as f64), up.at(point.y))).collect();
            let look = [("fill", "none"), ("stroke", stroke.colour), ("stroke-width", "2")];
            svg.polyline(&places, &[&look[..], &[("stroke-dasharray", stroke.dash)]].concat());
        }
        svg.end();
        for (stroke, run) in &drawn {
            for point in run.iter().filter(|point| up.holds(point.y) && across.holds(point.x as f64)) {
                let at = (across.at(point.x as f64), up.at(point.y));
                stroke.mark.draw(&mut svg, at, RADIUS, stroke.colour, point.exact);
            }
        }
        write_names(&mut svg, &names, &runs, &across, &up, right);
        svg.finish()
    }

    fn csv(&self) -> String {
        let mut table = Table::new(&["series", "x", "y", "low", "high", "exact"]);
        for series in &self.series {
            for point in &series.points {
                let (low, high) = point.interval.unwrap_or((f64::NAN, f64::NAN));
                table.row(&[
                    Cell::Text(&series.name),
                    Cell::Text(&point.x.to_string()),
                    Cell::Number(point.y),
                    Cell::Number(low),
                    Cell::Number(high),
                    Cell::Text(if point.exact { "yes" } else { "no" }),
                ]);
            }
        }
        table.finish()
    }
}

/// A clip to an area; its name says which.
fn clip(svg: &mut Svg, (left, top): (f64, f64), (right, bottom): (f64, f64)) -> String {
    let [x, y, width, height] = [left, top, right - left, bottom - top].map(number);
    let id = format!("clip-{x}-{y}-{width}-{height}").replace('.', "_");
    let area = format!("<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\"/>");
    svg.define(&id, format!("<clipPath id=\"{id}\">{area}</clipPath>"));
    format!("url(#{id})")
}

/// Draws the band of each stretch of points that have one; a single point has a bar instead.
fn draw_band(svg: &mut Svg, run: &[Point], across: &Scale, up: &Scale, colour: &str) {
    for stretch in run.chunk_by(|a, b| a.band().is_some() == b.band().is_some()) {
        let ends: Vec<(f64, f64, f64)> = stretch
            .iter()
            .filter_map(|point| {
                Some((across.at(point.x as f64), up.at(point.band()?.0), up.at(point.band()?.1)))
            })
            .collect();
        match ends[..] {
            [] => {}
            [(x, low, high)] => {
                looks::draw_interval(
                    svg,
                    (x, low),
                    (x, high),
                    3.0,
                    &[("stroke", colour), ("stroke-width", "1.2")],
                );
            }
            _ => {
                let there = ends.iter().map(|(x, low, _)| (*x, *low));
                let back = ends.iter().rev().map(|(x, _, high)| (*x, *high));
                let places: Vec<String> =
                    there.chain(back).map(|(x, y)| format!("{} {}", number(x), number(y))).collect();
                let look = [("fill", colour), ("fill-opacity", "0.2")];
                svg.path(&format!("M{}Z", places.join("L")), &look);
            }
        }
    }
}

/// Writes each name, after its mark, right of the last point of its line; names that would touch are moved apart, and a thin
/// line leads from the point to a name that is not at the same height or that is far away.
fn write_names(
    svg: &mut Svg,
    names: &[Vec<String>],
    runs: &[Vec<Vec<Point>>],
    across: &Scale,
    up: &Scale,
    right: f64,
) {
    let last = |runs: &Vec<Vec<Point>>| runs.last().and_then(|run| run.last()).copied();
    let named: Vec<(usize, Point)> =
        runs.iter().enumerate().filter_map(|(index, runs)| Some((index, last(runs)?))).collect();
    let wishes: Vec<(f64, f64)> = named
        .iter()
        .map(|(index, point)| (up.within(point.y), LINE * names[*index].len().max(1) as f64 + 2.0))
        .collect();
    let middles = place::spread(&wishes, up.to - 6.0, up.from + 6.0);
    for ((index, point), middle) in named.into_iter().zip(middles) {
        let stroke = looks::stroke(index);
        let from = (across.within(point.x as f64), up.within(point.y));
        let mark = (right + 18.0, middle);
        if (from.1 - middle).abs() > 3.0 || right - from.0 > 20.0 {
            let look = [
                ("fill", "none"),
                ("stroke", stroke.colour),
                ("stroke-width", "0.8"),
                ("stroke-opacity", "0.8"),
            ];
            svg.polyline(&[(from.0 + 6.0, from.1), (right, from.1), (mark.0 - 6.0, middle)], &look);
        }
        stroke.mark.draw(svg, mark, RADIUS, stroke.colour, false);
        words::write_around(svg, (mark.0 + 9.0, middle), Anchor::Start, &names[index], &[]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chart::Unit;

    fn point(x: i64, y: f64) -> Point {
        Point { x, y, interval: None, exact: false }
    }

    fn lines(series: &[(&str, &[(i64, f64)])]) -> Lines {
        let series = series.iter().map(|(name, points)| Series {
            name: name.to_string(),
            points: points.iter().map(|(x, y)| point(*x, *y)).collect(),
        });
        Lines {
            title: String::new(),
            across: Axis::new("ranks", Unit::Whole),
            up: Axis::new("share", Unit::PerCent),
            series: series.collect(),
        }
    }

    #[test]
    fn a_missing_point_breaks_the_line() {
        let full: &[(i64, f64)] = &[(2, 0.1), (3, 0.2), (4, 0.3), (5, 0.4)];
        let chart = lines(&[
            ("all", full),
            ("gap", &[(2, 0.2), (3, 0.3), (5, 0.5)]),
            ("nan", &[(2, 0.1), (4, f64::NAN), (5, 0.1)]),
        ]);
        let lengths =
            |index: usize| chart.runs(&chart.series[index]).iter().map(Vec::len).collect::<Vec<_>>();
        assert_eq!(lengths(0), [4]);
        assert_eq!(lengths(1), [2, 1]);
        assert_eq!(lengths(2), [1, 1]);
        assert_eq!(chart.svg().matches("<polyline").count(), 2);
        assert_eq!(chart.csv().lines().count(), 1 + 4 + 3 + 3);
    }

    #[test]
    fn even_steps_without_neighbours_are_no_gaps() {
        let chart = lines(&[("even", &[(2, 0.1), (4, 0.2), (6, 0.3)])]);
        assert_eq!(chart.runs(&chart.series[0]).len(), 1);
    }

    #[test]
    fn names_at_the_ends_of_equal_lines_do_not_overlap() {
        let same: &[(i64, f64)] = &[(2, 0.5), (3, 0.5)];
        let chart = lines(&[("one", same), ("two", same), ("three", same)]);
        let svg = chart.svg();
        let height = |name: &str| -> f64 {
            let line = svg.lines().find(|line| line.ends_with(&format!(">{name}</text>"))).unwrap();
            line.split("y=\"").nth(1).unwrap().split('"').next().unwrap().parse().unwrap()
        };
        assert!(
            (height("one") - height("two")).abs() >= LINE && (height("two") - height("three")).abs() >= LINE
        );
    }
}

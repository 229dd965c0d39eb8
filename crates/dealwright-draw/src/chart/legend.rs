//! Legends: rows of small pictures with words.

use super::looks::{self, Fill, Mark};
use super::words::{self, HALF};
use crate::svg::{Anchor, INK, Svg};

/// The small picture before the words.
#[derive(Debug, Clone, Copy)]
pub enum Swatch {
    Fill(Fill),
    /// An area without colour, framed.
    Blank,
    /// A mark in a colour, hollow or not.
    Mark(Mark, &'static str, bool),
    /// A translucent band.
    Band,
    /// A hollow diamond with an upright bar.
    Overall,
    /// A level bar with caps.
    Interval,
    /// An upright bar with caps.
    Upright,
    /// A thin level bar.
    Thin,
    /// A hollow circle of this radius.
    Bubble(f64),
}

impl Swatch {
    fn width(self) -> f64 {
        match self {
            Swatch::Mark(..) | Swatch::Overall | Swatch::Upright => 12.0,
            Swatch::Bubble(radius) => 2.0 * radius,
            _ => 22.0,
        }
    }

    fn draw(self, svg: &mut Svg, left: f64, middle: f64) {
        let (width, centre) = (self.width(), (left + self.width() / 2.0, middle));
        let right = left + width;
        match self {
            Swatch::Fill(fill) => {
                let paint = fill.paint(svg);
                let look = [("fill", paint.as_str()), ("stroke", INK), ("stroke-width", "0.8")];
                svg.rect(left, middle - 6.0, width, 12.0, &look);
            }
            Swatch::Blank => {
                let look = [("fill", "none"), ("stroke", INK), ("stroke-width", "0.8")];
                svg.rect(left, middle - 6.0, width, 12.0, &look);
            }
            Swatch::Mark(mark, colour, hollow) => mark.draw(svg, centre, 4.5, colour, hollow),
            Swatch::Band => svg.rect(left, middle - 6.0, width, 12.0, &[("fill", INK), ("opacity", "0.18")]),
            Swatch::Overall => draw_overall(svg, centre.0, (middle, middle - 6.0, middle + 6.0)),
            Swatch::Interval => {
                let (from, to) = ((left, middle), (right, middle));
                looks::draw_interval(svg, from, to, 4.0, &[("stroke-width", "1.8")]);
            }
            Swatch::Upright => {
                let (from, to) = ((centre.0, middle - 7.0), (centre.0, middle + 7.0));
                looks::draw_interval(svg, from, to, 3.0, &[("stroke-width", "1.1")]);
            }
            Swatch::Thin => {
                svg.line((left, middle), (right, middle), &[("stroke", "#888888"), ("stroke-width", "1")])
            }
            Swatch::Bubble(radius) => {
                svg.circle(centre, radius, &[("fill", "none"), ("stroke", INK), ("stroke-width", "1")])
            }
        }
    }
}

/// A share of all trials together: a hollow diamond and, over it so that even a short one is seen, the interval. The places
/// are those of the value and of both ends.
pub fn draw_overall(svg: &mut Svg, x: f64, (value, one, other): (f64, f64, f64)) {
    Mark::Diamond.draw(svg, (x, value), 3.6, INK, true);
    looks::draw_interval(svg, (x, one), (x, other), 3.5, &[("stroke-width", "1.2")]);
}

/// Entries in rows between a left and a right edge.
pub struct Legend {
    entries: Vec<(Swatch, String)>,
    /// The left edge and the row of each entry.
    places: Vec<(f64, usize)>,
    row_height: f64,
}

impl Legend {
    pub fn new(entries: Vec<(Swatch, String)>, left: f64, right: f64) -> Self {
        let (mut x, mut row, mut row_height) = (left, 0, 20.0f64);
        let mut places = Vec::new();
        for (swatch, label) in &entries {
            let width = swatch.width() + 6.0 + words::width(label);
            if x > left && x + width > right {
                (x, row) = (left, row + 1);
            }
            places.push((x, row));
            x += width + 20.0;
            if let Swatch::Bubble(radius) = swatch {
                row_height = row_height.max(2.0 * radius + 4.0);
            }
        }
        Self { entries, places, row_height }
    }

    pub fn height(&self) -> f64 {
        self.places.last().map_or(0.0, |(_, row)| (row + 1) as f64 * self.row_height)
    }

    pub fn draw(&self, svg: &mut Svg, top: f64) {
        for ((swatch, label), (x, row)) in self.entries.iter().zip(&self.places) {
            let middle = top + (*row as f64 + 0.5) * self.row_height;
            swatch.draw(svg, *x, middle);
            words::write(svg, (x + swatch.width() + 6.0, middle + HALF), Anchor::Start, label, &[]);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_go_on_in_the_next_row_when_one_is_full() {
        let entries = vec![(Swatch::Blank, "some words".to_string()); 5];
        let legend = Legend::new(entries, 0.0, 260.0);
        assert_eq!(legend.places.iter().map(|place| place.1).collect::<Vec<_>>(), [0, 0, 1, 1, 2]);
        assert_eq!(legend.height(), 60.0);
        assert_eq!(Legend::new(Vec::new(), 0.0, 9.0).height(), 0.0);
    }
}

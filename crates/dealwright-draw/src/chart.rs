//! Charts for reports: data in, a picture as SVG text and the same data as CSV text out.
//!
//! Every picture is about 720 wide with letters of 12, has no title inside (captions are the report's), and tells its parts
//! apart by shape, dash or hatching as well as by colour, so that it stays readable in grey. Values that are no numbers are
//! left out of pictures and are empty in the CSV.

mod axis;
mod boxes;
mod csv;
mod front;
mod histograms;
mod intervals;
mod legend;
mod lines;
mod looks;
mod means;
mod meter;
mod place;
#[cfg(test)]
mod samples;
mod stacked;
#[cfg(test)]
mod tests;
mod trade;
mod words;

pub use axis::{Axis, Unit};
pub use boxes::{BoxGroup, BoxPanel, Boxes, Sample};
pub use front::{Found, Front};
pub use histograms::{Histogram, Histograms};
pub use intervals::{Intervals, Row, Section, Track};
pub use lines::{Lines, Point, Series};
pub use looks::Mark;
pub use means::{Mean, MeanGroup, MeanPanel, Means};
pub use meter::Meter;
pub use stacked::{Bar, Stacked};
pub use trade::{Bubble, Game, Trade};

/// How wide every chart is.
const WIDTH: f64 = 720.0;

/// What every chart gives, from the same value.
pub trait Chart {
    /// The picture.
    fn svg(&self) -> String;

    /// The data: a header line, then a line for everything drawn.
    fn csv(&self) -> String;
}

/// A value and the interval that it is in with some confidence, mostly 95%.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Estimate {
    /// The value.
    pub value: f64,
    /// The lower end of its interval.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

impl Estimate {
    /// A value and the ends of its interval.
    pub fn new(value: f64, low: f64, high: f64) -> Self {
        Self { value, low, high }
    }

    /// A value without doubt.
    pub fn exact(value: f64) -> Self {
        Self::new(value, value, value)
    }

    /// The ends of the interval, unless it has no width or is none.
    fn interval(&self) -> Option<(f64, f64)> {
        let (low, high) = (self.low, self.high);
        (drawable(low) && drawable(high) && low < high).then_some((low, high))
    }

    /// All there is to be drawn of it.
    fn extent(&self) -> [f64; 3] {
        let (low, high) = self.interval().unwrap_or((self.value, self.value));
        [self.value, low, high]
    }
}

/// Whether a number can be drawn at all; what is greater than this is a mistake.
fn drawable(value: f64) -> bool {
    value.is_finite() && value.abs() < 1e12
}

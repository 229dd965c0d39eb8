//! Axes: round numbers at even steps, a light grid, and the way from values to places.

use super::words::{self, HALF, LINE, SIZE};
use crate::svg::{Anchor, INK, Svg, number};
use dealwright::text::grouped;

/// The colour of grids.
const GRID: &str = "#E3E3E3";

/// What the numbers of an axis are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unit {
    /// Fractions, written as per cent.
    PerCent,
    /// Any numbers.
    Plain,
    /// Whole numbers, with no ticks between them.
    Whole,
}

impl Unit {
    /// A value in words, with the decimals that steps of this size need.
    pub fn words(self, value: f64, step: f64) -> String {
        let factor = if self == Unit::PerCent { 100.0 } else { 1.0 };
        let step = (step * factor).abs();
        let decimals = (0..6)
            .find(|decimals| {
                let scaled = step * 10f64.powi(*decimals);
                scaled > 0.5 && (scaled - scaled.round()).abs() < 1e-6 * scaled
            })
            .unwrap_or(6);
        let digits = format!("{:.*}", decimals as usize, (value * factor).abs());
        let is_zero = digits.bytes().all(|byte| byte == b'0' || byte == b'.');
        let sign = if value < 0.0 && !is_zero { "−" } else { "" };
        let (whole, rest) = digits.split_at(digits.find('.').unwrap_or(digits.len()));
        let whole = whole.parse().map_or_else(|_| whole.to_string(), grouped);
        format!("{sign}{whole}{rest}{}", if self == Unit::PerCent { "%" } else { "" })
    }
}

/// What an axis shows.
#[derive(Debug, Clone, PartialEq)]
pub struct Axis {
    /// Its title.
    pub title: String,
    /// The unit of its values.
    pub unit: Unit,
    /// From where to where; without it, what the data need. What lies outside is cut off.
    pub range: Option<(f64, f64)>,
}

impl Axis {
    /// An axis with the range that the data need.
    pub fn new(title: &str, unit: Unit) -> Self {
        Self { title: title.into(), unit, range: None }
    }

    /// An axis with a range of its own.
    pub fn with_range(title: &str, unit: Unit, low: f64, high: f64) -> Self {
        Self { title: title.into(), unit, range: Some((low, high)) }
    }

    /// The range for these values, with steps so that there are about so many ticks.
    pub(super) fn span(&self, values: impl IntoIterator<Item = f64>, ticks: f64) -> Span {
        let given = self.range.filter(|(low, high)| {
            super::drawable(*low) && super::drawable(*high) && high - low > 1e-9 * (low.abs() + high.abs())
        });
        if let Some((low, high)) = given {
            return Span { low, high, step: self.step((high - low) / ticks), unit: self.unit };
        }
        let values = values.into_iter().filter(|value| super::drawable(*value));
        let (mut low, mut high) =
            values.fold((f64::MAX, f64::MIN), |(low, high), value| (low.min(value), high.max(value)));
        if low > high {
            (low, high) = (0.0, 1.0);
        }
        if high - low <= 1e-9 * (low.abs() + high.abs()) {
            let room = if self.unit == Unit::PerCent { 0.05 } else { (low.abs() / 10.0).max(1.0) };
            (low, high) = (low - room, high + room);
        }
        let step = self.step((high - low) / ticks);
        let (low, high) = ((low / step + 1e-6).floor() * step, (high / step - 1e-6).ceil() * step);
        Span { low, high, step, unit: self.unit }
    }

    /// The round number next above.
    fn step(&self, least: f64) -> f64 {
        let least = if self.unit == Unit::Whole { least.max(1.0) } else { least.max(1e-9) };
        let power = 10f64.powf(least.log10().floor());
        let round = [1.0, 2.0, 2.5, 5.0, 10.0].map(|digit| digit * power);
        let allowed =
            |step: &&f64| **step >= least * 0.999 && (self.unit != Unit::Whole || step.fract() == 0.0);
        round.iter().find(allowed).copied().unwrap_or(10.0 * power)
    }
}

/// The range of an axis.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Span {
    pub low: f64,
    pub high: f64,
    pub step: f64,
    unit: Unit,
}

impl Span {
    /// The numbers to be marked, and how to write them.
    pub fn ticks(&self) -> Vec<(f64, String)> {
        let first = (self.low / self.step - 1e-6).ceil() as i64;
        let last = (self.high / self.step + 1e-6).floor() as i64;
        let values = (first..=last.min(first + 200)).map(|index| index as f64 * self.step);
        values.map(|value| (value, self.unit.words(value, self.step))).collect()
    }

    /// The room that the numbers need at the left of an upright axis.
    pub fn label_room(&self) -> f64 {
        self.ticks().iter().map(|(_, label)| words::width(label)).fold(0.0, f64::max) + 8.0
    }

    /// The same range between two places.
    pub fn onto(self, from: f64, to: f64) -> Scale {
        Scale { span: self, from, to }
    }
}

/// The way from values to places.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Scale {
    pub span: Span,
    pub from: f64,
    pub to: f64,
}

impl Scale {
    pub fn at(&self, value: f64) -> f64 {
        self.from + (value - self.span.low) / (self.span.high - self.span.low) * (self.to - self.from)
    }

    /// The same, but never outside of the range.
    pub fn within(&self, value: f64) -> f64 {
        self.at(value.clamp(self.span.low, self.span.high))
    }

    /// Whether the value is in the range, or so near that nobody sees the difference.
    pub fn holds(&self, value: f64) -> bool {
        let slack = 1e-6 * (self.span.high - self.span.low);
        super::drawable(value) && value >= self.span.low - slack && value <= self.span.high + slack
    }

    /// The grid of an upright axis, with a stronger line at zero where there are numbers below it.
    pub fn draw_rows(&self, svg: &mut Svg, left: f64, right: f64) {
        for (value, _) in self.span.ticks() {
            let y = self.at(value);
            svg.line((left, y), (right, y), &[("stroke", self.grid_colour(value))]);
        }
    }

    /// The numbers of an upright axis, which end left of this place.
    pub fn label_rows(&self, svg: &mut Svg, left: f64) {
        for (value, label) in self.span.ticks() {
            words::write(svg, (left - 6.0, self.at(value) + HALF), Anchor::End, &label, &[]);
        }
    }

    /// The grid of a level axis.
    pub fn draw_columns(&self, svg: &mut Svg, top: f64, bottom: f64) {
        for (value, _) in self.span.ticks() {
            let x = self.at(value);
            svg.line((x, top), (x, bottom), &[("stroke", self.grid_colour(value))]);
        }
    }

    /// The numbers of a level axis, with ticks, below this place; such as would touch the one before are left out.
    pub fn label_columns(&self, svg: &mut Svg, bottom: f64) {
        let mut taken = f64::MIN;
        for (value, label) in self.span.ticks() {
            let (x, half) = (self.at(value), words::width(&label) / 2.0);
            svg.line((x, bottom), (x, bottom + 4.0), &[("stroke", INK)]);
            if x - half > taken + 4.0 {
                words::write(svg, (x, bottom + 6.0 + SIZE), Anchor::Middle, &label, &[]);
                taken = x + half;
            }
        }
    }

    fn grid_colour(&self, value: f64) -> &'static str {
        let is_zero = value.abs() < 1e-6 * self.span.step;
        if is_zero && self.span.low < -1e-6 * self.span.step { "#777777" } else { GRID }
    }
}

/// The room that the title of an upright axis needs at its left.
pub fn upright_title_room(title: &str, length: f64) -> f64 {
    match words::wrapped(title, length).len() {
        0 => 0.0,
        lines => LINE * lines as f64 + 5.0,
    }
}

/// Writes the title of an upright axis at the left edge of the picture, turned, around a height.
pub fn write_upright_title(svg: &mut Svg, title: &str, middle: f64, length: f64) {
    for (index, line) in words::wrapped(title, length).iter().enumerate() {
        let x = SIZE + LINE * index as f64;
        let turn = format!("rotate(-90 {} {})", number(x), number(middle));
        words::write(svg, (x, middle), Anchor::Middle, line, &[("transform", &turn)]);
    }
}

/// The frame of a panel: a strong line at the bottom, or at the left, and a faint one all around.
pub fn draw_frame(svg: &mut Svg, (left, top): (f64, f64), (right, bottom): (f64, f64)) {
    svg.rect(left, top, right - left, bottom - top, &[("fill", "none"), ("stroke", "#CCCCCC")]);
    svg.line((left, bottom), (right, bottom), &[("stroke", INK)]);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn labels(axis: &Axis, values: &[f64]) -> Vec<String> {
        axis.span(values.iter().copied(), 5.0).ticks().into_iter().map(|(_, label)| label).collect()
    }

    #[test]
    fn ticks_are_round_numbers_around_the_data() {
        let axis = Axis::new("share", Unit::PerCent);
        assert_eq!(labels(&axis, &[0.03, 0.97]), ["0%", "20%", "40%", "60%", "80%", "100%"]);
        assert_eq!(labels(&axis, &[0.001, 0.011]), ["0.0%", "0.2%", "0.4%", "0.6%", "0.8%", "1.0%", "1.2%"]);
        let axis = Axis::new("difference", Unit::Plain);
        assert_eq!(labels(&axis, &[-2.0, 1.9]), ["−2", "−1", "0", "1", "2"]);
        assert_eq!(labels(&axis, &[0.0, 4000.0]), ["0", "1,000", "2,000", "3,000", "4,000"]);
        let axis = Axis::new("moves", Unit::Whole);
        assert_eq!(labels(&axis, &[1.0, 3.0]), ["1", "2", "3"]);
    }

    #[test]
    fn a_given_range_stays_as_it_is() {
        let span = Axis::with_range("share", Unit::PerCent, 0.05, 0.42).span([9.0], 4.0);
        assert_eq!((span.low, span.high), (0.05, 0.42));
        assert_eq!(span.ticks().first().map(|tick| tick.1.clone()), Some("10%".into()));
    }

    #[test]
    fn poor_data_still_make_an_axis() {
        let axis = Axis::new("share", Unit::PerCent);
        for values in [&[][..], &[0.5], &[0.0, 0.0], &[f64::NAN, f64::INFINITY], &[1e300, 0.2]] {
            let span = axis.span(values.iter().copied(), 5.0);
            assert!(span.high > span.low && span.ticks().len() >= 2, "{values:?} {span:?}");
        }
        let back_to_front = Axis::with_range("share", Unit::PerCent, 1.0, 0.0).span([0.2, 0.4], 5.0);
        assert!(back_to_front.high > back_to_front.low);
    }
}

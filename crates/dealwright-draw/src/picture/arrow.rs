//! Arrows for moves. Their heads are drawn as paths, so that several pictures on one page share nothing.

use super::pieces::centred;
use crate::svg::{INK, PAPER, Svg, number};

/// A curve from a place to a place, bent towards two places between them.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Curve {
    /// Where it begins.
    pub from: (f64, f64),
    /// What draws it aside on its way.
    pub bends: [(f64, f64); 2],
    /// Where it ends.
    pub to: (f64, f64),
}

impl Curve {
    /// A curve that leaves the straight line to its left, seen along the way, by a share of its length.
    pub fn bowed(from: (f64, f64), to: (f64, f64), bow: f64) -> Self {
        let (dx, dy) = (to.0 - from.0, to.1 - from.1);
        let bend = |part: f64| (from.0 + dx * part + dy * bow, from.1 + dy * part - dx * bow);
        Self { from, bends: [bend(0.3), bend(0.7)], to }
    }

    /// The place at a part of the way, 0 to 1.
    pub fn at(&self, part: f64) -> (f64, f64) {
        let rest = 1.0 - part;
        let weights = [rest.powi(3), 3.0 * rest * rest * part, 3.0 * rest * part * part, part.powi(3)];
        let places = [self.from, self.bends[0], self.bends[1], self.to];
        let sum = |of: fn((f64, f64)) -> f64| weights.iter().zip(places).map(|(w, p)| w * of(p)).sum();
        (sum(|p| p.0), sum(|p| p.1))
    }
}

/// An arrow along a curve with a light edge, so that it is seen on any ground.
pub fn arrow(svg: &mut Svg, curve: &Curve, width: f64, ink: &str) {
    let head = width * 3.6;
    let (dx, dy) = (curve.to.0 - curve.bends[1].0, curve.to.1 - curve.bends[1].1);
    let length = dx.hypot(dy).max(0.01);
    let (dx, dy) = (dx / length, dy / length);
    // The line ends inside of the head.
    let neck = (curve.to.0 - dx * head * 0.7, curve.to.1 - dy * head * 0.7);
    let words = [curve.from, curve.bends[0], curve.bends[1], neck].map(pair).join(" ");
    let line = words.replacen(' ', " C", 1);
    let line = format!("M{line}");
    let wing = |side: f64| {
        (curve.to.0 - dx * head - dy * head * 0.5 * side, curve.to.1 - dy * head + dx * head * 0.5 * side)
    };
    let tip = format!("M{} L{} L{}Z", pair(curve.to), pair(wing(1.0)), pair(wing(-1.0)));
    for (ink, wide) in [(PAPER, width + 2.4), (ink, width)] {
        let wide = number(wide);
        let round = [("stroke-linecap", "round"), ("stroke-linejoin", "round")];
        let mut look = vec![("fill", "none"), ("stroke", ink), ("stroke-width", wide.as_str())];
        look.extend(round);
        svg.path(&line, &look);
        let edge = number(if ink == PAPER { 3.4 } else { 1.0 });
        let mut look = vec![("fill", ink), ("stroke", ink), ("stroke-width", edge.as_str())];
        look.extend(round);
        svg.path(&tip, &look);
    }
}

/// A short label in a round plate.
pub fn label(svg: &mut Svg, at: (f64, f64), size: f64, words: &str) {
    if words.is_empty() {
        return;
    }
    let width = size * (0.7 + 0.66 * words.chars().count() as f64);
    let height = size * 1.36;
    let round = number(height / 2.0);
    let look = [("rx", round.as_str()), ("fill", PAPER), ("stroke", INK), ("stroke-width", "1")];
    svg.rect(at.0 - width / 2.0, at.1 - height / 2.0, width, height, &look);
    centred(svg, at, size, words, &[("font-weight", "bold")]);
}

fn pair((x, y): (f64, f64)) -> String {
    format!("{},{}", number(x), number(y))
}

//! Looks that differ in shape as well as in colour: marks, dashes and hatched fills.

use crate::svg::{INK, PALETTE, PAPER, Svg, number};

/// A point's shape. Shapes of the same radius have the same area, that of the circle.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mark {
    /// A circle.
    Circle,
    /// A square.
    Square,
    /// A diamond.
    Diamond,
    /// A triangle.
    Triangle,
    /// A triangle that stands on its tip.
    Turned,
}

impl Mark {
    /// How far the mark reaches from its middle.
    pub fn reach(self, radius: f64) -> f64 {
        match self {
            Mark::Circle => radius,
            Mark::Square => radius * 0.886,
            Mark::Diamond => radius * 1.253,
            Mark::Triangle | Mark::Turned => radius * 1.555,
        }
    }

    /// Draws the mark: filled, with paper around it so that it stands out of lines, or hollow.
    pub fn draw(self, svg: &mut Svg, at: (f64, f64), radius: f64, colour: &str, hollow: bool) {
        let look = if hollow {
            [("fill", PAPER), ("stroke", colour), ("stroke-width", "1.6")]
        } else {
            [("fill", colour), ("stroke", PAPER), ("stroke-width", "0.8")]
        };
        self.draw_as(svg, at, radius, &look);
    }

    /// Draws the mark with any fill and stroke.
    pub fn draw_as(self, svg: &mut Svg, (x, y): (f64, f64), radius: f64, look: &[(&str, &str)]) {
        let reach = self.reach(radius);
        let corners: &[(f64, f64)] = match self {
            Mark::Circle => return svg.circle((x, y), radius, look),
            Mark::Square => &[(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)],
            Mark::Diamond => &[(0.0, -1.0), (1.0, 0.0), (0.0, 1.0), (-1.0, 0.0)],
            Mark::Triangle => &[(0.0, -1.0), (0.866, 0.5), (-0.866, 0.5)],
            Mark::Turned => &[(0.0, 1.0), (0.866, -0.5), (-0.866, -0.5)],
        };
        let place = |(dx, dy): &(f64, f64)| format!("{} {}", number(x + dx * reach), number(y + dy * reach));
        let corners: Vec<String> = corners.iter().map(place).collect();
        svg.path(&format!("M{}Z", corners.join("L")), look);
    }
}

/// How a series of points is drawn.
#[derive(Debug, Clone, Copy)]
pub struct Stroke {
    pub colour: &'static str,
    pub dash: &'static str,
    pub mark: Mark,
}

/// Looks for series in their order.
pub const STROKES: [Stroke; 8] = [
    Stroke { colour: PALETTE[0], dash: "none", mark: Mark::Circle },
    Stroke { colour: PALETTE[3], dash: "7 3", mark: Mark::Square },
    Stroke { colour: PALETTE[2], dash: "2 2.5", mark: Mark::Triangle },
    Stroke { colour: PALETTE[1], dash: "9 3 2 3", mark: Mark::Diamond },
    Stroke { colour: PALETTE[5], dash: "4 2", mark: Mark::Turned },
    Stroke { colour: PALETTE[7], dash: "1.5 4", mark: Mark::Circle },
    Stroke { colour: PALETTE[4], dash: "none", mark: Mark::Square },
    Stroke { colour: "#777777", dash: "12 3", mark: Mark::Triangle },
];

/// The look of the series with this number; they repeat.
pub fn stroke(index: usize) -> Stroke {
    STROKES[index % STROKES.len()]
}

/// How an area is filled.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Pattern {
    Solid,
    /// Lines that rise to the right.
    Rising,
    /// Lines that fall to the right.
    Falling,
    Dots,
    /// Rising and falling lines.
    Crossed,
    /// Level lines.
    Level,
    /// Upright lines.
    Upright,
}

/// A pattern in a colour.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Fill {
    pub pattern: Pattern,
    pub colour: &'static str,
}

const fn fill(pattern: Pattern, colour: &'static str) -> Fill {
    Fill { pattern, colour }
}

/// Fills for kinds of boxes in their order.
pub const BOX_FILLS: [Fill; 4] = [
    fill(Pattern::Rising, PALETTE[3]),
    fill(Pattern::Dots, PALETTE[0]),
    fill(Pattern::Falling, PALETTE[2]),
    fill(Pattern::Level, PALETTE[7]),
];

/// Fills for parts of bars in their order: no pattern twice, and those without one are far apart in brightness.
pub const PART_FILLS: [Fill; 10] = [
    fill(Pattern::Solid, PALETTE[0]),
    fill(Pattern::Rising, PALETTE[3]),
    fill(Pattern::Solid, PALETTE[4]),
    fill(Pattern::Crossed, PALETTE[7]),
    fill(Pattern::Dots, PALETTE[2]),
    fill(Pattern::Upright, PALETTE[1]),
    fill(Pattern::Level, PALETTE[5]),
    fill(Pattern::Solid, PALETTE[6]),
    fill(Pattern::Falling, PALETTE[0]),
    fill(Pattern::Solid, PALETTE[7]),
];

impl Fill {
    /// The value of a `fill` attribute. The id of a pattern says all about it, so pictures may share it.
    pub fn paint(self, svg: &mut Svg) -> String {
        let line = |path: &str, width: &str| {
            format!("<path d=\"{path}\" stroke=\"{}\" stroke-width=\"{width}\" fill=\"none\"/>", self.colour)
        };
        let (name, content) = match self.pattern {
            Pattern::Solid => return self.colour.into(),
            Pattern::Rising => ("rising", line("M-1 1L1 -1M0 6L6 0M5 7L7 5", "1.7")),
            Pattern::Falling => ("falling", line("M-1 5L1 7M0 0L6 6M5 -1L7 1", "1.7")),
            Pattern::Crossed => ("crossed", line("M0 6L6 0M0 0L6 6", "1")),
            Pattern::Level => ("level", line("M0 3L6 3", "1.8")),
            Pattern::Upright => ("upright", line("M3 0L3 6", "1.8")),
            Pattern::Dots => {
                let dot =
                    |x, y| format!("<circle cx=\"{x}\" cy=\"{y}\" r=\"1.1\" fill=\"{}\"/>", self.colour);
                ("dots", dot("1.5", "1.5") + &dot("4.5", "4.5"))
            }
        };
        let id = format!("fill-{name}-{}", self.colour.trim_start_matches('#'));
        let ground = format!("<rect width=\"6\" height=\"6\" fill=\"{}\"/>", tint(self.colour));
        svg.define(
            &id,
            format!(
                "<pattern id=\"{id}\" width=\"6\" height=\"6\" patternUnits=\"userSpaceOnUse\">{ground}{content}</pattern>"
            ),
        );
        format!("url(#{id})")
    }
}

/// A colour as if much white were mixed into it.
pub fn tint(colour: &str) -> String {
    let part = |place: usize| {
        let value = colour.get(place..place + 2).and_then(|digits| u8::from_str_radix(digits, 16).ok());
        (f64::from(value.unwrap_or(0)) * 0.16 + 255.0 * 0.84).round() as u8
    };
    format!("#{:02X}{:02X}{:02X}", part(1), part(3), part(5))
}

/// An interval as a bar with caps across its ends, upright or level.
pub fn draw_interval(svg: &mut Svg, from: (f64, f64), to: (f64, f64), cap: f64, look: &[(&str, &str)]) {
    let is_upright = from.0 == to.0;
    let (dx, dy) = if is_upright { (cap, 0.0) } else { (0.0, cap) };
    let mut path = format!("M{} {}L{} {}", number(from.0), number(from.1), number(to.0), number(to.1));
    for (x, y) in [from, to] {
        let ends = [x - dx, y - dy, x + dx, y + dy].map(number);
        path += &format!("M{} {}L{} {}", ends[0], ends[1], ends[2], ends[3]);
    }
    let mut attributes = vec![("fill", "none"), ("stroke", INK)];
    attributes.retain(|(name, _)| look.iter().all(|(other, _)| other != name));
    attributes.extend(look);
    svg.path(&path, &attributes);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pattern_is_named_by_all_it_is_made_of() {
        let mut svg = Svg::new(10.0, 10.0, "");
        let mut paints: Vec<String> = PART_FILLS.iter().map(|fill| fill.paint(&mut svg)).collect();
        paints.sort();
        paints.dedup();
        assert_eq!(paints.len(), PART_FILLS.len());
        let text = svg.finish();
        assert!(text.contains("<pattern id=\"fill-rising-D55E00\""), "{text}");
        assert_eq!(tint("#000000"), "#D6D6D6");
    }

    #[test]
    fn no_two_looks_of_series_are_alike_in_grey() {
        for (index, one) in STROKES.iter().enumerate() {
            for other in &STROKES[..index] {
                assert!(one.dash != other.dash || one.mark != other.mark);
            }
        }
    }
}

//! Designs that a search found: how interesting they are against how many of their deals can be solved. The size of a bubble is the
//! variety: how many different challenges there are.

use super::axis::{self, Axis, Scale, Unit};
use super::csv::{self, Cell, Table};
use super::looks::{self, STROKES};
use super::words::{self, HALO, LINE, SIZE};
use super::{Chart, Estimate, WIDTH, drawable};
use crate::svg::{Anchor, Svg};

/// Designs on one plot.
#[derive(Debug, Clone, PartialEq)]
pub struct Front {
    /// For those who hear the picture.
    pub title: String,
    /// The designs.
    pub designs: Vec<Found>,
}

/// A design.
#[derive(Debug, Clone, PartialEq)]
pub struct Found {
    /// What stands beside it: a number.
    pub name: String,
    /// The solvable share.
    pub share: Estimate,
    /// The interest.
    pub interest: Estimate,
    /// Different challenges.
    pub variety: f64,
    /// Whether it is what the search began with.
    pub is_own: bool,
}

const HEIGHT: f64 = 330.0;
const TOP: f64 = 16.0;
const LARGEST: f64 = 17.0;
const SMALLEST: f64 = 6.0;

impl Found {
    fn is_drawable(&self) -> bool {
        drawable(self.share.value) && drawable(self.interest.value)
    }
}

/// Where values are on the picture.
struct Places {
    across: Scale,
    up: Scale,
    left: f64,
    bottom: f64,
}

impl Front {
    fn drawn(&self) -> impl Iterator<Item = &Found> {
        self.designs.iter().filter(|design| design.is_drawable())
    }

    /// Powers of ten from the least variety to the greatest.
    fn powers(&self) -> (f64, f64) {
        let powers =
            self.drawn().map(|design| design.variety.max(1.0).log10()).filter(|power| power.is_finite());
        powers.fold((f64::MAX, f64::MIN), |(low, high), power| (low.min(power), high.max(power)))
    }

    fn radius(&self, design: &Found) -> f64 {
        let (low, high) = self.powers();
        let power = design.variety.max(1.0).log10();
        match power.is_finite() && high - low > 0.01 {
            true => SMALLEST + (LARGEST - SMALLEST) * ((power - low) / (high - low)).clamp(0.0, 1.0),
            false => (SMALLEST + LARGEST) / 2.0,
        }
    }

    fn places(&self) -> Places {
        let (title, shown) = ("interest", |estimate: Estimate| estimate.extent());
        let up =
            Axis::new(title, Unit::PerCent).span(self.drawn().flat_map(|design| shown(design.interest)), 6.0);
        let left = axis::upright_title_room(title, HEIGHT) + up.label_room();
        let across = Axis::new("solvable", Unit::PerCent)
            .span(self.drawn().flat_map(|design| shown(design.share)), 8.0);
        let bottom = TOP + HEIGHT;
        Places {
            across: across.onto(left + LARGEST + 2.0, WIDTH - 14.0 - LARGEST),
            up: up.onto(bottom - LARGEST, TOP + LARGEST),
            left,
            bottom,
        }
    }

    fn height(&self) -> f64 {
        TOP + HEIGHT + 28.0 + LINE
    }

    /// Where each design is on the picture, as shares of its width and height; none for what cannot be drawn.
    pub fn spots(&self) -> Vec<Option<(f64, f64)>> {
        let places = self.places();
        let at = |design: &Found| {
            let (x, y) = (places.across.at(design.share.value), places.up.at(design.interest.value));
            design.is_drawable().then_some((x / WIDTH, y / self.height()))
        };
        self.designs.iter().map(at).collect()
    }
}

impl Chart for Front {
    fn svg(&self) -> String {
        let Places { across, up, left, bottom } = self.places();
        let mut svg = Svg::new(WIDTH, self.height(), &self.title);
        up.label_rows(&mut svg, left);
        axis::write_upright_title(&mut svg, "interest", (TOP + bottom) / 2.0, HEIGHT);
        up.draw_rows(&mut svg, left, WIDTH - 14.0);
        across.draw_columns(&mut svg, TOP, bottom);
        axis::draw_frame(&mut svg, (left, TOP), (WIDTH - 14.0, bottom));
        across.label_columns(&mut svg, bottom);
        let below = ((left + WIDTH - 14.0) / 2.0, bottom + 26.0 + SIZE);
        words::write(&mut svg, below, Anchor::Middle, "solvable", &[]);
        let mut largest_first: Vec<&Found> = self.drawn().collect();
        largest_first.sort_by(|a, b| self.radius(b).total_cmp(&self.radius(a)));
        for design in &largest_first {
            let (x, y) = (across.at(design.share.value), up.at(design.interest.value));
            let stroke = STROKES[usize::from(!design.is_own)];
            if let Some((low, high)) = design.interest.interval() {
                looks::draw_interval(
                    &mut svg,
                    (x, up.within(low)),
                    (x, up.within(high)),
                    3.0,
                    &[("stroke-width", "0.8")],
                );
            }
            let look = [
                ("fill", stroke.colour),
                ("fill-opacity", "0.35"),
                ("stroke", stroke.colour),
                ("stroke-width", "1.4"),
            ];
            stroke.mark.draw_as(&mut svg, (x, y), self.radius(design), &look);
        }
        for design in &largest_first {
            let at = (across.at(design.share.value), up.at(design.interest.value) + SIZE * 0.36);
            words::write_around(&mut svg, at, Anchor::Middle, std::slice::from_ref(&design.name), &HALO);
        }
        svg.finish()
    }

    fn csv(&self) -> String {
        let mut table = Table::new(&[
            "design",
            "solvable",
            "solvable_low",
            "solvable_high",
            "interest",
            "interest_low",
            "interest_high",
            "variety",
        ]);
        for design in &self.designs {
            let [share, low, high] = csv::estimate(Some(design.share));
            let [interest, least, most] = csv::estimate(Some(design.interest));
            table.row(&[
                Cell::Text(&design.name),
                share,
                low,
                high,
                interest,
                least,
                most,
                Cell::Number(design.variety),
            ]);
        }
        table.finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn designs_stand_where_their_figures_are_and_larger_ones_have_more_variety() {
        let design = |name: &str, share, interest, variety| Found {
            name: name.into(),
            share: Estimate::exact(share),
            interest: Estimate::exact(interest),
            variety,
            is_own: name == "0",
        };
        let front = Front {
            title: "Front".into(),
            designs: vec![
                design("0", 0.3, 0.2, 1e3),
                design("1", 0.9, 0.6, 1e6),
                design("2", f64::NAN, 0.6, 1.0),
            ],
        };
        let spots = front.spots();
        let (own, best) = (spots[0].unwrap(), spots[1].unwrap());
        assert!(
            best.0 > own.0 && best.1 < own.1,
            "more solvable is further right, more interesting higher up"
        );
        assert_eq!(spots[2], None);
        assert!(spots.iter().flatten().all(|(x, y)| (0.0..1.0).contains(x) && (0.0..1.0).contains(y)));
        assert!(front.radius(&front.designs[1]) > front.radius(&front.designs[0]));
        assert_eq!(front.csv().lines().count(), 4);
        assert!(front.svg().contains("interest"));
    }
}

//! Level bars of named parts, one for each setup.

use super::axis::{Axis, Unit};
use super::csv::{Cell, Table};
use super::legend::{Legend, Swatch};
use super::looks::PART_FILLS;
use super::words::{self, HALF, HALO, LINE, SIZE};
use super::{Chart, WIDTH, drawable};
use crate::svg::{Anchor, INK, PAPER, Svg};
use dealwright::text::grouped;

/// Bars of the same parts.
#[derive(Debug, Clone, PartialEq)]
pub struct Stacked {
    /// For those who hear the picture.
    pub title: String,
    /// The level axis.
    pub axis: String,
    /// The names of the parts, at most ten of them.
    pub parts: Vec<String>,
    /// The name of what is left to a whole, such as "no named structure".
    pub rest: String,
    /// Bars, from the top.
    pub bars: Vec<Bar>,
}

/// The bar of one setup.
#[derive(Debug, Clone, PartialEq)]
pub struct Bar {
    /// Its name.
    pub name: String,
    /// The share of each part.
    pub shares: Vec<f64>,
    /// Of how many these are shares.
    pub count: Option<u64>,
}

impl Bar {
    /// The shares, with nothing where there is no sensible number.
    fn clean_shares(&self) -> impl Iterator<Item = f64> {
        self.shares.iter().map(|share| if drawable(*share) { share.max(0.0) } else { 0.0 })
    }

    fn rest(&self) -> f64 {
        (1.0 - self.clean_shares().sum::<f64>()).max(0.0)
    }
}

const BAR: f64 = 22.0;
const LABEL_ROOM: f64 = 190.0;

impl Chart for Stacked {
    fn svg(&self) -> String {
        let names: Vec<Vec<String>> =
            self.bars.iter().map(|bar| words::wrapped(&bar.name, LABEL_ROOM)).collect();
        let counts: Vec<String> =
            self.bars.iter().map(|bar| bar.count.map_or_else(String::new, grouped)).collect();
        let has_counts = self.bars.iter().any(|bar| bar.count.is_some());
        let left = names.iter().map(words::widest).fold(0.0, f64::max) + 12.0;
        let right =
            WIDTH - if has_counts { words::widest(&counts).max(words::width("n")) + 16.0 } else { 24.0 };
        let fills = PART_FILLS.iter().cycle();
        let mut entries: Vec<_> =
            self.parts.iter().zip(fills).map(|(part, fill)| (Swatch::Fill(*fill), part.clone())).collect();
        entries.push((Swatch::Blank, self.rest.clone()));
        let legend = Legend::new(entries, 4.0, WIDTH - 4.0);
        let top = legend.height() + if has_counts { 24.0 } else { 10.0 };
        let heights: Vec<f64> =
            names.iter().map(|lines| (LINE * lines.len() as f64 + 4.0).max(BAR + 9.0)).collect();
        let bottom = top + heights.iter().sum::<f64>().max(BAR);
        let mut svg = Svg::new(WIDTH, bottom + 28.0 + LINE, &self.title);
        legend.draw(&mut svg, 2.0);
        let most = self.bars.iter().map(|bar| bar.clean_shares().sum()).fold(1.0, f64::max);
        let scale = Axis::new("", Unit::PerCent).span([0.0, most], 10.0).onto(left, right);
        scale.draw_columns(&mut svg, top, bottom);
        scale.label_columns(&mut svg, bottom);
        let below = ((left + right) / 2.0, bottom + 26.0 + SIZE);
        words::write(&mut svg, below, Anchor::Middle, &self.axis, &[]);
        if has_counts {
            words::write(&mut svg, (WIDTH - 4.0, top - 6.0), Anchor::End, "n", &[("font-style", "italic")]);
        }
        let mut y = top;
        for (((bar, lines), count), height) in self.bars.iter().zip(&names).zip(&counts).zip(&heights) {
            let middle = y + height / 2.0;
            words::write_around(&mut svg, (left - 8.0, middle), Anchor::End, lines, &[]);
            words::write(&mut svg, (WIDTH - 4.0, middle + HALF), Anchor::End, count, &[]);
            let mut sum = 0.0;
            for (index, share) in bar.clean_shares().chain([bar.rest()]).enumerate() {
                let (from, to) = (scale.at(sum), scale.at(sum + share));
                sum += share;
                if to - from < 0.05 {
                    continue;
                }
                let is_rest = index == bar.shares.len();
                let paint =
                    if is_rest { PAPER.into() } else { PART_FILLS[index % PART_FILLS.len()].paint(&mut svg) };
                let look = [("fill", paint.as_str()), ("stroke", INK), ("stroke-width", "0.8")];
                svg.rect(from, middle - BAR / 2.0, to - from, BAR, &look);
                let label = Unit::PerCent.words(share, 0.01);
                if to - from > words::width(&label) + 8.0 {
                    words::write(&mut svg, ((from + to) / 2.0, middle + HALF), Anchor::Middle, &label, &HALO);
                }
            }
            y += height;
        }
        svg.line((left, top), (left, bottom), &[("stroke", INK)]);
        svg.finish()
    }

    fn csv(&self) -> String {
        let mut table = Table::new(&["setup", "part", "share", "count"]);
        for bar in &self.bars {
            let count = || bar.count.map_or(Cell::Empty, Cell::Whole);
            for (part, share) in self.parts.iter().zip(&bar.shares) {
                table.row(&[Cell::Text(&bar.name), Cell::Text(part), Cell::Number(*share), count()]);
            }
            table.row(&[Cell::Text(&bar.name), Cell::Text(&self.rest), Cell::Number(bar.rest()), count()]);
        }
        table.finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rest_makes_it_a_whole() {
        let bar = Bar { name: "Shuffled".into(), shares: vec![0.5, 0.25, f64::NAN], count: Some(12) };
        assert_eq!(bar.rest(), 0.25);
        let chart = Stacked {
            title: String::new(),
            axis: "share".into(),
            parts: ["a", "b", "c"].map(String::from).to_vec(),
            rest: "no named structure".into(),
            bars: vec![bar],
        };
        assert!(
            chart.csv().ends_with("Shuffled,c,,12\nShuffled,no named structure,0.25,12\n"),
            "{}",
            chart.csv()
        );
        assert!(chart.svg().contains(">50%</text>"));
    }
}

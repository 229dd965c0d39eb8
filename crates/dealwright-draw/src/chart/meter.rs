//! The meter of a setup: what its deals are like, small enough to be drawn beside a board.

use super::axis::Unit;
use super::csv::{Cell, Table};
use super::looks::{self, Fill, PART_FILLS};
use super::words::{self, BOLD, HALF, LINE};
use super::{Chart, Estimate, drawable};
use crate::picture::View;
use crate::svg::{Anchor, INK, Inks, PAPER, Svg};
use dealwright::text::counted;

/// What the deals of a setup are like.
#[derive(Debug, Clone, PartialEq)]
pub struct Meter {
    /// The setup, such as "BoxOff L-Tiles".
    pub name: String,
    /// How many deals were measured.
    pub deals: u64,
    /// Shares with their intervals, such as "solvable"; a share that is not known has no value.
    pub shares: Vec<(String, Option<Estimate>)>,
    /// What the parts of the last bar are, such as "levels of solvable deals".
    pub parts_title: String,
    /// The parts with their numbers, from left to right.
    pub parts: Vec<(String, u64)>,
}

const WIDTH: f64 = 330.0;
const BAR: f64 = 14.0;
/// From one share to the next: words, bar and a gap.
const ROW: f64 = 42.0;
const TOP: f64 = 24.0;
const PARTS_BAR: f64 = 24.0;
/// Entries of the legend in one row.
const ENTRIES: usize = 2;

impl Meter {
    /// Width and height.
    pub fn size(&self) -> (f64, f64) {
        let legend =
            if self.total() == 0 { 0.0 } else { 8.0 + 18.0 * self.parts.len().div_ceil(ENTRIES) as f64 };
        (WIDTH, TOP + ROW * self.shares.len() as f64 + LINE + PARTS_BAR + legend)
    }

    /// Draws it with the top left corner at a place.
    pub fn draw(&self, svg: &mut Svg, (left, top): (f64, f64)) {
        let heading = format!("{} of {}", counted(self.deals, "deal"), self.name);
        let heading = words::wrapped(&heading, WIDTH / 1.12);
        let heading = if heading.len() > 1 { format!("{} …", heading[0]) } else { heading.concat() };
        words::write(svg, (left, top + 12.0), Anchor::Start, &heading, &BOLD);
        for (n, (name, share)) in self.shares.iter().enumerate() {
            self.draw_share(svg, (left, top + TOP + ROW * n as f64), (n, name), *share);
        }
        self.draw_parts(svg, (left, top + TOP + ROW * self.shares.len() as f64));
    }

    /// A board and, at its right, the meter of the setup it was dealt by.
    pub fn picture_beside(&self, view: &View<'_>, title: &str, inks: Inks) -> String {
        self.page_beside(view, title, inks).finish()
    }

    /// The same, for more to be drawn on it.
    pub fn page_beside(&self, view: &View<'_>, title: &str, inks: Inks) -> Svg {
        let ((wide, high), (width, height)) = (view.size(), self.size());
        let (margin, gap) = (view.unit * 0.25, 36.0);
        let whole = high.max(height);
        let mut svg = Svg::new(wide + gap + width + 2.0 * margin, whole + 2.0 * margin, title).in_inks(inks);
        view.draw(&mut svg, (margin, margin + (whole - high) / 2.0));
        self.draw(&mut svg, (margin + wide + gap, margin + (whole - height) / 2.0));
        svg
    }

    fn total(&self) -> u64 {
        self.parts.iter().map(|(_, count)| count).sum()
    }

    /// Words above a bar from 0 to 100%, with the interval on it.
    fn draw_share(
        &self,
        svg: &mut Svg,
        (left, top): (f64, f64),
        (n, name): (usize, &str),
        share: Option<Estimate>,
    ) {
        words::write(svg, (left, top + 12.0), Anchor::Start, name, &[]);
        let share = share.filter(|share| drawable(share.value));
        words::write(svg, (left + WIDTH, top + 12.0), Anchor::End, &share_words(share), &[]);
        let (y, at) = (top + LINE + 2.0, |value: f64| left + WIDTH * value.clamp(0.0, 1.0));
        svg.rect(left, y, WIDTH, BAR, &[("fill", PAPER), ("stroke", INK), ("stroke-width", "0.8")]);
        let Some(share) = share else { return };
        // None of the fills of the parts below, which mean something else.
        let paint = paint(svg, PART_FILLS[(self.parts.len() + n) % PART_FILLS.len()]);
        let look = [("fill", paint.as_str()), ("stroke", INK), ("stroke-width", "0.8")];
        svg.rect(left, y, at(share.value) - left, BAR, &look);
        if let Some((low, high)) = share.interval() {
            let (from, to) = ((at(low), y + BAR / 2.0), (at(high), y + BAR / 2.0));
            // Paper below ink, so that it is seen on the bar and beside it.
            looks::draw_interval(svg, from, to, 5.0, &[("stroke", PAPER), ("stroke-width", "4")]);
            looks::draw_interval(svg, from, to, 4.0, &[("stroke", INK), ("stroke-width", "1.6")]);
        }
    }

    /// A bar of all parts, with the first letter of each on it where there is room, and a legend below.
    fn draw_parts(&self, svg: &mut Svg, (left, top): (f64, f64)) {
        words::write(svg, (left, top + 12.0), Anchor::Start, &self.parts_title, &[]);
        let total = self.total();
        let (y, mut x) = (top + LINE + 2.0, left);
        if total == 0 {
            return words::write(svg, (left, y + 14.0), Anchor::Start, "none", &[]);
        }
        for (n, (name, count)) in self.parts.iter().enumerate() {
            let share = *count as f64 / total as f64;
            let paint = paint(svg, PART_FILLS[n % PART_FILLS.len()]);
            let look = [("fill", paint.as_str()), ("stroke", INK), ("stroke-width", "0.8")];
            let width = WIDTH * share;
            if width > 0.05 {
                svg.rect(x, y, width, PARTS_BAR - 2.0, &look);
            }
            let letter = first_letter(name);
            if width > 18.0 {
                plate(svg, (x + width / 2.0, y + PARTS_BAR / 2.0 - 1.0), &letter);
            }
            x += width;
            let (row, column) = (n / ENTRIES, n % ENTRIES);
            let (cx, cy) =
                (left + column as f64 * WIDTH / ENTRIES as f64, y + PARTS_BAR + 15.0 + 18.0 * row as f64);
            svg.rect(cx, cy - 10.0, 22.0, 12.0, &look);
            plate(svg, (cx + 11.0, cy - 4.0), &letter);
            let entry = format!("{name} {}", Unit::PerCent.words(share, 0.001));
            words::write(svg, (cx + 28.0, cy), Anchor::Start, &entry, &[]);
        }
    }
}

/// A letter on a small round plate, so that it can be read on any fill.
fn plate(svg: &mut Svg, at: (f64, f64), letter: &str) {
    svg.circle(at, 6.4, &[("fill", PAPER), ("stroke", INK), ("stroke-width", "0.6")]);
    svg.text((at.0, at.1 + HALF * 0.8), 9.5, Anchor::Middle, letter, &BOLD);
}

fn first_letter(name: &str) -> String {
    name.chars().next().map_or_else(String::new, |letter| letter.to_uppercase().to_string())
}

/// Areas stay white where ink is spared; letters and frames are left.
fn paint(svg: &mut Svg, fill: Fill) -> String {
    if svg.spares_ink() { PAPER.into() } else { fill.paint(svg) }
}

fn share_words(share: Option<Estimate>) -> String {
    let Some(share) = share else { return "not known".into() };
    let words = |value: f64| Unit::PerCent.words(value, 0.001);
    match share.interval() {
        Some((low, high)) => {
            format!("{} ({} to {})", words(share.value), words(low).trim_end_matches('%'), words(high))
        }
        None => words(share.value),
    }
}

impl Chart for Meter {
    fn svg(&self) -> String {
        let (width, height) = self.size();
        let mut svg = Svg::new(width + 16.0, height + 16.0, &self.name);
        self.draw(&mut svg, (8.0, 8.0));
        svg.finish()
    }

    fn csv(&self) -> String {
        let mut table = Table::new(&["setup", "deals", "what", "value", "low", "high"]);
        let mut row = |what: &str, [value, low, high]: [Cell<'_>; 3]| {
            table.row(&[Cell::Text(&self.name), Cell::Whole(self.deals), Cell::Text(what), value, low, high]);
        };
        for (name, share) in &self.shares {
            let number =
                |of: fn(&Estimate) -> f64| share.as_ref().map_or(Cell::Empty, |e| Cell::Number(of(e)));
            row(name, [number(|e| e.value), number(|e| e.low), number(|e| e.high)]);
        }
        for (name, count) in &self.parts {
            row(name, [Cell::Whole(*count), Cell::Empty, Cell::Empty]);
        }
        table.finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use dealwright::Registry;

    fn meter() -> Meter {
        let parts = [("gentle", 30), ("steady", 40), ("tricky", 15), ("fiendish", 1)];
        Meter {
            name: "BoxOff L-Tiles".into(),
            deals: 100,
            shares: vec![
                ("solvable".into(), Some(Estimate::new(0.86, 0.779, 0.915))),
                ("random play wins".into(), None),
            ],
            parts_title: "levels of solvable deals".into(),
            parts: parts.map(|(name, count)| (name.to_string(), count)).to_vec(),
        }
    }

    #[test]
    fn every_figure_is_there_in_words_and_every_part_has_a_letter() {
        let text = meter().svg();
        for words in ["100 deals of BoxOff L-Tiles", "86.0% (77.9 to 91.5%)", "not known", "fiendish 1.2%"] {
            assert!(text.contains(&format!(">{words}</text>")), "{words}: {text}");
        }
        for letter in ["G", "S", "T", "F"] {
            assert!(text.contains(&format!(">{letter}</text>")), "{letter}");
        }
    }

    #[test]
    fn a_board_and_its_meter_lie_side_by_side() {
        let board = Registry::standard().challenge("boxoff:AB/AB").unwrap().board();
        let view = View::of(&board);
        let text = meter().picture_beside(&view, "beside", Inks::Full);
        let width = view.size().0 + meter().size().0 + 36.0 + view.unit * 0.5;
        assert!(text.contains(&format!("width=\"{}\"", crate::svg::number(width))), "{text}");
        assert!(text.contains("class=\"board\"") && text.contains("levels of solvable deals"));
    }

    #[test]
    fn a_setup_without_a_solvable_deal_has_no_levels() {
        let none = Meter { parts: vec![("gentle".into(), 0)], ..meter() };
        assert!(none.svg().contains(">none</text>"));
    }

    #[test]
    fn where_ink_is_spared_no_area_is_filled() {
        let board = Registry::standard().challenge("boxoff:AB/AB").unwrap().board();
        let text = meter().picture_beside(&View::of(&board), "spared", Inks::Low);
        assert!(!text.contains("url(#") && text.contains(">G</text>"));
    }

    #[test]
    fn the_data_come_along() {
        assert!(
            meter().csv().contains("BoxOff L-Tiles,100,solvable,0.86,0.779,0.915\n"),
            "{}",
            meter().csv()
        );
    }
}

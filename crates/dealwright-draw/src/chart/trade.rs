//! What setting up costs against what it gives: bubbles over seconds of effort, one panel for each game.

use super::axis::{self, Axis, Scale, Unit};
use super::csv::{self, Cell, Table};
use super::legend::{Legend, Swatch};
use super::looks::{self, STROKES, Stroke};
use super::place::{self, Area, Labelled};
use super::words::{self, BOLD, HALO, LINE, SIZE};
use super::{Chart, Estimate, WIDTH, drawable};
use crate::svg::{Anchor, INK, Svg};

/// Panels side by side with the same axes.
#[derive(Debug, Clone, PartialEq)]
pub struct Trade {
    /// For those who hear the picture.
    pub title: String,
    /// The axis from left to right.
    pub across: Axis,
    /// The axis from bottom to top.
    pub up: Axis,
    /// What the areas of bubbles stand for, such as "interesting".
    pub interest: String,
    /// The games.
    pub games: Vec<Game>,
}

/// The setups of a game.
#[derive(Debug, Clone, PartialEq)]
pub struct Game {
    /// Its name.
    pub name: String,
    /// Its setups.
    pub bubbles: Vec<Bubble>,
}

/// A setup.
#[derive(Debug, Clone, PartialEq)]
pub struct Bubble {
    /// Its name.
    pub name: String,
    /// Seconds of setup.
    pub effort: f64,
    /// The solvable share.
    pub share: Estimate,
    /// A fraction; the area of the bubble.
    pub interest: f64,
}

impl Bubble {
    fn is_drawable(&self) -> bool {
        drawable(self.effort) && drawable(self.share.value)
    }
}

const PLOT_HEIGHT: f64 = 380.0;
const GAP: f64 = 12.0;
const LARGEST: f64 = 15.0;
const SMALLEST: f64 = 2.0;

impl Trade {
    fn bubbles(&self) -> impl Iterator<Item = &Bubble> {
        self.games.iter().flat_map(|game| &game.bubbles).filter(|bubble| bubble.is_drawable())
    }

    /// The round share that the largest bubble stands for.
    fn largest_interest(&self) -> f64 {
        let most = self.bubbles().map(|bubble| bubble.interest).filter(|value| drawable(*value));
        let most = most.fold(0.0, f64::max);
        let round = [0.01, 0.02, 0.04, 0.1, 0.2, 0.4, 1.0];
        round.into_iter().find(|value| *value >= most).unwrap_or(most)
    }

    fn radius(&self, interest: f64) -> f64 {
        let share =
            if drawable(interest) { (interest / self.largest_interest()).clamp(0.0, 1.0) } else { 0.0 };
        (LARGEST * share.sqrt()).max(SMALLEST)
    }

    fn legend(&self, left: f64) -> Legend {
        let largest = self.largest_interest();
        let sizes = [largest / 4.0, largest / 2.0, largest].into_iter().enumerate().map(|(index, size)| {
            let label = Unit::PerCent.words(size, largest / 4.0);
            let label = if index == 2 { format!("{label} {}", self.interest) } else { label };
            (Swatch::Bubble(self.radius(size)), label)
        });
        let bar = self.bubbles().any(|bubble| bubble.share.interval().is_some());
        let bar = bar.then(|| (Swatch::Upright, "95% interval".to_string()));
        Legend::new(sizes.chain(bar).collect(), left, WIDTH)
    }
}

impl Chart for Trade {
    fn svg(&self) -> String {
        let count = self.games.len().max(1) as f64;
        let up = self.up.span(self.bubbles().flat_map(|bubble| bubble.share.extent()), 6.0);
        let left = axis::upright_title_room(&self.up.title, PLOT_HEIGHT) + up.label_room();
        let width = (WIDTH - left - 14.0 - GAP * (count - 1.0)) / count;
        let ticks = (width / 50.0).floor().clamp(2.0, 10.0);
        let legend = self.legend(left);
        let top = legend.height() + 28.0;
        let bottom = top + PLOT_HEIGHT;
        let mut svg = Svg::new(WIDTH, bottom + 28.0 + LINE, &self.title);
        legend.draw(&mut svg, 2.0);
        // Room for bubbles at the edges.
        let up = up.onto(bottom - LARGEST, top + LARGEST);
        up.label_rows(&mut svg, left);
        axis::write_upright_title(&mut svg, &self.up.title, (top + bottom) / 2.0, PLOT_HEIGHT);
        for (index, game) in self.games.iter().enumerate() {
            let from = left + (width + GAP) * index as f64;
            // Each game has work of its own kind.
            let across = self.across.span(game.bubbles.iter().map(|bubble| bubble.effort), ticks);
            let across = across.onto(from + LARGEST + 2.0, from + width - LARGEST - 2.0);
            up.draw_rows(&mut svg, from, from + width);
            across.draw_columns(&mut svg, top, bottom);
            axis::draw_frame(&mut svg, (from, top), (from + width, bottom));
            across.label_columns(&mut svg, bottom);
            let stroke = STROKES[index % 4];
            let heading = (from + width / 2.0, top - 9.0);
            words::write(&mut svg, heading, Anchor::Middle, &game.name, &BOLD);
            let beside = (heading.0 - words::bold_width(&game.name) / 2.0 - 14.0, heading.1 - 4.5);
            stroke.mark.draw(&mut svg, beside, 5.0, stroke.colour, false);
            let bounds =
                Area { left: from + 2.0, top: top + 2.0, right: from + width - 2.0, bottom: bottom - 2.0 };
            self.draw_game(&mut svg, game, stroke, &across, &up, bounds);
        }
        let below = ((left + WIDTH - 14.0) / 2.0, bottom + 26.0 + SIZE);
        words::write(&mut svg, below, Anchor::Middle, &self.across.title, &[]);
        svg.finish()
    }

    fn csv(&self) -> String {
        let mut table = Table::new(&["game", "setup", "effort", "share", "low", "high", "interest"]);
        for game in &self.games {
            for bubble in &game.bubbles {
                let [share, low, high] = csv::estimate(Some(bubble.share));
                let names = [Cell::Text(&game.name), Cell::Text(&bubble.name)];
                let [game, name] = names;
                table.row(&[
                    game,
                    name,
                    Cell::Number(bubble.effort),
                    share,
                    low,
                    high,
                    Cell::Number(bubble.interest),
                ]);
            }
        }
        table.finish()
    }
}

impl Trade {
    fn draw_game(
        &self,
        svg: &mut Svg,
        game: &Game,
        stroke: Stroke,
        across: &Scale,
        up: &Scale,
        bounds: Area,
    ) {
        let seen = |bubble: &&Bubble| across.holds(bubble.effort) && up.holds(bubble.share.value);
        let bubbles: Vec<&Bubble> = game.bubbles.iter().filter(seen).collect();
        let place = |bubble: &Bubble| (across.at(bubble.effort), up.at(bubble.share.value));
        let room = (bounds.right - bounds.left) * 0.42;
        let names: Vec<Vec<String>> =
            bubbles.iter().map(|bubble| words::wrapped(&bubble.name, room)).collect();
        let mut bars = Vec::new();
        for bubble in &bubbles {
            let (x, _) = place(bubble);
            if let Some((low, high)) = bubble.share.interval() {
                let (low, high) = (up.within(low), up.within(high));
                bars.push((x, low, high));
            }
        }
        let mut largest_first: Vec<&&Bubble> = bubbles.iter().collect();
        largest_first.sort_by(|a, b| b.interest.total_cmp(&a.interest));
        for bubble in largest_first {
            let look = [
                ("fill", stroke.colour),
                ("fill-opacity", "0.45"),
                ("stroke", stroke.colour),
                ("stroke-width", "1.2"),
            ];
            stroke.mark.draw_as(svg, place(bubble), self.radius(bubble.interest), &look);
        }
        for (x, low, high) in &bars {
            looks::draw_interval(svg, (*x, *low), (*x, *high), 3.0, &[("stroke-width", "1.1")]);
        }
        let reach = |bubble: &Bubble| stroke.mark.reach(self.radius(bubble.interest));
        let things: Vec<Labelled> = bubbles
            .iter()
            .zip(&names)
            .map(|(bubble, lines)| Labelled {
                at: place(bubble),
                reach: reach(bubble),
                size: (words::widest(lines) + 6.0, LINE * lines.len() as f64 + 3.0),
            })
            .collect();
        let obstacles: Vec<Area> = bars
            .iter()
            .map(|(x, low, high)| Area { left: x - 3.0, top: *high, right: x + 3.0, bottom: *low })
            .collect();
        let placed = place::labels(&things, &obstacles, bounds);
        for ((thing, (area, is_far)), lines) in things.iter().zip(placed).zip(&names) {
            if is_far {
                let (from, to) = place::leader(thing, &area);
                svg.line(from, to, &[("stroke", INK), ("stroke-width", "0.6")]);
            }
            // Lines of words are flush with the side where their bubble is.
            let (middle, y) = area.middle();
            let (x, anchor) = if area.left > thing.at.0 {
                (area.left + 3.0, Anchor::Start)
            } else if area.right < thing.at.0 {
                (area.right - 3.0, Anchor::End)
            } else {
                (middle, Anchor::Middle)
            };
            words::write_around(svg, (x, y), anchor, lines, &HALO);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn areas_of_bubbles_follow_the_interest() {
        let bubble =
            |interest| Bubble { name: "Setup".into(), effort: 10.0, share: Estimate::exact(0.5), interest };
        let chart = Trade {
            title: String::new(),
            across: Axis::new("effort in seconds", Unit::Plain),
            up: Axis::new("solvable", Unit::PerCent),
            interest: "interesting".into(),
            games: vec![Game { name: "Pyramid".into(), bubbles: vec![bubble(0.31), bubble(f64::NAN)] }],
        };
        assert_eq!(chart.largest_interest(), 0.4);
        assert!((chart.radius(0.2).powi(2) * 2.0 - chart.radius(0.4).powi(2)).abs() < 1e-9);
        assert_eq!(chart.radius(f64::NAN), SMALLEST);
        assert_eq!(chart.csv().lines().count(), 3);
    }
}

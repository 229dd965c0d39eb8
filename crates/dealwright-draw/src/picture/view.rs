//! A board with whatever is to be shown on it: outlines of tiles, marked squares, moves.

use super::arrow::{Curve, arrow, label};
use super::fold::Fold;
use super::pieces::{self, Rect, centred, middle};
use super::{mountain, outline};
use crate::svg::{INK, Inks, PAPER, Svg, number};
use dealwright::board::{Board, Ink, Space, SpaceKind};
use dealwright::game::Touches;
use dealwright::square::Square;

/// How a board is drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Style {
    /// Coloured squares.
    Squares,
    /// Cards in rows.
    Cards,
    /// Cards in stacks that are laid out downwards, each covering the lower part of the one before.
    Stacks,
    /// Spaces of different heights.
    Mountain,
}

impl Style {
    fn of(board: &Board) -> Self {
        let any = |test: fn(&Space) -> bool| board.rows.iter().flatten().any(test);
        if board.heights.iter().any(|height| *height > 0) {
            Style::Mountain
        } else if any(|space| space.stacked) {
            Style::Stacks
        } else if any(|space| matches!(space.ink, Ink::Suit(_))) {
            Style::Cards
        } else {
            Style::Squares
        }
    }
}

/// Heights of a card of a stack, as shares of its width: of the part that is left to see where another lies on it, and of all.
const STRIP: f64 = 0.44;
const WHOLE: f64 = 1.36;

/// A move to be shown.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Step {
    /// Where it begins.
    pub from: Square,
    /// Where it ends; the same square for a move that ends nowhere on the board, which gets a frame there instead of an arrow.
    pub to: Square,
    /// A few letters beside it, or nothing.
    pub label: String,
    /// Both squares go at once: a line that joins them instead of an arrow.
    pub pair: bool,
}

impl Step {
    /// A move by what it touches; none for one that begins nowhere on the board.
    pub fn of(touches: &Touches, label: &str) -> Option<Self> {
        let from = touches.from?;
        let to = touches.to.unwrap_or(from);
        Some(Self { from, to, label: label.to_string(), pair: touches.pair })
    }
}

/// A board and what is shown on it.
#[derive(Debug, Clone)]
pub struct View<'a> {
    /// The board.
    pub board: &'a Board,
    /// The width of a space.
    pub unit: f64,
    /// Files and ranks at the edges.
    pub names: bool,
    /// A mountain also from the side, above the board.
    pub side: bool,
    /// Squares of pieces that cover several; those of one square get no outline.
    pub tiles: Vec<Vec<Square>>,
    /// Squares with a ring around them.
    pub marked: Vec<Square>,
    /// Moves.
    pub steps: Vec<Step>,
    /// Whether it is for a screen: spaces are as large as fingers need them, and a style sheet may change colours.
    pub screen: bool,
    /// Whether columns are drawn as rows, for screens that are narrow: the first file on top, the top row on the left.
    pub upright: bool,
    /// Whether the pieces are dominoes: values are shown as pips.
    pub pips: bool,
    /// How the board is folded, where the screen is narrow.
    fold: Option<Fold>,
    /// For fingers: how much is seen of a covered card that can be taken, as a share of a space's width.
    reach: Option<f64>,
    style: Style,
}

impl<'a> View<'a> {
    /// A board with files and ranks, and nothing else on it.
    pub fn of(board: &'a Board) -> Self {
        let unit = if board.heights.len() > 12 || board.files.len() > 12 { 40.0 } else { 48.0 };
        Self {
            board,
            unit,
            names: true,
            side: true,
            tiles: Vec::new(),
            marked: Vec::new(),
            steps: Vec::new(),
            screen: false,
            upright: false,
            pips: false,
            fold: None,
            reach: None,
            style: Style::of(board),
        }
    }

    /// The same view of another board of the same kind and size, such as one without its pieces.
    pub fn onto<'b>(self, board: &'b Board) -> View<'b> {
        let Self {
            unit, names, side, tiles, marked, steps, screen, upright, pips, fold, reach, style, ..
        } = self;
        View { board, unit, names, side, tiles, marked, steps, screen, upright, pips, fold, reach, style }
    }

    /// Makes spaces as large as something of this width and height needs.
    pub fn fit_space(&mut self, (width, height): (f64, f64)) {
        // Between cards there are gaps.
        self.unit = match self.style {
            Style::Cards | Style::Stacks => (width / (1.0 - 0.12)).max(height / (1.36 - 0.12)),
            _ => width.max(height),
        };
    }

    /// Whether its columns can be drawn as rows: not where pieces overlap.
    pub fn can_stand_upright(&self) -> bool {
        matches!(self.style, Style::Squares | Style::Cards | Style::Mountain)
    }

    /// Draws stacks for a narrow screen: without files and ranks, and with what lies beside the columns above them.
    pub fn make_narrow(&mut self) {
        if self.style == Style::Stacks {
            self.names = false;
            self.fold = Fold::of(self.board);
        }
    }

    /// Spreads stacks so far that a finger which is `finger` wide hits each covered card that can be taken, on a screen with `room`
    /// for the board. Cards that cannot be taken while they are covered belong to what lies on them.
    pub fn fit_fingers(&mut self, finger: f64, room: f64) {
        if self.style == Style::Stacks {
            let columns = self.page_size().0 / self.unit;
            self.reach = Some((finger * columns / room.max(1.0)).clamp(STRIP, WHOLE));
        }
    }

    /// How the board is folded.
    pub fn fold(&self) -> Option<Fold> {
        self.fold
    }

    /// Width and height of the whole.
    pub fn size(&self) -> (f64, f64) {
        let (wide, high) = self.pitch();
        if let Some(fold) = self.fold {
            let below = self.below_fold(&fold) + fold.rows().1 as f64 * high + self.whole() - high;
            let below = below.max(self.lowest());
            return (2.0 * self.edge() + fold.across() as f64 * wide, below + self.edge());
        }
        let columns = self.board.rows.iter().map(Vec::len).max().unwrap_or(0) as f64;
        let rows = self.board.rows.len() as f64;
        let edge = self.edge();
        if self.upright {
            let (left, top) = self.corner();
            return (left + rows * wide + self.unit * 0.1, top + columns * high + edge);
        }
        // Of the last row more is seen than of the others where they are covered.
        let last = self.whole() - high;
        let below = (self.above() + rows * high + last).max(self.lowest());
        (edge + columns * wide + self.unit * 0.1, below + edge)
    }

    /// Where the lowest space ends that was pushed down by those above it.
    fn lowest(&self) -> f64 {
        if self.reach.is_none() {
            return 0.0;
        }
        let rows = self.board.rows.iter().enumerate();
        let spaces = rows.flat_map(|(row, spaces)| (0..spaces.len()).map(move |column| (row, column)));
        let used = spaces.filter(|&(row, column)| self.board.rows[row][column].kind != SpaceKind::Nothing);
        used.map(|(row, column)| self.space(row, column)).map(|(_, y, _, high)| y + high).fold(0.0, f64::max)
    }

    /// Whether another piece of the stack lies on this space's.
    fn is_covered(&self, row: usize, column: usize) -> bool {
        let space = |row: usize| self.board.rows.get(row).and_then(|row| row.get(column));
        let lies = |space: &Space| space.stacked && !space.face.is_empty();
        space(row).is_some_and(lies) && space(row + 1).is_some_and(lies)
    }

    /// How far a space is pushed down by covered ones above it that fingers have to reach.
    fn pushed(&self, row: usize, column: usize) -> f64 {
        let Some(reach) = self.reach else { return 0.0 };
        let is_spread = |&above: &usize| {
            self.board.rows[above].get(column).is_some_and(|space| space.takes_along)
                && self.is_covered(above, column)
        };
        let spread = (0..row).filter(is_spread).count() as f64;
        spread * (reach * self.unit - self.pitch().1)
    }

    /// The top left corner of the spaces.
    fn corner(&self) -> (f64, f64) {
        match self.upright {
            true => (self.edge() + self.above() - self.unit * 0.1, self.unit * 0.1),
            false => (self.edge(), self.above()),
        }
    }

    /// The place of a row (from the top) and a column (from the left), without the gap between spaces.
    pub fn space(&self, row: usize, column: usize) -> Rect {
        let (wide, high) = self.pitch();
        let gap = self.gap();
        let (left, mut top) = self.corner();
        let (mut down, mut right) = if self.upright { (column, row) } else { (row, column) };
        if let Some(fold) = self.fold {
            let is_below;
            (down, right, is_below) = fold.place(row, column);
            if is_below {
                top = self.below_fold(&fold);
            }
        }
        let (x, y) = (left + right as f64 * wide, top + down as f64 * high + self.pushed(row, column));
        let whole = high.max(self.whole());
        (x + gap / 2.0, y + gap / 2.0, wide - gap, whole - gap)
    }

    /// Where the lower part of a folded board begins.
    fn below_fold(&self, fold: &Fold) -> f64 {
        let high = self.pitch().1;
        self.above() + fold.rows().0 as f64 * high + self.whole()
    }

    /// Row and column of a square; none when it is not on the board.
    pub fn find(&self, square: Square) -> Option<(usize, usize)> {
        let file = char::from(b'a'.saturating_add(square.file)).to_string();
        let column = self.board.files.iter().position(|known| *known == file)?;
        let row = self.board.rows.len().checked_sub(square.rank as usize)?;
        self.board.rows.get(row)?.get(column)?;
        Some((row, column))
    }

    /// The place of a square.
    pub fn place(&self, square: Square) -> Option<Rect> {
        self.find(square).map(|(row, column)| self.space(row, column))
    }

    /// Draws everything with the top left corner at a place.
    pub fn draw(&self, svg: &mut Svg, at: (f64, f64)) {
        let place = format!("translate({} {})", number(at.0), number(at.1));
        svg.begin(&[("class", "board"), ("transform", &place)]);
        if self.side && self.style == Style::Mountain {
            mountain::side_view(svg, self, self.layer());
        }
        if self.pips {
            mountain::dominoes(svg, self);
        }
        for (row, spaces) in self.board.rows.iter().enumerate() {
            for (column, space) in spaces.iter().enumerate() {
                self.draw_space(svg, row, column, space);
            }
        }
        outline::outlines(svg, self);
        if self.style == Style::Mountain {
            mountain::summit_frame(svg, self);
        }
        if self.names {
            self.draw_names(svg);
        }
        for square in &self.marked {
            self.draw_mark(svg, *square);
        }
        for step in &self.steps {
            self.draw_step(svg, step);
        }
        svg.end();
    }

    /// The board as a picture of its own.
    pub fn picture(&self, title: &str) -> String {
        self.picture_in(title, Inks::Full)
    }

    /// The same in other inks.
    pub fn picture_in(&self, title: &str, inks: Inks) -> String {
        self.page_in(title, inks).finish()
    }

    /// The same, for more to be drawn on it.
    pub fn page_in(&self, title: &str, inks: Inks) -> Svg {
        let (width, height) = self.page_size();
        let margin = self.margin();
        let svg = Svg::new(width, height, title);
        let mut svg = svg.in_inks(inks).for_screen(self.screen);
        self.draw(&mut svg, (margin, margin));
        svg
    }

    /// Room around a picture of its own: where there is little, none is given away.
    fn margin(&self) -> f64 {
        self.unit * if self.screen && !self.names { 0.05 } else { 0.25 }
    }

    /// Width and height of a picture of its own.
    fn page_size(&self) -> (f64, f64) {
        let (width, height) = self.size();
        let margin = self.margin();
        (width + 2.0 * margin, height + 2.0 * margin)
    }

    /// A space's width and height with its gap.
    pub fn pitch(&self) -> (f64, f64) {
        match (self.style, self.upright) {
            (Style::Cards, false) => (self.unit, self.unit * 1.36),
            // Cards that lie on their side, and steps with room for a priest beside the value.
            (Style::Cards, true) => (self.unit * 1.55, self.unit),
            (Style::Mountain, true) => (self.unit * 1.5, self.unit),
            (Style::Stacks, _) => (self.unit, self.unit * STRIP),
            _ => (self.unit, self.unit),
        }
    }

    /// The height of a space that nothing covers, with its gap.
    fn whole(&self) -> f64 {
        match self.style {
            Style::Stacks => self.unit * WHOLE,
            _ => self.pitch().1,
        }
    }

    fn gap(&self) -> f64 {
        match self.style {
            Style::Squares => self.unit * 0.07,
            Style::Cards | Style::Stacks if self.screen => self.unit * 0.08,
            Style::Cards | Style::Stacks => self.unit * 0.12,
            Style::Mountain => 0.0,
        }
    }

    /// Room for files and ranks.
    fn edge(&self) -> f64 {
        if self.names { self.unit * 0.5 } else { self.unit * 0.1 }
    }

    /// The height of a layer of the mountain seen from the side.
    fn layer(&self) -> f64 {
        self.unit * 0.2
    }

    /// Room for the side view.
    fn above(&self) -> f64 {
        let highest = f64::from(self.board.heights.iter().copied().max().unwrap_or(0));
        let side = if self.side { highest * self.layer() + self.unit * 0.3 } else { 0.0 };
        self.unit * 0.1 + if self.style == Style::Mountain { side } else { 0.0 }
    }

    fn draw_space(&self, svg: &mut Svg, row: usize, column: usize, space: &Space) {
        let rect = self.space(row, column);
        let file = self.board.files.get(column).map_or("", String::as_str);
        let name =
            if file.is_empty() { String::new() } else { format!("{file}{}", self.board.rows.len() - row) };
        if space.kind == SpaceKind::Nothing {
            return;
        }
        let is_bare = space.ink == Ink::Plain || self.style == Style::Stacks && space.face.is_empty();
        let class = if space.pawn || !is_bare { "piece" } else { "space" };
        svg.begin(&[("class", class), ("data-square", &name)]);
        if self.screen {
            self.draw_hit(svg, row, column, rect);
        }
        match (self.style, space.ink) {
            (Style::Mountain, _) => {
                let height = self.board.heights.get(column).copied().unwrap_or(0);
                if !self.pips {
                    mountain::ground(svg, rect, space, height);
                }
                mountain::value(svg, rect, space, self.pips);
            }
            (_, Ink::Token(colour)) => pieces::token(svg, rect, colour, &space.face),
            (Style::Stacks, Ink::Suit(suit)) if space.face.is_empty() => {
                pieces::hole_of_suit(svg, rect, suit)
            }
            (Style::Stacks, Ink::Suit(suit)) => {
                pieces::stacked_card(svg, rect, suit, &space.face, space.kind == SpaceKind::Turned);
            }
            (_, Ink::Suit(suit)) => pieces::card(svg, rect, suit, &space.face, space.kind == SpaceKind::Edge),
            (_, Ink::Plain) if !space.face.is_empty() => pieces::plain(svg, rect, &space.face),
            (Style::Cards | Style::Stacks, Ink::Plain) if space.kind == SpaceKind::Edge => {}
            (Style::Cards | Style::Stacks, Ink::Plain) => pieces::hole(svg, rect),
            (_, Ink::Plain) => pieces::cleared(svg, rect),
        }
        if space.kind == SpaceKind::Goal && self.style != Style::Mountain {
            outline::frame(svg, rect, self.unit * 0.06, "none");
        }
        svg.end();
    }

    /// What a finger may touch reaches to the middle of the gaps, and of a covered card as far as it is seen. A card that cannot be
    /// taken while it is covered has nothing of its own.
    fn draw_hit(&self, svg: &mut Svg, row: usize, column: usize, (x, y, wide, high): Rect) {
        let gap = self.gap();
        let high = match self.reach {
            Some(_) if self.is_covered(row, column) => {
                if !self.board.rows[row][column].takes_along {
                    return;
                }
                self.space(row + 1, column).1 - y
            }
            _ => high + gap,
        };
        let look = [("class", "hit"), ("fill", "none")];
        svg.rect(x - gap / 2.0, y - gap / 2.0, wide + gap, high, &look);
    }

    fn draw_names(&self, svg: &mut Svg) {
        let size = (self.unit * if self.screen { 0.24 } else { 0.27 }).max(9.0);
        let look = [("fill", "#555555"), ("class", svg.part("names"))];
        let rows = self.board.rows.len();
        let Some(last) = rows.checked_sub(1) else { return };
        if self.upright {
            for (column, file) in self.board.files.iter().enumerate() {
                let (_, y) = middle(self.space(0, column));
                centred(svg, (self.edge() * 0.5, y), size, file, &look);
            }
            let end = self.board.files.len().saturating_sub(1);
            for row in 0..rows {
                let (x, y, wide, high) = self.space(row, end);
                let at = (x + wide / 2.0, y + high + self.edge() * 0.52);
                centred(svg, at, size, &(rows - row).to_string(), &look);
            }
            return;
        }
        for row in 0..rows {
            let (_, top, _, _) = self.space(row, 0);
            let y = top + (self.pitch().1 - self.gap()) / 2.0;
            centred(svg, (self.edge() * 0.5, y), size, &(rows - row).to_string(), &look);
        }
        for (column, file) in self.board.files.iter().enumerate() {
            let (x, y, wide, high) = self.space(last, column);
            centred(svg, (x + wide / 2.0, y + high + self.edge() * 0.52), size, file, &look);
        }
    }

    fn draw_mark(&self, svg: &mut Svg, square: Square) {
        let Some((x, y, wide, high)) = self.place(square) else { return };
        let out = self.unit * 0.02;
        let round = number(self.unit * 0.14);
        for (ink, width) in [(PAPER, 0.17), (INK, 0.09)] {
            let width = number(self.unit * width);
            let look =
                [("rx", round.as_str()), ("fill", "none"), ("stroke", ink), ("stroke-width", width.as_str())];
            svg.rect(x - out, y - out, wide + 2.0 * out, high + 2.0 * out, &look);
        }
    }

    fn draw_step(&self, svg: &mut Svg, step: &Step) {
        let size = self.unit * 0.26;
        let Some((from, to)) = self.place(step.from).zip(self.place(step.to)) else { return };
        if step.pair || step.from == step.to {
            let rect = pieces::around(from, to);
            outline::frame(svg, rect, self.unit * 0.08, "none");
            return label(svg, (rect.0, rect.1), size, &step.label);
        }
        let Some(curve) = self.curve(step) else { return };
        arrow(svg, &curve, self.unit * 0.075, INK);
        let corner = (to.0 + size * 0.9, to.1 + size * 0.9);
        let at = if matches!(self.style, Style::Cards | Style::Stacks) { corner } else { curve.at(0.5) };
        label(svg, at, size, &step.label);
    }

    /// The way of a move over the board. On a mountain it keeps clear of the values.
    fn curve(&self, step: &Step) -> Option<Curve> {
        let (from, to) = (self.place(step.from)?, self.place(step.to)?);
        let (a, b) = (middle(from), middle(to));
        let u = self.unit;
        if self.style != Style::Mountain {
            // From the edge of a card to the middle of the hole.
            let (dx, dy) = (b.0 - a.0, b.1 - a.1);
            let part = (from.2 * 0.5 / dx.abs().max(0.01)).min(from.3 * 0.5 / dy.abs().max(0.01)) * 0.9;
            return Some(Curve::bowed((a.0 + dx * part, a.1 + dy * part), b, 0.0));
        }
        if from.1 != to.1 {
            let x = |part: f64| a.0 + u * part;
            let y = |part: f64| a.1 + (b.1 - a.1) * part;
            return Some(Curve {
                from: (x(0.3), a.1),
                bends: [(x(0.5), y(0.3)), (x(0.5), y(0.75))],
                to: (x(0.2), b.1),
            });
        }
        // Over the heads in the top row, under the feet in the bottom row.
        let side = if step.from.rank == 1 { 1.0 } else { -1.0 };
        let bend = |part: f64| (a.0 + (b.0 - a.0) * part, a.1 + side * u * 0.62);
        Some(Curve {
            from: (a.0, a.1 + side * u * 0.4),
            bends: [bend(0.1), bend(1.0)],
            to: (b.0, b.1 + side * u * 0.22),
        })
    }
}

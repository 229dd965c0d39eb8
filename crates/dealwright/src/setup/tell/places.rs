//! Where pieces of several squares lie, and which way round.

use super::super::{Setup, Slot};
use crate::kit::{Group, PieceKind, Shape};
use crate::text::listed;

/// "1 square", "12 squares".
pub(super) fn squares(n: usize) -> String {
    crate::text::counted(n as u64, "square")
}

/// Where the pieces of a group go that take these places, and how they lie. Where chance has not turned them, also which
/// way round.
pub(super) fn in_words(setup: &Setup, group: &Group, used: &[usize], turned: bool) -> String {
    let slots: Vec<Slot> = used.iter().map(|&slot| setup.slots[slot].clone()).collect();
    let places = Places { setup, group, slots: &slots, turned };
    if used.len() == setup.slots.len()
        && let Some(words) = places.in_blocks()
    {
        return words;
    }
    places.whole_lines().or_else(|| places.as_one_reads()).unwrap_or_else(|| places.one_by_one())
}

/// Places by name: "the fans", "fan 3", "row 2 (counted from the bottom)". Without a name, all of them.
pub(super) fn named(setup: &Setup, names: &[String]) -> String {
    let board = &setup.places;
    if names.is_empty() {
        let mut all: Vec<String> = Vec::new();
        for place in board.list() {
            let name = if place.family.is_empty() { &place.name } else { place.family };
            let name = format!("the {name}");
            if !all.contains(&name) {
                all.push(name);
            }
        }
        return listed(&all);
    }
    let name = |name: &String| {
        let lower = name.to_lowercase();
        let is_square = !board.has_stacks() && board.list().iter().any(|place| place.name == lower);
        let is_numbered = lower.ends_with(|c: char| c.is_ascii_digit());
        match lower.as_str() {
            row if row.starts_with("row ") && !board.has_stacks() => {
                format!("{row} (counted from the bottom)")
            }
            column if column.starts_with("column ") && !board.has_stacks() => column.to_string(),
            other if is_square || is_numbered => other.to_string(),
            other => format!("the {other}"),
        }
    };
    let squares = names.iter().any(|name| board.list().iter().any(|place| place.name == name.to_lowercase()));
    let corner = if squares && !board.has_stacks() { corner_in_words(setup) } else { String::new() };
    format!("{}{corner}", listed(&names.iter().map(name).collect::<Vec<_>>()))
}

/// Where one piece is put: "on the base", "on b2 (a1 is the square at the bottom left)".
pub(super) fn on(setup: &Setup, group: &Group, slot: &Slot) -> String {
    let board = &setup.places;
    let cells: Vec<usize> = slot.0.iter().copied().flatten().collect();
    if board.has_stacks() {
        let place =
            board.list().iter().find(|place| cells.first().is_some_and(|cell| place.cells().contains(cell)));
        return place.map_or_else(String::new, |place| {
            format!("on {}", named(setup, std::slice::from_ref(&place.name)))
        });
    }
    let squares: Vec<String> =
        slot.0.iter().map(|cell| cell.map_or("-".into(), |cell| setup.square(cell).to_string())).collect();
    let order = if group.shape().cells() > 1 { ", its squares in that order" } else { "" };
    format!("on {}{order}{}", squares.join(" "), corner_in_words(setup))
}

/// A piece by the place on which it lies: "the piece on b2", "the top piece of fan 3".
pub(super) fn piece_on(setup: &Setup, cell: usize) -> String {
    let place = setup.places.list().iter().find(|place| place.cells().contains(&cell));
    match place {
        Some(place) if setup.places.has_stacks() => {
            let name = named(setup, std::slice::from_ref(&place.name));
            let of = if place.holds > 1 { "top piece of" } else { "piece on" };
            format!("the {of} {name}")
        }
        _ => format!("the piece on {}", setup.places.cell_name(cell)),
    }
}

/// "a1 is the square at the bottom left"; nothing where there is no such square.
pub(super) fn corner_square(setup: &Setup) -> String {
    match setup.places.cell_at(setup.places.rows.saturating_sub(1), 0) {
        Some(cell) => format!("{} is the square at the bottom left", setup.square(cell)),
        None => String::new(),
    }
}

/// The same in brackets.
pub(super) fn corner_in_words(setup: &Setup) -> String {
    match corner_square(setup) {
        words if !words.is_empty() => format!(" ({words})"),
        _ => String::new(),
    }
}

struct Places<'a> {
    setup: &'a Setup,
    group: &'a Group,
    slots: &'a [Slot],
    turned: bool,
}

/// Row and column of the two squares of a pair.
type Ends = ((usize, usize), (usize, usize));

const NUMBERS: [&str; 4] = ["the first", "the second", "the third", "the fourth"];

impl Places<'_> {
    /// Row and column of a cell of a place.
    fn spot(&self, slot: &Slot, n: usize) -> Option<(usize, usize)> {
        let cell = slot.0.get(n).copied().flatten()?;
        Some(self.setup.places.spot(cell))
    }

    /// Whether pieces look different when they are turned, and chance has not decided how they lie.
    fn way_round_matters(&self) -> bool {
        let symmetric = |faces: &[u8]| faces.windows(2).all(|two| two[0] == two[1]);
        !self.turned && self.group.pieces.iter().any(|piece| !symmetric(&piece.faces))
    }

    /// Places in blocks that repeat.
    fn in_blocks(&self) -> Option<String> {
        let block = self.setup.block?;
        let slots = &self.slots[..block.slots];
        let full = slots.iter().map(|slot| slot.0.len()).sum::<usize>() == block.rows * block.columns;
        let how = match self.group.shape() {
            Shape::L if full && !self.way_round_matters() => self.corners(slots),
            bar if bar.is_bar() && bar.cells() > 1 && full && slots.len() == 1 => {
                self.lying(slots).map(|lying| format!(", each {lying}"))
            }
            _ => None,
        };
        let how = how.unwrap_or_else(|| {
            let first = self.list(slots);
            format!("; in the first block on {first}, in every other block alike{}", self.names_of_squares())
        });
        Some(format!(
            "in blocks of {} x {} squares, block by block in reading order{how}",
            block.rows, block.columns
        ))
    }

    /// Where the corners of L-tiles come to lie in a block; none where that would not tell how they lie.
    fn corners(&self, slots: &[Slot]) -> Option<String> {
        let block = self.setup.block?;
        if slots.len() > NUMBERS.len() {
            return None;
        }
        let mut corners = Vec::new();
        for slot in slots {
            let (corner, one, other) = (self.spot(slot, 0)?, self.spot(slot, 1)?, self.spot(slot, 2)?);
            // The corner of the tile, and the part of the block it lies in: one word must do for both.
            let top = corner.0 <= one.0.min(other.0);
            let left = corner.1 <= one.1.min(other.1);
            if top != (corner.0 * 2 < block.rows) || left != (corner.1 * 2 < block.columns) {
                return None;
            }
            corners.push(format!(
                "{} {}",
                if top { "top" } else { "bottom" },
                if left { "left" } else { "right" }
            ));
        }
        Some(match corners.as_slice() {
            [one] => format!(", each with its corner at the {one}"),
            corners => {
                let each = NUMBERS.iter().zip(corners);
                let each: Vec<String> = each
                    .map(|(number, corner)| format!("{number} with its corner at the {corner}"))
                    .collect();
                format!(", {} {} to a block: {}", slots.len(), self.group.plural(), listed(&each))
            }
        })
    }

    /// How pairs and longer bars lie that all lie the same way: "lying across", "standing upright".
    fn lying(&self, slots: &[Slot]) -> Option<String> {
        let ends: Vec<Ends> = slots
            .iter()
            .map(|slot| Some((self.spot(slot, 0)?, self.spot(slot, 1)?)))
            .collect::<Option<_>>()?;
        let across = ends.iter().all(|(one, other)| one.0 == other.0);
        if !across && !ends.iter().all(|(one, other)| one.1 == other.1) {
            return None;
        }
        let lying = if across { "lying across" } else { "standing upright" };
        Some(format!("{lying}{}", self.first_end(&ends, across)?))
    }

    /// Where the first of two squares comes; nothing where that makes no difference, none where it differs.
    fn first_end(&self, ends: &[Ends], across: bool) -> Option<String> {
        if !self.way_round_matters() {
            return Some(String::new());
        }
        let before = |(one, other): &Ends| one < other;
        let place = match (ends.iter().all(before), ends.iter().any(before), across) {
            (true, _, true) => "on the left",
            (true, _, false) => "at the top",
            (_, false, true) => "on the right",
            (_, false, false) => "at the bottom",
            _ => return None,
        };
        let end = match self.group.kind {
            PieceKind::Dominoes => "the smaller value",
            _ => "the square that is named first",
        };
        Some(format!(", {end} {place}"))
    }

    /// Pairs that fill whole columns or whole rows.
    fn whole_lines(&self) -> Option<String> {
        let (rows, columns) = (self.setup.places.rows, self.setup.places.columns);
        if self.group.shape() != Shape::PAIR {
            return None;
        }
        let ends: Vec<Ends> = self
            .slots
            .iter()
            .map(|slot| Some((self.spot(slot, 0)?, self.spot(slot, 1)?)))
            .collect::<Option<_>>()?;
        if rows == 2 && ends.iter().all(|(one, other)| one.1 == other.1) {
            let end = self.first_end(&ends, false)?;
            let at: Vec<usize> = ends.iter().map(|(one, _)| one.1).collect();
            if at.iter().copied().eq(0..columns) {
                return Some(format!("side by side from left to right, each upright{end}"));
            }
            // As the board labels them, which need not begin with a.
            let file = |slot: &Slot| Some(char::from(b'a' + self.setup.square(slot.0[0]?).file).to_string());
            let order: Vec<String> = self.slots.iter().map(file).collect::<Option<_>>()?;
            return Some(format!("upright in the columns {}, in this order{end}", order.join(", ")));
        }
        if columns == 2 && ends.iter().all(|(one, other)| one.0 == other.0) {
            let end = self.first_end(&ends, true)?;
            let at: Vec<usize> = ends.iter().map(|(one, _)| one.0).collect();
            if at.iter().copied().eq(0..rows) {
                return Some(format!("one below the other from the top, each lying across{end}"));
            }
            let rank = |slot: &Slot| Some(self.setup.square(slot.0[0]?).rank.to_string());
            let order: Vec<String> = self.slots.iter().map(rank).collect::<Option<_>>()?;
            return Some(format!(
                "lying across in the rows {} (1 is at the bottom), in this order{end}",
                order.join(", ")
            ));
        }
        None
    }

    /// Single squares from the top left on.
    fn as_one_reads(&self) -> Option<String> {
        let cells = self.slots.iter().map(|slot| slot.0.as_slice());
        let free = (0..self.setup.places.cells()).filter(|cell| !self.setup.empty.contains(cell));
        let reading: Vec<[Option<usize>; 1]> = free.take(self.slots.len()).map(|cell| [Some(cell)]).collect();
        cells
            .eq(reading.iter().map(<[Option<usize>; 1]>::as_slice))
            .then(|| "row by row from the top, each from left to right".into())
    }

    /// Every place with its squares.
    fn one_by_one(&self) -> String {
        let what = if self.slots.len() == 1 { "on" } else { "one after the other on" };
        format!("{what} {}{}", self.list(self.slots), self.names_of_squares())
    }

    /// The squares of places: "a4 b4, then c4 c3".
    fn list(&self, slots: &[Slot]) -> String {
        let square =
            |cell: &Option<usize>| cell.map_or("-".into(), |cell| self.setup.square(cell).to_string());
        let place = |slot: &Slot| slot.0.iter().map(square).collect::<Vec<_>>().join(" ");
        slots.iter().map(place).collect::<Vec<_>>().join(", then ")
    }

    /// What the names of squares mean, and in which order a piece has its squares.
    fn names_of_squares(&self) -> String {
        let bottom = self.setup.places.cell_at(self.setup.places.rows.saturating_sub(1), 0);
        let corner = self.setup.square(bottom.unwrap_or_default());
        let single = self.slots.iter().all(|slot| slot.0.len() == 1);
        let order = match (single, self.turned, &self.group.kind) {
            (true, ..) => "",
            (_, true, _) => "",
            (_, false, PieceKind::Dominoes) => ", the smaller value on the first square of each place",
            (_, false, _) => ", the squares of a piece in the order in which they are named",
        };
        let covered = self.slots.iter().any(|slot| slot.0.contains(&None));
        let covered = if covered { ", - is a part that will be covered" } else { "" };
        format!(" ({corner} is the square at the bottom left{order}{covered})")
    }
}

//! Ways to cover the squares of a board with pieces of one form, without gaps.

use super::{Setup, Slot};
use crate::kit::Shape;
use crate::places::Places;
use std::ops::ControlFlow;

/// Shows every way to cover the squares that do not stay empty, in a fixed order, until told to stop. False where `most_looks` places
/// were tried before all ways were seen.
pub fn each(
    setup: &Setup,
    shape: Shape,
    most_looks: u64,
    see: &mut dyn FnMut(&[Slot]) -> ControlFlow<()>,
) -> bool {
    let mut filled = vec![false; setup.places.cells()];
    setup.empty.iter().for_each(|&cell| filled[cell] = true);
    if setup.places.has_stacks() || filled.iter().filter(|filled| !**filled).count() % shape.cells() != 0 {
        return true;
    }
    let form = |form: Vec<(isize, isize)>| std::iter::once((0, 0)).chain(form).collect();
    let forms = shape.lying().into_iter().map(form).collect();
    let mut cover =
        Cover { board: &setup.places, forms, filled, slots: Vec::new(), looks: most_looks, is_cut: false };
    let _ = cover.go_on(see);
    !cover.is_cut
}

struct Cover<'s> {
    board: &'s Places,
    /// The ways to lie: steps from the first square of a piece to each of them.
    forms: Vec<Vec<(isize, isize)>>,
    filled: Vec<bool>,
    slots: Vec<Slot>,
    /// Places that may still be tried.
    looks: u64,
    is_cut: bool,
}

impl Cover<'_> {
    fn go_on(&mut self, see: &mut dyn FnMut(&[Slot]) -> ControlFlow<()>) -> ControlFlow<()> {
        let Some(first) = self.filled.iter().position(|filled| !filled) else { return see(&self.slots) };
        let (row, column) = self.board.spot(first);
        for form in 0..self.forms.len() {
            // The piece that covers the first free square may have any of its squares there.
            for anchor in 0..self.forms[form].len() {
                let Some(looks) = self.looks.checked_sub(1) else {
                    self.is_cut = true;
                    return ControlFlow::Break(());
                };
                self.looks = looks;
                let (up, left) = self.forms[form][anchor];
                let place = |cell: &(isize, isize)| {
                    let row = row.checked_add_signed(cell.0 - up)?;
                    let column = column.checked_add_signed(cell.1 - left)?;
                    self.board.cell_at(row, column).filter(|&cell| !self.filled[cell])
                };
                let Some(cells) = self.forms[form].iter().map(place).collect::<Option<Vec<usize>>>() else {
                    continue;
                };
                cells.iter().for_each(|&cell| self.filled[cell] = true);
                self.slots.push(Slot(cells.iter().map(|&cell| Some(cell)).collect()));
                let ended = self.go_on(see);
                self.slots.pop();
                cells.iter().for_each(|&cell| self.filled[cell] = false);
                ended?;
            }
        }
        ControlFlow::Continue(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::registry::Registry;

    fn board(rows: u32, columns: u32, empty: &str) -> Setup {
        let board = if empty.is_empty() { String::new() } else { format!("[board]\nempty = [{empty}]\n") };
        let text = format!(
            "game = 'boxoff'\n[parameters]\nrows = {rows}\ncolumns = {columns}\ncolours = 1\n[kit]\ntokens = {{ colours = 1 }}\n\
             {board}[[step]]\nlay = {{ along = 'rows' }}"
        );
        let none = |_: &str| Err(String::new());
        super::super::read::read(&Registry::standard(), &text, "board", &[], &none).unwrap()
    }

    fn ways(setup: &Setup, shape: Shape) -> usize {
        let mut found = 0;
        let whole = each(setup, shape, u64::MAX, &mut |_| {
            found += 1;
            ControlFlow::Continue(())
        });
        assert!(whole);
        found
    }

    #[test]
    fn boards_are_covered_in_as_many_ways_as_is_known() {
        // Dominoes on 2 rows: Fibonacci's numbers; on 4 rows of 4: 36.
        for (columns, known) in [(2, 2), (3, 3), (4, 5), (5, 8), (6, 13)] {
            assert_eq!(ways(&board(2, columns, ""), Shape::PAIR), known);
        }
        assert_eq!(ways(&board(4, 4, ""), Shape::PAIR), 36);
        assert_eq!(ways(&board(3, 4, "'a1', 'd3'"), Shape::PAIR), 5);
        let l = Shape::drawn(&["X.".into(), "XX".into()]).unwrap();
        assert_eq!((ways(&board(2, 3, ""), l), ways(&board(4, 6, ""), l)), (2, 18));
        assert_eq!(ways(&board(2, 4, ""), l), 0, "eight squares are no number of pieces of three");
    }

    #[test]
    fn a_search_without_an_end_in_sight_is_cut_off_and_says_so() {
        // Two corners of one colour of a chessboard are missing: there is no way, and many to look through.
        let setup = board(8, 8, "'a1', 'h8'");
        let mut seen = 0;
        let whole = each(&setup, Shape::PAIR, 100_000, &mut |_| {
            seen += 1;
            ControlFlow::Continue(())
        });
        assert_eq!((whole, seen), (false, 0));
        let mut seen = 0;
        let whole = each(&board(2, 6, ""), Shape::PAIR, u64::MAX, &mut |_| {
            seen += 1;
            if seen == 2 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        assert_eq!((whole, seen), (true, 2), "whoever has seen enough has not been cut off");
    }
}

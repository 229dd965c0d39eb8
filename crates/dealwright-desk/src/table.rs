//! A deal that lies on somebody's table, entered space by space.

use crate::budget::{Budget, Question};
use crate::play::builtin_setup;
use dealwright::setup::load::dealer;
use dealwright::{InvalidInput, Registry};
use dealwright_draw::picture::View;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Most spaces of a board.
const MOST_CELLS: usize = 64;

/// Can a kit show this, and which challenge is it?
#[derive(Deserialize)]
pub struct ReadTable {
    setup: String,
    #[serde(default)]
    options: BTreeMap<String, String>,
    /// What lies on each space, row by row from the top; empty where nothing was entered yet. Nothing at all asks for the
    /// board alone.
    #[serde(default)]
    cells: Vec<String>,
}

/// A board and what was entered on it.
#[derive(Serialize)]
pub struct Table {
    rows: usize,
    columns: usize,
    /// Squares of the spaces.
    squares: Vec<String>,
    /// What may lie on them.
    faces: Vec<String>,
    /// Spaces with something that is no piece of this kit.
    unknown: Vec<usize>,
    /// Whether the kit can show what was entered, with something on the other spaces.
    possible: bool,
    /// The challenge, once everything is there.
    id: Option<String>,
    title: Option<String>,
    svg: Option<String>,
}

impl Question for ReadTable {
    type Answer = Table;
    const NAME: &'static str = "table";

    fn turn(&mut self, registry: &Registry, _: &Budget<'_>) -> Result<Option<Table>, InvalidInput> {
        let setup = builtin_setup(registry, &self.setup, &self.options)?;
        let dealer = dealer(&setup)?;
        let count = setup.places.cells();
        if count > MOST_CELLS || !self.cells.is_empty() && self.cells.len() != count {
            return Err(InvalidInput(format!("expected {count} spaces, found {}", self.cells.len())));
        }
        let symbols: Vec<u8> = dealer.shown_symbols().into_iter().collect();
        let faces: Vec<String> = symbols.iter().map(|&symbol| setup.game.faces.write(symbol)).collect();
        let read =
            |text: &String| faces.iter().position(|face| face.eq_ignore_ascii_case(text)).map(|n| symbols[n]);
        let unknown: Vec<usize> = (0..self.cells.len())
            .filter(|&n| !self.cells[n].is_empty() && read(&self.cells[n]).is_none())
            .collect();
        let cells: Vec<Option<u8>> = self.cells.iter().map(read).collect();
        let possible = unknown.is_empty() && (cells.is_empty() || dealer.can_show(&cells));
        let whole =
            cells.iter().copied().collect::<Option<Vec<u8>>>().filter(|cells| possible && !cells.is_empty());
        let challenge = whole.and_then(|cells| setup.build(&cells, &Default::default()).ok());
        Ok(Some(Table {
            rows: setup.places.rows,
            columns: setup.places.columns,
            squares: (0..count).map(|cell| setup.square(cell).to_string()).collect(),
            faces,
            unknown,
            possible,
            id: challenge.as_ref().map(|challenge| challenge.id()),
            title: challenge.as_ref().map(|challenge| challenge.in_words()),
            svg: challenge
                .as_ref()
                .map(|challenge| View::of(&challenge.board()).picture(&challenge.in_words())),
        }))
    }
}

//! A deal that lies on somebody's table, entered space by space.

use super::App;
use super::ask::{Question, Refused};
use super::play::{Answer, builtin_setup, title};
use super::work::Turn;
use crate::input::dealer_for;
use crate::picture::View;
use axum::Json;
use axum::extract::State;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Most spaces of a board.
const MOST_CELLS: usize = 64;

#[derive(Deserialize)]
pub struct Entered {
    setup: String,
    #[serde(default)]
    options: BTreeMap<String, String>,
    /// What lies on each space, row by row from the top; empty where nothing was entered yet. Nothing at all asks for the
    /// board alone.
    #[serde(default)]
    cells: Vec<String>,
}

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

pub async fn table(State(app): State<App>, Question(entered): Question<Entered>) -> Answer<Table> {
    let registry = app.registry.clone();
    let job = move || {
        let setup = builtin_setup(&registry, &entered.setup, &entered.options)?;
        let dealer = dealer_for(&setup).map_err(Refused::wrong)?;
        let count = setup.grid.cells();
        if count > MOST_CELLS || !entered.cells.is_empty() && entered.cells.len() != count {
            return Err(Refused::wrong(format!("expected {count} spaces, found {}", entered.cells.len())));
        }
        let symbols: Vec<u8> = dealer.shown_symbols().into_iter().collect();
        let faces: Vec<String> = symbols.iter().map(|&symbol| setup.game.faces.write(symbol)).collect();
        let read =
            |text: &String| faces.iter().position(|face| face.eq_ignore_ascii_case(text)).map(|n| symbols[n]);
        let unknown: Vec<usize> = (0..entered.cells.len())
            .filter(|&n| !entered.cells[n].is_empty() && read(&entered.cells[n]).is_none())
            .collect();
        let cells: Vec<Option<u8>> = entered.cells.iter().map(read).collect();
        let possible = unknown.is_empty() && (cells.is_empty() || dealer.can_show(&cells));
        let whole =
            cells.iter().copied().collect::<Option<Vec<u8>>>().filter(|cells| possible && !cells.is_empty());
        let challenge = whole.and_then(|cells| setup.build(&cells, &Default::default()).ok());
        Ok(Table {
            rows: setup.grid.rows,
            columns: setup.grid.columns,
            squares: (0..count).map(|cell| setup.square(cell).to_string()).collect(),
            faces,
            unknown,
            possible,
            id: challenge.as_ref().map(|challenge| challenge.id()),
            title: challenge.as_ref().map(title),
            svg: challenge.as_ref().map(|challenge| View::of(&challenge.board()).picture(&title(challenge))),
        })
    };
    app.work.once(Turn::FIRST, job).await.map(Json)
}

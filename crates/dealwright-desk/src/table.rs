//! A deal that lies on somebody's table, entered space by space.

use crate::budget::{Budget, Question};
use crate::play::builtin_setup;
use dealwright::board::Space;
use dealwright::setup::Setup;
use dealwright::setup::deal::Dealer;
use dealwright::setup::effort::{Phase, effort};
use dealwright::setup::load::dealer;
use dealwright::setup::stopwatch::{Stopwatch, stopwatch};
use dealwright::setup::tell::tell;
use dealwright::square::Square;
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

/// How is a deal of a built-in setup laid out by hand?
#[derive(Deserialize)]
pub struct TellLayout {
    setup: String,
    #[serde(default)]
    options: BTreeMap<String, String>,
}

/// The instructions.
#[derive(Serialize)]
pub struct Layout {
    title: String,
    about: String,
    /// What is needed, then a sentence or two for each step.
    steps: Vec<String>,
    /// How long it takes, estimated.
    seconds: f64,
    /// Where the weights of that estimate come from, if they were measured.
    weights: Option<String>,
    /// What is needed, for the stopwatch.
    needed: String,
    /// The steps that hands do, one by one.
    timed: Vec<TimedKeys>,
    /// What the setup and these steps are known by.
    fingerprint: String,
}

/// A step to be timed.
#[derive(Serialize)]
struct TimedKeys {
    step: usize,
    words: String,
    /// Whether it is done once, before the first deal.
    once: bool,
    /// Whether it may end with everything gathered and dealt again.
    again: bool,
    /// Whether pieces may have to be swapped or turned.
    fixes: bool,
}

impl Question for TellLayout {
    type Answer = Layout;
    const NAME: &'static str = "layout";

    fn turn(&mut self, registry: &Registry, _: &Budget<'_>) -> Result<Option<Layout>, InvalidInput> {
        let setup = builtin_setup(registry, &self.setup, &self.options)?;
        let dealer = dealer(&setup)?;
        let (steps, seconds) = (tell(&dealer), effort(&dealer).seconds());
        let Stopwatch { needed, steps: timed, fingerprint } = stopwatch(&dealer);
        let timed = timed.into_iter().map(|step| TimedKeys {
            step: step.step,
            words: step.words,
            once: step.phase == Phase::Once,
            again: step.can_deal_again,
            fixes: step.can_fix,
        });
        let (title, about) = (setup.title.clone(), setup.about.clone());
        let (timed, weights) = (timed.collect(), setup.weights.words());
        Ok(Some(Layout { title, about, steps, seconds, weights, needed, timed, fingerprint }))
    }
}

/// A board and what was entered on it.
#[derive(Serialize)]
pub struct Table {
    rows: usize,
    columns: usize,
    /// Squares of the spaces.
    squares: Vec<String>,
    /// The board as it is drawn, row by row from the top: where each space is, and what stands fixed beside them.
    grid: Vec<Vec<Spot>>,
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

/// A place of the drawn board.
#[derive(Serialize)]
struct Spot {
    /// The number of its space; none where nothing is entered.
    cell: Option<usize>,
    /// What is there in every deal ("AS"), and how it is spoken.
    face: String,
    what: String,
}

/// The board of a setup as it is drawn. What is no space shows what stands there in every deal.
fn grid(setup: &Setup, dealer: &Dealer<'_>) -> Vec<Vec<Spot>> {
    let dealt = dealer.deal("table", 0).ok().and_then(|deal| dealer.challenge(&deal).ok());
    let Some(board) = dealt.map(|challenge| challenge.board()).filter(|board| !board.rows.is_empty()) else {
        let spot = |row, column| {
            let cell = setup.places.cell_at(row, column);
            Spot { cell, face: String::new(), what: String::new() }
        };
        let row = |row| (0..setup.places.columns).map(|column| spot(row, column)).collect();
        return (0..setup.places.rows).map(row).collect();
    };
    let always = (setup.game.fixed)(&setup.parameters);
    let spot = |(row, (space, file)): (usize, (&Space, &String))| {
        let square = format!("{file}{}", board.rows.len() - row);
        let cell = match Square::read_prefix(&square) {
            Some((square, "")) => setup.places.cell_of(square),
            _ => None,
        };
        let is_always = |cell: usize| always.iter().any(|(fixed, _)| *fixed == cell);
        let is_fixed = cell.map_or(file.is_empty() && !space.face.is_empty(), is_always);
        let (face, what) = if is_fixed { (space.face.clone(), space.in_words()) } else { Default::default() };
        Spot { cell, face, what }
    };
    let row = |(row, spaces): (usize, &Vec<Space>)| {
        spaces.iter().zip(&board.files).map(|space| spot((row, space))).collect()
    };
    board.rows.iter().enumerate().map(row).collect()
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
            grid: grid(&setup, &dealer),
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

#[cfg(test)]
mod tests {
    use crate::budget::Budget;
    use crate::questions::answer;
    use dealwright::Registry;
    use serde_json::Value;

    fn ask(name: &str, body: &str) -> Value {
        serde_json::from_str(&answer(&Registry::standard(), name, body, &Budget::whole()).unwrap()).unwrap()
    }

    #[test]
    fn the_grid_has_every_space_once_and_what_stands_fixed_beside_them() {
        for (setup, fixed) in [
            ("pretzel/banded", "AS AH AD AC"),
            ("fujisan/dominoes", ""),
            ("boxoff/ltiles", ""),
            ("blackhole/shuffled", "AS"),
        ] {
            let found = ask("table", &format!(r#"{{"setup":"{setup}"}}"#));
            let spots: Vec<&Value> =
                found["grid"].as_array().unwrap().iter().flat_map(|row| row.as_array().unwrap()).collect();
            let mut cells: Vec<u64> = spots.iter().filter_map(|spot| spot["cell"].as_u64()).collect();
            cells.sort_unstable();
            let count = found["squares"].as_array().unwrap().len() as u64;
            assert_eq!(cells, (0..count).collect::<Vec<_>>(), "{setup}");
            let faces: Vec<&str> = spots
                .iter()
                .filter_map(|spot| spot["face"].as_str())
                .filter(|face| !face.is_empty())
                .collect();
            assert_eq!(faces.join(" "), fixed, "{setup}");
        }
    }

    #[test]
    fn the_layout_of_every_setup_is_told_in_steps() {
        let registry = Registry::standard();
        for setup in registry.setup_names() {
            let found = ask("layout", &format!(r#"{{"setup":"{setup}"}}"#));
            assert!(
                found["steps"].as_array().unwrap().len() > 1 && found["seconds"].as_f64().unwrap() > 0.0,
                "{setup}"
            );
        }
    }
}

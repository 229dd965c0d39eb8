//! A setup as a file that reads back as the same setup. Sizes that were open are written as they were chosen.

use super::{Along, By, Lay, Order, Piles, Property, Rolled, Setup, Sweep, Verb};
use crate::kit::{CARD_SUITS, COIN_SUITS, Group, PieceKind, TURNS};
use std::fmt::Write;

/// The text of a setup file.
pub fn write(setup: &Setup) -> String {
    let mut out = String::new();
    let mut line = |text: String| {
        out.push_str(&text);
        out.push('\n');
    };
    line(format!("game  = {}", quote(setup.game.info.name)));
    line(format!("title = {}", quote(&setup.title)));
    if !setup.about.is_empty() {
        line(format!("about = {}", quote(&setup.about)));
    }
    if !setup.rules.is_empty() {
        line(format!("rules = {}", list(setup.rules.iter().map(|rule| quote(rule)))));
    }
    if !setup.tunable.is_empty() {
        line(format!("open  = {}", list(setup.tunable.iter().map(|part| quote(part.word())))));
    }
    if !setup.parameters.0.is_empty() {
        line("\n[parameters]".into());
        for (name, value) in &setup.parameters.0 {
            line(format!("{name} = {value}"));
        }
    }
    for group in &setup.kit {
        line(format!("\n[kit.{}]", group.name));
        line(write_group(setup, group));
    }
    if !is_plain(setup) {
        line("\n[board]".into());
        line(write_slots(setup));
    }
    for step in &setup.steps {
        line(format!("\n[[step]]\n{}", write_verb(setup, &step.verb)));
    }
    out
}

/// A text in quotes.
fn quote(text: &str) -> String {
    let mut out = String::from("\"");
    for c in text.chars() {
        match c {
            '"' | '\\' => out.extend(['\\', c]),
            c if c.is_control() => {
                let _ = write!(out, "\\u{:04X}", c as u32);
            }
            c => out.push(c),
        }
    }
    out.push('"');
    out
}

fn list(items: impl Iterator<Item = String>) -> String {
    format!("[{}]", items.collect::<Vec<_>>().join(", "))
}

/// The faces of a piece as they stand in a list of tiles.
pub fn faces(setup: &Setup, faces: &[u8]) -> String {
    faces.iter().map(|&face| setup.game.faces.write(face)).collect()
}

fn write_group(setup: &Setup, group: &Group) -> String {
    match &group.kind {
        PieceKind::Cards => {
            let suits = group.pieces.iter().filter_map(|piece| piece.suit).max().map_or(0, |suit| suit + 1);
            let ranks = group.pieces.iter().filter_map(|piece| piece.value).max().unwrap_or(0);
            format!("deck = \"french\"\nsuits = {suits}\nranks = {ranks}")
        }
        PieceKind::Coins => "piecepack = \"coins\"".into(),
        PieceKind::Dominoes => {
            let greatest = group.pieces.iter().flat_map(|piece| &piece.faces).max().copied().unwrap_or(6);
            format!("set = {}", quote(if greatest > 6 { "double-nine" } else { "double-six" }))
        }
        PieceKind::Tokens => {
            let colours = group.pieces.iter().filter_map(|piece| piece.value).max().unwrap_or(1);
            format!("colours = {colours}\neach = {}", group.pieces.len() / usize::from(colours.max(1)))
        }
        PieceKind::Tiles { shape } => {
            let name = match shape.name() {
                Some(name) => quote(name),
                None => list(shape.drawing().iter().map(|line| quote(line))),
            };
            let way = TURNS.iter().find(|way| shape.turns(way).as_ref() == Some(&group.turns));
            let tiles = group.pieces.iter().map(|piece| quote(&faces(setup, &piece.faces)));
            format!("shape = {name}\nturns = {}\nlist  = {}", quote(way.unwrap_or(&"none")), list(tiles))
        }
        PieceKind::Dice { count, faces } => {
            format!("dice = {count}\nvalues = {}", list(faces.iter().map(u8::to_string)))
        }
        PieceKind::Pawns { count } => format!("pawns = {count}"),
    }
}

/// Whether every cell is a slot, as where nothing is said about the board.
fn is_plain(setup: &Setup) -> bool {
    let cells = (0..setup.grid.cells()).map(|cell| vec![Some(cell)]);
    setup.block.is_none() && setup.slots.iter().map(|slot| slot.0.clone()).eq(cells)
}

fn write_slots(setup: &Setup) -> String {
    let slot = |slot: &super::Slot, rows: usize, columns: usize, first_file: u8| {
        let square = |cell: usize| {
            let file = first_file + (cell % columns) as u8;
            crate::square::Square { file, rank: (rows - cell / columns) as u8 }.to_string()
        };
        let cells = slot.0.iter().map(|cell| cell.map_or("-".into(), square));
        quote(&cells.collect::<Vec<_>>().join(" "))
    };
    let grid = &setup.grid;
    match setup.block {
        Some(block) => {
            // The first block stands at the top left, so its cells are counted anew within it.
            let within = |cell: usize| cell / grid.columns * block.columns + cell % grid.columns;
            let slots = setup.slots.iter().take(block.slots).map(|full| {
                let own = super::Slot(full.0.iter().map(|cell| cell.map(within)).collect());
                slot(&own, block.rows, block.columns, 0)
            });
            format!(
                "block = {{ rows = {}, columns = {}, slots = {} }}",
                block.rows,
                block.columns,
                list(slots)
            )
        }
        None => {
            let slots = setup.slots.iter().map(|own| slot(own, grid.rows, grid.columns, grid.first_file));
            format!("slots = {}", list(slots))
        }
    }
}

fn write_verb(setup: &Setup, verb: &Verb) -> String {
    let what = |group: usize| format!("what = {}", quote(&setup.kit[group].name));
    match verb {
        Verb::Remove { group, which } => {
            let which = list(which.iter().map(|which| quote(&which.text(&setup.kit[*group], setup))));
            format!("remove = {{ {}, where = {which} }}", what(*group))
        }
        Verb::Split { group, by, together } => {
            let coins = setup.kit[*group].kind == PieceKind::Coins;
            let name = |value: &u8| match by {
                Property::Suit if coins => quote(COIN_SUITS.get(*value as usize).unwrap_or(&"")),
                Property::Suit => quote(CARD_SUITS.get(*value as usize).unwrap_or(&"")),
                Property::Value => value.to_string(),
            };
            let by = if *by == Property::Suit { "suit" } else { "value" };
            let together = match together.as_slice() {
                [] => String::new(),
                piles => {
                    format!(", together = {}", list(piles.iter().map(|pile| list(pile.iter().map(name)))))
                }
            };
            format!("split = {{ {}, by = {}{together} }}", what(*group), quote(by))
        }
        Verb::Shuffle { group, piles } => {
            let piles = if *piles == Piles::All { "all" } else { "each pile" };
            format!("shuffle = {{ {}, piles = {} }}", what(*group), quote(piles))
        }
        Verb::Keep { group, count } => format!("keep = {{ {}, count = {count} }}", what(*group)),
        Verb::Turn { group } => format!("turn = {{ {}, how = \"by chance\" }}", what(*group)),
        Verb::Lay { group, lay } => {
            format!("{} = {{ {}{} }}", if lay.deal { "deal" } else { "lay" }, what(*group), write_lay(lay))
        }
        Verb::Roll { group, into, along } => {
            let into = match into {
                Rolled::Spaces => "spaces",
                Rolled::List(list) => list.name,
            };
            format!("roll = {{ {}, into = {}{} }}", what(*group), quote(into), write_along(*along))
        }
        Verb::Stand { group, at } => format!("stand = {{ {}, at = {} }}", what(*group), quote(at)),
        Verb::Cover { group, count, at } => {
            format!("cover = {{ {}, count = {count}, at = {} }}", what(*group), quote(at))
        }
        Verb::Move { to, .. } => format!("move = {{ what = \"aces\", to = {} }}", quote(to)),
        Verb::Require { what, by } => {
            let by = if *by == By::Kit { "the kit" } else { "dealing again" };
            format!("require = {{ what = {}, by = {} }}", quote(what.name), quote(by))
        }
    }
}

fn write_lay(lay: &Lay) -> String {
    let mut out = String::new();
    match lay.piles {
        Order::InOrder => {}
        Order::InTurn => out.push_str(", piles = \"in turn\""),
        Order::InShuffledRounds => out.push_str(", piles = \"in turn\", round = \"shuffled\""),
    }
    if lay.at_a_time > 1 {
        let _ = write!(out, ", at_a_time = {}", lay.at_a_time);
    }
    out.push_str(&write_along(lay.along));
    if !lay.layers.is_empty() {
        let _ = write!(out, ", layers = {}", list(lay.layers.iter().map(usize::to_string)));
    }
    out
}

fn write_along(along: Along) -> String {
    let (way, sweep) = match along {
        Along::Rows(sweep) => ("rows", sweep),
        Along::Columns(sweep) => ("columns", sweep),
        Along::Slots => ("slots", Sweep::default()),
    };
    let from = match sweep.corner() {
        "left" => String::new(),
        corner => format!(", from = {}", quote(corner)),
    };
    let turning = if sweep.to_and_fro { ", to_and_fro = true" } else { "" };
    format!(", along = {}{from}{turning}", quote(way))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Registry;
    use crate::setup::deal::Dealer;
    use crate::setup::{read, tell};

    #[test]
    fn every_setup_is_written_as_a_file_that_reads_back_as_the_same() {
        for name in &Registry::standard().setup_names() {
            let setup = Registry::standard().setup(name, &[]).unwrap();
            let text = write(&setup);
            let short = name.split_once('/').unwrap().1;
            let again =
                read::read(&Registry::standard(), &text, short, &[], &|_| Err("no other file".into()))
                    .unwrap_or_else(|error| panic!("{name}: {error}\n{text}"));
            let (one, other) = (Dealer::new(&setup).unwrap(), Dealer::new(&again).unwrap());
            assert_eq!(format!("{:?}", one.plan), format!("{:?}", other.plan), "{name}");
            assert_eq!(tell::tell(&one), tell::tell(&other), "{name}");
            assert_eq!(write(&again), text, "{name}");
        }
    }

    #[test]
    fn odd_texts_are_quoted() {
        assert_eq!(quote("a \"b\" \\ \n"), "\"a \\\"b\\\" \\\\ \\u000A\"");
    }
}

//! A setup as a file that reads back as the same setup. Parameters that were open are written as they were chosen.

use super::read::kit::DOMINO_SETS;
use super::{
    Along, Arrangement, By, Change, FaceUp, Lay, Order, PileName, Piles, Property, Rolled, Setup, Sweep,
    Verb, When, With,
};
use crate::kit::cards::rank_letter;
use crate::kit::{CARD_SUITS, Group, PieceKind, TURNS};
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
        let is_bare = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
        let bare = !group.name.is_empty() && group.name.chars().all(is_bare);
        line(format!("\n[kit.{}]", if bare { group.name.clone() } else { quote(&group.name) }));
        line(write_group(setup, group));
    }
    if !is_plain(setup) || !setup.empty.is_empty() {
        line("\n[board]".into());
        if !is_plain(setup) {
            line(write_slots(setup));
        }
        if !setup.empty.is_empty() {
            let cells = setup.empty.iter().map(|&cell| quote(&setup.places.cell_name(cell)));
            line(format!("empty = {}", list(cells)));
        }
    }
    for step in &setup.steps {
        let when = match step.when {
            None => "",
            Some(When::Once) => "when = \"once\"\n",
            Some(When::EveryDeal) => "when = \"every deal\"\n",
        };
        line(format!("\n[[step]]\n{when}{}", write_verb(setup, &step.verb)));
    }
    out
}

/// A text in quotes.
pub(super) fn quote(text: &str) -> String {
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
    let kind = write_kind(setup, group);
    if group.counts_as.words.is_empty() {
        return kind;
    }
    let pairs = group.counts_as.words.iter().map(|(from, to)| format!("{} = {}", quote(from), quote(to)));
    format!("{kind}\ncounts_as = {{ {} }}", pairs.collect::<Vec<_>>().join(", "))
}

/// Suits or ranks: how many, where they are the first ones in order, or a list.
fn write_values(values: &[u8], first: u8, name: impl Fn(u8) -> String) -> String {
    let in_order = values.iter().enumerate().all(|(n, &value)| usize::from(value) == usize::from(first) + n);
    match in_order {
        true => values.len().to_string(),
        false => list(values.iter().map(|&value| quote(&name(value)))),
    }
}

fn write_kind(setup: &Setup, group: &Group) -> String {
    match &group.kind {
        PieceKind::Cards => {
            let (suits, ranks) = group.suits_and_ranks();
            let decks = group.pieces.len() / (suits.len() * ranks.len()).max(1);
            let suits = write_values(&suits, 0, |suit| CARD_SUITS[suit as usize].to_string());
            let ranks = write_values(&ranks, 1, |rank| rank_letter(rank).to_string());
            let decks = if decks > 1 { format!("\ndecks = {decks}") } else { String::new() };
            format!("deck = \"french\"\nsuits = {suits}\nranks = {ranks}{decks}")
        }
        PieceKind::Coins => "piecepack = \"coins\"".into(),
        PieceKind::Dominoes => {
            let greatest = group.pieces.iter().flat_map(|piece| &piece.faces).max().copied().unwrap_or(6);
            let name =
                DOMINO_SETS.iter().find(|(_, pips)| *pips == greatest).map_or("double-six", |(name, _)| name);
            format!("set = {}", quote(name))
        }
        PieceKind::Tokens => {
            let counts = group.tokens_of_each();
            let is_counted = |(n, (colour, count)): (usize, &(u8, usize))| {
                usize::from(*colour) == n + 1 && *count == counts[0].1
            };
            match counts.iter().enumerate().all(is_counted) {
                true => format!(
                    "colours = {}\neach = {}",
                    counts.len(),
                    counts.first().map_or(0, |(_, count)| *count)
                ),
                false => {
                    let each = |(colour, count): &(u8, usize)| {
                        format!("{} = {count}", quote(&setup.game.faces.write(*colour)))
                    };
                    format!("colours = {{ {} }}", counts.iter().map(each).collect::<Vec<_>>().join(", "))
                }
            }
        }
        PieceKind::Tiles { shape } => {
            let name = match shape.name() {
                Some(name) => quote(name),
                None => list(shape.drawing().iter().map(|line| quote(line))),
            };
            let turns = |way: &str| match group.has_backs() {
                true => shape.two_sided_turns(way),
                false => shape.turns(way),
            };
            let way = TURNS.iter().find(|way| turns(way).as_ref() == Some(&group.turns));
            let tiles = group.pieces.iter().map(|piece| match piece.back.is_empty() {
                true => quote(&faces(setup, &piece.faces)),
                false => quote(&format!("{}|{}", faces(setup, &piece.faces), faces(setup, &piece.back))),
            });
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
    let cells =
        (0..setup.places.cells()).filter(|cell| !setup.empty.contains(cell)).map(|cell| vec![Some(cell)]);
    setup.block.is_none() && setup.slots.iter().map(|slot| slot.0.clone()).eq(cells)
}

fn write_slots(setup: &Setup) -> String {
    let slot = |slot: &super::Slot, rows: usize, columns: usize| {
        let square = |cell: usize| {
            let file = (cell % columns) as u8;
            crate::square::Square { file, rank: (rows - cell / columns) as u8 }.to_string()
        };
        let cells = slot.0.iter().map(|cell| cell.map_or("-".into(), square));
        quote(&cells.collect::<Vec<_>>().join(" "))
    };
    let grid = &setup.places;
    match setup.block {
        Some(block) => {
            // The first block stands at the top left, so its cells are counted anew within it.
            let within = |cell: usize| cell / grid.columns * block.columns + cell % grid.columns;
            let slots = setup.slots.iter().take(block.slots).map(|full| {
                let own = super::Slot(full.0.iter().map(|cell| cell.map(within)).collect());
                slot(&own, block.rows, block.columns)
            });
            format!(
                "block = {{ rows = {}, columns = {}, slots = {} }}",
                block.rows,
                block.columns,
                list(slots)
            )
        }
        None => {
            let slots = setup.slots.iter().map(|own| quote(&write_slot(setup, own)));
            format!("slots = {}", list(slots))
        }
    }
}

/// The squares of a slot, or the name of its place.
fn write_slot(setup: &Setup, slot: &super::Slot) -> String {
    let name = |cell: usize| match setup.places.has_stacks() {
        true => {
            let place = setup.places.list().iter().find(|place| place.cells().contains(&cell));
            place.map_or_else(String::new, |place| place.name.clone())
        }
        false => setup.square(cell).to_string(),
    };
    slot.0.iter().map(|cell| cell.map_or("-".into(), name)).collect::<Vec<_>>().join(" ")
}

/// One name as a text, several as a list.
fn names(names: &[String]) -> String {
    match names {
        [one] => quote(one),
        names => list(names.iter().map(|name| quote(name))),
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
            let name = |value: &u8| match by {
                Property::Suit => quote(&by.name_of(*value, &setup.kit[*group], setup)),
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
            let pile = |name: &PileName| match name {
                PileName::Number(number) => number.to_string(),
                PileName::Label(_, word) => quote(word),
            };
            let piles = match piles {
                Piles::All => quote("all"),
                Piles::Each => quote("each pile"),
                Piles::These(names) => list(names.iter().map(pile)),
            };
            format!("shuffle = {{ {}, piles = {piles} }}", what(*group))
        }
        Verb::Arrange { group, order } => {
            let order = match order {
                Arrangement::Reversed => quote("reversed"),
                Arrangement::ByValue => quote("by value"),
                Arrangement::BySuit => quote("by suit"),
                Arrangement::Listed(pieces) => {
                    list(pieces.iter().map(|which| quote(&which.text(&setup.kit[*group], setup))))
                }
            };
            format!("arrange = {{ {}, order = {order} }}", what(*group))
        }
        Verb::Place { group, which, at } => {
            let piece = quote(&which.text(&setup.kit[*group], setup));
            format!("place = {{ {}, piece = {piece}, at = {} }}", what(*group), quote(&write_slot(setup, at)))
        }
        Verb::Reveal { at } if at.is_empty() => "reveal = \"all\"".into(),
        Verb::Reveal { at } => format!("reveal = {}", names(at)),
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
        Verb::Build { group, by, moves } => {
            let moves = if by.takes_moves { format!(", moves = {moves}") } else { String::new() };
            format!("build = {{ {}, by = {}{moves} }}", what(*group), quote(by.name))
        }
        Verb::Require { what, by } => {
            let keys: String = what.keys.iter().map(|(key, value)| format!(", {key} = {value}")).collect();
            let by = match by {
                By::Kit => quote("the kit"),
                By::DealingAgain => quote("dealing again"),
                By::Fix { change: Change::Turn, tries } => format!("{}, tries = {tries}", quote("turning")),
                By::Fix { change: Change::Swap(with), tries } => {
                    let with = match with {
                        With::Next => "next".into(),
                        With::Side(0, right) => if *right > 0 { "right" } else { "left" }.into(),
                        With::Side(down, _) => if *down > 0 { "below" } else { "above" }.into(),
                        With::Cell(cell) => setup.square(*cell).to_string(),
                    };
                    format!("{}, with = {}, tries = {tries}", quote("swapping"), quote(&with))
                }
            };
            format!("require = {{ what = {}{keys}, by = {by} }}", quote(&what.name))
        }
    }
}

fn write_lay(lay: &Lay) -> String {
    let mut out = String::new();
    if !lay.to.is_empty() {
        let _ = write!(out, ", to = {}", names(&lay.to));
    }
    if let Some(count) = lay.count {
        let _ = write!(out, ", count = {count}");
    }
    match lay.face {
        FaceUp::All => {}
        FaceUp::None => out.push_str(", face = \"down\""),
        FaceUp::Top => out.push_str(", face = \"top up\""),
    }
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
        Along::Places(sweep) => ("places", sweep),
        Along::Rounds(sweep) => ("rounds", sweep),
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

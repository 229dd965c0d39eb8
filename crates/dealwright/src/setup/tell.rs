//! The instructions in words that a person can follow at the table.

use super::{Along, By, Lay, Order, Piles, Property, Rolled, Setup, Verb, Which};
use crate::kit::{CARD_SUITS, COIN_SUITS, Group, Kind, Piece, Shape};

/// What lies on the table of one group while the steps are told.
struct Heap<'a> {
    pieces: Vec<&'a Piece>,
    piles: Vec<String>,
    left_over: usize,
}

/// The instructions, one sentence or two for each step. The first says what is needed.
pub fn tell(setup: &Setup) -> Vec<String> {
    let mut told = vec![what_is_needed(setup)];
    let mut heaps: Vec<Heap<'_>> = setup
        .kit
        .iter()
        .map(|group| Heap {
            pieces: group.pieces.iter().collect(),
            piles: vec![group.name.clone()],
            left_over: 0,
        })
        .collect();
    for step in &setup.steps {
        told.push(match &step.verb {
            Verb::Remove { group, which } => {
                let (group, heap) = (&setup.kit[*group], &mut heaps[*group]);
                heap.pieces.retain(|piece| !which.iter().any(|w| w.is(piece)));
                let what: Vec<String> = which.iter().map(|w| which_in_words(w, group, setup)).collect();
                format!("Take out {}; {} are left.", listed(&what), group.counted(heap.pieces.len()))
            }
            Verb::Split { group, by, together } => split(setup, &setup.kit[*group], &mut heaps[*group], *by, together),
            Verb::Shuffle { group, piles } => shuffle(&setup.kit[*group], &mut heaps[*group], *piles),
            Verb::Keep { group, count } => {
                let heap = &mut heaps[*group];
                heap.left_over += heap.pieces.len() - count;
                heap.pieces.truncate(*count);
                let rest = match heap.left_over {
                    0 => "none is left over".to_string(),
                    1 => "one is left over".to_string(),
                    n => format!("{n} are left over"),
                };
                format!("Count off {}; {rest}.", setup.kit[*group].counted(*count))
            }
            Verb::Turn { group } => turn(&setup.kit[*group]),
            Verb::Lay { group, lay } => lay_in_words(setup, &setup.kit[*group], &heaps[*group], lay),
            Verb::Roll { group, into, along } => roll(setup, &setup.kit[*group], *into, *along),
            Verb::Stand { group, at } => {
                let group = &setup.kit[*group];
                let count = match group.kind {
                    Kind::Pawns { count } => count as usize,
                    _ => group.pieces.len(),
                };
                format!("Stand the {} {at}.", group.counted(count))
            }
            Verb::Cover { group, count, at } => {
                let heap = &mut heaps[*group];
                heap.left_over = heap.left_over.saturating_sub(*count);
                let group = &setup.kit[*group];
                let which = if heap.left_over == 0 && *count == 1 { "the last left-over" } else { "left-over" };
                match count {
                    1 => format!("Put {which} {} {at}.", group.singular()),
                    n => format!("Put {n} {which} {} {at}.", group.name),
                }
            }
            Verb::Move { group, which, to } => {
                let group = &setup.kit[*group];
                let count = group.pieces.iter().filter(|piece| which.is(piece)).count();
                let order = listed(&CARD_SUITS.iter().take(setup.grid.rows).map(ToString::to_string).collect::<Vec<_>>());
                match count {
                    1 => format!("Take the ace and lay it at the {to} of its row; it leaves a hole."),
                    n => format!(
                        "Take the {n} aces and lay them in a column at the {to}, one for each row: {order}, from the \
                         top. They leave {n} holes."
                    ),
                }
            }
            Verb::Require { what, by: By::Kit } => {
                format!("(It cannot happen that {}: the pieces see to that.)", what.broken_when)
            }
            Verb::Require { what, by: By::DealingAgain } => {
                format!("If {}, gather everything and begin again.", what.broken_when)
            }
        });
    }
    told
}

fn what_is_needed(setup: &Setup) -> String {
    let needed: Vec<String> = setup
        .kit
        .iter()
        .map(|group| match &group.kind {
            Kind::Tokens => {
                let mut colours: Vec<&Vec<u8>> = group.pieces.iter().map(|piece| &piece.faces).collect();
                colours.dedup();
                let each = group.pieces.len() / colours.len().max(1);
                format!("{}, {each} of each of {} colours", group.counted(group.pieces.len()), colours.len())
            }
            Kind::Cards => {
                let suits =
                    group.pieces.iter().filter_map(|piece| piece.suit).max().map_or(0, |s| s as usize + 1);
                let ranks = group.pieces.len() / suits.max(1);
                format!(
                    "{}: {suits} suits from the ace up to rank {ranks}",
                    group.counted(group.pieces.len())
                )
            }
            Kind::Coins => format!("the {} of a piecepack", group.counted(group.pieces.len())),
            Kind::Dominoes => format!("a set of {}", group.counted(group.pieces.len())),
            Kind::Tiles { shape } => {
                let form = match shape {
                    Shape::Single => "of one square each",
                    Shape::Pair => "of two squares each",
                    Shape::L => "of three squares each in the shape of an L",
                    Shape::Square => "of two by two spaces each",
                };
                format!("{} {form}", group.counted(group.pieces.len()))
            }
            Kind::Dice { count, faces } => {
                let low = faces.iter().min().copied().unwrap_or(0);
                let high = faces.iter().max().copied().unwrap_or(0);
                format!(
                    "{} with faces {low} to {high} (or one, rolled again and again)",
                    group.counted(*count as usize)
                )
            }
            Kind::Pawns { count } => group.counted(*count as usize),
        })
        .collect();
    format!("You need {}.", listed(&needed))
}

/// "a", "a and b", "a, b and c".
fn listed(words: &[String]) -> String {
    match words {
        [] => String::new(),
        [one] => one.clone(),
        [rest @ .., last] => format!("{} and {last}", rest.join(", ")),
    }
}

fn which_in_words(which: &Which, group: &Group, setup: &Setup) -> String {
    let face = |symbol: &u8| match group.kind {
        Kind::Dominoes => symbol.to_string(),
        _ => (setup.game.write_face)(*symbol),
    };
    match which {
        Which::Aces => "the aces".into(),
        Which::Doubles => "all doubles".into(),
        Which::With(symbol) => format!("every {} with a {}", group.singular(), face(symbol)),
        Which::Showing(symbols) => {
            format!("the {} {}", group.singular(), symbols.iter().map(face).collect::<Vec<_>>().join(":"))
        }
    }
}

fn split(setup: &Setup, group: &Group, heap: &mut Heap<'_>, by: Property, together: &[Vec<u8>]) -> String {
    let suits: &[&str] = if group.kind == Kind::Coins { &COIN_SUITS } else { &CARD_SUITS };
    let name = |value: u8| match by {
        Property::Suit => suits.get(value as usize).map_or("a further suit".to_string(), ToString::to_string),
        Property::Face => (setup.game.write_face)(value),
    };
    let sets = by.piles(heap.pieces.iter().copied(), together);
    heap.piles = sets.iter().map(|set| listed(&set.iter().map(|v| name(*v)).collect::<Vec<_>>())).collect();
    let by = match (by, &group.kind) {
        (Property::Suit, Kind::Coins) => "the suit on their backs, keeping them face down,",
        (Property::Suit, _) => "suit",
        (Property::Face, _) => "what they show",
    };
    let piles = heap.piles.join("; ").replace("; ", if together.is_empty() { ", " } else { "; " });
    format!("Sort the {} by {by} into {} piles: {piles}.", group.counted(heap.pieces.len()), heap.piles.len())
}

fn shuffle(group: &Group, heap: &mut Heap<'_>, piles: Piles) -> String {
    let what = group.counted(heap.pieces.len());
    match (piles, &group.kind) {
        (Piles::Each, _) if heap.piles.len() > 1 => "Shuffle each pile by itself.".into(),
        (Piles::Each, _) => format!("Shuffle the {what}."),
        (Piles::All, kind) => {
            heap.piles = vec![group.name.clone()];
            match kind {
                Kind::Cards => format!("Shuffle all {what} well."),
                Kind::Tokens => format!("Mix all {what} well, in a bag or a bowl."),
                _ => format!("Mix all {what} well, face down."),
            }
        }
    }
}

fn turn(group: &Group) -> String {
    let shape = match group.kind {
        Kind::Tiles { shape } => shape,
        _ => Shape::Pair,
    };
    let each = group.singular();
    match (shape, group.turns.len()) {
        (_, 4) => format!("Let chance decide which of the four ways round each {each} lies."),
        (Shape::L, _) => format!("Let chance decide whether each {each} is turned over or not."),
        _ => format!("Let chance decide which way round each {each} lies."),
    }
}

fn way(setup: &Setup, along: Along) -> String {
    let (rows, columns) = (setup.grid.rows, setup.grid.columns);
    let grid = format!("{rows} row{} of {columns}", if rows == 1 { "" } else { "s" });
    match along {
        Along::Rows { from_right: false } => {
            format!("{grid}: row by row from the top, each from left to right")
        }
        Along::Rows { from_right: true } => {
            format!("{grid}: row by row from the top, each from right to left")
        }
        Along::Columns { from_right: false } => {
            format!("{grid}: column by column from the left, each from top to bottom")
        }
        Along::Columns { from_right: true } => {
            format!("{grid}: column by column from the right, each from top to bottom")
        }
        Along::Slots => grid,
    }
}

fn lay_in_words(setup: &Setup, group: &Group, heap: &Heap<'_>, lay: &Lay) -> String {
    let verb = if lay.deal { "Deal" } else { "Lay" };
    let what = group.counted(heap.pieces.len());
    let where_to = match lay.along {
        Along::Slots => return lay_slots(setup, group, heap, lay),
        along => way(setup, along),
    };
    let face_up = if lay.deal { "face up into" } else { "face up in" };
    if heap.piles.len() < 2 {
        return format!("{verb} all {what} {face_up} {where_to}.");
    }
    let at_a_time = match lay.at_a_time {
        1 => format!("one {}", group.singular()),
        n => group.counted(n),
    };
    match lay.piles {
        Order::InOrder => {
            format!("{verb} one pile after the other ({}), {face_up} {where_to}.", heap.piles.join(", then "))
        }
        Order::InTurn => format!(
            "{verb} {at_a_time} at a time from the piles in turn ({}, then {} again), {face_up} {where_to}.",
            heap.piles.join(", "),
            heap.piles[0]
        ),
        Order::InShuffledRounds => format!(
            "Take {at_a_time} from the top of each pile, shuffle these {} and deal them; go on like that until the piles \
             are used up. Deal {face_up} {where_to}.",
            group.counted(heap.piles.len() * lay.at_a_time)
        ),
    }
}

fn lay_slots(setup: &Setup, group: &Group, heap: &Heap<'_>, lay: &Lay) -> String {
    let what = group.counted(heap.pieces.len());
    let (rows, columns) = (setup.grid.rows, setup.grid.columns);
    if !lay.layers.is_empty() {
        let layers: Vec<String> = lay.layers.iter().map(ToString::to_string).collect();
        return format!(
            "Turn the {} face up and build the mountain in {} layers of {}, from the ground up, each layer centred on \
             the one below.",
            group.name,
            layers.len(),
            listed(&layers)
        );
    }
    if let Some(block) = setup.block {
        let cells = |slot: usize| setup.slots.get(slot).and_then(|slot| slot.0.first().copied().flatten());
        let corner = |slot: usize| {
            let (row, column) = cells(slot).map_or((0, 0), |cell| (cell / columns, cell % columns));
            let upright = if row * 2 < block.rows { "top" } else { "bottom" };
            let sideways = if column * 2 < block.columns { "left" } else { "right" };
            format!("{upright} {sideways}")
        };
        let how = match group.kind {
            Kind::Tiles { shape: Shape::L } if block.slots > 1 => {
                const NUMBERS: [&str; 4] = ["the first", "the second", "the third", "the fourth"];
                let corners: Vec<String> = (0..block.slots.min(4))
                    .map(|n| format!("{} with its corner at the {}", NUMBERS[n], corner(n)))
                    .collect();
                format!(", {} {} to a block: {}", block.slots, group.name, listed(&corners))
            }
            _ => String::new(),
        };
        return format!(
            "Lay the {what} face up in blocks of {} x {} squares, block by block as one reads{how}. They fill {rows} \
             rows of {columns}.",
            block.rows, block.columns
        );
    }
    let places: Vec<usize> =
        setup.slots.iter().filter_map(|slot| slot.0.iter().flatten().next().copied()).collect();
    let in_a_row = places.windows(2).all(|two| two[1] == two[0] + 1);
    if in_a_row && setup.slots.iter().all(|slot| slot.0.len() == rows) {
        return format!(
            "Lay the {what} face up side by side from left to right, so that they make {rows} rows of {columns}."
        );
    }
    let squares: Vec<String> = places.iter().map(|&cell| setup.square(cell)).collect();
    // A slot that is a whole column is named by its file alone.
    let column_of = |cell: &Option<usize>| cell.map(|cell| cell % columns);
    let whole_columns = setup.slots.iter().all(|slot| {
        slot.0.len() == rows
            && slot.0.iter().all(|cell| cell.is_some() && column_of(cell) == column_of(&slot.0[0]))
    });
    let (word, order): (&str, Vec<String>) = match whole_columns {
        true => ("columns", squares.iter().map(|square| square.chars().take(1).collect()).collect()),
        false => ("places", squares),
    };
    format!(
        "Lay the {what} face up in this order of {word}: {}. They fill {rows} rows of {columns}.",
        order.join(", ")
    )
}

fn roll(setup: &Setup, group: &Group, into: Rolled, along: Along) -> String {
    let count = match group.kind {
        Kind::Dice { count, .. } => count,
        _ => 0,
    };
    match into {
        Rolled::Spaces => {
            format!("Roll a die for each of {count} spaces and leave it there, in {}.", way(setup, along))
        }
        Rolled::Priests => {
            "Roll a die for each priest: top left, top right, bottom left, bottom right. The dice serve only when no \
             priest has a first move; then one of them may move its priest that many spaces."
                .into()
        }
    }
}

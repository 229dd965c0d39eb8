//! The instructions in words that a person can follow at the table.

use super::deal::Dealer;
use super::plan::{Fact, Hand};
use super::shuffle::Shuffle;
use super::{Along, By, Lay, Order, Piles, Property, Rolled, Setup, Verb, Which};
use crate::games::pretzel::rank_letter;
use crate::kit::{CARD_SUITS, COIN_SUITS, Group, Kind, Shape};
use crate::text::{listed, number_in_words};

/// The instructions, one sentence or two for each step. The first says what is needed.
pub fn tell(dealer: &Dealer<'_>) -> Vec<String> {
    let setup = dealer.setup;
    let mut told = vec![what_is_needed(setup)];
    // How the piles of a group were made, so that they can be called by their suits or values.
    let mut made_by = vec![Property::Suit; setup.kit.len()];
    for (step, fact) in setup.steps.iter().zip(&dealer.plan.facts) {
        told.push(match &step.verb {
            Verb::Remove { group, which } => {
                let group = &setup.kit[*group];
                let what: Vec<String> = which.iter().map(|w| which_in_words(w, group, setup)).collect();
                format!("Take out {}; {} are left.", listed(&what), group.counted(fact.after.pieces))
            }
            Verb::Split { group, by, together } => {
                made_by[*group] = *by;
                split(setup, &setup.kit[*group], fact, *by, !together.is_empty())
            }
            Verb::Shuffle { group, piles } => shuffle(setup, &setup.kit[*group], &fact.after, *piles),
            Verb::Keep { group, count } => {
                let rest = match fact.after.left_over {
                    0 => "none is left over".to_string(),
                    1 => "one is left over".to_string(),
                    n => format!("{n} are left over"),
                };
                format!("Count off {}; {rest}.", setup.kit[*group].counted(*count))
            }
            Verb::Turn { group } => turn(&setup.kit[*group]),
            Verb::Lay { group, lay } => {
                let kit = &setup.kit[*group];
                let piles = pile_names(setup, kit, made_by[*group], &fact.before);
                lay_in_words(setup, kit, fact, &piles, lay)
            }
            Verb::Roll { into, along, .. } => roll(setup, fact, *into, *along),
            Verb::Stand { group, at } => {
                let group = &setup.kit[*group];
                let count = if let Kind::Pawns { count } = group.kind { count } else { 0 };
                format!("Stand the {} {at}.", group.counted(count as usize))
            }
            Verb::Cover { group, count, at } => {
                let group = &setup.kit[*group];
                match (count, fact.after.left_over) {
                    (1, 0) => format!("Put the last left-over {} {at}.", group.singular()),
                    (1, _) => format!("Put one left-over {} {at}.", group.singular()),
                    (n, _) => format!("Put {n} left-over {} {at}.", group.name),
                }
            }
            Verb::Move { to, .. } => move_aces(setup, fact, to),
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
    let needed: Vec<String> = setup.kit.iter().map(|group| group_in_words(setup, group)).collect();
    format!("You need {}.", listed(&needed))
}

fn group_in_words(setup: &Setup, group: &Group) -> String {
    let counted = group.counted(group.pieces.len());
    match &group.kind {
        Kind::Tokens => {
            let mut colours: Vec<&Vec<u8>> = group.pieces.iter().map(|piece| &piece.faces).collect();
            colours.dedup();
            let each = group.pieces.len() / colours.len().max(1);
            match colours.len() {
                1 => format!("{counted} of one colour"),
                n => format!("{counted}, {each} of each of {n} colours"),
            }
        }
        Kind::Cards => {
            let suits =
                group.pieces.iter().filter_map(|piece| piece.suit).max().map_or(0, |s| s as usize + 1);
            let highest = group.pieces.iter().filter_map(|piece| piece.value).max().unwrap_or(1);
            let suits = if suits == 1 { "one suit".to_string() } else { format!("{suits} suits") };
            match highest {
                1 => format!("{counted}: the aces of {suits}"),
                highest => format!("{counted}: {suits} from the ace to the {}", rank_name(highest)),
            }
        }
        Kind::Coins => format!("the {counted} of a piecepack"),
        Kind::Dominoes => format!("a set of {counted}"),
        Kind::Tiles { shape } => {
            let form = match shape {
                Shape::Single => "of one square each",
                Shape::Pair => "of two squares each",
                Shape::L => "of three squares each in the shape of an L, the corner named first",
                Shape::Square => {
                    "of two by two spaces each, named down the left side and then down the right"
                }
            };
            let faces =
                |faces: &[u8]| faces.iter().map(|&face| (setup.game.write_face)(face)).collect::<String>();
            let list: Vec<String> = group.pieces.iter().map(|piece| faces(&piece.faces)).collect();
            format!("{counted} {form} ({})", list.join(" "))
        }
        Kind::Dice { count, faces } => {
            let low = faces.iter().min().copied().unwrap_or(0);
            let high = faces.iter().max().copied().unwrap_or(0);
            let dice = group.counted(*count as usize);
            format!("{dice} with faces {low} to {high} (or one, rolled again and again)")
        }
        Kind::Pawns { count } => group.counted(*count as usize),
    }
}

fn rank_name(rank: u8) -> String {
    match rank {
        1 => "ace".into(),
        11 => "jack".into(),
        12 => "queen".into(),
        13 => "king".into(),
        rank => rank.to_string(),
    }
}

/// "a", "a and b", "a, b and c".
fn which_in_words(which: &Which, group: &Group, setup: &Setup) -> String {
    let face = |symbol: &u8| match group.kind {
        Kind::Dominoes | Kind::Coins => symbol.to_string(),
        _ => (setup.game.write_face)(*symbol),
    };
    match which {
        Which::Aces => "the aces".into(),
        Which::Doubles => "all doubles".into(),
        Which::With(symbol) => {
            let face = face(symbol);
            let article = if face == "8" || face.starts_with(['A', 'E', 'F', 'H', 'I']) { "an" } else { "a" };
            format!("every {} with {article} {face}", group.singular())
        }
        Which::Showing(symbols) => {
            format!("the {} {}", group.singular(), symbols.iter().map(face).collect::<Vec<_>>().join(":"))
        }
    }
}

/// What each pile is called; of one pile that was never split, nothing.
fn pile_names(setup: &Setup, group: &Group, by: Property, hand: &Hand) -> Vec<String> {
    let suits: &[&str] = if group.kind == Kind::Coins { &COIN_SUITS } else { &CARD_SUITS };
    let name = |value: u8| match (by, &group.kind) {
        (Property::Suit, _) => {
            suits.get(value as usize).map_or("a further suit".to_string(), ToString::to_string)
        }
        (Property::Value, Kind::Cards) => rank_letter(value).to_string(),
        (Property::Value, Kind::Coins) => value.to_string(),
        (Property::Value, _) => (setup.game.write_face)(value),
    };
    hand.piles.iter().map(|set| listed(&set.iter().map(|&value| name(value)).collect::<Vec<_>>())).collect()
}

fn split(setup: &Setup, group: &Group, fact: &Fact, by: Property, together: bool) -> String {
    let names = pile_names(setup, group, by, &fact.after);
    let by = match (by, &group.kind) {
        (Property::Suit, Kind::Coins) => "the suit on their backs, keeping them face down,",
        (Property::Suit, _) => "suit",
        (Property::Value, Kind::Cards) => "rank",
        (Property::Value, Kind::Tokens) => "colour",
        (Property::Value, _) => "value",
    };
    let piles = names.join(if together { "; " } else { ", " });
    let into = if names.len() == 1 { "one pile".to_string() } else { format!("{} piles", names.len()) };
    format!("Sort the {} by {by} into {into}: {piles}.", group.counted(fact.before.pieces))
}

fn shuffle(setup: &Setup, group: &Group, hand: &Hand, piles: Piles) -> String {
    let what = match hand.pieces {
        1 => format!("the {}", group.singular()),
        n => format!("all {}", group.counted(n)),
    };
    if !setup.manner.is_perfect() {
        let what =
            if piles == Piles::Each && hand.piles.len() > 1 { "each pile by itself".into() } else { what };
        let like_cards = if group.kind == Kind::Cards { "" } else { ", as if they were cards" };
        return match setup.manner.shuffle {
            Shuffle::Riffle(0) | Shuffle::Overhand(0) | Shuffle::Perfect => {
                format!("Do not shuffle: leave the {} in the order they are in.", group.name)
            }
            Shuffle::Riffle(times) => format!("Riffle {what} {}{like_cards}.", times_in_words(times)),
            Shuffle::Overhand(times) => {
                format!(
                    "Shuffle {what} overhand, {}{like_cards}.",
                    times_in_words_of(times, "pass", "passes")
                )
            }
        };
    }
    match (piles, &group.kind) {
        (Piles::Each, _) if hand.piles.len() > 1 => "Shuffle each pile by itself.".into(),
        (_, Kind::Cards) => format!("Shuffle {what} well."),
        (_, Kind::Tokens) => format!("Mix {what} well, in a bag or a bowl."),
        _ if group.is_two_sided() => format!("Mix {what} well."),
        _ => format!("Mix {what} well, face down."),
    }
}

/// How a round is shuffled, up to the "and".
fn shuffle_round(shuffle: Shuffle, pieces: &str) -> String {
    match shuffle {
        Shuffle::Perfect => format!("shuffle these {pieces} and"),
        Shuffle::Riffle(0) | Shuffle::Overhand(0) => format!("leave these {pieces} in that order and"),
        Shuffle::Riffle(times) => format!("riffle these {pieces} {} and", times_in_words(times)),
        Shuffle::Overhand(times) => {
            format!("shuffle these {pieces} overhand with {} and", times_in_words_of(times, "pass", "passes"))
        }
    }
}

/// "once", "twice", "three times".
fn times_in_words(times: u32) -> String {
    match times {
        1 => "once".into(),
        2 => "twice".into(),
        _ => times_in_words_of(times, "time", "times"),
    }
}

/// "one pass", "three passes".
fn times_in_words_of(times: u32, one: &str, many: &str) -> String {
    format!("{} {}", number_in_words(times.into()), if times == 1 { one } else { many })
}

fn turn(group: &Group) -> String {
    let each = group.singular();
    match group.turns.len() {
        4 => format!("Let chance decide which of the four ways round each {each} lies."),
        _ if group.is_two_sided() => format!("Let chance decide which side of each {each} is up."),
        _ => format!("Let chance decide which way round each {each} lies."),
    }
}

/// Where single pieces go: "4 rows of 6", or what is still free.
fn area(setup: &Setup, free_cells: usize) -> String {
    let (rows, columns) = (setup.grid.rows, setup.grid.columns);
    match (rows, free_cells == setup.grid.cells()) {
        (_, false) => format!("the {free_cells} free places of {rows} rows of {columns}"),
        (1, true) => format!("one row of {columns}"),
        (_, true) => format!("{rows} rows of {columns}"),
    }
}

fn way(setup: &Setup, along: Along, free_cells: usize) -> String {
    let area = area(setup, free_cells);
    match along {
        Along::Rows { from_right: false } => {
            format!("{area}: row by row from the top, each from left to right")
        }
        Along::Rows { from_right: true } => {
            format!("{area}: row by row from the top, each from right to left")
        }
        Along::Columns { from_right: false } => {
            format!("{area}: column by column from the left, each from top to bottom")
        }
        Along::Columns { from_right: true } => {
            format!("{area}: column by column from the right, each from top to bottom")
        }
        Along::Slots => area,
    }
}

/// How several piles are used up; nothing for one.
fn pile_order(group: &Group, lay: &Lay, piles: &[String]) -> Option<String> {
    let [first, ..] = piles else { return None };
    if piles.len() < 2 {
        return None;
    }
    let at_a_time = match lay.at_a_time {
        1 => format!("one {}", group.singular()),
        n => group.counted(n),
    };
    Some(match lay.piles {
        Order::InOrder => format!("one pile after the other ({})", piles.join(", then ")),
        Order::InTurn => {
            format!("{at_a_time} at a time from the piles in turn ({}, then {first} again)", piles.join(", "))
        }
        Order::InShuffledRounds => format!("the rounds (each pile gives {at_a_time}, these are shuffled)"),
    })
}

fn lay_in_words(setup: &Setup, group: &Group, fact: &Fact, piles: &[String], lay: &Lay) -> String {
    let verb = if lay.deal { "Deal" } else { "Lay" };
    let face_up = if group.is_two_sided() { "" } else { " face up" };
    let pieces = fact.before.pieces;
    let what = match pile_order(group, lay, piles) {
        Some(order) => order,
        None if pieces == 1 => format!("the {}", group.singular()),
        None => format!("the {}", group.counted(pieces)),
    };
    let whole = fact.free_cells == setup.grid.cells();
    if lay.piles == Order::InShuffledRounds && piles.len() > 1 && lay.along != Along::Slots {
        let at_a_time = if lay.at_a_time == 1 { "one".to_string() } else { lay.at_a_time.to_string() };
        return format!(
            "Take {at_a_time} from the top of each pile, {} {} them{face_up}; go on round by round until \
             the piles are used up. Fill {}.",
            shuffle_round(setup.manner.shuffle, &group.counted(piles.len() * lay.at_a_time)),
            verb.to_lowercase(),
            way(setup, lay.along, fact.free_cells)
        );
    }
    if lay.along != Along::Slots {
        return format!("{verb} {what},{face_up}, into {}.", way(setup, lay.along, fact.free_cells))
            .replace(",,", ",");
    }
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
    let places = places_in_words(setup, group);
    let end = if whole { format!(" They fill {}.", area(setup, fact.free_cells)) } else { String::new() };
    format!("{verb} {what}{face_up} {places}.{end}")
}

/// Where pieces of several cells go.
fn places_in_words(setup: &Setup, group: &Group) -> String {
    let (rows, columns) = (setup.grid.rows, setup.grid.columns);
    let spot = |slot: usize, n: usize| {
        let cell = setup.slots.get(slot)?.0.get(n).copied().flatten()?;
        Some((cell / columns, cell % columns))
    };
    if let Some(block) = setup.block {
        let corner = |slot: usize| {
            let (row, column) = spot(slot, 0).unwrap_or_default();
            let upright = if row * 2 < block.rows { "top" } else { "bottom" };
            let sideways = if column * 2 < block.columns { "left" } else { "right" };
            format!("{upright} {sideways}")
        };
        const NUMBERS: [&str; 4] = ["the first", "the second", "the third", "the fourth"];
        let how = match group.shape() {
            Shape::L if block.slots > 1 => {
                let corners: Vec<String> = NUMBERS
                    .iter()
                    .take(block.slots)
                    .enumerate()
                    .map(|(n, number)| format!("{number} with its corner at the {}", corner(n)))
                    .collect();
                format!(", {} {} to a block: {}", block.slots, group.name, listed(&corners))
            }
            Shape::Pair if (0..block.slots).all(|n| spot(n, 0).map(|s| s.0) == spot(n, 1).map(|s| s.0)) => {
                ", each lying across".to_string()
            }
            Shape::Pair if (0..block.slots).all(|n| spot(n, 0).map(|s| s.1) == spot(n, 1).map(|s| s.1)) => {
                ", each standing upright".to_string()
            }
            _ => String::new(),
        };
        return format!(
            "in blocks of {} x {} squares, block by block as one reads{how}",
            block.rows, block.columns
        );
    }
    let firsts: Vec<(usize, usize)> = (0..setup.slots.len())
        .filter_map(|slot| (0..setup.slots[slot].0.len()).find_map(|n| spot(slot, n)))
        .collect();
    let column_of = |cell: &Option<usize>| cell.map(|cell| cell % columns);
    let whole_columns = setup.slots.iter().all(|slot| {
        slot.0.len() == rows
            && slot.0.iter().all(|cell| cell.is_some() && column_of(cell) == column_of(&slot.0[0]))
    });
    if whole_columns && firsts.windows(2).all(|two| two[1].1 == two[0].1 + 1) {
        return "side by side from left to right, each upright".into();
    }
    if whole_columns {
        let order: Vec<String> = firsts.iter().map(|(_, column)| (column + 1).to_string()).collect();
        return format!("upright in columns, in this order, counted from the left: {}", order.join(", "));
    }
    let order: Vec<String> =
        firsts.iter().map(|(row, column)| format!("row {} column {}", row + 1, column + 1)).collect();
    format!("beginning with their first square at, from the top left: {}", order.join("; "))
}

fn roll(setup: &Setup, fact: &Fact, into: Rolled, along: Along) -> String {
    match into {
        Rolled::Spaces => format!(
            "Roll a die for each of the {} spaces and leave it there, in {}.",
            fact.free_cells,
            way(setup, along, fact.free_cells)
        ),
        Rolled::Priests => {
            "Roll a die for each priest: top left, top right, bottom left, bottom right. The dice serve only when no \
             priest has a first move; then one of them may move its priest that many spaces."
                .into()
        }
    }
}

fn move_aces(setup: &Setup, fact: &Fact, to: &str) -> String {
    let order: Vec<String> = CARD_SUITS.iter().take(setup.grid.rows).map(ToString::to_string).collect();
    match fact.taken_off {
        1 => format!("Take the ace and lay it at the {to} of its row; it leaves a hole."),
        n => format!(
            "Take the {n} aces and lay them in a column at the {to}, one for each row: {}, from the top. They leave {n} \
             holes.",
            listed(&order)
        ),
    }
}

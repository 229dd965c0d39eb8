//! The instructions in words that a person can follow at the table.

mod laying;
mod pieces;
mod places;

use super::deal::Dealer;
use super::hands::Hands;
use super::plan::{Fact, Hand};
use super::shuffle::Shuffle;
use super::which::rank_name;
use super::{By, Piles, Property, Rolled, Setup, Verb};
use crate::kit::cards::{Card, rank_letter};
use crate::kit::{CARD_SUITS, COIN_SUITS, Group, PieceKind, Shape};
use crate::text::{listed, number_in_words};
use laying::{Laying, way};
use pieces::in_order;

/// What a reader knows of the pieces of a group by now.
#[derive(Clone, Copy)]
struct Known {
    /// How its piles were made, so that they can be called by their suits or values.
    made_by: Property,
    /// Whether chance has decided their order.
    shuffled: bool,
    /// Whether chance has decided which way round they lie.
    turned: bool,
}

/// The instructions, one sentence or two for each step. The first says what is needed.
pub fn tell(dealer: &Dealer<'_>) -> Vec<String> {
    let setup = dealer.setup;
    let mut told = vec![what_is_needed(setup)];
    let mut known = vec![Known { made_by: Property::Suit, shuffled: false, turned: false }; setup.kit.len()];
    let mut slots_used = 0;
    let found = Hands::piles_found(setup, &dealer.plan);
    for ((step, fact), found) in setup.steps.iter().zip(&dealer.plan.facts).zip(&found) {
        told.push(match &step.verb {
            Verb::Remove { group, which } => {
                let group = &setup.kit[*group];
                let what: Vec<String> = which.iter().map(|which| which.words(group, setup)).collect();
                let are = if fact.after.pieces == 1 { "is" } else { "are" };
                format!("Take out {}; {} {are} left.", listed(&what), group.counted(fact.after.pieces))
            }
            Verb::Split { group, by, together } => {
                known[*group].made_by = *by;
                split(setup, &setup.kit[*group], fact, *by, !together.is_empty())
            }
            Verb::Shuffle { group, piles } => {
                known[*group].shuffled = true;
                shuffle(setup, &setup.kit[*group], &fact.after, *piles)
            }
            Verb::Keep { group, count } => {
                let kept: Vec<usize> = found.concat().into_iter().take(*count).collect();
                // After shuffling any will do.
                let which = match known[*group].shuffled || fact.after.left_over == fact.before.left_over {
                    true => None,
                    false => in_order(setup, *group, &kept),
                };
                keep(&setup.kit[*group], fact, *count, which)
            }
            Verb::Turn { group } => {
                known[*group].turned = true;
                turn(&setup.kit[*group])
            }
            Verb::Lay { group, lay } => {
                let names = pile_names(setup, &setup.kit[*group], known[*group].made_by, &fact.before);
                let laying = Laying {
                    setup,
                    group: *group,
                    fact,
                    lay,
                    names,
                    found,
                    slots_used,
                    known: known[*group],
                };
                let sentence = laying.in_words();
                slots_used += laying.slots();
                sentence
            }
            Verb::Roll { into, along, .. } => roll(setup, fact, *into, *along),
            Verb::Stand { group, at } => {
                let group = &setup.kit[*group];
                let count = if let PieceKind::Pawns { count } = group.kind { count } else { 0 };
                format!("Stand the {} {at}.", group.counted(count as usize))
            }
            Verb::Cover { group, count, at } => {
                let group = &setup.kit[*group];
                match (count, fact.after.left_over) {
                    (1, 0) => format!("Put the last left-over {} {at}.", group.singular()),
                    (1, _) => format!("Put one left-over {} {at}.", group.singular()),
                    (n, _) => format!("Put {n} left-over {} {at}.", group.plural()),
                }
            }
            Verb::Move { to, .. } => move_aces(dealer, fact, to),
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

fn keep(group: &Group, fact: &Fact, count: usize, which: Option<String>) -> String {
    let in_all = if fact.before.left_over > 0 { " in all" } else { "" };
    let rest = match fact.after.left_over {
        0 => "none is left over".to_string(),
        1 => format!("one is left over{in_all}"),
        n => format!("{n} are left over{in_all}"),
    };
    match which {
        None => format!("Count off {}; {rest}.", group.counted(count)),
        Some(which) => format!("Take these {}, in this order: {which}; {rest}.", group.counted(count)),
    }
}

fn what_is_needed(setup: &Setup) -> String {
    let needed: Vec<String> = setup.kit.iter().map(|group| group_in_words(setup, group)).collect();
    format!("You need {}.", listed(&needed))
}

fn group_in_words(setup: &Setup, group: &Group) -> String {
    let counted = group.counted(group.pieces.len());
    match &group.kind {
        PieceKind::Tokens => {
            let mut colours: Vec<&Vec<u8>> = group.pieces.iter().map(|piece| &piece.faces).collect();
            colours.dedup();
            let each = group.pieces.len() / colours.len().max(1);
            match (colours.len(), setup.kit.len()) {
                (1, _) => format!("{counted} of one colour"),
                (n, 1) => format!("{counted}, {each} of each of {n} colours"),
                (n, _) => format!("{counted} ({each} of each of {n} colours)"),
            }
        }
        PieceKind::Cards => {
            let suits =
                group.pieces.iter().filter_map(|piece| piece.suit).max().map_or(0, |s| s as usize + 1);
            let highest = group.pieces.iter().filter_map(|piece| piece.value).max().unwrap_or(1);
            let suits = if suits == 1 { "one suit".to_string() } else { format!("{suits} suits") };
            match highest {
                1 => format!("{counted}: the aces of {suits}"),
                highest => format!("{counted}: {suits} from the ace to the {}", rank_name(highest)),
            }
        }
        PieceKind::Coins => format!("the {counted} of a piecepack"),
        PieceKind::Dominoes => format!("a set of {counted}"),
        PieceKind::Tiles { shape } => {
            let form = match *shape {
                Shape::SINGLE => "of one square each".to_string(),
                Shape::PAIR => "of two squares each".to_string(),
                Shape::L => "of three squares each in the shape of an L, the corner named first".to_string(),
                Shape::SQUARE => {
                    "of two by two spaces each, named down the left side and then down the right".to_string()
                }
                bar if bar.is_bar() => {
                    format!("of {} squares each in a row", number_in_words(bar.cells() as u64))
                }
                drawn => {
                    let squares = number_in_words(drawn.cells() as u64);
                    format!(
                        "of {squares} squares each in the shape {}, named as one reads",
                        drawn.drawing().join("/")
                    )
                }
            };
            let faces =
                |faces: &[u8]| faces.iter().map(|&face| setup.game.faces.write(face)).collect::<String>();
            let list: Vec<String> = group.pieces.iter().map(|piece| faces(&piece.faces)).collect();
            let form = if list.len() == 1 { form.replacen(" each", "", 1) } else { form };
            format!("{counted} {form} ({})", list.join(" "))
        }
        PieceKind::Dice { count, faces } => {
            let low = faces.iter().min().copied().unwrap_or(0);
            let high = faces.iter().max().copied().unwrap_or(0);
            let dice = group.counted(*count as usize);
            format!("{dice} with faces {low} to {high} (or one, rolled again and again)")
        }
        PieceKind::Pawns { count } => group.counted(*count as usize),
    }
}

/// What each pile is called; of one pile that was never split, nothing.
fn pile_names(setup: &Setup, group: &Group, by: Property, hand: &Hand) -> Vec<String> {
    let suits: &[&str] = if group.kind == PieceKind::Coins { &COIN_SUITS } else { &CARD_SUITS };
    let name = |value: u8| match (by, &group.kind) {
        (Property::Suit, _) => {
            suits.get(value as usize).map_or("a further suit".to_string(), ToString::to_string)
        }
        (Property::Value, PieceKind::Cards) => rank_letter(value).to_string(),
        (Property::Value, PieceKind::Coins) => value.to_string(),
        (Property::Value, _) => setup.game.faces.write(value),
    };
    hand.piles.iter().map(|set| listed(&set.iter().map(|&value| name(value)).collect::<Vec<_>>())).collect()
}

fn split(setup: &Setup, group: &Group, fact: &Fact, by: Property, together: bool) -> String {
    let names = pile_names(setup, group, by, &fact.after);
    let by = match (by, &group.kind) {
        (Property::Suit, PieceKind::Coins) => "the suit on their backs, keeping them face down,",
        (Property::Suit, _) => "suit",
        (Property::Value, PieceKind::Cards) => "rank",
        (Property::Value, PieceKind::Tokens) => "colour",
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
    if !setup.shuffling.is_perfect() {
        let what =
            if piles == Piles::Each && hand.piles.len() > 1 { "each pile by itself".into() } else { what };
        let like_cards = if group.kind == PieceKind::Cards { "" } else { ", as if they were cards" };
        return match setup.shuffling.shuffle {
            Shuffle::Riffle(0) | Shuffle::Overhand(0) | Shuffle::Perfect => {
                format!("Do not shuffle: leave the {} in the order they are in.", group.plural())
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
        (_, PieceKind::Cards) => format!("Shuffle {what} well."),
        (_, PieceKind::Tokens) => format!("Mix {what} well, in a bag or a bowl."),
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

fn roll(setup: &Setup, fact: &Fact, into: Rolled, along: super::Along) -> String {
    match into {
        Rolled::Spaces => format!(
            "Roll a die for each of the {} spaces and leave it there, in {}.",
            fact.free_cells,
            way(setup, along, fact.free_cells)
        ),
        Rolled::List(list) => list.told.into(),
    }
}

fn move_aces(dealer: &Dealer<'_>, fact: &Fact, to: &str) -> String {
    let setup = dealer.setup;
    let order: Vec<String> = CARD_SUITS.iter().take(setup.grid.rows).map(ToString::to_string).collect();
    let taken = match fact.taken_off {
        0 => None,
        1 => Some(format!("Take the ace and lay it at the {to} of its row; it leaves a hole.")),
        n => Some(format!(
            "Take the {n} aces and lay them in a column at the {to}, one for each row: {}, from the top. They leave {n} \
             holes.",
            listed(&order)
        )),
    };
    // An ace that shares its piece with another card stays where it lies.
    let plan = &dealer.plan;
    let shared =
        plan.seats.iter().filter(|seat| plan.looks[plan.table[seat.place as usize] as usize][0].len() > 1);
    let aces = shared.flat_map(|seat| {
        let look = &plan.looks[plan.table[seat.place as usize] as usize][0];
        seat.cells
            .iter()
            .filter(|&&(of_piece, _)| Card::from_symbol(look[of_piece]).is_some_and(|card| card.rank() == 1))
    });
    let printed = match aces.count() {
        0 => None,
        1 => Some("One ace is part of a larger piece and stays; its square counts as a hole.".to_string()),
        n => Some(format!("{n} aces are parts of larger pieces and stay; their squares count as holes.")),
    };
    [taken, printed].into_iter().flatten().collect::<Vec<_>>().join(" ")
}

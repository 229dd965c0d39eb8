//! The instructions in words that a person can follow at the table.

mod fixing;
mod laying;
mod needed;
mod pieces;
mod places;

use super::deal::Dealer;
use super::hands::Hands;
use super::plan::{Fact, Hand};
use super::shuffle::Shuffle;
use super::which::piece_in_words;
use super::{Arrangement, By, Piles, Property, Rolled, Setup, Step, Verb, When, Which};
use crate::kit::cards::{Card, rank_of};
use crate::kit::{CARD_SUITS, Group, PieceKind};
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
    /// Whether their order was told one by one.
    arranged: bool,
}

/// The instructions, one sentence or two for each step. The first says what is needed.
pub fn tell(dealer: &Dealer<'_>) -> Vec<String> {
    tell_by_step(dealer).into_iter().filter(|sentence| !sentence.is_empty()).collect()
}

/// The same with a text for every step, after what is needed: an empty one where nothing is to be done.
pub fn tell_by_step(dealer: &Dealer<'_>) -> Vec<String> {
    let setup = dealer.setup;
    let mut told = vec![needed::in_words(setup)];
    let mut known = vec![
        Known { made_by: Property::Suit, shuffled: false, turned: false, arranged: false };
        setup.kit.len()
    ];
    let found = Hands::piles_found(setup, &dealer.plan);
    for ((step, fact), found) in setup.steps.iter().zip(&dealer.plan.facts).zip(&found) {
        let sentence = match &step.verb {
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
                let was = std::mem::replace(&mut known[*group].shuffled, true);
                let found = (!was).then_some(found.as_slice());
                shuffle(setup, *group, fact, piles, known[*group].made_by, found)
            }
            Verb::Keep { group, count } => {
                let kept: Vec<usize> = found.concat().into_iter().take(*count).collect();
                // After shuffling any will do.
                let which = match known[*group].shuffled || fact.after.left_over == fact.before.left_over {
                    true => None,
                    false => in_order(setup, *group, &kept),
                };
                let is_used =
                    |step: &Step| matches!(&step.verb, Verb::Cover { group: of, .. } if of == group);
                keep(&setup.kit[*group], fact, *count, which, setup.steps.iter().any(is_used))
            }
            Verb::Turn { group } => {
                known[*group].turned = true;
                turn(&setup.kit[*group])
            }
            Verb::Arrange { group, order } => {
                known[*group].arranged |= matches!(order, Arrangement::Listed(_));
                arrange(setup, *group, order, found)
            }
            Verb::Place { group, which, at } => {
                let kit = &setup.kit[*group];
                // Any one of several will do.
                let piece = which.words(kit, setup).replacen("every ", "one ", 1);
                format!("Put {piece} {}.", places::on(setup, kit, at))
            }
            Verb::Reveal { at } if at.is_empty() => "Turn everything that lies face down face up.".into(),
            Verb::Reveal { at } => format!("Turn the pieces on {} face up.", places::named(setup, at)),
            // Where a place holds nothing in this size, there is nothing to do.
            Verb::Lay { .. } if fact.before.pieces == fact.after.pieces => {
                told.push(String::new());
                continue;
            }
            Verb::Lay { group, lay } => {
                let names = pile_names(setup, &setup.kit[*group], known[*group].made_by, &fact.before);
                let laying = Laying { setup, group: *group, fact, lay, names, found, known: known[*group] };
                laying.in_words()
            }
            Verb::Roll { group, into, along } => roll(setup, &setup.kit[*group], fact, *into, *along),
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
            Verb::Build { by, moves, .. } => {
                let told = by.told.replace("{moves}", &number_in_words((*moves).into()));
                format!("You also need {}. {told}", by.needs)
            }
            Verb::Require { what, by: By::Kit } => {
                format!("(It cannot happen that {}: the pieces see to that.)", what.broken_when)
            }
            Verb::Require { what, by: By::DealingAgain } => {
                format!("If {}, gather everything and begin again.", what.broken_when)
            }
            Verb::Require { what, by: By::Fix { change, tries } } => {
                let sentence = fixing::in_words(setup, what, change, *tries);
                match fixing::is_last_with_others_before(setup, step) {
                    true => format!("{sentence} {}", fixing::LOOK_BACK),
                    false => sentence,
                }
            }
        };
        told.push(match step.when {
            None => sentence,
            Some(When::Once) => format!("Once, before the first deal: {}", uncapitalised(&sentence)),
            Some(When::EveryDeal) => format!("{sentence} Do this for every deal."),
        });
    }
    once(&mut told, &places::corner_square(setup));
    told
}

/// Leaves out a remark in brackets wherever it was made before.
fn once(told: &mut [String], remark: &str) {
    if remark.is_empty() {
        return;
    }
    let mut is_made = false;
    for sentence in told {
        let mut from = 0;
        while let Some(at) = sentence[from..].find(remark).map(|at| at + from) {
            from = at + remark.len();
            if !std::mem::replace(&mut is_made, true) {
                continue;
            }
            let (before, after) = (&sentence[..at], &sentence[from..]);
            let shorter = match (before.strip_suffix(" ("), after.strip_prefix(')'), after.strip_prefix(", "))
            {
                (Some(before), Some(after), _) => Some((before.len(), format!("{before}{after}"))),
                (Some(_), None, Some(after)) => Some((before.len(), format!("{before}{after}"))),
                _ => None,
            };
            if let Some((next, shorter)) = shorter {
                (from, *sentence) = (next, shorter);
            }
        }
    }
}

/// The same beginning with a small letter.
fn uncapitalised(sentence: &str) -> String {
    let mut letters = sentence.chars();
    letters.next().map_or_else(String::new, |first| first.to_lowercase().chain(letters).collect())
}

fn arrange(setup: &Setup, group: usize, order: &Arrangement, found: &[Vec<usize>]) -> String {
    let kit = &setup.kit[group];
    let piles = if found.len() > 1 { "each pile" } else { "the pile" };
    let pieces: usize = found.iter().map(Vec::len).sum();
    let by = match kit.kind {
        PieceKind::Cards => "rank",
        PieceKind::Tokens => "colour",
        _ => "value",
    };
    match order {
        Arrangement::Reversed => {
            format!("Turn the order of {piles} round: the last of the {} comes first.", kit.plural())
        }
        Arrangement::ByValue => {
            format!("Put the {} of {piles} in order by {by}, the lowest on top.", kit.plural())
        }
        Arrangement::BySuit => format!("Put the {} of {piles} in order by suit.", kit.plural()),
        Arrangement::Listed(list) => {
            let all = &kit.pieces;
            let name = |which: &Which| {
                let piece = all.iter().find(|piece| which.is(piece));
                piece.map_or_else(|| which.words(kit, setup), |piece| piece_in_words(piece, kit, setup))
            };
            let names: Vec<String> = list.iter().map(name).collect();
            format!("Put the {} in this order, from the top: {}.", kit.counted(pieces), names.join(", "))
        }
    }
}

fn keep(group: &Group, fact: &Fact, count: usize, which: Option<String>, is_used: bool) -> String {
    let in_all = if fact.before.left_over > 0 { " in all" } else { "" };
    let unused = if is_used { "" } else { " and not used" };
    let rest = match fact.after.left_over {
        0 => "none is left over".to_string(),
        1 => format!("one is left over{in_all}{unused}"),
        n => format!("{n} are left over{in_all}{unused}"),
    };
    match which {
        None => format!("Count off {}; {rest}.", group.counted(count)),
        Some(which) => format!("Take these {}, in this order: {which}; {rest}.", group.counted(count)),
    }
}

/// What each pile is called; of one pile that was never split, nothing.
fn pile_names(setup: &Setup, group: &Group, by: Property, hand: &Hand) -> Vec<String> {
    let name = |value: &u8| match (by, &group.kind) {
        (Property::Value, PieceKind::Cards) => needed::several(*value),
        _ => by.name_of(*value, group, setup),
    };
    hand.piles.iter().map(|set| listed(&set.iter().map(name).collect::<Vec<_>>())).collect()
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

/// `found` are the piles while their order is known.
fn shuffle(
    setup: &Setup,
    number: usize,
    fact: &Fact,
    piles: &Piles,
    made_by: Property,
    found: Option<&[Vec<usize>]>,
) -> String {
    let group = &setup.kit[number];
    let hand = &fact.after;
    let each = match piles {
        Piles::All => None,
        Piles::Each => (hand.piles.len() > 1).then(|| "each pile by itself".to_string()),
        Piles::These(names) => {
            let labels = pile_names(setup, group, made_by, hand);
            let (chosen, others): (Vec<usize>, Vec<usize>) = (0..hand.piles.len())
                .partition(|&pile| names.iter().any(|name| name.is(pile, hand.piles.get(pile))));
            let rest = unshuffled(setup, number, &labels, &others, found);
            let chosen: Vec<String> = chosen.into_iter().map(|pile| labels[pile].clone()).collect();
            match chosen.as_slice() {
                [_] if hand.piles.len() == 1 => None,
                several if several.len() == hand.piles.len() => Some("each pile by itself".to_string()),
                [one] => Some(format!("only the pile of {one}{rest}")),
                several => {
                    let rest = rest.replacen("; t", ". T", 1).replacen("; l", ". L", 1);
                    Some(format!("each of these piles by itself: {}{rest}", several.join("; ")))
                }
            }
        }
    };
    let what = match hand.pieces {
        1 => format!("the {}", group.singular()),
        2 => format!("both {}", group.plural()),
        n => format!("all {}", group.counted(n)),
    };
    if !setup.shuffling.is_perfect() {
        let what = each.unwrap_or(what);
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
    match (each, &group.kind) {
        (Some(each), _) => format!("Shuffle {each}."),
        (_, PieceKind::Cards) => format!("Shuffle {what} well."),
        (_, PieceKind::Tokens) => format!("Mix {what} well, in a bag or a bowl."),
        _ if group.is_two_sided() => format!("Mix {what} well."),
        _ => format!("Mix {what} well, face down."),
    }
}

/// What is said of the piles that are not shuffled while others are, with the order of their pieces where it is known.
fn unshuffled(
    setup: &Setup,
    group: usize,
    labels: &[String],
    others: &[usize],
    found: Option<&[Vec<usize>]>,
) -> String {
    if others.is_empty() {
        return String::new();
    }
    let order = |&pile: &usize| {
        let order = in_order(setup, group, found?.get(pile)?)?;
        Some(format!("{}: {order}", labels[pile]))
    };
    let orders: Vec<String> = others.iter().filter_map(order).collect();
    match orders.is_empty() {
        true => "; leave the others as they are".into(),
        false => format!("; the others stay in this order, from the top: {}", orders.join("; ")),
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
        ways if group.has_backs() && ways > 2 => {
            format!("Let chance decide which side of each {each} is up and which way round it lies.")
        }
        4 => format!("Let chance decide which of the four ways round each {each} lies."),
        _ if group.is_two_sided() => format!("Let chance decide which side of each {each} is up."),
        _ => format!("Let chance decide which way round each {each} lies."),
    }
}

fn roll(setup: &Setup, group: &Group, fact: &Fact, into: Rolled, along: super::Along) -> String {
    // Where there are several kinds of dice, it is said which.
    let is_dice = |group: &&Group| matches!(group.kind, PieceKind::Dice { .. });
    let several = setup.kit.iter().filter(is_dice).count() > 1;
    match into {
        Rolled::Spaces => format!(
            "Roll {} for each of the {} spaces and leave it there, in {}.",
            if several { format!("one of the {}", group.plural()) } else { "a die".into() },
            fact.free_cells,
            way(setup, along, &[], fact)
        ),
        Rolled::List(list) if several => format!("With the {}: {}", group.plural(), uncapitalised(list.told)),
        Rolled::List(list) => list.told.into(),
    }
}

fn move_aces(dealer: &Dealer<'_>, fact: &Fact, to: &str) -> String {
    let setup = dealer.setup;
    // Cards of another suit may count as those of a row.
    let suits = || setup.kit.iter().flat_map(|group| group.counts_as.words.iter());
    let printed_suit = |suit: &str| {
        let found = suits().find(|(printed, seen)| seen == suit && CARD_SUITS.contains(&printed.as_str()));
        match found.filter(|(printed, _)| printed != suit) {
            Some((printed, _)) => format!("{printed} (which count as {suit})"),
            None => suit.to_string(),
        }
    };
    let order: Vec<String> =
        CARD_SUITS.iter().take(setup.places.rows).map(|suit| printed_suit(suit)).collect();
    // Cards of another rank may count as aces.
    let printed = setup.kit.iter().flat_map(|group| group.counts_as.words.iter());
    let several =
        |printed: &str| rank_of(printed).map_or(printed.to_string(), |rank| needed::several(rank as u8));
    let ranks: Vec<String> =
        printed.filter(|(_, seen)| seen == "A").map(|(printed, _)| several(printed)).collect();
    let ranks = match ranks.as_slice() {
        [] => String::new(),
        ranks => format!(" (the {}, which count as aces)", listed(ranks)),
    };
    let taken = match fact.taken_off {
        0 => None,
        1 => Some(format!("Take the ace and lay it at the {to} of its row; it leaves a hole.")),
        n => Some(format!(
            "Take the {n} aces{ranks} and lay them in a column at the {to}, one for each row: {}, from the top. They leave {n} \
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

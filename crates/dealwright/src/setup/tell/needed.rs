//! What is needed for a setup: the pieces, and what counts as what.

use super::super::Setup;
use super::super::read::kit::DOMINO_SETS;
use super::super::which::{piece_in_words, rank_name};
use crate::kit::cards::rank_of;
use crate::kit::faces::Faces;
use crate::kit::{CARD_SUITS, Group, PieceKind, Shape};
use crate::registry::Entry;
use crate::text::{listed, number_in_words};

/// "You need …", with what pieces count as and which places stay empty.
pub(super) fn in_words(setup: &Setup) -> String {
    let needed: Vec<String> = setup.kit.iter().map(|group| group_in_words(setup, group)).collect();
    let mut words = format!("You need {}.", listed(&needed));
    for group in setup.kit.iter().filter(|group| !group.counts_as.words.is_empty()) {
        words.push(' ');
        words.push_str(&mapping_in_words(group, setup.game, setup.kit.len() > 1));
    }
    if !setup.empty.is_empty() {
        let names: Vec<String> = setup.empty.iter().map(|&cell| setup.places.cell_name(cell)).collect();
        let corner = super::places::corner_in_words(setup);
        words.push_str(&format!(" Leave {} empty{corner}.", listed(&names)));
    }
    words
}

/// "0 counts as A, 1 as B.", "Threes" as "3s": "3s count as aces, 4s as 2s."
fn mapping_in_words(group: &Group, game: &Entry, names_group: bool) -> String {
    let on = match (names_group, &group.kind) {
        (true, _) => format!("On the {}, ", group.plural()),
        (false, PieceKind::Dice { .. }) => "On the dice, ".to_string(),
        (false, _) => String::new(),
    };
    let cards = group.kind == PieceKind::Cards;
    let is_number = |text: &str| text.bytes().all(|letter| letter.is_ascii_digit());
    let ranks = |text: &str| rank_of(text).filter(|_| cards).map(|rank| several(rank as u8));
    let pair = |(printed, seen): &(String, String)| {
        let is_rank = ranks(printed).is_some() && game.faces == Faces::Cards;
        let seen = ranks(seen).filter(|_| is_rank).unwrap_or_else(|| seen.clone());
        (ranks(printed).unwrap_or_else(|| printed.clone()), seen)
    };
    let (same, other): (Vec<_>, Vec<_>) =
        group.counts_as.words.iter().partition(|(printed, seen)| printed == seen && is_number(printed));
    let pairs: Vec<(String, String)> = other.into_iter().map(pair).collect();
    let Some(((first, seen), rest)) = pairs.split_first() else {
        return format!("{on}everything counts as what is printed on it.");
    };
    let count = if first.ends_with('s') { "count" } else { "counts" };
    let rest: String = rest.iter().map(|(printed, seen)| format!(", {printed} as {seen}")).collect();
    // Cards of other ranks count as what they show where the game wants values.
    let by_rank = group.counts_as.words.iter().all(|(printed, _)| rank_of(printed).is_some());
    let is_part = cards
        && game.faces != Faces::Cards
        && by_rank
        && group.counts_as.words.len() < group.suits_and_ranks().1.len();
    let others = match (same.is_empty() && !is_part, cards) {
        (true, _) => "",
        (false, true) => "; all other cards count as their number",
        (false, false) => "; everything else counts as what is printed",
    };
    let sentence = format!("{on}{first} {count} as {seen}{rest}{others}.");
    let mut letters = sentence.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// Cards of a rank: "aces", "3s", "kings".
pub(super) fn several(rank: u8) -> String {
    format!("{}s", rank_name(rank))
}

fn group_in_words(setup: &Setup, group: &Group) -> String {
    let counted = group.counted(group.pieces.len());
    match &group.kind {
        PieceKind::Tokens => {
            let counts = group.tokens_of_each();
            let each = counts.first().map_or(0, |(_, count)| *count);
            let is_chosen =
                |(n, (colour, count)): (usize, &(u8, usize))| usize::from(*colour) != n + 1 || *count != each;
            // Beside other tokens the colours have to be named.
            let tokens = setup.kit.iter().filter(|group| group.kind == PieceKind::Tokens).count();
            let chosen = tokens > 1 || counts.iter().enumerate().any(is_chosen);
            let colours = match chosen {
                true => {
                    let of = |(colour, count): &(u8, usize)| {
                        format!("{count} of {}", setup.game.faces.write(*colour))
                    };
                    listed(&counts.iter().map(of).collect::<Vec<_>>())
                }
                false => format!("{each} of each of {} colours", counts.len()),
            };
            match (counts.as_slice(), setup.kit.len()) {
                ([(colour, _)], _) if chosen => format!("{counted} of {}", setup.game.faces.write(*colour)),
                ([_], _) => format!("{counted} of one colour"),
                (_, 1) => format!("{counted}, {colours}"),
                _ => format!("{counted} ({colours})"),
            }
        }
        PieceKind::Cards if whole_decks(group) > 0 => match whole_decks(group) {
            1 => format!("an ordinary deck of {counted}, without jokers"),
            decks => format!(
                "{} ordinary decks of 52 cards, {counted} in all, without jokers",
                number_in_words(decks as u64)
            ),
        },
        PieceKind::Cards if setup.kit.len() == 1 => format!("{counted}: {}", deck_in_words(group)),
        PieceKind::Cards => format!("{counted} ({})", deck_in_words(group)),
        PieceKind::Coins => format!("the {counted} of a piecepack"),
        PieceKind::Dominoes => {
            let greatest = group.pieces.iter().flat_map(|piece| &piece.faces).max().copied().unwrap_or(6);
            let name = DOMINO_SETS.iter().find(|(_, pips)| *pips == greatest).map_or("", |(name, _)| name);
            format!("a {name} set of {counted}")
        }
        PieceKind::Tiles { shape } => {
            let list: Vec<String> =
                group.pieces.iter().map(|piece| piece_in_words(piece, group, setup)).collect();
            // Only tiles are thought of as squares; cards and coins are not.
            let form = match *shape == Shape::SINGLE && !group.plural().ends_with("tiles") {
                true => String::new(),
                false => format!(" {}", shape_in_words(*shape)),
            };
            let form = if list.len() == 1 { form.replacen(" each", "", 1) } else { form };
            let sides = if group.has_backs() { "front and back: " } else { "" };
            format!("{counted}{form} ({sides}{})", pieces_in_words(&list))
        }
        PieceKind::Dice { count, faces } => {
            let dice = group.counted(*count as usize);
            let is_named =
                ["die", "dice"].iter().any(|word| group.name.split(' ').any(|part| part.contains(word)));
            let dice = if is_named { dice } else { format!("{dice}, dice") };
            let one = "(or one, rolled again and again)";
            if *faces == [1, 2, 3, 4, 5, 6] {
                return format!("{dice} of the usual kind, 1 to 6 {one}");
            }
            let low = faces.iter().min().copied().unwrap_or(0);
            let high = faces.iter().max().copied().unwrap_or(0);
            let in_order =
                faces.iter().enumerate().all(|(n, &face)| usize::from(face) == usize::from(low) + n);
            match in_order {
                true => format!("{dice} with faces {low} to {high} {one}"),
                false => {
                    let faces: Vec<String> = faces.iter().map(u8::to_string).collect();
                    format!("{dice} with faces {} {one}", listed(&faces))
                }
            }
        }
        PieceKind::Pawns { count } => group.counted(*count as usize),
    }
}

/// "AB AC BC"; where pieces come many times, how often: "8 of 0|5, 8 of 1|4".
fn pieces_in_words(list: &[String]) -> String {
    let runs: Vec<&[String]> = list.chunk_by(|one, next| one == next).collect();
    match runs.len() * 3 <= list.len() {
        true => runs.iter().map(|run| format!("{} of {}", run.len(), run[0])).collect::<Vec<_>>().join(", "),
        false => list.join(" "),
    }
}

/// How many decks these are that everybody has: four suits from the ace to the king. None where something is missing.
fn whole_decks(group: &Group) -> usize {
    let (mut suits, mut ranks) = group.suits_and_ranks();
    suits.sort_unstable();
    ranks.sort_unstable();
    match suits == [0, 1, 2, 3] && ranks.iter().copied().eq(1..=13) {
        true => group.pieces.len() / 52,
        false => 0,
    }
}

/// "4 suits from the ace to the 9", "two decks of hearts and clubs from the 3 to the king, without jokers".
fn deck_in_words(group: &Group) -> String {
    let (suits, ranks) = group.suits_and_ranks();
    let decks = group.pieces.len() / (suits.len() * ranks.len()).max(1);
    let first_ones = suits.iter().enumerate().all(|(n, &suit)| usize::from(suit) == n);
    let suits = match (first_ones, suits.len()) {
        (true, 4..) => format!("{} suits", suits.len()),
        _ => listed(&suits.iter().map(|&suit| CARD_SUITS[suit as usize].to_string()).collect::<Vec<_>>()),
    };
    let in_a_row = ranks.windows(2).all(|two| two[1] == two[0] + 1);
    let jokers = if ranks.contains(&13) { ", without jokers" } else { "" };
    let of_decks =
        if decks > 1 { format!("{} decks of ", number_in_words(decks as u64)) } else { String::new() };
    match ranks.as_slice() {
        [1] => format!("{of_decks}the aces of {suits}"),
        [one] => format!("{of_decks}the {}s of {suits}", rank_name(*one)),
        [first, .., last] if in_a_row => {
            format!("{of_decks}{suits} from the {} to the {}{jokers}", rank_name(*first), rank_name(*last))
        }
        ranks => {
            let ranks: Vec<String> = ranks.iter().map(|&rank| format!("the {}", rank_name(rank))).collect();
            format!("{of_decks}{suits}, of each {}{jokers}", listed(&ranks))
        }
    }
}

fn shape_in_words(shape: Shape) -> String {
    match shape {
        Shape::SINGLE => "of one square each".to_string(),
        Shape::PAIR => "of two squares each".to_string(),
        Shape::L => "of three squares each in the shape of an L, the corner named first".to_string(),
        Shape::SQUARE => {
            "of two by two spaces each, named down the left side and then down the right".to_string()
        }
        bar if bar.is_bar() => format!("of {} squares each in a row", number_in_words(bar.cells() as u64)),
        drawn => {
            let squares = number_in_words(drawn.cells() as u64);
            format!(
                "of {squares} squares each in the shape {}, named in reading order",
                drawn.drawing().join("/")
            )
        }
    }
}

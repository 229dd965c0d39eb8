//! What a setup file asks of a deal: `require`.

use super::super::super::condition::{A_FIRST_MOVE, Alike, Condition, Holds, Test, absence};
use super::super::super::tree::{Node, Table};
use super::super::super::{By, Change, Fault, Setup, Verb, WITH, With};
use super::super::board;
use super::printed;
use crate::WHOLE;
use crate::kit::CARD_SUITS;
use crate::kit::cards::{Card, rank_letter, rank_of};
use crate::kit::faces::Faces;
use crate::square::Square;
use crate::text::{did_you_mean, listed, quoted};

/// Conditions that every game knows.
const NO_EQUAL_NEIGHBOURS: &str = "no equal neighbours";
const ALL_DIFFERENT: &str = "all different";
const NONE: &str = "none";
const AT_LEAST: &str = "at least";
const AT_MOST: &str = "at most";

/// How often a fix is tried where the file does not say.
const TRIES: u32 = 10;
const MOST_TRIES: u32 = 100;

pub(super) fn read(node: &Node<'_>, setup: &Setup) -> Result<Verb, Fault> {
    let table = node.table(&["what", "of", "at", "count", "along", "by", "with", "tries"])?;
    let by = read_by(&table, setup)?;
    let what = table.need_as("what", || known(setup).join(", "))?;
    let name = what.text()?;
    let own = setup.game.requirements.iter().find(|requirement| requirement.name == name);
    let cause = setup.game.info.structures().find(|cause| WHOLE && absence(cause.name) == name);
    let condition = match (own, cause) {
        (Some(own), _) => Condition::of_game(own, setup),
        (None, Some(cause)) => Condition::without(cause, setup),
        (None, None) if name == A_FIRST_MOVE => Condition::with_a_first_move(),
        (None, None) => return Ok(Verb::Require { what: read_generic(&name, &what, &table, setup)?, by }),
    };
    refuse(&table, &["of", "at", "count", "along"], &name)?;
    if let Test::Structure(structure) = condition.test
        && matches!(by, By::Fix { .. })
        && !setup.game.info.structures().any(|cause| cause.name == structure && cause.on_squares)
    {
        let message = format!(
            "whether {} is seen of the board as a whole, so no piece can be said to be the one that hands change; expected 'dealing again' \
             or 'the kit'",
            match name.as_str() {
                A_FIRST_MOVE => "there is a first move".to_string(),
                _ => format!("there are {structure}"),
            }
        );
        return Err(table.get("by").unwrap_or(what).fault(message));
    }
    Ok(Verb::Require { what: condition, by })
}

/// Refuses keys that mean nothing for a condition.
fn refuse(table: &Table<'_>, keys: &[&str], name: &str) -> Result<(), Fault> {
    match keys.iter().find_map(|key| table.get(key).map(|node| (key, node))) {
        Some((key, node)) => Err(node.fault(format!("'{key}' has no meaning for {}", quoted(name)))),
        None => Ok(()),
    }
}

fn read_by(table: &Table<'_>, setup: &Setup) -> Result<By, Fault> {
    let word =
        table.need_word("by", &[("the kit", 0), ("dealing again", 1), ("swapping", 2), ("turning", 3)])?;
    let tries = table.get("tries").map_or(Ok(TRIES), |node| match node.number()? {
        tries @ 1..=MOST_TRIES => Ok(tries),
        tries => Err(node.fault(format!("{tries} tries, expected 1 to {MOST_TRIES}"))),
    })?;
    if let Some(node) = table.get("with").filter(|_| word != 2) {
        return Err(node.fault("'with' says what a piece is swapped with; it belongs to by = \"swapping\""));
    }
    if let Some(node) = table.get("tries").filter(|_| word < 2) {
        return Err(node.fault("'tries' belongs to by = \"swapping\" and by = \"turning\""));
    }
    let with = || format!("{WITH}, or one place: {}", setup.places.single_names());
    Ok(match word {
        0 => By::Kit,
        1 => By::DealingAgain,
        2 => By::Fix { change: Change::Swap(read_with(&table.need_as("with", with)?, setup)?), tries },
        _ => By::Fix { change: Change::Turn, tries },
    })
}

/// The piece that another is swapped with.
fn read_with(node: &Node<'_>, setup: &Setup) -> Result<With, Fault> {
    let text = node.text()?;
    let sides = [("right", (0, 1)), ("left", (0, -1)), ("below", (1, 0)), ("above", (-1, 0))];
    if let Some((_, (down, right))) = sides.iter().find(|(name, _)| *name == text) {
        return Ok(With::Side(*down, *right));
    }
    if text == "next" {
        return Ok(With::Next);
    }
    let square = Square::read_prefix(&text).filter(|(_, rest)| rest.is_empty()).map(|(square, _)| square);
    let cell = square.and_then(|square| setup.places.cell_of(square)).or_else(|| {
        let named = setup.places.named(&text).ok()?;
        // A stack is met by its top piece.
        (named.len() == 1).then(|| setup.places.list()[named[0]].cells().next_back()).flatten()
    });
    cell.map(With::Cell).ok_or_else(|| {
        node.fault(format!(
            "{} is nothing to swap with, expected {WITH}, or one place: {}",
            quoted(&text),
            setup.places.single_names()
        ))
    })
}

fn read_generic(name: &str, what: &Node<'_>, table: &Table<'_>, setup: &Setup) -> Result<Condition, Fault> {
    let mut keys = Vec::new();
    let cells = match table.get("at") {
        None => (0..setup.places.cells()).collect(),
        Some(node) => {
            keys.push(("at", node.as_toml()?));
            board::read_places(&node, &setup.places)?
        }
    };
    let at = match table.get("at") {
        None => "the board".to_string(),
        Some(node) if node.is_array() => {
            let items = node.items()?;
            let names = items.iter().map(|item| Ok(with_article(&item.text()?)));
            listed(&names.collect::<Result<Vec<_>, Fault>>()?)
        }
        Some(node) => with_article(&node.text()?),
    };
    let of = |keys: &mut Vec<(&'static str, String)>| -> Result<(Vec<u8>, String), Fault> {
        let node = table.need_as("of", || setup.game.faces.in_words(&symbols(setup)))?;
        keys.push(("of", node.as_toml()?));
        read_symbols(&node, setup)
    };
    let count = |keys: &mut Vec<(&'static str, String)>| -> Result<usize, Fault> {
        let count = table.need_as("count", || "how many".into())?.number()? as usize;
        keys.push(("count", count.to_string()));
        Ok(count)
    };
    let (test, broken_when) = match name {
        NO_EQUAL_NEIGHBOURS => {
            refuse(table, &["count"], name)?;
            let (alike, words) = read_alike(table, setup, &mut keys)?;
            let ([shows, show], words) = printed::alike(setup, alike, words);
            let along = table
                .get("along")
                .map(|node| node.word(&[("rows", true), ("columns", false)]))
                .transpose()?;
            if let Some(is_row) = along {
                keys.push(("along", quoted_toml(if is_row { "rows" } else { "columns" })));
            }
            let scopes = neighbours(setup, &cells, along);
            if scopes.is_empty() {
                return Err(what.fault("no two of these places are neighbours"));
            }
            let side = match along {
                None => "neighbours",
                Some(true) => "neighbours in a row",
                Some(false) => "neighbours in a column",
            };
            let there = if table.get("at").is_some() { format!(" {}", on(&at)) } else { String::new() };
            let what = match setup.places.has_stacks() {
                true => format!("a piece{there} {shows} the same {words} as the one on which it lies"),
                false => format!("two {side}{there} {show} the same {words}"),
            };
            (Test::Cells { scopes, holds: Holds::Differ(alike) }, format!("{what}{}", without(setup)))
        }
        ALL_DIFFERENT => {
            refuse(table, &["count", "along"], name)?;
            let (alike, words) = read_alike(table, setup, &mut keys)?;
            let ([_, show], words) = printed::alike(setup, alike, words);
            if cells.len() < 2 {
                return Err(what.fault("one place alone always differs; name several"));
            }
            let test = Test::Cells { scopes: vec![cells], holds: Holds::Differ(alike) };
            (test, format!("two pieces {} {show} the same {words}{}", on(&at), without(setup)))
        }
        NONE => {
            refuse(table, &["count", "along"], name)?;
            let (of, words) = of(&mut keys)?;
            let scopes = cells.into_iter().map(|cell| vec![cell]).collect();
            let test = Test::Cells { scopes, holds: Holds::Count { of, least: 0, most: 0 } };
            (test, format!("you see {words} {}", on(&at.replace(" and ", " or "))))
        }
        AT_LEAST | AT_MOST => {
            refuse(table, &["along"], name)?;
            let (of, words) = of(&mut keys)?;
            let count = count(&mut keys)?;
            if name == AT_LEAST && count > cells.len() {
                return Err(what.fault(format!("{count} cannot be there: {at} has {} cells", cells.len())));
            }
            if name == AT_LEAST && count == 0 {
                let node = table.get("count").unwrap_or(*what);
                return Err(node.fault("at least 0 are always there, expected 1 or more"));
            }
            let (least, most, how) = match name {
                AT_LEAST => (count, usize::MAX, "fewer"),
                _ => (0, count, "more"),
            };
            let test = Test::Cells { scopes: vec![cells], holds: Holds::Count { of, least, most } };
            // "hearts" and "kings" are several by themselves, "A" and "0" are not.
            let is_plural = |word: &str| word.split(" (").next().is_some_and(|word| word.ends_with('s'));
            let of = if words.split(" or ").all(is_plural) { "" } else { "of " };
            let seen = match (name, count) {
                (AT_LEAST, 1) => format!("no {words}"),
                (AT_MOST, 0) => words,
                (_, 1) => format!("{how} than one {}", singular(&words)),
                _ => format!("{how} than {count} {of}{words}"),
            };
            (test, format!("you see {seen} {}", on(&at)))
        }
        _ => return Err(what.fault(unknown(name, setup))),
    };
    Ok(Condition { name: name.into(), keys, broken_when, test })
}

fn quoted_toml(text: &str) -> String {
    format!("\"{text}\"")
}

/// One of them: "ace" of "aces", "2" of "2"; what stands in brackets behind it stays.
fn singular(words: &str) -> String {
    let one = |word: &str| {
        let (name, remark) =
            word.split_once(" (").map_or((word, String::new()), |(name, rest)| (name, format!(" ({rest}")));
        format!("{}{remark}", name.strip_suffix('s').unwrap_or(name))
    };
    words.split(" or ").map(one).collect::<Vec<_>>().join(" or ")
}

/// "on the board", "in the top row", "on b2", "in the stock".
fn on(place: &str) -> String {
    let in_line = place.split(' ').any(|word| word == "row" || word == "column");
    if in_line { format!("in {place}") } else { format!("on {place}") }
}

/// "row 2" needs no article, "top row" does.
fn with_article(place: &str) -> String {
    let lower = place.to_lowercase();
    if lower == "all" {
        return "the board".into();
    }
    // A place that is the only one of its kind ("the stock"), unlike a square or a numbered one.
    if lower.chars().all(|c| c.is_ascii_alphabetic()) {
        return format!("the {lower}");
    }
    let ends_named = ["top row", "bottom row", "left column", "right column"].contains(&lower.as_str());
    let family = lower.ends_with('s');
    if ends_named || family { format!("the {lower}") } else { lower }
}

/// The names of all conditions that the game knows, each in quotes.
fn known(setup: &Setup) -> Vec<String> {
    known_names(setup).iter().map(|name| quoted(name)).collect()
}

/// Everything that a setup of this game can require, by name.
pub(in crate::setup) fn known_names(setup: &Setup) -> Vec<String> {
    let generic = [NO_EQUAL_NEIGHBOURS, ALL_DIFFERENT, NONE, AT_LEAST, AT_MOST, A_FIRST_MOVE];
    let own = setup.game.requirements.iter().map(|requirement| requirement.name.to_string());
    let causes = setup.game.info.structures().map(|cause| absence(cause.name));
    generic.iter().map(ToString::to_string).chain(own).chain(causes).collect()
}

fn unknown(name: &str, setup: &Setup) -> String {
    let known = known(setup);
    let hint = did_you_mean(name, known.iter().map(|name| name.trim_matches('\'')));
    format!("{} is nothing that can be required, expected {}{hint}", quoted(name), known.join(", "))
}

/// When two symbols are alike, and what they then share.
fn read_alike(
    table: &Table<'_>,
    setup: &Setup,
    keys: &mut Vec<(&'static str, String)>,
) -> Result<(Alike, &'static str), Fault> {
    let cards = setup.game.faces == Faces::Cards;
    let words = match setup.game.faces {
        Faces::Cards => vec![("suit", (Alike::Suit, "suit")), ("rank", (Alike::Value, "rank"))],
        Faces::Colours => vec![("colour", (Alike::Same, "colour"))],
        Faces::Values { .. } => vec![("value", (Alike::Same, "value"))],
    };
    match table.get("of") {
        None if cards => {
            let place = table.need("what")?;
            Err(place.fault("no two cards are the same: say of = \"suit\" or of = \"rank\""))
        }
        None => Ok(words[0].1),
        Some(node) => {
            keys.push(("of", node.as_toml()?));
            node.word(&words)
        }
    }
}

/// Pairs of cells that touch; on boards with stacks, pieces that lie on each other.
fn neighbours(setup: &Setup, cells: &[usize], along: Option<bool>) -> Vec<Vec<usize>> {
    let places = &setup.places;
    let stack = |cell: usize| places.list().iter().position(|place| place.cells().contains(&cell));
    let mut pairs = Vec::new();
    for (n, &one) in cells.iter().enumerate() {
        for &other in &cells[n + 1..] {
            let near = match places.has_stacks() {
                true => one.abs_diff(other) == 1 && stack(one) == stack(other),
                false => {
                    let same_row = places.spot(one).0 == places.spot(other).0;
                    places.touch(one, other) && along.is_none_or(|is_row| is_row == same_row)
                }
            };
            if near {
                pairs.push(vec![one.min(other), one.max(other)]);
            }
        }
    }
    pairs
}

/// Which pieces do not count because they are taken off the board.
fn without(setup: &Setup) -> String {
    let off = setup.game.info.taken_off.as_ref();
    off.map_or_else(String::new, |off| format!(" ({} do not count)", printed::taken_off(setup, off.what)))
}

/// All symbols that can lie on this board.
pub(in crate::setup) fn symbols(setup: &Setup) -> Vec<u8> {
    let is_there =
        |&symbol: &u8| setup.game.faces.is_symbol(symbol) && (setup.game.takes)(symbol, &setup.parameters);
    (0..=u8::MAX).filter(is_there).collect()
}

/// Symbols of the game by name: a colour, a value, a card, all of a suit or rank; or a list of those.
fn read_symbols(node: &Node<'_>, setup: &Setup) -> Result<(Vec<u8>, String), Fault> {
    let items = if node.is_array() { node.items()? } else { vec![*node] };
    let all = symbols(setup);
    let (mut symbols, mut words) = (Vec::new(), Vec::new());
    for item in items {
        let text = if item.is_text() { item.text()? } else { item.number()?.to_string() };
        let found = symbols_of(&text, &all, setup);
        if let (Some(taken_off), Some((one, _))) = (&setup.game.info.taken_off, &found)
            && let [symbol] = one.as_slice()
            && (setup.game.seen)(*symbol) != *symbol
            && rank_of(&text).is_none()
            && text != taken_off.what
        {
            let what = taken_off.what;
            return Err(item.fault(format!(
                "the {what} leave holes that all look the same, so one of them cannot be asked for; say of = \"{what}\""
            )));
        }
        let (found, word) = found.ok_or_else(|| {
            let example = match all.iter().filter_map(|&symbol| Card::from_symbol(symbol)).next_back() {
                Some(card) if setup.game.faces == Faces::Cards => {
                    let suit = CARD_SUITS[usize::from(card.suit())];
                    format!("; also a suit ('{suit}') or a rank ('{}')", rank_letter(card.rank()))
                }
                _ => String::new(),
            };
            let allowed = setup.game.faces.in_words(&all);
            item.fault(format!("{} is not on this board, expected {allowed}{example}", quoted(&text)))
        })?;
        words.push(printed::named(setup, &found, &word));
        symbols.extend(found.into_iter().map(setup.game.seen));
    }
    match symbols.is_empty() {
        true => Err(node.fault("nothing is named here")),
        false => Ok((symbols, words.join(" or "))),
    }
}

fn symbols_of(text: &str, all: &[u8], setup: &Setup) -> Option<(Vec<u8>, String)> {
    if setup.game.faces == Faces::Cards {
        let cards = |test: &dyn Fn(Card) -> bool| -> Vec<u8> {
            all.iter().copied().filter(|&symbol| Card::from_symbol(symbol).is_some_and(test)).collect()
        };
        let some = |found: Vec<u8>, word: String| (!found.is_empty()).then_some((found, word));
        let suit = CARD_SUITS.iter().position(|suit| *suit == text || suit.strip_suffix('s') == Some(text));
        if let Some(suit) = suit {
            // What is taken off leaves a hole, and a hole has no suit.
            let stays = |card: Card| (setup.game.seen)(card.symbol()) == card.symbol();
            let found = cards(&|card| card.suit() == suit as u8 && stays(card));
            return some(found, format!("{}{}", CARD_SUITS[suit], without(setup)));
        }
        let named = [("aces", 1), ("jacks", 11), ("queens", 12), ("kings", 13)];
        let rank = named.iter().find(|(name, _)| *name == text).map(|(_, rank)| *rank);
        if let Some(rank) = rank.or_else(|| rank_of(text).map(|rank| rank as u8)) {
            let word = match named.iter().find(|(_, number)| *number == rank) {
                Some((name, _)) => name.to_string(),
                None => format!("{}s", rank_letter(rank)),
            };
            return some(cards(&|card| card.rank() == rank), word);
        }
    }
    let symbol = setup.game.faces.read(text).filter(|faces| faces.len() == 1).map(|faces| faces[0])?;
    let word = setup.game.faces.write(symbol);
    all.contains(&symbol).then_some((vec![symbol], word))
}

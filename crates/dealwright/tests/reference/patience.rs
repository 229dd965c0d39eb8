//! Black Hole, Golf and Klondike a second time, on lists of cards as text.
//!
//! A position is a list of parts with bars between them: the stacks in the order of the ID, then what else changes. The base and the waste are
//! only a rank in Black Hole and Golf, where suits never matter.

const RANKS: &str = "A23456789TJQK";

type Found = Vec<(String, String)>;

fn rank(card: &str) -> i32 {
    RANKS.find(&card[..1]).unwrap() as i32 + 1
}

fn split(cards: &str) -> Vec<String> {
    (0..cards.len() / 2).map(|n| cards[2 * n..2 * n + 2].to_string()).collect()
}

fn parts(position: &str) -> Vec<Vec<String>> {
    position.split('|').map(split).collect()
}

fn joined(stacks: &[Vec<String>], rest: &[String]) -> String {
    let stacks = stacks.iter().map(|stack| stack.concat());
    stacks.chain(rest.iter().cloned()).collect::<Vec<_>>().join("|")
}

/// The highest rank of a deck.
fn highest(layout: &str) -> i32 {
    split(&layout.replace('/', "")).iter().map(|card| rank(card)).max().unwrap()
}

pub fn blackhole_start(layout: &str) -> String {
    format!("{}|A", layout.replace('/', "|"))
}

pub fn blackhole(layout: &str, position: &str) -> Found {
    let (stacks, base) = position.rsplit_once('|').unwrap();
    let (stacks, ranks) = (parts(stacks), highest(layout));
    let mut found = Vec::new();
    for n in 0..stacks.len() {
        let Some(top) = stacks[n].last() else { continue };
        let apart = (rank(top) - rank(base)).abs();
        if apart == 1 || apart == ranks - 1 {
            let mut next = stacks.clone();
            next[n].pop();
            found.push((top.clone(), joined(&next, &[top[..1].to_string()])));
        }
    }
    found
}

pub fn is_bare(position: &str, stacks: usize) -> bool {
    position.split('|').take(stacks).all(str::is_empty)
}

/// The columns, how many cards were turned up, and the rank on top of the waste.
pub fn golf_start(layout: &str) -> String {
    let (columns, stock) = layout.rsplit_once('/').unwrap();
    format!("{}|1|{}", columns.replace('/', "|"), &stock[..1])
}

pub fn golf(layout: &str, rules: &[String], position: &str) -> Found {
    let has = |rule: &str| rules.iter().any(|other| other == rule);
    let (columns, stock) = layout.rsplit_once('/').unwrap();
    let stock = split(stock);
    let count = columns.split('/').count();
    let words: Vec<&str> = position.split('|').collect();
    let stacks: Vec<Vec<String>> = words[..count].iter().map(|cards| split(cards)).collect();
    let (turned, waste) = (words[count].parse::<usize>().unwrap(), words[count + 1]);
    let ranks = highest(layout);
    let mut found = Vec::new();
    if is_bare(position, count) {
        return found;
    }
    for n in 0..count {
        let Some(top) = stacks[n].last() else { continue };
        let apart = (rank(top) - rank(waste)).abs();
        let fits = apart == 1 || has("wrap") && apart == ranks - 1;
        if fits && !(has("kings-closed") && rank(waste) == ranks) {
            let mut next = stacks.clone();
            next[n].pop();
            found.push((top.clone(), joined(&next, &[turned.to_string(), top[..1].to_string()])));
        }
    }
    if turned < stock.len() {
        let next = joined(&stacks, &[(turned + 1).to_string(), stock[turned][..1].to_string()]);
        found.push(("draw".into(), next));
    }
    found
}

/// Columns with a dot before the cards that are face up, the stock with the card that is drawn next first, the waste with its top card
/// last, the foundations, and how often the waste was turned over.
pub fn klondike_start(layout: &str) -> String {
    let (columns, stock) = layout.rsplit_once('/').unwrap();
    let column = |cards: &str| format!("{}.{}", &cards[..cards.len() - 2], &cards[cards.len() - 2..]);
    let columns: Vec<String> = columns.split('/').map(column).collect();
    format!("{}|{stock}||{}|0", columns.join("|"), "0,0,0,0")
}

#[derive(Clone)]
struct Klondike {
    columns: Vec<(Vec<String>, Vec<String>)>,
    stock: Vec<String>,
    waste: Vec<String>,
    up: Vec<i32>,
    over: usize,
}

fn klondike_read(position: &str) -> Klondike {
    let words: Vec<&str> = position.split('|').collect();
    let (columns, rest) = words.split_at(words.len() - 4);
    let column = |text: &&str| {
        let (down, up) = text.split_once('.').unwrap();
        (split(down), split(up))
    };
    Klondike {
        columns: columns.iter().map(column).collect(),
        stock: split(rest[0]),
        waste: split(rest[1]),
        up: rest[2].split(',').map(|up| up.parse().unwrap()).collect(),
        over: rest[3].parse().unwrap(),
    }
}

fn klondike_written(game: &Klondike) -> String {
    let columns = game.columns.iter().map(|(down, up)| format!("{}.{}", down.concat(), up.concat()));
    let up: Vec<String> = game.up.iter().map(ToString::to_string).collect();
    let rest = [game.stock.concat(), game.waste.concat(), up.join(","), game.over.to_string()];
    columns.chain(rest).collect::<Vec<_>>().join("|")
}

fn suit(card: &str) -> usize {
    "SHDC".find(&card[1..]).unwrap()
}

fn red(card: &str) -> bool {
    card.ends_with('H') || card.ends_with('D')
}

pub fn klondike_solved(layout: &str, position: &str) -> bool {
    klondike_read(position).up.iter().sum::<i32>() as usize == layout.replace('/', "").len() / 2
}

pub fn klondike(layout: &str, rules: &[String], position: &str) -> Found {
    if klondike_solved(layout, position) {
        return Vec::new();
    }
    let has = |rule: &str| rules.iter().any(|other| other == rule);
    let most: Option<usize> = rules.iter().find_map(|rule| rule.strip_prefix("redeals-")?.parse().ok());
    let ranks = highest(layout);
    let game = klondike_read(position);
    let mut found = Vec::new();
    let fits = |game: &Klondike, card: &str, to: usize| match game.columns[to].1.last() {
        Some(top) => rank(top) == rank(card) + 1 && red(top) != red(card),
        None => rank(card) == ranks,
    };
    let mut turn_up = |mut next: Klondike, text: String| {
        for (down, up) in &mut next.columns {
            if up.is_empty() {
                up.extend(down.pop());
            }
        }
        found.push((text, klondike_written(&next)));
    };
    for from in 0..game.columns.len() {
        let run = game.columns[from].1.clone();
        for at in 0..run.len() {
            for to in (0..game.columns.len()).filter(|to| *to != from && fits(&game, &run[at], *to)) {
                let mut next = game.clone();
                next.columns[from].1.truncate(at);
                next.columns[to].1.extend_from_slice(&run[at..]);
                turn_up(next, format!("{}-{}", run[at], to + 1));
            }
        }
        if let Some(top) = run.last().filter(|top| game.up[suit(top)] + 1 == rank(top)) {
            let mut next = game.clone();
            next.columns[from].1.pop();
            next.up[suit(top)] += 1;
            turn_up(next, format!("{top}-0"));
        }
    }
    if let Some(top) = game.waste.last() {
        let mut without = game.clone();
        without.waste.pop();
        for to in (0..game.columns.len()).filter(|to| fits(&game, top, *to)) {
            let mut next = without.clone();
            next.columns[to].1.push(top.clone());
            turn_up(next, format!("{top}-{}", to + 1));
        }
        if game.up[suit(top)] + 1 == rank(top) {
            without.up[suit(top)] += 1;
            turn_up(without, format!("{top}-0"));
        }
    }
    for suit in (0..4).filter(|suit| game.up[*suit] > 0 && !has("no-worry")) {
        let rank = game.up[suit] as usize;
        let card = format!("{}{}", &RANKS[rank - 1..rank], &"SHDC"[suit..suit + 1]);
        for to in (0..game.columns.len()).filter(|to| fits(&game, &card, *to)) {
            let mut next = game.clone();
            next.up[suit] -= 1;
            next.columns[to].1.push(card.clone());
            turn_up(next, format!("{card}-{}", to + 1));
        }
    }
    let mut next = game.clone();
    if !game.stock.is_empty() {
        let drawn = if has("draw-1") { 1 } else { 3 }.min(game.stock.len());
        next.waste.extend(next.stock.drain(..drawn));
        turn_up(next, "draw".into());
    } else if !game.waste.is_empty() && most.is_none_or(|most| game.over < most) {
        next.stock = std::mem::take(&mut next.waste);
        next.over += usize::from(most.is_some());
        turn_up(next, "draw".into());
    }
    found
}

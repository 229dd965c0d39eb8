//! Parts of dead patiences that are stuck by themselves: relaxing cards never makes a deal harder, all cards kept it is the deal itself, and what
//! is found is what plain searches say.
#![allow(clippy::unwrap_used, clippy::panic)]

mod random_challenges;

use dealwright::Game;
use dealwright::Puzzle;
use dealwright::explain::core;
use dealwright::games::blackhole::BlackHole;
use dealwright::games::golf::Golf;
use dealwright::games::klondike::Klondike;
use dealwright::id::{read_rules, split};
use dealwright::rng::Stream;
use dealwright::search::{self, Limits, Verdict};
use dealwright::square::Square;
use std::collections::{BTreeSet, HashSet};

fn game<G: Game>(id: &str) -> G {
    let parts = split(id).unwrap();
    G::read(&read_rules(&parts.rules, G::INFO.rules).unwrap(), parts.layout).unwrap()
}

/// Tries the laws of relaxing on one deal; says how many cards its core has, if it is dead.
fn laws<G: Game>(id: &str, random: &mut Stream) -> Option<usize> {
    let (game, limits): (G, _) = (game(id), Limits::default());
    let plain = search::bfs(&game, &limits).verdict;
    let pieces = game.pieces();
    assert_eq!(game.is_solvable_with(&pieces, &limits), plain, "{id}");
    assert_eq!(game.is_solvable_with(&[], &limits), Verdict::Solvable, "{id}");
    let mut kept = pieces;
    let mut before = plain;
    while !kept.is_empty() {
        kept.swap_remove(random.below(kept.len() as u32) as usize);
        let now = game.is_solvable_with(&kept, &limits);
        assert!(before != Verdict::Solvable || now == Verdict::Solvable, "{id}: {kept:?}");
        before = now;
    }
    let found = core(&game, &limits);
    if plain == Verdict::Solvable {
        assert_eq!(found, Err("it is not dead".into()), "{id}");
        return None;
    }
    let found = found.unwrap();
    assert!(found.minimal, "{id}");
    assert_eq!(game.is_solvable_with(&found.squares, &limits), Verdict::Unsolvable, "{id}");
    for n in 0..found.squares.len() {
        let mut fewer = found.squares.clone();
        fewer.remove(n);
        assert_eq!(
            game.is_solvable_with(&fewer, &limits),
            Verdict::Solvable,
            "{id} without {}",
            found.squares[n]
        );
    }
    Some(found.squares.len())
}

fn cores(name: &str, mut one: impl FnMut(u64, &mut Stream) -> Option<usize>) {
    let mut random = Stream::new(&["cores", name], 0);
    let found: Vec<usize> = (0..150).filter_map(|n| one(n, &mut random)).collect();
    assert!(found.len() > 15, "{name}: {}", found.len());
    assert!(found.iter().all(|cards| *cards > 0), "{name}");
}

#[test]
fn cores_of_black_hole_keep_the_laws() {
    for (suits, ranks, holds) in [(1, 8, 2), (2, 7, 3), (2, 5, 4)] {
        cores("blackhole", |n, random| {
            laws::<BlackHole>(
                &format!("blackhole:{}", random_challenges::blackhole(n, suits, ranks, holds)),
                random,
            )
        });
    }
}

#[test]
fn cores_of_golf_keep_the_laws_under_every_rule() {
    for rules in ["", ".wrap", ".kings-closed"] {
        cores("golf", |n, random| {
            laws::<Golf>(&format!("golf{rules}:{}", random_challenges::golf(n, [2, 6], [3, 3])), random)
        });
    }
}

#[test]
fn cores_of_klondike_keep_the_laws_under_every_rule() {
    for rules in ["", ".draw-1", ".redeals-1", ".no-worry", ".draw-1.redeals-0.no-worry"] {
        cores("klondike", |n, random| {
            laws::<Klondike>(&format!("klondike{rules}:{}", random_challenges::klondike(n, 2, 6, 4)), random)
        });
    }
}

#[test]
fn cores_are_found_from_positions_in_the_middle_of_a_game() {
    fn along<G: Game>(id: &str, random: &mut Stream) -> usize {
        let game: G = game(id);
        let limits = Limits::default();
        let (mut state, mut dead) = (game.start(), 0);
        for _ in 0..12 {
            let there = game.starting_at(&state).unwrap();
            let verdict = search::bfs(&there, &limits).verdict;
            assert_eq!(there.is_solvable_with(&there.pieces(), &limits), verdict, "{id}");
            // With one card relaxed another way of looking is used than with none.
            if let Some((_, rest)) = there.pieces().split_first() {
                let relaxed = there.is_solvable_with(rest, &limits);
                assert!(verdict != Verdict::Solvable || relaxed == Verdict::Solvable, "{id}");
            }
            if verdict == Verdict::Unsolvable {
                let found = core(&there, &limits).unwrap();
                assert!(found.minimal && !found.squares.is_empty(), "{id}");
                dead += 1;
            }
            let mut moves = Vec::new();
            game.moves(&state, &mut moves);
            let Some(&mv) = random.choose(&moves) else { break };
            game.play(&mut state, mv);
        }
        dead
    }
    let mut random = Stream::new(&["cores", "middle"], 0);
    let mut dead = [0; 3];
    for n in 0..30 {
        dead[0] += along::<BlackHole>(
            &format!("blackhole:{}", random_challenges::blackhole(n, 2, 7, 3)),
            &mut random,
        );
        dead[1] +=
            along::<Golf>(&format!("golf:{}", random_challenges::golf(n, [2, 6], [3, 3])), &mut random);
        dead[2] +=
            along::<Klondike>(&format!("klondike:{}", random_challenges::klondike(n, 2, 5, 3)), &mut random);
    }
    assert!(dead.iter().all(|dead| *dead > 10), "{dead:?}");
}

/// A card as its rank and the place of its suit in SHDC.
type Card = (usize, usize);

/// A Klondike with some cards relaxed, on lists of cards. Relaxed cards lie beside the table, each with what lies on it.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Table {
    columns: Vec<(Vec<Card>, Vec<Card>)>,
    beside: Vec<(Card, Vec<Card>)>,
    up: BTreeSet<Card>,
    waste: Vec<Card>,
    stock: Vec<Card>,
}

fn cards(text: &str) -> Vec<Card> {
    let places = |n: usize, of: &str| of.find(&text[n..=n]).unwrap();
    (0..text.len() / 2).map(|n| (places(2 * n, "A23456789TJQK") + 1, places(2 * n + 1, "SHDC"))).collect()
}

fn fits(upper: Card, lower: Card) -> bool {
    let red = |card: Card| card.1 == 1 || card.1 == 2;
    lower.0 == upper.0 + 1 && red(lower) != red(upper)
}

impl Table {
    fn new(layout: &str, relaxed: &[Card]) -> Self {
        let mut columns: Vec<Vec<Card>> = layout.split('/').map(cards).collect();
        let stock = columns.pop().unwrap();
        let lying = columns.into_iter().map(|column| {
            let mut down: Vec<Card> = column.into_iter().filter(|card| !relaxed.contains(card)).collect();
            let up = down.pop();
            (down, up.into_iter().collect())
        });
        let beside = relaxed.iter().map(|card| (*card, Vec::new())).collect();
        Self { columns: lying.collect(), beside, up: BTreeSet::new(), waste: Vec::new(), stock }
    }

    /// Every position after one move.
    fn next(&self, ranks: usize, relaxed: &[Card], kept: &[Card]) -> Vec<Self> {
        let mut all = Vec::new();
        // Piles that something can be taken from, and put onto: columns first, then what lies beside.
        let piles = self.columns.len() + self.beside.len();
        fn pile(table: &mut Table, n: usize) -> &mut Vec<Card> {
            let columns = table.columns.len();
            if n < columns { &mut table.columns[n].1 } else { &mut table.beside[n - columns].1 }
        }
        let takes = |n: usize, card: Card| {
            let mut table = self.clone();
            match (pile(&mut table, n).last(), n.checked_sub(self.columns.len())) {
                (Some(last), _) => fits(card, *last),
                (None, Some(beside)) => fits(card, self.beside[beside].0),
                (None, None) => card.0 == ranks,
            }
        };
        let may_go_up = |card: Card| {
            kept.iter().all(|other| other.1 != card.1 || other.0 >= card.0 || self.up.contains(other))
        };
        let mut add = |mut table: Self| {
            for (down, up) in &mut table.columns {
                if up.is_empty() {
                    up.extend(down.pop());
                }
            }
            all.push(table);
        };
        for from in 0..piles {
            let run = pile(&mut self.clone(), from).clone();
            for at in 0..run.len() {
                for to in (0..piles).filter(|to| *to != from && takes(*to, run[at])) {
                    let mut table = self.clone();
                    pile(&mut table, from).truncate(at);
                    pile(&mut table, to).extend_from_slice(&run[at..]);
                    add(table);
                }
            }
            if let Some(&last) = run.last().filter(|last| may_go_up(**last)) {
                let mut table = self.clone();
                pile(&mut table, from).pop();
                table.up.insert(last);
                add(table);
            }
        }
        let tops =
            self.up.iter().filter(|card| !self.up.iter().any(|other| other.1 == card.1 && other.0 > card.0));
        let of_waste = self.waste.last();
        for (card, is_up) in tops.map(|card| (*card, true)).chain(of_waste.map(|card| (*card, false))) {
            let mut without = self.clone();
            match is_up {
                true => assert!(without.up.remove(&card)),
                false => assert!(without.waste.pop().is_some()),
            }
            if relaxed.contains(&card) {
                add(without);
                continue;
            }
            for to in (0..piles).filter(|to| takes(*to, card)) {
                let mut table = without.clone();
                pile(&mut table, to).push(card);
                add(table);
            }
            if !is_up && may_go_up(card) {
                without.up.insert(card);
                add(without);
            }
        }
        let mut table = self.clone();
        match table.stock.is_empty() {
            true => table.stock = std::mem::take(&mut table.waste),
            false => table.waste.extend(table.stock.drain(..3.min(table.stock.len()))),
        }
        add(table);
        all
    }
}

#[test]
fn relaxed_klondike_is_what_a_plain_search_on_lists_says() {
    let mut verdicts = [0; 2];
    for n in 0..250 {
        let (suits, ranks, columns) = [(2, 4, 2), (1, 5, 2), (2, 5, 4)][n as usize % 3];
        let layout = random_challenges::klondike(n, suits, ranks, columns);
        let all = cards(&layout.replace('/', ""));
        let mut random = Stream::new(&["relaxed klondike"], n);
        let relaxed: Vec<Card> = all.iter().copied().filter(|_| random.below(6) == 0).collect();
        let kept: Vec<Card> = all.iter().copied().filter(|card| !relaxed.contains(card)).collect();
        let start = Table::new(&layout, &relaxed);
        let (mut seen, mut todo) = (HashSet::from([start.clone()]), vec![start]);
        let mut plainly = false;
        while let Some(table) = todo.pop() {
            if table.up.len() == kept.len() {
                plainly = true;
                break;
            }
            todo.extend(
                table.next(ranks, &relaxed, &kept).into_iter().filter(|next| seen.insert(next.clone())),
            );
        }
        let game: Klondike = game(&format!("klondike:{layout}"));
        let board = game.board(&game.start());
        let squares: Vec<Square> = game
            .pieces()
            .into_iter()
            .filter(|square| !relaxed.contains(&cards(&board.space(*square).unwrap().face)[0]))
            .collect();
        let found = game.is_solvable_with(&squares, &Limits::default());
        let expected = if plainly { Verdict::Solvable } else { Verdict::Unsolvable };
        assert_eq!(found, expected, "{layout}, relaxed {relaxed:?}");
        verdicts[usize::from(plainly)] += 1;
    }
    assert!(verdicts.iter().all(|number| *number > 25), "{verdicts:?}");
}

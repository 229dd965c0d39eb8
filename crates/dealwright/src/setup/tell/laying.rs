//! How pieces are put onto the board, in words.

use super::super::plan::Fact;
use super::super::{Along, Lay, Order, Setup};
use super::pieces::in_order;
use super::places::{self, squares};
use super::{Known, shuffle_round};
use crate::kit::Group;

/// A step that lays pieces, and what is known when it comes.
pub(super) struct Laying<'a> {
    pub setup: &'a Setup,
    pub group: usize,
    pub fact: &'a Fact,
    pub lay: &'a Lay,
    /// What each pile is called.
    pub names: Vec<String>,
    /// The pieces of each pile, from the top, if nothing is shuffled.
    pub found: &'a [Vec<usize>],
    /// Places that other pieces took before.
    pub slots_used: usize,
    pub known: Known,
}

impl Laying<'_> {
    fn group(&self) -> &Group {
        &self.setup.kit[self.group]
    }

    /// Places that it takes.
    pub fn slots(&self) -> usize {
        if self.lay.along == Along::Slots { self.fact.before.pieces } else { 0 }
    }

    pub fn in_words(&self) -> String {
        let (lay, group) = (self.lay, self.group());
        let verb = if lay.deal { "Deal" } else { "Lay" };
        let face_up = if group.is_two_sided() { "" } else { " face up" };
        let pieces = self.fact.before.pieces;
        let what = match self.pile_order() {
            Some(order) => order,
            None if pieces == 1 => format!("the {}", group.singular()),
            None => format!("the {}", group.counted(pieces)),
        };
        let sentence = if lay.along == Along::Slots {
            self.on_places(verb, &what, face_up)
        } else if let Some(round) = self.first_round() {
            format!(
                "Take {}, {} {} them{face_up}; repeat this until {} used up. Fill {}.",
                self.taken_from_piles(),
                shuffle_round(self.setup.shuffling.shuffle, &group.counted(round)),
                verb.to_lowercase(),
                if self.found.len() == 1 { "the pile is" } else { "the piles are" },
                self.way()
            )
        } else {
            format!("{verb} {what},{face_up}, into {}.", self.way()).replace(",,", ",")
        };
        [Some(sentence), self.part_of_board(), self.order()]
            .into_iter()
            .flatten()
            .collect::<Vec<_>>()
            .join(" ")
    }

    fn way(&self) -> String {
        way(self.setup, self.lay.along, self.fact.free_cells)
    }

    /// Pieces of the first round, where rounds are shuffled.
    fn first_round(&self) -> Option<usize> {
        let round = self.found.iter().map(|pile| pile.len().min(self.lay.at_a_time)).sum();
        (self.lay.piles == Order::InShuffledRounds && round > 1).then_some(round)
    }

    fn taken_from_piles(&self) -> String {
        let some = if self.lay.at_a_time == 1 { "one".to_string() } else { self.lay.at_a_time.to_string() };
        let each = if self.found.len() == 1 { "the pile" } else { "each pile" };
        format!("{some} from the top of {each}")
    }

    /// How several piles are used up; nothing for one.
    fn pile_order(&self) -> Option<String> {
        let (group, piles) = (self.group(), &self.names);
        let at_a_time = match self.lay.at_a_time {
            1 => format!("one {}", group.singular()),
            n => group.counted(n),
        };
        if self.lay.piles == Order::InShuffledRounds && self.first_round().is_some() {
            let each = if piles.len() < 2 { "the pile" } else { "each pile" };
            return Some(format!("the rounds ({each} gives {at_a_time}, these are shuffled)"));
        }
        let [first, _, ..] = piles.as_slice() else { return None };
        Some(match self.lay.piles {
            Order::InOrder => format!("one pile after the other ({})", piles.join(", then ")),
            Order::InTurn | Order::InShuffledRounds => {
                format!(
                    "{at_a_time} at a time from the piles in turn ({}, then {first} again)",
                    piles.join(", ")
                )
            }
        })
    }

    /// Pieces that go to listed places.
    fn on_places(&self, verb: &str, what: &str, face_up: &str) -> String {
        let (setup, lay, group) = (self.setup, self.lay, self.group());
        let used = self.slots_used..self.slots_used + self.slots();
        if !lay.layers.is_empty() {
            let layers: Vec<String> = lay.layers.iter().map(ToString::to_string).collect();
            return format!(
                "Turn the {} face up and build the mountain in {} layers of {}, from the ground up, each layer centred on \
                 the one below{}.",
                group.plural(),
                layers.len(),
                crate::text::listed(&layers),
                if self.known.turned { "" } else { ", each tile the way round it is named" }
            );
        }
        let filled: usize = setup.slots[used.clone()].iter().flat_map(|slot| slot.0.iter().flatten()).count();
        let end = match filled == setup.grid.cells() {
            true => format!(" They fill {}.", area(setup, filled)),
            false => String::new(),
        };
        format!("{verb} {what}{face_up} {}.{end}", places::in_words(setup, group, used, self.known.turned))
    }

    /// Which part of the board is filled, where places stay free.
    fn part_of_board(&self) -> Option<String> {
        let (setup, lay) = (self.setup, self.lay);
        let free = self.fact.free_cells;
        let used = self.slots_used..self.slots_used + self.slots();
        let cells = match lay.along {
            Along::Slots if !lay.layers.is_empty() => return None,
            Along::Slots => setup.slots[used].iter().flat_map(|slot| slot.0.iter().flatten()).count(),
            Along::Rows(_) | Along::Columns(_) => self.fact.before.pieces,
        };
        let they = if self.fact.before.pieces == 1 { "It fills" } else { "They fill" };
        match cells {
            cells if cells < free => Some(format!("{they} {cells} of {free} {}squares.", self.still_free())),
            // The whole board is told by the places.
            _ if free == setup.grid.cells() || lay.along != Along::Slots => None,
            cells => Some(format!("{they} the last {} free.", squares(cells))),
        }
    }

    fn still_free(&self) -> &'static str {
        if self.fact.free_cells == self.setup.grid.cells() { "" } else { "free " }
    }

    /// The order of pieces that chance has not put into one.
    fn order(&self) -> Option<String> {
        if self.known.shuffled {
            return None;
        }
        let group = self.group();
        if self.first_round().is_some() {
            let mut names = self.names.iter().map(String::as_str);
            let pile = |pile: &Vec<usize>| {
                let name = names.next().filter(|name| !name.is_empty()).unwrap_or("the pile");
                in_order(self.setup, self.group, pile).map(|order| format!("{name} {order}"))
            };
            let piles: Vec<String> = self.found.iter().filter_map(pile).collect();
            let piles = (!piles.is_empty()).then(|| piles.join("; "))?;
            return Some(format!("The piles themselves are not shuffled; from the top: {piles}."));
        }
        let sequence = self.lay.sequence(self.found, |_| {});
        let order = in_order(self.setup, self.group, &sequence)?;
        Some(format!("The {} are not shuffled: lay them in this order: {order}.", group.plural()))
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

/// The way over the free part of the board.
pub(super) fn way(setup: &Setup, along: Along, free_cells: usize) -> String {
    let area = area(setup, free_cells);
    let (sweep, lines, ends) = match along {
        Along::Rows(sweep) => (sweep, ["row", "top", "bottom"], ["left", "right"]),
        Along::Columns(sweep) => (sweep, ["column", "left", "right"], ["top", "bottom"]),
        Along::Slots => return area,
    };
    let (last_first, backwards) = match along {
        Along::Rows(_) => (sweep.from_bottom, sweep.from_right),
        _ => (sweep.from_right, sweep.from_bottom),
    };
    let [line, first, last] = lines;
    let begin = if last_first { last } else { first };
    let [mut from, mut to] = ends;
    if backwards {
        (from, to) = (to, from);
    }
    match sweep.to_and_fro {
        false => format!("{area}: {line} by {line} from the {begin}, each from {from} to {to}"),
        true => format!(
            "{area}: {line} by {line} from the {begin}, to and fro: the first from {from} to {to}, the next from {to} to {from}, \
             and so on"
        ),
    }
}

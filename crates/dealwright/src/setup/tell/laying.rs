//! How pieces are put onto the board, in words.

use super::super::plan::Fact;
use super::super::{Along, FaceUp, Lay, Order, Setup, Sweep};
use super::pieces::in_order;
use super::places::{self, squares};
use super::{Known, shuffle_round};
use crate::kit::Group;
use crate::text::listed;

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
    pub known: Known,
}

impl Laying<'_> {
    fn group(&self) -> &Group {
        &self.setup.kit[self.group]
    }

    /// Squares of the slots that it fills.
    fn squares_of_slots(&self) -> usize {
        self.fact.slots.iter().flat_map(|&slot| self.setup.slots[slot].0.iter().flatten()).count()
    }

    pub fn in_words(&self) -> String {
        let (lay, group) = (self.lay, self.group());
        let verb = if lay.deal { "Deal" } else { "Lay" };
        let face_up = match lay.face {
            _ if group.is_two_sided() => "",
            FaceUp::All => " face up",
            FaceUp::None => " face down",
            FaceUp::Top => " face down but for the last one on each place, which lies face up",
        };
        let pieces = self.fact.laid;
        let is_part = pieces < self.fact.before.pieces;
        let what = match self.pile_order() {
            Some(order) => order,
            None if is_part && pieces == 1 => format!("one {}", group.singular()),
            None if is_part => group.counted(pieces),
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
            let into = match lay.along {
                Along::Places(_) | Along::Rounds(_) => "onto",
                _ => "into",
            };
            // What follows brings its own comma.
            let (what, face_up) = match face_up.is_empty() {
                true => (what.as_str(), String::new()),
                false => (what.trim_end_matches(','), format!(",{face_up},")),
            };
            format!("{verb} {what}{face_up} {into} {}.", self.way())
        };
        [Some(sentence), self.part_of_board(), self.order()]
            .into_iter()
            .flatten()
            .collect::<Vec<_>>()
            .join(" ")
    }

    fn way(&self) -> String {
        way(self.setup, self.lay.along, &self.lay.to, self.fact)
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
        let laid = self.fact.laid;
        let is_part = laid < self.fact.before.pieces;
        let counted = group.counted(laid);
        if laid == 1 && is_part {
            return Some(format!("one {} from the pile of {first}", group.singular()));
        }
        // Names that have commas themselves are told apart by another sign.
        let sign = if piles.iter().any(|name| name.contains(',')) { ";" } else { "," };
        let one_after_the_other = || piles.join(&format!("{sign} then "));
        Some(match self.lay.piles {
            Order::InOrder if is_part => {
                format!("{counted}, one pile after the other ({}),", one_after_the_other())
            }
            Order::InOrder => format!("one pile after the other ({})", one_after_the_other()),
            Order::InTurn | Order::InShuffledRounds => {
                let piles = piles.join(&format!("{sign} "));
                let piles = format!("from the piles in turn ({piles}{sign} then {first} again)");
                match is_part {
                    true if self.lay.at_a_time == 1 => format!("{counted}, one at a time {piles}"),
                    true => format!("{counted}, {} at a time {piles}", self.lay.at_a_time),
                    false => format!("{at_a_time} at a time {piles}"),
                }
            }
        })
    }

    /// Pieces that go to listed places.
    fn on_places(&self, verb: &str, what: &str, face_up: &str) -> String {
        let (setup, lay, group) = (self.setup, self.lay, self.group());
        if !lay.layers.is_empty() {
            let layers: Vec<String> = lay.layers.iter().map(ToString::to_string).collect();
            return format!(
                "Turn the {} face up and build the mountain in {} layers of {}, from the ground up, each layer centred on \
                 the one below{}.",
                group.plural(),
                layers.len(),
                listed(&layers),
                if self.known.turned { "" } else { ", each tile the way round it is named" }
            );
        }
        let filled = self.squares_of_slots();
        let end = match filled + setup.empty.len() == setup.places.cells() {
            true => format!(" They fill {}.", area(setup, filled)),
            false => String::new(),
        };
        format!(
            "{verb} {what}{face_up} {}.{end}",
            places::in_words(setup, group, &self.fact.slots, self.known.turned)
        )
    }

    /// Which part of the board is filled, where places stay free.
    fn part_of_board(&self) -> Option<String> {
        let (setup, lay) = (self.setup, self.lay);
        let free = self.fact.free_cells;
        let cells = match lay.along {
            Along::Slots if !lay.layers.is_empty() => return None,
            Along::Slots => self.squares_of_slots(),
            // Stacks are told by their names.
            _ if setup.places.has_stacks() || !lay.to.is_empty() => return None,
            _ => self.fact.laid,
        };
        let they = if self.fact.laid == 1 { "It fills" } else { "They fill" };
        match cells {
            cells if cells < free => Some(format!("{they} {cells} of {free} {}squares.", self.still_free())),
            // The whole board is told by the places.
            _ if self.is_whole() || lay.along != Along::Slots => None,
            cells => Some(format!(
                "{they} the {} that {} left.",
                squares(cells),
                if cells == 1 { "is" } else { "are" }
            )),
        }
    }

    fn still_free(&self) -> &'static str {
        if self.is_whole() { "" } else { "free " }
    }

    /// Whether nothing lies on the board yet.
    fn is_whole(&self) -> bool {
        self.fact.free_cells + self.setup.empty.len() == self.setup.places.cells()
    }

    /// The order of pieces that chance has not put into one.
    fn order(&self) -> Option<String> {
        if self.known.shuffled || self.known.arranged {
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
        let mut sequence = self.lay.sequence(self.found, |_| {});
        sequence.truncate(self.fact.laid);
        let order = in_order(self.setup, self.group, &sequence)?;
        Some(format!("The {} are not shuffled: lay them in this order: {order}.", group.plural()))
    }
}

/// Where single pieces go: "4 rows of 6", or what is still free.
fn area(setup: &Setup, free_cells: usize) -> String {
    let (rows, columns) = (setup.places.rows, setup.places.columns);
    match (rows, free_cells + setup.empty.len() == setup.places.cells()) {
        (_, false) => format!("the {free_cells} free places of {rows} rows of {columns}"),
        (_, true) if !setup.empty.is_empty() => {
            format!("the {free_cells} squares that do not stay empty")
        }
        _ if !setup.places.is_rectangle() => format!("the {free_cells} places of the board"),
        (1, true) => format!("one row of {columns}"),
        (_, true) => format!("{rows} rows of {columns}"),
    }
}

/// The way over the free part of the board.
pub(super) fn way(setup: &Setup, along: Along, to: &[String], fact: &Fact) -> String {
    // Some of the named places may be filled already.
    let free = match fact.room < fact.named && !setup.places.has_stacks() {
        true if fact.room == 1 => "the free place of ".to_string(),
        true => format!("the {} free places of ", fact.room),
        false => String::new(),
    };
    if let Some(line) = over_a_line(setup, along, to) {
        return format!("{free}{line}");
    }
    let area = match to {
        [] => area(setup, fact.free_cells),
        to => format!("{free}{}", places::named(setup, to)),
    };
    let (sweep, lines, ends) = match along {
        Along::Rows(sweep) => (sweep, ["row", "top", "bottom"], ["left", "right"]),
        Along::Columns(sweep) => (sweep, ["column", "left", "right"], ["top", "bottom"]),
        Along::Slots => return area,
        Along::Places(sweep) | Along::Rounds(sweep) => return over_places(setup, along, to, fact, sweep),
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
    // One line alone is not the first of several.
    let is_one = match along {
        Along::Rows(_) => setup.places.rows == 1,
        _ => setup.places.columns == 1,
    };
    if is_one {
        return format!("{area}, from {from} to {to}");
    }
    match sweep.to_and_fro {
        false => format!("{area}: {line} by {line} from the {begin}, each from {from} to {to}"),
        true => format!(
            "{area}: {line} by {line} from the {begin}, to and fro: the first from {from} to {to}, the next from {to} to {from}, \
             and so on"
        ),
    }
}

/// The way over one row or one column that is named.
fn over_a_line(setup: &Setup, along: Along, to: &[String]) -> Option<String> {
    let [name] = to else { return None };
    let (Along::Rows(sweep) | Along::Columns(sweep)) = along else { return None };
    let is_line = |word: &str| name.to_lowercase().split(' ').any(|part| part == word);
    let ends = match (is_line("row"), is_line("column")) {
        (true, _) if sweep.from_right => "from right to left",
        (true, _) => "from left to right",
        (_, true) if sweep.from_bottom => "from bottom to top",
        (_, true) => "from top to bottom",
        _ => return None,
    };
    Some(format!("{}, {ends}", places::named(setup, to)))
}

/// How named places are filled.
fn over_places(setup: &Setup, along: Along, to: &[String], fact: &Fact, sweep: Sweep) -> String {
    let places = places::named(setup, to);
    let from = if sweep.from_right { "right" } else { "left" };
    // Squares are filled as they are named.
    if !setup.places.has_stacks() {
        let places = if to.is_empty() { "the squares in reading order".into() } else { places };
        let order = if sweep.from_right { "from the last to the first" } else { "in this order" };
        return format!("{places}, one onto each {order}");
    }
    // How many come onto each, in the order in which they are named.
    let list = setup.places.list();
    let onto = |place: usize| fact.cells.iter().filter(|cell| list[place].cells().contains(cell)).count();
    let numbers = setup.named_places(to).unwrap_or_default();
    let filled: Vec<(usize, usize)> =
        numbers.iter().map(|&place| (place, onto(place))).filter(|(_, pieces)| *pieces > 0).collect();
    let name = |place: usize| places::named(setup, std::slice::from_ref(&list[place].name));
    let same = filled.windows(2).all(|two| two[0].1 == two[1].1);
    let each = filled.first().map_or(0, |(_, pieces)| *pieces);
    let all = filled.len() == numbers.len();
    let counted = || {
        let mut filled = filled.clone();
        if sweep.from_right && matches!(along, Along::Places(_)) {
            filled.reverse();
        }
        let first =
            filled.first().map_or(String::new(), |&(place, pieces)| format!("{pieces} onto {}", name(place)));
        let others = filled.iter().skip(1).map(|&(place, pieces)| format!("{pieces} onto {}", name(place)));
        listed(&std::iter::once(first).chain(others).collect::<Vec<_>>())
    };
    match (along, filled.as_slice()) {
        (_, [(place, _)]) if all || filled.len() == 1 => name(*place),
        (Along::Rounds(_), _) => {
            let turning = match sweep.to_and_fro {
                true => "; begin each round at the end where the last one stopped",
                false => "",
            };
            let rounds = match (same && all, each) {
                (true, 1) => return format!("{places}, one onto each, from the {from}"),
                (true, each) => format!(", {each} rounds{turning}"),
                (false, _) => {
                    format!(", round after round{turning}; pass over places that have theirs: {}", counted())
                }
            };
            format!("{places}, one onto each in turn from the {from}{rounds}")
        }
        _ if same && all && each == 1 => format!("{places}, one onto each, from the {from}"),
        _ if same && all => format!("{places}, {each} onto each before the next, from the {from}"),
        _ => format!("{places}, one place after the other from the {from}: {}", counted()),
    }
}

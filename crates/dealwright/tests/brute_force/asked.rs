//! What is asked of a deal, read anew from the words of the file, and what hands do about it.

use super::Fixing;
use super::table::{Hands, Held};
use dealwright::kit::CARD_SUITS;
use dealwright::kit::faces::Faces;
use dealwright::setup::{By, Change, Condition, Setup, Verb, With};

/// The cells of each place that goes by a name.
pub fn places_called(setup: &Setup, name: &str) -> Vec<Vec<usize>> {
    let name = name.trim().to_lowercase();
    let places = setup.places.list();
    let cells = |test: &dyn Fn(usize) -> bool| -> Vec<Vec<usize>> {
        (0..places.len()).filter(|&n| test(n)).map(|n| places[n].cells().collect()).collect()
    };
    let square = |n: usize| setup.places.square(places[n].first);
    let (ranks, files): (Vec<u8>, Vec<u8>) =
        (0..places.len()).map(|n| (square(n).rank, square(n).file)).unzip();
    let found = match name.as_str() {
        "all" => cells(&|_| true),
        "top row" => cells(&|n| square(n).rank == *ranks.iter().max().unwrap()),
        "bottom row" => cells(&|n| square(n).rank == *ranks.iter().min().unwrap()),
        "left column" => cells(&|n| square(n).file == *files.iter().min().unwrap()),
        "right column" => cells(&|n| square(n).file == *files.iter().max().unwrap()),
        name if setup.places.has_stacks() => cells(&|n| places[n].name == name || places[n].family == name),
        name => {
            if let Some(rank) = name.strip_prefix("row ") {
                cells(&|n| square(n).rank.to_string() == rank)
            } else if let Some(file) = name.strip_prefix("column ") {
                cells(&|n| square(n).to_string().starts_with(file))
            } else {
                cells(&|n| places[n].name == name || places[n].family == name)
            }
        }
    };
    assert!(!found.is_empty(), "{name}");
    found
}

/// The words of a value as it stands in the file: a text, a number, or a list of them.
fn words(value: &str) -> Vec<String> {
    let inner = value.trim_start_matches('[').trim_end_matches(']');
    inner.split(',').map(|word| word.trim().trim_matches('"').to_string()).collect()
}

struct Asked<'a> {
    setup: &'a Setup,
    what: &'a Condition,
}

impl Asked<'_> {
    fn key(&self, name: &str) -> Option<Vec<String>> {
        self.what.keys.iter().find(|(key, _)| *key == name).map(|(_, value)| words(value))
    }

    fn cells(&self) -> Vec<usize> {
        let named = self.key("at").unwrap_or(vec!["all".into()]);
        // A square that two names share is one square.
        let mut cells: Vec<usize> = Vec::new();
        for cell in named.iter().flat_map(|name| places_called(self.setup, name).concat()) {
            if !cells.contains(&cell) {
                cells.push(cell);
            }
        }
        cells
    }

    /// Whether a symbol is one of those that are named. A hole is an ace that was taken off, and of no suit.
    fn is_named(&self, symbol: u8) -> bool {
        self.key("of").unwrap().iter().any(|word| match self.setup.game.faces {
            Faces::Values { .. } => symbol.to_string() == *word,
            Faces::Colours => ((b'A' + symbol - 1) as char).to_string() == *word && symbol > 0,
            Faces::Cards => {
                let (suit, rank) = (usize::from(symbol >> 4), symbol & 15);
                let letters = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "T", "J", "Q", "K"];
                match word.as_str() {
                    "aces" | "A" => symbol == 0 || rank == 1,
                    word if CARD_SUITS.contains(&word) => symbol != 0 && CARD_SUITS[suit] == word,
                    word if letters.contains(&word) => symbol != 0 && letters[usize::from(rank) - 1] == word,
                    word => {
                        let sign = ["S", "H", "D", "C"][suit];
                        symbol != 0 && format!("{}{sign}", letters[usize::from(rank) - 1]) == word
                    }
                }
            }
        })
    }

    /// What of a symbol must differ; nothing of a hole.
    fn part(&self, symbol: u8) -> Option<u8> {
        match (self.setup.game.faces, self.key("of").as_deref()) {
            (Faces::Cards, _) if symbol == 0 => None,
            (Faces::Cards, Some([of])) if of == "suit" => Some(symbol >> 4),
            (Faces::Cards, Some([of])) if of == "rank" => Some(symbol & 15),
            (Faces::Cards, of) => panic!("{of:?}"),
            // What stays empty is not like anything.
            _ => Some(symbol).filter(|symbol| self.setup.game.empty != Some(*symbol)),
        }
    }

    /// The cell whose piece hands would do something about; none where all is well.
    fn culprit(&self, hands: &Hands<'_>) -> Option<usize> {
        let (board, dice) = hands.shown();
        let cells = self.cells();
        let count = || self.key("count").unwrap()[0].parse::<usize>().unwrap();
        match self.what.name.as_str() {
            "no equal neighbours" => {
                let places = &self.setup.places;
                let along = self.key("along").map(|along| along[0].clone());
                for (n, &one) in cells.iter().enumerate() {
                    for &other in &cells[n + 1..] {
                        let (a, b) = (places.square(one), places.square(other));
                        let beside = a.rank == b.rank && a.file.abs_diff(b.file) == 1;
                        let above = a.file == b.file && a.rank.abs_diff(b.rank) == 1;
                        let in_stack = || {
                            let in_one = |place: &&dealwright::places::Place| {
                                place.cells().contains(&one) && place.cells().contains(&other)
                            };
                            one.abs_diff(other) == 1 && places.list().iter().any(|place| in_one(&place))
                        };
                        let near = match (places.has_stacks(), along.as_deref()) {
                            (true, _) => in_stack(),
                            (false, None) => beside || above,
                            (false, Some("rows")) => beside,
                            (false, Some(_)) => above,
                        };
                        let part = self.part(board[one]);
                        if near && part.is_some() && part == self.part(board[other]) {
                            return Some(one.max(other));
                        }
                    }
                }
                None
            }
            "all different" => {
                (1..cells.len()).map(|n| (n, self.part(board[cells[n]]))).find_map(|(n, part)| {
                    let before = cells[..n].iter().any(|&cell| self.part(board[cell]) == part);
                    (part.is_some() && before).then_some(cells[n])
                })
            }
            "none" => cells.into_iter().find(|&cell| self.is_named(board[cell])),
            "at most" => cells.into_iter().filter(|&cell| self.is_named(board[cell])).nth(count()),
            "at least" => {
                let there = cells.iter().filter(|&&cell| self.is_named(board[cell])).count();
                let other = || cells.iter().copied().find(|&cell| !self.is_named(board[cell])).unwrap();
                (there < count()).then(other)
            }
            name => {
                if let Some(own) = self.setup.game.requirements.iter().find(|own| own.name == name) {
                    let scopes = (own.scopes)(&self.setup.parameters);
                    let breaks = |scope: &&Vec<usize>| {
                        !(own.holds)(&scope.iter().map(|&cell| board[cell]).collect::<Vec<_>>())
                    };
                    return scopes.iter().find(breaks).map(|scope| *scope.iter().min().unwrap());
                }
                let challenge = self.setup.build(&board, &dice).unwrap();
                let is = |structure: &str| {
                    let bare = structure.strip_prefix("a ").unwrap_or(structure);
                    match name {
                        "a first move" => structure == dealwright::explain::NO_FIRST_MOVE,
                        name => name.strip_prefix("no ") == Some(bare),
                    }
                };
                let cause = challenge.reasons().into_iter().find(|cause| is(cause.name))?;
                let places = &self.setup.places;
                let on = |&cell: &usize| cause.squares.contains(&places.square(cell));
                let far = |cell: usize, square: &dealwright::square::Square| {
                    let own = places.square(cell);
                    own.file.abs_diff(square.file) as usize + own.rank.abs_diff(square.rank) as usize
                };
                // A priest stands beside the board: the piece next to it is meant.
                let near = |cell: &usize| cause.squares.iter().map(|square| far(*cell, square)).min();
                Some(
                    (0..places.cells())
                        .find(on)
                        .unwrap_or_else(|| (0..places.cells()).min_by_key(near).unwrap()),
                )
            }
        }
    }
}

/// What lies on a cell.
#[derive(Clone, Copy, PartialEq)]
enum On {
    Piece(usize),
    Die(usize),
}

impl Hands<'_> {
    /// Looks at the board as the steps say, and puts right what is put right by hand. False where it is dealt again.
    pub fn settle(&mut self, fixing: &mut Fixing) -> bool {
        let setup = self.setup;
        let asked = || {
            setup.steps.iter().filter_map(move |step| match &step.verb {
                Verb::Require { what, by } => Some((Asked { setup, what }, by)),
                _ => None,
            })
        };
        for (what, by) in asked() {
            let By::Fix { change, tries } = by else {
                if what.culprit(self).is_some() {
                    assert!(*by == By::DealingAgain, "the kit does not see to '{}'", what.what.name);
                    return false;
                }
                continue;
            };
            let mut tried = 0;
            while let Some(cell) = what.culprit(self) {
                if tried == *tries || !self.change(cell, change, fixing) {
                    return false;
                }
                tried += 1;
                fixing.looks += 1;
            }
        }
        // What was put right last may have broken what was looked at before.
        asked().all(|(what, by)| {
            let holds = what.culprit(self).is_none();
            assert!(holds || *by != By::Kit, "the kit does not see to '{}'", what.what.name);
            holds
        })
    }

    fn on(&self, cell: usize) -> Option<On> {
        let piece = self.board.iter().position(|lain| lain.at.contains(&Some(cell)));
        let die = || self.dice_on_cells.iter().position(|(own, _)| *own == cell).map(On::Die);
        piece.map(On::Piece).or_else(die)
    }

    fn change(&mut self, cell: usize, change: &Change, fixing: &mut Fixing) -> bool {
        let Some(one) = self.on(cell) else { return false };
        match change {
            Change::Turn => {
                let On::Piece(piece) = one else { return false };
                let held = self.board[piece].held;
                let ways = self.setup.kit[held.group].turns.len();
                let now = self.look(held, held.way);
                let next = (1..ways).map(|n| (held.way + n) % ways).find(|&way| self.look(held, way) != now);
                let Some(way) = next else { return false };
                self.board[piece].held.way = way;
                fixing.turns += 1;
            }
            Change::Swap(with) => {
                let other = match with {
                    With::Cell(cell) => self.on(*cell),
                    With::Next => Some(match one {
                        On::Piece(n) => On::Piece((n + 1) % self.board.len()),
                        On::Die(n) => On::Die((n + 1) % self.dice_on_cells.len()),
                    }),
                    With::Side(down, right) => {
                        let (down, right) = (i32::from(*down), i32::from(*right));
                        self.beside(cell, one, down, right).or_else(|| self.beside(cell, one, -down, -right))
                    }
                };
                match (one, other) {
                    (On::Piece(a), Some(On::Piece(b))) if a != b && self.are_alike(a, b) => {
                        let (first, second): (Held, Held) = (self.board[a].held, self.board[b].held);
                        (self.board[a].held, self.board[b].held) = (second, first);
                    }
                    (On::Die(a), Some(On::Die(b))) if a != b => {
                        let (first, second) = (self.dice_on_cells[a].1, self.dice_on_cells[b].1);
                        (self.dice_on_cells[a].1, self.dice_on_cells[b].1) = (second, first);
                    }
                    _ => return false,
                }
                fixing.swaps += 1;
            }
        }
        true
    }

    /// Whether two pieces have the same shape.
    fn are_alike(&self, a: usize, b: usize) -> bool {
        let shape = |n: usize| self.setup.kit[self.board[n].held.group].shape();
        shape(a) == shape(b)
    }

    /// The first other piece on the way from a cell; none where the way ends before.
    fn beside(&self, cell: usize, one: On, down: i32, right: i32) -> Option<On> {
        let places = &self.setup.places;
        let from = places.square(cell);
        let (mut rank, mut file) = (i32::from(from.rank), i32::from(from.file));
        loop {
            (rank, file) = (rank - down, file + right);
            let here = |&cell: &usize| {
                let square = places.square(cell);
                (i32::from(square.rank), i32::from(square.file)) == (rank, file)
            };
            let other = self.on((0..places.cells()).find(here)?)?;
            if other != one {
                return Some(other);
            }
        }
    }
}

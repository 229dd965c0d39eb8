//! All different boards of a setup, each once, by number.
//!
//! Where the board falls into blocks whose pieces can be told apart by what is seen of them, a board is a list of digits:
//! for each seat the kind of its piece and the way it looks. Boards are numbered in the order of these lists, so a walk
//! over any run of numbers needs no memory of what came before, and no board comes twice. Where it does not, and there are
//! few outcomes, all of them are listed.

use crate::dealing::Dice;
use crate::setup::count::blocks::Blocks;
use crate::setup::deal::Dealer;
use crate::setup::enumerate::{Outcome, Outcomes};
use std::collections::BTreeMap;

/// Outcomes that are listed at most where boards cannot be numbered.
const MOST_LISTED: u128 = 1_000_000;

/// All different boards of a setup.
pub struct Boards<'a> {
    pub(super) dealer: &'a Dealer<'a>,
    pub(super) space: Space,
    /// How many there are; those that break a requirement and are dealt again are among them.
    pub total: u128,
}

pub(super) enum Space {
    /// Digits for every seat.
    Numbered(Numbered),
    /// The symbols of each board, one after the other.
    Listed { symbols: Vec<u8> },
}

/// Boards as lists of digits.
pub(super) struct Numbered {
    pub seats: Vec<BoardSeat>,
    /// For each block how many pieces there are of each kind.
    pub counts: Vec<Vec<usize>>,
    /// For each block how many ways each kind looks.
    looks: Vec<Vec<usize>>,
}

/// A seat and what its digits stand for.
pub(super) struct BoardSeat {
    pub block: usize,
    pub cells: Vec<usize>,
    pub digits: Vec<Digit>,
}

/// A piece of a kind that lies in one way.
pub(super) struct Digit {
    pub kind: usize,
    /// What the player sees of it.
    pub seen: Vec<u8>,
    /// The symbols of a piece that is seen so.
    raw: Vec<u8>,
}

/// Boards that are too many to be numbered or listed; how many outcomes there are, if that is known.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TooMany(pub Option<u128>);

impl<'a> Boards<'a> {
    /// The boards of a setup.
    pub fn new(dealer: &'a Dealer<'a>) -> Result<Self, TooMany> {
        // What is put right by hand may lie where shuffling alone brings nothing.
        if dealer.fixes_add_nothing()
            && let Some(blocks) = Blocks::of(dealer)
        {
            let total = u128::try_from(blocks.arrangements()).map_err(|_| TooMany(None))?;
            return Ok(Self { dealer, space: Space::Numbered(numbered(dealer, &blocks)), total });
        }
        Self::listed(dealer)
    }

    /// The same by looking at all outcomes.
    pub fn listed(dealer: &'a Dealer<'a>) -> Result<Self, TooMany> {
        let outcomes = Outcomes::new(dealer).ok_or(TooMany(None))?;
        if outcomes.total > MOST_LISTED {
            return Err(TooMany(Some(outcomes.total)));
        }
        let seen = dealer.setup.game.seen;
        let mut boards: BTreeMap<Vec<u8>, Vec<u8>> = BTreeMap::new();
        // Where hands that build got stuck there is no board.
        let is_board = |outcome: &Outcome| outcome.accepted || dealer.plan.build.is_none();
        for outcome in outcomes.iter().filter(is_board) {
            let mut raw = outcome.cells;
            let shown: Vec<u8> = raw.iter().map(|&symbol| seen(symbol)).collect();
            let dice = dice_places(dealer).flat_map(|(_, name, _)| outcome.dice.get(name).unwrap_or(&[]));
            let dice: Vec<u8> = dice.copied().collect();
            raw.extend(&dice);
            boards.entry([shown, dice].concat()).or_insert(raw);
        }
        let total = boards.len() as u128;
        Ok(Self { dealer, space: Space::Listed { symbols: boards.into_values().flatten().collect() }, total })
    }

    /// Symbols of a board, dice that are rolled for the game included.
    pub(super) fn length(&self) -> usize {
        let dice: usize = dice_places(self.dealer).map(|(_, _, count)| count).sum();
        self.dealer.setup.places.cells() + dice
    }

    /// A board on which nothing lies yet.
    pub(super) fn blank(&self) -> Vec<u8> {
        let mut symbols = self.dealer.plan.blank.clone();
        symbols.resize(self.length(), 0);
        symbols
    }

    /// A walk over all boards from a number on.
    pub fn walk(&'a self, from: u128) -> Walk<'a> {
        let mut symbols = self.blank();
        let (mut digits, mut left) = (Vec::new(), Vec::new());
        if let Space::Numbered(numbered) = &self.space
            && from < self.total
        {
            left = numbered.counts.clone();
            digits = numbered.digits(from, &mut left);
            (0..digits.len()).for_each(|seat| numbered.show(seat, digits[seat], &mut symbols));
        }
        Walk { boards: self, next: from, is_first: true, symbols, digits, left }
    }

    /// What lies on the cells of a board, and the dice.
    pub fn cells_and_dice<'s>(&self, symbols: &'s [u8]) -> (&'s [u8], Dice) {
        let (cells, rest) = symbols.split_at(self.dealer.setup.places.cells());
        let mut dice = Vec::new();
        let mut first = 0;
        for (_, name, count) in dice_places(self.dealer) {
            dice.push((name, rest[first..first + count].to_vec()));
            first += count;
        }
        (cells, Dice(dice))
    }
}

/// The lists of dice that are rolled for the game: where each begins among all dice of the game, its name, its dice.
fn dice_places<'a>(dealer: &'a Dealer<'_>) -> impl Iterator<Item = (usize, &'static str, usize)> + 'a {
    let mut first = 0;
    let lists = dealer.setup.game.info.dice.iter().map(move |list| {
        let begin = first;
        first += list.count;
        (begin, list.name, list.count)
    });
    lists.filter(|(_, name, _)| dealer.plan.dice.iter().any(|roll| roll.list.name == *name))
}

fn numbered(dealer: &Dealer<'_>, blocks: &Blocks) -> Numbered {
    let cells = dealer.setup.places.cells();
    // Blocks have a place for every die of the game; boards only for those that are rolled.
    let mut place = cells;
    let mut die_at = BTreeMap::new();
    for (begin, _, count) in dice_places(dealer) {
        for n in 0..count {
            die_at.insert(cells + begin + n, place);
            place += 1;
        }
    }
    let mut found = Numbered { seats: Vec::new(), counts: Vec::new(), looks: Vec::new() };
    for (number, block) in blocks.blocks.iter().enumerate() {
        found.counts.push(block.counts.clone());
        found.looks.push(block.views[0].iter().map(|views| views.len()).collect());
        for seat in &block.seats {
            let kinds = block.views[seat.sort].iter().enumerate();
            let digits = kinds.flat_map(|(kind, views)| views.iter().map(move |seen| (kind, seen)));
            let digit = |(kind, seen): (usize, &Vec<u8>)| Digit {
                kind,
                seen: seen.clone(),
                raw: raw_look(dealer, &seat.cells, seen).unwrap_or_else(|| seen.clone()),
            };
            found.seats.push(BoardSeat {
                block: number,
                digits: digits.map(digit).collect(),
                cells: seat.cells.iter().map(|cell| die_at.get(cell).copied().unwrap_or(*cell)).collect(),
            });
        }
    }
    found
}

/// The symbols of some piece that is seen so on the seat with these cells; none for dice, whose faces are what they show.
fn raw_look(dealer: &Dealer<'_>, cells: &[usize], seen: &[u8]) -> Option<Vec<u8>> {
    let plan = &dealer.plan;
    let seat = plan.seats.iter().find(|seat| seat.cells.iter().map(|(_, cell)| cell).eq(cells))?;
    let on_seat = |look: &Vec<u8>| -> Option<Vec<u8>> {
        seat.cells.iter().map(|&(of_piece, _)| look.get(of_piece).copied()).collect()
    };
    let looks = plan.looks.iter().flat_map(|looks| looks.iter().filter_map(on_seat));
    let alike =
        |raw: &Vec<u8>| raw.iter().map(|&symbol| (dealer.setup.game.seen)(symbol)).eq(seen.iter().copied());
    looks.into_iter().find(alike)
}

impl Numbered {
    /// How many ways there are to fill the seats from one on with the pieces that are left. It fits: all boards do.
    fn ways(&self, from: usize, left: &[Vec<usize>]) -> u128 {
        let ways = |block: usize| {
            let seats = self.seats[from..].iter().filter(|seat| seat.block == block).count();
            crate::setup::arrange::sequences(&left[block], &self.looks[block], seats)
        };
        let all: num_bigint::BigUint = (0..left.len()).map(ways).product();
        u128::try_from(all).unwrap_or(u128::MAX)
    }

    /// The digits of a board; what it uses is taken from `left`.
    fn digits(&self, mut number: u128, left: &mut [Vec<usize>]) -> Vec<u16> {
        let mut digits = Vec::with_capacity(self.seats.len());
        for (n, seat) in self.seats.iter().enumerate() {
            let mut kind_ways: Option<(usize, u128)> = None;
            for (digit, of) in seat.digits.iter().enumerate() {
                if left[seat.block][of.kind] == 0 {
                    continue;
                }
                left[seat.block][of.kind] -= 1;
                let ways = match kind_ways {
                    Some((kind, ways)) if kind == of.kind => ways,
                    _ => self.ways(n + 1, left),
                };
                kind_ways = Some((of.kind, ways));
                if number < ways {
                    digits.push(digit as u16);
                    break;
                }
                number -= ways;
                left[seat.block][of.kind] += 1;
            }
        }
        digits
    }

    /// Puts what a digit stands for onto the cells of its seat.
    pub fn show(&self, seat: usize, digit: u16, symbols: &mut [u8]) {
        let seat = &self.seats[seat];
        for (&cell, &symbol) in seat.cells.iter().zip(&seat.digits[digit as usize].raw) {
            symbols[cell] = symbol;
        }
    }

    /// The first digit from one on whose piece is left.
    fn first_from(&self, seat: usize, from: usize, left: &[Vec<usize>]) -> Option<u16> {
        let seat = &self.seats[seat];
        let there = |digit: &usize| left[seat.block][seat.digits[*digit].kind] > 0;
        (from..seat.digits.len()).find(there).map(|digit| digit as u16)
    }
}

/// A walk over boards in the order of their numbers.
pub struct Walk<'a> {
    boards: &'a Boards<'a>,
    /// The number of the next one.
    next: u128,
    /// Whether that is the one it began with, which lies there already.
    is_first: bool,
    symbols: Vec<u8>,
    digits: Vec<u16>,
    /// Pieces of each kind of each block that lie nowhere.
    left: Vec<Vec<usize>>,
}

/// One board.
pub struct Board<'w> {
    /// Its number.
    pub number: u128,
    /// The symbols on the cells, and then the dice that are rolled for the game.
    pub symbols: &'w [u8],
    /// Its digits; none where boards are listed.
    pub(super) digits: &'w [u16],
}

impl Walk<'_> {
    /// The next board; none after the last one.
    pub fn next_board(&mut self) -> Option<Board<'_>> {
        if self.next >= self.boards.total {
            return None;
        }
        let number = self.next;
        match &self.boards.space {
            Space::Listed { symbols } => {
                let length = self.symbols.len();
                let begin = number as usize * length;
                self.symbols.copy_from_slice(&symbols[begin..begin + length]);
            }
            Space::Numbered(_) if self.is_first => self.is_first = false,
            Space::Numbered(numbered) => {
                if !self.step(numbered) {
                    return None;
                }
            }
        }
        self.next += 1;
        Some(Board { number, symbols: &self.symbols, digits: &self.digits })
    }

    /// From a board to the next one: the last seat that can have a greater digit gets it, those after it the least ones. False
    /// after the last board.
    fn step(&mut self, numbered: &Numbered) -> bool {
        for seat in (0..self.digits.len()).rev() {
            let (block, digit) = (numbered.seats[seat].block, self.digits[seat] as usize);
            self.left[block][numbered.seats[seat].digits[digit].kind] += 1;
            if let Some(greater) = numbered.first_from(seat, digit + 1, &self.left) {
                self.lay(numbered, seat, greater);
                for after in seat + 1..self.digits.len() {
                    // There are at least as many pieces as seats.
                    let least = numbered.first_from(after, 0, &self.left).unwrap_or_default();
                    self.lay(numbered, after, least);
                }
                return true;
            }
        }
        false
    }

    fn lay(&mut self, numbered: &Numbered, seat: usize, digit: u16) {
        self.digits[seat] = digit;
        let of = &numbered.seats[seat];
        self.left[of.block][of.digits[digit as usize].kind] -= 1;
        numbered.show(seat, digit, &mut self.symbols);
    }
}

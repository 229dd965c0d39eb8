//! The solver of its own: depth first over whole turns, the stock taken as one row of cards of which some are in reach.
//!
//! **Positions.** Where a card is takes two bits: where it was dealt, on one of the two cards it may lie on (a king: in an empty
//! column), or on its foundation. That says everything but which column is which, which makes no difference, and how far the
//! stock is turned up. Keys are exact.
//!
//! **Stock.** A card of the stock is in reach if some number of draws brings it to the top of the waste. A turn plays one of
//! them; the draws are written down in the end. With redeals without limit, a waste that a new pass would show too is as good as a stock
//! that was not touched: both show the same cards.
//!
//! What is left out, and why a solution remains. Call the length of a shortest solution of a position its distance. Each rule leaves some way on that is
//! as short as the shortest, or shorter, so going on by the rules the distance falls until it is 0.
//!
//! 1. **Safe cards go up at once.** A card of rank r that could go from a column to its foundation does so, if the foundations of the
//!    other colour have reached r - 2 and that of its own colour r - 3. Proof: call small the cards of the other colour below r, those of
//!    the other suit of its colour below r - 1, and those of its own suit up to r. Each small card that is not on its foundation is the next one there, so it
//!    can go there whenever it is free to move. Nothing but small cards is ever put onto a small card. Send the card up now and follow the
//!    solution: whenever it moves a small card, send that card up if it is not there yet; moves of small cards from
//!    foundations are left out; all other moves can be made, since columns differ only by small cards on their tops that are gone. The
//!    solution has the card's own move to its foundation too, which is saved. With `no-worry`, foundations of the other colour at r - 1 are enough: nothing will
//!    ever be put onto the card. With draws of one and no limit of redeals, taking a card from the stock hides no other, so this holds for it too.
//! 2. **From one twin to the other only to send up.** Two cards of one rank and colour can bear the same cards. A run that lies on one of them
//!    moves onto the other only if the card that bore it goes to its foundation next. Proof: leave the move out of a solution, and go on as
//!    if it had been made, with what lies on the twins exchanged. Whatever is put onto one of them goes onto the other; what leaves them, leaves from the other; if
//!    they move themselves, they move with what lies on them. When a bare twin goes to its foundation, move what lies on it to the other
//!    first, as the rule allows. No more moves are made than before.
//! 3. **Down only to bear a card.** A card comes back from its foundation only if a card is put onto it next. Proof: put off its coming until
//!    something is put onto it. Until then the card it would lie on is bare instead, and the foundation has one card more; both
//!    hinder nothing that was done. If nothing is ever put onto it, its coming was for nothing. An ace never comes.
//! 4. **Whole columns that begin with a king stay.** Moving one to another empty column changes nothing but names.
//! 5. **Blocked cards.** A position is left if some card can never be uncovered ([`super::reach`]).

use super::reach::is_blocked;
use super::{Klondike, MOST_COLUMNS, Move};
use crate::kit::cards::{Card, MOST_RANKS};
use crate::puzzle::Puzzle;
use crate::search::{Keys, Limits, Outcome, Reason};

/// Most cards of a deck.
pub(super) const MOST_CARDS: usize = 4 * MOST_RANKS;

/// A card as a number: four times its rank from 0, and its suit.
pub(super) type Number = u8;

fn number(card: Card) -> Number {
    4 * (card.rank() - 1) + card.suit()
}

fn card(number: Number) -> Card {
    Card::new(number / 4 + 1, number % 4)
}

/// Spades and clubs are 0 and 3, hearts and diamonds 1 and 2: suits of one colour add up to 3.
fn is_red(number: Number) -> bool {
    matches!(number % 4, 1 | 2)
}

/// Whether a card may lie on another.
pub(super) fn lies_on(upper: Number, lower: Number) -> bool {
    lower / 4 == upper / 4 + 1 && is_red(lower) != is_red(upper)
}

/// What never changes.
pub(super) struct Deck {
    pub suits: u8,
    pub ranks: u8,
    pub columns: usize,
    /// The cards of each column as they were dealt, from the bottom one on.
    pub dealt: [[Number; MOST_COLUMNS]; MOST_COLUMNS],
    /// Cards that are drawn at once.
    pub draws: usize,
    pub redeals: Option<u8>,
    pub worry: bool,
    /// All cards, one bit each.
    pub all: u64,
}

/// A column: cards face down, and the run on them.
#[derive(Clone, Copy)]
pub(super) struct Column {
    pub down: u8,
    pub length: u8,
    pub run: [Number; MOST_RANKS],
}

/// A position.
#[derive(Clone, Copy)]
pub(super) struct Place {
    pub columns: [Column; MOST_COLUMNS],
    /// Cards on each foundation.
    pub up: [u8; 4],
    /// The cards of stock and waste in the order in which they are drawn.
    pub row: [Number; MOST_CARDS],
    pub in_row: u8,
    /// How many of them are on the waste.
    pub waste: u8,
    /// How often the waste was turned over, where that is limited.
    pub over: u8,
    /// Where each card is, two bits each.
    wheres: u128,
    /// The column onto which something has to be put next.
    pending: Option<u8>,
}

const ON_FOUNDATION: u128 = 3;

/// A turn.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Turn {
    /// From a column, from this place of its run on, onto another.
    Across { from: u8, at: u8, to: u8 },
    /// The same; then the card that bore it goes to its foundation.
    AcrossAndUp { from: u8, at: u8, to: u8 },
    /// The top card of a column to its foundation.
    Up { from: u8 },
    /// A card of the row onto a column.
    Row { at: u8, to: u8 },
    /// A card of the row to its foundation.
    RowUp { at: u8 },
    /// The top card of a foundation onto a column.
    Down { suit: u8, to: u8 },
}

impl Column {
    fn top(&self) -> Option<Number> {
        self.run[..usize::from(self.length)].last().copied()
    }
}

impl Place {
    fn set_where(&mut self, number: Number, what: u128) {
        let shift = 2 * u32::from(number);
        self.wheres = self.wheres & !(3 << shift) | what << shift;
    }

    /// Puts a card onto a column.
    fn put(&mut self, number: Number, to: usize) {
        let column = &mut self.columns[to];
        // Of the two cards it may lie on, the first one is spades or hearts.
        let what = match column.top() {
            Some(lower) if lower % 4 >= 2 => 2,
            _ => 1,
        };
        column.run[usize::from(column.length)] = number;
        column.length += 1;
        self.set_where(number, what);
    }

    fn send_up(&mut self, number: Number) {
        self.up[usize::from(number % 4)] += 1;
        self.set_where(number, ON_FOUNDATION);
    }

    fn fits_up(&self, number: Number) -> bool {
        self.up[usize::from(number % 4)] == number / 4
    }

    /// Takes away a run from a place on, and turns up the card below.
    fn take(&mut self, deck: &Deck, from: usize, at: usize) {
        let column = &mut self.columns[from];
        column.length = at as u8;
        if at == 0 && column.down > 0 {
            column.down -= 1;
            column.run[0] = deck.dealt[from][usize::from(column.down)];
            column.length = 1;
        }
    }

    /// Takes a card out of the row.
    fn take_from_row(&mut self, at: usize) -> Number {
        let taken = self.row[at];
        self.row.copy_within(at + 1..usize::from(self.in_row), at);
        self.in_row -= 1;
        taken
    }
}

impl Deck {
    fn new(game: &Klondike) -> Self {
        let mut dealt = [[0; MOST_COLUMNS]; MOST_COLUMNS];
        for (column, cards) in game.columns.iter().enumerate() {
            cards.iter().enumerate().for_each(|(n, card)| dealt[column][n] = number(*card));
        }
        let all = (0..game.suits).flat_map(|suit| (0..game.ranks).map(move |rank| 1 << (4 * rank + suit)));
        Self {
            suits: game.suits,
            ranks: game.ranks,
            columns: game.columns.len(),
            dealt,
            draws: if game.rules.draw_one { 1 } else { 3 },
            redeals: game.rules.redeals,
            worry: !game.rules.no_worry,
            all: all.fold(0, |all, bit: u64| all | bit),
        }
    }

    fn start(&self, game: &Klondike) -> Place {
        let position = game.start();
        let empty = Column { down: 0, length: 0, run: [0; MOST_RANKS] };
        let mut place = Place {
            columns: [empty; MOST_COLUMNS],
            up: position.up,
            row: [0; MOST_CARDS],
            in_row: 0,
            waste: 0,
            over: position.over,
            wheres: 0,
            pending: None,
        };
        for suit in 0..4 {
            (0..position.up[usize::from(suit)])
                .for_each(|rank| place.set_where(4 * rank + suit, ON_FOUNDATION));
        }
        for (n, cards) in game.columns.iter().enumerate() {
            let column = position.columns[n];
            place.columns[n].down = column.down;
            for (at, card) in column.run().iter().enumerate() {
                // The card at the bottom of a run is where it was dealt, unless its column was empty before.
                let was_dealt = at == 0 && cards.get(usize::from(column.down)) == Some(card);
                if was_dealt {
                    place.columns[n].run[0] = number(*card);
                    place.columns[n].length = 1;
                } else {
                    place.put(number(*card), n);
                }
            }
        }
        for (n, card) in game.stock.iter().enumerate() {
            if position.stock >> n & 1 == 1 {
                place.row[usize::from(place.in_row)] = number(*card);
                place.in_row += 1;
                place.waste += u8::from(n < usize::from(position.turned));
            }
        }
        place
    }

    fn is_king(&self, number: Number) -> bool {
        number / 4 + 1 == self.ranks
    }

    /// The places of the row that can come to the top of the waste, and whether that takes turning it over.
    pub fn in_reach(&self, place: &Place) -> (u64, u64) {
        let (n, waste) = (usize::from(place.in_row), usize::from(place.waste));
        let pass = |first: usize| -> u64 {
            let mut mask = 0;
            let mut shown = first;
            loop {
                if shown > 0 {
                    mask |= 1 << (shown - 1);
                }
                if shown >= n {
                    return mask;
                }
                shown = (shown + self.draws).min(n);
            }
        };
        let now = pass(waste);
        let again = waste > 0 && self.redeals.is_none_or(|most| place.over < most);
        (now, if again { pass(0) & !now } else { 0 })
    }

    fn key(&self, place: &Place) -> u128 {
        let (waste, n) = (usize::from(place.waste), usize::from(place.in_row));
        let like_new = self.redeals.is_none() && (waste.is_multiple_of(self.draws) || waste == n);
        let waste = if like_new { 0 } else { waste as u128 };
        let pending = place.pending.map_or(0, |column| u128::from(column) + 1);
        place.wheres | waste << 104 | u128::from(place.over) << 110 | pending << 116
    }

    /// Whether a card that fits onto its foundation may go there at once.
    fn is_safe(&self, place: &Place, number: Number) -> bool {
        let (rank, suit) = (number / 4 + 1, number % 4);
        let [one, other] = if is_red(number) { [0, 3] } else { [1, 2] };
        // A suit that the deck does not have never needs a place.
        let up = |suit: u8| if suit < self.suits { place.up[usize::from(suit)] } else { u8::MAX };
        let opposite = up(one).min(up(other));
        let own = up(3 - suit);
        opposite.saturating_add(2) >= rank && own.saturating_add(3) >= rank
            || !self.worry && opposite.saturating_add(1) >= rank
    }

    /// Sends up all safe cards and writes that down.
    fn settle(&self, place: &mut Place, path: &mut Vec<Turn>) {
        if place.pending.is_some() {
            return;
        }
        loop {
            let safe = |number: &Number| place.fits_up(*number) && self.is_safe(place, *number);
            let of_column = (0..self.columns).find(|&n| place.columns[n].top().is_some_and(|top| safe(&top)));
            let turn = match of_column {
                Some(from) => Turn::Up { from: from as u8 },
                None if self.draws == 1 && self.redeals.is_none() => {
                    match place.row[..usize::from(place.in_row)].iter().position(safe) {
                        Some(at) => Turn::RowUp { at: at as u8 },
                        None => return,
                    }
                }
                None => return,
            };
            self.make(place, turn);
            path.push(turn);
        }
    }

    fn make(&self, place: &mut Place, turn: Turn) {
        place.pending = None;
        match turn {
            Turn::Across { from, at, to } | Turn::AcrossAndUp { from, at, to } => {
                let (from, at, to) = (usize::from(from), usize::from(at), usize::from(to));
                let moved = place.columns[from];
                // Only the lowest card of the run comes to lie on another one.
                for number in &moved.run[at..usize::from(moved.length)] {
                    if *number == moved.run[at] {
                        place.put(*number, to);
                    } else {
                        let column = &mut place.columns[to];
                        column.run[usize::from(column.length)] = *number;
                        column.length += 1;
                    }
                }
                place.take(self, from, at);
                if matches!(turn, Turn::AcrossAndUp { .. }) {
                    place.send_up(moved.run[at - 1]);
                    place.take(self, from, at - 1);
                }
            }
            Turn::Up { from } => {
                let from = usize::from(from);
                let last = usize::from(place.columns[from].length) - 1;
                place.send_up(place.columns[from].run[last]);
                place.take(self, from, last);
            }
            Turn::Row { at, .. } | Turn::RowUp { at } => {
                let (now, _) = self.in_reach(place);
                if self.redeals.is_some() && now >> at & 1 == 0 {
                    place.over += 1;
                }
                let number = place.take_from_row(at.into());
                place.waste = at;
                match turn {
                    Turn::Row { to, .. } => place.put(number, to.into()),
                    _ => place.send_up(number),
                }
            }
            Turn::Down { suit, to } => {
                let rank = place.up[usize::from(suit)] - 1;
                place.up[usize::from(suit)] -= 1;
                place.put(4 * rank + suit, to.into());
                place.pending = Some(to);
            }
        }
    }

    /// Adds the turns of a position, the best one last. A little noise makes another order.
    fn turns(&self, place: &Place, noise: &mut Noise, out: &mut Vec<(i32, Turn)>) {
        let begin = out.len();
        let mut add = |worth: i32, turn: Turn| out.push((worth + noise.next(), turn));
        let mut free = None;
        let mut tops = [None; MOST_COLUMNS];
        for (n, column) in place.columns[..self.columns].iter().enumerate() {
            tops[n] = column.top();
            if column.length == 0 && free.is_none() {
                free = Some(n);
            }
        }
        let wanted = |to: usize| place.pending.is_none_or(|pending| usize::from(pending) == to);
        // Columns that a card may be put onto; of empty ones the first.
        let onto = |number: Number| {
            let king = self.is_king(number);
            (0..self.columns).filter(move |&to| {
                wanted(to)
                    && match tops[to] {
                        Some(top) => lies_on(number, top),
                        None => king && free == Some(to),
                    }
            })
        };
        for (from, column) in place.columns[..self.columns].iter().enumerate() {
            let (length, down) = (usize::from(column.length), i32::from(column.down));
            if length == 0 || place.pending == Some(from as u8) {
                continue;
            }
            if place.pending.is_none() && place.fits_up(column.run[length - 1]) {
                let worth = if length == 1 && down > 0 { 60 + down } else { 30 };
                add(worth, Turn::Up { from: from as u8 });
            }
            for at in 0..length {
                let head = column.run[at];
                for to in onto(head).filter(|&to| to != from) {
                    let turn = (from as u8, at as u8, to as u8);
                    if at > 0 {
                        if place.fits_up(column.run[at - 1]) {
                            let worth = if at == 1 && down > 0 { 45 + down } else { 12 };
                            add(worth, Turn::AcrossAndUp { from: turn.0, at: turn.1, to: turn.2 });
                        }
                    } else if down > 0 {
                        add(50 + down, Turn::Across { from: turn.0, at: 0, to: turn.2 });
                    } else if !self.is_king(head) {
                        add(15, Turn::Across { from: turn.0, at: 0, to: turn.2 });
                    }
                }
            }
        }
        let (now, again) = self.in_reach(place);
        let mut reach = now | again;
        while reach != 0 {
            let at = reach.trailing_zeros() as usize;
            reach &= reach - 1;
            let number = place.row[at];
            // The last cards first: what comes before them stays where it is.
            let late = at as i32 / 4;
            if place.pending.is_none() && place.fits_up(number) {
                add(28 + late, Turn::RowUp { at: at as u8 });
            }
            for to in onto(number) {
                let worth = if self.is_king(number) { 20 } else { 22 };
                add(worth + late, Turn::Row { at: at as u8, to: to as u8 });
            }
        }
        if self.worry {
            for suit in 0..self.suits {
                let up = place.up[usize::from(suit)];
                if up < 2 {
                    continue;
                }
                let number = 4 * (up - 1) + suit;
                for to in onto(number) {
                    add(0, Turn::Down { suit, to: to as u8 });
                }
            }
        }
        out[begin..].sort_by_key(|(worth, _)| *worth);
    }

    fn is_solved(&self, place: &Place) -> bool {
        place.up[..usize::from(self.suits)].iter().all(|up| *up == self.ranks)
    }
}

/// A small generator of numbers: orders of turns need no better one, and the same ones come each time.
struct Noise {
    state: u64,
    most: u64,
}

impl Noise {
    fn next(&mut self) -> i32 {
        if self.most == 0 {
            return 0;
        }
        self.state ^= self.state << 13;
        self.state ^= self.state >> 7;
        self.state ^= self.state << 17;
        (self.state % self.most) as i32
    }
}

/// Positions of each attempt and how much noise its order has. A search that began badly is given up and begun in another order; the last one
/// may take what is left. Each of them is complete, so one that comes to its end proves that there is no solution.
const ATTEMPTS: [(u64, u64); 8] = [
    (3_000, 0),
    (6_000, 25),
    (12_000, 25),
    (25_000, 25),
    (50_000, 40),
    (200_000, 25),
    (600_000, 40),
    (u64::MAX, 0),
];

/// Depth first in several orders.
pub(super) fn thoughtful(game: &Klondike, limits: &Limits) -> Outcome<Move> {
    let deck = Deck::new(game);
    let mut states = 0;
    for (n, (most, noise)) in ATTEMPTS.into_iter().enumerate() {
        let left = limits.states.saturating_sub(states);
        let mut seen = Keys::new(&Limits { states: left.min(most), ..*limits });
        let found = run(&deck, game, &mut seen, Noise { state: 0x9E37_79B9 + n as u64, most: noise });
        states += seen.len();
        match found {
            Ok(Some(line)) => return Outcome::solved(game, line, false, states),
            Ok(None) => return Outcome::unsolvable(states),
            Err(Reason::States(_)) if most < left => {}
            Err(Reason::States(_)) => return Outcome::undecided(Reason::States(limits.states), states),
            Err(reason) => return Outcome::undecided(reason, states),
        }
    }
    Outcome::undecided(Reason::States(limits.states), states)
}

/// A position on the path.
struct Frame {
    place: Place,
    /// Turns made before it.
    made: usize,
    /// Where its turns begin among those that are still to be tried.
    to_try: usize,
}

fn run(
    deck: &Deck,
    game: &Klondike,
    seen: &mut Keys<u128>,
    mut noise: Noise,
) -> Result<Option<Vec<Move>>, Reason> {
    let mut path: Vec<Turn> = Vec::new();
    let mut to_try: Vec<(i32, Turn)> = Vec::new();
    let mut place = deck.start(game);
    deck.settle(&mut place, &mut path);
    seen.insert(deck.key(&place))?;
    if deck.is_solved(&place) {
        return Ok(Some(written(game, deck, &path)));
    }
    if is_blocked(deck, &place) {
        return Ok(None);
    }
    deck.turns(&place, &mut noise, &mut to_try);
    let mut frames = vec![Frame { place, made: path.len(), to_try: 0 }];
    loop {
        let Some(frame) = frames.last() else { return Ok(None) };
        path.truncate(frame.made);
        if to_try.len() <= frame.to_try {
            frames.pop();
            continue;
        }
        let Some((_, turn)) = to_try.pop() else { return Ok(None) };
        let mut place = frame.place;
        deck.make(&mut place, turn);
        path.push(turn);
        deck.settle(&mut place, &mut path);
        if !seen.insert(deck.key(&place))? {
            continue;
        }
        if deck.is_solved(&place) {
            return Ok(Some(written(game, deck, &path)));
        }
        if place.pending.is_none() && is_blocked(deck, &place) {
            continue;
        }
        let begin = to_try.len();
        deck.turns(&place, &mut noise, &mut to_try);
        frames.push(Frame { place, made: path.len(), to_try: begin });
    }
}

/// The turns of a path as moves: draws are put in, and each turn is made on the plain position too.
fn written(game: &Klondike, deck: &Deck, path: &[Turn]) -> Vec<Move> {
    let mut position = game.start();
    let mut place = deck.start(game);
    let mut line = Vec::new();
    let mut play = |mv: Move, line: &mut Vec<Move>| {
        game.play(&mut position, mv);
        line.push(mv);
        game.top_of_waste(&position)
    };
    let mut top = game.top_of_waste(&game.start());
    for &turn in path {
        match turn {
            Turn::Across { from, at, to } | Turn::AcrossAndUp { from, at, to } => {
                let run = place.columns[usize::from(from)].run;
                play(Move::To(card(run[usize::from(at)]), to + 1), &mut line);
                if matches!(turn, Turn::AcrossAndUp { .. }) {
                    play(Move::To(card(run[usize::from(at) - 1]), 0), &mut line);
                }
            }
            Turn::Up { from } => {
                if let Some(number) = place.columns[usize::from(from)].top() {
                    play(Move::To(card(number), 0), &mut line);
                }
            }
            Turn::Row { at, .. } | Turn::RowUp { at } => {
                let wanted = card(place.row[usize::from(at)]);
                // Two passes show everything that is in reach.
                for _ in 0..2 * MOST_CARDS + 2 {
                    if top == Some(wanted) {
                        break;
                    }
                    top = play(Move::Draw, &mut line);
                }
                let to = if let Turn::Row { to, .. } = turn { to + 1 } else { 0 };
                top = play(Move::To(wanted, to), &mut line);
            }
            Turn::Down { suit, to } => {
                let number = 4 * (place.up[usize::from(suit)] - 1) + suit;
                play(Move::To(card(number), to + 1), &mut line);
            }
        }
        deck.make(&mut place, turn);
    }
    line
}

/// The cards of the start that can never be uncovered.
pub(super) fn never_open(game: &Klondike) -> Vec<Card> {
    let deck = Deck::new(game);
    let closed = deck.all & !super::reach::open_cards(&deck, &deck.start(game));
    (0..MOST_CARDS as u8).filter(|number| closed >> number & 1 == 1).map(card).collect()
}

//! Deals that are built around a play, from its end: foundations and runs are laid out as they stand before the last moves, and taken apart card by card.
//!
//! The lower half of the deck lies on foundations, the upper half in runs that begin with the kings, in columns of their own. Each of these cards
//! is taken from the top of a foundation or from the end of a run, and is dealt. In play it comes back the same way: it lies uncovered, because
//! what covers it was dealt later; a lower card goes to its foundation when all below it are there; a card goes onto its run when the run ends with the card
//! that bears it; a king goes into its column when that is empty, because the column gets no card as long as a run lies on it. In the end all
//! runs go up.
//!
//! The stock is dealt in threes, each turned over. So the cards of three that are drawn together can be played one after the other, and none of
//! them covers what is needed before it. The stock is gone through once, whether one card or three are drawn.

use super::{Klondike, Move, lies_on};
use crate::construct::{BuildInfo, BuildWork, Construction, Lots};
use crate::dealing::Parameters;
use crate::games::patience::{cards_of, whole_deck};
use crate::kit::cards::Card;
use crate::text::counted;

/// Cards that are drawn together, if not one by one.
const DRAWN: usize = 3;

pub(super) const BUILDS: &[BuildInfo] = &[BuildInfo {
    name: "taken apart",
    about: "foundations and runs are laid out as they stand before the last moves, and taken apart card by card",
    needs: "a die with twice as many sides as there are suits, and for each card of a column or of the stock a slip with the name of the place",
    told: "Put the lower half of the deck onto foundations: in a full deck the ace to the six of each suit. Put the kings, in the order in which they lie in the pile, into \
           the first columns; then the queens, each onto the first run that ends with a card of the next higher rank and the other colour; then the jacks in \
           the same way, and so on. Shuffle the slips. Roll the die: the first numbers are the runs from the left, the others are the foundations of spades, hearts, \
           diamonds and clubs. Where nothing lies, take the next one, after the last the first. Take the last card of that run or the top card of that \
           foundation, and put it onto the place that the first slip names that is not a column with a run on it; the other slips keep their order. If all \
           slips name such columns, take everything off and begin again. A card in a column goes face up onto those that lie there; turn down the card that it covers. A card for \
           the stock goes face up onto a small heap. When the heap has three cards, turn it over and put it onto the stock; if the stock cannot be divided \
           by three, the first heap has only what is left over. Go on until all cards are dealt. In play each card goes back to where you took it from: the card \
           that you dealt last is the first.",
    takes_moves: false,
    last_laid_first: true,
    can_get_stuck: true,
    takes_off: false,
    slips: cards,
    dice: |parameters, _| vec![(2 * parameters.get("suits")).min(255) as u8; cards(parameters)],
    fits,
}];

fn cards(parameters: &Parameters) -> usize {
    (parameters.get("suits") * parameters.get("ranks")) as usize
}

fn fits(parameters: &Parameters, pieces: &[u8]) -> Result<(), String> {
    let (suits, columns) = (parameters.get("suits"), parameters.get("columns"));
    if suits % 2 != 0 {
        let suits = counted(suits.into(), "suit");
        return Err(format!(
            "runs in alternating colours are built of as many red cards as black ones, so not of {suits}"
        ));
    }
    if columns < suits {
        let columns = counted(columns.into(), "column");
        return Err(format!("{suits} runs are built in {suits} columns, there are only {columns}"));
    }
    whole_deck(parameters, pieces)
}

/// The table while it is taken apart.
struct Site {
    /// The runs; the one that begins a list stands on the first column.
    runs: Vec<Vec<Card>>,
    foundations: Vec<Vec<Card>>,
}

impl Site {
    /// Lays out foundations and runs.
    fn new(deck: &[Card], suits: usize, ranks: u8) -> Self {
        let half = ranks / 2;
        let mut site = Self { runs: Vec::new(), foundations: vec![Vec::new(); suits] };
        for rank in 1..=half {
            (0..suits).for_each(|suit| site.foundations[suit].push(Card::new(rank, suit as u8)));
        }
        for rank in (half + 1..=ranks).rev() {
            for &card in deck.iter().filter(|card| card.rank() == rank) {
                let bears = |run: &&mut Vec<Card>| run.last().is_some_and(|last| lies_on(card, *last));
                match site.runs.iter_mut().find(bears) {
                    Some(run) => run.push(card),
                    None => site.runs.push(vec![card]),
                }
            }
        }
        site
    }

    /// Takes the card that a roll says, and the move that brings it back.
    fn take(&mut self, rolled: usize) -> Option<(Card, Move)> {
        let number = self.runs.len();
        let heaps = number + self.foundations.len();
        let heap = |site: &Self, n: usize| match n.checked_sub(number) {
            Some(suit) => site.foundations[suit].len(),
            None => site.runs[n].len(),
        };
        let from = (0..heaps).map(|n| (rolled + n) % heaps).find(|&n| heap(self, n) > 0)?;
        match from.checked_sub(number) {
            Some(suit) => self.foundations[suit].pop().map(|card| (card, Move::To(card, 0))),
            None => self.runs[from].pop().map(|card| (card, Move::To(card, from as u8 + 1))),
        }
    }

    fn has_run(&self, column: usize) -> bool {
        self.runs.get(column).is_some_and(|run| !run.is_empty())
    }
}

/// Builds a deal; without cells where hands got stuck.
pub(super) fn build(parameters: &Parameters, lots: &Lots<'_>) -> Construction<Move> {
    let (suits, ranks) = (parameters.get("suits") as usize, parameters.get("ranks") as u8);
    let deck = cards_of(lots.pieces);
    let mut columns: Vec<Vec<Card>> = vec![Vec::new(); parameters.get("columns") as usize];
    let column_of: Vec<usize> = (0..columns.len()).flat_map(|n| vec![n; n + 1]).collect();
    let draws = if lots.rules.iter().any(|rule| rule.name == "draw-1") { 1 } else { DRAWN };
    let mut site = Site::new(&deck, suits, ranks);
    let mut last_moves = Klondike::all_up(site.runs.clone());
    let mut slips: Vec<usize> = lots.slips.iter().map(|&slip| slip.into()).collect();
    let (mut stock, mut line) = (Vec::new(), Vec::new());
    let mut work = BuildWork { lay: deck.len() as u32, ..BuildWork::default() };
    for &rolled in lots.dice {
        // Which columns are free is seen before the card is taken: a king does not go back to where it lies.
        let free = |slip: &usize| column_of.get(*slip).is_none_or(|&column| !site.has_run(column));
        let Some(at) = slips.iter().position(free) else {
            return Construction { work, ..Construction::nothing() };
        };
        let column = column_of.get(slips.remove(at)).copied();
        let Some((card, back)) = site.take(rolled.into()) else { break };
        (work.lay, work.look, work.roll) = (work.lay + 1, work.look + at as u32 + 1, work.roll + 1);
        match column {
            Some(column) => columns[column].push(card),
            None => stock.push(card),
        }
        line.push((back, column.is_none()));
    }
    // In the order of play.
    line.reverse();
    stock.reverse();
    let mut from_stock = 0;
    let mut moves = Vec::new();
    for (back, is_of_stock) in line {
        if is_of_stock {
            let drawn = if from_stock % DRAWN == 0 { DRAWN.min(stock.len() - from_stock) } else { 0 };
            moves.extend(vec![Move::Draw; drawn.div_ceil(draws)]);
            from_stock += 1;
        }
        moves.push(back);
    }
    moves.append(&mut last_moves);
    let drawn = stock.chunks(DRAWN).flat_map(|three| three.iter().rev());
    let drawn: Vec<&Card> = drawn.collect();
    // Of the stock the card that is drawn last lies at the bottom.
    let all = columns.iter().flatten().chain(drawn.into_iter().rev());
    Construction { cells: Some(all.map(|card| card.symbol()).collect()), line: moves, work }
}

impl Klondike {
    /// The moves that bring all cards of some runs onto foundations which hold everything below them.
    fn all_up(mut runs: Vec<Vec<Card>>) -> Vec<Move> {
        let mut moves = Vec::new();
        // The least of the last cards is the next one of its suit: what is below it is not under other cards.
        while let Some(run) =
            runs.iter_mut().filter(|run| !run.is_empty()).min_by_key(|run| run.last().map(|card| card.rank()))
        {
            moves.extend(run.pop().map(|card| Move::To(card, 0)));
        }
        moves
    }
}

//! One board for all that symmetries make of it.
//!
//! Only symmetries that make boards of a setup into boards of the same setup are of use: they are a group of their own, and
//! of each class of boards the one with the least number stands for all.

use super::boards::{Boards, Numbered, Space};
use crate::dealing::Element;
use crate::setup::count::symbols;
use num_bigint::BigUint;
use std::collections::HashSet;

/// Symmetries that are worked out at most, all of them together.
const MOST_ELEMENTS: usize = 10_000;

/// The symmetries of a setup's boards.
pub struct Symmetry {
    /// Those that are used, without the one that changes nothing.
    images: Vec<Image>,
}

/// What one symmetry makes of a board: for each seat the seat it comes from, and what digits become.
struct Image(Vec<(usize, Vec<u16>)>);

/// A symmetry, every place and every symbol written out.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Full {
    /// The place whose symbol comes to each place; the dice come after the cells.
    places: Vec<usize>,
    /// What every symbol on a cell becomes.
    names: Vec<u8>,
}

impl Full {
    fn of(element: &Element, cells: usize, dice: usize) -> Self {
        let die = |n: usize| cells + element.dice.get(n).copied().unwrap_or(n);
        let mut names: Vec<u8> = (0..=u8::MAX).collect();
        element.symbols.iter().for_each(|&(from, to)| names[from as usize] = to);
        Self { places: element.cells.iter().copied().chain((0..dice).map(die)).collect(), names }
    }

    /// This one, and then another.
    fn then(&self, other: &Self) -> Self {
        Self {
            places: other.places.iter().map(|&place| self.places[place]).collect(),
            names: self.names.iter().map(|&name| other.names[name as usize]).collect(),
        }
    }
}

/// All symmetries of a group of which one of each kind is given. A subgroup that has one of every kind is the whole group, so
/// what these make together is all there is.
fn whole_group(elements: &[Element], cells: usize, dice: usize) -> Option<Vec<Full>> {
    let order: BigUint = elements.iter().map(|element| &element.count).sum();
    let order = usize::try_from(order).ok().filter(|order| *order <= MOST_ELEMENTS)?;
    let given: Vec<Full> = elements.iter().map(|element| Full::of(element, cells, dice)).collect();
    let mut all = vec![Full::of(&Element::identity(cells), cells, dice)];
    let mut known: HashSet<Full> = all.iter().cloned().collect();
    let mut next = 0;
    while let Some(one) = all.get(next).cloned() {
        next += 1;
        for other in &given {
            let both = one.then(other);
            if known.len() <= order && known.insert(both.clone()) {
                all.push(both);
            }
        }
    }
    (all.len() == order).then_some(all)
}

impl Symmetry {
    /// The symmetries of these names that keep the boards of a setup; why none is used, in words, where that is so.
    pub fn new(boards: &Boards<'_>, names: &[&str]) -> Result<Self, String> {
        let dealer = boards.dealer;
        let setup = dealer.setup;
        let Space::Numbered(numbered) = &boards.space else {
            return Err(
                "which boards are symmetric is not worked out where pieces are shuffled twice or built up"
                    .into(),
            );
        };
        let rolled = !dealer.plan.dice.is_empty();
        let dice = if rolled { setup.game.info.dice.iter().map(|list| list.count).sum() } else { 0 };
        // Where only some of several lists of dice are rolled, their places are not those that the game speaks of.
        if rolled && dealer.plan.dice.len() < setup.game.info.dice.len() {
            return Err("symmetries of a board with some of the game's dice are not worked out".into());
        }
        let group = (setup.game.group)(&setup.parameters, &setup.rules, names, &symbols(dealer));
        let group = group.and_then(|group| whole_group(&group, setup.places.cells(), dice));
        let group = group.ok_or("there are too many symmetries to list")?;
        let images = group.iter().skip(1).filter_map(|full| Image::of(numbered, full, setup.places.cells()));
        Ok(Self { images: images.collect() })
    }

    /// How many symmetries there are, the one that changes nothing included.
    pub fn order(&self) -> usize {
        self.images.len() + 1
    }

    /// Whether a board stands for its class: no symmetric one with a smaller number can be dealt.
    pub(super) fn stands_for_all(&self, boards: &Boards<'_>, digits: &[u16]) -> bool {
        let asks = boards.dealer.setup.asked().next().is_some();
        !self.images.iter().any(|image| image.is_less(digits) && (!asks || image.is_dealt(boards, digits)))
    }
}

impl Image {
    /// The image under a symmetry that makes boards into boards; none for others.
    fn of(numbered: &Numbered, full: &Full, cells: usize) -> Option<Self> {
        let mut seats = Vec::with_capacity(numbered.seats.len());
        // For each block the one it comes from, and what the kinds of that one become.
        let mut blocks: Vec<Option<(usize, Vec<Option<usize>>)>> = vec![None; numbered.counts.len()];
        let size = |block: usize| numbered.seats.iter().filter(|seat| seat.block == block).count();
        for seat in &numbered.seats {
            let sources: Vec<usize> = seat.cells.iter().map(|&cell| full.places[cell]).collect();
            let has_all = |other: &super::boards::BoardSeat| {
                other.cells.len() == sources.len() && sources.iter().all(|cell| other.cells.contains(cell))
            };
            let from = numbered.seats.iter().position(has_all)?;
            let source = &numbered.seats[from];
            let kinds = numbered.counts[source.block].len();
            let (origin, becomes) =
                blocks[seat.block].get_or_insert_with(|| (source.block, vec![None; kinds]));
            let same_size =
                numbered.counts[seat.block].len() == kinds && size(seat.block) == size(source.block);
            if *origin != source.block || !same_size {
                return None;
            }
            let mut digits = Vec::with_capacity(source.digits.len());
            for digit in &source.digits {
                let symbol = |place: &usize| {
                    let at = source.cells.iter().position(|cell| cell == place).unwrap_or_default();
                    let symbol = digit.seen[at];
                    // Numbers on dice have no other names.
                    if *place < cells { full.names[symbol as usize] } else { symbol }
                };
                let seen: Vec<u8> = sources.iter().map(symbol).collect();
                let image = seat.digits.iter().position(|other| other.seen == seen)?;
                let kind = seat.digits[image].kind;
                let same_count =
                    numbered.counts[seat.block][kind] == numbered.counts[source.block][digit.kind];
                if !same_count || *becomes[digit.kind].get_or_insert(kind) != kind {
                    return None;
                }
                digits.push(image as u16);
            }
            seats.push((from, digits));
        }
        // Different kinds must stay different.
        let is_one_to_one = |(_, becomes): &(usize, Vec<Option<usize>>)| {
            let different: HashSet<_> = becomes.iter().flatten().collect();
            different.len() == becomes.iter().flatten().count()
        };
        blocks.iter().flatten().all(is_one_to_one).then_some(Self(seats))
    }

    fn digits<'i>(&'i self, digits: &'i [u16]) -> impl Iterator<Item = u16> + 'i {
        self.0.iter().map(|(from, becomes)| becomes[digits[*from] as usize])
    }

    /// Whether the image has a smaller number.
    fn is_less(&self, digits: &[u16]) -> bool {
        self.digits(digits).lt(digits.iter().copied())
    }

    /// Whether the image meets the requirements that are met by dealing again.
    fn is_dealt(&self, boards: &Boards<'_>, digits: &[u16]) -> bool {
        let Space::Numbered(numbered) = &boards.space else { return false };
        let mut symbols = boards.blank();
        self.digits(digits).enumerate().for_each(|(seat, digit)| numbered.show(seat, digit, &mut symbols));
        let (cells, dice) = boards.cells_and_dice(&symbols);
        boards.dealer.accepts(cells, &dice)
    }
}

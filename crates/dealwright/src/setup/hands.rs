//! What hands do, piece by piece: real piles, shuffled as well as hands can, from how the last game left them.
//!
//! The plan knows only perfect mixing and drops whatever that makes pointless, so it says nothing of a bad shuffle. Here
//! every step is done as it stands. With perfect shuffling both must give the same deals equally often; the tests see to
//! that, so this is also a check of the plan.

use super::deal::{Deal, Dealer, Laid, MOST_REDEALS, NoDeal};
use super::plan::DealPlan;
use super::settle::Fixes;
use super::shuffle::{Last, Shuffle};
use super::{Arrangement, PileName, Piles, Property, Setup, Verb};
use crate::kit::{Piece, Shape};
use crate::rng::Stream;
use crate::search::Limits;
use crate::text::TextError;

/// Positions after which the player of the last game gives up. Deals depend on it, and on the solution that the game's
/// solver finds: to change either asks for a new version of the generator.
const PATIENCE: Limits = Limits { states: 200_000, memory: 2 << 30, watch: None };

/// A piece, by its number in the whole kit.
type Number = u16;

/// What is known of a setup before its pieces are taken in hand.
pub struct Hands {
    /// The pieces of each group in the order of the kit.
    sorted: Vec<Vec<Number>>,
    /// For each seat of the plan, which of the laid pieces comes there.
    laid_as: Vec<usize>,
}

/// Where the pieces are after a deal.
struct Table {
    /// In the order in which they were laid, with their groups.
    laid: Vec<(usize, Number)>,
    /// Those of each group that were set aside.
    left_over: Vec<Vec<Number>>,
}

/// What was dealt, to the eye and piece by piece.
struct Dealt {
    laid: Laid,
    table: Table,
    fixes: Fixes,
}

impl Hands {
    pub(super) fn new(setup: &Setup, plan: &DealPlan) -> Self {
        let mut next = 0;
        let numbers = |group: &crate::kit::Group| {
            let first = next;
            next += group.pieces.len() as Number;
            (first..next).collect()
        };
        let mut hands = Self { sorted: setup.kit.iter().map(numbers).collect(), laid_as: Vec::new() };
        // Without shuffling every piece stays on its place, so the place of a seat tells which laid piece comes there.
        let laid = hands.follow(setup, plan, hands.sorted.clone(), |_| {}, |_| {}).laid;
        let laid_as = |place: Number| laid.iter().position(|(_, piece)| *piece == place).unwrap_or_default();
        hands.laid_as = plan.seats.iter().map(|seat| laid_as(seat.place)).collect();
        hands
    }

    /// A deal as the setup says: what the last game left, shuffled and dealt until the requirements are met.
    pub(super) fn deal(&self, dealer: &Dealer<'_>, random: &mut Stream) -> Result<Deal, NoDeal> {
        let shuffling = dealer.setup.shuffling;
        let order = match shuffling.last {
            Last::Sorted => self.sorted.clone(),
            Last::Played => {
                let (last, _) = self.deal_until(dealer, Shuffle::Perfect, self.sorted.clone(), random)?;
                self.gather(dealer, &last, Some(&PATIENCE)).unwrap_or_else(|_| self.sorted.clone())
            }
        };
        let (dealt, redeals) = self.deal_until(dealer, shuffling.shuffle, order, random)?;
        Ok(Deal { cells: dealt.laid.cells, dice: dealt.laid.dice, redeals, fixes: dealt.fixes })
    }

    /// Deals until the requirements are met, and how often it was not; a refused deal is gathered as it lies.
    fn deal_until(
        &self,
        dealer: &Dealer<'_>,
        shuffle: Shuffle,
        mut order: Vec<Vec<Number>>,
        random: &mut Stream,
    ) -> Result<(Dealt, u32), NoDeal> {
        for redeals in 0..=MOST_REDEALS {
            put_back(&mut order, dealer);
            let mut dealt = self.once(dealer, shuffle, order, random);
            if let Some(fixes) = dealer.settle(&mut dealt.laid) {
                dealt.fixes = fixes;
                return Ok((dealt, redeals));
            }
            order = self.gather(dealer, &dealt, None).unwrap_or_else(|_| self.sorted.clone());
        }
        Err(super::impossible::to_blame(dealer))
    }

    /// One deal, whatever the requirements say.
    fn once(
        &self,
        dealer: &Dealer<'_>,
        shuffle: Shuffle,
        order: Vec<Vec<Number>>,
        random: &mut Stream,
    ) -> Dealt {
        let table =
            self.follow(dealer.setup, &dealer.plan, order, |pile| shuffle.shuffle(pile, random), |_| {});
        let laid = dealer.look(self.laid_as.iter().map(|&n| table.laid[n].1), random);
        Dealt { laid, table, fixes: Fixes::default() }
    }

    /// The piles that each step finds, of the pieces it is about, when nothing is ever shuffled. How many pieces lie in a pile
    /// is the same in every deal. Pieces are numbered within their group.
    pub(super) fn piles_found(setup: &Setup, plan: &DealPlan) -> Vec<Vec<Vec<usize>>> {
        let hands = Self::new(setup, plan);
        let mut found: Vec<Vec<Vec<Number>>> = Vec::new();
        hands.follow(setup, plan, hands.sorted.clone(), |_| {}, |piles| found.push(piles.to_vec()));
        let within = |(step, piles): (&super::Step, Vec<Vec<Number>>)| {
            let sorted = step.verb.group().map(|group| &hands.sorted[group]);
            let first = sorted.and_then(|sorted| sorted.first().copied()).unwrap_or_default();
            piles.iter().map(|pile| pile.iter().map(|number| (number - first).into()).collect()).collect()
        };
        setup.steps.iter().zip(found).map(within).collect()
    }

    /// Follows the steps with the pieces of each group in some order. `see` is shown the piles that each step finds, of the
    /// pieces it is about.
    fn follow(
        &self,
        setup: &Setup,
        plan: &DealPlan,
        order: Vec<Vec<Number>>,
        mut shuffle: impl FnMut(&mut [Number]),
        mut see: impl FnMut(&[Vec<Number>]),
    ) -> Table {
        let piece = |group: usize, number: Number| -> &Piece {
            &setup.kit[group].pieces[(number - self.sorted[group][0]) as usize]
        };
        let mut piles: Vec<Vec<Vec<Number>>> = order.into_iter().map(|pile| vec![pile]).collect();
        let mut table = Table { laid: Vec::new(), left_over: vec![Vec::new(); piles.len()] };
        for (step, fact) in setup.steps.iter().zip(&plan.facts) {
            see(step.verb.group().map_or(&[], |group| &piles[group]));
            match &step.verb {
                Verb::Remove { group, which } => {
                    let stays = |number: &Number| !which.iter().any(|which| which.is(piece(*group, *number)));
                    piles[*group].iter_mut().for_each(|pile| pile.retain(stays));
                    piles[*group].retain(|pile| !pile.is_empty());
                }
                Verb::Split { group, by, .. } => {
                    let all = piles[*group].concat();
                    let pile = |set: &Vec<u8>| {
                        let belongs = |number: &Number| {
                            by.of(piece(*group, *number)).is_some_and(|value| set.contains(&value))
                        };
                        all.iter().copied().filter(belongs).collect()
                    };
                    piles[*group] = fact.after.piles.iter().map(pile).collect();
                }
                Verb::Shuffle { group, piles: which } => {
                    if *which == Piles::All {
                        piles[*group] = vec![piles[*group].concat()];
                    }
                    let labels = &fact.before.piles;
                    for (number, pile) in piles[*group].iter_mut().enumerate() {
                        let is_meant = |name: &PileName| name.is(number, labels.get(number));
                        match which {
                            Piles::These(names) if !names.iter().any(is_meant) => {}
                            _ => shuffle(pile),
                        }
                    }
                }
                Verb::Arrange { group, order } => {
                    let piece = |number: Number| piece(*group, number);
                    for pile in &mut piles[*group] {
                        arrange(pile, order, piece);
                    }
                }
                Verb::Place { group, which, .. } => {
                    for pile in &mut piles[*group] {
                        if let Some(at) = pile.iter().position(|&number| which.is(piece(*group, number))) {
                            table.laid.push((*group, pile.remove(at)));
                            break;
                        }
                    }
                    piles[*group].retain(|pile| !pile.is_empty());
                }
                Verb::Keep { group, count } => {
                    let rest =
                        piles[*group].iter_mut().flat_map(|pile| pile.split_off((*count).min(pile.len())));
                    table.left_over[*group].extend(rest);
                }
                Verb::Lay { group, lay } => {
                    let mut laid = lay.sequence(&piles[*group], &mut shuffle);
                    laid.truncate(fact.laid);
                    piles[*group].iter_mut().for_each(|pile| pile.retain(|number| !laid.contains(number)));
                    piles[*group].retain(|pile| !pile.is_empty());
                    table.laid.extend(laid.into_iter().map(|number| (*group, number)));
                }
                // Every piece of it is laid; where it comes to lie is not for the piles to say.
                Verb::Build { group, .. } => piles[*group].clear(),
                // Chance turns pieces when they are seen, and rolls the dice then; the others move no piece of a pile.
                Verb::Turn { .. }
                | Verb::Roll { .. }
                | Verb::Stand { .. }
                | Verb::Cover { .. }
                | Verb::Reveal { .. }
                | Verb::Move { .. }
                | Verb::Require { .. } => {}
            }
        }
        table
    }

    /// The order in which the pieces of each group are taken up, after a game if it is `played`. Pieces of several cells
    /// are taken up place by place as they were laid; hidden and left-over ones come last. It fails only where a deal is
    /// no challenge, which a setup that was read has none of.
    fn gather(
        &self,
        dealer: &Dealer<'_>,
        dealt: &Dealt,
        played: Option<&Limits>,
    ) -> Result<Vec<Vec<Number>>, TextError> {
        let setup = dealer.setup;
        let cells = &dealt.laid.cells;
        let challenge = setup.build(cells, &dealt.laid.dice)?;
        let mut turn_of_cell = vec![usize::MAX; cells.len()];
        for (turn, cell) in challenge.gathered(cells, played).into_iter().enumerate() {
            turn_of_cell[cell] = turn_of_cell[cell].min(turn);
        }
        let mut turns = vec![usize::MAX; dealt.table.laid.len()];
        // A piece that was swapped by hand is taken up from where it lies now.
        let laid_as = |piece: Number| dealt.table.laid.iter().position(|(_, laid)| *laid == piece);
        for (seat, &(piece, _)) in dealer.plan.seats.iter().zip(&dealt.laid.layout) {
            let Some(laid) = laid_as(piece) else { continue };
            turns[laid] = seat.cells.iter().map(|&(_, cell)| turn_of_cell[cell]).min().unwrap_or(usize::MAX);
        }
        let gathered = (0..setup.kit.len()).map(|group| {
            let single = setup.kit[group].shape() == Shape::SINGLE;
            let mut pieces: Vec<(usize, Number)> = (dealt.table.laid.iter().zip(&turns))
                .filter(|((of, _), _)| *of == group)
                .map(|((_, number), turn)| (if single { *turn } else { 0 }, *number))
                .collect();
            pieces.sort_by_key(|(turn, _)| *turn);
            pieces.into_iter().map(|(_, number)| number).chain(dealt.table.left_over[group].clone()).collect()
        });
        Ok(gathered.collect())
    }
}

/// Pieces that stay in a stated order are put back into the order of the kit before each deal: whoever lays them in order has to.
/// Groups that are only split, shuffled as a whole, kept and laid out at once come as the last game left them: their deals are known
/// by seeds and do not change.
fn put_back(order: &mut [Vec<Number>], dealer: &Dealer<'_>) {
    let is_mixed = |piece: Number| dealer.plan.mixes.iter().any(|mix| mix.places.contains(&piece));
    for (group, pieces) in order.iter_mut().enumerate() {
        let is_stated = |verb: &Verb| match verb {
            Verb::Arrange { .. } | Verb::Place { .. } | Verb::Shuffle { piles: Piles::These(_), .. } => true,
            Verb::Lay { lay, .. } => lay.count.is_some() || !lay.to.is_empty(),
            _ => false,
        };
        if !dealer.setup.steps.iter().any(|step| step.verb.group() == Some(group) && is_stated(&step.verb)) {
            continue;
        }
        let at: Vec<usize> = (0..pieces.len()).filter(|&n| !is_mixed(pieces[n])).collect();
        let mut unmixed: Vec<Number> = at.iter().map(|&n| pieces[n]).collect();
        unmixed.sort_unstable();
        at.into_iter().zip(unmixed).for_each(|(n, piece)| pieces[n] = piece);
    }
}

/// Puts a pile into an order.
fn arrange<'a>(pile: &mut Vec<Number>, order: &Arrangement, piece: impl Fn(Number) -> &'a Piece) {
    match order {
        Arrangement::Reversed => pile.reverse(),
        Arrangement::ByValue => pile.sort_by_key(|&number| Property::Value.of(piece(number))),
        Arrangement::BySuit => pile.sort_by_key(|&number| Property::Suit.of(piece(number))),
        Arrangement::Listed(list) => {
            let mut rest = std::mem::take(pile);
            for which in list {
                let at = rest.iter().position(|&number| which.is(piece(number)));
                pile.extend(at.map(|at| rest.remove(at)));
            }
            pile.extend(rest);
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::panic)]
mod tests;

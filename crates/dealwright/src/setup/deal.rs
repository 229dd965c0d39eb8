//! One random challenge of a setup, always the same for one seed text and index.

use super::hands::Hands;
use super::impossible;
use super::plan::{BuildPlan, DealPlan, Place, Seat, plan};
use super::settle::Fixes;
use super::{Fault, Setup};
use crate::InvalidInput;
use crate::challenge::Challenge;
use crate::construct::{BuildWork, Construction, Lots};
use crate::dealing::Dice;
use crate::id::{self, RuleText};
use crate::rng::{Stream, StreamName};
use crate::text::TextError;
use std::collections::BTreeSet;
use std::sync::OnceLock;

/// The generator version that seed IDs name. A change of anything a deal depends on asks for a new one.
pub const GENERATOR: u32 = 1;

/// Deals of one try are given up after so many that break a requirement.
pub(super) const MOST_REDEALS: u32 = 1_000_000;

/// A setup ready to be dealt.
pub struct Dealer<'a> {
    /// The setup.
    pub setup: &'a Setup,
    /// What its steps come to.
    pub plan: DealPlan,
    /// The rules in force, recognised once.
    rules: Vec<RuleText<'a>>,
    /// What the hands do piece by piece; only where they do not shuffle perfectly.
    hands: Option<Hands>,
    /// The boards that come of putting deals right by hand, once somebody asks for them.
    pub(super) good_boards: OnceLock<Option<BTreeSet<Vec<u8>>>>,
}

/// What lies on the table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Deal {
    /// The symbols on the cells.
    pub cells: Vec<u8>,
    /// The dice that were rolled for the game.
    pub dice: Dice,
    /// Deals that broke a requirement and were gathered again.
    pub redeals: u32,
    /// What was put right by hand.
    pub fixes: Fixes,
}

/// What lies on the table before anybody looks whether it meets the requirements.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Laid {
    /// The piece on each seat of the plan, and the way it lies.
    pub layout: Vec<(u16, usize)>,
    /// The symbols on the cells.
    pub cells: Vec<u8>,
    /// The dice that were rolled for the game.
    pub dice: Dice,
    /// Whether hands that built it got stuck and have to begin again.
    pub stuck: bool,
}

/// A requirement that no deal seems to meet.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("none of {MOST_REDEALS} deals meets {blame}, so this setup seems to be impossible")]
pub struct NoDeal {
    /// Which requirement, by its name and the number of its step, or all of them.
    pub blame: String,
    /// The step, counted from 0, where one requirement alone is to blame.
    pub step: Option<usize>,
}

impl<'a> Dealer<'a> {
    /// Works out the plan. A setup that was read from a file always has one.
    pub fn new(setup: &'a Setup) -> Result<Self, Fault> {
        let plan = plan(setup)?;
        let hands = (!setup.shuffling.is_perfect()).then(|| Hands::new(setup, &plan));
        let words: Vec<&str> = setup.rules.iter().map(String::as_str).collect();
        let rules = id::read_rules(&words, setup.game.info.rules)
            .map_err(|error| Fault::new(0, error.to_string()))?;
        Ok(Self { setup, plan, rules, hands, good_boards: OnceLock::new() })
    }

    /// Whether a board meets everything that is asked of a deal.
    pub fn accepts(&self, cells: &[u8], dice: &Dice) -> bool {
        self.setup.asked().all(|(what, _)| what.broken_at(self, cells, dice).is_none())
    }

    /// The same as far as cells are known.
    pub fn accepts_so_far(&self, cells: &[Option<u8>]) -> bool {
        self.setup.asked().all(|(what, _)| what.can_hold(self.setup, cells))
    }

    /// The name of a seed text's random streams, one for each deal. Rules are not part of it: the same pieces lie there
    /// under every rule. Ways to shuffle are, so that their deals are independent of each other.
    pub fn streams(&self, seed: &str) -> StreamName {
        let parameters: Vec<String> = self
            .setup
            .open
            .iter()
            .map(|open| format!("{}={}", open.name, self.setup.parameters.get(&open.name)))
            .collect();
        let (name, parameters, shuffling) =
            (self.setup.full_name(), parameters.join("&"), self.setup.shuffling.words());
        let words = ["deal", &name, &parameters, seed];
        StreamName::new(&words.into_iter().chain(shuffling.as_deref()).collect::<Vec<_>>())
    }

    /// Deal number `index` of a seed text. For many deals, [`Self::streams`] and [`Self::deal_from`] hash the text only
    /// once.
    pub fn deal(&self, seed: &str, index: u64) -> Result<Deal, NoDeal> {
        self.deal_from(&mut self.streams(seed).stream(index))
    }

    /// A deal with randomness from a stream; deals again until the requirements are met.
    pub fn deal_from(&self, random: &mut Stream) -> Result<Deal, NoDeal> {
        if let Some(hands) = &self.hands {
            return hands.deal(self, random);
        }
        for redeals in 0..=MOST_REDEALS {
            let mut laid = self.once(random);
            if let Some(fixes) = self.settle(&mut laid) {
                return Ok(Deal { cells: laid.cells, dice: laid.dice, redeals, fixes });
            }
        }
        Err(impossible::to_blame(self))
    }

    /// Shuffles everything that is shuffled.
    fn mix(&self, table: &mut [u16], random: &mut Stream) {
        for mix in &self.plan.mixes {
            for n in 0..mix.take {
                let other = n + random.below((mix.places.len() - n) as u32) as usize;
                table.swap(mix.places[n] as usize, mix.places[other] as usize);
            }
        }
    }

    /// One deal after perfect shuffling, whatever the requirements say.
    pub fn once(&self, random: &mut Stream) -> Laid {
        let plan = &self.plan;
        let mut table = plan.table.clone();
        self.mix(&mut table, random);
        let mut laid = self.look(plan.seats.iter().map(|seat| table[seat.place as usize]), random);
        if let Some(build) = &plan.build {
            self.take_over(self.construct(build, &table, random).cells, &mut laid);
        }
        laid
    }

    /// The solution around which a deal of a setup with a step `build` is built; none for other setups, and where none of many
    /// tries gives a deal. The deal is the one that [`Self::deal_from`] makes of the same stream.
    pub fn construction_from(&self, random: &mut Stream) -> Option<(Laid, Construction<String>)> {
        let plan = &self.plan;
        let build = plan.build.as_ref()?;
        for _ in 0..=MOST_REDEALS {
            let mut table = plan.table.clone();
            self.mix(&mut table, random);
            let mut laid = self.look(plan.seats.iter().map(|seat| table[seat.place as usize]), random);
            let built = self.construct(build, &table, random);
            self.take_over(built.cells.clone(), &mut laid);
            if self.settle(&mut laid).is_some() {
                return Some((laid, built));
            }
        }
        None
    }

    /// The work of one try to build, whether it comes to a deal or not; none where nothing is built.
    pub(super) fn work_of_a_try(&self, random: &mut Stream) -> BuildWork {
        let mut table = self.plan.table.clone();
        self.mix(&mut table, random);
        let built = self.plan.build.as_ref().map(|build| self.construct(build, &table, random));
        built.map_or_else(BuildWork::default, |built| built.work)
    }

    /// Builds with what chance decides.
    fn construct(&self, build: &BuildPlan, table: &[u16], random: &mut Stream) -> Construction<String> {
        let mut slips: Vec<u16> = (0..build.slips as u16).collect();
        for n in 0..slips.len() {
            let other = n + random.below((slips.len() - n) as u32) as usize;
            slips.swap(n, other);
        }
        let dice: Vec<u8> = build.dice.iter().map(|&sides| random.below(sides.into()) as u8).collect();
        self.construct_with(build, table, &slips, &dice)
    }

    /// Builds with these slips and dice.
    pub(super) fn construct_with(
        &self,
        build: &BuildPlan,
        table: &[u16],
        slips: &[u16],
        dice: &[u8],
    ) -> Construction<String> {
        let symbol = |&place: &Place| self.plan.looks[table[place as usize] as usize][0][0];
        let pieces: Vec<u8> = build.pile.iter().map(symbol).collect();
        let lots = Lots { rules: &self.rules, pieces: &pieces, slips, dice };
        (self.setup.game.build_by_hand)(build.by.name, &self.setup.parameters, build.moves, &lots)
    }

    /// Puts what was built onto the table.
    pub(super) fn take_over(&self, built: Option<Vec<u8>>, laid: &mut Laid) {
        match built {
            Some(cells) => laid.cells = cells,
            None => laid.stuck = true,
        }
    }

    /// Puts what is seen of pieces, each with the way it lies, onto the cells of the seats.
    pub(crate) fn show(&self, layout: impl Iterator<Item = (u16, usize)>, cells: &mut [u8]) {
        for (seat, (piece, turn)) in self.plan.seats.iter().zip(layout) {
            let look = &self.plan.looks[piece as usize][turn];
            for &(of_piece, of_board) in &seat.cells {
                cells[of_board] = look[of_piece];
            }
        }
    }

    /// What is seen when these pieces lie on the seats, turned by chance where they are turned, and the dice are rolled.
    pub(super) fn look(&self, pieces: impl Iterator<Item = u16>, random: &mut Stream) -> Laid {
        let plan = &self.plan;
        let mut cells = plan.blank.clone();
        let turned = |(seat, piece): (&Seat, u16)| (piece, random.below(seat.turns as u32) as usize);
        let layout: Vec<(u16, usize)> = plan.seats.iter().zip(pieces).map(turned).collect();
        self.show(layout.iter().copied(), &mut cells);
        for (cell, faces) in &plan.rolls {
            cells[*cell] = faces[random.below(faces.len() as u32) as usize];
        }
        let dice = if plan.dice.is_empty() { Dice::default() } else { self.roll_dice(random) };
        Laid { layout, cells, dice, stuck: false }
    }

    /// The dice that are rolled for the game. Apart from [`Self::look`], which nearly all deals leave without them.
    #[cold]
    fn roll_dice(&self, random: &mut Stream) -> Dice {
        let values = self.plan.die_faces().map(|faces| faces[random.below(faces.len() as u32) as usize]);
        self.plan.dice_of(&values.collect::<Vec<u8>>())
    }

    /// The challenge of a deal.
    pub fn challenge(&self, deal: &Deal) -> Result<Challenge, TextError> {
        self.build(&deal.cells, &deal.dice)
    }

    /// The challenge that comes out of a stream of chance by its number.
    pub fn challenge_at(&self, streams: &StreamName, index: u64) -> Result<Challenge, InvalidInput> {
        let deal = self.deal_from(&mut streams.stream(index)).map_err(InvalidInput::because)?;
        self.challenge(&deal).map_err(InvalidInput::because)
    }

    /// The challenge that lies on the table.
    pub fn build(&self, cells: &[u8], dice: &Dice) -> Result<Challenge, TextError> {
        (self.setup.game.build)(&self.setup.parameters, &self.rules, cells, dice)
    }
}

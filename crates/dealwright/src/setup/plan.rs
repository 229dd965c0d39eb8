//! What the steps of a setup come to: which places of the table are mixed, and which piece goes to which cells.
//!
//! The pieces lie on numbered *places* of a table, at first in the order of the kit. Hands move places about in piles;
//! what lies on them changes only by *mixing*. So a plan is a list of mixes (which places) followed by a list of seats
//! (which place fills which cells), and it is the same for every deal.

use super::which::allowed;
use super::{Along, Fault, Lay, Piles, Property, Rolled, Setup, Verb};
use crate::dealing::{Dice, DiceInfo, TakenOff};
use crate::kit::{Group, PieceKind};
use num_bigint::BigUint;
use num_traits::One;

/// A place on the table.
pub type Place = u16;

/// What the steps come to.
#[derive(Debug, Clone)]
pub struct DealPlan {
    /// The looks of each piece: for each way it may lie, the symbols on its cells.
    pub looks: Vec<Vec<Vec<u8>>>,
    /// The piece on each place before anything is mixed.
    pub table: Vec<u16>,
    /// Mixes in the order in which they happen. Those that a later one makes pointless are left out.
    pub mixes: Vec<Mix>,
    /// Pieces that are seen in the end.
    pub seats: Vec<Seat>,
    /// Cells that are rolled, with the faces of their dice.
    pub rolls: Vec<(usize, Vec<u8>)>,
    /// Lists of dice that are rolled for the game.
    pub dice: Vec<DiceRoll>,
    /// Everything that hands and dice can do, each piece taken as different from every other.
    pub physical: BigUint,
    /// For each step, what is in hand before and after it.
    pub facts: Vec<Fact>,
}

/// A list of dice that the game asks for, and the faces of each.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DiceRoll {
    /// Which list.
    pub list: &'static DiceInfo,
    /// The faces of each of its dice.
    pub faces: Vec<u8>,
}

/// What a step finds and leaves, of the pieces it is about.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Fact {
    /// In hand before.
    pub before: Hand,
    /// In hand after.
    pub after: Hand,
    /// Cells that were free before.
    pub free_cells: usize,
    /// Pieces that the step takes off the board.
    pub taken_off: usize,
}

/// Pieces in hand.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Hand {
    /// How many.
    pub pieces: usize,
    /// The suits or values of each pile; of one pile that was never split, none.
    pub piles: Vec<Vec<u8>>,
    /// Pieces set aside.
    pub left_over: usize,
}

impl DealPlan {
    /// The faces of each die that is rolled for the game, list by list.
    pub fn die_faces(&self) -> impl DoubleEndedIterator<Item = &[u8]> {
        self.dice.iter().flat_map(|roll| std::iter::repeat_n(roll.faces.as_slice(), roll.list.count))
    }

    /// Values of these dice, in the same order, by their lists.
    pub fn dice_of(&self, values: &[u8]) -> Dice {
        let mut rest = values;
        let list = |roll: &DiceRoll| {
            let (values, others) = rest.split_at(roll.list.count.min(rest.len()));
            rest = others;
            (roll.list.name, values.to_vec())
        };
        Dice(self.dice.iter().map(list).collect())
    }

    /// Whether part of a seen piece is hidden.
    pub fn hides(&self) -> bool {
        let cells = |seat: &Seat| self.looks[self.table[seat.place as usize] as usize][0].len();
        self.seats.iter().any(|seat| seat.cells.len() < cells(seat))
    }

    /// Whether the symbols on the board differ from deal to deal, and not only their places.
    pub fn varies(&self) -> bool {
        self.hides() || !self.rolls.is_empty() || self.mixes.iter().any(|mix| mix.take < mix.places.len())
    }
}

/// Places whose pieces are put into a random order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mix {
    /// The places; those that matter later come first.
    pub places: Vec<Place>,
    /// How many of them matter.
    pub take: usize,
    /// Whether it is known which pieces lie there before, whatever other mixes do.
    pub known: bool,
}

/// A place whose piece is seen.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Seat {
    /// The place.
    pub place: Place,
    /// Which cell of the piece shows on which cell of the board.
    pub cells: Vec<(usize, usize)>,
    /// Ways its piece may lie.
    pub turns: usize,
}

/// The state of the table while the steps are followed.
struct Table<'a> {
    setup: &'a Setup,
    plan: DealPlan,
    /// Places in piles, for each group.
    piles: Vec<Vec<Vec<Place>>>,
    /// Suits or values of each pile, for each group.
    labels: Vec<Vec<Vec<u8>>>,
    /// What the labels are, where piles have any.
    split_by: Vec<Property>,
    left_over: Vec<usize>,
    /// Whether a group has been put to use.
    used: Vec<bool>,
    turned: Vec<bool>,
    filled: Vec<bool>,
    slots_used: usize,
    mixed: Vec<Vec<Place>>,
    /// Whether what the game takes off the board again has been taken off.
    taken_off: bool,
}

/// Works out the plan of a setup, or why it cannot be done.
pub fn plan(setup: &Setup) -> Result<DealPlan, Fault> {
    let mut table = Table::new(setup);
    for step in &setup.steps {
        let group = step.verb.group();
        let mut fact = Fact { before: table.hand(group), free_cells: table.free_cells(), ..Fact::default() };
        table.follow(&step.verb, &mut fact).map_err(|message| Fault::new(step.offset, message))?;
        fact.after = table.hand(group);
        table.plan.facts.push(fact);
    }
    let end = setup.steps.last().map_or(0, |step| step.offset);
    table.finish().map_err(|message| Fault::new(end, message))
}

/// Whether a word of an ID names this rule, with or without a value.
fn is_rule(word: &str, rule: &str) -> bool {
    word.strip_prefix(rule).is_some_and(|rest| rest.is_empty() || rest.starts_with('-'))
}

fn factorial(n: usize) -> BigUint {
    (1..=n).fold(BigUint::one(), |product, k| product * k)
}

impl<'a> Table<'a> {
    fn new(setup: &'a Setup) -> Self {
        let mut looks = Vec::new();
        let mut piles = Vec::new();
        for group in &setup.kit {
            let first = looks.len() as Place;
            let turns = group.visible_turns();
            let look = |piece: &crate::kit::Piece| {
                turns.iter().map(|turn| turn.iter().map(|&n| piece.faces[n]).collect()).collect()
            };
            looks.extend(group.pieces.iter().map(look));
            piles.push(vec![(first..looks.len() as Place).collect()]);
        }
        let plan = DealPlan {
            table: (0..looks.len() as u16).collect(),
            looks,
            mixes: Vec::new(),
            seats: Vec::new(),
            rolls: Vec::new(),
            dice: Vec::new(),
            physical: BigUint::one(),
            facts: Vec::new(),
        };
        Self {
            setup,
            plan,
            piles,
            labels: vec![vec![Vec::new()]; setup.kit.len()],
            split_by: vec![Property::Suit; setup.kit.len()],
            left_over: vec![0; setup.kit.len()],
            used: vec![false; setup.kit.len()],
            turned: vec![false; setup.kit.len()],
            filled: vec![false; setup.grid.cells()],
            slots_used: 0,
            mixed: Vec::new(),
            taken_off: false,
        }
    }

    fn group(&self, group: usize) -> &'a Group {
        &self.setup.kit[group]
    }

    fn piece(&self, place: Place) -> &'a crate::kit::Piece {
        let mut number = self.plan.table[place as usize] as usize;
        for group in &self.setup.kit {
            match group.pieces.get(number) {
                Some(piece) => return piece,
                None => number -= group.pieces.len(),
            }
        }
        &self.setup.kit[0].pieces[0] // every place holds a piece of the kit
    }

    fn hand(&self, group: Option<usize>) -> Hand {
        let Some(group) = group else { return Hand::default() };
        Hand {
            pieces: self.piles[group].iter().map(Vec::len).sum(),
            piles: self.labels[group].clone(),
            left_over: self.left_over[group],
        }
    }

    fn free_cells(&self) -> usize {
        self.filled.iter().filter(|filled| !**filled).count()
    }

    /// Refuses a step for which nothing is in hand.
    fn needs_pieces(&self, verb: &Verb) -> Result<(), String> {
        let handled = match verb {
            Verb::Remove { group, .. }
            | Verb::Split { group, .. }
            | Verb::Shuffle { group, .. }
            | Verb::Keep { group, .. }
            | Verb::Turn { group }
            | Verb::Lay { group, .. } => *group,
            Verb::Roll { .. }
            | Verb::Stand { .. }
            | Verb::Cover { .. }
            | Verb::Move { .. }
            | Verb::Require { .. } => {
                return Ok(());
            }
        };
        let name = self.group(handled).plural();
        if self.hand(Some(handled)).pieces > 0 {
            Ok(())
        } else if self.used[handled] {
            Err(format!("the {name} lie on the board already, put this step before"))
        } else {
            Err(format!("no {name} are in hand"))
        }
    }

    fn follow(&mut self, verb: &Verb, fact: &mut Fact) -> Result<(), String> {
        self.needs_pieces(verb)?;
        match verb {
            Verb::Remove { group, which } => self.remove(*group, which),
            Verb::Split { group, by, together } => self.split(*group, *by, together),
            Verb::Shuffle { group, piles } => {
                self.shuffle(*group, *piles);
                Ok(())
            }
            Verb::Keep { group, count } => self.keep(*group, *count),
            Verb::Turn { group } => self.turn(*group),
            Verb::Lay { group, lay } => self.lay(*group, lay),
            Verb::Roll { group, into, along } => self.roll(*group, *into, *along),
            Verb::Cover { group, count, .. } => {
                let left = &mut self.left_over[*group];
                let kit = &self.setup.kit[*group];
                *left = left.checked_sub(*count).ok_or_else(|| {
                    format!("{} would be needed, but only {left} are left over", kit.counted(*count))
                })?;
                Ok(())
            }
            Verb::Move { which, .. } => {
                if self.free_cells() > 0 {
                    return Err("not all cards are dealt yet, put this step after the deal".into());
                }
                if std::mem::replace(&mut self.taken_off, true) {
                    return Err("the aces were moved away already".into());
                }
                // Of those in the kit some may have been taken out before; what is laid is the same in every deal.
                let on_board = self.plan.seats.iter().map(|seat| self.piece(seat.place));
                fact.taken_off = on_board.filter(|piece| which.is(piece)).count();
                Ok(())
            }
            Verb::Stand { group, .. } => {
                let info = self.setup.game.info;
                if let (PieceKind::Pawns { count }, Some(pawns)) = (&self.group(*group).kind, &info.pawns)
                    && *count != pawns.count
                {
                    let (title, wanted, name) = (info.title, pawns.count, pawns.name);
                    return Err(format!("{title} has {wanted} {name}, the kit has {count}"));
                }
                self.used[*group] = true;
                Ok(())
            }
            // It is proved, or asked of each deal, when the cells are known.
            Verb::Require { .. } if self.free_cells() > 0 => {
                Err("the board is not full yet, put this step after the one that fills it".into())
            }
            Verb::Require { .. } => Ok(()),
        }
    }

    fn is_mixed(&self, places: &[Place]) -> bool {
        self.mixed.iter().flatten().any(|place| places.contains(place))
    }

    fn remove(&mut self, group: usize, which: &[super::Which]) -> Result<(), String> {
        let all: Vec<Place> = self.piles[group].concat();
        if self.is_mixed(&all) {
            return Err("sort pieces out before they are shuffled".into());
        }
        let stays = |place: &Place| !which.iter().any(|w| w.is(self.piece(*place)));
        let kept: Vec<Vec<Place>> =
            self.piles[group].iter().map(|pile| pile.iter().copied().filter(stays).collect()).collect();
        if kept.iter().map(Vec::len).sum::<usize>() == all.len() {
            return Err(format!(
                "none of the {} is of that kind, so nothing would be taken out; expected {}",
                self.group(group).plural(),
                allowed(self.group(group), self.setup)
            ));
        }
        self.put_down(group, kept);
        Ok(())
    }

    /// Puts piles on the table: those without a piece are none, and a label names only what lies in its pile.
    fn put_down(&mut self, group: usize, piles: Vec<Vec<Place>>) {
        let labels = std::mem::take(&mut self.labels[group]);
        self.piles[group].clear();
        let by = self.split_by[group];
        for (pile, mut label) in piles.into_iter().zip(labels) {
            if pile.is_empty() {
                continue;
            }
            label.retain(|&value| pile.iter().any(|&place| by.of(self.piece(place)) == Some(value)));
            self.labels[group].push(label);
            self.piles[group].push(pile);
        }
    }

    fn split(&mut self, group: usize, by: Property, together: &[Vec<u8>]) -> Result<(), String> {
        let places: Vec<Place> = self.piles[group].concat();
        let touching: Vec<usize> = (0..self.mixed.len())
            .filter(|&n| self.mixed[n].iter().any(|place| places.contains(place)))
            .collect();
        let whole = match touching.as_slice() {
            [] => None,
            [only] if self.mixed[*only].len() == places.len() => Some(*only),
            [only] if places.iter().all(|place| self.mixed[*only].contains(place)) => {
                return Err("what was kept of a shuffled pile cannot be split; split first".into());
            }
            _ => {
                return Err(
                    "piles that were shuffled in parts cannot be split again; split first, then shuffle"
                        .into(),
                );
            }
        };
        if places.iter().any(|&place| by.of(self.piece(place)).is_none()) {
            let what = if by == Property::Suit { "suit" } else { "single value" };
            return Err(format!("{} have no {what} to be split by", self.group(group).plural()));
        }
        let mut named = together.concat();
        named.sort_unstable();
        if named.windows(2).any(|two| two[0] == two[1]) {
            return Err("'together' names a suit or value twice".into());
        }
        let sets = by.piles(places.iter().map(|&place| self.piece(place)), together);
        let mut piles: Vec<Vec<Place>> = Vec::new();
        for set in &sets {
            let belongs = |place: &Place| by.of(self.piece(*place)).is_some_and(|value| set.contains(&value));
            piles.push(places.iter().copied().filter(belongs).collect());
        }
        if piles.iter().map(Vec::len).sum::<usize>() != places.len() {
            return Err("'together' must name every suit or value of the pieces once".into());
        }
        if let Some(whole) = whole {
            // A shuffled pile that is then sorted gives shuffled piles; the order between them is forgotten.
            self.mixed.remove(whole);
            self.mixed.extend(piles.iter().cloned());
        }
        self.labels[group] = sets;
        self.split_by[group] = by;
        self.put_down(group, piles);
        Ok(())
    }

    fn shuffle(&mut self, group: usize, piles: Piles) {
        if piles == Piles::All {
            let all = self.piles[group].concat();
            self.piles[group] = vec![all];
            self.labels[group] = vec![Vec::new()];
        }
        for pile in self.piles[group].clone() {
            self.mix(pile);
        }
    }

    fn mix(&mut self, places: Vec<Place>) {
        self.plan.physical *= factorial(places.len());
        // What was mixed within these places before makes no difference any more.
        self.mixed.retain(|earlier| !earlier.iter().all(|place| places.contains(place)));
        self.mixed.push(places);
    }

    fn keep(&mut self, group: usize, count: usize) -> Result<(), String> {
        let [pile] = self.piles[group].as_mut_slice() else {
            return Err("there are several piles to keep pieces of; shuffle them together first".into());
        };
        if count > pile.len() {
            return Err(format!("{count} cannot be kept of {}", self.setup.kit[group].counted(pile.len())));
        }
        self.left_over[group] += pile.len() - count;
        pile.truncate(count);
        Ok(())
    }

    fn turn(&mut self, group: usize) -> Result<(), String> {
        let ways = self.group(group).turns.len();
        if ways < 2 {
            return Err(format!(
                "{} cannot be turned: give them turns in the kit",
                self.group(group).plural()
            ));
        }
        // Only what is in hand is turned, not what was set aside before.
        let pieces = self.piles[group].iter().map(Vec::len).sum::<usize>();
        self.plan.physical *= BigUint::from(ways).pow(pieces as u32);
        self.turned[group] = true;
        Ok(())
    }

    fn lay(&mut self, group: usize, lay: &Lay) -> Result<(), String> {
        let piles = std::mem::take(&mut self.piles[group]);
        self.used[group] = true;
        let mut rounds = Vec::new();
        let sequence = lay.sequence(&piles, |round| rounds.push(round.to_vec()));
        rounds.into_iter().for_each(|round| self.mix(round));
        let layers: usize = lay.layers.iter().sum();
        if !lay.layers.is_empty() && layers != sequence.len() {
            return Err(format!("the layers hold {layers} pieces, but {} are laid", sequence.len()));
        }
        let slots = self.way(lay.along);
        let name = self.group(group).plural();
        let places = if lay.along == Along::Slots { "places" } else { "free cells" };
        if sequence.len() > slots.len() {
            return Err(format!("{} {name} do not fit into {} {places}", sequence.len(), slots.len()));
        }
        if lay.along == Along::Slots {
            self.slots_used += sequence.len();
        }
        for (place, slot) in sequence.into_iter().zip(slots) {
            let footprint = self.group(group).shape().cells();
            if footprint != slot.len() {
                let singular = self.group(group).singular();
                return Err(format!(
                    "a {singular} of {footprint} cells does not fit into a place of {}",
                    slot.len()
                ));
            }
            let columns = self.setup.grid.columns;
            let spots: Vec<Option<(usize, usize)>> =
                slot.iter().map(|cell| cell.map(|cell| (cell / columns, cell % columns))).collect();
            if !self.group(group).shape().fits(&spots) {
                let squares: Vec<String> = slot
                    .iter()
                    .map(|cell| cell.map_or("-".into(), |cell| self.setup.square(cell).to_string()))
                    .collect();
                let singular = self.group(group).singular();
                return Err(format!(
                    "no {singular} can lie on {}: these cells do not have its shape, {}",
                    squares.join(" "),
                    self.group(group).shape().drawing().join("/")
                ));
            }
            let cells: Vec<(usize, usize)> =
                slot.iter().enumerate().filter_map(|(n, cell)| Some((n, (*cell)?))).collect();
            for &(_, cell) in &cells {
                if std::mem::replace(&mut self.filled[cell], true) {
                    return Err(format!("{} would be filled twice", self.setup.square(cell)));
                }
            }
            if !cells.is_empty() {
                let turns = if self.turned[group] {
                    self.plan.looks[self.plan.table[place as usize] as usize].len()
                } else {
                    1
                };
                self.plan.seats.push(Seat { place, cells, turns });
            }
        }
        Ok(())
    }

    /// The slots along a way over the board; cells that are filled already are passed over.
    fn way(&self, along: Along) -> Vec<Vec<Option<usize>>> {
        match along.cells(self.setup.grid.rows, self.setup.grid.columns) {
            Some(cells) => {
                cells.into_iter().filter(|&cell| !self.filled[cell]).map(|cell| vec![Some(cell)]).collect()
            }
            None => self.setup.slots[self.slots_used..].iter().map(|slot| slot.0.clone()).collect(),
        }
    }

    fn roll(&mut self, group: usize, into: Rolled, along: Along) -> Result<(), String> {
        let PieceKind::Dice { count, faces } = &self.group(group).kind else {
            return Err(format!("{} are not dice", self.group(group).plural()));
        };
        let dice = match into {
            Rolled::List(list) => list.count,
            Rolled::Spaces => self.free_cells(),
        };
        if let Rolled::List(list) = into
            && (self.plan.dice.iter().any(|roll| roll.list == list)
                || self.setup.rules.iter().any(|rule| is_rule(rule, list.rule)))
        {
            return Err(list.twice.into());
        }
        self.used[group] = true;
        if *count as usize != dice {
            return Err(format!("{dice} dice are to be rolled, but the kit has {count}"));
        }
        if let Some(face) = faces.iter().find(|face| !(self.setup.game.takes)(**face, &self.setup.parameters))
        {
            return Err(format!("a die shows {face}, which has no place on this board"));
        }
        self.plan.physical *= BigUint::from(faces.len()).pow(dice as u32);
        match into {
            Rolled::List(list) => self.plan.dice.push(DiceRoll { list, faces: faces.clone() }),
            Rolled::Spaces => {
                for cell in self.way(along).into_iter().flatten().flatten() {
                    self.filled[cell] = true;
                    self.plan.rolls.push((cell, faces.clone()));
                }
            }
        }
        Ok(())
    }

    fn finish(mut self) -> Result<DealPlan, String> {
        if let Some(cell) = self.filled.iter().position(|filled| !filled) {
            let filled = self.filled.iter().filter(|filled| **filled).count();
            return Err(format!(
                "the steps fill only {filled} of {} cells: {} stays empty",
                self.filled.len(),
                self.setup.square(cell)
            ));
        }
        if let Some(TakenOff { what, to }) =
            self.setup.game.info.taken_off.as_ref().filter(|_| !self.taken_off)
        {
            return Err(format!(
                "the {what} are never moved away: add a step move = {{ what = \"{what}\", to = \"{to}\" }}"
            ));
        }
        if let Some(idle) = (0..self.used.len()).find(|&group| !self.used[group]) {
            let name = self.group(idle).plural();
            return Err(format!(
                "the {name} are never used: add a step for them, or take them out of the kit"
            ));
        }
        self.check_faces()?;
        self.plan.mixes = self.relevant_mixes();
        Ok(self.plan)
    }

    fn check_faces(&self) -> Result<(), String> {
        let in_play = |place: Place| {
            self.plan.seats.iter().any(|seat| seat.place == place)
                || self.mixed.iter().any(|mix| mix.contains(&place))
        };
        for place in (0..self.plan.table.len() as Place).filter(|&place| in_play(place)) {
            let faces = &self.piece(place).faces;
            if let Some(face) =
                faces.iter().find(|face| !(self.setup.game.takes)(**face, &self.setup.parameters))
            {
                let face = self.setup.game.faces.write(*face);
                return Err(format!("a piece shows {face}, which has no place on this board"));
            }
        }
        Ok(())
    }

    /// Mixes that change what is seen, each with the places that matter in front.
    fn relevant_mixes(&self) -> Vec<Mix> {
        let mut matters: Vec<Place> = self.plan.seats.iter().map(|seat| seat.place).collect();
        let mut mixes = Vec::new();
        for (number, places) in self.mixed.iter().enumerate().rev() {
            // In the order in which they are laid, so that a deal draws the first seat first.
            let mut first: Vec<Place> =
                matters.iter().copied().filter(|place| places.contains(place)).collect();
            let take = first.len();
            if take == 0 {
                continue;
            }
            first.extend(places.iter().copied().filter(|place| !matters.contains(place)));
            // Whatever lies on any of these places before may come to be seen.
            matters.extend(first[take..].iter().copied());
            let known = !self.mixed[..number].iter().flatten().any(|place| places.contains(place));
            mixes.push(Mix { places: first, take, known });
        }
        mixes.reverse();
        mixes
    }
}

//! The table while the steps are followed: which places lie in which pile, and what was mixed.

use super::super::condition::{Condition, Test};
use super::super::{By, Change, Fault, Property, Setup, Verb, WITH, With};
use super::{DealPlan, Fact, Hand, Mix, Place, Seat};
use crate::dealing::TakenOff;
use crate::kit::{Group, Piece, PieceKind};
use crate::text::listed;
use num_bigint::BigUint;
use num_traits::One;

/// The state of the table while the steps are followed.
pub(super) struct Table<'a> {
    pub setup: &'a Setup,
    pub plan: DealPlan,
    /// Places in piles, for each group.
    pub piles: Vec<Vec<Vec<Place>>>,
    /// Suits or values of each pile, for each group.
    pub labels: Vec<Vec<Vec<u8>>>,
    /// What the labels are, where piles have any.
    pub split_by: Vec<Property>,
    pub left_over: Vec<usize>,
    /// Whether a group has been put to use.
    pub used: Vec<bool>,
    pub turned: Vec<bool>,
    pub filled: Vec<bool>,
    /// Cells whose piece lies face down.
    pub face_down: Vec<bool>,
    pub slots_used: usize,
    /// Places that were mixed, as far as it still makes a difference.
    pub mixed: Vec<Vec<Place>>,
    /// Whether what the game takes off the board again has been taken off.
    pub taken_off: bool,
}

/// Why a step cannot be done, and which of its keys is to blame, if it is one.
pub(super) struct Misstep {
    pub key: &'static str,
    pub message: String,
}

impl Misstep {
    pub fn at(key: &'static str, message: impl Into<String>) -> Self {
        Self { key, message: message.into() }
    }
}

impl<T: Into<String>> From<T> for Misstep {
    fn from(message: T) -> Self {
        Self::at("", message)
    }
}

pub(super) fn factorial(n: usize) -> BigUint {
    (1..=n).fold(BigUint::one(), |product, k| product * k)
}

impl<'a> Table<'a> {
    pub fn new(setup: &'a Setup) -> Self {
        let mut looks = Vec::new();
        let mut piles = Vec::new();
        for group in &setup.kit {
            let first = looks.len() as Place;
            let turns = group.visible_turns();
            let look = |piece: &Piece| {
                let seen = |&n: &usize| group.counts_as.seen(piece.symbol(n));
                turns.iter().map(|turn| turn.iter().map(seen).collect()).collect()
            };
            looks.extend(group.pieces.iter().map(look));
            piles.push(vec![(first..looks.len() as Place).collect()]);
        }
        let cells = setup.places.cells();
        let (mut blank, mut filled) = (vec![0; cells], vec![false; cells]);
        for &cell in &setup.empty {
            (blank[cell], filled[cell]) = (setup.game.empty.unwrap_or_default(), true);
        }
        let plan = DealPlan {
            table: (0..looks.len() as u16).collect(),
            looks,
            mixes: Vec::new(),
            seats: Vec::new(),
            blank,
            fixed: (setup.game.fixed)(&setup.parameters),
            rolls: Vec::new(),
            dice: Vec::new(),
            build: None,
            face_down: Vec::new(),
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
            filled,
            face_down: vec![false; cells],
            slots_used: 0,
            mixed: Vec::new(),
            taken_off: false,
        }
    }

    pub fn group(&self, group: usize) -> &'a Group {
        &self.setup.kit[group]
    }

    /// The piece on a place before anything is mixed, with the numbers of its group and of itself within it.
    fn numbered(&self, place: Place) -> (usize, usize) {
        let mut number = self.plan.table[place as usize] as usize;
        for (group, kit) in self.setup.kit.iter().enumerate() {
            if number < kit.pieces.len() {
                return (group, number);
            }
            number -= kit.pieces.len();
        }
        (0, 0) // every place holds a piece of the kit
    }

    pub fn piece(&self, place: Place) -> &'a Piece {
        let (group, number) = self.numbered(place);
        &self.setup.kit[group].pieces[number]
    }

    pub fn hand(&self, group: Option<usize>) -> Hand {
        let Some(group) = group else { return Hand::default() };
        Hand {
            pieces: self.piles[group].iter().map(Vec::len).sum(),
            piles: self.labels[group].clone(),
            left_over: self.left_over[group],
        }
    }

    pub fn free_cells(&self) -> usize {
        self.filled.iter().filter(|filled| !**filled).count()
    }

    /// Why a step that needs a full board comes too early, or the pieces do not fill it.
    fn free_in_words(&self) -> String {
        let in_hand = (0..self.setup.kit.len()).any(|group| self.hand(Some(group)).pieces > 0);
        let free: Vec<String> = (0..self.filled.len())
            .filter(|&cell| !self.filled[cell])
            .map(|cell| self.setup.places.cell_name(cell))
            .collect();
        let places = match free.as_slice() {
            [first, second, _, _, ..] => format!("{first}, {second} and {} more", free.len() - 2),
            free => listed(free),
        };
        match in_hand {
            true => format!(
                "not all pieces are laid yet ({places} still free), put this step after the one that lays the last of them"
            ),
            false => format!(
                "{} of {} places are still free ({places}), and no pieces are left in hand: the kit has too few",
                free.len(),
                self.filled.len()
            ),
        }
    }

    /// Refuses a step for which nothing is in hand.
    fn needs_pieces(&self, verb: &Verb) -> Result<(), String> {
        let handled = match verb {
            Verb::Remove { group, .. }
            | Verb::Split { group, .. }
            | Verb::Shuffle { group, .. }
            | Verb::Arrange { group, .. }
            | Verb::Place { group, .. }
            | Verb::Keep { group, .. }
            | Verb::Turn { group }
            | Verb::Lay { group, .. }
            | Verb::Build { group, .. } => *group,
            Verb::Roll { .. }
            | Verb::Stand { .. }
            | Verb::Cover { .. }
            | Verb::Reveal { .. }
            | Verb::Move { .. }
            | Verb::Require { .. } => {
                return Ok(());
            }
        };
        let name = self.group(handled).plural();
        // Of a stock that holds no card in this size nothing is missing.
        let is_without_room = matches!(verb, Verb::Lay { lay, .. } if self.is_without_room(lay));
        if self.hand(Some(handled)).pieces > 0 || is_without_room {
            Ok(())
        } else if self.used[handled] {
            Err(format!("the {name} lie on the board already, put this step before the one that lays them"))
        } else {
            Err(format!("no {name} are in hand"))
        }
    }

    pub fn follow(&mut self, verb: &Verb, fact: &mut Fact) -> Result<(), Misstep> {
        self.needs_pieces(verb)?;
        match verb {
            Verb::Remove { group, which } => self.remove(*group, which),
            Verb::Split { group, by, together } => self.split(*group, *by, together),
            Verb::Shuffle { group, piles } => self.shuffle(*group, piles),
            Verb::Arrange { group, order } => self.arrange(*group, order),
            Verb::Place { group, which, at } => self.place(*group, which, at, fact),
            Verb::Keep { group, count } => self.keep(*group, *count),
            Verb::Turn { group } => self.turn(*group),
            Verb::Lay { group, lay } => self.lay(*group, lay, fact),
            Verb::Roll { group, into, along } => self.roll(*group, *into, *along),
            Verb::Cover { group, count, .. } => {
                let left = &mut self.left_over[*group];
                let kit = &self.setup.kit[*group];
                *left = left.checked_sub(*count).ok_or_else(|| {
                    let there = match *left {
                        0 => "none is".to_string(),
                        1 => "only one is".to_string(),
                        left => format!("only {left} are"),
                    };
                    let message = format!(
                        "{} would be needed, but {there} left over; keep says how many are kept, the rest is left over",
                        kit.counted(*count)
                    );
                    Misstep::at("count", message)
                })?;
                Ok(())
            }
            Verb::Reveal { at } => {
                let cells = self.cells_of(at)?;
                fact.revealed = cells.iter().filter(|&&cell| self.face_down[cell]).count();
                if fact.revealed == 0 {
                    return Err(Misstep::at(
                        "at",
                        "nothing lies face down there; a step before must say face = \"down\"",
                    ));
                }
                cells.iter().for_each(|&cell| self.face_down[cell] = false);
                Ok(())
            }
            Verb::Move { which, .. } => {
                if self.free_cells() > 0 {
                    return Err(self.free_in_words().into());
                }
                if std::mem::replace(&mut self.taken_off, true) {
                    return Err("the aces were moved away already".into());
                }
                // Of those in the kit some may have been taken out before; what is laid is the same in every deal.
                let is = |place: Place| {
                    let look = &self.plan.looks[self.plan.table[place as usize] as usize][0];
                    let [symbol] = look.as_slice() else { return false };
                    let (suit, value) = self.setup.game.faces.suit_and_value(*symbol);
                    which.is(&Piece { suit, value, ..Piece::of_cells(look.clone()) })
                };
                fact.taken_off = self.plan.seats.iter().filter(|seat| is(seat.place)).count();
                Ok(())
            }
            Verb::Stand { group, .. } => {
                let info = self.setup.game.info;
                if let (PieceKind::Pawns { count }, Some(pawns)) = (&self.group(*group).kind, &info.pawns)
                    && *count != pawns.count
                {
                    let (title, wanted, name) = (info.title, pawns.count, pawns.name);
                    return Err(format!("{title} has {wanted} {name}, the kit has {count}").into());
                }
                self.used[*group] = true;
                Ok(())
            }
            Verb::Build { group, by, moves } => Ok(self.build(*group, by, *moves, fact)?),
            // It is proved, or asked of each deal, when the cells are known.
            Verb::Require { .. } if self.free_cells() > 0 => Err(self.free_in_words().into()),
            Verb::Require { by: By::Fix { .. }, .. } if self.plan.build.is_some() => Err(Misstep::at(
                "by",
                "what was built up can be solved as it lies; a piece that is turned or swapped would undo that: say by = \"dealing again\"",
            )),
            Verb::Require { by: By::Fix { change: Change::Turn, .. }, .. } => {
                let turns = |group: &Group| group.is_laid() && group.visible_turns().len() > 1;
                match self.setup.kit.iter().any(turns) {
                    true => Ok(()),
                    false => {
                        Err("none of these pieces looks different when it is turned; give the kit turns, or \
                                  say by = \"swapping\" or by = \"dealing again\""
                            .into())
                    }
                }
            }
            Verb::Require { what, by: By::Fix { change: Change::Swap(With::Cell(with)), .. } } => {
                self.check_swap(what, *with)
            }
            Verb::Require { .. } => Ok(()),
        }
    }

    /// Refuses a swap with a piece that has to stay, or of a piece with itself.
    fn check_swap(&self, what: &Condition, with: usize) -> Result<(), Misstep> {
        let (setup, places) = (self.setup, &self.setup.places);
        let name =
            places.list().iter().find(|place| place.cells().contains(&with)).map_or("", |place| &place.name);
        if self.plan.fixed.iter().any(|(cell, _)| *cell == with) {
            let title = setup.game.info.title;
            let message = format!(
                "{title} always has the same piece on {name}, so it cannot be swapped; expected {WITH}, or one other place: {}",
                places.single_names()
            );
            return Err(Misstep::at("with", message));
        }
        let Test::Cells { scopes, .. } = &what.test else { return Ok(()) };
        let covers = |seat: &&Seat| seat.cells.iter().any(|(_, cell)| *cell == with);
        let piece: Vec<usize> = match self.plan.seats.iter().find(covers) {
            Some(seat) => seat.cells.iter().map(|(_, cell)| *cell).collect(),
            None => vec![with],
        };
        match scopes.iter().flatten().all(|cell| piece.contains(cell)) {
            false => Ok(()),
            true => Err(Misstep::at(
                "with",
                format!(
                    "only the piece on {name} is looked at, so it would be swapped with itself; expected {WITH}, or one other place: {}",
                    places.single_names()
                ),
            )),
        }
    }

    pub fn finish(mut self) -> Result<DealPlan, Fault> {
        let end = self.setup.steps.last().map_or(0, |step| step.offset);
        self.check_end().map_err(|message| Fault::new(end, message))?;
        self.check_faces(end)?;
        self.plan.mixes = self.relevant_mixes();
        self.plan.face_down = (0..self.face_down.len()).filter(|&cell| self.face_down[cell]).collect();
        Ok(self.plan)
    }

    fn check_end(&self) -> Result<(), String> {
        if let Some(cell) = self.filled.iter().position(|filled| !filled) {
            let filled = self.filled.iter().filter(|filled| **filled).count();
            let in_hand = (0..self.used.len()).filter(|&group| self.hand(Some(group)).pieces > 0);
            let in_hand: Vec<usize> = in_hand.collect();
            let one = in_hand.iter().map(|&group| self.hand(Some(group)).pieces).sum::<usize>() == 1;
            let (stay, them) = if one { ("stays", "it") } else { ("stay", "them") };
            let left: Vec<String> = in_hand
                .into_iter()
                .map(|group| self.group(group).counted(self.hand(Some(group)).pieces))
                .collect();
            let left = match left.is_empty() {
                true => String::new(),
                false => format!(", and {} {stay} in hand: lay {them} too", listed(&left)),
            };
            return Err(format!(
                "the steps fill only {filled} of {} cells: {} stays empty{left}",
                self.filled.len(),
                self.setup.places.cell_name(cell)
            ));
        }
        if let Some(TakenOff { what, to }) =
            self.setup.game.info.taken_off.as_ref().filter(|_| !self.taken_off)
        {
            return Err(format!(
                "the {what} are never moved away: add a step move = {{ what = \"{what}\", to = \"{to}\" }}"
            ));
        }
        for group in 0..self.used.len() {
            let name = self.group(group).plural();
            if !self.used[group] {
                return Err(format!(
                    "the {name} are never used: add a step for them, or take them out of the kit"
                ));
            }
            let in_hand = self.hand(Some(group)).pieces;
            if in_hand > 0 {
                let counted = self.group(group).counted(in_hand);
                let (stay, them) = if in_hand == 1 { ("stays", "it") } else { ("stay", "them") };
                return Err(format!(
                    "{counted} {stay} in hand at the end: lay {them} too, or say keep before the {name} are laid"
                ));
            }
        }
        Ok(())
    }

    /// Refuses pieces that show what the game does not take, at the line of the piece where it has one.
    fn check_faces(&self, end: usize) -> Result<(), Fault> {
        let in_play = |place: Place| {
            self.plan.seats.iter().any(|seat| seat.place == place)
                || self.plan.build.iter().any(|build| build.pile.contains(&place))
                || self.mixed.iter().any(|mix| mix.contains(&place))
        };
        for place in (0..self.plan.table.len() as Place).filter(|&place| in_play(place)) {
            let (group, number) = self.numbered(place);
            let kit = self.group(group);
            let takes = |face: u8| (self.setup.game.takes)(kit.counts_as.seen(face), &self.setup.parameters);
            if let Some(face) = kit.pieces[number].symbols().find(|&face| !takes(face)) {
                let offset = kit.listed_at.get(number).copied().unwrap_or(end);
                let line = kit.listed_in.get(number).map_or(String::new(), |line| format!("{line}: "));
                let why = self.setup.refused(kit, &kit.pieces[number], face);
                return Err(Fault::new(offset, format!("{line}{why}")));
            }
        }
        Ok(())
    }

    /// Mixes that change what is seen, each with the places that matter in front.
    fn relevant_mixes(&self) -> Vec<Mix> {
        let mut matters: Vec<Place> = self.plan.seats.iter().map(|seat| seat.place).collect();
        matters.extend(self.plan.build.iter().flat_map(|build| &build.pile));
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

//! The table while the steps are followed: which places lie in which pile, and what was mixed.

use super::super::which::allowed;
use super::super::{Arrangement, By, Change, Fault, PileName, Piles, Property, Setup, Verb, Which};
use super::{DealPlan, Fact, Hand, Mix, Place};
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
    labels: Vec<Vec<Vec<u8>>>,
    /// What the labels are, where piles have any.
    split_by: Vec<Property>,
    left_over: Vec<usize>,
    /// Whether a group has been put to use.
    pub used: Vec<bool>,
    pub turned: Vec<bool>,
    pub filled: Vec<bool>,
    /// Cells whose piece lies face down.
    pub face_down: Vec<bool>,
    pub slots_used: usize,
    mixed: Vec<Vec<Place>>,
    /// Whether what the game takes off the board again has been taken off.
    taken_off: bool,
}

fn factorial(n: usize) -> BigUint {
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
            | Verb::Lay { group, .. } => *group,
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
        if self.hand(Some(handled)).pieces > 0 {
            Ok(())
        } else if self.used[handled] {
            Err(format!("the {name} lie on the board already, put this step before the one that lays them"))
        } else {
            Err(format!("no {name} are in hand"))
        }
    }

    pub fn follow(&mut self, verb: &Verb, fact: &mut Fact) -> Result<(), String> {
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
                    format!("{} would be needed, but only {left} are left over", kit.counted(*count))
                })?;
                Ok(())
            }
            Verb::Reveal { at } => {
                let cells = self.cells_of(at)?;
                fact.revealed = cells.iter().filter(|&&cell| self.face_down[cell]).count();
                if fact.revealed == 0 {
                    return Err("nothing lies face down there; a step before must say face = \"down\"".into());
                }
                cells.iter().for_each(|&cell| self.face_down[cell] = false);
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
                    return Err(format!("{title} has {wanted} {name}, the kit has {count}"));
                }
                self.used[*group] = true;
                Ok(())
            }
            // It is proved, or asked of each deal, when the cells are known.
            Verb::Require { .. } if self.free_cells() > 0 => {
                Err("the board is not full yet, put this step after the one that fills it".into())
            }
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
            Verb::Require { .. } => Ok(()),
        }
    }

    fn is_mixed(&self, places: &[Place]) -> bool {
        self.mixed.iter().flatten().any(|place| places.contains(place))
    }

    fn remove(&mut self, group: usize, which: &[Which]) -> Result<(), String> {
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
    pub fn put_down(&mut self, group: usize, piles: Vec<Vec<Place>>) {
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
        let left_out = |place: &&Place| !piles.iter().flatten().any(|other| other == *place);
        if let Some(&place) = places.iter().find(left_out) {
            let value = by.of(self.piece(place)).unwrap_or_default();
            let name = by.name_of(value, self.group(group), self.setup);
            return Err(format!(
                "'together' must name every suit or value of the pieces once; {name} is missing"
            ));
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

    fn shuffle(&mut self, group: usize, piles: &Piles) -> Result<(), String> {
        let chosen: Vec<usize> = match piles {
            Piles::All => {
                let all = self.piles[group].concat();
                self.piles[group] = vec![all];
                self.labels[group] = vec![Vec::new()];
                vec![0]
            }
            Piles::Each => (0..self.piles[group].len()).collect(),
            Piles::These(names) => {
                let mut chosen = Vec::new();
                for name in names {
                    let pile = self.pile_named(group, name)?;
                    if chosen.contains(&pile) {
                        return Err("one pile is named twice".into());
                    }
                    chosen.push(pile);
                }
                chosen
            }
        };
        for pile in chosen {
            self.mix(self.piles[group][pile].clone());
        }
        Ok(())
    }

    /// The number of a pile by its name.
    fn pile_named(&self, group: usize, name: &PileName) -> Result<usize, String> {
        let piles = self.piles[group].len();
        match name {
            PileName::Number(number) if (1..=piles).contains(number) => Ok(number - 1),
            PileName::Number(number) => Err(match piles {
                1 => format!("there is no pile {number}: the {} are in one pile", self.group(group).plural()),
                _ => format!("there is no pile {number}, only 1 to {piles}"),
            }),
            PileName::Label(value, word) => {
                let found = self.labels[group].iter().position(|label| label.contains(value));
                found.ok_or_else(|| {
                    let by = self.split_by[group];
                    let names: Vec<String> = self.labels[group]
                        .iter()
                        .flatten()
                        .map(|&value| by.name_of(value, self.group(group), self.setup))
                        .collect();
                    format!("there is no pile of {word}, only of {}", listed(&names))
                })
            }
        }
    }

    pub fn mix(&mut self, places: Vec<Place>) {
        self.plan.physical *= factorial(places.len());
        // What was mixed within these places before makes no difference any more.
        self.mixed.retain(|earlier| !earlier.iter().all(|place| places.contains(place)));
        self.mixed.push(places);
    }

    fn arrange(&mut self, group: usize, order: &Arrangement) -> Result<(), String> {
        let all = self.piles[group].concat();
        if self.is_mixed(&all) {
            return Err("these pieces are shuffled; put them in order before, or do not shuffle them".into());
        }
        let mut piles = self.piles[group].clone();
        match order {
            Arrangement::Reversed => piles.iter_mut().for_each(|pile| pile.reverse()),
            Arrangement::ByValue | Arrangement::BySuit => {
                let by = if *order == Arrangement::BySuit { Property::Suit } else { Property::Value };
                if all.iter().any(|&place| by.of(self.piece(place)).is_none()) {
                    let what = if by == Property::Suit { "suit" } else { "single value" };
                    return Err(format!("{} have no {what} to be ordered by", self.group(group).plural()));
                }
                piles.iter_mut().for_each(|pile| pile.sort_by_key(|&place| by.of(self.piece(place))));
            }
            Arrangement::Listed(list) => {
                let [pile] = piles.as_mut_slice() else {
                    return Err(
                        "there are several piles; put the pieces in order before they are split".into()
                    );
                };
                let mut rest = std::mem::take(pile);
                for which in list {
                    let words = which.words(self.group(group), self.setup);
                    let at = rest.iter().position(|&place| which.is(self.piece(place)));
                    let at = at.ok_or_else(|| {
                        format!("the order names {words}, but no such piece is left in hand")
                    })?;
                    pile.push(rest.remove(at));
                }
                if !rest.is_empty() {
                    let kit = self.group(group);
                    return Err(format!(
                        "the order lists {} of {}: name them all",
                        list.len(),
                        kit.counted(list.len() + rest.len())
                    ));
                }
            }
        }
        self.piles[group] = piles;
        Ok(())
    }

    /// Takes one piece out of the hand. A shuffled pile from which a known piece is taken stays shuffled.
    pub fn take(&mut self, group: usize, which: &Which) -> Result<Place, String> {
        let kit = self.group(group);
        let all = self.piles[group].concat();
        let found: Vec<Place> = all.iter().copied().filter(|&place| which.is(self.piece(place))).collect();
        let Some(&place) = found.first() else {
            return Err(format!("no such piece is in hand; expected {}", allowed(kit, self.setup)));
        };
        if found.iter().any(|&other| self.piece(other) != self.piece(place)) {
            return Err(format!("{} of the {} are of that kind; name one piece", found.len(), kit.plural()));
        }
        let touching: Vec<usize> =
            (0..self.mixed.len()).filter(|&n| self.mixed[n].contains(&place)).collect();
        match touching.as_slice() {
            [] => {}
            // Whoever takes the first of several leaves an order that is not as shuffled as it was.
            [only] if found.iter().filter(|place| self.mixed[*only].contains(place)).count() > 1 => {
                return Err(format!(
                    "{} of the shuffled {} are of that kind, and which one is found first decides how the others lie; place \
                     it before they are shuffled",
                    found.len(),
                    kit.plural()
                ));
            }
            [only]
                if self.mixed[*only].iter().all(|place| all.contains(place))
                    && !self.mixed.iter().enumerate().any(|(n, other)| {
                        n != *only && other.iter().any(|place| self.mixed[*only].contains(place))
                    }) =>
            {
                self.mixed[*only].retain(|&other| other != place);
            }
            _ => return Err("find this piece before the others are shuffled and set aside".into()),
        }
        let piles = self.piles[group]
            .iter()
            .map(|pile| pile.iter().copied().filter(|&other| other != place).collect())
            .collect();
        self.put_down(group, piles);
        Ok(place)
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

    pub fn finish(mut self) -> Result<DealPlan, Fault> {
        let end = self.setup.steps.last().map_or(0, |step| step.offset);
        self.check_end().map_err(|message| Fault::new(end, message))?;
        self.check_faces(end)?;
        self.plan.mixes = self.relevant_mixes();
        Ok(self.plan)
    }

    fn check_end(&self) -> Result<(), String> {
        if let Some(cell) = self.filled.iter().position(|filled| !filled) {
            let filled = self.filled.iter().filter(|filled| **filled).count();
            let in_hand = (0..self.used.len()).filter(|&group| self.hand(Some(group)).pieces > 0);
            let left: Vec<String> =
                in_hand.map(|group| self.group(group).counted(self.hand(Some(group)).pieces)).collect();
            let left = match left.is_empty() {
                true => String::new(),
                false => format!(", and {} stay in hand: lay them too", listed(&left)),
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
                return Err(format!(
                    "{counted} stay in hand at the end: lay them too, or say keep before the {name} are laid"
                ));
            }
        }
        Ok(())
    }

    /// Refuses pieces that show what the game does not take, at the line of the piece where it has one.
    fn check_faces(&self, end: usize) -> Result<(), Fault> {
        let in_play = |place: Place| {
            self.plan.seats.iter().any(|seat| seat.place == place)
                || self.mixed.iter().any(|mix| mix.contains(&place))
        };
        for place in (0..self.plan.table.len() as Place).filter(|&place| in_play(place)) {
            let (group, number) = self.numbered(place);
            let kit = self.group(group);
            let takes = |face: u8| (self.setup.game.takes)(kit.counts_as.seen(face), &self.setup.parameters);
            if let Some(face) = kit.pieces[number].symbols().find(|&face| !takes(face)) {
                let offset = kit.listed_at.get(number).copied().unwrap_or(end);
                return Err(Fault::new(offset, self.setup.refused(kit, &kit.pieces[number], face)));
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

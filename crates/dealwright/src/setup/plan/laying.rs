//! Pieces and dice that come onto the board.

use super::super::{Along, FaceUp, Lay, Order, Rolled, Slot, Which};
use super::table::Table;
use super::{DiceRoll, Fact, Place, Seat};
use crate::kit::PieceKind;
use num_bigint::BigUint;

/// Whether a word of an ID names this rule, with or without a value.
fn is_rule(word: &str, rule: &str) -> bool {
    word.strip_prefix(rule).is_some_and(|rest| rest.is_empty() || rest.starts_with('-'))
}

impl Table<'_> {
    /// The cells of places by name; of all places where none is named.
    pub fn cells_of(&self, names: &[String]) -> Result<Vec<usize>, String> {
        let places = self.setup.named_places(names)?;
        Ok(places.iter().flat_map(|&place| self.setup.places.list()[place].cells()).collect())
    }

    pub fn lay(&mut self, group: usize, lay: &Lay, fact: &mut Fact) -> Result<(), String> {
        let kit = self.group(group);
        let slots = self.way(lay)?;
        let in_hand: usize = self.piles[group].iter().map(Vec::len).sum();
        let count = match (lay.count, lay.to.is_empty()) {
            (Some(count), _) if count > in_hand => {
                return Err(format!("{count} are to be laid, but only {} are in hand", kit.counted(in_hand)));
            }
            (Some(0), _) => return Err("count is 0, so nothing would be laid".into()),
            (Some(count), _) => count,
            (None, true) => in_hand,
            (None, false) => in_hand.min(slots.len()),
        };
        if count < in_hand && lay.piles == Order::InShuffledRounds {
            return Err(
                "rounds that are shuffled use up their piles: keep as many pieces as are laid before".into(),
            );
        }
        let piles = std::mem::take(&mut self.piles[group]);
        self.used[group] = true;
        let mut rounds = Vec::new();
        let mut sequence = lay.sequence(&piles, |round| rounds.push(round.to_vec()));
        rounds.into_iter().for_each(|round| self.mix(round));
        sequence.truncate(count);
        let rest =
            |pile: &Vec<Place>| pile.iter().copied().filter(|place| !sequence.contains(place)).collect();
        self.put_down(group, piles.iter().map(rest).collect());
        let layers: usize = lay.layers.iter().sum();
        if !lay.layers.is_empty() && layers != sequence.len() {
            return Err(format!("the layers hold {layers} pieces, but {} are laid", sequence.len()));
        }
        if sequence.len() > slots.len() {
            let places = if lay.along == Along::Slots { "places" } else { "free cells" };
            let (name, free) = (kit.plural(), slots.len());
            return Err(format!("{} {name} do not fit into {free} {places}", sequence.len()));
        }
        if let (Along::Slots, Some(last)) = (lay.along, sequence.len().checked_sub(1)) {
            let last = self.free_slots().nth(last);
            self.slots_used = last.map_or(self.slots_used, |slot| slot + 1);
        }
        fact.laid = sequence.len();
        let laid: Vec<Slot> = slots.into_iter().take(sequence.len()).collect();
        for (place, slot) in sequence.into_iter().zip(&laid) {
            let turns = match self.turned[group] {
                true => self.plan.looks[self.plan.table[place as usize] as usize].len(),
                false => 1,
            };
            self.seat(group, place, slot, turns)?;
        }
        if lay.face != FaceUp::All {
            if kit.is_two_sided() {
                return Err(format!("both sides of the {} count, so none lies face down", kit.plural()));
            }
            let cells: Vec<usize> = laid.iter().flat_map(|slot| slot.0.iter().copied().flatten()).collect();
            cells.iter().for_each(|&cell| self.face_down[cell] = true);
            if lay.face == FaceUp::Top {
                // The highest piece of each place that got one.
                for place in self.setup.places.list() {
                    if let Some(top) = place.cells().rev().find(|cell| cells.contains(cell)) {
                        self.face_down[top] = false;
                        fact.revealed += 1;
                    }
                }
            }
        }
        Ok(())
    }

    /// Puts one piece onto a place.
    pub fn place(&mut self, group: usize, which: &Which, at: &Slot, fact: &mut Fact) -> Result<(), String> {
        let place = self.take(group, which)?;
        self.used[group] = true;
        fact.laid = 1;
        match at.0.as_slice() {
            [Some(cell)] if self.setup.places.has_stacks() => {
                let on_top = Slot(vec![Some(self.on_top_of(*cell)?)]);
                self.seat(group, place, &on_top, 1)
            }
            _ => self.seat(group, place, at, 1),
        }
    }

    /// The lowest free cell of the stack that a cell belongs to.
    fn on_top_of(&self, cell: usize) -> Result<usize, String> {
        let stack = self.setup.places.list().iter().find(|place| place.cells().contains(&cell));
        let Some(stack) = stack else { return Ok(cell) };
        let free = stack.cells().find(|&cell| !self.filled[cell]);
        free.ok_or_else(|| format!("{} is full already", stack.name))
    }

    /// Gives the piece on a place a seat on the board.
    fn seat(&mut self, group: usize, place: Place, slot: &Slot, turns: usize) -> Result<(), String> {
        let kit = self.group(group);
        let footprint = kit.shape().cells();
        if footprint != slot.0.len() {
            return Err(format!(
                "a {} of {footprint} cells does not fit into a place of {}",
                kit.singular(),
                slot.0.len()
            ));
        }
        let board = &self.setup.places;
        let spots: Vec<Option<(usize, usize)>> =
            slot.0.iter().map(|cell| cell.map(|cell| board.spot(cell))).collect();
        if !kit.shape().fits(&spots) {
            let squares: Vec<String> = slot
                .0
                .iter()
                .map(|cell| cell.map_or("-".into(), |cell| self.setup.square(cell).to_string()))
                .collect();
            return Err(format!(
                "no {} can lie on {}: these cells do not have its shape, {}",
                kit.singular(),
                squares.join(" "),
                kit.shape().drawing().join("/")
            ));
        }
        let cells: Vec<(usize, usize)> =
            slot.0.iter().enumerate().filter_map(|(n, cell)| Some((n, (*cell)?))).collect();
        for &(_, cell) in &cells {
            if std::mem::replace(&mut self.filled[cell], true) {
                return Err(match self.setup.empty.contains(&cell) {
                    true => format!("{} is to stay empty", board.cell_name(cell)),
                    false => format!("{} would be filled twice", board.cell_name(cell)),
                });
            }
        }
        if !cells.is_empty() {
            self.plan.seats.push(Seat { place, cells, turns });
        }
        Ok(())
    }

    /// The slots along a way over the board; cells that are filled already are passed over.
    fn way(&self, lay: &Lay) -> Result<Vec<Slot>, String> {
        let places = self.setup.named_places(&lay.to)?;
        match lay.along.cells(&self.setup.places, &places) {
            Some(cells) => {
                let free = cells.into_iter().filter(|&cell| !self.filled[cell]);
                let slots: Vec<Slot> = free.map(|cell| Slot(vec![Some(cell)])).collect();
                match slots.is_empty() && !lay.to.is_empty() {
                    true => Err("these places are full already".into()),
                    false => Ok(slots),
                }
            }
            None => Ok(self.free_slots().map(|slot| self.setup.slots[slot].clone()).collect()),
        }
    }

    /// The slots that are left, by number: without those on which a piece was placed.
    fn free_slots(&self) -> impl Iterator<Item = usize> + '_ {
        let is_free = |slot: &usize| {
            let mut cells = self.setup.slots[*slot].0.iter().copied().flatten().peekable();
            cells.peek().is_none() || !cells.all(|cell| self.filled[cell])
        };
        (self.slots_used..self.setup.slots.len()).filter(is_free)
    }

    pub fn roll(&mut self, group: usize, into: Rolled, along: Along) -> Result<(), String> {
        let kit = self.group(group);
        let PieceKind::Dice { count, faces } = &kit.kind else {
            return Err(format!("{} are not dice", kit.plural()));
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
        let takes = |face: u8| (self.setup.game.takes)(kit.counts_as.seen(face), &self.setup.parameters);
        if let Some(&face) = faces.iter().find(|face| !takes(**face)) {
            return Err(self.setup.refused_face(kit, &format!("a die shows {face}")));
        }
        self.plan.physical *= BigUint::from(faces.len()).pow(dice as u32);
        let faces: Vec<u8> = faces.iter().map(|&face| kit.counts_as.seen(face)).collect();
        match into {
            Rolled::List(list) => self.plan.dice.push(DiceRoll { list, faces }),
            Rolled::Spaces => {
                let places: Vec<usize> = (0..self.setup.places.list().len()).collect();
                for cell in along.cells(&self.setup.places, &places).unwrap_or_default() {
                    if !std::mem::replace(&mut self.filled[cell], true) {
                        self.plan.rolls.push((cell, faces.clone()));
                    }
                }
            }
        }
        Ok(())
    }
}

//! Pieces and dice that come onto the board.

use super::super::{Along, FaceUp, Lay, Order, Rolled, Slot, Which};
use super::table::{Misstep, Table, factorial};
use super::{BuildPlan, DiceRoll, Fact, Place, Seat};
use crate::construct::BuildInfo;
use crate::kit::PieceKind;
use crate::text::counted;
use num_bigint::BigUint;
use num_traits::One;

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

    /// Whether the named places hold nothing in this size, such as the stock of a deal that needs none.
    pub fn is_without_room(&self, lay: &Lay) -> bool {
        !lay.to.is_empty() && self.cells_of(&lay.to).is_ok_and(|cells| cells.is_empty())
    }

    pub fn lay(&mut self, group: usize, lay: &Lay, fact: &mut Fact) -> Result<(), Misstep> {
        let kit = self.group(group);
        let slots = self.way(lay)?;
        let in_hand: usize = self.piles[group].iter().map(Vec::len).sum();
        let count = match (lay.count, lay.to.is_empty()) {
            (Some(count), _) if count > in_hand => {
                let message =
                    format!("{count} are to be laid, but only {} are in hand", kit.counted(in_hand));
                return Err(Misstep::at("count", message));
            }
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
            let message = format!("the layers hold {layers} pieces, but {} are laid", sequence.len());
            return Err(Misstep::at("layers", message));
        }
        if sequence.len() > slots.len() {
            let places = if lay.along == Along::Slots { "places" } else { "free cells" };
            let (name, free) = (kit.plural(), slots.len());
            return Err(format!("{} {name} do not fit into {free} {places}", sequence.len()).into());
        }
        if lay.along == Along::Slots {
            fact.slots = self.free_slots().take(sequence.len()).collect();
            self.slots_used = fact.slots.last().map_or(self.slots_used, |slot| slot + 1);
        }
        fact.laid = sequence.len();
        fact.named = self.cells_of(&lay.to)?.len();
        fact.room = slots.len();
        fact.cells = slots.iter().take(sequence.len()).filter_map(|slot| slot.0[0]).collect();
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
                let message = format!("both sides of the {} count, so none lies face down", kit.plural());
                return Err(Misstep::at("face", message));
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
    pub fn place(&mut self, group: usize, which: &Which, at: &Slot, fact: &mut Fact) -> Result<(), Misstep> {
        let place = self.take(group, which)?;
        self.used[group] = true;
        fact.laid = 1;
        let at = &self.as_written(group, place, which, at)?;
        match at.0.as_slice() {
            [Some(cell)] if self.setup.places.has_stacks() => {
                let on_top = Slot(vec![Some(self.on_top_of(*cell)?)]);
                self.seat(group, place, &on_top, 1)
            }
            _ => self.seat(group, place, at, 1),
        }
    }

    /// The slot on which a piece that lies as it is listed shows its symbols in the order in which the file names them: a domino
    /// that is named 2:1 lies with its 2 first.
    fn as_written(&self, group: usize, place: Place, which: &Which, at: &Slot) -> Result<Slot, String> {
        let (kit, piece) = (self.group(group), self.piece(place));
        let Which::Showing(written) = which else { return Ok(at.clone()) };
        if *written == piece.faces || written.len() != at.0.len() {
            return Ok(at.clone());
        }
        let shows = |turn: &&Vec<usize>| turn.iter().map(|&n| piece.symbol(n)).eq(written.iter().copied());
        let is_front = |turn: &&Vec<usize>| turn.iter().all(|&n| n < piece.faces.len());
        let turn = kit.turns.iter().filter(is_front).find(shows).ok_or_else(|| {
            let listed = Which::Showing(piece.faces.clone()).text(kit, self.setup);
            format!(
                "the {} cannot be turned that way: write it as {listed}, or give the kit turns",
                kit.singular()
            )
        })?;
        let mut slot = at.clone();
        turn.iter().zip(&at.0).for_each(|(&n, &cell)| slot.0[n] = cell);
        Ok(slot)
    }

    /// The lowest free cell of the stack that a cell belongs to.
    fn on_top_of(&self, cell: usize) -> Result<usize, String> {
        let stack = self.setup.places.list().iter().find(|place| place.cells().contains(&cell));
        let Some(stack) = stack else { return Ok(cell) };
        let free = stack.cells().find(|&cell| !self.filled[cell]);
        free.ok_or_else(|| format!("{} is full already", stack.name))
    }

    /// Gives the piece on a place a seat on the board.
    fn seat(&mut self, group: usize, place: Place, slot: &Slot, turns: usize) -> Result<(), Misstep> {
        let kit = self.group(group);
        let footprint = kit.shape().cells();
        if footprint != slot.0.len() {
            let (own, of_place) =
                (counted(footprint as u64, "square"), counted(slot.0.len() as u64, "square"));
            return Err(
                format!("a {} of {own} does not fit into a place of {of_place}", kit.singular()).into()
            );
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
            )
            .into());
        }
        let cells: Vec<(usize, usize)> =
            slot.0.iter().enumerate().filter_map(|(n, cell)| Some((n, (*cell)?))).collect();
        for &(_, cell) in &cells {
            if std::mem::replace(&mut self.filled[cell], true) {
                return Err(match self.setup.empty.contains(&cell) {
                    true => format!("{} is to stay empty", board.cell_name(cell)).into(),
                    false => format!("{} would be filled twice", board.cell_name(cell)).into(),
                });
            }
        }
        if !cells.is_empty() {
            self.plan.seats.push(Seat { place, cells, turns });
        }
        Ok(())
    }

    /// The slots along a way over the board; cells that are filled already are passed over.
    fn way(&self, lay: &Lay) -> Result<Vec<Slot>, Misstep> {
        let places = self.setup.named_places(&lay.to)?;
        match lay.along.cells(&self.setup.places, &places) {
            Some(cells) => {
                let free = cells.into_iter().filter(|&cell| !self.filled[cell]);
                let slots: Vec<Slot> = free.map(|cell| Slot(vec![Some(cell)])).collect();
                match slots.is_empty() && !lay.to.is_empty() && !self.is_without_room(lay) {
                    true => Err(Misstep::at("to", "these places are full already")),
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

    pub fn roll(&mut self, group: usize, into: Rolled, along: Along) -> Result<(), Misstep> {
        let kit = self.group(group);
        let PieceKind::Dice { count, faces } = &kit.kind else {
            return Err(format!("{} are not dice", kit.plural()).into());
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
            return Err(format!("{dice} dice are to be rolled, but the kit has {count}").into());
        }
        let takes = |face: u8| (self.setup.game.takes)(kit.counts_as.seen(face), &self.setup.parameters);
        if let Some(&face) = faces.iter().find(|face| !takes(**face)) {
            return Err(self.setup.refused_face(kit, &format!("a die shows {face}")).into());
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

    /// Leaves the whole board to hands that build it up.
    pub fn build(
        &mut self,
        group: usize,
        by: &'static BuildInfo,
        moves: u32,
        fact: &mut Fact,
    ) -> Result<(), String> {
        let kit = self.group(group);
        if kit.shape().cells() != 1 || kit.visible_turns().len() > 1 {
            return Err(format!(
                "only pieces of one cell that lie one way can be built up, not the {}",
                kit.plural()
            ));
        }
        if self.filled.iter().any(|filled| *filled) {
            return Err(
                "the whole board is built up, so nothing may lie there before, and no place may stay empty"
                    .into(),
            );
        }
        if !self.setup.shuffling.is_perfect() {
            return Err("what is built up is worked out for perfect shuffling only; leave out shuffle".into());
        }
        let pile: Vec<Place> = self.piles[group].concat();
        let symbols: Vec<u8> = pile
            .iter()
            .map(|&place| self.plan.looks[self.plan.table[place as usize] as usize][0][0])
            .collect();
        let parameters = &self.setup.parameters;
        (by.fits)(parameters, &symbols)?;
        let (slips, dice) = ((by.slips)(parameters), (by.dice)(parameters, moves));
        self.plan.physical *= factorial(slips);
        self.plan.physical *= dice.iter().fold(BigUint::one(), |product, &sides| product * sides);
        fact.laid = pile.len();
        self.used[group] = true;
        self.piles[group].clear();
        self.taken_off |= by.takes_off;
        self.filled.iter_mut().for_each(|filled| *filled = true);
        self.plan.build = Some(BuildPlan { by, moves, pile, slips, dice });
        Ok(())
    }
}

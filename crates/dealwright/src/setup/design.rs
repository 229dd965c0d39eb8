//! Designs: what a search for better components may change of a setup, and how.
//!
//! A [`Space`] is opened by naming parts of a setup: what stands on the pieces, which pieces are in the kit, the places
//! they lie on, the order in which they are dealt. A [`Design`] is one point of it. Designs that differ only by the
//! order of pieces in the kit, by turning pieces over, or by other names of interchangeable colours are the same.

mod keep;
mod places;

use super::plan::plan;
use super::{Along, Fault, Order, Setup, Slot, Verb, proof, write};
use crate::kit::{Mapping, Piece, PieceKind, Shape};
use crate::rng::Stream;
use crate::text::{did_you_mean, quoted};
pub use keep::Keep;
use std::collections::BTreeSet;

/// A part of a setup that a search may change.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Part {
    /// What stands on the pieces.
    Faces,
    /// Which pieces are in the kit.
    Kit,
    /// The places they lie on.
    Slots,
    /// The order in which they are dealt, and the way over the board.
    Deal,
}

impl Part {
    const NAMES: [(&'static str, Self); 4] =
        [("faces", Self::Faces), ("kit", Self::Kit), ("slots", Self::Slots), ("deal", Self::Deal)];

    /// Reads the word for it.
    pub fn read(word: &str) -> Result<Self, String> {
        let names = Self::NAMES.map(|(name, _)| name);
        Self::NAMES.iter().find(|(name, _)| *name == word).map(|(_, part)| *part).ok_or_else(|| {
            let hint = did_you_mean(word, names);
            format!("{} cannot be opened, known are {}{hint}", quoted(word), names.join(", "))
        })
    }

    /// The word for it.
    pub fn word(self) -> &'static str {
        Self::NAMES.iter().find(|(_, part)| *part == self).map_or("", |(name, _)| name)
    }
}

/// One design of a space.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Design {
    /// What stands on each piece of the kit, in order.
    pub pieces: Vec<Vec<u8>>,
    /// Which of the space's ways to place them, and of its ways to deal; 0 is the setup's own.
    pub places: usize,
    /// See [`Design::places`].
    pub lay: usize,
}

/// A way to deal.
type Way = (Order, usize, Along);

/// All designs that a search may try.
pub struct Space<'a> {
    base: &'a Setup,
    parts: Vec<Part>,
    keep: Vec<Keep>,
    /// The pieces that are opened, by the number of their group.
    group: usize,
    turns: Vec<Vec<usize>>,
    /// Symbols that pieces may show.
    symbols: Vec<u8>,
    /// Pieces to choose from.
    pool: Vec<Vec<u8>>,
    /// Ways to place the pieces; the first is the setup's own.
    places: Vec<Vec<Slot>>,
    /// Ways to deal; the first is the setup's own.
    ways: Vec<Way>,
    /// Whether colours can be renamed without any difference.
    renames: bool,
    own: Design,
}

/// Tries of a change until one keeps to what is asked for.
const MOST_TRIES: u32 = 300;
/// Symbols up to which all ways to rename them are tried.
const MOST_RENAMED: usize = 6;

impl<'a> Space<'a> {
    /// Opens parts of a setup. `keep` is what every design must keep to; the setup itself must.
    pub fn new(base: &'a Setup, parts: &[Part], keep: Vec<Keep>) -> Result<Self, String> {
        if parts.is_empty() {
            return Err("nothing is opened: say open = [\"faces\"] in the file, or --open faces".into());
        }
        let has = |part: Part| parts.contains(&part);
        let group = base.kit.iter().position(|group| group.is_laid());
        let group = group.ok_or("the kit has no pieces that are laid")?;
        let kit = &base.kit[group];
        let kinds = matches!(kit.kind, PieceKind::Tiles { .. } | PieceKind::Dominoes);
        if (has(Part::Faces) || has(Part::Kit)) && !kinds {
            return Err(format!(
                "only tiles and dominoes can be designed, {} cannot; open slots or deal instead",
                kit.name
            ));
        }
        let left = |piece: &&Piece| {
            !base.steps.iter().any(|step| match &step.verb {
                Verb::Remove { group: of, which } if *of == group => which.iter().any(|w| w.is(piece)),
                _ => false,
            })
        };
        // What the game sees of both sides, one after the other: a design has pieces of its own, which need no mapping.
        let symbols_of =
            |piece: &Piece| -> Vec<u8> { piece.symbols().map(|face| kit.counts_as.seen(face)).collect() };
        let pieces: Vec<Vec<u8>> = kit.pieces.iter().filter(left).map(symbols_of).collect();
        let fits = |faces: &&Vec<u8>| faces.iter().all(|&face| (base.game.takes)(face, &base.parameters));
        let all: Vec<Vec<u8>> = kit.pieces.iter().map(symbols_of).collect();
        let symbols: BTreeSet<u8> = pieces.iter().flatten().copied().collect();
        let mut pool: Vec<Vec<u8>> = all.iter().filter(fits).cloned().collect();
        pool.sort();
        pool.dedup();
        let own_slots = base.slots.clone();
        let mut places = vec![own_slots];
        if has(Part::Slots) {
            places
                .extend(places::tilings(base, kit.shape())?.into_iter().filter(|slots| *slots != base.slots));
        }
        let mut ways = Vec::new();
        if has(Part::Deal) {
            ways = places::ways_to_deal(base, group)?;
        }
        let interchangeable = base.game.info.symmetries.iter().any(|symmetry| symmetry.name == "colours");
        let mut space = Self {
            base,
            parts: parts.to_vec(),
            keep,
            group,
            turns: kit.turns.clone(),
            renames: interchangeable && symbols.len() <= MOST_RENAMED,
            symbols: symbols.into_iter().collect(),
            pool,
            places,
            ways,
            own: Design { pieces, places: 0, lay: 0 },
        };
        for keep in &mut space.keep {
            keep.settle(&space.own.pieces, &space.turns);
        }
        if let Some(broken) = space.keep.iter().find(|keep| !keep.holds(&space.own.pieces, &space.turns)) {
            return Err(format!("the file's own pieces do not keep to {}", quoted(&broken.words())));
        }
        Ok(space)
    }

    /// The design that the file has.
    pub fn own(&self) -> &Design {
        &self.own
    }

    /// Whether nothing is said that fixes how often each symbol stands on the pieces.
    fn counts_are_free(&self) -> bool {
        !self.keep.iter().any(|keep| matches!(keep, Keep::Each(_) | Keep::Counts(_)))
    }

    fn keeps(&self, design: &Design) -> bool {
        self.keep.iter().all(|keep| keep.holds(&design.pieces, &self.turns))
            && (self.has(Part::Kit) || design.pieces.len() == self.own.pieces.len() || self.sizes_are_said())
    }

    fn sizes_are_said(&self) -> bool {
        self.keep.iter().any(|keep| matches!(keep, Keep::Pieces(..)))
    }

    fn has(&self, part: Part) -> bool {
        self.parts.contains(&part)
    }

    /// The least and the greatest number of pieces.
    fn parameters(&self) -> (usize, usize) {
        let said = self.keep.iter().find_map(|keep| match keep {
            Keep::Pieces(from, to) => Some((*from, *to)),
            _ => None,
        });
        said.unwrap_or((self.own.pieces.len(), self.own.pieces.len()))
    }

    /// The setup of a design, or why it cannot be.
    pub fn setup(&self, design: &Design) -> Result<Setup, String> {
        let mut setup = self.base.clone();
        // What was chosen is fixed now, and what is taken out is not in the kit any more.
        setup.open.clear();
        let group = &mut setup.kit[self.group];
        if self.has(Part::Faces) || self.has(Part::Kit) {
            if group.kind == PieceKind::Dominoes {
                group.kind = PieceKind::Tiles { shape: Shape::PAIR };
                group.turns = Shape::PAIR.turns("half").unwrap_or_default();
            }
            group.counts_as = Mapping::default();
            let cells = group.shape().cells();
            let piece = |symbols: &Vec<u8>| {
                let (faces, back) = symbols.split_at(cells.min(symbols.len()));
                let (suit, value) = match symbols.as_slice() {
                    [face] => self.base.game.faces.suit_and_value(*face),
                    _ => (None, None),
                };
                Piece { faces: faces.to_vec(), back: back.to_vec(), suit, value }
            };
            group.pieces = design.pieces.iter().map(piece).collect();
            group.listed_at.clear();
            setup
                .steps
                .retain(|step| !matches!(&step.verb, Verb::Remove { group, .. } if *group == self.group));
        }
        if design.places > 0 {
            setup.slots = self.places.get(design.places).ok_or("there are no such places")?.clone();
            setup.block = None;
        }
        if design.lay > 0 {
            let &(piles, at_a_time, along) =
                self.ways.get(design.lay).ok_or("there is no such way to deal")?;
            for step in &mut setup.steps {
                if let Verb::Lay { group, lay } = &mut step.verb
                    && *group == self.group
                {
                    (lay.piles, lay.at_a_time, lay.along) = (piles, at_a_time, along);
                }
            }
        }
        let words = |fault: Fault| fault.message;
        plan(&setup).map_err(words)?;
        proof::check(&setup).map_err(words)?;
        Ok(setup)
    }

    /// The file of a design: the setup it is made from with its changes.
    pub fn file(&self, design: &Design, title: &str) -> Result<String, String> {
        let mut setup = self.setup(design)?;
        setup.title = title.to_string();
        Ok(write::write(&setup))
    }

    /// The pieces, and what else was changed, in words.
    pub fn words(&self, design: &Design) -> String {
        let cells = self.base.kit[self.group].shape().cells();
        let piece = |symbols: &Vec<u8>| {
            let sides: Vec<String> =
                symbols.chunks(cells.max(1)).map(|side| write::faces(self.base, side)).collect();
            sides.join("|")
        };
        let pieces: Vec<String> = design.pieces.iter().map(piece).collect();
        let mut words =
            if self.has(Part::Faces) || self.has(Part::Kit) { pieces.join(" ") } else { String::new() };
        let mut add = |more: String| {
            words.push_str(if words.is_empty() { "" } else { ", " });
            words.push_str(&more);
        };
        if self.has(Part::Slots) {
            add(format!("places {} of {}", design.places + 1, self.places.len()));
        }
        if self.has(Part::Deal)
            && let Some(way) = self.ways.get(design.lay)
        {
            add(places::way_in_words(way));
        }
        words
    }

    /// The same for all designs that make no difference at the table.
    pub fn canonical(&self, design: &Design) -> Design {
        let sorted = |pieces: &mut Vec<Vec<u8>>| {
            pieces.iter_mut().for_each(|faces| *faces = least_look(faces, &self.turns));
            pieces.sort();
        };
        let mut best = design.clone();
        sorted(&mut best.pieces);
        if !self.renames {
            return best;
        }
        let mut names = self.symbols.clone();
        each_order(&mut names, 0, &mut |names| {
            let rename = |face: &u8| {
                let at = self.symbols.iter().position(|symbol| symbol == face);
                at.map_or(*face, |at| names[at])
            };
            let mut pieces: Vec<Vec<u8>> =
                design.pieces.iter().map(|faces| faces.iter().map(rename).collect()).collect();
            sorted(&mut pieces);
            if pieces < best.pieces {
                best.pieces = pieces;
            }
        });
        best
    }

    /// A design that differs a little, keeps to what is asked for and can be dealt; none when none was found.
    pub fn neighbour(&self, design: &Design, random: &mut Stream) -> Option<Design> {
        for _ in 0..MOST_TRIES {
            let mut next = design.clone();
            for _ in 0..=random.below(3) {
                match random.choose(&self.parts)? {
                    Part::Faces => self.change_faces(&mut next, random),
                    Part::Kit => self.change_kit(&mut next, random),
                    Part::Slots => next.places = random.below(self.places.len() as u32) as usize,
                    Part::Deal => next.lay = random.below(self.ways.len() as u32) as usize,
                }
            }
            let next = self.canonical(&next);
            if next != *design && self.keeps(&next) && self.setup(&next).is_ok() {
                return Some(next);
            }
        }
        None
    }

    fn change_faces(&self, next: &mut Design, random: &mut Stream) {
        let any = |design: &Design, random: &mut Stream| {
            let piece = random.below(design.pieces.len() as u32) as usize;
            (piece, random.below(design.pieces[piece].len() as u32) as usize)
        };
        let (one, other) = (any(next, random), any(next, random));
        if self.counts_are_free() && random.below(3) == 0 {
            if let Some(&symbol) = random.choose(&self.symbols) {
                next.pieces[one.0][one.1] = symbol;
            }
        } else {
            let face = next.pieces[one.0][one.1];
            next.pieces[one.0][one.1] = next.pieces[other.0][other.1];
            next.pieces[other.0][other.1] = face;
        }
    }

    fn change_kit(&self, next: &mut Design, random: &mut Stream) {
        let (least, most) = self.parameters();
        let count = next.pieces.len();
        let at = random.below(count as u32) as usize;
        match random.below(4) {
            0 if count < most => next.pieces.extend(random.choose(&self.pool).cloned()),
            1 if count > least => {
                next.pieces.remove(at);
            }
            _ => {
                if let Some(piece) = random.choose(&self.pool) {
                    next.pieces[at].clone_from(piece);
                }
            }
        }
    }

    /// Every design there is, if there are at most so many; each once. Only for spaces of faces and kits of one size.
    pub fn all(&self, most: usize) -> Option<Vec<Design>> {
        let (least, greatest) = self.parameters();
        if least != greatest || !(self.has(Part::Faces) || self.has(Part::Kit)) {
            return None;
        }
        let kinds = if self.has(Part::Faces) { self.every_piece() } else { self.pool.clone() };
        let mut found = BTreeSet::new();
        // Many more choices are looked at than designs come of them: counts must come out right, and names do not matter.
        let mut looks = 200 * most;
        let whole = self.choose(&kinds, 0, least, &mut Vec::new(), &mut found, most, &mut looks);
        whole.then(|| {
            let found = found.into_iter().filter(|design| self.setup(design).is_ok());
            found.collect()
        })
    }

    /// All pieces that can be made of the symbols.
    fn every_piece(&self) -> Vec<Vec<u8>> {
        let cells = self.own.pieces.first().map_or(0, Vec::len);
        let mut pieces: Vec<Vec<u8>> = vec![Vec::new()];
        for _ in 0..cells {
            let with = |piece: &Vec<u8>| {
                self.symbols.iter().map(|&symbol| [piece.as_slice(), &[symbol]].concat()).collect::<Vec<_>>()
            };
            pieces = pieces.iter().flat_map(with).collect();
        }
        let least: BTreeSet<Vec<u8>> = pieces.iter().map(|piece| least_look(piece, &self.turns)).collect();
        least.into_iter().collect()
    }

    #[expect(clippy::too_many_arguments, reason = "what a recursion hands on")]
    fn choose(
        &self,
        kinds: &[Vec<u8>],
        from: usize,
        missing: usize,
        chosen: &mut Vec<Vec<u8>>,
        found: &mut BTreeSet<Design>,
        most: usize,
        looks: &mut usize,
    ) -> bool {
        if *looks == 0 {
            return false;
        }
        *looks -= 1;
        if missing == 0 {
            let ways = if self.has(Part::Deal) { self.ways.len() } else { 1 };
            for (places, lay) in (0..self.places.len()).flat_map(|p| (0..ways).map(move |w| (p, w))) {
                let design = Design { pieces: chosen.clone(), places, lay };
                if self.keeps(&design) {
                    found.insert(self.canonical(&design));
                }
            }
            return found.len() <= most;
        }
        for kind in from..kinds.len() {
            chosen.push(kinds[kind].clone());
            let go = !self.keep.iter().any(|keep| keep.is_beyond(chosen, &self.turns));
            let whole = !go || self.choose(kinds, kind, missing - 1, chosen, found, most, looks);
            chosen.pop();
            if !whole {
                return false;
            }
        }
        true
    }
}

/// The way of showing a piece that comes first.
fn least_look(faces: &[u8], turns: &[Vec<usize>]) -> Vec<u8> {
    let cells = turns.first().map_or(faces.len(), Vec::len);
    // A piece with a back shows the other side when it is turned over: both sides turn together.
    let other = |turn: &Vec<usize>| turn.iter().map(|&n| (n + cells) % (2 * cells)).collect::<Vec<usize>>();
    let look = |turn: &Vec<usize>| -> Vec<u8> {
        let back = if faces.len() > cells { other(turn) } else { Vec::new() };
        turn.iter().chain(&back).map(|&n| faces[n]).collect()
    };
    turns.iter().map(look).min().unwrap_or_else(|| faces.to_vec())
}

/// Calls a function with every order of the items.
fn each_order(items: &mut Vec<u8>, from: usize, see: &mut impl FnMut(&[u8])) {
    if from == items.len() {
        return see(items);
    }
    for n in from..items.len() {
        items.swap(from, n);
        each_order(items, from + 1, see);
        items.swap(from, n);
    }
}

#[cfg(test)]
mod tests;

//! Designs: what a search for better components may change of a setup, and how.
//!
//! A [`Space`] is opened by naming parts of a setup: what stands on the pieces, which pieces are in the kit, the places
//! they lie on, the order in which they are dealt. A [`Design`] is one point of it. Designs that differ only by the
//! order of pieces in the kit, by turning pieces over, or by other names of interchangeable colours are the same.

mod every;
mod keep;
mod piles;
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
    /// Which suits or values make up each pile, and the order of the piles.
    Piles,
}

impl Part {
    const NAMES: [(&'static str, Self); 5] = [
        ("faces", Self::Faces),
        ("kit", Self::Kit),
        ("slots", Self::Slots),
        ("deal", Self::Deal),
        ("piles", Self::Piles),
    ];

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
    /// The suits or values of each pile; empty where piles are not opened.
    pub piles: Vec<Vec<u8>>,
}

/// A way to deal.
type Way = (Order, usize, Along);

/// Pieces of one group that are opened.
struct Opened {
    /// The number of the group.
    group: usize,
    /// Ways to turn its pieces.
    turns: Vec<Vec<usize>>,
    /// Its pieces among those of the file's own design.
    pieces: std::ops::Range<usize>,
}

/// All designs that a search may try.
pub struct Space<'a> {
    base: &'a Setup,
    parts: Vec<Part>,
    keep: Vec<Keep>,
    /// The groups whose pieces are opened; where there are several, each keeps its number of pieces.
    opened: Vec<Opened>,
    /// Symbols that pieces may show.
    symbols: Vec<u8>,
    /// Pieces to choose from.
    pool: Vec<Vec<u8>>,
    /// Ways to place the pieces; the first is the setup's own.
    places: Vec<Vec<Slot>>,
    /// Ways to deal; the first is the setup's own.
    ways: Vec<Way>,
    /// The step that makes piles, where it is opened.
    split: Option<piles::Split>,
    /// The ways to rename colours that make no difference, beside leaving them: what each of [`Space::symbols`] is called then.
    renamings: Vec<Vec<u8>>,
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
        let laid: Vec<usize> = (0..base.kit.len()).filter(|&group| base.kit[group].is_laid()).collect();
        let first = *laid.first().ok_or("the kit has no pieces that are laid")?;
        let kit = &base.kit[first];
        let is_kind =
            |group: &usize| matches!(base.kit[*group].kind, PieceKind::Tiles { .. } | PieceKind::Dominoes);
        let changes_pieces = has(Part::Faces) || has(Part::Kit);
        if changes_pieces && !laid.iter().any(is_kind) {
            return Err(format!(
                "only tiles and dominoes can be designed, {} cannot; open slots or deal instead",
                kit.name
            ));
        }
        let groups: Vec<usize> = match changes_pieces {
            true => laid.into_iter().filter(is_kind).collect(),
            false => vec![first],
        };
        if let [_, other, ..] = groups.as_slice()
            && (has(Part::Kit) || has(Part::Slots) || has(Part::Deal))
        {
            return Err(format!(
                "where several groups of pieces are laid ({}, {}), only faces can be opened",
                kit.name, base.kit[*other].name
            ));
        }
        // What the game sees of both sides, one after the other: a design has pieces of its own, which need no mapping.
        let symbols_of = |group: usize, piece: &Piece| -> Vec<u8> {
            piece.symbols().map(|face| base.kit[group].counts_as.seen(face)).collect()
        };
        let mut pieces: Vec<Vec<u8>> = Vec::new();
        let mut opened = Vec::new();
        for &group in &groups {
            let left = |piece: &&Piece| {
                !base.steps.iter().any(|step| match &step.verb {
                    Verb::Remove { group: of, which } if *of == group => which.iter().any(|w| w.is(piece)),
                    _ => false,
                })
            };
            let begin = pieces.len();
            pieces.extend(base.kit[group].pieces.iter().filter(left).map(|piece| symbols_of(group, piece)));
            let turns = base.kit[group].turns.clone();
            opened.push(Opened { group, turns, pieces: begin..pieces.len() });
        }
        let fits = |faces: &&Vec<u8>| faces.iter().all(|&face| (base.game.takes)(face, &base.parameters));
        let of_group =
            |&group: &usize| base.kit[group].pieces.iter().map(move |piece| symbols_of(group, piece));
        let all: Vec<Vec<u8>> = groups.iter().flat_map(of_group).collect();
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
            ways = places::ways_to_deal(base, first)?;
        }
        let (split, piles) = match has(Part::Piles) {
            true => piles::Split::find(base).map(|(split, piles)| (Some(split), piles))?,
            false => (None, Vec::new()),
        };
        let interchangeable = base.game.info.symmetries.iter().any(|symmetry| symmetry.name == "colours");
        let mut space = Self {
            base,
            parts: parts.to_vec(),
            keep,
            opened,
            renamings: Vec::new(),
            symbols: symbols.into_iter().collect(),
            pool,
            places,
            ways,
            split,
            own: Design { pieces, places: 0, lay: 0, piles },
        };
        if interchangeable && space.symbols.len() <= MOST_RENAMED {
            space.renamings = space.renamings();
        }
        let turns = space.own_turns().to_vec();
        let looks_at_pieces = |keep: &&Keep| matches!(keep, Keep::Pattern(_) | Keep::Different);
        if let Some(keep) = space.keep.iter().find(looks_at_pieces)
            && space.opened.iter().any(|opened| opened.turns != turns)
        {
            let words = quoted(&keep.words());
            return Err(format!(
                "{words} cannot be kept where pieces of different forms are designed together"
            ));
        }
        for keep in &mut space.keep {
            keep.settle(&space.own.pieces, &turns);
        }
        if let Some(broken) = space.keep.iter().find(|keep| !keep.holds(&space.own.pieces, &turns)) {
            return Err(format!("the file's own pieces do not keep to {}", quoted(&broken.words())));
        }
        Ok(space)
    }

    /// The design that the file has.
    pub fn own(&self) -> &Design {
        &self.own
    }

    /// Ways to turn the pieces of the first group.
    fn own_turns(&self) -> &[Vec<usize>] {
        self.opened.first().map_or(&[], |opened| &opened.turns)
    }

    /// The groups with their pieces of a design: only a single group may have another number of pieces than the file's own.
    fn pieces_of<'d>(&self, design: &'d [Vec<u8>]) -> Vec<(&Opened, &'d [Vec<u8>])> {
        match self.opened.as_slice() {
            [only] => vec![(only, design)],
            several => several.iter().map(|opened| (opened, &design[opened.pieces.clone()])).collect(),
        }
    }

    /// Whether nothing is said that fixes how often each symbol stands on the pieces.
    fn counts_are_free(&self) -> bool {
        !self.keep.iter().any(|keep| matches!(keep, Keep::Each(_) | Keep::Counts(_)))
    }

    fn keeps(&self, design: &Design) -> bool {
        self.keep.iter().all(|keep| keep.holds(&design.pieces, self.own_turns()))
            && (self.has(Part::Kit) || design.pieces.len() == self.own.pieces.len() || self.sizes_are_said())
    }

    fn sizes_are_said(&self) -> bool {
        self.keep.iter().any(|keep| matches!(keep, Keep::Pieces(..)))
    }

    fn has(&self, part: Part) -> bool {
        self.parts.contains(&part)
    }

    /// The least and the greatest number of pieces.
    fn sizes(&self) -> (usize, usize) {
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
        for (opened, pieces) in self.pieces_of(&design.pieces) {
            if !self.has(Part::Faces) && !self.has(Part::Kit) {
                break;
            }
            let group = &mut setup.kit[opened.group];
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
            group.pieces = pieces.iter().map(piece).collect();
            group.listed_at.clear();
            group.listed_in.clear();
            setup
                .steps
                .retain(|step| !matches!(&step.verb, Verb::Remove { group, .. } if *group == opened.group));
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
                    && self.opened.iter().any(|opened| opened.group == *group)
                {
                    (lay.piles, lay.at_a_time, lay.along) = (piles, at_a_time, along);
                }
            }
        }
        if let Some(split) = &self.split {
            split.set(&mut setup, &design.piles);
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
        let piece = |symbols: &Vec<u8>, cells: usize| {
            let sides: Vec<String> =
                symbols.chunks(cells.max(1)).map(|side| write::faces(self.base, side)).collect();
            sides.join("|")
        };
        let pieces = |group: usize, pieces: &[Vec<u8>]| {
            let cells = self.base.kit[group].shape().cells();
            pieces.iter().map(|symbols| piece(symbols, cells)).collect::<Vec<_>>().join(" ")
        };
        let mut words = String::new();
        if self.has(Part::Faces) || self.has(Part::Kit) {
            let groups: Vec<String> = self
                .pieces_of(&design.pieces)
                .iter()
                .map(|(opened, own)| pieces(opened.group, own))
                .collect();
            words = groups.join(" | ");
        }
        let mut add = |more: String| {
            words.push_str(if words.is_empty() { "" } else { ", " });
            words.push_str(&more);
        };
        if self.has(Part::Slots) {
            add(format!("places {} of {}", design.places + 1, self.places.len()));
        }
        if let Some(split) = &self.split {
            add(split.words(self.base, &design.piles));
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
            let groups = self.pieces_of(pieces).into_iter();
            let least = |(opened, pieces): (&Opened, &[Vec<u8>])| {
                let mut looks: Vec<Vec<u8>> =
                    pieces.iter().map(|faces| least_look(faces, &opened.turns)).collect();
                looks.sort();
                looks
            };
            *pieces = groups.flat_map(least).collect();
        };
        let mut best = design.clone();
        sorted(&mut best.pieces);
        piles::tidy(&mut best.piles);
        for names in &self.renamings {
            let mut pieces: Vec<Vec<u8>> =
                design.pieces.iter().map(|faces| self.renamed(faces, names)).collect();
            sorted(&mut pieces);
            if pieces < best.pieces {
                best.pieces = pieces;
            }
        }
        best
    }

    /// A piece with other names for its colours.
    fn renamed(&self, faces: &[u8], names: &[u8]) -> Vec<u8> {
        let rename = |face: &u8| {
            let at = self.symbols.iter().position(|symbol| symbol == face);
            at.map_or(*face, |at| names[at])
        };
        faces.iter().map(rename).collect()
    }

    /// Ways to rename colours that make no difference. Where pieces are chosen from those of the file, renaming must not make one that
    /// the file does not have.
    fn renamings(&self) -> Vec<Vec<u8>> {
        let least = |faces: &Vec<u8>| least_look(faces, self.own_turns());
        let pool: BTreeSet<Vec<u8>> = self.pool.iter().map(least).collect();
        let is_chosen = self.has(Part::Kit) && !self.has(Part::Faces);
        let mut renamings = Vec::new();
        each_order(&mut self.symbols.clone(), 0, &mut |names| {
            if !is_chosen || self.pool.iter().all(|faces| pool.contains(&least(&self.renamed(faces, names))))
            {
                renamings.push(names.to_vec());
            }
        });
        renamings
    }

    /// The file's own pieces with like symbols put together, pieces in any order; none where that breaks what is asked for.
    pub fn like_together(&self, random: &mut Stream) -> Option<Design> {
        if !self.has(Part::Faces) {
            return None;
        }
        let mut symbols: Vec<u8> = self.own.pieces.iter().flatten().copied().collect();
        symbols.sort_unstable();
        let mut next = self.own.clone();
        let mut order: Vec<usize> = (0..next.pieces.len()).collect();
        random.shuffle(&mut order);
        let mut rest = symbols.into_iter();
        for piece in order {
            next.pieces[piece].iter_mut().zip(&mut rest).for_each(|(face, symbol)| *face = symbol);
        }
        let next = self.canonical(&next);
        (self.keeps(&next) && self.setup(&next).is_ok()).then_some(next)
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
                    Part::Piles => piles::change(&mut next.piles, random),
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
        // Pieces of the same form may change their groups.
        if self.opened.len() > 1 && random.below(4) == 0 {
            let (one, other) = (any(next, random).0, any(next, random).0);
            if next.pieces[one].len() == next.pieces[other].len() {
                next.pieces.swap(one, other);
            }
            return;
        }
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
        let (least, most) = self.sizes();
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

//! Every design of a small space, one after the other.

use super::{Design, Opened, Part, Space, least_look};
use std::collections::BTreeSet;

/// What a recursion over all designs chooses from.
struct Choices<'c> {
    /// For each group the kinds of its pieces.
    kinds: &'c [Vec<Vec<u8>>],
    /// The group of each piece.
    groups: &'c [usize],
    most: usize,
}

impl Space<'_> {
    /// Every design there is, if there are at most so many; each once. Only for spaces of faces and kits of one size.
    pub fn all(&self, most: usize) -> Option<Vec<Design>> {
        let (least, greatest) = self.sizes();
        if least != greatest || self.has(Part::Piles) || !(self.has(Part::Faces) || self.has(Part::Kit)) {
            return None;
        }
        // For each piece the kinds it can be of.
        let kinds: Vec<Vec<Vec<u8>>> = match self.has(Part::Faces) {
            true => self.opened.iter().map(|opened| self.every_piece(opened)).collect(),
            false => vec![self.pool.clone()],
        };
        let group_of = |piece: usize| {
            let at = self.opened.iter().position(|opened| opened.pieces.contains(&piece));
            at.unwrap_or_default()
        };
        let choices: Vec<usize> = (0..least).map(group_of).collect();
        let mut found = BTreeSet::new();
        // Many more choices are looked at than designs come of them: counts must come out right, and names do not matter.
        let mut looks = 200 * most;
        let choice = Choices { kinds: &kinds, groups: &choices, most };
        let whole = self.choose(&choice, 0, &mut Vec::new(), &mut found, &mut looks);
        whole.then(|| {
            let found = found.into_iter().filter(|design| self.setup(design).is_ok());
            found.collect()
        })
    }

    /// All pieces of a group that can be made of the symbols.
    fn every_piece(&self, opened: &Opened) -> Vec<Vec<u8>> {
        let cells = self.own.pieces.get(opened.pieces.start).map_or(0, Vec::len);
        let mut pieces: Vec<Vec<u8>> = vec![Vec::new()];
        for _ in 0..cells {
            let with = |piece: &Vec<u8>| {
                self.symbols.iter().map(|&symbol| [piece.as_slice(), &[symbol]].concat()).collect::<Vec<_>>()
            };
            pieces = pieces.iter().flat_map(with).collect();
        }
        let least: BTreeSet<Vec<u8>> = pieces.iter().map(|piece| least_look(piece, &opened.turns)).collect();
        least.into_iter().collect()
    }

    fn choose(
        &self,
        choices: &Choices<'_>,
        from: usize,
        chosen: &mut Vec<Vec<u8>>,
        found: &mut BTreeSet<Design>,
        looks: &mut usize,
    ) -> bool {
        if *looks == 0 {
            return false;
        }
        *looks -= 1;
        let Some(&group) = choices.groups.get(chosen.len()) else {
            let ways = if self.has(Part::Deal) { self.ways.len() } else { 1 };
            for (places, lay) in (0..self.places.len()).flat_map(|p| (0..ways).map(move |w| (p, w))) {
                let design = Design { pieces: chosen.clone(), places, lay, piles: Vec::new() };
                if self.keeps(&design) {
                    found.insert(self.canonical(&design));
                }
            }
            return found.len() <= choices.most;
        };
        let kinds = &choices.kinds[group];
        for (kind, piece) in kinds.iter().enumerate().skip(from) {
            chosen.push(piece.clone());
            // The order within a group does not matter, so it goes up; each group begins anew.
            let next = if choices.groups.get(chosen.len()) == Some(&group) { kind } else { 0 };
            let go = !self.keep.iter().any(|keep| keep.is_beyond(chosen, self.own_turns()));
            let whole = !go || self.choose(choices, next, chosen, found, looks);
            chosen.pop();
            if !whole {
                return false;
            }
        }
        true
    }
}

//! What hands do with the pieces before they come onto the board: sort, split, shuffle, put in order, count off, turn.

use super::super::which::{allowed, one_of};
use super::super::{Arrangement, PileName, Piles, Property, Which};
use super::Place;
use super::table::{Misstep, Table, factorial};
use crate::text::{listed, quoted};
use num_bigint::BigUint;

impl Table<'_> {
    fn is_mixed(&self, places: &[Place]) -> bool {
        self.mixed.iter().flatten().any(|place| places.contains(place))
    }

    pub fn remove(&mut self, group: usize, which: &[Which]) -> Result<(), Misstep> {
        let all: Vec<Place> = self.piles[group].concat();
        if self.is_mixed(&all) {
            return Err("sort pieces out before they are shuffled".into());
        }
        let stays = |place: &Place| !which.iter().any(|w| w.is(self.piece(*place)));
        let kept: Vec<Vec<Place>> =
            self.piles[group].iter().map(|pile| pile.iter().copied().filter(stays).collect()).collect();
        if kept.iter().map(Vec::len).sum::<usize>() == all.len() {
            return Err(Misstep::at(
                "where",
                format!(
                    "none of the {} that are left is of that kind, so nothing would be taken out; expected {}",
                    self.group(group).plural(),
                    allowed(self.group(group), self.setup)
                ),
            ));
        }
        self.put_down(group, kept);
        Ok(())
    }

    /// Puts piles on the table: those without a piece are none, and a label names only what lies in its pile. Of a shuffled pile nobody
    /// knows what is left of it, so it keeps its label.
    pub fn put_down(&mut self, group: usize, piles: Vec<Vec<Place>>) {
        let labels = std::mem::take(&mut self.labels[group]);
        self.piles[group].clear();
        let by = self.split_by[group];
        for (pile, mut label) in piles.into_iter().zip(labels) {
            if pile.is_empty() {
                continue;
            }
            let is_known = !self.is_mixed(&pile);
            label.retain(|&value| {
                !is_known || pile.iter().any(|&place| by.of(self.piece(place)) == Some(value))
            });
            self.labels[group].push(label);
            self.piles[group].push(pile);
        }
    }

    pub fn split(&mut self, group: usize, by: Property, together: &[Vec<u8>]) -> Result<(), Misstep> {
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
            let message = format!("{} have no {what} to be split by", self.group(group).plural());
            return Err(Misstep::at("by", message));
        }
        let named = together.concat();
        if let Some(n) = (1..named.len()).find(|&n| named[..n].contains(&named[n])) {
            let name = by.name_of(named[n], self.group(group), self.setup);
            return Err(Misstep::at("together", format!("'together' names {name} twice")));
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
            let message =
                format!("'together' must name every suit or value of the pieces once; {name} is missing");
            return Err(Misstep::at("together", message));
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

    pub fn shuffle(&mut self, group: usize, piles: &Piles) -> Result<(), Misstep> {
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
                        return Err(Misstep::at("piles", "one pile is named twice"));
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
    fn pile_named(&self, group: usize, name: &PileName) -> Result<usize, Misstep> {
        let piles = self.piles[group].len();
        let by = self.split_by[group];
        let in_words = |label: &Vec<u8>| {
            let names = label.iter().map(|&value| by.name_of(value, self.group(group), self.setup));
            names.collect::<Vec<_>>().join(" and ")
        };
        match name {
            PileName::Number(number) if (1..=piles).contains(number) => Ok(number - 1),
            PileName::Number(number) => Err(Misstep::at(
                "piles",
                match piles {
                    1 => format!(
                        "there is no pile {number}: the {} are in one pile",
                        self.group(group).plural()
                    ),
                    _ => {
                        let numbered = self.labels[group].iter().enumerate();
                        let piles: Vec<String> =
                            numbered.map(|(n, label)| format!("{} ({})", n + 1, in_words(label))).collect();
                        format!(
                            "there is no pile {number}, expected a number {}, or a name in quotes",
                            listed(&piles)
                        )
                    }
                },
            )),
            PileName::Label(value, word) => {
                let found = self.labels[group].iter().position(|label| label.contains(value));
                found.ok_or_else(|| {
                    let names: Vec<String> = self.labels[group].iter().map(in_words).collect();
                    let message = format!("there is no pile of {word}, only of {}", listed(&names));
                    Misstep::at("piles", message)
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

    pub fn arrange(&mut self, group: usize, order: &Arrangement) -> Result<(), Misstep> {
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
                    let message = format!("{} have no {what} to be ordered by", self.group(group).plural());
                    return Err(Misstep::at("order", message));
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
                    let words = quoted(&which.text(self.group(group), self.setup));
                    let at = rest.iter().position(|&place| which.is(self.piece(place)));
                    let at = at.ok_or_else(|| {
                        Misstep::at(
                            "order",
                            format!("the order names {words}, but no such piece is left in hand"),
                        )
                    })?;
                    pile.push(rest.remove(at));
                }
                if !rest.is_empty() {
                    let kit = self.group(group);
                    let message = format!(
                        "the order lists {} of {}: name them all",
                        list.len(),
                        kit.counted(list.len() + rest.len())
                    );
                    return Err(Misstep::at("order", message));
                }
            }
        }
        self.piles[group] = piles;
        Ok(())
    }

    /// Takes one piece out of the hand. A shuffled pile from which a known piece is taken stays shuffled.
    pub fn take(&mut self, group: usize, which: &Which) -> Result<Place, Misstep> {
        let kit = self.group(group);
        let all = self.piles[group].concat();
        let found: Vec<Place> = all.iter().copied().filter(|&place| which.is(self.piece(place))).collect();
        let Some(&place) = found.first() else {
            let in_hand = one_of(all.iter().map(|&place| self.piece(place)), kit, self.setup);
            return Err(Misstep::at("piece", format!("no such piece is in hand, expected {in_hand}")));
        };
        if found.iter().any(|&other| self.piece(other) != self.piece(place)) {
            let pieces = one_of(found.iter().map(|&place| self.piece(place)), kit, self.setup);
            let message =
                format!("{} of the {} are of that kind; name one of {pieces}", found.len(), kit.plural());
            return Err(Misstep::at("piece", message));
        }
        let touching: Vec<usize> =
            (0..self.mixed.len()).filter(|&n| self.mixed[n].contains(&place)).collect();
        match touching.as_slice() {
            [] => {}
            // Whoever takes the first of several leaves an order that is not as shuffled as it was.
            [only] if found.iter().filter(|place| self.mixed[*only].contains(place)).count() > 1 => {
                let message = format!(
                    "{} of the shuffled {} are of that kind, and which one is found first decides how the others lie; place \
                     it before they are shuffled",
                    found.len(),
                    kit.plural()
                );
                return Err(message.into());
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

    pub fn keep(&mut self, group: usize, count: usize) -> Result<(), Misstep> {
        let [pile] = self.piles[group].as_mut_slice() else {
            return Err("there are several piles to keep pieces of; shuffle them together first".into());
        };
        if count > pile.len() {
            let message = format!(
                "{count} cannot be kept of {}, expected 1 to {}",
                self.setup.kit[group].counted(pile.len()),
                pile.len()
            );
            return Err(Misstep::at("count", message));
        }
        self.left_over[group] += pile.len() - count;
        pile.truncate(count);
        Ok(())
    }

    pub fn turn(&mut self, group: usize) -> Result<(), Misstep> {
        let ways = self.group(group).turns.len();
        if ways < 2 {
            let message =
                format!("{} cannot be turned: give them turns in the kit", self.group(group).plural());
            return Err(message.into());
        }
        // Only what is in hand is turned, not what was set aside before.
        let pieces = self.piles[group].iter().map(Vec::len).sum::<usize>();
        self.plan.physical *= BigUint::from(ways).pow(pieces as u32);
        self.turned[group] = true;
        Ok(())
    }
}

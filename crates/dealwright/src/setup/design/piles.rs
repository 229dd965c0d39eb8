//! How pieces are split into piles, and in which order the piles are.

use super::super::{Property, Setup, Verb};
use crate::rng::Stream;

/// The step that makes piles, where a search may change it.
pub(super) struct Split {
    step: usize,
    group: usize,
    by: Property,
}

impl Split {
    /// The only step of a setup that makes piles, and the piles it makes.
    pub fn find(setup: &Setup) -> Result<(Self, Vec<Vec<u8>>), String> {
        let of_step = |(step, verb): (usize, &Verb)| match verb {
            Verb::Split { group, by, together } => {
                let piles = by.piles(setup.kit[*group].pieces.iter(), together);
                Some((Self { step, group: *group, by: *by }, piles))
            }
            _ => None,
        };
        let mut found = setup.steps.iter().map(|step| &step.verb).enumerate().filter_map(of_step);
        let (split, mut piles) = found.next().ok_or(
            "there are no piles to open: add a step such as split = { by = \"rank\" } before the shuffle",
        )?;
        if found.next().is_some() {
            return Err(
                "the pieces are split more than once; only the piles of one split can be opened".into()
            );
        }
        if piles.iter().map(Vec::len).sum::<usize>() < 3 {
            return Err("with fewer than three suits or values there are no other piles to make".into());
        }
        tidy(&mut piles);
        Ok((split, piles))
    }

    /// Makes other piles.
    pub fn set(&self, setup: &mut Setup, piles: &[Vec<u8>]) {
        if let Some(Verb::Split { together, .. }) = setup.steps.get_mut(self.step).map(|step| &mut step.verb)
        {
            *together = piles.to_vec();
        }
    }

    /// The piles in words: "A 2 3 | 4 5 6".
    pub fn words(&self, setup: &Setup, piles: &[Vec<u8>]) -> String {
        let name = |&value: &u8| self.by.name_of(value, &setup.kit[self.group], setup);
        let pile = |pile: &Vec<u8>| pile.iter().map(name).collect::<Vec<_>>().join(" ");
        piles.iter().map(pile).collect::<Vec<_>>().join(" | ")
    }
}

/// Within a pile the order of suits or values makes no difference.
pub(super) fn tidy(piles: &mut [Vec<u8>]) {
    piles.iter_mut().for_each(|pile| pile.sort_unstable());
}

/// Changes piles a little. There are always at least two, and none is empty.
pub(super) fn change(piles: &mut Vec<Vec<u8>>, random: &mut Stream) {
    let any = |piles: &[Vec<u8>], random: &mut Stream| random.below(piles.len() as u32) as usize;
    let (one, other) = (any(piles, random), any(piles, random));
    match random.below(5) {
        // A suit or value goes to another pile …
        0 | 1 if one != other && piles[one].len() > 1 => {
            let at = random.below(piles[one].len() as u32) as usize;
            let value = piles[one].remove(at);
            piles[other].push(value);
        }
        // … or two change places.
        0..=2 if one != other => {
            let at = random.below(piles[one].len() as u32) as usize;
            let with = random.below(piles[other].len() as u32) as usize;
            let value = piles[one][at];
            piles[one][at] = piles[other][with];
            piles[other][with] = value;
        }
        3 => piles.swap(one, other),
        // Two piles become one, or one becomes two.
        4 if one != other && piles.len() > 2 && random.below(2) == 0 => {
            let joined = piles.remove(one);
            piles[if other > one { other - 1 } else { other }].extend(joined);
        }
        _ if piles[one].len() > 1 => {
            random.shuffle(&mut piles[one]);
            let at = 1 + random.below(piles[one].len() as u32 - 1) as usize;
            let rest = piles[one].split_off(at);
            piles.insert(one + 1, rest);
        }
        _ => {}
    }
}

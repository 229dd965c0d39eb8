//! Why a Fujisan mountain is dead.
//!
//! All reasons but the first rest on a simpler game: one priest alone, who may count up to three spaces of its way as taken
//! by others, whenever that helps. Whatever a priest can do in the real game it can do there.

use super::{CORNERS, Fujisan, LAST, STEPS, SUMMIT, square};
use crate::explain::Cause;
use crate::square::Square;

const NAMES: [&str; 4] = ["top left", "top right", "bottom left", "bottom right"];

impl Fujisan {
    /// A closed summit, or priests who are stranded.
    pub(super) fn named_reasons(&self) -> Vec<Cause> {
        let mut causes = self.closed_summit();
        // With dice a priest may begin anywhere; with a closed summit there is nothing more to say.
        if self.dice.is_none() && causes.is_empty() {
            causes.extend(self.stranded_priests());
        }
        causes
    }

    /// Summit columns that nobody can enter: no way along a row ends on a 0.
    fn closed_summit(&self) -> Vec<Cause> {
        let closed: Vec<u8> =
            SUMMIT.filter(|&column| (0..2).all(|row| self.value(row, column) == 0)).collect();
        let squares = |columns: &[u8]| -> Vec<Square> {
            columns.iter().flat_map(|&column| [square(0, column), square(1, column)]).collect()
        };
        let name = "double zero on the summit";
        match (closed.as_slice(), self.free_summit) {
            ([], _) | ([_], true) => Vec::new(),
            (&[column], false) => {
                let words = format!(
                    "Both spaces of summit column {} are 0, so no walk can end there, and no priest can step over from the other \
                     summit column. But two priests must stand in it in the end.",
                    (b'a' + column) as char
                );
                vec![Cause { name, words, squares: squares(&closed) }]
            }
            _ => {
                let words = "All four spaces of the summit are 0, so no walk can end on any of them.".into();
                vec![Cause { name, words, squares: squares(&closed) }]
            }
        }
    }

    /// Priests who can never leave the ground, or never come to the summit.
    fn stranded_priests(&self) -> Vec<Cause> {
        let mut causes = Vec::new();
        for ((row, column), name) in CORNERS.into_iter().zip(NAMES) {
            if !self.start.stands_on(row, column) {
                continue;
            }
            let reach = self.reach(row, column);
            let at = square(row, column);
            if reach.len() == 1 {
                causes.push(Cause {
                    name: "a priest that can never start",
                    words: format!(
                        "The {name} priest, on {at}, can never make a first move: no value in its row equals the number of \
                         free spaces to it, even with other priests in between."
                    ),
                    squares: vec![at],
                });
            } else if !reach.iter().any(|(_, column)| SUMMIT.contains(column)) {
                let squares = reach.iter().map(|&(row, column)| square(row, column)).collect();
                causes.push(Cause {
                    name: "a priest that never reaches the summit",
                    words: format!(
                        "The {name} priest, from {at}, can only reach {}, and from none of them the summit.",
                        reach[1..]
                            .iter()
                            .map(|&(r, c)| square(r, c).to_string())
                            .collect::<Vec<_>>()
                            .join(", ")
                    ),
                    squares,
                });
            }
        }
        causes
    }

    /// Spaces that a priest could come to if others stood where they help, the one it starts on first.
    fn reach(&self, row: u8, column: u8) -> Vec<(u8, u8)> {
        let mut reach = vec![(row, column)];
        let mut next = 0;
        while let Some(&(row, column)) = reach.get(next) {
            next += 1;
            let mut found = Vec::new();
            if (1..LAST).contains(&column) {
                found.push((1 - row, column));
            }
            if SUMMIT.contains(&column) {
                if self.free_summit {
                    found.push((row, LAST - column));
                }
            } else {
                // Up to three spaces between may be jumped and are not counted.
                let lands = |&to: &u8| {
                    let way = to.abs_diff(column);
                    let value = self.value(row, to);
                    to != column && value >= 1 && value <= way && way - value <= 3.min(way - 1)
                };
                found.extend((1..=STEPS as u8).filter(lands).map(|to| (row, to)));
            }
            for space in found {
                if !reach.contains(&space) {
                    reach.push(space);
                }
            }
        }
        reach
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::explain::core;
    use crate::game::Game;
    use crate::rng::Stream;
    use crate::search::bfs;
    use crate::search::{Limits, Verdict};
    use std::collections::BTreeMap;

    #[test]
    fn every_named_reason_leaves_no_solution() {
        let mut seen: BTreeMap<&str, u32> = BTreeMap::new();
        for index in 0..6000 {
            let mut random = Stream::new(&["reasons"], index);
            let mut values = [[0; 12]; 2].map(|row| row.map(|_: u8| random.below(6) as u8));
            if index % 3 == 0 {
                values.iter_mut().for_each(|row| row[5] = 0);
            }
            if index % 5 == 0 {
                values[0][..4].copy_from_slice(&[5, 5, 0, 0]);
            }
            if index % 11 == 0 {
                // From the first step it is too far to a 1 on the summit, whoever stands on the way.
                values[0] = [1, 0, 0, 0, 0, 1, 1, 0, 0, 0, 0, 1];
                values[1] = [values[1][0], 0, 0, 0, 0, 1, 1, 0, 0, 0, 0, values[1][11]];
            }
            let game = Fujisan::new(values, index % 2 == 0, None).unwrap();
            let reasons = game.reasons();
            if !reasons.is_empty() {
                assert_eq!(bfs(&game, &Limits::default()).verdict, Verdict::Unsolvable, "{reasons:?}");
            }
            if index < 60 && bfs(&game, &Limits::default()).verdict == Verdict::Unsolvable {
                let core = core(&game, &Limits::default()).unwrap();
                assert!(core.minimal && !core.squares.is_empty());
                let verdict = |kept: &[Square]| game.is_solvable_with(kept, &Limits::default());
                assert_eq!(verdict(&core.squares), Verdict::Unsolvable);
                for n in 0..core.squares.len() {
                    let mut fewer = core.squares.clone();
                    fewer.remove(n);
                    assert_eq!(verdict(&fewer), Verdict::Solvable);
                }
            }
            for reason in reasons {
                *seen.entry(reason.name).or_default() += 1;
            }
        }
        assert!(seen.len() == 3 && seen.values().all(|&count| count > 20), "{seen:?}");
    }
}

//! What is measured of a Fujisan mountain.

use super::{COLUMNS, CORNERS, Fujisan, LAST, Move, Priests, SUMMIT, square};
use crate::game::MeasureInfo;
use crate::measure::Moved;

/// What is measured of the values.
pub(super) const MEASURES: &[MeasureInfo] = &[
    MeasureInfo {
        name: "connectivity",
        whole: false,
        unit: "places",
        about: "places a step is reached from, mean over the columns",
    },
    count("distinct_pairs", "pairs", "different pairs of values among the columns"),
    count("equal_steps", "columns", "columns with two equal values"),
    count("zeros", "spaces", "spaces with value 0"),
    count("zero_steps", "columns", "columns with at least one 0"),
    count("double_zeros", "columns", "columns with two 0s"),
];

const fn count(name: &'static str, unit: &'static str, about: &'static str) -> MeasureInfo {
    MeasureInfo { name, whole: true, unit, about }
}

impl Fujisan {
    /// See [`MEASURES`].
    pub(super) fn measures_of_values(&self) -> Vec<(&'static str, f64)> {
        let mut steps: Vec<[u8; 2]> = self.steps().collect();
        let count = |is: fn(&[u8; 2]) -> bool| self.steps().filter(is).count() as f64;
        let zeros = self.values.iter().flatten().filter(|value| **value == 0).count();
        let (equal, zero_steps) = (count(|[a, b]| a == b), count(|step| step.contains(&0)));
        let double_zeros = count(|step| *step == [0, 0]);
        steps.iter_mut().for_each(|step| step.sort_unstable());
        steps.sort_unstable();
        steps.dedup();
        vec![
            ("connectivity", self.connectivity()),
            ("distinct_pairs", steps.len() as f64),
            ("equal_steps", equal),
            ("zeros", zeros as f64),
            ("zero_steps", zero_steps),
            ("double_zeros", double_zeros),
        ]
    }
}

/// Priests are told apart by the corner they started from.
pub(super) fn moved(line: &[Move]) -> Option<Vec<Moved>> {
    let mut places = CORNERS.map(|(row, column)| square(row, column));
    line.iter()
        .map(|mv| {
            let priest = places.iter().position(|place| *place == mv.from)?;
            places[priest] = mv.to;
            Some(Moved { piece: priest as u8, group: priest as u8 })
        })
        .collect()
}

/// The sum of the priests' distances from the middle grows.
pub(super) fn is_counter(before: Priests, after: Priests) -> bool {
    from_middle(after) > from_middle(before)
}

/// Twice the sum of |column - 6.5|, with the ground at 0 and 13.
fn from_middle(priests: Priests) -> u32 {
    priests.spaces().map(|(_, column)| u32::from((2 * column).abs_diff(COLUMNS - 1))).sum()
}

impl Fujisan {
    /// The two values of each column.
    fn steps(&self) -> impl Iterator<Item = [u8; 2]> {
        self.values[0].iter().zip(&self.values[1]).map(|(&top, &bottom)| [top, bottom])
    }

    /// How many places a step is reached from, on average over the twelve columns: each value above 0 counts the column
    /// as far to the left and the one as far to the right, if they exist (the ground does) and are not on the summit,
    /// from which nobody walks. Two equal values count as one.
    fn connectivity(&self) -> f64 {
        let mut halves = 0u32;
        for (column, values) in (1..).zip(self.steps()) {
            let weight = if values[0] == values[1] { 1 } else { 2 };
            for value in values.into_iter().filter(|value| *value > 0) {
                let left = i16::from(column) - i16::from(value);
                let right = u8::checked_add(column, value).filter(|&right| right <= LAST);
                let sources = (left >= 0).then_some(left as u8).into_iter().chain(right);
                halves += weight * sources.filter(|source| !SUMMIT.contains(source)).count() as u32;
            }
        }
        f64::from(halves) / 2.0 / 12.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Registry;
    use crate::id;
    use crate::measure::MeasureRequest;
    use crate::puzzle::Puzzle;
    use crate::registry::read_game;
    use crate::search::Limits;

    fn read(text: &str) -> Fujisan {
        read_game(&id::split(text).unwrap()).unwrap()
    }

    #[test]
    fn steps_are_counted_by_hand() {
        // Columns 1 to 12: 10 01 00 ... : two steps of the same pair, the other ten are double zeros.
        let game = read("fujisan:100000000000/010000000000");
        let measures: Vec<f64> = game.measures_of_values().iter().map(|(_, value)| *value).collect();
        // Column 1, value 1: from 0 and 2. Column 2, value 1: from 1 and 3.
        assert_eq!(measures, [4.0 / 12.0, 2.0, 10.0, 22.0, 12.0, 10.0]);
        // Column 5, value 1 on both spaces: from 4; 6 is the summit. Two halves.
        let game = read("fujisan:000010000000/000010000000");
        assert_eq!(game.connectivity(), 1.0 / 12.0);
        // Column 12, value 5: from 7 (summit, no) and 17 (no). Value 1: from 11 and from the ground.
        assert_eq!(read("fujisan:000000000005/000000000001").connectivity(), 2.0 / 12.0);
    }

    #[test]
    fn moves_away_from_the_middle_are_counted_over_all_shortest_solutions() {
        let request = MeasureRequest {
            length: true,
            chance: false,
            graph: true,
            difficulty: true,
            cause: false,
            repair: false,
            plays: 0,
            graph_states: 1 << 20,
        };
        let mut wide = 0;
        for text in ["444520240311/125335325100", "523043220545/301111542403", "554344221335/311400512200"] {
            let text = format!("fujisan:{text}");
            let found =
                Registry::standard().challenge(&text).unwrap().measure(&request, &Limits::default(), "");
            let counter = found.counter.unwrap();
            let (least, most) = counter.range.unwrap();
            assert!(least <= counter.found && counter.found <= most, "{counter:?}");
            assert_eq!((least, most), plain_range(&read(&text), found.length.unwrap()), "{text}");
            assert!(found.switches.unwrap() <= found.changes.unwrap());
            wide += u32::from(least < most);
        }
        assert!(wide > 0, "some mountain has shortest solutions that differ");
    }

    /// All shortest solutions one by one would be too many: the best and the worst from each position, by plain recursion
    /// with a memory.
    fn plain_range(game: &Fujisan, length: u32) -> (u32, u32) {
        type Memory = std::collections::HashMap<(Priests, u32), Option<(u32, u32)>>;
        fn go(game: &Fujisan, at: Priests, left: u32, memory: &mut Memory) -> Option<(u32, u32)> {
            if game.is_solved(&at) {
                return (left == 0).then_some((0, 0));
            }
            if left == 0 {
                return None;
            }
            if let Some(known) = memory.get(&(at, left)) {
                return *known;
            }
            let mut moves = Vec::new();
            game.moves(&at, &mut moves);
            let mut best: Option<(u32, u32)> = None;
            for mv in moves {
                let mut next = at;
                game.play(&mut next, mv);
                let distance = |p: Priests| p.spaces().map(|(_, c)| (f64::from(c) - 6.5).abs()).sum::<f64>();
                let counts = u32::from(distance(next) > distance(at));
                if let Some((low, high)) = go(game, next, left - 1, memory) {
                    let (l, h) = best.unwrap_or((u32::MAX, 0));
                    best = Some((l.min(low + counts), h.max(high + counts)));
                }
            }
            memory.insert((at, left), best);
            best
        }
        go(game, game.start(), length, &mut Memory::new()).unwrap()
    }
}

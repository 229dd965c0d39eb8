//! What is measured of a BoxOff board.

use super::BoxOff;

impl BoxOff {
    /// Equal adjacent pairs among adjacent pairs of squares; none when nothing is adjacent.
    pub(super) fn pair_equality(&self) -> Option<f64> {
        let columns = self.columns as usize;
        let (mut equal, mut all) = (0u32, 0u32);
        for (cell, &colour) in self.cells.iter().enumerate().filter(|(_, colour)| **colour != 0) {
            let right = (cell % columns + 1 < columns).then_some(cell + 1);
            for other in right.into_iter().chain([cell + columns]) {
                if let Some(&other) = self.cells.get(other).filter(|other| **other != 0) {
                    all += 1;
                    equal += u32::from(other == colour);
                }
            }
        }
        (all > 0).then(|| f64::from(equal) / f64::from(all))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::id;
    use crate::registry::read_game;

    fn equality(text: &str) -> Option<f64> {
        let board: BoxOff = read_game(&id::split(text).unwrap()).unwrap();
        board.pair_equality()
    }

    #[test]
    fn equal_neighbours_are_counted_across_and_down() {
        assert_eq!(equality("boxoff:AB/AB"), Some(2.0 / 4.0));
        assert_eq!(equality("boxoff:AAA/AAA"), Some(1.0));
        assert_eq!(equality("boxoff:AB/BA"), Some(0.0));
        assert_eq!(equality("boxoff:A.A"), None);
        // 38 pairs on a board of 4 x 6: here those along the four rows are equal, 5 each.
        assert_eq!(equality("boxoff:AAAAAA/BBBBBB/AAAAAA/BBBBBB"), Some(20.0 / 38.0));
    }
}

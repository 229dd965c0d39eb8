//! What is measured of a Pretzel: shapes that block it from the beginning.

use super::Pretzel;
use super::anchors::Deck;

impl Pretzel {
    /// Named after rows, so they are measured only where each suit has a row of its own.
    pub(super) fn shapes(&self) -> Vec<(&'static str, f64)> {
        let Some(deck) = Deck::new(self) else { return Vec::new() };
        let start = deck.start();
        let blocked = !start.is_solved(&deck) && start.is_dead(&deck);
        vec![
            ("ducking_crabs", self.crabs().len() as f64),
            ("duelling_deuces", self.duelling_deuces() as f64),
            ("blockade", f64::from(u8::from(blocked))),
        ]
    }

    /// Twos that lie on each other's places, two by two or in a longer circle.
    fn duelling_deuces(&self) -> usize {
        self.duels().iter().map(|circle| circle.squares.len()).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Game;
    use crate::id;
    use crate::kit::cards::Card;
    use crate::registry::read_game;
    use crate::search::{Limits, Verdict, bfs};

    fn read(text: &str) -> Pretzel {
        read_game(&id::split(text).unwrap()).unwrap()
    }

    #[test]
    fn a_crab_and_two_duellists_are_seen() {
        let crab = read("pretzel:3S--2H/--3H2S");
        assert_eq!((crab.crabs().len(), crab.duelling_deuces()), (1, 0));
        let duel = read("pretzel:2H--3S/2S3H--");
        assert_eq!((duel.crabs().len(), duel.duelling_deuces()), (0, 2));
        let circle = read("pretzel:2H--3S/2D3H--/2S--3D");
        assert_eq!(circle.duelling_deuces(), 3);
        let home = read("pretzel:2S3S--/2H--3H");
        assert_eq!((home.crabs().len(), home.duelling_deuces()), (0, 0));
    }

    #[test]
    fn whatever_is_seen_is_a_blockade_and_a_blockade_has_no_solution() {
        let mut seen = [0; 3];
        for index in 0..3000 {
            let mut cells: Vec<Option<Card>> = Vec::new();
            for suit in 0..3 {
                cells.extend([None, Some(Card::new(2, suit)), Some(Card::new(3, suit))]);
            }
            crate::rng::Stream::new(&["blockades"], index).shuffle(&mut cells);
            let game = Pretzel::new(3, 3, false, &cells).unwrap();
            let measures: Vec<f64> = game.board_measures().iter().map(|(_, value)| *value).collect();
            for (count, value) in seen.iter_mut().zip(&measures) {
                *count += u32::from(*value > 0.0);
            }
            if measures[0] > 0.0 || measures[1] > 0.0 {
                assert_eq!(measures[2], 1.0);
            }
            if measures[2] > 0.0 {
                assert_eq!(bfs(&game, &Limits::default()).verdict, Verdict::Unsolvable);
            }
        }
        assert!(seen.iter().all(|&count| count > 50), "{seen:?}");
    }
}

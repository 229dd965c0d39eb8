//! What a priest's move does on the mountain, and which rules allow it. The numbers are those of the game's description by
//! its authors.

use super::{Move, Priests, SUMMIT, square};
use crate::game::Touches;
use crate::square::Square;
use std::cmp::Ordering;

/// Along the row onto a value equal to the number of spaces walked.
const WALK: &str = "2";
/// The same, with priests on the way, whose spaces do not count.
const PAST_PRIESTS: &str = "2a";
/// To the other space of a step.
const OTHER_SPACE: &str = "3";
/// To another space of the summit.
const ON_SUMMIT: &str = "4";
/// Over the summit and down again.
const OVER_SUMMIT: &str = "4a";

/// What a legal move does.
pub(super) fn touches(priests: Priests, mv: Move) -> Touches {
    let Move { from, to } = mv;
    let touched = Touches { from: Some(from), to: Some(to), lifted: vec![from], ..Touches::default() };
    let on_summit = SUMMIT.contains(&from.file);
    if on_summit || from.file == to.file {
        let (rule, words) = match (on_summit, from.file == to.file) {
            (true, true) => (ON_SUMMIT, "up or down on the summit"),
            (true, false) => (ON_SUMMIT, "sideways on the summit"),
            (false, _) => (OTHER_SPACE, "up or down on a step"),
        };
        return Touches { rules: vec![rule], words: words.into(), ..touched };
    }
    let way = way(from, to);
    let is_taken = |space: &Square| {
        space.row_on(2, super::COLUMNS).is_some_and(|row| priests.stands_on(row, space.file))
    };
    let (passed, counted): (Vec<Square>, Vec<Square>) = way.iter().partition(|space| is_taken(space));
    let mut rules = vec![if passed.is_empty() { WALK } else { PAST_PRIESTS }];
    // The space it ends on counts too.
    let walked = counted.len() + 1;
    let mut words = match walked {
        1 => "1 free space, onto a 1".to_string(),
        _ => format!("{walked} free spaces, onto a {walked}"),
    };
    match passed.len() {
        0 => {}
        1 => words += ", a priest not counted",
        n => words += &format!(", {n} priests not counted"),
    }
    if !SUMMIT.contains(&to.file) && way.iter().any(|space| SUMMIT.contains(&space.file)) {
        rules.push(OVER_SUMMIT);
        words += ", over the summit";
    }
    Touches { counted, passed, rules, words, ..touched }
}

/// The spaces between two of a row, in the order in which they are passed.
fn way(from: Square, to: Square) -> Vec<Square> {
    let row = 2 - from.rank;
    let between = |files: std::ops::Range<u8>| files.map(move |file| square(row, file));
    match from.file.cmp(&to.file) {
        Ordering::Less => between(from.file + 1..to.file).collect(),
        _ => between(to.file + 1..from.file).rev().collect(),
    }
}

#[cfg(test)]
mod tests {
    use crate::game::Game;
    use crate::games::fujisan::Fujisan;
    use crate::id;
    use crate::puzzle::Puzzle;
    use crate::registry::read_game;

    #[test]
    fn every_rule_of_a_solution_is_told() {
        let text = "fujisan:044325235220/103541514312";
        let game: Fujisan = read_game(&id::split(text).unwrap()).unwrap();
        let line = "n2-l2 l2-g2 n1-j1 j1-e1 g2-g1 a1-h1 e1-e2 a2-g2 e2-h2";
        let mut state = game.start();
        let mut told = Vec::new();
        for text in line.split(' ') {
            let mv = game.read_move(&state, text).unwrap();
            let touched = game.touches(&state, mv);
            told.push(format!("{}: {}", touched.rules.join(", "), touched.words));
            game.play(&mut state, mv);
        }
        assert!(game.is_solved(&state));
        assert_eq!(
            told,
            [
                "2: 2 free spaces, onto a 2",
                "2: 5 free spaces, onto a 5",
                "2: 4 free spaces, onto a 4",
                "2, 4a: 5 free spaces, onto a 5, over the summit",
                "4: up or down on the summit",
                "2a: 5 free spaces, onto a 5, 2 priests not counted",
                "3: up or down on a step",
                "2a: 5 free spaces, onto a 5, a priest not counted",
                "2a: 2 free spaces, onto a 2, a priest not counted",
            ]
        );
    }

    #[test]
    fn what_is_counted_is_the_value_that_is_landed_on() {
        for text in ["fujisan.free:554344221335/311400512200", "fujisan:551102224335/244331001054"] {
            let game: Fujisan = read_game(&id::split(text).unwrap()).unwrap();
            let mut random = crate::rng::Stream::new(&["touches"], 0);
            let mut state = game.start();
            for _ in 0..200 {
                let mut moves = Vec::new();
                game.moves(&state, &mut moves);
                let Some(&mv) = moves.get(random.below(moves.len().max(1) as u32) as usize) else { break };
                let touched = game.touches(&state, mv);
                let (row, column) = (2 - mv.to.rank, mv.to.file);
                if touched.rules[0].starts_with('2') {
                    assert_eq!(touched.counted.len() + 1, game.value(row, column) as usize, "{text} {mv}");
                }
                assert_eq!(game.move_between(&state, mv.from, mv.to), Ok(mv));
                game.play(&mut state, mv);
            }
        }
    }
}

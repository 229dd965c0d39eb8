//! Moves that go away from the goal at first sight.

use crate::game::Game;
use crate::search::{Map, Positions};

/// Such moves on shortest solutions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Counter {
    /// On the shortest solution that the solver found.
    pub found: u32,
    /// The least and the greatest number over all shortest solutions, if the whole graph is known.
    pub range: Option<(u32, u32)>,
}

/// None for games without such moves.
pub(super) fn counter<G: Game>(
    game: &G,
    line: &[G::Move],
    explored: Option<&(Map, Positions<G::State>)>,
) -> Option<Counter> {
    let mut found = 0;
    let mut here = game.start();
    game.is_counter(&here, &here)?;
    for &mv in line {
        let mut there = here.clone();
        game.play(&mut there, mv);
        found += u32::from(game.is_counter(&here, &there)?);
        here = there;
    }
    let range = explored.and_then(|(map, positions)| range(game, line.len(), map, positions));
    Some(Counter { found, range })
}

/// Goes through the shortest solutions level by level.
fn range<G: Game>(game: &G, length: usize, map: &Map, positions: &Positions<G::State>) -> Option<(u32, u32)> {
    let mut here = vec![Some((0, 0))];
    for depth in 0..length {
        let &[first, next, end] = map.depth_starts.get(depth..depth + 3)? else { return None };
        let mut there: Vec<Option<(u32, u32)>> = vec![None; (end - next) as usize];
        for (number, known) in (first..next).zip(&here) {
            let Some((least, most)) = *known else { continue };
            // A successor before `next` was reached as early or earlier: not part of a shortest way.
            for &target in map.successors(number as usize).iter().filter(|&&target| target >= next) {
                let counts = u32::from(game.is_counter(positions.get(number), positions.get(target))?);
                let slot = &mut there[(target - next) as usize];
                let (low, high) = slot.unwrap_or((u32::MAX, 0));
                *slot = Some((low.min(least + counts), high.max(most + counts)));
            }
        }
        here = there;
    }
    let first = *map.depth_starts.get(length)?;
    let solved = |(n, _): &(u32, &Option<(u32, u32)>)| map.solved[*n as usize];
    let ends = (first..).zip(&here).filter(solved).filter_map(|(_, known)| *known);
    ends.reduce(|(low, high), (least, most)| (low.min(least), high.max(most)))
}

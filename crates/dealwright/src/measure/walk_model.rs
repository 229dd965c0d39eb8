//! How many moves a player needs who tends towards the goal without seeing the way (after Jarušek and Pelánek).
//!
//! On a position d moves from the goal, a successor that is nearer scores d + 25, any other d, and the player moves with
//! chances in proportion to the scores. From a position that is lost the player starts again; starting again is no move.

use crate::game::{Game, solve_from};
use crate::rng::Stream;
use crate::search::{Limits, Map, Reason, Verdict};
use std::collections::HashMap;

/// What a successor that is nearer to the goal scores more.
const BONUS: f64 = 25.0;
/// Sweeps over all positions after which the equations are given up.
const MOST_SWEEPS: usize = 20_000;
/// Changes of a value, relative to it, that end the sweeps.
const CLOSE: f64 = 1e-13;
/// Plays where the graph does not fit, and what may be used for all of them together: positions that are solved, positions
/// that solving them takes, and moves.
const PLAYS: u32 = 100;
const MOST_SOLVED: usize = 20_000;
const MOST_STATES: u64 = 3_000_000;
const MOST_MOVES: u64 = 1_000_000;
/// A position that is solved counts at least as much as so many: to begin a search has its price too.
const LEAST_STATES: u64 = 200;

/// Expected number of moves until the challenge is solved.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct WalkModel {
    /// Worked out, or the mean over the plays.
    pub moves: f64,
    /// Plays made; none when it is worked out.
    pub plays: Option<u32>,
}

/// Solves the Markov chain on the whole graph. None when there is no solution, or the sweeps do not come to an end.
pub(super) fn exact(map: &Map) -> Option<WalkModel> {
    let distances = distances(map);
    distances[0]?;
    let order = ends_first(map);
    // Expected moves from a position are a + b * (expected moves from the start), b being the chance to start again.
    let states = distances.len();
    let (mut a, mut b) = (vec![0.0f64; states], vec![0.0f64; states]);
    for _ in 0..MOST_SWEEPS {
        let mut change = 0.0f64;
        for &number in &order {
            let number = number as usize;
            // Nothing is to be worked out for solved positions; lost ones send back to the start.
            let Some(distance) = distances[number].filter(|&distance| distance > 0) else { continue };
            let (mut total, mut moves, mut again) = (0.0, 0.0, 0.0);
            for &next in map.successors(number) {
                let next = next as usize;
                let score = score(distance, distances[next]);
                total += score;
                match distances[next] {
                    None => again += score,
                    Some(_) => {
                        moves += score * a[next];
                        again += score * b[next];
                    }
                }
            }
            let (new_a, new_b) = (1.0 + moves / total, again / total);
            change = change.max((new_a - a[number]).abs() / new_a).max((new_b - b[number]).abs());
            (a[number], b[number]) = (new_a, new_b);
        }
        if change < CLOSE {
            let moves = a[0] / (1.0 - b[0]);
            return moves.is_finite().then_some(WalkModel { moves, plays: None });
        }
    }
    None
}

fn score(distance: u32, next: Option<u32>) -> f64 {
    f64::from(distance) + if next.is_some_and(|next| next < distance) { BONUS } else { 0.0 }
}

/// Moves from each position to the nearest solved one; none for those that are lost.
fn distances(map: &Map) -> Vec<Option<u32>> {
    let back = map.backward();
    let mut distances: Vec<Option<u32>> = map.solved.iter().map(|&solved| solved.then_some(0)).collect();
    let mut level: Vec<u32> = (0..map.solved.len() as u32).filter(|&n| map.solved[n as usize]).collect();
    let mut distance = 0;
    while !level.is_empty() {
        distance += 1;
        let mut next = Vec::new();
        for &number in &level {
            for &from in back.predecessors(number as usize) {
                if distances[from as usize].is_none() {
                    distances[from as usize] = Some(distance);
                    next.push(from);
                }
            }
        }
        level = next;
    }
    distances
}

/// Positions in an order in which successors come before, but for circles: then one sweep is enough where there are none.
fn ends_first(map: &Map) -> Vec<u32> {
    let states = map.solved.len();
    let (mut entered, mut order) = (vec![false; states], Vec::with_capacity(states));
    let mut path: Vec<(u32, usize)> = vec![(0, 0)];
    entered[0] = true;
    while let Some((number, tried)) = path.last_mut() {
        match map.successors(*number as usize).get(*tried) {
            Some(&next) => {
                *tried += 1;
                if !std::mem::replace(&mut entered[next as usize], true) {
                    path.push((next, 0));
                }
            }
            None => {
                order.push(*number);
                path.pop();
            }
        }
    }
    order
}

/// Plays the model, with distances from the solver. None when a position stays undecided or the plays do not all end
/// within what they may use: a mean of the short ones alone would be too small.
pub(super) fn sampled<G: Game>(
    game: &G,
    limits: &Limits,
    random: &mut Stream,
    memory_ran_out: &mut bool,
) -> Option<WalkModel> {
    let mut known: HashMap<G::State, Option<u32>> = HashMap::new();
    let mut left = limits.states.min(MOST_STATES);
    let mut distance = |state: &G::State| -> Option<Option<u32>> {
        if let Some(distance) = known.get(state) {
            return Some(*distance);
        }
        if known.len() >= MOST_SOLVED {
            return None;
        }
        let found = solve_from(game, state, true, &Limits { states: left, ..*limits });
        *memory_ran_out |= found.reason.as_ref().is_some_and(Reason::is_memory);
        left = left.checked_sub(found.states.max(LEAST_STATES))?;
        let distance = match found.verdict {
            Verdict::Undecided => return None,
            Verdict::Unsolvable => None,
            Verdict::Solvable => found.solution.map(|line| line.len() as u32),
        };
        known.insert(state.clone(), distance);
        Some(distance)
    };
    let mut total = 0u64;
    let mut play = |random: &mut Stream| -> Option<u64> {
        let (mut here, mut made) = (game.start(), 0u64);
        let mut moves = Vec::new();
        while !game.is_solved(&here) {
            let Some(far) = distance(&here)? else {
                here = game.start();
                continue;
            };
            moves.clear();
            game.moves(&here, &mut moves);
            let mut choices: Vec<(u32, G::State)> = Vec::with_capacity(moves.len());
            for &mv in &moves {
                let mut there = here.clone();
                game.play(&mut there, mv);
                // Scores are whole numbers, so the choice is made exactly.
                choices.push((score(far, distance(&there)?) as u32, there));
            }
            let mut rest = random.below(choices.iter().map(|(score, _)| score).sum());
            let chosen = choices.into_iter().find(|(score, _)| {
                let found = rest < *score;
                rest = rest.saturating_sub(*score);
                found
            });
            here = chosen?.1;
            made += 1;
            if made > MOST_MOVES / u64::from(PLAYS) {
                return None;
            }
        }
        Some(made)
    };
    for _ in 0..PLAYS {
        total += play(random)?;
    }
    Some(WalkModel { moves: total as f64 / f64::from(PLAYS), plays: Some(PLAYS) })
}

/// The whole graph solved and plays sampled from solver distances agree.
#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::fujisan::Fujisan;
    use crate::games::pretzel::Pretzel;
    use crate::id;
    use crate::registry::read_game;
    use crate::search;

    #[test]
    fn plays_come_to_what_the_equations_say() {
        let check = |exact: WalkModel, sampled: WalkModel| {
            // A hundred plays of a nearly geometric number: a few standard errors.
            let far = (exact.moves - sampled.moves).abs() / exact.moves;
            assert!(far < 0.35, "{exact:?} {sampled:?}");
        };
        let limits = Limits::default();
        let text = "fujisan:554344221335/311400512200";
        let game: Fujisan = read_game(&id::split(text).unwrap()).unwrap();
        let (map, _) = search::explore(&game, &limits).unwrap();
        check(
            exact(&map).unwrap(),
            sampled(&game, &limits, &mut Stream::new(&["model"], 1), &mut false).unwrap(),
        );
        let text = "pretzel:3S3H4D2C/4S2H--3C/2S4H2D4C/----3D--";
        let game: Pretzel = read_game(&id::split(text).unwrap()).unwrap();
        let (map, _) = search::explore(&game, &limits).unwrap();
        check(
            exact(&map).unwrap(),
            sampled(&game, &limits, &mut Stream::new(&["model"], 2), &mut false).unwrap(),
        );
    }

    #[test]
    fn a_straight_way_takes_as_many_moves_as_it_is_long() {
        // One two to bring home, and nothing else can move.
        let text = "pretzel:--2S";
        let game: Pretzel = read_game(&id::split(text).unwrap()).unwrap();
        let (map, _) = search::explore(&game, &Limits::default()).unwrap();
        assert_eq!(exact(&map), Some(WalkModel { moves: 1.0, plays: None }));
    }
}

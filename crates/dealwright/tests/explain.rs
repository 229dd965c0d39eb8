//! Crossroads and bottlenecks are what plain searches from every position say.
#![allow(clippy::unwrap_used)]

use dealwright::Game;
use dealwright::Puzzle;
use dealwright::explain::ways;
use dealwright::games::boxoff::BoxOff;
use dealwright::games::fujisan::Fujisan;
use dealwright::games::pretzel::Pretzel;
use dealwright::kit::cards::Card;
use dealwright::rng::Stream;
use dealwright::search::Limits;
use std::collections::HashSet;

/// Whether a solved position can be reached from here without stepping on `closed`.
fn can_win<P: Puzzle>(game: &P, from: &P::State, closed: Option<&P::State>) -> bool {
    let mut seen: HashSet<P::State> = HashSet::from([from.clone()]);
    let mut todo = vec![from.clone()];
    while let Some(here) = todo.pop() {
        if game.is_solved(&here) {
            return true;
        }
        let mut moves = Vec::new();
        game.moves(&here, &mut moves);
        for mv in moves {
            let mut next = here.clone();
            game.play(&mut next, mv);
            if Some(&next) != closed && seen.insert(next.clone()) {
                todo.push(next);
            }
        }
    }
    false
}

/// Compares one challenge; gives how many crossroads and bottlenecks it has, if it is solvable.
fn compare<G: Game>(game: &G) -> Option<(usize, usize)> {
    let found = ways(game, &Limits::default());
    assert_eq!(found.is_some(), can_win(game, &game.start(), None));
    let found = found?;
    let mut here = game.start();
    let mut bottlenecks = Vec::new();
    for (after, text) in found.solution.iter().enumerate() {
        if after > 0 && !can_win(game, &game.start(), Some(&here)) {
            bottlenecks.push(after);
        }
        let mut moves = Vec::new();
        game.moves(&here, &mut moves);
        let mut losing = Vec::new();
        for &mv in &moves {
            let mut next = here.clone();
            game.play(&mut next, mv);
            if !can_win(game, &next, None) {
                losing.push(mv.to_string());
            }
        }
        let crossroads = found.crossroads.iter().find(|crossroads| crossroads.after == after);
        assert_eq!(crossroads.map(|c| c.losing.clone()).unwrap_or_default(), losing);
        assert!(crossroads.is_none_or(|c| c.choices == moves.len()));
        let mv = *moves.iter().find(|mv| mv.to_string() == *text).unwrap();
        game.play(&mut here, mv);
    }
    assert!(game.is_solved(&here));
    assert_eq!(found.bottlenecks, bottlenecks);
    Some((found.crossroads.len(), found.bottlenecks.len()))
}

#[test]
fn crossroads_and_bottlenecks_agree_with_plain_searches() {
    let mut totals = [(0, 0); 3];
    for index in 0..1200 {
        let mut random = Stream::new(&["ways"], index);
        let mut cells = [1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3].to_vec();
        random.shuffle(&mut cells);
        let boxoff = compare(&BoxOff::new(3, 4, cells).unwrap());
        let mut cards: Vec<Option<Card>> = Vec::new();
        for suit in 0..3 {
            cards.push(None);
            cards.extend((2..=4).map(|rank| Some(Card::new(rank, suit))));
        }
        random.shuffle(&mut cards);
        let pretzel = compare(&Pretzel::new(3, 4, index % 3 == 0, &cards).unwrap());
        // Mountains have thousands of positions: fewer of them.
        let fujisan = if index % 60 == 0 {
            let values = [[0; 12]; 2].map(|row| row.map(|_: u8| random.below(6) as u8));
            compare(&Fujisan::new(values, index % 120 == 0, None).unwrap())
        } else {
            None
        };
        for (total, found) in totals.iter_mut().zip([boxoff, pretzel, fujisan]) {
            let (crossroads, bottlenecks) = found.unwrap_or_default();
            *total = (total.0 + crossroads, total.1 + bottlenecks);
        }
    }
    assert!(
        totals.iter().all(|(crossroads, bottlenecks)| *crossroads > 20 && *bottlenecks > 5),
        "{totals:?}"
    );
}

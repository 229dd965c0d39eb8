use super::*;
use crate::simulate::{PlayTruth, plays, pool};
use dealwright::rng::Stream;

#[test]
fn known_difficulty_is_found_again() {
    let mut random = Stream::new(&["difficulty"], 0);
    let pool = pool(40, &mut random);
    let games =
        plays(&pool, 60, 3, &PlayTruth { slope: 1.6, time_slope: 0.5, ..PlayTruth::default() }, &mut random);
    let found = fit_game("simulated", &games, &pool);
    let of = |name: &str, outcome: Outcome| {
        let is = |one: &&Correlation| MEASURES[one.measure].name == name && one.outcome == outcome;
        found.correlations.iter().find(is).unwrap()
    };
    assert!(of("level", Outcome::Failure).kendall.mean > 0.4);
    assert!(of("chance", Outcome::Failure).kendall.mean < -0.2, "a greater chance is easier");
    assert!(of("level", Outcome::Time).p_holm.unwrap() < 0.01);
    let far = |pair: &&LevelPair| {
        pair.levels == [Level::Gentle, Level::Fiendish] && pair.outcome == Outcome::Failure
    };
    assert!(found.pairs.iter().find(far).unwrap().differs());
    let models = found.models.iter().find(|models| models.outcome == Outcome::Failure).unwrap();
    assert_eq!(MEASURES[models.best].name, "level");
    assert!(models.best_over_none.interval.unwrap().low > 0.0);
    assert_eq!(models.losses.len(), MEASURES.len() + 3);
}

#[test]
fn few_games_have_no_intervals_and_no_models() {
    let mut random = Stream::new(&["difficulty"], 1);
    let pool = pool(5, &mut random);
    let games = plays(&pool, 2, 1, &PlayTruth::default(), &mut random);
    let found = fit_game("simulated", &games, &pool);
    assert!(found.models.is_empty() && found.correlations.iter().all(|one| one.kendall.interval.is_none()));
    let none = fit_game("simulated", &[], &pool);
    assert_eq!((none.people, none.games, none.pairs.len()), (0, 0, 0));
    for found in [&found, &none] {
        let says = |words: &str| found.missing.iter().any(|missing| missing.contains(words));
        assert!(says("No intervals and no p values") && says("No model of failure"), "{:?}", found.missing);
    }
}

#[test]
fn what_cannot_be_found_out_is_said() {
    let mut random = Stream::new(&["difficulty"], 3);
    let mut pool = pool(30, &mut random);
    pool.retain(|one| one.level == Some(Level::Gentle));
    let one = |person: usize, n: usize, solved: bool| Play {
        person,
        challenge: n % pool.len(),
        solved,
        log_time: solved.then_some(3.0 + n as f64 / 10.0),
    };
    // Nobody solves anything: nothing can be correlated with failure or time, and no model is made.
    let games: Vec<Play> = (0..60).map(|n| one(n / 6, n, false)).collect();
    let found = fit_game("a", &games, &pool);
    assert!(found.correlations.is_empty() && found.models.is_empty() && found.pairs.is_empty());
    let says = |words: &str| found.missing.iter().any(|missing| missing.contains(words));
    assert!(
        says("No correlation with failure: level, 1 gentle to 4 fiendish; chance"),
        "{:?}",
        found.missing
    );
    assert!(says("No model of failure: every game came out alike."), "{:?}", found.missing);
    assert!(says("No model of time: it needs at least 5 participants"), "{:?}", found.missing);
    // Only one level: no correlation with it, and no pair.
    let games: Vec<Play> = (0..60).map(|n| one(n / 6, n, n % 3 > 0)).collect();
    let found = fit_game("a", &games, &pool);
    assert!(found.pairs.is_empty() && found.levels.len() == 1);
    assert!(found.correlations.iter().all(|one| one.measure != 0));
    let says = |words: &str| found.missing.iter().any(|missing| missing.contains(words));
    assert!(
        says("No correlation with failure: level, 1 gentle to 4 fiendish. Nobody"),
        "{:?}",
        found.missing
    );
}

#[test]
fn a_measure_that_a_challenge_lacks_is_named_and_in_no_model() {
    let mut random = Stream::new(&["difficulty"], 2);
    let mut pool = pool(10, &mut random);
    let games = plays(&pool, 20, 2, &PlayTruth::default(), &mut random);
    pool[games[0].challenge].values[6] = None;
    let found = fit_game("simulated", &games, &pool);
    let words = "crossroads of a solution: not known of 1 challenge, so no model uses it.";
    assert!(found.missing.iter().any(|missing| missing == words), "{:?}", found.missing);
    assert!(found.models.iter().all(|models| !models.measures.contains(&6)));
}

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
    assert!(found.pairs.iter().find(far).unwrap().is_beyond_doubt());
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
}

#[test]
fn a_measure_that_a_challenge_lacks_is_named_and_in_no_model() {
    let mut random = Stream::new(&["difficulty"], 2);
    let mut pool = pool(10, &mut random);
    let games = plays(&pool, 20, 2, &PlayTruth::default(), &mut random);
    pool[games[0].challenge].values[6] = None;
    let found = fit_game("simulated", &games, &pool);
    assert_eq!(found.incomplete, [(6, 1)]);
    assert!(found.models.iter().all(|models| !models.measures.contains(&6)));
}

use super::*;
use dealwright::setup::effort::KINDS;

/// Rows of three setups, in which sorting, laying and turning can be told apart and counting always comes with laying.
fn rows() -> Vec<Vec<[f64; COLUMNS]>> {
    let step = |sort: f64, lay: f64, turn: f64| {
        let mut actions = [0.0; KINDS];
        (actions[0], actions[5], actions[4], actions[3]) = (sort, lay, turn, lay);
        row(&actions)
    };
    vec![
        vec![step(24.0, 0.0, 0.0), step(0.0, 24.0, 0.0)],
        vec![step(0.0, 12.0, 12.0), step(0.0, 0.0, 30.0), step(10.0, 0.0, 0.0)],
        vec![step(8.0, 16.0, 0.0), step(0.0, 4.0, 20.0)],
    ]
}

#[test]
fn exact_times_give_exact_weights_speeds_and_courses() {
    let mut data = Data::default();
    let (sort, lay, turn, overhead) = (1.1, 0.7, 0.2, 3.0);
    let (practice, tiring) = (-0.2f64, 0.1f64);
    // Counting keeps its assumed 0.3, because it always comes along with laying.
    for (number, speed) in [0.5, 1.0, 1.5, 0.8, 1.2].into_iter().enumerate() {
        let person = data.add_person();
        let mut before = 0;
        for repeat in 1..=2u32 {
            for n in 0..3 {
                let setup = (n + number) % 3;
                let course = [f64::from(repeat).log2(), f64::from(before) / 10.0];
                let factor = (practice * (course[0] - 1.0) + tiring * course[1]).exp();
                let steps: Vec<_> = rows()[setup]
                    .iter()
                    .map(|row| {
                        (
                            *row,
                            speed
                                * factor
                                * (overhead + sort * row[0] + (lay + 0.3) * row[5] + turn * row[4]),
                        )
                    })
                    .collect();
                data.add_run(person, setup, course, &steps);
                before += 1;
            }
        }
    }
    let found = fit_data(&data, 0, "a").unwrap();
    let close =
        |found: f64, expected: f64| assert!((found - expected).abs() < 1e-4, "{found}, expected {expected}");
    close(found.kinds[0].seconds, sort);
    close(found.kinds[4].seconds, turn);
    // Of two that always come together only the sum is known.
    close(found.kinds[3].seconds + found.kinds[5].seconds, lay + 0.3);
    assert_eq!((found.kinds[3].standing, found.kinds[5].standing), (Standing::NotApart, Standing::NotApart));
    assert_eq!(found.kinds[1].standing, Standing::NotSeen);
    close(found.overhead.unwrap().value, overhead);
    close(found.practice.unwrap().value, practice.exp_m1());
    close(found.tiring.unwrap().value, tiring.exp_m1());
    close(found.speeds[0], 1.5);
    assert!(found.kinds.iter().all(|kind| kind.interval.is_none()), "no resamples, no intervals");
    let held = held_out::held_out(&data, &["a".into(), "b".into(), "c".into()], 100, "a").unwrap();
    assert!(held.errors[0] < 0.01 || held.errors[0] < held.errors[1], "{held:?}");
}

#[test]
fn nothing_or_one_person_is_no_reason_to_fail() {
    assert!(fit_data(&Data::default(), 100, "a").is_none());
    let mut data = Data::default();
    let person = data.add_person();
    data.add_run(person, 0, [0.0; 2], &[(rows()[0][0], 20.0), (rows()[0][1], 30.0)]);
    let found = fit_data(&data, 200, "a").unwrap();
    assert_eq!(found.people, 1);
    assert!(found.kinds.iter().all(|kind| kind.interval.is_none() && kind.seconds.is_finite()));
    assert!(
        found.missing[0].starts_with("No intervals: they need at least 5 participants"),
        "{:?}",
        found.missing
    );
    let why = held_out::held_out(&data, &["a".into()], 100, "a").unwrap_err();
    assert_eq!(why, "fewer than 3 setups were timed to the end");
    let mut zeros = Data::default();
    let person = zeros.add_person();
    zeros.add_run(person, 0, [0.0; 2], &[(rows()[0][0], 0.0)]);
    assert!(
        fit_data(&zeros, 200, "a")
            .is_none_or(|found| found.kinds.iter().all(|kind| kind.seconds.is_finite()))
    );
}

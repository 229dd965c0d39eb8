//! `recall` as a user runs it: what a player who remembers the last placements makes of built deals.

#![allow(clippy::unwrap_used)]

mod common;

use common::{refuse, succeed};

#[test]
fn who_remembers_more_wins_more_often_and_all_is_always_enough() {
    for setup in
        ["boxoff/built", "pretzel/built", "fujisan/built", "blackhole/built", "golf/built", "klondike/built"]
    {
        let asked = format!("recall {setup} -n 20 --plays 50 --remember 0,4,all --json");
        let answer = succeed(&asked);
        let found: serde_json::Value = serde_json::from_str(&answer).unwrap();
        let rows = found["rows"].as_array().unwrap();
        let wins: Vec<f64> = rows.iter().map(|row| row["wins"].as_f64().unwrap()).collect();
        assert_eq!(found["deals"], 20, "{answer}");
        assert!(wins[0] < 1.0 && wins[1] >= wins[0] - 0.02, "{setup}: {wins:?}");
        assert_eq!(wins[2], 1.0, "{setup}: the whole line is a solution");
        assert_eq!(rows[2]["remembered"], serde_json::Value::Null);
        assert_eq!(found["last_laid_goes"], if setup == "boxoff/built" { "last" } else { "first" });
        // The same bytes for any number of threads.
        assert_eq!(succeed(&format!("{asked} --threads 1")), succeed(&format!("{asked} --threads 3")));
    }
}

#[test]
fn setups_that_build_nothing_and_wrong_numbers_are_refused() {
    assert!(refuse("recall boxoff/ltiles").contains("no step build"));
    assert!(refuse("recall boxoff/built --remember 1,x").contains("such as 0,1,2,4,8,all"));
    assert!(refuse("recall boxoff/built -n 0").contains("at least one deal"));
}

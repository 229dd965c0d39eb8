//! `fixes` as a user runs it: lists of rules, their prices, and a setup file that can be used at once.
#![allow(clippy::unwrap_used)]

mod common;

use common::{place, refuse, succeed};
use serde_json::Value;

const SMALL: &str = "fixes pretzel/shuffled suits=2 ranks=3 --samples 400 --confirm 1000";

#[test]
fn each_list_costs_more_than_the_one_before_and_leaves_fewer_dead_deals() {
    let found: Value = serde_json::from_str(&succeed(&format!("{SMALL} --json"))).unwrap();
    let lists = found["lists"].as_array().unwrap();
    assert!(lists.len() > 1 && lists[0]["rules"].as_array().unwrap().is_empty());
    let share = |list: &Value| list["dead"].as_f64().unwrap() / list["deals"].as_f64().unwrap();
    for pair in lists.windows(2) {
        assert!(share(&pair[1]) < share(&pair[0]), "{pair:?}");
        assert!(pair[1]["seconds"].as_f64() >= pair[0]["seconds"].as_f64());
        assert!(pair[1]["rules"][0]["words"].as_str().unwrap().starts_with("If "));
    }
    let one_thread = succeed(&format!("{SMALL} --json --threads 1"));
    assert_eq!(serde_json::from_str::<Value>(&one_thread).unwrap(), found);
}

#[test]
fn the_setup_file_is_told_and_dealt_like_any_other() {
    let dir = place("fixes-out");
    let file = dir.join("fixed.toml").display().to_string();
    let words = succeed(&format!("{SMALL} --out {file}"));
    assert!(words.starts_with("Fixes by eye for pretzel/shuffled"), "{words}");
    assert!(succeed(&format!("tell {file}")).contains("If "));
    assert!(succeed(&format!("deal {file} --seed x")).contains("pretzel:"));
}

#[test]
fn what_cannot_be_searched_is_refused_before_the_work() {
    assert!(refuse("fixes boxoff/ltiles --rules 9").contains("1 to 5 rules"));
    assert!(refuse("fixes boxoff/ltiles --max-seconds -1").contains("--max-seconds"));
    assert!(refuse("fixes boxoff/ltiles --out /no/such/place/x.toml").contains("cannot be written to"));
    assert!(refuse("fixes boxoff/nothing").contains("boxoff/ltiles"));
}

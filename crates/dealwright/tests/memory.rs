//! Memory is asked for before it is taken, and an answer for which there was enough does not depend on how much there was.
#![allow(clippy::unwrap_used)]

mod random_challenges;

use dealwright::Registry;
use dealwright::measure::{MeasureRequest, Measured};
use dealwright::search::{Allowance, Limits};
use dealwright::setup::deal::Dealer;

fn challenges() -> Vec<String> {
    let mut ids = Vec::new();
    for index in 0..12 {
        ids.push(format!("boxoff:{}", random_challenges::boxoff(index, 20)));
        ids.push(format!("pretzel:{}", random_challenges::pretzel(index, 3, 4)));
        ids.push(format!("pretzel.free-rows:{}", random_challenges::pretzel(index, 2, 4)));
    }
    ids.extend((0..4).map(|index| format!("fujisan:{}", random_challenges::fujisan(index))));
    ids
}

#[test]
fn what_did_not_run_out_of_memory_is_the_same_with_any_more_of_it() {
    // With few positions in graphs, chances and walks are sampled; with many, they are worked out.
    for graph_states in [20, 100_000] {
        let request = MeasureRequest {
            length: true,
            chance: true,
            graph: true,
            difficulty: true,
            cause: true,
            repair: false,
            plays: 20,
            graph_states,
        };
        let (mut enough, mut too_little) = (0, 0);
        for id in challenges() {
            let challenge = Registry::standard().challenge(&id).unwrap();
            let measure = |memory| challenge.measure(&request, &Limits { memory, ..Limits::default() }, "x");
            let most = measure(1 << 30);
            assert!(!most.memory_ran_out, "{id}");
            for shift in 6..26 {
                let found = measure(1 << shift);
                if found.memory_ran_out {
                    too_little += 1;
                } else {
                    enough += 1;
                    assert_eq!(found, most, "{id} with {} bytes", 1 << shift);
                }
            }
        }
        assert!(enough > 100 && too_little > 100, "{enough} {too_little}");
    }
}

#[test]
fn a_level_that_small_limits_know_is_that_of_any_greater() {
    let (mut known, mut unknown) = (0, 0);
    for id in challenges() {
        let challenge = Registry::standard().challenge(&id).unwrap();
        let most = challenge.measure_level(&Limits::default());
        for shift in 4..22 {
            let limits = [
                Limits { states: 1 << shift, ..Limits::default() },
                Limits { memory: 1 << (shift + 6), ..Limits::default() },
            ];
            for limits in limits {
                match challenge.measure_level_within(&limits) {
                    None => unknown += 1,
                    Some(found) => {
                        known += 1;
                        let answer = |found: &Measured| (found.verdict, found.level, found.length);
                        assert_eq!(answer(&found), answer(&most), "{id} with {limits:?}");
                    }
                }
            }
        }
    }
    assert!(known > 100 && unknown > 100, "{known} {unknown}");
}

#[test]
fn repairs_that_did_not_run_out_of_memory_are_the_same_with_any_more_of_it() {
    let setup = Registry::standard().setup("boxoff/shuffled", &[]).unwrap();
    let dealer = Dealer::new(&setup).unwrap();
    let (mut enough, mut too_little) = (0, 0);
    for index in 0..6 {
        let deal = dealer.deal("memory", index).unwrap();
        let repairs = |memory| {
            let repairs =
                dealer.repairs(&deal.cells, &deal.dice, &Limits { memory, ..Limits::default() }).unwrap();
            let ids: Vec<String> = repairs.found.iter().map(|repair| repair.challenge.id()).collect();
            (repairs.memory_ran_out, ids, repairs.tried, repairs.undecided)
        };
        let most = repairs(1 << 30);
        for shift in [8, 11, 13, 16, 20] {
            let found = repairs(1 << shift);
            match found.0 {
                true => too_little += 1,
                false => {
                    enough += 1;
                    assert_eq!(found, most, "deal {index} with {} bytes", 1 << shift);
                }
            }
        }
    }
    assert!(enough > 5 && too_little > 5, "{enough} {too_little}");
}

#[test]
fn limits_of_one_search_are_given_once() {
    let mut request = 0;
    let limits = Limits { states: 3, memory: 5, ..Limits::default() };
    let given = limits.run(|limits| {
        request += 1;
        (*limits, true)
    });
    assert_eq!((given, request), (limits, 1));
}

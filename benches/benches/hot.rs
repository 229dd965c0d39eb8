//! Instructions of what studies spend their time on: dealing, building a challenge, and each game's solvers.

use dealwright::search::Limits;
use dealwright::setup::Setup;
use dealwright::setup::deal::{Deal, Dealer};
use dealwright::{Challenge, Registry};
use dealwright_benches::{challenges, setup};
use gungraun::{library_benchmark, library_benchmark_group, main};
use std::hint::black_box;

const SMALL: &[(&str, &str)] = &[];
const SIX: &[(&str, &str)] = &[("rows", "6"), ("colours", "6")];
const STANDARD: &[(&str, &str)] = &[("rows", "6"), ("columns", "8"), ("colours", "3")];
const NINE: &[(&str, &str)] = &[("ranks", "9")];
const FULL: &[(&str, &str)] = &[("ranks", "13")];

// 100 deals as symbols on cells.
#[library_benchmark]
#[bench::boxoff_ltiles(setup("boxoff/ltiles", SMALL))]
#[bench::pretzel_banded(setup("pretzel/banded", FULL))]
#[bench::fujisan_dominoes(setup("fujisan/dominoes", SMALL))]
fn deal_100(setup: Setup) -> Vec<Deal> {
    let dealer = Dealer::new(&setup).expect("a plan");
    let streams = dealer.streams("bench");
    (0..100).map(|index| black_box(dealer.deal_from(&mut streams.stream(index)).expect("a deal"))).collect()
}

// 100 challenges read from their IDs.
#[library_benchmark]
#[bench::boxoff("boxoff:bbcbcaaa/bbacacbc/aabbbacb/aacbacac/cccbbcca/cbabcaba")]
#[bench::fujisan("fujisan:551102224335/244331001054")]
fn read_100(id: &str) -> Vec<Challenge> {
    let registry = Registry::standard();
    (0..100).map(|_| registry.challenge(black_box(id)).expect("an ID")).collect()
}

// The verdict by the game's own solver.
#[library_benchmark]
#[bench::boxoff_464_ltiles(challenges("boxoff/ltiles", SMALL, 100))]
#[bench::boxoff_464_shuffled(challenges("boxoff/shuffled", SMALL, 100))]
#[bench::boxoff_666_ltiles(challenges("boxoff/ltiles", SIX, 20))]
#[bench::boxoff_683(challenges("boxoff/shuffled", STANDARD, 20))]
#[bench::pretzel_49(challenges("pretzel/shuffled", NINE, 30))]
#[bench::pretzel_413(challenges("pretzel/shuffled", FULL, 2))]
fn verdict(challenges: Vec<Challenge>) -> u64 {
    states(&challenges, false)
}

// Shortest solutions by the game's own solver.
#[library_benchmark]
#[bench::fujisan_shuffled(challenges("fujisan/shuffled", SMALL, 30))]
#[bench::fujisan_dominoes(challenges("fujisan/dominoes", SMALL, 30))]
#[bench::pretzel_49(challenges("pretzel/shuffled", NINE, 10))]
fn shortest(challenges: Vec<Challenge>) -> u64 {
    states(&challenges, true)
}

fn states(challenges: &[Challenge], shortest: bool) -> u64 {
    let solve = |challenge: &Challenge| {
        let solver = challenge.default_solver(shortest);
        challenge.solve(solver, &Limits::default()).expect("a solver of the game").states
    };
    challenges.iter().map(solve).sum()
}

library_benchmark_group!(name = hot; benchmarks = deal_100, read_100, verdict, shortest);
main!(library_benchmark_groups = hot);

//! A repaired deal is solvable, one touch away, and one that the kit can give.
#![allow(clippy::unwrap_used)]

use dealwright::Registry;
use dealwright::search::{Limits, Verdict};
use dealwright::setup::deal::Dealer;
use dealwright::setup::enumerate::Outcomes;
use dealwright::setup::repair::ChangeKind;
use std::collections::HashSet;

fn verdict(challenge: &dealwright::Challenge) -> Verdict {
    // By a plain solver, not the one that repairs use.
    challenge.solve("dfs", &Limits::default()).unwrap().verdict
}

#[test]
fn repairs_of_every_setup_are_solvable_and_can_be_laid() {
    let limits = Limits::default();
    let mut kinds: HashSet<ChangeKind> = HashSet::new();
    let registry = Registry::standard();
    // Whole decks are too much for the plain solver; small ones take their place.
    let small: [(&str, &[(&str, &str)]); 3] = [
        ("blackhole/shuffled", &[("suits", "2"), ("ranks", "5")]),
        ("golf/shuffled", &[("suits", "2"), ("ranks", "5"), ("columns", "3"), ("depth", "2")]),
        ("klondike/shuffled", &[("suits", "2"), ("ranks", "3"), ("columns", "2")]),
    ];
    let names = registry.setup_names();
    let setups = names.iter().map(|name| (name.as_str(), &[][..])).chain(small);
    for (name, options) in setups {
        let options: Vec<_> = options.iter().map(|(n, v)| (n.to_string(), v.to_string())).collect();
        let setup = registry.setup(name, &options).unwrap();
        let dealer = Dealer::new(&setup).unwrap();
        // What is built up is never dead, and its pieces have no seats of their own.
        if dealer.plan.build.is_some() || dealer.plan.physical.bits() > 100 {
            continue;
        }
        let mut dead = 0;
        for index in 0..400 {
            let deal = dealer.deal("repair", index).unwrap();
            let challenge = dealer.challenge(&deal).unwrap();
            // Every deal of a setup can be laid with it, from what its ID says alone.
            let layout = dealer.layout_of(&challenge.cells());
            assert!(layout.is_some() || !dealer.plan.rolls.is_empty(), "{name} {}", challenge.id());
            if dead >= 25 || verdict(&challenge) != Verdict::Unsolvable {
                continue;
            }
            dead += 1;
            let Some(repairs) = dealer.repairs(&challenge.cells(), &deal.dice, &limits) else { continue };
            for repair in &repairs.found {
                kinds.insert(repair.kind);
                let cells = repair.challenge.cells();
                assert!(
                    dealer.layout_of(&cells).is_some()
                        && dealer.accepts(&cells, &dealwright::dealing::Dice::default())
                );
                let changed = cells.iter().zip(challenge.cells()).filter(|(new, old)| **new != *old).count();
                let touched: usize = repair.pieces.iter().map(Vec::len).sum();
                assert!(changed > 0 && changed <= touched, "{name}: only the pieces named change");
            }
            for repair in repairs.found.iter().take(2) {
                assert_eq!(verdict(&repair.challenge), Verdict::Solvable, "{name} {}", repair.challenge.id());
            }
        }
    }
    assert_eq!(kinds.len(), 3, "{kinds:?}");
}

#[test]
fn repairs_of_small_setups_are_among_all_their_outcomes() {
    let small = [("pretzel/sequential", "3"), ("pretzel/banded", "3"), ("pretzel/sequential", "4")];
    for (name, ranks) in small {
        let setup = Registry::standard().setup(name, &[("ranks".into(), ranks.into())]).unwrap();
        let dealer = Dealer::new(&setup).unwrap();
        let outcomes = Outcomes::new(&dealer).unwrap();
        let id = |cells: &[u8]| setup.build(cells, &Default::default()).unwrap().id();
        let all: HashSet<String> = outcomes.iter().map(|outcome| id(&outcome.cells)).collect();
        let mut repaired = 0;
        for outcome in outcomes.iter().step_by(if ranks == "3" { 3 } else { 997 }) {
            let challenge = setup.build(&outcome.cells, &Default::default()).unwrap();
            if verdict(&challenge) == Verdict::Unsolvable {
                let repairs =
                    dealer.repairs(&challenge.cells(), &Default::default(), &Limits::default()).unwrap();
                for repair in repairs.found {
                    assert!(all.contains(&repair.challenge.id()), "{name}: {}", repair.challenge.id());
                    repaired += 1;
                }
            }
        }
        assert!(repaired > 20, "{name}: {repaired}");
    }
}

#[test]
fn a_kit_can_lay_exactly_what_it_deals() {
    for name in ["pretzel/shuffled", "pretzel/sequential", "pretzel/banded", "pretzel/random-suits"] {
        for (suits, ranks) in [("2", "3"), ("3", "2")] {
            let options = [("suits".into(), suits.into()), ("ranks".into(), ranks.into())];
            let setup = Registry::standard().setup(name, &options).unwrap();
            let dealer = Dealer::new(&setup).unwrap();
            let outcomes = Outcomes::new(&dealer).unwrap();
            let shown = |cells: &[u8]| cells.iter().map(|&cell| (setup.game.seen)(cell)).collect::<Vec<u8>>();
            let dealt: HashSet<Vec<u8>> = outcomes.iter().map(|outcome| shown(&outcome.cells)).collect();
            let all = Registry::standard().setup("pretzel/shuffled", &options).unwrap();
            let all = Dealer::new(&all).unwrap();
            for outcome in Outcomes::new(&all).unwrap().iter() {
                let is_dealt = dealt.contains(&shown(&outcome.cells));
                assert_eq!(
                    dealer.layout_of(&outcome.cells).is_some(),
                    is_dealt,
                    "{name} {:?}",
                    outcome.cells
                );
            }
        }
    }
}

//! Challenges with known answers come out right.
#![allow(clippy::unwrap_used, clippy::panic)]

mod random_challenges;
mod reference;

use dealwright::Registry;
use dealwright::search::{Limits, Verdict};
use reference::{Reference, replay};

#[test]
fn challenges_with_known_answers_come_out_right() {
    let limits = Limits::default();
    for line in include_str!("golden/known.txt").lines().filter(|l| !l.is_empty() && !l.starts_with('#')) {
        let words: Vec<&str> = line.split(' ').collect();
        let (id, answer) = (words[0], words[1]);
        let challenge = Registry::standard().challenge(id).unwrap();
        let fast = challenge.solve(challenge.default_solver(false), &limits).unwrap();
        let shortest = challenge.solve(challenge.default_solver(true), &limits).unwrap();
        assert_eq!(fast.verdict, shortest.verdict, "{id}");
        match answer {
            "unsolvable" => assert_eq!(fast.verdict, Verdict::Unsolvable, "{id}"),
            answer => {
                let found = shortest.solution.unwrap();
                assert!(shortest.shortest);
                if answer != "solvable" {
                    assert_eq!(found.len().to_string(), answer, "{id}");
                }
                for line in [found, fast.solution.unwrap()] {
                    let reference = Reference::new(id);
                    assert!(reference.solved(&replay(&reference, &line).unwrap()), "{id}");
                }
            }
        }
        if let Some(at) = words.iter().position(|w| *w == "reachable") {
            assert_eq!(challenge.graph(&limits).unwrap().reachable.to_string(), words[at + 1], "{id}");
        }
    }
}

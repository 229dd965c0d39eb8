//! The solvers agree with each other and with the reference on thousands of small random challenges, and every
//! solution any of them returns is replayed by the reference.
#![allow(clippy::unwrap_used, clippy::panic)]

mod random_challenges;
mod reference;

use dealwright::rng::Stream;
use dealwright::search::{Limits, Verdict};
use dealwright::{Challenge, Registry};
use reference::{Facts, Reference, facts, replay};

fn check_solution(id: &str, solver: &str, line: &[String]) {
    let reference = Reference::new(id);
    let end = replay(&reference, line).unwrap_or_else(|e| panic!("{id} {solver}: {e}"));
    assert!(reference.solved(&end), "{id} {solver}: ends in {end}");
}

/// Compares every solver and the whole graph with what the reference found.
fn check_against(id: &str, challenge: &Challenge, facts: &Facts) {
    let limits = Limits::default();
    let graph = challenge.graph(&limits).unwrap();
    assert_eq!(graph.reachable, facts.reachable, "{id}");
    assert_eq!(graph.dead_ends, facts.dead_ends, "{id}");
    assert_eq!(graph.lost, facts.lost, "{id}");
    assert_eq!(graph.shortest, facts.shortest, "{id}");
    assert_eq!(graph.shortest_count.to_string(), facts.shortest_count.to_string(), "{id}");
    match (graph.random_win, facts.random_win) {
        (None, None) => {}
        (Some(ours), Some(theirs)) => assert!((ours - theirs).abs() < 1e-12, "{id}: {ours} {theirs}"),
        other => panic!("{id}: {other:?}"),
    }
    for solver in challenge.solvers() {
        let outcome = challenge.solve(solver.name, &limits).unwrap();
        match (outcome.verdict, facts.shortest) {
            (Verdict::Solvable, Some(shortest)) => {
                let line = outcome.solution.unwrap();
                check_solution(id, solver.name, &line);
                assert!(line.len() >= shortest as usize, "{id} {}", solver.name);
                assert!(!outcome.shortest || line.len() == shortest as usize, "{id} {}", solver.name);
                assert!(!solver.shortest || outcome.shortest, "{id} {}", solver.name);
            }
            (Verdict::Unsolvable, None) => assert!(solver.proves_unsolvable, "{id} {}", solver.name),
            (Verdict::Undecided, _) if !solver.proves_unsolvable => assert!(outcome.reason.is_some()),
            other => panic!("{id} {}: {other:?}", solver.name),
        }
    }
}

fn check(id: &str, most: usize) -> bool {
    let challenge = Registry::standard().challenge(id).unwrap();
    assert_eq!(challenge.id(), id);
    let Some(facts) = facts(&Reference::new(id), most) else { return false };
    check_against(id, &challenge, &facts);
    true
}

#[test]
fn boxoff_agrees_with_the_reference() {
    let checked =
        (0..3000).filter(|&n| check(&format!("boxoff:{}", random_challenges::boxoff(n, 20)), 3000)).count();
    assert!(checked > 2500, "{checked}");
}

const PRETZEL_SIZES: [(usize, usize); 16] = [
    (1, 1),
    (1, 5),
    (1, 8),
    (2, 1),
    (2, 2),
    (2, 4),
    (2, 6),
    (3, 3),
    (3, 4),
    (3, 5),
    (4, 2),
    (4, 3),
    (4, 4),
    (4, 5),
    (5, 3),
    (8, 2),
];

#[test]
fn pretzel_agrees_with_the_reference_at_all_sizes() {
    for (suits, ranks) in PRETZEL_SIZES {
        let checked = (0..150)
            .filter(|&n| check(&format!("pretzel:{}", random_challenges::pretzel(n, suits, ranks)), 3000))
            .count();
        assert!(checked > 140, "{suits} {ranks}: {checked}");
    }
}

#[test]
fn pretzel_agrees_with_the_reference_up_to_the_king() {
    let mut checked = 0;
    for (suits, ranks) in [(1, 13), (2, 13), (3, 13), (4, 13), (4, 12), (5, 12), (8, 8)] {
        for n in 0..40 {
            let layout = random_challenges::nearly_solved_pretzel(n, suits, ranks, 4 + n as u32 % 12);
            for rules in ["", ".free-rows"] {
                checked += u32::from(check(&format!("pretzel{rules}:{layout}"), 2000));
            }
            if suits < 3 {
                let layout = random_challenges::pretzel(n, suits, ranks);
                checked += u32::from(check(&format!("pretzel:{layout}"), 2000));
            }
        }
    }
    assert!(checked > 250, "{checked}");
}

/// Compares the lists of legal moves along random plays.
fn moves_agree(id: &str, random: &mut Stream) {
    let challenge = Registry::standard().challenge(id).unwrap();
    let reference = Reference::new(id);
    let mut position = reference.start();
    let mut line: Vec<String> = Vec::new();
    for _ in 0..40 {
        let mut expected = reference.successors(&position);
        expected.sort();
        let words: Vec<&str> = line.iter().map(String::as_str).collect();
        let found = challenge.moves_after(&words).unwrap();
        let mut found: Vec<String> = found.into_iter().map(|mv| mv.text).collect();
        found.sort();
        assert_eq!(
            found,
            expected.iter().map(|(mv, _)| mv.clone()).collect::<Vec<_>>(),
            "{id} after {line:?}"
        );
        let Some((mv, next)) = random.choose(&expected) else { return };
        line.push(mv.clone());
        position = next.clone();
    }
}

#[test]
fn legal_moves_agree_with_the_reference_along_random_plays() {
    for n in 0..200 {
        let mut random = Stream::new(&["test", "moves"], n);
        moves_agree(&format!("boxoff:{}", random_challenges::boxoff(n, 30)), &mut random);
        for rules in ["", ".free-rows"] {
            moves_agree(&format!("pretzel{rules}:{}", random_challenges::pretzel(n, 4, 13)), &mut random);
            moves_agree(&format!("pretzel{rules}:{}", random_challenges::pretzel(n, 8, 8)), &mut random);
        }
        for rules in ["", ".free", ".dice-3152"] {
            moves_agree(&format!("fujisan{rules}:{}", random_challenges::fujisan(n)), &mut random);
        }
        moves_agree(&format!("blackhole:{}", random_challenges::blackhole(n, 4, 13, 3)), &mut random);
        for rules in ["", ".wrap", ".kings-closed"] {
            moves_agree(&format!("golf{rules}:{}", random_challenges::golf(n, [4, 13], [7, 5])), &mut random);
        }
        for rules in ["", ".draw-1", ".redeals-1", ".no-worry"] {
            moves_agree(
                &format!("klondike{rules}:{}", random_challenges::klondike(n, 4, 13, 7)),
                &mut random,
            );
        }
    }
}

#[test]
fn pretzel_with_free_rows_agrees_with_the_reference() {
    for (suits, ranks) in PRETZEL_SIZES.into_iter().filter(|(s, r)| s * r <= 12) {
        let checked = (0..60)
            .filter(|&n| {
                check(&format!("pretzel.free-rows:{}", random_challenges::pretzel(n, suits, ranks)), 3000)
            })
            .count();
        assert!(checked > 30, "{suits} {ranks}: {checked}");
    }
}

#[test]
fn fujisan_agrees_with_the_reference_under_every_rule() {
    for index in 0..16 {
        let layout = random_challenges::fujisan(index);
        for rules in ["", ".free", ".dice-3152", ".free.dice-0505"] {
            assert!(check(&format!("fujisan{rules}:{layout}"), 30_000));
        }
    }
    // No priest can start here, so the dice count.
    for rules in ["", ".free", ".dice-3152", ".free.dice-2050", ".dice-0000"] {
        assert!(check(&format!("fujisan{rules}:235334140030/554141221205"), 30_000));
    }
}

#[test]
fn black_hole_agrees_with_the_reference_at_all_sizes() {
    let mut checked = 0;
    for (suits, ranks, holds) in
        [(1, 6, 2), (2, 4, 3), (2, 5, 3), (2, 6, 2), (3, 3, 2), (3, 4, 3), (4, 3, 3), (4, 4, 3)]
    {
        checked += (0..100)
            .filter(|&n| {
                check(&format!("blackhole:{}", random_challenges::blackhole(n, suits, ranks, holds)), 2000)
            })
            .count();
    }
    assert!(checked > 700, "{checked}");
}

#[test]
fn golf_agrees_with_the_reference_under_every_rule() {
    let mut checked = 0;
    for (deck, shape) in
        [([1, 7], [3, 2]), ([2, 5], [3, 2]), ([3, 4], [3, 3]), ([4, 3], [4, 2]), ([4, 2], [2, 3])]
    {
        for rules in ["", ".wrap", ".kings-closed"] {
            let id = |n| format!("golf{rules}:{}", random_challenges::golf(n, deck, shape));
            checked += (0..50).filter(|&n| check(&id(n), 2000)).count();
        }
    }
    assert!(checked > 700, "{checked}");
}

#[test]
fn klondike_agrees_with_the_reference_under_every_rule() {
    let mut checked = 0;
    for (suits, ranks, columns) in [(1, 4, 2), (2, 3, 2), (2, 4, 3), (3, 3, 3), (4, 2, 3), (2, 5, 3)] {
        for rules in ["", ".draw-1", ".redeals-0", ".no-worry", ".draw-1.redeals-2.no-worry"] {
            let id = |n| format!("klondike{rules}:{}", random_challenges::klondike(n, suits, ranks, columns));
            checked += (0..25).filter(|&n| check(&id(n), 1500)).count();
        }
    }
    assert!(checked > 400, "{checked}");
}

#[test]
fn random_play_wins_as_often_as_the_exact_chance_says() {
    for id in ["boxoff:BBWBBW/BYYYWB/YWWWYY", "pretzel:2S--3S4S/--2H4H3H"] {
        let challenge = Registry::standard().challenge(id).unwrap();
        let chance = challenge.graph(&Limits::default()).unwrap().random_win.unwrap();
        let plays = 20_000;
        let found = challenge.walks(&Limits::default(), plays, "test");
        let share = found.wins as f64 / plays as f64;
        // Four standard deviations; the seed is fixed.
        let tolerance = 4.0 * (chance * (1.0 - chance) / plays as f64).sqrt() + 1e-9;
        assert!((share - chance).abs() <= tolerance, "{id}: {share} for {chance}");
        check_solution(id, "walk", &found.outcome.solution.unwrap());
    }
}

#[test]
fn running_out_of_states_or_memory_is_undecided_with_the_reason() {
    let id = format!("pretzel:{}", random_challenges::pretzel(0, 4, 9));
    let challenge = Registry::standard().challenge(&id).unwrap();
    for (limits, reason) in [
        (Limits { states: 5, ..Limits::default() }, "the limit of 5 states ran out"),
        (Limits { memory: 20_000, ..Limits::default() }, "the memory limit of 20,000 bytes ran out"),
        (Limits { states: 0, ..Limits::default() }, "the limit of 0 states ran out"),
    ] {
        for solver in ["bfs", "dfs", "astar"] {
            let outcome = challenge.solve(solver, &limits).unwrap();
            assert_eq!(outcome.verdict, Verdict::Undecided, "{solver}");
            assert_eq!(outcome.reason.unwrap().to_string(), reason, "{solver}");
            assert!(outcome.states <= limits.states);
        }
        assert_eq!(challenge.graph(&limits).unwrap_err().to_string(), reason);
    }
}

//! One suite that every game must pass, and one golden playthrough of each.
#![allow(clippy::unwrap_used, clippy::panic)]

mod golden_file;
mod random_challenges;

use dealwright::Registry;
use dealwright::game::{Game, id_of};
use dealwright::games::boxoff::BoxOff;
use dealwright::games::fujisan::Fujisan;
use dealwright::games::pretzel::Pretzel;
use dealwright::id;
use dealwright::registry::read_game;
use dealwright::rng::Stream;
use dealwright::search::{Limits, bfs};
use std::fmt::Write;

fn read<G: Game>(text: &str) -> G {
    read_game(&id::split(text).unwrap()).unwrap()
}

/// Laws that hold for every challenge, checked along random plays.
fn conforms<G: Game>(text: &str, random: &mut Stream) {
    let game: G = read(text);
    assert_eq!(id_of(&game), text, "an ID reads back as it is written");
    assert_eq!(game.parameters().len(), G::INFO.parameters.len());
    let mut state = game.start();
    let mut line = Vec::new();
    for _ in 0..200 {
        let mut moves = Vec::new();
        game.moves(&state, &mut moves);
        let mut again = Vec::new();
        game.moves(&state, &mut again);
        assert!(moves == again, "{text}: moves come in a fixed order");
        if game.is_solved(&state) {
            assert!(moves.is_empty(), "{text}: nothing is left to do in a solved position");
        }
        let mut sorted: Vec<G::Move> = moves.clone();
        sorted.sort();
        sorted.dedup();
        assert_eq!(sorted.len(), moves.len(), "{text}: no move is listed twice");
        let mut positions = Vec::new();
        for &mv in &moves {
            assert!(game.read_move(&state, &mv.to_string()) == Ok(mv), "{text}: {mv} reads back");
            assert!(
                game.read_move(&state, &mv.to_string().to_uppercase()) == Ok(mv),
                "{text}: {mv} in either case"
            );
            let mut next = state.clone();
            game.play(&mut next, mv);
            assert!(next != state, "{text}: {mv} changes something");
            assert!(!positions.contains(&next), "{text}: {mv} leads where no other move leads");
            positions.push(next);
            assert!(
                game.bound(&state) <= game.bound(&positions[positions.len() - 1]) + 1,
                "{text}: bound jumps at {mv}"
            );
        }
        let board = game.board(&state);
        assert!(
            board.rows.iter().all(|row| row.len() == board.files.len() && row.len() == board.heights.len())
        );
        let Some(&mv) = random.choose(&moves) else { break };
        game.play(&mut state, mv);
        line.push(mv.to_string());
    }
    let challenge = Registry::standard().challenge(text).unwrap();
    let words: Vec<&str> = line.iter().map(String::as_str).collect();
    assert_eq!(challenge.replay(&words).played, line, "{text}: a play can be replayed");
}

/// Laws that need the answer: the bound is never too high, and symmetric challenges have the same answer.
fn answers_conform<G: Game>(text: &str) {
    let game: G = read(text);
    let limits = Limits { states: 20_000, ..Limits::default() };
    let outcome = bfs(&game, &limits);
    if let Some(solution) = &outcome.solution {
        let mut state = game.start();
        for (made, &mv) in solution.iter().enumerate() {
            assert!(
                game.bound(&state) as usize <= solution.len() - made,
                "{text}: bound too high after {made} moves"
            );
            game.play(&mut state, mv);
        }
        assert_eq!(game.bound(&state), 0);
    }
    let names: Vec<&str> = G::INFO.symmetries.iter().map(|s| s.name).collect();
    for symmetries in [names.clone(), names.iter().copied().take(1).collect()] {
        let canonical = game.canonical(&symmetries);
        assert!(canonical.canonical(&symmetries) == canonical, "{text}: a representative represents itself");
        let twin = bfs(&canonical, &limits);
        assert_eq!(twin.verdict, outcome.verdict, "{text}: {}", id_of(&canonical));
        assert_eq!(twin.solution.map(|s| s.len()), outcome.solution.as_ref().map(Vec::len));
    }
}

#[test]
fn boxoff_conforms() {
    for n in 0..400 {
        conforms::<BoxOff>(
            &format!("boxoff:{}", random_challenges::boxoff(n, 30)),
            &mut Stream::new(&["play"], n),
        );
        answers_conform::<BoxOff>(&format!("boxoff:{}", random_challenges::boxoff(n, 16)));
    }
}

#[test]
fn pretzel_conforms() {
    for n in 0..300 {
        let (suits, ranks) = [(4, 13), (8, 8), (5, 12), (1, 13), (3, 3), (4, 4)][n as usize % 6];
        for rules in ["", ".free-rows"] {
            let id = format!("pretzel{rules}:{}", random_challenges::pretzel(n, suits, ranks));
            conforms::<Pretzel>(&id, &mut Stream::new(&["play"], n));
            let small = random_challenges::pretzel(n, 2 + n as usize % 3, 2 + n as usize % 2);
            answers_conform::<Pretzel>(&format!("pretzel{rules}:{small}"));
        }
    }
}

#[test]
fn fujisan_conforms() {
    for n in 0..100 {
        for rules in ["", ".free", ".dice-3152", ".free.dice-1234"] {
            let id = format!("fujisan{rules}:{}", random_challenges::fujisan(n));
            conforms::<Fujisan>(&id, &mut Stream::new(&["play"], n));
            answers_conform::<Fujisan>(&id);
        }
    }
}

/// A play with everything that can be seen on the way.
fn playthrough<G: Game>(text: &str, seed: u64) -> String {
    let game: G = read(text);
    let mut random = Stream::new(&["playthrough"], seed);
    let mut state = game.start();
    let mut out = format!("{text}\n");
    for step in 0..30 {
        let faces = |row: &Vec<dealwright::board::Space>| {
            row.iter().map(|s| format!("{:>2}{}", s.face, if s.pawn { "P" } else { " " })).collect::<String>()
        };
        for row in &game.board(&state).rows {
            writeln!(out, "  |{}|", faces(row)).unwrap();
        }
        let mut moves = Vec::new();
        game.moves(&state, &mut moves);
        let listed: Vec<String> = moves.iter().map(ToString::to_string).collect();
        writeln!(
            out,
            "  solved {}  bound {}  moves {}",
            game.is_solved(&state),
            game.bound(&state),
            listed.join(" ")
        )
        .unwrap();
        let Some(&mv) = random.choose(&moves) else { break };
        writeln!(out, "{}. {mv}", step + 1).unwrap();
        game.play(&mut state, mv);
    }
    out
}

#[test]
fn the_golden_playthroughs_have_not_changed() {
    golden_file::compare("playthrough-boxoff.txt", &playthrough::<BoxOff>("boxoff:BBWBBW/BYYYWB/YWWWYY", 7));
    golden_file::compare(
        "playthrough-pretzel.txt",
        &playthrough::<Pretzel>("pretzel:2H4S--3C/4D3H2S--/--4H2D3S/2C3D4C--", 1),
    );
    golden_file::compare(
        "playthrough-fujisan.txt",
        &playthrough::<Fujisan>("fujisan:551102224335/244331001054", 1),
    );
}

//! One suite that every game must pass, and one golden playthrough of each.
#![allow(clippy::unwrap_used, clippy::panic)]

mod golden_file;
mod random_challenges;

use dealwright::Registry;
use dealwright::conformance;
use dealwright::game::Game;
use dealwright::games::blackhole::BlackHole;
use dealwright::games::boxoff::BoxOff;
use dealwright::games::fujisan::Fujisan;
use dealwright::games::golf::Golf;
use dealwright::games::klondike::Klondike;
use dealwright::games::pretzel::Pretzel;
use dealwright::id;
use dealwright::registry::read_game;
use dealwright::rng::Stream;
use std::fmt::Write;

fn read<G: Game>(text: &str) -> G {
    read_game(&id::split(text).unwrap()).unwrap()
}

fn conforms<G: Game>(text: &str) {
    conformance::check::<G>(text, 1).unwrap_or_else(|fault| panic!("{fault}"));
}

#[test]
fn boxoff_conforms() {
    for n in 0..200 {
        conforms::<BoxOff>(&format!("boxoff:{}", random_challenges::boxoff(n, 30)));
        conforms::<BoxOff>(&format!("boxoff:{}", random_challenges::boxoff(n, 16)));
    }
}

#[test]
fn pretzel_conforms() {
    for n in 0..120 {
        let (suits, ranks) = [(4, 13), (8, 8), (5, 12), (1, 13), (3, 3), (4, 4)][n as usize % 6];
        for rules in ["", ".free-rows"] {
            let id = format!("pretzel{rules}:{}", random_challenges::pretzel(n, suits, ranks));
            conforms::<Pretzel>(&id);
            let small = random_challenges::pretzel(n, 2 + n as usize % 3, 2 + n as usize % 2);
            conforms::<Pretzel>(&format!("pretzel{rules}:{small}"));
        }
    }
}

#[test]
fn fujisan_conforms() {
    for n in 0..60 {
        for rules in ["", ".free", ".dice-3152", ".free.dice-1234"] {
            let id = format!("fujisan{rules}:{}", random_challenges::fujisan(n));
            conforms::<Fujisan>(&id);
        }
    }
}

#[test]
fn black_hole_conforms() {
    for n in 0..80 {
        let (suits, ranks, holds) = [(4, 13, 3), (8, 8, 4), (2, 5, 3), (3, 4, 3), (5, 12, 1)][n as usize % 5];
        conforms::<BlackHole>(&format!("blackhole:{}", random_challenges::blackhole(n, suits, ranks, holds)));
    }
}

#[test]
fn golf_conforms() {
    for n in 0..60 {
        let (deck, shape) =
            [([4, 13], [7, 5]), ([2, 5], [3, 2]), ([8, 8], [12, 4]), ([3, 4], [3, 3])][n as usize % 4];
        for rules in ["", ".wrap", ".kings-closed"] {
            conforms::<Golf>(&format!("golf{rules}:{}", random_challenges::golf(n, deck, shape)));
        }
    }
}

#[test]
fn klondike_conforms() {
    for n in 0..40 {
        let (suits, ranks, columns) =
            [(4, 13, 7), (2, 4, 3), (3, 3, 3), (1, 13, 4), (4, 12, 8)][n as usize % 5];
        for rules in ["", ".draw-1", ".redeals-1", ".no-worry", ".draw-1.redeals-0.no-worry"] {
            conforms::<Klondike>(&format!(
                "klondike{rules}:{}",
                random_challenges::klondike(n, suits, ranks, columns)
            ));
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
    golden_file::compare(
        "playthrough-blackhole.txt",
        &playthrough::<BlackHole>("blackhole:5S4S2H/3H4HAH/5H3S2S", 1),
    );
    golden_file::compare(
        "playthrough-golf.txt",
        &playthrough::<Golf>("golf:4S2H5H/3S4HAS/2S5S3H/AH5D2D4D3DAD", 3),
    );
    golden_file::compare(
        "playthrough-klondike.txt",
        &playthrough::<Klondike>("klondike:2S/3S3H/2D4SAH/ASAD2H3D4H4D", 1),
    );
}

#[test]
fn every_built_in_game_keeps_the_laws_with_its_example_and_its_setups() {
    assert_eq!(Registry::standard().check_whole(), Ok(()));
}

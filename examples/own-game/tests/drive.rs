//! The example as its users drive it: the whole command line knows the game.
#![allow(clippy::unwrap_used, reason = "a test")]

use std::process::{Command, Output};

fn run(words: &str) -> Output {
    Command::new(env!("CARGO_BIN_EXE_own-game")).args(words.split_whitespace()).output().unwrap()
}

fn succeed(words: &str) -> String {
    let output = run(words);
    assert!(output.status.success(), "{words}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn it_is_listed_solved_shown_and_dealt_like_any_game() {
    assert!(succeed("list").contains("setup accordion/ranked (ranks, suits)"));
    let solved = succeed("solve --graph accordion:2S3H2H3S");
    assert!(solved.contains("Solvable: the shortest solution has 3 moves."), "{solved}");
    assert!(succeed("show accordion:2S3H2H3S").contains("2S  3H  2H  3S"));
    let dealt = succeed("deal accordion/shuffled --seed hello");
    assert!(dealt.contains("accordion/shuffled~hello@1"), "{dealt}");
    assert!(succeed("tell accordion/ranked").contains("Sort the 10 cards by rank into 5 piles"));
    assert!(succeed("rate accordion:2S3H2H3S").contains("Steady"));
    assert!(succeed("solvers").contains("accordion: dfs by default"));
}

#[test]
fn counts_are_what_a_deck_gives() {
    assert!(succeed("count accordion/shuffled suits=2 ranks=3").contains("720"));
    // Each of three ranks in two orders.
    assert!(succeed("count accordion/ranked suits=2 ranks=3").contains("8"));
}

#[test]
fn what_the_game_does_not_have_is_said_and_not_passed_over() {
    let dead = succeed("why accordion:2S3H");
    assert!(dead.contains("Not a single move can be made."), "{dead}");
    let dead = succeed("why accordion:2S2H4C5D");
    assert!(dead.contains("Accordion has no named dead ends; nothing was looked for."), "{dead}");
    let unknown = run("solve accordion.wrap:2S3H");
    assert!(String::from_utf8_lossy(&unknown.stderr).contains("this game has no rule switches"));
}

#[test]
fn studies_of_other_sizes_are_kept_apart_and_its_measures_have_columns() {
    let folder = tempfile::tempdir().unwrap();
    let dir = |name: &str| folder.path().join(name).display().to_string();
    succeed(&format!(
        "study accordion/shuffled suits=2 ranks=3,5 --samples 40 --trials 2 --out {}",
        dir("one")
    ));
    succeed(&format!(
        "study accordion/shuffled suits=3 ranks=3 --samples 40 --trials 2 --out {}",
        dir("two")
    ));
    let summary = succeed(&format!("summary {} {}", dir("one"), dir("two")));
    for line in ["accordion/shuffled (2,3)", "accordion/shuffled (2,5)", "accordion/shuffled (3,3)"] {
        assert!(summary.contains(line), "{line} in\n{summary}");
    }
    assert!(summary.contains("neighbours"), "{summary}");
    let csv = succeed(&format!("export {} --format csv", dir("one")));
    let heading = csv.lines().next().unwrap();
    assert!(heading.ends_with(",suits,ranks,neighbours"), "{heading}");
    // Two sizes of one setup are not tested against each other.
    assert!(!summary.contains("accordion/shuffled (2,3) and accordion/shuffled (2,5)"), "{summary}");
}

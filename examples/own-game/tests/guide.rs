//! The examples in docs/own-game.md print what is written below them.

#[test]
fn the_guide_to_a_game_of_your_own_prints_what_is_written_there() {
    trycmd::TestCases::new()
        .register_bin("own-game", trycmd::cargo::cargo_bin!("own-game"))
        .case("../../docs/own-game.md");
}

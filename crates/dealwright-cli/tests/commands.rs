//! The commands in the README, in FORMATS, in docs/rules.md and in tests/cmd do what is written below them.

#[test]
fn documented_commands_print_what_is_documented() {
    trycmd::TestCases::new()
        .case("tests/cmd/*.trycmd")
        .case("../../README.md")
        .case("../../FORMATS.md")
        .case("../../docs/rules.md");
}

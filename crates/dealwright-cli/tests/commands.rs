//! The commands in tests/cmd do what is written below them; documents.rs does the same for the documentation.

#[test]
fn recorded_commands_print_what_is_recorded() {
    trycmd::TestCases::new().case("tests/cmd/*.trycmd");
}

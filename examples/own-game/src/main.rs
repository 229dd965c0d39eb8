//! Dealwright with one more game: everything that `dealwright` does, for Accordion too.

mod accordion;

fn main() -> std::process::ExitCode {
    dealwright_cli::run(dealwright::Registry::standard().with::<accordion::Accordion>())
}

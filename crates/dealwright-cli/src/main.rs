//! The `dealwright` command.

fn main() -> std::process::ExitCode {
    dealwright_cli::run(dealwright::Registry::standard())
}

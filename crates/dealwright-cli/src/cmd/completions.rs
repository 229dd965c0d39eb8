//! `dealwright completions SHELL`

use anyhow::Result;
use std::io::Write;

/// Print a completion script for a shell
///
/// For bash, for example: dealwright completions bash > ~/.local/share/bash-completion/completions/dealwright
#[derive(clap::Args)]
pub struct Args {
    /// The shell
    shell: clap_complete::Shell,
}

pub fn run<Cli: clap::CommandFactory>(args: &Args) -> Result<()> {
    // The generator panics when it cannot write, so it writes to memory.
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Cli::command(), "dealwright", &mut script);
    anstream::stdout().write_all(&script)?;
    Ok(())
}

//! `dealwright completions SHELL`

use anyhow::Result;
use clap::builder::PossibleValuesParser;
use clap::{Arg, Command};
use clap_complete::Shell;
use dealwright::Registry;
use dealwright::measure::Level;
use dealwright_paper::claims::CLAIMS;
use std::fmt::Write as _;
use std::io::Write;

/// Print a completion script for a shell
///
/// It completes commands, flags, and the names of setups, games, levels, solvers, sets and claims that this program knows.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  dealwright completions bash > dealwright.bash
  dealwright completions zsh > _dealwright")]
pub struct Args {
    /// The shell
    shell: Shell,
}

pub fn run(registry: &Registry, args: &Args) -> Result<()> {
    let mut command = with_names(crate::command(), registry);
    // The generator panics when it cannot write, so it writes to memory.
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut command, "dealwright", &mut script);
    let mut out = anstream::stdout().lock();
    out.write_all(&script)?;
    if args.shell == Shell::Fish {
        out.write_all(fish_positionals(&command).as_bytes())?;
    }
    Ok(())
}

/// Names that an argument takes among others; none where anything goes.
fn names_for(registry: &Registry, arg: &Arg) -> Vec<String> {
    let words = |words: &[&str]| words.iter().map(ToString::to_string).collect::<Vec<String>>();
    let takes_setup = arg.get_value_names().unwrap_or_default().iter().any(|name| name.contains("SETUP"));
    match arg.get_id().as_str() {
        "setup" | "from" => registry.setup_names(),
        "of" => {
            let games = registry.infos().map(|info| info.name.to_string());
            games.chain(registry.setup_names()).collect()
        }
        "level" => Level::ALL.iter().map(ToString::to_string).collect(),
        "claims" => CLAIMS.iter().map(|claim| claim.name.to_string()).collect(),
        "sets" => super::bench::set_names().map(String::from).collect(),
        "measures" => words(&["length", "chance", "graph", "difficulty", "cause", "repair", "all"]),
        "solver" => {
            let mut names: Vec<String> = Vec::new();
            for solver in registry.games().flat_map(|game| (game.solvers)()) {
                if !names.iter().any(|known| known == solver.name) {
                    names.push(solver.name.into());
                }
            }
            names
        }
        _ if takes_setup => registry.setup_names(),
        _ => Vec::new(),
    }
}

/// The command with these names as values. It parses no more: other values would be refused.
fn with_names(command: Command, registry: &Registry) -> Command {
    let command = command.mut_subcommands(|below| with_names(below, registry));
    command.mut_args(|arg| match names_for(registry, &arg) {
        names if names.is_empty() => arg,
        names => arg.value_parser(PossibleValuesParser::new(names)),
    })
}

/// What fish should offer beside flags: the generator leaves out arguments without a name.
fn fish_positionals(command: &Command) -> String {
    let mut text = String::new();
    for below in command.get_subcommands() {
        let values = below.get_positionals().flat_map(Arg::get_possible_values);
        let values: Vec<String> = values.map(|value| value.get_name().to_string()).collect();
        if !values.is_empty() {
            let (name, values) = (below.get_name(), values.join(" "));
            let _ = writeln!(
                text,
                "complete -c dealwright -n \"__fish_dealwright_using_subcommand {name}\" -a \"{values}\""
            );
        }
    }
    text
}

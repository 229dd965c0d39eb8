//! The `dealwright` command as a library: [`run`] is the whole command line for the games of a registry.

mod args;
mod cmd;
mod draw;
mod input;
mod note;
mod print;
mod progress;
mod serve;
mod tables;
mod terminal;

use clap::{Parser, Subcommand};
use dealwright::{InvalidInput, Registry};
use std::process::ExitCode;

#[global_allocator]
static ALLOCATOR: dealwright_alloc::Allocator = dealwright_alloc::Allocator;

/// A workbench for physical solitaire puzzles.
#[derive(Parser)]
#[command(name = "dealwright", version, max_term_width = 100)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    List(cmd::list::Args),
    Show(cmd::show::Args),
    Solve(cmd::solve::Args),
    Replay(cmd::replay::Args),
    Rate(cmd::rate::Args),
    Why(cmd::why::Args),
    Repair(cmd::repair::Args),
    Deal(cmd::deal::Args),
    Tell(cmd::tell::Args),
    Count(cmd::count::Args),
    Effort(cmd::effort::Args),
    Check(cmd::check::Args),
    New(cmd::new::Args),
    Draw(cmd::draw::Args),
    Sheet(cmd::sheet::Args),
    Book(cmd::book::Args),
    Reproduce(cmd::reproduce::Args),
    Bundle(cmd::bundle::Args),
    Serve(cmd::serve::Args),
    Compare(cmd::compare::Args),
    Tune(cmd::tune::Args),
    Hunt(cmd::hunt::Args),
    Gallery(cmd::gallery::Args),
    Study(cmd::study::Args),
    Cluster(cmd::cluster::Args),
    Shuffles(cmd::shuffles::Args),
    Merge(cmd::merge::Args),
    Summary(cmd::summary::Args),
    Export(cmd::export::Args),
    Solvers(cmd::solvers::Args),
    Bench(cmd::bench::Args),
    Completions(cmd::completions::Args),
}

/// Runs the command line for these games with the arguments of the program, and gives its exit code.
///
/// ```no_run
/// use dealwright::Registry;
///
/// fn main() -> std::process::ExitCode {
///     dealwright_cli::run(Registry::standard())
/// }
/// ```
pub fn run(registry: Registry) -> ExitCode {
    dealwright_alloc::give_large_blocks_back();
    let command = Cli::parse().command;
    if let Err(fault) = registry.check() {
        note::note(format_args!("error: the games of this program do not fit together: {fault}"));
        return ExitCode::from(1);
    }
    let result = match command {
        Command::List(args) => cmd::list::run(&registry, &args),
        Command::Show(args) => cmd::show::run(&registry, &args),
        Command::Solve(args) => cmd::solve::run(&registry, &args),
        Command::Replay(args) => cmd::replay::run(&registry, &args),
        Command::Repair(args) => cmd::repair::run(&registry, &args),
        Command::Why(args) => cmd::why::run(&registry, &args),
        Command::Rate(args) => cmd::rate::run(&registry, &args),
        Command::Deal(args) => cmd::deal::run(&registry, &args),
        Command::Tell(args) => cmd::tell::run(&registry, &args),
        Command::Count(args) => cmd::count::run(&registry, &args),
        Command::Effort(args) => cmd::effort::run(&registry, &args),
        Command::Check(args) => cmd::check::run(&registry, &args),
        Command::New(args) => cmd::new::run(&registry, &args),
        Command::Draw(args) => cmd::draw::run(&registry, &args),
        Command::Book(args) => cmd::book::run(&registry, &args),
        Command::Sheet(args) => cmd::sheet::run(&registry, &args),
        Command::Bundle(args) => cmd::bundle::run(&registry, &args),
        Command::Reproduce(args) => cmd::reproduce::run(&registry, &args),
        Command::Serve(args) => cmd::serve::run(&registry, &args),
        Command::Compare(args) => cmd::compare::run(&registry, &args),
        Command::Tune(args) => cmd::tune::run(&registry, &args),
        Command::Hunt(args) => cmd::hunt::run(&registry, &args),
        Command::Gallery(args) => cmd::gallery::run(&registry, &args),
        Command::Study(args) => cmd::study::run(&registry, &args),
        Command::Cluster(args) => cmd::cluster::run(&registry, &args),
        Command::Shuffles(args) => cmd::shuffles::run(&registry, &args),
        Command::Merge(args) => cmd::merge::run(&registry, &args),
        Command::Summary(args) => cmd::summary::run(&registry, &args),
        Command::Export(args) => cmd::export::run(&registry, &args),
        Command::Solvers(args) => cmd::solvers::run(&registry, &args),
        Command::Bench(args) => cmd::bench::run(&registry, &args),
        Command::Completions(args) => cmd::completions::run::<Cli>(&args),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) if input::is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            note::note(format_args!("error: {error:#}"));
            let wrong_input = error.downcast_ref::<InvalidInput>().is_some();
            ExitCode::from(if wrong_input { 2 } else { 1 })
        }
    }
}

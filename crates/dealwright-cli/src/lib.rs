//! The `dealwright` command as a library: [`run`] is the whole command line for the games of a registry.

mod args;
mod cmd;
mod draw;
mod explanation;
mod file;
mod input;
mod note;
mod overview;
mod progress;
mod resume;
mod serve;
mod spelling;
mod tables;
mod terminal;
mod terminal_code;
mod version;

use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};
use dealwright::{InvalidInput, Registry};
use std::ffi::OsString;
use std::process::ExitCode;

#[global_allocator]
static ALLOCATOR: dealwright_alloc::Allocator = dealwright_alloc::Allocator;

/// A workbench for physical solitaire puzzles.
#[derive(Parser)]
#[command(name = "dealwright", version = version::VERSION, max_term_width = 100)]
struct Cli {
    /// Print answers, errors and warnings only, no notes or progress
    #[arg(short, long, global = true, help_heading = "Global options")]
    quiet: bool,
    /// No colours (NO_COLOR=1 does the same)
    #[arg(long, global = true, help_heading = "Global options")]
    no_color: bool,
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
    Time(cmd::time::Args),
    People(cmd::people::Args),
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
    Prove(cmd::prove::Args),
    Fixes(cmd::fixes::Args),
    Recall(cmd::recall::Args),
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
    Man(cmd::man::Args),
}

/// The whole command line, for programs that list or document it.
pub fn command() -> clap::Command {
    overview::with_overview(Cli::command())
}

/// Flags that had another name before: command, old flag, new flag.
pub const OLD_FLAGS: &[(&str, &str, &str)] = spelling::OLD;

/// The commands in the groups in which they are shown.
pub const GROUPS: &[(&str, &[&str])] = overview::GROUPS;

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
    let words: Vec<OsString> = std::env::args_os().collect();
    // Before anything is parsed: errors and help have colours too.
    if words.iter().take_while(|word| *word != "--").any(|word| word == "--no-color") {
        anstream::ColorChoice::Never.write_global();
    }
    let parsed = overview::parse(command().color(clap_colors()), words.clone());
    if let Err(why) = parsed.as_ref().map_or(Ok(()), |matches| resume::check(&command(), matches)) {
        note::error(why);
        return ExitCode::from(2);
    }
    let cli = match parsed.and_then(|matches| {
        if let Some((name, _)) = matches.subcommand() {
            if matches.get_flag("quiet") {
                note::be_quiet();
            }
            spelling::note_old(name, &words);
        }
        Cli::from_arg_matches(&matches)
    }) {
        Ok(cli) => cli,
        Err(error) => {
            // Whoever closed the terminal meanwhile cannot read it.
            let _ = error.print();
            return ExitCode::from(u8::try_from(error.exit_code()).unwrap_or(2));
        }
    };
    if let Err(fault) = registry.check() {
        note::error(format_args!("the games of this program do not fit together: {fault}"));
        return ExitCode::from(1);
    }
    let result = match cli.command {
        Command::List(args) => cmd::list::run(&registry, &args),
        Command::Show(args) => cmd::show::run(&registry, &args),
        Command::Solve(args) => cmd::solve::run(&registry, &args),
        Command::Replay(args) => cmd::replay::run(&registry, &args),
        Command::Repair(args) => cmd::repair::run(&registry, &args),
        Command::Why(args) => cmd::why::run(&registry, &args),
        Command::Rate(args) => cmd::rate::run(&registry, &args),
        Command::Deal(args) => cmd::deal::run(&registry, &args),
        Command::Time(args) => cmd::time::run(&registry, &args),
        Command::People(args) => cmd::people::run(&registry, &args),
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
        Command::Prove(args) => cmd::prove::run(&registry, &args),
        Command::Fixes(args) => cmd::fixes::run(&registry, &args),
        Command::Recall(args) => cmd::recall::run(&registry, &args),
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
        Command::Completions(args) => cmd::completions::run(&registry, &args),
        Command::Man(args) => cmd::man::run(&args),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) if input::is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            note::error(format_args!("{}", in_words(&error)));
            let wrong_input = error.downcast_ref::<InvalidInput>().is_some();
            ExitCode::from(if wrong_input { 2 } else { 1 })
        }
    }
}

/// An error with the place where it happened. Files are named wherever one is written or read, so an error of the system
/// without a name comes from what every command writes to.
fn in_words(error: &anyhow::Error) -> String {
    let is_bare = error.is::<std::io::Error>() && error.chain().count() == 1;
    let place = if is_bare { "standard output cannot be written to: " } else { "" };
    format!("{place}{error:#}")
}

/// Whether clap colours help and errors: as everything else.
fn clap_colors() -> clap::ColorChoice {
    match anstream::ColorChoice::global() {
        anstream::ColorChoice::Never => clap::ColorChoice::Never,
        _ => clap::ColorChoice::Auto,
    }
}

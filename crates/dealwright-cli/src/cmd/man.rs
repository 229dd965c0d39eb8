//! `dealwright man`

use crate::overview::GROUPS;
use anyhow::{Context, Result};
use clap::{Arg, Command};
use clap_mangen::Man;
use dealwright::InvalidInput;
use dealwright::text::{did_you_mean, quoted};
use std::fmt::Write as _;
use std::io::Write;
use std::path::PathBuf;

/// Write man pages, or all help as one Markdown document
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  dealwright man --out man1
  dealwright man solve > dealwright-solve.1
  dealwright man --markdown > commands.md")]
pub struct Args {
    /// The command whose page is printed, such as solve or cluster plan [default: the page of dealwright itself]
    #[arg(value_name = "COMMAND")]
    command: Vec<String>,
    /// Directory for one page per command
    #[arg(short, long, value_name = "DIR", conflicts_with = "command")]
    out: Option<PathBuf>,
    /// Print the help of all commands as Markdown
    #[arg(long, conflicts_with_all = ["command", "out"])]
    markdown: bool,
}

pub fn run(args: &Args) -> Result<()> {
    // The plain version: pages are the same for every commit of a release.
    let mut root = crate::command().version(env!("CARGO_PKG_VERSION"));
    root.build();
    let mut out = anstream::stdout().lock();
    if args.markdown {
        out.write_all(markdown(&root).as_bytes())?;
        return Ok(());
    }
    let Some(dir) = &args.out else {
        out.write_all(&page(find(&root, &args.command)?)?)?;
        return Ok(());
    };
    std::fs::create_dir_all(dir).with_context(|| format!("writing {}", dir.display()))?;
    for command in with_all_below(&root) {
        let path = dir.join(format!("{}.1", page_name(command)));
        std::fs::write(&path, page(command)?).with_context(|| format!("writing {}", path.display()))?;
        writeln!(out, "{}", path.display())?;
    }
    Ok(())
}

fn find<'a>(root: &'a Command, words: &[String]) -> Result<&'a Command> {
    words.iter().try_fold(root, |command, word| {
        command.find_subcommand(word).ok_or_else(|| {
            let hint = did_you_mean(word, command.get_subcommands().map(Command::get_name));
            InvalidInput(format!("{} is not a command, see dealwright help{hint}", quoted(word))).into()
        })
    })
}

/// A command and all below it, but for the help that clap adds to each.
fn with_all_below(command: &Command) -> Vec<&Command> {
    let below = command.get_subcommands().filter(|below| below.get_name() != "help");
    std::iter::once(command).chain(below.flat_map(with_all_below)).collect()
}

/// "dealwright-cluster-plan".
fn page_name(command: &Command) -> &str {
    command.get_display_name().unwrap_or_else(|| command.get_name())
}

fn page(command: &Command) -> Result<Vec<u8>> {
    let examples = examples(command);
    let man = Man::new(command.clone().after_help(None::<&str>));
    let mut page = Vec::new();
    man.render_title(&mut page)?;
    man.render_name_section(&mut page)?;
    man.render_synopsis_section(&mut page)?;
    man.render_description_section(&mut page)?;
    man.render_options_section(&mut page)?;
    if command.get_subcommands().any(|below| below.get_name() != "help") {
        man.render_subcommands_section(&mut page)?;
    }
    if !examples.is_empty() {
        page.extend(b".SH EXAMPLES\n.nf\n");
        for line in examples {
            // Two letters of troff would be read as something else.
            page.extend(format!("{}\n", line.replace('\\', "\\e").replace('-', "\\-")).into_bytes());
        }
        page.extend(b".fi\n");
    }
    if command.get_version().is_some() {
        man.render_version_section(&mut page)?;
    }
    Ok(page)
}

/// The lines below "Examples:".
fn examples(command: &Command) -> Vec<String> {
    let text = command.get_after_help().map(ToString::to_string).unwrap_or_default();
    text.lines().filter_map(|line| line.strip_prefix("  ")).map(String::from).collect()
}

/// All commands in their groups.
fn markdown(root: &Command) -> String {
    let mut text = String::from(
        "# Commands\n\nThis page is written by `dealwright man --markdown`. `dealwright help COMMAND` prints the same at the \
         terminal.\n",
    );
    for (title, names) in GROUPS {
        let _ = write!(text, "\n## {title}\n");
        for command in
            names.iter().filter(|name| **name != "help").filter_map(|name| root.find_subcommand(name))
        {
            with_all_below(command).iter().for_each(|command| section(&mut text, command));
        }
    }
    let _ = write!(text, "\n## Options of all commands\n\n");
    root.get_arguments().filter(|arg| !arg.is_hide_set()).for_each(|arg| item(&mut text, arg));
    text
}

fn section(text: &mut String, command: &Command) {
    let about = command.get_long_about().or(command.get_about()).map(ToString::to_string).unwrap_or_default();
    let usage = command.clone().render_usage().to_string();
    let usage = usage.trim_start_matches("Usage: ").lines().map(str::trim).collect::<Vec<_>>().join("\n");
    let name = page_name(command).replace('-', " ");
    let _ = write!(text, "\n### {name}\n\n{about}.\n\n```sh\n{usage}\n```\n\n");
    let is_own = |arg: &&Arg| !arg.is_hide_set() && !arg.is_global_set() && arg.get_id() != "help";
    command.get_arguments().filter(is_own).for_each(|arg| item(text, arg));
    let examples = examples(command);
    if !examples.is_empty() {
        let _ = write!(text, "\nExamples:\n\n```sh\n{}\n```\n", examples.join("\n"));
    }
}

fn item(text: &mut String, arg: &Arg) {
    let long = arg.get_long().map(|long| format!("--{long}"));
    let short = arg.get_short().map(|short| format!("-{short}"));
    let names: Vec<String> = short.into_iter().chain(long).collect();
    let values = arg.get_value_names().unwrap_or_default().join(" ");
    let takes_value = arg.get_action().takes_values();
    let name = match (names.is_empty(), takes_value) {
        (true, _) => values,
        (false, true) => format!("{} {values}", names.join(", ")),
        (false, false) => names.join(", "),
    };
    let help = arg.get_long_help().or(arg.get_help()).map(ToString::to_string).unwrap_or_default();
    let possible: Vec<String> = match takes_value {
        true => arg.get_possible_values().iter().map(|value| format!("`{}`", value.get_name())).collect(),
        false => Vec::new(),
    };
    let possible = if possible.is_empty() { String::new() } else { format!(": {}", possible.join(", ")) };
    let default: Vec<String> =
        arg.get_default_values().iter().map(|value| value.to_string_lossy().into_owned()).collect();
    let default = match takes_value && !default.is_empty() {
        true => format!(" [default: {}]", default.join(",")),
        false => String::new(),
    };
    let _ = writeln!(text, "- `{name}`: {}{possible}{default}", help.replace('|', "\\|"));
}

//! `dealwright help`: the commands in groups, and the nearest one to what was typed.

use clap::builder::styling::Style;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{ArgMatches, Command};
use dealwright::text::nearest;
use std::ffi::OsString;

/// Every command stands in one group, in the order in which it is shown.
pub const GROUPS: &[(&str, &[&str])] = &[
    ("Play and solve", &["list", "deal", "show", "solve", "replay", "rate", "why", "repair", "gallery"]),
    ("With people", &["time", "people"]),
    (
        "Design",
        &[
            "new", "check", "tell", "count", "effort", "compare", "prove", "fixes", "recall", "tune", "hunt",
            "shuffles",
        ],
    ),
    ("Study", &["study", "summary", "export", "merge", "cluster", "reproduce"]),
    ("Print", &["draw", "sheet", "book"]),
    ("Share", &["serve", "bundle"]),
    ("This program", &["solvers", "bench", "completions", "man", "help"]),
];

/// The command with the overview in the place of clap's one long list.
pub fn with_overview(command: Command) -> Command {
    let heading = Style::new().bold().underline();
    let name = Style::new().bold();
    let about = |command: &Command, name: &str| match command.find_subcommand(name) {
        Some(found) => found.get_about().map(ToString::to_string).unwrap_or_default(),
        // clap adds it later.
        None => "Print this overview, or the help of a command".into(),
    };
    let mut text = String::from("{about-with-newline}\n{usage-heading} {usage}\n");
    for (title, commands) in GROUPS {
        text += &format!("\n{heading}{title}{heading:#}\n");
        for word in *commands {
            text += &format!("  {name}{word:<12}{name:#} {}\n", about(&command, word));
        }
    }
    text += &format!("\n{heading}Options{heading:#}\n{{options}}\n\n");
    text += "dealwright help COMMAND explains a command and shows examples.\n";
    command.help_template(text)
}

/// Parses the words of a command line; an unknown command is told the nearest one.
pub fn parse(command: Command, words: Vec<OsString>) -> Result<ArgMatches, clap::Error> {
    let names: Vec<String> = command.get_subcommands().map(|known| known.get_name().to_string()).collect();
    command.try_get_matches_from(words).map_err(|mut error| {
        let is_known = error.get(ContextKind::SuggestedSubcommand).is_some();
        if error.kind() == ErrorKind::InvalidSubcommand
            && !is_known
            && let Some(ContextValue::String(word)) = error.get(ContextKind::InvalidSubcommand)
            && let Some(near) = nearest(word, names.iter().map(String::as_str))
        {
            let near = ContextValue::Strings(vec![near.to_string()]);
            error.insert(ContextKind::SuggestedSubcommand, near);
        }
        error
    })
}

//! Commands that resume what `--out` holds when no setup is named. What was begun stays as it is, so flags that would change
//! it are refused rather than ignored.

use clap::ArgMatches;
use clap::parser::ValueSource;

/// Command, its setups, and flags that may be given all the same, because no record depends on them.
const RESUMED: &[(&str, &str, &[&str])] = &[
    ("compare", "what", &["until", "max_samples"]),
    ("shuffles", "setup", &["within"]),
    ("tune", "setup", &[]),
    ("hunt", "setup", &[]),
];
/// Flags of every one of them that say how it is run.
const ANYWAY: [&str; 6] = ["out", "resume", "threads", "json", "quiet", "no_color"];

/// Refuses a command line without setups that would change what was begun.
pub fn check(command: &clap::Command, given: &ArgMatches) -> Result<(), String> {
    let Some((name, matches)) = given.subcommand() else { return Ok(()) };
    let Some((_, setups, allowed)) = RESUMED.iter().find(|(known, ..)| *known == name) else { return Ok(()) };
    let is_given = |id: &str| matches.value_source(id) == Some(ValueSource::CommandLine);
    if is_given(setups) {
        return Ok(());
    }
    let command = command.find_subcommand(name);
    let changing = command.into_iter().flat_map(clap::Command::get_arguments).find(|argument| {
        let id = argument.get_id().as_str();
        is_given(id) && !ANYWAY.contains(&id) && !allowed.contains(&id)
    });
    match changing.and_then(clap::Arg::get_long) {
        Some(flag) => Err(format!(
            "{name} without a setup resumes what --out holds, and that stays as it is; leave out --{flag}, or name the setup"
        )),
        None => Ok(()),
    }
}

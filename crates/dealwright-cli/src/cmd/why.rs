//! `dealwright why ID`

use super::write_json;
use crate::args::LimitArgs;
use crate::draw::Style;
use crate::explanation::write_why;
use crate::input::{IdArgs, each_id, read_given};
use crate::progress::Progress;
use anyhow::Result;
use dealwright::Challenge;
use dealwright::Registry;
use dealwright_desk::why::why;
use std::io::Write;

/// Say why challenges cannot be solved, or where they can be lost
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  dealwright why boxoff:AADDAC/CBDDBB/CDABDA/CBABCC
  dealwright why pretzel/banded~hello@1 --json")]
pub struct Args {
    #[command(flatten)]
    ids: IdArgs,
    #[command(flatten)]
    limits: LimitArgs,
    /// One JSON object for each challenge, one per line
    #[arg(short, long)]
    json: bool,
    /// Plain letters, no colours or symbols (the default when the output is not a terminal)
    #[arg(long)]
    plain: bool,
}

pub fn run(registry: &Registry, args: &Args) -> Result<()> {
    let mut written = 0;
    each_id(
        &args.ids.ids,
        args.json,
        || (),
        |text| {
            let challenge = read_given(registry, text)?.challenge;
            written += 1;
            explain(&challenge, args, written == 1)
        },
    )
}

fn explain(challenge: &Challenge, args: &Args, first: bool) -> Result<()> {
    let progress = Progress::new("solving");
    let limits = progress.watched(args.limits.limits_of_seconds());
    let found = why(challenge, &limits, |what| progress.say(|| what.to_string()))?;
    drop(progress);
    let mut out = anstream::stdout().lock();
    if !first && !args.json {
        writeln!(out)?;
    }
    if args.json {
        return write_json(&mut out, &found.keys(challenge));
    }
    write_why(&mut out, challenge, &found, Style::for_stdout(args.plain))
}

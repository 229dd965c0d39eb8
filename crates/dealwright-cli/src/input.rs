//! What comes in from outside: challenge IDs on the command line, in files and on standard input.

use anyhow::{Context, Result};
use dealwright::id;
use dealwright::registry::Entry;
use dealwright::setup::load;
use dealwright::setup::seed::{SeedId, looks_like_seed};
use dealwright::square::Square;
use dealwright::text::{TextError, counted, grouped, quoted};
use dealwright::{Challenge, InvalidInput, Registry};
use dealwright_lab::files::{load_setup, read_limited};
use serde::Serialize;
use std::borrow::Cow;
use std::io::{self, BufRead, Read, Write};
use std::path::Path;

/// The reader of our output went away (`dealwright … | head`): no failure of ours.
pub fn is_broken_pipe(error: &anyhow::Error) -> bool {
    let broken = |e: &io::Error| e.kind() == io::ErrorKind::BrokenPipe;
    error.chain().any(|cause| {
        let json = cause.downcast_ref::<serde_json::Error>().and_then(serde_json::Error::io_error_kind);
        cause.downcast_ref::<io::Error>().is_some_and(broken) || json == Some(io::ErrorKind::BrokenPipe)
    })
}

/// A challenge and the moves that came with it.
pub struct Given {
    pub challenge: Challenge,
    /// Moves of a game file, empty for an ID.
    pub moves: Vec<String>,
    /// The squares of each piece where it is known which setup it was dealt by, else nothing.
    pub pieces: Vec<Vec<Square>>,
}

/// The ID in a line of JSON as `deal --json` and the like write it; any other text as it is.
pub fn id_in(text: &str) -> Result<Cow<'_, str>> {
    if !text.starts_with('{') {
        return Ok(text.into());
    }
    let object: serde_json::Value = serde_json::from_str(text)
        .map_err(|error| InvalidInput(format!("begins like a JSON object, but is none: {error}")))?;
    let id = object["id"].as_str().ok_or_else(|| {
        InvalidInput("a JSON object without the key \"id\": give IDs, or objects that have one".into())
    })?;
    Ok(id.to_string().into())
}

/// Reads a challenge ID, a seed ID, or a file of a played game where the text ends as such files of some game do.
pub fn read_given(registry: &Registry, text: &str) -> Result<Given> {
    if looks_like_seed(text) {
        let seed: SeedId = text.parse().map_err(|e: TextError| InvalidInput(e.to_string()))?;
        let setup = load_setup(registry, &seed.setup, &seed.options)?;
        let challenge = load::dealt(&seed, &setup)?;
        let pieces = load::dealer(&setup)?.pieces_on_board();
        return Ok(Given { challenge, moves: Vec::new(), pieces });
    }
    let Some(game) = game_of_file(registry, text) else {
        if is_setup(registry, text) {
            let message = format!(
                "{} is a setup, but a challenge is needed here: dealwright deal {text} deals one and prints its ID",
                quoted(text)
            );
            return Err(InvalidInput(message).into());
        }
        let challenge = registry.challenge(text).map_err(|e| InvalidInput(e.to_string()))?;
        return Ok(Given { challenge, moves: Vec::new(), pieces: Vec::new() });
    };
    let file = read_limited(Path::new(text), 1 << 20)?;
    let read = game.read_game_file(&file).map_err(|e| InvalidInput(format!("{text}: {e}")))?;
    Ok(Given { challenge: read.challenge, moves: read.moves, pieces: Vec::new() })
}

/// Whether a text names a setup, where a challenge was expected.
fn is_setup(registry: &Registry, text: &str) -> bool {
    let name = text.split_once('?').map_or(text, |(name, _)| name);
    !name.contains(':') && (name.ends_with(".toml") || registry.setup(name, &[]).is_ok())
}

/// The game whose files of played games have names like this text; none for an ID.
pub fn game_of_file(registry: &Registry, text: &str) -> Option<&'static Entry> {
    let (before, ending) = text.rsplit_once('.')?;
    if before.is_empty() || ending.contains([':', '/']) {
        return None;
    }
    registry.game_with_files(&ending.to_ascii_lowercase())
}

/// Challenges that a command is asked about.
#[derive(clap::Args)]
pub struct IdArgs {
    /// Challenge IDs, seed IDs or Fujisan game files (.ppn); - reads one per line from standard input, also
    /// as JSON objects with the key id
    #[arg(required = true, value_name = "ID")]
    pub ids: Vec<String>,
}

/// The same with sizes of a setup among them.
#[derive(clap::Args)]
pub struct IdAndSizeArgs {
    /// Challenge IDs, seed IDs or Fujisan game files (.ppn); - reads one per line from standard input, also as JSON objects
    /// with the key id. Sizes and rules of --setup, such as ranks=9
    #[arg(required = true, value_name = "ID|NAME=VALUE")]
    words: Vec<String>,
}

/// Sizes and rules by name.
type Sizes = Vec<(String, String)>;

impl IdAndSizeArgs {
    /// The IDs, and the sizes. Sizes without `--setup` would be sizes of nothing.
    pub fn split(&self, has_setup: bool) -> Result<(Vec<String>, Sizes)> {
        let is_option = |word: &String| word.contains('=') && !word.contains([':', '~', '/', '?']);
        let (options, ids): (Vec<String>, Vec<String>) = self.words.iter().cloned().partition(is_option);
        if let (Some(first), false) = (options.first(), has_setup) {
            let message = format!("{} is a size of a setup: name that with --setup", quoted(first));
            return Err(InvalidInput(message).into());
        }
        if ids.is_empty() {
            let message = "at least one challenge ID is needed, or - to read them from standard input";
            return Err(InvalidInput(message.into()).into());
        }
        let options = options.iter().map(|option| parse_option(option)).collect::<Result<Vec<_>, _>>();
        Ok((ids, options.map_err(InvalidInput)?))
    }
}

/// The answer to something that was refused, in place of another one.
#[derive(Serialize)]
struct Refusal<'a> {
    id: &'a str,
    /// The line of standard input.
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<u64>,
    error: &'a str,
}

/// Answers about each ID in turn, and about each line of standard input for `-`, an ID or a JSON object with one. What is refused is told with its line, the
/// others are answered all the same, and the command ends with an error. `waiting` is called before a line is waited for.
pub fn each_id(
    ids: &[String],
    json: bool,
    waiting: impl Fn(),
    mut answer: impl FnMut(&str) -> Result<()>,
) -> Result<()> {
    let alone = ids.len() == 1 && ids[0] != "-";
    let (mut asked, mut refused) = (0u64, 0u64);
    let mut each = |text: &str, line: Option<u64>| -> Result<()> {
        asked += 1;
        let Err(error) = id_in(text).and_then(|id| answer(&id)) else { return Ok(()) };
        let Some(InvalidInput(message)) = error.downcast_ref() else { return Err(error) };
        refused += 1;
        if json {
            let mut out = anstream::stdout().lock();
            serde_json::to_writer(&mut out, &Refusal { id: text, line, error: message })?;
            out.write_all(b"\n")?;
        }
        if alone {
            return Err(error);
        }
        if !json {
            let place = line.map_or(String::new(), |line| format!("line {line}: "));
            crate::note::error(format_args!("{place}{}: {message}", quoted(text)));
        }
        Ok(())
    };
    for text in ids {
        if text == "-" {
            waiting();
            each_line(&mut io::stdin().lock(), |number, text| {
                let done = each(text, Some(number));
                waiting();
                done
            })?;
        } else {
            each(text, None)?;
        }
    }
    if refused > 0 {
        let was = if refused == 1 { "was" } else { "were" };
        let message = format!("{} of {} {was} refused", grouped(refused), counted(asked, "challenge"));
        return Err(InvalidInput(message).into());
    }
    Ok(())
}

/// Takes `NAME=VALUE` apart.
pub fn parse_option(text: &str) -> Result<(String, String), String> {
    let (name, value) = text.split_once('=').ok_or_else(|| format!("expected NAME=VALUE, found '{text}'"))?;
    Ok((name.to_string(), value.to_string()))
}

/// Reads one ID per line. Blank lines are skipped; a line of any length and any bytes is given to `each` as text with its
/// number, cut where it is longer than any ID can be.
pub fn each_line(input: &mut impl BufRead, mut each: impl FnMut(u64, &str) -> Result<()>) -> Result<()> {
    // One byte more than an ID may have, so that a line that was cut is refused as too long.
    const MOST_BYTES: u64 = id::MOST_BYTES as u64 + 1;
    let mut line = Vec::new();
    let mut number = 0;
    loop {
        line.clear();
        number += 1;
        let read = input.take(MOST_BYTES).read_until(b'\n', &mut line).context("reading standard input")?;
        if read == 0 {
            return Ok(());
        }
        let cut = line.len() as u64 == MOST_BYTES && line.last() != Some(&b'\n');
        if cut {
            input.skip_until(b'\n').context("reading standard input")?;
        }
        let text = String::from_utf8_lossy(&line);
        let text = if number == 1 { text.trim_start_matches('\u{feff}') } else { &text };
        // A line that was cut is handed on with its blanks: whoever reads it sees that it is too long.
        if cut {
            each(number, text)?;
        } else if !text.trim().is_empty() {
            each(number, text.trim())?;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_id_stands_alone_or_in_a_json_object() {
        assert_eq!(id_in("boxoff:AABB").unwrap(), "boxoff:AABB");
        assert_eq!(id_in(r#"{"id":"boxoff:AABB","index":0}"#).unwrap(), "boxoff:AABB");
        for (text, why) in [("{", "is none"), ("{}", "without the key"), (r#"{"id":5}"#, "without the key")] {
            assert!(id_in(text).unwrap_err().to_string().contains(why), "{text}");
        }
    }

    #[test]
    fn lines_of_any_length_and_bytes_come_through_one_by_one() {
        let mut input = "\u{feff}one\n\n  two \r\n".as_bytes().to_vec();
        input.extend([0xff, b'\n']);
        input.extend([b'x'; 100_000]);
        input.extend(b"\n");
        input.extend([b' '; 5000]);
        input.extend(b"hidden\nlast");
        let mut seen = Vec::new();
        let mut numbers = Vec::new();
        let collect = |number: u64, line: &str| {
            numbers.push(number);
            seen.push(line.to_string());
            Ok(())
        };
        each_line(&mut input.as_slice(), collect).unwrap();
        assert_eq!(
            seen.iter().map(String::len).collect::<Vec<_>>(),
            [3, 3, 3, id::MOST_BYTES + 1, id::MOST_BYTES + 1, 4]
        );
        assert_eq!(seen[5], "last");
        assert_eq!(numbers, [1, 3, 4, 5, 6, 7], "blank lines are counted");
    }
}

//! What comes in from outside: challenge IDs on the command line, in files and on standard input.

use anyhow::{Context, Result};
use dealwright::id;
use dealwright::registry::Entry;
use dealwright::setup::load;
use dealwright::setup::seed::{SeedId, looks_like_seed};
use dealwright::square::Square;
use dealwright::text::TextError;
use dealwright::{Challenge, InvalidInput, Registry};
use dealwright_lab::files::{load_setup, read_limited};
use std::io::{self, BufRead, Read};
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
        let challenge = registry.challenge(text).map_err(|e| InvalidInput(e.to_string()))?;
        return Ok(Given { challenge, moves: Vec::new(), pieces: Vec::new() });
    };
    let file = read_limited(Path::new(text), 1 << 20)?;
    let read = game.read_game_file(&file).map_err(|e| InvalidInput(format!("{text}: {e}")))?;
    Ok(Given { challenge: read.challenge, moves: read.moves, pieces: Vec::new() })
}

/// The game whose files of played games have names like this text; none for an ID.
pub fn game_of_file(registry: &Registry, text: &str) -> Option<&'static Entry> {
    let (before, ending) = text.rsplit_once('.')?;
    if before.is_empty() || ending.contains([':', '/']) {
        return None;
    }
    registry.game_with_files(&ending.to_ascii_lowercase())
}

/// Takes `NAME=VALUE` apart.
pub fn parse_option(text: &str) -> Result<(String, String), String> {
    let (name, value) = text.split_once('=').ok_or_else(|| format!("expected NAME=VALUE, found '{text}'"))?;
    Ok((name.to_string(), value.to_string()))
}

/// Reads one ID a line. Blank lines are passed over; a line of any length and any bytes is given to `each` as text,
/// cut where it is longer than any ID can be.
pub fn each_line(input: &mut impl BufRead, mut each: impl FnMut(&str) -> Result<()>) -> Result<()> {
    // One byte more than an ID may have, so that a line that was cut is refused as too long.
    const MOST_BYTES: u64 = id::MOST_BYTES as u64 + 1;
    let mut line = Vec::new();
    let mut first = true;
    loop {
        line.clear();
        let read = input.take(MOST_BYTES).read_until(b'\n', &mut line).context("reading standard input")?;
        if read == 0 {
            return Ok(());
        }
        let cut = line.len() as u64 == MOST_BYTES && line.last() != Some(&b'\n');
        if cut {
            input.skip_until(b'\n').context("reading standard input")?;
        }
        let text = String::from_utf8_lossy(&line);
        let text = if std::mem::take(&mut first) { text.trim_start_matches('\u{feff}') } else { &text };
        // A line that was cut is handed on with its blanks: whoever reads it sees that it is too long.
        if cut {
            each(text)?;
        } else if !text.trim().is_empty() {
            each(text.trim())?;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_any_length_and_bytes_come_through_one_by_one() {
        let mut input = "\u{feff}one\n\n  two \r\n".as_bytes().to_vec();
        input.extend([0xff, b'\n']);
        input.extend([b'x'; 100_000]);
        input.extend(b"\n");
        input.extend([b' '; 5000]);
        input.extend(b"hidden\nlast");
        let mut seen = Vec::new();
        let collect = |line: &str| {
            seen.push(line.to_string());
            Ok(())
        };
        each_line(&mut input.as_slice(), collect).unwrap();
        assert_eq!(
            seen.iter().map(String::len).collect::<Vec<_>>(),
            [3, 3, 3, id::MOST_BYTES + 1, id::MOST_BYTES + 1, 4]
        );
        assert_eq!(seen[5], "last");
    }
}

//! What comes in from outside: challenge IDs on the command line, in files and on standard input.

use anyhow::{Context, Result};
use dealwright::games::{self, Challenge};
use dealwright::{id, ppn};
use std::io::{self, BufRead, Read};

/// The user's input is at fault: exit code 2.
#[derive(Debug)]
pub struct WrongInput(pub String);

impl std::fmt::Display for WrongInput {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for WrongInput {}

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
    /// Moves of a PPN file, empty for an ID.
    pub moves: Vec<String>,
}

/// Reads a challenge ID, or a PPN file where the text ends in `.ppn`.
pub fn read_given(text: &str) -> Result<Given> {
    if !text.ends_with(".ppn") {
        let challenge = games::read_challenge(text).map_err(|e| WrongInput(e.to_string()))?;
        return Ok(Given { challenge, moves: Vec::new() });
    }
    const MOST_BYTES: u64 = 1 << 20;
    let open = std::fs::File::open(text).map_err(|e| WrongInput(format!("{text}: {e}")))?;
    let mut bytes = Vec::new();
    open.take(MOST_BYTES + 1).read_to_end(&mut bytes).with_context(|| format!("reading {text}"))?;
    if bytes.len() as u64 > MOST_BYTES {
        return Err(WrongInput(format!("{text}: longer than {MOST_BYTES} bytes, not a PPN game")).into());
    }
    let game = ppn::read(&String::from_utf8_lossy(&bytes)).map_err(|e| WrongInput(format!("{text}: {e}")))?;
    Ok(Given { challenge: Challenge::new(game.challenge), moves: game.moves })
}

/// Reads one ID a line. Blank lines are passed over; a line of any length and any bytes is given to `each` as text,
/// cut where it is longer than any ID can be.
pub fn each_line(input: &mut impl BufRead, mut each: impl FnMut(&str) -> Result<()>) -> Result<()> {
    // One byte more than an ID may have, so that a line that was cut is refused as too long.
    const MOST_BYTES: u64 = id::MOST_BYTES as u64 + 1;
    let mut line = Vec::new();
    loop {
        line.clear();
        let read = input.take(MOST_BYTES).read_until(b'\n', &mut line).context("reading standard input")?;
        if read == 0 {
            return Ok(());
        }
        if line.last() != Some(&b'\n') {
            input.skip_until(b'\n').context("reading standard input")?;
        }
        let text = String::from_utf8_lossy(&line);
        if !text.trim().is_empty() {
            each(text.trim())?;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_any_length_and_bytes_come_through_one_by_one() {
        let mut input = b"one\n\n  two \r\n".to_vec();
        input.extend([0xff, b'\n']);
        input.extend([b'x'; 100_000]);
        input.extend(b"\nlast");
        let mut seen = Vec::new();
        let collect = |line: &str| {
            seen.push(line.to_string());
            Ok(())
        };
        each_line(&mut input.as_slice(), collect).unwrap();
        assert_eq!(seen.iter().map(String::len).collect::<Vec<_>>(), [3, 3, 3, id::MOST_BYTES + 1, 4]);
        assert_eq!(seen[4], "last");
    }
}

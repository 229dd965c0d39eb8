//! One file per command.

pub mod completions;
pub mod list;
pub mod replay;
pub mod show;
pub mod solve;

use anyhow::Result;
use std::io::Write;

/// Writes a value as one line of JSON.
fn write_json(out: &mut impl Write, value: &impl serde::Serialize) -> Result<()> {
    serde_json::to_writer(&mut *out, value)?;
    out.write_all(b"\n")?;
    Ok(())
}

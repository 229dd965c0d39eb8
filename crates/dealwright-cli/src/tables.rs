//! Tables of words on the terminal.

use anyhow::Result;
use comfy_table::{CellAlignment, Table, presets};
use dealwright_desk::sections::Section;
use std::io::Write;

/// Writes a table with its title and notes.
pub fn write_table(out: &mut impl Write, section: &Section) -> Result<()> {
    let mut table = Table::new();
    table.load_style(presets::NOTHING).set_header(&section.columns);
    for row in &section.rows {
        table.add_row(row);
    }
    for (number, column) in table.column_iter_mut().enumerate() {
        column.set_padding((0, 2));
        let left = number < section.words;
        column.set_cell_alignment(if left { CellAlignment::Left } else { CellAlignment::Right });
    }
    writeln!(out, "\n{}", section.title)?;
    for line in table.to_string().lines() {
        writeln!(out, "{}", line.trim_end())?;
    }
    section.notes.iter().try_for_each(|note| writeln!(out, "  {note}"))?;
    Ok(())
}

//! What a block's file says about its own size, looked at before it is decoded. The Parquet reader believes such numbers and
//! takes memory by them, so a damaged or crafted file could ask for any amount; here they are held against the plan.

use super::columns::FileColumns;
use super::thrift::Fields;
use anyhow::{Context, Result, bail, ensure};
use dealwright::record::ColumnKind;
use std::ops::Range;
use std::sync::Arc;

/// What the plan says about a block.
#[derive(Debug, Clone)]
pub struct Expected {
    /// The columns of the study, as they stand in its files.
    pub columns: Arc<FileColumns>,
    /// Rows, at most.
    pub rows: u64,
    /// Whether it is as many.
    pub exactly: bool,
    /// Bytes of what the file says about the study: seed and names are among it, so no text of a row is much longer.
    pub description: u64,
}

/// Bytes of a row's texts in one column, beside what the description holds too. IDs are the longest, some 200 bytes.
const TEXT: u64 = 1024;
/// Bytes for what does not grow with the rows.
const FIXED: u64 = 256 << 10;
const MAGIC: &[u8] = b"PAR1";
/// Ways to write values that our own files use: plain, dictionary (old and new), runs.
const ENCODINGS: [u64; 4] = [0, 2, 3, 8];
/// No compression, and zstd.
const CODECS: [u64; 2] = [0, 6];
const DATA_PAGE: u64 = 0;
const DICTIONARY_PAGE: u64 = 2;

impl Expected {
    /// Bytes that one column may have when it is unpacked.
    pub fn column_bytes(&self) -> u64 {
        self.rows.saturating_mul(TEXT + self.description).saturating_add(FIXED)
    }

    /// Bytes that the file may have.
    pub fn file_bytes(&self) -> u64 {
        self.column_bytes().saturating_add(self.rows.saturating_mul(8 * self.columns.len() as u64))
    }

    fn fits(&self, rows: u64) -> bool {
        if self.exactly { rows == self.rows } else { rows <= self.rows }
    }
}

/// Refuses a file whose headers do not fit the plan.
pub fn check(bytes: &[u8], expected: &Expected) -> Result<()> {
    ensure!(bytes.len() as u64 <= expected.file_bytes(), "it is longer than its rows can be");
    let (footer, begin) = footer(bytes).context("not a Parquet file")?;
    ensure!(
        footer.len() as u64 <= FIXED + 2 * expected.description,
        "its footer is longer than what it can say"
    );
    let (file, length) = Fields::read(footer).context("its footer cannot be read")?;
    ensure!(length == footer.len(), "its footer is followed by something else");
    let columns = check_columns(&file, &expected.columns)?;
    let groups = file.list(4).context("its footer lists no rows")?;
    let [group] = groups.as_slice() else { bail!("it has {} groups of rows, not one", groups.len()) };
    let rows = group.count(3).context("its footer has no number of rows")?;
    ensure!(
        expected.fits(rows) && file.count(3) == Some(rows),
        "it claims to have {rows} rows, the study has {} in this block",
        expected.rows
    );
    let chunks = group.list(1).context("its footer lists no columns")?;
    ensure!(chunks.len() == columns, "its columns are not those of its study");
    for (column, chunk) in expected.columns.iter().zip(chunks) {
        check_chunk(&bytes[..begin], chunk, rows, expected)
            .with_context(|| format!("column {}", column.name))?;
    }
    Ok(())
}

/// The footer, and where it begins.
fn footer(bytes: &[u8]) -> Option<(&[u8], usize)> {
    let body = bytes.strip_suffix(MAGIC)?;
    let (body, length) = body.split_last_chunk::<4>()?;
    let begin = body.len().checked_sub(usize::try_from(u32::from_le_bytes(*length)).ok()?)?;
    (bytes.starts_with(MAGIC) && begin >= MAGIC.len()).then_some((&body[begin..], begin))
}

/// The number of columns, if they are those of the study. Columns that came later are missing in older files.
fn check_columns(file: &Fields<'_>, columns: &FileColumns) -> Result<usize> {
    let wrong = "its columns are not those of its study";
    let schema = file.list(2).context(wrong)?;
    let (root, fields) = schema.split_first().context(wrong)?;
    ensure!(root.count(5) == Some(fields.len() as u64), wrong);
    ensure!((columns.fewest..=columns.len()).contains(&fields.len()), wrong);
    for (column, field) in columns.iter().zip(fields) {
        let physical = match column.kind {
            ColumnKind::Flag => 0,
            ColumnKind::Int => 2,
            ColumnKind::Real => 5,
            ColumnKind::Text => 6,
        };
        const OPTIONAL: u64 = 1;
        ensure!(
            field.bytes(4) == Some(column.name.as_bytes())
                && field.count(1) == Some(physical)
                && field.count(3) == Some(OPTIONAL)
                && !field.has(5),
            wrong
        );
    }
    Ok(fields.len())
}

fn check_chunk(body: &[u8], chunk: &Fields<'_>, rows: u64, expected: &Expected) -> Result<()> {
    let facts = chunk.fields(3).context("says nothing about itself")?;
    ensure!(facts.count(4).is_some_and(|codec| CODECS.contains(&codec)), "is packed in an unknown way");
    ensure!(facts.count(5) == Some(rows), "has another number of values than rows");
    let place = place_of(facts).context("lies outside the file")?;
    // A column without rows need not lie anywhere.
    if rows == 0 && place.is_empty() {
        return Ok(());
    }
    ensure!(place.start >= MAGIC.len() && place.end <= body.len(), "lies outside the file");
    let (mut at, mut values, mut unpacked) = (place.start, 0, 0u64);
    while at < place.end {
        let (page, length) = Fields::read(&body[at..place.end]).context("has a page that cannot be read")?;
        let (kind, size, packed) = (page.count(1), page.count(2), page.count(3));
        let (size, packed) = size.zip(packed).context("has a page without a size")?;
        at += length;
        ensure!(packed <= (place.end - at) as u64, "has a page that is longer than the column");
        at += packed as usize;
        unpacked = unpacked.saturating_add(size);
        ensure!(unpacked <= expected.column_bytes(), "is longer than its rows can be");
        let inner = match kind {
            Some(DATA_PAGE) => page.fields(5),
            Some(DICTIONARY_PAGE) => page.fields(7),
            _ => None,
        };
        let inner = inner.context("has a page of an unknown kind")?;
        let count = inner.count(1).filter(|count| *count <= rows);
        let count = count.context("has a page with more values than rows")?;
        ensure!(
            inner.count(2).is_some_and(|encoding| ENCODINGS.contains(&encoding)),
            "is written in an unknown way"
        );
        values += if kind == Some(DATA_PAGE) { count } else { 0 };
    }
    ensure!(values == rows, "has {values} values for {rows} rows");
    Ok(())
}

/// Where a column lies in the file.
fn place_of(facts: &Fields<'_>) -> Option<Range<usize>> {
    let begin = if facts.has(11) { facts.count(11)? } else { facts.count(9)? };
    let end = begin.checked_add(facts.count(7)?)?;
    Some(usize::try_from(begin).ok()?..usize::try_from(end).ok()?)
}

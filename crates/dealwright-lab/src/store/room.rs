//! Whether the records will fit onto the disk.

use super::manifest::Manifest;
use anyhow::Result;
use dealwright::InvalidInput;
use dealwright::text::grouped;
use std::path::Path;

/// Bytes of records a challenge takes on disk, at most; measured.
const BYTES_EACH: u64 = 100;
/// Bytes that a block's file takes however few challenges it has.
const BYTES_EACH_BLOCK: u64 = 11_000;

/// Refuses what cannot fit onto the disk, as far as that is known before. So many challenges are there already.
pub fn check_room(manifest: &Manifest, path: &Path, there: u64) -> Result<()> {
    check_room_for_part(manifest, path, there, 1)
}

/// The same for one of so many parts.
pub fn check_room_for_part(manifest: &Manifest, path: &Path, there: u64, parts: u64) -> Result<()> {
    let folder = path.ancestors().find(|folder| folder.exists()).unwrap_or(Path::new("."));
    // The folder of a relative path of one word has no name.
    let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    if manifest.study.until.is_none()
        && let Ok(free) = fs4::available_space(folder)
    {
        let rows = manifest.challenges().div_ceil(parts).saturating_sub(there).saturating_mul(BYTES_EACH);
        let blocks = manifest.block_count().div_ceil(parts).saturating_mul(BYTES_EACH_BLOCK);
        let needed = rows.saturating_add(blocks);
        // Some file systems do not tell.
        if needed > free && free > 0 {
            let message = format!(
                "{}: the records may take {} MB, {} MB are free there",
                path.display(),
                grouped(needed >> 20),
                grouped(free >> 20)
            );
            return Err(InvalidInput(message).into());
        }
    }
    Ok(())
}

//! Files that commands write: what their names ask for, and how they are put in their place.

use anyhow::{Context, Result};
use dealwright::InvalidInput;
use std::path::{Path, PathBuf};

/// Forms of files.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    Svg,
    Png,
    Pdf,
}

impl Format {
    /// The form that a file's name asks for.
    pub fn of(path: &Path, known: &[Format]) -> Result<Self> {
        let all = [("svg", Format::Svg), ("png", Format::Png), ("pdf", Format::Pdf)];
        let end = path.extension().map(|end| end.to_string_lossy().to_lowercase()).unwrap_or_default();
        let found = all.iter().find(|(name, format)| *name == end && known.contains(format));
        found.map(|(_, format)| *format).ok_or_else(|| {
            let names: Vec<String> = all
                .iter()
                .filter(|(_, format)| known.contains(format))
                .map(|(name, _)| format!(".{name}"))
                .collect();
            InvalidInput(format!("{}: expected a name that ends in {}", path.display(), names.join(" or ")))
                .into()
        })
    }
}

/// A file to be written: its place is tried before the work, so that a bad one is noticed at once, and it is put there whole.
pub struct Target {
    path: PathBuf,
    hidden: PathBuf,
}

impl Target {
    pub fn new(path: &Path) -> Result<Self> {
        let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        let wrong = |error: std::io::Error| InvalidInput(format!("{}: {error}", path.display()));
        if path.is_dir() {
            return Err(wrong(std::io::Error::other("is a directory, expected the name of a file")).into());
        }
        let hidden = path.with_file_name(format!(".{name}.{}.part", std::process::id()));
        // Whoever interrupts the work finds nothing left lying about.
        std::fs::File::create(&hidden).and_then(|_| std::fs::remove_file(&hidden)).map_err(wrong)?;
        Ok(Self { path: path.into(), hidden })
    }

    pub fn write(self, bytes: &[u8]) -> Result<()> {
        let done =
            std::fs::write(&self.hidden, bytes).and_then(|()| std::fs::rename(&self.hidden, &self.path));
        if done.is_err() {
            let _ = std::fs::remove_file(&self.hidden);
        }
        done.with_context(|| format!("writing {}", self.path.display()))
    }
}

//! Files that are there whole or not at all.

use anyhow::{Result, anyhow};
use dealwright::InvalidInput;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// Ends the names of files that are not yet whole.
const PART: &str = ".part";

/// A file being written under another name, in the folder where it will be. It gets its own name by [`NewFile::finish`];
/// without that, nothing stays of it.
pub struct NewFile {
    file: File,
    path: PathBuf,
    /// The other name; none for what is no ordinary file, such as a pipe, which cannot be put in place by renaming.
    hidden: Option<PathBuf>,
    /// What went wrong first.
    failed: Option<String>,
}

impl NewFile {
    /// Begins a file; a path that cannot be written to is noticed here, before the work.
    pub fn create(path: &Path) -> Result<Self> {
        let cannot = |error: io::Error| {
            let message = format!("{}: cannot be written to: {error}", path.display());
            // A full disk is no fault of whoever named the path.
            let full = matches!(error.kind(), io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded);
            if full { anyhow!(message) } else { InvalidInput(message).into() }
        };
        let there = fs::metadata(path);
        if there.as_ref().is_ok_and(fs::Metadata::is_dir) {
            return Err(InvalidInput(format!("{}: is a directory, name a file", path.display())).into());
        }
        if there.as_ref().is_ok_and(|there| !there.is_file()) {
            let file = OpenOptions::new().write(true).open(path).map_err(cannot)?;
            return Ok(Self { file, path: path.into(), hidden: None, failed: None });
        }
        // What a link points to is written anew, the link stays.
        let path = if there.is_ok() { fs::canonicalize(path).map_err(cannot)? } else { path.into() };
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let (file, hidden) = create_hidden(folder_of(&path), &name).map_err(cannot)?;
        Ok(Self { file, path, hidden: Some(hidden), failed: None })
    }

    /// Sees to it that everything is on the disk, and gives the file its name.
    pub fn finish(mut self) -> Result<()> {
        let hidden = self.hidden.take();
        let finish = || match (&self.failed, &hidden) {
            (Some(error), _) => Err(anyhow!(error.clone())),
            // A pipe or a terminal cannot be synced, and need not.
            (None, None) => Ok(()),
            (None, Some(hidden)) => {
                self.file.sync_all()?;
                fs::rename(hidden, &self.path)?;
                // The name is safe only when the folder is.
                Ok(File::open(folder_of(&self.path))?.sync_all()?)
            }
        };
        let finished = finish();
        if let (Err(_), Some(hidden)) = (&finished, &hidden) {
            let _ = fs::remove_file(hidden);
        }
        finished.map_err(|error| self.error(&error.to_string()))
    }

    /// In one sentence why it could not be written; what writers made of that error does not matter. A reader of it that went
    /// away is a failure too: only for standard output it is none.
    pub fn error(&self, otherwise: &str) -> anyhow::Error {
        let why = self.failed.as_deref().unwrap_or(otherwise);
        anyhow!("{}: cannot be written: {why}", self.path.display())
    }

    /// After an error everything is accepted and nothing written. Whoever packs or buffers may then come to an end without
    /// complaints of its own.
    fn note<T>(&mut self, done: io::Result<T>) -> io::Result<T> {
        done.inspect_err(|error| {
            if error.kind() != io::ErrorKind::Interrupted {
                self.failed.get_or_insert(error.to_string());
            }
        })
    }
}

impl Write for NewFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.failed.is_some() {
            return Ok(bytes.len());
        }
        let done = self.file.write(bytes);
        self.note(done)
    }

    fn flush(&mut self) -> io::Result<()> {
        if self.failed.is_some() {
            return Ok(());
        }
        let done = self.file.flush();
        self.note(done)
    }
}

impl Seek for NewFile {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        let done = self.file.seek(to);
        self.note(done)
    }
}

impl Drop for NewFile {
    fn drop(&mut self) {
        if let Some(hidden) = &self.hidden {
            let _ = fs::remove_file(hidden);
        }
    }
}

/// Writes a file of these bytes.
pub fn write_whole(path: &Path, bytes: &[u8]) -> Result<()> {
    let mut file = NewFile::create(path)?;
    match file.write_all(bytes) {
        Ok(()) => file.finish(),
        Err(error) => Err(file.error(&error.to_string())),
    }
}

/// Removes what a killed run left half written in these folders. Only for who has the lock on them.
pub fn sweep(folders: &[PathBuf]) {
    for entry in folders.iter().flat_map(fs::read_dir).flatten().flatten() {
        let name = entry.file_name();
        let name = name.to_string_lossy();
        if name.starts_with('.') && name.ends_with(PART) {
            // What cannot be removed does no harm either.
            let _ = fs::remove_file(entry.path());
        }
    }
}

fn folder_of(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    }
}

/// A new file with a hidden name that no other process on any machine has, so that two who write the same file at once do
/// not touch each other's.
fn create_hidden(folder: &Path, name: &str) -> io::Result<(File, PathBuf)> {
    for number in 0..1000 {
        let hidden = folder.join(format!(".{name}.{}-{number}{PART}", std::process::id()));
        match File::create_new(&hidden) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            created => return Ok((created?, hidden)),
        }
    }
    Err(io::ErrorKind::AlreadyExists.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(folder: &Path) -> Vec<String> {
        fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect()
    }

    #[test]
    fn a_file_that_is_not_finished_leaves_what_was_there() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.csv");
        write_whole(&path, b"old").unwrap();
        let mut file = NewFile::create(&path).unwrap();
        file.write_all(b"new").unwrap();
        assert_eq!(names(folder.path()).len(), 2);
        drop(file);
        assert_eq!(
            (names(folder.path()), fs::read(&path).unwrap()),
            (vec!["a.csv".to_string()], b"old".to_vec())
        );
        let mut file = NewFile::create(&path).unwrap();
        file.write_all(b"new").unwrap();
        file.finish().unwrap();
        assert_eq!(
            (names(folder.path()), fs::read(&path).unwrap()),
            (vec!["a.csv".to_string()], b"new".to_vec())
        );
    }

    #[test]
    fn after_an_error_writers_come_to_their_end_and_the_error_is_told() {
        // Every write to this device fails as on a full disk.
        let path = Path::new("/dev/full");
        if !path.exists() {
            return;
        }
        let mut file = NewFile::create(path).unwrap();
        assert!(file.write_all(b"x").is_err());
        assert!(file.write_all(b"y").is_ok());
        let error = file.finish().unwrap_err().to_string();
        assert_eq!(error, "/dev/full: cannot be written: No space left on device (os error 28)");
    }

    #[test]
    fn directories_and_folders_that_are_not_there_are_refused_before_the_work() {
        let folder = tempfile::tempdir().unwrap();
        assert!(
            NewFile::create(folder.path()).is_err_and(|error| error.to_string().contains("is a directory"))
        );
        let error = NewFile::create(&folder.path().join("none/file")).err().unwrap().to_string();
        assert!(error.contains("cannot be written to"), "{error}");
    }
}

//! A study's directory: blocks of records that are there whole or not at all.

use super::manifest::Manifest;
use super::{sha256, table};
use crate::input::WrongInput;
use anyhow::{Context, Result, bail};
use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, File, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};

/// A block: the line it belongs to and its number there.
pub type Block = (usize, u64);

/// A directory with a study in it.
pub struct StudyDir {
    pub path: PathBuf,
    pub manifest: Manifest,
    /// Sound blocks and their checksums.
    pub blocks: BTreeMap<Block, String>,
    /// Files that are not what their checksum says, or not there.
    pub damaged: Vec<String>,
}

pub fn block_name((line, block): Block) -> String {
    format!("records/{line:03}-{block:06}.parquet")
}

/// The block of a file's name.
fn block_of(name: &str) -> Option<Block> {
    let (line, block) = name.strip_prefix("records/")?.strip_suffix(".parquet")?.split_once('-')?;
    Some((line.parse().ok()?, block.parse().ok()?))
}

impl StudyDir {
    /// Begins a study in a directory that is new or empty.
    pub fn create(path: &Path, manifest: Manifest) -> Result<Self> {
        if path.join("manifest.json").exists() {
            let message = format!(
                "{} holds a study already; go on with it by --resume, or choose another directory",
                path.display()
            );
            return Err(WrongInput(message).into());
        }
        let cannot = |error| WrongInput(format!("{}: cannot be written to: {error}", path.display()));
        fs::create_dir_all(path).map_err(cannot)?;
        // Hidden files are what a run left that ended before it had begun.
        let is_visible = |entry: &fs::DirEntry| !entry.file_name().to_string_lossy().starts_with('.');
        if fs::read_dir(path).map_err(cannot)?.flatten().any(|entry| is_visible(&entry)) {
            let message = format!("{} is not empty, choose a new directory", path.display());
            return Err(WrongInput(message).into());
        }
        write_whole(&path.join("manifest.json"), manifest.to_json()?.as_bytes())
            .map_err(|error| WrongInput(format!("{error:#}")))?;
        Ok(Self { path: path.into(), manifest, blocks: BTreeMap::new(), damaged: Vec::new() })
    }

    /// Opens a directory and looks at every block's checksum.
    pub fn open(path: &Path) -> Result<Self> {
        let file = path.join("manifest.json");
        let text = fs::read_to_string(&file).map_err(|error| {
            WrongInput(format!("{}: not a study's directory: {}: {error}", path.display(), file.display()))
        })?;
        let manifest = Manifest::read(&text, &file.display().to_string())?;
        let mut dir = Self { path: path.into(), manifest, blocks: BTreeMap::new(), damaged: Vec::new() };
        for (name, sum) in dir.sums()? {
            let Some(block) = block_of(&name) else { continue };
            let sound = fs::read(path.join(&name)).is_ok_and(|bytes| sha256(&bytes) == sum);
            if sound {
                dir.blocks.insert(block, sum);
            } else {
                dir.damaged.push(name);
            }
        }
        Ok(dir)
    }

    /// Names and checksums as they are written. A last line that was cut is passed over.
    fn sums(&self) -> Result<BTreeMap<String, String>> {
        let file = self.path.join("SHA256SUMS");
        if !file.exists() {
            return Ok(BTreeMap::new());
        }
        let text = fs::read(&file).with_context(|| format!("reading {}", file.display()))?;
        let text = String::from_utf8_lossy(&text);
        let whole = text.rfind('\n').map_or("", |end| &text[..end]);
        let pair = |line: &str| line.split_once("  ").map(|(sum, name)| (name.to_string(), sum.to_string()));
        Ok(whole.lines().filter_map(pair).collect())
    }

    /// Keeps everybody else out as long as the file that is given back lives, and makes room for records.
    pub fn lock(&self) -> Result<File> {
        let records = self.path.join("records");
        fs::create_dir_all(&records).with_context(|| format!("writing {}", records.display()))?;
        let path = self.path.join(".lock");
        let file = File::create(&path).with_context(|| format!("writing {}", path.display()))?;
        if file.try_lock().is_err() {
            let message = format!("{}: another run is at work on this study", self.path.display());
            return Err(WrongInput(message).into());
        }
        Ok(file)
    }

    /// Writes a block and then its checksum, each so that it is there whole or not at all.
    pub fn write_block(&mut self, block: Block, bytes: &[u8]) -> Result<()> {
        let name = block_name(block);
        write_whole(&self.path.join(&name), bytes)?;
        let sum = sha256(bytes);
        let sums = self.path.join("SHA256SUMS");
        let mut file = OpenOptions::new()
            .create(true)
            .append(true)
            .open(&sums)
            .with_context(|| format!("writing {}", sums.display()))?;
        file.write_all(format!("{sum}  {name}\n").as_bytes())
            .and_then(|()| file.sync_data())
            .with_context(|| format!("writing {}", sums.display()))?;
        self.blocks.insert(block, sum);
        Ok(())
    }

    /// Writes all checksums in the order of the blocks: the same bytes however they came to be.
    pub fn write_sums(&self) -> Result<()> {
        let lines = self.blocks.iter().map(|(block, sum)| format!("{sum}  {}\n", block_name(*block)));
        write_whole(&self.path.join("SHA256SUMS"), lines.collect::<String>().as_bytes())
    }

    /// The rows of a block.
    pub fn rows(&self, block: Block) -> Result<Vec<table::Row>> {
        let name = block_name(block);
        let bytes = fs::read(self.path.join(&name)).with_context(|| format!("reading {name}"))?;
        table::read(bytes).with_context(|| format!("{name} in {}", self.path.display()))
    }

    /// Blocks that a study of fixed size still lacks.
    pub fn missing(&self) -> BTreeSet<Block> {
        if self.manifest.study.until.is_some() {
            return BTreeSet::new();
        }
        let all = self.manifest.lines.iter().enumerate();
        all.flat_map(|(line, keys)| (0..keys.blocks()).map(move |block| (line, block)))
            .filter(|block| !self.blocks.contains_key(block))
            .collect()
    }

    /// Challenges in the blocks that are there.
    pub fn challenges_there(&self) -> u64 {
        let lines = &self.manifest.lines;
        let rows = |&(line, block): &Block| lines.get(line).map_or(0, |keys| keys.rows_of(block));
        self.blocks.keys().map(rows).sum()
    }

    /// Appends a line to a file that is not part of the records.
    pub fn append(&self, name: &str, line: &str) -> Result<()> {
        let path = self.path.join(name);
        let mut file = OpenOptions::new()
            .create(true)
            .append(true)
            .open(&path)
            .with_context(|| format!("writing {}", path.display()))?;
        file.write_all(format!("{line}\n").as_bytes()).with_context(|| format!("writing {}", path.display()))
    }
}

/// Writes a file under another name, syncs it, and renames it.
pub fn write_whole(path: &Path, bytes: &[u8]) -> Result<()> {
    let (Some(folder), Some(name)) = (path.parent(), path.file_name()) else {
        bail!("{} is not a file's path", path.display());
    };
    let hidden = folder.join(format!(".{}.part", name.to_string_lossy()));
    let write = || -> std::io::Result<()> {
        let mut file = File::create(&hidden)?;
        file.write_all(bytes)?;
        file.sync_all()?;
        fs::rename(&hidden, path)?;
        // The name is safe only when the folder is.
        File::open(folder)?.sync_all()
    };
    write().inspect_err(|_| drop(fs::remove_file(&hidden))).with_context(|| {
        format!("writing {}: what is complete is kept, --resume goes on from there", path.display())
    })
}

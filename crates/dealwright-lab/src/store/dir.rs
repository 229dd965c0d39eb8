//! A study's directory: blocks of records that are there whole or not at all.

use super::bounds::Expected;
use super::columns::FileColumns;
use super::file::{sweep, write_whole};
use super::manifest::{self, Manifest};
use super::{sha256, sound, table};
use crate::Lab;
use crate::machine::cores;
use crate::parallel::handed_on;
use anyhow::{Context, Result, anyhow, bail};
use dealwright::InvalidInput;
use dealwright::record::Value;
use dealwright::study::LARGEST_BLOCK;
use std::collections::{BTreeMap, BTreeSet};
use std::convert::Infallible;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{Read as _, Write as _};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// A block: the line it belongs to and its number there.
pub type Block = (usize, u64);

const MANIFEST: &str = "manifest.json";
const SUMS: &str = "SHA256SUMS";
/// Bytes that the rows of blocks which are read at a time may take together.
const READ_MEMORY: u64 = 1 << 30;
/// Bytes of a row's texts, roughly.
const ROW_TEXTS: usize = 500;
/// Bytes of a line of checksums, at most, and of what does not grow with the blocks.
const SUM_BYTES: u64 = 100;
const SUMS_FIXED: u64 = 64 << 10;

/// A directory with a study in it.
pub struct StudyDir {
    /// Where it is.
    pub path: PathBuf,
    /// What it consists of.
    pub manifest: Manifest,
    /// The games by which IDs are read, and who is told what goes on.
    pub lab: Lab,
    /// The columns of its records.
    pub columns: Arc<FileColumns>,
    manifest_sum: String,
    /// Sound blocks and their checksums.
    pub blocks: BTreeMap<Block, String>,
    /// What is wrong, in words; the sound part is used.
    pub damaged: Vec<String>,
    /// Games that this program does not know, in words: their records can be read, but their IDs cannot.
    pub unknown_games: Vec<String>,
    /// Keeps everybody else out, where the directory is written to.
    _lock: Option<File>,
}

/// What makes a block sound.
#[derive(Clone, Copy, PartialEq)]
enum Trust {
    /// Its checksum.
    Checksums,
    /// Its checksum, and rows that can be read and are as planned.
    Rows,
    /// The same, for a run that makes again what it does not trust: a block that lacks its checksum where others have theirs.
    Proof,
}

/// The name of a block's file.
pub fn block_name((line, block): Block) -> String {
    format!("records/{line:03}-{block:06}.parquet")
}

/// The block of a file's name.
fn block_of(name: &str) -> Option<Block> {
    let (line, block) = name.strip_prefix("records/")?.strip_suffix(".parquet")?.split_once('-')?;
    Some((line.parse().ok()?, block.parse().ok()?))
}

/// Writes a block of the study there, whole or not at all. It belongs to the study once its checksum is added.
pub fn write_block_file(study: &Path, block: Block, bytes: &[u8]) -> Result<()> {
    write_whole(&study.join(block_name(block)), bytes).map_err(|error| {
        anyhow!("{error:#}; the blocks done so far are kept, run the command again to resume")
    })
}

impl StudyDir {
    /// Begins a study in a directory that is new or empty.
    pub fn create(lab: &Lab, path: &Path, manifest: Manifest) -> Result<Self> {
        let is_new = !path.exists();
        fs::create_dir_all(path).map_err(|error| cannot_write(path, &error))?;
        // First the lock: two who begin at once would mix their records.
        let lock = lock(lab, path, Busy::Refuse)?;
        Self::create_with(lab, lock, is_new, path, manifest)
    }

    /// Begins a study, or goes on with what is there of it. Waits while another run is at work on it, so that the same
    /// command may be given twice, even at once: whoever comes second finds the work done.
    pub fn begin_or_resume(lab: &Lab, path: &Path, manifest: Manifest) -> Result<Self> {
        let is_new = !path.exists();
        fs::create_dir_all(path).map_err(|error| cannot_write(path, &error))?;
        let lock = lock(lab, path, Busy::Wait)?;
        if path.join(MANIFEST).exists() {
            return Self::resume_with(lab, lock, path);
        }
        let is_locked = lock.is_some();
        Self::create_with(lab, lock, is_new, path, manifest).or_else(|error| {
            // Without locks another run may have begun just now.
            if is_locked || !path.join(MANIFEST).exists() {
                Err(error)
            } else {
                Self::resume_with(lab, None, path)
            }
        })
    }

    fn create_with(
        lab: &Lab,
        lock: Option<File>,
        is_new: bool,
        path: &Path,
        manifest: Manifest,
    ) -> Result<Self> {
        let cannot = |error| cannot_write(path, &error);
        if path.join(MANIFEST).exists() {
            let message = format!(
                "{} holds a study already; run the same command again to resume it, or choose another directory",
                path.display()
            );
            return Err(InvalidInput(message).into());
        }
        if !is_new && !is_empty(path).map_err(cannot)? {
            let message =
                format!("{} is not empty and holds no study; choose a new directory", path.display());
            return Err(InvalidInput(message).into());
        }
        let text = manifest.to_json()?;
        let dir = Self {
            path: path.into(),
            lab: lab.clone(),
            columns: Arc::new(manifest.file_columns()?),
            manifest,
            manifest_sum: sha256(text.as_bytes()),
            blocks: BTreeMap::new(),
            damaged: Vec::new(),
            unknown_games: Vec::new(),
            _lock: lock,
        };
        // First what makes it a study: whatever happens next, it can be resumed.
        write_whole(&path.join(MANIFEST), text.as_bytes())?;
        fs::create_dir_all(path.join("records")).map_err(cannot)?;
        dir.write_sums()?;
        Ok(dir)
    }

    /// Opens a directory to go on with it.
    pub fn resume(lab: &Lab, path: &Path) -> Result<Self> {
        if !path.join(MANIFEST).exists() {
            return Self::open(lab, path); // says what is wrong
        }
        let lock = lock(lab, path, Busy::Refuse)?;
        Self::resume_with(lab, lock, path)
    }

    fn resume_with(lab: &Lab, lock: Option<File>, path: &Path) -> Result<Self> {
        if lock.is_some() {
            sweep(&[path.to_path_buf(), path.join("records")]);
        }
        let mut dir = Self::open_with(lab, path, Trust::Proof)?;
        dir._lock = lock;
        fs::create_dir_all(path.join("records"))
            .with_context(|| format!("writing {}", path.join("records").display()))?;
        // A checksum that was cut would spoil the next one.
        dir.write_sums()?;
        Ok(dir)
    }

    /// Opens a directory. Blocks that have their checksum are not read.
    pub fn open(lab: &Lab, path: &Path) -> Result<Self> {
        Self::open_with(lab, path, Trust::Checksums)
    }

    /// Opens a directory and reads every block through: a checksum that fits does not make rows of it.
    pub fn open_and_read(lab: &Lab, path: &Path) -> Result<Self> {
        Self::open_with(lab, path, Trust::Rows)
    }

    fn open_with(lab: &Lab, path: &Path, trust: Trust) -> Result<Self> {
        let file = path.join(MANIFEST);
        let no_study = |error: std::io::Error| {
            InvalidInput(format!("{}: not a study's directory: {}: {error}", path.display(), file.display()))
        };
        if fs::metadata(&file).map_err(no_study)?.len() > manifest::MOST_BYTES as u64 {
            return Err(InvalidInput(format!("{}: damaged, it is too long", file.display())).into());
        }
        let text = fs::read(&file).map_err(no_study)?;
        let manifest_sum = sha256(&text);
        let manifest = std::str::from_utf8(&text)
            .map_err(|_| InvalidInput(format!("{}: damaged, it is not text in UTF-8", file.display())).into())
            .and_then(|text| Manifest::read(text, &file.display().to_string()));
        let blocks = manifest.as_ref().map_or(0, Manifest::block_count);
        let (sums, too_long) = read_sums(&path.join(SUMS), blocks);
        if sums.get(MANIFEST).is_some_and(|sum| *sum != manifest_sum) {
            let message = format!(
                "{} is damaged: it is not what {SUMS} says; restore it, or, if the damage is in {SUMS}, remove that file: \
                 then every block is read through",
                file.display()
            );
            return Err(InvalidInput(message).into());
        }
        let manifest = manifest?;
        let columns = manifest
            .file_columns()
            .map_err(|error| InvalidInput(format!("{}: damaged: {error}", file.display())))?;
        let mut dir = Self {
            path: path.into(),
            lab: lab.clone(),
            columns: Arc::new(columns),
            manifest,
            manifest_sum,
            blocks: BTreeMap::new(),
            damaged: Vec::new(),
            unknown_games: Vec::new(),
            _lock: None,
        };
        dir.look_for_unknown_games();
        if too_long {
            let what = format!("{SUMS} is damaged: it is longer than the checksums of all blocks can be");
            dir.damaged.push(format!("{what}; every block is read through"));
            dir.look_at_blocks(&BTreeMap::new(), trust);
        } else {
            dir.look_at_blocks(&sums, trust);
        }
        Ok(dir)
    }

    /// Records of a game that this program does not know can be read, but their IDs cannot.
    fn look_for_unknown_games(&mut self) {
        let games: BTreeSet<&str> =
            self.manifest.lines.iter().filter_map(|line| line.name.split('/').next()).collect();
        let unknown = games.into_iter().filter(|game| self.lab.registry.game(game).is_none());
        let words: Vec<String> = unknown
            .map(|game| format!("this program does not know the game '{game}', so its IDs are not checked"))
            .collect();
        self.unknown_games = words;
    }

    fn look_at_blocks(&mut self, sums: &BTreeMap<String, String>, trust: Trust) {
        if !sums.contains_key(MANIFEST) && self.damaged.is_empty() {
            self.damaged
                .push(format!("{SUMS} is damaged or gone; blocks without a checksum are read through"));
        }
        let known =
            |&(line, block): &Block| self.manifest.lines.get(line).is_some_and(|keys| block < keys.blocks());
        let mut names: BTreeSet<Block> =
            sums.keys().filter_map(|name| block_of(name)).filter(known).collect();
        for entry in fs::read_dir(self.path.join("records")).into_iter().flatten().flatten() {
            let name = format!("records/{}", entry.file_name().to_string_lossy());
            match block_of(&name) {
                Some(block) if known(&block) => _ = names.insert(block),
                Some(_) => self.damaged.push(format!("{name} does not belong to this study")),
                None => {}
            }
        }
        let names: Vec<Block> = names.into_iter().collect();
        let listener = Arc::clone(&self.lab.listener);
        let say = listener.blocks(names.len());
        let (mut blocks, mut damaged) = (BTreeMap::new(), Vec::new());
        let looked = handed_on(
            &names,
            self.readers(),
            |_, &block| Ok::<_, Infallible>((block, self.look_at(block, sums, trust))),
            |number, (block, found)| {
                say("reading", number);
                match found {
                    Ok(sum) => _ = blocks.insert(block, sum),
                    Err(what) => damaged.push(what),
                }
                Ok(())
            },
        );
        let Ok(()) = looked;
        drop(say);
        self.blocks.extend(blocks);
        self.damaged.extend(damaged);
    }

    /// The checksum of a block, or what is wrong with it.
    fn look_at(&self, block: Block, sums: &BTreeMap<String, String>, trust: Trust) -> Result<String, String> {
        let name = block_name(block);
        let bytes = self.bytes(block);
        let sum = bytes.as_ref().map(|bytes| sha256(bytes)).unwrap_or_default();
        let sound = match (sums.get(&name), bytes) {
            (Some(wanted), Ok(_)) if *wanted == sum && trust == Trust::Checksums => Ok(()),
            (Some(wanted), Ok(bytes)) if *wanted == sum => self.read(block, bytes).map(|_| ()),
            (Some(_), _) => return Err(format!("{name} is damaged or gone")),
            (None, Ok(_)) if trust == Trust::Proof && sums.contains_key(MANIFEST) => {
                return Err(format!("{name} has no checksum and is made again"));
            }
            // No checksum: the run ended in between, or the checksums are gone. Records come out always the same,
            // so a block is sound if its rows are about the planned deals and, written once more, give the same bytes.
            (None, bytes) => bytes.and_then(|bytes| self.check_bytes(block, bytes)),
        };
        sound.map(|()| sum).map_err(|error| format!("{name} is damaged: {error:#}"))
    }

    /// What comes of the rows of each block, worked out on all cores and handed on in the order of the blocks.
    pub fn each_block<T: Send>(
        &self,
        doing: &str,
        work: impl Fn(Block, Vec<table::Row>) -> T + Sync,
        mut hand_on: impl FnMut(T),
    ) -> Result<()> {
        let blocks: Vec<Block> = self.blocks.keys().copied().collect();
        let say = self.lab.listener.blocks(blocks.len());
        handed_on(
            &blocks,
            self.readers(),
            |_, &block| Ok(work(block, self.rows(block)?)),
            |number, found| {
                say(doing, number);
                hand_on(found);
                Ok(())
            },
        )
    }

    /// Threads that read blocks at a time: one for each core, but no more than have room for the rows of two blocks each, of
    /// which one waits for its turn.
    pub fn readers(&self) -> usize {
        let rows = self.manifest.lines.iter().map(|line| line.block.min(line.challenges)).max();
        let row = self.columns.schema.columns().len() * size_of::<Value>() + ROW_TEXTS;
        let block = rows.unwrap_or(1).clamp(1, LARGEST_BLOCK) * row as u64;
        cores().min(usize::try_from(READ_MEMORY / (2 * block)).unwrap_or(usize::MAX)).max(1)
    }

    /// Refuses what its rows, written once more, do not give again.
    pub(super) fn check_bytes(&self, block: Block, bytes: Vec<u8>) -> Result<()> {
        let rows = self.read(block, bytes.clone())?;
        sound::check_deals(&self.lab.registry, &self.manifest, block, &rows)?;
        if table::write(&self.columns, &rows, &self.description(block)?)? != bytes {
            bail!("it has no checksum, and its rows written again give other bytes");
        }
        Ok(())
    }

    /// What a block's file says about itself.
    pub fn description(&self, (line, block): Block) -> Result<Vec<(&'static str, String)>> {
        Ok(vec![
            ("dealwright.study", serde_json::to_string(&self.manifest.study)?),
            ("dealwright.line", serde_json::to_string(&self.manifest.lines[line].without_files())?),
            ("dealwright.block", block.to_string()),
            ("dealwright.generator", self.manifest.generator.to_string()),
        ])
    }

    /// Writes a block and then its checksum, each so that it is there whole or not at all.
    pub fn write_block(&mut self, block: Block, bytes: &[u8]) -> Result<()> {
        write_block_file(&self.path, block, bytes)?;
        self.add_sum(block, sha256(bytes))
    }

    /// Adds the checksum of a block that has been written.
    pub fn add_sum(&mut self, block: Block, sum: String) -> Result<()> {
        let name = block_name(block);
        self.append(SUMS, &format!("{sum}  {name}"))?;
        self.blocks.insert(block, sum);
        Ok(())
    }

    /// Writes all checksums in the order of the blocks: the same bytes however they came to be.
    pub fn write_sums(&self) -> Result<()> {
        let first = format!("{}  {MANIFEST}\n", self.manifest_sum);
        let lines = self.blocks.iter().map(|(block, sum)| format!("{sum}  {}\n", block_name(*block)));
        write_whole(&self.path.join(SUMS), (first + &lines.collect::<String>()).as_bytes())
    }

    /// The rows of a block.
    pub fn rows(&self, block: Block) -> Result<Vec<table::Row>> {
        let rows = self.bytes(block).and_then(|bytes| self.read(block, bytes));
        rows.map_err(|error| {
            let (name, place) = (block_name(block), self.path.display());
            let message = format!("{place}: {name} is damaged: {error:#}");
            InvalidInput(format!("{message}; dealwright study --out {place} makes it again")).into()
        })
    }

    /// The bytes of a block, if they are not more than its rows can take.
    pub fn bytes(&self, block: Block) -> Result<Vec<u8>> {
        let path = self.path.join(block_name(block));
        let size = fs::metadata(&path).map_err(|error| anyhow!("it cannot be read: {error}"))?.len();
        if size > self.expected(block)?.file_bytes() {
            bail!("it is longer than its rows can be");
        }
        fs::read(&path).map_err(|error| anyhow!("it cannot be read: {error}"))
    }

    pub(super) fn read(&self, block: Block, bytes: Vec<u8>) -> Result<Vec<table::Row>> {
        let rows = table::read(bytes, &self.expected(block)?)?;
        sound::check(&self.lab.registry, &self.manifest, block, &rows)?;
        Ok(rows)
    }

    /// What the plan says about a block.
    fn expected(&self, block: Block) -> Result<Expected> {
        let description = self.description(block)?;
        Ok(Expected {
            columns: Arc::clone(&self.columns),
            rows: self.manifest.lines[block.0].rows_of(block.1),
            // A census leaves out what would be dealt again.
            exactly: !self.manifest.study.census,
            description: description.iter().map(|(key, value)| (key.len() + value.len()) as u64).sum(),
        })
    }

    /// How many blocks a study of fixed size still lacks.
    pub fn missing(&self) -> u64 {
        if self.manifest.study.until.is_some() {
            return 0;
        }
        self.manifest.block_count() - self.blocks.len() as u64
    }

    /// Challenges in the blocks that are there.
    pub fn challenges_there(&self) -> u64 {
        let rows = |&(line, block): &Block| self.manifest.lines[line].rows_of(block);
        self.blocks.keys().map(rows).sum()
    }

    /// Appends a line to a file and sees to it that it is on the disk.
    pub fn append(&self, name: &str, line: &str) -> Result<()> {
        self.append_by(name, |file| {
            file.write_all(format!("{line}\n").as_bytes())?;
            file.sync_data()
        })
    }

    /// Notes the seconds that a block took. No record depends on them, so nobody waits for the disk.
    pub fn append_timing(&self, (line, block): Block, challenges: u64, seconds: f64) -> Result<()> {
        self.append_by("timings.csv", |file| {
            let heading = if file.metadata()?.len() == 0 { "line,block,challenges,seconds\n" } else { "" };
            file.write_all(format!("{heading}{line},{block},{challenges},{seconds:.6}\n").as_bytes())
        })
    }

    fn append_by(&self, name: &str, write: impl FnOnce(&mut File) -> std::io::Result<()>) -> Result<()> {
        let path = self.path.join(name);
        let file = OpenOptions::new().create(true).append(true).open(&path);
        file.and_then(|mut file| write(&mut file)).with_context(|| format!("writing {}", path.display()))
    }
}

/// Whether there is nothing in a directory. Hidden files are what a run left that ended before it had begun.
pub fn is_empty(path: &Path) -> std::io::Result<bool> {
    let is_visible = |entry: &fs::DirEntry| !entry.file_name().to_string_lossy().starts_with('.');
    Ok(!fs::read_dir(path)?.flatten().any(|entry| is_visible(&entry)))
}

fn cannot_write(path: &Path, error: &std::io::Error) -> InvalidInput {
    InvalidInput(format!("{}: cannot be written to: {error}", path.display()))
}

/// What to do while another run is at work.
#[derive(Clone, Copy, PartialEq)]
pub enum Busy {
    /// Refuse.
    Refuse,
    /// Wait until it has ended.
    Wait,
}

/// Keeps other runs out. None where the file system has no locks, as on some clusters: then two runs of one part do the
/// work twice, and each file that both write is one of two with the same bytes.
pub fn lock(lab: &Lab, path: &Path, busy: Busy) -> Result<Option<File>> {
    let name = path.join(".lock");
    let file = File::create(&name).map_err(|error| cannot_write(&name, &error))?;
    match file.try_lock() {
        Ok(()) => Ok(Some(file)),
        Err(TryLockError::WouldBlock) if busy == Busy::Wait => {
            let waiting = "another run is working on this study; waiting until it ends";
            lab.listener.note(&format!("{}: {waiting}", path.display()));
            file.lock().with_context(|| format!("waiting for {}", name.display()))?;
            Ok(Some(file))
        }
        Err(TryLockError::WouldBlock) => {
            let message = format!("{}: another run is working on this study", path.display());
            Err(InvalidInput(message).into())
        }
        Err(TryLockError::Error(_)) => Ok(None),
    }
}

/// Names and checksums as they are written, and whether the file is longer than those of so many blocks can be: then only
/// its beginning is read. A line that was cut is passed over.
fn read_sums(path: &Path, blocks: u64) -> (BTreeMap<String, String>, bool) {
    // Twice as many lines: where there are no locks two runs may each have written theirs.
    let most = blocks.saturating_mul(2 * SUM_BYTES).saturating_add(SUMS_FIXED);
    let too_long = fs::metadata(path).is_ok_and(|file| file.len() > most);
    let mut text = Vec::new();
    let read = File::open(path).and_then(|file| file.take(most).read_to_end(&mut text));
    if read.is_err() {
        text.clear();
    }
    let text = String::from_utf8_lossy(&text);
    let whole = text.rfind('\n').map_or("", |end| &text[..end]);
    let pair = |line: &str| line.split_once("  ").map(|(sum, name)| (name.to_string(), sum.to_string()));
    (whole.lines().filter_map(pair).filter(|(_, sum)| sum.len() == 64).collect(), too_long)
}

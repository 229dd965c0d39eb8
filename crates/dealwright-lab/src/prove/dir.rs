//! A proof on disk: `prove.json` says what is tried, `blocks` has a file for each block that is done.

use super::block::{self, Found, plan_mark};
use super::{ProofPlan, first_dead, proof};
use crate::Lab;
use crate::files::read_limited;
use crate::store::dir::{Busy, is_empty, lock};
use crate::store::file::{sweep, write_whole};
use anyhow::{Context, Result};
use dealwright::InvalidInput;
use dealwright::prove::Tried;
use dealwright::setup::load::dealer;
use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, File};
use std::path::{Path, PathBuf};

/// The file that says what is tried.
pub const PLAN: &str = "prove.json";
const BLOCKS: &str = "blocks";
/// Longest plan that is read: one with long setup files.
pub const MOST_PLAN_BYTES: usize = 16 << 20;

/// The directory of a proof.
pub struct ProofDir {
    lab: Lab,
    path: PathBuf,
    /// What is tried.
    pub plan: ProofPlan,
    mark: [u8; 8],
    _lock: Option<File>,
}

/// The plan in a directory; none where no proof was begun.
pub fn plan_in(path: &Path) -> Result<Option<ProofPlan>> {
    let file = path.join(PLAN);
    if !file.exists() {
        return Ok(None);
    }
    let text = read_limited(&file, MOST_PLAN_BYTES)?;
    let wrong = |error| InvalidInput(format!("{}: damaged: {error}", file.display()));
    Ok(Some(serde_json::from_str(&text).map_err(wrong)?))
}

impl ProofDir {
    /// Begins a proof here, or resumes the same one. A directory that holds something else is refused.
    pub fn begin_or_resume(lab: &Lab, path: &Path, plan: &ProofPlan, busy: Busy) -> Result<Self> {
        let cannot = |error| InvalidInput(format!("{}: cannot be written to: {error}", path.display()));
        match plan_in(path)? {
            Some(kept) if kept.dealwright != plan.dealwright => {
                let message = format!(
                    "{}: begun with dealwright {}, this is {}; finish it with that version, or begin it anew in another \
                     directory",
                    path.display(),
                    kept.dealwright,
                    plan.dealwright
                );
                return Err(InvalidInput(message).into());
            }
            Some(kept) if kept != *plan => {
                let message = format!(
                    "{} holds another proof; give the same command as before to resume it, or choose another directory",
                    path.display()
                );
                return Err(InvalidInput(message).into());
            }
            Some(_) => {}
            None => {
                if path.exists() && !is_empty(path).map_err(cannot)? {
                    let message =
                        format!("{} is not empty and holds no proof; choose a new directory", path.display());
                    return Err(InvalidInput(message).into());
                }
                fs::create_dir_all(path).map_err(cannot)?;
            }
        }
        let lock = lock(lab, path, busy)?;
        let text = plan.to_json()?;
        if !path.join(PLAN).exists() {
            write_whole(&path.join(PLAN), text.as_bytes())?;
        }
        fs::create_dir_all(path.join(BLOCKS)).map_err(cannot)?;
        if lock.is_some() {
            sweep(&[path.to_path_buf(), path.join(BLOCKS)]);
        }
        Ok(Self {
            lab: lab.clone(),
            path: path.into(),
            plan: plan.clone(),
            mark: plan_mark(&text),
            _lock: lock,
        })
    }

    fn file(&self, block: u64) -> PathBuf {
        self.path.join(BLOCKS).join(format!("{block:06}"))
    }

    /// The blocks that are there; damaged ones are named and removed, so that they are tried again.
    pub fn read_blocks(&mut self, blocks: u64) -> Result<BTreeMap<u64, Found>> {
        let mut found = BTreeMap::new();
        for number in (0..blocks).filter(|&number| self.file(number).exists()) {
            match self.block(number) {
                Ok((_, block)) => {
                    found.insert(number, block);
                }
                Err(error) => {
                    self.lab.listener.note(&format!("{error:#}; it is tried again"));
                    fs::remove_file(self.file(number))?;
                }
            }
        }
        Ok(found)
    }

    /// A block that is there, as bytes and what it came to.
    pub fn block(&self, number: u64) -> Result<(Vec<u8>, Found)> {
        let file = self.file(number);
        let bytes = fs::read(&file).with_context(|| file.display().to_string())?;
        let wrong = |what: &str| InvalidInput(format!("{}: damaged: {what}", file.display()));
        let block = block::read(&bytes, self.mark).map_err(|what| wrong(&what))?;
        if block.number != number {
            return Err(wrong("it is another block").into());
        }
        Ok((bytes, block.found))
    }

    /// Keeps what a block came to.
    pub fn write_block(&self, number: u64, tried: &Tried) -> Result<()> {
        write_whole(&self.file(number), &block::write(self.mark, number, tried)?)
    }

    /// Removes blocks after one with a dead challenge: they are of no interest, and which are there is a matter of luck.
    pub fn remove_after(&self, last: u64) -> Result<()> {
        for entry in fs::read_dir(self.path.join(BLOCKS))?.flatten() {
            let number = entry.file_name().to_str().and_then(|name| name.parse::<u64>().ok());
            if number.is_some_and(|number| number > last) {
                fs::remove_file(entry.path())?;
            }
        }
        Ok(())
    }
}

/// What joining parts came to.
pub struct Merged {
    /// Blocks that are there.
    pub blocks: usize,
    /// Blocks that are missing, in words.
    pub missing: Vec<String>,
}

/// Joins the parts of one proof.
pub fn merge(lab: &Lab, parts: &[PathBuf], out: &Path, partial: bool) -> Result<Merged> {
    let mut plans = Vec::new();
    for part in parts {
        let none = || InvalidInput(format!("{}: there is no proof here", part.display()));
        plans.push(plan_in(part)?.ok_or_else(none)?);
    }
    let Some(plan) = plans.first() else { return Err(InvalidInput("nothing to join".into()).into()) };
    if let Some(other) = plans.iter().position(|other| other != plan) {
        let message =
            format!("{} and {} are not parts of one proof", parts[0].display(), parts[other].display());
        return Err(InvalidInput(message).into());
    }
    let setup = plan.load(&lab.registry)?;
    let blocks = proof(&dealer(&setup)?, plan)?.blocks();
    let mark = plan_mark(&plan.to_json()?);
    // Everything is read before anything is written.
    let mut files: BTreeMap<u64, Vec<u8>> = BTreeMap::new();
    let mut found: BTreeMap<u64, Found> = BTreeMap::new();
    for part in parts {
        let dir = ProofDir { lab: lab.clone(), path: part.clone(), plan: plan.clone(), mark, _lock: None };
        for number in (0..blocks).filter(|&number| dir.file(number).exists()) {
            let (bytes, block) = dir.block(number)?;
            if files.get(&number).is_some_and(|known| *known != bytes) {
                let message =
                    format!("block {number} of {} differs from that of another part", part.display());
                return Err(InvalidInput(message).into());
            }
            files.insert(number, bytes);
            found.insert(number, block);
        }
    }
    let last = first_dead(&found).unwrap_or(blocks.saturating_sub(1));
    files.split_off(&(last + 1));
    let lacking: BTreeSet<u64> = (0..=last).filter(|number| !files.contains_key(number)).collect();
    let mut missing: Vec<String> = lacking.iter().take(10).map(|n| format!("block {n} is missing")).collect();
    if lacking.len() > missing.len() {
        missing.push(format!("{} more blocks are missing", lacking.len() - missing.len()));
    }
    if !missing.is_empty() && !partial {
        return Err(InvalidInput(format!("{}; --partial joins what is there", missing.join(", "))).into());
    }
    let whole = ProofDir::begin_or_resume(lab, out, plan, Busy::Refuse)?;
    for (&number, bytes) in &files {
        write_whole(&whole.file(number), bytes)?;
    }
    whole.remove_after(last)?;
    Ok(Merged { blocks: files.len(), missing })
}

//! Parts of a study, joined.

use crate::Lab;
use crate::parallel::handed_on;
use crate::store::dir::{Block, StudyDir, block_name, write_block_file};
use crate::store::file::write_whole;
use crate::store::sha256;
use anyhow::{Context, Result};
use dealwright::InvalidInput;
use serde::Deserialize;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// How parts are joined.
#[derive(Debug, Clone, Copy, Default)]
pub struct MergeOptions {
    /// Join what is there even if parts are missing.
    pub partial: bool,
}

/// What joining came to.
pub struct Merged {
    /// The whole.
    pub dir: StudyDir,
    /// What is missing, in words.
    pub missing: Vec<String>,
}

/// Joins the parts of one study in a directory.
pub fn merge(lab: &Lab, parts: &[PathBuf], out: &Path, options: MergeOptions) -> Result<Merged> {
    let parts: Vec<StudyDir> =
        parts.iter().map(|part| StudyDir::open_and_read(lab, part)).collect::<Result<_>>()?;
    let Some(first) = parts.first() else { return Err(InvalidInput("nothing to join".into()).into()) };
    for part in &parts {
        if let Some(why) = difference(first, part) {
            let message = format!(
                "{} and {} are not parts of one study: {why}",
                first.path.display(),
                part.path.display()
            );
            return Err(InvalidInput(message).into());
        }
        for what in part.unknown_games.iter().chain(&part.damaged) {
            lab.listener.note(&format!("{}: {what}", part.path.display()));
        }
    }
    if first.manifest.study.until.is_some() && parts.len() > 1 {
        let message = "a study that ends by itself (--until) has no parts";
        return Err(InvalidInput(message.into()).into());
    }
    let missing = missing_parts(&parts);
    if !missing.is_empty() && !options.partial {
        let message = format!("{}; --partial joins what is there", missing.join(", "));
        return Err(InvalidInput(message).into());
    }
    if let Some(block) = differing(&parts) {
        return Err(InvalidInput(format!("{} differs between the parts", block_name(block))).into());
    }
    // An interrupted merge into the same directory is resumed.
    let mut whole = StudyDir::begin_or_resume(lab, out, first.manifest.clone())?;
    if let Some(why) = difference(first, &whole) {
        let message = format!("{} holds another study: {why}", out.display());
        return Err(InvalidInput(message).into());
    }
    let mut notes = ["runs.jsonl", "timings.csv"].map(|file| (file, String::new()));
    let all = parts.iter().map(|part| part.blocks.len()).sum();
    let say = lab.listener.blocks(all);
    let mut joined = 0;
    for part in &parts {
        let mut wanted: Vec<(Block, &String)> = Vec::new();
        for (&block, sum) in &part.blocks {
            match whole.blocks.get(&block) {
                None => wanted.push((block, sum)),
                Some(there) if there == sum => {}
                Some(_) => {
                    let message = format!("{} differs from that in {}", block_name(block), out.display());
                    return Err(InvalidInput(message).into());
                }
            }
        }
        joined += part.blocks.len() - wanted.len();
        // Many at a time, as the disk is waited for.
        handed_on(
            &wanted,
            part.readers(),
            |_, &(block, sum)| copy_block(part, block, sum, out),
            |number, ()| {
                say("joining", joined + number);
                let (block, sum) = wanted[number];
                whole.add_sum(block, sum.clone())
            },
        )?;
        joined += wanted.len();
        for (file, notes) in &mut notes {
            if let Ok(text) = std::fs::read_to_string(part.path.join(file)) {
                // The heading only once.
                let heading = text.starts_with("line,") && !notes.is_empty();
                let text = if heading { text.split_once('\n').map_or("", |(_, rest)| rest) } else { &text };
                notes.push_str(text.trim_end());
                notes.push('\n');
            }
        }
    }
    for (file, text) in notes.iter().filter(|(_, text)| !text.is_empty()) {
        write_whole(&whole.path.join(file), text.as_bytes())?;
    }
    whole.write_sums()?;
    drop(say);
    Ok(Merged { dir: whole, missing })
}

/// Copies a block of a part into the whole, still without its checksum.
fn copy_block(part: &StudyDir, block: Block, sum: &String, whole: &Path) -> Result<()> {
    let place = || format!("{}: {}", part.path.display(), block_name(block));
    let bytes = part.bytes(block).with_context(place)?;
    // It was read through a while ago; since then somebody may have written to it.
    if sha256(&bytes) != *sum {
        return Err(InvalidInput(format!("{} has changed while it was joined", place())).into());
    }
    write_block_file(whole, block, &bytes)
}

/// A block that two parts have with different bytes.
fn differing(parts: &[StudyDir]) -> Option<Block> {
    let mut known: BTreeMap<Block, &String> = BTreeMap::new();
    let blocks = parts.iter().flat_map(|part| &part.blocks);
    blocks.into_iter().find_map(|(&block, sum)| (*known.entry(block).or_insert(sum) != sum).then_some(block))
}

/// What makes two directories parts of different studies.
fn difference(one: &StudyDir, other: &StudyDir) -> Option<String> {
    let (a, b) = (&one.manifest, &other.manifest);
    if a.dealwright != b.dealwright {
        return Some(format!("made by versions {} and {}", a.dealwright, b.dealwright));
    }
    if a.generator != b.generator {
        return Some(format!("dealt by generators {} and {}", a.generator, b.generator));
    }
    if a.study != b.study {
        return Some("the study differs (seed, size, measures or limits)".into());
    }
    (a.lines != b.lines).then(|| "the setups differ".into())
}

#[derive(Deserialize)]
struct ShardLine {
    shard: Option<String>,
}

/// What is missing, in words: parts that nobody ran, else blocks.
fn missing_parts(parts: &[StudyDir]) -> Vec<String> {
    let Some(first) = parts.first() else { return Vec::new() };
    let there: BTreeSet<_> = parts.iter().flat_map(|part| part.blocks.keys().copied()).collect();
    let all: Vec<_> = first.manifest.blocks().collect();
    if first.manifest.study.until.is_some() || all.iter().all(|block| there.contains(block)) {
        return Vec::new();
    }
    // Which parts were run, if all of them were cut in the same way.
    let mut seen = BTreeSet::new();
    let mut sizes = BTreeSet::new();
    for part in parts {
        let text = std::fs::read_to_string(part.path.join("runs.jsonl")).unwrap_or_default();
        for line in text.lines().filter_map(|line| serde_json::from_str::<ShardLine>(line).ok()) {
            let shard = line.shard.as_deref().and_then(|shard| shard.split_once('/'));
            if let Some((number, of)) = shard
                && let (Ok(number), Ok(of)) = (number.parse::<u64>(), of.parse::<u64>())
            {
                seen.insert(number);
                sizes.insert(of);
            }
        }
    }
    let mut words = Vec::new();
    let mut lacking: BTreeSet<usize> =
        all.iter().enumerate().filter(|(_, b)| !there.contains(b)).map(|(n, _)| n).collect();
    if let (Some(&of), 1) = (sizes.first(), sizes.len()) {
        for part in (1..=of).filter(|part| !seen.contains(part)) {
            words.push(format!("part {part}/{of} is missing"));
            lacking.retain(|number| *number as u64 % of != part - 1);
        }
    }
    const SHOWN: usize = 10;
    words.extend(lacking.iter().take(SHOWN).map(|&number| format!("{} is missing", block_name(all[number]))));
    if lacking.len() > SHOWN {
        words.push(format!("{} more blocks are missing", lacking.len() - SHOWN));
    }
    words
}

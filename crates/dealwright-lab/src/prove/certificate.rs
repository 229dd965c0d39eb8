//! Certificates: a solution for each challenge that was tried, in one file that anybody can check without a solver.
//!
//! The first line is `dealwright certificate 1`, the second one the plan as JSON (what was proved, with the texts of a setup
//! from a file). Then follow the blocks in their order, each as in [`super::block`], and at the end `DWE1`, the number of
//! blocks (8 bytes, the lowest first) and the SHA-256 of everything before it.

use super::block::{self, HEAD_BYTES, plan_mark};
use super::dir::{MOST_PLAN_BYTES, ProofDir};
use super::{Found, Outcome, ProofPlan, first_dead, outcome, proof};
use crate::Lab;
use crate::parallel::one_by_one;
use crate::store::file::NewFile;
use anyhow::Result;
use dealwright::InvalidInput;
use dealwright::setup::load::dealer;
use dealwright::text::{counted, grouped};
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;
use std::fs::File;
use std::io::{BufRead, BufReader, BufWriter, Read, Write};
use std::path::Path;

const FIRST_LINE: &str = "dealwright certificate 1\n";
const END: &[u8; 4] = b"DWE1";
const END_BYTES: usize = 44;
/// Blocks that are checked at a time.
const TOGETHER: usize = 64;

/// Writes the certificate of a proof whose blocks are all there, up to the end or to a dead challenge.
pub fn write(dir: &ProofDir, lab: &Lab, file: NewFile) -> Result<()> {
    let setup = dir.plan.load(&lab.registry)?;
    let blocks = proof(&dealer(&setup)?, &dir.plan)?.blocks();
    let mut out = BufWriter::new(Summed { out: file, sum: Sha256::new() });
    let written = (|| {
        out.write_all(FIRST_LINE.as_bytes())?;
        out.write_all(dir.plan.to_json()?.as_bytes())?;
        let mut count = 0u64;
        for number in 0..blocks {
            let (bytes, found) = dir.block(number)?;
            out.write_all(&bytes)?;
            count += 1;
            if found.dead {
                break;
            }
        }
        out.write_all(END)?;
        out.write_all(&count.to_le_bytes())?;
        out.flush()?;
        anyhow::Ok(())
    })();
    let (summed, _) = out.into_parts();
    let mut file = summed.out;
    written.map_err(|error| file.error(&format!("{error:#}")))?;
    let sum = summed.sum.finalize();
    match file.write_all(&sum) {
        Ok(()) => file.finish(),
        Err(error) => Err(file.error(&error.to_string())),
    }
}

/// Bytes on their way to a file, with their checksum.
struct Summed {
    out: NewFile,
    sum: Sha256,
}

impl Write for Summed {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        let written = self.out.write(bytes)?;
        self.sum.update(&bytes[..written]);
        Ok(written)
    }

    fn flush(&mut self) -> std::io::Result<()> {
        self.out.flush()
    }
}

/// A certificate that is being read.
struct Certificate {
    name: String,
    file: BufReader<File>,
    /// Bytes that were read.
    at: u64,
    sum: Sha256,
}

impl Certificate {
    fn damaged(&self, what: &str) -> anyhow::Error {
        InvalidInput(format!("{}: damaged at byte {}: {what}", self.name, grouped(self.at))).into()
    }

    /// So many bytes, or fewer at the end of the file.
    fn take(&mut self, count: usize) -> Result<Vec<u8>> {
        let mut bytes = Vec::new();
        let read = (&mut self.file).take(count as u64).read_to_end(&mut bytes);
        read.map_err(|error| self.damaged(&error.to_string()))?;
        Ok(bytes)
    }

    /// Counts bytes that are as they should be.
    fn accept(&mut self, bytes: &[u8]) {
        self.at += bytes.len() as u64;
        self.sum.update(bytes);
    }

    /// A line that is not longer than so much.
    fn line(&mut self, most: usize) -> Result<String> {
        let mut bytes = Vec::new();
        let read = (&mut self.file).take(most as u64).read_until(b'\n', &mut bytes);
        read.map_err(|error| self.damaged(&error.to_string()))?;
        if bytes.last() != Some(&b'\n') {
            return Err(self.damaged("a line has no end: the file is truncated or not a certificate"));
        }
        let text = String::from_utf8(bytes).map_err(|_| self.damaged("this is no text"))?;
        self.accept(text.as_bytes());
        Ok(text)
    }
}

/// Opens a certificate and reads what it is about.
fn open(path: &Path) -> Result<(Certificate, ProofPlan, String)> {
    let name = path.display().to_string();
    let file = File::open(path).map_err(|error| InvalidInput(format!("{name}: {error}")))?;
    let mut certificate = Certificate { name, file: BufReader::new(file), at: 0, sum: Sha256::new() };
    let first = certificate.take(FIRST_LINE.len())?;
    if first != FIRST_LINE.as_bytes() {
        let message = format!("{}: this is not a certificate of dealwright prove", certificate.name);
        return Err(InvalidInput(message).into());
    }
    certificate.accept(&first);
    let text = certificate.line(MOST_PLAN_BYTES)?;
    let plan = serde_json::from_str(&text);
    let plan: ProofPlan =
        plan.map_err(|error| certificate.damaged(&format!("the plan is not readable: {error}")))?;
    Ok((certificate, plan, text))
}

/// What a certificate is about.
pub fn plan_of(path: &Path) -> Result<ProofPlan> {
    Ok(open(path)?.1)
}

/// Replays every solution of a certificate by the rules of its game, and finds that there is one for every challenge. No solver
/// is used. Damage is an error that names the place.
pub fn check(lab: &Lab, path: &Path, threads: usize) -> Result<Outcome> {
    let (mut certificate, plan, text) = open(path)?;
    let in_file = |error: anyhow::Error| InvalidInput(format!("{}: {error:#}", path.display()));
    let setup = plan.load(&lab.registry).map_err(in_file)?;
    let dealer = dealer(&setup)?;
    let proof = proof(&dealer, &plan).map_err(in_file)?;
    let mark = plan_mark(&text);
    let mut found: BTreeMap<u64, Found> = BTreeMap::new();
    let mut ended = None;
    while ended.is_none() {
        lab.listener.searching(&format!("{} of {} blocks checked", found.len(), proof.blocks()));
        let mut together = Vec::new();
        while together.len() < TOGETHER {
            let number = (found.len() + together.len()) as u64;
            let begin = certificate.take(HEAD_BYTES)?;
            if begin.starts_with(END) {
                ended = Some(begin);
                break;
            }
            let truncated = format!("the file ends within block {number} of {}", proof.blocks());
            if begin.len() < HEAD_BYTES {
                return Err(certificate.damaged(&truncated));
            }
            let damaged = |what: &str| certificate.damaged(&format!("block {number}: {what}"));
            let length = block::length(&begin).ok_or_else(|| damaged("it does not begin like a block"))?;
            let rest = certificate.take(length - HEAD_BYTES)?;
            if rest.len() < length - HEAD_BYTES {
                return Err(certificate.damaged(&truncated));
            }
            let bytes = [begin, rest].concat();
            let damaged = |what: &str| certificate.damaged(&format!("block {number}: {what}"));
            let block = block::read(&bytes, mark).map_err(|what| damaged(&what))?;
            if block.number != number || number >= proof.blocks() {
                return Err(damaged(&format!("it is block {}", block.number)));
            }
            certificate.accept(&bytes);
            together.push(block);
        }
        let checked = one_by_one(&together, threads, |_, block| {
            let checked = proof.check_block(block.number, &block.solutions).map(|tried| Found::of(&tried));
            match checked {
                Ok(found) if found == block.found => Ok(Some(found)),
                Ok(_) => {
                    Err((block.number, "it says another number of challenges than there are".to_string()))
                }
                Err(mistake) => Err((block.number, InvalidInput::from(mistake).to_string())),
            }
        });
        let checked = checked
            .map_err(|(block, what)| InvalidInput(format!("{}: block {block}: {what}", certificate.name)))?;
        together.iter().zip(checked).for_each(|(block, checked)| {
            found.insert(block.number, checked);
        });
    }
    lab.listener.searching("");
    check_end(&mut certificate, &ended.unwrap_or_default(), found.len() as u64)?;
    let needed = first_dead(&found).map_or(proof.blocks(), |dead| dead + 1);
    if found.len() as u64 != needed {
        let message = format!(
            "{} is not complete: it has {} of {}",
            certificate.name,
            counted(found.len() as u64, "block"),
            grouped(needed)
        );
        return Err(InvalidInput(message).into());
    }
    Ok(outcome(&proof, &plan, &found))
}

/// The end of a certificate: the number of blocks and the checksum of everything, and then nothing more.
fn check_end(certificate: &mut Certificate, end: &[u8], blocks: u64) -> Result<()> {
    if end.len() < END_BYTES {
        return Err(certificate.damaged("the file ends within its last line"));
    }
    let (said, sum) = end.split_at(12);
    if said[4..] != blocks.to_le_bytes() {
        return Err(certificate.damaged("it has another number of blocks than it says"));
    }
    certificate.sum.update(said);
    if certificate.sum.clone().finalize().as_slice() != sum {
        return Err(certificate.damaged("the checksum of the whole file does not fit"));
    }
    match certificate.take(1)?.is_empty() {
        true => Ok(()),
        false => Err(certificate.damaged("something follows after the end")),
    }
}

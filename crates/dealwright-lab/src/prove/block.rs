//! A block of solutions as a piece of a file: in the directory of a proof one file each, in a certificate one after the
//! other.
//!
//! | bytes | |
//! |---:|---|
//! | 4 | `DWB1` |
//! | 8 | the first bytes of the SHA-256 of the plan |
//! | 8 | number of the block |
//! | 8 | challenges tried |
//! | 8 | different challenges that these stand for |
//! | 4 | length of the entries |
//! | 4 | length of the packed entries |
//! | | the entries, packed by zstd |
//! | 32 | SHA-256 of everything before |
//!
//! Numbers have their lowest byte first.

use anyhow::Result;
use dealwright::prove::Tried;
use dealwright::prove::solutions::{Entry, Reader};
use sha2::{Digest, Sha256};

const MAGIC: &[u8; 4] = b"DWB1";
const HEAD: usize = 44;
const SUM: usize = 32;
/// Most bytes of entries, packed or not; what claims more is damaged.
const MOST_BYTES: usize = 1 << 30;
const LEVEL: i32 = 9;

/// What a block came to, without its solutions.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Found {
    /// Challenges that were tried.
    pub tried: u64,
    /// Different challenges that these stand for.
    pub different: u64,
    /// Places of those that stayed undecided.
    pub undecided: Vec<u64>,
    /// Whether the last one is dead.
    pub dead: bool,
}

impl Found {
    /// Of a block that was tried.
    pub fn of(tried: &Tried) -> Self {
        Self {
            tried: tried.tried,
            different: tried.different,
            undecided: tried.undecided.clone(),
            dead: tried.dead,
        }
    }
}

/// A block that was read.
pub struct Block {
    /// Its number.
    pub number: u64,
    /// What it came to, as its entries say.
    pub found: Found,
    /// The entries.
    pub solutions: Vec<u8>,
}

/// The first bytes of the checksum of a plan's text: blocks of another proof are noticed.
pub fn plan_mark(plan: &str) -> [u8; 8] {
    let sum = Sha256::digest(plan.as_bytes());
    std::array::from_fn(|n| sum[n])
}

/// The bytes of a block.
pub fn write(mark: [u8; 8], number: u64, tried: &Tried) -> Result<Vec<u8>> {
    let packed = zstd::bulk::compress(&tried.solutions, LEVEL)?;
    let mut bytes = Vec::with_capacity(HEAD + packed.len() + SUM);
    bytes.extend(MAGIC);
    bytes.extend(mark);
    [number, tried.tried, tried.different].iter().for_each(|n| bytes.extend(n.to_le_bytes()));
    bytes.extend((tried.solutions.len() as u32).to_le_bytes());
    bytes.extend((packed.len() as u32).to_le_bytes());
    bytes.extend(packed);
    let sum = Sha256::digest(&bytes);
    bytes.extend(sum);
    Ok(bytes)
}

/// How long a block is that begins with these bytes; none where it does not begin like a block, or its beginning is not
/// there.
pub fn length(bytes: &[u8]) -> Option<usize> {
    let head = bytes.get(..HEAD).filter(|head| head.starts_with(MAGIC))?;
    let packed = u32::from_le_bytes(head[40..44].try_into().ok()?) as usize;
    (packed <= MOST_BYTES).then_some(HEAD + packed + SUM)
}

/// Bytes that are needed to know the length of a block.
pub const HEAD_BYTES: usize = HEAD;

/// Reads the bytes of one block; what is wrong with them, in words.
pub fn read(bytes: &[u8], mark: [u8; 8]) -> Result<Block, String> {
    let length = length(bytes).ok_or("it does not begin like a block")?;
    if bytes.len() != length {
        return Err(format!("it has {} bytes instead of {length}", bytes.len()));
    }
    let (content, sum) = bytes.split_at(length - SUM);
    if Sha256::digest(content).as_slice() != sum {
        return Err("its checksum does not fit".into());
    }
    if content[4..12] != mark {
        return Err("it belongs to another proof".into());
    }
    let number = |at: usize| {
        let bytes: [u8; 8] = std::array::from_fn(|n| content[at + n]);
        u64::from_le_bytes(bytes)
    };
    let unpacked = u32::from_le_bytes(std::array::from_fn(|n| content[36 + n])) as usize;
    if unpacked > MOST_BYTES {
        return Err("its entries would be too long".into());
    }
    let solutions = zstd::bulk::decompress(&content[HEAD..], unpacked);
    let solutions = solutions.map_err(|error| format!("its entries cannot be unpacked: {error}"))?;
    let mut found = Found { tried: 0, different: number(28), undecided: Vec::new(), dead: false };
    let mut entries = Reader::new(&solutions);
    while let Some(entry) = entries.next_entry()? {
        if found.dead {
            return Err("there are entries after a dead challenge".into());
        }
        match entry {
            Entry::Solved(_) => {}
            Entry::Undecided => found.undecided.push(found.tried),
            Entry::Dead => found.dead = true,
        }
        found.tried += 1;
    }
    if found.tried != number(20) || found.different < found.tried {
        return Err("it has another number of entries than it says".into());
    }
    Ok(Block { number: number(12), found, solutions })
}

#[cfg(test)]
mod tests {
    use super::*;
    use dealwright::prove::solutions::write_entry;

    fn tried() -> Tried {
        let mut solutions = Vec::new();
        for entry in
            [Entry::Solved(vec![1, 2, 300]), Entry::Undecided, Entry::Solved(vec![0; 40]), Entry::Dead]
        {
            write_entry(&mut solutions, &entry);
        }
        Tried { tried: 4, different: 9, undecided: vec![1], dead: true, solutions }
    }

    #[test]
    fn what_is_written_is_read_again() {
        let mark = plan_mark("a plan");
        let bytes = write(mark, 7, &tried()).unwrap();
        assert_eq!(length(&bytes), Some(bytes.len()));
        let block = read(&bytes, mark).unwrap();
        assert_eq!((block.number, block.found), (7, Found::of(&tried())));
        assert_eq!(block.solutions, tried().solutions);
    }

    #[test]
    fn every_changed_byte_and_every_missing_end_is_noticed() {
        let mark = plan_mark("a plan");
        let good = write(mark, 7, &tried()).unwrap();
        for at in 0..good.len() {
            let mut bad = good.clone();
            bad[at] ^= 1;
            assert!(read(&bad, mark).is_err(), "byte {at}");
            assert!(read(&good[..at], mark).is_err(), "{at} bytes");
        }
        assert!(read(&[good.as_slice(), &[0]].concat(), mark).is_err());
        assert_eq!(read(&good, plan_mark("another")).err().as_deref(), Some("it belongs to another proof"));
    }
}

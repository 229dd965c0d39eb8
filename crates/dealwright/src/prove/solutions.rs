//! Solutions as bytes: for each challenge one entry.
//!
//! An entry is a list of whole numbers, each seven bits to a byte, the lowest first, with the highest bit set on all but the
//! last byte. The first number is 0 for a challenge without a solution, 1 for one that stayed undecided, and otherwise two
//! more than the moves of its solution. Then follows each move, as its number from 0 among the legal moves of the position,
//! in the order in which the game lists them.

/// What came of a challenge.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Entry {
    /// Its moves by their numbers.
    Solved(Vec<u32>),
    /// There is no solution.
    Dead,
    /// Not known.
    Undecided,
}

/// Moves of a solution at most; what claims more is damaged.
const MOST_MOVES: u32 = 100_000;

/// Appends an entry.
pub fn write_entry(bytes: &mut Vec<u8>, entry: &Entry) {
    match entry {
        Entry::Dead => write_number(bytes, 0),
        Entry::Undecided => write_number(bytes, 1),
        Entry::Solved(moves) => {
            write_number(bytes, moves.len() as u32 + 2);
            moves.iter().for_each(|&number| write_number(bytes, number));
        }
    }
}

fn write_number(bytes: &mut Vec<u8>, mut number: u32) {
    while number >= 0x80 {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
}

/// Reads entries one after the other.
pub struct Reader<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> Reader<'a> {
    /// Reads from the first byte on.
    pub fn new(bytes: &'a [u8]) -> Self {
        Self { bytes, at: 0 }
    }

    /// Whether there is no more to read.
    pub fn is_at_end(&self) -> bool {
        self.at == self.bytes.len()
    }

    /// The next entry; none at the end. An entry that breaks off or makes no sense is an error.
    pub fn next_entry(&mut self) -> Result<Option<Entry>, String> {
        if self.is_at_end() {
            return Ok(None);
        }
        Ok(Some(match self.number()? {
            0 => Entry::Dead,
            1 => Entry::Undecided,
            length if length - 2 <= MOST_MOVES => {
                Entry::Solved((0..length - 2).map(|_| self.number()).collect::<Result<_, _>>()?)
            }
            length => return Err(format!("a solution of {} moves cannot be", length - 2)),
        }))
    }

    fn number(&mut self) -> Result<u32, String> {
        let mut number = 0u32;
        for shift in (0..32).step_by(7) {
            let byte = *self.bytes.get(self.at).ok_or("the list breaks off within a solution")?;
            self.at += 1;
            let bits = u32::from(byte & 0x7f);
            number |=
                bits.checked_shl(shift).filter(|n| n >> shift == bits).ok_or("a number is too large")?;
            if byte & 0x80 == 0 {
                return Ok(number);
            }
        }
        Err("a number is too large".into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read_all(bytes: &[u8]) -> Result<Vec<Entry>, String> {
        let mut reader = Reader::new(bytes);
        let mut entries = Vec::new();
        while let Some(entry) = reader.next_entry()? {
            entries.push(entry);
        }
        Ok(entries)
    }

    #[test]
    fn what_is_written_is_read_again() {
        let entries = vec![
            Entry::Solved(vec![0, 127, 128, 300, u32::MAX]),
            Entry::Undecided,
            Entry::Solved(Vec::new()),
            Entry::Solved(vec![5; 200]),
            Entry::Dead,
        ];
        let mut bytes = Vec::new();
        entries.iter().for_each(|entry| write_entry(&mut bytes, entry));
        assert_eq!(read_all(&bytes), Ok(entries));
    }

    #[test]
    fn what_breaks_off_or_makes_no_sense_is_refused() {
        let mut bytes = Vec::new();
        write_entry(&mut bytes, &Entry::Solved(vec![1, 200, 3]));
        for length in 1..bytes.len() {
            assert!(read_all(&bytes[..length]).is_err(), "{length}");
        }
        assert!(read_all(&[0xff; 9]).unwrap_err().contains("too large"));
        assert!(read_all(&[0xff, 0xff, 0xff, 0x7f]).unwrap_err().contains("cannot be"));
    }
}

//! The mountain as numbers and masks: what Fujisan's own solver walks on.
//!
//! Where a priest may walk along its row depends on the pattern of that row alone, and far fewer patterns occur than
//! positions. So each pattern's neighbours are worked out once, when it is first asked for.
//!
//! Backward, a priest on a space of value v came along its row from the v-th free space to the left or to the right,
//! counted from where it stands now, because the space it left is free again: at most two such places.

use super::{COLUMNS, Fujisan, GREATEST_VALUE, LAST};

/// Number of positions: four priests on 28 spaces.
pub(super) const POSITIONS: usize = 20_475;
const ROW: u32 = (1 << COLUMNS) - 1;

/// Number of a row's pattern among those with as many priests: the combinatorial number system.
static BOTTOM: [u16; 1 << COLUMNS] = row_ranks();
/// What the top row adds to the number of a position: where positions with so many priests in the top row begin, and
/// for each lower pattern as many numbers as the bottom row has patterns with the other priests.
static TOP: [u16; 1 << COLUMNS] = top_parts();

const fn top_parts() -> [u16; 1 << COLUMNS] {
    /// Patterns of a row with so many priests.
    const PATTERNS: [u16; 5] = [1, 14, 91, 364, 1001];
    let ranks = row_ranks();
    let mut parts = [0u16; 1 << COLUMNS];
    let mut pattern = 0usize;
    while pattern < 1 << COLUMNS {
        let priests = pattern.count_ones() as usize;
        if priests <= 4 {
            let mut fewer = 0;
            while fewer < priests {
                parts[pattern] += PATTERNS[fewer] * PATTERNS[4 - fewer];
                fewer += 1;
            }
            parts[pattern] += ranks[pattern] * PATTERNS[4 - priests];
        }
        pattern += 1;
    }
    parts
}

const fn row_ranks() -> [u16; 1 << COLUMNS] {
    let mut ranks = [0u16; 1 << COLUMNS];
    let mut pattern = 1usize;
    while pattern < 1 << COLUMNS {
        // With its highest priest taken away, a pattern has a rank already: add choose(highest, priests).
        let highest = pattern.ilog2();
        let rest = pattern & !(1 << highest);
        let priests = pattern.count_ones();
        if priests <= 4 {
            let mut choose = 1u32;
            let mut n = 0;
            while n < priests {
                choose = choose * (highest.saturating_sub(n)) / (n + 1);
                n += 1;
            }
            ranks[pattern] = ranks[rest] + choose as u16;
        }
        pattern += 1;
    }
    ranks
}

/// Number of row patterns with at most four priests.
const PATTERNS: usize = 1 + 14 + 91 + 364 + 1001;

/// Number of a row's pattern among all with at most four priests.
static INDEX: [u16; 1 << COLUMNS] = indices();

const fn indices() -> [u16; 1 << COLUMNS] {
    let mut indices = [0u16; 1 << COLUMNS];
    let (mut pattern, mut next) = (0usize, 0);
    while pattern < 1 << COLUMNS {
        if pattern.count_ones() <= 4 {
            indices[pattern] = next;
            next += 1;
        }
        pattern += 1;
    }
    indices
}

pub(super) fn number(state: u32) -> usize {
    TOP[(state & ROW) as usize] as usize + BOTTOM[(state >> COLUMNS & ROW) as usize] as usize
}

/// Values go from 1 to this; 0 is nowhere to walk to.
const MOST_STEPS: usize = GREATEST_VALUE as usize;

/// Four rows side by side, each in a lane of 16 bits, so that what is asked of each priest is asked of four at once.
type Lanes = u64;
/// The lowest bit of each lane.
const ONES: Lanes = 0x0001_0001_0001_0001;
/// All columns in each lane.
const ROWS: Lanes = ROW as Lanes * ONES;
const HIGHEST: Lanes = ONES << 15;

/// The lowest column of each lane; none where the lane is empty.
fn lowest(lanes: Lanes) -> Lanes {
    // In a lane, 2^14 less a number is its negative, and nothing is borrowed from the next lane.
    lanes & ((ONES << COLUMNS) - lanes)
}

/// All columns in each lane that has one.
fn wide(lanes: Lanes) -> Lanes {
    ((lanes + (HIGHEST - ONES)) >> 15 & ONES) * Lanes::from(ROW)
}

/// Columns counted from the other end, and lanes in the opposite order.
fn turned(lanes: Lanes) -> Lanes {
    lanes.reverse_bits() >> (16 - COLUMNS)
}

/// Priests of a row, one in each lane, from the left.
fn apart(mut priests: u32) -> Lanes {
    let mut lanes = 0;
    for lane in 0..4 {
        let priest = priests & priests.wrapping_neg();
        priests ^= priest;
        lanes |= Lanes::from(priest) << (16 * lane);
    }
    lanes
}

/// The mountain as the search needs it.
pub(super) struct Mountain {
    free_summit: bool,
    /// For each row, the columns of each value from 1 to 5, in all lanes.
    columns_of: [[Lanes; MOST_STEPS]; 2],
    /// The same counted from the other end.
    turned_columns_of: [[Lanes; MOST_STEPS]; 2],
}

/// A list that grows without asking whether there is something to add: what is written is kept or written over.
struct Found<'a> {
    list: &'a mut [u64],
    count: usize,
    /// Where the row is in a position.
    shift: u32,
    /// What its patterns add to the number of a position.
    parts: &'static [u16; 1 << COLUMNS],
}

impl Found<'_> {
    fn add_if(&mut self, pattern: u32, add: bool) {
        let part = self.parts[pattern as usize];
        self.list[self.count] = u64::from(pattern << self.shift) | u64::from(part) << 32;
        self.count += usize::from(add);
    }
}

impl Mountain {
    pub fn new(challenge: &Fujisan) -> Self {
        let mut columns_of = [[0; MOST_STEPS]; 2];
        for (row, numbers) in challenge.values.iter().enumerate() {
            for (column, &value) in (1..).zip(numbers).filter(|(_, value)| **value > 0) {
                columns_of[row][value as usize - 1] |= ONES << column;
            }
        }
        let turned_columns_of = columns_of.map(|row: [Lanes; MOST_STEPS]| row.map(turned));
        Self { free_summit: challenge.free_summit, columns_of, turned_columns_of }
    }

    /// Patterns of a row after any priest of it has walked along it.
    fn add_walks(&self, row: usize, pattern: u32, found: &mut Found<'_>) {
        let free = Lanes::from(!pattern & ROW) * ONES;
        let priests = apart(pattern & !SUMMIT_COLUMNS);
        // Columns to the left of each priest; all of them in lanes without one.
        let left = ((priests | HIGHEST) - ONES) & ROWS;
        let (mut ahead, mut behind) = (free & !(left | priests), turned(free & left & wide(priests)));
        let (mut forth, mut back) = (0, 0);
        for steps in 0..MOST_STEPS {
            let (next, last) = (lowest(ahead), lowest(behind));
            (ahead, behind) = (ahead ^ next, behind ^ last);
            forth |= next & self.columns_of[row][steps];
            back |= last & self.turned_columns_of[row][steps];
        }
        let mut landings = forth | turned(back);
        while landings != 0 {
            let landing = landings.trailing_zeros();
            landings &= landings - 1;
            let priest = (priests >> (landing & 48)) as u32 & ROW;
            found.add_if(pattern & !priest | 1 << (landing & 15), true);
        }
        self.add_sidesteps(pattern, found);
    }

    /// Patterns of a row before any priest of it walked along it.
    fn add_walks_before(&self, row: usize, pattern: u32, found: &mut Found<'_>) {
        // Nobody walks from the summit, and priests on the ground have not moved yet.
        let free = Lanes::from(!pattern & ROW) * ONES;
        let priests = apart(pattern & STEPS_ONLY);
        let turned_priests = turned(priests);
        let left = ((priests | HIGHEST) - ONES) & ROWS;
        let (mut ahead, mut behind) = (free & !(left | priests), turned(free & left));
        let (mut forth, mut back) = (0, 0);
        for steps in 0..MOST_STEPS {
            let (next, last) = (lowest(ahead), lowest(behind));
            (ahead, behind) = (ahead ^ next, behind ^ last);
            forth |= next & wide(priests & self.columns_of[row][steps]);
            back |= last & wide(turned_priests & self.turned_columns_of[row][steps]);
        }
        let walked_from = Lanes::from(ROW & !SUMMIT_COLUMNS) * ONES;
        let (forth, back) = (forth & walked_from, turned(back) & walked_from);
        for lane in 0..4 {
            let of_lane = |lanes: Lanes| (lanes >> (16 * lane)) as u32 & ROW;
            let without = pattern & !of_lane(priests);
            for from in [of_lane(forth), of_lane(back)] {
                found.add_if(without | from, from != 0);
            }
        }
        self.add_sidesteps(pattern, found);
    }

    /// Steps from one summit column to the other, which are the same backward.
    fn add_sidesteps(&self, pattern: u32, found: &mut Found<'_>) {
        let on_summit = pattern & SUMMIT_COLUMNS;
        found.add_if(pattern ^ SUMMIT_COLUMNS, self.free_summit & (on_summit.count_ones() == 1));
    }
}

const SUMMIT_COLUMNS: u32 = 1 << 6 | 1 << 7;
/// Where a priest may change rows: not on the ground.
const STEPS_ONLY: u32 = ROW & !(1 | 1 << LAST);

/// Neighbours of row patterns in one direction, worked out when first asked for.
///
/// Lists hold the neighbour's pattern where it is in a position, and in the upper half what it adds to the position's number: so a
/// neighbour of a position and its number are one sum.
pub(super) struct Walks {
    /// For each row and pattern: where its list begins in `lists`, plus one; 0 if it is not worked out yet.
    known: Vec<u32>,
    /// Lists, each one with its length before it, and room behind them.
    lists: Vec<u64>,
    used: usize,
}

/// Entries of a list that are copied together.
const BLOCK: usize = 8;

impl Walks {
    pub fn new() -> Self {
        Self { known: vec![0; 2 * PATTERNS], lists: vec![0; 4096], used: 0 }
    }

    /// Where the list of a pattern is.
    #[inline(always)]
    fn list(&mut self, mountain: &Mountain, backward: bool, row: usize, pattern: u32) -> (usize, usize) {
        let slot = row * PATTERNS + INDEX[pattern as usize] as usize;
        let mut begin = self.known[slot] as usize;
        if begin == 0 {
            begin = self.work_out(mountain, backward, row, pattern);
            self.known[slot] = begin as u32;
        }
        (begin, begin + self.lists[begin - 1] as usize)
    }

    #[inline(never)]
    fn work_out(&mut self, mountain: &Mountain, backward: bool, row: usize, pattern: u32) -> usize {
        let begin = self.used + 1;
        if self.lists.len() < begin + MOST_NEIGHBOURS + BLOCK {
            self.lists.resize(2 * self.lists.len(), 0);
        }
        let (shift, parts) = if row == 0 { (0, &TOP) } else { (COLUMNS, &BOTTOM) };
        let mut found = Found { list: &mut self.lists[begin..], count: 0, shift: shift.into(), parts };
        if backward {
            mountain.add_walks_before(row, pattern, &mut found);
        } else {
            mountain.add_walks(row, pattern, &mut found);
        }
        let count = found.count;
        self.lists[begin - 1] = count as u64;
        self.used = begin + count;
        begin
    }

    /// Writes the neighbours of a position, with their numbers in the upper half, to the beginning of a list, and maybe more after
    /// them. Gives how many they are.
    #[inline(always)]
    pub fn write(&mut self, mountain: &Mountain, backward: bool, state: u32, out: &mut [u64]) -> usize {
        let (top, bottom) = (state & ROW, state >> COLUMNS);
        let above = u64::from(top) | u64::from(TOP[top as usize]) << 32;
        let below = u64::from(bottom) << COLUMNS | u64::from(BOTTOM[bottom as usize]) << 32;
        let mut count = 0;
        for (row, pattern, other) in [(0, top, below), (1, bottom, above)] {
            let (begin, end) = self.list(mountain, backward, row, pattern);
            // In blocks, so that how long the list is makes a difference only where it is long.
            let (from, to) =
                (self.lists[begin..].as_chunks::<BLOCK>().0, out[count..].as_chunks_mut::<BLOCK>().0);
            for (from, to) in from.iter().zip(to).take((end - begin).max(1).div_ceil(BLOCK)) {
                *to = from.map(|neighbour| neighbour + other);
            }
            count += end - begin;
        }
        let mut changes = (top ^ bottom) & STEPS_ONLY;
        let mut number_of = 0;
        for slot in &mut out[count..][..4] {
            let column = changes & changes.wrapping_neg();
            number_of += usize::from(column != 0);
            changes ^= column;
            let (top, bottom) = (top ^ column, bottom ^ column);
            let number = TOP[top as usize] + BOTTOM[bottom as usize];
            *slot = u64::from(top | bottom << COLUMNS) | u64::from(number) << 32;
        }
        count + number_of
    }

    /// The neighbours of a position: with their numbers.
    pub fn each(&mut self, mountain: &Mountain, backward: bool, state: u32, mut go: impl FnMut(u32, usize)) {
        let mut neighbours = [0; MOST_NEIGHBOURS + BLOCK];
        let count = self.write(mountain, backward, state, &mut neighbours);
        for &neighbour in &neighbours[..count] {
            go(neighbour as u32, (neighbour >> 32) as usize);
        }
    }
}

/// More neighbours than a position can have: along both rows each space is reached from two sides at most, and four
/// priests may change rows.
pub(super) const MOST_NEIGHBOURS: usize = 2 * 2 * COLUMNS as usize + 4;

#[cfg(test)]
mod tests {
    use super::super::Priests;
    use super::*;
    use crate::puzzle::Puzzle;

    #[test]
    fn every_position_has_its_own_number() {
        let mut seen = vec![false; POSITIONS];
        let mut count = 0;
        for state in (0u32..1 << 28).step_by(1).filter(|s| s.count_ones() == 4) {
            assert!(!std::mem::replace(&mut seen[number(state)], true));
            count += 1;
        }
        assert_eq!(count, POSITIONS);
    }

    #[test]
    fn a_step_back_is_a_step_forward_the_other_way_round() {
        for (index, free) in [(1u64, false), (2, true), (3, false)] {
            let mut random = crate::rng::Stream::new(&["ends"], index);
            let values = [[0; 12]; 2].map(|row| row.map(|_: u8| random.below(6) as u8));
            let challenge = Fujisan::new(values, free, None).unwrap();
            let mountain = Mountain::new(&challenge);
            let (mut forth, mut before) = (Walks::new(), Walks::new());
            // Positions that can occur: a priest on the ground is on its own corner, so any set of spaces will do.
            for _ in 0..2000 {
                let mut state = 0u32;
                while state.count_ones() < 4 {
                    state |= 1 << random.below(28);
                }
                let mut plain: Vec<u32> = Vec::new();
                let mut moves = Vec::new();
                challenge.moves(&Priests(state), &mut moves);
                for mv in moves {
                    let mut next = Priests(state);
                    challenge.play(&mut next, mv);
                    plain.push(next.0);
                }
                let mut fast = Vec::new();
                forth.each(&mountain, false, state, |next, at| {
                    assert_eq!(at, number(next));
                    fast.push(next);
                });
                plain.sort_unstable();
                fast.sort_unstable();
                assert_eq!(fast, plain);
                for next in fast {
                    let mut back = false;
                    before.each(&mountain, true, next, |before, _| back |= before == state);
                    assert!(back, "{state:b} is before {next:b}");
                }
                before.each(&mountain, true, state, |before, at| {
                    assert_eq!(at, number(before));
                    let mut there = false;
                    forth.each(&mountain, false, before, |next, _| there |= next == state);
                    assert!(there, "{before:b} leads to {state:b}");
                });
            }
        }
    }
}

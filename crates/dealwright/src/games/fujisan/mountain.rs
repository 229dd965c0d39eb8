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

/// The mountain as the search needs it.
pub(super) struct Mountain {
    free_summit: bool,
    /// For each row, the columns of each value from 1 to 5.
    columns_of: [[u32; MOST_STEPS]; 2],
    /// For each row and column its value.
    values: [[u8; COLUMNS as usize]; 2],
}

/// The columns one to five free spaces to the right, each as a bit, 0 where there are no more.
fn free_ahead(free: u32, column: u32) -> [u32; MOST_STEPS] {
    let mut ahead = free & !((2 << column) - 1);
    std::array::from_fn(|_| {
        let next = ahead & ahead.wrapping_neg();
        ahead ^= next;
        next
    })
}

/// The same to the left.
fn free_behind(free: u32, column: u32) -> [u32; MOST_STEPS] {
    let mut behind = free & ((1 << column) - 1);
    std::array::from_fn(|_| {
        let next = 1 << (behind | 1).ilog2() & behind;
        behind ^= next;
        next
    })
}

/// A list that grows without asking whether there is something to add: what is written is kept or written over.
struct Found<'a> {
    list: &'a mut [u16],
    count: usize,
}

impl Found<'_> {
    fn add_if(&mut self, pattern: u32, add: bool) {
        self.list[self.count] = pattern as u16;
        self.count += usize::from(add);
    }
}

impl Mountain {
    pub fn new(challenge: &Fujisan) -> Self {
        let mut values = [[0; COLUMNS as usize]; 2];
        let mut columns_of = [[0; MOST_STEPS]; 2];
        for (row, numbers) in challenge.values.iter().enumerate() {
            for (column, &value) in (1..).zip(numbers).filter(|(_, value)| **value > 0) {
                values[row][column] = value;
                columns_of[row][value as usize - 1] |= 1 << column;
            }
        }
        Self { free_summit: challenge.free_summit, columns_of, values }
    }

    /// Patterns of a row after any priest of it has walked along it.
    fn add_walks(&self, row: usize, pattern: u32, found: &mut Found<'_>) {
        let free = !pattern & ROW;
        let mut priests = pattern & !SUMMIT_COLUMNS;
        while priests != 0 {
            let column = priests.trailing_zeros();
            priests &= priests - 1;
            let without = pattern & !(1 << column);
            let (ahead, behind) = (free_ahead(free, column), free_behind(free, column));
            let mut landings = 0;
            for steps in 0..MOST_STEPS {
                landings |= self.columns_of[row][steps] & (ahead[steps] | behind[steps]);
            }
            while landings != 0 {
                found.add_if(without | landings & landings.wrapping_neg(), true);
                landings &= landings - 1;
            }
        }
        self.add_sidesteps(pattern, found);
    }

    /// Patterns of a row before any priest of it walked along it.
    fn add_walks_before(&self, row: usize, pattern: u32, found: &mut Found<'_>) {
        // Nobody walks from the summit, and priests on the ground have not moved yet.
        let free = !pattern & ROW;
        let mut priests = pattern & STEPS_ONLY;
        while priests != 0 {
            let column = priests.trailing_zeros();
            priests &= priests - 1;
            let without = pattern & !(1 << column);
            let steps = self.values[row][column as usize] as usize;
            let walked = steps > 0;
            let from = free_ahead(free, column)[steps.saturating_sub(1)] & !SUMMIT_COLUMNS;
            found.add_if(without | from, walked & (from != 0));
            let from = free_behind(free, column)[steps.saturating_sub(1)] & !SUMMIT_COLUMNS;
            found.add_if(without | from, walked & (from != 0));
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
pub(super) struct Walks {
    /// For each row and pattern: where its list begins in `lists`, plus one; 0 if it is not worked out yet.
    known: Vec<u32>,
    /// Lists of patterns, each one with its length before it, and room behind them.
    lists: Vec<u16>,
    used: usize,
}

impl Walks {
    pub fn new() -> Self {
        Self { known: vec![0; 2 * PATTERNS], lists: vec![0; 4096], used: 0 }
    }

    /// Where the list of a pattern is.
    fn list(&mut self, mountain: &Mountain, backward: bool, row: usize, pattern: u32) -> (usize, usize) {
        let slot = row * PATTERNS + INDEX[pattern as usize] as usize;
        let mut begin = self.known[slot] as usize;
        if begin == 0 {
            begin = self.used + 1;
            self.known[slot] = begin as u32;
            if self.lists.len() < begin + MOST_NEIGHBOURS {
                self.lists.resize(2 * self.lists.len(), 0);
            }
            let (length, room) = self.lists[self.used..].split_at_mut(1);
            let mut found = Found { list: room, count: 0 };
            if backward {
                mountain.add_walks_before(row, pattern, &mut found);
            } else {
                mountain.add_walks(row, pattern, &mut found);
            }
            length[0] = found.count as u16;
            self.used = begin + found.count;
        }
        (begin, begin + self.lists[begin - 1] as usize)
    }

    /// The neighbours of a position: with their numbers.
    pub fn each(&mut self, mountain: &Mountain, backward: bool, state: u32, mut go: impl FnMut(u32, usize)) {
        let (top, bottom) = (state & ROW, state >> COLUMNS);
        let below = BOTTOM[bottom as usize] as usize;
        let (begin, end) = self.list(mountain, backward, 0, top);
        for &next in &self.lists[begin..end] {
            go(u32::from(next) | bottom << COLUMNS, TOP[next as usize] as usize + below);
        }
        let above = TOP[top as usize] as usize;
        let (begin, end) = self.list(mountain, backward, 1, bottom);
        for &next in &self.lists[begin..end] {
            go(top | u32::from(next) << COLUMNS, above + BOTTOM[next as usize] as usize);
        }
        let mut changes = (top ^ bottom) & STEPS_ONLY;
        while changes != 0 {
            let column = changes & changes.wrapping_neg();
            changes ^= column;
            let next = state ^ (column | column << COLUMNS);
            go(next, number(next));
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

//! Pairs of a BoxOff board as sets of bits, so that all of them are looked at together.

use super::BoxOff;

/// A set of pairs, by their numbers.
pub(super) type PairSet<const WORDS: usize> = [u64; WORDS];

/// Squares looked up together in a table.
const GROUP: usize = 6;

/// A board's pairs, numbered in some order.
pub(super) struct Pairs<const WORDS: usize> {
    /// Both squares of each pair.
    pub both: Vec<u64>,
    /// The other squares of each pair's box.
    pub between: Vec<u64>,
    /// For each square, the pairs it belongs to.
    touching: Vec<PairSet<WORDS>>,
    /// For each six squares and each way they may stand, the pairs that have one of them in their box.
    blocked: Vec<[PairSet<WORDS>; 1 << GROUP]>,
}

pub(super) fn without<const WORDS: usize>(set: &PairSet<WORDS>, other: &PairSet<WORDS>) -> PairSet<WORDS> {
    std::array::from_fn(|word| set[word] & !other[word])
}

pub(super) fn with<const WORDS: usize>(set: &PairSet<WORDS>, other: &PairSet<WORDS>) -> PairSet<WORDS> {
    std::array::from_fn(|word| set[word] | other[word])
}

fn both_in<const WORDS: usize>(set: &PairSet<WORDS>, other: &PairSet<WORDS>) -> PairSet<WORDS> {
    std::array::from_fn(|word| set[word] & other[word])
}

pub(super) fn remove<const WORDS: usize>(set: &mut PairSet<WORDS>, pair: usize) {
    set[pair / 64] &= !(1 << (pair % 64));
}

/// The numbers in a set.
pub(super) fn members<const WORDS: usize>(set: PairSet<WORDS>) -> impl Iterator<Item = usize> {
    set.into_iter().enumerate().flat_map(|(word, bits)| Bits(bits).map(move |bit| 64 * word + bit))
}

/// The bits of a word, lowest first.
pub(super) struct Bits(pub u64);

impl Iterator for Bits {
    type Item = usize;

    fn next(&mut self) -> Option<usize> {
        let bit = self.0.trailing_zeros() as usize;
        self.0 &= self.0.wrapping_sub(1);
        (bit < 64).then_some(bit)
    }
}

impl<const WORDS: usize> Pairs<WORDS> {
    /// The pairs of a board in the order given.
    pub fn new(board: &BoxOff, order: impl IntoIterator<Item = usize>) -> Self {
        let squares = board.cells.len();
        let mut touching = vec![[0; WORDS]; squares];
        let mut blocking = vec![[0; WORDS]; squares];
        let (mut both, mut between) = (Vec::new(), Vec::new());
        for (number, pair) in order.into_iter().enumerate() {
            let pair = &board.pairs[pair];
            let (word, bit) = (number / 64, 1 << (number % 64));
            Bits(pair.both).for_each(|square| touching[square][word] |= bit);
            Bits(pair.between).for_each(|square| blocking[square][word] |= bit);
            both.push(pair.both);
            between.push(pair.between);
        }
        let table = |group: &[PairSet<WORDS>]| {
            let mut sets = [[0; WORDS]; 1 << GROUP];
            for standing in 1..1usize << group.len() {
                // One square fewer stands in an entry that is there already.
                let last = standing.ilog2() as usize;
                sets[standing] = with(&sets[standing ^ 1 << last], &group[last]);
            }
            sets
        };
        let blocked = blocking.chunks(GROUP).map(table).collect();
        Self { both, between, touching, blocked }
    }

    /// All pairs.
    pub fn all(&self) -> PairSet<WORDS> {
        let count = self.both.len();
        std::array::from_fn(|word| match count.saturating_sub(64 * word) {
            0 => 0,
            more if more >= 64 => u64::MAX,
            some => (1 << some) - 1,
        })
    }

    /// Pairs that have a standing square in their box.
    fn blocked(&self, standing: u64) -> PairSet<WORDS> {
        let mut sets = [0; WORDS];
        let mut rest = standing;
        for table in &self.blocked {
            sets = with(&sets, &table[rest as usize % (1 << GROUP)]);
            rest >>= GROUP;
        }
        sets
    }

    /// Those of some pairs whose boxes are empty.
    pub fn open(&self, pairs: &PairSet<WORDS>, standing: u64) -> PairSet<WORDS> {
        without(pairs, &self.blocked(standing))
    }

    /// Those of some pairs that do not have one of these squares.
    pub fn not_touching(&self, pairs: &PairSet<WORDS>, squares: u64) -> PairSet<WORDS> {
        Bits(squares).fold(*pairs, |set, square| without(&set, &self.touching[square]))
    }

    /// Those of some pairs that a square belongs to.
    pub fn of(&self, pairs: &PairSet<WORDS>, square: usize) -> PairSet<WORDS> {
        both_in(pairs, &self.touching[square])
    }

    /// Squares that cannot go, even if partners were never used up. Stops as soon as all of `wanted` are gone.
    pub fn left_over(&self, pairs: &PairSet<WORDS>, standing: u64, wanted: u64) -> u64 {
        self.clear(pairs, standing, wanted, |_| {})
    }

    /// The same with no square wanted in particular; gives also the pairs whose boxes were empty while both squares still
    /// stood. For those, nothing that was done needed either of the two.
    pub fn left_over_and_free(&self, pairs: &PairSet<WORDS>, standing: u64) -> (u64, PairSet<WORDS>) {
        let mut free = [0; WORDS];
        let left = self.clear(pairs, standing, 0, |pair| free[pair / 64] |= 1 << (pair % 64));
        (left, free)
    }

    fn clear(&self, pairs: &PairSet<WORDS>, standing: u64, wanted: u64, mut free: impl FnMut(usize)) -> u64 {
        let mut left = standing;
        let mut waiting = *pairs;
        loop {
            let open = self.open(&waiting, left);
            waiting = without(&waiting, &open);
            let before = left;
            for pair in members(open) {
                if self.both[pair] & !before == 0 {
                    free(pair);
                }
                left &= !self.both[pair];
            }
            if left == before || left & wanted == 0 && wanted != 0 {
                return left;
            }
        }
    }
}

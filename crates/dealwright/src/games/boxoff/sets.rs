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
    /// For each six squares and each way they may stand, what that means for the pairs.
    tables: Vec<[Standing<WORDS>; 1 << GROUP]>,
}

/// What it means for the pairs that some squares stand.
#[derive(Clone, Copy)]
struct Standing<const WORDS: usize> {
    /// Pairs that have one of them in their box.
    blocked: PairSet<WORDS>,
    /// Pairs that have one of them as their own.
    standing: PairSet<WORDS>,
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

/// So many pairs, all of them.
pub(super) fn all<const WORDS: usize>(count: usize) -> PairSet<WORDS> {
    std::array::from_fn(|word| match count.saturating_sub(64 * word) {
        0 => 0,
        more if more >= 64 => u64::MAX,
        some => (1 << some) - 1,
    })
}

/// The numbers in a set.
pub(super) fn members<const WORDS: usize>(set: PairSet<WORDS>) -> impl Iterator<Item = usize> {
    set.into_iter().enumerate().flat_map(|(word, bits)| Bits(bits).map(move |bit| 64 * word + bit))
}

/// Goes through the numbers in a set; faster than [`members`].
#[inline(always)]
pub(super) fn each<const WORDS: usize>(set: &PairSet<WORDS>, mut go: impl FnMut(usize)) {
    for (word, &bits) in set.iter().enumerate() {
        let mut bits = bits;
        while bits != 0 {
            go(64 * word + bits.trailing_zeros() as usize);
            bits &= bits - 1;
        }
    }
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
        let table = |(blocking, touching): (&[PairSet<WORDS>], &[PairSet<WORDS>])| {
            let mut sets = [Standing { blocked: [0; WORDS], standing: [0; WORDS] }; 1 << GROUP];
            for standing in 1..1usize << blocking.len() {
                // One square fewer stands in an entry that is there already.
                let last = standing.ilog2() as usize;
                let fewer = sets[standing ^ 1 << last];
                sets[standing] = Standing {
                    blocked: with(&fewer.blocked, &blocking[last]),
                    standing: with(&fewer.standing, &touching[last]),
                };
            }
            sets
        };
        let tables = blocking.chunks(GROUP).zip(touching.chunks(GROUP)).map(table).collect();
        Self { both, between, touching, tables }
    }

    /// All pairs.
    pub fn all(&self) -> PairSet<WORDS> {
        all(self.both.len())
    }

    /// Pairs that have a standing square in their box.
    fn blocked(&self, standing: u64) -> PairSet<WORDS> {
        let mut sets = [0; WORDS];
        let mut rest = standing;
        for table in &self.tables {
            sets = with(&sets, &table[rest as usize % (1 << GROUP)].blocked);
            rest >>= GROUP;
        }
        sets
    }

    /// Those of some pairs whose boxes are empty, without those of which both squares are gone.
    #[inline(always)]
    fn useful(&self, pairs: &PairSet<WORDS>, standing: u64) -> PairSet<WORDS> {
        let (mut blocked, mut of_standing) = ([0; WORDS], [0; WORDS]);
        let mut rest = standing;
        for table in &self.tables {
            let found = &table[rest as usize % (1 << GROUP)];
            (blocked, of_standing) = (with(&blocked, &found.blocked), with(&of_standing, &found.standing));
            rest >>= GROUP;
        }
        both_in(&without(pairs, &blocked), &of_standing)
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

    #[inline(always)]
    fn clear(&self, pairs: &PairSet<WORDS>, standing: u64, wanted: u64, mut free: impl FnMut(usize)) -> u64 {
        let mut left = standing;
        loop {
            let open = self.useful(pairs, left);
            let before = left;
            each(&open, |pair| {
                if self.both[pair] & !before == 0 {
                    free(pair);
                }
                left &= !self.both[pair];
            });
            if left == before || left & wanted == 0 && wanted != 0 {
                return left;
            }
        }
    }
}

//! BoxOff's whole graph. Every move removes two squares, so it falls into layers.

use super::BoxOff;
use super::sets::{Bits, PairSet, all, each, with, without};
use crate::puzzle::Puzzle;
use crate::search::{Layered, Layers, Limits, Map, Positions, Reason, explore_layers};

/// Squares looked up together in a table.
const GROUP: usize = 6;

/// A board as its graph is explored: which pairs are open is looked up for six squares at a time.
struct Steps<const WORDS: usize> {
    first: u64,
    cells: u32,
    both: Vec<u64>,
    all: PairSet<WORDS>,
    /// For each six squares and each way they may stand, the pairs that cannot go: one of their own squares is gone, or
    /// another one stands in their box.
    closed: Vec<[PairSet<WORDS>; 1 << GROUP]>,
}

impl<const WORDS: usize> Steps<WORDS> {
    fn new(board: &BoxOff) -> Self {
        let cells = board.cells.len();
        let mut if_standing = vec![[0; WORDS]; cells.next_multiple_of(GROUP)];
        let mut if_gone = if_standing.clone();
        for (number, pair) in board.pairs.iter().enumerate() {
            let (word, bit) = (number / 64, 1 << (number % 64));
            Bits(pair.between).for_each(|square| if_standing[square][word] |= bit);
            Bits(pair.both).for_each(|square| if_gone[square][word] |= bit);
        }
        let table = |(standing, gone): (&[PairSet<WORDS>], &[PairSet<WORDS>])| {
            let closed = |stand: usize| {
                (0..GROUP).fold([0; WORDS], |closed, square| {
                    let set = if stand >> square & 1 == 1 { &standing[square] } else { &gone[square] };
                    with(&closed, set)
                })
            };
            std::array::from_fn(closed)
        };
        Self {
            first: board.start(),
            cells: cells as u32,
            both: board.pairs.iter().map(|pair| pair.both).collect(),
            all: all(board.pairs.len()),
            closed: if_standing.chunks(GROUP).zip(if_gone.chunks(GROUP)).map(table).collect(),
        }
    }
}

impl<const WORDS: usize> Layers for Steps<WORDS> {
    fn first(&self) -> u64 {
        self.first
    }

    fn is_goal(&self, state: u64) -> bool {
        state == 0
    }

    fn most_moves(&self) -> usize {
        self.both.len()
    }

    #[inline(always)]
    fn each_next(&self, state: u64, mut go: impl FnMut(u64)) {
        let mut closed = [0; WORDS];
        let mut rest = state;
        for table in &self.closed {
            closed = with(&closed, &table[rest as usize % (1 << GROUP)]);
            rest >>= GROUP;
        }
        each(&without(&self.all, &closed), |pair| go(state & !self.both[pair]));
    }

    fn bits(&self) -> u32 {
        self.cells
    }
}

impl BoxOff {
    /// What [`crate::search::explore`] finds.
    pub(super) fn explore_in_layers(&self, limits: &Limits) -> Result<(Map, Positions<u64>), Reason> {
        self.layers(limits, true).map(Layered::into_map)
    }

    /// The chance of random play; none where it is too small to be told from 0.
    pub(super) fn chance_in_layers(&self, limits: &Limits) -> Option<Result<f64, Reason>> {
        self.layers(limits, false).map(|layers| layers.random_win()).transpose()
    }

    fn layers(&self, limits: &Limits, keep_states: bool) -> Result<Layered, Reason> {
        match self.pairs.len().div_ceil(64) {
            0..=1 => explore_layers(&Steps::<1>::new(self), limits, keep_states),
            2 => explore_layers(&Steps::<2>::new(self), limits, keep_states),
            3..=6 => explore_layers(&Steps::<6>::new(self), limits, keep_states),
            _ => explore_layers(&Steps::<32>::new(self), limits, keep_states),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Game;
    use crate::rng::Stream;
    use crate::search;

    /// A random board of so many squares, now and then with empty ones.
    fn board(rows: usize, columns: usize, colours: u32, random: &mut Stream) -> BoxOff {
        let cells = rows * columns;
        let pieces = (cells - random.below(1 + cells as u32 / 3) as usize) / 2 * 2;
        let mut colour_of = Vec::new();
        for _ in 0..pieces / 2 {
            let colour = 1 + random.below(colours) as u8;
            colour_of.extend([colour; 2]);
        }
        colour_of.resize(cells, 0);
        random.shuffle(&mut colour_of);
        BoxOff::new(rows, columns, colour_of).unwrap()
    }

    /// Boards of many sizes, with one to many words of pairs.
    fn boards() -> impl Iterator<Item = BoxOff> {
        let sizes = [(1, 1, 1), (1, 9, 2), (2, 5, 1), (3, 4, 2), (4, 4, 1), (4, 5, 4), (4, 6, 4), (5, 5, 6)];
        let mut random = Stream::new(&["layers"], 0);
        (0..400).map(move |number| {
            let (rows, columns, colours) = sizes[number % sizes.len()];
            board(rows, columns, colours, &mut random)
        })
    }

    const LIMITS: Limits = Limits { states: 30_000, memory: 1 << 30, watch: None };

    #[test]
    fn the_map_and_the_chance_are_those_of_the_general_search_to_the_bit() {
        let (mut compared, mut with_chance) = (0, 0);
        for board in boards() {
            let general = search::explore(&board, &LIMITS);
            let own = board.explore_in_layers(&LIMITS);
            let chance = board.chance_in_layers(&LIMITS).unwrap();
            let ((general, seen), (own, positions)) = match (general, own) {
                (Ok(general), Ok(own)) => (general, own),
                (Err(general), Err(own)) => {
                    assert_eq!((&own, chance.as_ref().err()), (&general, Some(&general)));
                    continue;
                }
                _ => panic!("only one of both came to an end: {}", board.layout()),
            };
            assert!(own == general, "{}", board.layout());
            assert!((0..general.positions() as u32).all(|n| positions.get(n) == seen.get(n)));
            let plain = search::look_back_anywhere(&general).1.unwrap();
            assert_eq!(chance.unwrap().to_bits(), plain.to_bits(), "{}", board.layout());
            compared += 1;
            with_chance += u32::from(plain > 0.0 && plain < 1.0);
        }
        assert!(compared > 250 && with_chance > 60, "{compared} {with_chance}");
    }

    #[test]
    fn limits_are_kept_to_the_position() {
        let mut random = Stream::new(&["limits"], 0);
        for _ in 0..20 {
            let board = board(4, 5, 3, &mut random);
            let all = board.explore_in_layers(&LIMITS).unwrap().0.positions();
            let with =
                |states, memory| board.explore_in_layers(&Limits { states, memory, watch: None }).map(drop);
            assert_eq!(with(all, 1 << 30), Ok(()));
            assert_eq!(with(all - 1, 1 << 30), Err(Reason::States(all - 1)));
            assert_eq!(with(all, 3_000), Err(Reason::Memory(3_000)));
        }
    }
}

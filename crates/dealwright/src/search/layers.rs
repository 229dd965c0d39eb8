//! Whole graphs of puzzles in which every way to a position is equally long.
//!
//! Such a graph falls into layers, one for each number of moves made, and a move leads from a layer to the next one. So a
//! position is looked for among those of one layer only, in a table that is small and used again for the next, and what
//! follows from the ends is worked out layer by layer, without going along moves the other way round.

use super::map::{Map, Positions};
use super::{Limits, Reason};

/// A puzzle in which every way to a position is equally long, with positions as numbers.
pub(crate) trait Layers {
    /// The position it begins with.
    fn first(&self) -> u64;
    /// Whether the goal is reached. Play stops there.
    fn is_goal(&self, state: u64) -> bool;
    /// No position has more moves than this.
    fn most_moves(&self) -> usize;
    /// The positions after one move from a position that is not the goal, in the order of the moves.
    fn each_next(&self, state: u64, go: impl FnMut(u64));
    /// The highest bit that a position can have, plus one.
    fn bits(&self) -> u32;
}

/// What is known of the next layer's positions, in one word where that is wide enough: a position in the upper bits and
/// its number in the layer, plus one, in the lower ones. 0 is a free place.
trait Place: Copy + PartialEq {
    const FREE: Self;
    /// Bits for the number.
    const NUMBER_BITS: u32;
    fn new(state: u64, number: u32) -> Self;
    fn state(self) -> u64;
    fn number(self) -> u32;
}

impl Place for u64 {
    const FREE: Self = 0;
    const NUMBER_BITS: u32 = 24;
    fn new(state: u64, number: u32) -> Self {
        state << Self::NUMBER_BITS | u64::from(number)
    }
    fn state(self) -> u64 {
        self >> Self::NUMBER_BITS
    }
    fn number(self) -> u32 {
        self as u32 & ((1 << Self::NUMBER_BITS) - 1)
    }
}

impl Place for u128 {
    const FREE: Self = 0;
    const NUMBER_BITS: u32 = 64;
    fn new(state: u64, number: u32) -> Self {
        u128::from(state) << Self::NUMBER_BITS | u128::from(number)
    }
    fn state(self) -> u64 {
        (self >> Self::NUMBER_BITS) as u64
    }
    fn number(self) -> u32 {
        self as u32
    }
}

/// Places of the table at least, and for each position: with fewer, more of them are taken when another one comes.
const LEAST_PLACES: usize = 256;
const PLACES_EACH: usize = 4;

/// The next layer, to be looked into.
struct Table<P> {
    places: Vec<P>,
    shift: u32,
}

impl<P: Place> Table<P> {
    fn clear(&mut self, places: usize) {
        self.places.clear();
        self.places.resize(places, P::FREE);
        self.shift = u64::BITS - places.ilog2();
    }

    /// Where a position is, or would go, and its number plus one.
    #[inline(always)]
    fn find(&self, state: u64) -> (usize, u32) {
        let last = self.places.len() - 1;
        let mut at = (super::keys::spread(state) >> self.shift) as usize & last;
        loop {
            let there = self.places[at];
            // One test for both: which of the two it is cannot be foretold.
            if (there == P::FREE) | (there.state() == state) {
                return (at, there.number());
            }
            at = (at + 1) & last;
        }
    }
}

/// One layer: where the moves of its positions lead in the next one.
struct Layer {
    /// Moves of position n: `targets[starts[n]..starts[n + 1]]`.
    starts: Vec<u32>,
    /// Numbers in the next layer.
    targets: Vec<u32>,
    solved: Vec<bool>,
}

/// A whole graph in layers.
pub(crate) struct Layered {
    layers: Vec<Layer>,
    /// All positions in the order of their numbers, if they were to be kept.
    states: Vec<u64>,
    positions: u64,
}

/// Explores everything that can be reached. Positions are numbered as [`super::explore`] numbers them.
pub(crate) fn explore_layers(
    puzzle: &impl Layers,
    limits: &Limits,
    keep_states: bool,
) -> Result<Layered, Reason> {
    let mut found = Layered { layers: Vec::new(), states: Vec::new(), positions: 0 };
    let explored = if puzzle.bits() <= u64::BITS - u64::NUMBER_BITS && limits.states < 1 << u64::NUMBER_BITS {
        explore_with::<u64>(puzzle, limits, keep_states, &mut found)
    } else {
        explore_with::<u128>(puzzle, limits, keep_states, &mut found)
    };
    explored.map(|()| found)
}

fn explore_with<P: Place>(
    puzzle: &impl Layers,
    limits: &Limits,
    keep_states: bool,
    found: &mut Layered,
) -> Result<(), Reason> {
    // Beside what is kept, for each position and each move: the same again when a map is made of it, and what is needed
    // while looking back.
    const PER_POSITION: usize = 2 * (4 + 1 + 8) + 2 * 16 + 2 * 4;
    const PER_MOVE: usize = 3 * 4;
    let most_positions = limits.states.min(u64::from(u32::MAX) - 1);
    let most_moves = puzzle.most_moves();
    let mut table: Table<P> = Table { places: Vec::new(), shift: 0 };
    let (mut here, mut next) = (vec![puzzle.first()], Vec::new());
    let mut targets: Vec<u32> = Vec::new();
    let (mut kept, mut all_moves) = (0, 0u64);
    if most_positions == 0 {
        return Err(Reason::States(limits.states));
    }
    while !here.is_empty() {
        found.positions += here.len() as u64;
        limits.count(here.len() as u64);
        kept += here.len() * PER_POSITION;
        let ask = |bytes: usize| match (kept + bytes) as u64 > limits.memory {
            true => Err(Reason::Memory(limits.memory)),
            false => Ok(()),
        };
        let places = (PLACES_EACH * here.len()).next_power_of_two().max(LEAST_PLACES);
        ask(places * size_of::<P>() + next.len() * size_of::<u64>() + targets.len() * PER_MOVE)?;
        table.clear(places);
        let mut layer = Layer {
            starts: Vec::with_capacity(here.len() + 1),
            targets: Vec::new(),
            solved: here.iter().map(|&state| puzzle.is_goal(state)).collect(),
        };
        layer.starts.push(0);
        let (mut count, mut moves) = (0, 0);
        for (&state, &solved) in here.iter().zip(&layer.solved) {
            if !solved {
                // The lists and the table have room for all that one position can lead to, so nothing asks for it one by one.
                // While something grows, the old and the new lie side by side.
                let in_use = table.places.len() * size_of::<P>()
                    + next.len() * size_of::<u64>()
                    + targets.len() * PER_MOVE;
                if next.len() < count + most_moves {
                    let length = 2 * (count + most_moves);
                    ask(in_use + length * size_of::<u64>())?;
                    next.resize(length, 0);
                }
                if targets.len() < moves + most_moves {
                    let length = 2 * (moves + most_moves);
                    ask(in_use + length * PER_MOVE)?;
                    targets.resize(length, 0);
                }
                if table.places.len() < 2 * (count + most_moves) {
                    let places = (PLACES_EACH * (count + most_moves)).next_power_of_two();
                    ask(in_use + places * size_of::<P>())?;
                    table.clear(places);
                    for (number, &state) in (1..).zip(&next[..count]) {
                        let (at, _) = table.find(state);
                        table.places[at] = P::new(state, number);
                    }
                }
                let (next, targets) = (&mut next[count..], &mut targets[moves..]);
                let (mut new, mut made) = (0, 0);
                puzzle.each_next(state, |state| {
                    // Whether it is new cannot be foretold, so nothing waits for it: it is written behind the end of the
                    // list, and the list grows if it was new.
                    let (at, known) = table.find(state);
                    let number = if known == 0 { (count + new + 1) as u32 } else { known };
                    table.places[at] = P::new(state, number);
                    next[new] = state;
                    targets[made] = number - 1;
                    made += 1;
                    new += usize::from(known == 0);
                });
                count += new;
                moves += made;
                if found.positions + count as u64 > most_positions {
                    limits.count(most_positions - found.positions);
                    return Err(Reason::States(limits.states));
                }
            }
            if all_moves + moves as u64 > u64::from(u32::MAX) {
                return Err(Reason::States(u64::from(u32::MAX)));
            }
            layer.starts.push(moves as u32);
        }
        all_moves += moves as u64;
        kept += moves * PER_MOVE;
        layer.targets.extend_from_slice(&targets[..moves]);
        found.layers.push(layer);
        if keep_states {
            found.states.extend_from_slice(&here);
        }
        here.clear();
        here.extend_from_slice(&next[..count]);
    }
    Ok(())
}

impl Layered {
    /// The chance that random play wins; none where it is too small to be told from 0.
    pub fn random_win(&self) -> Option<f64> {
        Some(look_back_by_layers(self.layers.iter().rev().map(Step::of_layer))?.1)
    }

    /// The same map as [`super::explore`] makes, with the positions if they were kept.
    pub fn into_map(self) -> (Map, Positions<u64>) {
        let mut map = Map { starts: vec![0], ..Map::default() };
        for layer in self.layers {
            let (first, moves) = (map.solved.len() as u32, map.targets.len() as u32);
            let end = first + layer.solved.len() as u32;
            map.depth_starts.push(first);
            map.starts.extend(layer.starts[1..].iter().map(|start| start + moves));
            map.targets.extend(layer.targets.iter().map(|target| target + end));
            let has_no_move = layer.starts.windows(2).map(|two| two[0] == two[1]);
            let dead = has_no_move.zip(&layer.solved).filter(|&(stuck, &solved)| stuck && !solved);
            map.dead_ends += dead.count() as u64;
            map.solved.extend(layer.solved);
        }
        map.depth_starts.push(map.solved.len() as u32);
        (map, Positions::Listed(self.states))
    }
}

/// A layer as looking back needs it.
pub(super) struct Step<'a> {
    /// Moves of position n: `targets[starts[n]..starts[n + 1]]`.
    pub starts: &'a [u32],
    pub targets: &'a [u32],
    /// What to take from a target for its number in the next layer.
    pub next: u32,
    pub solved: &'a [bool],
}

impl<'a> Step<'a> {
    fn of_layer(layer: &'a Layer) -> Self {
        Self { starts: &layer.starts, targets: &layer.targets, next: 0, solved: &layer.solved }
    }
}

/// What is known of a position when those after it are known.
#[derive(Clone, Copy, Default)]
struct Known {
    /// The chance that random play wins from here; above 0 wherever a solution can be reached.
    chance: f64,
    /// When the general pass works it out, among those of the same layer.
    rank: u32,
}

/// They are few and often in order already.
fn sort_by_rank(known: &mut [Known]) {
    for end in 1..known.len() {
        let (moving, mut at) = (known[end], end);
        while at > 0 && known[at - 1].rank > moving.rank {
            known[at] = known[at - 1];
            at -= 1;
        }
        known[at] = moving;
    }
}

/// How many positions can still be won, and the start's chance under random play, from the layers in turn, the last one
/// first. None where some move does not lead to the next layer, or a chance is too small to be told from 0.
///
/// **The same sum to the bit.** The general pass goes back from the ends and adds up a position's chance in the order in which
/// the positions after it become known, and what the last bit is depends on that order. So the order is followed here, without
/// going along moves the other way round. The general pass keeps a stack: first on it are the ends, and the one with the
/// highest number is taken first. A position comes onto the stack when the last of those after it is taken, its *releaser*; and
/// everything that is released by one position comes and goes before anything below it on the stack is taken. So of two
/// positions of a layer whose releasers differ, the one whose releaser was taken first is taken first, and of two with one
/// releaser that with the higher number. An end is taken after everything that is released by ends of higher numbers, so after
/// all of its layer that are no ends, and of two ends the one with the higher number is first.
pub(super) fn look_back_by_layers<'a>(layers: impl Iterator<Item = Step<'a>>) -> Option<(u64, f64)> {
    let mut won = 0;
    let (mut here, mut there): (Vec<Known>, Vec<Known>) = (Vec::new(), Vec::new());
    let (mut released, mut releasers): (Vec<u32>, Vec<u32>) = (Vec::new(), Vec::new());
    let mut winning: Vec<Known> = Vec::new();
    for layer in layers {
        // How many positions each of the next layer releases; the last place is for ends.
        let no_releaser = there.len() as u32;
        released.clear();
        released.resize(there.len() + 1, 0);
        releasers.clear();
        here.clear();
        for (two, &solved) in layer.starts.windows(2).zip(layer.solved) {
            let after = &layer.targets[two[0] as usize..two[1] as usize];
            let (mut chance, mut releaser) = (f64::from(u8::from(solved)), no_releaser);
            if !after.is_empty() {
                releaser = 0;
                let mut count = 0;
                if winning.len() < after.len() {
                    winning.resize(after.len(), Known::default());
                }
                for &target in after {
                    let next = *there.get(target.checked_sub(layer.next)? as usize)?;
                    releaser = releaser.max(next.rank);
                    winning[count] = next;
                    count += usize::from(next.chance > 0.0);
                }
                if count > 0 {
                    let winning = &mut winning[..count];
                    // Of two numbers the sum is the same in either order.
                    if count > 2 {
                        sort_by_rank(winning);
                    }
                    chance = winning.iter().fold(0.0, |sum, next| sum + next.chance) / after.len() as f64;
                    if chance == 0.0 {
                        return None;
                    }
                }
            }
            won += u64::from(chance > 0.0);
            released[releaser as usize] += 1;
            releasers.push(releaser);
            here.push(Known { chance, rank: 0 });
        }
        // Ranks by counting sort, in the end the numbers from the highest to the lowest.
        let mut before = 0;
        for slot in &mut released {
            before += std::mem::replace(slot, before);
        }
        for (known, &releaser) in here.iter_mut().zip(&releasers).rev() {
            let rank = &mut released[releaser as usize];
            known.rank = *rank;
            *rank += 1;
        }
        std::mem::swap(&mut here, &mut there);
    }
    Some((won, there.first()?.chance))
}

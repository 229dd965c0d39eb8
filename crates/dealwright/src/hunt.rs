//! Hunts: local search over the layouts that a kit allows, for a challenge that is extreme in some measure.
//!
//! A hunt is a number of *climbs* that know nothing of each other, so they can be run in any order, on any number of
//! cores, and how many of them end at the same height tells how likely it is that there is none higher. A climb begins
//! at a solvable deal and anneals: it looks at a neighbour, goes there if it is no lower, and sometimes if it is, ever
//! more rarely. Heights are logarithms of the measure, so heat is a share: at 4% a challenge of 50 moves gives way to
//! one of 48 about as often (37%) as one of 100 to one of 96.
//!
//! A layout is kept as what the hands did: an order for each mix, a way to lie for each piece, a face for each die. A
//! neighbour differs in one of these, so nothing but layouts that can be dealt is ever looked at.

use crate::challenge::Challenge;
use crate::dealing::Dice;
use crate::measure::{MeasureRequest, Measured};
use crate::record::{CORE, at};
use crate::rng::Stream;
use crate::search::{Allowance, Limits, Verdict};
use crate::setup::deal::Dealer;
use crate::setup::plan::Seat;
use crate::study::ONLY_VERDICT;
use crate::text::{did_you_mean, grouped, quoted};
use std::collections::HashMap;

/// A hunt.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Hunt {
    /// What is hunted for.
    pub quarry: Quarry,
    /// Neighbours that each climb looks at.
    pub steps: u64,
}

/// What is hunted for: the most or the least of a measure, among solvable challenges.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Quarry {
    /// The measure, as the number of its column.
    pub column: usize,
    /// Whether as much of it as possible is wanted.
    pub most: bool,
}

/// Measures that can be hunted for.
const QUARRIES: [usize; 10] = [
    at::LENGTH,
    at::CHANCE,
    at::WALK_MOVES,
    at::COUNTER,
    at::SWITCHES,
    at::CHANGES,
    at::REACHABLE,
    at::DEAD_ENDS,
    at::LOST,
    at::STATES,
];

/// Steps of a climb by default.
pub const DEFAULT_STEPS: u64 = 100_000;
/// Most steps of a climb.
pub const MOST_STEPS: u64 = 1_000_000_000;
/// Deals among which a climb looks for a solvable one to begin with.
const MOST_FIRST_DEALS: u32 = 10_000;
/// Heat at the beginning and at the end, in logarithms of the measure.
const HEAT: (f64, f64) = (0.04, 0.008);
/// Layouts whose height is remembered at most, some 15 MB of them; then all are forgotten, which costs time and changes
/// nothing. Where memory is short it is an eighth of what falls to a climb.
const MOST_REMEMBERED: usize = 1 << 17;
const LEAST_REMEMBERED: usize = 64;
const REMEMBERED_SHARE: u64 = 8;
/// Bytes that a remembered layout takes beside its cells, while the table grows.
const REMEMBERED_BYTES: u64 = 150;
/// Solvable deals without the measure after which it counts as not defined.
const WITHOUT: u32 = 3;
/// Positions that each search of an outlook may look at.
const OUTLOOK_STATES: u64 = 100_000;

/// What a climb brings home: the best challenge it saw.
#[derive(Debug, Clone, PartialEq)]
pub struct Catch {
    /// The symbols on the cells.
    pub cells: Vec<u8>,
    /// The dice that are rolled for the game.
    pub dice: Dice,
    /// The measure.
    pub value: f64,
    /// Layouts that were measured, each counted once as long as it was remembered.
    pub measured: u64,
}

impl Quarry {
    /// The most or the least of a measure, by the name of its column.
    pub fn new(name: &str, most: bool) -> Result<Self, String> {
        let names = QUARRIES.map(|column| CORE[column].0);
        match QUARRIES.into_iter().find(|&column| CORE[column].0 == name) {
            Some(column) => Ok(Self { column, most }),
            None => {
                let hint = did_you_mean(name, names);
                Err(format!("{} cannot be hunted for, known are {}{hint}", quoted(name), names.join(", ")))
            }
        }
    }

    /// The name of the measure.
    pub fn measure(&self) -> &'static str {
        CORE[self.column].0
    }

    /// "most length", "least chance".
    pub fn words(&self) -> String {
        format!("{} {}", if self.most { "most" } else { "least" }, self.measure())
    }

    /// What has to be measured for it, with the plays and positions of `base`.
    pub fn request(&self, base: &MeasureRequest) -> MeasureRequest {
        let mut request =
            MeasureRequest { plays: base.plays, graph_states: base.graph_states, ..ONLY_VERDICT };
        match self.column {
            at::LENGTH | at::COUNTER => request.length = true,
            at::CHANCE => request.chance = true,
            at::WALK_MOVES | at::SWITCHES | at::CHANGES => request.difficulty = true,
            at::REACHABLE | at::DEAD_ENDS | at::LOST => request.graph = true,
            _ => {}
        }
        request
    }

    /// The measure of a challenge; none unless it is solvable and the measure is known.
    pub fn of(&self, found: &Measured) -> Option<f64> {
        if found.verdict != Verdict::Solvable {
            return None;
        }
        match self.column {
            at::LENGTH => found.length.map(f64::from),
            at::CHANCE => found.chance.map(|chance| chance.win),
            at::WALK_MOVES => found.walk.map(|walk| walk.moves),
            at::COUNTER => found.counter.map(|counter| f64::from(counter.found)),
            at::SWITCHES => found.switches.map(f64::from),
            at::CHANGES => found.changes.map(f64::from),
            at::REACHABLE => found.graph.as_ref().map(|graph| graph.reachable as f64),
            at::DEAD_ENDS => found.graph.as_ref().map(|graph| graph.dead_ends as f64),
            at::LOST => found.graph.as_ref().map(|graph| graph.lost as f64),
            at::STATES => Some(found.states as f64),
            _ => None,
        }
    }

    /// Whether the first value is better than the second.
    pub fn is_better(&self, value: f64, than: f64) -> bool {
        if self.most { value > than } else { value < than }
    }

    /// How high a value stands in the landscape.
    fn height(&self, value: f64) -> f64 {
        if self.most { value.max(0.0).ln_1p() } else { -value.max(1e-12).ln() }
    }
}

/// A layout as the hands made it.
#[derive(Clone)]
struct Lie {
    /// For each mix, which of its places each place takes its piece from.
    orders: Vec<Vec<u16>>,
    /// The way each piece lies, where it may be turned.
    turns: Vec<usize>,
    /// The face on top of each die that is rolled into a space.
    rolls: Vec<usize>,
    /// The same for the dice that are rolled for the game.
    dice: Vec<usize>,
}

/// The symbols on the cells, and the dice that are rolled for the game.
type Shown = (Vec<u8>, Vec<u8>);

/// The measure of layouts seen before.
type Known = HashMap<Shown, Option<f64>, rustc_hash::FxBuildHasher>;

/// The landscape a climb is made in.
struct Landscape<'a, A> {
    dealer: &'a Dealer<'a>,
    quarry: Quarry,
    request: MeasureRequest,
    allowance: &'a A,
    seed: &'a str,
    /// Mixes that can change what is seen.
    mixes: Vec<usize>,
    /// Seats whose piece may be turned.
    turning: Vec<usize>,
    known: Known,
    /// Layouts that are remembered at most.
    remembered: usize,
    measured: u64,
}

/// Refuses a hunt in which no climb can begin: the measure is not defined for the game, or no deal is solvable. To be asked
/// before anything is written. What small searches cannot decide, or is not decided when `goes_on` ends it, is no reason.
pub fn check_outlook(
    dealer: &Dealer<'_>,
    quarry: Quarry,
    base: &MeasureRequest,
    limits: &Limits,
    mut goes_on: impl FnMut(u32) -> bool,
) -> Result<(), String> {
    let (request, name) = (quarry.request(base), dealer.setup.full_name());
    let few = Limits { states: limits.states.min(OUTLOOK_STATES), ..*limits };
    let mut random = Stream::new(&["outlook"], 0);
    let mut without = 0;
    for tried in 0..MOST_FIRST_DEALS {
        if !goes_on(tried) {
            return Ok(());
        }
        let deal = dealer.deal_from(&mut random).map_err(|error| format!("{name}: {error}"))?;
        let challenge = dealer.challenge(&deal).map_err(|error| format!("{name}: {error}"))?;
        let found = challenge.measure(&request, &few, "outlook");
        if found.verdict == Verdict::Undecided || quarry.of(&found).is_some() {
            return Ok(());
        }
        if found.verdict == Verdict::Unsolvable {
            continue;
        }
        // Of these three nothing but the shortest solution is needed; the others are missing where limits end a search.
        let is_defined_by_line = matches!(quarry.column, at::COUNTER | at::SWITCHES | at::CHANGES);
        if !is_defined_by_line || found.length.is_none() {
            return Ok(());
        }
        without += 1;
        if without == WITHOUT {
            let game = challenge.info().title;
            return Err(format!("{name}: the measure {} is not defined for {game}", quarry.measure()));
        }
    }
    Err(none_to_begin_with(dealer, quarry))
}

/// Why no climb can begin.
pub(crate) fn none_to_begin_with(dealer: &Dealer<'_>, quarry: Quarry) -> String {
    format!(
        "{}: none of {} deals was found solvable with a known {}, so no climb can begin",
        dealer.setup.full_name(),
        grouped(MOST_FIRST_DEALS.into()),
        quarry.measure()
    )
}

/// One climb; always the same for the same stream. None when no deal to begin with is solvable, or none can be measured.
/// `goes_on` is told, before each step, its number and the best so far, and may end it.
pub fn climb(
    dealer: &Dealer<'_>,
    hunt: &Hunt,
    base: &MeasureRequest,
    allowance: &impl Allowance,
    seed: &str,
    random: &mut Stream,
    mut goes_on: impl FnMut(u64, f64) -> bool,
) -> Option<Catch> {
    let mut landscape = Landscape::new(dealer, hunt.quarry, base, allowance, seed);
    let mut way = (0..MOST_FIRST_DEALS).find_map(|_| landscape.begin(random))?;
    while way.step < hunt.steps && goes_on(way.step, way.best.1) {
        landscape.step(hunt, &mut way, random);
    }
    Some(landscape.catch(&way))
}

/// Where a climb is.
struct Way {
    here: Lie,
    value: f64,
    best: (Lie, f64),
    step: u64,
}

/// A climb that is made in pieces, with anything in between: the same steps to the same end as [`climb`].
pub struct Climb {
    hunt: Hunt,
    base: MeasureRequest,
    seed: String,
    random: Stream,
    /// Deals that may still be looked at for one to begin with.
    deals: u32,
    way: Option<Way>,
    known: Known,
    measured: u64,
}

impl Climb {
    /// A climb before its first step.
    pub fn new(hunt: Hunt, base: MeasureRequest, seed: &str, random: Stream) -> Self {
        let (deals, known) = (MOST_FIRST_DEALS, Known::default());
        Self { hunt, base, seed: seed.into(), random, deals, way: None, known, measured: 0 }
    }

    /// Climbs on as long as `goes_on` says so; it is asked before each step, and before each deal that is tried as a
    /// beginning. The dealer and the limits must be the same each time.
    pub fn go_on(&mut self, dealer: &Dealer<'_>, limits: &Limits, mut goes_on: impl FnMut() -> bool) {
        let mut landscape = Landscape::new(dealer, self.hunt.quarry, &self.base, limits, &self.seed);
        landscape.known = std::mem::take(&mut self.known);
        landscape.measured = self.measured;
        while self.way.is_none() && self.deals > 0 && goes_on() {
            self.deals -= 1;
            self.way = landscape.begin(&mut self.random);
        }
        if let Some(way) = &mut self.way {
            while way.step < self.hunt.steps && goes_on() {
                landscape.step(&self.hunt, way, &mut self.random);
            }
        }
        (self.known, self.measured) = (landscape.known, landscape.measured);
    }

    /// Whether there is nothing left to do.
    pub fn is_over(&self) -> bool {
        self.way.as_ref().map_or(self.deals == 0, |way| way.step >= self.hunt.steps)
    }

    /// Why there is nothing to climb from, when no deal to begin with was found.
    pub fn in_vain(&self, dealer: &Dealer<'_>) -> Option<String> {
        (self.way.is_none() && self.deals == 0).then(|| none_to_begin_with(dealer, self.hunt.quarry))
    }

    /// Steps made, and the best value so far; none before a solvable deal to begin with is found.
    pub fn so_far(&self) -> Option<(u64, f64)> {
        self.way.as_ref().map(|way| (way.step, way.best.1))
    }

    /// The best challenge so far.
    pub fn best(&self, dealer: &Dealer<'_>, limits: &Limits) -> Option<Catch> {
        let way = self.way.as_ref()?;
        let landscape = Landscape::new(dealer, self.hunt.quarry, &self.base, limits, &self.seed);
        Some(Catch { measured: self.measured, ..landscape.catch(way) })
    }
}

/// How many layouts of so many cells are remembered, where so many bytes fall to a climb.
fn remembered(share: u64, cells: usize) -> usize {
    let most = share / REMEMBERED_SHARE / (REMEMBERED_BYTES + cells as u64);
    usize::try_from(most).unwrap_or(usize::MAX).clamp(LEAST_REMEMBERED, MOST_REMEMBERED)
}

/// A number from 0 to 1.
fn share(random: &mut Stream) -> f64 {
    f64::from(random.below(1 << 30)) / f64::from(1 << 30)
}

impl<'a, A: Allowance> Landscape<'a, A> {
    fn new(
        dealer: &'a Dealer<'a>,
        quarry: Quarry,
        base: &MeasureRequest,
        allowance: &'a A,
        seed: &'a str,
    ) -> Self {
        let plan = &dealer.plan;
        let mixes = plan.mixes.iter().enumerate();
        Self {
            dealer,
            quarry,
            request: quarry.request(base),
            allowance,
            seed,
            mixes: mixes.filter(|(_, mix)| mix.places.len() > 1).map(|(number, _)| number).collect(),
            turning: (0..plan.seats.len()).filter(|&seat| plan.seats[seat].turns > 1).collect(),
            known: HashMap::default(),
            remembered: remembered(allowance.share(), dealer.setup.places.cells()),
            measured: 0,
        }
    }

    /// A deal to begin with, if it is solvable and can be measured.
    fn begin(&mut self, random: &mut Stream) -> Option<Way> {
        let plan = &self.dealer.plan;
        let mut orders: Vec<Vec<u16>> =
            plan.mixes.iter().map(|mix| (0..mix.places.len() as u16).collect()).collect();
        orders.iter_mut().for_each(|order| random.shuffle(order));
        let mut any = |ways: usize| random.below(ways as u32) as usize;
        let here = Lie {
            orders,
            turns: plan.looks.iter().map(|looks| any(looks.len())).collect(),
            rolls: plan.rolls.iter().map(|(_, faces)| any(faces.len())).collect(),
            dice: plan.die_faces().map(|faces| any(faces.len())).collect(),
        };
        let value = self.look(&here)?;
        Some(Way { best: (here.clone(), value), here, value, step: 0 })
    }

    /// Looks at one neighbour, and perhaps goes there.
    fn step(&mut self, hunt: &Hunt, way: &mut Way, random: &mut Stream) {
        let heat = HEAT.0 * (HEAT.1 / HEAT.0).powf(way.step as f64 / hunt.steps as f64);
        way.step += 1;
        let next = self.neighbour(&way.here, random);
        let Some(found) = self.look(&next) else { return };
        let rise = hunt.quarry.height(found) - hunt.quarry.height(way.value);
        if rise >= 0.0 || share(random) < (rise / heat).exp() {
            (way.here, way.value) = (next, found);
            if hunt.quarry.is_better(found, way.best.1) {
                way.best = (way.here.clone(), found);
            }
        }
    }

    /// The best of a climb.
    fn catch(&self, way: &Way) -> Catch {
        let (cells, dice) = self.lay(&way.best.0);
        let dice = self.dealer.plan.dice_of(&dice);
        Catch { cells, dice, value: way.best.1, measured: self.measured }
    }

    /// What a layout shows.
    fn lay(&self, lie: &Lie) -> Shown {
        let plan = &self.dealer.plan;
        let mut table = plan.table.clone();
        for (mix, order) in plan.mixes.iter().zip(&lie.orders) {
            let before: Vec<u16> = mix.places.iter().map(|&place| table[place as usize]).collect();
            for (&place, &from) in mix.places.iter().zip(order) {
                table[place as usize] = before[from as usize];
            }
        }
        let mut cells = plan.blank.clone();
        for ((cell, faces), &roll) in plan.rolls.iter().zip(&lie.rolls) {
            cells[*cell] = faces[roll];
        }
        let lies = |seat: &Seat| {
            let piece = table[seat.place as usize];
            (piece, lie.turns[piece as usize].min(seat.turns - 1))
        };
        self.dealer.show(plan.seats.iter().map(lies), &mut cells);
        (cells, plan.die_faces().zip(&lie.dice).map(|(faces, &die)| faces[die]).collect())
    }

    /// The measure of a layout; none if it may not be dealt, is not solvable, or cannot be measured.
    fn look(&mut self, lie: &Lie) -> Option<f64> {
        let key = self.lay(lie);
        if let Some(value) = self.known.get(&key) {
            return *value;
        }
        let may_be_dealt = self.dealer.accepts(&key.0, &self.dealer.plan.dice_of(&key.1));
        let value = if may_be_dealt { self.measure(&key.0, &key.1) } else { None };
        self.measured += 1;
        if self.known.len() >= self.remembered {
            self.known.clear();
        }
        self.known.insert(key, value);
        value
    }

    fn measure(&self, cells: &[u8], dice: &[u8]) -> Option<f64> {
        let challenge: Challenge = self.dealer.build(cells, &self.dealer.plan.dice_of(dice)).ok()?;
        let found = self.allowance.run(|limits| {
            let found = challenge.measure(&self.request, limits, self.seed);
            let ran_out = found.memory_ran_out;
            (found, ran_out)
        });
        self.quarry.of(&found)
    }

    /// A layout that differs a little.
    fn neighbour(&self, here: &Lie, random: &mut Stream) -> Lie {
        let mut next = here.clone();
        let plan = &self.dealer.plan;
        // Of ten changes three turn a piece and seven move pieces, where both can be done; dice share the rest.
        let kinds: Vec<u32> = [
            3 * u32::from(!self.turning.is_empty()),
            7 * u32::from(!self.mixes.is_empty()),
            7 * u32::from(!plan.rolls.is_empty()),
            u32::from(!here.dice.is_empty()),
        ]
        .to_vec();
        let mut chosen = random.below(kinds.iter().sum());
        let kind = kinds.iter().position(|&weight| {
            let here = chosen < weight;
            chosen = chosen.saturating_sub(weight);
            here
        });
        match kind {
            Some(0) => self.turn_one(&mut next, random),
            Some(1) => self.move_pieces(&mut next, random),
            Some(2) => self.roll_again(&mut next, random),
            _ => {
                let die = random.below(next.dice.len() as u32) as usize;
                if let Some(faces) = plan.die_faces().nth(die) {
                    next.dice[die] = random.below(faces.len() as u32) as usize;
                }
            }
        }
        next
    }

    fn turn_one(&self, next: &mut Lie, random: &mut Stream) {
        let Some(&seat) = random.choose(&self.turning) else { return };
        // Which piece lies there follows from the orders; turning a piece that lies elsewhere would change nothing.
        let place = self.dealer.plan.seats[seat].place as usize;
        let piece = self.piece_on(next, place);
        let ways = self.dealer.plan.seats[seat].turns;
        next.turns[piece] = (next.turns[piece] + 1 + random.below(ways as u32 - 1) as usize) % ways;
    }

    fn piece_on(&self, lie: &Lie, place: usize) -> usize {
        let plan = &self.dealer.plan;
        let mut place = place as u16;
        for (mix, order) in plan.mixes.iter().zip(&lie.orders).rev() {
            if let Some(at) = mix.places.iter().position(|&other| other == place) {
                place = mix.places[order[at] as usize];
            }
        }
        plan.table[place as usize] as usize
    }

    fn move_pieces(&self, next: &mut Lie, random: &mut Stream) {
        let Some(&number) = random.choose(&self.mixes) else { return };
        let mix = &self.dealer.plan.mixes[number];
        let order = &mut next.orders[number];
        let seen = mix.take.max(1) as u32;
        let (all, first) = (order.len() as u32, random.below(seen) as usize);
        let run = |random: &mut Stream| {
            let other = random.below(seen) as usize;
            first.min(other)..first.max(other) + 1
        };
        match random.below(7) {
            // Two pieces change places, one of them perhaps from outside the board.
            0..4 => {
                order.swap(first, random.below(all) as usize);
                let piece = self.piece_on(next, mix.places[first] as usize);
                if random.below(2) == 1 {
                    let ways = self.dealer.plan.looks[piece].len();
                    next.turns[piece] = random.below(ways as u32) as usize;
                }
            }
            4 => {
                let run = run(random);
                order[run].reverse();
            }
            5 => {
                let (run, left) = (run(random), random.below(2) == 1);
                if left { order[run].rotate_left(1) } else { order[run].rotate_right(1) }
            }
            _ => {
                let second = random.below(seen) as usize;
                order.swap(first, second);
                order.swap(second, random.below(all) as usize);
            }
        }
    }

    fn roll_again(&self, next: &mut Lie, random: &mut Stream) {
        let rolls = &self.dealer.plan.rolls;
        let first = random.below(rolls.len() as u32) as usize;
        let second = random.below(rolls.len() as u32) as usize;
        if random.below(2) == 1 && rolls[first].1 == rolls[second].1 {
            next.rolls.swap(first, second);
        } else {
            next.rolls[first] = random.below(rolls[first].1.len() as u32) as usize;
        }
    }
}

#[cfg(test)]
mod tests;

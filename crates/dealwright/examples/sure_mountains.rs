//! Searches for Fujisan kits that cannot fail: single tiles of which four, with a pile of their own, lie on one step from both ends.
//! This is how `fujisan/sure` was looked for; docs/sure.md tells what came of it.
//!
//! `cargo run --release -p dealwright --example sure_mountains -- [SEED] [CLIMBS]`
//!
//! A kit cannot fail if the two priests of each half can always reach their column of the summit without leaving their half. So the
//! search looks at halves alone. A climb changes the values of single tiles and keeps a change that leaves no more halves dead among
//! some that are laid at random, and later one that gives more different deals. Of the kits without a dead half among many, the one
//! with the most deals that lives through every half that can be laid of it is printed.
#![allow(clippy::print_stdout, reason = "an example for people at a terminal")]

use dealwright::rng::Stream;

/// How many tiles there are of each value.
type Counts = [u8; 6];
/// Values of columns 1 to 6 (the summit), in two rows.
type Half = [[u8; 6]; 2];

#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Kit {
    /// The column, from 1, with a pile of its own.
    column: usize,
    own: Counts,
    others: Counts,
}

/// Changes of a tile until a climb ends.
const STEPS: u32 = 2000;
/// Halves laid at random to compare kits by.
const LAID: u32 = 400;
/// Halves of a kit that are all looked at.
const MOST_HALVES: u64 = 20_000_000;

/// The shortest way of two priests from the ground to the summit within a half; none where there is none.
fn length(half: &Half) -> Option<u32> {
    // Places are numbered 7 * row + column, column 0 is the ground.
    let number = |one: usize, other: usize| one.min(other) * 14 + one.max(other);
    let goal = number(6, 13);
    let mut seen = [false; 196];
    let mut level = vec![(0, 7)];
    seen[number(0, 7)] = true;
    for length in 0.. {
        let mut next = Vec::new();
        for &(one, other) in &level {
            if number(one, other) == goal {
                return Some(length);
            }
            for (mover, stays) in [(one, other), (other, one)] {
                each_landing(half, mover, stays, |place| {
                    if !std::mem::replace(&mut seen[number(place, stays)], true) {
                        next.push((place, stays));
                    }
                });
            }
        }
        if next.is_empty() {
            return None;
        }
        level = next;
    }
    None
}

/// Calls a function with every place that a priest reaches in one move: nobody goes to the ground, and from the summit only across.
fn each_landing(half: &Half, mover: usize, stays: usize, mut see: impl FnMut(usize)) {
    let (row, column) = (mover / 7, mover % 7);
    if column > 0 && 7 * (1 - row) + column != stays {
        see(7 * (1 - row) + column);
    }
    if column == 6 {
        return;
    }
    let mut walk = |columns: &mut dyn Iterator<Item = usize>| {
        let free = columns.filter(|column| 7 * row + column != stays);
        for (walked, column) in (1u8..).zip(free) {
            if half[row][column - 1] == walked {
                see(7 * row + column);
            }
        }
    };
    walk(&mut (column + 1..=6));
    walk(&mut (1..column).rev());
}

/// The tiles of a pile, one by one.
fn tiles(counts: &Counts) -> Vec<u8> {
    (0..6u8).flat_map(|value| std::iter::repeat_n(value, usize::from(counts[usize::from(value)]))).collect()
}

/// How many of the halves that are laid at random are dead; as soon as there are more than `most`, no more are laid.
fn dead(kit: &Kit, random: &mut Stream, laid: u32, most: u32) -> u32 {
    let (mut own, mut others) = (tiles(&kit.own), tiles(&kit.others));
    let mut dead = 0;
    for _ in 0..laid {
        random.shuffle(&mut own);
        random.shuffle(&mut others);
        let (mut own, mut others) = (own.iter(), others.iter());
        let half: Half = std::array::from_fn(|_| {
            std::array::from_fn(|n| {
                let pile = if n + 1 == kit.column { &mut own } else { &mut others };
                pile.next().copied().unwrap_or_default()
            })
        });
        dead += u32::from(length(&half).is_none());
        if dead > most {
            break;
        }
    }
    dead
}

/// Looks at every half that can be laid: how many there are and their mean length; none where one is dead or there are too many.
fn prove(kit: &Kit) -> Option<(u64, f64)> {
    fn fill(kit: &mut Kit, at: usize, half: &mut Half, found: &mut (u64, u64)) -> Option<()> {
        if at == 12 {
            found.0 += 1;
            found.1 += u64::from(length(half)?);
            return (found.0 <= MOST_HALVES).then_some(());
        }
        let (row, column) = (at % 2, at / 2);
        for value in 0..6u8 {
            let is_own = column + 1 == kit.column;
            let left = if is_own { &mut kit.own } else { &mut kit.others };
            if left[usize::from(value)] == 0 {
                continue;
            }
            left[usize::from(value)] -= 1;
            half[row][column] = value;
            let solved = fill(kit, at + 1, half, found);
            let left = if is_own { &mut kit.own } else { &mut kit.others };
            left[usize::from(value)] += 1;
            solved?;
        }
        Some(())
    }
    let mut found = (0, 0);
    fill(&mut kit.clone(), 0, &mut [[0; 6]; 2], &mut found)?;
    Some((found.0, found.1 as f64 / found.0 as f64))
}

/// Another value on one tile.
fn change(kit: &mut Kit, random: &mut Stream) {
    let counts = if random.below(4) == 0 { &mut kit.own } else { &mut kit.others };
    let (from, to) = (random.below(6) as usize, random.below(6) as usize);
    if counts[from] > 0 {
        counts[from] -= 1;
        counts[to] += 1;
    }
}

/// How many different deals a kit has.
fn deals(kit: &Kit) -> f64 {
    let orders = |counts: &Counts| {
        let factorial = |n: u8| (1..=u64::from(n)).map(|n| n as f64).product::<f64>();
        factorial(counts.iter().sum()) / counts.iter().map(|&count| factorial(count)).product::<f64>()
    };
    orders(&kit.own) * orders(&kit.others)
}

/// The kits of one climb without a dead half among many, those with the most deals first.
fn climb(random: &mut Stream) -> Vec<Kit> {
    let mut kit = Kit { column: 1 + random.below(6) as usize, own: [0; 6], others: [0; 6] };
    (0..4).for_each(|_| kit.own[random.below(6) as usize] += 1);
    (0..20).for_each(|_| kit.others[random.below(6) as usize] += 1);
    let mut least = dead(&kit, random, LAID, LAID);
    let mut found = Vec::new();
    for _ in 0..STEPS {
        let mut next = kit.clone();
        for _ in 0..=random.below(2) {
            change(&mut next, random);
        }
        let dead_now = dead(&next, random, LAID, least);
        // Among kits without a dead half, one with fewer deals is a step back, taken now and then.
        let is_back = dead_now == 0 && least == 0 && deals(&next) < deals(&kit) && random.below(10) > 0;
        if dead_now > least || is_back {
            continue;
        }
        (kit, least) = (next, dead_now);
        if least == 0 {
            match dead(&kit, random, 100 * LAID, 0) {
                0 => found.push(kit.clone()),
                // It was luck.
                _ => least = 1,
            }
        }
    }
    found.sort_by(|one, other| deals(other).total_cmp(&deals(one)).then_with(|| one.cmp(other)));
    found.dedup();
    found
}

fn main() {
    let mut words = std::env::args().skip(1);
    let seed = words.next().unwrap_or_else(|| "sure".into());
    let climbs = words.next().and_then(|word| word.parse().ok()).unwrap_or(20);
    println!("{:>12}  column  own 0-5       others 0-5         halves  mean way of a half", "deals");
    for number in 0..climbs {
        let kits = climb(&mut Stream::new(&["sure mountains", &seed], number));
        let Some((kit, (halves, mean))) =
            kits.into_iter().find_map(|kit| prove(&kit).map(|told| (kit, told)))
        else {
            continue;
        };
        let row = |counts: &Counts| counts.map(|count| count.to_string()).join(" ");
        let (own, others) = (row(&kit.own), row(&kit.others));
        println!("{:>12}  {:>6}  {own:<12}  {others:<14}  {halves:>9}  {mean:.2}", deals(&kit), kit.column);
    }
}

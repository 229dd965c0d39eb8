//! How hands shuffle: perfectly, or as they really do, so many times over.

use crate::rng::Stream;
use crate::text::{did_you_mean, quoted};
use std::fmt;

/// What every shuffle of a setup is like, and what it begins with.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Shuffling {
    /// How piles are shuffled.
    pub shuffle: Shuffle,
    /// How the pieces lie before. A perfect shuffle makes no difference between them.
    pub last: Last,
}

/// A way to shuffle a pile.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Shuffle {
    /// Every order is equally likely.
    #[default]
    Perfect,
    /// So many riffles after Gilbert, Shannon and Reeds.
    Riffle(u32),
    /// So many passes of an overhand shuffle after Pemantle.
    Overhand(u32),
}

/// How the last game left the pieces.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Last {
    /// It was dealt perfectly, played to its end and gathered.
    #[default]
    Played,
    /// There was none: the pieces lie in the order of the kit.
    Sorted,
}

/// Most riffles or passes.
pub const MOST_TIMES: u32 = 1000;

/// A pass of an overhand shuffle cuts one gap between two pieces in so many: packets have five pieces on average.
const GAPS_PER_CUT: u32 = 5;

/// What `shuffle=` may be.
const EXPECTED: &str = "perfect, riffle:N or overhand:N";

impl Shuffling {
    /// Whether every order is equally likely, so that deals can be counted and looked at one by one.
    pub fn is_perfect(&self) -> bool {
        self.shuffle == Shuffle::Perfect
    }

    /// What has to be said of it, as `name=value`; nothing when it is perfect.
    pub fn options(&self) -> Vec<(String, String)> {
        let mut options = Vec::new();
        if !self.is_perfect() {
            options.push(("shuffle".into(), self.shuffle.to_string()));
            if self.last == Last::Sorted {
                options.push(("last".into(), "sorted".into()));
            }
        }
        options
    }

    /// "riffle:3", "riffle:3,last=sorted"; none when it is perfect.
    pub fn words(&self) -> Option<String> {
        let sorted = if self.last == Last::Sorted { ",last=sorted" } else { "" };
        (!self.is_perfect()).then(|| format!("{}{sorted}", self.shuffle))
    }
}

impl fmt::Display for Shuffle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Shuffle::Perfect => f.write_str("perfect"),
            Shuffle::Riffle(times) => write!(f, "riffle:{times}"),
            Shuffle::Overhand(times) => write!(f, "overhand:{times}"),
        }
    }
}

impl std::str::FromStr for Shuffle {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (name, times) = text.split_once(':').map_or((text, None), |(name, times)| (name, Some(times)));
        let number = || {
            let digits = times.unwrap_or_default();
            let number = digits.parse().ok().filter(|_| digits.bytes().all(|b| b.is_ascii_digit()));
            number.filter(|&times| times <= MOST_TIMES).ok_or_else(|| {
                format!("shuffle={name} needs a number of times from 0 to {MOST_TIMES}, such as {name}:3")
            })
        };
        match (name, times) {
            ("perfect", None) => Ok(Shuffle::Perfect),
            ("riffle", _) => Ok(Shuffle::Riffle(number()?)),
            ("overhand", _) => Ok(Shuffle::Overhand(number()?)),
            _ => {
                let hint = did_you_mean(name, ["perfect", "riffle", "overhand"]);
                Err(format!("shuffle can be {EXPECTED}, not {}{hint}", quoted(text)))
            }
        }
    }
}

impl std::str::FromStr for Last {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "played" => Ok(Last::Played),
            "sorted" => Ok(Last::Sorted),
            _ => {
                let hint = did_you_mean(text, ["played", "sorted"]);
                Err(format!("last can be played or sorted, not {}{hint}", quoted(text)))
            }
        }
    }
}

impl Shuffle {
    /// Shuffles a pile; the first piece lies on top.
    pub fn shuffle<T: Copy>(self, pile: &mut [T], random: &mut Stream) {
        let before = &mut Vec::with_capacity(pile.len());
        match self {
            Shuffle::Perfect => random.shuffle(pile),
            Shuffle::Riffle(times) => (0..times).for_each(|_| riffle(pile, before, random)),
            Shuffle::Overhand(times) => (0..times).for_each(|_| overhand(pile, before, random)),
        }
    }
}

/// One riffle: every piece comes from the upper or the lower packet, each with the same chance, and each packet keeps its
/// order. That is a binomial cut with every way to let the packets fall into each other equally likely.
fn riffle<T: Copy>(pile: &mut [T], before: &mut Vec<T>, random: &mut Stream) {
    before.clear();
    before.extend_from_slice(pile);
    let from_lower: Vec<bool> = pile.iter().map(|_| random.below(2) == 1).collect();
    let cut = from_lower.iter().filter(|lower| !**lower).count();
    let (mut upper, mut lower) = (before[..cut].iter(), before[cut..].iter());
    for (place, from_lower) in pile.iter_mut().zip(from_lower) {
        let next = if from_lower { lower.next() } else { upper.next() };
        // There are as many pieces in each packet as places that take from it.
        *place = *next.unwrap_or(place);
    }
}

/// One pass of an overhand shuffle: the pile falls into packets, each gap between two pieces being a cut with the same
/// chance, and the packets change their order.
fn overhand<T: Copy>(pile: &mut [T], before: &mut Vec<T>, random: &mut Stream) {
    before.clear();
    before.extend_from_slice(pile);
    // The packets are taken off the top and dropped one onto the other, so the first ends at the bottom.
    let mut bottom = pile.len();
    let mut top = 0;
    for end in 1..=before.len() {
        if end == before.len() || random.below(GAPS_PER_CUT) == 0 {
            let packet = &before[top..end];
            pile[bottom - packet.len()..bottom].copy_from_slice(packet);
            bottom -= packet.len();
            top = end;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::chi_squared_above;
    use std::collections::BTreeMap;

    type Law = BTreeMap<Vec<usize>, f64>;

    fn orders(n: usize) -> Vec<Vec<usize>> {
        let mut all = vec![Vec::new()];
        for item in 0..n {
            let longer = |order: &Vec<usize>| {
                let with = |at| [&order[..at], &[item], &order[at..]].concat();
                (0..=order.len()).map(with).collect::<Vec<_>>()
            };
            all = all.iter().flat_map(longer).collect();
        }
        all
    }

    fn choose(n: usize, k: usize) -> f64 {
        if k > n { 0.0 } else { (0..k).fold(1.0, |c, i| c * (n - i) as f64 / (i + 1) as f64) }
    }

    /// Bayer and Diaconis (1992): after k riffles an order with r rising sequences has the chance C(a + n - r, n) / a^n
    /// with a = 2^k. A rising sequence ends where the next higher piece lies further up.
    fn law_of_riffles(n: usize, times: u32) -> Law {
        let a = 1usize << times;
        let place = |order: &[usize], piece: usize| order.iter().position(|&p| p == piece).unwrap();
        let chance = |order: &Vec<usize>| {
            let rising = 1 + (1..n).filter(|&p| place(order, p) < place(order, p - 1)).count();
            choose(a + n - rising, n) / (a as f64).powi(n as i32)
        };
        orders(n).into_iter().map(|order| (order.clone(), chance(&order))).collect()
    }

    /// Every set of cuts by itself, one pass after the other.
    fn law_of_passes(n: usize, times: u32) -> Law {
        let cut = 1.0 / f64::from(GAPS_PER_CUT);
        let mut law: Law = BTreeMap::from([((0..n).collect(), 1.0)]);
        for _ in 0..times {
            let mut next = Law::new();
            for (order, chance) in &law {
                for cuts in 0u32..1 << (n - 1) {
                    let mut packets = vec![vec![order[0]]];
                    for (gap, &piece) in order[1..].iter().enumerate() {
                        if cuts & 1 << gap != 0 {
                            packets.push(Vec::new());
                        }
                        packets.last_mut().unwrap().push(piece);
                    }
                    packets.reverse();
                    let made = cuts.count_ones() as i32;
                    let chance = chance * cut.powi(made) * (1.0 - cut).powi(n as i32 - 1 - made);
                    *next.entry(packets.concat()).or_default() += chance;
                }
            }
            law = next;
        }
        law
    }

    /// How likely a sample is to be at least as far from the law as this one, by chi square.
    fn p_value(shuffle: Shuffle, n: usize, law: &Law) -> f64 {
        const TRIES: usize = 100_000;
        assert!((law.values().sum::<f64>() - 1.0).abs() < 1e-9);
        let mut random = Stream::new(&["law", &shuffle.to_string()], n as u64);
        let mut seen: BTreeMap<Vec<usize>, f64> = BTreeMap::new();
        for _ in 0..TRIES {
            let mut pile: Vec<usize> = (0..n).collect();
            shuffle.shuffle(&mut pile, &mut random);
            *seen.entry(pile).or_default() += 1.0;
        }
        assert!(
            seen.keys().all(|order| law.get(order).is_some_and(|chance| *chance > 0.0)),
            "impossible order"
        );
        // Rare orders are put together, so that each class expects enough.
        let (mut chi, mut classes, mut rare) = (0.0, 0, (0.0, 0.0));
        for (order, chance) in law.iter().filter(|(_, chance)| **chance > 0.0) {
            let (expected, found) = (chance * TRIES as f64, seen.get(order).copied().unwrap_or(0.0));
            if expected < 10.0 {
                rare = (rare.0 + expected, rare.1 + found);
                continue;
            }
            chi += (found - expected).powi(2) / expected;
            classes += 1;
        }
        if rare.0 > 0.0 {
            chi += (rare.1 - rare.0).powi(2) / rare.0;
            classes += 1;
        }
        chi_squared_above(chi, f64::from(classes - 1)).unwrap()
    }

    #[test]
    fn riffles_follow_the_law_of_rising_sequences() {
        for (n, times) in [(4, 1), (4, 2), (5, 1), (5, 2), (5, 3)] {
            let p = p_value(Shuffle::Riffle(times), n, &law_of_riffles(n, times));
            assert!(p > 0.001, "{n} pieces, {times} riffles: p = {p}");
        }
    }

    #[test]
    fn overhand_passes_follow_the_law_of_their_cuts() {
        for (n, times) in [(3, 1), (4, 1), (5, 2), (5, 3)] {
            let p = p_value(Shuffle::Overhand(times), n, &law_of_passes(n, times));
            assert!(p > 0.001, "{n} pieces, {times} passes: p = {p}");
        }
    }

    #[test]
    fn the_test_of_laws_sees_a_wrong_law() {
        assert!(p_value(Shuffle::Perfect, 5, &law_of_riffles(5, 3)) < 1e-9);
        assert!(p_value(Shuffle::Overhand(3), 5, &law_of_passes(5, 4)) < 1e-9);
    }

    #[test]
    fn shuffling_no_times_leaves_the_pile_and_many_times_loses_no_piece() {
        let mut random = Stream::new(&["x"], 0);
        let sorted: Vec<u8> = (0..52).collect();
        for (none, many) in
            [(Shuffle::Riffle(0), Shuffle::Riffle(9)), (Shuffle::Overhand(0), Shuffle::Overhand(9))]
        {
            let mut pile = sorted.clone();
            none.shuffle(&mut pile, &mut random);
            assert_eq!(pile, sorted);
            many.shuffle(&mut pile, &mut random);
            assert_ne!(pile, sorted);
            pile.sort_unstable();
            assert_eq!(pile, sorted);
        }
        for shuffle in [Shuffle::Perfect, Shuffle::Riffle(3), Shuffle::Overhand(3)] {
            shuffle.shuffle(&mut [0u8; 0], &mut random);
            shuffle.shuffle(&mut [7u8], &mut random);
        }
    }

    #[test]
    fn ways_to_shuffle_read_back_as_they_are_written() {
        for shuffle in [Shuffle::Perfect, Shuffle::Riffle(0), Shuffle::Riffle(1000), Shuffle::Overhand(7)] {
            assert_eq!(shuffle.to_string().parse(), Ok(shuffle));
        }
        for (wrong, says) in [
            ("riffle", "needs a number of times from 0 to 1000, such as riffle:3"),
            ("riffle:", "needs a number of times"),
            ("riffle:-1", "needs a number of times"),
            ("riffle:+1", "needs a number of times"),
            ("overhand:1001", "needs a number of times"),
            ("riffle:99999999999999999999", "needs a number of times"),
            ("rifle:3", "did you mean 'riffle'?"),
            ("perfect:2", "perfect, riffle:N or overhand:N"),
            ("", "perfect, riffle:N or overhand:N"),
        ] {
            let found = wrong.parse::<Shuffle>().unwrap_err();
            assert!(found.contains(says), "{wrong}: {found}");
        }
        assert!("sortet".parse::<Last>().unwrap_err().contains("did you mean 'sorted'?"));
    }
}

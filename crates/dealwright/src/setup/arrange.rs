//! Counting and numbering arrangements of pieces of which some are alike.

use num_bigint::BigUint;
use num_traits::{One, Zero};

/// How many sequences of `length` there are when kind c may be used `counts[c]` times and looks `looks[c]` different
/// ways each time.
pub fn sequences(counts: &[usize], looks: &[usize], length: usize) -> BigUint {
    // ways[n]: sequences of length n from the kinds so far; the next kind's pieces are spread among them.
    let mut ways = vec![BigUint::zero(); length + 1];
    ways[0] = BigUint::one();
    for (&count, &looks) in counts.iter().zip(looks) {
        let mut next = vec![BigUint::zero(); length + 1];
        for (have, way) in ways.iter().enumerate().filter(|(_, way)| !way.is_zero()) {
            let mut factor = BigUint::one(); // choose(have + used, used) * looks^used
            for used in 0..=count.min(length - have) {
                if used > 0 {
                    factor = factor * (have + used) * looks / used;
                }
                next[have + used] += way * &factor;
            }
        }
        ways = next;
    }
    ways.swap_remove(length)
}

/// As [`sequences`] with one look each, if it fits.
pub fn sequences_u128(counts: &[usize], length: usize) -> Option<u128> {
    let total: usize = counts.iter().sum();
    if counts.iter().all(|&count| count == 1) {
        return ((total - length + 1)..=total).try_fold(1u128, |product, n| product.checked_mul(n as u128));
    }
    u128::try_from(sequences(counts, &vec![1; counts.len()], length)).ok()
}

/// The sequence with a number, in the order of kinds.
pub fn sequence(mut number: u128, counts: &[usize], length: usize) -> Vec<usize> {
    let mut left = counts.to_vec();
    let mut out = Vec::with_capacity(length);
    for place in 0..length {
        let rest = length - place - 1;
        for kind in 0..left.len() {
            if left[kind] == 0 {
                continue;
            }
            left[kind] -= 1;
            let below = sequences_without_zeros(&left, rest);
            if number < below {
                out.push(kind);
                break;
            }
            number -= below;
            left[kind] += 1;
        }
    }
    out
}

fn sequences_without_zeros(left: &[usize], length: usize) -> u128 {
    let total: usize = left.iter().sum();
    // Everything is used: a multinomial coefficient, the common case, built up without leaving whole numbers.
    if total == length {
        let mut ways = 1u128;
        let mut have = 0;
        for &count in left {
            for used in 1..=count {
                have += 1;
                // `ways * have / used` without leaving 128 bits on the way: what `used` does not share with `ways` it
                // shares with `have`.
                let shared = gcd(ways, used as u128);
                ways = ways / shared * (have as u128 / (used as u128 / shared));
            }
        }
        return ways;
    }
    let counts: Vec<usize> = left.iter().copied().filter(|&count| count > 0).collect();
    sequences_u128(&counts, length).unwrap_or(u128::MAX)
}

fn gcd(a: u128, b: u128) -> u128 {
    if b == 0 { a } else { gcd(b, a % b) }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every sequence, by trying all.
    fn all(counts: &[usize], length: usize) -> Vec<Vec<usize>> {
        if length == 0 {
            return vec![Vec::new()];
        }
        let mut out = Vec::new();
        for kind in 0..counts.len() {
            if counts[kind] > 0 {
                let mut left = counts.to_vec();
                left[kind] -= 1;
                out.extend(all(&left, length - 1).into_iter().map(|rest| [vec![kind], rest].concat()));
            }
        }
        out
    }

    #[test]
    fn numbered_sequences_are_all_sequences_in_order() {
        for (counts, length) in [
            (vec![1, 1, 1], 3),
            (vec![2, 1, 2], 5),
            (vec![2, 1, 2], 3),
            (vec![1, 1, 1, 1], 2),
            (vec![3], 2),
            (vec![2, 2], 0),
        ] {
            let expected = all(&counts, length);
            let total = sequences_u128(&counts, length).unwrap();
            assert_eq!(total, expected.len() as u128, "{counts:?} {length}");
            let found: Vec<_> = (0..total).map(|n| sequence(n, &counts, length)).collect();
            assert_eq!(found, expected, "{counts:?} {length}");
        }
    }

    #[test]
    fn numbers_close_to_the_limit_are_computed_without_overflow() {
        let counts = [14, 10, 10, 6, 24];
        let total = sequences_u128(&counts, 64).unwrap();
        assert!(total > u128::MAX / 2);
        for number in [0, total / 3, total - 1] {
            let found = sequence(number, &counts, 64);
            for (kind, &count) in counts.iter().enumerate() {
                assert_eq!(found.iter().filter(|k| **k == kind).count(), count);
            }
        }
    }

    #[test]
    fn looks_multiply_each_use() {
        // Two of three distinct kinds with 2, 1 and 1 looks: pairs (0,1) (0,2) count twice, (1,2) once, each in 2 orders.
        assert_eq!(sequences(&[1, 1, 1], &[2, 1, 1], 2), BigUint::from(10u8));
        assert_eq!(sequences(&[2], &[3], 2), BigUint::from(9u8));
    }

    #[test]
    fn the_papers_numbers_come_out() {
        let engraved = sequences(&[1; 20], &[[2; 15].as_slice(), &[1; 5]].concat(), 10);
        let choose = |n: u64, k: u64| (0..k).fold(1u64, |c, i| c * (n - i) / (i + 1));
        let paper: u64 = (5..=10).map(|i| (choose(15, i) * choose(5, 10 - i)) << i).sum::<u64>();
        assert_eq!(engraved, BigUint::from(paper) * 3_628_800u64);
    }
}

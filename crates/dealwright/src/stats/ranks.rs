//! Tests on ranks, for lengths and other values whose distribution is unknown. Ties share the mean of their ranks.

use super::Counts;
use super::tail::{chi_squared_above, normal_two_sided};

/// Above this many values the exact sums of ranks would no longer fit their integers.
const MOST_VALUES: u64 = 1 << 42;

/// The result of a Kruskal–Wallis test.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct KruskalWallis {
    /// The statistic, corrected for ties.
    pub h: f64,
    /// Degrees of freedom: the number of samples less one.
    pub df: u64,
    /// The p value by the chi-squared distribution.
    pub p: f64,
    /// Effect size from 0 to 1: H / (n - 1), epsilon squared (Kelley 1935; Tomczak and Tomczak 2014).
    pub epsilon_squared: f64,
}

/// Whether the values of some samples tend to differ (Kruskal and Wallis 1952).
///
/// Assumes independent values and samples; the p value is an approximation, fair from five values in each sample.
/// `None` for fewer than two samples, an empty sample, values that are all equal, or more than 2^42 values.
pub fn kruskal_wallis(samples: &[&Counts]) -> Option<KruskalWallis> {
    let ranks = Ranks::new(samples)?;
    let n = ranks.n as f64;
    let mut spread = 0.0;
    for (sample, &excess) in samples.iter().zip(&ranks.excess) {
        spread += excess as f64 / sample.len() as f64 * excess as f64;
    }
    // H = 3 spread / (n (n + 1)) / (varying / (n³ - n))
    let h = 3.0 * spread * (n - 1.0) / ranks.varying as f64;
    let df = samples.len() as u64 - 1;
    Some(KruskalWallis {
        h,
        df,
        p: chi_squared_above(h, df as f64)?,
        epsilon_squared: (h / (n - 1.0)).min(1.0),
    })
}

/// The result of a Mann–Whitney test.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct MannWhitney {
    /// U of the first sample: pairs in which its value is the larger one, with half of the equal pairs.
    pub u: f64,
    /// The two-sided p value.
    pub p: f64,
    /// Effect size from -1 to 1: pairs won by the first sample less pairs lost, over all pairs (Cureton 1956).
    pub rank_biserial: f64,
    /// Effect size from 0 to 1: the chance that a value of the first sample is larger than one of the second, plus half
    /// the chance that they are equal (Vargha and Delaney 2000, their A).
    pub superiority: f64,
}

/// Whether the values of one sample tend to be larger than those of another (Mann and Whitney 1947).
///
/// The p value of small samples is exact: twice the smaller tail over all ways to share out the values that were seen. That
/// of larger ones is by the normal distribution with corrections for ties and continuity. Samples are small when 2 (k n)²,
/// for n values of which k are in the smaller sample, is at most [`EXACT_WORK`]: up to 33 values of each. Assumes
/// independent values and samples. `None` for an empty sample, values that are all equal, or more than 2^42 values.
pub fn mann_whitney(a: &Counts, b: &Counts) -> Option<MannWhitney> {
    let ranks = Ranks::new(&[a, b])?;
    let (n, n1, n2) = (ranks.n as f64, a.len() as f64, b.len() as f64);
    let &excess = ranks.excess.first()?; // 2 U - n1 n2
    let pairs = n1 * n2;
    let variance = pairs / 12.0 * (ranks.varying as f64 / n / (n - 1.0));
    let distance = (excess.unsigned_abs() as f64 / 2.0 - 0.5).max(0.0);
    let u = (excess + i128::from(a.len()) * i128::from(b.len())) as f64 / 2.0;
    let p = match exact_p(a, b, excess) {
        Some(p) => p,
        None => normal_two_sided(distance / variance.sqrt())?,
    };
    Some(MannWhitney { u, p, rank_biserial: excess as f64 / pairs, superiority: u / pairs })
}

/// Steps of work up to which a p value is exact.
pub const EXACT_WORK: u64 = 10_000_000;

/// The exact two-sided p value of an excess of ranks; none for samples that are too large.
fn exact_p(a: &Counts, b: &Counts, excess: i128) -> Option<f64> {
    let (small, excess) = if a.len() <= b.len() { (a.len(), excess) } else { (b.len(), -excess) };
    let n = a.len() + b.len();
    small.checked_mul(n).and_then(|product| product.checked_mul(product)).filter(|s| *s <= EXACT_WORK / 2)?;
    let mut all = a.clone();
    all.merge(b);
    let (small, n) = (small as usize, n as usize);
    // chances[taken][sum + reach]: ways to give `taken` of the values so far to the smaller sample with this sum of
    // (twice) centred ranks, over all ways to give away as many values.
    let reach = small * n;
    let mut ways = vec![vec![0.0f64; 2 * reach + 1]; small + 1];
    ways[0][reach] = 1.0;
    let mut before = 0usize;
    for (_, count) in all.iter() {
        let count = count as usize;
        let rank = (2 * before + count + 1) as i64 - (n + 1) as i64;
        for taken in (0..=small.min(before + count)).rev() {
            // Taken from this group: the others were taken before.
            let mut row = vec![0.0f64; 2 * reach + 1];
            let mut choices = 1.0f64;
            for here in 0..=count.min(taken) {
                if here > 0 {
                    choices *= (count - here + 1) as f64 / here as f64;
                }
                let shift = rank * here as i64;
                let from = &ways[taken - here];
                for (place, &known) in from.iter().enumerate().filter(|(_, known)| **known > 0.0) {
                    let to = place as i64 + shift;
                    if let Some(cell) = usize::try_from(to).ok().and_then(|to| row.get_mut(to)) {
                        *cell += choices * known;
                    }
                }
            }
            ways[taken] = row;
        }
        before += count;
    }
    let place = usize::try_from(excess + reach as i128).ok()?;
    let row = &ways[small];
    let total: f64 = row.iter().sum();
    let (below, above): (f64, f64) = (row[..=place].iter().sum(), row[place..].iter().sum());
    Some((2.0 * below.min(above) / total).min(1.0))
}

/// How far the superiority of two samples of these sizes can be from the true one, with at least this confidence, whatever
/// the two distributions are (Hoeffding 1963, for U-statistics of two samples). `None` for an empty sample or a confidence
/// that is not between 0 and 1.
pub fn superiority_reach(n1: u64, n2: u64, confidence: f64) -> Option<f64> {
    let least = n1.min(n2) as f64;
    let error = 1.0 - confidence;
    (least > 0.0 && error > 0.0 && error < 1.0).then(|| ((2.0 / error).ln() / (2.0 * least)).sqrt())
}

/// What the tests need of the ranks of all values together, in whole numbers.
struct Ranks {
    /// How many values there are.
    n: u64,
    /// For each sample, twice the sum of its ranks, less what would be expected.
    excess: Vec<i128>,
    /// n³ - n, less t³ - t for every group of t equal values: 0 when all values are equal.
    varying: u128,
}

impl Ranks {
    fn new(samples: &[&Counts]) -> Option<Self> {
        let mut all = Counts::new();
        for sample in samples {
            if sample.is_empty() || !all.merge(sample) {
                return None;
            }
        }
        let n = all.len();
        if samples.len() < 2 || n > MOST_VALUES {
            return None;
        }
        let cube = |t: u64| u128::from(t).pow(3) - u128::from(t);
        let (mut before, mut varying) = (0, cube(n));
        let mut excess = vec![0i128; samples.len()];
        for (value, count) in all.iter() {
            // Twice the mean rank of these values, less twice the mean of all ranks.
            let rank = i128::from(2 * before + count + 1) - i128::from(n + 1);
            for (sample, excess) in samples.iter().zip(&mut excess) {
                *excess += rank * i128::from(sample.count(value));
            }
            before += count;
            varying -= cube(count);
        }
        (varying > 0).then_some(Self { n, excess, varying })
    }
}

#[cfg(test)]
mod tests {
    use super::super::{assert_close, table};
    use super::*;

    const G1: [f64; 7] = [3.0, 3.0, 5.0, 7.0, 7.0, 7.0, 9.0];
    const G2: [f64; 6] = [5.0, 7.0, 8.0, 8.0, 11.0, 12.0];
    const G3: [f64; 8] = [7.0, 9.0, 9.0, 13.0, 14.0, 14.0, 20.0, 21.0];

    /// The values 5, 6, 7, ... with these counts.
    fn counted(counts: &[u64]) -> Counts {
        let mut all = Counts::new();
        for (value, &count) in (5..).zip(counts) {
            assert!(all.add_many(f64::from(value), count));
        }
        all
    }

    #[test]
    fn kruskal_wallis_is_that_of_scipy() {
        // scipy.stats.kruskal(g1, g2, g3); h / (n - 1)
        let found = kruskal_wallis(&[&table(&G1), &table(&G2), &table(&G3)]).unwrap();
        assert_close(found.h, 10.379976064499882, 1e-13);
        assert_close(found.p, 0.005572073499703914, 1e-12);
        assert_close(found.epsilon_squared, 0.5189988032249941, 1e-13);
        assert_eq!(found.df, 2);
        let found = kruskal_wallis(&[&table(&G1), &table(&G2)]).unwrap(); // scipy.stats.kruskal(g1, g2)
        assert_close(found.h, 3.0476190476190474, 1e-13);
        assert_close(found.p, 0.08085559837005234, 1e-12);
    }

    #[test]
    fn mann_whitney_is_that_of_scipy() {
        // U: scipy.stats.mannwhitneyu; A = U / (n1 * n2); p: twice the smaller tail of the sums of scipy.stats.rankdata
        // over itertools.combinations
        for (a, b, u, p, rank_biserial, superiority) in [
            (&G1[..], &G2[..], 9.0, 0.08624708624708624, -0.5714285714285714, 0.2142857142857143),
            (&G2[..], &G1[..], 33.0, 0.08624708624708624, 0.5714285714285714, 0.7857142857142857),
            (&G1[..], &G3[..], 3.5, 0.00404040404040404, -0.875, 0.0625),
            (&[1.0, 2.0], &[3.0, 4.0], 0.0, 1.0 / 3.0, -1.0, 0.0),
            (&[1.0, 2.0, 3.0], &[1.0, 2.0, 3.0], 4.5, 1.0, 0.0, 0.5),
        ] {
            let found = mann_whitney(&table(a), &table(b)).unwrap();
            assert_eq!(found.u, u);
            assert_close(found.p, p, 1e-12);
            assert_close(found.rank_biserial, rank_biserial, 1e-15);
            assert_close(found.superiority, superiority, 1e-15);
        }
    }

    #[test]
    fn superiority_reaches_as_far_as_hoeffding_says() {
        // math.sqrt(math.log(2 / 0.05) / (2 * 30)): the smaller sample counts
        assert_close(superiority_reach(30, 900, 0.95).unwrap(), 0.24795427851769825, 1e-12);
        assert_eq!(superiority_reach(900, 30, 0.95), superiority_reach(30, 30, 0.95));
        assert!(superiority_reach(7, 7, 0.95).unwrap() > 0.5);
        assert_eq!(superiority_reach(0, 5, 0.95), None);
        assert_eq!(superiority_reach(5, 5, 1.0), None);
    }

    #[test]
    fn exact_and_approximate_p_values_meet_where_one_ends() {
        // 33 values of each are the last exact ones.
        let (a, b) = (counted(&[14, 10, 6, 3]), counted(&[7, 9, 9, 8]));
        let exact = mann_whitney(&a, &b).unwrap();
        let more = |counts: &[u64]| counted(&counts.iter().map(|count| count * 2).collect::<Vec<_>>());
        assert!(
            exact_p(&a, &b, 0).is_some()
                && exact_p(&more(&[14, 10, 6, 3]), &more(&[7, 9, 9, 8]), 0).is_none()
        );
        // scipy.stats.mannwhitneyu(a, b, method="asymptotic", use_continuity=True)
        assert_close(exact.p, 0.02360916232245428, 0.03);
    }

    #[test]
    fn large_tables_lose_no_digits() {
        // The formulas of SciPy in mpmath with 60 digits: U, p of Mann-Whitney, H, p of Kruskal-Wallis
        let billion = 1_000_000_000;
        for (a, b, u, p, h, p_h) in [
            (
                &[300, 400, 200, 100][..],
                &[100, 200, 400, 300][..],
                280_000.0,
                7.614583248275399e-70,
                312.101935483871,
                7.60916678919666e-70,
            ),
            (
                &[billion, billion],
                &[billion - 400_000, billion + 400_000],
                1.9996e18,
                1.1314801699151824e-36,
                160.00000636000024,
                1.1314801699149547e-36,
            ),
            (
                &[billion, 0],
                &[billion - 7, 7],
                4.999999965e17,
                0.008150971506989185,
                7.000000021,
                0.008150971497882499,
            ),
            (
                &[3000, 3000, 1000],
                &[1480, 2700, 2820],
                16_300_000.0,
                8.527095244030823e-293,
                1337.3769892836535,
                8.526399391021954e-293,
            ),
        ] {
            let (a, b) = (counted(a), counted(b));
            let (found, kruskal) = (mann_whitney(&a, &b).unwrap(), kruskal_wallis(&[&a, &b]).unwrap());
            assert_eq!(found.u, u);
            assert_close(found.p, p, 1e-11);
            assert_close(kruskal.h, h, 1e-14);
            assert_close(kruskal.p, p_h, 1e-11);
        }
    }

    #[test]
    fn equal_values_and_empty_samples_have_no_test() {
        let (one, empty) = (table(&[4.0; 5]), Counts::new());
        assert_eq!(mann_whitney(&one, &one), None);
        assert_eq!(kruskal_wallis(&[&one, &one, &one]), None);
        assert_eq!(mann_whitney(&one, &empty), None);
        assert_eq!(mann_whitney(&empty, &one), None);
        assert_eq!(kruskal_wallis(&[&one, &table(&G1), &empty]), None);
        assert_eq!(kruskal_wallis(&[&table(&G1)]), None);
        assert_eq!(kruskal_wallis(&[]), None);
        assert_eq!(mann_whitney(&counted(&[1 << 42]), &counted(&[1, 1])), None);
        assert_eq!(mann_whitney(&counted(&[u64::MAX]), &counted(&[1, 1])), None);
        assert!(mann_whitney(&counted(&[1 << 41]), &counted(&[1 << 40, 1 << 40])).is_some());
    }

    #[test]
    fn samples_without_overlap_have_the_largest_effects() {
        let (low, high) = (table(&[1.0, 2.0, 3.0]), table(&[4.0, 5.0]));
        let found = mann_whitney(&high, &low).unwrap();
        assert_eq!((found.u, found.rank_biserial, found.superiority), (6.0, 1.0, 1.0));
        let ones = kruskal_wallis(&[&table(&[1.0; 4]), &table(&[2.0; 4])]).unwrap();
        assert_close(ones.epsilon_squared, 1.0, 1e-15);
    }
}

//! Least squares with no negative weights.

use super::solve;

/// The weights `x`, none below 0, that bring `x' a x - 2 b' x` to its least (Lawson and Hanson 1974): least squares, with `a` the
/// products of the columns and `b` those of the columns with the values. None if columns depend on each other.
pub fn nnls(a: &[Vec<f64>], b: &[f64]) -> Option<Vec<f64>> {
    let n = b.len();
    // Mostly nothing is at 0, and then it is a plain system.
    let plain = solve(a, b)?;
    if plain.iter().all(|x| *x >= 0.0) {
        return Some(plain);
    }
    let mut x = vec![0.0; n];
    let mut free = vec![false; n];
    let slope = |x: &[f64], k: usize| b[k] - a[k].iter().zip(x).map(|(a, x)| a * x).sum::<f64>();
    // More rounds than this would be a circle, which the method does not go in but for rounding.
    for _ in 0..10 * n.max(1) {
        let scale = |k: usize| 1e-11 * b[k].abs().max(a[k][k]);
        let next = (0..n).filter(|&k| !free[k] && slope(&x, k) > scale(k));
        let Some(next) = next.max_by(|&k, &l| slope(&x, k).total_cmp(&slope(&x, l))) else { return Some(x) };
        free[next] = true;
        loop {
            let those: Vec<usize> = (0..n).filter(|&k| free[k]).collect();
            let own: Vec<Vec<f64>> =
                those.iter().map(|&k| those.iter().map(|&l| a[k][l]).collect()).collect();
            let with: Vec<f64> = those.iter().map(|&k| b[k]).collect();
            let found = solve(&own, &with)?;
            if found.iter().all(|value| *value > 0.0) {
                x = vec![0.0; n];
                those.iter().zip(found).for_each(|(&k, value)| x[k] = value);
                break;
            }
            // As far towards it as nothing becomes negative.
            let part = those.iter().zip(&found).filter(|(_, value)| **value <= 0.0);
            let part = part.map(|(&k, value)| x[k] / (x[k] - value)).fold(1.0, f64::min);
            for (&k, value) in those.iter().zip(&found) {
                x[k] += part * (value - x[k]);
                if x[k] <= 1e-14 {
                    x[k] = 0.0;
                    free[k] = false;
                }
            }
        }
    }
    Some(x)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(rows: &[&[f64]], values: &[f64]) -> Option<Vec<f64>> {
        let n = rows[0].len();
        let a = (0..n).map(|k| (0..n).map(|l| rows.iter().map(|r| r[k] * r[l]).sum()).collect());
        let b = (0..n).map(|k| rows.iter().zip(values).map(|(r, v)| r[k] * v).sum());
        nnls(&a.collect::<Vec<Vec<f64>>>(), &b.collect::<Vec<f64>>())
    }

    #[test]
    fn weights_are_those_of_scipy() {
        // scipy.optimize.nnls(a, b)[0], SciPy 1.17
        for (lines, expected) in golden() {
            let numbers =
                |text: &str| text.split_whitespace().map(|n| n.parse().unwrap()).collect::<Vec<f64>>();
            let split = lines.lines().map(|line| line.split_once('|').unwrap());
            let (rows, values): (Vec<_>, Vec<_>) =
                split.map(|(row, value)| (numbers(row), numbers(value)[0])).unzip();
            let rows: Vec<&[f64]> = rows.iter().map(Vec::as_slice).collect();
            let found = of(&rows, &values).unwrap();
            for (found, expected) in found.iter().zip(&expected) {
                assert!((found - expected).abs() < 1e-9, "found {found}, expected {expected}");
            }
        }
    }

    #[test]
    fn columns_that_depend_on_each_other_are_refused() {
        assert_eq!(of(&[&[1.0, 2.0], &[2.0, 4.0]], &[1.0, 2.0]), None);
    }

    /// Cases with the weights that SciPy finds: each line has a row of columns, and after the bar its value.
    fn golden() -> [(&'static str, Vec<f64>); 4] {
        [
            (
                "3.49 1.57 0.61 | 5.88
                1.62 4.66 3.95 | 12.84
                0.05 0.99 1.47 | 1.2
                4.72 2.02 0.91 | 7.77
                4.3 4.54 1.51 | 8.06
                1.78 3.77 1.34 | 6.17
                3.95 2.25 3.24 | 10.87
                4.48 0.15 1.72 | 9.27",
                vec![1.0871343150297097, 0.27788658462322285, 2.1119445978681166],
            ),
            (
                "4.5 0.21 4.28 1.12 | 6.95
                0.45 2.32 1.47 2.8 | 1.81
                0.03 4.97 2.02 3.24 | 0.58
                1.56 3.96 4.2 4.75 | 8.86
                3.11 0.89 0.7 0.28 | 3.11
                3.23 4.6 0.1 2.22 | 1.0
                4.53 3.93 0.48 2.71 | 2.97
                4.96 1.96 3.42 1.46 | 5.71
                2.27 0.26 3.06 3.69 | 9.51
                2.06 0.68 3.11 3.8 | 7.71",
                vec![0.3062722368489078, 0.0, 1.4294486918276856, 0.352011295175223],
            ),
            (
                "4.66 2.52 3.69 4.27 | -9.17
                0.16 4.87 0.04 3.26 | -2.28
                1.37 3.35 4.9 0.96 | -9.66
                4.99 3.9 1.91 4.28 | -10.91
                1.06 2.53 2.3 1.19 | -5.61
                4.86 3.59 4.44 2.24 | -12.69
                3.7 2.79 4.02 2.71 | -8.23
                1.45 1.18 0.99 3.17 | -2.69
                0.24 2.76 1.1 2.28 | -2.56",
                vec![0.0, 0.0, 0.0, 0.0],
            ),
            (
                "0.04 4.45 1.81 | -14.87
                3.5 0.06 3.48 | -15.16
                0.15 1.07 2.0 | -8.94
                2.23 0.24 2.12 | -9.87
                3.5 4.81 4.22 | -26.95
                4.92 4.85 4.32 | -29.63
                1.21 2.76 3.85 | -16.9",
                vec![0.0, 0.0, 0.0],
            ),
        ]
    }
}

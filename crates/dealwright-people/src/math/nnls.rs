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
        for (rows, values, expected) in golden() {
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

    type Golden = (Vec<Vec<f64>>, Vec<f64>, Vec<f64>);

    fn golden() -> Vec<Golden> {
        vec![
            (
                vec![
                    vec![3.49, 1.57, 0.61],
                    vec![1.62, 4.66, 3.95],
                    vec![0.05, 0.99, 1.47],
                    vec![4.72, 2.02, 0.91],
                    vec![4.3, 4.54, 1.51],
                    vec![1.78, 3.77, 1.34],
                    vec![3.95, 2.25, 3.24],
                    vec![4.48, 0.15, 1.72],
                ],
                vec![5.88, 12.84, 1.2, 7.77, 8.06, 6.17, 10.87, 9.27],
                vec![1.0871343150297097, 0.27788658462322285, 2.1119445978681166],
            ),
            (
                vec![
                    vec![4.5, 0.21, 4.28, 1.12],
                    vec![0.45, 2.32, 1.47, 2.8],
                    vec![0.03, 4.97, 2.02, 3.24],
                    vec![1.56, 3.96, 4.2, 4.75],
                    vec![3.11, 0.89, 0.7, 0.28],
                    vec![3.23, 4.6, 0.1, 2.22],
                    vec![4.53, 3.93, 0.48, 2.71],
                    vec![4.96, 1.96, 3.42, 1.46],
                    vec![2.27, 0.26, 3.06, 3.69],
                    vec![2.06, 0.68, 3.11, 3.8],
                ],
                vec![6.95, 1.81, 0.58, 8.86, 3.11, 1.0, 2.97, 5.71, 9.51, 7.71],
                vec![0.3062722368489078, 0.0, 1.4294486918276856, 0.352011295175223],
            ),
            (
                vec![
                    vec![4.66, 2.52, 3.69, 4.27],
                    vec![0.16, 4.87, 0.04, 3.26],
                    vec![1.37, 3.35, 4.9, 0.96],
                    vec![4.99, 3.9, 1.91, 4.28],
                    vec![1.06, 2.53, 2.3, 1.19],
                    vec![4.86, 3.59, 4.44, 2.24],
                    vec![3.7, 2.79, 4.02, 2.71],
                    vec![1.45, 1.18, 0.99, 3.17],
                    vec![0.24, 2.76, 1.1, 2.28],
                ],
                vec![-9.17, -2.28, -9.66, -10.91, -5.61, -12.69, -8.23, -2.69, -2.56],
                vec![0.0, 0.0, 0.0, 0.0],
            ),
            (
                vec![
                    vec![0.04, 4.45, 1.81],
                    vec![3.5, 0.06, 3.48],
                    vec![0.15, 1.07, 2.0],
                    vec![2.23, 0.24, 2.12],
                    vec![3.5, 4.81, 4.22],
                    vec![4.92, 4.85, 4.32],
                    vec![1.21, 2.76, 3.85],
                ],
                vec![-14.87, -15.16, -8.94, -9.87, -26.95, -29.63, -16.9],
                vec![0.0, 0.0, 0.0],
            ),
        ]
    }
}

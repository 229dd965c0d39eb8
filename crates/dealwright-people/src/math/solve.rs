//! Symmetric systems of equations.

/// Solves `a x = b` for a symmetric positive definite matrix by Cholesky's method; none if it is not positive definite.
pub fn solve(a: &[Vec<f64>], b: &[f64]) -> Option<Vec<f64>> {
    let n = b.len();
    let mut low = vec![vec![0.0; n]; n];
    for row in 0..n {
        for column in 0..=row {
            let sum: f64 = (0..column).map(|k| low[row][k] * low[column][k]).sum();
            if row == column {
                let square = a[row][row] - sum;
                if square.is_nan() || square <= 1e-12 * a[row][row].abs() {
                    return None;
                }
                low[row][row] = square.sqrt();
            } else {
                low[row][column] = (a[row][column] - sum) / low[column][column];
            }
        }
    }
    let mut x = b.to_vec();
    for row in 0..n {
        let sum: f64 = (0..row).map(|k| low[row][k] * x[k]).sum();
        x[row] = (x[row] - sum) / low[row][row];
    }
    for row in (0..n).rev() {
        let sum: f64 = (row + 1..n).map(|k| low[k][row] * x[k]).sum();
        x[row] = (x[row] - sum) / low[row][row];
    }
    x.iter().all(|value| value.is_finite()).then_some(x)
}

/// Of the columns of a design, given by the matrix of their products: those that are not sums of columns before them, in the order
/// that is given. A column counts as independent if more than `least` of its square is left.
pub fn independent(products: &[Vec<f64>], order: &[usize], least: f64) -> Vec<usize> {
    let mut kept: Vec<usize> = Vec::new();
    for &column in order {
        let square = products[column][column];
        if square <= 0.0 {
            continue;
        }
        let own: Vec<Vec<f64>> =
            kept.iter().map(|&row| kept.iter().map(|&other| products[row][other]).collect()).collect();
        let with: Vec<f64> = kept.iter().map(|&row| products[row][column]).collect();
        let left = match solve(&own, &with) {
            Some(x) => square - x.iter().zip(&with).map(|(x, w)| x * w).sum::<f64>(),
            None => 0.0,
        };
        if left > least * square {
            kept.push(column);
        }
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_system_is_solved() {
        let a = vec![vec![4.0, 2.0, 0.5], vec![2.0, 5.0, 1.0], vec![0.5, 1.0, 3.0]];
        let x = solve(&a, &[1.0, -2.0, 3.0]).unwrap();
        for (row, b) in a.iter().zip([1.0, -2.0, 3.0]) {
            let sum: f64 = row.iter().zip(&x).map(|(a, x)| a * x).sum();
            assert!((sum - b).abs() < 1e-12);
        }
        assert_eq!(solve(&[vec![1.0, 1.0], vec![1.0, 1.0]], &[1.0, 1.0]), None, "singular");
        assert_eq!(solve(&[vec![f64::NAN]], &[1.0]), None);
    }

    #[test]
    fn columns_that_are_sums_of_others_are_left_out() {
        let columns = [
            [1.0, 2.0, 0.0, 1.0],
            [0.0, 1.0, 1.0, 1.0],
            [1.0, 3.0, 1.0, 2.0],
            [0.0; 4],
            [1.0, 0.0, 0.0, 0.0],
        ];
        let dot = |a: &[f64; 4], b: &[f64; 4]| a.iter().zip(b).map(|(a, b)| a * b).sum::<f64>();
        let products: Vec<Vec<f64>> =
            columns.iter().map(|a| columns.iter().map(|b| dot(a, b)).collect()).collect();
        assert_eq!(independent(&products, &[0, 1, 2, 3, 4], 1e-6), [0, 1, 4]);
        assert_eq!(independent(&products, &[2, 0, 1], 1e-6), [2, 0]);
    }
}

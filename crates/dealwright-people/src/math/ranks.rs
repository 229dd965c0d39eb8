//! Rank correlations with ties.

/// Kendall's tau-b; none where one side does not vary, there are fewer than two pairs of values, or one is no number.
pub fn kendall(x: &[f64], y: &[f64]) -> Option<f64> {
    let n = sound(x, y)?;
    let (mut sum, mut ties_x, mut ties_y) = (0i64, 0i64, 0i64);
    for first in 0..n {
        for second in 0..first {
            let (a, b) = (sign(x[first], x[second]), sign(y[first], y[second]));
            sum += a * b;
            ties_x += i64::from(a == 0);
            ties_y += i64::from(b == 0);
        }
    }
    let pairs = (n * (n - 1) / 2) as i64;
    let scale = (((pairs - ties_x) as f64) * ((pairs - ties_y) as f64)).sqrt();
    (scale > 0.0).then(|| sum as f64 / scale)
}

/// Spearman's rho: the correlation of ranks, tied values with the mean of theirs; none as for [`kendall`].
pub fn spearman(x: &[f64], y: &[f64]) -> Option<f64> {
    sound(x, y)?;
    let (x, y) = (ranks(x), ranks(y));
    let mean = (x.len() as f64 + 1.0) / 2.0;
    let product = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(a, b)| (a - mean) * (b - mean)).sum::<f64>();
    let scale = (product(&x, &x) * product(&y, &y)).sqrt();
    (scale > 0.0).then(|| product(&x, &y) / scale)
}

fn sound(x: &[f64], y: &[f64]) -> Option<usize> {
    let is_sound = x.len() == y.len() && x.len() >= 2 && x.iter().chain(y).all(|value| value.is_finite());
    is_sound.then_some(x.len())
}

fn sign(a: f64, b: f64) -> i64 {
    i64::from(a > b) - i64::from(a < b)
}

/// Ranks from 1; tied values share the mean of theirs.
fn ranks(values: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..values.len()).collect();
    order.sort_by(|&a, &b| values[a].total_cmp(&values[b]));
    let mut ranks = vec![0.0; values.len()];
    let mut from = 0;
    while from < order.len() {
        let same = order[from..].iter().take_while(|&&at| values[at] == values[order[from]]).count();
        let rank = from as f64 + (same as f64 + 1.0) / 2.0;
        order[from..from + same].iter().for_each(|&at| ranks[at] = rank);
        from += same;
    }
    ranks
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn correlations_are_those_of_scipy() {
        // scipy.stats.kendalltau(x, y).statistic, scipy.stats.spearmanr(x, y).statistic, SciPy 1.17
        for (x, y, tau, rho) in golden() {
            assert!((kendall(&x, &y).unwrap() - tau).abs() < 1e-12);
            assert!((spearman(&x, &y).unwrap() - rho).abs() < 1e-12);
        }
    }

    #[test]
    fn without_variation_there_is_no_correlation() {
        assert_eq!(kendall(&[1.0, 1.0], &[1.0, 2.0]), None);
        assert_eq!(spearman(&[1.0, 2.0], &[3.0, 3.0]), None);
        assert_eq!(kendall(&[1.0], &[1.0]), None);
        assert_eq!(kendall(&[1.0, f64::NAN], &[1.0, 2.0]), None);
        assert_eq!(kendall(&[1.0, 2.0], &[1.0]), None);
    }

    type Golden = (Vec<f64>, Vec<f64>, f64, f64);

    fn golden() -> Vec<Golden> {
        vec![
            (
                vec![15.0, 95.0, 17.0, 7.0, 70.0, 1.0],
                vec![30.0, 60.0, 60.0, 78.0, 62.0, 75.0],
                -0.27602622373694163,
                -0.49280538030458115,
            ),
            (
                vec![3.0, 3.0, 2.0, 1.0, 0.0, 1.0, 3.0, 0.0, 3.0, 1.0, 2.0, 0.0],
                vec![2.0, 2.0, 2.0, 1.0, 0.0, 1.0, 1.0, 1.0, 0.0, 2.0, 1.0, 1.0],
                0.2899103782969038,
                0.312079929900485,
            ),
            (
                vec![0.0, 2.0, 3.0, 3.0, 0.0, 2.0, 0.0, 2.0, 0.0],
                vec![1.0, 2.0, 1.0, 2.0, 2.0, 0.0, 2.0, 2.0, 2.0],
                -0.17541160386140583,
                -0.202310912249981,
            ),
        ]
    }
}

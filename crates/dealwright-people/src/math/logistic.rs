//! Logistic regression with a little shrinking, so that success that one measure splits cleanly has an answer too.

use super::solve;

/// A fitted model: the chance of success is 1 / (1 + exp(-(intercept + slopes · x))).
#[derive(Debug, Clone, PartialEq)]
pub struct Logistic {
    /// The intercept, which is not shrunk.
    pub intercept: f64,
    /// One slope for each measure.
    pub slopes: Vec<f64>,
}

impl Logistic {
    /// The chance of success.
    pub fn chance(&self, x: &[f64]) -> f64 {
        let sum: f64 = self.intercept + self.slopes.iter().zip(x).map(|(slope, x)| slope * x).sum::<f64>();
        1.0 / (1.0 + (-sum).exp())
    }
}

/// Fits a model by Newton's method; `shrink` is the weight of half the sum of the squared slopes beside the log likelihood (1 / C of
/// scikit-learn). None if it does not settle.
pub fn logistic(rows: &[Vec<f64>], solved: &[bool], shrink: f64) -> Option<Logistic> {
    let slopes = rows.first()?.len();
    let n = slopes + 1;
    let mut model = Logistic { intercept: 0.0, slopes: vec![0.0; slopes] };
    // Where everybody succeeds the intercept has no end: it is shrunk by next to nothing.
    let shrinks = |k: usize| if k == 0 { 1e-6 } else { shrink };
    for _ in 0..100 {
        let mut slope: Vec<f64> = (0..n).map(|k| -shrinks(k) * at(&model, k)).collect();
        let mut bend = vec![vec![0.0; n]; n];
        (0..n).for_each(|k| bend[k][k] = shrinks(k));
        for (row, &solved) in rows.iter().zip(solved) {
            let chance = model.chance(row);
            let (miss, weight) = (f64::from(u8::from(solved)) - chance, chance * (1.0 - chance));
            let x = |k: usize| if k == 0 { 1.0 } else { row[k - 1] };
            for k in 0..n {
                slope[k] += miss * x(k);
                (0..n).for_each(|l| bend[k][l] += weight * x(k) * x(l));
            }
        }
        let step = solve(&bend, &slope)?;
        // Long steps of Newton's method may lead astray.
        let longest = step.iter().fold(0.0f64, |most, part| most.max(part.abs()));
        let part = if longest > 5.0 { 5.0 / longest } else { 1.0 };
        model.intercept += part * step[0];
        model.slopes.iter_mut().zip(&step[1..]).for_each(|(slope, step)| *slope += part * step);
        if longest < 1e-10 {
            return Some(model);
        }
    }
    None
}

fn at(model: &Logistic, k: usize) -> f64 {
    if k == 0 { model.intercept } else { model.slopes[k - 1] }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn models_are_those_of_scikit_learn() {
        // sklearn.linear_model.LogisticRegression(C=1/shrink, tol=1e-12, max_iter=10000).fit(x, y), scikit-learn 1.9
        for (rows, solved, shrink, intercept, slopes) in golden() {
            let found = logistic(&rows, &solved, shrink).unwrap();
            assert!((found.intercept - intercept).abs() < 1e-4, "{found:?}");
            for (found, expected) in found.slopes.iter().zip(&slopes) {
                assert!((found - expected).abs() < 1e-4, "found {found}, expected {expected}");
            }
        }
    }

    #[test]
    fn success_of_everybody_and_a_clean_split_have_answers() {
        let rows = vec![vec![-1.0], vec![-0.5], vec![0.5], vec![1.0]];
        let all = logistic(&rows, &[true; 4], 1.0).unwrap();
        assert!(all.chance(&[0.0]) > 0.99);
        let split = logistic(&rows, &[false, false, true, true], 1.0).unwrap();
        assert!(split.slopes[0] > 0.5 && split.slopes[0].is_finite());
        assert_eq!(logistic(&[], &[], 1.0), None);
    }

    type Golden = (Vec<Vec<f64>>, Vec<bool>, f64, f64, Vec<f64>);

    fn golden() -> Vec<Golden> {
        vec![
            (
                vec![
                    vec![-0.35],
                    vec![0.92],
                    vec![-1.99],
                    vec![0.52],
                    vec![0.23],
                    vec![2.31],
                    vec![1.41],
                    vec![0.73],
                    vec![-0.21],
                    vec![-0.32],
                    vec![0.45],
                    vec![-0.08],
                    vec![-0.57],
                    vec![1.4],
                ],
                vec![false, true, false, true, true, true, true, true, false, false, true, true, false, true],
                1.0,
                0.3143524730687041,
                vec![1.5525279450154508],
            ),
            (
                vec![
                    vec![0.44, 0.43],
                    vec![-0.75, 0.02],
                    vec![-0.17, 1.14],
                    vec![-0.43, 1.89],
                    vec![0.86, 0.17],
                    vec![-1.62, 0.22],
                    vec![0.1, 1.41],
                    vec![0.39, 2.22],
                    vec![-0.07, -1.63],
                    vec![0.59, -1.33],
                    vec![0.13, -0.68],
                    vec![1.19, -0.85],
                    vec![0.82, -1.7],
                    vec![1.04, -1.11],
                    vec![0.33, 1.13],
                    vec![-0.44, -0.08],
                    vec![1.33, 0.18],
                    vec![0.13, 1.35],
                    vec![0.55, -0.04],
                    vec![0.41, -2.12],
                ],
                vec![
                    true, false, true, false, true, false, true, true, true, false, false, false, true, true,
                    true, true, true, true, true, false,
                ],
                0.5,
                0.43248626906616117,
                vec![1.1098630618696275, 0.6318885261143494],
            ),
            (
                vec![
                    vec![1.34, 2.71, 1.06],
                    vec![-0.54, -1.6, -1.93],
                    vec![1.23, 0.98, -0.27],
                    vec![1.31, 0.7, 1.17],
                    vec![-0.32, 1.46, -1.39],
                    vec![0.43, 1.54, -0.32],
                    vec![0.45, 0.29, -0.22],
                    vec![-0.69, -0.96, -0.08],
                    vec![2.49, -0.35, -0.34],
                    vec![1.21, -2.55, -1.02],
                    vec![-0.52, 0.16, -0.56],
                    vec![-0.28, -0.69, -0.48],
                    vec![0.04, -1.23, 1.77],
                    vec![-2.02, 0.88, 0.84],
                    vec![0.08, 0.69, -1.48],
                    vec![0.98, 0.14, 0.55],
                    vec![0.94, 0.75, 1.46],
                    vec![0.49, 1.4, -0.98],
                    vec![1.07, -1.73, -0.56],
                    vec![-3.03, -0.03, 1.66],
                    vec![-1.88, -0.8, -0.48],
                    vec![-0.9, 1.52, -1.29],
                    vec![2.29, 1.32, -0.3],
                    vec![1.68, 0.31, -0.47],
                ],
                vec![
                    true, false, true, true, true, true, true, false, true, true, false, true, true, false,
                    true, true, true, true, false, true, false, false, true, true,
                ],
                1.0,
                1.1463057653257154,
                vec![0.9776854388071455, 0.5156761593805622, 0.7439391978270511],
            ),
        ]
    }
}

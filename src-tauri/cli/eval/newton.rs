//! Weights that fit best, by Newton's method with a ridge. In: what adds the slope and the bend of all examples. Out: the
//! weights. Deliberately absent: what is fitted.

/// What a weight costs, so that a signal seen seldom does not run away.
const RIDGE: f64 = 1.0;

/// It is there after a few steps; none goes further than this.
const STEPS: usize = 60;
const LONGEST: f64 = 2.0;

/// `add(weights, slope, bend)` adds the slope of the examples' likelihood, and its bend with the sign turned.
pub fn newton(width: usize, add: impl Fn(&[f64], &mut [f64], &mut [Vec<f64>])) -> Vec<f64> {
    let mut weights = vec![0.0; width];
    for _ in 0..STEPS {
        let mut slope: Vec<f64> = weights.iter().map(|w| -RIDGE * w).collect();
        let mut bend = vec![vec![0.0; width]; width];
        for (at, row) in bend.iter_mut().enumerate() {
            row[at] = RIDGE;
        }
        add(&weights, &mut slope, &mut bend);
        let step = solve(bend, slope);
        let length = step.iter().map(|s| s * s).sum::<f64>().sqrt();
        let part = (LONGEST / length.max(1e-12)).min(1.0);
        weights.iter_mut().zip(&step).for_each(|(w, s)| *w += part * s);
        if length < 1e-9 {
            break;
        }
    }
    weights
}

/// Gauss; the matrix is positive definite, so that no pivot is zero.
fn solve(mut matrix: Vec<Vec<f64>>, mut right: Vec<f64>) -> Vec<f64> {
    let n = right.len();
    for at in 0..n {
        let pivot = matrix[at].clone();
        let lead = right[at];
        for (row, value) in matrix.iter_mut().zip(&mut right).skip(at + 1) {
            let factor = row[at] / pivot[at];
            row.iter_mut()
                .zip(&pivot)
                .for_each(|(cell, above)| *cell -= factor * above);
            *value -= factor * lead;
        }
    }
    for at in (0..n).rev() {
        let known: f64 = (at + 1..n).map(|column| matrix[at][column] * right[column]).sum();
        right[at] = (right[at] - known) / matrix[at][at];
    }
    right
}

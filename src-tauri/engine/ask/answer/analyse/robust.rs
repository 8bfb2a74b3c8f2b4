//! Middles, spreads and chances that a few strange values do not move.
//!
//! In: numbers. Out: numbers. The same input gives the same chance: what is mixed up is mixed up from a fixed start.

use crate::chance::Chance;

/// A part of the whole that is worth a sentence.
pub const WORTH_SAYING: f64 = 0.05;
/// A normal distribution's standard deviation, from its median absolute deviation.
const NORMAL: f64 = 1.4826;
/// Mixed-up copies that a break is held against: one in a hundred may look as broken as the data.
const COPIES: usize = 299;
pub const CHANCE: f64 = 0.01;
/// Rows on each side of a break: fewer have no level of their own.
pub const SIDE: usize = 4;

pub fn median(values: &[f64]) -> f64 {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    let n = sorted.len();
    match n {
        0 => 0.0,
        n if n % 2 == 1 => sorted[n / 2],
        n => (sorted[n / 2 - 1] + sorted[n / 2]) / 2.0,
    }
}

/// How far values usually lie from a middle; `None` where more than half of them are the same.
pub fn spread(values: &[f64], middle: f64) -> Option<f64> {
    let off: Vec<f64> = values.iter().map(|v| (v - middle).abs()).collect();
    Some(NORMAL * median(&off)).filter(|s| *s > 1e-9 * middle.abs().max(1e-9))
}

/// How many spreads from the middle are far: the spread of a few values is itself unsure, and of many some lie far out.
pub fn far(n: usize) -> f64 {
    4.0 + 32.0 / n as f64
}

/// The slope and the height at 0 that half of all pairs are above (Theil and Sen).
pub fn line(at: &[f64], values: &[f64]) -> (f64, f64) {
    let mut slopes = Vec::new();
    let points: Vec<(f64, f64)> = at.iter().copied().zip(values.iter().copied()).collect();
    for (n, a) in points.iter().enumerate() {
        let later = points[n + 1..].iter().filter(|b| b.0 > a.0);
        slopes.extend(later.map(|b| (b.1 - a.1) / (b.0 - a.0)));
    }
    let slope = median(&slopes);
    let rest: Vec<f64> = at.iter().zip(values).map(|(x, y)| y - slope * x).collect();
    (slope, median(&rest))
}

/// Sums from the left, from which every line through some neighbours follows.
struct Sums(Vec<[f64; 5]>);

impl Sums {
    fn of(at: &[f64], values: &[f64]) -> Self {
        let mut out = vec![[0.0; 5]];
        let mut sum = [0.0; 5];
        for (x, y) in at.iter().zip(values) {
            for (s, v) in sum.iter_mut().zip([*x, *y, x * x, x * y, y * y]) {
                *s += v;
            }
            out.push(sum);
        }
        Self(out)
    }

    /// Slope, height at 0 and squares left over of the least-squares line through `from..to`.
    fn fit(&self, from: usize, to: usize) -> (f64, f64, f64) {
        let n = (to - from) as f64;
        let part: Vec<f64> = self.0[to].iter().zip(&self.0[from]).map(|(a, b)| a - b).collect();
        let (mx, my) = (part[0] / n, part[1] / n);
        let xx = part[2] - n * mx * mx;
        let xy = part[3] - n * mx * my;
        let yy = part[4] - n * my * my;
        let slope = if xx > 0.0 { xy / xx } else { 0.0 };
        (slope, my - slope * mx, (yy - slope * xy).max(0.0))
    }

    /// Where two lines leave the least, and what they leave.
    fn split(&self) -> (usize, f64) {
        let n = self.0.len() - 1;
        let left = |k: usize| self.fit(0, k).2 + self.fit(k, n).2;
        (SIDE..=n - SIDE)
            .map(|k| (k, left(k)))
            .min_by(|a, b| a.1.total_cmp(&b.1))
            .unwrap_or((0, f64::INFINITY))
    }
}

/// Two lines that fit a series much better than one.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Split {
    /// The first point of the second line.
    pub at: usize,
    /// Slope and height at 0, before and after.
    pub before: (f64, f64),
    pub after: (f64, f64),
    /// What is usually left between a point and its line.
    pub noise: f64,
    pub chance: f64,
}

/// `None` where one line does as well as mixed-up data often would, where what is left goes in waves, and where a wave of the
/// length of `season` fits nearly as well: a year that comes round is no break.
pub fn split(at: &[f64], values: &[f64], season: f64) -> Option<Split> {
    let n = values.len();
    if n < 2 * SIDE + 2 {
        return None;
    }
    let sums = Sums::of(at, values);
    let (slope, height, one) = sums.fit(0, n);
    let (k, two) = sums.split();
    let gain = |one: f64, two: f64| (one - two) / two.max(1e-12 * one.max(1e-300));
    let real = gain(one, two);
    let mut left: Vec<f64> = at.iter().zip(values).map(|(x, y)| y - height - slope * x).collect();
    let mut chance = Chance(0x9e37_79b9_7f4a_7c15);
    let mut as_good = 1;
    for _ in 0..COPIES {
        chance.mix(&mut left);
        let copy = Sums::of(at, &left);
        as_good += usize::from(gain(copy.fit(0, n).2, copy.split().1) >= real);
    }
    let chance = as_good as f64 / (COPIES + 1) as f64;
    let (before, after) = (sums.fit(0, k), sums.fit(k, n));
    let rest: Vec<f64> = (0..n)
        .map(|i| {
            let (slope, height, _) = if i < k { before } else { after };
            values[i] - height - slope * at[i]
        })
        .collect();
    let waving = waves(&rest) >= 0.5 || wave(at, values, season) < 2.0 * two;
    (chance <= CHANCE && !waving).then(|| Split {
        at: k,
        before: (before.0, before.1),
        after: (after.0, after.1),
        noise: (two / (n - 4).max(1) as f64).sqrt(),
        chance,
    })
}

/// Squares that a line and a wave of one length leave over.
fn wave(at: &[f64], values: &[f64], length: f64) -> f64 {
    let first = at.first().copied().unwrap_or_default();
    let turn = |x: f64| std::f64::consts::TAU * x / length;
    let terms = |x: f64| [1.0, x - first, turn(x).sin(), turn(x).cos()];
    let mut sums = [[0.0; 5]; 4];
    for (x, y) in at.iter().zip(values) {
        let t = terms(*x);
        for (row, own) in sums.iter_mut().zip(t) {
            row.iter_mut().zip(t).for_each(|(sum, other)| *sum += own * other);
            row[4] += own * y;
        }
    }
    // Gauss and Jordan, with the largest first.
    for i in 0..4 {
        let best = (i..4)
            .max_by(|a, b| sums[*a][i].abs().total_cmp(&sums[*b][i].abs()))
            .unwrap_or(i);
        sums.swap(i, best);
        if sums[i][i].abs() < 1e-9 {
            return f64::INFINITY;
        }
        let own = sums[i];
        for (_, row) in sums.iter_mut().enumerate().filter(|(j, _)| *j != i) {
            let part = row[i] / own[i];
            row.iter_mut().zip(own).for_each(|(a, b)| *a -= part * b);
        }
    }
    let height = |x: f64| (0..4).map(|i| terms(x)[i] * sums[i][4] / sums[i][i]).sum::<f64>();
    at.iter().zip(values).map(|(x, y)| (y - height(*x)).powi(2)).sum()
}

/// How much each value is like the one before it, -1 to 1.
fn waves(rest: &[f64]) -> f64 {
    let all: f64 = rest.iter().map(|r| r * r).sum();
    let next: f64 = rest.windows(2).map(|w| w[0] * w[1]).sum();
    if all > 0.0 {
        next / all
    } else {
        0.0
    }
}

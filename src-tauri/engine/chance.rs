//! What chance may make of a count, and numbers drawn from a seed. In: counts; a seed. Out: bounds and probabilities; numbers.
//! Deliberately absent: what was counted.

/// 95 in a hundred intervals made like this hold the true share (Wilson 1927, z = 1.96).
pub fn wilson(right: usize, of: usize) -> (f64, f64) {
    if of == 0 {
        return (0.0, 1.0);
    }
    let (z, n, p) = (1.96_f64, of as f64, right as f64 / of as f64);
    let (centre, spread) = (
        p + z * z / (2.0 * n),
        z * (p * (1.0 - p) / n + z * z / (4.0 * n * n)).sqrt(),
    );
    let all = 1.0 + z * z / n;
    (((centre - spread) / all).max(0.0), ((centre + spread) / all).min(1.0))
}

/// How often chance would make at least this difference between two runs over the same questions, were both equally good:
/// each changed question is then a coin tossed (McNemar's test; the binomial distribution, exact at every count).
pub fn mcnemar(won: usize, lost: usize) -> f64 {
    let n = won + lost;
    // The logarithm of (n choose k) / 2^n, from one k to the next.
    let mut ln = -(n as f64) * std::f64::consts::LN_2;
    let mut tail = 0.0;
    for k in 0..=won.min(lost) {
        if k > 0 {
            ln += ((n - k + 1) as f64 / k as f64).ln();
        }
        tail += ln.exp();
    }
    (2.0 * tail).min(1.0)
}

/// SplitMix64 (Steele, Lea and Flood 2014): the same seed draws the same numbers on every machine.
pub struct Chance(pub u64);

impl Chance {
    pub fn draw(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// 0 to `n` - 1.
    pub fn below(&mut self, n: usize) -> usize {
        (self.draw() % (n.max(1) as u64)) as usize
    }

    /// In any order, each as likely as the others (Fisher and Yates).
    pub fn mix<T>(&mut self, values: &mut [T]) {
        for i in (1..values.len()).rev() {
            values.swap(i, self.below(i + 1));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn interval_agrees_with_a_published_example() {
        // 15 of 50: (0.191, 0.438), a common worked example.
        let (low, high) = wilson(15, 50);
        assert!(
            (low - 0.1910).abs() < 5e-4 && (high - 0.4375).abs() < 5e-4,
            "{low} {high}"
        );
        assert_eq!(wilson(0, 0), (0.0, 1.0));
        assert!(wilson(40, 40).1 <= 1.0 && wilson(40, 40).0 > 0.9);
    }

    #[test]
    fn the_test_of_changes_is_the_exact_one() {
        // Two sides of a coin tossed n times: 2 * (1 + 10) / 2^10; 2 / 2^6; never above 1.
        assert!((mcnemar(9, 1) - 22.0 / 1_024.0).abs() < 1e-12);
        assert!((mcnemar(0, 6) - 2.0 / 64.0).abs() < 1e-12);
        assert_eq!((mcnemar(0, 0), mcnemar(3, 3)), (1.0, 1.0));
        // Near the chi-square with a correction, 29 * 29 / 172 = 4.89: 0.027.
        assert!((mcnemar(101, 71) - 0.0270).abs() < 2e-3, "{}", mcnemar(101, 71));
    }
}

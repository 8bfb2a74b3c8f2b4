//! What stands for the values of a column that are too many to keep. In: hashes of values. Out: how many different
//! ones there were, and figures by which two columns are compared without their values.
//!
//! Deliberately absent: the values.

use serde::{Deserialize, Serialize};

/// 2^15 registers: a relative standard error of 1.04 / sqrt(2^15) = 0.57% (Flajolet et al. 2007), so that an estimate
/// is within 2% in 99.95 of 100 columns.
const BITS: u32 = 15;
const REGISTERS: usize = 1 << BITS;
/// Bits of a hash that choose no register.
const RANKS: usize = 64 - BITS as usize;
pub const ERROR: f64 = 0.005_745;

/// Values of a MinHash sketch (seed 000, operation 0a).
pub const PERMUTATIONS: usize = 128;

/// The smallest hashes of a column's distinct values. Two columns that keep values by the same hash can be compared
/// without their values (KMV sketch; Bar-Yossef et al. 2002).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Sketch {
    pub table: String,
    pub column: String,
    /// In order.
    pub hashes: Vec<u64>,
    /// These are all; otherwise the column has values of larger hashes, too.
    pub complete: bool,
    pub unique: bool,
    /// All rows of the table were read.
    pub whole: bool,
    /// [`PERMUTATIONS`] values; empty where the column has none.
    pub minhash: Vec<u64>,
    /// Of texts, all distinct ones with capitals and blanks at the ends set aside, in order; none where they are too many.
    #[serde(default)]
    pub folded: Vec<u64>,
    /// No two texts become one by that.
    #[serde(default)]
    pub folded_apart: bool,
}

impl Sketch {
    /// The share of the values of both columns that occur in both, estimated; the standard error is at most 0.045.
    pub fn resemblance(&self, other: &Self) -> f64 {
        if self.minhash.is_empty() || other.minhash.is_empty() {
            return 0.0;
        }
        let same = self.minhash.iter().zip(&other.minhash).filter(|(a, b)| a == b).count();
        same as f64 / PERMUTATIONS as f64
    }
}

/// HyperLogLog with 64-bit hashes, so that nothing has to be corrected for large counts.
pub struct Distinct {
    registers: Vec<u8>,
}

impl Distinct {
    pub fn new() -> Self {
        Self {
            registers: vec![0; REGISTERS],
        }
    }

    pub fn add(&mut self, hash: u64) {
        let register = &mut self.registers[(hash >> (64 - BITS)) as usize];
        let rank = ((hash << BITS) | (1 << (BITS - 1))).leading_zeros() as u8 + 1;
        if rank > *register {
            *register = rank;
        }
    }

    /// Ertl's estimator (2017), which needs no correction for any size.
    pub fn estimate(&self) -> u64 {
        let m = REGISTERS as f64;
        let mut of_rank = [0u32; RANKS + 2];
        self.registers.iter().for_each(|&r| of_rank[usize::from(r)] += 1);
        let share = |rank: usize| f64::from(of_rank[rank]) / m;
        let mut z = m * tau(1.0 - share(RANKS + 1));
        for rank in (1..=RANKS).rev() {
            z = 0.5 * (z + f64::from(of_rank[rank]));
        }
        z += m * sigma(share(0));
        (m * m / (2.0 * std::f64::consts::LN_2 * z)).round() as u64
    }
}

fn sigma(mut x: f64) -> f64 {
    if x >= 1.0 {
        return f64::INFINITY;
    }
    let (mut y, mut z) = (1.0, x);
    loop {
        x *= x;
        let before = z;
        z += x * y;
        y += y;
        if z == before {
            return z;
        }
    }
}

fn tau(mut x: f64) -> f64 {
    if x <= 0.0 || x >= 1.0 {
        return 0.0;
    }
    let (mut y, mut z) = (1.0, 1.0 - x);
    loop {
        x = x.sqrt();
        let before = z;
        y *= 0.5;
        z -= (1.0 - x).powi(2) * y;
        if z == before {
            return z / 3.0;
        }
    }
}

/// The `bound` smallest of the hashes that it is given.
pub struct Smallest {
    bound: usize,
    hashes: Vec<u64>,
    /// No hash as large as this can be among them.
    ceiling: u64,
}

impl Smallest {
    pub fn new(bound: usize) -> Self {
        Self {
            bound,
            hashes: Vec::new(),
            ceiling: u64::MAX,
        }
    }

    pub fn add(&mut self, hash: u64) {
        if hash < self.ceiling {
            self.hashes.push(hash);
            if self.hashes.len() >= 2 * self.bound {
                self.tidy();
            }
        }
    }

    fn tidy(&mut self) {
        self.hashes.sort_unstable();
        self.hashes.dedup();
        self.hashes.truncate(self.bound);
        if let (true, Some(last)) = (self.hashes.len() == self.bound, self.hashes.last()) {
            self.ceiling = *last;
        }
    }

    /// In order.
    pub fn take(mut self) -> Vec<u64> {
        self.tidy();
        self.hashes
    }
}

/// MinHash by one permutation cut into as many parts as there are values, empty parts filled from others (Li, Owen and
/// Zhang 2012; Shrivastava 2017): it estimates what 128 permutations do, for the price of one.
#[derive(Clone)]
pub struct MinHash {
    parts: Vec<u64>,
    empty: bool,
}

impl MinHash {
    pub fn new() -> Self {
        Self {
            parts: vec![u64::MAX; PERMUTATIONS],
            empty: true,
        }
    }

    pub fn add(&mut self, hash: u64) {
        // Other bits than those that the smallest hashes are chosen by.
        let part = &mut self.parts[(hash & (PERMUTATIONS as u64 - 1)) as usize];
        *part = (*part).min(hash >> 7);
        self.empty = false;
    }

    pub fn take(self) -> Vec<u64> {
        if self.empty {
            return Vec::new();
        }
        let fill = |at: usize| {
            (0u64..)
                .map(|attempt| super::hash::spread((at as u64) << 32 | attempt) as usize % PERMUTATIONS)
                .find(|&from| self.parts[from] != u64::MAX)
        };
        (0..PERMUTATIONS)
            .map(|at| match self.parts[at] {
                u64::MAX => fill(at).map_or(u64::MAX, |from| self.parts[from]),
                part => part,
            })
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::super::hash::spread;
    use super::*;

    #[test]
    fn distinct_values_are_estimated_within_two_percent() {
        for n in [100u64, 30_000, 81_920, 200_000, 1_000_000, 5_000_000] {
            let mut distinct = Distinct::new();
            (0..n).for_each(|i| distinct.add(spread(i)));
            (0..n / 2).for_each(|i| distinct.add(spread(i)));
            let error = (distinct.estimate() as f64 / n as f64 - 1.0).abs();
            assert!(error < 0.02, "{n}: {}", distinct.estimate());
        }
    }

    #[test]
    fn the_smallest_hashes_are_kept() {
        let mut smallest = Smallest::new(10);
        (0..1_000u64).rev().chain(0..50).for_each(|h| smallest.add(h));
        assert_eq!(smallest.take(), (0..10).collect::<Vec<u64>>());
        let mut few = Smallest::new(10);
        [3, 1, 3].into_iter().for_each(|h| few.add(h));
        assert_eq!(few.take(), [1, 3]);
    }

    fn sketch(values: std::ops::Range<u64>) -> Sketch {
        let mut minhash = MinHash::new();
        values.for_each(|v| minhash.add(spread(v)));
        Sketch {
            table: String::new(),
            column: String::new(),
            hashes: Vec::new(),
            complete: true,
            unique: false,
            whole: true,
            minhash: minhash.take(),
            folded: Vec::new(),
            folded_apart: false,
        }
    }

    #[test]
    fn resemblance_is_the_share_of_common_values() {
        // Four standard errors.
        for (a, b, truth) in [
            (0..10_000, 0..10_000, 1.0),
            (0..10_000, 5_000..15_000, 1.0 / 3.0),
            (0..10_000, 20_000..30_000, 0.0),
            (0..40, 20..60, 1.0 / 3.0),
        ] {
            let (one, two) = (sketch(a), sketch(b));
            assert_eq!(one.minhash.len(), PERMUTATIONS);
            let found = one.resemblance(&two);
            assert!((found - truth).abs() < 0.18, "{found} for {truth}");
        }
        assert_eq!(sketch(0..0).resemblance(&sketch(0..0)), 0.0);
    }
}

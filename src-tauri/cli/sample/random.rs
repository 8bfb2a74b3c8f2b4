//! Chance that is the same on every machine: integers only, no library, no floating point, whose last bit differs
//! between platforms. In: a seed and the name of a stream. Out: draws. Deliberately absent: anything secure.

/// splitmix64 (Steele, Lea, Flood 2014): one add, two multiplies, passes the usual batteries.
pub struct Random(u64);

impl Random {
    /// Streams of one seed are independent, so that a change to one table leaves the others as they were.
    pub fn new(seed: u64, stream: &str) -> Self {
        Self(seed ^ fingerprint(stream.as_bytes()))
    }
    pub fn draw(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }
    /// 0 up to and without `n`.
    pub fn below(&mut self, n: u64) -> u64 {
        ((u128::from(self.draw()) * u128::from(n)) >> 64) as u64
    }
    /// Both ends included.
    pub fn between(&mut self, low: i64, high: i64) -> i64 {
        low + self.below((high - low + 1) as u64) as i64
    }
    /// True so many times in a thousand.
    pub fn chance(&mut self, per_mille: i64) -> bool {
        (self.below(1000) as i64) < per_mille
    }
    /// Both ends included, the middle likelier: the mean of three even draws.
    pub fn bell(&mut self, low: i64, high: i64) -> i64 {
        (self.between(low, high) + self.between(low, high) + self.between(low, high) + 1) / 3
    }
    pub fn pick<'a, T>(&mut self, items: &'a [T]) -> &'a T {
        &items[self.below(items.len() as u64) as usize]
    }
    pub fn weighted<T: Copy>(&mut self, items: &[(T, u64)]) -> T {
        let total: u64 = items.iter().map(|(_, weight)| weight).sum();
        let mut at = self.below(total);
        for (item, weight) in items {
            if at < *weight {
                return *item;
            }
            at -= weight;
        }
        items[0].0
    }
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for i in (1..items.len()).rev() {
            items.swap(i, self.below(i as u64 + 1) as usize);
        }
    }
}

/// Ranks drawn with weight 1 / (rank + flatness): few are drawn often, most seldom, as trade is.
pub struct Skew {
    cumulative: Vec<u64>,
}

impl Skew {
    pub fn new(ranks: usize, flatness: u64) -> Self {
        let mut sum = 0;
        let cumulative = (1..=ranks as u64)
            .map(|rank| {
                sum += 1_000_000_000 / (rank + flatness);
                sum
            })
            .collect();
        Self { cumulative }
    }
    pub fn draw(&self, random: &mut Random) -> usize {
        let at = random.below(self.cumulative.last().copied().unwrap_or(1));
        self.cumulative.partition_point(|sum| *sum <= at)
    }
}

/// FNV-1a, 64 bits: names a stream of draws, and lets the tests say that two texts are the same to the byte.
pub fn fingerprint(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xCBF2_9CE4_8422_2325, |hash, byte| {
        (hash ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01B3)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn draws_are_those_of_the_published_generator() {
        // The first outputs of splitmix64 for seed 0, from the reference implementation.
        let mut random = Random(0);
        assert_eq!(random.draw(), 0xE220_A839_7B1D_CDAF);
        assert_eq!(random.draw(), 0x6E78_9E6A_A1B9_65F4);
    }

    #[test]
    fn skewed_draws_favour_the_first_ranks_and_reach_the_last() {
        let (skew, mut random) = (Skew::new(100, 3), Random::new(7, "test"));
        let mut seen = [0u32; 100];
        for _ in 0..20_000 {
            seen[skew.draw(&mut random)] += 1;
        }
        assert!(
            seen[0] > 3 * seen[20] && seen[20] > seen[99] && seen[99] > 0,
            "{seen:?}"
        );
    }

    #[test]
    fn bounds_are_kept() {
        let mut random = Random::new(7, "bounds");
        for _ in 0..5_000 {
            assert!((-3..=4).contains(&random.between(-3, 4)));
            assert!((10..=20).contains(&random.bell(10, 20)));
        }
    }
}

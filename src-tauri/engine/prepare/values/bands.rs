//! Locality-sensitive hashing of MinHash sketches (Broder 1997; Indyk and Motwani 1998).
//!
//! In: the triples of every key. Out: keys whose sketch agrees with another in at least one band. Only an index of
//! many keys has it: where lists of triples are short, counting them is exact and as fast.

use rayon::prelude::*;

use super::triples::mix;

/// Seed 000, operation 1a: `num_perm=128`, `threshold=0.5`.
pub const PERMUTATIONS: usize = 128;
/// 25 bands of 5 divide at a similarity of (1/25)^(1/5) = 0.53, of the divisions of 128 the nearest to a half; three
/// permutations are left over.
const BANDS: usize = 25;
const ROWS: usize = 5;

pub type Sketch = [u32; PERMUTATIONS];

/// Odd factors and addends: modulo 2^32 each pair permutes all numbers.
const fn factors() -> [[u32; PERMUTATIONS]; 2] {
    let mut out = [[0; PERMUTATIONS]; 2];
    let mut state = 0x5eed_u64;
    let mut at = 0;
    while at < PERMUTATIONS {
        // A linear congruential generator (Knuth's MMIX); its upper half is random enough to tell permutations apart.
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        out[0][at] = (state >> 32) as u32 | 1;
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        out[1][at] = (state >> 32) as u32;
        at += 1;
    }
    out
}

static FACTORS: [[u32; PERMUTATIONS]; 2] = factors();

/// The least number of the triples under each permutation.
pub fn sketch(triples: &[u64]) -> Sketch {
    let mut least = [u32::MAX; PERMUTATIONS];
    let [factor, addend] = &FACTORS;
    for &triple in triples {
        let number = mix(triple) as u32;
        for i in 0..PERMUTATIONS {
            let permuted = number.wrapping_mul(factor[i]).wrapping_add(addend[i]);
            least[i] = if permuted < least[i] { permuted } else { least[i] };
        }
    }
    least
}

fn band(sketch: &Sketch, band: usize) -> u32 {
    let rows = &sketch[band * ROWS..(band + 1) * ROWS];
    let hash = rows.iter().fold(band as u64, |hash, &row| {
        (hash ^ u64::from(row))
            .wrapping_mul(0x9e37_79b9_7f4a_7c15)
            .rotate_left(29)
    });
    (mix(hash) >> 32) as u32
}

pub fn bands(sketch: &Sketch) -> [u32; BANDS] {
    std::array::from_fn(|at| band(sketch, at))
}

/// A table a band: where every slot begins, and the keys of all slots.
#[derive(Debug, Default, PartialEq)]
pub struct Bands {
    shift: u32,
    tables: Vec<(Vec<u32>, Vec<u32>)>,
}

impl Bands {
    /// From the bands of every key, in pieces.
    pub fn build(pieces: &[Vec<[u32; BANDS]>]) -> Self {
        let keys: usize = pieces.iter().map(Vec::len).sum();
        // Two keys a slot on average: a look-up reads a few keys too many, which are weighed anyway.
        let bits = (keys / 2).max(2).next_power_of_two().ilog2();
        let shift = 32 - bits;
        let table = |band: usize| {
            let mut starts = vec![0u32; (1 << bits) + 1];
            for own in pieces.iter().flatten() {
                starts[(own[band] >> shift) as usize + 1] += 1;
            }
            for at in 1..starts.len() {
                starts[at] += starts[at - 1];
            }
            let mut sorted = vec![0u32; keys];
            // Filled from the end, so that a start is where it was when all are in.
            let mut key = keys;
            let mut ends: Vec<u32> = starts[1..].to_vec();
            for own in pieces.iter().rev().flat_map(|p| p.iter().rev()) {
                key -= 1;
                let end = &mut ends[(own[band] >> shift) as usize];
                *end -= 1;
                sorted[*end as usize] = key as u32;
            }
            (starts, sorted)
        };
        Self {
            shift,
            tables: (0..BANDS).into_par_iter().map(table).collect(),
        }
    }

    pub fn of_parts(tables: Vec<(Vec<u32>, Vec<u32>)>, keys: usize) -> Option<Self> {
        let Some(slots) = tables.first().map(|t| t.0.len().saturating_sub(1)) else {
            return Some(Self::default());
        };
        let fits = |t: &(Vec<u32>, Vec<u32>)| {
            t.0.len() == slots + 1 && t.0.is_sorted() && t.1.len() == keys && t.0.last() == Some(&(keys as u32))
        };
        let whole = tables.len() == BANDS && slots.is_power_of_two() && slots > 1 && tables.iter().all(fits);
        whole.then(|| Self {
            shift: 32 - slots.ilog2(),
            tables,
        })
    }

    pub fn parts(&self) -> impl Iterator<Item = [&[u32]; 2]> {
        self.tables.iter().map(|t| [t.0.as_slice(), t.1.as_slice()])
    }

    pub fn is_empty(&self) -> bool {
        self.tables.is_empty()
    }

    /// What agrees in some band, one list a band, the shortest first.
    pub fn agreeing(&self, sketch: &Sketch) -> Vec<&[u32]> {
        let slots = self.tables.iter().zip(bands(sketch)).map(|((starts, keys), band)| {
            let slot = (band >> self.shift) as usize;
            &keys[starts[slot] as usize..starts[slot + 1] as usize]
        });
        let mut lists: Vec<&[u32]> = slots.filter(|l| !l.is_empty()).collect();
        lists.sort_by_key(|l| l.len());
        lists
    }
}

#[cfg(test)]
mod tests {
    use super::super::triples::{jaccard, triples};
    use super::*;

    fn of(text: &str) -> Vec<u64> {
        let mut out = Vec::new();
        triples(text, &mut out);
        out
    }

    #[test]
    fn a_sketch_estimates_similarity() {
        for (a, b) in [
            ("margaret thompson", "margret thompson"),
            ("united states of america", "united states"),
            ("deutsche bahn", "deutsche bank"),
        ] {
            let (x, y) = (sketch(&of(a)), sketch(&of(b)));
            let agree = x.iter().zip(&y).filter(|(p, q)| p == q).count() as f64 / PERMUTATIONS as f64;
            let exact = jaccard(&of(a), &of(b));
            // Three standard errors of 128 draws: 3 * 0.5 / sqrt(128).
            assert!((agree - exact).abs() < 0.133, "{a}: {agree} for {exact}");
        }
        assert_eq!(sketch(&of("same")), sketch(&of("same")));
    }

    #[test]
    fn equal_texts_agree_in_every_band_and_unlike_ones_in_hardly_any() {
        let texts: Vec<String> = (0..500)
            .map(|i| format!("{} number {}", mix(i), mix(i + 1000)))
            .collect();
        let own: Vec<[u32; BANDS]> = texts.iter().map(|t| bands(&sketch(&of(t)))).collect();
        let (first, second) = own.split_at(200);
        let index = Bands::build(&[first.to_vec(), second.to_vec()]);
        let found = index.agreeing(&sketch(&of(&texts[321])));
        assert_eq!(found.iter().filter(|l| l.contains(&321)).count(), BANDS);
        assert!(found.iter().map(|l| l.len()).sum::<usize>() < 6 * BANDS);
        let tables: Vec<(Vec<u32>, Vec<u32>)> = index.parts().map(|[a, b]| (a.to_vec(), b.to_vec())).collect();
        assert_eq!(Bands::of_parts(tables, 500), Some(index));
    }
}

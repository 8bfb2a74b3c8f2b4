//! Misspelt values. In: folded values in order. Out: those that share half their letter triples with the words
//! asked for, or are one or two letters apart.

use std::collections::BTreeMap;

use crate::words::lexicon::edits;

/// Seed 000, operation 1a: `threshold=0.5`, Jaccard similarity of character 3-grams.
const JACCARD: f64 = 0.5;
/// Shorter words have too few triples to tell a slip from another word.
const SHORTEST: usize = 5;
/// From here on a word may have two slips (as in `words::alike`).
const TWO_SLIPS: usize = 9;
/// What any misspelling gets at least and at most: below every form of sameness.
const LEAST: f64 = 0.6;
const MOST: f64 = 0.9;

#[derive(Debug, Default)]
pub struct Fuzzy {
    /// Triples in order; the position is the triple's number.
    triples: Vec<u64>,
    /// Keys that have the triple.
    postings: Vec<Vec<u32>>,
    /// Numbers of every key's triples, in order.
    of_key: Vec<Box<[u32]>>,
    /// Which letters every key has.
    masks: Vec<u64>,
    /// Keys by first letter and length.
    shelves: BTreeMap<(char, u16), Vec<u32>>,
}

impl Fuzzy {
    pub fn build(keys: &[(Box<str>, u32)]) -> Self {
        let mut pairs: Vec<(u64, u32)> = Vec::new();
        let mut fuzzy = Self {
            of_key: vec![Box::default(); keys.len()],
            ..Self::default()
        };
        for (at, (key, _)) in (0u32..).zip(keys) {
            pairs.extend(triples(key).into_iter().map(|t| (t, at)));
            fuzzy.masks.push(mask(key));
            if let Some(first) = key.chars().next() {
                fuzzy.shelves.entry((first, length(key))).or_default().push(at);
            }
        }
        pairs.sort_unstable();
        let mut of_key: Vec<Vec<u32>> = vec![Vec::new(); keys.len()];
        for (triple, key) in pairs {
            if fuzzy.triples.last() != Some(&triple) {
                fuzzy.triples.push(triple);
                fuzzy.postings.push(Vec::new());
            }
            if let Some(list) = fuzzy.postings.last_mut() {
                list.push(key);
            }
            of_key[key as usize].push(fuzzy.triples.len() as u32 - 1);
        }
        fuzzy.of_key = of_key.into_iter().map(Vec::into_boxed_slice).collect();
        fuzzy
    }

    /// Keys with their similarity, in no order. Digits must be the same: `747` is no slip for `737`.
    pub fn search(&self, keys: &[(Box<str>, u32)], folded: &str) -> Vec<(u32, f64)> {
        if length(folded) < SHORTEST as u16 {
            return Vec::new();
        }
        let mut found = self.by_triples(folded);
        found.extend(self.by_slips(keys, folded));
        let numbers: Vec<&str> = numbers(folded).collect();
        found.retain(|(key, _)| {
            numbers
                .iter()
                .all(|n| self::numbers(&keys[*key as usize].0).any(|m| m == *n))
        });
        found
    }

    fn by_triples(&self, folded: &str) -> Vec<(u32, f64)> {
        let wanted = triples(folded);
        let mut known: Vec<u32> = wanted
            .iter()
            .filter_map(|t| Some(self.triples.binary_search(t).ok()? as u32))
            .collect();
        // A Jaccard similarity of j needs at least j * wanted triples in common, so a match has one of all but
        // that many: the rarest ones are enough to find it.
        let common = (JACCARD * wanted.len() as f64).ceil() as usize;
        if known.len() < common {
            return Vec::new();
        }
        known.sort_by_key(|&t| (self.postings[t as usize].len(), t));
        let enough = known.len() - common + 1;
        let mut candidates: Vec<u32> = known
            .iter()
            .take(enough)
            .flat_map(|&t| self.postings[t as usize].iter().copied())
            .collect();
        candidates.sort_unstable();
        candidates.dedup();
        known.sort_unstable();
        let scored = candidates.into_iter().filter_map(|key| {
            let own = &self.of_key[key as usize];
            let (small, large) = (own.len().min(wanted.len()), own.len().max(wanted.len()));
            if (small as f64) < JACCARD * large as f64 {
                return None;
            }
            let shared = shared(&known, own);
            let jaccard = shared as f64 / (wanted.len() + own.len() - shared) as f64;
            (jaccard >= JACCARD).then(|| (key, LEAST + (MOST - LEAST) * (jaccard - JACCARD) / (1.0 - JACCARD)))
        });
        scored.collect()
    }

    /// One or two letters apart, never in the first letter (as in `words::alike`).
    fn by_slips(&self, keys: &[(Box<str>, u32)], folded: &str) -> Vec<(u32, f64)> {
        let Some(first) = folded.chars().next() else {
            return Vec::new();
        };
        let (n, mask) = (length(folded), mask(folded));
        let allowed = if usize::from(n) < TWO_SLIPS { 1 } else { 2 };
        let shelves = self
            .shelves
            .range((first, n.saturating_sub(allowed))..=(first, n.saturating_add(allowed)));
        let near = shelves
            .flat_map(|s| s.1)
            .filter(|&&key| (self.masks[key as usize] ^ mask).count_ones() <= 2 * u32::from(allowed));
        let scored = near.filter_map(|&key| {
            let slips = edits(folded, &keys[key as usize].0, usize::from(allowed));
            let score = MOST - 0.5 * slips as f64 / f64::from(n);
            (slips <= usize::from(allowed)).then_some((key, score.clamp(LEAST, MOST)))
        });
        scored.collect()
    }
}

/// The distinct triples of every word, two blanks before it and one behind, so that beginnings weigh more and the
/// order of words does not count.
fn triples(folded: &str) -> Vec<u64> {
    let mut out = Vec::with_capacity(folded.len() + 2);
    for word in folded.split(' ').filter(|w| !w.is_empty()) {
        let (mut a, mut b) = (' ', ' ');
        for c in word.chars().chain([' ']) {
            out.push(u64::from(u32::from(a)) << 42 | u64::from(u32::from(b)) << 21 | u64::from(u32::from(c)));
            (a, b) = (b, c);
        }
    }
    out.sort_unstable();
    out.dedup();
    out
}

fn length(folded: &str) -> u16 {
    u16::try_from(folded.chars().count()).unwrap_or(u16::MAX)
}

fn mask(folded: &str) -> u64 {
    folded.chars().fold(0, |mask, c| mask | 1 << (u32::from(c) % 64))
}

fn numbers(folded: &str) -> impl Iterator<Item = &str> {
    folded.split(|c: char| !c.is_numeric()).filter(|n| !n.is_empty())
}

/// How many two ordered lists share.
fn shared(a: &[u32], b: &[u32]) -> usize {
    let (mut i, mut j, mut n) = (0, 0, 0);
    while let (Some(x), Some(y)) = (a.get(i), b.get(j)) {
        n += usize::from(x == y);
        i += usize::from(x <= y);
        j += usize::from(y <= x);
    }
    n
}

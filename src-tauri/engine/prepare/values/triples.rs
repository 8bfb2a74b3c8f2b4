//! Character triples, and which keys have them.
//!
//! In: folded keys. Out: for words, the keys that share at least so many of their triples, counted exactly.

use super::texts::Texts;

/// Letters of folded text that have a list for each of their triples: a blank, `a` to `z`, `0` to `9`.
const PLAIN: u32 = 37;
/// Triples with any other letter share so many lists; what they find is counted again letter by letter.
const OTHERS: u32 = 1 << 16;

pub const LISTS: usize = (PLAIN * PLAIN * PLAIN + OTHERS) as usize;

/// The distinct triples of every word, two blanks before it and one behind, so that beginnings weigh more and the
/// order of words does not count. In order.
pub fn triples(folded: &str, out: &mut Vec<u64>) {
    out.clear();
    for word in folded.split(' ').filter(|w| !w.is_empty()) {
        let (mut a, mut b) = (' ', ' ');
        for c in word.chars().chain([' ']) {
            out.push(u64::from(u32::from(a)) << 42 | u64::from(u32::from(b)) << 21 | u64::from(u32::from(c)));
            (a, b) = (b, c);
        }
    }
    out.sort_unstable();
    out.dedup();
}

/// The number of a triple's list.
pub fn list(triple: u64) -> u32 {
    let plain = |shift: u32| match (triple >> shift) as u32 & 0x1f_ffff {
        32 => Some(0),
        c @ 97..=122 => Some(c - 96),
        c @ 48..=57 => Some(c - 21),
        _ => None,
    };
    match (plain(42), plain(21), plain(0)) {
        (Some(a), Some(b), Some(c)) => (a * PLAIN + b) * PLAIN + c,
        _ => PLAIN * PLAIN * PLAIN + (mix(triple) >> 48) as u32 % OTHERS,
    }
}

/// Spreads a number over all bits (the finish of SplitMix64; Steele, Lea and Flood 2014).
pub fn mix(number: u64) -> u64 {
    let a = (number ^ (number >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let b = (a ^ (a >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    b ^ (b >> 31)
}

/// The Jaccard similarity of two ordered lists without repetition.
pub fn jaccard(a: &[u64], b: &[u64]) -> f64 {
    let (mut i, mut j, mut shared) = (0, 0, 0usize);
    while let (Some(x), Some(y)) = (a.get(i), b.get(j)) {
        shared += usize::from(x == y);
        i += usize::from(x <= y);
        j += usize::from(y <= x);
    }
    let all = a.len() + b.len() - shared;
    if all == 0 {
        return 0.0;
    }
    shared as f64 / all as f64
}

/// The keys of every list, one list behind the other.
#[derive(Debug, Default, PartialEq)]
pub struct Postings {
    starts: Vec<u32>,
    keys: Vec<u32>,
}

impl Postings {
    /// From the list numbers of every key, pieces of keys in their order: how many each key has, and all of them.
    pub fn build(pieces: &[(Vec<u8>, Vec<u32>)]) -> Self {
        let mut starts = vec![0u32; LISTS + 1];
        for list in pieces.iter().flat_map(|p| &p.1) {
            starts[*list as usize + 1] += 1;
        }
        for at in 1..starts.len() {
            starts[at] += starts[at - 1];
        }
        let mut next = starts.clone();
        let mut keys = vec![0u32; starts.last().map_or(0, |&n| n as usize)];
        let mut key = 0u32;
        for (counts, lists) in pieces {
            let mut rest = lists.as_slice();
            for &count in counts {
                let (own, after) = rest.split_at(usize::from(count));
                for &list in own {
                    let slot = &mut next[list as usize];
                    keys[*slot as usize] = key;
                    *slot += 1;
                }
                rest = after;
                key += 1;
            }
        }
        Self { starts, keys }
    }

    pub fn of_parts(starts: Vec<u32>, keys: Vec<u32>) -> Option<Self> {
        let fits = starts.is_empty() && keys.is_empty()
            || starts.len() == LISTS + 1 && starts.is_sorted() && starts.last() == Some(&(keys.len() as u32));
        fits.then_some(Self { starts, keys })
    }

    pub fn parts(&self) -> [&[u32]; 2] {
        [&self.starts, &self.keys]
    }

    fn of(&self, list: u32) -> &[u32] {
        match (self.starts.get(list as usize), self.starts.get(list as usize + 1)) {
            (Some(&from), Some(&to)) => &self.keys[from as usize..to as usize],
            _ => &[],
        }
    }

    /// Lists of these triples that are not empty, the shortest first.
    pub fn rarest(&self, triples: &[u64]) -> Vec<&[u32]> {
        let mut numbers: Vec<u32> = triples.iter().map(|&t| list(t)).collect();
        numbers.sort_unstable();
        numbers.dedup();
        let mut lists: Vec<&[u32]> = numbers.into_iter().map(|n| self.of(n)).collect();
        lists.retain(|l| !l.is_empty());
        lists.sort_by_key(|l| l.len());
        lists
    }
}

/// Keys that are in at least `least` of these lists, in order, with how many.
pub fn counted(lists: &[&[u32]], least: usize, keys: usize) -> Vec<(u32, u8)> {
    let all: usize = lists.iter().map(|l| l.len()).sum();
    // Sorting is faster than a counter a key until about a fiftieth of the keys are named.
    if all * 50 < keys {
        let mut named: Vec<u32> = lists.iter().flat_map(|l| l.iter().copied()).collect();
        named.sort_unstable();
        let runs = named.chunk_by(|a, b| a == b).filter(|run| run.len() >= least);
        return runs.map(|run| (run[0], run.len().min(255) as u8)).collect();
    }
    let mut counts = vec![0u8; keys];
    let mut found = Vec::new();
    for key in lists.iter().flat_map(|l| l.iter()) {
        let count = &mut counts[*key as usize];
        *count = count.saturating_add(1);
        if usize::from(*count) == least {
            found.push(*key);
        }
    }
    found.sort_unstable();
    found.into_iter().map(|key| (key, counts[key as usize])).collect()
}

/// Folded texts of one word list, for tests and for building.
pub fn lists_of(keys: &Texts, from: usize, to: usize, mut each: impl FnMut(usize, &[u64])) -> (Vec<u8>, Vec<u32>) {
    let (mut counts, mut lists, mut own) = (Vec::with_capacity(to - from), Vec::new(), Vec::new());
    for at in from..to {
        triples(keys.get(at), &mut own);
        let start = lists.len();
        lists.extend(own.iter().map(|&t| list(t)));
        lists[start..].sort_unstable();
        let mut kept = start;
        for i in start..lists.len() {
            if i == start || lists[i] != lists[i - 1] {
                lists[kept] = lists[i];
                kept += 1;
            }
        }
        lists.truncate(kept);
        counts.push((kept - start).min(255) as u8);
        lists.truncate(start + (kept - start).min(255));
        each(at, &own);
    }
    (counts, lists)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(text: &str) -> Vec<u64> {
        let mut out = Vec::new();
        triples(text, &mut out);
        out
    }

    #[test]
    fn order_of_words_does_not_count() {
        assert_eq!(of("john smith"), of("smith john"));
        assert_eq!(of("abc").len(), 4);
        assert_eq!(jaccard(&of("abc"), &of("abc")), 1.0);
        assert_eq!(jaccard(&of("abc"), &of("xyz")), 0.0);
        assert_eq!(jaccard(&[], &[]), 0.0);
    }

    #[test]
    fn both_ways_of_counting_agree() {
        let lists: Vec<Vec<u32>> = (1..9).map(|n| (0..400).step_by(n).collect()).collect();
        let lists: Vec<&[u32]> = lists.iter().map(Vec::as_slice).collect();
        let few = counted(&lists, 3, 10_000_000);
        let many = counted(&lists, 3, 400);
        assert_eq!(few, many);
        assert!(few.contains(&(0, 8)) && !few.iter().any(|f| f.0 == 1));
    }

    #[test]
    fn every_script_has_lists() {
        for text in ["zürich 9", "東京都", "שלום", "🍎🍎🍎"] {
            for triple in of(text) {
                assert!((list(triple) as usize) < LISTS, "{text}");
            }
        }
        assert_ne!(list(of("abc")[2]), list(of("abd")[2]));
    }
}

//! Keys that are one or two letters apart.
//!
//! In: folded keys. Out: those within two edits of some words. Two edits leave at least one of three parts of a key
//! untouched, so that keys are filed by their parts (pass-join; Li et al. 2011). A swap of two letters counts one
//! edit; a key whose three parts are all hit by two swaps is missed.

use rayon::prelude::*;

use super::fold::hash;
use super::texts::Texts;

/// Shorter words have too few letters to tell a slip from another word.
pub const SHORTEST: usize = 5;
/// Longer texts are found by their triples.
const LONGEST: usize = 64;
pub const MOST: usize = 2;
const PARTS: usize = MOST + 1;

/// Keys weighed for one look-up; of parts that more keys share, the rarer ones are enough.
const BUDGET: usize = 40_000;

#[derive(Debug, Default, PartialEq)]
pub struct Slips {
    /// Hashes of parts in order, and the key of each.
    hashes: Vec<u32>,
    keys: Vec<u32>,
    /// Which letters every key has.
    masks: Vec<u64>,
}

impl Slips {
    pub fn build(keys: &Texts) -> Self {
        let chunk = 16_384;
        let starts: Vec<usize> = (0..keys.len()).step_by(chunk).collect();
        let pieces = starts.into_par_iter().map(|start| {
            let mut filed = Vec::with_capacity(chunk * PARTS);
            let mut masks = Vec::with_capacity(chunk);
            for at in start..(start + chunk).min(keys.len()) {
                let letters = letters(keys.get(at));
                masks.push(mask(&letters));
                if (SHORTEST - 1..=LONGEST).contains(&letters.len()) {
                    let parts = (0..PARTS).map(|part| {
                        let (from, to) = bounds(letters.len(), part);
                        filed_under(&letters[from..to], letters.len(), part)
                    });
                    filed.extend(parts.map(|h| u64::from(h) << 32 | at as u64));
                }
            }
            (filed, masks)
        });
        let pieces: Vec<(Vec<u64>, Vec<u64>)> = pieces.collect();
        let masks = pieces.iter().flat_map(|p| p.1.iter().copied()).collect();
        let mut filed: Vec<u64> = pieces.into_iter().flat_map(|p| p.0).collect();
        filed.par_sort_unstable();
        Self {
            hashes: filed.iter().map(|f| (f >> 32) as u32).collect(),
            keys: filed.iter().map(|&f| f as u32).collect(),
            masks,
        }
    }

    pub fn of_parts(hashes: Vec<u32>, filed: Vec<u32>, keys: &Texts) -> Option<Self> {
        let fits =
            hashes.len() == filed.len() && hashes.is_sorted() && filed.iter().all(|&k| (k as usize) < keys.len());
        fits.then(|| Self {
            hashes,
            keys: filed,
            masks: (0..keys.len()).map(|at| mask(&letters(keys.get(at)))).collect(),
        })
    }

    pub fn parts(&self) -> [&[u32]; 2] {
        [&self.hashes, &self.keys]
    }

    /// Keys within two edits with how many, in order.
    pub fn search(&self, keys: &Texts, folded: &str) -> Vec<(u32, usize)> {
        let wanted = letters(folded);
        if !(SHORTEST..=LONGEST).contains(&wanted.len()) {
            return Vec::new();
        }
        let mut lists = self.near(&wanted);
        lists.sort_by_key(|l| l.len());
        let mut candidates: Vec<u32> = Vec::new();
        for list in lists {
            if candidates.len() + list.len() > BUDGET {
                break;
            }
            candidates.extend(list);
        }
        let letters_of = mask(&wanted);
        // An edit adds a letter, takes one away, or both.
        candidates.retain(|&key| (self.masks[key as usize] ^ letters_of).count_ones() <= 2 * MOST as u32);
        candidates.sort_unstable();
        candidates.dedup();
        let weighed = candidates.into_iter().filter_map(|key| {
            let text = keys.get(key as usize);
            let slips = if text.is_ascii() && folded.is_ascii() {
                edits(text.as_bytes(), folded.as_bytes())
            } else {
                edits(&letters(text), &wanted)
            };
            Some((key, slips?))
        });
        weighed.collect()
    }

    /// Keys filed under the parts that a key within reach may share with these letters.
    fn near(&self, wanted: &[u32]) -> Vec<&[u32]> {
        let n = wanted.len();
        let mut lists: Vec<&[u32]> = Vec::new();
        for length in n - MOST.min(n)..=n + MOST {
            for part in 0..PARTS {
                let (from, to) = bounds(length, part);
                let size = to - from;
                let shift = n as isize - length as isize;
                // Edits before the part shift it by what they add, those behind must make up the rest.
                let room = |d: isize| (MOST as isize + d) / 2;
                let low = (from as isize - room(-shift)).max(0) as usize;
                let high = (from as isize + room(shift)).max(0) as usize;
                let mut seen: Vec<&[u32]> = Vec::new();
                for start in low..=high {
                    let Some(piece) = wanted.get(start..start + size).filter(|_| size > 0) else {
                        continue;
                    };
                    if !seen.contains(&piece) {
                        seen.push(piece);
                        lists.push(self.under(filed_under(piece, length, part)));
                    }
                }
            }
        }
        lists
    }

    fn under(&self, hash: u32) -> &[u32] {
        let start = self.hashes.partition_point(|&h| h < hash);
        let same = self.hashes[start..].partition_point(|&h| h == hash);
        &self.keys[start..start + same]
    }
}

fn letters(text: &str) -> Vec<u32> {
    text.chars().map(u32::from).collect()
}

fn mask(letters: &[u32]) -> u64 {
    letters.iter().fold(0, |mask, c| mask | 1 << (c % 64))
}

fn bounds(length: usize, part: usize) -> (usize, usize) {
    (length * part / PARTS, length * (part + 1) / PARTS)
}

fn filed_under(piece: &[u32], length: usize, part: usize) -> u32 {
    hash(piece.iter().copied().chain([length as u32, part as u32]))
}

/// Optimal string alignment distance (adjacent swaps count one) of at most two; else nothing.
fn edits<T: PartialEq + Copy>(a: &[T], b: &[T]) -> Option<usize> {
    let same = a.iter().zip(b).take_while(|(x, y)| x == y).count();
    let (a, b) = (&a[same..], &b[same..]);
    let same = a.iter().rev().zip(b.iter().rev()).take_while(|(x, y)| x == y).count();
    let (a, b) = (&a[..a.len() - same], &b[..b.len() - same]);
    if a.len().abs_diff(b.len()) > MOST {
        return None;
    }
    // Column j of row i lies on diagonal j - i, of which only five matter.
    const WIDE: usize = 2 * MOST + 1;
    const FAR: usize = MOST + 1;
    let mut before = [FAR; WIDE];
    let mut two_before = [FAR; WIDE];
    for (d, cell) in before.iter_mut().enumerate().skip(MOST) {
        *cell = d - MOST;
    }
    for i in 1..=a.len() {
        let mut now = [FAR; WIDE];
        for (d, cell) in now.iter_mut().enumerate() {
            let Some(j) = (i + d).checked_sub(MOST).filter(|&j| j <= b.len()) else {
                continue;
            };
            if j == 0 {
                *cell = i.min(FAR);
                continue;
            }
            let change = usize::from(a[i - 1] != b[j - 1]);
            let mut least = before[d] + change;
            if d + 1 < WIDE {
                least = least.min(before[d + 1] + 1);
            }
            least = least.min(FAR);
            *cell = least;
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                *cell = (*cell).min(two_before[d] + 1);
            }
        }
        for d in 1..WIDE {
            now[d] = now[d].min(now[d - 1] + 1);
        }
        if now.iter().all(|&cell| cell >= FAR) {
            return None;
        }
        (two_before, before) = (before, now);
    }
    let at = (b.len() + MOST).checked_sub(a.len())?;
    before.get(at).copied().filter(|&d| d <= MOST)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::words::lexicon;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn the_banded_distance_is_the_plain_one(a in "[abc]{0,9}", b in "[abc]{0,9}") {
            let plain = lexicon::edits(&a, &b, MOST);
            let banded = edits(a.as_bytes(), b.as_bytes());
            prop_assert_eq!(banded, (plain <= MOST).then_some(plain));
        }

        #[test]
        fn what_is_within_two_insertions_deletions_or_changes_is_found(
            key in "[a-d]{7,20}", at in 0usize..7, other in 0usize..7, kind in 0usize..9, letter in "[a-e]",
        ) {
            let mut letters: Vec<char> = key.chars().collect();
            let new = letter.chars().next().unwrap();
            for (at, kind) in [(at, kind % 3), (other.min(4), kind / 3)] {
                match kind {
                    0 => { letters[at] = new; }
                    1 => { letters.insert(at, new); }
                    _ => { letters.remove(at); }
                }
            }
            let words: String = letters.iter().collect();
            let mut keys = Texts::default();
            keys.push(&key);
            let found = Slips::build(&keys).search(&keys, &words);
            prop_assert_eq!(found.len(), 1, "{} {}", key, words);
        }
    }

    #[test]
    fn letters_of_any_script_can_be_mistaken() {
        let mut keys = Texts::default();
        ["владимир", "margaret", "東京都庁前"].iter().for_each(|k| keys.push(k));
        let slips = Slips::build(&keys);
        assert_eq!(slips.search(&keys, "владимр"), [(0, 1)]);
        assert_eq!(slips.search(&keys, "amrgaret"), [(1, 1)]);
        assert_eq!(slips.search(&keys, "東京都庁"), []);
        assert_eq!(slips.search(&keys, "東京都庁後"), [(2, 1)]);
        let [hashes, filed] = slips.parts();
        assert_eq!(
            Slips::of_parts(hashes.to_vec(), filed.to_vec(), &keys).as_ref(),
            Some(&slips)
        );
    }
}

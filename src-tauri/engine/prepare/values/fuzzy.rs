//! Misspelt values. In: folded values in order. Out: those that share half their letter triples with the words
//! asked for, or are one or two letters apart; and, for words that match nothing, those that come nearest.

use rayon::prelude::*;

use super::bands::{self, Bands};
use super::slips::{self, Slips};
use super::texts::Texts;
use super::triples::{self, counted, jaccard, Postings};

/// Seed 000, operation 1a: `threshold=0.5`, Jaccard similarity of character 3-grams.
const JACCARD: f64 = 0.5;
/// From here on a word may have two slips (as in `words::alike`).
const TWO_SLIPS: usize = 9;
/// What any misspelling gets at least and at most: below every form of sameness.
pub const LEAST: f64 = 0.6;
pub const MOST: f64 = 0.9;
/// A slip in the first letter, or a second one in a short word, may as well be another word: found, but never sure.
const DOUBTFUL: f64 = 0.79;
/// From so many keys on, lists of triples get long, and sketches are kept beside them.
pub const BANDS_FROM: usize = 20_000;
/// Entries of lists read for one look-up before sketches are asked instead: some half a millisecond.
const BUDGET: usize = 100_000;
/// Lists counted beyond the fewest that can prove a match; each spares weighing keys that only share one triple.
const EXTRA: usize = 3;
/// Of the triples of both, so much must be shared to be offered where nothing matches.
const NEAREST: f64 = 0.15;

#[derive(Debug, Default, PartialEq)]
pub struct Fuzzy {
    pub postings: Postings,
    pub bands: Bands,
    pub slips: Slips,
}

impl Fuzzy {
    pub fn build(keys: &Texts) -> Self {
        Self::build_with(keys, keys.len() >= BANDS_FROM)
    }

    fn build_with(keys: &Texts, sketches: bool) -> Self {
        let chunk = 8_192;
        let starts: Vec<usize> = (0..keys.len()).step_by(chunk).collect();
        let pieces = starts.into_par_iter().map(|start| {
            let mut own = Vec::new();
            let end = (start + chunk).min(keys.len());
            let lists = triples::lists_of(keys, start, end, |_, of_key| {
                if sketches {
                    own.push(bands::bands(&bands::sketch(of_key)));
                }
            });
            (lists, own)
        });
        let (lists, sketched): (Vec<_>, Vec<_>) = pieces.collect::<Vec<_>>().into_iter().unzip();
        let postings = if keys.len() == 0 {
            Postings::default()
        } else {
            Postings::build(&lists)
        };
        drop(lists);
        let bands = if sketches {
            Bands::build(&sketched)
        } else {
            Bands::default()
        };
        drop(sketched);
        Self {
            postings,
            bands,
            slips: Slips::build(keys),
        }
    }

    /// Keys with their similarity, in no order. Digits must be the same: `747` is no slip for `737`.
    pub fn search(&self, keys: &Texts, folded: &str) -> Vec<(u32, f64)> {
        let letters = folded.chars().count();
        if letters < slips::SHORTEST {
            return Vec::new();
        }
        let mut found = self.by_triples(keys, folded);
        let first = folded.chars().next();
        found.extend(self.slips.search(keys, folded).into_iter().map(|(key, slips)| {
            let sure = keys.get(key as usize).chars().next() == first && (slips < 2 || letters >= TWO_SLIPS);
            let score = MOST - 0.5 * slips as f64 / letters as f64;
            (key, score.clamp(LEAST, if sure { MOST } else { DOUBTFUL }))
        }));
        let numbers: Vec<&str> = numbers(folded).collect();
        found.retain(|(key, _)| {
            let own = || self::numbers(keys.get(*key as usize));
            numbers.iter().all(|n| own().any(|m| m == *n))
        });
        found
    }

    fn by_triples(&self, keys: &Texts, folded: &str) -> Vec<(u32, f64)> {
        let mut wanted = Vec::new();
        triples::triples(folded, &mut wanted);
        let lists = self.postings.rarest(&wanted);
        // A Jaccard similarity of j needs at least j * wanted triples in common, so a match is in one of all but
        // that many lists, and in one more for every list that is read beyond them.
        let common = ((JACCARD * wanted.len() as f64).ceil() as usize).max(1);
        if lists.len() < common {
            return Vec::new();
        }
        let fewest = lists.len() - common + 1;
        let read = (fewest + EXTRA).min(lists.len());
        let size: usize = lists[..read].iter().map(|l| l.len()).sum();
        let candidates: Vec<u32> = if size <= BUDGET || self.bands.is_empty() {
            let found = counted(&lists[..read], 1 + read - fewest, keys.len());
            found.into_iter().map(|f| f.0).collect()
        } else {
            let mut some = within(&self.bands.agreeing(&bands::sketch(&wanted)), BUDGET / 10);
            some.sort_unstable();
            some.dedup();
            some
        };
        let mut own = Vec::new();
        let scored = candidates.into_iter().filter_map(|key| {
            triples::triples(keys.get(key as usize), &mut own);
            let (small, large) = (own.len().min(wanted.len()), own.len().max(wanted.len()));
            if (small as f64) < JACCARD * large as f64 {
                return None;
            }
            let jaccard = jaccard(&wanted, &own);
            (jaccard >= JACCARD).then(|| (key, LEAST + (MOST - LEAST) * (jaccard - JACCARD) / (1.0 - JACCARD)))
        });
        scored.collect()
    }

    /// Keys that hold these words, whole and in this order, among others.
    pub fn holding(&self, keys: &Texts, folded: &str) -> Vec<u32> {
        let mut wanted = Vec::new();
        triples::triples(folded, &mut wanted);
        // A key that holds them is in every one of their lists.
        let Some(fewest) = self.postings.rarest(&wanted).first().copied() else {
            return Vec::new();
        };
        let holds = |key: &str| {
            let ends = |at: usize| key.as_bytes().get(at).is_none_or(|b| *b == b' ');
            let begins = |at: usize| at == 0 || key.as_bytes()[at - 1] == b' ';
            key.len() > folded.len()
                && key
                    .match_indices(folded)
                    .any(|(at, _)| begins(at) && ends(at + folded.len()))
        };
        let looked = fewest.iter().take(BUDGET).copied();
        looked.filter(|key| holds(keys.get(*key as usize))).collect()
    }

    /// Keys that share the most with words that match none, with a similarity below any match's.
    pub fn nearest(&self, keys: &Texts, folded: &str) -> Vec<(u32, f64)> {
        let mut wanted = Vec::new();
        triples::triples(folded, &mut wanted);
        let named = within(&self.postings.rarest(&wanted), BUDGET);
        let mut own = Vec::new();
        let scored = counted(&[&named], 1, keys.len()).into_iter().filter_map(|(key, _)| {
            triples::triples(keys.get(key as usize), &mut own);
            let jaccard = jaccard(&wanted, &own);
            (jaccard >= NEAREST).then(|| (key, (LEAST * jaccard / JACCARD).min(LEAST - 0.01)))
        });
        scored.collect()
    }
}

/// The shorter of these lists, as long as all of them stay within a bound.
fn within(lists: &[&[u32]], bound: usize) -> Vec<u32> {
    let mut out: Vec<u32> = Vec::new();
    for list in lists {
        if out.len() + list.len() > bound {
            break;
        }
        out.extend(*list);
    }
    out
}

fn numbers(folded: &str) -> impl Iterator<Item = &str> {
    folded.split(|c: char| !c.is_numeric()).filter(|n| !n.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sketches_find_nearly_what_counting_finds() {
        let mut keys = Texts::default();
        let syllables = [
            "ma", "rin", "to", "ske", "lo", "bar", "en", "gu", "wil", "ha", "der", "sto",
        ];
        let n = syllables.len();
        let mut all: Vec<String> = (0..3_000usize)
            .map(|i| {
                let part = |at: usize| syllables[(i * 7 + at * at * 31 + i / n.pow(at as u32)) % n];
                (0..5).map(part).collect::<String>()
            })
            .collect();
        all.sort();
        all.dedup();
        all.iter().for_each(|k| keys.push(k));
        let counting = Fuzzy::build_with(&keys, false);
        let sketching = Fuzzy::build_with(&keys, true);
        let (mut exact, mut both) = (0, 0);
        for word in all.iter().step_by(17) {
            let sure: Vec<(u32, f64)> = counting.by_triples(&keys, word);
            let sure: Vec<u32> = sure.into_iter().filter(|f| f.1 >= 0.75).map(|f| f.0).collect();
            let mut wanted = Vec::new();
            triples::triples(word, &mut wanted);
            let lists = sketching.bands.agreeing(&bands::sketch(&wanted));
            exact += sure.len();
            both += sure.iter().filter(|k| lists.iter().any(|l| l.contains(k))).count();
        }
        // Of pairs with a similarity of 0.75 and more, 25 bands of 5 miss one in a thousand.
        assert!(exact > 100 && both * 100 >= exact * 97, "{both} of {exact}");
    }
}

//! Texts ranked by the words they share with a question: BM25 (Robertson and Zaragoza 2009).
//!
//! In: documents as weighted words. Out: the best documents with their scores. Deliberately absent: what a word is;
//! whoever asks brings stems.

use std::collections::BTreeMap;

/// The usual values of the literature.
const K1: f64 = 1.2;
const B: f64 = 0.75;

#[derive(Debug, Default)]
pub struct Bm25 {
    /// Documents that have a word, with its weight in them.
    words: BTreeMap<String, Vec<(u32, f32)>>,
    lengths: Vec<f32>,
    mean: f64,
}

impl Bm25 {
    /// A word that stands in a document several times counts with the sum of its weights.
    pub fn build<'a, D>(documents: impl Iterator<Item = D>) -> Self
    where
        D: IntoIterator<Item = (&'a str, f32)>,
    {
        let mut index = Self::default();
        for (at, document) in (0u32..).zip(documents) {
            let mut length = 0.0;
            for (word, weight) in document {
                length += weight;
                let list = match index.words.get_mut(word) {
                    Some(list) => list,
                    None => index.words.entry(word.to_owned()).or_default(),
                };
                match list.last_mut() {
                    Some(last) if last.0 == at => last.1 += weight,
                    _ => list.push((at, weight)),
                }
            }
            index.lengths.push(length);
        }
        let all: f64 = index.lengths.iter().map(|&l| f64::from(l)).sum();
        index.mean = all / index.lengths.len().max(1) as f64;
        index
    }

    pub fn has(&self, word: &str) -> bool {
        self.words.contains_key(word)
    }

    pub fn words(&self) -> impl Iterator<Item = &str> {
        self.words.keys().map(String::as_str)
    }

    /// Documents with a score above nothing, best first, ties by their order.
    pub fn search(&self, wanted: &[(String, f64)], k: usize) -> Vec<(usize, f64)> {
        let mut scores: BTreeMap<u32, f64> = BTreeMap::new();
        for (word, weight) in wanted {
            let Some(list) = self.words.get(word) else { continue };
            let rare = self.rare(list.len());
            for &(document, times) in list {
                let part = self.saturated(f64::from(times), f64::from(self.lengths[document as usize]));
                *scores.entry(document).or_default() += weight * rare * part;
            }
        }
        let mut found: Vec<(usize, f64)> = scores.into_iter().map(|(d, s)| (d as usize, s)).collect();
        found.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
        found.truncate(k);
        found
    }

    /// The score of a document that consists of exactly these words; one that no document has counts as the rarest.
    pub fn ideal(&self, wanted: &[(String, f64)]) -> f64 {
        let length: f64 = wanted.iter().map(|w| w.1).sum();
        let part = |(word, weight): &(String, f64)| {
            let times: f64 = wanted.iter().filter(|w| w.0 == *word).map(|w| w.1).sum();
            let having = self.words.get(word).map_or(0, Vec::len);
            weight * self.rare(having) * self.saturated(times, length)
        };
        wanted.iter().map(part).sum()
    }

    fn saturated(&self, times: f64, length: f64) -> f64 {
        let length = length / self.mean.max(f64::MIN_POSITIVE);
        times * (K1 + 1.0) / (times + K1 * (1.0 - B + B * length))
    }

    fn rare(&self, having: usize) -> f64 {
        let (count, having) = (self.lengths.len() as f64, having as f64);
        (1.0 + (count - having + 0.5) / (having + 0.5)).ln()
    }
}

/// Reciprocal rank fusion (Cormack, Clarke and Büttcher 2009): what several lists rank high comes first. `k` is 60, as
/// in the paper and in the issue.
pub fn fuse(lists: &[Vec<usize>]) -> Vec<(usize, f64)> {
    const K: f64 = 60.0;
    let mut scores: BTreeMap<usize, f64> = BTreeMap::new();
    for list in lists {
        for (rank, item) in list.iter().enumerate() {
            *scores.entry(*item).or_default() += 1.0 / (K + rank as f64 + 1.0);
        }
    }
    let mut fused: Vec<(usize, f64)> = scores.into_iter().collect();
    fused.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
    fused
}

#[cfg(test)]
mod tests {
    use super::*;

    fn index(texts: &[&'static str]) -> Bm25 {
        Bm25::build(texts.iter().map(|t| t.split(' ').map(|w| (w, 1.0)).collect::<Vec<_>>()))
    }

    fn found(index: &Bm25, words: &str) -> Vec<usize> {
        let wanted: Vec<(String, f64)> = words.split(' ').map(|w| (w.to_owned(), 1.0)).collect();
        index.search(&wanted, 9).into_iter().map(|f| f.0).collect()
    }

    #[test]
    fn rare_words_and_short_texts_weigh_more() {
        let index = index(&["name of customer", "name", "name of order", "status of order"]);
        assert_eq!(found(&index, "name"), [1, 0, 2]);
        assert_eq!(found(&index, "customer name")[0], 0);
        assert!(found(&index, "planet").is_empty());
        assert!(index.has("status") && !index.has("planet"));
    }

    #[test]
    fn nothing_to_search_finds_nothing() {
        assert!(found(&index(&[]), "name").is_empty());
    }

    #[test]
    fn fusion_prefers_what_both_lists_have() {
        let fused = fuse(&[vec![1, 2, 3], vec![3, 4, 1]]);
        let order: Vec<usize> = fused.iter().map(|f| f.0).collect();
        assert_eq!(order, [1, 3, 2, 4]);
        assert!((fused[0].1 - (1.0 / 61.0 + 1.0 / 63.0)).abs() < 1e-12);
    }
}

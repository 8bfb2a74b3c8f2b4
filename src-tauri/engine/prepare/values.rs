//! Finding the values of a database by the words people write for them.
//!
//! In: the distinct texts of every column. Out: where words occur as a value: the same but for case, accents and
//! punctuation; the same words in singular or plural; or misspelt. Deliberately absent: meaning (synonyms, other
//! languages), and parts of long texts.

use std::cmp::Ordering;
use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

mod fold;
mod fuzzy;
#[cfg(test)]
mod tests;

pub use fold::{fold, spelt};
use fuzzy::Fuzzy;

/// A column of longer texts holds prose, not names.
const LONGEST_MEAN: f64 = 80.0;
/// More distinct values are identifiers or prose, and would crowd out the rest.
pub const COLUMN: usize = 50_000;
/// Of all columns together; keeps the index of a large warehouse within some 200 MB.
const ALL: usize = 500_000;
/// Longer texts are left out one by one.
const LONGEST: usize = 200;

/// The same words but for their endings.
const STEMS: f64 = 0.95;
/// The same letters, spaced or joined otherwise (`e-mail`, `email`).
const SQUASHED: f64 = 0.97;

/// The distinct texts of a column with the rows that have them, or why they are not looked up.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ColumnValues {
    pub table: String,
    pub column: String,
    pub values: Vec<(String, u64)>,
    pub skipped: Option<String>,
}

impl ColumnValues {
    /// Decides whether a column is worth looking up.
    pub fn new(table: &str, column: &str, mut values: Vec<(String, u64)>, complete: bool, mean: Option<f64>) -> Self {
        let skipped = if mean.is_some_and(|m| m > LONGEST_MEAN) {
            Some(format!(
                "its texts are longer than {LONGEST_MEAN} characters on average"
            ))
        } else if !complete || values.len() > COLUMN {
            Some(format!("it has more than {COLUMN} different values"))
        } else {
            None
        };
        if skipped.is_some() {
            values.clear();
        }
        values.retain(|v| v.0.chars().count() <= LONGEST);
        values.sort();
        Self {
            table: table.to_owned(),
            column: column.to_owned(),
            values,
            skipped,
        }
    }
}

#[derive(Debug, Clone, PartialEq)]
pub struct ValueHit {
    pub table: String,
    pub column: String,
    /// As it is stored.
    pub value: String,
    /// 1 is the same after folding; 0.6 is the least a misspelling gets.
    pub similarity: f64,
    pub exact: bool,
    pub rows: u64,
}

#[derive(Debug)]
struct Entry {
    column: u32,
    rows: u64,
    value: Box<str>,
}

#[derive(Debug, Default)]
pub struct ValueIndex {
    columns: Vec<(String, String)>,
    /// By folded value, so that those of one key lie together.
    entries: Vec<Entry>,
    /// Distinct folded values in order, each with its first entry.
    keys: Vec<(Box<str>, u32)>,
    /// Hashes of other spellings, joined words and stems, each with its keys; sorted.
    spelt: Vec<(u64, u32)>,
    squashed: Vec<(u64, u32)>,
    stems: Vec<(u64, u32)>,
    fuzzy: Fuzzy,
    /// Table, column, and why its values cannot be found.
    pub skipped: Vec<(String, String, String)>,
}

impl ValueIndex {
    pub fn build(columns: Vec<ColumnValues>) -> Self {
        let mut index = Self::default();
        let mut sizes: Vec<usize> = columns.iter().map(|c| c.values.len()).collect();
        let bound = largest_that_fits(&mut sizes);
        let mut folded: Vec<(String, Entry)> = Vec::new();
        for column in columns {
            let crowded = (column.values.len() > bound).then(|| format!("the database has more than {ALL} names"));
            if let Some(why) = column.skipped.or(crowded) {
                index.skipped.push((column.table, column.column, why));
                continue;
            }
            let at = index.columns.len() as u32;
            index.columns.push((column.table, column.column));
            let entries = column.values.into_iter();
            folded.extend(entries.map(|(value, rows)| {
                (
                    fold(&value),
                    Entry {
                        column: at,
                        rows,
                        value: value.into(),
                    },
                )
            }));
        }
        folded.sort_by(|a, b| {
            a.0.cmp(&b.0)
                .then(a.1.column.cmp(&b.1.column))
                .then(a.1.value.cmp(&b.1.value))
        });
        for (key, entry) in folded {
            if index.keys.last().is_none_or(|k| *k.0 != *key) {
                index.keys.push((key.into(), index.entries.len() as u32));
            }
            index.entries.push(entry);
        }
        index.spell();
        index.fuzzy = Fuzzy::build(&index.keys);
        index
    }

    fn spell(&mut self) {
        for (at, (key, _)) in (0u32..).zip(&self.keys) {
            if let Some(other) = self.entries_of(at).iter().find_map(|e| fold::spelt(&e.value)) {
                self.spelt.push((fold::hash(&other), at));
            }
            if key.contains(' ') {
                self.squashed.push((fold::hash(&fold::squash(key)), at));
            }
            self.stems.push((fold::hash(&fold::stems(key)), at));
        }
        self.spelt.sort_unstable();
        self.squashed.sort_unstable();
        self.stems.sort_unstable();
    }

    /// Values that can be found.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// Best first; among equals the value of most rows, then by table, column and value.
    pub fn lookup(&self, words: &str, k: usize) -> Vec<ValueHit> {
        self.hits(words, k, None)
    }

    pub fn lookup_in(&self, table: &str, column: &str, words: &str, k: usize) -> Vec<ValueHit> {
        let is = |c: &(String, String)| c.0.eq_ignore_ascii_case(table) && c.1.eq_ignore_ascii_case(column);
        match self.columns.iter().position(is) {
            Some(at) => self.hits(words, k, Some(at as u32)),
            None => Vec::new(),
        }
    }

    /// Whether some value is these words, but for case, accents and punctuation.
    pub fn has_exact(&self, words: &str) -> bool {
        let folded = fold(words);
        !folded.is_empty() && !self.exact(words, &folded).is_empty()
    }

    fn exact(&self, words: &str, folded: &str) -> Vec<u32> {
        let find = |key: &str| self.keys.binary_search_by(|k| (*k.0).cmp(key)).ok().map(|at| at as u32);
        let mut keys: Vec<u32> = find(folded).into_iter().collect();
        keys.extend(under(&self.spelt, folded));
        if let Some(other) = fold::spelt(words) {
            keys.extend(find(&other));
            keys.extend(under(&self.spelt, &other));
        }
        keys
    }

    fn hits(&self, words: &str, k: usize, column: Option<u32>) -> Vec<ValueHit> {
        let folded = fold(words);
        if folded.is_empty() || k == 0 {
            return Vec::new();
        }
        let mut best: BTreeMap<u32, f64> = BTreeMap::new();
        let mut add = |key: u32, similarity: f64| {
            let known = best.entry(key).or_insert(similarity);
            *known = known.max(similarity);
        };
        self.exact(words, &folded).into_iter().for_each(|key| add(key, 1.0));
        if folded.chars().any(char::is_alphabetic) {
            let squashed = fold::squash(&folded);
            under(&self.squashed, &squashed).for_each(|key| add(key, SQUASHED));
            let joined = self.keys.binary_search_by(|k| (*k.0).cmp(&squashed));
            joined.iter().for_each(|&key| add(key as u32, SQUASHED));
            under(&self.stems, &fold::stems(&folded)).for_each(|key| add(key, STEMS));
            self.fuzzy
                .search(&self.keys, &folded)
                .into_iter()
                .for_each(|(key, similarity)| add(key, similarity));
        }
        let mut found: Vec<(f64, &Entry)> = Vec::new();
        for (key, similarity) in best {
            let entries = self
                .entries_of(key)
                .iter()
                .filter(|e| column.is_none_or(|c| e.column == c));
            found.extend(entries.map(|e| (similarity, e)));
        }
        found.sort_by(|a, b| self.order(a, b));
        found
            .into_iter()
            .take(k)
            .map(|(similarity, entry)| self.hit(similarity, entry))
            .collect()
    }

    fn entries_of(&self, key: u32) -> &[Entry] {
        let start = |at: usize| self.keys.get(at).map_or(self.entries.len(), |k| k.1 as usize);
        &self.entries[start(key as usize)..start(key as usize + 1)]
    }

    fn order(&self, a: &(f64, &Entry), b: &(f64, &Entry)) -> Ordering {
        let name = |e: &Entry| &self.columns[e.column as usize];
        let ties = || name(a.1).cmp(name(b.1)).then_with(|| a.1.value.cmp(&b.1.value));
        b.0.total_cmp(&a.0).then(b.1.rows.cmp(&a.1.rows)).then_with(ties)
    }

    fn hit(&self, similarity: f64, entry: &Entry) -> ValueHit {
        let (table, column) = self.columns[entry.column as usize].clone();
        ValueHit {
            table,
            column,
            value: entry.value.to_string(),
            similarity,
            exact: similarity >= 1.0,
            rows: entry.rows,
        }
    }
}

/// Keys filed under a text's hash.
fn under<'a>(list: &'a [(u64, u32)], text: &str) -> impl Iterator<Item = u32> + 'a {
    let hash = fold::hash(text);
    let start = list.partition_point(|e| e.0 < hash);
    list[start..].iter().take_while(move |e| e.0 == hash).map(|e| e.1)
}

/// The size of the largest column that is taken in, when small columns go first.
fn largest_that_fits(sizes: &mut [usize]) -> usize {
    sizes.sort_unstable();
    let mut total = 0;
    let fits = sizes.iter().take_while(|&&size| {
        total += size;
        total <= ALL
    });
    fits.last().copied().unwrap_or(0)
}

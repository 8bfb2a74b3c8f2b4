//! Finding the values of a database by the words people write for them.
//!
//! In: the distinct texts of every column. Out: where words occur as a value: the same but for case, accents and
//! punctuation; the same words in singular or plural; misspelt; or as words of longer texts. Deliberately absent: meaning (synonyms, other
//! languages).

use std::cmp::{Ordering, Reverse};
use std::collections::{BTreeMap, BTreeSet};

use askwell_contract::run::{Span, ValueMatch};
use rayon::prelude::*;
use serde::{Deserialize, Serialize};

mod bands;
mod fold;
mod fuzzy;
mod kept;
mod slips;
#[cfg(test)]
mod tests;
mod texts;
mod triples;

pub use fold::{fold, spelt};
use fuzzy::{Fuzzy, LEAST};
pub use kept::kept;
use texts::Texts;
pub use triples::mix;

/// A column of longer texts holds prose, not names.
const LONGEST_MEAN: f64 = 80.0;
/// More distinct values are identifiers or prose, and would crowd out the rest.
pub const COLUMN: usize = 250_000;
/// Of all columns together; keeps the index of a large warehouse within some 400 MB.
const ALL: usize = 1_000_000;
/// Beginnings of one letter have very many values; of so many keys the most frequent are shown.
const LOOKED_THROUGH: usize = 20_000;
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

impl ValueHit {
    /// As what these words of the question found.
    pub fn found_by(self, span: Span, words: &str) -> ValueMatch {
        ValueMatch {
            span,
            words: words.to_owned(),
            table: self.table,
            column: self.column,
            value: self.value,
            similarity: self.similarity,
            exact: self.exact,
            rows: self.rows,
            part: false,
        }
    }
}

#[derive(Debug, Default, PartialEq)]
pub struct ValueIndex {
    columns: Vec<(String, String)>,
    /// Values as they are stored, by folded value, so that those of one key lie together.
    values: Texts,
    column_of: Vec<u32>,
    rows: Vec<u64>,
    /// Distinct folded values in order, and the first value of each.
    keys: Texts,
    first: Vec<u32>,
    /// Hashes of other spellings, joined words and stems in the upper half, each with its key; sorted.
    spelt: Vec<u64>,
    squashed: Vec<u64>,
    stems: Vec<u64>,
    fuzzy: Fuzzy,
    /// Table, column, and why its values cannot be found.
    pub skipped: Vec<(String, String, String)>,
}

impl ValueIndex {
    pub fn build(columns: Vec<ColumnValues>) -> Self {
        let mut index = Self::default();
        let mut sizes: Vec<usize> = columns.iter().map(|c| c.values.len()).collect();
        let bound = largest_that_fits(&mut sizes);
        let mut entries: Vec<(u32, u64, String)> = Vec::new();
        for column in columns {
            let crowded = (column.values.len() > bound).then(|| format!("the database has more than {ALL} names"));
            if let Some(why) = column.skipped.or(crowded) {
                index.skipped.push((column.table, column.column, why));
                continue;
            }
            let at = index.columns.len() as u32;
            index.columns.push((column.table, column.column));
            entries.extend(column.values.into_iter().map(|(value, rows)| (at, rows, value)));
        }
        let folded: Vec<Texts> = entries.par_chunks(PIECE).map(folded).collect();
        let key = |at: u32| folded[at as usize / PIECE].get(at as usize % PIECE);
        // Eight letters tell most texts apart without looking the texts up.
        let mut order: Vec<(u64, u32)> = (0..entries.len() as u32)
            .into_par_iter()
            .map(|at| (beginning(key(at)), at))
            .collect();
        order.par_sort_unstable_by(|a, b| {
            let of = |at: u32| &entries[at as usize];
            let ties = |x: &(u32, u64, String), y: &(u32, u64, String)| (x.0, &x.2, x.1).cmp(&(y.0, &y.2, y.1));
            let texts = a.0.cmp(&b.0).then_with(|| key(a.1).cmp(key(b.1)));
            texts.then_with(|| ties(of(a.1), of(b.1)))
        });
        for (_, at) in order {
            let (column, rows, value) = &entries[at as usize];
            if index.keys.last() != Some(key(at)) {
                index.first.push(index.values.len() as u32);
                index.keys.push(key(at));
            }
            index.values.push(value);
            index.column_of.push(*column);
            index.rows.push(*rows);
        }
        drop((entries, folded));
        index.keys.tight();
        index.values.tight();
        index.spell();
        index.fuzzy = Fuzzy::build(&index.keys);
        index
    }

    fn spell(&mut self) {
        let filed = |text: &str, at: u32| u64::from(fold::hash_text(text)) << 32 | u64::from(at);
        let all = 0..self.keys.len() as u32;
        let other = |at: u32| self.values_of(at).find_map(|v| fold::spelt(self.values.get(v)));
        let mut spelt: Vec<u64> = all
            .clone()
            .into_par_iter()
            .filter_map(|at| Some(filed(&other(at)?, at)))
            .collect();
        let mut squashed: Vec<u64> = all
            .clone()
            .into_par_iter()
            .filter(|&at| self.keys.get(at as usize).contains(' '))
            .map(|at| filed(&fold::squash(self.keys.get(at as usize)), at))
            .collect();
        let mut stems: Vec<u64> = all
            .into_par_iter()
            .flat_map_iter(|at| {
                let key = self.keys.get(at as usize);
                let stems = fold::stems(key);
                let own = (stems != key).then(|| filed(&stems, at));
                own.into_iter()
                    .chain(self.other_ways(at).map(move |way| filed(&fold::stems(&way), at)))
            })
            .collect();
        for list in [&mut spelt, &mut squashed, &mut stems] {
            list.par_sort_unstable();
        }
        (self.spelt, self.squashed, self.stems) = (spelt, squashed, stems);
    }

    /// A key's values as they are also said: a name the other way round, or without what stands in brackets behind it.
    fn other_ways(&self, key: u32) -> impl Iterator<Item = String> + '_ {
        let ways = |v: usize| [fold::turned(self.values.get(v)), fold::bare(self.values.get(v))];
        self.values_of(key).flat_map(ways).flatten()
    }

    /// Values that can be found.
    pub fn len(&self) -> usize {
        self.values.len()
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// All values of the columns that have no more than so many, the commonest first.
    pub fn few(&self, most: usize) -> BTreeMap<(String, String), Vec<String>> {
        let mut of: Vec<Vec<usize>> = vec![Vec::new(); self.columns.len()];
        for (at, column) in self.column_of.iter().enumerate() {
            if let Some(values) = of.get_mut(*column as usize) {
                // One more than may be shown says that there are too many.
                if values.len() <= most {
                    values.push(at);
                }
            }
        }
        let small = self.columns.iter().zip(of).filter(|(_, values)| values.len() <= most);
        let written = small.map(|(column, mut values)| {
            values.sort_by_key(|at| Reverse(self.rows.get(*at).copied().unwrap_or_default()));
            (
                column.clone(),
                values.into_iter().map(|at| self.values.get(at).to_owned()).collect(),
            )
        });
        written.collect()
    }

    /// The columns of which two values differ in case or in blanks at their ends and in nothing else.
    pub fn spelt_in_several_ways(&self) -> BTreeSet<(String, String)> {
        let same = |text: &str| text.trim().to_lowercase();
        let mut found = BTreeSet::new();
        for key in 0..self.keys.len() as u32 {
            // Values of one key lie together, those of one column side by side.
            if self.values_of(key).len() < 2 {
                continue;
            }
            let mut seen: Vec<(u32, String)> = Vec::new();
            for at in self.values_of(key) {
                let (Some(column), value) = (self.column_of.get(at), same(self.values.get(at))) else {
                    continue;
                };
                let now = (*column, value);
                if seen.last().is_some_and(|last| last.0 != now.0) {
                    seen.clear();
                }
                match seen.contains(&now) {
                    true => found.extend(self.columns.get(*column as usize).cloned()),
                    false => seen.push(now),
                }
            }
        }
        found
    }

    /// Best first; among equals the value of most rows, then by table, column and value.
    pub fn lookup(&self, words: &str, k: usize) -> Vec<ValueHit> {
        self.hits(words, k, None)
    }

    pub fn lookup_in(&self, table: &str, column: &str, words: &str, k: usize) -> Vec<ValueHit> {
        match self.column(table, column) {
            Some(at) => self.hits(words, k, Some(at)),
            None => Vec::new(),
        }
    }

    /// Whether some value is these words, but for case, accents and punctuation.
    pub fn has_exact(&self, words: &str) -> bool {
        let folded = fold(words);
        !folded.is_empty() && !self.exact(words, &folded).is_empty()
    }

    /// Values of a column that begin with these words, those of most rows first.
    pub fn starting(&self, table: &str, column: &str, words: &str, k: usize) -> Vec<ValueHit> {
        match self.column(table, column) {
            Some(at) => self.begun(words, Some(at), k),
            None => Vec::new(),
        }
    }

    /// The same of all columns.
    pub fn starting_anywhere(&self, words: &str, k: usize) -> Vec<ValueHit> {
        self.begun(words, None, k)
    }

    fn begun(&self, words: &str, column: Option<u32>, k: usize) -> Vec<ValueHit> {
        let folded = fold(words);
        let keys = self.keys.beginning(&folded).take(LOOKED_THROUGH);
        let length = folded.chars().count() as f64;
        let found = keys.map(|key| (key as u32, length / self.keys.get(key).chars().count().max(1) as f64));
        let mut hits = self.values_for(found, column);
        let ties = |a: &(f64, usize), b: &(f64, usize)| self.rows[b.1].cmp(&self.rows[a.1]).then(a.1.cmp(&b.1));
        hits.sort_by(ties);
        hits.into_iter().take(k).map(|(s, value)| self.hit(s, value)).collect()
    }

    /// Columns with texts that hold these words among others, as whole words, the most rows first; their value is the words.
    pub fn holding(&self, words: &str, k: usize) -> Vec<ValueHit> {
        let mut rows: BTreeMap<u32, u64> = BTreeMap::new();
        for key in self.fuzzy.holding(&self.keys, &fold(words)) {
            for value in self.values_of(key) {
                *rows.entry(self.column_of[value]).or_default() += self.rows[value];
            }
        }
        let mut found: Vec<(u32, u64)> = rows.into_iter().collect();
        found.sort_by_key(|f| (Reverse(f.1), f.0));
        let hit = |(column, rows): (u32, u64)| {
            let (table, column) = self.columns[column as usize].clone();
            ValueHit {
                table,
                column,
                value: words.to_owned(),
                similarity: LEAST,
                exact: false,
                rows,
            }
        };
        found.into_iter().take(k).map(hit).collect()
    }

    /// Texts that hold these words among others, as whole words, the most rows first; none where more than `most` do.
    pub fn texts_with(&self, words: &str, most: usize) -> Vec<ValueHit> {
        let keys = self.fuzzy.holding(&self.keys, &fold(words));
        let mut found: Vec<usize> = keys.into_iter().flat_map(|key| self.values_of(key)).collect();
        if found.len() > most {
            return Vec::new();
        }
        found.sort_by(|a, b| self.order(&(LEAST, *a), &(LEAST, *b)));
        found.into_iter().map(|value| self.hit(LEAST, value)).collect()
    }

    /// For words that nothing matches: the values of the column that share the most with them.
    pub fn nearest(&self, table: &str, column: &str, words: &str, k: usize) -> Vec<ValueHit> {
        let Some(at) = self.column(table, column) else {
            return Vec::new();
        };
        self.best(self.fuzzy.nearest(&self.keys, &fold(words)), Some(at), k)
    }

    fn column(&self, table: &str, column: &str) -> Option<u32> {
        let is = |c: &(String, String)| c.0.eq_ignore_ascii_case(table) && c.1.eq_ignore_ascii_case(column);
        self.columns.iter().position(is).map(|at| at as u32)
    }

    fn exact(&self, words: &str, folded: &str) -> Vec<u32> {
        let mut keys: Vec<u32> = self.keys.position(folded).into_iter().collect();
        keys.extend(self.spelt_as(folded));
        if let Some(other) = fold::spelt(words) {
            keys.extend(self.keys.position(&other));
            keys.extend(self.spelt_as(&other));
        }
        keys
    }

    fn spelt_as<'a>(&'a self, text: &'a str) -> impl Iterator<Item = u32> + 'a {
        let same = move |value: usize| fold::spelt(self.values.get(value)).is_some_and(|other| other == text);
        under(&self.spelt, text).filter(move |&key| self.values_of(key).any(same))
    }

    fn hits(&self, words: &str, k: usize, column: Option<u32>) -> Vec<ValueHit> {
        let folded = fold(words);
        if folded.is_empty() || k == 0 {
            return Vec::new();
        }
        let key_of = |key: u32| self.keys.get(key as usize);
        let mut found: Vec<(u32, f64)> = Vec::new();
        found.extend(self.exact(words, &folded).into_iter().map(|key| (key, 1.0)));
        if folded.chars().any(char::is_alphabetic) {
            let squashed = fold::squash(&folded);
            let joined = under(&self.squashed, &squashed).filter(|&key| fold::squash(key_of(key)) == squashed);
            found.extend(joined.chain(self.keys.position(&squashed)).map(|key| (key, SQUASHED)));
            let stems = fold::stems(&folded);
            let ended = under(&self.stems, &stems).chain(self.keys.position(&stems));
            let other = |key: u32| self.other_ways(key).any(|way| fold::stems(&way) == stems);
            let ended = ended.filter(|&key| fold::stems(key_of(key)) == stems || other(key));
            found.extend(ended.map(|key| (key, STEMS)));
            found.extend(self.fuzzy.search(&self.keys, &folded));
        }
        self.best(found, column, k)
    }

    /// The best of these keys' values; a key may be named several times.
    fn best(&self, mut keys: Vec<(u32, f64)>, column: Option<u32>, k: usize) -> Vec<ValueHit> {
        keys.sort_by(|a, b| a.0.cmp(&b.0).then(b.1.total_cmp(&a.1)));
        keys.dedup_by_key(|f| f.0);
        let mut hits = self.values_for(keys.into_iter(), column);
        hits.sort_by(|a, b| self.order(a, b));
        hits.into_iter().take(k).map(|(s, value)| self.hit(s, value)).collect()
    }

    fn values_for(&self, keys: impl Iterator<Item = (u32, f64)>, column: Option<u32>) -> Vec<(f64, usize)> {
        let of_key = |(key, similarity)| self.values_of(key).map(move |value| (similarity, value));
        let here = |hit: &(f64, usize)| column.is_none_or(|c| self.column_of[hit.1] == c);
        keys.flat_map(of_key).filter(here).collect()
    }

    fn values_of(&self, key: u32) -> std::ops::Range<usize> {
        let start = |at: usize| self.first.get(at).map_or(self.values.len(), |&f| f as usize);
        start(key as usize)..start(key as usize + 1)
    }

    fn order(&self, a: &(f64, usize), b: &(f64, usize)) -> Ordering {
        let name = |value: usize| &self.columns[self.column_of[value] as usize];
        let ties = || {
            name(a.1)
                .cmp(name(b.1))
                .then_with(|| self.values.get(a.1).cmp(self.values.get(b.1)))
        };
        let rows = self.rows[b.1].cmp(&self.rows[a.1]);
        b.0.total_cmp(&a.0).then(rows).then_with(ties)
    }

    fn hit(&self, similarity: f64, value: usize) -> ValueHit {
        let (table, column) = self.columns[self.column_of[value] as usize].clone();
        ValueHit {
            table,
            column,
            value: self.values.get(value).to_owned(),
            similarity,
            exact: similarity >= 1.0,
            rows: self.rows[value],
        }
    }
}

/// Values folded at once by one thread.
const PIECE: usize = 8_192;

fn folded(entries: &[(u32, u64, String)]) -> Texts {
    let mut texts = Texts::default();
    entries.iter().for_each(|e| texts.push(&fold(&e.2)));
    texts
}

/// The first eight bytes as a number; numbers are in the order of their texts.
fn beginning(text: &str) -> u64 {
    let mut bytes = [0; 8];
    let some = text.len().min(8);
    bytes[..some].copy_from_slice(&text.as_bytes()[..some]);
    u64::from_be_bytes(bytes)
}

/// Keys filed under a text's hash; another text may have the same.
fn under<'a>(list: &'a [u64], text: &str) -> impl Iterator<Item = u32> + 'a {
    let hash = fold::hash_text(text);
    let start = list.partition_point(|&e| ((e >> 32) as u32) < hash);
    list[start..]
        .iter()
        .take_while(move |&&e| (e >> 32) as u32 == hash)
        .map(|&e| e as u32)
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

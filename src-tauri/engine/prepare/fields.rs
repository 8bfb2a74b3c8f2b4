//! Names of tables and columns, findable by the words people use for them.
//!
//! In: a catalog. Out: for a word of a question, the fields that have such a word in their name.

use std::collections::BTreeMap;

use askwell_contract::Catalog;

pub(super) mod prefixes;

use crate::words::lexicon::edits;
use crate::words::{alike, split_name, stem, Alike};

/// A table (`column` none) or a column, by position in the catalog, with the stems of its name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Field {
    pub table: usize,
    pub column: Option<usize>,
    pub stems: Vec<String>,
    /// Leading stems that only repeat the table's name (`singer_name` in `singer`).
    pub implied: usize,
    /// The name in words, without those.
    pub words: String,
}

/// Letters of a word in which a slip is believed.
const SLIPS: usize = 6;

#[derive(Debug, Default)]
pub struct FieldIndex {
    pub fields: Vec<Field>,
    by_stem: BTreeMap<String, Vec<usize>>,
    /// Whole words of the names, with their stems: a slip can change a stem beyond likeness.
    whole: BTreeMap<String, String>,
    tables: Vec<usize>,
    columns: Vec<Vec<usize>>,
}

impl FieldIndex {
    pub fn build(catalog: &Catalog) -> Self {
        let mut index = Self::default();
        let names: Vec<&str> = catalog.tables.iter().map(|t| t.name.as_str()).collect();
        let house = prefixes::house(&names);
        for (t, table) in catalog.tables.iter().enumerate() {
            let bare = &table.name[prefixes::cut(&table.name, house)..];
            let own = stems(bare);
            let columns_of: Vec<&str> = table.columns.iter().map(|c| c.name.as_str()).collect();
            let short = prefixes::short(bare, &columns_of, house);
            let at = index.push(Field {
                table: t,
                column: None,
                stems: own.clone(),
                implied: 0,
                words: split_name(bare).join(" "),
            });
            index.tables.push(at);
            index.keep_whole(split_name(bare));
            let mut columns = Vec::with_capacity(table.columns.len());
            for (c, column) in table.columns.iter().enumerate() {
                let bare = &column.name[short.max(prefixes::cut(&column.name, house))..];
                let mut name = stems(bare);
                if short > 0 {
                    name.splice(0..0, own.iter().cloned());
                }
                let shared = own.last().map_or(0, |head| {
                    name.iter()
                        .take(name.len().saturating_sub(1))
                        .take_while(|s| own.contains(s) || *s == head)
                        .count()
                });
                let said = split_name(bare);
                index.keep_whole(said.clone());
                let repeated = if short > 0 {
                    0
                } else {
                    shared.min(said.len().saturating_sub(1))
                };
                columns.push(index.push(Field {
                    table: t,
                    column: Some(c),
                    stems: name,
                    implied: shared,
                    words: said[repeated..].join(" "),
                }));
            }
            index.columns.push(columns);
        }
        index
    }

    fn keep_whole(&mut self, words: Vec<String>) {
        let long = words.into_iter().filter(|w| w.chars().count() >= SLIPS);
        self.whole.extend(long.map(|w| (w.clone(), stem(&w))));
    }

    /// Stems of names that hold a word which is one slip away from this one: "custmers".
    pub fn misspelt(&self, word: &str) -> Vec<(&str, Alike)> {
        if word.chars().count() < SLIPS {
            return Vec::new();
        }
        let near = |whole: &str| {
            whole.chars().next() == word.chars().next()
                && whole.len().abs_diff(word.len()) <= 1
                && edits(word, whole, 1) == 1
        };
        let found = self.whole.iter().filter(|(whole, _)| near(whole));
        found.map(|(_, stem)| (stem.as_str(), Alike::Typo)).collect()
    }

    fn push(&mut self, field: Field) -> usize {
        let at = self.fields.len();
        for s in &field.stems {
            let list = self.by_stem.entry(s.clone()).or_default();
            if list.last() != Some(&at) {
                list.push(at);
            }
        }
        self.fields.push(field);
        at
    }

    pub fn of_table(&self, table: usize) -> &Field {
        &self.fields[self.tables[table]]
    }

    pub fn of_column(&self, table: usize, column: usize) -> &Field {
        &self.fields[self.columns[table][column]]
    }

    /// Every stem of the schema that is alike to the given one.
    pub fn alike(&self, word: &str) -> Vec<(&str, Alike)> {
        self.by_stem
            .keys()
            .filter_map(|s| Some((s.as_str(), alike(word, s)?)))
            .collect()
    }

    /// Fields with exactly this stem in their name.
    pub fn with(&self, stem: &str) -> &[usize] {
        self.by_stem.get(stem).map_or(&[], Vec::as_slice)
    }
}

/// Stems of a name's words; little words (`num_of_guests`) are left out where others remain.
pub fn stems(name: &str) -> Vec<String> {
    let words = split_name(name);
    let heavy: Vec<String> = words
        .iter()
        .filter(|w| !LITTLE.contains(&w.as_str()))
        .map(|w| stem(w))
        .collect();
    if heavy.is_empty() {
        words.iter().map(|w| stem(w)).collect()
    } else {
        heavy
    }
}

const LITTLE: [&str; 9] = ["of", "the", "in", "by", "per", "for", "and", "a", "on"];

//! Words of many fields of life, and what columns of their data are called: "bitterness" of `ibu`, "mileage" of `mpg`.
//!
//! In: the files of `lexicon/fields`, a field's ideas and scales in each, in the forms of `concepts.txt` and `scales.txt`; words
//! joined by "-" belong together. Out: for words, the names of columns that may mean them. Deliberately absent: names and values
//! of any one database.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use super::Scale;
use crate::words::{singular, split_name, stem};

/// Stems that all stand in the name of a column; of `dob` and of `date_of_birth`: birth and date.
pub type Name = Vec<String>;

const FIELDS: &[&str] = &[
    include_str!("fields/food.txt"),
    include_str!("fields/sport.txt"),
    include_str!("fields/media.txt"),
    include_str!("fields/travel.txt"),
    include_str!("fields/society.txt"),
    include_str!("fields/money.txt"),
    include_str!("fields/nature.txt"),
    include_str!("fields/short.txt"),
];

/// Longest phrase of an idea, in words.
pub const LONGEST: usize = 3;

/// Names that say little of what a column keeps, so that those of a field come before them.
const GENERAL: &[&str] = &["number", "score", "rate", "point"];

pub(super) fn names(text: &str) -> Vec<Name> {
    let name = |word: &str| -> Name {
        let mut stems: Name = word.split('-').flat_map(split_name).map(|w| stem(&w)).collect();
        stems.sort();
        stems.dedup();
        stems
    };
    text.split_whitespace().map(name).collect()
}

/// Whether any column may be called so, whatever it keeps.
pub fn is_general(name: &Name) -> bool {
    name.iter().all(|s| GENERAL.contains(&s.as_str()))
}

/// Whether a column, given by the stems of its name, is called so.
pub fn is_called(stems: &[String], name: &Name) -> bool {
    name.iter().all(|n| stems.contains(n))
}

/// Every line with its place, for the tests that read them all.
#[cfg(test)]
pub fn all() -> impl Iterator<Item = (usize, &'static str)> {
    lines().enumerate()
}

fn lines() -> impl Iterator<Item = &'static str> {
    let all = FIELDS.iter().flat_map(|field| field.lines());
    all.filter(|l| !l.starts_with('#') && !l.trim().is_empty())
}

/// Ideas that a word or phrase may mean: for each the names of its columns, best first.
pub fn ideas(lower: &str) -> &'static [Vec<Name>] {
    static MAP: OnceLock<BTreeMap<String, Vec<Vec<Name>>>> = OnceLock::new();
    let map = MAP.get_or_init(|| {
        let mut map: BTreeMap<String, Vec<Vec<Name>>> = BTreeMap::new();
        for line in lines().filter(|l| l.matches('|').count() == 1) {
            let Some((words, columns)) = line.split_once('|') else {
                continue;
            };
            for word in words.split_whitespace() {
                map.entry(word.replace('-', " ")).or_default().push(names(columns));
            }
        }
        map
    });
    // The plural of what stands there in the singular.
    let one = || map.get(&singular(lower));
    map.get(lower).or_else(one).map_or(&[], Vec::as_slice)
}

/// Whether a word or phrase may mean a name of these stems.
pub fn leads(lower: &str, stems: &[String]) -> bool {
    ideas(lower).iter().flatten().any(|name| is_called(stems, name))
}

/// The forms of an adjective, positive first, and its scale; of the same adjective in several fields one after another.
pub(super) fn scales() -> impl Iterator<Item = (Vec<&'static str>, Scale)> {
    lines().filter_map(super::scale_of)
}

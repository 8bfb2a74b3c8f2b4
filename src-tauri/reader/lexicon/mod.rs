//! Classes of English words that questions are made of, as data.
//!
//! In: lower-case words. Out: what class they are in. Deliberately absent: any name or value of a database.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use crate::words::stem;

mod classes;

pub use classes::{
    aggregate, bound, comparison, grouping, is_ahead, is_beside, is_birth, is_cover, is_denied_verb, is_entry,
    is_filler, is_money, is_not, is_noted, is_person, is_place, is_sheet, is_staff, is_standing, opener, period,
    saying, season, Opener,
};

/// A scale that an adjective speaks of.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Scale {
    pub word: String,
    /// More of the column is more of what the adjective says.
    pub up: bool,
    /// Stems of names, best first.
    pub columns: Vec<String>,
    /// Stems of names that run the other way.
    pub reversed: Vec<String>,
}

/// How an adjective is said.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Degree {
    Positive,
    Comparative,
    Superlative,
}

fn stems(text: &str) -> Vec<String> {
    text.split_whitespace().map(stem).collect()
}

fn scales() -> &'static BTreeMap<String, (usize, Degree)> {
    static MAP: OnceLock<BTreeMap<String, (usize, Degree)>> = OnceLock::new();
    MAP.get_or_init(|| {
        let mut map = BTreeMap::new();
        for (at, (forms, _)) in all_scales().iter().enumerate() {
            let degrees = [Degree::Positive, Degree::Comparative, Degree::Superlative];
            for (form, degree) in forms.iter().zip(degrees).filter(|(form, _)| **form != "-") {
                map.entry((*form).to_owned()).or_insert((at, degree));
            }
        }
        map
    })
}

type Forms = Vec<&'static str>;

fn all_scales() -> &'static [(Forms, Scale)] {
    static ALL: OnceLock<Vec<(Forms, Scale)>> = OnceLock::new();
    ALL.get_or_init(|| {
        let lines = include_str!("scales.txt").lines().filter(|l| !l.starts_with('#'));
        lines
            .filter_map(|line| {
                let mut parts = line.splitn(3, '|').map(str::trim);
                let (forms, direction, columns) = (parts.next()?, parts.next()?, parts.next()?);
                let (columns, reversed) = columns.split_once('/').unwrap_or((columns, ""));
                let scale = Scale {
                    word: forms.split_whitespace().next()?.to_owned(),
                    up: direction == "up",
                    columns: stems(columns.trim_end_matches(['|', ' '])),
                    reversed: stems(reversed),
                };
                Some((forms.split_whitespace().collect(), scale))
            })
            .collect()
    })
}

/// Superlatives of one word.
pub fn superlatives() -> impl Iterator<Item = &'static str> {
    let most = scales()
        .iter()
        .filter(|(_, (_, degree))| *degree == Degree::Superlative);
    most.map(|(word, _)| word.as_str())
}

/// The scale of an adjective and its degree.
pub fn scale(lower: &str) -> Option<(&'static Scale, Degree)> {
    let (at, degree) = scales().get(lower)?;
    Some((&all_scales()[*at].1, *degree))
}

fn all_outcomes() -> &'static [(&'static str, Vec<String>)] {
    static ALL: OnceLock<Vec<(&'static str, Vec<String>)>> = OnceLock::new();
    ALL.get_or_init(|| {
        let lines = include_str!("outcomes.txt").lines().filter(|l| !l.starts_with('#'));
        let split = lines.filter_map(|line| line.split_once('|'));
        split.map(|(kind, words)| (kind.trim(), stems(words))).collect()
    })
}

/// The outcomes that a word of this stem may say, by their numbers.
pub fn outcomes(stem: &str) -> Vec<usize> {
    let says = |o: &(usize, &(&str, Vec<String>))| o.1 .1.iter().any(|s| s == stem);
    all_outcomes()
        .iter()
        .enumerate()
        .filter(says)
        .map(|(at, _)| at)
        .collect()
}

/// Whether an outcome is one after which nothing more is awaited.
pub fn is_over(outcome: usize) -> bool {
    all_outcomes().get(outcome).is_some_and(|o| o.0 != "open")
}

/// Whether an outcome is of this kind: `made`, `void`, `back`.
pub fn is_outcome(outcome: usize, kind: &str) -> bool {
    all_outcomes().get(outcome).is_some_and(|o| o.0 == kind)
}

/// Stems of the names that columns have which mean this word, best first; empty for other words.
pub fn concept(lower: &str) -> &'static [String] {
    static MAP: OnceLock<BTreeMap<String, Vec<String>>> = OnceLock::new();
    let map = MAP.get_or_init(|| {
        let mut map: BTreeMap<String, Vec<String>> = BTreeMap::new();
        for line in include_str!("concepts.txt").lines().filter(|l| !l.starts_with('#')) {
            if let Some((words, columns)) = line.split_once('|') {
                for word in words.split_whitespace() {
                    let known = map.entry(word.replace('-', " ")).or_default();
                    for stem in stems(columns) {
                        if !known.contains(&stem) {
                            known.push(stem);
                        }
                    }
                }
            }
        }
        map
    });
    map.get(lower).map_or(&[], Vec::as_slice)
}

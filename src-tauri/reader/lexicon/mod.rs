//! Classes of English words that questions are made of, as data.
//!
//! In: lower-case words. Out: what class they are in. Deliberately absent: any name or value of a database.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use crate::words::stem;

mod classes;
pub mod fields;

pub use classes::{
    aggregate, bound, comparison, grouping, is_ahead, is_beside, is_birth, is_cover, is_denied_verb, is_entry,
    is_filler, is_measure, is_money, is_not, is_noted, is_of_people, is_person, is_place, is_sheet, is_staff,
    is_standing, opener, period, saying, season, Opener,
};

/// A scale that an adjective speaks of.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Scale {
    pub word: String,
    /// More of the column is more of what the adjective says.
    pub up: bool,
    /// Names of columns, best first.
    pub columns: Vec<Name>,
    /// Names of columns that run the other way.
    pub reversed: Vec<Name>,
    /// The same in the data of some field; an adjective of one field alone has these only.
    pub of_field: [Vec<Name>; 2],
}

impl Scale {
    /// Whether it is said of things of any kind.
    fn is_plain(&self) -> bool {
        !self.columns.is_empty() || !self.reversed.is_empty()
    }
}

/// How an adjective is said.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Degree {
    Positive,
    Comparative,
    Superlative,
}

use fields::{names, Name};

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

fn scale_of(line: &'static str) -> Option<(Forms, Scale)> {
    let mut parts = line.splitn(3, '|').map(str::trim);
    let (forms, direction, columns) = (parts.next()?, parts.next()?, parts.next()?);
    let (columns, reversed) = columns.split_once('/').unwrap_or((columns, ""));
    let scale = Scale {
        word: forms.split_whitespace().next()?.to_owned(),
        up: direction == "up",
        columns: names(columns.trim_end_matches(['|', ' '])),
        reversed: names(reversed),
        of_field: Default::default(),
    };
    Some((forms.split_whitespace().collect(), scale))
}

fn all_scales() -> &'static [(Forms, Scale)] {
    static ALL: OnceLock<Vec<(Forms, Scale)>> = OnceLock::new();
    ALL.get_or_init(|| {
        let lines = include_str!("scales.txt").lines().filter(|l| !l.starts_with('#'));
        let mut all: Vec<(Forms, Scale)> = lines.filter_map(scale_of).collect();
        for (forms, scale) in fields::scales() {
            let mut more = [scale.columns, scale.reversed];
            let at = all.iter().position(|(_, s)| s.word == scale.word).unwrap_or_else(|| {
                let (columns, reversed, of_field) = Default::default();
                all.push((
                    forms.clone(),
                    Scale {
                        columns,
                        reversed,
                        of_field,
                        ..scale
                    },
                ));
                all.len() - 1
            });
            let (known, whole) = &mut all[at];
            // Less of what is cool is more of what is warm.
            if whole.up != scale.up {
                more.reverse();
            }
            for (form, of) in known.iter_mut().zip(forms).filter(|(form, _)| **form == "-") {
                *form = of;
            }
            for (names, more) in whole.of_field.iter_mut().zip(more) {
                names.extend(
                    more.into_iter()
                        .filter(|name| !names.contains(name))
                        .collect::<Vec<_>>(),
                );
            }
        }
        all
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

/// Whether a word is an adjective that is said of things of any kind.
pub fn is_scale(lower: &str) -> bool {
    scale(lower).is_some_and(|(scale, _)| scale.is_plain())
}

/// Whether a word belongs to the grammar of questions: what is counted, compared, ranked, or a stretch of time.
pub fn is_grammar(lower: &str) -> bool {
    aggregate(lower).is_some() || period(lower).is_some() || scale(lower).is_some() || is_not(lower) || is_person(lower)
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

//! Counting one column. In: its cells, one after the other. Out: its profile, its distinct values, its sketch.

use std::cmp::Ordering;
use std::collections::{BTreeMap, HashMap, HashSet};

use askwell_contract::profile::{ColumnProfile, ValueCount};
use askwell_contract::{Cell, Column, TypeKind};

use super::disguise::disguises;
use super::order::{hash, order};
use super::Sketch;

/// Distinct values counted one by one.
const DISTINCT: usize = 100_000;
/// Seed 000, operation 0a: `sample_values`.
const TOP: usize = 10;
/// Longer texts are counted, but not kept.
const LONGEST: usize = 200;
/// A shape longer than this says nothing.
const SHAPE: usize = 40;
/// Hashes kept of a column that may be referred to, and of any other.
const KEY_SKETCH: usize = 20_000;
const SKETCH: usize = 2_000;

struct Seen {
    /// `None`: too long to keep.
    cell: Option<Cell>,
    rows: u64,
}

pub struct Tally {
    column: Column,
    rows: u64,
    nulls: u64,
    seen: HashMap<u64, Seen>,
    overflowed: bool,
    repeats: bool,
    /// Hashes past the bound, as long as nothing has come twice.
    beyond: HashSet<u64>,
    min: Cell,
    max: Cell,
    sum: f64,
    numbers: u64,
    characters: u64,
    texts: u64,
    longest: u64,
    blobs: bool,
}

/// What the column cannot know of itself.
pub struct About<'a> {
    pub table: &'a str,
    pub rows: u64,
    pub read: u64,
    pub declared_unique: bool,
}

pub struct Kept {
    pub profile: ColumnProfile,
    pub kind: TypeKind,
    /// Distinct values that are kept, in order, with their rows.
    pub values: Vec<(Cell, u64)>,
    pub sketch: Sketch,
    pub overflowed: bool,
    all_long: bool,
}

impl Kept {
    /// Texts there are, none short enough to keep.
    pub fn texts_are_long(&self) -> bool {
        self.all_long
    }
}

impl Tally {
    pub fn new(column: Column) -> Self {
        Self {
            column,
            rows: 0,
            nulls: 0,
            seen: HashMap::new(),
            overflowed: false,
            repeats: false,
            beyond: HashSet::new(),
            min: Cell::Null,
            max: Cell::Null,
            sum: 0.0,
            numbers: 0,
            characters: 0,
            texts: 0,
            longest: 0,
            blobs: false,
        }
    }

    pub fn name(&self) -> &str {
        &self.column.name
    }

    pub fn add(&mut self, cell: Cell) {
        self.rows += 1;
        let mut keep = true;
        match &cell {
            Cell::Null => {
                self.nulls += 1;
                return;
            }
            Cell::Text(text) => {
                let length = text.chars().count();
                self.texts += 1;
                self.characters += length as u64;
                self.longest = self.longest.max(length as u64);
                keep = length <= LONGEST;
            }
            Cell::Int(_) | Cell::Real(_) | Cell::Decimal(_) => {
                if let Some(value) = cell.as_f64().filter(|v| v.is_finite()) {
                    self.sum += value;
                    self.numbers += 1;
                }
            }
            Cell::Json(text) => keep = text.len() <= LONGEST,
            Cell::Blob { .. } => {
                self.blobs = true;
                keep = false;
            }
            Cell::List(_) => keep = false,
            _ => {}
        }
        if keep && !matches!(cell, Cell::Json(_)) {
            self.stretch(&cell);
        }
        self.see(cell, keep);
    }

    fn stretch(&mut self, cell: &Cell) {
        if self.min.is_null() || order(cell, &self.min) == Ordering::Less {
            self.min = cell.clone();
        }
        if self.max.is_null() || order(cell, &self.max) == Ordering::Greater {
            self.max = cell.clone();
        }
    }

    fn see(&mut self, cell: Cell, keep: bool) {
        let hash = hash(&cell);
        if let Some(seen) = self.seen.get_mut(&hash) {
            seen.rows += 1;
            self.repeats = true;
        } else if self.seen.len() < DISTINCT {
            self.seen.insert(
                hash,
                Seen {
                    cell: keep.then_some(cell),
                    rows: 1,
                },
            );
        } else {
            self.overflowed = true;
            if !self.repeats {
                self.repeats = !self.beyond.insert(hash);
            }
        }
        if self.repeats {
            self.beyond = HashSet::new();
        }
    }

    pub fn finish(self, about: &About<'_>) -> Kept {
        let whole = about.read >= about.rows;
        let filled = self.rows - self.nulls;
        let unique = about.declared_unique || (whole && filled > 0 && !self.repeats && !self.blobs);
        let distinct = (self.seen.len() + self.beyond.len()) as u64;
        let mut hashes: Vec<u64> = self.seen.keys().copied().chain(self.beyond.iter().copied()).collect();
        hashes.sort_unstable();
        let complete = !self.overflowed || !self.repeats;
        let bound = if unique { KEY_SKETCH } else { SKETCH };
        let sketch = Sketch {
            table: about.table.to_owned(),
            column: self.column.name.clone(),
            complete: complete && hashes.len() <= bound,
            hashes: hashes.into_iter().take(bound).collect(),
            unique,
            whole,
        };
        let mut values: Vec<(Cell, u64)> = self
            .seen
            .into_values()
            .filter_map(|s| Some((s.cell?, s.rows)))
            .collect();
        values.sort_by(|a, b| order(&a.0, &b.0));
        let profile = ColumnProfile {
            table: about.table.to_owned(),
            column: self.column.name.clone(),
            rows: self.rows,
            nulls: self.nulls,
            distinct,
            distinct_exact: whole && complete && !self.blobs,
            top: top(&values),
            min: self.min,
            max: self.max,
            mean: (self.numbers > 0).then(|| self.sum / self.numbers as f64),
            distinct_error: None,
            std_dev: None,
            quantiles: Vec::new(),
            histogram: None,
            mean_length: (self.texts > 0).then(|| self.characters as f64 / self.texts as f64),
            max_length: self.longest,
            shape: shape(&values),
            disguises: disguises(&self.column, &values),
            unique,
        };
        let all_long = self.texts > 0 && values.is_empty();
        Kept {
            profile,
            kind: self.column.kind,
            values,
            sketch,
            overflowed: self.overflowed,
            all_long,
        }
    }
}

/// `values` are in order, so that a stable sort leaves ties by value.
fn top(values: &[(Cell, u64)]) -> Vec<ValueCount> {
    let mut commonest: Vec<&(Cell, u64)> = values.iter().collect();
    commonest.sort_by_key(|v| std::cmp::Reverse(v.1));
    commonest
        .into_iter()
        .take(TOP)
        .map(|(value, rows)| ValueCount {
            value: value.clone(),
            rows: *rows,
        })
        .collect()
}

/// The shape that most rows have; among equals the first in order.
fn shape(values: &[(Cell, u64)]) -> Option<String> {
    let mut shapes: BTreeMap<String, u64> = BTreeMap::new();
    for (cell, rows) in values {
        if let Cell::Text(text) = cell {
            if !text.is_empty() && text.chars().count() <= SHAPE {
                *shapes.entry(shape_of(text)).or_default() += rows;
            }
        }
    }
    let best = shapes.into_iter().rev().max_by_key(|s| s.1);
    best.map(|s| s.0)
}

pub fn shape_of(text: &str) -> String {
    let letter = |c: char| match c {
        _ if c.is_numeric() => '9',
        _ if c.is_uppercase() => 'A',
        _ if c.is_alphabetic() => 'a',
        _ => c,
    };
    text.chars().map(letter).collect()
}

//! Counting one column. In: its cells, one after the other. Out: its profile, its distinct values, its sketch.
//!
//! A value that is kept costs a look-up each time it comes again; everything else about it is computed once, at the
//! end. Values past the bound go to [`Beyond`].

use askwell_contract::ports::Lot;
use askwell_contract::profile::{ColumnProfile, Disguise, ValueCount};
use askwell_contract::strip::{Value, Values, Written};
use askwell_contract::{Cell, Column, TypeKind};

use super::beyond::Beyond;
use super::disguise::disguises;
use super::hash::{self, bytes};
use super::order::{against, order};
use super::places::{Count, Places};
use super::shape::shape;
use super::sketch::{MinHash, Sketch, Smallest, ERROR};
use super::spread::{self, Axis, Moments, Placed};
use super::view::{view, Texts};

/// Seed 000, operation 0a: `sample_values`.
const TOP: usize = 10;
/// Longer texts are counted, but not kept.
const LONGEST: usize = 200;
/// Hashes kept of a column that may be referred to, and of any other.
const KEY_SKETCH: usize = 20_000;
const SKETCH: usize = 2_000;
/// A column of which fewer values lie on its line is not measured by it.
const MEASURED: f64 = 0.5;

struct Seen {
    /// NULL where the value is too long to keep.
    cell: Cell,
    /// Of a text.
    length: Option<u32>,
}

/// How much of a column is kept: distinct values, and hashes of further ones to see whether any comes twice.
#[derive(Debug, Clone, Copy)]
pub struct Bounds {
    pub values: usize,
    pub hashes: usize,
}

pub struct Tally {
    column: Column,
    bounds: Bounds,
    rows: u64,
    nulls: u64,
    places: Places,
    /// As many as `places` counts.
    seen: Vec<Seen>,
    /// The first row whose value had come before. The row and not only that there is one, since nothing may depend on
    /// how the rows are cut into batches.
    repeated: Option<u64>,
    /// Each new value was greater than the one before.
    ascending: bool,
    blobs: bool,
    beyond: Option<Box<Beyond>>,
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
    pub fn new(column: Column, bounds: Bounds) -> Self {
        Self {
            column,
            bounds,
            rows: 0,
            nulls: 0,
            places: Places::new(),
            seen: Vec::new(),
            repeated: None,
            ascending: true,
            blobs: false,
            beyond: None,
        }
    }

    pub fn name(&self) -> &str {
        &self.column.name
    }

    /// The column's values of some rows. `new` is empty before and after: where the rows of values that are not kept
    /// are put, with their hashes.
    pub fn add(&mut self, lot: &Lot, at: usize, new: &mut Vec<(usize, u64)>) {
        match lot {
            Lot::Rows(rows) => {
                let value = |row: usize| rows[row].get(at).and_then(Value::of);
                self.count(rows.len(), |row| value(row).map(hash::of), new);
                self.add_new(value, new);
                self.rows += rows.len() as u64;
            }
            Lot::Strips(strips) => {
                let Some(strip) = strips.columns.get(at) else { return };
                let filled = |row: &usize| !strip.is_null(*row);
                match &strip.values {
                    Values::Ints(v) => {
                        let hash = |row| Some(row).filter(filled).map(|row| hash::int(v[row]));
                        self.count(strips.rows, hash, new);
                    }
                    Values::Reals(v) => {
                        let hash = |row| Some(row).filter(filled).map(|row| hash::real(v[row]));
                        self.count(strips.rows, hash, new);
                    }
                    Values::Texts(v) => {
                        let text = |row| v.get(row).map(|text| hash::text(v.written, text));
                        self.count(strips.rows, |row| Some(row).filter(filled).and_then(text), new);
                    }
                    Values::Cells(_) => self.count(strips.rows, |row| strip.value(row).map(hash::of), new),
                }
                self.add_new(|row| strip.value(row), new);
                self.rows += strips.rows as u64;
            }
        }
        new.clear();
    }

    /// Most values are kept already. Looking them all up in a loop that does little else lets the processor fetch many
    /// at a time.
    fn count(&mut self, rows: usize, hash: impl Fn(usize) -> Option<u64>, new: &mut Vec<(usize, u64)>) {
        for row in 0..rows {
            let Some(hash) = hash(row) else {
                self.nulls += 1;
                continue;
            };
            if !self.places.count(hash) {
                new.push((row, hash));
            } else if self.repeated.is_none() {
                self.repeated = Some(self.rows + row as u64);
            }
        }
    }

    fn add_new<'a>(&mut self, value: impl Fn(usize) -> Option<Value<'a>>, new: &[(usize, u64)]) {
        let kept = self.places.len();
        for &(row, hash) in new {
            let Some(value) = value(row) else { continue };
            let row = self.rows + row as u64;
            // It may have come a second time in these rows.
            if self.places.len() > kept && self.places.count(hash) {
                self.repeated = Some(self.repeated.map_or(row, |first| first.min(row)));
            } else {
                self.add_one(value, hash, row);
            }
        }
    }

    fn add_one(&mut self, value: Value<'_>, hash: u64, row: u64) {
        let length = match value {
            Value::Text(Written::Text, text) if text.is_ascii() => Some(text.len() as u64),
            Value::Text(Written::Text, text) => Some(text.chars().count() as u64),
            _ => None,
        };
        let keep = match value {
            Value::Text(Written::Text, _) => length <= Some(LONGEST as u64),
            Value::Text(Written::Json, text) => text.len() <= LONGEST,
            Value::Cell(Cell::Blob { .. }) => {
                self.blobs = true;
                false
            }
            Value::Cell(Cell::List(_)) => false,
            _ => true,
        };
        if let Some(beyond) = &mut self.beyond {
            return beyond.add(value, hash, length, keep);
        }
        self.ascending &= keep && self.seen.last().is_none_or(|last| against(value, &last.cell).is_gt());
        self.places.add(hash);
        self.seen.push(Seen {
            cell: if keep { value.cell() } else { Cell::Null },
            length: length.map(|l| l as u32),
        });
        if self.seen.len() >= self.bounds.values {
            self.overflow(row);
        }
    }

    fn overflow(&mut self, row: u64) {
        let dates = disguises(&self.column, &self.values()).contains(&Disguise::IsoDate);
        let axis = Axis::of(self.column.kind, dates);
        let repeats = self.repeated.is_some_and(|first| first < row);
        let last = self.seen.last().filter(|_| self.ascending && !repeats);
        let seed = bytes(self.column.name.as_bytes(), 0);
        let last = last.map(|seen| seen.cell.clone());
        let mut beyond = Beyond::new(axis, seed, self.bounds.hashes, KEY_SKETCH, last);
        self.places.counts().iter().for_each(|kept| beyond.count(kept.hash));
        self.beyond = Some(Box::new(beyond));
    }

    /// In order.
    fn values(&self) -> Vec<(Cell, u64)> {
        let kept = self.seen.iter().zip(self.places.counts());
        let mut values: Vec<(Cell, u64)> = kept
            .filter(|(seen, _)| !seen.cell.is_null())
            .map(|(seen, kept)| (seen.cell.clone(), kept.rows))
            .collect();
        values.sort_by(|a, b| order(&a.0, &b.0));
        values
    }

    pub fn finish(self, about: &About<'_>) -> Kept {
        let whole = about.read >= about.rows;
        let filled = self.rows - self.nulls;
        let seen_rows: u64 = self.places.counts().iter().map(|kept| kept.rows).sum();
        let beyond_rows = filled - seen_rows;
        // Values that came: those kept, and further ones where they could be counted.
        let counted = match &self.beyond {
            None => Some(self.seen.len() as u64),
            Some(beyond) => beyond.counted(beyond_rows).map(|more| self.seen.len() as u64 + more),
        };
        let counted = counted.or((about.declared_unique && whole).then_some(filled));
        let proven = whole && filled > 0 && counted == Some(filled) && !self.blobs;
        let unique = about.declared_unique || proven;
        let values = self.values();
        let disguises = disguises(&self.column, &values);
        let axis = self.beyond.as_ref().map_or_else(
            || Axis::of(self.column.kind, disguises.contains(&Disguise::IsoDate)),
            |beyond| beyond.axis,
        );
        let beyond = self.beyond.as_deref();
        let line = Line::of(axis, &values, beyond, filled);
        let kept = self.seen.iter().zip(self.places.counts());
        let lengths = kept.filter_map(|(seen, kept)| Some((u64::from(seen.length?), kept.rows)));
        let (mut texts, mut characters, mut longest) = beyond.map_or((0, 0, 0), |b| (b.texts, b.characters, b.longest));
        for (length, rows) in lengths {
            texts += rows;
            characters += length * rows;
            longest = longest.max(length);
        }
        let (min, max) = ends(&values, beyond);
        let profile = ColumnProfile {
            table: about.table.to_owned(),
            column: self.column.name.clone(),
            rows: self.rows,
            nulls: self.nulls,
            distinct: counted.unwrap_or_else(|| estimated(beyond, self.seen.len(), filled)),
            distinct_exact: whole && counted.is_some() && !self.blobs,
            distinct_error: counted.is_none().then_some(ERROR),
            top: top(&values, beyond),
            min,
            max,
            mean: line.mean,
            std_dev: line.std_dev,
            quantiles: line.quantiles,
            histogram: line.histogram,
            mean_length: (texts > 0).then(|| characters as f64 / texts as f64),
            max_length: longest,
            shape: shape(&values),
            disguises,
            view: view(&Texts {
                table: about.table,
                column: &self.column.name,
                values: &values,
                filled,
                complete: whole && beyond.is_none(),
            }),
            unique,
        };
        let all_long = texts > 0 && values.is_empty();
        let overflowed = beyond.is_some();
        Kept {
            sketch: sketch(
                about,
                &self.column.name,
                (self.places.counts(), &values),
                self.beyond,
                unique,
                whole,
            ),
            profile,
            kind: self.column.kind,
            values,
            overflowed,
            all_long,
        }
    }
}

/// An estimate is never more than there are rows, nor less than what was seen.
fn estimated(beyond: Option<&Beyond>, seen: usize, filled: u64) -> u64 {
    let estimate = beyond.map_or(0, |b| b.distinct.estimate());
    estimate.max(seen as u64).min(filled)
}

fn sketch(
    about: &About<'_>,
    column: &str,
    (seen, values): (&[Count], &[(Cell, u64)]),
    beyond: Option<Box<Beyond>>,
    unique: bool,
    whole: bool,
) -> Sketch {
    let bound = if unique { KEY_SKETCH } else { SKETCH };
    let complete = beyond.is_none() && seen.len() <= bound;
    let (smallest, minhash) = match beyond {
        Some(beyond) => (beyond.smallest, beyond.minhash),
        None => {
            let (mut smallest, mut minhash) = (Smallest::new(bound), MinHash::new());
            seen.iter().for_each(|seen| {
                smallest.add(seen.hash);
                minhash.add(seen.hash);
            });
            (smallest, minhash)
        }
    };
    let mut hashes = smallest.take();
    hashes.truncate(bound);
    let (folded, folded_apart) = match complete {
        true => folded(values),
        false => (Vec::new(), false),
    };
    Sketch {
        table: about.table.to_owned(),
        column: column.to_owned(),
        hashes,
        complete,
        unique,
        whole,
        minhash: minhash.take(),
        folded,
        folded_apart: folded_apart && unique,
    }
}

/// Texts with capitals and blanks set aside, without those that say that there is nothing to say; and whether
/// they stay apart. Nothing where not all are texts.
fn folded(values: &[(Cell, u64)]) -> (Vec<u64>, bool) {
    let mut out = Vec::new();
    for (cell, _) in values {
        match cell {
            Cell::Text(text) if super::view::is_gap(text) => {}
            Cell::Text(text) => out.push(super::hash(&Cell::Text(text.to_lowercase().replace(' ', "")))),
            _ => return (Vec::new(), false),
        }
    }
    let all = out.len();
    out.sort_unstable();
    out.dedup();
    let apart = out.len() == all;
    (out, apart)
}

/// What a column is measured by, where it can be measured.
#[derive(Default)]
struct Line {
    mean: Option<f64>,
    std_dev: Option<f64>,
    quantiles: Vec<Cell>,
    histogram: Option<askwell_contract::profile::Histogram>,
}

impl Line {
    fn of(axis: Axis, values: &[(Cell, u64)], beyond: Option<&Beyond>, filled: u64) -> Self {
        let kept = values
            .iter()
            .filter_map(|(cell, rows)| Some((axis.place(cell)?, *rows, cell)));
        let kept: Vec<(f64, u64, &Cell)> = kept.collect();
        let moments = kept
            .iter()
            .fold(Moments::default(), |sum, v| sum.and(Moments::of(v.0, v.1)));
        let moments = beyond.map_or(moments, |b| moments.and(b.moments));
        if moments.n == 0.0 {
            return Self::default();
        }
        let number = axis == Axis::Number;
        let mut line = Self {
            mean: number.then_some(moments.mean),
            std_dev: number.then(|| moments.std_dev()),
            ..Self::default()
        };
        if moments.n < MEASURED * filled as f64 {
            return line;
        }
        let mut placed: Vec<Placed<'_>> = kept
            .iter()
            .map(|&(place, rows, cell)| Placed {
                place,
                rows: rows as f64,
                cell,
            })
            .collect();
        if let Some(sample) = beyond.map(|b| &b.sample) {
            let rows = sample.of as f64 / sample.rows.len().max(1) as f64;
            placed.extend(sample.rows.iter().map(|(place, cell)| Placed {
                place: *place,
                rows,
                cell,
            }));
        }
        spread::sort(&mut placed);
        let (first, last) = (placed.first(), placed.last());
        let (Some(mut from), Some(mut to)) = (first.map(|v| (v.place, v.cell)), last.map(|v| (v.place, v.cell))) else {
            return line;
        };
        // A sample misses the ends of the column.
        if let Some((place, cell)) = beyond.and_then(|b| b.least.as_ref()).filter(|least| least.0 < from.0) {
            from = (*place, cell);
        }
        if let Some((place, cell)) = beyond.and_then(|b| b.greatest.as_ref()).filter(|most| most.0 > to.0) {
            to = (*place, cell);
        }
        line.histogram = spread::histogram(&placed, from, to);
        line.quantiles = spread::quantiles(&placed);
        line
    }
}

/// JSON has no order that a person would know.
fn ends(values: &[(Cell, u64)], beyond: Option<&Beyond>) -> (Cell, Cell) {
    let orderly = |cell: &&Cell| !matches!(cell, Cell::Json(_) | Cell::Null);
    let mut candidates: Vec<&Cell> = Vec::new();
    let mut kept = values.iter().map(|v| &v.0).filter(orderly);
    candidates.extend(kept.next());
    candidates.extend(kept.next_back());
    if let Some(b) = beyond {
        candidates.extend(b.least.iter().chain(&b.greatest).map(|end| &end.1));
        candidates.extend([&b.min, &b.max].into_iter().filter(orderly));
    }
    let least = candidates.iter().min_by(|a, b| order(a, b));
    let greatest = candidates.iter().max_by(|a, b| order(a, b));
    let cell = |found: Option<&&Cell>| found.map_or(Cell::Null, |c| (*c).clone());
    (cell(least), cell(greatest))
}

/// `values` are in order, so that a stable sort leaves ties by value.
fn top(values: &[(Cell, u64)], beyond: Option<&Beyond>) -> Vec<ValueCount> {
    let further = beyond.map(Beyond::commonest).unwrap_or_default();
    let mut commonest: Vec<&(Cell, u64)> = values.iter().chain(&further).collect();
    if !further.is_empty() {
        commonest.sort_by(|a, b| order(&a.0, &b.0));
    }
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

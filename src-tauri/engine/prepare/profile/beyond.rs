//! The values of a column past those that are kept one by one. In: cells that are not among the kept ones. Out: their
//! number, moments, ends, commonest values and a sample. Deliberately absent: anything that grows with the table.

use std::cmp::Ordering;
use std::collections::HashSet;

use askwell_contract::strip::{Value, Written};
use askwell_contract::Cell;

use super::hash::{spread, ByHash};
use super::order::against;
use super::sketch::{Distinct, MinHash, Smallest};
use super::spread::{Axis, Moments};

/// A quantile of so many rows is off by less than one row of a hundred in 95 of 100 columns.
const SAMPLE: usize = 10_000;
/// A value that more than one row in as many has is found, wherever in the table it begins.
const SLOTS: usize = 1_024;

pub struct Beyond {
    pub axis: Axis,
    pub moments: Moments,
    pub distinct: Distinct,
    pub smallest: Smallest,
    pub minhash: MinHash,
    /// Their hashes, as long as nothing has come twice and there are few enough.
    once: Option<HashSet<u64, ByHash>>,
    bound: usize,
    /// The last value, as long as each was greater than the one before.
    last: Option<Cell>,
    /// On the axis.
    pub least: Option<(f64, Cell)>,
    pub greatest: Option<(f64, Cell)>,
    /// Of the others.
    pub min: Cell,
    pub max: Cell,
    pub texts: u64,
    pub characters: u64,
    pub longest: u64,
    pub whole_numbers: bool,
    pub sample: Sample,
    heavy: Vec<Slot>,
    /// Of the slots whose value came more than once.
    leaders: Vec<Option<Cell>>,
}

/// Where values that share a hash's first bits fight for a place; the commonest of them wins (Boyer and Moore 1981).
#[derive(Clone, Copy, Default)]
struct Slot {
    hash: u64,
    lead: u32,
    /// Since it won the place.
    rows: u32,
}

impl Beyond {
    /// `last`: the greatest kept value where each was greater than the one before.
    pub fn new(axis: Axis, seed: u64, bound: usize, kept: usize, last: Option<Cell>) -> Self {
        Self {
            axis,
            moments: Moments::default(),
            distinct: Distinct::new(),
            smallest: Smallest::new(kept),
            minhash: MinHash::new(),
            once: Some(HashSet::default()),
            bound,
            last,
            least: None,
            greatest: None,
            min: Cell::Null,
            max: Cell::Null,
            texts: 0,
            characters: 0,
            longest: 0,
            whole_numbers: true,
            sample: Sample::new(seed),
            heavy: vec![Slot::default(); SLOTS],
            leaders: vec![None; SLOTS],
        }
    }

    /// Also for the values that are kept.
    pub fn count(&mut self, hash: u64) {
        self.distinct.add(hash);
        self.smallest.add(hash);
        self.minhash.add(hash);
    }

    pub fn add(&mut self, value: Value<'_>, hash: u64, length: Option<u64>, keep: bool) {
        self.count(hash);
        if let Some(length) = length {
            self.texts += 1;
            self.characters += length;
            self.longest = self.longest.max(length);
        }
        if let Some(last) = &mut self.last {
            if against(value, last) == Ordering::Greater {
                follow(last, value);
            } else {
                self.last = None;
            }
        }
        self.compare(hash);
        if keep {
            self.stretch(value);
            self.fight(value, hash);
        }
    }

    /// Whether any value comes twice.
    fn compare(&mut self, hash: u64) {
        let in_order = self.last.is_some();
        let Some(once) = self.once.as_mut().filter(|_| !in_order || self.bound > 0) else {
            return;
        };
        if !once.insert(hash) {
            self.once = None;
        } else if once.len() > self.bound {
            // The order alone proves that nothing came twice.
            self.once = in_order.then(HashSet::default);
            self.bound = 0;
        }
    }

    fn stretch(&mut self, value: Value<'_>) {
        if let Some(place) = self.axis.of_value(value) {
            self.moments.add(place);
            self.whole_numbers &= matches!(value, Value::Int(_));
            self.sample.add(place, value);
            let below = |end: &(f64, Cell)| place < end.0 || place == end.0 && against(value, &end.1) == Ordering::Less;
            let above =
                |end: &(f64, Cell)| place > end.0 || place == end.0 && against(value, &end.1) == Ordering::Greater;
            if self.least.as_ref().is_none_or(below) {
                self.least = Some((place, value.cell()));
            }
            if self.greatest.as_ref().is_none_or(above) {
                keep_end(&mut self.greatest, place, value);
            }
        } else if !matches!(value, Value::Text(Written::Json, _)) {
            if self.min.is_null() || against(value, &self.min) == Ordering::Less {
                self.min = value.cell();
            }
            if self.max.is_null() || against(value, &self.max) == Ordering::Greater {
                follow(&mut self.max, value);
            }
        }
    }

    fn fight(&mut self, value: Value<'_>, hash: u64) {
        let at = (hash >> 20) as usize % SLOTS;
        let slot = &mut self.heavy[at];
        if slot.hash == hash && slot.lead > 0 {
            slot.lead += 1;
            slot.rows = slot.rows.saturating_add(1);
            if slot.rows == 2 {
                self.leaders[at] = Some(value.cell());
            }
        } else if slot.lead <= 1 {
            if slot.rows > 1 {
                // A value that comes once needs no place in memory.
                self.leaders[at] = None;
            }
            *slot = Slot { hash, lead: 1, rows: 1 };
        } else {
            slot.lead -= 1;
        }
    }

    /// How many different values came beyond the kept ones, where that was counted.
    pub fn counted(&self, rows: u64) -> Option<u64> {
        if self.last.is_some() {
            return Some(rows);
        }
        self.once.as_ref().filter(|_| self.bound > 0).map(|o| o.len() as u64)
    }

    /// Values that came more than once, each with the rows that it has at least.
    pub fn commonest(&self) -> Vec<(Cell, u64)> {
        let slots = self.heavy.iter().zip(&self.leaders);
        slots
            .filter_map(|(slot, leader)| Some((leader.clone()?, slot.rows.into())))
            .collect()
    }
}

/// Without a new allocation where the old one is large enough.
fn follow(last: &mut Cell, value: Value<'_>) {
    match (last, value) {
        (Cell::Text(old), Value::Text(Written::Text, new))
        | (Cell::Timestamp(old), Value::Text(Written::Timestamp, new)) => {
            old.clear();
            old.push_str(new);
        }
        (last, value) => *last = value.cell(),
    }
}

fn keep_end(end: &mut Option<(f64, Cell)>, place: f64, value: Value<'_>) {
    match end {
        Some(end) => {
            end.0 = place;
            follow(&mut end.1, value);
        }
        None => *end = Some((place, value.cell())),
    }
}

/// Rows drawn with the same chance each, by skipping as many as chance says (Li 1994, algorithm L).
pub struct Sample {
    pub rows: Vec<(f64, Cell)>,
    pub of: u64,
    next: u64,
    weight: f64,
    seed: u64,
}

impl Sample {
    fn new(seed: u64) -> Self {
        Self {
            rows: Vec::new(),
            of: 0,
            next: 0,
            weight: 1.0,
            seed,
        }
    }

    fn add(&mut self, place: f64, value: Value<'_>) {
        self.of += 1;
        if self.rows.len() < SAMPLE {
            self.rows.push((place, value.cell()));
            if self.rows.len() == SAMPLE {
                self.skip();
            }
        } else if self.of > self.next {
            let at = (self.chance() * SAMPLE as f64) as usize;
            self.rows[at.min(SAMPLE - 1)] = (place, value.cell());
            self.skip();
        }
    }

    fn skip(&mut self) {
        self.weight *= (self.chance().ln() / SAMPLE as f64).exp();
        let skipped = self.chance().ln() / (1.0 - self.weight).ln();
        self.next = self.of.saturating_add(skipped as u64);
    }

    /// Above 0 and below 1.
    fn chance(&mut self) -> f64 {
        self.seed = spread(self.seed);
        ((self.seed >> 11) as f64 + 0.5) / (1u64 << 53) as f64
    }
}

#[cfg(test)]
mod tests {
    use super::super::hash::hash;
    use super::*;

    fn fed(cells: impl Iterator<Item = Cell>, bound: usize) -> Beyond {
        let mut beyond = Beyond::new(Axis::Number, 1, bound, 100, Some(Cell::Int(-1)));
        cells.for_each(|cell| beyond.add(Value::of(&cell).unwrap(), hash(&cell), None, true));
        beyond
    }

    #[test]
    fn a_sample_is_spread_over_the_whole_column() {
        let n = 1_000_000;
        let beyond = fed((0..n).map(Cell::Int), 10);
        assert_eq!((beyond.sample.rows.len(), beyond.sample.of), (SAMPLE, n as u64));
        let early = beyond.sample.rows.iter().filter(|r| r.0 < n as f64 / 4.0).count();
        // Four standard errors of a quarter of 10,000.
        assert!((2_326..2_674).contains(&early), "{early}");
    }

    #[test]
    fn a_common_value_is_found_wherever_it_begins() {
        let rare = |i: i64| Cell::Int((spread(i as u64) >> 1) as i64);
        let cells = (0..50_000).map(|i| {
            if i > 20_000 && i % 10 == 0 {
                Cell::Int(7)
            } else {
                rare(i)
            }
        });
        let commonest = fed(cells, 10).commonest();
        let seven = commonest.iter().find(|c| c.0 == Cell::Int(7)).unwrap();
        assert!((2_900..=2_999).contains(&seven.1), "{}", seven.1);
        assert!(commonest.len() < 5, "no value that came once");
    }

    #[test]
    fn values_in_order_are_known_to_be_different() {
        assert_eq!(fed((0..1_000).map(Cell::Int), 10).counted(1_000), Some(1_000));
        assert_eq!(fed((0..1_000).rev().map(Cell::Int), 10).counted(1_000), None);
        assert_eq!(fed((0..1_000).rev().map(Cell::Int), 5_000).counted(1_000), Some(1_000));
        assert_eq!(fed((0..1_000).chain([5]).map(Cell::Int), 10).counted(1_001), None);
        assert_eq!(fed((0..1_000).chain([5]).map(Cell::Int), 5_000).counted(1_001), None);
    }
}

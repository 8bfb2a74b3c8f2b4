//! The one definition of "the same result" (law 3), for selection, scoring and the proof of rewrites.
//!
//! In: two results. Out: whether they are the same, and a signature that is equal for the same results.
//!
//! Same: the same rows, each as often; columns in any order and whatever their names; rows in any order unless the
//! order was asked for. Values are compared by their normal form, which makes it an equivalence: numbers by value
//! (`1` = `1.0` = true), other types by their text. Deliberately absent: tolerance that is not transitive.

use std::collections::{BTreeMap, BTreeSet};

use askwell_contract::{Cell, ResultSet};
use askwell_reader::Style;

mod difference;
pub mod in_place;
mod matching;
mod normal;
mod over_time;
#[cfg(test)]
mod tests;

pub use difference::{difference, Difference};
use normal::normal;
pub use over_time::{over_time, OverTime};

/// The same rows, columns in any order. `ordered`: in the same order, too.
pub fn same(a: &ResultSet, b: &ResultSet, ordered: bool) -> bool {
    if a.rows.len() != b.rows.len() || a.truncated.is_some() != b.truncated.is_some() {
        return false;
    }
    // Without rows there is nothing to tell two results apart.
    if a.rows.is_empty() {
        return true;
    }
    if a.columns.len() != b.columns.len() {
        return false;
    }
    let mut seen = Interner::default();
    matching::exists(&seen.table(a), &seen.table(b), ordered)
}

/// The same rows, each as often, and all columns of `part` among those of `whole`: the figure stands beside the name.
pub fn holds(whole: &ResultSet, part: &ResultSet) -> bool {
    let whole_rows = whole.truncated.is_none() && part.truncated.is_none() && whole.rows.len() == part.rows.len();
    if !whole_rows || whole.rows.is_empty() || part.columns.len() > whole.columns.len() {
        return false;
    }
    let mut seen = Interner::default();
    matching::exists(&seen.table(part), &seen.table(whole), false)
}

/// The same answer. People are shown the figure beside the name: a result that only has a column more says the same.
pub fn alike(a: &ResultSet, b: &ResultSet, style: Style) -> bool {
    same(a, b, false) || style == Style::People && (holds(a, b) || holds(b, a))
}

/// The BIRD definition: equal sets of row tuples, in column order.
pub fn same_set(a: &ResultSet, b: &ResultSet) -> bool {
    let mut seen = Interner::default();
    let set = |table: Table| -> BTreeSet<Vec<u32>> {
        let width = table.columns.len();
        (0..table.rows)
            .map(|r| (0..width).map(|c| table.columns[c][r]).collect())
            .collect()
    };
    let (a, b) = (seen.table(a), seen.table(b));
    set(a) == set(b)
}

/// Equal for the same results (rows and columns in any order); different for others but for a chance of 2^-64.
pub fn signature(result: &ResultSet) -> u64 {
    if result.rows.is_empty() {
        return 0;
    }
    let cells = hashes(result);
    let columns = of_columns(&cells, result.columns.len());
    let mut rows: Vec<u64> = cells
        .iter()
        .map(|row| {
            let mut tagged: Vec<u64> = row
                .iter()
                .zip(&columns)
                .map(|(cell, c)| hash_all(&[*cell, *c]))
                .collect();
            tagged.sort_unstable();
            hash_all(&tagged)
        })
        .collect();
    rows.sort_unstable();
    rows.push(u64::from(result.truncated.is_some()));
    hash_all(&rows)
}

/// A signature of each column, in the order of the columns: equal for columns that hold the same values, in any order.
pub fn columns(result: &ResultSet) -> Vec<u64> {
    of_columns(&hashes(result), result.columns.len())
}

fn hashes(result: &ResultSet) -> Vec<Vec<u64>> {
    let of = |row: &Vec<Cell>| row.iter().map(|cell| hash(normal(cell).as_bytes())).collect();
    result.rows.iter().map(of).collect()
}

fn of_columns(cells: &[Vec<u64>], width: usize) -> Vec<u64> {
    let column = |c: usize| {
        let of = cells.iter().map(|row| row.get(c).copied().unwrap_or_default());
        let mut all: Vec<u64> = of.collect();
        all.sort_unstable();
        hash_all(&all)
    };
    (0..width).map(column).collect()
}

/// Cells as numbers: equal numbers are equal values. Stored by column.
struct Table {
    columns: Vec<Vec<u32>>,
    rows: usize,
}

#[derive(Default)]
struct Interner {
    numbers: BTreeMap<String, u32>,
}

impl Interner {
    fn table(&mut self, result: &ResultSet) -> Table {
        let mut columns = vec![Vec::with_capacity(result.rows.len()); result.columns.len()];
        for row in &result.rows {
            for (column, cell) in columns.iter_mut().zip(row) {
                let next = self.numbers.len() as u32;
                column.push(*self.numbers.entry(normal(cell)).or_insert(next));
            }
        }
        Table {
            columns,
            rows: result.rows.len(),
        }
    }
}

/// FNV-1a, 64 bits, with a final mix: the same on every machine and in every release, which std's hasher is not.
fn hash(bytes: &[u8]) -> u64 {
    let mut h: u64 = 0xcbf2_9ce4_8422_2325;
    for byte in bytes {
        h = (h ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
    }
    h ^= h >> 32;
    h = h.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    h ^ (h >> 29)
}

fn hash_all(parts: &[u64]) -> u64 {
    let bytes: Vec<u8> = parts.iter().flat_map(|p| p.to_le_bytes()).collect();
    hash(&bytes)
}

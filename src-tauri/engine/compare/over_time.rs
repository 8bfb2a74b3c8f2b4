//! One question's result, then and now: which rows are new, which are gone, and in which something changed.
//!
//! In: two results. Out: their rows put against each other by columns that name a row in both, or, where no columns do, as
//! wholes. Columns belong together by their names, values are equal by their normal form.
//! Deliberately absent: any guess about rows that a result was cut before.

use std::collections::{BTreeMap, BTreeSet};

use askwell_contract::run::{ChangedRow, Fate, Was};
use askwell_contract::{Cell, ResultColumn, ResultSet};

use super::normal::normal;

#[derive(Debug, Clone, PartialEq)]
pub struct OverTime {
    pub columns: Vec<ResultColumn>,
    /// Places in `columns`; `None`: rows are compared as wholes.
    pub key: Option<Vec<usize>>,
    /// In the order of the later result; those that are gone stand last.
    pub rows: Vec<ChangedRow>,
    pub same: usize,
    pub columns_new: Vec<String>,
    pub columns_gone: Vec<String>,
}

impl OverTime {
    pub fn count(&self, fate: Fate) -> usize {
        self.rows.iter().filter(|row| row.fate == fate).count()
    }
}

pub fn over_time(before: &ResultSet, after: &ResultSet) -> OverTime {
    let pairs = pairs(before, after);
    let names = |result: &ResultSet, taken: Vec<usize>| -> Vec<String> {
        let left = result.columns.iter().enumerate().filter(|(n, _)| !taken.contains(n));
        left.map(|(_, column)| column.name.clone()).collect()
    };
    let (then, now) = (
        Side::of(before, pairs.iter().map(|p| p.0)),
        Side::of(after, pairs.iter().map(|p| p.1)),
    );
    let key = key(&then, &now);
    let (rows, same) = match &key {
        Some(key) => by_key(&then, &now, key),
        None => as_wholes(&then, &now),
    };
    OverTime {
        columns: pairs.iter().map(|p| after.columns[p.1].clone()).collect(),
        key,
        rows,
        same,
        columns_new: names(after, pairs.iter().map(|p| p.1).collect()),
        columns_gone: names(before, pairs.iter().map(|p| p.0).collect()),
    }
}

/// Places of columns in both, in the order of the later result.
fn pairs(before: &ResultSet, after: &ResultSet) -> Vec<(usize, usize)> {
    if before.columns.len() == 1 && after.columns.len() == 1 {
        return vec![(0, 0)];
    }
    let mut pairs: Vec<(usize, usize)> = Vec::new();
    for (now, column) in after.columns.iter().enumerate() {
        let then = (0..before.columns.len()).find(|then| {
            before.columns[*then].name.eq_ignore_ascii_case(&column.name) && pairs.iter().all(|p| p.0 != *then)
        });
        pairs.extend(then.map(|then| (then, now)));
    }
    pairs
}

/// A result in the columns that both have.
struct Side<'r> {
    rows: Vec<Vec<&'r Cell>>,
    /// By their normal form.
    told: Vec<Vec<String>>,
}

impl<'r> Side<'r> {
    fn of(result: &'r ResultSet, columns: impl Iterator<Item = usize> + Clone) -> Self {
        let pick = |row: &'r Vec<Cell>| columns.clone().filter_map(|c| row.get(c)).collect::<Vec<&Cell>>();
        let rows: Vec<Vec<&Cell>> = result.rows.iter().map(pick).collect();
        let told = rows
            .iter()
            .map(|row| row.iter().map(|cell| normal(cell)).collect())
            .collect();
        Self { rows, told }
    }

    fn named(&self, row: usize, by: &[usize]) -> Vec<&str> {
        by.iter()
            .filter_map(|c| self.told[row].get(*c))
            .map(String::as_str)
            .collect()
    }

    fn names(&self, by: &[usize]) -> BTreeSet<Vec<&str>> {
        (0..self.rows.len()).map(|row| self.named(row, by)).collect()
    }

    fn unique(&self, by: &[usize]) -> bool {
        self.names(by).len() == self.rows.len()
    }

    fn row(&self, at: usize) -> Vec<Cell> {
        self.rows[at].iter().map(|cell| (*cell).clone()).collect()
    }
}

/// What a column holds, by its cells: a name, a whole number, which may be one, or a figure, which never is.
#[derive(Clone, Copy, PartialEq)]
enum Holds {
    Names,
    Whole,
    Figures,
}

fn holds(sides: [&Side<'_>; 2], column: usize) -> Holds {
    let mut holds = Holds::Whole;
    for cell in sides
        .iter()
        .flat_map(|side| &side.rows)
        .filter_map(|row| row.get(column))
    {
        match cell {
            Cell::Null | Cell::Int(_) => {}
            Cell::Real(_) | Cell::Decimal(_) => return Holds::Figures,
            _ => holds = Holds::Names,
        }
    }
    holds
}

/// The columns that name a row in both results, as few as will do.
fn key(then: &Side<'_>, now: &Side<'_>) -> Option<Vec<usize>> {
    if then.rows.len() <= 1 && now.rows.len() <= 1 {
        return Some(Vec::new());
    }
    let width = then.rows.first().or(now.rows.first()).map_or(0, Vec::len);
    let all: Vec<(usize, Holds)> = (0..width).map(|c| (c, holds([then, now], c))).collect();
    let which = |kind: Holds| -> Vec<usize> { all.iter().filter(|(_, is)| *is == kind).map(|(c, _)| *c).collect() };
    let (names, whole) = (which(Holds::Names), which(Holds::Whole));
    let unique = |by: &[usize]| then.unique(by) && now.unique(by);
    let shared = |by: &[usize]| then.names(by).intersection(&now.names(by)).count();
    // Of several, the one that finds most rows again; of as good ones, the first.
    let best = |of: &[usize]| {
        let fit = of.iter().filter(|c| unique(&[**c])).map(|c| (shared(&[*c]), *c));
        fit.fold(None, |best: Option<(usize, usize)>, next| match best {
            Some(best) if best.0 >= next.0 => Some(best),
            _ => Some(next),
        })
    };
    if let Some((_, column)) = best(&names) {
        return Some(vec![column]);
    }
    // A number counts as a name where half the rows are found again by it: a figure would have moved.
    let fewer = then.rows.len().min(now.rows.len());
    let finds = |found: usize| fewer > 0 && found * 2 >= fewer;
    if let Some((found, first)) = best(whole.get(..1).filter(|w| w == &[0]).unwrap_or_default()) {
        if finds(found) {
            return Some(vec![first]);
        }
    }
    if let Some(few) = fewest(&names, &unique) {
        return Some(few);
    }
    if let Some((found, column)) = best(&whole) {
        if finds(found) {
            return Some(vec![column]);
        }
    }
    let mut both = [names, whole].concat();
    both.sort_unstable();
    fewest(&both, &unique).filter(|by| finds(shared(by)))
}

/// As few of these as still name a row; the last are left out first.
fn fewest(columns: &[usize], unique: &dyn Fn(&[usize]) -> bool) -> Option<Vec<usize>> {
    if columns.is_empty() || !unique(columns) {
        return None;
    }
    let mut kept = columns.to_vec();
    for column in columns.iter().rev() {
        let without: Vec<usize> = kept.iter().copied().filter(|c| c != column).collect();
        if !without.is_empty() && unique(&without) {
            kept = without;
        }
    }
    Some(kept)
}

fn by_key(then: &Side<'_>, now: &Side<'_>, key: &[usize]) -> (Vec<ChangedRow>, usize) {
    let places: BTreeMap<Vec<&str>, usize> = (0..then.rows.len()).map(|row| (then.named(row, key), row)).collect();
    let (mut rows, mut same, mut found) = (Vec::new(), 0, BTreeSet::new());
    for at in 0..now.rows.len() {
        let Some(before) = places.get(&now.named(at, key)).copied() else {
            rows.push(whole(Fate::New, now.row(at)));
            continue;
        };
        found.insert(before);
        let differs = |c: &usize| then.told[before].get(*c) != now.told[at].get(*c);
        let was: Vec<Was> = (0..now.rows[at].len())
            .filter(differs)
            .map(|c| Was {
                column: c as u32,
                cell: then.rows[before][c].clone(),
            })
            .collect();
        if was.is_empty() {
            same += 1;
        } else {
            rows.push(ChangedRow {
                fate: Fate::Changed,
                cells: now.row(at),
                was,
            });
        }
    }
    let gone = (0..then.rows.len()).filter(|row| !found.contains(row));
    rows.extend(gone.map(|row| whole(Fate::Gone, then.row(row))));
    (rows, same)
}

/// Rows count as often as they are there.
fn as_wholes(then: &Side<'_>, now: &Side<'_>) -> (Vec<ChangedRow>, usize) {
    let mut left: BTreeMap<&[String], Vec<usize>> = BTreeMap::new();
    for row in (0..then.rows.len()).rev() {
        left.entry(&then.told[row]).or_default().push(row);
    }
    let (mut rows, mut same) = (Vec::new(), 0);
    for at in 0..now.rows.len() {
        match left.get_mut(now.told[at].as_slice()).and_then(Vec::pop) {
            Some(_) => same += 1,
            None => rows.push(whole(Fate::New, now.row(at))),
        }
    }
    let mut gone: Vec<usize> = left.into_values().flatten().collect();
    gone.sort_unstable();
    rows.extend(gone.into_iter().map(|row| whole(Fate::Gone, then.row(row))));
    (rows, same)
}

fn whole(fate: Fate, cells: Vec<Cell>) -> ChangedRow {
    ChangedRow {
        fate,
        cells,
        was: Vec::new(),
    }
}

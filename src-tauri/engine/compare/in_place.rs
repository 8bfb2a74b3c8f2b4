//! Results whose columns stand in the same places: what a rewritten query has to give.
//!
//! In: two results. Out: whether the rows are the same, each as often, or all among the other's. The same normal form of
//! values as everywhere (law 3).

use std::collections::BTreeMap;

use askwell_contract::ResultSet;

use super::{Interner, Table};

/// The same rows, each as often, in any order; columns by their places.
pub fn same_rows(a: &ResultSet, b: &ResultSet) -> bool {
    a.rows.len() == b.rows.len() && among(a, b)
}

/// Every row of `part`, as often as it comes, is in `whole`.
pub fn among(part: &ResultSet, whole: &ResultSet) -> bool {
    if part.columns.len() != whole.columns.len() {
        return false;
    }
    let mut seen = Interner::default();
    let (part, whole) = (seen.table(part), seen.table(whole));
    let mut left: BTreeMap<Vec<u32>, usize> = BTreeMap::new();
    for at in 0..whole.rows {
        *left.entry(row(&whole, at)).or_default() += 1;
    }
    (0..part.rows).all(|at| match left.get_mut(&row(&part, at)) {
        Some(count) if *count > 0 => {
            *count -= 1;
            true
        }
        _ => false,
    })
}

/// The same values in these columns, row by row.
pub fn same_sequence(a: &ResultSet, b: &ResultSet, columns: &[usize]) -> bool {
    if a.rows.len() != b.rows.len() {
        return false;
    }
    let mut seen = Interner::default();
    let (a, b) = (seen.table(a), seen.table(b));
    columns.iter().all(|c| a.columns.get(*c) == b.columns.get(*c))
}

fn row(table: &Table, at: usize) -> Vec<u32> {
    table.columns.iter().filter_map(|c| c.get(at)).copied().collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use askwell_contract::{Cell, ResultColumn, TypeKind};

    fn result(rows: &[&[i64]]) -> ResultSet {
        let width = rows.first().map_or(0, |r| r.len());
        let column = |_| ResultColumn {
            name: "c".into(),
            kind: TypeKind::Integer,
        };
        ResultSet {
            columns: (0..width).map(column).collect(),
            rows: rows.iter().map(|r| r.iter().map(|v| Cell::Int(*v)).collect()).collect(),
            truncated: None,
        }
    }

    #[test]
    fn columns_keep_their_places_and_rows_count() {
        let a = result(&[&[1, 2], &[1, 2], &[3, 4]]);
        assert!(same_rows(&a, &result(&[&[3, 4], &[1, 2], &[1, 2]])));
        assert!(!same_rows(&a, &result(&[&[2, 1], &[2, 1], &[4, 3]])));
        assert!(!same_rows(&a, &result(&[&[1, 2], &[3, 4], &[3, 4]])));
        assert!(among(&result(&[&[1, 2], &[3, 4]]), &a));
        assert!(!among(&result(&[&[3, 4], &[3, 4]]), &a));
        assert!(same_sequence(&a, &result(&[&[1, 9], &[1, 9], &[3, 9]]), &[0]));
        assert!(!same_sequence(&a, &result(&[&[3, 4], &[1, 2], &[1, 2]]), &[0]));
    }
}

//! The rows that one result has and the other lacks.
//!
//! Rows count as often as they are there, values by their normal form, columns in any order: of the ways to pair the
//! columns, the one that leaves the fewest rows over is told.

use std::collections::BTreeMap;

use askwell_contract::{ResultColumn, ResultSet};

use super::{Interner, Table};

#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Difference {
    /// Places of rows, in the order of their result.
    pub only_a: Vec<usize>,
    /// Those most like the rows of `only_a` first, in the same order.
    pub only_b: Vec<usize>,
    /// Columns without a partner in the other result.
    pub alone_a: Vec<usize>,
    pub alone_b: Vec<usize>,
}

impl Difference {
    pub fn none(&self) -> bool {
        self.only_a.is_empty() && self.only_b.is_empty() && self.alone_a.is_empty() && self.alone_b.is_empty()
    }
    fn rows(&self) -> usize {
        self.only_a.len() + self.only_b.len()
    }
}

/// `first`: how many of `only_a` matter for the order of `only_b`.
pub fn difference(a: &ResultSet, b: &ResultSet, first: usize) -> Difference {
    let mut seen = Interner::default();
    let (ta, tb) = (seen.table(a), seen.table(b));
    let sure = sure(a, b, &ta, &tb);
    let all = with_the_rest(a, b, &sure);
    let mut found = left_over(&ta, &tb, &all, first);
    if all.len() > sure.len() && !sure.is_empty() {
        // Columns of other names may hold something else altogether: then the names that both show tell more.
        let fewer = left_over(&ta, &tb, &sure, first);
        if fewer.rows() > 0 && fewer.rows() < found.rows() {
            found = fewer;
        }
    }
    found
}

/// Columns with the same values, and those of the same name.
fn sure(a: &ResultSet, b: &ResultSet, ta: &Table, tb: &Table) -> Vec<(usize, usize)> {
    let sorted = |table: &Table| -> Vec<Vec<u32>> {
        let sort = |column: &Vec<u32>| {
            let mut sorted = column.clone();
            sorted.sort_unstable();
            sorted
        };
        table.columns.iter().map(sort).collect()
    };
    let (inside_a, inside_b) = (sorted(ta), sorted(tb));
    let named = |x: usize, y: usize| a.columns[x].name.eq_ignore_ascii_case(&b.columns[y].name);
    let mut pairs = Vec::new();
    let both = |x: usize, y: usize| named(x, y) && inside_a[x] == inside_b[y];
    pair(a, b, &mut pairs, both);
    pair(a, b, &mut pairs, named);
    pair(a, b, &mut pairs, |x, y| inside_a[x] == inside_b[y]);
    pairs
}

/// Then those that are left, in their order, where they can be compared.
fn with_the_rest(a: &ResultSet, b: &ResultSet, sure: &[(usize, usize)]) -> Vec<(usize, usize)> {
    let mut pairs = sure.to_vec();
    let alike = |x: &ResultColumn, y: &ResultColumn| x.kind == y.kind || (x.kind.is_number() && y.kind.is_number());
    if a.columns.len() == b.columns.len() {
        let single = a.columns.len() == 1;
        pair(a, b, &mut pairs, |x, y| single || alike(&a.columns[x], &b.columns[y]));
    }
    pairs
}

fn pair(a: &ResultSet, b: &ResultSet, pairs: &mut Vec<(usize, usize)>, fits: impl Fn(usize, usize) -> bool) {
    for x in 0..a.columns.len() {
        if pairs.iter().any(|p| p.0 == x) {
            continue;
        }
        if let Some(y) = (0..b.columns.len()).find(|y| pairs.iter().all(|p| p.1 != *y) && fits(x, *y)) {
            pairs.push((x, y));
        }
    }
}

fn left_over(a: &Table, b: &Table, pairs: &[(usize, usize)], first: usize) -> Difference {
    let rows_a = keys(a, pairs.iter().map(|p| p.0));
    let rows_b = keys(b, pairs.iter().map(|p| p.1));
    // Rows without a column in common are all different.
    let only = |rows: &[Vec<u32>], other: &[Vec<u32>]| match pairs {
        [] => (0..rows.len()).collect(),
        _ => lacked(rows, other),
    };
    let only_a: Vec<usize> = only(&rows_a, &rows_b);
    let mut only_b: Vec<usize> = only(&rows_b, &rows_a);
    let mut ahead = Vec::new();
    for row in only_a.iter().take(first) {
        let alike = |other: &usize| rows_a[*row].iter().zip(&rows_b[*other]).filter(|(x, y)| x == y).count();
        let most = only_b.iter().map(alike).max().unwrap_or_default();
        if let Some(place) = only_b.iter().position(|o| most > 0 && alike(o) == most) {
            ahead.push(only_b.remove(place));
        }
    }
    ahead.append(&mut only_b);
    let alone = |width: usize, taken: &dyn Fn(usize) -> bool| (0..width).filter(|c| !taken(*c)).collect();
    Difference {
        only_a,
        only_b: ahead,
        alone_a: alone(a.columns.len(), &|c| pairs.iter().any(|p| p.0 == c)),
        alone_b: alone(b.columns.len(), &|c| pairs.iter().any(|p| p.1 == c)),
    }
}

fn keys(table: &Table, columns: impl Iterator<Item = usize>) -> Vec<Vec<u32>> {
    let columns: Vec<usize> = columns.collect();
    (0..table.rows)
        .map(|r| columns.iter().map(|c| table.columns[*c][r]).collect())
        .collect()
}

/// Places of the rows that the other has less often.
fn lacked(rows: &[Vec<u32>], other: &[Vec<u32>]) -> Vec<usize> {
    let mut there: BTreeMap<&[u32], usize> = BTreeMap::new();
    other.iter().for_each(|row| *there.entry(row).or_default() += 1);
    let mut out = Vec::new();
    for (place, row) in rows.iter().enumerate() {
        match there.get_mut(row.as_slice()) {
            Some(left) if *left > 0 => *left -= 1,
            _ => out.push(place),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use askwell_contract::{Cell, TypeKind};

    use super::*;
    use crate::prepare::fake::row;

    fn result(columns: &[&str], rows: &[&[&str]]) -> ResultSet {
        let rows: Vec<_> = rows.iter().map(|r| row(r)).collect();
        let kind = |c: usize| match rows.first().and_then(|r| r.get(c)) {
            Some(Cell::Int(_)) => TypeKind::Integer,
            Some(Cell::Real(_)) => TypeKind::Real,
            _ => TypeKind::Text,
        };
        let columns = columns.iter().enumerate().map(|(c, name)| ResultColumn {
            name: (*name).to_string(),
            kind: kind(c),
        });
        ResultSet {
            columns: columns.collect(),
            rows,
            truncated: None,
        }
    }

    fn told(a: &ResultSet, b: &ResultSet) -> (Vec<usize>, Vec<usize>) {
        let d = difference(a, b, 5);
        (d.only_a, d.only_b)
    }

    #[test]
    fn the_same_rows_in_another_order_leave_nothing_over() {
        let a = result(&["name", "n"], &[&["x", "1"], &["y", "2"], &["y", "2"]]);
        let b = result(&["count", "name"], &[&["2", "y"], &["1", "x"], &["2", "y"]]);
        assert!(difference(&a, &b, 5).none());
    }

    #[test]
    fn a_row_counts_as_often_as_it_is_there() {
        let a = result(&["name"], &[&["x"], &["x"], &["x"]]);
        let b = result(&["name"], &[&["y"], &["x"]]);
        assert_eq!(told(&a, &b), (vec![1, 2], vec![0]));
    }

    #[test]
    fn single_values_differ_whatever_their_names() {
        let a = result(&["a"], &[&["12"]]);
        assert_eq!(told(&a, &result(&["b"], &[&["13"]])), (vec![0], vec![0]));
        assert_eq!(told(&a, &result(&["b"], &[&["twelve"]])), (vec![0], vec![0]));
        assert!(difference(&a, &result(&["b"], &[&["12.0"]]), 5).none());
    }

    #[test]
    fn rows_of_the_same_thing_stand_side_by_side() {
        let a = result(&["land", "n"], &[&["x", "1"], &["y", "2"], &["z", "3"]]);
        let b = result(&["land", "m"], &[&["z", "4"], &["y", "2"], &["x", "5"]]);
        assert_eq!(told(&a, &b), (vec![0, 2], vec![2, 0]));
    }

    #[test]
    fn of_columns_that_hold_something_else_the_shared_ones_tell() {
        let a = result(&["name", "sales"], &[&["x", "100"], &["y", "90"], &["z", "80"]]);
        let b = result(&["name", "orders"], &[&["x", "5"], &["y", "4"], &["w", "3"]]);
        assert_eq!(told(&a, &b), (vec![2], vec![2]));
    }

    #[test]
    fn a_column_more_is_the_difference_where_the_rows_agree() {
        let a = result(&["name"], &[&["x"], &["y"]]);
        let b = result(&["name", "land"], &[&["y", "1"], &["x", "2"]]);
        let d = difference(&a, &b, 5);
        assert_eq!((d.only_a.len(), d.only_b.len()), (0, 0));
        assert_eq!((d.alone_a, d.alone_b), (vec![], vec![1]));
    }

    #[test]
    fn with_no_column_in_common_all_rows_differ() {
        let a = result(&["name"], &[&["x"], &["y"]]);
        let b = result(&["n", "m"], &[&["1", "2"]]);
        assert_eq!(told(&a, &b), (vec![0, 1], vec![0]));
    }
}

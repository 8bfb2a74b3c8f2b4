//! What can be seen of a result without knowing its query.
//!
//! In: a result, the question. Out: whether it repeats rows or columns, says again what the question said, has gaps.

use std::collections::BTreeSet;

use askwell_contract::{Cell, ResultSet};

use crate::words::split_name;

/// Rows that are looked at; what is true of so many is taken as true of all.
const LOOKED_AT: usize = 1_000;

fn rows(result: &ResultSet) -> impl Iterator<Item = &Vec<Cell>> {
    result.rows.iter().take(LOOKED_AT)
}

/// Whether a row is there more than once.
pub fn repeats(result: &ResultSet) -> bool {
    let mut seen = BTreeSet::new();
    rows(result).any(|row| !seen.insert(row.iter().map(Cell::to_string).collect::<Vec<_>>()))
}

fn column(result: &ResultSet, at: usize) -> Vec<String> {
    rows(result)
        .map(|row| row.get(at).map_or_else(String::new, Cell::to_string))
        .collect()
}

/// Whether two columns hold the same.
pub fn same_columns(result: &ResultSet) -> bool {
    let mut seen = BTreeSet::new();
    result.rows.len() > 1 && (0..result.columns.len()).any(|at| !seen.insert(column(result, at)))
}

/// Whether a column holds one value only, which the question names.
pub fn echoes(question: &str, result: &ResultSet) -> bool {
    let question = question.to_lowercase();
    let echo = |at: usize| {
        let column = column(result, at);
        let first = column.first().map(|v| v.to_lowercase()).unwrap_or_default();
        first.len() > 1 && question.contains(&first) && column.iter().all(|v| v.to_lowercase() == first)
    };
    (0..result.columns.len()).any(echo)
}

/// How many things the columns show: the parts of a person's name are one.
pub fn things(result: &ResultSet) -> usize {
    let part = |name: &str| {
        let words = split_name(name);
        let of_name = ["first", "last", "middle", "given", "family"];
        let whole = ["fname", "lname", "firstname", "lastname", "surname"];
        words.last().is_some_and(|w| w == "name") && words.iter().any(|w| of_name.contains(&w.as_str()))
            || matches!(words.as_slice(), [one] if whole.contains(&one.as_str()))
    };
    let parts = result.columns.iter().filter(|c| part(&c.name)).count();
    result.columns.len() - parts.saturating_sub(1)
}

/// Share of the cells that hold nothing, 0..=1.
pub fn gaps(result: &ResultSet) -> f64 {
    let cells = rows(result).map(Vec::len).sum::<usize>().max(1);
    let empty = rows(result).flatten().filter(|cell| cell.is_null()).count();
    empty as f64 / cells as f64
}

#[cfg(test)]
mod tests {
    use askwell_contract::{ResultColumn, TypeKind};

    use super::*;

    fn result(rows: Vec<Vec<Cell>>) -> ResultSet {
        let width = rows.first().map_or(0, Vec::len);
        let column = |n| ResultColumn {
            name: format!("c{n}"),
            kind: TypeKind::Text,
        };
        ResultSet {
            columns: (0..width).map(column).collect(),
            rows,
            truncated: None,
        }
    }

    fn text(text: &str) -> Cell {
        Cell::Text(text.into())
    }

    #[test]
    fn the_parts_of_a_name_are_one_thing() {
        let named = |names: &[&str]| ResultSet {
            columns: names
                .iter()
                .map(|name| ResultColumn {
                    name: (*name).into(),
                    kind: TypeKind::Text,
                })
                .collect(),
            ..result(vec![])
        };
        assert_eq!(things(&named(&["first_name", "last_name", "city"])), 2);
        assert_eq!(things(&named(&["firstName", "lastName"])), 1);
        assert_eq!(things(&named(&["name", "last_order"])), 2);
        assert_eq!(things(&named(&[])), 0);
    }

    #[test]
    fn what_can_be_seen_of_a_result() {
        let plain = result(vec![
            vec![text("Lisbon"), Cell::Int(1)],
            vec![text("Porto"), Cell::Int(2)],
        ]);
        let question = "Which ports are in Portugal?";
        assert!(!repeats(&plain) && !same_columns(&plain) && !echoes(question, &plain) && gaps(&plain) == 0.0);
        let again = result(vec![
            vec![text("Portugal"), Cell::Null],
            vec![text("Portugal"), Cell::Null],
        ]);
        assert!(repeats(&again) && echoes(question, &again) && gaps(&again) == 0.5);
        let doubled = result(vec![vec![Cell::Int(1), Cell::Int(1)], vec![Cell::Int(2), Cell::Int(2)]]);
        assert!(same_columns(&doubled) && !repeats(&doubled));
        let nothing = result(vec![]);
        assert!(!repeats(&nothing) && !same_columns(&nothing) && !echoes("", &nothing) && gaps(&nothing) == 0.0);
    }
}

//! What can be seen of a result without knowing its query.
//!
//! In: a result, the question. Out: whether it repeats rows or columns, says again what the question said, has gaps.

use std::collections::BTreeSet;

use askwell_contract::{Cell, ResultSet};
use askwell_sql::features::Shown;

use crate::trial::asked::part_of_name;

/// Rows that are looked at; what is true of so many is taken as true of all.
const LOOKED_AT: usize = 1_000;

fn rows(result: &ResultSet) -> impl Iterator<Item = &Vec<Cell>> {
    result.rows.iter().take(LOOKED_AT)
}

/// Share of the rows that are there already, 0..1.
pub fn copies(result: &ResultSet) -> f64 {
    let seen: BTreeSet<Vec<String>> = rows(result)
        .map(|row| row.iter().map(Cell::to_string).collect())
        .collect();
    let all = rows(result).count();
    (all - seen.len()) as f64 / all.max(1) as f64
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

/// Whether every group was counted as one row: then there was nothing to count.
pub fn ones(result: &ResultSet, shown: &[Shown]) -> bool {
    let counts = |at: &usize| matches!(shown.get(*at), Some(Shown::Aggregate(function)) if function == "count");
    let one = |at: usize| rows(result).all(|row| matches!(row.get(at), Some(Cell::Int(1))));
    result.rows.len() > 2 && (0..result.columns.len()).filter(counts).any(one)
}

/// How many things the columns show: the parts of a person's name are one.
pub fn things(result: &ResultSet) -> usize {
    let parts = result.columns.iter().filter(|c| part_of_name(&c.name)).count();
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
        assert!(!same_columns(&plain) && !echoes(question, &plain) && gaps(&plain) == 0.0);
        assert_eq!(copies(&plain), 0.0);
        let again = result(vec![
            vec![text("Portugal"), Cell::Null],
            vec![text("Portugal"), Cell::Null],
        ]);
        assert!(echoes(question, &again) && gaps(&again) == 0.5);
        assert_eq!(copies(&again), 0.5);
        let doubled = result(vec![vec![Cell::Int(1), Cell::Int(1)], vec![Cell::Int(2), Cell::Int(2)]]);
        assert!(same_columns(&doubled));
        assert_eq!(copies(&doubled), 0.0);
        let nothing = result(vec![]);
        assert_eq!(copies(&nothing), 0.0);
        assert!(!same_columns(&nothing) && !echoes("", &nothing) && gaps(&nothing) == 0.0);
    }

    #[test]
    fn groups_that_are_all_counted_as_one_had_nothing_to_count() {
        let row = |name: &str, n| vec![text(name), Cell::Int(n)];
        let shown = [Shown::Column("city".into()), Shown::Aggregate("count".into())];
        let each = result(vec![row("Lisbon", 1), row("Porto", 1), row("Faro", 1)]);
        assert!(ones(&each, &shown));
        assert!(!ones(
            &result(vec![row("Lisbon", 1), row("Porto", 2), row("Faro", 1)]),
            &shown
        ));
        // Two may well have one each, and a sum of one is no count.
        assert!(!ones(&result(vec![row("Lisbon", 1), row("Porto", 1)]), &shown));
        let sums = [Shown::Column("city".into()), Shown::Aggregate("sum".into())];
        assert!(!ones(&each, &sums) && !ones(&each, &[]));
    }
}

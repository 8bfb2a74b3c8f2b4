//! What a query gave: its size at `Profile`, its columns' names at `Values` (a pivot makes names of values), its rows at
//! `Rows` alone.

use std::fmt::Write as _;

use askwell_contract::model::Privacy;
use askwell_contract::{Cell, ResultSet};

use super::Sealed;
use crate::compare;
use crate::prepare::describe::facts::cut;

/// Rows that are shown; the rest is counted.
const ROWS: usize = 20;
/// Characters of a cell.
const CELL: usize = 60;

/// Rows that are shown of those that only one of two results has.
const ONLY: usize = 5;

impl Sealed {
    /// What tells result A from result B: how many rows and columns only one of them has, and the first of the rows.
    pub fn apart(a: &ResultSet, b: &ResultSet) -> Self {
        let found = compare::difference(a, b, ONLY);
        if found.none() {
            return Self::absent();
        }
        let many = |n: usize, what: &str| format!("{n} {what}{}", if n == 1 { "" } else { "s" });
        let side = |name: &str, result: &ResultSet, rows: &[usize], columns: &[usize], shown: bool| {
            let mut out = String::new();
            if !columns.is_empty() {
                let _ = writeln!(out, "Only {name} has {}.", many(columns.len(), "column"));
            }
            if !rows.is_empty() {
                let _ = writeln!(out, "Only {name} has {}.", many(rows.len(), "row"));
            }
            for row in rows
                .iter()
                .take(ONLY)
                .filter_map(|at| result.rows.get(*at))
                .filter(|_| shown)
            {
                let cells: Vec<String> = row.iter().map(shown_cell).collect();
                let _ = writeln!(out, "  {}", cells.join(" | "));
            }
            out
        };
        let both = |shown: bool| {
            let a = side("A", a, &found.only_a, &found.alone_a, shown);
            format!("{a}{}", side("B", b, &found.only_b, &found.alone_b, shown))
        };
        Self::absent()
            .data(Privacy::Profile, both(false))
            .data(Privacy::Rows, both(true))
    }

    /// `rows`: of the whole result, as far as it was read.
    pub fn result(result: &ResultSet, rows: u64) -> Self {
        let least = if result.truncated.is_some() { "at least " } else { "" };
        let many = |n: u64, what: &str| format!("{n} {what}{}", if n == 1 { "" } else { "s" });
        let size = format!(
            "{least}{}, {}",
            many(rows, "row"),
            many(result.columns.len() as u64, "column")
        );
        let kinds: Vec<String> = result
            .columns
            .iter()
            .map(|c| format!("{:?}", c.kind).to_lowercase())
            .collect();
        let named: Vec<String> = result
            .columns
            .iter()
            .zip(&kinds)
            .map(|(c, k)| format!("{} ({k})", c.name))
            .collect();
        let mut all = format!("{size}\n");
        let names: Vec<String> = result.columns.iter().map(|c| cut(&c.name, CELL)).collect();
        let _ = writeln!(all, "{}", names.join(" | "));
        for row in result.rows.iter().take(ROWS) {
            let cells: Vec<String> = row.iter().map(shown_cell).collect();
            let _ = writeln!(all, "{}", cells.join(" | "));
        }
        if rows > ROWS as u64 {
            let _ = writeln!(all, "... only the first {ROWS} rows are shown");
        }
        Self::absent()
            .data(Privacy::Profile, format!("{size}: {}", kinds.join(", ")))
            .data(Privacy::Values, format!("{size}: {}", named.join(", ")))
            .data(Privacy::Rows, all)
    }
}

fn shown_cell(cell: &Cell) -> String {
    match cell.is_null() {
        true => "NULL".into(),
        false => cut(&cell.to_string(), CELL),
    }
}

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
    /// What tells result A from result B: how many rows and columns only one of them has, the columns' names, and the first
    /// of the rows.
    pub fn apart(a: &ResultSet, b: &ResultSet) -> Self {
        let found = compare::difference(a, b, ONLY);
        if found.none() {
            return Self::absent();
        }
        if found.alone_a.len() == a.columns.len() && found.alone_b.len() == b.columns.len() {
            return Self::absent().data(Privacy::Profile, "No column of A holds the same as a column of B.");
        }
        let many = |n: usize, what: &str| match n {
            1 => format!("1 {what} of"),
            n => format!("{n} {what}s of"),
        };
        let side = |(name, other): (&str, &str), result: &ResultSet, rows: &[usize], columns: &[usize], level| {
            let mut out = String::new();
            let named = columns.iter().filter_map(|at| result.columns.get(*at));
            let named: Vec<String> = named.map(|c| cut(&c.name, CELL)).collect();
            let verb = |n: usize| if n == 1 { "is" } else { "are" };
            if !columns.is_empty() {
                let (many, verb) = (many(columns.len(), "column"), verb(columns.len()));
                let which = match level >= Privacy::Values {
                    true => format!(": {}", named.join(", ")),
                    false => String::new(),
                };
                let _ = writeln!(out, "{many} {name} {verb} not in {other}{which}.");
            }
            if !rows.is_empty() {
                let (many, verb) = (many(rows.len(), "row"), verb(rows.len()));
                let _ = writeln!(out, "{many} {name} {verb} not in {other}.");
            }
            let shown = rows.iter().take(ONLY).filter_map(|at| result.rows.get(*at));
            for row in shown.filter(|_| level >= Privacy::Rows) {
                let cells: Vec<String> = row.iter().map(shown_cell).collect();
                let _ = writeln!(out, "  {}", cells.join(" | "));
            }
            out
        };
        let both = |level: Privacy| {
            let a = side(("A", "B"), a, &found.only_a, &found.alone_a, level);
            format!("{a}{}", side(("B", "A"), b, &found.only_b, &found.alone_b, level))
        };
        let levels = [Privacy::Profile, Privacy::Values, Privacy::Rows];
        levels
            .into_iter()
            .fold(Self::absent(), |sealed, level| sealed.data(level, both(level)))
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

#[cfg(test)]
mod tests {
    use askwell_contract::{ResultColumn, TypeKind};

    use super::super::Piece;
    use super::*;

    fn result(columns: &[&str], row: &[&str]) -> ResultSet {
        let column = |name: &&str| ResultColumn {
            name: (*name).to_owned(),
            kind: TypeKind::Text,
        };
        ResultSet {
            columns: columns.iter().map(column).collect(),
            rows: vec![row.iter().map(|cell| Cell::Text((*cell).to_owned())).collect()],
            truncated: None,
        }
    }

    fn apart(a: &ResultSet, b: &ResultSet) -> String {
        let sealed = Sealed::apart(a, b);
        let pieces = sealed.at(Privacy::Rows).map(|text| text.pieces.clone());
        let text = |piece: &Piece| piece.text().to_owned();
        pieces.iter().flatten().map(text).collect()
    }

    #[test]
    fn results_that_share_no_column_are_not_told_apart_row_by_row() {
        let (wide, other) = (result(&["name", "town"], &["Ada", "Oslo"]), result(&["n"], &["7"]));
        assert_eq!(apart(&wide, &other), "No column of A holds the same as a column of B.");
        let third = result(&["name", "town"], &["Bob", "Oslo"]);
        let told = apart(&wide, &third);
        assert!(told.contains("1 row of A is not in B.\n  Ada | Oslo\n"), "{told}");
        let more = apart(&wide, &result(&["name"], &["Ada"]));
        assert_eq!(more, "1 column of A is not in B: town.\n");
    }
}

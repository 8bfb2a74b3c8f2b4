//! What a query gave: its size at `Profile`, its columns' names at `Values` (a pivot makes names of values), its rows at
//! `Rows` alone.

use std::fmt::Write as _;

use askwell_contract::model::Privacy;
use askwell_contract::ResultSet;

use super::Sealed;
use crate::prepare::describe::facts::cut;

/// Rows that are shown; the rest is counted.
const ROWS: usize = 20;
/// Characters of a cell.
const CELL: usize = 60;

impl Sealed {
    /// `rows`: of the whole result, as far as it was read.
    pub fn result(result: &ResultSet, rows: u64) -> Self {
        let least = if result.truncated.is_some() { "at least " } else { "" };
        let size = format!("{least}{rows} rows, {} columns", result.columns.len());
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
            let cells: Vec<String> = row
                .iter()
                .map(|cell| {
                    if cell.is_null() {
                        "NULL".into()
                    } else {
                        cut(&cell.to_string(), CELL)
                    }
                })
                .collect();
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

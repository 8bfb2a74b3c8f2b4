//! Which rows are read of a table that has too many. In: the table and how many rows may be read. Out: a query for a part
//! of it that is spread over the whole table: its first rows alone would be its oldest ones.
//!
//! Deliberately absent: views and other tables without a place for every row; of those the first rows are read.

use askwell_contract::{Dialect, Table, TableKind};

/// Sampling goes by blocks or by chance, and may give somewhat more rows than asked for.
const MARGIN: f64 = 0.9;

/// `None` where the table is small enough to be read whole, or cannot be sampled. `name`: as SQL writes it.
pub fn statement(table: &Table, dialect: Dialect, name: &str, rows: u64) -> Option<String> {
    let all = table.rows?.count;
    let stored = matches!(table.kind, TableKind::Table | TableKind::MaterializedView);
    if all <= rows || !stored || table.source.is_some() {
        return None;
    }
    let share = rows as f64 * MARGIN / all as f64;
    Some(match dialect {
        // Knuth's multiplier scatters the row numbers, so that no rhythm of the table's is hit.
        Dialect::Sqlite => format!(
            "SELECT * FROM {name} WHERE abs(rowid % 2147483647) * 2654435761 % 1000003 < {}",
            (share * 1_000_003.0) as u64
        ),
        Dialect::Duckdb => format!(
            "SELECT * FROM {name} TABLESAMPLE system({:.6}%) REPEATABLE (1)",
            share * 100.0
        ),
        Dialect::Postgres => format!(
            "SELECT * FROM {name} TABLESAMPLE SYSTEM ({:.6}) REPEATABLE (1)",
            share * 100.0
        ),
    })
}

#[cfg(test)]
mod tests {
    use super::super::super::fake::{counted, table};
    use super::*;

    #[test]
    fn only_a_stored_table_that_is_too_large_is_sampled() {
        let large = counted(table("t", &["a int"]), 1_000);
        assert!(statement(&large, Dialect::Sqlite, "t", 1_000).is_none());
        assert!(statement(&large, Dialect::Sqlite, "t", 999).is_some());
        assert!(statement(&table("t", &["a int"]), Dialect::Sqlite, "t", 1).is_none());
        let view = Table {
            kind: TableKind::View,
            ..large
        };
        assert!(statement(&view, Dialect::Sqlite, "t", 10).is_none());
    }
}

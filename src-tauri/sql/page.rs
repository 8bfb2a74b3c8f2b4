//! One page of a query's rows, and how many rows there are.
//!
//! In: a query, where the page begins and how long it is. Out: a query for that page alone, or for the count.

use askwell_contract::run::Finding;
use askwell_contract::Dialect;

use crate::guard;

/// Rows `offset..offset + limit`. A query with a LIMIT of its own is wrapped, so that its own cut comes first.
pub fn page(sql: &str, dialect: Dialect, offset: u64, limit: u64) -> Result<String, Finding> {
    let query = guard::checked(sql, dialect)?;
    let text = sql.trim().trim_end_matches(|c: char| c == ';' || c.is_whitespace());
    // On a line of its own: the text may end in a comment.
    let page = format!("\nLIMIT {limit} OFFSET {offset}");
    let cut = query.limit_clause.is_some() || query.fetch.is_some();
    let paged = if cut {
        format!("SELECT * FROM (\n{text}\n) AS page{page}")
    } else {
        format!("{text}{page}")
    };
    guard::check(&paged, dialect).map(|()| paged)
}

/// How many rows a query gives.
pub fn counted(sql: &str, dialect: Dialect) -> Result<String, Finding> {
    guard::checked(sql, dialect)?;
    let text = sql.trim().trim_end_matches(|c: char| c == ';' || c.is_whitespace());
    let counted = format!("SELECT count(*) FROM (\n{text}\n) AS counted");
    guard::check(&counted, dialect).map(|()| counted)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_is_the_query_with_its_own_cut() {
        let of = |sql: &str| page(sql, Dialect::Sqlite, 20, 10).unwrap();
        assert_eq!(
            of("SELECT a FROM t ORDER BY a ; "),
            "SELECT a FROM t ORDER BY a\nLIMIT 10 OFFSET 20"
        );
        assert_eq!(
            of("SELECT a FROM t -- all"),
            "SELECT a FROM t -- all\nLIMIT 10 OFFSET 20"
        );
        assert_eq!(
            of("SELECT a FROM t LIMIT 50"),
            "SELECT * FROM (\nSELECT a FROM t LIMIT 50\n) AS page\nLIMIT 10 OFFSET 20"
        );
        assert!(page("DROP TABLE t", Dialect::Sqlite, 0, 1).is_err());
    }

    #[test]
    fn rows_are_counted_around_the_whole_query() {
        assert_eq!(
            counted("SELECT a FROM t LIMIT 5 -- few;", Dialect::Duckdb).unwrap(),
            "SELECT count(*) FROM (\nSELECT a FROM t LIMIT 5 -- few\n) AS counted"
        );
        assert!(counted("DELETE FROM t", Dialect::Postgres).is_err());
    }
}

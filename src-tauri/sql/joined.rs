//! Several queries as one: figures in a row, two figures with what follows from them, rows side by side, one list.
//!
//! In: queries and what their columns are. Out: a statement; each query stands in it as it is, under a name of its own, so
//! that any query will do. Deliberately absent: whether the result makes sense, which is seen by the rows.

use askwell_contract::Dialect;

use crate::dialect;

/// A query of figures for the same things.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Side<'a> {
    pub sql: &'a str,
    /// Of its columns, the place of the one that says what a row is about.
    pub key: usize,
    /// What each column is called in the end; the key's is not used.
    pub names: Vec<String>,
}

/// What is shown beside two figures.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Follows {
    Difference,
    Ratio,
}

/// Behind the point; what doubles leave behind it is nobody's figure.
const DIGITS: u32 = 6;

fn bare(sql: &str) -> &str {
    sql.trim().trim_end_matches(';')
}

/// Single figures in one row.
pub fn row(figures: &[(&str, String)], dialect: Dialect) -> String {
    let columns: Vec<String> = figures
        .iter()
        .map(|(sql, name)| format!("({}) AS {}", bare(sql), dialect::ident(name, dialect)))
        .collect();
    format!("SELECT {}", columns.join(", "))
}

/// Two figures and what follows from them: how far they are apart, or the first by the second. `whole`: both are whole
/// numbers; of others only so many digits are shown as mean something.
pub fn figures(one: (&str, &str), two: (&str, &str), follows: Follows, whole: bool, dialect: Dialect) -> String {
    let rounded = |expr: &str| match dialect {
        // There only exact numbers are rounded to a place.
        Dialect::Postgres => format!("ROUND(CAST({expr} AS NUMERIC), {DIGITS})"),
        _ => format!("ROUND({expr}, {DIGITS})"),
    };
    let apart = "ABS(one.figure - two.figure)";
    let last = match follows {
        Follows::Difference if whole => format!("{apart} AS difference"),
        Follows::Difference => format!("{} AS difference", rounded(apart)),
        Follows::Ratio => format!("{} AS ratio", rounded("1.0 * one.figure / NULLIF(two.figure, 0)")),
    };
    format!(
        "WITH one(figure) AS ({}), two(figure) AS ({}) SELECT one.figure AS {}, two.figure AS {}, {last} \
         FROM one CROSS JOIN two",
        bare(one.0),
        bare(two.0),
        dialect::ident(one.1, dialect),
        dialect::ident(two.1, dialect),
    )
}

/// Rows about the same things side by side; what only one of them has leaves the others blank. `down`: ordered by the
/// first figure, the highest first; otherwise by what the rows are about.
pub fn beside(key: &str, sides: &[Side<'_>], down: bool, dialect: Dialect) -> String {
    let name = |n: usize| format!("part_{}", n + 1);
    let parts: Vec<String> = sides
        .iter()
        .enumerate()
        .map(|(n, side)| {
            let columns = (0..side.names.len()).map(|at| match at == side.key {
                true => "k".to_owned(),
                false => format!("f{at}"),
            });
            format!(
                "{}({}) AS ({})",
                name(n),
                columns.collect::<Vec<_>>().join(", "),
                bare(side.sql)
            )
        })
        .collect();
    let keys: Vec<String> = (0..sides.len()).map(|n| format!("SELECT k FROM {}", name(n))).collect();
    let shown: Vec<String> = sides
        .iter()
        .enumerate()
        .flat_map(|(n, side)| {
            let figures = side.names.iter().enumerate().filter(move |(at, _)| *at != side.key);
            figures.map(move |(at, called)| (n, at, called))
        })
        .map(|(n, at, called)| format!("{}.f{at} AS {}", name(n), dialect::ident(called, dialect)))
        .collect();
    let joins: Vec<String> = (0..sides.len())
        .map(|n| format!("LEFT JOIN {0} ON {0}.k IS NOT DISTINCT FROM of_all.k", name(n)))
        .collect();
    let first = sides
        .first()
        .and_then(|s| (0..s.names.len()).find(|at| *at != s.key))
        .map(|at| format!("{}.f{at}", name(0)));
    let order = match first.filter(|_| down) {
        Some(by) => format!("CASE WHEN {by} IS NULL THEN 1 ELSE 0 END, {by} DESC, of_all.k"),
        None => "of_all.k".to_owned(),
    };
    format!(
        "WITH {}, of_all(k) AS ({}) SELECT of_all.k AS {}, {} FROM of_all {} ORDER BY {order}",
        parts.join(", "),
        keys.join(" UNION "),
        dialect::ident(key, dialect),
        shown.join(", "),
        joins.join(" "),
    )
}

/// A query of rows, and which of its columns are wanted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct List<'a> {
    pub sql: &'a str,
    /// What each of its rows is.
    pub what: String,
    /// Columns of the query.
    pub width: usize,
    /// Their places, as many for each list.
    pub picks: Vec<usize>,
}

/// Rows of several queries in one list; a first column says what each row is.
pub fn listed(lists: &[List<'_>], names: &[String], dialect: Dialect) -> String {
    let parts: Vec<String> = (1..)
        .zip(lists)
        .map(|(n, list)| {
            let columns: Vec<String> = (0..list.width).map(|at| format!("c{at}")).collect();
            format!("part_{n}({}) AS ({})", columns.join(", "), bare(list.sql))
        })
        .collect();
    let arms: Vec<String> = (1..)
        .zip(lists)
        .map(|(n, list)| {
            let shown = list
                .picks
                .iter()
                .zip(names)
                .map(|(at, name)| format!("c{at} AS {}", dialect::ident(name, dialect)));
            let shown: Vec<String> = shown.collect();
            format!(
                "SELECT {} AS what, {} FROM part_{n}",
                dialect::text(&list.what),
                shown.join(", ")
            )
        })
        .collect();
    format!("WITH {} {}", parts.join(", "), arms.join(" UNION ALL "))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reads(sql: &str) {
        for dialect in [Dialect::Sqlite, Dialect::Duckdb, Dialect::Postgres] {
            crate::guard::check(sql, dialect).unwrap_or_else(|f| panic!("{dialect:?} {sql}: {f:?}"));
        }
    }

    #[test]
    fn each_form_is_one_statement_that_may_be_run() {
        let dialect = Dialect::Sqlite;
        let (a, b) = ("SELECT COUNT(*) FROM a;", "SELECT COUNT(*) FROM b WHERE x = 'q'");
        reads(&row(&[(a, "a".into()), (b, "b's".into())], dialect));
        let apart = figures((a, "2023"), (b, "2024"), Follows::Difference, true, dialect);
        reads(&apart);
        assert!(apart.contains("ABS(one.figure - two.figure) AS difference"), "{apart}");
        let sides = [
            Side {
                sql: "SELECT country, COUNT(*) FROM a GROUP BY country",
                key: 0,
                names: vec!["country".into(), "customers".into()],
            },
            Side {
                sql: "WITH x AS (SELECT * FROM b) SELECT COUNT(*), country FROM x GROUP BY country",
                key: 1,
                names: vec!["suppliers".into(), "country".into()],
            },
        ];
        let table = beside("country", &sides, false, dialect);
        reads(&table);
        assert!(
            table.contains("part_2.f0 AS suppliers") && table.ends_with("ORDER BY of_all.k"),
            "{table}"
        );
        assert!(beside("country", &sides, true, dialect).contains("part_1.f1 DESC"));
        let list = |sql, what: &str, pick| List {
            sql,
            what: what.to_owned(),
            width: 2,
            picks: vec![pick],
        };
        let both = [
            list("SELECT n, x FROM a", "customer", 0),
            list("SELECT y, m FROM b LIMIT 3", "supplier", 1),
        ];
        let list = listed(&both, &["name".into()], dialect);
        reads(&list);
        assert!(
            list.contains("SELECT 'supplier' AS what, c1 AS name FROM part_2"),
            "{list}"
        );
        let share = figures((a, "x"), (b, "y"), Follows::Ratio, false, Dialect::Postgres);
        assert!(share.contains("AS NUMERIC), 6) AS ratio"), "{share}");
    }
}

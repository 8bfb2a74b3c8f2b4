use askwell_contract::run::{Finding, Severity};
use askwell_contract::Dialect;

use super::RULE;
use crate::lint;
use crate::testing::shop;

fn found(sql: &str, dialect: Dialect) -> Vec<Finding> {
    let mut catalog = shop();
    catalog.dialect = dialect;
    let all = lint::check(sql, &catalog, &|_, _| None, &|_, _, _| None);
    all.into_iter().filter(|f| f.code == RULE.name).collect()
}

const DIALECTS: [Dialect; 3] = [Dialect::Sqlite, Dialect::Duckdb, Dialect::Postgres];

fn orders(condition: &str) -> String {
    format!("SELECT id FROM orders WHERE {condition}")
}

#[test]
fn conditions_that_no_row_can_meet_are_found_in_every_dialect() {
    for condition in [
        "status = 'open' AND status = 'paid'",
        "'open' = status AND 'paid' = status",
        "total > 5 AND total < 3",
        "total > 5 AND total < 5",
        "total >= 5 AND 5 > total",
        "3 > total AND total > 3.5",
        "total BETWEEN 10 AND 5",
        "total BETWEEN 1 AND 2 AND total BETWEEN 3 AND 4",
        "placed_at >= '2024-02-01' AND placed_at < '2024-01-01'",
        "placed_at > DATE '2024-02-01' AND placed_at < DATE '2024-01-01'",
        "placed_at = '2024-01-01' AND placed_at = '2024-01-02 10:00:00'",
        "note IS NULL AND note = 'x'",
        "note IS NULL AND note <> 'x'",
        "note IS NULL AND note LIKE 'x%'",
        "note IS NULL AND note IS NOT NULL",
        "status = 'open' AND status <> 'open'",
        "id IN (1, 2) AND id = 3",
        "id IN (1, 2) AND id IN (3, 4)",
        "id IN (1, 2) AND id NOT IN (1, 2, 3)",
        "id IN (1, 2) AND id > 2",
        "id = 7 AND id < -7",
        "id BETWEEN 5 AND 5 AND id <> 5",
        "total = 1 AND (note = 'x' AND (total = 2 OR 1 = 1) AND total = 3)",
    ] {
        for dialect in DIALECTS {
            let found = found(&orders(condition), dialect);
            assert_eq!(found.len(), 1, "{condition}, {dialect:?}: {found:#?}");
        }
    }
}

#[test]
fn what_some_row_may_meet_is_left_alone() {
    for condition in [
        "status = 'open' OR status = 'paid'",
        "(status = 'open' AND total > 5) OR (status = 'paid' AND total < 3)",
        "NOT (status = 'open') AND status = 'paid'",
        // The engine may not tell them apart.
        "status = 'open' AND status = 'Open'",
        "status = 'open' AND status = 'open '",
        "total = 1 AND total = 1.0",
        "total = '1' AND total = '1.0'",
        "placed_at = '2024-01-01' AND placed_at = '2024-01-01 00:00:00'",
        "placed_at = '2024-01-01' AND placed_at = '01.01.2024'",
        // Of the same value, or of a value between.
        "status = 'open' AND status = 'open'",
        "status = 'open' AND status <> 'paid'",
        "total > 3 AND total < 5",
        "total >= 5 AND total <= 5",
        "total BETWEEN 5 AND 5",
        "id IN (1, 2) AND id IN (2, 3)",
        "id IN (1, 2) AND id <> 1",
        "id IN (1, 2) AND id NOT IN (1)",
        "note IS NULL AND status = 'open'",
        "placed_at >= '2024-01-01' AND placed_at < '2024-01-01 12:00:00'",
        // Other kinds, other columns, and what is not written down.
        "total > 5 AND total < '3'",
        "status > 'b' AND status < 'a'",
        "id = customer_id AND id = 3 AND customer_id = 4",
        "total > 5 AND total < (SELECT AVG(total) FROM orders)",
        "id = 9007199254740993 AND id <> 9007199254740992",
        "status LIKE 'a%' AND status LIKE 'b%'",
    ] {
        for dialect in DIALECTS {
            assert_eq!(found(&orders(condition), dialect), [], "{condition}, {dialect:?}");
        }
    }
}

#[test]
fn joins_groups_and_subqueries_have_conditions_of_their_own() {
    let join = "JOIN customers c ON c.id = o.customer_id";
    for (sql, number) in [
        // What an inner join demands holds beside WHERE, what an outer one demands does not.
        (
            format!("SELECT o.id FROM orders o {join} AND c.country = 'Peru' WHERE c.country = 'Chad'"),
            1,
        ),
        (
            format!("SELECT o.id FROM orders o LEFT {join} AND c.country = 'Peru' WHERE c.country = 'Chad'"),
            0,
        ),
        (
            format!("SELECT o.id FROM orders o LEFT {join} AND c.id = 1 AND c.id = 2"),
            1,
        ),
        // Two rows of one table may differ.
        (
            "SELECT a.id FROM orders a JOIN orders b ON a.customer_id = b.customer_id \
          WHERE a.status = 'open' AND b.status = 'paid'"
                .into(),
            0,
        ),
        (
            "SELECT status FROM orders GROUP BY status HAVING COUNT(*) > 5 AND COUNT(*) < 3".into(),
            1,
        ),
        (
            "SELECT status FROM orders GROUP BY status HAVING SUM(total) > 5 AND SUM(id) < 3".into(),
            0,
        ),
        (
            "SELECT status FROM orders GROUP BY status HAVING status = 'open' AND status = 'paid'".into(),
            1,
        ),
        (
            "SELECT name FROM customers WHERE country = 'Peru' AND id IN (SELECT customer_id FROM orders \
          WHERE status = 'open' AND status = 'paid')"
                .into(),
            1,
        ),
        (
            "SELECT id FROM orders WHERE status = 'open' UNION SELECT id FROM orders WHERE status = 'paid'".into(),
            0,
        ),
        (
            "SELECT id FROM orders WHERE status = 'a' AND status = 'b' AND status = 'c' AND total < 1 AND total > 2"
                .into(),
            2,
        ),
    ] {
        for dialect in DIALECTS {
            assert_eq!(found(&sql, dialect).len(), number, "{sql}, {dialect:?}");
        }
    }
}

#[test]
fn it_names_the_column_and_both_conditions_and_what_to_do() {
    let one = |condition: &str| found(&orders(condition), Dialect::Sqlite).remove(0);
    let equal = one("status = 'open' AND total > 2 AND status = 'paid'");
    assert_eq!(equal.severity, Severity::Error);
    assert_eq!(
        equal.message,
        "status = 'open' and status = 'paid' can never both be true of one status, so nothing is found."
    );
    assert!(equal.hint.unwrap().contains("OR"));
    let between = one("total BETWEEN 10 AND 5");
    assert_eq!(
        between.message,
        "total BETWEEN 10 AND 5 is never true of any total, so nothing is found."
    );
    assert_eq!(between.hint.as_deref(), Some("The smaller of the two belongs first."));
    let outer = found(
        "SELECT c.id FROM customers c LEFT JOIN orders o ON o.id > 5 AND o.id < 3",
        Dialect::Sqlite,
    );
    assert!(
        outer[0].message.ends_with("of one o.id, so no row finds a partner."),
        "{}",
        outer[0].message
    );
}

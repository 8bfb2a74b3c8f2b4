#![allow(clippy::unwrap_used)]
use askwell_contract::Dialect;

use super::{counting, flow, steps};

fn told(sql: &str) -> Vec<String> {
    steps(sql, Dialect::Sqlite).into_iter().map(|s| s.text).collect()
}

#[test]
fn a_query_is_told_in_the_order_it_works() {
    let sql = "SELECT c.country, SUM(o.total) FROM customers c JOIN orders o ON o.customer_id = c.id
               WHERE o.status = 'paid' AND o.total >= 5 GROUP BY c.country HAVING COUNT(*) > 3
               ORDER BY SUM(o.total) DESC LIMIT 5";
    assert_eq!(
        told(sql),
        [
            "Read the table customers.",
            "Joined the table orders where o.customer_id is c.id.",
            "Kept only rows where o.status is 'paid'.",
            "Kept only rows where o.total is at least 5.",
            "Made a group for each c.country.",
            "Added up o.total of each group.",
            "Kept only groups where the number of rows is more than 3.",
            "Showed c.country.",
            "Sorted by the total of o.total, highest first.",
            "Kept the first 5 rows.",
        ]
    );
}

#[test]
fn a_place_in_the_list_is_told_as_what_stands_there() {
    let told = told("SELECT a, COUNT(*) AS n FROM t GROUP BY 1 ORDER BY 2 DESC, 9");
    assert_eq!(told[1], "Made a group for each a.");
    assert_eq!(
        told[4],
        "Sorted by the number of rows, highest first; then by 9, lowest first."
    );
}

#[test]
fn days_of_the_week_are_told_by_their_names_in_every_dialect() {
    for (day, dialect) in [
        ("CAST(strftime('%w', made) AS INTEGER)", Dialect::Sqlite),
        ("dayofweek(made)", Dialect::Duckdb),
        ("EXTRACT(DOW FROM made)", Dialect::Postgres),
    ] {
        let names = "WHEN 0 THEN 'Sunday' WHEN 1 THEN 'Monday'";
        let sql = format!("SELECT CASE {day} {names} END AS weekday, COUNT(*) FROM t GROUP BY {day} ORDER BY {day}");
        let told: Vec<String> = steps(&sql, dialect).into_iter().map(|s| s.text).collect();
        assert_eq!(
            told[1..],
            [
                "Made a group for each weekday of made.",
                "Counted the rows of each group.",
                "Showed the name of the weekday of made.",
                "Sorted by the weekday of made, lowest first.",
            ]
        );
    }
}

#[test]
fn days_and_figures_are_told_in_words() {
    for (condition, words) in [
        ("CAST(strftime('%Y', day) AS INTEGER) = 2024", "the year of day is 2024"),
        ("name LIKE '%ov%'", "name contains 'ov'"),
        ("name NOT LIKE 'A%'", "name does not begin with 'A'"),
        (
            "country NOT IN ('France', 'Spain')",
            "country is none of 'France', 'Spain'",
        ),
        (
            "price * (1 - COALESCE(off, 0) / 100.0) > 5",
            "price times (1 minus (off, or 0 where it is missing) divided by 100) is more than 5",
        ),
        (
            "price > (SELECT AVG(price) FROM t)",
            "price is more than the average of price of the table t",
        ),
        (
            "id NOT IN (SELECT tid FROM o WHERE x > 3)",
            "id is not among the tid of the table o in which x is more than 3",
        ),
        ("NOT (a = 1)", "a is not 1"),
    ] {
        let sql = format!("SELECT a FROM t WHERE {condition}");
        assert_eq!(told(&sql)[1], format!("Kept only rows where {words}."));
    }
}

#[test]
fn what_is_worked_out_is_told_whole() {
    for (figure, words) in [
        ("SUM(price * (1 - off))", "Added up price times (1 minus off)."),
        (
            "SUM(CASE WHEN a > 1 THEN 1 ELSE 0 END)",
            "Counted the rows where a is more than 1.",
        ),
        (
            "100.0 * SUM(CASE WHEN a = 'x' THEN 1 ELSE 0 END) / COUNT(*)",
            "Worked out 100 times the number of rows where a is 'x' divided by the number of rows.",
        ),
        (
            "1.0 * SUM(price) / COUNT(*)",
            "Worked out the total of price divided by the number of rows.",
        ),
        (
            "AVG(julianday(date(b)) - julianday(date(a)))",
            "Took the average of b minus a.",
        ),
    ] {
        assert_eq!(told(&format!("SELECT {figure} FROM t"))[1], words);
    }
}

#[test]
fn the_first_of_each_group_are_told_from_the_inside_out() {
    let sql =
        "SELECT kind, name FROM (SELECT kind, name, ROW_NUMBER() OVER (PARTITION BY kind ORDER BY price DESC) AS \
               place FROM goods) AS ranked WHERE place <= 2 ORDER BY kind";
    assert_eq!(
        told(sql),
        [
            "Read the table goods.",
            "Numbered the rows within each kind by price, highest first.",
            "Kept only rows where place is at most 2.",
            "Showed kind and name.",
            "Sorted by kind, lowest first.",
        ]
    );
}

#[test]
fn what_is_only_asked_to_be_there_is_told_with_its_conditions() {
    let told = |inside: &str| told(&format!("SELECT a FROM t WHERE {inside}")).remove(1);
    assert_eq!(
        told("EXISTS (SELECT 1 FROM o JOIN l ON l.oid = o.id WHERE o.tid = t.id AND (o.x > 5 OR l.y = 2))"),
        "Kept only rows where the table o with the table l has a row in which l.oid is o.id and o.tid is t.id and \
         (o.x is more than 5 or l.y is 2)."
    );
    assert_eq!(
        told("NOT EXISTS (SELECT 1 FROM o WHERE o.tid = t.id)"),
        "Kept only rows where the table o has no row in which o.tid is t.id."
    );
    for more in [
        "o GROUP BY o.tid HAVING COUNT(*) > 3",
        "o LEFT JOIN l ON l.oid = o.id",
        "o LIMIT 1 OFFSET 3",
        "(SELECT MAX(x) AS x FROM o) AS m GROUP BY x",
    ] {
        assert_eq!(
            told(&format!("EXISTS (SELECT 1 FROM {more})")),
            "Kept only rows where a query inside finds something."
        );
    }
}

#[test]
fn a_figure_is_there_whatever_it_is_of() {
    let sql = "SELECT a FROM t WHERE EXISTS (SELECT MAX(x) FROM o WHERE x > 3)";
    assert_eq!(told(sql)[1], "Kept only rows where a query inside finds something.");
}

#[test]
fn what_does_not_parse_has_no_steps() {
    assert_eq!(told("nonsense"), Vec::<String>::new());
    assert_eq!(
        told("SELECT COUNT(*) FROM t"),
        ["Read the table t.", "Counted the rows."]
    );
}

#[test]
fn the_rows_behind_each_step_are_counted_by_one_statement() {
    let sql =
        "SELECT c.country, COUNT(*) FROM customers AS c JOIN orders AS o ON o.customer_id = c.id WHERE o.total >= 5 \
               GROUP BY c.country ORDER BY COUNT(*) DESC LIMIT 5";
    let steps = steps(sql, Dialect::Sqlite);
    let statement = counting(sql, Dialect::Sqlite, &steps).unwrap();
    assert_eq!(
        statement,
        "SELECT (SELECT COUNT(*) FROM customers AS c) AS rows_1, \
         (SELECT COUNT(*) FROM customers AS c JOIN orders AS o ON o.customer_id = c.id) AS rows_2, \
         (SELECT COUNT(*) FROM customers AS c JOIN orders AS o ON o.customer_id = c.id WHERE (o.total >= 5)) AS rows_3, \
         (SELECT COUNT(*) FROM (SELECT c.country, COUNT(*) FROM customers AS c JOIN orders AS o ON o.customer_id = c.id \
         WHERE o.total >= 5 GROUP BY c.country) AS counted) AS rows_4"
    );
    let rows = flow(&steps, &[91, 830, 412, 21], Some(5));
    assert_eq!(
        rows,
        [
            (None, Some(91)),
            (Some(91), Some(830)),
            (Some(830), Some(412)),
            (Some(412), Some(21)),
            (Some(21), Some(21)),
            (Some(21), Some(21)),
            (Some(21), Some(21)),
            (Some(21), Some(5)),
        ]
    );
}

#[test]
fn a_figure_over_all_rows_makes_one_row_and_the_result_is_not_counted_again() {
    let sql = "SELECT COUNT(*) FROM t WHERE a = 1";
    let made = steps(sql, Dialect::Sqlite);
    assert_eq!(
        flow(&made, &[10, 4], Some(1)),
        [(None, Some(10)), (Some(10), Some(4)), (Some(4), Some(1))]
    );
    let list = "SELECT a FROM t WHERE a = 1";
    let made = steps(list, Dialect::Sqlite);
    let counted = counting(list, Dialect::Sqlite, &made).unwrap();
    assert_eq!(counted, "SELECT (SELECT COUNT(*) FROM t) AS rows_1");
    assert_eq!(
        flow(&made, &[10], None),
        [(None, Some(10)), (Some(10), None), (None, None)],
        "a result that was cut says nothing of its rows"
    );
}

#[test]
fn a_step_names_what_it_speaks_of() {
    let made = steps(
        "SELECT COUNT(*) FROM customers c WHERE c.Country = 'France'",
        Dialect::Sqlite,
    );
    assert_eq!(made[0].names, ["customers"]);
    assert_eq!(made[1].names, ["country", "france"]);
}

/// Found by a machine.
#[test]
fn a_condition_without_a_table_is_told_and_not_counted() {
    let sql = "SELECT 1 WHERE 'a' = 'b'";
    let steps = steps(sql, Dialect::Sqlite);
    assert!(steps.iter().any(|s| s.kind == crate::steps::Kind::Filter));
    assert_eq!(counting(sql, Dialect::Sqlite, &steps), None);
}

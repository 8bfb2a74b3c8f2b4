use askwell_contract::RowCount;
use askwell_sql::rewrite::home::home;

use super::*;

fn shop(dialect: Dialect) -> Catalog {
    let mut catalog = home(dialect);
    for (table, (count, exact)) in
        catalog
            .tables
            .iter_mut()
            .zip([(640, true), (1, true), (60_114, true), (190_000, false)])
    {
        table.rows = Some(RowCount { count, exact });
    }
    catalog
}

fn node(label: &str, children: Vec<Explain>) -> Explain {
    Explain {
        label: label.into(),
        estimated_rows: None,
        cost: None,
        rows: None,
        ms: None,
        children,
    }
}

/// What steps beside each other say.
fn said(dialect: Dialect, sql: &str, labels: &[&str]) -> Vec<String> {
    let plan = node("QUERY PLAN", labels.iter().map(|label| node(label, vec![])).collect());
    let steps = steps(&plan, sql, &shop(dialect));
    steps.into_iter().map(|step| step.says).collect()
}

const JOINED: &str = "SELECT c.name, SUM(o.total) FROM orders AS o JOIN customers AS c ON c.id = o.customer_id \
                      GROUP BY c.name ORDER BY 2 DESC";

#[test]
fn sqlite_says_which_table_is_read_whole_and_which_is_looked_up_for_each_row() {
    let labels = [
        "SCAN o",
        "SEARCH c USING INTEGER PRIMARY KEY (rowid=?)",
        "USE TEMP B-TREE FOR GROUP BY",
        "USE TEMP B-TREE FOR ORDER BY",
    ];
    assert_eq!(
        said(Dialect::Sqlite, JOINED, &labels),
        [
            "Reads all 60,114 rows of orders",
            "For each of these rows, looks up customers by its key",
            "Sorts the rows to put them into groups",
            "Sorts the rows",
        ]
    );
}

#[test]
fn sqlite_names_an_index_that_there_is_and_says_which_is_made_for_the_run() {
    let one = |label: &str| said(Dialect::Sqlite, JOINED, &[label]).remove(0);
    for (label, says) in [
        (
            "SEARCH o USING INDEX by_customer (customer_id=? AND placed>?)",
            "Reads a stretch of orders by customer_id and placed, with the index by_customer",
        ),
        (
            "SEARCH o USING AUTOMATIC COVERING INDEX (shop_id=?) LEFT-JOIN",
            "Looks up orders by shop_id, with an index made for this run alone; a row without a partner stays",
        ),
        (
            "SEARCH c USING INDEX sqlite_autoindex_customers_1 (id=?)",
            "Looks up customers by its key",
        ),
        (
            "SCAN o USING COVERING INDEX by_customer",
            "Reads all 60,114 rows of orders, from the index by_customer alone",
        ),
        ("SCAN (subquery-2)", "Reads all rows of the inner query"),
        (
            "CORRELATED SCALAR SUBQUERY 1",
            "For each row, works out one value by an inner query",
        ),
        ("SCAN shops", "Reads the one row of shops"),
        ("SCAN lines", "Reads all rows of lines, about 190,000"),
    ] {
        assert_eq!(one(label), says);
    }
}

#[test]
fn a_table_that_is_read_in_two_places_is_told_apart_by_its_other_name() {
    let sql = "SELECT o.id FROM orders AS o WHERE o.total > (SELECT AVG(p.total) FROM orders AS p WHERE p.shop_id = o.shop_id)";
    let says = said(Dialect::Sqlite, sql, &["SCAN o"]);
    assert_eq!(says, ["Reads all 60,114 rows of orders (as o)"]);
    // One name for two tables means neither.
    let sql = "SELECT (SELECT COUNT(*) FROM orders AS x), (SELECT COUNT(*) FROM shops AS x)";
    assert_eq!(said(Dialect::Sqlite, sql, &["SCAN x"]), ["Reads all rows of x"]);
}

#[test]
fn duckdb_and_postgres_say_the_same_of_their_own_steps() {
    for (label, says) in [
        (
            "TABLE_SCAN (Table: shop.main.orders; Type: Sequential Scan; Filters: status='open')",
            "Reads all 60,114 rows of orders, and keeps those where status='open'",
        ),
        (
            "HASH_JOIN (Join Type: LEFT; Conditions: main.orders.customer_id = id)",
            "Joins rows where customer_id = id, and keeps those of one side that have no partner",
        ),
        (
            "HASH_GROUP_BY (Groups: #0; Aggregates: sum(#1))",
            "Puts the rows into groups, with the figures of each",
        ),
        (
            "TOP_N (Top: 5; Order By: shop.main.orders.total DESC NULLS LAST, name ASC)",
            "Keeps the first 5 by total, highest first, then name",
        ),
        ("FILTER (Expression: (total > 1.50))", "Keeps rows where (total > 1.50)"),
    ] {
        assert_eq!(said(Dialect::Duckdb, JOINED, &[label]), [says]);
    }
    for (label, says) in [
        (
            "Seq Scan on orders (Filter: (status = 'a.b'::character varying))",
            "Reads all 60,114 rows of orders, and keeps those where status = 'a.b'",
        ),
        (
            "Seq Scan on orders (Filter: (total > 5); From Disk: 12 blocks)",
            "Reads all 60,114 rows of orders, and keeps those where total > 5; 12 blocks came from the disk",
        ),
        (
            "Index Scan on customers (by customers_pkey; Index Cond: (id = o.customer_id))",
            "Looks up customers by its key, where id = customer_id",
        ),
        (
            "Hash Join (Join Type: Inner; Hash Cond: (o.shop_id = s.id))",
            "Joins rows where shop_id = id",
        ),
        (
            "Nested Loop (Join Type: Inner)",
            "Finds the partners of each row of the first step in the second",
        ),
        (
            "Nested Loop (Join Type: Anti; Join Filter: ((a) = (b)))",
            "Keeps rows that have no partner where (a) = (b)",
        ),
    ] {
        assert_eq!(said(Dialect::Postgres, JOINED, &[label]), [says]);
    }
}

#[test]
fn a_step_that_is_not_known_stands_as_the_engine_wrote_it_and_no_figure_is_made_up() {
    for dialect in [Dialect::Sqlite, Dialect::Duckdb, Dialect::Postgres] {
        let plan = node(
            "QUERY PLAN",
            vec![node("FLUX (Capacity: 3)", vec![node("FLUX", vec![])])],
        );
        let steps = steps(&plan, "SELECT 1", &shop(dialect));
        assert_eq!(steps[0].says, "FLUX (Capacity: 3)");
        assert!(!measured(&steps) && steps[0].rows.is_none() && steps[0].children[0].ms.is_none());
    }
    let counted = Explain {
        rows: Some(0.0),
        ..node("FLUX", vec![])
    };
    let plan = node("QUERY PLAN", vec![node("FLUX", vec![counted])]);
    assert!(measured(&steps(&plan, "SELECT 1", &shop(Dialect::Duckdb))));
}

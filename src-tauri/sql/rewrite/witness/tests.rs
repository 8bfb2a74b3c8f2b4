//! What is asked of the rows that pass a query.

use askwell_contract::Dialect;

use super::*;
use crate::rewrite::{home::home, qualify};

fn of(sql: &str, mut seed: usize) -> Witness {
    let catalog = home(Dialect::Duckdb);
    let query = qualify(&crate::parse::query(sql, Dialect::Duckdb).unwrap(), &catalog).unwrap();
    witness(&query, &catalog, &mut |n| {
        seed = seed * 1_103_515_245 % 2_147_483_648 + 12_345;
        (seed >> 8) % n.max(1)
    })
}

fn cell(made: &Witness, table: &str, nth: usize, column: &str) -> usize {
    made.rows
        .iter()
        .filter(|row| row.table == table)
        .nth(nth)
        .unwrap()
        .cells[column]
}

#[test]
fn columns_that_are_held_equal_share_a_wish_through_named_parts_and_subqueries() {
    let made = of(
        "WITH big AS (SELECT o.customer_id AS k, SUM(o.total) AS s FROM orders o WHERE o.status = 'paid' GROUP BY o.customer_id) \
         SELECT c.name FROM customers c JOIN big b ON b.k = c.id WHERE b.s > 1.2 * (SELECT AVG(p.total) FROM orders p WHERE \
         p.customer_id = c.id) AND c.id IN (SELECT q.customer_id FROM orders q WHERE q.placed BETWEEN DATE '2024-01-01' AND DATE \
         '2024-01-01' + INTERVAL 30 DAY)",
        1,
    );
    let key = cell(&made, "customers", 0, "id");
    for order in 0..3 {
        assert_eq!(cell(&made, "orders", order, "customer_id"), key);
    }
    let (sum, mean) = (cell(&made, "orders", 0, "total"), cell(&made, "orders", 1, "total"));
    let pair = &made.pairs[0];
    assert_eq!((pair.left, pair.is, pair.right, pair.times), (sum, Is::More, mean, 1.2));
    let day = &made.wishes[cell(&made, "orders", 2, "placed")].must;
    assert!(
        day.contains(&(Of::Whole, Is::Most, Known::Day("2024-01-01".into(), 30))),
        "{day:?}"
    );
}

#[test]
fn the_part_of_a_union_is_chosen_that_may_give_what_is_asked_and_choices_that_contradict_are_made_again() {
    let sql = "WITH t AS (SELECT c.id AS k, 'a' AS kind FROM customers c UNION ALL SELECT s.id AS k, 'b' AS kind FROM shops s) \
               SELECT x.k FROM t x JOIN t y ON y.k = x.k WHERE x.kind = 'a' AND y.kind = 'b'";
    for seed in 0..20 {
        let made = of(sql, seed);
        let tables: Vec<&str> = made.rows.iter().map(|r| r.table.as_str()).collect();
        assert_eq!(tables, ["customers", "shops"]);
        assert_eq!(cell(&made, "customers", 0, "id"), cell(&made, "shops", 0, "id"));
    }
    let either = "SELECT o.id FROM orders o WHERE (o.status = 'paid' OR o.status = 'open') AND o.status <> 'paid'";
    for seed in 0..20 {
        let made = of(either, seed);
        let must = &made.wishes[cell(&made, "orders", 0, "status")].must;
        assert!(
            must.contains(&(Of::Whole, Is::Equal, Known::Text("open".into()))),
            "{must:?}"
        );
    }
}

#[test]
fn groups_are_as_large_as_asked_and_parts_of_values_are_known() {
    let made = of(
        "SELECT o.customer_id FROM orders o WHERE EXTRACT(YEAR FROM o.placed) = 2024 AND SUBSTR(o.status, 1, 2) = 'pa' AND \
         o.shop_id IS NULL GROUP BY o.customer_id HAVING COUNT(*) > 3",
        2,
    );
    assert_eq!(made.repeats.values().collect::<Vec<_>>(), [&4]);
    let must = |column: &str| made.wishes[cell(&made, "orders", 0, column)].must.clone();
    assert_eq!(must("placed"), [(Of::Year, Is::Equal, Known::Number(2024.0))]);
    assert_eq!(must("status"), [(Of::Start(2), Is::Equal, Known::Text("pa".into()))]);
    assert!(made.wishes[cell(&made, "orders", 0, "shop_id")].null);
}

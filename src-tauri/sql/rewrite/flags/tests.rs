use askwell_contract::Dialect;

use super::super::{home::home, qualify};
use super::*;
use crate::parse;

fn of(sql: &str) -> Vec<Part> {
    let catalog = home(Dialect::Duckdb);
    let query = parse::query(sql, Dialect::Duckdb).unwrap();
    parts(&qualify(&query, &catalog).unwrap_or(query), &catalog)
}

/// A flag, a statement of which some part has it, and one that looks alike and has no such part.
const FLAGS: [(Flag, &str, &str); 16] = [
    (
        Flag::Correlated,
        "SELECT c.id FROM customers c WHERE EXISTS (SELECT 1 FROM orders o WHERE o.customer_id = c.id)",
        "SELECT c.id FROM customers c WHERE EXISTS (SELECT 1 FROM orders o WHERE o.customer_id = o.id)",
    ),
    (
        Flag::UnionAll,
        "SELECT o.id FROM orders o UNION ALL SELECT s.id FROM shops s",
        "SELECT o.id FROM orders o UNION SELECT s.id FROM shops s",
    ),
    (
        Flag::Union,
        "SELECT o.id FROM orders o UNION SELECT s.id FROM shops s",
        "SELECT o.id FROM orders o INTERSECT SELECT s.id FROM shops s",
    ),
    (
        Flag::InSubquery,
        "SELECT o.id FROM orders o WHERE o.shop_id IN (SELECT s.id FROM shops s)",
        "SELECT o.id FROM orders o WHERE o.shop_id IN (1, 2)",
    ),
    (
        Flag::Exists,
        "SELECT s.id FROM shops s WHERE NOT EXISTS (SELECT 1 FROM orders o WHERE o.shop_id = s.id)",
        "SELECT s.id FROM shops s WHERE s.id NOT IN (SELECT o.shop_id FROM orders o)",
    ),
    (
        Flag::Scalar,
        "SELECT o.id FROM orders o WHERE o.total > (SELECT AVG(l.price) FROM lines l)",
        "SELECT o.id FROM orders o WHERE o.id IN (SELECT l.order_id FROM lines l)",
    ),
    (
        Flag::Window,
        "SELECT o.id, SUM(o.total) OVER (PARTITION BY o.shop_id) AS t FROM orders o",
        "SELECT o.id, SUM(o.total) AS t FROM orders o GROUP BY o.id",
    ),
    (
        Flag::Distinct,
        "SELECT DISTINCT o.shop_id FROM orders o",
        "SELECT COUNT(DISTINCT o.shop_id) AS n FROM orders o",
    ),
    (
        Flag::SelfJoin,
        "SELECT a.id FROM orders a JOIN orders b ON a.id = b.shop_id",
        "SELECT a.id FROM orders a JOIN shops b ON b.id = a.shop_id",
    ),
    (
        Flag::RepeatedScan,
        "SELECT o.id FROM orders o WHERE o.total > (SELECT AVG(p.total) FROM orders p)",
        "SELECT a.id FROM orders a JOIN orders b ON a.id = b.shop_id WHERE a.total > (SELECT AVG(l.price) FROM lines l)",
    ),
    (
        Flag::OrCondition,
        "SELECT o.id FROM orders o WHERE o.shop_id = 1 OR o.customer_id = 2",
        "SELECT o.id FROM orders o WHERE o.shop_id = 1 AND o.customer_id = 2",
    ),
    (
        Flag::FunctionOnColumn,
        "SELECT o.id FROM orders o WHERE UPPER(o.status) = 'PAID'",
        "SELECT UPPER(o.status) AS s FROM orders o WHERE o.status = UPPER('paid')",
    ),
    (
        Flag::CrossJoin,
        "SELECT o.id FROM orders o, shops s WHERE o.total > 5",
        "SELECT o.id FROM orders o, shops s WHERE o.shop_id = s.id",
    ),
    (
        Flag::LateFilter,
        "SELECT t.n FROM (SELECT o.shop_id, COUNT(*) AS n FROM orders o GROUP BY o.shop_id) t WHERE t.shop_id = 3",
        "SELECT t.n FROM (SELECT o.shop_id, COUNT(*) AS n FROM orders o WHERE o.shop_id = 3 GROUP BY o.shop_id) t",
    ),
    (
        Flag::Limit,
        "SELECT o.id FROM orders o ORDER BY o.total LIMIT 3",
        "SELECT o.id FROM orders o ORDER BY o.total",
    ),
    (
        Flag::Grouped,
        "SELECT o.status, COUNT(*) AS n FROM orders o GROUP BY o.status",
        "SELECT o.status, COUNT(*) OVER () AS n FROM orders o",
    ),
];

#[test]
fn every_flag_has_a_statement_that_raises_it_and_one_alike_that_does_not() {
    let mut wrong = Vec::new();
    for (flag, has, near) in FLAGS {
        for (sql, expected) in [(has, true), (near, false)] {
            if of(sql).iter().any(|part| part.flags.contains(&flag)) != expected {
                wrong.push(format!("{flag:?} of {sql} should be {expected}: {:?}", of(sql)));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    for (at, (flag, ..)) in FLAGS.iter().enumerate() {
        assert!(
            FLAGS.iter().skip(at + 1).all(|(other, ..)| other != flag),
            "{flag:?} twice"
        );
    }
}

#[test]
fn a_table_read_in_several_parts_is_flagged_in_each_of_them_and_nowhere_else() {
    let repeated = |sql: &str| -> Vec<String> {
        let of = of(sql);
        let flagged = of.iter().filter(|p| p.flags.contains(&Flag::RepeatedScan));
        flagged.map(|p| p.called.clone()).collect()
    };
    assert_eq!(
        repeated(
            "WITH paid AS (SELECT o.id FROM orders o WHERE o.status = 'paid') SELECT s.id FROM shops s WHERE s.id IN (SELECT \
             p.id FROM paid p) AND s.id IN (SELECT q.shop_id FROM orders q)"
        ),
        ["paid", "subquery 2 of main query"]
    );
    // A named part that is read twice is worked out once, and a name of WITH hides the table.
    assert!(repeated("WITH t AS (SELECT o.id FROM orders o) SELECT a.id FROM t a JOIN t b ON a.id = b.id").is_empty());
    assert!(repeated(
        "WITH shops AS (SELECT o.id FROM orders o) SELECT x.id FROM shops x WHERE x.id IN (SELECT s.id FROM shops s)"
    )
    .is_empty());
}

#[test]
fn parts_know_their_place_what_they_give_and_what_tells_their_rows_apart() {
    let parts = of(
        "WITH sold AS (SELECT o.shop_id, SUM(o.total) AS t FROM orders o GROUP BY o.shop_id) \
                    SELECT s.id, s.town FROM shops s WHERE EXISTS (SELECT 1 FROM sold WHERE sold.shop_id = s.id) \
                    UNION ALL SELECT c.id, c.country FROM customers c LIMIT 5",
    );
    let told: Vec<String> = parts
        .iter()
        .map(|p| {
            let parent = p.parent.map_or_else(|| "-".to_string(), |id| id.to_string());
            format!(
                "{} {} < {parent}: reads {}; gives {}; keys {}; {:?}",
                p.id,
                p.called,
                p.reads.join(" "),
                p.gives.join(" "),
                p.keys.join(" "),
                p.flags
            )
        })
        .collect();
    assert_eq!(
        told,
        [
            "0 sold < -: reads orders; gives shop_id t; keys o.shop_id; [Grouped]",
            "1 main query < -: reads ; gives ; keys ; [UnionAll, Limit]",
            "2 first branch of main query < 1: reads shops; gives id town; keys id; [Exists]",
            "3 subquery 1 of first branch of main query < 2: reads sold; gives 1; keys ; [Correlated]",
            "4 second branch of main query < 1: reads customers; gives id country; keys id; []",
        ]
    );
}

#[test]
fn a_part_is_a_statement_of_its_own_or_the_statement_is_told_without_it() {
    let sql = "WITH paid AS (SELECT o.id, o.shop_id, o.total FROM orders o WHERE o.status = 'paid'), few AS (SELECT p.id FROM paid p) \
               SELECT s.id, (SELECT MAX(p.total) FROM paid p WHERE p.shop_id = s.id) AS m FROM shops s WHERE s.town = 'Ulm' AND \
               EXISTS (SELECT 1 FROM orders o WHERE o.shop_id = s.id) UNION ALL SELECT f.id, 0 AS m FROM few f";
    let catalog = home(Dialect::Duckdb);
    let query = qualify(&parse::query(sql, Dialect::Duckdb).unwrap(), &catalog).unwrap();
    let (parts, alone) = (parts(&query, &catalog), alone(&query, &catalog));
    assert_eq!(parts.len(), alone.len());
    for (part, alone) in parts.iter().zip(&alone) {
        let flagged = part.flags.contains(&Flag::Correlated);
        assert_eq!(alone.correlated, flagged, "{}", part.called);
        assert!(parse::query(&alone.sql, Dialect::Duckdb).is_ok(), "{}", alone.sql);
        let told = qualify(&parse::query(&alone.sql, Dialect::Duckdb).unwrap(), &catalog).is_some();
        assert_eq!(told, !flagged, "{}", alone.sql);
    }
    let of = |called: &str| &alone[parts.iter().position(|p| p.called == called).unwrap()];
    assert!(of("few").sql.starts_with("WITH paid AS ("));
    assert!(!of("paid").sql.contains("WITH"));
    assert_eq!(of("main query").sql, query.to_string());
    let less = |called: &str| {
        of(called)
            .left_out_of(&query)
            .map(|q| q.to_string())
            .unwrap_or_default()
    };
    let first = less("subquery 1 of first branch of main query");
    assert!(first.contains("NULL AS m") && first.contains("EXISTS"), "{first}");
    let second = less("subquery 2 of first branch of main query");
    assert!(
        second.contains("WHERE s.town = 'Ulm' UNION ALL") && second.contains("MAX"),
        "{second}"
    );
    assert!(of("paid").left_out_of(&query).is_none());
}

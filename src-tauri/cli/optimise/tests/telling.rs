//! Selective queries get rows from made-up databases: more than chance alone would give them.

use askwell_engine::optimise::made_up::Maker;

use super::*;

const DATABASES: u32 = 80;

/// Joins of several tables with filters on each, as reports have them, and what aggregates and subqueries ask besides.
const SELECTIVE: &[(&str, &str)] = &[
    ("four tables, each with a filter", "SELECT c.name, SUM(l.quantity) AS n FROM customers c JOIN orders o ON o.customer_id = c.id JOIN lines l ON l.order_id = o.id JOIN shops s ON s.id = o.shop_id WHERE c.country = 'Peru' AND o.status = 'paid' AND o.placed BETWEEN '2024-03-01' AND '2024-03-31' AND l.product LIKE 'tea%' AND l.quantity > 5 AND s.town IN ('Lima', 'Cusco') GROUP BY c.name"),
    ("more than the average of its own", "SELECT o.id FROM orders o JOIN customers c ON c.id = o.customer_id JOIN shops s ON s.id = o.shop_id WHERE c.country = 'Chile' AND s.town = 'Arica' AND o.status = 'late' AND o.total > (SELECT 1.2 * AVG(p.total) FROM orders p WHERE p.customer_id = o.customer_id)"),
    ("either of two sets of filters", "SELECT l.order_id FROM lines l JOIN orders o ON o.id = l.order_id JOIN customers c ON c.id = o.customer_id WHERE (c.country = 'Peru' AND l.quantity BETWEEN 10 AND 20 AND o.status = 'open') OR (c.country = 'Chile' AND l.quantity BETWEEN 30 AND 40 AND o.status = 'sent')"),
    ("groups of some size", "SELECT c.id, COUNT(*) AS n FROM customers c JOIN orders o ON o.customer_id = c.id JOIN shops s ON s.id = o.shop_id WHERE c.country = 'Peru' AND s.town = 'Lima' AND o.status = 'paid' GROUP BY c.id HAVING COUNT(*) >= 6"),
    ("two years of a named part", "WITH t AS (SELECT o.customer_id AS k, o.status AS what, 'a' AS kind, SUM(o.total) AS s FROM orders o WHERE o.placed >= '2023-01-01' GROUP BY o.customer_id, o.status UNION ALL SELECT o.customer_id AS k, l.product AS what, 'b' AS kind, SUM(l.price) AS s FROM orders o JOIN lines l ON l.order_id = o.id GROUP BY o.customer_id, l.product) SELECT c.name FROM t x JOIN t y ON y.k = x.k JOIN customers c ON c.id = x.k WHERE x.kind = 'a' AND y.kind = 'b' AND x.what = 'open' AND y.what = 'rice' AND c.country = 'Peru' AND y.s > x.s AND x.s > 0"),
    ("one that is there and one in a list", "SELECT c.id FROM customers c WHERE c.country = 'Peru' AND c.since < '2020-01-01' AND EXISTS (SELECT 1 FROM orders o JOIN shops s ON s.id = o.shop_id WHERE o.customer_id = c.id AND s.town = 'Lima' AND o.status = 'paid') AND c.id IN (SELECT p.customer_id FROM orders p JOIN lines l ON l.order_id = p.id WHERE l.product = 'tea' AND l.quantity = 7)"),
    ("the greatest of its shop", "SELECT s.town, o.id FROM shops s JOIN orders o ON o.shop_id = s.id JOIN lines l ON l.order_id = o.id WHERE s.town = 'Lima' AND l.product = 'tea' AND o.status = 'paid' AND o.total = (SELECT MAX(p.total) FROM orders p WHERE p.shop_id = s.id)"),
    ("an order after another within the month", "SELECT o.id, p.id AS later FROM orders o JOIN orders p ON p.customer_id = o.customer_id JOIN customers c ON c.id = o.customer_id WHERE o.placed BETWEEN '2024-01-10' AND '2024-01-20' AND p.placed > o.placed AND p.placed <= '2024-01-31' AND o.status = 'sent' AND p.status = 'returned' AND c.country = 'Peru'"),
    ("in both lists", "SELECT o.customer_id FROM orders o JOIN shops s ON s.id = o.shop_id WHERE s.town = 'Lima' AND o.status = 'paid' INTERSECT SELECT p.customer_id FROM orders p JOIN lines l ON l.order_id = p.id WHERE l.product = 'tea' AND p.status = 'open'"),
    ("without a third", "SELECT c.id, s.town FROM customers c JOIN orders o ON o.customer_id = c.id JOIN shops s ON s.id = o.shop_id WHERE c.country = 'Peru' AND s.town = 'Lima' AND o.status = 'paid' AND o.total > 100 AND NOT EXISTS (SELECT 1 FROM lines l WHERE l.order_id = o.id AND l.product = 'tea')"),
    ("how much more than before", "SELECT x.k FROM (SELECT o.shop_id AS k, SUM(o.total) AS s FROM orders o WHERE o.placed BETWEEN '2024-01-01' AND '2024-03-31' AND o.status = 'paid' GROUP BY o.shop_id) x JOIN (SELECT o.shop_id AS k, SUM(o.total) AS s FROM orders o WHERE o.placed BETWEEN '2024-04-01' AND '2024-06-30' AND o.status = 'paid' GROUP BY o.shop_id) y ON y.k = x.k JOIN shops s ON s.id = x.k WHERE s.town = 'Lima' AND CASE WHEN x.s > 0 THEN y.s / x.s ELSE NULL END > 1.5"),
    ("the first letters and none missing", "SELECT c.name, o.placed FROM customers c LEFT JOIN orders o ON o.customer_id = c.id LEFT JOIN shops s ON s.id = o.shop_id WHERE SUBSTR(c.name, 1, 2) = 'An' AND c.country NOT IN ('Peru', 'Chile') AND s.town LIKE '%port' AND o.status IS NULL AND o.total BETWEEN 10 AND 20"),
];

/// Databases that give the query rows.
fn telling(catalog: &Catalog, sql: &str, met: bool) -> u32 {
    let query = guard::checked(sql, catalog.dialect).unwrap();
    let told = rewrite::qualify(&query, catalog).unwrap();
    let domains = rewrite::domains::domains(&[&told]);
    let tables = rewrite::tables(&query, catalog);
    let queries = [told];
    let queries = if met { queries.as_slice() } else { &[] };
    let mut maker = Maker::new(catalog, queries, &tables, &domains, 11).unwrap();
    let mut scratch = lab().open(catalog.dialect).unwrap();
    for statement in maker.schema() {
        scratch.fill(&statement).unwrap();
    }
    let mut with_rows = 0;
    for _ in 0..DATABASES {
        scratch.fill(&maker.another().join("; ")).unwrap();
        let rows = !scratch.ask(sql).unwrap().rows.is_empty();
        maker.was_telling(rows);
        with_rows += u32::from(rows);
    }
    with_rows
}

#[test]
fn selective_queries_get_rows_from_many_made_up_databases() {
    let (mut faults, mut all) = (Vec::new(), (0, 0));
    for dialect in [Dialect::Sqlite, Dialect::Duckdb] {
        let catalog = home(dialect);
        for (what, sql) in SELECTIVE {
            let (chance, met) = (telling(&catalog, sql, false), telling(&catalog, sql, true));
            println!("{dialect:?} {what}: {met} of {DATABASES} in place of {chance}");
            all = (all.0 + chance, all.1 + met);
            if met * 5 < DATABASES {
                faults.push(format!("{dialect:?} {what}: {met} of {DATABASES}, {chance} by chance"));
            }
        }
    }
    println!("{} with rows in place of {}", all.1, all.0);
    assert!(all.1 > all.0 * 3, "{all:?}");
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

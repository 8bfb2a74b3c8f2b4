//! Equal normal forms: what only its words tell apart has one, what differs in its rows has none.

use super::*;

fn normal(sql: &str, dialect: Dialect) -> Option<String> {
    super::super::normal::normal(&parse::query(sql, dialect).unwrap(), &home::home(dialect))
}

#[test]
fn a_rule_that_only_says_the_same_more_plainly_ends_in_the_normal_form_of_what_it_began_with() {
    for name in ["constants_folded", "or_to_in", "cte_inlined", "having_to_where"] {
        let rule = RULES.iter().find(|r| r.name == name).unwrap();
        for dialect in rule.engines {
            let before = normal(rule.before, *dialect);
            assert!(before.is_some(), "{name} {dialect:?}");
            assert_eq!(before, normal(rule.after, *dialect), "{name} {dialect:?}");
        }
    }
}

#[test]
fn names_of_sources_order_of_conditions_and_the_writing_of_joins_are_no_difference() {
    for (one, other) in [
        (
            "SELECT o.id FROM orders o JOIN shops s ON s.id = o.shop_id WHERE o.total > 3 AND (s.town = 'Ulm' OR s.town IS NULL)",
            "SELECT x.id AS id FROM orders AS x, shops y WHERE (y.town IS NULL OR 'Ulm' = y.town) AND 3 < x.total AND y.id = \
             x.shop_id",
        ),
        (
            "SELECT id FROM shops WHERE id IN (1, 2, 3)",
            "SELECT s.id FROM shops s WHERE s.id IN (3, 1, 2, 1)",
        ),
        (
            "SELECT COUNT(*) AS n FROM orders o WHERE EXISTS (SELECT 1 FROM lines o WHERE o.price > 2) AND o.total > 1",
            "SELECT count(*) AS n FROM orders p WHERE p.total > 1 AND EXISTS (SELECT 1 FROM lines WHERE price > 2)",
        ),
        (
            "SELECT o.status, o.shop_id, SUM(o.total) AS t FROM orders o GROUP BY o.status, o.shop_id",
            "SELECT status, shop_id, SUM(total) AS t FROM orders GROUP BY shop_id, status",
        ),
    ] {
        let form = normal(one, Dialect::Duckdb);
        assert!(form.is_some(), "{one}");
        assert_eq!(form, normal(other, Dialect::Duckdb));
    }
}

#[test]
fn what_gives_other_rows_or_names_has_another_form() {
    for (one, other) in [
        (
            "SELECT id FROM orders WHERE total > 1 AND (shop_id = 2 OR status = 'a')",
            "SELECT id FROM orders WHERE total > 1 AND shop_id = 2 OR status = 'a'",
        ),
        (
            "SELECT id FROM orders WHERE total > 1",
            "SELECT id FROM orders WHERE total >= 1",
        ),
        (
            "SELECT id FROM orders WHERE 1 < total",
            "SELECT id FROM orders WHERE total < 1",
        ),
        ("SELECT id FROM orders", "SELECT id AS key FROM orders"),
        ("SELECT id FROM orders", "SELECT DISTINCT id FROM orders"),
        (
            "SELECT town FROM shops UNION SELECT country FROM customers",
            "SELECT town FROM shops UNION ALL SELECT country FROM customers",
        ),
        (
            "SELECT o.id FROM orders o LEFT JOIN shops s ON s.id = o.shop_id AND s.town = 'Ulm'",
            "SELECT o.id FROM orders o LEFT JOIN shops s ON s.id = o.shop_id WHERE s.town = 'Ulm'",
        ),
        // The inner name hides the outer one in the first, and not in the second.
        (
            "SELECT a.id FROM orders a WHERE EXISTS (SELECT 1 FROM orders a WHERE a.total > a.id)",
            "SELECT a.id FROM orders a WHERE EXISTS (SELECT 1 FROM orders b WHERE b.total > a.id)",
        ),
        (
            "SELECT a.id, b.id AS other FROM orders a, orders b WHERE a.total > 2",
            "SELECT a.id, b.id AS other FROM orders a, orders b WHERE b.total > 2",
        ),
        (
            "SELECT id - (total - 1) AS n FROM orders",
            "SELECT id - total - 1 AS n FROM orders",
        ),
        (
            "SELECT id FROM orders ORDER BY total",
            "SELECT id FROM orders ORDER BY total DESC",
        ),
    ] {
        for dialect in [Dialect::Sqlite, Dialect::Duckdb, Dialect::Postgres] {
            assert_ne!(normal(one, dialect), normal(other, dialect), "{one}");
            assert!(
                normal(one, dialect).is_some() && normal(other, dialect).is_some(),
                "{one}"
            );
        }
    }
    // Which of two columns stands on the left says in SQLite how texts are compared.
    let sides = [
        "SELECT s.id FROM shops s, customers c WHERE s.town = c.country",
        "SELECT s.id FROM shops s, customers c WHERE c.country = s.town",
    ];
    assert_ne!(normal(sides[0], Dialect::Sqlite), normal(sides[1], Dialect::Sqlite));
    assert_eq!(normal(sides[0], Dialect::Postgres), normal(sides[1], Dialect::Postgres));
    assert_eq!(normal("SELECT 1 AS \"#\" FROM shops", Dialect::Sqlite), None);
}

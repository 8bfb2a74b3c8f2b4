use askwell_contract::run::JoinStep;

use super::*;
use crate::testing::shop;

fn with(run: impl Fn(&Scene<'_>)) {
    let catalog = shop();
    let joins = |tables: &[String]| -> Option<Vec<JoinStep>> {
        let step = |a: &str, b: &str, c: &str, d: &str| JoinStep {
            left_table: a.into(),
            left_column: b.into(),
            right_table: c.into(),
            right_column: d.into(),
        };
        let all = [
            step("orders", "customer_id", "customers", "id"),
            step("order_lines", "order_id", "orders", "id"),
        ];
        let has = |t: &String| tables.contains(t);
        Some(
            all.into_iter()
                .filter(|s| has(&s.left_table) && has(&s.right_table))
                .collect(),
        )
    };
    run(&Scene {
        catalog: &catalog,
        joins: &joins,
    });
}

fn of(sql: &str, scene: &Scene<'_>) -> Parts {
    parts(sql, scene.catalog).unwrap()
}

#[test]
fn a_statement_comes_back_with_its_tables_names() {
    with(|scene| {
        for (sql, want) in [
            ("SELECT name FROM customers c WHERE c.country = 'Peru'", "SELECT customers.name FROM customers WHERE customers.country = 'Peru'"),
            (
                "SELECT T1.name, count(*) FROM customers AS T1 JOIN orders AS T2 ON T1.id = T2.customer_id GROUP BY T1.id ORDER BY count(*) DESC LIMIT 3",
                "SELECT customers.name, count(*) FROM customers JOIN orders ON customers.id = orders.customer_id GROUP BY customers.id ORDER BY count(*) DESC LIMIT 3",
            ),
            (
                "SELECT name FROM customers WHERE id NOT IN (SELECT o.customer_id FROM orders o WHERE o.total > 5)",
                "SELECT customers.name FROM customers WHERE customers.id NOT IN (SELECT o.customer_id FROM orders o WHERE o.total > 5)",
            ),
            ("SELECT name FROM customers WHERE country = \"Peru\"", "SELECT customers.name FROM customers WHERE customers.country = 'Peru'"),
            ("SELECT status, SUM(total) AS t FROM orders GROUP BY 1 ORDER BY t", "SELECT orders.status, SUM(orders.total) AS t FROM orders GROUP BY orders.status ORDER BY SUM(orders.total)"),
        ] {
            assert_eq!(of(sql, scene).sql(), want);
        }
        for sql in [
            "SELECT name FROM customers UNION SELECT status FROM orders",
            "SELECT a.name FROM customers a JOIN customers b ON a.id = b.id",
            "SELECT x FROM (SELECT name AS x FROM customers) AS t",
            "SELECT name, RANK() OVER (ORDER BY id) FROM customers",
        ] {
            assert_eq!(parts(sql, scene.catalog), None, "{sql}");
        }
    });
}

/// What a turn's query makes of the one before.
#[test]
fn a_turn_changes_the_query_before_it() {
    type Merge = fn(&Parts, &Parts, &Scene<'_>) -> Option<Parts>;
    let list = "SELECT name FROM customers WHERE country = 'Peru'";
    let cases: [(&str, Merge, &str, &str); 26] = [
        (list, merge::narrowed, "SELECT id FROM customers WHERE country = 'Spain'", "SELECT customers.name FROM customers WHERE customers.country = 'Spain'"),
        (list, merge::narrowed, "SELECT id FROM customers WHERE active", "SELECT customers.name FROM customers WHERE customers.country = 'Peru' AND customers.active"),
        (list, merge::within, "SELECT COUNT(*) FROM customers", "SELECT COUNT(*) FROM customers WHERE customers.country = 'Peru'"),
        (list, merge::within, "SELECT SUM(total) FROM orders", "SELECT SUM(orders.total) FROM customers JOIN orders ON orders.customer_id = customers.id WHERE customers.country = 'Peru'"),
        (list, merge::either, "SELECT id FROM customers WHERE active = 1 OR active = 0", "SELECT customers.name, customers.active FROM customers WHERE customers.country = 'Peru'"),
        // What a join gives several times was shown once.
        ("SELECT DISTINCT c.name FROM customers c JOIN orders o ON o.customer_id = c.id WHERE o.total > 5", merge::within, "SELECT since FROM customers", "SELECT DISTINCT customers.since FROM customers JOIN orders ON orders.customer_id = customers.id WHERE orders.total > 5"),
        // The row that has the highest figure; a figure of groups is of no row.
        ("SELECT MAX(total) FROM orders WHERE status = 'sent'", top::holding, "SELECT id FROM orders", "SELECT orders.id FROM orders WHERE orders.status = 'sent' AND orders.total = (SELECT MAX(orders.total) FROM orders WHERE orders.status = 'sent')"),
        ("SELECT AVG(total) FROM orders", top::holding, "SELECT id FROM orders", ""),
        // A query inside may have been written in other letters.
        ("SELECT COUNT(*) FROM orders WHERE customer_id NOT IN (SELECT id FROM CUSTOMERS WHERE Country = 'peru')", merge::narrowed, "SELECT id FROM customers WHERE country = 'Spain'", "SELECT COUNT(*) FROM orders WHERE orders.customer_id NOT IN (SELECT id FROM CUSTOMERS WHERE Country = 'Spain')"),
        // Of the customers in the country at the top, each has a name of its own.
        ("SELECT country FROM customers GROUP BY country ORDER BY COUNT(*) DESC LIMIT 1", merge::among, "SELECT name FROM customers", "SELECT customers.name FROM customers WHERE customers.country IN (SELECT customers.country FROM customers GROUP BY customers.country ORDER BY COUNT(*) DESC LIMIT 1)"),
        ("SELECT customer_id FROM orders GROUP BY customer_id ORDER BY COUNT(*) DESC LIMIT 1", merge::within, "SELECT name FROM customers", "SELECT customers.name FROM orders JOIN customers ON orders.customer_id = customers.id GROUP BY orders.customer_id, customers.name ORDER BY COUNT(*) DESC LIMIT 1"),
        // Groups that fulfil something are asked for no others.
        ("SELECT customer_id FROM orders GROUP BY customer_id HAVING COUNT(*) > 3", merge::within, "SELECT name FROM customers", "SELECT customers.name FROM orders JOIN customers ON orders.customer_id = customers.id GROUP BY orders.customer_id, customers.name HAVING COUNT(*) > 3"),
        ("SELECT country FROM customers JOIN orders ON customers.id = orders.customer_id GROUP BY country HAVING COUNT(*) > 3", merge::within, "SELECT name FROM customers", ""),
        ("SELECT name FROM customers WHERE active ORDER BY since", merge::within, "SELECT country FROM customers", "SELECT customers.country FROM customers WHERE customers.active ORDER BY customers.since"),
        (list, merge::widened, "SELECT since FROM customers", "SELECT customers.name, customers.since FROM customers WHERE customers.country = 'Peru'"),
        ("SELECT customer_id, COUNT(*) FROM orders GROUP BY customer_id LIMIT 1", merge::widened, "SELECT name FROM customers", "SELECT orders.customer_id, COUNT(*), customers.name FROM orders JOIN customers ON orders.customer_id = customers.id GROUP BY orders.customer_id, customers.name LIMIT 1"),
        (list, merge::ordered, "SELECT name FROM customers ORDER BY since DESC LIMIT 3", "SELECT customers.name FROM customers WHERE customers.country = 'Peru' ORDER BY customers.since DESC LIMIT 3"),
        (list, merge::without, "SELECT id FROM customers WHERE active", "SELECT customers.name FROM customers WHERE customers.country = 'Peru' AND NOT (customers.active)"),
        ("SELECT id FROM orders WHERE total > 5", merge::added, "SELECT id FROM orders WHERE total > 9", "SELECT orders.id FROM orders WHERE orders.total > 5 AND orders.total > 9"),
        ("SELECT id FROM orders WHERE total > 5", merge::narrowed, "SELECT id FROM orders WHERE total < 9", "SELECT orders.id FROM orders WHERE orders.total > 5 AND orders.total < 9"),
        ("SELECT id FROM orders WHERE status = 'paid' AND total > 50", merge::narrowed, "SELECT id FROM orders WHERE total < 50", "SELECT orders.id FROM orders WHERE orders.status = 'paid' AND orders.total < 50"),
        ("SELECT SUM(total) FROM orders WHERE status = 'paid'", merge::grouped, "SELECT country FROM customers", "SELECT customers.country, SUM(orders.total) FROM orders JOIN customers ON orders.customer_id = customers.id WHERE orders.status = 'paid' GROUP BY customers.country"),
        ("SELECT AVG(total) FROM orders", merge::measured, "SELECT quantity FROM order_lines", "SELECT AVG(order_lines.quantity) FROM orders JOIN order_lines ON order_lines.order_id = orders.id"),
        ("SELECT name FROM customers ORDER BY since LIMIT 1", merge::within, "SELECT country FROM customers", "SELECT customers.country FROM customers ORDER BY customers.since LIMIT 1"),
        ("SELECT name FROM customers ORDER BY since LIMIT 2", merge::among, "SELECT SUM(total) FROM orders JOIN customers ON customers.id = orders.customer_id", "SELECT SUM(orders.total) FROM orders JOIN customers ON customers.id = orders.customer_id WHERE customers.id IN (SELECT customers.id FROM customers ORDER BY customers.since LIMIT 2)"),
        ("SELECT country FROM customers GROUP BY country ORDER BY COUNT(*) DESC LIMIT 1", merge::among, "SELECT name FROM customers", "SELECT customers.name FROM customers WHERE customers.country IN (SELECT customers.country FROM customers GROUP BY customers.country ORDER BY COUNT(*) DESC LIMIT 1)"),
    ];
    with(|scene| {
        for (earlier, merge, turn, want) in &cases {
            let made = merge(&of(earlier, scene), &of(turn, scene), scene);
            assert_eq!(
                made.map(|p| p.sql()).as_deref(),
                Some(*want).filter(|w| !w.is_empty()),
                "{earlier} / {turn}"
            );
        }
    });
}

#[test]
fn what_differs_within_a_group_is_not_asked_of_the_group() {
    with(|scene| {
        let top = of(
            "SELECT country FROM customers GROUP BY country ORDER BY COUNT(*) DESC LIMIT 1",
            scene,
        );
        assert_eq!(
            merge::within(&top, &of("SELECT name FROM customers", scene), scene),
            None
        );
    });
}

#[test]
fn queries_joined_are_changed_in_each_part() {
    with(|scene| {
        let sql = "SELECT name FROM customers WHERE country = 'Peru' EXCEPT SELECT c.name FROM customers c JOIN orders o ON c.id = o.customer_id";
        let both = sets(sql, scene.catalog).unwrap();
        let made = |s: Option<Sets>| s.map(|s| s.sql()).unwrap_or_default();
        assert_eq!(
            made(both.narrowed(&of("SELECT id FROM customers WHERE active", scene), scene)),
            "SELECT customers.name FROM customers WHERE customers.country = 'Peru' AND customers.active \
             EXCEPT SELECT customers.name FROM customers JOIN orders ON customers.id = orders.customer_id WHERE customers.active"
        );
        assert_eq!(
            both.among(&of("SELECT since FROM customers", scene), scene).map(|p| p.sql()).unwrap(),
            "SELECT customers.since FROM customers WHERE customers.id IN (SELECT customers.id FROM customers \
             WHERE customers.country = 'Peru' EXCEPT SELECT customers.id FROM customers JOIN orders ON customers.id = orders.customer_id)"
        );
        for one in [
            "SELECT name FROM customers",
            "SELECT name FROM customers UNION SELECT status FROM orders ORDER BY 1",
            "SELECT x FROM (SELECT name AS x FROM customers) AS t UNION SELECT status FROM orders",
        ] {
            assert_eq!(sets(one, scene.catalog), None, "{one}");
        }
    });
}

#[test]
fn a_statement_is_said_in_a_phrase() {
    with(|scene| {
        for (sql, want) in [
            (
                "SELECT COUNT(*) FROM customers WHERE country = 'Peru'",
                "number of customers, where country is 'Peru'",
            ),
            (
                "SELECT status, SUM(total) FROM orders GROUP BY status ORDER BY SUM(total) DESC LIMIT 3",
                "total for each status, the 3 highest",
            ),
            (
                "SELECT name, since FROM customers ORDER BY since LIMIT 1",
                "name and since of customers, the one with the earliest since",
            ),
            ("SELECT * FROM orders", "orders"),
            (
                "SELECT name FROM customers WHERE country IN ('Peru', 'PERU') ORDER BY name",
                "name of customers, where country is 'Peru' (in 2 spellings), sorted by name from A to Z",
            ),
        ] {
            assert_eq!(say(&of(sql, scene), scene.catalog), want);
        }
        let both = "SELECT this.figure AS Peru, other.figure AS Spain FROM (SELECT COUNT(*) AS figure FROM customers WHERE country = 'Peru') AS this CROSS JOIN (SELECT COUNT(*) AS figure FROM customers WHERE country = 'Spain') AS other";
        assert_eq!(
            beside(both, scene.catalog).as_deref(),
            Some("number of customers, where country is 'Peru', beside number of customers, where country is 'Spain'")
        );
        assert_eq!(beside("SELECT COUNT(*) FROM customers", scene.catalog), None);
    });
}

#[test]
fn a_word_changes_the_query_before_it() {
    with(|scene| {
        let list = of("SELECT name FROM customers WHERE country = 'Peru' ORDER BY name", scene);
        let grouped = of("SELECT status, COUNT(*) FROM orders GROUP BY status", scene);
        let made = |p: Option<Parts>| p.map(|p| p.sql()).unwrap_or_default();
        assert_eq!(
            alone::counted("", Some(&list), scene.dialect()).unwrap(),
            "SELECT COUNT(*) FROM customers WHERE customers.country = 'Peru'"
        );
        assert_eq!(
            alone::counted("SELECT DISTINCT country FROM customers", None, scene.dialect()).unwrap(),
            "SELECT COUNT(*) FROM (SELECT DISTINCT country FROM customers) AS listed"
        );
        assert_eq!(
            made(alone::figured(
                &of("SELECT SUM(total) FROM orders", scene),
                "avg",
                scene
            )),
            "SELECT AVG(orders.total) AS average_total FROM orders"
        );
        assert_eq!(
            made(alone::figured(
                &of(
                    "SELECT id, total FROM orders WHERE status = 'paid' ORDER BY total DESC LIMIT 1",
                    scene
                ),
                "avg",
                scene
            )),
            "SELECT AVG(orders.total) AS average_total FROM orders WHERE orders.status = 'paid'"
        );
        assert_eq!(
            made(alone::denied(&list)),
            "SELECT customers.name FROM customers WHERE NOT (customers.country = 'Peru') ORDER BY customers.name"
        );
        assert_eq!(
            made(alone::freed(&list, None)),
            "SELECT customers.name FROM customers ORDER BY customers.name"
        );
        assert_eq!(
            made(alone::ranked(&grouped, Some(2), Some(false), true, scene)),
            "SELECT orders.status, COUNT(*) FROM orders GROUP BY orders.status ORDER BY COUNT(*) LIMIT 2"
        );
        assert_eq!(
            alone::shared(&grouped).unwrap(),
            "SELECT orders.status, 100.0 * COUNT(*) / SUM(COUNT(*)) OVER () AS share_in_percent FROM orders GROUP BY orders.status"
        );
        assert_eq!(
            phrase(&alone::shared(&grouped).unwrap(), scene.catalog).unwrap(),
            "number of orders for each status, in percent of all"
        );
        assert_eq!(
            made(alone::row(&list, 3)),
            "SELECT customers.name FROM customers WHERE customers.country = 'Peru' ORDER BY customers.name LIMIT 1 OFFSET 2"
        );
        assert_eq!(
            made(alone::whole(&list, scene)),
            "SELECT customers.id, customers.name, customers.country, customers.since, customers.active FROM customers WHERE customers.country = 'Peru' ORDER BY customers.name"
        );
        let top = of(
            "SELECT status FROM orders GROUP BY status ORDER BY COUNT(*) DESC LIMIT 1",
            scene,
        );
        assert_eq!(
            alone::counted("", Some(&top), scene.dialect()).unwrap(),
            "SELECT orders.status, COUNT(*) FROM orders GROUP BY orders.status ORDER BY COUNT(*) DESC LIMIT 1"
        );
        assert_eq!(alone::row(&of("SELECT COUNT(*) FROM orders", scene), 1), None);
        assert!(made(alone::row(&top, 2)).ends_with("LIMIT 1 OFFSET 1"));
        assert_eq!(alone::row(&of("SELECT name FROM customers LIMIT 1", scene), 2), None);
    });
}

/// One query about one of them answers for each.
#[test]
fn what_was_asked_of_one_is_asked_of_each() {
    let of_one = "SELECT orders.id, orders.total FROM orders JOIN customers ON orders.customer_id = customers.id \
                  WHERE customers.name = 'Ada'";
    with(|scene| {
        let names = ["Ada".to_owned(), "O'Neil".to_owned()];
        let name: Place = ("customers".into(), "name".into());
        let each = |sql: &str| each::each(&of(sql, scene), &name, &names, scene);
        let last = each(&format!("{of_one} ORDER BY orders.id DESC LIMIT 1")).unwrap();
        assert_eq!(
            last,
            "SELECT of_each.c0 AS name, of_each.c1 AS id, of_each.c2 AS total FROM (SELECT customers.name AS c0, \
             orders.id AS c1, orders.total AS c2, RANK() OVER (PARTITION BY customers.name ORDER BY orders.id DESC) AS \
             place FROM orders JOIN customers ON orders.customer_id = customers.id WHERE customers.name IN ('Ada', \
             'O''Neil')) AS of_each WHERE of_each.place <= 1 ORDER BY of_each.c0, of_each.place"
        );
        let counted = "SELECT COUNT(*) FROM orders JOIN customers ON orders.customer_id = customers.id WHERE \
                       customers.name = 'Ada'";
        assert_eq!(
            each(counted).unwrap(),
            "SELECT customers.name, COUNT(*) FROM orders JOIN customers ON orders.customer_id = customers.id WHERE \
             customers.name IN ('Ada', 'O''Neil') GROUP BY customers.name ORDER BY customers.name"
        );
        // Nobody in particular, or the first few of no order.
        assert_eq!(each("SELECT name FROM customers WHERE country = 'Peru'"), None);
        assert_eq!(each(&format!("{of_one} LIMIT 1")), None);
    });
}

#[test]
fn what_was_shown_is_ranked_added_up_listed_and_put_in_percent() {
    with(|scene| {
        let made = |parts: Option<Parts>| parts.unwrap().sql();
        let by_month = of(
            "SELECT since, COUNT(*) FROM customers GROUP BY since ORDER BY since",
            scene,
        );
        // Groups stand in the order of their days until somebody asks for the highest.
        assert_eq!(
            made(alone::ranked(&by_month, Some(3), Some(true), true, scene)),
            "SELECT customers.since, COUNT(*) FROM customers GROUP BY customers.since ORDER BY COUNT(*) DESC LIMIT 3"
        );
        assert_eq!(
            made(alone::ranked(&by_month, Some(3), Some(true), false, scene)),
            "SELECT customers.since, COUNT(*) FROM customers GROUP BY customers.since ORDER BY customers.since DESC LIMIT 3"
        );
        assert_eq!(
            alone::over(&by_month, "avg", scene).unwrap(),
            "SELECT AVG(figure) AS avg FROM (SELECT customers.since, COUNT(*) AS figure FROM customers GROUP BY customers.since) AS listed"
        );
        let count = of("SELECT COUNT(*) FROM orders WHERE status = 'paid' AND total > 5", scene);
        assert_eq!(alone::over(&count, "avg", scene), None);
        let rows = made(alone::rows_of(&count, scene));
        assert!(
            rows.starts_with("SELECT orders.id, ")
                && rows.ends_with("WHERE orders.status = 'paid' AND orders.total > 5"),
            "{rows}"
        );
        assert_eq!(
            alone::part(&count, false).unwrap(),
            "SELECT 100.0 * SUM(CASE WHEN orders.total > 5 THEN 1 ELSE 0 END) / COUNT(*) AS share_in_percent FROM orders WHERE orders.status = 'paid'"
        );
        assert_eq!(
            alone::part(&count, true).unwrap(),
            "SELECT 100.0 * SUM(CASE WHEN orders.status = 'paid' AND orders.total > 5 THEN 1 ELSE 0 END) / COUNT(*) AS share_in_percent FROM orders"
        );
        let inside = of(
            "SELECT COUNT(*) FROM orders WHERE customer_id IN (SELECT id FROM customers WHERE country = 'Peru')",
            scene,
        );
        let other = of("SELECT COUNT(*) FROM customers WHERE country = 'Chile'", scene);
        assert_eq!(
            made(merge::narrowed(&inside, &other, scene)),
            "SELECT COUNT(*) FROM orders WHERE orders.customer_id IN (SELECT id FROM customers WHERE country = 'Chile')"
        );
    });
}

/// Games are joined with one key of several; another reading looks its team up by another key.
#[test]
fn another_value_stands_in_the_earlier_one_s_place_and_no_key_is_added_up() {
    with(|scene| {
        let made = |p: Option<Parts>| p.map(|p| p.sql()).unwrap_or_default();
        let of_one = of(
            "SELECT AVG(orders.total) FROM orders JOIN customers ON orders.customer_id = customers.id \
             WHERE customers.name = 'Ada' AND orders.status = 'paid'",
            scene,
        );
        let looked_up = of(
            "SELECT id, customer_id, total FROM orders WHERE customer_id IN (SELECT id FROM customers WHERE name = 'Bo')",
            scene,
        );
        let turn = merge::unwrapped(&of_one, &looked_up, &|_| false, scene);
        assert_eq!(
            made(merge::narrowed(&of_one, &turn, scene)),
            "SELECT AVG(orders.total) FROM orders JOIN customers ON orders.customer_id = customers.id \
             WHERE orders.status = 'paid' AND customers.name = 'Bo'"
        );
        // Said by its name, or of a column that the earlier query does not hold, it stays what it is.
        assert_eq!(
            merge::unwrapped(&of_one, &looked_up, &|column| column == "customer_id", scene),
            looked_up
        );
        let elsewhere = of(
            "SELECT id FROM orders WHERE customer_id IN (SELECT id FROM customers WHERE country = 'Peru')",
            scene,
        );
        assert_eq!(merge::unwrapped(&of_one, &elsewhere, &|_| false, scene), elsewhere);
        // The first number of the turn is its key.
        let all = of("SELECT id, customer_id, total FROM orders", scene);
        let lines = of(
            "SELECT SUM(order_lines.quantity) FROM order_lines JOIN orders ON order_lines.order_id = orders.id",
            scene,
        );
        assert_eq!(
            made(merge::measured(&lines, &all, scene)),
            "SELECT SUM(orders.total) FROM order_lines JOIN orders ON order_lines.order_id = orders.id"
        );
        assert_eq!(
            merge::measured(&lines, &of("SELECT id, customer_id FROM orders", scene), scene),
            None
        );
    });
}

#[test]
fn rows_that_were_counted_are_counted_once_each_where_a_table_comes_in() {
    with(|scene| {
        let counted = of("SELECT COUNT(*) FROM customers", scene);
        let turn = of("SELECT COUNT(*) FROM orders WHERE status = 'open'", scene);
        let made = merge::narrowed(&counted, &turn, scene).unwrap().sql();
        assert!(made.starts_with("SELECT COUNT(DISTINCT customers.id) FROM"), "{made}");
        // An order has one customer.
        let counted = of("SELECT COUNT(*) FROM orders", scene);
        let turn = of("SELECT name FROM customers WHERE country = 'Peru'", scene);
        let made = merge::narrowed(&counted, &turn, scene).unwrap().sql();
        assert!(made.starts_with("SELECT COUNT(*) FROM"), "{made}");
    });
}

#[test]
fn shares_are_made_figures_again() {
    with(|scene| {
        let grouped = of("SELECT status, COUNT(*) FROM orders GROUP BY status", scene);
        let shares = alone::shared(&grouped).unwrap();
        assert_eq!(alone::unshared(&shares), Some(grouped.sql()));
        assert_eq!(alone::unshared(&grouped.sql()), None);
    });
}

#[test]
fn a_second_grouping_stands_beside_the_first() {
    with(|scene| {
        let by_country = of(
            "SELECT country, SUM(total) FROM orders JOIN customers ON orders.customer_id = customers.id WHERE status = 'paid' GROUP BY country ORDER BY SUM(total) DESC",
            scene,
        );
        let turn = of("SELECT status AS state, COUNT(*) FROM orders GROUP BY status", scene);
        let both = beside::beside(&by_country, &turn, scene).unwrap();
        assert_eq!(
            both.sql(),
            "SELECT customers.country, orders.status AS state, SUM(orders.total) FROM orders JOIN customers ON orders.customer_id = customers.id WHERE orders.status = 'paid' GROUP BY customers.country, orders.status ORDER BY customers.country, orders.status"
        );
        // Three columns before the figure, the first few alone, a figure without groups.
        assert_eq!(
            beside::beside(
                &both,
                &of("SELECT name, COUNT(*) FROM customers GROUP BY name", scene),
                scene
            ),
            None
        );
        let cut = Parts {
            limit: Some(3),
            ..by_country
        };
        assert_eq!(beside::beside(&cut, &turn, scene), None);
        assert_eq!(
            beside::beside(&of("SELECT COUNT(*) FROM orders", scene), &turn, scene),
            None
        );
        // A month has its year in it.
        let years = of(
            "SELECT strftime('%Y', since), COUNT(*) FROM customers GROUP BY strftime('%Y', since)",
            scene,
        );
        let months = of(
            "SELECT strftime('%m', since), COUNT(*) FROM customers GROUP BY strftime('%m', since)",
            scene,
        );
        assert_eq!(beside::beside(&years, &months, scene), None);
    });
}

#[test]
fn what_was_averaged_stays_an_average() {
    with(|scene| {
        let turn = of("SELECT SUM(quantity) FROM order_lines", scene);
        let made = |earlier: &str| alone::same_figure(&of(earlier, scene), &turn).sql();
        assert_eq!(
            made("SELECT AVG(total) FROM orders"),
            "SELECT AVG(order_lines.quantity) FROM order_lines"
        );
        for other in [
            "SELECT COUNT(*) FROM orders",
            "SELECT AVG(total), MAX(total) FROM orders",
        ] {
            assert_eq!(made(other), turn.sql(), "{other}");
        }
    });
}

#[test]
fn the_average_of_the_first_few_is_of_what_they_are_ordered_by() {
    with(|scene| {
        let over = |sql: &str| alone::over(&of(sql, scene), "avg", scene);
        assert_eq!(
            over("SELECT id, total FROM orders ORDER BY total LIMIT 10").unwrap(),
            "SELECT AVG(figure) AS avg FROM (SELECT orders.total AS figure FROM orders ORDER BY orders.total LIMIT 10) AS listed"
        );
        for sql in [
            "SELECT id FROM orders ORDER BY total LIMIT 10",
            "SELECT id, total FROM orders ORDER BY total",
        ] {
            assert_eq!(over(sql), None, "{sql}");
        }
    });
}

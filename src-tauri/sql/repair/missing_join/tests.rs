use super::*;
use crate::repair::tests::repaired;

fn becomes(before: &str, after: &str) {
    assert_eq!(repaired(&RULE, before).as_deref(), Some(after));
    assert_eq!(repaired(&RULE, after), None, "not idempotent");
}

#[test]
fn the_tables_between_are_joined_too() {
    becomes(
        "SELECT customers.name, order_lines.product FROM customers",
        "SELECT customers.name, order_lines.product FROM customers JOIN orders ON orders.customer_id = customers.id \
         JOIN order_lines ON order_lines.order_id = orders.id",
    );
}

#[test]
fn a_table_is_joined_to_what_it_is_called_in_the_query() {
    becomes(
        "SELECT c.name FROM customers AS c WHERE orders.total > 5 AND orders.status = 'open'",
        "SELECT c.name FROM customers AS c WHERE EXISTS (SELECT 1 FROM orders WHERE orders.customer_id = c.id \
         AND orders.total > 5 AND orders.status = 'open')",
    );
}

#[test]
fn a_name_given_to_no_table_is_given_to_the_one_that_has_its_columns() {
    becomes(
        "SELECT c.name, o.status FROM customers c WHERE o.total > 5",
        "SELECT c.name, o.status FROM customers c JOIN orders AS o ON o.customer_id = c.id WHERE o.total > 5",
    );
    // `id` and `quantity` are of two tables.
    assert_eq!(repaired(&RULE, "SELECT o.id, o.quantity FROM customers c"), None);
    assert_eq!(repaired(&RULE, "SELECT x.total FROM customers c"), None);
}

#[test]
fn a_table_read_under_another_name_is_called_by_it() {
    becomes("SELECT orders.total FROM orders o", "SELECT o.total FROM orders o");
    becomes(
        "SELECT c.name FROM customers c WHERE EXISTS (SELECT 1 FROM orders WHERE orders.customer_id = customers.id)",
        "SELECT c.name FROM customers c WHERE EXISTS (SELECT 1 FROM orders WHERE orders.customer_id = c.id)",
    );
}

#[test]
fn a_bare_name_that_one_other_table_has_brings_that_table() {
    becomes(
        "SELECT name, total FROM customers ORDER BY total",
        "SELECT name, total FROM customers JOIN orders ON orders.customer_id = customers.id ORDER BY total",
    );
    becomes(
        "SELECT c.name, c.total FROM customers c",
        "SELECT c.name, orders.total FROM customers c JOIN orders ON orders.customer_id = c.id",
    );
}

#[test]
fn a_name_that_two_tables_now_have_is_qualified_and_star_stays_what_it_was() {
    becomes(
        "SELECT * FROM customers WHERE id > 3 AND orders.total > 5",
        "SELECT customers.* FROM customers WHERE customers.id > 3 AND EXISTS (SELECT 1 FROM orders \
         WHERE orders.customer_id = customers.id AND orders.total > 5)",
    );
    becomes(
        "SELECT *, orders.status FROM customers WHERE id > 3 AND orders.total > 5",
        "SELECT customers.*, orders.status FROM customers JOIN orders ON orders.customer_id = customers.id \
         WHERE customers.id > 3 AND orders.total > 5",
    );
}

#[test]
fn a_subquery_is_mended_where_it_stands() {
    becomes(
        "SELECT name FROM customers WHERE id IN (SELECT customer_id FROM orders WHERE order_lines.quantity > 5)",
        "SELECT name FROM customers WHERE id IN (SELECT customer_id FROM orders \
         WHERE EXISTS (SELECT 1 FROM order_lines WHERE order_lines.order_id = orders.id AND order_lines.quantity > 5))",
    );
}

#[test]
fn rows_that_an_outer_join_keeps_are_kept() {
    becomes(
        "SELECT c.name, order_lines.product FROM customers c LEFT JOIN orders o ON o.customer_id = c.id",
        "SELECT c.name, order_lines.product FROM customers c LEFT JOIN orders o ON o.customer_id = c.id \
         LEFT JOIN order_lines ON order_lines.order_id = o.id",
    );
    assert_eq!(
        repaired(
            &RULE,
            "SELECT c.name, order_lines.product FROM customers c FULL JOIN orders o ON o.customer_id = c.id"
        ),
        None
    );
}

#[test]
fn nothing_is_joined_on_a_guess() {
    for sql in [
        // Two ways: the table is read twice.
        "SELECT a.name FROM customers a, customers b WHERE orders.total > 5",
        // No such column there.
        "SELECT name FROM customers WHERE orders.shoe_size > 5",
        "SELECT name, \"total\" FROM customers",
        "SELECT name FROM customers WHERE somewhere.total > 5",
        // The name of the table is taken.
        "SELECT orders.name FROM customers AS orders WHERE order_lines.quantity > 5",
    ] {
        assert_eq!(repaired(&RULE, sql), None, "{sql}");
    }
}

#[test]
fn rows_are_not_repeated_for_a_table_of_which_only_conditions_speak() {
    // Customers are counted, not their orders.
    becomes(
        "SELECT COUNT(*) FROM customers WHERE customers.country = 'Peru' AND orders.total > 5",
        "SELECT COUNT(*) FROM customers WHERE customers.country = 'Peru' AND EXISTS (SELECT 1 FROM orders \
         WHERE orders.customer_id = customers.id AND orders.total > 5)",
    );
    // The one order that both conditions are of; what is OR stays together.
    becomes(
        "SELECT country, COUNT(*) FROM customers WHERE (orders.total > 5 OR country = 'Peru') AND orders.status = 'open' \
         AND name <> 'x' GROUP BY country ORDER BY COUNT(*) DESC",
        "SELECT country, COUNT(*) FROM customers WHERE EXISTS (SELECT 1 FROM orders WHERE orders.customer_id = \
         customers.id AND (orders.total > 5 OR country = 'Peru') AND orders.status = 'open') AND name <> 'x' \
         GROUP BY country ORDER BY COUNT(*) DESC",
    );
    becomes(
        "SELECT name FROM customers WHERE orders.total > 5 OR orders.status = 'open'",
        "SELECT name FROM customers WHERE EXISTS (SELECT 1 FROM orders WHERE orders.customer_id = customers.id \
         AND (orders.total > 5 OR orders.status = 'open'))",
    );
    // Over the tables between.
    becomes(
        "SELECT SUM(customers.id) FROM customers WHERE order_lines.quantity > 5",
        "SELECT SUM(customers.id) FROM customers WHERE EXISTS (SELECT 1 FROM orders JOIN order_lines ON \
         order_lines.order_id = orders.id WHERE orders.customer_id = customers.id AND order_lines.quantity > 5)",
    );
}

#[test]
fn a_table_of_one_row_for_each_and_one_that_is_shown_or_sorted_by_are_joined() {
    let one = "JOIN customers ON customers.id = orders.customer_id";
    let many = "JOIN orders ON orders.customer_id = customers.id";
    for (before, after) in [
        (
            "SELECT total FROM orders WHERE customers.country = 'Peru'",
            format!("SELECT total FROM orders {one} WHERE customers.country = 'Peru'"),
        ),
        (
            "SELECT name FROM customers WHERE orders.total > 5 ORDER BY orders.total",
            format!("SELECT name FROM customers {many} WHERE orders.total > 5 ORDER BY orders.total"),
        ),
        (
            "SELECT name, MAX(total) FROM customers WHERE orders.total > 5 GROUP BY name",
            format!("SELECT name, MAX(total) FROM customers {many} WHERE orders.total > 5 GROUP BY name"),
        ),
        (
            "SELECT name FROM customers WHERE orders.total > 5 GROUP BY name HAVING SUM(orders.total) > 9",
            format!(
                "SELECT name FROM customers {many} WHERE orders.total > 5 GROUP BY name HAVING SUM(orders.total) > 9"
            ),
        ),
        (
            "SELECT orders.*, customers.name FROM customers WHERE orders.total > 5",
            format!("SELECT orders.*, customers.name FROM customers {many} WHERE orders.total > 5"),
        ),
    ] {
        becomes(before, &after);
    }
}

#[test]
fn of_several_tables_each_is_joined_or_asked_for_by_itself() {
    // The customer of an order is one, its lines are many.
    becomes(
        "SELECT COUNT(*) FROM orders WHERE customers.country = 'Peru' AND order_lines.quantity > 5",
        "SELECT COUNT(*) FROM orders JOIN customers ON customers.id = orders.customer_id WHERE customers.country = 'Peru' \
         AND EXISTS (SELECT 1 FROM order_lines WHERE order_lines.order_id = orders.id AND order_lines.quantity > 5)",
    );
    becomes(
        "SELECT customers.name FROM orders WHERE order_lines.quantity > 5",
        "SELECT customers.name FROM orders JOIN customers ON customers.id = orders.customer_id \
         WHERE EXISTS (SELECT 1 FROM order_lines WHERE order_lines.order_id = orders.id AND order_lines.quantity > 5)",
    );
    let mut catalog = crate::testing::shop();
    let mut visits = catalog.tables[1].clone();
    visits.name = "visits".into();
    visits
        .columns
        .retain(|c| ["id", "customer_id", "placed_at"].contains(&c.name.as_str()));
    catalog.tables.push(visits);
    let cx = Context {
        catalog: &catalog,
        failed: true,
        found_nothing: false,
        values: &|_, _, _| Vec::new(),
    };
    for (condition, after) in [
        (
            "orders.total > 5 AND visits.id > 7",
            "EXISTS (SELECT 1 FROM orders WHERE orders.customer_id = customers.id AND orders.total > 5) \
             AND EXISTS (SELECT 1 FROM visits WHERE visits.customer_id = customers.id AND visits.id > 7)",
        ),
        (
            "orders.total > 5 AND visits.placed_at > orders.placed_at",
            "EXISTS (SELECT 1 FROM orders, visits WHERE orders.customer_id = customers.id \
             AND visits.customer_id = customers.id AND orders.total > 5 AND visits.placed_at > orders.placed_at)",
        ),
    ] {
        let sql = format!("SELECT name FROM customers WHERE {condition}");
        let repaired = crate::repair::apply(&RULE, &sql, &cx).unwrap().sql;
        assert_eq!(repaired, format!("SELECT name FROM customers WHERE {after}"));
        assert_eq!(crate::repair::apply(&RULE, &repaired, &cx), None);
    }
}

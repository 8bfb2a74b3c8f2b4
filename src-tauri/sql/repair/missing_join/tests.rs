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
        "SELECT c.name FROM customers AS c JOIN orders ON orders.customer_id = c.id \
         WHERE orders.total > 5 AND orders.status = 'open'",
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
        "SELECT customers.* FROM customers JOIN orders ON orders.customer_id = customers.id \
         WHERE customers.id > 3 AND orders.total > 5",
    );
}

#[test]
fn a_subquery_is_mended_where_it_stands() {
    becomes(
        "SELECT name FROM customers WHERE id IN (SELECT customer_id FROM orders WHERE order_lines.quantity > 5)",
        "SELECT name FROM customers WHERE id IN (SELECT customer_id FROM orders \
         JOIN order_lines ON order_lines.order_id = orders.id WHERE order_lines.quantity > 5)",
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

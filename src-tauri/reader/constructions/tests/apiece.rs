//! Something for each of the things: the day of their last, a figure for two kinds at once, one number times another.

use super::{read_first, shop};

#[track_caller]
fn first(question: &str) -> String {
    read_first(&shop(), question)
}

#[test]
fn the_last_of_each_is_told_of_all_with_those_that_never_had_one() {
    for question in [
        "every customer with the date of their last order",
        "all customers and when they last ordered",
        "every customer with the date of their last order, even those that never had one",
    ] {
        let sql = first(question);
        assert!(sql.contains("MAX(orders.order_date)"), "{question}: {sql}");
        assert!(sql.contains("FROM customers LEFT JOIN orders"), "{question}: {sql}");
        assert!(!sql.contains("LIMIT") && !sql.contains("NOT IN"), "{question}: {sql}");
    }
    let sql = first("the latest order of every customer");
    assert!(sql.contains("MAX(") && sql.contains("GROUP BY"), "{sql}");
    let sql = first("every order since the last day of 2023");
    assert!(!sql.contains("LEFT JOIN"), "{sql}");
}

#[test]
fn what_is_told_per_one_thing_per_another_is_told_for_each_of_both() {
    let sql = first("orders per customer per year");
    assert!(sql.contains("GROUP BY") && !sql.contains("NULLIF"), "{sql}");
    let sql = first("average number of orders per customer per year");
    assert!(sql.contains('/'), "{sql}");
}

#[test]
fn numbers_are_multiplied_row_by_row() {
    let sql = first("total of quantity times unit price by country");
    assert!(sql.contains("quantity * ") && sql.contains("GROUP BY"), "{sql}");
}

#[test]
fn so_many_times_something_is_no_number_of_times() {
    let sql = first("products with more than twice the usual price");
    assert!(sql.contains("> 2 * (SELECT AVG(price)"), "{sql}");
    let sql = first("products costing more than three times what we pay on average");
    assert!(sql.contains("> 3 * (SELECT AVG("), "{sql}");
    let sql = first("products with a price of more than twice the cost");
    assert!(!sql.contains("COUNT"), "{sql}");
}

#[test]
fn what_is_asked_side_by_side_has_columns() {
    let sql = first("compare orders in 2023 and 2024 side by side");
    assert!(
        !sql.contains("GROUP BY") && sql.matches("CASE WHEN").count() == 2,
        "{sql}"
    );
    let sql = first("compare orders in 2023 and 2024, both figures");
    assert!(!sql.contains("GROUP BY"), "{sql}");
    let sql = first("how many customers have no email and how many do");
    assert!(!sql.contains("GROUP BY") && sql.matches("COUNT(").count() == 2, "{sql}");
}

#[test]
fn a_number_is_held_against_so_much_of_another() {
    let sql = first("products with a price of more than twice the cost");
    assert!(sql.contains("price > 2 * cost"), "{sql}");
    let sql = first("products with a cost over 40% of the price");
    assert!(sql.contains("cost > 0.4 * price"), "{sql}");
}

#[test]
fn each_of_us_is_whoever_did_it() {
    for question in [
        "how many parcels has each of us sent",
        "number of parcels by member of staff",
        "parcels sent in all, person by person",
    ] {
        let sql = first(question);
        let group = sql.split("GROUP BY").nth(1).unwrap_or_default();
        assert!(group.contains("sent_by"), "{question}: {sql}");
    }
    let sql = first("how many parcels has each customer sent");
    assert!(!sql.contains("GROUP BY sent_by"), "{sql}");
}

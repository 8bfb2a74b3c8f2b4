//! Flights: numbers that only name them, airports by code and name, texts in several spellings, and one that is the worst.

use askwell_contract::{Dialect, TypeKind};

use super::{asked, column, table};
use crate::known::{Col, Known, Link, Role, Table};
use crate::rank::Weights;

/// A column, by its table and its place there.
type At = (usize, usize);

/// Tables, and which column refers to which.
pub(super) fn known(tables: Vec<Table>, links: &[(At, At)]) -> Known {
    let col = |(table, column): At| Col { table, column };
    let link = |(from, to): &(At, At)| Link {
        from: vec![col(*from)],
        to: vec![col(*to)],
        inferred: false,
        untidy: false,
    };
    Known {
        speech: Default::default(),
        dialect: Dialect::Sqlite,
        week: Default::default(),
        tables,
        links: links.iter().map(link).collect(),
    }
    .ready()
}

fn air() -> Known {
    use TypeKind::{Integer, Text};
    let mut airport = table(
        "airports",
        vec![column("faa", Text, Role::Code), column("name", Text, Role::Label)],
        Some(1),
    );
    airport.key = vec![0];
    let mut state = column("state", Text, Role::Category);
    state.spellings = (0..40).map(|n| vec![format!("S{n}x"), format!("s{n}x")]).collect();
    let mut seat = column("seat_class", Text, Role::Category);
    (seat.gaps, seat.nulls) = (vec!["N/A".to_owned()], 7);
    let mut extra = column("extra", Text, Role::Category);
    (extra.gaps, extra.nulls) = (vec!["None".to_owned()], 7);
    let flights = table(
        "flights",
        vec![
            column("flight", Integer, Role::Number),
            column("origin", Text, Role::Reference),
            column("dest", Text, Role::Reference),
            column("airline", Text, Role::Category),
            column("delay", Integer, Role::Measure),
            state,
            seat,
            extra,
        ],
        None,
    );
    known(vec![airport, flights], &[((1, 1), (0, 0)), ((1, 2), (0, 0))])
}

fn first(question: &str) -> String {
    crate::read(&air(), &asked(question), Weights::learned())[0].sql.clone()
}

#[test]
fn a_number_called_like_its_table_is_never_added_up() {
    for question in [
        "share of flights by state",
        "how many flights are there",
        "busiest airline",
    ] {
        let sql = first(question);
        assert!(
            sql.contains("COUNT(*)") && !sql.contains("SUM(flight)"),
            "{question}: {sql}"
        );
    }
}

#[test]
fn a_code_that_people_use_stands_beside_its_name() {
    let sql = first("how many flights to each destination");
    assert!(sql.contains("AS dest_name, dest, COUNT(*)"), "{sql}");
}

#[test]
fn forty_names_in_two_spellings_are_forty_groups() {
    let sql = first("number of flights by state");
    assert!(sql.contains("WHEN state = 's39x' THEN 'S39x'"), "{sql}");
}

#[test]
fn all_that_says_nothing_is_one_group_but_none_is_an_answer() {
    let sql = first("number of flights by seat class");
    assert!(
        sql.contains("GROUP BY CASE WHEN seat_class = 'N/A' THEN NULL ELSE seat_class END"),
        "{sql}"
    );
    let sql = first("number of flights by extra");
    assert!(sql.contains("GROUP BY extra"), "{sql}");
}

#[test]
fn which_one_has_the_worst_asks_for_one() {
    for (question, rows) in [
        ("which airline gets the worst delays", "LIMIT 1"),
        ("which airline got the worst delays", "LIMIT 1"),
        ("which airlines got the worst delays", "LIMIT 10"),
    ] {
        let sql = first(question);
        assert!(sql.ends_with(rows), "{question}: {sql}");
    }
}

/// Orders of customers, taken by staff of whom some run a depot.
fn depots() -> Known {
    use TypeKind::{Integer, Text};
    let key = |name: &str| column(name, Integer, Role::Key);
    let refers = |name: &str| column(name, Integer, Role::Reference);
    let country = || column("country", Text, Role::Category);
    let orders = table(
        "orders",
        vec![key("id"), refers("customer_id"), refers("staff_id")],
        None,
    );
    let customers = table("customers", vec![key("id"), country()], None);
    let staff = table("staff", vec![key("id"), column("name", Text, Role::Label)], Some(1));
    let depots = table("depots", vec![key("id"), country(), refers("manager_id")], None);
    known(
        vec![orders, customers, staff, depots],
        &[((0, 1), (1, 0)), ((0, 2), (2, 0)), ((3, 2), (2, 0))],
    )
}

#[test]
fn rows_are_grouped_by_what_they_belong_to() {
    let all = |question: &str| crate::read(&depots(), &asked(question), Weights::learned());
    let readings = all("number of orders by country");
    assert!(
        readings[0].sql.contains("GROUP BY customers.country"),
        "{}",
        readings[0].sql
    );
    assert!(readings.iter().all(|r| !r.sql.contains("GROUP BY depots.country")));
    let named = all("number of orders by country of the depot");
    assert!(named.iter().any(|r| r.sql.contains("GROUP BY depots.country")));
}

#[test]
fn what_customers_brought_in_is_dated_by_the_orders_of_its_lines() {
    use TypeKind::{Integer, Real, Text};
    let key = |name: &str| column(name, Integer, Role::Key);
    let refers = |name: &str| column(name, Integer, Role::Reference);
    let mut customers = table(
        "customers",
        vec![
            key("id"),
            column("company", Text, Role::Label),
            column("customer_since", Text, Role::Time),
        ],
        Some(1),
    );
    customers.key = vec![0];
    let mut orders = table(
        "orders",
        vec![key("id"), refers("customer_id"), column("order_date", Text, Role::Time)],
        None,
    );
    orders.key = vec![0];
    let lines = table(
        "order_lines",
        vec![
            refers("order_id"),
            column("quantity", Integer, Role::Measure),
            column("unit_price", Real, Role::Measure),
        ],
        None,
    );
    let known = known(vec![customers, orders, lines], &[((1, 1), (0, 0)), ((2, 0), (1, 0))]);
    for question in [
        "top 5 customers by revenue in 2024",
        "which customer brought in the most in 2024",
    ] {
        let sql = crate::read(&known, &asked(question), Weights::learned())[0].sql.clone();
        assert!(
            sql.contains("order_date") && !sql.contains("customer_since"),
            "{question}: {sql}"
        );
    }
}

#[test]
fn new_customers_are_counted_once() {
    let mut known = depots();
    known.tables[1]
        .columns
        .push(column("joined_on", TypeKind::Date, Role::Time));
    known.tables[1].key = vec![0];
    let known = known.ready();
    for reading in crate::read(&known, &asked("how many new customers in 2024"), Weights::learned()) {
        assert!(!reading.sql.contains("number_of_customers_2"), "{}", reading.sql);
    }
}

#[test]
fn how_much_stock_adds_up_pieces_and_the_dearest_is_so_by_what_is_asked_for_it() {
    use TypeKind::{Integer, Real, Text};
    let mut goods = table(
        "products",
        vec![
            column("id", Integer, Role::Key),
            column("name", Text, Role::Label),
            column("cost_price", Real, Role::Measure),
            column("unit_price", Real, Role::Measure),
        ],
        Some(1),
    );
    goods.key = vec![0];
    let stock = table(
        "stock",
        vec![
            column("product_id", Integer, Role::Reference),
            column("shelf", Text, Role::Category),
            column("qty_on_hand", Integer, Role::Measure),
            column("reorder_level", Integer, Role::Measure),
        ],
        None,
    );
    let known = known(vec![goods, stock], &[((1, 0), (0, 0))]);
    let read = |question: &str| crate::read(&known, &asked(question), Weights::learned())[0].sql.clone();
    for question in ["how much stock do we have on each shelf", "total stock by shelf"] {
        let sql = read(question);
        assert!(sql.contains("SUM(qty_on_hand)"), "{question}: {sql}");
    }
    let sql = read("most expensive product");
    assert!(sql.ends_with("ORDER BY unit_price DESC LIMIT 1"), "{sql}");
    let sql = read("product with the highest cost");
    assert!(sql.contains("cost_price"), "{sql}");
}

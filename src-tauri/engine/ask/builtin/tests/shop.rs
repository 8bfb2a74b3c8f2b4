//! Constructions on customers and their orders, each with the query that it must lead to.
#![allow(clippy::unwrap_used)]

use askwell_contract::run::{Candidate, Plan};
use askwell_contract::Dialect;

use super::super::candidates;
use super::super::score::Weights;
use crate::ask::{ground, link};
use crate::calendar::Now;
use crate::prepare::Knowledge;
use crate::scripted::Scripted;

/// The shop, with a number that is no grammar word.
fn knowledge() -> Knowledge {
    let mut scripted = Scripted::shop();
    let column = crate::prepare::fake::table("x", &["weight real"])
        .columns
        .swap_remove(0);
    scripted.catalog.tables[1].columns.push(column);
    scripted.knowledge()
}

fn asked(knowledge: &Knowledge, question: &str) -> Vec<Candidate> {
    let plan = Plan {
        question: question.into(),
        evidence: String::new(),
        follows: None,
        parts: Vec::new(),
        tells: None,
    };
    let grounding = ground::by_rules(knowledge, &plan.question, &Now::on("2024-10-05"));
    let linked = link::find(knowledge, &plan, &grounding);
    candidates(knowledge, &plan, &grounding, &linked, Weights::learned(), true)
}

fn first(question: &str) -> String {
    let found = asked(&knowledge(), question);
    found.first().map(|c| c.sql.clone()).unwrap_or_default()
}

#[test]
fn groups_that_nothing_orders_are_listed_largest_first_and_periods_in_their_order() {
    let counted = first("How many customers do we have in each country?");
    assert!(counted.ends_with("ORDER BY COUNT(*) DESC"), "{counted}");
    let named = first("How many customers do we have in each country, ordered by country?");
    assert!(named.ends_with("ORDER BY country"), "{named}");
    let months = first("How many customers are there per month of since?");
    assert!(months.contains("ORDER BY") && !months.contains("DESC"), "{months}");
}

#[test]
fn the_order_is_told() {
    let found = asked(&knowledge(), "How many customers do we have in each country?");
    assert!(found[0].reading.contains("from high to low"), "{}", found[0].reading);
}

#[test]
fn no_two_candidates_differ_in_the_order_of_their_columns_alone() {
    for question in [
        "For each country, show the country and the number of customers",
        "Show the name and country of all customers",
    ] {
        let found = asked(&knowledge(), question);
        let words = |sql: &str| {
            let select = sql.split(" FROM ").next().unwrap_or_default();
            let mut list: Vec<&str> = select.trim_start_matches("SELECT ").split(", ").collect();
            list.sort_unstable();
            (list.join(", "), sql.split(" FROM ").nth(1).map(str::to_owned))
        };
        let mut seen: Vec<_> = found.iter().map(|c| words(&c.sql)).collect();
        seen.sort();
        let all = seen.len();
        seen.dedup();
        assert_eq!(seen.len(), all, "{question}");
        assert!(all <= 12);
    }
}

#[test]
fn ids_of_a_table_are_its_own_key() {
    let sql = first("Return the customer ids and names of customers that have no orders");
    assert!(
        sql.starts_with("SELECT id, name FROM customers WHERE id NOT IN"),
        "{sql}"
    );
}

#[test]
fn the_highest_number_of_something_is_a_column_where_one_holds_it() {
    let mut scripted = Scripted::shop();
    let column = crate::prepare::fake::table("x", &["visit_num int"])
        .columns
        .swap_remove(0);
    scripted.catalog.tables[0].columns.push(column);
    let found = asked(
        &scripted.knowledge(),
        "Name the customer with the highest number of visits",
    );
    assert_eq!(
        found[0].sql,
        "SELECT name FROM customers ORDER BY visit_num DESC LIMIT 1"
    );
}

#[test]
fn a_ratio_may_be_of_rows_with_conditions_of_all_rows_and_of_two_tables() {
    let either = first("What is the ratio of orders with a weight above 40 to orders with a weight below 40?");
    for part in ["CASE WHEN weight > 40", "CASE WHEN weight < 40"] {
        assert!(either.contains(part), "{either}");
    }
    let whole = first("What is the ratio of paid orders to the total number of orders?");
    assert!(
        whole.contains("status = 'paid'") && whole.contains("NULLIF(COUNT(*), 0)"),
        "{whole}"
    );
    let tables = first("What is the ratio of orders to customers?");
    for part in ["COUNT(DISTINCT orders.id)", "COUNT(DISTINCT customers.id)"] {
        assert!(tables.contains(part), "{tables}");
    }
}

#[test]
fn where_asks_for_a_place_among_the_readings() {
    for question in [
        "Where is customer Ada?",
        "Which customer is the oldest and where are they?",
    ] {
        let found = asked(&knowledge(), question);
        let shown = |c: &Candidate| {
            c.sql
                .split(" FROM ")
                .next()
                .is_some_and(|list| list.contains("country"))
        };
        assert!(
            found.iter().any(shown),
            "{question}: {:?}",
            found.iter().map(|c| &c.sql).collect::<Vec<_>>()
        );
    }
}

#[test]
fn scales_are_part_of_their_number() {
    let sql = first("Which orders have a weight above 2.5 thousand?");
    assert!(sql.contains("weight > 2500"), "{sql}");
}

#[test]
fn every_dialect_orders_groups() {
    for dialect in [Dialect::Sqlite, Dialect::Duckdb, Dialect::Postgres] {
        let mut scripted = Scripted::shop();
        scripted.catalog.dialect = dialect;
        let found = asked(
            &scripted.knowledge(),
            "What is the average total of orders for each status?",
        );
        assert!(found[0].sql.contains("ORDER BY AVG("), "{}", found[0].sql);
    }
}

#[test]
fn brackets_of_a_formula_are_kept_in_the_query() {
    let mut scripted = Scripted::shop();
    let columns = crate::prepare::fake::table("x", &["price real", "cost real"]).columns;
    scripted.catalog.tables[1].columns.extend(columns);
    let knowledge = scripted.knowledge();
    let mut wrong = Vec::new();
    for (formula, sql) in [
        ("price minus cost divided by price", "price - (cost / NULLIF(price, 0))"),
        (
            "( price minus cost ) divided by price",
            "(price - cost) / NULLIF(price, 0)",
        ),
        ("price minus ( price minus cost )", "price - (price - cost)"),
        ("price times ( 0 minus cost )", "price * (0 - cost)"),
    ] {
        let question = format!("What is the highest margin of an order? The margin is defined as {formula}.");
        let found = asked(&knowledge, &question);
        let query = found.first().map(|c| c.sql.clone()).unwrap_or_default();
        let plain = query.replace("1.0 * ", "").replace("orders.", "");
        if !plain.contains(sql) {
            wrong.push(format!("{formula}: {query}"));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

//! Two facts over the same rows, both sides of what is so, what had not been done yet, and lists in the order of what was
//! compared.

use askwell_contract::TypeKind::{Integer, Real, Text as Words};

use super::{column, read_first, shop, table};
use crate::known::Known;
use crate::known::Role::{Category, Key, Measure, Time};

/// A tip's sheet of loads.
fn loads() -> Known {
    let mut tipped = column("tipped_on", Words, Time);
    tipped.gaps = vec![String::new()];
    let gross = ["gross", "tonnes"].map(str::to_owned).to_vec();
    let mut tonnes = column("gross_tonnes", Real, Measure);
    tonnes.stems = gross.iter().map(|w| crate::words::stem(w)).collect();
    tonnes.words = gross;
    let columns = vec![
        column("load_no", Integer, Key),
        column("driver", Words, Category),
        column("site", Words, Category),
        tonnes,
        tipped,
    ];
    let mut known = shop();
    known.tables = vec![table("loads", columns, None)];
    known.links.clear();
    known.ready()
}

#[track_caller]
fn has(known: &Known, question: &str, wanted: &[&str], unwanted: &[&str]) {
    let sql = read_first(known, question);
    for part in wanted {
        assert!(sql.contains(part), "{question}: no {part} in {sql}");
    }
    for part in unwanted {
        assert!(!sql.contains(part), "{question}: {part} in {sql}");
    }
}

#[test]
fn how_many_do_is_counted_beside_how_many_do_not() {
    has(
        &shop(),
        "how many customers have no email and how many do",
        &["CASE"],
        &[],
    );
    has(&shop(), "how many customers have no email", &["email"], &["CASE"]);
}

#[test]
fn a_bound_whose_unit_begins_the_name_is_no_equality() {
    has(
        &loads(),
        "driver of loads over 38 tonnes gross",
        &["gross_tonnes > 38"],
        &[],
    );
    has(
        &loads(),
        "driver of loads of exactly 38 tonnes gross",
        &["gross_tonnes = 38"],
        &[],
    );
}

#[test]
fn rows_are_counted_beside_what_they_are_spread_over() {
    let both = ["COUNT(*)", "COUNT(DISTINCT site)", "driver"];
    has(&loads(), "loads by driver, how many and at how many sites", &both, &[]);
    has(&loads(), "loads by driver, how many", &["COUNT(*)"], &["DISTINCT"]);
}

#[test]
fn what_was_not_done_yet_has_no_day() {
    has(
        &shop(),
        "how many orders before we'd even shipped them",
        &["ship_date IS NULL"],
        &[],
    );
    for question in [
        "how many orders before we shipped them",
        "how many orders were placed before they had shipped",
    ] {
        has(&shop(), question, &[], &["ship_date IS NULL"]);
    }
}

#[test]
fn a_figure_asked_of_those_with_so_many_stands_beside_them() {
    let took = ["HAVING COUNT(*) > 3", "SUM("];
    has(
        &shop(),
        "which customers have more than 3 orders, and what did each take",
        &took,
        &[],
    );
    has(
        &shop(),
        "which customers have more than 3 orders",
        &["HAVING COUNT(*) > 3"],
        &["SUM("],
    );
}

#[test]
fn how_many_behind_so_many_is_a_column() {
    has(
        &shop(),
        "customers with two or more orders, and how many",
        &["name", "COUNT(*)", ">= 2"],
        &["IN (SELECT"],
    );
    has(
        &shop(),
        "how many customers have two or more orders",
        &["IN (SELECT"],
        &["name"],
    );
}

#[test]
fn what_was_compared_is_what_a_list_goes_by() {
    has(
        &shop(),
        "orders with a profit over 50, top of the list first",
        &["ORDER BY profit DESC"],
        &["LIMIT"],
    );
    has(
        &shop(),
        "customers by amount of orders, from the biggest to the smallest",
        &["DESC"],
        &["LIMIT"],
    );
}

#[test]
fn two_times_of_a_list_are_set_against_each_other_only_where_that_is_said() {
    has(
        &shop(),
        "products of orders in 2023 and 2024 with their prices",
        &["price"],
        &["COUNT(CASE"],
    );
    has(&shop(), "orders in 2023 against 2024", &["COUNT("], &[]);
}

#[test]
fn blank_days_are_not_the_month_with_the_most() {
    has(&loads(), "which month had the most loads", &["tipped_on <> ''"], &[]);
    has(&loads(), "loads by driver", &[], &["tipped_on"]);
}

#[test]
fn what_goes_on_behind_the_order_leaves_nothing_out() {
    let question = "orders by customer, biggest at the top with the number";
    has(&shop(), question, &["GROUP BY"], &["LIMIT"]);
    has(&shop(), "customer with the biggest number of orders", &["LIMIT 1"], &[]);
}

#[test]
fn the_first_and_the_last_day_are_of_what_was_done() {
    let ends = ["MIN(", "MAX(", "order_date"];
    has(&shop(), "first and last day that each customer ordered", &ends, &[]);
    has(&shop(), "the last day that each customer ordered", &["MAX("], &["MIN("]);
}

#[test]
fn how_many_there_were_may_not_have_been_written_down() {
    let mut many = column("how_many", Integer, Measure);
    many.words = vec!["how".to_owned(), "many".to_owned()];
    many.stems = many.words.clone();
    (many.nulls, many.max) = (9, Some(40.0));
    let columns = vec![column("no", Integer, Key), column("species", Words, Category), many];
    let mut known = shop();
    known.tables = vec![table("sightings", columns, None)];
    known.links.clear();
    let known = known.ready();
    let question = "sightings where nobody wrote down the number of birds";
    has(&known, question, &["how_many IS NULL"], &[]);
    for question in [
        "sightings where nobody wrote to us",
        "sightings where nobody wrote down the number of the ring",
    ] {
        has(&known, question, &[], &["how_many IS NULL"]);
    }
}

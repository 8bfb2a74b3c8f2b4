//! What a sentence says by its little words: what is denied, what belongs together by "or", what is counted.
#![allow(clippy::unwrap_used)]

use askwell_contract::Dialect;

use super::yard::{asked, catalog, first, of};
use crate::prepare::fake;

#[test]
fn quoted_numbers_are_numbers_where_the_column_holds_numbers() {
    assert_eq!(
        first("Show the names of hulls with a length of \"20\""),
        "SELECT name FROM hulls WHERE length = 20"
    );
}

#[test]
fn a_second_comparison_without_a_column_is_of_the_same() {
    assert_eq!(
        first("Show the names of hulls with a length below 4 or above 9"),
        "SELECT name FROM hulls WHERE length < 4 OR length > 9"
    );
    assert_eq!(
        first("Show the names of hulls with a length of 3 or 4"),
        "SELECT name FROM hulls WHERE length = 3 OR length = 4"
    );
    assert_eq!(
        first("Show the names of hulls with a length of 3 to 4"),
        "SELECT name FROM hulls WHERE length BETWEEN 3 AND 4"
    );
}

#[test]
fn a_number_of_rows_is_no_key() {
    assert_eq!(
        first("Show the names of hulls that have at least two jobs"),
        "SELECT hulls.name FROM hulls JOIN jobs ON hulls.hid = jobs.hid GROUP BY hulls.hid, hulls.name HAVING COUNT(*) >= 2"
    );
}

#[test]
fn nothing_is_below_the_largest_but_itself() {
    assert_eq!(
        first("Show the names of hulls with a length less than the largest length"),
        "SELECT name FROM hulls WHERE length < (SELECT MAX(length) FROM hulls)"
    );
}

#[test]
fn two_letters_of_a_name_are_its_parts() {
    let mut catalog = catalog(Dialect::Sqlite);
    catalog.tables.push(fake::table(
        "sailors",
        &["sailor_id int", "FName text", "LName text", "age int"],
    ));
    let sql = |question: &str| asked(&of(catalog.clone(), &[]), question)[0].sql.clone();
    assert_eq!(
        sql("What are the full names of sailors?"),
        "SELECT FName, LName FROM sailors"
    );
    assert_eq!(
        sql("What are the full names of sailors who are not 35 years old?"),
        "SELECT FName, LName FROM sailors WHERE age <> 35"
    );
}

#[test]
fn a_number_that_is_denied_is_denied_where_it_counts() {
    assert_eq!(
        first("Show the names of hulls with a length that is not 3"),
        "SELECT name FROM hulls WHERE length <> 3"
    );
    assert_eq!(
        first("Show the names of hulls with a length longer than 3 or hours above 5")
            .matches("length > 5")
            .count(),
        0
    );
}

#[test]
fn how_long_on_average_is_an_average() {
    for question in ["On average, how long are the hulls?", "How long is the average hull?"] {
        assert_eq!(
            first(question),
            "SELECT AVG(length) AS average_length FROM hulls",
            "{question}"
        );
    }
}

#[test]
fn all_about_each_is_every_column_of_every_row() {
    assert_eq!(
        first("Show all information about each bill"),
        "SELECT bill_id, job_id, paid_on, amount FROM bills"
    );
}

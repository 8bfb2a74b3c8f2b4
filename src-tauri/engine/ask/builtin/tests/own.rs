//! Columns that a question calls by what they are of their table.
#![allow(clippy::unwrap_used)]

use super::yard::first;

#[test]
fn the_ids_of_a_table_are_its_own_key_whatever_that_is_called() {
    assert_eq!(first("List the hull ids"), "SELECT hid FROM hulls");
    // Only other tables' keys are called so.
    assert_eq!(
        first("Show the id and length of hulls with a length above 20"),
        "SELECT hid, length FROM hulls WHERE length > 20"
    );
    assert_eq!(
        first("Show the id and hours of jobs with more than 20 hours"),
        "SELECT job_id, hours FROM jobs WHERE hours > 20"
    );
}

#[test]
fn the_names_of_a_table_are_its_column_of_names() {
    assert_eq!(first("List the hull names"), "SELECT name FROM hulls");
    assert_eq!(
        first("What are the names of hulls with a length above 20?"),
        "SELECT name FROM hulls WHERE length > 20"
    );
}

#[test]
fn two_words_share_the_head_that_is_said_once() {
    assert_eq!(
        first("List first and last names of all hulls"),
        "SELECT first_name, last_name FROM hulls"
    );
    assert_eq!(
        first("Show the launch and refit date of all hulls"),
        "SELECT launch_date, refit_date FROM hulls"
    );
}

#[test]
fn a_full_name_is_the_parts_that_make_it() {
    assert_eq!(
        first("List the full names of our hulls"),
        "SELECT first_name, last_name FROM hulls"
    );
}

#[test]
fn nothing_is_lighter_by_being_fewer() {
    let sql = first("Which hulls have jobs lighter than 30?");
    assert!(!sql.contains("COUNT("), "{sql}");
}

#[test]
fn from_one_end_to_the_other_is_an_order_of_all() {
    let longest = first("Show the names of hulls from longest to shortest");
    assert_eq!(longest, "SELECT name FROM hulls ORDER BY length DESC");
    let shortest = first("Show the names of hulls sorted from shortest to longest");
    assert_eq!(shortest, "SELECT name FROM hulls ORDER BY length");
}

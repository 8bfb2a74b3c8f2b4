//! Two times against each other: late, on time, how long, days between.
#![allow(clippy::unwrap_used)]

use askwell_contract::Dialect;

use super::yard::{asked, first, knowledge};

const LATE: &str = "SELECT COUNT(*) AS number_of_jobs FROM jobs \
    WHERE strftime('%Y-%m-%d', date(delivered_on)) > strftime('%Y-%m-%d', date(required_on))";
const DAYS: &str = "SELECT AVG(julianday(date(delivered_on)) - julianday(date(ordered_on))) AS average_days FROM jobs";

#[test]
fn late_is_done_on_a_later_day_than_promised() {
    assert_eq!(first("How many jobs were delivered late?"), LATE);
    assert_eq!(first("How many jobs were not delivered on time?"), LATE);
    let shown = first("Show the hours of jobs delivered late");
    assert_eq!(shown, LATE.replace("COUNT(*) AS number_of_jobs", "hours"));
}

#[test]
fn on_time_and_not_late_are_the_same() {
    let on_time = LATE.replace(" > ", " <= ");
    assert_eq!(first("How many jobs were delivered on time?"), on_time);
    assert_eq!(first("How many jobs were not delivered late?"), on_time);
}

#[test]
fn late_compares_nothing_where_no_day_was_promised() {
    let sql = first("How many claims were late?");
    assert!(!sql.contains("WHERE"), "{sql}");
}

#[test]
fn how_long_something_takes_is_the_days_from_its_begin_to_its_end() {
    for question in [
        "How long does it take to deliver a job?",
        "How many days between order and delivery of jobs on average?",
        "What is the mean number of days between ordering and delivery?",
    ] {
        assert_eq!(first(question), DAYS, "{question}");
    }
    let longest = first("What is the longest time between the order and the delivery of a job?");
    assert_eq!(longest, DAYS.replace("AVG(", "MAX(").replace("average", "largest"));
}

#[test]
fn days_between_the_times_of_two_tables_go_along_their_key() {
    assert_eq!(
        first("How many days between delivery and payment of jobs on average?"),
        "SELECT AVG(julianday(date(bills.paid_on)) - julianday(date(jobs.delivered_on))) AS average_days FROM bills \
         JOIN jobs ON bills.job_id = jobs.job_id"
    );
}

#[test]
fn days_are_days_in_every_dialect() {
    let plain = DAYS
        .replace("julianday(date(delivered_on))", "CAST(delivered_on AS DATE)")
        .replace("julianday(date(ordered_on))", "CAST(ordered_on AS DATE)");
    for (dialect, sql) in [
        (Dialect::Sqlite, DAYS),
        (Dialect::Duckdb, plain.as_str()),
        (Dialect::Postgres, plain.as_str()),
    ] {
        let found = asked(&knowledge(dialect, &[]), "How long does it take to deliver a job?");
        assert_eq!(found[0].sql, sql);
        assert_eq!(found[0].reading, "average days from ordered on to delivered on of jobs");
    }
}

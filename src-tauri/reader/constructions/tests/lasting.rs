//! A boat yard: moorings that are booked before the boat arrives, quotes and the repairs that they lead to, hands who came and left.

use askwell_contract::TypeKind::{Integer, Real, Text as Words};

use super::{column, read_first, shop, table};
use crate::known::Role::{Category, Key, Measure, Reference, Text, Time};
use crate::known::{Col, Known, Link};

fn yard() -> Known {
    let time = |name: &str| column(name, Words, Time);
    let mut name = column("name", Words, Text);
    name.unique = true;
    let moorings = vec![
        column("id", Integer, Key),
        time("booked_on"),
        time("arrives_on"),
        time("leaves_on"),
        column("price", Real, Measure),
    ];
    let quotes = vec![
        column("id", Integer, Key),
        time("quoted_on"),
        column("amount", Real, Measure),
    ];
    let repairs = vec![
        column("id", Integer, Key),
        column("quote_id", Integer, Reference),
        column("kind", Words, Category),
        time("launch_date"),
        time("paid_on"),
        column("hours", Real, Measure),
    ];
    let hands = vec![column("id", Integer, Key), name, time("joined_on"), time("left_on")];
    let mut known = shop();
    known.tables = vec![
        table("moorings", moorings, None),
        table("quotes", quotes, None),
        table("repairs", repairs, None),
        table("hands", hands, Some(1)),
    ];
    known.links = vec![Link {
        from: vec![Col { table: 2, column: 1 }],
        to: vec![Col { table: 1, column: 0 }],
        inferred: false,
        untidy: false,
    }];
    known.ready()
}

#[track_caller]
fn first(question: &str) -> String {
    read_first(&yard(), question)
}

#[test]
fn a_stay_lasts_from_its_arrival_and_the_booking_only_comes_before_it() {
    for question in ["average stay in nights", "how long do moorings last on average"] {
        let sql = first(question);
        let stay = sql.contains("leaves_on") && sql.contains("arrives_on") && sql.contains("AVG");
        assert!(stay && !sql.contains("booked_on"), "{question}: {sql}");
    }
    let ahead = first("how many days ahead do people book moorings, on average");
    assert!(ahead.contains("booked_on") && ahead.contains("arrives_on"), "{ahead}");
}

#[test]
fn days_lie_between_a_row_and_what_it_belongs_to() {
    let sql = first("average number of days from quoting to the launch");
    assert!(
        sql.contains("launch_date") && sql.contains("quoted_on") && sql.contains("JOIN"),
        "{sql}"
    );
    assert!(!sql.contains("COUNT"), "the days are no rows: {sql}");
    // Of one row where both days are its own.
    let sql = first("average days from launch to payment");
    assert!(!sql.contains("quoted_on"), "{sql}");
}

#[test]
fn a_stay_of_years_is_no_age_and_is_told_in_years() {
    let sql = first("hands who stayed more than two years");
    assert!(
        sql.contains("left_on") && sql.contains("joined_on") && sql.contains("730.5"),
        "{sql}"
    );
    let sql = first("how many hands left inside three months");
    assert!(sql.contains("<= 90"), "{sql}");
    let sql = first("average length of time in years that hands stayed");
    assert!(sql.contains("365.25") && sql.contains("average_years"), "{sql}");
}

#[test]
fn the_longest_in_hours_goes_by_the_hours_that_are_kept() {
    let sql = first("longest repair in hours");
    assert!(
        sql.contains("ORDER BY hours DESC") && !sql.contains("julianday"),
        "{sql}"
    );
    let days = first("how long do people take to pay after the launch, on average");
    assert!(
        days.contains("paid_on") && days.contains("launch_date") && !days.contains("WHERE"),
        "{days}"
    );
}

//! A guest house with extras of some stays, and a courier's sheet whose customers are accounts.

use askwell_contract::run::{FieldMatch, Span, ValueMatch};
use askwell_contract::TypeKind::{Integer, Real, Text as Words};

use super::{asked, column, shop, table};
use crate::known::Role::{Category, Code, Key, Measure, Reference, Text, Time};
use crate::known::{Col, Known, Link};
use crate::rank::Weights;

fn first(known: &Known, question: &str) -> String {
    let found = crate::read(known, &asked(question), Weights::learned());
    found.into_iter().next().map(|r| r.sql).unwrap_or_default()
}

fn house() -> Known {
    let mut of_booking = column("booking_id", Integer, Reference);
    of_booking.distinct = 300;
    let mut paid_on = column("paid_on", Words, Time);
    paid_on.nulls = 200;
    let bookings = vec![
        column("id", Integer, Key),
        column("guest_id", Integer, Reference),
        column("booked_on", Words, Time),
        column("check_in", Words, Time),
        column("check_out", Words, Time),
        column("total", Real, Measure),
        column("paid", Real, Measure),
        paid_on,
    ];
    let extras = vec![
        column("id", Integer, Key),
        of_booking,
        column("item", Words, Category),
        column("qty", Integer, Measure),
        column("unit_price", Real, Measure),
        column("charged_on", Words, Time),
    ];
    let guests = vec![column("id", Integer, Key), column("name", Words, Text)];
    let mut known = shop();
    known.tables = vec![
        table("bookings", bookings, None),
        table("extras", extras, None),
        table("guests", guests, Some(1)),
    ];
    let link = |from, column, to| Link {
        from: vec![Col { table: from, column }],
        to: vec![Col { table: to, column: 0 }],
        inferred: false,
        untidy: false,
    };
    known.links = vec![link(0, 1, 2), link(1, 1, 0)];
    known.ready()
}

#[test]
fn the_extras_of_some_bookings_are_not_what_bookings_bring_in() {
    let known = house();
    for question in ["income per month", "revenue in 2024", "top 5 guests by spend"] {
        let sql = first(&known, question);
        assert!(
            sql.contains("bookings") && !sql.contains("unit_price"),
            "{question}: {sql}"
        );
    }
    let took = first(&known, "what did we take in 2024");
    assert!(took.contains("SUM(paid)"), "{took}");
    // Asked for by name they are worth their pieces.
    let extras = first(&known, "revenue of extras");
    assert!(extras.contains("unit_price"), "{extras}");
}

#[test]
fn who_arrives_does_so_on_the_day_of_arrival() {
    let sql = first(&house(), "who is arriving in 2024");
    assert!(sql.contains("check_in") && !sql.contains("booked_on"), "{sql}");
    let sql = first(&house(), "who is leaving in 2024");
    assert!(sql.contains("check_out"), "{sql}");
}

#[test]
fn what_comes_to_more_than_the_average_is_money() {
    let sql = first(&house(), "how many bookings came to more than the average");
    assert!(sql.contains("total > (SELECT AVG(") && !sql.contains("extras"), "{sql}");
}

#[test]
fn no_row_is_counted_by_what_it_alone_has_and_which_asks_for_no_number() {
    let found = crate::read(&house(), &asked("top 5 bookings in 2024"), &Weights::default());
    assert!(!found.is_empty());
    for r in found {
        assert!(!r.sql.contains("COUNT(*) AS number_of_bookings"), "{}", r.sql);
    }
    let found = crate::read(&house(), &asked("which bookings are not paid"), &Weights::default());
    assert!(!found.is_empty());
    for r in found {
        assert!(
            !r.sql.starts_with("SELECT COUNT(*) AS number_of_bookings FROM"),
            "{}",
            r.sql
        );
    }
}

fn courier() -> Known {
    let mut status = column("status", Words, Code);
    (status.top, status.distinct) = (["DEL", "RTS", "OFD", "LOST"].map(str::to_owned).to_vec(), 4);
    let columns = vec![
        column("id", Integer, Key),
        column("booked", Words, Time),
        column("account", Words, Category),
        column("service", Words, Category),
        column("driver", Words, Category),
        column("pieces", Integer, Measure),
        column("charge", Real, Measure),
        status,
    ];
    let mut known = shop();
    known.tables = vec![table("consignments", columns, None)];
    known.links.clear();
    known.ready()
}

#[test]
fn three_words_spell_out_the_code_of_their_first_letters() {
    let sql = first(&courier(), "what percent get returned to sender");
    assert!(sql.contains("100.0 *") && sql.contains("status = 'RTS'"), "{sql}");
    let sql = first(&courier(), "how many are out for delivery");
    assert!(sql.contains("COUNT(*)") && sql.contains("status = 'OFD'"), "{sql}");
}

#[test]
fn a_word_of_business_says_more_than_one_that_means_the_like() {
    let question = "who are our top 5 customers";
    let mut asked = asked(question);
    let start = question.find("customers").unwrap() as u32;
    asked.meant.fields.push(FieldMatch {
        table: "consignments".to_owned(),
        column: Some("service".to_owned()),
        span: Span { start, end: start + 9 },
        words: "customers".to_owned(),
        score: 0.56,
        by: "meaning".to_owned(),
    });
    let found = crate::read(&courier(), &asked, Weights::learned());
    let sql = found.first().map(|r| r.sql.as_str()).unwrap_or_default();
    assert!(sql.contains("GROUP BY account"), "{sql}");
}

#[test]
fn a_month_alone_is_a_time_and_may_a_verb() {
    let sql = first(&courier(), "october jobs");
    assert!(sql.contains("= 10"), "{sql}");
    // Where somebody is called so, they are meant.
    let mut known = courier();
    known.tables[0].columns[4].top = vec!["June".into(), "Ann".into()];
    let mut asked = asked("june jobs");
    asked.values.push(ValueMatch {
        span: Span { start: 0, end: 4 },
        words: "june".into(),
        table: "consignments".into(),
        column: "driver".into(),
        value: "June".into(),
        similarity: 1.0,
        exact: true,
        rows: 10,
        part: false,
    });
    let found = crate::read(&known, &asked, Weights::learned());
    let sql = found.first().map(|r| r.sql.as_str()).unwrap_or_default();
    assert!(sql.contains("driver = 'June'") && !sql.contains("= 6"), "{sql}");
    let sql = first(&courier(), "may we see all jobs");
    assert!(!sql.contains("= 5"), "{sql}");
}

#[test]
fn what_is_written_short_in_a_hurry_is_read_in_full() {
    let sql = first(&courier(), "no of jobs per driver");
    assert!(sql.contains("COUNT(*)") && sql.contains("GROUP BY driver"), "{sql}");
    let both = first(&courier(), "biggest charge n who had it");
    assert!(both.contains("charge") && both.contains("driver"), "{both}");
    // A denial stays one.
    let mut gaps = courier();
    gaps.tables[0].columns[4].nulls = 20;
    let none = first(&gaps, "jobs with no driver");
    assert!(none.contains("driver IS NULL"), "{none}");
}

#[test]
fn a_bound_that_no_value_reaches_is_a_number_of_rows() {
    let mut known = courier();
    let mut rating = column("rating", Integer, Measure);
    rating.max = Some(5.0);
    known.tables[0].columns.push(rating);
    let sql = first(&known.ready(), "drivers with at least 20 ratings");
    assert!(sql.contains("HAVING COUNT(*) >= 20"), "{sql}");
}

#[test]
fn what_was_paid_is_added_up_where_the_word_names_its_table() {
    let columns = vec![
        column("id", Integer, Key),
        column("pay_date", Words, Time),
        column("amount", Real, Measure),
    ];
    let mut known = house();
    known.tables.push(table("payments", columns, None));
    let mut asked = asked("what did we pay out in 2024");
    asked.fields.push(FieldMatch {
        table: "payments".to_owned(),
        column: None,
        span: Span { start: 12, end: 15 },
        words: "pay".to_owned(),
        score: 0.8,
        by: "name".to_owned(),
    });
    let found = crate::read(&known.ready(), &asked, Weights::learned());
    let sql = found.first().map(|r| r.sql.as_str()).unwrap_or_default();
    assert!(sql.contains("SUM(amount)") && sql.contains("FROM payments"), "{sql}");
}

#[test]
fn turned_down_is_refused() {
    let mut known = courier();
    known.tables[0].columns[7].top = ["Accepted", "Declined", "Open"].map(str::to_owned).to_vec();
    let sql = first(&known, "how many did we turn down");
    assert!(sql.contains("status = 'Declined'"), "{sql}");
}

//! What an owner asks of an export on the first day: what was opened and when, what is late by the minute, who gave what,
//! who was last in, with texts that two tables do not write alike.

use askwell_contract::profile::Disguise;
use askwell_contract::TypeKind::{Integer, Text as Words};

use super::{asked, column, few, shop, stored, table};
use crate::known::Role::{Flag, Key, Label, Measure, Reference, Text, Time};
use crate::known::{Col, Column, Known, Link};
use crate::rank::Weights;

/// A time that a text tells by day and minute.
fn moment(name: &str, nulls: u64) -> Column {
    let mut column = column(name, Words, Time);
    column.disguises = vec![Disguise::IsoDate];
    (column.view, column.view_is_day) = (Some("day({})".to_owned()), true);
    column.minutes_of_day = Some("minutes({})".to_owned());
    column.nulls = nulls;
    column
}

/// Tickets as a help desk exports them.
fn tickets() -> Known {
    let mut satisfaction = few("satisfaction", &["3", "4", "5"]);
    (satisfaction.role, satisfaction.view) = (Measure, Some("number({})".to_owned()));
    let mut damage = column("damage", Words, Text);
    damage.nulls = 950;
    let columns = vec![
        column("number", Integer, Key),
        moment("opened", 0),
        moment("closed", 40),
        moment("due_by", 0),
        few("status", &["Open", "In progress", "Closed"]),
        few("department", &["Sales", "Stores"]),
        few("priority", &["Urgent", "Normal"]),
        satisfaction,
        damage,
    ];
    let mut known = shop();
    known.tables = vec![table("tickets", columns, None)];
    known.links.clear();
    known.ready()
}

/// Donors and their gifts; a gift names its donor in capitals or not.
fn charity() -> Known {
    let donors = vec![
        column("id", Integer, Key),
        column("donor_no", Words, Text),
        column("first_name", Words, Label),
        column("last_name", Words, Text),
        few("kind", &["Person", "Company", "Trust"]),
        few("gift_aid", &["Y", "N"]),
    ];
    let mut donors = donors;
    donors[5].role = Flag;
    let gifts = vec![
        column("id", Integer, Key),
        column("donor_no", Words, Reference),
        column("given_on", Words, Time),
        column("amount", Integer, Measure),
    ];
    let mut known = shop();
    known.tables = vec![table("donors", donors, Some(2)), table("gifts", gifts, None)];
    known.links = vec![Link {
        from: vec![Col { table: 1, column: 1 }],
        to: vec![Col { table: 0, column: 1 }],
        inferred: true,
        untidy: true,
    }];
    known.ready()
}

fn read(known: &Known, question: &str) -> String {
    let found = crate::read(known, &asked(question), Weights::learned());
    found.into_iter().next().map(|r| r.sql).unwrap_or_default()
}

#[test]
fn what_was_opened_or_logged_may_be_closed_by_now() {
    for question in [
        "how many tickets were opened",
        "how many tickets were logged",
        "how many new tickets per month",
    ] {
        let sql = read(&tickets(), question);
        assert!(!sql.contains("status"), "{question}: {sql}");
    }
    let sql = read(&tickets(), "how many open tickets");
    assert!(sql.contains("status = 'Open'") || sql.contains("closed"), "{sql}");
}

#[test]
fn a_small_number_counts_and_is_no_mark() {
    let sql = read(&tickets(), "which 3 departments have the most tickets");
    assert!(!sql.contains("satisfaction") && sql.contains("LIMIT 3"), "{sql}");
    // Where marks are spoken of it may be one.
    let known = tickets();
    let mut question = asked("tickets with satisfaction 3");
    question
        .values
        .push(stored(&question.question, "3", ("tickets", "satisfaction"), "3"));
    let all = crate::read(&known, &question, Weights::learned());
    assert!(all.iter().any(|r| r.sql.contains("satisfaction")), "{all:?}");
}

#[test]
fn what_comes_an_hour_after_it_was_due_is_late() {
    let sql = read(&tickets(), "how many tickets were late");
    assert!(
        sql.contains("julianday(trim(closed)) > julianday(trim(due_by))"),
        "{sql}"
    );
    let sql = read(&tickets(), "how many tickets were closed on time");
    assert!(
        sql.contains("julianday(trim(closed)) <= julianday(trim(due_by))"),
        "{sql}"
    );
}

#[test]
fn minutes_are_added_to_hours_once() {
    let mut known = tickets();
    for c in &mut known.tables[0].columns {
        c.disguises.clear();
    }
    let sql = read(&known, "average number of hours it takes to close a ticket");
    assert!(sql.contains("* 24)") && !sql.contains("/ 60.0"), "{sql}");
}

#[test]
fn those_that_never_had_one_are_listed_once() {
    let mut question = asked("which departments have never raised an urgent ticket number");
    let value = stored(&question.question, "urgent", ("tickets", "priority"), "Urgent");
    question.values.push(value);
    let all = crate::read(&tickets(), &question, Weights::learned());
    let sql = &all[0].sql;
    assert!(
        sql.starts_with("SELECT DISTINCT department FROM") && sql.contains("NOT IN"),
        "{sql}"
    );
}

#[test]
fn few_rows_have_anything_to_say_of_their_damage() {
    let sql = read(&tickets(), "tickets that got damaged");
    assert!(sql.contains("damage IS NOT NULL"), "{sql}");
}

#[test]
fn a_gift_is_a_gift_and_gift_aid_a_flag() {
    let sql = read(&charity(), "average gift");
    assert!(!sql.contains("gift_aid"), "{sql}");
    let sql = read(&charity(), "how many donors have gift aid");
    assert!(sql.contains("gift_aid = 'Y'"), "{sql}");
}

#[test]
fn texts_that_two_tables_write_in_their_own_way_are_joined_and_looked_for_tidied_up() {
    let sql = read(&charity(), "total amount by kind");
    assert!(
        sql.contains("LOWER(REPLACE(gifts.donor_no, ' ', '')) = LOWER(REPLACE(donors.donor_no, ' ', ''))"),
        "{sql}"
    );
    let sql = read(&charity(), "donors without gifts");
    assert!(
        sql.contains("LOWER(REPLACE(donor_no, ' ', '')) NOT IN (SELECT LOWER(REPLACE("),
        "{sql}"
    );
}

#[test]
fn the_last_time_is_that_of_what_was_done() {
    let known = charity();
    let mut question = asked("when did Ann Hill last give");
    for (word, place) in [("Ann", "first_name"), ("Hill", "last_name")] {
        question
            .values
            .push(stored(&question.question, word, ("donors", place), word));
    }
    let all = crate::read(&known, &question, Weights::learned());
    let sql = &all[0].sql;
    let both = sql.contains("first_name = 'Ann'") && sql.contains("last_name = 'Hill'");
    assert!(both && sql.contains("ORDER BY") && sql.contains("given_on"), "{sql}");
}

#[test]
fn a_list_that_is_left_out_is_left_out_whole() {
    let known = charity();
    let mut question = asked("donors by kind, leaving out companies and trusts");
    for (word, value) in [("companies", "Company"), ("trusts", "Trust")] {
        question
            .values
            .push(stored(&question.question, word, ("donors", "kind"), value));
    }
    let all = crate::read(&known, &question, Weights::learned());
    assert!(
        all[0].sql.contains("kind NOT IN ('Company', 'Trust')"),
        "{}",
        all[0].sql
    );
}

#[test]
fn nights_are_no_rate_per_night() {
    let mut known = shop();
    let rooms = vec![
        column("id", Integer, Key),
        few("village", &["Sandsend", "Helmsley"]),
        column("rate_per_night", Integer, Measure),
    ];
    known.tables = vec![table("rooms", rooms, None)];
    known.links.clear();
    let known = known.ready();
    let all = crate::read(&known, &asked("average nights by village"), Weights::learned());
    assert!(all.iter().all(|r| !r.sql.contains("rate_per_night")), "{all:?}");
    let sql = read(&known, "average rate by village");
    assert!(sql.contains("AVG(rate_per_night)"), "{sql}");
}

#[test]
fn first_and_last_names_are_names() {
    let sql = read(&charity(), "first and last names of donors");
    assert!(!sql.contains("MIN(") && !sql.contains("LIMIT"), "{sql}");
    let sql = read(&charity(), "how mnay gifts");
    assert!(sql.contains("COUNT("), "{sql}");
}

#[test]
fn a_moment_is_shown_with_its_time_of_day() {
    let known = tickets();
    let moment = "CASE WHEN date(substr(trim(opened), 1, 10)) IS NOT NULL THEN trim(opened) END";
    // Of one day the last is the latest.
    let last = read(&known, "when was the last ticket opened?");
    assert!(last.ends_with(&format!("ORDER BY {moment} DESC LIMIT 1")), "{last}");
    let each = read(&known, "last opened for each department");
    assert!(each.contains(&format!("MAX({moment})")), "{each}");
    let listed = read(&known, "number and opened of urgent tickets");
    assert!(listed.contains(", opened FROM tickets"), "{listed}");
    // A group has the day alone.
    let each = read(&known, "number of tickets by opened");
    assert!(each.contains("day(opened)"), "{each}");
}

//! Which day is meant, and of how many times: a club whose members come and go, kennels that pets stay at, and permits.

use askwell_contract::run::ValueMatch;
use askwell_contract::TypeKind::{Integer, Text as Words};

use super::{asked, column, found, shop, table};
use crate::known::Role::{Category, Key, Label, Reference, Time};
use crate::known::{Col, Column, Known, Link};
use crate::rank::Weights;

fn open(name: &str) -> Column {
    let mut day = column(name, Words, Time);
    day.nulls = 400;
    day
}

fn named(name: &str) -> Vec<Column> {
    vec![column("id", Integer, Key), column(name, Words, Label)]
}

fn refers(to: &str) -> Vec<Column> {
    vec![column("id", Integer, Key), column(to, Integer, Reference)]
}

fn link(from: usize, to: usize) -> Link {
    let col = |table, column| Col { table, column };
    Link {
        from: vec![col(from, 1)],
        to: vec![col(to, 0)],
        inferred: false,
        untidy: false,
    }
}

fn with(mut columns: Vec<Column>, more: Vec<Column>) -> Vec<Column> {
    columns.extend(more);
    columns
}

fn club() -> Known {
    let members = vec![
        column("joined_on", Words, Time),
        open("left_on"),
        open("died_on"),
        column("grade", Words, Category),
    ];
    let mut known = shop();
    known.tables = vec![
        table("members", with(named("full_name"), members), Some(1)),
        table(
            "visits",
            with(refers("member_id"), vec![column("visit_date", Words, Time)]),
            None,
        ),
    ];
    known.tables.push(table(
        "ratings",
        with(refers("visit_id"), vec![column("rated_on", Words, Time)]),
        None,
    ));
    known.links = vec![link(1, 0), link(2, 1)];
    known.ready()
}

fn kennels() -> Known {
    let mut pets = refers("owner_id");
    pets.extend([column("pet_name", Words, Label), column("jabs_due", Words, Time)]);
    let mut status = column("status", Words, Category);
    (status.distinct, status.top) = (2, vec!["Completed".into(), "Cancelled".into()]);
    let stays = vec![column("arrives", Words, Time), column("leaves", Words, Time), status];
    let mut known = shop();
    known.tables = vec![
        table("owners", named("full_name"), Some(1)),
        table("pets", pets, Some(2)),
        table("stays", with(refers("pet_id"), stays), None),
    ];
    known.links = vec![link(1, 0), link(2, 1)];
    known.ready()
}

/// Rows that begin on a day after they were applied for, in a table of this name.
fn permits(name: &str) -> Known {
    let columns = vec![
        column("id", Integer, Key),
        column("applied_on", Words, Time),
        column("start_date", Words, Time),
    ];
    let mut known = shop();
    known.tables = vec![table(name, columns, None)];
    known.links.clear();
    known.ready()
}

#[track_caller]
fn first(known: &Known, question: &str) -> String {
    let found = crate::read(known, &asked(question), Weights::learned());
    found.into_iter().next().map(|r| r.sql).unwrap_or_default()
}

#[track_caller]
fn says(known: &Known, question: &str, parts: &[&str]) {
    let sql = first(known, question);
    assert!(parts.iter().all(|p| sql.contains(p)), "{question}: {sql}");
}

#[track_caller]
fn leaves(known: &Known, question: &str, parts: &[&str]) {
    let sql = first(known, question);
    assert!(!parts.iter().any(|p| sql.contains(p)), "{question}: {sql}");
}

#[test]
fn in_both_years_is_a_row_in_each() {
    let known = club();
    let (a, b) = ("'2023-12-31') AND id IN (SELECT member_id FROM visits", "'2024-12-31')");
    for question in [
        "who visited in both 2023 and 2024",
        "which members had visits in both 2023 and 2024",
        "members with visits in 2023 and again in 2024",
    ] {
        says(&known, question, &["SELECT full_name FROM members", a, b]);
    }
    says(
        &known,
        "how many members had visits in both 2023 and 2024",
        &["COUNT(*)", a, b],
    );
    // Visits are of one day each, and "and" alone asks for either.
    leaves(&known, "how many visits in both 2023 and 2024", &[" IN (SELECT"]);
    leaves(&known, "visits in 2023 and 2024", &[" IN (SELECT"]);
}

#[test]
fn first_and_last_are_both_ends_of_the_day() {
    let known = club();
    let ends = ["MIN(", "MAX(", "visit_date", "GROUP BY members.id"];
    says(&known, "first and last visit of each member", &ends);
    leaves(&known, "first and last visit of each member", &["COUNT("]);
    says(
        &known,
        "when did each member last visit",
        &["MAX(", "visit_date", "GROUP BY members.id"],
    );
    leaves(&known, "when was the last visit", &["GROUP BY", "MIN("]);
}

#[test]
fn a_single_day_is_one_day_of_them() {
    let known = club();
    for question in [
        "which single day had the most visits",
        "which evening had the most visits",
    ] {
        says(&known, question, &["visit_date", "GROUP BY", "COUNT(*) DESC LIMIT 1"]);
    }
    leaves(&known, "which members had a single visit", &["strftime"]);
}

#[test]
fn the_verb_before_the_time_says_which_day_is_meant() {
    let known = club();
    says(&known, "members who left in 2024", &["left_on) BETWEEN '2024"]);
    says(
        &known,
        "members who signed up in 2023 and have left",
        &["joined_on) BETWEEN '2023"],
    );
    says(&known, "members who died in 2023", &["died_on) BETWEEN '2023"]);
    leaves(&known, "how many members had visits in 2023", &["died_on", "left_on"]);
}

#[test]
fn new_ones_that_keep_their_day_are_shown() {
    let known = club();
    says(
        &known,
        "new members in 2024",
        &["full_name", "joined_on) BETWEEN '2024"],
    );
    says(&known, "how many new members in 2024", &["COUNT(", "'2024-01-01'"]);
    says(&known, "new members per month", &["COUNT("]);
}

#[test]
fn what_is_not_there_at_a_time_is_so_by_a_day_on_which_it_would_be() {
    let known = kennels();
    let question = "which owners haven't had a pet with us in 2024";
    says(&known, question, &["id NOT IN", "stays.arrives"]);
    leaves(&known, "owners without a pet", &["stays"]);
}

#[test]
fn months_of_all_years_stand_together_where_it_is_said() {
    let known = club();
    says(&known, "visits by month, all years lumped together", &["'%m'"]);
    says(&known, "visits by month, whatever the year", &["'%m'"]);
    says(&known, "visits by month", &["'%Y-%m'"]);
}

#[test]
fn what_is_applied_for_is_of_the_day_that_it_begins_on() {
    let known = permits("permits");
    says(&known, "how many permits in 2024", &["start_date"]);
    says(&known, "how many permits were applied for in 2024", &["applied_on"]);
    says(
        &permits("applications"),
        "how many applications in 2024",
        &["applied_on"],
    );
}

#[test]
fn who_stayed_in_both_years_did_not_cancel() {
    let known = kennels();
    let question = "which pets stayed in both 2023 and 2024";
    says(&known, question, &["'2023-12-31' AND status <> 'Cancelled')"]);
    leaves(&known, "which pets had stays in both 2023 and 2024", &["Cancelled"]);
}

#[test]
fn the_verb_that_is_denied_names_the_table_of_whose_value_is_said() {
    let known = club();
    let mut question = asked("which gold ones haven't visited in 2024");
    question.values.push(ValueMatch {
        span: found(&question.question, "gold").unwrap(),
        words: "gold".to_owned(),
        table: "members".to_owned(),
        column: "grade".to_owned(),
        value: "Gold".to_owned(),
        similarity: 1.0,
        exact: true,
        rows: 10,
        part: false,
    });
    let read = crate::read(&known, &question, Weights::learned());
    let sql = &read[0].sql;
    assert!(sql.contains("FROM visits") && !sql.contains("ratings"), "{sql}");
}

#[test]
fn a_day_that_the_verb_names_is_the_last_of_each() {
    let mut known = kennels();
    known.tables[1].columns.push(column("wormed_on", Words, Time));
    let known = known.ready();
    says(
        &known,
        "when was each pet last wormed",
        &["MAX(", "wormed_on", "GROUP BY"],
    );
    let all = crate::read(&known, &asked("when was each pet last wormed"), Weights::learned());
    assert!(all.iter().all(|r| !r.sql.contains("SUM(")), "{all:?}");
}

//! What people call a row by: the number on the door, the name of what it belongs to, both where names are missing.

use askwell_contract::TypeKind::{Integer, Text as Words};

use super::{column, read_first, shop, table};
use crate::known::Role::{Category, Code, Key, Label, Reference, Text, Time};
use crate::known::{Col, Known, Link};

fn surgery() -> Known {
    let unique = |name: &str, role| {
        let mut c = column(name, Words, role);
        c.unique = true;
        c
    };
    let mut pump = column("pump_name", Words, Label);
    pump.nulls = pump.rows / 3;
    let rooms = vec![
        column("id", Integer, Key),
        unique("room_no", Code),
        column("floor", Words, Category),
    ];
    let visits = vec![
        column("id", Integer, Key),
        column("room_id", Integer, Reference),
        column("patient_id", Integer, Reference),
        column("visited_on", Words, Time),
        column("state", Words, Category),
    ];
    let patients = vec![
        column("id", Integer, Key),
        column("first_name", Words, Text),
        column("surname", Words, Text),
    ];
    let pumps = vec![
        column("id", Integer, Key),
        unique("pump_number", Code),
        pump,
        column("weight", Integer, crate::known::Role::Measure),
    ];
    let mut known = shop();
    known.tables = vec![
        table("rooms", rooms, None),
        table("visits", visits, None),
        table("patients", patients, Some(1)),
        table("pumps", pumps, Some(2)),
        table(
            "fees",
            vec![
                column("id", Integer, Key),
                column("visit_id", Integer, Reference),
                column("amount", Integer, crate::known::Role::Measure),
            ],
            None,
        ),
    ];
    let link = |table, column, to| Link {
        from: vec![Col { table, column }],
        to: vec![Col { table: to, column: 0 }],
        inferred: false,
        untidy: false,
    };
    known.links = vec![link(1, 1, 0), link(1, 2, 2), link(4, 1, 1)];
    known.ready()
}

#[track_caller]
fn first(question: &str) -> String {
    read_first(&surgery(), question)
}

#[test]
fn rows_go_by_the_number_that_people_know_them_by() {
    let sql = first("which room had the most visits");
    assert!(sql.contains("room_no") && !sql.starts_with("SELECT rooms.id"), "{sql}");
}

#[test]
fn a_listed_row_shows_what_it_belongs_to_by_name() {
    let sql = first("show me the visits in March 2024");
    assert!(sql.contains("FROM patients AS") && sql.contains("surname"), "{sql}");
    assert!(
        sql.contains("room_no") && !sql.contains(" JOIN "),
        "no row is lost to a missing room: {sql}"
    );
}

#[test]
fn what_often_has_no_name_shows_its_number_too() {
    let sql = first("five heaviest pumps");
    assert!(sql.starts_with("SELECT pump_number, pump_name"), "{sql}");
}

#[test]
fn a_row_with_names_in_it_is_listed_once_however_many_it_is_asked_by() {
    let sql = first("list the visits with a fee over 50");
    assert!(sql.contains("DISTINCT") && sql.contains("surname"), "{sql}");
}

#[test]
fn how_many_firms_counts_rows_and_a_list_of_them_keeps_their_name() {
    let mut known = surgery();
    let mut firm = column("firm", Words, Category);
    firm.distinct = firm.rows;
    known.tables = vec![table(
        "contractors",
        vec![column("id", Integer, Key), firm, column("trade", Words, Category)],
        Some(1),
    )];
    known.links.clear();
    let known = known.ready();
    let sql = read_first(&known, "how many firms do we use");
    assert!(sql.contains("COUNT(*)"), "{sql}");
    let sql = read_first(&known, "firms with their trade");
    assert!(sql.contains("firm") && sql.contains("trade"), "{sql}");
}

//! What people add to a question: what is left out, what else they want to see, and who is set beside whom.

use askwell_contract::TypeKind::{Integer, Real, Text as Words};

use super::asked::{few, stored};
use super::joined::{day, people, reads};
use super::published::{known, table as named};
use super::{asked, column, shop, table};
use crate::known::Role::{Category, Flag, Key, Label, Measure, Reference, Time};
use crate::known::{Col, Known, Link};
use crate::rank::Weights;

fn first(known: &Known, question: &str) -> String {
    let found = crate::read(known, &asked(question), Weights::learned());
    found.into_iter().next().map(|r| r.sql).unwrap_or_default()
}

/// Pupils, their lessons with tutors, and what is booked ahead.
fn tutoring() -> Known {
    let mut lessons = vec![
        column("id", Integer, Key),
        column("pupil_id", Integer, Reference),
        column("tutor_id", Integer, Reference),
        column("held_on", Words, Time),
        column("mins", Integer, Measure),
        column("rate", Real, Measure),
        column("mark", Words, Category),
        column("paid", Words, Flag),
    ];
    lessons[3].latest = Some("2026-12-20".into());
    let marks = ["Present", "Absent", "Apologies", "Cancelled"];
    (lessons[6].top, lessons[6].distinct) = (marks.map(str::to_owned).to_vec(), 4);
    (lessons[7].top, lessons[7].gaps) = (vec!["Y".into(), "N".into(), "n/a".into()], vec!["n/a".into()]);
    let people = |name: &str| {
        let columns = vec![column("id", Integer, Key), column("name", Words, Label)];
        table(name, columns, Some(1))
    };
    let col = |table, column| Col { table, column };
    let link = |from, to| Link {
        from: vec![from],
        to: vec![to],
        inferred: false,
        untidy: false,
    };
    let mut known = shop();
    known.tables = vec![people("pupils"), people("tutors"), table("lessons", lessons, None)];
    known.links = vec![link(col(2, 1), col(0, 0)), link(col(2, 2), col(1, 0))];
    known.ready()
}

#[test]
fn what_does_not_count_is_left_out_row_by_row() {
    for question in [
        "customers by country, those from France dont count",
        "customers by country, not counting anyone from France",
        "customers by country, France left out",
        "customers by country, leave France out",
    ] {
        let sql = first(&shop(), question);
        assert!(sql.contains("country <> 'France'"), "{question}: {sql}");
    }
    let sql = first(&shop(), "how many customers are from France");
    assert!(sql.contains("country = 'France'"), "{sql}");
}

#[test]
fn listed_values_of_one_column_stand_beside_each_other() {
    let sql = first(&shop(), "average amount of orders from France and from Germany");
    assert!(sql.contains("GROUP BY customers.country"), "{sql}");
    let sql = first(&shop(), "customers from France and Germany");
    assert!(!sql.contains("GROUP BY"), "{sql}");
}

#[test]
fn shares_side_by_side_are_called_by_whose_they_are() {
    let sql = first(
        &shop(),
        "what share of customers is from France and what share is from Germany",
    );
    let sql = if sql.contains("percentage_France") {
        sql
    } else {
        first(&shop(), "share of customers from France vs Germany")
    };
    assert!(
        sql.contains("percentage_France") && sql.contains("percentage_Germany"),
        "{sql}"
    );
}

#[test]
fn each_tutor_counts_once_however_many_lessons_there_were() {
    let sql = first(&tutoring(), "how many pupils have had more than one tutor");
    assert!(sql.contains("COUNT(DISTINCT"), "{sql}");
    let sql = first(&tutoring(), "pupils with more than 3 lessons");
    assert!(sql.contains("COUNT(*) > 3"), "{sql}");
}

#[test]
fn hours_are_made_of_minutes_and_money_of_hours() {
    let sql = first(&tutoring(), "which tutor has taught the most hours");
    assert!(sql.contains("SUM((lessons.mins / 60.0))"), "{sql}");
    let sql = first(&tutoring(), "what did we charge for lessons in 2024");
    assert!(sql.contains("/ 60.0) * rate)"), "{sql}");
}

#[test]
fn who_missed_something_was_not_present_for_whatever_reason() {
    let sql = first(&tutoring(), "how many lessons were missed");
    assert!(sql.contains("mark IN ('Absent', 'Apologies')"), "{sql}");
}

#[test]
fn what_is_neither_paid_nor_unpaid_is_not_unpaid() {
    let sql = first(&tutoring(), "lessons that havent been paid");
    assert!(sql.contains("paid IN ('N')") || sql.contains("paid = 'N'"), "{sql}");
}

#[test]
fn the_last_time_was_not_after_today() {
    let sql = first(&tutoring(), "when was the last time a pupil was in");
    assert!(
        sql.contains("<= '2026-06-15'") && sql.contains("mark <> 'Cancelled'"),
        "{sql}"
    );
}

#[test]
fn a_year_is_no_part_where_what_is_so_was_not_understood() {
    let all = crate::read(
        &shop(),
        &asked("what percent of orders in 2024 used a foobar"),
        Weights::learned(),
    );
    assert!(all.iter().all(|r| !r.sql.contains("100.0 * SUM")), "{all:?}");
    let sql = first(&shop(), "what percent of orders came in 2024");
    assert!(sql.contains("100.0 * SUM"), "{sql}");
}

#[test]
fn tickets_of_ticket_sales_are_added_up() {
    let mut known = shop();
    let columns = vec![
        column("id", Integer, Key),
        column("channel", Words, Category),
        column("qty", Integer, Measure),
    ];
    let mut sales = table("ticket_sales", columns, None);
    sales.words = vec!["ticket".into(), "sales".into()];
    known.tables = vec![sales];
    known.links.clear();
    let known = known.ready();
    let sql = first(&known, "which channel sold the most tickets");
    assert!(sql.contains("SUM(qty)"), "{sql}");
    let sql = first(&known, "how many ticket sales by channel");
    assert!(sql.contains("COUNT(*)"), "{sql}");
}

#[test]
fn an_export_of_orders_has_orders_for_rows() {
    let mut known = shop();
    known.tables.retain(|t| t.name != "orders");
    known.links.clear();
    let mut lines = table(
        "lines",
        vec![column("order_id", Integer, Category), column("sku", Words, Category)],
        None,
    );
    lines.columns[0].words = vec!["order".into(), "id".into()];
    lines.key = Vec::new();
    let mut export = table(
        "orders_export",
        vec![column("ref", Words, Label), column("total", Real, Measure)],
        Some(0),
    );
    export.words = vec!["orders".into(), "export".into()];
    export.key = Vec::new();
    known.tables.extend([lines, export]);
    let sql = first(&known.ready(), "how many orders are there");
    assert!(sql.contains("COUNT(*)") && sql.contains("orders_export"), "{sql}");
}

#[test]
fn a_rate_of_an_hour_groups_by_no_hour() {
    let mut known = shop();
    let mut rooms = vec![
        column("id", Integer, Key),
        column("room", Words, Label),
        column("hourly_rate", Real, Measure),
    ];
    rooms[2].words = vec!["hourly".into(), "rate".into()];
    rooms.push(column("opened", Words, Time));
    known.tables = vec![table("rooms", rooms, Some(1))];
    known.links.clear();
    let sql = first(&known.ready(), "cheapest room by the hour");
    assert!(sql.contains("hourly_rate") && !sql.contains("GROUP BY"), "{sql}");
}

#[test]
fn who_cancelled_did_not_attend() {
    let sql = first(&tutoring(), "which pupils visited in 2024");
    assert!(sql.contains("mark <> 'Cancelled'"), "{sql}");
    let sql = first(&tutoring(), "which pupils visited more than 3 times");
    assert!(sql.contains("<= '2026-06-15'"), "{sql}");
    let sql = first(&tutoring(), "how many lessons in 2024");
    assert!(!sql.contains("Cancelled"), "{sql}");
}

/// Jobs of a garage, with a status that is also a plain word.
fn jobs() -> Known {
    known(vec![named(
        "jobs",
        vec![
            column("job_no", Integer, Key),
            day("done_on"),
            few("status", &["Done", "Canc", "Booked"]),
        ],
        None,
    )])
}

#[test]
fn what_or_ties_together_is_meant_together() {
    let said = |question: &str, words: [&str; 2]| {
        let values = words.map(|w| stored(question, w, ("jobs", "status"), w));
        reads(&jobs(), question, values.into(), &["'Done'", "'Canc'"])
    };
    said("what percentage of jobs are Done or Canc", ["Done", "Canc"]);
    let ratio = said("what is the ratio of Done to Canc", ["Done", "Canc"]);
    assert!(ratio.contains(" / "), "{ratio}");
    let values = vec![stored("how many jobs are Done", "Done", ("jobs", "status"), "Done")];
    let sql = reads(&jobs(), "how many jobs are Done", values, &["'Done'"]);
    assert!(!sql.contains("Canc"), "{sql}");
}

#[test]
fn a_ratio_leaves_no_word_unused() {
    let question = "ratio of Done to Canc";
    let values = ["Done", "Canc"].map(|w| stored(question, w, ("jobs", "status"), w));
    let found = crate::read(&jobs(), &people(question, values.into()), Weights::learned());
    assert!(found[0].unused.is_empty(), "{:?}", found[0].unused);
}

/// Several results of each pupil, who has a number.
fn results() -> Known {
    let mut number = column("cand_no", Integer, Reference);
    (number.words, number.distinct) = (vec!["candidate".into(), "number".into()], 60);
    number.rows = 540;
    known(vec![named(
        "results_2025",
        vec![
            number,
            column("surname", Words, Label),
            few("form", &["11A", "11B"]),
            few("subject", &["Maths", "Art", "History"]),
        ],
        None,
    )])
}

#[test]
fn pupils_of_a_sheet_of_results_are_counted_once() {
    for question in [
        "number of pupils per form",
        "how many pupils",
        "how many people are there",
    ] {
        reads(&results(), question, vec![], &["COUNT(DISTINCT cand_no)"]);
    }
    let sql = reads(&results(), "how many results per form", vec![], &["COUNT(*)"]);
    assert!(!sql.contains("DISTINCT"), "{sql}");
}

//! How things stand, in other words than the data's; and times of day that a sheet keeps as text.

use askwell_contract::TypeKind::{Integer, Real, Text as Words};

use super::{all, asked, column, few, shop, table};
use crate::known::Known;
use crate::known::Role::{Flag, Key, Measure, Text, Time};
use crate::rank::Weights;

fn read(known: &Known, question: &str) -> Vec<String> {
    let found = crate::read(known, &asked(question), Weights::learned());
    found.into_iter().map(|r| r.sql).collect()
}

fn first(known: &Known, question: &str) -> String {
    read(known, question).into_iter().next().unwrap_or_default()
}

/// A council's applications, and a till's lines with the time in a column of its own.
fn sheets() -> Known {
    let mut decided = column("decision_date", Words, Time);
    decided.nulls = 90;
    let applications = vec![
        column("id", Integer, Key),
        column("received_date", Words, Time),
        column("target_date", Words, Time),
        decided,
        few("decision", &["Granted", "Refused", "Withdrawn"]),
        few("status", &["Pending", "Registered", "Decided"]),
        few("appeal", &["Appeal allowed", "Appeal dismissed"]),
        few("plan", &["NHS", "Pvt", "Denplan"]),
        column("officer", Words, Text),
        column("fee", Real, Measure),
        column("paid", Words, Flag),
    ];
    let mut time = column("time", Words, Text);
    time.clock = true;
    time.minutes_of_day = Some("minutes({})".to_owned());
    let mut day = column("day", Words, Time);
    day.days_only = true;
    let sales = vec![
        column("receipt", Integer, Key),
        day,
        time,
        few("item", &["Latte", "Tea", "Scone"]),
        column("quantity", Integer, Measure),
        column("distance", Real, Measure),
    ];
    let mut known = shop();
    known.tables = vec![table("applications", applications, None), table("sales", sales, None)];
    known.links.clear();
    known.ready()
}

#[test]
fn an_outcome_is_found_by_a_word_that_means_the_same() {
    let known = sheets();
    for question in [
        "how many applications were approved",
        "what percentage of applications get approved",
    ] {
        let sql = first(&known, question);
        assert!(sql.contains("decision = 'Granted'"), "{question}: {sql}");
    }
    let sql = first(&known, "how many applications did we reject");
    assert!(sql.contains("decision = 'Refused'"), "{sql}");
    // "To approve" is what is to be done, and the word itself stands for nothing else.
    let found = read(&known, "applications to approve");
    assert!(found.iter().all(|sql| !sql.contains("'Granted'")), "{found:?}");
}

#[test]
fn open_is_whatever_is_not_over() {
    let sql = first(&sheets(), "open applications per officer");
    assert!(sql.contains("status IN ('Pending', 'Registered')"), "{sql}");
    let sql = first(&sheets(), "how many applications havent been decided");
    assert!(
        sql.contains("status IN ('Pending', 'Registered')") || sql.contains("decision_date IS NULL"),
        "{sql}"
    );
    // What was never cancelled may be over all the same.
    let found = read(&sheets(), "applications not cancelled");
    assert!(found.iter().all(|sql| !sql.contains("'Registered'")), "{found:?}");
}

#[test]
fn a_text_without_its_vowels_is_short_for_the_word() {
    let sql = first(&sheets(), "average fee of private applications");
    assert!(sql.contains("\"plan\" = 'Pvt'"), "{sql}");
}

#[test]
fn what_is_owed_is_the_money_of_the_rows_that_are_not_paid() {
    for question in ["how much do applications still owe us", "how much is outstanding"] {
        let found = read(&sheets(), question);
        let owed =
            |sql: &String| sql.contains("SUM(fee)") && (sql.contains("paid = 'no'") || sql.contains("paid <> 'yes'"));
        assert!(owed(&found[0]), "{question}: {}", found[0]);
    }
    // "Unpaid" is no part of what the fees are called.
    let sql = first(&sheets(), "total unpaid fees");
    assert!(sql.contains("paid"), "{sql}");
}

#[test]
fn a_day_of_its_own_is_gone_by_or_late() {
    let sql = first(&sheets(), "pending applications already past their target date");
    assert!(sql.contains("target_date") && sql.contains("'2026-06-15'"), "{sql}");
    let sql = first(&sheets(), "how many applications were decided late");
    assert!(
        sql.contains("date(decision_date) > date(target_date)") || sql.contains("decision_date > target_date"),
        "{sql}"
    );
}

#[test]
fn hours_are_read_out_of_texts_of_times() {
    let sql = first(&sheets(), "number of sales by hour of the day");
    assert!(sql.contains("GROUP BY ((minutes(time)) / 60)"), "{sql}");
    let sql = first(&sheets(), "sales before 10am");
    assert!(
        sql.contains("((minutes(time)) / 60) IN (0, 1, 2, 3, 4, 5, 6, 7, 8, 9)"),
        "{sql}"
    );
}

#[test]
fn one_stretch_of_hours_has_no_other_side() {
    let found = all("orders before 10am");
    assert!(
        !found.is_empty() && found.iter().all(|sql| !sql.contains("the others")),
        "{found:?}"
    );
}

#[test]
fn what_sells_best_is_the_article_and_how_far_things_went_is_added_up() {
    let sql = first(&sheets(), "whats our best seller");
    assert!(sql.starts_with("SELECT item, SUM(quantity)"), "{sql}");
    let sql = first(&sheets(), "distance per item");
    assert!(sql.contains("SUM(distance)"), "{sql}");
}

#[test]
fn what_a_day_has_is_an_average_where_the_question_is_of_now() {
    let sql = first(&sheets(), "how many sales do we get a day");
    assert!(sql.contains("AVG("), "{sql}");
    let sql = first(&sheets(), "how many sales did we get per day");
    assert!(!sql.contains("AVG("), "{sql}");
}

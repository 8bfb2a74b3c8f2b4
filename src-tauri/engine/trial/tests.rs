//! Every entry of the score table by itself (seed 001, 5d and 5e), and what a plan has to do with it.
#![allow(clippy::unwrap_used)]

use askwell_contract::run::Judged;

use super::judge;
use crate::scripted::{candidate, plan, run, Scripted};

const COUNT: &str = "SELECT COUNT(*) FROM customers";

fn judged(db: Scripted, question: &str, sql: &str) -> Judged {
    let mut out = None;
    run(db, async |cx| {
        out = Some(judge(cx, &plan(question), candidate(sql)).await.unwrap())
    });
    out.unwrap()
}

/// The points for one entry; several of one name are added up.
fn points(question: &str, sql: &str, entry: &str) -> f64 {
    let db = Scripted::shop().gives(sql, &[&["7"]]);
    of(&judged(db, question, sql), entry)
}

fn of(judged: &Judged, entry: &str) -> f64 {
    judged.parts.iter().filter(|p| p.name == entry).map(|p| p.points).sum()
}

#[test]
fn everything_starts_at_a_hundred_and_loses_for_what_lint_finds() {
    assert_eq!(points("names", "SELECT name FROM customers", "base"), 100.0);
    assert_eq!(points("names", "SELECT nam FROM customers", "lint error"), -25.0);
    assert_eq!(points("names", "SELECT nam, nom FROM customers", "lint error"), -50.0);
    let unsorted = "SELECT name FROM customers LIMIT 3";
    assert_eq!(points("names", unsorted, "lint warning"), -5.0);
}

#[test]
fn what_cannot_be_planned_loses_fifty_and_is_not_run() {
    let db = Scripted::shop().gives(COUNT, &[&["7"]]).cannot_plan(COUNT);
    let asked = db.asked.clone();
    let judged = judged(db, "How many customers are there?", COUNT);
    assert_eq!(of(&judged, "plan failed"), -50.0);
    assert!(!judged.ran() && asked.lock().unwrap().is_empty());
}

#[test]
fn what_takes_too_long_to_plan_is_run_all_the_same() {
    let db = Scripted::shop().gives(COUNT, &[&["7"]]).plans_without_end(COUNT);
    let judged = judged(db, "How many customers are there?", COUNT);
    assert!(judged.ran());
    assert_eq!(of(&judged, "plan failed"), 0.0);
}

#[test]
fn what_the_question_asks_for_and_the_query_does_is_worth_its_points() {
    let groups = "SELECT country, COUNT(*) FROM customers GROUP BY country";
    let first = "SELECT name FROM customers ORDER BY since LIMIT 1";
    let different = "SELECT DISTINCT country FROM customers";
    let joined = "SELECT customers.name FROM customers JOIN orders ON orders.customer_id = customers.id";
    for (question, sql, entry, worth) in [
        ("How many customers in each country?", groups, "groups", 10.0),
        ("How many customers are there?", groups, "groups", 0.0),
        ("Who is the oldest customer?", first, "ranks", 10.0),
        ("Which customers are there?", first, "ranks", 0.0),
        ("Which different countries are there?", different, "distinct", 5.0),
        ("Which countries are there?", different, "distinct", 0.0),
        ("List customers and their orders", joined, "joins", 5.0),
        ("List customers", joined, "joins", 0.0),
    ] {
        assert_eq!(points(question, sql, entry), worth, "{question}: {entry}");
    }
}

#[test]
fn names_count_for_fifteen_tables_four_tenths_and_columns_six() {
    assert_eq!(points("x", "SELECT name, country FROM customers", "schema"), 15.0);
    let half = points("x", "SELECT name, nom FROM customers", "schema");
    assert!((half - 15.0 * (0.4 + 0.6 * 0.5)).abs() < 1e-9, "{half}");
}

#[test]
fn joins_along_keys_count_for_twenty_and_no_join_is_along_all() {
    let on = |condition: &str| format!("SELECT customers.name FROM customers JOIN orders ON {condition}");
    assert_eq!(points("x", "SELECT name FROM customers", "join keys"), 20.0);
    assert_eq!(points("x", &on("orders.customer_id = customers.id"), "join keys"), 20.0);
    assert_eq!(points("x", &on("orders.id = customers.id"), "join keys"), 0.0);
}

#[test]
fn the_form_of_the_result_counts_for_ten() {
    let shape = |question: &str, sql: &str| points(question, sql, "shape");
    assert_eq!(shape("How many customers are there?", COUNT), 10.0);
    assert_eq!(shape("How many customers are there?", "SELECT id FROM customers"), 5.0);
    assert_eq!(shape("Which customers are there?", "SELECT name FROM customers"), 10.0);
    assert_eq!(shape("Which customers are there?", COUNT), 3.0);
}

//! Every entry of the score table by itself (seed 001, 5d and 5e), and what a plan has to do with it.
#![allow(clippy::unwrap_used)]

use std::time::Duration;

use askwell_contract::run::{Judged, Outcome};
use askwell_contract::{Cell, Dialect, ResultSet};
use askwell_sql::features;

use super::{is_nameless, judge, PLAN};
use crate::scripted::{candidate, plan, run, Scripted};

const COUNT: &str = "SELECT COUNT(*) FROM customers";
const HOW_MANY: &str = "How many customers are there?";

fn judged(db: Scripted, question: &str, sql: &str) -> Judged {
    let mut out = None;
    run(db, async |cx| {
        out = Some(judge(cx, &plan(question), candidate(sql)).await.unwrap())
    });
    out.unwrap()
}

/// The points for one entry; several of one name are added up.
fn points(question: &str, sql: &str, entry: &str) -> f64 {
    given(&[&["7"]], question, sql, entry)
}

fn given(rows: &[&[&str]], question: &str, sql: &str, entry: &str) -> f64 {
    of(&judged(Scripted::shop().gives(sql, rows), question, sql), entry)
}

fn of(judged: &Judged, entry: &str) -> f64 {
    judged.parts.iter().filter(|p| p.name == entry).map(|p| p.points).sum()
}

fn has(judged: &Judged, entry: &str) -> bool {
    judged.parts.iter().any(|p| p.name == entry)
}

fn near(a: f64, b: f64) -> bool {
    (a - b).abs() < 1e-9
}

// ── 5d: penalties ─────────────────────────────────────────────────────────────────────────────────────────────────

#[test]
fn everything_starts_at_a_hundred_and_loses_for_what_lint_finds() {
    assert_eq!(points("names", "SELECT name FROM customers", "base"), 100.0);
    assert_eq!(points("names", "SELECT name FROM customers", "lint error"), 0.0);
    assert_eq!(points("names", "SELECT nam FROM customers", "lint error"), -25.0);
    assert_eq!(points("names", "SELECT nam, nom FROM customers", "lint error"), -50.0);
    let unsorted = "SELECT name FROM customers LIMIT 3";
    assert_eq!(points("names", unsorted, "lint warning"), -5.0);
    let and_all = "SELECT * FROM customers LIMIT 3";
    assert_eq!(points("names", and_all, "lint warning"), -10.0);
}

#[test]
fn what_is_refused_loses_as_for_an_error_and_has_no_points_for_a_result() {
    let refused = judged(Scripted::shop(), "x", "SELECT load_extension('x')");
    assert_eq!(of(&refused, "lint error"), -25.0);
    assert!(!has(&refused, "plan failed") && !has(&refused, "shape"));
}

#[test]
fn what_cannot_be_planned_loses_fifty_and_is_not_run() {
    let db = Scripted::shop().gives(COUNT, &[&["7"]]).cannot_plan(COUNT, "engine");
    let asked = db.asked.clone();
    let judged = judged(db, HOW_MANY, COUNT);
    assert_eq!(of(&judged, "plan failed"), -50.0);
    assert!(!judged.ran() && asked.lock().unwrap().is_empty());
    // 100 - 50 + 15 (schema) + 20 (no join needed); no result, no shape.
    assert_eq!(judged.score, 85.0);
}

#[test]
fn what_fails_only_when_it_runs_was_planned() {
    let judged = judged(Scripted::shop().fails(COUNT, "overflow"), HOW_MANY, COUNT);
    assert!(!judged.ran() && !has(&judged, "plan failed") && !has(&judged, "shape"));
}

// ── 5c: the time for a plan ───────────────────────────────────────────────────────────────────────────────────────

#[test]
fn what_takes_too_long_to_plan_is_run_all_the_same() {
    assert_eq!(PLAN, Duration::from_secs(2));
    let db = Scripted::shop().gives(COUNT, &[&["7"]]);
    let planned = judged(db.clone(), HOW_MANY, COUNT);
    let unplanned = judged(db.plans_without_end(COUNT), HOW_MANY, COUNT);
    assert!(unplanned.ran());
    assert_eq!(unplanned.parts, planned.parts);
}

#[test]
fn a_plan_that_the_engine_itself_gave_up_is_the_same() {
    let db = Scripted::shop().gives(COUNT, &[&["7"]]);
    let planned = judged(db.clone(), HOW_MANY, COUNT);
    let unplanned = judged(db.cannot_plan(COUNT, "timeout"), HOW_MANY, COUNT);
    assert!(unplanned.ran());
    assert_eq!(unplanned.parts, planned.parts);
}

#[test]
fn what_was_run_without_a_plan_and_failed_has_no_failed_plan() {
    let db = Scripted::shop().fails(COUNT, "overflow").cannot_plan(COUNT, "timeout");
    let judged = judged(db, HOW_MANY, COUNT);
    assert!(matches!(&judged.outcome, Outcome::Failed { finding, .. } if finding.code == "overflow"));
    assert!(!has(&judged, "plan failed"));
}

// ── 5d: bonuses ───────────────────────────────────────────────────────────────────────────────────────────────────

#[test]
fn what_the_question_asks_for_and_the_query_does_is_worth_its_points() {
    let names = "SELECT name FROM customers";
    let groups = "SELECT country, COUNT(*) FROM customers GROUP BY country";
    let first = "SELECT name FROM customers ORDER BY since LIMIT 1";
    let sorted = "SELECT name FROM customers ORDER BY since";
    let cut = "SELECT name FROM customers LIMIT 1";
    let different = "SELECT DISTINCT country FROM customers";
    let counted = "SELECT COUNT(DISTINCT country) FROM customers";
    let joined = "SELECT customers.name FROM customers JOIN orders ON orders.customer_id = customers.id";
    for (question, sql, entry, worth) in [
        ("How many customers in each country?", groups, "groups", 10.0),
        ("How many customers in each country?", COUNT, "groups", 0.0),
        (HOW_MANY, groups, "groups", 0.0),
        ("Who is the oldest customer?", first, "ranks", 10.0),
        ("Who are the top customers?", first, "ranks", 10.0),
        ("Which customers have the highest id?", first, "ranks", 10.0),
        ("Who is the oldest customer?", sorted, "ranks", 0.0),
        ("Who is the oldest customer?", cut, "ranks", 0.0),
        ("Which customers are there?", first, "ranks", 0.0),
        ("Which different countries are there?", different, "distinct", 5.0),
        ("Which unique countries are there?", different, "distinct", 5.0),
        ("How many different countries are there?", counted, "distinct", 5.0),
        ("Which different countries are there?", names, "distinct", 0.0),
        ("Which countries are there?", different, "distinct", 0.0),
        ("List customers and their orders", joined, "joins", 5.0),
        ("List customers and their orders", names, "joins", 0.0),
        ("List customers", joined, "joins", 0.0),
    ] {
        assert_eq!(points(question, sql, entry), worth, "{question}: {sql}: {entry}");
    }
}

// ── 5e: the reranker ──────────────────────────────────────────────────────────────────────────────────────────────

#[test]
fn names_count_for_fifteen_tables_four_tenths_and_columns_six() {
    for (sql, tables, columns) in [
        ("SELECT name, country FROM customers", 1.0, 1.0),
        ("SELECT name, nom FROM customers", 1.0, 0.5),
        ("SELECT nam, nom FROM customers", 1.0, 0.0),
        ("SELECT 1 FROM nowhere", 0.0, 1.0),
        ("SELECT customers.name, customers.nom FROM customers, nowhere", 0.5, 0.5),
    ] {
        let schema = points("x", sql, "schema");
        assert!(near(schema, 15.0 * (0.4 * tables + 0.6 * columns)), "{sql}: {schema}");
    }
}

#[test]
fn joins_along_keys_count_for_twenty_and_no_join_is_along_all() {
    let on = |condition: &str| format!("SELECT customers.name FROM customers JOIN orders ON {condition}");
    let keys = |sql: &str| points("x", sql, "join keys");
    assert_eq!(keys("SELECT name FROM customers"), 20.0);
    assert_eq!(keys(&on("orders.customer_id = customers.id")), 20.0);
    assert_eq!(keys(&on("customers.id = orders.customer_id")), 20.0);
    assert_eq!(keys(&on("orders.id = customers.id")), 0.0);
    let two = on("orders.customer_id = customers.id JOIN orders o ON o.id = customers.id");
    assert_eq!(keys(&two), 10.0);
    assert_eq!(
        keys(&on("orders.customer_id = customers.id AND orders.id = customers.id")),
        10.0
    );
}

#[test]
fn the_form_of_the_result_counts_for_ten() {
    let one: &[&[&str]] = &[&["7"]];
    let pairs: &[&[&str]] = &[&["France", "5"], &["Germany", "7"]];
    let three: &[&[&str]] = &[&["Ada"], &["Bob"], &["Cy"]];
    let each = "How many customers in each country?";
    let groups = "SELECT country, COUNT(*) FROM customers GROUP BY country";
    let names = "SELECT name FROM customers";
    for (rows, question, sql, worth) in [
        // One figure: half for one cell, half for the function that was asked for.
        (one, HOW_MANY, COUNT, 10.0),
        (one, HOW_MANY, "SELECT MAX(id) FROM customers", 5.0),
        (one, HOW_MANY, "SELECT id FROM customers", 5.0),
        (pairs, HOW_MANY, groups, 5.0),
        (three, HOW_MANY, names, 0.0),
        (
            one,
            "What is the total of the orders?",
            "SELECT SUM(total) FROM orders",
            10.0,
        ),
        (
            one,
            "What is the total of the orders?",
            "SELECT COUNT(*) FROM orders",
            5.0,
        ),
        // Groups: six tenths for groups and their figures, four for the function.
        (pairs, each, groups, 10.0),
        (
            pairs,
            each,
            "SELECT country, MAX(id) FROM customers GROUP BY country",
            6.0,
        ),
        (one, each, COUNT, 4.0),
        (three, each, names, 0.0),
        // A ranking: seven tenths for ORDER BY with LIMIT (or the extreme itself), three for no more rows than asked for.
        (
            one,
            "Who is the oldest customer?",
            "SELECT name FROM customers ORDER BY since LIMIT 1",
            10.0,
        ),
        (
            one,
            "Who is the oldest customer?",
            "SELECT MIN(since) FROM customers",
            10.0,
        ),
        (
            three,
            "Who is the oldest customer?",
            "SELECT name FROM customers ORDER BY since",
            3.0,
        ),
        (
            three,
            "Who are the 2 oldest customers?",
            "SELECT name FROM customers ORDER BY since LIMIT 3",
            7.0,
        ),
        (three, "Who are the 2 oldest customers?", names, 0.0),
        // A list: a bare figure is none.
        (three, "Which customers are there?", names, 10.0),
        (one, "Which customers are there?", COUNT, 3.0),
        // Words that say nothing.
        (one, "Combien de clients ?", COUNT, 5.0),
    ] {
        let shape = given(rows, question, sql, "shape");
        assert!(near(shape, worth), "{question}: {sql}: {shape}");
    }
}

#[test]
fn a_group_without_a_name_is_no_answer_to_which_one() {
    let result = |first: Cell| ResultSet {
        columns: Vec::new(),
        rows: vec![vec![first, Cell::Int(1331)]],
        truncated: None,
    };
    let f = |sql: &str| features::of(sql, Dialect::Sqlite).unwrap();
    let ranked = f("SELECT director, COUNT(*) FROM films GROUP BY director ORDER BY COUNT(*) DESC LIMIT 1");
    assert!(is_nameless(&ranked, &result(Cell::Null)));
    assert!(!is_nameless(&ranked, &result(Cell::Text("Ford".into()))));
    let ends = f("SELECT MIN(ended), COUNT(*) FROM films");
    assert!(!is_nameless(&ends, &result(Cell::Null)));
}

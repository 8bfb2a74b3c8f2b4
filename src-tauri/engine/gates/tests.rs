//! Every gate against its own pairs of question and query, over one schema, and what they come to together.

use askwell_contract::profile::TableProfile;
use askwell_contract::run::{Candidate, Judged, Outcome};
use askwell_contract::view::{DecimalMark, Figures, View, ViewKind};
use askwell_contract::ResultSet;

use super::*;
use crate::prepare::fake;
use crate::scripted::candidate;

pub(super) fn knowledge() -> Knowledge {
    let mut catalog = fake::catalog(vec![
        fake::table("customers", &["id int", "name text", "country text", "since date"]),
        fake::table(
            "orders",
            &["id int", "customer_id int", "status text", "total real", "placed date"],
        ),
        fake::table("flights", &["flight int", "carrier text", "distance int"]),
        fake::table("airlines", &["carrier text", "name text"]),
        fake::table(
            "films",
            &["title text", "year int", "score real", "budget int", "minutes int"],
        ),
        fake::table(
            "shops",
            &[
                "name text",
                "phone int",
                "zip_code int",
                "staff_count int",
                "discount int",
                "tax_rate real",
                "mpg real",
                "platform_number int",
                "visitors_number int",
                "service_years int",
            ],
        ),
        fake::table("sightings", &["id int", "species text", "site text", "how_many int"]),
        fake::table("rights", &["title text", "advance text", "fee text"]),
        fake::table("voyages", &["name text", "year int"]),
        fake::table("sales", &["product text", "quantity int", "year int"]),
        fake::table("payments", &["id int", "name text", "year int"]),
    ]);
    fake::refer(&mut catalog, "orders.customer_id", "customers.id");
    let columns = [("advance", &["€", "$"][..]), ("fee", &["£", "GBP"][..])].map(|(column, units)| {
        let mut profile = fake::profile("rights", column, 40, 30);
        profile.view = Some(money(units));
        profile
    });
    let rights = TableProfile {
        table: "rights".to_owned(),
        rows: 40,
        read: 40,
        columns: columns.to_vec(),
        grain: String::new(),
        freshness: None,
    };
    let voyages = TableProfile {
        table: "voyages".to_owned(),
        columns: vec![
            fake::profile("voyages", "name", 40, 8),
            fake::profile("voyages", "year", 40, 10),
        ],
        ..rights.clone()
    };
    let mut number = fake::profile("payments", "id", 40, 40);
    number.unique = true;
    let payments = TableProfile {
        table: "payments".to_owned(),
        columns: vec![number, fake::profile("payments", "name", 40, 8)],
        ..rights.clone()
    };
    Knowledge::build(catalog, "1".into(), vec![rights, voyages, payments], Vec::new())
}

/// Amounts as text in these currencies.
fn money(units: &[&str]) -> View {
    View {
        kind: ViewKind::Money {
            figures: Figures {
                mark: DecimalMark::Point,
                groups: Vec::new(),
                units: units.iter().map(|u| (*u).to_owned()).collect(),
                brackets: false,
                whole: true,
            },
        },
        read: 40,
        unread: 0,
        exact: true,
        examples: Vec::new(),
        strict: false,
        days: None,
    }
}

/// A query that gave more rows than anyone reads.
fn judged(candidate: Candidate) -> Judged {
    Judged {
        candidate,
        findings: Vec::new(),
        outcome: Outcome::Ran {
            result: ResultSet {
                columns: Vec::new(),
                rows: Vec::new(),
                truncated: None,
            },
            rows: 250,
            ms: 1.0,
        },
        score: 0.0,
        parts: Vec::new(),
        confidence: 0.0,
        repairs: Vec::new(),
    }
}

fn names(knowledge: &Knowledge, question: &str, sql: &str) -> Vec<&'static str> {
    let judged = judged(candidate(sql));
    failed(knowledge, question, &judged, None)
        .iter()
        .map(|f| f.gate)
        .collect()
}

#[test]
fn every_gate_flags_its_pairs_and_leaves_the_near_misses() {
    let knowledge = knowledge();
    let mut wrong = Vec::new();
    for gate in GATES {
        assert!(
            gate.flags.len() > 1 && gate.leaves.len() > 2 && gate.about.ends_with('.'),
            "{}",
            gate.name
        );
        for (pairs, flagged) in [(gate.flags, true), (gate.leaves, false)] {
            for (question, sql) in pairs {
                assert!(acts::of(sql, &knowledge.catalog).is_some(), "{sql}");
                if names(&knowledge, question, sql).contains(&gate.name) != flagged {
                    wrong.push(format!(
                        "{} should {}: {question} | {sql}",
                        gate.name,
                        if flagged { "flag" } else { "leave" }
                    ));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn gates_have_names_of_their_own() {
    let all: std::collections::BTreeSet<_> = GATES.iter().map(|g| g.name).collect();
    assert_eq!(all.len(), GATES.len());
}

#[test]
fn a_word_that_is_told_as_unused_is_not_told_again() {
    let knowledge = knowledge();
    let sql = "SELECT title FROM films";
    let told = Candidate {
        unplaced: vec!["the highest".into()],
        ..candidate(sql)
    };
    let judged = judged(candidate(sql));
    let question = "films with the highest";
    assert!(failed(&knowledge, question, &judged, Some(&told)).is_empty());
    assert_eq!(unused(&failed(&knowledge, question, &judged, None)), ["highest"]);
}

#[test]
fn no_figure_is_missed_where_the_answer_is_to_show_no_more_than_was_asked_for() {
    let knowledge = knowledge();
    let judged = judged(candidate("SELECT title FROM films ORDER BY score DESC LIMIT 5"));
    let flagged = |question, style| !failed_in(&knowledge, question, &judged, None, style).is_empty();
    assert!(flagged("top 5 films by score", Style::People));
    assert!(!flagged("top 5 films by score", Style::Exact));
    assert!(flagged("How many films are there?", Style::Exact), "other gates hold");
}

#[test]
fn what_did_not_run_has_nothing_to_pass() {
    let knowledge = knowledge();
    let never = Judged {
        outcome: Outcome::NotRun,
        ..judged(candidate("SELECT SUM(flight) FROM flights"))
    };
    assert!(failed(&knowledge, "How many flights are there?", &never, None).is_empty());
}

#[test]
fn a_number_that_was_typed_in_a_turn_is_not_lost_in_silence() {
    let knowledge = knowledge();
    let lost = |typed: &str, sql: &str| lost_number(&knowledge, typed, &judged(candidate(sql)));
    let fault = lost("and in 2017?", "SELECT COUNT(*) FROM orders").unwrap();
    assert!(fault.heavy && fault.fault.unused == ["2017"], "{:?}", fault.fault);
    assert!(lost("and of customer 60?", "SELECT COUNT(*) FROM orders").is_some());
    for (typed, sql) in [
        (
            "and of customer 60?",
            "SELECT COUNT(*) FROM orders WHERE customer_id = 60",
        ),
        ("over 2.5", "SELECT id FROM orders WHERE total > 2.50"),
        (
            "in the last 30 days",
            "SELECT id FROM orders WHERE placed >= '2026-01-01'",
        ),
        ("by country", "SELECT country, COUNT(*) FROM customers GROUP BY country"),
    ] {
        assert!(lost(typed, sql).is_none(), "{typed}");
    }
}

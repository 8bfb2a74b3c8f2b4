//! What holds for every query that the engine writes: it parses, it only reads, its reading names every filter, and
//! other names for the same tables and columns give the same query with these names.
#![allow(clippy::unwrap_used)]

mod acted;
mod best;
mod own;
mod rows;
mod shop;
mod spans;
mod told;
mod trade;
mod written;
mod yard;

use askwell_contract::profile::TableProfile;
use askwell_contract::run::{Candidate, Plan};
use askwell_contract::Dialect;
use askwell_sql::guard;
use askwell_sql::steps::worded::{day_of, day_words};

use super::candidates;
use super::score::Weights;
use crate::ask::{ground, link};
use crate::calendar::Now;
use crate::prepare::fake;
use crate::prepare::values::ColumnValues;
use crate::prepare::Knowledge;

/// Names for: a table, its text, its number, its day; a table below it, its text, its number.
type Names = [&'static str; 7];

const ONE: Names = ["frindle", "quuxel", "wibnar", "tarnok", "zorblit", "plovet", "hungle"];
const OTHER: Names = ["granket", "sholit", "perdum", "ulvash", "mivlod", "dornek", "bastor"];

/// `{0}` and so on stand for the names.
const QUESTIONS: [&str; 30] = [
    "How many {0}s are there?",
    "What is the average {2} of {0}s?",
    "Show the {1} and {2} of all {0}s with {2} above 20",
    "Which {0}s have the {1} 'Krelpot'?",
    "What is the {1} of the {0} with the highest {2}?",
    "List the {1} of the 3 {0}s with the lowest {2}",
    "How many {4}s does each {0} have?",
    "Which {0}s have more than 2 {4}s?",
    "Which {0}s have no {4}?",
    "What is the total {6} of {4}s for each {5}?",
    "Which {0}s have a {2} between 10 and 20?",
    "Which {0}s have a {2} above the average {2}?",
    "How many different {5}s are there?",
    "Show the {1} of {0}s whose {5} is 'skorn' or 'duvet'",
    "What percentage of {4}s have the {5} 'skorn'?",
    "How many {0}s have a {3} in 2023?",
    "How many {0}s have a {3} in March 2023?",
    "How many {0}s have a {3} between Jan 5, 2023 and Feb 1, 2024?",
    "How many {0}s have a {3} in the last 30 days?",
    "How many {0}s are there per month of {3}?",
    "Show the running total of {2} of {0}s by month of {3}",
    "Which {0}s have a {1} that contains 'rel'?",
    "Which {0}s have a {1} that is not 'Vandry'?",
    "What is the second highest {2}?",
    "What is the median {2} of {0}s?",
    "What is the ratio of {2} to {6} for each {5}?",
    "What are the 2 {4}s with the highest {6} of each {0}?",
    "For each {0}, return the {1}, the number of {4}s and the average {6}.",
    "What are the top 3 {5}s by total {6}? Return the {5} and the total {6}.",
    "The gain is defined as {2} minus {6}. What is the highest gain?",
];

fn knowledge(names: &Names, dialect: Dialect) -> Knowledge {
    let [upper, text, number, day, lower, kind, amount] = names;
    let key = format!("{upper}_id");
    let column = |name: &str, kind: &str| format!("{name} {kind}");
    let above: Vec<String> = vec![
        column(&key, "int"),
        column(text, "text"),
        column(number, "real"),
        column(day, "date"),
    ];
    let below: Vec<String> = vec![
        column(&format!("{lower}_id"), "int"),
        column(&key, "int"),
        column(kind, "text"),
        column(amount, "real"),
    ];
    let refs = |all: &'_ [String]| -> Vec<String> { all.to_vec() };
    let (above, below) = (refs(&above), refs(&below));
    let table = |name: &str, columns: &[String]| {
        let columns: Vec<&str> = columns.iter().map(String::as_str).collect();
        fake::table(name, &columns)
    };
    let mut catalog = fake::catalog(vec![table(upper, &above), table(lower, &below)]);
    catalog.dialect = dialect;
    fake::refer(&mut catalog, &format!("{lower}.{key}"), &format!("{upper}.{key}"));
    for table in &mut catalog.tables {
        table.primary_key = vec![format!("{}_id", table.name)];
    }
    let profiles = catalog.tables.iter().map(|t| TableProfile {
        table: t.name.clone(),
        rows: 9,
        read: 9,
        columns: Vec::new(),
        grain: String::new(),
        freshness: None,
    });
    let profiles = profiles.collect();
    let values = |table: &str, column: &str, values: [&str; 2]| {
        let values = values.map(|v| (v.to_owned(), 3)).to_vec();
        ColumnValues::new(table, column, values, true, None)
    };
    let known = vec![
        values(upper, text, ["Krelpot", "Vandry"]),
        values(lower, kind, ["skorn", "duvet"]),
    ];
    Knowledge::build(catalog, "1".into(), profiles, known)
}

fn asked(knowledge: &Knowledge, names: &Names, template: &str) -> Vec<Candidate> {
    let mut question = template.to_owned();
    for (i, name) in names.iter().enumerate() {
        question = question.replace(&format!("{{{i}}}"), name);
    }
    let plan = Plan {
        question,
        evidence: String::new(),
        follows: None,
        parts: Vec::new(),
        tells: None,
    };
    let grounding = ground::by_rules(knowledge, &plan.question, &Now::on("2024-10-05"));
    let linked = link::find(knowledge, &plan, &grounding);
    candidates(knowledge, &plan, &grounding, &linked, Weights::learned(), true)
}

/// Texts between single quotation marks that a condition compares with.
fn texts(sql: &str) -> Vec<&str> {
    sql.split(" WHERE ")
        .skip(1)
        .flat_map(|part| part.split('\'').skip(1).step_by(2))
        .collect()
}

/// Formats and steps of dates, which are told in words.
fn technical(text: &str) -> bool {
    let format = text.starts_with('%') && text.chars().all(|c| "%YmdswHMS0123456789-:".contains(c));
    format || text == "now" || ["-", "start of", "weekday"].iter().any(|start| text.starts_with(start))
}

#[test]
fn every_query_parses_only_reads_and_is_told_with_every_value() {
    for dialect in [Dialect::Sqlite, Dialect::Duckdb, Dialect::Postgres] {
        let knowledge = knowledge(&ONE, dialect);
        for template in QUESTIONS {
            let found = asked(&knowledge, &ONE, template);
            assert!(!found.is_empty(), "{template}");
            for c in found {
                assert_eq!(guard::check(&c.sql, dialect), Ok(()), "{template}: {}", c.sql);
                for text in texts(&c.sql) {
                    let word = text.trim_matches('%');
                    // "2023-03-31" is told as the end of March 2023.
                    let dated = day_of(word).is_some_and(|day| {
                        let words = day_words(day);
                        let month = words.split_once(' ').map_or("", |(_, month)| month);
                        c.reading.contains(month) || c.reading.contains(&format!("in {}", day.0))
                    });
                    let said = technical(text) || dated || c.reading.contains(word);
                    assert!(said, "{template}: {word} is in {} and not in {:?}", c.sql, c.reading);
                }
            }
        }
    }
}

#[test]
fn other_names_give_the_same_query() {
    let (one, other) = (knowledge(&ONE, Dialect::Sqlite), knowledge(&OTHER, Dialect::Sqlite));
    for template in QUESTIONS {
        let ours = asked(&one, &ONE, template);
        let theirs = asked(&other, &OTHER, template);
        let mut renamed = ours[0].sql.clone();
        for (a, b) in ONE.iter().zip(OTHER) {
            renamed = renamed.replace(a, b);
        }
        assert_eq!(renamed, theirs[0].sql, "{template}");
    }
}

#[test]
fn candidates_that_read_a_word_in_another_way_are_kept() {
    let mut catalog = fake::catalog(vec![fake::table(
        "jobs",
        &["job_id int", "title text", "base pay text", "extra pay text"],
    )]);
    catalog.tables[0].primary_key = vec!["job_id".into()];
    let profiles = vec![TableProfile {
        table: "jobs".into(),
        rows: 9,
        read: 9,
        columns: Vec::new(),
        grain: String::new(),
        freshness: None,
    }];
    let knowledge = Knowledge::build(catalog, "1".into(), profiles, Vec::new());
    let plan = Plan {
        question: "What is the pay of the jobs?".into(),
        evidence: String::new(),
        follows: None,
        parts: Vec::new(),
        tells: None,
    };
    let grounding = ground::by_rules(&knowledge, &plan.question, &Now::on("2024-10-05"));
    let linked = link::find(&knowledge, &plan, &grounding);
    let found = candidates(&knowledge, &plan, &grounding, &linked, Weights::learned(), true);
    for column in ["base", "extra"] {
        assert!(found.iter().any(|c| c.sql.contains(column)), "{column}");
    }
    assert!(found.len() <= 12);
}

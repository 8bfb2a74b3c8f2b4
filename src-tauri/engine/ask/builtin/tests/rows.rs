//! Tables with a column that is called as one of their rows: the number of rows is counted, and no such numbers added up.
#![allow(clippy::unwrap_used)]

use super::yard::asked;
use crate::prepare::describe::tests::known;
use crate::prepare::fake::{catalog, row, table, Fake};

async fn first(question: &str) -> String {
    all(question).await.into_iter().next().unwrap_or_default()
}

/// Of flights with their numbers, which come again on other days.
async fn all(question: &str) -> Vec<String> {
    let carriers = ["Condor", "Heron", "Swift"];
    let rows = (0..90).map(|i| {
        let (day, number, miles) = (i % 30 + 1, 100 + 7 * (i % 23), 300 + 11 * (i % 41));
        row(&[
            &format!("2024-06-{day:02}"),
            &number.to_string(),
            carriers[i % 3],
            &miles.to_string(),
        ])
    });
    let fake = Fake::new(catalog(Vec::new())).with(
        table(
            "flights",
            &["flown_on date", "flight int", "carrier text", "distance int"],
        ),
        rows.collect(),
    );
    let found = asked(&known(fake).await, question);
    found.into_iter().map(|c| c.sql).collect()
}

#[tokio::test]
async fn what_every_row_has_is_told_of_every_row() {
    let once = |all: &[String]| all.iter().any(|sql| sql.starts_with("SELECT DISTINCT carrier"));
    assert!(once(&all("show the carriers of the flights").await));
    for question in [
        "show the carrier of all flights",
        "show the carriers of the flights, each of them",
    ] {
        assert!(!once(&all(question).await), "{question}");
    }
}

#[tokio::test]
async fn flights_are_counted_where_each_has_a_number() {
    for question in [
        "How many flights are there?",
        "how many flights",
        "How many flights are there for each carrier?",
    ] {
        let sql = first(question).await;
        assert!(
            sql.contains("COUNT(*)") && !sql.contains("(flight)"),
            "{question} {sql}"
        );
    }
}

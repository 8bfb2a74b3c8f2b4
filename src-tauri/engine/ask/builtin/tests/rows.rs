//! Tables with a column that is called as one of their rows: the number of rows is counted, and no such numbers added up.
#![allow(clippy::unwrap_used)]

use super::yard::asked;
use crate::prepare::describe::tests::known;
use crate::prepare::fake::{catalog, row, table, Fake};

/// Flights with their numbers, which come again on other days.
async fn first(question: &str) -> String {
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
    found.first().map(|c| c.sql.clone()).unwrap_or_default()
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

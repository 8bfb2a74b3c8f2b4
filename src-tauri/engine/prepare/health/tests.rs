#![allow(clippy::unwrap_used)]

use askwell_contract::explore::HealthKind as K;
use askwell_contract::profile::Freshness;
use std::sync::Arc;

use super::*;
use crate::prepare::describe::tests::known;
use crate::prepare::fake::{catalog, refer, row, table, Fake};
use crate::prepare::told::Told;
use askwell_contract::Dialect;

async fn of(name: &str, columns: &[&str], rows: &[&[&str]]) -> Knowledge {
    let mut fake = Fake::new(catalog(vec![])).with(table(name, columns), rows.iter().map(|r| row(r)).collect());
    fake.catalog.dialect = Dialect::Duckdb;
    known(fake).await
}

fn kinds(knowledge: &Knowledge) -> Vec<(K, Option<String>)> {
    notes(knowledge, 0).into_iter().map(|n| (n.kind, n.column)).collect()
}

#[tokio::test]
async fn thin_columns_are_noted() {
    let rows: Vec<Vec<String>> = (0..20)
        .map(|i| {
            vec![
                i.to_string(),
                if i == 0 { "x".into() } else { "NULL".into() },
                "1".into(),
                "NULL".into(),
            ]
        })
        .collect();
    let rows: Vec<Vec<&str>> = rows.iter().map(|r| r.iter().map(String::as_str).collect()).collect();
    let rows: Vec<&[&str]> = rows.iter().map(Vec::as_slice).collect();
    let knowledge = of("t", &["id int", "rare text", "same int", "never text"], &rows).await;
    let named = |k, c: &str| (k, Some(c.to_owned()));
    let expected = [
        named(K::MostlyEmpty, "never"),
        named(K::MostlyEmpty, "rare"),
        named(K::OneValue, "same"),
        named(K::OneValue, "rare"),
    ];
    assert_eq!(kinds(&knowledge), expected);
    let note = &notes(&knowledge, 0)[0];
    assert_eq!(note.says, "never in t is empty in every row.");
    assert_eq!(note.rows, Some(RowCount { count: 20, exact: true }));
}

#[tokio::test]
async fn dates_numbers_and_a_mix_in_text_are_noted() {
    let knowledge = of(
        "t",
        &["id int", "day text", "amount text", "mixed any"],
        &[&["1", "2024-01-31", "x", "5"], &["2", "2024-02-01", "y", "five"]],
    )
    .await;
    assert_eq!(
        kinds(&knowledge),
        [
            (K::MixedTypes, Some("mixed".into())),
            (K::DateInText, Some("day".into()))
        ]
    );
    let texts = Fake::new(catalog(vec![])).with(
        table("t", &["id int", "amount text"]),
        vec![
            vec![Cell::Int(1), Cell::Text("12".into())],
            vec![Cell::Int(2), Cell::Text("3.5".into())],
        ],
    );
    assert_eq!(kinds(&known(texts).await), [(K::NumberInText, Some("amount".into()))]);
}

#[tokio::test]
async fn iso_dates_are_how_sqlite_keeps_dates() {
    let text = Fake::new(catalog(vec![])).with(
        table("t", &["day text", "late text"]),
        vec![row(&["2024-01-31", "31/12/2020"]), row(&["2024-02-01", "1/2/2021"])],
    );
    assert_eq!(kinds(&known(text).await), [(K::DateInText, Some("late".into()))]);
}

#[tokio::test]
async fn a_key_that_leads_nowhere_is_noted_with_the_values_lost() {
    let mut fake = Fake::new(catalog(vec![]))
        .with(
            table("customers", &["id int"]),
            (0..20).map(|i| row(&[&i.to_string()])).collect(),
        )
        .with(
            table("orders", &["id int", "customer_id int"]),
            (0..40)
                .map(|i| row(&[&i.to_string(), if i == 39 { "99" } else { "3" }]))
                .collect(),
        );
    refer(&mut fake.catalog, "orders.customer_id", "customers.id");
    let knowledge = known(fake).await;
    let found = notes(&knowledge, 0);
    assert_eq!(found[0].kind, K::OrphanedKey);
    assert_eq!(
        found[0].says,
        "1 of 40 orders points by customer_id to a customer that is not there."
    );
    assert_eq!(found[0].rows, Some(RowCount { count: 1, exact: true }));
    assert_eq!(found[0].examples, ["99 (1 row)"]);
    // Where every value occurs, nothing is said.
    assert_eq!(found.len(), 1);
}

#[tokio::test]
async fn lost_keys_whose_rows_were_not_counted_are_told_as_values() {
    // More lost values than the ten commonest, each in two rows.
    let rows = |key: i64| (0..2).map(move |n| vec![Cell::Int(key * 2 + n), Cell::Int(key)]);
    let mut fake = Fake::new(catalog(vec![]))
        .with(
            table("customers", &["id int"]),
            (0..20).map(|i| row(&[&i.to_string()])).collect(),
        )
        .with(
            table("orders", &["id int", "customer_id int"]),
            (0..40).flat_map(rows).collect(),
        );
    refer(&mut fake.catalog, "orders.customer_id", "customers.id");
    let note = &notes(&known(fake).await, 0)[0];
    assert_eq!(
        note.says,
        "20 of 40 different values of customer_id in orders do not occur in customers.id. Rows with them were not counted."
    );
    assert_eq!(note.rows, None);
}

#[tokio::test]
async fn rows_that_nothing_tells_apart_and_old_data_are_noted() {
    let mut knowledge = of("t", &["a text", "b text"], &[&["x", "p"], &["x", "p"], &["y", "q"]]).await;
    assert_eq!(kinds(&knowledge), [(K::NoKey, None)]);
    let mut profiles = knowledge.profiles.to_vec();
    profiles[0].freshness = Some(Freshness {
        column: "a".into(),
        newest: Cell::Text("2020-02-29 10:00:00".into()),
    });
    knowledge.profiles = Arc::new(profiles);
    let day = |n: u64| n * DAY;
    // 2020-02-29 is day 18,321.
    assert_eq!(notes(&knowledge, day(18_321 + 365)).len(), 1);
    let late = notes(&knowledge, day(18_321 + 800));
    assert_eq!(late[0].says, "The newest a in t is 2020-02-29, more than 2 years ago.");
}

#[tokio::test]
async fn what_could_not_be_read_comes_first() {
    let mut view = table("gone_view", &["x int"]);
    view.kind = TableKind::View;
    let knowledge = known(Fake::new(catalog(vec![view])).with(table("t", &["a int"]), vec![])).await;
    assert_eq!(kinds(&knowledge), [(K::Unread, None), (K::EmptyTable, None)]);
    assert!(!notes(&knowledge, 0)[0].examples.is_empty(), "the reason is told");
}

#[tokio::test]
async fn spellings_are_noted_and_a_rejected_key_is_no_key() {
    let rows: Vec<[&str; 2]> = vec![["1", "USA"], ["2", "U.S.A."], ["3", "USA"], ["4", "Peru"]];
    let rows: Vec<&[&str]> = rows.iter().map(|r| r.as_slice()).collect();
    let knowledge = of("t", &["id int", "country text"], &rows).await;
    let note = &notes(&knowledge, 0)[0];
    assert_eq!(note.says, "One value of country in t is written in several ways.");
    assert_eq!(note.examples, ["'USA' (2 rows), 'U.S.A.' (1 row)"]);
    assert_eq!(note.rows, Some(RowCount { count: 1, exact: true }));
    assert_eq!(notes(&knowledge.with(Told::default()), 0).len(), 1);
}

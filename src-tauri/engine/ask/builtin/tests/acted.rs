//! Who did what and when: verbs that are like the names of days, days that are not called so, and names that two have.
#![allow(clippy::unwrap_used)]

use super::yard::asked;
use crate::prepare::describe::tests::known;
use crate::prepare::fake::{catalog, row, table, Fake};

/// Clients, two of one name, and what they ordered, with the day in a column called like the orders.
async fn first(question: &str) -> String {
    let keyed = |name: &str, columns: &[&str]| {
        let mut made = table(name, columns);
        made.primary_key = vec![made.columns[0].name.clone()];
        made
    };
    let rows = |all: &[&[&str]]| all.iter().map(|r| row(r)).collect::<Vec<_>>();
    let fake = Fake::new(catalog(Vec::new()))
        .with(
            keyed("clients", &["client_id int", "name text", "town text"]),
            rows(&[&["1", "Ada", "Lima"], &["2", "Bo", "Oslo"], &["3", "Ada", "Oslo"]]),
        )
        .with(
            keyed(
                "orders",
                &["order_id int", "client_id int", "amount real", "ordered_on date"],
            ),
            rows(&[
                &["1", "1", "3.5", "2023-05-01"],
                &["2", "2", "8.25", "2024-05-02"],
                &["3", "3", "7.75", "2024-06-03"],
            ]),
        )
        .with(
            keyed("payments", &["payment_id int", "order_id int", "paid_on date"]),
            rows(&[&["1", "1", "2023-05-02"]]),
        );
    let found = asked(&known(fake).await, question);
    found.first().map(|c| c.sql.clone()).unwrap_or_default()
}

const JOINED: &str = "FROM clients JOIN orders ON clients.client_id = orders.client_id";

#[tokio::test]
async fn orders_are_counted_and_no_days_of_them() {
    for (question, desc) in [
        ("Which client placed the most orders?", " DESC"),
        ("Which client placed the fewest orders?", ""),
        ("Who placed the most orders?", " DESC"),
    ] {
        assert_eq!(
            first(question).await,
            format!(
                "SELECT clients.name {JOINED} GROUP BY clients.client_id, clients.name ORDER BY COUNT(*){desc} LIMIT 1"
            ),
            "{question}"
        );
    }
}

#[tokio::test]
async fn two_of_one_name_stay_two() {
    for (question, limit) in [
        ("Which client has the highest total amount?", 1),
        ("top 2 clients by amount", 2),
    ] {
        assert_eq!(
            first(question).await,
            format!(
                "SELECT clients.name {JOINED} GROUP BY clients.client_id, clients.name \
                 ORDER BY SUM(orders.amount) DESC LIMIT {limit}"
            ),
            "{question}"
        );
    }
}

#[tokio::test]
async fn a_day_need_not_be_called_a_date() {
    for question in ["Which client ordered most recently?", "Who has the most recent order?"] {
        assert_eq!(
            first(question).await,
            format!("SELECT clients.name {JOINED} ORDER BY orders.ordered_on DESC LIMIT 1"),
            "{question}"
        );
    }
    assert_eq!(
        first("What was the earliest order?").await,
        "SELECT order_id FROM orders ORDER BY ordered_on LIMIT 1"
    );
    let newest = first("newest orders").await;
    assert!(newest.ends_with("ORDER BY ordered_on DESC LIMIT 10"), "{newest}");
}

#[tokio::test]
async fn who_ordered_is_no_order_of_rows() {
    let may = first("Which clients ordered in May 2024?").await;
    let days = "WHERE orders.ordered_on BETWEEN '2024-05-01' AND '2024-05-31'";
    assert_eq!(may, format!("SELECT DISTINCT clients.name {JOINED} {days}"));
}

#[tokio::test]
async fn stretches_set_beside_each_other_are_a_row_each() {
    let months = "ordered_on BETWEEN '2024-05-01' AND '2024-05-31' OR ordered_on BETWEEN '2024-06-01' AND '2024-06-30'";
    for question in [
        "Compare the amount in May 2024 and June 2024",
        "amount May 2024 vs June 2024",
    ] {
        let sql = first(question).await;
        assert!(
            sql.contains(months) && sql.contains("GROUP BY strftime('%Y-%m'"),
            "{question}: {sql}"
        );
    }
    let both = first("How many orders were there in May 2024 and June 2024?").await;
    assert!(both.contains(months), "{both}");
}

#[tokio::test]
async fn unpaid_are_those_without_a_payment() {
    assert_eq!(
        first("How many unpaid orders are there?").await,
        "SELECT COUNT(*) AS number_of_orders FROM orders WHERE order_id NOT IN (SELECT order_id FROM payments)"
    );
}

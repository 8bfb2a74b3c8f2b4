#![allow(clippy::unwrap_used, clippy::panic)]

use super::*;
use crate::prepare::describe::tests::known;
use crate::prepare::fake::{catalog, row, table, Fake};
use crate::prepare::Knowledge;

fn lines(more: &str) -> Table {
    table(
        "order_lines",
        &["order_id int", "quantity int", "unit_price real", more],
    )
}

async fn with(table: Table, last: [&str; 2]) -> Knowledge {
    let rows = last.iter().map(|last| row(&["1", "2", "3.5", last])).collect();
    known(Fake::new(catalog(Vec::new())).with(table, rows)).await
}

fn revenue(knowledge: &Knowledge) -> Option<&str> {
    let term = knowledge.terms.iter().find(|t| t.name == "revenue")?;
    assert!(term.implied);
    match &term.meaning {
        Sense::Figure { sql, .. } => Some(&sql.alone),
        other => panic!("{other:?}"),
    }
}

#[tokio::test]
async fn lines_are_worth_quantity_times_price_less_a_discount_of_known_scale() {
    for (more, last, sql) in [
        ("note text", ["a", "b"], "SUM(quantity * unit_price)"),
        (
            "disc_pct int",
            ["5", "20"],
            "SUM(quantity * unit_price * (1 - COALESCE(disc_pct, 0) / 100.0))",
        ),
        (
            "discount real",
            ["0.1", "0.2"],
            "SUM(quantity * unit_price * (1 - COALESCE(discount, 0)))",
        ),
        // Money or percent: nobody knows, so it is left alone.
        ("discount real", ["5", "20"], "SUM(quantity * unit_price)"),
    ] {
        assert_eq!(revenue(&with(lines(more), last).await), Some(sql), "{more}");
    }
}

#[tokio::test]
async fn without_lines_the_one_total_of_what_was_sold_counts() {
    let orders = || {
        table(
            "orders",
            &["id int", "customer_id int", "total_amount real", "note text"],
        )
    };
    assert_eq!(revenue(&with(orders(), ["a", "b"]).await), Some("SUM(total_amount)"));
    let stock = table("stock", &["id int", "quantity int", "unit_price real", "note text"]);
    assert_eq!(revenue(&with(stock, ["a", "b"]).await), None);
}

#[tokio::test]
async fn what_something_is_called_is_not_implied() {
    let knowledge = with(lines("revenue real"), ["7", "8"]).await;
    assert_eq!(revenue(&knowledge), None);
    assert!(knowledge.terms.iter().any(|t| t.name == "sales"));
}

#[tokio::test]
async fn words_that_are_part_of_something_else_are_left_alone() {
    let knowledge = with(lines("note text"), ["a", "b"]).await;
    let said = |question: &str| !crate::prepare::glossary::said(&knowledge.terms, &tokenise(question)).is_empty();
    for question in [
        "total sales last year",
        "sales per month",
        "Revenue by product",
        "What was the turnover in May?",
    ] {
        assert!(said(question), "{question}");
    }
    for question in [
        "sales representatives in France",
        "how many sales are there",
        "the number of sales in 2024",
    ] {
        assert!(!said(question), "{question}");
    }
}

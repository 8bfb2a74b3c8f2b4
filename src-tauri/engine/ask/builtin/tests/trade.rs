//! What people ask of a shop: what sells, what is in stock, where its customers are.
#![allow(clippy::unwrap_used)]

use super::yard::asked;
use crate::prepare::describe::tests::known;
use crate::prepare::fake::{catalog, row, table, Fake};
use crate::prepare::Knowledge;

async fn shop() -> Knowledge {
    let mut goods = table(
        "products",
        &["product_id int", "product_name text", "lead_time_days int"],
    );
    goods.primary_key = vec!["product_id".into()];
    let mut buyers = table(
        "buyers",
        &[
            "buyer_id int",
            "buyer_name text",
            "country text",
            "address text",
            "job text",
            "description text",
        ],
    );
    buyers.primary_key = vec!["buyer_id".into()];
    let mut makers = table("makers", &["maker_id int", "maker_name text", "country text"]);
    makers.primary_key = vec!["maker_id".into()];
    let lines = table(
        "order_lines",
        &["product_id int", "buyer_id int", "quantity int", "unit_price real"],
    );
    let stock = table("stock", &["product_id int", "unit_cost real", "qty_on_hand int"]);
    let rows = |all: &[&[&str]]| all.iter().map(|r| row(r)).collect::<Vec<_>>();
    let fake = Fake::new(catalog(Vec::new()))
        .with(
            goods,
            rows(&[&["1", "Oar", "5"], &["2", "Sail", "9"], &["3", "Rope", "2"]]),
        )
        .with(
            buyers,
            rows(&[
                &["1", "Ada Holm", "Peru", "1 Quay, Lindal", "Sales Representative"],
                &["2", "Bo Holm", "Chile", "2 Quay, Lindal", "Buyer", "loud"],
                &["3", "Cy Vik", "Spain", "3 Pier, Ostal", "Buyer", "kind"],
            ]),
        )
        .with(makers, rows(&[&["1", "Skua", "Chile"], &["2", "Tern", "Spain"]]))
        .with(
            lines,
            rows(&[
                &["1", "1", "2", "3.5"],
                &["2", "2", "1", "8.25"],
                &["2", "3", "1", "7.75"],
            ]),
        )
        .with(stock, rows(&[&["1", "3.5", "0"], &["2", "7.0", "4"]]));
    known(fake).await
}

async fn first(question: &str) -> String {
    let found = asked(&shop().await, question);
    found.first().map(|c| c.sql.clone()).unwrap_or_default()
}

#[tokio::test]
async fn what_sells_is_told_by_the_figure_for_sales() {
    let sales = "SUM(order_lines.quantity * order_lines.unit_price)";
    for (question, rows) in [
        ("Which product sells best?", 1),
        ("What are the best-selling products?", 10),
        ("What are the 2 best selling products?", 2),
    ] {
        let sql = first(question).await;
        let ends = format!("ORDER BY {sales} DESC LIMIT {rows}");
        assert!(
            sql.starts_with("SELECT products.product_name FROM products"),
            "{question}: {sql}"
        );
        assert!(sql.ends_with(&ends), "{question}: {sql}");
    }
    let sql = first("Which buyer spent the most?").await;
    assert!(sql.contains(&format!("ORDER BY {sales} DESC")), "{sql}");
}

#[tokio::test]
async fn stock_is_an_amount_and_what_is_out_of_it_has_none() {
    assert_eq!(
        first("Which products are out of stock?").await,
        "SELECT product_name FROM products WHERE product_id NOT IN (SELECT product_id FROM stock WHERE qty_on_hand > 0)"
    );
    let within = first("Which products are in stock?").await;
    assert!(
        within.contains("qty_on_hand > 0") && !within.contains("NOT IN"),
        "{within}"
    );
    assert_eq!(first("Which products are not out of stock?").await, within);
    assert_eq!(
        first("How much stock do we have?").await,
        "SELECT SUM(qty_on_hand) AS total_qty_on_hand FROM stock"
    );
}

#[tokio::test]
async fn a_unit_at_the_end_of_a_name_may_stay_unsaid() {
    assert_eq!(
        first("What is the average lead time?").await,
        "SELECT AVG(lead_time_days) AS average_lead_time_days FROM products"
    );
}

#[tokio::test]
async fn a_value_that_the_table_spoken_of_lacks_is_looked_for_there_all_the_same() {
    assert_eq!(
        first("Which makers are in Peru?").await,
        "SELECT maker_name FROM makers WHERE country = 'Peru'"
    );
}

#[tokio::test]
async fn a_name_that_is_a_part_of_texts_is_looked_for_within_them() {
    assert_eq!(
        first("Which buyers are from Lindal?").await,
        "SELECT buyer_name FROM buyers WHERE address LIKE '%Lindal%'"
    );
    assert_eq!(
        first("Which buyers are not from Lindal?").await,
        "SELECT buyer_name FROM buyers WHERE address NOT LIKE '%Lindal%'"
    );
    // A value that is the word itself comes before any text that holds it.
    assert_eq!(
        first("Which buyers are from Spain?").await,
        "SELECT buyer_name FROM buyers WHERE country = 'Spain'"
    );
}

#[tokio::test]
async fn an_abbreviation_finds_the_value_that_is_written_out() {
    assert_eq!(
        first("How many sales reps are there among the buyers?").await,
        "SELECT COUNT(*) AS number_of_buyers FROM buyers WHERE job = 'Sales Representative'"
    );
}

#[tokio::test]
async fn what_is_so_or_not_so_is_a_condition() {
    let mut pumps = table(
        "pumps",
        &["pump_id int", "pump_name text", "active int", "remarks text"],
    );
    pumps.primary_key = vec!["pump_id".into()];
    let rows = [
        ["1", "Alto", "1", "old"],
        ["2", "Brio", "0", "new"],
        ["3", "Cant", "1", "old"],
    ];
    let fake = Fake::new(catalog(Vec::new())).with(pumps, rows.iter().map(|r| row(r)).collect());
    let known = known(fake).await;
    for (question, so) in [
        ("Which pumps are active?", "= 1"),
        ("Which pumps are not active?", "<> 1"),
        ("Show the inactive pumps", "<> 1"),
        ("pumps that are currently not active", "<> 1"),
    ] {
        let sql = asked(&known, question)[0].sql.clone();
        assert_eq!(
            sql,
            format!("SELECT pump_name FROM pumps WHERE active {so}"),
            "{question}"
        );
    }
}

#[tokio::test]
async fn everything_about_something_is_its_own_columns() {
    // Buyers have a description, products have none: their details are all that is stored of them.
    for question in [
        "Show me all information about products with a lead time above 4 days",
        "List the details of the products with a lead time above 4 days",
    ] {
        assert_eq!(
            first(question).await,
            "SELECT product_id, product_name, lead_time_days FROM products WHERE lead_time_days > 4",
            "{question}"
        );
    }
}

#[tokio::test]
async fn the_quickest_product_has_a_name_and_the_shortest_time_is_a_figure() {
    let product = "SELECT product_name FROM products ORDER BY lead_time_days LIMIT 1";
    assert_eq!(first("What's the product with the shortest lead time?").await, product);
    let time = "SELECT MIN(lead_time_days) AS smallest_lead_time_days FROM products";
    assert_eq!(first("What is the shortest lead time?").await, time);
}

//! The best of each group, figures that a verb says, nobody and nothing, two figures side by side, and what is left unused.
#![allow(clippy::unwrap_used)]

use super::yard::asked;
use crate::prepare::describe::tests::known;
use crate::prepare::fake::{catalog, row, table, Fake};
use crate::prepare::Knowledge;

async fn port() -> Knowledge {
    let keyed = |name: &str, columns: &[&str]| {
        let mut made = table(name, columns);
        let key = made.columns[0].name.clone();
        made.primary_key = vec![key];
        made
    };
    let rows = |all: &[&[&str]]| all.iter().map(|r| row(r)).collect::<Vec<_>>();
    let kinds = keyed("kinds", &["kind_id int", "kind_name text"]);
    let goods = keyed("goods", &["good_id int", "good_name text", "kind_id int"]);
    let buyers = keyed(
        "buyers",
        &[
            "buyer_id int",
            "buyer_name text",
            "country text",
            "active int",
            "buyer_since date",
        ],
    );
    let orders = keyed("orders", &["order_id int", "buyer_id int", "order_date date"]);
    let lines = table(
        "order_lines",
        &["order_id int", "good_id int", "quantity int", "unit_price real"],
    );
    let fake = Fake::new(catalog(Vec::new()))
        .with(kinds, rows(&[&["1", "Rope"], &["2", "Sail"]]))
        .with(
            goods,
            rows(&[&["1", "Oar", "1"], &["2", "Jib", "2"], &["3", "Line", "1"]]),
        )
        .with(
            buyers,
            rows(&[
                &["1", "Ada", "Peru", "1", "2021-03-01"],
                &["2", "Bo", "Chile", "0", "2022-03-01"],
                &["3", "Cy", "Peru", "1", "2020-03-01"],
            ]),
        )
        .with(
            orders,
            rows(&[
                &["1", "1", "2023-05-01"],
                &["2", "2", "2024-05-02"],
                &["3", "1", "2024-06-03"],
            ]),
        )
        .with(
            lines,
            rows(&[
                &["1", "1", "2", "3.5"],
                &["2", "2", "1", "8.25"],
                &["3", "3", "1", "7.75"],
            ]),
        );
    known(fake).await
}

async fn first(question: &str) -> String {
    let found = asked(&port().await, question);
    found.first().map(|c| c.sql.clone()).unwrap_or_default()
}

const SALES: &str = "SUM(order_lines.quantity * order_lines.unit_price)";

#[tokio::test]
async fn the_best_of_each_group_are_numbered_within_it() {
    for (question, by, rows) in [
        ("What is the best selling good in each kind?", SALES, 1),
        ("top 2 goods by sales for each kind", SALES, 2),
        ("Which good sells best in each kind?", SALES, 1),
        ("top 2 goods by quantity for each kind", "SUM(order_lines.quantity)", 2),
    ] {
        let sql = first(question).await;
        assert!(
            sql.starts_with("SELECT kind_name, good_name FROM (SELECT"),
            "{question}: {sql}"
        );
        assert!(
            sql.contains(&format!("ORDER BY {by} DESC) AS place_in_group")),
            "{question}: {sql}"
        );
        assert!(
            sql.ends_with(&format!(
                "WHERE place_in_group <= {rows} ORDER BY kind_name, place_in_group"
            )),
            "{question}: {sql}"
        );
    }
    let sql = first("Which buyer has the most orders in each country?").await;
    assert!(
        sql.contains("PARTITION BY buyers.country ORDER BY COUNT(*) DESC")
            && sql.contains("GROUP BY buyers.country, buyers.buyer_id"),
        "{sql}"
    );
}

#[tokio::test]
async fn top_without_a_number_is_one_or_several_and_without_a_figure_by_sales() {
    for (question, rows) in [
        ("Who is the top buyer by sales?", 1),
        ("Who are our top buyers?", 10),
        ("top 5 buyers", 5),
    ] {
        let sql = first(question).await;
        assert!(
            sql.ends_with(&format!("ORDER BY {SALES} DESC LIMIT {rows}")),
            "{question}: {sql}"
        );
    }
}

#[tokio::test]
async fn the_newest_came_last() {
    assert_eq!(
        first("Who is our newest buyer?").await,
        "SELECT buyer_name FROM buyers ORDER BY buyer_since DESC LIMIT 1"
    );
}

#[tokio::test]
async fn a_verb_says_the_sales_and_its_day_is_that_of_the_order() {
    for question in ["How much did we sell in 2024?", "How much money did we make in 2024?"] {
        let sql = first(question).await;
        assert!(
            sql.starts_with(&format!("SELECT {SALES}")) && sql.contains("JOIN orders") && sql.contains("= 2024"),
            "{question}: {sql}"
        );
    }
    let units = first("How many units did we sell in 2024?").await;
    assert!(units.starts_with("SELECT SUM(order_lines.quantity)"), "{units}");
    let each = first("How many units of each good were sold?").await;
    assert!(
        each.contains("SUM(order_lines.quantity)") && each.contains("GROUP BY"),
        "{each}"
    );
}

#[tokio::test]
async fn nobody_and_nothing_deny() {
    assert_eq!(
        first("Which buyers ordered nothing?").await,
        "SELECT buyer_name FROM buyers WHERE buyer_id NOT IN (SELECT buyer_id FROM orders)"
    );
    let sql = first("Which goods did nobody order?").await;
    assert!(sql.contains("good_id NOT IN (SELECT"), "{sql}");
}

#[tokio::test]
async fn two_of_a_kind_are_two_figures() {
    assert_eq!(
        first("How many active and inactive buyers are there?").await,
        "SELECT active, COUNT(*) AS number_of_buyers FROM buyers GROUP BY active ORDER BY COUNT(*) DESC"
    );
    for question in ["Compare the sales in 2023 and 2024", "sales 2023 vs 2024"] {
        let sql = first(question).await;
        assert!(
            sql.contains("= 2023 OR") && sql.contains("= 2024 GROUP BY"),
            "{question}: {sql}"
        );
    }
}

#[tokio::test]
async fn words_that_led_to_nothing_are_told_as_unused() {
    let knowledge = port().await;
    for (question, unused) in [
        ("How many buyers are under 25?", vec!["under", "25"]),
        ("How many orders were there this season?", vec!["this", "season"]),
        ("How many buyers are there?", vec![]),
        ("Which buyer has the most orders?", vec![]),
        ("How many orders were placed before 2024?", vec![]),
    ] {
        let found = asked(&knowledge, question);
        assert_eq!(found[0].unplaced, unused, "{question}: {}", found[0].sql);
    }
}

#[tokio::test]
async fn a_share_is_read_with_what_it_is_of() {
    let found = asked(&port().await, "What percentage of buyers are from Peru?");
    assert_eq!(found[0].reading, "percentage of buyers where country is 'Peru'");
}

#[tokio::test]
async fn words_say_what_they_were_taken_for() {
    let found = asked(&port().await, "How many buyers are from Peru?");
    let of: Vec<(&str, &str)> = found[0].uses.iter().map(|u| (&*u.words, &*u.of)).collect();
    assert!(
        of.contains(&("buyers", "buyers")) && of.contains(&("Peru", "buyers.country")),
        "{of:?}"
    );
}

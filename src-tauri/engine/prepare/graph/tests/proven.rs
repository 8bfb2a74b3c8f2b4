//! Links of texts, proven by their values.

use askwell_contract::{Cell, Row};

use super::super::super::fake::{table, text};
use super::inferred;

const CARRIERS: [&str; 4] = ["AA", "DL", "UA", "WN"];

/// `N101` and so on.
fn planes(n: usize) -> Vec<String> {
    (0..n).map(|i| format!("N{}", 101 + i)).collect()
}

fn airports(n: usize) -> Vec<String> {
    let letter = |i: usize| char::from(b'A' + (i % 26) as u8);
    (0..n)
        .map(|i| format!("{}{}{}", letter(i), letter(i / 3), letter(i * 7)))
        .collect()
}

fn rows(texts: &[String]) -> Vec<Row> {
    texts.iter().map(|t| vec![text(t), Cell::Int(7)]).collect()
}

fn flights() -> Vec<Row> {
    let (planes, airports) = (planes(24), airports(30));
    (0..200)
        .map(|i| {
            vec![
                text(CARRIERS[i % 4]),
                text(&planes[i % 24]),
                text(&airports[i % 3]),
                text(&airports[i % 29]),
                text(["Y", "N", "X"][i % 3]),
            ]
        })
        .collect()
}

fn carriers() -> Vec<Row> {
    CARRIERS
        .iter()
        .map(|c| vec![text(c), text(&format!("{c} Air Lines"))])
        .collect()
}

#[tokio::test]
async fn texts_refer_to_what_holds_their_values() {
    let found = inferred(vec![
        (
            table(
                "flights",
                &["carrier text", "tailnum text", "origin text", "dest text", "flag text"],
            ),
            flights(),
        ),
        // Every sixth plane is unknown.
        (table("planes", &["tailnum text", "seats int"]), rows(&planes(20))),
        (table("airports", &["faa text", "alt int"]), rows(&airports(40))),
        (table("airlines", &["carrier text", "name text"]), carriers()),
        (
            table("letters", &["sign text", "n int"]),
            rows(&["Y".into(), "N".into(), "X".into()]),
        ),
    ])
    .await;
    assert_eq!(
        found,
        [
            "flights.carrier->airlines.carrier",
            "flights.tailnum->planes.tailnum",
            "flights.origin->airports.faa",
            "flights.dest->airports.faa",
        ]
    );
}

#[tokio::test]
async fn codes_of_the_same_shape_refer_to_the_list_of_them() {
    let codes: Vec<String> = (0..40)
        .map(|i: usize| {
            ["A", "B", "C", "D", "E"][i % 5].to_owned() + ["KL", "MN", "OP", "QR", "ST", "UV", "WX", "YZ"][i / 5]
        })
        .collect();
    let listed: Vec<Row> = (0..40)
        .map(|i| vec![text(&format!("Country {i}")), Cell::Int(i as i64), text(&codes[i])])
        .collect();
    // Every sixth stands for a group of countries, which the list does not keep.
    let economy: Vec<Row> = (0..240)
        .map(|i| {
            let code = if i % 6 == 0 {
                format!("X{}Q", char::from(b'A' + (i % 8) as u8))
            } else {
                codes[i % 40].clone()
            };
            vec![Cell::Int(i as i64), text(&code), Cell::Int(2000 + (i % 20) as i64)]
        })
        .collect();
    let found = inferred(vec![
        (table("economy", &["n int", "Code text", "Year int"]), economy),
        (
            table("countries", &["Name text", "M49 int", "ISO-alpha3 Code text"]),
            listed,
        ),
    ])
    .await;
    assert_eq!(found, ["economy.Code->countries.ISO-alpha3 Code"]);
}

#[tokio::test]
async fn texts_that_are_elsewhere_or_stand_for_days_refer_to_nothing() {
    let cities: Vec<String> = (0..30).map(|i| format!("City {i}")).collect();
    let days: Vec<String> = (1..=28).map(|i| format!("2024-02-{i:02}")).collect();
    let visits: Vec<Row> = (0..60)
        .map(|i| vec![text(&cities[i % 30]), text(&days[i % 28])])
        .collect();
    let strangers: Vec<String> = (20..60).map(|i| format!("City {i}")).collect();
    let found = inferred(vec![
        (table("visits", &["town text", "day text"]), visits),
        // A third of the towns.
        (table("places", &["label text", "n int"]), rows(&strangers)),
        (table("calendar", &["day text", "n int"]), rows(&days)),
    ])
    .await;
    assert_eq!(found, [] as [&str; 0]);
}

#[tokio::test]
async fn a_copy_of_a_name_is_no_second_link_where_a_key_joins_the_tables() {
    let customers: Vec<Row> = (1..=20)
        .map(|i| vec![Cell::Int(i), text(&format!("Customer {i}"))])
        .collect();
    let orders: Vec<Row> = (1..=60)
        .map(|i| {
            vec![
                Cell::Int(i),
                Cell::Int(i % 20 + 1),
                text(&format!("Customer {}", i % 20 + 1)),
            ]
        })
        .collect();
    let found = inferred(vec![
        (table("customers", &["id int", "name text"]), customers),
        (
            table("orders", &["id int", "customer_id int", "bought_by text"]),
            orders,
        ),
    ])
    .await;
    assert_eq!(found, ["orders.customer_id->customers.id"]);
}

/// Sheets of one publisher begin with a number of the row, which ties none of them to another.
#[tokio::test]
async fn a_number_that_every_table_counts_its_rows_by_is_no_link() {
    let rows = |n: i64| -> Vec<Row> { (1..=n).map(|i| vec![Cell::Int(i), text(&format!("N{i}"))]).collect() };
    let found = inferred(vec![
        (table("matches", &["key_id int", "match_code text"]), rows(30)),
        (table("players", &["key_id int", "player_code text"]), rows(60)),
        (table("managers", &["key_id int", "manager_code text"]), rows(40)),
    ])
    .await;
    assert_eq!(found, [] as [&str; 0]);
}

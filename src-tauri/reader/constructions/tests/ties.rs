//! Conditions tied by "or", and parts of a whole that not all of its rows are joined to.

use super::first;

#[test]
fn either_of_two_conditions_is_enough() {
    let sql = first("products with a price over 20 or a cost under 5");
    assert!(sql.contains("price > 20 OR cost < 5"), "{sql}");
    let sql = first("products in the category Tea or with a price over 20");
    assert!(sql.contains("category = 'Tea' OR price > 20"), "{sql}");
    let sql = first("products with a price over 20 and a cost under 5");
    assert!(!sql.contains(" OR "), "{sql}");
}

#[test]
fn both_ends_of_a_scale_are_two_rows() {
    let found = super::all("the cheapest and the dearest product");
    let ends = |sql: &String| sql.contains("SELECT MIN(price)") && sql.contains("SELECT MAX(price)");
    assert!(found.iter().any(ends), "{found:?}");
}

#[test]
fn a_share_of_things_counts_those_without_any_row_too() {
    let found = super::all("what share of customers ordered Tea");
    let among = |sql: &String| sql.contains("customers.id IN (SELECT") || sql.contains("WHEN id IN (SELECT");
    assert!(found.iter().any(among), "{found:?}");
}

#[test]
fn a_count_and_a_figure_stand_beside_each_other() {
    let found = super::all("orders by country: how many and how much");
    assert!(
        found
            .iter()
            .any(|sql| sql.contains("COUNT(*)") && sql.contains("SUM(orders.amount)")),
        "{found:?}"
    );
}

#[test]
fn the_last_band_needs_a_name_alone() {
    let sql = first("products by price: cheap (under 10), medium (10 to 20) and dear");
    assert!(
        sql.contains("WHEN price <= 20 THEN 'medium' WHEN price IS NOT NULL THEN 'dear'"),
        "{sql}"
    );
}

#[test]
fn a_change_goes_from_the_earlier_to_the_later() {
    for question in [
        "percent change of orders, 2024 versus 2023",
        "percent change of orders, 2023 versus 2024",
    ] {
        let rate = super::all(question)
            .into_iter()
            .find(|s| s.contains("100"))
            .unwrap_or_default();
        let (was, is) = (rate.find("'2023-01-01'"), rate.find("'2024-01-01'"));
        assert!(is < was && is.is_some(), "{rate}");
    }
}

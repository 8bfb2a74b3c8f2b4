//! Questions whose answer is a query over a query, or sets things beside each other.

use super::{asked, first, shop};
use crate::rank::Weights;

/// Whether some reading of the question holds all of these parts.
fn some(question: &str, parts: &[&str]) {
    let all = crate::read::candidates(&shop(), &asked(question));
    let holds = |r: &&crate::Reading| parts.iter().all(|p| r.sql.contains(p));
    let tried: Vec<&str> = all.iter().map(|r| r.sql.as_str()).collect();
    assert!(all.iter().any(|r| holds(&r)), "{question}: {}", tried.join("\n"));
}

#[test]
fn the_best_within_each_group_is_ranked_by_its_own_sum() {
    some(
        "best customer by amount in each country",
        &["RANK() OVER (PARTITION BY", "ORDER BY SUM(orders.amount) DESC)", "<= 1"],
    );
    some(
        "top 3 customers by amount in each country",
        &["RANK() OVER (PARTITION BY", "<= 3"],
    );
}

#[test]
fn the_second_highest_leaves_one_out() {
    assert!(first("second cheapest product").ends_with("LIMIT 1 OFFSET 1"));
}

#[test]
fn figures_of_groups_are_taken_together() {
    some(
        "median number of orders per customer",
        &["AVG(middle_value)", "FROM (SELECT COUNT(*) AS out_1 FROM orders"],
    );
    some(
        "average monthly amount",
        &["SELECT AVG(out_1)", "(SELECT SUM(amount) AS out_1 FROM orders GROUP BY"],
    );
    some(
        "average monthly amount by country",
        &["SELECT out_1 AS country, AVG(out_2)", "GROUP BY out_1"],
    );
}

#[test]
fn an_average_is_of_all_rows_of_all_figures_or_of_the_like() {
    some("products cheaper than average", &["price < (SELECT AVG(price)"]);
    some(
        "products cheaper than the average of their category",
        &["peers.category = products.category"],
    );
    some(
        "customers with more orders than average",
        &["HAVING COUNT(*) > (SELECT AVG(out_1)"],
    );
    some(
        "products with a price over twice the average",
        &["> 2 * (SELECT AVG(price)"],
    );
}

#[test]
fn one_that_is_named_is_compared_with() {
    some(
        "products cheaper than Sencha",
        &["price < (SELECT price FROM products WHERE name = 'Sencha'"],
    );
}

#[test]
fn what_adds_up_runs_from_period_to_period() {
    some("running total of amount by month", &["SUM(SUM(amount)) OVER (ORDER BY"]);
}

#[test]
fn new_things_are_counted_where_their_first_row_is() {
    some(
        "new customers per year",
        &["SELECT MIN(", "GROUP BY out_1 ORDER BY out_1"],
    );
}

#[test]
fn both_ends_of_a_way_are_named_though_they_are_of_one_table() {
    some(
        "busiest route",
        &["others.id = parcels.sender_id", "others.id = parcels.receiver_id"],
    );
}

#[test]
fn what_was_there_in_one_year_and_not_in_another_is_two_sets() {
    some(
        "customers who ordered in 2023 but not in 2024",
        &["id IN (SELECT", "id NOT IN (SELECT"],
    );
}

#[test]
fn things_stand_with_a_figure_each_or_in_the_order_of_one() {
    some(
        "customers with their number of orders",
        &["COUNT(", "GROUP BY customers.id, customers.name"],
    );
    some(
        "customers sorted by number of orders",
        &["GROUP BY customers.id", "ORDER BY COUNT(*)"],
    );
    some(
        "categories of products, how many of each",
        &["COUNT(*)", "GROUP BY category"],
    );
}

#[test]
fn a_part_of_what_is_counted_stands_beside_the_whole() {
    some(
        "number of orders and how many of them are from France",
        &[
            "SELECT COUNT(*)",
            "COUNT(CASE WHEN customers.country = 'France' THEN 1 END)",
        ],
    );
}

#[test]
fn the_time_of_what_is_not_there_is_no_time_of_what_is() {
    let sql = first("customers without orders in 2024");
    assert_eq!(sql.matches("2024-01-01").count(), 1, "{sql}");
}

#[test]
fn parts_are_of_all_or_of_their_own_group() {
    some(
        "amount by country and category as a percentage of total",
        &["OVER (PARTITION BY customers.country)"],
    );
}

#[test]
fn a_figure_is_said_once() {
    let readings = crate::read(&shop(), &asked("number of orders by country"), &Weights::default());
    let says = &readings.first().unwrap().says;
    assert_eq!(says.matches("number of").count(), 1, "{says}");
}

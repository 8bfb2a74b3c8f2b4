//! Sheets as people keep them of a town, a hotel, a shop: kinds of pay, lines of orders, what somebody said.

use askwell_contract::TypeKind;

use super::column;
use super::published::{first, known, number, reads, table, texts, whole, with};
use crate::known::{Known, Role};
use crate::rank::Weights;

fn survey() -> Known {
    let sheet = table(
        "town_survey",
        vec![
            column("id", TypeKind::Integer, Role::Key),
            texts("gender", Role::Category, &["F", "M"]),
            texts("home", Role::Category, &["House", "Flat", "Mobile Home"]),
            texts("pay_type", Role::Category, &["year", "hour", "week"]),
            number("pay", 8.0, 300_000.0),
            texts("day_of_week", Role::Category, &["mon", "tue", "wed", "thu", "fri"]),
            column("answered_on", TypeKind::Date, Role::Time),
        ],
        None,
    );
    known(vec![sheet])
}

#[test]
fn yearly_pay_is_a_kind_of_pay_where_that_is_stored() {
    let survey = survey();
    reads(&survey, "average yearly pay", "WHERE pay_type = 'year'");
    reads(
        &survey,
        "average pay of people paid by the hour",
        "WHERE pay_type = 'hour'",
    );
    reads(
        &survey,
        "how many rows have more than 150000 a year",
        "pay_type = 'year'",
    );
    // "By year" parts the rows.
    reads(&survey, "average pay by year", "GROUP BY year(");
}

#[test]
fn where_one_lives_is_said_by_the_place() {
    let survey = survey();
    let question = "how many people live in a mobile home";
    let asked = with(&survey, question, &[("mobile home", "home", "Mobile Home", 1.0)]);
    let found = crate::read(&survey, &asked, Weights::learned());
    assert!(found[0].unused.is_empty(), "{:?}", found[0].unused);
}

#[test]
fn monthly_sales_are_told_by_month_whatever_is_billed_monthly() {
    let sheet = table(
        "subscriptions",
        vec![
            column("id", TypeKind::Integer, Role::Key),
            texts("billing", Role::Category, &["Monthly", "Yearly", "Weekly"]),
            number("amount", 5.0, 500.0),
            column("start_date", TypeKind::Date, Role::Time),
        ],
        None,
    );
    let subscriptions = known(vec![sheet]);
    for question in ["total amount monthly", "weekly number of subscriptions"] {
        let found = first(&subscriptions, &with(&subscriptions, question, &[]));
        assert!(!found.contains("billing ="), "{question}: {found}");
    }
}

#[test]
fn a_weekday_that_a_sheet_keeps_needs_no_date() {
    // What somebody would prefer is no day on which it happened.
    let mut calls = survey();
    calls.tables[0]
        .columns
        .iter_mut()
        .filter(|c| c.name == "day_of_week")
        .for_each(|c| c.words[0] = "preferred".into());
    let found = first(&calls, &with(&calls, "average pay for each weekday", &[]));
    assert!(found.contains("dayofweek"), "{found}");
    reads(&survey(), "average pay for each weekday", "GROUP BY day_of_week");
}

#[test]
fn places_behind_each_other_are_of_one_column() {
    let sheet = table(
        "thefts",
        vec![
            column("id", TypeKind::Integer, Role::Key),
            texts("location", Role::Category, &["street", "residence", "vehicle parking"]),
        ],
        None,
    );
    let thefts = known(vec![sheet]);
    let stored = [
        ("street", "location", "street", 1.0),
        ("home", "location", "residence", 0.8),
    ];
    let question = "street vs home, how many thefts each";
    let found = first(&thefts, &with(&thefts, question, &stored));
    assert!(found.contains("IN ('street', 'residence')"), "{found}");
    let question = "how many were not from the street or from somebody's home";
    let found = first(&thefts, &with(&thefts, question, &stored));
    assert!(found.contains("NOT IN ('street', 'residence')"), "{found}");
}

fn hotel() -> Known {
    let sheet = table(
        "hotel_stays",
        vec![
            column("id", TypeKind::Integer, Role::Key),
            whole("booking_changes", Role::Measure, 0.0, 20.0),
            whole("week_nights", Role::Measure, 0.0, 40.0),
            column("arrival_date", TypeKind::Date, Role::Time),
        ],
        None,
    );
    known(vec![sheet])
}

#[test]
fn bookings_are_rows_and_no_changes_of_them_and_weeks_are_told_in_nights() {
    let hotel = hotel();
    reads(&hotel, "bookings per month", "COUNT(*)");
    reads(
        &hotel,
        "how many have more than two weeks of week nights",
        "week_nights > 14",
    );
}

#[test]
fn what_harms_people_parts_none_of_them() {
    let sheet = table(
        "health_breaches",
        vec![
            column("id", TypeKind::Integer, Role::Key),
            texts("type_of_breach", Role::Category, &["Theft", "Loss", "Hacking"]),
            number("individuals_affected", 500.0, 1e6),
        ],
        None,
    );
    let breaches = known(vec![sheet]);
    let found = first(
        &breaches,
        &with(&breaches, "how many people in total were affected by breaches", &[]),
    );
    assert!(!found.contains("GROUP BY"), "{found}");
    assert!(found.contains("SUM(individuals_affected)"), "{found}");
}

#[test]
fn a_numbered_book_is_shown_by_its_title() {
    let mut title = column("title", TypeKind::Text, Role::Label);
    title.distinct = 700;
    let mut number = column("book_id", TypeKind::Integer, Role::Number);
    number.distinct = 690;
    let sheet = table(
        "bans",
        vec![column("id", TypeKind::Integer, Role::Key), title, number],
        Some(1),
    );
    let bans = known(vec![sheet]);
    reads(&bans, "which book has the most bans", "SELECT title, book_id");
}

#[test]
fn a_share_of_orders_counts_each_order_once_however_many_lines_it_has() {
    let mut number = column("order_id", TypeKind::Integer, Role::Number);
    number.distinct = 300;
    let mut sheet = table(
        "order_lines",
        vec![number, texts("item", Role::Category, &["Soup", "Bread", "Tea"])],
        None,
    );
    sheet.key = Vec::new();
    let lines = known(vec![sheet]);
    let question = "what percent of orders had soup";
    let found = first(&lines, &with(&lines, question, &[("soup", "item", "Soup", 1.0)]));
    assert!(
        found.contains("COUNT(DISTINCT CASE WHEN item = 'Soup' THEN order_id END)"),
        "{found}"
    );
}

#[test]
fn who_works_at_a_shop_is_not_told_by_a_sheet_of_shops() {
    let sheet = table(
        "shops",
        vec![
            column("id", TypeKind::Integer, Role::Key),
            texts("town", Role::Category, &["Leeds", "York"]),
        ],
        None,
    );
    let shops = known(vec![sheet]);
    let asked = with(
        &shops,
        "how many people work in leeds",
        &[("leeds", "town", "Leeds", 1.0)],
    );
    let found = crate::read(&shops, &asked, Weights::learned());
    assert!(found[0].unused.contains(&"work".to_owned()), "{:?}", found[0].unused);
}

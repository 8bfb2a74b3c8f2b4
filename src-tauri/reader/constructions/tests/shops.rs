//! What a shop's export is asked first: sales, orders of several lines, pieces sold, kit and its warranty.

use askwell_contract::run::Span;
use askwell_contract::time::{TimeKind, TimeMatch};
use askwell_contract::TypeKind::{Integer, Real, Text as Words};

use super::{asked, column, shop, table};
use crate::asked::Asked;
use crate::known::Role::{Category, Code, Flag, Key, Measure, Text, Time};
use crate::known::{Column, Known, Told};
use crate::rank::Weights;

fn named(name: &str, words: &[&str], column: Column) -> Column {
    Column {
        name: name.to_owned(),
        words: words.iter().map(|w| (*w).to_owned()).collect(),
        ..column
    }
}

fn sheet(name: &str, words: &[&str], columns: Vec<Column>) -> Known {
    let mut known = shop();
    let mut sheet = table(name, columns, None);
    sheet.words = words.iter().map(|w| (*w).to_owned()).collect();
    sheet.key = Vec::new();
    known.tables = vec![sheet];
    known.links.clear();
    known.ready()
}

/// Lines of orders as a marketplace exports them.
fn export() -> Known {
    let mut order = named("order_id", &["order", "id"], column("order_id", Integer, Code));
    order.unique = false;
    let mut state = named("ship_state", &["ship", "state"], column("ship_state", Words, Code));
    (state.top, state.distinct) = (vec!["OR".into(), "CO".into(), "MA".into()], 3);
    sheet(
        "sold_order_items",
        &["sold", "order", "items"],
        vec![
            named("sale_date", &["sale", "date"], column("sale_date", Words, Time)),
            column("item", Words, Category),
            column("quantity", Integer, Measure),
            column("price", Real, Measure),
            named(
                "discount_amount",
                &["discount", "amount"],
                column("discount_amount", Real, Measure),
            ),
            named(
                "order_sales_tax",
                &["order", "sales", "tax"],
                column("order_sales_tax", Real, Measure),
            ),
            named("item_total", &["item", "total"], column("item_total", Real, Measure)),
            state,
            order,
        ],
    )
}

fn read(known: &Known, question: &Asked) -> Vec<String> {
    let found = crate::read(known, question, Weights::learned());
    found.into_iter().map(|r| r.sql).collect()
}

fn first(known: &Known, question: &str) -> String {
    read(known, &asked(question)).into_iter().next().unwrap_or_default()
}

#[test]
fn sales_are_what_rows_come_to_and_no_tax_or_discount() {
    for question in ["sales by item", "revenue by item", "turnover by item"] {
        let sql = first(&export(), question);
        assert!(sql.contains("SUM(item_total)"), "{question}: {sql}");
    }
    // What is asked for by name is given.
    let sql = first(&export(), "total sales tax");
    assert!(sql.contains("SUM(order_sales_tax)"), "{sql}");
}

#[test]
fn orders_of_several_lines_are_counted_once_each() {
    let sql = first(&export(), "how many orders are there");
    assert!(sql.contains("COUNT(DISTINCT order_id)"), "{sql}");
}

#[test]
fn how_many_were_sold_is_how_many_pieces() {
    let sql = first(&export(), "how many did we sell in 2024");
    assert!(sql.contains("SUM(quantity)") && !sql.contains("item_total"), "{sql}");
}

#[test]
fn two_letters_of_a_place_are_short_for_no_other_word() {
    let found = read(&export(), &asked("orders of each country"));
    assert!(
        found.iter().all(|sql| !sql.contains("'OR'") && !sql.contains("'CO'")),
        "{found:?}"
    );
}

/// What an office owns.
fn kit() -> Known {
    let mut ends = named(
        "warranty_ends",
        &["warranty", "ends"],
        column("warranty_ends", Words, Time),
    );
    ends.nulls = 200;
    let mut person = named(
        "assigned_to",
        &["assigned", "to"],
        column("assigned_to", Words, Category),
    );
    (person.nulls, person.distinct) = (100, 40);
    sheet(
        "assets",
        &["assets"],
        vec![
            column("tag", Words, Key),
            column("kind", Words, Category),
            person,
            ends,
            column("cost", Real, Measure),
        ],
    )
}

#[test]
fn what_is_out_of_warranty_has_one_that_has_ended() {
    let sql = first(&kit(), "how many assets are out of warranty");
    assert!(
        sql.contains("NOT (") && sql.contains("warranty_ends") && sql.contains("2026-06-15"),
        "{sql}"
    );
    let sql = first(&kit(), "how many assets are still under warranty");
    assert!(
        sql.contains("warranty_ends") && sql.contains(">= '2026-06-15'"),
        "{sql}"
    );
}

#[test]
fn what_outlives_its_warranty_is_not_over_when_it_ends() {
    let found = read(&kit(), &asked("how many assets do we still have"));
    assert!(
        found.iter().all(|sql| !sql.contains("warranty_ends IS NULL")),
        "{found:?}"
    );
}

#[test]
fn nobody_is_not_among_those_who_have_more_than_one() {
    let sql = first(&kit(), "assigned to with more than 1 assets");
    assert!(
        sql.contains("HAVING") && sql.contains("assigned_to IS NOT NULL"),
        "{sql}"
    );
}

#[test]
fn a_code_is_asked_for_by_what_the_words_about_its_column_say() {
    let mut status = column("status", Words, Code);
    (status.top, status.distinct) = (vec!["A".into(), "C".into(), "M".into()], 3);
    let means = [("A", "attended"), ("C", "cancelled"), ("M", "missed")];
    status.means = means.map(|(c, m)| (c.to_owned(), m.to_owned())).to_vec();
    let known = sheet(
        "lessons",
        &["lessons"],
        vec![column("id", Integer, Key), status, column("note", Words, Text)],
    );
    let sql = first(&known, "how many missed lessons");
    assert!(sql.contains("status = 'M'"), "{sql}");
    let sql = first(&known, "how many cancellations");
    assert!(sql.contains("status = 'C'"), "{sql}");
}

#[test]
fn a_share_of_some_is_a_part_of_those_alone() {
    let sql = first(&shop(), "what percentage of orders from France are for Tea");
    let (part, whole) = sql.split_once(" FROM ").unwrap_or_default();
    assert!(part.contains("'Tea'") && !part.contains("'France'"), "{sql}");
    assert!(whole.contains("'France'") && !whole.contains("'Tea'"), "{sql}");
}

#[test]
fn the_main_reason_is_the_commonest() {
    let sql = first(&shop(), "main reason for parcels");
    assert!(
        sql.contains("GROUP BY parcels.reason") || sql.contains("GROUP BY reason"),
        "{sql}"
    );
    assert!(sql.ends_with("LIMIT 1"), "{sql}");
}

#[test]
fn what_was_done_is_told_by_a_yes_or_no_as_well_as_by_a_day() {
    let mut delivered = column("delivered", Words, Flag);
    (delivered.top, delivered.distinct) = (vec!["Y".into(), "N".into()], 2);
    let known = sheet("visits", &["visits"], vec![column("id", Integer, Key), delivered]);
    let sql = first(&known, "how many deliveries");
    assert!(sql.contains("COUNT(*)") && sql.contains("delivered = 'Y'"), "{sql}");
}

#[test]
fn the_weight_of_a_parcel_is_a_weight() {
    let columns = vec![
        column("id", Integer, Key),
        column("parcels", Integer, Measure),
        column("weight", Real, Measure),
    ];
    let sql = first(&sheet("visits", &["visits"], columns), "average weight of a parcel");
    assert!(sql.contains("AVG(weight)"), "{sql}");
}

#[test]
fn two_texts_that_one_column_cannot_have_at_once_are_no_reading() {
    let found = read(&shop(), &asked("products in Tea and Coffee"));
    assert!(
        found
            .iter()
            .all(|sql| !sql.contains("category = 'Tea' AND category = 'Coffee'")),
        "{found:?}"
    );
}

#[test]
fn a_tax_that_a_total_has_in_it_is_no_tax() {
    assert_eq!(crate::words::split_name("Total inc VAT"), ["total", "including", "vat"]);
    assert_eq!(crate::words::split_name("inc_per_head"), ["income", "per", "head"]);
}

/// The years of the question as times that may be compared.
fn timed(question: &str, words: &str, from: &str, to: &str) -> TimeMatch {
    let start = question.find(words).unwrap_or_default() as u32;
    TimeMatch {
        span: Span {
            start,
            end: start + words.len() as u32,
        },
        words: words.to_owned(),
        kind: TimeKind::Years,
        from: Some(from.to_owned()),
        to: Some(to.to_owned()),
        relative: true,
        says: String::new(),
        of_data: None,
        from_data: false,
    }
}

#[test]
fn an_amount_alone_over_a_stretch_of_time_is_added_up() {
    let text = "quantity this year";
    let mut question = asked(text);
    question.times = vec![timed(text, "this year", "2024-01-01", "2024-12-31")];
    let sql = &read(&export(), &question)[0];
    assert!(sql.contains("SUM(quantity)"), "{sql}");
}

#[test]
fn a_figure_that_the_person_told_keeps_its_brackets() {
    let mut known = shop();
    let gain = Told::Figure {
        alone: "SUM(amount) - SUM(delay)".to_owned(),
        joined: "SUM(orders.amount) - SUM(orders.delay)".to_owned(),
        each: None,
    };
    for table in &mut known.tables {
        for c in table.columns.iter_mut().filter(|c| c.name == "takings") {
            c.told = Some(gain.clone());
        }
    }
    let bracketed = "(SUM(orders.amount) - SUM(orders.delay))";
    let found = read(&known, &asked("average takings per order by country"));
    let ratio = found
        .iter()
        .find(|sql| sql.contains(" / NULLIF(COUNT("))
        .cloned()
        .unwrap_or_default();
    assert!(ratio.contains(&format!("1.0 * {bracketed} /")), "{found:?}");
    let found = read(&known, &asked("takings by country as a percentage of total"));
    let share = found
        .iter()
        .find(|sql| sql.contains("OVER ()"))
        .cloned()
        .unwrap_or_default();
    assert!(share.contains(&format!("100.0 * {bracketed} /")), "{found:?}");
}

#[test]
fn a_kind_of_thing_loses_money_by_all_its_rows() {
    let columns = vec![
        column("line", Integer, Key),
        column("category", Words, Category),
        column("profit", Real, Measure),
    ];
    let known = sheet("sales", &["sales"], columns);
    let read = |question: &str| crate::read(&known, &asked(question), Weights::learned())[0].sql.clone();
    let sql = read("which categories are losing money");
    assert!(
        sql.ends_with("GROUP BY category HAVING SUM(profit) < 0 ORDER BY SUM(profit)"),
        "{sql}"
    );
    let sql = read("how many sales lost money");
    assert!(sql.ends_with("WHERE profit < 0"), "{sql}");
}

//! A ward's sheet of stays, a haulier's of trips, and what people ask of both.

use askwell_contract::run::{FieldMatch, Span, ValueMatch};
use askwell_contract::TypeKind::{Integer, Real, Text as Words};

use super::{asked, column, found, shop, table};
use crate::known::Role::{Category, Code, Flag, Key, Measure, Reference, Time};
use crate::known::{Column, Known};
use crate::rank::Weights;

fn sheet(name: &str, columns: Vec<Column>) -> Known {
    let mut known = shop();
    let mut one = table(name, columns, None);
    one.words = name.split('_').map(str::to_owned).collect();
    known.tables = vec![one];
    known.links.clear();
    known.ready()
}

fn ward() -> Known {
    let (mut fit, mut gone) = (column("fit_to_go", Words, Time), column("discharge_date", Words, Time));
    (fit.nulls, gone.nulls) = (60, 90);
    sheet(
        "ward_stays",
        vec![
            column("stay_no", Integer, Key),
            column("consultant", Words, Category),
            column("age", Integer, Measure),
            column("admission_date", Words, Time),
            fit,
            gone,
        ],
    )
}

fn trips() -> Known {
    let pounds = |name: &str| {
        let mut column = column(name, Words, Measure);
        (column.kind, column.view) = (Real, Some("replace({}, '£', '')".to_owned()));
        column
    };
    sheet(
        "trips",
        vec![
            column("trip_no", Integer, Key),
            column("customer", Words, Category),
            column("day", Words, Time),
            column("fuel_litres", Real, Measure),
            pounds("fuel_cost"),
            pounds("tolls"),
            pounds("rate"),
            column("on_time", Words, Flag),
        ],
    )
}

fn first(known: &Known, question: &str) -> String {
    let found = crate::read(known, &asked(question), Weights::learned());
    found.into_iter().next().map(|r| r.sql).unwrap_or_default()
}

#[test]
fn a_stay_ends_with_the_discharge_and_not_with_what_only_has_to_in_its_name() {
    let known = ward();
    let sql = first(&known, "average length of stay");
    assert!(
        sql.contains("julianday(date(discharge_date))") && sql.contains("julianday(date(admission_date))"),
        "{sql}"
    );
    let sql = first(&known, "how many stays are still open");
    assert!(
        sql.contains("discharge_date IS NULL") && !sql.contains("fit_to_go"),
        "{sql}"
    );
    let sql = first(&known, "stays that lasted for 3 weeks or more");
    assert!(sql.contains(">= 21"), "{sql}");
}

#[test]
fn the_over_85s_are_people_of_that_age() {
    let sql = first(&ward(), "how many over 85s are there");
    assert!(sql.contains("age > 85"), "{sql}");
}

#[test]
fn the_only_money_that_is_no_cost_is_what_came_in() {
    let known = trips();
    let sql = first(&known, "income by customer");
    assert!(
        sql.contains("SUM(replace(rate") && sql.contains("GROUP BY customer"),
        "{sql}"
    );
    let mut named = trips();
    named.tables[0].columns.push(column("revenue", Real, Measure));
    let sql = first(&named.ready(), "revenue by customer");
    assert!(sql.contains("SUM(revenue)"), "{sql}");
}

#[test]
fn what_is_spent_on_fuel_is_its_cost_and_not_its_litres() {
    let sql = first(&trips(), "what did we spend on fuel and tolls");
    assert!(
        sql.contains("SUM(replace(fuel_cost") && sql.contains("SUM(replace(tolls") && !sql.contains("litres"),
        "{sql}"
    );
}

#[test]
fn what_is_late_is_not_on_time() {
    let sql = first(&trips(), "how many trips were late");
    assert!(sql.ends_with("on_time <> 'yes'"), "{sql}");
}

#[test]
fn what_is_counted_stands_behind_how_it_stands() {
    let sql = first(&shop(), "customers with 3 or more unshipped orders");
    assert!(
        sql.contains("ship_date IS NULL") && sql.contains("HAVING COUNT(*) >= 3"),
        "{sql}"
    );
}

#[test]
fn a_word_that_is_only_like_a_name_is_no_head_before_a_name() {
    let mut known = shop();
    let mut status = column("status", Words, Code);
    (status.top, status.distinct) = (["A", "P", "C"].map(str::to_owned).to_vec(), 3);
    known.tables[0].columns[4] = status;
    let known = known.ready();
    let question = "how many active customers do we have";
    let mut asked = asked(question);
    asked.meant.fields.push(FieldMatch {
        table: "customers".to_owned(),
        column: Some("status".to_owned()),
        span: found(question, "active").unwrap_or(Span { start: 0, end: 0 }),
        words: "active".to_owned(),
        score: 0.6,
        by: "meaning".to_owned(),
    });
    let sql = crate::read(&known, &asked, Weights::learned())[0].sql.clone();
    assert!(sql.ends_with("FROM customers WHERE status = 'A'"), "{sql}");
}

/// Norway is like a country and is none of those that are stored: all customers are no answer that uses the word.
#[test]
fn a_name_that_is_only_like_a_column_is_used_where_the_column_is() {
    let question = "how many customers are in Norway";
    let mut asked = asked(question);
    asked.meant.fields.push(FieldMatch {
        table: "customers".to_owned(),
        column: Some("country".to_owned()),
        span: found(question, "Norway").unwrap_or(Span { start: 0, end: 0 }),
        words: "Norway".to_owned(),
        score: 0.576,
        by: "meaning".to_owned(),
    });
    let reading = crate::read(&shop(), &asked, Weights::learned()).swap_remove(0);
    assert!(!reading.sql.contains("country"), "{}", reading.sql);
    assert_eq!(reading.unused, ["Norway"]);
}

#[test]
fn main_kinds_are_all_of_them_with_the_commonest_first() {
    let sql = first(&shop(), "main categories of products");
    assert!(
        sql.contains("GROUP BY category") && sql.contains("DESC") && !sql.contains("LIMIT 1"),
        "{sql}"
    );
}

#[test]
fn the_ones_of_a_value_are_counted_beside_all() {
    let sql = first(&shop(), "number of products and Tea ones");
    assert!(
        sql.contains("COUNT(*)") && sql.contains("CASE WHEN category = 'Tea'"),
        "{sql}"
    );
}

#[test]
fn what_is_done_has_the_money_of_its_table() {
    let sql = first(&shop(), "how much did we order in 2024");
    assert!(sql.contains("SUM(amount)") && sql.contains("order_date"), "{sql}");
}

/// The shop with one text of `customers.name`, found behind a word.
fn stored(question: &str, word: &str, value: &str, part: bool) -> String {
    let mut known = shop();
    known.tables[0].columns[1].top = vec!["InterBau Köln 2025".to_owned(), "Contacted".to_owned()];
    known.tables[0].columns.push(column("contact", Words, Category));
    let known = known.ready();
    let mut asked = asked(question);
    asked.values.push(ValueMatch {
        span: found(question, word).unwrap_or(Span { start: 0, end: 0 }),
        words: word.to_owned(),
        table: "customers".to_owned(),
        column: "name".to_owned(),
        value: value.to_owned(),
        similarity: 0.97,
        exact: false,
        rows: 10,
        part,
    });
    crate::read(&known, &asked, Weights::learned())[0].sql.clone()
}

#[test]
fn a_part_of_a_text_is_looked_for_as_it_is_written_there() {
    let sql = stored("how many customers of koln are there", "koln", "koln", true);
    assert!(sql.contains("LIKE '%Köln%'"), "{sql}");
}

#[test]
fn what_is_only_of_one_stem_with_a_text_is_the_column_that_it_names() {
    let sql = stored("how many contacts are there", "contacts", "Contacted", false);
    assert!(sql.contains("contact") && !sql.contains("Contacted"), "{sql}");
}

#[test]
fn what_a_sheet_of_spending_came_to_is_money_and_not_rows() {
    let pounds = |name: &str| {
        let mut column = column(name, Words, Measure);
        (column.kind, column.view) = (Real, Some("replace({}, '£', '')".to_owned()));
        column
    };
    let mut kind = column("category", Words, Category);
    kind.top = vec!["Tea".to_owned()];
    let known = sheet(
        "spending",
        vec![
            column("no", Integer, Key),
            column("day", Words, Time),
            kind,
            pounds("out"),
            pounds("in"),
        ],
    );
    let sql = first(&known, "spending by category");
    assert!(
        sql.contains("SUM(replace(\"out\"") || sql.contains("SUM(replace(out"),
        "{sql}"
    );
    let mut asked = asked("tea by month");
    asked.values.push(ValueMatch {
        span: Span { start: 0, end: 3 },
        words: "tea".to_owned(),
        table: "spending".to_owned(),
        column: "category".to_owned(),
        value: "Tea".to_owned(),
        similarity: 1.0,
        exact: true,
        rows: 10,
        part: false,
    });
    let sql = crate::read(&known, &asked, Weights::learned())[0].sql.clone();
    assert!(sql.contains("SUM(") && sql.contains("= 'Tea'"), "{sql}");
    let sql = first(&known, "total spent in 2024");
    assert!(sql.contains("SUM(") && sql.contains("day"), "{sql}");
}

#[test]
fn how_much_is_unpaid_is_the_money_of_what_nobody_has_paid() {
    let mut known = shop();
    let mut paid = column("paid_date", Words, Time);
    paid.nulls = 100;
    known.tables[1].columns.push(paid);
    let sql = first(&known.ready(), "how much is still unpaid");
    assert!(
        sql.contains("SUM(amount)") && sql.contains("paid_date IS NULL"),
        "{sql}"
    );
}

#[test]
fn money_spent_on_what_a_table_is_called_by_is_its_cost_of_that_year() {
    let mut known = shop();
    known.tables[0].columns.push(column("year", Integer, Time));
    let mut fuel = table(
        "fuel",
        vec![
            column("id", Integer, Key),
            column("customer_id", Integer, Reference),
            column("filled_on", Words, Time),
            column("litres", Real, Measure),
            column("cost", Real, Measure),
        ],
        None,
    );
    fuel.words = vec!["fuel".to_owned()];
    known.tables.push(fuel);
    let sql = first(&known.ready(), "how much did we spend on fuel in 2024");
    assert!(sql.contains("SUM(cost)") && sql.contains("filled_on"), "{sql}");
}

#[test]
fn a_word_of_the_sheets_own_name_is_a_value_behind_an_article_or_a_preposition_alone() {
    let mut reason = column("reason", Words, Category);
    reason.top = vec!["Alarm".to_owned(), "Test".to_owned()];
    let known = sheet(
        "alarm_calls",
        vec![column("no", Integer, Key), column("day", Words, Time), reason],
    );
    let sql = |question: &str| {
        let mut asked = asked(question);
        asked.values.push(ValueMatch {
            span: found(question, "alarm").unwrap_or(Span { start: 0, end: 0 }),
            words: "alarm".to_owned(),
            table: "alarm_calls".to_owned(),
            column: "reason".to_owned(),
            value: "Alarm".to_owned(),
            similarity: 1.0,
            exact: true,
            rows: 10,
            part: false,
        });
        crate::read(&known, &asked, Weights::learned())[0].sql.clone()
    };
    for all in [
        "how many times was the alarm raised each year",
        "number of alarm calls per year",
    ] {
        let sql = sql(all);
        assert!(!sql.contains("reason") && sql.contains("GROUP BY"), "{all}: {sql}");
    }
    let sql = sql("how many calls were an alarm");
    assert!(sql.contains("reason = 'Alarm'"), "{sql}");
}

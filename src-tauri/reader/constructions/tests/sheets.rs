//! Words that a sheet's texts and columns are known by, though nothing is called so.

use askwell_contract::TypeKind::{Integer, Real, Text as Words};

use super::{asked, column, shop, table};
use crate::known::Role::{Category, Key, Measure, Text, Time};
use crate::known::{Column, Known};
use crate::rank::Weights;

fn sheet(columns: Vec<Column>) -> Known {
    let mut known = shop();
    known.tables = vec![table("tickets", columns, None)];
    known.links.clear();
    known.ready()
}

fn tickets() -> Known {
    let mut stage = column("stage", Words, Category);
    stage.top = vec!["Won".into(), "Lost".into(), "Sold".into()];
    let mut department = column("department", Words, Category);
    department.top = vec!["IT".into(), "Sales".into()];
    let mut to = column("assigned_to", Words, Text);
    to.nulls = 40;
    sheet(vec![
        column("id", Integer, Key),
        stage,
        department,
        to,
        column("customer", Words, Text),
        column("opened_on", Words, Time),
        column("closed_on", Words, Time),
        column("price", Real, Measure),
    ])
}

fn read(known: &Known, question: &str) -> Vec<String> {
    let found = crate::read(known, &asked(question), Weights::learned());
    found.into_iter().map(|r| r.sql).collect()
}

#[test]
fn capitals_are_a_text_and_small_letters_a_word() {
    let known = tickets();
    let sql = &read(&known, "how many tickets in IT")[0];
    assert!(sql.contains("department = 'IT'"), "{sql}");
    let found = read(&known, "how many tickets has it");
    assert!(found.iter().all(|sql| !sql.contains("'IT'")), "{found:?}");
}

#[test]
fn a_verb_finds_the_text_that_is_its_participle() {
    let sql = &read(&tickets(), "how many tickets did we win")[0];
    assert!(sql.contains("stage = 'Won'"), "{sql}");
    let sql = &read(&tickets(), "how many tickets did we sell")[0];
    assert!(sql.contains("stage = 'Sold'"), "{sql}");
}

#[test]
fn who_did_it_is_whom_the_column_names_and_who_came_is_the_customer() {
    let known = tickets();
    let sql = &read(&known, "who closed the most tickets")[0];
    assert!(sql.contains("GROUP BY assigned_to"), "{sql}");
    let sql = &read(&known, "who complains the most")[0];
    assert!(sql.contains("GROUP BY customer"), "{sql}");
}

#[test]
fn what_is_undone_has_nothing_in_its_column() {
    let sql = &read(&tickets(), "how many unassigned tickets")[0];
    assert!(sql.contains("assigned_to IS NULL"), "{sql}");
}

#[test]
fn what_is_new_in_a_stretch_has_its_first_row_there() {
    let sql = &read(&tickets(), "how many new customers did we get in 2024")[0];
    assert!(
        sql.contains("COUNT(DISTINCT customer)") && sql.contains("customer NOT IN (SELECT"),
        "{sql}"
    );
}

#[test]
fn a_pattern_in_a_texts_view_is_no_place_of_a_column() {
    let mut amount = column("amount", Words, Measure);
    amount.view = Some("CASE WHEN regexp_matches({}, '[0-9]{3}') THEN CAST({} AS REAL) END".into());
    (amount.min, amount.max) = (Some(-900.0), Some(900.0));
    let known = sheet(vec![
        column("id", Integer, Key),
        column("day", Words, Time),
        amount,
        column("purpose", Words, Category),
    ]);
    let sql = &read(&known, "how much did we spend in 2024")[0];
    assert!(sql.contains("regexp_matches(amount, '[0-9]{3}')"), "{sql}");
}

#[test]
fn what_is_there_is_held_against_nought_or_the_level_for_more() {
    let known = sheet(vec![
        column("sku", Words, Key),
        column("description", Words, Text),
        column("qty_on_hand", Integer, Measure),
        column("reorder_level", Integer, Measure),
    ]);
    let says = |question: &str, wanted: &str| {
        let sql = &read(&known, question)[0];
        assert!(sql.contains(wanted), "{question}: {sql}");
    };
    says("whats out of stock", "qty_on_hand <= 0");
    says("what do we need to reorder", "qty_on_hand <= reorder_level");
    says("how many are running low", "qty_on_hand <= reorder_level");
    says("which are below the reorder level", "qty_on_hand < reorder_level");
}

#[test]
fn a_sheet_of_addresses_holds_homes_and_one_of_sides_games() {
    let homes = sheet(vec![
        column("address", Words, Text),
        column("beds", Integer, Measure),
        column("price", Real, Measure),
    ]);
    let sql = &read(&homes, "cheapest 3 bed home")[0];
    assert!(sql.contains("beds = 3") && sql.contains("LIMIT 1"), "{sql}");
    let sql = &read(&homes, "how many homes are there")[0];
    assert!(sql.contains("COUNT(*)"), "{sql}");
    let sql = &read(&homes, "number of homes per beds count")[0];
    assert!(sql.contains("GROUP BY beds"), "{sql}");
    let games = sheet(vec![column("home_team", Words, Text), column("away_team", Words, Text)]);
    let sql = &read(&games, "how many games were there")[0];
    assert!(sql.contains("COUNT(*)"), "{sql}");
}

#[test]
fn missing_rows_lack_their_one_figure() {
    let mut kwh = column("kwh", Real, Measure);
    kwh.nulls = 3;
    let known = sheet(vec![column("site", Words, Category), kwh]);
    let sql = &read(&known, "missing tickets by site")[0];
    assert!(sql.contains("kwh IS NULL") && sql.contains("GROUP BY site"), "{sql}");
}

#[test]
fn goals_are_those_of_both_sides_unless_one_is_named() {
    let mut known = shop();
    let columns = vec![
        column("played", Words, Time),
        column("home_team", Words, Category),
        column("home_goals", Integer, Measure),
        column("away_goals", Integer, Measure),
    ];
    known.tables = vec![table("games", columns, None)];
    known.links.clear();
    let known = known.ready();
    let sql = &read(&known, "total goals per year")[0];
    assert!(sql.contains("SUM((home_goals + away_goals))"), "{sql}");
    let found = read(&known, "total away goals per year");
    assert!(found.iter().all(|sql| !sql.contains("home_goals +")), "{found:?}");
}

#[test]
fn what_has_no_row_in_common_is_left_out_by_name() {
    let mut known = shop();
    let place = |name: &str| {
        let mut country = column("country", Words, Category);
        country.nulls = 5;
        table(
            name,
            vec![column("id", Integer, Key), column("name", Words, Text), country],
            Some(1),
        )
    };
    known.tables = vec![place("customers"), place("suppliers")];
    known.links.clear();
    let found = read(&known.ready(), "countries with customers but no suppliers");
    let less = "country NOT IN (SELECT country FROM suppliers WHERE country IS NOT NULL)";
    assert!(found.iter().take(3).any(|sql| sql.contains(less)), "{found:?}");
}

#[test]
fn a_verb_that_names_a_table_means_that_one() {
    let found = read(&shop(), "customers who never ordered anything");
    assert!(
        found[0].contains("NOT IN (SELECT customer_id FROM orders)"),
        "{found:?}"
    );
    assert!(found.iter().all(|sql| !sql.contains("FROM parcels")), "{found:?}");
}

//! What untidy data of people's own showed.

use crate::asked::Asked;
use crate::constructions::tests::{asked, shop};
use crate::known::{Known, Role};
use crate::rank::Weights;

fn first(known: &Known, question: &Asked) -> String {
    let readings = crate::read(known, question, &Weights::default());
    readings.into_iter().next().map(|r| r.sql).unwrap_or_default()
}

fn any(known: &Known, question: &str, sql: &str) -> bool {
    let readings = crate::read(known, &asked(question), &Weights::default());
    readings.iter().any(|r| r.sql.contains(sql))
}

#[test]
fn a_letter_behind_its_column_is_a_value_and_no_article() {
    let mut known = shop();
    let zone = &mut known.tables[0].columns[2];
    (zone.name, zone.words, zone.stems) = ("zone".into(), vec!["zone".into()], vec!["zone".into()]);
    zone.top = ["A", "B", "C"].map(str::to_owned).to_vec();
    let sql = first(&known, &asked("how many customers in zone a"));
    assert!(sql.ends_with("WHERE zone = 'A'"), "{sql}");
    let sql = first(&known, &asked("how many customers in a zone"));
    assert!(!sql.contains("'A'"), "{sql}");
}

#[test]
fn of_a_column_that_is_mostly_blank_the_rows_that_say_something_are_counted() {
    let mut known = shop();
    let appeal = &mut known.tables[1].columns[9];
    (appeal.name, appeal.words, appeal.stems) = ("appeal".into(), vec!["appeal".into()], vec!["appeal".into()]);
    (appeal.kind, appeal.role) = (askwell_contract::TypeKind::Text, Role::Category);
    (appeal.distinct, appeal.nulls) = (3, 800);
    let sql = first(&known, &asked("how many appeals"));
    assert!(sql.ends_with("WHERE appeal IS NOT NULL"), "{sql}");
    let sql = first(&known, &asked("how many different appeals"));
    assert!(sql.contains("COUNT(DISTINCT appeal)"), "{sql}");
    known.tables[1].columns[9].nulls = 2;
    let sql = first(&known, &asked("how many appeals"));
    assert!(sql.contains("COUNT(DISTINCT appeal)"), "{sql}");
}

#[test]
fn a_name_cut_short_is_meant_by_the_whole_word() {
    let mut known = shop();
    let flag = &mut known.tables[0].columns[4];
    (flag.name, flag.words, flag.stems) = ("neut".into(), vec!["neut".into()], vec!["neut".into()]);
    assert!(any(&known, "how many neutered customers", "neut = 'yes'"));
    assert!(!any(&known, "how many neat customers", "neut = 'yes'"));
}

#[test]
fn a_unit_of_its_texts_names_a_column_unless_a_number_stands_before_it() {
    let mut known = shop();
    known.tables[2].columns[4].units = vec!["kg".into()];
    assert!(any(&known, "average kilos of products", "AVG(cost)"));
    assert!(!any(&known, "products of 5 kg", "AVG(cost)"));
}

#[test]
fn a_name_with_a_year_in_it_is_one_name() {
    let mut known = shop();
    let projects = &mut known.tables[5];
    let year = |name: &str, years: [&str; 2]| {
        let words: Vec<String> = std::iter::once("budget").chain(years).map(str::to_owned).collect();
        let mut c = super::column("budget", askwell_contract::TypeKind::Real, Role::Measure);
        (c.name, c.words, c.stems) = (name.to_owned(), words.clone(), words);
        c
    };
    projects.columns[2] = year("budget_23_24", ["23", "24"]);
    projects.columns[3] = year("budget_24_25", ["24", "25"]);
    let sql = first(&known, &asked("total budget 24/25 of projects"));
    assert_eq!(sql, "SELECT SUM(budget_24_25) AS total_budget_24_25 FROM projects");
}

#[test]
fn quarters_of_several_years_stand_with_their_years() {
    let sql = first(&shop(), &asked("number of orders by quarter"));
    assert!(sql.contains("'%Y'") && sql.contains("AS quarter"), "{sql}");
    let sql = first(&shop(), &asked("number of orders by quarter in 2024"));
    assert!(!sql.contains("AS year"), "{sql}");
}

#[test]
fn what_is_over_budget_was_spent_beyond_it() {
    let sql = first(&shop(), &asked("projects over budget"));
    assert!(sql.ends_with("WHERE actual > budget"), "{sql}");
    let sql = first(&shop(), &asked("how much is left in the budget of projects"));
    assert!(sql.contains("budget - actual"), "{sql}");
}

#[test]
fn what_came_to_an_end_is_counted_by_its_day() {
    let sql = first(&shop(), &asked("number of shipments"));
    assert_eq!(
        sql,
        "SELECT COUNT(*) AS number_of_orders FROM orders WHERE ship_date IS NOT NULL"
    );
}

#[test]
fn the_one_noun_that_is_counted_means_the_rows_of_a_file_without_a_name() {
    let mut known = shop();
    known.tables.truncate(1);
    known.links.clear();
    (known.tables[0].name, known.tables[0].words) = ("xq_export".into(), vec!["xq".into(), "export".into()]);
    known.tables[0].stems = vec!["xq".into(), "export".into()];
    let sql = first(&known, &asked("how many tickets per country"));
    assert!(sql.contains("COUNT(*)") && sql.contains("GROUP BY country"), "{sql}");
    // A name that says what they are leaves no room for another one.
    let mut said = shop();
    said.tables.truncate(1);
    said.links.clear();
    let question = asked("how many tickets per country");
    assert!(crate::link::Text::new(&said, &question).at(2).is_empty());
    assert!(!crate::link::Text::new(&known, &question).at(2).is_empty());
    // Rows that nothing tells apart may be several of one thing.
    known.tables[0].columns.iter_mut().for_each(|c| c.unique = false);
    assert!(crate::link::Text::new(&known, &question).at(2).is_empty());
}

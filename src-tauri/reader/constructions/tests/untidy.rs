//! Sheets as people keep them: names cut short, years and blanks as text, one thing in two spellings, days in any order.

use askwell_contract::profile::Disguise;
use askwell_contract::TypeKind::{Integer, Real, Text as Words};

use super::{asked, column, shop, table};
use crate::known::Role::{Category, Flag, Key, Measure, Number, Text, Time};
use crate::known::{Column, Known};
use crate::rank::Weights;

fn sheet(name: &str, columns: Vec<Column>) -> Known {
    let mut known = shop();
    known.tables = vec![table(name, columns, None)];
    known.links.clear();
    known.ready()
}

fn hires() -> Known {
    let mut dmg = column("dmg", Words, Flag);
    dmg.words = vec!["dmg".into()];
    dmg.top = vec!["N".into(), "Y".into()];
    let mut adv = column("adv", Real, Measure);
    adv.words = vec!["adv".into()];
    let mut left = column("date_left", Words, Time);
    left.nulls = 40;
    let mut start = column("date_start", Words, Time);
    start.nulls = 20;
    let mut town = column("town", Words, Category);
    town.spellings = vec![vec!["Leeds".into(), "LEEDS".into()]];
    sheet(
        "hires",
        vec![
            column("id", Integer, Key),
            column("customer", Words, Text),
            town,
            dmg,
            adv,
            column("date_enquiry", Words, Time),
            column("date_offer", Words, Time),
            start,
            left,
        ],
    )
}

fn read(known: &Known, question: &str) -> Vec<String> {
    let found = crate::read(known, &asked(question), Weights::learned());
    found.into_iter().map(|r| r.sql).collect()
}

#[test]
fn names_cut_short_are_heard_in_the_whole_word() {
    let sql = &read(&hires(), "how many hires were damaged")[0];
    assert!(sql.contains("dmg = 'Y'"), "{sql}");
    let sql = &read(&hires(), "total advance")[0];
    assert!(sql.contains("SUM(adv)"), "{sql}");
}

#[test]
fn who_is_here_now_has_begun_and_has_not_left() {
    let sql = &read(&hires(), "how many hires are here now")[0];
    assert!(
        sql.contains("date_left IS NULL") && sql.contains("date_start IS NOT NULL"),
        "{sql}"
    );
}

#[test]
fn a_stretch_between_two_named_days_is_theirs() {
    let sql = &read(&hires(), "average time between enquiry and offer")[0];
    let (from, to) = (sql.find("date_enquiry"), sql.find("date_offer"));
    assert!(from.is_some() && to.is_some() && !sql.contains("date_left"), "{sql}");
}

#[test]
fn what_is_never_so_is_looked_for_in_every_spelling() {
    let found = read(&hires(), "towns that were never damaged");
    let sql = found.iter().find(|sql| sql.contains("NOT IN (SELECT"));
    let sql = sql.unwrap_or(&found[0]);
    let one = "CASE WHEN town = 'LEEDS' THEN 'Leeds' ELSE town END";
    assert!(sql.contains(&format!("{one} NOT IN (SELECT {one}")), "{found:?}");
}

#[test]
fn a_year_kept_as_text_is_a_time() {
    let mut year = column("year_joined", Words, Number);
    year.top = ["2019", "2021", "2024"].map(str::to_owned).to_vec();
    year.view = Some("CAST({} AS INTEGER)".into());
    let known = sheet(
        "members",
        vec![column("id", Integer, Key), column("name", Words, Text), year],
    );
    let year = &known.tables[0].columns[2];
    assert!(year.role == Time && year.disguises.contains(&Disguise::Year));
    let mut year = column("year_joined", Words, Number);
    year.top = ["2019", "1/2021"].map(str::to_owned).to_vec();
    year.view = Some("CAST({} AS INTEGER)".into());
    let known = sheet("members", vec![year]);
    assert_eq!(known.tables[0].columns[0].role, Number);
}

#[test]
fn hours_are_not_held_against_money() {
    let found = read(&hires(), "hires of two hours or more");
    assert!(found.iter().all(|sql| !sql.contains("adv >= 2")), "{found:?}");
}

#[test]
fn without_and_with_are_written_short() {
    let words = crate::words::tokenise("hires w/o a customer, w/ an offer this yr");
    let lower: Vec<&str> = words.iter().map(|t| t.lower.as_str()).collect();
    assert_eq!(
        lower,
        ["hires", "without", "a", "customer", ",", "with", "an", "offer", "this", "year"]
    );
}

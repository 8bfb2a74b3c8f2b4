//! A club's sheet of those who came and went, and a sheet with many rows of each page.

use askwell_contract::TypeKind::{Integer, Real, Text as Words};

use super::{asked, column, shop, table};
use crate::known::Role::{Category, Code, Key, Label, Measure, Time};
use crate::known::{Column, Known};
use crate::rank::Weights;

fn sheet(name: &str, words: &[&str], columns: Vec<Column>, label: Option<usize>) -> Known {
    let mut known = shop();
    let mut one = table(name, columns, label);
    one.words = words.iter().map(|w| (*w).to_owned()).collect();
    known.tables = vec![one];
    known.links.clear();
    known.ready()
}

fn club() -> Known {
    let mut gone = column("leave_date", Words, Time);
    gone.nulls = 200;
    let mut prize = column("elected", Words, Category);
    (prize.top, prize.distinct, prize.nulls) = (vec!["Y".into()], 1, 900);
    let mut number = column("member_no", Words, Code);
    number.unique = true;
    sheet(
        "joiners_leavers",
        &["joiners", "leavers"],
        vec![
            number,
            column("name", Words, Label),
            column("section", Words, Category),
            column("fee", Real, Measure),
            column("join_date", Words, Time),
            gone,
            column("reason", Words, Category),
            prize,
        ],
        Some(1),
    )
}

fn pages() -> Known {
    let mut page = column("page", Words, Category);
    page.distinct = 14;
    sheet(
        "page_report",
        &["page", "report"],
        vec![
            column("id", Integer, Key),
            page,
            column("section", Words, Category),
            column("views", Integer, Measure),
            column("bounce", Real, Measure),
            column("enquiries", Integer, Measure),
        ],
        None,
    )
}

fn first(known: &Known, question: &str) -> String {
    let found = crate::read(known, &asked(question), Weights::learned());
    found.into_iter().next().map(|r| r.sql).unwrap_or_default()
}

#[test]
fn leave_is_no_abbreviation_of_leavers_and_those_without_a_day_of_it_are_still_there() {
    let known = club();
    for question in [
        "how many members are there now",
        "average fee by section, current members only",
        "how many people are still here",
    ] {
        let sql = first(&known, question);
        assert!(sql.contains("leave_date IS NULL"), "{question}: {sql}");
    }
}

#[test]
fn those_who_came_and_those_who_went_are_counted_by_their_own_days() {
    let sql = first(&club(), "joiners vs leavers in 2024");
    let (came, went) = (sql.find("join_date"), sql.find("leave_date"));
    assert!(
        sql.matches("COUNT(").count() == 2 && came < went && came.is_some(),
        "{sql}"
    );
    assert!(!sql.contains("WHERE"), "{sql}");
    assert!(
        sql.contains("AS number_2024_join") && sql.contains("AS number_2024_leave"),
        "{sql}"
    );
}

#[test]
fn who_was_there_on_a_day_had_come_and_not_yet_gone() {
    let sql = first(&club(), "how many members did we have at the end of 2024");
    assert!(sql.contains("date(join_date) <= '2024-12-31'"), "{sql}");
    assert!(
        sql.contains("leave_date IS NULL OR date(leave_date) >= '2024-12-31'"),
        "{sql}"
    );
}

#[test]
fn who_has_been_there_longest_came_first_and_is_still_there() {
    let sql = first(&club(), "who has been with us longest");
    assert!(sql.starts_with("SELECT name"), "{sql}");
    assert!(
        sql.contains("leave_date IS NULL") && sql.contains("ORDER BY join_date"),
        "{sql}"
    );
}

#[test]
fn why_people_left_is_told_by_the_reasons_of_those_who_did() {
    let sql = first(&club(), "why do people leave");
    assert!(
        sql.contains("GROUP BY reason") && sql.contains("leave_date IS NOT NULL"),
        "{sql}"
    );
}

#[test]
fn a_flag_that_is_set_or_blank_has_winners_and_losers() {
    let sql = first(&club(), "how many members lost");
    assert!(sql.contains("elected IS NULL OR elected NOT IN ('Y')"), "{sql}");
    let sql = first(&club(), "how many members won");
    assert!(sql.ends_with("elected = 'Y'"), "{sql}");
}

#[test]
fn a_thing_with_many_rows_is_what_its_column_names() {
    let known = pages();
    let sql = first(&known, "pages that never brought in enquiries");
    assert!(
        sql.contains("GROUP BY page HAVING COALESCE(SUM(enquiries), 0) = 0"),
        "{sql}"
    );
    let sql = first(&known, "enquiries per 1000 views by section");
    assert!(sql.contains("(1000 * SUM(enquiries)) / NULLIF(SUM(views), 0)"), "{sql}");
    let sql = first(&known, "average bounce rate by section");
    assert!(sql.contains("AVG(bounce)"), "{sql}");
    let sql = first(&known, "views by section, total and average");
    assert!(sql.contains("SUM(views)") && sql.contains("AVG(views)"), "{sql}");
}

#[test]
fn a_column_may_be_called_what_people_ask_with() {
    let mut known = pages();
    let what = &mut known.tables[0].columns[2];
    (what.name, what.words, what.stems) = ("what".into(), vec!["what".into()], vec!["what".into()]);
    let sql = first(&known, "total views by what");
    assert!(sql.contains("GROUP BY what"), "{sql}");
}

#[test]
fn a_noun_before_the_measure_says_whose_it_is() {
    let mut known = pages();
    let guests = column("guests", Integer, Measure);
    known.tables[0].columns.push(guests);
    let sql = first(&known.ready(), "average guest bounce by section");
    assert!(sql.contains("AVG(bounce)") && !sql.contains("AVG(guests)"), "{sql}");
}

#[test]
fn a_noun_before_a_column_of_its_own_says_whose_the_groups_are() {
    let mut known = shop();
    let region = column("region", Words, Category);
    known.tables[1].columns.push(region);
    let sql = first(&known.ready(), "number of orders at each order region");
    assert!(sql.contains("GROUP BY region"), "{sql}");
}

#[test]
fn hours_that_are_kept_are_added_up_where_more_than_so_many_are_asked_for() {
    let mut known = shop();
    known.tables[1].columns.push(column("hours", Real, Measure));
    let sql = first(&known.ready(), "customers with more than 40 hours");
    assert!(sql.contains("HAVING SUM(orders.hours) > 40"), "{sql}");
}

#[test]
fn the_worst_has_the_most_of_what_harms() {
    let mut known = pages();
    known.tables[0].columns.push(column("noise", Real, Measure));
    let known = known.ready();
    let sql = first(&known, "worst section for noise");
    assert!(sql.contains("DESC LIMIT 1") && sql.contains("(noise)"), "{sql}");
    let sql = first(&known, "worst section for views");
    assert!(!sql.contains("DESC") && sql.contains("(views)"), "{sql}");
}

#[test]
fn a_fee_beside_hours_is_what_they_came_to() {
    let lessons = |price: &str| {
        let columns = vec![
            column("id", Integer, Key),
            column("teacher", Words, Category),
            column("hours", Real, Measure),
            column(price, Real, Measure),
        ];
        first(&sheet("lessons", &["lessons"], columns, None), "takings by teacher")
    };
    let sql = lessons("fee");
    assert!(sql.contains("SUM(fee)"), "{sql}");
    let sql = lessons("rate");
    assert!(sql.contains("SUM(hours * rate)"), "{sql}");
}

#[test]
fn a_measure_and_a_time_ask_what_it_came_to() {
    let mut known = pages();
    known.tables[0].columns.push(column("day", Words, Time));
    let sql = first(&known.ready(), "page views in 2024");
    assert!(sql.contains("SUM(views)"), "{sql}");
}

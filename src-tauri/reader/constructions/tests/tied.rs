//! Two numbers beside each other, both days of a row, parts of what each has, and words that are asked for and not answered.

use askwell_contract::TypeKind::{Integer, Text as Words};

use super::{asked, column, read_first, shop, table};
use crate::known::Role::{Category, Key, Measure};
use crate::known::{Col, Known};
use crate::lacks::lacks;
use crate::link::Text;
use crate::query::{Agg, Expr, Query};
use crate::read::says_nothing;

#[track_caller]
fn has(known: &Known, question: &str, wanted: &[&str], unwanted: &[&str]) {
    let sql = read_first(known, question);
    for part in wanted {
        assert!(sql.contains(part), "{question}: no {part} in {sql}");
    }
    for part in unwanted {
        assert!(!sql.contains(part), "{question}: {part} in {sql}");
    }
}

/// Papers that pupils sat, each with its grade and its marks.
fn papers() -> Known {
    let mut grade = column("grade", Words, Category);
    grade.top = ["Pass", "Merit", "Fail"].map(str::to_owned).to_vec();
    grade.distinct = 3;
    let columns = vec![
        column("paper_no", Integer, Key),
        column("pupil", Words, Category),
        grade,
        column("written", Integer, Measure),
        column("spoken", Integer, Measure),
    ];
    let mut known = shop();
    known.tables = vec![table("papers", columns, None)];
    known.links.clear();
    known.ready()
}

#[test]
fn each_of_two_numbers_has_what_is_said_of_it_alone() {
    has(
        &shop(),
        "how many orders with an amount over 20, and how many with a profit under 5",
        &["CASE WHEN amount > 20 THEN", "CASE WHEN profit < 5 THEN"],
        &["WHERE"],
    );
    has(
        &shop(),
        "how many orders with an amount over 20 and a profit under 5",
        &["amount > 20 AND profit < 5"],
        &["CASE"],
    );
}

#[test]
fn out_of_how_many_puts_the_whole_beside_the_part() {
    has(
        &shop(),
        "how many customers have no email, out of how many",
        &["CASE WHEN", "email", "COUNT(*)"],
        &["WHERE"],
    );
}

#[test]
fn later_than_a_bare_hour_is_the_afternoon_and_no_amount() {
    has(
        &shop(),
        "how many orders at 5 or later",
        &["17, 18"],
        &["amount", ">= 5"],
    );
    has(&shop(), "how many orders from noon on", &["12, 13"], &["0, 1, "]);
}

#[test]
fn both_days_of_a_row_are_one() {
    has(
        &shop(),
        "how many orders were shipped the same day they were ordered",
        &["ship_date", "order_date"],
        &["GROUP BY"],
    );
    has(
        &shop(),
        "orders shipped the same day of last year",
        &[],
        &["order_date = ship_date"],
    );
}

#[test]
fn a_part_of_another_column_is_no_fixed_number() {
    has(
        &papers(),
        "papers where written was at least half of what spoken was",
        &["written >= 0.5 * spoken"],
        &[],
    );
}

#[test]
fn what_is_so_of_half_of_what_each_has_may_stand_before_it() {
    has(
        &papers(),
        "pupils who fail at least half of their papers",
        &["HAVING", ">= 50"],
        &[],
    );
    has(
        &papers(),
        "pupils who fail at least a quarter of what they sit",
        &["HAVING", ">= 25"],
        &[],
    );
}

#[test]
fn a_merit_is_a_pass() {
    has(&papers(), "pass rate", &["'Pass', 'Merit'"], &["Fail"]);
}

#[test]
fn who_and_how_many_are_rows_with_a_number() {
    has(
        &papers(),
        "who failed? names and how many times",
        &["pupil, COUNT(*)", "GROUP BY"],
        &[],
    );
}

#[test]
fn what_is_asked_for_and_not_given_is_told() {
    let known = shop();
    let count = Query {
        select: vec![Expr::count(1)],
        ..Query::default()
    };
    let told = |question: &str, q: &Query| {
        let asked = asked(question);
        lacks(&Text::new(&known, &asked), &[], q)
    };
    assert_eq!(told("what share of orders are late", &count), ["share"]);
    assert_eq!(told("number of orders of each customer", &count), ["each"]);
    assert_eq!(told("difference between both", &count), ["difference"]);
    assert_eq!(told("how many orders and how many boxes", &count), ["how many"]);
    assert!(told("how many orders do customers give each other", &count).is_empty());
    let two = Query {
        select: vec![Expr::count(1), Expr::agg(Agg::Count, Expr::Num(1.0))],
        ..Query::default()
    };
    assert!(told("how many orders and how many boxes", &two).is_empty());
}

#[test]
fn each_person_is_whoever_the_rows_name() {
    has(&papers(), "papers of each person, how many", &["GROUP BY pupil"], &[]);
    has(
        &papers(),
        "written per person at each grade",
        &["SUM(written)", "COUNT(DISTINCT pupil)", "GROUP BY grade"],
        &[],
    );
}

#[test]
fn a_count_of_rows_of_which_each_is_its_own_group_says_nothing() {
    let known = papers();
    let by = |column: usize| {
        let key = Expr::Col(Col { table: 0, column });
        Query {
            select: vec![key.clone(), Expr::count(0)],
            group: vec![key],
            ..Query::default()
        }
    };
    assert!(says_nothing(&known, &by(0)));
    assert!(!says_nothing(&known, &by(1)));
}

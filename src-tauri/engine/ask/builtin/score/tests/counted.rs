//! What is counted and added up is what the question counts and adds up.
#![allow(clippy::unwrap_used)]

use super::super::super::query::{Agg, Cond, Expr, Query, Value};
use super::promised::{col, keeps, list, shown, FLIGHTS, SINGERS, STOPS};

fn sum(column: usize) -> Query {
    list(vec![Expr::agg(Agg::Sum, shown(FLIGHTS, column))])
}

#[test]
fn a_number_of_rows_is_no_sum_and_no_number_of_names() {
    let question = "What is the total number of flights?";
    assert!(keeps(question, list(vec![Expr::count(FLIGHTS)])));
    assert!(!keeps(question, sum(5)));
    let names = |question| {
        let different = Expr::Agg {
            agg: Agg::Count,
            distinct: true,
            of: Box::new(shown(STOPS, 1)),
        };
        keeps(question, list(vec![different]))
    };
    assert!(!names("What is the number of stops?"));
    assert!(names("What is the number of different stop names?"));
}

#[test]
fn two_numbers_are_two() {
    let one = || list(vec![Expr::count(FLIGHTS)]);
    let each = || Query {
        group: vec![shown(FLIGHTS, 4)],
        ..list(vec![shown(FLIGHTS, 4), Expr::count(FLIGHTS)])
    };
    for question in [
        "How many flights have a gate and how many do not?",
        "Show the gates and the corresponding number of flights",
        "Show the gates with the number of flights",
    ] {
        assert!(!keeps(question, one()), "{question}");
        assert!(keeps(question, each()), "{question}");
    }
    assert!(keeps("How many flights have a gate?", one()));
}

#[test]
fn all_values_of_a_column_are_groups_and_no_condition() {
    let is = |sex: &str| Cond::eq(col(SINGERS, 4), Value::Text(sex.into()));
    let whole = || Query {
        filter: vec![Cond::Any(vec![is("female"), is("male")])],
        ..list(vec![Expr::count(SINGERS)])
    };
    let each = || Query {
        group: vec![shown(SINGERS, 4)],
        ..list(vec![shown(SINGERS, 4), Expr::count(SINGERS)])
    };
    let question = "How many male and female singers are there?";
    assert!(!keeps(question, whole()));
    assert!(keeps(question, each()));
    assert!(keeps("How many male or female singers are there?", whole()));
    assert!(keeps("How many male and female singers are there in total?", whole()));
}

#[test]
fn a_group_of_one_row_has_nothing_to_count() {
    let by = |column: usize| Query {
        group: vec![shown(STOPS, column)],
        order: vec![(Expr::count(STOPS), true)],
        limit: Some(2),
        ..list(vec![shown(STOPS, column)])
    };
    assert!(!keeps("ids of the two stops with the most flights", by(0)));
    assert!(keeps("the two cities with the most stops", by(2)));
}

#[test]
fn a_total_is_added_up() {
    let question = "What is the total minutes of the flights?";
    assert!(keeps(question, sum(5)));
    assert!(!keeps(question, list(vec![shown(FLIGHTS, 5)])));
}

#[test]
fn a_single_one_is_no_sum() {
    let by = |of: Expr| Query {
        order: vec![(of, true)],
        limit: Some(1),
        ..list(vec![shown(FLIGHTS, 1)])
    };
    let question = "the origin with the most minutes in a single flight";
    assert!(keeps(question, by(shown(FLIGHTS, 5))));
    assert!(!keeps(question, by(Expr::agg(Agg::Sum, shown(FLIGHTS, 5)))));
}

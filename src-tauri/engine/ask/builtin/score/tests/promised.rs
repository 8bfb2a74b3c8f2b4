//! Readings that do not keep what the question's words promise lose by it; those that do lose nothing.
#![allow(clippy::unwrap_used)]

use askwell_contract::profile::TableProfile;

use super::super::super::mentions::{Kind, Meaning};
use super::super::super::query::{Agg, Col, Cond, Expr, Op, Query, Value};
use super::super::{promised, Asked};
use super::seen;
use crate::prepare::values::ColumnValues;
use crate::prepare::{fake, Knowledge};

pub(super) const STOPS: usize = 0;
pub(super) const FLIGHTS: usize = 1;
const DEGREES: usize = 2;
pub(super) const SINGERS: usize = 3;

pub(super) fn airports() -> Knowledge {
    let mut catalog = fake::catalog(vec![
        fake::table("stops", &["id int", "name text", "city text"]),
        fake::table(
            "flights",
            &[
                "id int",
                "origin text",
                "destination text",
                "year int",
                "gate int",
                "minutes int",
                "day date",
                "attendance int",
                "stop_id int",
            ],
        ),
        fake::table("degrees", &["id int", "year int", "degrees int"]),
        fake::table(
            "singers",
            &["id int", "name text", "song_name text", "song_year int", "sex text"],
        ),
    ]);
    fake::refer(&mut catalog, "flights.stop_id", "stops.id");
    for table in &mut catalog.tables {
        table.primary_key = vec!["id".into()];
    }
    let profile = TableProfile {
        table: "singers".into(),
        rows: 30,
        read: 30,
        columns: vec![fake::profile("singers", "sex", 30, 2)],
        grain: String::new(),
        freshness: None,
    };
    let known = |column: &str, of: &[&str]| {
        let values = of.iter().map(|v| ((*v).to_owned(), 3)).collect();
        ColumnValues::new("singers", column, values, true, None)
    };
    let values = vec![known("sex", &["female", "male"]), known("name", &["UPS", "UP"])];
    Knowledge::build(catalog, "1".into(), vec![profile], values)
}

pub(super) fn col(table: usize, column: usize) -> Col {
    Col { table, column }
}

pub(super) fn shown(table: usize, column: usize) -> Expr {
    Expr::Column(col(table, column))
}

pub(super) fn list(select: Vec<Expr>) -> Query {
    Query {
        select,
        ..Query::default()
    }
}

pub(super) fn keeps(question: &str, q: Query) -> bool {
    let knowledge = airports();
    let (tokens, items, _) = seen(&knowledge, question);
    let asked = Asked {
        knowledge: &knowledge,
        tokens: &tokens,
        items: &items,
    };
    promised::loses(&asked, &q) == 0.0
}

#[test]
fn everything_is_every_column() {
    let of = |n: usize| list((0..n).map(|c| shown(STOPS, c)).collect());
    assert!(keeps("Show all the information about the stops", of(3)));
    assert!(!keeps("Show all the information about the stops", of(2)));
    assert!(keeps("Show the city of the stops", list(vec![shown(STOPS, 2)])));
}

#[test]
fn names_are_those_of_the_things_asked_for() {
    let question = "What are the names of the stops with flights?";
    assert!(keeps(question, list(vec![shown(STOPS, 1)])));
    assert!(!keeps(question, list(vec![shown(FLIGHTS, 1)])));
    // A key that refers to a thing is not its name.
    assert!(!keeps(
        "Show the year and the stop name of each flight",
        list(vec![shown(FLIGHTS, 3), shown(FLIGHTS, 8)])
    ));
}

#[test]
fn numbers_are_counted_and_added_up_for_what_they_are() {
    let figure = |agg, of: Expr| list(vec![Expr::agg(agg, of)]);
    assert!(!keeps("How many degrees were there?", list(vec![Expr::count(DEGREES)])));
    assert!(keeps(
        "How many degrees were there?",
        figure(Agg::Sum, shown(DEGREES, 2))
    ));
    assert!(!keeps(
        "What is the total of the flights?",
        figure(Agg::Sum, shown(FLIGHTS, 0))
    ));
    assert!(!keeps(
        "What is the average day of the flights?",
        figure(Agg::Avg, shown(FLIGHTS, 6))
    ));
    let different = || {
        list(vec![Expr::Agg {
            agg: Agg::Count,
            distinct: true,
            of: Box::new(shown(FLIGHTS, 5)),
        }])
    };
    assert!(!keeps("Show the number of minutes flown", different()));
    assert!(keeps("Show the number of different minutes", different()));
}

#[test]
fn each_has_its_own_figure() {
    let whole = list(vec![Expr::agg(Agg::Avg, shown(FLIGHTS, 5))]);
    let each = Query {
        group: vec![shown(FLIGHTS, 1)],
        ..whole.clone()
    };
    for question in [
        "What is the average minutes for each origin?",
        "Show the average minutes for different origins",
    ] {
        assert!(keeps(question, each.clone()), "{question}");
        assert!(!keeps(question, whole.clone()), "{question}");
    }
}

#[test]
fn the_most_is_ranked_and_neither_by_a_day_nor_by_a_sum_of_ages() {
    let by = |order: Vec<(Expr, bool)>| Query {
        limit: (!order.is_empty()).then_some(1),
        order,
        ..list(vec![shown(FLIGHTS, 1)])
    };
    let longest = "Which origin has the longest flight?";
    assert!(!keeps(longest, by(Vec::new())));
    assert!(keeps(longest, by(vec![(shown(FLIGHTS, 5), true)])));
    assert!(!keeps(
        longest,
        by(vec![(Expr::agg(Agg::Sum, shown(FLIGHTS, 5)), true)])
    ));
    assert!(!keeps(
        "Which origin has the most flights?",
        by(vec![(shown(FLIGHTS, 6), true)])
    ));
    assert!(keeps(
        "Which origin has the most recent flight?",
        by(vec![(shown(FLIGHTS, 6), true)])
    ));
}

#[test]
fn what_is_denied_is_not_looked_for() {
    let by = |c: Cond| Query {
        filter: vec![c],
        ..list(vec![shown(STOPS, 1)])
    };
    let minutes = |op| by(Cond::Compare(shown(FLIGHTS, 5), op, Value::Number("20".into())));
    let question = "Which stops have no flights longer than 20 minutes?";
    assert!(!keeps(question, minutes(Op::Gt)));
    assert!(keeps(question, minutes(Op::Le)));
    let inner = |not| {
        let flights = Query {
            filter: vec![Cond::Compare(shown(FLIGHTS, 5), Op::Gt, Value::Number("20".into()))],
            ..list(vec![shown(FLIGHTS, 8)])
        };
        by(Cond::In(shown(STOPS, 0), Box::new(flights), not))
    };
    assert!(keeps(question, inner(true)));
    assert!(!keeps(question, inner(false)));
    // A value that says no denies by itself.
    let unpaid = |text: &str| by(Cond::eq(col(STOPS, 2), Value::Text(text.into())));
    assert!(keeps("Which stops are not paid?", unpaid("unpaid")));
    assert!(!keeps("Which stops are not paid?", unpaid("paid")));
    assert!(!keeps(
        "Which stops are not in the United Kingdom?",
        unpaid("United Kingdom")
    ));
}

#[test]
fn from_is_where_it_begins_and_a_year_is_among_years() {
    let by = |column: usize, value: Value| Query {
        filter: vec![Cond::eq(col(FLIGHTS, column), value)],
        ..list(vec![shown(FLIGHTS, 0)])
    };
    let town = |column, name: &str| by(column, Value::Text(name.into()));
    let question = "ids of flights from Lyon to Rome";
    assert!(keeps(question, town(1, "Lyon")) && keeps(question, town(2, "Rome")));
    assert!(!keeps(question, town(2, "Lyon")) && !keeps(question, town(1, "Rome")));
    let year = |column| by(column, Value::Number("2008".into()));
    assert!(keeps("ids of flights in 2008", year(3)));
    assert!(!keeps("ids of flights in 2008", year(4)));
}

#[test]
fn nothing_is_two_things_at_once() {
    let is = |name: &str| Cond::eq(col(FLIGHTS, 1), Value::Text(name.into()));
    let both = || vec![is("Lyon"), is("Rome")];
    let by = |filter: Vec<Cond>| Query {
        filter,
        ..list(vec![shown(FLIGHTS, 8)])
    };
    let question = "stop of flights of Lyon or Rome";
    assert!(!keeps(question, by(both())));
    assert!(keeps(question, by(vec![Cond::Any(both())])));
    let inner = Cond::In(shown(STOPS, 0), Box::new(by(both())), true);
    assert!(!keeps(
        question,
        Query {
            filter: vec![inner],
            ..list(vec![shown(STOPS, 1)])
        }
    ));
}

#[test]
fn what_somebody_did_is_no_column() {
    let q = || list(vec![shown(FLIGHTS, 1), shown(FLIGHTS, 7)]);
    assert!(!keeps("Show the origin of the flights they attended", q()));
    assert!(keeps("Show the origin and attendance of the flights", q()));
    let year = || list(vec![shown(SINGERS, 1), shown(SINGERS, 3)]);
    assert!(keeps("Show the name and song year of singers", year()));
}

#[test]
fn what_is_asked_for_is_shown() {
    let question = "What is the city of the stops with flights?";
    assert!(keeps(question, list(vec![shown(STOPS, 2)])));
    assert!(!keeps(question, list(vec![shown(STOPS, 1)])));
    // Whatever a name is kept in, a number is none.
    let names = "List the names of the flights";
    assert!(keeps(names, list(vec![shown(FLIGHTS, 1)])));
    assert!(!keeps(names, list(vec![shown(FLIGHTS, 5)])));
}

#[test]
fn a_name_is_that_of_what_it_belongs_to() {
    let question = "Show the name and the year of the song";
    assert!(keeps(question, list(vec![shown(SINGERS, 2), shown(SINGERS, 3)])));
    assert!(!keeps(question, list(vec![shown(SINGERS, 1), shown(SINGERS, 3)])));
    assert!(keeps("Show the name of the singer", list(vec![shown(SINGERS, 1)])));
}

#[test]
fn ids_are_keys_and_all_that_are_named() {
    let question = "Show the flight and stop ids";
    let both = || list(vec![shown(FLIGHTS, 0), shown(FLIGHTS, 8)]);
    assert!(keeps(question, both()));
    assert!(!keeps("Show the ids of the stops", list(vec![shown(STOPS, 2)])));
    assert!(keeps("Show the ids of the stops", list(vec![shown(STOPS, 0)])));
}

#[test]
fn an_order_is_a_list_by_what_it_says() {
    let by = |column: usize, limit| Query {
        order: vec![(shown(FLIGHTS, column), true)],
        limit,
        ..list(vec![shown(FLIGHTS, 1)])
    };
    let question = "List the origins of flights ordered from longest to shortest";
    assert!(keeps(question, by(5, None)));
    assert!(!keeps(question, by(5, Some(1))));
    let question = "Show the origin of each flight, sorted by gate";
    assert!(keeps(question, by(4, None)));
    assert!(!keeps(question, by(5, None)));
}

#[test]
fn a_value_like_the_words_gives_way_to_the_words_themselves() {
    let by = |text: &str| Query {
        filter: vec![Cond::eq(col(SINGERS, 1), Value::Text(text.into()))],
        ..list(vec![shown(SINGERS, 3)])
    };
    let knowledge = airports();
    let (tokens, items, _) = seen(&knowledge, "Show the song year of UPS");
    let asked = Asked {
        knowledge: &knowledge,
        tokens: &tokens,
        items: &items,
    };
    let both = |m: &Kind| matches!(m, Kind::Mention(r) if r.iter().filter(|r| matches!(r.0, Meaning::Value { .. })).count() > 1);
    assert!(items.iter().any(|i| both(&i.kind)), "{items:?}");
    assert_eq!(promised::loses(&asked, &by("UPS")), 0.0);
    assert!(promised::loses(&asked, &by("UP")) > 0.0);
}

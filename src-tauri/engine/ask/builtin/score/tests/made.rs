//! Features of readings that are made by hand: rows, lists and keys.
#![allow(clippy::unwrap_used)]

use askwell_contract::profile::TableProfile;

use super::super::super::query::{Agg, Col, Cond, Expr, Query, Value};
use super::super::super::write::Writer;
use super::super::{grain, keys, lists, taste, torn_apart, Asked, Features};
use super::seen;
use crate::prepare::values::ColumnValues;
use crate::prepare::{fake, Knowledge};
use crate::words::tokenise;

const STATIONS: usize = 0;
const TRIPS: usize = 1;
const DRIVERS: usize = 2;
const CLERKS: usize = 3;

/// Trips start at one station and end at another; both they and the drivers have a year.
fn railway() -> Knowledge {
    let mut catalog = fake::catalog(vec![
        fake::table("stations", &["id int", "name text", "city text", "tracks int"]),
        fake::table(
            "trips",
            &[
                "id int",
                "start_station_id int",
                "end_station_id int",
                "driver_id int",
                "year int",
                "minutes int",
            ],
        ),
        fake::table("drivers", &["id int", "first_name text", "last_name text", "year int"]),
        fake::table("clerks", &["id int", "first_name text", "last_name text"]),
    ]);
    for (from, to) in [
        ("trips.start_station_id", "stations.id"),
        ("trips.end_station_id", "stations.id"),
        ("trips.driver_id", "drivers.id"),
    ] {
        fake::refer(&mut catalog, from, to);
    }
    for table in &mut catalog.tables {
        table.primary_key = vec!["id".into()];
    }
    let values = |table: &str, column: &str, value: &str| {
        ColumnValues::new(table, column, vec![(value.to_owned(), 3)], true, None)
    };
    let known = vec![
        values("drivers", "first_name", "Ada"),
        values("drivers", "last_name", "Byron"),
        values("stations", "name", "Ada"),
        values("clerks", "first_name", "Ada"),
    ];
    // Every station is in a city of its own.
    let profile = TableProfile {
        table: "stations".into(),
        rows: 30,
        read: 30,
        columns: vec![fake::profile("stations", "city", 30, 30)],
        grain: String::new(),
        freshness: None,
    };
    Knowledge::build(catalog, "1".into(), vec![profile], known)
}

fn col(table: usize, column: usize) -> Col {
    Col { table, column }
}

fn shown(table: usize, column: usize) -> Expr {
    Expr::Column(col(table, column))
}

fn told(question: &str, query: Query) -> Vec<String> {
    let knowledge = railway();
    let (tokens, items, _) = seen(&knowledge, question);
    let asked = Asked {
        knowledge: &knowledge,
        tokens: &tokens,
        items: &items,
    };
    assert!(Writer { knowledge: &knowledge }.statement(&query).is_some());
    let mut out = Features(Vec::new());
    grain::features(&asked, &query, &mut out);
    lists::features(&asked, &query, &mut out);
    keys::features(&asked, &query, &mut out);
    out.0.into_iter().filter(|f| f.value > 0.0).map(|f| f.name).collect()
}

fn has(told: &[String], name: &str) -> bool {
    told.iter().any(|t| t == name)
}

#[test]
fn groups_by_a_key_are_of_one_row_unless_a_join_brings_more() {
    let by_key = |select: Vec<Expr>| Query {
        group: vec![shown(STATIONS, 0)],
        select,
        ..Query::default()
    };
    let tracks = Expr::agg(Agg::Max, shown(STATIONS, 3));
    let alone = told(
        "largest tracks of the stations",
        by_key(vec![shown(STATIONS, 0), tracks.clone()]),
    );
    assert!(
        has(&alone, "groups of one row") && has(&alone, "groups of one row, calculated"),
        "{alone:?}"
    );
    let joined = told(
        "trips of each station",
        by_key(vec![shown(STATIONS, 0), Expr::count(TRIPS)]),
    );
    assert!(!has(&joined, "groups of one row"), "{joined:?}");
    let nothing = told(
        "largest tracks for each city",
        Query {
            select: vec![tracks],
            ..Query::default()
        },
    );
    assert!(has(&nothing, "for each, of nothing"), "{nothing:?}");
}

#[test]
fn a_list_says_whether_its_rows_can_come_twice() {
    let list = |select: Vec<Expr>, distinct| Query {
        select,
        distinct,
        tables: vec![TRIPS],
        ..Query::default()
    };
    let keys = told("ids of trips", list(vec![shown(TRIPS, 0)], false));
    assert!(has(&keys, "each row once as it is"), "{keys:?}");
    let years = told("years of trips", list(vec![shown(TRIPS, 4)], true));
    assert!(has(&years, "values of rows distinct"), "{years:?}");
    let stations = told("ids of stations with trips", list(vec![shown(STATIONS, 0)], false));
    assert!(has(&stations, "repeated by a join as it is"), "{stations:?}");
}

#[test]
fn what_is_shown_is_held_against_what_is_listed_and_whose_it_is() {
    let of_stations = |columns: &[usize]| Query {
        select: columns.iter().map(|c| shown(STATIONS, *c)).collect(),
        ..Query::default()
    };
    let asked = "Give name and city of the stations";
    assert!(has(&told(asked, of_stations(&[1])), "of several listed lacks 1"));
    assert!(has(&told(asked, of_stations(&[1, 2])), "as many as listed, several"));
    assert!(has(
        &told(asked, of_stations(&[1, 2, 3])),
        "more than several listed by 1"
    ));
    assert!(has(&told(asked, of_stations(&[1, 2])), "shown all of its owner"));
    let years = Query {
        select: vec![shown(TRIPS, 4)],
        tables: vec![STATIONS],
        ..Query::default()
    };
    assert!(has(
        &told("Show the year of the stations", years),
        "shown not of its owner"
    ));
    // The parts of a person's name are one thing.
    let drivers = Query {
        select: vec![shown(DRIVERS, 1), shown(DRIVERS, 2)],
        ..Query::default()
    };
    assert!(has(
        &told("What is the name of the driver?", drivers),
        "as many as listed, one"
    ));
    let everything = told(
        "Show all the information about the stations",
        of_stations(&[0, 1, 2, 3]),
    );
    assert!(has(&everything, "everything, as asked"), "{everything:?}");
    let part = told("Show all the information about the stations", of_stations(&[1]));
    assert!(has(&part, "a part of everything"), "{part:?}");
}

#[test]
fn the_key_that_the_question_speaks_of_is_the_better_one() {
    let by = |route| Query {
        select: vec![shown(STATIONS, 1)],
        tables: vec![TRIPS],
        route,
        ..Query::default()
    };
    for question in [
        "Names of the stations where trips end",
        "Names of the stations that trips leave",
    ] {
        let told: Vec<Vec<String>> = (0..2).map(|route| told(question, by(route))).collect();
        let better = told.iter().filter(|t| has(t, "key said better than another")).count();
        let worse = told.iter().filter(|t| has(t, "key said worse than another")).count();
        assert_eq!((better, worse), (1, 1), "{told:?}");
    }
    assert!(keys::shortened("src", "source") && keys::shortened("dst", "destination"));
    assert!(
        !keys::shortened("src", "stream") && !keys::shortened("id", "identity") && !keys::shortened("end", "ending")
    );
}

#[test]
fn a_name_is_not_torn_apart() {
    let knowledge = railway();
    let question = "trips of Ada Byron";
    let (_, items, _) = seen(&knowledge, question);
    let of = |first: Col| Query {
        select: vec![shown(TRIPS, 0)],
        filter: vec![
            Cond::eq(first, Value::Text("Ada".into())),
            Cond::eq(col(DRIVERS, 2), Value::Text("Byron".into())),
        ],
        ..Query::default()
    };
    assert!(!torn_apart(&knowledge, &items, &of(col(DRIVERS, 1))));
    assert!(torn_apart(&knowledge, &items, &of(col(CLERKS, 1))));
    // A station's name is no part of a person's.
    assert!(!torn_apart(&knowledge, &items, &of(col(STATIONS, 1))));
    let said = told(question, of(col(STATIONS, 1)));
    assert!(has(&said, "values side by side, apart"), "{said:?}");
    assert!(has(
        &told(question, of(col(DRIVERS, 1))),
        "values side by side, one table"
    ));
}

#[test]
fn a_year_of_two_tables_and_an_answer_that_is_given_are_told() {
    let q = Query {
        select: vec![shown(TRIPS, 5), shown(STATIONS, 2)],
        filter: vec![
            Cond::eq(col(TRIPS, 4), Value::Number("2023".into())),
            Cond::eq(col(STATIONS, 2), Value::Text("Lyon".into())),
        ],
        tables: vec![DRIVERS],
        ..Query::default()
    };
    let said = told("minutes of trips in 2023 at stations of Lyon with drivers", q);
    assert!(
        has(&said, "where of a twin, shown table") && has(&said, "shows what is given"),
        "{said:?}"
    );
    assert!(has(&said, "bare tables 1"), "{said:?}");
}

#[test]
fn half_a_name_a_key_for_a_name_and_groups_by_a_label_are_not_what_was_meant() {
    let knowledge = railway();
    let lost = |question: &str, q: Query| {
        let tokens = tokenise(question);
        let asked = Asked {
            knowledge: &knowledge,
            tokens: &tokens,
            items: &[],
        };
        taste::loses(&asked, &q)
    };
    let list = |select: Vec<Expr>| Query {
        select,
        ..Query::default()
    };
    let half = || list(vec![shown(DRIVERS, 1)]);
    assert!(lost("Who drives the trip of noon?", half()) > 0.0);
    assert_eq!(lost("What is the first name of the driver?", half()), 0.0);
    // A key is nobody.
    let key = || list(vec![shown(DRIVERS, 0)]);
    assert!(lost("Who has the id 7?", key()) > lost("Which driver has the id 7?", key()));
    // Nor is the number that a trip keeps for one.
    let number = || list(vec![shown(TRIPS, 3)]);
    assert!(lost("Which drivers drive at noon?", number()) > lost("Which driver ids are there at noon?", number()));
    let whole = list(vec![shown(DRIVERS, 1), shown(DRIVERS, 2)]);
    assert_eq!(lost("Who drives the trip of noon?", whole), 0.0);
    let key = || list(vec![shown(STATIONS, 0)]);
    assert!(lost("Which stations have four tracks?", key()) > 0.0);
    assert_eq!(lost("Show the ids of the stations", key()), 0.0);
    let both = list(vec![shown(STATIONS, 0), shown(STATIONS, 1)]);
    assert_eq!(lost("Which stations have four tracks?", both), 0.0);
    // Trips have no name; their key is all there is.
    assert_eq!(lost("Which trips are long?", list(vec![shown(TRIPS, 0)])), 0.0);
    let by_city = |counted| Query {
        group: vec![shown(STATIONS, 2)],
        ..list(vec![shown(STATIONS, 2), Expr::count(counted)])
    };
    assert!(lost("How many trips came by city?", by_city(TRIPS)) > 0.0);
    assert_eq!(lost("How many stations by city?", by_city(STATIONS)), 0.0);
}

#[test]
fn a_thing_with_a_name_is_not_its_highest_figure_unless_it_only_owns_it() {
    let knowledge = railway();
    let lost = |question: &str| {
        let (tokens, items, _) = seen(&knowledge, question);
        let asked = Asked {
            knowledge: &knowledge,
            tokens: &tokens,
            items: &items,
        };
        let most = Query {
            select: vec![Expr::agg(Agg::Max, shown(STATIONS, 3))],
            ..Query::default()
        };
        taste::loses(&asked, &most)
    };
    assert!(lost("What is the station with the most tracks?") > 0.0);
    assert_eq!(lost("What is the stations' highest number of tracks?"), 0.0);
    assert_eq!(lost("What was the highest number of tracks?"), 0.0);
}

//! Sheets as weather stations, offices and fans publish them: a day in three columns, codes of countries, one value a row, and
//! names written together.

use askwell_contract::profile::Disguise;
use askwell_contract::run::{FieldMatch, ValueMatch};
use askwell_contract::{Dialect, TypeKind};

use super::asked::found;
use super::{asked, column};
use crate::asked::Asked;
use crate::known::{Col, Column, Known, Role, Table};
use crate::query::{Cond, Expr, Op, Query};
use crate::rank::Weights;

/// A sheet called by the words of its name.
pub(super) fn table(name: &str, columns: Vec<Column>, label: Option<usize>) -> Table {
    Table {
        words: name.split('_').map(str::to_owned).collect(),
        ..super::table(name, columns, label)
    }
}

pub(super) fn known(tables: Vec<Table>) -> Known {
    Known {
        speech: Default::default(),
        dialect: Dialect::Duckdb,
        week: Default::default(),
        tables,
        links: Vec::new(),
    }
    .ready()
}

pub(super) fn texts(name: &str, role: Role, of: &[&str]) -> Column {
    let mut column = column(name, TypeKind::Text, role);
    column.top = of.iter().map(|t| (*t).to_owned()).collect();
    column.distinct = of.len() as u64;
    column
}

pub(super) fn number(name: &str, min: f64, max: f64) -> Column {
    let mut column = column(name, TypeKind::Real, Role::Measure);
    (column.min, column.max) = (Some(min), Some(max));
    column
}

pub(super) fn whole(name: &str, role: Role, min: f64, max: f64) -> Column {
    let mut column = column(name, TypeKind::Integer, role);
    (column.min, column.max, column.distinct) = (Some(min), Some(max), (max - min) as u64 + 1);
    column
}

pub(super) fn year(first: f64, last: f64) -> Column {
    let mut year = whole("year", Role::Time, first, last);
    year.disguises = vec![Disguise::Year];
    year
}

/// The question with stored texts: the word, the column and the text, all of it or a part.
pub(super) fn with(known: &Known, question: &str, stored: &[(&str, &str, &str, f64)]) -> Asked {
    let mut asked = asked(question);
    asked.values = stored
        .iter()
        .map(|(word, column, value, similarity)| ValueMatch {
            span: found(question, word).unwrap(),
            words: (*word).to_owned(),
            table: known.tables[0].name.clone(),
            column: (*column).to_owned(),
            value: (*value).to_owned(),
            similarity: *similarity,
            exact: *similarity >= 1.0,
            rows: 10,
            part: value.eq_ignore_ascii_case(word) && *similarity < 1.0,
        })
        .collect();
    asked
}

pub(super) fn first(known: &Known, asked: &Asked) -> String {
    let found = crate::read(known, asked, Weights::learned());
    found.into_iter().next().map(|r| r.sql).unwrap_or_default()
}

#[track_caller]
pub(super) fn reads(known: &Known, question: &str, sql: &str) {
    let found = first(known, &with(known, question, &[]));
    assert!(found.contains(sql), "{question}: {found}");
}

fn weather() -> Known {
    let log = table(
        "weather_log",
        vec![
            column("id", TypeKind::Integer, Role::Key),
            year(2019.0, 2024.0),
            whole("month", Role::Number, 1.0, 12.0),
            whole("day", Role::Number, 1.0, 31.0),
            number("pressure", 980.0, 1040.0),
            texts("wind", Role::Code, &["SE", "NW", "NE", "calm"]),
        ],
        None,
    );
    known(vec![log])
}

const DAY: &str = "TRY_CAST(concat_ws('-', year, month, day) AS DATE)";

#[test]
fn a_day_kept_in_three_columns_is_one_day() {
    let weather = weather();
    reads(&weather, "average pressure by weekday", &format!("dayofweek({DAY})"));
    let mut days = with(&weather, "how many days are there", &[]);
    days.fields = vec![FieldMatch {
        table: "weather_log".to_owned(),
        column: Some("day".to_owned()),
        span: found("how many days are there", "days").unwrap(),
        words: "days".to_owned(),
        score: 1.0,
        by: "exact".to_owned(),
    }];
    let sql = first(&weather, &days);
    assert!(sql.contains(&format!("COUNT(DISTINCT {DAY})")), "{sql}");
    // What else is missing keeps them whole.
    days.question = "how many days had no rain".to_owned();
    assert!(
        first(&weather, &days).contains("COUNT(DISTINCT TRY_CAST"),
        "{}",
        first(&weather, &days)
    );
    // Months and years have columns of their own.
    reads(&weather, "average pressure by month", "GROUP BY month");
    reads(&weather, "average pressure in 2023", "WHERE year = 2023");
}

#[test]
fn letters_of_the_compass_are_short_for_nothing_else() {
    let weather = weather();
    reads(
        &weather,
        "average pressure when the wind is northwest",
        "WHERE wind = 'NW'",
    );
    let found = first(&weather, &with(&weather, "average pressure since it snowed", &[]));
    assert!(!found.contains("'SE'"), "{found}");
}

fn jobless() -> Known {
    let mut rates = table(
        "unemployment_data",
        vec![
            texts("location", Role::Code, &["ESP", "DEU", "GRC", "OECD"]),
            column("time", TypeKind::Text, Role::Time),
            number("value", 2.0, 27.0),
        ],
        None,
    );
    rates.key = Vec::new();
    known(vec![rates])
}

#[test]
fn the_only_value_is_what_its_table_is_called_and_countries_stand_for_their_codes() {
    let jobless = jobless();
    reads(&jobless, "average unemployment in spain", "AVG(value)");
    reads(&jobless, "average unemployment in spain", "WHERE location = 'ESP'");
    reads(&jobless, "highest greek unemployment", "WHERE location = 'GRC'");
    // The plural of the last word is rows, and a column's own name is that column.
    let mut sensors = table(
        "sensor_readings",
        vec![
            texts("sensor", Role::Code, &["a1", "b2", "c3"]),
            column("read_on", TypeKind::Date, Role::Time),
            number("value", 0.0, 90.0),
        ],
        None,
    );
    sensors.key = Vec::new();
    let sensors = known(vec![sensors]);
    reads(&sensors, "number of readings per sensor", "GROUP BY sensor");
    reads(&sensors, "which sensor has the most readings", "COUNT(*)");
    // How many rows there are is not added up.
    reads(&jobless, "how many rows are there for germany", "COUNT(*)");
}

fn wrecks() -> Known {
    let mut name = column("name", TypeKind::Text, Role::Label);
    (name.unique, name.distinct) = (true, 1000);
    let sheet = table(
        "shipwrecks",
        vec![
            column("id", TypeKind::Integer, Role::Key),
            name,
            texts("country", Role::Category, &["Turkey", "Israel", "Italy"]),
            number("latitude", 30.0, 45.0),
            number("longitude", 5.0, 40.0),
        ],
        Some(1),
    );
    known(vec![sheet])
}

#[test]
fn wrecks_are_the_rows_of_shipwrecks_and_no_part_of_their_names() {
    let wrecks = wrecks();
    let question = "what percentage of the wrecks have no country";
    let found = first(&wrecks, &with(&wrecks, question, &[("wrecks", "name", "wrecks", 0.8)]));
    assert!(!found.contains("LIKE"), "{found}");
    reads(&wrecks, "how many ships are there", "SELECT COUNT(*)");
}

#[test]
fn a_country_beside_another_is_one_although_a_ship_is_called_so() {
    let wrecks = wrecks();
    let question = "turkey vs israel, who has more wrecks";
    let stored = [
        ("turkey", "country", "Turkey", 1.0),
        ("turkey", "name", "Turkey", 1.0),
        ("israel", "country", "Israel", 1.0),
        ("israel", "name", "Israel", 1.0),
    ];
    let found = crate::read(&wrecks, &with(&wrecks, question, &stored), Weights::learned());
    assert!(found[0].sql.contains("GROUP BY country"), "{}", found[0].sql);
    assert!(found
        .iter()
        .all(|r| !r.sql.contains("name = ") && !r.sql.contains("name IN")));
}

#[test]
fn what_lies_furthest_north_is_told_by_its_latitude() {
    let wrecks = wrecks();
    reads(&wrecks, "which wreck is furthest north", "ORDER BY latitude DESC");
    reads(&wrecks, "which is the westernmost wreck", "ORDER BY longitude LIMIT 1");
}

fn economy() -> Known {
    let mut label = column("entry", TypeKind::Text, Role::Label);
    (label.distinct, label.unique) = (1000, true);
    let sheet = table(
        "economy",
        vec![
            column("id", TypeKind::Integer, Role::Key),
            texts("country", Role::Category, &["India", "China", "Spain"]),
            year(1960.0, 2020.0),
            number("growth", -60.0, 100.0),
            number("population", 1e4, 1.4e9),
            label,
        ],
        None,
    );
    known(vec![sheet])
}

#[test]
fn what_shrank_is_told_by_its_growth() {
    reads(&economy(), "number of countries that shrank", "growth < 0");
    reads(&economy(), "how many countries whose economy grew", "growth > 0");
    // What else grew is told by itself.
    for question in [
        "countries whose population grew",
        "how has the population of spain grown",
    ] {
        let found = first(&economy(), &with(&economy(), question, &[]));
        assert!(!found.contains("growth >"), "{question}: {found}");
    }
}

#[test]
fn people_of_places_are_their_population() {
    let economy = economy();
    let india = [("india", "country", "India", 1.0)];
    let found = first(
        &economy,
        &with(&economy, "how many people lived in india in 2023", &india),
    );
    assert!(found.contains("SUM(population)"), "{found}");
    // Of all its years together nobody asks.
    let found = first(&economy, &with(&economy, "how many people live in india", &india));
    assert!(!found.contains("SUM(population)"), "{found}");
    // What else they do is not told by it.
    let asked = with(
        &economy,
        "how many people smoke in india",
        &[("india", "country", "India", 1.0)],
    );
    let found = crate::read(&economy, &asked, Weights::learned());
    assert!(found[0].unused.contains(&"smoke".to_owned()), "{:?}", found[0].unused);
}

#[test]
fn no_share_is_taken_of_single_rows_and_no_figure_is_set_against_a_year() {
    let economy = economy();
    let col = |column: usize| Expr::Col(Col { table: 0, column });
    let grew = Cond::Compare(col(3), Op::Gt, Expr::Num(0.0));
    let mut of_rows = Query {
        select: vec![col(5), Expr::Percent(Box::new(grew.clone()))],
        group: vec![col(5)],
        filter: Vec::new(),
        ..Query::default()
    };
    assert!(!crate::sound::sound(&economy, &mut of_rows));
    let mut against_years = Query {
        select: vec![col(1)],
        filter: vec![Cond::Compare(col(4), Op::Gt, col(2))],
        ..Query::default()
    };
    assert!(!crate::sound::sound(&economy, &mut against_years));
    let is = |value: &str, not: bool| Cond::Is {
        col: Col { table: 0, column: 1 },
        values: vec![value.to_owned()],
        not,
    };
    let mut half_denied = Query {
        select: vec![col(1)],
        filter: vec![Cond::Any(vec![is("India", true), is("China", false)])],
        ..Query::default()
    };
    assert!(!crate::sound::sound(&economy, &mut half_denied));
    half_denied.filter = vec![Cond::Any(vec![is("India", true), is("China", true)])];
    assert!(crate::sound::sound(&economy, &mut half_denied));
}

#[test]
fn over_the_years_is_all_of_them_where_one_is_sought() {
    let economy = economy();
    let top = first(
        &economy,
        &with(
            &economy,
            "which country had the most rows over the years, and how many",
            &[],
        ),
    );
    assert!(!top.contains("GROUP BY year"), "{top}");
    reads(&economy, "average growth over the years", "GROUP BY year");
}

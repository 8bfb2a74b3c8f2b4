//! Sheets as weather stations, offices and fans publish them: a day in three columns, codes of countries, one value a row, and
//! names written together.

use askwell_contract::profile::Disguise;
use askwell_contract::run::{FieldMatch, ValueMatch};
use askwell_contract::{Dialect, TypeKind};

use super::asked::found;
use super::{asked, column, table};
use crate::asked::Asked;
use crate::known::{Col, Column, Known, Role, Table};
use crate::query::{Cond, Expr, Op, Query};
use crate::rank::Weights;

fn known(tables: Vec<Table>) -> Known {
    Known {
        speech: Default::default(),
        dialect: Dialect::Duckdb,
        week: Default::default(),
        tables,
        links: Vec::new(),
    }
    .ready()
}

fn texts(name: &str, role: Role, of: &[&str]) -> Column {
    let mut column = column(name, TypeKind::Text, role);
    column.top = of.iter().map(|t| (*t).to_owned()).collect();
    column.distinct = of.len() as u64;
    column
}

fn number(name: &str, min: f64, max: f64) -> Column {
    let mut column = column(name, TypeKind::Real, Role::Measure);
    (column.min, column.max) = (Some(min), Some(max));
    column
}

fn whole(name: &str, role: Role, min: f64, max: f64) -> Column {
    let mut column = column(name, TypeKind::Integer, role);
    (column.min, column.max, column.distinct) = (Some(min), Some(max), (max - min) as u64 + 1);
    column
}

fn year(first: f64, last: f64) -> Column {
    let mut year = whole("year", Role::Time, first, last);
    year.disguises = vec![Disguise::Year];
    year
}

/// The question with stored texts: the word, the column and the text, all of it or a part.
fn with(known: &Known, question: &str, stored: &[(&str, &str, &str, f64)]) -> Asked {
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

fn first(known: &Known, asked: &Asked) -> String {
    let found = crate::read(known, asked, Weights::learned());
    found.into_iter().next().map(|r| r.sql).unwrap_or_default()
}

#[track_caller]
fn reads(known: &Known, question: &str, sql: &str) {
    let found = first(known, &with(known, question, &[]));
    assert!(found.contains(sql), "{question}: {found}");
}

fn weather() -> Known {
    let mut log = table(
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
    log.words = vec!["weather".into(), "log".into()];
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
    (rates.words, rates.key) = (vec!["unemployment".into(), "data".into()], Vec::new());
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
    (sensors.words, sensors.key) = (vec!["sensor".into(), "readings".into()], Vec::new());
    let sensors = known(vec![sensors]);
    reads(&sensors, "number of readings per sensor", "GROUP BY sensor");
    reads(&sensors, "which sensor has the most readings", "COUNT(*)");
    // How many rows there are is not added up.
    reads(&jobless, "how many rows are there for germany", "COUNT(*)");
}

fn wrecks() -> Known {
    let mut name = column("name", TypeKind::Text, Role::Label);
    (name.unique, name.distinct) = (true, 1000);
    let mut sheet = table(
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
    sheet.words = vec!["shipwrecks".into()];
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

fn survey() -> Known {
    let mut sheet = table(
        "town_survey",
        vec![
            column("id", TypeKind::Integer, Role::Key),
            texts("gender", Role::Category, &["F", "M"]),
            texts("home", Role::Category, &["House", "Flat", "Mobile Home"]),
            texts("pay_type", Role::Category, &["year", "hour", "week"]),
            number("pay", 8.0, 300_000.0),
            texts("day_of_week", Role::Category, &["mon", "tue", "wed", "thu", "fri"]),
            column("answered_on", TypeKind::Date, Role::Time),
        ],
        None,
    );
    sheet.words = vec!["town".into(), "survey".into()];
    known(vec![sheet])
}

#[test]
fn yearly_pay_is_a_kind_of_pay_where_that_is_stored() {
    let survey = survey();
    reads(&survey, "average yearly pay", "WHERE pay_type = 'year'");
    reads(
        &survey,
        "average pay of people paid by the hour",
        "WHERE pay_type = 'hour'",
    );
    reads(
        &survey,
        "how many rows have more than 150000 a year",
        "pay_type = 'year'",
    );
    // "By year" parts the rows.
    reads(&survey, "average pay by year", "GROUP BY year(");
}

#[test]
fn where_one_lives_is_said_by_the_place() {
    let survey = survey();
    let question = "how many people live in a mobile home";
    let asked = with(&survey, question, &[("mobile home", "home", "Mobile Home", 1.0)]);
    let found = crate::read(&survey, &asked, Weights::learned());
    assert!(found[0].unused.is_empty(), "{:?}", found[0].unused);
}

#[test]
fn monthly_sales_are_told_by_month_whatever_is_billed_monthly() {
    let mut sheet = table(
        "subscriptions",
        vec![
            column("id", TypeKind::Integer, Role::Key),
            texts("billing", Role::Category, &["Monthly", "Yearly", "Weekly"]),
            number("amount", 5.0, 500.0),
            column("start_date", TypeKind::Date, Role::Time),
        ],
        None,
    );
    sheet.words = vec!["subscriptions".into()];
    let subscriptions = known(vec![sheet]);
    for question in ["total amount monthly", "weekly number of subscriptions"] {
        let found = first(&subscriptions, &with(&subscriptions, question, &[]));
        assert!(!found.contains("billing ="), "{question}: {found}");
    }
}

#[test]
fn a_weekday_that_a_sheet_keeps_needs_no_date() {
    // What somebody would prefer is no day on which it happened.
    let mut calls = survey();
    calls.tables[0]
        .columns
        .iter_mut()
        .filter(|c| c.name == "day_of_week")
        .for_each(|c| c.words[0] = "preferred".into());
    let found = first(&calls, &with(&calls, "average pay for each weekday", &[]));
    assert!(found.contains("dayofweek"), "{found}");
    reads(&survey(), "average pay for each weekday", "GROUP BY day_of_week");
}

#[test]
fn places_behind_each_other_are_of_one_column() {
    let mut sheet = table(
        "thefts",
        vec![
            column("id", TypeKind::Integer, Role::Key),
            texts("location", Role::Category, &["street", "residence", "vehicle parking"]),
        ],
        None,
    );
    sheet.words = vec!["thefts".into()];
    let thefts = known(vec![sheet]);
    let stored = [
        ("street", "location", "street", 1.0),
        ("home", "location", "residence", 0.8),
    ];
    let question = "street vs home, how many thefts each";
    let found = first(&thefts, &with(&thefts, question, &stored));
    assert!(found.contains("IN ('street', 'residence')"), "{found}");
    let question = "how many were not from the street or from somebody's home";
    let found = first(&thefts, &with(&thefts, question, &stored));
    assert!(found.contains("NOT IN ('street', 'residence')"), "{found}");
}

fn economy() -> Known {
    let mut label = column("entry", TypeKind::Text, Role::Label);
    (label.distinct, label.unique) = (1000, true);
    let mut sheet = table(
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
    sheet.words = vec!["economy".into()];
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

fn hotel() -> Known {
    let mut sheet = table(
        "hotel_stays",
        vec![
            column("id", TypeKind::Integer, Role::Key),
            whole("booking_changes", Role::Measure, 0.0, 20.0),
            whole("week_nights", Role::Measure, 0.0, 40.0),
            column("arrival_date", TypeKind::Date, Role::Time),
        ],
        None,
    );
    sheet.words = vec!["hotel".into(), "stays".into()];
    known(vec![sheet])
}

#[test]
fn bookings_are_rows_and_no_changes_of_them_and_weeks_are_told_in_nights() {
    let hotel = hotel();
    reads(&hotel, "bookings per month", "COUNT(*)");
    reads(
        &hotel,
        "how many have more than two weeks of week nights",
        "week_nights > 14",
    );
}

#[test]
fn what_harms_people_parts_none_of_them() {
    let mut sheet = table(
        "health_breaches",
        vec![
            column("id", TypeKind::Integer, Role::Key),
            texts("type_of_breach", Role::Category, &["Theft", "Loss", "Hacking"]),
            number("individuals_affected", 500.0, 1e6),
        ],
        None,
    );
    sheet.words = vec!["health".into(), "breaches".into()];
    let breaches = known(vec![sheet]);
    let found = first(
        &breaches,
        &with(&breaches, "how many people in total were affected by breaches", &[]),
    );
    assert!(!found.contains("GROUP BY"), "{found}");
    assert!(found.contains("SUM(individuals_affected)"), "{found}");
}

#[test]
fn a_numbered_book_is_shown_by_its_title() {
    let mut title = column("title", TypeKind::Text, Role::Label);
    title.distinct = 700;
    let mut number = column("book_id", TypeKind::Integer, Role::Number);
    number.distinct = 690;
    let mut sheet = table(
        "bans",
        vec![column("id", TypeKind::Integer, Role::Key), title, number],
        Some(1),
    );
    sheet.words = vec!["bans".into()];
    let bans = known(vec![sheet]);
    reads(&bans, "which book has the most bans", "SELECT title, book_id");
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

#[test]
fn a_share_of_orders_counts_each_order_once_however_many_lines_it_has() {
    let mut number = column("order_id", TypeKind::Integer, Role::Number);
    number.distinct = 300;
    let mut sheet = table(
        "order_lines",
        vec![number, texts("item", Role::Category, &["Soup", "Bread", "Tea"])],
        None,
    );
    (sheet.words, sheet.key) = (vec!["order".into(), "lines".into()], Vec::new());
    let lines = known(vec![sheet]);
    let question = "what percent of orders had soup";
    let found = first(&lines, &with(&lines, question, &[("soup", "item", "Soup", 1.0)]));
    assert!(
        found.contains("COUNT(DISTINCT CASE WHEN item = 'Soup' THEN order_id END)"),
        "{found}"
    );
}

#[test]
fn who_works_at_a_shop_is_not_told_by_a_sheet_of_shops() {
    let mut sheet = table(
        "shops",
        vec![
            column("id", TypeKind::Integer, Role::Key),
            texts("town", Role::Category, &["Leeds", "York"]),
        ],
        None,
    );
    sheet.words = vec!["shops".into()];
    let shops = known(vec![sheet]);
    let asked = with(
        &shops,
        "how many people work in leeds",
        &[("leeds", "town", "Leeds", 1.0)],
    );
    let found = crate::read(&shops, &asked, Weights::learned());
    assert!(found[0].unused.contains(&"work".to_owned()), "{:?}", found[0].unused);
}

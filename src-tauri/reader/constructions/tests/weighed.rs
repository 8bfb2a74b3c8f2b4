//! A weighbridge, sitters and their visits, a pool's races, and a council's permits: rates, units, flags and firms as people
//! say them.

use askwell_contract::TypeKind::{Integer, Real, Text as Words};

use super::{asked, column, few, read_first, shop, table};
use crate::known::Role::{Category, Flag, Key, Label, Measure, Reference, Time};
use crate::known::{Col, Known, Link, Table};

fn words(mut one: Table) -> Table {
    one.words = one.name.split('_').map(str::to_owned).collect();
    one
}

/// Table and column.
type At = (usize, usize);

fn of(tables: Vec<Table>, links: &[(At, At)]) -> Known {
    let mut known = shop();
    known.tables = tables.into_iter().map(words).collect();
    let col = |(table, column): (usize, usize)| Col { table, column };
    known.links = (links.iter())
        .map(|(from, to)| Link {
            from: vec![col(*from)],
            to: vec![col(*to)],
            inferred: false,
            untidy: false,
        })
        .collect();
    known.ready()
}

fn loads(marks: &[&str]) -> Known {
    let mut columns = vec![column("load_no", Integer, Key), column("weighed_on", Words, Time)];
    columns.extend(marks.iter().map(|m| column(&format!("{m}_tonnes"), Real, Measure)));
    columns.push(few("material", &["Gravel", "Sand"]));
    of(vec![table("loads", columns, None)], &[])
}

#[test]
fn the_tonnes_of_a_load_are_what_is_left_without_the_lorry() {
    let known = loads(&["gross", "tare", "net"]);
    for question in ["tonnes by material", "total tonnes of sand", "average tonnes of a load"] {
        let sql = read_first(&known, question);
        assert!(
            sql.contains("net_tonnes") && !sql.contains("gross"),
            "{question}: {sql}"
        );
    }
    let sql = read_first(&known, "total gross tonnes by material");
    assert!(sql.contains("SUM(gross_tonnes)"), "{sql}");
    // Without a tare nobody knows which of the two is meant.
    let sql = read_first(&loads(&["gross", "net"]), "total tonnes by material");
    assert!(sql.contains("gross_tonnes"), "{sql}");
}

/// Minders, what they charge, and their visits to households.
fn minders() -> Known {
    let minders = vec![
        column("minder_id", Integer, Key),
        column("name", Words, Label),
        column("hourly_rate", Real, Measure),
        column("has_car", Words, Flag),
        column("smoker", Words, Flag),
    ];
    let visits = vec![
        column("visit_id", Integer, Key),
        column("minder_id", Integer, Reference),
        column("visit_date", Words, Time),
        column("ended_on", Words, Time),
        column("hours", Real, Measure),
        column("total_charge", Real, Measure),
        few("kind", &["Evening", "Daytime"]),
        column("would_rehire", Words, Flag),
    ];
    of(
        vec![table("minders", minders, Some(1)), table("visits", visits, None)],
        &[((1, 1), (0, 0))],
    )
}

#[test]
fn what_somebody_charges_an_hour_is_the_hourly_rate() {
    let known = minders();
    let sql = read_first(&known, "which minder charges the most an hour");
    assert!(sql.contains("hourly_rate DESC") && !sql.contains("SUM("), "{sql}");
    let sql = read_first(&known, "what does a minder charge an hour on average");
    assert!(sql.contains("AVG(hourly_rate)") && !sql.contains("GROUP BY"), "{sql}");
    // Nothing is kept by the week: what was charged is added up.
    let sql = read_first(&known, "which minder charged the most");
    assert!(sql.contains("SUM(visits.total_charge)"), "{sql}");
}

#[test]
fn who_drives_has_a_car_and_who_smokes_is_a_smoker() {
    let known = minders();
    let sql = read_first(&known, "minders who drive");
    assert!(sql.contains("has_car = 'yes'") && !sql.contains("smoker ="), "{sql}");
    let sql = read_first(&known, "how many minders are there who smoke");
    assert!(sql.contains("smoker = 'yes'"), "{sql}");
    // What they do something to is not said of them.
    let sql = read_first(&known, "minders who drive the minibus");
    assert!(!sql.contains("has_car = 'yes'"), "{sql}");
}

#[test]
fn who_would_not_have_somebody_again_would_not_rehire() {
    let known = minders();
    let sql = read_first(&known, "how many visits where they wouldn't have that person again");
    assert!(
        sql.contains("would_rehire <> 'yes'") || sql.contains("would_rehire = 'no'"),
        "{sql}"
    );
    let sql = read_first(&known, "how many visits were there again");
    assert!(!sql.contains("would_rehire"), "{sql}");
}

#[test]
fn the_length_of_a_visit_is_what_is_kept_of_it() {
    let known = minders();
    let sql = read_first(&known, "average length of an evening visit");
    assert!(sql.contains("AVG(hours)") && !sql.contains("julianday"), "{sql}");
}

/// Swimmers with the days they came and went, and their races in seconds.
fn races() -> Known {
    let mut left = column("left_on", Words, Time);
    left.nulls = 900;
    let swimmers = vec![
        column("swimmer_id", Integer, Key),
        column("name", Words, Label),
        column("joined_on", Words, Time),
        left,
    ];
    let mut distance = column("distance_m", Integer, Measure);
    (distance.distinct, distance.max) = (4, Some(400.0));
    let races = vec![
        column("race_id", Integer, Key),
        column("swimmer_id", Integer, Reference),
        column("raced_on", Words, Time),
        few("stroke", &["Backstroke", "Butterfly"]),
        distance,
        column("seconds", Real, Measure),
        column("lengths", Integer, Measure),
    ];
    of(
        vec![table("swimmers", swimmers, Some(1)), table("races", races, None)],
        &[((1, 1), (0, 0))],
    )
}

#[test]
fn who_is_fastest_is_told_by_the_seconds_of_one_race() {
    let sql = read_first(&races(), "fastest butterfly race and which swimmer");
    assert!(
        sql.contains("seconds") && !sql.contains("julianday") && !sql.contains("SUM("),
        "{sql}"
    );
}

#[test]
fn a_number_with_its_unit_is_what_the_column_of_that_unit_says() {
    let sql = read_first(&races(), "how many 50m races were there");
    assert!(sql.contains("distance_m = 50"), "{sql}");
    let sql = read_first(&races(), "how many races over 50m were there");
    assert!(!sql.contains("distance_m = 50"), "{sql}");
    // Farther than anybody swims.
    let sql = read_first(&races(), "how many 900m races were there");
    assert!(!sql.contains("= 900"), "{sql}");
}

#[test]
fn the_longest_in_something_is_measured_by_that() {
    let sql = read_first(&races(), "longest race in lengths");
    assert!(sql.contains("lengths DESC") || sql.contains("MAX(lengths)"), "{sql}");
}

#[test]
fn the_second_most_is_no_second_of_time() {
    let sql = read_first(&races(), "which swimmer has the second most races");
    assert!(sql.contains("OFFSET 1") && !sql.contains("seconds"), "{sql}");
}

fn harvest() -> Known {
    let columns = vec![
        column("pick_id", Integer, Key),
        column("picked_on", Words, Time),
        column("picked_kg", Real, Measure),
        column("price_per_kg", Real, Measure),
        few("field", &["Upper", "Lower"]),
    ];
    of(vec![table("picks", columns, None)], &[])
}

#[test]
fn kilos_are_of_the_column_whose_name_ends_with_them() {
    let sql = read_first(&harvest(), "kilos by field");
    assert!(
        sql.contains("SUM(picked_kg)") && sql.contains("GROUP BY field"),
        "{sql}"
    );
    // What is told in money for each kilo has no kilos.
    assert!(!sql.contains("price_per_kg"), "{sql}");
}

/// Operators of works with somebody to speak to, and their permits.
fn permits(contact: &str) -> Known {
    let mut name = column("name", Words, Label);
    name.distinct = name.rows;
    let operators = vec![
        column("operator_id", Integer, Key),
        name,
        column(contact, Words, Category),
    ];
    let permits = vec![
        column("permit_id", Integer, Key),
        column("operator_id", Integer, Reference),
        column("granted_on", Words, Time),
        column("fee", Real, Measure),
    ];
    of(
        vec![table("operators", operators, Some(1)), table("permits", permits, None)],
        &[((1, 1), (0, 0))],
    )
}

#[test]
fn a_firm_is_whoever_has_a_name_and_somebody_to_speak_to() {
    let sql = read_first(&permits("contact_name"), "which firm has the most permits");
    assert!(sql.contains("operators.name") && sql.contains("COUNT(*)"), "{sql}");
    let readings = crate::read(
        &permits("colour"),
        &asked("which firm has the most permits"),
        crate::rank::Weights::learned(),
    );
    assert!(
        readings.iter().take(1).all(|r| r.unused.contains(&"firm".to_owned())),
        "{:?}",
        readings.first().map(|r| &r.sql)
    );
}

#[test]
fn money_of_permits_is_what_they_came_to() {
    let sql = read_first(&permits("contact_name"), "permit money by year");
    assert!(sql.contains("SUM(fee)"), "{sql}");
    let sql = read_first(&permits("contact_name"), "permits by year");
    assert!(!sql.contains("SUM("), "{sql}");
}

#[test]
fn what_was_made_is_no_money_where_it_stands_behind_its_rows() {
    let known = of(
        vec![table(
            "bookings",
            vec![
                column("booking_id", Integer, Key),
                column("booked_on", Words, Time),
                column("amount", Real, Measure),
            ],
            None,
        )],
        &[],
    );
    let sql = read_first(&known, "bookings made each month");
    assert!(sql.contains("COUNT(*)") && !sql.contains("SUM("), "{sql}");
    let sql = read_first(&known, "how much have bookings made each month");
    assert!(sql.contains("SUM(amount)"), "{sql}");
    // What one goes for is its price, what people go for is what they choose.
    let sql = read_first(&known, "what does a booking go for on average");
    assert!(sql.contains("AVG(amount)"), "{sql}");
    let sql = read_first(&known, "how much more did we bring in during 2024 than 2023");
    assert!(!sql.contains("COUNT(*)"), "{sql}");
}

#[test]
fn kinds_by_year_are_counted_in_each_year() {
    let known = loads(&["net"]);
    let sql = read_first(&known, "materials by year");
    assert!(
        sql.contains("material") && sql.contains("COUNT(*)") && sql.contains("GROUP BY"),
        "{sql}"
    );
    let grouped = sql.split("GROUP BY").nth(1).unwrap_or_default();
    assert!(grouped.contains("material") && grouped.contains("'%Y'"), "{sql}");
    let sql = read_first(&known, "loads by year");
    assert!(!sql.contains("material"), "{sql}");
}

#[test]
fn who_has_several_orders_is_counted_once_beside_what_they_spent() {
    let sql = read_first(
        &shop(),
        "how many customers from France and what was the total amount of their orders",
    );
    assert!(
        !sql.contains("SUM(") || sql.contains("COUNT(DISTINCT customers.id)"),
        "{sql}"
    );
}

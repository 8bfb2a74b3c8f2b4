//! Whether the numbers of a column tell things apart, or measure them.
//!
//! In: a column, its table and its profile. Out: why it identifies, if it does; nothing then may be added up or averaged.
//! Deliberately absent: texts, which nobody adds up, and any question.

use askwell_contract::profile::{ColumnProfile, Disguise};
use askwell_contract::{Cell, Column, Table};

use crate::words::{among, singular, split_name, stem};

/// Names of numbers that are given to things.
const LABELS: &str = "id ids key code no nr num number numero zip zipcode postcode postal plz phone telephone tel fax \
    mobile ssn isbn ean upc sku barcode uuid guid pk fk ref reference identifier numeric account iban serial license licence \
    tailnum status type kind category gender sex";
/// Things that go by a number. A column called by one of them alone keeps it.
const NUMBERED: &str = "aisle bay booking flight gate invoice job lane locker order plot room route shelf ticket trip";
/// Years and what is counted like them.
const TIMES: &str = "year yr season month day weekday week quarter hour minute yyyy yyyymm yyyymmdd fiscal";
/// Names of what is measured; in front of a label word the label wins (`price code`), behind it the measure does.
const MEASURES: &str = "amount price cost total sum sales revenue income profit loss gross net budget value worth \
    salary wage balance fee tax discount qty quantity count stock votes likes views age ages rating score points stars \
    grade gpa rate ratio percent pct share weight height width length depth size area volume distance speed duration \
    delay temperature temp latitude longitude lat lon lng altitude elevation alt population attendance runtime minutes \
    seconds hours days weeks months years kg km miles mpg horsepower power energy pressure humidity wins losses goals \
    runs hits units capacity seats employees students";
/// Fewer rows are unique by chance.
const TELLING: u64 = 20;
/// Of so many whole numbers without a gap between the least and the greatest, at least this share is there: a numbering.
const DENSE: f64 = 0.5;
/// Rows of a sheet that add up the others.
const TOTALS: u64 = 2;

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Identifies {
    /// Declared or found to be a key, or the start of one.
    Key,
    /// Its name says so.
    Name,
    /// Whole numbers, each on one row, as a numbering has them.
    Numbering,
    /// A year, a month, an hour, a date: a place in time.
    Time,
    /// Whole numbers of many digits, all of one length.
    Code,
}

/// `None`: a measure, or no number at all.
pub fn identifies(table: &Table, column: &Column, profile: Option<&ColumnProfile>) -> Option<Identifies> {
    let texts = profile.is_some_and(|p| p.view.as_ref().is_some_and(|view| !view.is_date()));
    if !column.kind.is_number() && !texts {
        return None;
    }
    let is = |name: &String| name.eq_ignore_ascii_case(&column.name);
    let alone = |key: &[String]| matches!(key, [only] if is(only));
    if table.foreign_keys.iter().any(|key| key.columns.iter().any(is)) || alone(&table.primary_key) {
        return Some(Identifies::Key);
    }
    let words = split_name(&column.name);
    if is_namesake(table, column, profile) || is_numbered(&words) && profile.is_none_or(whole) {
        return Some(Identifies::Name);
    }
    let named = name(&words, &column.name);
    if table.primary_key.iter().any(is) && named != Some(Means::Measure) {
        return Some(Identifies::Key);
    }
    match named {
        Some(Means::Measure) => None,
        Some(Means::Label) => Some(Identifies::Name),
        Some(Means::Time) if profile.is_none_or(whole) => Some(Identifies::Time),
        _ if words.last().is_some_and(|w| w == "time") && profile.is_some_and(clock) => Some(Identifies::Time),
        _ => profile.filter(|p| whole(p)).and_then(shape),
    }
}

/// Whole numbers called like one of the table's things: `flights.flight` is the number that a flight has, `visitors.visitors`
/// says how many came, and `tips.tip` with its cents is an amount.
pub fn is_namesake(table: &Table, column: &Column, profile: Option<&ColumnProfile>) -> bool {
    let words = split_name(&column.name);
    let (own, rows) = (stems(&words), stems(&split_name(last_piece(&table.name))));
    let called = own == rows || matches!(own.as_slice(), [one] if rows.last() == Some(one));
    profile.is_none_or(whole) && !is_plural(&words) && called && column.kind.is_number()
}

/// A column that is called by one thing alone: `invoice` with 20417 is the invoice's number.
fn is_numbered(words: &[String]) -> bool {
    matches!(words, [one] if among(NUMBERED, one))
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Means {
    Label,
    Measure,
    Time,
}

/// Whether a name is one of several things.
pub fn is_plural(words: &[String]) -> bool {
    words.last().is_some_and(|w| w.ends_with('s') && singular(w) != *w)
}

fn stems(words: &[String]) -> Vec<String> {
    words.iter().map(|w| stem(w)).collect()
}

fn last_piece(table: &str) -> &str {
    table.rsplit('.').next().unwrap_or(table)
}

/// What the last telling word says. `number of rooms`, `num_rooms` and `no_of_beds` count.
fn name(words: &[String], whole: &str) -> Option<Means> {
    let counted = matches!(words, [first, rest @ ..] if among("num number no nr count", first) && !rest.is_empty());
    let a_label = words.last().is_some_and(|last| among(LABELS, last));
    if counted && (!a_label || words.iter().any(|w| w == "of")) {
        return Some(Means::Measure);
    }
    let means = |word: &String| match word.as_str() {
        w if among(LABELS, w) => Some(Means::Label),
        w if among(MEASURES, w) => Some(Means::Measure),
        w if among(TIMES, w) => Some(Means::Time),
        _ => None,
    };
    // `custid`, `playerID` and `flightno` are glued; `paid` and `android` are not.
    let glued = words.len() == 1 && (whole.ends_with("ID") || whole.ends_with("Id") && whole.len() > 2);
    let last = words.last().and_then(means);
    last.or(glued.then_some(Means::Label))
        .or_else(|| words.iter().rev().find_map(means).filter(|m| *m != Means::Time))
}

/// Every value is a whole number, as far as the ends, the commonest and the mean tell.
fn whole(profile: &ColumnProfile) -> bool {
    let one = |cell: &Cell| match cell {
        Cell::Null => true,
        Cell::Int(_) => true,
        cell => cell.as_f64().is_some_and(|n| n.fract() == 0.0),
    };
    let views = profile.view.as_ref().and_then(|v| v.kind.figures());
    match views {
        Some(figures) => figures.whole,
        None => one(&profile.min) && one(&profile.max) && profile.top.iter().all(|v| one(&v.value)),
    }
}

/// Times of day as numbers, `1730` for half past five: none has sixty minutes or more.
fn clock(profile: &ColumnProfile) -> bool {
    let ends = [&profile.min, &profile.max].into_iter();
    let mut values = ends
        .chain(profile.top.iter().map(|v| &v.value))
        .chain(&profile.quantiles);
    let fits = |cell: &Cell| {
        cell.as_f64()
            .is_some_and(|n| n.fract() == 0.0 && (0.0..=2400.0).contains(&n) && n % 100.0 < 60.0)
    };
    values.all(fits) && profile.max.as_f64() >= Some(1200.0)
}

fn shape(profile: &ColumnProfile) -> Option<Identifies> {
    let dated = |d: &Disguise| matches!(d, Disguise::Year | Disguise::CompactDate | Disguise::UnixSeconds);
    if profile.disguises.iter().any(dated) {
        return Some(Identifies::Time);
    }
    let (Some(least), Some(most)) = (profile.min.as_f64(), profile.max.as_f64()) else {
        return None;
    };
    let filled = profile.rows - profile.nulls;
    // A row that adds up the others has no number of its own.
    if profile.unique && profile.nulls <= TOTALS && filled >= TELLING && least >= 0.0 {
        let room = most - least + 1.0;
        let dense = filled as f64 >= DENSE * room;
        return (dense || one_length(least, most, 5)).then_some(Identifies::Numbering);
    }
    // Seven digits and more that are all as long are seldom amounts; nothing that is measured stays so close together.
    (one_length(least, most, 7) && profile.distinct >= TELLING).then_some(Identifies::Code)
}

/// The least and the greatest have as many digits, at least so many.
fn one_length(least: f64, most: f64, digits: usize) -> bool {
    let length = |n: f64| format!("{n:.0}").len();
    least > 0.0 && length(least) == length(most) && length(most) >= digits
}

#[cfg(test)]
mod tests {
    use super::super::fake::{catalog, profile, refer, table};
    use super::*;

    fn named(name: &str) -> Option<Identifies> {
        numbers(name, 1, 900, 1_000, 400)
    }

    /// Of whole numbers from the least to the greatest.
    fn numbers(name: &str, least: i64, most: i64, rows: u64, distinct: u64) -> Option<Identifies> {
        let table = table("t", &[&format!("{name} int")]);
        let profile = ColumnProfile {
            min: Cell::Int(least),
            max: Cell::Int(most),
            ..profile("t", name, rows, distinct)
        };
        identifies(&table, &table.columns[0], Some(&profile))
    }

    #[test]
    fn a_name_says_that_a_number_is_a_label() {
        for name in [
            "customer_id",
            "CustomerID",
            "playerID",
            "flight_number",
            "OrderNo",
            "zip_code",
            "ZIP",
            "phone",
            "dept_code",
            "account_num",
            "vendor_key",
            "isbn",
        ] {
            assert_eq!(named(name), Some(Identifies::Name), "{name}");
        }
        for name in ["year", "birth_year", "month", "hour", "season"] {
            assert_eq!(named(name), Some(Identifies::Time), "{name}");
        }
    }

    #[test]
    fn what_is_measured_is_no_label() {
        for name in [
            "latitude",
            "lon",
            "rating",
            "age",
            "amount",
            "price",
            "unit_price",
            "quantity",
            "number_of_rooms",
            "num_pages",
            "no_of_beds",
            "total_sales",
            "population",
            "distance",
            "dep_delay",
            "IMDB_Votes",
            "paid",
            "seats",
            "order_total",
            "discount_code_amount",
            "temp",
            "years_of_experience",
        ] {
            assert_eq!(named(name), None, "{name}");
        }
        // Unique, but called an amount.
        assert_eq!(numbers("population", 1_000_000, 9_999_999, 500, 500), None);
    }

    #[test]
    fn values_say_so_where_the_name_does_not() {
        assert_eq!(numbers("employee", 1, 500, 500, 500), Some(Identifies::Numbering));
        assert_eq!(numbers("badge", 10_000, 99_999, 800, 800), Some(Identifies::Numbering));
        assert_eq!(
            numbers("tract", 1_000_001, 9_999_998, 5_000, 800),
            Some(Identifies::Code)
        );
        // Few rows are unique by chance, and measures spread.
        assert_eq!(numbers("depth_charge", 1, 12, 12, 12), None);
        assert_eq!(numbers("crowd", 3, 250_000, 500, 500), None);
        assert_eq!(numbers("crowd", -5, 494, 500, 500), None);
    }

    #[test]
    fn a_column_called_like_the_things_of_its_table_counts_them() {
        let table = table("visitors", &["day text", "visitors int"]);
        let profile = ColumnProfile {
            min: Cell::Int(75),
            max: Cell::Int(205),
            ..profile("visitors", "visitors", 300, 90)
        };
        assert_eq!(identifies(&table, &table.columns[1], Some(&profile)), None);
    }

    #[test]
    fn a_column_called_by_one_thing_alone_keeps_its_number() {
        let sheet = table("jan_2026", &["invoice int", "rooms int", "room_rate int"]);
        let of = |at: usize| {
            let profile = ColumnProfile {
                min: Cell::Int(3),
                max: Cell::Int(905),
                ..profile("jan_2026", &sheet.columns[at].name, 300, 90)
            };
            identifies(&sheet, &sheet.columns[at], Some(&profile))
        };
        assert_eq!([of(0), of(1), of(2)], [Some(Identifies::Name), None, None]);
    }

    #[test]
    fn numbers_of_the_rows_and_times_of_day_are_labels() {
        let flights = table("flights", &["flight int", "dep_time real", "air_time real"]);
        let of = |at: usize, least: f64, most: f64, top: &[f64]| {
            let profile = ColumnProfile {
                min: Cell::Real(least),
                max: Cell::Real(most),
                top: top
                    .iter()
                    .map(|n| askwell_contract::profile::ValueCount {
                        value: Cell::Real(*n),
                        rows: 1,
                    })
                    .collect(),
                ..profile("flights", &flights.columns[at].name, 5_000, 900)
            };
            identifies(&flights, &flights.columns[at], Some(&profile))
        };
        assert_eq!(of(0, 1.0, 8_500.0, &[15.0, 181.0]), Some(Identifies::Name));
        assert_eq!(of(1, 1.0, 2_400.0, &[555.0, 1_259.0]), Some(Identifies::Time));
        assert_eq!(of(1, 1.0, 2_400.0, &[555.0, 1_275.0]), None);
        assert_eq!(of(2, 20.0, 695.0, &[42.0, 359.0]), None);
    }

    #[test]
    fn keys_identify_whatever_they_are_called() {
        let mut catalog = catalog(vec![
            table("people", &["person int", "boss int", "height int"]),
            table("bosses", &["person int"]),
        ]);
        catalog.tables[0].primary_key = vec!["person".into()];
        refer(&mut catalog, "people.boss", "bosses.person");
        let people = &catalog.tables[0];
        let of = |at: usize| identifies(people, &people.columns[at], None);
        assert_eq!(
            (of(0), of(1), of(2)),
            (Some(Identifies::Key), Some(Identifies::Key), None)
        );
    }

    #[test]
    fn texts_and_fractions_identify_nothing_here() {
        let table = table("t", &["name text", "grade_point real", "code text"]);
        assert_eq!(identifies(&table, &table.columns[0], None), None);
        assert_eq!(identifies(&table, &table.columns[2], None), None);
        let fractions = ColumnProfile {
            min: Cell::Real(0.5),
            max: Cell::Real(4.0),
            disguises: Vec::new(),
            ..profile("t", "season", 100, 100)
        };
        let season = Column {
            name: "season".into(),
            ..table.columns[1].clone()
        };
        assert_eq!(identifies(&table, &season, Some(&fractions)), None);
    }

    #[test]
    fn what_is_called_like_its_rows_names_them_unless_it_has_a_fraction() {
        let of = |rows: &str, name: &str, most: Cell| {
            let table = table(rows, &[&format!("{name} real")]);
            let profile = ColumnProfile {
                min: Cell::Real(1.0),
                max: most,
                ..profile(rows, name, 200, 90)
            };
            identifies(&table, &table.columns[0], Some(&profile))
        };
        assert_eq!(of("tolls", "toll", Cell::Real(9.0)), Some(Identifies::Name));
        assert_eq!(of("bridge_tolls", "toll", Cell::Real(9.0)), Some(Identifies::Name));
        assert_eq!(of("tolls", "toll", Cell::Real(9.5)), None);
        assert_eq!(of("bridges", "toll", Cell::Real(9.5)), None);
    }
}

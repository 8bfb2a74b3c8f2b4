//! A day that is kept as a year, a month and a day of the month.

use askwell_contract::Dialect;

/// The day that three numbers name, as text in SQLite; NULL where one of them is missing or the calendar has no such day, such
/// as the thirtieth of February. `whole`: the numbers are kept as integers. Each part must be SQL for a number.
pub fn day_of_parts(year: &str, month: &str, day: &str, whole: bool, dialect: Dialect) -> String {
    match dialect {
        // SQLite takes the thirtieth of February for the first of March.
        Dialect::Sqlite => {
            let date = format!("date(printf('%04d-%02d-%02d', {year}, {month}, {day}))");
            format!("CASE WHEN {year} > 0 AND CAST(strftime('%d', {date}) AS INTEGER) = {day} THEN {date} END")
        }
        // One CASE in the other: a day is only made of a month that there is.
        Dialect::Postgres => {
            let first = format!("make_date(({year})::int, ({month})::int, 1)");
            let last = format!("EXTRACT(DAY FROM {first} + INTERVAL '1 month' - INTERVAL '1 day')");
            let date = format!("make_date(({year})::int, ({month})::int, ({day})::int)");
            let within = format!("{year} > 0 AND {month} BETWEEN 1 AND 12 AND {day} >= 1");
            format!("CASE WHEN {within} THEN CASE WHEN {day} <= {last} THEN {date} END END")
        }
        Dialect::Duckdb => {
            let whole_of = |part: &str| match whole {
                true => part.to_owned(),
                false => format!("CAST({part} AS BIGINT)"),
            };
            let [y, m, d] = [year, month, day].map(whole_of);
            format!("TRY_CAST(concat_ws('-', {y}, {m}, {d}) AS DATE)")
        }
    }
}

//! Days told from today: "30 days ago", "the start of last month".
//!
//! In: a unit, how many of them back, how a column keeps dates. Out: SQL that the engine works out on its own clock, so
//! that a saved query stays right tomorrow.

use askwell_contract::Dialect;

use super::Stored;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unit {
    Day,
    Week,
    Month,
    Quarter,
    Year,
}

/// The day that lies `back` units before today; `whole`: the first day of the unit that it lies in.
pub fn ago(unit: Unit, back: u32, whole: bool, stored: Stored, dialect: Dialect) -> Option<String> {
    let day = match dialect {
        Dialect::Sqlite => sqlite(unit, back, whole),
        Dialect::Duckdb | Dialect::Postgres => others(unit, back, whole, dialect),
    };
    Some(match (stored, dialect) {
        (Stored::Slash, _) => return None,
        (Stored::Native | Stored::Iso, Dialect::Sqlite) | (Stored::Native, _) => day,
        (Stored::Iso, _) => format!("CAST({day} AS VARCHAR)"),
        (Stored::Compact, Dialect::Sqlite) => format!("CAST(replace({day}, '-', '') AS INTEGER)"),
        (Stored::Compact, Dialect::Duckdb) => format!("CAST(strftime({day}, '%Y%m%d') AS INTEGER)"),
        (Stored::Compact, Dialect::Postgres) => format!("CAST(to_char({day}, 'YYYYMMDD') AS INTEGER)"),
        (Stored::Unix, Dialect::Sqlite) => format!("CAST(strftime('%s', {day}) AS INTEGER)"),
        (Stored::Unix, Dialect::Duckdb) => format!("epoch({day})"),
        (Stored::Unix, Dialect::Postgres) => format!("EXTRACT(EPOCH FROM {day})"),
        (Stored::Year, Dialect::Sqlite) => format!("CAST(substr({day}, 1, 4) AS INTEGER)"),
        (Stored::Year, Dialect::Duckdb) => format!("year({day})"),
        (Stored::Year, Dialect::Postgres) => format!("CAST(EXTRACT(YEAR FROM {day}) AS INTEGER)"),
    })
}

fn sqlite(unit: Unit, back: u32, whole: bool) -> String {
    let start = match unit {
        Unit::Day => "",
        // Monday.
        Unit::Week => ", 'weekday 0', '-6 days'",
        Unit::Month => ", 'start of month'",
        Unit::Quarter => ", 'start of month', '-' || ((strftime('%m', 'now') - 1) % 3) || ' months'",
        Unit::Year => ", 'start of year'",
    };
    let (number, word) = match unit {
        Unit::Day => (back, "days"),
        Unit::Week => (7 * back, "days"),
        Unit::Month => (back, "months"),
        Unit::Quarter => (3 * back, "months"),
        Unit::Year => (back, "years"),
    };
    let start = if whole { start } else { "" };
    match number {
        0 => format!("date('now'{start})"),
        n => format!("date('now'{start}, '-{n} {word}')"),
    }
}

fn others(unit: Unit, back: u32, whole: bool, dialect: Dialect) -> String {
    let word = match unit {
        Unit::Day => "day",
        Unit::Week => "week",
        Unit::Month => "month",
        Unit::Quarter => "quarter",
        Unit::Year => "year",
    };
    let from = match whole && unit != Unit::Day {
        true => format!("date_trunc('{word}', CURRENT_DATE)"),
        false => "CURRENT_DATE".to_owned(),
    };
    if back == 0 && from == "CURRENT_DATE" {
        return from;
    }
    // PostgreSQL knows no interval of quarters.
    let (number, word) = match unit {
        Unit::Quarter => (3 * back, "month"),
        _ => (back, word),
    };
    let step = match (number, dialect) {
        (0, _) => String::new(),
        (n, Dialect::Postgres) => format!(" - INTERVAL '{n} {word}'"),
        (n, _) => format!(" - INTERVAL {n} {}", word.to_uppercase()),
    };
    format!("CAST({from}{step} AS DATE)")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_way_of_storing_gets_a_day_that_may_run() {
        let units = [Unit::Day, Unit::Week, Unit::Month, Unit::Quarter, Unit::Year];
        let ways = [
            Stored::Native,
            Stored::Iso,
            Stored::Slash,
            Stored::Compact,
            Stored::Unix,
            Stored::Year,
        ];
        let mut made = 0;
        for dialect in [Dialect::Sqlite, Dialect::Duckdb, Dialect::Postgres] {
            for (unit, way) in units.iter().flat_map(|u| ways.iter().map(move |w| (*u, *w))) {
                for (back, whole) in [(0, true), (0, false), (3, true), (3, false)] {
                    let Some(sql) = ago(unit, back, whole, way, dialect) else {
                        assert_eq!(way, Stored::Slash);
                        continue;
                    };
                    let statement = format!("SELECT 1 FROM t WHERE d >= {sql}");
                    assert_eq!(crate::guard::check(&statement, dialect), Ok(()), "{statement}");
                    made += 1;
                }
            }
        }
        assert_eq!(made, 3 * 5 * 5 * 4);
    }

    #[test]
    fn it_is_written_in_the_engines_words() {
        let sql = |d| ago(Unit::Month, 1, true, Stored::Native, d).unwrap();
        assert_eq!(sql(Dialect::Sqlite), "date('now', 'start of month', '-1 months')");
        assert_eq!(
            sql(Dialect::Duckdb),
            "CAST(date_trunc('month', CURRENT_DATE) - INTERVAL 1 MONTH AS DATE)"
        );
        assert_eq!(
            sql(Dialect::Postgres),
            "CAST(date_trunc('month', CURRENT_DATE) - INTERVAL '1 month' AS DATE)"
        );
    }
}

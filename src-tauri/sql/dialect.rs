//! How each engine writes things: names, texts, dates.
//!
//! In: names and values as they are. Out: SQL text of one dialect. Deliberately absent: whole statements.

use askwell_contract::profile::Disguise;
use askwell_contract::time::WeekStart;
use askwell_contract::{Dialect, Table, TypeKind};
use sqlparser::ast::Ident;

mod words;

/// A name as SQL text, quoted only where it must be.
pub fn ident(name: &str, dialect: Dialect) -> String {
    let mut chars = name.chars();
    let plain = chars.next().is_some_and(|c| c.is_ascii_alphabetic() || c == '_')
        && chars.all(|c| c.is_ascii_alphanumeric() || c == '_');
    // PostgreSQL folds unquoted names to lower case; the other two compare names without case.
    let folded = dialect == Dialect::Postgres && name.chars().any(|c| c.is_ascii_uppercase());
    if plain && !folded && !words::is_reserved(name) {
        name.to_string()
    } else {
        format!("\"{}\"", name.replace('"', "\"\""))
    }
}

/// The same, as a part of a tree.
pub fn named(name: &str, dialect: Dialect) -> Ident {
    match ident(name, dialect).starts_with('"') {
        true => Ident::with_quote('"', name),
        false => Ident::new(name),
    }
}

/// A table's name as SQL text, its schema in front where the catalog says that it is needed.
pub fn table(table: &Table, dialect: Dialect) -> String {
    let qualified = table.schema.as_deref().and_then(|schema| {
        let rest = table.name.strip_prefix(schema)?.strip_prefix('.')?;
        Some(format!("{}.{}", ident(schema, dialect), ident(rest, dialect)))
    });
    qualified.unwrap_or_else(|| ident(&table.name, dialect))
}

/// A text literal.
pub fn text(value: &str) -> String {
    format!("'{}'", value.replace('\'', "''"))
}

/// How a column keeps its dates.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stored {
    /// DATE or TIMESTAMP of the engine; in SQLite the same as `Iso`.
    Native,
    /// Text `YYYY-MM-DD`, perhaps with a time behind it.
    Iso,
    /// Text `DD/MM/YYYY` or `MM/DD/YYYY`: which of the two is unknown, so only the year can be read.
    Slash,
    /// Integer `YYYYMMDD`.
    Compact,
    /// Seconds since 1970 UTC.
    Unix,
    /// Integer year.
    Year,
}

/// How a column of this type and these disguises keeps dates; `None`: it keeps none.
pub fn stored(kind: TypeKind, disguises: &[Disguise]) -> Option<Stored> {
    let disguised = disguises.iter().find_map(|d| match d {
        Disguise::IsoDate => Some(Stored::Iso),
        Disguise::SlashDate => Some(Stored::Slash),
        Disguise::CompactDate => Some(Stored::Compact),
        Disguise::UnixSeconds => Some(Stored::Unix),
        Disguise::Year => Some(Stored::Year),
        _ => None,
    });
    disguised.or(kind.is_time().then_some(Stored::Native))
}

/// A part of a date, as an integer. `Weekday` counts from 0, Sunday, in every dialect.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DatePart {
    Year,
    Quarter,
    Month,
    Day,
    Weekday,
}

/// A stretch of time, as text that sorts: `2024`, `2024-Q1`, `2024-02`, the first day of a week, `2024-02-29`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Period {
    Year,
    Quarter,
    Month,
    Week(WeekStart),
    Day,
}

/// SQL for a part of the date in `expr`; `None` where this way of storing does not hold that part.
pub fn date_part(part: DatePart, expr: &str, stored: Stored, dialect: Dialect) -> Option<String> {
    match stored {
        Stored::Year => (part == DatePart::Year).then(|| expr.to_string()),
        Stored::Slash => (part == DatePart::Year).then(|| match dialect {
            Dialect::Sqlite => format!("CAST(substr({expr}, -4) AS INTEGER)"),
            Dialect::Duckdb | Dialect::Postgres => format!("CAST(right({expr}, 4) AS INTEGER)"),
        }),
        Stored::Compact if part != DatePart::Weekday => Some(compact_part(part, expr, dialect)),
        _ => {
            let date = as_date(expr, stored, dialect)?;
            Some(match dialect {
                Dialect::Sqlite => sqlite_part(part, expr, stored, &date),
                Dialect::Duckdb => match part {
                    DatePart::Year => format!("year({date})"),
                    DatePart::Quarter => format!("quarter({date})"),
                    DatePart::Month => format!("month({date})"),
                    DatePart::Day => format!("day({date})"),
                    DatePart::Weekday => format!("dayofweek({date})"),
                },
                Dialect::Postgres => {
                    let field = match part {
                        DatePart::Year => "YEAR",
                        DatePart::Quarter => "QUARTER",
                        DatePart::Month => "MONTH",
                        DatePart::Day => "DAY",
                        DatePart::Weekday => "DOW",
                    };
                    format!("CAST(EXTRACT({field} FROM {date}) AS INTEGER)")
                }
            })
        }
    }
}

/// SQL for the date in `expr` as the engine's own date (ISO text in SQLite).
pub fn as_date(expr: &str, stored: Stored, dialect: Dialect) -> Option<String> {
    match (stored, dialect) {
        (Stored::Year | Stored::Slash, _) => None,
        (Stored::Native | Stored::Iso, Dialect::Sqlite) => Some(format!("date({expr})")),
        (Stored::Native, _) => Some(expr.to_string()),
        (Stored::Iso, Dialect::Duckdb) => Some(format!("TRY_CAST(left({expr}, 10) AS DATE)")),
        (Stored::Iso, Dialect::Postgres) => Some(format!("CAST(left({expr}, 10) AS DATE)")),
        (Stored::Compact, Dialect::Sqlite) => Some(format!(
            "printf('%04d-%02d-%02d', {expr} / 10000, {expr} / 100 % 100, {expr} % 100)"
        )),
        (Stored::Compact, Dialect::Duckdb) => {
            Some(format!("make_date({expr} // 10000, {expr} // 100 % 100, {expr} % 100)"))
        }
        // Its `make_date` takes no integer of 8 bytes.
        (Stored::Compact, Dialect::Postgres) => Some(format!("to_date(CAST({expr} AS TEXT), 'YYYYMMDD')")),
        (Stored::Unix, Dialect::Sqlite) => Some(format!("date({expr}, 'unixepoch')")),
        // `to_timestamp` of DuckDB depends on the session's time zone; microseconds do not.
        (Stored::Unix, Dialect::Duckdb) => Some(format!("make_timestamp({expr} * 1000000)")),
        (Stored::Unix, Dialect::Postgres) => Some(format!("to_timestamp({expr}) AT TIME ZONE 'UTC'")),
    }
}

/// SQL for the stretch of time that `expr` lies in, as text that sorts.
pub fn period(period: Period, expr: &str, stored: Stored, dialect: Dialect) -> Option<String> {
    if period == Period::Year {
        let year = date_part(DatePart::Year, expr, stored, dialect)?;
        return Some(format!(
            "CAST({year} AS {})",
            if dialect == Dialect::Duckdb { "VARCHAR" } else { "TEXT" }
        ));
    }
    let date = as_date(expr, stored, dialect)?;
    let format = |pattern: &str| match dialect {
        Dialect::Sqlite => format!("strftime('{pattern}', {date})"),
        Dialect::Duckdb => format!("strftime({date}, '{pattern}')"),
        Dialect::Postgres => {
            let pattern = pattern.replace("%Y", "YYYY").replace("%m", "MM").replace("%d", "DD");
            format!("to_char({date}, '{pattern}')")
        }
    };
    Some(match period {
        Period::Quarter => {
            let quarter = date_part(DatePart::Quarter, expr, stored, dialect)?;
            format!("{} || '-Q' || {quarter}", format("%Y"))
        }
        Period::Month => format("%Y-%m"),
        Period::Week(begins) => {
            // The last day of a week as SQLite counts, and the days before Monday that it begins.
            let (last, early) = match begins {
                WeekStart::Monday => (0, 0),
                WeekStart::Sunday => (6, 1),
                WeekStart::Saturday => (5, 2),
            };
            match dialect {
                Dialect::Sqlite => format!("date({date}, 'weekday {last}', '-6 days')"),
                _ if early == 0 => format!("CAST(date_trunc('week', {date}) AS DATE)"),
                Dialect::Duckdb => {
                    format!("CAST(date_trunc('week', {date} + INTERVAL {early} DAY) - INTERVAL {early} DAY AS DATE)")
                }
                Dialect::Postgres => format!(
                    "CAST(date_trunc('week', {date} + INTERVAL '{early} day') - INTERVAL '{early} day' AS DATE)"
                ),
            }
        }
        Period::Day | Period::Year => format("%Y-%m-%d"),
    })
}

/// The same part of the fiscal year that the date in `expr` lies in. It begins with the month `begins`, 1 to 12, and is
/// named after the year it ends in.
pub fn fiscal_part(part: DatePart, begins: u32, expr: &str, stored: Stored, dialect: Dialect) -> Option<String> {
    let on = (13 - begins.clamp(1, 12)) % 12;
    if on == 0 {
        return date_part(part, expr, stored, dialect);
    }
    let date = as_date(expr, stored, dialect)?;
    let moved = match dialect {
        // From the first of the month, as it has no 31 February but 2 March.
        Dialect::Sqlite => format!("date({date}, 'start of month', '+{on} months')"),
        Dialect::Duckdb => format!("({date} + INTERVAL {on} MONTH)"),
        Dialect::Postgres => format!("({date} + INTERVAL '{on} month')"),
    };
    date_part(part, &moved, Stored::Native, dialect)
}

/// The day `iso` (`YYYY-MM-DD`) as a literal that compares rightly with a column stored so.
pub fn date_literal(iso: &str, stored: Stored, dialect: Dialect) -> Option<String> {
    match stored {
        Stored::Native if dialect != Dialect::Sqlite => Some(format!("DATE {}", text(iso))),
        Stored::Native | Stored::Iso => Some(text(iso)),
        Stored::Compact => Some(iso.replace('-', "")),
        Stored::Unix => Some(match dialect {
            Dialect::Sqlite => format!("CAST(strftime('%s', {}) AS INTEGER)", text(iso)),
            Dialect::Duckdb => format!("epoch(DATE {})", text(iso)),
            Dialect::Postgres => format!("EXTRACT(EPOCH FROM DATE {})", text(iso)),
        }),
        Stored::Year => iso.get(..4).map(str::to_string),
        Stored::Slash => None,
    }
}

fn compact_part(part: DatePart, expr: &str, dialect: Dialect) -> String {
    let div = if dialect == Dialect::Duckdb { "//" } else { "/" };
    match part {
        DatePart::Year => format!("{expr} {div} 10000"),
        DatePart::Month => format!("{expr} {div} 100 % 100"),
        DatePart::Day => format!("{expr} % 100"),
        DatePart::Quarter | DatePart::Weekday => format!("({expr} {div} 100 % 100 + 2) {div} 3"),
    }
}

fn sqlite_part(part: DatePart, expr: &str, stored: Stored, date: &str) -> String {
    let (value, extra) = match stored {
        Stored::Unix => (expr, ", 'unixepoch'"),
        Stored::Compact => (date, ""),
        _ => (expr, ""),
    };
    let field = |f: &str| format!("CAST(strftime('{f}', {value}{extra}) AS INTEGER)");
    match part {
        DatePart::Year => field("%Y"),
        DatePart::Month => field("%m"),
        DatePart::Day => field("%d"),
        DatePart::Weekday => field("%w"),
        DatePart::Quarter => format!("({} + 2) / 3", field("%m")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_quoted_only_where_they_must_be() {
        let name = |n| ident(n, Dialect::Sqlite);
        assert_eq!(name("customers"), "customers");
        assert_eq!(name("CustomerId"), "CustomerId");
        assert_eq!(name("select"), "\"select\"");
        assert_eq!(name("Order"), "\"Order\"");
        assert_eq!(name("2024"), "\"2024\"");
        assert_eq!(name("unit price"), "\"unit price\"");
        assert_eq!(name("say \"hi\""), "\"say \"\"hi\"\"\"");
        assert_eq!(name("🍎"), "\"🍎\"");
        assert_eq!(name("שם"), "\"שם\"");
        assert_eq!(name(""), "\"\"");
        assert_eq!(ident("CustomerId", Dialect::Postgres), "\"CustomerId\"");
        assert_eq!(ident("customer_id", Dialect::Postgres), "customer_id");
    }

    #[test]
    fn a_schema_is_quoted_apart_from_its_table() {
        let mut t = Table {
            name: "my stats.order".into(),
            schema: Some("my stats".into()),
            kind: askwell_contract::TableKind::Table,
            columns: vec![],
            primary_key: vec![],
            foreign_keys: vec![],
            unique: vec![],
            indexes: vec![],
            rows: None,
            comment: None,
            source: None,
        };
        assert_eq!(table(&t, Dialect::Duckdb), "\"my stats\".\"order\"");
        t.schema = Some("main".into());
        t.name = "a.b".into();
        assert_eq!(table(&t, Dialect::Duckdb), "\"a.b\"");
    }

    #[test]
    fn quotes_in_texts_are_doubled() {
        assert_eq!(text("O'Brien"), "'O''Brien'");
        assert_eq!(text(""), "''");
    }

    #[test]
    fn every_date_expression_parses_and_passes_the_guard() {
        let dialects = [Dialect::Sqlite, Dialect::Duckdb, Dialect::Postgres];
        let ways = [
            Stored::Native,
            Stored::Iso,
            Stored::Slash,
            Stored::Compact,
            Stored::Unix,
            Stored::Year,
        ];
        let parts = [
            DatePart::Year,
            DatePart::Quarter,
            DatePart::Month,
            DatePart::Day,
            DatePart::Weekday,
        ];
        let periods = [
            Period::Year,
            Period::Quarter,
            Period::Month,
            Period::Week(WeekStart::Sunday),
            Period::Day,
        ];
        let mut made = 0;
        for dialect in dialects {
            for way in ways {
                let mut all: Vec<Option<String>> = parts.iter().map(|p| date_part(*p, "t.d", way, dialect)).collect();
                all.extend(periods.iter().map(|p| period(*p, "t.d", way, dialect)));
                all.push(date_literal("2024-02-29", way, dialect));
                all.extend(parts.iter().map(|p| fiscal_part(*p, 7, "t.d", way, dialect)));
                for sql in all.into_iter().flatten() {
                    let statement = format!("SELECT {sql} FROM t");
                    assert_eq!(crate::guard::check(&statement, dialect), Ok(()), "{statement}");
                    made += 1;
                }
            }
        }
        assert!(made > 100, "{made}");
    }

    #[test]
    fn a_column_without_dates_has_none() {
        assert_eq!(stored(TypeKind::Text, &[]), None);
        assert_eq!(stored(TypeKind::Text, &[Disguise::IsoDate]), Some(Stored::Iso));
        assert_eq!(stored(TypeKind::Integer, &[Disguise::UnixSeconds]), Some(Stored::Unix));
        assert_eq!(stored(TypeKind::Date, &[]), Some(Stored::Native));
        assert_eq!(date_part(DatePart::Month, "y", Stored::Year, Dialect::Sqlite), None);
    }
}

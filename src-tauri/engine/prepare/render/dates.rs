//! How dates are written that are texts: for a reader, and for the engine that has to read them.
//!
//! In: the formats of a column, the dialect. Out: words. Deliberately absent: what the texts are (`profile/view`).

use askwell_contract::view::{DateFormat, DateMark, DateOrder, Stretch};
use askwell_contract::Dialect;

/// A part of a date.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Piece {
    Year,
    Month,
    Name,
    Day,
    Quarter,
}

/// As people write a format down, and PostgreSQL, too: `MM/DD/YYYY`.
pub fn form(format: &DateFormat) -> String {
    let time = if format.timed { " with a time" } else { "" };
    format!(
        "{}{time}",
        written(format, |piece| match piece {
            Piece::Year if format.short_year => "YY",
            Piece::Year => "YYYY",
            Piece::Month => "MM",
            Piece::Name => "Mon",
            Piece::Day => "DD",
            Piece::Quarter => "QN",
        })
    )
}

/// The function that reads such texts, with its codes; empty where there is none, or a cast reads them.
pub fn read_by(column: &str, formats: &[DateFormat], dialect: Dialect) -> String {
    let plain = |f: &DateFormat| !f.timed && f.order.stretch() != Stretch::Quarter;
    // A cast reads what ISO 8601 writes.
    let cast = |f: &DateFormat| f.order == DateOrder::Iso;
    if !formats.iter().all(plain) || formats.iter().all(cast) {
        return String::new();
    }
    let list = |codes: Vec<String>| {
        let codes: Vec<String> = codes.into_iter().map(|code| format!("'{code}'")).collect();
        codes.join(", ")
    };
    match dialect {
        Dialect::Sqlite => String::new(),
        Dialect::Duckdb => {
            format!(
                ": try_strptime({column}, [{}])",
                list(formats.iter().flat_map(percent).collect())
            )
        }
        Dialect::Postgres => match formats {
            [only] => format!(": to_date({column}, {})", list(vec![form(only)])),
            several => format!(
                ": to_date({column}, ...) by the form of the text, with {}",
                list(several.iter().map(form).collect())
            ),
        },
    }
}

/// Codes of DuckDB. Names of months are short or whole, and a comma may stand before the year.
fn percent(format: &DateFormat) -> Vec<String> {
    let coded = |name: &'static str, day: &'static str| {
        written(format, |piece| match piece {
            Piece::Year if format.short_year => "%y",
            Piece::Year => "%Y",
            Piece::Month => "%m",
            Piece::Name => name,
            Piece::Day => day,
            Piece::Quarter => "",
        })
    };
    let days: &[&'static str] = match format.order {
        DateOrder::NameThenDay => &["%d", "%d,"],
        _ => &["%d"],
    };
    let names: &[&'static str] = match pieces(format.order).contains(&Piece::Name) {
        true => &["%b", "%B"],
        false => &[""],
    };
    let mut out = Vec::new();
    for day in days.iter().copied() {
        out.extend(names.iter().copied().map(|name| coded(name, day)));
    }
    out
}

/// Whether the texts are in the order of their days.
pub fn in_order(formats: &[DateFormat]) -> bool {
    formats.iter().all(|f| f.order == DateOrder::Iso)
}

fn written(format: &DateFormat, code: impl Fn(Piece) -> &'static str) -> String {
    let mark = format.mark.sign().to_string();
    let parts: Vec<&str> = pieces(format.order).iter().map(|piece| code(*piece)).collect();
    match format.order {
        // Its mark is a space, whatever is written.
        DateOrder::YearQuarter | DateOrder::QuarterYear => parts.join(&DateMark::Space.sign().to_string()),
        _ => parts.join(&mark),
    }
}

fn pieces(order: DateOrder) -> &'static [Piece] {
    use Piece::{Day, Month, Name, Quarter, Year};
    match order {
        DateOrder::Iso | DateOrder::YearFirst => &[Year, Month, Day],
        DateOrder::YearMonth => &[Year, Month],
        DateOrder::DayFirst => &[Day, Month, Year],
        DateOrder::MonthFirst => &[Month, Day, Year],
        DateOrder::DayThenName => &[Day, Name, Year],
        DateOrder::NameThenDay => &[Name, Day, Year],
        DateOrder::MonthYear => &[Month, Year],
        DateOrder::NameThenYear => &[Name, Year],
        DateOrder::YearQuarter => &[Year, Quarter],
        DateOrder::QuarterYear => &[Quarter, Year],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn format(order: DateOrder, mark: DateMark) -> DateFormat {
        DateFormat {
            order,
            mark,
            short_year: false,
            timed: false,
        }
    }

    #[test]
    fn each_engine_is_told_its_own_codes() {
        let us = format(DateOrder::MonthFirst, DateMark::Slash);
        let iso = format(DateOrder::Iso, DateMark::Dash);
        let named = format(DateOrder::NameThenDay, DateMark::Space);
        assert_eq!(form(&named), "Mon DD YYYY");
        assert_eq!(
            read_by("x", &[us, iso], Dialect::Duckdb),
            ": try_strptime(x, ['%m/%d/%Y', '%Y-%m-%d'])"
        );
        assert_eq!(
            read_by("x", &[named], Dialect::Duckdb),
            ": try_strptime(x, ['%b %d %Y', '%B %d %Y', '%b %d, %Y', '%B %d, %Y'])"
        );
        assert_eq!(read_by("x", &[named], Dialect::Postgres), ": to_date(x, 'Mon DD YYYY')");
        assert!(read_by("x", &[us, iso], Dialect::Postgres).contains("'MM/DD/YYYY', 'YYYY-MM-DD'"));
        assert_eq!(read_by("x", &[us], Dialect::Sqlite), "");
        for dialect in [Dialect::Duckdb, Dialect::Postgres] {
            assert_eq!(read_by("x", &[iso], dialect), "", "a cast reads it");
            let timed = DateFormat { timed: true, ..us };
            assert_eq!(
                read_by("x", &[us, timed], dialect),
                "",
                "no list of codes reads all of them"
            );
        }
    }
}

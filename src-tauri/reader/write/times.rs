//! Days and stretches of time as SQL.

use askwell_contract::profile::Disguise;
use askwell_contract::{Dialect, TypeKind};
use askwell_sql::dialect::{self, DatePart, Stored};

use super::{period_of, stored, stored_part, Writer};
use crate::known::Col;
use crate::query::Part;

impl Writer<'_> {
    pub(super) fn part(&self, part: Part, c: Col, alone: bool) -> Option<String> {
        let kept = stored(self.known, c)?;
        let text = self.column(c, alone);
        let dialect = self.known.dialect;
        if part == Part::Decade {
            let year = dialect::date_part(DatePart::Year, &text, kept, dialect)?;
            return Some(format!("({year} - {year} % 10)"));
        }
        if part == Part::Weekend {
            let day = dialect::date_part(DatePart::Weekday, &text, kept, dialect)?;
            return Some(format!("CASE WHEN {day} IN (0, 6) THEN 'weekend' ELSE 'weekday' END"));
        }
        if part == Part::Hour && self.known.column(c).days_only {
            return None;
        }
        // What is read of a text as its day has lost the hour.
        if part == Part::Hour && self.known.column(c).view_is_day {
            let raw = self.raw(c, alone);
            return match dialect {
                _ if !self.known.column(c).disguises.contains(&Disguise::IsoDate) => None,
                Dialect::Sqlite => Some(format!("CAST(strftime('%H', trim({raw})) AS INTEGER)")),
                Dialect::Duckdb => Some(format!("hour(TRY_CAST({raw} AS TIMESTAMP))")),
                Dialect::Postgres => None,
            };
        }
        if part == Part::Hour {
            return match (dialect, kept) {
                (Dialect::Sqlite, Stored::Unix) => {
                    Some(format!("CAST(strftime('%H', {text}, 'unixepoch') AS INTEGER)"))
                }
                (Dialect::Sqlite, Stored::Native | Stored::Iso) => {
                    Some(format!("CAST(strftime('%H', {text}) AS INTEGER)"))
                }
                (Dialect::Duckdb, Stored::Native) => Some(format!("hour({text})")),
                (Dialect::Postgres, Stored::Native) => Some(format!("CAST(EXTRACT(HOUR FROM {text}) AS INTEGER)")),
                _ => None,
            };
        }
        match (stored_part(part), period_of(part)) {
            (Some(part), _) => dialect::date_part(part, &text, kept, dialect),
            (_, Some(period)) => dialect::period(period, &text, kept, dialect),
            _ => None,
        }
    }

    /// A day of the column lies within; either end may be open, both are meant with their whole day.
    pub(super) fn within(&self, c: Col, from: Option<&str>, to: Option<&str>, alone: bool) -> Option<String> {
        let kept = stored(self.known, c)?;
        let text = self.column(c, alone);
        let dialect = self.known.dialect;
        let year = |iso: &str| iso.get(..4).map(str::to_owned);
        let whole = from.is_none_or(|f| f.ends_with("-01-01")) && to.is_none_or(|t| t.ends_with("-12-31"));
        let (left, low, high) = match kept {
            Stored::Year | Stored::Slash => {
                if !whole {
                    return None;
                }
                let left = dialect::date_part(DatePart::Year, &text, kept, dialect)?;
                (left, from.and_then(year), to.and_then(year))
            }
            Stored::Compact | Stored::Unix if kept == Stored::Compact => {
                let literal = |iso: &str| dialect::date_literal(iso, kept, dialect);
                (text, from.and_then(literal), to.and_then(literal))
            }
            _ => {
                let date = dialect::as_date(&text, kept, dialect)?;
                let literal = |iso: &str| match dialect {
                    Dialect::Sqlite => dialect::text(iso),
                    _ => format!("DATE {}", dialect::text(iso)),
                };
                let day = match dialect {
                    Dialect::Sqlite => date,
                    _ => format!("CAST({date} AS DATE)"),
                };
                (day, from.map(literal), to.map(literal))
            }
        };
        Some(match (low, high) {
            (Some(low), Some(high)) if low == high => format!("{left} = {low}"),
            (Some(low), Some(high)) => format!("{left} BETWEEN {low} AND {high}"),
            (Some(low), None) => format!("{left} >= {low}"),
            (None, Some(high)) => format!("{left} <= {high}"),
            (None, None) => return None,
        })
    }

    pub(super) fn days(&self, a: Col, b: Col, alone: bool) -> Option<String> {
        let day = |c: Col| {
            let date = dialect::as_date(&self.column(c, alone), stored(self.known, c)?, self.known.dialect)?;
            Some(match self.known.dialect {
                Dialect::Sqlite => format!("julianday({date})"),
                _ => format!("CAST({date} AS DATE)"),
            })
        };
        Some(format!("({} - {})", day(b)?, day(a)?))
    }

    /// Years from the column's day to another one. A year is whole on the day of the month it began on.
    pub(super) fn age(&self, c: Col, on: &str, whole: bool, alone: bool) -> Option<String> {
        let dialect = self.known.dialect;
        let date = dialect::as_date(&self.column(c, alone), stored(self.known, c)?, dialect)?;
        let (year, month, day) = (on.get(..4)?, on.get(5..7)?, on.get(8..10)?);
        Some(match (dialect, whole) {
            (Dialect::Sqlite, true) => {
                format!("({year} - CAST(strftime('%Y', {date}) AS INTEGER) - (strftime('%m-%d', {date}) > '{month}-{day}'))")
            }
            (Dialect::Sqlite, false) => format!("((julianday('{on}') - julianday({date})) / 365.25)"),
            (_, true) => {
                let part = |name: &str| format!("EXTRACT({name} FROM CAST({date} AS DATE))");
                format!(
                    "({year} - {} - CASE WHEN {} * 100 + {} > {month}{day} THEN 1 ELSE 0 END)",
                    part("YEAR"),
                    part("MONTH"),
                    part("DAY")
                )
            }
            (_, false) => format!("((DATE '{on}' - CAST({date} AS DATE)) / 365.25)"),
        })
    }

    /// Of columns that keep the time of day.
    pub(super) fn hours(&self, a: Col, b: Col, alone: bool) -> Option<String> {
        let (from, to) = (self.raw(a, alone), self.raw(b, alone));
        let native = |c: Col| self.known.column(c).kind != TypeKind::Text && self.known.column(c).view.is_none();
        Some(
            match (stored(self.known, a)?, stored(self.known, b)?, self.known.dialect) {
                (Stored::Unix, Stored::Unix, _) => format!("(({to} - {from}) / 3600.0)"),
                (Stored::Native | Stored::Iso, Stored::Native | Stored::Iso, Dialect::Sqlite) => {
                    format!("((julianday({to}) - julianday({from})) * 24)")
                }
                (_, _, Dialect::Duckdb | Dialect::Postgres) if native(a) && native(b) => {
                    format!("(EXTRACT(EPOCH FROM (CAST({to} AS TIMESTAMP) - CAST({from} AS TIMESTAMP))) / 3600.0)")
                }
                _ => return None,
            },
        )
    }
}

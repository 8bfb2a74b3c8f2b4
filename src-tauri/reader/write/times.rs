//! Days and stretches of time as SQL.

use askwell_contract::profile::Disguise;
use askwell_contract::view::Stretch;
use askwell_contract::{Dialect, TypeKind};
use askwell_sql::dialect::{self, DatePart, Stored};

use super::{period_of, stored, stored_part, Writer};
use crate::known::Col;
use crate::query::{Agg, Expr, Op, Part, Query};

/// Days of a month that are not yet the month.
const WEEK: u32 = 7;

impl Writer<'_> {
    pub(super) fn part(&self, part: Part, c: Col, alone: bool) -> Option<String> {
        if let Some(minutes) = self.minutes(c, alone).filter(|_| part == Part::Hour) {
            return Some(match self.known.dialect {
                Dialect::Duckdb => format!("(({minutes}) // 60)"),
                _ => format!("(({minutes}) / 60)"),
            });
        }
        let kept = stored(self.known, c)?;
        let text = self.column(c, alone);
        let dialect = self.known.dialect;
        if is_within(part, self.known.column(c).stretch) {
            return None;
        }
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
        if from
            .zip(to)
            .is_some_and(|(from, to)| is_short(from, to, self.known.column(c).stretch))
        {
            return None;
        }
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
        // Between two months lies no number of days.
        if [a, b].iter().any(|c| self.known.column(*c).stretch != Stretch::Day) {
            return None;
        }
        let day = |c: Col| {
            let date = dialect::as_date(&self.column(c, alone), stored(self.known, c)?, self.known.dialect)?;
            Some(match self.known.dialect {
                Dialect::Sqlite => format!("julianday({date})"),
                _ => format!("CAST({date} AS DATE)"),
            })
        };
        let whole = format!("({} - {})", day(b)?, day(a)?);
        // Three days and a half, where the texts tell the time of day.
        Some(match (self.minutes(a, alone), self.minutes(b, alone)) {
            (Some(start), Some(end)) => {
                format!("({whole} + (COALESCE({end}, 0) - COALESCE({start}, 0)) / 1440.0)")
            }
            _ => whole,
        })
    }

    /// Whether a column's texts tell the time of day beside the day.
    pub(super) fn tells_moments(&self, c: Col) -> bool {
        let column = self.known.column(c);
        column.is_time() && column.view_is_day && !column.days_only
    }

    fn is_iso(&self, c: Col) -> bool {
        self.known.column(c).disguises.contains(&Disguise::IsoDate)
    }

    /// A column's moments, where their order is known; what only stands there for no day is none.
    fn moment(&self, c: Col, alone: bool) -> Option<String> {
        if !self.tells_moments(c) || !self.is_iso(c) {
            return None;
        }
        let raw = self.raw(c, alone);
        match self.known.dialect {
            Dialect::Sqlite => {
                let text = format!("trim({raw})");
                Some(format!(
                    "CASE WHEN date(substr({text}, 1, 10)) IS NOT NULL THEN {text} END"
                ))
            }
            Dialect::Duckdb => Some(format!("TRY_CAST({raw} AS TIMESTAMP)")),
            Dialect::Postgres => None,
        }
    }

    /// The first or the last of a column's moments, with its time of day.
    pub(super) fn first_or_last(&self, e: &Expr, alone: bool) -> Option<String> {
        let Expr::Agg { agg, of, .. } = e else { return None };
        match (agg, &**of) {
            (Agg::Max, Expr::Col(c)) => Some(format!("MAX({})", self.moment(*c, alone)?)),
            (Agg::Min, Expr::Col(c)) => Some(format!("MIN({})", self.moment(*c, alone)?)),
            _ => None,
        }
    }

    /// What rows are sorted by that are sorted by a moment: of one day the last is the latest.
    pub(super) fn sorted_moment(&self, e: &Expr, q: &Query, alone: bool) -> Option<String> {
        let listed = q.group.is_empty() && !q.distinct && q.over.is_none();
        match e {
            Expr::Col(c) if listed => self.moment(*c, alone),
            e if q.over.is_none() => self.first_or_last(e, alone),
            _ => None,
        }
    }

    /// Whether one moment is before another, to the minute where both columns tell the time of day: what was due at five
    /// and came at six is late.
    pub(super) fn moments(&self, a: Col, op: Op, b: Col, alone: bool) -> Option<String> {
        if !self.tells_moments(a) || !self.tells_moments(b) {
            return None;
        }
        if self.is_iso(a) && self.is_iso(b) {
            let moment = |c: Col| match self.known.dialect {
                Dialect::Sqlite => Some(format!("julianday(trim({}))", self.raw(c, alone))),
                Dialect::Duckdb => Some(format!("TRY_CAST({} AS TIMESTAMP)", self.raw(c, alone))),
                Dialect::Postgres => None,
            };
            return Some(format!("{} {} {}", moment(a)?, op.sql(), moment(b)?));
        }
        (self.minutes(a, alone).is_some() && self.minutes(b, alone).is_some())
            .then(|| Some(format!("{} {} 0", self.days(b, a, alone)?, op.sql())))?
    }

    /// Years from the column's day to another one. A year is whole on the day of the month it began on.
    pub(super) fn age(&self, c: Col, on: &str, whole: bool, alone: bool) -> Option<String> {
        let dialect = self.known.dialect;
        if self.known.column(c).is_number() {
            return Some(format!("({} - {})", on.get(..4)?, self.column(c, alone)));
        }
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

    /// Minutes since midnight, of texts.
    fn minutes(&self, c: Col, alone: bool) -> Option<String> {
        let column = self.known.column(c);
        // What the engine reads as a day and a time by itself it reads to the second.
        let view = column
            .minutes_of_day
            .as_ref()
            .filter(|_| !column.disguises.contains(&Disguise::IsoDate))?;
        Some(view.replace("{}", &self.raw(c, alone)))
    }

    /// Of columns that keep the time of day. What ends before it begins ends on the next day.
    pub(super) fn hours(&self, a: Col, b: Col, alone: bool) -> Option<String> {
        if let (Some(start), Some(end)) = (self.minutes(a, alone), self.minutes(b, alone)) {
            if self.known.column(a).clock && self.known.column(b).clock {
                return Some(format!("(((({end}) - ({start}) + 1440) % 1440) / 60.0)"));
            }
            return Some(format!("({} * 24)", self.days(a, b, alone)?));
        }
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

/// Whether a part of the calendar is shorter than what a column's values name of it.
fn is_within(part: Part, stretch: Stretch) -> bool {
    let days = matches!(
        part,
        Part::Day | Part::Week(_) | Part::Weekday | Part::Weekend | Part::Hour
    );
    match stretch {
        Stretch::Day => false,
        Stretch::Month => days,
        Stretch::Quarter => days || matches!(part, Part::Month | Part::YearMonth),
    }
}

/// Whether no such stretch begins from one day on and has its best part before the other is over: "on 5 March", of months.
fn is_short(from: &str, to: &str, stretch: Stretch) -> bool {
    let months = match stretch {
        Stretch::Day => return false,
        Stretch::Month => 1,
        Stretch::Quarter => 3,
    };
    // Months since the year 0, and the day.
    let place = |iso: &str| {
        let mut parts = iso.split('-').filter_map(|p| p.parse::<u32>().ok());
        Some((parts.next()? * 12 + parts.next()? - 1, parts.next()?))
    };
    let (Some((from, day)), Some((to, last))) = (place(from), place(to)) else {
        return true;
    };
    let first = (from + u32::from(day > 1)).next_multiple_of(months);
    to < first || to == first && last <= WEEK
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::constructions::tests::{asked, shop};
    use crate::rank::Weights;

    /// Of all readings of a question, what their queries say, where the shop's days are told so.
    fn readings(question: &str, stretch: Stretch) -> Vec<String> {
        let mut known = shop();
        let columns = known.tables.iter_mut().flat_map(|t| &mut t.columns);
        columns.for_each(|c| c.stretch = stretch);
        let readings = crate::read(&known, &asked(question), Weights::learned());
        readings.into_iter().map(|r| r.sql).collect()
    }

    #[test]
    fn months_have_no_days_and_quarters_no_months() {
        let cut = |question: &str, form: &str, stretch: Stretch| {
            readings(question, stretch).iter().any(|sql| sql.contains(form))
        };
        for (question, form, shortest) in [
            ("orders per weekday", "'%w'", Stretch::Day),
            ("orders per month", "'%Y-%m'", Stretch::Month),
            ("orders per year", "'%Y'", Stretch::Quarter),
        ] {
            for stretch in [Stretch::Day, Stretch::Month, Stretch::Quarter] {
                assert_eq!(
                    cut(question, form, stretch),
                    stretch <= shortest,
                    "{question}, {stretch:?}"
                );
            }
        }
        let all = readings("orders per day", Stretch::Month);
        assert!(all.iter().all(|sql| !sql.contains("GROUP BY date(")), "{all:?}");
    }

    #[test]
    fn a_time_that_ends_before_a_stretch_has_begun_says_nothing_of_it() {
        for (from, to, stretch, short) in [
            ("2025-03-05", "2025-03-05", Stretch::Day, false),
            ("2025-03-05", "2025-03-05", Stretch::Month, true),
            ("2025-03-01", "2025-03-01", Stretch::Month, true),
            ("2025-03-01", "2025-03-31", Stretch::Month, false),
            ("2025-02-20", "2025-03-20", Stretch::Month, false),
            ("2025-12-24", "2025-12-31", Stretch::Month, true),
            ("2025-03-01", "2025-03-31", Stretch::Quarter, true),
            ("2025-04-01", "2025-06-30", Stretch::Quarter, false),
            ("2024-12-01", "2025-11-30", Stretch::Quarter, false),
        ] {
            assert_eq!(is_short(from, to, stretch), short, "{from} to {to}, {stretch:?}");
        }
    }
}

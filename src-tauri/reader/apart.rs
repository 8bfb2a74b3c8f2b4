//! Days kept apart: a column for the year, one for the month and one for the day of the month.
//!
//! In: a table. Out: the day as a column made of the three, which questions for weekdays, for weeks and for "since May 2013"
//! need. Deliberately absent: tables that keep a whole day as well.

use askwell_contract::{Dialect, TypeKind};
use askwell_sql::view::day_of_parts;

use crate::known::{Column, Role, Table};
use crate::link::{Meaning, Text};
use crate::query::{Cond, Expr, Part, Query};
use crate::read::Reading;

/// What the made column is called.
const DATE: &str = "date";

/// The whole day, and the place of the day of the month among the columns.
fn of(table: &Table, dialect: Dialect) -> Option<(Column, usize)> {
    let whole = |c: &Column| c.is_time() && !c.is_number() || c.words == [DATE];
    if table.columns.iter().any(whole) {
        return None;
    }
    let called = |names: &[&str], least: f64, most: f64| {
        let is = |c: &Column| {
            let within = c.min.zip(c.max).is_some_and(|(min, max)| least <= min && max <= most);
            let named = matches!(c.words.as_slice(), [one] if names.contains(&one.as_str()));
            named && within && c.kind.is_number() && c.told.is_none() && !c.is_made()
        };
        let mut found = (0..table.columns.len()).filter(|at| is(&table.columns[*at]));
        found.next().filter(|_| found.next().is_none())
    };
    let year = called(&["year", "yr"], 1000.0, 2100.0)?;
    let month = called(&["month", "mon", "mo"], 1.0, 12.0)?;
    let day = called(&["day", "dom", "mday"], 1.0, 31.0)?;
    let [y, m, d] = [year, month, day].map(|at| table.columns[at].written(at));
    let whole = [year, month, day]
        .iter()
        .all(|at| table.columns[*at].kind == TypeKind::Integer);
    let sql = day_of_parts(&y, &m, &d, whole, dialect);
    let of = |at: usize| &table.columns[at];
    let nulls = of(year).nulls.max(of(month).nulls).max(of(day).nulls);
    let made = Column {
        kind: TypeKind::Text,
        role: Role::Time,
        view_is_day: true,
        days_only: true,
        ..Column::made(DATE, table.rows, nulls, table.rows.min(of(year).distinct * 366), sql)
    };
    Some((made, day))
}

/// Where a year or a month of its own column says the same, the made date is not needed for it: "in 2014", "which month".
pub(crate) fn settle(text: &Text<'_>, readings: &mut Vec<Reading>) {
    let Some((made, _)) = text.known.all().find(|(_, c)| is_date(c)) else {
        return;
    };
    let called = |name: &str| {
        let mut named = text.known.columns(made.table);
        named.find(|(_, c)| c.words == [name]).map(|found| found.0)
    };
    let (Some(year), Some(month)) = (called("year"), called("month")) else {
        return;
    };
    // "Monthly", "over time" are stretches that follow each other.
    let follows = text
        .tokens
        .iter()
        .any(|t| t.is_any(&["monthly", "time", "trend", "since"]));
    let plain = |e: &Expr| match e {
        Expr::Part(Part::Month | Part::YearMonth, c) if *c == made && !follows => Expr::Col(month),
        Expr::Part(Part::Year, c) if *c == made || *c == year => Expr::Col(year),
        _ => e.clone(),
    };
    let simple = |q: &Query| {
        let mut q = q.clone();
        q.select = q.select.iter().map(plain).collect();
        q.group = q.group.iter().map(plain).collect();
        q.order = q.order.iter().map(|(e, down)| (plain(e), *down)).collect();
        for c in &mut q.filter {
            if let Cond::When {
                col,
                from: Some(from),
                to: Some(to),
                ..
            } = c
            {
                if *col == made && is_year(from, to) {
                    *col = year;
                }
            }
        }
        q
    };
    let simpler: Vec<Query> = readings.iter().map(|r| simple(&r.query)).collect();
    let own: Vec<&Query> = readings
        .iter()
        .zip(&simpler)
        .filter(|(r, q)| r.query == **q)
        .map(|r| r.1)
        .collect();
    let stays: Vec<bool> = readings
        .iter()
        .zip(&simpler)
        .map(|(r, q)| r.query == *q || !own.contains(&q))
        .collect();
    let mut stays = stays.into_iter();
    readings.retain(|_| stays.next().unwrap_or(true));
}

/// From a first of January to the last of December of the same year.
fn is_year(from: &str, to: &str) -> bool {
    let of = |day: &str, rest: &str| day.strip_suffix(rest).map(str::to_owned);
    of(from, "-01-01").is_some() && of(from, "-01-01") == of(to, "-12-31")
}

pub(crate) fn is_date(c: &Column) -> bool {
    c.is_made() && c.name == DATE && c.view_is_day
}

const OF_MONTH: [&str; 3] = ["day", "of", "month"];

/// Gives a table its whole day; the day of the month gives its name to that. What is known may be made ready twice.
pub(crate) fn dated(table: &mut Table, dialect: Dialect) {
    let made = table.columns.iter().position(is_date);
    let before: Vec<Column> = made.into_iter().map(|at| table.columns.remove(at)).collect();
    match of(table, dialect) {
        Some((date, day)) => {
            table.columns[day].words = OF_MONTH.map(str::to_owned).to_vec();
            table.columns.push(date);
        }
        None => table.columns.extend(before),
    }
}

/// Whether a column is the day of a month beside a whole day: "days" are no days of a month.
pub(crate) fn is_day_of_month(column: &Column) -> bool {
    column.words == OF_MONTH
}

/// A day is a whole one, unless somebody says "day of the month", or asks where it is missing.
pub(crate) fn whole(text: &Text<'_>, at: usize, meaning: Meaning) -> Meaning {
    const LACKS: [&str; 6] = ["without", "missing", "blank", "empty", "no", "lack"];
    let Meaning::Column(col) = meaning else { return meaning };
    let lacks = text.tokens.iter().any(|t| t.is_any(&LACKS));
    let part = is_day_of_month(text.known.column(col)) && text.word(at + 1) != "of" && !lacks;
    let made = || text.known.columns(col.table).find(|(_, c)| is_date(c));
    match made().filter(|_| part) {
        Some((date, _)) => Meaning::Column(date),
        None => meaning,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kept(name: &str, min: f64, max: f64) -> Column {
        Column {
            min: Some(min),
            max: Some(max),
            kind: TypeKind::Integer,
            view: None,
            ..Column::made(name, 1000, 0, 12, String::new())
        }
    }

    fn table(columns: Vec<Column>) -> Table {
        crate::constructions::tests::table("readings", columns, None)
    }

    #[test]
    fn a_year_a_month_and_a_day_make_a_date() {
        let all = || {
            vec![
                kept("year", 2010.0, 2014.0),
                kept("month", 1.0, 12.0),
                kept("day", 1.0, 31.0),
            ]
        };
        let (made, day) = of(&table(all()), Dialect::Sqlite).unwrap();
        assert_eq!(day, 2);
        let sql = made.view.as_deref().unwrap_or_default();
        assert!(
            sql.contains("date(printf('%04d-%02d-%02d', {#0}, {#1}, {#2}))"),
            "{sql}"
        );
        assert!(made.is_time() && made.is_made());
        // Days that are counted are no days of a month, and a table with a whole day needs none.
        let counted = vec![
            kept("year", 2010.0, 2014.0),
            kept("month", 1.0, 12.0),
            kept("day", 1.0, 365.0),
        ];
        assert!(of(&table(counted), Dialect::Sqlite).is_none());
        let mut dated = all();
        dated.push(Column {
            kind: TypeKind::Date,
            view: None,
            role: Role::Time,
            ..kept("seen", 1.0, 2.0)
        });
        assert!(of(&table(dated), Dialect::Sqlite).is_none());
    }
}

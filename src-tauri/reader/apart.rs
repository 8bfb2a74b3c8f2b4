//! Days kept apart: a column for the year, one for the month and one for the day of the month.
//!
//! In: a table. Out: the day as a column made of the three, which questions for weekdays, for weeks and for "since May 2013"
//! need. Deliberately absent: tables that keep a whole day as well.

use askwell_contract::{Dialect, TypeKind};
use askwell_sql::view::day_of_parts;

use crate::known::{Col, Column, Role, Table};
use crate::link::{Meaning, Text};
use crate::query::{Cond, Expr, Part, Query};
use crate::read::Reading;
use crate::words::{among, Token};

/// What the made column is called.
const DATE: &str = "date";

const YEAR: (&[&str], f64, f64) = (&["year", "yr"], 1000.0, 2100.0);
const MONTH: (&[&str], f64, f64) = (&["month", "mon", "mo"], 1.0, 12.0);
const DAY: (&[&str], f64, f64) = (&["day", "dom", "mday"], 1.0, 31.0);

/// The place of the one column of numbers that is called so and stays between the two.
fn called(table: &Table, (names, least, most): (&[&str], f64, f64)) -> Option<usize> {
    let is = |c: &Column| {
        let within = c.min.zip(c.max).is_some_and(|(min, max)| least <= min && max <= most);
        let named = matches!(c.words.as_slice(), [one] if names.contains(&one.as_str()));
        named && within && c.kind.is_number() && c.told.is_none() && !c.is_made()
    };
    let mut found = (0..table.columns.len()).filter(|at| is(&table.columns[*at]));
    found.next().filter(|_| found.next().is_none())
}

/// The whole day, and the place of the day of the month among the columns.
fn of(table: &Table, dialect: Dialect) -> Option<(Column, usize)> {
    let whole = |c: &Column| c.is_time() && !c.is_number() || c.words == [DATE];
    if table.columns.iter().any(whole) {
        return None;
    }
    let (year, month, day) = (called(table, YEAR)?, called(table, MONTH)?, called(table, DAY)?);
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
    for (made, _) in text.known.all().filter(|(_, c)| is_date(c)) {
        let table = &text.known.tables[made.table];
        let (Some(year), Some(month)) = (called(table, YEAR), called(table, MONTH)) else {
            continue;
        };
        let [year, month] = [year, month].map(|column| Col { column, ..made });
        // "Monthly", "over time" are stretches that follow each other.
        let next = |t: &Token| t.is_any(&["monthly", "time", "trend", "since"]);
        let follows = text.tokens.iter().any(next);
        let own = |e: &Expr| match e {
            Expr::Part(Part::Month | Part::YearMonth, c) if *c == made && !follows => Expr::Col(month),
            Expr::Part(Part::Year, c) if *c == made || *c == year => Expr::Col(year),
            _ => e.clone(),
        };
        let simpler: Vec<Query> = readings.iter().map(|r| with_own(&r.query, &own, made, year)).collect();
        let kept: Vec<Query> = readings.iter().map(|r| r.query.clone()).collect();
        let mut at = 0;
        readings.retain(|r| {
            let simple = &simpler[at];
            at += 1;
            r.query == *simple || !kept.contains(simple)
        });
    }
}

/// A query whose parts of the made date are columns of their own, and whose years are years.
fn with_own(q: &Query, own: &dyn Fn(&Expr) -> Expr, made: Col, year: Col) -> Query {
    let mut q = q.clone();
    q.select.iter_mut().chain(&mut q.group).for_each(|e| *e = own(e));
    q.order.iter_mut().for_each(|o| o.0 = own(&o.0));
    for c in &mut q.filter {
        match c {
            Cond::When {
                col,
                from: Some(from),
                to: Some(to),
                ..
            } if *col == made && is_year(from, to) => *col = year,
            _ => {}
        }
    }
    q
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
    const LACKS: &str = "without no missing blank empty lack lacks";
    let Meaning::Column(col) = meaning else { return meaning };
    let before = |n: usize| at.checked_sub(n).map_or("", |b| text.word(b));
    let article = matches!(before(1), "a" | "the" | "any");
    let behind = text.past(at + 1, &["is", "are", "was", "were"]);
    let lacks = among(LACKS, before(if article { 2 } else { 1 })) || among("missing blank empty", text.word(behind));
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

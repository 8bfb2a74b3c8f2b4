//! Analyse: what the result says beyond the answer's sentence.
//!
//! In: a whole result and what its query does. Out: at most three [`Found`], each with the figures it rests on and its rows.
//! Nothing is found where rows are missing, because the total would not be the total. What chance alone would often give
//! is left unsaid: every rule has a limit that mixed-up data pass rarely (`tests.rs`). Deliberately absent: causes, a
//! model, and any query of its own.

use askwell_contract::run::{Found, FoundKind};
use askwell_contract::{Cell, ResultSet, TypeKind};
use askwell_sql::features::{Features, Shown};

use self::kinds::Kinds;
use self::periods::Series;
use super::numbers::shown;
use crate::calendar::Date;

mod kinds;
mod periods;
mod robust;
mod series;
#[cfg(test)]
mod tests;

/// Findings under an answer.
const MOST: usize = 3;
/// A wider result is read as a table.
const COLUMNS: usize = 3;
/// A longer one is no list of kinds or stretches of time any more.
const ROWS: std::ops::RangeInclusive<usize> = 3..=1000;
/// Names in one sentence.
const NAMED: usize = 3;

/// `newest`: the last day that the data goes to; a stretch of time that it cuts off is compared with nothing.
pub fn analyse(result: &ResultSet, features: &Features, sql: &str, newest: Option<Date>) -> Vec<Found> {
    let Some(table) = Table::of(result, features, sql) else {
        return Vec::new();
    };
    let (mut found, missing) = match Series::of(&table) {
        Some(series) => (series::found(&table, &series, newest), series::missing(&table, &series)),
        None => {
            let kinds = Kinds::of(&table);
            (kinds.found(), kinds.missing())
        }
    };
    let missing = missing.or_else(|| table.without_figure());
    found.sort_by_key(|f| f.kind);
    found.truncate(MOST - usize::from(missing.is_some()));
    found.extend(missing);
    found
}

/// A result of one figure for each of several names.
struct Table<'a> {
    result: &'a ResultSet,
    label: usize,
    figure: usize,
    /// Figures of several rows may be added up: they count or add up rows of which each is in one group.
    adds_up: bool,
    /// All groups are here: neither cut to the first few nor chosen by their figure.
    all: bool,
}

impl<'a> Table<'a> {
    fn of(result: &'a ResultSet, features: &Features, sql: &str) -> Option<Self> {
        let width = result.columns.len();
        let whole = result.truncated.is_none() && ROWS.contains(&result.rows.len());
        if !whole || !(2..=COLUMNS).contains(&width) || features.wildcard {
            return None;
        }
        let figure = (0..width).rev().find(|c| is_figure(result, *c))?;
        let computed = matches!(features.shown.get(figure), Some(Shown::Aggregate(_)));
        let label = (0..width).find(|c| *c != figure && names(result, *c))?;
        // A third column may be another figure; a second name would say the first one several times over.
        let other = (0..width).find(|c| *c != figure && *c != label);
        let once = different(result, label);
        if !once || other.is_some_and(|c| !is_number(result, c)) || features.set_operation || features.window {
            return None;
        }
        // A figure that is listed, not worked out, is a measure only where its name is not that of a key.
        if !computed && (is_key(&result.columns[figure].name) || !features.aggregates.is_empty()) {
            return None;
        }
        let plain = matches!(features.shown.get(figure), Some(Shown::Aggregate(f)) if f == "count" || f == "sum");
        Some(Self {
            result,
            label,
            figure,
            adds_up: plain && features.group_by && !sql.to_uppercase().contains("(DISTINCT"),
            all: features.limit.is_none() && !features.having,
        })
    }

    fn value(&self, row: usize) -> Option<f64> {
        number(self.result.rows.get(row)?.get(self.figure)?)
    }

    fn name(&self, row: usize) -> String {
        let cell = self.result.rows.get(row).and_then(|r| r.get(self.label));
        match cell {
            Some(Cell::Null) | None => "(none)".to_owned(),
            Some(cell) => cell.to_string(),
        }
    }

    fn says(&self, value: f64) -> String {
        shown(&Cell::Real(value), "", true)
    }

    /// Rows whose figure is not there.
    fn without_figure(&self) -> Option<Found> {
        let rows: Vec<usize> = (0..self.result.rows.len())
            .filter(|r| self.value(*r).is_none())
            .collect();
        let all = self.result.rows.len();
        if rows.is_empty() || (rows.len() as f64) < robust::WORTH_SAYING * all as f64 {
            return None;
        }
        let names: Vec<String> = rows.iter().map(|r| self.name(*r)).collect();
        let (have, here) = if rows.len() == 1 {
            ("has", "row")
        } else {
            ("have", "rows")
        };
        Some(Found {
            kind: FoundKind::Missing,
            says: format!(
                "{} of {all} {have} no figure: {}.",
                shown(&Cell::Int(rows.len() as i64), "", true),
                list(&names)
            ),
            rests: format!("The {here} where {} is empty.", self.result.columns[self.figure].name),
            rows: places(&rows),
        })
    }
}

fn places(rows: &[usize]) -> Vec<u32> {
    rows.iter().filter_map(|r| u32::try_from(*r).ok()).collect()
}

/// "Spain, Italy and 4 more".
fn list(names: &[String]) -> String {
    match names {
        [] => String::new(),
        [one] => one.clone(),
        some if some.len() <= NAMED => {
            let (last, first) = (&some[some.len() - 1], &some[..some.len() - 1]);
            format!("{} and {last}", first.join(", "))
        }
        many => format!("{} and {} more", many[..NAMED].join(", "), many.len() - NAMED),
    }
}

/// What stands out beside the first: " So do Spain and Italy."
fn also(others: &[String]) -> String {
    match others {
        [] => String::new(),
        [_] => format!(" So does {}.", list(others)),
        _ => format!(" So do {}.", list(others)),
    }
}

/// "62%"; below one in a hundred, and near the whole, with a decimal.
fn percent(share: f64) -> String {
    let p = 100.0 * share;
    match (1.0..99.5).contains(&p.abs()) || p.fract() == 0.0 {
        true => format!("{p:.0}%"),
        false => format!("{p:.1}%"),
    }
}

fn number(cell: &Cell) -> Option<f64> {
    match cell {
        Cell::Int(_) | Cell::Real(_) | Cell::Decimal(_) => cell.as_f64().filter(|v| v.is_finite()),
        _ => None,
    }
}

fn is_number(result: &ResultSet, column: usize) -> bool {
    let cells = || result.rows.iter().filter_map(|r| r.get(column));
    cells().all(|c| c.is_null() || number(c).is_some()) && cells().any(|c| number(c).is_some())
}

fn is_figure(result: &ResultSet, column: usize) -> bool {
    is_number(result, column) && !is_time_name(&result.columns[column].name)
}

fn is_key(name: &str) -> bool {
    let name = name.to_lowercase();
    name == "id" || name.ends_with("_id") || name.ends_with("code") || name.ends_with("number") || is_time_name(&name)
}

/// A column whose numbers name a stretch of time.
fn is_time_name(name: &str) -> bool {
    let name = name.to_lowercase();
    let last = name.rsplit(|c: char| !c.is_alphanumeric()).next().unwrap_or_default();
    matches!(
        last,
        "year" | "quarter" | "month" | "week" | "day" | "weekday" | "hour" | "season"
    ) && !name.contains('(')
        || name.contains("'%y'") && name.contains("strftime")
}

/// What a row can be called by: a text, a day, a number of a year.
fn names(result: &ResultSet, column: usize) -> bool {
    let kind = result.columns[column].kind;
    let text = |c: &Cell| {
        matches!(
            c,
            Cell::Text(_) | Cell::Date(_) | Cell::Timestamp(_) | Cell::Bool(_) | Cell::Null
        )
    };
    let timed = matches!(kind, TypeKind::Date | TypeKind::Timestamp) || is_time_name(&result.columns[column].name);
    result
        .rows
        .iter()
        .filter_map(|r| r.get(column))
        .all(|c| text(c) || timed && matches!(c, Cell::Int(_)))
}

fn different(result: &ResultSet, column: usize) -> bool {
    let mut seen = std::collections::BTreeSet::new();
    result
        .rows
        .iter()
        .filter_map(|r| r.get(column))
        .all(|c| seen.insert(c.to_string()))
}

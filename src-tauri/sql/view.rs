//! Texts read as numbers, as minutes or as days, inside a query.
//!
//! In: a column as SQL names it, and what its texts stand for. Out: an expression of one dialect. It is NULL where a text
//! does not read so, and never an error, whatever the column holds. Deliberately absent: subqueries, so that it may
//! stand wherever the column may.

use askwell_contract::view::{View, ViewKind};
use askwell_contract::Dialect;

mod apart;
mod clocks;
mod days;
mod figures;
mod lengths;
#[cfg(test)]
mod tests;

pub use apart::day_of_parts;
pub use clocks::{minutes_of_day, minutes_of_time};

/// A number (a percentage as it is written: 12.5; a length of time in minutes), or a day: DATE, in SQLite the text `YYYY-MM-DD`. Days are kept as
/// `dialect::Stored::Native` says. `column` must be a name as SQL writes it, quoted where needed.
pub fn expr(view: &View, column: &str, dialect: Dialect) -> String {
    match &view.kind {
        ViewKind::Money { figures } | ViewKind::Percent { figures } | ViewKind::Number { figures } => {
            figures::number(figures, view.strict, column, dialect)
        }
        ViewKind::Duration { lengths } => lengths::minutes(lengths, view.strict, column, dialect),
        ViewKind::Date { formats } => {
            let mut ways: Vec<String> = formats
                .iter()
                .map(|format| days::day(*format, view.strict, column, dialect))
                .collect();
            match ways.len() {
                0 => "NULL".to_owned(),
                1 => ways.remove(0),
                _ => format!("COALESCE({})", ways.join(", ")),
            }
        }
    }
}

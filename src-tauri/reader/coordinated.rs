//! What "or" ties together: of "jobs that are done or cancelled" both are meant, where both are values of one column.
//!
//! In: the readings of one question. Out: the same without those that speak of one side alone, where others speak of both.

use askwell_sql::dialect;

use crate::known::Col;
use crate::link::{Atom, Meaning, Text};
use crate::read::{keep_better, Reading};

pub(crate) fn settle(text: &Text<'_>, readings: &mut Vec<Reading>) {
    for at in 1..text.tokens.len() {
        if text.word(at) != "or" {
            continue;
        }
        let before = (at.saturating_sub(4)..at)
            .flat_map(|i| whole(text, i))
            .filter(|v| v.2 == at);
        let behind = whole(text, text.past(at + 1, &["the", "in", "a"]));
        let tied = before.into_iter().find_map(|one| {
            let other = behind.iter().find(|v| v.0 == one.0 && v.1 != one.1)?;
            Some([one.1, other.1])
        });
        if let Some(both) = tied {
            keep_better(readings, |r| {
                both.iter().all(|value| r.sql.contains(&dialect::text(value)))
            });
        }
    }
}

/// Whole values of a column that are said from a token on, with where each ends; "done" is one beside "cancelled", whatever
/// else it may say by itself.
fn whole<'t>(text: &'t Text<'_>, at: usize) -> Vec<(Col, &'t str, usize)> {
    let value = |a: &'t Atom| match &a.meaning {
        Meaning::Value {
            col,
            value,
            part: false,
        } if a.score >= 0.3 => Some((*col, value.as_str(), a.end)),
        _ => None,
    };
    text.at(at).iter().filter_map(value).collect()
}

//! Every thing with the day of its last: all of them are told, those that never had one with no day.
//!
//! In: a question and a query, or its readings. Out: the query with all rows of the thing; the readings that tell a day for
//! each. Deliberately absent: conditions on what was done, which only hold of what was.

use crate::constructions::last_each_asked;
use crate::known::Col;
use crate::link::Text;
use crate::query::{Agg, Cond, Expr, Query};
use crate::read::Reading;
use crate::words::among;

/// The day that a query tells for each.
fn day(text: &Text<'_>, q: &Query) -> Option<Col> {
    q.select.iter().find_map(|e| match e {
        Expr::Agg {
            agg: Agg::Max | Agg::Min,
            of,
            ..
        } => match of.as_ref() {
            Expr::Col(c) if text.known.column(*c).is_time() => Some(*c),
            _ => None,
        },
        _ => None,
    })
}

/// Keeps those that never had one.
pub(crate) fn keep(text: &Text<'_>, q: &mut Query) {
    let all = text
        .tokens
        .iter()
        .any(|t| among("every all everyone everybody", &t.lower));
    let (true, Some(day)) = (all && q.keeps.is_none() && q.limit.is_none(), day(text, q)) else {
        return;
    };
    let mut owner: Option<usize> = None;
    let mut apart = q.group.is_empty();
    for e in &q.group {
        e.visit(&mut |t, _| {
            apart |= owner.is_some_and(|o| o != t);
            owner = Some(t);
        });
    }
    let Some(owner) = owner.filter(|o| !apart && *o != day.table && text.known.belongs(day.table, *o)) else {
        return;
    };
    let mut own = q.having.is_empty();
    let mut see = |c: &Cond| c.visit(&mut |t, _| own &= t == owner);
    q.filter.iter().for_each(&mut see);
    if own && last_each_asked(text) {
        q.keeps = Some(owner);
    }
}

/// Leaves the readings that tell a day for each, where one does.
pub(crate) fn settle(text: &Text<'_>, readings: &mut Vec<Reading>) {
    let told = |q: &Query| day(text, q).is_some() && !q.group.is_empty() && q.limit.is_none();
    if readings.iter().any(|r| told(&r.query)) && last_each_asked(text) {
        readings.retain(|r| told(&r.query));
    }
}

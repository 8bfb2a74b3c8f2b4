//! Words that one reading heeds and another passes over: "the average height of goalies" is no average of all players.
//!
//! In: the readings of one question. Out: the same without those that leave out a stored text which the question names, where
//! another is like them but for that condition; and without those that count figures where another adds them up. Deliberately
//! absent: texts that are only like the word.

use crate::constructions::by::usual_of;
use crate::known::Role;
use crate::link::{Meaning, Text};
use crate::query::{Agg, Cond, Expr, Query};
use crate::read::Reading;

/// From here on a text is surely meant.
const SURE: f64 = 0.95;

pub(crate) fn settle(text: &Text<'_>, readings: &mut Vec<Reading>) {
    let passes: Vec<bool> = readings.iter().map(|r| passes_over(text, readings, r)).collect();
    let mut passes = passes.into_iter();
    readings.retain(|_| !passes.next().unwrap_or(false));
    let counts: Vec<bool> = readings
        .iter()
        .map(|r| counts_figures(text, readings, &r.query))
        .collect();
    let mut counts = counts.into_iter();
    readings.retain(|_| !counts.next().unwrap_or(false));
}

/// Whether another reading is this one with a condition for a text that this one passes over.
fn passes_over(text: &Text<'_>, readings: &[Reading], r: &Reading) -> bool {
    let needed = r.query.needed();
    // What the word also names is no part of the reading.
    let unheeded = |at: usize| {
        let others = text
            .at(at)
            .iter()
            .filter(|a| !matches!(a.meaning, Meaning::Value { .. }));
        let named = |m: &Meaning| m.thing().is_some_and(|e| needed.contains(&e.table()));
        r.unused.contains(&text.tokens[at].text)
            || others.clone().count() > 0 && !others.clone().any(|a| named(&a.meaning))
    };
    let stored = |cond: &Cond| {
        let Cond::Is {
            col,
            values,
            not: false,
        } = cond
        else {
            return false;
        };
        let means = |at: usize| {
            text.at(at).iter().any(|a| match &a.meaning {
                Meaning::Value {
                    col: of,
                    value,
                    part: false,
                } => a.end == at + 1 && a.score >= SURE && of == col && values.contains(value),
                _ => false,
            })
        };
        (0..text.tokens.len()).any(|at| means(at) && unheeded(at))
    };
    readings.iter().any(|other| {
        let more: Vec<&Cond> = other
            .query
            .filter
            .iter()
            .filter(|c| !r.query.filter.contains(c))
            .collect();
        matches!(more[..], [only] if same_but_filter(&other.query, &r.query) && stored(only))
    })
}

fn same_but_filter(more: &Query, less: &Query) -> bool {
    let kept = less.filter.iter().all(|c| more.filter.contains(c));
    kept && more.select == less.select
        && more.group == less.group
        && more.having == less.having
        && more.order == less.order
}

/// "How many goals did she score": goals are added up, and no rows that have some counted.
fn counts_figures(text: &Text<'_>, readings: &[Reading], q: &Query) -> bool {
    let counted = q.select.iter().find_map(|e| match e {
        Expr::Agg {
            agg: Agg::Count, of, ..
        } => match **of {
            Expr::Col(c) => Some((e, c)),
            _ => None,
        },
        _ => None,
    });
    let Some((figure, col)) = counted else { return false };
    let column = text.known.column(col);
    let adds = column.is_number()
        && column.role == Role::Measure
        && !column.is_money()
        && usual_of(text.known, col) == Agg::Sum;
    let sum = Expr::agg(Agg::Sum, Expr::Col(col));
    let swapped = |e: &Expr| if e == figure { sum.clone() } else { e.clone() };
    let select: Vec<Expr> = q.select.iter().map(swapped).collect();
    adds && readings
        .iter()
        .any(|r| r.query.select == select && r.query.group == q.group && r.query.filter == q.filter)
}

//! Rows of a sheet that nothing names: "which parcels got lost" are told by all that their rows say, and not by the customers'
//! names, of which several are the same.
//!
//! In: the readings of one question. Out: the same, those that list some columns made whole where another lists the whole rows.
//! Deliberately absent: whoever is asked for by name, and lists of columns that the question names.

use crate::asked::Style;
use crate::known::Col;
use crate::lexicon::{opener, Opener};
use crate::link::{Atom, Meaning, Text};
use crate::query::{Expr, Query};
use crate::read::Reading;

pub(crate) fn settle(text: &Text<'_>, readings: &mut [Reading]) {
    let [table] = text.known.tables.as_slice() else { return };
    let named = table.labels.iter().any(|c| table.columns[*c].unique);
    let who = opener(&text.words(0)).is_some_and(|o| o.0 == Opener::Who);
    if named || who || heads(text) || text.asked.style != Style::People {
        return;
    }
    let whole = table
        .columns
        .iter()
        .filter(|c| c.told.is_none() && !c.is_made())
        .count();
    let whole = readings.iter().filter(|r| r.query.select.len() >= whole);
    let whole: Vec<Reading> = whole.cloned().collect();
    let named = |q: &Query| q.select.iter().any(|e| is_named(text, e));
    for part in readings.iter_mut().filter(|r| lists(&r.query) && !named(&r.query)) {
        if let Some(whole) = whole.iter().find(|w| holds(&w.query, &part.query)) {
            part.query = whole.query.clone();
            part.sql = whole.sql.clone();
        }
    }
}

/// Whether the question begins with what a column names and not with the rows: "which customers bought an atlas".
fn heads(text: &Text<'_>) -> bool {
    const BEFORE: &[&str] = &[
        "which", "what", "list", "show", "give", "me", "us", "all", "the", "our", "my", "please",
    ];
    let all = text.at(text.past(0, BEFORE));
    let rows = all.iter().any(|a| matches!(a.meaning, Meaning::Table(_)));
    // "Orders" may be said of what numbers them, and then of the rows.
    let names = |c: Col| text.known.column(c).is_text() && !text.known.column(c).unique;
    let other = |a: &Atom| a.score >= 0.6 && matches!(a.meaning, Meaning::Column(c) if names(c));
    let numbers = |a: &Atom| matches!(a.meaning, Meaning::Column(c) if text.known.column(c).unique);
    !rows && !all.iter().any(numbers) && all.iter().any(other)
}

/// Whether the question speaks of the column.
fn is_named(text: &Text<'_>, e: &Expr) -> bool {
    let Expr::Col(c) = e else { return false };
    let of = |a: &Atom| a.score >= 0.9 && !a.loose && a.meaning == Meaning::Column(*c);
    (0..text.tokens.len()).any(|at| text.at(at).iter().any(of))
}

fn lists(q: &Query) -> bool {
    q.over.is_none() && q.group.is_empty() && !q.distinct && q.select.iter().all(|e| matches!(e, Expr::Col(_)))
}

/// Whether it lists the same rows and more of each.
fn holds(whole: &Query, part: &Query) -> bool {
    let select = part.select.iter().all(|e| whole.select.contains(e)) && whole.select.len() > part.select.len();
    let rest = Query {
        select: part.select.clone(),
        ..whole.clone()
    };
    select && rest == *part
}

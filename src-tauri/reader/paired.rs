//! Two figures that a question ties together: "how many orders did we have, and what was the average amount", "how many have no
//! phone, and how many no email".
//!
//! In: the readings of one question. Out: the same without those that give only one of both, where another gives both.
//! Deliberately absent: parts of a whole, of which "what share is that" asks beside how many there are.

use crate::lexicon;
use crate::link::Text;
use crate::query::{Agg, Cond, Expr, Query};
use crate::read::Reading;

pub(crate) fn settle(text: &Text<'_>, readings: &mut Vec<Reading>) {
    in_columns(text, readings);
    if tied(text) && readings.iter().any(|r| both(&r.query)) {
        readings.retain(|r| both(&r.query) || !averages(&r.query));
    }
    if counts(text) > 1 && readings.iter().any(|r| parts(&r.query) > 1) {
        readings.retain(|r| !misses(text, &r.query));
    }
}

/// Whether the question asks for several numbers, and the query gives one.
pub(crate) fn misses(text: &Text<'_>, q: &Query) -> bool {
    let alone = q.group.iter().all(|e| matches!(e, Expr::Part(..)));
    counts(text) > 1 && alone && q.over.is_none() && figures(q) < 2
}

/// Times that the question asks "how many".
fn counts(text: &Text<'_>) -> usize {
    let many = |at: &usize| (text.word(*at), text.word(at + 1)) == ("how", "many");
    (0..text.tokens.len()).filter(many).count()
}

fn figures(q: &Query) -> usize {
    q.select.iter().filter(|e| e.is_figure()).count()
}

/// Numbers of rows for each of which something of its own holds.
fn parts(q: &Query) -> usize {
    let part = |e: &&Expr| matches!(e, Expr::Agg { agg: Agg::Count, of, .. } if matches!(**of, Expr::Only(..)));
    q.select.iter().filter(part).count()
}

/// Two times or two kinds beside each other, each with a column of its own: "in 2023 and 2024, side by side".
fn in_columns(text: &Text<'_>, readings: &mut Vec<Reading>) {
    let asked = (0..text.tokens.len()).find_map(|at| side_by_side(text, at));
    let Some(sure) = asked.map(|a| a.2).or_else(|| opposite(text, readings).then_some(true)) else {
        return;
    };
    let only = |e: &Expr| match e {
        Expr::Agg { of, .. } => match of.as_ref() {
            Expr::Only(cond, _) => sure || matches!(cond.as_ref(), Cond::When { .. }),
            _ => false,
        },
        _ => false,
    };
    let apart = |q: &Query| q.select.iter().filter(|e| only(e)).count() > 1;
    if readings.iter().any(|r| apart(&r.query)) {
        readings.retain(|r| apart(&r.query));
    }
}

/// "How many have an email and how many don't": each of the two has its own number, and neither is a kind of rows.
fn opposite(text: &Text<'_>, readings: &[Reading]) -> bool {
    let many = |at: &usize| (text.word(*at), text.word(at + 1)) == ("how", "many");
    let kept = |c: &Cond| matches!(c, Cond::Null(..) | Cond::Compare(..));
    let sides = |e: &Expr| matches!(e, Expr::Sides(two) if two.len() == 2 && two.iter().all(|s| kept(&s.1)));
    (0..text.tokens.len()).filter(many).count() == 2 && readings.iter().any(|r| r.query.group.iter().any(sides))
}

/// Words that ask for it, where they end, and whether they say it of anything, rather than of times alone.
pub(crate) fn side_by_side(text: &Text<'_>, at: usize) -> Option<(usize, usize, bool)> {
    let words = [0, 1, 2].map(|n| text.word(at + n));
    match words {
        ["side", "by", "side"] | ["in" | "as", "two", "columns"] => Some((at, at + 3, true)),
        ["both" | "two", "figures" | "numbers" | "counts", _] => Some((at, at + 2, false)),
        _ => None,
    }
}

/// "How many ... and what was the average ...".
fn tied(text: &Text<'_>) -> bool {
    let all = 0..text.tokens.len();
    let first = |at: &usize| matches!((text.word(*at), text.word(at + 1)), ("how", "many"));
    let Some(many) = all.clone().find(first) else {
        return false;
    };
    let average = |at: usize| {
        let next = text.past(
            at,
            &[
                "what", "is", "was", "were", "are", "what's", "whats", "their", "the", "its", "with",
            ],
        );
        lexicon::aggregate(text.word(next)) == Some(Agg::Avg)
    };
    all.into_iter()
        .any(|at| at > many && matches!(text.word(at), "and" | ",") && average(at + 1))
}

fn is_count(e: &Expr) -> bool {
    matches!(e, Expr::Agg { agg: Agg::Count, .. })
}

fn averages(q: &Query) -> bool {
    q.select.iter().any(|e| matches!(e, Expr::Agg { agg: Agg::Avg, .. }))
}

fn both(q: &Query) -> bool {
    averages(q) && q.select.iter().any(is_count)
}

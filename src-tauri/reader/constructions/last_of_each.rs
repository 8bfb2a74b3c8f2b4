//! When something last was so, for each of the things: "every customer with the date of their last order", "each machine and
//! when it was last serviced", "the last visit from each firm".

use super::first_and_last::{days, end_of};
use super::last_done::facts;
use super::{things, Construction, Edge};
use crate::frame::{Act, Ent, Measure};
use crate::known::Col;
use crate::link::{Atom, Meaning, Text};
use crate::query::Agg;
use crate::words::{among, TokenKind};

pub const LAST_OF_EACH: Construction = Construction {
    name: "last of each",
    find,
    reads: &[
        "every customer with the date of their last order",
        "each customer and when they last ordered",
        "all customers with the date they last ordered",
        "every customer and the last time they ordered",
        "last order from each customer",
        "every customer with the date of their last order, even those that never had one",
    ],
    leaves: &[
        "every customer and their orders last year",
        "all orders of the last month",
        "the last order of a customer",
        "every customer with the last 3 orders",
        "first and last order of each customer",
    ],
};

/// What may stand between the thing and "last".
const BETWEEN: &str =
    "with and the a date day time of that their its his her when they it she he we somebody anybody someone anyone theirs was were had";
/// Who did it, between the day and the verb.
const DOERS: &str = "they it she he we somebody anybody someone anyone";
/// What the last of all is counted in.
const TIMES: &str = "time date day night";
/// Nobody means one of these rows.
const NEVER: &str = "name names week month year weekend season two three few four five six ten";

fn find(text: &Text<'_>, at: usize, out: &mut Vec<Edge>) {
    let len = text.tokens.len();
    let people = (0..at).any(|i| among("everyone everybody", text.word(i)));
    let before = people || (0..at).any(|i| among("each every all", text.word(i)));
    let after = (at..len).any(|i| among("each every", text.word(i)));
    if !(before || after) {
        return;
    }
    let asked = (0..at).any(|i| end_of(text, i).is_some());
    if before && asked {
        even_none(text, at, out);
    }
    let Some(last) = (at..len.min(at + 9)).find(|i| end_of(text, *i).is_some()) else {
        return;
    };
    // "Everybody's last order".
    let theirs = || (at.saturating_sub(4)..at).any(|i| among("each every everyone everybody", text.word(i)));
    let opens = among("with and when the their its his her", text.word(at)) || at == last && (after || theirs());
    if !opens || !(at..last).all(|i| among(BETWEEN, text.word(i))) {
        return;
    }
    let Some((latest, next)) = end_of(text, last) else {
        return;
    };
    let both = (last.saturating_sub(4)..len.min(last + 5))
        .any(|i| i != last && end_of(text, i).is_some_and(|e| e.0 != latest));
    let counted = text.tokens.get(next).is_none_or(|t| t.number.is_some()) || among(NEVER, text.word(next));
    // "Newest first" says how they are sorted.
    if both || counted || end_of(text, next).is_some() {
        return;
    }
    let done = (at..last).any(|i| among(DOERS, text.word(i)));
    let mut found: Vec<(Col, usize, f64)> = Vec::new();
    if done || among(TIMES, text.word(next)) {
        let verb = (next..len)
            .find(|i| !among(TIMES, text.word(*i)) && !among(BETWEEN, text.word(*i)) && !among("i us", text.word(*i)));
        let Some(verb) = verb.filter(|v| *v < next + 5) else {
            return;
        };
        let mut all = facts(text, 0..len, text.word(verb));
        if all.is_empty() {
            all = own(text, at);
        }
        for (table, day, score) in all.into_iter().take(4) {
            found.push((day, verb + 1, score - 0.6));
            // "The date they last played", where rows say that it was played.
            let state = |a: &Atom| matches!(a.meaning, Meaning::Value { col, part: false, .. } if col.table == table);
            if text.at(verb).iter().any(state) {
                found.push((day, verb, score - 0.4));
            }
        }
    } else {
        found.extend(days(text, next, None));
    }
    for (day, end, score) in found {
        let agg = if latest { Agg::Max } else { Agg::Min };
        let mut acts = vec![Act::Figure(agg, Measure::Col(day))];
        // Everyone is whoever such rows belong to.
        if people {
            let whose = (0..text.known.tables.len())
                .find(|t| *t != day.table && text.known.is_human(*t) && text.known.belongs(day.table, *t));
            acts.splice(0..0, whose.map(|t| Act::Thing(Ent::Table(t))));
        }
        out.push(Edge::new("last of each", at, end, acts, 2.2 + score));
    }
}

/// Of a sheet that names the thing in each of its rows, the day of those.
fn own(text: &Text<'_>, until: usize) -> Vec<(usize, Col, f64)> {
    let named = (0..until).flat_map(|i| things(text, i));
    let mut out: Vec<(usize, Col, f64)> = Vec::new();
    for (ent, _, score) in named {
        let table = ent.table();
        let flat = matches!(ent, Ent::Column(_)) && !out.iter().any(|o| o.0 == table);
        out.extend(text.day_of(table).filter(|_| flat).map(|day| (table, day, 1.0 + score)));
    }
    out
}

/// "Even those that never had one", "blanks included": they are told anyway.
fn even_none(text: &Text<'_>, at: usize, out: &mut Vec<Edge>) {
    let len = text.tokens.len();
    let stop = (at..len)
        .find(|i| text.tokens[*i].kind == TokenKind::Mark)
        .unwrap_or(len);
    let none = |i: usize| among("never none nothing without blank blanks", text.word(i));
    let opens = among("even including plus", text.word(at))
        || text.word(at) == "the" && text.word(at + 1) == "never"
        || none(at) && among("included too", text.word(at + 1));
    if opens && (at..stop).any(none) && stop < at + 9 {
        out.push(Edge::new("last of each", at, stop, Vec::new(), 2.5));
    }
}

/// Whether the question asks so.
pub(crate) fn is_asked(text: &Text<'_>) -> bool {
    let mut out = Vec::new();
    (0..text.tokens.len()).for_each(|at| find(text, at, &mut out));
    out.iter().any(|e| !e.acts.is_empty())
}

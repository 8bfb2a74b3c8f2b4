//! Names that a question says in full: "highest sell price", "average price per tonne", "top 5 cars by mileage". What is called so
//! is meant, and no part of it.
//!
//! In: the readings of one question. Out: the same without readings that take a part of a name for the whole, or go past it.
//! Deliberately absent: names of one word that are only spoken of, which may be said of much.

use crate::known::{Col, Role};
use crate::link::{Atom, Meaning, Text};
use crate::query::{Agg, Cond, Expr, Query};
use crate::read::{drop_worse, keep_better, Reading};
use crate::words::among;

/// From here on a name is surely meant.
const SURE: f64 = 0.95;

pub(crate) fn settle(text: &Text<'_>, readings: &mut Vec<Reading>) {
    for named in in_full(text) {
        keep_better(readings, |r| named.cols.iter().any(|c| used(&r.query).contains(c)));
        // "The lowest sell price" is ranked by that, and by nothing that "sell" alone may mean.
        if named.ranks {
            let by = |r: &Reading| r.query.order.first().map_or_else(Vec::new, |o| columns(&o.0));
            keep_better(readings, |r| {
                r.query.order.is_empty() || r.query.over.is_some() || named.cols.iter().any(|c| by(r).contains(c))
            });
        }
        if let Some(unit) = &named.per {
            const BY: &[&str] = &[
                "by", "each", "every", "which", "across", "between", "vary", "compare", "for",
            ];
            if !text.tokens.iter().any(|t| t.is_any(BY)) {
                keep_better(readings, |r| r.query.group.is_empty());
            }
            // "Per night" of "price per night" makes no groups of nights.
            let night = |e: &Expr| matches!(e, Expr::Col(c) if text.known.column(*c).stems == [unit.as_str()]);
            keep_better(readings, |r| !r.query.group.iter().any(night));
            keep_better(readings, |r| !divides(&r.query));
        }
    }
    drop_worse(readings, |all, r| holds_what_is_stored(text, all, &r.query));
    drop_worse(readings, |all, r| groups_by_measure(text, all, &r.query));
    drop_worse(readings, |all, r| groups_by_a_kind(text, all, &r.query));
    drop_worse(readings, |all, r| groups_by_a_number(text, all, &r.query));
}

/// A name of several words, and the columns that are called so.
struct Named {
    cols: Vec<Col>,
    /// The stem of what it is told for, where it is a price of one: "night".
    per: Option<String>,
    /// Whether things are ranked by it: "the lowest sell price".
    ranks: bool,
}

fn in_full(text: &Text<'_>) -> Vec<Named> {
    let mut out = Vec::new();
    for at in 0..text.tokens.len() {
        let whole = |a: &Atom| match a.meaning {
            Meaning::Column(c) => {
                let stems = text.tokens[at..a.end].iter().map(|t| &t.stem);
                // "Orders by" begins what is asked for by something, whatever is called `ordered_by`.
                let open = among("by in at on to of for from with", text.word(a.end - 1));
                a.score >= SURE && a.end - at > 1 && !open && stems.eq(&text.known.column(c).stems)
            }
            _ => false,
        };
        let Some(end) = text.at(at).iter().filter(|a| whole(a)).map(|a| a.end).max() else {
            continue;
        };
        // What the words name besides is meant as well.
        let other = |a: &Atom| a.end >= end && a.score >= SURE && !matches!(a.meaning, Meaning::Column(_));
        if text.at(at).iter().any(other) {
            continue;
        }
        let cols = text.at(at).iter().filter(|a| whole(a) && a.end == end);
        let cols = cols.filter_map(|a| a.meaning.thing()?.column()).collect();
        let per = (at..end)
            .any(|i| text.word(i) == "per")
            .then(|| text.tokens[end - 1].stem.clone());
        let ranks = at > 0 && among("highest lowest biggest smallest largest most least", text.word(at - 1));
        out.push(Named { cols, per, ranks });
    }
    out
}

fn columns(e: &Expr) -> Vec<Col> {
    let mut out = Vec::new();
    e.visit(&mut |_, c| out.extend(c));
    out
}

/// Every column that a query speaks of, subqueries included.
fn used(q: &Query) -> Vec<Col> {
    let mut out = Vec::new();
    let mut inner: Vec<&Query> = q.over.as_deref().into_iter().collect();
    {
        let mut add = |_: usize, c: Option<Col>| out.extend(c);
        let shown = q.select.iter().chain(&q.group).chain(q.order.iter().map(|o| &o.0));
        shown.for_each(|e| e.visit(&mut add));
        q.filter.iter().chain(&q.having).for_each(|c| c.visit(&mut add));
    }
    for c in q.filter.iter().chain(&q.having) {
        match c {
            Cond::Among(_, other, _) => inner.push(other),
            Cond::Compare(_, _, Expr::Query(other)) => inner.push(other),
            _ => {}
        }
    }
    inner.into_iter().for_each(|q| out.extend(used(q)));
    out
}

fn divides(q: &Query) -> bool {
    let over = |e: &Expr| match e {
        Expr::Math(_, '/', _) => true,
        Expr::Agg { of, .. } => matches!(&**of, Expr::Math(_, '/', _)),
        _ => false,
    };
    q.select.iter().chain(q.order.iter().map(|o| &o.0)).any(over)
}

/// "Books of genre Fiction": of that genre, and not of 'Science Fiction' as well.
fn holds_what_is_stored(text: &Text<'_>, readings: &[Reading], q: &Query) -> bool {
    let held = q.filter.iter().find_map(|c| match c {
        Cond::Holds {
            col,
            text: part,
            not: false,
            ..
        } => Some((*col, part)),
        _ => None,
    });
    let Some((col, part)) = held else { return false };
    let named = |at: usize| {
        text.at(at)
            .iter()
            .any(|a| a.score >= SURE && a.meaning == Meaning::Column(col) && said(text, a.end, part))
    };
    let exact = |c: &Cond| match c {
        Cond::Is {
            col: of,
            values,
            not: false,
        } => *of == col && matches!(values.as_slice(), [v] if v.eq_ignore_ascii_case(part)),
        _ => false,
    };
    (0..text.tokens.len()).any(named)
        && readings
            .iter()
            .any(|r| r.query.filter.iter().any(exact) && r.query.select == q.select && r.query.group == q.group)
}

/// Whether the text stands there.
fn said(text: &Text<'_>, at: usize, part: &str) -> bool {
    let first = part.split_whitespace().next().unwrap_or(part);
    text.word(text.past(at, &["is", "of", "=", ":"]))
        .eq_ignore_ascii_case(first)
}

/// "Top 5 wines by price": the dearest, and not the price that most have.
fn groups_by_measure(text: &Text<'_>, readings: &[Reading], q: &Query) -> bool {
    let [Expr::Col(key)] = q.group.as_slice() else {
        return false;
    };
    let column = text.known.column(*key);
    let number = column.is_number() && column.role == Role::Measure;
    let top = |at: usize| among("top best bottom worst highest lowest", text.word(at));
    let by = |at: usize| text.word(at) == "by" && text.at(at + 1).iter().any(|a| a.meaning == Meaning::Column(*key));
    let asked = (0..text.tokens.len())
        .find(|at| top(*at))
        .is_some_and(|at| (at..text.tokens.len()).any(by));
    let ranked =
        |r: &Reading| r.query.group.is_empty() && r.query.order.first().is_some_and(|o| o.0 == Expr::Col(*key));
    number && asked && q.limit.is_some() && readings.iter().any(ranked)
}

/// "Top 5 cars by mileage", "which member has the most orders": cars and members, and not the kinds of a `car_status`.
fn groups_by_a_kind(text: &Text<'_>, readings: &[Reading], q: &Query) -> bool {
    let [Expr::Col(key)] = q.group.as_slice() else {
        return false;
    };
    let (column, table) = (text.known.column(*key), &text.known.tables[key.table]);
    let rows = |a: &Atom| a.score >= SURE && a.meaning == Meaning::Table(key.table);
    let spoken = (0..text.tokens.len()).any(|at| text.at(at).iter().any(rows));
    let own = |s: &&String| !table.stems.contains(s);
    let said = |s: &String| text.tokens.iter().any(|t| t.stem == *s);
    let part = column.stems.iter().any(|s| table.stems.contains(s)) && !column.stems.iter().filter(own).any(said);
    // "Do trade customers spend more than retail customers": two kinds are named.
    let values = |c: &Cond| matches!(c, Cond::Is { col, .. } if col == key);
    if q.filter.iter().any(values) {
        return false;
    }
    let more = !column.unique && column.stems.iter().any(|s| own(&s));
    let by = measured(q);
    let whole = |o: &Query| {
        let each = |e: &Expr| matches!(e, Expr::Col(c) if c.table == key.table && text.known.column(*c).unique);
        let ranked = o.group.is_empty() && q.limit.is_some() || o.group.iter().any(each);
        ranked && o.limit == q.limit && measured(o) == by
    };
    column.groups() && more && spoken && part && by.is_some() && readings.iter().any(|r| whole(&r.query))
}

/// "Donations by member": members by their names, where another reading has them, and not by a `member_no`.
fn groups_by_a_number(text: &Text<'_>, readings: &[Reading], q: &Query) -> bool {
    let [Expr::Col(key)] = q.group.as_slice() else {
        return false;
    };
    let known = text.known;
    let link = known.links.iter().find(|l| l.from.as_slice() == [*key]);
    let table = link.and_then(|l| l.tables()).map_or(key.table, |l| l.1);
    let column = known.column(*key);
    let rows = |a: &Atom| a.score >= SURE && a.meaning == Meaning::Table(table);
    let spoken = (0..text.tokens.len()).any(|at| text.at(at).iter().any(rows));
    let number = column.words.last().is_some_and(|w| among("number no id code nr", w));
    let asked = |at: usize| among("number no id code nr ref", text.word(at)) && text.word(at + 1) != "of";
    let said = (0..text.tokens.len()).any(asked);
    let by = measured(q);
    let named = |o: &Query| {
        let key = |e: &Expr| matches!(e, Expr::Col(c) if Some(*c) == known.key(table));
        o.group.len() > 1 && o.group.iter().any(key) && o.limit == q.limit && measured(o) == by && o.filter == q.filter
    };
    number && spoken && !said && by.is_some() && readings.iter().any(|r| named(&r.query))
}

/// What things are ranked or told by: a number, or the rows that are counted.
fn measured(q: &Query) -> Option<Expr> {
    let shown = q.order.first().map(|o| &o.0).or(q.select.last());
    match shown? {
        Expr::Agg {
            agg: Agg::Count, of, ..
        } => {
            let mut table = None;
            of.visit(&mut |t, _| table = Some(t));
            table.map(Expr::Rows)
        }
        Expr::Agg { of, .. } => Some((**of).clone()),
        Expr::Col(c) => Some(Expr::Col(*c)),
        _ => None,
    }
}

//! The ends of what a column holds: "highest fee by town", "lowest and highest price", "date of the last order". They are
//! figures, and neither the town where the fees add up to most nor the rows at one end.
//!
//! In: the readings of one question. Out: the same without those that take the ends for a ranking. Deliberately absent: ends of
//! what is added up or counted first.

use crate::constructions::date_of;
use crate::known::Col;
use crate::link::{Atom, Meaning, Text};
use crate::query::{Agg, Expr};
use crate::read::{keep_better, Reading};
use crate::words::{among, TokenKind};

/// From here on a column is named, if without its unit.
const NAMED: f64 = 0.7;
const HIGH: &str = "highest maximum max biggest largest greatest";
const LOW: &str = "lowest minimum min smallest least";
/// What stands before them where nothing else is asked for.
const BEFORE: &[&str] = &[
    "what", "whats", "what's", "show", "give", "list", "find", "tell", "me", "us", "is", "are", "was", "were", "the",
    "please",
];

pub(crate) fn settle(text: &Text<'_>, readings: &mut Vec<Reading>) {
    if let Some(asked) = date_of::asked(text) {
        let day = |e: &Expr| match e {
            Expr::Agg { agg, of, .. } => {
                *agg == asked.agg
                    && matches!(&**of, Expr::Col(c) if c.table == asked.table && text.known.column(*c).is_time())
            }
            _ => false,
        };
        let each = text.tokens.iter().any(|t| among("each every per by", &t.lower));
        keep_better(readings, |r| {
            let alone = r.query.group.is_empty() && r.query.select.len() == 1;
            r.query.limit.is_none() && (alone || each) && r.query.select.iter().any(day)
        });
    }
    if let Some(of) = total(text) {
        keep_better(readings, |r| {
            let sum = |e: &Expr| matches!(e, Expr::Agg { agg: Agg::Sum, of: c, .. } if of.iter().any(|o| **c == Expr::Col(*o)));
            r.query.select.iter().chain(r.query.order.iter().map(|o| &o.0)).any(sum)
        });
    }
    let Some(asked) = asked(text) else { return };
    // "Highest fee": of all rows, and not the most that fees of one thing add up to.
    if asked.ends.len() == 1 && !asked.grouped {
        return keep_better(readings, |r| r.query.group.is_empty() && r.query.over.is_none());
    }
    let has = |r: &Reading, agg: Agg| {
        let end = |e: &Expr| matches!(e, Expr::Agg { agg: of, .. } if *of == agg);
        r.query.select.iter().any(end)
    };
    keep_better(readings, |r| {
        let grouped = !r.query.group.is_empty();
        r.query.limit.is_none() && grouped == asked.grouped && asked.ends.iter().all(|agg| has(r, *agg))
    });
}

struct Asked {
    ends: Vec<Agg>,
    /// "By town" stands behind.
    grouped: bool,
}

/// The ends of a number column that the question asks for alone, both or one for each group.
fn asked(text: &Text<'_>) -> Option<Asked> {
    let end = |at: usize| match text.word(at) {
        w if among(HIGH, w) => Some(Agg::Max),
        w if among(LOW, w) => Some(Agg::Min),
        _ => None,
    };
    let first = text.past(0, BEFORE);
    let mut ends = vec![end(first)?];
    let mut at = first + 1;
    if let (true, Some(other)) = (matches!(text.word(at), "and" | "&" | "/"), end(at + 1)) {
        ends.push(other);
        at += 2;
    }
    let number = |m: &Meaning| matches!(m, Meaning::Column(c) if text.known.column(*c).is_number());
    let named = || text.at(at).iter().filter(|a| a.score >= NAMED && number(&a.meaning));
    let next = named().map(|a| a.end).max()?;
    // "Highest fee per visit" is that of each row, and so of all.
    let own = |a: &Atom| {
        named().any(|n| matches!((&a.meaning, n.meaning.thing()), (Meaning::Table(t), Some(e)) if e.table() == *t))
    };
    // "By home type" names a column of homes.
    let column = |a: &Atom| a.score >= NAMED && matches!(a.meaning, Meaning::Column(_));
    let behind = text.at(next + 1);
    if behind.iter().any(|a| a.score >= 0.95 && own(a)) && !behind.iter().any(column) {
        return None;
    }
    let grouped = matches!(
        (text.word(next), text.word(next + 1)),
        ("by" | "per", _) | ("for" | "in" | "of" | "within", "each" | "every")
    );
    let over = text.tokens.iter().skip(next).all(|t| t.kind == TokenKind::Mark);
    (grouped || over || ends.len() == 2).then_some(Asked { ends, grouped })
}

/// The number columns that "the highest total price" names.
fn total(text: &Text<'_>) -> Option<Vec<Col>> {
    let said = |at: &usize| (among(HIGH, text.word(*at)) || among(LOW, text.word(*at))) && text.word(at + 1) == "total";
    let at = (0..text.tokens.len()).find(said)? + 2;
    // A column may be called `total_price`.
    let whole = |a: &Atom| a.end > at && a.score >= 0.95 && matches!(a.meaning, Meaning::Column(_));
    if text.at(at - 1).iter().any(whole) {
        return None;
    }
    let named = text.at(at).iter().filter(|a| a.score >= NAMED);
    let number = named.filter_map(|a| match a.meaning {
        Meaning::Column(c) if text.known.column(c).is_number() => Some(c),
        _ => None,
    });
    let found: Vec<Col> = number.collect();
    (!found.is_empty()).then_some(found)
}

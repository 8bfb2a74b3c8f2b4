//! Things by what all their rows come to: "over 500 in all", "under 3 on average", "an average of over 6", "all five colours",
//! "over 45 an hour".

use super::by::usual_of;
use super::figure::own;
use super::{measures, things, Construction, Edge};
use crate::frame::{Act, Compare, Ent, Measure};
use crate::known::{Col, Column, Role};
use crate::lexicon;
use crate::link::Text;
use crate::query::{Agg, Op};
use crate::words::among;

pub const IN_ALL: Construction = Construction {
    name: "in all",
    find,
    reads: &[
        "customers whose orders came to over 500 in all",
        "products with an average of over 20",
        "customers and the amount of their orders, only those above 90 on average",
    ],
    leaves: &[
        "orders over 500",
        "customers with an average amount",
        "how much did we sell in all",
    ],
};

fn find(text: &Text<'_>, at: usize, out: &mut Vec<Edge>) {
    every(text, at, out);
    let before = lexicon::aggregate(text.word(at)).filter(|_| text.word(at + 1) == "of");
    let from = if before.is_some() { at + 2 } else { at };
    let Some((op, taken)) = lexicon::comparison(&text.words(from)) else {
        return;
    };
    let Some((number, end, _)) = text.number(from + taken) else {
        return;
    };
    let rate = rates(text, end);
    let end = if rate.is_empty() { end } else { end + 2 };
    let (agg, end) = match (before, together(text, end)) {
        (Some(agg), _) => (Some(agg), end),
        (None, Some((agg, end))) => (Some(agg), end),
        (None, None) if text.word(end) == "overall" => (Some(Agg::Sum), end + 1),
        // "Over 45 an hour": each row's own.
        (None, None) if !rate.is_empty() => (None, end),
        (None, None) => return,
    };
    let (of, end) = match () {
        () if !rate.is_empty() => (rate, end),
        () => each(text, end).unwrap_or_else(|| (numbers(text), end)),
    };
    let adds = |c: &Col| agg != Some(Agg::Sum) || usual_of(text.known, *c) == Agg::Sum;
    let of: Vec<Col> = of.into_iter().filter(adds).collect();
    for (place, col) in of.into_iter().take(3).enumerate() {
        let subject = Some(agg.map_or(Measure::Col(col), |agg| Measure::Figure(agg, col)));
        let compare = Compare {
            subject,
            op,
            number,
            upper: None,
            unit: None,
        };
        out.push(Edge::new(
            "in all",
            at,
            end,
            vec![Act::Compare(compare)],
            1.6 - 0.2 * place as f64,
        ));
    }
}

/// What stands behind the number to say that it is of all rows together.
pub(super) fn together(text: &Text<'_>, at: usize) -> Option<(Agg, usize)> {
    // "In all areas" is a place.
    const LAST: &str = "and for in since this last during so from by but please";
    let last = text.word(at + 2);
    let over = matches!(last, "" | "?" | "." | "," | ")") || among(LAST, last);
    Some(match (text.word(at), text.word(at + 1)) {
        ("in", "all") if !over => return None,
        ("in", "all" | "total") | ("all", "told" | "together") | ("put" | "added", "together") => (Agg::Sum, at + 2),
        ("altogether", _) => (Agg::Sum, at + 1),
        ("on", "average") if !super::extent::asks(text) => (Agg::Avg, at + 2),
        _ => return None,
    })
}

/// "An hour", "a week": columns that keep what one costs.
fn rates(text: &Text<'_>, at: usize) -> Vec<Col> {
    const RATES: [&str; 8] = ["rate", "price", "charge", "fee", "cost", "pay", "wage", "rent"];
    if !matches!(text.word(at), "a" | "an" | "per") {
        return Vec::new();
    }
    let of: &[&str] = match text.word(at + 1) {
        "hour" | "hr" => &["hour", "hr", "hourly"],
        "day" => &["day", "daily"],
        "week" => &["week", "weekly"],
        "month" => &["month", "monthly"],
        "night" => &["night", "nightly"],
        _ => return Vec::new(),
    };
    let has = |c: &Column, list: &[&str]| c.words.iter().any(|w| list.contains(&w.as_str()));
    let keeps = |c: &Column| c.is_number() && c.role == Role::Measure && has(c, &RATES) && has(c, of);
    text.known.all().filter(|(_, c)| keeps(c)).map(|(col, _)| col).collect()
}

/// "Over 6 a round": the number that rows of that have, and where it ends.
fn each(text: &Text<'_>, at: usize) -> Option<(Vec<Col>, usize)> {
    if !matches!(text.word(at), "a" | "an" | "per" | "each") {
        return None;
    }
    things(text, at + 1).into_iter().find_map(|(e, end, _)| match e {
        Ent::Table(t) => Some((own(text, t), end)).filter(|f| !f.0.is_empty()),
        Ent::Column(_) => None,
    })
}

/// Numbers that the question speaks of, those that it names first.
fn numbers(text: &Text<'_>) -> Vec<Col> {
    let tokens = 0..text.tokens.len();
    let mut named: Vec<(Col, f64)> = tokens
        .flat_map(|i| measures(text, i))
        .filter(|m| text.known.column(m.0).role == Role::Measure && m.2 > -0.8)
        .map(|m| (m.0, m.2))
        .collect();
    named.sort_by(|a, b| b.1.total_cmp(&a.1));
    let tables = (0..text.known.tables.len()).filter(|t| text.said(*t));
    let own = tables.filter_map(|t| own(text, t).into_iter().next());
    let mut out: Vec<Col> = Vec::new();
    for col in named.into_iter().map(|n| n.0).chain(own) {
        if !out.contains(&col) {
            out.push(col);
        }
    }
    out
}

/// "Have tried all five flavours", where there are five.
fn every(text: &Text<'_>, at: usize, out: &mut Vec<Edge>) {
    // "All three kinds" alone are only named.
    let did = |i: usize| {
        matches!(
            text.word(i),
            "have" | "has" | "had" | "did" | "who" | "which" | "that" | "who've" | "they've"
        )
    };
    if text.word(at) != "all" || !(at.saturating_sub(3)..at).any(did) {
        return;
    }
    let from = text.past(at + 1, &["of", "the", "our"]);
    let Some(number) = text.tokens.get(from).and_then(|t| t.number) else {
        return;
    };
    for (ent, end, score) in things(text, from + 1) {
        let Ent::Column(col) = ent else { continue };
        let column = text.known.column(col);
        if number < 2.0 || column.distinct as f64 != number || !column.is_text() {
            continue;
        }
        let compare = Compare {
            subject: Some(Measure::Count(ent)),
            op: Op::Ge,
            number,
            upper: None,
            unit: None,
        };
        out.push(Edge::new("in all", at, end, vec![Act::Compare(compare)], 2.0 + score));
    }
}

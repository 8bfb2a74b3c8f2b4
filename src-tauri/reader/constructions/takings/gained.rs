//! "How much came from vouchers", "how much did we get from the dinners": what the rows of a stored text came to.

use super::{is_piece, own};
use crate::constructions::worth::products;
use crate::constructions::{value_cond, Edge};
use crate::frame::{Act, Measure};
use crate::known::Col;
use crate::link::{Meaning, Text};
use crate::query::Agg;
use crate::words::among;

pub(super) fn find(text: &Text<'_>, at: usize, out: &mut Vec<Edge>) {
    if (text.word(at), text.word(at + 1)) != ("how", "much") {
        return;
    }
    const BEFORE: &[&str] = &[
        "money", "cash", "did", "do", "have", "has", "we", "i", "us", "all", "of", "that",
    ];
    let verb = text.past(at + 2, BEFORE);
    if !among(
        "came come comes get got made make earned earn raised raise took take taken",
        text.word(verb),
    ) {
        return;
    }
    let from = text.past(verb + 1, &["in", "us"]);
    if !among("from through via off", text.word(from)) {
        return;
    }
    let next = text.past(from + 1, &["the", "our", "all", "total"]);
    for atom in text.at(next).iter().filter(|a| a.score >= 0.8).take(3) {
        let Meaning::Value { col, value, part } = &atom.meaning else {
            continue;
        };
        // What lies in stock brought nothing, and a running total is none of a row.
        let stock = |c: Col| {
            text.known
                .column(c)
                .words
                .iter()
                .any(|w| among("stock level hand inventory", w))
        };
        let running = |c: Col| {
            text.known
                .column(c)
                .words
                .iter()
                .any(|w| among("running cumulative balance", w))
        };
        let product = || {
            products(text)
                .into_iter()
                .find(|p| p.0.table == col.table && p.1.table == col.table && !stock(p.0) && !stock(p.1))
        };
        let measure = match own(text, col.table) {
            Some(c) if running(c) => None,
            Some(c) if text.known.column(c).is_money() && !is_piece(text, c) => Some(Measure::Col(c)),
            _ => product().map(|p| Measure::Times(p.0, p.1)),
        };
        if let Some(measure) = measure {
            let rows = Act::Where(value_cond(*col, value, *part, false));
            let acts = vec![Act::Figure(Agg::Sum, measure), rows];
            out.push(Edge::new("takings", at, atom.end, acts, 1.8));
        }
    }
}

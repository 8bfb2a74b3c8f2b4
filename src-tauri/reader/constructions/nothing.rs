//! "Paid nothing", "cost them nothing", "at no charge": nought of the money that a row keeps.

use super::{takings, Edge};
use crate::frame::{Act, Compare, Measure};
use crate::lexicon;
use crate::link::{Meaning, Text};
use crate::query::Op;
use crate::words::among;

/// Verbs of money.
const PAYS: &str = "paid pay pays paying cost costs costing spent spend charged";
const WHOM: &[&str] = &["us", "them", "him", "her", "me", "you", "absolutely", "exactly", "in"];
/// What was paid for, where it says no more than that.
const FOR: &[&str] = &[
    "for", "their", "his", "her", "the", "it", "trip", "ticket", "tickets", "entry", "at", "all",
];

pub(super) fn find(text: &Text<'_>, at: usize, out: &mut Vec<Edge>) {
    let end = match (text.word(at), text.word(at + 1)) {
        ("at" | "for", "no") if among("cost charge fee", text.word(at + 2)) => at + 3,
        (verb, _) if among(PAYS, verb) => {
            let next = text.past(at + 1, WHOM);
            match (text.word(next), text.word(next + 1)) {
                ("no" | "zero", "money" | "fare" | "fee") => next + 2,
                ("nothing" | "zero" | "nil", _) => next + 1,
                _ => return,
            }
        }
        _ => return,
    };
    let over = text.past(end, FOR);
    let named = text.at(at).iter().filter_map(|a| match a.meaning {
        Meaning::Column(col) => Some((col, a.score)),
        _ => None,
    });
    let own = (0..text.known.tables.len())
        .filter_map(|t| takings::own(text, t))
        .map(|col| (col, 0.5));
    for (col, score) in named.chain(own) {
        let column = text.known.column(col);
        let fits = column.is_number() && column.min.is_none_or(|min| min <= 0.0);
        if !fits || column.words.iter().any(|w| lexicon::is_birth(w)) {
            continue;
        }
        let none = Compare {
            subject: Some(Measure::Col(col)),
            op: Op::Eq,
            number: 0.0,
            upper: None,
            unit: None,
        };
        let said = if text.said(col.table) { 0.3 } else { 0.0 };
        out.push(Edge::new(
            "idea",
            at,
            over,
            vec![Act::Compare(none)],
            1.6 + score / 2.0 + said,
        ));
    }
}

//! What came to an end, as a thing that is counted: "losses by site", "deaths per year", "how many cancellations". The rows of
//! a table whose day for it has come, or that say yes to it.

use super::{Construction, Edge};
use crate::frame::Act;
use crate::link::{Meaning, Text};
use crate::query::{Cond, Expr};
use crate::words::among;

pub const ENDED: Construction = Construction {
    name: "ended",
    find,
    reads: &["shipments by customer country", "number of shipments"],
    leaves: &["orders that were shipped"],
};

/// Nouns, and how the day is called on which it was.
const NOUNS: &[(&str, &[&str])] = &[
    ("losses", &["lost", "loss"]),
    ("deaths fatalities", &["death", "die", "died", "deceas"]),
    ("cancellations", &["cancel"]),
    ("closures", &["close", "closed"]),
    ("returns", &["return"]),
    ("departures", &["left", "leav", "departur"]),
    ("resignations", &["resign"]),
    ("retirements", &["retir"]),
    ("withdrawals", &["withdraw"]),
    ("completions", &["complet"]),
    ("deliveries", &["deliv", "deliveri"]),
    ("shipments", &["ship"]),
    ("discharges", &["discharg"]),
];

fn find(text: &Text<'_>, at: usize, out: &mut Vec<Edge>) {
    let from = match (text.word(at), text.word(at + 1)) {
        ("how", "many") | ("number" | "count", "of") => at + 2,
        _ => at,
    };
    let noun = text.word(from);
    let Some((_, days)) = NOUNS.iter().find(|n| among(n.0, noun)) else {
        return;
    };
    // A table or a text of that name is meant before a day is.
    let named = |m: &Meaning| matches!(m, Meaning::Table(_) | Meaning::Value { .. });
    if text.at(from).iter().any(|a| named(&a.meaning) && a.score >= 0.7) {
        return;
    }
    for (col, c) in text.known.all() {
        let day = c.is_time() && !c.is_number() && c.has_gaps() && c.nulls < c.rows;
        let flag = text.is_flag(col) && c.stems.len() == 1;
        if (day || flag) && c.stems.iter().chain(&c.words).any(|w| days.contains(&w.as_str())) {
            let so = match flag {
                true => Cond::Yes(col, true),
                false => Cond::Null(Expr::Col(col), true),
            };
            let acts = vec![
                Act::Count {
                    of: Some(crate::frame::Ent::Table(col.table)),
                    distinct: false,
                },
                Act::Where(so),
            ];
            let said = if text.said(col.table) { 0.3 } else { 0.0 };
            out.push(Edge::new("ended", at, from + 1, acts, 0.5 + said));
        }
    }
}

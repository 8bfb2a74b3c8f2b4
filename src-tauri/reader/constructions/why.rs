//! "Why do people leave", "why were they returned": how often each reason that is kept was given.

use super::{Construction, Edge};
use crate::frame::{Act, Ent, Key};
use crate::known::{Col, Role};
use crate::lexicon;
use crate::link::{Meaning, Text};
use crate::query::{Cond, Expr};

pub const WHY: Construction = Construction {
    name: "why",
    find,
    reads: &["why do people have parcels"],
    leaves: &[
        "reasons for returns",
        "why is the sky blue",
        "why did the pilots strike",
    ],
};

/// Names of columns that keep reasons.
const REASONS: &[&str] = &["reason", "caus", "why"];
/// What ends the clause.
const NEXT: &[&str] = &[
    ",", ";", "-", "by", "per", "in", "since", "and", "most", "this", "last", "for",
];

fn find(text: &Text<'_>, at: usize, out: &mut Vec<Edge>) {
    let asks = text.word(at) == "why"
        && matches!(
            text.word(at + 1),
            "do" | "did" | "does" | "have" | "are" | "were" | "has"
        );
    if !asks {
        return;
    }
    let end = (at + 2..text.tokens.len()).find(|i| NEXT.contains(&text.word(*i)));
    let end = end.unwrap_or(text.tokens.len());
    // A stored value, a number or a time within it asks for more than the reasons.
    let plain = (at + 2..end).all(|i| {
        let more = |m: &Meaning| matches!(m, Meaning::Value { .. } | Meaning::Time(_));
        !text.at(i).iter().any(|a| more(&a.meaning) && a.score >= 0.8)
    });
    if !plain || end > at + 7 {
        return;
    }
    for (col, c) in text.known.all() {
        let reason = c.is_text() && matches!(c.role, Role::Category | Role::Text | Role::Label);
        if !reason || !c.stems.iter().any(|s| REASONS.contains(&s.as_str())) {
            continue;
        }
        // Who did it and what they did must be of the table, whose reasons are no others'.
        let of_table = |i: usize| {
            let word = text.word(i);
            let named = |a: &crate::link::Atom| match a.meaning {
                Meaning::Table(t) => t == col.table,
                Meaning::Column(other) => other.table == col.table,
                _ => false,
            };
            lexicon::is_filler(word)
                || lexicon::is_person(word)
                || text.at(i).iter().any(|a| named(a) && a.score >= 0.5)
        };
        if !(at + 2..end).all(of_table) {
            continue;
        }

        // "Why do people leave": of those who have left.
        let days = (at + 2..end).flat_map(|i| text.at(i)).filter_map(|a| match a.meaning {
            Meaning::Column(day) if day.table == col.table && a.score >= 0.6 => Some(day),
            _ => None,
        });
        let has_day = |day: &Col| {
            let c = text.known.column(*day);
            c.is_time() && !c.is_number() && c.has_gaps()
        };
        let gone = days.filter(has_day).take(1);
        let mut acts = vec![
            Act::Count {
                of: Some(Ent::Table(col.table)),
                distinct: false,
            },
            Act::Group(vec![Key::Ent(Ent::Column(col))]),
            Act::Where(Cond::Null(Expr::Col(col), true)),
        ];
        acts.extend(gone.map(|day| Act::Where(Cond::Null(Expr::Col(day), true))));
        out.push(Edge::new("why", at, end, acts, 1.0 + 0.3 * (end - at) as f64));
    }
}

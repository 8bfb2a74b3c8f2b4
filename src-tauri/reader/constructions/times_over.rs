//! How many times something must be there: "ordered more than once", "only once", "at least 3 times", "multiple orders".

use super::{things, Construction, Edge};
use crate::frame::{Act, Compare, Ent, Measure};
use crate::lexicon;
use crate::link::{Meaning, Text};
use crate::query::Op;

pub const TIMES_OVER: Construction = Construction {
    name: "times over",
    find,
    reads: &["customers who ordered more than once", "customers with multiple orders"],
    leaves: &["orders over time"],
};

fn find(text: &Text<'_>, at: usize, out: &mut Vec<Edge>) {
    let w = |n: usize| text.word(at + n);
    let (op, number, end) = match (w(0), w(1), w(2)) {
        ("more", "than", "once") => (Op::Gt, 1.0, at + 3),
        ("more", "than", "twice") => (Op::Gt, 2.0, at + 3),
        ("at", "least", "once") => (Op::Ge, 1.0, at + 3),
        ("at", "least", "twice") => (Op::Ge, 2.0, at + 3),
        ("only" | "just" | "exactly", "once", _) => (Op::Eq, 1.0, at + 2),
        ("only" | "just" | "exactly", "twice", _) => (Op::Eq, 2.0, at + 2),
        ("twice", "or" | "and", "more" | "up") => (Op::Ge, 2.0, at + 3),
        ("once" | "twice", ..) => (Op::Eq, if w(0) == "once" { 1.0 } else { 2.0 }, at + 1),
        ("only" | "just" | "exactly", "the", "one" | "single") => (Op::Eq, 1.0, at + 3),
        ("single", ..) => (Op::Eq, 1.0, at + 1),
        ("multiple" | "several", ..) => (Op::Gt, 1.0, at + 1),
        ("more", "than", "one") => (Op::Gt, 1.0, at + 3),
        ("only" | "just" | "exactly" | "a", "one" | "single", _) => (Op::Eq, 1.0, at + 2),
        _ => match lexicon::comparison(&text.words(at)) {
            Some((op, taken)) => match text.number(at + taken) {
                Some((n, end, _)) if matches!(text.word(end), "times" | "occasions") => (op, n, end + 1),
                _ => return,
            },
            None => match so_often(text, at) {
                Some(found) => found,
                None => return,
            },
        },
    };
    let said = |ent: Ent| {
        let compare = Compare {
            subject: Some(Measure::Count(ent)),
            op,
            number,
            upper: None,
            unit: None,
        };
        vec![Act::Compare(compare)]
    };
    for (ent, end, score) in things(text, end) {
        out.push(Edge {
            start: at,
            end,
            acts: said(ent),
            score: 0.9 + score,
            by: "times over",
        });
    }
    // "Ordered only once": what is done is the word before.
    if let Some(before) = at.checked_sub(1) {
        let named = text.at(before).iter().find_map(|a| match a.meaning {
            Meaning::Table(t) if a.end == at => Some(Ent::Table(t)),
            Meaning::Column(c) if a.end == at => Some(Ent::Column(c)),
            _ => None,
        });
        if let Some(ent) = named {
            out.push(Edge {
                start: at,
                end,
                acts: said(ent),
                score: 0.8,
                by: "times over",
            });
        }
    }
    let compare = Compare {
        subject: None,
        op,
        number,
        upper: None,
        unit: Some("times".into()),
    };
    out.push(Edge {
        start: at,
        end,
        acts: vec![Act::Compare(compare)],
        score: 0.2,
        by: "times over",
    });
}

/// "3 times or more", "6 times and up", "three or more times".
fn so_often(text: &Text<'_>, at: usize) -> Option<(Op, f64, usize)> {
    let token = text.tokens.get(at)?;
    let number = token.number?;
    let more = |at: usize| {
        matches!(
            (text.word(at), text.word(at + 1)),
            ("or" | "and", "more" | "up" | "over" | "above" | "oftener")
        )
    };
    let times = |at: usize| matches!(text.word(at), "times" | "occasions");
    match () {
        () if times(at + 1) && more(at + 2) => Some((Op::Ge, number, at + 4)),
        () if more(at + 1) && times(at + 3) => Some((Op::Ge, number, at + 4)),
        () => None,
    }
}

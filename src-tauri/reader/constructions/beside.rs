//! A second figure beside the first, of what was named before: "payments: how many and how much", "fines by year, number and
//! total".

use super::figure::own;
use super::{things, Construction, Edge};
use crate::frame::{Act, Ent, Measure};
use crate::lexicon::{self, Degree};
use crate::link::{Atom, Meaning, Text};
use crate::query::Agg;

pub const BESIDE: Construction = Construction {
    name: "beside",
    find,
    reads: &[
        "orders by country: how many and how much",
        "orders by month, number and total",
        "orders by month, with the count and the total",
    ],
    leaves: &["total of the orders", "how much do we sell"],
};

fn find(text: &Text<'_>, at: usize, out: &mut Vec<Edge>) {
    let (agg, end) = match (text.word(at), text.word(at + 1)) {
        ("how", "much") => (Agg::Sum, text.past(at + 2, &["money", "in"])),
        ("money", "" | "?" | "." | "for" | "in" | "per" | "by") => (Agg::Sum, at + 1),
        ("the", "money" | "value" | "amount") => (Agg::Sum, at + 2),
        (word, _) => match lexicon::aggregate(word) {
            Some(agg) => (agg, at + 1),
            None => return,
        },
    };
    // "With the count and the total".
    let article = at > 2 && text.word(at - 1) == "the" && lexicon::aggregate(text.word(at)).is_some();
    let before = if article { at - 1 } else { at };
    let tied = before > 1 && matches!(text.word(before - 1), "and" | "&" | "," | "+");
    let over = matches!(
        text.word(end),
        "" | "?" | "." | "for" | "in" | "each" | "altogether" | "per" | "by"
    );
    // "The biggest invoice and how much": its own figure, no total.
    let ends = |a: &Atom| {
        matches!(
            &a.meaning,
            Meaning::Scale {
                degree: Degree::Superlative,
                ..
            }
        )
    };
    let ranked = (0..at).any(|i| matches!(text.word(i), "most" | "least" | "top") || text.at(i).iter().any(ends));
    if !tied || !over || ranked {
        return;
    }
    let end = if text.word(end) == "altogether" { end + 1 } else { end };
    let mut tables: Vec<usize> = Vec::new();
    for before in 0..at {
        let named = things(text, before).into_iter().filter_map(|(e, ..)| match e {
            Ent::Table(t) => Some(t),
            Ent::Column(_) => None,
        });
        let valued = text
            .at(before)
            .iter()
            .filter(|a| a.score >= 0.8)
            .filter_map(|a| match &a.meaning {
                Meaning::Value { col, .. } => Some(col.table),
                _ => None,
            });
        tables.extend(named.take(2).chain(valued.take(2)));
    }
    if let (true, [_]) = (tables.is_empty(), text.known.tables.as_slice()) {
        tables.push(0);
    }
    let mut seen: Vec<usize> = Vec::new();
    tables.retain(|t| {
        !seen.contains(t) && {
            seen.push(*t);
            true
        }
    });
    for (far, table) in tables.into_iter().take(3).enumerate() {
        for (i, col) in own(text, table).into_iter().take(2).enumerate() {
            let acts = vec![Act::Figure(agg, Measure::Col(col))];
            out.push(Edge::new(
                "beside",
                at,
                end,
                acts,
                0.5 - 0.2 * far as f64 - 0.3 * i as f64,
            ));
        }
    }
}

//! A time: "in 2017", "since March", "last 6 months", "not in 2020"; its column is found when the query is built.

use super::{Construction, Edge};
use crate::frame::Act;
use crate::lexicon;
use crate::link::{Meaning, Text};
use crate::words::among;

pub const TIME: Construction = Construction {
    name: "time",
    find,
    reads: &["orders in 2024", "orders since March 2024"],
    leaves: &["products over $2024"],
};

fn find(text: &Text<'_>, at: usize, out: &mut Vec<Edge>) {
    let (from, not) = match lexicon::is_not(text.word(at)) {
        true => (
            text.past(at + 1, &["in", "on", "during", "from", "placed", "made"]),
            true,
        ),
        false => (at, false),
    };
    begun(text, at, out);
    for atom in text.at(from) {
        if let Meaning::Time(i) = atom.meaning {
            let money = from > 0 && matches!(text.word(from - 1), "$" | "€" | "£");
            if !money {
                let score = if not { 0.4 } else { 0.6 };
                out.push(Edge {
                    start: at,
                    end: atom.end,
                    acts: vec![Act::When(i, not)],
                    score,
                    by: "time",
                });
            }
        }
    }
}

/// "Introduced since 2015", "added in May": that rows came to be says no more than the time, unless a column is called so.
fn begun(text: &Text<'_>, at: usize, out: &mut Vec<Edge>) {
    const CAME: &str =
        "introduced launched created added appeared debuted recorded registered logged entered reported held happened";
    if !among(CAME, text.word(at)) || text.at(at).iter().any(|a| a.score >= 0.5) {
        return;
    }
    let next = text.past(at + 1, &["in", "on", "during"]);
    for atom in text.at(next) {
        if let Meaning::Time(i) = atom.meaning {
            out.push(Edge::new("time", at, atom.end, vec![Act::When(i, false)], 1.2));
        }
    }
}

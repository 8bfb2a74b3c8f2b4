//! "Both A and B", "A as well as B": the same thing has a row with each.

use super::{Construction, Edge};
use crate::frame::Act;
use crate::link::{Meaning, Text};

pub const BOTH: Construction = Construction {
    name: "both",
    find,
    reads: &["customers who ordered both Tea and Coffee"],
    leaves: &["customers from France or Germany"],
};

fn find(text: &Text<'_>, at: usize, out: &mut Vec<Edge>) {
    let values = |from: usize, to: usize| {
        (from..to.min(text.tokens.len()))
            .filter(|i| text.at(*i).iter().any(|a| matches!(a.meaning, Meaning::Value { .. })))
            .count()
    };
    match text.word(at) {
        "both" if values(at + 1, at + 9) > 1 => {
            out.push(Edge::new("both", at, at + 1, vec![Act::Both], 0.6));
        }
        "both" | "each" => {}
        "and" if values(at + 1, at + 4) > 0 && at > 0 && values(at.saturating_sub(3), at) > 0 => {
            let end = if matches!(text.word(at + 1), "also" | "then") {
                at + 2
            } else {
                at + 1
            };
            out.push(Edge::new(
                "both",
                at,
                end,
                vec![Act::Both],
                if end > at + 1 { 0.4 } else { -0.6 },
            ));
        }
        _ => {}
    }
}

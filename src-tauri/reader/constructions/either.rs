//! "Or" between two conditions: either of them is enough.

use super::{Construction, Edge};
use crate::frame::Act;
use crate::link::Text;

pub const EITHER: Construction = Construction {
    name: "either",
    find,
    reads: &[
        "products with a price over 20 or a cost under 5",
        "orders not from France or Germany",
    ],
    leaves: &["products with a price of 20 or more", "customers and their orders"],
};

/// What ends a number: "20 or more", "2020 or later".
const TAILS: &[&str] = &[
    "more", "less", "fewer", "over", "above", "under", "below", "better", "up", "so", "older", "younger", "later",
    "earlier", "before", "after", "newer", "longer", "shorter", "higher", "lower", "larger", "bigger", "greater",
    "smaller", "than",
];

fn find(text: &Text<'_>, at: usize, out: &mut Vec<Edge>) {
    if text.word(at) == "either" {
        out.push(Edge::new("either", at, at + 1, Vec::new(), 0.3));
    }
    let next = text.past(at + 1, TAILS);
    let tail = next > at + 1 && text.number(next).is_none();
    if text.word(at) == "or" && at > 0 && at + 1 < text.tokens.len() && !tail {
        out.push(Edge::new("either", at, at + 1, vec![Act::Or], 0.5));
    }
}

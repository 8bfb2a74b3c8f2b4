//! What the person wants counted with the rest, so that it is no condition: "even the ones that were cancelled",
//! "including the refunded ones", "whether or not they were paid".

use super::{Construction, Edge};
use crate::lexicon;
use crate::link::{Meaning, Text};

pub const EVEN: Construction = Construction {
    name: "even",
    find,
    reads: &[
        "orders in 2024, even the ones from France",
        "number of orders, including those from Germany",
    ],
    leaves: &["orders from France", "orders including tea"],
};

/// Between the adverb and what it is about.
const BETWEEN: &[&str] = &[
    "the", "those", "ones", "any", "all", "that", "which", "who", "were", "was", "are", "is", "got", "been", "have",
    "they", "it", "if", "from", "in", "later", "them",
];

fn find(text: &Text<'_>, at: usize, out: &mut Vec<Edge>) {
    // "Including VAT" is a price, and "orders including tea" are some: it needs "the ones".
    let pointed = |i: usize| matches!(text.word(i), "the" | "those" | "any" | "all" | "ones" | "if");
    let from = match (text.word(at), text.word(at + 1), text.word(at + 2)) {
        // "Not even confirmed" denies.
        ("even", ..) if at > 0 && !lexicon::is_not(text.word(at - 1)) => at + 1,
        ("whether", "or", "not") if at > 0 && matches!(text.word(at - 1), "," | "-" | "(") => at + 3,
        ("including" | "counting", ..)
            if pointed(at + 1) && at > 0 && matches!(text.word(at - 1), "," | "-" | "(" | ".") =>
        {
            at + 1
        }
        _ => return,
    };
    let from = text.past(from, BETWEEN);
    for atom in text.at(from).iter().filter(|a| a.score >= 0.6) {
        if matches!(atom.meaning, Meaning::Value { .. }) {
            let end = text.past(atom.end, &["ones", "later", "too", "afterwards", "since", "as", "well"]);
            out.push(Edge::new("even", at, end, Vec::new(), 1.8));
        }
    }
}

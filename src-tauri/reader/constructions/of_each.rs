//! "How many of each", "and how often", behind what is counted: "order statuses, how many of each".

use super::{Construction, Edge};
use crate::frame::Act;
use crate::link::Text;

pub const OF_EACH: Construction = Construction {
    name: "of each",
    find,
    reads: &["categories of products, how many of each", "countries, with how often"],
    leaves: &["how many orders does each customer have"],
};

fn find(text: &Text<'_>, at: usize, out: &mut Vec<Edge>) {
    let from = text.past(at, &["and", ",", "with", "plus", "-", "the", "a", "also"]);
    if from == 0 {
        return;
    }
    let w = |n: usize| text.word(from + n);
    let last = |n: usize| {
        let next = text.past(from + n, &["please", "pls"]);
        next >= text.tokens.len() || matches!(text.word(next), "?" | "." | "," | "and")
    };
    let taken = match (w(0), w(1), w(2), w(3)) {
        ("how", "many", "of", "each") => 4,
        ("how", "many", "each", _) => 3,
        ("number" | "count" | "numbers" | "counts", "of" | "for", "each", _) => 3,
        ("how", "often", ..) if last(2) => 2,
        ("how", "many", "times", _) if last(3) => 3,
        ("number" | "count" | "counts" | "tally", ..) if last(1) && from > at => 1,
        // "Names and numbers" are columns.
        ("numbers", ..) if last(1) && from > at && super::columns(text, from).is_empty() => 1,
        _ => return,
    };
    out.push(Edge::new("of each", at, from + taken, vec![Act::OfEach], 1.1));
}

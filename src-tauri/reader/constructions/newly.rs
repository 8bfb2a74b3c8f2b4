//! Those that are there for the first time: "new customers per month", counted by the first of their rows.

use super::{things, Construction, Edge};
use crate::frame::Act;
use crate::link::Text;

pub const NEWLY: Construction = Construction {
    name: "newly",
    find,
    reads: &[
        "new customers per month",
        "how many first time customers did we get each year",
        "how many new customers in 2023",
    ],
    leaves: &["the newest customers"],
};

fn find(text: &Text<'_>, at: usize, out: &mut Vec<Edge>) {
    let counts = match (text.word(at), text.word(at + 1)) {
        ("how", "many") => at + 2,
        ("number", "of") => at + 2,
        _ => at,
    };
    let from = match (text.word(counts), text.word(counts + 1)) {
        ("new", _) => counts + 1,
        ("first", "time") => counts + 2,
        ("first-time", _) => counts + 1,
        _ => return,
    };
    for (ent, end, score) in things(text, from) {
        out.push(Edge::new("newly", at, end, vec![Act::Newly(ent)], 0.7 + score));
    }
}

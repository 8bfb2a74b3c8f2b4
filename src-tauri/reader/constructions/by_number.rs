//! Groups by a number that each row keeps: "average rent by number of bedrooms", "homes per number of floors".

use super::{measures, Construction, Edge};
use crate::frame::{Act, Ent, Key};
use crate::link::Text;
use crate::words::among;

pub const BY_NUMBER: Construction = Construction {
    name: "by number",
    find,
    reads: &["average amount per number of quantity"],
    leaves: &["top 5 orders by number of quantity"],
};

/// More different numbers than this make no groups.
const GROUPS: u64 = 30;

fn find(text: &Text<'_>, at: usize, out: &mut Vec<Edge>) {
    let from = match text.word(at) {
        "by" | "per" | "across" => text.past(at + 1, &["the"]),
        "for" if among("each every", text.word(at + 1)) => at + 2,
        "depending" if text.word(at + 1) == "on" => text.past(at + 2, &["the"]),
        _ => return,
    };
    // A ranking goes by the number itself.
    let ranked = |i: usize| among("top sort sorted order ordered rank ranked bottom", text.word(i));
    if text.word(from) != "number" || text.word(from + 1) != "of" || text.ranks() || (0..at).any(ranked) {
        return;
    }
    for (col, end, score) in measures(text, from + 2) {
        let column = text.known.column(col);
        if column.distinct <= GROUPS && !column.is_money() {
            let acts = vec![Act::Group(vec![Key::Ent(Ent::Column(col))])];
            out.push(Edge::new("by number", at, end, acts, 1.8 + score));
        }
    }
}

//! All that a condition leaves out, beside it: "members vs the rest", "France compared with everywhere else".

use super::{Construction, Edge};
use crate::frame::Act;
use crate::link::Text;

pub const OTHERS: Construction = Construction {
    name: "others",
    find,
    reads: &[
        "average amount of orders from France vs the rest",
        "orders from France compared with everywhere else",
    ],
    leaves: &["orders from France and Germany", "other customers"],
};

fn find(text: &Text<'_>, at: usize, out: &mut Vec<Edge>) {
    let tied = match (text.word(at), text.word(at + 1)) {
        ("vs" | "versus" | "and" | "or" | "against" | "than" | "v", _) => 1,
        ("compared", "to" | "with") => 2,
        _ => return,
    };
    let skip = [
        "the", "all", "how", "many", "come", "are", "from", "in", "for", "that", "of", "those", "to",
    ];
    let from = text.past(at + tied, &skip);
    let end = match (text.word(from), text.word(from + 1)) {
        ("rest" | "others" | "remainder" | "remaining", _) => from + 1,
        (
            "everyone" | "everybody" | "everything" | "everywhere" | "anyone" | "anywhere" | "anything" | "any",
            "else",
        ) => from + 2,
        ("other", "ones") => from + 2,
        _ => return,
    };
    out.push(Edge::new("others", at, end, vec![Act::Others], 1.4));
}

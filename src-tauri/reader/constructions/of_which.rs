//! A part of what was counted, beside the whole: "orders and how many of them were late", "total fines, of which unpaid".

use super::{Construction, Edge};
use crate::frame::Act;
use crate::link::Text;

pub const OF_WHICH: Construction = Construction {
    name: "of which",
    find,
    reads: &[
        "number of orders and how many of them are from France",
        "total amount, of which from Germany",
    ],
    leaves: &["how many of our customers are from France"],
};

fn find(text: &Text<'_>, at: usize, out: &mut Vec<Edge>) {
    // Something must have been said before it.
    let from = text.past(at, &["and", ",", "with", "plus", "also", "then"]);
    if from == 0 {
        return;
    }
    let w = |n: usize| text.word(from + n);
    let back = |word: &str| matches!(word, "them" | "these" | "those" | "that" | "it" | "which" | "whom");
    let end = match (w(0), w(1), w(2), w(3)) {
        ("how", "many" | "much", "of", word) if back(word) => from + 4,
        ("how", "many" | "much", "were" | "was" | "are" | "is", _) => from + 2,
        ("of", "which" | "whom" | "those" | "them" | "these", "how", "many" | "much") => from + 4,
        ("of", "which" | "whom" | "those" | "them" | "these", ..) => from + 2,
        ("number" | "count", "of", word, _) if back(word) && word != "that" => from + 3,
        _ => return,
    };
    let end = text.past(
        end,
        &["is", "are", "was", "were", "still", "have", "has", "had", "been"],
    );
    out.push(Edge::new("of which", at, end, vec![Act::OfWhich], 0.9));
}

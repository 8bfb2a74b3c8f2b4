//! A part of what was counted, beside the whole: "orders and how many of them were late", "total fines, of which unpaid".

use super::{value_cond, Construction, Edge};
use crate::frame::Act;
use crate::link::{Meaning, Text};
use crate::query::Cond;

pub const OF_WHICH: Construction = Construction {
    name: "of which",
    find,
    reads: &[
        "number of orders and how many of them are from France",
        "total amount, of which from Germany",
        "how many orders are from France, out of how many",
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
    // "Number of checks and damaged ones": a value or a yes, and the ones that have it.
    if from > at && matches!(text.word(from - 1), "and" | "with" | "plus") {
        for atom in text
            .at(from)
            .iter()
            .filter(|a| text.word(a.end) == "ones" && a.score > 0.6)
        {
            let cond = match &atom.meaning {
                Meaning::Value { col, value, part } => value_cond(*col, value, *part, false),
                Meaning::Column(col) if text.is_flag(*col) => Cond::Yes(*col, true),
                _ => continue,
            };
            let acts = vec![Act::OfWhich, Act::Where(cond)];
            let score = 1.0 + atom.score.max(0.05).ln();
            out.push(Edge::new("of which", at, atom.end + 1, acts, score));
        }
    }
    // "How many were late, out of how many".
    if (w(0), w(1), w(2), w(3)) == ("out", "of", "how", "many") {
        let end = text.past(from + 4, &["in", "all", "altogether", "overall", "total"]);
        out.push(Edge::new("of which", at, end, vec![Act::OutOf], 1.5));
        return;
    }
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

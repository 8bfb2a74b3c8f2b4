//! Things of whose rows a part is so: "countries where more than a third were cancelled", "where at least half the orders are late".

use super::{Construction, Edge};
use crate::frame::Act;
use crate::lexicon;
use crate::link::Text;

pub const FRACTION: Construction = Construction {
    name: "fraction",
    find,
    reads: &[
        "countries where more than a third of the orders are from France",
        "customers where at least half the orders were cancelled",
        "customers with over 20% of orders cancelled",
        "customers who cancelled at least half of their orders",
    ],
    leaves: &[
        "customers where at least half an hour passed",
        "more than half of the orders",
        "orders with over 20% discount",
    ],
};

fn find(text: &Text<'_>, at: usize, out: &mut Vec<Edge>) {
    // "More than half of the orders are late" alone says so of all.
    let led = at > 1 && matches!(text.word(at - 1), "where" | "whose" | "with" | "which");
    let Some((op, taken)) = lexicon::comparison(&text.words(at)).filter(|_| at > 1) else {
        return;
    };
    let Some((percent, end)) = part(text, at + taken) else {
        return;
    };
    // "Who won at least half of their games", "half the time": of what each of them has.
    let of = text.past(end, &["of"]);
    let own = matches!(text.word(of), "their" | "its" | "them" | "his" | "her") || text.word(of + 1) == "time";
    // "A quarter of what they look at": of all rows of theirs.
    let all = text.word(of) == "what" && matches!(text.word(of + 1), "they" | "we" | "he" | "she" | "it");
    if all && at > 1 {
        let end = text.past(of + 3, &["at", "in", "on", "for", "out"]);
        out.push(Edge::new("fraction", at, end, vec![Act::Fraction(op, percent)], 1.6));
        return;
    }
    if !led && !own {
        return;
    }
    let end = text.past(end, &["of", "the", "their", "its", "them", "all", "his", "her"]);
    let end = if text.word(end) == "time" { end + 1 } else { end };
    out.push(Edge::new("fraction", at, end, vec![Act::Fraction(op, percent)], 1.6));
}

/// A part of a whole in percent, and where it ends.
pub(super) fn part(text: &Text<'_>, at: usize) -> Option<(f64, usize)> {
    let next = text.past(at, &["a", "one"]);
    // "Half an hour", "a third place".
    let unit = matches!(
        text.word(next + 1),
        "a" | "an" | "day" | "days" | "place" | "places" | "hour" | "term" | "price"
    );
    let found = match (text.word(next), text.word(next + 1)) {
        ("half", _) => (50.0, next + 1),
        ("third", _) => (100.0 / 3.0, next + 1),
        ("quarter", _) => (25.0, next + 1),
        ("fifth", _) => (20.0, next + 1),
        ("tenth", _) => (10.0, next + 1),
        ("two", "thirds") => (200.0 / 3.0, next + 2),
        ("three", "quarters") => (75.0, next + 2),
        _ => {
            let (n, end, unit) = text.number(at)?;
            let of = unit.as_deref() == Some("percent") && text.word(end) == "of";
            return of.then_some((n, end));
        }
    };
    (!unit).then_some(found)
}

//! Weekends beside the other days: "weekend vs weekday sales", "more on weekends or during the week".

use super::{Construction, Edge};
use crate::frame::{Act, Key};
use crate::link::Text;
use crate::query::Part;

pub const WEEKEND: Construction = Construction {
    name: "weekend",
    find,
    reads: &["weekend vs weekday orders", "do we get more orders on weekdays or at weekends"],
    leaves: &["orders at weekends", "orders by weekday"],
};

/// Words that may stand between the two.
const TIES: &[&str] = &[
    "vs", "versus", "v", "or", "and", "than", "against", "compared", "to", "with", "on", "at", "in", "during", "the",
];

fn weekend(text: &Text<'_>, at: usize) -> Option<usize> {
    match (text.word(at), text.word(at + 1), text.word(at + 2)) {
        ("weekend" | "weekends", ..) => Some(at + 1),
        ("saturdays", "and" | "&", "sundays") => Some(at + 3),
        _ => None,
    }
}

fn working(text: &Text<'_>, at: usize) -> Option<usize> {
    match (text.word(at), text.word(at + 1)) {
        ("working" | "week", "days") => Some(at + 2),
        ("weekday" | "weekdays" | "workday" | "workdays" | "week" | "midweek", _) => Some(at + 1),
        _ => None,
    }
}

fn find(text: &Text<'_>, at: usize, out: &mut Vec<Edge>) {
    let lead = text.past(at, &["on", "at", "during", "the", "in"]);
    let first = weekend(text, lead).map(|end| (end, true)).or_else(|| working(text, lead).map(|end| (end, false)));
    let Some((end, rests)) = first else { return };
    // "Weekend sales vs weekday sales": what is compared may stand between.
    for between in [end, end + 1] {
        let next = text.past(between, TIES);
        let other = if rests { working(text, next) } else { weekend(text, next) };
        if let Some(last) = other.filter(|_| next > between) {
            let repeated = between > end && text.word(last) == text.word(end);
            out.push(Edge {
                start: at,
                end: if between > end { end } else { last },
                acts: vec![Act::Group(vec![Key::Part(Part::Weekend)])],
                score: 1.6,
                by: "weekend",
            });
            if between > end {
                out.push(Edge {
                    start: between,
                    end: last + usize::from(repeated),
                    acts: Vec::new(),
                    score: 0.6,
                    by: "weekend",
                });
            }
            return;
        }
    }
}

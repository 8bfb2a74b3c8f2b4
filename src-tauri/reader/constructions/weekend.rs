//! Weekends, or one weekday, beside the other days: "weekend vs weekday sales", "more on Mondays than on other days".

use super::{Construction, Edge};
use crate::frame::{Act, Key};
use crate::link::Text;
use crate::query::Part;

pub const WEEKEND: Construction = Construction {
    name: "weekend",
    find,
    reads: &[
        "weekend vs weekday orders",
        "do we get more orders on weekdays or at weekends",
    ],
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
    // "On Mondays more than on other days": each weekday.
    if let Some(end) = weekday(text, lead).and_then(|end| others(text, end)) {
        out.push(Edge::new(
            "weekend",
            at,
            end,
            vec![Act::Group(vec![Key::Part(Part::Weekday)])],
            1.6,
        ));
    }
    let first = weekend(text, lead)
        .map(|end| (end, true))
        .or_else(|| working(text, lead).map(|end| (end, false)));
    let Some((end, rests)) = first else { return };
    // "Weekend sales vs weekday sales": what is compared may stand between.
    for between in [end, end + 1] {
        let next = text.past(between, TIES);
        let other = if rests {
            working(text, next)
        } else {
            weekend(text, next)
        };
        if let Some(last) = other.filter(|_| next > between) {
            let repeated = between > end && text.word(last) == text.word(end);
            out.push(Edge::new(
                "weekend",
                at,
                if between > end { end } else { last },
                vec![Act::Group(vec![Key::Part(Part::Weekend)])],
                1.6,
            ));
            if between > end {
                out.push(Edge::new(
                    "weekend",
                    between,
                    last + usize::from(repeated),
                    Vec::new(),
                    0.6,
                ));
            }
            return;
        }
    }
}

/// "Mondays".
fn weekday(text: &Text<'_>, at: usize) -> Option<usize> {
    const DAYS: [&str; 7] = [
        "mondays",
        "tuesdays",
        "wednesdays",
        "thursdays",
        "fridays",
        "saturdays",
        "sundays",
    ];
    DAYS.contains(&text.word(at)).then_some(at + 1)
}

/// "More than on other days".
fn others(text: &Text<'_>, at: usize) -> Option<usize> {
    let next = text.past(
        at,
        &[
            "more", "less", "busier", "quieter", "than", "vs", "versus", "on", "the", "any",
        ],
    );
    match (text.word(next), text.word(next + 1)) {
        ("other", "days" | "weekdays") => Some(next + 2),
        _ => None,
    }
}

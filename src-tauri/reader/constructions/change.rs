//! Growth from one period to the next: "yoy sales growth", "change in revenue from year to year", "month over month".

use super::{Construction, Edge};
use crate::frame::Act;
use crate::known::{Col, Role};
use crate::link::{Atom, Meaning, Text};
use crate::query::{Cond, Expr, Op, Part};
use crate::words::among;

pub const CHANGE: Construction = Construction {
    name: "change",
    find,
    reads: &[
        "yoy revenue growth",
        "month over month change of orders",
        "orders per year and the change on the year before",
        "orders per year, up or down on the previous year",
    ],
    leaves: &["orders per year"],
};

/// The one column that says by how much something grew; some of it must have shrunk.
fn growth(text: &Text<'_>) -> Option<Col> {
    let mut found = text.known.all().filter(|(_, c)| {
        let called = matches!(c.words.last().map(String::as_str), Some("growth" | "change"));
        called && c.is_number() && c.role == Role::Measure && c.min.is_some_and(|min| min < 0.0)
    });
    let first = found.next()?.0;
    found.next().is_none().then_some(first)
}

/// "Countries whose economy shrank", where by how much is kept. What else is said to grow is another figure.
fn grown(text: &Text<'_>, at: usize) -> Option<Edge> {
    let op = match text.word(at) {
        "grew" | "expanded" => Op::Gt,
        "shrank" | "shrunk" | "contracted" => Op::Lt,
        _ => return None,
    };
    let growth = growth(text)?;
    let figure = |a: &Atom| matches!(a.meaning, Meaning::Column(c) if c != growth && text.known.column(c).is_number());
    let other = (0..at).any(|i| text.at(i).iter().any(|a| a.score >= 0.5 && figure(a)));
    // "How has it grown", "by 3 percent", "faster" ask for the figure.
    let before = at.checked_sub(1).map_or("", |b| text.word(b));
    let asked = (0..at).any(|i| text.word(i) == "how" && text.word(i + 1) != "many");
    let behind = "by faster most more least less the to";
    if other || asked || among("has have had did", before) || among(behind, text.word(at + 1)) {
        return None;
    }
    let cond = Cond::Compare(Expr::Col(growth), op, Expr::Num(0.0));
    let start = if at > 1 && text.word(at - 2) == "whose" {
        at - 2
    } else {
        at
    };
    Some(Edge::new("change", start, at + 1, vec![Act::Where(cond)], 1.6))
}

fn find(text: &Text<'_>, at: usize, out: &mut Vec<Edge>) {
    out.extend(grown(text, at));
    let w = |n: usize| text.word(at + n);
    let over = |n: usize| matches!(text.word(at + n), "over" | "on" | "to" | "by" | "after");
    let lead = text.past(at, &["how", "it", "they", "the", "and", "with"]);
    if let Some((part, end)) = before(text, lead) {
        out.push(edge(at, end, Some(part), 2.0));
    }
    let (part, taken, score) = match (w(0), w(2)) {
        ("yoy", _) => (Some(Part::Year), 1, 1.2),
        ("mom", _) => (Some(Part::YearMonth), 1, 0.6),
        ("qoq", _) => (Some(Part::Quarter), 1, 1.2),
        ("year", "year") if over(1) && w(1) != "by" => (Some(Part::Year), 3, 1.4),
        ("month", "month") if over(1) && w(1) != "by" => (Some(Part::YearMonth), 3, 1.4),
        ("growth" | "grow" | "grew" | "growing" | "grown", _) => (None, 1, 0.6),
        ("change", "time") if w(1) == "each" => (None, 3, 1.0),
        ("go" | "gone" | "went" | "goes", _) if matches!(w(1), "up" | "down") => {
            (None, if w(2) == "or" { 4 } else { 2 }, 0.6)
        }
        (word, _) if RISES.contains(&word) && matches!(w(1), "in" | "of" | "from" | "over" | "between") => {
            (None, 1, 0.3)
        }
        ("change" | "changed" | "changes", _) if matches!(w(1), "in" | "of" | "over" | "from" | "by" | "per") => {
            (None, 1, 0.2)
        }
        _ => return,
    };
    let end = at + taken;
    let end = if matches!(text.word(end), "growth" | "change" | "rate" | "in" | "of") {
        end + 1
    } else {
        end
    };
    let end = if matches!(text.word(end), "rate" | "in" | "of") {
        end + 1
    } else {
        end
    };
    out.push(edge(at, end, part, score));
}

/// "The change on the year before", "up or down on the previous month".
fn before(text: &Text<'_>, at: usize) -> Option<(Part, usize)> {
    let says =
        RISES.contains(&text.word(at)) || matches!(text.word(at), "growth" | "change" | "changed" | "difference");
    let turns = text.word(at) == "up" && matches!(text.word(at + 2), "down");
    let next = at
        + match (turns, says) {
            (true, _) => 3,
            (_, true) => 1,
            _ => return None,
        };
    let from = text.past(
        next,
        &[
            "on", "over", "from", "to", "against", "compared", "with", "vs", "versus", "each", "the",
        ],
    );
    let period = |at: usize| match text.word(at) {
        "month" => Some(Part::YearMonth),
        "year" | "quarter" => crate::lexicon::period(text.word(at)),
        _ => None,
    };
    match text.word(from) {
        "previous" | "preceding" | "prior" | "last" => Some((period(from + 1)?, from + 2)),
        _ if text.word(from + 1) == "before" => Some((period(from)?, from + 2)),
        _ => None,
    }
    .filter(|_| from > next)
}

/// Words for one figure that is more or less than the one before.
const RISES: &[&str] = &[
    "increase",
    "increased",
    "rise",
    "rose",
    "drop",
    "dropped",
    "fall",
    "fell",
    "decline",
    "improvement",
    "improved",
    "decrease",
    "decreased",
];

fn edge(start: usize, end: usize, part: Option<Part>, score: f64) -> Edge {
    Edge::new("change", start, end, vec![Act::Growth(part)], score)
}

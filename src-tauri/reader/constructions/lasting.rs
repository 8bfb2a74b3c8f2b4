//! How long something takes: the days from one day of a row to another. "How long does shipping take", "average length of
//! stay", "longest rental", "took more than 3 weeks to ship".

use askwell_contract::TypeKind;

use super::{Construction, Edge};
use crate::frame::{Act, Compare, Measure, Top};
use crate::known::Col;
use crate::lexicon;
use crate::link::{Atom, Meaning, Text};
use crate::query::Agg;
use crate::words::TokenKind;

pub const LASTING: Construction = Construction {
    name: "lasting",
    find,
    reads: &[
        "how long does it take to ship an order",
        "how long does shipping take",
        "orders that took more than 3 weeks to ship",
    ],
    leaves: &["name of the product"],
};

/// Names of days that something begins with.
const STARTS: &[&str] = &[
    "start", "begin", "began", "open", "order", "request", "rais", "report", "check in", "in", "out", "from", "hire",
    "hired", "issu", "book", "creat", "made", "sent", "join", "instal", "placed", "file", "departur", "depart",
    "invoic", "inv", "enquiri", "enquir", "enq", "appli", "applic", "regist", "admiss", "admit", "refer", "receiv",
    "log",
];
/// And what it ends with.
const ENDS: &[&str] = &[
    "end", "close", "closed", "return", "back", "ship", "deliv", "deliveri", "complet", "resolv", "clear", "left",
    "leav", "discharg", "paid", "pay", "out", "to", "finish", "retir", "remov", "arriv", "arrival", "settl", "fulfil",
    "decis", "decid", "answer", "repli", "receiv",
];
/// Names of days on which something is fixed, and of those on which it then begins.
const BOOKED: &[&str] = &[
    "book", "order", "reserv", "creat", "made", "enquiri", "placed", "request",
];
const BEGINS: &[&str] = &[
    "check", "arriv", "arrival", "start", "travel", "depart", "departur", "event", "visit", "stay", "appoint",
];
/// Words that stand for a stretch of time with a superlative or a function before them.
const STRETCH: &str = "duration length time turnaround wait stay delay gap days span lead tenure";

/// What is done, and how the day is called on which it was, where that is not the same stem.
const DONE: [(&str, &str); 11] = [
    ("leav", "left"),
    ("stay", "left"),
    ("send", "sent"),
    ("sell", "sold"),
    ("begin", "start"),
    ("began", "start"),
    ("fix", "clear"),
    ("solv", "close"),
    ("keep", "back"),
    ("kept", "back"),
    ("lost", "loss"),
];

/// Verbs that ask how long one of them lasts.
const LASTS: &str =
    "take takes took taken last lasts lasted stay stays stayed wait waits waited before ahead usually each per";

/// Whether the two keep times of day that come soon after each other: a visit from check-in to check-out.
fn within_a_day(text: &Text<'_>, a: Col, b: Col) -> bool {
    const PAIRS: [(&str, &str); 9] = [
        ("in", "out"),
        ("start", "end"),
        ("start", "finish"),
        ("begin", "end"),
        ("depart", "arriv"),
        ("pickup", "dropoff"),
        ("open", "close"),
        ("open", "paid"),
        ("from", "to"),
    ];
    let has = |c: Col, stem: &str| {
        let column = text.known.column(c);
        column.stems.iter().chain(&column.words).any(|w| w == stem)
    };
    if [a, b].iter().all(|c| text.known.column(*c).clock) {
        return true;
    }
    let clocks = [a, b].iter().all(|c| {
        let column = text.known.column(*c);
        !column.days_only && column.kind != TypeKind::Date
    });
    clocks && PAIRS.iter().any(|(first, last)| has(a, first) && has(b, last))
}

fn find(text: &Text<'_>, at: usize, out: &mut Vec<Edge>) {
    let w = |n: usize| text.word(at + n);
    let agg = text
        .tokens
        .iter()
        .find_map(|t| lexicon::aggregate(&t.lower).filter(|a| *a != Agg::Sum));
    let stretch = |word: &str| STRETCH.split_whitespace().any(|s| s == word);
    // "How long", "how many days", "how far ahead", "length of stay", "days to ship".
    let asks = match (w(0), w(1), w(2)) {
        ("how", "long", _) => Some(2),
        ("how", "many", "days" | "weeks" | "hours") if matches!(w(3), "ahead") => Some(4),
        ("how", "many", "days" | "weeks" | "hours") => Some(3),
        ("how", "far", "in") if w(3) == "advance" => Some(4),
        ("how", "far", "ahead" | "in") => Some(3),
        ("how", "quickly" | "fast" | "soon" | "late" | "early", _) => Some(2),
        ("length" | "duration" | "time", "of", _) => Some(2),
        ("days" | "time", "to", _) => Some(2),
        ("days" | "time", "late" | "overdue" | "between", _) => Some(2),
        ("taken" | "spent", "to", _) => Some(2),
        ("hours", "to" | "until" | "till" | "before", _) => Some(2),
        ("hours", "it", "takes" | "took") => Some(3),
        // A column of that name keeps it; "length of stay" is one stretch.
        (word, ..)
            if stretch(word)
                && word != "wait"
                && !(at > 1
                    && text.word(at - 1) == "of"
                    && matches!(text.word(at - 2), "length" | "duration" | "time"))
                && agg.is_some()
                // "Days from received to decision" are between two that are named.
                && !(matches!(w(1), "from" | "between") && (at + 2..at + 8).any(|i| matches!(text.word(i), "to" | "and" | "until")))
                && super::measures(text, at).is_empty() =>
        {
            Some(1)
        }
        _ => None,
    };
    if let Some(taken) = asks {
        let end = verb(text, at + taken);
        // "Hours to solve": what is done, where it names nothing.
        let done = text.word(end.saturating_sub(1)) == "to" && text.at(end).is_empty();
        let end = end + usize::from(done && text.tokens.get(end).is_some_and(|t| t.kind == TokenKind::Word));
        let end = clause(text, end).unwrap_or(end);
        let hours = (0..text.tokens.len()).any(|i| matches!(text.word(i), "hours" | "minutes" | "mins"));
        // "How many hours was the hall booked for": all of them together.
        let lasts = |i: usize| LASTS.split_whitespace().any(|v| text.word(i) == v);
        let whole = (w(0), w(1)) == ("how", "many") && w(2) == "hours" && !(0..text.tokens.len()).any(lasts);
        let usual = if whole { Agg::Sum } else { Agg::Avg };
        // Where the hours of each row are kept, or its minutes, they are meant.
        if whole && super::measures(text, at + 2).iter().any(|m| m.2 > -0.6) {
            return;
        }
        for (a, b, score) in pairs(text).into_iter().take(6) {
            for (e, less) in [(end, 0.0), (at + taken, -0.1)] {
                let stretch = match hours || within_a_day(text, a, b) {
                    true => Measure::Hours(a, b),
                    false => Measure::Days(a, b),
                };
                let figure = Act::Figure(agg.unwrap_or(usual), stretch);
                // "How long does shipping take": what it is of stands between.
                let takes =
                    |i: &usize| matches!(text.word(*i), "take" | "takes" | "took" | "last" | "lasts" | "lasted");
                // A value there names rows: "how long do urgent jobs take".
                let value = |i: usize| {
                    text.at(i)
                        .iter()
                        .any(|a| matches!(a.meaning, Meaning::Value { .. }) && a.score >= 0.5)
                };
                let between = (e + 1..e + 4)
                    .find(takes)
                    .filter(|i| w(1) == "long" && !(e..*i).any(value));
                if let Some(i) = between {
                    out.push(Edge::new("lasting", at, i + 1, vec![figure.clone()], 0.4 + score));
                }
                out.push(Edge::new("lasting", at, e, vec![figure], 0.2 + score + less));
                if e == at + taken {
                    break;
                }
            }
        }
    }
    // The function stands elsewhere in the same question: "how long do they stay on average".
    let shown = |i: usize| {
        matches!((text.word(i), text.word(i + 1)), ("how", "long" | "far"))
            || stretch(text.word(i))
            || matches!(text.word(i), "slowest" | "quickest" | "fastest")
    };
    if agg.is_some() && lexicon::aggregate(w(0)) == agg && (0..text.tokens.len()).any(shown) {
        let start = if at > 0 && text.word(at - 1) == "on" {
            at - 1
        } else {
            at
        };
        out.push(Edge::new("lasting", start, at + 1, Vec::new(), 0.0));
    }
    // "Longest rental", "slowest delivery".
    let desc = match w(0) {
        "longest" | "slowest" => Some(true),
        "shortest" | "fastest" | "quickest" | "briefest" => Some(false),
        _ => None,
    };
    if let Some(desc) = desc {
        let end = if stretch(w(1)) { at + 2 } else { at + 1 };
        // "Longest anyone ever took to pay".
        let who = [
            "anyone", "anybody", "someone", "we", "they", "has", "have", "ever", "it",
        ];
        let took = text.past(text.past(end, &who), &["took", "taken", "take", "waited", "stayed"]);
        let end = match took > text.past(end, &who) {
            true => text.past(took, &["to"]) + usize::from(text.word(took) == "to"),
            false => end,
        };
        // "The longest job in hours": by the hours that are kept of each, where they are.
        let kept = |table: usize| {
            let hours = |a: &Atom| matches!(a.meaning, Meaning::Column(c) if c.table == table && a.score >= 0.95);
            (end..text.tokens.len()).any(|i| text.word(i) == "in" && text.at(i + 1).iter().any(hours))
        };
        for (a, b, score) in pairs(text).into_iter().take(4).filter(|p| !kept(p.0.table)) {
            let top = Top {
                rows: None,
                desc,
                by: Some(match within_a_day(text, a, b) {
                    true => Measure::Hours(a, b),
                    false => Measure::Days(a, b),
                }),
                ..Top::default()
            };
            out.push(Edge::new("lasting", at, end, vec![Act::Top(top)], 0.1 + score));
        }
    }
    // "Took more than 3 weeks", "longer than 30 days", "within 2 days".
    let (op, next) = match lexicon::comparison(&text.words(at)) {
        Some((op, taken)) => (op, at + taken),
        None => match (w(0), w(1)) {
            ("longer", "than") => (crate::query::Op::Gt, at + 2),
            ("shorter" | "quicker" | "faster", "than") => (crate::query::Op::Lt, at + 2),
            ("within", _) => (crate::query::Op::Le, at + 1),
            // "Patients in for 3 weeks or more".
            ("in" | "here" | "stayed" | "stay" | "lasted" | "waited", "for") => {
                let more = lexicon::comparison(&text.words(at + 2));
                more.map_or((crate::query::Op::Ge, at + 2), |(op, taken)| (op, at + 2 + taken))
            }
            _ => return,
        },
    };
    let Some((number, end, Some(unit))) = text.number(next) else {
        return;
    };
    // "3 weeks or more".
    let (op, end) = match lexicon::bound(&text.words(end)) {
        Some((op, taken)) => (op, end + taken),
        None => (op, end),
    };
    if matches!(
        unit.as_str(),
        "day" | "days" | "week" | "weeks" | "month" | "months" | "hour" | "hours"
    ) {
        let end = verb(text, text.past(end, &["to"]));
        for (a, b, score) in pairs(text).into_iter().take(4) {
            let compare = Compare {
                // "Longer than 2 days" counts from hour to hour where hours are kept.
                subject: Some(match within_a_day(text, a, b) {
                    true => Measure::Hours(a, b),
                    false => Measure::Days(a, b),
                }),
                op,
                number,
                upper: None,
                unit: Some(unit.clone()),
            };
            out.push(Edge::new("lasting", at, end, vec![Act::Compare(compare)], 0.3 + score));
        }
    }
}

/// Past the words of taking time: "does it take to", "did they stay".
fn verb(text: &Text<'_>, at: usize) -> usize {
    let end = text.past(
        at,
        &[
            "does", "do", "did", "it", "is", "was", "the", "a", "an", "they", "we", "on",
        ],
    );
    let end = text.past(
        end,
        &[
            "take",
            "takes",
            "took",
            "taken",
            "last",
            "lasts",
            "lasted",
            "stay",
            "stays",
            "wait",
            "people",
            "usually",
            "typically",
        ],
    );
    text.past(end, &["to", "for", "us", "until"])
}

/// Where a clause ends that says what is done and from when: "to pay once we've invoiced them", "after the invoice date do we pay".
fn clause(text: &Text<'_>, at: usize) -> Option<usize> {
    const WHO: &[&str] = &[
        "we",
        "weve",
        "we've",
        "they",
        "theyve",
        "they've",
        "it",
        "have",
        "has",
        "been",
        "is",
        "was",
        "the",
        "being",
        "their",
        "they're",
        "i",
        "do",
        "does",
        "did",
        "usually",
        "normally",
        "typically",
        "us",
        "them",
    ];
    let is = |i: usize, list: &[&str]| {
        text.tokens
            .get(i)
            .is_some_and(|t| list.iter().any(|s| *s == t.stem || *s == t.lower))
    };
    let from = |i: usize| matches!(text.word(i), "once" | "after" | "from" | "since");
    let date = |i: usize| i + usize::from(matches!(text.word(i), "date" | "day"));
    // "To pay once we've invoiced them".
    if text.word(at.checked_sub(1)?) == "to" && is(at, ENDS) {
        let next = text.past(at + 1, WHO);
        let begun = text.past(next + 1, WHO);
        let whole = from(next) && is(begun, STARTS);
        return Some(if whole {
            text.past(date(begun + 1), &["them", "it"])
        } else {
            at + 1
        });
    }
    // "After the invoice date do we pay".
    let begun = text.past(at + 1, WHO);
    let done = text.past(date(begun + 1), WHO);
    (from(at) && is(begun, STARTS) && is(done, ENDS)).then_some(done + 1)
}

/// Two days of one table that something lasts from and to, likeliest first.
pub(super) fn pairs(text: &Text<'_>) -> Vec<(Col, Col, f64)> {
    let mut said: Vec<&str> = text
        .tokens
        .iter()
        .map(|t| t.stem.as_str())
        .filter(|s| s.len() > 2)
        .collect();
    let done = DONE.iter().filter(|d| said.contains(&d.0)).map(|d| d.1);
    said.extend(done.collect::<Vec<_>>());
    let late = (0..text.tokens.len()).any(|i| matches!(text.word(i), "late" | "overdue" | "lateness"));
    // "How many days ahead do people book": from the booking to what was booked.
    let ahead = (0..text.tokens.len()).any(|i| matches!(text.word(i), "ahead" | "advance"));
    let mut out: Vec<(Col, Col, f64)> = Vec::new();
    for table in 0..text.known.tables.len() {
        let days: Vec<(Col, Vec<String>)> = text
            .known
            .columns(table)
            .filter(|(_, c)| {
                (c.is_time() || c.clock)
                    && !c.is_number()
                    && !c.words.iter().any(|w| matches!(w.as_str(), "birth" | "dob" | "born"))
            })
            .map(|(col, c)| (col, c.stems.clone()))
            .collect();
        let spoken = if text.said(table) { 0.5 } else { 0.0 };
        for (a, first) in &days {
            for (b, second) in days.iter().filter(|d| d.0 != *a) {
                // A time of day ends with another one.
                if text.known.column(*a).clock != text.known.column(*b).clock {
                    continue;
                }
                let inner = |words: &[String], at: usize| words[at].len() < 3 && at > 0 && at + 1 < words.len();
                let named = |words: &[String], list: &[&str]| {
                    (0..words.len()).any(|at| list.contains(&words[at].as_str()) && !inner(words, at))
                };
                let ends = named(second, ENDS);
                let starts = named(first, STARTS);
                let booked = ahead && named(first, BOOKED) && named(second, BEGINS);
                let ends = ends || booked;
                let order = b.column > a.column;
                let heard = |words: &[String]| {
                    words
                        .iter()
                        .filter(|w| said.iter().any(|s| s.starts_with(w.as_str()) && w.len() > 2))
                        .count() as f64
                };
                // "Between the enquiry and the offer": both are named.
                let both = heard(first) > 0.0 && heard(second) > 0.0;
                // Nothing ends with what begins something: from the day that is booked to the day of booking.
                let begins = !ends && named(second, STARTS) && !both;
                if begins || !(order || ends && starts) || !ends && !starts && days.len() > 2 && !both {
                    continue;
                }
                // What is late is so from the day on which it was due.
                let due = late
                    && first
                        .iter()
                        .any(|w| matches!(w.as_str(), "due" | "deadlin" | "expect" | "promis"));
                let score = spoken
                    + 0.6 * f64::from(u8::from(due))
                    + 0.8 * f64::from(u8::from(booked))
                    + 0.3 * f64::from(u8::from(ends))
                    + 0.2 * f64::from(u8::from(starts))
                    + 0.3 * f64::from(u8::from(order))
                    + 0.3 * (heard(second) + 0.5 * heard(first)).min(2.0);
                out.push((*a, *b, score - 0.6));
            }
        }
    }
    out.sort_by(|x, y| y.2.total_cmp(&x.2));
    out
}

//! From which day to which something lasts: two days of one row, or of a row and what it belongs to.

use super::{ENDS, STARTS};
use crate::known::{Col, Column};
use crate::lexicon;
use crate::link::{Atom, Meaning, Text};

/// Names of days on which something is fixed, and of those on which it then begins.
const BOOKED: &[&str] = &[
    "book", "order", "reserv", "creat", "made", "enquiri", "placed", "request", "sold", "bought", "purchas",
];
const BEGINS: &[&str] = &[
    "check", "arriv", "arrival", "start", "travel", "depart", "departur", "event", "visit", "stay", "appoint",
];
/// What is done, and how the day is called on which it was, where that is not the same stem.
const DONE: &[(&str, &str)] = &[
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
    ("fix", "complet"),
    ("settl", "pay"),
];

/// Words that every day may be called by.
const PLAIN: [&str; 4] = ["date", "day", "time", "datetime"];

/// Two days that something lasts from and to, likeliest first.
pub(in super::super) fn pairs(text: &Text<'_>) -> Vec<(Col, Col, f64)> {
    let mut said: Vec<&str> = text
        .tokens
        .iter()
        .map(|t| t.stem.as_str())
        .filter(|s| s.len() > 2)
        .collect();
    let done = DONE.iter().filter(|d| said.contains(&d.0)).map(|d| d.1);
    said.extend(done.collect::<Vec<_>>());
    let says = |list: &[&str]| (0..text.tokens.len()).any(|i| list.contains(&text.word(i)));
    let nights = says(&["nights", "night"]);
    let late = says(&["late", "overdue", "lateness"]);
    // "How many days ahead do people book": from the booking to what was booked.
    let ahead = says(&["ahead", "advance", "notice"]);
    let notes = ahead || says(&["wait", "waits", "waited", "waiting", "before", "between", "lead"]);
    let days = |table: usize| -> Vec<(Col, &Column)> {
        let is_day =
            |c: &Column| (c.is_time() || c.clock) && !c.is_number() && !c.words.iter().any(|w| lexicon::is_birth(w));
        text.known.columns(table).filter(|(_, c)| is_day(c)).collect()
    };
    let inner = |words: &[String], at: usize| words[at].len() < 3 && at > 0 && at + 1 < words.len();
    let named = |c: &Column, list: &[&str]| {
        let is = |w: Option<&String>| w.is_some_and(|w| list.contains(&w.as_str()));
        (0..c.stems.len()).any(|at| (is(c.stems.get(at)) || is(c.words.get(at))) && !inner(&c.stems, at))
    };
    let heard = |c: &Column| {
        let words = c.stems.iter().filter(|w| w.len() > 2);
        words.filter(|w| said.iter().any(|s| s.starts_with(w.as_str()))).count() as f64
    };
    let mut out: Vec<(Col, Col, f64)> = Vec::new();
    for table in 0..text.known.tables.len() {
        let own = days(table);
        // A stored text names its rows: the days of a repair for "how long does a boiler job take".
        let value = |i: usize| {
            let held =
                |a: &Atom| matches!(a.meaning, Meaning::Value { col, .. } if col.table == table) && a.score >= 0.9;
            text.at(i).iter().any(held)
        };
        let spoken = match () {
            () if text.said(table) => 0.5,
            () if (0..text.tokens.len()).any(value) => 0.4,
            () => 0.0,
        };
        let kept = text.known.columns(table).any(|(_, c)| keeps_length(c));
        for (a, first) in &own {
            for (b, second) in own.iter().filter(|d| d.0 != *a) {
                // A time of day ends with another one.
                if first.clock != second.clock {
                    continue;
                }
                let books = named(first, BOOKED) && named(second, BEGINS);
                let booked = ahead && books;
                let ends = named(second, ENDS) || booked;
                let starts = named(first, STARTS);
                let order = b.column > a.column;
                // "Between the enquiry and the offer": both are named.
                let both = heard(first) > 0.0 && heard(second) > 0.0;
                // Nothing ends with what begins something: from the day that is booked to the day of booking.
                let begins = !ends && named(second, STARTS) && !both;
                if begins || !(order || ends && starts) || !ends && !starts && own.len() > 2 && !both {
                    continue;
                }
                // What is late is so from the day on which it was due.
                let due = |w: &String| matches!(w.as_str(), "due" | "deadlin" | "expect" | "promis");
                let due = late && first.stems.iter().any(due);
                // What was booked does not last from its booking, nor from day to day where its length is kept.
                let stays = own.iter().any(|d| d.0 != *a && named(d.1, BEGINS));
                let waits = if named(first, BOOKED) && stays && !notes && !both {
                    0.5
                } else {
                    0.0
                };
                let kept = if kept && !both && !late && !notes { 0.4 } else { 0.0 };
                let score = spoken
                    + 0.6 * f64::from(u8::from(due))
                    + 0.8 * f64::from(u8::from(booked))
                    + 0.3 * f64::from(u8::from(nights && named(first, BEGINS)))
                    + 0.3 * f64::from(u8::from(ends))
                    + 0.2 * f64::from(u8::from(starts))
                    + 0.3 * f64::from(u8::from(order))
                    + 0.3 * (heard(second) + 0.5 * heard(first)).min(2.0);
                out.push((*a, *b, score - waits - kept - 0.6));
            }
        }
    }
    // "From the quote to the move", "how far ahead do people book": the days of a row and of what it belongs to.
    let named_two = says(&["from", "between"]);
    for link in text.known.links.iter().filter(|_| named_two || ahead) {
        let Some((one, other)) = link.tables().filter(|t| t.0 != t.1) else {
            continue;
        };
        for (from, to) in [(one, other), (other, one)] {
            let ends: Vec<_> = days(to).into_iter().map(|(b, c)| (b, c, told(text, b))).collect();
            for (a, first) in days(from) {
                let begun = told(text, a);
                for (b, second, ended) in &ends {
                    if first.clock || second.clock {
                        continue;
                    }
                    let both = named_two && begun.zip(*ended).is_some_and(|(x, y)| x < y);
                    let booked = ahead && named(first, BOOKED) && named(second, BEGINS);
                    if both || booked {
                        out.push((a, *b, if both { 0.9 } else { 0.7 }));
                    }
                }
            }
        }
    }
    out.sort_by(|x, y| y.2.total_cmp(&x.2));
    out
}

/// Where a word stands that the name of a day begins with: the move of `move_date`, quoting of `quoted_on`.
pub(super) fn told(text: &Text<'_>, c: Col) -> Option<usize> {
    let stems = &text.known.column(c).stems;
    let alike = |word: &str, name: &str| {
        let (short, long) = if word.len() < name.len() {
            (word, name)
        } else {
            (name, word)
        };
        short.len() > 2 && long.starts_with(short) && (word.len() >= name.len() || name.len() == word.len() + 1)
    };
    let own = stems.iter().filter(|w| !PLAIN.contains(&w.as_str()));
    own.filter_map(|w| text.tokens.iter().position(|t| alike(&t.stem, w)))
        .min()
}

/// What keeps how long rows last that are spoken of, by their table or by what it keeps of them.
pub(super) fn lengths(text: &Text<'_>) -> Vec<Col> {
    let spoken = |table: usize| {
        let of = |a: &Atom| match &a.meaning {
            Meaning::Table(t) => *t == table,
            Meaning::Column(c) | Meaning::Value { col: c, .. } => c.table == table,
            _ => false,
        };
        let says = |i: usize| text.at(i).iter().any(|a| a.score >= 0.9 && of(a));
        (0..text.tokens.len()).any(says)
    };
    // "Break minutes" and "weekly hours" are no length of a shift.
    let own = |col: Col, c: &Column| {
        let table = &text.known.tables[col.table].words;
        let said = |w: &String| matches!(w.as_str(), "total" | "duration" | "length" | "actual" | "in");
        let named = |w: &String| table.iter().any(|t| crate::words::stem(t) == crate::words::stem(w));
        let rest = &c.words[..c.words.len().saturating_sub(1)];
        rest.iter().all(|w| said(w) || named(w))
    };
    let found = (text.known.all()).filter(|(col, c)| keeps_length(c) && own(*col, c) && spoken(col.table));
    found.map(|(col, _)| col).collect()
}

/// Whether a number column keeps how long a row lasts.
pub(crate) fn keeps_length(c: &Column) -> bool {
    const LENGTHS: [&str; 10] = [
        "hours", "hrs", "minutes", "mins", "seconds", "secs", "nights", "duration", "length", "days",
    ];
    c.is_number() && c.words.last().is_some_and(|w| LENGTHS.contains(&w.as_str()))
}

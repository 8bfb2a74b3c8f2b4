//! What is not over yet, by a column that keeps how things stand: "open cases" of 'Pending' and 'Registered' beside 'Decided'.

use super::{Construction, Edge};
use crate::frame::Act;
use crate::known::{Col, Column};
use crate::lexicon;
use crate::link::{keeps_outcomes, senses, Meaning, Text, BEGAN};
use crate::query::Cond;
use crate::words::plurals;

pub const OPEN: Construction = Construction {
    name: "open",
    find,
    reads: &[
        "open projects",
        "projects still in progress",
        "projects we havent finished",
    ],
    leaves: &["projects to approve", "projects that were cancelled"],
};

/// What is not so yet is open: "we havent sorted", "not yet closed".
const FINISHED: [&str; 10] = [
    "closed",
    "completed",
    "decided",
    "done",
    "finished",
    "fixed",
    "handled",
    "resolved",
    "solved",
    "sorted",
];
/// Names of columns that keep how far a thing has come.
const CALLED: [&str; 6] = ["status", "state", "stage", "progress", "outcome", "situation"];

fn find(text: &Text<'_>, at: usize, out: &mut Vec<Edge>) {
    several(text, at, out);
    let from = at + usize::from(text.word(at) == "still");
    let done = text.past(at + 1, &["yet", "been", "we", "they", "be"]);
    let undone = lexicon::is_not(text.word(at)) && FINISHED.contains(&text.word(done));
    // Of money it is what is owed.
    let money = (0..at).any(|i| matches!(text.word(i), "much" | "total" | "amount"));
    if money && text.word(from) == "outstanding" {
        return;
    }
    let end = match (text.word(from), text.word(from + 1)) {
        (
            "open" | "outstanding" | "pending" | "unresolved" | "unfinished" | "ongoing" | "undecided" | "incomplete",
            _,
        ) => from + 1,
        ("in", "progress" | "hand")
        | ("not" | "isnt" | "arent", "finished" | "closed" | "done" | "decided" | "resolved") => from + 2,
        _ if undone => done + 1 + usize::from(text.word(done + 1) == "yet"),
        _ => return,
    };
    // What a text says itself is that text alone.
    let stored = |col: Col| {
        text.at(from)
            .iter()
            .any(|a| matches!(&a.meaning, Meaning::Value { col: c, part: false, .. } if *c == col && !a.loose))
    };
    for (col, column) in text.known.all() {
        // The code of a component is no state that a bug is in.
        let elsewhere = text.known.links.iter().any(|l| {
            let named = |t: usize| {
                text.known.tables[t]
                    .words
                    .iter()
                    .any(|w| CALLED.contains(&plurals::singular(w).as_str()))
            };
            l.from.as_slice() == [col] && l.tables().is_some_and(|t| !named(t.1))
        });
        if elsewhere
            || stored(col)
            || text.stored_elsewhere(from..from + 1, col.table)
            || !keeps_outcomes(column)
            || column.top.len() < column.distinct as usize
        {
            continue;
        }
        if let Some(values) = open(column) {
            let cond = Cond::Is {
                col,
                values,
                not: false,
            };
            let said = if text.said(col.table) { 0.3 } else { 0.0 };
            out.push(Edge::new("open", at, end, vec![Act::Where(cond)], 0.5 + said));
        }
    }
}

/// "Approved", where some are 'Granted' and others 'Granted with conditions'.
fn several(text: &Text<'_>, at: usize, out: &mut Vec<Edge>) {
    if at > 0 && text.word(at - 1) == "to" || BEGAN.contains(&text.word(at)) {
        return;
    }
    let Some(means) = text
        .tokens
        .get(at)
        .map(|t| lexicon::outcomes(&t.stem))
        .filter(|m| !m.is_empty())
    else {
        return;
    };
    for (col, column) in text.known.all().filter(|(_, c)| keeps_outcomes(c)) {
        let says = |v: &&String| senses(v).iter().any(|s| means.contains(s));
        let values: Vec<String> = column.top.iter().filter(says).cloned().collect();
        if values.len() > 1 && values.len() < column.top.len() {
            let cond = Cond::Is {
                col,
                values,
                not: false,
            };
            let said = if text.said(col.table) { 0.2 } else { 0.0 };
            out.push(Edge::new("open", at, at + 1, vec![Act::Where(cond)], 0.2 + said));
        }
    }
}

/// Whether a stored text says that something is not over.
pub(super) fn awaits(text: &str) -> bool {
    senses(text).iter().any(|s| !lexicon::is_over(*s))
}

/// The texts after which something is still awaited; `None` where the column does not tell.
fn open(column: &Column) -> Option<Vec<String>> {
    let over = |v: &String| {
        let says = senses(v);
        !says.is_empty() && says.iter().all(|s| lexicon::is_over(*s))
    };
    let called = column.words.iter().any(|w| CALLED.contains(&w.as_str()));
    let (ended, left): (Vec<&String>, Vec<&String>) = column
        .top
        .iter()
        .filter(|v| !v.trim().is_empty())
        .partition(|v| over(v));
    let tells = called || left.iter().any(|v| awaits(v));
    (tells && !ended.is_empty() && !left.is_empty()).then(|| left.into_iter().cloned().collect())
}

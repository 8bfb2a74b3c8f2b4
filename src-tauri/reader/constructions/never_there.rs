//! What holds of none of a thing's rows: "which candidates never went to Ohio".

use super::{things, value_cond, Edge};
use crate::frame::Act;
use crate::link::{Atom, Meaning, Text};
use crate::words::among;

/// In a sheet with many rows of each, where nothing else is named behind the value.
pub(super) fn find(text: &Text<'_>, at: usize, from: usize, out: &mut Vec<Edge>) {
    // Who "isn't" from there is told by a row, who "didn't" go there by all of them.
    const DENIALS: &str = "never didnt didn't hasnt hasn't havent haven't";
    let [table] = text.known.tables.as_slice() else { return };
    let several = |a: &Atom| match a.meaning {
        Meaning::Column(c) if table.columns[c.column].repeats() && a.score >= 0.85 => Some(c),
        _ => None,
    };
    // "Complaints" are the rows themselves, whatever else has a `complaint_type`.
    let called = table.stems.iter().rev().find(|s| s.chars().all(char::is_alphabetic));
    let rows = |i: usize| called == Some(&text.tokens[i].stem);
    let before = at.checked_sub(1).map_or("", |b| text.word(b));
    let asked = at > 1 && among("i we you they", before) && among("have has had did", text.word(at - 2));
    let denies =
        among(DENIALS, text.word(at)) || text.word(at) == "not" && (asked || among("have has had did", before));
    let mut named = (0..at)
        .filter(|i| !rows(*i))
        .flat_map(|i| text.at(i))
        .filter_map(several);
    let Some(thing) = named.next().filter(|_| denies) else {
        return;
    };
    const TO: &[&str] = &["to", "in", "at", "from", "for", "with", "a", "an", "the", "any"];
    let value = |a: &Atom| {
        // "Who never visited Cobalt" is no firm but Cobalt itself.
        let whole = matches!(a.meaning, Meaning::Value { part: false, col, .. } if col != thing) && a.score >= 0.8;
        whole && things(text, a.end).is_empty()
    };
    // "Which streets has Rosa never walked": who it is stands before.
    let whose = |start: usize| {
        let of = |a: &&Atom| a.end == at && value_of(a, thing);
        let auxiliary = start > 0 && among("has have had did does", text.word(start - 1));
        text.at(start).iter().find(of).filter(|_| auxiliary)
    };
    if let Some((start, a)) = (at.saturating_sub(4)..at).find_map(|i| Some((i, whose(i)?))) {
        if let Meaning::Value { col, value, part } = &a.meaning {
            let cond = value_cond(*col, value, *part, false);
            let acts = vec![Act::Without(0), Act::Where(cond)];
            out.push(Edge::new("without", start, from + 1, acts, 2.4));
        }
        return;
    }
    // "Haven't I seen this year", "have not been heard from since March": none of their rows is of that time.
    let verb = text.past(at + 1, &["i", "we", "you", "they", "been", "yet"]);
    let end = text.past(verb + 1, &["from", "to", "with", "in", "here"]);
    let timed = |a: &Atom| matches!(a.meaning, Meaning::Time(_));
    let when = text.past(end, &["since", "in", "during", "for", "after"]);
    if among("seen heard spoken served contacted", text.word(verb)) && text.at(when).iter().any(timed) {
        out.push(Edge::new("without", at, end, vec![Act::Without(0)], 2.2));
        return;
    }
    // "Have not been to Ohio", "never went to Ohio".
    let mut places = [text.past(from, TO), text.past(from + 1, TO)].into_iter();
    if let Some(place) = places.find(|place| text.at(*place).iter().any(value)) {
        out.push(Edge::new("without", at, place, vec![Act::Without(0)], 1.8));
    }
}

/// A text of another column, or a part of one by which a person is called.
fn value_of(a: &Atom, thing: crate::known::Col) -> bool {
    matches!(a.meaning, Meaning::Value { col, .. } if col != thing) && a.score >= 0.5
}

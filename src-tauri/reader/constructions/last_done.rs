//! When something was last done: "when did Ann last order", "when was he last in", "when did she first give".

use super::{Construction, Edge};
use crate::frame::{Act, Ent, Measure, Top};
use crate::known::Col;
use crate::lexicon;
use crate::link::{Meaning, Text};
use crate::words::stem;

pub const LAST_DONE: Construction = Construction {
    name: "last done",
    find,
    reads: &["when did they last order", "when was a customer last in"],
    leaves: &["when was the last order", "orders of last year", "who ordered last"],
};

/// Behind "last" they say that somebody was there, whatever the data call it.
const THERE: [&str; 5] = ["in", "here", "seen", "active", "with"];
/// Behind these verbs a particle belongs to them.
const PARTICLES: [&str; 4] = ["in", "up", "from", "with"];

fn find(text: &Text<'_>, at: usize, out: &mut Vec<Edge>) {
    let desc = match text.word(at) {
        "last" => true,
        "first" => false,
        _ => return,
    };
    let asks = |i: usize| text.word(i) == "when" && matches!(text.word(i + 1), "did" | "was" | "were" | "has" | "have");
    let verb = text.word(at + 1);
    let period = lexicon::period(verb).is_some();
    if period || verb.is_empty() || !(0..at).any(asks) {
        return;
    }
    let end = at + 2 + usize::from(PARTICLES.contains(&text.word(at + 2)) && !THERE.contains(&verb));
    // "When was the last order" is asked of the order that stands behind it.
    let article = at > 0 && matches!(text.word(at - 1), "the" | "our" | "their" | "his" | "her" | "its");
    if article {
        return;
    }
    for (table, day, score) in facts(text, at, verb).into_iter().take(3) {
        // The row itself: "and how much was it" is asked of the same.
        let top = Top {
            rows: Some(1),
            desc,
            by: Some(Measure::Col(day)),
            ..Top::default()
        };
        let acts = vec![Act::Thing(Ent::Table(table)), Act::Top(top)];
        out.push(Edge::new("last done", at, end, acts, score));
    }
}

/// Tables of what is done, each with its day: those that the verb names, and those whose rows belong to who is spoken of.
fn facts(text: &Text<'_>, at: usize, verb: &str) -> Vec<(usize, Col, f64)> {
    let known = text.known;
    let verb_stem = stem(verb);
    let means = lexicon::concept(verb);
    let spoken: Vec<usize> = (0..at)
        .flat_map(|i| text.at(i))
        .filter(|a| a.score >= 0.7 && matches!(a.meaning, Meaning::Table(_) | Meaning::Value { .. }))
        .filter_map(|a| Some(a.meaning.thing()?.table()))
        .collect();
    let mut out = Vec::new();
    for (t, table) in known.tables.iter().enumerate() {
        let Some(day) = day(text, t) else { continue };
        let named = table
            .stems
            .iter()
            .any(|s| *s == verb_stem || s.starts_with(&verb_stem) && verb_stem.len() > 2);
        let meant = table.stems.iter().any(|s| means.contains(s));
        let of_them = spoken.iter().any(|s| *s != t && known.belongs(t, *s));
        let score: f64 = match () {
            () if named => 1.7,
            () if meant => 1.4,
            () if of_them => 1.2,
            () => continue,
        };
        out.push((t, day, score + if of_them { 0.2 } else { 0.0 }));
    }
    out.sort_by(|a, b| b.2.total_cmp(&a.2));
    out
}

/// The day on which a row happened: the first with no holes, births apart.
fn day(text: &Text<'_>, table: usize) -> Option<Col> {
    let born = |w: &String| matches!(w.as_str(), "birth" | "dob" | "born" | "due" | "updated" | "modified");
    let days = text
        .known
        .columns(table)
        .filter(|(_, c)| c.is_time() && !c.is_number() && !c.words.iter().any(born));
    days.min_by_key(|(col, c)| (c.nulls, col.column)).map(|d| d.0)
}

//! What holds of all that a thing has: "customers who only ever pay by card", "members that always come late".

use super::{Construction, Edge};
use crate::frame::Act;
use crate::lexicon;
use crate::link::{Atom, Meaning, Text};

pub const ALWAYS: Construction = Construction {
    name: "always",
    find,
    reads: &[
        "customers who only ever ordered Tea",
        "customers who always ordered Tea",
    ],
    leaves: &[
        "only customers from France",
        "did we ever sell Tea",
        "as always, orders from France",
    ],
};

fn find(text: &Text<'_>, at: usize, out: &mut Vec<Edge>) {
    // A clause about the thing begins with its pronoun or with what has come to be: "who", "have".
    let clause = |i: usize| matches!(text.word(i), "who" | "that" | "which" | "have" | "has");
    let led = (at.saturating_sub(3)..at).any(clause);
    let end = match (text.word(at), text.word(at + 1)) {
        ("only", "ever") => at + 2,
        ("always", _) if led && !lexicon::is_not(text.word(at - 1)) => at + 1,
        _ => return,
    };
    // "Only ever a waste of time": what it is has to be kept, in these words.
    let kept = |a: &Atom| match a.meaning {
        Meaning::Value { .. } => !a.loose && a.score >= 0.8,
        Meaning::Column(c) => text.is_flag(c) && a.score >= 0.8,
        _ => false,
    };
    if !(end..text.tokens.len().min(end + 6)).any(|i| text.at(i).iter().any(kept)) {
        return;
    }
    out.push(Edge::new("always", at, end, vec![Act::Always], 0.5));
}

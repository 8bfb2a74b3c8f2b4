//! Those that are there for the first time: "new customers per month", counted by the first of their rows.

use super::{things, Construction, Edge};
use crate::frame::{Act, Ent};
use crate::link::{Meaning, Text};

pub const NEWLY: Construction = Construction {
    name: "newly",
    find,
    reads: &[
        "new customers per month",
        "how many first time customers did we get each year",
        "how many new customers in 2023",
    ],
    leaves: &["the newest customers"],
};

fn find(text: &Text<'_>, at: usize, out: &mut Vec<Edge>) {
    let counts = match (text.word(at), text.word(at + 1)) {
        ("how", "many") => at + 2,
        ("number", "of") => at + 2,
        _ => at,
    };
    let from = match (text.word(counts), text.word(counts + 1)) {
        ("new", _) => counts + 1,
        ("first", "time") => counts + 2,
        ("first-time", _) => counts + 1,
        _ => return,
    };
    for (ent, end, score) in things(text, from) {
        // "New buyers in May" that keep the day on which they came are shown as they are.
        let came = |w: &String| {
            matches!(
                w.as_str(),
                "joined" | "acquired" | "registered" | "enrolled" | "started" | "added"
            )
        };
        let own = text
            .known
            .columns(ent.table())
            .any(|(_, c)| c.is_time() && c.words.iter().any(came));
        if counts == at && own && is_listed(text) {
            if matches!(ent, Ent::Table(_)) {
                out.push(Edge::new("newly", at, end, vec![Act::Thing(ent)], 0.9 + score));
            }
            continue;
        }
        out.push(Edge::new("newly", at, end, vec![Act::Newly(ent)], 0.7 + score));
    }
}

/// Whether one time is said and nothing that would be counted by.
fn is_listed(text: &Text<'_>) -> bool {
    const COUNTS: [&str; 15] = [
        "by", "per", "each", "every", "a", "month", "monthly", "weekly", "yearly", "vs", "versus", "than", "compared",
        "number", "many",
    ];
    let time = |i: &usize| text.at(*i).iter().any(|a| matches!(a.meaning, Meaning::Time(_)));
    let times = (0..text.tokens.len()).filter(time).count();
    times == 1 && !text.tokens.iter().any(|t| t.is_any(&COUNTS))
}

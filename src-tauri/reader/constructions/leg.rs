//! One end of a way between two rows of a table: "flights from Boston to Denver", "fly JFK to Heathrow".

use super::{value_cond, Construction, Edge, ARTICLES};
use crate::frame::{Act, Ent, Key};
use crate::known::Link;
use crate::link::{Meaning, Text};
use crate::query::{Cond, Expr, Query};

pub const LEG: Construction = Construction {
    name: "leg",
    find,
    reads: &["parcels from France to Germany", "busiest route"],
    leaves: &["customers in France"],
};

/// How columns are called that keep where something begins, and where it ends.
pub(crate) const FROM: [&str; 10] = [
    "origin",
    "source",
    "departure",
    "start",
    "from",
    "sender",
    "src",
    "orig",
    "dep",
    "departing",
];
pub(crate) const TO: [&str; 12] = [
    "dest",
    "destination",
    "arrival",
    "end",
    "to",
    "receiver",
    "arriving",
    "target",
    "dst",
    "arr",
    "recipient",
    "finish",
];

/// "Busiest route", "from depot to depot": both ends together.
fn ways(text: &Text<'_>, at: usize, out: &mut Vec<Edge>) {
    let table = |at: usize| {
        text.at(at).iter().find_map(|a| match a.meaning {
            Meaning::Table(t) => Some((t, a.end)),
            _ => None,
        })
    };
    let (end, to) = match (text.word(at), text.word(at + 1)) {
        ("from", "where") if text.word(at + 2) == "to" && text.word(at + 3) == "where" => (at + 4, None),
        ("from", _) => match table(at + 1).filter(|t| text.word(t.1) == "to") {
            Some((t, next)) => match table(next + 1).filter(|o| o.0 == t) {
                Some((_, end)) => (end, Some(t)),
                None => return,
            },
            None => return,
        },
        ("route" | "routes" | "connection" | "connections", _) => (at + 1, None),
        _ => return,
    };
    let ends = |l: &Link, list: &[&str]| match l.from.as_slice() {
        [c] => text
            .known
            .column(*c)
            .words
            .iter()
            .any(|w| list.contains(&w.as_str()))
            .then_some(*c),
        _ => None,
    };
    let links = || text.known.links.iter();
    for (a, l) in links().filter_map(|l| Some((ends(l, &FROM)?, l))) {
        let same = |o: &&Link| o.tables() == l.tables() && l.tables().is_some_and(|t| to.is_none_or(|to| to == t.1));
        for b in links().filter(same).filter_map(|o| ends(o, &TO)) {
            out.push(Edge::new(
                "leg",
                at,
                end,
                vec![Act::Group([a, b].map(|c| Key::Ent(Ent::Column(c))).to_vec())],
                0.8,
            ));
        }
    }
}

fn find(text: &Text<'_>, at: usize, out: &mut Vec<Edge>) {
    ways(text, at, out);
    let (from, ends): (usize, &[&str]) = match (text.word(at), text.word(at + 1)) {
        ("from" | "leaving" | "departing", _) => (at + 1, &FROM),
        ("out", "of") => (at + 2, &FROM),
        ("to" | "into" | "reaching", _) => (at + 1, &TO),
        _ => (at, &[]),
    };
    let from = text.past(from, ARTICLES);
    for atom in text.at(from).iter().take(8) {
        let Meaning::Value { col, value, part } = &atom.meaning else {
            continue;
        };
        // "JFK to Heathrow": the first has no word of its own.
        let ends = match ends.is_empty() {
            true if text.word(atom.end) == "to" => &FROM[..],
            true => continue,
            false => ends,
        };
        for link in text.known.links.iter().filter(|l| twofold(text, l, col.table)) {
            let ([own], [theirs]) = (link.from.as_slice(), link.to.as_slice()) else {
                continue;
            };
            if !text.known.column(*own).words.iter().any(|w| ends.contains(&w.as_str())) {
                continue;
            }
            let inner = Query {
                select: vec![Expr::Col(*theirs)],
                filter: vec![value_cond(*col, value, *part, false)],
                ..Query::default()
            };
            out.push(Edge::new(
                "leg",
                at,
                atom.end,
                vec![Act::Where(Cond::Among(*own, Box::new(inner), false))],
                0.5 + atom.score.max(0.05).ln(),
            ));
        }
    }
}

/// Whether a link is one of several from its table to this one.
fn twofold(text: &Text<'_>, link: &Link, to: usize) -> bool {
    link.tables().is_some_and(|(a, b)| {
        b == to && a != b && text.known.links.iter().filter(|l| l.tables() == Some((a, b))).count() > 1
    })
}

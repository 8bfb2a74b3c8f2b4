//! What is still to come: "upcoming orders", "gigs still to come", "the next 3 matches".

use super::{things, Construction, Edge};
use crate::frame::{Act, Ent, Measure, Top};
use crate::known::Col;
use crate::link::Text;
use crate::query::Cond;

pub const AHEAD: Construction = Construction {
    name: "ahead",
    find,
    reads: &["upcoming orders", "orders still to come", "the next 3 orders"],
    leaves: &["orders of the next year", "orders from last month"],
};

fn find(text: &Text<'_>, at: usize, out: &mut Vec<Edge>) {
    let Some(today) = &text.asked.today else { return };
    let words = (text.word(at), text.word(at + 1), text.word(at + 2));
    let end = match words {
        ("upcoming" | "forthcoming", ..) => Some(at + 1),
        ("coming", "up", _) | ("lined", "up", _) | ("to", "come", _) => Some(at + 2),
        ("still" | "yet", "to", "come") | ("in", "the", "diary" | "future") => Some(at + 3),
        _ => None,
    };
    for (day, score) in end.into_iter().flat_map(|_| days(text, None)) {
        let end = end.unwrap_or(at);
        out.push(Edge::new("ahead", at, end, vec![from(day, today)], 0.7 + score));
    }
    // "The next 3 gigs", "next gig".
    if text.word(at) != "next" {
        return;
    }
    let (rows, then) = match text.number(at + 1) {
        Some((n, end, None)) if n >= 1.0 && n.fract() == 0.0 && n < 1_000.0 => (Some(n as u64), end),
        _ => (Some(1), at + 1),
    };
    for (ent, end, named) in things(text, then) {
        let Ent::Table(table) = ent else { continue };
        for (day, score) in days(text, Some(table)) {
            let top = Top {
                rows,
                by: Some(Measure::Col(day)),
                ..Top::default()
            };
            let acts = vec![Act::Thing(ent), from(day, today), Act::Top(top)];
            out.push(Edge::new("ahead", at, end, acts, 0.8 + score + 0.5 * named));
        }
    }
}

fn from(day: Col, today: &str) -> Act {
    Act::Where(Cond::When {
        col: day,
        from: Some(today.to_owned()),
        to: None,
        not: false,
    })
}

/// Days of the table, or of those that are spoken of; those on which something happens before those on which it was noted.
pub(super) fn days(text: &Text<'_>, table: Option<usize>) -> Vec<(Col, f64)> {
    const NOTED: [&str; 10] = [
        "birth",
        "dob",
        "born",
        "created",
        "updated",
        "modified",
        "booked",
        "joined",
        "registered",
        "paid",
    ];
    let mut out: Vec<(Col, f64)> = Vec::new();
    for (col, c) in text.known.all() {
        if !c.is_time() || c.is_number() || table.is_some_and(|t| t != col.table) {
            continue;
        }
        let said = text.known.tables.len() == 1 || text.said(col.table);
        let noted = c.words.iter().any(|w| NOTED.contains(&w.as_str()));
        let earlier = out.iter().filter(|o| o.0.table == col.table).count();
        let score = if said { 0.5 } else { 0.0 } - if noted { 0.6 } else { 0.0 } - 0.1 * earlier as f64;
        out.push((col, score));
    }
    out.sort_by(|a, b| b.1.total_cmp(&a.1));
    out.truncate(3);
    out
}

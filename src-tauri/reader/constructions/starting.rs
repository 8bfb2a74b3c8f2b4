//! What a name begins or ends with: "customers whose surname starts with Mc", "names ending in a", "codes that do not begin with 98".

use super::{columns, Construction, Edge};
use crate::frame::Act;
use crate::known::{Col, Role};
use crate::lexicon;
use crate::link::{Atom, Meaning, Text};
use crate::query::{Cond, Spot};
use crate::words::{among, TokenKind};

pub const STARTING: Construction = Construction {
    name: "starting",
    find,
    reads: &[
        "customers whose name starts with A",
        "how many products begin with the letter t",
        "customers whose city does not end in n",
    ],
    leaves: &["products starting with the cheapest", "customers from France"],
};

/// Words before a name that the pattern may be of.
const BEFORE: usize = 3;

fn find(text: &Text<'_>, at: usize, out: &mut Vec<Edge>) {
    let not = among("not dont don't doesnt doesn't", text.word(at));
    let verb = at + usize::from(not);
    let spot = match (text.word(verb), text.word(verb + 1)) {
        ("start" | "starts" | "starting" | "started" | "begin" | "begins" | "beginning", "with") => Spot::First,
        ("end" | "ends" | "ending", "with" | "in") => Spot::Last,
        _ => return,
    };
    let denied = at > 0 && among("not dont don't doesnt doesn't", text.word(at - 1));
    let from = text.past(verb + 2, &["the", "letter", "letters", "digit", "digits"]);
    let Some(token) = text.tokens.get(from).filter(|t| t.kind != TokenKind::Mark) else {
        return;
    };
    // "Bookings that end in a no-show".
    let next = text.word(from + 1);
    let noun = !next.is_empty()
        && next.chars().all(char::is_alphabetic)
        && !among(
            "and or from in with without that who which sorted ordered by for on at",
            next,
        );
    let article = noun && matches!(token.text.as_str(), "a" | "an");
    let order = lexicon::is_scale(&token.lower) || among("most least highest lowest latest earliest", &token.lower);
    let day = text.at(from).iter().any(|a| matches!(a.meaning, Meaning::Time(_)));
    // "Contracts that end with Acme" are not spelt so where that is somebody.
    let stored = |a: &Atom| matches!(a.meaning, Meaning::Value { part: false, .. }) && a.score >= 0.95;
    let stored = token.kind != TokenKind::Quoted && text.at(from).iter().any(stored);
    if denied || stored || order || article || day || lexicon::period(&token.lower).is_some() {
        return;
    }
    let before = (at.saturating_sub(BEFORE)..at).flat_map(|i| columns(text, i));
    let named: Vec<Col> = before
        .map(|c| c.0)
        .filter(|c| text.known.column(*c).is_text())
        .collect();
    for (col, c) in text.known.all().filter(|(_, c)| c.is_text() && c.told.is_none()) {
        let label = c.role == Role::Label || text.known.tables[col.table].labels.contains(&col.column);
        let score = match () {
            () if named.contains(&col) => 1.0,
            () if label && text.said(col.table) => 0.6,
            () if label && named.is_empty() => 0.4,
            () => continue,
        };
        let acts = vec![Act::Where(Cond::Holds {
            col,
            text: token.text.clone(),
            spot,
            not,
        })];
        out.push(Edge::new("starting", at, from + 1, acts, score));
    }
}

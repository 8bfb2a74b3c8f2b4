//! What else is asked of the same rows: "the biggest order and who placed it", "hottest day, where and when", "whose car it was".

use super::{Construction, Edge};
use crate::frame::{Act, Also};
use crate::lexicon;
use crate::link::{Meaning, Text};
use crate::words::TokenKind;

pub const ALSO: Construction = Construction {
    name: "also",
    find,
    reads: &[
        "the biggest order and who placed it",
        "latest order, whose and when",
        "biggest order - who placed it",
        "the first order, how much was it and on what day",
    ],
    leaves: &["who placed the biggest order", "orders in May and who has the most"],
};

/// Words that a clause may have behind its pronoun of asking: a verb, and what stands for the rows.
const MOST: usize = 5;

fn find(text: &Text<'_>, at: usize, out: &mut Vec<Edge>) {
    if at == 0 {
        return;
    }
    let from = match text.word(at) {
        "and" | "&" | "," | ":" | ";" | "(" => text.past(at + 1, &["and", "&", "also", "then"]),
        _ if dashed(text, at) => at,
        _ => return,
    };
    let (also, next) = match (text.word(from), text.word(from + 1), text.word(from + 2)) {
        ("who" | "whom" | "whose" | "whos" | "who's", ..) => (Also::Who, from + 1),
        ("by" | "from" | "for" | "to", "whom" | "who", _) => (Also::Who, from + 2),
        ("when", ..) => (Also::When, from + 1),
        ("where", ..) => (Also::Where, from + 1),
        ("on" | "what" | "which", "what" | "which" | "day" | "date", _) if is_day(text, from) => {
            (Also::When, text.past(from, &["on", "what", "which", "day", "date"]))
        }
        ("how", "much", _) => (Also::HowMuch, from + 2),
        ("for", "how", "much") => (Also::HowMuch, from + 3),
        ("what", "they" | "he" | "she" | "it", "gave" | "paid" | "spent" | "cost" | "donated" | "owed") => {
            (Also::HowMuch, from + 3)
        }
        ("its" | "their" | "the", "owner" | "holder" | "buyer" | "keeper" | "owners" | "holders", _) => {
            (Also::Who, from + 2)
        }
        _ => return,
    };
    let Some(end) = clause(text, next) else { return };
    // "How many and how much" asks for figures; "who was it and how much" for what stands in the row.
    let row = |i: usize| matches!(text.word(i), "who" | "whose" | "when" | "where" | "date");
    let bare = also == Also::HowMuch && end == from + 2 && !(0..at).any(row);
    if bare {
        return;
    }
    let long = if end > next { 0.3 } else { 0.0 };
    out.push(Edge::new("also", at, end, vec![Act::Also(also)], 1.4 + long));
}

/// "On what day", "which date": and no more of it, as "which day of the week".
fn is_day(text: &Text<'_>, from: usize) -> bool {
    let at = text.past(from, &["on"]);
    let asks = matches!(text.word(at), "what" | "which") && matches!(text.word(at + 1), "day" | "date");
    asks && text.word(at + 2) != "of"
}

/// Whether a dash stands before a word, which no token is made of.
fn dashed(text: &Text<'_>, at: usize) -> bool {
    let (Some(before), Some(token)) = (text.tokens.get(at - 1), text.tokens.get(at)) else {
        return false;
    };
    let gap = text.asked.question.get(before.end..token.start).unwrap_or_default();
    gap.contains(['-', '\u{2013}', '\u{2014}'])
}

/// Where a clause ends that says no more of the rows: "placed it", "did they start"; `None`: it says more.
fn clause(text: &Text<'_>, from: usize) -> Option<usize> {
    let stops = |at: usize| {
        let mark = text.tokens.get(at).is_none_or(|t| t.kind == TokenKind::Mark);
        mark || matches!(text.word(at), "and" | "&" | "?")
    };
    let end = (from..=text.tokens.len()).find(|at| stops(*at))?;
    let says_more = |at: usize| {
        let more = |m: &Meaning| {
            matches!(
                m,
                Meaning::Value { part: false, .. } | Meaning::Time(_) | Meaning::Number(_) | Meaning::Scale { .. }
            )
        };
        let superlative = matches!(
            text.word(at),
            "most" | "least" | "best" | "worst" | "more" | "than" | "not"
        );
        superlative || text.at(at).iter().any(|a| a.score >= 0.8 && more(&a.meaning))
    };
    // A second question has a thing of its own, which no word here refers back from.
    let back = |at: usize| {
        matches!(
            text.word(at),
            "it" | "they" | "them" | "that" | "this" | "those" | "he" | "she" | "him" | "her" | "there" | "was" | "is"
        )
    };
    let few = end - from <= MOST && !(from..end).any(says_more);
    let bare = end == from || (from..end).all(|at| lexicon::is_filler(text.word(at)));
    (few && (bare || (from..end).any(back))).then_some(end)
}

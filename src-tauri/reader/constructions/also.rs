//! What else is asked of the same rows: "the biggest order and who placed it", "hottest day, where and when", "whose car it was",
//! "with who raised it and what it was about".

use super::{Construction, Edge};
use crate::frame::{About, Act, Also};
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
        "the biggest order, what was it for and when",
        "the latest order, with who placed it",
        "the biggest order? Tell me who placed it and what was wrong",
        "which order was the biggest, and in which year",
    ],
    leaves: &[
        "who placed the biggest order",
        "orders in May and who has the most",
        "the biggest order and what they ordered most",
    ],
};

/// Words that a clause may have behind its pronoun of asking: a verb, and what stands for the rows.
const MOST: usize = 5;

fn find(text: &Text<'_>, at: usize, out: &mut Vec<Edge>) {
    if at == 0 {
        return;
    }
    let from = match text.word(at) {
        "and" | "&" | "," | ":" | ";" | "(" | "." | "?" => text.past(
            at + 1,
            &[
                "and", "&", "also", "then", "with", "tell", "show", "give", "say", "me", "us",
            ],
        ),
        "with" => at + 1,
        _ if dashed(text, at) => at,
        _ => return,
    };
    let (also, next) = match (text.word(from), text.word(from + 1), text.word(from + 2)) {
        ("who" | "whom" | "whose" | "whos" | "who's", ..) => (Also::Who, from + 1),
        ("from" | "for" | "to", "whom" | "who", _) => (Also::Whom, from + 2),
        ("by", "whom" | "who", _) => (Also::Who, from + 2),
        ("when", ..) => (Also::When, from + 1),
        ("where", ..) => (Also::Where, from + 1),
        ("on" | "what" | "which", "what" | "which" | "day" | "date", _) if is_day(text, from) => {
            (Also::When, text.past(from, &["on", "what", "which", "day", "date"]))
        }
        // "Which storm was the strongest, in which year, and how strong was it?"
        ("in", "what" | "which", "year" | "month") => (Also::When, from + 3),
        ("how", "much", _) => (Also::HowMuch, from + 2),
        ("for", "how", "much") => (Also::HowMuch, from + 3),
        ("what", "they" | "he" | "she" | "it", "gave" | "paid" | "spent" | "cost" | "donated" | "owed") => {
            (Also::HowMuch, from + 3)
        }
        ("its" | "their" | "the", "owner" | "holder" | "buyer" | "keeper" | "owners" | "holders", _) => {
            (Also::Who, from + 2)
        }
        ("what" | "whats" | "what's", ..) => match about(text, from) {
            Some((about, next)) => (Also::What(about), next),
            None => return,
        },
        _ => return,
    };
    let Some(end) = clause(text, next) else { return };
    // "Who was it for", "who do they belong to", "whose was it".
    let whose =
        matches!(text.word(from), "whose") || (next..end).any(|i| matches!(text.word(i), "for" | "belong" | "belongs"));
    let also = if also == Also::Who && whose { Also::Whom } else { also };
    // "How many and how much" asks for figures; "who was it and how much" for what stands in the row.
    let row = |i: usize| matches!(text.word(i), "who" | "whose" | "when" | "where" | "date");
    let bare = also == Also::HowMuch && end == from + 2 && !(0..at).any(row);
    if bare {
        return;
    }
    let long = if end > next { 0.3 } else { 0.0 };
    out.push(Edge::new("also", at, end, vec![Act::Also(also)], 1.4 + long));
}

/// "What it was for", "what they are about", "what was wrong": what is wanted, and where the words for it end.
fn about(text: &Text<'_>, from: usize) -> Option<(About, usize)> {
    const IT: [&str; 7] = ["it", "they", "that", "this", "these", "those", "each"];
    const IS: [&str; 6] = ["is", "was", "are", "were", "its", "it's"];
    let (one, two) = (text.word(from + 1), text.word(from + 2));
    let spoken = IT.contains(&one) && IS.contains(&two) || IS.contains(&one) && IT.contains(&two);
    let (next, spoken) = match (spoken, IS.contains(&one)) {
        (true, _) => (from + 3, true),
        (false, true) => (from + 2, false),
        _ if one == "happened" => return Some((About::Itself, from + 2)),
        _ => return None,
    };
    Some(match text.word(next) {
        "for" => (About::Purpose, next + 1),
        "about" => (About::Subject, next + 1),
        "wrong" | "broken" | "damaged" => (About::Trouble, next + 1),
        "done" => (About::Work, next + 1),
        _ if spoken => (About::Itself, next),
        _ => return None,
    })
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

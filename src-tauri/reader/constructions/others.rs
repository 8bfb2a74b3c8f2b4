//! All that a condition leaves out, beside it: "members vs the rest", "France compared with everywhere else",
//! "how many have an email and how many don't".

use super::{Construction, Edge};
use crate::frame::Act;
use crate::lexicon;
use crate::link::{Atom, Meaning, Text};
use crate::words::TokenKind;

pub const OTHERS: Construction = Construction {
    name: "others",
    find,
    reads: &[
        "average amount of orders from France vs the rest",
        "orders from France compared with everywhere else",
        "how many customers have no email and how many do",
        "average amount of orders that were shipped compared with those that weren't",
    ],
    leaves: &[
        "orders from France and Germany",
        "other customers",
        "how many from France and how many do we keep",
    ],
};

/// "And how many do", "and how many aren't": what the condition before leaves out.
fn how_many_do(text: &Text<'_>, at: usize) -> Option<usize> {
    const DO: &[&str] = &[
        "do", "does", "did", "don't", "dont", "didn't", "didnt", "have", "haven't", "havent", "has", "hasn't", "hasnt",
        "are", "aren't", "arent", "is", "isn't", "isnt", "were", "weren't", "was", "wasn't", "not",
    ];
    if (text.word(at), text.word(at + 1)) != ("how", "many") {
        return None;
    }
    // What "do" stands for was understood.
    let named = |a: &Atom| a.score >= 0.8 && !matches!(a.meaning, Meaning::Table(_) | Meaning::Time(_));
    if !(at.saturating_sub(4)..at).any(|i| text.at(i).iter().any(named)) {
        return None;
    }
    let end = text.past(at + 2, DO);
    let over = text.tokens.get(end).is_none_or(|t| t.kind == TokenKind::Mark);
    (end > at + 2 && over).then_some(end)
}

fn find(text: &Text<'_>, at: usize, out: &mut Vec<Edge>) {
    let tied = match (text.word(at), text.word(at + 1)) {
        ("vs" | "versus" | "and" | "or" | "against" | "than" | "v", _) => 1,
        ("compared", "to" | "with") => 2,
        _ => return,
    };
    if let Some(end) = how_many_do(text, at + tied) {
        out.push(Edge::new("others", at, end, vec![Act::Others], 2.8));
    }
    let skip = [
        "the", "all", "how", "many", "come", "are", "from", "in", "for", "that", "of", "those", "to",
    ];
    let from = text.past(at + tied, &skip);
    // "Those who came compared with those who didn't".
    let verb = text.past(from, &["ones", "people", "who", "that", "which"]);
    let clause = (from..verb).any(|i| matches!(text.word(i), "who" | "that" | "which"))
        || (at..from).any(|i| text.word(i) == "that");
    let shut = text.tokens.get(verb + 1).is_none_or(|t| t.kind == TokenKind::Mark);
    if clause && shut && lexicon::is_denied_verb(text.word(verb)) {
        out.push(Edge::new("others", at, verb + 1, vec![Act::Others], 2.4));
    }
    let end = match (text.word(from), text.word(from + 1)) {
        ("rest" | "others" | "remainder" | "remaining", _) => from + 1,
        (
            "everyone" | "everybody" | "everything" | "everywhere" | "anyone" | "anywhere" | "anything" | "any",
            "else",
        ) => from + 2,
        ("other", "ones") => from + 2,
        _ => return,
    };
    out.push(Edge::new("others", at, end, vec![Act::Others], 1.4));
}

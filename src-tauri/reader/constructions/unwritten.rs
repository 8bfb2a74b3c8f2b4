//! What nobody put down: "jobs nobody gave a score for", "whose birthday have we not got", "the refunded box is blank",
//! "unrated players".

use super::{columns, Construction, Edge};
use crate::frame::Act;
use crate::known::{Col, Column};
use crate::lexicon;
use crate::link::Text;
use crate::query::{Cond, Expr};
use crate::words::plurals;
use crate::words::{among, stem, Token, TokenKind};

pub const UNWRITTEN: Construction = Construction {
    name: "unwritten",
    find,
    reads: &[
        "customers that nobody wrote an email down for",
        "how many customers did nobody give an email for",
        "customers whose email have we not got",
        "customers where the email box is blank",
        "customers we can't email",
    ],
    leaves: &[
        "customers that nobody wrote to",
        "customers with an email",
        "customers we can't email about orders",
    ],
};

/// Verbs of putting something down.
const WRITES: &[&str] = &[
    "gave", "give", "given", "put", "wrote", "write", "written", "record", "recorded", "tell", "told", "noted", "note",
    "enter", "entered", "fill", "filled", "type", "typed", "log", "logged", "leave", "left",
];
/// What may stand before the verb, and between it and what was not written.
const BEFORE: &[&str] = &[
    "ever", "of", "us", "we", "i", "they", "has", "have", "had", "did", "been", "was", "were", "bothered", "bothers",
    "to", "actually", "yet",
];
const BEHIND: &[&str] = &[
    "down", "in", "us", "to", "about", "a", "an", "any", "the", "their", "his", "her", "its", "your", "out", "up",
    "me", "what", "for", "of",
];

fn find(text: &Text<'_>, at: usize, out: &mut Vec<Edge>) {
    let mut push = |start: usize, end: usize, col: Col, score: f64| {
        // What is yes or no may say no instead.
        if text.known.column(col).has_gaps() && !text.is_flag(col) {
            let acts = vec![Act::Where(Cond::Null(Expr::Col(col), false))];
            out.push(Edge::new("unwritten", start, end, acts, score));
        }
    };
    // "Nobody gave a score for".
    if nobody(text, at) {
        let verb = text.past(at + 1, BEFORE);
        if WRITES.contains(&text.word(verb)) {
            let from = text.past(verb + 1, BEHIND);
            // "The number of birds" is what the sheet counts; "the number of the ring" is a number of its own.
            let counts = matches!((text.word(from), text.word(from + 1)), ("number" | "count", "of"));
            if counts && plurals::singular(text.word(from + 2)) != text.word(from + 2) {
                for (table, known) in text.known.tables.iter().enumerate() {
                    if let Some(column) = super::tally::tally(known) {
                        push(at, from + 3, Col { table, column }, 1.6);
                    }
                }
            }
            for (col, end, score) in columns(text, from) {
                push(
                    at,
                    text.past(end, &["for", "down", "in", "on", "against"]),
                    col,
                    1.8 + score,
                );
            }
        }
    }
    not_yet(text, at, &mut push);
    // "Do we not know the berth", "we don't know the age of".
    if let Some(from) = unknown(text, at) {
        for (col, end, score) in columns(text, from) {
            push(at, text.past(end, &["of", "for"]), col, 2.0 + score);
        }
    }
    if let Some((end, how)) = cannot_reach(text, at) {
        for (col, _) in text.known.all().filter(|(_, c)| c.words.iter().any(|w| among(how, w))) {
            let said = if text.said(col.table) { 0.4 } else { 0.0 };
            push(at, end, col, 1.4 + said);
        }
    }
    for (col, end, score) in columns(text, at) {
        // "Whose age is not known", "whose weight wasn't recorded".
        let verb = text.past(end, &["is", "are", "was", "were", "has", "have", "been"]);
        let not = verb > end && lexicon::is_not(text.word(verb)) || lexicon::is_denied_verb(text.word(end));
        let known = if verb > end {
            text.past(verb + 1, &["been"])
        } else {
            end + 1
        };
        if not
            && among(
                "known recorded given listed noted stated entered written filled",
                text.word(known),
            )
        {
            let start = at - usize::from(at > 0 && matches!(text.word(at - 1), "whose" | "where"));
            push(start, text.past(known + 1, &["down", "in"]), col, 2.0 + score);
        }
        // "Whose birthday have we not got", "the refunded box is blank".
        if let Some(last) = not_got(text, end) {
            let start = at - usize::from(at > 0 && text.word(at - 1) == "whose");
            push(start, last, col, 2.0 + score);
        }
        if matches!(text.word(end), "box" | "field" | "column") {
            let next = text.past(
                end + 1,
                &["is", "are", "was", "were", "left", "been", "has", "have", "still"],
            );
            if next > end + 1 && matches!(text.word(next), "blank" | "empty") {
                push(at, next + 1, col, 2.0 + score);
            }
        }
    }
    // "Unrated".
    let token = &text.tokens[at];
    let rest = token
        .lower
        .strip_prefix("un")
        .filter(|r| r.len() > 3 && r.ends_with("ed"));
    if let (TokenKind::Word, Some(rest)) = (token.kind, rest) {
        let root = stem(rest);
        for (col, c) in text.known.all() {
            let of = c.stems.len() == 1 && (c.stems[0] == root || c.words[0].trim_end_matches("ing") == root);
            if of && !c.is_time() && text.at(at).iter().all(|a| a.score < 0.8) {
                push(at, at + 1, col, 1.0);
            }
        }
    }
}

/// "Whom we can't ring", "no way of emailing them": where that ends, and what is missing.
fn cannot_reach(text: &Text<'_>, at: usize) -> Option<(usize, &'static str)> {
    let next = match text.word(at) {
        "can't" | "cant" | "cannot" | "couldn't" | "couldnt" => at + 1,
        "can" if text.word(at + 1) == "not" => at + 2,
        "no" if text.word(at + 1) == "way" && among("to of", text.word(at + 2)) => at + 3,
        _ => return None,
    };
    let how = match text.word(next) {
        "ring" | "ringing" | "phone" | "phoning" | "call" | "calling" | "telephone" | "text" | "texting" => PHONES,
        "email" | "emailing" | "e-mail" => "email mail eml",
        _ => return None,
    };
    let end = text.past(next + 1, &["them", "him", "her", "up"]);
    let over = text
        .tokens
        .get(end)
        .is_none_or(|t| t.kind == TokenKind::Mark || t.is_any(&["because", "and", "or"]));
    over.then_some((end, how))
}

/// What a column of numbers to ring is called.
const PHONES: &str = "phone telephone tel mobile cell landline";

/// "Before we'd even paid them": as it had not happened then, it has no day.
fn not_yet(text: &Text<'_>, at: usize, push: &mut dyn FnMut(usize, usize, Col, f64)) {
    const WHO: &[&str] = &["we", "i", "they", "anyone", "anybody", "he", "she", "it"];
    if text.word(at) != "before" {
        return;
    }
    let who = text.past(at + 1, WHO);
    let joined = matches!(
        text.word(at + 1),
        "we'd" | "wed" | "i'd" | "they'd" | "theyd" | "he'd" | "she'd"
    );
    let had = match joined {
        true => at + 2,
        false => text.past(who, &["had"]),
    };
    let verb = text.past(had, &["even", "ever", "been", "actually"]);
    // "Paid before they had joined" sets one day against another.
    let even = (had..verb).any(|i| text.word(i) == "even");
    if !even || !joined && (who == at + 1 || had == who) {
        return;
    }
    let Some(token) = text.tokens.get(verb) else { return };
    let end = text.past(verb + 1, &["them", "it", "him", "her"]);
    let over = text.tokens.get(end).is_none_or(|t| t.kind == TokenKind::Mark);
    let of = |c: &Column| c.is_time() && !c.is_number() && c.stems.contains(&token.stem);
    for (col, _) in text.known.all().filter(|(_, c)| over && of(c)) {
        push(at, end, col, 2.0);
    }
}

/// What stands behind "do we not know" and "we don't know".
fn unknown(text: &Text<'_>, at: usize) -> Option<usize> {
    const WHO: &str = "we i they you";
    const KNOW: &str = "know have record";
    let not = match text.word(at) {
        "do" | "did" if among(WHO, text.word(at + 1)) && text.word(at + 2) == "not" => at + 3,
        "don't" | "dont" | "didn't" | "didnt" if among(WHO, text.word(at + 1)) => at + 2,
        who if among(WHO, who) => match (text.word(at + 1), text.word(at + 2)) {
            ("don't" | "dont" | "didn't" | "didnt", _) => at + 2,
            ("do" | "did", "not") => at + 3,
            _ => return None,
        },
        _ => return None,
    };
    let known = among(KNOW, text.word(not)) && (text.word(not) == "know" || text.word(at) != "did");
    let from = text.past(
        not + 1,
        &["a", "an", "any", "the", "their", "his", "her", "its", "exact"],
    );
    (known && from > not + 1).then_some(from)
}

/// "Nobody", "didn't", "never".
fn nobody(text: &Text<'_>, at: usize) -> bool {
    matches!(text.word(at), "nobody" | "no-one" | "noone" | "never")
        || text.word(at) == "no" && text.word(at + 1) == "one"
        || lexicon::is_not(text.word(at)) && !matches!(text.word(at), "no" | "without" | "none")
}

/// The end of "have we not got", "haven't we got", "don't we have", "are we missing".
fn not_got(text: &Text<'_>, at: usize) -> Option<usize> {
    let w = |n: usize| text.word(at + n);
    let end = match (w(0), w(1), w(2), w(3)) {
        ("have" | "do", "we" | "i" | "you", "not", "got" | "have") => at + 4,
        ("havent" | "haven't", "we" | "i" | "you", "got", _) => at + 3,
        ("dont" | "don't", "we" | "i" | "you", "have", _) => at + 3,
        ("are" | "am", "we" | "i", "missing", _) => at + 3,
        _ => return None,
    };
    // "Which towns don't we have members in" goes on.
    let last = |t: &Token| t.kind == TokenKind::Mark || t.is_any(&["for", "yet"]);
    text.tokens.get(end).is_none_or(last).then_some(end)
}

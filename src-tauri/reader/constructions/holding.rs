//! Words within a text: "comments that mention noise", "names starting with A", "reviews about the food".

use super::{columns, Construction, Edge, ARTICLES};
use crate::frame::Act;
use crate::known::{Col, Role};
use crate::lexicon;
use crate::link::{Meaning, Text};
use crate::query::{Cond, Spot};
use crate::words::{among, TokenKind};

pub const HOLDING: Construction = Construction {
    name: "holding",
    find,
    reads: &[
        "products whose name contains tea",
        "customers mentioning tea",
        "products with tea in the name",
    ],
    leaves: &["customers from France"],
};

fn find(text: &Text<'_>, at: usize, out: &mut Vec<Edge>) {
    noted(text, at, out);
    let w = |n: usize| text.word(at + n);
    // "About 20" is no subject.
    let beside = text.tokens.get(at + 1).and_then(|t| t.number);
    let taken = match (w(0), w(1), w(2)) {
        ("with" | "has" | "have" | "having", "the", "word" | "words") => 3,
        (
            "mention" | "mentions" | "mentioning" | "mentioned" | "containing" | "contains" | "contain" | "saying"
            | "says",
            "the",
            "word" | "words",
        ) => 3,
        ("complaining" | "talking" | "talk" | "complain", "about" | "of", _) => 2,
        ("mention" | "mentions" | "mentioning" | "mentioned" | "containing" | "contains" | "contain", ..) => 1,
        ("with" | "has" | "have" | "having", ..) if in_name(text, text.past(at + 1, ARTICLES) + 1).is_some() => 1,
        ("about" | "regarding" | "concerning" | "involving" | "featuring", ..) if at > 0 && beside.is_none() => 1,
        _ => return,
    };
    let topic = matches!(w(0), "about" | "regarding" | "concerning" | "involving" | "featuring");
    let from = text.past(at + taken, &["the", "a", "an", "our", "word", "of", "any", "their"]);
    let Some(token) = text
        .tokens
        .get(from)
        .filter(|t| t.kind == TokenKind::Quoted || !lexicon::is_filler(&t.lower))
    else {
        return;
    };
    // What begins the word is in it in every form: "nois" of "noise", "noisy".
    let sought = match token.kind {
        TokenKind::Quoted => token.text.clone(),
        _ if token.stem.len() > 2 && token.lower.starts_with(&token.stem) => token.stem.clone(),
        _ => token.lower.clone(),
    };
    let name = in_name(text, from + 1);
    let end = name.unwrap_or(from + 1);
    let before: Vec<Col> = (at.saturating_sub(3)..at)
        .flat_map(|i| columns(text, i))
        .map(|c| c.0)
        .chain((from + 1..end).flat_map(|i| columns(text, i)).map(|c| c.0))
        .collect();
    for (col, c) in text.known.all() {
        let long = matches!(c.role, Role::Text | Role::Label)
            || c.role == Role::Category && c.top.iter().any(|t| t.split(' ').count() > 2);
        let named = before.contains(&col);
        let fits = named || long && !c.is_contact() && text.said(col.table);
        if !c.is_text() || !fits {
            continue;
        }
        let score = match (named, c.role) {
            (true, _) => 1.0,
            (_, Role::Text) => 0.5,
            (_, Role::Label) if name.is_some() => 0.6,
            // "Talks about hydrogen": the title tells.
            (_, Role::Label)
                if topic
                    && c.words
                        .iter()
                        .any(|w| matches!(w.as_str(), "title" | "subject" | "topic")) =>
            {
                0.6
            }
            _ => 0.2,
        } - if topic { 0.4 } else { 0.0 };
        let acts = vec![Act::Where(Cond::Holds {
            col,
            text: sought.clone(),
            spot: Spot::Anywhere,
            not: false,
        })];
        out.push(Edge::new("holding", at, end, acts, score));
    }
}

/// "Did the keeper write down that it was limping", "where somebody noted that they were late": what somebody put in words.
fn noted(text: &Text<'_>, at: usize, out: &mut Vec<Edge>) {
    const WRITES: &str = "write wrote written note noted mention mentioned say said report reported remark remarked";
    const OF: &[&str] = &[
        "that", "it", "they", "he", "she", "the", "a", "an", "was", "were", "is", "are", "had", "been", "being",
        "some", "any",
    ];
    let asks = matches!(text.word(at), "did" | "has" | "have" | "had");
    // "Did the keeper": who wrote it adds nothing.
    let verb = match asks {
        true => text.past(at + 1, &["the", "our", "an", "a"]) + 1,
        false => at,
    };
    if !among(WRITES, text.word(verb)) {
        return;
    }
    let that = verb + 1 + usize::from(text.word(verb + 1) == "down");
    let from = text.past(that, OF);
    let (Some(token), "that") = (text.tokens.get(from), text.word(that)) else {
        return;
    };
    if token.kind == TokenKind::Mark || lexicon::is_filler(&token.lower) {
        return;
    }
    let stored: Vec<Col> = (text.at(from).iter())
        .filter_map(|a| match a.meaning {
            Meaning::Value { col, .. } => Some(col),
            _ => None,
        })
        .collect();
    let long = |col: &Col| {
        let c = text.known.column(*col);
        c.is_text() && !c.is_contact() && matches!(c.role, Role::Text | Role::Label | Role::Category)
    };
    let mut seen: Vec<Col> = Vec::new();
    for col in stored.into_iter().filter(long) {
        if seen.contains(&col) {
            continue;
        }
        seen.push(col);
        let role = text.known.column(col).role;
        let acts = vec![Act::Where(Cond::Holds {
            col,
            text: token.lower.clone(),
            spot: Spot::Anywhere,
            not: false,
        })];
        let score = if role == Role::Text { 3.0 } else { 2.6 } - 0.1 * seen.len() as f64;
        out.push(Edge::new("holding", at, from + 1, acts, score));
    }
}

/// The end of "in the name", "in its title" where it begins at a token.
fn in_name(text: &Text<'_>, at: usize) -> Option<usize> {
    let names = |w: &str| {
        matches!(
            w,
            "name" | "names" | "title" | "titles" | "description" | "descriptions"
        )
    };
    let next = text.past(at + 1, &["the", "their", "its", "a"]);
    (text.word(at) == "in" && names(text.word(next))).then_some(next + 1)
}

//! What is not there: "customers without orders", "never ordered", "no email", "dont have a director listed".

use super::{columns, things, Construction, Edge};
use crate::frame::{Act, Ent};
use crate::lexicon;
use crate::link::Text;
use crate::query::{Cond, Expr};
use crate::words::TokenKind;

pub const WITHOUT: Construction = Construction {
    name: "without",
    find,
    reads: &[
        "customers without orders",
        "customers who never ordered",
        "customers that dont have an email",
    ],
    leaves: &["customers with an email"],
};

const BETWEEN: &[&str] = &[
    "have", "has", "had", "having", "any", "a", "an", "the", "made", "placed", "been", "got", "get", "with", "in",
    "to", "by", "listed", "recorded", "single", "one", "given", "taken", "received", "their", "own", "appeared",
    "ever", "yet", "signed", "up", "for", "at", "all", "of", "from", "on", "is", "are", "was", "were", "did", "we",
    "us", "they", "who", "that", "anything", "anyone",
];

fn find(text: &Text<'_>, at: usize, out: &mut Vec<Edge>) {
    let denies = lexicon::is_not(text.word(at));
    let missing = matches!(
        text.word(at),
        "missing" | "empty" | "blank" | "unknown" | "unspecified" | "null"
    );
    if !denies && !missing {
        return present(text, at, out);
    }
    let from = text.past(at + 1, BETWEEN);
    for (ent, end, score) in things(text, from) {
        if let Ent::Table(t) = ent {
            out.push(Edge {
                start: at,
                end,
                acts: vec![Act::Without(t)],
                score: 0.9 + score,
                by: "without",
            });
        }
    }
    // "Never hosted an event": what is not done stands between.
    let verb = text.past(from + 1, BETWEEN);
    let unnamed = denies
        && from < text.tokens.len()
        && !lexicon::is_filler(text.word(from))
        && text.tokens[from].kind == TokenKind::Word;
    if unnamed {
        for (ent, end, score) in things(text, verb) {
            if let Ent::Table(t) = ent {
                out.push(Edge {
                    start: at,
                    end,
                    acts: vec![Act::Without(t)],
                    score: 0.4 + score,
                    by: "without",
                });
            }
        }
    }
    // "Products nobody ever bought", "never turned up": the tables that refer to what is spoken of.
    let doer = matches!(
        text.word(at),
        "never"
            | "nobody"
            | "none"
            | "nothing"
            | "noone"
            | "hasnt"
            | "havent"
            | "hasn't"
            | "haven't"
            | "didnt"
            | "didn't"
    );
    if doer || text.word(at) == "not" && text.word(at + 1) == "yet" {
        let end = if unnamed { from + 1 } else { at + 1 };
        let mut near: Vec<usize> = text
            .known
            .links
            .iter()
            .filter_map(|l| l.tables())
            .filter(|l| l.0 != l.1 && text.said(l.1))
            .map(|l| l.0)
            .collect();
        near.sort_unstable();
        near.dedup();
        let few = near.len() as f64;
        for t in near.into_iter().take(4) {
            out.push(Edge {
                start: at,
                end,
                acts: vec![Act::Without(t)],
                score: 0.2 - 0.15 * few,
                by: "without",
            });
        }
    }
    for (col, end, score) in columns(text, from) {
        let end = text.past(
            end,
            &[
                "listed",
                "recorded",
                "given",
                "set",
                "specified",
                "known",
                "filled",
                "assigned",
                "entered",
                "available",
            ],
        );
        let acts = vec![Act::Where(Cond::Null(Expr::Col(col), false))];
        out.push(Edge {
            start: at,
            end,
            acts,
            score: 0.6 + score,
            by: "without",
        });
    }
}

/// The column first: "where segment is missing", "director is null".
fn present(text: &Text<'_>, at: usize, out: &mut Vec<Edge>) {
    for (col, end, score) in columns(text, at) {
        let next = text.past(end, &["is", "are", "was", "were", "value", "not"]);
        let known = (end..next).any(|i| text.word(i) == "not");
        if matches!(
            text.word(next),
            "missing" | "empty" | "blank" | "unknown" | "null" | "unspecified"
        ) {
            let acts = vec![Act::Where(Cond::Null(Expr::Col(col), known))];
            out.push(Edge {
                start: at,
                end: next + 1,
                acts,
                score: 1.0 + score,
                by: "without",
            });
        }
    }
}

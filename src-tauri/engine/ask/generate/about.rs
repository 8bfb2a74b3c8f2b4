//! Whether a question is about this database at all.
//!
//! In: the question, what its words were linked to, the best candidate. Out: signs, and how sure it is that the data
//! answers it: a logistic regression over the signs. Deliberately absent: any word of a database, so that what was
//! learned on some holds for others.

use askwell_contract::run::{Candidate, Grounding, Linked, Plan, Span};

use crate::words::lexicon::is_function_word;
use crate::words::{tokenise, Token, TokenKind};

/// How many signs there are.
pub const SIGNS: usize = 13;

/// Match of a name in its own words, and match by a word that is only like it.
const EXACT: f64 = 0.9;
const LIKELY: f64 = 0.6;

fn inside(token: &Token, span: &Span) -> bool {
    span.start as usize <= token.start && token.end <= span.end as usize
}

/// How well a word is placed, 0..=1.
fn placed(token: &Token, grounding: &Grounding, linked: &Linked) -> f64 {
    let names = linked.recall.iter().filter(|f| inside(token, &f.span)).map(|f| f.score);
    let values = grounding.values.iter().filter(|v| inside(token, &v.span)).map(|v| {
        if v.similarity >= 0.95 {
            v.similarity
        } else {
            0.8 * v.similarity
        }
    });
    names.chain(values).fold(0.0, f64::max)
}

pub fn signs(plan: &Plan, grounding: &Grounding, linked: &Linked, best: Option<&Candidate>) -> [f64; SIGNS] {
    let tokens = tokenise(&plan.question);
    let content: Vec<&Token> = tokens
        .iter()
        .filter(|t| t.kind == TokenKind::Quoted || t.kind == TokenKind::Word && !is_function_word(&t.lower))
        .collect();
    let all = content.len().max(1) as f64;
    let scores: Vec<f64> = content.iter().map(|t| placed(t, grounding, linked)).collect();
    let count = |fits: &dyn Fn(f64) -> bool| scores.iter().filter(|s| fits(**s)).count() as f64;
    let none = count(&|s| s == 0.0);
    let named = |t: &&&Token| {
        t.start > 0 && (t.kind == TokenKind::Quoted || t.text.chars().next().is_some_and(char::is_uppercase))
    };
    let strange_names = content
        .iter()
        .zip(&scores)
        .filter(|(t, s)| named(t) && **s < LIKELY)
        .count() as f64;
    let first = tokens.first().map_or("", |t| t.lower.as_str());
    let second = tokens.get(1).map_or("", |t| t.lower.as_str());
    let explains = matches!(
        first,
        "why" | "should" | "could" | "would" | "can" | "explain" | "describe"
    ) || first == "how"
        && matches!(
            second,
            "has" | "have" | "did" | "does" | "do" | "can" | "could" | "would" | "should" | "is" | "are"
        );
    let unused = best.map_or(all, |b| b.unplaced.len() as f64);
    [
        1.0,
        none / all,
        none.min(5.0),
        unused / all,
        unused.min(5.0),
        count(&|s| s >= EXACT) / all,
        count(&|s| s > 0.0 && s < LIKELY) / all,
        scores.first().copied().unwrap_or(0.0),
        scores.get(1).copied().unwrap_or(0.5),
        strange_names.min(3.0),
        f64::from(u8::from(
            linked.precise.iter().any(|f| f.column.is_none() && f.score >= EXACT),
        )),
        (all / 10.0).min(3.0),
        f64::from(u8::from(explains)),
    ]
}

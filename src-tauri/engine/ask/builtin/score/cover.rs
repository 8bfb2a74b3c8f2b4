//! How much of the question a reading's query says again, and how much it says that the question does not.

use std::collections::BTreeSet;

use super::super::mentions::{number_text, Item, Kind};
use super::super::query::{Col, Cond, Expr, Query, Term, Value};
use super::super::Interpretation;
use super::shape::{class, columns_of};
use super::{Asked, Features};
use crate::words::lexicon::is_function_word;
use crate::words::{stem, Token, TokenKind};

/// The words of a query, as stems, by where they stand.
#[derive(Default)]
struct Vocabulary {
    shown: BTreeSet<String>,
    columns: BTreeSet<String>,
    values: BTreeSet<String>,
    tables: BTreeSet<String>,
}

pub(super) fn features(asked: &Asked<'_>, reading: &Interpretation, out: &mut Features) {
    let mut words = Vocabulary::default();
    gather(asked, &reading.query, true, &mut words);
    let (mut said, mut unsaid) = (0.0, 0.0);
    for token in asked.tokens.iter().filter(|t| content(t)) {
        let parts: Vec<String> = match token.kind {
            TokenKind::Quoted => token.lower.split_whitespace().map(stem).collect(),
            TokenKind::Number => [token.stem.clone(), number_text(token)]
                .into_iter()
                .chain(counted_from(asked, token))
                .collect(),
            _ => vec![token.stem.clone()],
        };
        let among = |set: &BTreeSet<String>| parts.iter().any(|p| set.contains(p));
        let place = match () {
            () if among(&words.values) => "value",
            () if among(&words.shown) => "shown",
            () if among(&words.columns) => "column",
            () if among(&words.tables) => "table",
            () => "nowhere",
        };
        let kind = match token.kind {
            TokenKind::Quoted => "quoted",
            TokenKind::Number => "number",
            _ if token.start > 0 && token.text.chars().next().is_some_and(char::is_uppercase) => "capital",
            _ if super::is_cue(&token.lower) => token.lower.as_str(),
            _ => "plain",
        };
        out.amount(format!("word {kind} {place}"), 1.0);
        if place == "nowhere" {
            unsaid += 1.0;
        } else {
            said += 1.0;
        }
    }
    out.amount("words said", said);
    out.amount("words unsaid", unsaid);
    extra(asked, &reading.query, out);
}

/// The day that a number counts back to: "30" of "the last 30 days".
fn counted_from(asked: &Asked<'_>, token: &Token) -> Option<String> {
    let over = |item: &&Item| {
        let covered = asked.tokens.get(item.start..item.end).unwrap_or_default();
        covered.iter().any(|t| t.start == token.start)
    };
    match &asked.items.iter().find(over)?.kind {
        Kind::Stretch(stretch) => Some(stretch.from.clone()),
        _ => None,
    }
}

/// Words that name something, and names and numbers although they are grammar elsewhere.
fn content(token: &Token) -> bool {
    match token.kind {
        TokenKind::Word => {
            !is_function_word(&token.lower) || matches!(token.lower.as_str(), "number" | "total" | "average" | "count")
        }
        TokenKind::Number | TokenKind::Quoted => true,
        TokenKind::Mark => false,
    }
}

/// Words of shown columns that the question does not say.
fn extra(asked: &Asked<'_>, q: &Query, out: &mut Features) {
    let mut told = |role: &str, exprs: Vec<&Expr>| {
        let mut columns = Vec::new();
        exprs.into_iter().for_each(|e| columns_of(e, &mut columns));
        for c in columns {
            let field = asked.knowledge.fields.of_column(c.table, c.column);
            let unsaid = field.stems[field.implied.min(field.stems.len())..]
                .iter()
                .filter(|s| !asked.tokens.iter().any(|t| t.stem == **s))
                .count();
            out.amount(format!("more words {role} {}", class(asked, c)), unsaid.min(3) as f64);
            out.amount(format!("more words {role}"), unsaid.min(3) as f64);
        }
    };
    told("shown", q.select.iter().collect());
    told("group", q.group.iter().collect());
    told("order", q.order.iter().map(|o| &o.0).collect());
    told(
        "where",
        q.filter
            .iter()
            .filter_map(|c| match c {
                Cond::Compare(e, ..) | Cond::Between(e, ..) | Cond::Null(e, _) => Some(e),
                _ => None,
            })
            .collect(),
    );
}

fn gather(asked: &Asked<'_>, q: &Query, top: bool, words: &mut Vocabulary) {
    let named = |cols: &[Col], set: &mut BTreeSet<String>| {
        for c in cols {
            set.extend(
                asked
                    .knowledge
                    .fields
                    .of_column(c.table, c.column)
                    .stems
                    .iter()
                    .cloned(),
            );
        }
    };
    let mut columns = Vec::new();
    q.select.iter().for_each(|e| columns_of(e, &mut columns));
    named(&columns, if top { &mut words.shown } else { &mut words.columns });
    columns.clear();
    for e in q.select.iter().chain(q.order.iter().map(|o| &o.0)) {
        if let Expr::Term(term) = e {
            words.shown.extend(term_words(asked, *term));
        }
    }
    q.group
        .iter()
        .chain(q.order.iter().map(|o| &o.0))
        .for_each(|e| columns_of(e, &mut columns));
    named(&columns, &mut words.columns);
    for c in q.filter.iter().chain(&q.having) {
        condition(asked, c, words);
    }
    for t in q.needed() {
        words
            .tables
            .extend(asked.knowledge.fields.of_table(t).stems.iter().cloned());
    }
    if let Some(n) = q.limit {
        words.values.insert(n.to_string());
    }
}

fn condition(asked: &Asked<'_>, c: &Cond, words: &mut Vocabulary) {
    match c {
        Cond::Compare(e, _, value) => {
            left(asked, e, words);
            right(asked, value, words);
        }
        Cond::Between(e, low, high) => {
            left(asked, e, words);
            right(asked, low, words);
            right(asked, high, words);
        }
        Cond::Null(e, _) => left(asked, e, words),
        Cond::In(_, q, _) => gather(asked, q, false, words),
        Cond::Any(list) | Cond::All(list) => list.iter().for_each(|c| condition(asked, c, words)),
        Cond::Term(term, _) => words.values.extend(term_words(asked, *term)),
    }
}

fn term_words(asked: &Asked<'_>, term: Term) -> Vec<String> {
    asked
        .knowledge
        .terms
        .get(term.index)
        .map_or_else(Vec::new, |t| t.stems.clone())
}

fn left(asked: &Asked<'_>, e: &Expr, words: &mut Vocabulary) {
    let mut columns = Vec::new();
    columns_of(e, &mut columns);
    for c in columns {
        words.columns.extend(
            asked
                .knowledge
                .fields
                .of_column(c.table, c.column)
                .stems
                .iter()
                .cloned(),
        );
    }
    e.tables(&mut |t| {
        words
            .tables
            .extend(asked.knowledge.fields.of_table(t).stems.iter().cloned())
    });
}

fn right(asked: &Asked<'_>, value: &Value, words: &mut Vocabulary) {
    match value {
        Value::Text(text) | Value::Date(text) => {
            let parts = text.split(|c: char| !c.is_alphanumeric()).filter(|w| !w.is_empty());
            words.values.extend(parts.map(|w| stem(&w.to_lowercase())));
            words.values.insert(text.to_lowercase());
        }
        Value::Number(n) => {
            words.values.insert(n.clone());
        }
        Value::Expr(e) => left(asked, e, words),
        Value::Query(q) => gather(asked, q, false, words),
    }
}

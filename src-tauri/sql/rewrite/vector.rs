//! A statement as ninety figures, so that others like it can be found.
//!
//! In: a qualified query. Out: counts of its nodes, what stands out in its parts, and its depths and sizes. Names and
//! literals do not count: two statements of one shape over different tables are near. Deliberately absent: any weight; who
//! compares scales each figure by its spread.

use std::collections::BTreeSet;

use askwell_contract::optimise::{Flag, Part};
use askwell_contract::Catalog;
use sqlparser::ast::{Expr, Query, Value};
use sqlparser::tokenizer::{Token, Tokenizer};

use super::flags;
use crate::{features, parse};

pub const SIZE: usize = 90;

const WORDS: [&str; 52] = [
    "select",
    "distinct",
    "from",
    "join",
    "left",
    "right",
    "full",
    "cross",
    "lateral",
    "on",
    "where",
    "and",
    "or",
    "not",
    "in",
    "exists",
    "between",
    "like",
    "is",
    "null",
    "case",
    "when",
    "else",
    "cast",
    "group",
    "having",
    "order",
    "desc",
    "limit",
    "offset",
    "union",
    "all",
    "intersect",
    "except",
    "with",
    "over",
    "partition",
    "rows",
    "filter",
    "rollup",
    "grouping",
    "count",
    "sum",
    "avg",
    "min",
    "max",
    "row_number",
    "rank",
    "coalesce",
    "extract",
    "substr",
    "date",
];

const FLAGS: [Flag; 16] = [
    Flag::Correlated,
    Flag::UnionAll,
    Flag::Union,
    Flag::InSubquery,
    Flag::Exists,
    Flag::Scalar,
    Flag::Window,
    Flag::Distinct,
    Flag::SelfJoin,
    Flag::RepeatedScan,
    Flag::OrCondition,
    Flag::FunctionOnColumn,
    Flag::CrossJoin,
    Flag::LateFilter,
    Flag::Limit,
    Flag::Grouped,
];

/// The statement with every literal a constant and every name in lower case, in one line.
pub fn fingerprint(query: &Query) -> String {
    let mut plain = query.clone();
    super::shape::replace(&mut plain, &|expr| match expr {
        Expr::Value(value) => match &value.value {
            Value::SingleQuotedString(_) => Some(Expr::value(Value::SingleQuotedString("x".into()))),
            Value::Number(..) => Some(Expr::value(Value::Number("0".into(), false))),
            _ => None,
        },
        _ => None,
    });
    plain.to_string().to_lowercase()
}

pub fn vector(query: &Query, catalog: &Catalog) -> [f32; SIZE] {
    let text = fingerprint(query);
    let grammar = parse::grammar(catalog.dialect);
    let tokens = Tokenizer::new(grammar.as_ref(), &text).tokenize().unwrap_or_default();
    let words: Vec<String> = tokens
        .iter()
        .filter_map(|t| match t {
            Token::Word(word) if word.quote_style.is_none() => Some(word.value.clone()),
            _ => None,
        })
        .collect();
    let parts = flags::parts(query, catalog);
    let mut figures: Vec<usize> = WORDS.iter().map(|w| words.iter().filter(|x| x == w).count()).collect();
    figures.extend(
        FLAGS
            .iter()
            .map(|f| parts.iter().filter(|p| p.flags.contains(f)).count()),
    );
    let tally = |is: &dyn Fn(&Token) -> bool| tokens.iter().filter(|t| is(t)).count();
    let read: Vec<&String> = parts.iter().flat_map(|p| &p.reads).collect();
    let different: BTreeSet<&&String> = read.iter().collect();
    let aggregates = words
        .iter()
        .filter(|w| features::AGGREGATES.contains(&w.as_str()))
        .count();
    figures.extend([
        parts.len(),
        parts.iter().map(|p| depth(p, &parts)).max().unwrap_or(0),
        parts.iter().map(|p| p.reads.len()).max().unwrap_or(0),
        read.len(),
        different.len(),
        read.len() - different.len(),
        parts.first().map_or(0, |p| p.gives.len()),
        parts.iter().map(|p| p.gives.len()).max().unwrap_or(0),
        parts.iter().filter(|p| p.flags.is_empty()).count(),
        parts.iter().map(|p| p.flags.len()).sum(),
        parts.iter().filter(|p| !p.keys.is_empty()).count(),
        aggregates,
        nesting(&tokens),
        tally(&|t| matches!(t, Token::Eq)),
        tally(&|t| matches!(t, Token::Neq)),
        tally(&|t| matches!(t, Token::Lt | Token::Gt | Token::LtEq | Token::GtEq)),
        tally(&|t| matches!(t, Token::Plus | Token::Minus | Token::Mul | Token::Div)),
        tally(&|t| matches!(t, Token::Number(..))),
        tally(&|t| matches!(t, Token::SingleQuotedString(_))),
        tally(&|t| matches!(t, Token::Comma)),
        tally(&|t| matches!(t, Token::Period)),
        tally(&|t| !matches!(t, Token::Whitespace(_))),
    ]);
    let mut out = [0.0; SIZE];
    for (to, figure) in out.iter_mut().zip(figures) {
        *to = (figure as f32).ln_1p();
    }
    out
}

fn depth(part: &Part, parts: &[Part]) -> usize {
    let parent = part
        .parent
        .and_then(|id| parts.iter().find(|p| p.id == id && p.id != part.id));
    parent.map_or(1, |p| 1 + depth(p, parts))
}

fn nesting(tokens: &[Token]) -> usize {
    let (mut open, mut most) = (0_usize, 0);
    for token in tokens {
        match token {
            Token::LParen => open += 1,
            Token::RParen => open = open.saturating_sub(1),
            _ => {}
        }
        most = most.max(open);
    }
    most
}

#[cfg(test)]
mod tests {
    use super::super::{home::home, qualify};
    use super::*;
    use askwell_contract::Dialect;

    fn of(sql: &str) -> (String, [f32; SIZE]) {
        let catalog = home(Dialect::Duckdb);
        let query = qualify(&parse::query(sql, Dialect::Duckdb).unwrap(), &catalog).unwrap();
        (fingerprint(&query), vector(&query, &catalog))
    }

    #[test]
    fn literals_do_not_count_and_shapes_do() {
        let one = of("SELECT o.id FROM orders o WHERE o.status = 'paid' AND o.total > 5");
        let same = of("SELECT o.id FROM orders o WHERE o.status = 'open' AND o.total > 7");
        let other = of("SELECT o.id FROM orders o WHERE EXISTS (SELECT 1 FROM lines l WHERE l.order_id = o.id)");
        assert_eq!(one, same);
        assert_ne!(one.1, other.1);
        assert!(other.1.iter().all(|f| f.is_finite()));
        assert_eq!(WORDS.len() + FLAGS.len() + 22, SIZE);
    }
}

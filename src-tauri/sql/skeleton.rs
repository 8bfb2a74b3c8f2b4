//! A query without what it is about: names and literals gone, the words of SQL and the functions left.
//!
//! In: SQL text. Out: its skeleton, and how alike two of them are. Deliberately absent: any meaning; two queries that are
//! built alike may ask for different things.

use std::collections::BTreeSet;

use askwell_contract::Dialect;
use sqlparser::tokenizer::{Token, Tokenizer};

use crate::parse;

const NAME: &str = "_";
const LITERAL: &str = "?";

/// Words that say how a query is built. Others that SQL knows ("date", "name") are names of columns as often.
const BUILD: &[&str] = &[
    "ALL",
    "AND",
    "BETWEEN",
    "BY",
    "CASE",
    "CROSS",
    "DESC",
    "DISTINCT",
    "ELSE",
    "END",
    "EXCEPT",
    "EXISTS",
    "FROM",
    "FULL",
    "GROUP",
    "HAVING",
    "IN",
    "INTERSECT",
    "IS",
    "JOIN",
    "LEFT",
    "LIKE",
    "LIMIT",
    "NOT",
    "NULL",
    "ON",
    "OR",
    "ORDER",
    "OVER",
    "PARTITION",
    "SELECT",
    "THEN",
    "UNION",
    "WHEN",
    "WHERE",
    "WITH",
];

/// `SELECT t.name, COUNT(*) FROM team t WHERE t.city = 'Brod'` is `SELECT _ COUNT ( * ) FROM _ WHERE _ = ?`.
pub fn skeleton(sql: &str, dialect: Dialect) -> Vec<String> {
    let grammar = parse::grammar(dialect);
    let tokens = Tokenizer::new(grammar.as_ref(), sql).tokenize().unwrap_or_default();
    let tokens: Vec<Token> = tokens
        .into_iter()
        .filter(|token| !matches!(token, Token::Whitespace(_) | Token::SemiColon | Token::EOF))
        .collect();
    let mut out: Vec<String> = Vec::new();
    for (at, token) in tokens.iter().enumerate() {
        let piece = match token {
            Token::Word(word) => {
                let upper = word.value.to_uppercase();
                let called = tokens.get(at + 1) == Some(&Token::LParen);
                match upper.as_str() {
                    "AS" => continue,
                    _ if word.quote_style.is_none() && (called || BUILD.contains(&upper.as_str())) => upper,
                    _ => NAME.to_owned(),
                }
            }
            Token::Comma | Token::Period => continue,
            Token::Number(..) | Token::SingleQuotedString(_) => LITERAL.to_owned(),
            other => other.to_string(),
        };
        // However many names stand in a row, and with how many aliases.
        if piece != NAME || out.last().is_none_or(|last| last != NAME) {
            out.push(piece);
        }
    }
    out
}

/// The same on one line, for reading.
pub fn written(sql: &str, dialect: Dialect) -> String {
    let line = skeleton(sql, dialect).join(" ");
    line.replace(" ( ", "(").replace("( ", "(").replace(" )", ")")
}

/// What two skeletons are compared by: their pieces, and every two that follow each other.
pub fn pieces(skeleton: &[String]) -> BTreeSet<String> {
    let pairs = skeleton.windows(2).map(|pair| pair.join(" "));
    skeleton.iter().cloned().chain(pairs).collect()
}

/// 0..=1: the share of all their pieces that both have.
pub fn likeness(a: &BTreeSet<String>, b: &BTreeSet<String>) -> f64 {
    let both = a.intersection(b).count();
    let all = a.len() + b.len() - both;
    both as f64 / all.max(1) as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(sql: &str) -> String {
        skeleton(sql, Dialect::Sqlite).join(" ")
    }

    #[test]
    fn a_skeleton_is_read_on_one_line() {
        let sql = "SELECT t.name, COUNT(*) FROM team t WHERE t.id IN (SELECT id FROM cup WHERE LOWER(city) = 'brod')";
        assert_eq!(
            written(sql, Dialect::Sqlite),
            "SELECT _ COUNT(*) FROM _ WHERE _ IN(SELECT _ FROM _ WHERE LOWER(_) = ?)"
        );
    }

    fn alike(a: &str, b: &str) -> f64 {
        let of = |sql: &str| pieces(&skeleton(sql, Dialect::Sqlite));
        likeness(&of(a), &of(b))
    }

    #[test]
    fn names_and_literals_go_and_the_build_stays() {
        assert_eq!(
            of("SELECT t.name, COUNT(*) AS n FROM team t WHERE t.city = 'Brod' -- so it is\n GROUP BY t.name;"),
            "SELECT _ COUNT ( * ) _ FROM _ WHERE _ = ? GROUP BY _"
        );
        assert_eq!(of("select \"date\", year from x limit 3"), "SELECT _ FROM _ LIMIT ?");
    }

    #[test]
    fn what_is_built_alike_is_alike_whatever_it_is_about() {
        let goods = "SELECT g.name FROM goods g JOIN shelf s ON s.id = g.shelf_id ORDER BY g.price DESC LIMIT 1";
        let boats = "SELECT b.title FROM boats b JOIN port p ON p.id = b.port_id ORDER BY b.length DESC LIMIT 1";
        assert_eq!(alike(goods, boats), 1.0);
        let counted = "SELECT COUNT(*) FROM boats WHERE length > 3";
        assert!(alike(goods, counted) < 0.4);
        assert_eq!(alike(goods, counted), alike(counted, goods));
        assert_eq!(alike("", ""), 0.0);
    }
}

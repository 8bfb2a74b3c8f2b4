//! Changes to a statement's text at places that the parser named.
//!
//! In: text and edits. Out: the text with each place replaced and every other character as it was, so that
//! before and after differ only where something was repaired.

use sqlparser::tokenizer::{Location, Span};

#[derive(Debug, Clone, PartialEq)]
pub struct Edit {
    pub at: Span,
    pub text: String,
}

/// Applies edits that do not overlap; an edit whose place is unknown or taken is left out.
pub fn apply(sql: &str, edits: &[Edit]) -> String {
    let mut places: Vec<(usize, usize, &str)> = edits
        .iter()
        .filter_map(|e| Some((offset(sql, e.at.start)?, offset(sql, e.at.end)?, e.text.as_str())))
        .filter(|(from, to, _)| from <= to)
        .collect();
    places.sort_by_key(|(from, _, _)| *from);
    let mut out = String::with_capacity(sql.len());
    let mut done = 0;
    for (from, to, text) in places {
        if from < done {
            continue;
        }
        out.push_str(sql.get(done..from).unwrap_or_default());
        out.push_str(text);
        done = to;
    }
    out.push_str(sql.get(done..).unwrap_or_default());
    out
}

/// The text at a place.
pub fn slice(sql: &str, at: Span) -> Option<&str> {
    sql.get(offset(sql, at.start)?..offset(sql, at.end)?)
}

/// Byte offset of a place; lines and columns count from 1, columns in characters.
fn offset(sql: &str, at: Location) -> Option<usize> {
    if at.line == 0 {
        return None;
    }
    let mut start = 0;
    for _ in 1..at.line {
        start += sql.get(start..)?.find('\n')? + 1;
    }
    let rest = sql.get(start..)?;
    let mut left = at.column.checked_sub(1)?;
    for (i, _) in rest.char_indices() {
        if left == 0 {
            return Some(start + i);
        }
        left -= 1;
    }
    (left == 0).then_some(sql.len())
}

#[cfg(test)]
mod tests {
    use super::*;
    use askwell_contract::Dialect;
    use sqlparser::tokenizer::Token;

    /// The places of words and texts are exactly the words and texts, also after other alphabets and new lines.
    #[test]
    fn places_are_exact() {
        let sql = "SELECT \"🍎 a\", שם\nFROM t -- remark ü\r\nWHERE x = 'naïve' AND y = 'it''s'";
        let words: Vec<&str> = crate::parse::tokens(sql, Dialect::Sqlite)
            .unwrap()
            .iter()
            .filter(|t| matches!(t.token, Token::Word(_) | Token::SingleQuotedString(_)))
            .map(|t| slice(sql, t.span).unwrap())
            .collect();
        let expected = [
            "SELECT",
            "\"🍎 a\"",
            "שם",
            "FROM",
            "t",
            "WHERE",
            "x",
            "'naïve'",
            "AND",
            "y",
            "'it''s'",
        ];
        assert_eq!(words, expected);
    }

    #[test]
    fn only_the_named_place_changes() {
        let sql = "SELECT a  FROM t\n  WHERE b = 'x'";
        let tokens = crate::parse::tokens(sql, Dialect::Sqlite).unwrap();
        let at = tokens
            .iter()
            .find(|t| t.token == Token::SingleQuotedString("x".into()))
            .unwrap()
            .span;
        let edits = [Edit { at, text: "'y'".into() }, Edit { at, text: "'z'".into() }];
        assert_eq!(apply(sql, &edits), "SELECT a  FROM t\n  WHERE b = 'y'");
    }
}

//! Words for the rows of a table: "customer records", "the number of customer signups".
//!
//! In: tokens and the fields that they name. Out: the same, such words counted to the table's name before them, and
//! where they stand alone behind it, named as that table. Deliberately absent: words for things that a row has, such as
//! "complaints"; a table that is not there must not be read into another one.

use askwell_contract::run::{FieldMatch, Span};

use crate::words::{stem, Token, TokenKind};

/// What a row of any table may be called.
const ROWS: &str = "record entry row listing instance signup registration account item";

/// What the word alone is worth, once it stood behind the table's name.
const AGAIN: f64 = 0.8;

fn of_rows(token: &Token) -> bool {
    token.kind == TokenKind::Word && ROWS.split(' ').any(|w| token.stem == stem(w))
}

pub(super) fn with(tokens: &[Token], mut found: Vec<FieldMatch>) -> Vec<FieldMatch> {
    let named = |found: &[FieldMatch], token: &Token| {
        let inside = |m: &FieldMatch| m.span.start as usize <= token.start && token.end <= m.span.end as usize;
        found.iter().any(|m| m.score >= 0.7 && inside(m))
    };
    let mut said: Vec<(String, String)> = Vec::new();
    for (at, token) in tokens.iter().enumerate() {
        if !of_rows(token) || named(&found, token) {
            continue;
        }
        let ends = |m: &FieldMatch| m.column.is_none() && m.score >= 0.9 && behind(tokens, at, m.span);
        match found.iter().position(ends) {
            Some(before) => {
                let wider = &mut found[before];
                wider.span.end = token.end as u32;
                wider.words = format!("{} {}", wider.words, token.text);
                said.push((token.stem.clone(), wider.table.clone()));
            }
            None => {
                let Some((_, table)) = said.iter().find(|s| s.0 == token.stem) else {
                    continue;
                };
                found.push(FieldMatch {
                    table: table.clone(),
                    column: None,
                    span: Span {
                        start: token.start as u32,
                        end: token.end as u32,
                    },
                    words: token.text.clone(),
                    score: AGAIN,
                    by: "name".to_owned(),
                });
            }
        }
    }
    found
}

/// Whether a span ends with the token before this one.
fn behind(tokens: &[Token], at: usize, span: Span) -> bool {
    at.checked_sub(1)
        .is_some_and(|before| tokens[before].end == span.end as usize)
}

#[cfg(test)]
mod tests {
    use super::super::find;
    use crate::ask::ground;
    use crate::scripted::{plan, Scripted};

    fn tables(question: &str) -> Vec<String> {
        let (knowledge, plan) = (Scripted::shop().knowledge(), plan(question));
        let linked = find(&knowledge, &plan, &ground::find(&knowledge.values, &plan.question));
        let tables = linked.recall.iter().filter(|m| m.column.is_none());
        tables.map(|m| format!("{}: {}", m.words, m.table)).collect()
    }

    #[test]
    fn a_word_for_rows_belongs_to_the_table_before_it() {
        assert_eq!(
            tables("How many customer records are there?"),
            ["customer records: customers"]
        );
        assert_eq!(
            tables("Number of customer signups by country, and total signups?"),
            ["customer signups: customers", "signups: customers"]
        );
    }

    #[test]
    fn a_slip_in_the_middle_of_a_word_is_seen_through() {
        assert_eq!(tables("How many custmers are there?"), ["custmers: customers"]);
    }

    #[test]
    fn what_a_row_may_have_is_no_word_for_it() {
        assert_eq!(
            tables("How many customer complaints are there?"),
            ["customer: customers"]
        );
        assert_eq!(tables("How many records are there?"), [""; 0]);
    }
}

//! `AS MATERIALIZED (` and `AS NOT MATERIALIZED (`, which SQLite and DuckDB read and sqlparser reads for PostgreSQL alone.
//!
//! In: tokens. Out: tokens without those words, and the tree with them in their places again. Deliberately absent: what an
//! engine makes of them.

use std::ops::ControlFlow;

use askwell_contract::Dialect;
use sqlparser::ast::{CteAsMaterialized, Query, VisitorMut};
use sqlparser::keywords::Keyword;
use sqlparser::tokenizer::{Location, Token, TokenWithSpan};

use crate::tree;

/// Where the name of a part begins, and what is said of it.
type Marked = Vec<(Location, CteAsMaterialized)>;

pub fn taken_out(mut tokens: Vec<TokenWithSpan>, dialect: Dialect) -> (Vec<TokenWithSpan>, Marked) {
    let mut marked = Marked::new();
    if dialect == Dialect::Postgres {
        return (tokens, marked);
    }
    let seen: Vec<usize> = (0..tokens.len())
        .filter(|at| !matches!(tokens.get(*at).map(|t| &t.token), Some(Token::Whitespace(_))))
        .collect();
    let token = |nth: usize| seen.get(nth).and_then(|at| tokens.get(*at));
    let word = |nth: usize, word: Keyword| matches!(token(nth).map(|t| &t.token), Some(Token::Word(w)) if w.keyword == word && w.quote_style.is_none());
    let is = |nth: usize, wanted: &Token| token(nth).is_some_and(|t| t.token == *wanted);
    let mut gone: Vec<usize> = Vec::new();
    for at in (2..seen.len()).filter(|at| word(*at, Keyword::MATERIALIZED) && is(*at + 1, &Token::LParen)) {
        let not = word(at - 1, Keyword::NOT);
        let as_at = if not { at - 2 } else { at - 1 };
        if !word(as_at, Keyword::AS) || as_at == 0 {
            continue;
        }
        let mut name = as_at - 1;
        if is(name, &Token::RParen) {
            while name > 0 && !is(name, &Token::LParen) {
                name -= 1;
            }
            name = name.saturating_sub(1);
        }
        let Some(named) = token(name) else { continue };
        marked.push(match not {
            true => (named.span.start, CteAsMaterialized::NotMaterialized),
            false => (named.span.start, CteAsMaterialized::Materialized),
        });
        gone.extend(seen.get(as_at + 1..=at).unwrap_or_default());
    }
    let mut at = 0;
    tokens.retain(|_| {
        at += 1;
        !gone.contains(&(at - 1))
    });
    (tokens, marked)
}

/// Whether every mark has found its part.
pub fn put_back(query: &mut Query, marked: Marked) -> bool {
    struct Put(Marked);
    impl VisitorMut for Put {
        type Break = ();
        fn pre_visit_query(&mut self, query: &mut Query) -> ControlFlow<()> {
            for cte in query.with.iter_mut().flat_map(|w| &mut w.cte_tables) {
                let start = cte.alias.name.span.start;
                if let Some(at) = self.0.iter().position(|(place, _)| *place == start) {
                    cte.materialized = Some(self.0.remove(at).1);
                }
            }
            ControlFlow::Continue(())
        }
    }
    let mut put = Put(marked);
    if !put.0.is_empty() {
        tree::change(query, &mut put);
    }
    put.0.is_empty()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_engine_reads_what_is_said_of_a_named_part_and_writes_it_again() {
        let sql = "WITH a AS MATERIALIZED (SELECT 1 AS x), b (y, z) AS NOT MATERIALIZED (WITH c AS MATERIALIZED (SELECT 2 AS k) SELECT \
                   k, 3 FROM c), d AS (SELECT 4 AS materialized) SELECT a.x FROM a, b, d";
        for dialect in [Dialect::Sqlite, Dialect::Duckdb, Dialect::Postgres] {
            let read = crate::parse::query(sql, dialect).unwrap();
            assert_eq!(read.to_string(), sql, "{dialect:?}");
        }
    }

    #[test]
    fn the_word_elsewhere_is_left_and_belongs_to_no_part() {
        let read = |sql: &str| crate::parse::query(sql, Dialect::Duckdb);
        assert!(read("SELECT materialized(1) AS materialized FROM t").is_ok());
        let finding = read("SELECT x AS MATERIALIZED (SELECT 1)").unwrap_err();
        assert_eq!(finding.code, "syntax");
    }
}

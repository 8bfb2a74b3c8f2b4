//! From text to one parsed query, or a finding that says in plain words why not.
//!
//! In: SQL text and its dialect. Out: sqlparser's `Query`. Deliberately absent: any judgement of what the query
//! does (that is [`crate::guard`]).

use askwell_contract::run::Finding;
use askwell_contract::Dialect;
use sqlparser::ast::{Query, Statement};
use sqlparser::dialect as dialects;
use sqlparser::parser::Parser;
use sqlparser::tokenizer::{Token, TokenWithSpan, Tokenizer, Whitespace};

mod kept;

/// Longest statement that is read at all, in bytes. Generated statements stay under 10 KB; the bound keeps a
/// hostile text from costing seconds.
const MAX_BYTES: usize = 100_000;

/// Most tokens of a statement. A chain `1+1+...` becomes a tree as deep as it is long and is dropped recursively;
/// measured: 8,000 tokens need well under the 2 MB of a worker thread's stack.
const MAX_TOKENS: usize = 8_000;

/// Exactly one query. Code `syntax`: it cannot be read. Code `not_read_only`: it can, and it is something else.
pub fn query(sql: &str, dialect: Dialect) -> Result<Query, Finding> {
    let (tokens, marked) = kept::taken_out(tokens(sql, dialect)?, dialect);
    let grammar = grammar(dialect);
    let statements = Parser::new(grammar.as_ref())
        .with_tokens_with_locations(tokens)
        .parse_statements()
        .map_err(|e| syntax("The statement cannot be read as SQL.", &e.to_string()))?;
    let mut statements = statements.into_iter();
    match (statements.next(), statements.next()) {
        (Some(Statement::Query(mut query)), None) => match kept::put_back(&mut query, marked) {
            true => Ok(*query),
            false => Err(Finding::error(
                "syntax",
                "MATERIALIZED stands where it belongs to no named part.",
            )),
        },
        (Some(other), None) => Err(Finding::error(
            "not_read_only",
            format!(
                "Only questions are run here, and this statement is a {}.",
                verb(&other.to_string())
            ),
        )),
        (Some(_), Some(_)) => Err(Finding::error(
            "not_read_only",
            "There is more than one statement; only a single question is run.",
        )),
        (None, _) => Err(Finding::error("syntax", "There is no statement here.")),
    }
}

/// One query in the grammar of another engine, for repairing it; never for running it.
pub fn foreign(sql: &str) -> Option<Query> {
    if sql.len() > MAX_BYTES {
        return None;
    }
    let grammars: [&dyn dialects::Dialect; 5] = [
        &dialects::MySqlDialect {},
        &dialects::MsSqlDialect {},
        &dialects::PostgreSqlDialect {},
        &dialects::DuckDbDialect {},
        &dialects::GenericDialect {},
    ];
    grammars.into_iter().find_map(|grammar| {
        let tokens = Tokenizer::new(grammar, sql).tokenize_with_location().ok()?;
        if tokens.len() > MAX_TOKENS {
            return None;
        }
        let mut statements = Parser::new(grammar)
            .with_tokens_with_locations(tokens)
            .parse_statements()
            .ok()?;
        match (statements.pop(), statements.pop()) {
            (Some(Statement::Query(query)), None) => Some(*query),
            _ => None,
        }
    })
}

/// The grammar that the parser uses for an engine.
pub fn grammar(dialect: Dialect) -> Box<dyn dialects::Dialect> {
    match dialect {
        Dialect::Sqlite => Box::new(dialects::SQLiteDialect {}),
        Dialect::Duckdb => Box::new(dialects::DuckDbDialect {}),
        Dialect::Postgres => Box::new(dialects::PostgreSqlDialect {}),
    }
}

/// Tokens of the text, refused where our tokenizer and the engine's could see two different statements in it.
pub fn tokens(sql: &str, dialect: Dialect) -> Result<Vec<TokenWithSpan>, Finding> {
    if sql.len() > MAX_BYTES {
        return Err(Finding::error(
            "syntax",
            "The statement is too long to be checked (over 100 KB).",
        ));
    }
    let mut chars = sql.chars().peekable();
    let (mut single, mut double) = (false, false);
    while let Some(c) = chars.next() {
        match c {
            '\'' if !double => single = !single,
            '"' if !single => double = !double,
            _ => {}
        }
        let lone_return = c == '\r' && chars.peek() != Some(&'\n');
        if lone_return || (c.is_control() && !matches!(c, '\n' | '\r' | '\t')) {
            return Err(Finding::error(
                "syntax",
                "The statement holds an invisible control character.",
            ));
        }
        // Spaces that Rust and SQL engines disagree about.
        if c.is_whitespace() && !c.is_ascii() && !single && !double {
            return Err(Finding::error(
                "syntax",
                "The statement holds an unusual kind of space outside quotes.",
            ));
        }
    }
    let grammar = grammar(dialect);
    let tokens = Tokenizer::new(grammar.as_ref(), sql)
        .tokenize_with_location()
        .map_err(|e| syntax("The statement cannot be read as SQL.", &e.to_string()))?;
    if tokens.len() > MAX_TOKENS {
        return Err(Finding::error(
            "syntax",
            "The statement is too long to be checked (over 8,000 words and signs).",
        ));
    }
    for token in &tokens {
        match &token.token {
            // Comments inside comments end at different places in different engines; `/*!` and `/*+` carry orders.
            Token::Whitespace(Whitespace::MultiLineComment(text))
                if text.contains("/*") || text.contains("*/") || text.starts_with(['!', '+']) =>
            {
                return Err(Finding::error(
                    "syntax",
                    "The statement holds a comment that engines read differently.",
                ));
            }
            Token::DollarQuotedString(_) if dialect == Dialect::Sqlite => {
                return Err(Finding::error("syntax", "SQLite has no texts between dollar signs."));
            }
            // The parser takes these as they are and would write them anew with another end.
            Token::HexStringLiteral(digits) if !digits.chars().all(|c| c.is_ascii_hexdigit()) => {
                return Err(Finding::error(
                    "syntax",
                    "X'...' holds something other than digits of bytes.",
                ));
            }
            Token::NationalStringLiteral(text) | Token::SingleQuotedByteStringLiteral(text) if text.contains('\'') => {
                return Err(Finding::error(
                    "syntax",
                    "The statement holds a text that engines read differently.",
                ));
            }
            Token::Placeholder(name) => {
                return Err(Finding::error(
                    "syntax",
                    format!("The statement waits for a parameter ({name})."),
                ));
            }
            _ => {}
        }
    }
    Ok(tokens)
}

fn syntax(message: &str, engine: &str) -> Finding {
    let engine = engine.trim_start_matches("sql parser error: ").to_string();
    Finding {
        engine: Some(engine),
        ..Finding::error("syntax", message)
    }
}

/// The first words of a statement, for "this statement is a DROP TABLE".
fn verb(printed: &str) -> String {
    let mut words = printed.split_whitespace().map(str::to_ascii_uppercase);
    let first = words.next().unwrap_or_default();
    match words.next() {
        Some(second) if matches!(first.as_str(), "CREATE" | "DROP" | "ALTER") => format!("{first} {second}"),
        _ => first,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn code(sql: &str) -> String {
        query(sql, Dialect::Sqlite).map_or_else(|f| f.code, |_| "ok".to_string())
    }

    #[test]
    fn one_query_is_read() {
        assert_eq!(code("SELECT 1"), "ok");
        assert_eq!(code("SELECT 1;"), "ok");
        assert_eq!(code(" -- a remark\n SELECT 1 /* and another */ ;"), "ok");
        assert_eq!(code("SELECT 'a\u{a0}b'"), "ok");
    }

    #[test]
    fn anything_else_is_named() {
        assert_eq!(code(""), "syntax");
        assert_eq!(code(";"), "syntax");
        assert_eq!(code("SELEC 1"), "syntax");
        assert_eq!(code("SELECT 1; SELECT 2"), "not_read_only");
        assert_eq!(code("SELECT 1\u{a0}+ 1"), "syntax");
        assert_eq!(code("SELECT X'4g'"), "syntax");
        assert_eq!(code("SELECT X''''"), "syntax");
        assert_eq!(code("SELECT X'4A'"), "ok");
        let finding = query("DROP TABLE t", Dialect::Sqlite).unwrap_err();
        assert_eq!(
            finding.message,
            "Only questions are run here, and this statement is a DROP TABLE."
        );
    }

    #[test]
    fn a_long_chain_neither_overflows_nor_hangs() {
        let chain = |n: usize| format!("SELECT {}1", "1+".repeat(n));
        std::thread::Builder::new()
            .stack_size(2 << 20)
            .spawn(move || {
                assert_eq!(code(&chain(3_900)), "ok");
                assert_eq!(code(&chain(40_000)), "syntax");
                assert_eq!(
                    code(&format!("SELECT {}1{}", "(".repeat(3_000), ")".repeat(3_000))),
                    "syntax"
                );
            })
            .unwrap()
            .join()
            .unwrap();
    }
}

//! Statements that a machine makes of harmless ones, attacks and the signs at which readers part.

use askwell_fuzz::Machine;
use sqlparser::tokenizer::Token;

use super::*;
use crate::guard::server;
use crate::{format, page, parse, steps};

/// Words and signs of SQL, and pieces that readers take differently.
const WORDS: &[&str] = &[
    " SELECT ",
    " FROM t ",
    " WHERE a = 1 ",
    " UNION ALL ",
    "(SELECT 1)",
    " -- ",
    "/*",
    "*/",
    "'",
    "\"",
    "`",
    "[",
    "]",
    "$$",
    "$a$",
    "E'\\'",
    "U&'\\0027'",
    "X'41'",
    ";",
    "\n",
    "\r\n",
    "\t",
    "::",
    "->>",
    "||",
    "::regclass",
    "pg_sleep(1)",
    "getenv('a')",
    "load_extension('x')",
    "; DROP TABLE t",
    " INTO x ",
    " FOR UPDATE ",
    "WITH x AS (DELETE FROM t RETURNING *) ",
    "count(*)",
    "generate_series(1, 9)",
    " COLLATE \"C\" ",
    "CASE WHEN a THEN b END",
    "INTERVAL '1 day'",
    "\u{a0}",
    "é",
    "\u{202e}",
    "\0",
    "%",
    "?",
    ":a",
    "@a",
    "#",
    "a.b.c",
    "*",
    "x -> x + 1",
    " OVER (ORDER BY a)",
    "{'a': 1}",
    "CAST(a AS t)",
    "ARRAY[1]",
    "VALUES (1)",
    "TABLE t",
];

fn machine(name: &'static str, dialect: Dialect) -> Machine<'static> {
    let attacks = attacks::attacks(dialect, &Aim::nowhere()).into_iter();
    let attacks = attacks.map(|attack| attack.sql).filter(|sql| sql.len() < 1_000);
    let harmless = harmless_by_dialect().into_iter().filter(|(of, _)| *of == dialect);
    let harmless = harmless.flat_map(|(_, all)| all).map(str::to_string);
    Machine {
        name,
        corpus: include_str!("../../../fuzz/corpora/statements.txt"),
        seeds: harmless.chain(attacks).map(String::into_bytes).collect(),
        words: WORDS,
    }
}

/// What is made of a statement that passes has to pass, too, and to be the same statement.
fn passes(sql: &str, dialect: Dialect) -> Result<String, Finding> {
    let read = super::super::checked(sql, dialect)?.to_string();
    let laid_out = format::format(sql, dialect);
    let again = super::super::checked(&laid_out, dialect).unwrap_or_else(|why| panic!("{laid_out}: {why:?}"));
    // Words of the language and functions have another case.
    assert_eq!(
        again.to_string().to_lowercase(),
        read.to_lowercase(),
        "laid out as {laid_out}"
    );
    assert_eq!(texts(&laid_out, dialect), texts(sql, dialect), "laid out as {laid_out}");
    let steps = steps::steps(sql, dialect);
    if let Some(counting) = steps::counting(sql, dialect, &steps) {
        if counting.len() < 5_000 {
            check(&counting, dialect).unwrap_or_else(|why| panic!("{counting}: {why:?}"));
        }
    }
    if let Ok(page) = page::page(sql, dialect, 10, 10) {
        check(&page, dialect).unwrap_or_else(|why| panic!("{page}: {why:?}"));
    }
    Ok(read)
}

fn texts(sql: &str, dialect: Dialect) -> Vec<String> {
    let tokens = parse::tokens(sql, dialect).unwrap_or_default().into_iter();
    let texts = tokens.filter_map(|token| match token.token {
        Token::SingleQuotedString(text) | Token::EscapedStringLiteral(text) => Some(text),
        _ => None,
    });
    texts.collect()
}

/// The kind of an outcome, by the first words of what is said.
fn kind(outcome: Result<String, Finding>) -> (usize, String) {
    match outcome {
        Ok(read) => (read.split_whitespace().count() / 4, String::new()),
        Err(why) => (0, why.message.chars().take(60).collect()),
    }
}

#[test]
fn what_passes_for_sqlite_is_laid_out_counted_and_paged_as_the_same_statement() {
    machine("guard, SQLite", Sqlite).run_text(|sql| kind(passes(sql, Sqlite)));
}

#[test]
fn what_passes_for_duckdb_is_laid_out_counted_and_paged_as_the_same_statement() {
    machine("guard, DuckDB", Duckdb).run_text(|sql| kind(passes(sql, Duckdb)));
}

#[test]
fn what_is_sent_to_postgres_is_read_again_as_itself() {
    machine("guard, PostgreSQL", Postgres).run_text(|sql| {
        let in_public = |named: &server::Named| {
            Some(server::Named {
                schema: Some(named.schema.clone().unwrap_or("public".into())),
                name: named.name.clone(),
            })
        };
        kind(server::read(sql).map(|reading| {
            let sent = reading.sent(in_public, |_| None).sql;
            let again = server::read(&sent).unwrap_or_else(|why| panic!("{sent}: {why:?}"));
            assert_eq!(again.sent(in_public, |_| None).sql, sent);
            sent
        }))
    });
}

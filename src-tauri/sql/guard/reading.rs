//! Whether the engine sees the same texts, quoted names and comments in a statement as our parser does.
//!
//! In: a statement and the parser's tokens. Out: nothing, or a finding. The parser speaks many dialects and is wrong
//! about some corners of each: where a text ends decides what is code, and a word that only the engine sees as code
//! is a word that nobody has checked. So the ends are found a second time, by the rules of each engine's manual, and
//! a statement that the two read differently is not run. Deliberately absent: everything about the code itself.

use askwell_contract::run::Finding;
use askwell_contract::Dialect;
use sqlparser::tokenizer::{Token, TokenWithSpan, Whitespace};

/// Brackets that may be open at once; real questions stay under 20, and an engine's own parser is recursive too.
const DEPTH: usize = 100;

/// A stretch of the statement that is no code.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Text,
    Name,
    Line,
    Block,
}

/// From the first character to behind the last one, counted in characters.
#[derive(Debug, Clone, Copy)]
struct Stretch {
    kind: Kind,
    start: usize,
    end: usize,
}

pub fn check(sql: &str, dialect: Dialect, tokens: &[TokenWithSpan]) -> Result<(), Finding> {
    let chars: Vec<char> = sql.chars().collect();
    let ours = stretches(&chars, dialect)?;
    let theirs = of_tokens(&chars, tokens);
    let same = |(a, b): (&Stretch, &Stretch)| {
        a.kind == b.kind && a.start == b.start && (a.kind == Kind::Line || a.end == b.end)
    };
    if ours.len() != theirs.len() || !ours.iter().zip(&theirs).all(same) {
        return Err(unclear("engines disagree about where a text or a comment in it ends"));
    }
    Ok(())
}

fn unclear(why: &str) -> Finding {
    Finding::error("syntax", format!("The statement is not clear enough to be run: {why}."))
}

/// Texts, quoted names and comments, by the engine's rules.
fn stretches(chars: &[char], dialect: Dialect) -> Result<Vec<Stretch>, Finding> {
    let mut found: Vec<Stretch> = Vec::new();
    let (mut at, mut open) = (0, 0_usize);
    while let Some(&c) = chars.get(at) {
        let next = chars.get(at + 1).copied();
        let taken = match (c, next) {
            ('-', Some('-')) => Some((Kind::Line, line_end(chars, at))),
            ('/', Some('*')) => Some((Kind::Block, block_end(chars, at)?)),
            ('\'', _) => Some((Kind::Text, text_end(chars, at, dialect)?)),
            ('"', _) => Some((Kind::Name, quote_end(chars, at, '"')?)),
            ('`', _) if dialect == Dialect::Sqlite => Some((Kind::Name, quote_end(chars, at, '`')?)),
            ('[', _) if dialect == Dialect::Sqlite => Some((Kind::Name, bracket_end(chars, at)?)),
            ('$', _) if dialect != Dialect::Sqlite => dollar_end(chars, at)?.map(|end| (Kind::Text, end)),
            _ => None,
        };
        let Some((kind, end)) = taken else {
            open = match c {
                '(' | '[' | '{' => open + 1,
                ')' | ']' | '}' => open.saturating_sub(1),
                _ => open,
            };
            if open > DEPTH {
                return Err(Finding::error(
                    "syntax",
                    "The statement is nested too deeply to be checked.",
                ));
            }
            if invisible(c) {
                return Err(unclear("it holds a space or a sign that cannot be seen"));
            }
            at += 1;
            continue;
        };
        if matches!(kind, Kind::Line | Kind::Block) && chars[at..end].iter().any(|c| turns(*c)) {
            return Err(unclear("it holds a sign that changes the order in which it is read"));
        }
        // `U&"..."` is a name with escapes, which the parser reads as `U & "..."`.
        if kind == Kind::Name && dialect == Dialect::Postgres && at > 1 && chars[at - 1] == '&' {
            return Err(unclear("it holds a name that is spelled in numbers"));
        }
        let prefix = if kind == Kind::Text && c == '\'' {
            prefix(chars, at, dialect)
        } else {
            0
        };
        found.push(Stretch {
            kind,
            start: at - prefix,
            end,
        });
        at = end;
    }
    Ok(found)
}

/// Behind the line end, or behind the last character.
fn line_end(chars: &[char], at: usize) -> usize {
    let rest = chars[at..].iter().position(|c| *c == '\n');
    rest.map_or(chars.len(), |length| at + length + 1)
}

/// Comments inside comments are refused by the tokenizer's caller, so the first end is the end.
fn block_end(chars: &[char], at: usize) -> Result<usize, Finding> {
    let rest = chars[at + 2..].windows(2).position(|two| two == ['*', '/']);
    rest.map(|length| at + 2 + length + 2)
        .ok_or_else(|| unclear("a comment in it never ends"))
}

/// Behind the closing quote; a doubled one is a quote inside.
fn quote_end(chars: &[char], at: usize, quote: char) -> Result<usize, Finding> {
    let mut at = at + 1;
    while let Some(&c) = chars.get(at) {
        if c == quote {
            if chars.get(at + 1) != Some(&quote) {
                return Ok(at + 1);
            }
            at += 1;
        }
        at += 1;
    }
    Err(unclear("a text or a name in it never ends"))
}

fn bracket_end(chars: &[char], at: usize) -> Result<usize, Finding> {
    let rest = chars[at..].iter().position(|c| *c == ']');
    rest.map(|length| at + length + 1)
        .ok_or_else(|| unclear("a name in it never ends"))
}

/// Letters in front of a quote that belong to the text; `a'b'` of any other letter is two things to every engine.
fn prefix(chars: &[char], at: usize, dialect: Dialect) -> usize {
    let known = match dialect {
        Dialect::Sqlite => "xX",
        Dialect::Duckdb => "xXeE",
        Dialect::Postgres => "xXeEbBnN",
    };
    let alone = |from: usize| from == 0 || !in_word(chars[from - 1]);
    if at >= 1 && known.contains(chars[at - 1]) && alone(at - 1) {
        1
    } else if dialect == Dialect::Postgres
        && at >= 2
        && chars[at - 1] == '&'
        && matches!(chars[at - 2], 'u' | 'U')
        && alone(at - 2)
    {
        2
    } else {
        0
    }
}

/// In an `E'...'` of PostgreSQL and DuckDB a backslash takes the next character with it.
fn text_end(chars: &[char], at: usize, dialect: Dialect) -> Result<usize, Finding> {
    let escaped = prefix(chars, at, dialect) == 1 && matches!(chars[at - 1], 'e' | 'E');
    if !escaped {
        return quote_end(chars, at, '\'');
    }
    let mut at = at + 1;
    while let Some(&c) = chars.get(at) {
        match c {
            '\\' => at += 1,
            '\'' if chars.get(at + 1) == Some(&'\'') => at += 1,
            '\'' => return Ok(at + 1),
            _ => {}
        }
        at += 1;
    }
    Err(unclear("a text in it never ends"))
}

/// `$$...$$` and `$word$...$word$`; a dollar sign inside a word is a part of the word.
fn dollar_end(chars: &[char], at: usize) -> Result<Option<usize>, Finding> {
    if at > 0 && in_word(chars[at - 1]) {
        return Ok(None);
    }
    let word = chars[at + 1..]
        .iter()
        .take_while(|c| in_word(**c) && **c != '$')
        .count();
    let starts_with_digit = word > 0 && chars[at + 1].is_ascii_digit();
    if chars.get(at + 1 + word) != Some(&'$') || starts_with_digit {
        return Ok(None);
    }
    let mark = &chars[at..at + word + 2];
    let inside = at + mark.len();
    let rest = chars[inside..].windows(mark.len()).position(|end| end == mark);
    rest.map(|length| Some(inside + length + mark.len()))
        .ok_or_else(|| unclear("a text in it never ends"))
}

fn in_word(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_' || c == '$' || !c.is_ascii()
}

/// Spaces that engines and parser disagree about, and signs without a width of their own.
fn invisible(c: char) -> bool {
    (c.is_whitespace() && !c.is_ascii())
        || turns(c)
        || matches!(c, '\u{ad}' | '\u{200b}'..='\u{200d}' | '\u{2060}'..='\u{2064}' | '\u{feff}' | '\u{115f}' | '\u{1160}' | '\u{3164}' | '\u{ffa0}' | '\u{fe00}'..='\u{fe0f}' | '\u{e0000}'..='\u{e0fff}')
}

/// Signs that turn the direction of reading (Unicode annex 9), with which code can be shown as a comment.
fn turns(c: char) -> bool {
    matches!(c, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// What the parser took for no code.
fn of_tokens(chars: &[char], tokens: &[TokenWithSpan]) -> Vec<Stretch> {
    let mut lines = vec![0];
    lines.extend(
        chars
            .iter()
            .enumerate()
            .filter(|(_, c)| **c == '\n')
            .map(|(i, _)| i + 1),
    );
    let place = |line: u64, column: u64| {
        let start = usize::try_from(line)
            .ok()
            .and_then(|line| lines.get(line.checked_sub(1)?));
        start.copied().unwrap_or(chars.len()) + usize::try_from(column).map_or(0, |column| column.saturating_sub(1))
    };
    let stretch = |token: &TokenWithSpan| {
        let kind = match &token.token {
            Token::SingleQuotedString(_)
            | Token::EscapedStringLiteral(_)
            | Token::NationalStringLiteral(_)
            | Token::HexStringLiteral(_)
            | Token::UnicodeStringLiteral(_)
            | Token::SingleQuotedByteStringLiteral(_)
            | Token::DollarQuotedString(_) => Kind::Text,
            Token::DoubleQuotedString(_) => Kind::Name,
            Token::Word(word) if word.quote_style.is_some() => Kind::Name,
            Token::Whitespace(Whitespace::SingleLineComment { .. }) => Kind::Line,
            Token::Whitespace(Whitespace::MultiLineComment(_)) => Kind::Block,
            _ => return None,
        };
        Some(Stretch {
            kind,
            start: place(token.span.start.line, token.span.start.column),
            end: place(token.span.end.line, token.span.end.column),
        })
    };
    tokens.iter().filter_map(stretch).collect()
}

#[cfg(test)]
mod tests {
    use askwell_contract::Dialect::{Duckdb, Postgres, Sqlite};

    use super::*;
    use crate::parse;

    fn agreed(sql: &str, dialect: Dialect) -> bool {
        parse::tokens(sql, dialect).is_ok_and(|tokens| check(sql, dialect, &tokens).is_ok())
    }

    #[test]
    fn plain_texts_names_and_comments_are_read_alike() {
        for dialect in [Sqlite, Duckdb, Postgres] {
            for sql in [
                "SELECT 'it''s', \"a \"\"b\"\"\", '' -- it's\n, 1 /* it's \" */ FROM t -- end",
                "SELECT 'ünï' || '🍎', x'0fAB'\n, \"🍎 \u{a0}\" -- 🍎\r\n, 'שלום\u{200f}'",
                "SELECT 'a\\', 'b'",
                "SELECT 1--2\n, 'x'",
                "-- 'a'\n\n/* \"b\" */ SELECT 'c'",
            ] {
                assert!(agreed(sql, dialect), "{dialect:?}: {sql}");
            }
        }
        assert!(agreed("SELECT `a``b`, [c d'], 'e' FROM t", Sqlite));
        assert!(agreed(
            "SELECT E'a\\'b', U&'\\0041', $$it's$$, $x$ $$ $x$, B'01', N'a', a$b FROM t",
            Postgres
        ));
        assert!(agreed("SELECT $$it's$$, [1, 2], {'a': 1}, a$b FROM t", Duckdb));
    }

    /// The parser's tokens are those of another statement here: it may be wrong in ways that nobody knows yet.
    #[test]
    fn a_stretch_more_and_one_that_ends_elsewhere_are_seen() {
        let read_as = |sql: &str, other: &str| {
            let tokens = parse::tokens(other, Sqlite).unwrap();
            check(sql, Sqlite, &tokens).is_ok()
        };
        assert!(read_as("SELECT 'ab'", "SELECT 'ab'"));
        assert!(!read_as("SELECT 'ab' -- c", "SELECT 'ab'"));
        assert!(!read_as("SELECT 'ab'", "SELECT 'ab' -- c"));
        assert!(!read_as("SELECT 'abc'", "SELECT 'ab'  "));
    }

    #[test]
    fn what_is_read_differently_is_refused() {
        for (dialect, sql) in [
            (Sqlite, "SELECT X'\\'; DROP TABLE t; --'"),
            (Postgres, "SELECT X'\\'; DROP TABLE t; --'"),
            (Duckdb, "SELECT E'\\' -- ', getenv('HOME')"),
            (Duckdb, "SELECT * FROM E'x.csv'"),
            (Sqlite, "SELECT N'a'"),
            (Duckdb, "SELECT 1 `a; DROP TABLE t; --`"),
            (Postgres, "SELECT 1 #-- '\n 2, pg_sleep(5) --'"),
            (Postgres, "SELECT U&\"\\0070g_sleep\"(5)"),
            (Sqlite, "SELECT a\u{200b} FROM t"),
            (Duckdb, "SELECT 1 -- it's\n\u{a0}+ 1"),
            (Postgres, "SELECT 1 /* \u{202e} */"),
        ] {
            assert!(!agreed(sql, dialect), "{dialect:?}: {sql}");
        }
    }

    #[test]
    fn depth_ends_somewhere() {
        let nested = |n: usize| format!("SELECT {}1{}", "(".repeat(n), ")".repeat(n));
        let code = |n| check(&nested(n), Sqlite, &[]).map_err(|finding| finding.code);
        assert_eq!(code(DEPTH), Ok(()));
        assert_eq!(code(DEPTH + 1), Err("syntax".to_string()));
    }
}

//! A statement laid out on several lines.
//!
//! In: SQL text. Out: the same tokens with other white space, keywords in upper case. It works on tokens and not on
//! the tree, so nothing can be lost; a text that cannot be tokenized comes back as it was.

use askwell_contract::Dialect;
use sqlparser::tokenizer::{Token, Tokenizer, Whitespace};

use crate::parse;

mod layout;

/// Lines longer than this are broken at commas and conjunctions.
const WIDTH: usize = 80;

pub fn format(sql: &str, dialect: Dialect) -> String {
    let grammar = parse::grammar(dialect);
    let Ok(tokens) = Tokenizer::new(grammar.as_ref(), sql).tokenize() else {
        return sql.to_string();
    };
    // A comment to the end of the line decides where lines end; such a text keeps its own lines.
    let remarks = |t: &Token| matches!(t, Token::Whitespace(Whitespace::SingleLineComment { .. }));
    if tokens.iter().any(remarks) {
        return sql.trim().to_string();
    }
    let pieces = pieces(&tokens);
    let out = layout::lines(&layout::tree(&pieces), WIDTH).join("\n");
    // Belt and braces: a layout that changed a token is thrown away.
    if crate::normal::normal(&out, dialect) == crate::normal::normal(sql, dialect) {
        out
    } else {
        sql.to_string()
    }
}

/// Words that are upper case wherever they stand bare; none of them can name a column without quotes.
const KEYWORDS: &[&str] = &[
    "all",
    "and",
    "any",
    "as",
    "asc",
    "between",
    "by",
    "case",
    "cast",
    "collate",
    "cross",
    "desc",
    "distinct",
    "else",
    "end",
    "escape",
    "except",
    "exists",
    "fetch",
    "filter",
    "from",
    "full",
    "group",
    "having",
    "ilike",
    "in",
    "inner",
    "intersect",
    "into",
    "is",
    "join",
    "lateral",
    "like",
    "limit",
    "natural",
    "not",
    "null",
    "offset",
    "on",
    "or",
    "order",
    "outer",
    "over",
    "partition",
    "qualify",
    "recursive",
    "select",
    "then",
    "union",
    "using",
    "values",
    "when",
    "where",
    "window",
    "with",
    "within",
];

/// Upper case before `(` only.
const CALLS: &[&str] = &[
    "abs", "avg", "cast", "coalesce", "count", "lower", "max", "min", "nullif", "round", "sum", "total", "upper",
];

/// Upper case before JOIN (and words between) only.
const SIDES: &[&str] = &["left", "right", "asof", "positional", "semi", "anti"];

/// A token as it will be printed, and whether white space stood before it.
#[derive(Debug, Clone, PartialEq)]
struct Piece {
    text: String,
    keyword: bool,
    /// Glued to the piece before it: `a.b`, `count(`, `x::int`.
    glued: bool,
}

fn pieces(tokens: &[Token]) -> Vec<Piece> {
    let solid: Vec<&Token> = tokens
        .iter()
        .filter(|t| match t {
            Token::Whitespace(Whitespace::MultiLineComment(_)) => true,
            Token::Whitespace(_) | Token::SemiColon | Token::EOF => false,
            _ => true,
        })
        .collect();
    let mut out: Vec<Piece> = Vec::new();
    for (i, token) in solid.iter().enumerate() {
        let before = i.checked_sub(1).and_then(|j| solid.get(j));
        let after = solid.get(i + 1);
        let (text, keyword) = match token {
            Token::Word(word) if word.quote_style.is_none() => word_text(&word.value, before, after),
            other => (other.to_string(), false),
        };
        out.push(Piece {
            text,
            keyword,
            glued: glued(before.copied(), token, out.last()),
        });
    }
    out
}

fn word_text(word: &str, before: Option<&&Token>, after: Option<&&Token>) -> (String, bool) {
    let lower = word.to_ascii_lowercase();
    let member = matches!(before, Some(Token::Period)) || matches!(after, Some(Token::Period));
    let call = matches!(after, Some(Token::LParen)) && CALLS.contains(&lower.as_str());
    let side = SIDES.contains(&lower.as_str())
        && matches!(after, Some(Token::Word(w)) if ["join", "outer", "semi", "anti"].iter().any(|n| w.value.eq_ignore_ascii_case(n)));
    if member {
        (word.to_string(), false)
    } else if side || (KEYWORDS.contains(&lower.as_str()) && !call) {
        (word.to_ascii_uppercase(), true)
    } else if call {
        (word.to_ascii_uppercase(), false)
    } else {
        (word.to_string(), false)
    }
}

fn glued(before: Option<&Token>, token: &Token, last: Option<&Piece>) -> bool {
    let Some(before) = before else { return true };
    match (before, token) {
        (Token::Period | Token::LParen | Token::LBracket | Token::DoubleColon | Token::LBrace, _) => true,
        (_, Token::Period | Token::Comma | Token::RParen | Token::RBracket | Token::DoubleColon | Token::RBrace) => {
            true
        }
        (Token::Word(_), Token::LParen) => last.is_some_and(|p| !p.keyword),
        (Token::Word(_) | Token::RBracket | Token::RParen, Token::LBracket) => last.is_some_and(|p| !p.keyword),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn laid(sql: &str) -> String {
        format(sql, Dialect::Sqlite)
    }

    #[test]
    fn one_clause_a_line() {
        assert_eq!(
            laid("select c.name, sum(o.total) as total from customers c left join orders o on o.customer_id=c.id where c.country='France' and o.total>5 group by c.name order by total desc limit 5;"),
            "SELECT c.name, SUM(o.total) AS total\n\
             FROM customers c\n\
             LEFT JOIN orders o ON o.customer_id = c.id\n\
             WHERE c.country = 'France'\n  \
               AND o.total > 5\n\
             GROUP BY c.name\n\
             ORDER BY total DESC\n\
             LIMIT 5"
        );
    }

    #[test]
    fn short_questions_stay_short() {
        assert_eq!(laid("select count(*) from t"), "SELECT COUNT(*)\nFROM t");
        assert_eq!(
            laid("select a from t where a is not distinct from b"),
            "SELECT a\nFROM t\nWHERE a IS NOT DISTINCT FROM b"
        );
        assert_eq!(laid("select 1"), "SELECT 1");
    }

    #[test]
    fn subqueries_are_indented() {
        assert_eq!(
            laid("select name from customers where id not in (select customer_id from orders where total between 1 and 2)"),
            "SELECT name\n\
             FROM customers\n\
             WHERE id NOT IN (\n  \
               SELECT customer_id\n  \
               FROM orders\n  \
               WHERE total BETWEEN 1 AND 2\n\
             )"
        );
    }

    #[test]
    fn long_lists_are_broken_at_commas() {
        let sql =
            "select first_name_of_customer, last_name_of_customer, country_of_customer, total_of_all_orders from t";
        assert_eq!(
            laid(sql),
            "SELECT\n  first_name_of_customer,\n  last_name_of_customer,\n  country_of_customer,\n  total_of_all_orders\nFROM t"
        );
    }

    #[test]
    fn names_keep_their_case() {
        assert_eq!(
            laid("select Name, t.Left, \"select\" from T t"),
            "SELECT Name, t.Left, \"select\"\nFROM T t"
        );
    }

    #[test]
    fn a_comment_or_nonsense_is_left_alone() {
        assert_eq!(laid("select 1 -- one\nfrom t"), "select 1 -- one\nfrom t");
        assert_eq!(laid("select 'open"), "select 'open");
        assert_eq!(laid(""), "");
        assert_eq!(laid("select 1 /* a */ from t"), "SELECT 1 /* a */\nFROM t");
    }

    /// Formatting twice is formatting once, and the statement means the same before and after.
    #[test]
    fn every_known_query_keeps_its_meaning() {
        for (dialect, queries) in crate::guard::harmless() {
            for sql in queries {
                let out = format(sql, dialect);
                assert_eq!(format(&out, dialect), out, "{sql}");
                let before = parse::query(sql, dialect).unwrap();
                let after = parse::query(&out, dialect).unwrap_or_else(|e| panic!("{out}: {e:?}"));
                assert_eq!(
                    before.to_string().to_lowercase(),
                    after.to_string().to_lowercase(),
                    "{sql}"
                );
            }
        }
    }
}

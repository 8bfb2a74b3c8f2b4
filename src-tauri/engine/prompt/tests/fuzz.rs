//! Replies made by a machine, for the one lenient reader of replies.

use askwell_fuzz::Machine;
use serde_json::json;

use super::super::{read, schema};

const WORDS: &[&str] = &[
    "```",
    "```sql\n",
    "```json\n",
    "{",
    "}",
    "[",
    "]",
    "\"",
    "\\\"",
    "'",
    ",",
    ":",
    "\n",
    "SELECT 1",
    "WITH x AS (",
    "-- reading: a",
    "ASK:",
    "MISSING:",
    "- a: b",
    "<think>",
    "</think>",
    "null",
    "{\"fields\": []}",
    "\"column\"",
    "\"short\"",
    "\\u0000",
    "\\ud800",
    "\u{0}",
    "é",
    "💥",
    ";",
    "//",
    "/*",
    "*/",
    "Here is the query:",
    "\u{201c}",
    "\u{201d}",
    "1e999",
];

#[test]
fn a_reply_of_any_text_is_read_or_refused_and_what_is_read_has_the_form() {
    let form = json!({"type": "object", "required": ["fields"], "properties": {
        "fields": {"type": "array", "items": {"type": "object", "required": ["column", "short"], "properties": {
            "column": {"type": "string"}, "short": {"type": "string"}, "reason": {"type": "string"}}}}}});
    let machine = Machine {
        name: "replies",
        corpus: include_str!("../../../fuzz/corpora/replies.txt"),
        seeds: Vec::new(),
        words: WORDS,
    };
    machine.run_text(|text| {
        let raw = read::Raw {
            text,
            value: None,
            schema: Some(&form),
        };
        let json = read::json(&raw);
        if let Ok((value, _)) = &json {
            assert_eq!(schema::mismatch(&form, value), None, "{value}");
        }
        let sql = read::sql(text);
        if let Ok((sql, _, _)) = &sql {
            assert!(!sql.trim().is_empty());
        }
        let (first, second, other) = read::apart(text);
        let beside = second
            .map_or(0, str::len)
            .max(other.map_or(0, |(says, sql)| says.len() + sql.len()));
        assert!(first.len() + beside <= text.len());
        let asked = read::ask(text).map(|(_, choices)| choices.len());
        let codes =
            |findings: Vec<askwell_contract::run::Finding>| findings.into_iter().map(|f| f.code).collect::<Vec<_>>();
        (
            json.map(|j| codes(j.1))
                .map_err(|why| why.chars().take(30).collect::<String>()),
            sql.map(|s| codes(s.2))
                .map_err(|why| why.chars().take(30).collect::<String>()),
            asked,
            read::missing(text).is_some(),
        )
    });
}

/// Each took hours once, at the eight million bytes that a reply may have.
// What never ends is told by the machine's own clock.
#[allow(clippy::disallowed_methods)]
#[test]
fn a_long_reply_that_says_one_thing_again_and_again_is_read_at_once() {
    let pieces = [
        "[",
        "{",
        "{\"a\":",
        "[{",
        " ",
        "\n",
        "```",
        "```a",
        "'",
        "\"",
        "\\",
        ",",
        "T",
        "{}",
        "{a}",
        "(",
        "SELECT (",
        "<think>",
        "-- second:",
        "-- other:",
        "ask: |",
        "-- a\n",
        "select\n",
        "missing:",
        "{ ",
        "]",
        "[']",
        "\u{e9}",
    ];
    for piece in pieces {
        for end in ["", "\n", "]", "\nSELECT 1"] {
            let text = piece.repeat(1_000_000 / piece.len()) + end;
            let began = std::time::Instant::now();
            let raw = read::Raw {
                text: &text,
                value: None,
                schema: None,
            };
            let _ = (
                read::json(&raw),
                read::sql(&text),
                read::apart(&text),
                read::ask(&text),
                read::missing(&text),
            );
            assert!(
                began.elapsed().as_secs() < 10,
                "{piece:?}, {end:?}: {:?}",
                began.elapsed()
            );
        }
    }
}

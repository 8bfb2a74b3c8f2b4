use serde_json::{json, Value};

use super::super::read;
use super::Raw;

fn schema() -> Value {
    json!({"type": "object", "required": ["fields"], "properties": {
        "fields": {"type": "array", "items": {"type": "object", "required": ["column", "short"], "properties": {
            "column": {"type": "string"}, "short": {"type": "string"}}}}}})
}

fn read_json(text: &str) -> Result<(Value, Vec<String>), String> {
    let schema = schema();
    let raw = Raw {
        text,
        value: None,
        schema: Some(&schema),
    };
    let (value, findings) = read::json(&raw)?;
    Ok((value, findings.into_iter().map(|f| f.code).collect()))
}

#[test]
fn json_is_read_however_it_is_wrapped() {
    let expected = json!({"fields": [{"column": "a", "short": "it's \"x\", so"}]});
    for (text, codes) in [
        (r#"{"fields": [{"column": "a", "short": "it's \"x\", so"}]}"#, vec![]),
        (
            "```json\n{\"fields\": [{\"column\": \"a\", \"short\": \"it's \\\"x\\\", so\"}]}\n```",
            vec!["reply_prose"],
        ),
        (
            "Here it is {as asked}:\n{\"fields\": [{\"column\": \"a\", \"short\": \"it's \\\"x\\\", so\"}]}\nDone.",
            vec!["reply_prose"],
        ),
        (
            "{\"fields\": [{\"column\": \"a\", \"short\": \"it's \\\"x\\\", so\",},],}",
            vec!["reply_mended"],
        ),
        (
            "{'fields': [{'column': 'a', 'short': 'it\\'s \"x\", so'}]}",
            vec!["reply_mended"],
        ),
        (
            r#"[{"column": "a", "short": "it's \"x\", so"}]"#,
            vec!["reply_unwrapped"],
        ),
        (
            r#"{"describe": {"fields": [{"column": "a", "short": "it's \"x\", so"}]}}"#,
            vec!["reply_wrapped"],
        ),
        (
            r#""{\"fields\": [{\"column\": \"a\", \"short\": \"it's \\\"x\\\", so\"}]}""#,
            vec!["reply_wrapped"],
        ),
    ] {
        let (value, found) = read_json(text).unwrap_or_else(|why| panic!("{why}: {text}"));
        assert_eq!(value, expected, "{text}");
        assert_eq!(found, codes, "{text}");
    }
}

#[test]
fn what_is_not_of_the_form_is_refused_with_the_reason() {
    for (text, why) in [
        ("", "the reply is empty"),
        ("I would say a.", "the reply holds no JSON object"),
        (r#"{"fields": [{"column": "a""#, "the JSON is cut off or cannot be read"),
        (
            r#"{"fields": [{"column": "a"}]}"#,
            "the JSON is not of the form asked for: \"fields\": \"short\" is missing",
        ),
        (
            r#"{"fields": [{"column": 1, "short": "x"}]}"#,
            "the JSON is not of the form asked for: \"fields\": \"column\": it is not a text",
        ),
    ] {
        assert_eq!(read_json(text).unwrap_err(), why, "{text}");
    }
}

#[test]
fn a_statement_is_found_in_whatever_is_around_it() {
    for (text, sql) in [
        ("SELECT 1", "SELECT 1"),
        ("SELECT 1;", "SELECT 1"),
        ("SELECT 1 ; ;\n", "SELECT 1"),
        ("```sql\nSELECT 1;\n```", "SELECT 1"),
        ("```\nselect 1\n```", "select 1"),
        (
            "Sure, here it is:\n\nSELECT ';' AS a, \"b;\" -- c;\nFROM t;\nThis counts.",
            "SELECT ';' AS a, \"b;\" -- c;\nFROM t",
        ),
        (
            "With all that in mind, the tables are a and b.\n\nWITH x AS (SELECT 1)\nSELECT * FROM x",
            "WITH x AS (SELECT 1)\nSELECT * FROM x",
        ),
        (
            "First:\n```sql\nSELECT 1\n```\nBetter:\n```sql\nSELECT 2\n```",
            "SELECT 2",
        ),
        (
            "Pattern:\n```\nGROUP BY x\n```\n```sql\n(SELECT 1) UNION (SELECT 2)\n```",
            "(SELECT 1) UNION (SELECT 2)",
        ),
        ("SELECT 1\n\nThis query gives one.", "SELECT 1"),
        ("SELECT 1\n\nFROM t", "SELECT 1\n\nFROM t"),
        ("{\"sql\": \"SELECT 1;\"}", "SELECT 1"),
        ("```sql\nSELECT 1", "SELECT 1"),
        ("SELECT 1\n```", "SELECT 1"),
        ("SELECT 1;\n```\nThis gives one.", "SELECT 1"),
        ("-- reading: one\nSELECT 1 -- the one", "SELECT 1 -- the one"),
    ] {
        let (found, _, _) = read::sql(text).unwrap_or_else(|why| panic!("{why}: {text}"));
        assert_eq!(found, sql, "{text}");
    }
    let (_, reading, findings) = read::sql("Well.\n-- Reading: orders, counted\nSELECT 1").unwrap();
    assert_eq!(reading, "orders, counted");
    assert_eq!(findings[0].code, "reply_prose");
}

#[test]
fn what_is_no_query_is_refused() {
    for text in [
        "",
        "  ",
        "I cannot answer this.",
        "DELETE FROM t",
        "```sql\n```",
        "selection is hard",
    ] {
        assert!(read::sql(text).is_err(), "{text}");
    }
}

#[test]
fn a_choice_counts_without_its_reason() {
    let schema = json!({"type": "object", "required": ["winner", "reason"], "properties": {
        "winner": {"type": "string", "enum": ["A", "B"]}, "reason": {"type": "string"}}});
    for text in ["{\"winner\": \"A\"}", "{\"winner\": \"A\", \"reason\": null}"] {
        let raw = Raw {
            text,
            value: None,
            schema: Some(&schema),
        };
        assert_eq!(read::json(&raw).unwrap().0, json!({"winner": "A", "reason": ""}));
    }
}

//! The one lenient reader of replies.
//!
//! In: what a model wrote, and the form it was asked for. Out: JSON of that form, or one SQL statement; with a finding for
//! everything that had to be overlooked. Deliberately absent: guessing. What would change the meaning is not mended.

use askwell_contract::run::{Finding, Severity};
use serde_json::Value;

use super::schema::mismatch;

/// A reply as it came.
#[derive(Debug, Clone, Copy)]
pub struct Raw<'a> {
    pub text: &'a str,
    /// Read by the provider already.
    pub value: Option<&'a Value>,
    /// `None`: text was asked for.
    pub schema: Option<&'a Value>,
}

fn note(code: &str, message: &str) -> Finding {
    Finding {
        severity: Severity::Note,
        ..Finding::warning(code, message)
    }
}

/// A JSON value of the schema's form.
pub fn json(raw: &Raw<'_>) -> Result<(Value, Vec<Finding>), String> {
    let mut findings = Vec::new();
    let value = match raw.value {
        Some(value) => value.clone(),
        None => parse(raw.text, &mut findings)?,
    };
    let Some(schema) = raw.schema else {
        return Ok((value, findings));
    };
    let mut fitted = fit(value, schema, &mut findings);
    without_reason(&mut fitted, schema);
    match mismatch(schema, &fitted) {
        None => Ok((fitted, findings)),
        Some(why) => Err(format!("the JSON is not of the form asked for: {why}")),
    }
}

/// The field in which a model gives its reason.
const REASON: &str = "reason";

/// A choice counts without its reason, too. It is asked for all the same: some providers want every field required.
fn without_reason(value: &mut Value, schema: &Value) {
    match value {
        Value::Array(all) => all.iter_mut().for_each(|inner| without_reason(inner, &schema["items"])),
        Value::Object(object) => {
            if schema["properties"][REASON].is_object() && object.get(REASON).is_none_or(Value::is_null) {
                object.insert(REASON.to_owned(), Value::String(String::new()));
            }
            for (name, inner) in object.iter_mut() {
                without_reason(inner, &schema["properties"][name]);
            }
        }
        _ => {}
    }
}

/// Undoes what models put around the value that was asked for: a text that holds it, an object of one key, a list in
/// place of the object whose only list it is.
fn fit(value: Value, schema: &Value, findings: &mut Vec<Finding>) -> Value {
    if mismatch(schema, &value).is_none() {
        return value;
    }
    if let Some(inner) = value.as_str().and_then(|text| parse(text, findings).ok()) {
        if mismatch(schema, &inner).is_none() {
            findings.push(note("reply_wrapped", "The JSON was inside a text."));
            return inner;
        }
    }
    if let Some((_, inner)) = value.as_object().filter(|o| o.len() == 1).and_then(|o| o.iter().next()) {
        let inner = fit(inner.clone(), schema, &mut Vec::new());
        if mismatch(schema, &inner).is_none() {
            findings.push(note("reply_wrapped", "The JSON was inside another object."));
            return inner;
        }
    }
    let required: Vec<&str> = schema["required"]
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(Value::as_str)
        .collect();
    if let (true, [only]) = (value.is_array(), required.as_slice()) {
        let wrapped = serde_json::json!({ *only: value });
        if mismatch(schema, &wrapped).is_none() {
            findings.push(note("reply_unwrapped", "A list came without the object around it."));
            return wrapped;
        }
        return value;
    }
    value
}

fn parse(text: &str, findings: &mut Vec<Finding>) -> Result<Value, String> {
    if text.trim().is_empty() {
        return Err("the reply is empty".into());
    }
    if let Ok(value) = serde_json::from_str(text.trim()) {
        return Ok(value);
    }
    let mut left = LOOKED_AT.max(8 * text.len());
    for start in text
        .char_indices()
        .filter(|(_, c)| matches!(c, '{' | '['))
        .map(|(at, _)| at)
    {
        let end = balanced(&text[start..], &mut left);
        if left == 0 {
            break;
        }
        let Some(end) = end else { continue };
        left = left.saturating_sub(end);
        let part = &text[start..start + end];
        let alone = part.len() == text.trim().len();
        let read = serde_json::from_str(part).ok().or_else(|| {
            let mended = serde_json::from_str(&mended(part)).ok()?;
            findings.push(note("reply_mended", "The JSON had slips of spelling."));
            Some(mended)
        });
        if let Some(value) = read {
            if !alone {
                findings.push(note("reply_prose", "There was text around the JSON."));
            }
            return Ok(value);
        }
    }
    match text.contains('{') {
        true => Err("the JSON is cut off or cannot be read".into()),
        false => Err("the reply holds no JSON object".into()),
    }
}

/// Characters that are looked at for a value before a reply counts as unreadable: each bracket may be the beginning of
/// one, and eight million brackets that never close would be looked through for hours.
const LOOKED_AT: usize = 1 << 22;

/// Bytes of the value that begins here, up to its closing bracket; nothing once `left` is used up.
fn balanced(text: &str, left: &mut usize) -> Option<usize> {
    let mut open = Vec::new();
    let mut quote: Option<char> = None;
    let mut escaped = false;
    for (at, c) in text.char_indices() {
        *left = left.checked_sub(1)?;
        match (quote, c) {
            (Some(_), _) if escaped => escaped = false,
            (Some(_), '\\') => escaped = true,
            (Some(q), c) if c == q => quote = None,
            (Some(_), _) => {}
            (None, '"') => quote = Some('"'),
            (None, '{') => open.push('}'),
            (None, '[') => open.push(']'),
            (None, '}' | ']') => {
                if open.pop() != Some(c) {
                    return None;
                }
                if open.is_empty() {
                    return Some(at + 1);
                }
            }
            _ => {}
        }
    }
    None
}

/// Commas before a closing bracket, keys and texts between apostrophes, line breaks within texts, words of Python. An
/// apostrophe opens a text only where one can begin, and closes it only where one can end.
fn mended(text: &str) -> String {
    let chars: Vec<char> = text.chars().collect();
    let mut out = String::with_capacity(text.len());
    let mut at = 0;
    let next = |from: usize| chars[from..].iter().find(|c| !c.is_whitespace()).copied();
    let (mut before, mut seen) = (None, 0);
    while at < chars.len() {
        let c = chars[at];
        // The last sign that was written and is no blank.
        before = out[seen..].chars().rev().find(|c| !c.is_whitespace()).or(before);
        seen = out.len();
        match c {
            '"' | '\'' if c == '"' || matches!(before, Some('{' | '[' | ',' | ':')) => {
                out.push('"');
                at += 1;
                while at < chars.len() {
                    let inner = chars[at];
                    let closes = inner == c && (c == '"' || matches!(next(at + 1), Some(',' | '}' | ']' | ':')));
                    match inner {
                        _ if closes => break,
                        '\\' if chars.get(at + 1) == Some(&'\'') => {
                            out.push('\'');
                            at += 1;
                        }
                        '\\' => {
                            out.push(inner);
                            at += 1;
                            out.extend(chars.get(at));
                        }
                        '"' => out.push_str("\\\""),
                        '\n' => out.push_str("\\n"),
                        '\t' => out.push_str("\\t"),
                        '\r' => {}
                        other => out.push(other),
                    }
                    at += 1;
                }
                out.push('"');
                at += 1;
            }
            ',' if matches!(next(at + 1), Some('}' | ']')) => at += 1,
            'T' | 'F' | 'N' => {
                let rest: String = chars[at..].iter().take(5).collect();
                let word = [("True", "true"), ("False", "false"), ("None", "null")];
                let found = word.iter().find(|(python, _)| rest.starts_with(python));
                match found {
                    Some((python, json)) => {
                        out.push_str(json);
                        at += python.len();
                    }
                    None => {
                        out.push(c);
                        at += 1;
                    }
                }
            }
            other => {
                out.push(other);
                at += 1;
            }
        }
    }
    out
}

/// One statement, and how the model read the question where it said so.
pub fn sql(text: &str) -> Result<(String, String, Vec<Finding>), String> {
    let mut findings = Vec::new();
    if text.trim().is_empty() {
        return Err("the reply is empty".into());
    }
    // A form nobody asked for, and clear all the same.
    if let Ok(Value::Object(object)) = serde_json::from_str::<Value>(text.trim()) {
        if let Some(inner) = ["sql", "query", "SQL"]
            .iter()
            .find_map(|key| object.get(*key)?.as_str())
        {
            findings.push(note("reply_wrapped", "The statement was inside JSON."));
            return statement(inner, findings).ok_or_else(no_sql);
        }
    }
    let fenced: Vec<&str> = fences(text).into_iter().filter(|part| begins(part).is_some()).collect();
    if let Some(last) = fenced.last() {
        if fenced.len() > 1 {
            findings.push(note(
                "reply_several",
                "The model wrote several statements; the last one counts.",
            ));
        }
        return statement(last, findings).ok_or_else(no_sql);
    }
    // A fence that only closes was opened by the prompt.
    let open = text.split("```").next().filter(|head| begins(head).is_some());
    statement(open.unwrap_or(text), findings).ok_or_else(no_sql)
}

fn no_sql() -> String {
    "the reply holds no SQL query that begins with SELECT or WITH".into()
}

/// Longest name of a language behind a fence, with blanks.
const LANGUAGE: usize = 60;

/// Contents of code fences; one that is not closed goes to the end.
fn fences(text: &str) -> Vec<&str> {
    let mut out = Vec::new();
    let mut rest = text;
    while let Some(open) = rest.find("```") {
        let inner = &rest[open + 3..];
        // The word behind the fence is short; looked for in all that follows, it would be so for every fence again.
        let line = inner.bytes().take(LANGUAGE).position(|b| b == b'\n');
        let inner = match line.and_then(|end| inner.split_at_checked(end)) {
            Some((word, after)) if word.trim().chars().all(char::is_alphanumeric) => &after[1..],
            _ => inner,
        };
        let end = inner.find("```").unwrap_or(inner.len());
        out.push(&inner[..end]);
        rest = inner.get(end + 3..).unwrap_or_default();
    }
    out
}

/// Where a query begins: at a line's start; comments before it belong to it.
fn begins(text: &str) -> Option<usize> {
    let mut at = 0;
    let mut comment = None;
    for line in text.split_inclusive('\n') {
        let trimmed = line.trim_start();
        let start = at + (line.len() - trimmed.len());
        let bare = trimmed.trim_start_matches('(').to_lowercase();
        let word = |w: &str| {
            bare.strip_prefix(w)
                .is_some_and(|rest| !rest.starts_with(|c: char| c.is_alphanumeric() || c == '_'))
        };
        if trimmed.starts_with("--") {
            comment = comment.or(Some(start));
        } else if word("select") || (word("with") && is_with(&bare)) {
            return Some(comment.unwrap_or(start));
        } else if !trimmed.is_empty() {
            comment = None;
        }
        at += line.len();
    }
    None
}

/// A reply's statements: the answer's; a second one for the same answer; one for another reading, with what that is. The
/// lines that say so are in none.
pub fn apart(text: &str) -> (&str, Option<&str>, Option<(&str, &str)>) {
    let (mut first, mut second, mut other) = (None, None, None);
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let start = at;
        at += line.len();
        // The fence that the line stands in was opened before it.
        let statement = || text[at..].split("```").next().unwrap_or_default();
        if second.is_none() && remark(line, "second").is_some() {
            second = Some(statement());
        } else if let Some(says) = remark(line, "other").filter(|_| other.is_none()) {
            other = Some((says, statement()));
        } else {
            continue;
        }
        first.get_or_insert(&text[..start]);
        if second.is_some() && other.is_some() {
            break;
        }
    }
    (first.unwrap_or(text), second, other)
}

/// What stands behind `-- word:` on a line.
fn remark<'t>(line: &'t str, word: &str) -> Option<&'t str> {
    let line = line.trim().trim_start_matches(['-', '`', '*']).trim();
    let (said, rest) = line.split_once(':')?;
    let same = said.trim().eq_ignore_ascii_case(word);
    same.then(|| rest.trim().trim_end_matches('`').trim_end())
}

/// Options of a question back: fewer are none, more are not read.
const OPTIONS: std::ops::RangeInclusive<usize> = 2..=4;

/// What a reply without a statement asks back, with what the question may mean: on lines of their own, or behind it
/// between strokes, each with the whole question behind an equals sign where the model wrote it out.
pub fn ask(text: &str) -> Option<(&str, Vec<(&str, &str)>)> {
    let said = text.lines().find_map(|line| remark(line, "ask"))?;
    let mut parts = said.split('|').map(str::trim).filter(|part| !part.is_empty());
    let question = parts.next()?;
    let lines = text.lines().filter_map(|line| remark(line, "option"));
    let options = parts
        .chain(lines)
        .filter(|o| !o.is_empty())
        .map(|option| match option.split_once('=') {
            Some((label, whole)) => (label.trim(), whole.trim()),
            None => (option, ""),
        });
    let options: Vec<(&str, &str)> = options.take(*OPTIONS.end()).collect();
    OPTIONS.contains(&options.len()).then_some((question, options))
}

/// What a reply without a statement says that the schema lacks.
pub fn missing(text: &str) -> Option<&str> {
    let lines = text
        .lines()
        .map(|line| line.trim().trim_start_matches(['-', '`']).trim());
    let mut said = lines.filter_map(|line| {
        let (word, rest) = line.split_once(':')?;
        word.trim()
            .eq_ignore_ascii_case("missing")
            .then(|| rest.trim().trim_end_matches('`'))
    });
    said.rfind(|what| !what.is_empty())
}

/// `WITH x AS (`, and not a sentence that begins with "with".
fn is_with(line: &str) -> bool {
    line.trim() == "with" || line.trim() == "with recursive" || line.contains(" as") || line.contains('(')
}

fn statement(text: &str, mut findings: Vec<Finding>) -> Option<(String, String, Vec<Finding>)> {
    let start = begins(text)?;
    if !text[..start].trim().is_empty() {
        findings.push(note("reply_prose", "There was text before the statement."));
    }
    let (sql, rest) = until_semicolon(&text[start..]);
    if !rest
        .trim_matches(|c: char| c.is_whitespace() || c == ';' || c == '`')
        .is_empty()
    {
        findings.push(note("reply_prose", "There was text after the statement."));
    }
    let mut reading = String::new();
    let mut lines: Vec<&str> = Vec::new();
    for line in sql.lines() {
        match line.trim_start().strip_prefix("--").map(str::trim) {
            Some(comment) if reading.is_empty() && comment.to_lowercase().starts_with("reading:") => {
                reading = comment["reading:".len()..].trim().to_owned();
            }
            _ => lines.push(line),
        }
    }
    let sql = lines.join("\n").trim().to_owned();
    (!sql.is_empty()).then_some((sql, reading, findings))
}

/// The statement and what follows the semicolon that ends it; one inside a text or a comment ends nothing. Without a
/// semicolon an empty line and a sentence end it.
fn until_semicolon(text: &str) -> (&str, &str) {
    let mut quote: Option<char> = None;
    let mut comment = false;
    let mut previous = ' ';
    for (at, c) in text.char_indices() {
        match (quote, c) {
            (None, '\n') => comment = false,
            _ if comment => {}
            (Some(q), c) if c == q => quote = None,
            (Some(_), _) => {}
            (None, '\'' | '"') => quote = Some(c),
            (None, '-') if previous == '-' => comment = true,
            (None, ';') => return (&text[..at], &text[at + 1..]),
            _ => {}
        }
        previous = c;
    }
    match text.find("\n\n").filter(|at| is_sentence(&text[*at..])) {
        Some(at) => (&text[..at], &text[at..]),
        None => (text, ""),
    }
}

fn is_sentence(text: &str) -> bool {
    let first = text.trim_start();
    let word = first.split_whitespace().next().unwrap_or_default();
    let titled = word.chars().next().is_some_and(char::is_uppercase) && word.chars().skip(1).any(char::is_lowercase);
    titled
        && first
            .lines()
            .next()
            .is_some_and(|line| line.trim_end().ends_with(['.', ':', '!']))
}

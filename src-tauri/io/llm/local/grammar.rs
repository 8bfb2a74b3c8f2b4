//! A grammar for an answer of a given form. In: a JSON schema. Out: rules in the notation of llama.cpp (GBNF), by which
//! only JSON of that form can be written.
//!
//! Fields are written in the schema's order, those that must be there before those that may; what a grammar cannot say
//! (patterns, ranges of numbers) is left to whoever reads the answer.
//! Deliberately absent: white space but for one blank, in which small models would otherwise lose themselves.

use std::collections::BTreeMap;
use std::fmt::Write;

use askwell_contract::model::literal;
use serde_json::Value;

/// The rules that every grammar may use; `any` is JSON of every form, `object` and `list` those of their kind.
const COMMON: &str = r#"blank ::= " "?
string ::= "\"" char* "\""
char ::= [^"\\\x7F\x00-\x1F] | "\\" (["\\bfnrt/] | "u" hex hex hex hex)
hex ::= [0-9a-fA-F]
integer ::= "-"? ("0" | [1-9] [0-9]{0,15})
number ::= integer ("." [0-9]{1,15})? ([eE] [-+]? [0-9]{1,3})?
boolean ::= "true" | "false"
null ::= "null"
any ::= object | list | string | number | boolean | null
object ::= "{" blank (string ":" blank any ("," blank string ":" blank any)*)? blank "}"
list ::= "[" blank (any ("," blank any)*)? blank "]"
"#;

/// A string or a list that is bounded by the schema to more than this is not bounded by the grammar, whose size grows
/// with it.
const BOUND: u64 = 500;

/// The rule to start with is `root`.
pub fn grammar(schema: &Value) -> String {
    let mut rules = Rules {
        schema,
        text: String::new(),
        named: BTreeMap::new(),
        count: 0,
    };
    let root = rules.rule(schema);
    format!("root ::= {root}\n{}{COMMON}", rules.text)
}

struct Rules<'a> {
    schema: &'a Value,
    text: String,
    /// Rules of `$ref`s, which may hold themselves.
    named: BTreeMap<String, String>,
    count: usize,
}

impl<'a> Rules<'a> {
    /// The name of a rule for this schema.
    fn rule(&mut self, schema: &'a Value) -> String {
        if let Some(path) = schema.get("$ref").and_then(Value::as_str) {
            return self.reference(path);
        }
        let body = self.body(schema);
        // A rule of the common ones needs no other name.
        if body.bytes().all(|b| b.is_ascii_lowercase()) {
            return body;
        }
        let name = self.name();
        self.define(&name, &body);
        name
    }

    fn name(&mut self) -> String {
        self.count += 1;
        format!("r{}", self.count)
    }

    fn define(&mut self, name: &str, body: &str) {
        // Writing to a string cannot fail.
        let _ = writeln!(self.text, "{name} ::= {body}");
    }

    fn reference(&mut self, path: &str) -> String {
        if let Some(name) = self.named.get(path) {
            return name.clone();
        }
        let Some(target) = path.strip_prefix('#').and_then(|pointer| self.schema.pointer(pointer)) else {
            return "any".into();
        };
        let name = self.name();
        self.named.insert(path.to_string(), name.clone());
        let body = match target.get("$ref").and_then(Value::as_str) {
            Some(next) => self.reference(next),
            None => self.body(target),
        };
        self.define(&name, &body);
        name
    }

    fn body(&mut self, schema: &'a Value) -> String {
        if let Some(value) = schema.get("const") {
            return literal(&value.to_string());
        }
        if let Some(values) = schema.get("enum").and_then(Value::as_array) {
            return alternatives(values.iter().map(|value| literal(&value.to_string())));
        }
        for several in ["anyOf", "oneOf"] {
            if let Some(schemas) = schema.get(several).and_then(Value::as_array) {
                let rules: Vec<String> = schemas.iter().map(|schema| self.rule(schema)).collect();
                return alternatives(rules.into_iter());
            }
        }
        if let Some([only]) = schema.get("allOf").and_then(Value::as_array).map(Vec::as_slice) {
            return self.rule(only);
        }
        match schema.get("type") {
            Some(Value::Array(kinds)) => {
                let rules: Vec<String> = kinds
                    .iter()
                    .filter_map(Value::as_str)
                    .map(|kind| {
                        let body = self.kind(kind, schema);
                        if body.contains(' ') {
                            format!("({body})")
                        } else {
                            body
                        }
                    })
                    .collect();
                alternatives(rules.into_iter())
            }
            Some(Value::String(kind)) => self.kind(kind, schema),
            _ if schema.get("properties").is_some() => self.kind("object", schema),
            _ if schema.get("items").is_some() => self.kind("array", schema),
            _ => "any".into(),
        }
    }

    fn kind(&mut self, kind: &str, schema: &'a Value) -> String {
        match kind {
            "object" => self.object(schema),
            "array" => self.list(schema),
            "string" => match bounds(schema, "minLength", "maxLength") {
                Some(times) => format!(r#""\"" char{times} "\"""#),
                None => "string".into(),
            },
            "integer" | "number" | "boolean" | "null" => kind.into(),
            _ => "any".into(),
        }
    }

    fn object(&mut self, schema: &'a Value) -> String {
        let Some(fields) = schema
            .get("properties")
            .and_then(Value::as_object)
            .filter(|fields| !fields.is_empty())
        else {
            return "object".into();
        };
        let needed = schema.get("required").and_then(Value::as_array);
        let is_needed = |name: &str| needed.is_some_and(|needed| needed.iter().any(|one| one == name));
        let (mut must, mut may) = (Vec::new(), Vec::new());
        for (name, field) in fields {
            let pair = format!(
                r#"{} ":" blank {}"#,
                literal(&Value::from(name.as_str()).to_string()),
                self.rule(field)
            );
            if is_needed(name) {
                must.push(pair);
            } else {
                may.push(pair);
            }
        }
        let comma = r#" "," blank "#;
        let inner = if must.is_empty() {
            // Any of them may be the first.
            let starts = (0..may.len()).map(|first| {
                let rest: String = may[first + 1..]
                    .iter()
                    .map(|pair| format!(r#" ("," blank {pair})?"#))
                    .collect();
                format!("{}{rest}", may[first])
            });
            format!("({})?", alternatives(starts))
        } else {
            let rest: String = may.iter().map(|pair| format!(r#" ("," blank {pair})?"#)).collect();
            format!("{}{rest}", must.join(comma))
        };
        format!(r#""{{" blank {inner} blank "}}""#)
    }

    fn list(&mut self, schema: &'a Value) -> String {
        let Some(items) = schema.get("items") else {
            return "list".into();
        };
        let item = self.rule(items);
        let at_least = schema.get("minItems").and_then(Value::as_u64).unwrap_or(0);
        let times = match bounds(schema, "minItems", "maxItems") {
            // Of what follows the first.
            Some(_) => {
                let low = at_least.saturating_sub(1).min(BOUND);
                match schema
                    .get("maxItems")
                    .and_then(Value::as_u64)
                    .filter(|most| *most <= BOUND)
                {
                    Some(0) => return r#""[" blank "]""#.into(),
                    Some(most) => format!("{{{low},{}}}", most - 1),
                    None => format!("{{{low},}}"),
                }
            }
            None => "*".into(),
        };
        let some = format!(r#"{item} ("," blank {item}){times}"#);
        if at_least == 0 {
            format!(r#""[" blank ({some})? blank "]""#)
        } else {
            format!(r#""[" blank {some} blank "]""#)
        }
    }
}

/// `{2,5}`; `None`: the schema bounds nothing.
fn bounds(schema: &Value, least: &str, most: &str) -> Option<String> {
    let number = |name: &str| schema.get(name).and_then(Value::as_u64);
    let (least, most) = (
        number(least).filter(|n| *n > 0 && *n <= BOUND),
        number(most).filter(|n| *n <= BOUND),
    );
    if least.is_none() && most.is_none() {
        return None;
    }
    let most = most.map(|n| n.to_string()).unwrap_or_default();
    Some(format!("{{{},{most}}}", least.unwrap_or(0)))
}

fn alternatives(rules: impl Iterator<Item = String>) -> String {
    rules.collect::<Vec<_>>().join(" | ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn rules(schema: Value) -> Vec<String> {
        let text = grammar(&schema);
        let own = text.strip_suffix(COMMON).unwrap();
        own.lines().map(str::to_owned).collect()
    }

    #[test]
    fn fields_come_in_order_and_those_needed_first() {
        let schema = json!({"type": "object", "properties": {
            "note": {"type": "string"}, "sql": {"type": "string"}, "sure": {"type": "boolean"}
        }, "required": ["sql", "sure"]});
        assert_eq!(
            rules(schema),
            [
                "root ::= r1",
                r#"r1 ::= "{" blank "\"sql\"" ":" blank string "," blank "\"sure\"" ":" blank boolean ("," blank "\"note\"" ":" blank string)? blank "}""#
            ]
        );
    }

    #[test]
    fn fields_of_which_none_is_needed_start_with_any() {
        let schema = json!({"properties": {"a": {"type": "integer"}, "b": {"type": "null"}}});
        assert_eq!(
            rules(schema)[1],
            r#"r1 ::= "{" blank ("\"a\"" ":" blank integer ("," blank "\"b\"" ":" blank null)? | "\"b\"" ":" blank null)? blank "}""#
        );
    }

    #[test]
    fn lists_choices_and_bounds_are_kept() {
        assert_eq!(
            rules(json!({"enum": ["a\"b", 1, null]}))[1],
            r#"r1 ::= "\"a\\\"b\"" | "1" | "null""#
        );
        assert_eq!(rules(json!({"const": "x"}))[1], r#"r1 ::= "\"x\"""#);
        let strings = json!({"type": "array", "items": {"type": "string"}, "minItems": 1, "maxItems": 3});
        assert_eq!(
            rules(strings)[1],
            r#"r1 ::= "[" blank string ("," blank string){0,2} blank "]""#
        );
        let free = json!({"type": "array", "items": {"type": "number"}});
        assert_eq!(
            rules(free)[1],
            r#"r1 ::= "[" blank (number ("," blank number)*)? blank "]""#
        );
        assert_eq!(
            rules(json!({"type": "string", "maxLength": 20}))[1],
            r#"r1 ::= "\"" char{0,20} "\"""#
        );
        assert_eq!(rules(json!({"type": ["string", "null"]}))[1], "r1 ::= string | null");
        assert_eq!(rules(json!({"type": "string"})), ["root ::= string"]);
        assert_eq!(rules(json!({})), ["root ::= any"]);
    }

    #[test]
    fn a_schema_may_hold_itself() {
        let schema = json!({
            "$defs": {"node": {"type": "object", "properties": {
                "name": {"type": "string"},
                "children": {"type": "array", "items": {"$ref": "#/$defs/node"}}
            }, "required": ["name"]}},
            "$ref": "#/$defs/node"
        });
        let rules = rules(schema);
        assert_eq!(rules[0], "root ::= r1");
        assert_eq!(rules[1], r#"r2 ::= "[" blank (r1 ("," blank r1)*)? blank "]""#);
        assert!(rules[2].starts_with(r#"r1 ::= "{" blank "\"name\"""#) && rules[2].contains("r2"));
        assert!(super::grammar(&json!({"$ref": "#/nowhere"})).starts_with("root ::= any"));
    }
}

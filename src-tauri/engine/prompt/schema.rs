//! The part of JSON Schema that the prompts use: enough to say what a reply has to be, and to tell whether it is.
//!
//! In: a schema, a value. Out: nothing, or what is wrong in a few words. Deliberately absent: every other keyword; a
//! schema with one is refused, so that none is silently without effect.

use serde_json::Value;

const KEYWORDS: [&str; 7] = [
    "type",
    "description",
    "properties",
    "required",
    "items",
    "enum",
    "additionalProperties",
];

pub fn check_schema(schema: &Value) -> Result<(), String> {
    let Some(object) = schema.as_object() else {
        return Err("a schema is a JSON object".into());
    };
    if let Some(other) = object.keys().find(|key| !KEYWORDS.contains(&key.as_str())) {
        return Err(format!("\"{other}\" is not among {}", KEYWORDS.join(", ")));
    }
    match kind(schema) {
        "object" => {
            let Some(properties) = schema["properties"].as_object() else {
                return Err("an object has properties".into());
            };
            let required = schema["required"].as_array().map(Vec::as_slice).unwrap_or_default();
            if let Some(other) = required
                .iter()
                .find(|r| !r.as_str().is_some_and(|r| properties.contains_key(r)))
            {
                return Err(format!("{other} is required and no property"));
            }
            properties.values().try_for_each(check_schema)
        }
        "array" => check_schema(&schema["items"]),
        "string" | "number" | "integer" | "boolean" => Ok(()),
        other => Err(format!("\"{other}\" is no type")),
    }
}

fn kind(schema: &Value) -> &str {
    schema["type"].as_str().unwrap_or_default()
}

/// What keeps a value from being of the schema's form; the place first.
pub fn mismatch(schema: &Value, value: &Value) -> Option<String> {
    let says = |what: &str| Some(format!("it is not {what}"));
    match kind(schema) {
        "object" => {
            let Some(object) = value.as_object() else {
                return says("an object");
            };
            for name in schema["required"]
                .as_array()
                .into_iter()
                .flatten()
                .filter_map(Value::as_str)
            {
                if !object.contains_key(name) {
                    return Some(format!("\"{name}\" is missing"));
                }
            }
            let properties = schema["properties"].as_object()?;
            properties.iter().find_map(|(name, schema)| {
                let inner = object.get(name).filter(|v| !v.is_null() || is_required(schema))?;
                mismatch(schema, inner).map(|why| format!("\"{name}\": {why}"))
            })
        }
        "array" => {
            let Some(all) = value.as_array() else {
                return says("a list");
            };
            all.iter().find_map(|inner| mismatch(&schema["items"], inner))
        }
        "string" => match (value.as_str(), schema["enum"].as_array()) {
            (None, _) => says("a text"),
            (Some(text), Some(known)) if !known.iter().any(|k| k == text) => Some(format!(
                "it is none of {}",
                serde_json::to_string(known).unwrap_or_default()
            )),
            _ => None,
        },
        "number" if !value.is_number() => says("a number"),
        "integer" if !(value.is_i64() || value.is_u64()) => says("a whole number"),
        "boolean" if !value.is_boolean() => says("true or false"),
        _ => None,
    }
}

fn is_required(schema: &Value) -> bool {
    schema["enum"].is_array()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn what_is_not_of_the_form_is_told_where() {
        let schema = json!({"type": "object", "required": ["winner", "all"], "properties": {
            "winner": {"type": "string", "enum": ["A", "B"]},
            "all": {"type": "array", "items": {"type": "object", "required": ["n"], "properties": {"n": {"type": "integer"}}}}
        }});
        assert_eq!(check_schema(&schema), Ok(()));
        assert_eq!(mismatch(&schema, &json!({"winner": "A", "all": [{"n": 1}]})), None);
        for (value, why) in [
            (json!([]), "it is not an object"),
            (json!({"winner": "A"}), "\"all\" is missing"),
            (
                json!({"winner": "C", "all": []}),
                "\"winner\": it is none of [\"A\",\"B\"]",
            ),
            (
                json!({"winner": "B", "all": [{"n": 1.5}]}),
                "\"all\": \"n\": it is not a whole number",
            ),
        ] {
            assert_eq!(mismatch(&schema, &value).as_deref(), Some(why));
        }
    }

    #[test]
    fn a_keyword_without_effect_is_refused() {
        for schema in [
            json!({"type": "string", "pattern": "x"}),
            json!({"type": "object"}),
            json!({"type": "date"}),
        ] {
            assert!(check_schema(&schema).is_err(), "{schema}");
        }
    }
}

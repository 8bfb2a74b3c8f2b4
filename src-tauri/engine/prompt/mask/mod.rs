//! Placeholders for what must not be read by anybody else, and back.
//!
//! In: texts of a prompt; later its reply. Out: the texts with placeholders such as `[EMAIL_1]`, the same for the same
//! value; the reply with the values in their places. Deliberately absent: any other copy of the values.

use std::collections::BTreeSet;

use askwell_contract::model::Allowed;

mod kinds;

use kinds::find;

#[derive(Clone, Default)]
pub struct Masks {
    allowed: Allowed,
    /// Placeholder and value, in the order of their coming.
    hidden: Vec<(String, String)>,
    /// Spellings that were exchanged so that they can be seen.
    spelt: BTreeSet<(String, String)>,
    /// Placeholders that stand in the data themselves.
    taken: BTreeSet<String>,
}

impl Masks {
    /// `texts`: all that the prompt may hold, so that no placeholder looks like something that is really there.
    pub fn new<'a>(allowed: Allowed, texts: impl Iterator<Item = &'a str>) -> Self {
        let mut taken = BTreeSet::new();
        for text in texts {
            for (at, _) in text.match_indices('[') {
                if let Some(end) = text[at..].find(']').filter(|end| *end < 24) {
                    taken.insert(text[at..=at + end].to_uppercase());
                }
            }
        }
        Self {
            allowed,
            taken,
            ..Self::default()
        }
    }

    /// With personal data masked.
    pub fn mask(&mut self, text: &str) -> String {
        let mut out = String::with_capacity(text.len());
        let mut done = 0;
        for (from, to, kind) in find(text, self.allowed) {
            out.push_str(&text[done..from]);
            out.push_str(&self.placeholder(kind.name(), &text[from..to]));
            done = to;
        }
        out.push_str(&text[done..]);
        out
    }

    /// A value that may not go out whatever it is; one of personal data keeps its kind.
    pub fn hide(&mut self, value: &str) -> String {
        let kind = match find(value, Allowed::default()).as_slice() {
            [(0, end, kind)] if *end == value.len() => kind.name(),
            _ => "VALUE",
        };
        self.placeholder(kind, value)
    }

    pub fn spelt(&mut self, exchanged: Vec<(String, String)>) {
        self.spelt.extend(exchanged);
    }

    /// How many values are masked.
    pub fn count(&self) -> usize {
        self.hidden.len()
    }

    fn placeholder(&mut self, kind: &str, value: &str) -> String {
        if let Some((known, _)) = self.hidden.iter().find(|(_, v)| v == value) {
            return known.clone();
        }
        let used = |name: &String| self.taken.contains(name) || self.hidden.iter().any(|(n, _)| n == name);
        let name = (1..).map(|n| format!("[{kind}_{n}]")).find(|name| !used(name));
        let name = name.unwrap_or_default();
        self.hidden.push((name.clone(), value.to_owned()));
        name
    }

    /// A text of the reply with the values in their places.
    pub fn restore(&self, text: &str) -> String {
        self.put_back(text, &|value, _| value.to_owned())
    }

    /// The same for SQL: within a text literal an apostrophe is doubled.
    pub fn restore_sql(&self, sql: &str) -> String {
        self.put_back(sql, &|value, before| match before.matches('\'').count() % 2 {
            0 => value.to_owned(),
            _ => value.replace('\'', "''"),
        })
    }

    /// In one pass, so that a value that looks like a placeholder stays what it is.
    fn put_back(&self, text: &str, write: &dyn Fn(&str, &str) -> String) -> String {
        let mut out = String::with_capacity(text.len());
        let mut rest = text;
        'next: while let Some(c) = rest.chars().next() {
            for (name, value) in &self.hidden {
                if rest
                    .get(..name.len())
                    .is_some_and(|start| start.eq_ignore_ascii_case(name))
                {
                    let value = write(value, &out);
                    out.push_str(&value);
                    rest = &rest[name.len()..];
                    continue 'next;
                }
            }
            for (shown, was) in &self.spelt {
                if let Some(after) = rest.strip_prefix(shown.as_str()) {
                    out.push_str(was);
                    rest = after;
                    continue 'next;
                }
            }
            out.push(c);
            rest = &rest[c.len_utf8()..];
        }
        out
    }

    /// All texts of a JSON value.
    pub fn restore_json(&self, value: &mut serde_json::Value) {
        match value {
            serde_json::Value::String(text) => *text = self.restore(text),
            serde_json::Value::Array(all) => all.iter_mut().for_each(|v| self.restore_json(v)),
            serde_json::Value::Object(all) => all.values_mut().for_each(|v| self.restore_json(v)),
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn masked(text: &str) -> (String, Masks) {
        let mut masks = Masks::new(Allowed::default(), [text].into_iter());
        (masks.mask(text), masks)
    }

    #[test]
    fn what_is_masked_comes_back() {
        let text = "ada@example.org, bob@example.org, ada@example.org; +44 20 7946 0958";
        let (shown, masks) = masked(text);
        assert_eq!(shown, "[EMAIL_1], [EMAIL_2], [EMAIL_1]; [PHONE_1]");
        assert_eq!(masks.restore(&shown), text);
        assert_eq!(masks.count(), 3);
        let mut value = serde_json::json!({"a": ["to [email_2]"]});
        masks.restore_json(&mut value);
        assert_eq!(value, serde_json::json!({"a": ["to bob@example.org"]}));
    }

    #[test]
    fn within_sql_a_value_keeps_its_literal_whole() {
        let mut masks = Masks::new(Allowed::default(), [""].into_iter());
        let name = masks.hide("O'Brien");
        assert_eq!(name, "[VALUE_1]");
        let sql = masks.restore_sql("SELECT '[VALUE_1]', 'it''s', \"[VALUE_1]\"");
        assert_eq!(sql, "SELECT 'O''Brien', 'it''s', \"O'Brien\"");
    }

    #[test]
    fn a_placeholder_is_never_one_that_is_there_already() {
        let (shown, masks) = masked("[EMAIL_1] is not ada@example.org");
        assert_eq!(shown, "[EMAIL_1] is not [EMAIL_2]");
        assert_eq!(masks.restore(&shown), "[EMAIL_1] is not ada@example.org");
    }

    #[test]
    fn what_is_allowed_stays() {
        let text = "ada@example.org 4111 1111 1111 1111";
        let allowed = Allowed {
            emails: true,
            ..Allowed::default()
        };
        let mut masks = Masks::new(allowed, [text].into_iter());
        assert_eq!(masks.mask(text), "ada@example.org [CARD_1]");
    }
}

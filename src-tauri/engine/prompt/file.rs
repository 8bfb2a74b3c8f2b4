//! The file of a prompt: what it is, and its templates.
//!
//! In: text. Out: [`Prompt`], or the line and the reason why it is none. Deliberately absent: what is filled in.
//!
//! Between two lines `---` stands `key: value`, indented lines going on with the value. Then sections follow, each begun
//! by a line `=== system`, `=== user` or `=== user cached`; each is a template of its own. A system section holds no
//! field, so that no text of a database can be in an instruction's place.

use std::collections::BTreeMap;

use askwell_contract::model::{Form, Privacy, Tier};

use super::fence::hash;
use super::{schema, template};

#[derive(Debug, Clone, PartialEq)]
pub struct Prompt {
    pub name: String,
    /// One sentence for the screen.
    pub about: String,
    pub tier: Tier,
    pub temperature: f64,
    pub thinking: bool,
    /// Below it the call is of no use and is not made.
    pub needs: Privacy,
    /// Of the reply, without thinking.
    pub max_tokens: u32,
    pub version: u32,
    /// Fields and the level that each needs at least.
    pub input: Vec<(String, Privacy)>,
    pub form: Form,
    pub sections: Vec<Section>,
    /// Of the whole file.
    pub hash: String,
}

#[derive(Debug, Clone, PartialEq)]
pub struct Section {
    pub system: bool,
    /// The provider may keep it.
    pub cached: bool,
    pub text: String,
    /// Lines before it.
    pub after: usize,
}

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("Line {line}: {reason}")]
pub struct Broken {
    pub line: usize,
    pub reason: String,
}

fn broken<T>(line: usize, reason: impl Into<String>) -> Result<T, Broken> {
    Err(Broken {
        line,
        reason: reason.into(),
    })
}

const KEYS: [&str; 9] = [
    "about",
    "tier",
    "temperature",
    "thinking",
    "needs",
    "tokens",
    "version",
    "input",
    "output",
];

pub fn parse(name: &str, text: &str) -> Result<Prompt, Broken> {
    let lines: Vec<&str> = text.lines().collect();
    if lines.first().map(|l| l.trim_end()) != Some("---") {
        return broken(1, "the file has to begin with a line of three hyphens (---).");
    }
    let Some(end) = lines.iter().skip(1).position(|l| l.trim_end() == "---") else {
        return broken(
            1,
            "the head has no end: a second line of three hyphens (---) is missing.",
        );
    };
    let head = Head::read(&lines[1..=end])?;
    let sections = sections(&lines, end + 2)?;
    let prompt = Prompt {
        name: name.to_owned(),
        about: head.get("about")?.1.clone(),
        tier: head.read_as("tier", "fast, powerful or reasoning")?,
        temperature: head.number("temperature")?,
        thinking: match head.get("thinking")? {
            (_, yes) if yes == "yes" => true,
            (_, no) if no == "no" => false,
            (line, _) => return broken(*line, "thinking is yes or no."),
        },
        needs: match head.get("needs") {
            Ok(_) => head.read_as("needs", LEVELS)?,
            Err(_) => Privacy::Names,
        },
        max_tokens: head.number("tokens")? as u32,
        version: head.number("version")? as u32,
        input: head.input()?,
        form: head.form(name)?,
        sections,
        hash: hash(text)[..32].to_owned(),
    };
    check(&prompt)?;
    Ok(prompt)
}

const LEVELS: &str = "names, profile, values or rows";

/// Key, its line and its value.
struct Head<'a>(BTreeMap<&'a str, (usize, String)>, usize);

impl<'a> Head<'a> {
    fn read(lines: &[&'a str]) -> Result<Self, Broken> {
        let mut out: BTreeMap<&str, (usize, String)> = BTreeMap::new();
        let mut last = "";
        for (line, text) in (2..).zip(lines) {
            if let (true, Some((_, value))) = (text.starts_with("  "), out.get_mut(last)) {
                value.push('\n');
                value.push_str(text.trim());
                continue;
            }
            if text.trim().is_empty() {
                continue;
            }
            let Some((key, value)) = text.split_once(':') else {
                return broken(line, "this is no \"key: value\".");
            };
            if !KEYS.contains(&key) {
                return broken(
                    line,
                    format!("\"{key}\" means nothing here; there are {}.", KEYS.join(", ")),
                );
            }
            if out.insert(key, (line, value.trim().to_owned())).is_some() {
                return broken(line, format!("\"{key}\" is there twice."));
            }
            last = key;
        }
        Ok(Self(out, lines.len() + 2))
    }

    fn get(&self, key: &str) -> Result<&(usize, String), Broken> {
        match self.0.get(key) {
            Some(found) if !found.1.is_empty() => Ok(found),
            Some(found) => broken(found.0, format!("\"{key}\" is empty.")),
            None => broken(self.1, format!("\"{key}\" is missing in the head.")),
        }
    }

    /// A word of an enumeration, spelt as in the settings.
    fn read_as<T: serde::de::DeserializeOwned>(&self, key: &str, known: &str) -> Result<T, Broken> {
        let (line, word) = self.get(key)?;
        match serde_json::from_value(serde_json::Value::String(word.clone())) {
            Ok(value) => Ok(value),
            Err(_) => broken(*line, format!("{key} is {known}.")),
        }
    }

    fn number(&self, key: &str) -> Result<f64, Broken> {
        let (line, text) = self.get(key)?;
        match text.parse::<f64>() {
            Ok(number) if (0.0..=1e6).contains(&number) => Ok(number),
            _ => broken(*line, format!("{key} is a number.")),
        }
    }

    fn input(&self) -> Result<Vec<(String, Privacy)>, Broken> {
        let (first, text) = self.get("input")?;
        let mut out = Vec::new();
        for (line, text) in (*first..).zip(text.lines()).filter(|(_, t)| !t.is_empty()) {
            let level = text.split_once(':').and_then(|(name, level)| {
                let level = serde_json::Value::String(level.trim().to_owned());
                Some((name.trim(), serde_json::from_value::<Privacy>(level).ok()?))
            });
            match level {
                Some((name, level)) if level > Privacy::Nothing => out.push((name.to_owned(), level)),
                _ => {
                    return broken(
                        line,
                        format!("a field has a level: \"name: level\", and that is {LEVELS}."),
                    )
                }
            }
        }
        Ok(out)
    }

    fn form(&self, name: &str) -> Result<Form, Broken> {
        let (line, text) = self.get("output")?;
        if text == "text" {
            return Ok(Form::Text);
        }
        let schema: serde_json::Value = match serde_json::from_str(text) {
            Ok(schema) => schema,
            Err(why) => {
                return broken(
                    line + why.line().saturating_sub(1),
                    format!("output is neither \"text\" nor a JSON schema: {why}."),
                )
            }
        };
        if let Err(why) = schema::check_schema(&schema) {
            return broken(*line, format!("the output's schema cannot be used: {why}."));
        }
        Ok(Form::Json {
            name: name.to_owned(),
            schema,
        })
    }
}

fn sections(lines: &[&str], from: usize) -> Result<Vec<Section>, Broken> {
    let mut out: Vec<Section> = Vec::new();
    for (at, line) in lines.iter().enumerate().skip(from) {
        if let Some(kind) = line.strip_prefix("===") {
            let (system, cached) = match kind.split_whitespace().collect::<Vec<_>>().as_slice() {
                ["system"] => (true, true),
                ["user"] => (false, false),
                ["user", "cached"] => (false, true),
                _ => {
                    return broken(
                        at + 1,
                        "a section is \"=== system\", \"=== user\" or \"=== user cached\".",
                    )
                }
            };
            if system && out.iter().any(|s| !s.system) {
                return broken(at + 1, "the system section comes first.");
            }
            out.push(Section {
                system,
                cached,
                text: String::new(),
                after: at + 1,
            });
        } else if let Some(section) = out.last_mut() {
            section.text.push_str(line);
            section.text.push('\n');
        } else if !line.trim().is_empty() {
            return broken(at + 1, "text before the first section (\"=== system\").");
        }
    }
    for (system, what) in [(true, "system"), (false, "user")] {
        if !out.iter().any(|s| s.system == system && !s.text.trim().is_empty()) {
            return broken(lines.len(), format!("the section \"=== {what}\" is missing or empty."));
        }
    }
    Ok(out)
}

/// Every template can be read, asks for no field that is not declared, and the system's for none at all.
fn check(prompt: &Prompt) -> Result<(), Broken> {
    for section in &prompt.sections {
        let fields = template::fields(&section.text).map_err(|(line, reason)| Broken {
            line: section.after + line,
            reason,
        })?;
        for (field, line) in fields {
            let line = section.after + line;
            if section.system {
                return broken(
                    line,
                    format!("the system section may hold no field, and here is \"{field}\"."),
                );
            }
            if !prompt.input.iter().any(|(name, _)| *name == field) {
                return broken(line, format!("the field \"{field}\" is not declared under \"input\"."));
            }
        }
    }
    Ok(())
}

impl Prompt {
    /// Whether a template asks for it.
    pub fn uses(&self, field: &str) -> bool {
        let asks = |s: &Section| template::fields(&s.text).is_ok_and(|all| all.iter().any(|(name, _)| name == field));
        self.sections.iter().any(asks)
    }
}

//! What replies are read into.
//!
//! In: a reply, whose masks are back in their places. Out: a typed value and findings on what had to be overlooked, or
//! the reason why it cannot be read, in words that the model is told.

use askwell_contract::run::Finding;
use serde::de::DeserializeOwned;
use serde::Deserialize;

use super::mask::Masks;
use super::read::{self, Raw};

/// A kind of reply.
pub trait Read: Sized + Send {
    fn read(raw: &Raw<'_>, masks: &Masks) -> Result<(Self, Vec<Finding>), String>;
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Complexity {
    Simple,
    Complex,
}

/// Of `plan`.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct Planned {
    pub complexity: Complexity,
    #[serde(default)]
    pub sub_queries: Vec<SubQuery>,
}

#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct SubQuery {
    pub id: String,
    pub description: String,
    #[serde(default)]
    pub depends_on: Vec<String>,
}

/// Of `ground`.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct Extracted {
    /// Texts that may stand in cells.
    pub literals: Vec<String>,
    /// Names of tables and columns.
    #[serde(rename = "schema_references")]
    pub references: Vec<String>,
}

/// Of `describe`.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct Summaries {
    pub fields: Vec<Summary>,
}

#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct Summary {
    pub column: String,
    pub short: String,
    pub long: String,
}

/// Of `link_precise` and `link_recall`.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct Chosen {
    pub fields: Vec<Field>,
    /// A first query for the question, of `link_recall`; empty where the model saw none, and of `link_precise`.
    #[serde(default)]
    pub sketch: String,
}

#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct Field {
    pub table: String,
    pub column: String,
    #[serde(default)]
    pub reason: String,
}

/// Of every `generate` and `repair`.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Written {
    /// One statement, not yet checked by anybody.
    pub sql: String,
    /// In plain words, how the question was understood; empty where the model did not say.
    pub reading: String,
    /// In plain words, what the schema lacks for an answer; only where there is no statement.
    pub missing: String,
    /// What has to be known first; only where there is no statement.
    pub ask: Option<Ask>,
    /// The model's second statement for the same answer, where it wrote one.
    pub second: String,
    /// Another way to understand the question, in plain words, and its statement.
    pub other: Option<(String, String)>,
}

/// Of `plain`: a statement, or what the model said in its place.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Plainly {
    pub sql: String,
    pub words: String,
}

/// A question back.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ask {
    pub question: String,
    /// What it may mean, in a few words, and the question as it is then; empty where the model did not write it out.
    pub options: Vec<(String, String)>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
pub enum Side {
    A,
    B,
}

/// Of `select`.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct Verdict {
    pub winner: Side,
    #[serde(default)]
    pub reason: String,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Status {
    Pass,
    Fail,
}

/// Of `grade`.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct Graded {
    pub status: Status,
    pub confidence: f64,
    #[serde(default)]
    pub issues: Vec<String>,
    #[serde(default)]
    pub suggestions: Vec<String>,
}

/// Of `answer`.
#[derive(Debug, Clone, PartialEq)]
pub struct Said {
    pub sentence: String,
}

fn json<T: DeserializeOwned>(raw: &Raw<'_>, masks: &Masks) -> Result<(T, Vec<Finding>), String> {
    let (mut value, findings) = read::json(raw)?;
    masks.restore_json(&mut value);
    let value = serde_json::from_value(value).map_err(|why| why.to_string())?;
    Ok((value, findings))
}

macro_rules! json {
    ($($name:ty),*) => {
        $(impl Read for $name {
            fn read(raw: &Raw<'_>, masks: &Masks) -> Result<(Self, Vec<Finding>), String> {
                json(raw, masks)
            }
        })*
    };
}

json!(Extracted, Summaries, Chosen, Verdict, Graded, Planned);

impl Read for Written {
    fn read(raw: &Raw<'_>, masks: &Masks) -> Result<(Self, Vec<Finding>), String> {
        let (first, second, other) = read::apart(raw.text);
        let (sql, reading, findings) = match read::sql(first) {
            Ok(read) => read,
            Err(why) => {
                let ask = read::ask(raw.text).map(|(question, options)| Ask {
                    question: masks.restore(question),
                    options: options
                        .into_iter()
                        .map(|(label, whole)| (masks.restore(label), masks.restore(whole)))
                        .collect(),
                });
                let missing = read::missing(raw.text).map(|what| masks.restore(what));
                return match (ask, missing) {
                    (None, None) => Err(why),
                    (ask, missing) => {
                        let missing = missing.filter(|_| ask.is_none()).unwrap_or_default();
                        Ok((
                            Self {
                                missing,
                                ask,
                                ..Self::default()
                            },
                            Vec::new(),
                        ))
                    }
                };
            }
        };
        let statement = |text| read::sql(text).ok().map(|(sql, ..)| masks.restore_sql(&sql));
        let other = other.and_then(|(says, text)| Some((masks.restore(says), statement(text)?)));
        let written = Self {
            sql: masks.restore_sql(&sql),
            reading: masks.restore(&reading),
            second: second.and_then(statement).unwrap_or_default(),
            other,
            ..Self::default()
        };
        Ok((written, findings))
    }
}

impl Read for Plainly {
    fn read(raw: &Raw<'_>, masks: &Masks) -> Result<(Self, Vec<Finding>), String> {
        if let Ok((sql, _, findings)) = read::sql(raw.text) {
            let sql = masks.restore_sql(&sql);
            return Ok((Self { sql, ..Self::default() }, findings));
        }
        let Said { sentence: words } = Said::read(raw, masks)?.0;
        Ok((
            Self {
                words,
                ..Self::default()
            },
            Vec::new(),
        ))
    }
}

impl Read for Said {
    fn read(raw: &Raw<'_>, masks: &Masks) -> Result<(Self, Vec<Finding>), String> {
        let sentence = masks.restore(raw.text.trim().trim_matches('"').trim());
        match sentence.is_empty() {
            true => Err("the reply is empty".into()),
            false => Ok((Self { sentence }, Vec::new())),
        }
    }
}

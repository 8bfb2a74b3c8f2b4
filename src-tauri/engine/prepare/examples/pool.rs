//! The shipped examples: questions with SQL (SQLite's) over small schemas of our own, one file a schema. A test makes
//! every schema and runs every query.

use super::Example;

/// A schema with some rows, and questions of it.
#[derive(Debug, Clone, Copy)]
pub struct Source {
    pub name: &'static str,
    text: &'static str,
}

macro_rules! sources {
    ($($name:literal),* $(,)?) => {
        [$(Source { name: $name, text: include_str!(concat!("pool/", $name, ".sql")) }),*]
    };
}

pub const SOURCES: [Source; 20] = sources![
    "bakery",
    "charity",
    "cinema",
    "clinic",
    "energy",
    "farm",
    "ferry",
    "fleet",
    "gym",
    "helpdesk",
    "hotel",
    "library",
    "museum",
    "observatory",
    "parking",
    "podcast",
    "repairs",
    "roastery",
    "school",
    "theatre",
];

impl Source {
    /// The statements that make the schema.
    pub fn schema(&self) -> &'static str {
        self.text.split("\n? ").next().unwrap_or_default()
    }

    pub fn examples(&self) -> Vec<Example> {
        let pairs = self.text.split("\n? ").skip(1).filter_map(|pair| pair.split_once('\n'));
        let example = |(question, sql): (&str, &str)| Example {
            database: self.name.to_owned(),
            question: question.trim().to_owned(),
            sql: sql.trim().to_owned(),
        };
        pairs.map(example).collect()
    }
}

pub fn pool() -> Vec<Example> {
    SOURCES.iter().flat_map(Source::examples).collect()
}

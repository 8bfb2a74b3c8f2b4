//! What is known about a database, as the explorer shows it and a person corrects it.
//!
//! | command | arguments | result |
//! |---|---|---|
//! | `explore` | `id, search, offset, limit` | `Explored`; an empty search lists all tables in the catalog's order |
//! | `table_detail` | `id, table` | `TableDetail` |
//! | `describe` | `id, table, column: Option, words: Option<Words>` | `Description`; `None` takes the person's words back |
//! | `preview_descriptions` | `id, paths` | `Brought`, what `import_descriptions` would keep; nothing is kept |
//! | `import_descriptions` | `id, paths` | `Brought`; descriptions from files: a CSV of table, column and words, BIRD's files, dbt's `schema.yml` |
//! | `undo_import` | `id` | how many descriptions were taken back; what files said before stands again |
//! | `decide_key` | `id, table, key, decision: Option<bool>` | nothing; accepts or rejects an inferred key, or undoes that |
//! | `diagram` | `id, around: Option` | `Diagram`; all tables, or one and those within two joins of it |
//! | `health` | `id` | `Vec<HealthNote>`, the weightiest first |
//! | `glossary` | `id` | `Vec<Term>` by name |
//! | `save_glossary` | `id, terms` | `Vec<Refused>`: terms that mean nothing in this database are not saved |
//! | `complete` | `id, prefix` | `Vec<StoredValue>`: at most eight that begin with it, the commonest first; what was found when the tables were read, nothing is asked of the database |
//! | `term_rows` | `id, meaning` | `RowCount`: rows that a condition means; a `Problem` says why it means none |

use serde::{Deserialize, Serialize};
use specta::Type;

use crate::catalog::{ForeignKey, RowCount, Table, TableKind};
use crate::profile::TableProfile;

/// Who wrote a description; a later one in this list wins.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum Author {
    /// From names, types, keys and values.
    Rules,
    Model,
    /// The comment in the database.
    Database,
    /// A file of descriptions that the person brought in.
    File,
    Person,
}

/// At most 200 characters, and at most 1,000 (seed 000, operation 0b).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct Words {
    pub short: String,
    pub long: String,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct Description {
    pub words: Words,
    pub author: Author,
    /// Other words that people may use for it.
    pub synonyms: Vec<String>,
}

/// A text that stands in a column.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct StoredValue {
    /// As it is stored.
    pub value: String,
    /// Where most rows have it.
    pub table: String,
    pub column: String,
}

/// What files of descriptions say about a database, line by line: each of them is in exactly one of these lists.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct Brought {
    /// What is there, and described.
    pub found: Vec<BroughtWords>,
    /// Tables and columns that are described and not there, as the files write them.
    pub unknown: Vec<String>,
    /// What could not be used, and why.
    pub unread: Vec<String>,
    /// Names of which nothing is said.
    pub silent: u32,
}

/// A description from a file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct BroughtWords {
    pub table: String,
    /// `None`: the table itself is described.
    pub column: Option<String>,
    pub words: Words,
    /// The person's own words, which stay.
    pub own: Option<String>,
}

impl Brought {
    pub fn tables(&self) -> usize {
        self.found.iter().filter(|one| one.column.is_none()).count()
    }

    pub fn columns(&self) -> usize {
        self.found.len() - self.tables()
    }
}

/// One line of the list of tables.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type)]
pub struct TableCard {
    pub name: String,
    pub kind: TableKind,
    pub rows: Option<RowCount>,
    pub columns: u32,
    pub short: String,
    /// The group of tables that it belongs to; `None` where the schema is too small to have any.
    pub module: Option<String>,
    /// Why it could not be read.
    pub unread: Option<String>,
    /// Names of columns that the search found, in the table's order; at most ten.
    pub found: Vec<String>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type)]
pub struct Explored {
    pub tables: Vec<TableCard>,
    /// Tables that the search found, those outside the page included.
    pub total: u32,
}

/// A key of a table, or one that leads to it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type)]
pub struct KeyCard {
    pub table: String,
    pub key: ForeignKey,
    /// What the person said of an inferred key. A rejected one is used by nothing.
    pub decision: Option<bool>,
    /// No two rows of the table lead to the same one, by its own keys.
    pub single: bool,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type)]
pub struct TableDetail {
    pub table: Table,
    pub profile: Option<TableProfile>,
    pub description: Description,
    /// One a column, in their order.
    pub columns: Vec<Description>,
    pub keys: Vec<KeyCard>,
    pub module: Option<String>,
    pub unread: Option<String>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type)]
pub struct DiagramNode {
    pub table: String,
    pub module: Option<String>,
    /// Columns that are part of a key, in the table's order.
    pub keys: Vec<String>,
    pub columns: u32,
    pub rows: Option<RowCount>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type)]
pub struct Diagram {
    pub nodes: Vec<DiagramNode>,
    pub edges: Vec<KeyCard>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum HealthKind {
    EmptyTable,
    MostlyEmpty,
    OneValue,
    DateInText,
    NumberInText,
    MixedTypes,
    NearDuplicates,
    OrphanedKey,
    NoKey,
    Stale,
    Unread,
}

/// Something a person should know before trusting an answer.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type)]
pub struct HealthNote {
    pub kind: HealthKind,
    pub table: String,
    pub column: Option<String>,
    /// In lay words, with figures.
    pub says: String,
    /// What it means for answers.
    pub means: String,
    /// Values that show it; at most five.
    pub examples: Vec<String>,
    /// Rows concerned, where it can be counted; `exact` false where they come from a sample.
    pub rows: Option<RowCount>,
}

/// What a word of the business stands for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Meaning {
    /// Only explained.
    Words,
    Table {
        table: String,
    },
    Column {
        table: String,
        column: String,
    },
    /// A value of a column goes by another name: "Vereinigte Staaten".
    Value {
        table: String,
        column: String,
        value: String,
    },
    /// A condition on rows of a table, without SQL: `status`, is, `open`.
    Rows {
        table: String,
        column: String,
        holds: Holds,
        value: String,
    },
    /// A condition on rows of a table, as SQL: `status = 'open'`.
    Filter {
        table: String,
        sql: String,
    },
    /// A figure of a table, as SQL: `SUM(price * quantity)`.
    Formula {
        table: String,
        sql: String,
    },
}

/// What a column is compared with a value by.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum Holds {
    Is,
    Above,
    Below,
    Contains,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct Term {
    pub name: String,
    pub definition: String,
    pub meaning: Meaning,
}

/// A term that was not saved, and why, in plain words.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct Refused {
    pub name: String,
    pub why: String,
}

//! What stages remark on beside their results.

use serde::{Deserialize, Serialize};
use specta::Type;

use crate::cell::ResultSet;

/// So many of the queries that ran agreed that calls to models were given up, or not made.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct Enough {
    pub agree: u32,
    pub ran: u32,
    pub spared: u32,
}

/// A question like the one that is asked, with its SQL.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type)]
pub struct ExampleMatch {
    /// The schema it was asked of: one that comes with Askwell, or the connection's id.
    pub database: String,
    pub question: String,
    pub sql: String,
    /// 0..=1.
    pub similarity: f64,
    /// The person said that the answer was right.
    pub verified: bool,
}

/// How much a table has to do with a question (seed 001, 3b).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type)]
pub struct TableMatch {
    pub table: String,
    /// How many of its names the question or the hints say, its own among them.
    pub named: u32,
    /// The best of them, 0..=1.
    pub best: f64,
    /// What a search for the whole question found of it, as a share of the table it found most of.
    pub searched: f64,
    /// The three together, 0..=1.
    pub score: f64,
}

/// What about a schema leads people and models astray.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum Trap {
    /// A column is looked for in a table and stands in the one that it belongs to.
    Elsewhere,
    /// Two tables are called nearly the same.
    Alike,
    /// A value stands in several columns.
    Shared,
    /// Two tables can be joined in several ways.
    Ways,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct Caution {
    pub trap: Trap,
    pub says: String,
    /// Made from values of cells.
    pub of_data: bool,
    /// That it speaks of.
    #[serde(default)]
    pub tables: Vec<String>,
}

/// Rows that one result has and the other lacks, each as often as it has more of them.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type)]
pub struct OnlyHere {
    /// The first of them, with all their columns.
    pub result: ResultSet,
    /// How many there are in all.
    #[specta(type = f64)]
    pub rows: u64,
}

/// What one statement asks and the other does not.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct Condition {
    /// The cluster whose statement asks it.
    pub cluster: String,
    /// "status is 'paid'".
    pub words: String,
}

/// What tells the two leading results apart: the one that was chosen, and the best of the others.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type)]
pub struct Disagreement {
    /// Cluster ids.
    pub a: String,
    pub b: String,
    /// One plain sentence: "One counts only orders where status is 'paid', the other counts all orders."
    pub says: String,
    /// The one thing that tells the statements apart; `None` where several do.
    pub condition: Option<Condition>,
    pub only_a: OnlyHere,
    pub only_b: OnlyHere,
    /// Not all rows of both were read: a row may be there after all, further down.
    pub partial: bool,
}

//! What there is to say about making a query faster: its parts, what was tried, what was shown, what was gained.

use serde::{Deserialize, Serialize};
use specta::Type;

use crate::catalog::Dialect;
use crate::cell::ResultSet;
use crate::problem::Result;
use crate::run::Explain;

/// What stands out in a part of a query.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum Flag {
    Correlated,
    UnionAll,
    Union,
    InSubquery,
    Exists,
    Scalar,
    Window,
    Distinct,
    SelfJoin,
    RepeatedScan,
    OrCondition,
    FunctionOnColumn,
    CrossJoin,
    LateFilter,
    Limit,
    Grouped,
}

/// A part of a query: the main one, a named one, a subquery, a branch of a union.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type)]
pub struct Part {
    pub id: u32,
    pub called: String,
    pub parent: Option<u32>,
    pub reads: Vec<String>,
    /// Output columns.
    pub gives: Vec<String>,
    /// The columns that tell its rows apart, where that is known; else empty.
    pub keys: Vec<String>,
    pub flags: Vec<Flag>,
    /// Tables that it meets by their key and that are far smaller than the one that they are met from.
    #[serde(default)]
    pub dimensions: Vec<String>,
    #[serde(default)]
    pub may_change: Vec<MayChange>,
    /// What it takes by itself, without the parts that it holds or reads, in the engine's own measure.
    #[serde(default)]
    pub cost: Option<f64>,
    /// Rows that the engine expects of it.
    #[serde(default)]
    pub rows: Option<f64>,
    /// Of a hundred, its part in the cost of all parts.
    #[serde(default)]
    pub share: Option<f64>,
}

/// A rule that can change a part.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct MayChange {
    pub rule: String,
    /// What it would do there, in a sentence.
    pub because: String,
}

/// How much faster, in the words of the workload's tables.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, Type)]
#[serde(rename_all = "UPPERCASE")]
pub enum Status {
    Win,
    Improved,
    Neutral,
    Regression,
    Error,
}

impl Status {
    /// Best first.
    pub const ALL: [Self; 5] = [Self::Win, Self::Improved, Self::Neutral, Self::Regression, Self::Error];

    /// WIN from 1.10, IMPROVED from 1.05, NEUTRAL from 0.95.
    pub fn of(speedup: f64) -> Self {
        match speedup {
            s if s >= 1.10 => Self::Win,
            s if s >= 1.05 => Self::Improved,
            s if s >= 0.95 => Self::Neutral,
            _ => Self::Regression,
        }
    }
    pub fn name(self) -> &'static str {
        match self {
            Self::Win => "WIN",
            Self::Improved => "IMPROVED",
            Self::Neutral => "NEUTRAL",
            Self::Regression => "REGRESSION",
            Self::Error => "ERROR",
        }
    }
}

/// The step that turned a candidate down.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum Hurdle {
    /// It cannot be read, does more than read, or gives other columns.
    Gate,
    /// Other rows on the person's data.
    Data,
    /// Other rows on a small made-up database.
    MadeUp,
    /// Slower, or not faster enough to tell.
    Race,
}

/// A small database on which two queries differ.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type)]
pub struct CounterExample {
    /// The statements that make it.
    pub database: Vec<String>,
    pub before: ResultSet,
    pub after: ResultSet,
}

/// What was shown of a candidate that is offered.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type)]
pub struct Proof {
    /// Rows that both gave on the person's data.
    #[specta(type = f64)]
    pub rows: u64,
    /// Small databases on which both agreed, and those of them on which there was something to agree on.
    pub databases: u32,
    pub telling: u32,
    /// Where the small databases were made: `SQLite`, `DuckDB`.
    pub engine: String,
    /// What was left open, in a sentence; empty where nothing was.
    pub open: String,
    /// What of the data as they are today it rests on, where no declaration says it; a sentence each.
    #[serde(default)]
    pub rests_on: Vec<String>,
    /// Both come to the same text once names, order of conditions and the like are levelled.
    #[serde(default)]
    pub normal: bool,
}

/// How much faster: mean of the runs, and the ends of the interval that holds the true value in 95 of 100 cases.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, Type)]
pub struct Gain {
    pub speedup: f64,
    pub low: f64,
    pub high: f64,
    pub runs: u32,
    pub before_ms: f64,
    pub after_ms: f64,
}

/// One change that a candidate is made of.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct Alteration {
    pub rule: String,
    pub says: String,
}

/// A candidate and what became of it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type)]
pub struct Variant {
    pub sql: String,
    pub changes: Vec<Alteration>,
    /// Who wrote it: `rules`, or the name of a model.
    pub by: String,
    pub status: Status,
    pub turned_down: Option<Hurdle>,
    /// Why it was turned down, in a sentence; empty for one that is offered.
    pub why: String,
    pub counter_example: Option<CounterExample>,
    pub proof: Option<Proof>,
    pub gain: Option<Gain>,
    /// Milliseconds of its first run on the person's data, where it gave the same rows.
    #[serde(default)]
    pub first_ms: Option<f64>,
}

/// What came of making a query faster.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type)]
pub struct Optimisation {
    pub before: String,
    pub parts: Vec<Part>,
    pub attempts: Vec<Variant>,
    /// The place among the attempts of the one that is offered.
    pub best: Option<u32>,
    /// Why nothing could be tried; empty else.
    pub refused: String,
    /// Stopped before everything was tried.
    pub stopped: bool,
    #[serde(default)]
    pub advice: Vec<Advice>,
    pub plan_before: Option<Explain>,
    pub plan_after: Option<Explain>,
}

impl Optimisation {
    pub fn best(&self) -> Option<&Variant> {
        self.attempts.get(self.best? as usize)
    }
}

/// What would help and needs the right to write: text to copy, never run.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct Advice {
    pub sql: String,
    /// Why it would help, from the plan.
    pub why: String,
    /// How much it would change, where the engine's own figures say; an estimate, in a sentence.
    #[serde(default)]
    pub effect: Option<String>,
}

/// Told while the work goes on.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type)]
pub struct Trying {
    /// What is being done, in words.
    pub doing: String,
    pub tried: u32,
    pub of: u32,
    /// How many times as fast the best is so far; by single runs until it is measured.
    pub best: Option<f64>,
    /// What the best one changes.
    pub best_says: Vec<String>,
}

/// A faster query that answers a question in place of the one before.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type)]
pub struct Kept {
    pub question: String,
    pub before: String,
    pub after: String,
    pub gain: Gain,
    pub proof: Proof,
    pub changes: Vec<Alteration>,
    /// Milliseconds since 1970 UTC.
    #[specta(type = f64)]
    pub at: u64,
    /// The person had said before that the answer is right.
    pub was_right: bool,
}

/// One line of a workload's leaderboard.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type)]
pub struct Entry {
    pub query_id: String,
    pub status: Status,
    pub speedup: f64,
    pub sql: String,
    pub baseline_sql: String,
    pub explanation: String,
}

/// Many queries made faster together on the command line: what the folder that was named there holds.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type)]
pub struct Workload {
    pub folder: String,
    /// The database's name.
    pub database: String,
    pub engine: Dialect,
    /// From so many times as fast on a query is carried to the next state.
    pub threshold: f64,
    /// Of all finished states together; gains of states multiply.
    pub overall: Vec<Entry>,
    pub states: Vec<WorkloadState>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type)]
pub struct WorkloadState {
    pub number: u32,
    pub finished: bool,
    pub entries: Vec<Entry>,
    /// Queries that are still to come, by their names.
    pub waiting: Vec<String>,
}

/// Makes empty databases in memory, to try statements on rows made up for it. Nothing of the person's data is in them.
pub trait Lab: Send + Sync {
    /// One that reads statements as `dialect` does.
    fn open(&self, dialect: Dialect) -> Result<Box<dyn Scratch>>;
}

/// A database in memory. Blocking: call it from a worker thread.
pub trait Scratch: Send {
    /// `SQLite`, `DuckDB`.
    fn engine(&self) -> &'static str;
    /// Runs statements that make tables and rows; what the engine says where it cannot.
    fn fill(&mut self, statements: &str) -> std::result::Result<(), String>;
    /// All rows of a query, up to a bound that no query over a few rows reaches.
    fn ask(&mut self, sql: &str) -> std::result::Result<ResultSet, String>;
}

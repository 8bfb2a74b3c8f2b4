//! The types of one question's run: what stages hand to each other, and the events that show it.

use serde::{Deserialize, Serialize};
use specta::Type;

pub use crate::beside::{Caution, Condition, Disagreement, Enough, ExampleMatch, OnlyHere, TableMatch};
use crate::cell::ResultSet;
use crate::problem::Problem;
use crate::time::TimeMatch;

mod assumed;
mod changes;
mod chart;
mod explain;
mod found;
mod grade;
mod header;
mod parts;
mod recalled;
mod trace;
mod turn;

pub use assumed::{Assumed, Assumption};
pub use changes::{ChangedRow, Changes, Compared, Fate, RunMark, Was};
pub use chart::Chart;
pub use explain::{Explain, PlanStep, Planned};
pub use found::{Found, FoundKind};
pub use grade::Grade;
pub use header::{Header, ModelCall};
pub use parts::{Combine, Combined, Decides, PartRun, PlanPart, Tells, When};
pub use recalled::Recalled;
pub use trace::TraceStep;
pub use turn::{Change, Choice, Defined, Follow, Reply, Rewritten};

/// A stage is one verb: the file name, the variant, the trace label and the word on screen.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum Stage {
    Converse,
    Ground,
    Link,
    Generate,
    Evaluate,
    Repair,
    Select,
    Answer,
    Grade,
}

/// The question as it will be worked on.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, Type)]
pub struct Plan {
    /// It stands alone: what it takes from earlier turns is said.
    pub question: String,
    /// Hints that came with it (definitions, formulas); empty where none.
    pub evidence: String,
    /// The earlier turn that it goes on from.
    #[serde(default)]
    pub follows: Option<Box<Follow>>,
    /// What it asks, one by one, where it asks several things; empty otherwise.
    #[serde(default)]
    pub parts: Vec<PlanPart>,
    /// What it asks of two figures beside the figures themselves.
    #[serde(default)]
    pub tells: Option<Tells>,
}

/// Where in the question something was found: byte offsets of `plan.question`, end exclusive.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, Type)]
pub struct Span {
    pub start: u32,
    pub end: u32,
}

/// A value of the question found in a column, or a column or table named by it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type)]
pub struct ValueMatch {
    /// Empty: the words stand in the hints.
    pub span: Span,
    pub words: String,
    pub table: String,
    pub column: String,
    pub value: String,
    /// 0..=1, 1 is the same after folding case and accents.
    pub similarity: f64,
    pub exact: bool,
    #[specta(type = f64)]
    pub rows: u64,
    /// The words are a part of longer texts, as a town is of addresses; `value` is the words.
    #[serde(default)]
    pub part: bool,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type)]
pub struct Grounding {
    /// At most five of each literal.
    pub values: Vec<ValueMatch>,
    #[serde(default)]
    pub times: Vec<TimeMatch>,
    /// Tables and columns that the question's back quotes or its hints name outright, with empty spans.
    #[serde(default)]
    pub references: Vec<FieldMatch>,
    /// Questions like this one for a model to learn from, at most eight; empty without a model.
    #[serde(default)]
    pub examples: Vec<ExampleMatch>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type)]
pub struct FieldMatch {
    pub table: String,
    /// `None`: the table itself.
    pub column: Option<String>,
    pub span: Span,
    pub words: String,
    pub score: f64,
    /// How it was found: `name`, `synonym`, `similar`, `value`; or with an empty span `hint`, by its own
    /// name, `search`, by the whole question, and `sketch`, by a first query for it.
    pub by: String,
}

/// One step of a join: `left_table.left_column = right_table.right_column`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct JoinStep {
    pub left_table: String,
    pub left_column: String,
    pub right_table: String,
    pub right_column: String,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type)]
pub struct Linked {
    /// Best first.
    pub precise: Vec<FieldMatch>,
    pub recall: Vec<FieldMatch>,
    #[serde(default)]
    pub tables: Vec<TableMatch>,
    pub joins: Vec<JoinStep>,
    /// Content words of the question that match nothing in the database.
    pub unplaced: Vec<String>,
    /// What a model chose, where one was asked.
    #[serde(default)]
    pub chosen: Option<Picked>,
    /// What in this part of the schema leads astray.
    #[serde(default)]
    pub cautions: Vec<Caution>,
    /// Stored texts that words mean although no letter says so: "website" and `web`.
    #[serde(default)]
    pub meant: Vec<ValueMatch>,
}

#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, Type)]
pub struct FieldName {
    pub table: String,
    pub column: String,
}

/// The columns that a question needs, as a model sees it, with the keys that join them (seed 000, operation 6).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct Picked {
    /// S1: surely needed.
    pub precise: Vec<FieldName>,
    /// S2: S1, and what may be needed.
    pub recall: Vec<FieldName>,
    /// Names that it made up; they are left out.
    pub dropped: Vec<String>,
    /// The first query that it jotted down, whose columns are in S2; empty where it wrote none.
    #[serde(default)]
    pub sketch: String,
}

/// Why a word of the question stands for a piece of the SQL.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type)]
pub struct WordUse {
    pub span: Span,
    pub words: String,
    pub meaning: String,
    /// The table or the column that the words were taken for: `orders`, `orders.order_date`; empty: a word of the grammar.
    #[serde(default)]
    pub of: String,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type)]
pub struct Candidate {
    /// `c1`, `c2`, ... in the order of generation.
    pub id: String,
    /// The strategy that made it.
    pub generator: String,
    pub sql: String,
    /// In plain words: "customers whose country is 'France', counted".
    pub reading: String,
    /// The generator's own belief, 0..=1.
    pub belief: f64,
    pub uses: Vec<WordUse>,
    pub unplaced: Vec<String>,
    /// What the times of the question were taken for, one sentence each.
    #[serde(default)]
    pub times: Vec<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum Severity {
    Note,
    Warning,
    Error,
}

/// Something about a query, in plain words.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type)]
pub struct Finding {
    /// Stable name of the rule or kind: `syntax`, `unknown_column`, `unknown_table`, `type`, `not_read_only`,
    /// `timeout`, `cancelled`, or a lint rule's name.
    pub code: String,
    pub severity: Severity,
    pub message: String,
    pub hint: Option<String>,
    /// The engine's own words, where it spoke.
    pub engine: Option<String>,
    /// The engine's own code: PostgreSQL's SQLSTATE, SQLite's extended result code, DuckDB's exception type.
    pub engine_code: Option<String>,
    /// Where in the statement, in characters from 1, where the engine says.
    pub position: Option<u32>,
}

impl Finding {
    pub fn error(code: impl Into<String>, message: impl Into<String>) -> Self {
        Self {
            code: code.into(),
            severity: Severity::Error,
            message: message.into(),
            hint: None,
            engine: None,
            engine_code: None,
            position: None,
        }
    }
    pub fn warning(code: impl Into<String>, message: impl Into<String>) -> Self {
        Self {
            severity: Severity::Warning,
            ..Self::error(code, message)
        }
    }
}

/// What running a candidate came to.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Outcome {
    /// Not run: refused, or stopped before.
    NotRun,
    Ran {
        /// The first rows; `result.truncated` says when there are more than were read.
        result: ResultSet,
        #[specta(type = f64)]
        rows: u64,
        ms: f64,
    },
    Failed {
        finding: Finding,
        ms: f64,
    },
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type)]
pub struct ScorePart {
    pub name: String,
    pub points: f64,
    pub why: String,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type)]
pub struct Judged {
    pub candidate: Candidate,
    pub findings: Vec<Finding>,
    pub outcome: Outcome,
    /// Seed 001, 5d: 100 and its additions.
    pub score: f64,
    pub parts: Vec<ScorePart>,
    /// Seed 000, step 8.5, normalised over the pool to 0..=1.
    pub confidence: f64,
    pub repairs: Vec<RepairAttempt>,
}

impl Judged {
    pub fn ran(&self) -> bool {
        matches!(self.outcome, Outcome::Ran { .. })
    }
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type)]
pub struct RepairAttempt {
    pub candidate: String,
    pub rule: String,
    pub before: String,
    pub after: String,
    /// What was wrong and what was done, in plain words.
    pub why: String,
    pub worked: bool,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type)]
pub struct Cluster {
    /// `A`, `B`, ... in the order of the tournament.
    pub id: String,
    /// Candidate ids, the representative first.
    pub members: Vec<String>,
    #[specta(type = f64)]
    pub rows: u64,
    pub columns: u32,
    pub empty: bool,
    /// "1 row, 1 column: 42".
    pub summary: String,
}

/// One reason of the deterministic judge, with what each side scored for it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type)]
pub struct Reason {
    pub name: String,
    pub a: f64,
    pub b: f64,
    pub says: String,
}

/// A pairwise comparison between two clusters' representatives.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type)]
pub struct Duel {
    pub a: String,
    pub b: String,
    /// The winning cluster's id.
    pub winner: String,
    /// Who judged: `rules`, or a model's name.
    pub judge: String,
    pub reasons: Vec<Reason>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum Method {
    /// All that ran agree, or 60% and more of at least three.
    FastPath,
    Tournament,
    /// Fewer than two ran.
    Fallback,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type)]
pub struct Standing {
    pub cluster: String,
    pub wins: u32,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type)]
pub struct Selection {
    pub method: Method,
    pub clusters: Vec<Cluster>,
    pub duels: Vec<Duel>,
    pub standings: Vec<Standing>,
    /// Candidate id.
    pub winner: String,
    /// "4 of 5 agree".
    pub why: String,
    /// Results of other readings that are worth a look, by their clusters, best first; of a declined question what comes
    /// closest, the winner among them.
    #[serde(default)]
    pub others: Vec<String>,
    /// `None` where all that found something agree.
    #[serde(default)]
    pub disagreement: Option<Box<Disagreement>>,
}

/// Surest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum Trust {
    High,
    Medium,
    Low,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type)]
pub struct Answer {
    /// Empty where a turn was answered in parts: none of its queries says all of it.
    pub candidate: String,
    /// "There are 42 customers whose country is 'France'."
    pub sentence: String,
    /// The single value, formatted, where the result is one cell.
    pub headline: Option<String>,
    pub sql: String,
    pub reading: String,
    pub result: ResultSet,
    pub chart: Option<Chart>,
    pub trust: Trust,
    /// How often answers like this one were right, 0..=1, measured on questions with known answers; `None` where a model
    /// wrote the query, or one beside it: that was not measured.
    #[serde(default)]
    pub odds: Option<f64>,
    /// What the trust rests on, and what is against it.
    pub reasons: Vec<String>,
    /// Rule-made steps of how it was reached.
    #[serde(deserialize_with = "trace::kept")]
    #[specta(type = Vec<TraceStep>)]
    pub steps: Vec<TraceStep>,
    /// Said beside the number: cut, sampled, ignored words.
    pub notes: Vec<String>,
    /// What it takes for granted; what weighs most first.
    #[serde(default)]
    pub assumed: Vec<Assumed>,
    /// What its rows say beyond the sentence, at most three.
    #[serde(default)]
    pub found: Vec<Found>,
    /// How it was put together, where it was.
    #[serde(default)]
    pub combined: Option<Combined>,
}

/// The person looked at the readings and chose one, or took that back.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type)]
pub struct Chosen {
    /// `None`: taken back; the answer is the run's own again.
    pub candidate: Option<String>,
    /// What the run's answer is from then on; `None`: it had none of its own.
    pub answer: Option<Answer>,
}

/// The database cannot answer the question; what is missing, and the nearest it has.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type)]
pub struct Declined {
    pub message: String,
    pub missing: Vec<String>,
    pub suggestions: Vec<String>,
}

/// One arrow of the pipeline, carrying the type that crossed it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type)]
#[serde(tag = "kind", content = "value", rename_all = "snake_case")]
pub enum Artifact {
    /// Always the first event.
    Started(Header),
    /// Where it is there, it follows `Started`.
    Recalled(Recalled),
    /// A stage began.
    Entered(Stage),
    Plan(Plan),
    /// A part of the plan is done.
    Part(Box<PartRun>),
    Grounding(Grounding),
    Linked(Linked),
    Candidate(Candidate),
    Enough(Enough),
    Judged(Box<Judged>),
    Repair(RepairAttempt),
    Model(ModelCall),
    Clusters(Vec<Cluster>),
    Duel(Duel),
    Selection(Selection),
    Grade(Grade),
    Answer(Box<Answer>),
    /// Candidates may follow, and their results: what comes closest.
    Declined(Declined),
    /// A question back, or small talk; then there is no answer.
    Reply(Reply),
    Problem(Problem),
    /// Always the run's last event; `ms` is the whole run's time.
    Finished {
        ms: f64,
    },
    /// After the run's end, whenever the person chooses.
    Chosen(Box<Chosen>),
}

/// The answer that stands at the end of a run: its own, or the one that the person chose.
pub fn standing(events: &[Event]) -> Option<&Answer> {
    events.iter().rev().find_map(|e| match &e.artifact {
        Artifact::Answer(answer) => Some(Some(&**answer)),
        Artifact::Chosen(chosen) => Some(chosen.answer.as_ref()),
        _ => None,
    })?
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type)]
pub struct Event {
    /// 0, 1, 2, ... without gaps within a run.
    pub seq: u32,
    pub run: String,
    pub stage: Option<Stage>,
    /// Milliseconds since the run began.
    pub at: f64,
    pub artifact: Artifact,
}

//! A turn of a conversation: what it was understood as, and what it takes from the turns before it.

use serde::{Deserialize, Serialize};
use specta::Type;

use crate::explore::Term;
use crate::RowCount;

/// One thing that people do with an answer that they have.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum Change {
    /// The turn stands alone.
    Alone,
    /// Asks something else of what fulfils the same conditions.
    Within,
    /// Asks something of the rows that were shown.
    Among,
    /// Another value in the place of one, or one more condition.
    Narrowed,
    /// One more condition beside others of the same column.
    Added,
    Without,
    Denied,
    /// Fewer conditions.
    Freed,
    /// Another order, another number of rows.
    Ordered,
    Ranked,
    Turned,
    /// More columns.
    Widened,
    /// Another measure.
    Measured,
    /// Another figure of the same measure.
    Figured,
    Grouped,
    Counted,
    Shared,
    /// One of the rows that were shown.
    Row,
    /// Everything about the rows that were shown.
    Whole,
    Once,
    /// Another stretch of time.
    Shifted,
    /// The figure beside another one, with difference and ratio.
    Compared,
    /// The earlier question with the turn's words in it.
    Said,
}

/// A query that the turn may mean.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type)]
pub struct Rewritten {
    pub change: Change,
    pub sql: String,
    /// 0..=1, of all that the turn may mean.
    pub belief: f64,
    /// Words of the turn that it leaves out.
    pub unplaced: Vec<String>,
    /// What its times were taken for.
    pub times: Vec<String>,
}

/// What a turn is taken for that goes on from an earlier one.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type)]
pub struct Follow {
    /// The run that it goes on from, and what that one was understood as.
    pub run: String,
    pub question: String,
    /// What the person typed.
    pub said: String,
    /// What it takes over, one phrase each.
    pub takes: Vec<String>,
    /// Best first.
    pub queries: Vec<Rewritten>,
}

/// A question asked back, a kind word, or a definition heard: there is no answer.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type)]
pub struct Reply {
    pub message: String,
    /// Questions that can be pressed; empty for small talk.
    pub choices: Vec<Choice>,
    /// The question as it is, for "just answer"; `None`: there is nothing that could be answered.
    pub anyway: Option<String>,
    /// A word that the person defined; nothing is kept before they say so.
    #[serde(default)]
    pub defines: Option<Box<Defined>>,
}

impl Reply {
    /// Words, and nothing to choose.
    pub fn said(message: impl Into<String>) -> Self {
        Self {
            message: message.into(),
            choices: Vec::new(),
            anyway: None,
            defines: None,
        }
    }
}

/// A definition as it was understood.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type)]
pub struct Defined {
    /// As the glossary would keep it.
    pub term: Term,
    /// The query that counts what is meant; empty where the word is another name.
    pub sql: String,
    /// How many rows that are.
    pub rows: Option<RowCount>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct Choice {
    /// On the button: "by points".
    pub label: String,
    /// What is asked when it is pressed.
    pub question: String,
}

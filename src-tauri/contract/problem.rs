//! The one error of the house: something in the world is broken. A wrong query is not an error, it is a
//! [`crate::run::Finding`].

use serde::{Deserialize, Serialize};
use specta::Type;

pub type Result<T> = std::result::Result<T, Problem>;

/// A code exists only where a host or the screen does something different for it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum ProblemCode {
    /// The path or host does not exist.
    NotFound,
    /// It exists and is no database of the kind asked for.
    NotADatabase,
    /// Another program holds it.
    Locked,
    /// The system or the database refuses access.
    Denied,
    /// The person's input cannot be used as it is (empty question, malformed URL).
    BadInput,
    /// Stopped on request.
    Cancelled,
    /// A wall-clock limit was reached.
    TimedOut,
    /// A password or passphrase is needed and not known; the screen asks for it and tries again.
    NeedsSecret,
    /// The connection or the device failed in the middle of something.
    Lost,
    /// A defect of ours.
    Internal,
}

/// What happened (`message`), what to do (`hint`), and what to copy into a report (`detail`).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type, thiserror::Error)]
#[error("{message}")]
pub struct Problem {
    pub code: ProblemCode,
    pub message: String,
    pub hint: Option<String>,
    pub detail: Option<String>,
}

impl Problem {
    pub fn new(code: ProblemCode, message: impl Into<String>) -> Self {
        Self {
            code,
            message: message.into(),
            hint: None,
            detail: None,
        }
    }
    pub fn hint(mut self, hint: impl Into<String>) -> Self {
        self.hint = Some(hint.into());
        self
    }
    pub fn detail(mut self, detail: impl ToString) -> Self {
        self.detail = Some(detail.to_string());
        self
    }
    pub fn cancelled() -> Self {
        Self::new(ProblemCode::Cancelled, "Stopped.")
    }
    pub fn internal(detail: impl ToString) -> Self {
        Self::new(ProblemCode::Internal, "Something inside Askwell went wrong.")
            .hint("Try again. If it happens again, please report it with the details below.")
            .detail(detail)
    }
}

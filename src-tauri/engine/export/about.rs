//! Where exported rows came from, in words.
//!
//! In: the question and the answer of a run, the database, the clock. Out: lines of name and value, the same in every
//! form. Deliberately absent: anything that is not on screen, too.

use askwell_contract::run::Answer;

use crate::calendar::Date;

const DAY_MS: u64 = 86_400_000;

#[derive(Debug, Clone, PartialEq)]
pub struct About {
    pub question: Option<String>,
    /// Only where these rows are its own.
    pub answer: Option<Answer>,
    pub database: String,
    pub engine: String,
    pub sql: String,
    /// Milliseconds since 1970 UTC.
    pub at: u64,
}

impl About {
    pub fn lines(&self, rows: u64) -> Vec<(String, String)> {
        let mut lines = Vec::new();
        let mut line = |name: &str, value: &str| {
            if !value.is_empty() {
                lines.push((name.to_string(), value.to_string()));
            }
        };
        line("Question", self.question.as_deref().unwrap_or_default());
        if let Some(answer) = &self.answer {
            line("Answer", &answer.sentence);
            line("Read as", &answer.reading);
            line("Notes", &answer.notes.join(" "));
        }
        line("Database", &self.database);
        line("Engine", &self.engine);
        line("Rows", &rows.to_string());
        line("Exported", &self.when());
        line("SQL", &self.sql);
        line("Made with", concat!("Askwell ", env!("CARGO_PKG_VERSION")));
        lines
    }

    /// `2026-03-05 14:07 UTC`
    pub fn when(&self) -> String {
        said_at(self.at)
    }
}

/// A moment in milliseconds since 1970 UTC.
pub(super) fn said_at(at: u64) -> String {
    let minutes = at % DAY_MS / 60_000;
    let day = Date::from_days((at / DAY_MS) as i64);
    format!("{day} {:02}:{:02} UTC", minutes / 60, minutes % 60)
}

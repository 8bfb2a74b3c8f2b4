//! How the engine runs a statement.
//!
//! In: a statement. Out: its steps in plain words, with rows and times where the engine measures them, which runs the
//! statement: through the same locks as every other, within the time of a question, until it is stopped.
//! Deliberately absent: the words (`plan`), and anything faster (`faster.rs`).

use askwell_contract::run::Planned;
use askwell_contract::{Limits, Problem, Result};
use askwell_sql::guard;

use super::{refused, Desk};
use crate::plan;

impl Desk {
    /// `job` is the caller's name for it, for `stop`.
    pub async fn plan(&self, id: &str, job: &str, sql: &str) -> Result<Planned> {
        let (cancel, _done) = self.begin(job);
        let open = self.opened(id).await?;
        let knowledge = self.ready(&open, &cancel).await?;
        let dialect = open.database.dialect();
        guard::checked(sql, dialect).map_err(refused)?;
        let measured = open.database.measure(sql, Limits::ASK, &cancel).await?;
        if cancel.is_cancelled() {
            return Err(Problem::cancelled());
        }
        let (explained, timed_out) = match measured {
            Ok(explained) => (explained, false),
            // What it would do is known without running it.
            Err(finding) if finding.code == "timeout" => {
                (open.database.explain(sql, &cancel).await?.map_err(refused)?, true)
            }
            Err(finding) => return Err(refused(finding)),
        };
        let steps = plan::steps(&explained, sql, &knowledge.catalog);
        Ok(Planned {
            dialect,
            measured: plan::measured(&steps),
            steps,
            ms: explained.ms,
            timed_out,
        })
    }
}

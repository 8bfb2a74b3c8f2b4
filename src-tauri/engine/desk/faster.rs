//! Making a query faster, and keeping what was found.
//!
//! In: a connection and a statement. Out: the [`Optimisation`], what is being tried meanwhile; what a person keeps answers
//! their question from then on, and the query before stays beside it. Deliberately absent: keeping a statement that was not
//! shown here to give the same rows, and any change to the database.

use askwell_contract::optimise::{Kept, Optimisation, Trying};
use askwell_contract::ports::Workspace;
use askwell_contract::run::{standing, Artifact};
use askwell_contract::{Problem, ProblemCode, Result};
use serde::{Deserialize, Serialize};

use super::{locked, Desk};
use crate::optimise::written::Asking;
use crate::optimise::{optimise, Settings, Work};
use crate::prepare::examples;

const ROOM: &str = "faster";
/// What was found and may still be kept.
const REMEMBERED: usize = 20;

/// Found since the start, by the name of the job.
pub(super) type Found = Vec<(String, String, Optimisation)>;

/// A line of the log; the last word on a question counts.
#[derive(Serialize, Deserialize)]
struct Line {
    #[serde(flatten)]
    kept: Kept,
    back: bool,
}

/// The name by which `stop` ends a job at once; by the job's own name it ends the trying.
pub fn at_once(job: &str) -> String {
    format!("{job}-now")
}

impl Desk {
    /// Looks for a faster statement; `job` is the caller's name for it, for `stop`.
    pub async fn make_faster(
        &self,
        id: &str,
        job: &str,
        sql: &str,
        on_progress: &(dyn Fn(Trying) + Send + Sync),
    ) -> Result<Optimisation> {
        let now = at_once(job);
        let (cancel, _at_all) = self.begin(&now);
        // What ends all ends the trying, too.
        let (enough, _trying) = self.begin_under(job, &cancel);
        let open = self.opened(id).await?;
        let knowledge = self.ready(&open, &cancel).await?;
        // A press counts as one question: privacy level, ledger and budget hold, and the model writes one statement.
        let door = self.door(id, Some(job)).await;
        let asking = door.as_ref().map(|door| Asking {
            door,
            knowledge: &knowledge,
            workers: 1,
            history: Vec::new(),
            analysis: String::new(),
            on_call: &|_| {},
            on_written: &|_, _| {},
        });
        let work = Work {
            database: &*open.database,
            catalog: &knowledge.catalog,
            lab: self.world.connector.lab()?,
            clock: &*self.world.clock,
            cancel: &cancel,
            enough: &enough,
            settings: Settings::default(),
            on_progress,
            others: &[],
            asking: asking.as_ref(),
        };
        let done = optimise(&work, sql).await?;
        let mut found = locked(&self.faster);
        found.push((job.to_string(), id.to_string(), done.clone()));
        let old = found.len().saturating_sub(REMEMBERED);
        found.drain(..old);
        Ok(done)
    }

    /// The run's question is answered by what the job found from now on.
    pub async fn keep_faster(&self, id: &str, job: &str, run: &str) -> Result<Kept> {
        let _one = self.editing.lock().await;
        let done = locked(&self.faster)
            .iter()
            .find(|(name, of, _)| name == job && of == id)
            .map(|(_, _, done)| done.clone());
        let gone = || refused("What was found is no longer there.", "Look for it once more.");
        let done = done.ok_or_else(gone)?;
        let best = done.best().ok_or_else(gone)?;
        let (Some(gain), Some(proof)) = (best.gain, best.proof.clone()) else {
            return Err(gone());
        };
        let events = self.replay(run)?;
        let header = events.iter().find_map(|e| match &e.artifact {
            Artifact::Started(header) if header.database == id => Some(header),
            _ => None,
        });
        let answer = standing(&events);
        let (Some(header), Some(answer)) = (header, answer) else {
            return Err(refused("This question has no answer.", "Ask it again first."));
        };
        if told(&answer.sql) != done.before {
            return Err(refused(
                "The question is answered by another query by now.",
                "Make that one faster.",
            ));
        }
        let workspace = &*self.world.workspace;
        let question = examples::with_hint(&header.question, &header.evidence);
        let right = examples::verified(workspace, id)?;
        let kept = Kept {
            before: answer.sql.clone(),
            after: best.sql.clone(),
            gain,
            proof,
            changes: best.changes.clone(),
            at: self.world.clock.now(),
            was_right: right.iter().any(|e| e.question == question && e.sql == answer.sql),
            question,
        };
        write(workspace, id, &kept, false)?;
        examples::verify(workspace, id, &kept.question, &kept.after, true)?;
        Ok(kept)
    }

    /// What is kept and in use, the newest first.
    pub fn kept_faster(&self, id: &str) -> Result<Vec<Kept>> {
        kept(&*self.world.workspace, id)
    }

    /// The query before answers the question again.
    pub async fn take_back_faster(&self, id: &str, question: &str) -> Result<()> {
        let _one = self.editing.lock().await;
        let workspace = &*self.world.workspace;
        let all = kept(workspace, id)?;
        let Some(one) = all.iter().find(|k| k.question == question) else {
            return Err(refused("This query is not kept any more.", "Look at the list again."));
        };
        match one.was_right {
            true => examples::verify(workspace, id, question, &one.before, true)?,
            false => examples::verify(workspace, id, question, &one.after, false)?,
        }
        write(workspace, id, one, true)
    }
}

/// A statement as the search takes it.
fn told(sql: &str) -> &str {
    sql.trim().trim_end_matches(';').trim()
}

fn write(workspace: &dyn Workspace, id: &str, kept: &Kept, back: bool) -> Result<()> {
    let line = Line {
        kept: kept.clone(),
        back,
    };
    let mut bytes = serde_json::to_vec(&line).map_err(Problem::internal)?;
    bytes.push(b'\n');
    workspace.append(ROOM, id, &bytes)
}

/// In use: those whose query is the one that the person says is right. One that a later one took the place of stays, and
/// is in use again once that one is taken back.
pub(super) fn kept(workspace: &dyn Workspace, id: &str) -> Result<Vec<Kept>> {
    let bytes = workspace.load(ROOM, id)?.unwrap_or_default();
    let lines = bytes.split(|b| *b == b'\n').filter(|line| !line.is_empty());
    let mut all: Vec<Kept> = Vec::new();
    // A line torn by a kill is left out.
    for Line { kept, back } in lines.filter_map(|line| serde_json::from_slice(line).ok()) {
        all.retain(|known| (&known.question, &known.after) != (&kept.question, &kept.after));
        if !back {
            all.push(kept);
        }
    }
    if all.is_empty() {
        return Ok(all);
    }
    let right = examples::verified(workspace, id)?;
    all.retain(|k| right.iter().any(|e| e.question == k.question && e.sql == k.after));
    all.reverse();
    Ok(all)
}

fn refused(message: &str, hint: &str) -> Problem {
    Problem::new(ProblemCode::BadInput, message).hint(hint)
}

#[cfg(test)]
mod tests {
    use askwell_contract::optimise::{Gain, Proof};

    use super::*;
    use crate::prepare::fake::Memory;

    #[test]
    fn what_was_kept_first_is_there_again_when_what_was_kept_on_top_is_taken_back() {
        let workspace = Memory::default();
        let kept_as = |before: &str, after: &str| Kept {
            question: "q".into(),
            before: before.into(),
            after: after.into(),
            gain: Gain {
                speedup: 3.0,
                low: 2.0,
                high: 4.0,
                runs: 7,
                before_ms: 30.0,
                after_ms: 10.0,
            },
            proof: Proof {
                rows: 1,
                databases: 300,
                telling: 100,
                engine: "SQLite".into(),
                open: String::new(),
                rests_on: Vec::new(),
                normal: false,
            },
            changes: Vec::new(),
            at: 0,
            was_right: true,
        };
        let in_use = || {
            kept(&workspace, "db")
                .unwrap()
                .into_iter()
                .map(|k| k.after)
                .collect::<Vec<_>>()
        };
        let says = |sql: &str| examples::verify(&workspace, "db", "q", sql, true).unwrap();
        for (before, after) in [("SELECT 1", "SELECT 2"), ("SELECT 2", "SELECT 3")] {
            write(&workspace, "db", &kept_as(before, after), false).unwrap();
            says(after);
            assert_eq!(in_use(), [after]);
        }
        says("SELECT 2");
        write(&workspace, "db", &kept_as("SELECT 2", "SELECT 3"), true).unwrap();
        assert_eq!(in_use(), ["SELECT 2"]);
    }
}

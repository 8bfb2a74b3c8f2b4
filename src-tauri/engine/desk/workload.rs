//! A workload that was made faster on the command line, opened to be read.
//!
//! In: the folder that was named there. Out: its leaderboards and states, and what was tried of one query. Deliberately
//! absent: running one, and any change to the folder.

use askwell_contract::optimise::{Entry, Optimisation, Workload, WorkloadState};
use askwell_contract::{Dialect, Problem, ProblemCode, Result};
use serde::de::DeserializeOwned;
use serde::Deserialize;

use super::Desk;
use crate::optimise::states;

/// More states than anybody runs; a folder that seems to have them is not read for ever.
const MOST_STATES: u32 = 1_000;

/// What the command line notes of a workload before it begins.
#[derive(Deserialize)]
struct About {
    engine: Dialect,
    database: String,
    promote_threshold: f64,
    #[serde(default)]
    queries: Vec<String>,
}

impl Desk {
    pub fn workload(&self, folder: &str) -> Result<Workload> {
        let about: About = self.of_workload(folder, "config.json")?.ok_or_else(|| {
            Problem::new(ProblemCode::NotFound, "This folder holds no workload.")
                .hint("Choose the folder that `askwell-cli optimise --queries … --state` was given.")
        })?;
        let overall: Vec<Entry> = self.of_workload(folder, "leaderboard.json")?.unwrap_or_default();
        let named = match about.queries.as_slice() {
            [] => overall.iter().map(|entry| entry.query_id.clone()).collect(),
            named => named.to_vec(),
        };
        let mut states = Vec::new();
        for number in 0..MOST_STATES {
            let Some(state) = self.state(folder, number, &named)? else {
                break;
            };
            let unfinished = !state.finished;
            states.push(state);
            if unfinished {
                break;
            }
        }
        Ok(Workload {
            folder: folder.into(),
            database: about.database,
            engine: about.engine,
            threshold: about.promote_threshold,
            overall,
            states,
        })
    }

    /// What was tried of one query in one state.
    pub fn workload_query(&self, folder: &str, state: u32, query: &str) -> Result<Optimisation> {
        self.tried(folder, state, query)?.ok_or_else(|| {
            Problem::new(ProblemCode::NotFound, "This query is not in the folder any more.")
                .hint("Open the workload once more.")
        })
    }

    /// `None`: nothing of it is done.
    fn state(&self, folder: &str, number: u32, named: &[String]) -> Result<Option<WorkloadState>> {
        if let Some(entries) = self.of_workload(folder, &format!("state_{number}/leaderboard.json"))? {
            return Ok(Some(WorkloadState {
                number,
                finished: true,
                entries,
                waiting: Vec::new(),
            }));
        }
        let (mut entries, mut waiting) = (Vec::new(), Vec::new());
        for query in named {
            match self.tried(folder, number, query)? {
                Some(done) => entries.push(states::entry(query, &done)),
                None => waiting.push(query.clone()),
            }
        }
        Ok((!entries.is_empty()).then_some(WorkloadState {
            number,
            finished: false,
            entries,
            waiting,
        }))
    }

    fn tried(&self, folder: &str, state: u32, query: &str) -> Result<Option<Optimisation>> {
        // A name is that of a file of this folder, whatever the folder says.
        if query.contains(['/', '\\']) || query.starts_with('.') {
            return Ok(None);
        }
        self.of_workload(folder, &format!("state_{state}/validation/{query}.json"))
    }

    /// `None`: there is no such file.
    fn of_workload<T: DeserializeOwned>(&self, folder: &str, file: &str) -> Result<Option<T>> {
        let folder = folder.trim_end_matches(['/', '\\']);
        let bytes = match self.world.files.read(&format!("{folder}/{file}")) {
            Ok(bytes) => bytes,
            Err(problem) if problem.code == ProblemCode::NotFound => return Ok(None),
            Err(problem) => return Err(problem),
        };
        let read = serde_json::from_slice(&bytes).map_err(|error| {
            Problem::new(
                ProblemCode::BadInput,
                format!("\"{file}\" of this workload cannot be read."),
            )
            .hint("It was changed or only half copied. Run the workload once more, or bring the file back.")
            .detail(error.to_string())
        });
        read.map(Some)
    }
}

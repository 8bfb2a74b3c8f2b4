//! Getting to know a database: once for every state of it, then from the workspace.
//!
//! In: an open database, its URL, the world. Out: [`Knowledge`], which asking only reads. Deliberately absent:
//! anything about a question, and any judgement that needs a model.

use std::collections::BTreeMap;
use std::sync::Arc;

use askwell_contract::api::{Phase, Progress};
use askwell_contract::ports::{Cancel, Database};
use askwell_contract::profile::{ColumnProfile, TableProfile};
use askwell_contract::{Catalog, Problem, Result, Row, RowCount, Table};
use serde::{Deserialize, Serialize};

use crate::cx::World;

pub mod describe;
#[cfg(test)]
pub(crate) mod fake;
pub mod fields;
pub mod glossary;
pub mod graph;
pub mod health;
pub mod profile;
pub mod render;
mod store;
#[cfg(test)]
mod tests;
pub mod told;
pub mod values;

/// Everything that is known about a database before the first question. A copy shares what is large.
#[derive(Debug, Clone)]
pub struct Knowledge {
    /// With the keys that were inferred among the tables' foreign keys, those left out that the person rejected.
    pub catalog: Catalog,
    pub fingerprint: String,
    pub profiles: Arc<Vec<TableProfile>>,
    /// Tables and views that could not be read, and why; they have no profile.
    pub unread: Vec<Unread>,
    pub fields: Arc<fields::FieldIndex>,
    pub values: Arc<values::ValueIndex>,
    pub graph: graph::JoinGraph,
    pub described: describe::Described,
    /// What the person told; the rest is in the light of it.
    pub told: told::Told,
    /// As it was before the person's decisions.
    pub gathered: Arc<Catalog>,
    pub finds: Arc<Finds>,
    /// The words of the business that mean something here.
    pub terms: Arc<Vec<glossary::Known>>,
}

/// What was found on the way beside profiles and values.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Finds {
    /// A row of each table that was read and has any.
    pub examples: BTreeMap<String, Row>,
    pub orphans: Vec<graph::Orphans>,
    pub spellings: Vec<health::Spellings>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Unread {
    pub table: String,
    pub why: String,
}

impl Knowledge {
    /// From what was gathered before; no I/O.
    pub fn build(
        catalog: Catalog,
        fingerprint: String,
        profiles: Vec<TableProfile>,
        values: Vec<values::ColumnValues>,
    ) -> Self {
        let told = told::Told::default();
        Self {
            fields: Arc::new(fields::FieldIndex::build(&catalog)),
            values: Arc::new(values::ValueIndex::build(values)),
            graph: graph::JoinGraph::build(&catalog),
            described: describe::describe(&catalog, &profiles, &told),
            gathered: Arc::new(catalog.clone()),
            catalog,
            fingerprint,
            profiles: Arc::new(profiles),
            unread: Vec::new(),
            finds: Arc::default(),
            terms: Arc::default(),
            told,
        }
    }

    /// The same in the light of what the person told; no I/O, and nothing is read again.
    pub fn with(&self, told: told::Told) -> Self {
        let catalog = told.decided(&self.gathered);
        Self {
            graph: graph::JoinGraph::build(&catalog),
            described: describe::describe(&catalog, &self.profiles, &told),
            terms: glossary::known(&catalog, &told),
            catalog,
            told,
            ..self.clone()
        }
    }

    /// A row as it stands in the table.
    pub fn example(&self, table: &str) -> Option<&Row> {
        self.finds.examples.get(table)
    }

    pub fn why_unread(&self, table: &str) -> Option<&str> {
        self.unread.iter().find(|u| u.table == table).map(|u| u.why.as_str())
    }

    /// Counted where the table was read to its end, else as the engine or the sample has it.
    pub fn rows(&self, table: &Table) -> Option<RowCount> {
        match self.table(&table.name) {
            Some(profile) if profile.read >= profile.rows => Some(RowCount {
                count: profile.rows,
                exact: true,
            }),
            Some(profile) => Some(table.rows.unwrap_or(RowCount {
                count: profile.rows,
                exact: false,
            })),
            None => table.rows,
        }
    }

    pub fn table(&self, name: &str) -> Option<&TableProfile> {
        self.profiles.iter().find(|t| t.table.eq_ignore_ascii_case(name))
    }

    pub fn profile(&self, table: &str, column: &str) -> Option<&ColumnProfile> {
        self.table(table)?
            .columns
            .iter()
            .find(|c| c.column.eq_ignore_ascii_case(column))
    }
}

/// The knowledge of this state of the database, and whether it came from the workspace.
pub async fn prepare(
    database: Arc<dyn Database>,
    url: &str,
    world: &World,
    cancel: &Cancel,
    on_progress: &(dyn Fn(Progress) + Send + Sync),
) -> Result<(Arc<Knowledge>, bool)> {
    let fingerprint = database.fingerprint().await?;
    let key = store::key(url, &fingerprint);
    let (workspace, at, wanted) = (world.workspace.clone(), key.clone(), fingerprint.clone());
    let stored = apart(move || Ok(store::load(&*workspace, &at, &wanted).map(store::Stored::knowledge))).await?;
    if let Some(knowledge) = stored {
        return Ok((Arc::new(knowledge), true));
    }
    let gathered = gather(&database, fingerprint, cancel, on_progress).await?;
    let (workspace, url) = (world.workspace.clone(), url.to_owned());
    let knowledge = apart(move || {
        // Knowledge that cannot be kept is still knowledge: it is only gathered again next time.
        let _ = store::save(&*workspace, &url, &key, &gathered);
        Ok(gathered.knowledge())
    })
    .await?;
    Ok((Arc::new(knowledge), false))
}

async fn gather(
    database: &Arc<dyn Database>,
    fingerprint: String,
    cancel: &Cancel,
    on_progress: &(dyn Fn(Progress) + Send + Sync),
) -> Result<store::Stored> {
    let mut catalog = database.describe().await?;
    let of = u32::try_from(catalog.tables.len()).unwrap_or(u32::MAX);
    let (mut profiles, mut values, mut sketches, mut unread) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    let mut finds = Finds::default();
    for (done, table) in (0..).zip(&catalog.tables) {
        on_progress(Progress {
            phase: Phase::Read,
            table: table.name.clone(),
            done,
            of,
            rows_per_second: 0.0,
            seconds_left: None,
            paused: false,
        });
        match profile::read(database, table, cancel).await? {
            Ok(facts) => {
                if let Some(row) = facts.example.filter(|row| row.len() == table.columns.len()) {
                    finds.examples.insert(table.name.clone(), row);
                }
                profiles.push(facts.profile);
                values.extend(facts.values);
                sketches.extend(facts.sketches);
            }
            Err(finding) => unread.push(Unread {
                table: table.name.clone(),
                why: finding.message,
            }),
        }
    }
    if let Some(last) = catalog.tables.last() {
        on_progress(Progress {
            phase: Phase::Read,
            table: last.name.clone(),
            done: of,
            of,
            rows_per_second: 0.0,
            seconds_left: None,
            paused: false,
        });
    }
    apart(move || {
        graph::infer(&mut catalog, &profiles, &sketches);
        finds.spellings = health::spellings(&values);
        finds.orphans = graph::orphans(&catalog, &profiles, &sketches);
        Ok(store::Stored::new(
            catalog,
            fingerprint,
            profiles,
            values,
            unread,
            finds,
        ))
    })
    .await
}

/// Runs long computing away from the threads that serve the screen.
async fn apart<T: Send + 'static>(work: impl FnOnce() -> Result<T> + Send + 'static) -> Result<T> {
    tokio::task::spawn_blocking(work).await.map_err(Problem::internal)?
}

//! Getting to know a database: once for every state of it, then from the workspace.
//!
//! In: an open database, its URL, the world. Out: [`Knowledge`], which asking only reads. Deliberately absent:
//! anything about a question, and any judgement that needs a model.

use std::sync::{Arc, OnceLock};

use askwell_contract::api::{Phase, Progress};
use askwell_contract::ports::{Cancel, Database};
use askwell_contract::profile::{ColumnProfile, TableProfile};
use askwell_contract::{Catalog, Problem, Result};
use serde::{Deserialize, Serialize};

use crate::cx::World;

mod bm25;
pub mod context;
pub mod examples;

#[cfg(test)]
pub(crate) mod fake;
pub mod fields;
pub mod graph;
pub mod modules;
pub mod profile;
mod sealed;
pub mod search;
pub mod semantic;
mod store;
#[cfg(test)]
mod tests;
pub mod values;

/// Everything that is known about a database before the first question.
#[derive(Debug)]
pub struct Knowledge {
    /// With the keys that were inferred among the tables' foreign keys.
    pub catalog: Catalog,
    pub fingerprint: String,
    pub profiles: Vec<TableProfile>,
    /// Tables and views that could not be read, and why; they have no profile.
    pub unread: Vec<Unread>,
    pub fields: fields::FieldIndex,
    pub values: values::ValueIndex,
    pub graph: graph::JoinGraph,
    pub search: Arc<search::FieldSearch>,
    /// By keys, names and schemas; see [`Knowledge::modules`].
    plain: modules::Modules,
    /// By meaning, too, once there are vectors.
    refined: OnceLock<modules::Modules>,
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
        Self::with_index(catalog, fingerprint, profiles, values::ValueIndex::build(values))
    }

    /// The same with an index that was built before.
    pub fn with_index(
        catalog: Catalog,
        fingerprint: String,
        profiles: Vec<TableProfile>,
        values: values::ValueIndex,
    ) -> Self {
        let graph = graph::JoinGraph::build(&catalog);
        Self {
            fields: fields::FieldIndex::build(&catalog),
            values,
            search: Arc::new(search::FieldSearch::build(&catalog, search::texts(&catalog, &profiles))),
            plain: modules::Modules::build(&catalog, &graph, None),
            refined: OnceLock::new(),
            graph,
            catalog,
            fingerprint,
            profiles,
            unread: Vec::new(),
        }
    }

    /// Groups of tables; none where the schema is small.
    pub fn modules(&self) -> &modules::Modules {
        self.refined.get().unwrap_or(&self.plain)
    }

    /// The vectors of all columns, in the order of `search.to_embed`.
    fn embedded(&self, vectors: Vec<Vec<f32>>) {
        if !self.plain.all.is_empty() {
            let tables = self.search.of_tables(self.catalog.tables.len(), &vectors);
            let _ = self
                .refined
                .set(modules::Modules::build(&self.catalog, &self.graph, Some(&tables)));
        }
        self.search.embedded(semantic::Vectors::build(vectors));
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
    let load = move || {
        let stored = store::load(&*workspace, &at, &wanted);
        Ok(stored.map(|stored| stored.knowledge(&*workspace, &at)))
    };
    if let Some(knowledge) = apart(load).await? {
        return Ok((ready(knowledge, world, url), true));
    }
    let gathered = gather(&database, fingerprint, cancel, on_progress).await?;
    let (workspace, of) = (world.workspace.clone(), url.to_owned());
    let knowledge = apart(move || {
        // Knowledge that cannot be kept is still knowledge: it is only gathered again next time.
        let _ = store::save(&*workspace, &of, &key, &gathered);
        Ok(gathered.knowledge(&*workspace, &key))
    })
    .await?;
    Ok((ready(knowledge, world, url), false))
}

/// Shared from now on; what takes its time is made in the background.
fn ready(knowledge: Knowledge, world: &World, url: &str) -> Arc<Knowledge> {
    let knowledge = Arc::new(knowledge);
    search::embed_in_background(&knowledge, world, url);
    knowledge
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
        Ok(store::Stored::new(catalog, fingerprint, profiles, values, unread))
    })
    .await
}

/// Runs long computing away from the threads that serve the screen.
async fn apart<T: Send + 'static>(work: impl FnOnce() -> Result<T> + Send + 'static) -> Result<T> {
    tokio::task::spawn_blocking(work).await.map_err(Problem::internal)?
}

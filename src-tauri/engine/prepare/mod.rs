//! Getting to know a database: once for every state of it, then from the workspace.
//!
//! In: an open database, its URL, the world. Out: [`Knowledge`], which asking only reads. Deliberately absent:
//! anything about a question, and any judgement that needs a model.

use std::sync::Arc;

use askwell_contract::api::Progress;
use askwell_contract::ports::{Cancel, Database};
use askwell_contract::profile::{ColumnProfile, TableProfile};
use askwell_contract::{Catalog, Problem, Result};
use serde::{Deserialize, Serialize};

use crate::cx::World;

#[cfg(test)]
pub(crate) mod fake;
pub mod fields;
mod gather;
pub mod graph;
pub mod near;
mod pace;
pub mod profile;
mod store;
#[cfg(test)]
mod tests;
mod under_way;
pub mod values;

pub use pace::Pace;
pub use under_way::UnderWay;

/// Everything that is known about a database before the first question.
#[derive(Debug)]
pub struct Knowledge {
    /// With the keys that were inferred among the tables' foreign keys.
    pub catalog: Catalog,
    pub fingerprint: String,
    pub profiles: Vec<TableProfile>,
    /// Tables and views that could not be read, and why; they have no profile.
    pub unread: Vec<Unread>,
    /// Tables that are still to be read; of them only names and keys are known.
    pub pending: Vec<String>,
    pub fields: fields::FieldIndex,
    pub values: values::ValueIndex,
    pub graph: graph::JoinGraph,
    /// `None` where there is no embedder.
    pub near: Option<near::Near>,
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
        Self {
            fields: fields::FieldIndex::build(&catalog),
            values: values::ValueIndex::build(values),
            graph: graph::JoinGraph::build(&catalog),
            catalog,
            fingerprint,
            profiles,
            unread: Vec::new(),
            near: None,
            pending: Vec::new(),
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
    prepare_under_way(database, url, world, &Arc::default(), cancel, on_progress).await
}

/// As `prepare`; meanwhile `under_way` sets the pace, and tells what is known so far.
pub async fn prepare_under_way(
    database: Arc<dyn Database>,
    url: &str,
    world: &World,
    under_way: &Arc<UnderWay>,
    cancel: &Cancel,
    on_progress: &(dyn Fn(Progress) + Send + Sync),
) -> Result<(Arc<Knowledge>, bool)> {
    let fingerprint = database.fingerprint().await?;
    let key = store::key(url, &fingerprint);
    let (near, at, wanted) = (with_near(world), key.clone(), fingerprint.clone());
    let workspace = world.workspace.clone();
    let stored =
        apart(move || Ok(store::load(&*workspace, &at, &wanted).map(|stored| near(stored.knowledge())))).await?;
    if let Some(knowledge) = stored {
        return Ok((Arc::new(knowledge), true));
    }
    let job = gather::Job {
        database: &database,
        url,
        world,
        under_way,
        cancel,
        on_progress,
    };
    let gathered = gather::gather(&job, fingerprint).await?;
    let (workspace, url, near) = (world.workspace.clone(), url.to_owned(), with_near(world));
    let knowledge = apart(move || {
        // Knowledge that cannot be kept is still knowledge: it is only gathered again next time.
        let _ = store::save(&*workspace, &url, &key, &gathered);
        Ok(near(gathered.knowledge()))
    })
    .await?;
    Ok((Arc::new(knowledge), false))
}

/// Adds the names' vectors. A model that fails is as one that is not there: words are then compared by spelling alone.
fn with_near(world: &World) -> impl FnOnce(Knowledge) -> Knowledge + Send + 'static {
    let (embedder, workspace) = (world.embedder.clone(), world.workspace.clone());
    move |knowledge| Knowledge {
        near: embedder.and_then(|embedder| near::Near::build(&knowledge.fields, &*embedder, &*workspace).ok()),
        ..knowledge
    }
}

/// What is seen only with all tables side by side: keys that are not declared, and what a row of each table is.
fn finish(catalog: &mut Catalog, facts: &mut [profile::Facts]) {
    let profiles: Vec<TableProfile> = facts.iter().map(|f| f.profile.clone()).collect();
    let sketches: Vec<profile::Sketch> = facts.iter().flat_map(|f| f.sketches.clone()).collect();
    graph::infer(catalog, &profiles, &sketches);
    for table in facts.iter_mut().map(|f| &mut f.profile) {
        if let Some(about) = catalog.table(&table.table) {
            table.grain = profile::about::grain(about, Some(table));
        }
    }
}

/// Runs long computing away from the threads that serve the screen.
async fn apart<T: Send + 'static>(work: impl FnOnce() -> Result<T> + Send + 'static) -> Result<T> {
    tokio::task::spawn_blocking(work).await.map_err(Problem::internal)?
}

//! Getting to know a database: once for every state of it, then from the workspace.
//!
//! In: an open database, its URL, the world. Out: [`Knowledge`], which asking only reads. Deliberately absent:
//! anything about a question, and any judgement that needs a model.

use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

use askwell_contract::api::{Phase, Progress};
use askwell_contract::model::Privacy;
use askwell_contract::ports::{Cancel, Database};
use askwell_contract::profile::{ColumnProfile, TableProfile};
use askwell_contract::{Catalog, Problem, Result, Row, RowCount, Table};
use serde::{Deserialize, Serialize};

use crate::cx::World;

mod bm25;
pub mod codebook;
pub mod context;
pub mod describe;
pub mod entities;
pub mod examples;
#[cfg(test)]
pub(crate) mod fake;
pub mod fields;
mod gather;
pub mod glossary;
pub mod graph;
pub mod health;
pub mod identifies;
mod implied;
pub(crate) mod known;
pub mod modules;
pub mod near;
mod pace;
pub mod profile;
pub mod render;
pub(crate) mod sealed;
pub mod search;
pub mod seen;
pub mod semantic;
pub mod skeleton;
mod store;
#[cfg(test)]
mod tests;
pub mod told;
mod under_way;
pub mod values;

pub use pace::Pace;
pub use under_way::UnderWay;

/// Everything that is known about a database before the first question. A copy shares what is large.
#[derive(Debug, Clone)]
pub struct Knowledge {
    /// With the keys that were inferred among the tables' foreign keys, those left out that the person rejected.
    pub catalog: Catalog,
    pub fingerprint: String,
    pub profiles: Arc<Vec<TableProfile>>,
    /// Tables and views that could not be read, and why; they have no profile.
    pub unread: Vec<Unread>,
    /// Tables that are still to be read; of them only names and keys are known.
    pub pending: Vec<String>,
    /// They will not be read until the person says so.
    pub stopped: bool,
    pub fields: Arc<fields::FieldIndex>,
    pub values: Arc<values::ValueIndex>,
    pub graph: graph::JoinGraph,
    pub search: Arc<search::FieldSearch>,
    /// By keys, names and schemas; see [`Knowledge::modules`].
    plain: Arc<modules::Modules>,
    /// By meaning, too, once there are vectors.
    refined: Arc<OnceLock<modules::Modules>>,
    /// `None` where there is no embedder.
    pub near: Option<Arc<near::Near>>,
    pub described: describe::Described,
    /// What the person told; the rest is in the light of it.
    pub told: told::Told,
    /// As it was before the person's decisions.
    pub gathered: Arc<Catalog>,
    pub finds: Arc<Finds>,
    /// The words of the business that mean something here.
    pub terms: Arc<Vec<glossary::Known>>,
    levels: Arc<seen::Levels>,
    /// As the reader takes it; made when it is first asked for.
    reader: Arc<OnceLock<askwell_reader::Known>>,
    speech: Arc<OnceLock<crate::words::Speech>>,
}

/// What was found on the way beside profiles and values.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Finds {
    /// Some rows of each table that was read and has any.
    pub examples: BTreeMap<String, Vec<Row>>,
    pub orphans: Vec<graph::Orphans>,
    pub spellings: Vec<health::Spellings>,
}

impl Finds {
    /// Of the tables that were read; the catalog has the inferred keys.
    fn of(catalog: &Catalog, facts: &[profile::Facts]) -> Self {
        let some = |f: &&profile::Facts| !f.examples.is_empty();
        let examples = |f: &profile::Facts| (f.profile.table.clone(), f.examples.clone());
        Self {
            examples: facts.iter().filter(some).map(examples).collect(),
            orphans: graph::orphans(catalog, facts),
            spellings: facts.iter().flat_map(|f| f.spellings.clone()).collect(),
        }
    }
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Unread {
    pub table: String,
    pub why: String,
}

impl Knowledge {
    /// From what was gathered before; no I/O. `described`: the same facts without anything that a person told.
    fn from_facts(
        catalog: Catalog,
        fingerprint: String,
        facts: Vec<profile::Facts>,
        described: describe::Described,
        index: impl FnOnce(Vec<values::ColumnValues>) -> values::ValueIndex,
    ) -> Self {
        let finds = Arc::new(Finds::of(&catalog, &facts));
        let (mut profiles, mut values) = (Vec::new(), Vec::new());
        for table in facts {
            profiles.push(table.profile);
            values.extend(table.values);
        }
        let known = Self::with_described(catalog, fingerprint, profiles, described, index(values));
        Self { finds, ..known }
    }

    /// The same, with tables joined only where a key ties them to each other.
    pub fn joining_neighbours(&self) -> Self {
        let mut out = self.clone();
        out.graph = out.graph.only_direct();
        out
    }

    /// From profiles and values alone.
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
        let described = describe::describe(&catalog, &profiles, &told::Told::default());
        Self::with_described(catalog, fingerprint, profiles, described, values)
    }

    fn with_described(
        catalog: Catalog,
        fingerprint: String,
        profiles: Vec<TableProfile>,
        described: describe::Described,
        values: values::ValueIndex,
    ) -> Self {
        let told = told::Told::default();
        let graph = graph::JoinGraph::build(&catalog);
        let texts = search::texts(&catalog, &profiles, &described);
        let terms = glossary::known(&catalog, &profiles, &told);
        let plain = modules::Modules::build(&catalog, &graph, None);
        Self {
            fields: Arc::new(fields::FieldIndex::build(&catalog)),
            values: Arc::new(values),
            search: Arc::new(search::FieldSearch::build(&catalog, texts)),
            graph: graph.divided(plain.places()).through_rows(&profiles),
            plain: Arc::new(plain),
            refined: Arc::default(),
            described,
            gathered: Arc::new(catalog.clone()),
            catalog,
            fingerprint,
            profiles: Arc::new(profiles),
            unread: Vec::new(),
            near: None,
            pending: Vec::new(),
            stopped: false,
            finds: Arc::default(),
            terms,
            levels: Arc::default(),
            reader: Arc::default(),
            speech: Arc::default(),
            told,
        }
    }

    /// The same in the light of what the person told; no I/O, and nothing is read again.
    pub fn with(&self, told: told::Told) -> Self {
        let catalog = told.decided(&self.gathered);
        let described = describe::describe(&catalog, &self.profiles, &told);
        let search = match told.says_something() || self.told.says_something() {
            true => Arc::new(
                self.search
                    .reworded(&catalog, search::texts(&catalog, &self.profiles, &described)),
            ),
            false => self.search.clone(),
        };
        Self {
            search,
            graph: graph::JoinGraph::build(&catalog)
                .divided(self.plain.places())
                .through_rows(&self.profiles),
            described,
            terms: glossary::known(&catalog, &self.profiles, &told),
            levels: Arc::default(),
            reader: Arc::default(),
            speech: Arc::default(),
            catalog,
            told,
            ..self.clone()
        }
    }

    /// What a prompt may say at a level of privacy.
    pub fn seen(&self, level: Privacy) -> Arc<seen::Seen> {
        self.levels.get(self, level)
    }

    /// A row as it stands in the table.
    pub fn example(&self, table: &str) -> Option<&Row> {
        self.finds.examples.get(table)?.first()
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

    /// Groups of tables; none where the schema is small.
    pub fn modules(&self) -> &modules::Modules {
        self.refined.get().unwrap_or(&self.plain)
    }

    /// The name of the group that a table belongs to.
    pub fn module(&self, table: &str) -> Option<String> {
        let at = self
            .catalog
            .tables
            .iter()
            .position(|t| t.name.eq_ignore_ascii_case(table))?;
        self.modules().of(at).map(|module| module.name.clone())
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

    /// Whether each row of a table is another thing as far as is known: by its key, or by a column that has no value twice.
    pub fn tells_rows_apart(&self, table: &str) -> bool {
        let named = self.catalog.tables.iter().find(|t| t.name.eq_ignore_ascii_case(table));
        named.is_none_or(|t| !t.primary_key.is_empty())
            || self.table(table).is_none_or(|t| t.columns.iter().any(|c| c.unique))
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
    let (workspace, at, wanted) = (world.workspace.clone(), key.clone(), fingerprint.clone());
    if let Some(stored) = apart(move || Ok(store::load(&*workspace, &at, &wanted))).await? {
        return Ok((build(stored, url, key, world, on_progress).await?, true));
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
    let (workspace, of, at) = (world.workspace.clone(), url.to_owned(), key.clone());
    let gathered = apart(move || {
        // Knowledge that cannot be kept is still knowledge: it is only gathered again next time.
        let _ = store::save(&*workspace, &of, &at, &gathered);
        Ok(gathered)
    })
    .await?;
    Ok((build(gathered, url, key, world, on_progress).await?, false))
}

/// Descriptions and indexes. They take seconds at most, so they are told but neither wait nor stop.
async fn build(
    stored: store::Stored,
    url: &str,
    key: String,
    world: &World,
    on_progress: &(dyn Fn(Progress) + Send + Sync),
) -> Result<Arc<Knowledge>> {
    let of = u32::try_from(stored.tables()).unwrap_or(u32::MAX);
    let tell = |phase| {
        on_progress(Progress {
            phase,
            table: String::new(),
            done: of,
            of,
            rows_per_second: 0.0,
            seconds_left: None,
            paused: false,
        });
    };
    tell(Phase::Describe);
    let (stored, described) = apart(move || {
        let described = stored.describe();
        Ok((stored, described))
    })
    .await?;
    tell(Phase::Index);
    let (near, workspace) = (with_near(world), world.workspace.clone());
    let knowledge = apart(move || Ok(Arc::new(near(stored.knowledge(&*workspace, &key, described))))).await?;
    // What takes its time is made in the background.
    search::embed_in_background(&knowledge, world, url);
    Ok(knowledge)
}

/// Adds the names' vectors. A model that fails is as one that is not there: words are then compared by spelling alone.
fn with_near(world: &World) -> impl FnOnce(Knowledge) -> Knowledge + Send + 'static {
    let (embedder, workspace) = (world.embedder.clone(), world.workspace.clone());
    move |knowledge| Knowledge {
        near: embedder
            .and_then(|embedder| {
                near::Near::build(&knowledge.fields, &knowledge.profiles, &*embedder, &*workspace).ok()
            })
            .map(Arc::new),
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

//! The explorer: what is known about a database, looked at and corrected.
//!
//! In: the commands of `contract::explore`. Out: their results, from knowledge alone; the database is read only where
//! it was not prepared yet. An edit is saved first and then brought into what is known, without reading anything
//! again. Deliberately absent: how descriptions, notes and terms are made.

use std::sync::Arc;
use std::time::Duration;

use askwell_contract::explore::{
    Description, Diagram, DiagramNode, Explored, HealthNote, KeyCard, StoredValue, TableDetail, Words,
};
use askwell_contract::ports::Cancel;
use askwell_contract::{ForeignKey, KeyOrigin, Problem, ProblemCode, Result, Table};

use super::{Desk, OpenDatabase};
use tokio::time::timeout;

use crate::prepare::render::{self, Form, Subset};
use crate::prepare::search::embed_once_settled;
use crate::prepare::told::{self, Told};
use crate::prepare::{describe, health, Knowledge};

pub mod importing;
mod search;
mod terms;

/// How long an edit waits for what is known before it looks whether that is being prepared.
const BRIEFLY: Duration = Duration::from_millis(20);
/// Joins between the table in the middle of a diagram and its edge.
const AROUND: usize = 2;

impl Desk {
    /// Tables that the words are about, best first; all of them in the catalog's order where nothing is looked for.
    pub async fn explore(&self, id: &str, search: &str, offset: u32, limit: u32) -> Result<Explored> {
        let knowledge = self.look(id).await?;
        Ok(search::explore(&knowledge, search, offset, limit))
    }

    /// Stored texts that begin with what is being typed.
    pub async fn complete(&self, id: &str, prefix: &str) -> Result<Vec<StoredValue>> {
        Ok(search::complete(&*self.look(id).await?, prefix))
    }

    pub async fn table_detail(&self, id: &str, table: &str) -> Result<TableDetail> {
        let knowledge = self.look(id).await?;
        let (found, _) = describe::find(&knowledge.catalog, table, None)?;
        let words = search::position(&knowledge, &found.name).map(|at| knowledge.described.tables[at].clone());
        let words = words.ok_or_else(|| Problem::internal("a table without a description"))?;
        Ok(TableDetail {
            table: found.clone(),
            profile: knowledge.table(&found.name).cloned(),
            description: words.table,
            columns: words.columns,
            keys: keys_of(&knowledge, &found.name),
            module: knowledge.module(&found.name),
            unread: knowledge.why_unread(&found.name).map(str::to_owned),
        })
    }

    /// Keeps the person's words for a table or a column; `None` takes them back. What is shown from now on comes back.
    pub async fn describe(
        &self,
        id: &str,
        table: &str,
        column: Option<&str>,
        words: Option<Words>,
    ) -> Result<Description> {
        let edited = self
            .edit(id, |knowledge, told| {
                let (of, at) = describe::find(&knowledge.catalog, table, column)?;
                let words = match &words {
                    Some(words) => Some(describe::check(&knowledge.catalog, table, column, words)?),
                    None => None,
                };
                told.say(&of.name, at, words);
                Ok(())
            })
            .await?;
        let gone = || Problem::internal("a table without a description");
        let at = search::position(&edited, table).ok_or_else(gone)?;
        let described = &edited.described.tables[at];
        let found = match column {
            None => Some(&described.table),
            Some(column) => {
                let columns = edited.catalog.tables[at].columns.iter();
                let mut pairs = columns.zip(&described.columns);
                pairs.find(|(c, _)| c.name.eq_ignore_ascii_case(column)).map(|(_, d)| d)
            }
        };
        found.cloned().ok_or_else(gone)
    }

    /// Accepts or rejects an inferred key, or undoes that. A rejected one is used by nothing from now on.
    pub async fn decide_key(&self, id: &str, table: &str, key: &ForeignKey, decision: Option<bool>) -> Result<()> {
        let decide = |knowledge: &Knowledge, told: &mut Told| {
            let (of, _) = describe::find(&knowledge.gathered, table, None)?;
            match of.foreign_keys.iter().find(|k| same_key(k, key)) {
                Some(known) if known.origin != KeyOrigin::Declared => {
                    told.decide(&of.name, known, decision);
                    Ok(())
                }
                Some(_) => Err(Problem::new(
                    ProblemCode::BadInput,
                    "The database itself declares this key, so there is nothing to decide.",
                )),
                None => Err(
                    Problem::new(ProblemCode::NotFound, format!("{} has no such key any more.", of.name))
                        .hint("The database has changed. Open the table again to see its keys as they are now."),
                ),
            }
        };
        self.edit(id, decide).await.map(|_| ())
    }

    /// All tables and their keys, or one table and those within two joins of it.
    pub async fn diagram(&self, id: &str, around: Option<&str>) -> Result<Diagram> {
        let knowledge = self.look(id).await?;
        let all = knowledge.catalog.tables.iter().map(|t| t.name.as_str());
        let shown: Vec<&str> = match around {
            None => all.collect(),
            Some(table) => {
                let (middle, _) = describe::find(&knowledge.catalog, table, None)?;
                let near = near(&knowledge, &middle.name);
                all.filter(|name| near.contains(name)).collect()
            }
        };
        Ok(diagram(&knowledge, &shown))
    }

    /// What a person should know before trusting an answer, the weightiest first.
    pub async fn health(&self, id: &str) -> Result<Vec<HealthNote>> {
        let knowledge = self.look(id).await?;
        let now = self.world.clock.now();
        tokio::task::spawn_blocking(move || health::notes(&knowledge, now))
            .await
            .map_err(Problem::internal)
    }

    /// The schema as text; no names: all of it. A name is a table, or a column as `table.column`.
    pub async fn render(&self, id: &str, form: Form, names: &[String]) -> Result<String> {
        let knowledge = self.look(id).await?;
        let subset = match names {
            [] => Subset::all(&knowledge.catalog),
            names => Subset::named(&knowledge.catalog, names)?,
        };
        Ok(render::render(&knowledge, form, &subset))
    }

    /// Everything, or while a preparing takes its time or was stopped, what is known so far.
    pub(super) async fn look(&self, id: &str) -> Result<Arc<Knowledge>> {
        let open = self.opened(id).await?;
        self.ready(&open, &Cancel::new()).await
    }

    /// Changes what was told, saves it, and knows it from then on.
    pub(super) async fn edit(
        &self,
        id: &str,
        change: impl FnOnce(&Knowledge, &mut Told) -> Result<()>,
    ) -> Result<Arc<Knowledge>> {
        let open = self.opened(id).await?;
        let knowledge = self.ready(&open, &Cancel::new()).await?;
        let _alone = self.editing.lock().await;
        let mut told = told::load(&*self.world.workspace, &open.connection.id)?;
        change(&knowledge, &mut told)?;
        told::save(&*self.world.workspace, &open.connection.id, &told)?;
        // What is known in part must not pass for the whole when preparing goes on.
        if !knowledge.pending.is_empty() && self.is_stopped(&open.connection.id) {
            return self.with(&open, knowledge, told).await;
        }
        // A preparing that begins just now holds what is known, and waits for this edit before it ends.
        let mut held = loop {
            match timeout(BRIEFLY, open.knowledge.lock()).await {
                Ok(held) => break held,
                Err(_) if self.is_preparing(&open.connection.id) => return self.with(&open, knowledge, told).await,
                Err(_) => {}
            }
        };
        let edited = self.with(&open, held.clone().unwrap_or(knowledge), told).await?;
        *held = Some(edited.clone());
        Ok(edited)
    }

    async fn with(&self, open: &OpenDatabase, knowledge: Arc<Knowledge>, told: Told) -> Result<Arc<Knowledge>> {
        let edited = tokio::task::spawn_blocking(move || Arc::new(knowledge.with(told)));
        let edited = edited.await.map_err(Problem::internal)?;
        embed_once_settled(&edited, &self.world, &open.connection.url);
        Ok(edited)
    }
}

fn same_key(a: &ForeignKey, b: &ForeignKey) -> bool {
    a.columns == b.columns && a.to_table == b.to_table && a.to_columns == b.to_columns
}

fn card(knowledge: &Knowledge, table: &Table, key: &ForeignKey) -> KeyCard {
    let mut unique = table.unique.iter().chain([&table.primary_key]);
    KeyCard {
        table: table.name.clone(),
        key: key.clone(),
        decision: knowledge.told.decision(&table.name, key),
        single: unique.any(|columns| !columns.is_empty() && columns.iter().all(|c| key.columns.contains(c))),
    }
}

/// Its own keys and those that lead to it, rejected ones included, so that a rejection can be undone.
fn keys_of(knowledge: &Knowledge, name: &str) -> Vec<KeyCard> {
    let is = |other: &str| other.eq_ignore_ascii_case(name);
    let tables = knowledge.gathered.tables.iter();
    let (own, others): (Vec<&Table>, Vec<&Table>) = tables.partition(|t| is(&t.name));
    let own = own.into_iter().flat_map(|t| t.foreign_keys.iter().map(move |k| (t, k)));
    let leading = others
        .into_iter()
        .flat_map(|t| t.foreign_keys.iter().map(move |k| (t, k)));
    own.chain(leading.filter(|(_, k)| is(&k.to_table)))
        .map(|(table, key)| card(knowledge, table, key))
        .collect()
}

/// The table and those within two joins of it.
fn near<'a>(knowledge: &'a Knowledge, middle: &'a str) -> Vec<&'a str> {
    let mut found = vec![middle];
    let mut edge = found.clone();
    for _ in 0..AROUND {
        let next: Vec<&str> = edge.iter().flat_map(|t| knowledge.graph.neighbours(t)).collect();
        edge = Vec::new();
        for table in next {
            if !found.contains(&table) {
                found.push(table);
                edge.push(table);
            }
        }
    }
    found
}

fn diagram(knowledge: &Knowledge, shown: &[&str]) -> Diagram {
    let shows = |name: &str| shown.iter().any(|s| s.eq_ignore_ascii_case(name));
    let catalog = &knowledge.catalog;
    let tables: Vec<&Table> = catalog.tables.iter().filter(|t| shows(&t.name)).collect();
    let keys = tables.iter().flat_map(|t| t.foreign_keys.iter().map(move |k| (*t, k)));
    let edges: Vec<KeyCard> = keys
        .filter(|(_, k)| shows(&k.to_table))
        .map(|(table, key)| card(knowledge, table, key))
        .collect();
    let node = |table: &&Table| {
        let used = |name: &str| {
            table.primary_key.iter().any(|k| k == name)
                || edges.iter().any(|e| {
                    (e.table == table.name && e.key.columns.iter().any(|c| c == name))
                        || (e.key.to_table.eq_ignore_ascii_case(&table.name)
                            && e.key.to_columns.iter().any(|c| c.eq_ignore_ascii_case(name)))
                })
        };
        DiagramNode {
            table: table.name.clone(),
            module: knowledge.module(&table.name),
            keys: table
                .columns
                .iter()
                .filter(|c| used(&c.name))
                .map(|c| c.name.clone())
                .collect(),
            columns: table.columns.len() as u32,
            rows: knowledge.rows(table),
        }
    };
    Diagram {
        nodes: tables.iter().map(node).collect(),
        edges,
    }
}

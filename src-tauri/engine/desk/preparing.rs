//! Preparing at the desk: once at a time for each database, with a pause and a stop; and what a question gets that is
//! asked meanwhile. After a stop, questions are asked of what was read until then, and nothing is read before the person
//! says so.

use std::sync::Arc;
use std::time::Duration;

use askwell_contract::api::{Prepared, Progress};
use askwell_contract::ports::Cancel;
use askwell_contract::{Problem, Result};
use tokio::sync::{MutexGuard, OnceCell};
use tokio::time::timeout;

use super::{locked, Desk, OpenDatabase};
use crate::prepare::search::embed_in_background;
use crate::prepare::{self, told, Knowledge, UnderWay};

/// A question waits so long for a preparing that is nearly done; then it is asked of what there is.
const GRACE: Duration = Duration::from_secs(2);

/// A preparing that can be paused and stopped.
#[derive(Clone)]
pub struct Going {
    under_way: Arc<UnderWay>,
    cancel: Cancel,
}

/// What was known when the person stopped it.
pub struct Stopped {
    under_way: Arc<UnderWay>,
    /// Made at the first question; its indexes take their time.
    known: OnceCell<Option<Arc<Knowledge>>>,
}

impl Stopped {
    async fn knowledge(&self) -> Result<Option<Arc<Knowledge>>> {
        let build = || async { so_far(self.under_way.clone()).await };
        self.known.get_or_try_init(build).await.cloned()
    }
}

async fn so_far(under_way: Arc<UnderWay>) -> Result<Option<Arc<Knowledge>>> {
    tokio::task::spawn_blocking(move || under_way.knowledge().map(Arc::new))
        .await
        .map_err(Problem::internal)
}

impl Desk {
    /// Gets to know a database, or goes on after a stop. `pause` and `stop` with the connection's id hold it up and end
    /// it; what was read until then is kept.
    pub async fn prepare(&self, id: &str, on_progress: impl Fn(Progress) + Send + Sync) -> Result<Prepared> {
        let began = self.world.clock.ticks();
        locked(&self.stopped).remove(id);
        let open = self.opened(id).await?;
        let (knowledge, cached) = self.knowledge(&open, &Cancel::new(), &on_progress).await?;
        Ok(Prepared {
            tables: knowledge.profiles.to_vec(),
            values: knowledge.values.len() as u64,
            ms: self.world.clock.ticks() - began,
            cached,
        })
    }

    /// Preparing waits, or goes on. Where none is under way there is nothing to do.
    pub fn pause(&self, id: &str, paused: bool) {
        if let Some(going) = locked(&self.preparing).get(id) {
            going.under_way.pace.pause(paused);
        }
    }

    pub(super) fn stop_preparing(&self, id: &str) {
        if let Some(going) = locked(&self.preparing).get(id) {
            going.under_way.stop();
            let stopped = Stopped {
                under_way: going.under_way.clone(),
                known: OnceCell::new(),
            };
            locked(&self.stopped).insert(id.to_owned(), Arc::new(stopped));
            going.cancel.cancel();
        }
    }

    /// What is known of the database as it is now; read again where it has changed.
    pub(super) async fn knowledge(
        &self,
        open: &OpenDatabase,
        cancel: &Cancel,
        on_progress: &(dyn Fn(Progress) + Send + Sync),
    ) -> Result<(Arc<Knowledge>, bool)> {
        let known = cancel.run_until_cancelled(open.knowledge.lock()).await;
        self.known(open, known.ok_or_else(Problem::cancelled)?, cancel, on_progress)
            .await
    }

    /// What a question is asked of: everything, or while a preparing takes its time or was stopped, what is known so far.
    pub(super) async fn ready(&self, open: &OpenDatabase, cancel: &Cancel) -> Result<Arc<Knowledge>> {
        loop {
            let stopped = locked(&self.stopped).get(&open.connection.id).cloned();
            if let Some(stopped) = stopped {
                if let Some(knowledge) = stopped.knowledge().await? {
                    return self.told(open, knowledge).await;
                }
            }
            let going = locked(&self.preparing).get(&open.connection.id).cloned();
            let paused = going.as_ref().is_some_and(|g| g.under_way.pace.is_paused());
            let grace = if paused { Duration::ZERO } else { GRACE };
            let waiting = cancel.run_until_cancelled(timeout(grace, open.knowledge.lock()));
            if let Ok(known) = waiting.await.ok_or_else(Problem::cancelled)? {
                return Ok(self.known(open, known, cancel, &|_| {}).await?.0);
            }
            let Some(Going { under_way, .. }) = going else {
                continue;
            };
            if let Some(knowledge) = so_far(under_way).await? {
                return self.told(open, knowledge).await;
            }
        }
    }

    async fn known(
        &self,
        open: &OpenDatabase,
        mut known: MutexGuard<'_, Option<Arc<Knowledge>>>,
        cancel: &Cancel,
        on_progress: &(dyn Fn(Progress) + Send + Sync),
    ) -> Result<(Arc<Knowledge>, bool)> {
        if let Some(knowledge) = known.as_ref() {
            if open.database.fingerprint().await? == knowledge.fingerprint {
                return Ok((knowledge.clone(), true));
            }
        }
        let over = self.begin_preparing(&open.connection.id, cancel);
        let (knowledge, cached) = prepare::prepare_under_way(
            open.database.clone(),
            &open.connection.url,
            &self.world,
            &over.going.under_way,
            &over.going.cancel,
            on_progress,
        )
        .await?;
        // An edit either finds the preparing over and waits for what is known, or is in what is loaded here.
        let _edits = self.editing.lock().await;
        drop(over);
        // It was done before the stop came.
        locked(&self.stopped).remove(&open.connection.id);
        let knowledge = self.told(open, knowledge).await?;
        *known = Some(knowledge.clone());
        Ok((knowledge, cached))
    }

    /// In the light of what the person told. What cannot be read is missed, but no reason to know nothing; an edit
    /// says why it fails.
    async fn told(&self, open: &OpenDatabase, knowledge: Arc<Knowledge>) -> Result<Arc<Knowledge>> {
        let (workspace, id) = (self.world.workspace.clone(), open.connection.id.clone());
        let with = move || Arc::new(knowledge.with(told::load(&*workspace, &id).unwrap_or_default()));
        let told = tokio::task::spawn_blocking(with).await.map_err(Problem::internal)?;
        // What was said is found by its meaning, too.
        if told.told.says_something() && told.pending.is_empty() {
            embed_in_background(&told, &self.world, &open.connection.url);
        }
        Ok(told)
    }

    pub(super) fn is_preparing(&self, id: &str) -> bool {
        locked(&self.preparing).contains_key(id)
    }

    pub(super) fn is_stopped(&self, id: &str) -> bool {
        locked(&self.stopped).contains_key(id)
    }

    /// From now on `pause` and `stop` know it.
    fn begin_preparing<'a>(&'a self, id: &'a str, cancel: &Cancel) -> Over<'a> {
        let going = Going {
            under_way: Arc::default(),
            cancel: cancel.child_token(),
        };
        locked(&self.preparing).insert(id.to_owned(), going.clone());
        Over { desk: self, id, going }
    }
}

/// Takes a preparing off the list, also when its caller drops the future half-way.
struct Over<'a> {
    desk: &'a Desk,
    id: &'a str,
    going: Going,
}

impl Drop for Over<'_> {
    fn drop(&mut self) {
        locked(&self.desk.preparing).remove(self.id);
    }
}

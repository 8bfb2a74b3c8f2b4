//! The same call is not paid twice: a reply is kept under everything that changes it.
//!
//! In: a call. Out: the reply kept for it, or a new one, which is kept; calls made at the same time wait for one reply
//! (`flight.rs`). Deliberately absent: calls that are merely alike, and failures.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::Arc;

use askwell_contract::model::{Block, Failure, FailureKind, Form, Provider, Reply, Request};
use askwell_contract::ports::{Cancel, Clock, Workspace};
use askwell_contract::{Problem, Result as Fallible};
use async_trait::async_trait;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use tokio::task::spawn_blocking;

use super::flight::Flights;
use crate::llm::call::Call;

/// Replies to questions, for some hours.
pub const ONLINE: &str = "replies";
/// Replies of preparing, for ever.
pub const OFFLINE: &str = "replies-kept";

const HOUR: u64 = 3_600_000;
/// Raised when what is kept, or how its name is made, changes.
const VERSION: u32 = 1;

/// Where and for how long.
#[derive(Clone)]
pub struct Kept {
    pub workspace: Arc<dyn Workspace>,
    pub clock: Arc<dyn Clock>,
    pub provider: Provider,
    /// 0: replies to questions are not kept at all.
    pub hours: u32,
    /// When what is too old was last removed; all providers share it.
    pub swept: Arc<AtomicU64>,
    /// Calls under way; all providers share them.
    pub flights: Arc<Flights>,
}

pub struct Caching {
    pub inner: Arc<dyn Call>,
    pub kept: Kept,
}

#[derive(Serialize, Deserialize)]
struct Record {
    at: u64,
    reply: Reply,
}

#[async_trait]
impl Call for Caching {
    async fn call(&self, request: &Request, cancel: &Cancel) -> Result<Reply, Failure> {
        let key = key(request, &self.kept.provider);
        loop {
            let (kept, inner) = (self.kept.clone(), self.inner.clone());
            let (name, asked) = (key.clone(), request.clone());
            let made = |cancel| async move { kept.or_call(&name, &asked, &*inner, &cancel).await };
            match self.kept.flights.share(&key, cancel, made).await {
                (replied, true) => return replied,
                // The other question's budget is not this one's.
                (Err(failure), false) if matches!(failure.kind, FailureKind::Budget | FailureKind::QuestionBudget) => {}
                (replied, false) => return replied.map(Reply::nothing_sent),
            }
        }
    }
}

impl Kept {
    async fn or_call(&self, key: &str, request: &Request, inner: &dyn Call, cancel: &Cancel) -> Result<Reply, Failure> {
        let offline = request.offline;
        if !offline && self.hours == 0 {
            return inner.call(request, cancel).await;
        }
        let (kept, name) = (self.clone(), key.to_string());
        // A cache that cannot be read is an empty one.
        let found = spawn_blocking(move || kept.find(&name, offline)).await;
        if let Ok(Ok(Some(reply))) = found {
            return Ok(reply.nothing_sent());
        }
        let reply = inner.call(request, cancel).await?;
        let (kept, name, keep) = (self.clone(), key.to_string(), reply.clone());
        // One that cannot be written costs the next call its price, and this one nothing.
        let _ = spawn_blocking(move || kept.keep(&name, keep, offline)).await;
        Ok(reply)
    }

    fn find(&self, key: &str, offline: bool) -> Fallible<Option<Reply>> {
        let read = |room| -> Fallible<Option<Record>> {
            let bytes = self.workspace.load(room, key)?;
            Ok(bytes.and_then(|bytes| serde_json::from_slice(&bytes).ok()))
        };
        if let Some(record) = read(OFFLINE)? {
            return Ok(Some(record.reply));
        }
        if offline {
            return Ok(None);
        }
        Ok(read(ONLINE)?
            .filter(|record| self.fresh(record))
            .map(|record| record.reply))
    }

    fn keep(&self, key: &str, reply: Reply, offline: bool) -> Fallible<()> {
        let record = Record {
            at: self.clock.now(),
            reply,
        };
        let bytes = serde_json::to_vec(&record).map_err(Problem::internal)?;
        self.workspace
            .save(if offline { OFFLINE } else { ONLINE }, key, &bytes)?;
        if !offline {
            self.sweep()?;
        }
        Ok(())
    }

    fn fresh(&self, record: &Record) -> bool {
        // A record of the future was written by a clock that was wrong; it is as old as it is ahead.
        let age = self.clock.now().abs_diff(record.at);
        age < u64::from(self.hours) * HOUR
    }

    /// Removes what is too old, oldest first, up to the first that is not; once an hour, since all are listed for it.
    fn sweep(&self) -> Fallible<()> {
        let (now, last) = (self.clock.now(), self.swept.load(Ordering::Relaxed));
        if now.abs_diff(last) < HOUR {
            return Ok(());
        }
        self.swept.store(now, Ordering::Relaxed);
        for key in self.workspace.list(ONLINE)?.into_iter().rev() {
            let bytes = self.workspace.load(ONLINE, &key)?.unwrap_or_default();
            let record: Option<Record> = serde_json::from_slice(&bytes).ok();
            if record.is_some_and(|record| self.fresh(&record)) {
                break;
            }
            self.workspace.remove(ONLINE, &key)?;
        }
        Ok(())
    }
}

/// Everything that changes the output; and the connection and the level, so that what was said under one is never
/// given out under another.
#[derive(Serialize)]
struct Key<'a> {
    version: u32,
    provider: &'a str,
    kind: askwell_contract::model::ProviderKind,
    address: Option<&'a str>,
    model: &'a str,
    prompt: &'a str,
    system: Vec<&'a str>,
    user: Vec<&'a str>,
    form: &'a Form,
    temperature: Option<f64>,
    thinking: Option<u32>,
    max_tokens: u32,
    sample: u32,
    privacy: askwell_contract::model::Privacy,
    connection: &'a str,
}

/// 64 hexadecimal digits.
fn key(request: &Request, provider: &Provider) -> String {
    let texts = |blocks: &'_ [Block]| -> Vec<String> { blocks.iter().map(|block| block.text.clone()).collect() };
    let (system, user) = (texts(&request.system), texts(&request.user));
    let key = Key {
        version: VERSION,
        provider: &request.to.provider,
        kind: provider.kind,
        address: provider.address.as_deref(),
        model: &request.to.model,
        prompt: &request.prompt,
        system: system.iter().map(String::as_str).collect(),
        user: user.iter().map(String::as_str).collect(),
        form: &request.form,
        temperature: request.temperature,
        thinking: request.thinking,
        max_tokens: request.max_tokens,
        sample: request.sample,
        privacy: request.privacy,
        connection: &request.connection,
    };
    // Names, texts and numbers: there is nothing in it that cannot be written as JSON.
    let bytes = serde_json::to_vec(&key).unwrap_or_default();
    Sha256::digest(&bytes)
        .iter()
        .map(|byte| format!("{byte:02x}"))
        .collect()
}

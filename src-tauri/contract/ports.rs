//! The doors of the engine: what it asks of the world. `io` implements them; tests bring their own.

use std::collections::BTreeMap;

use async_trait::async_trait;
use tokio::sync::mpsc;
pub use tokio_util::sync::CancellationToken as Cancel;

use crate::catalog::{Catalog, Dialect};
use crate::cell::{ResultColumn, ResultSet, Row, Truncation};
use crate::connect::{Keychain, Place, Powers, Secret, Secrets, Step, Target, Understood, Walls};
use crate::export::Show;
use crate::model::{
    Abilities, Failure, FetchedModel, Fetching, FoundModel, LedgerEntry, LedgerPage, Machine, ModelInfo, ModelRef,
    ModelSettings, Privacy, Probe, Provider, Reply, Request, Spend, Usage, Wanted,
};
use crate::optimise::Lab;
use crate::problem::{Problem, Result};
use crate::run::{Explain, Finding};
use crate::strip::Strips;

/// Hard limits of one query; the driver enforces them inside the engine.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Limits {
    pub milliseconds: u64,
    pub rows: u64,
    /// Of all rows handed over, by their size in memory.
    pub bytes: u64,
}

impl Limits {
    /// What a question may take: 30 s (issue "Three databases"), 1,000 rows on the first page, 64 MB.
    pub const ASK: Self = Self {
        milliseconds: 30_000,
        rows: 1_000,
        bytes: 64 << 20,
    };
    /// An export takes all rows, for as long as it needs.
    pub const EXPORT: Self = Self {
        milliseconds: u64::MAX,
        rows: u64::MAX,
        bytes: u64::MAX,
    };
}

/// What a query came to: its value, or why the engine (or our guard) refused it. Law 1: a wrong query is data.
pub type Ran<T> = Result<std::result::Result<T, Finding>>;

/// How a stream of rows ended.
#[derive(Debug, Clone, PartialEq)]
pub enum End {
    /// All rows were handed over.
    Complete,
    /// A limit or a stop cut it.
    Cut(Truncation),
    /// The engine failed in the middle, for example on a cast of a late row.
    Failed(Finding),
}

/// Batches of rows in the query's order. The channel is bounded: a slow reader slows the engine down.
/// Dropping the stream stops the query.
pub struct RowStream {
    pub columns: Vec<ResultColumn>,
    batches: mpsc::Receiver<Batch>,
    ended: Option<End>,
}

pub enum Batch {
    Rows(Vec<Row>),
    Strips(Strips),
    End(End),
}

/// Some rows of a stream as they came.
#[derive(Debug)]
pub enum Lot {
    Rows(Vec<Row>),
    Strips(Strips),
}

impl Lot {
    pub fn rows(&self) -> usize {
        match self {
            Self::Rows(rows) => rows.len(),
            Self::Strips(strips) => strips.rows,
        }
    }
    /// Row by row.
    pub fn into_rows(self) -> Vec<Row> {
        match self {
            Self::Rows(rows) => rows,
            Self::Strips(strips) => (0..strips.rows).map(|at| strips.row(at)).collect(),
        }
    }
}

impl RowStream {
    pub fn new(columns: Vec<ResultColumn>, batches: mpsc::Receiver<Batch>) -> Self {
        Self {
            columns,
            batches,
            ended: None,
        }
    }
    /// The next batch, or `None` at the end; then [`Self::end`] says which end.
    pub async fn next(&mut self) -> Option<Vec<Row>> {
        self.next_lot().await.map(Lot::into_rows)
    }
    /// The same, for a reader who takes rows as well as columns.
    pub async fn next_lot(&mut self) -> Option<Lot> {
        if self.ended.is_some() {
            return None;
        }
        match self.batches.recv().await {
            Some(Batch::Rows(rows)) => Some(Lot::Rows(rows)),
            Some(Batch::Strips(strips)) => Some(Lot::Strips(strips)),
            Some(Batch::End(end)) => {
                self.ended = Some(end);
                None
            }
            None => {
                self.ended = Some(End::Cut(Truncation::Cancelled));
                None
            }
        }
    }
    /// How it ended; `Cut(Cancelled)` before the end was reached.
    pub fn end(&self) -> End {
        self.ended.clone().unwrap_or(End::Cut(Truncation::Cancelled))
    }
    /// All rows within the query's limits. A failure in the middle is the query's finding.
    pub async fn collect(mut self) -> std::result::Result<ResultSet, Finding> {
        let mut rows = Vec::new();
        while let Some(mut batch) = self.next().await {
            rows.append(&mut batch);
        }
        let truncated = match self.end() {
            End::Complete => None,
            End::Cut(why) => Some(why),
            End::Failed(finding) => return Err(finding),
        };
        Ok(ResultSet {
            columns: self.columns,
            rows,
            truncated,
        })
    }
}

/// One open, read-only database. Read-only several times over: see the drivers.
#[async_trait]
pub trait Database: Send + Sync {
    fn dialect(&self) -> Dialect;
    /// Everything there is to ask about, system tables left out.
    async fn describe(&self) -> Result<Catalog>;
    /// A string that changes when the data or the schema may have changed (file identity, size, time of change).
    async fn fingerprint(&self) -> Result<String>;
    /// The same for single tables, by their names in the catalog; a table that is left out is only told by `fingerprint`.
    async fn table_prints(&self) -> Result<BTreeMap<String, String>> {
        Ok(BTreeMap::new())
    }
    /// Runs one query. Refuses, as a finding with code `not_read_only`, whatever `askwell-sql`'s guard refuses.
    /// Returns once the first row or the end is known; cancelling stops the engine itself.
    async fn query(&self, sql: &str, limits: Limits, cancel: &Cancel) -> Ran<RowStream>;
    /// The same for a reader of millions of rows: they come in columns where the driver has them so.
    async fn scan(&self, sql: &str, limits: Limits, cancel: &Cancel) -> Ran<RowStream> {
        self.query(sql, limits, cancel).await
    }
    /// The engine's plan without running the query.
    async fn explain(&self, sql: &str, cancel: &Cancel) -> Ran<Explain>;
    /// The plan with rows and times, from running the query, where the engine measures them; else as `explain`.
    async fn measure(&self, sql: &str, _limits: Limits, cancel: &Cancel) -> Ran<Explain> {
        self.explain(sql, cancel).await
    }
    /// What this login or this user could do to the database if Askwell let them.
    async fn powers(&self) -> Result<Powers>;
    /// Tries the walls around the process in which queries run, from inside it. No attempt: there is no such process.
    async fn try_walls(&self) -> Result<Walls> {
        Ok(Walls::default())
    }
}

/// Finds and opens databases.
#[async_trait]
pub trait Connector: Send + Sync {
    /// Reads an address: `sqlite:PATH`, `duckdb:PATH`, `files:PATH;PATH`, `postgres://...`, or the bare path of a file
    /// or folder, which says itself what it is.
    async fn understand(&self, address: &str) -> Result<Understood>;
    /// The address of a place, without any secret; `understand` reads it back.
    fn address(&self, place: &Place) -> String;
    async fn open(&self, target: &Target, secrets: &Secrets) -> Result<std::sync::Arc<dyn Database>>;
    /// Opens an address as a command line gives it, its password included.
    async fn open_address(&self, address: &str) -> Result<std::sync::Arc<dyn Database>> {
        let understood = self.understand(address).await?;
        let secrets = Secrets {
            database: understood.password,
            tunnel: None,
        };
        self.open(&understood.place.into(), &secrets).await
    }
    /// Opens step by step and closes again. Ends at the first step that fails; true: all passed.
    async fn test(&self, target: &Target, secrets: &Secrets, on_step: &(dyn Fn(Step) + Send + Sync)) -> bool;
    /// Where made-up databases are made.
    fn lab(&self) -> Result<std::sync::Arc<dyn Lab>> {
        Err(Problem::internal("this world makes no databases of its own"))
    }
}

/// Where passwords are kept between starts. Blocking: call it from a worker thread. A secret is in no error it gives.
pub trait Vault: Send + Sync {
    fn keychain(&self) -> Keychain;
    /// Into the operating system's keychain.
    fn save(&self, key: &str, secret: &Secret) -> Result<()>;
    fn load(&self, key: &str) -> Result<Option<Secret>>;
    fn remove(&self, key: &str) -> Result<()>;
    /// Encrypts under a passphrase, for the workspace.
    fn seal(&self, secret: &Secret, passphrase: &Secret) -> Result<Vec<u8>>;
    /// `Denied`: the passphrase is not the one it was sealed under.
    fn unseal(&self, sealed: &[u8], passphrase: &Secret) -> Result<Secret>;
}

/// Sentence vectors, computed on this machine.
pub trait Embedder: Send + Sync {
    /// One unit vector (384 dimensions) a text, in order. Blocking: call it from a worker thread.
    fn embed(&self, texts: &[String]) -> Result<Vec<Vec<f32>>>;
}

/// The one door to every language model: ledger > cache > cost > retry > breaker > rate limit > provider.
#[async_trait]
pub trait Llm: Send + Sync {
    /// One call. Written to the ledger before it is sent. A failure is data: whoever asks goes on without the model.
    async fn complete(&self, request: Request, cancel: &Cancel) -> std::result::Result<Reply, Failure>;
    /// US dollars for that many tokens; nothing for a model that runs on this computer. `None`: no price is known.
    fn price(&self, to: &ModelRef, usage: Usage) -> Option<f64>;
    /// Host and port, or `this computer`, and whether that is another machine.
    fn destination(&self, to: &ModelRef) -> (String, bool);
    /// How much this model takes in, and what it can be held to. It waits for no server longer than a moment.
    async fn abilities(&self, _to: &ModelRef) -> Abilities {
        Abilities::ASSUMED
    }
}

/// Everything about models that is not a call: settings, keys, discovery, the ledger.
#[async_trait]
pub trait Models: Send + Sync {
    /// Takes effect for the next call. Keys are in the vault, not here.
    fn set(&self, settings: &ModelSettings, keys: BTreeMap<String, crate::connect::Secret>) -> Result<()>;
    /// The door, as it is set when a call is made. It lets no prompt through that holds more than `allowed`.
    fn llm(&self, allowed: Privacy) -> std::sync::Arc<dyn Llm>;
    /// Which models a provider offers.
    async fn list(&self, provider: &Provider, key: Option<&Secret>) -> std::result::Result<Vec<ModelInfo>, Failure>;
    /// Tries a provider step by step and ends at the first that fails; true: all passed.
    async fn probe(
        &self,
        provider: &Provider,
        key: Option<&Secret>,
        model: &str,
        on_probe: &(dyn Fn(Probe) + Send + Sync),
    ) -> bool;
    /// Model files in the usual folders, and servers that listen on this computer.
    async fn find(&self) -> Vec<FoundModel>;
    /// A page of the ledger, newest first: entries that hold `search` anywhere (all, where it is empty), those of one
    /// connection or all.
    fn ledger(&self, search: &str, connection: Option<&str>, offset: u64, limit: u32) -> Result<LedgerPage>;
    /// The whole ledger, oldest first, an entry a call.
    fn each_entry(&self, take: &mut dyn FnMut(&LedgerEntry) -> Result<()>) -> Result<()>;
    fn spend(&self) -> Result<Spend>;
    /// Where model files come from; `None`: this world fetches none.
    fn hub(&self) -> Option<std::sync::Arc<dyn Hub>> {
        None
    }
}

/// Model files from elsewhere, and what this computer is to them. In airplane mode nothing is fetched.
#[async_trait]
pub trait Hub: Send + Sync {
    /// The address to begin with.
    fn address(&self) -> String;
    /// The folder to begin with; empty: this system names none.
    fn folder(&self) -> String;
    /// An address as it can be used, or why it cannot.
    fn checked(&self, address: &str) -> Result<String>;
    /// A folder as it can be used, or why it cannot.
    fn placed(&self, folder: &str) -> Result<String>;
    /// Blocking.
    fn machine(&self, folder: &str) -> Machine;
    /// The size of a file that is there. Blocking.
    fn size(&self, path: &str) -> Option<u64>;
    /// Bytes a second that all processors together read from memory, after `milliseconds` of reading. Blocking.
    fn measure(&self, milliseconds: u64, cancel: &Cancel) -> Result<u64>;
    /// Asks the hub for size and sum, then fetches; each request is in the ledger first. What came is kept when it
    /// ends early, and goes on from there the next time; what is not of the sum is not kept.
    async fn fetch(
        &self,
        from: &str,
        into: &str,
        wanted: &Wanted,
        on_progress: &(dyn Fn(Fetching) + Send + Sync),
        cancel: &Cancel,
    ) -> Result<FetchedModel>;
}

/// Where runs, profiles and saved connections are kept between starts. `room` is a kind of thing
/// (`runs`, `knowledge`, `connections`), `key` a name within it; both `[a-zA-Z0-9_.-]+`.
pub trait Workspace: Send + Sync {
    fn load(&self, room: &str, key: &str) -> Result<Option<Vec<u8>>>;
    /// Whole or not at all: a kill in the middle leaves the old content.
    fn save(&self, room: &str, key: &str, bytes: &[u8]) -> Result<()>;
    /// Adds a line to a log in one write.
    fn append(&self, room: &str, key: &str, line: &[u8]) -> Result<()>;
    /// The same, and it returns only once the line outlasts a power cut.
    fn append_lasting(&self, room: &str, key: &str, line: &[u8]) -> Result<()> {
        self.append(room, key, line)
    }
    /// Keys of a room, newest first.
    fn list(&self, room: &str) -> Result<Vec<String>>;
    fn remove(&self, room: &str, key: &str) -> Result<()>;
    /// How many bytes are kept under a key; a workspace that can tells it without reading them.
    fn length(&self, room: &str, key: &str) -> Result<Option<u64>> {
        Ok(self.load(room, key)?.map(|kept| kept.len() as u64))
    }
    /// The folder, for people; empty where it is none.
    fn place(&self) -> String {
        String::new()
    }
    /// Bytes of a room.
    fn size(&self, room: &str) -> Result<u64> {
        let mut bytes = 0;
        for key in self.list(room)? {
            bytes += self.load(room, &key)?.map_or(0, |kept| kept.len() as u64);
        }
        Ok(bytes)
    }
    /// Removes these rooms with all that is in them; nothing is written from then on, so that no work under way brings a part of
    /// them back. `Locked`, and nothing is removed, while another program has the workspace open.
    fn clear(&self, rooms: &[&str]) -> Result<()> {
        for room in rooms {
            for key in self.list(room)? {
                self.remove(room, &key)?;
            }
        }
        Ok(())
    }
}

/// Time, as the engine may know it (law 6).
pub trait Clock: Send + Sync {
    /// Milliseconds since 1970-01-01 UTC.
    fn now(&self) -> u64;
    /// Milliseconds since some fixed point, for durations; fractions kept.
    fn ticks(&self) -> f64;
}

/// Where an export goes. `finish` makes it visible under its name; dropped before, nothing is left behind.
pub trait Sink: Send {
    fn write(&mut self, bytes: &[u8]) -> Result<()>;
    fn finish(self: Box<Self>) -> Result<()>;
}

/// Files of typed cells.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TableFile {
    Excel,
    Parquet,
}

/// What a file of typed cells came to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Written {
    pub bytes: u64,
    /// What it could not hold, in words.
    pub notes: Vec<String>,
}

/// A file of typed cells, written row by row in little memory. As a [`Sink`], it is visible only once finished.
pub trait TableSink: Send {
    fn rows(&mut self, rows: &[Row]) -> Result<()>;
    /// `about`: where the rows came from, as names and values; a form that has no place for it leaves it out.
    fn finish(self: Box<Self>, about: &[(String, String)], cancel: &Cancel) -> Result<Written>;
}

/// Opens sinks by path. A world without typed files or a desktop refuses these.
pub trait Files: Send + Sync {
    fn create(&self, path: &str) -> Result<Box<dyn Sink>>;
    /// A small file that the person chose, whole. Blocking.
    fn read(&self, _path: &str) -> Result<Vec<u8>> {
        Err(Problem::internal("this world reads no files"))
    }
    fn table(&self, _path: &str, _kind: TableFile, _columns: &[ResultColumn]) -> Result<Box<dyn TableSink>> {
        Err(Problem::internal("this world writes no typed files"))
    }
    /// Hands a file to the program that the person has for it, or to the one that shows folders.
    fn show(&self, _path: &str, _how: Show) -> Result<()> {
        Err(Problem::internal("this world has no desktop"))
    }
}

//! The conformance suite: what every engine behind the port has to do. Each claim runs once an engine.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::print_stderr)]

use std::path::PathBuf;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::Arc;

use askwell_contract::connect::Server;
use askwell_contract::ports::{Cancel, Database, End};
use askwell_contract::run::Finding;
use askwell_contract::{Cell, Dialect, Limits, ResultSet};

use super::*;
use crate::create::{create_duckdb, create_sqlite};

mod cluster;
mod describe;
mod functions;
mod fuzz;
mod grid;
mod limits;
mod locks;
mod opening;
mod oracles;
mod postgres;
mod values;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Engine {
    Sqlite,
    Duckdb,
    Postgres,
}

/// A database of the test's own, which goes away with it: a file in a folder, or a database of the test server.
pub struct Sample {
    pub engine: Engine,
    pub dir: tempfile::TempDir,
    /// Of a file.
    pub path: PathBuf,
    pub place: Place,
    /// What the catalog is to call it.
    pub name: String,
}

impl Engine {
    /// The one of the three that is for this engine.
    pub fn pick<T>(self, sqlite: T, duckdb: T, postgres: T) -> T {
        match self {
            Self::Sqlite => sqlite,
            Self::Duckdb => duckdb,
            Self::Postgres => postgres,
        }
    }

    pub fn dialect(self) -> Dialect {
        self.pick(Dialect::Sqlite, Dialect::Duckdb, Dialect::Postgres)
    }

    pub fn sample(self, sql: &str) -> Sample {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join(self.pick("my data.sqlite", "my data.duckdb", ""));
        let as_text = path.to_string_lossy().into_owned();
        let mut sql = std::iter::once(sql.to_string());
        let mut name = "my data".to_string();
        let place = match self {
            Self::Sqlite => {
                create_sqlite(&path, &mut sql).unwrap();
                Place::Sqlite { path: as_text }
            }
            Self::Duckdb => {
                create_duckdb(&path, &mut sql).unwrap();
                Place::Duckdb { path: as_text }
            }
            Self::Postgres => {
                static NEXT: AtomicU32 = AtomicU32::new(0);
                let number = NEXT.fetch_add(1, Ordering::SeqCst);
                let port = cluster::cluster().expect("a server").port;
                name = format!("my data {}.{number}", std::process::id());
                let create = format!("CREATE DATABASE \"{name}\"");
                execute(&cluster::address(port, cluster::USER, "postgres"), &create);
                let url = cluster::address(port, cluster::USER, &name);
                execute(&url, &sql.next().unwrap());
                address::read(&url).unwrap().place
            }
        };
        Sample {
            engine: self,
            dir,
            path,
            place,
            name,
        }
    }
}

/// Anything at all, on a connection of the test's own.
pub fn execute(url: &str, sql: &str) {
    spoken_to(url, async |client| client.batch_execute(sql).await.unwrap());
}

/// The only value of the only row, as text.
pub fn value_of(url: &str, sql: &str) -> String {
    spoken_to(url, async |client| {
        let rows = client.simple_query(sql).await.unwrap();
        let row = rows.iter().find_map(|message| match message {
            tokio_postgres::SimpleQueryMessage::Row(row) => Some(row),
            _ => None,
        });
        row.and_then(|row| row.get(0)).unwrap_or_default().to_string()
    })
}

fn spoken_to<T: Send>(url: &str, work: impl AsyncFnOnce(tokio_postgres::Client) -> T + Send) -> T {
    let Place::Postgres(server) = address::read(url).unwrap().place else {
        panic!("{url}")
    };
    let runtime = || tokio::runtime::Builder::new_current_thread().enable_all().build();
    // A thread of its own: the test is on a runtime already.
    let talk = || {
        runtime().unwrap().block_on(async {
            let stream = tokio::net::TcpStream::connect((server.host.as_str(), server.port))
                .await
                .unwrap();
            let mut config = tokio_postgres::Config::new();
            config
                .user(&server.user)
                .dbname(&server.database)
                .ssl_mode(tokio_postgres::config::SslMode::Disable);
            let (client, connection) = config.connect_raw(stream, tokio_postgres::NoTls).await.unwrap();
            tokio::spawn(connection);
            work(client).await
        })
    };
    std::thread::scope(|scope| scope.spawn(talk).join().unwrap())
}

impl Sample {
    pub fn url(&self) -> String {
        address::write(&self.place)
    }

    /// Everything that must stay as it is: the file's bytes and its folder, or all that the database holds.
    pub fn state(&self) -> Vec<u8> {
        if self.engine != Engine::Postgres {
            let mut names: Vec<_> = std::fs::read_dir(self.dir.path())
                .unwrap()
                .map(|entry| entry.unwrap().file_name())
                .collect();
            names.sort();
            return [std::fs::read(&self.path).unwrap(), format!("{names:?}").into_bytes()].concat();
        }
        const ALL: &str = "SELECT md5(string_agg(x, '|' ORDER BY x)) FROM (
            SELECT table_schema || table_name || query_to_xml(format('TABLE %I.%I', table_schema, table_name),
                true, true, '')::text AS x FROM information_schema.tables
            WHERE table_type = 'BASE TABLE' AND table_schema NOT IN ('pg_catalog', 'information_schema')
            UNION ALL SELECT oid || relname || relkind::text || coalesce(relacl::text, '') FROM pg_class
            UNION ALL SELECT oid || proname FROM pg_proc UNION ALL SELECT oid || extname FROM pg_extension
            UNION ALL SELECT 'lo' || oid FROM pg_largeobject_metadata
            UNION ALL SELECT 'role' || rolname || rolsuper::text || coalesce(rolconfig::text, '') FROM pg_roles
            UNION ALL SELECT 'seq' || (SELECT last_value || ' ' || is_called::text FROM public.s)
            UNION ALL SELECT 'prepared' || gid FROM pg_prepared_xacts) AS everything(x)";
        value_of(&self.url(), ALL).into_bytes()
    }

    pub async fn open(&self) -> Arc<dyn Database> {
        Opener.open_address(&self.url()).await.unwrap()
    }

    pub async fn open_with_one_lock(&self) -> Arc<dyn Database> {
        let steps = Steps::silent();
        let target = self.place.clone().into();
        reach(&target, &Secrets::default(), Locks::ConnectionOnly, &steps)
            .await
            .unwrap()
    }
}

impl Drop for Sample {
    fn drop(&mut self) {
        let Place::Postgres(server) = &self.place else { return };
        let drop = format!("DROP DATABASE \"{}\"", server.database);
        let others = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = ";
        let url = cluster::address(server.port, "postgres", "postgres");
        // A test that failed has said why; this must not hide it.
        if !std::thread::panicking() {
            execute(&url, &format!("{others} '{}'", server.database));
            execute(&url, &drop);
        }
    }
}

pub async fn ran(database: &dyn Database, sql: &str) -> ResultSet {
    ask(database, sql)
        .await
        .unwrap_or_else(|finding| panic!("{sql}: {finding:?}"))
}

pub async fn refused(database: &dyn Database, sql: &str) -> Finding {
    match ask(database, sql).await {
        Err(finding) => finding,
        Ok(result) => panic!("{sql}: {result:?}"),
    }
}

pub async fn ask(database: &dyn Database, sql: &str) -> std::result::Result<ResultSet, Finding> {
    match database.query(sql, Limits::ASK, &Cancel::new()).await.unwrap() {
        Ok(stream) => stream.collect().await,
        Err(finding) => Err(finding),
    }
}

pub fn text(text: &str) -> Cell {
    Cell::Text(text.into())
}

/// One test a claim and engine.
macro_rules! every_engine {
    ($($claim:ident)*) => {
        every_file_engine! { $($claim)* }
        mod on_postgres {
            $(#[tokio::test]
            async fn $claim() {
                if super::super::cluster::cluster().is_some() {
                    super::$claim(super::super::Engine::Postgres).await;
                }
            })*
        }
    };
}
use every_engine;

/// For what only a file can be.
macro_rules! every_file_engine {
    ($($claim:ident)*) => {
        mod on_sqlite {
            $(#[tokio::test]
            async fn $claim() { super::$claim(super::super::Engine::Sqlite).await; })*
        }
        mod on_duckdb {
            $(#[tokio::test]
            async fn $claim() { super::$claim(super::super::Engine::Duckdb).await; })*
        }
    };
}
use every_file_engine;

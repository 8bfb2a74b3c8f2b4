//! PostgreSQL 12 to 18. In: a server, a database on it, and a login. Out: a [`Database`].
//!
//! Read-only three times: the connection (every query in a READ ONLY transaction of its own, one statement at a time
//! through the extended protocol, only statements that give rows), the statement (`askwell_sql::guard`, then read as the
//! server reads it, every name looked up, and written anew: see `catalog`), and hard limits (time, rows, bytes; memory
//! and disk as far as the login may set them). Deliberately absent: writing, notifications, COPY, client certificates, and trust in
//! what the login may do.

use std::collections::BTreeMap;
use std::pin::{pin, Pin};
use std::sync::Arc;
use std::time::Duration;

use askwell_contract::connect::{Powers, Secrets, Server, Tunnel};
use askwell_contract::ports::{Cancel, Database, Ran, RowStream};
use askwell_contract::run::{Explain, Finding};
use askwell_contract::{Catalog, Dialect, Limits, Problem, Result};
use async_trait::async_trait;
use futures_util::StreamExt;
use tokio::time::{sleep, timeout};
use tokio_postgres::error::SqlState;
use tokio_postgres::types::ToSql;
use tokio_postgres::{Column, Row, RowStream as Rows};

use self::cells::{Asked, Form, Raw};
use self::dial::Way;
use self::findings::Trouble;
use self::session::{Live, Session};
use self::statement::{asked, begin, Statement, Text};
use super::feed::{feed, Feed, Heading};
use super::steps::Steps;
use super::worker::Pool;
use super::Locks;

pub mod address;
mod catalog;
mod cells;
mod describe;
pub(crate) mod dial;
mod findings;
mod plan;
mod powers;
mod session;
mod statement;
mod tls;

/// Between two requests to stop that did not get through; each time it is doubled.
const INSIST: Duration = Duration::from_millis(20);
/// A server that does not stop for so long is not reached any more; the connection is given up.
const GIVE_UP: Duration = Duration::from_secs(5);
/// For a plan, which nothing is run for; the engine waits no longer for it (seed 001, 5c: 2 s). The server ends what is
/// left of it half a second later (see `session`).
const PLAN_MS: u64 = 2_000;

pub struct Postgres {
    way: Arc<Way>,
    pool: Pool<Session>,
    locks: Locks,
}

// ── open ──────────────────────────────────────────────────────────────────────────────────────────────────────────

/// Step by step, for opening and for "Test".
pub(super) async fn open(
    server: &Server,
    tunnel: Option<&Tunnel>,
    secrets: &Secrets,
    locks: Locks,
    steps: &Steps<'_>,
) -> Result<Postgres> {
    let way = Arc::new(Way::new(server, tunnel, secrets));
    let first = Session::new(way.clone(), session::connect(&way, steps).await?);
    let again = way.clone();
    let pool = Pool::new("postgres", first, move || {
        let live = dial::runtime()?.block_on(session::connect(&again, &Steps::silent()))?;
        Ok(Session::new(again.clone(), live))
    })?;
    Ok(Postgres { way, pool, locks })
}

// ── the port ──────────────────────────────────────────────────────────────────────────────────────────────────────

#[async_trait]
impl Database for Postgres {
    fn dialect(&self) -> Dialect {
        Dialect::Postgres
    }

    async fn describe(&self) -> Result<Catalog> {
        let name = self.way.server.database.clone();
        let read = move |session: &mut Session| again(session, async |live| describe::describe(live, &name).await);
        self.pool.run(read).await?
    }

    async fn fingerprint(&self) -> Result<String> {
        let read = |session: &mut Session| again(session, async |live| describe::fingerprint(live).await);
        self.pool.run(read).await?
    }

    async fn table_prints(&self) -> Result<BTreeMap<String, String>> {
        let read = |session: &mut Session| again(session, async |live| describe::table_prints(live).await);
        self.pool.run(read).await?
    }

    async fn query(&self, sql: &str, limits: Limits, cancel: &Cancel) -> Ran<RowStream> {
        let asked = match asked(sql, self.locks) {
            Ok(asked) => asked,
            Err(finding) => return Ok(Err(finding)),
        };
        let (feed, reply) = feed(limits, cancel);
        self.pool.submit(move |session| query(session, &asked, limits, feed));
        reply.stream(cancel).await
    }

    async fn explain(&self, sql: &str, cancel: &Cancel) -> Ran<Explain> {
        let asked = match asked(sql, self.locks) {
            Ok(asked) => asked,
            Err(finding) => return Ok(Err(finding)),
        };
        if cancel.is_cancelled() {
            return Err(Problem::cancelled());
        }
        self.pool
            .run(move |session| explain(session, &asked, EXPLAIN, PLAN_MS, Cancel::new()))
            .await?
    }

    async fn measure(&self, sql: &str, limits: Limits, cancel: &Cancel) -> Ran<Explain> {
        let asked = match asked(sql, self.locks) {
            Ok(asked) => asked,
            Err(finding) => return Ok(Err(finding)),
        };
        if cancel.is_cancelled() {
            return Err(Problem::cancelled());
        }
        let cancel = cancel.clone();
        self.pool
            .run(move |session| explain(session, &asked, MEASURE, limits.milliseconds, cancel))
            .await?
    }

    async fn powers(&self) -> Result<Powers> {
        let name = self.way.server.database.clone();
        let read = move |session: &mut Session| again(session, async |live| powers::powers(live, &name).await);
        self.pool.run(read).await?
    }
}

// ── query ─────────────────────────────────────────────────────────────────────────────────────────────────────────

fn query(session: &mut Session, asked: &Statement, limits: Limits, mut feed: Feed) {
    let watch = match feed.start(session.interrupt()) {
        Ok(Some(watch)) => watch,
        Ok(None) => return feed.end(Ok(())),
        Err(problem) => return feed.fail(problem),
    };
    let mut text = None;
    let ran = dial::runtime().map_err(Trouble::from).and_then(|runtime| {
        runtime.block_on(async {
            let stop = feed.stopping();
            let ran = once_more(session, stop, async |live| {
                rows(live, asked, &mut text, limits, &mut feed).await
            })
            .await;
            drop(watch);
            if let Ok(()) | Err(Trouble::Engine(_) | Trouble::Refused(_)) = &ran {
                tidy(session).await;
            }
            ran
        })
    });
    let place = |at| text.as_ref().and_then(|text: &Text| text.place(at));
    match ran
        .map(Ok)
        .or_else(|trouble| findings::sort(trouble, &asked.sql, place))
    {
        Ok(Ok(())) => feed.end(Ok(())),
        Ok(Err(finding)) => feed.end(Err(finding)),
        Err(problem) => feed.fail(problem),
    }
}

/// Does the work, and where the connection turns out to be lost before anything came of it, once more on a new one.
/// A server that cannot be made to stop is left alone with its connection.
async fn once_more<T>(
    session: &mut Session,
    stop: Cancel,
    mut work: impl AsyncFnMut(&Live) -> std::result::Result<T, Trouble>,
) -> std::result::Result<T, Trouble> {
    let mut last = false;
    loop {
        let given_up = async {
            stop.cancelled().await;
            sleep(GIVE_UP).await;
        };
        let ran = {
            let live = session.live().await?;
            let mut work = pin!(work(live));
            tokio::select! {
                biased;
                ran = &mut work => ran,
                () = given_up => Err(findings::unreachable().into()),
            }
        };
        match ran {
            Err(trouble) if trouble.is_loss() => {
                session.drop_live();
                if last || stop.is_cancelled() || matches!(trouble, Trouble::World(_)) {
                    return Err(trouble);
                }
                last = true;
            }
            ran => return ran,
        }
    }
}

/// Leaves the connection as if nothing had been asked of it, or leaves the connection.
async fn tidy(session: &mut Session) {
    let clean = match session.live().await {
        Ok(live) => live.end().await,
        Err(_) => return,
    };
    if !clean {
        session.drop_live();
    }
}

async fn rows(
    live: &Live,
    asked: &Statement,
    text: &mut Option<Text>,
    limits: Limits,
    feed: &mut Feed,
) -> std::result::Result<(), Trouble> {
    let sql = &text.insert(begin(live, asked, limits.milliseconds).await?).sql;
    let mut statement = live.client.prepare(sql).await?;
    if let Some(finding) = refused(statement.columns(), statement.params().len()) {
        return Err(finding.into());
    }
    let forms: Vec<Form> = statement
        .columns()
        .iter()
        .map(|column| cells::form(column.type_()))
        .collect();
    feed.columns(headings(statement.columns()));
    if forms.iter().any(|form| matches!(form, Form::Asked(_))) {
        statement = live.client.prepare(&with_text(sql, &forms)).await?;
    }
    let mut rows = pin!(
        live.client
            .query_raw(&statement, std::iter::empty::<&(dyn ToSql + Sync)>())
            .await?
    );
    while let Some(row) = rows.next().await {
        let row = match row {
            Ok(row) => row,
            // What was handed over cannot be taken back, so nothing is asked again.
            Err(error) if !feed.is_untouched() => {
                let trouble = Trouble::from(error);
                return Err(if trouble.is_loss() {
                    findings::lost(trouble).into()
                } else {
                    trouble
                });
            }
            Err(error) => return Err(error.into()),
        };
        if !feed.row(read(&row, &forms)?) {
            stop(live, rows.as_mut()).await;
            break;
        }
    }
    Ok(())
}

fn read(row: &Row, forms: &[Form]) -> std::result::Result<Vec<askwell_contract::Cell>, Trouble> {
    let mut cells = Vec::with_capacity(forms.len());
    for (i, form) in forms.iter().enumerate() {
        let raw: Option<Raw<'_>> = row.try_get(i)?;
        let cell = cells::cell(form, raw).ok_or_else(|| {
            let name = row.columns().get(i).map_or("", Column::name);
            Finding::error(
                "engine",
                format!("A value of the column {name} came in a form that cannot be read."),
            )
        })?;
        cells.push(cell);
    }
    Ok(cells)
}

/// Ends a query of which no further row is wanted. What is on its way already may be all there is, so the server is
/// asked to stop only if more comes.
async fn stop(live: &Live, mut rows: Pin<&mut Rows>) {
    let mut patience = INSIST / 8;
    while patience < GIVE_UP {
        let drained = timeout(patience, async { while let Some(Ok(_)) = rows.next().await {} });
        if drained.await.is_ok() {
            return;
        }
        live.canceller.cancel().await;
        patience *= 2;
    }
}

/// The transaction refuses whatever writes; what gives no columns is no query, and COPY, LOAD and SET are among those.
fn refused(columns: &[Column], parameters: usize) -> Option<Finding> {
    if parameters > 0 {
        return Some(Finding::error("syntax", "The statement waits for a parameter."));
    }
    columns
        .is_empty()
        .then(|| Finding::error("not_read_only", "This is not a query: it gives no columns."))
}

fn headings(columns: &[Column]) -> Vec<Heading> {
    let columns = columns.iter();
    columns
        .map(|column| Heading {
            name: column.name().to_string(),
            kind: Some(cells::kind(column.type_())),
        })
        .collect()
}

/// Columns by number, since a result may name two alike.
fn with_text(sql: &str, forms: &[Form]) -> String {
    let names: Vec<String> = (0..forms.len()).map(|i| format!("c{i}")).collect();
    let columns: Vec<String> = names
        .iter()
        .zip(forms)
        .map(|(name, form)| match form {
            Form::Asked(Asked::Text) => format!("CAST({name} AS pg_catalog.text)"),
            Form::Asked(Asked::Texts) => format!("CAST({name} AS pg_catalog.text[])"),
            Form::Asked(Asked::Number) => format!("CAST({name} AS pg_catalog.numeric)"),
            Form::Asked(Asked::Numbers) => format!("CAST({name} AS pg_catalog.numeric[])"),
            Form::Asked(Asked::Json) => format!("pg_catalog.to_json({name})"),
            _ => name.clone(),
        })
        .collect();
    let sql = sql.trim_end().trim_end_matches(';');
    // The line break ends a comment that the query may end with.
    format!(
        "SELECT {} FROM ({sql}\n) AS t({})",
        columns.join(", "),
        names.join(", ")
    )
}

/// Work of our own on a session, in a transaction like a query's.
fn again<T>(session: &mut Session, work: impl AsyncFn(&Live) -> std::result::Result<T, Trouble>) -> Result<T> {
    dial::runtime()?.block_on(async {
        let ran = once_more(session, Cancel::new(), async |live| work(live).await).await;
        tidy(session).await;
        match ran.map(Ok).or_else(|trouble| findings::sort(trouble, "", |_| None))? {
            Ok(value) => Ok(value),
            Err(finding) => Err(Problem::internal(finding.engine.unwrap_or(finding.message))),
        }
    })
}

// ── explain ───────────────────────────────────────────────────────────────────────────────────────────────────────

const EXPLAIN: &str = "EXPLAIN (FORMAT JSON) ";
/// Runs what was checked, in the same READ ONLY transaction and within its time.
const MEASURE: &str = "EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ";

fn explain(session: &mut Session, asked: &Statement, how: &str, ms: u64, cancel: Cancel) -> Ran<Explain> {
    let mut text = None;
    let plan = dial::runtime()?.block_on(async {
        let plan = once_more(session, cancel, async |live| {
            let sql = &text.insert(begin(live, asked, ms).await?).sql;
            let rows = live.client.query(&format!("{how}{sql}"), &[]).await?;
            let plan: Option<Raw<'_>> = rows.first().map(|row| row.try_get(0)).transpose()?;
            Ok(cells::cell(&Form::Json, plan)
                .map(|cell| cell.to_string())
                .unwrap_or_default())
        });
        let plan = plan.await;
        tidy(session).await;
        plan
    });
    let place = |at: u32| {
        let at = at.checked_sub(how.len() as u32)?;
        text.as_ref().and_then(|text: &Text| text.place(at))
    };
    match plan {
        Ok(json) => plan::tree(&json).map(Ok),
        Err(trouble) => Ok(findings::sort(trouble, &asked.sql, place)?.map_err(stopped)),
    }
}

/// A plan that the server stopped says nothing about the query: it was our limit, the login's own or the administrator.
fn stopped(finding: Finding) -> Finding {
    if finding.engine_code.as_deref() != Some(SqlState::QUERY_CANCELED.code()) {
        return finding;
    }
    Finding {
        code: "timeout".into(),
        message: "The server stopped planning the query.".into(),
        ..finding
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_plan_that_the_server_stopped_took_too_long_and_is_no_fault_of_the_query() {
        let said = |code: &str, state: &str| Finding {
            engine_code: Some(state.into()),
            ..Finding::error(code, "The server's words.")
        };
        assert_eq!(stopped(said("cancelled", "57014")).code, "timeout");
        let unknown = said("unknown_column", "42703");
        assert_eq!(stopped(unknown.clone()), unknown);
    }
}

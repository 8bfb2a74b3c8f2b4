//! One logged-in connection that can only read. In: the way to a server. Out: a session whose every query begins in a
//! new READ ONLY transaction and leaves nothing behind. Deliberately absent: what is asked of it.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use askwell_contract::connect::{StepKind, TlsMode};
use askwell_contract::{Problem, Result};
use tokio::io::AsyncReadExt;
use tokio::time::timeout;
use tokio_postgres::config::SslMode;
use tokio_postgres::error::SqlState;
use tokio_postgres::{CancelToken, Client, Config, Error, NoTls};

use super::super::steps::Steps;
use super::catalog::Memory;
use super::dial::{self, on_network, Route, Way, Wire, PATIENCE};
use super::findings::{self, Trouble};

/// How long a query may wait for another program that holds a table locked.
const LOCK_MS: u32 = 5_000;
/// A transaction that Askwell left open, which only a defect or a lost network could do, ends itself.
const IDLE_MS: u32 = 60_000;
/// For the few statements around a query, which do nothing that takes time.
const AROUND: Duration = Duration::from_secs(10);
/// What sorting and joining may leave on the server's disk.
const DISK_KB: i64 = 4 << 20;
/// What one step of a query may take before it goes to the disk; the server's own default is 4 MB.
const STEP_KB: i64 = 256 << 10;
/// `statement_timeout` is a 32-bit number of milliseconds; 0 means none.
const LONGEST_MS: u64 = i32::MAX as u64;

/// A connection, made again when it was lost.
pub struct Session {
    pub way: Arc<Way>,
    live: Option<Live>,
    /// Whom to stop: shared with the watch over a running query.
    current: Arc<Mutex<Option<Canceller>>>,
}

pub struct Live {
    pub client: Client,
    pub canceller: Canceller,
    pub version: String,
    /// The server's own limit, which is kept where it is the shorter one.
    own_limit: u64,
    /// What `options` would have set, where a pooler between takes no options.
    settings: Option<String>,
    /// Where this login's names are looked for, in that order.
    pub schemas: Vec<String>,
    /// What was looked up for statements.
    pub memory: Memory,
    /// Limits that this login may set for itself.
    bounds: String,
    /// Ours or the administrator's.
    pub disk_is_bounded: bool,
}

impl Session {
    pub fn new(way: Arc<Way>, live: Live) -> Self {
        let current = Arc::new(Mutex::new(Some(live.canceller.clone())));
        Self {
            way,
            live: Some(live),
            current,
        }
    }

    /// The connection, made again where the old one is gone.
    pub async fn live(&mut self) -> Result<&Live> {
        if self.live.as_ref().is_none_or(|live| live.client.is_closed()) {
            self.live = None;
            let live = connect(&self.way, &Steps::silent())
                .await
                .map_err(findings::lost_for_good)?;
            *self.current.lock().unwrap_or_else(PoisonError::into_inner) = Some(live.canceller.clone());
            self.live = Some(live);
        }
        self.live
            .as_ref()
            .ok_or_else(|| Problem::internal("a session without a connection"))
    }

    /// Throws the connection away; the next query makes a new one.
    pub fn drop_live(&mut self) {
        self.live = None;
    }

    /// Stops what the session is doing, from any thread.
    pub fn interrupt(&self) -> impl Fn() + Send + 'static {
        let current = self.current.clone();
        move || {
            let canceller = current.lock().unwrap_or_else(PoisonError::into_inner).clone();
            if let (Some(canceller), Ok(runtime)) = (canceller, dial::runtime()) {
                runtime.block_on(canceller.cancel());
            }
        }
    }
}

// ── one query ─────────────────────────────────────────────────────────────────────────────────────────────────────

impl Live {
    /// A transaction that cannot write. The last statement takes its snapshot, after which PostgreSQL refuses to make
    /// it a writing one. `path`: where functions, operators and types without a schema are looked for; `None`: where this
    /// login looks for them.
    pub async fn begin(&self, milliseconds: u64, path: Option<&str>) -> std::result::Result<(), Error> {
        let own = if self.own_limit == 0 { u64::MAX } else { self.own_limit };
        // The watch stops the query first and knows why; this is for when the watch cannot reach the server.
        let limit = milliseconds.saturating_add(500).min(own);
        let limit = if limit > LONGEST_MS { 0 } else { limit };
        let path = path
            .map(|path| format!("SET LOCAL search_path = {path}; "))
            .unwrap_or_default();
        let begin = format!(
            "BEGIN TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY; SET LOCAL statement_timeout = {limit}; \
             SET LOCAL lock_timeout = {LOCK_MS}; SET LOCAL idle_in_transaction_session_timeout = {IDLE_MS}; \
             SET LOCAL standard_conforming_strings = on; {}{path}SELECT 1",
            self.bounds
        );
        self.client.batch_execute(&begin).await
    }

    /// Ends the transaction and whatever a query may have left on the connection. False: it is of no further use.
    pub async fn end(&self) -> bool {
        let again = self.settings.as_deref().unwrap_or_default();
        let end = format!(
            "ROLLBACK; RESET SESSION AUTHORIZATION; RESET ALL; CLOSE ALL; UNLISTEN *; \
             SELECT pg_catalog.pg_advisory_unlock_all(); DISCARD TEMP; DISCARD SEQUENCES; {again}"
        );
        matches!(timeout(AROUND, self.client.batch_execute(&end)).await, Ok(Ok(())))
    }
}

/// Asks the server to stop what a connection is doing.
#[derive(Clone)]
pub struct Canceller {
    way: Arc<Way>,
    route: Route,
    encrypted: bool,
    token: CancelToken,
}

impl Canceller {
    /// Ends when the server has passed the request on, so that it cannot hit a later query. A request that does not
    /// get through is made again by whoever waits for the end.
    pub async fn cancel(&self) {
        const ENOUGH: Duration = Duration::from_secs(2);
        let _ = timeout(ENOUGH, async {
            let mut wire = dial::socket(&self.way, &self.route).await.ok()?;
            if self.encrypted {
                wire = dial::encrypted(&self.way, wire, &self.route).await.ok()?.0;
            }
            self.token.cancel_query_raw(&mut wire, NoTls).await.ok()?;
            // The server closes the connection once it has sent the signal.
            wire.read(&mut [0; 1]).await.ok()
        })
        .await;
    }
}

// ── login ─────────────────────────────────────────────────────────────────────────────────────────────────────────

/// All the way to a session, each step told.
pub async fn connect(way: &Arc<Way>, steps: &Steps<'_>) -> Result<Live> {
    let here = || way.clone();
    if let Some(tunnel) = &way.tunnel {
        let log_in = |way: Arc<Way>| on_network(async move { way.session().await.map(|_| ()) });
        let as_whom = |_: &()| format!("as {} on {}", tunnel.user, tunnel.host);
        steps.take(StepKind::Tunnel, log_in(here()), as_whom).await?;
    }
    let find = |way: Arc<Way>| on_network(async move { dial::routes(&way).await });
    let routes = if way.has_name() {
        steps
            .take(StepKind::Name, find(here()), |routes| addresses(routes))
            .await?
    } else {
        find(here()).await?
    };
    let open = |way: Arc<Way>| on_network(async move { dial::open(&way, &routes).await });
    let (wire, route) = steps
        .take(StepKind::Port, open(here()), |(_, route)| listening(way, route))
        .await?;
    let (wire, version) = if way.may_encrypt() {
        let (way, route) = (here(), route.clone());
        let secure = on_network(async move { dial::encrypted(&way, wire, &route).await });
        let found = |(_, version): &(Wire, Option<String>)| {
            version
                .clone()
                .unwrap_or_else(|| "not encrypted: the server offers none".into())
        };
        steps.take(StepKind::Tls, secure, found).await?
    } else {
        (wire, None)
    };
    let login = {
        let (way, route) = (here(), route.clone());
        on_network(async move { log_in(&way, wire, &route, version.is_some()).await })
    };
    let user = |_: &_| format!("as {}", way.server.user);
    let opened = steps.take(StepKind::Login, login, user).await?;
    let about = |live: &Live| format!("{} on {}", way.server.database, live.version);
    steps.take(StepKind::Database, async { opened }, about).await
}

/// Outside: the login itself. Inside: the database, which the server looks for only after that.
async fn log_in(way: &Arc<Way>, wire: Wire, route: &Route, encrypted: bool) -> Result<Result<Live>> {
    let mut attempt = attempt(way, wire, route, encrypted).await;
    // A server that lets this login in only unencrypted; libpq tries that, too.
    let only_plain = encrypted && way.server.tls == TlsMode::Prefer;
    if only_plain
        && attempt
            .as_ref()
            .is_err_and(|e| e.code() == Some(&SqlState::INVALID_AUTHORIZATION_SPECIFICATION))
    {
        if let Ok(live) = self::attempt(way, dial::socket(way, route).await?, route, false).await {
            attempt = Ok(live);
        }
    }
    match attempt {
        Err(trouble) if trouble.code() == Some(&SqlState::INVALID_CATALOG_NAME) => Ok(Err(findings::no_such_database(
            way,
            &others(way, route, encrypted).await,
        ))),
        Err(trouble) => Err(findings::login(trouble, way)),
        Ok(live) => Ok(Ok(live)),
    }
}

async fn attempt(way: &Arc<Way>, wire: Wire, route: &Route, encrypted: bool) -> std::result::Result<Live, Trouble> {
    let database = way.server.database.as_str();
    match raw(way, wire, database, true).await {
        Err(trouble) if trouble.refuses_options() => {
            let wire = again(way, route, encrypted).await?;
            let (client, token) = raw(way, wire, database, false).await?;
            first(way, route, encrypted, client, token, Some(set(way))).await
        }
        Err(trouble) => Err(trouble),
        Ok((client, token)) => first(way, route, encrypted, client, token, None).await,
    }
}

async fn again(way: &Way, route: &Route, encrypted: bool) -> Result<Wire> {
    let wire = dial::socket(way, route).await?;
    if encrypted {
        return Ok(dial::encrypted(way, wire, route).await?.0);
    }
    Ok(wire)
}

type Connected = std::result::Result<(Client, CancelToken), Trouble>;

async fn raw(way: &Way, wire: Wire, database: &str, options: bool) -> Connected {
    let mut config = Config::new();
    config
        .user(&way.server.user)
        .dbname(database)
        .application_name("Askwell")
        // The stream is encrypted already, where it is to be.
        .ssl_mode(SslMode::Disable);
    if options {
        config.options(self::options(way));
    }
    if let Some(password) = &way.secrets.database {
        config.password(password.expose());
    }
    let (client, connection) = match timeout(PATIENCE, config.connect_raw(wire, NoTls)).await {
        Ok(connected) => connected?,
        Err(_) => return Err(findings::slow_login(way).into()),
    };
    tokio::spawn(connection);
    let token = client.cancel_token();
    Ok((client, token))
}

/// What is to be known of a new connection, asked once.
async fn first(
    way: &Arc<Way>,
    route: &Route,
    encrypted: bool,
    client: Client,
    token: CancelToken,
    settings: Option<String>,
) -> std::result::Result<Live, Trouble> {
    if let Some(settings) = &settings {
        client.batch_execute(settings).await?;
    }
    let facts = client
        .query_one(
            "SELECT pg_catalog.current_setting('server_version'), s.setting::bigint, \
             pg_catalog.current_schemas(true)::text[], pg_catalog.current_setting('is_superuser') = 'on', \
             t.setting::bigint, w.setting::bigint FROM pg_catalog.pg_settings s, pg_catalog.pg_settings t, \
             pg_catalog.pg_settings w WHERE s.name = 'statement_timeout' AND t.name = 'temp_file_limit' \
             AND w.name = 'work_mem'",
            &[],
        )
        .await?;
    let version: String = facts.try_get(0)?;
    let own_limit: i64 = facts.try_get(1)?;
    let (superuser, disk): (bool, i64) = (facts.try_get(3)?, facts.try_get(4)?);
    let number = version.split_whitespace().next().unwrap_or_default();
    Ok(Live {
        client,
        canceller: Canceller {
            way: way.clone(),
            route: route.clone(),
            encrypted,
            token,
        },
        version: format!("PostgreSQL {number}"),
        own_limit: u64::try_from(own_limit).unwrap_or_default(),
        settings,
        schemas: facts.try_get(2)?,
        memory: Memory::default(),
        bounds: bounds(superuser, disk, facts.try_get(5)?),
        disk_is_bounded: superuser || disk >= 0,
    })
}

/// Limits of memory and disk that this login may set. Both in kilobytes, as the server tells them; -1 is none.
fn bounds(superuser: bool, disk: i64, memory: i64) -> String {
    let mut bounds = String::new();
    // Only a superuser may set how much of the disk a query may fill.
    if superuser && !(0..=DISK_KB).contains(&disk) {
        bounds.push_str(&format!("SET LOCAL temp_file_limit = {DISK_KB}; "));
    }
    if memory > STEP_KB {
        bounds.push_str(&format!("SET LOCAL work_mem = {STEP_KB}; "));
    }
    bounds
}

/// Databases that this login could open instead; none where that cannot be asked.
async fn others(way: &Arc<Way>, route: &Route, encrypted: bool) -> Vec<String> {
    const LIST: &str = "SELECT datname FROM pg_catalog.pg_database WHERE datallowconn AND NOT datistemplate \
        AND pg_catalog.has_database_privilege(oid, 'CONNECT') ORDER BY datname LIMIT 12";
    let listed = async {
        let wire = again(way, route, encrypted).await.ok()?;
        let (client, _) = raw(way, wire, "postgres", true).await.ok()?;
        let rows = client.query(LIST, &[]).await.ok()?;
        Some(rows.iter().filter_map(|row| row.try_get(0).ok()).collect())
    };
    timeout(PATIENCE, listed).await.ok().flatten().unwrap_or_default()
}

// ── settings ──────────────────────────────────────────────────────────────────────────────────────────────────────

/// For the whole connection, from its first moment. Zone and styles: the same answer on every machine (law 6).
fn settings(way: &Way) -> Vec<(&'static str, String)> {
    let mut settings = vec![
        ("default_transaction_read_only", "on".to_string()),
        ("TimeZone", "UTC".into()),
        ("DateStyle", "ISO".into()),
        ("IntervalStyle", "postgres".into()),
        ("idle_in_transaction_session_timeout", IDLE_MS.to_string()),
        ("client_min_messages", "error".into()),
        ("standard_conforming_strings", "on".into()),
    ];
    if let Some(schema) = &way.server.schema {
        let schema = schema.replace('"', "\"\"");
        settings.push(("search_path", format!("\"{schema}\", \"$user\", public")));
    }
    settings
}

/// As the start of a connection takes them; blanks and backslashes are escaped there.
fn options(way: &Way) -> String {
    let escaped = |value: String| value.replace('\\', "\\\\").replace(' ', "\\ ");
    let settings = settings(way).into_iter();
    let parts: Vec<String> = settings
        .map(|(name, value)| format!("-c {name}={}", escaped(value)))
        .collect();
    parts.join(" ")
}

fn set(way: &Way) -> String {
    let settings = settings(way).into_iter();
    let parts = settings.map(|(name, value)| match name {
        "search_path" => format!("SET search_path = {value}"),
        _ => format!("SET {name} = '{}'", value.replace('\'', "''")),
    });
    parts.collect::<Vec<_>>().join("; ")
}

fn addresses(routes: &[Route]) -> String {
    let mut found = routes.iter().filter_map(|route| match route {
        Route::Tcp(address) => Some(address.ip().to_string()),
        _ => None,
    });
    let first = found.next().unwrap_or_default();
    match found.count() {
        0 => first,
        more => format!("{first} and {more} more"),
    }
}

fn listening(way: &Way, route: &Route) -> String {
    match route {
        Route::Tcp(address) => address.to_string(),
        Route::Unix(path) => path.display().to_string(),
        Route::Tunnel => format!("{}:{}, through the tunnel", way.server.host, way.server.port),
    }
}

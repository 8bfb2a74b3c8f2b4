//! The way to a PostgreSQL server, up to the point where it can be spoken to. In: host, port, tunnel, TLS mode. Out: a
//! stream of bytes, encrypted as asked. Deliberately absent: logging in, and what travels on the stream.
//!
//! Every connection is made here, also the short one that asks the server to stop a query, so that all of them take
//! the same way. All of it runs on threads of its own: a stream stays alive while nobody waits for it.

use std::future::Future;
use std::net::{IpAddr, SocketAddr};
use std::path::PathBuf;
use std::sync::LazyLock;
use std::time::Duration;

use askwell_contract::connect::{Secrets, Server, TlsMode, Tunnel};
use askwell_contract::{Problem, ProblemCode, Result};
use socket2::{SockRef, TcpKeepalive};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::runtime::Runtime;
use tokio::time::timeout;

use super::tls::{self, Trust};
use crate::tunnel::{self, BoxedStream};

/// For each wait of a connection: a name, an answer, a handshake, a login.
pub const PATIENCE: Duration = Duration::from_secs(10);
/// A server or a network that went away is noticed after about a minute also while nothing is asked of it.
const KEEPALIVE: Duration = Duration::from_secs(30);

pub type Wire = BoxedStream;

/// Where a server is, and what is needed to get there.
pub struct Way {
    pub server: Server,
    pub tunnel: Option<Tunnel>,
    pub secrets: Secrets,
    trust: tokio::sync::OnceCell<Trust>,
    /// One login on the SSH server for all connections to the database.
    session: tokio::sync::OnceCell<tunnel::Session>,
}

/// The end that a stream is dialled to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Route {
    Tcp(SocketAddr),
    Unix(PathBuf),
    /// The SSH server finds the host.
    Tunnel,
}

impl Way {
    pub fn new(server: &Server, tunnel: Option<&Tunnel>, secrets: &Secrets) -> Self {
        Self {
            server: server.clone(),
            tunnel: tunnel.cloned(),
            secrets: secrets.clone(),
            trust: tokio::sync::OnceCell::new(),
            session: tokio::sync::OnceCell::new(),
        }
    }

    /// Whether there is a name to be looked up: not for an address, a socket, or what only the tunnel's end can see.
    pub fn has_name(&self) -> bool {
        self.tunnel.is_none() && !self.is_socket() && self.server.host.parse::<IpAddr>().is_err()
    }

    /// As libpq: a path is the folder of a Unix socket. It has no encryption and needs none.
    pub fn is_socket(&self) -> bool {
        self.server.host.starts_with('/') && self.tunnel.is_none()
    }

    pub fn may_encrypt(&self) -> bool {
        self.server.tls != TlsMode::Disable && !self.is_socket()
    }

    /// The session on the SSH server, opened by the first who needs it. The problem is the person's to read.
    pub async fn session(&self) -> Result<&tunnel::Session> {
        let tunnel = self.tunnel.as_ref();
        let tunnel = tunnel.ok_or_else(|| Problem::internal("a route through a tunnel that is not there"))?;
        self.session
            .get_or_try_init(|| tunnel::open(tunnel, self.secrets.tunnel.as_ref()))
            .await
    }

    /// Authorities are read once, when the first connection is made.
    async fn trust(&self) -> Result<&Trust> {
        let server = self.server.clone();
        self.trust
            .get_or_try_init(|| async { super::super::apart(move || tls::trust(&server)).await? })
            .await
    }
}

/// The runtime of all connections to servers.
pub fn runtime() -> Result<&'static Runtime> {
    static RUNTIME: LazyLock<std::io::Result<Runtime>> = LazyLock::new(|| {
        tokio::runtime::Builder::new_multi_thread()
            .worker_threads(2)
            .thread_name("askwell-network")
            .enable_all()
            .build()
    });
    RUNTIME.as_ref().map_err(Problem::internal)
}

/// Runs there, whatever runtime the caller is on.
pub async fn on_network<T: Send + 'static>(work: impl Future<Output = Result<T>> + Send + 'static) -> Result<T> {
    runtime()?.spawn(work).await.map_err(Problem::internal)?
}

/// Every address of the host, in the resolver's order.
pub async fn routes(way: &Way) -> Result<Vec<Route>> {
    let (host, port) = (&way.server.host, way.server.port);
    if way.tunnel.is_some() {
        return Ok(vec![Route::Tunnel]);
    }
    if way.is_socket() {
        return Ok(vec![Route::Unix(PathBuf::from(host).join(format!(".s.PGSQL.{port}")))]);
    }
    if let Ok(address) = host.parse::<IpAddr>() {
        return Ok(vec![Route::Tcp((address, port).into())]);
    }
    let unknown = || {
        Problem::new(ProblemCode::NotFound, format!("There is no server named \"{host}\".")).hint(
            "Check the spelling. A name inside a company's network is known only there: connect to its VPN, or use an \
             SSH tunnel.",
        )
    };
    let found = timeout(PATIENCE, tokio::net::lookup_host((host.as_str(), port)))
        .await
        .map_err(|_| {
            Problem::new(ProblemCode::TimedOut, format!("Nobody answered where \"{host}\" is."))
                .hint("Check that this computer is connected to the network, then try again.")
        })?
        .map_err(|error| unknown().detail(error))?;
    let routes: Vec<Route> = found.map(Route::Tcp).collect();
    if routes.is_empty() {
        return Err(unknown());
    }
    Ok(routes)
}

/// The first of the routes that answers.
pub async fn open(way: &Way, routes: &[Route]) -> Result<(Wire, Route)> {
    let mut last = None;
    for route in routes {
        match socket(way, route).await {
            Ok(wire) => return Ok((wire, route.clone())),
            Err(problem) => last = Some(problem),
        }
    }
    Err(last.unwrap_or_else(|| Problem::internal("a host without an address")))
}

/// The one place where a stream begins.
pub async fn socket(way: &Way, route: &Route) -> Result<Wire> {
    let refused = |error: std::io::Error| refused(way, &error).detail(error);
    match route {
        Route::Tcp(address) => {
            let stream = timeout(PATIENCE, TcpStream::connect(address))
                .await
                .map_err(|_| silent(way))?
                .map_err(refused)?;
            let tuned = stream.set_nodelay(true).and_then(|()| {
                SockRef::from(&stream)
                    .set_tcp_keepalive(&TcpKeepalive::new().with_time(KEEPALIVE).with_interval(KEEPALIVE / 3))
            });
            tuned.map_err(refused)?;
            Ok(Box::new(stream))
        }
        #[cfg(unix)]
        Route::Unix(path) => {
            let stream = timeout(PATIENCE, tokio::net::UnixStream::connect(path))
                .await
                .map_err(|_| silent(way))?
                .map_err(refused)?;
            Ok(Box::new(stream))
        }
        #[cfg(not(unix))]
        Route::Unix(_) => Err(Problem::new(
            ProblemCode::BadInput,
            "This system has no sockets in folders, so the host cannot be a path.",
        )
        .hint("Give the server's name or address.")),
        Route::Tunnel => way.session().await?.dial(&way.server.host, way.server.port).await,
    }
}

/// Encrypts a stream as asked. The text says how: `TLS 1.3`; `None`: not encrypted, which only `Prefer` allows.
pub async fn encrypted(way: &Way, mut wire: Wire, route: &Route) -> Result<(Wire, Option<String>)> {
    // The message SSLRequest: its length, and a number that no protocol version has.
    const REQUEST: [u8; 8] = [0, 0, 0, 8, 0x04, 0xd2, 0x16, 0x2f];
    let optional = way.server.tls == TlsMode::Prefer;
    let asked = timeout(PATIENCE, async {
        wire.write_all(&REQUEST).await?;
        wire.flush().await?;
        wire.read_u8().await
    });
    let answer = asked
        .await
        .map_err(|_| silent(way))?
        .map_err(|error| not_postgres(way).detail(error))?;
    match answer {
        b'S' => {}
        b'N' if optional => return Ok((wire, None)),
        b'N' => {
            return Err(Problem::new(
                ProblemCode::Denied,
                format!("The server {} offers no encryption.", way.server.host),
            )
            .hint("Ask its administrator to turn TLS on. On a network that you trust, choose \"prefer\" instead."));
        }
        _ => return Err(not_postgres(way)),
    }
    let trust = way.trust().await?;
    let shaken = timeout(PATIENCE, tls::shake_hands(trust, &way.server.host, wire)).await;
    match shaken.map_err(|_| silent(way))? {
        Ok((wire, version)) => Ok((wire, Some(version))),
        Err(_) if optional => Ok((socket(way, route).await?, None)),
        Err(problem) => Err(problem),
    }
}

fn refused(way: &Way, error: &std::io::Error) -> Problem {
    use std::io::ErrorKind as Kind;
    let (host, port) = (&way.server.host, way.server.port);
    if way.is_socket() {
        return match error.kind() {
            Kind::PermissionDenied => Problem::new(
                ProblemCode::Denied,
                format!("This user may not use the socket in \"{host}\"."),
            )
            .hint("Connect to \"localhost\" instead, or ask for access to the folder."),
            _ => Problem::new(
                ProblemCode::NotFound,
                format!("No PostgreSQL server listens in the folder \"{host}\" for port {port}."),
            )
            .hint("Check that the server is running, and that the folder and the port are the ones it uses."),
        };
    }
    match error.kind() {
        Kind::ConnectionRefused => Problem::new(
            ProblemCode::NotFound,
            format!("Nothing listens on port {port} of {host}."),
        )
        .hint(
            "Check the port (PostgreSQL's own is 5432), and that the server is running and accepts connections from \
               other computers.",
        ),
        Kind::TimedOut => silent(way),
        _ => Problem::new(ProblemCode::NotFound, format!("{host} cannot be reached from here."))
            .hint("Check the network, or connect to the VPN that leads there."),
    }
}

fn silent(way: &Way) -> Problem {
    Problem::new(
        ProblemCode::TimedOut,
        format!(
            "{} did not answer on port {} within {} seconds.",
            way.server.host,
            way.server.port,
            PATIENCE.as_secs()
        ),
    )
    .hint("Most often a firewall is between: connect to the VPN, use an SSH tunnel, or ask for the port to be opened.")
}

fn not_postgres(way: &Way) -> Problem {
    Problem::new(
        ProblemCode::NotADatabase,
        format!(
            "What listens on port {} of {} does not speak as a PostgreSQL server does.",
            way.server.port, way.server.host
        ),
    )
    .hint("Check the port; PostgreSQL's own is 5432.")
}

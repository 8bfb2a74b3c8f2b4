//! A way through an SSH server. In: where it is and how to log in. Out: byte streams to hosts that only it can reach.
//!
//! One session carries all streams; when it is lost, the next stream opens it once more. Deliberately absent: a shell,
//! a command, forwarded ports that other programs could use, `~/.ssh/config`, and any way past a host key that does
//! not match.

use std::borrow::Cow;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use askwell_contract::connect::{Secret, Tunnel};
use askwell_contract::{Problem, ProblemCode, Result};
use russh::client::{self, Handle};
use russh::keys::PublicKeyOrCertificate;
use russh::{ChannelOpenFailure, Preferred};
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::TcpStream;
use tokio::sync::Mutex;
use tokio::time::timeout;

use hosts::{Hosts, Known};

mod hosts;
mod login;
#[cfg(test)]
pub(crate) mod tests;

/// A server within reach answers in far less; after this a person wants to hear that something is wrong.
const ANSWER: Duration = Duration::from_secs(15);
/// An agent may ask the person, or wait for a touch on a hardware key.
const LOGIN: Duration = Duration::from_secs(60);
/// Well below the minutes after which routers forget a silent connection; three without a reply end the session.
const ALIVE: Duration = Duration::from_secs(30);

/// Bytes in both directions.
pub trait Stream: AsyncRead + AsyncWrite + Unpin + Send {}
impl<T: AsyncRead + AsyncWrite + Unpin + Send> Stream for T {}
pub type BoxedStream = Box<dyn Stream>;

/// A login on an SSH server. Cloned, it is the same one.
#[derive(Clone)]
pub struct Session {
    shared: Arc<Shared>,
}

/// What this user's own SSH works with.
#[derive(Debug, Clone)]
struct Here {
    hosts: Hosts,
    /// `SSH_AUTH_SOCK`.
    agent: Option<PathBuf>,
}

struct Shared {
    tunnel: Tunnel,
    secret: Option<Secret>,
    here: Here,
    state: Mutex<State>,
}

struct State {
    handle: Arc<Handle<Guard>>,
    /// Counts the logins, so that of several streams that find the session lost only the first logs in again.
    login: u64,
}

/// Logs in. `secret` is the password, or the passphrase of the key file.
pub async fn open(tunnel: &Tunnel, secret: Option<&Secret>) -> Result<Session> {
    let here = Here {
        hosts: Hosts::of_this_user(),
        agent: std::env::var_os("SSH_AUTH_SOCK").map(PathBuf::from),
    };
    open_from(here, tunnel, secret).await
}

async fn open_from(here: Here, tunnel: &Tunnel, secret: Option<&Secret>) -> Result<Session> {
    let handle = log_in(&here, tunnel, secret).await?;
    Ok(Session {
        shared: Arc::new(Shared {
            tunnel: tunnel.clone(),
            secret: secret.cloned(),
            here,
            state: Mutex::new(State {
                handle: Arc::new(handle),
                login: 0,
            }),
        }),
    })
}

impl Session {
    /// A stream to a host and port as the SSH server sees them.
    pub async fn dial(&self, host: &str, port: u16) -> Result<BoxedStream> {
        let (handle, login) = {
            let state = self.shared.state.lock().await;
            (state.handle.clone(), state.login)
        };
        match channel(&handle, host, port).await {
            Ok(stream) => Ok(stream),
            Err(Closed::Refused(problem)) => Err(problem),
            Err(Closed::Lost(_)) => {
                let handle = self.log_in_again(login).await?;
                channel(&handle, host, port).await.map_err(|closed| match closed {
                    Closed::Refused(problem) => problem,
                    Closed::Lost(detail) => lost(&self.shared.tunnel).detail(detail),
                })
            }
        }
    }

    async fn log_in_again(&self, login: u64) -> Result<Arc<Handle<Guard>>> {
        let shared = &*self.shared;
        let mut state = shared.state.lock().await;
        if state.login == login {
            state.handle = Arc::new(log_in(&shared.here, &shared.tunnel, shared.secret.as_ref()).await?);
            state.login += 1;
        }
        Ok(state.handle.clone())
    }
}

/// Why there is no stream: the host behind refused, or the session itself is gone.
enum Closed {
    Refused(Problem),
    Lost(String),
}

async fn channel(handle: &Handle<Guard>, host: &str, port: u16) -> std::result::Result<BoxedStream, Closed> {
    if handle.is_closed() {
        return Err(Closed::Lost("the session is closed".into()));
    }
    // The last two say who asks; the protocol wants them, servers only log them.
    let opening = handle.channel_open_direct_tcpip(host, u32::from(port), "127.0.0.1", 0);
    match timeout(ANSWER, opening).await {
        Ok(Ok(channel)) => Ok(Box::new(channel.into_stream())),
        Ok(Err(russh::Error::ChannelOpenFailure(why))) => Err(Closed::Refused(refused(&why, host, port))),
        Ok(Err(error)) => Err(Closed::Lost(error.to_string())),
        Err(_) => Err(Closed::Lost(format!("no answer in {} s", ANSWER.as_secs()))),
    }
}

fn refused(why: &ChannelOpenFailure, host: &str, port: u16) -> Problem {
    match why {
        ChannelOpenFailure::AdministrativelyProhibited => Problem::new(
            ProblemCode::Denied,
            format!("The SSH server does not let this login go on to {host}:{port}."),
        )
        .hint("Ask its administrator to allow TCP forwarding to the database for this login."),
        ChannelOpenFailure::ConnectFailed => Problem::new(
            ProblemCode::NotFound,
            format!("The SSH server could not reach {host}:{port}."),
        )
        .hint("Host and port are those that the SSH server sees: for a database on the server itself, localhost."),
        _ => Problem::new(
            ProblemCode::Lost,
            format!("The SSH server opened no way to {host}:{port}."),
        )
        .hint("Try again in a moment; if it stays so, ask the server's administrator."),
    }
    .detail(format!("{why:?}"))
}

async fn log_in(here: &Here, tunnel: &Tunnel, secret: Option<&Secret>) -> Result<Handle<Guard>> {
    let key = login::read_key(tunnel, secret).await?;
    let known = here.hosts.lookup(tunnel).await?;
    let stream = reach(tunnel).await?;
    let config = client::Config {
        keepalive_interval: Some(ALIVE),
        nodelay: true,
        preferred: Preferred {
            key: Cow::Owned(known.preferred()),
            ..Preferred::DEFAULT
        },
        ..client::Config::default()
    };
    let guard = Guard {
        tunnel: tunnel.clone(),
        known,
    };
    let meeting = timeout(ANSWER, client::connect_stream(Arc::new(config), stream, guard));
    let mut handle = match meeting.await {
        Ok(met) => met.map_err(|refused| refused.problem(tunnel))?,
        Err(_) => return Err(silent(tunnel)),
    };
    match timeout(LOGIN, login::log_in(&mut handle, here, tunnel, secret, key)).await {
        Ok(done) => done?,
        Err(_) => return Err(silent(tunnel)),
    }
    Ok(handle)
}

async fn reach(tunnel: &Tunnel) -> Result<TcpStream> {
    let (host, port) = (tunnel.host.as_str(), tunnel.port);
    let at = timeout(ANSWER, tokio::net::lookup_host((host, port)));
    let addresses: Vec<_> = match at.await {
        Ok(Ok(found)) => found.collect(),
        Ok(Err(error)) => return Err(nowhere(tunnel).detail(error)),
        Err(_) => return Err(nowhere(tunnel)),
    };
    if addresses.is_empty() {
        return Err(nowhere(tunnel));
    }
    match timeout(ANSWER, TcpStream::connect(addresses.as_slice())).await {
        Ok(Ok(stream)) => Ok(stream),
        Ok(Err(error)) => Err(Problem::new(
            ProblemCode::NotFound,
            format!("Nothing answers for SSH at {host}, port {port}."),
        )
        .hint("Check the port (usually 22), and whether a firewall or a VPN stands in between.")
        .detail(error)),
        Err(_) => Err(silent(tunnel)),
    }
}

/// Lets in only the server that it should be.
struct Guard {
    tunnel: Tunnel,
    known: Known,
}

impl client::Handler for Guard {
    type Error = Refused;

    async fn check_server_key(&mut self, key: &PublicKeyOrCertificate) -> std::result::Result<bool, Refused> {
        match key {
            PublicKeyOrCertificate::PublicKey { key, .. } => self
                .known
                .judge(&self.tunnel, key)
                .map(|()| true)
                .map_err(Refused::Host),
            // None is asked for, since no authority is known.
            PublicKeyOrCertificate::Certificate(_) => Ok(false),
        }
    }
}

/// Why there is no session.
#[derive(Debug)]
enum Refused {
    Host(Problem),
    Ssh(russh::Error),
}

impl From<russh::Error> for Refused {
    fn from(error: russh::Error) -> Self {
        Self::Ssh(error)
    }
}

impl Refused {
    fn problem(self, tunnel: &Tunnel) -> Problem {
        match self {
            Self::Host(problem) => problem,
            Self::Ssh(error @ russh::Error::NoCommonAlgo { .. }) => Problem::new(
                ProblemCode::Denied,
                format!("{} speaks only kinds of SSH that are no longer safe.", tunnel.host),
            )
            .hint("Ask its administrator to update the server.")
            .detail(error),
            Self::Ssh(error @ (russh::Error::Version | russh::Error::IO(_) | russh::Error::Utf8(_))) => Problem::new(
                ProblemCode::NotFound,
                format!("{}, port {}, is not an SSH server.", tunnel.host, tunnel.port),
            )
            .hint("Check the port: SSH is usually 22; the database's own port goes into its own field.")
            .detail(error),
            Self::Ssh(error) => lost(tunnel).detail(error),
        }
    }
}

fn nowhere(tunnel: &Tunnel) -> Problem {
    Problem::new(
        ProblemCode::NotFound,
        format!("There is no computer named \"{}\".", tunnel.host),
    )
    .hint("Check the SSH server's name, and whether this computer is in the right network or VPN.")
}

fn silent(tunnel: &Tunnel) -> Problem {
    Problem::new(
        ProblemCode::TimedOut,
        format!("The SSH server {} did not answer.", tunnel.host),
    )
    .hint("Check the name and the port, and whether a firewall or a VPN stands in between.")
}

fn lost(tunnel: &Tunnel) -> Problem {
    Problem::new(
        ProblemCode::Lost,
        format!("The connection to the SSH server {} was lost.", tunnel.host),
    )
    .hint("Check the network, then try again.")
}

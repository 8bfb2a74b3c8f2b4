//! Requests to providers. In: an address. Out: a client for it, and what went wrong on the way, in plain words.
//!
//! Encrypted by rustls with ring, as the databases are: another provider of its cryptography would build a C library.
//! Deliberately absent: following a redirect, which would carry a key and a prompt to a place that the person did not
//! choose and the ledger does not name.

use std::error::Error;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use askwell_contract::model::{Failure, FailureKind, ProviderKind};
use reqwest::redirect::Policy;
use reqwest::{Client, Response, Url};
use rustls::{ClientConfig, RootCertStore};

use super::address;

/// How long a call may take.
#[derive(Debug, Clone, Copy)]
pub struct Limits {
    /// Until the connection stands.
    pub connect: Duration,
    /// Without a byte. A reply that is not streamed comes after all of it was thought out.
    pub silence: Duration,
    /// The whole call, to which each token that may be written adds.
    pub whole: Duration,
    pub a_second: u32,
}

impl Limits {
    /// Models in the cloud write 30 to 200 tokens a second; 20 leaves room for a busy day.
    const CLOUD: Self = Self {
        connect: Duration::from_secs(10),
        silence: Duration::from_secs(300),
        whole: Duration::from_secs(60),
        a_second: 20,
    };
    /// A model on a processor reads some hundred tokens of the prompt a second and may write only a few.
    const DESK: Self = Self {
        connect: Duration::from_secs(10),
        silence: Duration::from_secs(600),
        whole: Duration::from_secs(600),
        a_second: 2,
    };

    pub fn of(kind: ProviderKind) -> Self {
        match kind {
            ProviderKind::Anthropic | ProviderKind::Gemini | ProviderKind::OpenAi => Self::CLOUD,
            ProviderKind::OpenAiCompatible | ProviderKind::Ollama | ProviderKind::Gguf => Self::DESK,
        }
    }

    pub fn whole(&self, tokens: u32) -> Duration {
        self.whole + Duration::from_secs(u64::from(tokens / self.a_second.max(1)))
    }
}

/// A client for one address.
pub fn client(base: &Url, limits: &Limits) -> Result<Client, Failure> {
    client_by(trust()?.as_ref().clone(), base, limits)
}

pub(super) fn client_by(trust: ClientConfig, base: &Url, limits: &Limits) -> Result<Client, Failure> {
    let mut builder = Client::builder()
        .tls_backend_preconfigured(trust)
        .redirect(Policy::none())
        .connect_timeout(limits.connect)
        .read_timeout(limits.silence)
        // A peer that is gone is noticed long before the silence is over.
        .tcp_keepalive(Duration::from_secs(20))
        .tcp_keepalive_interval(Duration::from_secs(10))
        .http2_keep_alive_interval(Duration::from_secs(20))
        .http2_keep_alive_timeout(Duration::from_secs(20))
        .user_agent(concat!("Askwell/", env!("CARGO_PKG_VERSION")));
    if address::here(base) {
        // A proxy has nothing to do with this machine's own servers.
        builder = builder.no_proxy();
    }
    builder.build().map_err(|error| {
        Failure::new(
            FailureKind::Network,
            "Askwell cannot open connections to model providers.",
        )
        .detail(chain(&error))
    })
}

/// Whom to believe: the authorities of this system, a company's own among them. Read once.
fn trust() -> Result<Arc<ClientConfig>, Failure> {
    static TRUST: OnceLock<Result<Arc<ClientConfig>, String>> = OnceLock::new();
    TRUST
        .get_or_init(|| {
            let mut roots = RootCertStore::empty();
            roots.add_parsable_certificates(rustls_native_certs::load_native_certs().certs);
            believing(roots).map(Arc::new).map_err(|error| error.to_string())
        })
        .clone()
        .map_err(|error| {
            Failure::new(
                FailureKind::Network,
                "Askwell cannot encrypt connections on this computer.",
            )
            .detail(error)
        })
}

pub(super) fn believing(roots: RootCertStore) -> Result<ClientConfig, rustls::Error> {
    let mut config = ClientConfig::builder_with_provider(Arc::new(rustls::crypto::ring::default_provider()))
        .with_safe_default_protocol_versions()?
        .with_root_certificates(roots)
        .with_no_client_auth();
    // The client leaves a configuration that it did not make as it is.
    config.alpn_protocols = vec![b"h2".to_vec(), b"http/1.1".to_vec()];
    Ok(config)
}

/// Bytes of a reply that are read. The longest answer that is asked for has a hundredth of it; a server that sends more
/// wants to fill the memory.
pub const MOST_BYTES: usize = 8 << 20;

/// The body as text; `None`: it goes on beyond what is read, and the rest was not waited for.
pub async fn body(mut response: Response) -> Result<Option<String>, reqwest::Error> {
    let mut read: Vec<u8> = Vec::new();
    while let Some(chunk) = response.chunk().await? {
        if read.len() + chunk.len() > MOST_BYTES {
            return Ok(None);
        }
        read.extend_from_slice(&chunk);
    }
    Ok(Some(String::from_utf8_lossy(&read).into_owned()))
}

/// What an error of a connection means. `who`: the provider's name; `place`: its host and port.
pub fn broken(who: &str, place: &str, error: &reqwest::Error) -> Failure {
    let words = chain(error);
    let has = |parts: &[&str]| parts.iter().any(|part| words.to_lowercase().contains(part));
    let network = |message: String| Failure::new(FailureKind::Network, message);
    let failure = if error.is_timeout() {
        silent(who)
    } else if error.is_builder() {
        Failure::new(
            FailureKind::BadRequest,
            format!("The request to {who} could not be made."),
        )
    } else if has(&["invalidcontenttype"]) {
        network(format!("{who} at {place} does not encrypt.")).hint(
            "If it is meant to be so, as on a server of one's own network, its address starts with http:// instead of \
             https://.",
        )
    } else if has(&["certificate", "tls", "handshake"]) {
        network(format!("{who} at {place} could not prove who it is.")).hint(
            "The server, or something on the way such as a company's gateway, uses a certificate that this system does \
             not trust.",
        )
    } else if has(&[
        "dns error",
        "failed to lookup",
        "name or service not known",
        "nodename nor servname",
    ]) {
        network(format!("There is no host of the name in {place}."))
            .hint("Check that this computer is online and that the address is written as it should be.")
    } else if has(&["connection refused", "os error 111", "os error 61", "os error 10061"]) {
        network(format!("Nothing listens at {place}.")).hint(
            if place.starts_with("127.") || place.starts_with("localhost") {
                "Start the program that serves the model, and compare its port."
            } else {
                "Check the address and its port, and whether the server runs."
            },
        )
    } else if error.is_connect() {
        network(format!("{who} at {place} cannot be reached.")).hint("Check that this computer is online.")
    } else if error.is_body() || error.is_decode() || has(&["incomplete", "end of file", "closed before"]) {
        network(format!("The answer of {who} broke off.")).hint("The connection was lost on the way. Try again.")
    } else {
        network(format!("The connection to {who} broke.")).hint("Try again.")
    };
    failure.detail(words)
}

pub fn silent(who: &str) -> Failure {
    Failure::new(FailureKind::TimedOut, format!("{who} sent nothing for too long."))
        .hint("It may be overloaded, or the connection is gone. Try again, or choose a faster model.")
}

pub fn slow(who: &str, limit: Duration) -> Failure {
    Failure::new(
        FailureKind::TimedOut,
        format!(
            "{who} did not finish its answer within {} seconds.",
            limit.as_secs().max(1)
        ),
    )
    .hint("Try again, or choose a faster model.")
}

pub fn stopped() -> Failure {
    Failure::new(FailureKind::Cancelled, "Stopped.")
}

/// The error and what caused it, outermost first; addresses in it hold no key, for keys are sent in headers alone.
pub fn chain(error: &dyn Error) -> String {
    let mut words = error.to_string();
    let mut cause = error.source();
    while let Some(inner) = cause {
        let said = inner.to_string();
        if !words.contains(&said) {
            words.push_str(": ");
            words.push_str(&said);
        }
        cause = inner.source();
    }
    words
}

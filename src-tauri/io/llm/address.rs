//! Where a provider is reached. In: what the person typed, if anything. Out: the base address of its interface, and
//! whether that is another machine.
//!
//! Deliberately absent: any look at the network; a name is not resolved here.

use std::net::IpAddr;

use askwell_contract::model::{Failure, FailureKind, Provider, ProviderKind};
use reqwest::Url;

/// What the ledger says of a model that runs on this machine.
pub const HERE: &str = "this computer";

/// The provider's name for people.
pub fn name(provider: &Provider) -> &str {
    let given = provider.name.trim();
    if given.is_empty() {
        return match provider.kind {
            ProviderKind::Anthropic => "Anthropic",
            ProviderKind::Gemini => "Google Gemini",
            ProviderKind::OpenAi => "OpenAI",
            ProviderKind::OpenAiCompatible => "The model server",
            ProviderKind::Ollama => "Ollama",
            ProviderKind::Gguf => "The model file",
        };
    }
    given
}

/// The address that requests start with; it ends in a slash.
pub fn base(provider: &Provider) -> Result<Url, Failure> {
    let typed = provider.address.as_deref().map(str::trim).unwrap_or_default();
    let text = match (typed, provider.kind) {
        ("", ProviderKind::Anthropic) => "https://api.anthropic.com/v1",
        ("", ProviderKind::Gemini) => "https://generativelanguage.googleapis.com/v1beta",
        ("", ProviderKind::OpenAi) => "https://api.openai.com/v1",
        ("", ProviderKind::Ollama) => "http://127.0.0.1:11434",
        ("", ProviderKind::OpenAiCompatible | ProviderKind::Gguf) => return Err(Failure::new(
            FailureKind::BadRequest,
            format!("The address of {} is missing.", name(provider)),
        )
        .hint(
            "A server on this computer has one like \"http://127.0.0.1:1234/v1\"; it is shown where the server runs.",
        )),
        (typed, _) => typed,
    };
    let unusable = |why: &str| {
        Failure::new(
            FailureKind::BadRequest,
            format!("\"{text}\" cannot be used as the address of {}: {why}.", name(provider)),
        )
        .hint("An address looks like \"https://host.example/v1\" or \"http://127.0.0.1:11434\".")
    };
    let whole = if text.contains("://") {
        text.to_string()
    } else {
        let host = text.split(['/', '?']).next().unwrap_or_default();
        let scheme = if near(host) { "http" } else { "https" };
        format!("{scheme}://{text}")
    };
    let mut url = Url::parse(&whole).map_err(|error| unusable("it cannot be read").detail(error))?;
    if !matches!(url.scheme(), "http" | "https") {
        return Err(unusable("it must start with http:// or https://"));
    }
    if url.host_str().is_none_or(str::is_empty) {
        return Err(unusable("it names no host"));
    }
    if !url.username().is_empty() || url.password().is_some() {
        return Err(Failure::new(
            FailureKind::BadRequest,
            format!("The address of {} holds a name or a password.", name(provider)),
        )
        .hint("Put it into the field for the key; an address is shown and written down."));
    }
    url.set_query(None);
    url.set_fragment(None);
    let path = path(provider.kind, url.path());
    url.set_path(&path);
    Ok(url)
}

/// What people copy from documentation is often the address of one function rather than the base of all.
fn path(kind: ProviderKind, typed: &str) -> String {
    let mut path = typed.trim_end_matches('/').to_string();
    let ends: &[&str] = match kind {
        ProviderKind::Ollama => &["/chat", "/generate", "/tags", "/api", "/completions", "/v1"],
        _ => &["/completions", "/chat", "/messages", "/models", "/responses"],
    };
    for end in ends {
        if let Some(rest) = path.strip_suffix(end) {
            path = rest.trim_end_matches('/').to_string();
        }
    }
    let version = match kind {
        ProviderKind::Anthropic => Some("v1"),
        ProviderKind::Gemini => Some("v1beta"),
        // The client libraries of these take the version as a part of the address.
        ProviderKind::OpenAi | ProviderKind::OpenAiCompatible if path.is_empty() => Some("v1"),
        _ => None,
    };
    let last = path.rsplit('/').next().unwrap_or_default();
    let has_version = last
        .strip_prefix('v')
        .is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()));
    if let Some(version) = version.filter(|_| !has_version) {
        path.push('/');
        path.push_str(version);
    }
    path.push('/');
    path
}

/// The host and port, and whether that is another machine.
pub fn destination(provider: &Provider) -> (String, bool) {
    if provider.kind == ProviderKind::Gguf {
        return (HERE.into(), false);
    }
    match base(provider) {
        Ok(url) if here(&url) => (HERE.into(), false),
        Ok(url) => (place(&url), true),
        // Nothing can be sent to it; were it otherwise, it would be another machine.
        Err(_) => (provider.address.clone().unwrap_or_default(), true),
    }
}

/// `host:port`.
pub fn place(url: &Url) -> String {
    let host = url.host_str().unwrap_or_default();
    url.port_or_known_default()
        .map_or_else(|| host.to_string(), |port| format!("{host}:{port}"))
}

/// Whether an address is this machine's own.
pub fn here(url: &Url) -> bool {
    url.host_str().is_some_and(loopback)
}

fn loopback(host: &str) -> bool {
    let host = host.trim_start_matches('[').trim_end_matches(']');
    host.eq_ignore_ascii_case("localhost") || host.parse::<IpAddr>().is_ok_and(|ip| ip.is_loopback())
}

/// Hosts at which servers without encryption are usual: this machine, and those of a local network.
fn near(host: &str) -> bool {
    let bare = match host.rsplit_once(':') {
        Some((name, port)) if port.bytes().all(|b| b.is_ascii_digit()) => name,
        _ => host,
    };
    let bare = bare.trim_start_matches('[').trim_end_matches(']');
    loopback(bare) || bare.parse::<IpAddr>().is_ok() || !bare.contains('.') || bare.ends_with(".local")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::llm::tests::provider;

    fn based(kind: ProviderKind, typed: &str) -> String {
        let typed = (!typed.is_empty()).then(|| typed.to_string());
        base(&provider(kind, typed)).map_or_else(|failure| failure.message, |url| url.to_string())
    }

    #[test]
    fn an_address_is_taken_as_people_write_it() {
        use ProviderKind::{Anthropic, Gemini, Ollama, OpenAi, OpenAiCompatible};
        for (kind, typed, base) in [
            (Anthropic, "", "https://api.anthropic.com/v1/"),
            (
                Anthropic,
                "https://gate.example/anthropic",
                "https://gate.example/anthropic/v1/",
            ),
            (Anthropic, "gate.example/v1/messages", "https://gate.example/v1/"),
            (Gemini, "", "https://generativelanguage.googleapis.com/v1beta/"),
            (Gemini, "https://gate.example", "https://gate.example/v1beta/"),
            (OpenAi, "", "https://api.openai.com/v1/"),
            (OpenAiCompatible, "localhost:1234", "http://localhost:1234/v1/"),
            (
                OpenAiCompatible,
                "http://127.0.0.1:8080/v1/chat/completions",
                "http://127.0.0.1:8080/v1/",
            ),
            (
                OpenAiCompatible,
                "https://gate.example/openai",
                "https://gate.example/openai/",
            ),
            (OpenAiCompatible, "desk:1234/v1/?key=1#x", "http://desk:1234/v1/"),
            (Ollama, "", "http://127.0.0.1:11434/"),
            (Ollama, "192.168.1.7:11434/api/chat", "http://192.168.1.7:11434/"),
            (Ollama, "http://localhost:11434/v1", "http://localhost:11434/"),
        ] {
            assert_eq!(based(kind, typed), base, "{typed}");
        }
    }

    #[test]
    fn an_address_that_cannot_be_used_says_why() {
        let compatible = ProviderKind::OpenAiCompatible;
        assert!(based(compatible, "").contains("is missing"));
        assert!(based(compatible, "ftp://host/v1").contains("http://"));
        assert!(based(compatible, "http://").contains("cannot be used"));
        assert!(based(compatible, "https://me:secret@host/v1").contains("a name or a password"));
        assert!(!based(compatible, "https://me:secret@host/v1").contains("secret"));
    }

    #[test]
    fn what_leaves_the_machine_is_known() {
        let to = |kind, typed: &str| destination(&provider(kind, Some(typed.to_string())));
        assert_eq!(to(ProviderKind::Ollama, "http://localhost:11434"), (HERE.into(), false));
        assert_eq!(
            to(ProviderKind::OpenAiCompatible, "http://[::1]:8080"),
            (HERE.into(), false)
        );
        assert_eq!(to(ProviderKind::Gguf, "/models/small.gguf"), (HERE.into(), false));
        assert_eq!(to(ProviderKind::Anthropic, ""), ("api.anthropic.com:443".into(), true));
        assert_eq!(
            to(ProviderKind::Ollama, "http://192.168.1.7:11434"),
            ("192.168.1.7:11434".into(), true)
        );
        assert_eq!(
            to(ProviderKind::OpenAiCompatible, "http://localhost.example/v1"),
            ("localhost.example:80".into(), true)
        );
        assert!(to(ProviderKind::OpenAiCompatible, "").1);
    }
}

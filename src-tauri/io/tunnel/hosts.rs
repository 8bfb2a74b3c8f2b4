//! The hosts that this user's SSH knows. In: the `known_hosts` files of OpenSSH. Out: whether a server is the one it
//! should be. Deliberately absent: writing those files; a key that the person accepts is kept with the connection.

use std::path::{Path, PathBuf};

use askwell_contract::connect::Tunnel;
use askwell_contract::{Problem, ProblemCode, Result};
use russh::keys::known_hosts::known_host_keys_path;
use russh::keys::{Algorithm, HashAlg, PublicKey, PublicKeyBase64};
use russh::Preferred;

/// Files in the order in which they are read.
#[derive(Debug, Clone)]
pub struct Hosts(Vec<PathBuf>);

/// What the files say of one server.
#[derive(Debug, Default)]
pub struct Known {
    keys: Vec<(String, PublicKey)>,
    /// Keys that are to be believed nowhere, as base64.
    revoked: Vec<String>,
}

impl Hosts {
    /// OpenSSH's defaults: `UserKnownHostsFile` and `GlobalKnownHostsFile` of ssh_config(5).
    pub fn of_this_user() -> Self {
        let own = std::env::home_dir().map(|home| home.join(".ssh"));
        let own = own
            .iter()
            .flat_map(|dir| [dir.join("known_hosts"), dir.join("known_hosts2")]);
        let all = ["/etc/ssh/ssh_known_hosts", "/etc/ssh/ssh_known_hosts2"].map(PathBuf::from);
        Self(own.chain(all).collect())
    }

    #[cfg(test)]
    pub fn only(path: &Path) -> Self {
        Self(vec![path.to_path_buf()])
    }

    pub async fn lookup(&self, tunnel: &Tunnel) -> Result<Known> {
        let (files, host, port) = (self.0.clone(), tunnel.host.to_lowercase(), tunnel.port);
        super::login::apart(move || {
            let mut known = Known::default();
            for file in &files {
                let unreadable = |error: &dyn std::fmt::Display| {
                    Problem::new(
                        ProblemCode::Denied,
                        format!("The list of known hosts, {}, cannot be read.", file.display()),
                    )
                    .hint("Repair or remove the line of this server in it, then try again.")
                    .detail(error)
                };
                let keys = known_host_keys_path(&host, port, file).map_err(|error| unreadable(&error))?;
                let place = |line: usize| format!("line {line} of {}", file.display());
                known
                    .keys
                    .extend(keys.into_iter().map(|(line, key)| (place(line), key)));
                known.revoked.extend(revoked(file));
            }
            Ok(known)
        })
        .await
    }
}

/// `@revoked HOSTS TYPE KEY`. A key that leaked is no proof for any host, so the hosts are not looked at.
fn revoked(file: &Path) -> Vec<String> {
    let text = std::fs::read(file).unwrap_or_default();
    let text = String::from_utf8_lossy(&text);
    let key = |line: &str| {
        let mut words = line.split_whitespace();
        (words.next() == Some("@revoked")).then(|| words.nth(2).map(str::to_string))?
    };
    text.lines().filter_map(key).collect()
}

impl Known {
    /// The kinds of key that are known of this server first: a server has several, and shows the one asked for.
    pub fn preferred(&self) -> Vec<Algorithm> {
        let all = Preferred::DEFAULT.key;
        let known = |kind: &Algorithm| self.keys.iter().any(|(_, key)| same_kind(&key.algorithm(), kind));
        let (mut first, rest): (Vec<Algorithm>, Vec<Algorithm>) = all.iter().cloned().partition(known);
        first.extend(rest);
        first
    }

    /// Ok: this is the server. A key that differs from a known one is never accepted.
    pub fn judge(&self, tunnel: &Tunnel, key: &PublicKey) -> Result<()> {
        let fingerprint = key.fingerprint(HashAlg::Sha256).to_string();
        if self.revoked.contains(&key.public_key_base64()) {
            return Err(Problem::new(
                ProblemCode::Denied,
                format!(
                    "The key that {} shows is marked as revoked on this computer.",
                    tunnel.host
                ),
            )
            .hint("Ask the server's administrator. Askwell does not connect to it.")
            .detail(format!("shown: {fingerprint}")));
        }
        if self.keys.iter().any(|(_, known)| known.key_data() == key.key_data()) {
            return Ok(());
        }
        if let Some((place, _)) = self.keys.first() {
            return Err(changed(tunnel, &format!("ssh-keygen -R \"{}\"", name(tunnel)))
                .detail(format!("known: {place}; shown: {fingerprint}")));
        }
        match &tunnel.trust {
            Some(trust) if *trust == fingerprint => Ok(()),
            Some(trust) => Err(changed(tunnel, "remove the accepted key from this connection")
                .detail(format!("accepted: {trust}; shown: {fingerprint}"))),
            None => Err(Problem::new(
                ProblemCode::Denied,
                format!("This computer does not know the SSH server {} yet.", tunnel.host),
            )
            .hint(
                "Compare its fingerprint with the one that the server's administrator gives. Accept it only if they \
                 are the same; otherwise somebody may be listening in between.",
            )
            .detail(fingerprint)),
        }
    }
}

fn changed(tunnel: &Tunnel, remedy: &str) -> Problem {
    Problem::new(
        ProblemCode::Denied,
        format!("The SSH server {} shows another key than before.", tunnel.host),
    )
    .hint(format!(
        "Somebody may be listening in between, so Askwell does not connect. Ask the server's administrator. If the \
         server was set up anew: {remedy}, then try again."
    ))
}

/// RSA keys are one kind, whatever they are hashed with.
fn same_kind(a: &Algorithm, b: &Algorithm) -> bool {
    a == b || matches!((a, b), (Algorithm::Rsa { .. }, Algorithm::Rsa { .. }))
}

/// As the files spell it.
fn name(tunnel: &Tunnel) -> String {
    let host = tunnel.host.to_lowercase();
    match tunnel.port {
        22 => host,
        port => format!("[{host}]:{port}"),
    }
}

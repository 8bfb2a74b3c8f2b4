//! Logging in to an SSH server. In: a session that met the right server. Out: one that is let in, or why not.
//! Deliberately absent: GSSAPI, certificates, second factors.

use std::path::PathBuf;
use std::sync::Arc;

use askwell_contract::connect::{Secret, Tunnel, TunnelLogin};
use askwell_contract::{Problem, ProblemCode, Result};
use russh::client::{AuthResult, Handle, KeyboardInteractiveAuthResponse as Asked};
use russh::keys::agent::client::{AgentClient, AgentStream};
use russh::keys::agent::AgentIdentity;
use russh::keys::{Error, PrivateKey, PrivateKeyWithHashAlg};
use russh::MethodKind;

use super::{lost, Guard, Here};

/// Questions of a server before it is taken to want something else than a password; PAM asks one.
const ROUNDS: usize = 4;

type Agent = AgentClient<Box<dyn AgentStream + Send + Unpin>>;

/// The key file of a login that has one; before anything is connected, since it is what fails most.
pub async fn read_key(tunnel: &Tunnel, secret: Option<&Secret>) -> Result<Option<PrivateKey>> {
    let TunnelLogin::Key { path } = &tunnel.login else {
        return Ok(None);
    };
    let (file, secret) = (at_home(path), secret.cloned().filter(|s| !s.is_empty()));
    let shown = path.clone();
    let read = move || {
        let password = secret.as_ref().map(Secret::expose);
        // The passphrase's key is made slow on purpose.
        let key = russh::keys::load_secret_key(&file, password);
        key.map_err(|error| unreadable(&shown, &error, secret.is_some()))
    };
    apart(read).await.map(Some)
}

fn unreadable(path: &str, error: &Error, with_passphrase: bool) -> Problem {
    match error {
        Error::IO(why) if why.kind() == std::io::ErrorKind::NotFound => {
            Problem::new(ProblemCode::NotFound, format!("There is no key file \"{path}\"."))
                .hint("Choose the private key; it has no ending, the public one beside it ends in .pub.")
        }
        Error::IO(why) => Problem::new(
            ProblemCode::Denied,
            format!("The key file \"{path}\" could not be read."),
        )
        .hint("Check that this user may read it.")
        .detail(why),
        Error::KeyIsEncrypted if !with_passphrase => needs_passphrase(path),
        // A wrong passphrase shows as a key that makes no sense.
        _ if with_passphrase => Problem::new(
            ProblemCode::Denied,
            format!("The passphrase does not open the key file \"{path}\"."),
        )
        .hint("Type the passphrase of the key, which is not the password of the server.")
        .detail(error),
        Error::SshKey(russh::keys::ssh_key::Error::Encrypted) => needs_passphrase(path),
        _ => Problem::new(
            ProblemCode::BadInput,
            format!("\"{path}\" is not a private key that Askwell can use."),
        )
        .hint("Choose a key of OpenSSH or PuTTY; the file that ends in .pub is the public one.")
        .detail(error),
    }
}

fn needs_passphrase(path: &str) -> Problem {
    Problem::new(
        ProblemCode::NeedsSecret,
        format!("The key file \"{path}\" is protected by a passphrase."),
    )
    .hint("Type the key's passphrase.")
}

pub async fn log_in(
    handle: &mut Handle<Guard>,
    here: &Here,
    tunnel: &Tunnel,
    secret: Option<&Secret>,
    key: Option<PrivateKey>,
) -> Result<()> {
    let result = match &tunnel.login {
        TunnelLogin::Password => {
            let secret = secret.filter(|s| !s.is_empty()).ok_or_else(|| {
                Problem::new(
                    ProblemCode::NeedsSecret,
                    format!("The SSH server {} asks for a password.", tunnel.host),
                )
                .hint(format!("Type the password of \"{}\" there.", tunnel.user))
            })?;
            by_password(handle, tunnel, secret).await?
        }
        TunnelLogin::Key { .. } => {
            let key = key.ok_or_else(|| Problem::internal("the key file was not read"))?;
            let hash = handle.best_supported_rsa_hash().await.map_err(|e| gone(tunnel, &e))?;
            let key = PrivateKeyWithHashAlg::new(Arc::new(key), hash.flatten());
            handle
                .authenticate_publickey(&tunnel.user, key)
                .await
                .map_err(|e| gone(tunnel, &e))?
        }
        TunnelLogin::Agent => by_agent(handle, here, tunnel).await?,
    };
    match result {
        AuthResult::Success => Ok(()),
        AuthResult::Failure { .. } if handle.is_closed() => Err(lost(tunnel)),
        AuthResult::Failure {
            partial_success: true, ..
        } => Err(Problem::new(
            ProblemCode::Denied,
            format!(
                "The SSH server {} wants a second proof, which Askwell cannot give.",
                tunnel.host
            ),
        )
        .hint("Ask its administrator for a login that needs one only.")),
        AuthResult::Failure { remaining_methods, .. } => {
            let takes: Vec<&str> = remaining_methods.iter().map(|method| method.into()).collect();
            Err(denied(tunnel).detail(format!("the server takes: {}", takes.join(", "))))
        }
    }
}

fn denied(tunnel: &Tunnel) -> Problem {
    let (user, host) = (&tunnel.user, &tunnel.host);
    let (what, hint) = match &tunnel.login {
        TunnelLogin::Password => (
            format!("The SSH server {host} does not accept this password for \"{user}\"."),
            "Check the user and the password; they are those of the SSH server, not of the database.",
        ),
        TunnelLogin::Key { .. } => (
            format!("The SSH server {host} does not accept this key for \"{user}\"."),
            "Check the user, and whether the public half of the key is among the server's authorized keys.",
        ),
        TunnelLogin::Agent => (
            format!("The SSH server {host} accepts none of the agent's keys for \"{user}\"."),
            "Check the user, and whether the right key is loaded (ssh-add -l).",
        ),
    };
    Problem::new(ProblemCode::Denied, what).hint(hint)
}

/// Many servers take a password only as the answer to a question.
async fn by_password(handle: &mut Handle<Guard>, tunnel: &Tunnel, secret: &Secret) -> Result<AuthResult> {
    let lost = |error: russh::Error| gone(tunnel, &error);
    let first = handle
        .authenticate_password(&tunnel.user, secret.expose())
        .await
        .map_err(lost)?;
    let AuthResult::Failure { remaining_methods, .. } = &first else {
        return Ok(first);
    };
    if !remaining_methods.contains(&MethodKind::KeyboardInteractive) || handle.is_closed() {
        return Ok(first);
    }
    let mut asked = handle
        .authenticate_keyboard_interactive_start(&tunnel.user, None)
        .await
        .map_err(lost)?;
    for _ in 0..ROUNDS {
        let prompts = match asked {
            Asked::Success => return Ok(AuthResult::Success),
            Asked::Failure { .. } => return Ok(first),
            Asked::InfoRequest { prompts, .. } => prompts,
        };
        // A visible answer is none that a password is asked for with.
        if prompts.iter().any(|prompt| prompt.echo) {
            return Ok(first);
        }
        let answers = prompts.iter().map(|_| secret.expose().to_string()).collect();
        asked = handle
            .authenticate_keyboard_interactive_respond(answers)
            .await
            .map_err(lost)?;
    }
    Ok(first)
}

async fn by_agent(handle: &mut Handle<Guard>, here: &Here, tunnel: &Tunnel) -> Result<AuthResult> {
    let mut agent = agent(here).await.map_err(|error| no_agent().detail(error))?;
    let identities = agent.request_identities().await;
    let identities = identities.map_err(|error| no_agent().detail(error))?;
    let keys = identities.into_iter().filter_map(|identity| match identity {
        AgentIdentity::PublicKey { key, .. } => Some(key),
        AgentIdentity::Certificate { .. } => None,
    });
    let hash = handle.best_supported_rsa_hash().await.map_err(|e| gone(tunnel, &e))?;
    let mut last = None;
    for key in keys {
        let tried = handle
            .authenticate_publickey_with(&tunnel.user, key, hash.flatten(), &mut agent)
            .await;
        match tried {
            Ok(AuthResult::Success) => return Ok(AuthResult::Success),
            Ok(failure) if handle.is_closed() => return Ok(failure),
            Ok(failure) => last = Some(failure),
            // The agent does not sign with this one: it was removed, or the person said no.
            Err(_) => {}
        }
    }
    last.ok_or_else(|| {
        Problem::new(ProblemCode::Denied, "The SSH agent holds no key that could be used.")
            .hint("Load one with ssh-add, or log in with a key file or a password.")
    })
}

#[cfg(unix)]
async fn agent(here: &Here) -> std::result::Result<Agent, Error> {
    let socket = here.agent.as_ref().ok_or(Error::EnvVar("SSH_AUTH_SOCK"))?;
    Ok(AgentClient::connect_uds(socket).await?.dynamic())
}

/// The name under which OpenSSH for Windows serves its agent; PuTTY's is the other one in use.
#[cfg(windows)]
async fn agent(_: &Here) -> std::result::Result<Agent, Error> {
    match AgentClient::connect_named_pipe(r"\\.\pipe\openssh-ssh-agent").await {
        Ok(agent) => Ok(agent.dynamic()),
        Err(_) => Ok(AgentClient::connect_pageant().await?.dynamic()),
    }
}

fn no_agent() -> Problem {
    Problem::new(ProblemCode::NotFound, "No SSH agent is running for this user.")
        .hint("Start one and load a key (ssh-add), or log in with a key file or a password.")
}

fn gone(tunnel: &Tunnel, error: &russh::Error) -> Problem {
    lost(tunnel).detail(error)
}

/// `~/...` is in the user's home, as on a command line.
fn at_home(path: &str) -> PathBuf {
    match (path.strip_prefix("~/"), std::env::home_dir()) {
        (Some(rest), Some(home)) => home.join(rest),
        _ => path.into(),
    }
}

/// Files are read away from the runtime.
pub async fn apart<T: Send + 'static>(work: impl FnOnce() -> Result<T> + Send + 'static) -> Result<T> {
    let (give, take) = tokio::sync::oneshot::channel();
    std::thread::Builder::new()
        .name("askwell-ssh-files".into())
        .spawn(move || {
            let _ = give.send(work());
        })
        .map_err(Problem::internal)?;
    take.await
        .map_err(|_| Problem::internal("reading a file for SSH ended without a result"))?
}

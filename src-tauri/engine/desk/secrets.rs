//! Where the secrets of connections are between two uses: in this process, in the system's keychain, or sealed under
//! a passphrase in the workspace's room `secrets`.
//!
//! In: a connection, and what the person gave. Out: its secrets, or the question for them. Deliberately absent: the
//! keychain and the cipher themselves (the port `Vault`), and any place where a secret would be readable on the disk.

use std::collections::BTreeMap;
use std::sync::Mutex;

use askwell_contract::api::Connection;
use askwell_contract::connect::{Keep, Secret, Secrets};
use askwell_contract::{Problem, ProblemCode, Result};

use crate::cx::World;

const ROOM: &str = "secrets";
const DATABASE: &str = "database";
const TUNNEL: &str = "tunnel";

/// What was given or read since the program started, by connection.
pub type Memory = Mutex<BTreeMap<String, Secrets>>;

/// What is known without asking.
#[derive(Debug, Default)]
pub struct Known {
    pub secrets: Secrets,
    /// Why the keychain did not answer. It matters only if the database then wants a password.
    pub trouble: Option<Problem>,
}

/// The secrets of a connection. `given` goes before what was kept, and an empty secret takes back a kept one.
pub async fn known(
    world: &World,
    memory: &Memory,
    connection: &Connection,
    given: Secrets,
    passphrase: Option<&Secret>,
) -> Result<Known> {
    let remembered = super::locked(memory).get(&connection.id).cloned();
    let kept = match (remembered, connection.keep) {
        (Some(secrets), _) => Ok(Known { secrets, trouble: None }),
        (None, Keep::Run) => Ok(Known::default()),
        (None, Keep::Keychain) => Ok(from_keychain(world, &connection.id).await),
        (None, Keep::Passphrase) => unsealed(world, &connection.id, passphrase).await,
    };
    let kept = match kept {
        // The person types the password anew instead of the passphrase.
        Err(problem) if problem.code == ProblemCode::NeedsSecret && any(&given) => Known::default(),
        kept => kept?,
    };
    Ok(Known {
        secrets: merged(given, kept.secrets),
        trouble: kept.trouble,
    })
}

/// Err where `keep` cannot be done, found out before anything is connected.
pub async fn possible(world: &World, secrets: &Secrets, keep: Keep, passphrase: Option<&Secret>) -> Result<()> {
    match keep {
        _ if !any(secrets) => Ok(()),
        Keep::Run => Ok(()),
        Keep::Keychain => {
            let vault = world.vault.clone();
            let keychain = apart(move || Ok(vault.keychain())).await?;
            if keychain.available {
                return Ok(());
            }
            Err(Problem::new(ProblemCode::Denied, keychain.says)
                .hint("Keep the password until Askwell closes, or encrypted under a passphrase."))
        }
        Keep::Passphrase if passphrase.is_some_and(|p| !p.is_empty()) => Ok(()),
        Keep::Passphrase => Err(Problem::new(
            ProblemCode::BadInput,
            "A passphrase is needed to keep the password encrypted.",
        )
        .hint("Type one that is easy for you to remember, or keep the password until Askwell closes.")),
    }
}

/// Puts the secrets where `keep` says and removes them from where they were. Gives back where they are now: nothing
/// to keep is kept nowhere.
pub async fn keep(
    world: &World,
    id: &str,
    secrets: &Secrets,
    (before, after): (Keep, Keep),
    passphrase: Option<&Secret>,
) -> Result<Keep> {
    let after = if any(secrets) { after } else { Keep::Run };
    let (world, id) = (world.clone(), id.to_string());
    let (secrets, passphrase) = (secrets.clone(), passphrase.cloned());
    apart(move || {
        for (kind, secret) in kinds(&secrets) {
            let key = key(&id, kind);
            match (after, secret) {
                (Keep::Keychain, Some(secret)) => world.vault.save(&key, secret)?,
                (Keep::Passphrase, Some(secret)) => {
                    let sealed = world.vault.seal(secret, &passphrase.clone().unwrap_or_default())?;
                    world.workspace.save(ROOM, &key, &sealed)?;
                }
                _ => {}
            }
            if before == Keep::Keychain && (after != Keep::Keychain || secret.is_none()) {
                world.vault.remove(&key)?;
            }
            if after != Keep::Passphrase || secret.is_none() {
                world.workspace.remove(ROOM, &key)?;
            }
        }
        Ok(after)
    })
    .await
}

/// Removes every copy. Blocking.
pub fn forget(world: &World, memory: &Memory, id: &str, keep: Option<Keep>) -> Result<()> {
    super::locked(memory).remove(id);
    let mut first = Ok(());
    for kind in [DATABASE, TUNNEL] {
        first = first.and(world.workspace.remove(ROOM, &key(id, kind)));
        if keep == Some(Keep::Keychain) {
            let removed = world.vault.remove(&key(id, kind)).map_err(|problem| {
                Problem::new(
                    problem.code,
                    "The connection is forgotten, but its password is still in the keychain.",
                )
                .hint("Remove the entries of app.askwell.desktop with the keychain's own program.")
                .detail(problem.message)
            });
            first = first.and(removed);
        }
    }
    first
}

pub fn any(secrets: &Secrets) -> bool {
    kinds(secrets).iter().any(|(_, secret)| secret.is_some())
}

/// An empty secret is none.
pub fn given(secrets: Secrets) -> Secrets {
    merged(secrets, Secrets::default())
}

fn merged(given: Secrets, kept: Secrets) -> Secrets {
    let one = |given: Option<Secret>, kept: Option<Secret>| given.or(kept).filter(|secret| !secret.is_empty());
    Secrets {
        database: one(given.database, kept.database),
        tunnel: one(given.tunnel, kept.tunnel),
    }
}

fn kinds(secrets: &Secrets) -> [(&'static str, Option<&Secret>); 2] {
    let full = |secret: &'_ Option<Secret>| secret.as_ref().is_some_and(|s| !s.is_empty());
    [
        (DATABASE, secrets.database.as_ref().filter(|_| full(&secrets.database))),
        (TUNNEL, secrets.tunnel.as_ref().filter(|_| full(&secrets.tunnel))),
    ]
}

/// All that the keychain may have of a connection.
pub fn places(id: &str) -> [String; 2] {
    [DATABASE, TUNNEL].map(|kind| key(id, kind))
}

fn key(id: &str, kind: &str) -> String {
    format!("{id}.{kind}")
}

async fn from_keychain(world: &World, id: &str) -> Known {
    let (vault, id) = (world.vault.clone(), id.to_string());
    let loaded = apart(move || {
        Ok(Secrets {
            database: vault.load(&key(&id, DATABASE))?,
            tunnel: vault.load(&key(&id, TUNNEL))?,
        })
    });
    match loaded.await {
        Ok(secrets) => Known { secrets, trouble: None },
        Err(trouble) => Known {
            secrets: Secrets::default(),
            trouble: Some(trouble),
        },
    }
}

async fn unsealed(world: &World, id: &str, passphrase: Option<&Secret>) -> Result<Known> {
    let (world, id, passphrase) = (world.clone(), id.to_string(), passphrase.cloned());
    apart(move || {
        let open = |kind| -> Result<Option<Secret>> {
            let Some(sealed) = world.workspace.load(ROOM, &key(&id, kind))? else {
                return Ok(None);
            };
            match passphrase.as_ref().filter(|p| !p.is_empty()) {
                Some(passphrase) => world.vault.unseal(&sealed, passphrase).map(Some),
                None => Err(Problem::new(
                    ProblemCode::NeedsSecret,
                    "The password of this connection is encrypted under a passphrase.",
                )
                .hint("Type the passphrase, or the password itself.")),
            }
        };
        let secrets = Secrets {
            database: open(DATABASE)?,
            tunnel: open(TUNNEL)?,
        };
        Ok(Known { secrets, trouble: None })
    })
    .await
}

/// Keychains ask the person, disks are slow, and a passphrase takes a moment by design.
async fn apart<T: Send + 'static>(work: impl FnOnce() -> Result<T> + Send + 'static) -> Result<T> {
    tokio::task::spawn_blocking(work).await.map_err(Problem::internal)?
}

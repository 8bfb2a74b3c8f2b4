//! Where the keys of providers are between two uses: in this process, in the system's keychain, or sealed under a
//! passphrase in the workspace's room `secrets`. All of it is blocking.
//!
//! In: a provider, and what the person gave. Out: its key, or the question for it. Deliberately absent: the keychain
//! and the cipher themselves (the port `Vault`), and any place where a key would be readable on the disk.

use std::collections::BTreeMap;
use std::sync::Mutex;

use askwell_contract::connect::{Keep, Secret};
use askwell_contract::model::Provider;
use askwell_contract::{Problem, ProblemCode, Result};

use super::locked;
use crate::cx::World;

const ROOM: &str = "secrets";

/// What was given, read or looked for in vain since the program started, by provider.
pub type Memory = Mutex<BTreeMap<String, Option<Secret>>>;

/// The key, where it is known without asking for a passphrase. A keychain that does not answer is asked once.
pub fn known(world: &World, memory: &Memory, provider: &Provider) -> Option<Secret> {
    if let Some(key) = locked(memory).get(&provider.id) {
        return key.clone();
    }
    if provider.keep != Keep::Keychain {
        return None;
    }
    let key = world.vault.load(&place(&provider.id)).ok().flatten();
    locked(memory).insert(provider.id.clone(), key.clone());
    key
}

/// The key that a passphrase opens, known from now on.
pub fn unlock(world: &World, memory: &Memory, provider: &Provider, passphrase: &Secret) -> Result<Secret> {
    let Some(sealed) = world.workspace.load(ROOM, &place(&provider.id))? else {
        return Err(Problem::new(
            ProblemCode::NotFound,
            format!("No key of {} is kept under a passphrase.", provider.name),
        )
        .hint("Type the key itself."));
    };
    let key = world.vault.unseal(&sealed, passphrase)?;
    locked(memory).insert(provider.id.clone(), Some(key.clone()));
    Ok(key)
}

/// The key to go on with: the one given, or the one kept. An empty one takes back a kept one.
pub fn current(
    world: &World,
    memory: &Memory,
    provider: &Provider,
    given: Option<&Secret>,
    passphrase: Option<&Secret>,
) -> Result<Option<Secret>> {
    if let Some(given) = given {
        return Ok(Some(given.clone()).filter(|key| !key.is_empty()));
    }
    if let Some(key) = known(world, memory, provider) {
        return Ok(Some(key));
    }
    match passphrase.filter(|passphrase| !passphrase.is_empty()) {
        Some(passphrase) if provider.keep == Keep::Passphrase => unlock(world, memory, provider, passphrase).map(Some),
        _ => Ok(None),
    }
}

/// Puts a key where `after` says and removes it from where it was. Gives back where it is now: nothing to keep is
/// kept nowhere.
pub fn keep(
    world: &World,
    memory: &Memory,
    id: &str,
    key: Option<&Secret>,
    (before, after): (Keep, Keep),
    passphrase: Option<&Secret>,
) -> Result<Keep> {
    let after = if key.is_some() { after } else { Keep::Run };
    let place = place(id);
    match (after, key) {
        (Keep::Keychain, Some(key)) => {
            let keychain = world.vault.keychain();
            if !keychain.available {
                return Err(Problem::new(ProblemCode::Denied, keychain.says)
                    .hint("Keep the key until Askwell closes, or encrypted under a passphrase."));
            }
            world.vault.save(&place, key)?;
        }
        (Keep::Passphrase, Some(key)) => {
            let Some(passphrase) = passphrase.filter(|passphrase| !passphrase.is_empty()) else {
                return Err(Problem::new(
                    ProblemCode::BadInput,
                    "A passphrase is needed to keep the key encrypted.",
                )
                .hint("Type one that is easy for you to remember, or keep the key until Askwell closes."));
            };
            let sealed = world.vault.seal(key, passphrase)?;
            world.workspace.save(ROOM, &place, &sealed)?;
        }
        _ => {}
    }
    locked(memory).insert(id.to_string(), key.cloned());
    if before == Keep::Keychain && after != Keep::Keychain {
        world.vault.remove(&place)?;
    }
    if after != Keep::Passphrase {
        world.workspace.remove(ROOM, &place)?;
    }
    Ok(after)
}

/// Removes every copy.
pub fn forget(world: &World, memory: &Memory, provider: &Provider) -> Result<()> {
    locked(memory).remove(&provider.id);
    let place = place(&provider.id);
    let removed = world.workspace.remove(ROOM, &place);
    if provider.keep != Keep::Keychain {
        return removed;
    }
    let cleared = world.vault.remove(&place).map_err(|problem| {
        Problem::new(
            problem.code,
            format!("{} is removed, but its key is still in the keychain.", provider.name),
        )
        .hint("Remove the entries of app.askwell.desktop with the keychain's own program.")
        .detail(problem.message)
    });
    removed.and(cleared)
}

/// Of no connection: their names have one dot.
pub fn place(id: &str) -> String {
    format!("model.{id}.key")
}

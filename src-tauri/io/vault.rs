//! Where passwords are kept. In: a secret and its name, or a secret and a passphrase. Out: the port `Vault`, over the
//! operating system's keychain, and over encryption for systems that have none.
//!
//! Deliberately absent: any file (the workspace keeps what is sealed here), and any text that a secret could be part of.

use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use askwell_contract::connect::{Keychain, Secret};
use askwell_contract::ports::Vault;
use askwell_contract::{Problem, ProblemCode, Result};
use keyring_core::{Entry, Error};

mod sealed;
#[cfg(test)]
mod tests;

/// What the keychain's own program lists our entries under.
const SERVICE: &str = "app.askwell.desktop";

/// A locked keychain asks for its password in a window of its own, which a person needs a while to answer; one that
/// cannot show it may never come back.
const ANSWER: Duration = Duration::from_secs(60);

/// Finding out whether there is a keychain asks nobody anything: it took 1 ms without a session bus, 40 to
/// 70 ms with gnome-keyring (measured when the library was chosen).
const FIND: Duration = Duration::from_secs(3);

/// The vault of this machine and this user.
#[derive(Debug, Default, Clone, Copy)]
pub struct System;

impl Vault for System {
    fn keychain(&self) -> Keychain {
        match within(FIND, store) {
            Ok(()) => Keychain {
                available: true,
                says: "Passwords are kept in this system's keychain.".into(),
            },
            Err(_) => Keychain {
                available: false,
                says: "This system has no keychain running, so passwords are kept until Askwell closes.".into(),
            },
        }
    }

    fn save(&self, key: &str, secret: &Secret) -> Result<()> {
        let (key, secret) = (key.to_string(), secret.clone());
        within(ANSWER, move || entry(&key)?.set_password(secret.expose()))
    }

    fn load(&self, key: &str) -> Result<Option<Secret>> {
        let key = key.to_string();
        within(ANSWER, move || match entry(&key)?.get_password() {
            Ok(password) => Ok(Some(Secret::new(password))),
            Err(Error::NoEntry) => Ok(None),
            Err(error) => Err(error),
        })
    }

    fn remove(&self, key: &str) -> Result<()> {
        let key = key.to_string();
        within(ANSWER, move || match entry(&key)?.delete_credential() {
            Err(Error::NoEntry) => Ok(()),
            removed => removed,
        })
    }

    fn seal(&self, secret: &Secret, passphrase: &Secret) -> Result<Vec<u8>> {
        sealed::seal(secret, passphrase)
    }

    fn unseal(&self, sealed: &[u8], passphrase: &Secret) -> Result<Secret> {
        sealed::unseal(sealed, passphrase)
    }
}

fn entry(key: &str) -> keyring_core::Result<Entry> {
    store()?;
    Entry::new(SERVICE, key)
}

/// The keychain of the platform, found once.
fn store() -> keyring_core::Result<()> {
    if keyring_core::get_default_store().is_some() {
        return Ok(());
    }
    match keyring::Entry::store_status() {
        Ok(()) => Ok(()),
        Err(_) => Err(Error::NoDefaultStore),
    }
}

/// Asks the keychain on a thread of its own, and waits no longer than `limit`. A thread that is left behind ends when
/// the keychain answers.
fn within<T: Send + 'static>(
    limit: Duration,
    ask: impl FnOnce() -> keyring_core::Result<T> + Send + 'static,
) -> Result<T> {
    let (give, take) = mpsc::channel();
    thread::Builder::new()
        .name("askwell-keychain".into())
        .spawn(move || {
            let _ = give.send(ask());
        })
        .map_err(Problem::internal)?;
    match take.recv_timeout(limit) {
        Ok(answer) => answer.map_err(refused),
        Err(RecvTimeoutError::Timeout) => Err(Problem::new(
            ProblemCode::TimedOut,
            "The system's keychain did not answer.",
        )
        .hint("It may be waiting for its own password. Unlock it, or keep the password until Askwell closes.")),
        Err(RecvTimeoutError::Disconnected) => Err(Problem::internal("the keychain's thread ended without an answer")),
    }
}

/// Only by its kind: an error may carry the very bytes that it is about.
fn refused(error: Error) -> Problem {
    let (code, message, hint) = match &error {
        Error::NoDefaultStore => (
            ProblemCode::Denied,
            "This system has no keychain running.",
            "Keep the password until Askwell closes, or encrypted under a passphrase.",
        ),
        Error::NoStorageAccess(_) => (
            ProblemCode::Denied,
            "The system's keychain is locked.",
            "Unlock it and try again, or keep the password until Askwell closes.",
        ),
        Error::TooLong(..) => (
            ProblemCode::BadInput,
            "The password is longer than the system's keychain takes.",
            "Keep it until Askwell closes, or encrypted under a passphrase.",
        ),
        Error::BadEncoding(_) | Error::BadDataFormat(..) | Error::Ambiguous(_) => (
            ProblemCode::Denied,
            "The entry in the system's keychain is not one that Askwell wrote.",
            "Remove the entries of app.askwell.desktop with the keychain's own program, and type the password again.",
        ),
        _ => (
            ProblemCode::Denied,
            "The system's keychain refused.",
            "Unlock it and try again, or keep the password until Askwell closes.",
        ),
    };
    let problem = Problem::new(code, message).hint(hint);
    match error {
        Error::NoStorageAccess(why) | Error::PlatformFailure(why) => problem.detail(why),
        _ => problem,
    }
}

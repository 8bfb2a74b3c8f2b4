//! The vault over an in-memory keychain, and what is sealed under a passphrase.

use super::*;

fn secret(text: &str) -> Secret {
    Secret::new(text)
}

#[test]
fn a_keychain_gives_back_what_it_was_given() {
    keyring_core::set_default_store(keyring_core::mock::Store::new().unwrap());
    let vault = System;
    assert!(vault.keychain().available);
    assert_eq!(vault.load("shop.database").unwrap(), None);
    vault.save("shop.database", &secret("pä$$ 🍎")).unwrap();
    vault.save("shop.tunnel", &secret("other")).unwrap();
    assert_eq!(vault.load("shop.database").unwrap(), Some(secret("pä$$ 🍎")));
    vault.save("shop.database", &secret("new")).unwrap();
    assert_eq!(vault.load("shop.database").unwrap(), Some(secret("new")));
    vault.remove("shop.database").unwrap();
    vault.remove("shop.database").unwrap();
    assert_eq!(vault.load("shop.database").unwrap(), None);
    assert_eq!(vault.load("shop.tunnel").unwrap(), Some(secret("other")));
}

#[test]
fn a_keychain_that_hangs_is_given_up() {
    let (_hold, never) = mpsc::channel::<()>();
    let began = std::time::Instant::now();
    let problem = within(Duration::from_millis(50), move || {
        let _ = never.recv();
        Ok(())
    })
    .unwrap_err();
    assert_eq!(problem.code, ProblemCode::TimedOut);
    assert!(began.elapsed() < Duration::from_secs(5));
}

#[test]
fn errors_of_a_keychain_hold_no_secret() {
    let bytes = b"hunter2".to_vec();
    let locked = std::io::Error::other("the collection is locked");
    for error in [
        Error::BadEncoding(bytes.clone()),
        Error::BadDataFormat(bytes, "not ours".into()),
        Error::NoStorageAccess(Box::new(locked)),
        Error::NoDefaultStore,
        Error::TooLong("password".into(), 2560),
    ] {
        let said = format!("{:?}", refused(error));
        // As text, and as the list of bytes that a derived `Debug` prints.
        assert!(!said.contains("hunter2") && !said.contains("104, 117"), "{said}");
    }
}

#[test]
fn sealed_secrets_open_under_their_passphrase_alone() {
    let (vault, phrase) = (System, secret("correct horse"));
    let sealed = vault.seal(&secret("hunter2"), &phrase).unwrap();
    assert!(sealed.starts_with(b"askwell-sealed\x01"));
    assert!(!sealed.windows(7).any(|part| part == b"hunter2"));
    assert_eq!(vault.unseal(&sealed, &phrase).unwrap(), secret("hunter2"));
    let problem = vault.unseal(&sealed, &secret("wrong horse")).unwrap_err();
    assert_eq!(problem.code, ProblemCode::Denied);
    assert!(!format!("{problem:?}").contains("horse"));
    // The same twice looks different: salt and nonce are new.
    assert_ne!(vault.seal(&secret("hunter2"), &phrase).unwrap(), sealed);
    assert_eq!(
        vault.seal(&secret("x"), &secret("")).unwrap_err().code,
        ProblemCode::BadInput
    );
}

#[test]
fn damaged_seals_are_refused_whichever_byte_it_is() {
    let (vault, phrase) = (System, secret("correct horse"));
    let sealed = vault.seal(&secret("hunter2"), &phrase).unwrap();
    // One byte of the mark, the salt, the nonce, the text and its tag; each costs a key, so not every byte.
    for at in [0, 14, 27, 43, 67, sealed.len() - 1] {
        let mut bad = sealed.clone();
        bad[at] ^= 1;
        assert!(vault.unseal(&bad, &phrase).is_err(), "byte {at}");
    }
    for length in [0, 14, 15, 40, 66, 67] {
        assert!(vault.unseal(&sealed[..length], &phrase).is_err(), "{length} bytes");
    }
    // Costs that would take the machine are not paid.
    let mut greedy = sealed;
    greedy[15..19].copy_from_slice(&u32::MAX.to_le_bytes());
    assert_eq!(vault.unseal(&greedy, &phrase).unwrap_err().code, ProblemCode::Lost);
}

/// Set for the test below when it runs inside a session of its own.
#[cfg(target_os = "linux")]
const SESSION: &str = "ASKWELL_TEST_KEYCHAIN";

/// Does nothing by itself: the test after it runs it inside a session bus.
#[cfg(target_os = "linux")]
#[test]
fn inside_a_session() {
    let vault = System;
    match std::env::var(SESSION).as_deref() {
        Ok("unlocked") => {
            assert!(vault.keychain().available);
            vault.save("shop.database", &secret("pä$$ 🍎")).unwrap();
            assert_eq!(vault.load("shop.database").unwrap(), Some(secret("pä$$ 🍎")));
            assert_eq!(vault.load("shop.tunnel").unwrap(), None);
            vault.remove("shop.database").unwrap();
            assert_eq!(vault.load("shop.database").unwrap(), None);
        }
        Ok("locked") => {
            let problem = vault.save("shop.database", &secret("hunter2")).unwrap_err();
            assert_eq!(problem.code, ProblemCode::Denied);
            assert!(!format!("{problem:?}").contains("hunter2"));
        }
        Ok("none") => {
            let keychain = vault.keychain();
            assert!(!keychain.available && keychain.says.contains("until Askwell closes"));
            assert_eq!(vault.load("shop.database").unwrap_err().code, ProblemCode::Denied);
        }
        _ => {}
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_real_secret_service_keeps_a_password() {
    const UNLOCK: &str = "printf 'session\\n' | gnome-keyring-daemon --unlock --components=secrets >/dev/null; ";
    let there = |program: &str| {
        std::env::split_paths(&std::env::var_os("PATH").unwrap_or_default()).any(|dir| dir.join(program).is_file())
    };
    let (bus, keyring) = (there("dbus-run-session"), there("gnome-keyring-daemon"));
    let itself = "exec \"$0\" --exact vault::tests::inside_a_session --nocapture";
    for (state, before) in [("unlocked", UNLOCK), ("locked", ""), ("none", "")] {
        if state != "none" && !(bus && keyring) {
            eprintln!("SKIPPED ({state} keychain): dbus-run-session or gnome-keyring-daemon is not installed");
            continue;
        }
        let home = tempfile::tempdir().unwrap();
        let script = format!("{before}{itself}");
        let mut command = match state {
            "none" => std::process::Command::new("bash"),
            _ => {
                let mut session = std::process::Command::new("dbus-run-session");
                session.args(["--", "bash"]);
                session
            }
        };
        let ran = command
            .arg("-c")
            .arg(script)
            .arg(std::env::current_exe().unwrap())
            .env("HOME", home.path())
            .env("XDG_RUNTIME_DIR", home.path())
            .env("XDG_DATA_HOME", home.path())
            .env(SESSION, state)
            // No window to ask in, and no other bus.
            .env_remove("DISPLAY")
            .env_remove("WAYLAND_DISPLAY")
            .env_remove("DBUS_SESSION_BUS_ADDRESS")
            .output()
            .unwrap();
        let said = String::from_utf8_lossy(&ran.stdout).into_owned() + &String::from_utf8_lossy(&ran.stderr);
        assert!(ran.status.success(), "{state}: {said}");
        assert!(said.contains("1 passed"), "{state}: {said}");
    }
}

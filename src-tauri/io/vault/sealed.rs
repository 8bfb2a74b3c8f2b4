//! Secrets encrypted under a passphrase. In: a secret and a passphrase. Out: bytes that say how they were made, or the
//! secret again.
//!
//! Bytes: the mark, the three costs of the key (memory in KiB, passes, lanes; little-endian), 16 of salt, 24 of nonce,
//! then the secret under XChaCha20-Poly1305 with all before it authenticated. The key is Argon2id of the passphrase.
//! Deliberately absent: any way to the secret without the passphrase.

use argon2::{Algorithm, Argon2, Params, Version};
use askwell_contract::connect::Secret;
use askwell_contract::{Problem, ProblemCode, Result};
use chacha20poly1305::aead::{Aead, Generate, KeyInit, Payload};
use chacha20poly1305::{XChaCha20Poly1305, XNonce};
use zeroize::Zeroizing;

/// The last byte is the version of the layout.
const MARK: &[u8; 15] = b"askwell-sealed\x01";
const SALT: usize = 16;
const NONCE: usize = 24;
const HEADER: usize = MARK.len() + 12 + SALT + NONCE;

/// RFC 9106, section 4, second recommended option: 64 MiB, 3 passes, 4 lanes.
const COSTS: [u32; 3] = [64 << 10, 3, 4];
/// A damaged file must not take the machine's memory: sixteen times what is written today.
const MOST: [u32; 3] = [1 << 20, 48, 64];

pub fn seal(secret: &Secret, passphrase: &Secret) -> Result<Vec<u8>> {
    if passphrase.is_empty() {
        return Err(
            Problem::new(ProblemCode::BadInput, "The passphrase is empty.").hint("Type one that is easy to remember.")
        );
    }
    let random = |_| Problem::internal("the system gave no random numbers");
    let salt: [u8; SALT] = Generate::try_generate().map_err(random)?;
    let nonce: [u8; NONCE] = Generate::try_generate().map_err(random)?;
    let mut sealed = Vec::with_capacity(HEADER + secret.expose().len() + 16);
    sealed.extend_from_slice(MARK);
    COSTS
        .iter()
        .for_each(|cost| sealed.extend_from_slice(&cost.to_le_bytes()));
    sealed.extend_from_slice(&salt);
    sealed.extend_from_slice(&nonce);
    let payload = Payload {
        msg: secret.expose().as_bytes(),
        aad: &sealed,
    };
    let hidden = cipher(passphrase, COSTS, &salt)?
        .encrypt(&XNonce::from(nonce), payload)
        .map_err(|_| Problem::internal("the secret could not be encrypted"))?;
    sealed.extend_from_slice(&hidden);
    Ok(sealed)
}

pub fn unseal(sealed: &[u8], passphrase: &Secret) -> Result<Secret> {
    let (header, hidden) = sealed.split_at_checked(HEADER).ok_or_else(damaged)?;
    let rest = header.strip_prefix(MARK).ok_or_else(damaged)?;
    let (costs, rest) = rest.split_at_checked(12).ok_or_else(damaged)?;
    let (salt, nonce) = rest.split_at_checked(SALT).ok_or_else(damaged)?;
    let nonce: [u8; NONCE] = nonce.try_into().map_err(|_| damaged())?;
    let mut read = [0; 3];
    for (cost, bytes) in read.iter_mut().zip(costs.chunks_exact(4)) {
        *cost = u32::from_le_bytes(bytes.try_into().map_err(|_| damaged())?);
    }
    if read.iter().zip(MOST).any(|(cost, most)| *cost > most) {
        return Err(damaged());
    }
    let payload = Payload {
        msg: hidden,
        aad: header,
    };
    let shown = cipher(passphrase, read, salt)?.decrypt(&XNonce::from(nonce), payload);
    let shown = shown.map_err(|_| {
        Problem::new(ProblemCode::Denied, "This is not the passphrase.")
            .hint("Try again, or type the database's password instead and keep it under a new passphrase.")
    })?;
    match String::from_utf8(shown) {
        Ok(secret) => Ok(Secret::new(secret)),
        Err(error) => {
            drop(Zeroizing::new(error.into_bytes()));
            Err(damaged())
        }
    }
}

fn cipher(passphrase: &Secret, [memory, passes, lanes]: [u32; 3], salt: &[u8]) -> Result<XChaCha20Poly1305> {
    let mut key = Zeroizing::new([0; 32]);
    let params = Params::new(memory, passes, lanes, Some(key.len())).map_err(|_| damaged())?;
    Argon2::new(Algorithm::Argon2id, Version::V0x13, params)
        .hash_password_into(passphrase.expose().as_bytes(), salt, &mut *key)
        .map_err(|_| Problem::internal("the key of a passphrase could not be computed"))?;
    XChaCha20Poly1305::new_from_slice(&*key).map_err(|_| Problem::internal("the key has the wrong length"))
}

fn damaged() -> Problem {
    Problem::new(ProblemCode::Lost, "The encrypted password is damaged.").hint("Type the database's password again.")
}

//! What only PostgreSQL has: servers, logins, encryption, rights, partitions, its own types.

#![cfg(unix)]

use super::cluster::{self, cluster, until};

mod describe;
mod fuzz;
mod lost;
mod reaching;
mod strangers;
mod values;

/// Once said, where there is no server to test with.
macro_rules! on_a_server {
    () => {
        if super::cluster().is_none() {
            return;
        }
    };
}
use on_a_server;

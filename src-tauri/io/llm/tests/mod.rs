//! Providers against servers of our own on this machine that speak their protocols as documented.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use askwell_contract::connect::Keep;
use askwell_contract::model::{Provider, ProviderKind};

pub fn provider(kind: ProviderKind, address: Option<String>) -> Provider {
    Provider {
        id: "p".into(),
        kind,
        name: String::new(),
        address,
        keep: Keep::default(),
        has_key: false,
        per_minute: 60,
        at_once: 10,
    }
}

//! What every call passes on its way to a provider, outermost first:
//! gate > ledger > cache > cost > retry > breaker > rate limit > (provider).
//!
//! In: a provider's `Call`. Out: the same, with everything around it. Deliberately absent: the providers themselves,
//! and any knowledge of what is in a prompt.

use std::sync::Arc;

use askwell_contract::model::{Failure, FailureKind};

use super::call::Call;

pub mod breaker;
pub mod cache;
pub mod cost;
pub mod flight;
pub mod gate;
pub mod hush;
pub mod ledger;
pub mod rate;
pub mod retry;
#[cfg(test)]
mod tests;

/// What the layers around one provider are made of.
pub struct Parts {
    pub gate: gate::Rules,
    pub ledger: ledger::To,
    pub cache: cache::Kept,
    pub cost: cost::Till,
    pub breaker: Arc<breaker::Breaker>,
    pub rate: Arc<rate::Rate>,
    /// The provider's, for messages.
    pub name: String,
}

/// The provider and everything around it, in the order of the house.
pub fn around(provider: Arc<dyn Call>, parts: Parts) -> Arc<dyn Call> {
    let limited = Arc::new(rate::Limited {
        inner: provider,
        rate: parts.rate,
    });
    let breaking = Arc::new(breaker::Breaking {
        inner: limited,
        breaker: parts.breaker,
        name: parts.name,
    });
    let retrying = Arc::new(retry::Retrying { inner: breaking });
    let costing = Arc::new(cost::Costing {
        inner: retrying,
        till: parts.cost,
    });
    let caching = Arc::new(cache::Caching {
        inner: costing,
        kept: parts.cache,
    });
    let written = Arc::new(ledger::Written {
        inner: caching,
        to: parts.ledger,
    });
    Arc::new(gate::Gated {
        inner: written,
        rules: parts.gate,
    })
}

/// The person pressed Stop.
pub fn stopped() -> Failure {
    Failure::new(FailureKind::Cancelled, "Stopped.")
}

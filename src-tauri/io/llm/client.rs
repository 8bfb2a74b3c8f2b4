//! Stands where the providers' client comes in: no provider is known yet.

use std::sync::Arc;

use askwell_contract::connect::Secret;
use askwell_contract::model::{Failure, FailureKind, Provider};

use super::call::Call;

pub fn connect(provider: &Provider, _: Option<&Secret>) -> Result<Arc<dyn Call>, Failure> {
    Err(unknown(provider))
}

pub fn destination(provider: &Provider) -> (String, bool) {
    (provider.address.clone().unwrap_or_default(), true)
}

pub fn unknown(provider: &Provider) -> Failure {
    Failure::new(
        FailureKind::Unavailable,
        format!("{} cannot be reached.", provider.name),
    )
}

//! Stands where discovery comes in: no provider is known yet.

use askwell_contract::connect::Secret;
use askwell_contract::model::{Failure, ModelInfo, Probe, ProbeKind, Provider};

pub async fn list(provider: &Provider, _: Option<&Secret>) -> Result<Vec<ModelInfo>, Failure> {
    Err(super::client::unknown(provider))
}

pub async fn probe(provider: &Provider, _: Option<&Secret>, _: &str, on_probe: &(dyn Fn(Probe) + Send + Sync)) -> bool {
    on_probe(Probe {
        kind: ProbeKind::Reach,
        found: None,
        failure: Some(super::client::unknown(provider)),
    });
    false
}

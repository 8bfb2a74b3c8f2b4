//! The seam between what is around a call and the providers: which functions reach them.
//!
//! In: a provider. Out: its `Call`, and what discovery finds. Deliberately absent: any rule.

use std::sync::Arc;

use askwell_contract::connect::Secret;
use askwell_contract::model::{Abilities, Failure, FoundModel, ModelInfo, Probe, Provider};
use async_trait::async_trait;

use super::call::Call;
use super::{able, client, discover, find};

/// Tests bring their own.
#[async_trait]
pub trait Link: Send + Sync {
    fn connect(&self, provider: &Provider, key: Option<&Secret>) -> Result<Arc<dyn Call>, Failure>;
    fn destination(&self, provider: &Provider) -> (String, bool);
    async fn list(&self, provider: &Provider, key: Option<&Secret>) -> Result<Vec<ModelInfo>, Failure>;
    /// Its calls go through `call`.
    async fn probe(
        &self,
        call: &dyn Call,
        provider: &Provider,
        key: Option<&Secret>,
        model: &str,
        on_probe: &(dyn Fn(Probe) + Send + Sync),
    ) -> bool;
    /// What the model can take in and be held to; `None`: nobody says.
    async fn abilities(&self, _provider: &Provider, _key: Option<&Secret>, _model: &str) -> Option<Abilities> {
        None
    }
    /// Without `servers` no socket is opened.
    async fn find(&self, servers: bool) -> Vec<FoundModel>;
}

/// The providers there are.
pub struct Real;

#[async_trait]
impl Link for Real {
    fn connect(&self, provider: &Provider, key: Option<&Secret>) -> Result<Arc<dyn Call>, Failure> {
        client::connect(provider, key)
    }
    fn destination(&self, provider: &Provider) -> (String, bool) {
        client::destination(provider)
    }
    async fn list(&self, provider: &Provider, key: Option<&Secret>) -> Result<Vec<ModelInfo>, Failure> {
        discover::list(provider, key).await
    }
    async fn probe(
        &self,
        call: &dyn Call,
        provider: &Provider,
        key: Option<&Secret>,
        model: &str,
        on_probe: &(dyn Fn(Probe) + Send + Sync),
    ) -> bool {
        discover::probe_through(call, provider, key, model, on_probe).await
    }
    async fn abilities(&self, provider: &Provider, key: Option<&Secret>, model: &str) -> Option<Abilities> {
        able::find(provider, key, model).await
    }
    async fn find(&self, servers: bool) -> Vec<FoundModel> {
        if servers {
            find::find().await
        } else {
            find::files().await
        }
    }
}

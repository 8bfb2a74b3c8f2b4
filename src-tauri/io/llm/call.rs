//! What a provider has to do: answer one call. In: a request. Out: a reply or a failure. Deliberately absent: everything around it (layers).
use askwell_contract::model::{Failure, Reply, Request};
use askwell_contract::ports::Cancel;
use async_trait::async_trait;

#[async_trait]
pub trait Call: Send + Sync {
    async fn call(&self, request: &Request, cancel: &Cancel) -> Result<Reply, Failure>;
}

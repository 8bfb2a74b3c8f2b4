//! What a model was asked for a query of a workload, and what it replied.
//!
//! In: the way to the model. Out: the same way, and a record of each call for the folder of its worker. Deliberately absent:
//! a way around the door; what is recorded is what the door sent.

use std::sync::{Arc, Mutex, PoisonError};

use askwell_contract::model::{Abilities, Failure, ModelRef, Reply, Request, Usage};
use askwell_contract::ports::{Cancel, Llm};
use async_trait::async_trait;

pub struct Recorded {
    inner: Arc<dyn Llm>,
    calls: Mutex<Vec<Call>>,
}

#[derive(Debug, Clone)]
pub struct Call {
    /// The worker's number.
    pub sample: u32,
    pub prompt: String,
    pub reply: String,
}

impl Recorded {
    pub fn new(inner: Arc<dyn Llm>) -> Arc<Self> {
        Arc::new(Self {
            inner,
            calls: Mutex::default(),
        })
    }

    /// By worker; of one that was asked twice the last call.
    pub fn calls(&self) -> Vec<Call> {
        let mut calls = self.calls.lock().unwrap_or_else(PoisonError::into_inner).clone();
        calls.reverse();
        calls.sort_by_key(|call| call.sample);
        calls.dedup_by_key(|call| call.sample);
        calls
    }
}

#[async_trait]
impl Llm for Recorded {
    async fn complete(&self, request: Request, cancel: &Cancel) -> Result<Reply, Failure> {
        let blocks = request.system.iter().chain(&request.user);
        let prompt: Vec<&str> = blocks.map(|block| block.text.as_str()).collect();
        let (sample, prompt) = (request.sample, prompt.join("\n\n"));
        let answered = self.inner.complete(request, cancel).await;
        let reply = match &answered {
            Ok(reply) => reply.text.clone(),
            Err(failure) => failure.message.clone(),
        };
        let mut calls = self.calls.lock().unwrap_or_else(PoisonError::into_inner);
        calls.push(Call { sample, prompt, reply });
        drop(calls);
        answered
    }

    async fn abilities(&self, to: &ModelRef) -> Abilities {
        self.inner.abilities(to).await
    }

    fn price(&self, to: &ModelRef, usage: Usage) -> Option<f64> {
        self.inner.price(to, usage)
    }

    fn destination(&self, to: &ModelRef) -> (String, bool) {
        self.inner.destination(to)
    }
}

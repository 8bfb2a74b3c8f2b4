//! A provider's own words must not carry its key further: some repeat it when they refuse it.
//!
//! In: what a provider said. Out: the same without its key. Deliberately absent: what we send.

use std::sync::Arc;

use askwell_contract::connect::Secret;
use askwell_contract::model::{Failure, Reply, Request};
use askwell_contract::ports::Cancel;
use async_trait::async_trait;
use serde_json::Value;

use crate::llm::call::Call;

/// A shorter key would be found by chance in ordinary words.
const SHORTEST: usize = 6;

/// Innermost: nothing outside of it sees the key.
pub struct Hushed {
    pub inner: Arc<dyn Call>,
    pub key: Option<Secret>,
}

#[async_trait]
impl Call for Hushed {
    async fn call(&self, request: &Request, cancel: &Cancel) -> Result<Reply, Failure> {
        let replied = self.inner.call(request, cancel).await;
        let Some(key) = &self.key else {
            return replied;
        };
        match replied {
            Ok(reply) => Ok(Reply {
                text: without(&reply.text, key),
                value: reply.value.map(|value| silent(value, key)),
                thinking: reply.thinking.map(|text| without(&text, key)),
                ..reply
            }),
            Err(failure) => Err(hushed(failure, key)),
        }
    }
}

pub fn hushed(failure: Failure, key: &Secret) -> Failure {
    Failure {
        message: without(&failure.message, key),
        hint: failure.hint.map(|text| without(&text, key)),
        detail: failure.detail.map(|text| without(&text, key)),
        ..failure
    }
}

fn without(text: &str, key: &Secret) -> String {
    if key.expose().len() < SHORTEST {
        return text.to_string();
    }
    text.replace(key.expose(), "***")
}

fn silent(value: Value, key: &Secret) -> Value {
    match value {
        Value::String(text) => Value::String(without(&text, key)),
        Value::Array(all) => all.into_iter().map(|value| silent(value, key)).collect(),
        Value::Object(all) => {
            let quiet = |(name, value): (String, Value)| (without(&name, key), silent(value, key));
            all.into_iter().map(quiet).collect()
        }
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use askwell_contract::model::FailureKind;

    use super::*;

    #[test]
    fn a_provider_that_repeats_the_key_is_not_quoted() {
        let key = Secret::new("sk-123456");
        let said = Failure::new(FailureKind::Key, "No: sk-123456.").detail("{\"key\":\"sk-123456\"}");
        let said = hushed(said.hint("Not sk-123456?"), &key);
        assert_eq!(said.message, "No: ***.");
        assert_eq!(said.detail.unwrap(), "{\"key\":\"***\"}");
        assert_eq!(said.hint.unwrap(), "Not ***?");
        assert_eq!(without("a", &Secret::new("a")), "a");
        assert_eq!(without("a", &Secret::default()), "a");
    }
}

//! What is refused before anything else happens: everything in airplane mode, and what holds more than may be said.
//!
//! In: a call. Out: the call, or a refusal; nothing was written or sent then. Deliberately absent: what a prompt is
//! made of. The engine puts nothing into one above its level; this looks again.

use std::sync::Arc;

use askwell_contract::model::{Failure, FailureKind, Privacy, Reply, Request};
use askwell_contract::ports::Cancel;
use async_trait::async_trait;

use crate::llm::call::Call;

pub struct Rules {
    pub airplane: bool,
    /// The model runs inside this program and needs no socket. A server on this computer does need one.
    pub in_process: bool,
    pub allowed: Privacy,
}

pub struct Gated {
    pub inner: Arc<dyn Call>,
    pub rules: Rules,
}

#[async_trait]
impl Call for Gated {
    async fn call(&self, request: &Request, cancel: &Cancel) -> Result<Reply, Failure> {
        if self.rules.airplane && !self.rules.in_process {
            return Err(airplane());
        }
        if self.rules.allowed == Privacy::Nothing || request.privacy > self.rules.allowed {
            return Err(Failure::new(
                FailureKind::Privacy,
                "The prompt holds more of the database than may be sent, so it was not sent.",
            )
            .hint("What may be sent is set for each connection, under its privacy."));
        }
        self.inner.call(request, cancel).await
    }
}

pub fn airplane() -> Failure {
    Failure::new(
        FailureKind::Airplane,
        "Airplane mode is on: nothing is sent to any model outside this program.",
    )
    .hint("Turn airplane mode off, or choose a model file that runs inside Askwell.")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::llm::scripted::{request, Scripted};

    async fn let_through(airplane: bool, in_process: bool, allowed: Privacy, holds: Privacy) -> Option<FailureKind> {
        let provider = Arc::new(Scripted::new());
        let gated = Gated {
            inner: provider.clone(),
            rules: Rules {
                airplane,
                in_process,
                allowed,
            },
        };
        let asked = Request {
            privacy: holds,
            ..request("x")
        };
        let ended = gated.call(&asked, &Cancel::new()).await;
        assert_eq!(provider.texts().len(), usize::from(ended.is_ok()));
        ended.err().map(|failure| failure.kind)
    }

    #[tokio::test]
    async fn in_airplane_mode_only_a_model_inside_the_program_is_asked() {
        let rows = Privacy::Rows;
        assert_eq!(
            let_through(true, false, rows, Privacy::Nothing).await,
            Some(FailureKind::Airplane)
        );
        assert_eq!(let_through(true, true, rows, rows).await, None);
        assert_eq!(let_through(false, false, rows, rows).await, None);
    }

    #[tokio::test]
    async fn a_prompt_above_the_level_is_refused() {
        for allowed in Privacy::ALL {
            for holds in Privacy::ALL {
                let refused = let_through(false, false, allowed, holds).await;
                let should = allowed == Privacy::Nothing || holds > allowed;
                assert_eq!(refused, should.then_some(FailureKind::Privacy), "{allowed:?} {holds:?}");
            }
        }
    }
}

//! Every call is written down in full before it is sent, and how it ended afterwards.
//!
//! In: a call. Out: the same. What cannot be written is not sent. Deliberately absent: the file itself (the book).

use std::sync::Arc;

use askwell_contract::model::{Block, Cut, Ended, Failure, FailureKind, Form, Reply, Request};
use askwell_contract::ports::Cancel;
use askwell_contract::Problem;
use async_trait::async_trait;
use sha2::{Digest, Sha256};
use tokio::task::spawn_blocking;
use tokio::time::Instant;

use crate::llm::book::{Book, Sent};
use crate::llm::call::Call;

/// Bytes of a reply that are kept. The longest that a prompt asks for is 16,000 tokens, which are about as many.
const KEPT: usize = 64 << 10;

/// Which book, and whom the calls go to.
#[derive(Clone)]
pub struct To {
    pub book: Arc<Book>,
    pub destination: String,
    pub leaves: bool,
}

pub struct Written {
    pub inner: Arc<dyn Call>,
    pub to: To,
}

#[async_trait]
impl Call for Written {
    async fn call(&self, request: &Request, cancel: &Cancel) -> Result<Reply, Failure> {
        let (book, sent) = (self.to.book.clone(), self.entry(request));
        let place = spawn_blocking(move || book.sent(&sent)).await;
        let place = place
            .map_err(Problem::internal)
            .and_then(|place| place)
            .map_err(unwritten)?;
        let began = Instant::now();
        let replied = self.inner.call(request, cancel).await;
        let ms = began.elapsed().as_secs_f64() * 1000.0;
        let ended = match &replied {
            Ok(reply) => {
                let (text, cut) = kept(&reply.text);
                Ended::Replied {
                    text,
                    cut,
                    usage: reply.usage,
                    cost: reply.cost,
                    ms,
                    cached: reply.cached,
                }
            }
            Err(failure) => Ended::Failed {
                failure: failure.clone(),
                ms,
            },
        };
        let book = self.to.book.clone();
        // The reply is paid for; that its end could not be written takes it from nobody. The entry then stays as sent.
        let _ = spawn_blocking(move || book.ended(&place, &ended)).await;
        replied
    }
}

impl Written {
    fn entry(&self, request: &Request) -> Sent {
        let mut system = text(&request.system);
        // The form goes along with the request, and may name columns.
        if let Form::Json { name, schema } = &request.form {
            system.push_str(&format!("\n\nForm of the reply, {name}: {schema}"));
        }
        if let Form::Grammar(rules) = &request.form {
            system.push_str(&format!("\n\nGrammar of the reply:\n{rules}"));
        }
        Sent {
            purpose: request.purpose.clone(),
            provider: request.to.provider.clone(),
            model: request.to.model.clone(),
            destination: self.to.destination.clone(),
            leaves: self.to.leaves,
            connection: request.connection.clone(),
            run: request.run.clone(),
            privacy: request.privacy,
            system,
            user: text(&request.user),
        }
    }
}

/// The whole text, or its head with the length and the sum of the whole.
fn kept(text: &str) -> (String, Option<Cut>) {
    if text.len() <= KEPT {
        return (text.to_string(), None);
    }
    let mut end = KEPT;
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    let sum = Sha256::digest(text.as_bytes());
    let cut = Cut {
        bytes: text.len() as u64,
        sha256: sum.iter().map(|byte| format!("{byte:02x}")).collect(),
    };
    (text[..end].to_string(), Some(cut))
}

fn text(blocks: &[Block]) -> String {
    let texts: Vec<&str> = blocks.iter().map(|block| block.text.as_str()).collect();
    texts.join("\n\n")
}

fn unwritten(problem: Problem) -> Failure {
    let failure = Failure::new(
        FailureKind::Unavailable,
        format!("The ledger cannot be written, so nothing was sent. {}", problem.message),
    );
    let failure = problem.hint.into_iter().fold(failure, Failure::hint);
    problem.detail.into_iter().fold(failure, Failure::detail)
}

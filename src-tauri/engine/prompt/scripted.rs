//! A model whose every reply is written down, and which asserts what it is asked. It must be used up.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::collections::VecDeque;
use std::sync::{Arc, Mutex};

use askwell_contract::model::{
    Block, Effort, Failure, FailureKind, ModelRef, ModelSettings, Privacy, Reply, Request, Tiers, Usage,
};
use askwell_contract::ports::{Cancel, Llm};
use async_trait::async_trait;

use super::{Able, Door, Library};

type Check = Box<dyn Fn(&Request) + Send>;

struct Turn {
    purpose: String,
    check: Check,
    answer: Result<Reply, Failure>,
}

#[derive(Default)]
pub struct ScriptedLlm {
    turns: Mutex<VecDeque<Turn>>,
    /// What was asked, in order.
    pub asked: Mutex<Vec<Request>>,
}

impl ScriptedLlm {
    /// The next call is for `purpose`, and its prompt holds all of `says`.
    pub fn expects(self, purpose: &str, says: &[&str], answer: impl Into<Answer>) -> Self {
        let says: Vec<String> = says.iter().map(|s| (*s).to_owned()).collect();
        self.checks(
            purpose,
            move |request| {
                let all = text(request);
                for part in &says {
                    assert!(all.contains(part), "the prompt lacks {part:?}:\n{all}");
                }
            },
            answer,
        )
    }

    pub fn checks(self, purpose: &str, check: impl Fn(&Request) + Send + 'static, answer: impl Into<Answer>) -> Self {
        self.turns.lock().unwrap().push_back(Turn {
            purpose: purpose.to_owned(),
            check: Box::new(check),
            answer: answer.into().0,
        });
        self
    }

    /// A door at a level, with one model for every tier.
    pub fn door(self: &Arc<Self>, privacy: Privacy) -> Door {
        let model = |name: &str| {
            Some(ModelRef {
                provider: "scripted".into(),
                model: name.into(),
            })
        };
        Door {
            llm: self.clone(),
            settings: ModelSettings {
                tiers: Tiers {
                    fast: model("small"),
                    powerful: model("large"),
                    reasoning: model("deep"),
                },
                // The tests of the cascade say so where they want it.
                effort: Effort::Careful,
                sentences: true,
                ..ModelSettings::default()
            },
            privacy,
            connection: "shop".into(),
            run: None,
            prompts: Library::shipped(),
            verified: Vec::new(),
            able: Able::new(),
        }
    }
}

/// System and user, as one text.
pub fn text(request: &Request) -> String {
    let blocks = request.system.iter().chain(&request.user);
    blocks
        .map(|block: &Block| block.text.as_str())
        .collect::<Vec<_>>()
        .join("\n\n")
}

/// What the model answers: a text, a value, or a failure.
pub struct Answer(Result<Reply, Failure>);

impl From<&str> for Answer {
    fn from(text: &str) -> Self {
        Self(Ok(reply(text, None)))
    }
}

impl From<serde_json::Value> for Answer {
    fn from(value: serde_json::Value) -> Self {
        Self(Ok(reply(&value.to_string(), Some(value))))
    }
}

impl From<FailureKind> for Answer {
    fn from(kind: FailureKind) -> Self {
        Self(Err(Failure::new(kind, "It failed as scripted.")))
    }
}

/// What a model says, at a small price.
pub fn reply(text: &str, value: Option<serde_json::Value>) -> Reply {
    Reply {
        text: text.to_owned(),
        value,
        thinking: None,
        usage: Usage {
            input: 100,
            cached: 0,
            written: 0,
            output: 10,
        },
        cost: Some(0.001),
        cached: false,
        ms: 5.0,
    }
}

#[async_trait]
impl Llm for ScriptedLlm {
    async fn complete(&self, request: Request, _: &Cancel) -> Result<Reply, Failure> {
        let turn = self.turns.lock().unwrap().pop_front();
        let turn = turn.unwrap_or_else(|| panic!("nothing more is scripted, asked was {}", request.purpose));
        assert_eq!(request.purpose, turn.purpose, "another prompt was to be next");
        (turn.check)(&request);
        self.asked.lock().unwrap().push(request);
        turn.answer
    }
    /// A dollar a million tokens.
    fn price(&self, _: &ModelRef, usage: Usage) -> Option<f64> {
        Some(f64::from(usage.input + usage.output) / 1e6)
    }
    fn destination(&self, _: &ModelRef) -> (String, bool) {
        ("scripted.example:443".into(), true)
    }
}

impl Drop for ScriptedLlm {
    fn drop(&mut self) {
        let left: Vec<String> = self.turns.lock().unwrap().iter().map(|t| t.purpose.clone()).collect();
        assert!(
            left.is_empty() || std::thread::panicking(),
            "the model was not asked for {left:?}"
        );
    }
}

//! What the screens about models show: the ledger, costs, prompts as they would be sent, models found, trials.

use serde::{Deserialize, Serialize};
use specta::Type;

use super::{Effort, Failure, ModelRef, Price, Privacy, Provider, ProviderKind, Usage};
use crate::connect::Secret;

/// How a call in the ledger ended.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Ended {
    /// Written, and no reply yet; or the program ended before it came.
    Sent,
    Replied {
        /// The whole reply, or its head where `cut` says so.
        text: String,
        #[serde(default)]
        cut: Option<Cut>,
        usage: Usage,
        cost: Option<f64>,
        ms: f64,
        /// Answered from our own cache: nothing left the machine.
        cached: bool,
    },
    Failed {
        failure: Failure,
        ms: f64,
    },
}

/// A text that was too long to be kept whole.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct Cut {
    /// Of the whole text.
    #[specta(type = f64)]
    pub bytes: u64,
    /// Of the whole text, in hexadecimal digits.
    pub sha256: String,
}

/// One line of the ledger: all of what was sent, to whom, why, and what came of it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type)]
pub struct LedgerEntry {
    /// In the order of sending, without gaps.
    #[specta(type = f64)]
    pub number: u64,
    /// Milliseconds since 1970 UTC.
    #[specta(type = f64)]
    pub at: u64,
    pub purpose: String,
    pub provider: String,
    pub model: String,
    /// The host and port, or `this computer`.
    pub destination: String,
    /// Whether that is another machine.
    pub leaves: bool,
    pub connection: String,
    pub run: Option<String>,
    pub privacy: Privacy,
    /// The whole text, as sent.
    pub system: String,
    pub user: String,
    pub ended: Ended,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type)]
pub struct LedgerPage {
    /// Newest first.
    pub entries: Vec<LedgerEntry>,
    /// Of all that match.
    #[specta(type = f64)]
    pub of: u64,
    /// Characters sent to other machines, all entries that match.
    #[specta(type = f64)]
    pub left: u64,
}

/// What was spent, in US dollars.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type)]
pub struct Spend {
    pub today: f64,
    pub month: f64,
    /// Calls of today whose price is not known; the sums are then lower bounds.
    pub unpriced: u32,
}

/// What a longer piece of work would cost.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type)]
pub struct Estimate {
    pub calls: u32,
    pub input: u32,
    pub output: u32,
    /// `None`: no price is known.
    pub cost: Option<f64>,
    pub to: Option<ModelRef>,
}

/// From the least to the most.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, Type)]
pub struct Between {
    pub from: f64,
    pub to: f64,
}

impl Between {
    pub fn of(from: f64, to: f64) -> Self {
        Self { from, to }
    }
}

/// What a question takes at an effort.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, Type)]
pub struct EffortEstimate {
    pub effort: Effort,
    /// That models write.
    pub queries: Between,
    /// `None`: such calls were not made yet.
    pub seconds: Option<Between>,
    /// US dollars. `None`: such calls were not made yet, or no price is known.
    pub dollars: Option<Between>,
}

/// A prompt as it would be sent.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type)]
pub struct PromptPreview {
    pub purpose: String,
    /// One sentence on what it is for.
    pub about: String,
    /// `None`: no model is set for it; it would not be sent.
    pub to: Option<ModelRef>,
    pub destination: String,
    pub leaves: bool,
    pub system: String,
    pub user: String,
    /// Estimated, four characters a token.
    pub tokens: u32,
    pub cost: Option<f64>,
    /// How many values were masked.
    pub masked: u32,
    /// Why it would not be sent, in words.
    pub withheld: Option<String>,
}

/// A prompt that the person overrides from the workspace.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type)]
pub struct PromptFile {
    pub name: String,
    pub about: String,
    /// The text in use.
    pub text: String,
    pub overridden: bool,
    /// Why the person's own is not used: line and reason.
    pub refused: Option<String>,
}

/// A model that a provider offers.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type)]
pub struct ModelInfo {
    pub name: String,
    /// The provider's name for people.
    pub label: Option<String>,
    /// Tokens.
    pub context: Option<u32>,
    pub price: Option<Price>,
}

/// A model found on this computer.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type)]
pub struct FoundModel {
    pub kind: ProviderKind,
    pub name: String,
    /// A file, or the address of a server.
    pub address: String,
    #[specta(type = Option<f64>)]
    pub bytes: Option<u64>,
}

/// A step of testing a provider, in the order in which they are taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum ProbeKind {
    /// The address answers; of a file: it is there and is a model.
    Reach,
    /// The key is accepted.
    Key,
    /// The model is offered.
    Model,
    /// A short text came back.
    Text,
    /// An answer of a given form came back.
    Form,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type)]
pub struct Probe {
    pub kind: ProbeKind,
    /// What was found, in a few words.
    pub found: Option<String>,
    /// What is wrong; no later step is taken.
    pub failure: Option<Failure>,
}

/// What the settings hand over to add or change a provider.
#[derive(Debug, Clone, Deserialize, Type)]
pub struct ProviderRequest {
    pub provider: Provider,
    /// `None`: as it was; empty: removed.
    pub key: Option<Secret>,
    /// For `Keep::Passphrase`.
    pub passphrase: Option<Secret>,
}

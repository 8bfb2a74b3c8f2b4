//! Language models: what is asked of one, what comes back, what it cost, and what a person set.
//!
//! Every call goes through one door ([`crate::ports::Llm`]) that writes it to the ledger before it is sent.

use serde::{Deserialize, Serialize};
use specta::Type;

use crate::connect::Keep;
use crate::problem::{Problem, ProblemCode};

mod gbnf;
mod shelf;
mod shown;
mod window;

pub use gbnf::literal;
pub use shelf::{FetchedModel, Fetching, Fit, Held, Machine, Shelf, ShelfModel, Wanted};
pub use shown::{
    Between, Cut, EffortEstimate, Ended, Estimate, FoundModel, LedgerEntry, LedgerPage, ModelInfo, Probe, ProbeKind,
    PromptFile, PromptPreview, ProviderRequest, Spend,
};
pub use window::{Abilities, LeftOut, Window, WindowFrom};

/// What a task needs of a model (seed 000, design adjustment 1). Each is mapped to a model by the person.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum Tier {
    /// Short extractions, comparisons, repairs.
    Fast,
    /// Linking, complex queries.
    Powerful,
    /// Extended thinking.
    Reasoning,
}

impl Tier {
    pub const ALL: [Self; 3] = [Self::Fast, Self::Powerful, Self::Reasoning];
}

/// What of a database may be in a prompt; each level holds those before it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum Privacy {
    /// No model is asked at all.
    #[default]
    Nothing,
    /// Names of tables and columns, their types, keys and comments, and what the person wrote about them.
    Names,
    /// Counts, rates and shapes: how many rows, how many are missing, `\d{5}`.
    Profile,
    /// Single values of cells.
    Values,
    /// Rows of results.
    Rows,
}

impl Privacy {
    pub const ALL: [Self; 5] = [Self::Nothing, Self::Names, Self::Profile, Self::Values, Self::Rows];
}

/// How a provider is talked to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum ProviderKind {
    Anthropic,
    Gemini,
    OpenAi,
    /// LM Studio, vLLM, llama.cpp, a company's gateway.
    OpenAiCompatible,
    Ollama,
    /// A model file, run inside this program.
    Gguf,
}

/// A provider as the person set it up. Holds no key.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct Provider {
    /// `[a-z0-9-]+`, unique among the settings; the key's place in the keychain is made of it.
    pub id: String,
    pub kind: ProviderKind,
    pub name: String,
    /// `None`: the provider's own address. For [`ProviderKind::Gguf`] the path of the file.
    pub address: Option<String>,
    pub keep: Keep,
    /// Whether a key is known now; what is sent back here is ignored.
    pub has_key: bool,
    /// Requests a minute, and at the same time (60 and 10 by default; seeds 002, 4.2 and 000, async architecture).
    pub per_minute: u32,
    pub at_once: u32,
}

/// A model of a provider; a name that nobody has heard of is accepted.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, Type)]
pub struct ModelRef {
    /// A [`Provider::id`].
    pub provider: String,
    pub model: String,
}

/// Which model serves each tier; all `None`: the built-in engine alone.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, Type)]
pub struct Tiers {
    pub fast: Option<ModelRef>,
    pub powerful: Option<ModelRef>,
    pub reasoning: Option<ModelRef>,
}

impl Tiers {
    /// A tier that is not set is served by the next stronger or weaker one that is.
    pub fn serve(&self, tier: Tier) -> Option<&ModelRef> {
        let (fast, powerful, reasoning) = (self.fast.as_ref(), self.powerful.as_ref(), self.reasoning.as_ref());
        match tier {
            Tier::Fast => fast.or(powerful).or(reasoning),
            Tier::Powerful => powerful.or(reasoning).or(fast),
            Tier::Reasoning => reasoning.or(powerful).or(fast),
        }
    }
}

/// In US dollars; `None`: no limit.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize, Type)]
pub struct Budget {
    pub per_question: Option<f64>,
    pub per_day: Option<f64>,
}

/// Kinds of personal data that are masked in what is sent unless the person allows them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, Type)]
pub struct Allowed {
    pub emails: bool,
    pub phones: bool,
    pub cards: bool,
    pub identities: bool,
}

/// A price that the person knows better than the table, in US dollars a million tokens.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type)]
pub struct Price {
    pub model: String,
    pub input: f64,
    pub cached: f64,
    pub output: f64,
    /// The day it was true, `2026-11-21`.
    pub of: String,
}

/// How many queries a question is worth: the more, the surer, the slower and the dearer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum Effort {
    /// One, and more only where it is not sure of itself.
    #[default]
    Auto,
    /// Two.
    Quick,
    /// Two, four or six, by how hard the question looks (seed 001, implemented techniques: adaptive K).
    Careful,
    /// All eleven of seed 000, operation 7.
    Thorough,
}

/// All that a person sets about models.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type)]
pub struct ModelSettings {
    pub providers: Vec<Provider>,
    pub tiers: Tiers,
    pub budget: Budget,
    pub allowed: Allowed,
    pub prices: Vec<Price>,
    /// No socket is opened but to the person's databases.
    pub airplane: bool,
    #[serde(default)]
    pub effort: Effort,
    /// Whether a model puts the result into words; otherwise the sentence is Askwell's own, and costs no call.
    #[serde(default)]
    pub sentences: bool,
    /// Whether a run's trace holds what was said to models and what they replied.
    #[serde(default)]
    pub prompts_in_traces: bool,
    /// How long an answer to a question's call is kept; those of preparing are kept for ever.
    pub cache_hours: u32,
    /// Whether the first-run choice was made.
    pub chosen: bool,
}

impl Default for ModelSettings {
    fn default() -> Self {
        Self {
            providers: Vec::new(),
            tiers: Tiers::default(),
            budget: Budget::default(),
            allowed: Allowed::default(),
            prices: Vec::new(),
            airplane: false,
            effort: Effort::default(),
            sentences: false,
            prompts_in_traces: false,
            // Seed 000, cache manager; seed 002, 4.3.
            cache_hours: 24,
            chosen: false,
        }
    }
}

/// A piece of a prompt.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct Block {
    pub text: String,
    /// The provider may keep it: the same text comes first in the next calls too (schema, summaries, examples).
    pub cache: bool,
}

/// The form that the reply has to have.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Form {
    Text,
    /// A JSON object; `name` is the tool's, `schema` a JSON schema.
    Json {
        name: String,
        schema: serde_json::Value,
    },
    /// Text that these rules (GBNF, from `root`) can write. Only for what can be held to them; others write text.
    Grammar(String),
}

/// One call. Everything that changes the output is in it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Request {
    /// The prompt's name: `link`, `generate_reasoning`.
    pub purpose: String,
    /// Hash of the prompt's file.
    pub prompt: String,
    pub to: ModelRef,
    pub system: Vec<Block>,
    pub user: Vec<Block>,
    pub form: Form,
    /// Left out where thinking forbids it.
    pub temperature: Option<f64>,
    /// Tokens for extended thinking; `None`: none.
    pub thinking: Option<u32>,
    pub max_tokens: u32,
    /// Which of several draws of the same prompt this is.
    pub sample: u32,
    /// The highest level of what is in it.
    pub privacy: Privacy,
    /// The connection it is about, and the run, where there is one.
    pub connection: String,
    pub run: Option<String>,
    /// Of preparing: its reply is kept for ever.
    pub offline: bool,
    /// What the model takes in, where it is known; it changes no reply to a prompt that fits.
    #[serde(skip)]
    pub window: Option<u32>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, Type)]
pub struct Usage {
    /// Tokens read at the full price.
    pub input: u32,
    /// Tokens that the provider had kept.
    pub cached: u32,
    /// Tokens written to the provider's cache.
    pub written: u32,
    /// Thinking included.
    pub output: u32,
}

/// What came back.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Reply {
    pub text: String,
    /// For [`Form::Json`], read and of the schema's form.
    pub value: Option<serde_json::Value>,
    pub thinking: Option<String>,
    pub usage: Usage,
    /// US dollars; `None`: no price is known.
    pub cost: Option<f64>,
    /// From our cache: nothing was sent.
    pub cached: bool,
    pub ms: f64,
}

impl Reply {
    /// As one that costs and sends nothing.
    #[must_use]
    pub fn nothing_sent(self) -> Self {
        Self {
            usage: Usage::default(),
            cost: Some(0.0),
            cached: true,
            ms: 0.0,
            ..self
        }
    }
}

/// Why a call came to nothing. The pipeline goes on without the model; law 2.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum FailureKind {
    /// Airplane mode.
    Airplane,
    /// The budget is used up, or the call would exceed it.
    Budget,
    /// The same of one question's own budget: other questions may still be asked.
    QuestionBudget,
    /// The prompt holds more than the connection's level allows.
    Privacy,
    /// No such host, nothing listens, the connection broke.
    Network,
    TimedOut,
    /// A wrong or missing key.
    Key,
    Credit,
    UnknownModel,
    /// The provider does not serve this country or this account.
    Region,
    /// Too many requests.
    RateLimited,
    /// The provider is overloaded or broken for now.
    Unavailable,
    /// After too many failures nothing is sent for a while.
    Resting,
    /// The provider refuses the request as it is.
    BadRequest,
    /// The reply cannot be used: empty, cut off, or not of the form asked for.
    BadReply,
    /// The model declined to answer.
    Refused,
    Cancelled,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type, thiserror::Error)]
#[error("{message}")]
pub struct Failure {
    pub kind: FailureKind,
    /// In plain words, naming the provider.
    pub message: String,
    pub hint: Option<String>,
    /// The provider's own words.
    pub detail: Option<String>,
    /// Milliseconds that the provider asked to wait.
    #[specta(type = Option<f64>)]
    pub retry_after: Option<u64>,
}

impl Failure {
    pub fn new(kind: FailureKind, message: impl Into<String>) -> Self {
        Self {
            kind,
            message: message.into(),
            hint: None,
            detail: None,
            retry_after: None,
        }
    }
    pub fn hint(mut self, hint: impl Into<String>) -> Self {
        self.hint = Some(hint.into());
        self
    }
    pub fn detail(mut self, detail: impl ToString) -> Self {
        self.detail = Some(detail.to_string());
        self
    }
    /// Whether the same call may succeed a little later.
    pub fn passing(&self) -> bool {
        matches!(
            self.kind,
            FailureKind::Network | FailureKind::TimedOut | FailureKind::RateLimited | FailureKind::Unavailable
        )
    }
}

impl From<Failure> for Problem {
    fn from(failure: Failure) -> Self {
        let code = match failure.kind {
            FailureKind::Cancelled => ProblemCode::Cancelled,
            FailureKind::TimedOut => ProblemCode::TimedOut,
            FailureKind::Key => ProblemCode::NeedsSecret,
            FailureKind::Airplane
            | FailureKind::Budget
            | FailureKind::QuestionBudget
            | FailureKind::Privacy
            | FailureKind::Credit => ProblemCode::Denied,
            FailureKind::UnknownModel => ProblemCode::NotFound,
            FailureKind::BadRequest | FailureKind::Region | FailureKind::Refused => ProblemCode::BadInput,
            _ => ProblemCode::Lost,
        };
        Self {
            code,
            message: failure.message,
            hint: failure.hint,
            detail: failure.detail,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn model(name: &str) -> Option<ModelRef> {
        Some(ModelRef {
            provider: "p".into(),
            model: name.into(),
        })
    }

    #[test]
    fn a_tier_that_is_not_set_is_served_by_another() {
        let tiers = Tiers {
            fast: model("small"),
            powerful: None,
            reasoning: model("deep"),
        };
        let served = |tier| tiers.serve(tier).map(|m| m.model.as_str());
        assert_eq!(Tier::ALL.map(served), [Some("small"), Some("deep"), Some("deep")]);
        assert_eq!(Tiers::default().serve(Tier::Fast), None);
    }

    #[test]
    fn each_level_of_privacy_holds_those_before_it() {
        assert!(Privacy::ALL.windows(2).all(|pair| pair[0] < pair[1]));
        assert_eq!(Privacy::default(), Privacy::Nothing);
    }
}

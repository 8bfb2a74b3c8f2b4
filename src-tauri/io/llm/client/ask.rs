//! A call in the words of each provider's protocol. In: a request of ours. Out: one of the client library, and the path
//! that it is sent to.
//!
//! What each model takes is told by its name, where the provider documents a difference that makes it refuse a request.
//! Deliberately absent: addresses and keys.

use askwell_contract::model::{Block, Form, ProviderKind, Request};
use genai::adapter::AdapterKind;
use genai::chat::{
    CacheControl, ChatMessage, ChatOptions, ChatRequest, ContentPart, CustomPart, JsonSpec, MessageContent,
    ReasoningEffort, Tool, ToolChoice,
};
use serde_json::{json, Map, Value};

/// Marks that a request to Anthropic may hold.
const MARKS: usize = 4;
/// The least budget that Anthropic takes.
const LEAST_THINKING: u32 = 1_024;
/// Where a model cannot be kept from thinking, it needs room for it beside its answer.
const UNASKED_THINKING: u32 = 2_048;

pub struct Ask {
    pub adapter: AdapterKind,
    pub chat: ChatRequest,
    pub options: ChatOptions,
    pub path: String,
}

/// `formless`: the server is known to take no schema.
pub fn ask(kind: ProviderKind, request: &Request, formless: bool) -> Ask {
    let mut ask = match kind {
        ProviderKind::Anthropic => anthropic(request),
        ProviderKind::Gemini => gemini(request),
        _ => openai(kind, request, formless),
    };
    ask.options.capture_raw_body = Some(true);
    ask
}

fn anthropic(request: &Request) -> Ask {
    let model = request.to.model.as_str();
    let known = Claude::of(model);
    let mut marks = Marks::of(request);
    let system = request
        .system
        .iter()
        .filter(|block| !block.text.is_empty())
        .map(|block| {
            let message = ChatMessage::system(block.text.as_str());
            if marks.take(block) {
                message.with_options(CacheControl::Ephemeral)
            } else {
                message
            }
        });
    let mut messages: Vec<ChatMessage> = system.collect();
    let parts = request.user.iter().filter(|block| !block.text.is_empty()).map(|block| {
        let mut data = json!({"type": "text", "text": block.text});
        if marks.take(block) {
            data["cache_control"] = json!({"type": "ephemeral"});
        }
        // As it is: the library marks whole messages, and here single blocks are marked.
        ContentPart::Custom(CustomPart { model_iden: None, data })
    });
    messages.push(ChatMessage::user(MessageContent::from_parts(parts.collect::<Vec<_>>())));

    let mut extra = Map::from_iter([("model".to_string(), json!(model))]);
    let mut options = ChatOptions::default().with_reasoning_effort(ReasoningEffort::Zero);
    let budget = request.thinking.map(|budget| budget.max(LEAST_THINKING));
    match budget {
        Some(budget) if known.budgets => {
            extra.insert("thinking".into(), json!({"type": "enabled", "budget_tokens": budget}));
        }
        Some(budget) => {
            options = options
                .with_reasoning_effort(effort(budget))
                .with_capture_reasoning_content(true);
        }
        None => options.temperature = request.temperature.filter(|_| known.budgets),
    }
    options.max_tokens = Some(request.max_tokens.saturating_add(budget.unwrap_or(0)));

    let mut chat = ChatRequest::new(messages);
    if let Form::Json { name, schema } = &request.form {
        let tool = || {
            vec![Tool::new(name.as_str())
                .with_description("The answer.")
                .with_schema(schema.clone())]
        };
        if known.budgets && budget.is_none() {
            chat = chat.with_tools(tool());
            options.tool_choice = Some(ToolChoice::Tool { name: name.clone() });
        } else if known.schemas {
            // A tool cannot be forced on a model that thinks; a schema can.
            options = options.with_response_format(JsonSpec::new(name.as_str(), schema.clone()));
        } else {
            chat = chat.with_tools(tool());
            options.tool_choice = Some(ToolChoice::Auto);
        }
    }
    options.extra_body = Some(Value::Object(extra));
    Ask {
        adapter: AdapterKind::Anthropic,
        chat,
        options,
        path: "messages".into(),
    }
}

/// What a model of Anthropic's takes.
struct Claude {
    /// A budget of tokens for thinking, and a temperature. Later ones decide themselves how long they think, by an
    /// effort, and take no temperature.
    budgets: bool,
    /// A schema for its whole answer.
    schemas: bool,
}

impl Claude {
    fn of(model: &str) -> Self {
        let numbers = |family: &str| {
            let rest = model.split_once(family)?.1;
            let mut parts = rest
                .split('-')
                .map_while(|part| part.parse::<u32>().ok().filter(|n| *n < 100));
            Some((parts.next()?, parts.next().unwrap_or(0)))
        };
        if model.contains("claude-3") || model.contains("claude-2") {
            return Self {
                budgets: true,
                schemas: false,
            };
        }
        let version = numbers("sonnet-").map(|version| (version, (4, 6), (4, 5)));
        let version = version.or_else(|| numbers("opus-").map(|version| (version, (4, 6), (4, 1))));
        let version = version.or_else(|| numbers("haiku-").map(|version| (version, (4, 99), (4, 5))));
        match version {
            Some((version, last_with_budget, first_with_schema)) => Self {
                budgets: version <= last_with_budget,
                schemas: version >= first_with_schema,
            },
            // A name that nobody has heard of is a new model.
            None => Self {
                budgets: false,
                schemas: true,
            },
        }
    }
}

/// Which of the marked blocks are marked: the last ones, for each holds all that is before it.
struct Marks {
    skip: usize,
}

impl Marks {
    fn of(request: &Request) -> Self {
        let marked = request
            .system
            .iter()
            .chain(&request.user)
            .filter(|b| b.cache && !b.text.is_empty());
        Self {
            skip: marked.count().saturating_sub(MARKS),
        }
    }
    fn take(&mut self, block: &Block) -> bool {
        if block.cache && self.skip > 0 {
            self.skip -= 1;
            return false;
        }
        block.cache
    }
}

fn gemini(request: &Request) -> Ask {
    let model = request.to.model.strip_prefix("models/").unwrap_or(&request.to.model);
    let mut messages = vec![ChatMessage::user(joined(&request.user))];
    if !request.system.is_empty() {
        messages.insert(0, ChatMessage::system(joined(&request.system)));
    }
    // Thinking counts among the tokens that an answer may have. 2.5 thinks unless its budget is 0, of which Pro takes no
    // less than 128; 3 knows levels in place of budgets; earlier ones do not think.
    let generation = model.strip_prefix("gemini-").unwrap_or_default();
    let (thinking, room) = match request.thinking {
        Some(budget) if generation.starts_with("2.5") => (ReasoningEffort::Budget(budget), budget),
        Some(budget) if generation.starts_with(['1', '2']) || generation.is_empty() => (ReasoningEffort::Zero, budget),
        Some(budget) if budget <= 4_000 => (ReasoningEffort::Low, budget.saturating_mul(2)),
        Some(budget) => (ReasoningEffort::High, budget.saturating_mul(2)),
        None if generation.starts_with("2.5-pro") => (ReasoningEffort::Budget(128), 128),
        None if generation.starts_with("2.5") => (ReasoningEffort::Budget(0), 0),
        None if generation.starts_with(['1', '2']) || generation.is_empty() => (ReasoningEffort::Zero, 0),
        None => (ReasoningEffort::Low, UNASKED_THINKING),
    };
    let shown = request.thinking.is_some() && !matches!(thinking, ReasoningEffort::Zero);
    let mut options = ChatOptions::default()
        .with_reasoning_effort(thinking)
        .with_max_tokens(request.max_tokens.saturating_add(room));
    options.capture_reasoning_content = shown.then_some(true);
    options.temperature = request.temperature.filter(|_| request.thinking.is_none());
    if let Form::Json { name, schema } = &request.form {
        options = options.with_response_format(JsonSpec::new(name.as_str(), schema.clone()));
    }
    let path = if model.contains('/') {
        String::new()
    } else {
        "models/".into()
    };
    Ask {
        adapter: AdapterKind::Gemini,
        chat: ChatRequest::new(messages),
        options,
        path: format!("{path}{model}:generateContent"),
    }
}

fn openai(kind: ProviderKind, request: &Request, formless: bool) -> Ask {
    let model = request.to.model.as_str();
    let own = kind == ProviderKind::OpenAi;
    let mark = |message: ChatMessage, marked: bool| {
        // Only OpenAI's own newer models know marks; the library sends them to no others.
        if own && marked {
            message.with_options(CacheControl::Ephemeral)
        } else {
            message
        }
    };
    let mut messages = Vec::new();
    if !request.system.is_empty() {
        let marked = request.system.iter().any(|block| block.cache);
        messages.push(mark(ChatMessage::system(joined(&request.system)), marked));
    }
    // One message each: the templates of many models on a desk refuse two of the same side in a row.
    let split = request
        .user
        .iter()
        .rposition(|block| block.cache)
        .map_or(0, |last| last + 1);
    let (kept, rest) = request.user.split_at(if own { split } else { 0 });
    if !kept.is_empty() {
        messages.push(mark(ChatMessage::user(joined(kept)), true));
    }
    if !rest.is_empty() || kept.is_empty() {
        messages.push(ChatMessage::user(joined(rest)));
    }

    let thinks = own && thinks(model);
    let mut extra = Map::from_iter([("model".to_string(), json!(model))]);
    let room = match request.thinking {
        // An effort is no budget: it may take more.
        Some(budget) => budget.saturating_mul(if thinks { 2 } else { 1 }),
        None if thinks => UNASKED_THINKING,
        None => 0,
    };
    let limit = if own { "max_completion_tokens" } else { "max_tokens" };
    extra.insert(limit.into(), json!(request.max_tokens.saturating_add(room)));
    if thinks {
        let effort = match request.thinking {
            Some(budget) => effort(budget).as_keyword().unwrap_or("medium"),
            None if model.starts_with('o') => "low",
            None if ["gpt-5", "gpt-5-mini", "gpt-5-nano"]
                .iter()
                .any(|first| dated(model, first)) =>
            {
                "minimal"
            }
            None => "none",
        };
        extra.insert("reasoning_effort".into(), json!(effort));
    }
    // A budget says nothing to these servers and keeps the library from reading an effort out of a model's name.
    let mut options = ChatOptions::default()
        .with_reasoning_effort(ReasoningEffort::Budget(0))
        .with_normalize_reasoning_content(!own);
    options.temperature = request
        .temperature
        .filter(|_| !(thinks || own && request.thinking.is_some()));
    if let Form::Json { name, schema } = &request.form {
        if !formless {
            options = options.with_response_format(JsonSpec::new(name.as_str(), schema.clone()));
        }
    }
    // llama.cpp's own field; whoever does not know it was not found to be llama.cpp's server.
    if let (Form::Grammar(rules), false) = (&request.form, own || formless) {
        extra.insert("grammar".into(), json!(rules));
    }
    options.extra_body = Some(Value::Object(extra));
    Ask {
        adapter: AdapterKind::OpenAI,
        chat: ChatRequest::new(messages),
        options,
        path: "chat/completions".into(),
    }
}

/// OpenAI's models that think before they answer; they take an effort and no temperature.
fn thinks(model: &str) -> bool {
    let number = |prefix: &str| {
        let digits: String = model
            .strip_prefix(prefix)?
            .chars()
            .take_while(char::is_ascii_digit)
            .collect();
        digits.parse::<u32>().ok()
    };
    number("o").is_some() || (number("gpt-").is_some_and(|n| n >= 5) && !model.contains("chat"))
}

/// The name itself, or the name with a date.
fn dated(model: &str, name: &str) -> bool {
    model
        .strip_prefix(name)
        .is_some_and(|rest| rest.is_empty() || rest.strip_prefix("-20").is_some())
}

/// The seed's budgets (4,000, 6,000 and 8,000 tokens) as the efforts that some providers have in their place.
fn effort(budget: u32) -> ReasoningEffort {
    match budget {
        0..=4_000 => ReasoningEffort::Low,
        4_001..=6_000 => ReasoningEffort::Medium,
        _ => ReasoningEffort::High,
    }
}

pub fn joined(blocks: &[Block]) -> String {
    let texts: Vec<&str> = blocks
        .iter()
        .map(|block| block.text.as_str())
        .filter(|text| !text.is_empty())
        .collect();
    texts.join("\n\n")
}

//! What a provider answered. In: a reply of the client library, with the body it was read from. Out: a reply of ours, or
//! why there is none.
//!
//! Deliberately absent: a second reading of an answer out of form; whoever asked reads leniently and may ask once more.

use askwell_contract::model::{Failure, Form, Reply, Request, Usage};
use genai::chat::{ChatResponse, StopReason};
use reqwest::header::HeaderMap;
use serde_json::Value;

use crate::llm::fault::{self, Asked};
use crate::llm::web;

pub fn hear(asked: &Asked<'_>, request: &Request, response: ChatResponse) -> Result<Reply, Failure> {
    let body = response.captured_raw_body.as_ref().unwrap_or(&Value::Null);
    if let Some(failure) = fault::hidden(asked, &HeaderMap::new(), body) {
        return Err(failure);
    }
    if let Some(failure) = declined(asked, body) {
        return Err(failure);
    }
    let text = response.content.texts().concat();
    if text.len() > web::MOST_BYTES {
        return Err(fault::endless(asked));
    }
    if matches!(response.stop_reason, Some(StopReason::ContentFilter(_))) {
        return Err(fault::declined(asked, Some(&text)));
    }
    let tool = match &request.form {
        Form::Json { name, .. } => {
            let calls = response.content.tool_calls();
            calls
                .into_iter()
                .find(|call| call.fn_name == *name)
                .map(|call| call.fn_arguments.clone())
        }
        Form::Text | Form::Grammar(_) => None,
    };
    let cut = matches!(response.stop_reason, Some(StopReason::MaxTokens(_)));
    let usage = usage(&response.usage);
    finish(
        asked,
        request,
        Said {
            text,
            tool,
            thinking: response.reasoning_content.clone(),
            cut,
            usage,
        },
    )
}

/// What was said, whichever way.
pub struct Said {
    pub text: String,
    /// The arguments of the tool that stands for the form.
    pub tool: Option<Value>,
    pub thinking: Option<String>,
    /// The answer reached its longest.
    pub cut: bool,
    pub usage: Usage,
}

pub fn finish(asked: &Asked<'_>, request: &Request, said: Said) -> Result<Reply, Failure> {
    let Said {
        text,
        tool,
        thinking,
        cut,
        usage,
    } = said;
    let value = match &request.form {
        Form::Text | Form::Grammar(_) => None,
        Form::Json { .. } => tool
            .filter(Value::is_object)
            .or_else(|| serde_json::from_str(text.trim()).ok().filter(Value::is_object)),
    };
    let text = match &value {
        Some(value) if text.trim().is_empty() => value.to_string(),
        _ => text,
    };
    let half = cut && value.is_none() && matches!(request.form, Form::Json { .. });
    if text.trim().is_empty() || half {
        return Err(fault::empty(asked, cut).detail(fault::detail(asked.key, &text)));
    }
    Ok(Reply {
        text,
        value,
        thinking: thinking.filter(|thinking| !thinking.trim().is_empty()),
        usage,
        cost: None,
        cached: false,
        ms: 0.0,
    })
}

/// A refusal that stands where an answer would: OpenAI's in the message, Google's in place of all candidates.
pub fn declined(asked: &Asked<'_>, body: &Value) -> Option<Failure> {
    let refusal = body.pointer("/choices/0/message/refusal").and_then(Value::as_str);
    let blocked = body.pointer("/promptFeedback/blockReason").and_then(Value::as_str);
    let words = refusal.filter(|words| !words.is_empty()).or(blocked)?;
    Some(fault::declined(asked, Some(words)))
}

fn usage(usage: &genai::chat::Usage) -> Usage {
    let count = |tokens: Option<i32>| tokens.and_then(|tokens| u32::try_from(tokens).ok()).unwrap_or(0);
    let details = usage.prompt_tokens_details.as_ref();
    let cached = count(details.and_then(|details| details.cached_tokens));
    let written = count(details.and_then(|details| details.cache_creation_tokens));
    let thought = usage
        .completion_tokens_details
        .as_ref()
        .and_then(|details| details.reasoning_tokens);
    Usage {
        // The library counts what was kept and what was written among the prompt's tokens.
        input: count(usage.prompt_tokens)
            .saturating_sub(cached)
            .saturating_sub(written),
        cached,
        written,
        output: count(usage.completion_tokens.or(thought)),
    }
}

//! What a provider's refusal means. In: status, headers and body of its answer. Out: a failure in plain words, with what
//! to do, and the provider's own words beside it.
//!
//! Deliberately absent: failures of the connection ([`super::web`]), and any text that a key could be part of.

use askwell_contract::connect::Secret;
use askwell_contract::model::{Failure, FailureKind, ProviderKind};
use reqwest::header::HeaderMap;
use serde_json::Value;

mod wait;

/// The longest text of a provider that is kept.
const DETAIL: usize = 2_000;

/// Who was asked for what; everything a message needs.
#[derive(Clone, Copy)]
pub struct Asked<'a> {
    pub kind: ProviderKind,
    pub who: &'a str,
    pub model: &'a str,
    pub key: Option<&'a Secret>,
}

/// A refusal by status.
pub fn refused(asked: &Asked<'_>, status: u16, headers: &HeaderMap, body: &str) -> Failure {
    let said = Said::read(body);
    let mut failure = judge(asked, status, &said);
    if failure.passing() {
        failure.retry_after = wait::asked(headers, said.body.as_ref());
    }
    failure.detail = Some(detail(asked.key, &said.text)).filter(|text| !text.is_empty());
    failure
}

/// An answer with a status of success whose body is nevertheless an error; `None`: it is none.
pub fn hidden(asked: &Asked<'_>, headers: &HeaderMap, body: &Value) -> Option<Failure> {
    let inner = body.pointer("/choices/0/error").filter(|error| !error.is_null());
    let whole = body.get("error").filter(|error| !error.is_null());
    let error = whole.or(inner)?;
    let status = error
        .get("code")
        .and_then(Value::as_u64)
        .and_then(|code| u16::try_from(code).ok())
        .filter(|code| (400..600).contains(code))
        .or_else(|| {
            let kind = error.get("type").or_else(|| error.get("code")).and_then(Value::as_str);
            // The types of Anthropic and of OpenAI, by the status that goes with each in their documentation.
            Some(match kind? {
                "invalid_request_error" => 400,
                "authentication_error" | "invalid_api_key" => 401,
                "billing_error" => 402,
                "permission_error" => 403,
                "not_found_error" => 404,
                "request_too_large" => 413,
                "rate_limit_error" | "rate_limit_exceeded" | "insufficient_quota" => 429,
                "timeout_error" => 504,
                "overloaded_error" => 529,
                _ => 500,
            })
        })
        .unwrap_or(500);
    let body = serde_json::json!({ "error": error });
    Some(refused(asked, status, headers, &body.to_string()))
}

/// An answer that is not in the form that the provider documents.
pub fn unreadable(asked: &Asked<'_>, why: &str, body: &str) -> Failure {
    Failure::new(
        FailureKind::BadReply,
        format!("What came back is not an answer of {}: {why}.", asked.who),
    )
    .hint(
        "Check that the address is that of the provider's interface; a login page or a proxy may answer in its place.",
    )
    .detail(detail(asked.key, &Said::read(body).text))
}

/// An answer without end.
pub fn endless(asked: &Asked<'_>) -> Failure {
    let most = super::web::MOST_BYTES >> 20;
    Failure::new(
        FailureKind::BadReply,
        format!(
            "The answer of {} is longer than {most} MB; the rest was not read.",
            asked.who
        ),
    )
    .hint("No answer to a question is as long as that. Check that the address is that of the provider.")
}

/// An answer that says nothing.
pub fn empty(asked: &Asked<'_>, cut: bool) -> Failure {
    let (message, hint) = if cut {
        (
            format!("{} was cut off before it said anything that can be used.", asked.model),
            "Its thinking may have used up the length that an answer may have. Choose another model for this, or try again.",
        )
    } else {
        (
            format!("{} sent an empty answer.", asked.model),
            "Try again, or choose another model.",
        )
    };
    Failure::new(FailureKind::BadReply, message).hint(hint)
}

/// The model would not answer.
pub fn declined(asked: &Asked<'_>, words: Option<&str>) -> Failure {
    let failure = Failure::new(FailureKind::Refused, format!("{} declined to answer.", asked.model))
        .hint("Ask in other words, or choose another model; the built-in engine answers without one.");
    match words.filter(|words| !words.trim().is_empty()) {
        Some(words) => failure.detail(detail(asked.key, words)),
        None => failure,
    }
}

pub fn no_such_model(asked: &Asked<'_>) -> Failure {
    let hint = match asked.kind {
        ProviderKind::Ollama => format!(
            "Fetch it first with \"ollama pull {}\", or choose one that is there.",
            asked.model
        ),
        _ => "Choose one from its list. A new model may not be open to every account.".to_string(),
    };
    Failure::new(
        FailureKind::UnknownModel,
        format!("{} offers no model of the name \"{}\".", asked.who, asked.model),
    )
    .hint(hint)
}

/// A provider's words, without the key and no longer than can be read.
pub fn detail(key: Option<&Secret>, text: &str) -> String {
    let mut text = text.trim().to_string();
    if let Some(key) = key.filter(|key| !key.is_empty()) {
        text = text.replace(key.expose(), "***");
    }
    // Some providers repeat a key with its middle starred out: what is left of it is not for a log either.
    let starred = |word: &str| word.contains("***") && !word.trim_matches('*').is_empty();
    let mut clean = String::with_capacity(text.len());
    for piece in text.split_inclusive(|c: char| c.is_whitespace() || matches!(c, '"' | '\'' | ',')) {
        if starred(piece.trim_end()) {
            clean.push_str("***");
            clean.extend(
                piece
                    .chars()
                    .last()
                    .filter(|c| c.is_whitespace() || matches!(c, '"' | '\'' | ',')),
            );
        } else {
            clean.push_str(piece);
        }
    }
    match clean.char_indices().nth(DETAIL) {
        Some((at, _)) => format!("{}…", &clean[..at]),
        None => clean,
    }
}

/// What a body says, by the forms in which providers and the servers in front of them report errors.
struct Said {
    body: Option<Value>,
    /// For people.
    text: String,
    /// All of the words that tell one error from another, in lower case.
    words: String,
}

impl Said {
    fn read(body: &str) -> Self {
        let Ok(value) = serde_json::from_str::<Value>(body) else {
            let text = plain(body);
            return Self {
                body: None,
                words: text.to_lowercase(),
                text,
            };
        };
        let first = value.get(0).unwrap_or(&value);
        let error = first.get("error").unwrap_or(first);
        let text = ["message", "detail", "error"]
            .iter()
            .filter_map(|name| error.get(name))
            .chain(first.get("message"))
            .chain(std::iter::once(error))
            .find_map(|said| said.as_str().map(str::to_owned))
            .unwrap_or_else(|| error.to_string());
        let mut words = text.clone();
        let reasons = error.get("details").and_then(Value::as_array).into_iter().flatten();
        let names = [
            error.get("type"),
            error.get("code"),
            error.get("status"),
            error.get("param"),
        ];
        for name in names
            .into_iter()
            .flatten()
            .chain(reasons.filter_map(|reason| reason.get("reason")))
        {
            words.push(' ');
            words.push_str(name.as_str().unwrap_or_default());
        }
        Self {
            words: words.to_lowercase(),
            text,
            body: Some(first.clone()),
        }
    }

    fn has(&self, parts: &[&str]) -> bool {
        parts.iter().any(|part| self.words.contains(part))
    }
}

/// The text of an HTML page, or the text as it is.
fn plain(body: &str) -> String {
    if !body.trim_start().starts_with('<') {
        return body.to_string();
    }
    let title = body
        .split_once("<title>")
        .and_then(|(_, rest)| rest.split_once("</title>"));
    title.map_or_else(
        || "A web page.".to_string(),
        |(title, _)| format!("A web page: {}", title.trim()),
    )
}

fn judge(asked: &Asked<'_>, status: u16, said: &Said) -> Failure {
    let who = asked.who;
    let failure = |kind, message: String| Failure::new(kind, message);
    let region = ["country", "region", "territory", "location is not supported"];
    let broke = [
        "credit balance",
        "insufficient_quota",
        "insufficient credit",
        "insufficient balance",
        "billing_error",
        "billing_hard_limit",
        "out of credit",
        "more credits",
    ];
    let long = [
        "prompt is too long",
        "context_length_exceeded",
        "context length",
        "context size",
        "context window",
        "exceed_context_size",
        "request_too_large",
        "input token count",
        "too many tokens",
        "exceeds the context",
    ];
    let bad_key = [
        "api_key_invalid",
        "api key not valid",
        "api key expired",
        "invalid_api_key",
        "invalid x-api-key",
    ];
    let no_model = [
        "model_not_found",
        "not a valid model",
        "model not found",
        "unknown model",
        "no such model",
    ];
    let names_model = said.words.contains("model")
        && ["not found", "not_found", "does not exist", "not exist"]
            .iter()
            .any(|part| said.words.contains(part));

    if matches!(status, 400 | 403) && said.has(&region) {
        return failure(
            FailureKind::Region,
            format!("{who} does not serve this country or this account."),
        )
        .hint("Choose another provider, or a model on this computer.");
    }
    if status == 402 || ((400..500).contains(&status) && said.has(&broke)) {
        return failure(FailureKind::Credit, format!("The account at {who} has no credit left."))
            .hint("Add credit or raise the limit in the provider's console. Until then the built-in engine answers.");
    }
    if status == 401 || (matches!(status, 400 | 403) && said.has(&bad_key)) {
        return match asked.key.filter(|key| !key.is_empty()) {
            Some(_) => failure(FailureKind::Key, format!("{who} does not accept the key."))
                .hint("Check that it is whole, still valid, and one of this provider."),
            None => failure(FailureKind::Key, format!("{who} asks for a key, and none is set."))
                .hint("Put the key into the provider's settings."),
        };
    }
    if status == 403 {
        return failure(FailureKind::Key, format!("The key may not be used for this at {who}."))
            .hint("Its account or project must be allowed to use this model; the provider's console says by whom.");
    }
    if status == 413 || (matches!(status, 400 | 422 | 500) && said.has(&long)) {
        return failure(
            FailureKind::BadRequest,
            format!("The request is longer than {} can read.", asked.model),
        )
        .hint("Choose a model that reads more, or ask about fewer tables.");
    }
    if (status == 404 && names_model) || (matches!(status, 400 | 404 | 422) && said.has(&no_model)) {
        return no_such_model(asked);
    }
    if said.words.contains("requires more system memory") {
        return failure(
            FailureKind::BadRequest,
            format!("{} needs more memory than {who} has.", asked.model),
        )
        .hint("Choose a smaller model.");
    }
    match status {
        300..=399 => failure(
            FailureKind::BadRequest,
            format!("The address of {who} leads somewhere else."),
        )
        .hint("Askwell follows no redirect with a key or a prompt. Enter the address where the interface is."),
        404 | 405 => failure(
            FailureKind::BadRequest,
            format!("There is no interface of the kind expected at the address of {who}."),
        )
        .hint("Compare the address with the provider's documentation; many end in /v1."),
        408 | 504 | 524 => {
            failure(FailureKind::TimedOut, format!("{who} took too long.")).hint("Try again, or choose a faster model.")
        }
        429 => failure(
            FailureKind::RateLimited,
            format!("{who} takes no more requests for now."),
        )
        .hint("Askwell waits as long as it asks for. A lower number of requests a minute in the settings avoids this."),
        529 => failure(FailureKind::Unavailable, format!("{who} is overloaded for now."))
            .hint("Try again in a little while."),
        500.. => failure(FailureKind::Unavailable, format!("{who} is out of order for now."))
            .hint("Try again in a little while. The provider's status page may say more."),
        _ => failure(FailureKind::BadRequest, format!("{who} refuses the request as it is."))
            .hint("What it says is below. Another model may take it."),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_part_of_a_key_is_kept() {
        let key = Secret::new("sk-planted-0123456789");
        let said =
            "Incorrect API key provided: sk-planted-0123456789. Yours: \"sk-pl*****6789\", see https://x.example.";
        let kept = detail(Some(&key), said);
        assert!(!kept.contains("sk-pl"), "{kept}");
        assert!(
            kept.starts_with("Incorrect API key provided: ***") && kept.ends_with("https://x.example."),
            "{kept}"
        );
        assert_eq!(detail(None, "a ** b"), "a ** b");
    }

    #[test]
    fn long_words_are_cut() {
        assert_eq!(detail(None, &"ä".repeat(5_000)).chars().count(), DETAIL + 1);
    }

    #[test]
    fn a_page_is_named_by_its_title() {
        assert_eq!(
            plain("<html><head><title> Sign in </title></head>..."),
            "A web page: Sign in"
        );
        assert_eq!(plain("<p>x</p>"), "A web page.");
    }
}

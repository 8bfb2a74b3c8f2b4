//! What tokens cost. In: a model and how many. Out: US dollars, nothing, or that it is not known. Deliberately
//! absent: what was spent.

use askwell_contract::model::{Price, Provider, ProviderKind, Usage};

/// A provider's list price for standard requests, in US dollars a million tokens.
struct Row {
    kind: ProviderKind,
    model: &'static str,
    /// Tokens of the prompt up to which it holds. Beyond the last row of a model the price is not known.
    up_to: u32,
    input: f64,
    cached: f64,
    output: f64,
    /// The day it was true.
    of: &'static str,
    /// Whose page says so.
    site: &'static str,
}

use ProviderKind::{Anthropic, Gemini, OpenAi};

const CLAUDE: &str = "platform.claude.com";
const GOOGLE: &str = "ai.google.dev";
const OPENAI: &str = "developers.openai.com";

/// Few and known rather than many: whoever uses another model enters its price.
#[rustfmt::skip]
const TABLE: &[Row] = &[
    row(Anthropic, "claude-haiku-4-5",      200_000, 1.00, 0.10,  5.00, "2026-10-10", CLAUDE),
    row(Anthropic, "claude-sonnet-4-5",     200_000, 3.00, 0.30, 15.00, "2026-10-10", CLAUDE),
    row(Anthropic, "claude-sonnet-4-6",     200_000, 3.00, 0.30, 15.00, "2026-10-10", CLAUDE),
    row(Anthropic, "claude-sonnet-5",       200_000, 2.00, 0.20, 10.00, "2026-10-10", CLAUDE),
    row(Anthropic, "claude-sonnet-5-5",     200_000, 2.00, 0.10, 10.00, "2026-10-24", CLAUDE),
    row(Anthropic, "claude-haiku-5-5",      100_000, 0.10, 0.01,  0.50, "2026-10-24", CLAUDE),
    row(Anthropic, "claude-haiku-5-5",      200_000, 0.50, 0.05,  2.50, "2026-10-24", CLAUDE),
    row(Anthropic, "claude-opus-4-5",       200_000, 5.00, 0.50, 25.00, "2026-10-10", CLAUDE),
    row(Anthropic, "claude-opus-4-6",       200_000, 5.00, 0.50, 25.00, "2026-10-10", CLAUDE),
    row(Anthropic, "claude-opus-5",         200_000, 5.00, 0.50, 25.00, "2026-10-10", CLAUDE),
    row(Anthropic, "claude-opus-5-5",       200_000, 4.00, 0.20, 20.00, "2026-10-10", CLAUDE),
    row(Gemini,    "gemini-2.5-flash-lite", 1_048_576, 0.10, 0.01, 0.40, "2026-09-20", GOOGLE),
    row(Gemini,    "gemini-2.5-flash",      1_048_576, 0.30, 0.03, 2.50, "2026-09-20", GOOGLE),
    row(Gemini,    "gemini-2.5-pro",        200_000, 1.25, 0.125, 10.00, "2026-09-20", GOOGLE),
    row(Gemini,    "gemini-2.5-pro",        1_048_576, 2.50, 0.25, 15.00, "2026-09-20", GOOGLE),
    row(OpenAi,    "gpt-4.1",               1_047_576, 2.00, 0.50, 8.00, "2026-05-04", OPENAI),
    row(OpenAi,    "gpt-5-mini",            272_000, 0.25, 0.025, 2.00, "2026-05-04", OPENAI),
    row(OpenAi,    "gpt-5.2",               272_000, 1.75, 0.175, 14.00, "2026-05-04", OPENAI),
    row(OpenAi,    "gpt-5.4",               272_000, 2.50, 0.25, 15.00, "2026-05-04", OPENAI),
    row(OpenAi,    "gpt-5.4-mini",          272_000, 0.75, 0.075, 4.50, "2026-05-04", OPENAI),
    row(OpenAi,    "gpt-5.4-nano",          272_000, 0.20, 0.02, 1.25, "2026-05-04", OPENAI),
    row(OpenAi,    "gpt-5.5",               272_000, 5.00, 0.50, 30.00, "2026-05-04", OPENAI),
];

/// A price as the table of rows above reads it, left to right.
#[allow(clippy::too_many_arguments)]
const fn row(
    kind: ProviderKind,
    model: &'static str,
    up_to: u32,
    input: f64,
    cached: f64,
    output: f64,
    of: &'static str,
    site: &'static str,
) -> Row {
    Row {
        kind,
        model,
        up_to,
        input,
        cached,
        output,
        of,
        site,
    }
}

/// Anthropic asks a quarter more for tokens that it writes to its cache for five minutes; the others ask nothing more.
fn writing(kind: ProviderKind) -> f64 {
    if kind == Anthropic {
        1.25
    } else {
        1.0
    }
}

/// US dollars; `None`: not known. What the person says goes first; a model on this computer costs nothing.
pub fn cost(provider: &Provider, leaves: bool, model: &str, usage: Usage, own: &[Price]) -> Option<f64> {
    let prompt = usage.input.saturating_add(usage.cached).saturating_add(usage.written);
    if !leaves && own.iter().all(|price| price.model != model) {
        return Some(0.0);
    }
    let price = price(provider.kind, model, prompt, own)?;
    let million = |tokens: u32, dollars: f64| f64::from(tokens) * dollars / 1e6;
    Some(
        million(usage.input, price.input)
            + million(usage.cached, price.cached)
            + million(usage.written, price.input * writing(provider.kind))
            + million(usage.output, price.output),
    )
}

/// Of a prompt of so many tokens.
pub fn price(kind: ProviderKind, model: &str, prompt: u32, own: &[Price]) -> Option<Price> {
    if let Some(own) = own.iter().find(|price| price.model == model) {
        return Some(own.clone());
    }
    let named = |row: &&Row| row.kind == kind && prompt <= row.up_to && is(model, row.model);
    TABLE.iter().find(named).map(|row| row.price(model))
}

/// All that is known: a price, up to how many tokens of a prompt it holds, and whose page says so.
pub fn listed() -> impl Iterator<Item = (Price, u32, &'static str)> {
    TABLE.iter().map(|row| (row.price(row.model), row.up_to, row.site))
}

impl Row {
    fn price(&self, model: &str) -> Price {
        Price {
            model: model.to_string(),
            input: self.input,
            cached: self.cached,
            output: self.output,
            of: self.of.to_string(),
        }
    }
}

/// The model itself or a dated release of it: `-20251001`, `-2025-10-01`.
fn is(model: &str, name: &str) -> bool {
    let Some(rest) = model.strip_prefix(name) else {
        return false;
    };
    let digits = rest.bytes().filter(u8::is_ascii_digit).count();
    rest.is_empty() || (rest.starts_with('-') && digits == 8 && rest.bytes().all(|b| b == b'-' || b.is_ascii_digit()))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use askwell_contract::connect::Keep;

    use super::*;

    fn provider(kind: ProviderKind) -> Provider {
        Provider {
            id: "p".into(),
            kind,
            name: "P".into(),
            address: None,
            keep: Keep::Run,
            has_key: false,
            per_minute: 60,
            at_once: 10,
        }
    }

    fn usage(input: u32, cached: u32, written: u32, output: u32) -> Usage {
        Usage {
            input,
            cached,
            written,
            output,
        }
    }

    fn own(model: &str, input: f64) -> Price {
        Price {
            model: model.into(),
            input,
            cached: 0.0,
            output: 2.0,
            of: "2026-11-21".into(),
        }
    }

    #[test]
    fn every_kind_of_token_has_its_price() {
        let claude = provider(Anthropic);
        let used = usage(10_000, 50_000, 20_000, 4_000);
        let cost = cost(&claude, true, "claude-haiku-4-5-20251001", used, &[]).unwrap();
        // 0.01 + 0.005 + 0.025 + 0.02
        assert!((cost - 0.06).abs() < 1e-12, "{cost}");
    }

    #[test]
    fn a_long_prompt_has_its_own_price_and_a_longer_one_none() {
        let price = |prompt| price(Gemini, "gemini-2.5-pro", prompt, &[]).map(|price| price.input);
        assert_eq!(
            (price(200_000), price(200_001), price(2_000_000)),
            (Some(1.25), Some(2.5), None)
        );
    }

    #[test]
    fn unknown_is_not_zero_and_zero_is_not_unknown() {
        let gateway = provider(ProviderKind::OpenAiCompatible);
        let used = usage(1_000, 0, 0, 100);
        assert_eq!(cost(&gateway, true, "gpt-4.1", used, &[]), None);
        assert_eq!(cost(&provider(OpenAi), true, "gpt-9", used, &[]), None);
        assert_eq!(cost(&gateway, false, "qwen", used, &[]), Some(0.0));
        assert_eq!(
            cost(&provider(ProviderKind::Gguf), false, "x.gguf", used, &[]),
            Some(0.0)
        );
    }

    #[test]
    fn what_the_person_says_goes_first() {
        let used = usage(1_000_000, 0, 0, 0);
        let own = [own("gpt-4.1", 9.0), own("mine", 7.0)];
        assert_eq!(cost(&provider(OpenAi), true, "gpt-4.1", used, &own), Some(9.0));
        assert_eq!(
            cost(&provider(ProviderKind::Ollama), false, "mine", used, &own),
            Some(7.0)
        );
    }

    #[test]
    fn another_model_that_begins_alike_is_another_model() {
        for (model, same) in [
            ("gpt-4.1", true),
            ("gpt-4.1-2025-04-14", true),
            ("gpt-4.1-mini", false),
            ("gpt-4.10", false),
            ("gpt-4.1-20250414x", false),
            ("gpt-4.1-2025", false),
        ] {
            assert_eq!(is(model, "gpt-4.1"), same, "{model}");
        }
        let price = |model| price(Anthropic, model, 1, &[]).map(|price| price.input);
        assert_eq!(
            (price("claude-opus-5"), price("claude-opus-5-5")),
            (Some(5.0), Some(4.0))
        );
    }

    #[test]
    fn rows_make_sense() {
        let mut last: BTreeMap<&str, u32> = BTreeMap::new();
        for row in TABLE {
            assert!(row.cached < row.input && row.input < row.output, "{}", row.model);
            assert!(
                row.of.len() == 10 && row.of.starts_with("20") && row.site.contains('.'),
                "{}",
                row.model
            );
            // Of two rows of a model the one for shorter prompts is found first.
            assert!(last.insert(row.model, row.up_to).is_none_or(|up_to| up_to < row.up_to));
        }
    }
}

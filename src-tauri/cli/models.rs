//! `models`: providers, which model serves what, what was sent and what it cost. In: a subcommand; a key from an
//! environment variable or the standard input, so that it is in no list of processes. Out: text. Deliberately absent:
//! any rule about models.

use std::io::{BufRead, Write};
use std::sync::Mutex;

use anyhow::{bail, Context, Result};
use askwell_contract::connect::{Keep, Secret};
use askwell_contract::model::{
    Ended, LedgerEntry, ModelRef, ModelSettings, Privacy, Probe, Provider, ProviderKind, ProviderRequest, Tier,
};
use askwell_engine::Desk;
use askwell_io::llm::prices;
use clap::{Args, Subcommand};
use serde::de::DeserializeOwned;
use serde::Serialize;

mod shelf;

#[derive(Subcommand)]
pub enum Action {
    /// What is set up
    List,
    /// Add a provider or change one
    Add(Add),
    /// Remove a provider and its key
    Remove { provider: String },
    /// Try a provider with a model, step by step
    Test {
        provider: String,
        model: String,
        #[command(flatten)]
        key: Key,
    },
    /// Model files worth downloading, and what this computer makes of them
    Shelf {
        /// Measure first how fast this computer reads memory, for ten seconds
        #[arg(long)]
        measure: bool,
    },
    /// Download a model of the shelf; after a break it goes on where it was
    Get {
        name: String,
        /// Another hub than the one that is set
        #[arg(long, value_name = "ADDRESS")]
        from: Option<String>,
        /// Another folder than the one that is set
        #[arg(long, value_name = "FOLDER")]
        into: Option<String>,
    },
    /// Which models a provider offers
    Offers {
        provider: String,
        #[command(flatten)]
        key: Key,
    },
    /// Which model serves a tier: fast, powerful or reasoning; without a model, none does
    Tier {
        #[arg(value_parser = named::<Tier>)]
        tier: Tier,
        #[arg(requires = "model")]
        provider: Option<String>,
        model: Option<String>,
    },
    /// What of a database may be sent: nothing, names, profile, values or rows
    Privacy {
        /// As for `ask`
        #[arg(long, value_name = "URL")]
        database: String,
        #[arg(value_parser = named::<Privacy>)]
        level: Privacy,
    },
    /// Send nothing to any model outside this program
    Airplane {
        #[arg(value_parser = on_or_off, action = clap::ArgAction::Set)]
        on: bool,
    },
    /// Keep what is said to models and what they reply in the traces of runs, too
    Traced {
        #[arg(value_parser = on_or_off, action = clap::ArgAction::Set)]
        on: bool,
    },
    /// What was sent, newest first
    Ledger {
        search: Option<String>,
        #[arg(long, default_value_t = 20)]
        limit: u32,
    },
    /// What was spent
    Spend,
    /// The prices that are known
    Prices,
}

#[derive(Args)]
pub struct Add {
    /// anthropic, gemini, open_ai, open_ai_compatible, ollama or gguf
    #[arg(value_parser = named::<ProviderKind>)]
    kind: ProviderKind,
    /// Its name among the settings; without one it gets one of its kind
    #[arg(long, default_value = "")]
    id: String,
    /// Its name for people
    #[arg(long)]
    name: Option<String>,
    /// Where it is, if not at the provider's own address; of a model file its path
    #[arg(long)]
    address: Option<String>,
    #[command(flatten)]
    key: Key,
    /// Where the key is kept: keychain or passphrase
    #[arg(long, value_parser = named::<Keep>, default_value = "keychain")]
    keep: Keep,
}

#[derive(Args)]
pub struct Key {
    /// The environment variable that holds the key
    #[arg(long, value_name = "VARIABLE", conflicts_with = "key_stdin")]
    key_env: Option<String>,
    /// Read the key from the standard input
    #[arg(long)]
    key_stdin: bool,
    /// The environment variable that holds the passphrase of the key
    #[arg(long, value_name = "VARIABLE")]
    passphrase_env: Option<String>,
}

pub async fn run(desk: &Desk, action: Action, out: &mut dyn Write) -> Result<()> {
    match action {
        Action::List => list(&desk.model_settings()?, out),
        Action::Add(add) => {
            let (key, passphrase) = add.key.read()?;
            let provider = Provider {
                name: add.name.unwrap_or_else(|| word(&add.kind)),
                id: add.id,
                kind: add.kind,
                address: add.address,
                keep: add.keep,
                has_key: false,
                per_minute: 60,
                at_once: 10,
            };
            let request = ProviderRequest {
                provider,
                key,
                passphrase,
            };
            list(&desk.save_provider(request).await?, out)
        }
        Action::Remove { provider } => {
            let mut settings = desk.model_settings()?;
            settings.providers.retain(|known| known.id != provider);
            list(&desk.save_models(settings).await?, out)
        }
        Action::Test { provider, model, key } => {
            let request = asked(desk, &provider, &key)?;
            let probes = Mutex::new(Vec::new());
            let told = |probe: Probe| probes.lock().unwrap_or_else(|e| e.into_inner()).push(probe);
            let passed = desk.probe_provider(request, &model, told).await?;
            for probe in probes.into_inner().unwrap_or_else(|e| e.into_inner()) {
                match probe.failure {
                    None => writeln!(out, "{}: {}", word(&probe.kind), probe.found.unwrap_or_default())?,
                    Some(failure) => return Err(askwell_contract::Problem::from(failure).into()),
                }
            }
            if !passed {
                bail!("The test did not pass.");
            }
            Ok(())
        }
        Action::Shelf { measure } => shelf::list(desk, measure, out).await,
        Action::Get { name, from, into } => shelf::get(desk, &name, (from, into), out).await,
        Action::Offers { provider, key } => {
            for model in desk.list_models(asked(desk, &provider, &key)?).await? {
                let price = model
                    .price
                    .map(|price| format!("  ${} in, ${} out", price.input, price.output));
                writeln!(out, "{}{}", model.name, price.unwrap_or_default())?;
            }
            Ok(())
        }
        Action::Tier { tier, provider, model } => {
            let mut settings = desk.model_settings()?;
            let to = provider
                .zip(model)
                .map(|(provider, model)| ModelRef { provider, model });
            if let Some(to) = &to {
                known(&settings, &to.provider)?;
            }
            let tiers = &mut settings.tiers;
            match tier {
                Tier::Fast => tiers.fast = to,
                Tier::Powerful => tiers.powerful = to,
                Tier::Reasoning => tiers.reasoning = to,
            }
            list(&desk.save_models(settings).await?, out)
        }
        Action::Privacy { database, level } => {
            let opened = desk.open(&database).await?;
            let connection = desk.set_privacy(&opened.connection.id, level).await?;
            Ok(writeln!(out, "{}: {}", connection.name, word(&connection.privacy))?)
        }
        Action::Airplane { on } => {
            let mut settings = desk.model_settings()?;
            settings.airplane = on;
            list(&desk.save_models(settings).await?, out)
        }
        Action::Traced { on } => {
            let mut settings = desk.model_settings()?;
            settings.prompts_in_traces = on;
            list(&desk.save_models(settings).await?, out)
        }
        Action::Ledger { search, limit } => {
            let page = desk.ledger(&search.unwrap_or_default(), None, 0, limit)?;
            for entry in &page.entries {
                told(entry, out)?;
            }
            Ok(writeln!(
                out,
                "{} calls, {} characters left this computer",
                page.of, page.left
            )?)
        }
        Action::Spend => {
            let spend = desk.spend()?;
            writeln!(out, "Today ${:.4}, this month ${:.4}", spend.today, spend.month)?;
            if spend.unpriced > 0 {
                writeln!(
                    out,
                    "Not counted: {} calls of today whose price is not known",
                    spend.unpriced
                )?;
            }
            Ok(())
        }
        Action::Prices => {
            writeln!(
                out,
                "US dollars a million tokens: in, in from the provider's cache, out"
            )?;
            for (price, up_to, site) in prices::listed() {
                let (model, of) = (price.model, price.of);
                let figures = format!("{} / {} / {}", price.input, price.cached, price.output);
                writeln!(out, "{model:<24}{figures:<22} up to {up_to} tokens, {of}, {site}")?;
            }
            Ok(())
        }
    }
}

fn list(settings: &ModelSettings, out: &mut dyn Write) -> Result<()> {
    if settings.providers.is_empty() {
        writeln!(out, "No provider is set up; the built-in engine answers alone.")?;
    }
    for provider in &settings.providers {
        let key = if provider.has_key { ", key known" } else { "" };
        let address = provider
            .address
            .as_deref()
            .map(|at| format!(" at {at}"))
            .unwrap_or_default();
        writeln!(
            out,
            "{}: {} ({}){address}{key}",
            provider.id,
            provider.name,
            word(&provider.kind)
        )?;
    }
    for tier in Tier::ALL {
        if let Some(to) = settings.tiers.serve(tier) {
            writeln!(out, "{}: {} of {}", word(&tier), to.model, to.provider)?;
        }
    }
    if settings.airplane {
        writeln!(out, "Airplane mode is on.")?;
    }
    if settings.prompts_in_traces {
        writeln!(out, "Traces hold prompts and replies.")?;
    }
    Ok(())
}

fn told(entry: &LedgerEntry, out: &mut dyn Write) -> Result<()> {
    let ended = match &entry.ended {
        Ended::Sent => "no reply yet".to_string(),
        Ended::Replied { cached: true, .. } => "from our cache, nothing was sent".to_string(),
        Ended::Replied { usage, cost, .. } => {
            let cost = cost.map_or("price not known".to_string(), |cost| format!("${cost:.4}"));
            format!(
                "{} tokens in, {} out, {cost}",
                usage.input + usage.cached + usage.written,
                usage.output
            )
        }
        Ended::Failed { failure, .. } => failure.message.clone(),
    };
    writeln!(
        out,
        "{} {} to {} at {}: {ended}",
        entry.number, entry.purpose, entry.model, entry.destination
    )?;
    for line in entry.system.lines().chain(entry.user.lines()) {
        writeln!(out, "    {line}")?;
    }
    Ok(())
}

fn asked(desk: &Desk, id: &str, key: &Key) -> Result<ProviderRequest> {
    let (key, passphrase) = key.read()?;
    Ok(ProviderRequest {
        provider: known(&desk.model_settings()?, id)?.clone(),
        key,
        passphrase,
    })
}

fn known<'a>(settings: &'a ModelSettings, id: &str) -> Result<&'a Provider> {
    let provider = settings.providers.iter().find(|provider| provider.id == id);
    provider.with_context(|| format!("No provider is called {id}. `models list` names those that are set up."))
}

impl Key {
    fn read(&self) -> Result<(Option<Secret>, Option<Secret>)> {
        let variable = |name: &String| {
            let value = std::env::var(name).ok().filter(|value| !value.is_empty());
            value
                .map(Secret::new)
                .with_context(|| format!("The variable {name} is not set."))
        };
        let key = match &self.key_env {
            Some(name) => Some(variable(name)?),
            None if self.key_stdin => {
                let mut line = String::new();
                std::io::stdin().lock().read_line(&mut line)?;
                let key = line.trim();
                if key.is_empty() {
                    bail!("There is no key on the standard input.");
                }
                Some(Secret::new(key))
            }
            None => None,
        };
        Ok((key, self.passphrase_env.as_ref().map(variable).transpose()?))
    }
}

/// As the settings write it.
fn word(value: &impl Serialize) -> String {
    let text = serde_json::to_value(value).ok();
    text.as_ref()
        .and_then(|text| text.as_str())
        .unwrap_or_default()
        .to_string()
}

pub fn named<T: DeserializeOwned>(text: &str) -> std::result::Result<T, String> {
    serde_json::from_value(serde_json::Value::from(text)).map_err(|error| error.to_string())
}

fn on_or_off(text: &str) -> std::result::Result<bool, String> {
    match text {
        "on" => Ok(true),
        "off" => Ok(false),
        _ => Err("on or off".into()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::world;

    async fn says(dir: &std::path::Path, action: Action) -> String {
        let desk = world::desk(Some(dir.to_path_buf())).unwrap();
        let mut out = Vec::new();
        run(&desk, action, &mut out).await.unwrap();
        String::from_utf8(out).unwrap()
    }

    #[tokio::test]
    async fn a_provider_is_added_serves_a_tier_and_goes_again() {
        let dir = tempfile::tempdir().unwrap();
        let add = Add {
            kind: ProviderKind::Ollama,
            id: String::new(),
            name: Some("Here".into()),
            address: Some("http://127.0.0.1:11434".into()),
            key: Key {
                key_env: None,
                key_stdin: false,
                passphrase_env: None,
            },
            keep: Keep::Keychain,
        };
        let list = says(dir.path(), Action::Add(add)).await;
        assert_eq!(list, "ollama: Here (ollama) at http://127.0.0.1:11434\n");
        let tier = Action::Tier {
            tier: Tier::Fast,
            provider: Some("ollama".into()),
            model: Some("qwen".into()),
        };
        assert!(says(dir.path(), tier).await.contains("reasoning: qwen of ollama"));
        let ledger = Action::Ledger { search: None, limit: 5 };
        assert_eq!(
            says(dir.path(), ledger).await,
            "0 calls, 0 characters left this computer\n"
        );
        assert!(says(dir.path(), Action::Spend).await.starts_with("Today $0.0000"));
        let list = says(
            dir.path(),
            Action::Remove {
                provider: "ollama".into(),
            },
        )
        .await;
        assert_eq!(list, "No provider is set up; the built-in engine answers alone.\n");
    }

    #[test]
    fn a_key_comes_from_no_argument() {
        let key = Key {
            key_env: Some("ASKWELL_NO_SUCH_VARIABLE".into()),
            key_stdin: false,
            passphrase_env: None,
        };
        assert!(key.read().is_err());
    }
}

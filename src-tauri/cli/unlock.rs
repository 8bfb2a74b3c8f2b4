//! Keys of models that are kept under a passphrase, opened for one command. In: a desk, the connection that is asked
//! about, and how to come by a passphrase. Out: nothing; the desk knows the keys from then on. Deliberately absent:
//! the passphrase as an argument, where every list of processes would show it.

use std::io::{IsTerminal, Write};

use anyhow::{Context, Result};
use askwell_contract::api::Connection;
use askwell_contract::connect::{Keep, Secret};
use askwell_contract::model::{ModelSettings, Privacy, Provider};
use askwell_engine::Desk;

const VARIABLE: &str = "ASKWELL_PASSPHRASE";

/// Only those that this question may need. Without its passphrase a provider is not asked.
pub async fn keys(
    desk: &Desk,
    connection: &Connection,
    passphrase: impl Fn(&Provider) -> Result<Option<Secret>>,
) -> Result<()> {
    if connection.privacy == Privacy::Nothing {
        return Ok(());
    }
    used(desk, &desk.model_settings()?, passphrase).await
}

/// Those of the models that these settings name.
pub async fn used(
    desk: &Desk,
    settings: &ModelSettings,
    passphrase: impl Fn(&Provider) -> Result<Option<Secret>>,
) -> Result<()> {
    if settings.airplane {
        return Ok(());
    }
    for provider in settings.providers.iter().filter(|p| is_locked(settings, p)) {
        match passphrase(provider)? {
            Some(passphrase) => {
                desk.unlock_provider(&provider.id, passphrase).await?;
            }
            None => {
                let says = format!(
                    "The key of {} is encrypted under a passphrase, so its models are not asked. Set {VARIABLE}, or type \
                     it when asked on a terminal.\n",
                    provider.name
                );
                // Nobody reads a closed standard error.
                let _ = std::io::stderr().lock().write_all(says.as_bytes());
            }
        }
    }
    Ok(())
}

fn is_locked(settings: &ModelSettings, provider: &Provider) -> bool {
    let tiers = [
        &settings.tiers.fast,
        &settings.tiers.powerful,
        &settings.tiers.reasoning,
    ];
    let used = tiers.into_iter().flatten().any(|model| model.provider == provider.id);
    used && provider.keep == Keep::Passphrase && !provider.has_key
}

/// From the environment, or typed on the terminal without being shown; `None`: neither is there, or nothing was typed.
pub fn passphrase(provider: &Provider) -> Result<Option<Secret>> {
    let given = std::env::var(VARIABLE).ok();
    let typed = match given {
        Some(given) => given,
        None if std::io::stdin().is_terminal() => {
            let prompt = format!("Passphrase for the key of {}: ", provider.name);
            rpassword::prompt_password(prompt).context("The passphrase could not be read from the terminal.")?
        }
        None => return Ok(None),
    };
    Ok(Some(Secret::new(typed)).filter(|passphrase| !passphrase.is_empty()))
}

#[cfg(test)]
mod tests {
    use askwell_contract::model::{ModelRef, ProviderKind, ProviderRequest};
    use askwell_contract::{Problem, ProblemCode};

    use super::*;
    use crate::world;

    /// A provider whose key is kept under "correct horse", after a new start.
    async fn locked(dir: &std::path::Path) -> (Desk, Connection) {
        let database = dir.join("a.sqlite");
        let mut table = std::iter::once("CREATE TABLE t(id INTEGER);".to_string());
        askwell_io::create::create_sqlite(&database, &mut table).unwrap();
        let desk = world::desk(Some(dir.join("workspace"))).unwrap();
        let provider = Provider {
            id: "acme".into(),
            kind: ProviderKind::OpenAiCompatible,
            name: "Acme".into(),
            address: Some("http://127.0.0.1:9/v1".into()),
            keep: Keep::Passphrase,
            has_key: false,
            per_minute: 60,
            at_once: 10,
        };
        let request = ProviderRequest {
            provider,
            key: Some(Secret::new("sk-1")),
            passphrase: Some(Secret::new("correct horse")),
        };
        let mut settings = desk.save_provider(request).await.unwrap();
        settings.tiers.fast = Some(ModelRef {
            provider: "acme".into(),
            model: "m".into(),
        });
        desk.save_models(settings).await.unwrap();
        let opened = desk.open(&format!("sqlite:{}", database.display())).await.unwrap();
        let connection = desk.set_privacy(&opened.connection.id, Privacy::Names).await.unwrap();
        drop(desk);
        (world::desk(Some(dir.join("workspace"))).unwrap(), connection)
    }

    fn known(desk: &Desk) -> bool {
        desk.model_settings().unwrap().providers[0].has_key
    }

    #[tokio::test]
    async fn a_passphrase_opens_the_key_and_a_wrong_one_is_refused() {
        let dir = tempfile::tempdir().unwrap();
        let (desk, connection) = locked(dir.path()).await;
        assert!(!known(&desk));
        let wrong = keys(&desk, &connection, |_| Ok(Some(Secret::new("battery")))).await;
        let wrong = wrong.unwrap_err();
        assert_eq!(wrong.downcast_ref::<Problem>().unwrap().code, ProblemCode::Denied);
        keys(&desk, &connection, |_| Ok(None)).await.unwrap();
        assert!(!known(&desk), "without a passphrase it stays locked");
        let right = |provider: &Provider| {
            assert_eq!(provider.name, "Acme");
            Ok(Some(Secret::new("correct horse")))
        };
        keys(&desk, &connection, right).await.unwrap();
        assert!(known(&desk));
        // It is known now: nobody is asked again.
        keys(&desk, &connection, |_| anyhow::bail!("asked twice"))
            .await
            .unwrap();
    }

    #[tokio::test]
    async fn nobody_is_asked_for_a_key_that_is_not_needed() {
        let dir = tempfile::tempdir().unwrap();
        let (desk, mut connection) = locked(dir.path()).await;
        let never = |_: &Provider| anyhow::bail!("asked in vain");
        let mut settings = desk.model_settings().unwrap();
        settings.airplane = true;
        let mut settings = desk.save_models(settings).await.unwrap();
        keys(&desk, &connection, never).await.unwrap();
        settings.airplane = false;
        settings.tiers.fast = None;
        desk.save_models(settings).await.unwrap();
        keys(&desk, &connection, never).await.unwrap();
        connection.privacy = Privacy::Nothing;
        keys(&desk, &connection, never).await.unwrap();
    }
}

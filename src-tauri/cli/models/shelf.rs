//! `models shelf` and `models get`: model files that can be downloaded. In: a name of the list. Out: the list, or a file and
//! how to use it; how far it is on the standard error. Deliberately absent: any rule about models.

use std::io::Write;
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};

use anyhow::Result;
use askwell_contract::model::{Fetching, Fit, Held, ShelfModel};
use askwell_engine::Desk;

pub async fn list(desk: &Desk, measure: bool, out: &mut dyn Write) -> Result<()> {
    let shelf = if measure {
        desk.measure_memory("measure").await?
    } else {
        desk.shelf().await?
    };
    for model in &shelf.models {
        told(model, out)?;
    }
    let gigabytes = |bytes: Option<u64>| bytes.map_or("not known".to_string(), size);
    // Memory is sold by powers of two.
    let memory = shelf.memory.map_or("not known".to_string(), |bytes| {
        format!("{:.0} GB", bytes as f64 / (1_u64 << 30) as f64)
    });
    writeln!(out, "Memory: {memory}")?;
    match shelf.reads {
        Some(reads) => writeln!(out, "Read from it a second, as measured: {}", size(reads))?,
        None => writeln!(
            out,
            "Its speed is not measured; `models shelf --measure` does it in ten seconds."
        )?,
    }
    writeln!(
        out,
        "Downloads come from {} and go to {} ({} free).",
        shelf.from,
        shelf.into,
        gigabytes(shelf.free)
    )?;
    Ok(())
}

fn told(model: &ShelfModel, out: &mut dyn Write) -> Result<()> {
    let fit = match model.fits {
        Fit::Well => "fits",
        Fit::Tight => "fits tightly",
        Fit::TooLarge => "too large for this computer",
        Fit::Unknown => "whether it fits is not known",
    };
    let held = match &model.held {
        Held::Nothing => String::new(),
        Held::Part { bytes } => format!(", {} are here", size(*bytes)),
        Held::Whole { path, .. } => format!(", here: {path}"),
    };
    let speed = model.speed.map(|speed| format!(", at most {speed:.1} tokens a second"));
    writeln!(
        out,
        "{}: {} by {}, {} billion parameters, about {} of memory, {fit}{}{held}",
        model.name,
        model.title,
        model.maker,
        model.parameters,
        size(model.needs),
        speed.unwrap_or_default()
    )?;
    writeln!(out, "  {}", model.says)?;
    let leaves_out = model.leaves_out.as_deref();
    let licence = leaves_out.map_or(model.licence.clone(), |who| format!("{}. {who}", model.licence));
    writeln!(out, "  {licence}  {}", model.page)?;
    Ok(())
}

pub async fn get(desk: &Desk, name: &str, place: (Option<String>, Option<String>), out: &mut dyn Write) -> Result<()> {
    // One line a hundredth.
    let last = AtomicU64::new(u64::MAX);
    let told = |step: Fetching| {
        let says = match step {
            Fetching::Asking { host } => format!("asking {host}"),
            Fetching::Waiting { why, .. } => format!("{why} It goes on in a moment."),
            Fetching::Rereading { done, of } => format!("checking what is here: {} of {}", size(done), size(of)),
            Fetching::Fetching { done, of, .. } => {
                let part = done.saturating_mul(100) / of.max(1);
                if last.swap(part, Ordering::Relaxed) == part {
                    return;
                }
                format!("{part}%, {} of {}", size(done), size(of))
            }
        };
        // A progress line that cannot be written is not missed.
        let _ = writeln!(std::io::stderr(), "{says}");
    };
    let fetched = desk.fetch_model(name, place, "get", told).await?;
    writeln!(out, "{}", fetched.path)?;
    writeln!(out, "{} bytes, SHA-256 {} as listed", fetched.bytes, fetched.sha256)?;
    if desk.shelf().await?.runs_here {
        // A provider's name has no dots.
        let id = name.replace('.', "-");
        writeln!(
            out,
            "To use it: models add gguf --id {id} --address \"{}\"",
            fetched.path
        )?;
        writeln!(out, "and then:  models tier powerful {id} {name}")?;
    } else {
        let file = Path::new(&fetched.path).display();
        writeln!(
            out,
            "This build runs no model files itself; `llama-server -m \"{file}\"`, Ollama or LM Studio do."
        )?;
    }
    Ok(())
}

fn size(bytes: u64) -> String {
    format!("{:.1} GB", bytes as f64 / 1e9)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::world;

    async fn says(dir: &Path) -> String {
        let desk = world::desk(Some(dir.to_path_buf())).unwrap();
        let mut out = Vec::new();
        list(&desk, false, &mut out).await.unwrap();
        String::from_utf8(out).unwrap()
    }

    #[tokio::test]
    async fn the_shelf_names_each_model_with_its_needs_and_its_licence() {
        let dir = tempfile::tempdir().unwrap();
        let shelf = says(dir.path()).await;
        assert!(
            shelf.contains("qwen2.5-coder-7b: Qwen2.5-Coder 7B by Alibaba Cloud, 7.61 billion parameters"),
            "{shelf}"
        );
        assert!(
            shelf.contains("Qwen Research. For research and private use only"),
            "{shelf}"
        );
        assert!(
            shelf.contains("Downloads come from https://huggingface.co and go to"),
            "{shelf}"
        );
        assert!(!shelf.contains("tokens a second"), "nothing was measured: {shelf}");
    }

    #[tokio::test]
    async fn airplane_mode_as_it_is_kept_holds_for_downloads() {
        let dir = tempfile::tempdir().unwrap();
        let desk = world::desk(Some(dir.path().to_path_buf())).unwrap();
        let mut settings = desk.model_settings().unwrap();
        settings.airplane = true;
        desk.save_models(settings).await.unwrap();
        // Another start of the program, which was told nothing.
        let desk = world::desk(Some(dir.path().to_path_buf())).unwrap();
        let into = dir.path().join("models").display().to_string();
        let place = (Some("http://127.0.0.1:9".to_string()), Some(into));
        let refused = get(&desk, "omnisql-7b", place.clone(), &mut Vec::new())
            .await
            .unwrap_err();
        assert!(refused.to_string().contains("Airplane mode is on"), "{refused}");
        let unknown = get(&desk, "nothing-9b", place, &mut Vec::new()).await.unwrap_err();
        assert!(unknown.to_string().contains("No model is called"), "{unknown}");
        assert_eq!(desk.ledger("", None, 0, 10).unwrap().of, 0);
    }
}

//! Where things lie. In: Tauri's folders. Out: the world the engine works in, and the samples that are there.
//!
//! Deliberately absent: anything that happens after the start.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use askwell_contract::api::Connection;
use askwell_contract::connect::{Keep, Place};
use askwell_contract::model::Privacy;
use askwell_contract::ports::Embedder;
use askwell_contract::Dialect;
use askwell_engine::World;
use askwell_io::embed::MiniLm;
use tauri::{AppHandle, Manager};

/// The ports of this machine, and the sample databases.
pub fn furnish(app: &AppHandle) -> anyhow::Result<(World, Vec<Connection>)> {
    let (native, samples) = resources(app)?;
    let workspace = Arc::new(askwell_io::workspace::Folder::new(app.path().app_data_dir()?).in_use());
    let clock = Arc::new(askwell_io::clock::System::new());
    let world = World {
        connector: Arc::new(askwell_io::db::Opener),
        models: Some(Arc::new(askwell_io::llm::Providers::new(
            workspace.clone(),
            clock.clone(),
        ))),
        workspace,
        files: Arc::new(askwell_io::files::Disk),
        vault: Arc::new(askwell_io::vault::System),
        clock,
        embedder: embedder(&native),
    };
    Ok((world, samples_in(&samples)))
}

/// `None` where the model is not there or does not fit: the engine then goes by words alone.
fn embedder(native: &Path) -> Option<Arc<dyn Embedder>> {
    let library = match std::env::consts::OS {
        "windows" => "onnxruntime.dll",
        "macos" => "libonnxruntime.dylib",
        _ => "libonnxruntime.so",
    };
    let model = MiniLm::found(&native.join("minilm"), &native.join("lib").join(library)).ok()?;
    Some(Arc::new(model))
}

/// Native files and sample databases: beside the installed program, or in the working tree of a debug build.
fn resources(app: &AppHandle) -> anyhow::Result<(PathBuf, PathBuf)> {
    #[cfg(debug_assertions)]
    {
        let tree = Path::new(env!("CARGO_MANIFEST_DIR"));
        if tree.join("src-tauri/native").is_dir() {
            return Ok((tree.join("src-tauri/native"), tree.join("sample-data")));
        }
    }
    let installed = app.path().resource_dir()?;
    Ok((installed.join("native"), installed.join("sample-data")))
}

/// The samples that are there; a build without them simply has none.
fn samples_in(folder: &Path) -> Vec<Connection> {
    let sample = |id: &str, name: &str, dialect, scheme: &str, about: &str| {
        let file = folder.join(format!("{id}.{scheme}"));
        let path = file.display().to_string();
        let place = match dialect {
            Dialect::Duckdb => Place::Duckdb { path },
            _ => Place::Sqlite { path },
        };
        file.is_file().then(|| Connection {
            id: id.into(),
            name: name.into(),
            url: format!("{scheme}:{}", file.display()),
            dialect,
            sample: true,
            about: about.into(),
            opened: None,
            target: place.into(),
            colour: None,
            keep: Keep::Run,
            privacy: Privacy::default(),
        })
    };
    [
        sample(
            "harbor-goods",
            "Harbor Goods",
            Dialect::Sqlite,
            "sqlite",
            "A wholesaler: four years of orders.",
        ),
        sample(
            "northern-league",
            "Northern League",
            Dialect::Duckdb,
            "duckdb",
            "A basketball league: five seasons.",
        ),
    ]
    .into_iter()
    .flatten()
    .collect()
}

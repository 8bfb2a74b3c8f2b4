//! What Askwell keeps on this computer, as a whole: where it is, how much it is, and how it is erased.
//!
//! In: the settings' screen. Out: facts, or what could not be erased. Deliberately absent: databases, exported files and model
//! files, which are the person's own.

use askwell_contract::api::OwnFiles;
use askwell_contract::connect::Keep;
use askwell_contract::export::Show;
use askwell_contract::{Problem, ProblemCode, Result};

use super::{connections, keys, locked, models, secrets, Desk};

/// Every room that anything of Askwell writes to (`tests/tidy.rs` looks for ones that are missing here).
pub const ROOMS: [&str; 23] = [
    "bounds",
    "connections",
    "examples",
    "faster",
    "knowledge",
    "ledger",
    "measured",
    "models",
    "names",
    "pins",
    "prompts",
    "recall",
    "replies",
    "replies-kept",
    "runs",
    "secrets",
    "threads",
    "times",
    "told",
    "traces",
    "values",
    "vectors",
    "verified",
];

impl Desk {
    /// Blocking.
    pub fn own_files(&self) -> Result<OwnFiles> {
        let workspace = &*self.world.workspace;
        let mut bytes = 0;
        for room in ROOMS {
            bytes += workspace.size(room)?;
        }
        Ok(OwnFiles {
            version: env!("CARGO_PKG_VERSION").to_owned(),
            folder: workspace.place(),
            bytes,
            questions: workspace.list("runs")?.len() as u32,
            connections: workspace.list(connections::ROOM)?.len() as u32,
            models: self.model_files(),
        })
    }

    /// The folder, among the system's files. Blocking.
    pub fn show_own_files(&self) -> Result<()> {
        let folder = self.world.workspace.place();
        if self.own_files()?.bytes == 0 {
            return Err(Problem::new(
                ProblemCode::NotFound,
                "Nothing was kept yet, so there may be no folder.",
            ));
        }
        self.world.files.show(&folder, Show::Folder)
    }

    /// Erases every room and every password of Askwell's in the keychain. Out: what could not be erased, in words. Blocking.
    pub fn erase(&self) -> Result<Vec<String>> {
        if !locked(&self.running).is_empty() || !locked(&self.preparing).is_empty() {
            return Err(Problem::new(
                ProblemCode::Locked,
                "A question is being answered, or tables are being read.",
            )
            .hint("Stop it, or wait until it is done, then erase again. Nothing was erased."));
        }
        // Records that cannot be read name no password that could be looked for.
        let known = self.connections().unwrap_or_default();
        let providers = models::load_settings(&*self.world.workspace)
            .map(|settings| settings.providers)
            .unwrap_or_default();
        self.world.workspace.clear(&ROOMS)?;
        locked(&self.open).clear();
        locked(&self.secrets).clear();
        locked(&self.keys).clear();
        locked(&self.exported).clear();
        let mut left = Vec::new();
        let kept = known.iter().filter(|connection| connection.keep == Keep::Keychain);
        for connection in kept {
            let all = secrets::places(&connection.id);
            let removed = all.iter().try_for_each(|place| self.world.vault.remove(place));
            left.extend(
                removed
                    .err()
                    .map(|_| format!("The password of {} is still in the system’s keychain.", connection.name)),
            );
        }
        for provider in providers.iter().filter(|provider| provider.keep == Keep::Keychain) {
            let removed = self.world.vault.remove(&keys::place(&provider.id));
            left.extend(
                removed
                    .err()
                    .map(|_| format!("The key of {} is still in the system’s keychain.", provider.name)),
            );
        }
        Ok(left)
    }
}

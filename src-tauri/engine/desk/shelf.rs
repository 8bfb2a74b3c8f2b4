//! Model files from elsewhere, at the desk: what is worth having, where it comes from and goes to, fetching it.
//!
//! In: what the settings' screen asks. Out: its results. Nothing is fetched but what is named. Deliberately absent: how a
//! file is fetched, and making a provider of it, which is the person's next step.

use std::collections::BTreeMap;
use std::sync::Arc;

use askwell_contract::model::{FetchedModel, Fetching, Held, Machine, Shelf, ShelfModel, Wanted};
use askwell_contract::ports::{Hub, Workspace};
use askwell_contract::{Problem, ProblemCode, Result};
use serde::{Deserialize, Serialize};

use super::{models, Desk};

mod list;

/// One record beside the settings of models.
const RECORD: &str = "shelf";
/// Long enough for a laptop's processor to get warm and slow down to what it keeps up.
const TRIAL_MS: u64 = 10_000;

/// What is kept between starts.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
struct Kept {
    from: Option<String>,
    into: Option<String>,
    reads: Option<u64>,
    /// By the model's name, the path of its file.
    held: BTreeMap<String, String>,
}

impl Desk {
    /// Nothing is asked of anyone.
    pub async fn shelf(&self) -> Result<Shelf> {
        let hub = self.hub()?;
        self.apart(move |set_up| {
            let kept = load(&*set_up.world.workspace)?;
            let into = folder(&kept, &*hub);
            let machine = hub.machine(&into);
            let models = list::all().into_iter();
            Ok(Shelf {
                models: models.map(|model| here(model, &kept, &machine, &*hub)).collect(),
                from: kept.from.clone().unwrap_or_else(|| hub.address()),
                own_address: kept.from.is_some(),
                own_folder: kept.into.is_some(),
                into,
                free: machine.free,
                memory: machine.memory,
                reads: kept.reads,
                runs_here: machine.runs_files,
            })
        })
        .await
    }

    /// `None`, or nothing but spaces: the one to begin with.
    pub async fn save_shelf(&self, from: Option<String>, into: Option<String>) -> Result<Shelf> {
        let hub = self.hub()?;
        let given = |text: Option<String>| text.filter(|text| !text.trim().is_empty());
        let from = given(from).map(|from| hub.checked(&from)).transpose()?;
        let into = given(into).map(|into| hub.placed(&into)).transpose()?;
        let from = from.filter(|from| *from != hub.address());
        let into = into.filter(|into| *into != hub.folder());
        self.keep(move |kept| (kept.from, kept.into) = (from, into)).await?;
        self.shelf().await
    }

    /// Reads memory for ten seconds; `stop` with `job` ends it, and nothing is kept of it.
    pub async fn measure_memory(&self, job: &str) -> Result<Shelf> {
        let (cancel, _done) = self.begin(job);
        let hub = self.hub()?;
        let reads = self.apart(move |_| hub.measure(TRIAL_MS, &cancel)).await?;
        self.keep(move |kept| kept.reads = Some(reads)).await?;
        self.shelf().await
    }

    /// `from` and `into` for this once. `stop` with `job` ends it and keeps what came.
    pub async fn fetch_model(
        &self,
        name: &str,
        (from, into): (Option<String>, Option<String>),
        job: &str,
        on_progress: impl Fn(Fetching) + Send + Sync,
    ) -> Result<FetchedModel> {
        let (cancel, _done) = self.begin(job);
        let hub = self.hub()?;
        let model = list::all()
            .into_iter()
            .find(|model| model.name == name)
            .ok_or_else(|| {
                Problem::new(ProblemCode::NotFound, format!("No model is called \"{name}\" here."))
                    .hint("Choose one from the list.")
            })?;
        let wanted = Wanted {
            name: model.name,
            repository: model.repository,
            quantisation: model.quantisation,
        };
        // Airplane mode, as it is kept, has to be known to the door.
        let kept = self
            .apart(|set_up| {
                set_up.applied()?;
                load(&*set_up.world.workspace)
            })
            .await?;
        let into = into.unwrap_or_else(|| folder(&kept, &*hub));
        let from = from.or(kept.from).unwrap_or_else(|| hub.address());
        let fetched = hub.fetch(&from, &into, &wanted, &on_progress, &cancel).await?;
        let (name, path) = (fetched.name.clone(), fetched.path.clone());
        self.keep(move |kept| drop(kept.held.insert(name, path))).await?;
        Ok(fetched)
    }

    /// The folder of model files; empty where this program fetches none. Blocking.
    pub(super) fn model_files(&self) -> String {
        let kept = load(&*self.world.workspace).unwrap_or_default();
        self.hub().map_or_else(|_| String::new(), |hub| folder(&kept, &*hub))
    }

    fn hub(&self) -> Result<Arc<dyn Hub>> {
        self.models()?
            .hub()
            .ok_or_else(|| Problem::new(ProblemCode::Denied, "This program downloads no models."))
    }

    async fn keep(&self, change: impl FnOnce(&mut Kept) + Send + 'static) -> Result<()> {
        let _one = self.editing.lock().await;
        self.apart(move |set_up| {
            let workspace = &*set_up.world.workspace;
            let mut kept = load(workspace)?;
            change(&mut kept);
            let bytes = serde_json::to_vec(&kept).map_err(Problem::internal)?;
            workspace.save(models::ROOM, RECORD, &bytes)
        })
        .await
    }
}

fn here(model: ShelfModel, kept: &Kept, machine: &Machine, hub: &dyn Hub) -> ShelfModel {
    let whole = kept
        .held
        .get(&model.name)
        .and_then(|path| Some((path, hub.size(path)?)));
    let part = machine.parts.get(&model.name);
    let held = match (whole, part) {
        (Some((path, bytes)), _) => Held::Whole {
            path: path.clone(),
            bytes,
        },
        (None, Some(bytes)) => Held::Part { bytes: *bytes },
        (None, None) => Held::Nothing,
    };
    let bytes = whole.map(|(_, bytes)| bytes);
    ShelfModel {
        fits: list::fit(model.needs, machine.memory),
        speed: list::speed(&model, bytes, kept.reads),
        held,
        ..model
    }
}

fn folder(kept: &Kept, hub: &dyn Hub) -> String {
    kept.into.clone().unwrap_or_else(|| hub.folder())
}

/// What cannot be read is only a choice of place and a figure: both can be made again.
fn load(workspace: &dyn Workspace) -> Result<Kept> {
    let bytes = workspace.load(models::ROOM, RECORD)?.unwrap_or_default();
    Ok(serde_json::from_slice(&bytes).unwrap_or_default())
}

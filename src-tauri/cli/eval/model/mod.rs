//! The models that an evaluation asks. In: what the command line says of them, and the settings that the window keeps. Out:
//! a door for each question, through which every call passes the levels of privacy and the ledger as any other does.
//! Deliberately absent: a way around either.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{bail, Context, Result};
use askwell_contract::connect::{Keep, Secret};
use askwell_contract::model::{Effort, ModelRef, ModelSettings, Privacy, Provider, ProviderKind, Tier, Tiers, Usage};
use askwell_contract::ports::Llm;
use askwell_contract::{Problem, ProblemCode};
use askwell_engine::prompt::{Able, Door, Library};
use askwell_engine::{Desk, World};

use crate::models::named;
use crate::unlock;

mod tape;
#[cfg(test)]
mod tests;
mod way;

use tape::Tape;
pub use tape::Unended;
use way::Way;
pub use way::{Stop, Trouble};

// The name of the struct would be the group's, and the other struct of this name is flattened beside it.
#[derive(Debug, Clone, Default, clap::Args)]
#[group(skip)]
pub struct Options {
    /// How many queries a question is worth to the models: auto, quick, careful or thorough [default: as set]
    #[arg(long, value_parser = named::<Effort>)]
    pub effort: Option<Effort>,
    /// What of the databases may be sent to the models: names, profile, values or rows
    #[arg(long, value_name = "LEVEL", value_parser = named::<Privacy>)]
    pub privacy: Option<Privacy>,
    /// Stop before the models have cost so many dollars, an earlier part of a resumed run included
    #[arg(long, value_name = "DOLLARS")]
    pub budget: Option<f64>,
    /// PROVIDER is a server on this computer at this address that speaks as OpenAI's does
    #[arg(long, value_name = "URL")]
    pub base_url: Option<String>,
    /// The environment variable with the key of that server, where it wants one
    #[arg(long, value_name = "VARIABLE", requires = "base_url")]
    pub key_env: Option<String>,
    /// Keep every reply in this folder
    #[arg(long, value_name = "DIR", conflicts_with = "replay")]
    pub record: Option<PathBuf>,
    /// Answer from the replies in a folder of --record or beside a file of --out; nothing is sent
    #[arg(long, value_name = "PLACE")]
    pub replay: Option<PathBuf>,
}

/// The built-in engine alone.
pub const BUILTIN: &str = "builtin";
const SETTINGS: &str = "settings";
/// Calls at the same time to a server that is named by its address, and a minute.
const AT_ONCE: u32 = 10;
const PER_MINUTE: u32 = 6_000;

/// Models that are asked, and what is kept of it.
#[derive(Clone)]
pub struct Asked {
    way: Arc<Way>,
    settings: ModelSettings,
    privacy: Privacy,
    prompts: Arc<Library>,
    able: Able,
}

/// Where the replies of a run are kept.
pub enum Kept<'a> {
    /// Beside the run's file or in the folder of `--record`, or nowhere.
    Here { at: Option<PathBuf>, resume: bool },
    /// Nothing is sent.
    Replayed(&'a Path),
}

impl Options {
    fn kept(&self, out: Option<&Path>, resume: bool) -> Kept<'_> {
        match (&self.replay, &self.record, out) {
            (Some(place), ..) => Kept::Replayed(place),
            (None, Some(dir), _) => Kept::Here {
                at: Some(dir.join(tape::FILE)),
                resume,
            },
            (None, None, out) => Kept::Here {
                at: out.map(beside),
                resume,
            },
        }
    }
}

/// `run.jsonl` has its replies in `run.jsonl.replies`.
fn beside(out: &Path) -> PathBuf {
    let mut name = out.as_os_str().to_owned();
    name.push(".replies");
    name.into()
}

/// Where the replies are: in a folder of `--record`, beside a run of `--out`, or in the file that is named itself.
fn replies(place: &Path) -> PathBuf {
    let beside = beside(place);
    match place.is_dir() {
        true => place.join(tape::FILE),
        false if beside.is_file() => beside,
        false => place.to_owned(),
    }
}

/// `None`: the built-in engine answers alone.
pub async fn open(
    world: &World,
    model: &str,
    options: &Options,
    out: Option<&Path>,
    resume: bool,
) -> Result<Option<Asked>> {
    if model == BUILTIN {
        return Ok(None);
    }
    let Some(privacy) = options.privacy.filter(|level| *level != Privacy::Nothing) else {
        return Err(refused(
            "Nothing of a database is sent to a model unless it is said what may be.",
            "Say it with --privacy names, profile, values or rows.",
        ));
    };
    if options
        .budget
        .is_some_and(|dollars| !dollars.is_finite() || dollars < 0.0)
    {
        bail!("A budget is an amount of dollars.");
    }
    let settings = settings(world, model, options).await?;
    let Some(models) = &world.models else {
        bail!("This program talks to no model.");
    };
    let inner = models.llm(privacy);
    if let (Some(_), Some(to)) = (&options.base_url, settings.tiers.serve(Tier::Fast)) {
        let (destination, leaves) = inner.destination(to);
        if leaves {
            return Err(refused(
                &format!("{destination} is not on this computer."),
                "Add it as a provider with `models add` and name it as --model PROVIDER/MODEL.",
            ));
        }
    }
    if options.budget.is_some() && options.replay.is_none() {
        priced(&*inner, &settings)?;
    }
    let tape = match options.kept(out, resume) {
        Kept::Replayed(place) => Tape::replayed(&replies(place))?,
        Kept::Here { at: None, .. } => Tape::forgetful(),
        Kept::Here { at: Some(path), resume } => Tape::open(&path, resume)?,
    };
    let able = askwell_engine::prompt::able(&*inner, &settings).await;
    Ok(Some(Asked {
        able,
        way: Arc::new(Way::new(inner, tape, options.budget)),
        settings,
        privacy,
        prompts: Library::load(&*world.workspace),
    }))
}

/// What the window keeps, with what the command line says in its place; the providers know their keys afterwards.
async fn settings(world: &World, model: &str, options: &Options) -> Result<ModelSettings> {
    let desk = Desk::new(world.clone(), Vec::new());
    let mut settings = desk.model_settings()?;
    settings.effort = options.effort.unwrap_or(settings.effort);
    if model != SETTINGS {
        let Some((provider, name)) = model
            .split_once('/')
            .filter(|(provider, name)| !provider.is_empty() && !name.is_empty())
        else {
            return Err(refused(
                &format!("\"{model}\" names no model."),
                "Use --model builtin, --model settings, or --model PROVIDER/MODEL.",
            ));
        };
        let to = ModelRef {
            provider: provider.to_owned(),
            model: name.to_owned(),
        };
        settings.tiers = Tiers {
            fast: Some(to.clone()),
            powerful: Some(to.clone()),
            reasoning: Some(to),
        };
        match &options.base_url {
            Some(address) => serve(world, &mut settings, provider, address, options.key_env.as_deref())?,
            None if options.replay.is_none() && settings.providers.iter().all(|known| known.id != provider) => {
                return Err(refused(
                    &format!("No provider is called {provider}."),
                    "`models list` names those that are set up; --base-url names a server on this computer.",
                ));
            }
            None => {}
        }
    } else if options.base_url.is_some() {
        bail!("--base-url goes with --model PROVIDER/MODEL.");
    }
    if settings.tiers.serve(Tier::Fast).is_none() {
        return Err(refused(
            "No model is set up.",
            "`models add` and `models tier` set one up; --model PROVIDER/MODEL names one.",
        ));
    }
    if options.replay.is_none() && options.base_url.is_none() {
        unlock::used(&desk, &settings, unlock::passphrase).await?;
    }
    Ok(settings)
}

/// A server that is named by its address, for this run alone.
fn serve(world: &World, settings: &mut ModelSettings, id: &str, address: &str, key: Option<&str>) -> Result<()> {
    settings.providers = vec![Provider {
        id: id.to_owned(),
        kind: ProviderKind::OpenAiCompatible,
        name: id.to_owned(),
        address: Some(address.to_owned()),
        keep: Keep::Run,
        has_key: key.is_some(),
        per_minute: PER_MINUTE,
        at_once: AT_ONCE,
    }];
    let secret = key.map(|name| std::env::var(name).with_context(|| format!("The variable {name} is not set.")));
    let keys = secret.transpose()?.map(|key| (id.to_owned(), Secret::new(key)));
    // Replies are kept with the run; those of an earlier one would cost nothing in this one's report.
    settings.cache_hours = 0;
    if let Some(models) = &world.models {
        models.set(settings, keys.into_iter().collect())?;
    }
    Ok(())
}

/// With a price that is not known no budget can be kept.
fn priced(llm: &dyn Llm, settings: &ModelSettings) -> Result<()> {
    let unknown = Tier::ALL
        .into_iter()
        .filter_map(|tier| settings.tiers.serve(tier))
        .find(|to| {
            llm.price(
                to,
                Usage {
                    input: 1,
                    ..Usage::default()
                },
            )
            .is_none()
        });
    match unknown {
        None => Ok(()),
        Some(to) => Err(refused(
            &format!("The price of {} is not known, so no budget can be kept.", to.model),
            "Enter its price in the settings of models, or leave --budget out.",
        )),
    }
}

fn refused(message: &str, hint: &str) -> anyhow::Error {
    Problem::new(ProblemCode::BadInput, message).hint(hint).into()
}

impl Asked {
    /// `run`: whose calls they are, in the ledger and among the replies that are kept.
    pub fn door(&self, run: &str, connection: &str) -> Door {
        Door {
            llm: self.way.clone(),
            settings: self.settings.clone(),
            privacy: self.privacy,
            connection: connection.to_owned(),
            run: Some(run.to_owned()),
            prompts: self.prompts.clone(),
            verified: Vec::new(),
            able: self.able.clone(),
        }
    }

    /// What kept calls of this run from being answered, since it began.
    pub fn trouble(&self, run: &str) -> Trouble {
        self.way.trouble(run)
    }

    /// Why no more is sent.
    pub fn stopped(&self) -> Option<Stop> {
        self.way.stopped()
    }

    /// Calls of which nobody knows what they cost.
    pub fn unended(&self) -> Unended {
        self.way.unended()
    }

    pub fn replaying(&self) -> bool {
        self.way.replaying()
    }

    pub fn effort(&self) -> Effort {
        self.settings.effort
    }

    pub fn privacy(&self) -> Privacy {
        self.privacy
    }

    /// Which model serves which tier, in words that stay the same.
    pub fn serving(&self) -> Vec<String> {
        let tiers = Tier::ALL.into_iter().filter_map(|tier| self.settings.tiers.serve(tier));
        let mut names: Vec<String> = tiers.map(|to| format!("{}/{}", to.provider, to.model)).collect();
        // The same model may serve two tiers that are not next to each other.
        let mut seen = std::collections::BTreeSet::new();
        names.retain(|name| seen.insert(name.clone()));
        names
    }
}

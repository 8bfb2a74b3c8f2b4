//! Model files that can be fetched. In: an address, a folder, what is wanted. Out: a file whose sum is the hub's, and
//! what this computer is to a model.
//!
//! Deliberately absent: which models are worth having (the engine's list), and running one.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::File;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use askwell_contract::model::{FetchedModel, Fetching, Machine, Wanted};
use askwell_contract::ports::{self, Cancel};
use askwell_contract::{Problem, ProblemCode, Result};
use async_trait::async_trait;
use reqwest::Url;

use super::address;
use super::book::Book;

mod draft;
mod fetch;
mod listing;
mod machine;
mod road;
#[cfg(test)]
mod tests;
mod trial;

/// The models' public hub.
const HUB: &str = "https://huggingface.co";

/// What tests put other things in place of.
struct Means {
    /// Between two tries at first; each further wait is twice as long.
    wait: Duration,
    /// Without a byte, until a connection counts as lost.
    silence: Duration,
    /// Writes what comes.
    pen: fn(File) -> Box<dyn Write + Send>,
    free: fn(&Path) -> Option<u64>,
}

const MEANS: Means = Means {
    wait: Duration::from_secs(1),
    silence: Duration::from_secs(60),
    pen: |file| Box::new(crate::disk::Pen(file)),
    free: machine::free,
};

pub struct Hub {
    book: Arc<Book>,
    airplane: Box<dyn Fn() -> bool + Send + Sync>,
    means: Means,
    under_way: Mutex<BTreeSet<PathBuf>>,
}

impl Hub {
    pub fn new(book: Arc<Book>, airplane: impl Fn() -> bool + Send + Sync + 'static) -> Self {
        Self {
            book,
            airplane: Box::new(airplane),
            means: MEANS,
            under_way: Mutex::default(),
        }
    }

    /// A second press while the first is under way is told so.
    fn begin(&self, place: PathBuf) -> Result<Begun<'_>> {
        let mut under_way = self.under_way.lock().unwrap_or_else(PoisonError::into_inner);
        if !under_way.insert(place.clone()) {
            return Err(Problem::new(
                ProblemCode::BadInput,
                "This model is being downloaded already.",
            ));
        }
        Ok(Begun { hub: self, place })
    }
}

struct Begun<'a> {
    hub: &'a Hub,
    place: PathBuf,
}

impl Drop for Begun<'_> {
    fn drop(&mut self) {
        let mut under_way = self.hub.under_way.lock().unwrap_or_else(PoisonError::into_inner);
        under_way.remove(&self.place);
    }
}

#[async_trait]
impl ports::Hub for Hub {
    fn address(&self) -> String {
        HUB.into()
    }

    fn folder(&self) -> String {
        machine::folder().map_or_else(String::new, |folder| folder.to_string_lossy().into_owned())
    }

    fn checked(&self, address: &str) -> Result<String> {
        let url = parsed(address)?;
        Ok(url.as_str().trim_end_matches('/').to_string())
    }

    fn placed(&self, folder: &str) -> Result<String> {
        let folder = folder.trim();
        let path = Path::new(folder);
        let refused = |why: &str| {
            Problem::new(ProblemCode::BadInput, format!("\"{folder}\" cannot be used: {why}."))
                .hint("Choose a folder by its whole path.")
        };
        if !path.is_absolute() {
            return Err(refused("it is not a whole path"));
        }
        if path.exists() && !path.is_dir() {
            return Err(refused("it is a file"));
        }
        Ok(folder.to_string())
    }

    fn machine(&self, folder: &str) -> Machine {
        let folder = Path::new(folder);
        Machine {
            memory: machine::memory(),
            free: (self.means.free)(folder),
            parts: parts(folder),
            runs_files: cfg!(feature = "local-llm"),
        }
    }

    fn size(&self, path: &str) -> Option<u64> {
        let meta = Path::new(path).metadata().ok()?;
        meta.is_file().then_some(meta.len())
    }

    fn measure(&self, milliseconds: u64, cancel: &Cancel) -> Result<u64> {
        trial::measure(Duration::from_millis(milliseconds), cancel)
    }

    async fn fetch(
        &self,
        from: &str,
        into: &str,
        wanted: &Wanted,
        on_progress: &(dyn Fn(Fetching) + Send + Sync),
        cancel: &Cancel,
    ) -> Result<FetchedModel> {
        let (from, into) = (parsed(from)?, PathBuf::from(self.placed(into)?));
        let _one = self.begin(into.join(&wanted.name))?;
        fetch::fetch(self, &from, &into, wanted, on_progress, cancel).await
    }
}

/// The sums come by the same way as the files, so that way has to be one that nobody can change.
fn parsed(address: &str) -> Result<Url> {
    let address = address.trim();
    let refused = |why: &str| {
        Problem::new(ProblemCode::BadInput, format!("\"{address}\" cannot be used: {why}."))
            .hint("An address looks like \"https://huggingface.co\", or \"http://127.0.0.1:8000\" on this computer.")
    };
    let whole = if address.contains("://") {
        address.to_string()
    } else {
        format!("https://{address}")
    };
    let mut url = Url::parse(&whole).map_err(|error| refused("it cannot be read").detail(error))?;
    if url.host_str().is_none_or(str::is_empty) {
        return Err(refused("it names no host"));
    }
    if !safe(&url) {
        return Err(refused("it must start with https://, unless it is on this computer"));
    }
    if !url.username().is_empty() || url.password().is_some() {
        return Err(refused(
            "it holds a name or a password, which would be shown and written down",
        ));
    }
    url.set_query(None);
    url.set_fragment(None);
    Ok(url)
}

/// Encrypted, or not on any wire.
fn safe(url: &Url) -> bool {
    url.scheme() == "https" || (url.scheme() == "http" && address::here(url))
}

/// A begun fetch carries the head of its sum in its name, so that nothing of another file is put behind it.
fn part_name(name: &str, sha256: &str) -> String {
    format!("{name}.{}.part", sha256.get(..12).unwrap_or(sha256))
}

/// The model's name in the name of a begun fetch.
fn begun(file: &str) -> Option<&str> {
    let (name, sum) = file.strip_suffix(".part")?.rsplit_once('.')?;
    let hex = sum.len() == 12 && sum.bytes().all(|byte| byte.is_ascii_hexdigit());
    (hex && !name.is_empty()).then_some(name)
}

fn parts(folder: &Path) -> BTreeMap<String, u64> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let sized = entries.filter_map(|entry| {
        let name = begun(entry.file_name().to_str()?)?.to_string();
        let meta = entry.metadata().ok().filter(std::fs::Metadata::is_file)?;
        Some((name, meta.len()))
    });
    sized.collect()
}

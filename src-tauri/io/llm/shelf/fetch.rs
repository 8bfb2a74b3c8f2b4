//! One fetch from the press to the file. In: a hub, a folder, what is wanted. Out: the file, checked. A connection that
//! breaks is taken up again where it broke; what came is kept whatever ends the fetch.
//!
//! Deliberately absent: a file whose sum is not the listed one. Nothing of it stays.

use std::path::Path;
use std::time::{Duration, Instant};

use askwell_contract::model::{Failure, FailureKind, FetchedModel, Fetching, Wanted};
use askwell_contract::ports::Cancel;
use askwell_contract::{Problem, ProblemCode};
use reqwest::header::CONTENT_RANGE;
use reqwest::{StatusCode, Url};
use tokio::task::spawn_blocking;

use super::draft::{self, Draft};
use super::listing::{self, Listed};
use super::road::{self, Answer, Road};
use super::Hub;
use crate::disk;
use crate::llm::{address, web};

/// Tries in a row that bring nothing new.
const TRIES: u32 = 5;
const LONGEST_WAIT: Duration = Duration::from_secs(30);
/// Written at once.
const CHUNK: usize = 1 << 20;
/// Between two words on how far it is.
const BEAT: Duration = Duration::from_millis(200);
/// Left free on the disk: a full system disk is trouble for everybody.
const SPARE: u64 = 256 << 20;

type Told<'a> = &'a (dyn Fn(Fetching) + Send + Sync);

/// Why a try ended.
enum Halt {
    Road(Failure),
    Disk(Problem),
}

impl From<Failure> for Halt {
    fn from(failure: Failure) -> Self {
        Self::Road(failure)
    }
}

impl From<Problem> for Halt {
    fn from(problem: Problem) -> Self {
        Self::Disk(problem)
    }
}

impl Halt {
    /// In the ledger, a request that our own disk ended is one that we ended.
    fn failure(&self) -> Failure {
        match self {
            Self::Road(failure) => failure.clone(),
            Self::Disk(problem) => Failure::new(FailureKind::Cancelled, problem.message.clone()),
        }
    }
    fn problem(self) -> Problem {
        match self {
            Self::Road(failure) => failure.into(),
            Self::Disk(problem) => problem,
        }
    }
}

pub async fn fetch(
    hub: &Hub,
    from: &Url,
    into: &Path,
    wanted: &Wanted,
    told: Told<'_>,
    cancel: &Cancel,
) -> Result<FetchedModel, Problem> {
    let road = Road {
        book: &hub.book,
        airplane: &*hub.airplane,
        silence: hub.means.silence,
        model: &wanted.name,
    };
    road.open()?;
    told(Fetching::Asking {
        host: address::place(from),
    });
    let listed = ask(&road, from, wanted, cancel).await?;
    let target = into.join(&listed.file);
    let fetched = FetchedModel {
        name: wanted.name.clone(),
        path: target.to_string_lossy().into_owned(),
        bytes: listed.bytes,
        sha256: listed.sha256.clone(),
    };
    if target.exists() {
        let (there, path) = (target.clone(), target.display().to_string());
        if blocking(move || draft::sum(&there)).await? == listed.sha256 {
            return Ok(fetched);
        }
        return Err(Problem::new(
            ProblemCode::BadInput,
            format!("\"{path}\" is there already and is not this model."),
        )
        .hint("Move that file away or give it another name, or choose another folder."));
    }
    let part = into.join(super::part_name(&wanted.name, &listed.sha256));
    let (pen, free, whole) = (hub.means.pen, hub.means.free, listed.bytes);
    let folder = into.to_path_buf();
    let draft = blocking(move || {
        disk::folder(&folder).map_err(|error| disk::problem(&error, &folder.join("model")))?;
        let kept = part.metadata().map_or(0, |meta| meta.len());
        room(&folder, free(&folder), whole.saturating_sub(kept))?;
        outdated(&folder, &part);
        Draft::open(&part, whole, pen)
    })
    .await?;
    let mut work = Work {
        hub,
        road,
        url: file_url(from, wanted, &listed)?,
        listed: &listed,
        repository: &wanted.repository,
        draft: Some(draft),
        told,
        cancel,
    };
    work.reread().await?;
    work.bring().await?;
    let Some(draft) = work.draft.take() else {
        return Err(Problem::internal("a model's file was lost on the way"));
    };
    let sha256 = listed.sha256.clone();
    let right = blocking(move || draft.finish(&sha256, &target)).await?;
    if !right {
        return Err(Problem::new(
            ProblemCode::Lost,
            "What came is not the file that the hub lists: its SHA-256 differs. Nothing of it was kept.",
        )
        .hint("Press again. If it happens again, something on the way changes files; choose another address."));
    }
    Ok(fetched)
}

async fn ask(road: &Road<'_>, from: &Url, wanted: &Wanted, cancel: &Cancel) -> Result<Listed, Problem> {
    let url = below(from, &["api", "models", &wanted.repository, "tree", "main"])?;
    let Answer {
        response,
        entry,
        url: at,
    } = road.get(&url, 0, cancel).await?;
    let heard = async {
        if let Some(failure) = road::refused(response.status(), &wanted.repository) {
            return Err(failure);
        }
        let body = tokio::select! {
            () = cancel.cancelled() => return Err(web::stopped()),
            body = web::body(response) => body.map_err(|error| road::broken(&at, &error))?,
        };
        listing::pick(&body.unwrap_or_default(), wanted)
    };
    match heard.await {
        Ok(listed) => {
            let says = format!("{}: {} bytes, SHA-256 {}.", listed.file, listed.bytes, listed.sha256);
            entry.replied(says).await;
            Ok(listed)
        }
        Err(failure) => {
            entry.failed(&failure).await;
            Err(failure.into())
        }
    }
}

fn file_url(from: &Url, wanted: &Wanted, listed: &Listed) -> Result<Url, Problem> {
    below(from, &[&wanted.repository, "resolve", "main", &listed.file])
}

/// A repository is two steps of the path.
fn below(from: &Url, steps: &[&str]) -> Result<Url, Problem> {
    let mut url = from.clone();
    url.path_segments_mut()
        .map_err(|()| Problem::internal("an address of a hub has no path"))?
        .pop_if_empty()
        .extend(steps.iter().flat_map(|step| step.split('/')));
    Ok(url)
}

fn room(folder: &Path, free: Option<u64>, needed: u64) -> Result<(), Problem> {
    let Some(free) = free.filter(|free| *free < needed.saturating_add(SPARE)) else {
        return Ok(());
    };
    let gigabytes = |bytes: u64| format!("{:.1} GB", bytes as f64 / 1e9);
    Err(Problem::new(
        ProblemCode::Lost,
        format!(
            "There is not enough room in \"{}\": {} are needed and {} are free.",
            folder.display(),
            gigabytes(needed + SPARE),
            gigabytes(free)
        ),
    )
    .hint("Free some space, or choose a folder on another disk. Nothing was downloaded."))
}

/// What was begun of a file that the hub has replaced since.
fn outdated(folder: &Path, part: &Path) {
    let name = |path: &Path| super::begun(path.file_name()?.to_str()?).map(str::to_string);
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    for path in entries.map(|entry| entry.path()) {
        if path != part && name(&path).is_some() && name(&path) == name(part) {
            let _ = disk::remove(&path);
        }
    }
}

struct Work<'a> {
    hub: &'a Hub,
    road: Road<'a>,
    url: Url,
    listed: &'a Listed,
    repository: &'a str,
    /// Lent to the thread that writes.
    draft: Option<Draft>,
    told: Told<'a>,
    cancel: &'a Cancel,
}

impl Work<'_> {
    fn done(&self) -> u64 {
        self.draft.as_ref().map_or(0, Draft::done)
    }

    async fn on_draft(
        &mut self,
        work: impl FnOnce(&mut Draft) -> Result<(), Problem> + Send + 'static,
    ) -> Result<(), Problem> {
        let Some(mut draft) = self.draft.take() else {
            return Err(Problem::internal("a model's file is written by two"));
        };
        let (draft, worked) = blocking(move || {
            let worked = work(&mut draft);
            Ok((draft, worked))
        })
        .await?;
        self.draft = Some(draft);
        worked
    }

    async fn reread(&mut self) -> Result<(), Problem> {
        let of = self.draft.as_ref().map_or(0, Draft::unread);
        while self.draft.as_ref().is_some_and(|draft| draft.unread() > 0) {
            if self.cancel.is_cancelled() {
                return Err(Problem::cancelled());
            }
            let done = self.done();
            (self.told)(Fetching::Rereading { done, of });
            self.on_draft(Draft::reread).await?;
        }
        Ok(())
    }

    async fn bring(&mut self) -> Result<(), Problem> {
        let (mut best, mut barren) = (self.done(), 0);
        while self.done() < self.listed.bytes {
            let Err(halt) = self.attempt().await else {
                continue;
            };
            barren = if self.done() > best { 0 } else { barren + 1 };
            best = best.max(self.done());
            let failure = match &halt {
                Halt::Road(failure) if failure.passing() && barren < TRIES => failure,
                _ => return Err(halt.problem()),
            };
            (self.told)(Fetching::Waiting {
                done: self.done(),
                of: self.listed.bytes,
                why: failure.message.clone(),
            });
            let wait = self.hub.means.wait.saturating_mul(1 << barren.min(8)).min(LONGEST_WAIT);
            tokio::select! {
                () = self.cancel.cancelled() => return Err(Problem::cancelled()),
                () = tokio::time::sleep(wait) => {}
            }
        }
        Ok(())
    }

    /// One request for what is missing.
    async fn attempt(&mut self) -> Result<(), Halt> {
        let began_at = self.done();
        let Answer { response, entry, url } = self.road.get(&self.url, began_at, self.cancel).await?;
        let came = self.take(response, &url).await;
        match &came {
            Ok(()) => entry.replied(format!("{} bytes came.", self.done() - began_at)).await,
            Err(halt) => entry.failed(&halt.failure()).await,
        }
        came
    }

    async fn take(&mut self, mut response: reqwest::Response, at: &Url) -> Result<(), Halt> {
        if let Some(failure) = road::refused(response.status(), self.repository) {
            return Err(failure.into());
        }
        let other = |why: &str| {
            Failure::new(
                FailureKind::BadReply,
                format!("The hub sends something else than it lists: {why}."),
            )
            .hint("Press again. If it happens again, choose another address.")
        };
        let (start, of) = (self.done(), self.listed.bytes);
        // A server that knows no ranges begins anew; what is here already is passed over.
        let mut skip = match response.status() {
            StatusCode::PARTIAL_CONTENT => {
                let range = response
                    .headers()
                    .get(CONTENT_RANGE)
                    .and_then(|value| value.to_str().ok());
                if range.and_then(first_byte) != Some(start) {
                    return Err(other("it begins at another place").into());
                }
                0
            }
            _ => start,
        };
        if response
            .content_length()
            .is_some_and(|length| length != of - start + skip)
        {
            return Err(other("the size differs").into());
        }
        let (began, mut last) = (Instant::now(), None::<Instant>);
        let mut waiting: Vec<u8> = Vec::with_capacity(CHUNK * 2);
        loop {
            let next = tokio::select! {
                () = self.cancel.cancelled() => Err(web::stopped()),
                chunk = response.chunk() => chunk.map_err(|error| road::broken(at, &error)),
            };
            let next = self.road.open().and(next);
            let over = !matches!(next, Ok(Some(_)));
            if let Ok(Some(chunk)) = &next {
                let passed = usize::try_from(skip).unwrap_or(usize::MAX).min(chunk.len());
                skip -= passed as u64;
                waiting.extend_from_slice(&chunk[passed..]);
            }
            if self.done() + waiting.len() as u64 > of {
                return Err(other("there is more of it").into());
            }
            if waiting.len() >= CHUNK || (over && !waiting.is_empty()) {
                let bytes = std::mem::replace(&mut waiting, Vec::with_capacity(CHUNK * 2));
                self.on_draft(move |draft| draft.write(&bytes)).await?;
            }
            if over || last.is_none_or(|last| last.elapsed() >= BEAT) {
                last = Some(Instant::now());
                let done = self.done() + waiting.len() as u64;
                let rate = (done - start) as f64 / began.elapsed().as_secs_f64().max(0.001);
                (self.told)(Fetching::Fetching {
                    done,
                    of,
                    bytes_a_second: rate as u64,
                });
            }
            match next {
                Ok(Some(_)) => {}
                Ok(None) if self.done() == of => return Ok(()),
                Ok(None) => {
                    let broke = Failure::new(FailureKind::Network, "The hub ended before the file did.");
                    return Err(broke.hint("What came so far is kept. Press again.").into());
                }
                Err(failure) => return Err(failure.into()),
            }
        }
    }
}

/// Of `bytes 42-99/100`.
fn first_byte(range: &str) -> Option<u64> {
    range.strip_prefix("bytes ")?.split('-').next()?.parse().ok()
}

async fn blocking<T: Send + 'static>(work: impl FnOnce() -> Result<T, Problem> + Send + 'static) -> Result<T, Problem> {
    spawn_blocking(work).await.map_err(Problem::internal)?
}

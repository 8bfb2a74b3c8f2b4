//! Requests for model files. In: an address. Out: the answer to it, or to what it was sent on to. Every request is in the
//! ledger before it goes, one entry a host.
//!
//! A redirect is followed only to where nobody on the way can change what comes: by https, or within this computer.
//! Deliberately absent: anything of a database. Nothing but the address is sent.

use std::sync::Arc;
use std::time::{Duration, Instant};

use askwell_contract::model::{Ended, Failure, FailureKind, Privacy, Usage};
use askwell_contract::ports::Cancel;
use askwell_contract::Problem;
use reqwest::header::{ACCEPT_ENCODING, LOCATION, RANGE};
use reqwest::{Response, StatusCode, Url};
use tokio::task::spawn_blocking;

use crate::llm::address;
use crate::llm::book::{Book, Place, Sent};
use crate::llm::web::{self, Limits};

const PURPOSE: &str = "fetch_model";
const WHO: &str = "The hub";
/// The public hub sends on twice: to the file's own name, and from there to where it is stored.
const HOPS: usize = 5;

pub struct Road<'a> {
    pub book: &'a Arc<Book>,
    pub airplane: &'a (dyn Fn() -> bool + Send + Sync),
    pub silence: Duration,
    /// For the ledger.
    pub model: &'a str,
}

pub struct Answer {
    pub response: Response,
    pub entry: Entry,
    /// Where it came from at last.
    pub url: Url,
}

impl Road<'_> {
    /// `from`: the byte to begin with.
    pub async fn get(&self, url: &Url, from: u64, cancel: &Cancel) -> Result<Answer, Failure> {
        let mut url = url.clone();
        for _ in 0..HOPS {
            self.open()?;
            let entry = self.write(&url, from).await?;
            match self.send(&url, from, cancel).await {
                Err(failure) => {
                    entry.failed(&failure).await;
                    return Err(failure);
                }
                Ok(response) if response.status().is_redirection() => match onward(&response, &url) {
                    Err(failure) => {
                        entry.failed(&failure).await;
                        return Err(failure);
                    }
                    Ok(next) => {
                        entry.replied(format!("Sent on to {}.", address::place(&next))).await;
                        url = next;
                    }
                },
                Ok(response) => return Ok(Answer { response, entry, url }),
            }
        }
        Err(Failure::new(
            FailureKind::BadReply,
            format!("{WHO} sends on and on, and never to a file."),
        ))
    }

    /// In airplane mode the way is shut, also in the middle of a file.
    pub fn open(&self) -> Result<(), Failure> {
        if !(self.airplane)() {
            return Ok(());
        }
        Err(
            Failure::new(FailureKind::Airplane, "Airplane mode is on, so nothing is downloaded.")
                .hint("Turn airplane mode off to download a model; what came so far is kept."),
        )
    }

    async fn send(&self, url: &Url, from: u64, cancel: &Cancel) -> Result<Response, Failure> {
        let limits = Limits {
            connect: Duration::from_secs(10),
            silence: self.silence,
            whole: Duration::MAX,
            a_second: 1,
        };
        let client = web::client(url, &limits)?;
        // As it is stored: its size and sum are of these bytes.
        let mut request = client.get(url.clone()).header(ACCEPT_ENCODING, "identity");
        if from > 0 {
            request = request.header(RANGE, format!("bytes={from}-"));
        }
        tokio::select! {
            () = cancel.cancelled() => Err(web::stopped()),
            sent = request.send() => sent.map_err(|error| broken(url, &error)),
        }
    }

    async fn write(&self, url: &Url, from: u64) -> Result<Entry, Failure> {
        let here = address::here(url);
        let destination = if here {
            address::HERE.into()
        } else {
            address::place(url)
        };
        let mut shown = url.clone();
        shown.set_query(None);
        // A stored file's address carries a signature, which is nobody's business afterwards.
        let query = url.query().map_or("", |_| "?…");
        let range = if from > 0 {
            format!("\nrange: bytes={from}-")
        } else {
            String::new()
        };
        let sent = Sent {
            purpose: PURPOSE.into(),
            provider: "Model hub".into(),
            model: self.model.into(),
            destination,
            leaves: !here,
            connection: String::new(),
            run: None,
            privacy: Privacy::Nothing,
            system: String::new(),
            user: format!("GET {shown}{query}{range}"),
        };
        let book = self.book.clone();
        let place = spawn_blocking(move || book.sent(&sent)).await;
        let place = place.map_err(Problem::internal).and_then(|place| place);
        let place = place.map_err(|problem| {
            let words = format!("The ledger cannot be written, so nothing was sent. {}", problem.message);
            Failure::new(FailureKind::Unavailable, words)
        })?;
        Ok(Entry {
            book: self.book.clone(),
            place,
            began: Instant::now(),
        })
    }
}

/// A request in the ledger that has not ended yet.
pub struct Entry {
    book: Arc<Book>,
    place: Place,
    began: Instant,
}

impl Entry {
    pub async fn replied(self, text: String) {
        let ms = self.ms();
        self.end(Ended::Replied {
            text,
            cut: None,
            usage: Usage::default(),
            cost: Some(0.0),
            ms,
            cached: false,
        })
        .await;
    }

    pub async fn failed(self, failure: &Failure) {
        let (failure, ms) = (failure.clone(), self.ms());
        self.end(Ended::Failed { failure, ms }).await;
    }

    fn ms(&self) -> f64 {
        self.began.elapsed().as_secs_f64() * 1000.0
    }

    async fn end(self, ended: Ended) {
        // What came is here; that its end could not be written takes it from nobody.
        let _ = spawn_blocking(move || self.book.ended(&self.place, &ended)).await;
    }
}

fn onward(response: &Response, from: &Url) -> Result<Url, Failure> {
    let location = response.headers().get(LOCATION).and_then(|value| value.to_str().ok());
    let next = location.and_then(|location| from.join(location).ok());
    let next = next.ok_or_else(|| {
        Failure::new(
            FailureKind::BadReply,
            format!("{WHO} sends on to an address that cannot be read."),
        )
    })?;
    let inward = address::here(&next) && !address::here(from);
    if !super::safe(&next) || inward {
        return Err(Failure::new(
            FailureKind::BadReply,
            format!(
                "{WHO} sends on to {}, where the file could be changed on its way, so it was not downloaded.",
                address::place(&next)
            ),
        )
        .hint("Choose another address for downloads."));
    }
    Ok(next)
}

pub fn broken(url: &Url, error: &reqwest::Error) -> Failure {
    let failure = web::broken(url.host_str().unwrap_or(WHO), &address::place(url), error);
    match failure.kind {
        FailureKind::TimedOut => failure.hint("Press again; what came so far is kept."),
        _ => failure,
    }
}

/// What a status that brings no file means; `None`: it brings one.
pub fn refused(status: StatusCode, repository: &str) -> Option<Failure> {
    if status.is_success() {
        return None;
    }
    let failure = match status.as_u16() {
        404 | 410 => Failure::new(FailureKind::UnknownModel, format!("{WHO} has no {repository}."))
            .hint("It may have been renamed or withdrawn. Choose another model."),
        401 | 403 => Failure::new(
            FailureKind::BadRequest,
            format!("{WHO} gives {repository} only to people with an account."),
        )
        .hint("Choose another model, or download it yourself and add the file as a provider."),
        429 => Failure::new(FailureKind::RateLimited, format!("{WHO} gets too many requests."))
            .hint("Wait a little and press again; what came so far is kept."),
        500.. => Failure::new(FailureKind::Unavailable, format!("{WHO} is out of order for now."))
            .hint("Wait a little and press again; what came so far is kept."),
        _ => Failure::new(FailureKind::BadReply, format!("{WHO} does not hand out the file.")),
    };
    Some(failure.detail(status))
}

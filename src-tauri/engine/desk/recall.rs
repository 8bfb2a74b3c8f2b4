//! A whole question that was answered with a model's help before is not worked out again.
//!
//! In: a question about to be asked. Out: the run that answers it: the earlier one's query run again, read-only and
//! within the usual limits, since the data may have changed; or a new run, which is kept.
//!
//! A question is taken for an earlier one where its text is the same but for case, blanks and the last mark, or where
//! the two lie as near as [`NEAR`] to each other *and* agree in every number, quoted text, name and other word that a
//! query hangs on (`same.rs`): 0.95 alone would take 2023 for 2024. The earlier answer has to be younger than a day, and
//! everything that changes an answer has to be as it was: the database's fingerprint, what was read and said of it, the
//! level of privacy, models, effort, prompts, examples. Where the question speaks of today or of last month, the day,
//! too.
//!
//! Deliberately absent: runs without a model, which take less time than looking here; runs in which a call failed, or
//! whose answer is doubtful: another try may come to more.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::Arc;

use askwell_contract::model::{Effort, FailureKind, Privacy, ProviderKind, Tiers};
use askwell_contract::ports::{Embedder, Workspace};
use askwell_contract::run::{Artifact, Event, Header, Recalled, Trust};
use serde::Serialize;
use tokio::task::spawn_blocking;

use crate::cx::Cx;
use crate::pipeline::recalled::{self, Earlier};
use crate::pipeline::{self, Asked};
use crate::prepare::examples::Example;
use crate::prepare::told::Told;
use crate::prompt::{hash, Door, ALL};

pub(super) mod same;
pub mod store;

/// Seed 002, 4.6; issue "Models".
const NEAR: f64 = 0.95;
const DAY: u64 = 24 * store::HOUR;

/// What the events of a run say about its calls.
#[derive(Debug, Default)]
pub struct Calls {
    replied: AtomicBool,
    failed: AtomicBool,
}

impl Calls {
    /// A call that was given up, since it was no longer needed, is neither.
    pub fn see(&self, event: &Event) {
        let Artifact::Model(call) = &event.artifact else {
            return;
        };
        match call.failure.as_ref().map(|failure| failure.kind) {
            None => self.replied.store(true, Ordering::SeqCst),
            Some(FailureKind::Cancelled) => {}
            Some(_) => self.failed.store(true, Ordering::SeqCst),
        }
    }

    fn all_replied(&self) -> bool {
        self.replied.load(Ordering::SeqCst) && !self.failed.load(Ordering::SeqCst)
    }
}

/// Answers a question from an earlier one, or anew.
pub async fn ask(cx: &Cx<'_>, header: Header, evidence: &str, memory: Memory<'_>) -> Asked {
    let question = header.question.clone();
    let Some(shelf) = Shelf::of(cx, &header, evidence, &memory) else {
        return pipeline::ask(cx, header, &question, evidence).await;
    };
    if !memory.anew {
        if let Some((entry, similarity)) = shelf.find(cx).await {
            if let Some(asked) = again(cx, &header, evidence, &entry, similarity).await {
                return asked;
            }
            let workspace = shelf.workspace.clone();
            // The next question finds that it does not run, too.
            let _ = spawn_blocking(move || store::forget(&*workspace, &entry)).await;
        }
    }
    let asked = pipeline::ask(cx, header, &question, evidence).await;
    if memory.calls.all_replied() {
        shelf.keep(cx, &asked).await;
    }
    asked
}

/// What a run is told of earlier ones.
pub struct Memory<'a> {
    pub workspace: &'a Arc<dyn Workspace>,
    /// The run's own; see [`Calls::see`].
    pub calls: &'a Calls,
    /// The person wants no earlier answer.
    pub anew: bool,
    /// Held while the store is written.
    pub editing: &'a tokio::sync::Mutex<()>,
}

async fn again(cx: &Cx<'_>, header: &Header, evidence: &str, entry: &store::Entry, similarity: f64) -> Option<Asked> {
    let earlier = Earlier {
        recalled: Recalled {
            run: entry.run.clone(),
            question: entry.question.clone(),
            at: entry.at,
            similarity,
        },
        candidate: entry.candidate.clone(),
        trust: entry.trust,
        reasons: entry.reasons.clone(),
        sentence: entry.sentence.clone(),
        result: entry.result.clone(),
    };
    let quiet = Cx {
        door: None,
        embedder: cx.embedder.clone(),
        ..*cx
    };
    recalled::again(&quiet, header, evidence, &earlier).await
}

/// The place of one question among those that were asked.
struct Shelf<'a> {
    workspace: Arc<dyn Workspace>,
    editing: &'a tokio::sync::Mutex<()>,
    question: String,
    scope: String,
    now: u64,
    hours: u32,
}

impl<'a> Shelf<'a> {
    /// `None`: no model may be asked, or nothing is to be kept.
    fn of(cx: &Cx<'_>, header: &Header, evidence: &str, memory: &Memory<'a>) -> Option<Self> {
        let door = cx.door?;
        // "And in Spain?" is another question behind every other one.
        if !cx.earlier.is_empty() {
            return None;
        }
        (door.settings.cache_hours > 0).then(|| Self {
            workspace: memory.workspace.clone(),
            editing: memory.editing,
            question: header.question.clone(),
            scope: scope(cx, door, header, evidence),
            now: header.started,
            hours: door.settings.cache_hours,
        })
    }

    /// The entry that the question is taken for, the newest of those of the same text, else the nearest.
    async fn find(&self, cx: &Cx<'_>) -> Option<(store::Entry, f64)> {
        let entries = self.entries().await;
        let text = same::normalised(&self.question);
        let newest = entries.iter().rev().find(|e| same::normalised(&e.question) == text);
        if let Some(entry) = newest {
            return Some((entry.clone(), 1.0));
        }
        if entries.iter().all(|e| e.vector.is_empty()) {
            return None;
        }
        let vector = embedded(cx.embedder.clone(), self.question.clone()).await;
        let cosine = |e: &store::Entry| -> f64 {
            let parts = e.vector.iter().zip(&vector);
            f64::from(parts.map(|(a, b)| a * b).sum::<f32>())
        };
        let near = entries.into_iter().map(|e| (cosine(&e), e));
        let mut near: Vec<(f64, store::Entry)> = near.filter(|(cosine, _)| *cosine >= NEAR).collect();
        near.sort_by(|a, b| b.0.total_cmp(&a.0).then(b.1.at.cmp(&a.1.at)));
        let found = near
            .into_iter()
            .find(|(_, e)| same::same(&self.question, &e.question, cx.knowledge));
        found.map(|(cosine, entry)| (entry, cosine.min(1.0)))
    }

    /// Those that may answer a question of now, of this scope.
    async fn entries(&self) -> Vec<store::Entry> {
        let workspace = self.workspace.clone();
        let mut entries = spawn_blocking(move || store::load(&*workspace))
            .await
            .unwrap_or_default();
        let of_today = same::speaks_of_today(&self.question);
        entries.retain(|e| {
            let other_day = e.at / DAY != self.now / DAY;
            let passed = other_day && (of_today || same::speaks_of_today(&e.question));
            e.scope == self.scope && e.fresh(self.now, self.hours) && !passed
        });
        entries
    }

    async fn keep(&self, cx: &Cx<'_>, asked: &Asked) {
        let Some(answer) = asked.outcome.answer().filter(|a| a.trust != Trust::Low) else {
            return;
        };
        let Some(winner) = asked.judged.iter().find(|j| j.candidate.id == answer.candidate) else {
            return;
        };
        let entry = store::Entry {
            at: self.now,
            scope: self.scope.clone(),
            question: self.question.clone(),
            run: asked.header.run.clone(),
            candidate: winner.candidate.clone(),
            trust: answer.trust,
            reasons: answer.reasons.clone(),
            sentence: answer.sentence.clone(),
            result: recalled::digest(&answer.result),
            vector: embedded(cx.embedder.clone(), self.question.clone()).await,
        };
        let (workspace, text) = (self.workspace.clone(), same::normalised(&self.question));
        let replaces =
            move |kept: &store::Entry, scope: &str| kept.scope == scope && same::normalised(&kept.question) == text;
        let _one = self.editing.lock().await;
        // What cannot be kept costs the next question its calls, and this one nothing.
        let _ = spawn_blocking(move || {
            let scope = entry.scope.clone();
            store::keep(&*workspace, entry, |kept| replaces(kept, &scope))
        })
        .await;
    }
}

/// Empty where there is no embedder, or it fails.
async fn embedded(embedder: Option<Arc<dyn Embedder>>, question: String) -> Vec<f32> {
    let Some(embedder) = embedder else {
        return Vec::new();
    };
    let vectors = spawn_blocking(move || embedder.embed(&[question])).await;
    let vectors = vectors.ok().and_then(Result::ok);
    vectors.and_then(|mut all| all.pop()).unwrap_or_default()
}

/// Everything but the question that changes its answer.
#[derive(Serialize)]
struct Scope<'a> {
    askwell: &'a str,
    connection: &'a str,
    fingerprint: &'a str,
    /// Tables that were not read yet, and whether they will be.
    pending: &'a [String],
    stopped: bool,
    told: &'a Told,
    verified: &'a [Example],
    privacy: Privacy,
    allowed: askwell_contract::model::Allowed,
    effort: Effort,
    tiers: &'a Tiers,
    providers: Vec<(&'a str, ProviderKind, Option<&'a str>)>,
    prompts: Vec<&'a str>,
    evidence: &'a str,
    embedder: bool,
    calendar: askwell_contract::time::Calendar,
    /// The days that the question's times stand for: "last week" is another one tomorrow.
    times: Vec<(Option<String>, Option<String>)>,
    seed: u64,
}

fn scope(cx: &Cx<'_>, door: &Door, header: &Header, evidence: &str) -> String {
    let (knowledge, settings) = (cx.knowledge, &door.settings);
    let said = [header.question.as_str(), evidence];
    let times = said.map(|text| crate::ask::ground::resolve(&cx.now(), text)).concat();
    let scope = Scope {
        askwell: &header.askwell,
        connection: &door.connection,
        fingerprint: &knowledge.fingerprint,
        pending: &knowledge.pending,
        stopped: knowledge.stopped,
        told: &knowledge.told,
        verified: &door.verified,
        privacy: door.privacy,
        allowed: settings.allowed,
        effort: settings.effort,
        tiers: &settings.tiers,
        providers: settings
            .providers
            .iter()
            .map(|p| (p.id.as_str(), p.kind, p.address.as_deref()))
            .collect(),
        prompts: ALL
            .iter()
            .filter_map(|shipped| door.prompts.get(shipped.name))
            .map(|prompt| prompt.hash.as_str())
            .collect(),
        evidence,
        embedder: cx.embedder.is_some(),
        calendar: cx.calendar,
        times: times.into_iter().map(|t| (t.from, t.to)).collect(),
        seed: cx.seed,
    };
    // Names, texts and numbers: there is nothing in it that cannot be written as JSON.
    hash(&serde_json::to_string(&scope).unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use askwell_contract::model::{Failure, Usage};
    use askwell_contract::run::ModelCall;

    use super::*;

    fn call(failure: Option<FailureKind>) -> Event {
        Event {
            seq: 0,
            run: "r".into(),
            stage: None,
            at: 0.0,
            artifact: Artifact::Model(ModelCall {
                purpose: "link".into(),
                provider: "acme".into(),
                model: "m".into(),
                leaves: true,
                usage: Usage::default(),
                cost: None,
                cached: false,
                ms: 1.0,
                failure: failure.map(|kind| Failure::new(kind, "")),
                left_out: None,
            }),
        }
    }

    #[test]
    fn a_call_that_is_given_up_has_not_failed_and_has_not_replied() {
        let calls = Calls::default();
        calls.see(&call(Some(FailureKind::Cancelled)));
        assert!(!calls.all_replied());
        calls.see(&call(None));
        assert!(calls.all_replied());
        calls.see(&call(Some(FailureKind::TimedOut)));
        assert!(!calls.all_replied());
    }
}

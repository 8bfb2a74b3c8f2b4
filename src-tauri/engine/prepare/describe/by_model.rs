//! Descriptions of columns by a model.
//!
//! In: knowledge and a door. Out: words for columns, checked against the catalog, to be kept with what was told. A batch
//! that was described before from the same text is not asked again. Deliberately absent: the workspace; and any word in
//! place of a person's or of a comment in the database, which win where descriptions are put together.

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::Mutex;

use askwell_contract::api::{Described, Phase, Progress};
use askwell_contract::explore::Words;
use askwell_contract::model::{Estimate, Failure, FailureKind, Request, Usage};
use askwell_contract::ports::Cancel;
use askwell_contract::run::Artifact;

use super::super::told::{ByModel, Told};
use super::super::Knowledge;
use super::{LONG, SHORT};
use crate::prompt::{hash, tokens, Call, Describe, Door, Sealed, Summaries, DESCRIBE};
use crate::together::together;

/// Columns of a call: five to eight (seed 000, operation 0b); fewer where a table has fewer.
const MOST: usize = 8;
/// Rounds for batches that failed in a way that may pass (seed 000, operation 0b: three tries).
const ROUNDS: usize = 3;
/// Batches at a time; the door's own limits hold beside it.
const AT_ONCE: usize = 4;
/// Tokens of a description of one column, for the estimate: 1,200 characters.
const TOKENS_A_COLUMN: u32 = 300;

/// A table with some of its columns, by position in the catalog.
pub type Batch = (usize, Vec<usize>);

/// All columns in batches of one table each, as even as they can be.
pub fn batches(knowledge: &Knowledge) -> Vec<Batch> {
    let mut out = Vec::new();
    for (at, table) in knowledge.catalog.tables.iter().enumerate() {
        let all: Vec<usize> = (0..table.columns.len()).collect();
        let parts = all.len().div_ceil(MOST).max(1);
        out.extend(
            all.chunks(all.len().div_ceil(parts).max(1))
                .map(|part| (at, part.to_vec())),
        );
    }
    out
}

pub fn input(knowledge: &Knowledge, table: usize, columns: &[usize]) -> Describe {
    Describe {
        table: Sealed::table(knowledge, table),
        glossary: Sealed::glossary(knowledge),
        columns: Sealed::columns(knowledge, table, columns),
    }
}

/// What describing everything that is not yet described would take; nothing is sent.
pub fn estimate(door: &Door, knowledge: &Knowledge) -> Estimate {
    let mut out = Estimate {
        calls: 0,
        input: 0,
        output: 0,
        cost: None,
        to: None,
    };
    for batch in batches(knowledge) {
        let input = input(knowledge, batch.0, &batch.1);
        let Ok(request) = door.request(&call(&input)) else {
            continue;
        };
        out.to = Some(request.to.clone());
        if is_described(knowledge, &batch, &content(&request)) {
            continue;
        }
        out.calls += 1;
        out.input += tokens(&request.system) + tokens(&request.user);
        out.output += TOKENS_A_COLUMN * batch.1.len() as u32;
    }
    let usage = Usage {
        input: out.input,
        output: out.output,
        ..Usage::default()
    };
    out.cost = out.to.as_ref().and_then(|to| door.llm.price(to, usage));
    out
}

fn call(input: &Describe) -> Call<'_, Describe> {
    Call {
        offline: true,
        ..Call::new(&DESCRIBE, input)
    }
}

/// What was asked, of whom.
fn content(request: &Request) -> String {
    let blocks = request.system.iter().chain(&request.user);
    let texts: Vec<&str> = blocks.map(|block| block.text.as_str()).collect();
    hash(&format!(
        "{}\n{}\n{}",
        request.to.provider,
        request.to.model,
        texts.join("\n")
    ))[..32]
        .to_owned()
}

fn is_described(knowledge: &Knowledge, (table, columns): &Batch, of: &str) -> bool {
    let table = &knowledge.catalog.tables[*table];
    let known = |c: &usize| knowledge.told.model_words_of(&table.name, &table.columns[*c].name);
    columns.iter().all(|c| known(c).is_some_and(|k| k.of == of))
}

/// Words for columns of a table, each by its name.
pub type Found = Vec<(String, String, ByModel)>;

/// What came of one batch.
enum Outcome {
    Known,
    Found(Found),
    Failed(Failure),
}

/// Describes every column that is not yet described by this model from the same text. `on_found` gets each batch as soon as
/// it is there, so that a stop loses nothing; the caller keeps it (see [`keep`]).
pub async fn describe(
    door: &Door,
    knowledge: &Knowledge,
    cancel: &Cancel,
    on_call: &(dyn Fn(Artifact) + Send + Sync),
    on_found: &(dyn Fn(Found) + Send + Sync),
    on_progress: &(dyn Fn(Progress) + Send + Sync),
) -> Described {
    let catalog = &knowledge.catalog;
    let mut left = batches(knowledge);
    let of = left.len() as u32;
    let done = AtomicU32::new(0);
    let state = Mutex::new(State::default());
    let locked = || state.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    let step = |table: usize| {
        on_progress(Progress {
            phase: Phase::Describe,
            table: catalog.tables[table].name.clone(),
            done: done.fetch_add(1, Ordering::SeqCst) + 1,
            of,
            rows_per_second: 0.0,
            seconds_left: None,
            paused: false,
        });
    };
    for round in 1..=ROUNDS {
        let one = |batch: Batch| {
            let (step, locked) = (&step, &locked);
            async move {
                if locked().over.is_some() {
                    return Ok(Some(batch));
                }
                let outcome = one(door, knowledge, &batch, cancel, on_call, &|cost, notes| {
                    locked().add(cost, notes)
                })
                .await;
                match outcome {
                    Outcome::Known => locked().columns += batch.1.len() as u32,
                    Outcome::Found(found) => {
                        locked().columns += found.len() as u32;
                        on_found(found);
                    }
                    Outcome::Failed(failure) => {
                        let again = failure.passing() || failure.kind == FailureKind::BadReply;
                        if again && round < ROUNDS {
                            return Ok(Some(batch));
                        }
                        let table = &catalog.tables[batch.0].name;
                        let mut state = locked();
                        match again {
                            true => state.notes.push(format!("{table}: {}", failure.message)),
                            // What fails for good fails for all.
                            false => state.over = Some(failure.message),
                        }
                    }
                }
                step(batch.0);
                Ok::<_, std::convert::Infallible>(None)
            }
        };
        let again = together(AT_ONCE, std::mem::take(&mut left).into_iter().map(one)).await;
        left = again.map(|all| all.into_iter().flatten().collect()).unwrap_or_default();
        if left.is_empty() || locked().over.is_some() {
            break;
        }
    }
    let mut state = state.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner);
    state.notes.extend(state.over.take());
    Described {
        columns: state.columns,
        of: catalog.tables.iter().map(|t| t.columns.len() as u32).sum(),
        cost: state.cost,
        notes: state.notes,
    }
}

struct State {
    columns: u32,
    cost: Option<f64>,
    notes: Vec<String>,
    /// Why nothing more is asked.
    over: Option<String>,
}

impl Default for State {
    fn default() -> Self {
        Self {
            columns: 0,
            cost: Some(0.0),
            notes: Vec::new(),
            over: None,
        }
    }
}

impl State {
    fn add(&mut self, cost: Option<f64>, notes: Vec<String>) {
        self.cost = self.cost.zip(cost).map(|(a, b)| a + b);
        self.notes.extend(notes);
    }
}

async fn one(
    door: &Door,
    knowledge: &Knowledge,
    batch: &Batch,
    cancel: &Cancel,
    on_call: &(dyn Fn(Artifact) + Send + Sync),
    on_cost: &(dyn Fn(Option<f64>, Vec<String>) + Send + Sync),
) -> Outcome {
    let input = input(knowledge, batch.0, &batch.1);
    let call = call(&input);
    let request = match door.request(&call) {
        Ok(request) => request,
        Err(failure) => return Outcome::Failed(failure),
    };
    let of = content(&request);
    if is_described(knowledge, batch, &of) {
        return Outcome::Known;
    }
    match door.call(&call, cancel, on_call).await {
        Ok(answered) => {
            let by = |words| ByModel {
                words,
                level: request.privacy,
                of: of.clone(),
            };
            let (words, notes) = checked(knowledge, batch, answered.value);
            on_cost(answered.cost, notes);
            let table = &knowledge.catalog.tables[batch.0].name;
            Outcome::Found(
                words
                    .into_iter()
                    .map(|(column, words)| (table.clone(), column, by(words)))
                    .collect(),
            )
        }
        Err(failure) => Outcome::Failed(failure),
    }
}

/// Columns that were asked for, each once, with words of fitting length; and what was left out.
fn checked(knowledge: &Knowledge, (table, columns): &Batch, said: Summaries) -> (Vec<(String, Words)>, Vec<String>) {
    let table = &knowledge.catalog.tables[*table];
    let asked: Vec<&str> = columns.iter().map(|c| table.columns[*c].name.as_str()).collect();
    let (mut out, mut notes): (Vec<(String, Words)>, Vec<String>) = (Vec::new(), Vec::new());
    let mut seen = BTreeSet::new();
    for summary in said.fields {
        let name = summary
            .column
            .rsplit_once('.')
            .filter(|_| table.column(&summary.column).is_none());
        let name = name
            .map_or(summary.column.as_str(), |(_, column)| column)
            .trim_matches(['"', '`', '[', ']']);
        let Some(name) = asked.iter().find(|a| a.eq_ignore_ascii_case(name)) else {
            notes.push(format!(
                "{}: the model described {}, which was not asked for.",
                table.name, summary.column
            ));
            continue;
        };
        let (short, long) = (shortened(&summary.short, SHORT), shortened(&summary.long, LONG));
        if short.is_empty() || !seen.insert(*name) {
            continue;
        }
        let long = if long.is_empty() { short.clone() } else { long };
        out.push(((*name).to_owned(), Words { short, long }));
    }
    let missing: Vec<&str> = asked.into_iter().filter(|a| !seen.contains(a)).collect();
    if !missing.is_empty() {
        notes.push(format!("{}: the model left out {}.", table.name, missing.join(", ")));
    }
    (out, notes)
}

/// On one line, cut at the end of a sentence, or where there is none at a word.
fn shortened(text: &str, most: usize) -> String {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    if line.chars().count() <= most {
        return line;
    }
    let start: String = line.chars().take(most).collect();
    let mut sentence = start.match_indices(['.', '!', '?']).map(|(at, _)| at + 1);
    match sentence.rfind(|at| start[*at..].starts_with(' ') || *at == start.len()) {
        Some(end) => start[..end].to_owned(),
        None => super::clipped(&line, most),
    }
}

/// Keeps what was found with what was told; the rest stays as it was.
pub fn keep(told: &mut Told, found: Found) {
    for (table, column, words) in found {
        told.say_by_model(&table, &column, words);
    }
}

#[cfg(test)]
mod tests;

//! A run as a trace: what each stage came to and took, which models were called, which queries ran.
//!
//! In: the events of a run, and where they are wanted the texts of its calls. Out: one line of JSON as the file exporter
//! of OpenTelemetry writes it, so that its tools read it as it is. Deliberately absent: keeping lines (`desk/traces`), and
//! any way to send one anywhere. It holds questions and queries, and no row of a result.

use askwell_contract::model::{Ended, LedgerEntry};
use askwell_contract::run::{Artifact, Event, Header, ModelCall, Outcome, PartRun, RepairAttempt, Stage};
use askwell_contract::{Dialect, ProblemCode};
use serde_json::{json, Value};
use sha2::{Digest, Sha256};

mod otlp;
#[cfg(test)]
mod tests;

use otlp::{Attributes, Span, Status};

/// Characters of a prompt or a reply that a trace holds; the ledger has all of them.
const LONGEST: usize = 16_000;

/// What was said in a call, for traces that hold it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Said {
    pub purpose: String,
    pub system: String,
    pub user: String,
    /// `None`: it failed.
    pub reply: Option<String>,
}

impl From<&LedgerEntry> for Said {
    fn from(entry: &LedgerEntry) -> Self {
        Self {
            purpose: entry.purpose.clone(),
            system: entry.system.clone(),
            user: entry.user.clone(),
            reply: match &entry.ended {
                Ended::Replied { text, .. } => Some(text.clone()),
                _ => None,
            },
        }
    }
}

/// A run's trace, without a line end; `None`: nothing of it can be read. `said`: what its calls said, in their order,
/// where the trace is to hold that.
pub fn line(events: &[Event], said: Option<&[Said]>) -> Option<String> {
    let header = header(events)?;
    let mut made = Made {
        trace: trace_id(header),
        started: header.started,
        said: said.map(<[Said]>::to_vec),
        spans: Vec::new(),
        sums: Sums::default(),
    };
    let root = made.run(events, None, 0.0);
    let mut attributes = about(header);
    attributes.extend([
        ("askwell.duration_ms", json!(ended_at(events))),
        ("askwell.llm_calls", json!(made.sums.calls)),
        ("askwell.retries", json!(made.sums.retries)),
        ("askwell.cache_hits", json!(made.sums.cached)),
        ("askwell.prompts_included", json!(said.is_some())),
    ]);
    attributes.append(&mut made.spans[root].attributes);
    made.spans[root].attributes = attributes;
    Some(otlp::line(&made.spans, &made.trace, header).to_string())
}

/// The run that a line tells of.
pub fn run_of(line: &str) -> Option<String> {
    otlp::attribute(line, "askwell.run")
}

/// Whether a line holds prompts and replies.
pub fn tells_prompts(line: &str) -> bool {
    otlp::attribute(line, "askwell.prompts_included").as_deref() == Some("true")
}

struct Made {
    trace: String,
    /// Milliseconds since 1970.
    started: u64,
    said: Option<Vec<Said>>,
    spans: Vec<Span>,
    sums: Sums,
}

#[derive(Default)]
struct Sums {
    calls: u32,
    retries: u32,
    cached: u32,
}

impl Made {
    /// A run, or a part of one, that began so many milliseconds behind the whole; its place among the spans.
    fn run(&mut self, events: &[Event], parent: Option<usize>, offset: f64) -> usize {
        let name = if parent.is_some() { "part" } else { "ask" };
        let end = events.last().map_or(0.0, |e| e.at);
        let top = self.span(name, parent, (offset, offset + end));
        let mut at: Option<usize> = None;
        for event in events {
            let now = offset + event.at;
            match &event.artifact {
                Artifact::Entered(stage) => {
                    self.close(at, now);
                    at = Some(self.span(name_of(*stage), Some(top), (now, offset + end)));
                }
                Artifact::Model(call) => self.call(call, at.unwrap_or(top), now),
                Artifact::Part(part) => self.part(part, at.unwrap_or(top), now),
                Artifact::Judged(judged) => {
                    let on = at.unwrap_or(top);
                    let (time, told) = (self.nanos(now), query(&judged.candidate.sql, &judged.outcome));
                    self.spans[on].events.push(("db.query", time, told));
                }
                Artifact::Repair(repair) => {
                    self.sums.retries += 1;
                    let on = at.unwrap_or(top);
                    let (time, told) = (self.nanos(now), retry(repair));
                    self.spans[on].events.push(("retry", time, told));
                }
                artifact => self.end(artifact, top, at),
            }
        }
        // What a kill cut off has no end of its own.
        let finished = events.iter().any(|e| matches!(e.artifact, Artifact::Finished { .. }));
        if !finished {
            self.spans[top].status = Status::Error("interrupted".to_owned());
            self.spans[top]
                .attributes
                .push(("askwell.outcome", json!("interrupted")));
            if let Some(at) = at {
                self.spans[at].status = Status::Error("interrupted".to_owned());
            }
        }
        top
    }

    /// What a run came to.
    fn end(&mut self, artifact: &Artifact, top: usize, at: Option<usize>) {
        let outcome = match artifact {
            Artifact::Answer(answer) => {
                let trust = serde_json::to_value(answer.trust).unwrap_or_default();
                self.spans[top].attributes.extend([
                    ("askwell.trust", trust),
                    ("db.query.text", json!(answer.sql)),
                    ("db.response.returned_rows", json!(answer.result.rows.len())),
                ]);
                "answered"
            }
            Artifact::Declined(_) => "declined",
            Artifact::Reply(_) => "replied",
            Artifact::Recalled(_) => {
                self.spans[top].attributes.push(("askwell.recalled", json!(true)));
                return;
            }
            Artifact::Problem(problem) => {
                let stopped = problem.code == ProblemCode::Cancelled;
                let outcome = if stopped { "stopped" } else { "failed" };
                for at in at.into_iter().chain([top]) {
                    self.spans[at].status = Status::Error(problem.message.clone());
                    self.spans[at]
                        .attributes
                        .push(("error.type", serde_json::to_value(problem.code).unwrap_or_default()));
                }
                outcome
            }
            _ => return,
        };
        self.spans[top].attributes.push(("askwell.outcome", json!(outcome)));
        if self.spans[top].status == Status::Unset {
            self.spans[top].status = Status::Ok;
        }
    }

    fn call(&mut self, call: &ModelCall, parent: usize, now: f64) {
        self.sums.calls += 1;
        self.sums.cached += u32::from(call.cached);
        let span = self.span(&format!("chat {}", call.model), Some(parent), (now - call.ms, now));
        let said = self.said.as_mut().and_then(|said| {
            let at = said.iter().position(|one| one.purpose == call.purpose)?;
            Some(said.remove(at))
        });
        let made = &mut self.spans[span];
        made.client = true;
        made.attributes = vec![
            ("gen_ai.operation.name", json!("chat")),
            ("gen_ai.provider.name", json!(call.provider)),
            ("gen_ai.request.model", json!(call.model)),
            (
                "gen_ai.usage.input_tokens",
                json!(call.usage.input + call.usage.cached + call.usage.written),
            ),
            ("gen_ai.usage.output_tokens", json!(call.usage.output)),
            ("askwell.purpose", json!(call.purpose)),
            ("askwell.cache_hit", json!(call.cached)),
            ("askwell.leaves_machine", json!(call.leaves)),
        ];
        made.attributes
            .extend(call.cost.map(|cost| ("askwell.cost_usd", json!(cost))));
        match &call.failure {
            Some(failure) => {
                made.status = Status::Error(failure.message.clone());
                let kind = serde_json::to_value(failure.kind).unwrap_or_default();
                made.attributes.push(("error.type", kind));
            }
            None => made.status = Status::Ok,
        }
        if let Some(said) = said {
            let part = |text: &str| json!([{"type": "text", "content": head(text)}]);
            let message = |role: &str, text: &str| json!([{"role": role, "parts": part(text)}]);
            made.attributes.extend([
                ("gen_ai.system_instructions", json!(part(&said.system).to_string())),
                ("gen_ai.input.messages", json!(message("user", &said.user).to_string())),
            ]);
            let reply = said.reply.map(|text| message("assistant", &text).to_string());
            made.attributes
                .extend(reply.map(|text| ("gen_ai.output.messages", json!(text))));
        }
    }

    /// Its events count from its own beginning, which is as long ago as it took.
    fn part(&mut self, part: &PartRun, parent: usize, now: f64) {
        let began = now - part.events.last().map_or(0.0, |e| e.at);
        let span = self.run(&part.events, Some(parent), began);
        self.spans[span].attributes.push(("askwell.part", json!(part.part + 1)));
        let question = header(&part.events).map(|header| ("askwell.question", json!(header.question)));
        self.spans[span].attributes.extend(question);
    }

    fn span(&mut self, name: &str, parent: Option<usize>, (from, to): (f64, f64)) -> usize {
        let parent = parent.map(|at| self.spans[at].id.clone());
        let id = hex(format!("{}/{}", self.trace, self.spans.len()).as_bytes(), 8);
        let (start, end) = (self.nanos(from), self.nanos(to));
        self.spans.push(Span {
            id,
            parent,
            name: name.to_owned(),
            client: false,
            start,
            end,
            status: Status::Unset,
            attributes: Vec::new(),
            events: Vec::new(),
        });
        self.spans.len() - 1
    }

    /// A stage ends where the next one begins; it came to its end, so that it is well.
    fn close(&mut self, at: Option<usize>, now: f64) {
        let end = self.nanos(now);
        if let Some(span) = at.and_then(|at| self.spans.get_mut(at)) {
            span.end = end;
        }
    }

    /// Nanoseconds since 1970.
    fn nanos(&self, ms: f64) -> u64 {
        self.started * 1_000_000 + (ms.max(0.0) * 1e6) as u64
    }
}

fn header(events: &[Event]) -> Option<&Header> {
    events.iter().find_map(|e| match &e.artifact {
        Artifact::Started(header) => Some(header),
        _ => None,
    })
}

fn about(header: &Header) -> Attributes {
    let system = match header.dialect {
        Dialect::Sqlite => "sqlite",
        Dialect::Duckdb => "duckdb",
        Dialect::Postgres => "postgresql",
    };
    let mut about = vec![
        ("askwell.run", json!(header.run)),
        ("askwell.question", json!(header.question)),
        ("askwell.connection", json!(header.database)),
        ("db.system.name", json!(system)),
    ];
    if !header.thread.is_empty() {
        about.push(("gen_ai.conversation.id", json!(header.thread)));
    }
    about.extend(header.follows.as_ref().map(|run| ("askwell.follows", json!(run))));
    about
}

fn query(sql: &str, outcome: &Outcome) -> Attributes {
    let mut told = vec![("db.query.text", json!(sql))];
    match outcome {
        Outcome::NotRun => told.push(("askwell.status", json!("not_run"))),
        Outcome::Ran { rows, ms, .. } => told.extend([
            ("askwell.status", json!("success")),
            ("db.response.returned_rows", json!(rows)),
            ("askwell.duration_ms", json!(ms)),
        ]),
        Outcome::Failed { finding, ms } => told.extend([
            ("askwell.status", json!("error")),
            ("error.type", json!(finding.code)),
            ("askwell.duration_ms", json!(ms)),
        ]),
    }
    told
}

fn retry(repair: &RepairAttempt) -> Attributes {
    vec![
        ("askwell.rule", json!(repair.rule)),
        ("askwell.why", json!(repair.why)),
        ("askwell.worked", json!(repair.worked)),
        ("db.query.text", json!(repair.after)),
    ]
}

fn name_of(stage: Stage) -> &'static str {
    match stage {
        Stage::Converse => "converse",
        Stage::Ground => "ground",
        Stage::Link => "link",
        Stage::Generate => "generate",
        Stage::Evaluate => "evaluate",
        Stage::Repair => "repair",
        Stage::Select => "select",
        Stage::Answer => "answer",
        Stage::Grade => "grade",
    }
}

fn ended_at(events: &[Event]) -> f64 {
    let finished = events.iter().rev().find_map(|e| match e.artifact {
        Artifact::Finished { ms } => Some(ms),
        _ => None,
    });
    finished.unwrap_or_else(|| events.last().map_or(0.0, |e| e.at))
}

fn head(text: &str) -> String {
    let all = text.chars().count();
    if all <= LONGEST {
        return text.to_owned();
    }
    let head: String = text.chars().take(LONGEST).collect();
    format!("{head}… [the first {LONGEST} of {all} characters]")
}

/// The same for the same run, whoever asks and whenever.
fn trace_id(header: &Header) -> String {
    hex(format!("{} {}", header.run, header.started).as_bytes(), 16)
}

fn hex(of: &[u8], bytes: usize) -> String {
    Sha256::digest(of)
        .iter()
        .take(bytes)
        .map(|b| format!("{b:02x}"))
        .collect()
}

/// What the calls of a run said, in the order of the ledger.
pub fn said_in<'e>(entries: impl Iterator<Item = &'e LedgerEntry>, run: &str) -> Vec<Said> {
    entries
        .filter(|e| e.run.as_deref() == Some(run))
        .map(Said::from)
        .collect()
}

/// A value as OpenTelemetry writes it.
fn value_of(value: &Value) -> Value {
    match value {
        Value::Bool(v) => json!({ "boolValue": v }),
        // Whole numbers are texts there: JSON's are doubles.
        Value::Number(n) if n.is_i64() || n.is_u64() => json!({ "intValue": n.to_string() }),
        Value::Number(n) => json!({ "doubleValue": n }),
        Value::String(v) => json!({ "stringValue": v }),
        other => json!({ "stringValue": other.to_string() }),
    }
}

//! Replies of models in a file, by the digest of what was asked, so that nothing is asked and paid twice. In: what is sent
//! and how it ended. Out: the reply that is known for a request. Deliberately absent: the requests themselves: what was
//! sent is in the ledger alone.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::{File, OpenOptions};
use std::io::Write;
use std::path::Path;

use anyhow::{Context, Result};
use askwell_contract::model::{Block, Failure, FailureKind, Form, Reply, Request};
use askwell_contract::{Problem, ProblemCode};
use askwell_engine::prompt::hash;
use serde::{Deserialize, Serialize};

/// In the folder of `--record`.
pub const FILE: &str = "replies.jsonl";

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum End {
    /// It is on its way.
    Sent,
    Reply(Reply),
    Failed(Failure),
    /// It was given up before its reply was there.
    Left,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
struct Entry {
    request: String,
    run: String,
    purpose: String,
    end: End,
}

/// What is known of a request.
#[derive(Debug, Clone, PartialEq)]
pub enum Known {
    /// `after`: so many others of the same run were under way with it and were answered before it.
    Reply {
        reply: Reply,
        run: String,
        after: u32,
    },
    Failed(Failure),
    Left,
}

/// Calls whose end is in no line.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
pub struct Unended {
    /// Given up by the program, since their result was no longer needed.
    pub left: usize,
    /// Under way when the program was ended.
    pub cut_off: usize,
}

pub struct Tape {
    file: Option<File>,
    known: BTreeMap<String, Known>,
    /// What the replies have cost.
    spent: f64,
    unended: Unended,
    pub replaying: bool,
}

impl Tape {
    /// Kept for as long as the program runs.
    pub fn forgetful() -> Self {
        Self {
            file: None,
            known: BTreeMap::new(),
            spent: 0.0,
            unended: Unended::default(),
            replaying: false,
        }
    }

    /// A new file, or the continued one; a line that a kill tore is cut off.
    pub fn open(path: &Path, resume: bool) -> Result<Self> {
        let cannot = || format!("{} cannot be written.", path.display());
        if let Some(folder) = path.parent() {
            std::fs::create_dir_all(folder).with_context(cannot)?;
        }
        let mut tape = Self::forgetful();
        let bytes = match resume && path.exists() {
            true => std::fs::read(path).with_context(cannot)?,
            false if path.file_name().is_some_and(|name| name == FILE) && path.exists() => {
                let problem = Problem::new(
                    ProblemCode::BadInput,
                    format!("{} holds replies already.", path.display()),
                );
                return Err(problem
                    .hint("Name another folder, go on with --resume, or answer from it with --replay.")
                    .into());
            }
            false => Vec::new(),
        };
        let whole = bytes.iter().rposition(|byte| *byte == b'\n').map_or(0, |end| end + 1);
        tape.read(&bytes[..whole])
            .with_context(|| format!("{} is damaged.", path.display()))?;
        let file = OpenOptions::new()
            .create(true)
            .append(true)
            .open(path)
            .with_context(cannot)?;
        file.set_len(whole as u64).with_context(cannot)?;
        tape.file = Some(file);
        // What may be better by now is asked again.
        tape.known.retain(|_, known| match known {
            Known::Reply { .. } => true,
            Known::Failed(failure) => lasting(failure.kind),
            Known::Left => false,
        });
        Ok(tape)
    }

    pub fn replayed(path: &Path) -> Result<Self> {
        let bytes = std::fs::read(path).map_err(|error| {
            Problem::new(
                ProblemCode::NotFound,
                format!("There are no replies in {}.", path.display()),
            )
            .hint("Name a folder that --record wrote.")
            .detail(error)
        })?;
        let mut tape = Self::forgetful();
        tape.read(&bytes)
            .with_context(|| format!("{} is damaged.", path.display()))?;
        tape.replaying = true;
        Ok(tape)
    }

    fn read(&mut self, bytes: &[u8]) -> Result<()> {
        // By request: when it was sent; by run: what ended when.
        let mut sent: BTreeMap<String, usize> = BTreeMap::new();
        let mut ended: BTreeMap<String, Vec<(usize, usize)>> = BTreeMap::new();
        let mut cut_off: BTreeSet<String> = BTreeSet::new();
        let lines = bytes.split(|byte| *byte == b'\n').filter(|line| !line.is_empty());
        for (at, line) in lines.enumerate() {
            let entry: Entry = serde_json::from_slice(line).with_context(|| format!("Line {}", at + 1))?;
            let Entry { request, run, end, .. } = entry;
            if end == End::Sent {
                // Sent anew: what was under way then never came to an end.
                if !cut_off.insert(request.clone()) {
                    self.unended.cut_off += 1;
                }
                sent.insert(request, at);
                continue;
            }
            cut_off.remove(&request);
            let began = sent.get(&request).copied().unwrap_or(at);
            let of_run = ended.entry(run.clone()).or_default();
            let after = of_run.iter().filter(|(s, e)| *s < at && *e > began).count();
            of_run.push((began, at));
            self.keep(request, run, end, u32::try_from(after).unwrap_or(u32::MAX));
        }
        self.unended.cut_off += cut_off.len();
        Ok(())
    }

    fn keep(&mut self, request: String, run: String, end: End, after: u32) {
        let known = match end {
            End::Sent => return,
            End::Reply(reply) => {
                self.spent += reply.cost.unwrap_or(0.0);
                Known::Reply { reply, run, after }
            }
            End::Failed(failure) => Known::Failed(failure),
            End::Left => {
                self.unended.left += 1;
                Known::Left
            }
        };
        // A reply is worth more than a failure, whichever came first.
        if !matches!(self.known.get(&request), Some(Known::Reply { .. })) {
            self.known.insert(request, known);
        }
    }

    pub fn known(&self, request: &str) -> Option<&Known> {
        self.known.get(request)
    }

    pub fn spent(&self) -> f64 {
        self.spent
    }

    pub fn unended(&self) -> Unended {
        self.unended
    }

    /// Err: it is not written, so it must not be sent.
    pub fn sent(&mut self, request: &str, of: &Request) -> std::io::Result<()> {
        self.write(request, of, End::Sent)
    }

    pub fn ended(&mut self, request: &str, of: &Request, ended: &Result<Reply, Failure>) -> std::io::Result<()> {
        let end = match ended {
            Ok(reply) => End::Reply(reply.clone()),
            Err(failure) if failure.kind == FailureKind::Cancelled => End::Left,
            Err(failure) => End::Failed(failure.clone()),
        };
        self.write(request, of, end.clone())?;
        let known_again = !matches!(&end, End::Reply(_)) && !matches!(&end, End::Failed(f) if lasting(f.kind));
        match known_again {
            // Within one run of the program, too, what may be better by now is asked again.
            true => self.unended.left += usize::from(end == End::Left),
            false => self.keep(request.to_owned(), of.run.clone().unwrap_or_default(), end, 0),
        }
        Ok(())
    }

    /// One write a line: what is torn by a kill is the last line, never two.
    fn write(&mut self, request: &str, of: &Request, end: End) -> std::io::Result<()> {
        let Some(file) = &mut self.file else { return Ok(()) };
        let entry = Entry {
            request: request.to_owned(),
            run: of.run.clone().unwrap_or_default(),
            purpose: of.purpose.clone(),
            end,
        };
        let mut line = serde_json::to_vec(&entry).map_err(std::io::Error::other)?;
        line.push(b'\n');
        file.write_all(&line)
    }
}

/// Whether the same request would only fail again.
fn lasting(kind: FailureKind) -> bool {
    matches!(
        kind,
        FailureKind::BadRequest | FailureKind::BadReply | FailureKind::Refused
    )
}

/// Everything that changes the output. Whose question it is, and under which name the model is set up, does not.
#[derive(Serialize)]
struct Said<'a> {
    model: &'a str,
    system: Vec<&'a str>,
    user: Vec<&'a str>,
    form: &'a Form,
    temperature: Option<f64>,
    thinking: Option<u32>,
    max_tokens: u32,
    sample: u32,
}

/// Sixty-four hexadecimal digits.
pub fn digest(request: &Request) -> String {
    let texts = |blocks: &'_ [Block]| -> Vec<String> { blocks.iter().map(|block| block.text.clone()).collect() };
    let (system, user) = (texts(&request.system), texts(&request.user));
    let said = Said {
        model: &request.to.model,
        system: system.iter().map(String::as_str).collect(),
        user: user.iter().map(String::as_str).collect(),
        form: &request.form,
        temperature: request.temperature,
        thinking: request.thinking,
        max_tokens: request.max_tokens,
        sample: request.sample,
    };
    // Texts and numbers: there is nothing in it that cannot be written as JSON.
    hash(&serde_json::to_string(&said).unwrap_or_default())
}

//! Replies of models in a file, by the digest of what was asked, so that nothing is asked and paid twice. In: what is sent
//! and how it ended. Out: the reply that is known for a request. Deliberately absent: the requests themselves: what was
//! sent is in the ledger alone.

use std::collections::BTreeMap;
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
    /// US dollars that it may come to; of one that is on its way.
    #[serde(default, skip_serializing_if = "is_nothing")]
    at_most: f64,
    end: End,
}

fn is_nothing(dollars: &f64) -> bool {
    *dollars == 0.0
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

/// Calls whose cost nobody has told.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize)]
pub struct Unended {
    /// Given up by the program, since their result was no longer needed.
    pub left: usize,
    /// Under way when the program was ended.
    pub cut_off: usize,
    /// Ended without a reply that can be used, though the provider may have worked on them.
    pub failed: usize,
    /// US dollars that all of them may have cost.
    pub at_most: f64,
}

pub struct Tape {
    file: Option<File>,
    known: BTreeMap<String, Known>,
    /// What the replies have cost.
    spent: f64,
    unended: Unended,
    /// What the calls on their way may come to, by request.
    under_way: BTreeMap<String, f64>,
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
            under_way: BTreeMap::new(),
            replaying: false,
        }
    }

    /// A new file, or the continued one; a line that a kill tore is cut off. Replies were paid for: they are never written
    /// over.
    pub fn open(path: &Path, resume: bool) -> Result<Self> {
        let cannot = || format!("{} cannot be written.", path.display());
        if let Some(folder) = path.parent() {
            std::fs::create_dir_all(folder).with_context(cannot)?;
        }
        let mut tape = Self::forgetful();
        let bytes = match path.exists() {
            true => std::fs::read(path).with_context(cannot)?,
            false => Vec::new(),
        };
        if !resume && !bytes.is_empty() {
            let problem = Problem::new(
                ProblemCode::BadInput,
                format!("{} holds replies already.", path.display()),
            );
            return Err(problem
                .hint("Go on with --resume, answer from them with --replay, name another place, or remove the file.")
                .into());
        }
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
            .hint("Name a folder that --record wrote, or a file that --out wrote.")
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
        let lines = bytes.split(|byte| *byte == b'\n').filter(|line| !line.is_empty());
        for (at, line) in lines.enumerate() {
            let entry: Entry = serde_json::from_slice(line).with_context(|| format!("Line {}", at + 1))?;
            let Entry {
                request,
                run,
                end,
                at_most,
                ..
            } = entry;
            if end == End::Sent {
                // Sent anew: what was under way then never came to an end.
                if let Some(lost) = self.under_way.insert(request.clone(), at_most) {
                    self.cut_off(lost);
                }
                sent.insert(request, at);
                continue;
            }
            self.settle(&request, &end);
            let began = sent.get(&request).copied().unwrap_or(at);
            let of_run = ended.entry(run.clone()).or_default();
            let after = of_run.iter().filter(|(s, e)| *s < at && *e > began).count();
            of_run.push((began, at));
            self.keep(request, run, end, u32::try_from(after).unwrap_or(u32::MAX));
        }
        for (_, lost) in std::mem::take(&mut self.under_way) {
            self.cut_off(lost);
        }
        Ok(())
    }

    fn cut_off(&mut self, at_most: f64) {
        self.unended.cut_off += 1;
        self.unended.at_most += at_most;
    }

    /// It is on its way no more; where nothing says what it cost, it counts as what it may have cost.
    fn settle(&mut self, request: &str, end: &End) {
        let at_most = self.under_way.remove(request).unwrap_or(0.0);
        match end {
            End::Left => self.unended.left += 1,
            End::Failed(failure) if worked_on(failure.kind) => self.unended.failed += 1,
            End::Sent | End::Reply(_) | End::Failed(_) => return,
        }
        self.unended.at_most += at_most;
    }

    fn keep(&mut self, request: String, run: String, end: End, after: u32) {
        let known = match end {
            End::Sent => return,
            End::Reply(reply) => {
                self.spent += reply.cost.unwrap_or(0.0);
                Known::Reply { reply, run, after }
            }
            End::Failed(failure) => Known::Failed(failure),
            End::Left => Known::Left,
        };
        // A reply is worth more than a failure, whichever came first.
        if !matches!(self.known.get(&request), Some(Known::Reply { .. })) {
            self.known.insert(request, known);
        }
    }

    pub fn known(&self, request: &str) -> Option<&Known> {
        self.known.get(request)
    }

    /// What the replies have cost.
    pub fn spent(&self) -> f64 {
        self.spent
    }

    pub fn unended(&self) -> Unended {
        self.unended
    }

    /// Err: it is not written, so it must not be sent.
    pub fn sent(&mut self, request: &str, of: &Request, at_most: f64) -> std::io::Result<()> {
        self.write(request, of, at_most, End::Sent)?;
        self.under_way.insert(request.to_owned(), at_most);
        Ok(())
    }

    pub fn ended(&mut self, request: &str, of: &Request, ended: &Result<Reply, Failure>) -> std::io::Result<()> {
        let end = match ended {
            Ok(reply) => End::Reply(reply.clone()),
            Err(failure) if failure.kind == FailureKind::Cancelled => End::Left,
            Err(failure) => End::Failed(failure.clone()),
        };
        self.settle(request, &end);
        self.write(request, of, 0.0, end.clone())?;
        // Within one run of the program, too, what may be better by now is asked again.
        if matches!(&end, End::Reply(_)) || matches!(&end, End::Failed(f) if lasting(f.kind)) {
            self.keep(request.to_owned(), of.run.clone().unwrap_or_default(), end, 0);
        }
        Ok(())
    }

    /// One write a line: what is torn by a kill is the last line, never two.
    fn write(&mut self, request: &str, of: &Request, at_most: f64, end: End) -> std::io::Result<()> {
        let Some(file) = &mut self.file else { return Ok(()) };
        let entry = Entry {
            request: request.to_owned(),
            run: of.run.clone().unwrap_or_default(),
            purpose: of.purpose.clone(),
            at_most,
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

/// Whether the provider may charge for it, though no reply came back.
fn worked_on(kind: FailureKind) -> bool {
    matches!(
        kind,
        FailureKind::TimedOut | FailureKind::BadReply | FailureKind::Refused
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

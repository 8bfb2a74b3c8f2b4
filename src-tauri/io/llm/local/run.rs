//! Running a model file. In: its path, and calls one after the other. Out: replies.
//!
//! A thread of its own holds the model for as long as anyone may call it; it looks for a stop between any two tokens.
//! Text of a prompt is never read as the model's own marks: a value from a database that looks like the end of a turn
//! stays a text.
//! Deliberately absent: several calls at a time, which would share one processor, and graphics cards.

use std::num::NonZeroU32;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{channel, Receiver, Sender};
use std::sync::{Arc, Mutex, OnceLock, PoisonError, Weak};
use std::time::Instant;

use askwell_contract::model::{Failure, FailureKind, Form, Provider, Reply, Request, Usage};
use askwell_contract::ports::Cancel;
use async_trait::async_trait;
use llama_cpp_2::context::params::LlamaContextParams;
use llama_cpp_2::context::LlamaContext;
use llama_cpp_2::llama_backend::LlamaBackend;
use llama_cpp_2::llama_batch::LlamaBatch;
use llama_cpp_2::model::params::LlamaModelParams;
use llama_cpp_2::model::{LlamaChatMessage, LlamaChatTemplate, LlamaModel};
use llama_cpp_2::sampling::LlamaSampler;
use llama_cpp_2::token::LlamaToken;
use tokio::sync::oneshot;

use super::grammar::grammar;
use crate::llm::address;
use crate::llm::call::Call;
use crate::llm::client::hear::{finish, Said};
use crate::llm::client::joined;
use crate::llm::fault::{self, Asked};
use crate::llm::web;

/// Tokens of a prompt that are read in one go; a stop waits for no more than these.
const BATCH: usize = 256;
/// The least room for an answer; a prompt that leaves less is too long.
const ROOM: u32 = 64;

struct Job {
    request: Request,
    cancel: Cancel,
    reply: oneshot::Sender<Result<Reply, Failure>>,
}

/// A model file and the thread that runs it.
struct Local {
    provider: Provider,
    path: PathBuf,
    /// Its end ends the thread, and the model is let go.
    jobs: Mutex<Sender<Job>>,
}

/// The one that is open. A second call of [`open`] for the same file takes it rather than load it twice.
static OPEN: Mutex<Option<Weak<Local>>> = Mutex::new(None);

pub fn open(provider: &Provider) -> Result<Arc<dyn Call>, Failure> {
    let path = PathBuf::from(provider.address.as_deref().map(str::trim).unwrap_or_default());
    let mut open = OPEN.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(known) = open.as_ref().and_then(Weak::upgrade) {
        if known.path == path && known.provider == *provider {
            return Ok(known);
        }
    }
    let (jobs, inbox) = channel();
    let of = provider.clone();
    std::thread::Builder::new()
        .name("askwell-model".into())
        .spawn(move || serve(&of, &inbox))
        .map_err(|error| failed(provider, "could not be started").detail(error))?;
    let local = Arc::new(Local {
        provider: provider.clone(),
        path,
        jobs: Mutex::new(jobs),
    });
    *open = Some(Arc::downgrade(&local));
    Ok(local)
}

#[async_trait]
impl Call for Local {
    async fn call(&self, request: &Request, cancel: &Cancel) -> Result<Reply, Failure> {
        let (reply, answer) = oneshot::channel();
        // Whoever stops waiting, by a stop or by being dropped, stops the thread's work too.
        let own = cancel.child_token();
        let _stop = own.clone().drop_guard();
        let job = Job {
            request: request.clone(),
            cancel: own,
            reply,
        };
        let sent = self.jobs.lock().unwrap_or_else(PoisonError::into_inner).send(job);
        let gone = || failed(&self.provider, "stopped unexpectedly");
        sent.map_err(|_| gone())?;
        tokio::select! {
            biased;
            () = cancel.cancelled() => Err(web::stopped()),
            answer = answer => answer.unwrap_or_else(|_| Err(gone())),
        }
    }
}

fn failed(provider: &Provider, what: &str) -> Failure {
    Failure::new(FailureKind::Unavailable, format!("{} {what}.", address::name(provider)))
        .hint("Choose a smaller model file, or close other programs: a model needs as much memory as its file is long.")
}

/// The library may be started once in a program.
fn backend() -> Result<&'static LlamaBackend, String> {
    static BACKEND: OnceLock<Result<LlamaBackend, String>> = OnceLock::new();
    let backend = BACKEND.get_or_init(|| {
        let mut backend = LlamaBackend::init().map_err(|error| error.to_string())?;
        backend.void_logs();
        Ok(backend)
    });
    backend.as_ref().map_err(Clone::clone)
}

fn serve(provider: &Provider, inbox: &Receiver<Job>) {
    let mut model: Option<LlamaModel> = None;
    while let Ok(job) = inbox.recv() {
        if job.cancel.is_cancelled() {
            let _ = job.reply.send(Err(web::stopped()));
            continue;
        }
        let done = load(provider, &mut model).and_then(|(backend, model)| {
            Run {
                provider,
                backend,
                model,
            }
            .answer(&job)
        });
        let _ = job.reply.send(done);
    }
}

fn load<'a>(
    provider: &Provider,
    model: &'a mut Option<LlamaModel>,
) -> Result<(&'static LlamaBackend, &'a LlamaModel), Failure> {
    super::look(provider)?;
    let unusable = |error: String| failed(provider, "cannot be loaded").detail(error);
    let backend = backend().map_err(unusable)?;
    if model.is_none() {
        let path = Path::new(provider.address.as_deref().map(str::trim).unwrap_or_default());
        let params = LlamaModelParams::default().with_n_gpu_layers(0);
        let loaded = LlamaModel::load_from_file(backend, path, &params).map_err(|error| unusable(error.to_string()))?;
        *model = Some(loaded);
    }
    match model.as_ref() {
        Some(model) => Ok((backend, model)),
        None => Err(unusable("no model".into())),
    }
}

struct Run<'a> {
    provider: &'a Provider,
    backend: &'static LlamaBackend,
    model: &'a LlamaModel,
}

impl Run<'_> {
    fn answer(&self, job: &Job) -> Result<Reply, Failure> {
        let start = Instant::now();
        let request = &job.request;
        let asked = Asked {
            kind: self.provider.kind,
            who: address::name(self.provider),
            model: address::name(self.provider),
            key: None,
        };
        let prompt = self.prompt(request)?;
        let read = u32::try_from(prompt.len()).unwrap_or(u32::MAX);
        let most = self.model.n_ctx_train();
        if read.saturating_add(ROOM) > most {
            return Err(Failure::new(
                FailureKind::BadRequest,
                format!(
                    "The request is longer than {} can read ({read} tokens, of at most {most}).",
                    asked.who
                ),
            )
            .hint("Choose a model that reads more, or ask about fewer tables."));
        }
        let write = request
            .max_tokens
            .saturating_add(request.thinking.unwrap_or(0))
            .min(most - read);
        let threads = std::thread::available_parallelism().map_or(2, usize::from);
        let threads = i32::try_from(threads).unwrap_or(2);
        let params = LlamaContextParams::default()
            .with_n_ctx(NonZeroU32::new(read + write))
            .with_n_batch(BATCH as u32)
            .with_n_threads(threads)
            .with_n_threads_batch(threads);
        let mut context = self
            .model
            .new_context(self.backend, params)
            .map_err(|error| failed(self.provider, "has too little memory").detail(error))?;
        self.read(&mut context, &prompt, &job.cancel)?;
        let (bytes, output, cut) = self.write(&mut context, prompt.len(), write, job)?;
        let (text, thinking) = apart(&String::from_utf8_lossy(&bytes));
        let said = Said {
            text,
            tool: None,
            thinking,
            cut,
            usage: Usage {
                input: read,
                cached: 0,
                written: 0,
                output,
            },
        };
        let mut reply = finish(&asked, request, said)?;
        reply.ms = start.elapsed().as_secs_f64() * 1_000.0;
        Ok(reply)
    }

    /// The model's own marks around our texts, which are read as nothing but text.
    fn prompt(&self, request: &Request) -> Result<Vec<LlamaToken>, Failure> {
        let unusable = |error: String| failed(self.provider, "has no form of talk that is known").detail(error);
        let texts = [("system", joined(&request.system)), ("user", joined(&request.user))];
        let texts: Vec<_> = texts.into_iter().filter(|(_, text)| !text.is_empty()).collect();
        let mark = |at: usize| format!("[[askwell-{at}]]");
        let messages = texts
            .iter()
            .enumerate()
            .map(|(at, (role, _))| LlamaChatMessage::new((*role).into(), mark(at)))
            .collect::<Result<Vec<_>, _>>()
            .map_err(|error| unusable(error.to_string()))?;
        let render = |template: &LlamaChatTemplate| self.model.apply_chat_template(template, &messages, true).ok();
        let own = self
            .model
            .chat_template(None)
            .ok()
            .and_then(|template| render(&template));
        let usual = || {
            LlamaChatTemplate::new("chatml")
                .ok()
                .and_then(|template| render(&template))
        };
        let form = own.or_else(usual).ok_or_else(|| unusable(String::new()))?;

        let vocab = self.model.vocab();
        let mut tokens = Vec::new();
        let mut rest = form.as_str();
        for (at, (_, text)) in texts.iter().enumerate() {
            let Some((before, after)) = rest.split_once(&mark(at)) else {
                return Err(unusable(form.clone()));
            };
            tokens.extend(vocab.tokenize(before.as_bytes(), at == 0, true));
            tokens.extend(vocab.tokenize(text.as_bytes(), false, false));
            rest = after;
        }
        tokens.extend(vocab.tokenize(rest.as_bytes(), false, true));
        Ok(tokens)
    }

    fn read(&self, context: &mut LlamaContext<'_>, prompt: &[LlamaToken], cancel: &Cancel) -> Result<(), Failure> {
        let broke = |error: String| failed(self.provider, "could not read the prompt").detail(error);
        let mut batch = LlamaBatch::new(BATCH, 1);
        for (number, tokens) in prompt.chunks(BATCH).enumerate() {
            if cancel.is_cancelled() {
                return Err(web::stopped());
            }
            batch.clear();
            for (at, token) in tokens.iter().enumerate() {
                let position = number * BATCH + at;
                let last = position + 1 == prompt.len();
                batch
                    .add(*token, i32::try_from(position).unwrap_or(i32::MAX), &[0], last)
                    .map_err(|error| broke(error.to_string()))?;
            }
            context.decode(&mut batch).map_err(|error| broke(error.to_string()))?;
        }
        Ok(())
    }

    /// The text's bytes, how many tokens they took, and whether the length ended them.
    fn write(
        &self,
        context: &mut LlamaContext<'_>,
        read: usize,
        most: u32,
        job: &Job,
    ) -> Result<(Vec<u8>, u32, bool), Failure> {
        let broke = |error: String| failed(self.provider, "broke off").detail(error);
        let vocab = self.model.vocab();
        let mut sampler = self.sampler(&job.request)?;
        let mut batch = LlamaBatch::new(1, 1);
        let mut bytes = Vec::new();
        for written in 0..most {
            if job.cancel.is_cancelled() {
                return Err(web::stopped());
            }
            let token = sampler.sample(context, -1);
            if vocab.is_eog(token) {
                return Ok((bytes, written, false));
            }
            bytes.extend(vocab.token_to_piece(token, false, None));
            batch.clear();
            let position = read + written as usize;
            batch
                .add(token, i32::try_from(position).unwrap_or(i32::MAX), &[0], true)
                .map_err(|error| broke(error.to_string()))?;
            context.decode(&mut batch).map_err(|error| broke(error.to_string()))?;
        }
        Ok((bytes, most, true))
    }

    /// The same request and sample number give the same words.
    fn sampler(&self, request: &Request) -> Result<LlamaSampler, Failure> {
        let mut chain = Vec::new();
        let rules = match &request.form {
            Form::Json { schema, .. } => Some(grammar(schema)),
            Form::Grammar(rules) => Some(rules.clone()),
            Form::Text => None,
        };
        if let Some(rules) = rules {
            chain.push(LlamaSampler::grammar(self.model, &rules, "root").map_err(|error| {
                Failure::new(
                    FailureKind::BadRequest,
                    "The form asked for cannot be made into a grammar.",
                )
                .hint("Please report this; another provider can be used until then.")
                .detail(fault::detail(None, &format!("{error}\n{rules}")))
            })?);
        }
        match request.temperature.filter(|temperature| *temperature > 0.0) {
            // The usual choice of llama.cpp's own programs.
            Some(temperature) => chain.extend([
                LlamaSampler::top_k(40),
                LlamaSampler::top_p(0.95, 1),
                LlamaSampler::temp(temperature as f32),
                LlamaSampler::dist(request.sample),
            ]),
            None => chain.push(LlamaSampler::greedy()),
        }
        Ok(LlamaSampler::chain_simple(chain))
    }
}

/// The answer, and what a model that thinks aloud thought before it.
fn apart(text: &str) -> (String, Option<String>) {
    let trimmed = text.trim_start();
    match trimmed
        .strip_prefix("<think>")
        .and_then(|rest| rest.split_once("</think>"))
    {
        Some((thought, said)) => (said.trim().to_string(), Some(thought.trim().to_string())),
        None => (text.trim().to_string(), None),
    }
}
